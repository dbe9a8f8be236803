// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/memory/memory_records.h"

#include "core/base/decimal.h"
#include "core/base/vectors.h"
#include "core/io/json/event_args.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <map>
#include <string_view>
#include <utility>

namespace kinetoscope {

namespace {

constexpr std::string_view kRecordName = "[memory]";

constexpr std::int64_t kCpuType = 0;

/// PyTorch's numbers of device types.
std::string deviceName(std::int64_t type, std::int64_t id)
{
    constexpr std::array<std::pair<std::int64_t, std::string_view>, 8> kTypes { { { kCpuType, kCpuMemory },
        { 1, "cuda" }, { 6, "hip" }, { 9, "xla" }, { 12, "xpu" }, { 13, "mps" }, { 15, "hpu" },
        { 20, "privateuseone" } } };
    const auto known = std::ranges::find_if(kTypes, [type](const auto& entry) { return entry.first == type; });
    const std::string name = known != kTypes.end() ? std::string(known->second) : fmt::format("type {}", type);
    return type == kCpuType ? name : fmt::format("{}:{}", name, id);
}

/// The slices of all `[memory]` instants, in file order.
std::vector<SliceId> recordSlices(const Trace& trace)
{
    const StringId name = trace.strings().find(kRecordName);
    std::vector<SliceId> found;
    if (!name.isValid())
        return found;
    const SliceTable& slices = trace.slices();
    for (const Track& track : trace.tracks()) {
        if (track.kind != TrackKind::HostInstants)
            continue;
        for (std::uint32_t row = track.firstSlice; row < track.endSlice(); ++row) {
            if (slices.name[row] == name && !slices.has(SliceTable::at(row), kSliceCorruptTime))
                found.push_back(SliceTable::at(row));
        }
    }
    std::ranges::sort(found, {}, [&slices](SliceId a) { return slices.eventIndex[a.index()]; });
    return found;
}

std::optional<std::int64_t> integerOf(const EventArgsReader& args, std::string_view key)
{
    const EventArgsReader::Arg* arg = args.find(key);
    const DecimalInteger number = arg ? parseInteger(arg->text) : DecimalInteger {};
    return number.isValid ? std::optional(number.value) : std::nullopt;
}

/// Puts records in time order; sums up where the file has no totals.
void finish(DeviceMemory& memory)
{
    std::ranges::stable_sort(memory.records, {}, &MemoryRecord::time);
    if (!memory.isSummed)
        return;
    std::int64_t sum = 0;
    for (MemoryRecord& record : memory.records) {
        sum = saturatingAdd(sum, record.bytes);
        record.allocated = sum;
    }
}

} // namespace

Result<std::vector<DeviceMemory>> readMemoryRecords(const Trace& trace, const Progress& progress)
{
    const SliceTable& slices = trace.slices();
    const std::vector<SliceId> found = recordSlices(trace);
    std::vector<EventIndex> events =
        mapped(found, [&](const SliceId slice) { return slices.eventIndex[slice.index()]; });
    std::map<std::pair<std::int64_t, std::int64_t>, DeviceMemory> devices;
    EventArgsReader args;
    const auto visit = [&](std::size_t i, std::string_view json) {
        (void)args.read(json);
        const std::int64_t type = integerOf(args, "Device Type").value_or(0);
        const std::int64_t id = type == kCpuType ? 0 : integerOf(args, "Device Id").value_or(0);
        DeviceMemory& memory = devices[{ type, id }];
        MemoryRecord record {
            .slice = found[i], .time = slices.start[found[i].index()], .bytes = integerOf(args, "Bytes").value_or(0)
        };
        const auto allocated = integerOf(args, "Total Allocated");
        memory.isSummed = memory.isSummed || !allocated;
        record.allocated = allocated.value_or(0);
        record.reserved = integerOf(args, "Total Reserved").value_or(MemoryRecord::kUnknownReserved);
        record.address = integerOf(args, "Addr");
        memory.records.push_back(record);
        return !progress.shouldStop();
    };
    if (!events.empty()) {
        KT_TRY_DONE(trace.visitEventJson(events, visit));
    }
    KT_TRY_DONE(progress.carryOn());
    std::vector<DeviceMemory> all;
    for (auto& [device, memory] : devices) {
        memory.device = deviceName(device.first, device.second);
        finish(memory);
        all.push_back(std::move(memory));
    }
    return all;
}

std::vector<SliceId> opsAround(const Trace& trace, SliceId instant)
{
    std::vector<SliceId> ops = trace.opStack(instant);
    std::erase_if(ops, [&trace](SliceId slice) { return trace.kind(slice) != EventKind::CpuOp; });
    return ops;
}

} // namespace kinetoscope
