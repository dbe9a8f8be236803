// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace.h"

#include <map>
#include <string_view>

namespace kinetoscope {

/// Ops in which PyTorch's allocator gave back what it keeps: an allocation, frees and an allocation again, with nothing
/// launched in between. It does so when the first one fails.
class RetriedAllocations {
public:
    explicit RetriedAllocations(const Trace& trace)
        : m_trace(trace)
    {
    }
    /// Whether a call is in such an op. O(1) but for the first call of an op.
    [[nodiscard]] bool has(SliceId call)
    {
        const SliceId op = m_trace.slices().parent[call.index()];
        if (!op.isValid() || m_trace.kind(op) != EventKind::CpuOp || !m_trace.name(op).starts_with("aten::"))
            return false;
        const auto [known, isNew] = m_known.try_emplace(op, false);
        if (isNew)
            known->second = isRetried(op);
        return known->second;
    }

private:
    [[nodiscard]] bool isRetried(SliceId op) const
    {
        const SliceTable& slices = m_trace.slices();
        enum class Seen : std::uint8_t { Nothing, Allocation, Free };
        Seen seen = Seen::Nothing;
        const std::size_t end = m_trace.track(m_trace.trackOf(op)).endSlice();
        for (std::size_t row = op.index() + 1; row < end && slices.start[row] < slices.end(op); ++row) {
            const SliceId call = SliceTable::at(row);
            if (slices.parent[row] != op || !isApiCall(slices.kind[row]))
                continue;
            const std::string_view name = m_trace.name(call);
            const bool isAllocation = name == "cudaMalloc" || name == "hipMalloc";
            const bool isFree = name == "cudaFree" || name == "hipFree";
            if (isAllocation && seen == Seen::Free)
                return true;
            if (isAllocation)
                seen = Seen::Allocation;
            else if (isFree && seen == Seen::Allocation)
                seen = Seen::Free;
            else if (slices.partner[row].isValid())
                seen = Seen::Nothing; // memory is given back for another reason, such as what was tried out in between
        }
        return false;
    }

    const Trace& m_trace;
    std::map<SliceId, bool> m_known; ///< by op
};

} // namespace kinetoscope
