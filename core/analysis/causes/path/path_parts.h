// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/causes/awaited_work.h"
#include "core/analysis/causes/cause_rules.h"
#include "core/analysis/causes/predecessors.h"
#include "core/analysis/causes/thread_lines.h"

namespace kinetoscope {

/// What walks and replays of one rank look things up in (causes.md section 1), made once for both. Keeps references to
/// the trace and to `progress`; neither copied nor moved. Not thread-safe: lines of threads are made when first asked
/// for.
struct PathParts {
    /// O(n log n), about 16 bytes a slice and 50 a piece of work. Not complete if told to stop.
    PathParts(const Trace& trace, const CauseThresholds& thresholds, const Progress& progress)
        : lines(trace, progress)
        , blocking(trace, thresholds.gap, thresholds.queueLength, progress)
        , rules(trace, thresholds, blocking, progress)
        , works(trace, progress)
        , awaited(trace, works, blocking, thresholds.gap, progress)
        , predecessors(trace, works, blocking, thresholds.gap, progress)
    {
    }
    PathParts(const PathParts&) = delete;
    PathParts& operator=(const PathParts&) = delete;
    PathParts(PathParts&&) = delete;
    PathParts& operator=(PathParts&&) = delete;
    ~PathParts() = default;

    ThreadLines lines;
    BlockingCalls blocking;
    CauseRules rules;
    WorkOrder works;
    AwaitedWork awaited;
    Predecessors predecessors;
};

} // namespace kinetoscope
