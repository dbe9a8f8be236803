// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/analysis.h"
#include "core/analysis/waterfall/side_windows.h"
#include "core/numeric/mann_whitney.h"

#include <array>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

namespace kinetoscope {

/// Whether a part differs between the sides by more than their windows do among each other.
enum class ShiftVerdict : std::uint8_t { OneWindow, TooFewWindows, WithinNoise, Longer, Shorter };
[[nodiscard]] std::string_view toString(ShiftVerdict verdict); ///< "one window a side", "within noise", "longer", ...

/// One part of the wall time on both sides.
struct PartChange {
    std::array<Nanoseconds, 2> times {};   ///< in the window that stands for the side
    std::array<Nanoseconds, 2> medians {}; ///< over all windows of the side
    TimeShift shift;
    ShiftVerdict verdict = ShiftVerdict::OneWindow;

    [[nodiscard]] Nanoseconds delta() const { return saturatingSubtract(times[1], times[0]); }
    [[nodiscard]] Nanoseconds deltaOfMedians() const { return saturatingSubtract(medians[1], medians[0]); }
};

/// What a change of time is due to: other numbers of calls, or other times of one call. They add up to it.
struct CallEffects {
    Nanoseconds count = 0;
    Nanoseconds price = 0;
};
/// Each change of the count is priced at the mean of both sides' times of one call, to the nanosecond, halves to even.
/// All is `count` where one side has no call, all `price` where both have as many.
[[nodiscard]] CallEffects effectsOf(const NameTime& control, const NameTime& test);

/// A comparison of the windows of two sides, none of them without any.
struct WaterfallFacts {
    std::array<std::shared_ptr<const SideWindows>, 2> sides;
    std::array<std::vector<SideWindow>, 2> used;
    /// Of each side the one with the lower median of the wall times stands for it; of equals the lowest rank's, the
    /// earliest.
    std::array<SideWindow, 2> chosen;
    std::array<NameTimes, 2> names; ///< of those windows
    std::array<PartChange, kWaterfallParts> parts;
    bool arePartsKnown = true; ///< GPU work was recorded of all ranks; else only the wall times mean something
    bool useShortNames = false;
};
/// Fills `chosen`, `parts` and `arePartsKnown` from `used`.
void compareWindows(WaterfallFacts& facts);

[[nodiscard]] std::vector<TableDescriptor> waterfallTables();
[[nodiscard]] Table waterfallPartsTable(const std::shared_ptr<const WaterfallFacts>& facts);
[[nodiscard]] Table waterfallKernelsTable(const std::shared_ptr<const WaterfallFacts>& facts);
/// Both without rows: there is nothing to compare.
[[nodiscard]] std::vector<Table> emptyWaterfallTables();

} // namespace kinetoscope
