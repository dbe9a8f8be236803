// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/causes/owners/cause_rules.h"
#include "core/analysis/causes/owners/thread_lines.h"
#include "core/analysis/causes/work/awaited_work.h"
#include "core/analysis/causes/work/predecessors.h"

#include <array>
#include <functional>
#include <latch>
#include <optional>
#include <utility>

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
        std::latch ready(2); // what the last tasks are made of
        const std::array<std::function<void()>, 3> before {
            [&] {
                const CountsDown done(ready);
                m_works.emplace(trace, progress);
            },
            [&] {
                const CountsDown done(ready);
                m_blocking.emplace(trace, thresholds.gap, thresholds.queueLength, progress);
            },
            [&] { m_lines.emplace(trace, progress); },
        };
        const std::array<std::function<void()>, 2> midway {
            [&] {
                ready.wait();
                if (m_works && m_blocking)
                    m_predecessors.emplace(trace, *m_works, *m_blocking, thresholds.gap, progress);
            },
            [&] {
                ready.wait();
                if (m_works && m_blocking)
                    m_awaited.emplace(trace, *m_works, *m_blocking, thresholds.gap, progress);
            },
        };
        SliceCauses causes(trace, thresholds, progress, threads, before, midway);
        m_rules.emplace(trace, thresholds, *m_blocking, std::move(causes));
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
    /// Also where memory ends: nobody waits for ever.
    class CountsDown {
    public:
        explicit CountsDown(std::latch& latch)
            : m_latch(latch)
        {
        }
        CountsDown(const CountsDown&) = delete;
        CountsDown& operator=(const CountsDown&) = delete;
        CountsDown(CountsDown&&) = delete;
        CountsDown& operator=(CountsDown&&) = delete;
        ~CountsDown() { m_latch.count_down(); }

    private:
        std::latch& m_latch;
    };

    std::optional<BlockingCalls> m_blocking;
    std::optional<WorkOrder> m_works;
    std::optional<CauseRules> m_rules;
    std::optional<Predecessors> m_predecessors;
    std::optional<AwaitedWork> m_awaited;
    std::optional<ThreadLines> m_lines;
};

} // namespace kinetoscope
