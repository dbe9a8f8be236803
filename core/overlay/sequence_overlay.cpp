// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/overlay/sequence_overlay.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace kinetoscope {

namespace {

/// The slices of one occurrence on one track.
struct Hull {
    TimeRange range; ///< job time
    SliceId first;   ///< that begins first
};
using Hulls = std::map<std::pair<std::uint32_t, TrackId>, Hull>;

Hulls hullsOf(const TraceSet& traces, const Selection& selection)
{
    Hulls hulls;
    for (const SliceRef& ref : selection.slices) {
        const RankTrace& rank = traces.ranks()[ref.rank];
        const SliceTable& slices = rank.trace->slices();
        const Timestamp begin = rank.toJobTime(slices.start[ref.slice.index()]);
        const Timestamp end = rank.toJobTime(slices.end(ref.slice));
        const auto [it, isNew] =
            hulls.try_emplace({ ref.rank, rank.trace->trackOf(ref.slice) }, Hull { { begin, end }, ref.slice });
        Hull& hull = it->second;
        if (!isNew && begin < hull.range.begin)
            hull.first = ref.slice;
        hull.range = { std::min(hull.range.begin, begin), std::max(hull.range.end, end) };
    }
    return hulls;
}

} // namespace

Result<Overlay> sequenceOverlay(const TraceSet& traces, const AnalysisResult& result, const Progress& progress)
{
    Overlay overlay;
    overlay.style = OverlayStyle::Patterns;
    overlay.remarks = result.remarks;
    const Table* table = result.findTable("occurrences");
    if (!table)
        return overlay;
    const std::size_t patternColumn = table->columnIndex("pattern");
    std::map<std::string, std::size_t, std::less<>> letters;
    std::map<std::tuple<std::uint32_t, TrackId, std::uint8_t>, std::vector<RangeIndex::Entry>> entries;
    for (std::size_t row = 0; row < table->rowCount(); ++row) {
        if (row % 256 == 0 && progress.shouldStop())
            return Error { ErrorCode::Cancelled, "The overlay was stopped." };
        const std::string_view pattern = table->text(row, patternColumn);
        auto letter = letters.find(pattern);
        if (letter == letters.end()) {
            if (letters.size() == kMostPatterns)
                continue;
            letter = letters.emplace(pattern, letters.size()).first;
            overlay.patterns.push_back({ std::string(pattern), 0 });
        }
        ++overlay.patterns[letter->second].count;
        const auto number = static_cast<std::uint8_t>(letter->second);
        for (const auto& [place, hull] : hullsOf(traces, table->evidence(row, patternColumn)))
            entries[{ place.first, place.second, number }].push_back({ hull.range, hull.first.value });
    }
    for (auto& [place, found] : entries) {
        const auto& [rank, track, number] = place;
        overlay.ranges.push_back({ rank, track, number, RangeIndex(std::move(found)) });
    }
    return overlay;
}

Result<Overlay> frequentSequenceOverlay(
    const AnalysisInput& input, const Parameters& parameters, const AnalysisContext& context)
{
    const AnalysisDescriptor* analysis = findAnalysis("kernel-sequences");
    // The analysis looks at the lowest rank unless told otherwise; what is drawn is drawn on every rank.
    AnalysisInput all = input;
    for (const RankTrace& rank : input.traces->ranks()) {
        if (input.scope.ranks.empty())
            all.scope.ranks.push_back(rank.rank);
    }
    const Result<AnalysisResult> result = runAnalysis(*analysis, { &all, 1 }, parameters, Mode::Exact, context);
    if (!result)
        return result.error();
    return sequenceOverlay(*input.traces, result.value(), context.progress);
}

} // namespace kinetoscope
