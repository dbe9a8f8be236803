// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/summaries/summary_maker.h"

#include "core/analysis/collectives/communication_runs.h"
#include "core/analysis/collectives/summary_runs.h"
#include "core/analysis/gpu/breakdown/step_breakdown.h"
#include "core/analysis/health/trace_health.h"
#include "core/analysis/names/classification.h"
#include "core/analysis/ranks/first_event.h"
#include "core/analysis/ranks/lead_divider.h"
#include "core/analysis/run_analysis.h"
#include "core/analysis/types/column_names.h"
#include "core/analysis/waterfall/side_windows.h"
#include "core/catalog/analyses.h"
#include "core/model/work_range.h"
#include "core/numeric/covered_time.h"
#include "core/numeric/intervals.h"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

namespace kinetoscope {

namespace {

class SummaryMaker {
public:
    SummaryMaker(const std::shared_ptr<const TraceSet>& traces, std::uint32_t rank, const SummaryOptions& options,
        const AnalysisContext& context)
        : m_input({ traces, {}, context.progress.stop })
        , m_place(rank)
        , m_rank(traces->ranks()[rank])
        , m_trace(*m_rank.trace)
        , m_options(options)
        , m_context(context)
    {
        m_input.scope.ranks = { m_rank.rank };
    }

    Result<RankSummary> make()
    {
        using Take = Result<Done> (SummaryMaker::*)();
        takeMeta();
        for (const Take take : { &SummaryMaker::takeWork, &SummaryMaker::takeRuns, &SummaryMaker::takeSteps,
                 &SummaryMaker::takeKernels, &SummaryMaker::takeHealth }) {
            KT_TRY_DONE((this->*take)());
            KT_TRY_DONE(m_context.progress.carryOn());
        }
        return std::move(m_summary);
    }

private:
    void takeMeta()
    {
        SummaryMeta& meta = m_summary.meta;
        const TraceMetadata& metadata = m_trace.metadata();
        meta.version = KINETOSCOPE_VERSION;
        meta.rank = metadata.rank;
        meta.worldSize = metadata.worldSize;
        meta.device = metadata.devices.empty() ? std::string() : metadata.devices.front().name;
        meta.baseTime = metadata.baseTimeNanoseconds;
        meta.resolution = m_trace.report().hasFractionalTimes ? 1 : 1'000;
        const TimeRange span = spanOfEvents(m_trace);
        meta.first = span.begin;
        meta.last = span.end;
        meta.range = m_trace.range();
        meta.coreRange = m_trace.coreRange();
        meta.workRange = workRangeOf(m_trace);
        meta.events = m_trace.report().events;
        meta.kernelDelay = m_options.kernelDelay;
        meta.kernelShare = m_options.kernelShare;
        meta.rulesCrc = m_context.classifier->rulesCrc();
        meta.stepPattern = m_trace.stepPattern();
    }

    Result<Done> takeWork()
    {
        KT_TRY(const auto source, ScopedGpuWork::create(m_input, *m_context.classifier));
        KT_TRY(m_work, source->rank(0, m_context.progress));
        m_summary.meta.gpuWork = m_work.rows.size();
        m_summary.meta.gpuSpan = hullOf(m_work.rows).length();
        m_communication = unionWhere(
            m_work, [](const GpuWorkRow& row) { return row.type == KernelType::Communication; }, m_context.progress);
        m_compute = unionWhere(
            m_work, [](const GpuWorkRow& row) { return row.type == KernelType::Computation; }, m_context.progress);
        return Done {};
    }

    [[nodiscard]] TimeRange jobRange(const CommunicationRun& run) const
    {
        return { m_rank.toJobTime(run.range.begin), m_rank.toJobTime(run.range.end) };
    }

    Result<Done> takeRuns()
    {
        KT_TRY(RankRuns found, communicationRuns(*m_input.traces, m_place, *m_context.classifier, m_context.progress));
        for (const NamedGroup& group : found.groups)
            m_summary.groups.push_back({ group.name, group.description, group.ranks, group.size });
        if (found.runs.empty())
            return Done {};
        std::vector<LeadRun> leadRuns;
        TimeRange hull { m_rank.toJobTime(m_summary.meta.first), kMinTimestamp };
        for (const CommunicationRun& run : found.runs) {
            leadRuns.push_back(
                { .range = jobRange(run), .group = run.group, .isHost = run.stream() == Track::kNoStream });
            hull.end = std::max(hull.end, leadRuns.back().range.end);
        }
        AnalysisInput around = m_input;
        around.scope.range = hull;
        KT_TRY(const auto idleSource, ScopedIdle::create(around, *m_context.classifier, m_options.kernelDelay));
        KT_TRY(const RankIdle idle, idleSource->rank(0, m_context.progress));
        std::vector<TimeRange> window { hull };
        m_work.window.swap(window);
        const RankTimes times(m_work, idle, hostRunsOf(RunsByTime(std::move(leadRuns))), m_context.progress);
        m_work.window.swap(window);
        SummaryParts last {};
        for (const CommunicationRun& run : found.runs) {
            const SummaryParts before = times.within({ hull.begin, jobRange(run).begin });
            SummaryParts less = before;
            for (std::size_t part = 0; part < less.size(); ++part)
                less[part] -= last[part];
            last = before;
            addRunOf(run, less);
        }
        const bool hasSequences = std::ranges::any_of(
            m_summary.sequences, [](std::int64_t sequence) { return sequence != RankSummary::kNoSequence; });
        if (!hasSequences)
            m_summary.sequences.clear();
        return Done {};
    }

    void addRunOf(const CommunicationRun& from, const SummaryParts& beforeLessLast)
    {
        SummaryRun run { .start = from.range.begin, .duration = from.range.length(), .shape = shapeOf(from) };
        if (from.step) {
            const auto [known, isNew] =
                m_stepPlaces.try_emplace(*from.step, static_cast<std::uint32_t>(m_summary.stepNumbers.size()));
            if (isNew)
                m_summary.stepNumbers.push_back(*from.step);
            run.step = known->second;
        }
        run.event = m_trace.slices().eventIndex[from.slice.index()];
        if (from.commsId)
            run.commsId = m_summary.names.intern(*from.commsId);
        run.blob = static_cast<std::uint32_t>(m_summary.blobs.size());
        std::vector<TimeRange> under;
        const TimeRange range = jobRange(from);
        auto at = std::ranges::partition_point(
            m_compute, [&range](const TimeRange& compute) { return compute.end <= range.begin; });
        for (; at != m_compute.end() && at->begin < range.end; ++at) {
            const TimeRange inside = at->clippedTo(range);
            if (!inside.isEmpty())
                under.push_back({ m_rank.toTraceTime(inside.begin), m_rank.toTraceTime(inside.end) });
        }
        appendRunBlob(m_summary.blobs, run, under, beforeLessLast);
        m_summary.sequences.push_back(from.sequence.value_or(RankSummary::kNoSequence));
        m_summary.runs.push_back(run);
    }

    std::uint32_t shapeOf(const CommunicationRun& run)
    {
        SummaryRunShape shape { .group = run.group,
            .kind = summaryKindOf(run.kind),
            .isKindByName = run.isKindByName,
            .part = run.part,
            .stream = run.stream() };
        shape.elements = run.shape->elements;
        shape.peer = run.shape->peer;
        shape.sent = run.message().in;
        shape.received = run.message().out;
        shape.areAmountsOwn = hasOwnAmounts(run.message());
        shape.name = m_summary.names.intern(m_trace.name(run.slice));
        if (run.stream() < Track::kNoStream)
            shape.streamText = m_summary.names.intern(m_trace.streamText(run.stream()));
        const auto [known, isNew] = m_shapes.try_emplace(shape, static_cast<std::uint32_t>(m_summary.shapes.size()));
        if (isNew)
            m_summary.shapes.push_back(shape);
        return known->second;
    }

    Result<Done> takeSteps()
    {
        KT_TRY(const auto source, ScopedSteps::create(m_input, *m_context.classifier, m_options.kernelDelay));
        KT_TRY(const RankSteps steps, source->rank(0, m_context.progress));
        const CoveredTime communication(m_communication);
        for (const StepTimes& from : steps.steps) {
            SummaryStep& step = m_summary.steps.emplace_back();
            step.number = from.step.number;
            step.name = m_summary.names.intern(m_trace.text(from.step.name));
            step.range = { m_rank.toTraceTime(from.step.range.begin), m_rank.toTraceTime(from.step.range.end) };
            if (!steps.hasGpuWork)
                continue;
            std::ranges::copy(from.busy, step.parts.begin());
            std::ranges::copy(from.idle, step.parts.begin() + static_cast<std::ptrdiff_t>(kBusyPartCount));
            step.communication = communication.within(from.wall);
            step.launched = static_cast<std::int64_t>(from.launched);
            step.launchedBusy = from.launchedBusy;
            step.launchedSpan = from.launched > 0 ? from.span.length() : 0;
            step.endLag = from.launched > 0 ? from.endLag : 0;
        }
        return Done {};
    }

    Result<Done> takeKernels()
    {
        if (m_summary.steps.empty() || m_work.rows.empty())
            return Done {};
        KT_TRY(const auto windows, SideWindows::create(m_input, true, m_options.kernelDelay, m_context));
        std::size_t step = 0;
        for (const SideWindow& window : windows->windows()) {
            while (step < m_summary.steps.size() && !isStepOf(window, m_summary.steps[step]))
                ++step;
            if (step == m_summary.steps.size())
                break;
            KT_TRY(const NameTimes names, windows->namesIn(window, false, m_context.progress));
            addKernels(static_cast<std::uint32_t>(step++), window, names);
        }
        return Done {};
    }

    [[nodiscard]] bool isStepOf(const SideWindow& window, const SummaryStep& step) const
    {
        return window.step == step.number && window.range.begin == m_rank.toJobTime(step.range.begin);
    }

    void addKernels(std::uint32_t step, const SideWindow& window, const NameTimes& names)
    {
        std::map<std::size_t, SummaryKernel> rest; // by part
        const double least = m_options.kernelShare * static_cast<double>(window.range.length());
        for (const auto& [key, time] : names) {
            const auto part = static_cast<std::uint8_t>(key.first);
            if (static_cast<double>(time.time) < least) {
                SummaryKernel& sum = rest[key.first];
                sum.step = step;
                sum.part = part;
                sum.calls += time.calls;
                sum.time += time.time;
                continue;
            }
            m_summary.kernels.push_back({ step, part, m_summary.names.intern(key.second), time.calls, time.time });
        }
        for (const auto& [part, kernel] : rest)
            m_summary.kernels.push_back(kernel);
    }

    Result<Done> takeHealth()
    {
        const AnalysisInput input = m_input;
        KT_TRY(const AnalysisResult result,
            runAnalysis(*findAnalysis(kHealthAnalysis), std::span(&input, 1), {}, Mode::Exact, m_context));
        const Table& table = result.tables.front();
        const std::size_t severity = table.columnIndex(column::kSeverity);
        const std::size_t check = table.columnIndex("check");
        const std::size_t sentence = table.columnIndex(column::kFinding);
        const std::size_t count = table.columnIndex(column::kCount);
        const std::size_t rank = table.columnIndex(column::kRank);
        for (std::size_t row = 0; row < table.rowCount(); ++row) {
            if (table.isMissing(row, rank))
                continue; // about the job, of which this is one rank
            const Cell counted = table.cell(row, count);
            const auto* number = std::get_if<std::int64_t>(&counted);
            m_summary.health.push_back({ std::string(table.text(row, check)), number != nullptr ? *number : 0,
                std::string(table.text(row, severity)), std::string(table.text(row, sentence)) });
        }
        return Done {};
    }

    AnalysisInput m_input;
    std::uint32_t m_place;
    const RankTrace& m_rank;
    const Trace& m_trace;
    const SummaryOptions& m_options;
    const AnalysisContext& m_context;
    RankSummary m_summary;
    RankGpuWork m_work;
    std::vector<TimeRange> m_compute; ///< job time, as the next
    std::vector<TimeRange> m_communication;
    std::map<SummaryRunShape, std::uint32_t> m_shapes;
    std::map<std::int64_t, std::uint32_t> m_stepPlaces;
};

} // namespace

Result<RankSummary> makeSummary(const std::shared_ptr<const TraceSet>& traces, std::uint32_t rank,
    const SummaryOptions& options, const AnalysisContext& context)
{
    return SummaryMaker(traces, rank, options, context).make();
}

} // namespace kinetoscope
