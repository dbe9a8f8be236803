// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/efficiency/efficiency_steps.h"

#include "core/analysis/efficiency/efficiency_column_names.h"
#include "core/analysis/efficiency/step_mfu.h"
#include "core/analysis/scope/steps.h"
#include "core/analysis/types/column_names.h"
#include "core/analysis/types/columns.h"
#include "core/base/text.h"
#include "core/numeric/intervals.h"
#include "core/numeric/nearest_decimal.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <utility>

namespace kinetoscope {

namespace {

/// Whose the time of a step's work is.
enum class StepShare : std::uint8_t { Formula, Matrix, NoFormula, Communication, Graph, NoOp, Unlinked };
constexpr std::size_t kStepShares = 7;
constexpr std::uint32_t kAllWork = EfficiencyEvidence::kNoStep; ///< number of the row of all work

constexpr unsigned stepBit(StepShare share)
{
    return 1U << static_cast<unsigned>(share);
}

unsigned stepBitsOf(const RankOwnedWork& work, std::size_t row)
{
    switch (work.owners[row]) {
    case WorkOwner::Call: {
        const Figures& figures = work.calls[work.callOfRow[row]].figures();
        return stepBit(figures.isKnown() ? StepShare::Formula : StepShare::NoFormula)
            | (figures.unit == FlopsUnit::Matrix ? stepBit(StepShare::Matrix) : 0U);
    }
    case WorkOwner::Communication:
        return stepBit(StepShare::Communication);
    case WorkOwner::Unlinked:
        return stepBit(StepShare::Unlinked);
    case WorkOwner::Graph:
        return stepBit(StepShare::Graph);
    case WorkOwner::NoOp:
        return stepBit(StepShare::NoOp);
    }
    return 0;
}

/// Which step a time is in; neighbours are mostly of one.
class StepFinder {
public:
    explicit StepFinder(const std::vector<Step>& steps)
        : m_steps(steps)
    {
    }
    /// Position of the step, or EfficiencyEvidence::kNoStep.
    [[nodiscard]] std::uint32_t at(Timestamp traceTime)
    {
        if (m_last != EfficiencyEvidence::kNoStep && holds(m_last, traceTime))
            return m_last;
        const Step* const step = stepAt(m_steps, traceTime);
        if (!step)
            return EfficiencyEvidence::kNoStep;
        return m_last = static_cast<std::uint32_t>(step - m_steps.data());
    }

private:
    [[nodiscard]] bool holds(std::size_t step, Timestamp time) const
    {
        return m_steps[step].range.begin <= time && time < m_steps[step].range.end
            && (step + 1 == m_steps.size() || time < m_steps[step + 1].range.begin);
    }

    const std::vector<Step>& m_steps;
    std::uint32_t m_last = EfficiencyEvidence::kNoStep;
};

Cell stepCell(const std::optional<double>& value)
{
    constexpr int kDecimals = 4;
    return value ? Cell { nearestDecimal(*value, kDecimals) } : Cell {};
}

/// Time in which any work runs. One stream, as mostly, needs no copy of all its ranges.
Nanoseconds busyTimeOf(const RankGpuWork& work, const Progress& progress)
{
    if (work.streams.size() != 1)
        return totalLength(unionWhere(
            work, [](const GpuWorkRow&) { return true; }, progress));
    Nanoseconds busy = 0;
    Timestamp reached = kMinTimestamp;
    for (const GpuWorkRow& row : work.rows) {
        busy = saturatingAdd(busy, TimeRange { std::max(row.range.begin, reached), row.range.end }.length());
        reached = std::max(reached, row.range.end);
    }
    return busy;
}

} // namespace

std::vector<ColumnDescriptor> efficiencyStepColumns()
{
    constexpr const char* kOfWall = "% of what the peaks allow in the wall time";
    return readFirst({ column::kStep, column::kMfuPctg, "known_pctg", column::kWall, "busy", "matrix_time" },
        {
            numberColumn(column::kRank, "Rank"),
            textColumn(column::kStep, "Step"),
            textColumn(column::kDevice, "GPU"),
            durationColumn(column::kWall, "Window", "From where to where a step counts, as the parameters say"),
            durationColumn("busy", "GPU busy", "Time in which work of the step runs"),
            countColumn("matrix_calls", "Matrix calls", "Calls of matrix products, convolutions and attention"),
            countColumn("matrix_flops", "Matrix operations",
                "Floating-point operations of matrix products, convolutions and attention"),
            durationColumn("matrix_time", "Matrix time", "Kernel time of the matrix calls"),
            defined({ "tflops_per_s", ColumnType::Float, Unit::None, "TFLOP/s at work" },
                "Matrix operations over matrix time, in 10^12 a second"),
            defined({ "wall_tflops_per_s", ColumnType::Float, Unit::None, "TFLOP/s" },
                "Matrix operations over wall time, in 10^12 a second"),
            durationColumn("peak_time", "Peak time", "What the matrix operations would take at the device's peaks"),
            percentColumn(column::kMfuPctg, "MFU", kOfWall, "Model FLOPs utilization: without recomputed calls"),
            percentColumn("hfu_pctg", "HFU", kOfWall, "Hardware FLOPs utilization: with recomputed calls"),
            percentColumn(
                "model_mfu_pctg", "MFU as given", kOfWall, "MFU of the operations that were given for a step"),
            countColumn("recompute_flops", "Recomputed",
                "Matrix operations of the forward pass that the backward pass does again"),
            countColumn(
                "causal_flops_left_out", "Causal left out", "What causal attention would add if all pairs counted"),
            percentColumn("known_pctg", "Known", "% of the step's work",
                "Share of the GPU work, without communication and copies to and from the host, that has a formula"),
            durationColumn(column::kSum, "Sum of durations", "Sum of the durations of the step's GPU work"),
            durationColumn("sum_formula", "With formula", "Work whose operations or bytes are known"),
            durationColumn("sum_matrix", "Of it matrix", "Work of matrix calls"),
            durationColumn("sum_no_formula", "No formula", "Work of ops whose operations and bytes are not known"),
            durationColumn("sum_communication", "Communication", "Communication kernels"),
            durationColumn("sum_graph", "Graphs", "Work that a CUDA graph replays: it has no op"),
            durationColumn("sum_no_op", "No op", "Work that was launched outside of any op"),
            durationColumn("sum_unlinked", "Unlinked", "Work whose launch is not in the file"),
        });
}

/// The figures of one step, or of all work of a rank.
struct EfficiencySteps::Sums {
    MfuSums mfu;
    TimeRange hull { kMaxTimestamp, kMinTimestamp }; ///< of its work
    std::size_t works = 0;
    Nanoseconds busy = 0;
    Nanoseconds sum = 0;
    std::array<Nanoseconds, kStepShares> shares {};
    Nanoseconds hostCopies = 0;

    /// @param bits  stepBit() of each StepShare that the work counts in.
    void addWork(const TimeRange& range, std::int64_t device, unsigned bits, bool isHostCopy)
    {
        const Nanoseconds time = range.length();
        hull = { std::min(hull.begin, range.begin), std::max(hull.end, range.end) };
        mfu.addDevice(device);
        ++works;
        sum = saturatingAdd(sum, time);
        for (std::size_t i = 0; i < kStepShares; ++i)
            shares[i] = saturatingAdd(shares[i], (bits >> i & 1U) != 0 ? time : 0);
        hostCopies = saturatingAdd(hostCopies, isHostCopy ? time : 0);
    }
    /// Adds the work, not the matrix calls, of others.
    void addWorkOf(const Sums& others)
    {
        hull = { std::min(hull.begin, others.hull.begin), std::max(hull.end, others.hull.end) };
        for (const std::int64_t device : others.mfu.devices)
            mfu.addDevice(device);
        works += others.works;
        sum = saturatingAdd(sum, others.sum);
        for (std::size_t i = 0; i < kStepShares; ++i)
            shares[i] = saturatingAdd(shares[i], others.shares[i]);
        hostCopies = saturatingAdd(hostCopies, others.hostCopies);
    }
    [[nodiscard]] Nanoseconds share(StepShare which) const { return shares[static_cast<std::size_t>(which)]; }
    /// After all work was added.
    void finish()
    {
        mfu.known = share(StepShare::Formula) - hostCopies;
        mfu.ofInterest = sum - share(StepShare::Communication) - hostCopies;
    }
};

void EfficiencySteps::addBusy(
    const EfficiencyInput& input, const EfficiencyEvidence& evidence, std::vector<Sums>& sums, Sums& all)
{
    const std::vector<GpuWorkRow>& work = input.work.work.rows;
    all.busy = busyTimeOf(input.work.work, input.progress);
    std::vector<std::size_t> next(sums.size() + 1, 0); // where the next work of a step goes
    for (std::size_t step = 0; step < sums.size(); ++step)
        next[step + 1] = next[step] + sums[step].works;
    std::vector<std::uint32_t> byStep(next.back());
    for (std::uint32_t i = 0; i < work.size(); ++i) {
        if (evidence.stepOfWork[i] != EfficiencyEvidence::kNoStep)
            byStep[next[evidence.stepOfWork[i]]++] = i;
    }
    std::vector<TimeRange> ranges;
    for (std::size_t step = 0; step < sums.size() && !input.progress.shouldStop(); ++step) {
        ranges.clear();
        for (std::size_t i = next[step] - sums[step].works; i < next[step]; ++i)
            ranges.push_back(work[byStep[i]].range);
        ranges = unionOf(std::move(ranges), input.progress);
        sums[step].busy = totalLength(ranges);
    }
}

bool EfficiencySteps::fill(const EfficiencyInput& input, const std::vector<Step>& steps, std::vector<Sums>& sums,
    Sums& all, EfficiencyEvidence& evidence) const
{
    const RankTrace& trace = m_source->rankTrace(input.rank);
    const SliceTable& slices = trace.trace->slices();
    const RankOwnedWork& work = input.work;
    StepFinder finder(steps);
    StopCheck check(input.progress);
    evidence.stepOfWork.reserve(work.work.rows.size());
    evidence.sharesOfWork.reserve(work.work.rows.size());
    for (const GpuStream& stream : work.work.streams) {
        for (std::size_t i = stream.firstRow; i < stream.firstRow + stream.rowCount; ++i) {
            if (check.after(1))
                return false;
            const GpuWorkRow& row = work.work.rows[i];
            const SliceId launch = slices.partner[row.slice.index()];
            const std::uint32_t step = finder.at(slices.start[(launch.isValid() ? launch : row.slice).index()]);
            const unsigned bits = stepBitsOf(work, i);
            const bool isHostCopy =
                work.owners[i] == WorkOwner::Call && work.calls[work.callOfRow[i]].category() == kHostCopy;
            // What is outside of all steps is in `all` alone; the steps follow.
            Sums& of = step != EfficiencyEvidence::kNoStep ? sums[step] : all;
            of.addWork(row.range, stream.device, bits, isHostCopy);
            evidence.stepOfWork.push_back(step);
            evidence.sharesOfWork.push_back(static_cast<std::uint8_t>(bits));
        }
    }
    for (const Sums& step : sums)
        all.addWorkOf(step);
    evidence.stepOfMatrixCall.reserve(work.calls.size());
    for (const OwningCall& call : work.calls) {
        if (check.after(1))
            return false;
        if (call.figures().unit != FlopsUnit::Matrix) {
            evidence.stepOfMatrixCall.push_back(EfficiencyEvidence::kNoMatrix);
            continue;
        }
        const std::uint32_t step = finder.at(slices.start[call.launch.index()]);
        const double rate = input.rooflines.peaks().rate(call.device(), call.spec());
        all.mfu.addMatrixCall(call, rate);
        if (step != EfficiencyEvidence::kNoStep)
            sums[step].mfu.addMatrixCall(call, rate);
        evidence.stepOfMatrixCall.push_back(step);
    }
    addBusy(input, evidence, sums, all);
    return !input.progress.shouldStop();
}

TimeRange EfficiencySteps::wallOf(
    const std::vector<Step>& steps, const std::vector<Sums>& sums, std::size_t i, const RankTrace& rank) const
{
    if (!m_options.isGpuWindow) {
        const TimeRange step = rank.toJobTime(steps[i].range);
        return m_source->scope().range ? step.clippedTo(*m_source->scope().range) : step; // as its work is
    }
    // To the first work of the next step that has some; the last one to its own end.
    for (std::size_t next = i + 1; next < sums.size(); ++next) {
        if (sums[next].works > 0)
            return { sums[i].hull.begin, std::max(sums[i].hull.begin, sums[next].hull.begin) };
    }
    return sums[i].hull;
}

void EfficiencySteps::write(const EfficiencyInput& input, Cell step, Sums& sums, TimeRange wallRange)
{
    const TracePeaks& peaks = input.rooflines.peaks();
    constexpr double kGigaInTera = 1000;
    sums.finish();
    const MfuSums& mfu = sums.mfu;
    std::set<std::string_view> names;
    for (const std::int64_t device : mfu.devices)
        names.insert(peaks.deviceName(device));
    const std::string devices = joined(names, ", ");
    const Nanoseconds wall = wallRange.length();
    // Each device could have worked all the time.
    const double whole = static_cast<double>(wall) * static_cast<double>(std::max<std::size_t>(1, mfu.devices.size()));
    const bool hasMatrix = mfu.matrixCalls > 0;
    const auto flops = static_cast<double>(mfu.matrixFlops);
    const auto rate = [&](double time) {
        return hasMatrix && time > 0 ? std::optional(flops / time / kGigaInTera) : std::nullopt;
    };
    std::optional<double> asGiven;
    if (m_options.modelFlops > 0 && whole > 0) {
        const auto most = std::ranges::max_element(mfu.flopsOfSpec);
        const double peak = mfu.devices.empty()
            ? 0
            : peaks.rate(mfu.devices.front(), static_cast<ComputeSpec>(most - mfu.flopsOfSpec.begin()));
        if (peak > 0)
            asGiven = 100 * static_cast<double>(m_options.modelFlops) / (peak * kGigaInTera * whole);
    }
    m_table.addRow({ m_source->rankNumber(input.rank), std::move(step), devices.empty() ? Cell {} : Cell { devices },
        wall, sums.busy, static_cast<std::int64_t>(mfu.matrixCalls), mfu.matrixFlops, mfu.matrixTime,
        stepCell(rate(static_cast<double>(mfu.matrixTime))), stepCell(rate(static_cast<double>(wall))),
        hasMatrix && mfu.hasPeaks() ? Cell { static_cast<Nanoseconds>(std::llround(std::min(mfu.peakTime, 9e18))) }
                                    : Cell {},
        stepCell(mfu.mfuPercent(wall)), stepCell(mfu.hfuPercent(wall)), stepCell(asGiven), mfu.recomputedFlops,
        mfu.causalLeftOut, stepCell(mfu.knownPercent()), sums.sum, sums.share(StepShare::Formula),
        sums.share(StepShare::Matrix), sums.share(StepShare::NoFormula), sums.share(StepShare::Communication),
        sums.share(StepShare::Graph), sums.share(StepShare::NoOp), sums.share(StepShare::Unlinked) });
}

Result<Done> EfficiencySteps::add(
    const EfficiencyInput& input, const std::shared_ptr<EfficiencyEvidence>& evidence, std::vector<Remark>& remarks)
{
    if (input.work.work.rows.empty())
        return Done {};
    const RankTrace& trace = m_source->rankTrace(input.rank);
    KT_TRY(std::vector<Step> steps, stepsOf(*trace.trace, m_source->scope(), input.progress.stop));
    std::erase_if(
        steps, [&](const Step& step) { return trace.trace->text(step.name).starts_with("enumerate(DataLoader)"); });
    std::vector<Sums> sums(steps.size());
    Sums all;
    if (!fill(input, steps, sums, all, *evidence))
        return Error::stopped();
    if (all.mfu.matrixFlops > 0 && all.mfu.flopsWithoutPeak > 0 && all.mfu.hasPeaks())
        remarks.push_back(remarkOfRank(trace, "matrix-work-without-peak",
            { KT_PHRASE("efficiency",
                  "%1 of the matrix operations are of a type whose peak is not known and are left out of MFU and HFU."),
                arg::Share { all.mfu.flopsWithoutPeak, all.mfu.matrixFlops } }));
    StepsLeftEarly leftEarly;
    for (std::uint32_t i = 0; i < steps.size(); ++i) {
        if (sums[i].works == 0)
            continue;
        const TimeRange wall = wallOf(steps, sums, i, trace);
        write(input, std::to_string(steps[i].number), sums[i], wall);
        if (!m_options.isGpuWindow && sums[i].mfu.mfuPercent(wall.length()))
            leftEarly.add(wall.length(), sums[i].busy);
        m_rows.push_back({ { evidence, i }, wall });
    }
    leftEarly.addRemark(trace, remarks);
    write(input, Message { KT_PHRASE("efficiency", "all") }, all, all.hull);
    m_rows.push_back({ { evidence, kAllWork }, all.hull });
    return Done {};
}

Table EfficiencySteps::take()
{
    const auto place = [this](const char* name) { return m_table.columnIndex(name); };
    const std::array<std::pair<std::size_t, StepShare>, 8> shares { { { place("sum_formula"), StepShare::Formula },
        { place("sum_matrix"), StepShare::Matrix }, { place("matrix_time"), StepShare::Matrix },
        { place("sum_no_formula"), StepShare::NoFormula }, { place("sum_communication"), StepShare::Communication },
        { place("sum_graph"), StepShare::Graph }, { place("sum_no_op"), StepShare::NoOp },
        { place("sum_unlinked"), StepShare::Unlinked } } };
    m_table.setEvidence([source = m_source, rows = std::move(m_rows), wall = place(column::kWall),
                            matrixCalls = place("matrix_calls"), shares](std::size_t at, std::size_t column) {
        const EfficiencyEvidence& evidence = *rows[at].row.evidence;
        const std::uint32_t step = rows[at].row.number;
        if (column == wall)
            return intervalOfRank(source->rankIndex(evidence.rank), rows[at].wall);
        if (column == matrixCalls)
            return evidence.selectOps(*source, evidence.opsOf([&](std::size_t call) {
                const std::uint32_t of = evidence.stepOfMatrixCall[call];
                return of != EfficiencyEvidence::kNoMatrix && (step == kAllWork || of == step);
            }));
        const auto share = std::ranges::find(shares, column, &std::pair<std::size_t, StepShare>::first);
        const unsigned wanted = share != shares.end() ? stepBit(share->second) : 0;
        return evidence.select(*source, evidence.workAt([&](std::size_t position) {
            return (step == kAllWork || evidence.stepOfWork[position] == step)
                && (wanted == 0 || (evidence.sharesOfWork[position] & wanted) != 0);
        }));
    });
    return std::move(m_table);
}

} // namespace kinetoscope
