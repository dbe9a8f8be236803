// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/metadata.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace kinetoscope {

/// What a rate of matrix work is held against; None of work that is no matrix work.
enum class ComputeSpec : std::uint8_t { None, Fp64, Fp32, Tf32, Fp16, Bf16, Fp8, Int8, Fp4 };
[[nodiscard]] std::string_view toString(ComputeSpec spec); ///< "matrix_fp16", ...; "" of None
/// The same of work on vector units, which counters count.
enum class VectorSpec : std::uint8_t { Fp64, Fp32 };

/// What a GPU can do at most, as its vendor says: dense rates, without sparsity. The one table of peaks that all
/// analyses stand on. 0 where no source says it, or where published figures disagree.
struct GpuPeaks {
    std::string_view device;           ///< "H100 SXM"
    std::array<double, 2> vectorRates; ///< TFLOP/s of the vector units: fp64, fp32
    std::array<double, 8> rates; ///< TFLOP/s of what multiplies matrices: fp64, fp32, tf32, fp16, bf16, fp8, int8, fp4
    double bandwidth = 0;        ///< GB/s, of the device's memory
    double link = 0;             ///< GB/s, of its links to other GPUs of its host, both directions together
    std::string_view source;     ///< "NVIDIA H100 data sheet"

    /// TFLOP/s; 0 of None.
    [[nodiscard]] double rate(ComputeSpec spec) const
    {
        return spec == ComputeSpec::None ? 0 : rates[static_cast<std::size_t>(spec) - 1];
    }
};

/// The peaks of a device by the words of its name, its memory, and where AMD gives no name its compute capability and
/// number of multiprocessors; nullptr where that does not tell which board it is: "NVIDIA H100" is sold with bandwidths
/// that differ by two thirds. Valid for the life of the program.
[[nodiscard]] const GpuPeaks* findGpuPeaks(const DeviceProperties& device);
/// Peaks whose link is that of the device, whatever its memory, which the file may not tell; nullptr where the link is
/// not known.
[[nodiscard]] const GpuPeaks* findLinkPeak(const DeviceProperties& device);

} // namespace kinetoscope
