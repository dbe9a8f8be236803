// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/overview/finding_savings.h"
#include "core/base/message.h"
#include "core/base/nanoseconds.h"

#include <cstddef>
#include <span>

namespace kinetoscope {

// Why less may be saved than a sentence says: each puts what there is to say behind the sentence, and leaves it as it
// is where there is nothing.

/// That a replay lets work start too early where it is not known what it waits for.
[[nodiscard]] Message withEventWaits(Message words, std::size_t eventWaits);

/// That much of a saving may come only once; nothing more where that is little of it.
/// @param tellsLoading  the sentence says of ops that they are probably loading code.
[[nodiscard]] Message withDoubtOfOneOff(Message sentence, const FindingSaving& saving, bool tellsLoading);

/// That much of a saving of time in collectives may come only once; nothing more where that is little of it.
/// @param setUp  time that sets up communication.
[[nodiscard]] Message withDoubtOfSetUp(
    Message sentence, std::span<const NamedChange> changes, const FindingSaving& saving, Nanoseconds setUp);

/// What makes a cure's own time doubtful: part of it may be none of a run that is not recorded.
[[nodiscard]] Message withDoubtsOfOps(Message sentence, const FindingSaving& saving);

/// That waits for other ranks, which a cure takes away with the communication, may last.
/// @param waits  of the exposed communication; 0: none are told.
[[nodiscard]] Message withDoubtOfWaits(Message sentence, const FindingSaving& saving, Nanoseconds waits);

/// That kernels which are not in the file take their time whatever changes; nothing more where they are little of the
/// saving.
/// @param lost  time in which they may have run, and in which nothing recorded did.
[[nodiscard]] Message withDoubtOfLostKernels(Message sentence, const FindingSaving& saving, Nanoseconds lost);

/// That a replay without waits for the GPU keeps those in Python, much of which may end with what the GPU computes.
[[nodiscard]] Message withDoubtOfPythonWaits(Message sentence);

/// That a replay without waits for the GPU keeps the time in data loaders, whose workers may be no sooner done; nothing
/// more where that is little of the saving.
/// @param forLoader  idle time in loaders that may have workers.
[[nodiscard]] Message withDoubtOfLoader(Message sentence, const FindingSaving& saving, Nanoseconds forLoader);

} // namespace kinetoscope
