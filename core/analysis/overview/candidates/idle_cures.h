// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/causes/replay/changes.h"
#include "core/analysis/overview/facts/rank_facts.h"
#include "core/analysis/overview/idle/host_parts.h"

#include <vector>

namespace kinetoscope {

/// What of the host's main parts can be made faster: what was not recorded may be waiting as well as work, and so is
/// Python where it waits much, sleeps aside; a synchronisation is no work. What a copy call does before its copy stays
/// in a replay, however fast the host is.
[[nodiscard]] std::vector<HostPart> curableParts(const IdleOf& found, const RankFacts& facts);
/// Whether the host launches again and again what a graph could launch at once, in half of the time that the GPU waits
/// for it or more, and many such waits make that up.
[[nodiscard]] bool areWaitsRepeated(const RankFacts& facts);
/// Whether the host is for most of its time in one Python function that launches nothing, such as a hook: whether a
/// graph would do without that is not known.
[[nodiscard]] bool isHostElsewhere(const RankFacts& facts);
/// And nothing says that shapes change, or that the host does something else.
[[nodiscard]] bool isWorkForGraphs(const RankFacts& facts);
/// Whether half of the time that the GPU waits for the host, or more, lies in many waits between launches of one
/// sequence that a graph could launch at once, if it came again: the recording, of no two steps, does not tell.
[[nodiscard]] bool isMaybeForGraph(const RankFacts& facts);
/// Twice as fast what the sentence names, wherever the host does it, but for sleeps: other host time is other
/// findings'.
[[nodiscard]] std::vector<NamedChange> halfOf(const std::vector<HostPart>& parts, const RankFacts& facts);
/// "with the host twice as fast in ops".
[[nodiscard]] Message wordsOfHalf(const std::vector<HostPart>& parts, const RankFacts& facts);
/// Changes of host time that leave it as it is while graphs are made: no work waits for that to be faster.
[[nodiscard]] std::vector<NamedChange> outsideOfCaptures(std::vector<NamedChange> changes, const RankFacts& facts);
/// Most that making these parts twice as fast can save of the group's time.
[[nodiscard]] Nanoseconds timeOfHalf(const std::vector<HostPart>& parts);

[[nodiscard]] bool isLoadingAmong(const IdleOf& found);
/// Whether all of it, or nearly so, is in calls that had launched what is new in them: it is not known to be loading of
/// code.
[[nodiscard]] bool isNearlyAllAfterStart(const IdleOf& found);
/// Whether so much of it comes so late that no warm-up would take it away.
[[nodiscard]] bool comesAgain(const IdleOf& found, Nanoseconds late);

/// What is tried against idle time of a group; empty where nobody can say what a cure would be.
[[nodiscard]] std::vector<NamedChange> cureOf(IdleGroup group, const RankFacts& facts);
/// "with no time in data loading".
[[nodiscard]] Message cureWordsOf(IdleGroup group, const RankFacts& facts);

} // namespace kinetoscope
