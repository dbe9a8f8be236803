// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/ranks/clock_alignment.h"

#include "core/analysis/collectives/summary_runs.h"
#include "core/analysis/gpu/gpu_work.h"
#include "core/analysis/ranks/measured_job.h"
#include "core/analysis/ranks/ranks_together.h"
#include "core/analysis/scope/recorded_elsewhere.h"
#include "core/analysis/types/column_names.h"
#include "core/analysis/types/columns.h"
#include "core/analysis/types/parameter_makers.h"
#include "core/base/vectors.h"
#include "core/numeric/rounding.h"

#include <algorithm>
#include <memory>

namespace kinetoscope {

namespace {

constexpr const char* kClocksTitle = "Clocks of the ranks";
constexpr const char* kMinInstances = "min-instances";
constexpr const char* kMaxDrift = "max-drift";

std::vector<ColumnDescriptor> clockColumns()
{
    return {
        numberColumn(column::kRank, "Rank"),
        numberColumn("reference", "Reference", "Rank whose clock the offset leads to"),
        numberColumn("parent", "Measured against",
            "Rank with which it shares the collectives that the measured figures come from"),
        countColumn(
            "instances", "Collectives", "Collectives that both ranks leave together; of a reference, with any rank"),
        textColumn("status", "Status", TextKind::Word,
            "aligned, in-step and reference compare with each other; of the others no clock is known"),
        difference(
            durationColumn("offset", "Offset", "What makes the reference's time of this clock; 0 where none is known")),
        difference(defined({ "drift_ppm", ColumnType::Float, Unit::None, "Drift (ppm)" },
            "How much faster the reference's clock runs, in parts in a million; 0 where none is known")),
        difference(durationColumn(
            "measured_offset", "Measured offset", "What makes the time of the rank it was measured against")),
        difference(defined({ "measured_drift_ppm", ColumnType::Float, Unit::None, "Measured drift" },
            "Against the rank it was measured against, in parts in a million")),
        durationColumn("error", "Error", "How far off a single end may be, along the way to the reference"),
        durationColumn("standard_error", "Standard error", "Of the offset, along the way to the reference"),
        durationColumn("bound_low", "Least offset",
            "Without drift the measured offset is not smaller: nobody leaves a collective before the last has come"),
        durationColumn("bound_high", "Greatest offset",
            "Without drift the measured offset is not larger: nobody leaves a collective before the last has come"),
        countColumn("impossible_before", "Impossible before",
            "Collectives that one of the two ranks left before the other came, as their clocks say"),
        countColumn("impossible_after", "Impossible after", "The same with the measured clock"),
    };
}

Cell rankCell(const TraceSet& traces, std::optional<std::uint32_t> rank)
{
    return rank ? Cell(traces.ranks()[*rank].rank) : Cell();
}

std::vector<Cell> rowOfClock(const TraceSet& traces, std::uint32_t rank, const RankClock& clock)
{
    const auto ppm = [](const ClockMap& map) { return Cell(roundHalfEven(map.drift.partsPerMillion(), 3)); };
    const bool isMeasured = clock.parent.has_value();
    const ClockFit& fit = clock.measured;
    const auto measured = [isMeasured](const Cell& cell) { return isMeasured ? cell : Cell(); };
    return { traces.ranks()[rank].rank, rankCell(traces, clock.reference), rankCell(traces, clock.parent),
        static_cast<std::int64_t>(clock.instances), std::string(toString(clock.status)), clock.applied.offset,
        ppm(clock.applied), measured(fit.map.offset), measured(ppm(fit.map)), measured(clock.error),
        measured(clock.standardError), measured(fit.boundLow), measured(fit.boundHigh),
        static_cast<std::int64_t>(fit.impossibleBefore), static_cast<std::int64_t>(fit.impossibleAfter) };
}

/// The rank's own runs, and but for their number those of the rank it was measured against.
Selection evidenceOf(const TraceSet& traces, const MeasuredJob& measured, std::uint32_t rank, bool isCount)
{
    Selection selection;
    const RankClock& clock = measured.clocks->ranks[rank];
    const CollectiveMatching& matching = *measured.matching;
    for (const std::uint32_t instance : clock.evidence) {
        for (const std::uint32_t run : matching.instances[instance].runs) {
            const CommunicationRun& each = matching.runs[run];
            if (each.rank == rank || (!isCount && clock.parent == each.rank))
                addRun(selection, traces, each);
        }
    }
    return selection;
}

Table clocksTable(const AnalysisInput& input, const MeasuredJob& measured)
{
    const TraceSet& traces = *input.traces;
    const std::vector<RankClock>& clocks = measured.clocks->ranks;
    Table table("clocks", kClocksTitle, clockColumns());
    std::vector<std::uint32_t> rows; // the rank of each
    for (std::uint32_t rank = 0; rank < clocks.size(); ++rank) {
        if (!isChosen(input.scope.ranks, traces.ranks()[rank].rank))
            continue;
        table.addRow(rowOfClock(traces, rank, clocks[rank]));
        rows.push_back(rank);
    }
    const std::size_t count = table.columnIndex("instances");
    table.setEvidence([traces = input.traces, measured, rows = std::move(rows), count](std::size_t row,
                          std::size_t column) { return evidenceOf(*traces, measured, rows[row], column == count); });
    return table;
}

Result<AnalysisResult> runClockAlignment(
    AnalysisInputs inputs, const Parameters& parameters, const AnalysisContext& context)
{
    const AnalysisInput& input = inputs[0];
    KT_TRY(
        MeasuredJob measured, measuredJob(input, *context.classifier, clockLimitsFrom(parameters), context.progress));
    const RanTogether together = ranTogether(input);
    const bool areTogether = together == RanTogether::Yes;
    if (!areTogether)
        measured.clocks = unknownClocks(*input.traces);
    const std::shared_ptr<const CollectiveMatching>& matching = measured.matching;
    const std::shared_ptr<const RankClocks>& clocks = measured.clocks;
    AnalysisResult result;
    if (areTogether) {
        result.remarks = matching->remarks;
        append(result.remarks, clocks->remarks);
    }
    const bool isAnyMeasured =
        std::ranges::any_of(clocks->ranks, [](const RankClock& clock) { return clock.parent.has_value(); });
    if (!areTogether && !matching->runs.empty())
        result.remarks.push_back(notTogether(together, input, "no-collectives",
            { KT_PHRASE("clock-alignment",
                "Several of the traces are recordings of one rank, so not all ran together: nothing here tells how "
                "their clocks differ. The ranks of one recording alone, opened or chosen, do.") }));
    else if (!isAnyMeasured && (!matching->runs.empty() || isPartOfRecording(*input.traces, input.scope.ranks)))
        result.remarks.push_back({ "no-collectives",
            { KT_PHRASE("clock-alignment",
                "No collective that all ranks leave together was found on two ranks or more: nothing tells how their "
                "clocks differ. It takes the traces of several ranks, opened together; send and receive do not "
                "tell.") } });
    else if (!isAnyMeasured && hasGpuWork(*input.traces))
        result.remarks.push_back({ "no-collectives",
            { KT_PHRASE("clock-alignment",
                "No communication kernel is in this scope, though GPU work was recorded: nothing tells how the clocks "
                "of "
                "ranks differ.") } });
    else if (!isAnyMeasured)
        result.remarks.push_back({ "no-collectives",
            { KT_PHRASE("clock-alignment",
                  "No collective that all ranks leave together was found on two ranks or more: nothing tells how their "
                  "clocks differ. Record every rank of the job, with %1."),
                arg::Text { kGpuRecordingOption } } });
    for (std::uint32_t rank = 0; rank < clocks->ranks.size(); ++rank) {
        const RankClock& clock = clocks->ranks[rank];
        if (clock.status == ClockStatus::DriftImplausible)
            result.remarks.push_back(remarkOfRank(input.traces->ranks()[rank], "drift-implausible",
                { KT_PHRASE("clock-alignment",
                      "Its times run %1 parts in a million apart from those of rank %2: more than clocks do. Nothing "
                      "is put in its place."),
                    arg::Decimal { clock.measured.map.drift.partsPerMillion(), 0 },
                    arg::Number { input.traces->ranks()[*clock.parent].rank } }));
    }
    result.tables.push_back(clocksTable(input, measured));
    return result;
}

} // namespace

std::vector<ParameterDescriptor> clockParameters()
{
    return { countParameter(kMinInstances, "Least collectives",
                 "Collectives that a rank must share with another before its clock counts", 3, { 1.0, 1e9 }),
        numberParameter(kMaxDrift, "Greatest drift", "Parts in a million; times that drift further count as no clock",
            200.0, { 0.0, 1e9 }) };
}

ClockLimits clockLimitsFrom(const Parameters& parameters)
{
    return { static_cast<std::size_t>(parameters.integer(kMinInstances)), parameters.number(kMaxDrift) };
}

AnalysisDescriptor clockAlignment()
{
    return { .id = "clock-alignment",
        .title = "Clock alignment",
        .question = "How far do the clocks of the ranks differ?",
        .group = PanelGroup::Communication,
        .parameters = clockParameters(),
        .tables = { { "clocks", kClocksTitle, clockColumns() } },
        .recordingOption = "one trace per rank, activities=[ProfilerActivity.CPU, ProfilerActivity.CUDA]",
        .readsSummaries = true,
        .run = runClockAlignment };
}

} // namespace kinetoscope
