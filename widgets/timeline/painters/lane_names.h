// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/timeline/painters/lane_canvas.h"
#include "widgets/timeline/slice_colours.h"
#include "widgets/timeline/timeline_scene.h"

#include <QPoint>
#include <QRect>

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

class QPainter;

namespace kinetoscope {

/// Names of slices and tags of patterns: gathered while lanes are painted, drawn over them afterwards. Logical pixels.
/// GUI thread only.
class LaneNames {
public:
    /// What a name stands on.
    enum class Ground : std::uint8_t {
        Slice,
        Veiled, ///< the slice below a veil, which is as pale in the light theme and as dark in the dark one as to be
                ///< read in the colour of texts
        Patch,  ///< of the canvas: below it, what is veiled and what is not change too often
    };
    /// A slice that has room for a name.
    struct Name {
        SliceRef slice;
        ColourClass colourClass;
        QRect rect;                              ///< its visible part, or what of it the name is for
        const RowPane* pane = nullptr;           ///< that it must stay inside of
        std::optional<SliceColours::Colour> own; ///< where colours do not say the kind
        Ground ground = Ground::Slice;
    };
    /// The tag of a pattern that has room for it.
    struct Letter {
        QPoint at; ///< top left
        const RowPane* pane = nullptr;
        char letter = 'A';
    };
    static constexpr int kSmallestNamed = 14; ///< fitName gives nothing below
    static constexpr int kLetterTag = 12;     ///< width and height

    void add(Name name) { m_names.push_back(std::move(name)); }
    void add(Letter letter) { m_letters.push_back(letter); }

    /// Paints the names that fit, beside the tags; `clipTo(pane)` is called before each. Leaves the font of labels.
    /// @param textAsText  draw text with drawText, and none that sticks out of its pane: it cannot be cut.
    template <typename ClipTo>
    void paintNames(QPainter& painter, const TimelineScene& scene, bool textAsText, ClipTo clipTo)
    {
        sortLetters();
        for (const Name& name : m_names) {
            if (textAsText && (name.rect.top() < name.pane->top || name.rect.bottom() >= name.pane->bottom()))
                continue;
            clipTo(name.pane);
            paintName(painter, scene, textAsText, name);
        }
    }
    /// Paints the tags; the same.
    template <typename ClipTo>
    void paintLetters(QPainter& painter, const Palette& palette, bool textAsText, ClipTo clipTo) const
    {
        setLetterFont(painter);
        for (const Letter& letter : m_letters) {
            if (textAsText && (letter.at.y() < letter.pane->top || letter.at.y() + kLetterTag > letter.pane->bottom()))
                continue;
            clipTo(letter.pane);
            paintLetter(painter, palette, letter);
        }
    }

private:
    void sortLetters();
    [[nodiscard]] QRect besideLetter(const Name& name) const;
    void paintName(QPainter& painter, const TimelineScene& scene, bool textAsText, const Name& name) const;
    /// Of the name and of the duration behind it.
    [[nodiscard]] static std::pair<QColor, QColor> coloursOf(const Name& name, const Palette& palette);
    static void setLetterFont(QPainter& painter);
    static void paintLetter(QPainter& painter, const Palette& palette, const Letter& letter);

    std::vector<Name> m_names;
    std::vector<Letter> m_letters; ///< from top to bottom, then from the left
};

} // namespace kinetoscope
