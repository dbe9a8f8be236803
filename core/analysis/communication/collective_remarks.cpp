// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/communication/collective_remarks.h"

#include "core/analysis/types/analysis.h"

#include <algorithm>
#include <set>

namespace kinetoscope {

namespace {

/// Calls of collectives that the host recorded.
std::int64_t annotatedCalls(const TraceSet& traces)
{
    std::int64_t count = 0;
    for (const RankTrace& rank : traces.ranks()) {
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
    std::int64_t assumed = 0;    ///< runs
    std::int64_t alone = 0;      ///< runs that nothing of another rank is known of
    std::int64_t incomplete = 0; ///< matched operations of which runs of some ranks are not there
    std::int64_t leaving = 0;    ///< matched operations whose ranks may leave early
    std::int64_t inSwitch = 0;   ///< operations
    std::int64_t uneven = 0;     ///< operations
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
        counts.leaving +=
            operation.isMatched && mayHaveSize(kind) && (!isSynchronising(kind) || facts.instanceOf(operation).isUneven)
            ? 1
            : 0;
        const bool isIncomplete = std::ranges::any_of(operation.ranks, [&operation](const OperationRun& run) {
            return run.sizedBy != GroupSizeSource::WorldSize
                && run.groupSize > static_cast<std::int64_t>(operation.ranks.size());
        });
        counts.incomplete += operation.isMatched && isSynchronising(kind) && isIncomplete ? 1 : 0;
        counts.inSwitch += facts.isInSwitch(operation) ? 1 : 0;
        counts.uneven += facts.instanceOf(operation).isUneven ? 1 : 0;
        for (const OperationRun& own : operation.ranks) {
            ++counts.runs;
            counts.unsized += !own.bytes && mayHaveSize(facts.runOf(own).kind) ? 1 : 0;
            counts.alone += operation.isMatched ? 0 : 1;
            if (own.sizedBy == GroupSizeSource::WorldSize) {
                ++counts.assumed;
                counts.world = std::max(counts.world, own.groupSize);
            }
        }
    }
    return counts;
}

bool hasDeviceWork(const TraceSet& traces)
{
    return std::ranges::any_of(traces.ranks(), [](const RankTrace& rank) {
        const std::vector<EventKind>& kinds = rank.trace->slices().kind;
        return std::ranges::any_of(kinds, [](EventKind kind) { return isGpuWork(kind); });
    });
}

void addNothing(std::vector<Remark>& remarks, const CollectiveFacts& facts)
{
    const bool isOnGpu = hasDeviceWork(*facts.traces);
    const std::int64_t calls = isOnGpu && facts.matching->runs.empty() ? annotatedCalls(*facts.traces) : 0;
    if (calls > 0) {
        remarks.push_back({ "no-communication",
            { KT_PLURAL("collectives",
                  "%1 call of a collective was recorded, and no communication kernel: groups of one GPU launch none.",
                  "%1 calls of collectives were recorded, and no communication kernel: groups of one GPU launch none."),
                arg::Count { calls } } });
        return;
    }
    if (isOnGpu || !facts.matching->runs.empty()) {
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
    std::int64_t known = 0;
    for (const std::uint32_t group : counts.groups) {
        const GroupLink& link = facts.links[group];
        elsewhere += link.isOnOneHost ? 0 : 1;
        unknown += link.isOnOneHost && link.bothDirections <= 0 ? 1 : 0;
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
    if (unknown > 0)
        remarks.push_back({ "link-unknown",
            { KT_PHRASE(
                "collectives", "No share of the link where the devices' names do not tell which link they have.") } });
}

} // namespace

void addCollectiveRemarks(std::vector<Remark>& remarks, const CollectiveFacts& facts)
{
    const RemarkCounts counts = countsOf(facts);
    if (counts.runs == 0)
        return addNothing(remarks, facts);
    if (counts.unsized > 0)
        remarks.push_back({ "no-size",
            { KT_PHRASE("collectives",
                  "Of %1 of %2 runs the size of the message is not known, since elements or their type were not "
                  "recorded: no bandwidth. %3 records them."),
                arg::Count { counts.unsized }, arg::Count { counts.runs }, arg::Text { "record_shapes=True" } } });
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
                  "Of %1 of %2 operations runs of some ranks are not loaded or not in the scope, and the last to come "
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
    addLinkRemark(remarks, facts, counts);
}

} // namespace kinetoscope
