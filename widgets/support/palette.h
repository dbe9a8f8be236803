// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/chart.h"
#include "core/model/colour_class.h"

#include <QColor>

#include <span>

class QPalette;
class QWidget;

namespace kinetoscope {

enum class Theme { Light, Dark };

/// How an area of a kind is drawn besides its colour, so that colour is never the only sign.
enum class Pattern {
    Solid,
    TopStripe,     ///< 2 px stripe along the top edge: host to device
    BottomStripe,  ///< 2 px stripe along the bottom edge: device to host
    BothStripes,   ///< both: device to device
    DottedFrame,   ///< 1 px dotted inner frame: somebody waits here
    Container,     ///< 1 px outline and the fill at 25 %: it contains, it does not work
    HatchForward,  ///< lines ///, 6 px apart, on the background; along the bottom edge `second`, where valid
    HatchBackward, ///< lines \\\, 9 px apart, on the background
    Dots,          ///< dots on a 5 px grid, on the background
    DashedOutline, ///< dashed outline only
    DottedFill,    ///< solid with dots in `second` on a 5 px grid
    Stripes,       ///< 45 degree stripes of `fill` and `second` (and `third` where valid), 6 px each
};

/// Everything needed to draw one kind.
struct KindStyle {
    QColor fill;
    QColor label; ///< text on the fill; contrast of at least 4.5 with it
    Pattern pattern = Pattern::Solid;
    QColor second; ///< Stripes, DottedFill, HatchForward: the other colour; else invalid
    QColor third;  ///< Stripes of three parts; else invalid
    QColor edge;   ///< 1 px edge of pale fills, drawn where the shape is 3 px or wider; invalid where none is needed
};

/// All colours of one theme. The tables are looked up, never computed from the desktop's colours, so that a kind looks
/// the same on screen, in exports and in documentation. Immutable values; any thread.
class Palette {
public:
    /// The palette of a theme. The reference stays valid for the life of the program.
    [[nodiscard]] static const Palette& of(Theme theme);
    /// The palette that suits a widget: dark where the desktop's window colour is dark.
    [[nodiscard]] static const Palette& of(const QWidget& widget);
    [[nodiscard]] static Theme themeOf(const QPalette& palette);

    [[nodiscard]] Theme theme() const { return m_theme; }
    [[nodiscard]] const KindStyle& style(ColourClass colourClass) const
    {
        return m_classes[static_cast<std::size_t>(colourClass)];
    }
    [[nodiscard]] const KindStyle& style(PartKind kind) const { return m_parts[static_cast<std::size_t>(kind)]; }
    /// Shade `index` of `count` of one kind, from dark (0, the largest part) to light, for parts inside one kind. The
    /// label colour fits the shade as well as ink or white can (contrast of at least 4.2). `count` >= 1; indices beyond
    /// it give the lightest.
    [[nodiscard]] KindStyle shade(PartKind kind, int index, int count) const;

    /// Colours without a meaning of their own, for hashes of names: ink reads on each of them, in both themes.
    [[nodiscard]] static std::span<const QRgb> nameColours();

    /// Heat ramp, value in [0, 1] (clamped).
    [[nodiscard]] QColor heat(double value) const;
    /// Difference ramp, value in [-1, 1]: blue below, neutral at 0, red above.
    [[nodiscard]] QColor difference(double value) const;

    QColor canvas;
    QColor panel; ///< panels and track headers
    QColor text;
    QColor secondText;
    QColor grid;   ///< grid and separators
    QColor accent; ///< selection, focus
    QColor searchHit;
    QColor error; ///< errors and regressions
    QColor ink;   ///< dark label on fills, the same in both themes

private:
    explicit Palette(Theme theme);
    void fillClasses();
    void fillParts();

    Theme m_theme;
    KindStyle m_classes[kColourClassCount];
    static constexpr int kPartKindCount = static_cast<int>(PartKind::IdleHostOther) + 1;
    KindStyle m_parts[kPartKindCount];
};

/// How much of the height of a hatch the stripe below it has.
inline constexpr double kHatchStripe = 0.25;

/// The kind that a colour class is a shade of.
[[nodiscard]] PartKind partKindOf(ColourClass colourClass);
/// `amount` in [0, 1] of `over` on top of `under`.
[[nodiscard]] QColor mixed(const QColor& under, const QColor& over, double amount);
/// Contrast of two opaque colours as WCAG 2 defines it, 1 to 21.
[[nodiscard]] double contrast(const QColor& a, const QColor& b);

} // namespace kinetoscope
