// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/painters/lane_names.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace kinetoscope {

namespace {

constexpr int kNameMargin = 2;
constexpr int kRoomForDuration = 60;
constexpr int kBeforeDuration = 8;

} // namespace

void LaneNames::sortLetters()
{
    std::ranges::sort(m_letters, {}, [](const Letter& each) { return std::pair(each.at.y(), each.at.x()); });
}

/// What a letter at its beginning leaves of the rectangle of a name.
QRect LaneNames::besideLetter(const Name& name) const
{
    QRect rect = name.rect;
    for (int y = rect.top() - 1; y <= rect.top() + 1; ++y) { // both are rounded
        const auto letter = std::ranges::lower_bound(m_letters, std::pair(y, rect.left() - kLetterTag + 1), {},
            [](const Letter& each) { return std::pair(each.at.y(), each.at.x()); });
        if (letter != m_letters.end() && letter->at.y() == y && letter->at.x() <= rect.left() + 1
            && letter->pane == name.pane)
            rect.setLeft(letter->at.x() + kLetterTag);
    }
    return rect;
}

void LaneNames::paintName(QPainter& painter, const TimelineScene& scene, bool textAsText, const Name& name) const
{
    LabelCache& labels = scene.labels();
    const Palette& palette = scene.palette();
    const Trace& trace = *scene.traces()->ranks()[name.slice.rank].trace;
    const StringId text = trace.slices().name[name.slice.slice.index()];
    const QRect rect = besideLetter(name);
    const double room = rect.width() - 2 * kNameMargin;
    const LabelCache::Label* label = labels.name(scene.names(), name.slice.rank, text, room);
    if (!label)
        return;
    const double y = name.rect.top() + std::floor((name.rect.height() - labels.height()) / 2);
    const double x = rect.left() + kNameMargin;
    const double left = room - label->width;
    const LabelCache::Label* duration =
        left >= kRoomForDuration ? labels.duration(trace.slices().duration(name.slice.slice)) : nullptr;
    if (duration && duration->width + kBeforeDuration > left)
        duration = nullptr;
    const auto [first, second] = coloursOf(name, palette);
    if (name.ground == Ground::Patch) {
        const double width = label->width + (duration ? kBeforeDuration + duration->width : 0);
        painter.fillRect(
            QRectF(rect.left(), y, std::min<double>(width + 2 * kNameMargin, rect.width()), labels.height()),
            palette.canvas);
    }
    const auto draw = [&](const LabelCache::Label& drawn, double at) {
        if (textAsText)
            painter.drawText(QPointF(at, y + labels.ascent()), drawn.plain);
        else
            painter.drawStaticText(QPointF(at, y), drawn.text);
    };
    painter.setPen(first);
    draw(*label, x);
    if (!duration)
        return;
    painter.setPen(second);
    draw(*duration, x + label->width + kBeforeDuration);
}

std::pair<QColor, QColor> LaneNames::coloursOf(const Name& name, const Palette& palette)
{
    if (name.ground != Ground::Slice)
        return { palette.text, palette.text };
    KindStyle style = palette.style(name.colourClass);
    if (name.own) {
        style.fill = QColor::fromRgb(name.own->fill);
        style.label = QColor::fromRgb(name.own->label);
        style.pattern = Pattern::Solid;
    }
    const QColor& fill = style.pattern == Pattern::Container ? palette.canvas : style.fill;
    return { style.label, mixed(fill, style.label, 0.8) };
}

void LaneNames::setLetterFont(QPainter& painter)
{
    QFont font = painter.font();
    font.setPixelSize(kLetterTag - 3);
    font.setWeight(QFont::DemiBold);
    painter.setFont(font);
}

void LaneNames::paintLetter(QPainter& painter, const Palette& palette, const Letter& letter)
{
    const QFontMetricsF metrics(painter.font());
    const QRectF box(letter.at, QSizeF(kLetterTag, kLetterTag));
    painter.fillRect(box, palette.accent);
    painter.setPen(palette.canvas);
    const QString text(QLatin1Char(letter.letter));
    painter.drawText(QPointF(box.left() + (box.width() - metrics.horizontalAdvance(text)) / 2,
                         box.top() + (box.height() - metrics.height()) / 2 + metrics.ascent()),
        text);
}

} // namespace kinetoscope
