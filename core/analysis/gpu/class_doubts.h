// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/gpu/gpu_work.h"
#include "core/analysis/names/classification.h"

#include <cstdint>
#include <string>
#include <vector>

namespace kinetoscope {

/// Why the class of a kernel name may be wrong.
enum class ClassDoubt : std::uint8_t {
    Contradicted, ///< an op or annotation around its launches names communication
    RunsApart,    ///< streams that run nothing else, always beside other work: what communication looks like
    Guessed,      ///< nothing in its name or around its launches says what it does
};

/// A kernel name that counts as computation only because no rule knows it, and that takes much of the kernel time.
struct DoubtfulClass {
    ClassDoubt doubt = ClassDoubt::Guessed;
    StringId name;
    std::string source;            ///< Contradicted: name of the op or annotation; RunsApart: the stream
    Nanoseconds time = 0;          ///< sum of durations
    Nanoseconds allKernelTime = 0; ///< of the rank
    std::vector<SliceId> slices;
};

/// Names with a doubtful class among the kernels of one rank, largest first. A name is in doubt from 5 % of the kernel
/// time on (Guessed: from 10 %). Never in doubt are names that a user's rule knows, and kernels with collective
/// metadata. O(rows), and the host stack of the launches of large names; early and incomplete if told to stop.
[[nodiscard]] std::vector<DoubtfulClass> doubtfulClasses(
    const Trace& trace, const RankGpuWork& work, const KernelClassifier& classifier, const Progress& progress);

/// What a person should know about it; without its share, the sentence is the same for all ranks.
[[nodiscard]] Message doubtMessage(const DoubtfulClass& doubtful, const Trace& trace, bool withShare);

} // namespace kinetoscope
