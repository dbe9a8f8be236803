// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/overview/facts/rank_facts.h"

namespace kinetoscope {

// Parts of the sentence about time in which the GPU waits for the host, IdleGroup::HostBusy; each is empty where there
// is nothing to say.

/// "; 12 ms of it is in 2 ops before they launch a kernel for the first time ..." where that is much of it.
[[nodiscard]] Message loadingIn(const IdleOf& busy);
/// "; 12 ms of it is in the first 'c10d::allreduce_' of the recording ..."; empty where that is little of it.
[[nodiscard]] Message setUpIn(const IdleOf& busy);
/// "; for 12 ms of it another thread is in Python, too ..." where that is much of it.
[[nodiscard]] Message otherPythonIn(const IdleOf& busy);
/// The same of IdleGroup::PythonWait, in which the main thread waits.
[[nodiscard]] Message otherPythonMeanwhile(const IdleOf& waits);
/// "; 12 ms of it lies in sequences of launches that are repeated ..." where that is half of it or more.
[[nodiscard]] Message repeatedIn(const RankFacts& facts);

/// "; 12 ms of it is in steps of the optimizer ...", or where it fills gradients with zeros: that takes fewer launches.
/// Empty where that is not most of it. @param found  launching or other host time.
[[nodiscard]] Message optimizerIn(const IdleOf& found);

} // namespace kinetoscope
