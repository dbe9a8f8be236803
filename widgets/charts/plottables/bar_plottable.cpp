// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/plottables/bar_plottable.h"

#include "widgets/models/screen_numbers.h"
#include "widgets/support/number_text.h"
#include "widgets/support/plain_text.h"
#include "widgets/support/registry_text.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace kinetoscope {
namespace {

constexpr double kBarThickness = 18.0 / 24; // of the distance between two rows: 18 px with a gap of 6
constexpr double kMostBarPx = 28;           // a few bars in a large area are no walls
constexpr double kWidthForWords = 220;      // px of the axis: below it the time alone
constexpr double kWidthForWholeText = 520;  // px of the axis: below it the words would take more than the bars
constexpr double kMostLabelShare = 0.6;     // of the axis, for figures at the ends
constexpr double kGapOfLabels = 10;         // px, before and behind a figure
constexpr double kThinShare = 0.28;         // of the thickness, for what runs hidden under the bar

} // namespace

BarPlottable::BarPlottable(
    QCPAxis* keyAxis, QCPAxis* valueAxis, const ChartSpec* spec, std::size_t group, std::size_t rows)
    : ShapePlottable(keyAxis, valueAxis, spec)
    , m_group(group)
    , m_rows(rows)
    , m_kindsDiffer(kindsDiffer(*spec, this->group()) || spec->description.kind() == ChartKind::Histogram)
{
}

bool BarPlottable::isStacked() const
{
    return spec().description.kind() == ChartKind::StackedBars || spec().description.kind() == ChartKind::StackedArea;
}

QPointF BarPlottable::pixel(double key, double value) const
{
    const double k = mKeyAxis->coordToPixel(key);
    const double v = mValueAxis->coordToPixel(value);
    return mKeyAxis->orientation() == Qt::Horizontal ? QPointF(k, v) : QPointF(v, k);
}

std::vector<BarPlottable::Bar> BarPlottable::bars(bool withUnknown) const
{
    std::vector<Bar> result;
    const double unitPx = std::abs(mKeyAxis->coordToPixel(1) - mKeyAxis->coordToPixel(0));
    // Of several beside each other each may be as thick as one alone: their figures stand below each other.
    const double most = kMostBarPx * static_cast<double>(isSideBySide() ? spec().data->series.size() : 1);
    // Bins of a histogram touch: there is nothing between them.
    const double thickness = spec().description.kind() == ChartKind::Histogram
        ? 1 - std::min(0.5, unitPx > 0 ? 1 / unitPx : 0)
        : std::min(kBarThickness, unitPx > 0 ? most / unitPx : kBarThickness);
    const bool isErrorBars = spec().description.kind() == ChartKind::ErrorBars;
    const std::size_t drawnSeries =
        isErrorBars ? std::min<std::size_t>(1, spec().data->series.size()) : spec().data->series.size();
    for (std::size_t row = 0; row < m_rows; ++row) {
        const auto key = static_cast<double>(row);
        double stacked = 0;
        for (std::size_t series = 0; series < drawnSeries; ++series) {
            const double known = group().rows[row].values[series] / m_scale;
            if (!std::isfinite(known) && !withUnknown)
                continue;
            const double value = std::isfinite(known) ? known : 0;
            Bar bar { row, series, 0, value, key - thickness / 2, key + thickness / 2, false };
            if (spec().data->series[series].kind == PartKind::CommunicationHidden) {
                bar.isThin = true;
                bar.keyLow = bar.keyHigh + thickness * 0.06;
                bar.keyHigh = bar.keyLow + thickness * kThinShare;
            } else if (isStacked()) {
                bar.from = stacked;
                bar.to = stacked + value;
                stacked = bar.to;
            } else if (drawnSeries > 1) {
                const double part = thickness / static_cast<double>(drawnSeries);
                bar.keyLow += part * static_cast<double>(series);
                bar.keyHigh = bar.keyLow + part * 0.94;
            }
            result.push_back(bar);
        }
    }
    return result;
}

template <typename Take> void BarPlottable::eachValue(const QCPRange& keys, Take take) const
{
    for (const Bar& bar : bars()) {
        if (bar.keyHigh <= keys.lower || bar.keyLow >= keys.upper)
            continue;
        take(bar.from * m_scale);
        take(bar.to * m_scale);
    }
    if (spec().description.kind() != ChartKind::ErrorBars)
        return;
    for (std::size_t row = 0; row < m_rows; ++row) {
        if (!keys.contains(static_cast<double>(row)))
            continue;
        for (const double value : { group().rows[row].minimum, group().rows[row].maximum }) {
            if (std::isfinite(value))
                take(value);
        }
    }
}

QCPRange BarPlottable::valueRange() const
{
    double low = 0;
    double high = 0;
    eachValue(mKeyAxis->range(), [&](double value) {
        low = std::min(low, value);
        high = std::max(high, value);
    });
    return QCPRange(low, high > low ? high : low + 1);
}

double BarPlottable::axisBegin() const
{
    constexpr double kBelow = 0.05; // of the axis, so that the end of the lowest bar is seen to be one
    const QCPRange range = valueRange();
    return range.lower < 0 ? range.lower - range.size() * kBelow : range.lower;
}

bool BarPlottable::isZeroThroughout() const
{
    bool isZero = true;
    eachValue(QCPRange(-1, static_cast<double>(m_rows)), [&](double value) { isZero = isZero && value == 0; });
    return isZero;
}

QCPRange BarPlottable::positiveRange() const
{
    double low = 0;
    double high = 0;
    const auto take = [&](double value) {
        if (value <= 0)
            return;
        low = low == 0 ? value : std::min(low, value);
        high = std::max(high, value);
    };
    eachValue(mKeyAxis->range(), take);
    if (high == 0)
        eachValue(QCPRange(-1, static_cast<double>(m_rows)), take);
    return QCPRange(low, high);
}

QPolygonF BarPlottable::outlineOf(const Bar& bar) const
{
    const QRectF clip = area();
    if (isLogarithmic()) {
        // The length of a bar means nothing where there is no zero: a dot.
        if (bar.to <= 0)
            return {};
        const QPointF centre = pixel((bar.keyLow + bar.keyHigh) / 2, bar.to);
        constexpr double kDot = 5;
        QPolygonF dot;
        for (int degrees = 0; degrees < 360; degrees += 20)
            dot.append(centre
                + kDot
                    * QPointF(std::cos(degrees * std::numbers::pi / 180), std::sin(degrees * std::numbers::pi / 180)));
        return insideOf(clip, dot);
    }
    QRectF rect = QRectF(pixel(bar.keyLow, bar.from), pixel(bar.keyHigh, bar.to)).normalized();
    // A value that is there is seen: at least one pixel.
    if (mKeyAxis->orientation() == Qt::Vertical && rect.width() < 1 && bar.to != bar.from)
        rect.setWidth(1);
    else if (mKeyAxis->orientation() == Qt::Horizontal && rect.height() < 1 && bar.to != bar.from)
        rect.setTop(rect.bottom() - 1);
    rect = rect.intersected(clip);
    return rect.isEmpty() ? QPolygonF()
                          : QPolygonF({ rect.topLeft(), rect.topRight(), rect.bottomRight(), rect.bottomLeft() });
}

KindStyle BarPlottable::styleOf(std::size_t row, std::size_t series) const
{
    if (spec().data->series.size() > 1)
        return styleOfSeries(spec(), series, group().rows[row].kind);
    return styleOfRow(spec(), group(), row, series, m_kindsDiffer);
}

std::vector<ChartShape> BarPlottable::buildShapes()
{
    std::vector<ChartShape> shapes;
    const auto binText = [this](const ChartData::Row& row) {
        return tr("%1 to %2").arg(edgeText(*spec().data, row.minimum), edgeText(*spec().data, row.maximum));
    };
    const double total = group().shareBase();
    for (const Bar& bar : bars()) {
        const QPolygonF outline = outlineOf(bar);
        if (outline.isEmpty())
            continue;
        const ChartData::Row& row = group().rows[bar.row];
        const ChartData::Series& series = spec().data->series[bar.series];
        ChartShape shape { .outline = outline,
            .style = styleOf(bar.row, bar.series),
            .rows = row.partRows.empty() ? row.tableRows : row.partRows[bar.series],
            .column = series.column,
            .name = spec().description.kind() == ChartKind::Histogram ? binText(row) : nameOf(row),
            .fullName = fullText(row.fullName) };
        if (spec().data->series.size() > 1)
            shape.name += QStringLiteral("\n") + displayText(series.label);
        shape.figure = figureText(row.values[bar.series]);
        if (spec().description.kind() == ChartKind::Pie && total > 0)
            shape.figure = percentText(row.values[0] / total * 100) + QStringLiteral(" \u00b7 ") + shape.figure;
        shapes.push_back(std::move(shape));
    }
    return shapes;
}

void BarPlottable::drawWhiskers(QCPPainter* painter) const
{
    const double cap = 4;
    const bool isStanding = mKeyAxis->orientation() == Qt::Horizontal;
    painter->setPen(QPen(palette().text, 1));
    // Each lies along an axis; cut by geometry, because QSvgGenerator of Qt 6.4 ignores clips.
    const auto line = [painter, clip = area()](QPointF from, QPointF to) {
        const QRectF box = QRectF(from, to).normalized();
        if (box.right() < clip.left() || box.left() > clip.right() || box.bottom() < clip.top()
            || box.top() > clip.bottom())
            return;
        painter->drawLine(QLineF(std::max(box.left(), clip.left()), std::max(box.top(), clip.top()),
            std::min(box.right(), clip.right()), std::min(box.bottom(), clip.bottom())));
    };
    for (std::size_t i = 0; i < m_rows; ++i) {
        const ChartData::Row& row = group().rows[i];
        if (!std::isfinite(row.minimum) || !std::isfinite(row.maximum))
            continue;
        const QPointF low = pixel(static_cast<double>(i), row.minimum / m_scale);
        const QPointF high = pixel(static_cast<double>(i), row.maximum / m_scale);
        const QPointF across = isStanding ? QPointF(cap, 0) : QPointF(0, cap);
        line(low, high);
        line(low - across, low + across);
        line(high - across, high + across);
        if (row.values.size() > 1 && std::isfinite(row.values[1])) { // the median
            const QPointF middle = pixel(static_cast<double>(i), row.values[1] / m_scale);
            line(middle - across * 1.8, middle + across * 1.8);
        }
    }
}

std::optional<double> BarPlottable::endValue(std::size_t row) const
{
    const ChartData::Row& entry = group().rows[row];
    std::optional<double> value;
    for (std::size_t series = 0; series < entry.values.size(); ++series) {
        const bool isPart = isStacked() && spec().data->series[series].kind != PartKind::CommunicationHidden;
        if (std::isfinite(entry.values[series]) && (series == 0 || isPart))
            value = value.value_or(0) + entry.values[series];
    }
    return value;
}

/// "100 % = 0.41 ms, 0.3 % of the time in view": a full bar of nothing must not shout.
QString BarPlottable::wholeText(const ChartData::Row& row) const
{
    const QString time = timeText(row.total);
    if (area().width() < kWidthForWords)
        return time;
    if (!(row.totalOf > 0) || !std::isfinite(row.totalOf) || area().width() < kWidthForWholeText)
        return tr("100\u00a0% = %1").arg(time);
    const auto* const stack = spec().description.as<StackedBarChart>();
    return tr("100\u00a0% = %1, %2 %3")
        .arg(time, percentText(row.total / row.totalOf * 100), registryText(stack ? stack->totalOfLabel : "", 60));
}

QString BarPlottable::endLabel(std::size_t row) const
{
    const ChartData::Row& entry = group().rows[row];
    const std::optional<double> value = endValue(row);
    if (!value)
        return noValueText();
    const auto* const stack = spec().description.as<StackedBarChart>();
    if (stack && std::isfinite(entry.total) && spec().data->unit == Unit::Percent && !stack->totalOfColumn.empty())
        return wholeText(entry);
    if (isStacked() && std::isfinite(entry.total))
        return timeText(entry.total);
    if (spec().description.kind() == ChartKind::Histogram && *value == 0)
        return {}; // an empty bin is seen
    const double total = group().shareBase();
    const QString figure = figureText(*value);
    return spec().description.kind() == ChartKind::Pie && total > 0
        ? percentText(*value / total * 100) + QStringLiteral(" \u00b7 ") + figure
        : figure;
}

/// What stands at the end where there is no room for all of it: the share without the time.
QString BarPlottable::shortEndLabel(std::size_t row) const
{
    const double total = group().shareBase();
    const std::optional<double> value = endValue(row);
    return value && spec().description.kind() == ChartKind::Pie && total > 0 ? percentText(*value / total * 100)
                                                                             : endLabel(row);
}

std::vector<BarPlottable::EndLabel> BarPlottable::endLabels(bool isShort) const
{
    std::vector<EndLabel> labels;
    if (isSideBySide()) {
        for (const Bar& bar : bars(true)) {
            const double value = group().rows[bar.row].values[bar.series];
            labels.push_back({ std::isfinite(value) ? figureText(value) : noValueText(), (bar.keyLow + bar.keyHigh) / 2,
                std::max(bar.to, 0.0), bar.keyHigh - bar.keyLow, bar.row, bar.series });
        }
        return labels;
    }
    for (std::size_t i = 0; i < m_rows; ++i) {
        const ChartData::Row& row = group().rows[i];
        const std::optional<double> known = endValue(i);
        const double value = known.value_or(0);
        // What such an axis has no place for is said where it begins: zero, or that nothing is known.
        if (isLogarithmic() && value <= 0) {
            labels.push_back({ endLabel(i), static_cast<double>(i), mValueAxis->range().lower, 1, i, 0 });
            continue;
        }
        const bool hasWhisker = spec().description.kind() == ChartKind::ErrorBars && std::isfinite(row.maximum);
        const double end = hasWhisker ? std::max(value, row.maximum) : value;
        labels.push_back({ isShort ? shortEndLabel(i) : endLabel(i), static_cast<double>(i), end / m_scale, 1, i, 0 });
    }
    return labels;
}

double BarPlottable::widestLabel(bool isShort) const
{
    WidestLabel& known = m_widest[isShort ? 1 : 0];
    const QFont font = parentPlot()->font();
    const double axisWidth = area().width(); // what is said depends on it
    if (known.axisWidth == axisWidth && known.font == font)
        return known.width;
    const QFontMetricsF metrics(font);
    double widest = 0;
    for (const EndLabel& label : endLabels(isShort))
        widest = std::max(widest, metrics.horizontalAdvance(label.text));
    known = { font, axisWidth, widest + kGapOfLabels };
    return known.width;
}

double BarPlottable::labelRoom() const
{
    if (mKeyAxis->orientation() == Qt::Horizontal)
        return QFontMetricsF(parentPlot()->font()).height() + 4;
    return widestLabel(hasShortLabels());
}

double BarPlottable::endWithLabels(double length, double most) const
{
    const QFont font = parentPlot()->font();
    const double axisWidth = area().width();
    if (m_end.length == length && m_end.axisWidth == axisWidth && m_end.font == font)
        return m_end.end;
    constexpr double kFull = 0.98; // of the axis, the longest bar without a figure
    const double begin = axisBegin();
    const double longest = valueRange().upper - begin;
    const QFontMetricsF metrics(font);
    const bool isStanding = mKeyAxis->orientation() == Qt::Horizontal;
    double span = longest / kFull;
    for (const EndLabel& label : endLabels(hasShortLabels())) {
        const double width = isStanding ? labelRoom() : metrics.horizontalAdvance(label.text) + kGapOfLabels;
        const double value = label.value * m_scale - begin;
        const double needed = width < length ? value / (1 - width / length) : longest;
        if (needed <= longest / (1 - most))
            span = std::max(span, needed);
    }
    m_end = { font, length, axisWidth, begin + span };
    return m_end.end;
}

double BarPlottable::lengthForLabels(double most) const
{
    const QFontMetricsF metrics(parentPlot()->font());
    const double begin = axisBegin();
    const double longest = valueRange().upper - begin;
    double length = 0;
    for (const EndLabel& label : endLabels(hasShortLabels())) {
        const double part = isLogarithmic() ? 1 : std::clamp((label.value * m_scale - begin) / longest, 0.0, 1.0);
        const double width = metrics.horizontalAdvance(label.text) + kGapOfLabels;
        length = std::max(length, width / (1 - (1 - most) * part));
    }
    return length;
}

bool BarPlottable::hasShortLabels() const
{
    return mKeyAxis->orientation() == Qt::Vertical && widestLabel(false) > kMostLabelShare * area().width();
}

void BarPlottable::drawValueLabels(QCPPainter* painter) const
{
    const QFontMetricsF metrics(painter->font());
    const QRectF clip = area().adjusted(-1, -1, 1, 1);
    const bool isStanding = mKeyAxis->orientation() == Qt::Horizontal;
    const double unitPx = std::abs(mKeyAxis->coordToPixel(1) - mKeyAxis->coordToPixel(0));
    // Of hundreds of lying bars some tens are on screen: the figures of the others are not even measured.
    const QRectF seen = painter->transform().inverted().mapRect(QRectF(painter->window()));
    for (const EndLabel& label : endLabels(hasShortLabels())) {
        const QPointF end = pixel(label.key, label.value);
        if (!isStanding && (end.y() + metrics.height() < seen.top() || end.y() - metrics.height() > seen.bottom()))
            continue;
        const double width = metrics.horizontalAdvance(label.text);
        const double room = label.keys * unitPx;
        if (label.text.isEmpty() || (isStanding ? width + 4 > room : metrics.height() > room + 4))
            continue;
        const QRectF box = isStanding
            ? QRectF(end.x() - width / 2, end.y() - metrics.height() - 1, width, metrics.height())
            : QRectF(end.x() + 6, end.y() - metrics.height() / 2, width, metrics.height());
        painter->setPen(palette().secondText);
        if (clip.contains(box)) {
            painter->drawText(box, Qt::AlignCenter | Qt::TextSingleLine, label.text);
            continue;
        }
        if (!isStanding)
            drawLabelElsewhere(painter, label);
    }
}

void BarPlottable::drawLabelElsewhere(QCPPainter* painter, const EndLabel& label) const
{
    const QFontMetricsF metrics(painter->font());
    const QRectF clip = area();
    const QPointF end = pixel(label.key, label.value);
    const double begin = isLogarithmic() ? clip.left() : pixel(label.key, 0).x();
    QString text = label.text;
    const auto boxAt = [&](double left) {
        return QRectF(left, end.y() - metrics.height() / 2, metrics.horizontalAdvance(text), metrics.height());
    };
    // All of it is left of what is in sight: an empty row would look like nothing.
    if (end.x() < clip.left()) {
        text.prepend(QStringLiteral("\u2039 "));
        if (begin <= clip.left() && boxAt(clip.left() + 4).right() <= clip.right())
            painter->drawText(boxAt(clip.left() + 4), Qt::AlignCenter | Qt::TextSingleLine, text);
        return;
    }
    // A bar that fills the axis has room inside, where nothing but its colour is.
    const KindStyle style = styleOf(label.row, label.series);
    const bool goesOn = end.x() > clip.right() + 1;
    if (goesOn)
        text.append(QStringLiteral(" \u203a"));
    const double right = goesOn ? clip.right() : end.x();
    const QRectF inside = boxAt(right - 6 - metrics.horizontalAdvance(text));
    if (isStacked() || isLogarithmic() || spec().description.kind() == ChartKind::ErrorBars
        || inside.left() < std::max(begin, clip.left()) + 4)
        return;
    if (style.pattern == Pattern::Solid)
        painter->setPen(style.label);
    else
        painter->fillRect(inside.adjusted(-2, 0, 2, 0), palette().canvas); // no text is read on stripes
    painter->drawText(inside, Qt::AlignCenter | Qt::TextSingleLine, text);
}

void BarPlottable::drawOver(QCPPainter* painter)
{
    painter->setFont(parentPlot()->font());
    painter->setBrush(Qt::NoBrush);
    if (spec().description.kind() == ChartKind::ErrorBars)
        drawWhiskers(painter);
    drawValueLabels(painter);
}

} // namespace kinetoscope

#include "moc_bar_plottable.cpp"
