// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/efficiency/owned_work.h"
#include "core/analysis/peaks/trace_peaks.h"

#include <compare>
#include <set>
#include <string>
#include <utility>

namespace kinetoscope {

/// What bounds the calls of a roofline: the rates and bandwidths of the devices and precisions that ran. Made rank by
/// rank.
class RooflineRoofs {
public:
    struct Roof {
        double rate = 0;      ///< TFLOP/s; 0: none
        double bandwidth = 0; ///< GB/s; 0: none
        auto operator<=>(const Roof&) const = default;
    };

    /// @param peaks  of the devices of the rank. O(calls).
    void add(const RankOwnedWork& work, const TracePeaks& peaks);

    /// By precision ("" of a bandwidth), then by height; each once.
    [[nodiscard]] const std::set<std::pair<std::string, Roof>>& all() const { return m_roofs; }
    /// Whether any call has operations, bytes and time, so that there is something below the roofs.
    [[nodiscard]] bool hasDots() const { return m_hasDots; }

private:
    std::set<std::pair<std::string, Roof>> m_roofs;
    bool m_hasDots = false;
};

} // namespace kinetoscope
