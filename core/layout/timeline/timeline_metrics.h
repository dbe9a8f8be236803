// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <initializer_list>

namespace kinetoscope {

/// How much the timeline and the tables put on a screen.
enum class Density : std::uint8_t { Compact, Normal, Roomy };

/// Sizes of the timeline's parts, logical pixels.
struct TimelineMetrics {
    int sliceRow = 18;      ///< one lane of slices
    int annotationRow = 18; ///< one lane of steps or annotations
    int narrowRow = 14;     ///< instants
    int counterRow = 40;
    int strip = 10;        ///< a collapsed track
    int headerRow = 20;    ///< line of a rank, a process, a device
    int headerWidth = 220; ///< column of track names
    int rowGap = 1;
    int trackGap = 3;
    int rankGap = 8;
    int ruler = 22;
    int overview = 56;

    [[nodiscard]] static constexpr TimelineMetrics of(Density density)
    {
        TimelineMetrics m;
        if (density == Density::Compact) {
            m.sliceRow = m.annotationRow = 14;
            m.narrowRow = 11;
            m.counterRow = 28;
            m.strip = 8;
            m.headerRow = 17;
            m.headerWidth = 160;
        } else if (density == Density::Roomy) {
            m.sliceRow = 24;
            m.annotationRow = 22;
            m.narrowRow = 18;
            m.counterRow = 64;
            m.strip = 12;
            m.headerRow = 26;
            m.headerWidth = 260;
        }
        return m;
    }

    /// The same for texts `factor` times as large. Gaps stay: they separate, they hold nothing.
    [[nodiscard]] constexpr TimelineMetrics scaledBy(double factor) const
    {
        TimelineMetrics m = *this;
        for (int* size : { &m.sliceRow, &m.annotationRow, &m.narrowRow, &m.counterRow, &m.strip, &m.headerRow,
                 &m.headerWidth, &m.ruler, &m.overview })
            *size = static_cast<int>(*size * factor + 0.5);
        return m;
    }
};

} // namespace kinetoscope
