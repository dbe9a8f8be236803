// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

namespace kinetoscope {

// Which part of a chart is in sight, as arithmetic: nothing here knows an axis or a pixel. All functions are pure,
// O(1).

/// What the shares of an axis are of: the values at 0 and 1. lower < upper; of a logarithmic axis both are positive.
struct AxisMeasure {
    double lower = 0;
    double upper = 1;
    bool isLogarithmic = false;
};

/// A stretch of an axis, in shares of its measure: distances on screen, so on a logarithmic axis those of logarithms.
/// begin < end; may go beyond 0 and 1, where the axis does.
struct AxisSpan {
    double begin = 0;
    double end = 1;
    [[nodiscard]] double length() const { return end - begin; }
    bool operator==(const AxisSpan&) const = default;
};

/// The part of a chart that is in sight; none: all of that axis.
struct ChartZoom {
    std::optional<AxisSpan> across;  ///< of the axis along the bottom
    std::optional<AxisSpan> upwards; ///< of the standing axis
    [[nodiscard]] bool isWhole() const { return !across && !upwards; }
    bool operator==(const ChartZoom&) const = default;
};

[[nodiscard]] double valueAtShare(const AxisMeasure& measure, double share);
/// The inverse. @param value  on a logarithmic axis positive.
[[nodiscard]] double shareOfValue(const AxisMeasure& measure, double value);

/// The nearest to `wanted` that lies inside of the limits: moved rather than cut, and grown about its middle where it
/// is shorter than `least` (a share, > 0). The limits where `wanted` is as long as they are, or no stretch at all.
[[nodiscard]] AxisSpan spanWithin(AxisSpan wanted, AxisSpan limits, double least);
/// `shown` made `factor` times as long, `anchor` (a share) staying where it is as far as the limits allow.
/// @param factor  any; what is no positive number changes nothing.
[[nodiscard]] AxisSpan zoomedSpan(AxisSpan shown, AxisSpan limits, double anchor, double factor, double least);
/// `shown` moved by a share of its length, upwards where positive, as far as the limits allow.
[[nodiscard]] AxisSpan movedSpan(AxisSpan shown, AxisSpan limits, double byShare);

} // namespace kinetoscope
