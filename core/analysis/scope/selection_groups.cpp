// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/scope/selection_groups.h"

#include "core/analysis/types/column_names.h"
#include "core/analysis/types/columns.h"
#include "core/base/sort_stably.h"
#include "core/base/vectors.h"
#include "core/model/event_kind.h"
#include "core/numeric/intervals.h"
#include "core/numeric/statistics.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <tuple>

namespace kinetoscope {

namespace {

constexpr std::size_t kRowsBetweenLooks = 65536;

/// One slice, or one selected stretch of it: stretches of a slice follow one another.
struct SelectedStretch {
    SliceRef slice;
    TimeRange range; ///< job time
};

/// Selected ranges of one track, job time, disjoint and ascending.
using RangesByTrack = std::map<std::pair<std::uint32_t, std::size_t>, std::vector<TimeRange>>;

RangesByTrack rangesByTrack(const TraceSet& traces, const Selection& selection)
{
    RangesByTrack byTrack;
    for (const IntervalRef& interval : selection.intervals) {
        if (interval.rank >= traces.ranks().size())
            continue;
        const std::size_t tracks = traces.ranks()[interval.rank].trace->tracks().size();
        if (interval.track.isValid() && interval.track.index() < tracks)
            byTrack[{ interval.rank, interval.track.index() }].push_back(interval.range);
        for (std::size_t track = 0; !interval.track.isValid() && track < tracks; ++track)
            byTrack[{ interval.rank, track }].push_back(interval.range);
    }
    for (auto& [track, ranges] : byTrack)
        ranges = unionOf(std::move(ranges));
    return byTrack;
}

/// Adds what of a slice lies inside of ranges. A slice of no length is inside a range or not.
void addParts(
    std::vector<SelectedStretch>& parts, const SliceRef& slice, TimeRange whole, const std::vector<TimeRange>& ranges)
{
    auto range =
        std::ranges::partition_point(ranges, [&whole](const TimeRange& each) { return each.end <= whole.begin; });
    if (whole.isEmpty()) {
        if (range != ranges.end() && range->begin <= whole.begin)
            parts.push_back({ slice, whole });
        return;
    }
    for (; range != ranges.end() && range->begin < whole.end; ++range)
        parts.push_back({ slice, { std::max(range->begin, whole.begin), std::min(range->end, whole.end) } });
}

Result<std::vector<SelectedStretch>> partsOf(
    const TraceSet& traces, const Selection& selection, const Progress& progress)
{
    const Error stopped = Error::stopped();
    std::vector<SelectedStretch> parts;
    std::vector<SliceRef> alone;
    alone.reserve(selection.slices.size());
    std::ranges::copy_if(selection.slices, std::back_inserter(alone), [&](SliceRef slice) {
        return slice.rank < traces.ranks().size()
            && slice.slice.index() < traces.ranks()[slice.rank].trace->slices().size();
    });
    if (!std::ranges::is_sorted(alone))
        sortUnique(alone);
    parts.reserve(alone.size());
    for (const SliceRef& slice : alone) {
        if (parts.size() % kRowsBetweenLooks == 0 && progress.shouldStop())
            return stopped;
        parts.push_back({ slice, traces.ranks()[slice.rank].jobRange(slice.slice) });
    }
    for (const auto& [place, ranges] : rangesByTrack(traces, selection)) {
        const RankTrace& rank = traces.ranks()[place.first];
        const Track& track = rank.trace->tracks()[place.second];
        for (std::uint32_t row = track.firstSlice; row < track.endSlice(); ++row) {
            if (row % kRowsBetweenLooks == 0 && progress.shouldStop())
                return stopped;
            const SliceRef slice { place.first, SliceId { row } };
            const TimeRange whole = rank.jobRange(slice.slice);
            if (whole.begin >= ranges.back().end)
                break; // sorted by start
            if (!std::ranges::binary_search(alone, slice))
                addParts(parts, slice, whole, ranges);
        }
    }
    return parts;
}

/// What can be added up, in the order of the table. The time of an annotation is the time of what lies in it, on
/// streams and on threads.
enum class Summand : std::uint8_t { GpuWork, Event, Annotation };

Summand summandOf(EventKind kind)
{
    if (isGpuWork(kind))
        return Summand::GpuWork;
    return kind == EventKind::UserAnnotation || kind == EventKind::GpuUserAnnotation ? Summand::Annotation
                                                                                     : Summand::Event;
}

const char* wordOf(Summand summand)
{
    switch (summand) {
    case Summand::GpuWork:
        return "GPU work";
    case Summand::Annotation:
        return "annotations";
    case Summand::Event:
        break;
    }
    return "events";
}

/// The groups whose times add up to one sum: all GPU work, or one kind of the rest. A kernel's share of a sum in which
/// the annotation around it counts too would mean nothing.
EventKind sumOf(EventKind kind)
{
    return isGpuWork(kind) ? EventKind::Kernel : kind;
}

/// What tells groups apart, and what their cells say.
struct GroupKey {
    std::string name;
    std::string kind;
    std::uint32_t rank = 0;
    std::uint32_t track = 0;
    auto operator<=>(const GroupKey&) const = default;
};

GroupKey keyOf(const TraceSet& traces, const SelectedStretch& part, SelectionGrouping grouping)
{
    const Trace& trace = *traces.ranks()[part.slice.rank].trace;
    const std::string kind(toString(trace.kind(part.slice.slice)));
    switch (grouping) {
    case SelectionGrouping::Name:
        return { std::string(trace.name(part.slice.slice)), kind, 0, 0 };
    case SelectionGrouping::Kind:
        return { kind, "", 0, 0 };
    case SelectionGrouping::Track:
        break;
    }
    const TrackId track = trace.trackOf(part.slice.slice);
    return { trace.track(track).name, wordOf(summandOf(trace.kind(part.slice.slice))), part.slice.rank, track.value };
}

struct Group {
    GroupKey key;
    std::vector<SelectedStretch> parts;
    Nanoseconds sum = 0;
    EventKind kind = EventKind::Other; ///< of its first slice
};

std::vector<Group> groupsOf(const TraceSet& traces, std::vector<SelectedStretch> parts, SelectionGrouping grouping)
{
    // Texts are compared once for each distinct (rank, name or track, kind), not for each slice.
    std::map<std::tuple<std::uint32_t, std::uint32_t, EventKind>, std::size_t> known;
    std::map<GroupKey, std::size_t> byKey;
    std::vector<Group> groups;
    for (const SelectedStretch& part : parts) {
        const Trace& trace = *traces.ranks()[part.slice.rank].trace;
        const std::uint32_t what = grouping == SelectionGrouping::Track ? trace.trackOf(part.slice.slice).value
            : grouping == SelectionGrouping::Name ? trace.slices().name[part.slice.slice.index()].value
                                                  : 0;
        const EventKind kind = trace.kind(part.slice.slice);
        const auto [place, isNew] = known.try_emplace({ part.slice.rank, what, kind }, 0);
        if (isNew) {
            GroupKey key = keyOf(traces, part, grouping);
            const auto [group, isNewGroup] = byKey.try_emplace(key, groups.size());
            if (isNewGroup)
                groups.push_back({ std::move(key), {}, 0, kind });
            place->second = group->second;
        }
        Group& group = groups[place->second];
        group.parts.push_back(part);
        group.sum = saturatingAdd(group.sum, part.range.length());
    }
    // What the GPU does first, annotations, which are about other rows, last; in each most time first.
    sortStably(groups, [](const Group& a, const Group& b) {
        const Summand ofA = summandOf(a.kind);
        const Summand ofB = summandOf(b.kind);
        if (ofA != ofB)
            return ofA < ofB;
        return a.sum != b.sum ? a.sum > b.sum : a.key < b.key;
    });
    return groups;
}

std::vector<ColumnDescriptor> columnsOf(SelectionGrouping grouping)
{
    std::vector<ColumnDescriptor> columns;
    switch (grouping) {
    case SelectionGrouping::Name:
        columns = { textColumn(column::kName, "Name", TextKind::Name),
            textColumn(column::kKind, "Kind", TextKind::Word) };
        break;
    case SelectionGrouping::Kind:
        columns = { textColumn(column::kKind, "Kind", TextKind::Word) };
        break;
    case SelectionGrouping::Track:
        columns = { numberColumn(column::kRank, "Rank"), textColumn("track", "Track"),
            textColumn(column::kKind, "What", TextKind::Word) };
        break;
    }
    const auto duration = [&columns](
                              const char* name, const char* title) { columns.push_back(durationColumn(name, title)); };
    columns.push_back(countColumn(column::kCount, "Count"));
    duration("sum", "Sum");
    duration("union", "Union");
    columns.push_back(percentColumn("sum_pctg", "Share", "% of sum",
        grouping == SelectionGrouping::Track
            ? "Of the sum over all tracks: of GPU work, annotations or other events"
            : "Of the sum of all GPU work; of other events, of those of the same kind"));
    columns.push_back(percentColumn("utilisation_pctg", "Utilisation", "% of selected",
        "What the union takes of the selected time; nothing where slices are selected instead of time"));
    columns.push_back(microsecondsColumn(column::kMean, "Mean"));
    const std::pair<const char*, const char*> quantiles[] = { { "min", "Shortest" }, { "50%", "Median" },
        { "90%", "90 %" }, { "99%", "99 %" }, { "max", "Longest" } };
    for (const auto& [name, title] : quantiles)
        columns.push_back(microsecondsColumn(name, title));
    return columns;
}

/// What the cells of a group are shares of.
struct Wholes {
    std::map<int, Nanoseconds> sums; ///< by what adds up: Summand of a track, sumOf() else
    std::map<std::pair<std::uint32_t, std::size_t>, Nanoseconds> selectedOfTrack;
    Nanoseconds selected = 0; ///< of any track
};

int sumKey(EventKind kind, SelectionGrouping grouping)
{
    return grouping == SelectionGrouping::Track ? static_cast<int>(summandOf(kind)) : static_cast<int>(sumOf(kind));
}

Wholes wholesOf(
    const TraceSet& traces, const Selection& selection, std::span<const Group> groups, SelectionGrouping grouping)
{
    Wholes wholes;
    for (const Group& group : groups) {
        Nanoseconds& sum = wholes.sums[sumKey(group.kind, grouping)];
        sum = saturatingAdd(sum, group.sum);
    }
    if (!selection.slices.empty())
        return wholes; // they count whole, wherever they lie
    std::vector<TimeRange> all;
    for (const auto& [track, ranges] : rangesByTrack(traces, selection)) {
        wholes.selectedOfTrack[track] = totalLength(ranges);
        append(all, ranges);
    }
    wholes.selected = totalLength(unionOf(std::move(all)));
    return wholes;
}

std::vector<Cell> cellsOf(const TraceSet& traces, const Group& group, SelectionGrouping grouping, const Wholes& wholes)
{
    std::vector<double> lengths;
    std::vector<TimeRange> ranges;
    for (std::size_t i = 0; i < group.parts.size(); ++i) {
        const double length = static_cast<double>(group.parts[i].range.length()) / 1000.0;
        if (i > 0 && group.parts[i].slice == group.parts[i - 1].slice)
            lengths.back() += length;
        else
            lengths.push_back(length);
        ranges.push_back(group.parts[i].range);
    }
    std::ranges::sort(lengths);
    std::vector<Cell> cells;
    if (grouping == SelectionGrouping::Track)
        cells = { traces.ranks()[group.key.rank].rank, group.key.name, group.key.kind };
    else if (grouping == SelectionGrouping::Name)
        cells = { group.key.name, group.key.kind };
    else
        cells = { group.key.name };
    const auto count = static_cast<std::int64_t>(lengths.size());
    const Nanoseconds covered = totalLength(unionOf(std::move(ranges)));
    const auto ofTrack = wholes.selectedOfTrack.find({ group.key.rank, group.key.track });
    const Nanoseconds selected = grouping != SelectionGrouping::Track ? wholes.selected
        : ofTrack != wholes.selectedOfTrack.end()                     ? ofTrack->second
                                                                      : 0;
    cells.insert(cells.end(),
        { count, group.sum, covered, exactPercentCell(group.sum, wholes.sums.at(sumKey(group.kind, grouping))),
            exactPercentCell(covered, selected),
            static_cast<double>(group.sum) / 1000.0 / static_cast<double>(count) });
    for (const double q : { 0.0, 0.5, 0.9, 0.99, 1.0 })
        cells.emplace_back(quantileOfSorted(lengths, q));
    return cells;
}

} // namespace

Result<Table> groupSelection(std::shared_ptr<const TraceSet> traces, const Selection& selection,
    SelectionGrouping grouping, const Progress& progress)
{
    KT_TRY(std::vector<SelectedStretch> parts, partsOf(*traces, selection, progress));
    const auto groups = std::make_shared<const std::vector<Group>>(groupsOf(*traces, std::move(parts), grouping));
    const Wholes wholes = wholesOf(*traces, selection, *groups, grouping);
    Table table("selection", "What is selected", columnsOf(grouping));
    for (const Group& group : *groups) {
        KT_TRY_DONE(progress.carryOn());
        table.addRow(cellsOf(*traces, group, grouping, wholes));
    }
    table.setEvidence([traces, groups](std::size_t row, std::size_t) {
        Selection evidence;
        for (const SelectedStretch& part : (*groups)[row].parts) {
            if (evidence.slices.empty() || evidence.slices.back() != part.slice)
                evidence.slices.push_back(part.slice);
        }
        return evidence;
    });
    return table;
}

} // namespace kinetoscope
