// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/plottables/ring_plottable.h"

#include "core/base/names/elide_apart.h"
#include "widgets/charts/part_painter.h"
#include "widgets/support/number_text.h"
#include "widgets/support/plain_text.h"
#include "widgets/support/registry_text.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>
#include <utility>

namespace kinetoscope {
namespace {

constexpr int kLeastNameCharacters = 28; // that a ring makes room for, however narrow the chart
constexpr double kBesideColumn = 68; // px of half a chart that a ring and its leaders take beside a column of labels
constexpr double kSwatch = 12;
constexpr double kRuleMargin = 4; // px above and below the rule
constexpr double kHoleMargin = 4; // px beside the text in the hole
constexpr double kSliceGap = 2;   // px in canvas colour between neighbours

/// "Computation + communication" for HTA's "COMPUTATION overlapping COMMUNICATION": half as wide, and no shouting.
QString readableKind(const QString& name)
{
    QString text = name;
    text.replace(QLatin1String(" overlapping "), QLatin1String(" + "));
    const bool isShouted = std::ranges::all_of(
        text, [](QChar c) { return (c >= u'A' && c <= u'Z') || c == u' ' || c == u'+' || c == u'_'; });
    return isShouted && text.size() > 4 ? text.left(1) + text.mid(1).toLower() : text;
}

/// A name on two lines about as wide as each other, broken behind a space or a sign that joins words; an empty second
/// line where breaking makes it hardly narrower.
std::pair<QString, QString> onTwoLines(const QString& name, const QFontMetricsF& metrics)
{
    constexpr double kNarrower = 0.8;
    std::pair<QString, QString> best { name, {} };
    double width = metrics.horizontalAdvance(name) * kNarrower;
    for (qsizetype i = 1; i < name.size(); ++i) {
        if (!QStringLiteral(" _:<,/").contains(name[i - 1]) || name[i] == name[i - 1])
            continue;
        const QString first = name.left(i).trimmed();
        const QString second = name.mid(i).trimmed();
        const double wider = std::max(metrics.horizontalAdvance(first), metrics.horizontalAdvance(second));
        if (first.isEmpty() || second.isEmpty() || wider >= width)
            continue;
        best = { first, second };
        width = wider;
    }
    return best;
}

/// "157.5" and "ms": for a hole that is too narrow for both beside each other.
std::pair<QString, QString> numberAndUnit(const QString& figure)
{
    const auto space = std::find_if(figure.rbegin(), figure.rend(), [](QChar c) { return c.isSpace(); });
    const qsizetype at = figure.rend() - space;
    return at <= 0 ? std::pair(figure, QString()) : std::pair(figure.left(at - 1), figure.mid(at));
}

QFont boldFont(QFont font)
{
    font.setBold(true);
    return font;
}

} // namespace

RingPlottable::RingPlottable(QCPAxis* keyAxis, QCPAxis* valueAxis, const ChartSpec* spec, std::size_t group)
    : ShapePlottable(keyAxis, valueAxis, spec)
    , m_group(foldedForRing(spec->data->groups[group]))
    , m_total(m_group.total(0))
    , m_groupIndex(group)
{
}

RingPlottable::Label RingPlottable::labelOf(std::size_t row) const
{
    const ChartData::Row& entry = m_group.rows[row];
    Label label;
    label.fullName = readableKind(nameOf(entry));
    label.name = nameBeside(label.fullName);
    label.figure = percentText(m_total > 0 ? entry.values[0] / m_total * 100 : 0);
    if (spec().data->unit != Unit::Percent)
        label.figure += QStringLiteral(" \u00b7 ") + figureText(entry.values[0]);
    return label;
}

QString RingPlottable::nameBeside(const QString& fullName) const
{
    const QFontMetricsF metrics(parentPlot()->font());
    const QString least = elidedMiddle(fullName, kLeastNameCharacters);
    const double twoLines = ringArea().width() - 2 * kBesideColumn;
    return metrics.horizontalAdvance(least) < twoLines ? metrics.elidedText(fullName, Qt::ElideMiddle, twoLines)
                                                       : least;
}

QString RingPlottable::shareOf(const Label& label)
{
    return label.figure.section(QStringLiteral(" \u00b7 "), 0, 0);
}

QRectF RingPlottable::ringArea() const
{
    QRectF rect = area();
    if (hasTitle())
        rect.setTop(rect.top() + QFontMetricsF(parentPlot()->font()).height() + 4);
    if (hasOthers())
        rect.setBottom(rect.bottom() - QFontMetricsF(parentPlot()->font()).height() - 2 * kRuleMargin);
    return rect;
}

QPolygonF RingPlottable::sliceOutline(const PieSlice& slice) const
{
    // Half of the gap on either side, but never more than a third of a thin slice.
    const bool isWhole = slice.sweepDegrees > 359.999;
    const auto gapDegrees = [&](double radius) {
        return isWhole || radius <= 0
            ? 0
            : std::min(kSliceGap / 2 / radius * 180 / std::numbers::pi, slice.sweepDegrees / 3);
    };
    const QPointF centre = ringArea().topLeft() + QPointF(m_layout.centre.x, m_layout.centre.y);
    QPolygonF outline;
    const auto arc = [&](double radius, bool forwards) {
        const double begin = slice.startDegrees + gapDegrees(radius);
        const double end = slice.startDegrees + slice.sweepDegrees - gapDegrees(radius);
        const int steps = std::max(2, static_cast<int>(std::ceil((end - begin) / 2)));
        for (int i = 0; i <= steps; ++i) {
            const double part = static_cast<double>(forwards ? i : steps - i) / steps;
            const double angle = (begin + (end - begin) * part) * std::numbers::pi / 180;
            outline.append(centre + QPointF(radius * std::sin(angle), -radius * std::cos(angle)));
        }
    };
    arc(m_layout.outerRadius, true);
    arc(m_layout.innerRadius, false);
    return outline;
}

std::vector<ChartShape> RingPlottable::buildShapes()
{
    const QRectF rect = ringArea();
    const QFontMetricsF metrics(parentPlot()->font());
    const QFontMetricsF boldMetrics(boldFont(parentPlot()->font()));
    const auto widthOf = [&metrics](const QString& text) { return std::ceil(metrics.horizontalAdvance(text)) + 2; };
    PieRequest request { .width = rect.width(), .height = rect.height(), .lineHeight = std::ceil(metrics.height()) };
    const auto [number, unit] = numberAndUnit(wholeText());
    request.centreWidth =
        std::max(boldMetrics.horizontalAdvance(number), boldMetrics.horizontalAdvance(unit)) + kHoleMargin;
    for (std::size_t i = 0; i < m_group.rows.size(); ++i) {
        const Label label = labelOf(i);
        const auto [first, second] = onTwoLines(label.name, metrics);
        request.values.push_back(m_group.rows[i].values[0]);
        request.texts.push_back({ widthOf(label.name), second.isEmpty() ? 0 : std::max(widthOf(first), widthOf(second)),
            widthOf(shareOf(label)), widthOf(label.figure) });
    }
    m_layout = layoutPie(request);

    std::vector<ChartShape> shapes;
    if (m_group.rows.size() == 1) {
        m_layout = {};
        shapes.push_back(sentenceShape());
        return shapes;
    }
    if (m_layout.outerRadius <= 0)
        return shapes;
    const bool differ = kindsDiffer(spec(), m_group);
    for (std::size_t i = 0; i < m_group.rows.size(); ++i) {
        ChartShape shape { .outline = sliceOutline(m_layout.slices[i]),
            .style = styleOfRow(spec(), m_group, i, 0, differ),
            .rows = m_group.rows[i].tableRows,
            .column = spec().data->series[0].column };
        const Label label = labelOf(i);
        if (m_group.rows[i].folded > 0)
            shape.othersOf = m_groupIndex;
        shape.name = label.fullName;
        shape.figure = label.figure;
        shape.fullName = fullText(m_group.rows[i].fullName);
        shapes.push_back(std::move(shape));
    }
    return shapes;
}

/// A single part is a sentence, not a disc: it takes the place of its text.
ChartShape RingPlottable::sentenceShape() const
{
    const Label label = labelOf(0);
    const QRectF rect = ringArea();
    const QFontMetricsF metrics(parentPlot()->font());
    const double width = std::min(rect.width() - 8, metrics.horizontalAdvance(sentence()) + 24);
    const QRectF box(rect.center().x() - width / 2, rect.center().y() - metrics.height(), width, 2 * metrics.height());
    ChartShape shape;
    shape.outline = QPolygonF({ box.topLeft(), box.topRight(), box.bottomRight(), box.bottomLeft() });
    shape.style.fill = palette().canvas;
    shape.style.label = palette().text;
    shape.rows = m_group.rows.front().tableRows;
    shape.column = spec().data->series[0].column;
    shape.name = label.fullName;
    shape.figure = label.figure;
    shape.fullName = fullText(m_group.rows.front().fullName);
    return shape;
}

QString RingPlottable::sentence() const
{
    const Label label = labelOf(0);
    return tr("All of it is %1: %2").arg(label.name, figureText(m_total));
}

std::optional<std::size_t> RingPlottable::shapeAt(QPointF position) const
{
    if (const std::optional<std::size_t> shape = ShapePlottable::shapeAt(position))
        return shape;
    // A label stands for its slice.
    const QPointF place = position - ringArea().topLeft();
    for (const PieLabel& label : m_layout.labels) {
        if (QRectF(label.x, label.y, label.width, label.height).contains(place))
            return label.slice;
    }
    return std::nullopt;
}

void RingPlottable::drawLabel(QCPPainter* painter, const PieLabel& place) const
{
    const QPointF origin = ringArea().topLeft();
    const auto at = [&](PiePoint p) { return origin + QPointF(p.x, p.y); };
    painter->setPen(QPen(palette().secondText, 1));
    painter->setBrush(Qt::NoBrush);
    painter->drawPolyline(QPolygonF({ at(place.leader[0]), at(place.leader[1]), at(place.leader[2]) }));
    const Label label = labelOf(place.slice);
    const QFontMetricsF metrics(painter->font());
    const QRectF box(origin + QPointF(place.x, place.y), QSizeF(place.width, place.height));
    const Qt::Alignment side = place.isRight ? Qt::AlignLeft : Qt::AlignRight;
    const auto line = [&](const QRectF& rect, const QString& text, const QColor& colour) {
        painter->setPen(colour);
        painter->drawText(rect, static_cast<int>(side | Qt::AlignVCenter) | Qt::TextSingleLine,
            metrics.elidedText(text, Qt::ElideMiddle, rect.width()));
    };
    const QString figure = place.figure == PieLabel::Figure::Whole ? label.figure : shareOf(label);
    if (place.isOneLine) {
        const double figureWidth = metrics.horizontalAdvance(figure) + kPieTextGap;
        if (place.figure == PieLabel::Figure::None) {
            line(box, label.name, palette().text);
        } else if (place.isRight) {
            const QString name = metrics.elidedText(label.name, Qt::ElideMiddle, box.width() - figureWidth);
            line(box, name, palette().text);
            line(box.adjusted(metrics.horizontalAdvance(name) + kPieTextGap, 0, 2, 0), figure, palette().secondText);
        } else {
            line(box.adjusted(0, 0, -figureWidth, 0), label.name, palette().text);
            line(box, figure, palette().secondText);
        }
        return;
    }
    const auto [first, second] =
        place.nameLines == 2 ? onTwoLines(label.name, metrics) : std::pair(label.name, QString());
    const double height = place.height / (place.nameLines + 1);
    const auto lineBox = [&](int index) { return QRectF(box.left(), box.top() + index * height, box.width(), height); };
    line(lineBox(0), first, palette().text);
    if (place.nameLines == 2)
        line(lineBox(1), second, palette().text);
    line(lineBox(place.nameLines), figure, palette().secondText);
}

double RingPlottable::roomForName(const PieLabel& place) const
{
    return place.width - kPieSwatch - m_layout.figureWidth - kPieTextGap;
}

std::vector<QString> RingPlottable::namesOfLegend(const QFontMetricsF& metrics) const
{
    constexpr std::size_t kFewest = 4; // characters: fewer say nothing
    std::vector<QString> names;
    std::vector<std::size_t> cut; // places in it
    std::vector<std::string> whole;
    for (const PieLabel& place : m_layout.labels) {
        names.push_back(labelOf(place.slice).fullName);
        if (metrics.horizontalAdvance(names.back()) <= roomForName(place))
            continue;
        cut.push_back(names.size() - 1);
        whole.push_back(names.back().toStdString());
    }
    if (cut.empty())
        return names;
    const std::vector<std::string_view> views(whole.begin(), whole.end());
    // From more than can fit: letters are narrower than digits and capitals, but not all of them.
    double room = 0;
    for (const std::size_t i : cut)
        room = std::max(room, roomForName(m_layout.labels[i]));
    const double most = room / metrics.averageCharWidth() * 1.5;
    for (auto width = static_cast<std::size_t>(most); width >= kFewest; --width) {
        const std::vector<std::string> shown = elidedBesideShared(views, width);
        bool doFit = true;
        for (std::size_t i = 0; i < cut.size(); ++i) {
            names[cut[i]] = QString::fromStdString(shown[i]);
            doFit = doFit && metrics.horizontalAdvance(names[cut[i]]) <= roomForName(m_layout.labels[cut[i]]);
        }
        if (doFit)
            break;
    }
    return names;
}

/// Swatch, name, and the figure below the figures of the others.
void RingPlottable::drawLegendLine(QCPPainter* painter, const PieLabel& place, const QString& shownName) const
{
    const QRectF box(ringArea().topLeft() + QPointF(place.x, place.y), QSizeF(place.width, place.height));
    const Label label = labelOf(place.slice);
    const QFontMetricsF metrics(painter->font());
    const QRectF swatch(box.left(), box.center().y() - kSwatch / 2, kSwatch, kSwatch);
    paintPart(*painter, QPolygonF({ swatch.topLeft(), swatch.topRight(), swatch.bottomRight(), swatch.bottomLeft() }),
        shapes()[place.slice].style, palette().canvas);
    const QRectF name = box.adjusted(kPieSwatch, 0, -m_layout.figureWidth - kPieTextGap, 0);
    painter->setPen(palette().text);
    painter->drawText(name, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
        metrics.elidedText(shownName, Qt::ElideMiddle, name.width()));
    painter->setPen(palette().secondText);
    painter->drawText(box, Qt::AlignRight | Qt::AlignVCenter | Qt::TextSingleLine,
        place.figure == PieLabel::Figure::Whole ? label.figure : shareOf(label));
}

QString RingPlottable::wholeText() const
{
    return spec().data->unit == Unit::Percent ? percentText(m_total) : figureText(m_total);
}

void RingPlottable::drawCentre(QCPPainter* painter) const
{
    const QPointF centre = ringArea().topLeft() + QPointF(m_layout.centre.x, m_layout.centre.y);
    const double side = m_layout.innerRadius * 1.75; // of the hole, a little below its middle
    if (side <= 0)
        return;
    const QFont plain = painter->font();
    const QFontMetricsF metrics(plain);
    const QFontMetricsF boldMetrics(boldFont(plain));
    QString whole = wholeText();
    const double room = m_layout.innerRadius * 2 - kHoleMargin;
    bool isBroken = false;
    if (boldMetrics.horizontalAdvance(whole) > room) {
        const auto [number, unit] = numberAndUnit(whole);
        const double wider = std::max(boldMetrics.horizontalAdvance(number), boldMetrics.horizontalAdvance(unit));
        if (unit.isEmpty() || wider > room)
            return; // a text that leaves the hole would be read as a label
        whole = number + QLatin1Char('\n') + unit;
        isBroken = true;
    }
    const QString name = registryText(spec().description.as<PieChart>()->wholeLabel, 60);
    // Whole or not at all: "time of these" without its "types" is no name.
    const QRectF lines = metrics.boundingRect(QRectF(0, 0, side, 1e4), Qt::AlignHCenter | Qt::TextWordWrap, name);
    const bool hasName = !isBroken && !name.isEmpty() && m_layout.innerRadius * 1.6 > metrics.height() * 2
        && lines.height() < metrics.height() * 2.5 && lines.width() <= side;
    painter->setPen(palette().text);
    painter->setFont(boldFont(plain));
    const double height = metrics.height() * (isBroken ? 2 : 1);
    const double top = centre.y() - (hasName ? height : height / 2);
    painter->drawText(
        QRectF(centre.x() - m_layout.innerRadius, top, m_layout.innerRadius * 2, height), Qt::AlignCenter, whole);
    painter->setFont(plain);
    if (!hasName)
        return;
    painter->setPen(palette().secondText);
    painter->drawText(QRectF(centre.x() - side / 2, centre.y(), side, metrics.height() * 2),
        Qt::AlignHCenter | Qt::AlignTop | Qt::TextWordWrap, name);
}

/// Which names have slices: "top 7 of 77 names, 48 %".
void RingPlottable::drawRule(QCPPainter* painter) const
{
    const NamesShown names = namesShown(m_group);
    const QFontMetricsF metrics(painter->font());
    const QRectF rect = area();
    const QString text = tr("top %1 of %n names, %2", nullptr, static_cast<int>(names.all))
                             .arg(names.shown)
                             .arg(percentText(names.share * 100));
    painter->setPen(palette().secondText);
    painter->drawText(
        QRectF(rect.left(), rect.bottom() - metrics.height() - kRuleMargin, rect.width(), metrics.height()),
        Qt::AlignCenter | Qt::TextSingleLine, metrics.elidedText(text, Qt::ElideRight, rect.width()));
}

void RingPlottable::drawOver(QCPPainter* painter)
{
    painter->setFont(parentPlot()->font());
    const QRectF rect = area();
    if (hasTitle()) {
        painter->setPen(palette().text);
        const QFontMetricsF metrics(painter->font());
        painter->drawText(QRectF(rect.left(), rect.top(), rect.width(), metrics.height()),
            Qt::AlignCenter | Qt::TextSingleLine,
            metrics.elidedText(displayText(m_group.label), Qt::ElideMiddle, rect.width()));
    }
    if (m_group.rows.size() == 1 && !shapes().empty()) {
        const QRectF box = shapes().front().outline.boundingRect();
        painter->setPen(palette().text);
        painter->drawText(box, Qt::AlignCenter | Qt::TextSingleLine,
            QFontMetricsF(painter->font()).elidedText(sentence(), Qt::ElideMiddle, box.width()));
        return;
    }
    if (m_layout.outerRadius <= 0)
        return;
    if (hasOthers())
        drawRule(painter);
    drawCentre(painter);
    if (m_layout.form == PieForm::Leaders) {
        for (const PieLabel& label : m_layout.labels)
            drawLabel(painter, label);
        return;
    }
    const std::vector<QString> names = namesOfLegend(QFontMetricsF(painter->font()));
    for (std::size_t i = 0; i < names.size(); ++i)
        drawLegendLine(painter, m_layout.labels[i], names[i]);
}

} // namespace kinetoscope

#include "moc_ring_plottable.cpp"
