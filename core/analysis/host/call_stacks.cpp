// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/host/call_stacks.h"

#include "core/io/json/argument_scan.h"

#include <algorithm>
#include <string_view>
#include <vector>

namespace kinetoscope {

bool opsTellCallStacks(const Trace& trace)
{
    constexpr std::size_t kEnoughOps = 64; // those of a backward pass have none
    std::vector<EventIndex> ops;
    const SliceTable& slices = trace.slices();
    for (std::size_t row = 0; row < slices.size() && ops.size() < kEnoughOps; ++row) {
        if (slices.kind[row] == EventKind::CpuOp)
            ops.push_back(slices.eventIndex[row]);
    }
    std::ranges::sort(ops);
    bool isFound = false;
    const auto visit = [&isFound](std::size_t, std::string_view json) {
        const std::string_view stack = argumentOf(json, "Call stack");
        isFound = stack.starts_with('"') && stack != "\"\"";
        return !isFound;
    };
    return bool(trace.visitEventJson(ops, visit)) && isFound;
}

} // namespace kinetoscope
