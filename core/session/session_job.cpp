// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/session_job.h"

#include "core/io/load_ranks.h"
#include "core/session/session_file.h"
#include "core/session/session_format.h"

#include <array>
#include <map>
#include <tuple>

namespace kinetoscope {

namespace {

/// By TrackKind. Words, so that a reordered enum keeps the meaning of old files.
constexpr std::array kKindWords { "thread", "instants", "async", "stream", "device-annotation", "device-wait",
    "device-other", "counter", "span" };
static_assert(kKindWords.size() == static_cast<std::size_t>(TrackKind::Span) + 1);

SessionTrack sessionTrackOf(const Trace& trace, TrackId id)
{
    const Track& track = trace.track(id);
    const auto text = [&trace](StringId string) {
        return string.isValid() ? sessionName(trace.text(string)) : std::string();
    };
    return { id.value, kKindWords[static_cast<std::size_t>(track.kind)], text(track.pid), text(track.tid),
        sessionName(track.name) };
}

/// Finds tracks of one job again: where they were, else by kind and names. The second way is prepared when it is first
/// needed; for all tracks it costs O(tracks log tracks).
class TrackFinder {
public:
    explicit TrackFinder(const TraceSet& traces)
        : m_traces(traces)
        , m_byName(traces.ranks().size())
    {
    }

    /// Invalid where there is none. `rank` is a position.
    [[nodiscard]] TrackId find(std::size_t rank, const SessionTrack& wanted)
    {
        const Trace& trace = *m_traces.ranks()[rank].trace;
        if (wanted.index < trace.tracks().size()) {
            const TrackId same { wanted.index };
            if (sessionTrackOf(trace, same) == wanted)
                return same;
        }
        auto& byName = m_byName[rank];
        if (byName.empty()) {
            for (std::uint32_t i = 0; i < trace.tracks().size(); ++i)
                byName.try_emplace(keyOf(sessionTrackOf(trace, TrackId { i })), TrackId { i });
        }
        const auto at = byName.find(keyOf(wanted));
        return at == byName.end() ? TrackId() : at->second;
    }

private:
    using Key = std::tuple<std::string, std::string, std::string, std::string>;
    static Key keyOf(const SessionTrack& track) { return { track.kind, track.pid, track.tid, track.name }; }

    const TraceSet& m_traces;
    std::vector<std::map<Key, TrackId>> m_byName;
};

/// The same row if it is still that slice; one in another place would only look like it.
SliceId findSlice(const Trace& trace, const SessionSlice& wanted)
{
    const SliceTable& slices = trace.slices();
    const auto isIt = [&](std::size_t row) {
        return slices.start[row] == wanted.start && sessionName(trace.name(SliceTable::at(row))) == wanted.name;
    };
    if (wanted.row < slices.size() && isIt(wanted.row))
        return SliceTable::at(wanted.row);
    return {};
}

/// The row inside of which a row was moved: a track's process or device, a process's or device's rank.
std::optional<RowKey> parentOf(const TimelineTree& tree, const RowKey& key)
{
    if (key.kind == RowKind::Group)
        return RowKey { RowKind::Rank, key.rank, 0 };
    const auto& groups = tree.ranks[key.rank].groups;
    for (std::uint32_t i = 0; key.kind == RowKind::Track && i < groups.size(); ++i) {
        for (const TreeTrack& track : groups[i].tracks) {
            if (track.track.value == key.index)
                return RowKey { RowKind::Group, key.rank, i };
        }
    }
    return std::nullopt;
}

} // namespace

bool putSelection(const TraceSet& traces, const Selection& selection, Session& session)
{
    if (selection.slices.size() + selection.intervals.size() > kMostSessionSelection)
        return false;
    for (const SliceRef& slice : selection.slices) {
        const RankTrace& rank = traces.ranks()[slice.rank];
        session.slices.push_back({ rank.rank, static_cast<std::uint32_t>(slice.slice.index()),
            rank.trace->slices().start[slice.slice.index()], sessionName(rank.trace->name(slice.slice)) });
    }
    for (const IntervalRef& interval : selection.intervals) {
        const RankTrace& rank = traces.ranks()[interval.rank];
        SessionInterval kept { rank.rank, std::nullopt, interval.range };
        if (interval.track.isValid())
            kept.track = sessionTrackOf(*rank.trace, interval.track);
        session.intervals.push_back(std::move(kept));
    }
    return true;
}

Selection selectionOf(const TraceSet& traces, const Session& session, std::size_t& lost)
{
    Selection selection;
    for (const SessionSlice& kept : session.slices) {
        const std::size_t rank = traces.indexOfRank(kept.rank);
        const SliceId slice = rank < traces.ranks().size() ? findSlice(*traces.ranks()[rank].trace, kept) : SliceId();
        if (slice.isValid())
            selection.slices.push_back({ static_cast<std::uint32_t>(rank), slice });
        else
            ++lost;
    }
    TrackFinder tracks(traces);
    for (const SessionInterval& kept : session.intervals) {
        const std::size_t rank = traces.indexOfRank(kept.rank);
        const bool hasRank = rank < traces.ranks().size();
        const TrackId track = hasRank && kept.track ? tracks.find(rank, *kept.track) : TrackId();
        if (hasRank && (!kept.track || track.isValid()))
            selection.intervals.push_back({ static_cast<std::uint32_t>(rank), track, kept.range });
        else
            ++lost;
    }
    return selection;
}

std::vector<SessionRow> sessionRowsOf(const TraceSet& traces, const TimelineTree& tree, const RowChoices& choices)
{
    std::map<RowKey, SessionRow> rows;
    const auto rowOf = [&](const RowKey& key) -> SessionRow& {
        SessionRow& row = rows[key];
        const RankTrace& rank = traces.ranks()[key.rank];
        row.rank = rank.rank;
        row.isSteps = key.kind == RowKind::Steps;
        if (key.kind == RowKind::Group)
            row.group = sessionName(tree.ranks[key.rank].groups[key.index].title);
        else if (key.kind == RowKind::Track)
            row.track = sessionTrackOf(*rank.trace, TrackId { key.index });
        return row;
    };
    // Rows that an overlay adds come and go with it.
    const auto isKept = [](const RowKey& key) {
        return key.kind == RowKind::Rank || key.kind == RowKind::Group || key.kind == RowKind::Track;
    };
    for (const auto& [key, isExpanded] : choices.expanded) {
        if (isKept(key))
            rowOf(key).isExpanded = isExpanded;
    }
    for (const auto& [key, hidesPython] : choices.pythonFolded) {
        if (isKept(key))
            rowOf(key).hidesPython = hidesPython;
    }
    for (const RowKey& key : choices.hidden) {
        if (isKept(key) || key.kind == RowKind::Steps)
            rowOf(key).isHidden = true;
    }
    for (std::size_t i = 0; i < choices.pinned.size(); ++i)
        rowOf(choices.pinned[i]).pinned = static_cast<std::int64_t>(i);
    for (const auto& [parent, members] : choices.order) {
        const RowKind kind = parent.kind == RowKind::Rank ? RowKind::Group : RowKind::Track;
        for (std::size_t i = 0; i < members.size(); ++i)
            rowOf({ kind, parent.rank, members[i] }).place = static_cast<std::int64_t>(i);
    }
    std::vector<SessionRow> list;
    list.reserve(rows.size());
    for (auto& [key, row] : rows)
        list.push_back(std::move(row));
    return list;
}

RowChoices rowChoicesOf(const TraceSet& traces, const TimelineTree& tree, const std::vector<SessionRow>& rows)
{
    RowChoices choices;
    std::multimap<std::int64_t, RowKey> pinned;
    std::map<RowKey, std::multimap<std::int64_t, std::uint32_t>> places; // by parent
    TrackFinder tracks(traces);
    for (const SessionRow& row : rows) {
        const std::size_t position = traces.indexOfRank(row.rank);
        if (position >= tree.ranks.size())
            continue;
        const auto rank = static_cast<std::uint32_t>(position);
        std::vector<RowKey> keys;
        if (row.track) {
            if (const TrackId track = tracks.find(rank, *row.track); track.isValid())
                keys.push_back({ RowKind::Track, rank, track.value });
        } else if (row.group) {
            // Two of one title look the same to a person too.
            const auto& groups = tree.ranks[rank].groups;
            for (std::uint32_t i = 0; i < groups.size(); ++i) {
                if (sessionName(groups[i].title) == *row.group)
                    keys.push_back({ RowKind::Group, rank, i });
            }
        } else {
            keys.push_back({ row.isSteps ? RowKind::Steps : RowKind::Rank, rank, 0 });
        }
        for (const RowKey& key : keys) {
            if (row.isExpanded)
                choices.expanded[key] = *row.isExpanded;
            if (row.hidesPython)
                choices.pythonFolded[key] = *row.hidesPython;
            if (row.isHidden)
                choices.hidden.insert(key);
            if (row.pinned && key.kind == RowKind::Track)
                pinned.emplace(*row.pinned, key);
            if (const auto parent = parentOf(tree, key); row.place && parent)
                places[*parent].emplace(*row.place, key.index);
        }
    }
    for (const auto& [place, key] : pinned)
        choices.pinned.push_back(key);
    for (const auto& [parent, members] : places) {
        for (const auto& [place, index] : members)
            choices.order[parent].push_back(index);
    }
    return choices;
}

void moveTimes(Session& session, Nanoseconds by)
{
    const auto move = [by](TimeRange& range) {
        range = { saturatingAdd(range.begin, by), saturatingAdd(range.end, by) };
    };
    move(session.visible);
    if (session.scope.range)
        move(*session.scope.range);
    for (SessionInterval& interval : session.intervals)
        move(interval.range);
    for (SessionPlace& place : session.places)
        move(place.visible);
    for (Mark& mark : session.marks)
        move(mark.range);
}

std::vector<SessionFile> sessionFilesOf(const TraceSet& traces)
{
    std::vector<SessionFile> files;
    for (const RankTrace& rank : traces.ranks()) {
        if (const auto file = sessionFileOf(openedPath(rank)))
            files.push_back(*file);
    }
    return files;
}

} // namespace kinetoscope
