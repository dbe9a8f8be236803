// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/collectives/collective_matching.h"
#include "core/model/selection.h"
#include "widgets/support/latest_job.h"

#include <QObject>
#include <QString>

#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace kinetoscope {

/// From one run of a collective to those of other ranks. Which runs belong together is found out once a job, off the
/// GUI thread, when it is first asked for. GUI thread only.
class CollectiveWalk {
public:
    /// Gets where it went from, and the other run; nothing where no other rank has it. At once where the job is known.
    using Found = std::function<void(SliceRef from, std::optional<SliceRef> other)>;
    /// Gets all runs of the collective that was asked about, by rank; none where no other rank has it.
    using Joined = std::function<void(SliceRef of, const std::vector<SliceRef>& runs)>;
    CollectiveWalk(Found found, Joined joined);

    /// The newest question is answered. @param direction  > 0: the next rank.
    void go(const std::shared_ptr<const TraceSet>& traces, SliceRef from, int direction);
    /// Asks for all runs; the newest question of this kind is answered.
    void join(const std::shared_ptr<const TraceSet>& traces, SliceRef of);

private:
    /// Whether the matching of the job is there; else it is being made.
    bool isKnown(const std::shared_ptr<const TraceSet>& traces);
    void answer();

    Found m_found;
    Joined m_joined;
    std::weak_ptr<const TraceSet> m_traces; ///< of m_matching, and of the job that is running
    std::shared_ptr<const CollectiveMatching> m_matching;
    std::optional<SliceRef> m_from; ///< of a question without an answer, as the next
    std::optional<SliceRef> m_of;
    int m_direction = 0;
    LatestJob<std::shared_ptr<const CollectiveMatching>> m_job; ///< last: destroyed first
};

class TimelineCamera;
class TimelineReveal;
class TimelineScene;
class ViewState;
struct OverlayPath;

/// Goes from the current slice to another one, selects it and brings it into view. Stays where there is no other one.
/// GUI thread only; all it is given must outlive it.
class SliceWalk : public QObject {
    Q_OBJECT

public:
    SliceWalk(ViewState& state, const TimelineScene& scene, TimelineCamera& camera, TimelineReveal& reveal);

    /// +1 or -1: the neighbour of the current slice on its lane; without one the first slice in view.
    void stepSlice(int direction);
    /// +1 or -1: the next (previous) slice of the current one's name, on whatever track or rank it is.
    void stepSameName(int direction);
    /// +1 or -1: the next step of the job after (before) the visible range's middle.
    void stepStep(int direction);
    void showLastStep();
    /// +1: from launch to kernel, from forward to backward op, from a collective to the same one on the next rank;
    /// -1: from kernel to launch, from backward to forward op.
    void followFlow(int direction);
    /// The same without the way to other ranks: +1 shows what a slice launched, -1 its launch.
    void followLaunch(int direction);
    /// +1 or -1: the same collective on the next (previous) rank.
    void followCollective(int direction);

    /// Asks for the runs of a collective on all ranks: collectiveJoined tells them, at once or later. False, and
    /// nothing is told, for what is no collective of a job of several ranks.
    bool joinCollective(SliceRef of);

    /// +1 or -1: the next (previous) link of the critical path, while its overlay is on; from the link that it went to
    /// last, else from what is selected, else from the middle of the view. Links that follow each other inside one
    /// outermost op are gone to at once: there are thousands, of a microsecond each.
    void stepLink(int direction);
    /// Other overlays: what was said of a path holds no longer where that is gone.
    void takeOverlays();

signals:
    /// Why there is no way on, or where on the path one is: a sentence for the status bar.
    void noticed(const QString& sentence);
    /// What a sentence said is no longer so.
    void noticeOver(const QString& sentence);
    /// What a stretch that will be selected next is called.
    void linkNamed(const kinetoscope::IntervalRef& interval, const QString& name);
    /// By rank; none where no other rank has the collective.
    void collectiveJoined(kinetoscope::SliceRef of, const std::vector<kinetoscope::SliceRef>& runs);

private:
    void go(SliceRef slice);
    void showStep(SliceRef step);
    void sayOfPath(const OverlayPath* path, const QString& sentence);
    void takeBackSaid();
    void showCollective(SliceRef from, std::optional<SliceRef> other);
    /// Position of the link of a rank's path that a step starts from, and whether it is that link itself.
    struct LinkStart {
        std::uint32_t rank = 0;
        std::ptrdiff_t at = -1;
        bool isOnLink = false;
    };
    [[nodiscard]] std::optional<LinkStart> linkStart() const;
    /// Links of a path that are gone to at once.
    struct LinkRun {
        std::size_t first = 0;
        std::size_t last = 0;
        SliceRef of;        ///< the op around all of them, else the owner of the one that it is; may be invalid
        bool isOne = false; ///< it is one link
    };
    [[nodiscard]] LinkRun linkRun(const OverlayPath& path, std::size_t at) const;
    /// The first slice that begins in the visible range, in the topmost row on show that has one.
    [[nodiscard]] std::optional<SliceRef> firstInView() const;

    ViewState& m_state;
    const TimelineScene& m_scene;
    TimelineCamera& m_camera;
    TimelineReveal& m_reveal;
    Selection m_linkSelected; ///< what the last step from link to link selected
    std::uint32_t m_linkRank = 0;
    std::size_t m_link = 0;                ///< of OverlayPath::links of that rank
    QString m_said;                        ///< of m_saidOf
    const OverlayPath* m_saidOf = nullptr; ///< of m_linkRank; never followed, it may be gone
    CollectiveWalk m_collectives;          ///< last: destroyed first, so that nothing arrives in a half-destroyed walk
};

} // namespace kinetoscope
