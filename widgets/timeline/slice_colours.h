// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/selection.h"
#include "core/model/trace_set.h"
#include "widgets/support/palette.h"

#include <QRgb>
#include <QString>

#include <cstdint>
#include <memory>
#include <vector>

namespace kinetoscope {

/// What a slice's colour on the timeline says. Pies, bars and the overview always say the kind.
enum class ColourMode : std::uint8_t {
    Kind,     ///< compute, communication, copies, host ops ...
    Name,     ///< one colour a name; the same one in every rank
    Stream,   ///< device work by its stream, launches by the stream they feed
    Op,       ///< an op and everything it launched alike
    Duration, ///< heat from a microsecond to a tenth of a second, logarithmic
};

/// The mode as the timeline's corner names it: "by name"; "" for Kind, which needs no word.
[[nodiscard]] QString colourModeText(ColourMode mode);

/// Colours of slices in the modes that are not Kind. A hash picks one of a fixed set, so that a name looks the same in
/// every file and on every machine; two names may share a colour. Cheap to copy; GUI thread only.
class SliceColours {
public:
    struct Colour {
        QRgb fill = 0;
        QRgb label = 0; ///< contrast of at least 4.5 with the fill
    };

    SliceColours() = default;
    /// @param traces  may be null; kept alive.
    SliceColours(std::shared_ptr<const TraceSet> traces, ColourMode mode, const Palette& palette);

    /// Colour of a slice of the job. O(depth) for Op, else O(log tracks). Not for ColourMode::Kind.
    [[nodiscard]] Colour of(SliceRef slice) const;
    /// What has no colour of its own in this mode: strips of many tracks, device work without a known launch.
    [[nodiscard]] Colour neutral() const { return m_neutral; }

private:
    [[nodiscard]] Colour ofName(std::uint32_t rank, StringId name) const;
    [[nodiscard]] Colour ofStream(SliceRef slice) const;
    [[nodiscard]] Colour ofOp(SliceRef slice) const;
    [[nodiscard]] Colour ofDuration(SliceRef slice) const;

    std::shared_ptr<const TraceSet> m_traces;
    ColourMode m_mode = ColourMode::Kind;
    const Palette* m_palette = nullptr;                                    ///< lives as long as the program
    std::shared_ptr<const std::vector<std::vector<std::uint8_t>>> m_names; ///< by rank and StringId: place in the set
    Colour m_neutral;
};

} // namespace kinetoscope
