// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/communication/collectives.h"

#include "core/analysis/collectives/collective_parameters.h"
#include "core/analysis/communication/collective_facts.h"
#include "core/analysis/communication/collective_tables.h"
#include "core/analysis/gpu/gpu_work.h"
#include "core/analysis/peaks/trace_peaks.h"
#include "core/analysis/ranks/clock_alignment.h"
#include "core/analysis/ranks/first_event.h"
#include "core/analysis/ranks/measured_job.h"
#include "core/analysis/ranks/ranks_together.h"
#include "core/analysis/scope/per_rank.h"
#include "core/analysis/scope/recorded_elsewhere.h"
#include "core/analysis/types/column_names.h"
#include "core/analysis/types/parameter_ids.h"
#include "core/base/analysis_name.h"
#include "core/base/number_text.h"
#include "core/base/text.h"
#include "core/base/vectors.h"
#include "core/model/autograd_profiler.h"
#include "core/numeric/covered_time.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <limits>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace kinetoscope {

namespace {

/// Calls of collectives that the hosts of chosen ranks recorded; of all where none is chosen.
std::int64_t annotatedCalls(const TraceSet& traces, const std::vector<std::int64_t>& ranks)
{
    std::int64_t count = 0;
    for (const RankTrace& rank : traces.ranks()) {
        if (!isChosen(ranks, rank.rank))
            continue;
        const SliceTable& slices = rank.trace->slices();
        for (std::size_t row = 0; row < slices.size(); ++row) {
            const SliceId slice { static_cast<std::uint32_t>(row) };
            if (slices.kind[row] == EventKind::UserAnnotation && slices.isSound(slice)
                && rank.trace->name(slice).starts_with("nccl:"))
                ++count;
        }
    }
    return count;
}

struct RemarkCounts {
    std::int64_t operations = 0;
    std::int64_t runs = 0;
    std::int64_t unsized = 0;    ///< runs
    std::int64_t ungrouped = 0;  ///< others, of unknown size as it is not known how many ranks take part
    std::int64_t assumed = 0;    ///< runs
    std::int64_t alone = 0;      ///< runs that nothing of another rank is known of
    std::int64_t incomplete = 0; ///< matched operations of which runs of some ranks are not there
    std::int64_t leaving = 0;    ///< matched operations whose ranks may leave early
    std::int64_t inSwitch = 0;   ///< operations
    std::int64_t uneven = 0;     ///< operations
    std::int64_t leftApart = 0;  ///< matched ones of these whose ranks leave when they have their share
    std::int64_t world = 0;
    std::set<std::uint32_t> groups;
};

bool mayHaveSize(CollectiveKind kind)
{
    return kind != CollectiveKind::Barrier && kind != CollectiveKind::Unknown;
}

RemarkCounts countsOf(const CollectiveFacts& facts)
{
    RemarkCounts counts;
    for (const Operation& operation : facts.operations) {
        const CollectiveKind kind = facts.instanceOf(operation).kind;
        ++counts.operations;
        counts.groups.insert(facts.instanceOf(operation).group);
        const bool isLeftTogether = facts.instanceOf(operation).isLeftTogether(); // as wait-causes takes it
        counts.leaving += operation.isMatched && mayHaveSize(kind) && !isLeftTogether ? 1 : 0;
        const bool isIncomplete = std::ranges::any_of(operation.ranks, [&operation](const OperationRun& run) {
            return run.sizedBy != GroupSizeSource::WorldSize
                && run.groupSize > static_cast<std::int64_t>(operation.ranks.size());
        });
        counts.incomplete += operation.isMatched && isLeftTogether && isIncomplete ? 1 : 0;
        counts.inSwitch += facts.isInSwitch(operation) ? 1 : 0;
        counts.uneven += facts.instanceOf(operation).isUneven ? 1 : 0;
        counts.leftApart += operation.isMatched && facts.instanceOf(operation).isLeftApart ? 1 : 0;
        for (const OperationRun& own : operation.ranks) {
            ++counts.runs;
            if (!own.bytes && mayHaveSize(facts.runOf(own).kind)) {
                const MessageFacts& message = facts.runOf(own).message();
                const bool isUngrouped = own.groupSize == 0 && message.in && !message.type.empty();
                ++(isUngrouped ? counts.ungrouped : counts.unsized);
            }
            counts.alone += operation.isMatched ? 0 : 1;
            if (own.sizedBy == GroupSizeSource::WorldSize) {
                ++counts.assumed;
                counts.world = std::max(counts.world, own.groupSize);
            }
        }
    }
    return counts;
}

/// What is known of why calls have no kernel.
Message whyNoKernel(const TraceSet& traces)
{
    const bool isOfOne = std::ranges::all_of(
        traces.ranks(), [](const RankTrace& rank) { return rank.trace->metadata().worldSize == 1; });
    return isOfOne ? Message { KT_PHRASE("collectives", ": the job has one rank") }
                   : Message { KT_PHRASE("collectives",
                       ". Whether none ran, as in groups of one GPU, or none was recorded is not known") };
}

/// @param ranks       those chosen.
/// @param hasChoices  whether a group or kinds were chosen.
void addNothing(
    std::vector<Remark>& remarks, const CollectiveFacts& facts, const std::vector<std::int64_t>& ranks, bool hasChoices)
{
    if (hasChoices && !facts.matching->runs.empty()) {
        remarks.push_back({ "no-communication",
            { KT_PHRASE("collectives", "No communication of the chosen group and kinds is in this scope.") } });
        return;
    }
    const bool isOnGpu = hasGpuWork(*facts.traces);
    const std::int64_t calls = isOnGpu && facts.matching->runs.empty() ? annotatedCalls(*facts.traces, ranks) : 0;
    if (calls > 0) {
        remarks.push_back({ "no-communication",
            { KT_PLURAL("collectives", "%1 call of a collective was recorded, and no communication kernel%2.",
                  "%1 calls of collectives were recorded, and no communication kernel%2."),
                arg::Count { calls }, whyNoKernel(*facts.traces) } });
        return;
    }
    if (isOnGpu || !facts.matching->runs.empty() || isPartOfRecording(*facts.traces, ranks)) {
        remarks.push_back(
            { "no-communication", { KT_PHRASE("collectives", "No communication was recorded in this scope.") } });
        return;
    }
    remarks.push_back({ "no-communication",
        { KT_PHRASE("collectives", "No GPU work was recorded, and no collective on the host. Record with %1."),
            arg::Text { kGpuRecordingOption } } });
}

void addLinkRemark(std::vector<Remark>& remarks, const CollectiveFacts& facts, const RemarkCounts& counts)
{
    std::int64_t elsewhere = 0;
    std::int64_t unknown = 0;
    std::int64_t mixed = 0;
    std::int64_t known = 0;
    for (const std::uint32_t group : counts.groups) {
        const GroupLink& link = facts.links[group];
        elsewhere += link.isOnOneHost ? 0 : 1;
        unknown += link.isOnOneHost && !link.isMixed && link.bothDirections <= 0 ? 1 : 0;
        mixed += link.isMixed ? 1 : 0;
        known += link.bothDirections > 0 ? 1 : 0;
    }
    if (known > 0)
        remarks.push_back({ "link-by-devices",
            { KT_PHRASE("collectives",
                "Shares of the link hold if the ranks share a host. Traces do not name it: ranks that each use another "
                "device of one list are taken to.") } });
    if (elsewhere > 0)
        remarks.push_back({ "hosts-unknown",
            { KT_PHRASE("collectives",
                "No share of the link where nothing tells that all ranks of a group share a host: all of them have to "
                "be loaded, each with a device of its own.") } });
    if (mixed > 0)
        remarks.push_back({ "links-differ",
            { KT_PHRASE("collectives",
                "No share of the link where the devices of a group are of different models and no one link is known "
                "for all of them.") } });
    if (unknown > 0)
        remarks.push_back({ "link-unknown",
            { KT_PHRASE(
                "collectives", "No share of the link where the devices' names do not tell which link they have.") } });
}

/// What figures of collectives stand on, and what they cannot say: "no-communication", "no-size", "no-group-size",
/// "group-size-assumed", "waiting-included", "early-leavers", "in-switch", "uneven", "link-unknown", "links-differ".
/// @param ranks       those chosen.
/// @param hasChoices  whether a group or kinds were chosen.
void addCollectiveRemarks(
    std::vector<Remark>& remarks, const CollectiveFacts& facts, const std::vector<std::int64_t>& ranks, bool hasChoices)
{
    const RemarkCounts counts = countsOf(facts);
    if (counts.runs == 0)
        return addNothing(remarks, facts, ranks, hasChoices);
    const bool canBeSized = std::ranges::any_of(
        facts.traces->ranks(), [](const RankTrace& rank) { return !isOfAutogradProfiler(*rank.trace); });
    if (counts.unsized > 0)
        remarks.push_back({ "no-size",
            canBeSized
                ? Message { KT_PHRASE("collectives",
                                "Of %1 of %2 runs the size of the message is not known, since elements or their type "
                                "were "
                                "not recorded: no bandwidth. %3 records them."),
                    arg::Count { counts.unsized }, arg::Count { counts.runs }, arg::Text { "record_shapes=True" } }
                : Message {
                    KT_PHRASE("collectives",
                        "Of %1 of %2 runs the size of the message is not known: no bandwidth. Files that PyTorch "
                        "writes without Kineto have no sizes."),
                    arg::Count { counts.unsized }, arg::Count { counts.runs } } });
    if (counts.ungrouped > 0)
        remarks.push_back({ "no-group-size",
            { KT_PHRASE("collectives",
                  "Of %1 of %2 runs the size of the message is not known, since they do not say how many ranks take "
                  "part: no bandwidth."),
                arg::Count { counts.ungrouped }, arg::Count { counts.runs } } });
    if (counts.assumed > 0)
        remarks.push_back({ "group-size-assumed",
            { KT_PHRASE(
                  "collectives", "%1 of %2 runs do not say how many ranks take part: all %3 of the job are assumed."),
                arg::Count { counts.assumed }, arg::Count { counts.runs }, arg::Count { counts.world } } });
    if (counts.alone > 0)
        remarks.push_back({ "waiting-included",
            { KT_PHRASE("collectives",
                  "For %1 of %2 runs it is not known which runs of other ranks belong to them: their own time stands "
                  "for the latency, waiting included, and their bandwidths are lower bounds."),
                arg::Count { counts.alone }, arg::Count { counts.runs } } });
    if (counts.incomplete > 0)
        remarks.push_back({ "ranks-missing",
            { KT_PHRASE("collectives",
                  "For %1 of %2 operations some ranks' runs are not loaded or not in the scope, and the last to come "
                  "may be among these: their latency is an upper bound, their bandwidth a lower one."),
                arg::Count { counts.incomplete }, arg::Count { counts.operations } } });
    if (counts.leaving > 0)
        remarks.push_back({ "early-leavers",
            { KT_PHRASE("collectives",
                  "In %1 of %2 operations a rank may leave before all have their data (broadcast, reduce, gather, "
                  "scatter, send and receive, uneven all-to-all): their latency is a lower bound, their bandwidth an "
                  "upper one."),
                arg::Count { counts.leaving }, arg::Count { counts.operations } } });
    if (counts.inSwitch > 0)
        remarks.push_back({ "in-switch",
            { KT_PHRASE("collectives",
                  "%1 of %2 operations use the switch, by the names of their kernels: fewer bytes cross the link than "
                  "the bus bandwidth assumes, which may exceed it."),
                arg::Count { counts.inSwitch }, arg::Count { counts.operations } } });
    if (counts.uneven > 0)
        remarks.push_back({ "uneven",
            { KT_PLURAL("collectives",
                  "In %1 all-to-all what is sent differs from what is received, or between ranks: its size is the "
                  "largest.",
                  "In %1 all-to-alls what is sent differs from what is received, or between ranks: their size is the "
                  "largest."),
                arg::Count { counts.uneven } } });
    if (counts.leftApart > 0)
        remarks.push_back({ "uneven-waits",
            { KT_PLURAL("collectives",
                  "Waits and the rank that came last are taken from durations here. In %1 uneven all-to-all, %2 takes "
                  "them from the clocks, since a rank with less to send may leave earlier: its figures may differ.",
                  "Waits and the rank that came last are taken from durations here. In %1 uneven all-to-alls, %2 takes "
                  "them from the clocks, since a rank with less to send may leave earlier: its figures may differ."),
                arg::Count { counts.leftApart }, analysisName("wait-causes") } });
    addLinkRemark(remarks, facts, counts);
}

/// By operation: the part of its shortest run in which that rank computes nothing, ns; nothing for what one rank alone
/// has. Of a host range all of it. Errors: Cancelled, or a step pattern that is no regular expression.
Result<std::vector<std::optional<Nanoseconds>>> exposedOfShortest(
    const AnalysisInput& input, const CollectiveFacts& facts, const AnalysisContext& context)
{
    AnalysisInput whole = input;
    whole.traces = TraceSet::onOwnClocks(input.traces);
    whole.scope = {};
    whole.scope.ranks = input.scope.ranks;
    KT_TRY(const auto work, ScopedGpuWork::create(whole, *context.classifier));
    std::vector<std::optional<Nanoseconds>> exposed(facts.operations.size());
    std::vector<std::vector<std::size_t>> shortestOn(input.traces->ranks().size());
    for (std::size_t i = 0; i < facts.operations.size(); ++i) {
        const Operation& operation = facts.operations[i];
        if (operation.ranks.size() < 2)
            continue;
        const OperationRun& shortest = operation.ranks[operation.last];
        exposed[i] = shortest.duration;
        if (facts.runOf(shortest).stream() != Track::kNoStream)
            shortestOn[shortest.rank].push_back(i);
    }
    const auto computeOf = [&](std::size_t i) -> Result<std::vector<TimeRange>> {
        KT_TRY(const RankGpuWork rank, work->rank(i, context.progress));
        return unionWhere(
            rank, [](const GpuWorkRow& row) { return row.type == KernelType::Computation; }, context.progress);
    };
    KT_TRY_DONE(
        forEachRankInOrder(work->rankCount(), context, computeOf, [&](std::size_t i, std::vector<TimeRange> computing) {
            const std::uint32_t rank = work->rankIndex(i);
            const RankTrace& trace = whole.traces->ranks()[rank];
            const CoveredTime covered(std::move(computing));
            for (const std::size_t each : shortestOn[rank]) {
                Nanoseconds hidden = 0;
                Timestamp until = kMinTimestamp;
                for (const std::uint32_t run : facts.operations[each].ranks[facts.operations[each].last].runs) {
                    const TimeRange range = facts.matching->runs[run].range;
                    const TimeRange rest { std::max(trace.toJobTime(range.begin), until), trace.toJobTime(range.end) };
                    hidden += covered.within(rest);
                    until = std::max(until, rest.end);
                }
                exposed[each] = *exposed[each] - hidden;
            }
        }));
    return exposed;
}

std::vector<std::string> namesOfKinds()
{
    std::vector<std::string> names;
    for (auto kind = CollectiveKind::Barrier;; kind = static_cast<CollectiveKind>(static_cast<int>(kind) + 1)) {
        names.emplace_back(toString(kind));
        if (kind == CollectiveKind::Pair)
            return names;
    }
}

Result<Done> checkKinds(const std::vector<std::string>& kinds)
{
    const std::vector<std::string> known = namesOfKinds();
    for (const std::string& kind : kinds) {
        if (std::ranges::find(known, kind) != known.end())
            continue;
        return invalidArgument({ KT_PHRASE("collectives", "%1 is no kind of collective. There are: %2."),
            arg::Name { kind }, arg::Text { joined(known, ", ") } });
    }
    return Done {};
}

/// Dots for each kind, and half of the link, one direction of it, over those of which the share is known.
ChartDescription bandwidthChart(const CollectiveFacts& facts)
{
    ChartDescription chart { .id = "bandwidth",
        .table = "groups",
        .title = kCollectiveGroupsTitle,
        .labelColumn = column::kGroup,
        .series = { { column::kBusBandwidth, "", PartKind::Communication } },
        .groupColumn = column::kCollective };
    ScatterChart form { .xColumn = column::kMessageBytes, .sizeColumn = column::kLatencySum };
    std::set<double> drawn;
    for (const Operation& operation : facts.operations) {
        const GroupLink& link = facts.links[facts.instanceOf(operation).group];
        if (link.bothDirections <= 0 || !drawn.insert(link.bothDirections).second)
            continue;
        const double half = link.bothDirections / 2;
        form.roofs.push_back(
            { shortestText(half) + " GB/s", link.source, half, std::numeric_limits<double>::infinity() });
    }
    chart.form = std::move(form);
    return chart;
}

bool hasBandwidth(const Table& groups)
{
    const std::size_t bandwidth = groups.columnIndex(column::kBusBandwidth);
    for (std::size_t row = 0; row < groups.rowCount(); ++row) {
        if (!groups.isMissing(row, bandwidth))
            return true;
    }
    return false;
}

Result<AnalysisResult> runCollectives(
    AnalysisInputs inputs, const Parameters& parameters, const AnalysisContext& context)
{
    const AnalysisInput& input = inputs[0];
    KT_TRY_DONE(checkKinds(parameters.list(parameter::kKinds)));
    if (const auto wrong = wrongDeviceRule(*context.classifier))
        return *wrong;
    KT_TRY(const MeasuredJob measured,
        measuredJob(input, *context.classifier, clockLimitsFrom(parameters), context.progress));
    const std::shared_ptr<const CollectiveMatching>& matching = measured.matching;
    const std::shared_ptr<const TraceSet> own = TraceSet::onOwnClocks(input.traces);
    const std::shared_ptr<const RankClocks> clocks =
        parameters.boolean(kClockAlignmentParameter) ? measured.clocks : notApplied(*measured.clocks);
    KT_TRY(std::vector<Operation> operations,
        operationsOf(input, *matching, *clocks, parameters.text(kProcessGroupParameter),
            parameters.list(parameter::kKinds), context.progress));
    auto facts = std::make_shared<CollectiveFacts>();
    facts->traces = input.traces;
    facts->links = groupLinks(*input.traces, *matching, *context.classifier);
    AnalysisResult result;
    if (const RanTogether together = ranTogether(input); together == RanTogether::Yes) {
        result.remarks = matching->remarks;
        append(result.remarks, clocks->remarks);
    } else if (!matching->runs.empty()) {
        result.remarks.push_back(notTogether(together, input));
    }
    facts->matching = matching;
    facts->operations = std::move(operations);
    KT_TRY(const auto exposed, exposedOfShortest(input, *facts, context));
    addCollectiveRemarks(result.remarks, *facts, input.scope.ranks,
        !parameters.text(kProcessGroupParameter).empty() || !parameters.list(parameter::kKinds).empty());
    result.tables.push_back(collectivesTable(facts));
    result.tables.push_back(collectiveGroupsTable(facts));
    if (hasBandwidth(result.tables.back()))
        result.charts.push_back(bandwidthChart(*facts));
    result.tables.push_back(collectiveInstancesTable(facts, earliestEvent(*own, *clocks), exposed));
    result.tables.push_back(collectiveRanksTable(facts));
    return result;
}

} // namespace

AnalysisDescriptor collectives()
{
    AnalysisDescriptor analysis { .id = "collectives",
        .title = "Collectives and their bandwidth",
        .question = "How fast are the collectives, for their size and for the link?",
        .group = PanelGroup::Communication,
        .parameters = { processGroupParameter(), collectiveKindsParameter(),
            clockAlignmentParameter(
                "Put starts and ends on one clock where it is known; latency, skew and waits need none") } };
    std::ranges::copy(clockParameters(), std::back_inserter(analysis.parameters));
    analysis.tables = { { "collectives", kCollectivesTitle, collectiveColumns() },
        { "groups", kCollectiveGroupsTitle, collectiveGroupColumns() },
        { "instances", kCollectiveInstancesTitle, collectiveInstanceColumns() },
        { "ranks", kCollectiveRanksTitle, collectiveRankColumns() } };
    analysis.recordingOption = "activities=[ProfilerActivity.CPU, ProfilerActivity.CUDA], record_shapes=True";
    analysis.run = runCollectives;
    return analysis;
}

} // namespace kinetoscope
