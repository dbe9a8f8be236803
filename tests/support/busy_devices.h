// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace_set.h"

#include <cstdint>
#include <map>
#include <vector>

namespace kinetoscope::tests {

/// When the devices of a rank are busy, by a sweep over its slices that shares nothing with the analyses: job time,
/// disjoint, sorted. Every device with GPU work is there.
class BusyDevices {
public:
    explicit BusyDevices(const RankTrace& rank);

    [[nodiscard]] const std::map<std::int64_t, std::vector<TimeRange>>& all() const { return m_all; }

private:
    std::map<std::int64_t, std::vector<TimeRange>> m_all;
};

/// How long of a window a device is busy.
[[nodiscard]] Nanoseconds busyTimeIn(const std::vector<TimeRange>& busy, const TimeRange& window);

} // namespace kinetoscope::tests
