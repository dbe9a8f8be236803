// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/name_search.h"

#include "core/base/name_pattern.h"
#include "core/base/number_text.h"
#include "core/base/text_finder.h"
#include "core/io/json/argument_scan.h"

#include <algorithm>
#include <array>
#include <functional>
#include <numeric>
#include <tuple>

namespace kinetoscope {

namespace {

constexpr std::size_t kRowsBetweenLooks = 65536;
/// What matching a name costs, in items of StopCheck: names may be megabytes long.
constexpr std::size_t kItemsOfAName = 10;
constexpr std::size_t kBytesOfAnItem = 4;
/// A long pattern of many choices takes RE2 25 us a byte, where its states do not fit the cache.
constexpr std::size_t kItemsOfAPatternByte = 16;
constexpr std::size_t kOverviewParts = 2048; ///< more than an overview has pixels on most screens

std::string_view withoutQuotes(std::string_view value)
{
    return value.size() >= 2 && value.front() == '"' ? value.substr(1, value.size() - 2) : value;
}

/// Whether the text of an event has what the query wants in its arguments.
bool isInArguments(std::string_view eventJson, const SearchQuery& query, const TextFinder& finder)
{
    const std::string_view arguments = argumentsOf(eventJson);
    if (!query.key.empty() && withoutQuotes(argumentOf(eventJson, query.key)) == query.value && !arguments.empty())
        return true;
    return finder.isIn(arguments);
}

/// Calls visit(row) for the slices of one rank that have an event, by ascending event; two slices never share one.
std::vector<std::uint32_t> rowsByEvent(const SliceTable& slices)
{
    std::vector<std::uint32_t> rows(slices.size());
    std::iota(rows.begin(), rows.end(), 0u);
    std::ranges::sort(rows, {}, [&slices](std::uint32_t a) { return std::pair(slices.eventIndex[a], a); });
    return rows;
}

using HitPlace = std::tuple<Timestamp, std::uint32_t, SliceId>; // start in job time, rank, row

HitPlace hitPlaceOf(const TraceSet& traces, std::uint32_t rank, std::size_t row)
{
    const RankTrace& place = traces.ranks()[rank];
    return { place.toJobTime(place.trace->slices().start[row]), rank, SliceTable::at(row) };
}

/// Takes a bound off the end of what was typed. Its sign stands first or after a space: names hold such signs, too.
bool takeBound(std::string_view& typed, SearchQuery& query)
{
    struct Unit {
        std::string_view suffix;
        std::int64_t ns;
    };
    static constexpr std::array<Unit, 5> kUnits { { { "ns", 1 }, { "us", 1'000 }, { "\u00b5s", 1'000 },
        { "ms", 1'000'000 }, { "s", 1'000'000'000 } } };
    const auto trimmed = [](std::string_view text) {
        while (text.starts_with(' '))
            text.remove_prefix(1);
        while (text.ends_with(' '))
            text.remove_suffix(1);
        return text;
    };
    const std::size_t sign = typed.find_last_of("<>");
    if (sign == std::string_view::npos || (sign > 0 && typed[sign - 1] != ' '))
        return false;
    const std::string_view time = trimmed(typed.substr(sign + 1));
    const auto unit = std::ranges::find_if(kUnits, [time](const Unit& each) { return time.ends_with(each.suffix); });
    if (unit == kUnits.end())
        return false;
    const auto ns = scaledDecimal(trimmed(time.substr(0, time.size() - unit->suffix.size())), unit->ns);
    if (!ns)
        return false;
    (typed[sign] == '>' ? query.longerThan : query.shorterThan) = *ns;
    typed = trimmed(typed.substr(0, sign));
    return true;
}

} // namespace

SearchQuery SearchQuery::parse(std::string_view typed)
{
    SearchQuery query;
    while (takeBound(typed, query)) { }
    if (typed.size() > 2 && typed.front() == '/' && typed.back() == '/') {
        query.text = typed.substr(1, typed.size() - 2);
        query.isPattern = true;
        return query;
    }
    query.text = typed;
    const std::size_t equals = typed.find('=');
    if (equals != std::string_view::npos && equals > 0) {
        query.key = typed.substr(0, equals);
        query.value = withoutQuotes(typed.substr(equals + 1));
    }
    return query;
}

bool NameSearch::isInBounds(const SliceTable& slices, std::size_t row) const
{
    return (!m_longerThan || slices.duration(SliceTable::at(row)) > *m_longerThan)
        && (!m_shorterThan || slices.duration(SliceTable::at(row)) < *m_shorterThan);
}

bool NameSearch::matches(std::uint32_t rank, std::size_t row) const
{
    if (!m_rows.empty() && m_rows[rank][row])
        return true;
    const Trace& trace = *m_traces->ranks()[rank].trace;
    const SliceTable& slices = trace.slices();
    const std::vector<bool>& texts = m_texts[rank];
    return (texts[slices.name[row].index()] || texts[trace.categories()[slices.category[row]].index()])
        && isInBounds(slices, row); // asked for last: most slices have another name
}

Result<NameSearch> NameSearch::run(
    std::shared_ptr<const TraceSet> traces, const SearchQuery& query, const Progress& progress)
{
    std::function<bool(std::string_view)> isWanted = [finder = TextFinder(query.text)](
                                                         std::string_view text) { return finder.isIn(text); };
    if (query.isPattern) {
        KT_TRY(const NamePattern pattern, NamePattern::compile(query.text));
        isWanted = [pattern](std::string_view text) { return pattern.isIn(text); };
    }
    NameSearch search;
    search.m_traces = std::move(traces);
    search.m_longerThan = query.longerThan;
    search.m_shorterThan = query.shorterThan;
    for (std::uint32_t rank = 0; rank < search.m_traces->ranks().size(); ++rank) {
        const Trace& trace = *search.m_traces->ranks()[rank].trace;
        std::vector<bool>& texts = search.m_texts.emplace_back(trace.strings().size(), false);
        StopCheck check(progress);
        for (std::size_t i = 0; !query.isEmpty() && i < texts.size(); ++i) {
            const std::string_view text = trace.strings().view(StringId { i });
            const std::size_t items =
                query.isPattern ? text.size() * kItemsOfAPatternByte : text.size() / kBytesOfAnItem;
            if (check.after(kItemsOfAName + items))
                return Error::stopped();
            texts[i] = isWanted(text);
        }
        search.m_hasTexts.push_back(std::ranges::find(texts, true) != texts.end());
        for (std::size_t row = 0; search.m_hasTexts.back() && row < trace.slices().size(); ++row) {
            if (row % kRowsBetweenLooks == 0 && progress.shouldStop())
                return Error::stopped();
            search.m_hitCount += search.matches(rank, row) ? 1 : 0;
        }
    }
    search.findPlaces();
    return search;
}

Result<NameSearch> NameSearch::withArguments(const SearchQuery& query, const Progress& progress) const
{
    NameSearch search = *this;
    search.m_rows.clear();
    const TextFinder finder(query.text);
    std::vector<std::vector<bool>> found;
    for (std::uint32_t rank = 0; rank < m_traces->ranks().size(); ++rank) {
        const Trace& trace = *m_traces->ranks()[rank].trace;
        std::vector<bool>& rows = found.emplace_back(trace.slices().size(), false);
        if (!query.looksAtArguments() || rows.empty())
            continue;
        const std::vector<std::uint32_t> order = rowsByEvent(trace.slices());
        if (progress.shouldStop())
            return Error::stopped();
        std::vector<EventIndex> events;
        std::vector<std::uint32_t> rowOf;
        for (const std::uint32_t row : order) {
            if (isInBounds(trace.slices(), row) && !matches(rank, row)
                && (events.empty() || events.back() != trace.slices().eventIndex[row])) {
                events.push_back(trace.slices().eventIndex[row]);
                rowOf.push_back(row);
            }
        }
        const auto visit = [&](std::size_t i, std::string_view json) {
            if (isInArguments(json, query, finder)) {
                rows[rowOf[i]] = true;
                ++search.m_hitCount;
            }
            return !progress.shouldStop();
        };
        if (!events.empty()) {
            KT_TRY_DONE(trace.visitEventJson(events, visit));
        }
        if (progress.shouldStop())
            return Error::stopped();
    }
    search.m_rows = std::move(found);
    search.findPlaces();
    return search;
}

template <typename Each> void NameSearch::forEachHit(Each each) const
{
    for (std::uint32_t rank = 0; m_hitCount > 0 && rank < m_traces->ranks().size(); ++rank) {
        const std::size_t rows = m_traces->ranks()[rank].trace->slices().size();
        for (std::size_t row = 0; hasHits(rank) && row < rows; ++row) {
            if (matches(rank, row))
                each(rank, row);
        }
    }
}

Selection NameSearch::hits() const
{
    Selection all;
    all.slices.reserve(static_cast<std::size_t>(m_hitCount));
    forEachHit([&all](std::uint32_t rank, std::size_t row) { all.slices.push_back({ rank, SliceTable::at(row) }); });
    return all;
}

bool NameSearch::isSlice(SliceRef slice) const
{
    return slice.rank < m_traces->ranks().size()
        && slice.slice.index() < m_traces->ranks()[slice.rank].trace->slices().size();
}

void NameSearch::findPlaces()
{
    const TimeRange range = m_traces->coreRange();
    const double length = static_cast<double>(std::max<Nanoseconds>(1, range.length()));
    std::vector<bool> parts(kOverviewParts, false);
    forEachHit([&](std::uint32_t rank, std::size_t row) {
        const Timestamp time = std::get<0>(hitPlaceOf(*m_traces, rank, row));
        if (time < range.begin || time > range.end)
            return;
        const double share = (static_cast<double>(time) - static_cast<double>(range.begin)) / length;
        parts[std::min(kOverviewParts - 1, static_cast<std::size_t>(share * kOverviewParts))] = true;
    });
    m_places.clear();
    for (std::size_t i = 0; i < kOverviewParts; ++i) {
        if (parts[i])
            m_places.push_back(
                saturatingAdd(range.begin, static_cast<Nanoseconds>(length * static_cast<double>(i) / kOverviewParts)));
    }
}

std::optional<SliceRef> NameSearch::next(std::optional<SliceRef> from, int direction) const
{
    std::optional<HitPlace> here;
    if (from && isSlice(*from))
        here = hitPlaceOf(*m_traces, from->rank, from->slice.index());
    std::optional<HitPlace> beyond; ///< nearest hit in the wanted direction
    std::optional<HitPlace> around; ///< the first of all hits in that direction, for beyond the end
    const auto isBefore = [direction](const HitPlace& a, const HitPlace& b) { return direction > 0 ? a < b : b < a; };
    forEachHit([&](std::uint32_t rank, std::size_t row) {
        const HitPlace place = hitPlaceOf(*m_traces, rank, row);
        if (!around || isBefore(place, *around))
            around = place;
        if (here && isBefore(*here, place) && (!beyond || isBefore(place, *beyond)))
            beyond = place;
    });
    const std::optional<HitPlace>& found = beyond ? beyond : around;
    if (!found)
        return std::nullopt;
    return SliceRef { std::get<1>(*found), std::get<2>(*found) };
}

std::uint64_t NameSearch::placeOf(SliceRef slice) const
{
    if (!isSlice(slice) || !matches(slice.rank, slice.slice.index()))
        return 0;
    const HitPlace here = hitPlaceOf(*m_traces, slice.rank, slice.slice.index());
    std::uint64_t place = 0;
    forEachHit([&](std::uint32_t rank, std::size_t row) { place += hitPlaceOf(*m_traces, rank, row) <= here ? 1 : 0; });
    return place;
}

} // namespace kinetoscope
