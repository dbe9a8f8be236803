// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/analysis_runs.h"
#include "tests/support/overview_runs.h"
#include "tests/support/test_macros.h"
#include "tests/support/trace_text.h"

#include <algorithm>
#include <string>

using namespace kinetoscope;
using namespace kinetoscope::tests;

/// What the overview says of slow steps.
class TestOverviewSteps : public QObject {
    Q_OBJECT

private slots:
    void aSlowStepIsNamedByWhatMakesItSlow();
    void aSlowStepThatIsSlowByItsWorkSaysSo();
    void aStepHasNoMoreReasonsThanItTakes();
    void aSlowStepOfCopiesIsToldWithThem();
    void slowStepsAndCommunicationAreNotCalledAlike();
    void kernelsThatOneStepAloneHasAreTold();
    void newKernelsBesideOthersAreNotWhatAStepTakesMore();
    void stepsThatAreNotChosenHaveNamesToo();
    void ofAllAlikeARankWithAllKernelsIsShown();
    void whatItsWorkHidesIsTold();
    void aStepThatIsSlowByManyThingsIsTold();
    void timeOutsideOfTheViewMakesNoSlowStep();
    void stepsBesideEachOtherAreNotCompared();
    void aStepThatTheViewCutsIsLeftAside();
    void noPartIsMoreThanTheWhole();
    void aHostThatRunsAheadMakesNoSlowStep();
    void aCopyBesideTheNextStepsMakesNoSlowStep();
    void aCopyInTheWayOfTheNextStepIsItsOwnSteps();
    void workLeftOverFromBeforeMakesNoSlowStep();
    void stepsThatOverlapAreSlowByTheirOwnWork();
    void whatEveryStepHasMakesNoneSlow();
    void stepsThatTheRangeCutsAreNotCompared();
    void stepsThatTakeAsLongAreNamedWithTheSlowest();
    void aFrameBesideTheIdleTimeIsNotNamed();
    void theFrameOfASlowStepIsNamed();
    void stepsHaveATrueMedian();
    void aStepIsNotSlowForALateRank();
    void aGapThatChosenStepsCutIsOne();
    void aPauseOfTheRecordingMakesNoSlowStep();
};

namespace {

/// What is said of a slow step with the kernels of others.
std::string longerIn(int steps, const std::string& times)
{
    return ", though as many kernels of the same names as " + std::to_string(steps) + " other steps: they take " + times
        + " times as long as in the median of those, as with larger inputs, lower clocks or another program on the GPU";
}

} // namespace

/// Its idle time is that of the finding that names the cause.
void TestOverviewSteps::aSlowStepIsNamedByWhatMakesItSlow()
{
    TraceText text = wholeMicroseconds();
    Timestamp at = 0;
    for (int step = 0; step < 5; ++step) {
        const Nanoseconds loading = step == 3 ? 900_us : 100_us;
        text.step(step, at, loading + 200_us).op("enumerate(DataLoader)#_Iter.__next__", at, loading);
        text.launch(at + loading + 10_us, 5_us, step + 1).kernel("k", at + loading + 20_us, 180_us, 7, step + 1);
        at += loading + 200_us;
    }
    const std::string slow = text.text();
    QVERIFY(findingOf(slow, "slow-step").isEmpty());
    const QString loading = findingOf(slow, "data-loading");
    QVERIFY2(
        isSaid(loading,
            "may hide it. Step 3, which takes 800.0 us more than the median of 4 steps, has 800.0 us more of it than "
            "usual. Estimated"),
        qPrintable(loading));
    // Where what the step has more of it is not what the others have of it, that is named.
    TraceText collecting = wholeMicroseconds();
    at = 0;
    for (int step = 0; step < 5; ++step) {
        const Nanoseconds collect = step == 3 ? 900_us : 0;
        collecting.step(step, at, collect + 500_us).python("train.py(9): step", at + 1_us, collect + 498_us, step + 1);
        collecting.launch(at + 10_us, 5_us, step + 1).kernel("k", at + 20_us, 180_us, 7, step + 1);
        if (collect > 0)
            collecting.python("<built-in function collect>", at + 100_us, collect, 10, step + 1);
        at += collect + 500_us;
    }
    const QString collected = findingOf(collecting.text(), "host-wait");
    QVERIFY2(
        isSaid(collected, "% of the time in 'train.py(9): step'. Step 3, which takes 900.0 us more than the median")
            && isSaid(collected,
                " more of it than usual; the host is in '<built-in function collect>' for 900.0 us longer than in the "
                "other steps on average. Estimated"),
        qPrintable(collected));
    // Not the calls that wait for the GPU between, however long: what it does after them is what leaves the GPU idle.
    TraceText saving = wholeMicroseconds();
    at = 0;
    for (int step = 0; step < 5; ++step) {
        const Timestamp begin = at;
        saving.launch(at + 10_us, 5_us, 100 * step + 100).kernel("k", at + 20_us, 5'000_us, 7, 100 * step + 100);
        for (int i = 1; i <= (step == 3 ? 4 : 0); ++i) {
            const Nanoseconds wait = i == 1 ? 5'000_us : 0; // for the kernel
            const int copy = 100 * step + 100 + i;
            saving.runtime("cudaMemcpyAsync", at + 20_us, wait + 202_us, copy);
            saving.copy("Memcpy DtoH (Device -> Pageable)", at + wait + 25_us, 195_us, 7, copy, 4'000'000);
            saving.python("<built-in method write_record>", at + wait + 230_us, 880_us, 10 * step + i);
            at += wait + 1'100_us;
        }
        at += step == 3 ? 0 : 5'000_us;
        saving.step(step, begin, at - begin).op("aten::sort", at - 990_us, 5_us);
        at += 250_us;
    }
    const QString saved = findingOf(saving.text(), "sync-wait");
    QVERIFY2(isSaid(saved, "Step 3, which takes") && !isSaid(saved, "the host is in 'cudaMemcpyAsync' for"),
        qPrintable(saved));
    // A step that is slow for more than that is told, with what others name of it.
    TraceText both = wholeMicroseconds();
    at = 0;
    for (int step = 0; step < 5; ++step) {
        const Nanoseconds fetch = step == 3 ? 500_us : 100_us;
        const Nanoseconds work = step == 3 ? 580_us : 180_us;
        both.step(step, at, fetch + work + 20_us).op("enumerate(DataLoader)#_Iter.__next__", at, fetch);
        both.launch(at + fetch + 10_us, 5_us, step + 1).kernel("k", at + fetch + 20_us, work, 7, step + 1);
        at += fetch + work + 20_us;
    }
    const QString slower = findingOf(both.text(), "slow-step");
    QVERIFY2(isSaid(slower, "Step 3 takes 1.100 ms, 800.0 us more than the median of 4 steps (300.0 us)")
            && isSaid(slower, "; 400.0 us of the 800.0 us that it takes more are time of other findings"),
        qPrintable(slower));
}

/// Work that a step launches may run only after steps that are not in the file: whether the GPU was idle until then is
/// not known.
void TestOverviewSteps::aPauseOfTheRecordingMakesNoSlowStep()
{
    const auto said = [](std::int64_t missing) {
        TraceText text = wholeMicroseconds();
        for (std::int64_t step = 1; step <= 8; ++step) {
            const Timestamp at = step * 1'000_us + (step > 4 ? 3'000_us : 0);
            text.step(step + (step > 4 ? missing : 0), at, 1'000_us).launch(at + 10_us, 5_us, 10 * step);
            text.kernel("gemm", at + 30_us, 900_us, 7, 10 * step);
            if (step == 4)
                text.launch(at + 990_us, 5_us, 99).kernel("late", at + 3'995_us, 3_us, 7, 99);
        }
        const auto result = runOn(inputOf({ text.text() }), "overview");
        return QString::fromStdString(sentenceOf(result, "slow-step") + sentenceOf(result, "long-gaps"));
    };
    QVERIFY2(said(3).isEmpty(), qPrintable(said(3)));
    QVERIFY2(
        isSaid(said(0),
            " Step 4 (to the end of its GPU work), which takes 2.998 ms more than the median of 7 steps, has about "
            "as much more of it than usual."),
        qPrintable(said(0)));
}

void TestOverviewSteps::aSlowStepOfCopiesIsToldWithThem()
{
    TraceText text = wholeMicroseconds();
    Timestamp at = 0;
    for (int step = 0; step < 5; ++step) {
        const Nanoseconds copying = step == 3 ? 500_us : 100_us;
        text.step(step, at, copying + 210_us).launch(at, 5_us, 2 * step + 1);
        text.kernel("k", at + 8_us, 200_us, 7, 2 * step + 1).runtime("cudaMemcpyAsync", at + 5_us, 3_us, 2 * step + 2);
        text.copy("Memcpy HtoD (Pinned -> Device)", at + 208_us, copying, 7, 2 * step + 2, 1'000'000);
        at += copying + 210_us;
    }
    const std::string slow = text.text();
    const QString copies = findingOf(slow, "exposed-copies");
    QVERIFY2(isSaid(copies, "nothing hides take 900.0 us")
            && isSaid(copies,
                "Step 3, which takes 400.0 us more than the median of 5 steps, has 400.0 us more of it than usual."),
        qPrintable(copies));
    QCOMPARE(findingOf(slow, "slow-step"), QString());
}

/// Of both ranks they are the same, as the loading is, which is called so.
void TestOverviewSteps::slowStepsAndCommunicationAreNotCalledAlike()
{
    const auto rank = [](std::int64_t number) {
        TraceText text = wholeMicroseconds().rank(number, 2);
        Timestamp at = 0;
        for (int step = 0; step < 5; ++step) {
            const Nanoseconds work = step == 3 ? 900_us : 200_us;
            text.step(step, at, work + 240_us).op("enumerate(DataLoader)#_Iter.__next__", at, 100_us);
            text.launch(at + 102_us, 5_us, 2 * step + 1).kernel("k", at + 110_us, work, 7, 2 * step + 1);
            text.launch(at + 108_us, 5_us, 2 * step + 2)
                .kernel("ncclDevKernel_AllReduce", at + 110_us + work, 120_us, 20, 2 * step + 2);
            at += work + 240_us;
        }
        return text.text();
    };
    const auto result = runOn(inputOf({ rank(0), rank(1) }), "overview");
    const QString loading = toQString(sentenceOf(result, "data-loading"));
    QVERIFY2(loading.startsWith("Both ranks alike"), qPrintable(loading));
    for (const char* const kind : { "slow-step", "exposed-communication" }) {
        const QString sentence = toQString(sentenceOf(result, kind));
        QVERIFY2(sentence.startsWith("Rank 0: "), qPrintable(sentence));
    }
}

/// As where a library tries out kernels in one step.
void TestOverviewSteps::kernelsThatOneStepAloneHasAreTold()
{
    const auto sentence = [](bool hasOtherNames) {
        TraceText text = wholeMicroseconds();
        int launch = 0;
        Timestamp start = 100_us;
        for (int step = 0; step < 5; ++step) {
            const Timestamp at = step * 1'000_us;
            text.step(step, at, 1'000_us);
            const auto run = [&](const std::string& name, Nanoseconds length) {
                ++launch;
                text.launch(at + launch % 20 * 10_us, 5_us, launch).kernel(name, start, length, 7, launch);
                start += length + 1_us;
            };
            for (int i = 0; i < 4; ++i)
                run("a", 250_us);
            for (int i = 0; step == 2 && i < 6; ++i)
                run(hasOtherNames ? "try" + std::to_string(i) : "a", 400_us);
        }
        return findingOf(text.text(), "slow-step");
    };
    const QString tried = sentence(true);
    QVERIFY2(isSaid(tried,
                 " more computation, with 2.400 ms in 6 kernels of names that no other step has, as where a library "
                 "tries out which kernel is fastest (cudnn.benchmark, autotuning) or the step does something else"),
        qPrintable(tried));
    const QString more = sentence(false);
    QVERIFY2(isSaid(more, "more computation") && !isSaid(more, "no other step"), qPrintable(more));
}

/// Those on another stream run beside those that take longer.
void TestOverviewSteps::newKernelsBesideOthersAreNotWhatAStepTakesMore()
{
    const auto sentence = [](int stream) {
        TraceText text = wholeMicroseconds();
        int launch = 0;
        for (int step = 0; step < 6; ++step) {
            const Timestamp at = step * 10'000_us;
            text.step(step, at, step == 3 ? 8'100_us : 4'100_us);
            for (int i = 0; i < 10; ++i) {
                ++launch;
                const Nanoseconds length = step == 3 && stream != 7 ? 795_us : 395_us;
                text.launch(at + i * 10_us, 4_us, launch)
                    .kernel("a", at + 100_us + i * (length + 5_us), length, 7, launch);
                if (step != 3)
                    continue;
                ++launch;
                const Timestamp start = stream == 7 ? at + 4'100_us + i * 400_us : at + 100_us + i * 800_us;
                text.launch(at + i * 10_us + 5_us, 4_us, launch)
                    .kernel("new" + std::to_string(i), start, 395_us, stream, launch);
            }
        }
        return findingOf(text.text(), "slow-step");
    };
    const QString alone = sentence(7);
    QVERIFY2(isSaid(alone, "with 3.950 ms in 10 kernels of names that no other step has"), qPrintable(alone));
    const QString beside = sentence(20);
    QVERIFY2(isSaid(beside, "more computation") && !isSaid(beside, "no other step"), qPrintable(beside));
}

/// As an evaluation after every so many steps.
void TestOverviewSteps::stepsThatAreNotChosenHaveNamesToo()
{
    const auto sentence = [](bool isAgain, bool isChosen) {
        TraceText text = wholeMicroseconds();
        int launch = 0;
        Timestamp at = 0;
        for (int step = 0; step < 8; ++step) {
            const bool isLong = step == 4 || (step == 0 && isAgain);
            const Nanoseconds wall = isLong ? 12'000_us : 4'000_us;
            text.step(step, at, wall);
            for (int i = 0; i < (isLong ? 30 : 10); ++i) {
                ++launch;
                text.launch(at + 10_us + i * 10_us, 4_us, launch);
                text.kernel(i < 10 ? "a" : "eval", at + 20_us + i * 390_us, 385_us, 7, launch);
            }
            at += wall;
        }
        Scope scope;
        if (isChosen)
            scope.steps = { 2, 3, 4, 5, 6 };
        return toQString(sentenceOf(runOn(inputOf({ text.text() }, scope), "overview"), "slow-step"));
    };
    for (const bool isChosen : { false, true }) {
        const QString once = sentence(false, isChosen);
        QVERIFY2(isSaid(once, "in 20 kernels of names that no other step has"), qPrintable(once));
    }
    const QString again = sentence(true, true);
    QVERIFY2(isSaid(again, "more computation") && !isSaid(again, "no other step"), qPrintable(again));
}

/// A kernel that is not in the file leaves a gap: rank 1 waits most for that alone.
void TestOverviewSteps::ofAllAlikeARankWithAllKernelsIsShown()
{
    const auto rank = [](std::int64_t number, bool isOneLost) {
        TraceText text = wholeMicroseconds().rank(number, 3);
        for (int i = 0; i < 20; ++i) {
            text.launch(i * 100_us, 5_us, i + 1).op("aten::nms", i * 100_us + 40_us, 60_us);
            if (i != 7 || !isOneLost)
                text.kernel("k", i * 100_us + 10_us, number == 2 ? 29_us : 30_us, 7, i + 1);
        }
        return text.text();
    };
    const auto said = [&rank](bool isOneLost) {
        return toQString(sentenceOf(
            runOn(inputOf({ rank(0, isOneLost), rank(1, true), rank(2, isOneLost) }), "overview"), "host-wait"));
    };
    QVERIFY2(said(false).startsWith("2 of 3 ranks alike (59.1 % to 60.1 %; recordings of the others lack kernels or "
                                    "launches), here rank 2: "),
        qPrintable(said(false)));
    QVERIFY2(said(true).startsWith("All 3 ranks alike (") && said(true).contains(", here rank 2: "),
        qPrintable(said(true))); // of all without one, most
    const QString ofTwo =
        toQString(sentenceOf(runOn(inputOf({ rank(0, false), rank(1, true) }), "overview"), "host-wait"));
    QVERIFY2(ofTwo.startsWith("Rank 0: "), qPrintable(ofTwo)); // rank 1 waits more at most
}

/// The kernel of step 3 runs while the host loads for the next step, for which the GPU waits else.
void TestOverviewSteps::whatItsWorkHidesIsTold()
{
    TraceText text = wholeMicroseconds();
    Timestamp done = 0;
    for (int step = 0; step < 6; ++step) {
        const Timestamp at = step * 400_us;
        const Nanoseconds work = step == 3 ? 800_us : 200_us;
        text.step(step, at, 400_us).launch(at + 2_us, 5_us, 2 * step + 1);
        Timestamp start = std::max(at + 10_us, done);
        text.kernel("k", start, work / 2, 7, 2 * step + 1).op("aten::nms", at + 20_us, 300_us);
        done = start + work / 2;
        text.launch(at + 322_us, 5_us, 2 * step + 2);
        start = std::max(at + 330_us, done);
        text.kernel("k", start, work / 2, 7, 2 * step + 2);
        done = start + work / 2;
    }
    const std::string sentence = sentenceOf(runOn(inputOf({ text.text() }), "overview"), "slow-step");
    QVERIFY2(isSaid(toQString(sentence), "; it has 600.0 us more computation and 200.0 us less of all else, though"),
        sentence.c_str());
}

/// Its loading is less of it than its kernel, and no finding has that.
void TestOverviewSteps::aSlowStepThatIsSlowByItsWorkSaysSo()
{
    TraceText text = wholeMicroseconds();
    Timestamp at = 0;
    for (int i = 0; i < 5; ++i) {
        const Nanoseconds loading = i == 2 ? 200_us : 100_us;
        const Nanoseconds kernel = i == 2 ? 800_us : 500_us;
        text.annotation("ProfilerStep#" + std::to_string(i), at, loading + kernel + 30_us)
            .op("enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__", at, loading)
            .launch(at + loading + 5_us, 5_us, i + 1)
            .kernel("k", at + loading + 20_us, kernel, 7, i + 1);
        at += loading + kernel + 30_us;
    }
    const auto result = runOn(inputOf({ text.text() }), "overview", { { "least-share", "0.1" } });
    QCOMPARE(figureOf(result, "slow-step"), std::int64_t { -1 });
    const QString sentence = toQString(sentenceOf(result, "data-loading"));
    QVERIFY2(
        isSaid(sentence, "has 300.0 us more computation and 100.0 us more of it than usual."), qPrintable(sentence));
}

void TestOverviewSteps::aStepThatIsSlowByManyThingsIsTold()
{
    TraceText text = wholeMicroseconds();
    Timestamp at = 0;
    for (int i = 0; i < 5; ++i) {
        const Nanoseconds each = i == 2 ? 250_us : 100_us;
        text.annotation("ProfilerStep#" + std::to_string(i), at, 2 * each + 130_us)
            .op("aten::nms", at, each)
            .runtime("cudaMalloc", at + each, each, 10 + i)
            .launch(at + 2 * each + 5_us, 5_us, i + 1)
            .kernel("k", at + 2 * each + 20_us, 100_us, 7, i + 1);
        at += 2 * each + 130_us;
    }
    const auto result = runOn(inputOf({ text.text() }), "overview");
    const QString both =
        toQString(sentenceOf(result, "host-wait")) + toQString(sentenceOf(result, "device-allocation"));
    QVERIFY2(isSaid(both, "has 150.0 us more of it and 150.0 us more of the time of other findings than usual."),
        qPrintable(both));
}

/// The time before the first GPU activity is told as such, so the step that holds it is not slow for it.
void TestOverviewSteps::timeOutsideOfTheViewMakesNoSlowStep()
{
    TraceText text = wholeMicroseconds();
    Timestamp at = 0;
    for (int step = 0; step < 5; ++step) {
        const Nanoseconds before = step == 0 ? 1'500_us : 0;
        text.step(step, at, before + 200_us).op("aten::mm", at + 1_us, before + 8_us);
        text.launch(at + before + 10_us, 5_us, step + 1).kernel("k", at + before + 20_us, 180_us, 7, step + 1);
        at += before + 200_us;
    }
    QVERIFY(findingOf(text.text(), "slow-step").isEmpty());
    const QString outside = findingOf(text.text(), "outside-view");
    QVERIFY2(!outside.isEmpty() && !isSaid(outside, "Step 0"), qPrintable(outside));
}

/// Steps of ranks that were merged into one file: a longer one is another rank's, whose steps all are that long.
void TestOverviewSteps::stepsBesideEachOtherAreNotCompared()
{
    const auto slowStepOf = [](bool haveNumbersInCommon) {
        TraceText text = wholeMicroseconds();
        for (int i = 0; i < 16; ++i) {
            const int process = i % 4; // the first is the slow one; each begins a little before the last one has ended
            const Timestamp at = i / 4 * 2'000_us + (process == 0 ? 0 : 690_us + process * 300_us);
            const Nanoseconds length = process == 0 ? 1'000_us : 310_us;
            text.thread(100 + process, 100 + process).step(haveNumbersInCommon ? i / 4 : i, at, length);
            text.launch(at + 1_us, 5_us, i + 1).kernel("k", at + 10_us, length - 20_us, 7 + process, i + 1);
        }
        return findingOf(text.text(), "slow-step");
    };
    QCOMPARE(slowStepOf(true), QString());
    QVERIFY(!slowStepOf(false).isEmpty());
}

/// It is shorter in view than it is: others are compared without it, and it is told where it is as long as the slowest.
void TestOverviewSteps::aStepThatTheViewCutsIsLeftAside()
{
    // @param before  what the host does in the first step before its work; @param after  in the last one after it.
    const auto slowStepOf = [](Nanoseconds before, Nanoseconds after, Nanoseconds ofFirst, int steps = 6) {
        const int slow = steps == 6 ? 3 : 2;
        TraceText text = wholeMicroseconds();
        Timestamp at = 0;
        for (int step = 0; step < steps; ++step) {
            const Nanoseconds early = step == 0 ? before : 0;
            const Nanoseconds late = step == 5 ? after : 0;
            const Nanoseconds work = step == 0 ? ofFirst : step == slow ? 900_us : 300_us + step * 1_us;
            text.step(step, at, early + work + 20_us + late).launch(at + early + 10_us, 5_us, step + 1);
            text.kernel("k", at + early + 20_us, work, 7, step + 1);
            at += early + work + 20_us + late;
        }
        return findingOf(text.text(), "slow-step");
    };
    const QString first = slowStepOf(700_us, 0, 300_us);
    QVERIFY2(isSaid(first, "Step 3 takes 920.0 us, 596.0 us more than the median of 5 steps (324.0 us)")
            && isSaid(first,
                "; step 0, which takes 1.020 ms to the end of its GPU work, is not compared: 720.0 us of it lie before "
                "the first GPU activity."),
        qPrintable(first));
    const QString last = slowStepOf(0, 800_us, 300_us);
    QVERIFY2(isSaid(last, "more than the median of 4 steps")
            && isSaid(last,
                "; step 5, which takes 1.125 ms to the end of its GPU work, is not compared: 800.0 us of it lie after "
                "the last GPU activity."),
        qPrintable(last));
    // Of three steps none is left aside.
    const QString ofThree = slowStepOf(700_us, 0, 300_us, 3);
    QVERIFY2(isSaid(ofThree, "Step 2 takes ") && isSaid(ofThree, "more than the median of 3 steps (")
            && isSaid(ofThree,
                "; of step 0, which takes 1.020 ms to the end of its GPU work, 720.0 us lie before the first GPU "
                "activity and are not compared."),
        qPrintable(ofThree));
    // One that is not long is nothing to be told, and one that is the longest in view, too, is the slowest.
    const QString shorter = slowStepOf(100_us, 0, 300_us);
    QVERIFY2(
        isSaid(shorter, "more than the median of 5 steps") && !isSaid(shorter, "is not compared"), qPrintable(shorter));
    const QString longest = slowStepOf(700_us, 0, 1'500_us);
    QVERIFY2(isSaid(longest, "Step 0 takes 1.500 ms (in GPU time in view)") && isSaid(longest, "of 6 steps"),
        qPrintable(longest));
}

void TestOverviewSteps::noPartIsMoreThanTheWhole()
{
    // The longer the kernel of a step, the less copies it hides.
    const auto slowStepOf = [](Nanoseconds work, Nanoseconds less) {
        TraceText text = wholeMicroseconds();
        Timestamp at = 0;
        for (int step = 0; step < 6; ++step) {
            const bool isSlow = step == 3;
            const Nanoseconds kernel = isSlow ? work : 600_us;
            const Nanoseconds wait = isSlow ? 200_us - less : 200_us;
            text.step(step, at, wait + kernel).launch(at + wait - 5_us, 2_us, step + 1);
            text.kernel("k", at + wait, kernel, 7, step + 1);
            at += wait + kernel;
        }
        return findingOf(text.text(), "slow-step");
    };
    const QString equal = slowStepOf(1'600_us, 0);
    QVERIFY2(isSaid(equal, "it has 1.000 ms more computation"), qPrintable(equal));
    const QString nearly = slowStepOf(1'600_us, 20_us);
    QVERIFY2(
        isSaid(nearly, ", 980.0 us more than the median") && isSaid(nearly, "it has about as much more computation"),
        qPrintable(nearly));
    const QString less = slowStepOf(1'600_us, 100_us);
    QVERIFY2(isSaid(less, "it has 1.000 ms more computation and 100.0 us less of all else"), qPrintable(less));
}

/// Steps 4 to 6 have slower kernels, which hide the loading of the steps behind them: so step 4, with as much of it as
/// steps 1 to 3, has more of it than usual. Most of step 0 lies before the first work.
void TestOverviewSteps::aStepHasNoMoreReasonsThanItTakes()
{
    TraceText text = wholeMicroseconds();
    Timestamp done = 0;
    for (int step = 0; step < 8; ++step) {
        const Timestamp at = step * 320_us;
        const Nanoseconds work = step >= 4 && step <= 6 ? 300_us : 200_us;
        text.step(step, at, 320_us).op("enumerate(DataLoader)#_Iter.__next__", at, 300_us);
        const Timestamp start = std::max(at + 310_us, done);
        text.launch(at + 302_us, 5_us, step + 1).kernel("k", start, work, 7, step + 1);
        done = start + work;
    }
    const std::string slow = text.text();
    const QString loading = findingOf(slow, "data-loading");
    QVERIFY2(!loading.isEmpty() && !isSaid(loading, "Step"), qPrintable(loading));
    KT_COMPARE_TEXT(sentenceOf(runOn(inputOf({ slow }), "overview"), "slow-step"),
        "Step 4 takes 420.0 us (from the end of earlier GPU work to the end of its own), 100.0 us more than the median "
        "of 7 steps (320.0 us); it has 100.0 us more computation"
            + longerIn(6, "1.50")
            + "; step 0, which takes 510.0 us to the end of its GPU work, is not compared: 310.0 us of it lie before "
              "the first "
              "GPU activity."
              " Kernels of another finding, that of 100.0 us, run in this step, too.");
}

/// What earlier steps have left to the GPU is not a step's own, however long its host waits for it.
void TestOverviewSteps::aHostThatRunsAheadMakesNoSlowStep()
{
    const auto sixSteps = [](Nanoseconds workOfStep3) {
        TraceText text = wholeMicroseconds();
        Timestamp done = 20'000;
        for (int step = 0; step < 6; ++step) {
            const Timestamp at = step * 100'000;
            const Nanoseconds work = step == 3 ? workOfStep3 : 1'000_us;
            text.launch(at + 10'000, 5_us, step + 1).kernel("k", done, work, 7, step + 1);
            done += work;
            const bool isLast = step == 5; // waits for all
            text.step(step, at, isLast ? done - at : 100_us);
            if (isLast)
                text.runtime("cudaDeviceSynchronize", at + 20'000, done - at - 20'000, 90);
        }
        return text.text();
    };
    QCOMPARE(findingOf(sixSteps(1'000_us), "slow-step"), QString());
    KT_COMPARE_TEXT(sentenceOf(runOn(inputOf({ sixSteps(3'000_us) }), "overview"), "slow-step"),
        "Step 3 takes 3.000 ms (from the end of earlier GPU work to the end of its own), 2.000 ms more than the median "
        "of 6 steps (1.000 ms); it has 2.000 ms more computation"
            + longerIn(5, "3.00")
            + "."
              " Kernels of another finding, that of 4.000 ms, run in this step, too.");
}

/// It runs beside the next step, which does not wait for it.
void TestOverviewSteps::aCopyBesideTheNextStepsMakesNoSlowStep()
{
    TraceText text = wholeMicroseconds();
    for (int step = 0; step < 6; ++step) {
        const Timestamp at = step * 1'000'000;
        text.step(step, at, 1'000_us).launch(at + 10'000, 5_us, step + 1).kernel("k", at + 20'000, 970_us, 7, step + 1);
    }
    text.runtime("cudaMemcpyAsync", 1'900'000, 5_us, 90)
        .copy("Memcpy DtoH (Device -> Pinned)", 1'991'000, 2'500_us, 8, 90, 1000);
    QCOMPARE(findingOf(text.text(), "slow-step"), QString());
}

/// The next step waits for it behind it on its stream, however far its host runs ahead.
void TestOverviewSteps::aCopyInTheWayOfTheNextStepIsItsOwnSteps()
{
    TraceText text = wholeMicroseconds();
    Timestamp done = 20'000;
    for (int step = 0; step < 6; ++step) {
        const Timestamp at = step * 100'000;
        text.step(step, at, 100_us).runtime("cudaMemcpyAsync", at + 2'000, 5_us, step + 51);
        text.copy("Memcpy HtoD (Pinned -> Device)", done, 100_us, 7, step + 51, 1000);
        text.launch(at + 10'000, 5_us, step + 1).kernel("k", done + 100'000, 900_us, 7, step + 1);
        done += 1'000_us;
        if (step != 2)
            continue;
        text.runtime("cudaMemcpyAsync", at + 50'000, 5_us, 90);
        text.copy("Memcpy DtoH (Device -> Pinned)", done, 2'500_us, 7, 90, 1000);
        done += 2'500_us;
    }
    const std::string sentence = sentenceOf(runOn(inputOf({ text.text() }), "overview"), "exposed-copies");
    QVERIFY2(isSaid(toQString(sentence),
                 " Step 2 (from the end of earlier GPU work to the end of its own), which takes 2.500 ms more than the "
                 "median of 6 steps, has 2.500 ms more of it than usual."),
        sentence.c_str());
}

/// What a stream does before the first work with a launch in the file was launched before that.
void TestOverviewSteps::workLeftOverFromBeforeMakesNoSlowStep()
{
    const auto sixSteps = [](Nanoseconds workOfStep3) {
        TraceText text = wholeMicroseconds();
        text.kernel("k", 10'000, 100_us, 7); // these begin while the host is in step 0, 1, 2, 4 and 5
        text.kernel("k", 110'000, 100_us, 7).kernel("k", 210'000, 200_us, 7).kernel("k", 410'000, 100_us, 7);
        text.kernel("k", 510'000, 3'500_us, 7);
        Timestamp done = 4'010'000;
        for (int step = 0; step < 6; ++step) {
            const Timestamp at = step * 100'000;
            const Nanoseconds work = step == 3 ? workOfStep3 : 1'000_us;
            text.step(step, at, 100_us).launch(at + 10'000, 5_us, step + 1).kernel("k", done, work, 7, step + 1);
            done += work;
        }
        return text.text();
    };
    QCOMPARE(findingOf(sixSteps(1'000_us), "slow-step"), QString());
    KT_COMPARE_TEXT(sentenceOf(runOn(inputOf({ sixSteps(3'000_us) }), "overview"), "slow-step"),
        "Step 3 takes 3.000 ms (from the end of earlier GPU work to the end of its own), 2.000 ms more than the median "
        "of 6 steps (1.000 ms); it has 2.000 ms more computation."
        " Kernels of another finding, that of 6.000 ms, run in this step, too.");
}

/// A step that begins beside the one before has less time of its own, which makes no other one slow.
void TestOverviewSteps::stepsThatOverlapAreSlowByTheirOwnWork()
{
    const auto sixSteps = [](Nanoseconds workOfStep3) {
        TraceText text = wholeMicroseconds();
        Timestamp start = 20'000;
        for (int step = 0; step < 6; ++step) { // each begins 600 us before the one before ends
            const Timestamp at = step * 100'000;
            const Nanoseconds work = step == 3 ? workOfStep3 : 1'600_us;
            text.step(step, at, 100_us).launch(at + 10'000, 5_us, step + 1);
            text.kernel("k", start, work, 7 + step % 2, step + 1);
            start += work - 600_us;
        }
        return text.text();
    };
    QCOMPARE(findingOf(sixSteps(1'600_us), "slow-step"), QString());
    KT_COMPARE_TEXT(sentenceOf(runOn(inputOf({ sixSteps(2'600_us) }), "overview"), "slow-step"),
        "Step 3 takes 2.000 ms (from the end of earlier GPU work to the end of its own), 1.000 ms more than the median "
        "of 6 steps (1.000 ms); it has 1.000 ms more computation"
            + longerIn(5, "1.63")
            + "."
              " Kernels of another finding, that of 3.800 ms, run in this step, too.");
}

void TestOverviewSteps::whatEveryStepHasMakesNoneSlow()
{
    TraceText text = wholeMicroseconds();
    Timestamp at = 0;
    for (int step = 0; step < 8; ++step) {
        const Nanoseconds work = step == 6 ? 1'400_us : 600_us;
        text.step(step, at, 1'000_us + work + 20_us).op("enumerate(DataLoader)#_Iter.__next__", at, 1'000_us);
        text.launch(at + 1'010'000, 5_us, step + 1).kernel("k", at + 1'020'000, work, 7, step + 1);
        at += 1'000_us + work + 20_us;
    }
    const std::string slow = text.text();
    const QString loading = findingOf(slow, "data-loading");
    QVERIFY2(!loading.isEmpty() && !isSaid(loading, "Step"), qPrintable(loading));
    KT_COMPARE_TEXT(sentenceOf(runOn(inputOf({ slow }), "overview"), "slow-step"),
        "Step 6 takes 2.420 ms, 800.0 us more than the median of 7 steps (1.620 ms); it has 800.0 us more "
        "computation"
            + longerIn(6, "2.33") + ".");
}

void TestOverviewSteps::stepsThatTheRangeCutsAreNotCompared()
{
    TraceText text = wholeMicroseconds();
    std::vector<Timestamp> begins;
    Timestamp at = 0;
    for (int step = 0; step < 8; ++step) {
        const Nanoseconds work = step == 6 ? 1'400_us : 600_us;
        begins.push_back(at);
        text.step(step, at, work + 20_us).launch(at, 5_us, step + 1).kernel("k", at + 20'000, work, 7, step + 1);
        at += work + 20_us;
    }
    const AnalysisInput input = inputOf({ text.text() });
    const auto slowStepIn = [&input](TimeRange range) {
        Scope scope;
        scope.range = range;
        return sentenceOf(runOn(AnalysisInput { input.traces, scope }, "overview"), "slow-step");
    };
    // Most of steps 2 and 7 is in it, too.
    KT_COMPARE_TEXT(slowStepIn({ begins[2] + 50'000, at - 50'000 }),
        "Step 6 takes 1.420 ms, 800.0 us more than the median of 4 steps (620.0 us); it has 800.0 us more "
        "computation"
            + longerIn(3, "2.33")
            + "."
              " Kernels of another finding, that of 2.160 ms, run in this step, too.");
    // One step and a little of its neighbours.
    KT_COMPARE_TEXT(slowStepIn({ begins[6] - 50'000, begins[7] + 50'000 }), "");
}

void TestOverviewSteps::stepsThatTakeAsLongAreNamedWithTheSlowest()
{
    const auto slowSteps = [](const std::vector<int>& slow) {
        TraceText text = wholeMicroseconds();
        Timestamp at = 0;
        for (int step = 0; step < 12; ++step) {
            const Nanoseconds work = std::ranges::find(slow, step) != slow.end() ? 900_us + step * 1_us : 300_us;
            text.step(step, at, work + 20_us).launch(at + 10'000, 5_us, step + 1);
            text.kernel("k", at + 20'000, work, 7, step + 1);
            at += work + 20_us;
        }
        return findingOf(text.text(), "slow-step");
    };
    const QString regular = slowSteps({ 2, 5, 8, 11 });
    QVERIFY2(isSaid(regular, "Step 11 takes 931.0 us, ")
            && isSaid(regular,
                "; 3 other steps (2,5,8) take about as long and have more of the same, at a regular "
                "interval of 3 steps."),
        qPrintable(regular));
    const QString two = slowSteps({ 5, 11 });
    QVERIFY2(isSaid(two, "; 1 other step (5) takes about as long and has more of the same."), qPrintable(two));
    const QString irregular = slowSteps({ 2, 3, 11 });
    QVERIFY2(isSaid(irregular, "; 2 other steps (2,3) take about as long and have more of the same."),
        qPrintable(irregular));
    // Step 5 is as long as step 11, but the host waits in it instead.
    const auto waitingStep = [](const std::vector<int>& slow) {
        TraceText text = wholeMicroseconds();
        Timestamp at = 0;
        for (int step = 0; step < 12; ++step) {
            const bool isSlow = std::ranges::find(slow, step) != slow.end();
            const Nanoseconds late = step == 5 ? 580_us : 0;
            const Nanoseconds work = isSlow ? 900_us : 300_us;
            text.step(step, at, late + work + 20_us).launch(at + late + 10_us, 5_us, step + 1);
            text.kernel("k", at + late + 20_us, work, 7, step + 1);
            at += late + work + 20_us;
        }
        return findingOf(text.text(), "slow-step");
    };
    const QString other = waitingStep({ 11 });
    QVERIFY2(isSaid(other, "; 1 other step (5) takes about as long, but mostly for other reasons"), qPrintable(other));
    const QString one = waitingStep({ 8, 11 }); // of those that are slow for this reason alone
    QVERIFY2(isSaid(one, "; 1 other step (11) takes about as long and has more of the same"), qPrintable(one));
}

/// What the host does while the GPU runs is not why the GPU is idle.
void TestOverviewSteps::aFrameBesideTheIdleTimeIsNotNamed()
{
    enum class Place { Beside, InIdle, Grown };
    const auto said = [](Place place) {
        TraceText text = wholeMicroseconds();
        Timestamp at = 0;
        for (int step = 0; step < 8; ++step) {
            const Timestamp begin = at;
            const Nanoseconds busy = step == 5 || place == Place::Grown ? 3'000_us : 2'900_us;
            const Nanoseconds idle = (step == 5 ? 3'400_us : 400_us) + (place == Place::Grown ? 1'000_us : 0_us);
            text.launch(at + 2_us, 5_us, 2 * step + 1).kernel("gemm", at + 10_us, busy, 7, 2 * step + 1);
            // Of idle time it has 600 us more than usual, and 2'600 us of time in which the GPU is busy.
            if (place == Place::Grown && step == 5)
                text.python("train.py(40): evaluate", at + busy - 2'590_us, 2'610_us + 3 * idle / 8, 200 + step);
            else if (place == Place::Grown)
                text.python("train.py(40): evaluate", at + busy + 10_us, 10_us + 6 * idle / 8, 200 + step);
            if (step == 5 && place != Place::Grown)
                text.python(
                    "train.py(40): evaluate", place == Place::Beside ? at + 10_us : at + busy + 20_us, 2'975_us, 200);
            for (int i = 0; i < 8; ++i)
                text.op("aten::o" + std::to_string(i), at + busy + 20_us + i * idle / 8, idle / 8);
            at += busy + idle + 20_us;
            text.launch(at, 5_us, 2 * step + 2).kernel("relu", at + 8_us, 10_us, 7, 2 * step + 2);
            at += 30_us;
            text.step(step, begin, at - begin);
        }
        return findingOf(text.text(), "host-wait");
    };
    for (const Place place : { Place::Beside, Place::Grown })
        QVERIFY2(isSaid(said(place), "Step 5, which takes") && !isSaid(said(place), "the host is in 'train"),
            qPrintable(said(place)));
    QVERIFY2(isSaid(said(Place::InIdle), "; the host is in 'train.py(40): evaluate' for 2.975 ms"),
        qPrintable(said(Place::InIdle)));
}

void TestOverviewSteps::theFrameOfASlowStepIsNamed()
{
    // Each step has a frame of its own with two ops inside, the last one another frame behind it.
    const auto said = [](std::string_view frame, int evaluations, const std::string& annotation = {}) {
        TraceText text = wholeMicroseconds();
        Timestamp at = 0;
        int number = 0;
        const auto work = [&](Nanoseconds length) {
            ++number;
            text.op("aten::mm", at, length).launch(at + 2_us, 5_us, number);
            text.kernel("gemm", at + 10_us, length - 12_us, 7, number);
            at += length;
        };
        for (int step = 0; step < 8; ++step) {
            const Timestamp begin = at;
            const int batches = step == 7 ? evaluations : 0;
            text.python("train.py(9): step", at, 600_us, 3 * step + 1);
            work(300_us);
            work(300_us);
            if (batches > 0)
                text.python(frame, at, batches * 200_us, 3 * step + 2);
            if (batches > 0)
                text.python("model.py(4): forward", at, batches * 200_us, 3 * step + 3, 3 * step + 2);
            for (int i = 0; i < batches; ++i)
                work(200_us);
            text.step(step, begin, at - begin);
            if (!annotation.empty())
                text.annotation(annotation + std::to_string(step), begin, at - begin);
        }
        return sentenceOf(runOn(inputOf({ text.text() }), "overview"), "slow-step");
    };
    // A number makes no other annotation of it.
    KT_COMPARE_TEXT(said("train.py(40): evaluate", 4, "batch "), said("train.py(40): evaluate", 4));
    KT_COMPARE_TEXT(said("train.py(40): evaluate", 4),
        "Step 7 takes 1.398 ms, 798.0 us more than the median of 8 steps (600.0 us); it has 752.0 us more computation; "
        "the host is in 'train.py(40): evaluate' for 800.0 us longer than in the other steps on average.");
    // A host that is ahead waits in it for what the other steps launched, too; 'step' has the same, and more.
    const std::string ahead = [] {
        TraceText text = wholeMicroseconds();
        for (int step = 0; step < 8; ++step) {
            const Timestamp at = step * 20_us;
            text.python("train.py(9): step", at, step == 7 ? 4'730_us : 20_us, 3 * step + 1);
            text.launch(at + 2_us, 5_us, step + 1);
            text.kernel("gemm", step * 500_us + 10_us, step == 7 ? 1'300_us : 499_us, 7, step + 1);
            text.step(step, at, step == 7 ? 4'735_us : 20_us);
        }
        text.python("train.py(40): clip", 150_us, 4'665_us, 100).runtime("cudaStreamSynchronize", 200_us, 4'612_us, 99);
        return sentenceOf(runOn(inputOf({ text.text() }), "overview"), "slow-step");
    }();
    QVERIFY2(ahead.find("; the host is in 'train.py(40): clip' for 4.665 ms longer than in the other steps on average, "
                        "for 4.612 ms of that in calls that wait for the GPU")
            != std::string::npos,
        ahead.c_str());
    // One other step may have it, too.
    const std::string twice = [] {
        TraceText text = wholeMicroseconds();
        Timestamp at = 0;
        Timestamp done = 0; // by the GPU
        for (int step = 0; step < 8; ++step) {
            const Timestamp begin = at;
            const bool evaluates = step == 3 || step == 7;
            text.launch(at + 2_us, 5_us, step + 1);
            const Timestamp start = std::max(at + 10_us, done + 1_us);
            done = start + (step == 7 ? 1'400_us : step == 3 ? 1'300_us : 499_us);
            text.kernel("gemm", start, done - start, 7, step + 1);
            if (evaluates)
                text.python("train.py(40): evaluate", at + 15_us, done + 15_us - at, 100 + step, step + 1)
                    .runtime("cudaStreamSynchronize", at + 20_us, done + 2_us - at - 20_us, 100 + step);
            at = evaluates ? done + 40_us : at + 20_us;
            text.python("train.py(9): step", begin, at - begin, step + 1).step(step, begin, at - begin);
        }
        return sentenceOf(runOn(inputOf({ text.text() }), "overview"), "slow-step");
    }();
    QVERIFY2(twice.find("; the host is in 'train.py(40): evaluate' for ") != std::string::npos, twice.c_str());
    // Nor is a method of an object that is another one in each step.
    const std::string method = [] {
        TraceText text = wholeMicroseconds();
        Timestamp at = 0;
        for (int step = 0; step < 8; ++step) {
            const Nanoseconds length = step == 7 ? 1'500_us : 600_us;
            text.python(
                "<built-in method run of Engine object at 0x7f0" + std::to_string(step) + ">", at, length, step + 1);
            text.launch(at + 2_us, 5_us, step + 1).kernel("gemm", at + 10_us, length - 12_us, 7, step + 1);
            text.step(step, at, length);
            at += length;
        }
        return sentenceOf(runOn(inputOf({ text.text() }), "overview"), "slow-step");
    }();
    QVERIFY2(!method.empty() && method.find("Engine") == std::string::npos, method.c_str());
    // What other steps do, too, only shorter, is no answer.
    QVERIFY(said("train.py(9): step", 4).find("'train.py(9): step'") == std::string::npos);
}

void TestOverviewSteps::stepsHaveATrueMedian()
{
    const std::string text = wholeMicroseconds()
                                 .step(1, 0_us, 100_us)
                                 .step(2, 100_us, 100_us)
                                 .step(3, 200_us, 200_us)
                                 .step(4, 400_us, 300_us)
                                 .kernel("k", 0_us, 100_us, 7)
                                 .kernel("k", 100_us, 100_us, 7)
                                 .kernel("k", 200_us, 200_us, 7)
                                 .kernel("k", 400_us, 300_us, 7)
                                 .text();
    KT_COMPARE_TEXT(sentenceOf(runOn(inputOf({ text }), "overview"), "slow-step"),
        "Step 4 takes 300.0 us, 150.0 us more than the median of 4 steps (150.0 us); it has 150.0 us more "
        "computation"
            + longerIn(3, "3.00")
            + "."
              " Kernels of another finding, that of 350.0 us, run in this step, too.");
}

/// The rest of a slow step that another rank is waited for in is that finding's.
void TestOverviewSteps::aStepIsNotSlowForALateRank()
{
    const auto rank = [](std::int64_t number, Nanoseconds pause) {
        TraceText text = wholeMicroseconds().rank(number, 3);
        Timestamp at = 0;
        std::int64_t correlation = 0;
        for (int step = 0; step < 5; ++step) {
            const Nanoseconds own = step == 2 ? pause : 0;
            const Nanoseconds late = step == 2 ? 1'000_us : 0;
            text.step(step, at, 130_us + late);
            if (own > 0)
                text.python("gc", at + 5_us, own, 1);
            ++correlation;
            text.launch(at + 10_us + own, 5_us, correlation)
                .kernel("ncclDevKernel_AllReduce", at + 20_us + own, 100_us + late - own, 20, correlation);
            at += 130_us + late;
        }
        return text.text();
    };
    const auto result = runOn(inputOf({ rank(0, 0_us), rank(1, 1'000_us), rank(2, 0_us) }), "overview");
    KT_VERIFY_OK(result);
    QCOMPARE(figureOf(result, "late-rank"), std::int64_t { 1'000 });
    const Table& table = result->tables[0];
    for (std::size_t row = 0; row < table.rowCount(); ++row) { // of the late one itself it is
        if (table.text(row, table.columnIndex("kind")) == "slow-step")
            QCOMPARE(std::get<std::int64_t>(table.cell(row, table.columnIndex("rank"))), std::int64_t { 1 });
    }
}

/// Steps 1 and 3 are chosen: the gap that begins in the first of them and ends in the other is one.
void TestOverviewSteps::aGapThatChosenStepsCutIsOne()
{
    TraceText text = wholeMicroseconds();
    text.step(1, 0_ms, 100_ms).launch(10_ms, 8_us, 1).kernel("k1", 20_ms, 20_ms, 7, 1).step(2, 100_ms, 100_ms);
    text.step(3, 200_ms, 100_ms).launch(250_ms, 10_us, 2).kernel("k2", 260_ms, 40_ms, 7, 2);
    Scope scope;
    scope.steps = { 1, 3 };
    const std::string waits = findingOf(inputOf({ text.text() }, scope), "host-wait");
    QVERIFY2(isSaid(toQString(waits), ", in 3 parts of 2 gaps, "), waits.c_str());
    // What runs next was in its queue all along.
    TraceText queued = wholeMicroseconds();
    queued.launch(1_ms, 8_us, 1).launch(2_ms, 8_us, 2).step(1, 0_ms, 100_ms).kernel("k1", 20_ms, 20_ms, 7, 1);
    queued.step(2, 100_ms, 100_ms).step(3, 200_ms, 100_ms).launch(210_ms, 8_us, 3);
    queued.kernel("k2", 260_ms, 40_ms, 7, 2).kernel("k3", 300_ms, 10_ms, 7, 3);
    const std::string late = findingOf(inputOf({ queued.text() }, scope), "long-gaps");
    QVERIFY2(isSaid(toQString(late), ", in 2 gaps of 30 us or more, "), late.c_str());
}

QTEST_GUILESS_MAIN(TestOverviewSteps)
#include "tst_overview_steps.moc"
