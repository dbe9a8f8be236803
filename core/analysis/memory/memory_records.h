// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/model/trace.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace kinetoscope {

/// One `[memory]` instant of a trace: an allocation or a release, and what the allocator held after it.
struct MemoryRecord {
    SliceId slice;
    Timestamp time = 0;         ///< on the trace's clock
    std::int64_t bytes = 0;     ///< negative: released
    std::int64_t allocated = 0; ///< bytes in use after it
    std::int64_t reserved = 0;  ///< bytes taken from the device after it; kUnknownReserved where the file does not say
    std::optional<std::int64_t> address {}; ///< of the block
    static constexpr std::int64_t kUnknownReserved = -1;
};

/// The records of one device, by time, then event index.
struct DeviceMemory {
    std::string device; ///< "cuda:0", "cpu"
    std::vector<MemoryRecord> records;
    bool isSummed = false; ///< the file has no totals: `allocated` counts from the start of the recording
};

/// DeviceMemory::device of the host's own memory.
inline constexpr const char* kCpuMemory = "cpu";

/// Reads the records and, from the file, their arguments. Devices by type and number. A trace without records costs one
/// look at its tracks. Errors: Unreadable if the file is gone or has changed; Cancelled.
[[nodiscard]] Result<std::vector<DeviceMemory>> readMemoryRecords(const Trace& trace, const Progress& progress);

/// The ops around an instant on the thread that recorded it, outermost first; empty if there are none.
[[nodiscard]] std::vector<SliceId> opsAround(const Trace& trace, SliceId instant);

} // namespace kinetoscope
