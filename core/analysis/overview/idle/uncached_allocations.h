// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/progress.h"
#include "core/model/trace.h"

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace kinetoscope {

/// How ops get their memory from the driver each time.
enum class DriverAllocation : std::uint8_t {
    None,     ///< they do not
    Uncached, ///< as where PyTorch's caching allocator is switched off
    FromPool, ///< in the order of a stream, from a pool of the driver: PyTorch's other allocator, cudaMallocAsync
};

/// Nearly every `aten::empty` and `aten::empty_strided` allocates device memory itself, and about as much is freed
/// again. A cache that warms up allocates, too, but keeps what it has. O(host slices). None if told to stop.
[[nodiscard]] inline DriverAllocation driverAllocationOf(const Trace& trace, const Progress& progress)
{
    constexpr std::size_t kFewestOps = 20;
    const SliceTable& slices = trace.slices();
    std::size_t ops = 0;
    std::size_t opsThatAllocate = 0;
    std::size_t allocations = 0;
    std::size_t frees = 0;
    std::size_t fromPool = 0; // of the allocations
    const auto isFree = [](std::string_view name) {
        return name == "cudaFree" || name == "hipFree" || name == "cudaFreeAsync" || name == "hipFreeAsync";
    };
    StopCheck check(progress);
    for (const Track& track : trace.tracks()) {
        if (track.kind != TrackKind::HostThread)
            continue;
        SliceId last; // op that was counted
        for (std::uint32_t row = track.firstSlice; row < track.endSlice(); ++row) {
            if (check.after(1))
                return DriverAllocation::None;
            const EventKind kind = slices.kind[row];
            if (kind != EventKind::CpuOp && kind != EventKind::RuntimeCall)
                continue;
            const std::string_view name = trace.name(SliceTable::at(row));
            const bool isEmpty = kind == EventKind::CpuOp && (name == "aten::empty" || name == "aten::empty_strided");
            ops += isEmpty ? 1 : 0;
            frees += kind == EventKind::RuntimeCall && isFree(name) ? 1 : 0;
            const bool isFromPool = name == "cudaMallocAsync" || name == "hipMallocAsync";
            if (kind != EventKind::RuntimeCall || (name != "cudaMalloc" && name != "hipMalloc" && !isFromPool))
                continue;
            ++allocations;
            fromPool += isFromPool ? 1 : 0;
            const SliceId op = slices.parent[row];
            if (!op.isValid() || op == last || trace.kind(op) != EventKind::CpuOp)
                continue;
            last = op;
            opsThatAllocate += trace.name(op).starts_with("aten::empty") ? 1 : 0;
        }
    }
    if (ops < kFewestOps || opsThatAllocate < ops - ops / 10 || frees < allocations - allocations / 5)
        return DriverAllocation::None;
    if (fromPool > allocations / 10 && fromPool < allocations - allocations / 10)
        return DriverAllocation::None; // some of both: neither is known
    return fromPool > allocations / 2 ? DriverAllocation::FromPool : DriverAllocation::Uncached;
}

} // namespace kinetoscope
