// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/plottables/heat_plottable.h"

#include "widgets/models/column_format.h"
#include "widgets/support/plain_text.h"

#include <QImage>

#include <algorithm>
#include <array>
#include <cmath>

namespace kinetoscope {
namespace {

constexpr int kRampSteps = 24;
constexpr double kRampWidth = 120; // px
constexpr double kRampLine = 8;    // px
constexpr double kGapFrom = 5;     // cells of so many px have a gap between them
constexpr double kMarkFrom = 8;    // cells of so many px have a corner as their mark, smaller ones another colour
constexpr double kMark = 5;        // px
constexpr int kHatchPitch = 4;     // px
// More than these are one image: in a vector file too, where each would be a shape of its own.
constexpr std::size_t kMostDrawnBlocks = 8192;

constexpr int kShades = 256; // of a ramp, in an image

} // namespace

HeatPlottable::HeatPlottable(QCPAxis* columnAxis, QCPAxis* rowAxis, const ChartSpec* spec)
    : ShapePlottable(columnAxis, rowAxis, spec)
{
}

std::vector<HeatBand> HeatPlottable::rowsInSight() const
{
    const QCPRange range = mValueAxis->range();
    return heatBands(map().rows.size(), range.lower + 0.5, range.upper + 0.5, static_cast<int>(area().height()));
}

std::vector<HeatBand> HeatPlottable::columnsInSight() const
{
    const QCPRange range = mKeyAxis->range();
    return heatBands(map().columns.size(), range.lower + 0.5, range.upper + 0.5, static_cast<int>(area().width()));
}

QRectF HeatPlottable::boxOf(const Sight& sight, std::size_t row, std::size_t column) const
{
    const HeatBand& across = sight.blocks.columns[column];
    const HeatBand& down = sight.blocks.rows[row];
    QRectF box(sight.area.left() + across.begin, sight.area.top() + down.begin, across.end - across.begin,
        down.end - down.begin);
    if (box.width() >= kGapFrom)
        box.adjust(0, 0, -1, 0);
    if (box.height() >= kGapFrom)
        box.adjust(0, 0, 0, -1);
    return box;
}

QRectF HeatPlottable::boxOfCell(std::size_t cell) const
{
    const double x = static_cast<double>(cell % map().columns.size());
    const double y = static_cast<double>(cell / map().columns.size());
    QRectF box = QRectF(QPointF(mKeyAxis->coordToPixel(x - 0.5), mValueAxis->coordToPixel(y - 0.5)),
        QPointF(mKeyAxis->coordToPixel(x + 0.5), mValueAxis->coordToPixel(y + 0.5)))
                     .normalized();
    // A frame needs something to be around.
    if (box.height() < 1)
        box.setHeight(1);
    if (box.width() < 1)
        box.setWidth(1);
    return box.intersected(area());
}

QColor HeatPlottable::colourOf(double value) const
{
    return map().scale.isDiverging ? palette().difference(map().scale.share(value))
                                   : palette().heat(map().scale.share(value));
}

QString HeatPlottable::figureOf(double value) const
{
    if (!spec().data->isTime)
        return figureText(value);
    // One unit for all cells; the ramp says it.
    return timeNumber(value, timeUnitFor(std::max(std::abs(map().least), std::abs(map().greatest))));
}

/// Of a row: the host and the coordinates of its rank.
QString HeatPlottable::placeOf(std::size_t row) const
{
    const RankPlaces* places = spec().places.get();
    const RankPlaces::Location* place = places && map().ranks[row] ? places->find(*map().ranks[row]) : nullptr;
    if (!place)
        return {};
    QStringList words;
    if (!place->host.empty())
        words.append(place->isHostGuessed ? tr("host %1 (a guess)").arg(fullText(place->host))
                                          : tr("host %1").arg(displayText(place->host, 60)));
    for (std::size_t i = 0; i < place->coordinates.size(); ++i) {
        if (place->coordinates[i])
            words.append(
                QStringLiteral("%1 %2").arg(displayText(places->coordinates[i], 40)).arg(*place->coordinates[i]));
    }
    return words.join(QStringLiteral(" \u00b7 "));
}

ChartShape HeatPlottable::shape(std::size_t index) const
{
    const std::size_t row = index / map().columns.size();
    const std::size_t column = index % map().columns.size();
    const HeatMap::Cell cell = map().at(row, column);
    const QRectF box = boxOfCell(index);
    ChartShape shape;
    shape.outline = QPolygonF({ box.topLeft(), box.topRight(), box.bottomRight(), box.bottomLeft() });
    shape.style.fill = colourOf(cell.value);
    shape.rows = { cell.tableRow };
    shape.column = spec().data->series.front().column;
    shape.name = QStringLiteral("%1 \u00b7 %2 %3")
                     .arg(displayText(map().rows[row], 80), displayText(map().columnTitle, 40),
                         displayText(map().columns[column]));
    const double median = map().medians[column];
    const double value = map().isDifference ? cell.value + median : cell.value;
    const double difference = value - median;
    const QString sign = difference > 0 ? QStringLiteral("+") : QString();
    shape.figure = tr("%1: %2; the median of this column is %3, the difference %4")
                       .arg(displayText(spec().data->series.front().label, 60), figureText(value), figureText(median),
                           sign + figureText(difference));
    shape.fullName = placeOf(row);
    return shape;
}

std::optional<std::size_t> HeatPlottable::shapeAt(QPointF position) const
{
    if (!area().contains(position))
        return std::nullopt;
    const std::vector<HeatBand> rows = rowsInSight();
    const std::vector<HeatBand> columns = columnsInSight();
    const std::size_t row = bandAt(rows, position.y() - area().top());
    const std::size_t column = bandAt(columns, position.x() - area().left());
    if (row >= rows.size() || column >= columns.size())
        return std::nullopt;
    return worstCell(map(), rows[row], columns[column]);
}

std::optional<std::size_t> HeatPlottable::neighbour(std::optional<std::size_t> from, int direction) const
{
    const std::size_t count = map().values.size();
    std::size_t next = from ? *from + static_cast<std::size_t>(direction) : direction > 0 ? 0 : count - 1;
    while (next < count && !map().hasValue(next)) // one before 0 is none either
        next += static_cast<std::size_t>(direction);
    return next < count ? std::optional(next) : std::nullopt;
}

std::optional<std::size_t> HeatPlottable::neighbourRow(std::size_t from, int direction) const
{
    const std::size_t step = direction > 0 ? map().columns.size() : std::size_t { 0 } - map().columns.size();
    std::size_t next = from + step;
    while (next < map().values.size() && !map().hasValue(next))
        next += step;
    return next < map().values.size() ? std::optional(next) : std::nullopt;
}

std::optional<std::size_t> HeatPlottable::shapeLike(const ChartShape& drawn) const
{
    if (drawn.rows.size() != 1 || drawn.column != spec().data->series.front().column)
        return std::nullopt;
    for (std::size_t cell = 0; cell < map().values.size(); ++cell) {
        if (map().tableRows[cell] == drawn.rows.front() && map().hasValue(cell))
            return cell;
    }
    return std::nullopt;
}

void HeatPlottable::drawUnder(QCPPainter* painter)
{
    const Sight now { area(), heatBlocks(map(), rowsInSight(), columnsInSight()) };
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing, false);
    if (now.blocks.values.size() > kMostDrawnBlocks)
        drawImage(painter, now);
    else
        drawBlocks(painter, now);
    painter->restore();
    drawFigures(painter, now);
    for (const std::size_t cell : selectedCells()) {
        if (const QRectF box = boxOfCell(cell); !box.isEmpty()) {
            ChartShape frame;
            frame.outline = QPolygonF({ box.topLeft(), box.topRight(), box.bottomRight(), box.bottomLeft() });
            drawFrame(*painter, frame, true);
        }
    }
}

/// Ascending. Found when the selection is another one: a drawing does not go through all cells for it.
const std::vector<std::size_t>& HeatPlottable::selectedCells()
{
    if (m_cellsOf == selectedRows())
        return m_selectedCells;
    m_cellsOf = selectedRows();
    m_selectedCells.clear();
    if (m_cellsOf.empty())
        return m_selectedCells;
    std::vector<bool> isSelected(m_cellsOf.back() + 1);
    for (const std::size_t row : m_cellsOf)
        isSelected[row] = true;
    for (std::size_t cell = 0; cell < map().values.size(); ++cell) {
        const std::size_t row = map().tableRows[cell];
        if (row < isSelected.size() && isSelected[row] && map().hasValue(cell))
            m_selectedCells.push_back(cell);
    }
    return m_selectedCells;
}

void HeatPlottable::drawBlocks(QCPPainter* painter, const Sight& sight) const
{
    painter->setPen(Qt::NoPen);
    for (std::size_t row = 0; row < sight.blocks.rows.size(); ++row) {
        for (std::size_t column = 0; column < sight.blocks.columns.size(); ++column) {
            const QRectF box = boxOf(sight, row, column);
            const double value = sight.blocks.at(row, column);
            if (std::isnan(value)) {
                painter->fillRect(box, palette().canvas);
                painter->setPen(QPen(palette().grid, 1));
                // Lines of one hatch through all boxes, cut by hand: see insideOf().
                const double first = std::ceil((box.left() + box.top()) / kHatchPitch) * kHatchPitch;
                for (double sum = first; sum < box.right() + box.bottom(); sum += kHatchPitch) {
                    const double left = std::max(box.left(), sum - box.bottom());
                    const double right = std::min(box.right(), sum - box.top());
                    painter->drawLine(QPointF(left, sum - left), QPointF(right, sum - right));
                }
                painter->setPen(Qt::NoPen);
                continue;
            }
            const bool isBeyond = map().scale.isBeyond(value);
            const bool hasCorner = box.width() >= kMarkFrom && box.height() >= kMarkFrom;
            painter->fillRect(box, isBeyond && !hasCorner ? palette().searchHit : colourOf(value));
            if (isBeyond && hasCorner) {
                painter->setBrush(palette().searchHit);
                painter->drawPolygon(QPolygonF(
                    { box.topRight(), box.topRight() - QPointF(kMark, 0), box.topRight() + QPointF(0, kMark) }));
            }
        }
    }
}

/// As drawBlocks(), for blocks without gaps and corners: most are a few pixels.
void HeatPlottable::drawImage(QCPPainter* painter, const Sight& sight) const
{
    QImage image(sight.area.size().toSize(), QImage::Format_RGB32);
    if (image.isNull())
        return;
    const bool isDiverging = map().scale.isDiverging;
    std::array<QRgb, kShades + 1> ramp {};
    for (int i = 0; i <= kShades; ++i) {
        const double share = static_cast<double>(i) / kShades;
        ramp[static_cast<std::size_t>(i)] =
            (isDiverging ? palette().difference(2 * share - 1) : palette().heat(share)).rgb();
    }
    const QRgb canvas = palette().canvas.rgb();
    const QRgb hatch = palette().grid.rgb();
    const QRgb beyond = palette().searchHit.rgb();
    const GridScale& scale = map().scale;
    const auto colourOf = [&](double value) {
        const double share = scale.share(value);
        const auto shade = static_cast<std::size_t>((isDiverging ? (share + 1) / 2 : share) * kShades + 0.5);
        return scale.isBeyond(value) ? beyond : ramp[shade];
    };
    image.fill(canvas);
    constexpr QRgb kNone = 0; // no opaque colour
    const int width = image.width();
    std::vector<QRgb> colours(static_cast<std::size_t>(width), canvas); // of one row of blocks
    for (std::size_t row = 0; row < sight.blocks.rows.size(); ++row) {
        bool hasHoles = false;
        for (std::size_t column = 0; column < sight.blocks.columns.size(); ++column) {
            const HeatBand& across = sight.blocks.columns[column];
            const double value = sight.blocks.at(row, column);
            const bool isHole = std::isnan(value);
            hasHoles = hasHoles || isHole;
            const QRgb colour = isHole ? kNone : colourOf(value);
            for (int x = across.begin; x < across.end; ++x)
                colours[static_cast<std::size_t>(x)] = colour;
        }
        const HeatBand& down = sight.blocks.rows[row];
        for (int y = down.begin; y < down.end; ++y) {
            auto* const line = reinterpret_cast<QRgb*>(image.scanLine(y));
            std::ranges::copy(colours, line);
            // Lines of one hatch through all holes.
            for (int x = 0; hasHoles && x < width; ++x) {
                if (line[x] == kNone)
                    line[x] = (x + y) % kHatchPitch == 0 ? hatch : canvas;
            }
        }
    }
    painter->drawImage(sight.area.topLeft(), image);
}

void HeatPlottable::drawFigures(QCPPainter* painter, const Sight& sight) const
{
    painter->setFont(parentPlot()->font());
    const QFontMetricsF metrics(painter->font());
    const double narrowest = metrics.horizontalAdvance(QLatin1Char('0')) + 4;
    for (std::size_t row = 0; row < sight.blocks.rows.size(); ++row) {
        for (std::size_t column = 0; column < sight.blocks.columns.size(); ++column) {
            const QRectF box = boxOf(sight, row, column);
            if (box.height() < metrics.height())
                break;
            const double value = sight.blocks.at(row, column);
            if (std::isnan(value) || box.width() < narrowest)
                continue;
            const QString figure = figureOf(value);
            if (metrics.horizontalAdvance(figure) + 4 > box.width())
                continue;
            const QColor fill = colourOf(value);
            painter->setPen(
                contrast(fill, palette().ink) >= contrast(fill, Qt::white) ? palette().ink : QColor(Qt::white));
            painter->drawText(box, Qt::AlignCenter | Qt::TextSingleLine, figure);
        }
    }
}

void HeatPlottable::drawOver(QCPPainter* painter)
{
    painter->setFont(parentPlot()->font());
    drawRamp(painter);
}

void HeatPlottable::drawRamp(QCPPainter* painter) const
{
    painter->setClipping(false); // it stands above the cells
    const QFontMetricsF metrics(painter->font());
    const QRectF rect = area();
    const GridScale& scale = map().scale;
    const double top = rect.top() - rampHeight(metrics);
    double x = rect.left();
    const auto text = [&](const QString& words) {
        const double width = metrics.horizontalAdvance(words) + 2;
        if (x + width > rect.right())
            return false;
        painter->setPen(palette().secondText);
        painter->drawText(
            QRectF(x, top, width, metrics.height()), Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, words);
        x += width + 6;
        return true;
    };
    const auto box = [&](const QColor& colour, double width) {
        painter->setPen(Qt::NoPen);
        painter->setBrush(colour);
        painter->drawRect(QRectF(x, top + (metrics.height() - kRampLine) / 2, width, kRampLine));
    };
    const QString greatest = figureText(scale.limit);
    text(scale.isDiverging ? QStringLiteral("\u2212") + greatest : figureText(0));
    const double rest = rect.right() - x - metrics.horizontalAdvance(greatest) - 10;
    const double width = std::clamp(rest, 0.0, kRampWidth);
    const double step = width / kRampSteps;
    const double left = x;
    for (int i = 0; i < kRampSteps; ++i, x += step) {
        const double share = (i + 0.5) / kRampSteps;
        box(scale.isDiverging ? palette().difference(2 * share - 1) : palette().heat(share), step + 0.5);
    }
    x = left + width + 8;
    text(scale.isDiverging ? QStringLiteral("+") + greatest : greatest);
    const double extreme = std::max(map().greatest, scale.isDiverging ? -map().least : 0);
    if (extreme > scale.limit) {
        x += 6;
        const double before = x;
        x += kRampLine + 4;
        if (text(tr("beyond that, up to %1").arg(figureText(extreme)))) {
            const double after = x;
            x = before;
            box(palette().searchHit, kRampLine);
            x = after;
        }
    }
    x += 6;
    text(displayText(spec().data->series.front().label, 60)
        + (map().isDifference ? tr(", difference to the median of the column") : QString()));
}

} // namespace kinetoscope

#include "moc_heat_plottable.cpp"
