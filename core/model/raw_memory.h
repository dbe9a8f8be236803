// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/nanoseconds.h"
#include "core/model/trace.h"

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace kinetoscope {

/// The categories of PyTorch's raw memory timeline, by their number in the file.
inline constexpr std::array<std::string_view, 8> kMemoryCategories { "parameter", "optimizer_state", "input",
    "temporary", "activation", "gradient", "autograd_detail", "unknown" };

/// Counters that a raw memory timeline is drawn as are named "Memory in use: parameter", by these and the categories:
/// the file itself has no names.
inline constexpr std::string_view kMemoryCounter = "Memory in use";
inline constexpr std::string_view kMemoryTotal = "total"; ///< of all categories

/// How many bytes each category holds from a moment on.
struct MemorySizes {
    std::int64_t timeNs = 0; ///< as in the file; never negative where any time of the file is positive
    std::array<std::int64_t, kMemoryCategories.size()> bytes {};

    [[nodiscard]] std::int64_t total() const;
};

/// Adds up the entries of a raw memory timeline in their order: one row a change of time (SPEC.md 15.2). What was
/// there before the recording (negative times) belongs to its first moment. Categories out of range count as unknown.
/// Saturating. O(entries).
[[nodiscard]] std::vector<MemorySizes> memorySizesOf(std::span<const MemoryTimelineEntry> entries);
/// The same in the order of time, whatever order the file has; what was there before comes first. O(n log n).
[[nodiscard]] std::vector<MemorySizes> memorySizesInTime(std::span<const MemoryTimelineEntry> entries);

} // namespace kinetoscope
