// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/painters/gap_words.h"

#include "widgets/support/cause_text.h"

#include <QCoreApplication>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace kinetoscope {

namespace {

constexpr double kSmallestWorded = 22; ///< px: "Op" with its margins
constexpr double kWordMargin = 3;      ///< px at each side of a word, free of hatch

} // namespace

void GapWords::add(const OverlayRanges& gaps, const TimeScale& scale, double pixelRatio, const QRect& row,
    const RowPane* pane, bool isQuiet)
{
    const auto addWord = [&](const PixelRange& where, Cause cause, bool isMostly) {
        const int left = static_cast<int>(std::ceil(std::max(0, where.left) / pixelRatio));
        const int right = std::min(static_cast<int>(std::floor(where.right / pixelRatio)), row.width());
        if (right - left >= kSmallestWorded)
            m_words.push_back({ QRect(left, row.top(), right - left, row.height()), cause, isMostly, pane, isQuiet });
    };
    wideRanges(gaps.parts, scale, kSmallestWorded * pixelRatio, m_parts);
    for (const PixelRange& part : m_parts)
        addWord(part, static_cast<Cause>(part.tag), false);
    wideRanges(gaps.ranges, scale, kSmallestWorded * pixelRatio, m_stretches);
    std::size_t next = 0;
    for (const PixelRange& stretch : m_stretches) {
        while (next < m_parts.size() && m_parts[next].right <= stretch.left)
            ++next;
        const bool hasWords = next < m_parts.size() && m_parts[next].left < stretch.right;
        if (const StretchCause most = StretchCause::of(stretch.tag); most.isMore && !hasWords)
            addWord(stretch, most.cause, true);
    }
}

void GapWords::paintWord(
    QPainter& painter, LabelCache& labels, const Palette& palette, bool textAsText, const Word& word)
{
    const QString cause = causeText(word.cause);
    const LabelCache::Label* label =
        labels.text(word.isMostly ? QCoreApplication::translate("Timeline", "mostly: %1").arg(cause) : cause);
    if (label->width + 4 * kWordMargin > word.rect.width())
        return;
    const double x = word.rect.left() + (word.rect.width() - label->width) / 2;
    const double y = word.rect.top() + std::floor((word.rect.height() - labels.height()) / 2);
    painter.fillRect(QRectF(x - kWordMargin, y, label->width + 2 * kWordMargin, labels.height()), palette.canvas);
    painter.setPen(word.isQuiet ? palette.secondText : palette.text);
    if (textAsText)
        painter.drawText(QPointF(x, y + labels.ascent()), label->plain);
    else
        painter.drawStaticText(QPointF(x, y), label->text);
}

} // namespace kinetoscope
