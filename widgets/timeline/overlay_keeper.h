// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/support/latest_job.h"
#include "widgets/timeline/painters/overlay_painter.h"
#include "widgets/timeline/timeline_parts.h"

#include <QObject>

#include <memory>
#include <optional>
#include <vector>

namespace kinetoscope {

class NameSearch;

/// Keeps what lies over the lanes as the view state and the marks have it, and has the timeline painted again where
/// that changes: a moved pointer costs a line, not the whole view. GUI thread only; the arguments outlive it.
class OverlayKeeper : public QObject {
    Q_OBJECT

public:
    OverlayKeeper(QWidget& timeline, TimelineParts& parts);

    [[nodiscard]] const TimelineOverlay& overlay() const { return m_overlay; }
    /// Another job is about to be shown.
    void forget();
    /// Everything, as it is now.
    void takeAll();
    /// What the search finds is marked, once it is known where it lies. @param search  of the job shown; null: nothing.
    void setSearchHits(std::shared_ptr<const NameSearch> search);

signals:
    /// Other lanes lie below the veil of the scope.
    void veilChanged();

private:
    void takeSelection();
    void indexSelection();
    void takeHover();
    /// Asks for the runs of the collective that is hovered, else selected, and marks them when they are known.
    void joinCollective();
    void takeCollective(SliceRef of, const std::vector<SliceRef>& runs);
    void takePointedTime();
    void takeScope();
    void takeMarks();

    QWidget& m_timeline;
    TimelineParts& m_parts;
    TimelineOverlay m_overlay;
    std::optional<SliceRef> m_joining; ///< the run whose collective is marked, or asked for
    /// Last: destroyed first, so that nothing arrives in what is half destroyed.
    LatestJob<std::shared_ptr<const Highlight>> m_indexing;
    LatestJob<std::shared_ptr<const Highlight>> m_hitIndexing;
    LatestJob<std::vector<RankWindows>> m_windows;
};

} // namespace kinetoscope
