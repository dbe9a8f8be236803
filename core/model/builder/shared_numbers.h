// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/builder/build_state.h"

#include <span>
#include <vector>

namespace kinetoscope::builder {

/// Calls and device rows of one correlation number that tells by itself not which call launched what: two processes in
/// one file number their calls alike, or a recorder gives one number to several launches.
struct SharedNumber {
    std::vector<SliceId> calls; ///< one of each call and those inside it
    std::vector<SliceId> work;
    std::vector<SliceId> others; ///< device rows that are no work
};

/// The calls of one number, by row, without those that are one with another: a runtime call and the driver calls that
/// it makes itself are one, and the last one in the file stands for them.
[[nodiscard]] std::vector<SliceId> callsApart(const BuildState& state, std::span<const SliceId> calls);

/// Adds the link to `links`, and tells both in `partner`: the launch has the first of its work there.
void linkWork(SliceTable& slices, std::vector<LaunchTable::Link>& links, SliceId launch, SliceId work);

/// A call of this name hands work over; an op also queries and waits under its number.
[[nodiscard]] bool handsOver(std::string_view call);
/// A call of this name launches one kernel: no graph, no launch on several devices.
[[nodiscard]] bool launchesOneKernel(std::string_view call);

/// Links the work of such numbers as far as it is certain whose it is; the rest stays without a launch. Adds to
/// `links`, which are all that are certain already, and fills `partner`.
///
/// Certain is the call at the other end of an ac2g arrow whose id has one start only. Else the call must be one that
/// can have launched such work and not have launched its own already, and must not begin after it, where enough links
/// of this file are known otherwise and say that the clocks of host and GPU agree; where one call is left for a piece
/// of work, and that piece alone for the call, it is the one. Nor is work that of a call where other work, which its
/// process launched later, had started before it on the same stream: so two profiler cycles are told apart that number
/// their launches of graphs alike. Last, where all that is known to run on a stream is of one process, the rest of it
/// is too, if each process with a call of the number has such a stream. Synchronisation rows belong to the one call
/// that they begin in. O((links + arrows) log links), and of each number work * calls for each call.
void linkSharedNumbers(
    BuildState& state, const std::vector<SharedNumber>& shared, std::vector<LaunchTable::Link>& links);

} // namespace kinetoscope::builder
