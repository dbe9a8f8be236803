// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/collectives/summary_runs.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <string>
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
    const auto found = std::find(kSummaryKinds.begin(), kSummaryKinds.end(), kind);
    return found == kSummaryKinds.end() ? 0 : static_cast<std::uint8_t>(found - kSummaryKinds.begin());
}

CollectiveKind kindOfSummary(std::uint8_t kind)
{
    return kind < kSummaryKinds.size() ? kSummaryKinds[kind] : CollectiveKind::Unknown;
}

RankRuns runsOfSummary(const RankSummary& summary, std::uint32_t rank)
{
    RankRuns found;
    for (const SummaryGroup& group : summary.groups)
        found.groups.push_back({ group.name, group.description, group.ranks, group.size });
    std::vector<CommunicationRun> shapes; // what the runs of a shape have in common
    for (const SummaryRunShape& shape : summary.shapes) {
        CommunicationRun& run = shapes.emplace_back();
        run.rank = rank;
        run.group = shape.group;
        run.kind = kindOfSummary(shape.kind);
        run.kernelKind = collectiveKindOf(summary.names.view(shape.name));
        run.isKindByName = shape.isKindByName;
        run.part = shape.part;
        run.elements = shape.elements;
        run.peer = shape.peer;
        run.stream = shape.stream;
        MessageFacts message;
        message.in = shape.sent;
        message.out = shape.received;
        if (shape.areAmountsOwn)
            message.source = SizeSource::Kernel; // or of record_param_comms: no figure tells them apart
        run.message = std::make_shared<const MessageFacts>(std::move(message));
    }
    found.runs.reserve(summary.runs.size());
    for (std::size_t i = 0; i < summary.runs.size(); ++i) {
        const SummaryRun& from = summary.runs[i];
        CommunicationRun& run = found.runs.emplace_back(shapes[from.shape]);
        run.range = summary.rangeOf(from);
        run.launched = run.range.begin;
        run.sequence = summary.sequenceOf(i);
        run.step = summary.stepOf(from);
        if (from.commsId.isValid())
            run.commsId = std::make_shared<const std::string>(summary.names.view(from.commsId));
    }
    return found;
}

void addRun(Selection& selection, const TraceSet& traces, const CommunicationRun& run)
{
    if (run.slice.isValid()) {
        selection.slices.push_back({ run.rank, run.slice });
        return;
    }
    const RankTrace& rank = traces.ranks()[run.rank];
    selection.intervals.push_back(
        { run.rank, TrackId {}, { rank.toJobTime(run.range.begin), rank.toJobTime(run.range.end) } });
}

} // namespace kinetoscope
