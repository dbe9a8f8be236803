// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/support/wrapping_label.h"

#include <QFontMetrics>
#include <QPainter>
#include <QStyle>

#include <algorithm>

namespace kinetoscope {

namespace {

constexpr int kFewestLetters = 12;
constexpr int kUsualLetters = 48;
constexpr int kFlags = Qt::AlignLeft | Qt::AlignVCenter | Qt::TextWordWrap | Qt::TextWrapAnywhere;

} // namespace

QRect WrappingLabel::textRect(const QRect& room) const
{
    // Words stay whole where they fit: anywhere only where one does not.
    const int words = Qt::AlignLeft | Qt::AlignVCenter | Qt::TextWordWrap;
    const QRect whole = fontMetrics().boundingRect(room, words, text());
    return whole.width() <= room.width() ? whole : fontMetrics().boundingRect(room, kFlags, text());
}

QSize WrappingLabel::minimumSizeHint() const
{
    const int width = fontMetrics().averageCharWidth() * kFewestLetters;
    return { width, text().isEmpty() ? 0 : fontMetrics().height() };
}

QSize WrappingLabel::sizeHint() const
{
    const int width =
        std::min(fontMetrics().horizontalAdvance(text()) + 2, fontMetrics().averageCharWidth() * kUsualLetters);
    return { width, heightForWidth(width) };
}

int WrappingLabel::heightForWidth(int width) const
{
    if (text().isEmpty())
        return 0;
    return textRect({ 0, 0, std::max(width, 1), QWIDGETSIZE_MAX }).height();
}

void WrappingLabel::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const QRect room = contentsRect();
    const int words = Qt::AlignLeft | Qt::AlignVCenter | Qt::TextWordWrap;
    const bool fits = fontMetrics().boundingRect(room, words, text()).width() <= room.width();
    style()->drawItemText(&painter, room, fits ? words : kFlags, palette(), isEnabled(), text(), foregroundRole());
}

} // namespace kinetoscope
