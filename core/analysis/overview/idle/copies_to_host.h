// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/kernel_names.h"
#include "core/model/trace.h"

#include <algorithm>
#include <cstdint>

namespace kinetoscope {

/// Bytes from which on a copy to the host is more than a value that is looked at.
inline constexpr std::int64_t kMuchCopied = 64 * 1024;

/// Large copies from the GPU to the host that blocking calls waited for, and how much they move. Keeps a reference to
/// the trace.
class CopiesToHost {
public:
    explicit CopiesToHost(const Trace& trace)
        : m_trace(trace)
    {
    }

    /// Whether `call`, which blocks, is a copy of kMuchCopied or more, or the last that its thread launched before it
    /// is one, and ends at the end of the call. What is asked for again and again is to come one after the other.
    [[nodiscard]] bool isAwaitedBy(SliceId call)
    {
        if (call != m_call) {
            m_call = call;
            m_isAwaited = find(lastWork(call));
        }
        return m_isAwaited;
    }
    /// Whether a call that waits for this work waits for a copy of kMuchCopied or more. To be asked once a call.
    [[nodiscard]] bool isAwaited(SliceId work) { return find(work); }
    /// That one of those that were found moves on average; 0: there is none.
    [[nodiscard]] std::int64_t averageBytes() const { return m_count > 0 ? m_bytes / m_count : 0; }

private:
    [[nodiscard]] bool find(SliceId copy)
    {
        if (!copy.isValid() || copyDirectionOf(m_trace.name(copy)) != CopyDirection::DeviceToHost)
            return false;
        const auto bytes = m_trace.args().bytes.find(m_trace.slices().eventIndex[copy.index()]);
        if (!bytes || *bytes < kMuchCopied)
            return false;
        m_bytes = saturatingAdd(m_bytes, *bytes);
        ++m_count;
        return true;
    }
    /// Of the call, or of the last one with work on its thread that is close before it, where the call returns with it.
    [[nodiscard]] SliceId lastWork(SliceId call) const
    {
        constexpr std::size_t kMostRows = 100; // between a copy and the wait for it little is recorded
        const SliceTable& slices = m_trace.slices();
        const std::size_t first = m_trace.track(m_trace.trackOf(call)).firstSlice;
        const std::size_t last = call.index() - std::min(call.index() - first, kMostRows);
        for (std::size_t row = call.index() + 1; row-- > last;) {
            const SliceId work = slices.partner[row]; // of a synchronisation it may be its row of the device
            if (!isApiCall(slices.kind[row]) || !work.isValid() || !isGpuWork(m_trace.kind(work)))
                continue;
            constexpr Nanoseconds kAtEnd = 50'000;
            const bool isOwn = row == call.index();
            const Nanoseconds after = saturatingSubtract(slices.end(call), slices.end(work));
            return isOwn || (after <= kAtEnd && after >= -kAtEnd) ? work : SliceId {};
        }
        return {};
    }

    const Trace& m_trace;
    SliceId m_call; ///< asked for last
    bool m_isAwaited = false;
    std::int64_t m_bytes = 0;
    std::int64_t m_count = 0;
};

} // namespace kinetoscope
