// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/plottables/shape_plottable.h"

#include "widgets/charts/part_painter.h"
#include "widgets/models/column_format.h"
#include "widgets/models/screen_numbers.h"
#include "widgets/support/number_text.h"
#include "widgets/support/plain_text.h"

#include <algorithm>
#include <cmath>

namespace kinetoscope {

ShapePlottable::ShapePlottable(QCPAxis* keyAxis, QCPAxis* valueAxis, const ChartSpec* spec)
    : QCPAbstractPlottable(keyAxis, valueAxis)
    , m_spec(spec)
{
    setAntialiased(true);
}

std::optional<std::size_t> ShapePlottable::shapeAt(QPointF position) const
{
    for (std::size_t i = m_shapes.size(); i-- > 0;) {
        if (m_shapes[i].outline.containsPoint(position, Qt::OddEvenFill))
            return i;
    }
    return std::nullopt;
}

std::optional<std::size_t> ShapePlottable::neighbour(std::optional<std::size_t> from, int direction) const
{
    const std::size_t first = direction > 0 ? 0 : m_shapes.size() - 1;
    const std::size_t next = from ? *from + static_cast<std::size_t>(direction) : first;
    return hasShape(next) ? std::optional(next) : std::nullopt; // one before 0 is none either
}

std::optional<std::size_t> ShapePlottable::neighbourRow(std::size_t from, int direction) const
{
    const QRectF box = shape(from).outline.boundingRect();
    std::optional<std::size_t> best;
    double nearest = 0;
    for (std::size_t i = 0; hasShape(i); ++i) {
        const QRectF other = shape(i).outline.boundingRect();
        const double distance = (other.center().y() - box.center().y()) * direction;
        const bool isSameColumn = std::abs(other.center().x() - box.center().x()) < box.width() / 2;
        if (isSameColumn && distance > 0.5 && (!best || distance < nearest)) {
            best = i;
            nearest = distance;
        }
    }
    return best;
}

std::optional<std::size_t> ShapePlottable::shapeLike(const ChartShape& drawn) const
{
    for (std::size_t i = 0; hasShape(i); ++i) {
        const ChartShape other = shape(i);
        if (other.column == drawn.column && other.rows == drawn.rows)
            return i;
    }
    return std::nullopt;
}

void ShapePlottable::setSelectedRows(std::vector<std::size_t> rows)
{
    std::ranges::sort(rows);
    m_selectedRows = std::move(rows);
}

double ShapePlottable::selectTest(const QPointF& position, bool, QVariant*) const
{
    return shapeAt(position) ? 0 : -1;
}

QCPRange ShapePlottable::getKeyRange(bool& foundRange, QCP::SignDomain) const
{
    foundRange = false; // the plot sets the ranges itself
    return {};
}

QCPRange ShapePlottable::getValueRange(bool& foundRange, QCP::SignDomain, const QCPRange&) const
{
    foundRange = false;
    return {};
}

QString ShapePlottable::timeText(double ns) const
{
    if (m_spec->timeUnit && m_spec->isReadInUnit(ns))
        return timeNumber(ns, *m_spec->timeUnit) + QChar(0x00a0) + unitText(*m_spec->timeUnit);
    return durationText(static_cast<Nanoseconds>(std::clamp(ns, -9.2e18, 9.2e18)));
}

QString ShapePlottable::figureText(double value) const
{
    const ChartData& data = *m_spec->data;
    if (data.isTime)
        return timeText(value);
    if (data.unit == Unit::Percent)
        return percentText(value);
    QString unit = data.unit == Unit::Count ? QString() : unitName(data.unit);
    const bool isAmount = data.unit == Unit::Count || data.unit == Unit::None || data.unit == Unit::Bytes;
    const AmountPrefix prefix = isAmount ? amountPrefixFor(value) : AmountPrefix();
    unit.prepend(QString::fromLatin1(prefix.sign));
    const QString number = realNumber(value / prefix.size);
    return unit.isEmpty() ? number : number + QChar(0x00a0) + unit;
}

bool ShapePlottable::isSelectedShape(const ChartShape& shape) const
{
    return std::ranges::any_of(
        shape.rows, [this](std::size_t row) { return std::ranges::binary_search(m_selectedRows, row); });
}

void ShapePlottable::drawFrame(QPainter& painter, const ChartShape& shape, bool isSelected) const
{
    painter.setBrush(Qt::NoBrush);
    if (isSelected) {
        painter.setPen(QPen(palette().canvas, 4, Qt::SolidLine, Qt::FlatCap, Qt::MiterJoin));
        painter.drawPolygon(shape.outline);
        painter.setPen(QPen(palette().accent, 2, Qt::SolidLine, Qt::FlatCap, Qt::MiterJoin));
    } else {
        painter.setPen(QPen(palette().accent, 1));
    }
    painter.drawPolygon(shape.outline);
}

void ShapePlottable::draw(QCPPainter* painter)
{
    applyDefaultAntialiasingHint(painter);
    painter->setRenderHint(QPainter::Antialiasing, true);
    m_shapes = buildShapes();
    drawUnder(painter);
    for (const ChartShape& shape : m_shapes)
        paintPart(*painter, shape.outline, shape.style, palette().canvas);
    for (const ChartShape& shape : m_shapes) {
        if (isSelectedShape(shape))
            drawFrame(*painter, shape, true);
    }
    drawOver(painter);
}

void ShapePlottable::drawLegendIcon(QCPPainter*, const QRectF&) const
{
    // The legend of these charts is a title element of its own: QCPLegend knows no hatches.
}

QString nameOf(const ChartData::Row& row)
{
    // A table that was folded by the analysis may not say how many names it holds.
    if (row.folded == 1)
        return ShapePlottable::tr("others");
    return row.folded > 1 ? ShapePlottable::tr("others (%n names)", nullptr, static_cast<int>(row.folded))
                          : displayText(row.label);
}

QString edgeText(const ChartData& data, double edge)
{
    if (!data.binsAreTime)
        return realNumber(edge);
    const TimeUnit unit = timeUnitFor(edge);
    return realNumber(edge / nanosecondsIn(unit)) + QChar(0x00a0) + unitText(unit);
}

QPolygonF insideOf(const QRectF& box, const QPolygonF& shape)
{
    const QRectF bounds = shape.boundingRect();
    if (box.contains(bounds))
        return shape;
    return box.intersects(bounds) ? shape.intersected(QPolygonF(box)) : QPolygonF();
}

bool kindsDiffer(const ChartSpec& spec, const ChartData::Group& group)
{
    std::optional<PartKind> first;
    for (const ChartData::Row& row : group.rows) {
        const std::optional<PartKind> kind = row.kind ? row.kind : spec.data->series.front().kind;
        if (row.folded > 0 || !kind)
            continue;
        if (first && *first != *kind)
            return true;
        first = kind;
    }
    return false;
}

KindStyle styleOfSeries(const ChartSpec& spec, std::size_t series, std::optional<PartKind> rowKind)
{
    const Palette& palette = Palette::of(spec.theme);
    const auto& all = spec.data->series;
    if (all[series].kind)
        return palette.style(*all[series].kind);
    // Many areas on top of each other need more than lightness.
    if (spec.description.kind() == ChartKind::StackedArea) {
        KindStyle style = palette.style(PartKind::Other);
        style.fill = QColor::fromRgb(Palette::nameColours()[(series * 5) % Palette::nameColours().size()]);
        style.label = palette.ink;
        return style;
    }
    // Sides of a comparison are of no kind: lightness tells them apart, in the legend's order.
    return palette.shade(rowKind.value_or(PartKind::Other), static_cast<int>(series), static_cast<int>(all.size()));
}

KindStyle styleOfRow(
    const ChartSpec& spec, const ChartData::Group& group, std::size_t row, std::size_t series, bool differ)
{
    const Palette& palette = Palette::of(spec.theme);
    const ChartData::Row& entry = group.rows[row];
    if (entry.folded > 0)
        return palette.style(PartKind::Others);
    const std::optional<PartKind> fixed = spec.data->series[series].kind;
    const auto shade = spec.shades.find({ entry.kind, entry.label });
    const bool isShaded = shade != spec.shades.end() && shade->second.count > 1;
    // Bars are told apart by their places: a shade by their order would give a name another colour in every list, and
    // none of them would be that of the legend.
    if (!spec.asRing || (differ && !isShaded) || group.rows.size() == 1 || spec.data->series.size() > 1
        || spec.data->labelsAreNumbers)
        return palette.style(entry.kind.value_or(fixed.value_or(PartKind::Other)));
    if (shade != spec.shades.end())
        return palette.shade(
            entry.kind.value_or(fixed.value_or(PartKind::Other)), shade->second.index, shade->second.count);
    const bool hasOthers = group.rows.back().folded > 0;
    const int count = static_cast<int>(group.rows.size()) - (hasOthers ? 1 : 0);
    return palette.shade(entry.kind.value_or(fixed.value_or(PartKind::Other)), static_cast<int>(row), count);
}

} // namespace kinetoscope

#include "moc_shape_plottable.cpp"
