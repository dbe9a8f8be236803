// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/nanoseconds.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kinetoscope {

/// The key under which a trimmed trace says which part of the input it is: `[begin, end]`, ns on the clock of its
/// times.
inline constexpr std::string_view kTrimmedToKey = "trimmedToNanoseconds";

/// The key of the Unix time at which the clock of a trace is 0.
inline constexpr std::string_view kBaseTimeKey = "baseTimeNanoseconds";

/// One GPU (or other accelerator) of deviceProperties. Zero where the file does not say.
struct DeviceProperties {
    std::int64_t id = -1;
    std::string name {};
    std::uint64_t totalMemoryBytes = 0;
    int multiprocessors = 0;
    int computeMajor = 0;
    int computeMinor = 0;
    int warpSize = 0;
};

/// Everything of a trace file outside `traceEvents`, keys before and after it alike.
struct TraceMetadata {
    std::vector<std::pair<std::string, std::string>> entries; ///< key -> raw JSON text, file order, nothing left out
    std::optional<std::int64_t> rank;                         ///< distributedInfo.rank
    std::optional<std::int64_t> worldSize;                    ///< distributedInfo.world_size
    std::string backend;                                      ///< distributedInfo.backend
    /// Less than 2^62 either way, 1823 to 2116, so that times of events can be added; none where the file has another.
    std::optional<std::int64_t> baseTimeNanoseconds;
    std::string displayTimeUnit;
    std::string traceName;
    std::vector<DeviceProperties> devices;

    /// Raw JSON of a key, nullptr when absent.
    [[nodiscard]] const std::string* find(std::string_view key) const
    {
        for (const auto& [name, json] : entries) {
            if (name == key)
                return &json;
        }
        return nullptr;
    }

    /// The part of a longer trace that the file is, as the one that trimmed it wrote; nullopt for all others. What lay
    /// outside of it may be missing; slices that reach beyond it are whole.
    [[nodiscard]] std::optional<TimeRange> trimmedTo() const;
};

} // namespace kinetoscope
