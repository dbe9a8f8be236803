// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/chart_plot.h"
#include "widgets/charts/part_painter.h"
#include "widgets/charts/plottables/shape_plottable.h"
#include "widgets/support/part_text.h"
#include "widgets/support/plain_text.h"
#include "widgets/support/registry_text.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace kinetoscope {
namespace {

constexpr double kSwatch = 12;
constexpr double kEntryGap = 14;
constexpr double kLineGap = 3;
const QString kBetween = QStringLiteral(" \u00b7 ");

QFont titleFont(QFont font)
{
    font.setBold(true);
    return font;
}

/// A text in one line or, broken at a space, in two, since what a share is of stands at the end; none of an empty one.
QStringList linesOf(const QString& text, const QFont& font, double width)
{
    if (text.isEmpty())
        return {};
    const QFontMetricsF metrics(font);
    if (metrics.horizontalAdvance(text) <= width)
        return { text };
    qsizetype end = 0; // of the first line
    for (qsizetype at = text.indexOf(u' '); at > 0 && metrics.horizontalAdvance(text.first(at)) <= width;
         at = text.indexOf(u' ', at + 1))
        end = at;
    if (end == 0)
        return { metrics.elidedText(text, Qt::ElideRight, width) };
    return { text.first(end), metrics.elidedText(text.sliced(end + 1), Qt::ElideRight, width) };
}

} // namespace

ChartHeader::ChartHeader(QCustomPlot* plot, const ChartSpec* spec, bool hasLegend)
    : QCPLayoutElement(plot)
    , m_spec(spec)
    , m_hasLegend(hasLegend)
{
    setMargins(QMargins(4, 2, 4, 6));
    setAutoMargins(QCP::msNone);
}

QString ChartHeader::secondLine() const
{
    QStringList parts;
    const auto add = [&parts](const QString& text) {
        if (!text.isEmpty())
            parts.append(text);
    };
    if (m_isZoomed)
        add(m_spec->isOnScreen ? tr("zoomed in, Escape shows all") : tr("zoomed in"));
    // Of several groups each has its name above it.
    QStringList said;
    if (m_spec->groups.size() == 1) {
        add(displayText(m_spec->data->groups[m_spec->groups.front()].label, 100));
        said = parts.join(kBetween).split(kBetween);
    }
    // What is not drawn is not kept quiet about.
    if (m_spec->areFirstGroups && m_spec->groups.size() < m_spec->data->groups.size())
        add(m_spec->isPage ? tr("%1 to %2 of %3")
                                 .arg(m_spec->groups.front() + 1)
                                 .arg(m_spec->groups.back() + 1)
                                 .arg(m_spec->data->groups.size())
                           : tr("%1 of %2 shown").arg(m_spec->groups.size()).arg(m_spec->data->groups.size()));
    add(leftOutText());
    add(displayText(m_spec->data->denominator, 200));
    // The only rank may be the group's and the scope's: it is said once.
    for (const QString& part : m_spec->scopeLine.split(kBetween))
        add(said.contains(part) ? QString() : part);
    return parts.join(kBetween);
}

/// Whether there is anything of a series to be seen: of eight causes of idle time a trace may have three.
bool ChartHeader::isDrawn(std::size_t series) const
{
    if (m_spec->description.kind() != ChartKind::StackedBars)
        return true; // a bar of no length beside another one says that there is none
    return std::ranges::any_of(m_spec->groups, [&](std::size_t group) {
        const std::vector<ChartData::Row>& rows = m_spec->data->groups[group].rows;
        return std::ranges::any_of(rows, [series](const ChartData::Row& row) {
            return series < row.values.size() && std::isfinite(row.values[series]) && row.values[series] != 0;
        });
    });
}

/// Of the group that most was left out of: "first 20 of 58".
QString ChartHeader::leftOutText() const
{
    const ChartData::Group* longest = nullptr;
    for (const std::size_t index : m_spec->groups) {
        const ChartData::Group& group = m_spec->data->groups[index];
        if (group.leftOut > 0 && (!longest || group.leftOut > longest->leftOut))
            longest = &group;
    }
    if (!longest || m_spec->asRing)
        return {};
    const auto shown = static_cast<std::size_t>(std::ranges::count(longest->rows, 0, &ChartData::Row::folded));
    return tr("first %1 of %2").arg(shown).arg(shown + longest->leftOut);
}

std::vector<ChartHeader::Entry> ChartHeader::legend() const
{
    std::vector<Entry> entries;
    if (!m_hasLegend)
        return entries;
    if (m_spec->data->series.size() == 1)
        return legendOfKinds();
    for (std::size_t i = 0; i < m_spec->data->series.size(); ++i) {
        if (!isDrawn(i))
            continue;
        entries.push_back({ displayText(m_spec->data->series[i].label, 60), styleOfSeries(*m_spec, i, std::nullopt) });
    }
    return entries;
}

/// Of bars that differ in kind and are longer than nothing; else empty.
std::vector<ChartHeader::Entry> ChartHeader::legendOfKinds() const
{
    std::set<PartKind> kinds;
    bool doKindsDiffer = false;
    for (const std::size_t index : m_spec->groups) {
        const ChartData::Group& group = m_spec->data->groups[index];
        doKindsDiffer = doKindsDiffer || kindsDiffer(*m_spec, group);
        for (const ChartData::Row& row : group.rows) {
            const bool isSeen = !row.values.empty() && std::isfinite(row.values.front()) && row.values.front() != 0;
            const std::optional<PartKind> kind = row.kind ? row.kind : m_spec->data->series.front().kind;
            if (kind && row.folded == 0 && isSeen)
                kinds.insert(*kind);
        }
    }
    std::vector<Entry> entries;
    for (const PartKind kind : kinds) {
        if (doKindsDiffer && kinds.size() > 1) // else groups are of one kind each
            entries.push_back({ partText(kind), Palette::of(m_spec->theme).style(kind) });
    }
    return entries;
}

/// Where each entry begins, from the legend's top left; as many lines as `room` asks for.
std::vector<QPointF> ChartHeader::legendPlaces(const std::vector<Entry>& entries, double room) const
{
    const QFontMetricsF metrics(parentPlot()->font());
    std::vector<QPointF> places;
    QPointF at;
    for (const Entry& entry : entries) {
        const double width = kSwatch + 4 + metrics.horizontalAdvance(entry.label);
        if (at.x() > 0 && at.x() + width > room)
            at = { 0, at.y() + metrics.height() + kLineGap };
        places.push_back(at);
        at.rx() += width + kEntryGap;
    }
    return places;
}

int ChartHeader::heightFor(int plotWidth) const
{
    const QFont font = parentPlot()->font();
    const QFontMetricsF metrics(font);
    const double room = std::max(120, plotWidth - mMargins.left() - mMargins.right());
    const qsizetype above = linesOf(chartTitle(m_spec->description), titleFont(font), room).size()
        + linesOf(secondLine(), font, room).size();
    double lines = static_cast<double>(above) * (metrics.height() + kLineGap);
    // Legends of time splits have up to eight entries: several lines in a narrow dock.
    if (const std::vector<QPointF> places = legendPlaces(legend(), room); !places.empty())
        lines += places.back().y() + metrics.height() + kLineGap;
    return static_cast<int>(std::ceil(lines)) + mMargins.top() + mMargins.bottom();
}

QSize ChartHeader::maximumOuterSizeHint() const
{
    return { QWIDGETSIZE_MAX, heightFor(parentPlot()->viewport().width()) };
}

void ChartHeader::drawLegend(QCPPainter* painter, QRectF rect) const
{
    const Palette& palette = Palette::of(m_spec->theme);
    const QFontMetricsF metrics(painter->font());
    const std::vector<Entry> entries = legend();
    const std::vector<QPointF> places = legendPlaces(entries, rect.width());
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const QPointF at = rect.topLeft() + places[i];
        if (at.y() + metrics.height() > rect.bottom() + 1)
            return;
        const QRectF swatch(at.x(), at.y() + (metrics.height() - kSwatch) / 2, kSwatch, kSwatch);
        paintPart(*painter,
            QPolygonF({ swatch.topLeft(), swatch.topRight(), swatch.bottomRight(), swatch.bottomLeft() }),
            entries[i].style, palette.canvas);
        painter->setPen(palette.text);
        const QRectF words(at.x() + kSwatch + 4, at.y(), rect.right() - at.x() - kSwatch - 4, metrics.height());
        painter->drawText(words, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
            metrics.elidedText(entries[i].label, Qt::ElideMiddle, words.width()));
    }
}

void ChartHeader::draw(QCPPainter* painter)
{
    const Palette& palette = Palette::of(m_spec->theme);
    const QFont plain = parentPlot()->font();
    const QFontMetricsF metrics(plain);
    QRectF rect = mRect;
    const auto draw = [&](const QString& text, const QColor& colour, const QFont& font) {
        painter->setFont(font);
        painter->setPen(colour);
        for (const QString& line : linesOf(text, font, rect.width())) {
            painter->drawText(QRectF(rect.left(), rect.top(), rect.width(), metrics.height()),
                Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, line);
            rect.setTop(rect.top() + metrics.height() + kLineGap);
        }
    };
    draw(chartTitle(m_spec->description), palette.text, titleFont(plain));
    draw(secondLine(), palette.secondText, plain);
    painter->setFont(plain);
    drawLegend(painter, rect);
}

} // namespace kinetoscope
