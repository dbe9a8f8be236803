// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/metadata.h"

#include <string_view>

namespace kinetoscope {

/// What a GPU can do at most, as its vendor says. GFLOP/s and GB/s; 0 where the source does not say.
struct DevicePeaks {
    std::string_view device; ///< "A100 SXM4 80 GB"
    std::string_view source; ///< "NVIDIA A100 data sheet"
    double fp64 = 0;         ///< without tensor cores
    double fp32 = 0;         ///< without tensor cores
    double tensor16 = 0;     ///< FP16 or BF16 of tensor cores, without sparsity
    double bandwidth = 0;    ///< of the device's memory
};

/// The peaks of a device by the words of its name and the size of its memory; nullptr where that does not tell which
/// board it is: "NVIDIA H100" is sold with bandwidths that differ by two thirds. Valid for the life of the program.
[[nodiscard]] const DevicePeaks* findDevicePeaks(const DeviceProperties& device);

} // namespace kinetoscope
