// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/painters/mark_painter.h"

#include "core/base/sort_stably.h"
#include "widgets/support/number_text.h"
#include "widgets/support/plain_text.h"
#include "widgets/timeline/slice_tool_tip.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>
#include <QPolygonF>

#include <algorithm>
#include <cmath>

namespace kinetoscope {

namespace {

constexpr double kPennant = 9;   ///< width of a flag without a note
constexpr double kWidest = 140;  ///< of a flag with one
constexpr double kNarrowest = 5; ///< still to be hit
constexpr double kPadding = 4;
constexpr int kFewestCharacters = 3; ///< of a cut note, the ellipsis among them
constexpr double kRangeBar = 3;      ///< height of the bar along a range

/// For the translations.
class MarkPainterText {
    Q_DECLARE_TR_FUNCTIONS(Timeline)
};

QColor colourOf(const TimelineScene& scene, const TimelineMarks& marks, std::size_t mark)
{
    return marks.current == mark ? scene.palette().accent : scene.palette().text;
}

/// The flag cut like a banner's tail at its free end; a pennant where there is no room for it.
QPolygonF shapeOf(const QRectF& flag, bool hasLabel)
{
    if (!hasLabel)
        return { { flag.topLeft(), { flag.right(), flag.center().y() }, flag.bottomLeft() } };
    return { { flag.topLeft(), flag.topRight(), flag.bottomRight(), flag.bottomLeft() } };
}

void paintLine(
    QPainter& painter, const TimelineGeometry& geometry, double x, double bottom, const QColor& colour, bool isKept)
{
    if (x < geometry.lanes.left() || x >= geometry.lanes.right() + 1)
        return;
    const double at = std::floor(x) + 0.5;
    QPen pen(colour, 1, isKept ? Qt::SolidLine : Qt::DashLine);
    pen.setCosmetic(true);
    painter.setPen(pen);
    painter.drawLine(QPointF(at, geometry.ruler.top()), QPointF(at, bottom));
}

void paintFlag(QPainter& painter, const TimelineScene& scene, const MarkFlag& flag, const QColor& colour, bool isKept)
{
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(colour, 1));
    painter.setBrush(isKept ? colour : scene.palette().canvas);
    painter.drawPolygon(shapeOf(flag.flag.adjusted(0.5, 0.5, -0.5, -0.5), !flag.label.isEmpty()));
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setBrush(Qt::NoBrush);
    if (flag.label.isEmpty())
        return;
    const QFontMetricsF metrics(painter.font());
    painter.setPen(isKept ? scene.palette().canvas : colour);
    painter.drawText(QPointF(flag.flag.left() + kPadding,
                         flag.flag.top() + (flag.flag.height() - metrics.height()) / 2 + metrics.ascent()),
        flag.label);
}

void paintTicks(QPainter& painter, const TimelineScene& scene, const TimelineViewport& viewport,
    const TimelineMarks& marks, TimeRange range)
{
    const QRect area = scene.geometry(viewport.size).overview;
    const TimeScale scale(range, area.width());
    const auto tick = [&](std::size_t at) {
        const double x0 = scale.xOf(marks.marks[at].range.begin);
        const double x1 = scale.xOf(marks.marks[at].range.end);
        if (x1 < 0 || x0 >= area.width())
            return;
        const double left = std::floor(std::max(0.0, x0));
        const double width = std::clamp(x1 - left, 2.0, area.width() - left);
        const QColor colour = colourOf(scene, marks, at);
        painter.fillRect(QRectF(area.left() + left, area.top(), width, kRangeBar), colour);
        painter.fillRect(QRectF(area.left() + left, area.top(), 1, area.height()), colour);
    };
    // More than pixels would only repeat the same ticks.
    std::vector<bool> isTaken(static_cast<std::size_t>(std::max(1, area.width())), false);
    for (std::size_t at = 0; at < marks.marks.size(); ++at) {
        const double x = std::floor(scale.xOf(marks.marks[at].range.begin));
        const bool isInside = x >= 0 && x < area.width();
        if (isInside && isTaken[static_cast<std::size_t>(x)])
            continue;
        if (isInside)
            isTaken[static_cast<std::size_t>(x)] = true;
        tick(at);
    }
    if (marks.current && *marks.current < marks.marks.size())
        tick(*marks.current);
}

} // namespace

std::vector<MarkFlag> markFlags(
    const TimelineScene& scene, const TimelineViewport& viewport, const TimelineMarks& marks)
{
    const TimelineGeometry geometry = scene.geometry(viewport.size);
    const TimeScale scale(viewport.visible, geometry.lanes.width());
    const QFontMetricsF metrics(scene.labels().font());
    const double left = geometry.lanes.left();
    const double right = left + geometry.lanes.width();
    std::vector<MarkFlag> flags;
    for (std::size_t at = 0; at < marks.marks.size(); ++at) {
        const double begin = left + scale.xOf(marks.marks[at].range.begin);
        const double end = left + scale.xOf(marks.marks[at].range.end);
        // A range that reaches into view keeps its flag in view.
        if (end >= left && begin < right)
            flags.push_back({ at, QRectF(std::floor(std::max(left, begin)), 0, 0, 0), begin, end, {} });
    }
    // On one pixel the current mark goes first, so that it is the one which is left.
    sortStably(flags, [&](const MarkFlag& a, const MarkFlag& b) {
        if (a.flag.left() != b.flag.left())
            return a.flag.left() < b.flag.left();
        return marks.current == a.mark && marks.current != b.mark;
    });
    const auto isAtTheSame = [](const MarkFlag& a, const MarkFlag& b) { return a.flag.left() == b.flag.left(); };
    flags.erase(std::unique(flags.begin(), flags.end(), isAtTheSame), flags.end());

    const double height = std::min(geometry.ruler.height() - kRangeBar - 1.0, std::ceil(metrics.height()) + 2);
    for (std::size_t i = 0; i < flags.size(); ++i) {
        MarkFlag& flag = flags[i];
        const double next = i + 1 < flags.size() ? flags[i + 1].flag.left() - 1 : right;
        const double room = std::min({ kWidest, next - flag.flag.left(), right - flag.flag.left() });
        const QString note = displayText(marks.marks[flag.mark].note);
        QString label;
        if (!note.isEmpty())
            label = metrics.elidedText(note, Qt::ElideRight, room - 2 * kPadding);
        if (label.size() <= kFewestCharacters && label != note)
            label.clear(); // two letters and an ellipsis say nothing
        const double width = label.isEmpty() ? kPennant : metrics.horizontalAdvance(label) + 2 * kPadding;
        flag.flag = QRectF(flag.flag.left(), geometry.ruler.top(),
            std::clamp(std::ceil(width), kNarrowest, std::max(kNarrowest, room)), height);
        flag.label = label;
    }
    return flags;
}

void paintMarks(QPainter& painter, const TimelineScene& scene, const TimelineViewport& viewport,
    const TimelineMarks& marks, TimeRange overviewRange)
{
    if (!scene.traces() || marks.marks.empty())
        return;
    const TimelineGeometry geometry = scene.geometry(viewport.size);
    const auto bottom = std::min<double>(geometry.lanes.bottom() + 1, viewport.size.height());
    painter.save();
    painter.setFont(scene.labels().font());
    paintTicks(painter, scene, viewport, marks, overviewRange);
    for (const MarkFlag& flag : markFlags(scene, viewport, marks)) {
        const Mark& mark = marks.marks[flag.mark];
        const QColor colour = colourOf(scene, marks, flag.mark);
        paintLine(painter, geometry, flag.begin, bottom, colour, mark.isKept);
        if (!mark.isMoment()) {
            paintLine(painter, geometry, flag.end, bottom, colour, mark.isKept);
            const double left = std::max<double>(geometry.lanes.left(), flag.begin);
            const double right = std::min<double>(geometry.lanes.right() + 1, flag.end);
            painter.fillRect(QRectF(std::floor(left), geometry.ruler.bottom() + 1 - kRangeBar,
                                 std::max(1.0, right - std::floor(left)), kRangeBar),
                colour);
        }
        paintFlag(painter, scene, flag, colour, mark.isKept);
    }
    painter.restore();
}

QString markTitle(const Mark& mark)
{
    const QString note = displayText(mark.note);
    const QString what = !note.isEmpty() ? note
        : !mark.isKept                   ? MarkPainterText::tr("Temporary mark")
        : mark.isMoment()                ? MarkPainterText::tr("Mark")
                                         : MarkPainterText::tr("Marked range");
    if (mark.isMoment())
        return QStringLiteral("%1 \u00b7 %2").arg(what, momentText(mark.range.begin));
    return QStringLiteral("%1 \u00b7 %2 \u00b7 %3")
        .arg(what, momentText(mark.range.begin), durationText(mark.range.length()));
}

QString markToolTip(const Mark& mark)
{
    QStringList lines;
    if (!mark.note.empty())
        lines.append(displayText(mark.note));
    if (mark.isMoment())
        lines.append(MarkPainterText::tr("%1 at %2")
                         .arg(mark.isKept ? MarkPainterText::tr("Mark") : MarkPainterText::tr("Temporary mark"),
                             momentText(mark.range.begin)));
    else
        lines.append(MarkPainterText::tr("%1 from %2, %3 long")
                         .arg(mark.isKept ? MarkPainterText::tr("Marked range") : MarkPainterText::tr("Temporary mark"),
                             momentText(mark.range.begin), durationText(mark.range.length())));
    lines.append(MarkPainterText::tr("Drag to move, double click to edit the note, Delete to remove"));
    return asToolTip(lines);
}

} // namespace kinetoscope
