// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/causes/owners/rank_causes.h"
#include "core/analysis/causes/work/awaited_work.h"
#include "core/analysis/causes/work/predecessors.h"
#include "core/base/parallel.h"

#include <array>
#include <functional>
#include <latch>
#include <memory>
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
        std::latch areWorksKnown(1);
        const std::array<std::function<void()>, 1> before {
            [&] {
                const CountsDown done(areWorksKnown);
                m_works.emplace(trace, progress);
            },
        };
        const std::array<RankCauses::AfterCalls, 2> midway {
            [&](const BlockingCalls* blocking) {
                areWorksKnown.wait();
                findPredecessors(trace, blocking, thresholds.gap, progress);
            },
            [&](const BlockingCalls* blocking) {
                areWorksKnown.wait();
                findAwaited(trace, blocking, thresholds.gap, progress);
            },
        };
        m_causes = std::make_shared<const RankCauses>(trace, thresholds, progress, threads, before, midway);
    }
    /// The same where its causes are there: of the same trace and thresholds.
    PathParts(std::shared_ptr<const RankCauses> causes, const Trace& trace, const CauseThresholds& thresholds,
        const Progress& progress, int threads)
        : m_causes(std::move(causes))
    {
        std::latch areWorksKnown(1);
        parallelFor(3, threads, [&](std::size_t i) {
            if (i == 0) {
                const CountsDown done(areWorksKnown);
                m_works.emplace(trace, progress);
                return;
            }
            areWorksKnown.wait();
            if (i == 1)
                findPredecessors(trace, &blocking(), thresholds.gap, progress);
            else
                findAwaited(trace, &blocking(), thresholds.gap, progress);
        });
    }
    PathParts(const PathParts&) = delete;
    PathParts& operator=(const PathParts&) = delete;
    PathParts(PathParts&&) = delete;
    PathParts& operator=(PathParts&&) = delete;
    ~PathParts() = default;

    /// To be copied by who looks at lines: they are made when first asked for.
    [[nodiscard]] const ThreadLines& lines() const { return m_causes->lines(); }
    [[nodiscard]] const BlockingCalls& blocking() const { return m_causes->blocking(); }
    [[nodiscard]] const CauseRules& rules() const { return m_causes->rules(); }
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
    void findPredecessors(const Trace& trace, const BlockingCalls* blocking, Nanoseconds gap, const Progress& progress)
    {
        if (m_works && blocking != nullptr)
            m_predecessors.emplace(trace, *m_works, *blocking, gap, progress);
    }
    void findAwaited(const Trace& trace, const BlockingCalls* blocking, Nanoseconds gap, const Progress& progress)
    {
        if (m_works && blocking != nullptr)
            m_awaited.emplace(trace, *m_works, *blocking, gap, progress);
    }

    std::shared_ptr<const RankCauses> m_causes;
    std::optional<WorkOrder> m_works;
    std::optional<Predecessors> m_predecessors;
    std::optional<AwaitedWork> m_awaited;
};

} // namespace kinetoscope
