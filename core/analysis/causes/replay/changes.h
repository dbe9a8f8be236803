// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/causes/replay/replay.h"
#include "core/base/result.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kinetoscope {

/// What a change is about.
enum class ChangeKind : std::uint8_t {
    Host,   ///< time of host threads, by cause
    Work,   ///< GPU work, by type
    Kernel, ///< GPU work, by name
    Op,     ///< GPU work, by an op around its launch
    Wait,   ///< blocking calls, by name: gone
    Fuse,   ///< chains of GPU work, by names: one after the other at once
    Listed, ///< the listed GPU work; nobody can write it
};
[[nodiscard]] std::string_view toString(ChangeKind kind); ///< "host", "work", ...

[[nodiscard]] std::string_view wordOf(KernelType type); ///< as the target of ChangeKind::Work

/// One change as a person writes it: WHAT:TARGET=FACTOR (causes.md 4.2).
struct NamedChange {
    ChangeKind kind = ChangeKind::Host;
    std::string target;
    Factor factor;
    std::string factorText;         ///< as written
    std::vector<SliceId> listed {}; ///< Listed: the work, ascending
    std::string shown {};           ///< Kernel: its display name, one to one with names of the trace; empty: not known
};

/// Changes that are tried where nobody asks for one, or as the cure of a finding.
/// @{
[[nodiscard]] NamedChange hostTimeGone(Cause cause); ///< a cause of the host
[[nodiscard]] NamedChange hostTwiceAsFast();
[[nodiscard]] NamedChange hostTimeTwiceAsFast(Cause cause); ///< a cause of the host
[[nodiscard]] NamedChange waitingGone(); ///< of synchronisations and blocking copies, those of set-up aside
[[nodiscard]] NamedChange workGone(KernelType type);
[[nodiscard]] NamedChange workTwiceAsFast(KernelType type);
[[nodiscard]] NamedChange kernelGone(std::string_view name);
[[nodiscard]] NamedChange kernelTwiceAsFast(std::string_view name);
/// Work at a share of its time, to a millionth.
/// @param share  0 to 1
[[nodiscard]] NamedChange listedWorkAt(std::vector<SliceId> work, double share);
/// @}

/// Reads changes that were joined with commas; names may have commas too.
/// InvalidArgument on another WHAT, an unknown cause or type, a bad pattern or factor, a factor where only 0 or 1 is
/// possible.
[[nodiscard]] Result<std::vector<NamedChange>> parseChanges(std::span<const std::string> pieces);

/// What changes, in words: "computation twice as fast".
[[nodiscard]] Message describe(const NamedChange& change);

/// Those that are tried where nobody asks for one, in the order in which equal savings are listed.
/// @param kernels  how many names of work with most time.
[[nodiscard]] std::vector<NamedChange> standardChanges(const Recording& recording, std::int64_t kernels);

/// Whom changes are about, for links of a path.
class ChangeTargets {
public:
    /// O(slices) where an op is meant, else O(names). Keeps references to both.
    ChangeTargets(const Trace& trace, std::span<const NamedChange> changes);
    /// Whether time of that cause and owner is touched by one of the changes.
    [[nodiscard]] bool has(Cause cause, SliceId owner) const;

private:
    [[nodiscard]] bool isMeant(std::size_t change, Cause cause, SliceId owner) const;

    const Trace& m_trace;
    std::span<const NamedChange> m_changes;
    std::vector<std::vector<bool>> m_names;    ///< by change: of kernels, waits and chains, the names meant by StringId
    std::vector<std::vector<bool>> m_insideOp; ///< by change: of ops, what is launched inside them by row
};

/// Whether anything that was recorded is meant by a change. As changeOf().
[[nodiscard]] bool touchesAnything(const Recording& recording, const NameTypes& types, const NamedChange& change);

/// How fine a recording must be for all of these.
[[nodiscard]] Grain grainFor(std::span<const NamedChange> changes);

/// What changes, taken together, do to a recording, which must be fine enough. O(operations + work), and patterns are
/// matched once a name.
[[nodiscard]] Change changeOf(const Recording& recording, const NameTypes& types, std::span<const NamedChange> changes);

} // namespace kinetoscope
