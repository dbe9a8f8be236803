// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/gpu/temporal_breakdown.h"

#include "core/analysis/gpu/waiting_work.h"
#include "core/analysis/names/classification.h"
#include "core/analysis/scope/per_rank.h"
#include "core/analysis/types/column_names.h"
#include "core/analysis/types/columns.h"
#include "core/analysis/types/stream_cell.h"
#include "core/base/vectors.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace kinetoscope {

namespace {

enum Bit { kOther = 1, kCompute = 2, kCommunication = 4, kMemory = 8, kOtherSteps = 16, kWindow = 32 };
constexpr int kBusy = kOther | kCompute | kCommunication | kMemory;

/// Which stretches a figure is made of, told by what is active. The one definition of each figure: the tables sum these
/// stretches and the evidence shows them.
using IsPart = bool (*)(int mask);
constexpr bool isIdle(int mask)
{
    return (mask & kWindow) != 0 && (mask & (kBusy | kOtherSteps)) == 0;
}
constexpr bool isBusy(int mask)
{
    return (mask & kBusy) != 0;
}
constexpr bool isCompute(int mask)
{
    return (mask & kCompute) != 0;
}
constexpr bool isNonCompute(int mask)
{
    return isBusy(mask) && !isCompute(mask);
}
constexpr bool isOtherSteps(int mask)
{
    return (mask & kWindow) != 0 && (mask & kOtherSteps) != 0 && !isBusy(mask);
}
constexpr bool isWindow(int mask)
{
    return (mask & kWindow) != 0;
}
constexpr bool temporalBreakdownIsCommunication(int mask)
{
    return (mask & kCommunication) != 0;
}
constexpr bool isMemory(int mask)
{
    return (mask & kMemory) != 0;
}
constexpr bool isCommunicationExposed(int mask)
{
    return isNonCompute(mask) && temporalBreakdownIsCommunication(mask);
}
constexpr bool isMemoryExposed(int mask)
{
    return isNonCompute(mask) && !temporalBreakdownIsCommunication(mask) && isMemory(mask);
}
constexpr bool isOtherExposed(int mask)
{
    return isNonCompute(mask) && !temporalBreakdownIsCommunication(mask) && !isMemory(mask);
}

MaskSweep<TimeRange> sweepOf(const RankGpuWork& work, const Progress& progress = {})
{
    MaskSweep<TimeRange> sweep;
    const auto add = [&](auto wanted, int bit) {
        if (!progress.shouldStop())
            sweep.add(unionWhere(work, wanted, progress), bit);
    };
    sweep.add(work.window, kWindow);
    add([](const GpuWorkRow& row) { return row.type == KernelType::Computation; }, kCompute);
    add([](const GpuWorkRow& row) { return row.type == KernelType::Communication; }, kCommunication);
    add([](const GpuWorkRow& row) { return row.type == KernelType::Memory; }, kMemory);
    add([](const GpuWorkRow& row) { return row.type == KernelType::Other; }, kOther);
    if (!work.otherSteps.empty() && !progress.shouldStop())
        sweep.add(unionOfOtherSteps(
                      work, [](const RankGpuWork::OtherWork&) { return true; }, progress),
            kOtherSteps);
    return sweep;
}

/// One column of figures: what it is called, what it is made of.
struct FigureColumn {
    const char* name;
    const char* title;
    IsPart isPart;
    Nanoseconds TimeSplit::*figure;
    bool isShare = false; ///< percentage of the window
};

constexpr std::array<FigureColumn, 7> kHtaFigures { {
    { "idle_time(us)", "Idle time", isIdle, &TimeSplit::idle },
    { "compute_time(us)", "Compute time", isCompute, &TimeSplit::compute },
    { "non_compute_time(us)", "Non-compute time", isNonCompute, &TimeSplit::nonCompute },
    { column::kKernelTimeUs, "GPU time", isWindow, &TimeSplit::window },
    { column::kIdleTimePctg, "Idle", isIdle, &TimeSplit::idle, true },
    { column::kComputeTimePctg, "Compute", isCompute, &TimeSplit::compute, true },
    { "non_compute_time_pctg", "Non-compute", isNonCompute, &TimeSplit::nonCompute, true },
} };
constexpr std::array<FigureColumn, 10> kOwnFigures { {
    { column::kCommExposed, "Exposed communication", isCommunicationExposed, &TimeSplit::communicationExposed },
    { "mem_exposed", "Exposed copies", isMemoryExposed, &TimeSplit::memoryExposed },
    { "other_exposed", "Other", isOtherExposed, &TimeSplit::otherExposed },
    { column::kCommExposedPctg, "Exposed communication", isCommunicationExposed, &TimeSplit::communicationExposed,
        true },
    { column::kMemExposedPctg, "Exposed copies", isMemoryExposed, &TimeSplit::memoryExposed, true },
    { column::kOtherExposedPctg, "Other", isOtherExposed, &TimeSplit::otherExposed, true },
    { column::kCommTime, "Communication time", temporalBreakdownIsCommunication, &TimeSplit::communication },
    { "mem_time", "Memory time", isMemory, &TimeSplit::memory },
    { column::kOtherSteps, "Other steps", isOtherSteps, &TimeSplit::otherSteps },
    { column::kOtherStepsPctg, "Other steps", isOtherSteps, &TimeSplit::otherSteps, true },
} };
constexpr std::size_t kFigureCount = kHtaFigures.size() + kOwnFigures.size();

const FigureColumn& figureAt(std::size_t i)
{
    return i < kHtaFigures.size() ? kHtaFigures[i] : kOwnFigures[i - kHtaFigures.size()];
}

ColumnDescriptor columnOf(const FigureColumn& figure, bool isOfHta)
{
    if (figure.isShare) {
        ColumnDescriptor share = percentColumn(figure.name, figure.title, "% of GPU time in view");
        return isOfHta ? roundedInFiles(std::move(share)) : share;
    }
    return durationColumn(figure.name, figure.title);
}

/// @param i  as in figureAt().
Cell cellOf(std::size_t i, const TimeSplit& split)
{
    const FigureColumn& figure = figureAt(i);
    const Nanoseconds ns = split.*figure.figure;
    // Where there is nothing to divide there is no share, not a share of 0 [DIFF-2.1].
    return figure.isShare ? exactPercentCell(ns, split.window) : Cell { ns };
}

std::vector<ColumnDescriptor> temporalBreakdownColumns(bool perDevice)
{
    std::vector<ColumnDescriptor> all { numberColumn(column::kRank, "Rank") };
    if (perDevice)
        all.push_back(numberColumn("device", "Device"));
    for (std::size_t i = 0; i < kFigureCount; ++i)
        all.push_back(columnOf(figureAt(i), i < kHtaFigures.size()));
    all.push_back(countColumn(column::kCount, "GPU activities", "Kernels, copies, memory sets"));
    return all;
}

/// What a row of either table is about, so that its evidence can be read again.
struct TemporalBreakdownRowKey {
    std::size_t rank = 0; ///< in ScopedGpuWork
    std::optional<std::int64_t> device;
};

Selection temporalBreakdownEvidenceOf(
    const ScopedGpuWork& source, const TemporalBreakdownRowKey& key, std::size_t column)
{
    const std::size_t firstFigure = key.device ? 2 : 1;
    if (column < firstFigure)
        return {};
    const RankGpuWork whole = source.rank(key.rank);
    const RankGpuWork work = key.device ? workOfDevice(whole, *key.device, source.scope()) : whole;
    if (column - firstFigure >= kFigureCount)
        return selectionWhere(source, source.rankTrace(key.rank), work, [](const GpuWorkRow&) { return true; });
    MaskSweep<TimeRange> sweep = sweepOf(work);
    return selectionOf(work, stretchesWhere(sweep, figureAt(column - firstFigure).isPart));
}

/// A table under construction together with what its rows are about.
class SplitTable {
public:
    SplitTable(const char* name, const char* title, bool perDevice)
        : m_table(name, title, temporalBreakdownColumns(perDevice))
    {
    }

    void add(const RankTrace& rank, const TemporalBreakdownRowKey& key, const TimeSplit& split, std::size_t count)
    {
        std::vector<Cell> cells;
        cells.reserve(kFigureCount + 3);
        cells.emplace_back(rank.rank);
        if (key.device)
            cells.push_back(deviceCell(*rank.trace, *key.device));
        for (std::size_t i = 0; i < kFigureCount; ++i)
            cells.push_back(cellOf(i, split));
        cells.emplace_back(static_cast<std::int64_t>(count));
        m_table.addRow(std::move(cells));
        m_keys.push_back(key);
    }

    Table take(std::shared_ptr<const ScopedGpuWork> source)
    {
        m_table.setEvidence(
            [source = std::move(source), keys = std::move(m_keys)](std::size_t row, std::size_t column) {
                return temporalBreakdownEvidenceOf(*source, keys[row], column);
            });
        return std::move(m_table);
    }

private:
    Table m_table;
    std::vector<TemporalBreakdownRowKey> m_keys;
};

constexpr const char* kTemporalBreakdownRanksTitle = "Where the GPU time of each rank went";
constexpr const char* kTemporalBreakdownDevicesTitle = "Where the GPU time of each device went";

ChartDescription chartOf(const char* table, const char* title, const char* label)
{
    return { .id = std::string(table) + "-split",
        .table = table,
        .title = title,
        .denominator = "% of GPU time in view",
        .labelColumn = label,
        .series = { { column::kComputeTimePctg, "Compute", PartKind::Compute },
            { column::kCommExposedPctg, "Exposed communication", PartKind::CommunicationExposed },
            { column::kMemExposedPctg, "Exposed copies", PartKind::MemoryExposed },
            { column::kOtherExposedPctg, "Other", PartKind::OtherExposed },
            { column::kOtherStepsPctg, "Work of other steps", PartKind::OtherSteps },
            { column::kIdleTimePctg, "Idle", PartKind::Idle } },
        .form = StackedBarChart { .totalColumn = column::kKernelTimeUs, .sortByValue = false } };
}

/// The figures of one rank.
struct RankSplit {
    struct DeviceSplit {
        std::int64_t device = Track::kNoDevice;
        TimeSplit split;
        std::size_t count = 0; ///< GPU activities
    };
    TimeSplit split;
    std::size_t count = 0;
    std::vector<DeviceSplit> devices {};
    std::vector<Remark> remarks {};
};

Result<RankSplit> temporalBreakdownMeasureRank(
    const ScopedGpuWork& source, std::size_t i, const KernelClassifier& classifier, const Progress& progress)
{
    KT_TRY(const RankGpuWork work, source.rank(i, progress));
    RankSplit rank { .split = splitTime(work, progress), .count = work.rows.size() };
    const std::vector<std::int64_t> devices = devicesOf(work);
    const auto isThere = [&](const RankGpuWork::OtherWork& other) { return other.device == devices.front(); };
    if (devices.size() == 1 && std::ranges::all_of(work.otherSteps, isThere)) {
        rank.devices.push_back({ devices.front(), rank.split, rank.count }); // nothing to take apart
    } else {
        eachDevice(work, source.scope(), [&](std::int64_t device, const RankGpuWork& part) {
            rank.devices.push_back({ device, splitTime(part, progress), part.rows.size() });
            return !progress.shouldStop();
        });
    }
    KT_TRY_DONE(progress.carryOn());
    remarkOnSelection(work, source.rankTrace(i), rank.remarks);
    if (const auto waiting = waitingInComputation(*source.rankTrace(i).trace, work, classifier, progress))
        rank.remarks.push_back(waitingCountsAsComputation(source.rankTrace(i), *waiting, rank.split.compute));
    if (work.rows.empty())
        rank.remarks.push_back(noGpuWork(source.rankTrace(i)));
    return rank;
}

Result<AnalysisResult> runTemporalBreakdown(AnalysisInputs inputs, const Parameters&, const AnalysisContext& context)
{
    KT_TRY(const std::shared_ptr<const ScopedGpuWork> source, ScopedGpuWork::create(inputs[0], *context.classifier));

    AnalysisResult result;
    SplitTable ranks("ranks", kTemporalBreakdownRanksTitle, false);
    SplitTable devices("devices", kTemporalBreakdownDevicesTitle, true);
    const auto measure = [&](std::size_t i) {
        return temporalBreakdownMeasureRank(*source, i, *context.classifier, context.progress);
    };
    const auto add = [&](std::size_t i, const RankSplit& rank) {
        const RankTrace& trace = source->rankTrace(i);
        ranks.add(trace, { i, std::nullopt }, rank.split, rank.count);
        for (const RankSplit::DeviceSplit& device : rank.devices)
            devices.add(trace, { i, device.device }, device.split, device.count);
        append(result.remarks, rank.remarks);
    };
    KT_TRY_DONE(forEachRankInOrder(source->rankCount(), context, measure, add));
    result.tables = tableList(ranks.take(source), devices.take(source));
    result.charts = { chartOf("ranks", kTemporalBreakdownRanksTitle, column::kRank),
        chartOf("devices", kTemporalBreakdownDevicesTitle, "rank,device") };
    return result;
}

} // namespace

TimeSplit splitTime(const RankGpuWork& work, const Progress& progress)
{
    TimeSplit split;
    MaskSweep<TimeRange> sweep = sweepOf(work, progress);
    const auto visit = [&split](int mask, TimeRange stretch) {
        const Nanoseconds length = stretch.length();
        for (std::size_t i = 0; i < kFigureCount; ++i) {
            const FigureColumn& figure = figureAt(i);
            if (!figure.isShare && figure.isPart(mask))
                split.*figure.figure = saturatingAdd(split.*figure.figure, length);
        }
    };
    sweep.run(TieOrder::EndsFirst, visit, progress);
    return split;
}

std::array<std::vector<TimeRange>, kTimePartCount> timeParts(const RankGpuWork& work, const Progress& progress)
{
    constexpr std::array<IsPart, kTimePartCount> kParts { isCompute, isCommunicationExposed, isMemoryExposed,
        isOtherExposed, isOtherSteps, isIdle };
    std::array<std::vector<TimeRange>, kTimePartCount> parts;
    MaskSweep<TimeRange> sweep = sweepOf(work, progress);
    const auto visit = [&](int mask, TimeRange stretch) {
        for (std::size_t i = 0; i < kParts.size(); ++i) {
            if (!isWindow(mask) || !kParts[i](mask))
                continue;
            if (!parts[i].empty() && parts[i].back().end == stretch.begin)
                parts[i].back().end = stretch.end;
            else
                parts[i].push_back(stretch);
        }
    };
    sweep.run(TieOrder::EndsFirst, visit, progress);
    return parts;
}

std::vector<ColumnDescriptor> temporalBreakdownColumnsOfHta()
{
    std::vector<ColumnDescriptor> all { numberColumn(column::kRank, "Rank") };
    for (const FigureColumn& figure : kHtaFigures) {
        all.push_back(columnOf(figure, false));
        all.back().type = ColumnType::Float; // hta mode computes in doubles
    }
    return all;
}

AnalysisDescriptor temporalBreakdown()
{
    return { .id = "temporal-breakdown",
        .title = "Temporal breakdown",
        .question = "How much of the GPU time is compute, exposed communication and copies, or idle?",
        .group = PanelGroup::GpuTime,
        .tables = { { "ranks", kTemporalBreakdownRanksTitle, temporalBreakdownColumns(false) },
            { "devices", kTemporalBreakdownDevicesTitle, temporalBreakdownColumns(true) } },
        .recordingOption = kGpuRecordingOption,
        .run = runTemporalBreakdown };
}

} // namespace kinetoscope
