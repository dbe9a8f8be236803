// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace kinetoscope {

/// How wide the texts of one label are, logical pixels.
struct PieText {
    double name = 0;    ///< on one line
    double wrapped = 0; ///< on two lines: the wider of them; 0: it cannot be broken
    double share = 0;   ///< "68.8 %"
    double figure = 0;  ///< "68.8 % · 108.3 ms"
};

/// What a ring chart has to place. All lengths in logical pixels, y grows downwards.
struct PieRequest {
    double width = 0;
    double height = 0;
    std::vector<double> values {}; ///< in drawing order; negative and non-finite ones count as 0
    std::vector<PieText> texts {}; ///< of each label; missing entries count as 0
    double lineHeight = 14;        ///< of one line of label text
    double centreWidth = 0;        ///< of what is to be read in the hole
    double minimumShare = 0.02;    ///< smaller slices get no label with a leader
    double minimumRadius = 22;     ///< below it labels are given up before the ring
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

/// Where the labels of a ring are.
enum class PieForm : std::uint8_t {
    Leaders, ///< in two columns beside the ring, each with a line to its slice
    Legend,  ///< one below the other, right of the ring or below it, each with a swatch, in the order of the slices
};

struct PieLabel {
    enum class Figure : std::uint8_t { None, Share, Whole };

    std::size_t slice = 0;
    double x = 0; ///< box, inside the request's area, apart from the ring and the other boxes
    double y = 0;
    double width = 0; ///< may be less than wished: elide
    double height = 0;
    int nameLines = 1;      ///< 1 or 2
    bool isOneLine = false; ///< the figure stands behind the name, not below it
    Figure figure = Figure::Whole;
    bool isRight = true;            ///< text is left-aligned; right-aligned in the left column
    std::array<PiePoint, 3> leader; ///< PieForm::Leaders: rim of the ring, elbow, edge of the box
};

struct PieLayout {
    PieForm form = PieForm::Leaders;
    PiePoint centre;
    double outerRadius = 0; ///< 0: there is no room for a ring
    double innerRadius = 0;
    std::vector<PieSlice> slices; ///< one a value, in order
    std::vector<PieLabel> labels; ///< by slice; those that found a place
    double figureWidth = 0;       ///< PieForm::Legend: of the column of figures at the right end of the boxes
};

/// Swatch and gap at the left of a label in a legend; gap between its name and its figure.
inline constexpr double kPieSwatch = 18;
inline constexpr double kPieTextGap = 8;

/// Places a ring and its labels, so that no two label boxes overlap and no leader line crosses another one or the ring.
/// Of the places that labels can have beside the ring, of a legend right of it and of one below it, the one is taken
/// that leaves the most names and figures whole with a large ring. Where they do not all fit, names are broken into
/// two lines, figures lose their time, names are cut; then the smallest slices go without a label.
/// Pure, deterministic, O(n^3) for n labels in the worst case; n is at most a dozen.
[[nodiscard]] PieLayout layoutPie(const PieRequest& request);

} // namespace kinetoscope
