// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/nanoseconds.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace kinetoscope {

/// What the time of a rank before a collective went to: each moment counts as the first of these that applies, then as
/// idle by its cause. Ties between reasons go to the first, too.
enum class LatePart : std::uint8_t {
    Compute,
    SameGroup,      ///< runs of the collective's own group
    OtherGroupWait, ///< the waiting part of runs of other groups, and of transfers in the same
    OtherGroup,
    Copies,
    OtherWork,
    IdleHostWait, ///< from here on in the order of IdleCause
    IdleKernelWait,
    IdleOther,
    IdleUnknownLaunch,
    BeforeRecording, ///< before the rank's own first event
    Overlap,         ///< its run began before the one before had ended: a time less than nothing
};
inline constexpr std::size_t kLatePartCount = 12;
/// "compute", "comm_same", "comm_other_wait", ..., as in the columns `late_compute`, ...
[[nodiscard]] std::string_view toString(LatePart part);
/// In words, for people: "Waiting in other communication".
[[nodiscard]] std::string_view wordsOf(LatePart part);

/// Times by LatePart, ns.
using LateParts = std::array<Nanoseconds, kLatePartCount>;

/// What a rank did between two collectives of a group.
struct Lead {
    TimeRange range; ///< its own job time, clocks not aligned: after the run before, until the run; may be backwards
    Nanoseconds beforeRecording = 0; ///< where no run was before: from the first event of all to its own

    /// Negative where the runs overlap.
    [[nodiscard]] Nanoseconds length() const
    {
        return saturatingAdd(beforeRecording, saturatingSubtract(range.end, range.begin));
    }
};

} // namespace kinetoscope
