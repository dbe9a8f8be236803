// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/overlay/overlay.h"

namespace kinetoscope {

/// The series of queue-length, one below each stream.
[[nodiscard]] Result<Overlay> queueLengthOverlay(
    const AnalysisInput& input, const Parameters& parameters, const AnalysisContext& context);
/// How many GPU activities run at once, one series a device. O(n log n).
[[nodiscard]] Result<Overlay> activeKernelOverlay(
    const AnalysisInput& input, const Parameters& parameters, const AnalysisContext& context);
/// The series of memory-bandwidth, one for each device and kind of copy.
[[nodiscard]] Result<Overlay> copyBandwidthOverlay(
    const AnalysisInput& input, const Parameters& parameters, const AnalysisContext& context);
/// The series of memory-timeline: allocated and reserved bytes of each device. Reads the trace's file.
[[nodiscard]] Result<Overlay> memoryOverlay(
    const AnalysisInput& input, const Parameters& parameters, const AnalysisContext& context);

} // namespace kinetoscope
