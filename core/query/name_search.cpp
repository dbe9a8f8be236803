// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/name_search.h"

#include <algorithm>
#include <tuple>

namespace kinetoscope {

namespace {

char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool contains(std::string_view text, std::string_view wanted)
{
    return std::search(text.begin(), text.end(), wanted.begin(), wanted.end(), [](char a, char b) {
        return lower(a) == lower(b);
    }) != text.end();
}

} // namespace

bool NameSearch::matches(std::uint32_t rank, std::size_t row) const
{
    const Trace& trace = *m_traces->ranks()[rank].trace;
    const SliceTable& slices = trace.slices();
    const std::vector<bool>& texts = m_texts[rank];
    return texts[slices.name[row].index()] || texts[trace.categories()[slices.category[row]].index()];
}

Result<NameSearch> NameSearch::run(
    std::shared_ptr<const TraceSet> traces, std::string_view text, const Progress& progress)
{
    constexpr std::size_t kRowsBetweenLooks = 65536;
    NameSearch search;
    search.m_traces = std::move(traces);
    for (std::uint32_t rank = 0; rank < search.m_traces->ranks().size(); ++rank) {
        const Trace& trace = *search.m_traces->ranks()[rank].trace;
        std::vector<bool>& texts = search.m_texts.emplace_back(trace.strings().size(), false);
        for (std::size_t i = 0; !text.empty() && i < texts.size(); ++i)
            texts[i] = contains(trace.strings().view(StringId { i }), text);
        if (std::find(texts.begin(), texts.end(), true) == texts.end())
            continue;
        for (std::size_t row = 0; row < trace.slices().size(); ++row) {
            if (row % kRowsBetweenLooks == 0 && progress.shouldStop())
                return Error { ErrorCode::Cancelled, "A newer search replaced this one." };
            search.m_hitCount += search.matches(rank, row) ? 1 : 0;
        }
    }
    return search;
}

std::optional<SliceRef> NameSearch::next(std::optional<SliceRef> from, int direction) const
{
    using Place = std::tuple<Timestamp, std::uint32_t, SliceId>; // start in job time, rank, row
    const auto placeOf = [this](std::uint32_t rank, std::size_t row) {
        const RankTrace& place = m_traces->ranks()[rank];
        return Place { place.toJobTime(place.trace->slices().start[row]), rank, SliceTable::at(row) };
    };
    std::optional<Place> here;
    if (from && from->rank < m_traces->ranks().size()
        && from->slice.index() < m_traces->ranks()[from->rank].trace->slices().size())
        here = placeOf(from->rank, from->slice.index());
    std::optional<Place> beyond; ///< nearest hit in the wanted direction
    std::optional<Place> around; ///< the first of all hits in that direction, for beyond the end
    const auto isBefore = [direction](const Place& a, const Place& b) { return direction > 0 ? a < b : b < a; };
    for (std::uint32_t rank = 0; m_hitCount > 0 && rank < m_traces->ranks().size(); ++rank) {
        for (std::size_t row = 0; row < m_traces->ranks()[rank].trace->slices().size(); ++row) {
            if (!matches(rank, row))
                continue;
            const Place place = placeOf(rank, row);
            if (!around || isBefore(place, *around))
                around = place;
            if (here && isBefore(*here, place) && (!beyond || isBefore(place, *beyond)))
                beyond = place;
        }
    }
    const std::optional<Place>& found = beyond ? beyond : around;
    if (!found)
        return std::nullopt;
    return SliceRef { std::get<1>(*found), std::get<2>(*found) };
}

} // namespace kinetoscope
