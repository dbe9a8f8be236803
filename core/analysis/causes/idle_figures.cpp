// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/causes/idle_figures.h"

#include "core/analysis/causes/call_names.h"
#include "core/analysis/causes/cause_sums.h"
#include "core/analysis/causes/idle_stretch.h"
#include "core/analysis/causes/path/path_notes.h"
#include "core/base/parallel.h"
#include "core/numeric/intervals.h"

#include <algorithm>
#include <array>
#include <functional>
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

/// Of all that the scope leaves of a rank.
/// @param walls  of steps that are summed, too.
Result<Done> measureDevices(const RankTrace& rank, const RankIdle& idle, std::span<const TimeRange> walls,
    const IdleLedger& ledger, const LostKernels& lostKernels, IdleOfRank& figures, const Progress& progress,
    int threads)
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
    if (whole.late().time > idleOfAll / 1000)
        figures.remarks.push_back(lateLoading(rank, whole.late()));
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
    IdleLedger ledger(rank, sources.thresholds, progress, threads, [&] { lostKernels.emplace(*rank.trace); });
    KT_TRY_DONE(progress.carryOn());
    ledger.setThreadOfSteps(threadOfChosenSteps(sources, i));
    // Steps that are cut by nothing and by no other step take the same look at each gap.
    const std::vector<TimeRange>& walls = sources.steps->wallsIn(i);
    const bool isEachAlone = std::ranges::adjacent_find(walls, [](const TimeRange& a, const TimeRange& b) {
        return a.end > b.begin;
    }) == walls.end();
    if (idle.isOfWholeTrace() && isEachAlone) {
        KT_TRY_DONE(measureDevices(rank, idle, walls, ledger, *lostKernels, figures, progress, threads));
        leaveOutOfOthers(*rank.trace, ledger.mergedRanks(), sources.steps->stepsIn(i), figures.steps);
        return figures;
    }
    IdleLedger ofSteps = ledger;
    std::array<Result<Done>, 2> done { Done {}, Done {} };
    parallelFor(done.size(), threads, [&](std::size_t part) {
        done[part] = part == 0 ? measureDevices(rank, idle, {}, ledger, *lostKernels, figures, progress, 1)
                               : measureSteps(sources, i, ofSteps, figures.steps, progress);
    });
    for (const Result<Done>& each : done)
        KT_TRY_DONE(each);
    leaveOutOfOthers(*rank.trace, ledger.mergedRanks(), sources.steps->stepsIn(i), figures.steps);
    return figures;
}

} // namespace kinetoscope
