// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/causes/replay/replay.h"

#include <span>
#include <vector>

namespace kinetoscope {

/// From where a step's time counts in a replay until it is complete, and what completes it.
struct StepWindow {
    TimeRange range;           ///< empty of a step that is complete together with the one before
    WorkNumber work = kNoWork; ///< this work, the last in order of equals;
    LineMoment end;            ///< else the end of its annotation
    TrackId thread;            ///< of the annotation
};

/// How long the steps of a rank take in replays of it: each from the completion of the one before, the first from its
/// own start, so that the steps of a job that runs ahead of its GPU add up. A step is complete when its annotation has
/// ended and all work that was launched until then. Keeps a reference to the recording. Immutable.
class StepWalls {
public:
    /// @param steps  by start. O(work log steps).
    StepWalls(const Recording& recording, std::span<const Step> steps);

    /// By step. O(work + steps).
    [[nodiscard]] std::vector<StepWindow> in(const Replay& replay) const;

private:
    struct Mark {
        TrackId thread;
        LineMoment begin;
        LineMoment end;
        std::size_t launched = 0; ///< of m_launched: until the end
    };
    /// Pieces of work that follow each other, as most of a step do.
    struct Launched {
        std::uint32_t step = 0; ///< the first that has not ended when they are launched
        WorkNumber first = kNoWork;
        WorkNumber end = kNoWork;
    };
    std::vector<Launched> m_launched; ///< by step and first work
    std::vector<Mark> m_marks;
};

} // namespace kinetoscope
