// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/painters/frame_painter.h"

#include "core/layout/timeline/row_order.h"
#include "core/layout/timeline/ruler_ticks.h"
#include "widgets/models/screen_numbers.h"
#include "widgets/support/number_text.h"

#include <QCoreApplication>
#include <QLocale>
#include <QPaintEngine>
#include <QPainter>
#include <QPolygonF>

#include <algorithm>
#include <cmath>
#include <optional>

namespace kinetoscope {

namespace {

constexpr int kIndent = 10; ///< of one step rank > group > track
constexpr int kTriangle = 8;
constexpr int kTextMargin = 4;
constexpr int kPinnedRule = 2;

/// For the translations.
class FramePainterText {
    Q_DECLARE_TR_FUNCTIONS(Timeline)
};

/// A pinned row is away from what it is inside of; series stand below the title of their track.
int indentOf(const TimelineRow& row)
{
    return row.isPinned ? 0 : std::min(levelOf(row.key.kind), levelOf(RowKind::Track)) * kIndent;
}

QString summaryText(const RowSummary& summary)
{
    if (summary.isCounter)
        return FramePainterText::tr("to %1").arg(quantityText(summary.highest, summary.unit));
    if (summary.slices == 0)
        return {};
    if (summary.busyShare <= 0) // instants: a share says nothing of them
        return shortCountText(summary.slices);
    return FramePainterText::tr("%1 busy \u00b7 %2")
        .arg(percentText(summary.busyShare * 100), shortCountText(summary.slices));
}

/// The first half of that, for where there is little room.
QString shareText(const RowSummary& summary)
{
    return summary.isCounter || summary.slices == 0 || summary.busyShare <= 0
        ? QString()
        : FramePainterText::tr("%1 busy").arg(percentText(summary.busyShare * 100));
}

/// How the clock of a rank stands to the others; the tool tip says it in a sentence.
QString clockText(const RankTrace& rank)
{
    if (!rank.alignment)
        return {};
    switch (rank.alignment->status) {
    case ClockStatus::Aligned: {
        const Nanoseconds offset = rank.alignment->map.offset;
        return FramePainterText::tr("clock %1")
            .arg((offset > 0 ? QStringLiteral("+") : QString()) + durationText(offset));
    }
    case ClockStatus::InStep:
        return FramePainterText::tr("clock in step");
    case ClockStatus::Reference:
        return FramePainterText::tr("reference clock");
    default:
        return FramePainterText::tr("clock unknown");
    }
}

/// A text cut at its end to fit, drawn with its baseline centred in `rect`.
void drawElided(
    QPainter& painter, const QFontMetricsF& metrics, const QRectF& rect, const QString& text, Qt::Alignment alignment)
{
    const QString shown = metrics.elidedText(text, Qt::ElideRight, rect.width());
    const double width = metrics.horizontalAdvance(shown);
    const double x = alignment & Qt::AlignRight ? rect.right() - width : rect.left();
    painter.drawText(QPointF(x, rect.top() + (rect.height() - metrics.height()) / 2 + metrics.ascent()), shown);
}

void drawTriangle(QPainter& painter, const QRect& box, bool open, const QColor& colour)
{
    const QPointF c = QRectF(box).center();
    const double r = kTriangle / 2.0 - 0.5;
    QPolygonF shape;
    if (open)
        shape << QPointF(c.x() - r, c.y() - r / 2) << QPointF(c.x() + r, c.y() - r / 2)
              << QPointF(c.x(), c.y() + r / 1.4);
    else
        shape << QPointF(c.x() - r / 2, c.y() - r) << QPointF(c.x() + r / 1.4, c.y())
              << QPointF(c.x() - r / 2, c.y() + r);
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.drawPolygon(shape);
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setBrush(Qt::NoBrush);
}

/// Height of the line that holds a row's title.
int titleHeight(const TimelineScene& scene, const TimelineRow& row)
{
    return std::min(scene.metrics().headerRow, std::max(row.height, scene.metrics().strip));
}

/// Whether figures stand below the title, not beside it.
bool hasTwoLines(const TimelineScene& scene, const TimelineRow& row)
{
    return row.height >= 2 * scene.labels().height()
        && (row.key.kind == RowKind::Track || row.key.kind == RowKind::Series);
}

/// Where the title of a row begins: in sight while a tall row is scrolled through, as long as it fits in what is left
/// of the row with what stands below it.
int titleTop(const TimelineScene& scene, const TimelineViewport& viewport, const TimelineRow& row)
{
    const QRect rect = headerRect(scene, viewport, row);
    const int line = titleHeight(scene, row);
    const int height =
        hasTwoLines(scene, row) ? static_cast<int>(std::ceil((line + 3 * scene.labels().height()) / 2)) : line;
    const int last = std::max(rect.top(), rect.bottom() + 1 - height);
    return std::clamp(headersOf(scene, viewport, row).top(), rect.top(), last);
}

void paintHeader(QPainter& painter, const TimelineScene& scene, const TimelineViewport& viewport,
    const TimelineRow& row, const RowSummary& summary)
{
    const Palette& palette = scene.palette();
    const QRect column = headersOf(scene, viewport, row);
    const QRect rect = headerRect(scene, viewport, row);
    const int left = rect.left() + indentOf(row) + kTriangle + 2 * kTextMargin;
    const int line = titleHeight(scene, row);
    const int top = titleTop(scene, viewport, row);
    if (ignoresClips(painter) && (top < column.top() || top + line > column.bottom() + 1))
        return;
    const QRect triangle = foldTriangle(scene, viewport, row);
    if (!triangle.isEmpty())
        drawTriangle(painter, triangle, row.expanded, palette.secondText);
    QFont font = painter.font();
    const bool strong = row.key.kind == RowKind::Rank;
    font.setWeight(strong ? QFont::DemiBold : QFont::Normal);
    // A strip is lower than a line of text: its title is set in a smaller size rather than over its neighbours.
    if (row.key.kind == RowKind::Track && !row.expanded)
        font.setPixelSize(std::max(8, std::min(font.pixelSize(), rect.height() + 1)));
    const QFontMetricsF metrics(font);
    const bool twoLines = hasTwoLines(scene, row);
    painter.save();
    painter.setFont(font);

    QString busy = summaryText(summary);
    if (row.key.kind == RowKind::Rank) {
        const QString clock = clockText(scene.traces()->ranks()[row.key.rank]);
        busy = busy.isEmpty() || clock.isEmpty() ? clock + busy : QStringLiteral("%1 \u00b7 %2").arg(clock, busy);
    }
    const QRectF titleRect(left, top, rect.right() - kTextMargin - left, line);
    const QString distinct = strong ? plainLine(scene.tree().ranks[row.key.rank].shortTitle) : QString();
    const HeaderTexts texts = fittedHeader(metrics, scene.title(row), distinct, twoLines ? QString() : busy,
        titleRect.width(), twoLines || strong ? QString() : shareText(summary));
    painter.setPen(palette.secondText);
    if (twoLines && !busy.isEmpty())
        drawElided(painter, metrics, titleRect.translated(0, metrics.height()), busy, Qt::AlignLeft);
    if (!texts.figures.isEmpty())
        drawElided(painter, metrics, titleRect, texts.figures, Qt::AlignRight);
    const QRect python = pythonToggle(scene, viewport, row);
    if (!python.isEmpty()) {
        painter.setPen(palette.secondText);
        drawElided(painter, metrics, python,
            row.foldsPython ? FramePainterText::tr("+ Python frames") : FramePainterText::tr("\u2212 Python frames"),
            Qt::AlignLeft);
    }
    const bool quiet = row.key.kind == RowKind::Track && !row.expanded;
    painter.setPen(quiet ? palette.secondText : palette.text);
    drawElided(painter, metrics, titleRect, texts.title, Qt::AlignLeft);
    painter.restore();
}

} // namespace

HeaderTexts fittedHeader(const QFontMetricsF& metrics, const QString& title, const QString& distinct,
    const QString& figures, double width, const QString& fewerFigures)
{
    const double whole = metrics.horizontalAdvance(title);
    const double least = distinct.isEmpty()
        ? width / 2
        : metrics.horizontalAdvance(title == distinct ? distinct : distinct + QChar(0x2026));
    HeaderTexts texts;
    double room = width;
    const auto take = [&](const QString& text, double kept) {
        const double needed = metrics.horizontalAdvance(text);
        if (text.isEmpty() || !texts.figures.isEmpty() || width - needed < kept + kTextMargin)
            return;
        texts.figures = text;
        room -= needed + kTextMargin;
    };
    take(figures, std::min(whole, least));
    take(fewerFigures, whole);
    // Numbers are told apart by their end.
    const bool isNarrow = room < std::min(whole, least) && !distinct.isEmpty();
    texts.title =
        isNarrow ? metrics.elidedText(distinct, Qt::ElideLeft, room) : metrics.elidedText(title, Qt::ElideRight, room);
    return texts;
}

bool ignoresClips(const QPainter& painter)
{
    return painter.paintEngine() && painter.paintEngine()->type() == QPaintEngine::SVG;
}

QRect pythonToggle(const TimelineScene& scene, const TimelineViewport& viewport, const TimelineRow& row)
{
    const TreeTrack* track = scene.treeTrack(row);
    const int line = static_cast<int>(std::ceil(scene.labels().height()));
    if (!track || track->foldedLanes == 0 || !row.expanded || row.height < 3 * line + 4)
        return {};
    const QRect rect = headerRect(scene, viewport, row);
    const int left = rect.left() + indentOf(row) + kTriangle + 2 * kTextMargin;
    // Below title and figures, as long as there is room for it.
    const int top = titleTop(scene, viewport, row) + 2 * line + 4;
    if (top + line > rect.bottom() + 1)
        return {};
    return { left, top, std::max(0, rect.right() - kTextMargin - left), line };
}

QRect headerRect(const TimelineScene& scene, const TimelineViewport& viewport, const TimelineRow& row)
{
    const QRect column = scene.geometry(viewport.size).headers;
    const std::int64_t top = scene.panes(viewport).of(row).toArea(row.y);
    // Rows far outside are of no interest; keep their rectangle inside the range of int.
    return { column.left(),
        column.top() + static_cast<int>(std::clamp<std::int64_t>(top, -1'000'000'000, 1'000'000'000)), column.width(),
        row.height };
}

QRect headersOf(const TimelineScene& scene, const TimelineViewport& viewport, const TimelineRow& row)
{
    const QRect column = scene.geometry(viewport.size).headers;
    const RowPanes panes = scene.panes(viewport);
    const RowPane& pane = panes.of(row);
    return { column.left(), column.top() + pane.top, column.width(), pane.height };
}

QRect lanesOf(const TimelineScene& scene, const TimelineViewport& viewport, const RowPane& pane)
{
    const QRect lanes = scene.geometry(viewport.size).lanes;
    return { lanes.left(), lanes.top() + pane.top, lanes.width(), pane.height };
}

QRect foldTriangle(const TimelineScene& scene, const TimelineViewport& viewport, const TimelineRow& row)
{
    if (!row.canFold)
        return {};
    const QRect rect = headerRect(scene, viewport, row);
    return { rect.left() + kTextMargin + indentOf(row), titleTop(scene, viewport, row), kTriangle,
        std::min(scene.metrics().headerRow, row.height) };
}

void paintHeaders(QPainter& painter, const TimelineScene& scene, const TimelineViewport& viewport,
    const std::vector<RowSummary>& summaries)
{
    const TimelineGeometry geometry = scene.geometry(viewport.size);
    const Palette& palette = scene.palette();
    painter.fillRect(geometry.headers, palette.panel);
    painter.setFont(scene.labels().font());
    for (const RowSummary& summary : summaries) {
        const TimelineRow& row = scene.rows().rows()[static_cast<std::size_t>(summary.row)];
        painter.setClipRect(headersOf(scene, viewport, row));
        paintHeader(painter, scene, viewport, row, summary);
    }
    painter.setClipping(false);
    painter.fillRect(QRect(geometry.headers.right(), 0, 1, viewport.size.height()), palette.grid);
}

namespace {

/// In the unit that the user wants for all times, if any.
std::vector<Tick> ticksOf(const TimeScale& scale, const QFontMetricsF& metrics)
{
    const std::optional<TimeUnit> wanted = numberStyle().timeUnit;
    return rulerTicks(
        scale, metrics.horizontalAdvance(u'0'), wanted ? static_cast<std::int64_t>(nanosecondsIn(*wanted)) : 0);
}

} // namespace

void paintRuler(QPainter& painter, const TimelineScene& scene, const TimelineViewport& viewport)
{
    const TimelineGeometry geometry = scene.geometry(viewport.size);
    const Palette& palette = scene.palette();
    painter.fillRect(geometry.ruler, palette.panel);
    painter.fillRect(geometry.rulerHeader, palette.panel);
    painter.setFont(scene.labels().font());
    const QFontMetricsF metrics(painter.font());
    painter.setPen(palette.secondText);
    const QString visible = FramePainterText::tr("%1 visible").arg(durationText(viewport.visible.length()));
    const QString mode = colouringText(scene.colouring());
    drawElided(painter, metrics, QRectF(geometry.rulerHeader).adjusted(kTextMargin, 0, -2 * kTextMargin, 0),
        mode.isEmpty() ? visible : QStringLiteral("%1 \u00b7 %2").arg(mode, visible), Qt::AlignRight);
    const TimeScale scale(viewport.visible, geometry.ruler.width());
    const QString point = QLocale().decimalPoint();
    for (const Tick& tick : ticksOf(scale, metrics)) {
        const double x = geometry.ruler.left() + std::floor(tick.x);
        painter.fillRect(QRectF(x, geometry.ruler.bottom() - 5, 1, 6), palette.secondText);
        QString label = QString::fromStdString(tick.label);
        if (point != QStringLiteral("."))
            label.replace(u'.', point);
        const double width = metrics.horizontalAdvance(label);
        if (x + 4 + width <= geometry.ruler.right())
            painter.drawText(
                QPointF(
                    x + 4, geometry.ruler.top() + (geometry.ruler.height() - metrics.height()) / 2 + metrics.ascent()),
                label);
    }
    painter.fillRect(QRect(0, geometry.ruler.bottom() + 1, viewport.size.width(), 1), palette.grid);
    painter.fillRect(QRect(0, geometry.ruler.top() - 1, viewport.size.width(), 1), palette.grid);
}

void paintGrid(LaneCanvas& canvas, const TimelineScene& scene, const TimelineViewport& viewport)
{
    const TimelineGeometry geometry = scene.geometry(viewport.size);
    const TimeScale scale(viewport.visible, geometry.lanes.width());
    const QFontMetricsF metrics(scene.labels().font());
    const int height = static_cast<int>(std::ceil(geometry.lanes.height() * viewport.pixelRatio));
    const int width = devicePixels(1, viewport.pixelRatio);
    const QRgb colour = mixed(scene.palette().canvas, scene.palette().grid, 0.6).rgb();
    for (const Tick& tick : ticksOf(scale, metrics)) {
        const int x = static_cast<int>(std::lround(std::floor(tick.x) * viewport.pixelRatio));
        canvas.fill(x, 0, x + width, height, colour);
    }
}

void paintRankRules(LaneCanvas& canvas, const TimelineScene& scene, const TimelineViewport& viewport)
{
    const TimelineGeometry geometry = scene.geometry(viewport.size);
    const int right = static_cast<int>(std::ceil(geometry.lanes.width() * viewport.pixelRatio));
    const int line = devicePixels(1, viewport.pixelRatio);
    const RowPanes panes = scene.panes(viewport);
    for (const TimelineRow& row : scene.rows().rows()) {
        if (row.key.kind != RowKind::Rank || row.y <= scene.rows().pinnedHeight())
            continue;
        const std::int64_t y = panes.rest().toArea(row.y - scene.metrics().rankGap / 2);
        if (y < panes.rest().top || y >= panes.rest().bottom())
            continue;
        const int top = static_cast<int>(std::lround(static_cast<double>(y) * viewport.pixelRatio));
        canvas.fill(0, top, right, top + line, scene.palette().grid.rgb());
    }
}

void paintPinnedRule(QPainter& painter, const TimelineScene& scene, const TimelineViewport& viewport)
{
    const RowPanes panes = scene.panes(viewport);
    if (!panes.isSplit())
        return;
    const TimelineGeometry geometry = scene.geometry(viewport.size);
    // In the gap below the last pinned row. Stronger than a grid line: rows go away under it.
    painter.fillRect(QRect(geometry.headers.left(), geometry.headers.top() + panes.pinned().bottom() - kPinnedRule,
                         geometry.headers.width() + geometry.lanes.width(), kPinnedRule),
        mixed(scene.palette().canvas, scene.palette().secondText, 0.6));
}

} // namespace kinetoscope
