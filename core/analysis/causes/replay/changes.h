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
    Host,   ///< time of host threads, by cause
    Work,   ///< GPU work, by type
    Kernel, ///< GPU work, by name
    Op,     ///< GPU work, by an op around its launch
    Wait,   ///< blocking calls, by name: gone
    Fuse,   ///< chains of GPU work, by names: one after the other at once
    Graph,  ///< sequences of launches that come again, or one: the host does nothing while it launches one
    In,     ///< time of host threads, by what is around it: gone
    Keep,   ///< the same: no change is about it; a call that waits for GPU work waits for it as before
    Listed, ///< the listed GPU work; nobody can write it
};
[[nodiscard]] std::string_view toString(ChangeKind kind); ///< "host", "work", ...

[[nodiscard]] std::string_view wordOf(KernelType type); ///< as the target of ChangeKind::Work
/// A target of ChangeKind::Work that is no type: elementwiseRunsOf().
inline constexpr std::string_view kElementwiseRuns = "elementwise_runs";
[[nodiscard]] std::optional<KernelType> typeOfWork(std::string_view word); ///< of that target; nothing for another one
[[nodiscard]] std::optional<Cause> hostCauseOf(std::string_view word); ///< as the target of ChangeKind::Host; the same
inline constexpr std::string_view kAllTargets = "all";                 ///< of ChangeKind::Host and Wait
inline constexpr std::string_view kRepeated = "repeated";              ///< a target of ChangeKind::Graph
inline constexpr std::string_view kSingle = "single"; ///< another: where none comes again, the one with most work
/// Of ChangeKind::In and Keep, where a name of a slice can stand, too: graphMakingOf().
inline constexpr std::string_view kGraphMaking = "graph_making";
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
};

// Changes that are tried where nobody asks for one, or as the cure of a finding.

[[nodiscard]] NamedChange gone(ChangeKind kind, std::string_view target);
[[nodiscard]] NamedChange twiceAsFast(ChangeKind kind, std::string_view target);
/// What RepeatedLaunches finds in the whole trace: between the first and the last launch of each sequence the main
/// thread and its backward threads do nothing, and all is in its queue at once.
/// @param which  or, without a pause, in the one sequence of RepeatedLaunches::single.
[[nodiscard]] NamedChange launchedAsGraphs(std::string_view which = kRepeated);
/// Other changes are not about time of the host in these slices.
[[nodiscard]] NamedChange kept(std::string_view place);
/// Work at a share of its time, to a millionth.
/// @param share  0 to 1
[[nodiscard]] NamedChange listedWorkAt(std::vector<SliceId> work, double share);
/// The work of calls of an op at the factor of `like`; of all calls, or of those with input sizes as the trace has
/// them.
[[nodiscard]] NamedChange opAt(std::string_view op, std::string_view shapes, const NamedChange& like);
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

/// The target of ChangeKind::Op: an op, and the sizes of its inputs; parts of it.
struct OpShapes {
    std::string_view op;
    std::string_view shapes; ///< "[[64,4096],[4096,4096]]" as written, blanks included; "" for any
};
[[nodiscard]] OpShapes shapesOfOp(std::string_view target);

/// Reads changes as people write them, joined with commas; names may have commas too.
/// InvalidArgument on another WHAT, an unknown cause or type, a bad pattern or factor, a factor where only 0 or 1 is
/// possible, and on a comma without a change beside it: of an empty text, too.
[[nodiscard]] Result<std::vector<NamedChange>> parseChanges(std::string_view list);
/// The same of a text that was split at some of its commas, or all; of no piece no change.
[[nodiscard]] Result<std::vector<NamedChange>> parseChanges(std::span<const std::string> pieces);

/// What changes, in words: "computation twice as fast".
[[nodiscard]] Message describe(const NamedChange& change);
/// The change as a person writes it.
[[nodiscard]] std::string written(const NamedChange& change);
/// Whether a person can write it.
[[nodiscard]] inline bool isWritable(const NamedChange& change)
{
    return change.kind != ChangeKind::Listed;
}

/// Those that are tried where nobody asks for one, in the order in which equal savings are listed.
/// @param kernels  how many names of work with most time.
[[nodiscard]] std::vector<NamedChange> standardChanges(const Recording& recording, std::int64_t kernels);

} // namespace kinetoscope
