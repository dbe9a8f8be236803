// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/causes/cause.h"
#include "core/analysis/causes/replay/factor.h"
#include "core/analysis/names/classification.h"
#include "core/base/ids.h"
#include "core/base/message.h"
#include "core/base/nanoseconds.h"
#include "core/base/result.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kinetoscope {

class Recording; // core/analysis/causes/replay/recording.h

/// What a change is about.
enum class ChangeKind : std::uint8_t {
    Host,      ///< time of host threads, by cause
    Work,      ///< GPU work, by type
    Kernel,    ///< GPU work, by name
    Op,        ///< GPU work, by an op around its launch
    Wait,      ///< blocking calls, by name: gone
    Fuse,      ///< chains of GPU work, by names: one after the other at once
    Graph,     ///< sequences of launches that come again: the host does nothing while it launches one
    Listed,    ///< the listed GPU work; nobody can write it
    Stretches, ///< listed stretches of the main thread and its backward threads: no time in them; nobody can write it
};
[[nodiscard]] std::string_view toString(ChangeKind kind); ///< "host", "work", ...

[[nodiscard]] std::string_view wordOf(KernelType type);                    ///< as the target of ChangeKind::Work
[[nodiscard]] std::optional<KernelType> typeOfWork(std::string_view word); ///< of that target; nothing for another one
[[nodiscard]] std::optional<Cause> hostCauseOf(std::string_view word); ///< as the target of ChangeKind::Host; the same
inline constexpr std::string_view kAllTargets = "all";                 ///< of ChangeKind::Host and Wait
inline constexpr std::string_view kRepeated = "repeated";              ///< the target of ChangeKind::Graph
/// Of ChangeKind::Wait: the waits of waitingGone().
inline constexpr std::string_view kStandardWaits = "synchronisation";
/// What a target that is a pattern, /.../, has between the slashes, part of it; nothing for a name.
[[nodiscard]] std::optional<std::string_view> patternIn(std::string_view target);

/// One change as a person writes it: WHAT:TARGET=FACTOR (causes.md 4.2).
struct NamedChange {
    ChangeKind kind = ChangeKind::Host;
    std::string target;
    Factor factor;
    std::string factorText;         ///< as written
    std::vector<SliceId> listed {}; ///< Listed: the work, ascending
    std::string shown {};           ///< Kernel: its display name, one to one with names of the trace; empty: not known
    bool keepsSleeps = false;       ///< Host: not the time of kSleepFrame; nobody can write it
    /// Trace time, disjoint and sorted; of Stretches those without time, of Host those that it leaves as they are.
    std::vector<TimeRange> stretches {};
};

// Changes that are tried where nobody asks for one, or as the cure of a finding.

[[nodiscard]] NamedChange gone(ChangeKind kind, std::string_view target);
[[nodiscard]] NamedChange twiceAsFast(ChangeKind kind, std::string_view target);
/// What RepeatedLaunches finds in the whole trace: between the first and the last launch of each sequence the main
/// thread and its backward threads do nothing, and all is in its queue at once.
[[nodiscard]] NamedChange launchedAsGraphs();
/// No time in these stretches, of which calls may be single ones.
[[nodiscard]] NamedChange stretchesGone(std::vector<TimeRange> stretches);
/// Work at a share of its time, to a millionth.
/// @param share  0 to 1
[[nodiscard]] NamedChange listedWorkAt(std::vector<SliceId> work, double share);
/// @param cause  of the host.
[[nodiscard]] inline NamedChange hostTimeGone(Cause cause)
{
    return gone(ChangeKind::Host, toString(cause));
}
/// Of synchronisations and blocking copies, those of set-up aside.
[[nodiscard]] inline NamedChange waitingGone()
{
    return gone(ChangeKind::Wait, kStandardWaits);
}

/// Reads changes that were joined with commas; names may have commas too.
/// InvalidArgument on another WHAT, an unknown cause or type, a bad pattern or factor, a factor where only 0 or 1 is
/// possible.
[[nodiscard]] Result<std::vector<NamedChange>> parseChanges(std::span<const std::string> pieces);

/// What changes, in words: "computation twice as fast".
[[nodiscard]] Message describe(const NamedChange& change);
/// The change as a person writes it.
[[nodiscard]] std::string written(const NamedChange& change);

/// Those that are tried where nobody asks for one, in the order in which equal savings are listed.
/// @param kernels  how many names of work with most time.
[[nodiscard]] std::vector<NamedChange> standardChanges(const Recording& recording, std::int64_t kernels);

} // namespace kinetoscope
