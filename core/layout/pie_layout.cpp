// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/pie_layout.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

namespace kinetoscope {
namespace {

constexpr double kLeaderGap = 22;   // from the rim to the elbow, for the steepest useful leader
constexpr double kLeaderStub = 8;   // horizontal part at the label
constexpr double kPadding = 4;      // around everything
constexpr double kHole = 0.5;       // inner radius / outer radius
constexpr double kLeastColumn = 84; // px of a label column: room for some ten letters and a share
constexpr double kEndRoom = 1.25;   // lines above and below the ring, for leaders of slices that point there
constexpr double kRingShare = 0.17; // of the width, for the radius that labels leave to the ring

double usable(double value)
{
    return std::isfinite(value) && value > 0 ? value : 0;
}

PiePoint onCircle(PiePoint centre, double radius, double degrees)
{
    const double angle = degrees * std::numbers::pi / 180;
    return { centre.x + radius * std::sin(angle), centre.y - radius * std::cos(angle) };
}

double turn(PiePoint a, PiePoint b, PiePoint c)
{
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

/// Where the leader of a slice leaves the rim: its middle; a large slice is taken where it is beside its label, because
/// a line from the very top or bottom would run along the ring.
double anchorOf(const PieSlice& slice)
{
    constexpr double kLarge = 90;
    constexpr double kMargin = 0.15; // of the slice, on either side
    if (slice.sweepDegrees <= kLarge)
        return slice.middle();
    const double beside = slice.middle() < 180 ? 90 : 270;
    const double margin = slice.sweepDegrees * kMargin;
    return std::clamp(beside, slice.startDegrees + margin, slice.startDegrees + slice.sweepDegrees - margin);
}

bool segmentsCross(PiePoint a, PiePoint b, PiePoint c, PiePoint d)
{
    return turn(a, b, c) * turn(a, b, d) < 0 && turn(c, d, a) * turn(c, d, b) < 0;
}

bool leadersCross(const PieLabel& one, const PieLabel& other)
{
    for (std::size_t i = 0; i + 1 < one.leader.size(); ++i) {
        for (std::size_t j = 0; j + 1 < other.leader.size(); ++j) {
            if (segmentsCross(one.leader[i], one.leader[i + 1], other.leader[j], other.leader[j + 1]))
                return true;
        }
    }
    return false;
}

/// A line that leaves the rim on the outer side never meets the disc again.
bool cutsRing(const PieLabel& label, PiePoint centre)
{
    const PiePoint rim = label.leader[0];
    const PiePoint elbow = label.leader[1];
    return (rim.x - centre.x) * (elbow.x - rim.x) + (rim.y - centre.y) * (elbow.y - rim.y) <= 0;
}

/// Tops of boxes of one height, in order, as close as possible to the wished tops and inside [low, high]. The caller
/// has made sure that they fit. Neighbours that would overlap are merged into blocks that move together.
std::vector<double> spread(const std::vector<double>& wishedTops, double boxHeight, double low, double high)
{
    struct Block {
        double wishes = 0; // sum of (wish - own offset in the block)
        double count = 0;
        double top = 0;
    };
    std::vector<Block> blocks;
    const auto place = [&](Block& block) {
        block.top = std::clamp(block.wishes / block.count, low, std::max(low, high - block.count * boxHeight));
    };
    for (const double wish : wishedTops) {
        blocks.push_back({ wish, 1, 0 });
        place(blocks.back());
        while (blocks.size() > 1) {
            Block& upper = blocks[blocks.size() - 2];
            const Block& lower = blocks.back();
            if (upper.top + upper.count * boxHeight <= lower.top)
                break;
            upper.wishes += lower.wishes - lower.count * upper.count * boxHeight;
            upper.count += lower.count;
            blocks.pop_back();
            place(blocks.back());
        }
    }
    std::vector<double> tops;
    tops.reserve(wishedTops.size());
    for (const Block& block : blocks) {
        for (double i = 0; i < block.count; ++i)
            tops.push_back(block.top + i * boxHeight);
    }
    return tops;
}

/// Finds places for the labels of the slices in `shown`.
std::vector<PieLabel> placeLabels(const PieRequest& request, const PieLayout& ring, double columnWidth,
    const std::vector<std::size_t>& shown, bool isRight, int lines)
{
    std::vector<std::size_t> column;
    for (const std::size_t slice : shown) {
        if ((anchorOf(ring.slices[slice]) < 180) == isRight)
            column.push_back(slice);
    }
    if (!isRight)
        std::reverse(column.begin(), column.end()); // clockwise is upwards there
    const double boxHeight = request.lineHeight * lines;
    std::vector<double> wishes;
    for (const std::size_t slice : column)
        wishes.push_back(
            onCircle(ring.centre, ring.outerRadius + kLeaderGap / 2, anchorOf(ring.slices[slice])).y - boxHeight / 2);
    const std::vector<double> tops = spread(wishes, boxHeight, kPadding, request.height - kPadding);

    std::vector<PieLabel> labels;
    const double side = isRight ? 1 : -1;
    const double elbowX = ring.centre.x + side * (ring.outerRadius + kLeaderGap);
    for (std::size_t i = 0; i < column.size(); ++i) {
        PieLabel label;
        label.slice = column[i];
        const double wished = column[i] < request.labelWidths.size() ? request.labelWidths[column[i]] : 0;
        label.width = std::clamp(wished, 0.0, columnWidth);
        // Name and figure on one line need more; they may have all that is left beside the ring.
        if (lines == 1 && column[i] < request.oneLineWidths.size()) {
            const double beside = request.width / 2 - ring.outerRadius - kLeaderGap - kLeaderStub - kPadding;
            label.width = std::clamp(request.oneLineWidths[column[i]], 0.0, std::max(columnWidth, beside));
        }
        label.height = boxHeight;
        label.lines = lines;
        label.isRight = isRight;
        const double edge = elbowX + side * kLeaderStub;
        label.x = isRight ? edge : edge - label.width;
        label.y = tops[i];
        const double middle = label.y + boxHeight / 2;
        label.leader = { onCircle(ring.centre, ring.outerRadius, anchorOf(ring.slices[label.slice])),
            PiePoint { elbowX, middle }, PiePoint { edge, middle } };
        labels.push_back(label);
    }
    return labels;
}

std::size_t fitting(const PieRequest& request, int lines)
{
    const double room = request.height - 2 * kPadding;
    return room <= 0 || request.lineHeight <= 0 ? 0 : static_cast<std::size_t>(room / (request.lineHeight * lines));
}

/// Labels of one side: two lines, else one line, else without the smallest slices.
std::vector<PieLabel> layoutSide(
    const PieRequest& request, const PieLayout& ring, double columnWidth, std::vector<std::size_t> shown, bool isRight)
{
    const auto isClean = [&](const std::vector<PieLabel>& labels) {
        for (std::size_t i = 0; i < labels.size(); ++i) {
            if (cutsRing(labels[i], ring.centre))
                return false;
            for (std::size_t j = 0; j < i; ++j) {
                if (leadersCross(labels[i], labels[j]))
                    return false;
            }
        }
        return true;
    };
    std::erase_if(shown, [&](std::size_t slice) { return (anchorOf(ring.slices[slice]) < 180) != isRight; });
    while (!shown.empty()) {
        for (const int lines : { 2, 1 }) {
            if (shown.size() > fitting(request, lines))
                continue;
            std::vector<PieLabel> labels = placeLabels(request, ring, columnWidth, shown, isRight, lines);
            if (isClean(labels))
                return labels;
        }
        // The later one of equals goes: it is the smaller one in a chart that is sorted by value.
        const auto smallest = std::min_element(shown.rbegin(), shown.rend(),
            [&](std::size_t a, std::size_t b) { return ring.slices[a].sweepDegrees < ring.slices[b].sweepDegrees; });
        shown.erase(std::next(smallest).base());
    }
    return {};
}

} // namespace

PieLayout layoutPie(const PieRequest& request)
{
    PieLayout ring;
    const double total = std::accumulate(request.values.begin(), request.values.end(), 0.0,
        [](double sum, double value) { return sum + usable(value); });
    double angle = 0;
    for (const double value : request.values) {
        const double sweep = total > 0 ? usable(value) / total * 360 : 0;
        ring.slices.push_back({ angle, sweep });
        angle += sweep;
    }

    std::vector<std::size_t> shown;
    double columnWidth = 0;
    for (std::size_t i = 0; i < ring.slices.size(); ++i) {
        if (ring.slices[i].sweepDegrees < request.minimumShare * 360 || ring.slices[i].sweepDegrees <= 0)
            continue;
        shown.push_back(i);
        if (i < request.labelWidths.size())
            columnWidth = std::max(columnWidth, request.labelWidths[i]);
    }
    // Labels get what they wish only as far as a ring of good size leaves it to them.
    const double fixed = kLeaderGap + kLeaderStub + kPadding;
    // Above and below, a line of text has room beside the ring's ends.
    const double tallest = request.height / 2 - kPadding - (shown.empty() ? 0 : kEndRoom * request.lineHeight);
    const double goodRadius = std::min(tallest, request.width * kRingShare);
    columnWidth = std::min(columnWidth, std::max(kLeastColumn, request.width / 2 - fixed - goodRadius));
    double radius = std::min(request.width / 2 - fixed - columnWidth, tallest);
    if (radius < request.minimumRadius) {
        shown.clear();
        radius = std::min(request.width, request.height) / 2 - kPadding;
    }
    ring.centre = { request.width / 2, request.height / 2 };
    ring.outerRadius = std::max(0.0, radius);
    ring.innerRadius = ring.outerRadius * kHole;
    if (ring.outerRadius <= 0)
        return ring;

    for (const bool isRight : { true, false }) {
        std::vector<PieLabel> side = layoutSide(request, ring, columnWidth, shown, isRight);
        ring.labels.insert(ring.labels.end(), side.begin(), side.end());
    }
    std::sort(
        ring.labels.begin(), ring.labels.end(), [](const PieLabel& a, const PieLabel& b) { return a.slice < b.slice; });
    return ring;
}

} // namespace kinetoscope
