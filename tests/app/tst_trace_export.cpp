// SPDX-License-Identifier: GPL-3.0-or-later
// File > Export trace: from the window to a file that others open.
#include "app/window/docks/analysis_docks.h"
#include "app/window/export/trace_export_dialog.h"
#include "app/window/status/job_indicator.h"
#include "app/window/timeline/overlay_control.h"
#include "tests/app/window_fixture.h"
#include "tests/support/exported_trace.h"
#include "tests/support/trace_generator.h"
#include "widgets/panels/analysis/analysis_panel.h"
#include "widgets/panels/parameters/parameter_form.h"
#include "widgets/support/number_text.h"

#include <QAction>
#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QDir>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMessageBox>
#include <QObject>
#include <QPointer>
#include <QSignalSpy>
#include <QString>
#include <QStringLiteral>
#include <QTest>
#include <QTimer>
#include <QToolButton>

using namespace kinetoscope;
using namespace kinetoscope::tests;

class TestTraceExport : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void countersAreWrittenAndOpenAgain();
    void panelOffersItsOverlay();
    void markedChainsAreWritten();
    void trimTakesTheScope();
    void trimTakesTheRangeThatIsSelected();
    void ranksGoIntoAFolder();
    void failureIsSaidInWordsAndTheDialogStays();
    void stoppedExportLeavesNoFile();
    void closedTraceClosesTheDialog();
    void closedDialogLetsItGoOn();
    void closedTraceLetsItGoOn();
    void statusBarStopsIt();
    void failureBringsTheDialogBack();
    void closingTheWindowAsks();

private:
    void open(WindowFixture& fixture, bool isLarge = false);
    TraceExportDialog* dialogOf(WindowFixture& fixture) { return fixture.window->findChild<TraceExportDialog*>(); }

    TempDir m_dir;
    std::vector<TraceArgument> m_traces;
    std::vector<TraceArgument> m_large; ///< not written before anybody looks
};

void TestTraceExport::initTestCase()
{
    GeneratorOptions options;
    options.ranks = 2;
    options.steps = 3;
    options.smallOps = 20;
    const std::vector<std::string> texts = generateTraces(options);
    for (std::size_t i = 0; i < texts.size(); ++i)
        m_traces.push_back({ std::nullopt, m_dir.write("job/" + std::to_string(i) + ".json", texts[i]) });
    options.ranks = 1;
    options.steps = 60;
    options.smallOps = 150;
    m_large.push_back({ std::nullopt, m_dir.write("large.json", generateTrace(options)) });
}

void TestTraceExport::open(WindowFixture& fixture, bool isLarge)
{
    QVERIFY(!fixture.action(ActionId::ExportTrace)->isEnabled());
    QSignalSpy opened(&fixture.document, &Document::opened);
    fixture.window->open(isLarge ? m_large : m_traces);
    QTRY_COMPARE_WITH_TIMEOUT(opened.count(), 1, 20'000);
    fixture.action(ActionId::ExportTrace)->trigger();
    QVERIFY(dialogOf(fixture));
}

void TestTraceExport::countersAreWrittenAndOpenAgain()
{
    WindowFixture fixture;
    open(fixture);
    QPointer<TraceExportDialog> dialog = dialogOf(fixture);
    dialog->choose("counters");
    dialog->findChild<QLineEdit*>(QStringLiteral("trace-export-ranks"))->setText(QStringLiteral("1"));
    const std::string target = m_dir.file("counters.json.gz");
    QSignalSpy said(dialog, &TraceExportDialog::messageShown);
    dialog->save(toQString(target));
    QVERIFY(dialog->isWriting());
    QTRY_COMPARE_WITH_TIMEOUT(said.count(), 1, 20'000);
    QVERIFY(said.front().front().toString().contains(toQString(target)));
    QTRY_VERIFY(!dialog);
    const ExportedTrace out = readExported(target);
    QCOMPARE(QString::fromStdString(out.error), QString());
    QVERIFY(out.text->find("\"Queue Length\"") != std::string::npos);
}

void TestTraceExport::panelOffersItsOverlay()
{
    WindowFixture fixture;
    open(fixture);
    dialogOf(fixture)->reject();
    QTRY_VERIFY(!dialogOf(fixture));
    AnalysisPanel* panel = fixture.window->analysisDocks()->panel("kernel-sequences");
    Parameters parameters;
    parameters.set("operator-name", std::string("aten::linear"));
    parameters.set("min-pattern-len", std::int64_t { 1 });
    panel->setParameters(parameters);
    auto* action = panel->exportMenu()->findChild<QAction*>(QStringLiteral("write-sequences"));
    QVERIFY(action);
    action->trigger();
    QPointer<TraceExportDialog> dialog = dialogOf(fixture);
    QVERIFY(dialog);
    const std::string target = m_dir.file("overlaid.json");
    QSignalSpy said(dialog, &TraceExportDialog::messageShown);
    dialog->save(toQString(target));
    QTRY_COMPARE_WITH_TIMEOUT(said.count(), 1, 20'000);
    QVERIFY(readFile(target).find("\"Patterns\": {\"aten::linear|") != std::string::npos);
}

void TestTraceExport::markedChainsAreWritten()
{
    WindowFixture fixture;
    open(fixture);
    dialogOf(fixture)->reject();
    QTRY_VERIFY(!dialogOf(fixture));
    fixture.window->analysisDocks()->raise("kernel-sequences");
    AnalysisPanel* panel = fixture.window->analysisDocks()->panel("kernel-sequences");
    Parameters parameters;
    parameters.set("min-pattern-len", std::int64_t { 1 });
    parameters.set("top-k", std::int64_t { 1 });
    panel->setParameters(parameters);
    QTRY_VERIFY_WITH_TIMEOUT(
        panel->state() == AnalysisPanel::State::Ready && panel->result()->findTable("sequences")->rowCount() > 1,
        20'000);
    const Table& table = *panel->result()->findTable("sequences");
    const std::string chosen(table.text(table.rowCount() - 1, 0));
    emit panel->textTagToggled(toQString(chosen));
    QTRY_VERIFY_WITH_TIMEOUT(!fixture.window->overlays()->isBusy(), 20'000);
    auto* action = panel->exportMenu()->findChild<QAction*>(QStringLiteral("write-sequences"));
    const auto write = [&](const std::string& target, const Parameters& changed) {
        action->trigger();
        QPointer<TraceExportDialog> dialog = dialogOf(fixture);
        const auto* only = dialog->findChild<QCheckBox*>(QStringLiteral("trace-export-marked"));
        const bool isOffered = only->isVisibleTo(dialog) && only->isChecked();
        dialog->findChild<ParameterForm*>()->setValues(changed);
        const bool isTaken = only->isChecked();
        QSignalSpy said(dialog, &TraceExportDialog::messageShown);
        dialog->save(toQString(target));
        const bool isWritten = QTest::qWaitFor([&said] { return said.count() == 1; }, 20'000);
        if (!isOffered || !isWritten || !QTest::qWaitFor([&dialog] { return !dialog; }, 5'000))
            return std::string("not offered or not written");
        return (isTaken ? "marked " : "first ") + readFile(target);
    };
    const std::string first(table.text(0, 0));
    const auto member = [](const std::string& pattern) { return tests::jsonString(pattern) + ": "; };
    const std::string marked = write(m_dir.file("marked.json"), {});
    QVERIFY2(marked.starts_with("marked "), marked.substr(0, 80).c_str());
    QVERIFY(marked.find(member(chosen)) != std::string::npos);
    QVERIFY(marked.find(member(first)) == std::string::npos);
    // Who asks for other chains in the dialog gets those.
    Parameters two;
    two.set("top-k", std::int64_t { 2 });
    const std::string others = write(m_dir.file("first.json"), two);
    QVERIFY2(others.starts_with("first "), others.substr(0, 80).c_str());
    QVERIFY(others.find(member(first)) != std::string::npos);
}

void TestTraceExport::trimTakesTheScope()
{
    WindowFixture fixture;
    open(fixture);
    QPointer<TraceExportDialog> dialog = dialogOf(fixture);
    dialog->choose("trim");
    const auto* part = dialog->findChild<QComboBox*>(QStringLiteral("trace-export-part"));
    const auto words = [&] { return part->currentText(); };
    QVERIFY(!part->isVisibleTo(dialog)); // there is nothing to choose
    QVERIFY(dialog->findChild<QLabel*>(QStringLiteral("trace-export-window"))->text().contains(u"written whole"));
    Scope scope;
    scope.steps = { fixture.viewState().traceSet()->stepNumbers()[1] };
    fixture.viewState().setScope(scope);
    QVERIFY2(words().contains(QString::number(scope.steps.front())), qPrintable(words()));
    dialog->findChild<QLineEdit*>(QStringLiteral("trace-export-ranks"))->setText(QStringLiteral("0"));
    const std::string target = m_dir.file("trimmed.json");
    QSignalSpy said(dialog, &TraceExportDialog::messageShown);
    dialog->save(toQString(target));
    QTRY_COMPARE_WITH_TIMEOUT(said.count(), 1, 20'000);
    const ExportedTrace out = readExported(target);
    QVERIFY(out.error.empty() && !out.events.empty());
    QVERIFY(out.text->size() < readFile(m_traces.front().path).size() / 2);
}

/// Who has drawn a range means it, whatever the scope is; the kind that was chosen last comes again.
void TestTraceExport::trimTakesTheRangeThatIsSelected()
{
    WindowFixture fixture;
    open(fixture);
    ViewState& view = fixture.viewState();
    dialogOf(fixture)->reject();
    QTRY_VERIFY(!dialogOf(fixture));
    const TimeRange work = view.traceSet()->workRange();
    const TimeRange drawn { work.begin + work.length() / 3, work.begin + work.length() / 2 };
    view.setSelection({ {}, { { 0, TrackId {}, drawn } } });
    fixture.action(ActionId::ExportTrace)->trigger();
    QPointer<TraceExportDialog> dialog = dialogOf(fixture);
    auto* kinds = dialog->findChild<QComboBox*>(QStringLiteral("trace-export-kind"));
    kinds->setCurrentIndex(kinds->findText(QStringLiteral("Trimmed trace")));
    emit kinds->activated(kinds->currentIndex());
    auto* part = dialog->findChild<QComboBox*>(QStringLiteral("trace-export-part"));
    QVERIFY(part->isVisibleTo(dialog));
    QVERIFY2(part->currentText().contains(durationText(drawn.length())), qPrintable(part->currentText()));
    dialog->findChild<QLineEdit*>(QStringLiteral("trace-export-ranks"))->setText(QStringLiteral("0"));
    const std::string target = m_dir.file("drawn.json");
    QSignalSpy said(dialog, &TraceExportDialog::messageShown);
    dialog->save(toQString(target));
    QTRY_COMPARE_WITH_TIMEOUT(said.count(), 1, 20'000);
    QVERIFY(readFile(target).find("trimmedToNanoseconds") != std::string::npos);
    QTRY_VERIFY(!dialogOf(fixture));
    // A slice that is clicked is offered; nobody asked for it.
    view.selectSlice({ 0, SliceTable::at(0) });
    fixture.action(ActionId::ExportTrace)->trigger();
    dialog = dialogOf(fixture);
    kinds = dialog->findChild<QComboBox*>(QStringLiteral("trace-export-kind"));
    QCOMPARE(kinds->currentText(), QStringLiteral("Trimmed trace"));
    part = dialog->findChild<QComboBox*>(QStringLiteral("trace-export-part"));
    QCOMPARE(part->count(), 2);
    QCOMPARE(part->currentText(), QStringLiteral("Whole traces"));
    // The scope, and the range beside it.
    fixture.document.limitScopeToSelection();
    QCOMPARE(part->count(), 2);
    QVERIFY2(part->currentText().startsWith(QStringLiteral("Scope")), qPrintable(part->currentText()));
    view.setSelection({ {}, { { 0, TrackId {}, drawn } } });
    QCOMPARE(part->count(), 3);
    QVERIFY2(part->currentText().startsWith(QStringLiteral("Selected")), qPrintable(part->currentText()));
}

void TestTraceExport::ranksGoIntoAFolder()
{
    WindowFixture fixture;
    open(fixture);
    QPointer<TraceExportDialog> dialog = dialogOf(fixture);
    dialog->choose("counters");
    const TempDir folder;
    QSignalSpy said(dialog, &TraceExportDialog::messageShown);
    dialog->save(toQString(folder.path()));
    QTRY_COMPARE_WITH_TIMEOUT(said.count(), 1, 20'000);
    QVERIFY(!readFile(folder.file("0_with_counters.json")).empty());
    QVERIFY(!readFile(folder.file("1_with_counters.json")).empty());
}

void TestTraceExport::failureIsSaidInWordsAndTheDialogStays()
{
    WindowFixture fixture;
    open(fixture);
    QPointer<TraceExportDialog> dialog = dialogOf(fixture);
    dialog->choose("merge");
    const std::string before = readFile(m_traces.front().path);
    dialog->save(toQString(m_traces.front().path));
    const auto* state = dialog->findChild<QLabel*>(QStringLiteral("trace-export-state"));
    QTRY_VERIFY_WITH_TIMEOUT(!dialog->isWriting(), 20'000);
    QVERIFY2(state->text().contains(QStringLiteral("being read")), qPrintable(state->text()));
    QVERIFY(dialog->isVisible() && state->isVisible());
    QVERIFY(readFile(m_traces.front().path) == before);
    dialog->findChild<QLineEdit*>(QStringLiteral("trace-export-ranks"))->setText(QStringLiteral("one"));
    dialog->save(toQString(m_dir.file("never.json")));
    QVERIFY(!dialog->isWriting());
    QVERIFY(!state->text().isEmpty());
}

void TestTraceExport::stoppedExportLeavesNoFile()
{
    WindowFixture fixture;
    open(fixture);
    QPointer<TraceExportDialog> dialog = dialogOf(fixture);
    dialog->choose("merge");
    const TempDir folder;
    dialog->save(toQString(folder.file("stopped.json.gz")));
    dialog->stop();
    QVERIFY(!dialog->isWriting());
    QVERIFY(dialog->isVisible());
    dialog->reject(); // closes, and waits for the worker
    QTRY_VERIFY(!dialog);
    QCOMPARE(QDir(toQString(folder.path())).entryList(QDir::Files | QDir::Hidden).size(), 0);
}

void TestTraceExport::closedTraceClosesTheDialog()
{
    WindowFixture fixture;
    open(fixture);
    QPointer<TraceExportDialog> dialog = dialogOf(fixture);
    fixture.document.close();
    QTRY_VERIFY(!dialog);
}

void TestTraceExport::closedDialogLetsItGoOn()
{
    WindowFixture fixture;
    open(fixture);
    QPointer<TraceExportDialog> dialog = dialogOf(fixture);
    dialog->choose("merge");
    QPointer<JobIndicator> indicator = fixture.window->findChild<JobIndicator*>();
    QVERIFY(indicator && !indicator->isVisible());
    const std::string target = m_dir.file("background.json.gz");
    QSignalSpy said(dialog, &TraceExportDialog::messageShown);
    dialog->save(toQString(target));
    QVERIFY(indicator->isVisible());
    QVERIFY(indicator->findChild<QToolButton*>(QStringLiteral("export-name"))
                ->toolTip()
                .contains(QStringLiteral("background.json.gz")));
    dialog->reject();
    QVERIFY(!dialog->isVisible() && dialog->isWriting());
    // A click on its name shows the dialog again.
    indicator->findChild<QToolButton*>(QStringLiteral("export-name"))->click();
    QVERIFY(dialog->isVisible());
    dialog->reject();
    QTRY_COMPARE_WITH_TIMEOUT(said.count(), 1, 20'000);
    QVERIFY(said.front().front().toString().contains(toQString(target)));
    const ExportedTrace out = readExported(target);
    QVERIFY2(out.error.empty() && !out.events.empty(), out.error.c_str());
    QTRY_VERIFY(!dialog && !indicator);
}

/// It holds the traces it reads: what is open in the window is another matter.
void TestTraceExport::closedTraceLetsItGoOn()
{
    WindowFixture fixture;
    open(fixture);
    QPointer<TraceExportDialog> dialog = dialogOf(fixture);
    dialog->choose("merge");
    const std::string target = m_dir.file("orphan.json.gz");
    QSignalSpy said(dialog, &TraceExportDialog::messageShown);
    dialog->save(toQString(target));
    fixture.document.close();
    QVERIFY(dialog && !dialog->isVisible() && dialog->isWriting());
    QTRY_COMPARE_WITH_TIMEOUT(said.count(), 1, 20'000);
    const ExportedTrace out = readExported(target);
    QVERIFY2(out.error.empty() && !out.events.empty(), out.error.c_str());
    QTRY_VERIFY(!dialog);
}

void TestTraceExport::statusBarStopsIt()
{
    WindowFixture fixture;
    open(fixture, true);
    QPointer<TraceExportDialog> dialog = dialogOf(fixture);
    dialog->choose("merge");
    const TempDir folder;
    dialog->save(toQString(folder.file("stopped.json.gz")));
    dialog->reject();
    QPointer<JobIndicator> indicator = fixture.window->findChild<JobIndicator*>();
    indicator->findChild<QToolButton*>(QStringLiteral("export-stop"))->click();
    QVERIFY(!dialog->isWriting() && !indicator->isVisible());
    QTRY_VERIFY(!dialog && !indicator); // and waits for the worker
    QCOMPARE(QDir(toQString(folder.path())).entryList(QDir::Files | QDir::Hidden).size(), 0);
}

void TestTraceExport::failureBringsTheDialogBack()
{
    WindowFixture fixture;
    open(fixture);
    QPointer<TraceExportDialog> dialog = dialogOf(fixture);
    dialog->choose("merge");
    dialog->save(toQString(m_traces.front().path));
    dialog->reject();
    QVERIFY(!dialog->isVisible());
    QTRY_VERIFY_WITH_TIMEOUT(dialog->isVisible(), 20'000);
    const auto* state = dialog->findChild<QLabel*>(QStringLiteral("trace-export-state"));
    QVERIFY2(state->text().contains(QStringLiteral("being read")), qPrintable(state->text()));
}

void TestTraceExport::closingTheWindowAsks()
{
    WindowFixture fixture;
    open(fixture, true);
    QPointer<TraceExportDialog> dialog = dialogOf(fixture);
    dialog->choose("merge");
    const TempDir folder;
    int asked = 0;
    const auto answer = [&](QMessageBox::ButtonRole role) {
        QTimer::singleShot(0, fixture.window.get(), [&asked, role] {
            auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
            QVERIFY(box);
            ++asked;
            for (QAbstractButton* button : box->buttons()) {
                if (box->buttonRole(button) == role)
                    button->click();
            }
        });
    };
    dialog->save(toQString(folder.file("out.json.gz")));
    answer(QMessageBox::RejectRole);
    QVERIFY(!fixture.window->close());
    QVERIFY(fixture.window->isVisible() && dialog->isWriting());
    answer(QMessageBox::DestructiveRole);
    QVERIFY(fixture.window->close());
    QCOMPARE(asked, 2);
    QVERIFY(!dialog->isWriting());
    dialog->close();
    QTRY_VERIFY(!dialog);
    QCOMPARE(QDir(toQString(folder.path())).entryList(QDir::Files | QDir::Hidden).size(), 0);
}

QTEST_MAIN(TestTraceExport)
#include "tst_trace_export.moc"
