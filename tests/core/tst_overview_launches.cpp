// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/analysis_runs.h"
#include "tests/support/overview_runs.h"
#include "tests/support/test_macros.h"
#include "tests/support/trace_text.h"

#include <string>

using namespace kinetoscope;
using namespace kinetoscope::tests;

/// What the overview says of launches and of gaps between short kernels, and where it thinks of graphs.
class TestOverviewLaunches : public QObject {
    Q_OBJECT

private slots:
    void launchesOfATrimmedTraceAreNoTimeOutside();
    void whatSetsTheGpuUpBeforeTheViewIsNamed();
    void compilingBeforeTheViewIsSaid();
    void loadingBeforeTheFirstWorkIsNamed();
    void loadingBeforeTheFirstWorkIsNamedWithWhatItDoes();
    void launchesAfterTheLastWorkAreTold();
    void launchCallsAreNotTheTimeAfterThem();
    void largeKernelsAreNoSmallOnes();
    void launchingIsCallsAndLatency();
    void stretchesAreNotCalledGaps();
    void fewGapsOfTwoStretchesAreGaps();
    void gapsWithoutLaunchesAreNoLatency();
    void shortGapsMayBeThoseOfLaunches();
    void gapsBetweenStreamsAreNotOfSmallKernels();
    void gapsBeforeEventsOfRowsAreBetweenStreams();
    void launchesOfAnOptimizerAreToBeFewer();
    void whatElseRunsInAStepOfAnOptimizerIsNotItsOwn();
    void gradientsThatAreNotFilledAreNotToldOf();
    void aGraphLaunchCountsOnce();
    void longLaunchesAreLeftOutInWords();
    void longLaunchCallsAreNoShortKernels();
    void whyLaunchCallsTakeLongIsSaidWhereItIsRecorded();
    void stretchesAreNoTimes();
    void fewLongGapsAreNoSmallKernels();
    void aGapWhereKernelsAreLostNeedNotBeIdle();
    void kernelsAreLostOnlyWhileTheyMayRun();
    void graphsAreNotTheAdviceWhereTheyAreUsed();
    void launchesThatComeAgainAreWorkForAGraph_data();
    void launchesThatComeAgainAreWorkForAGraph();
    void callsOfCompiledCodeThatComeAgainAreWorkForAGraph_data();
    void callsOfCompiledCodeThatComeAgainAreWorkForAGraph();
    void launchesThatComeOnceMayBeWorkForAGraph();
    void fewWaitsForEventsMakeNoDoubt();
    void aSavingHasNoDoubtThatItsTimeCannotHave();
    void launchesOfALoopWithoutStepsComeAgain();
};

/// The work of a part was launched long before it; what the host and the GPU did then was cut away.
void TestOverviewLaunches::launchesOfATrimmedTraceAreNoTimeOutside()
{
    TraceText part = wholeMicroseconds();
    part.launch(0_us, 10_us, 1).op("aten::mm", 5'000_us, 100_us);
    const std::string ahead = TraceText(part).kernel("a", 5'000_us, 200_us, 7, 1).text();
    QCOMPARE(figureOf(runOn(inputOf({ ahead }), "overview"), "outside-view"), std::int64_t { -1 });
    // A first launch that takes long is the host's time before the GPU's.
    TraceText slow = wholeMicroseconds();
    slow.launch(0_us, 4'990_us, 1).kernel("a", 5'000_us, 200_us, 7, 1);
    const auto before = runOn(inputOf({ slow.text() }), "overview");
    QCOMPARE(figureOf(before, "outside-view"), std::int64_t { 5'000 });
    // The file may last longer: with a span of the profiler, say, which is nothing that the host did.
    slow.complete("Trace", "PyTorch Profiler (0)", "Spans", "PyTorch Profiler", 0_us, 9'000_us);
    const std::string sentence = rowsOf(runOn(inputOf({ slow.text() }), "overview"), "findings", { "kind", "finding" });
    QVERIFY2(
        sentence.find("outside-view Of 5.200 ms from the first to the last host or GPU activity, 5.000 ms (96.2 %)")
            != std::string::npos,
        sentence.c_str());
    // Where that time is a figure: it is in no gap of a device.
    QVERIFY(QString::fromStdString(rowsOf(before, "findings", { "kind", "analysis" }))
                .contains(QStringLiteral("outside-view critical-path")));
}

/// A cudaFree before the first launch makes the context; later the same call only frees.
void TestOverviewLaunches::whatSetsTheGpuUpBeforeTheViewIsNamed()
{
    const auto said = [](Nanoseconds atFirst) {
        TraceText text = wholeMicroseconds().runtime("cudaFree", 0_us, atFirst, 1);
        text.launch(5'000_us, 5_us, 2).kernel("a", 5'010_us, 200_us, 7, 2);
        return sentenceOf(runOn(inputOf({ text.text() }), "overview"), "outside-view");
    };
    const char* const isSetUp = "'cudaFree', where it loads code or sets something up: usually only first calls do so";
    QVERIFY2(said(4'000_us).find(isSetUp) != std::string::npos, said(4'000_us).c_str());
    QVERIFY2(said(900_us).find("sets something up") == std::string::npos, said(900_us).c_str());
    TraceText pinning = wholeMicroseconds().runtime("cudaHostAlloc", 0_us, 2_us, 9); // and each time as long
    for (int i = 0; i < 3; ++i)
        pinning.runtime("cudaHostAlloc", 10_us + i * 4'000_us, 2'200_us, 10 + i);
    pinning.launch(2'500_us, 5_us, 2).kernel("a", 2'510_us, 200_us, 7, 2);
    pinning.launch(10'500_us, 5_us, 3).kernel("a", 10'510_us, 200_us, 7, 3);
    const std::string again = sentenceOf(runOn(inputOf({ pinning.text() }), "overview"), "outside-view");
    QVERIFY2(
        again.find("'cudaHostAlloc', where it loads code or sets something up") != std::string::npos, again.c_str());
    QVERIFY2(again.find("usually only first calls") == std::string::npos, again.c_str());
}

/// In several frames, of which none has most of the time.
void TestOverviewLaunches::compilingBeforeTheViewIsSaid()
{
    const auto said = [](const char* frame) {
        TraceText text = wholeMicroseconds();
        text.python(frame, 0_us, 4'900_us, 1).python("torch/_inductor/lower.py(3): lower", 100_us, 2'400_us, 2);
        text.python("triton/compiler/compiler.py(220): compile", 2'500_us, 2'300_us, 3);
        text.launch(5'000_us, 5_us, 2).kernel("a", 5'010_us, 200_us, 7, 2);
        return sentenceOf(runOn(inputOf({ text.text() }), "overview"), "outside-view");
    };
    const std::string compiling = said("torch/_dynamo/convert_frame.py(900): __call__");
    QVERIFY2(compiling.find("; for 4.900 ms of it the main thread compiles code or waits until it is compiled, "
                            "2.400 ms of that in 'torch/_inductor/lower.py(3): lower'.")
            != std::string::npos,
        compiling.c_str());
    const std::string other = said("train.py(9): prepare");
    QVERIFY2(other.find("; for 2.400 ms of it the main thread is in 'torch/_inductor/lower.py(3): lower'.")
            != std::string::npos,
        other.c_str());
}

/// An annotation of a data loader stands for what it does, though nothing more was recorded of it.
void TestOverviewLaunches::loadingBeforeTheFirstWorkIsNamed()
{
    TraceText text = wholeMicroseconds().op("aten::mm", 0_us, 5_us);
    text.annotation("enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__", 10_us, 4'000_us);
    text.launch(5'000_us, 5_us, 2).kernel("a", 5'010_us, 200_us, 7, 2);
    const std::string said = sentenceOf(runOn(inputOf({ text.text() }), "overview"), "outside-view");
    QVERIFY2(said.find("; for 4.000 ms of it the main thread is in its data loader, in "
                       "'enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__'.")
            != std::string::npos,
        said.c_str());
}

/// Whatever was recorded inside it: frames of the loader, ops, and calls.
void TestOverviewLaunches::loadingBeforeTheFirstWorkIsNamedWithWhatItDoes()
{
    const auto text = [] {
        TraceText loading = wholeMicroseconds().op("aten::mm", 0_us, 5_us);
        loading.annotation("enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__", 10_us, 4'000_us);
        loading.python("torch/utils/data/_utils/fetch.py(47): fetch", 20_us, 3'900_us, 1);
        for (int i = 0; i < 30; ++i)
            loading.python("dataset.py(9): __getitem__", 30_us + i * 100_us, 80_us, 2 + i);
        loading.op("aten::stack", 3'500_us, 300_us);
        return loading.launch(6'000_us, 5_us, 2).kernel("a", 6'010_us, 200_us, 7, 2);
    };
    const std::string said = sentenceOf(runOn(inputOf({ text().text() }), "overview"), "outside-view");
    QVERIFY2(said.find("; for 4.000 ms of it the main thread is in its data loader, in "
                       "'enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__'")
            != std::string::npos,
        said.c_str());
    const TraceText two = text().annotation("load_batch", 4'500_us, 500_us);
    const std::string both = sentenceOf(runOn(inputOf({ two.text() }), "overview"), "outside-view");
    QVERIFY2(both.find("; for 4.500 ms of it the main thread is in its data loader, 4.000 ms of that in "
                       "'enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__'")
            != std::string::npos,
        both.c_str());
    const TraceText other = text().op("aten::prepare", 4'500_us, 1'400_us).op("aten::more", 6'400_us, 5'000_us);
    const std::string more = sentenceOf(runOn(inputOf({ other.text() }), "overview"), "outside-view");
    QVERIFY2(more.find("; for 5.000 ms of it the main thread is in 'aten::more'") != std::string::npos, more.c_str());
}

/// Where the recording of the GPU stops before the host's, what the host launches then may keep the GPU busy.
void TestOverviewLaunches::launchesAfterTheLastWorkAreTold()
{
    TraceText text = wholeMicroseconds();
    for (int i = 0; i < 20; ++i) {
        text.launch(i * 10_us, 5_us, i + 1);
        if (i < 12)
            text.kernel("k", i * 10_us + 6_us, 8_us, 7, i + 1);
    }
    const QString sentence = toQString(sentenceOf(runOn(inputOf({ text.text() }), "overview"), "outside-view"));
    QVERIFY2(sentence.endsWith(
                 "; after the last one the host launches 7 kernels that are not in the file, so the GPU "
                 "may have been busy with them. 76.00 us of this time is part of the estimated saving of another "
                 "finding, that of 22.00 us."),
        qPrintable(sentence));
}

/// A call of 1 us each, and 9 us until the work starts.
void TestOverviewLaunches::launchCallsAreNotTheTimeAfterThem()
{
    const auto said = [](Nanoseconds call) {
        TraceText text = wholeMicroseconds();
        for (int i = 0; i < 10; ++i)
            text.launch(i * 20'000, call, i + 1).kernel("k", i * 20'000 + 10'000, 10_us, 7, i + 1);
        return sentenceOf(runOn(inputOf({ text.text() }), "overview"), "short-kernels");
    };
    const char* const asItIs = "take no time and the same time from their return to the start of the work, also ";
    QVERIFY2(said(1_us).find(asItIs) != std::string::npos, said(1_us).c_str());
    QVERIFY2(said(9_us).find(asItIs) == std::string::npos, said(9_us).c_str());
}

void TestOverviewLaunches::launchingIsCallsAndLatency()
{
    // Gap [20, 110): 80 until the call, 5 in it, 5 until the work starts.
    const auto result = runOn(inputOf({ waiting().text() }), "overview");
    KT_COMPARE_TEXT(sentenceOf(result, "short-kernels"),
        "The GPU is idle for 10.00 us (9.1 % of GPU time in view) while work is launched: 5.000 us in launch calls, "
        "5.000 "
        "us from their return to the start of the work, at one time. Estimated saving with launch calls that take no "
        "time, also outside of this time: 10.00 us (8.3 % of the wall time).");
}

void TestOverviewLaunches::stretchesAreNotCalledGaps()
{
    // An allocation in the middle of the one gap: 40 of 80 are left, before and after it.
    const auto result = runOn(inputOf({ waiting().runtime("cudaMalloc", 30_us, 40_us, 9).text() }), "overview");
    const std::string sentence = sentenceOf(result, "host-wait");
    QVERIFY2(sentence.find("launched more, in 2 parts of 1 gap, ") != std::string::npos, sentence.c_str());
    const Table& table = result->tables[0];
    for (std::size_t row = 0; row < table.rowCount(); ++row) {
        if (table.text(row, table.columnIndex("kind")) == "host-wait")
            QCOMPARE(table.evidence(row, 0).intervals.size(), std::size_t { 2 });
    }
}

void TestOverviewLaunches::fewGapsOfTwoStretchesAreGaps()
{
    TraceText text = wholeMicroseconds();
    for (int i = 0; i < 41; ++i) {
        const Timestamp at = i * 200_us;
        text.launch(at, 5_us, 10 * i + 1)
            .kernel("k", at + 10_us, 20_us, 7, 10 * i + 1)
            .op("aten::nms", at + 35_us, 160_us);
        if (i == 20) // what the host waits for is cut in two
            text.runtime("cudaMalloc", at + 100_us, 10_us, 10 * i + 2);
    }
    const std::string sentence = sentenceOf(runOn(inputOf({ text.text() }), "overview"), "host-wait");
    QVERIFY2(
        sentence.find("launched more, in parts of 40 gaps, 169.8 us a gap on average; meanwhile") != std::string::npos,
        sentence.c_str());
}

/// Where the file has no launches, nobody can say that work starts late after its own.
void TestOverviewLaunches::gapsWithoutLaunchesAreNoLatency()
{
    TraceText text = wholeMicroseconds();
    for (int i = 0; i < 10; ++i)
        text.kernel("k" + std::to_string(i), i * 100'000, 80_us, 7);
    const auto result = runOn(inputOf({ text.text() }), "overview");
    QCOMPARE(figureOf(result, "short-kernels"), std::int64_t { -1 });
    QCOMPARE(figureOf(result, "kernel-gaps"), std::int64_t { 9 * 20 });
    const auto gaps = [](int count, int launched) {
        TraceText many = wholeMicroseconds();
        for (int i = 0; i < count; ++i) {
            if (i < launched)
                many.launch(i, 0_us, i + 1);
            many.kernel("k", (i + 10) * 20'000, 10_us, 7, i < launched ? i + 1 : 0);
        }
        return sentenceOf(runOn(inputOf({ many.text() }), "overview"), "kernel-gaps");
    };
    KT_COMPARE_TEXT(gaps(200, 0),
        "Between pieces of work that follow each other the GPU idles 1.990 ms (49.9 % of GPU time in view), in 199 "
        "gaps "
        "shorter than 30 us, 10.00 us each on average; for 1.990 ms of it no launch in the file is linked to what runs "
        "next, so whether it was launched in time is not known.");
    const std::string small = gaps(200, 200);
    QVERIFY2(small.find("each on average: the price of many small kernels") != std::string::npos, small.c_str());
    TraceText launched = wholeMicroseconds();
    for (int i = 0; i < 10; ++i)
        launched.launch(i * 100'000, 5_us, i + 1)
            .kernel("k" + std::to_string(i), i * 100'000 + 15'000, 85_us, 7, i + 1);
    QCOMPARE(figureOf(runOn(inputOf({ launched.text() }), "overview"), "kernel-gaps"), std::int64_t { -1 });
}

void TestOverviewLaunches::largeKernelsAreNoSmallOnes()
{
    TraceText text = wholeMicroseconds();
    for (int i = 0; i < 10; ++i)
        text.launch(i * 1'000, 1_us, i + 1).kernel("k" + std::to_string(i), 50'000 + i * 120'000, 108_us, 7, i + 1);
    const std::string sentence = sentenceOf(runOn(inputOf({ text.text() }), "overview"), "kernel-gaps");
    QVERIFY2(sentence.find("in 9 gaps shorter than 30 us, 12.00 us each on average.") != std::string::npos,
        sentence.c_str());
}

/// A launch takes 4 us to reach the GPU: what is launched a little before the kernel before it ends cannot start at
/// once.
void TestOverviewLaunches::shortGapsMayBeThoseOfLaunches()
{
    const auto made = [](Nanoseconds fromLaunchToLaunch, Nanoseconds delay = 4_us, bool besideAnother = false) {
        TraceText text = wholeMicroseconds();
        if (besideAnother) // which runs in all gaps of the first
            text.launch(0_us, 1_us, 9'999).kernel("other", 7_us, 6'000_us, 20, 9'999);
        int number = 0;
        for (int i = 0; i < 30; ++i) {
            Timestamp free = 0;
            for (int k = 0; k < 12; ++k) {
                const Timestamp at = i * 200_us + k * fromLaunchToLaunch;
                const Timestamp start = std::max(at + 3_us + delay, free + (fromLaunchToLaunch < 8_us ? 3_us : 1_us));
                ++number;
                text.op("aten::mul", at, 3_us).launch(at, 3_us, number).kernel("k", start, 5_us, 7, number);
                free = start + 5_us;
            }
        }
        return text.text();
    };
    const QString soon = findingOf(made(8_us), "kernel-gaps");
    QVERIFY2(
        isSaid(soon, "; for 990.0 us of it the GPU may wait for launches as well: what runs next starts no later "),
        qPrintable(soon));
    KT_COMPARE_TEXT(
        remarkOf(runOn(inputOf({ made(8_us) }), "what-if", { { "change", "host:op=0.5" } }), "gaps-of-launches"),
        "for 990.0 us the GPU is idle before kernels that start no later after their launch than on an idle GPU, "
        "though "
        "they were launched while it was busy: a replay keeps these gaps, but a faster host may shorten them and save "
        "more than is said here.\n");
    const QString queued = findingOf(made(4_us), "kernel-gaps"); // each waits longer in the queue than the one before
    QVERIFY2(!queued.isEmpty() && !isSaid(queued, "launches as well"), qPrintable(queued));
    for (const std::string& other : { made(4_us), made(8_us, 4_us, true), made(8_us, 70_us) })
        KT_COMPARE_TEXT(remarkOf(runOn(inputOf({ other }), "what-if"), "gaps-of-launches"), "");
    KT_COMPARE_TEXT(
        remarkOf(runOn(inputOf({ made(8_us) }), "what-if", { { "change", "kernel:k=0.5" } }), "gaps-of-launches"), "");
}

/// Small kernels of two streams that take turns, and of one that waits for an event before each of them.
void TestOverviewLaunches::gapsBetweenStreamsAreNotOfSmallKernels()
{
    const auto gaps = [](int streams, bool waits, int everyNth) {
        TraceText many = wholeMicroseconds();
        for (int i = 0; i < 200; ++i) {
            if (waits && i % everyNth == 0)
                many.runtime("cudaStreamWaitEvent", i * 10_us, 1_us, 1'000 + i);
            many.launch(i * 10_us + 2_us, 5_us, i + 1);
            many.kernel("k", (i + 200) * 20'000, 10_us, 7 + i / everyNth % streams, i + 1);
        }
        return sentenceOf(runOn(inputOf({ many.text() }), "overview"), "kernel-gaps");
    };
    const auto words = [](const char* time) {
        return std::string("199 gaps shorter than 30 us, 10.00 us each on average; for ") + time
            + " of it what runs next is on another stream than what ran before, or its stream had been told to wait "
              "for an event: fewer such changes and waits may lower it.";
    };
    for (const std::string& each : { gaps(2, false, 1), gaps(2, true, 1) })
        QVERIFY2(each.find(words("1.990 ms")) != std::string::npos, each.c_str());
    // Without rows a wait may be of another stream.
    const std::string unknown = gaps(1, true, 1);
    QVERIFY2(
        unknown.find("199 gaps shorter than 30 us, 10.00 us each on average.") != std::string::npos, unknown.c_str());
    // Side by side, each with its own gaps.
    TraceText abreast = wholeMicroseconds();
    for (int i = 0; i < 200; ++i) {
        for (const int stream : { 0, 1 }) {
            abreast.launch(i * 10_us + stream * 5_us, 4_us, 2 * i + stream + 1);
            abreast.kernel("k", (i + 200) * 20'000, 10_us, 7 + stream, 2 * i + stream + 1);
        }
    }
    const std::string apart = sentenceOf(runOn(inputOf({ abreast.text() }), "overview"), "kernel-gaps");
    QVERIFY2(apart.find("the price of many small kernels") != std::string::npos, apart.c_str());
    for (const std::string& each : { gaps(2, false, 3), gaps(1, true, 3), gaps(1, false, 1) })
        QVERIFY2(each.find("the price of many small kernels") != std::string::npos, each.c_str());
}

/// Its kernels need not be one for each parameter.
void TestOverviewLaunches::launchesOfAnOptimizerAreToBeFewer()
{
    const auto said = [](const char* annotation, const char* op, const char* kind, Nanoseconds before) {
        TraceText text = wholeMicroseconds();
        for (int step = 0; step < 2; ++step) {
            const Timestamp from = step * 10'000_us;
            text.annotation(annotation, from, 9'000_us);
            for (int i = 0; i < 150; ++i) {
                const Timestamp at = from + i * 50_us;
                text.op(op, at, before + 10_us).launch(at + before, 8_us, 200 * step + i + 1);
                text.kernel("k", at + before + 12_us, 2_us, 7, 200 * step + i + 1);
            }
        }
        return findingOf(text.text(), kind);
    };
    const QString loop = said("Optimizer.step#SGD.step", "aten::add_", "short-kernels", 20_us);
    QVERIFY2(isSaid(loop,
                 " of it is in steps of the optimizer, outside of foreach and fused ops: with foreach=True or "
                 "fused=True an optimizer of PyTorch launches fewer kernels. "),
        qPrintable(loop));
    const QString busy = said("Optimizer.step#SGD.step", "aten::add_", "host-wait", 30_us);
    QVERIFY2(isSaid(busy, "outside of foreach and fused ops: "), qPrintable(busy));
    const QString zero = said("Optimizer.zero_grad#SGD.zero_grad", "aten::zero_", "host-wait", 30_us);
    QVERIFY2(isSaid(zero,
                 " of it is in zero_grad(): with set_to_none=True, as by default since PyTorch 2.0, it fills nothing "
                 "with zeros"),
        qPrintable(zero));
    for (const QString& other : { said("Optimizer.step#SGD.step", "aten::_foreach_add_", "host-wait", 30_us),
             said("update", "aten::add_", "host-wait", 30_us) })
        QVERIFY2(!other.isEmpty() && !isSaid(other, "optimizer"), qPrintable(other));
}

/// A closure runs passes in it, and what works on many parameters at once already needs no advice to.
void TestOverviewLaunches::whatElseRunsInAStepOfAnOptimizerIsNotItsOwn()
{
    enum class Inside : std::uint8_t {
        Nothing,
        Backward,
        Annotation,
        ZeroGrad,
        OneForeach,
        NoOps,
        Forward,
        Loss,
        Custom,
        Copies
    };
    const auto said = [](Inside inside, const char* kind) {
        TraceText text = wholeMicroseconds();
        for (int step = 0; step < 2; ++step) {
            const Timestamp from = step * 10'000_us;
            text.annotation("Optimizer.step#Adam.step", from, 9'000_us);
            for (int i = 0; i < 150; ++i) {
                const Timestamp at = from + 10_us + i * 50_us;
                if (inside != Inside::NoOps)
                    text.op(inside == Inside::Loss ? "aten::mul" : "aten::mul_", at, 40_us);
                const int number = 200 * step + i + 1;
                if (inside == Inside::Copies) { // parameters that lie in the host's memory
                    text.runtime("cudaMemcpyAsync", at + 25_us, 8_us, number);
                    text.copy("Memcpy HtoD (Pinned -> Device)", at + 37_us, 2_us, 7, number, 64);
                } else {
                    text.launch(at + 25_us, 8_us, number).kernel("k", at + 37_us, 2_us, 7, number);
                }
                if (inside == Inside::Custom && i % 3 == 0) {
                    text.op("mylib::iterate", at + 41_us, 8_us).launch(at + 42_us, 4_us, 1'000 + number);
                    text.kernel("own", at + 47_us, 1_us, 7, 1'000 + number);
                }
            }
            const Timestamp last = from + 7'600_us;
            if (inside == Inside::Backward)
                text.thread(100, 103)
                    .op("autograd::engine::evaluate_function: AddmmBackward0", last, 20_us)
                    .thread(100, 100);
            else if (inside == Inside::Annotation)
                text.annotation("training_step", last, 20_us);
            else if (inside == Inside::ZeroGrad)
                text.annotation("Optimizer.zero_grad#Adam.zero_grad", last, 20_us);
            else if (inside == Inside::OneForeach)
                text.op("aten::_foreach_add_", last, 20_us);
            else if (inside == Inside::Forward)
                text.op("aten::linear", last, 20_us).op("aten::addmm", last + 1_us, 10_us);
        }
        return findingOf(text.text(), kind);
    };
    for (const char* const kind : { "host-wait", "short-kernels" }) {
        const QString plain = said(Inside::Nothing, kind);
        QVERIFY2(isSaid(plain, "outside of foreach and fused ops: "), qPrintable(plain));
        for (const Inside inside : { Inside::Backward, Inside::Annotation, Inside::ZeroGrad, Inside::OneForeach,
                 Inside::NoOps, Inside::Forward, Inside::Loss, Inside::Custom, Inside::Copies }) {
            const QString other = said(inside, kind);
            QVERIFY2(!other.isEmpty() && !isSaid(other, "optimizer"), qPrintable(other));
        }
    }
    const QString launching = said(Inside::Backward, "short-kernels");
    QVERIFY2(
        isSaid(launching, "fused kernels (torch.compile) or CUDA graphs need fewer launches"), qPrintable(launching));
}

/// zero_grad() with set_to_none=True takes time in Python alone.
void TestOverviewLaunches::gradientsThatAreNotFilledAreNotToldOf()
{
    const auto said = [](const char* op) {
        TraceText text = wholeMicroseconds();
        for (int i = 0; i < 150; ++i) {
            const Timestamp at = i * 1'000_us;
            text.annotation("Optimizer.zero_grad#SGD.zero_grad", at, 800_us).op(op, at + 100_us, 20_us);
            text.launch(at + 810_us, 5_us, i + 1).kernel("k", at + 820_us, 150_us, 7, i + 1);
        }
        return findingOf(text.text(), "host-wait");
    };
    for (const char* const op : { "aten::zero_", "aten::_foreach_zero_", "aten::fill_" })
        QVERIFY2(isSaid(said(op), " of it is in zero_grad(): with set_to_none=True"), qPrintable(said(op)));
    const QString none = said("aten::detach");
    QVERIFY2(!none.isEmpty() && !isSaid(none, "set_to_none"), qPrintable(none));
}

/// Each kernel waits for a short one of another stream, which runs beside the one before it.
void TestOverviewLaunches::gapsBeforeEventsOfRowsAreBetweenStreams()
{
    const auto gaps = [](bool hasRows) {
        TraceText text = wholeMicroseconds();
        for (int i = 0; i < 200; ++i) {
            const Timestamp at = i * 10_us;
            text.launch(at, 1_us, 3 * i + 1).launch(at + 2_us, 1_us, 3 * i + 2);
            text.kernel("k", (i + 200) * 20'000, 10_us, 7, 3 * i + 1);
            text.kernel("short", (i + 200) * 20'000 + 2'000, 5_us, 8, 3 * i + 2);
            text.runtime("cudaEventRecord", at + 4_us, 1_us, 2'000 + i);
            text.runtime("cudaStreamWaitEvent", at + 6_us, 1_us, 3'000 + i);
            if (hasRows)
                text.sync("Stream Wait Event", at + 6_us, 1_us, 7, 3'000 + i,
                    R"("wait_on_stream": 8, "wait_on_cuda_event_record_corr_id": )" + std::to_string(2'000 + i));
        }
        return sentenceOf(runOn(inputOf({ text.text() }), "overview"), "kernel-gaps");
    };
    QVERIFY2(gaps(true).find("for 1.990 ms of it what runs next is on another stream than what ran before, or its "
                             "stream had been told to wait for an event: fewer such changes and waits may lower it.")
            != std::string::npos,
        gaps(true).c_str());
    QVERIFY2(gaps(false).find("199 gaps shorter than 30 us, 10.00 us each on average.") != std::string::npos,
        gaps(false).c_str());
}

void TestOverviewLaunches::aGraphLaunchCountsOnce()
{
    TraceText text = wholeMicroseconds();
    for (int i = 0; i < 20; ++i) {
        text.runtime("cudaGraphLaunch", i * 1'000'000, 50_us, i + 1);
        for (int k = 0; k < 20; ++k)
            text.kernel("k", i * 1'000'000 + 75'000 + k * 5'000, 3_us, 7, i + 1);
    }
    const QString graphs = findingOf(text.text(), "short-kernels");
    QVERIFY2(isSaid(graphs, "The GPU is idle for") && !isSaid(graphs, "fused"), qPrintable(graphs));
    for (int i = 0; i < 20; ++i)
        text.launch(i * 1'000'000 + 300'000, 20_us, 100 + i).kernel("s", i * 1'000'000 + 325'000, 2_us, 7, 100 + i);
    const QString mixed = findingOf(text.text(), "short-kernels");
    QVERIFY2(isSaid(mixed,
                 "of the kernel launches of up to 50 us, those of graphs aside, 100.0 % take the host longer than "
                 "their kernels take the GPU, 400.0 us for 40.00 us of work: fused kernels (torch.compile) need fewer"),
        qPrintable(mixed));
}

void TestOverviewLaunches::longLaunchesAreLeftOutInWords()
{
    const auto launches = [](int count) {
        TraceText text = wholeMicroseconds();
        for (int i = 0; i < count; ++i) // one of them longer than 50 us
            text.launch(i * 300'000, i == 4 ? 60_us : 10_us, i + 1)
                .kernel("k" + std::to_string(i), i * 300'000 + 210'000, 1_us, 7, i + 1);
        return findingOf(text.text(), "short-kernels");
    };
    const QString all = launches(11);
    QVERIFY2(isSaid(all, "of the kernel launches of up to 50 us, 100.0 % take the host longer"), qPrintable(all));
    // Of so few there is little to save.
    const QString few = launches(10);
    QVERIFY2(!few.isEmpty() && !isSaid(few, "need fewer launches"), qPrintable(few));
}

/// Fewer launches are no cure where a few of them take long.
void TestOverviewLaunches::longLaunchCallsAreNoShortKernels()
{
    TraceText text = wholeMicroseconds();
    for (int i = 0; i < 10; ++i)
        text.launch(i * 300'000, i % 2 == 0 ? 10_us : 200_us, i + 1)
            .kernel("k" + std::to_string(i), i * 300'000 + 210'000, 1_us, 7, i + 1);
    const QString sentence = findingOf(text.text(), "short-kernels");
    QVERIFY2(isSaid(sentence,
                 "; 1.000 ms of it in calls that take longer than 50 us. Why they take so long was not "
                 "recorded: another thread may hold the driver"),
        qPrintable(sentence));
    QVERIFY2(!isSaid(sentence, "fewer launches"), qPrintable(sentence));
}

/// Where the file tells why launch calls take long, that is said.
void TestOverviewLaunches::whyLaunchCallsTakeLongIsSaidWhereItIsRecorded()
{
    const auto rounds = [](bool isBlocking, std::int64_t pid, const char* call) {
        TraceText text = wholeMicroseconds();
        for (int i = 0; i < 12; ++i) {
            const Timestamp at = i * 400_us;
            text.launch(at, 210_us, i + 1).kernel("k", at + (isBlocking ? 200_us : 215_us), 9_us, 7, i + 1);
            text.thread(pid, 108).runtime(call, at - 5_us, 190_us, 100 + i).thread(100, 100);
        }
        return findingOf(text.text(), "short-kernels");
    };
    const QString blocking = rounds(true, 100, "cudaHostRegister");
    QVERIFY2(isSaid(blocking, " in calls that take longer than 50 us: launches wait for their kernels here."),
        qPrintable(blocking));
    const QString held = rounds(false, 100, "cudaHostRegister");
    QVERIFY2(isSaid(held,
                 "; 2.310 ms of it in calls that take longer than 50 us. For 2.310 ms of that, another thread is in "
                 "'cudaHostRegister' during at least half of the call: it may hold the driver."),
        qPrintable(held));
    for (const QString& other : { rounds(false, 200, "cudaHostRegister"), rounds(false, 100, "cudaStreamQuery") })
        QVERIFY2(isSaid(other, "Why they take so long was not recorded"), qPrintable(other));
}

void TestOverviewLaunches::stretchesAreNoTimes()
{
    const QString sentence = findingOf(eightRounds([](TraceText& text, Timestamp at, int i) {
        text.runtime("cudaMalloc", at, 200_us, 100 + 2 * i).runtime("cudaMalloc", at + 300_us, 200_us, 101 + 2 * i);
    }),
        "device-allocation");
    QVERIFY2(isSaid(sentence, ", in 14 parts of 7 gaps, 200.0 us a part on average"), qPrintable(sentence));
    const QString few = findingOf(eightRounds([](TraceText& text, Timestamp at, int i) {
        const Nanoseconds time = i == 3 || i == 4 ? 200_us : 2_us;
        text.runtime("cudaMalloc", at, time, 100 + 2 * i).runtime("cudaMalloc", at + 300_us, time, 101 + 2 * i);
    }),
        "device-allocation");
    QVERIFY2(isSaid(few, ", in 14 parts of 7 gaps, 800.0 us of it in the 4 longest parts"), qPrintable(few));
}

void TestOverviewLaunches::fewLongGapsAreNoSmallKernels()
{
    const auto sentence = [](int longOnes) {
        TraceText text(LayoutStyle::Kineto, TimeStyle::ThreeDecimals);
        Timestamp time = 500_us;
        for (int i = 0; i < 300; ++i) {
            text.launch(i * 1'000, 1_us, i + 1).kernel("k", time, 5_us, 7, i + 1);
            time += 5_us + (i < longOnes ? 25_us : 1);
        }
        return findingOf(text.text(), "kernel-gaps");
    };
    QVERIFY2(isSaid(sentence(299), "the price of many small kernels"), qPrintable(sentence(299)));
    QVERIFY2(isSaid(sentence(9), "299 gaps") && !isSaid(sentence(9), "the price of"), qPrintable(sentence(9)));
}

/// Where the profiler dropped kernels the GPU looks idle while it runs them.
void TestOverviewLaunches::aGapWhereKernelsAreLostNeedNotBeIdle()
{
    const auto text = [](bool isKernelThere, Timestamp otherAt = 5_us, int unlinked = 0) {
        TraceText trace = wholeMicroseconds();
        trace.launch(0_us, 1_us, 1).kernel("a", 10_us, 10_us, 7, 1);
        trace.launch(otherAt, 1_us, 3).launch(8_us, 1_us, 4).launch(12_us, 1_us, 2).kernel("b", 435_us, 10_us, 7, 2);
        trace.launch(14_us, 1_us, 5).kernel("c", 445_us, 1_us, 7, 5);
        if (isKernelThere)
            trace.kernel("other", 6_us, 1_us, 20, 3).kernel("other", 9_us, 1_us, 20, 4);
        for (int i = 0; i < unlinked; ++i)
            trace.kernel("unlinked", 450_us + i, 1_us, 20);
        return trace.text();
    };
    const auto gaps = [](const std::string& trace) {
        return sentenceOf(runOn(inputOf({ trace }), "overview"), "long-gaps");
    };
    KT_COMPARE_TEXT(gaps(text(false)),
        "The GPU idles 415.0 us (95.2 % of GPU time in view), in 1 gap of 30 us or more: what runs next was in its "
        "queue by then; for 415.0 us of it the kernels of 2 launches in between are not in the file, so the GPU may "
        "have been running them.");
    QVERIFY(isSaid(toQString(gaps(text(true))), "so the host is not the reason"));
    const std::string one = gaps(text(false, 13_us)); // after the launch of what runs next
    QVERIFY2(isSaid(toQString(one), "the kernel of 1 launch in between is not in the file"), one.c_str());
    const auto remark = [](const std::string& trace, const char* analysis) {
        return remarkOf(runOn(inputOf({ trace }), analysis), "kernels-not-recorded");
    };
    for (const char* analysis : { "idle-causes", "critical-path" }) {
        KT_COMPARE_TEXT(remark(text(false), analysis),
            "415.0 us of the waiting is before work that was launched after kernels that are not in the file: the GPU "
            "may have been running these.\n");
        KT_COMPARE_TEXT(remark(text(true), analysis), "");
        // Kernels without launches may be those of the launches without kernels.
        KT_COMPARE_TEXT(remark(text(false, 5_us, 2), analysis), "");
    }
}

/// Nothing is theirs before they were launched, or when something shows that they had run.
void TestOverviewLaunches::kernelsAreLostOnlyWhileTheyMayRun()
{
    // The copy comes 940 us after the kernels, whose stream has none after the lost one unless told.
    const auto text = [](bool isKernelAfter, const char* call = "cudaDeviceSynchronize", Timestamp calledAt = 800_us) {
        TraceText trace = wholeMicroseconds();
        trace.launch(0_us, 1_us, 1).kernel("a", 10_us, 10_us, 7, 1);
        trace.launch(2_us, 1_us, 2).copy("Memcpy HtoD (Pinned -> Device)", 12_us, 5_us, 22, 2, 9);
        trace.launch(30_us, 1_us, 3).kernel("b", 40_us, 10_us, 7, 3); // 20 us after a
        trace.launch(150_us, 1_us, 4);                                // lost
        if (isKernelAfter)
            trace.launch(160_us, 1_us, 5).kernel("c", 170_us, 10_us, 7, 5);
        trace.runtime(call, calledAt, 100_us, 6);
        trace.launch(980_us, 1_us, 7).copy("Memcpy HtoD (Pinned -> Device)", 990_us, 10_us, 22, 7, 9);
        return trace.text();
    };
    const auto remark = [](const std::string& trace) {
        return remarkOf(runOn(inputOf({ trace }), "idle-causes"), "kernels-not-recorded");
    };
    const auto said = [](const char* time) {
        return std::string(time)
            + " of the waiting is before work that was launched after kernels that are not in the file: the GPU may "
              "have been running these.\n";
    };
    KT_COMPARE_TEXT(remark(text(false)), said("750.0 us").c_str()); // until the host had waited for it
    KT_COMPARE_TEXT(remark(text(false, "cudaStreamSynchronize")), said("840.0 us").c_str());        // of which stream?
    KT_COMPARE_TEXT(remark(text(false, "cudaDeviceSynchronize", 40_us)), said("840.0 us").c_str()); // before it
    KT_COMPARE_TEXT(remark(text(true)), said("20.00 us").c_str()); // only until c, on the only stream with kernels
    // Whatever the idle time is called.
    const std::string wait = sentenceOf(runOn(inputOf({ text(false) }), "overview"), "host-wait");
    QVERIFY2(isSaid(toQString(wait), "of it the GPU may have run a kernel that is not in the file, that of 1 launch."),
        wait.c_str());
    QVERIFY(!isSaid(toQString(sentenceOf(runOn(inputOf({ text(true) }), "overview"), "host-wait")), "not in the file"));
}

void TestOverviewLaunches::graphsAreNotTheAdviceWhereTheyAreUsed()
{
    TraceText text = wholeMicroseconds();
    text.runtime("cudaGraphLaunch", 0_us, 1_us, 1);
    for (int i = 0; i < 120; ++i)
        text.kernel("a", 10'000 + i * 25'000, 10_us, 7, 1);
    const std::string sentence = sentenceOf(runOn(inputOf({ text.text() }), "overview"), "kernel-gaps");
    QVERIFY2(sentence.ends_with("would lower; most are launched by graphs."), sentence.c_str());
}

void TestOverviewLaunches::launchesThatComeAgainAreWorkForAGraph_data()
{
    QTest::addColumn<QString>("what");
    QTest::addColumn<QString>("said"); // empty: nothing on graphs
    QTest::newRow("same grids") << "same"
                                << "with the same grids and without a synchronisation: as a CUDA or HIP graph";
    QTest::newRow("grids that differ once") << "one grid"
                                            << "but with other grids, as other shapes give";
    QTest::newRow("grids that are not recorded") << "no grids"
                                                 << "if shapes and addresses stay the same";
    QTest::newRow("another order") << "order"
                                   << "";
    QTest::newRow("a wait in each") << "waits"
                                    << "";
    QTest::newRow("a hook that takes most of the time") << "hook"
                                                        << "";
    QTest::newRow("a hook that is a generator") << "hook that goes on"
                                                << "";
    QTest::newRow("a hook of many objects") << "hook of objects"
                                            << "";
    QTest::newRow("an op that launches nothing") << "op that launches nothing"
                                                 << "";
    QTest::newRow("the same beside a copy by another thread") << "hook and copy"
                                                              << "";
    QTest::newRow("a function around the launches that does") << "function"
                                                              << "with the same grids and without";
    QTest::newRow("copies of other sizes") << "bytes"
                                           << "";
}

void TestOverviewLaunches::launchesThatComeAgainAreWorkForAGraph()
{
    QFETCH(QString, what);
    QFETCH(QString, said);
    TraceText text = wholeMicroseconds();
    constexpr int kWorks = 12; // of them one copy
    for (int step = 0; step < 3; ++step) {
        text.step(step, step * 600'000, 595_us);
        if (what == "function")
            text.python("model.py(3): forward", step * 600'000, 595_us, step + 1);
        for (int i = 0; i < kWorks; ++i) {
            const Timestamp at = step * 600'000 + i * 50'000;
            const int number = step * kWorks + i + 1;
            text.launch(at, 5_us, number);
            if (what == "hook and copy" && number == 5)
                text.thread(100, 300).runtime("cudaMemcpyAsync", at + 20'000, 1_us, 900).thread(100, 100);
            if (what == "hook and copy" && number == 5)
                text.copy("Memcpy HtoD (Pinned -> Device)", at + 30'000, 1_us, 20, 900, 64);
            const std::string hook = what == "hook that goes on" ? "hooks.py(" + std::to_string(3 + i % 4) + "): log"
                : what == "hook of objects"
                ? "<built-in method log of Hook object at 0x7f0000" + std::to_string(i) + ">"
                : "hooks.py(3): log";
            if (what.startsWith("hook"))
                text.python(hook, at + 6'000, 42_us, number);
            if (what == "op that launches nothing")
                text.op("TorchDynamo Cache Lookup", at + 6'000, 42_us);
            if (i == 5) {
                text.copy("Memcpy DtoD (Device -> Device)", at + 6'000, 3_us, 7, number,
                    what == "bytes" ? 64 * (step + 1) : 64);
                continue;
            }
            const bool isLast = step == 2 && i == kWorks - 1;
            const std::string grid = isLast && what == "one grid" ? "[9,1,1]" : "[8,1,1]";
            const int name = what == "order" && step == 1 && i < 2 ? 1 - i : i;
            text.kernel("k" + std::string(1, static_cast<char>('a' + name)), at + 6'000, 20_us, 7, number,
                what == "no grids" ? std::string() : R"("grid": )" + grid + R"(, "block": [32,1,1])");
            if (what == "waits" && i % 6 == 5 - 1)
                text.runtime("cudaStreamSynchronize", at + 7'000, 20_us, 100 + number);
        }
    }
    const std::string sentence = sentenceOf(runOn(inputOf({ text.text() }), "overview"), "host-wait");
    QVERIFY(!sentence.empty());
    if (what.startsWith("hook") || what == "op that launches nothing") { // what it does is not known, so no saving is
        const std::string cure = what.startsWith("hook") ? "Python" : "ops";
        QVERIFY2(sentence.find("and the host has nothing else to do in between") != std::string::npos
                && sentence.find("Estimated saving with the host twice as fast in " + cure) != std::string::npos,
            sentence.c_str());
        return;
    }
    if (said.isEmpty() && what != "order") {
        QVERIFY2(sentence.find("graph") == std::string::npos, sentence.c_str());
        return;
    }
    if (what == "order") { // two of three steps are alike
        QVERIFY2(sentence.find("one of 12 GPU activities, 2 times") != std::string::npos, sentence.c_str());
        return;
    }
    QVERIFY2(sentence.find("one of 12 GPU activities, 3 times") != std::string::npos, sentence.c_str());
    QVERIFY2(sentence.find(said.toStdString()) != std::string::npos, sentence.c_str());
    // A step that was chosen has each sequence once: others have it, too.
    Scope second;
    second.steps = { 1 };
    const std::string ofOne = sentenceOf(runOn(inputOf({ text.text() }, second), "overview"), "host-wait");
    QVERIFY2(ofOne.find("of it lies in sequences of launches that are repeated, mostly one of 12 GPU activities, 3 "
                        "times in the whole recording, in the same order")
            != std::string::npos,
        ofOne.c_str());
    // All is handed over at 5 us; the work of all steps, 223 us each, follows from 6 us on, where the last step had
    // ended at 1795 us.
    const bool hasSaving = sentence.ends_with("Estimated saving with these launched as graphs at no cost, also outside "
                                              "of this time: 1.120 ms (62.4 % of the wall "
                                              "time).");
    QVERIFY2(hasSaving == (what != "one grid"), sentence.c_str());
    const std::string calls = sentenceOf(runOn(inputOf({ text.text() }), "overview"), "short-kernels");
    const bool isToldOfBoth =
        calls.ends_with("wall time). Calls that go into graphs are part of that and of the "
                        "estimated saving of the finding of 891.0 us, too: the two do not add up.");
    QVERIFY2(isToldOfBoth == hasSaving, calls.c_str());
    // In each step 10 gaps of 24 us until the next launch, and one of 41 us behind the copy.
    QVERIFY2(sentence.find("; 843.0 us of it") != std::string::npos, sentence.c_str());
}

void TestOverviewLaunches::callsOfCompiledCodeThatComeAgainAreWorkForAGraph_data()
{
    QTest::addColumn<QString>("mark");
    QTest::addColumn<int>("marks"); ///< in a step, beside each other
    QTest::addColumn<QList<int>>("before");
    QTest::addColumn<QString>("said");
    const QString graph = "## Call CompiledFxGraph fabc ##";
    QTest::newRow("graph") << graph << 1 << QList<int> { 1, 2, 3 } << "mostly one of 40 GPU activities, 3 times";
    QTest::newRow("region") << "Torch-Compiled Region: 0/0" << 1 << QList<int> { 1, 2, 3 }
                            << "mostly one of 40 GPU activities, 3 times";
    QTest::newRow("anything else") << "model" << 1 << QList<int> { 1, 2, 3 } << "";
    QTest::newRow("some steps alike by chance")
        << graph << 1 << QList<int> { 1, 2, 1, 2, 3, 4 } << "mostly one of 40 GPU activities, 6 times";
    QTest::newRow("all steps alike") << graph << 1 << QList<int> { 5, 5, 5 }
                                     << "mostly one of 46 GPU activities, 3 times";
    QTest::newRow("little of one pass") << graph << 4 << QList<int> { 200 } << "one sequence of launches, of 241 GPU";
    QTest::newRow("small graphs in a region")
        << "both" << 5 << QList<int> { 1, 2, 3 } << "mostly one of 40 GPU activities, 3 times";
}

/// Each step launches the same from compiled code, and other kernels around it.
void TestOverviewLaunches::callsOfCompiledCodeThatComeAgainAreWorkForAGraph()
{
    QFETCH(QString, mark);
    QFETCH(int, marks);
    QFETCH(QList<int>, before);
    QFETCH(QString, said);
    TraceText text = wholeMicroseconds();
    int number = 0;
    Timestamp at = 0;
    const auto launch = [&](const std::string& kernel) {
        ++number;
        text.launch(at, 5_us, number).kernel(kernel, at + 6_us, 20_us, 7, number);
        at += 50_us;
    };
    constexpr int kCompiled = 40;
    for (int step = 0; step < before.size(); ++step) {
        const Timestamp begin = at;
        for (int i = 0; i < before[step]; ++i)
            launch("before");
        if (mark == "both")
            text.annotation("Torch-Compiled Region: 0/0", at - 10_us, kCompiled * 50_us);
        const std::string ofEach = (mark == "both" ? QString("## Call CompiledFxGraph f ##") : mark).toStdString();
        for (int i = 0; i < kCompiled; ++i) {
            if (i % (kCompiled / marks) == 0)
                text.annotation(ofEach, at - 5_us, kCompiled / marks * 50_us - 10_us);
            launch(marks == 4 ? "same" : "k" + std::to_string(i));
        }
        launch("after");
        text.step(step, begin, at - begin - 5_us);
    }
    const QString sentence = toQString(sentenceOf(runOn(inputOf({ text.text() }), "overview"), "host-wait"));
    QVERIFY(!sentence.isEmpty());
    QVERIFY2(said.isEmpty() ? !isSaid(sentence, "sequences of launches that are repeated") : sentence.contains(said),
        qPrintable(sentence));
}

/// One pass through a model does not show that it comes again: what a graph would save is told beside what a
/// faster host would, with what it depends on. Several steps that differ show that it does not.
void TestOverviewLaunches::launchesThatComeOnceMayBeWorkForAGraph()
{
    bool isSavedAlone = false; // launch calls are part of what graphs save
    std::string calls;         // the finding of these
    std::string events;
    std::string estimates;
    const auto hostWaitOf = [&](int steps, bool waits, int works = 120, bool isDoubtful = false) {
        TraceText text = wholeMicroseconds();
        int number = 0;
        for (int step = 0; step < steps; ++step) {
            text.step(step, step * 20'000_us, 15'000_us);
            for (int i = 0; i < works + 10 * step; ++i) {
                const Timestamp at = step * 20'000_us + i * 100_us;
                text.op("aten::mul", at, 90_us).launch(at + 80_us, 5_us, ++number);
                text.kernel("k" + std::string(static_cast<std::size_t>(i / 20), 'k'), at + 86_us, 10_us, 7, number);
                if (isDoubtful) // slow ops, and another stream that may wait for this one
                    text.op("aten::view", at + 10_us, 20_us)
                        .runtime("cudaStreamWaitEvent", at + 86_us, 1_us, 9'000 + number);
                if (isDoubtful && i % 10 == 0)
                    text.launch(at + 88_us, 1_us, 5'000 + number).kernel("other", at + 97_us, 1_us, 8, 5'000 + number);
                if (waits && i % 20 == 0)
                    text.runtime("cudaStreamSynchronize", at + 86_us, 12_us, 1'000 + number);
            }
        }
        const auto result = runOn(inputOf({ text.text() }), "overview");
        isSavedAlone = !remarkOf(result, "savings-alone").empty();
        calls = sentenceOf(result, "short-kernels");
        events = remarkOf(result, "event-waits");
        estimates = rowsOf(result, "findings", { "estimate" });
        return sentenceOf(result, "host-wait");
    };
    const std::string once = hostWaitOf(1, false);
    QVERIFY2(
        once.find("of it lies in one sequence of launches, of 120 GPU activities, without a synchronisation: if "
                  "it, or parts of it, come again and again with the same shapes and addresses, CUDA or HIP graphs")
            != std::string::npos,
        once.c_str());
    const std::size_t host = once.find("Estimated saving with the host twice as fast in ops");
    const std::size_t graph = once.find("Estimated saving with that sequence launched as graphs at no cost");
    QVERIFY2(isSavedAlone, once.c_str());
    QVERIFY2(
        calls.find("Calls that go into graphs are part of that and of the second estimated saving of the finding of")
            != std::string::npos,
        calls.c_str());
    QVERIFY2(host != std::string::npos && graph != std::string::npos && host < graph, once.c_str());
    QVERIFY2(estimates.starts_with("Estimated saving with the host twice as fast in ops: ")
            && estimates.find(" of the wall time); with that sequence launched as graphs at no cost")
                != std::string::npos
            && estimates.find("up to") == std::string::npos,
        estimates.c_str());
    const std::string doubtful = hostWaitOf(1, false, 120, true);
    const std::size_t second = std::min(doubtful.find("with that sequence launched as graphs"), doubtful.size());
    for (const char* doubt : { "Less may be saved than estimated: 120 calls make streams wait for work",
             "Part of that may be due to what slows down the ops of this recording." })
        QVERIFY2(doubtful.find(doubt, second) != std::string::npos, doubtful.c_str());
    QVERIFY2(estimates.find(": up to ") != std::string::npos, estimates.c_str());
    // That of the second saving is none of the others.
    QVERIFY2(events.starts_with("120 calls make streams wait for work that the file does not name"), events.c_str());
    const std::string ofSmallModel = hostWaitOf(1, false, 50);
    QVERIFY2(ofSmallModel.find("in one sequence of launches, of 50 GPU activities") != std::string::npos,
        ofSmallModel.c_str());
    for (const std::string& other : { hostWaitOf(2, false), hostWaitOf(1, true), hostWaitOf(1, false, 49) })
        QVERIFY2(!other.empty() && other.find("graph") == std::string::npos, other.c_str());
}

/// As few as make no remark make no doubt beside a saving, either.
void TestOverviewLaunches::fewWaitsForEventsMakeNoDoubt()
{
    const auto isSaid = [](int calls) {
        TraceText text = wholeMicroseconds();
        for (int i = 0; i < 120; ++i) {
            const Timestamp at = i * 100_us;
            text.op("aten::mul", at, 90_us).launch(at + 80_us, 5_us, i + 1);
            text.kernel("k" + std::string(static_cast<std::size_t>(i / 20), 'k'), at + 86_us, 10_us, 7, i + 1);
            if (i % 10 == 0)
                text.launch(at + 88_us, 1_us, 5'000 + i).kernel("other", at + 97_us, 1_us, 8, 5'000 + i);
            if (i < calls)
                text.runtime("cudaStreamWaitEvent", at + 86_us, 1_us, 9'000 + i);
        }
        const auto result = runOn(inputOf({ text.text() }), "overview");
        const std::string said = sentenceOf(result, "host-wait");
        const bool isBeside = said.find("Less may be saved than estimated") != std::string::npos;
        return std::string(isBeside ? "beside" : "") + (remarkOf(result, "event-waits").empty() ? "" : "remark");
    };
    KT_COMPARE_TEXT(isSaid(1), ""); // of 132 activities
    KT_COMPARE_TEXT(isSaid(2), "besideremark");
}

/// One sequence without ops, or without Python, and slow ops or costly frames only behind it.
void TestOverviewLaunches::aSavingHasNoDoubtThatItsTimeCannotHave()
{
    const auto sequence = [](bool hasOps) {
        TraceText text;
        for (int i = 0; i < 120; ++i) {
            const Timestamp at = 1'000_us + i * 100_us;
            if (hasOps)
                text.op("aten::mul", at, 90_us);
            text.launch(at + 80_us, 5_us, i + 1);
            text.kernel("k" + std::string(static_cast<std::size_t>(i / 20), 'k'), at + 86_us, 10_us, 7, i + 1);
        }
        text.runtime("cudaStreamSynchronize", 13'000_us, 2_us, 7'777);
        text.launch(18'710_us, 5_us, 9'999).kernel("gemm", 18'720_us, 10_us, 7, 9'999);
        return text;
    };
    const auto isDoubted = [](const TraceText& text, std::string_view doubt) {
        const std::string said = sentenceOf(runOn(inputOf({ TraceText(text).text() }), "overview"), "host-wait");
        const std::size_t graphs = said.find("Estimated saving with that sequence launched as graphs");
        const std::size_t host = said.find("Estimated saving with the host twice as fast");
        if (graphs == std::string::npos || host >= graphs)
            return "other savings: " + said;
        const std::size_t first = said.find(doubt, host);
        return std::string(first < graphs ? "first" : "") + (said.find(doubt, graphs) < said.size() ? "second" : "");
    };
    const std::string slow = "Part of that may be due to what slows down the ops of this recording.";
    TraceText views = sequence(false);
    TraceText viewsInside = sequence(true);
    for (int i = 0; i < 200; ++i) {
        views.op("aten::view", 13'100_us + i * 25_us, 24_us);
        viewsInside.op("aten::view", 13'100_us + i * 25_us, 24_us);
    }
    KT_COMPARE_TEXT(isDoubted(views, slow), "first");
    KT_COMPARE_TEXT(isDoubted(viewsInside, slow), "firstsecond");

    const std::string recording = "Part of that may be the cost of recording Python.";
    TraceText frames = sequence(true);
    frames.python("train.py(50): hot", 13'100_us, 5'600_us, 1);
    for (int i = 0; i < 1'300; ++i)
        frames.python("<built-in method len>", 13'102_us + i * 4'300_ns, 100_ns, i + 2, 1);
    KT_COMPARE_TEXT(isDoubted(frames, recording), "first");
}

/// A loop without steps shows where it begins anew by its optimizer.
void TestOverviewLaunches::launchesOfALoopWithoutStepsComeAgain()
{
    TraceText text(LayoutStyle::Kineto, TimeStyle::WholeMicroseconds);
    int number = 0;
    for (int pass = 0; pass < 6; ++pass) {
        for (int i = 0; i < 30; ++i) {
            const Timestamp at = pass * 4'000_us + i * 100_us;
            text.op("aten::mul", at, 90_us).launch(at + 80_us, 5_us, ++number);
            text.kernel("k" + std::string(static_cast<std::size_t>(i / 10), 'k'), at + 86_us, 10_us, 7, number);
        }
        text.annotation("Optimizer.step#SGD.step", pass * 4'000_us + 3'100_us, 200_us);
    }
    const std::string sentence = sentenceOf(runOn(inputOf({ text.text() }), "overview"), "host-wait");
    QVERIFY2(sentence.find("mostly one of 30 GPU activities, 6 times in the same order") != std::string::npos
            && sentence.find("in one sequence") == std::string::npos,
        sentence.c_str());
}

QTEST_GUILESS_MAIN(TestOverviewLaunches)
#include "tst_overview_launches.moc"
