// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/counters/formula.h"
#include "core/catalog/analyses.h"
#include "tests/support/test_macros.h"
#include "widgets/panels/parameters/baseline_choice.h"
#include "widgets/panels/parameters/name_completer.h"
#include "widgets/panels/parameters/parameter_form.h"

#include <QAbstractItemView>
#include <QCheckBox>
#include <QCoreApplication>
#include <QLabel>
#include <QLineEdit>
#include <QScopeGuard>
#include <QSignalSpy>
#include <QSpinBox>
#include <QStyle>
#include <QStyleOptionFrame>
#include <QTest>
#include <QToolButton>
#include <QTranslator>
#include <QWheelEvent>

using namespace kinetoscope;
using namespace kinetoscope::tests;
using namespace Qt::StringLiterals;

namespace {

ParameterDescriptor parameterOf(const char* id, const char* title, ParameterType type, ParameterValue value)
{
    ParameterDescriptor parameter;
    parameter.id = id;
    parameter.title = title;
    parameter.help = "What it is for";
    parameter.type = type;
    parameter.defaultValue = std::move(value);
    return parameter;
}

std::vector<ParameterDescriptor> parameters()
{
    std::vector<ParameterDescriptor> all { parameterOf("rows", "Rows", ParameterType::Int, std::int64_t { 3 }),
        parameterOf("delay", "Delay", ParameterType::Duration, std::int64_t { 30'000 }),
        parameterOf("flag", "Flag", ParameterType::Bool, true),
        parameterOf("op", "Op", ParameterType::String, std::string()),
        parameterOf("formula", "Formula", ParameterType::StringList, std::vector<std::string>()) };
    all[0].minimum = 0;
    all[0].maximum = 100;
    all[3].names = NamedThing::Op;
    all[4].names = NamedThing::Counter;
    return all;
}

Parameters durationOf(const char* id, std::int64_t value)
{
    Parameters given;
    given.set(id, value);
    return given;
}

/// A language with one word.
class GermanWord : public QTranslator {
public:
    [[nodiscard]] bool isEmpty() const override { return false; }
    [[nodiscard]] QString translate(const char*, const char* text, const char*, int) const override
    {
        return qstrcmp(text, "all") == 0 ? QStringLiteral("alle") : QString();
    }
};

/// What a form says of a field, to the eye and to a screen reader.
struct Words {
    QString title;
    bool isBold = false;
    QString name;
    QString description;
    QString toolTip;
};

Words wordsOf(const ParameterForm& form, const QString& id)
{
    auto* editor = form.findChild<QWidget*>(u"parameter-"_s + id);
    QWidget* titled = editor;
    QString title;
    for (QLabel* label : form.findChildren<QLabel*>()) {
        if (label->buddy() == editor) {
            titled = label;
            title = label->text();
        }
    }
    if (auto* box = qobject_cast<QCheckBox*>(editor))
        title = box->text();
    return { title, titled->font().bold(), editor->accessibleName(), editor->accessibleDescription(),
        editor->toolTip() };
}

} // namespace

/// Fields of parameters: what they take, what they offer, what reset gives.
class TestParameterForm : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { QLocale::setDefault(QLocale::c()); }

    /// The other trace is named as far as there is room, and never makes the form wider.
    void theOtherTraceIsNamedWhereThereIsRoom()
    {
        BaselineChoice choice;
        auto* button = choice.findChild<QToolButton*>(u"baseline"_s);
        const QString name = u"worker0.1623212756351.pt.trace.json.gz"_s;
        choice.resize(600, 60);
        choice.show();
        choice.take(nullptr, "/traces/" + name.toStdString());
        QTRY_COMPARE(button->text(), name);
        choice.resize(200, 60);
        QTRY_VERIFY2(button->text().contains(u'\u2026'), qPrintable(button->text()));
        QVERIFY(button->fontMetrics().horizontalAdvance(button->text()) < button->width());
        QVERIFY(choice.minimumSizeHint().width() <= 200);
    }

    /// Who scrolls the form must not change it.
    void theWheelChangesNoBoxThatWasNotClicked()
    {
        ParameterForm form(m_parameters);
        auto* rows = form.findChild<QSpinBox*>(u"parameter-rows"_s);
        QVERIFY(rows);
        const auto turn = [rows] {
            QWheelEvent wheel({ 3, 3 }, rows->mapToGlobal(QPointF(3, 3)), {}, { 0, -120 }, Qt::NoButton, {},
                Qt::NoScrollPhase, false);
            QCoreApplication::sendEvent(rows, &wheel);
            return wheel.isAccepted();
        };
        form.show();
        QVERIFY(QTest::qWaitForWindowExposed(&form));
        rows->clearFocus();
        QVERIFY(!turn());
        QCOMPARE(form.values().integer("rows"), 3);
        rows->setFocus();
        QTRY_VERIFY(rows->hasFocus());
        QVERIFY(turn());
        QCOMPARE(form.values().integer("rows"), 2);
    }

    void formTakesOnlyWhatTheCommandLineTakes()
    {
        ParameterForm form(m_parameters);
        QSignalSpy changed(&form, &ParameterForm::changed);
        auto* delay = form.findChild<QLineEdit*>(u"parameter-delay"_s);
        QCOMPARE(delay->text(), u"30us"_s);
        const auto type = [&](const QString& text) {
            delay->setText(text);
            QTest::keyClick(delay, Qt::Key_Return);
        };
        type(u"1.5ms"_s);
        QCOMPARE(form.values().integer("delay"), 1'500'000);
        QCOMPARE(changed.count(), 1);
        type(u"soon"_s);
        QCOMPARE(form.values().integer("delay"), 1'500'000);
        QCOMPARE(changed.count(), 1);
        QVERIFY(!delay->toolTip().isEmpty());
        form.findChild<QSpinBox*>(u"parameter-rows"_s)->setValue(9);
        QCOMPARE(form.values().integer("rows"), 9);
        QCOMPARE(changed.count(), 2);
        form.reset();
        QCOMPARE(form.values().integer("rows"), 3);
        QCOMPARE(delay->text(), u"30us"_s);
        QCOMPARE(changed.count(), 3); // once for all
    }

    void decimalsFollowTheLocale_data()
    {
        QTest::addColumn<QString>("typed");
        QTest::addColumn<QString>("shown");
        QTest::addColumn<qint64>("ns");
        QTest::newRow("its sign") << u"1,5ms"_s << u"1500us"_s << qint64 { 1'500'000 };
        QTest::newRow("a point") << u"1.5ms"_s << u"1500us"_s << qint64 { 1'500'000 };
        QTest::newRow("both") << u"1.234,5us"_s << QString() << qint64 { 30'000 };
        QTest::newRow("shown") << u"1,234us"_s << u"1,234us"_s << qint64 { 1'234 };
    }

    /// What is exported or copied as a command has a point: it goes through formatParameter.
    void decimalsFollowTheLocale()
    {
        QFETCH(QString, typed);
        QFETCH(QString, shown);
        QFETCH(qint64, ns);
        QLocale::setDefault(QLocale(QLocale::German, QLocale::Germany));
        const auto back = qScopeGuard([] { QLocale::setDefault(QLocale::c()); });
        std::vector<ParameterDescriptor> all = m_parameters;
        all.push_back(parameterOf("share", "Share", ParameterType::Double, 0.02));
        all.push_back(parameterOf("names", "Names", ParameterType::String, std::string("a.b")));
        ParameterForm form(all);
        QCOMPARE(form.findChild<QLineEdit*>(u"parameter-share"_s)->text(), u"0,02"_s);
        QCOMPARE(form.findChild<QLineEdit*>(u"parameter-names"_s)->text(), u"a.b"_s);
        auto* delay = form.findChild<QLineEdit*>(u"parameter-delay"_s);
        delay->setText(typed);
        QTest::keyClick(delay, Qt::Key_Return);
        QCOMPARE(form.values().integer("delay"), ns);
        QCOMPARE(delay->text(), shown.isEmpty() ? typed : shown);
        auto* share = form.findChild<QLineEdit*>(u"parameter-share"_s);
        share->setText(u"0,5"_s);
        QTest::keyClick(share, Qt::Key_Return);
        QCOMPARE(form.values().number("share"), 0.5);
        QVERIFY2(
            share->accessibleDescription().contains(u"usually 0,02"_s), qPrintable(share->accessibleDescription()));
        QLocale::setDefault(QLocale::c());
        QEvent change(QEvent::LocaleChange);
        QCoreApplication::sendEvent(&form, &change);
        QCOMPARE(share->text(), u"0.5"_s);
    }

    /// Changes are as long as sentences: their field is as wide as the form.
    void changesHaveAllTheRoom()
    {
        std::vector<ParameterDescriptor> all { parameterOf("slow", "Slow call", ParameterType::StringList,
                                                   std::vector<std::string> {}),
            parameterOf("change", "Changes", ParameterType::StringList, std::vector<std::string> {}) };
        all.back().names = NamedThing::Change;
        ParameterForm form(all);
        form.resize(500, 200);
        form.show();
        QVERIFY(form.findChild<QLineEdit*>(u"parameter-change"_s)->width() > 460);
        QVERIFY(form.findChild<QLineEdit*>(u"parameter-slow"_s)->width() < 460);
    }

    void usualTextsAreReadWhole()
    {
        std::vector<ParameterDescriptor> all { parameterOf("kinds", "Kinds shown", ParameterType::StringList,
            std::vector<std::string> { "ops", "annotations", "calls", "python" }) };
        ParameterForm form(all);
        form.resize(form.minimumSizeHint());
        form.show();
        auto* kinds = form.findChild<QLineEdit*>(u"parameter-kinds"_s);
        QStyleOptionFrame option;
        option.initFrom(kinds);
        option.lineWidth = form.style()->pixelMetric(QStyle::PM_DefaultFrameWidth, &option, kinds);
        const QRect room = form.style()->subElementRect(QStyle::SE_LineEditContents, &option, kinds);
        constexpr int kMargins = 4; // two at each side, of QLineEdit itself
        QVERIFY(kinds->fontMetrics().horizontalAdvance(kinds->text()) + kMargins <= room.width());
        QVERIFY(form.minimumSizeHint().width() <= 300); // narrower than a dock
    }

    /// A box is called by its own text, which may take all the room there is, and asks for no more than a dock has.
    void namesOfBoxesAreReadWhole()
    {
        std::vector<ParameterDescriptor> all { parameterOf(
            "memory", "Allocated and reserved memory of all devices", ParameterType::Bool, false) };
        ParameterForm form(all);
        const auto* box = form.findChild<QCheckBox*>(u"parameter-memory"_s);
        QVERIFY(form.minimumSizeHint().width() <= 300);
        form.resize(480, 200);
        form.show();
        QVERIFY2(box->width() >= box->sizeHint().width(), qPrintable(QString::number(box->width())));
    }

    void whatDiffersFromTheUsualIsMarked()
    {
        ParameterForm form(m_parameters);
        QSignalSpy usual(&form, &ParameterForm::usualChanged);
        QVERIFY(form.isUsual());
        /// 1 and 0; -1 where the marks disagree: all say the same, and colour is none of them.
        const auto isMarked = [&form](const QString& id) {
            const Words words = wordsOf(form, id);
            const int marks = words.title.startsWith(u"\u2022 "_s) + words.isBold + words.name.endsWith(u", changed"_s)
                + words.description.contains(u"usually"_s) + words.toolTip.contains(u"usually"_s);
            return marks == 5 ? 1 : marks == 0 ? 0 : -1;
        };
        const QStringList ids { u"rows"_s, u"delay"_s, u"flag"_s, u"op"_s, u"formula"_s };
        for (const QString& id : ids)
            QVERIFY2(isMarked(id) == 0, qPrintable(id));
        form.findChild<QSpinBox*>(u"parameter-rows"_s)->setValue(9);
        form.findChild<QCheckBox*>(u"parameter-flag"_s)->setChecked(false);
        auto* delay = form.findChild<QLineEdit*>(u"parameter-delay"_s);
        delay->setText(u"2ms"_s);
        emit delay->editingFinished();
        for (const QString& id : ids)
            QCOMPARE(isMarked(id), id == u"op"_s || id == u"formula"_s ? 0 : 1);
        QVERIFY(wordsOf(form, u"delay"_s).description.contains(u"usually 30us"_s));
        QVERIFY(wordsOf(form, u"flag"_s).toolTip.contains(u"usually on"_s));
        QCOMPARE(usual.last().first().toBool(), false);
        QCOMPARE(form.changedValues().all().size(), std::size_t { 3 });
        form.reset();
        for (const QString& id : ids)
            QVERIFY2(isMarked(id) == 0, qPrintable(id));
        QCOMPARE(usual.last().first().toBool(), true);
        QVERIFY(form.changedValues().all().empty());
    }

    void resetGivesWhatIsPreferred()
    {
        ParameterForm form(m_parameters);
        QSignalSpy changed(&form, &ParameterForm::changed);
        form.setUsual(durationOf("delay", 70'000));
        QCOMPARE(form.values().integer("delay"), 70'000); // nobody had changed it
        QCOMPARE(changed.count(), 1);
        QVERIFY(form.isUsual());
        form.setValues(durationOf("delay", 5'000));
        QVERIFY(!form.isUsual());
        form.reset();
        QCOMPARE(form.values().integer("delay"), 70'000);
        // The built-in default is a change now.
        form.setValues(durationOf("delay", 30'000));
        QVERIFY(wordsOf(form, u"delay"_s).description.contains(u"usually 70us"_s));
        // What was changed stays when the preference does not.
        form.setUsual(durationOf("delay", 90'000));
        QCOMPARE(form.values().integer("delay"), 30'000);
        form.setUsual({});
        QVERIFY(form.isUsual());
        QCOMPARE(form.values().integer("delay"), 30'000);
        // Of another type, of another analysis.
        Parameters odd;
        odd.set("delay", true);
        odd.set("nothing", true);
        form.setUsual(odd);
        QVERIFY(form.isUsual());
        QVERIFY(form.values() == form.usual());
    }

    void resetTakesBadTextAway()
    {
        ParameterForm form(m_parameters);
        auto* delay = form.findChild<QLineEdit*>(u"parameter-delay"_s);
        form.setValues(durationOf("delay", 5'000));
        delay->setText(u"soon"_s);
        emit delay->editingFinished();
        QVERIFY(wordsOf(form, u"delay"_s).description.contains(u"soon"_s));
        form.reset();
        QCOMPARE(delay->text(), u"30us"_s);
        QVERIFY(!wordsOf(form, u"delay"_s).description.contains(u"soon"_s));
    }

    void oneReturnTakesWhatIsTyped_data()
    {
        QTest::addColumn<QString>("field");
        QTest::addColumn<QString>("typed");
        QTest::addColumn<QString>("taken");
        QTest::newRow("op") << u"op"_s << u"aten::m"_s << u"aten::m"_s;
        QTest::newRow("whole op") << u"op"_s << u"aten::mm"_s << u"aten::mm"_s;
        QTest::newRow("formula") << u"formula"_s << u"x=2*dram"_s << u"x=2*dram"_s;
    }

    void oneReturnTakesWhatIsTyped()
    {
        QFETCH(QString, field);
        QFETCH(QString, typed);
        QFETCH(QString, taken);
        ParameterForm form(m_parameters);
        auto* completer = offerIn(form, field);
        auto* line = form.findChild<QLineEdit*>(u"parameter-"_s + field);
        QTest::keyClicks(line, typed);
        QVERIFY(completer->popup()->isVisible());
        QTest::keyClick(completer->popup(), Qt::Key_Return); // the list has the keyboard
        QVERIFY(!completer->popup()->isVisible());
        QCOMPARE(textOf(form, field), taken);
        QCOMPARE(line->text(), taken);
    }

    /// Who has asked once goes on typing behind it; a long text that nobody is in is read from its beginning.
    void whoTypesStaysWhereTheyAre()
    {
        ParameterForm form(m_parameters);
        form.show();
        form.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&form));
        auto* line = form.findChild<QLineEdit*>(u"parameter-op"_s);
        line->setFocus();
        QTest::keyClicks(line, u"aten::mm"_s);
        QTest::keyClick(line, Qt::Key_Return);
        form.setValues(form.values()); // as a panel does with what was taken
        QCOMPARE(line->cursorPosition(), line->text().size());
        Parameters other = form.values();
        other.set("op", std::string("aten::addmm"));
        form.setFocus();
        line->clearFocus();
        form.setValues(other);
        QCOMPARE(line->text(), u"aten::addmm"_s);
        QCOMPARE(line->cursorPosition(), 0);
    }

    /// A list of the program's own words has them as tables show them; what files have is understood, too.
    void wordsAreShownAndTaken()
    {
        std::vector<ParameterDescriptor> own { parameterOf(
            "kind", "Kinds", ParameterType::StringList, std::vector<std::string>()) };
        own.front().choices = { "kernel", "cuda_runtime", "gpu_memcpy" };
        ParameterForm form(own);
        auto* line = form.findChild<QLineEdit*>(u"parameter-kind"_s);
        QCOMPARE(line->placeholderText(), u"kernel, runtime call, copy"_s);
        QVERIFY(line->toolTip().contains(u"runtime call"_s));
        const auto type = [&](const QString& text) {
            line->setText(text);
            QTest::keyClick(line, Qt::Key_Return);
        };
        using List = std::vector<std::string>;
        type(u" Runtime  call,kernel"_s);
        QCOMPARE(form.values().list("kind"), (List { "cuda_runtime", "kernel" }));
        QCOMPARE(line->text(), u"runtime call, kernel"_s);
        type(u"gpu_memcpy"_s);
        QCOMPARE(form.values().list("kind"), List { "gpu_memcpy" });
        QCOMPARE(line->text(), u"copy"_s);
        type(u"copy, milk"_s);
        QCOMPARE(form.values().list("kind"), List { "gpu_memcpy" });
        QCOMPARE(line->accessibleDescription(), u"milk is none of kernel, runtime call, copy."_s);
        type({});
        QCOMPARE(form.values().list("kind"), List());
    }

    /// What is called otherwise on screen than in files is called so here, too.
    void idsAreForFiles()
    {
        std::vector<ParameterDescriptor> own { parameterOf(
            "profiler-steps", "Steps", ParameterType::String, std::string("all")) };
        own.front().names = NamedThing::Step;
        own.front().help = "A gap counts as kernel_wait, not my_own";
        GermanWord german;
        QCoreApplication::installTranslator(&german);
        const auto back = qScopeGuard([&german] { QCoreApplication::removeTranslator(&german); });
        ParameterForm form(own);
        auto* line = form.findChild<QLineEdit*>(u"parameter-profiler-steps"_s);
        QCOMPARE(line->text(), u"alle"_s);
        QVERIFY2(line->accessibleDescription().contains(u"\u201cBetween kernels\u201d, not my_own"_s),
            qPrintable(line->accessibleDescription()));
        for (const char* written : { "10-12", "Alle", "3", "all" }) {
            line->setText(QString::fromLatin1(written));
            QTest::keyClick(line, Qt::Key_Return);
        }
        QCOMPARE(form.values().text("profiler-steps"), "all");
        QCOMPARE(line->text(), u"alle"_s);
        line->setText(u"Alle"_s);
        QTest::keyClick(line, Qt::Key_Return);
        QCOMPARE(form.values().text("profiler-steps"), "all");
    }

    /// As the panel calls it: a cause of idle time has another name among causes, a column that of its head.
    void helpsNameThingsAsTheirPanelDoes_data()
    {
        QTest::addColumn<QByteArray>("analysis");
        QTest::addColumn<QByteArray>("parameter");
        QTest::addColumn<QString>("said");
        for (const char* panel : { "idle-causes", "critical-path", "what-if" })
            QTest::addRow("%s", panel) << QByteArray(panel) << QByteArray("consecutive-kernel-delay")
                                       << u"counts as \u201cKernel gap\u201d"_s;
        for (const char* panel : { "idle-time", "overview", "wait-causes" })
            QTest::addRow("%s", panel) << QByteArray(panel) << QByteArray("consecutive-kernel-delay")
                                       << u"counts as \u201cBetween kernels\u201d"_s;
        QTest::newRow("a column") << QByteArray("kernel-launches") << QByteArray("launch-api")
                                  << u"as the column \u201cLaunched by\u201d names them"_s;
        QTest::newRow("choices") << QByteArray("duration-concentration") << QByteArray("kind")
                                 << u"one or two of kernel, runtime call, driver call, copy, memset"_s;
    }
    void helpsNameThingsAsTheirPanelDoes()
    {
        QFETCH(QByteArray, analysis);
        QFETCH(QByteArray, parameter);
        QFETCH(QString, said);
        const AnalysisDescriptor* descriptor = findAnalysis(analysis.toStdString());
        QVERIFY(descriptor);
        const ParameterForm form(descriptor->parameters, nullptr, descriptor);
        const auto* editor = form.findChild<QWidget*>(u"parameter-"_s + QString::fromLatin1(parameter));
        QVERIFY(editor);
        QVERIFY2(editor->accessibleDescription().contains(said), qPrintable(editor->accessibleDescription()));
    }

    void returnOnANameTakesTheName()
    {
        ParameterForm form(m_parameters);
        auto* completer = offerIn(form, u"op"_s);
        QTest::keyClicks(form.findChild<QLineEdit*>(u"parameter-op"_s), u"m"_s);
        QTest::keyClick(completer->popup(), Qt::Key_Down);
        QTest::keyClick(completer->popup(), Qt::Key_Return);
        QCOMPARE(textOf(form, u"op"_s), u"aten::mm"_s);
    }

    void aNameInsideAFormulaDoesNotEndIt()
    {
        ParameterForm form(m_parameters);
        QSignalSpy changed(&form, &ParameterForm::changed);
        auto* completer = offerIn(form, u"formula"_s);
        auto* line = form.findChild<QLineEdit*>(u"parameter-formula"_s);
        QTest::keyClicks(line, u"x=2*dr"_s);
        QTest::keyClick(completer->popup(), Qt::Key_Down);
        QTest::keyClick(completer->popup(), Qt::Key_Return);
        QCOMPARE(line->text(), u"x=2*dram"_s);
        QCOMPARE(changed.count(), 0);
        QTest::keyClick(line, Qt::Key_Return);
        QCOMPARE(textOf(form, u"formula"_s), u"x=2*dram"_s);
    }

    void formulasAreCompletedWordByWord()
    {
        QLineEdit line;
        NameCompleter completer(&line, NameCompleter::Scope::WordAtCursor);
        completer.setNames({ u"dram__bytes_read.sum"_s, u"l1 %"_s });
        line.show();
        QTest::keyClicks(&line, u"dram=2*bytes"_s);
        QCOMPARE(completer.completionPrefix(), u"bytes"_s);
        QCOMPARE(completer.completionCount(), 1);
        emit static_cast<QCompleter&>(completer).activated(u"dram__bytes_read.sum"_s);
        QCOMPARE(line.text(), u"dram=2*dram__bytes_read.sum"_s);
        QTest::keyClicks(&line, u"/l1"_s);
        emit static_cast<QCompleter&>(completer).activated(u"l1 %"_s);
        QCOMPARE(line.text(), u"dram=2*dram__bytes_read.sum/'l1 %'"_s);
        KT_VERIFY_OK(CounterFormula::parse(line.text().toStdString()));
    }

    void aCounterAloneBecomesAFormula_data()
    {
        QTest::addColumn<QString>("typed");
        QTest::addColumn<QString>("counter");
        QTest::addColumn<QString>("text");
        QTest::newRow("first") << u"bytes"_s << u"dram__bytes_read.sum"_s
                               << u"dram__bytes_read_sum=dram__bytes_read.sum"_s;
        QTest::newRow("after another") << u"x=1,bytes"_s << u"dram__bytes_read.sum"_s
                                       << u"x=1,dram__bytes_read_sum=dram__bytes_read.sum"_s;
        QTest::newRow("no plain word") << u"l1"_s << u"l1 %"_s << u"l1__='l1 %'"_s;
        QTest::newRow("plain word") << u"ins"_s << u"instructions"_s << u"my_instructions=instructions"_s;
        QTest::newRow("digit") << u"per"_s << u"2nd percentile"_s << u"my_2nd_percentile='2nd percentile'"_s;
    }

    void aCounterAloneBecomesAFormula()
    {
        QFETCH(QString, typed);
        QFETCH(QString, counter);
        QFETCH(QString, text);
        QLineEdit line;
        NameCompleter completer(&line, NameCompleter::Scope::WordAtCursor);
        completer.setNames({ counter });
        line.show();
        QTest::keyClicks(&line, typed);
        QVERIFY(completer.popup()->isVisible());
        emit static_cast<QCompleter&>(completer).activated(counter);
        QCOMPARE(line.text(), text);
        KT_VERIFY_OK(CounterFormula::parse(text.mid(text.lastIndexOf(u',') + 1).toStdString()));
    }

    void theNameOfAFormulaThatIsThereIsNotCompleted()
    {
        QLineEdit line;
        NameCompleter completer(&line, NameCompleter::Scope::WordAtCursor);
        completer.setNames({ u"dram__bytes_read.sum"_s });
        line.setText(u"=2*dram__bytes_read.sum"_s);
        line.show();
        line.setCursorPosition(0);
        QTest::keyClicks(&line, u"dram"_s);
        QVERIFY(!completer.popup()->isVisible());
    }

private:
    /// Shows the form with names to choose from. Returns the completer of a field.
    static NameCompleter* offerIn(ParameterForm& form, const QString& field)
    {
        form.setNames(NamedThing::Op, { u"aten::mm"_s, u"aten::mul"_s });
        form.setNames(NamedThing::Counter, { u"dram"_s, u"dropped"_s });
        form.show();
        auto* line = form.findChild<QLineEdit*>(u"parameter-"_s + field);
        line->setFocus();
        return line->findChild<NameCompleter*>();
    }
    static QString textOf(const ParameterForm& form, const QString& field)
    {
        const ParameterValue& value = form.values().all().find(field.toStdString())->second;
        if (const auto* list = std::get_if<std::vector<std::string>>(&value))
            return list->empty() ? QString() : toQString(list->front());
        return toQString(std::get<std::string>(value));
    }

    const std::vector<ParameterDescriptor> m_parameters = parameters();
};

QTEST_MAIN(TestParameterForm)
#include "tst_parameter_form.moc"
