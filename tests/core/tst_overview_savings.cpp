// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/table_writer.h"
#include "core/words/english.h"
#include "tests/support/analysis_runs.h"
#include "tests/support/late_rank.h"
#include "tests/support/load_text.h"
#include "tests/support/overview_runs.h"
#include "tests/support/summaries.h"
#include "tests/support/temp_dir.h"
#include "tests/support/test_macros.h"
#include "tests/support/trace_text.h"

#include <algorithm>
#include <string>
#include <vector>

using namespace kinetoscope;
using namespace kinetoscope::tests;

/// What the overview says that a cure would save, and where it says nothing of that.
class TestOverviewSavings : public QObject {
    Q_OBJECT

private slots:
    void waitingWorkIsNotSpedUp();
    void aKernelBesideOtherWorkSavesLittle();
    void aSleepingKernelIsNotSpedUp();
    void theFunctionThatLaunchesTheKernelsIsSaid();
    void savingsAreNotKnownWithoutLaunches();
    void whatNothingWaitsForIsNoLargeKernel();
    void aFindingSavesOnlyItsOwn();
    void aSavingBeyondItsTimeSaysSo();
    void aSavingOfWhatComesOnceSaysSo();
    void aSavingIsQuotedOnce();
    void aSavingIsQuotedWhereMostIsAtStake();
    void noSavingIsSaidOfCopyCalls();
    void float32ProductsBesideOtherWorkSaveLittle();
    void theSavingOfSettingUpIsThatOfItsCalls();
    void whatAWaitingKernelTakesAloneIsSaid();
    void whatIsTheLimitIsSaidWhereLittleIsSaved();
    void whatNoFindingSavesIsSaid_data();
    void whatNoFindingSavesIsSaid();
    void neitherAloneIsTheLimit();
    void oneIsTheLimitWhereItAloneSavesATenth();
    void launchesIntoAFullQueueAreNoLimit();
    void aFasterHostIsQuotedWhereWaitingCostsLittle();
    void savingsAreNotKnownBehindWaitsInPython();
    void savingsAreSeenInALine();
    void waitingInPythonIsNotSpedUp();
    void waitsInPythonMayNeedWhatWasWaitedFor();
    void loadersMayBeNoSoonerDone();
    void theFirstCollectiveMaySetUpCommunication();
    void lostKernelsTakeTheirTimeWhateverIsSaved();
    void aSleepTakesOnlyItsOwnTime();
    void aSavingBeyondTheFindingSaysSo();
    void aKernelBesideItselfTakesItsTimeOnce();
    void savingsAreThoseOfWhatIf_data();
    void savingsAreThoseOfWhatIf();
    void noSavingIsNegative();
    void aTimeRangeHasNoSavings();
    void savingsOfOtherChangesAreDoubtedForUnnamedEvents();
    void aRankThatComesEarlierWaitsForTheOthers();
    void howManyRanksHaveAFindingIsSaid();
    void ranksWithoutGpuWorkAreNotCounted();
    void summariesAreNotCounted();
    void ranksOutsideOfTheScopeAreNotCounted();
    void allTracesOfOtherRunsAreCounted();
    void unrelatedTracesAreNotCalledRanks();
    void whatUnrelatedTracesHaveAlikeIsOfOneRankEach();
    void withoutCommunicationOthersGainLess();
    void sharesAreNotThoseOfDoubtfulRanks();
    void aSavingOfChosenStreamsIsThatOfTheirWork();
    void oneRankOfSeveralWaitsForThoseThatAreNotThere();
    void eventWaitsAreToldOnce();
    void eventWaitsOfOneRankAreToldByOneFinding();
    void eventWaitsOfSeveralRanksAreThoseOfEach();
    void whatIsSavedOutsideKeepsNoPromise();
};

/// What waits is never to be made faster, whatever class it has: work that is no CUDA kernel has HTA's. Its device is
/// called what others are, and that is said.
void TestOverviewSavings::waitingWorkIsNotSpedUp()
{
    QString text = QString::fromStdString(
        wholeMicroseconds().kernel("event_wait", 10_us, 60_us, 7).kernel("b", 70_us, 10_us, 7).text());
    text.replace(QStringLiteral("\"kernel\""), QStringLiteral("\"mtia_ccp_events\""));
    QVERIFY(text.contains(QStringLiteral("mtia_ccp_events")));
    const auto result = runOn(inputOf({ text.toStdString() }), "overview");
    QCOMPARE(figureOf(result, "waiting-kernel"), std::int64_t { 60 });
    QCOMPARE(figureOf(result, "large-kernel"), std::int64_t { -1 });
    KT_COMPARE_TEXT(remarkOf(result, "no-gpu-device"),
        "its work runs on an accelerator of Meta (MTIA), which is called GPU here as other devices are.\n");
    KT_COMPARE_TEXT(remarkOf(runOn(inputOf({ exampleE1() }), "overview"), "no-gpu-device"), "");
}

void TestOverviewSavings::aKernelBesideOtherWorkSavesLittle()
{
    const std::string text = wholeMicroseconds()
                                 .launch(0_us, 0_us, 1)
                                 .launch(20_us, 0_us, 2)
                                 .launch(60_us, 0_us, 3)
                                 .kernel("a", 0_us, 100_us, 7, 1)
                                 .kernel("b", 20_us, 40_us, 20, 2)
                                 .kernel("c", 60_us, 80_us, 20, 3)
                                 .text();
    const auto result = runOn(inputOf({ text }), "overview", { { "least-time", "0" } });
    QCOMPARE(figureOf(result, "large-kernel"), std::int64_t { -1 }); // the others end as late without it
    // What is at stake is what a faster one saves: then c ends last, at 80 instead of 100.
    const std::string shorter = wholeMicroseconds()
                                    .launch(0_us, 0_us, 1)
                                    .launch(20_us, 0_us, 2)
                                    .launch(60_us, 0_us, 3)
                                    .kernel("a", 0_us, 100_us, 7, 1)
                                    .kernel("b", 20_us, 40_us, 20, 2)
                                    .kernel("c", 60_us, 20_us, 20, 3)
                                    .text();
    KT_COMPARE_TEXT(sentenceOf(runOn(inputOf({ shorter }), "overview"), "large-kernel"),
        "One kernel, 'a', takes 100.0 us in 1 call, 100.0 % of busy GPU time; it runs alone for 40.00 us of 100.0 us. "
        "Estimated saving with it twice as fast: 20.00 us (20.0 % of the wall time).");
}

void TestOverviewSavings::aSleepingKernelIsNotSpedUp()
{
    const std::string text = wholeMicroseconds()
                                 .kernel("at::cuda::(anonymous namespace)::spin_kernel(long)", 10_us, 60_us, 7)
                                 .kernel("b", 70_us, 10_us, 7)
                                 .text();
    const auto result = runOn(inputOf({ text }), "overview");
    KT_COMPARE_TEXT(kindsOf(result), "waiting-kernel\n");
    QVERIFY(sentenceOf(result, "waiting-kernel").starts_with("One kernel that only lets clock cycles pass, "));
}

/// The host launches each 20 us after the one before has ended: a faster kernel only leaves the GPU idle for longer.
void TestOverviewSavings::whatNothingWaitsForIsNoLargeKernel()
{
    TraceText text = wholeMicroseconds();
    for (int i = 0; i < 50; ++i)
        text.op("aten::mm", i * 80_us, 30_us)
            .launch(i * 80_us + 10_us, 8_us, i + 1)
            .kernel("gemm", i * 80_us + 24_us, 40_us, 7, i + 1);
    const auto result = runOn(inputOf({ text.text() }), "overview");
    QCOMPARE(figureOf(result, "large-kernel"), std::int64_t { -1 });
    KT_COMPARE_TEXT(rowsOf(result, "findings", { "kind" }), "host-wait\nshort-kernels\n");
}

/// A host twice as fast would also load data and free memory twice as fast: those are other findings' savings.
void TestOverviewSavings::aFindingSavesOnlyItsOwn()
{
    const std::string text = waiting()
                                 .op("aten::add", 22_us, 8_us)
                                 .op("enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__", 30_us, 60_us)
                                 .text();
    const auto result = runOn(inputOf({ text }), "overview");
    const std::string sentence = sentenceOf(result, "host-wait");
    // Gap [20, 110): loading 60, launching 10; ops 8 and 12 of nothing recorded are left. What was not recorded may be
    // waiting: no host is twice as fast in that.
    QVERIFY2(sentence.ends_with("Estimated saving with the host twice as fast in ops: 4.000 us (3.3 % of the wall "
                                "time)."),
        sentence.c_str());
}

/// What makes the GPU wait for 39 us also ran for a millisecond before there was a GPU's time to wait in.
void TestOverviewSavings::aSavingBeyondItsTimeSaysSo()
{
    const std::string text = wholeMicroseconds()
                                 .op("aten::add", 0_us, 1000_us)
                                 .launch(1000_us, 5_us, 1)
                                 .kernel("a", 1010_us, 10_us, 7, 1)
                                 .op("aten::add", 1020_us, 40_us)
                                 .launch(1060_us, 5_us, 2)
                                 .kernel("b", 1070_us, 100_us, 7, 2)
                                 .text();
    const std::string sentence = sentenceOf(runOn(inputOf({ text }), "overview"), "host-wait");
    QVERIFY2(
        sentence.ends_with("Estimated saving with the host twice as fast in ops: 20.00 us of the GPU time in view, and "
                           "500.0 us before or after it (together 44.4 % of the wall time). Up to 500.0 us of that is "
                           "before the first recorded GPU work: if it is start-up, it comes once."),
        sentence.c_str());
}

/// One cure of two findings saves what it saves once.
void TestOverviewSavings::aSavingIsQuotedOnce()
{
    TraceText text = wholeMicroseconds();
    for (int i = 0; i < 8; ++i) {
        const Timestamp at = i * 650_us;
        text.runtime("cudaMalloc", at, 300_us, 10 * i + 1)
            .op("aten::mm", at + 300_us, 20_us)
            .launch(at + 310_us, 5_us, 10 * i + 2)
            .kernel("k", at + 320_us, 200_us, 7, 10 * i + 2)
            .runtime("cudaFree", at + 330_us, 200_us, 10 * i + 3)
            .op("aten::add", at + 540_us, 80_us);
    }
    const auto result = runOn(inputOf({ text.text() }), "overview");
    const std::string first = sentenceOf(result, "device-allocation");
    const std::string second = sentenceOf(result, "sync-wait");
    QVERIFY2(first.find("Estimated saving with no time in allocation") != std::string::npos, first.c_str());
    QVERIFY2(second.ends_with("What is saved with no time in allocation is part of the estimated saving of another "
                              "finding, that of 2.170 ms."),
        second.c_str());
    QCOMPARE(figureOf(result, "device-allocation"), std::int64_t { 2'170 });
    QVERIFY2(second.find("Estimated saving") == std::string::npos, second.c_str());
    const Table& table = *result->findTable("findings");
    for (std::size_t row = 0; row < table.rowCount(); ++row)
        QCOMPARE(std::holds_alternative<std::monostate>(table.cell(row, table.columnIndex("saved"))),
            table.text(row, table.columnIndex("kind")) == "sync-wait");
}

/// What a copy call does before its copy stays in a replay, so nothing is said to be saved of it.
void TestOverviewSavings::noSavingIsSaidOfCopyCalls()
{
    TraceText text = wholeMicroseconds();
    for (int i = 0; i < 4; ++i) {
        const Timestamp at = i * 1'000_us;
        text.op("aten::copy_", at, 800_us)
            .runtime("cudaMemcpyAsync", at + 1_us, 790_us, 10 * i + 1)
            .copy("Memcpy HtoD (Pageable -> Device)", at + 700_us, 85_us, 7, 10 * i + 1, 4'000)
            .launch(at + 810_us, 5_us, 10 * i + 2)
            .kernel("k", at + 820_us, 100_us, 7, 10 * i + 2);
    }
    const auto result = runOn(inputOf({ text.text() }), "overview");
    const std::string all = sentenceOf(result, "host-wait");
    QVERIFY2(all.find("copy calls (") != std::string::npos, all.c_str());
    QVERIFY2(all.find("Estimated saving") == std::string::npos, all.c_str());
}

void TestOverviewSavings::float32ProductsBesideOtherWorkSaveLittle()
{
    const std::string text = wholeMicroseconds()
                                 .launch(0_us, 0_us, 1)
                                 .kernel("ampere_sgemm_128x64_nn", 0_us, 100_us, 7, 1)
                                 .copy("Memcpy HtoD (Pinned -> Device)", 20_us, 60_us, 20, 0, 9)
                                 .text();
    const auto result = runOn(inputOf({ text }), "overview");
    QCOMPARE(figureOf(result, "float32-matmul"), std::int64_t { 20 });
    const std::string sentence = sentenceOf(result, "float32-matmul");
    QVERIFY2(sentence.find("take 100.0 us in 1 kernel, 100.0 % of busy GPU time, and run alone for 40.00 us: ")
            != std::string::npos,
        sentence.c_str());
    // The half of what they take is saved, more than the half of what they run alone: yet none of it elsewhere.
    const std::string shorter = wholeMicroseconds()
                                    .launch(0_us, 0_us, 1)
                                    .kernel("ampere_sgemm_128x64_nn", 0_us, 100_us, 7, 1)
                                    .kernel("ncclDevKernel_AllReduce", 0_us, 40_us, 20)
                                    .text();
    const auto ofShorter = runOn(inputOf({ shorter }), "overview");
    const std::string saved = sentenceOf(ofShorter, "float32-matmul");
    const char* estimate = "Estimated saving with them twice as fast: 50.00 us (50.0 % of the wall time).";
    QVERIFY2(saved.ends_with(estimate), saved.c_str());
    // In few words it is the same.
    const std::string estimates = rowsOf(ofShorter, "findings", { "kind", "estimate" });
    QVERIFY2(estimates.find(estimate) != std::string::npos, estimates.c_str());
}

/// The function of a person's own code inside which the kernels are launched; of PyTorch's none, none that is around
/// everything, and none where half of their time is elsewhere.
void TestOverviewSavings::theFunctionThatLaunchesTheKernelsIsSaid()
{
    const auto said = [](const char* function, int inside) {
        TraceText text = wholeMicroseconds();
        for (int i = 0; i < 10; ++i) {
            const Timestamp begin = i * 40_us; // far ahead of the GPU
            text.python("train.py(1): step", begin, 39_us, 2 * i + 1);
            if (i < inside)
                text.python(function, begin + 1_us, 20_us, 2 * i + 2, 2 * i + 1);
            text.op("aten::mm", begin + 2_us, 10_us).launch(begin + 3_us, 5_us, i + 1);
            text.launch(begin + 30_us, 2_us, i + 101).kernel("other", i * 100_us + 90_us, 19_us, 7, i + 101);
            text.kernel("a", i * 100_us + 10_us, 80_us, 7, i + 1);
        }
        return toQString(sentenceOf(runOn(inputOf({ text.text() }), "overview"), "large-kernel"));
    };
    QVERIFY2(isSaid(said("model.py(7): attention", 10),
                 "of busy GPU time. By duration, 100.0 % of the kernels are launched inside 'model.py(7): attention'. "
                 "Estimated saving"),
        qPrintable(said("model.py(7): attention", 10)));
    QVERIFY(isSaid(said("model.py(7): attention", 6), "By duration, 60.0 % of the kernels are launched inside"));
    for (const QString& other : { said("model.py(7): attention", 4), said("torch/nn/functional.py(7): linear", 10),
             said("<built-in function linear>", 10) })
        QVERIFY2(!other.isEmpty() && !isSaid(other, "launched inside"), qPrintable(other));
}

/// A replay neither sees the host hold work up nor the host wait for it.
void TestOverviewSavings::savingsAreNotKnownWithoutLaunches()
{
    const auto made = [](int launched) {
        TraceText text = wholeMicroseconds();
        text.op("aten::x", 0_us, 500_us);
        for (int i = 0; i < 4; ++i) {
            if (i < launched)
                text.launch(i * 100_us, 0_us, i + 1);
            text.kernel("k", i * 100_us, 90_us, 7, i < launched ? i + 1 : 0);
        }
        return runOn(inputOf({ text.text() }), "overview");
    };
    const auto unknown = made(1);
    KT_COMPARE_TEXT(sentenceOf(unknown, "large-kernel"),
        "One kernel, 'k', takes 360.0 us in 4 calls, 100.0 % of busy GPU time. Estimated saving with it twice as fast: "
        "not known, since 3 of 4 GPU activities are linked to no launch.");
    const Table& table = unknown->tables.front();
    for (std::size_t row = 0; row < table.rowCount(); ++row) // no links of a path that there is none of
        QVERIFY(table.evidence(row, table.columnIndex("saved")).isEmpty());
    QCOMPARE(figureOf(unknown, "large-kernel"), std::int64_t { 180 });
    QCOMPARE(figureOf(made(4), "large-kernel"), std::int64_t { -1 }); // the host takes as long without
}

/// Half a second of cudaFree is called setting up: then that is what must be gone, though the ledger has allocation.
void TestOverviewSavings::theSavingOfSettingUpIsThatOfItsCalls()
{
    const std::string text = wholeMicroseconds()
                                 .launch(0_us, 5_us, 1)
                                 .kernel("a", 10_us, 10_us, 7, 1)
                                 .runtime("cudaFree", 30_us, 500'000_us, 9)
                                 .launch(500'030_us, 5_us, 2)
                                 .kernel("b", 500'040_us, 10_us, 7, 2)
                                 .text();
    const std::string sentence = sentenceOf(runOn(inputOf({ text }), "overview"), "first-use");
    QVERIFY2(sentence.ends_with("Estimated saving with no time in allocation: 500.0 ms (> 99.9 % "
                                "of the wall time)."),
        sentence.c_str());
    const std::string loading = sentenceOf(
        runOn(inputOf({ waiting().runtime("cuModuleLoadData", 30_us, 40_us, 9).text() }), "overview"), "first-use");
    QVERIFY2(loading.find("with no loading of code:") != std::string::npos, loading.c_str());
}

/// The figure of the card is what it takes alone, so that the sentence must have it too.
void TestOverviewSavings::whatAWaitingKernelTakesAloneIsSaid()
{
    const auto with = [](Timestamp beside) {
        return sentenceOf(
            runOn(
                inputOf(
                    { wholeMicroseconds().kernel("event_wait", 0_us, 100_us, 7).kernel("b", 0_us, beside, 20).text() }),
                "overview"),
            "waiting-kernel");
    };
    KT_COMPARE_TEXT(with(60_us),
        "One kernel that only waits, 'event_wait', takes 100.0 us in 1 call, 100.0 % of busy GPU time; it runs alone "
        "for "
        "40.00 us of 100.0 us: what it waits for is to be found, not sped up here.");
    const std::string alone = with(1_us);
    QVERIFY2(alone.find("alone") == std::string::npos, alone.c_str());
}

void TestOverviewSavings::whatIsTheLimitIsSaidWhereLittleIsSaved()
{
    const auto copies = [](Nanoseconds hostInRound) {
        TraceText text = wholeMicroseconds();
        for (int i = 0; i < 8; ++i) {
            const Timestamp at = i * 1'000_us;
            text.op("aten::copy_", at, hostInRound).launch(at + 10_us, 5_us, i + 1);
            text.copy("Memcpy HtoD (Pinned -> Device)", at + 20_us, 800_us, 7, i + 1, 64);
        }
        return findingOf(text.text(), "exposed-copies");
    };
    const QString byHost = copies(1'000_us);
    QVERIFY2(byHost.endsWith("Estimated saving with no copies: none. Then the critical path is mostly time of the "
                             "host (100.0 %)."),
        qPrintable(byHost));
    TraceText text = wholeMicroseconds().launch(0_us, 5_us, 1).launch(6_us, 1_us, 2);
    text.kernel("a", 10_us, 500_us, 7, 1).copy("Memcpy HtoD (Pinned -> Device)", 510_us, 100_us, 7, 2, 64);
    const QString saves = findingOf(text.text(), "exposed-copies");
    QVERIFY2(!saves.isEmpty() && !isSaid(saves, "critical path"), qPrintable(saves));
}

/// A launch call that waits for room is as short as the kernels of the queue are; a replay does not know that it waits.
void TestOverviewSavings::whatNoFindingSavesIsSaid_data()
{
    QTest::addColumn<QString>("of");
    QTest::addColumn<QString>("words"); // empty: nothing is said
    QTest::newRow("data loading") << "loader"
                                  << "with no time in data loading, more than that of any finding";
    QTest::newRow("many kernels") << "kernels"
                                  << "with computation twice as fast";
    QTest::newRow("a large kernel, which is a finding") << "one kernel"
                                                        << "";
    QTest::newRow("the host, which is a finding") << "host"
                                                  << "";
    QTest::newRow("a host that polls") << "polling"
                                       << "";
    QTest::newRow("a host that goes on, which is a finding") << "after"
                                                             << "";
}

/// Where the GPU is never idle no finding is about the host: copies that come late may fill the time.
void TestOverviewSavings::whatNoFindingSavesIsSaid()
{
    QFETCH(QString, of);
    QFETCH(QString, words);
    TraceText text = wholeMicroseconds();
    for (int i = 0; i < 10; ++i) {
        const Timestamp at = i * 980_us;
        const int first = 10 * i + 1;
        if (of == "loader") {
            text.annotation("enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__", at, 950_us);
            text.runtime("cudaMemcpyAsync", at + 950_us, 4_us, first);
            text.copy("Memcpy HtoD (Pinned -> Device)", at + 960_us, 280_us, 20, first, 1'000'000);
            for (int k = 0; k < 7; ++k) {
                text.launch(at + 960_us + k * 2_us, 2_us, first + 1 + k);
                text.kernel("k" + std::to_string(k), at + 1240_us + k * 100_us, 100_us, 7, first + 1 + k);
            }
            continue;
        }
        for (int k = 0; k < 8; ++k) {
            const std::string name = of == "one kernel" ? "k" : "k" + std::to_string(k);
            const int number = 8 * i + k;
            const Timestamp begin = number * 120_us;
            if (of == "host")
                text.op("aten::mm", begin, 110_us).launch(begin + 92_us, 4_us, first + k);
            else
                text.launch(number * 20_us, 4_us, first + k);           // far ahead of the GPU
            for (int query = 0; of == "polling" && query < 10; ++query) // till the work is done
                text.runtime("cudaEventQuery", 2000_us + begin + query * 11_us, 10_us, 1000 + 10 * number + query);
            text.kernel(name, begin + 100_us, of == "host" ? 40_us : 120_us, 7, first + k);
        }
    }
    if (of == "after")
        text.op("aten::save", 9600_us, 9000_us);
    const auto result = runOn(inputOf({ text.text() }), "overview");
    const std::string said = remarkOf(result, "untold-saving");
    const std::string findings = rowsOf(result, "findings", { "finding" });
    QCOMPARE(said.empty(), words.isEmpty());
    QVERIFY2(words.isEmpty() || said.find(" of the wall time) " + words.toStdString() + ".") != std::string::npos,
        (said + findings).c_str());
    KT_COMPARE_TEXT(remarkOf(result, "balanced"), "");
}

/// Each kernel is launched just when the one before it ends: what is made faster alone waits for the other.
void TestOverviewSavings::neitherAloneIsTheLimit()
{
    const auto made = [](Nanoseconds kernel) {
        TraceText text = wholeMicroseconds();
        for (int i = 0; i < 50; ++i)
            text.op("aten::mm", i * 100_us, 98_us)
                .launch(i * 100_us + 90_us, 6_us, i + 1)
                .kernel("gemm", std::max(i * 100_us + 100_us, i * kernel + 100_us), kernel, 7, i + 1);
        return runOn(inputOf({ text.text() }), "overview");
    };
    const std::string said = remarkOf(made(100_us), "balanced");
    QVERIFY2(said.starts_with("Neither the host nor the GPU limits the time alone: What-if estimates a saving of "),
        said.c_str());
    QVERIFY2(
        said.find("of 0.9 % of the wall time with the host twice as fast in ops, Python and launch calls, of 1.0 % "
                  "with computation twice as fast, and of 49.0 % with both.")
            != std::string::npos,
        said.c_str());
    KT_COMPARE_TEXT(remarkOf(made(120_us), "balanced"), ""); // the GPU is
    KT_COMPARE_TEXT(remarkOf(made(80_us), "balanced"), "");  // the host is
}

/// The GPU is, by a seventh, though the largest finding saves less.
void TestOverviewSavings::oneIsTheLimitWhereItAloneSavesATenth()
{
    TraceText text = wholeMicroseconds();
    Timestamp at = 0; // of the host
    for (int i = 0; i < 50; ++i, at += 116_us) {
        const Timestamp begin = i * 130_us + 200_us;
        const int first = 10 * i + 1;
        for (int k = 0; k < 8; ++k) {
            text.op("aten::op", at + k * 14_us, 14_us).launch(at + k * 14_us + 11_us, 3_us, first + k);
            text.kernel("k" + std::to_string(k), begin + k * 15_us, 15_us, 7, first + k);
        }
        text.op("aten::copy_", at + 112_us, 4_us).launch(at + 113_us, 2_us, first + 8);
        text.copy("Memcpy HtoD (Pinned -> Device)", begin + 120_us, 10_us, 7, first + 8, 64);
    }
    const auto result = runOn(inputOf({ text.text() }), "overview");
    const QString copies = toQString(sentenceOf(result, "exposed-copies"));
    QVERIFY2(isSaid(copies, "% of the wall time)"), qPrintable(copies));
    KT_COMPARE_TEXT(remarkOf(result, "balanced"), "");
    KT_COMPARE_TEXT(remarkOf(result, "untold-saving"), "");
}

void TestOverviewSavings::launchesIntoAFullQueueAreNoLimit()
{
    const auto launched = [](int count, Nanoseconds call, Nanoseconds kernel, std::size_t room) {
        TraceText text = wholeMicroseconds();
        std::vector<Timestamp> starts;
        Timestamp at = 0;
        Timestamp isFree = 0;
        for (int i = 0; i < count; ++i) {
            Nanoseconds length = call;
            if (starts.size() >= room)
                length = std::max(length, starts[starts.size() - room] + 1_us - at);
            const Timestamp start = std::max(isFree, at + length) + 1_us;
            text.launch(at, length, i + 1).kernel("a", start, kernel, 7, i + 1);
            starts.push_back(start);
            at += length + 1_us;
            isFree = start + kernel;
        }
        return findingOf(text.text(), "large-kernel");
    };
    const QString full = launched(2'600, 4_us, 20_us, 1'010);
    QVERIFY2(isSaid(full, " wall time). More may be saved than estimated: the estimate keeps launch calls as long as "),
        qPrintable(full));
    QVERIFY2(isSaid(full,
                 "each shorter than 30 us, were made with 1000 or more launches in their queue and may have waited for "
                 "room in it, for up to 24.20 ms together."),
        qPrintable(full));
    QVERIFY2(!isSaid(full, "time of the host"), qPrintable(full));
    // The queue grows for as long as the host launches: it has room.
    const QString grows = launched(8'000, 5_us, 6_us, 100'000);
    QVERIFY2(isSaid(grows, "of the critical path is time of the host, instead of "), qPrintable(grows));
    QVERIFY2(!isSaid(grows, "room"), qPrintable(grows));
}

/// What the host does once is no lever.
void TestOverviewSavings::aSavingOfWhatComesOnceSaysSo()
{
    const auto firstOp = [](Nanoseconds first, Nanoseconds before) {
        TraceText text = wholeMicroseconds();
        if (before > 0)
            text.op("aten::randn", 0, before);
        text.launch(before, 5_us, 1).kernel("a", before + 10_us, 20_us, 7, 1);
        Timestamp at = before + 40_us;
        for (int i = 0; i < 6; ++i) {
            const Nanoseconds length = i == 1 ? first : 100_us;
            text.op("aten::mm", at, length).launch(at + length - 10_us, 5_us, 2 + i);
            text.kernel(i == 0 ? "a" : "gemm", at + length, 20_us, 7, 2 + i);
            at += length + 30_us;
        }
        return findingOf(text.text(), "host-wait");
    };
    const QString loading = firstOp(4'000_us, 0);
    QVERIFY2(isSaid(loading,
                 "; 3.990 ms of it is in 1 op before it launches a kernel for the first time: it is probably loading "
                 "code. "),
        qPrintable(loading));
    QVERIFY2(isSaid(loading, "Up to 1.995 ms of that is in such ops: loading code comes once."), qPrintable(loading));
    QVERIFY2(loading.count(QStringLiteral("probably")) == 1, qPrintable(loading));
    const QString both = firstOp(4'000_us, 1'000_us);
    QVERIFY2(isSaid(both,
                 "Up to 2.495 ms of that is in such ops, or before the first recorded GPU work: loading code and "
                 "start-up come once."),
        qPrintable(both));
    QVERIFY2(!isSaid(firstOp(100_us, 0), "once"), qPrintable(firstOp(100_us, 0)));
}

/// Where not to wait saves little, what the host does after it is the larger part.
void TestOverviewSavings::aFasterHostIsQuotedWhereWaitingCostsLittle()
{
    const auto rounds = [](Nanoseconds kernel, Nanoseconds afterwards) {
        TraceText text = wholeMicroseconds();
        for (int i = 0; i < 8; ++i) {
            const Timestamp begin = i * (kernel + afterwards + 20_us);
            text.launch(begin, 5_us, i + 1).kernel("k", begin + 10_us, kernel, 7, i + 1);
            text.runtime("cudaStreamSynchronize", begin + 6_us, kernel + 6_us, 100 + i);
            text.op("aten::beam_search", begin + kernel + 15_us, afterwards);
        }
        return findingOf(text.text(), "sync-wait");
    };
    const QString both = rounds(200_us, 1'700_us);
    QVERIFY2(isSaid(both,
                 "Estimated saving with the host twice as fast in ops, also outside of this time: 6.800 ms (44.3 % of "
                 "the wall time). Estimated saving with no synchronisation and no blocking copy: 1."),
        qPrintable(both));
    QVERIFY2(!isSaid(both, "launch ahead"), qPrintable(both));
    const QString one = rounds(900_us, 400_us);
    QVERIFY2(
        isSaid(one, "that it waited for. Estimated saving with no synchronisation") && !isSaid(one, "twice as fast"),
        qPrintable(one));
}

/// After waits the host is in ops and in launches, elsewhere in ops alone: there more is at stake.
void TestOverviewSavings::aSavingIsQuotedWhereMostIsAtStake()
{
    TraceText text = wholeMicroseconds();
    for (int i = 0; i < 8; ++i) {
        const Timestamp at = i * 1'400_us;
        text.launch(at, 100_us, 10 * i + 1)
            .kernel("k", at + 105_us, 60_us, 7, 10 * i + 1)
            .op("aten::nms", at + 100_us, 1'000_us)
            .launch(at + 1'100_us, 5_us, 10 * i + 2)
            .kernel("k", at + 1'110_us, 60_us, 7, 10 * i + 2)
            .runtime("cudaStreamSynchronize", at + 1'120_us, 52_us, 10 * i + 3)
            .op("aten::topk", at + 1'180_us, 200_us);
    }
    const auto result = runOn(inputOf({ text.text() }), "overview");
    const QString large = toQString(sentenceOf(result, "host-wait"));
    QVERIFY2(isSaid(large, "Estimated saving with the host twice as fast in ops"), qPrintable(large));
    const QString small = toQString(sentenceOf(result, "sync-wait"));
    QVERIFY2(isSaid(small, "meanwhile the host is in ops (59.7 %), launch calls (29.9 %)"), qPrintable(small));
    QVERIFY2(isSaid(small, "Estimated saving with no synchronisation and no blocking copy: "), qPrintable(small));
    QVERIFY2(
        small.endsWith("What is saved with the host twice as fast in ops is part of the estimated saving of another "
                       "finding, that of 7.480 ms."),
        qPrintable(small));
}

void TestOverviewSavings::waitingInPythonIsNotSpedUp()
{
    for (const char* const name : { "<method 'acquire' of '_thread.lock' objects>",
             "<built-in method acquire of _thread.lock object at 0x7f8a1c2b3d40>" }) {
        const std::string text = eightRounds([name](TraceText& rounds, Timestamp at, int i) {
            rounds.python("engine.py(7): loop", at, 700_us, 2 * i + 1)
                .python(name, at + 50_us, 600_us, 2 * i + 2, 2 * i + 1);
        });
        const QString waiting = findingOf(text, "python-wait");
        QVERIFY2(isSaid(waiting, "The GPU is idle for 4.200 ms"), qPrintable(waiting));
        QVERIFY2(isSaid(waiting, ", 7 times, 600.0 us each on average"), qPrintable(waiting));
        QVERIFY2(!isSaid(waiting, "Estimated saving"), qPrintable(waiting));
        const QString busy = findingOf(text, "host-wait");
        QVERIFY2(!busy.isEmpty() && !isSaid(busy, "twice as fast in Python"), qPrintable(busy));
    }
    // What another thread does meanwhile is told, and what a wait for the GPU less would leave to it.
    const auto server = [](bool isBeside) {
        return eightRounds(
            [isBeside](TraceText& text, Timestamp at, int i) {
                text.python("<method 'acquire' of '_thread.lock' objects>", at, 500_us, 2 * i + 1);
                text.thread(100, 300)
                    .python(isBeside ? "scheduler.py(8): next" : "queue.py(154): get", at, 490_us, 100 + 2 * i)
                    .thread(100, 100);
                text.python("output.py(7): process", at + 510_us, 300_us, 2 * i + 2);
                text.runtime("cudaStreamSynchronize", at - 90_us, 85_us, 100 + i);
            },
            1'000_us);
    };
    const QString beside = findingOf(server(true), "python-wait");
    QVERIFY2(isSaid(beside, "another thread of the process is in Python (100.0 % of that in 'scheduler.py(8): next')."),
        qPrintable(beside));
    QVERIFY2(isSaid(findingOf(server(false), "python-wait"), "which the trace does not tell."),
        qPrintable(findingOf(server(false), "python-wait")));
    QVERIFY(findingOf(eightRounds([](TraceText& text, Timestamp at, int i) {
        text.python("<built-in method tolist of Tensor object at 0x7f8a1c2b3d40>", at, 600_us, i + 1);
    }),
        "python-wait")
                .isEmpty());
}

/// Without its waits for the GPU the host would be in its waits in Python meanwhile, as long as these do not need what
/// it waited for.
void TestOverviewSavings::waitsInPythonMayNeedWhatWasWaitedFor()
{
    const auto said = [](const char* frame) {
        TraceText text = wholeMicroseconds();
        for (int i = 0; i < 8; ++i) {
            const Timestamp at = i * 1'000_us;
            text.launch(at, 5_us, i + 1).kernel("k", at + 10_us, 400_us, 7, i + 1);
            text.runtime("cudaStreamSynchronize", at + 20_us, 392_us, 100 + i);
            text.python("output.py(7): process", at + 414_us, 280_us, 2 * i + 1);
            text.python(frame, at + 700_us, 290_us, 2 * i + 2);
        }
        return findingOf(text.text(), "sync-wait");
    };
    const QString waits = said("<method 'acquire' of '_thread.lock' objects>");
    QVERIFY2(isSaid(waits, "Waits in Python count as long as recorded: where another thread needs values from the GPU"),
        qPrintable(waits));
    const QString works = said("model.py(3): prepare");
    QVERIFY2(
        !works.isEmpty() && !isSaid(works, "Waits in Python") && !isSaid(works, "another thread"), qPrintable(works));
}

/// A host that does not wait is ahead, and what seems to start late then starts sooner in a replay, though kernels that
/// are not in the file ran before it.
void TestOverviewSavings::lostKernelsTakeTheirTimeWhateverIsSaved()
{
    const auto said = [](int lost, bool isBeside = false) {
        TraceText text = wholeMicroseconds();
        for (int i = 0; i < 8; ++i) {
            const Timestamp at = i * 1'000_us;
            text.launch(at, 5_us, 10 * i + 1).kernel("a", at + 10_us, 50_us, 7, 10 * i + 1);
            for (int j = 0; j < 3; ++j) {
                text.launch(at + 6_us + 6_us * j, 5_us, 10 * i + 2 + j);
                if (i < 3 || i >= 3 + lost)
                    text.kernel("b", at + 61_us + 101_us * j, 100_us, 7, 10 * i + 2 + j);
            }
            text.launch(at + 30_us, 5_us, 10 * i + 5).kernel("c", at + 370_us, 50_us, 7, 10 * i + 5);
            text.runtime("cudaStreamSynchronize", at + 40_us, 382_us, 900 + i);
            text.python("output.py(7): process", at + 430_us, 560_us, i + 1);
            if (isBeside)
                text.thread(100, 300).python("tokenizer.py(3): encode", at + 430_us, 560_us, 50 + i).thread(100, 100);
        }
        return findingOf(text.text(), "sync-wait");
    };
    const QString lost = said(2);
    QVERIFY2(isSaid(lost, "Up to 620.0 us of that is no saving where kernels that are not in the file ran then"),
        qPrintable(lost));
    const QString all = said(0);
    QVERIFY2(!all.isEmpty() && !isSaid(all, "not in the file") && !isSaid(all, "another thread"), qPrintable(all));
    const QString beside = said(0, true); // all but the first round: it begins within the first millisecond
    QVERIFY2(isSaid(beside, "another thread of the process is in Python, too (100.0 % of that in 'tokenizer.py(3): "),
        qPrintable(beside));
}

/// Without its waits for the GPU the host would be sooner in the data loader, but the batch need not be there by then.
void TestOverviewSavings::loadersMayBeNoSoonerDone()
{
    const auto said = [](const char* loader) {
        TraceText text = wholeMicroseconds();
        for (int i = 0; i < 8; ++i) {
            const Timestamp at = i * 1'911_us;
            text.annotation(loader, at, 900_us).launch(at + 901_us, 5_us, 2 * i + 1);
            text.kernel("k", at + 910_us, 1'000_us, 7, 2 * i + 1);
            text.runtime("cudaStreamSynchronize", at + 920_us, 991_us, 100 + i);
        }
        return findingOf(text.text(), "waits-for-gpu");
    };
    const QString workers = said("enumerate(DataLoader)#_MultiProcessingDataLoaderIter.__next__");
    QVERIFY2(isSaid(workers,
                 "Time in data loading counts as long as recorded: where workers make the batches, and are "
                 "no sooner done with them,"),
        qPrintable(workers));
    const QString none = said("enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__");
    QVERIFY2(isSaid(none, "The host waits") && !isSaid(none, "workers"), qPrintable(none));
}

/// The first one takes far longer than all others; where it does not, it is like these.
void TestOverviewSavings::theFirstCollectiveMaySetUpCommunication()
{
    const auto said = [](Nanoseconds first, int count) {
        TraceText text = wholeMicroseconds();
        Timestamp at = 0;
        for (int i = 0; i < count; ++i) {
            text.launch(at, 5_us, 2 * i + 1).kernel("k", at + 10_us, 300_us, 7, 2 * i + 1);
            const Nanoseconds length = i == 0 ? first : 400_us;
            text.op("c10d::allreduce_", at + 10_us, length);
            at += length + 20_us;
        }
        text.launch(at, 5_us, 2 * count + 1).kernel("k", at + 10_us, 300_us, 7, 2 * count + 1);
        return findingOf(text.text(), "host-wait");
    };
    const QString setUp = said(9'000_us, 4);
    QVERIFY2(isSaid(setUp,
                 "; 8.700 ms of it is in the first 'c10d::allreduce_' of the recording, which takes far longer "
                 "than all others: it probably sets up communication, which comes once. Estimated saving")
            && isSaid(setUp, "ms of that is in setting up communication, which comes once."),
        qPrintable(setUp));
    for (const QString& other : { said(3'000_us, 4), said(9'000_us, 1), said(9'000_us, 2) })
        QVERIFY2(!other.isEmpty() && !isSaid(other, "sets up"), qPrintable(other));
}

/// It lasts as long as the program asks for: other Python can be faster beside it.
void TestOverviewSavings::aSleepTakesOnlyItsOwnTime()
{
    const auto resultOf = [](Nanoseconds sleep) {
        return runOn(inputOf({ eightRounds(
                         [sleep](TraceText& text, Timestamp at, int i) {
                             text.python("engine.py(7): loop", at, 600_us, 2 * i + 1);
                             if (sleep > 0)
                                 text.python("<built-in function sleep>", at + 600_us, sleep, 2 * i + 2);
                         },
                         1'000_us + sleep) }),
            "overview");
    };
    const auto savingOf = [](const Result<AnalysisResult>& result) {
        const Table& table = *result->findTable("findings");
        for (std::size_t row = 0; row < table.rowCount(); ++row) {
            if (table.text(row, table.columnIndex("kind")) == "host-wait")
                return std::get<std::int64_t>(table.cell(row, table.columnIndex("saved")));
        }
        return std::int64_t { -1 };
    };
    const auto awake = resultOf(0_us);
    const auto asleep = resultOf(700_us);
    const QString sentence = toQString(sentenceOf(asleep, "host-wait"));
    QVERIFY2(isSaid(sentence, "Estimated saving with the host twice as fast in Python"), qPrintable(sentence));
    QVERIFY(savingOf(awake) > 0);
    QCOMPARE(savingOf(asleep), savingOf(awake));
    QVERIFY2(isSaid(toQString(sentenceOf(asleep, "python-wait")), "The GPU is idle for 4.900 ms"),
        sentenceOf(asleep, "python-wait").c_str());
}

/// Another thread launches all while the main one waits for it.
void TestOverviewSavings::savingsAreNotKnownBehindWaitsInPython()
{
    TraceText text = wholeMicroseconds();
    text.python("<method 'acquire' of '_thread.lock' objects>", 0_us, 8'000_us, 1);
    text.thread(100, 101);
    for (int i = 0; i < 8; ++i)
        text.launch(i * 1'000'000, 900_us, i + 1).kernel("k", i * 1'000'000 + 910'000, 20_us, 7, i + 1);
    const QString sentence = findingOf(text.text(), "short-kernels");
    QVERIFY2(sentence.isEmpty() || !isSaid(sentence, "no time: none."), qPrintable(sentence));
    // What is left of a thread when the main one has done waiting says as little.
    const QString rest =
        findingOf(text.launch(8'000_us, 20_us, 9).kernel("k", 8'030_us, 20_us, 7, 9).text(), "short-kernels");
    QVERIFY2(isSaid(rest, "not known, since a replay does not follow"), qPrintable(rest));
    QVERIFY2(isSaid(sentence, "not known, since a replay does not follow"), qPrintable(sentence));
    const auto result = runOn(inputOf({ text.text() }), "overview");
    const Table& table = *result->findTable("findings");
    for (std::size_t row = 0; row < table.rowCount(); ++row) {
        if (english(*table.message(row, 0)).find("not known") != std::string::npos)
            QVERIFY(std::holds_alternative<std::monostate>(table.cell(row, table.columnIndex("saved"))));
    }
}

/// In lines of an ordinary terminal, whatever the shares are of.
void TestOverviewSavings::savingsAreSeenInALine()
{
    const auto result = runOn(inputOf({ waiting().op("aten::prepare", 200_us, 50_us).text() }), "overview");
    const Table& table = *result->findTable("findings");
    QVERIFY(table.rowCount() > 1);
    TableWriterOptions options;
    options.exactUnits = false;
    options.lineWidth = 100;
    const std::string text = writeTable(table, TableFormat::Text, options);
    const std::string head = text.substr(0, text.find('\n'));
    QVERIFY2(head.find(" saved") != std::string::npos, text.c_str());
    QVERIFY2(head.find("share_of") == std::string::npos, text.c_str()); // there was no room for all
}

void TestOverviewSavings::aSavingBeyondTheFindingSaysSo()
{
    // Ops take all of the waits, and as much where the GPU is busy: half of the first is less than what is saved.
    TraceText text = wholeMicroseconds();
    for (int i = 0; i < 8; ++i)
        text.op("aten::mm", i * 1'000'000, 990_us)
            .launch(i * 1'000'000 + 991'000, 5_us, i + 1)
            .kernel("k", i * 1'000'000 + 1'000'000, 400_us, 7, i + 1);
    const QString sentence = findingOf(text.text(), "host-wait");
    QVERIFY2(isSaid(sentence, "twice as fast in ops, also outside of this time"), qPrintable(sentence));
}

void TestOverviewSavings::aKernelBesideItselfTakesItsTimeOnce()
{
    const std::string text = wholeMicroseconds()
                                 .launch(0_us, 0_us, 1)
                                 .launch(0_us, 0_us, 2)
                                 .kernel("a", 0_us, 100_us, 7, 1)
                                 .kernel("a", 0_us, 100_us, 20, 2)
                                 .kernel("b", 100_us, 100_us, 7)
                                 .text();
    KT_COMPARE_TEXT(sentenceOf(runOn(inputOf({ text }), "overview"), "large-kernel"),
        "One kernel, 'a', takes 100.0 us in 2 calls, 50.0 % of busy GPU time. Estimated saving with it twice as fast: "
        "50.00 us (25.0 % of the wall time).");
}

void TestOverviewSavings::savingsAreThoseOfWhatIf_data()
{
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QString>("change");
    QTest::newRow("data loading") << "data-loading"
                                  << "host:data_loading=0";
    QTest::newRow("host") << "host-wait"
                          << "host:op=0.5";
    QTest::newRow("kernel") << "large-kernel"
                            << "kernel:big=0.5";
}

void TestOverviewSavings::savingsAreThoseOfWhatIf()
{
    QFETCH(QString, kind);
    QFETCH(QString, change);
    TraceText text = wholeMicroseconds();
    for (int i = 0; i < 3; ++i) {
        const std::int64_t at = 400'000 * i;
        const auto after = [at](std::int64_t microseconds) { return Nanoseconds { at + microseconds * 1'000 }; };
        text = text.annotation("ProfilerStep#" + std::to_string(i), after(0), 400_us)
                   .annotation("enumerate(DataLoader)#_Iter.__next__", after(1), 100_us)
                   .op("aten::mm", after(110), 60_us)
                   .launch(after(120), 10_us, static_cast<std::int64_t>(i) + 1)
                   .kernel("big", after(135), kind == "large-kernel" ? 380_us : 200_us, 7,
                       static_cast<std::int64_t>(i) + 1);
    }
    const std::string trace = text.text();
    for (const bool hasStep : { false, true }) {
        Scope scope;
        if (hasStep)
            scope.steps = { 1 };
        const auto findings = runOn(inputOf({ trace }, scope), "overview");
        const auto replayed = runOn(inputOf({ trace }, scope), "what-if", { { "change", change.toStdString() } });
        const Table& table = *findings->findTable("findings");
        const Table& expected = *replayed->findTable(hasStep ? "steps" : "changes");
        QCOMPARE(expected.rowCount(), std::size_t { 1 });
        bool isFound = false;
        for (std::size_t row = 0; row < table.rowCount(); ++row) {
            if (table.text(row, table.columnIndex("kind")) != kind.toStdString())
                continue;
            isFound = true;
            const std::string sentence(english(*table.message(row, table.columnIndex("finding"))));
            QVERIFY2(
                sentence.find(hasStep ? "of the time from step to step)" : "of the wall time)") != std::string::npos
                    || sentence.find("Estimated") == std::string::npos,
                sentence.c_str());
            const std::size_t saved = table.columnIndex("saved");
            QCOMPARE(std::get<std::int64_t>(table.cell(row, saved)),
                std::get<std::int64_t>(expected.cell(0, expected.columnIndex("saved"))));
            QVERIFY(!table.evidence(row, saved).intervals.empty());
            QCOMPARE(table.evidence(row, saved).intervals.size(), expected.evidence(0, 9).intervals.size());
        }
        // What saves nothing of the chosen step is no finding there.
        const auto saves = std::get<std::int64_t>(expected.cell(0, expected.columnIndex("saved")));
        QCOMPARE(isFound, kind != "large-kernel" || saves >= 10'000);
        QVERIFY(isFound || hasStep);
    }
}

/// Step 1 is complete sooner without its collective, step 2 when it was: it takes longer, and nothing of it is saved.
void TestOverviewSavings::noSavingIsNegative()
{
    const std::string trace = wholeMicroseconds()
                                  .step(1, 0_us, 100_us)
                                  .launch(10_us, 5_us, 1)
                                  .kernel("ncclDevKernel_AllReduce", 20_us, 20_us, 7, 1)
                                  .launch(15_us, 5_us, 2)
                                  .kernel("gemm", 42_us, 108_us, 7, 2)
                                  .step(2, 100_us, 200_us)
                                  .launch(190_us, 5_us, 3)
                                  .kernel("ncclDevKernel_AllReduce", 200_us, 30_us, 20, 3)
                                  .text();
    Scope scope;
    scope.steps = { 2 };
    const auto result = runOn(inputOf({ trace }, scope), "overview");
    const Table& table = *result->findTable("findings");
    bool isFound = false;
    for (std::size_t row = 0; row < table.rowCount(); ++row) {
        if (table.text(row, table.columnIndex("kind")) != "exposed-communication")
            continue;
        isFound = true;
        QVERIFY(english(*table.message(row, 0)).ends_with("Estimated saving with no communication: none."));
        QCOMPARE(std::get<std::int64_t>(table.cell(row, table.columnIndex("saved"))), std::int64_t { 0 });
    }
    QVERIFY(isFound);
}

void TestOverviewSavings::aTimeRangeHasNoSavings()
{
    Scope scope;
    scope.range = TimeRange { 0, 105'000 };
    const auto result = runOn(inputOf({ waiting().text() }, scope), "overview");
    const Table& table = *result->findTable("findings");
    QVERIFY(table.rowCount() > 0);
    for (std::size_t row = 0; row < table.rowCount(); ++row) {
        QVERIFY(std::holds_alternative<std::monostate>(table.cell(row, table.columnIndex("saved"))));
        QVERIFY(table.text(row, 0).find("Estimated") == std::string_view::npos);
    }
}

/// Without loading the copy on the other stream could start before the kernel that it waits for: causes.md 4.3.
void TestOverviewSavings::savingsOfOtherChangesAreDoubtedForUnnamedEvents()
{
    const auto said = [](bool hasWait) {
        TraceText text = wholeMicroseconds();
        text.launch(0_us, 5_us, 1).kernel("a", 8_us, 20_us, 7, 1);
        text.op("enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__", 10_us, 400_us);
        if (hasWait)
            text.runtime("cudaStreamWaitEvent", 412_us, 1_us, 2);
        text.launch(415_us, 5_us, 3).kernel("b", 430_us, 20_us, 20, 3);
        const auto result = runOn(inputOf({ text.text() }), "overview");
        const QString finding = toQString(sentenceOf(result, "data-loading"));
        return isSaid(finding, "Estimated saving with no time in data loading") ? remarkOf(result, "event-waits")
                                                                                : "no saving";
    };
    KT_COMPARE_TEXT(said(true),
        "1 call makes a stream wait for work that the file does not name: where nothing else shows such a wait, a "
        "replay lets work start too early or as late as it did, and less or more may be saved than estimated.\n");
    KT_COMPARE_TEXT(said(false), "");
}

/// Rank 1 loads data longer than rank 0: without loading it would come first, and wait.
void TestOverviewSavings::aRankThatComesEarlierWaitsForTheOthers()
{
    const auto said = [](bool areTogether) {
        std::vector<std::string> texts;
        for (int rank = 0; rank < 2; ++rank) {
            LateRank own(rank, 2);
            own.gemm(10_us, 40_us, 5_us);
            const Nanoseconds loading = rank == 1 ? 500_us : 10_us;
            own.text.op("enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__", 20_us, loading);
            if (areTogether)
                own.reduce(0, 40_us + loading, 600_us, 25_us + loading);
            else
                own.gemm(40_us + loading, 600_us, 25_us + loading);
            texts.push_back(own.text.text());
        }
        return remarkOf(runOn(inputOf(texts), "overview"), "savings-of-one-rank");
    };
    KT_COMPARE_TEXT(said(true),
        "Each saving but those with no communication is that of one rank alone, while the others stay as they are: a "
        "rank that then reaches a collective first waits there for the others, so that the job may gain less. With no "
        "communication other ranks may gain less than the one of which it is told: then the job gains less, too.\n");
    KT_COMPARE_TEXT(said(false), "");
}

/// What several ranks have, but not alike, is told of one, with how much the others have.
void TestOverviewSavings::howManyRanksHaveAFindingIsSaid()
{
    const auto said = [](Nanoseconds first, Nanoseconds second) {
        std::vector<std::string> texts;
        for (int rank = 0; rank < 2; ++rank) {
            LateRank own(rank, 2);
            own.gemm(10_us, 40_us, 5_us);
            const Nanoseconds loading = rank == 0 ? first : second;
            own.text.op("enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__", 20_us, loading);
            own.reduce(0, 40_us + loading, 1'600_us, 25_us + loading);
            texts.push_back(own.text.text());
        }
        const std::string sentence = sentenceOf(runOn(inputOf(texts), "overview"), "data-loading");
        return sentence.substr(0, sentence.find(" while"));
    };
    KT_COMPARE_TEXT(said(300_us, 600_us),
        "Both ranks have this (17.6 % to 36.5 %), here rank 1: The GPU is idle for 580.0 us (36.5 % of GPU time in "
        "view)");
    KT_COMPARE_TEXT(said(600_us, 600_us),
        "Both ranks alike (36.5 %), here rank 0: The GPU is idle for 580.0 us (36.5 % of GPU time in view)");
    KT_COMPARE_TEXT(said(10_us, 600_us), "Rank 1: The GPU is idle for 580.0 us (36.5 % of GPU time in view)");
}

/// A rank whose GPU work was not recorded cannot have idle time of a GPU, and little of it is no finding.
void TestOverviewSavings::ranksWithoutGpuWorkAreNotCounted()
{
    const auto said = [](const std::vector<Nanoseconds>& loading, bool hasHostRank) {
        std::vector<std::string> texts;
        const int ranks = static_cast<int>(loading.size()) + (hasHostRank ? 1 : 0);
        for (int rank = 0; rank < ranks; ++rank) {
            LateRank own(rank, ranks);
            if (rank < static_cast<int>(loading.size())) {
                const Nanoseconds load = loading[static_cast<std::size_t>(rank)];
                own.gemm(10_us, 40_us, 5_us);
                own.text.op("enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__", 20_us, load);
                own.reduce(0, 40_us + load, 1'600_us, 25_us + load);
            } else {
                own.text.op("aten::mm", 10_us, 1'000_us);
            }
            texts.push_back(own.text.text());
        }
        const std::string sentence = sentenceOf(runOn(inputOf(texts), "overview"), "data-loading");
        return sentence.substr(0, sentence.find(": The GPU"));
    };
    const std::string shares = " have enough of this for a finding (17.6 % to 36.5 %), here rank 1";
    KT_COMPARE_TEXT(said({ 300_us, 600_us, 10_us }, true), "2 of 3 ranks with GPU work" + shares);
    KT_COMPARE_TEXT(said({ 300_us, 600_us, 10_us }, false), "2 of 3 ranks" + shares);
    KT_COMPARE_TEXT(
        said({ 300_us, 600_us }, true), "Both ranks with GPU work have this (17.6 % to 36.5 %), here rank 1");
    KT_COMPARE_TEXT(
        said({ 300_us, 600_us, 900_us }, true), "All 3 ranks with GPU work have this (17.6 % to 55.3 %), here rank 2");
    KT_COMPARE_TEXT(said({ 600_us, 600_us }, true), "Both ranks with GPU work alike (36.5 %), here rank 0");
    KT_COMPARE_TEXT(said({ 600_us, 600_us, 600_us }, true), "All 3 ranks with GPU work alike (36.5 %), here rank 0");
}

namespace {

/// `own` waits for its data loader between two kernels of a stream.
std::string loadingIn(LateRank own, Nanoseconds loading, std::int64_t stream = 7)
{
    own.text.launch(5_us, 1_us, 1).kernel("gemm", 10_us, 30_us, stream, 1);
    own.text.op("enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__", 20_us, loading);
    own.text.launch(25_us + loading, 1_us, 2).kernel("gemm", 40_us + loading, 1'560_us - loading, stream, 2);
    return own.text.text();
}

std::string loadingRank(int rank, int size, Nanoseconds loading, std::int64_t stream = 7)
{
    return loadingIn(LateRank(rank, size), loading, stream);
}

/// Of whom the finding of data loading is.
std::string ranksOfLoading(const AnalysisInput& input)
{
    const std::string sentence = sentenceOf(runOn(input, "overview"), "data-loading");
    return sentence.substr(0, sentence.find(": The GPU"));
}

} // namespace

/// A summary does not tell what the host did in idle time.
void TestOverviewSavings::summariesAreNotCounted()
{
    const auto said = [](const std::vector<Nanoseconds>& loading) {
        const TempDir folder;
        const int size = static_cast<int>(loading.size()) + 1;
        std::vector<std::string> paths;
        for (int rank = 0; rank < size - 1; ++rank)
            paths.push_back(folder.write("rank" + std::to_string(rank) + ".json",
                loadingRank(rank, size, loading[static_cast<std::size_t>(rank)])));
        const auto last = summarized(*inputOf({ loadingRank(size - 1, size, 550_us) }).traces, folder);
        if (!last)
            return std::string("no summary");
        paths.push_back(folder.file("rank" + std::to_string(last.value()->ranks().front().rank) + ".ksum"));
        AnalysisInput input;
        input.traces = loadFiles(paths);
        return ranksOfLoading(input);
    };
    KT_COMPARE_TEXT(
        said({ 300_us, 600_us }), "Both ranks with GPU work and a trace have this (17.6 % to 36.5 %), here rank 1");
    KT_COMPARE_TEXT(said({ 600_us, 600_us }), "Both ranks with GPU work and a trace alike (36.5 %), here rank 0");
    KT_COMPARE_TEXT(said({ 300_us, 600_us, 10_us }),
        "2 of 3 ranks with GPU work and a trace have enough of this for a finding (17.6 % to 36.5 %), here rank 1");
}

/// Without a chosen stream a rank has no GPU time in view, whatever runs on its others.
void TestOverviewSavings::ranksOutsideOfTheScopeAreNotCounted()
{
    AnalysisInput input = inputOf({ loadingRank(0, 4, 300_us), loadingRank(1, 4, 600_us), loadingRank(2, 4, 10_us),
        loadingRank(3, 4, 900_us, 9) });
    KT_COMPARE_TEXT(
        ranksOfLoading(input), "3 of 4 ranks have enough of this for a finding (17.6 % to 55.3 %), here rank 3");
    input.scope.streams = { 7 };
    KT_COMPARE_TEXT(ranksOfLoading(input),
        "2 of 3 ranks with GPU time in view have enough of this for a finding (17.6 % to 36.5 %), here rank 1");
}

/// Two recordings of one rank are no two ranks, and one of them without GPU work has no idle time of a GPU.
void TestOverviewSavings::allTracesOfOtherRunsAreCounted()
{
    LateRank host(0, 2);
    host.text.op("aten::mm", 10_us, 1'000_us);
    const std::string first = loadingRank(0, 2, 300_us);
    const std::string second = loadingRank(0, 2, 600_us);
    KT_COMPARE_TEXT(ranksOfLoading(inputOf({ first, second })),
        "Both traces have this (17.6 % to 36.5 %), here the one that is shown as rank 1");
    KT_COMPARE_TEXT(ranksOfLoading(inputOf({ first, second, host.text.text() })),
        "Both traces with GPU work have this (17.6 % to 36.5 %), here the one that is shown as rank 1");
    // Alike, too.
    KT_COMPARE_TEXT(
        ranksOfLoading(inputOf({ first, first })), "Both traces alike (17.6 %), here the one that is shown as rank 0");
    KT_COMPARE_TEXT(ranksOfLoading(inputOf({ first, host.text.text(), first, host.text.text(), first })),
        "All 3 traces with GPU work alike (17.6 %), here the one that is shown as rank 0");
}

/// Who says no rank, or a rank of another job, is no rank of one job.
void TestOverviewSavings::unrelatedTracesAreNotCalledRanks()
{
    const TempDir folder;
    const auto unnumbered = [](Nanoseconds loading) {
        LateRank own(0, 1);
        own.text = TraceText();
        return loadingIn(std::move(own), loading);
    };
    const auto said = [&folder](const std::vector<std::string>& texts, std::vector<std::int64_t> chosen = {}) {
        std::vector<std::string> paths;
        for (const std::string& text : texts)
            paths.push_back(folder.write(std::string(paths.size() + 1, 'a') + ".json", text));
        AnalysisInput input;
        input.traces = loadFiles(paths);
        input.scope.ranks = std::move(chosen);
        return ranksOfLoading(input);
    };
    const std::string ofTraces = "Both traces have this (17.6 % to 36.5 %), here the one that is shown as rank 1";
    const std::string ofRanks = "Both ranks have this (17.6 % to 36.5 %), here rank 1";
    KT_COMPARE_TEXT(said({ unnumbered(300_us), unnumbered(600_us) }), ofTraces);
    KT_COMPARE_TEXT(said({ loadingRank(0, 2, 300_us), unnumbered(600_us) }), ofTraces);
    KT_COMPARE_TEXT(said({ loadingRank(0, 2, 300_us), loadingRank(1, 4, 600_us) }), ofTraces);
    KT_COMPARE_TEXT(said({ loadingRank(0, 2, 300_us), loadingRank(1, 2, 600_us) }), ofRanks);
    KT_COMPARE_TEXT(
        said({ loadingRank(0, 3, 300_us), loadingRank(1, 3, 600_us), unnumbered(600_us) }, { 0, 1 }), ofRanks);
    // The name of a file says the rank where the file does not.
    KT_COMPARE_TEXT(ranksOfLoading(inputOf({ unnumbered(300_us), unnumbered(600_us) })), ofRanks);
}

/// What traces of several jobs have alike each of their ranks gains alone.
void TestOverviewSavings::whatUnrelatedTracesHaveAlikeIsOfOneRankEach()
{
    const auto said = [](int sizeOfOther) {
        std::vector<std::string> texts;
        for (int rank = 0; rank < 2; ++rank) {
            LateRank own(rank, rank == 0 ? 2 : sizeOfOther);
            own.gemm(10_us, 40_us, 5_us);
            own.text.op("enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__", 20_us, 500_us);
            own.reduce(0, 540_us, 600_us, 525_us);
            own.gemm(610_us, 1'600_us, 530_us);
            texts.push_back(own.text.text());
        }
        return remarkOf(runOn(inputOf(texts), "overview"), "savings-of-one-rank");
    };
    KT_COMPARE_TEXT(said(2),
        "Each saving but those with no communication and of what ranks have alike is that of one rank alone, while the "
        "others stay as they are: a rank that then reaches a collective first waits there for the others, so that the "
        "job may gain less. With no communication other ranks may gain less than the one of which it is told: then the "
        "job gains less, too.\n");
    KT_COMPARE_TEXT(said(4),
        "Each saving but those with no communication is that of one rank alone, while the other ranks of its job stay "
        "as they are: one that then reaches a collective first waits there for these, so that its job may gain "
        "less. With no communication other ranks may gain less than the one of which it is told: then the job gains "
        "less, too.\n");
}

/// Many kernels of other names, which rank 1 takes longer for: nothing else than communication saves much.
void TestOverviewSavings::withoutCommunicationOthersGainLess()
{
    std::vector<std::string> texts;
    for (int rank = 0; rank < 2; ++rank) {
        LateRank own(rank, 2);
        own.reduce(0, 1_us, 10_us, 0);
        Timestamp begin = 20_us;
        for (int i = 1; i <= 8; ++i) {
            const Nanoseconds length = rank == 0 ? 40_us : 90_us;
            for (int k = 0; k < 6; ++k) {
                const Timestamp launched = begin + 1_us + 2_us * k;
                const std::int64_t number = own.link(launched);
                own.text.kernel("gemm_" + std::to_string(k) + "_" + std::to_string(i),
                    begin + 5_us + k * (length + 1_us), length, 7, number);
            }
            const Timestamp end = begin + 5_us + 6 * 91_us + 300_us;
            own.reduce(i, begin + 8_us + 6 * (length + 1_us), end, begin + 20_us);
            begin = end + 5_us;
        }
        texts.push_back(own.text.text());
    }
    KT_COMPARE_TEXT(remarkOf(runOn(inputOf(texts), "overview"), "savings-of-one-rank"),
        "With no communication other ranks may gain less than the one of which it is told: then the job gains less, "
        "too.\n");
}

/// Shares are those of ranks whose recordings are whole, and so is the rank that the sentence is about.
void TestOverviewSavings::sharesAreNotThoseOfDoubtfulRanks()
{
    const auto said = [](const std::vector<Nanoseconds>& loading, std::size_t whole) {
        std::vector<std::string> texts;
        for (std::size_t rank = 0; rank < loading.size(); ++rank) {
            LateRank own(static_cast<int>(rank), static_cast<int>(loading.size()));
            own.gemm(10_us, 40_us, 5_us);
            own.text.op("enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__", 20_us, loading[rank]);
            own.reduce(0, 40_us + loading[rank], 1'600_us, 25_us + loading[rank]);
            for (int i = 0; rank >= whole && i < 3; ++i) // without a launch
                own.gemm(1'600_us + 10_us * i, 1'610_us + 10_us * i);
            texts.push_back(own.text.text());
        }
        const std::string sentence = sentenceOf(runOn(inputOf(texts), "overview"), "data-loading");
        return sentence.substr(0, sentence.find(": The GPU"));
    };
    KT_COMPARE_TEXT(said({ 300_us, 600_us, 900_us }, 2),
        "2 of 3 ranks have enough of this for a finding (17.6 % to 36.5 %; so has 1 other, whose recording lacks "
        "kernels or launches), here rank 1");
    KT_COMPARE_TEXT(said({ 300_us, 600_us, 900_us, 950_us }, 2),
        "2 of 4 ranks have enough of this for a finding (17.6 % to 36.5 %; so have 2 others, whose recordings lack "
        "kernels or launches), here rank 1");
    KT_COMPARE_TEXT(said({ 300_us, 600_us, 900_us }, 3), "All 3 ranks have this (17.6 % to 55.3 %), here rank 2");
}

/// What people can write knows no streams: it stands for the listed work only where there is no other.
void TestOverviewSavings::aSavingOfChosenStreamsIsThatOfTheirWork()
{
    TraceText text = wholeMicroseconds();
    for (int i = 0; i < 20; ++i) {
        text.launch(4_us * i, 1_us, 2 * i + 1).launch(4_us * i + 2_us, 1_us, 2 * i + 2);
        text.kernel("void at::native::vectorized_elementwise_kernel<4, a>", 100_us + 21_us * i, 20_us, 7, 2 * i + 1);
        text.kernel("void at::native::vectorized_elementwise_kernel<4, a>", 100_us + 101_us * i, 100_us, 20, 2 * i + 2);
    }
    AnalysisInput input = inputOf({ text.text() });
    KT_COMPARE_TEXT(rowsOf(runOn(input, "overview"), "findings", { "kind", "what_if" }).substr(0, 42),
        "elementwise-runs work:elementwise_runs=0.5");
    input.scope.streams = { 20 };
    const auto slower = runOn(input, "overview");
    const std::string sentence = sentenceOf(slower, "elementwise-runs");
    QVERIFY2(sentence.find("with them twice as fast: 1.000 ms (") != std::string::npos, sentence.c_str());
    QVERIFY(rowsOf(slower, "findings", { "kind", "what_if" }).find("work:") == std::string::npos);
    // The other stream is done long before: nothing is gained with it.
    input.scope.streams = { 7 };
    KT_COMPARE_TEXT(sentenceOf(runOn(input, "overview"), "elementwise-runs"), "");
}

/// Where the other ranks are not open, too: their files say that there are such, and that it communicates.
void TestOverviewSavings::oneRankOfSeveralWaitsForThoseThatAreNotThere()
{
    const auto said = [](int size, bool communicates) {
        LateRank own(0, size);
        own.gemm(10_us, 40_us, 5_us);
        own.text.op("enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__", 20_us, 500_us);
        if (communicates)
            own.reduce(0, 540_us, 541_us, 525_us);
        else
            own.gemm(540_us, 541_us, 525_us);
        return remarkOf(runOn(inputOf({ own.text.text() }), "overview"), "savings-of-one-rank").substr(0, 60);
    };
    KT_COMPARE_TEXT(said(2, true), "Each saving is that of one rank alone, while the others stay");
    KT_COMPARE_TEXT(said(2, false), "");
    KT_COMPARE_TEXT(said(1, true), "");
    const auto trace = QStringLiteral("traces/nccl_a100/nccl_data.json.gz");
    KT_REQUIRE_SHARED(trace);
    AnalysisInput input;
    input.traces = loadFiles({ sharedPath(trace).toStdString() });
    KT_COMPARE_TEXT(remarkOf(runOn(input, "overview"), "savings-of-one-rank"),
        "Each saving is that of one rank alone, while the others stay as they are: a rank that then reaches a "
        "collective first waits there for the others, so that the job may gain less.\n");
    const auto withOthers = QStringLiteral("traces/diff_control_a100/control.json.gz");
    KT_REQUIRE_SHARED(withOthers);
    input.traces = loadFiles({ sharedPath(withOthers).toStdString() });
    const std::string but = remarkOf(runOn(input, "overview"), "savings-of-one-rank");
    QVERIFY2(but.starts_with("Each saving but those with no communication is that of one rank alone, "), but.c_str());
}

/// A finding of a rank says of how many waits nothing tells for what they are: then no remark says it again.
void TestOverviewSavings::eventWaitsAreToldOnce()
{
    const auto trace = QStringLiteral("traces/nccl_a100/nccl_data.json.gz");
    KT_REQUIRE_SHARED(trace);
    AnalysisInput input;
    input.traces = loadFiles({ sharedPath(trace).toStdString() });
    const auto result = runOn(input, "overview");
    const Table& table = *result->findTable("findings");
    int told = 0;
    for (std::size_t row = 0; row < table.rowCount(); ++row)
        told +=
            english(*table.message(row, 0)).find("84 calls make streams wait for work") != std::string::npos ? 1 : 0;
    QCOMPARE(told, 1);
    KT_COMPARE_TEXT(remarkOf(result, "event-waits"), "");
}

/// Of two findings of a rank whose cures let work start, the first one says it.
void TestOverviewSavings::eventWaitsOfOneRankAreToldByOneFinding()
{
    const auto folder = QStringLiteral("traces/derived_dlrm_stretched_4rank");
    KT_REQUIRE_SHARED(folder);
    AnalysisInput input;
    input.traces = loadFiles({ sharedPath(folder).toStdString() });
    const auto result = runOn(input, "overview");
    const auto isTold = [&result](const char* kind) {
        return isSaid(toQString(sentenceOf(result, kind)),
            "Less may be saved than estimated: 176 calls make streams wait for work that the file does not name.");
    };
    QVERIFY(isSaid(
        toQString(sentenceOf(result, "sync-wait")), "Estimated saving with no synchronisation and no blocking copy"));
    QVERIFY(isTold("host-wait") && !isTold("sync-wait"));
}

/// Not added up: that both have as many is not that they have so many together.
void TestOverviewSavings::eventWaitsOfSeveralRanksAreThoseOfEach()
{
    const auto folder = QStringLiteral("traces/dlrm_8rank");
    KT_REQUIRE_SHARED(folder);
    AnalysisInput input;
    input.traces = loadFiles({ sharedPath(folder).toStdString() });
    const auto result = runOn(input, "overview");
    std::string said;
    for (const Remark& remark : result->remarks)
        said += remark.code == "event-waits" ? english(remark) + "\n" : "";
    KT_COMPARE_TEXT(said,
        "Ranks 3,5: 44 calls of each make streams wait for work that the files do not name: where nothing else shows "
        "such a wait, a replay lets work start too early or as late as it did, and less or more may be saved than "
        "estimated.\n");
}

/// Of 100 us after a wait 17 are saved; 42 more lie before the first and after the last GPU work.
void TestOverviewSavings::whatIsSavedOutsideKeepsNoPromise()
{
    const auto trace = QStringLiteral("traces/cp_event_sync/event_sync_trace.json.gz");
    KT_REQUIRE_SHARED(trace);
    AnalysisInput input;
    input.traces = loadFiles({ sharedPath(trace).toStdString() });
    const QString said = toQString(sentenceOf(runOn(input, "overview"), "sync-wait"));
    QVERIFY2(isSaid(said, "17.00 us of the GPU time in view, and 42.00 us before or after it"), qPrintable(said));
    QVERIFY2(!isSaid(said, "the host can launch ahead"), qPrintable(said));
}

QTEST_GUILESS_MAIN(TestOverviewSavings)
#include "tst_overview_savings.moc"
