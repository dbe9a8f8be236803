// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/gpu/gpu_work.h"
#include "core/analysis/names/classification.h"

#include <optional>

namespace kinetoscope {

/// Work that counts as computation though by its name it only waits. Of kernels that is none; of what is no CUDA kernel
/// HTA's names decide (SPEC.md section 1), which know no waits: MTIA's `event_wait` is one.
struct WaitingWork {
    StringId name;         ///< of several the one that takes most time
    Nanoseconds time = 0;  ///< in which some of that name runs
    Nanoseconds alone = 0; ///< of it, in which no other computation runs
};
/// Nothing where there is none, or where a rule of the user says what it is. O(rows).
[[nodiscard]] std::optional<WaitingWork> waitingInComputation(
    const Trace& trace, const RankGpuWork& work, const KernelClassifier& classifier, const Progress& progress);

/// That it is part of a time of computation, and what is left without it.
/// @param computation  of the rank: the union of all of it, ns.
[[nodiscard]] Remark waitingCountsAsComputation(
    const RankTrace& rank, const WaitingWork& waiting, Nanoseconds computation);

/// Whether a piece of work is such a wait, rules of the user aside.
[[nodiscard]] bool isWaitInComputation(EventKind kind, KernelType type, std::string_view name);

} // namespace kinetoscope
