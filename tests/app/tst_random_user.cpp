// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/window_fixture.h"
#include "tests/app/window_resources.h"
#include "tests/support/long_tests.h"
#include "tests/support/trace_generator.h"
#include "widgets/timeline/timeline_view.h"

#include <QApplication>
#include <QCloseEvent>
#include <QDesktopServices>
#include <QDialog>
#include <QDir>
#include <QDirIterator>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QFileDialog>
#include <QFileInfo>
#include <QLineEdit>
#include <QObject>
#include <QScopeGuard>
#include <QTest>
#include <QTimer>
#include <QWheelEvent>

#include <random>
#include <vector>

using namespace kinetoscope;
using namespace kinetoscope::tests;
using namespace Qt::StringLiterals;

namespace {

constexpr qint64 kLargest = 1024 * 1024; ///< of public traces, bytes: a load is to end before the next thing happens

/// Lets nobody close the window, and no page be opened outside.
class Keeper : public QObject {
    Q_OBJECT
public:
    bool eventFilter(QObject* /*watched*/, QEvent* event) override
    {
        if (event->type() != QEvent::Close)
            return false;
        event->ignore();
        return true;
    }

public slots:
    void passOver(const QUrl& /*page*/) { }
};

/// Somebody who presses keys and buttons at random. Goes on inside of the loops of menus and dialogs.
class RandomUser {
public:
    RandomUser(MainWindow& window, unsigned seed, const std::vector<std::vector<std::string>>& jobs)
        : m_window(window)
        , m_jobs(jobs)
        , m_random(seed)
        , m_tells(qEnvironmentVariableIsSet("KINETOSCOPE_TELL_ACTIONS"))
    {
    }

    /// Does so many things, then leaves all menus and dialogs.
    void act(int times)
    {
        m_left = times;
        planNext();
        m_loop.exec();
    }

private:
    int below(std::size_t end) { return static_cast<int>(m_random() % end); }
    bool isOneIn(std::size_t times) { return below(times) == 0; }
    template <typename T> const T& anyOf(const std::vector<T>& all) { return all[m_random() % all.size()]; }
    void tell(const QString& what)
    {
        if (m_tells)
            qInfo("%d: %s", m_left, qPrintable(what));
    }

    void planNext()
    {
        const int wait = isOneIn(20) ? 200 : below(15);
        QElapsedTimer clock;
        clock.start();
        QTimer::singleShot(wait, &m_window, [this, clock, wait] {
            if (const qint64 late = clock.elapsed() - wait; late > kNoticeable)
                tell(u"that took %1 ms"_s.arg(late));
            go();
        });
    }

    void go()
    {
        ++m_depth;
        if (m_left > 0) {
            --m_left;
            planNext();
            doOne();
        } else if (!leaveOne() && m_depth == 1) {
            m_loop.quit();
        } else {
            planNext();
        }
        --m_depth;
    }

    /// Of what is open above the window; whether there was something.
    static bool leaveOne()
    {
        if (QWidget* popup = QApplication::activePopupWidget())
            return popup->close();
        if (auto* dialog = qobject_cast<QDialog*>(QApplication::activeModalWidget())) {
            dialog->reject();
            return true;
        }
        return false;
    }

    void doOne()
    {
        // A file dialog can delete files of anybody's.
        if (auto* files = qobject_cast<QFileDialog*>(QApplication::activeModalWidget())) {
            tell(u"leave the file dialog"_s);
            files->reject();
            return;
        }
        if (m_depth > kDeepest && leaveOne())
            return;
        switch (below(12)) {
        case 0:
        case 1:
        case 2:
            triggerAction();
            break;
        case 3:
            if (isLongRun() || isOneIn(4))
                changeTheWhole();
            break;
        case 4:
        case 5:
        case 6:
            pressKey();
            break;
        default:
            useMouse();
        }
    }

    void triggerAction()
    {
        if (QApplication::activeModalWidget() != nullptr || QApplication::activePopupWidget() != nullptr)
            return;
        std::vector<QAction*> all; // also those of panels and their menus
        for (QAction* each : m_window.findChildren<QAction*>()) {
            if (each->isEnabled() && each != m_window.actions()[ActionId::Quit])
                all.push_back(each);
        }
        QAction* action = anyOf(all);
        tell(action->objectName() + u' ' + action->text());
        action->trigger();
    }

    void changeTheWhole()
    {
        if (QApplication::activeModalWidget() != nullptr)
            return;
        if (isOneIn(2)) {
            std::vector<TraceArgument> arguments;
            for (const std::string& path : anyOf(m_jobs))
                arguments.push_back({ {}, path });
            tell(u"open "_s + toQString(arguments.front().path));
            m_window.open(arguments);
        } else {
            const QSize size(600 + below(1400), 400 + below(800));
            tell(u"size %1 x %2"_s.arg(size.width()).arg(size.height()));
            m_window.resize(size);
        }
    }

    QWidget* anyWidget()
    {
        QWidget* around = QApplication::activePopupWidget();
        if (around == nullptr)
            around = QApplication::activeModalWidget();
        std::vector<QWidget*> all;
        const auto add = [&all](QWidget* root) {
            for (QWidget* each : root->findChildren<QWidget*>()) {
                if (each->isVisible() && !each->size().isEmpty() && each->window() == root->window())
                    all.push_back(each);
            }
            all.push_back(root);
        };
        if (around != nullptr) {
            add(around);
        } else {
            if (isOneIn(4) && m_window.timeline()->isVisible())
                return m_window.timeline();
            for (QWidget* top : QApplication::topLevelWidgets()) {
                if (top->isVisible())
                    add(top);
            }
        }
        return anyOf(all);
    }

    static QString nameOf(const QWidget* widget)
    {
        return QString::fromLatin1(widget->metaObject()->className()) + u' ' + widget->objectName();
    }

    void useMouse()
    {
        QPointer<QWidget> widget = anyWidget();
        if (!widget->isEnabled())
            return;
        const QPoint at(
            below(static_cast<std::size_t>(widget->width())), below(static_cast<std::size_t>(widget->height())));
        static const std::vector<Qt::KeyboardModifiers> modifiers { {}, {}, {}, Qt::ControlModifier,
            Qt::ShiftModifier };
        const Qt::KeyboardModifiers with = anyOf(modifiers);
        const int what = below(10);
        tell(u"mouse %1 at %2 in "_s.arg(what).arg(at.x()) + nameOf(widget));
        if (what == 0) {
            QTest::mouseDClick(widget, Qt::LeftButton, with, at);
        } else if (what == 1) {
            const QPoint position = widget->mapToGlobal(at);
            QTest::mouseClick(widget, Qt::RightButton, with, at);
            if (widget && !isOneIn(4)) { // what a platform makes of the click
                QContextMenuEvent asked(QContextMenuEvent::Mouse, at, position);
                QApplication::sendEvent(widget, &asked);
            }
        } else if (what == 2) {
            const int turns = (below(9) - 4) * 120;
            QWheelEvent wheel(at, widget->mapToGlobal(at), {}, { isOneIn(4) ? turns : 0, turns }, Qt::NoButton, with,
                Qt::NoScrollPhase, false);
            QApplication::sendEvent(widget, &wheel);
        } else if (what == 3) {
            const QPoint to(
                below(static_cast<std::size_t>(widget->width())), below(static_cast<std::size_t>(widget->height())));
            QTest::mousePress(widget, Qt::LeftButton, with, at);
            if (widget)
                QTest::mouseMove(widget, (at + to) / 2);
            if (widget)
                QTest::mouseMove(widget, to);
            if (widget)
                QTest::mouseRelease(widget, Qt::LeftButton, with, to);
        } else if (what == 4) {
            QTest::mouseMove(widget, at);
        } else {
            QTest::mouseClick(widget, Qt::LeftButton, with, at);
        }
    }

    void pressKey()
    {
        QWidget* widget = QApplication::activePopupWidget();
        if (widget == nullptr)
            widget = QApplication::focusWidget();
        if (widget == nullptr)
            widget = &m_window;
        // Names of files stay as they were offered.
        if (const auto* line = qobject_cast<QLineEdit*>(widget); line != nullptr && line->text().contains(u'/'))
            return;
        static const std::vector<Qt::Key> keys { Qt::Key_A, Qt::Key_B, Qt::Key_C, Qt::Key_D, Qt::Key_E, Qt::Key_F,
            Qt::Key_G, Qt::Key_H, Qt::Key_I, Qt::Key_J, Qt::Key_K, Qt::Key_L, Qt::Key_M, Qt::Key_N, Qt::Key_O,
            Qt::Key_P, Qt::Key_R, Qt::Key_S, Qt::Key_T, Qt::Key_U, Qt::Key_V, Qt::Key_W, Qt::Key_X, Qt::Key_Y,
            Qt::Key_Z, Qt::Key_0, Qt::Key_1, Qt::Key_2, Qt::Key_3, Qt::Key_5, Qt::Key_9, Qt::Key_Plus, Qt::Key_Minus,
            Qt::Key_Question, Qt::Key_Comma, Qt::Key_Asterisk, Qt::Key_Equal, Qt::Key_BracketLeft, Qt::Key_BracketRight,
            Qt::Key_Space, Qt::Key_Return, Qt::Key_Return, Qt::Key_Escape, Qt::Key_Tab, Qt::Key_Backtab,
            Qt::Key_Backspace, Qt::Key_Delete, Qt::Key_Up, Qt::Key_Down, Qt::Key_Left, Qt::Key_Right, Qt::Key_Down,
            Qt::Key_Right, Qt::Key_Home, Qt::Key_End, Qt::Key_PageUp, Qt::Key_PageDown, Qt::Key_F1, Qt::Key_F2,
            Qt::Key_F3, Qt::Key_F4, Qt::Key_F5, Qt::Key_F6, Qt::Key_F10, Qt::Key_F11, Qt::Key_Menu };
        static const std::vector<Qt::KeyboardModifiers> modifiers { {}, {}, {}, {}, {}, {}, Qt::ControlModifier,
            Qt::ShiftModifier, Qt::AltModifier, Qt::ControlModifier | Qt::ShiftModifier };
        const Qt::Key key = anyOf(keys);
        const Qt::KeyboardModifiers with = anyOf(modifiers);
        tell(u"key %1 in "_s.arg(QKeySequence(key | with).toString()) + nameOf(widget));
        QTest::keyClick(widget, key, with);
    }

    static constexpr int kDeepest = 4;         ///< loops in loops
    static constexpr qint64 kNoticeable = 100; ///< ms

    MainWindow& m_window;
    const std::vector<std::vector<std::string>>& m_jobs;
    std::mt19937 m_random;
    bool m_tells;
    int m_left = 0;
    int m_depth = 0;
    QEventLoop m_loop;
};

/// Copies of some public traces, a job each: nothing that is pressed may write beside these.
std::vector<std::vector<std::string>> someOfThePublicTraces(unsigned seed, const TempDir& folder)
{
    QStringList all;
    QDirIterator files(sharedPath(QStringLiteral("traces")), { u"*.json"_s, u"*.json.gz"_s }, QDir::Files,
        QDirIterator::Subdirectories);
    while (files.hasNext()) {
        files.next();
        if (files.fileInfo().size() < kLargest)
            all.append(files.filePath());
    }
    all.sort();
    std::mt19937 random(seed);
    std::vector<std::vector<std::string>> jobs;
    for (int i = 0; i < 5 && !all.empty(); ++i) {
        const QString path = all[static_cast<qsizetype>(random() % static_cast<std::size_t>(all.size()))];
        const std::string name = std::to_string(i) + QFileInfo(path).fileName().toStdString();
        jobs.push_back({ folder.write(name, readFile(path.toStdString())) });
    }
    return jobs;
}

} // namespace

/// Whatever is pressed in whatever order, the window goes on. With KINETOSCOPE_TELL_ACTIONS=1 it is said what is
/// pressed, and after what the window did not answer for a while; what the same seed does depends on how long loads and
/// analyses take. With KINETOSCOPE_LONG_TESTS=1 there are a hundred times as many seeds and four times as many actions,
/// and public traces are opened, too.
class TestRandomUser : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void cleanupTestCase();
    void theWindowGoesOn_data();
    void theWindowGoesOn();

private:
    TempDir m_configuration;
    QByteArray m_before = qgetenv("XDG_CONFIG_HOME");
};

void TestRandomUser::initTestCase()
{
    initWindowResources();
    qputenv("XDG_CONFIG_HOME", m_configuration.path().c_str()); // rules for names are written there
}

void TestRandomUser::cleanupTestCase()
{
    qputenv("XDG_CONFIG_HOME", m_before);
}

void TestRandomUser::theWindowGoesOn_data()
{
    QTest::addColumn<unsigned>("seed");
    const unsigned seeds = isLongRun() ? 200 : 2;
    for (unsigned seed = 1; seed <= seeds; ++seed)
        QTest::addRow("seed%u", seed) << seed;
}

void TestRandomUser::theWindowGoesOn()
{
    QFETCH(const unsigned, seed);
    WindowFixture fixture;
    const QString before = QDir::currentPath();
    const TempDir written; // what is saved by a name alone
    QVERIFY(QDir::setCurrent(toQString(written.path())));
    Keeper keeper;
    fixture.window->installEventFilter(&keeper);
    const auto schemes = { u"http"_s, u"https"_s, u"file"_s };
    for (const QString& scheme : schemes)
        QDesktopServices::setUrlHandler(scheme, &keeper, "passOver");
    const auto restore = qScopeGuard([&] {
        for (const QString& scheme : schemes)
            QDesktopServices::unsetUrlHandler(scheme);
        QDir::setCurrent(before);
    });
    const std::string small = fixture.folder.write("small.json", smallTrace());
    std::vector<std::vector<std::string>> jobs { { small },
        { fixture.folder.write("broken.json", R"({"traceEvents": [{"ph": "X", "ts": 1)") },
        { fixture.folder.write("empty.json", "") } };
    GeneratorOptions options;
    options.ranks = 2;
    options.pythonFrames = true;
    std::vector<std::string> ranks;
    for (const std::string& text : generateTraces(options))
        ranks.push_back(fixture.folder.write("rank" + std::to_string(ranks.size()) + ".json", text));
    jobs.push_back({ ranks.front() });
    jobs.push_back(ranks);
    if (isLongRun()) {
        for (std::vector<std::string>& job : someOfThePublicTraces(seed, fixture.folder))
            jobs.push_back(std::move(job));
    }

    RandomUser user(*fixture.window, seed, jobs);
    fixture.window->open({ { {}, ranks.front() } });
    user.act(isLongRun() ? 800 : 200);

    fixture.document.close();
    fixture.window->open({ { {}, small } });
    QTRY_VERIFY(fixture.document.isOpen());
    QCOMPARE(fixture.viewState().traceSet()->ranks().size(), std::size_t { 1 });
}

QTEST_MAIN(TestRandomUser)
#include "tst_random_user.moc"
