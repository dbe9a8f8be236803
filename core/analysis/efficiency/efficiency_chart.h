// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/efficiency/efficiency_rows.h"
#include "core/analysis/types/chart.h"

#include <set>
#include <string>
#include <utility>
#include <vector>

namespace kinetoscope {

/// The charts of `efficiency`: the roofline (Williams, Waterman, Patterson 2009) with the roofs of what ran, and GPU
/// time by kind of op. Made rank by rank.
class EfficiencyChart {
public:
    void add(const RankOwnedWork& work, const TracePeaks& peaks);
    [[nodiscard]] std::vector<ChartDescription> take() const;

private:
    struct Roof {
        double rate = 0;      ///< TFLOP/s; 0: none
        double bandwidth = 0; ///< GB/s
        auto operator<=>(const Roof&) const = default;
    };
    std::set<std::pair<std::string, Roof>> m_roofs; ///< by precision
    bool m_hasDots = false;
};

} // namespace kinetoscope
