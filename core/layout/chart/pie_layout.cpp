// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/chart/pie_layout.h"

#include "core/base/sort_stably.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <optional>

namespace kinetoscope {
namespace {

constexpr double kLeaderGap = 22;   // from the rim to the elbow, for the steepest useful leader
constexpr double kLeaderStub = 8;   // horizontal part at the label
constexpr double kLeaderEnd = 3;    // px from there to the text
constexpr double kLabelGap = 4;     // px between labels of several lines
constexpr double kLineGap = 2;      // px between lines of a legend
constexpr double kPadding = 4;      // around everything
constexpr double kHole = 0.5;       // inner radius / outer radius
constexpr double kLeastColumn = 60; // px of a label column: room for some eight letters
constexpr double kLeastName = 45;   // px of a name: with less it is no name any more
constexpr double kEndRoom = 1.25;   // lines above and below the ring, for leaders of slices that point there
constexpr double kLegendGap = 14;   // px between ring and legend
constexpr int kRadiiTried = 12;     // from the largest that fits down to a third of it

// What a person misses in a ring, against each other: the scores of one placement add up.
constexpr double kWholeName = 1.0; // mean over the labels that are wanted
constexpr double kCutName = 0.5;   // times the square of the part of it that is left
constexpr double kNoName = -0.2;   // a few letters, which other names have too
constexpr double kWholeFigure = 0.25;
constexpr double kNoFigure = -0.3;
constexpr double kSmallOnes = 0.1; // times the share of the smaller slices that have a label too
constexpr double kRingSize = 0.6;  // times the root of the share of the greatest radius
constexpr double kCentre = 0.15;   // the whole can be read in the hole
constexpr double kLeaders = 0.2;   // a line to the slice says more than a swatch, where all names are whole

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

/// Tops of boxes in order, as close as possible to the wished tops and inside [low, high]. The caller has made sure
/// that they fit. Neighbours that would overlap are merged into blocks that move together.
std::vector<double> spread(
    const std::vector<double>& wishedTops, const std::vector<double>& heights, double low, double high)
{
    struct Block {
        double wishes = 0; // sum of (wish - own offset in the block)
        double count = 0;
        double height = 0;
        double top = 0;
    };
    std::vector<Block> blocks;
    const auto place = [&](Block& block) {
        block.top = std::clamp(block.wishes / block.count, low, std::max(low, high - block.height));
    };
    for (std::size_t i = 0; i < wishedTops.size(); ++i) {
        blocks.push_back({ wishedTops[i], 1, heights[i], 0 });
        place(blocks.back());
        while (blocks.size() > 1) {
            Block& upper = blocks[blocks.size() - 2];
            const Block& lower = blocks.back();
            if (upper.top + upper.height <= lower.top)
                break;
            upper.wishes += lower.wishes - lower.count * upper.height;
            upper.count += lower.count;
            upper.height += lower.height;
            blocks.pop_back();
            place(blocks.back());
        }
    }
    std::vector<double> tops;
    std::size_t box = 0;
    for (const Block& block : blocks) {
        double top = block.top;
        for (double i = 0; i < block.count; ++i, ++box) {
            tops.push_back(top);
            top += heights[box];
        }
    }
    return tops;
}

PieText pieLayoutTextOf(const PieRequest& request, std::size_t slice)
{
    return slice < request.texts.size() ? request.texts[slice] : PieText {};
}

/// How much of itself a label may take up.
enum class Fullness { ThreeLines, TwoLines, OneLine };

/// Lines and width of the label of a slice in a column: whole where it can be.
PieLabel labelFor(const PieRequest& request, std::size_t slice, double columnWidth, Fullness fullness)
{
    const PieText text = pieLayoutTextOf(request, slice);
    PieLabel label;
    label.slice = slice;
    if (fullness == Fullness::OneLine) {
        const double both = text.name + kPieTextGap + text.share;
        // A name that is cut to a few letters tells less than one without its share.
        const bool hasShare = both <= columnWidth || columnWidth - text.share - kPieTextGap >= kLeastColumn;
        label.isOneLine = true;
        label.figure = hasShare ? PieLabel::Figure::Share : PieLabel::Figure::None;
        label.width = std::min(hasShare ? both : text.name, columnWidth);
        label.height = request.lineHeight;
        return label;
    }
    const bool isBroken = fullness == Fullness::ThreeLines && text.name > columnWidth && text.wrapped > 0;
    label.nameLines = isBroken ? 2 : 1;
    label.figure = text.figure <= columnWidth ? PieLabel::Figure::Whole : PieLabel::Figure::Share;
    const double figure = label.figure == PieLabel::Figure::Whole ? text.figure : text.share;
    label.width = std::min(std::max(isBroken ? text.wrapped : text.name, figure), columnWidth);
    label.height = request.lineHeight * (label.nameLines + 1);
    return label;
}

/// Finds places for the labels of the slices in `shown`, all of one side; none where they are higher than the area.
std::optional<std::vector<PieLabel>> placeLabels(const PieRequest& request, const PieLayout& ring, double columnWidth,
    std::vector<std::size_t> column, bool isRight, Fullness fullness)
{
    if (!isRight)
        std::ranges::reverse(column); // clockwise is upwards there
    std::vector<PieLabel> labels;
    std::vector<double> wishes;
    std::vector<double> heights;
    for (const std::size_t slice : column) {
        const PieLabel& label = labels.emplace_back(labelFor(request, slice, columnWidth, fullness));
        const double anchor = anchorOf(ring.slices[slice]);
        wishes.push_back(onCircle(ring.centre, ring.outerRadius + kLeaderGap / 2, anchor).y - label.height / 2);
        heights.push_back(label.height + (label.isOneLine ? 0 : kLabelGap));
    }
    if (std::accumulate(heights.begin(), heights.end(), 0.0) > request.height - 2 * kPadding)
        return std::nullopt;
    const std::vector<double> tops = spread(wishes, heights, kPadding, request.height - kPadding);
    const double side = isRight ? 1 : -1;
    const double elbowX = ring.centre.x + side * (ring.outerRadius + kLeaderGap);
    const double edge = elbowX + side * kLeaderStub;
    for (std::size_t i = 0; i < labels.size(); ++i) {
        PieLabel& label = labels[i];
        label.isRight = isRight;
        label.x = isRight ? edge : edge - label.width;
        label.y = tops[i];
        const double middle = label.y + label.height / 2;
        label.leader = { onCircle(ring.centre, ring.outerRadius, anchorOf(ring.slices[label.slice])),
            PiePoint { elbowX, middle }, PiePoint { edge - side * kLeaderEnd, middle } };
    }
    return labels;
}

bool areClean(const std::vector<PieLabel>& labels, PiePoint centre)
{
    for (std::size_t i = 0; i < labels.size(); ++i) {
        if (cutsRing(labels[i], centre))
            return false;
        for (std::size_t j = 0; j < i; ++j) {
            if (leadersCross(labels[i], labels[j]))
                return false;
        }
    }
    return true;
}

/// Labels of one side: as full as they fit, else without the smallest slices.
std::vector<PieLabel> layoutSide(
    const PieRequest& request, const PieLayout& ring, double columnWidth, std::vector<std::size_t> shown, bool isRight)
{
    std::erase_if(shown, [&](std::size_t slice) { return (anchorOf(ring.slices[slice]) < 180) != isRight; });
    while (!shown.empty()) {
        for (const Fullness fullness : { Fullness::ThreeLines, Fullness::TwoLines, Fullness::OneLine }) {
            std::optional<std::vector<PieLabel>> labels =
                placeLabels(request, ring, columnWidth, shown, isRight, fullness);
            if (labels && areClean(*labels, ring.centre))
                return std::move(*labels);
        }
        // The later one of equals goes: it is the smaller one in a chart that is sorted by value.
        const auto smallest = std::min_element(shown.rbegin(), shown.rend(),
            [&](std::size_t a, std::size_t b) { return ring.slices[a].sweepDegrees < ring.slices[b].sweepDegrees; });
        shown.erase(std::next(smallest).base());
    }
    return {};
}

/// What the name of a label is worth in its box; see the constants above.
double scoreOfName(const PieRequest& request, const PieLayout& layout, const PieLabel& label)
{
    const PieText text = pieLayoutTextOf(request, label.slice);
    double room = label.width;
    if (layout.form == PieForm::Legend)
        room -= kPieSwatch + kPieTextGap + layout.figureWidth;
    else if (label.isOneLine && label.figure == PieLabel::Figure::Share)
        room -= kPieTextGap + text.share;
    const double name = label.nameLines == 2 ? text.wrapped : text.name;
    if (name <= room + 1e-6)
        return kWholeName;
    return room < kLeastName ? kNoName : kCutName * room / name * room / name;
}

/// How much of what a person wants of a ring a placement has; see the constants above.
double scoreOf(const PieRequest& request, const PieLayout& layout, const std::vector<std::size_t>& wanted)
{
    double labels = 0;
    double smallOnes = 0;
    std::size_t wholeNames = 0;
    for (const PieLabel& label : layout.labels) {
        if (!std::ranges::binary_search(wanted, label.slice)) {
            ++smallOnes;
            continue;
        }
        const double name = scoreOfName(request, layout, label);
        wholeNames += name == kWholeName ? 1 : 0;
        labels += name;
        labels += label.figure == PieLabel::Figure::Whole ? kWholeFigure
            : label.figure == PieLabel::Figure::None      ? kNoFigure
                                                          : 0;
    }
    const double greatest = std::min(request.width, request.height) / 2;
    double score = wanted.empty() ? 0 : labels / static_cast<double>(wanted.size());
    if (layout.slices.size() > wanted.size())
        score += kSmallOnes * smallOnes / static_cast<double>(layout.slices.size() - wanted.size());
    score += kRingSize * std::sqrt(layout.outerRadius / greatest);
    if (layout.innerRadius * 2 >= request.centreWidth)
        score += kCentre;
    return layout.form == PieForm::Leaders && wholeNames == wanted.size() ? score + kLeaders : score;
}

/// `ring` with its slices, and everything else as this radius and its labels in two columns make it.
PieLayout withLeaders(const PieRequest& request, PieLayout ring, double radius, const std::vector<std::size_t>& wanted)
{
    ring.centre = { request.width / 2, request.height / 2 };
    ring.outerRadius = radius;
    ring.innerRadius = radius * kHole;
    const double columnWidth = request.width / 2 - radius - kLeaderGap - kLeaderStub - kPadding;
    for (const bool isRight : { true, false }) {
        std::vector<PieLabel> side = layoutSide(request, ring, columnWidth, wanted, isRight);
        ring.labels.insert(ring.labels.end(), side.begin(), side.end());
    }
    sortStably(ring.labels, {}, &PieLabel::slice);
    return ring;
}

double legendHeight(const PieRequest& request, std::size_t lines)
{
    return (request.lineHeight + kLineGap) * static_cast<double>(lines) - kLineGap;
}

/// The same with a legend of `listed` right of the ring or below it; no labels where they do not fit.
PieLayout withLegend(const PieRequest& request, PieLayout ring, double radius, const std::vector<std::size_t>& listed,
    bool isBelow, PieLabel::Figure figure)
{
    ring.form = PieForm::Legend;
    ring.outerRadius = radius;
    ring.innerRadius = radius * kHole;
    double name = 0;
    for (const std::size_t slice : listed) {
        const PieText text = pieLayoutTextOf(request, slice);
        name = std::max(name, text.name);
        ring.figureWidth = std::max(ring.figureWidth, figure == PieLabel::Figure::Whole ? text.figure : text.share);
    }
    const double fixed = kPieSwatch + kPieTextGap + ring.figureWidth;
    const double room = request.width - 2 * kPadding - (isBelow ? 0 : 2 * radius + kLegendGap);
    const double width = std::min(room, fixed + name);
    const double height = legendHeight(request, listed.size());
    const double heightAll = isBelow ? 2 * radius + kLegendGap + height : std::max(2 * radius, height);
    if (width < fixed + kLeastColumn / 2 || heightAll > request.height - 2 * kPadding)
        return ring;
    const double top = (request.height - heightAll) / 2;
    const double left = (request.width - width - (isBelow ? 0 : 2 * radius + kLegendGap)) / 2;
    ring.centre =
        isBelow ? PiePoint { request.width / 2, top + radius } : PiePoint { left + radius, request.height / 2 };
    double y = isBelow ? top + 2 * radius + kLegendGap : (request.height - height) / 2;
    for (const std::size_t slice : listed) {
        PieLabel& label = ring.labels.emplace_back();
        label.slice = slice;
        label.x = isBelow ? left : left + 2 * radius + kLegendGap;
        label.y = y;
        label.width = width;
        label.height = request.lineHeight;
        label.isOneLine = true;
        label.figure = figure;
        y += request.lineHeight + kLineGap;
    }
    return ring;
}

/// Keeps the best of the placements that it is shown; the first one of equals.
class Choice {
public:
    Choice(const PieRequest& request, const std::vector<std::size_t>& wanted)
        : m_request(request)
        , m_wanted(wanted)
    {
    }

    void offer(PieLayout layout)
    {
        if (layout.labels.empty())
            return;
        const double score = scoreOf(m_request, layout, m_wanted);
        if (!m_best.labels.empty() && score <= m_bestScore)
            return;
        m_best = std::move(layout);
        m_bestScore = score;
    }
    /// Without labels: none was shown that has some.
    [[nodiscard]] const PieLayout& best() const { return m_best; }

private:
    const PieRequest& m_request;
    const std::vector<std::size_t>& m_wanted;
    PieLayout m_best;
    double m_bestScore = 0;
};

/// Calls with radii from the largest one down.
template <typename Offer> void eachRadius(double largest, double smallest, Offer offer)
{
    for (int i = 0; i < kRadiiTried; ++i) {
        const double radius = largest * (1 - 2.0 / 3 * i / (kRadiiTried - 1));
        if (radius < smallest)
            return;
        offer(radius);
    }
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

    std::vector<std::size_t> wanted; // ascending
    std::vector<std::size_t> all;
    for (std::size_t i = 0; i < ring.slices.size(); ++i) {
        if (ring.slices[i].sweepDegrees <= 0)
            continue;
        all.push_back(i);
        if (ring.slices[i].sweepDegrees >= request.minimumShare * 360)
            wanted.push_back(i);
    }

    Choice choice(request, wanted);
    // Above and below, a line of text has room beside the ring's ends.
    const double tallest = request.height / 2 - kPadding - (wanted.empty() ? 0 : kEndRoom * request.lineHeight);
    const double beside = request.width / 2 - kLeaderGap - kLeaderStub - kPadding - kLeastColumn;
    eachRadius(std::min(tallest, beside), request.minimumRadius,
        [&](double radius) { choice.offer(withLeaders(request, ring, radius, wanted)); });
    for (const std::vector<std::size_t>& listed : { all, wanted }) {
        for (const PieLabel::Figure figure : { PieLabel::Figure::Whole, PieLabel::Figure::Share }) {
            const double legend = legendHeight(request, listed.size());
            const double above = std::min(request.width, request.height - kLegendGap - legend) / 2 - kPadding;
            eachRadius(request.height / 2 - kPadding, request.minimumRadius,
                [&](double radius) { choice.offer(withLegend(request, ring, radius, listed, false, figure)); });
            eachRadius(above, request.minimumRadius,
                [&](double radius) { choice.offer(withLegend(request, ring, radius, listed, true, figure)); });
        }
    }
    if (!choice.best().labels.empty())
        return choice.best();
    ring.centre = { request.width / 2, request.height / 2 };
    ring.outerRadius = std::max(0.0, std::min(request.width, request.height) / 2 - kPadding);
    ring.innerRadius = ring.outerRadius * kHole;
    return ring;
}

} // namespace kinetoscope
