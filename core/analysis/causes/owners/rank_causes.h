// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/causes/owners/cause_rules.h"
#include "core/analysis/causes/owners/thread_lines.h"
#include "core/analysis/causes/work/blocking_calls.h"
#include "core/base/counts_down.h"
#include "core/base/progress.h"

#include <functional>
#include <latch>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace kinetoscope {

/// What moments of a rank's host and waits of its devices are put down to, made once for all who ask: the idle ledger,
/// walks and replays. Keeps references to the trace and to `progress`; neither copied nor moved. Immutable; read from
/// any thread.
class RankCauses {
public:
    using Tasks = SliceCauses::Tasks;
    /// Something else that is done at the same time, as soon as the calls that block are known; nullptr: it did not
    /// come to that.
    using AfterCalls = std::function<void(const BlockingCalls*)>;

    /// O(n log n), about a byte a slice. Not complete if told to stop.
    /// @param threads  as many are used.
    /// @param before   other things that they do at the same time, begun first and in this order.
    /// @param midway   more of them, begun when half of the slices are being read: they may wait for those.
    RankCauses(const Trace& trace, const CauseThresholds& thresholds, const Progress& progress, int threads = 1,
        Tasks before = {}, std::span<const AfterCalls> midway = {})
    {
        std::latch areCallsKnown(1);
        std::vector<std::function<void()>> first(before.begin(), before.end());
        first.emplace_back([&] {
            const CountsDown done(areCallsKnown);
            m_blocking.emplace(trace, thresholds.gap, thresholds.queueLength, progress);
        });
        first.emplace_back([&] { m_lines.emplace(trace, progress); });
        std::vector<std::function<void()>> later;
        for (const AfterCalls& task : midway) {
            later.emplace_back([&] {
                areCallsKnown.wait();
                task(m_blocking ? &*m_blocking : nullptr);
            });
        }
        SliceCauses causes(trace, thresholds, progress, threads, first, later);
        m_rules.emplace(trace, thresholds, *m_blocking, std::move(causes));
    }
    RankCauses(const RankCauses&) = delete; // rules refer to the calls
    RankCauses& operator=(const RankCauses&) = delete;
    RankCauses(RankCauses&&) = delete;
    RankCauses& operator=(RankCauses&&) = delete;
    ~RankCauses() = default;

    /// To be copied by who looks at lines: they are made when first asked for.
    [[nodiscard]] const ThreadLines& lines() const { return *m_lines; }
    [[nodiscard]] const BlockingCalls& blocking() const { return *m_blocking; }
    [[nodiscard]] const CauseRules& rules() const { return *m_rules; }

private:
    std::optional<BlockingCalls> m_blocking;
    std::optional<CauseRules> m_rules;
    std::optional<ThreadLines> m_lines;
};

} // namespace kinetoscope
