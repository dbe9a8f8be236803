// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/memory/held_memory.h"

#include "core/base/sort_stably.h"

#include <algorithm>
#include <functional>
#include <map>
#include <string>
#include <unordered_map>
#include <utility>

namespace kinetoscope {

std::vector<HeldByOp> heldAt(const std::vector<MemoryRecord>& records, const MemoryRecord& peak, const Trace& trace)
{
    std::unordered_map<std::int64_t, const MemoryRecord*> held; // an address that comes again was released unseen
    for (const MemoryRecord& record : records) {
        if (record.address && record.bytes > 0)
            held[*record.address] = &record;
        else if (record.address && record.bytes < 0)
            held.erase(*record.address);
        if (&record == &peak)
            break;
    }
    std::map<std::string_view, HeldByOp> byOp;
    for (const auto& [address, record] : held) {
        const std::vector<SliceId> ops = opsAround(trace, record->slice);
        const std::string_view op = ops.empty() ? std::string_view {} : trace.name(ops.front());
        HeldByOp& sum = byOp[op];
        sum.op = op;
        sum.bytes = saturatingAdd(sum.bytes, record->bytes);
        sum.largest = std::max(sum.largest, record->bytes);
        sum.records.push_back(record->slice);
    }
    std::vector<HeldByOp> all;
    for (auto& [op, sum] : byOp) {
        std::ranges::sort(sum.records);
        all.push_back(std::move(sum));
    }
    sortStably(all, std::greater {}, &HeldByOp::bytes);
    return all;
}

Message heldInWords(const std::vector<HeldByOp>& held, const MemoryRecord& peak, const arg::Text& device)
{
    constexpr std::size_t kMostNamed = 3;
    std::int64_t all = 0;
    std::int64_t ofNamed = 0;
    Message named;
    std::size_t count = 0;
    for (const HeldByOp& each : held) {
        all = saturatingAdd(all, each.bytes);
        if (each.op.empty() || count == kMostNamed)
            continue;
        Message one { KT_PHRASE("memory-timeline", "%1 (%2)"), arg::Name { std::string(each.op) },
            arg::Bytes { each.bytes } };
        ofNamed = saturatingAdd(ofNamed, each.bytes);
        named = count++ == 0 ? std::move(one)
                             : Message { KT_PHRASE("memory-timeline", "%1, %2"), std::move(named), std::move(one) };
    }
    if (named.isEmpty() || ofNamed <= all / 2) // then not most of it
        return {};
    const arg::Bytes counted { peak.allocated };
    if (device.text == kCpuMemory) // holds more
        return { KT_PHRASE("memory-timeline",
                     "of the %1 that are counted at the peak of %2, %3 were allocated in view; the outermost ops that "
                     "asked for most of it: %4."),
            counted, device, arg::Bytes { all }, std::move(named) };
    return {
        KT_PHRASE("memory-timeline",
            "of the %1 that %2 holds at its peak, %3 were allocated in view; the outermost ops that asked for most "
            "of it: %4."),
        counted, device, arg::Bytes { all }, std::move(named)
    };
}

} // namespace kinetoscope
