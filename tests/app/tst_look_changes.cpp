// SPDX-License-Identifier: GPL-3.0-or-later
// Unit, digits and theme may change while everything is open: what then stands on screen is what a window says and
// looks like that was opened after the change.
#include "app/window/docks/analysis_docks.h"
#include "app/window/export/trace_export_dialog.h"
#include "app/window/parts/search_box.h"
#include "app/window/preferences/preferences_dialog.h"
#include "app/window/status/status_line.h"
#include "app/window/theme.h"
#include "tests/app/window_fixture.h"
#include "tests/app/window_resources.h"
#include "tests/support/load_text.h"
#include "widgets/panels/analysis/analysis_panel.h"
#include "widgets/support/marks.h"
#include "widgets/support/number_style.h"
#include "widgets/timeline/timeline_view.h"

#include <QAbstractButton>
#include <QAbstractItemModel>
#include <QAbstractItemView>
#include <QComboBox>
#include <QDockWidget>
#include <QLabel>
#include <QLatin1String>
#include <QLineEdit>
#include <QModelIndex>
#include <QObject>
#include <QSpinBox>
#include <QStandardPaths>
#include <QString>
#include <QStringList>
#include <QTest>

#include <algorithm>
#include <functional>
#include <utility>

using namespace kinetoscope;
using namespace kinetoscope::tests;
using namespace Qt::StringLiterals;

namespace {

/// A window with something in every place that writes numbers.
struct FullWindow : WindowFixture {
    FullWindow(const NumberStyle& style, bool withDialog)
    {
        settings.setNumberStyle(style);
        window = std::make_unique<MainWindow>(settings, document);
        window->resize(1500, 900);
        window->show();
        drop({ folder.write("trace.json", smallTrace()) });
        if (!QTest::qWaitFor([this] { return document.isOpen(); }))
            qFatal("The trace of this test does not open.");
        Scope scope;
        scope.range = TimeRange { 3'000, 290'000 };
        viewState().setScope(scope);
        const SliceRef kernel { 0, findSlice(*viewState().traceSet()->ranks()[0].trace, "gemm_kernel") };
        viewState().selectSlice(kernel);
        viewState().marks()->setAll({ { { 12'345, 12'345 }, "here", true }, { { 20'000, 31'234 }, "", false } });
        viewState().setPointedTime(123'456);
        auto* search = window->searchBox()->findChild<QLineEdit*>();
        search->setText(u"no such name"_s);
        const auto docks = window->findChildren<QDockWidget*>(Qt::FindDirectChildrenOnly);
        for (QDockWidget* dock : docks) {
            if (dock->objectName() == u"selection-dock"_s)
                window->addDockWidget(Qt::LeftDockWidgetArea, dock); // to be seen beside the analyses
        }
        window->analysisDocks()->raise("idle-time");
        if (withDialog) {
            action(ActionId::ExportTrace)->trigger();
            window->findChild<TraceExportDialog*>()->choose("trim");
        }
        window->timeline()->setFocus();
        settle();
    }
    /// Until all that is counted in the background is on screen.
    void settle()
    {
        const auto isSettled = [this] {
            const auto hasRows = [this](const QString& dock) {
                const auto views = window->findChild<QDockWidget*>(dock)->findChildren<QAbstractItemView*>();
                return std::ranges::all_of(views, [](const QAbstractItemView* view) {
                    return !view->isVisible() || (view->model() && view->model()->rowCount() > 0);
                });
            };
            const auto labels = window->searchBox()->findChildren<QLabel*>();
            return window->analysisDocks()->panel("idle-time")->state() == AnalysisPanel::State::Ready
                && hasRows(u"details-dock"_s) && hasRows(u"selection-dock"_s)
                && std::ranges::any_of(labels, [](const QLabel* label) { return label->text() == u"0 hits"_s; });
        };
        if (!QTest::qWaitFor(isSettled))
            qFatal("The window of this test does not come to rest.");
    }
    /// As the user changes it.
    void choose(TimeUnit unit, int digits)
    {
        action(ActionId::Preferences)->trigger();
        auto* dialog = window->findChild<PreferencesDialog*>();
        auto* units = dialog->findChild<QComboBox*>(u"time-unit"_s);
        units->setCurrentIndex(units->findData(static_cast<int>(unit)));
        dialog->findChild<QSpinBox*>(u"digits"_s)->setValue(digits);
        delete dialog;
        settle();
    }
};

QStringList itemTexts(const QAbstractItemView& view)
{
    QStringList texts;
    const QAbstractItemModel* model = view.model();
    const std::function<void(const QModelIndex&)> add = [&](const QModelIndex& parent) {
        for (int row = 0; row < std::min(model->rowCount(parent), 50); ++row) {
            for (int column = 0; column < model->columnCount(parent); ++column) {
                const QModelIndex index = model->index(row, column, parent);
                texts << index.data().toString() << index.data(Qt::ToolTipRole).toString()
                      << index.data(Qt::AccessibleTextRole).toString();
            }
            add(model->index(row, 0, parent));
        }
    };
    for (int column = 0; model && column < model->columnCount(); ++column)
        texts << model->headerData(column, Qt::Horizontal).toString();
    if (model)
        add({});
    return texts;
}

/// All that can be read in the window and its dialogs, each line with where it stands.
QString writtenIn(QWidget& window)
{
    QStringList lines;
    QWidgetList widgets = window.findChildren<QWidget*>();
    widgets.prepend(&window);
    for (const QWidget* widget : widgets) {
        if (!widget->isVisible() || widget->objectName() == u"memory"_s || widget->objectName() == u"load-name"_s)
            continue;
        QStringList texts { widget->toolTip(), widget->statusTip(), widget->accessibleName(),
            widget->accessibleDescription(), widget->windowTitle() };
        if (const auto* label = qobject_cast<const QLabel*>(widget))
            texts << label->text();
        if (const auto* button = qobject_cast<const QAbstractButton*>(widget))
            texts << button->text();
        if (const auto* line = qobject_cast<const QLineEdit*>(widget))
            texts << line->text() << line->placeholderText();
        if (const auto* box = qobject_cast<const QComboBox*>(widget))
            texts << box->currentText();
        if (const auto* view = qobject_cast<const QAbstractItemView*>(widget))
            texts << itemTexts(*view);
        texts.removeAll(QString());
        for (const QString& text : texts)
            lines << QString::fromLatin1(widget->metaObject()->className()) + u' ' + widget->objectName() + u": "_s
                    + text;
    }
    lines.removeIf([](const QString& line) { return line.contains(u"/tmp/"_s) || line.contains(u"read in"_s); });
    return lines.join(u'\n');
}

/// How many pixels differ.
int differences(const QImage& a, const QImage& b)
{
    if (a.size() != b.size())
        return a.width() * a.height();
    int found = 0;
    for (int y = 0; y < a.height(); ++y) {
        for (int x = 0; x < a.width(); ++x)
            found += a.pixel(x, y) != b.pixel(x, y) ? 1 : 0;
    }
    return found;
}

QImage pictureOf(FullWindow& fixture)
{
    auto* memory = fixture.window->statusLine()->findChild<QLabel*>(u"memory"_s);
    memory->setFixedWidth(40); // what stands there is another number each time
    memory->setText({});
    return fixture.window->grab().toImage();
}

/// When everything has its place.
QImage pictureAtRest(FullWindow& fixture)
{
    QImage last;
    const auto isAtRest = [&] {
        const QImage before = std::exchange(last, pictureOf(fixture));
        return before == last;
    };
    if (!QTest::qWaitFor(isAtRest))
        qFatal("The window of this test does not come to rest.");
    return last;
}

} // namespace

class TestLookChanges : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        QStandardPaths::setTestModeEnabled(true);
        initWindowResources();
    }
    void cleanup()
    {
        setNumberStyle({});
        applyTheme(ThemeChoice::Light);
    }
    void everyNumberFollows();
    void theTimelineFollows();
    void everyColourFollows();
};

void TestLookChanges::everyNumberFollows()
{
    const NumberStyle style { TimeUnit::Nano, 7 };
    QString wanted;
    {
        const FullWindow fresh(style, true);
        wanted = writtenIn(*fresh.window);
    }
    FullWindow fixture({}, true);
    QVERIFY(writtenIn(*fixture.window) != wanted);
    fixture.choose(*style.timeUnit, style.digits);
    if (!QTest::qWaitFor([&] { return writtenIn(*fixture.window) == wanted; }))
        KT_COMPARE_TEXT(writtenIn(*fixture.window).toStdString(), wanted.toStdString());
    // What is looked at is there at all.
    for (const char* place : { "scope-text", "pointer-time", "mark-distance", "trace-export-window", "resultTable" })
        QVERIFY2(wanted.contains(QLatin1String(place)), place);
}

void TestLookChanges::theTimelineFollows()
{
    const NumberStyle style { TimeUnit::Nano, 7 };
    QImage wanted;
    {
        const FullWindow fresh(style, false);
        wanted = fresh.window->timeline()->grab().toImage();
    }
    FullWindow fixture({}, false);
    QVERIFY(differences(fixture.window->timeline()->grab().toImage(), wanted) > 0);
    fixture.choose(*style.timeUnit, style.digits);
    QTRY_COMPARE(differences(fixture.window->timeline()->grab().toImage(), wanted), 0);
}

void TestLookChanges::everyColourFollows()
{
    QImage wanted;
    applyTheme(ThemeChoice::Dark);
    {
        FullWindow fresh({}, false);
        wanted = pictureAtRest(fresh);
    }
    applyTheme(ThemeChoice::Light);
    FullWindow fixture({}, false);
    QVERIFY(differences(pictureAtRest(fixture), wanted) > 100'000);
    applyTheme(ThemeChoice::Dark);
    if (QTest::qWaitFor([&] { return differences(pictureOf(fixture), wanted) == 0; }))
        return;
    pictureOf(fixture).save(u"look-changed.png"_s);
    wanted.save(u"look-wanted.png"_s);
    QFAIL("Pixels differ, see look-changed.png and look-wanted.png");
}

QTEST_MAIN(TestLookChanges)
#include "tst_look_changes.moc"
