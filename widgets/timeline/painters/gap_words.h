// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layout/timeline/range_pixels.h"
#include "core/layout/timeline/row_panes.h"
#include "core/overlay/overlay.h"
#include "widgets/support/palette.h"
#include "widgets/timeline/label_cache.h"

#include <QRect>

#include <vector>

class QPainter;

namespace kinetoscope {

/// The causes of idle stretches in words, where they have room. Logical pixels. GUI thread only.
class GapWords {
public:
    /// The parts of a row's gaps that are wide enough for a word, and what has more than half of a stretch that has no
    /// such part.
    /// @param scale    job time to device pixels
    /// @param isQuiet  in the colour of second texts: something else is to be read first
    void add(const OverlayRanges& gaps, const TimeScale& scale, double pixelRatio, const QRect& row,
        const RowPane* pane, bool isQuiet = false);
    /// Paints the words that fit whole; `clipTo(pane)` is called before each.
    /// @param textAsText  draw text with drawText, and none that sticks out of its pane.
    template <typename ClipTo>
    void paint(QPainter& painter, LabelCache& labels, const Palette& palette, bool textAsText, ClipTo clipTo) const
    {
        for (const Word& word : m_words) {
            if (textAsText && (word.rect.top() < word.pane->top || word.rect.bottom() >= word.pane->bottom()))
                continue;
            clipTo(word.pane);
            paintWord(painter, labels, palette, textAsText, word);
        }
    }

private:
    struct Word {
        QRect rect;
        Cause cause = Cause::Unrecorded;
        bool isMostly = false;         ///< there are other causes in it
        const RowPane* pane = nullptr; ///< that it must stay inside of
        bool isQuiet = false;
    };
    static void paintWord(
        QPainter& painter, LabelCache& labels, const Palette& palette, bool textAsText, const Word& word);

    std::vector<Word> m_words;
    std::vector<PixelRange> m_parts;
    std::vector<PixelRange> m_stretches;
};

} // namespace kinetoscope
