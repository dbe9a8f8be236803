// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/names/classification.h"
#include "core/analysis/scope/scoped_ranks.h"
#include "core/numeric/intervals.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace kinetoscope {

/// One GPU activity ([DIFF-0.9]) as a scope shows it.
struct GpuWorkRow {
    TimeRange range; ///< job time, cut to the scope's range; may be of no length, never backwards
    SliceId slice;
    KernelType type = KernelType::Computation;
};

/// The rows of one stream inside RankGpuWork::rows, sorted by start.
struct GpuStream {
    TrackId track;
    std::int64_t device = Track::kNoDevice;
    std::int64_t stream = Track::kNoStream;
    std::size_t firstRow = 0;
    std::size_t rowCount = 0;
};

/// All GPU work of one rank inside a scope, and the time it is measured against.
struct RankGpuWork {
    std::uint32_t rankIndex = 0; ///< position in TraceSet::ranks()
    std::int64_t rank = 0;
    std::vector<GpuWorkRow> rows {};   ///< stream by stream
    std::vector<GpuStream> streams {}; ///< in track order; streams without rows in the scope are left out
    /// What idle time is measured in: job time, disjoint, sorted. Without a chosen range or steps it reaches from the
    /// first start to the last end of `rows`; with a range it is that range; with steps it is, per step, the host
    /// annotation united with the work it launched. Empty when the trace has no GPU work at all, whatever was chosen.
    std::vector<TimeRange> window {};
    /// Work of steps that were not chosen, job time, cut to the scope's range: device time in which only this runs is
    /// neither idle nor what was asked for. In track order; empty unless the scope chooses steps.
    struct OtherWork {
        TimeRange range;
        std::int64_t device = Track::kNoDevice;
        KernelType type = KernelType::Computation;
    };
    std::vector<OtherWork> otherSteps {};
    std::uint64_t corruptCount = 0; ///< rows left out because their times cannot be true ([DIFF-0.8])
    std::uint64_t placedByTime = 0; ///< rows without a launch that got their step from their own start
};

/// Access to the GPU work of a scope, rank by rank: what every analysis of device time stands on.
///
/// Keeps the traces alive and nothing else, so evidence functions hold one by shared_ptr and read again when they are
/// asked. Immutable; thread-safe.
class ScopedGpuWork : public ScopedRanks {
public:
    /// InvalidArgument if the scope's step pattern is no regular expression.
    [[nodiscard]] static Result<std::shared_ptr<const ScopedGpuWork>> create(
        const AnalysisInput& input, const KernelClassifier& classifier);

    /// Reads the work of rank `i`. O(device-side slices), about 10 ns each; one allocation a column.
    /// Cancelled if `progress` says stop; never otherwise.
    [[nodiscard]] Result<RankGpuWork> rank(std::size_t i, const Progress& progress) const;
    /// The same for evidence, which is empty when told to stop: then it has no rows.
    [[nodiscard]] RankGpuWork rowsOf(std::size_t i, const Progress& progress) const
    {
        Result<RankGpuWork> work = rank(i, progress);
        return work ? std::move(work).value() : RankGpuWork {};
    }
    /// Its window alone, without the memory of its rows; of a scope that chooses steps.
    [[nodiscard]] Result<std::vector<TimeRange>> window(std::size_t i, const Progress& progress) const;
    /// What the scope shows of a piece of work, job time: the range of its row.
    [[nodiscard]] TimeRange visibleRange(const RankTrace& rank, SliceId work) const;
    /// Number of the step that a row of rank(i) belongs to; nothing if the scope chooses no steps. O(log steps).
    [[nodiscard]] std::optional<std::int64_t> stepNumberOf(std::size_t i, SliceId slice) const;

private:
    struct RankEntry {
        NameTypes types;
        std::vector<Step> steps; ///< all steps of the trace, by start; job time; only filled if the scope chooses steps
        std::vector<bool> chosen; ///< by position in `steps`
    };
    class Reader;

    using ScopedRanks::ScopedRanks;

    std::vector<RankEntry> m_entries; ///< by rank
};

/// Union of the ranges of the rows that `wanted(row)` accepts, over all streams: disjoint, sorted, job time. O(rows log
/// streams). Returns early when told to stop.
template <typename Wanted>
[[nodiscard]] std::vector<TimeRange> unionWhere(const RankGpuWork& work, Wanted wanted, const Progress& progress = {})
{
    const auto count = std::ranges::count_if(work.rows, wanted);
    std::vector<TimeRange> ranges;
    if (count == 0)
        return ranges;
    ranges.reserve(static_cast<std::size_t>(count));
    StopCheck check(progress);
    for (const GpuWorkRow& row : work.rows) {
        if (check.after(1))
            break;
        if (wanted(row))
            ranges.push_back(row.range);
    }
    return unionOf(std::move(ranges), progress);
}

/// Union of the work of other steps that `wanted(other)` accepts. The same otherwise.
template <typename Wanted>
[[nodiscard]] std::vector<TimeRange> unionOfOtherSteps(
    const RankGpuWork& work, Wanted wanted, const Progress& progress = {})
{
    std::vector<TimeRange> ranges;
    for (const RankGpuWork::OtherWork& other : work.otherSteps) {
        if (wanted(other))
            ranges.push_back(other.range);
    }
    return unionOf(std::move(ranges), progress);
}

/// First start to last end of rows, which may be in any order, job time; empty without rows. O(rows).
[[nodiscard]] TimeRange hullOf(const std::vector<GpuWorkRow>& rows);

/// The work of one device of a rank. Its window is the rank's where one was chosen, else the hull of its own rows.
/// O(rows).
[[nodiscard]] RankGpuWork workOfDevice(const RankGpuWork& work, std::int64_t device, const Scope& scope);
/// The same of each device, ascending, until `visit(device, part)` says false. A trace may name 300 000 devices: all
/// together O(rows + streams log streams).
/// @param idle  devices that are visited beside those of devicesOf(), which have no work of the scope.
void eachDevice(const RankGpuWork& work, const Scope& scope, const std::vector<std::int64_t>& idle,
    const std::function<bool(std::int64_t device, const RankGpuWork& part)>& visit);
/// Whether the device work of a trace is that of an accelerator which is no GPU: of MTIA or HPU. O(slices).
[[nodiscard]] bool isOfOtherAccelerator(const Trace& trace);
/// kGpuRecordingOption, with the activity of such an accelerator where the work is that of one.
[[nodiscard]] std::string recordingOptionOf(const Trace& trace);
/// Distinct devices with work, ascending. O(streams log streams).
[[nodiscard]] std::vector<std::int64_t> devicesOf(const RankGpuWork& work);

/// Devices on which the trace has work, but none in the scope, which chooses steps or a range: they are idle all the
/// time, as RankIdle has them. Ascending; none without such a choice. O(slices).
[[nodiscard]] std::vector<std::int64_t> idleDevicesOf(const RankGpuWork& work, const Trace& trace, const Scope& scope);

/// Evidence made of whole-rank intervals.
/// @param ranges  job time.
[[nodiscard]] Selection selectionOf(
    const RankGpuWork& work, const std::vector<TimeRange>& ranges, const Progress& progress);
/// Evidence made of what of `ranges` lies in `window`, both job time.
/// @param rankIndex  position in TraceSet::ranks().
[[nodiscard]] Selection selectionWithin(
    std::uint32_t rankIndex, const std::vector<TimeRange>& ranges, const TimeRange& window);
/// Evidence made of the rows that `wanted(row)` accepts: slices, or the visible part of those that the scope cuts. Not
/// complete if told to stop.
template <typename Wanted>
[[nodiscard]] Selection selectionWhere(const ScopedGpuWork& source, const RankTrace& rank, const RankGpuWork& work,
    Wanted wanted, const Progress& progress)
{
    Selection selection;
    StopCheck check(progress);
    const SliceTable& slices = rank.trace->slices();
    for (const GpuStream& stream : work.streams) {
        for (std::size_t i = stream.firstRow; i < stream.firstRow + stream.rowCount; ++i) {
            if (check.after(1))
                return selection;
            const GpuWorkRow& row = work.rows[i];
            if (!wanted(row))
                continue;
            if (source.scope().range && row.range.length() != slices.duration(row.slice))
                selection.intervals.push_back({ work.rankIndex, stream.track, row.range });
            else
                selection.slices.push_back({ work.rankIndex, row.slice });
        }
    }
    return selection;
}

/// Which processes of a file have slices, but none of a category that PyTorch writes: Ascend's profiler writes its
/// device so. Part of a sentence; empty where there are none. O(slices).
[[nodiscard]] Message slicesOfUnknownKind(const Trace& trace);

/// Whether any rank has some, in whatever scope; those that are not loaded count as without. O(slices).
[[nodiscard]] bool hasGpuWork(const TraceSet& traces);

/// Whether ops or annotations of NCCL, `nccl:NAME`, were recorded: then the program uses GPUs. O(names + slices).
[[nodiscard]] bool hasNcclOps(const Trace& trace);

/// That a rank has none in a scope: how to record some only where the whole trace has none.
[[nodiscard]] Remark noGpuWork(const RankTrace& rank);

/// What a reader should know about how the rows were chosen; for AnalysisResult::remarks.
void remarkOnSelection(const RankGpuWork& work, const RankTrace& rank, std::vector<Remark>& remarks);

} // namespace kinetoscope
