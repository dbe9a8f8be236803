// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/causes/awaited_work.h"
#include "core/analysis/causes/cause_rules.h"
#include "core/analysis/causes/predecessors.h"
#include "core/analysis/causes/thread_lines.h"
#include "core/base/parallel.h"

#include <array>
#include <functional>
#include <optional>

namespace kinetoscope {

/// What walks and replays of one rank look things up in (causes.md section 1), made once for both. Keeps references to
/// the trace and to `progress`; neither copied nor moved. Immutable but for forgetWalks();
/// read from any thread.
class PathParts {
public:
    /// O(n log n), about a byte a slice and 100 a piece of work. Not complete if told to stop.
    /// @param threads  as many are used.
    PathParts(const Trace& trace, const CauseThresholds& thresholds, const Progress& progress, int threads)
    {
        parallelFor(2, threads, [&](std::size_t i) {
            if (i == 0)
                m_works.emplace(trace, progress);
            else
                m_blocking.emplace(trace, thresholds.gap, thresholds.queueLength, progress);
        });
        // Lines are made of neither, but there would be three things for two threads.
        const std::array<std::function<void()>, 3> meanwhile {
            [&] { m_predecessors.emplace(trace, *m_works, *m_blocking, thresholds.gap, progress); },
            [&] { m_lines.emplace(trace, progress); },
            [&] { m_awaited.emplace(trace, *m_works, *m_blocking, thresholds.gap, progress); },
        };
        m_rules.emplace(trace, thresholds, *m_blocking, progress, threads, meanwhile);
    }
    PathParts(const PathParts&) = delete;
    PathParts& operator=(const PathParts&) = delete;
    PathParts(PathParts&&) = delete;
    PathParts& operator=(PathParts&&) = delete;
    ~PathParts() = default;

    /// To be copied by who looks at lines: they are made when first asked for.
    [[nodiscard]] const ThreadLines& lines() const { return *m_lines; }
    [[nodiscard]] const BlockingCalls& blocking() const { return *m_blocking; }
    [[nodiscard]] const CauseRules& rules() const { return *m_rules; }
    [[nodiscard]] const WorkOrder& works() const { return *m_works; }
    [[nodiscard]] const AwaitedWork& awaited() const { return *m_awaited; }
    [[nodiscard]] const Predecessors& predecessors() const { return *m_predecessors; }

    /// Nobody may ask for awaited() and predecessors() after it, or have a walk that is not done.
    void forgetWalks()
    {
        m_awaited.reset();
        m_predecessors.reset();
    }

private:
    std::optional<BlockingCalls> m_blocking;
    std::optional<WorkOrder> m_works;
    std::optional<CauseRules> m_rules;
    std::optional<Predecessors> m_predecessors;
    std::optional<AwaitedWork> m_awaited;
    std::optional<ThreadLines> m_lines;
};

} // namespace kinetoscope
