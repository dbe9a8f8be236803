// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/selection.h"
#include "core/model/trace_set.h"
#include "core/overlay/kernel_counters.h"
#include "widgets/support/palette.h"

#include <QColor>
#include <QRgb>
#include <QString>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace kinetoscope {

/// What a slice's colour on the timeline says. Pies, bars and the overview always say the kind.
enum class ColourMode : std::uint8_t {
    Kind,     ///< compute, communication, copies, host ops ...
    Name,     ///< one colour a name; the same one in every rank
    Stream,   ///< device work by its stream, launches by the stream they feed
    Op,       ///< an op and everything it launched alike
    Module,   ///< a module call and everything launched inside of it alike
    Duration, ///< heat from a microsecond to a tenth of a second, logarithmic
    Counter,  ///< heat by the value of a hardware counter, or by the share of the device's peaks
};

/// What a mode needs besides its name.
struct Colouring {
    ColourMode mode = ColourMode::Kind;
    std::shared_ptr<const KernelCounters> counters; ///< Counter: of the job that is drawn
    std::size_t counter = 0;                        ///< Counter: which of them
};

/// The colours of a mode that shows amounts, for its legend.
struct HeatLegend {
    QString name; ///< of a counter, as recorded; or what the share is of
    HeatScale scale;
    QString lowest; ///< the ends of the scale with their unit
    QString highest;
};

/// The mode as the timeline's corner names it: "by name", "by" and a counter; "" for Kind, which needs no word.
[[nodiscard]] QString colouringText(const Colouring& colouring);
/// Colour of a place on the scale of such a mode, 0 to 1.
[[nodiscard]] QColor heatColour(const Palette& palette, double share);
/// Empty for modes that show no amounts.
[[nodiscard]] std::optional<HeatLegend> heatLegend(const Colouring& colouring);

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
    SliceColours(std::shared_ptr<const TraceSet> traces, const Colouring& colouring, const Palette& palette);

    /// Colour of a slice of the job. O(depth) for Op and Module, else O(log tracks + log kernels). Not for
    /// ColourMode::Kind.
    [[nodiscard]] Colour of(SliceRef slice) const;
    /// What has no colour of its own in this mode: strips of many tracks, device work without a known launch, what is
    /// in no module, what a counter was not recorded for.
    [[nodiscard]] Colour neutral() const { return m_neutral; }

private:
    [[nodiscard]] Colour ofName(std::uint32_t rank, StringId name) const;
    [[nodiscard]] Colour ofStream(SliceRef slice) const;
    [[nodiscard]] Colour ofOp(SliceRef slice) const;
    [[nodiscard]] Colour ofModule(SliceRef slice) const;
    [[nodiscard]] Colour ofDuration(SliceRef slice) const;
    [[nodiscard]] Colour ofCounter(SliceRef slice) const;
    [[nodiscard]] Colour heat(double share) const;

    std::shared_ptr<const TraceSet> m_traces;
    Colouring m_colouring;
    HeatScale m_scale;                                                     ///< Duration and Counter
    const Palette* m_palette = nullptr;                                    ///< lives as long as the program
    std::shared_ptr<const std::vector<std::vector<std::uint8_t>>> m_names; ///< by rank and StringId: place in the set
    Colour m_neutral;
};

} // namespace kinetoscope
