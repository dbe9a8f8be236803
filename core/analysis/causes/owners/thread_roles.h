// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/progress.h"
#include "core/model/trace.h"

#include <vector>

namespace kinetoscope {

/// Which threads do what for a rank (causes.md 1.1).
struct ThreadRoles {
    /// The thread that drives the rank. Invalid without steps, launches and a thread whose number is its process's.
    TrackId main;
    /// Threads that run the backward pass for it, in file order: told by their ops and arrows, and where no ops were
    /// recorded, which causes.md 1.1 does not speak of, by launching kernels while the main thread is in
    /// run_backward() only.
    std::vector<TrackId> backward;
    std::vector<bool> isBackward;   ///< by track; empty without a main thread
    std::vector<bool> isAnnotation; ///< by StringId: of names that ops have, those of legacy annotations
    bool hasAnnotations = false;    ///< any of them; most traces have none
};

/// O(host slices + launches). Not all of it where told to stop.
/// @param process  the rank is this one of a merged file, and threads of others are not asked about; invalid: all.
[[nodiscard]] ThreadRoles threadRolesOf(const Trace& trace, const Progress& progress, StringId process);

} // namespace kinetoscope
