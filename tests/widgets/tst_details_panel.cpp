// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/slice_details.h"
#include "tests/support/load_text.h"
#include "tests/support/summaries.h"
#include "tests/support/temp_dir.h"
#include "tests/support/test_macros.h"
#include "tests/support/trace_text.h"
#include "widgets/delegates/value_delegate.h"
#include "widgets/models/text_tree_model.h"
#include "widgets/panels/events/details_panel.h"
#include "widgets/panels/events/facts_tree.h"
#include "widgets/panels/events/slice_facts.h"
#include "widgets/panels/trace/import_report_dialog.h"
#include "widgets/panels/trace/traces_panel.h"
#include "widgets/support/number_text.h"
#include "widgets/support/view_state.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>
#include <QTimer>
#include <QTreeView>

using namespace kinetoscope;
using namespace kinetoscope::tests;
using namespace Qt::StringLiterals;

namespace {

std::shared_ptr<const TraceSet> job()
{
    const std::string text = TraceText()
                                 .annotation("train <step>", 0_us, 200_us)
                                 .op("aten::linear", 10_us, 90_us)
                                 .op("aten::addmm", 20_us, 60_us, R"("Input Dims": [[8, 4], []])")
                                 .launch(30_us, 5_us, 77)
                                 .launch(50_us, 5_us, 78)
                                 .kernel("void gemm<float, 128>(float*)", 90_us, 30_us, 7, 77, R"("grid": [8, 1, 1])")
                                 .kernel("bias", 100_us, 40_us, 20, 78)
                                 .text();
    auto loaded = loadTexts({ text });
    return loaded ? loaded.value() : nullptr;
}

/// All cells of a tree as "a|b" lines, sections first.
QStringList lines(const QAbstractItemModel& model, const QModelIndex& parent = {})
{
    QStringList result;
    for (int row = 0; row < model.rowCount(parent); ++row) {
        const QModelIndex index = model.index(row, 0, parent);
        result.append(index.data().toString() + u'|' + index.siblingAtColumn(1).data().toString());
        result += lines(model, index);
    }
    return result;
}

/// The first kernel of the first rank.
SliceRef kernelOf(const TraceSet& traces)
{
    const Trace& trace = *traces.ranks().front().trace;
    for (std::size_t i = 0; i < trace.slices().size(); ++i) {
        if (trace.kind(SliceId { i }) == EventKind::Kernel)
            return { 0, SliceId { i } };
    }
    return {};
}

QModelIndex find(const QAbstractItemModel& model, const QString& text, const QModelIndex& parent = {})
{
    for (int row = 0; row < model.rowCount(parent); ++row) {
        const QModelIndex index = model.index(row, 0, parent);
        if (index.data().toString() == text)
            return index;
        if (const QModelIndex below = find(model, text, index); below.isValid())
            return below;
    }
    return {};
}

} // namespace

class TestDetailsPanel : public QObject {
    Q_OBJECT

private slots:
    /// Nothing is selected: what is open is said, not only that nothing is.
    void withoutASelectionTheTraceIsSaid()
    {
        ViewState viewState;
        DetailsPanel panel(&viewState);
        panel.resize(400, 500);
        panel.show();
        auto* facts = panel.findChild<QTreeView*>(u"traceFacts"_s);
        QVERIFY(facts && !facts->isVisible());
        viewState.setTraceSet(job());
        QTRY_VERIFY(facts->isVisible());
        const QStringList said = lines(*facts->model());
        QVERIFY2(said.contains(u"Duration|200.0\u00a0\u00b5s"_s), qPrintable(said.join(u'\n')));
        QVERIFY2(said.contains(u"GPU busy|100.0\u00a0%"_s), qPrintable(said.join(u'\n')));
        QVERIFY2(said.contains(u"GPU time|50.00\u00a0\u00b5s"_s), qPrintable(said.join(u'\n')));
        QVERIFY(said.contains(u"Kernels|2"_s) && said.contains(u"Host ops|2"_s));
        const qsizetype missing = said.indexOf(u"Not recorded|"_s);
        QVERIFY2(missing >= 0, qPrintable(said.join(u'\n')));
        QCOMPARE(said.sliced(missing + 1), QStringList({ u"Python frames|"_s, u"Memory records|"_s }));
        // Narrow and low, values end at the bar that scrolls, not below it.
        facts->setFixedSize(facts->columnWidth(0) + 30, 80);
        QTRY_VERIFY(facts->verticalScrollBar()->maximum() > 0);
        QTRY_COMPARE(facts->horizontalScrollBar()->maximum(), 0);
        viewState.setTraceSet(nullptr);
        QVERIFY(!facts->isVisible());
    }

    void noSliceIsAskedForWhereThereIsNone()
    {
        ViewState viewState;
        DetailsPanel panel(&viewState);
        const auto asksFor = [&panel](const QString& words) {
            const auto labels = panel.findChildren<QLabel*>();
            return std::ranges::any_of(labels, [&words](const QLabel* label) { return label->text().contains(words); });
        };
        viewState.setTraceSet(job());
        QVERIFY(asksFor(u"Click a slice"_s));
        const auto empty = loadTexts({ "{}" });
        KT_VERIFY_OK(empty);
        viewState.setTraceSet(*empty);
        QVERIFY(!asksFor(u"Click a slice"_s));
        QVERIFY(asksFor(u"there is no slice"_s));
    }

    /// In a narrow window it is read to its end; whose the shares are is said beside the pointer.
    void theBusyTimeOfRanksIsAShortRange()
    {
        const auto loaded = loadTexts({ TraceText().launch(0_us, 5_us, 1).kernel("one", 10_us, 90_us, 7, 1).text(),
            TraceText()
                .launch(0_us, 5_us, 1)
                .kernel("one", 10_us, 30_us, 7, 1)
                .launch(50_us, 5_us, 2)
                .kernel("two", 70_us, 30_us, 7, 2)
                .text() });
        KT_VERIFY_OK(loaded);
        ViewState viewState;
        DetailsPanel panel(&viewState);
        panel.resize(260, 500);
        panel.show();
        viewState.setTraceSet(*loaded);
        auto* facts = panel.findChild<QTreeView*>(u"traceFacts"_s);
        const QString range = u"66.7\u00a0% to 100.0\u00a0%"_s;
        QTRY_VERIFY2(
            lines(*facts->model()).contains(u"GPU busy|"_s + range), qPrintable(lines(*facts->model()).join(u'\n')));
        const QModelIndex busy = find(*facts->model(), u"GPU busy"_s);
        QVERIFY(busy.data(Qt::ToolTipRole).toString().contains(u"of a rank"_s)
            || busy.siblingAtColumn(1).data(Qt::ToolTipRole).toString().contains(u"of a rank"_s));
        QVERIFY(facts->visualRect(busy.siblingAtColumn(1)).width() > facts->fontMetrics().horizontalAdvance(range));
    }

    /// From 66.7 % to 66.7 % is no range.
    void aBusyTimeThatReadsAlikeIsOneFigure()
    {
        const std::string half = TraceText()
                                     .launch(0_us, 5_us, 1)
                                     .kernel("one", 10_us, 30_us, 7, 1)
                                     .launch(50_us, 5_us, 2)
                                     .kernel("two", 70_us, 30_us, 7, 2)
                                     .text();
        const auto loaded = loadTexts({ half, half });
        KT_VERIFY_OK(loaded);
        ViewState viewState;
        DetailsPanel panel(&viewState);
        panel.show();
        viewState.setTraceSet(*loaded);
        auto* facts = panel.findChild<QTreeView*>(u"traceFacts"_s);
        QTRY_VERIFY2(
            lines(*facts->model()).contains(u"GPU busy|66.7\u00a0%"_s), qPrintable(lines(*facts->model()).join(u'\n')));
    }

    /// A summary holds no events: it does not say what was not recorded.
    void ofSummariesNothingIsCalledNotRecorded()
    {
        const TempDir folder;
        const auto summaries = summarized(*job(), folder);
        KT_VERIFY_OK(summaries);
        ViewState viewState;
        DetailsPanel panel(&viewState);
        panel.resize(400, 500);
        panel.show();
        auto* facts = panel.findChild<QTreeView*>(u"traceFacts"_s);
        viewState.setTraceSet(*summaries);
        QTRY_VERIFY(facts->isVisible());
        const QString said = lines(*facts->model()).join(u'\n');
        QVERIFY2(said.contains(u"Loaded ranks|0 of 1"_s), qPrintable(said));
        QVERIFY2(!said.contains(u"ecorded"_s), qPrintable(said));
    }

    /// What is cut on the screen can be taken along whole: the name of an entry as well as its value.
    void namesOfEntriesAreCopied()
    {
        ViewState viewState;
        DetailsPanel panel(&viewState);
        panel.resize(260, 500);
        panel.show();
        viewState.setTraceSet(m_job);
        const Trace& trace = *m_job->ranks().front().trace;
        SliceRef launch;
        for (std::size_t i = 0; i < trace.slices().size() && !launch.slice.isValid(); ++i) {
            if (trace.kind(SliceId { i }) == EventKind::RuntimeCall)
                launch = { 0, SliceId { i } };
        }
        viewState.setSelection({ { launch }, {} });
        auto* facts = panel.findChild<QTreeView*>(u"facts"_s);
        QVERIFY(facts);
        const auto copied = [&](const QModelIndex& entry, const QString& action) {
            QTimer::singleShot(0, [&action] {
                auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
                QVERIFY(menu);
                for (QAction* each : menu->actions()) {
                    if (each->text() == action)
                        each->trigger();
                }
                menu->close();
            });
            QGuiApplication::clipboard()->clear();
            facts->scrollTo(entry);
            emit facts->customContextMenuRequested(facts->visualRect(entry).center());
            return QGuiApplication::clipboard()->text();
        };
        const QString whole = u"void gemm<float, 128>(float*)"_s;
        const QModelIndex kernel = find(*facts->model(), SliceNames(*m_job).displayName(kernelOf(*m_job)));
        QVERIFY2(kernel.isValid(), qPrintable(lines(*facts->model()).join(u'\n')));
        QVERIFY(kernel.data().toString() != whole);
        QCOMPARE(copied(kernel, u"Copy name"_s), whole);
        QCOMPARE(copied(kernel, u"Copy value"_s), kernel.siblingAtColumn(1).data().toString());
    }

    void initTestCase()
    {
        QLocale::setDefault(QLocale::c());
        m_job = job();
        QVERIFY(m_job);
    }

    void kernelShowsItsTimesLaunchAndOpStack()
    {
        ViewState viewState;
        DetailsPanel panel(&viewState);
        panel.show();
        viewState.setTraceSet(m_job);
        QSignalSpy shown(&panel, &DetailsPanel::argumentsShown);
        viewState.selectSlice(slice("void gemm<float, 128>(float*)"));
        auto* facts = panel.findChild<QTreeView*>(u"facts"_s);
        QAbstractItemModelTester tester(facts->model(), QAbstractItemModelTester::FailureReportingMode::QtTest);
        const QStringList text = lines(*facts->model());
        QVERIFY(text.contains(u"Start|90.000\u00a0\u00b5s"_s));
        QVERIFY(text.contains(u"Duration|30.000\u00a0\u00b5s"_s));
        QVERIFY(text.contains(u"Kind|kernel"_s));
        QVERIFY(text.contains(u"Stream|7"_s));
        QVERIFY(text.contains(u"Correlation|77"_s));
        QVERIFY(text.contains(u"cudaLaunchKernel|60.00\u00a0\u00b5s earlier"_s));
        const qsizetype stack = text.indexOf(u"Op stack|"_s);
        QVERIFY(stack > 0 && stack < text.indexOf(u"Kind|kernel"_s)); // a low panel shows it
        QVERIFY(text[stack + 1].startsWith(u"train <step>|"_s));
        QVERIFY(text[stack + 2].startsWith(u"linear|"_s));
        QVERIFY(text[stack + 3].startsWith(u"addmm|"_s));
        QVERIFY(text[stack + 4].startsWith(u"cudaLaunchKernel|"_s));
        QTRY_COMPARE(shown.count(), 1);
        auto* args = panel.findChild<QTreeView*>(u"arguments"_s);
        QVERIFY(find(*args->model(), u"grid"_s).isValid());
        panel.resize(120, 500); // too narrow for the longest key
        viewState.clearSelection();
        viewState.selectSlice(slice("void gemm<float, 128>(float*)"));
        QTRY_COMPARE(shown.count(), 2);
        QVERIFY(args->columnWidth(0) <= args->width() / 2);
        QVERIFY(panel.asJson().contains(u"gemm<float, 128>"_s));
        QVERIFY(panel.asText().startsWith(u"Name\tvoid gemm<float, 128>(float*)\n"_s));
        for (const QLabel* label : panel.findChildren<QLabel*>())
            QCOMPARE(label->textFormat(), Qt::PlainText);
    }

    /// Device and stream of an event that names neither come from its process and its thread.
    void onlyAnArgumentOfTheEventIsCalledOne()
    {
        const auto loaded = loadTexts(
            { TraceText()
                    .raw(R"({"ph":"X","cat":"kernel","name":"bare","pid":0,"tid":7,"ts":10,"dur":5,"args":{}})")
                    .raw(R"({"ph":"X","cat":"kernel","name":"none","pid":0,"tid":7,"ts":20,"dur":5})")
                    .raw(
                        R"({"ph":"X","cat":"kernel","name":"half","pid":0,"tid":7,"ts":30,"dur":5,"args":{"stream":7}})")
                    .text() });
        KT_VERIFY_OK(loaded);
        ViewState viewState;
        DetailsPanel panel(&viewState);
        panel.show();
        viewState.setTraceSet(loaded.value());
        const Trace& trace = *loaded.value()->ranks()[0].trace;
        auto* facts = panel.findChild<QTreeView*>(u"facts"_s);
        QSignalSpy shown(&panel, &DetailsPanel::argumentsShown);
        const auto toolTips = [&](std::string_view name) {
            shown.clear();
            viewState.selectSlice({ 0, findSlice(trace, name) });
            if (!QTest::qWaitFor([&] { return shown.count() == 1; }))
                return QStringList();
            QStringList texts;
            for (const QString& field : { u"Device"_s, u"Stream"_s }) {
                const QModelIndex entry = find(*facts->model(), field);
                texts.append(entry.isValid() ? entry.data(Qt::ToolTipRole).toString() : u"no entry"_s);
            }
            return texts;
        };
        const QStringList fieldsAlone { u"<qt>Device</qt>"_s, u"<qt>Stream</qt>"_s };
        QCOMPARE(toolTips("bare"), fieldsAlone);
        QCOMPARE(toolTips("none"), fieldsAlone);
        QCOMPARE(toolTips("half"),
            QStringList({ u"<qt>Device</qt>"_s, u"<qt>Argument \u201cstream\u201d of the event</qt>"_s }));
    }

    /// What can be read of damaged arguments is not said to be all of them.
    void damagedArgumentsAreCalledDamaged_data()
    {
        QTest::addColumn<QString>("arguments");
        QTest::newRow("after those with an entry") << uR"({"device":0,"stream":7,"grid":?})"_s;
        QTest::newRow("before all of them") << uR"({?"device":0})"_s;
        QTest::newRow("after others") << uR"({"context":1,"grid":?})"_s;
    }

    void damagedArgumentsAreCalledDamaged()
    {
        QFETCH(QString, arguments);
        const std::string event = R"({"ph":"X","cat":"kernel","name":"torn","pid":0,"tid":7,"ts":10,"dur":5,"args":)"
            + arguments.toStdString() + '}';
        const auto loaded = loadTexts({ TraceText().raw(event).text() });
        KT_VERIFY_OK(loaded);
        ViewState viewState;
        DetailsPanel panel(&viewState);
        panel.show();
        viewState.setTraceSet(loaded.value());
        QSignalSpy shown(&panel, &DetailsPanel::argumentsShown);
        viewState.selectSlice({ 0, findSlice(*loaded.value()->ranks()[0].trace, "torn") });
        QTRY_COMPARE(shown.count(), 1);
        QCOMPARE(panel.findChild<QLabel*>(u"argumentsState"_s)->text(),
            u"Arguments (damaged in the file, shown as far as readable)"_s);
    }

    /// An argument that has an entry under its title is not listed a second time; the entry says where it is from, and
    /// another value than the entry's stays.
    void anArgumentWithAnEntryIsListedOnce()
    {
        const auto loaded = loadTexts(
            { TraceText()
                    .launch(0_us, 5_us, 3)
                    .kernel("k", 10_us, 30_us, 7, 3, R"("grid": [8, 1, 1])")
                    .raw(
                        R"({"ph":"X","cat":"kernel","name":"bare","pid":0,"tid":7,"ts":50,"dur":30,"args":{"device":0,"stream":7}})")
                    .text() });
        KT_VERIFY_OK(loaded);
        ViewState viewState;
        DetailsPanel panel(&viewState);
        panel.show();
        viewState.setTraceSet(loaded.value());
        const Trace& trace = *loaded.value()->ranks()[0].trace;
        auto* args = panel.findChild<QTreeView*>(u"arguments"_s);
        auto* facts = panel.findChild<QTreeView*>(u"facts"_s);
        const auto listed = [&] {
            QStringList keys;
            for (int row = 0; row < args->model()->rowCount(); ++row) {
                if (!args->isRowHidden(row, {}))
                    keys.append(args->model()->index(row, 0).data().toString());
            }
            return keys;
        };
        QSignalSpy shown(&panel, &DetailsPanel::argumentsShown);
        viewState.selectSlice({ 0, findSlice(trace, "k") });
        QTRY_COMPARE(shown.count(), 1);
        QCOMPARE(listed(), (QStringList { u"context"_s, u"grid"_s }));
        const QModelIndex stream = find(*facts->model(), u"Stream"_s);
        QVERIFY(stream.isValid());
        QVERIFY2(stream.data(Qt::ToolTipRole).toString().contains(u"stream"_s),
            qPrintable(stream.data(Qt::ToolTipRole).toString()));
        QVERIFY(panel.asJson().contains(u"\"stream\""_s)); // nothing is lost
        viewState.selectSlice({ 0, findSlice(trace, "bare") });
        QTRY_COMPARE(shown.count(), 2);
        QVERIFY(listed().isEmpty() && !args->isVisible());
        QCOMPARE(
            panel.findChild<QLabel*>(u"argumentsState"_s)->text(), u"This event has no arguments but those above."_s);
        QVERIFY(isSaidAbove(trace, findSlice(trace, "k"), "stream", "7"));
        QVERIFY(!isSaidAbove(trace, findSlice(trace, "k"), "stream", "8"));
        QVERIFY(!isSaidAbove(trace, findSlice(trace, "k"), "grid", "7"));
    }

    void entriesSelectWhatTheyName()
    {
        ViewState viewState;
        DetailsPanel panel(&viewState);
        panel.show();
        viewState.setTraceSet(m_job);
        viewState.selectSlice(slice("bias"));
        auto* facts = panel.findChild<QTreeView*>(u"facts"_s);
        const QModelIndex addmm = find(*facts->model(), u"addmm"_s);
        QVERIFY(addmm.isValid());
        emit facts->clicked(addmm);
        QCOMPARE(viewState.currentSlice(), std::optional(slice("aten::addmm")));
    }

    void opShowsTheWorkBelowIt()
    {
        ViewState viewState;
        DetailsPanel panel(&viewState);
        panel.show();
        viewState.setTraceSet(m_job);
        QSignalSpy shown(&panel, &DetailsPanel::argumentsShown);
        viewState.selectSlice(slice("aten::linear"));
        QTRY_COMPARE(shown.count(), 1);
        const QStringList text = lines(*panel.findChild<QTreeView*>(u"facts"_s)->model());
        QVERIFY(text.contains(u"Pieces|2"_s));
        QVERIFY(text.contains(u"Sum of durations|70.00\u00a0\u00b5s"_s));
        QVERIFY(text.contains(u"Time covered|50.00\u00a0\u00b5s"_s));
        QVERIFY(text.contains(u"Self time|30.000\u00a0\u00b5s"_s));
    }

    /// CUPTI's own work is in no process, of which Kineto writes -1: it is called what the timeline calls it.
    void workOfTheProfilerIsInNoProcess()
    {
        TraceText text;
        text.complete("overhead", "Buffer Flush", -1, 0, 10_us, 4_us)
            .complete("cpu_op", "aten::add", 5, 6, 20_us, 4_us);
        const auto loaded = loadTexts({ text.text() });
        KT_VERIFY_OK(loaded);
        ViewState viewState;
        DetailsPanel panel(&viewState);
        panel.show();
        viewState.setTraceSet(loaded.value());
        const Trace& trace = *loaded.value()->ranks()[0].trace;
        QSignalSpy shown(&panel, &DetailsPanel::argumentsShown);
        const auto linesOf = [&](std::string_view name) {
            for (std::uint32_t i = 0; i < trace.slices().size(); ++i) {
                if (trace.name(SliceId { i }) == name)
                    viewState.selectSlice({ 0, SliceId { i } });
            }
            const auto isShown = [&] { return !shown.isEmpty(); };
            const bool isThere = QTest::qWaitFor(isShown);
            shown.clear();
            return isThere ? lines(*panel.findChild<QTreeView*>(u"facts"_s)->model()) : QStringList();
        };
        const QStringList flush = linesOf("Buffer Flush");
        QVERIFY2(flush.contains(u"Process|work of the profiler"_s), qPrintable(flush.join(u'\n')));
        QVERIFY(flush.contains(u"Track|profiler overhead"_s) && flush.filter(u"Thread|"_s).isEmpty());
        const QStringList add = linesOf("aten::add");
        QVERIFY2(add.contains(u"Process|5"_s) && add.contains(u"Thread|6"_s), qPrintable(add.join(u'\n')));
    }

    /// Of a step it is thousands: the first ones are listed, and the line below them selects all.
    void allWorkBelowAnOpIsAClickAway()
    {
        TraceText text;
        text.op("all", 0_us, 1'000_us);
        for (std::uint32_t i = 1; i <= 60; ++i) {
            const Nanoseconds at = Nanoseconds { i * 10 } * 1_us;
            text.launch(at, 2_us, i).kernel("k", at + 2'000_us, 5_us, 7, i);
        }
        const auto loaded = loadTexts({ text.text() });
        KT_VERIFY_OK(loaded);
        ViewState viewState;
        DetailsPanel panel(&viewState);
        panel.show();
        viewState.setTraceSet(loaded.value());
        const Trace& trace = *loaded.value()->ranks()[0].trace;
        SliceRef op;
        for (std::uint32_t i = 0; i < trace.slices().size(); ++i)
            op = trace.name(SliceId { i }) == "all" ? SliceRef { 0, SliceId { i } } : op;
        QSignalSpy shown(&panel, &DetailsPanel::argumentsShown);
        viewState.selectSlice(op);
        QTRY_COMPARE(shown.count(), 1);
        auto* facts = panel.findChild<QTreeView*>(u"facts"_s);
        const QModelIndexList more = facts->model()->match(
            facts->model()->index(0, 0), Qt::DisplayRole, u"and 10 more"_s, 1, Qt::MatchExactly | Qt::MatchRecursive);
        QCOMPARE(more.size(), 1);
        emit facts->clicked(more.front());
        QCOMPARE(viewState.selection().slices.size(), std::size_t { 60 });
    }

    void newestSelectionWins()
    {
        ViewState viewState;
        DetailsPanel panel(&viewState);
        panel.show();
        viewState.setTraceSet(m_job);
        QSignalSpy shown(&panel, &DetailsPanel::argumentsShown);
        viewState.selectSlice(slice("aten::linear"));
        viewState.selectSlice(slice("bias"));
        QTRY_COMPARE(shown.count(), 1);
        QVERIFY(panel.asJson().contains(u"\"bias\""_s));
        QTest::qWait(0);
        QCOMPARE(shown.count(), 1);
    }

    void severalAreSummed()
    {
        ViewState viewState;
        DetailsPanel panel(&viewState);
        panel.show();
        viewState.setTraceSet(m_job);
        Selection both;
        both.slices = { slice("bias"), slice("void gemm<float, 128>(float*)") };
        viewState.setSelection(both);
        const QAbstractItemModel& facts = *panel.findChild<QTreeView*>(u"facts"_s)->model();
        QTRY_VERIFY(lines(facts).contains(u"Slices|2"_s));
        const QStringList text = lines(facts);
        QVERIFY(text.contains(u"Sum of durations|70.000\u00a0\u00b5s"_s));
        QVERIFY(text.contains(u"Time covered|50.000\u00a0\u00b5s"_s));
        const auto longest = text.indexOf(u"Longest first|"_s);
        QVERIFY(longest >= 0);
        QVERIFY(text.at(longest + 1).startsWith(u"bias|40.00"_s));
        viewState.clearSelection();
        QCOMPARE(panel.asText(), QString());
    }

    /// As everywhere else: a long row of digits is not read.
    void countsAreGroupedAndTheRestIsAClickAway()
    {
        ViewState viewState;
        DetailsPanel panel(&viewState);
        panel.show();
        viewState.setTraceSet(m_job);
        Selection many;
        for (Timestamp at = 0; at < 4'393; ++at)
            many.intervals.push_back({ 0, TrackId {}, { at, at + 1 } });
        viewState.setSelection(many);
        QCOMPARE(panel.findChild<QLabel*>(u"displayName"_s)->text(), u"4\u202f393 selected"_s);
        const QAbstractItemModel& facts = *panel.findChild<QTreeView*>(u"facts"_s)->model();
        QTRY_VERIFY(lines(facts).contains(u"and 4\u202f343 more|"_s));
        // All of them are in a table.
        auto* view = panel.findChild<QTreeView*>(u"facts"_s);
        const QModelIndex more = find(facts, u"and 4\u202f343 more"_s);
        QVERIFY(more.data(TextTreeModel::ListRole).toBool());
        QVERIFY(more.data(Qt::ForegroundRole).isValid()); // as a link
        QSignalSpy asked(&panel, &DetailsPanel::selectionTableRequested);
        view->scrollTo(more);
        QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, view->visualRect(more).center());
        QCOMPARE(asked.size(), 1);
        QCOMPARE(viewState.selection(), many);
    }

    /// A time that is cut says nothing; a field that is named in few letters has room to give, and so has a link.
    void valuesGetTheRoomThatTheirNamesLeave()
    {
        TextTree tree;
        const int place = tree.addHeading(u"Place"_s);
        tree.add(place, { u"Track"_s, u"thread 19392 (python3)"_s });
        const int launch = tree.addHeading(u"Launched by"_s);
        const int call = tree.add(launch, { u"cudaLaunchKernelExC"_s, u"6.280 \u00b5s earlier than it"_s });
        tree.node(call).link = { { { 0, SliceId { 0u } } } };
        const int fields = tree.addHeading(u"Fields"_s);
        tree.add(fields, { u"A field of a long name"_s, u"6.280 \u00b5s earlier than it"_s });
        FactsTree facts("facts", u"Facts"_s);
        facts.setTree(tree);
        facts.show();
        QVERIFY(QTest::qWaitForWindowExposed(&facts));
        const auto name = [&facts](
                              int section) { return facts.model()->index(0, 0, facts.model()->index(section, 0)); };
        const auto needed = [&](int section) {
            return facts.sizeHintForIndex(name(section).siblingAtColumn(1)).width();
        };
        const auto room = [&](int section) {
            return facts.visualRect(name(section).siblingAtColumn(1)).width() - facts.leftToName(name(section));
        };
        facts.resize(needed(1) * 9 / 5, 200);
        QVERIFY(facts.columnWidth(1) < needed(1));
        QCOMPARE(room(0), needed(0));
        QCOMPARE(room(1), needed(1));
        QVERIFY(room(2) < needed(2)); // what a field is called stays whole
        facts.grab();
    }

    /// A name that is cut can be guessed, a figure that is cut is another one.
    void namesGiveWayToFigures()
    {
        TextTree tree;
        const int times = tree.addHeading(u"Times"_s);
        tree.add(times, { u"What it is called at length"_s, u"156,948\u202f000\u00a0ms"_s });
        tree.add(times, { u"What it is called at length"_s, u"156,948 000 ms after the one before"_s });
        FactsTree facts("facts", u"Facts"_s);
        facts.setTree(tree);
        facts.show();
        QVERIFY(QTest::qWaitForWindowExposed(&facts));
        const QModelIndex name = facts.model()->index(0, 0, facts.model()->index(0, 0));
        const int needed = facts.sizeHintForIndex(name.siblingAtColumn(1)).width();
        facts.resize(needed * 9 / 5, 200);
        QVERIFY(facts.columnWidth(1) < needed);
        QCOMPARE(facts.visualRect(name.siblingAtColumn(1)).width() - facts.leftToName(name), needed);
    }

    /// Long values of one section take no room from the names of another.
    void namesGetTheRoomThatTheirValuesLeave()
    {
        TextTree tree;
        const int times = tree.addHeading(u"Times"_s);
        tree.add(times, { u"Sum"_s, u"415.791 000 000 000 ms"_s });
        const int list = tree.addHeading(u"Longest first"_s);
        tree.add(list, { u"At 420.500 000 000 000 000 ms"_s, u"3 ms"_s });
        tree.add(list, { u"At 1 ms"_s, u"44 ms"_s });
        FactsTree facts("facts", u"Facts"_s);
        facts.setTree(tree);
        facts.resize(280, 200);
        facts.show();
        QVERIFY(QTest::qWaitForWindowExposed(&facts));
        const QAbstractItemModel& model = *facts.model();
        const QModelIndex sum = model.index(0, 0, model.index(0, 0));
        const QModelIndex longest = model.index(0, 0, model.index(1, 0));
        const QModelIndex other = model.index(1, 0, model.index(1, 0));
        const int needed = facts.sizeHintForIndex(longest).width();
        QVERIFY(facts.visualRect(longest).width() < needed);
        QCOMPARE(facts.visualRect(longest).width() + facts.leftToName(longest), needed);
        QCOMPARE(facts.leftToName(other), facts.leftToName(longest)); // values stand below one another
        QVERIFY(facts.leftToName(sum) <= 0);
        facts.grab();
        facts.resize(600, 200);
        QCOMPARE(facts.leftToName(longest), 0);
    }

    /// One long value beside links does not cut those whose own values are short.
    void linksGetTheRoomThatTheirOwnValuesLeave()
    {
        TextTree tree;
        const int around = tree.addHeading(u"GPU work around it"_s);
        const int before = tree.add(around, { u"Before: add elementwise bf16"_s, u"35 \u00b5s"_s });
        const int launch =
            tree.add(around, { u"Launched by: cudaLaunchKernel"_s, u"429.3 \u00b5s before it begins"_s });
        for (const int link : { before, launch })
            tree.node(link).link = { { { 0, SliceId { 0u } } } };
        FactsTree facts("facts", u"Facts"_s);
        facts.setTree(tree);
        facts.show();
        QVERIFY(QTest::qWaitForWindowExposed(&facts));
        const auto name = [&facts](int row) { return facts.model()->index(row, 0, facts.model()->index(0, 0)); };
        const auto needed = [&](int row) { return facts.sizeHintForIndex(name(row)).width(); };
        const auto room = [&](int row) { return facts.visualRect(name(row)).width() + facts.leftToName(name(row)); };
        facts.resize(needed(0) + facts.sizeHintForIndex(name(0).siblingAtColumn(1)).width() + 60, 200);
        QVERIFY(room(1) < needed(1));
        QVERIFY2(room(0) >= needed(0), qPrintable(QStringLiteral("%1 of %2 px").arg(room(0)).arg(needed(0))));
        facts.grab();
    }

    /// Narrower than before, a value is elided: there is no bar to scroll sideways with.
    void columnsFitAnotherWidth()
    {
        ViewState viewState;
        viewState.setTraceSet(m_job);
        TracesPanel traces(&viewState);
        DetailsPanel details(&viewState);
        auto* facts = details.findChild<QTreeView*>(u"traceFacts"_s);
        for (const auto& [panel, view] : { std::pair<QWidget*, QTreeView*> { &traces, traces.findChild<QTreeView*>() },
                 std::pair<QWidget*, QTreeView*> { &details, facts } }) {
            panel->show();
            for (const int width : { 500, 190, 400 }) {
                panel->resize(width, 400);
                QTRY_VERIFY(view->isVisible() && view->viewport()->width() > 0);
                QTRY_COMPARE(view->header()->length(), view->viewport()->width());
            }
        }
    }

    /// Names of few letters leave room: a value that its column is too narrow for begins beside its own name.
    void aValueBeginsWhereItsNameEnds()
    {
        TextTree tree;
        const int rank = tree.addHeading(u"Rank"_s);
        tree.add(rank, { u"Steps"_s, u"ProfilerStep#6 to ProfilerStep#10"_s });
        tree.add(rank, { u"A name of many letters"_s, u"1"_s });
        TextTreeModel model({ u"Field"_s, u"Value"_s });
        model.setTree(tree);
        QTreeView view;
        auto* delegate = new ValueDelegate(&view);
        view.setItemDelegate(delegate);
        view.setModel(&model);
        view.expandAll();
        view.show();
        QVERIFY(QTest::qWaitForWindowExposed(&view));
        view.resizeColumnToContents(0);
        const QModelIndex steps = model.index(0, 0, model.index(0, 0));
        const QModelIndex other = model.index(1, 0, model.index(0, 0));
        const int needed = view.sizeHintForIndex(steps.siblingAtColumn(1)).width();
        const int room = view.visualRect(steps).width() - view.sizeHintForIndex(steps).width();
        QVERIFY(room > 10);
        view.setColumnWidth(1, needed);
        QCOMPARE(delegate->roomFromName(steps), 0);
        view.setColumnWidth(1, needed - 10);
        QCOMPARE(delegate->roomFromName(steps), 10);
        view.setColumnWidth(1, needed - room - 10);
        QCOMPARE(delegate->roomFromName(steps), room);
        QCOMPARE(delegate->roomFromName(other), 0);
        view.grab();
        // Of a number no digit is cut where it fits half of the row, though its name is long.
        const int digits = view.sizeHintForIndex(other.siblingAtColumn(1)).width();
        view.header()->setStretchLastSection(false);
        view.header()->setMinimumSectionSize(4);
        view.setColumnWidth(1, digits - 4);
        QCOMPARE(delegate->roomFromName(other), 4);
        view.grab();
    }

    /// A list that is too long for a glance is not a dead end.
    void theRestOfALongListIsAClickAway()
    {
        TraceText text;
        text.launch(0_us, 5_us, 1).kernel("first", 10_us, 10_us, 7, 1);
        for (int i = 0; i < 20; ++i)
            text.op("op" + std::to_string(i), Nanoseconds { 20_us + i * 10_us }, Nanoseconds { 1_us + i * 100 });
        text.launch(230_us, 5_us, 2).kernel("second", 240_us, 10_us, 7, 2);
        const auto loaded = loadTexts({ text.text() });
        KT_VERIFY_OK(loaded);
        ViewState viewState;
        DetailsPanel panel(&viewState);
        panel.resize(300, 700);
        panel.show();
        viewState.setTraceSet(loaded.value());
        viewState.setSelection({ {}, { { 0, TrackId {}, { 20_us, 240_us } } } });
        auto* facts = panel.findChild<QTreeView*>(u"facts"_s);
        const auto rest = [&] {
            QModelIndex found;
            for (int section = 0; section < facts->model()->rowCount(); ++section) {
                const QModelIndex heading = facts->model()->index(section, 0);
                for (int row = 0; row < facts->model()->rowCount(heading); ++row) {
                    const QModelIndex index = facts->model()->index(row, 0, heading);
                    found = index.data(TextTreeModel::FoldedRole).toBool() ? index : found;
                }
            }
            return found;
        };
        QTRY_VERIFY(rest().isValid());
        QVERIFY2(rest().data().toString().startsWith(u"and "_s), qPrintable(rest().data().toString()));
        QCOMPARE(facts->model()->rowCount(rest()), rest().data().toString().section(u' ', 1, 1).toInt());
        QVERIFY(!facts->isExpanded(rest()) && facts->isExpanded(rest().parent()));
        facts->scrollTo(rest());
        QTest::mouseClick(facts->viewport(), Qt::LeftButton, {}, facts->visualRect(rest()).center());
        QVERIFY(facts->isExpanded(rest()));
        QTest::mouseClick(facts->viewport(), Qt::LeftButton, {}, facts->visualRect(rest()).center());
        QVERIFY(!facts->isExpanded(rest()));
        QTest::mouseDClick(facts->viewport(), Qt::LeftButton, {}, facts->visualRect(rest()).center());
        QVERIFY(facts->isExpanded(rest()));
        facts->collapse(rest());
        facts->setCurrentIndex(rest());
        QTest::keyClick(facts, Qt::Key_Return);
        QVERIFY(facts->isExpanded(rest()));
        const QModelIndex one = facts->model()->index(0, 0, rest());
        emit facts->clicked(one);
        QVERIFY(!viewState.selection().slices.empty() || viewState.selection().intervals.front().range.begin > 20_us);
    }

    /// Of a link of the critical path its length alone says nothing.
    void intervalsHaveTheNameThatIsKnown()
    {
        ViewState viewState;
        DetailsPanel panel(&viewState);
        panel.show();
        viewState.setTraceSet(m_job);
        const auto hasTitle = [&panel](const QString& text) {
            return std::ranges::any_of(
                panel.findChildren<QLabel*>(), [&](const QLabel* label) { return label->text() == text; });
        };
        const IntervalRef link { 0, {}, { 10_us, 20_us } };
        panel.nameInterval(link, u"Op, aten::addmm"_s);
        auto* ofArguments = panel.findChild<QLabel*>(u"argumentsState"_s);
        viewState.selectSlice(slice("aten::addmm"));
        QVERIFY(ofArguments->isVisible());
        viewState.setSelection({ {}, { link } });
        QVERIFY(hasTitle(u"Op, aten::addmm"_s));
        QVERIFY(!ofArguments->isVisible()); // and its place is of the facts above
        viewState.setSelection({ {}, { { 0, {}, { 10_us, 30_us } } } });
        QVERIFY(hasTitle(u"Interval of 20.00\u00a0\u00b5s"_s));
    }

    void workBelowAndSelfTimeOfEveryKindOfSlice()
    {
        const Trace& trace = *m_job->ranks()[0].trace;
        QCOMPARE(selfTime(trace, slice("aten::addmm").slice), 50_us);
        QCOMPARE(selfTime(trace, slice("train <step>").slice), 110_us);
        QCOMPARE(workBelow(trace, slice("train <step>").slice).pieces.size(), std::size_t { 2 });
        QCOMPARE(workBelow(trace, slice("aten::addmm").slice).covered, 50_us);
        QCOMPARE(launchDelay(trace, slice("bias").slice), std::optional<Nanoseconds>(50_us));
        QVERIFY(!launchDelay(trace, slice("aten::linear").slice));
    }

    void tracesPanelNamesRanksAndPlaces()
    {
        ViewState viewState;
        TracesPanel panel(&viewState);
        auto* view = panel.findChild<QTreeView*>(u"traces"_s);
        QAbstractItemModelTester tester(view->model(), QAbstractItemModelTester::FailureReportingMode::QtTest);
        QCOMPARE(view->model()->rowCount(), 0);
        viewState.setTraceSet(m_job);
        const QStringList text = lines(*view->model());
        QVERIFY(text.contains(u"Reading|nothing lost"_s));
        QVERIFY(!text.filter(u"2 streams"_s).isEmpty());
        // What is cut in a narrow panel is told apart: files of a job begin alike.
        const auto shown = [view](const QString& file) {
            return view->fontMetrics().elidedText(file, view->textElideMode(), 120);
        };
        QVERIFY(shown(u"large_experiment_of_november_rank10.json"_s)
            != shown(u"large_experiment_of_november_rank11.json"_s));
        QSignalSpy report(&panel, &TracesPanel::importReportRequested);
        emit view->activated(find(*view->model(), u"Reading"_s));
        QCOMPARE(report.count(), 1);
        QCOMPARE(report.first().first().toInt(), 0);
    }

    /// A recording of hardware counters has ranges on the device and no stream.
    void noStreamIsNotCounted()
    {
        const auto job = loadTexts({ TraceText()
                                         .thread(12, 12)
                                         .op("aten::mm", 0_us, 50_us)
                                         .complete("cuda_profiler_range", "gemm", 0, 0, 10_us, 4_us)
                                         .complete("cuda_profiler_range", "gemm", 0, 0, 20_us, 4_us)
                                         .text() });
        KT_VERIFY_OK(job);
        ViewState viewState;
        TracesPanel panel(&viewState);
        viewState.setTraceSet(*job);
        const QStringList places = lines(*panel.findChild<QTreeView*>(u"traces"_s)->model()).filter(u"GPU"_s);
        QCOMPARE(places, QStringList { u"GPU 0|2 slices"_s });
    }

    void workOfTheProfilerIsNoHost()
    {
        const auto job = loadTexts({ TraceText()
                                         .thread(12, 12)
                                         .op("aten::mm", 0_us, 50_us)
                                         .complete("overhead", "Buffer Flush", -1, 0, 10_us, 4_us)
                                         .text() });
        KT_VERIFY_OK(job);
        ViewState viewState;
        TracesPanel panel(&viewState);
        viewState.setTraceSet(*job);
        const QStringList hosts = lines(*panel.findChild<QTreeView*>(u"traces"_s)->model()).filter(u"Host"_s);
        QCOMPARE(hosts, QStringList { u"Host 12|1 thread"_s });
    }

    /// What a narrow panel would cut has a row of its own: the events of a job, the memory of a device.
    void figuresOfATraceHaveRowsOfTheirOwn()
    {
        const TraceText text = TraceText().launch(0_us, 5_us, 1).kernel("one", 10_us, 90_us, 7, 1);
        const std::string devices = R"("deviceProperties":[{"id":0,"name":"NVIDIA A100-PG509-200",)"
                                    R"("totalGlobalMem":42297786368}],)";
        std::string first = text.text();
        first.insert(first.find('{') + 1, devices);
        const auto two = loadTexts({ first, text.text() });
        KT_VERIFY_OK(two);
        ViewState viewState;
        TracesPanel panel(&viewState);
        DetailsPanel details(&viewState);
        details.show();
        viewState.setTraceSet(*two);
        const QStringList traces = lines(*panel.findChild<QTreeView*>(u"traces"_s)->model());
        QVERIFY2(traces.contains(u"2 ranks|"_s) && traces.contains(u"Events|4"_s), qPrintable(traces.join(u'\n')));
        auto* facts = details.findChild<QTreeView*>(u"traceFacts"_s);
        QTRY_VERIFY(facts->isVisible());
        const QStringList said = lines(*facts->model());
        for (const QStringList& each : { traces, said }) { // one thing has one name in both
            QVERIFY2(each.contains(u"Device|NVIDIA A100-PG509-200"_s), qPrintable(each.join(u'\n')));
            QVERIFY2(each.contains(u"Device memory|42.3\u00a0GB"_s), qPrintable(each.join(u'\n')));
        }
        viewState.setTraceSet(m_job);
        QVERIFY(lines(*panel.findChild<QTreeView*>(u"traces"_s)->model()).contains(u"1 trace|"_s));
    }

    /// Of two ranks in one file, each with step 10.
    void equalStepsAreNoRange()
    {
        const auto merged = loadTexts({ TraceText().step(10, 0_us, 50_us).step(10, 60_us, 50_us).text() });
        KT_VERIFY_OK(merged);
        ViewState viewState;
        TracesPanel panel(&viewState);
        DetailsPanel details(&viewState);
        details.show();
        viewState.setTraceSet(*merged);
        auto* facts = details.findChild<QTreeView*>(u"traceFacts"_s);
        QTRY_VERIFY(facts->isVisible());
        for (const QTreeView* view : { panel.findChild<QTreeView*>(u"traces"_s), facts }) {
            const QStringList said = lines(*view->model());
            QVERIFY2(said.contains(u"Steps|2 (10)"_s), qPrintable(said.join(u'\n')));
        }
    }

    /// A profiler's record window may end long after the last work.
    void durationsSayWhatTheySpan()
    {
        const QString definition = TracesPanel::durationDefinition({ 0, 64'000'000 }, { 1'000'000, 50'000'000 });
        QVERIFY2(definition.contains(u"record window"_s) && definition.contains(durationText(49'000'000)),
            qPrintable(definition));
        QCOMPARE(TracesPanel::durationDefinition({ 0, 64'000'000 }, { 0, 64'000'000 }), exactDurationText(64'000'000));
        QCOMPARE(TracesPanel::durationDefinition({ 0, 64'000'000 }, {}), exactDurationText(64'000'000));
    }

    void importReportTellsEverything()
    {
        auto damaged = loadTexts(
            { TraceText().op("a", 0_us, 1_us).raw("17").raw(R"({"ph":"X","name":"x","ts":"soon","dur":1})").text() });
        KT_VERIFY_OK(damaged);
        ImportReportDialog dialog(*damaged, 0);
        dialog.show();
        for (const QTreeView* view : dialog.findChildren<QTreeView*>())
            QAbstractItemModelTester(view->model(), QAbstractItemModelTester::FailureReportingMode::QtTest);
        const QStringList counts = lines(*dialog.findChild<QTreeView*>(u"reportCounts"_s)->model());
        QCOMPARE(counts.first(), u"Events in the file|3"_s);
        QVERIFY(counts.contains(u"not an object|1"_s));
        const ImportReport& report = damaged.value()->ranks()[0].trace->report();
        QVERIFY(report.entry(Problem::NotAnObject).count == 1);
        const QString sentence = QString::fromUtf8(problemInfo(Problem::NotAnObject).sentence.english);
        QVERIFY(dialog.asText().contains(sentence));
        QVERIFY(ImportReportDialog::summary(**damaged).startsWith(u"3 events \u00b7 "_s));
        const auto one = loadTexts({ TraceText().raw("17").text() });
        KT_VERIFY_OK(one);
        QVERIFY(ImportReportDialog::summary(**one).startsWith(u"1 event \u00b7 "_s));
        ImportReportDialog clean(m_job, 5);
        QVERIFY(!clean.findChild<QLabel*>(u"noProblems"_s)->isHidden());
    }

private:
    [[nodiscard]] SliceRef slice(std::string_view name) const
    {
        return { 0, findSlice(*m_job->ranks()[0].trace, name) };
    }

    std::shared_ptr<const TraceSet> m_job;
};

QTEST_MAIN(TestDetailsPanel)
#include "tst_details_panel.moc"
