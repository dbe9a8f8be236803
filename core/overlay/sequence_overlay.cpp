// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/overlay/sequence_overlay.h"

#include "core/analysis/host/kernel_ngrams.h"
#include "core/analysis/host/kernel_sequences.h"
#include "core/analysis/run_analysis.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace kinetoscope {

namespace {

constexpr std::string_view kPatternColumn = "pattern";

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

/// What is drawn is drawn on every rank: the analysis looks at the lowest unless told otherwise.
AnalysisInput onEveryRank(const AnalysisInput& input)
{
    AnalysisInput all = input;
    for (const RankTrace& rank : input.traces->ranks()) {
        if (input.scope.ranks.empty())
            all.scope.ranks.push_back(rank.rank);
    }
    return all;
}

/// The stretches of the patterns that `overlay` has, from a table `occurrences`; others are left out.
Result<Done> addOccurrences(Overlay& overlay, const TraceSet& traces, const Table& table, const Progress& progress)
{
    const std::size_t patternColumn = table.columnIndex(kPatternColumn);
    std::map<std::string_view, std::uint8_t> letters;
    for (std::size_t i = 0; i < overlay.patterns.size(); ++i)
        letters.emplace(overlay.patterns[i].pattern, static_cast<std::uint8_t>(i));
    std::map<std::tuple<std::uint32_t, TrackId, std::uint8_t>, std::vector<RangeIndex::Entry>> entries;
    for (std::size_t row = 0; row < table.rowCount(); ++row) {
        if (row % 256 == 0 && progress.shouldStop())
            return Error::stopped();
        const auto letter = letters.find(table.text(row, patternColumn));
        if (letter == letters.end())
            continue;
        OverlayPattern& pattern = overlay.patterns[letter->second];
        if (const auto* const steps = table.chainSteps(pattern.pattern); ++pattern.count == 1 && steps != nullptr)
            pattern.steps = *steps;
        for (const auto& [place, hull] : hullsOf(traces, table.evidence(row, patternColumn)))
            entries[{ place.first, place.second, letter->second }].push_back({ hull.range, hull.first.value });
    }
    for (auto& [place, found] : entries) {
        const auto& [rank, track, number] = place;
        overlay.ranges.push_back({ rank, track, number, RangeIndex(std::move(found)), {} });
    }
    return Done {};
}

/// The first patterns of a table `occurrences`, with no stretch yet.
std::vector<OverlayPattern> firstPatterns(const Table& table)
{
    const std::size_t column = table.columnIndex(kPatternColumn);
    std::vector<OverlayPattern> patterns;
    for (std::size_t row = 0; row < table.rowCount() && patterns.size() < kMostPatterns; ++row) {
        const std::string_view pattern = table.text(row, column);
        if (std::ranges::find(patterns, pattern, &OverlayPattern::pattern) == patterns.end())
            patterns.push_back({ std::string(pattern), 0, { std::string(pattern) } });
    }
    return patterns;
}

} // namespace

Result<Overlay> chosenSequenceOverlay(const AnalysisInput& input, const Parameters& parameters,
    std::span<const std::string> chains, const AnalysisContext& context)
{
    const AnalysisDescriptor analysis = kernelSequences();
    KT_TRY(const Parameters complete, completeParameters(analysis, parameters, Mode::Exact));
    const AnalysisInput all = onEveryRank(input);
    KT_TRY(const Table occurrences, sequenceOccurrences(all, complete, chains, context));
    Overlay overlay;
    overlay.style = OverlayStyle::Patterns;
    for (const std::string& chain : chains.first(std::min(chains.size(), kMostChosenPatterns)))
        overlay.patterns.push_back({ chain, 0, { chain } });
    KT_TRY_DONE(addOccurrences(overlay, *input.traces, occurrences, context.progress));
    // What no op launches may be a chain of the streams.
    std::vector<std::string> others;
    for (const OverlayPattern& pattern : overlay.patterns) {
        if (pattern.count == 0)
            others.push_back(pattern.pattern);
    }
    if (others.empty())
        return overlay;
    KT_TRY(const Table onStreams, ngramOccurrences(all, others, context));
    KT_TRY_DONE(addOccurrences(overlay, *input.traces, onStreams, context.progress));
    return overlay;
}

Result<Overlay> frequentSequenceOverlay(
    const AnalysisInput& input, const Parameters& parameters, const AnalysisContext& context)
{
    const AnalysisDescriptor analysis = kernelSequences();
    const AnalysisInput all = onEveryRank(input);
    KT_TRY(const AnalysisResult result, runAnalysis(analysis, { &all, 1 }, parameters, Mode::Exact, context));
    Overlay overlay { .style = OverlayStyle::Patterns, .remarks = result.remarks };
    const Table* occurrences = result.findTable("occurrences");
    if (!occurrences)
        return overlay;
    overlay.patterns = firstPatterns(*occurrences);
    KT_TRY_DONE(addOccurrences(overlay, *input.traces, *occurrences, context.progress));
    return overlay;
}

} // namespace kinetoscope
