// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/gpu/idle/longest_gaps.h"

#include "core/analysis/types/column_names.h"
#include "core/analysis/types/columns.h"
#include "core/analysis/types/stream_cell.h"
#include "core/base/number_text.h"
#include "core/base/vectors.h"
#include "core/query/innermost_slices.h"

#include <fmt/core.h>

#include <algorithm>
#include <string>
#include <unordered_map>
#include <utility>

namespace kinetoscope {

namespace {

constexpr std::size_t kOpsShown = 5;

std::vector<InnermostSlice> hostSlicesIn(const RankTrace& rank, const IdleGap& gap)
{
    const TrackId thread = awaitedThread(*rank.trace, gap.after);
    if (!thread.isValid())
        return {};
    return innermostSlices(*rank.trace, thread, { rank.toTraceTime(gap.range.begin), rank.toTraceTime(gap.range.end) });
}

/// "aten::copy_ (12.5 us)", the busiest names first.
std::vector<std::string> busiestNames(const Trace& trace, const std::vector<InnermostSlice>& active)
{
    std::unordered_map<StringId, Nanoseconds> byName;
    for (const InnermostSlice& op : active)
        byName[trace.slices().name[op.slice.index()]] += op.self;
    std::vector<std::pair<Nanoseconds, std::string_view>> ranked;
    for (const auto& [name, self] : byName)
        ranked.emplace_back(self, trace.text(name));
    std::ranges::sort(ranked,
        [](const auto& a, const auto& b) { return a.first != b.first ? a.first > b.first : a.second < b.second; });
    std::vector<std::string> names;
    for (std::size_t i = 0; i < std::min(ranked.size(), kOpsShown); ++i)
        names.push_back(fmt::format("{} ({} us)", ranked[i].second, microsecondsText(ranked[i].first)));
    return names;
}

Cell longestGapsNameOf(const Trace& trace, SliceId work)
{
    return work.isValid() ? Cell { std::string(trace.name(work)) } : Cell {};
}

Selection longestGapsEvidenceOf(
    const RankTrace& rank, std::uint32_t rankIndex, const IdleGap& gap, std::string_view column)
{
    Selection selection;
    const auto add = [&](SliceId slice) {
        if (slice.isValid())
            selection.slices.push_back({ rankIndex, slice });
    };
    if (column == column::kKernelBefore) {
        add(gap.before);
    } else if (column == column::kKernelAfter || column == "stream") {
        add(gap.after);
    } else if (column == column::kHostWaitTime) {
        if (!gap.hostPart().isEmpty())
            selection.intervals.push_back({ rankIndex, TrackId {}, gap.hostPart() });
    } else if (column == column::kHostOps) {
        for (const InnermostSlice& op : hostSlicesIn(rank, gap))
            add(op.slice);
    } else {
        selection.intervals.push_back({ rankIndex, TrackId {}, gap.range });
    }
    return selection;
}

} // namespace

std::vector<ColumnDescriptor> longestGapsColumns()
{
    return readFirst({ column::kIdleTime, column::kIdleCategory, column::kHostWaitTime, column::kHostOps },
        {
            numberColumn(column::kRank, "Rank"),
            numberColumn("device", "Device"),
            { column::kTs, ColumnType::Time, Unit::Microseconds, "Begins at" },
            mainFigure(durationColumn(column::kIdleTime, "Length")),
            textColumn(column::kIdleCategory, "Main cause", TextKind::Category, "Cause of most of the gap"),
            durationColumn(column::kHostWaitTime, "Host wait", "Part of the gap spent waiting for the host"),
            numberColumn(column::kStream, "Ended by stream", "Stream whose work ends the gap"),
            textColumn(column::kKernelBefore, "Work before", TextKind::Name),
            textColumn(column::kKernelAfter, "Work after", TextKind::Name),
            defined({ column::kHostOps, ColumnType::List, Unit::None, "Meanwhile" },
                "Self times on the launching thread during the gap"),
        });
}

Table longestGapsTable(std::shared_ptr<const ScopedIdle> source, std::vector<LongGap> gaps)
{
    Table table("longest-gaps", kLongestGapsTitle, longestGapsColumns());
    for (const LongGap& entry : gaps) {
        const RankTrace& rank = source->rankTrace(entry.rank);
        const Trace& trace = *rank.trace;
        const IdleGap& gap = entry.gap;
        const Cell stream =
            gap.after.isValid() ? streamCell(trace, trace.track(trace.trackOf(gap.after)).stream) : Cell {};
        table.addRow({ rank.rank, deviceCell(trace, entry.device), gap.range.begin, gap.range.length(),
            std::string(toString(gap.mainCause())), gap.hostPart().length(), stream,
            longestGapsNameOf(trace, gap.before), longestGapsNameOf(trace, gap.after),
            busiestNames(trace, hostSlicesIn(rank, gap)) });
    }
    table.setEvidence(
        [source = std::move(source), gaps = std::move(gaps),
            columns = mapped(table.columns(), &ColumnDescriptor::name)](std::size_t row, std::size_t column) {
            const LongGap& entry = gaps[row];
            return longestGapsEvidenceOf(
                source->rankTrace(entry.rank), source->rankIndex(entry.rank), entry.gap, columns[column]);
        });
    return table;
}

} // namespace kinetoscope
