// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/trace_text.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace kinetoscope::tests {

// Worked examples that idle-causes, critical-path and what-if share, by their numbers in the specification of causes.

/// 2: the host waits for the work before it, and launches again.
[[nodiscard]] std::string synchronisationExample();
/// 3, 10 and 16: a copy to pageable memory that blocks the host until the work before it has ended.
[[nodiscard]] std::string blockingCopyExample();
/// 12 and 18: a launch that waits because the queue of the stream is full.
[[nodiscard]] std::string fullQueueExample();
/// 7 and 13: two steps, the work of the second ends after it.
[[nodiscard]] std::string twoStepsExample();

/// 14: a kernel beside a collective that ends later, and a synchronisation that waits for both.
[[nodiscard]] std::string communicationBesideExample();
/// 15: two steps that load data first; the kernel of each ends after its step.
[[nodiscard]] std::string dataLoadingExample();
/// 17: three ops, each with a launch, of which the GPU does the work as soon as it comes.
[[nodiscard]] std::string threeLaunchesExample();

/// Arguments of an all-reduce of the default group; without a description if that is empty.
[[nodiscard]] std::string allReduceArgs(std::int64_t sequence, int groupSize, std::string_view description = {});

/// `deviceProperties` of one H100.
inline constexpr const char* kH100Properties =
    R"([{"id": 0, "name": "NVIDIA H100 80GB HBM3", "totalGlobalMem": 85029158912, "computeMajor": 9, "computeMinor": 0}])";
/// Arguments of a product of 2^31 operations in half precision: 2.1705 us at the 989.4 TFLOP/s of an H100.
inline constexpr const char* kHalfProduct =
    R"("Input Dims": [[1024, 1024], [1024, 1024]], "Input type": ["c10::Half", "c10::Half"])";

} // namespace kinetoscope::tests
