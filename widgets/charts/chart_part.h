// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>

namespace kinetoscope {

class ShapePlottable;
struct ChartShape;

/// A drawn part of a chart: which plottable, which of its shapes. Valid as long as the drawing it is of.
struct ChartPart {
    ShapePlottable* plottable = nullptr; ///< not owned
    std::size_t shape = 0;
    bool operator==(const ChartPart&) const = default;
    [[nodiscard]] ChartShape get() const;
};

} // namespace kinetoscope
