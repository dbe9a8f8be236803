// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/names/classification.h"
#include "core/base/message.h"
#include "core/base/progress.h"
#include "core/model/trace.h"

#include <cstdint>
#include <vector>

namespace kinetoscope {

/// Correlation numbers, ascending, that tell no launch from another: calls that are not one inside the other carry the
/// same (two processes in one file), or the launch of a single kernel has several (a recorder that numbers no launch).
/// What is linked by such a number may be linked to the wrong call. O(calls log + links). Not complete if told to stop.
[[nodiscard]] std::vector<std::int64_t> sharedCorrelations(
    const Trace& trace, const KernelClassifier& classifier, const Progress& progress);

/// That so many GPU activities carry such numbers, and how many numbers that are.
[[nodiscard]] Message workOfSharedCorrelations(std::size_t activities, std::size_t numbers);

/// The same of the numbers that several kernels of one launch have; empty where less than a tenth of the linked work
/// has one. O(links).
[[nodiscard]] Message sharedByKernels(const Trace& trace, const KernelClassifier& classifier, const Progress& progress);

} // namespace kinetoscope
