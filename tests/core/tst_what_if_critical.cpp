// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/causes/path/path_walk.h"
#include "core/analysis/causes/replay/changes.h"
#include "core/analysis/causes/replay/factor.h"
#include "core/analysis/causes/replay/replay_path.h"
#include "core/words/english.h"
#include "tests/support/analysis_runs.h"
#include "tests/support/load_text.h"
#include "tests/support/random_trace.h"
#include "tests/support/test_macros.h"
#include "tests/support/trace_examples.h"
#include "tests/support/trace_text.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <string>
#include <tuple>

using namespace kinetoscope;
using namespace kinetoscope::tests;

/// What is critical after a change (what-if's table "critical", causes.md 4.3): the path of the replay, whose times add
/// up to its wall time.
class TestWhatIfCritical : public QObject {
    Q_OBJECT

private slots:
    void whatIsCriticalThen_data();
    void whatIsCriticalThen();
    void criticalOfChosenSteps();
    void criticalTimesAddUp_data();
    void criticalTimesAddUp();
    void recordedTimesAreTheCriticalPath();
    void annotationsOfABackwardThreadAreItsOwn();
    void partsOfARunAddUp();
    void longStretchesOfAPathAreTheSumsOfTheirParts();
};

void TestWhatIfCritical::whatIsCriticalThen_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("change");
    QTest::addColumn<QByteArray>("rows"); // cause, us of the recorded path, us of the replayed one
    const auto add = [](const char* name, const std::string& text, const char* change, const char* rows) {
        QTest::newRow(name) << QByteArray::fromStdString(text) << QByteArray(change) << QByteArray(rows);
    };
    // The collective [12,102) ends last of all that the synchronisation waits for; its launch comes behind gemm's.
    add("14: the kernel beside", communicationBesideExample(), "kernel:gemm=0.5",
        "communication 0 90\nop 21 21\nlaunch 7 9\nlaunch_latency 8 8\nsynchronisation 2 2\nunrecorded 2 2\n"
        "compute 100 0\n");
    // k2 then waits for k1: both kernels, where the recorded path held one and the loading of both steps.
    add("15: loading", dataLoadingExample(), "host:data_loading=0",
        "compute 60 120\nlaunch 20 10\nop 30 10\nsynchronisation 3 3\nlaunch_latency 2 2\ndata_loading 120 0\n"
        "unrecorded 10 0\n");
    // The call still takes what it did before its copy, and waits in none of it.
    add("a copy call without its wait",
        wholeMicroseconds()
            .runtime("cudaMemcpyAsync", 0_us, 500_us, 1)
            .copy("Memcpy DtoH (Device -> Pageable)", 400_us, 50_us, 7, 1, 4'000)
            .op("aten::x", 500_us, 200_us)
            .text(),
        "wait:all=0", "copy_call 400 400\nop 200 200\nsynchronisation 50 0\ncopy 50 0\n");
    // Two launch calls are gone, and the host no longer waits for a kernel.
    add("17: fused", threeLaunchesExample(), "fuse:k1|k2|k3=1",
        "op 40 45\nlaunch 15 5\nsynchronisation 2 2\nlaunch_latency 3 0\ncompute 4 0\n");
}

void TestWhatIfCritical::whatIsCriticalThen()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, change);
    QFETCH(QByteArray, rows);
    const auto result = runOn(inputOf({ text.toStdString() }), "what-if", { { "change", change.toStdString() } });
    KT_VERIFY_OK(result);
    KT_COMPARE_TEXT(rowsOf(result, "critical", { "kind", "recorded", "replayed" }), rows.toStdString());
}

/// Worked example 15, step by step: without loading the second step is its kernel, which follows that of the first.
void TestWhatIfCritical::criticalOfChosenSteps()
{
    AnalysisInput input = inputOf({ dataLoadingExample() });
    input.scope.steps = { 1, 2 };
    const auto result = runOn(input, "what-if", { { "change", "host:data_loading=0" } });
    KT_VERIFY_OK(result);
    KT_COMPARE_TEXT(rowsOf(result, "critical", { "step", "kind", "recorded", "replayed" }),
        "1 compute 60 60\n1 launch 10 10\n1 op 10 10\n1 launch_latency 2 2\n1 data_loading 60 0\n"
        "2 compute 60 60\n2 data_loading 18 0\n2 launch 10 0\n2 op 10 0\n2 launch_latency 2 0\n");
    KT_COMPARE_TEXT(english(result->remarks.at(1)),
        "The first table is of the whole trace; the chart and the other tables are of the chosen steps.");
    QCOMPARE(toQString(result->charts.front().table), QStringLiteral("steps"));
}

/// The times of each change are its two wall times, to the ns: of the whole trace, or of each chosen step.
void TestWhatIfCritical::criticalTimesAddUp_data()
{
    QTest::addColumn<bool>("ofSteps");
    QTest::addRow("whole") << false;
    QTest::addRow("steps") << true;
}

void TestWhatIfCritical::criticalTimesAddUp()
{
    QFETCH(bool, ofSteps);
    int changes = 0;
    for (unsigned seed = 1; seed <= 60; ++seed) {
        AnalysisInput input;
        input.traces = randomJob(seed, 1, { .isOrderly = seed % 3 != 0 });
        if (ofSteps) {
            for (const Step& step : input.traces->ranks()[0].trace->steps())
                input.scope.steps.push_back(step.number);
        }
        const auto result =
            runOn(input, "what-if", { { "consecutive-kernel-delay", seed % 2 == 0 ? "30ns" : "30us" } });
        KT_VERIFY_OK(result);
        const Table& walls = *result->findTable(ofSteps ? "steps" : "changes");
        const Table& critical = *result->findTable("critical");
        const auto durationIn = [](const Table& table, std::size_t row, const char* column) {
            return std::get<std::int64_t>(table.cell(row, table.columnIndex(column)));
        };
        const auto changeOf = [ofSteps](const Table& table, std::size_t row) {
            return std::tuple(table.cell(row, table.columnIndex("change")),
                table.cell(row, table.columnIndex("target")),
                ofSteps ? table.cell(row, table.columnIndex("step")) : Cell {});
        };
        std::size_t row = 0;
        for (std::size_t i = 0; i < walls.rowCount(); ++i, ++changes) {
            Nanoseconds recorded = 0;
            Nanoseconds replayed = 0;
            for (; row < critical.rowCount() && changeOf(critical, row) == changeOf(walls, i); ++row) {
                recorded += durationIn(critical, row, "recorded");
                replayed += durationIn(critical, row, "replayed");
                Nanoseconds shown = 0;
                for (const IntervalRef& link : critical.evidence(row, critical.columnIndex("recorded")).intervals)
                    shown += link.range.length();
                QCOMPARE(shown, durationIn(critical, row, "recorded"));
            }
            QCOMPARE(recorded, durationIn(walls, i, "wall"));
            QCOMPARE(replayed, durationIn(walls, i, "new_wall"));
        }
        QCOMPARE(row, critical.rowCount());
    }
    QVERIFY(changes > 500);
}

/// One truth: what the table calls recorded is the path of critical-path.
void TestWhatIfCritical::recordedTimesAreTheCriticalPath()
{
    int compared = 0;
    for (unsigned seed = 1; seed <= 60; ++seed) {
        AnalysisInput input;
        input.traces = randomJob(seed, 1, { .isOrderly = seed % 3 != 0 });
        const auto result = runOn(input, "what-if", { { "change", "work:compute=0.5" } });
        const auto path = runOn(input, "critical-path");
        KT_VERIFY_OK(result);
        KT_VERIFY_OK(path);
        const auto timesOf = [](const Table& table, const char* column) {
            std::map<std::string, std::int64_t, std::less<>> times;
            for (std::size_t row = 0; row < table.rowCount(); ++row)
                times[std::string(table.text(row, table.columnIndex("kind")))] =
                    std::get<std::int64_t>(table.cell(row, table.columnIndex(column)));
            std::erase_if(times, [](const auto& each) { return each.second == 0; });
            return times;
        };
        const Table& critical = *result->findTable("critical");
        QVERIFY2(timesOf(critical, "recorded") == timesOf(*path->findTable("summary"), "time"),
            std::to_string(seed).c_str());
        compared += static_cast<int>(critical.rowCount());
    }
    QVERIFY(compared > 300);
}

/// The main thread sits in backward(); the path comes from work of the backward thread, which is in an annotation of
/// its own. Both walks say whose time that is alike.
void TestWhatIfCritical::annotationsOfABackwardThreadAreItsOwn()
{
    const std::string text = wholeMicroseconds()
                                 .annotation("## backward ##", 0_us, 100_us)
                                 .thread(100, 200)
                                 .annotation("nccl:all_reduce", 20_us, 40_us)
                                 .op("autograd::engine::evaluate_function: MulBackward0", 60_us, 20_us)
                                 .launch(62_us, 5_us, 1)
                                 .kernel("k", 70_us, 80_us, 7, 1)
                                 .text();
    // The kernel is half as long, all before it stays.
    const auto result = runOn(inputOf({ text }), "what-if", { { "change", "work:compute=0.5" } });
    KT_VERIFY_OK(result);
    KT_COMPARE_TEXT(rowsOf(result, "critical", { "kind", "recorded", "replayed" }),
        "collective 40 40\ncompute 80 40\nunrecorded 20 20\nlaunch 5 5\nlaunch_latency 3 3\nop 2 2\n");
    const auto trace = loadText(text).value();
    const Progress progress;
    const NameTypes types = KernelClassifier().typesOf(*trace);
    const Recording recording(*trace, { 30'000, 1'000'000, 1000 }, progress);
    PathWalk walk(*trace, recording.parts(), types, progress);
    const Change nothing;
    const Replay replay(recording, nothing, progress);
    QVERIFY(std::ranges::equal(
        criticalTimesOf(recording, nothing, replay, WorkCauses(recording, types, progress), progress),
        walk.sums(walk.whole()), {}, {}, &PathSum::time));
}

/// What does not fit into one part lies in several, of which each can be halved for itself.
void TestWhatIfCritical::partsOfARunAddUp()
{
    struct Case {
        std::uint32_t time;
        std::uint32_t odd;
    };
    for (const Case& each : { Case { 0, 0 }, Case { 1, 1 }, Case { 1'048'575, 63 }, Case { 1'048'576, 2 },
             Case { 1'048'577, 1 }, Case { 130, 64 }, Case { 3'000'000, 1'000'000 }, Case { 64, 64 }, Case { 65, 65 },
             Case { 4'294'967'295, 1 }, Case { 4'294'967'295, 67'108'863 } }) {
        HostOperations operations;
        operations.addPart(Cause::Op, 7, 1, true);
        operations.details.push_back(static_cast<std::uint32_t>(operations.runParts.size()));
        operations.addPart(Cause::Python, each.time, each.odd, true);
        operations.addPart(Cause::Op, 9, 1, false);
        operations.details.push_back(static_cast<std::uint32_t>(operations.runParts.size()));
        std::uint64_t time = 0;
        std::uint64_t odd = 0;
        std::uint64_t others = 0;
        operations.eachPartOf(1, [&](const RunPart& part) {
            QVERIFY((part.time() + part.odd()) % 2 == 0);
            const bool isPython = part.cause() == static_cast<std::size_t>(Cause::Python);
            time += isPython ? part.time() : 0;
            odd += isPython ? part.odd() : 0;
            others += isPython ? 0 : part.time();
        });
        QCOMPARE(time, each.time);
        QCOMPARE(odd, each.odd);
        QCOMPARE(others, std::uint64_t { 9 });
    }
}

/// A path passes blocks of work and of operations as a whole. Here it follows 300 kernels that queue up, then the host
/// through 300 operations; all times are odd.
void TestWhatIfCritical::longStretchesOfAPathAreTheSumsOfTheirParts()
{
    constexpr int kCount = 300;
    TraceText text;
    Timestamp kernelStart = 4'001;
    for (int i = 0; i < kCount; ++i) {
        const Timestamp begin = i * 2'001;
        text.op(i % 3 == 0 ? "aten::mm" : "aten::add", begin, 1'999).launch(begin + 501, 333, i + 1);
        text.kernel(i % 3 == 0 ? "gemm" : "Memcpy HtoD", kernelStart, 7'001 + i % 2, 7, i + 1);
        kernelStart += 7'013 + i % 2;
    }
    Timestamp time = kCount * 2'001;
    text.runtime("cudaDeviceSynchronize", time, kernelStart - 11 - time + 777, 0);
    time = kernelStart - 11 + 777;
    for (int i = 0; i < kCount; ++i, time += 2'999) {
        text.op("aten::add", time, 2'001).launch(time + 501, 333, kCount + i + 1);
        text.kernel("gemm", time + 1'901, 501, 7, kCount + i + 1);
    }
    const auto trace = loadText(text.text()).value();
    const Progress progress;
    const NameTypes types = KernelClassifier().typesOf(*trace);
    const Recording recording(*trace, { 30'000, 1'000'000, 1000 }, progress);
    const WorkCauses causes(recording, types, progress);
    const Change nothing;
    const Replay same(recording, nothing, progress);
    int chains = 0;
    for (WorkNumber work = 0; work < recording.works().size(); ++work)
        chains += same.isChain(work) && causes.endingWith(work) != nullptr ? 1 : 0;
    int blocks = 0;
    for (OperationNumber operation = 0; operation < recording.ends.size(); ++operation)
        blocks += recording.operationSums.endingWith(operation).empty() ? 0 : 1;
    QVERIFY(chains >= 3 && blocks >= 6);
    PathWalk walk(*trace, recording.parts(), types, progress);
    QVERIFY(std::ranges::equal(
        criticalTimesOf(recording, nothing, same, causes, progress), walk.sums(walk.whole()), {}, {}, &PathSum::time));
    for (const Cause cause : { Cause::Op, Cause::Launch, Cause::Unrecorded }) {
        for (const Factor& factor : { Factor::half(), Factor::none() }) {
            Change change;
            change.host[static_cast<std::size_t>(cause)] = factor;
            Change oneByOne = change;
            oneByOne.isKept.assign(recording.ends.size(), false); // each operation may be another one then
            const Replay replay(recording, change, progress);
            const CriticalTimes times = criticalTimesOf(recording, change, replay, causes, progress);
            QCOMPARE(
                std::accumulate(times.begin(), times.end(), Nanoseconds { 0 }), replay.end() - recording.range().begin);
            const Replay slowly(recording, oneByOne, progress);
            QVERIFY(times == criticalTimesOf(recording, oneByOne, slowly, causes, progress));
        }
    }
}

QTEST_GUILESS_MAIN(TestWhatIfCritical)
#include "tst_what_if_critical.moc"
