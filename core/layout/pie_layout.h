// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <vector>

namespace kinetoscope {

/// What a ring chart has to place. All lengths in logical pixels, y grows downwards.
struct PieRequest {
    double width = 0;
    double height = 0;
    std::vector<double> values;      ///< in drawing order; negative and non-finite ones count as 0
    std::vector<double> labelWidths; ///< wished width of each label; missing entries count as 0
    std::vector<double>
        oneLineWidths;          ///< wished width where a label has one line for name and figure; missing: as above
    double lineHeight = 14;     ///< of one line of label text; a label has two lines where there is room, else one
    double minimumShare = 0.02; ///< smaller slices get no label
    double minimumRadius = 22;  ///< below it labels are given up before the ring
};

struct PiePoint {
    double x = 0;
    double y = 0;
};

/// Degrees, clockwise from twelve o'clock; sweeps of all slices add up to 360 unless every value is 0.
struct PieSlice {
    double startDegrees = 0;
    double sweepDegrees = 0;
    [[nodiscard]] double middle() const { return startDegrees + sweepDegrees / 2; }
};

struct PieLabel {
    std::size_t slice = 0;
    double x =
        0; ///< box, inside the request's area; text is left-aligned in the right column, right-aligned in the left one
    double y = 0;
    double width = 0; ///< may be less than wished: elide
    double height = 0;
    int lines = 2;
    bool isRight = true;
    std::array<PiePoint, 3> leader; ///< rim of the ring, elbow, edge of the box
};

struct PieLayout {
    PiePoint centre;
    double outerRadius = 0; ///< 0: there is no room for a ring
    double innerRadius = 0;
    std::vector<PieSlice> slices; ///< one a value, in order
    std::vector<PieLabel> labels; ///< by slice; those that found a place
};

/// Places a ring with labels in two columns beside it, so that no two label boxes overlap and no leader line crosses
/// another one or the ring. Where that cannot be had for all, labels become one line high, then the smallest slices go
/// without. Pure, deterministic, O(n^3) for n labels in the worst case; n is at most a dozen.
[[nodiscard]] PieLayout layoutPie(const PieRequest& request);

} // namespace kinetoscope
