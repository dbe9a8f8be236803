// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/causes/replay/replay.h"
#include "core/base/result.h"
#include "core/model/selection.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kinetoscope {

struct PathRank; // core/analysis/causes/path/rank_path.h

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

[[nodiscard]] std::string_view wordOf(KernelType type);   ///< as the target of ChangeKind::Work
inline constexpr std::string_view kAllTargets = "all";    ///< of ChangeKind::Host and Wait
inline constexpr std::string_view kRepeated = "repeated"; ///< the target of ChangeKind::Graph

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
    return gone(ChangeKind::Wait, toString(Cause::Synchronisation));
}

/// Reads changes that were joined with commas; names may have commas too.
/// InvalidArgument on another WHAT, an unknown cause or type, a bad pattern or factor, a factor where only 0 or 1 is
/// possible.
[[nodiscard]] Result<std::vector<NamedChange>> parseChanges(std::span<const std::string> pieces);

/// What changes, in words: "computation twice as fast".
[[nodiscard]] Message describe(const NamedChange& change);

/// Those that are tried where nobody asks for one, in the order in which equal savings are listed.
/// @param kernels  how many names of work with most time.
[[nodiscard]] std::vector<NamedChange> standardChanges(const Recording& recording, std::int64_t kernels);

/// The links of the recorded critical path that a change touches, of the whole rank or of a step's window: nothing but
/// these can be saved. Job time. O(n log n).
[[nodiscard]] Selection touchedLinks(const PathRank& rank, std::span<const NamedChange> changes,
    const std::optional<Step>& step, const CauseThresholds& thresholds);

/// Whether a trace has a name that the target of a change means, also as it is displayed; true of changes by cause or
/// type. O(names). Cheaper than touchesAnything(): something of that name may be no work.
[[nodiscard]] bool hasTarget(const Trace& trace, const NamedChange& change);
/// The change as a person writes it.
[[nodiscard]] std::string written(const NamedChange& change);

/// Whether anything that was recorded is meant by a change. As changeOf().
[[nodiscard]] bool touchesAnything(const Recording& recording, const NameTypes& types, const NamedChange& change);

/// How fine a recording must be for all of these.
[[nodiscard]] Grain grainFor(std::span<const NamedChange> changes);

/// What changes, taken together, do to a recording, which must be fine enough. O(operations + work), and patterns are
/// matched once a name.
[[nodiscard]] Change changeOf(const Recording& recording, const NameTypes& types, std::span<const NamedChange> changes);

} // namespace kinetoscope
