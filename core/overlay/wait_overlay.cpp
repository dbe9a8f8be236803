// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/overlay/overlay_makers.h"

#include "core/analysis/ranks/wait_causes.h"
#include "core/analysis/ranks/wait_facts.h"
#include "core/analysis/run_analysis.h"

#include <map>
#include <utility>

namespace kinetoscope {

Result<Overlay> waitOverlay(const AnalysisInput& input, const Parameters& parameters, const AnalysisContext& context)
{
    KT_TRY(const Parameters complete, completeParameters(waitCauses(), parameters, Mode::Exact));
    KT_TRY(const WaitOptions options, waitOptionsFrom(complete));
    KT_TRY(const std::shared_ptr<const WaitFacts> facts, readWaits(input, options, context));
    Overlay overlay { .style = OverlayStyle::Waits, .waits = runWaits(*facts), .remarks = facts->remarks };
    struct Entries {
        std::vector<RangeIndex::Entry> all;
        std::vector<RangeIndex::Entry> last; // of a summary
    };
    std::map<std::pair<std::uint32_t, TrackId>, Entries> byTrack;
    for (std::size_t i = 0; i < overlay.waits.size(); ++i) {
        const RunWait& wait = overlay.waits[i];
        if (wait.wait == 0 && !wait.isLast)
            continue; // nobody waits in it
        const TimeRange range =
            wait.isLast ? wait.range : TimeRange { wait.range.begin, saturatingAdd(wait.range.begin, wait.wait) };
        const RangeIndex::Entry entry { range, static_cast<std::uint32_t>(i) };
        if (!wait.run.slice.isValid()) {
            Entries& ofSummary = byTrack[{ wait.run.rank, TrackId {} }];
            (wait.isLast ? ofSummary.last : ofSummary.all).push_back(entry);
            continue;
        }
        const TrackId track = input.traces->ranks()[wait.run.rank].trace->trackOf(wait.run.slice);
        byTrack[{ wait.run.rank, track }].all.push_back(entry);
    }
    for (auto& [place, entries] : byTrack)
        overlay.ranges.push_back(
            { place.first, place.second, 0, RangeIndex(std::move(entries.all)), RangeIndex(std::move(entries.last)) });
    if (overlay.isEmpty() && overlay.remarks.empty())
        overlay.remarks.push_back(
            { "no-waits", { KT_PHRASE("overlays", "No rank waits for another one in a collective.") } });
    return overlay;
}

} // namespace kinetoscope
