// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/efficiency/efficiency_steps.h"

#include "core/analysis/efficiency/efficiency_column_names.h"
#include "core/analysis/efficiency/efficiency_rows.h"
#include "core/analysis/efficiency/step_mfu.h"
#include "core/analysis/scope/steps.h"
#include "core/analysis/types/column_names.h"
#include "core/analysis/types/column_places.h"
#include "core/numeric/intervals.h"
#include "core/numeric/nearest_decimal.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <utility>

namespace kinetoscope {

namespace efficiency_steps {

/// What a row of the table is about.
struct StepRowKey {
    /// A piece of work, and a bit for each StepShare that it counts in.
    struct Work {
        SliceId slice;
        std::uint8_t shares = 0;
    };
    std::size_t rank = 0;
    std::vector<Work> work;
    std::vector<SliceId> matrixOps;
    TimeRange wall;
};

} // namespace efficiency_steps

using efficiency_steps::StepRowKey;

namespace {

constexpr std::uint32_t kNoStep = 0xffff'ffffU;

/// Whose the time of a step's work is.
enum class StepShare : std::uint8_t { Formula, Matrix, NoFormula, Communication, Graph, NoOp, Unlinked };
constexpr std::size_t kStepShares = 7;

/// The figures of one step, or of all work of a rank.
struct StepSums {
    MfuSums mfu;
    TimeRange hull { kMaxTimestamp, kMinTimestamp }; ///< of its work
    std::vector<TimeRange> ranges;
    Nanoseconds sum = 0;
    std::array<Nanoseconds, kStepShares> shares {};
    Nanoseconds hostCopies = 0;
    std::vector<StepRowKey::Work> work;
    std::vector<SliceId> matrixOps;

    void reserve(std::size_t rows)
    {
        ranges.reserve(rows);
        work.reserve(rows);
    }
    void addWork(const GpuWorkRow& row, std::int64_t device)
    {
        hull = { std::min(hull.begin, row.range.begin), std::max(hull.end, row.range.end) };
        ranges.push_back(row.range);
        mfu.addDevice(device);
        sum = saturatingAdd(sum, row.range.length());
        work.push_back({ row.slice, 0 });
    }
    /// Of the work that was added last.
    void addShare(StepShare share, Nanoseconds time)
    {
        work.back().shares |= static_cast<std::uint8_t>(1U << static_cast<unsigned>(share));
        Nanoseconds& total = shares[static_cast<std::size_t>(share)];
        total = saturatingAdd(total, time);
    }
    [[nodiscard]] Nanoseconds share(StepShare which) const { return shares[static_cast<std::size_t>(which)]; }
    void addMatrixCall(const OwningCall& call, double rate)
    {
        mfu.addMatrixCall(call, rate);
        matrixOps.push_back(call.op);
    }
    /// After all work was added.
    void finish()
    {
        mfu.known = share(StepShare::Formula) - hostCopies;
        mfu.ofInterest = sum - share(StepShare::Communication) - hostCopies;
    }
};

Cell stepCell(const std::optional<double>& value)
{
    constexpr int kDecimals = 4;
    return value ? Cell { nearestDecimal(*value, kDecimals) } : Cell {};
}

ColumnDescriptor stepTime(const char* name, const char* title, const char* definition)
{
    return defined({ name, ColumnType::Duration, Unit::Microseconds, title }, definition);
}

} // namespace

std::vector<ColumnDescriptor> efficiencyStepColumns()
{
    constexpr const char* kOfWall = "% of what the peaks allow in the wall time";
    return readFirst({ column::kStep, column::kMfuPctg, "known_pctg", column::kWall, "busy", "matrix_time" },
        {
            { column::kRank, ColumnType::Int, Unit::None, "Rank" },
            { column::kStep, ColumnType::String, Unit::None, "Step" },
            { column::kDevice, ColumnType::String, Unit::None, "GPU" },
            { column::kWall, ColumnType::Duration, Unit::Microseconds, "Wall time" },
            stepTime("busy", "GPU busy", "Time in which work of the step runs"),
            defined({ "matrix_calls", ColumnType::Int, Unit::Count, "Matrix calls" },
                "Calls of matrix products, convolutions and attention"),
            defined({ "matrix_flops", ColumnType::Int, Unit::Count, "Matrix operations" },
                "Floating-point operations of matrix products, convolutions and attention"),
            stepTime("matrix_time", "Matrix time", "Kernel time of the matrix calls"),
            defined({ "tflops_per_s", ColumnType::Float, Unit::None, "TFLOP/s at work" },
                "Matrix operations over matrix time, in 10^12 a second"),
            defined({ "wall_tflops_per_s", ColumnType::Float, Unit::None, "TFLOP/s" },
                "Matrix operations over wall time, in 10^12 a second"),
            stepTime("peak_time", "Peak time", "What the matrix operations would take at the device's peaks"),
            defined({ column::kMfuPctg, ColumnType::Float, Unit::Percent, "MFU", kOfWall },
                "Model FLOPs utilization: without recomputed calls"),
            defined({ "hfu_pctg", ColumnType::Float, Unit::Percent, "HFU", kOfWall },
                "Hardware FLOPs utilization: with recomputed calls"),
            defined({ "model_mfu_pctg", ColumnType::Float, Unit::Percent, "MFU as given", kOfWall },
                "MFU of the operations that were given for a step"),
            defined({ "recompute_flops", ColumnType::Int, Unit::Count, "Recomputed" },
                "Matrix operations of the forward pass that the backward pass does again"),
            defined({ "causal_flops_left_out", ColumnType::Int, Unit::Count, "Causal left out" },
                "What causal attention would add if all pairs counted"),
            defined({ "known_pctg", ColumnType::Float, Unit::Percent, "Known", "% of the step's work" },
                "Share of the GPU work, without communication and copies to and from the host, that has a formula"),
            stepTime(column::kSum, "Sum of durations", "Sum of the durations of the step's GPU work"),
            stepTime("sum_formula", "With formula", "Work whose operations or bytes are known"),
            stepTime("sum_matrix", "Of it matrix", "Work of matrix calls"),
            stepTime("sum_no_formula", "No formula", "Work of ops whose operations and bytes are not known"),
            stepTime("sum_communication", "Communication", "Communication kernels"),
            stepTime("sum_graph", "Graphs", "Work that a CUDA graph replays: it has no op"),
            stepTime("sum_no_op", "No op", "Work that was launched outside of any op"),
            stepTime("sum_unlinked", "Unlinked", "Work whose launch is not in the file"),
        });
}

struct EfficiencySteps::Impl {
    std::shared_ptr<const ScopedGpuWork> source;
    EfficiencyStepOptions options;
    Table table { "steps", kEfficiencyStepsTitle, efficiencyStepColumns() };
    std::vector<StepRowKey> keys;

    void fill(std::size_t rank, const RankOwnedWork& work, const TracePeaks& peaks, const std::vector<Step>& steps,
        std::vector<StepSums>& sums, StepSums& all) const;
    void write(std::size_t rank, Cell step, StepSums& sums, TimeRange wall, const TracePeaks& peaks);
    [[nodiscard]] TimeRange wallOf(
        const std::vector<Step>& steps, const std::vector<StepSums>& sums, std::size_t i, const RankTrace& rank) const;
};

void EfficiencySteps::Impl::fill(std::size_t rank, const RankOwnedWork& work, const TracePeaks& peaks,
    const std::vector<Step>& steps, std::vector<StepSums>& sums, StepSums& all) const
{
    const RankTrace& trace = source->rankTrace(rank);
    const SliceTable& slices = trace.trace->slices();
    const auto holds = [&](std::size_t step, Timestamp time) {
        return steps[step].range.begin <= time && time < steps[step].range.end
            && (step + 1 == steps.size() || time < steps[step + 1].range.begin);
    };
    std::uint32_t last = kNoStep; // neighbours are mostly of one step
    const auto stepAt = [&](Timestamp traceTime) {
        if (last != kNoStep && holds(last, traceTime))
            return last;
        const auto next = std::upper_bound(steps.begin(), steps.end(), traceTime,
            [](Timestamp time, const Step& step) { return time < step.range.begin; });
        if (next == steps.begin() || traceTime >= std::prev(next)->range.end)
            return kNoStep;
        return last = static_cast<std::uint32_t>(std::prev(next) - steps.begin());
    };
    all.reserve(work.work.rows.size());
    for (std::size_t i = 0; i < work.work.rows.size(); ++i) {
        const GpuWorkRow& row = work.work.rows[i];
        const SliceId launch = slices.partner[row.slice.index()];
        const std::uint32_t step = stepAt(slices.start[(launch.isValid() ? launch : row.slice).index()]);
        for (StepSums* target : { &all, step != kNoStep ? &sums[step] : nullptr }) {
            if (!target)
                continue;
            target->addWork(row, work.deviceOfRow[i]);
            const Nanoseconds time = row.range.length();
            if (work.owners[i] != WorkOwner::Call) {
                constexpr std::array<StepShare, 5> kOfOwner { StepShare::NoFormula, StepShare::Communication,
                    StepShare::Unlinked, StepShare::Graph, StepShare::NoOp };
                target->addShare(kOfOwner[static_cast<std::size_t>(work.owners[i])], time);
                continue;
            }
            const OwningCall& call = work.calls[work.callOfRow[i]];
            target->addShare(call.figures.isKnown() ? StepShare::Formula : StepShare::NoFormula, time);
            if (call.figures.unit == FlopsUnit::Matrix)
                target->addShare(StepShare::Matrix, time);
            if (call.category == kHostCopy)
                target->hostCopies = saturatingAdd(target->hostCopies, time);
        }
    }
    for (const OwningCall& call : work.calls) {
        if (call.figures.unit != FlopsUnit::Matrix)
            continue;
        const std::uint32_t step = stepAt(trace.toTraceTime(call.launched));
        const double rate = peaks.rate(call.device, call.spec);
        all.addMatrixCall(call, rate);
        if (step != kNoStep)
            sums[step].addMatrixCall(call, rate);
    }
}

TimeRange EfficiencySteps::Impl::wallOf(
    const std::vector<Step>& steps, const std::vector<StepSums>& sums, std::size_t i, const RankTrace& rank) const
{
    if (!options.isGpuWindow)
        return { rank.toJobTime(steps[i].range.begin), rank.toJobTime(steps[i].range.end) };
    // To the first work of the next step that has some; the last one to its own end.
    for (std::size_t next = i + 1; next < sums.size(); ++next) {
        if (!sums[next].work.empty())
            return { sums[i].hull.begin, std::max(sums[i].hull.begin, sums[next].hull.begin) };
    }
    return sums[i].hull;
}

void EfficiencySteps::Impl::write(
    std::size_t rank, Cell step, StepSums& sums, TimeRange wallRange, const TracePeaks& peaks)
{
    constexpr double kGigaInTera = 1000;
    sums.finish();
    const MfuSums& mfu = sums.mfu;
    std::string devices;
    std::set<std::string_view> names;
    for (const std::int64_t device : mfu.devices)
        names.insert(peaks.deviceName(device));
    for (const std::string_view device : names)
        devices.append(devices.empty() ? "" : ", ").append(device);
    const Nanoseconds wall = wallRange.length();
    // Each device could have worked all the time.
    const double whole = static_cast<double>(wall) * static_cast<double>(std::max<std::size_t>(1, mfu.devices.size()));
    const bool hasMatrix = mfu.matrixCalls > 0;
    const auto flops = static_cast<double>(mfu.matrixFlops);
    const auto rate = [&](double time) {
        return hasMatrix && time > 0 ? std::optional(flops / time / kGigaInTera) : std::nullopt;
    };
    std::optional<double> asGiven;
    if (options.modelFlops > 0 && whole > 0) {
        const auto most = std::max_element(mfu.flopsOfSpec.begin(), mfu.flopsOfSpec.end());
        const double peak = mfu.devices.empty()
            ? 0
            : peaks.rate(mfu.devices.front(), static_cast<ComputeSpec>(most - mfu.flopsOfSpec.begin()));
        if (peak > 0)
            asGiven = 100 * static_cast<double>(options.modelFlops) / (peak * kGigaInTera * whole);
    }
    table.addRow({ source->rankNumber(rank), std::move(step), devices.empty() ? Cell {} : Cell { devices }, wall,
        totalLength(unionOf(std::move(sums.ranges))), static_cast<std::int64_t>(mfu.matrixCalls), mfu.matrixFlops,
        mfu.matrixTime, stepCell(rate(static_cast<double>(mfu.matrixTime))), stepCell(rate(static_cast<double>(wall))),
        hasMatrix && mfu.hasPeaks() ? Cell { static_cast<Nanoseconds>(std::llround(std::min(mfu.peakTime, 9e18))) }
                                    : Cell {},
        stepCell(mfu.mfuPercent(wall)), stepCell(mfu.hfuPercent(wall)), stepCell(asGiven), mfu.recomputedFlops,
        mfu.causalLeftOut, stepCell(mfu.knownPercent()), sums.sum, sums.share(StepShare::Formula),
        sums.share(StepShare::Matrix), sums.share(StepShare::NoFormula), sums.share(StepShare::Communication),
        sums.share(StepShare::Graph), sums.share(StepShare::NoOp), sums.share(StepShare::Unlinked) });
    keys.push_back({ rank, std::move(sums.work), std::move(sums.matrixOps), wallRange });
}

EfficiencySteps::EfficiencySteps(std::shared_ptr<const ScopedGpuWork> source, EfficiencyStepOptions options)
    : m_impl(std::make_unique<Impl>())
{
    m_impl->source = std::move(source);
    m_impl->options = options;
}

EfficiencySteps::~EfficiencySteps() = default;

Result<Done> EfficiencySteps::add(std::size_t rank, const RankOwnedWork& work, const TracePeaks& peaks,
    const Progress& progress, std::vector<Remark>& remarks)
{
    if (work.work.rows.empty())
        return Done {};
    const RankTrace& trace = m_impl->source->rankTrace(rank);
    Result<std::vector<Step>> found = stepsOf(*trace.trace, m_impl->source->scope(), progress.stop);
    if (!found)
        return found.error();
    std::vector<Step> steps = std::move(found).value();
    std::erase_if(
        steps, [&](const Step& step) { return trace.trace->text(step.name).starts_with("enumerate(DataLoader)"); });
    std::vector<StepSums> sums(steps.size());
    StepSums all;
    m_impl->fill(rank, work, peaks, steps, sums, all);
    if (progress.shouldStop())
        return Error::stopped();
    if (all.mfu.matrixFlops > 0 && all.mfu.flopsWithoutPeak > 0 && all.mfu.hasPeaks())
        remarks.push_back(remarkOfRank(trace, "matrix-work-without-peak",
            { KT_PHRASE("efficiency",
                  "%1 of the matrix operations are of a type whose peak is not known and are left out of MFU and HFU."),
                arg::Share { all.mfu.flopsWithoutPeak, all.mfu.matrixFlops } }));
    for (std::size_t i = 0; i < steps.size(); ++i) {
        if (!sums[i].work.empty())
            m_impl->write(rank, std::to_string(steps[i].number), sums[i], m_impl->wallOf(steps, sums, i, trace), peaks);
    }
    m_impl->write(rank, Message { KT_PHRASE("efficiency", "all") }, all, all.hull, peaks);
    return Done {};
}

Table EfficiencySteps::take()
{
    const auto place = [this](const char* name) { return m_impl->table.columnIndex(name); };
    const std::array<std::pair<std::size_t, StepShare>, 8> shares { { { place("sum_formula"), StepShare::Formula },
        { place("sum_matrix"), StepShare::Matrix }, { place("matrix_time"), StepShare::Matrix },
        { place("sum_no_formula"), StepShare::NoFormula }, { place("sum_communication"), StepShare::Communication },
        { place("sum_graph"), StepShare::Graph }, { place("sum_no_op"), StepShare::NoOp },
        { place("sum_unlinked"), StepShare::Unlinked } } };
    m_impl->table.setEvidence([source = m_impl->source, keys = std::move(m_impl->keys), wall = place(column::kWall),
                                  matrixCalls = place("matrix_calls"), shares](std::size_t row, std::size_t column) {
        const StepRowKey& key = keys[row];
        const RankTrace& rank = source->rankTrace(key.rank);
        const std::uint32_t index = source->rankIndex(key.rank);
        Selection selection;
        if (column == wall) {
            selection.intervals.push_back({ index, TrackId {}, key.wall });
            return selection;
        }
        if (column == matrixCalls) {
            for (const SliceId op : key.matrixOps)
                selection.slices.push_back({ index, op });
            return selection;
        }
        const auto share = std::ranges::find(shares, column, &std::pair<std::size_t, StepShare>::first);
        for (const StepRowKey::Work& work : key.work) {
            if (share != shares.end() && (work.shares >> static_cast<unsigned>(share->second) & 1U) == 0)
                continue;
            const TimeRange range = source->visibleRange(rank, work.slice);
            if (source->scope().range && range.length() != rank.trace->slices().duration(work.slice))
                selection.intervals.push_back({ index, rank.trace->trackOf(work.slice), range });
            else
                selection.slices.push_back({ index, work.slice });
        }
        return selection;
    });
    return std::move(m_impl->table);
}

} // namespace kinetoscope
