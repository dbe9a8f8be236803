// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/quick_open/track_list.h"

#include "widgets/support/number_text.h"
#include "widgets/support/plain_text.h"
#include "widgets/timeline/timeline_scene.h"

#include <QCoreApplication>

namespace kinetoscope {

namespace {

QString eventsText(const Track& track)
{
    const std::uint32_t events = track.kind == TrackKind::Counter ? track.sampleCount : track.sliceCount;
    return events == 1 ? QCoreApplication::translate("TrackList", "1 event")
                       : QCoreApplication::translate("TrackList", "%1 events").arg(countText(events));
}

} // namespace

std::vector<TrackEntry> tracksOf(const TimelineScene& scene)
{
    std::vector<TrackEntry> entries;
    const TimelineTree& tree = scene.tree();
    for (std::uint32_t rank = 0; rank < tree.ranks.size(); ++rank) {
        const Trace& trace = *scene.traces()->ranks()[rank].trace;
        const QString rankTitle = displayText(tree.ranks[rank].title);
        for (const TreeGroup& group : tree.ranks[rank].groups) {
            const QString place = QStringLiteral("%1 \u203a %2").arg(rankTitle, displayText(group.title));
            for (const TreeTrack& track : group.tracks) {
                TrackEntry entry { rank, track.track, {} };
                entry.item.text = scene.trackTitle(rank, track.track);
                entry.item.place = place;
                entry.item.right = eventsText(trace.track(track.track));
                entries.push_back(std::move(entry));
            }
        }
    }
    return entries;
}

} // namespace kinetoscope
