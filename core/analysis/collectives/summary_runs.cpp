// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/collectives/summary_runs.h"

#include "core/base/vectors.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

namespace kinetoscope {

namespace {

constexpr std::array kSummaryKinds { CollectiveKind::Unknown, CollectiveKind::AllGather, CollectiveKind::AllReduce,
    CollectiveKind::AllToAll, CollectiveKind::Barrier, CollectiveKind::Broadcast, CollectiveKind::Coalesced,
    CollectiveKind::Gather, CollectiveKind::Receive, CollectiveKind::Reduce, CollectiveKind::ReduceScatter,
    CollectiveKind::Scatter, CollectiveKind::Send, CollectiveKind::SendReceive };

} // namespace

std::uint8_t summaryKindOf(CollectiveKind kind)
{
    const auto found = std::ranges::find(kSummaryKinds, kind);
    return found == kSummaryKinds.end() ? 0 : static_cast<std::uint8_t>(found - kSummaryKinds.begin());
}

CollectiveKind kindOfSummary(std::uint8_t kind)
{
    return kind < kSummaryKinds.size() ? kSummaryKinds[kind] : CollectiveKind::Unknown;
}

std::vector<NamedGroup> groupsOfSummary(const RankSummary& summary)
{
    return mapped(summary.groups, [](const SummaryGroup& group) {
        return NamedGroup { group.name, group.description, group.ranks, group.size };
    });
}

void readRuns(const RankSummary& summary, std::uint32_t rank, std::span<CommunicationRun> runs, RunShapes& shapes)
{
    std::vector<CommunicationRun> alike; // what the runs of a shape have in common
    alike.reserve(summary.shapes.size());
    for (const SummaryRunShape& from : summary.shapes) {
        CommunicationRun& run = alike.emplace_back();
        run.rank = rank;
        run.group = from.group;
        run.kind = kindOfSummary(from.kind);
        run.kernelKind = collectiveKindOf(summary.names.view(from.name));
        run.isKindByName = from.isKindByName;
        run.part = from.part;
        RunShape shape { .elements = from.elements, .peer = from.peer, .stream = from.stream };
        shape.message.in = from.sent;
        shape.message.out = from.received;
        if (from.areAmountsOwn)
            shape.message.source = SizeSource::Kernel; // or of record_param_comms: no figure tells them apart
        run.shape = shapes.shape(std::move(shape));
    }
    for (std::size_t i = 0; i < summary.runs.size(); ++i) {
        const SummaryRun& from = summary.runs[i];
        runs[i] = alike[from.shape];
        runs[i].range = summary.rangeOf(from);
        runs[i].sequence = summary.sequenceOf(i);
        runs[i].step = summary.stepOf(from);
    }
}

void readCommsIds(const RankSummary& summary, std::span<CommunicationRun> runs, RunShapes& texts)
{
    for (std::size_t i = 0; i < summary.runs.size(); ++i) {
        if (const StringId commsId = summary.runs[i].commsId; commsId.isValid())
            runs[i].commsId = texts.text(summary.names.view(commsId));
    }
}

RankRuns runsOfSummary(const RankSummary& summary, std::uint32_t rank)
{
    RankRuns found;
    found.groups = groupsOfSummary(summary);
    found.runs.resize(summary.runs.size());
    readRuns(summary, rank, found.runs, found.shapes);
    readCommsIds(summary, found.runs, found.shapes);
    return found;
}

void addRun(Selection& selection, const TraceSet& traces, const CommunicationRun& run)
{
    if (run.slice.isValid()) {
        selection.slices.push_back({ run.rank, run.slice });
        return;
    }
    const RankTrace& rank = traces.ranks()[run.rank];
    selection.intervals.push_back({ run.rank, TrackId {}, rank.toJobTime(run.range) });
}

} // namespace kinetoscope
