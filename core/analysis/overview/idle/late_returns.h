// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/causes/idle/idle_ledger.h"
#include "core/analysis/causes/work/awaited_work.h"

#include <vector>

namespace kinetoscope {

/// Idle time in which the host is still in the blocking call that it waited in when the gap began, although the
/// recorded work that the call waits for had ended. Keeps references to both.
class LateReturns {
public:
    LateReturns(const RankTrace& rank, const IdleLedger& ledger)
        : m_rank(rank)
        , m_ledger(ledger)
    {
    }

    /// @param part  of cause Synchronisation, with a call that it is after.
    void add(const IdlePart& part)
    {
        const Timestamp begin = m_rank.toTraceTime(part.range.begin);
        if (m_rank.trace->slices().end(part.afterCall) <= begin)
            return; // in another call
        const BlockingWay way = m_ledger.blocking().wayOf(part.afterCall);
        if (way == BlockingWay::Copy) // the ledger has copy calls as synchronisation behind their copies alone
            m_copies = saturatingAdd(m_copies, part.range.length());
        else if (way == BlockingWay::Sync)
            m_syncs.push_back({ part.afterCall, begin, part.range.length() });
    }

    /// Of all that was added. @param least  ns; less than this in synchronisations is not looked at.
    [[nodiscard]] Nanoseconds time(Nanoseconds least, const Progress& progress) const
    {
        Nanoseconds syncs = 0;
        for (const InSync& each : m_syncs)
            syncs = saturatingAdd(syncs, each.length);
        if (syncs == 0 || syncs < least)
            return m_copies;
        const WorkOrder order(*m_rank.trace, progress);
        const AwaitedWork awaited(*m_rank.trace, order, m_ledger.blocking(), m_ledger.gapThreshold(), progress);
        Nanoseconds sum = m_copies;
        for (const InSync& each : m_syncs) {
            if (progress.shouldStop())
                break;
            const WorkNumber work = awaited.of(each.call, BlockingWay::Sync).work;
            sum = saturatingAdd(sum, work != kNoWork && order.endOf(work) <= each.begin ? each.length : 0);
        }
        return sum;
    }

private:
    struct InSync {
        SliceId call;
        Timestamp begin = 0; ///< trace time
        Nanoseconds length = 0;
    };
    const RankTrace& m_rank;
    const IdleLedger& m_ledger;
    Nanoseconds m_copies = 0;
    std::vector<InSync> m_syncs;
};

} // namespace kinetoscope
