// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/causes/path/critical_path.h"
#include "core/overlay/overlay_makers.h"

#include "core/analysis/causes/path/rank_path.h"
#include "core/analysis/run_analysis.h"
#include "core/analysis/scope/per_rank.h"

#include <algorithm>
#include <map>
#include <optional>

namespace kinetoscope {

namespace {

/// The ranges and hops of one rank.
struct RankOverlay {
    std::vector<OverlayRanges> ranges;
    OverlayHops hops;
    OverlayPath path;
};

RankOverlay pathOverlayOf(const PathRank& rank, const RankPath& found)
{
    std::map<TrackId, std::vector<RangeIndex::Entry>> byTrack;
    std::vector<RangeIndex::Entry> hops;
    RankOverlay overlay;
    overlay.hops.rank = rank.index;
    overlay.path.rank = rank.index;
    for (const WalkedPath& path : found.paths) {
        std::optional<PathLink> before;
        for (const PathLink& link : path.links) {
            const TimeRange range = rank.rank.toJobTime(link.range);
            if (link.place.isValid())
                byTrack[link.place].push_back({ range, static_cast<std::uint32_t>(overlay.path.links.size()) });
            overlay.path.links.push_back({ range, link.cause, link.owner, link.place, before.has_value() });
            if (before && before->place.isValid() && link.place.isValid() && before->place != link.place) {
                // As long as the longer of the two: a hop is drawn where one of them is seen.
                const Nanoseconds seen = std::max(before->range.length(), link.range.length());
                hops.push_back({ { range.begin, saturatingAdd(range.begin, seen) },
                    static_cast<std::uint32_t>(overlay.hops.tracks.size()) });
                overlay.hops.tracks.emplace_back(before->place, link.place);
            }
            before = link;
        }
    }
    for (auto& [track, entries] : byTrack)
        overlay.ranges.push_back({ rank.index, track, 0, RangeIndex(std::move(entries)), {} });
    overlay.hops.hops = RangeIndex(std::move(hops));
    return overlay;
}

} // namespace

Result<Overlay> criticalPathOverlay(
    const AnalysisInput& input, const Parameters& parameters, const AnalysisContext& context)
{
    KT_TRY(const Parameters complete, completeParameters(criticalPath(), parameters, Mode::Exact));
    const PathChoice choice = pathChoiceFrom(complete);
    const std::vector<std::shared_ptr<const PathRank>> ranks = pathRanks(input, *context.classifier);
    Overlay overlay;
    overlay.style = OverlayStyle::Path;
    const auto walk = [&](std::size_t i) -> Result<RankOverlay> {
        KT_TRY(const RankPath found, walkRank(*ranks[i], input, choice, context.progress));
        return pathOverlayOf(*ranks[i], found);
    };
    KT_TRY_DONE(forEachRankInOrder(ranks.size(), context, walk, [&overlay](std::size_t, RankOverlay found) {
        std::move(found.ranges.begin(), found.ranges.end(), std::back_inserter(overlay.ranges));
        overlay.hops.push_back(std::move(found.hops));
        overlay.paths.push_back(std::move(found.path));
    }));
    if (overlay.isEmpty())
        overlay.remarks.push_back(
            { "no-path", { KT_PHRASE("overlays", "There is no recorded time to walk through.") } });
    return overlay;
}

} // namespace kinetoscope
