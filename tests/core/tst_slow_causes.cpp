// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/causes/idle/idle_figures.h"
#include "core/analysis/causes/idle/idle_ledger.h"
#include "core/analysis/causes/owners/thread_lines.h"
#include "core/analysis/causes/path/path_walk.h"
#include "core/analysis/causes/replay/applied_changes.h"
#include "core/analysis/causes/replay/launched_again.h"
#include "core/analysis/causes/replay/replay_path.h"
#include "core/analysis/causes/replay/step_walls.h"
#include "tests/support/analysis_runs.h"
#include "tests/support/long_tests.h"
#include "tests/support/random_trace.h"
#include "tests/support/slow/slow_idle_causes.h"
#include "tests/support/slow/slow_path.h"
#include "tests/support/slow/slow_replay.h"
#include "tests/support/test_macros.h"

#include <numeric>
#include <random>
#include <string>

using namespace kinetoscope;
using namespace kinetoscope::tests;

/// Idle causes, critical path and what-if against second implementations, made of causes.md alone: equal to the
/// nanosecond on random traces.
class TestSlowCauses : public QObject {
    Q_OBJECT

private slots:
    void ownersOfMoments();
    void partsOfGaps();
    void stretchesOfIdleTimeAddUp();
    void linksOfPaths();
    void windowsWalkedTogether();
    void replaysWithoutChange();
    void pathsPassWhatIsKnown();
    void replaysOfChanges();
    void runsReplayAsTheirPieces();
    void howManyThreadsRecordIsAllTheSame();
};

namespace {

constexpr std::uint32_t kSeeds = 400;

std::shared_ptr<const Trace> traceOf(std::uint32_t seed)
{
    return randomTrace(seed,
        { .steps = static_cast<int>(seed % 4),
            .launches = seed % 5 == 0 ? 40 : 20,
            .devices = seed % 3 == 0 ? 2 : 1,
            .isOrderly = seed % 7 < 3,
            .hasWaits = true });
}

CauseThresholds thresholdsOf(std::uint32_t seed)
{
    return { seed % 2 == 0  ? 30
            : seed % 3 == 0 ? 200
                            : 30'000,
        seed % 4 == 0 ? 20 : 1'000'000, seed % 3 == 0 ? 2 : 1000 };
}

std::string sliceText(const Trace& trace, SliceId slice)
{
    if (!slice.isValid())
        return "nothing";
    return std::string(trace.name(slice)) + " row " + std::to_string(slice.value) + " ["
        + std::to_string(trace.slices().start[slice.index()]) + ", " + std::to_string(trace.slices().end(slice)) + ")";
}

std::string lineText(
    const Trace& trace, std::int64_t device, const TimeRange& range, Cause cause, SliceId owner, SliceId after)
{
    return "device " + std::to_string(device) + " [" + std::to_string(range.begin) + ", " + std::to_string(range.end)
        + ") " + std::string(toString(cause)) + ", " + sliceText(trace, owner) + ", after " + sliceText(trace, after)
        + "\n";
}

std::string slowParts(const SlowCauses& causes, const SlowIdleScope& scope)
{
    std::string text;
    for (const SlowIdlePart& each : slowIdleParts(causes, scope))
        text +=
            lineText(causes.trace(), each.device, each.part.range, each.part.cause, each.part.owner, each.part.after);
    return text;
}

/// The same by the product; neighbours of one gap that differ in nothing are one there, too.
std::string fastParts(const AnalysisInput& input, const CauseThresholds& thresholds)
{
    const auto source = ScopedIdle::create(input, KernelClassifier(), thresholds.gap).value();
    const RankTrace& rank = source->rankTrace(0);
    const Progress progress;
    const RankIdle idle = source->rank(0, progress).value();
    IdleLedger ledger(rank, thresholds, progress);
    std::string text;
    for (const IdleLine& line : idle.devices()) {
        idle.eachGap(line, [&](const IdleGap& gap) {
            std::optional<IdlePart> pending;
            const auto write = [&] {
                if (pending)
                    text += lineText(*rank.trace, line.device,
                        { rank.toTraceTime(pending->range.begin), rank.toTraceTime(pending->range.end) },
                        pending->cause, pending->owner, pending->afterCall);
            };
            if (gap.range.isEmpty())
                return;
            ledger.explain(gap, [&](const IdlePart& part) {
                if (pending && pending->cause == part.cause && pending->owner == part.owner
                    && pending->afterCall == part.afterCall) {
                    pending->range.end = part.range.end;
                    return;
                }
                write();
                pending = part;
            });
            write();
        });
    }
    return text;
}

std::string slowLinks(const SlowCauses& causes, const SlowWindow& window)
{
    std::string text;
    for (const SlowStretch& link : slowPath(causes, window))
        text += lineText(causes.trace(), 0, link.range, link.cause, link.owner, {});
    return text;
}

std::string linesOf(const Trace& trace, const PathLinks& links)
{
    std::string text;
    for (const PathLink& link : links)
        text += lineText(trace, 0, link.range, link.cause, link.owner, {});
    return text;
}

std::string fastLinks(const Trace& trace, PathWalk& walk, const PathWindow& window)
{
    return linesOf(trace, walk.links(window));
}

/// One to three changes; each factor has at most two digits.
std::vector<SlowChange> randomChanges(std::mt19937& random)
{
    static const std::vector<std::pair<std::string, std::string>> all { { "host", "all" }, { "host", "op" },
        { "host", "launch" }, { "host", "unrecorded" }, { "host", "synchronisation" }, { "host", "copy_call" },
        { "host", "data_loading" }, { "host", "memory_allocation" }, { "work", "compute" }, { "work", "communication" },
        { "work", "copy" }, { "kernel", "gemm" }, { "kernel", "softmax" }, { "op", "aten::mm" }, { "op", "aten::add" },
        { "wait", "all" }, { "wait", "cudaDeviceSynchronize" }, { "wait", "cudaMemcpyAsync" },
        { "wait", "synchronisation" }, { "in", "aten::mm" }, { "in", "cudaDeviceSynchronize" }, { "keep", "aten::add" },
        { "keep", "cudaMemcpyAsync" } };
    std::vector<SlowChange> changes;
    for (std::size_t count = 1 + random() % 3; count > 0; --count) {
        const auto& [what, target] = all[random() % all.size()];
        const auto factor = static_cast<std::int64_t>(random() % 150) * 10'000;
        changes.push_back({ what, target, what == "wait" || what == "in" ? 0 : what == "keep" ? 1'000'000 : factor });
    }
    return changes;
}

std::string textOf(const std::vector<SlowChange>& changes)
{
    std::string text;
    for (const SlowChange& each : changes) {
        const std::string hundredths = std::to_string(each.millionths % 1'000'000 / 10'000);
        text += (text.empty() ? "" : ",") + each.what + ":" + each.target + "="
            + std::to_string(each.millionths / 1'000'000) + "." + (hundredths.size() < 2 ? "0" : "") + hundredths;
    }
    return text;
}

std::string figuresOf(const Table& table, const char* column)
{
    std::string text;
    for (std::size_t row = 0; row < table.rowCount(); ++row)
        text += std::to_string(std::get<std::int64_t>(table.cell(row, table.columnIndex(column)))) + "\n";
    return text;
}

/// New wall of the trace and of each step, by the slow replay.
std::string slowWalls(const SlowCauses& causes, const std::vector<SlowChange>& changes)
{
    SlowReplay replay(causes, changes);
    std::string text = std::to_string(replay.wall()) + "\n";
    for (const Nanoseconds wall : replay.stepWalls())
        text += std::to_string(wall) + "\n";
    return text;
}

std::shared_ptr<const TraceSet> jobOf(const std::shared_ptr<const Trace>& trace)
{
    return std::make_shared<const TraceSet>(
        std::vector<std::pair<std::int64_t, std::shared_ptr<const Trace>>> { { 0, trace } }, std::vector<Remark> {});
}

std::string sumText(const IdleSum& sum)
{
    std::string text = " time " + std::to_string(sum.time) + ", after a sync " + std::to_string(sum.afterSync);
    return text + ", longest " + std::to_string(sum.longest) + ", gaps " + std::to_string(sum.gaps) + "\n";
}

std::string devicesText(const IdleOfRank& idle)
{
    std::string text;
    for (const IdleOfDevice& device : idle.devices) {
        text += "device " + std::to_string(device.device) + " idle " + std::to_string(device.idle) + "\n";
        for (const auto& [cause, sum] : device.causes)
            text += std::string(toString(cause)) + sumText(sum);
        for (const auto& [key, sum] : device.owners) {
            const OwnerLabels& labels = idle.keys->labelsOf(key);
            text += std::string(toString(idle.keys->causeOf(key))) + " " + labels.name + " " + labels.opPath + " "
                + labels.pythonLine + sumText(sum);
        }
    }
    for (const Remark& remark : idle.remarks)
        text += remark.code + "\n";
    return text;
}

/// Steps without idle time say nothing.
std::string stepsText(const IdleOfRank& idle)
{
    std::string text;
    for (const IdleOfStep& step : idle.steps) {
        for (const auto& [cause, sum] : step.causes)
            text += std::to_string(step.step) + " device " + std::to_string(step.device) + " "
                + std::string(toString(cause)) + sumText(sum);
    }
    return text;
}

/// By as many threads.
IdleOfRank idleOf(const AnalysisInput& input, const CauseThresholds& thresholds, int threads)
{
    const IdleSources sources { thresholds, ScopedIdle::create(input, KernelClassifier(), thresholds.gap).value(),
        ScopedSteps::create(input, KernelClassifier(), thresholds.gap).value() };
    return measureIdle(sources, 0, Progress(), threads).value();
}

/// Between moments at which work was handed over at the end of an operation of line 0: then runs end there, too.
std::vector<TimeRange> randomStretches(const Recording& recording, std::mt19937& random)
{
    std::vector<Timestamp> ends;
    for (WorkNumber work = 0; work < recording.works().size(); ++work) {
        const LineMoment moment = recording.handed(work);
        if (moment.operation != kNoOperation && moment.operation < recording.endOfLine0()
            && recording.handedAt[work] == MomentPlace::Begin && random() % 3 == 0)
            ends.push_back(recording.ends[moment.operation - 1]);
    }
    std::ranges::sort(ends);
    std::vector<TimeRange> stretches;
    for (std::size_t i = 1; i < ends.size(); i += 2)
        stretches.push_back({ ends[i - 1], ends[i] });
    return stretches;
}

} // namespace

/// 1.2: who owns each moment of each thread's line.
void TestSlowCauses::ownersOfMoments()
{
    for (std::uint32_t seed = 1; seed <= kSeeds; seed += sanitizedStride()) {
        const auto trace = traceOf(seed);
        const SlowCauses slow(*trace, thresholdsOf(seed));
        const Progress progress;
        ThreadLines lines(*trace, progress);
        const std::string where = "seed " + std::to_string(seed);
        QVERIFY2(lines.mainThread() == slow.mainThread(), where.c_str());
        for (const TrackId thread : slow.hostThreads()) {
            const auto moments = slow.boundaries(thread);
            for (const Timestamp boundary : moments) {
                for (const Timestamp moment : { boundary - 1, boundary }) {
                    const SliceId expected = slow.owner(thread, moment);
                    const SliceId actual = lines.ownerAt(thread, moment);
                    const std::string difference = where + ", thread " + std::string(trace->track(thread).name) + " at "
                        + std::to_string(moment) + ": " + sliceText(*trace, actual) + ", by the slow one "
                        + sliceText(*trace, expected);
                    QVERIFY2(actual == expected, difference.c_str());
                }
            }
            const TimeRange range { moments.front() - 10, moments.back() + 10 };
            std::string fast;
            for (const LineSegment& segment : lines.within(thread, range))
                fast += lineText(*trace, 0, segment.range, Cause::Op, segment.owner, {});
            std::string expected;
            for (const SlowStretch& segment : slow.line(thread, range))
                expected += lineText(*trace, 0, segment.range, Cause::Op, segment.owner, {});
            const QByteArray difference = firstDifference(fast, expected);
            QVERIFY2(difference.isEmpty(), (where + ": " + difference.toStdString()).c_str());
        }
    }
}

/// Section 2: every part of every gap, of the whole trace, of a range and of each step.
void TestSlowCauses::partsOfGaps()
{
    for (std::uint32_t seed = 1; seed <= kSeeds; seed += sanitizedStride()) {
        const auto trace = traceOf(seed);
        const CauseThresholds thresholds = thresholdsOf(seed);
        const SlowCauses slow(*trace, thresholds);
        AnalysisInput input { jobOf(trace), {} };
        const RankTrace& rank = input.traces->ranks().front();
        const auto compare = [&](const SlowIdleScope& scope, const std::string& what) {
            return firstDifference(fastParts(input, thresholds), slowParts(slow, scope)).toStdString()
                + ("\n   seed " + std::to_string(seed) + ", " + what);
        };
        const auto isEqual = [](const std::string& text) { return text.front() == '\n' && text.at(3) == ' '; };
        std::string difference = compare({}, "whole");
        QVERIFY2(isEqual(difference), difference.c_str());
        const TimeRange all = trace->range();
        const TimeRange range { all.begin + static_cast<Timestamp>(seed * 7 % 500),
            all.end - static_cast<Timestamp>(seed * 13 % 700) };
        input.scope.range = TimeRange { rank.toJobTime(range.begin), rank.toJobTime(range.end) };
        difference = compare({ range, {} }, "range");
        QVERIFY2(isEqual(difference), difference.c_str());
        input.scope.range.reset();
        for (const Step& step : trace->steps()) {
            input.scope.steps = { step.number };
            difference = compare({ {}, step }, "step " + std::to_string(step.number));
            QVERIFY2(isEqual(difference), difference.c_str());
        }
    }
}

/// However many stretches a rank is measured in, it is the same; and its steps are the same whether they are summed
/// with the whole trace or, as where a range is chosen, by themselves.
void TestSlowCauses::stretchesOfIdleTimeAddUp()
{
    int withSteps = 0;
    for (std::uint32_t seed = 1; seed <= kSeeds; seed += sanitizedStride()) {
        AnalysisInput input { jobOf(traceOf(seed)), {} };
        const CauseThresholds thresholds = thresholdsOf(seed);
        const IdleOfRank one = idleOf(input, thresholds, 1);
        const std::string where = "seed " + std::to_string(seed);
        for (const int threads : { 2, 3, 8 }) {
            const IdleOfRank several = idleOf(input, thresholds, threads);
            QVERIFY2(devicesText(several) == devicesText(one), where.c_str());
            QVERIFY2(stepsText(several) == stepsText(one), where.c_str());
        }
        const TimeRange all = input.traces->coreRange();
        input.scope.range = TimeRange { all.begin - 1'000'000, all.end + 1'000'000 };
        const std::string alone = stepsText(idleOf(input, thresholds, 2));
        QVERIFY2(stepsText(one) == alone, (where + ":\n" + stepsText(one) + "alone:\n" + alone).c_str());
        withSteps += alone.empty() ? 0 : 1;
    }
    QVERIFY(withSteps > 50);
}

/// Section 3: every link, of the whole trace, of a range and around each step.
void TestSlowCauses::linksOfPaths()
{
    for (std::uint32_t seed = 1; seed <= kSeeds; seed += sanitizedStride()) {
        const auto trace = traceOf(seed);
        const SlowCauses slow(*trace, thresholdsOf(seed));
        const Progress progress;
        PathWalk walk(*trace, thresholdsOf(seed), KernelClassifier().typesOf(*trace), progress);
        const auto difference = [&](const PathWindow& ours, const SlowWindow& theirs, const std::string& what) {
            const QByteArray first = firstDifference(fastLinks(*trace, walk, ours), slowLinks(slow, theirs));
            return first.isEmpty() ? std::string() : first.toStdString() + "\n   seed " + std::to_string(seed) + what;
        };
        const std::string whole = difference(walk.whole(), slowWholeWindow(slow), ", whole");
        QVERIFY2(whole.empty(), whole.c_str());
        const TimeRange range { 300 + static_cast<Timestamp>(seed), 1'500 + 2 * static_cast<Timestamp>(seed) };
        const std::string ofRange = difference(walk.of(range), { range, {}, slow.mainThread() }, ", range");
        QVERIFY2(ofRange.empty(), ofRange.c_str());
        for (const Step& step : trace->steps()) {
            const std::vector<SliceId> annotation { step.slice };
            const std::string ofStep = difference(walk.around(annotation).front(), slowWindowAround(slow, step.slice),
                ", " + std::to_string(step.number));
            QVERIFY2(ofStep.empty(), ofStep.c_str());
        }
    }
}

/// What several windows have when they are walked at once, by one thread or two, is what each has alone.
void TestSlowCauses::windowsWalkedTogether()
{
    std::size_t walked = 0;
    for (std::uint32_t seed = 1; seed <= kSeeds; seed += sanitizedStride()) {
        const auto trace = traceOf(seed);
        const Progress progress;
        PathWalk walk(*trace, thresholdsOf(seed), KernelClassifier().typesOf(*trace), progress);
        std::vector<SliceId> annotations;
        for (const Step& step : trace->steps())
            annotations.push_back(step.slice);
        std::vector<PathWindow> windows = walk.around(annotations);
        std::mt19937 random(seed);
        for (int i = 0; i < 40; ++i) { // more than are looked at in each place
            const auto begin = static_cast<Timestamp>(random() % 3'000);
            windows.push_back(walk.of({ begin, begin + static_cast<Timestamp>(random() % 1'500) }));
        }
        // What the other windows reach out of, and what they lie in.
        for (const PathWindow& window :
            { walk.whole(), walk.of({ 400, 1'900 }), walk.of({ 1'000, 1'001 }), PathWindow {} }) {
            const std::string alone = fastLinks(*trace, walk, window);
            for (const int threads : { 1, 2 }) {
                const std::string where = "seed " + std::to_string(seed) + ", " + std::to_string(threads) + " threads";
                std::vector<SumsByCause> sums;
                const PathLinks links = walk.links(window, windows, sums, threads);
                const QByteArray first = firstDifference(linesOf(*trace, links), alone);
                QVERIFY2(first.isEmpty(), (first.toStdString() + where).c_str());
                QCOMPARE(sums.size(), windows.size());
                for (std::size_t i = 0; i < windows.size(); ++i)
                    QVERIFY2(sums[i] == walk.sums(windows[i]), (where + ", window " + std::to_string(i)).c_str());
                for (std::size_t i = 0; i < links.size(); ++i, ++walked)
                    QVERIFY(i == 0 || links[i].range.begin == links[i - 1].range.end);
            }
        }
    }
    QVERIFY(walked > 10'000);
}

/// Section 4.1: with nothing changed every piece of work starts and ends when it did.
void TestSlowCauses::replaysWithoutChange()
{
    for (std::uint32_t seed = 1; seed <= kSeeds; seed += sanitizedStride()) {
        const auto trace = traceOf(seed);
        const SlowCauses slow(*trace, thresholdsOf(seed));
        SlowReplay replay(slow, {});
        for (const SliceId work : slow.works()) {
            const std::string where = "seed " + std::to_string(seed) + ", " + sliceText(*trace, work) + " starts at "
                + std::to_string(replay.startOf(work));
            QVERIFY2(replay.startOf(work) == slow.start(work) && replay.endOf(work) == slow.end(work), where.c_str());
        }
    }
}

/// A recorded path that passes what a recording knows of the main thread has the times that it has link by link.
void TestSlowCauses::pathsPassWhatIsKnown()
{
    const Progress progress;
    Nanoseconds passed = 0;
    for (std::uint32_t seed = 1; seed <= kSeeds; seed += sanitizedStride()) {
        const auto trace = traceOf(seed);
        const std::vector<Step> steps(trace->steps().begin(), trace->steps().end());
        for (const Grain grain : { Grain::Runs, Grain::Pieces }) {
            const Recording recording(*trace, thresholdsOf(seed), progress, steps, grain);
            PathWalk walk(*trace, recording.parts(), KernelClassifier().typesOf(*trace), progress);
            OperationNumber near = kNoOperation;
            const PassLine pass = [&](TrackId thread, Timestamp time, Timestamp from, TimesByCause& times) {
                const Timestamp to = recording.passLine0(thread, time, from, near, times);
                passed += time - to;
                return to;
            };
            std::vector<PathWindow> windows { walk.whole(), walk.of({ 400, 1'900 }), walk.of({ 1'000, 1'001 }) };
            const Change nothing;
            for (const StepWindow& step : StepWalls(recording, steps).in(Replay(recording, nothing, progress)))
                windows.push_back({ step.range, step.work, step.thread });
            for (std::size_t i = 0; i < windows.size(); ++i) {
                const SumsByCause sums = walk.sums(windows[i]);
                QVERIFY2(std::ranges::equal(walk.times(windows[i], pass), sums, {}, {}, &PathSum::time),
                    ("seed " + std::to_string(seed) + ", window " + std::to_string(i)).c_str());
            }
        }
    }
    QVERIFY2(passed > 100'000, std::to_string(passed).c_str());
}

/// The walls of the trace and of each step with random changes.
void TestSlowCauses::replaysOfChanges()
{
    for (std::uint32_t seed = 1; seed <= kSeeds; seed += sanitizedStride()) {
        const auto trace = traceOf(seed);
        const CauseThresholds thresholds = thresholdsOf(seed);
        const SlowCauses slow(*trace, thresholds);
        const AnalysisInput input { jobOf(trace), {} };
        std::mt19937 random(seed);
        for (int i = 0; i < 4; ++i) {
            const std::vector<SlowChange> changes = randomChanges(random);
            const auto result = runOn(input, "what-if",
                { { "change", textOf(changes) }, { "consecutive-kernel-delay", std::to_string(thresholds.gap) + "ns" },
                    { "slow-call", std::to_string(thresholds.slowCall) + "ns" },
                    { "max-queue-length", std::to_string(thresholds.queueLength) } });
            KT_VERIFY_OK(result);
            const std::string fast = figuresOf(*result->findTable("changes"), "new_wall")
                + figuresOf(*result->findTable("steps"), "new_wall");
            const QByteArray difference = firstDifference(fast, slowWalls(slow, changes));
            const std::string where = difference.toStdString() + "\n   seed " + std::to_string(seed) + ", "
                + textOf(changes) + ", recorded " + std::to_string(trace->range().length());
            QVERIFY2(difference.isEmpty(), where.c_str());
        }
    }
}

/// Operations that follow each other are one only to save time: all walls and paths are those of each for itself.
void TestSlowCauses::runsReplayAsTheirPieces()
{
    std::size_t saved = 0;
    for (std::uint32_t seed = 1; seed <= kSeeds; seed += sanitizedStride()) {
        const auto trace = traceOf(seed);
        const std::vector<Step> steps(trace->steps().begin(), trace->steps().end());
        const Progress progress;
        const Recording runs(*trace, thresholdsOf(seed), progress, steps);
        const Recording pieces(*trace, thresholdsOf(seed), progress, steps, Grain::Pieces);
        const NameTypes types = KernelClassifier().typesOf(*trace);
        saved += pieces.ends.size() - runs.ends.size();
        std::mt19937 random(seed);
        for (int i = 0; i < 6; ++i) {
            std::vector<SlowChange> changes = randomChanges(random);
            for (SlowChange& each : changes)
                each.millionths = each.what == "keep"                               ? 1'000'000
                    : each.what == "wait" || each.what == "in" || random() % 2 == 0 ? 0
                                                                                    : 500'000;
            std::vector<std::string> texts;
            for (const SlowChange& each : changes)
                texts.push_back(textOf({ each }));
            const auto named = parseChanges(texts);
            KT_VERIFY_OK(named);
            if (grainFor(*named) == Grain::Pieces)
                continue; // half of a half
            Change ofRuns = changeOf(runs, types, *named);
            Change ofPieces = changeOf(pieces, types, *named);
            if (i % 3 == 2) {
                const std::vector<TimeRange> stretches = randomStretches(pieces, random);
                markOperationsIn(runs, stretches, ofRuns.isGone);
                markOperationsIn(pieces, stretches, ofPieces.isGone);
            }
            const Replay replay(runs, ofRuns, progress);
            const Replay expected(pieces, ofPieces, progress);
            const std::string where = "seed " + std::to_string(seed) + ", " + textOf(changes);
            for (WorkNumber work = 0; work < pieces.works().size(); ++work)
                QVERIFY2(replay.startOf(work) == expected.startOf(work), where.c_str());
            QVERIFY2(replay.end() == expected.end(), where.c_str());
            const std::vector<StepWindow> windows = StepWalls(runs, steps).in(replay);
            const std::vector<StepWindow> ofPiecesWindows = StepWalls(pieces, steps).in(expected);
            for (std::size_t step = 0; step < steps.size(); ++step) {
                QVERIFY2(windows[step].range == ofPiecesWindows[step].range
                        && windows[step].work == ofPiecesWindows[step].work,
                    where.c_str());
                const CriticalTimes times =
                    criticalTimesOf(runs, ofRuns, replay, WorkCauses(runs, types, progress), windows[step], progress);
                QVERIFY2(std::accumulate(times.begin(), times.end(), Nanoseconds { 0 }) == windows[step].range.length(),
                    where.c_str());
                QVERIFY2(times
                        == criticalTimesOf(pieces, ofPieces, expected, WorkCauses(pieces, types, progress),
                            ofPiecesWindows[step], progress),
                    where.c_str());
            }
            QVERIFY2(criticalTimesOf(runs, ofRuns, replay, WorkCauses(runs, types, progress), progress)
                    == criticalTimesOf(pieces, ofPieces, expected, WorkCauses(pieces, types, progress), progress),
                where.c_str());
        }
    }
    QVERIFY(saved > 1000);
}

/// A line that is made in parts is the same whatever these are: more threads make more of them.
void TestSlowCauses::howManyThreadsRecordIsAllTheSame()
{
    for (std::uint32_t seed = 1; seed <= kSeeds; seed += sanitizedStride()) {
        const auto trace = traceOf(seed);
        const std::vector<Step> steps(trace->steps().begin(), trace->steps().end());
        const Progress progress;
        for (const Grain grain : { Grain::Runs, Grain::Pieces }) {
            const Recording one(*trace, thresholdsOf(seed), progress, steps, grain, 1);
            for (const int threads : { 2, 8 }) {
                const Recording more(*trace, thresholdsOf(seed), progress, steps, grain, threads);
                const std::string where = "seed " + std::to_string(seed) + ", threads " + std::to_string(threads);
                QVERIFY2(one.ends == more.ends && one.owners == more.owners && one.causes == more.causes
                        && one.kinds == more.kinds && one.details == more.details && one.byCause == more.byCause,
                    where.c_str());
                QVERIFY2(one.runParts == more.runParts && one.blocking == more.blocking && one.prefixes == more.prefixes
                        && one.otherCauses == more.otherCauses,
                    where.c_str());
                QVERIFY2(one.handedIn == more.handedIn && one.handedAt == more.handedAt && one.waits == more.waits
                        && one.workOrder == more.workOrder && one.operationsBetween == more.operationsBetween
                        && one.manyOperations == more.manyOperations && one.operationOrder == more.operationOrder,
                    where.c_str());
            }
        }
    }
}

QTEST_GUILESS_MAIN(TestSlowCauses)
#include "tst_slow_causes.moc"
