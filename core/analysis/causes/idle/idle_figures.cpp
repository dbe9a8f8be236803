// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/causes/idle/idle_figures.h"

#include "core/analysis/causes/idle/cause_sums.h"
#include "core/analysis/causes/idle/idle_stretch.h"
#include "core/analysis/causes/path/first_launches.h"
#include "core/analysis/causes/path/path_notes.h"
#include "core/analysis/causes/work/call_names.h"
#include "core/base/parallel.h"
#include "core/numeric/intervals.h"

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <optional>
#include <span>

namespace kinetoscope {

namespace {

/// Longest first; of equal ones the order of the table's text columns.
template <typename Key, typename Less> void orderByTime(std::vector<std::pair<Key, IdleSum>>& rows, Less isBefore)
{
    std::sort(rows.begin(), rows.end(), [&isBefore](const auto& a, const auto& b) {
        return a.second.time != b.second.time ? a.second.time > b.second.time : isBefore(a.first, b.first);
    });
}

/// Synchronisation of a device in copy calls, which the ledger has only behind their copies.
Nanoseconds afterCopiesOf(const IdleOfDevice& device, const OwnerKeys& keys)
{
    Nanoseconds sum = 0;
    for (const auto& [key, owned] : device.owners) {
        if (keys.causeOf(key) == Cause::Synchronisation && callNameOf(keys.labelsOf(key).name) == CallName::Copy)
            sum = saturatingAdd(sum, owned.time);
    }
    return sum;
}

std::vector<IdleOfCause> rowsOf(std::vector<IdleOfCause> sums)
{
    orderByTime(sums, std::less<Cause> {});
    return sums;
}

std::vector<IdleOfOwner> rowsOf(std::vector<IdleOfOwner> sums, const OwnerKeys& keys)
{
    orderByTime(sums, [&keys](std::uint32_t a, std::uint32_t b) {
        return keys.causeOf(a) != keys.causeOf(b) ? keys.causeOf(a) < keys.causeOf(b)
                                                  : keys.labelsOf(a) < keys.labelsOf(b);
    });
    return sums;
}

/// Where a rank is cut, so that as many stretches take about as long each: what takes time is the main thread.
std::vector<TimeRange> stretchesOf(const RankTrace& rank, TrackId mainThread, std::size_t count)
{
    std::vector<TimeRange> stretches { { kMinTimestamp, kMaxTimestamp } };
    const std::uint32_t slices = mainThread.isValid() ? rank.trace->track(mainThread).sliceCount : 0;
    for (std::size_t i = 1; i < count && slices >= count; ++i) {
        const std::size_t row = rank.trace->track(mainThread).firstSlice + slices / count * i;
        const Timestamp cut = rank.toJobTime(rank.trace->slices().start[row]);
        if (cut <= stretches.back().begin || cut == kMaxTimestamp)
            continue;
        stretches.back().end = cut;
        stretches.push_back({ cut, kMaxTimestamp });
    }
    return stretches;
}

/// Ops that launch something for the first time, and did far more before that than they usually do, while a device was
/// idle (causes.md, section 5).
/// @param idleOfAll  of all devices; ns. What is next to nothing of it is not told.
void addLoading(const RankTrace& rank, const RankIdle& idle, IdleLedger ledger, Nanoseconds slowCall,
    Nanoseconds idleOfAll, std::vector<Remark>& remarks, const Progress& progress)
{
    FirstLaunches firsts(*rank.trace, ledger.rules());
    const std::vector<TimeRange> mayLoad = unionOf(firsts.stretches(slowCall), progress); // of several threads
    if (mayLoad.empty())
        return;                                     // as nearly always
    std::map<SliceId, std::vector<TimeRange>> byOp; // of several devices the same time is one
    for (const IdleLine& line : idle.devices()) {
        eachGapOf(idle, line, progress, [&](const IdleGap& gap, std::uint64_t /*number*/) {
            const TimeRange inTrace { rank.toTraceTime(gap.range.begin), rank.toTraceTime(gap.range.end) };
            const auto next = std::ranges::upper_bound(mayLoad, inTrace.begin, {}, &TimeRange::end);
            if (next == mayLoad.end() || next->begin >= inTrace.end)
                return;
            ledger.explain(gap, [&](const IdlePart& part) {
                if (part.cause == Cause::Op && part.owner.isValid())
                    byOp[part.owner].push_back(
                        { rank.toTraceTime(part.range.begin), rank.toTraceTime(part.range.end) });
            });
        });
    }
    for (auto& [op, ranges] : byOp) {
        for (const TimeRange& range : unionOf(std::move(ranges)))
            firsts.add(op, range);
    }
    Nanoseconds loading = 0;
    std::size_t ops = 0;
    for (const auto& [op, time] : firsts.loading(slowCall, progress)) {
        loading = saturatingAdd(loading, time);
        ++ops;
    }
    if (loading <= idleOfAll / 100)
        return;
    remarks.push_back(remarkOfRank(rank, "probably-loading",
        { KT_PLURAL("causes",
              "%1 op takes %2 itself, in which a GPU is idle, before it launches a kernel for the first time, more "
              "than %3 and twice as long as in its other calls, where there are any: it is probably loading code.",
              "%1 ops take %2 themselves, in which a GPU is idle, before they launch a kernel for the first time, "
              "each more than %3 and twice as long as in its other calls, where there are any: they are probably "
              "loading code."),
            arg::Count { ops }, arg::Duration { loading }, arg::ExactDuration { slowCall } }));
}

/// Of all that the scope leaves of a rank.
/// @param walls  of steps that are summed, too.
Result<Done> measureDevices(const RankTrace& rank, const RankIdle& idle, std::span<const TimeRange> walls,
    const IdleLedger& ledger, const LostKernels& lostKernels, Nanoseconds slowCall, IdleOfRank& figures,
    const Progress& progress, int threads)
{
    std::vector<IdleStretch> stretches;
    for (const TimeRange& range : stretchesOf(rank, ledger.mainThread(), static_cast<std::size_t>(threads)))
        stretches.emplace_back(rank, range, walls, ledger, lostKernels);
    parallelFor(stretches.size(), threads, [&](std::size_t i) { stretches[i].measure(idle, progress); });
    KT_TRY_DONE(progress.carryOn());
    IdleStretch& whole = stretches.front();
    for (std::size_t i = 1; i < stretches.size(); ++i)
        whole.join(stretches[i]);
    figures.keys = whole.keys();
    Nanoseconds idleOfAll = 0;
    Nanoseconds behindCopies = 0;
    for (std::size_t i = 0; i < idle.devices().size(); ++i) {
        const IdleLine& line = idle.devices()[i];
        const IdleOfGaps& sums = whole.devices()[i];
        IdleOfDevice device { line.device, totalLength(idle.viewOf(line)), sums.idle, rowsOf(sums.causes),
            rowsOf(sums.owners, *figures.keys) };
        idleOfAll = saturatingAdd(idleOfAll, device.idle);
        behindCopies = saturatingAdd(behindCopies, afterCopiesOf(device, *figures.keys));
        figures.devices.push_back(std::move(device));
        for (const auto& [step, causes] : sums.steps)
            figures.steps.push_back({ step, line.device, rowsOf(causes) });
    }
    if (whole.beforeFirst() > 0)
        figures.remarks.push_back(workBeforeRecording(rank, whole.beforeFirst()));
    if (behindCopies > idleOfAll / 100)
        figures.remarks.push_back(afterCopies(rank, behindCopies));
    addRemarks(rank, whole.doubts(), idleOfAll / 1000, figures.remarks);
    addLoading(rank, idle, ledger, slowCall, idleOfAll, figures.remarks, progress);
    if (whole.unlaunched() > idleOfAll / 100)
        figures.remarks.push_back(launchNotRecorded(rank, whole.unlaunched()));
    if (whole.lost() > idleOfAll / 100)
        figures.remarks.push_back(kernelsNotRecorded(rank, whole.lost()));
    return Done {};
}

/// Of each step that the scope names or touches, by cause.
Result<Done> measureSteps(const IdleSources& sources, std::size_t i, IdleLedger& ledger,
    std::vector<IdleOfStep>& figures, const Progress& progress)
{
    const std::vector<TimeRange>& walls = sources.steps->wallsIn(i);
    if (walls.empty())
        return Done {};
    KT_TRY(const RankIdle around, sources.steps->idleAround(i)->rank(0, progress));
    CauseKeys keys;
    for (const IdleLine& line : around.devices()) {
        std::vector<CauseSums> bySteps(walls.size());
        std::vector<std::size_t> open; // by start; where steps lie in others, their ends are in no order
        std::size_t next = 0;
        eachGapOf(around, line, progress, [&](const IdleGap& gap, std::uint64_t number) {
            for (; next < walls.size() && walls[next].begin < gap.range.end; ++next)
                open.push_back(next);
            std::erase_if(open, [&](std::size_t step) { return walls[step].end <= gap.range.begin; });
            for (const std::size_t step : open) {
                ledger.sum(gap, gap.range.clippedTo(walls[step]), keys,
                    [&](std::uint32_t cause, Nanoseconds length, bool isAfter) {
                        bySteps[step].add(static_cast<Cause>(cause), length, isAfter, number);
                    });
            }
        });
        KT_TRY_DONE(progress.carryOn());
        for (std::size_t step = 0; step < walls.size(); ++step)
            figures.push_back({ step, line.device, rowsOf(bySteps[step].sums()) });
    }
    return Done {};
}

/// A step is of the rank whose process it is in, so it has no GPUs that other ranks of the file launch for.
void leaveOutOfOthers(
    const Trace& trace, const MergedRanks& merged, const std::vector<Step>& steps, std::vector<IdleOfStep>& figures)
{
    std::erase_if(figures, [&](const IdleOfStep& each) {
        return merged.isOfAnother(each.device, trace.track(trace.trackOf(steps[each.step].slice)).pid);
    });
}

} // namespace

TrackId threadOfChosenSteps(const IdleSources& sources, std::size_t i)
{
    TrackId thread;
    if (sources.steps->scope().steps.empty())
        return thread;
    const Trace& trace = *sources.steps->rankTrace(i).trace;
    for (const Step& step : sources.steps->stepsIn(i)) {
        const TrackId own = trace.trackOf(step.slice);
        if (thread.isValid() && own != thread)
            return {};
        thread = own;
    }
    return thread;
}

Result<IdleOfRank> measureIdle(const IdleSources& sources, std::size_t i, const Progress& progress, int threads)
{
    KT_TRY(const RankIdle idle, sources.idle->rank(i, progress));
    const RankTrace& rank = sources.idle->rankTrace(i);
    IdleOfRank figures;
    remarkOnSelection(idle.work(), rank, figures.remarks);
    if (idle.devices().empty()) {
        figures.remarks.push_back(noGpuWork(rank));
        return figures;
    }
    std::optional<LostKernels> lostKernels;
    IdleLedger ledger(rank, sources.thresholds, progress, threads, [&] { lostKernels.emplace(*rank.trace, progress); });
    KT_TRY_DONE(progress.carryOn());
    ledger.setThreadOfSteps(threadOfChosenSteps(sources, i));
    // Steps that are cut by nothing and by no other step take the same look at each gap.
    const std::vector<TimeRange>& walls = sources.steps->wallsIn(i);
    const bool isEachAlone = std::ranges::adjacent_find(walls, [](const TimeRange& a, const TimeRange& b) {
        return a.end > b.begin;
    }) == walls.end();
    if (idle.isOfWholeTrace() && isEachAlone) {
        KT_TRY_DONE(measureDevices(
            rank, idle, walls, ledger, *lostKernels, sources.thresholds.slowCall, figures, progress, threads));
        leaveOutOfOthers(*rank.trace, ledger.mergedRanks(), sources.steps->stepsIn(i), figures.steps);
        return figures;
    }
    IdleLedger ofSteps = ledger;
    std::array<Result<Done>, 2> done { Done {}, Done {} };
    parallelFor(done.size(), threads, [&](std::size_t part) {
        done[part] = part == 0
            ? measureDevices(rank, idle, {}, ledger, *lostKernels, sources.thresholds.slowCall, figures, progress, 1)
            : measureSteps(sources, i, ofSteps, figures.steps, progress);
    });
    for (const Result<Done>& each : done)
        KT_TRY_DONE(each);
    leaveOutOfOthers(*rank.trace, ledger.mergedRanks(), sources.steps->stepsIn(i), figures.steps);
    return figures;
}

} // namespace kinetoscope
