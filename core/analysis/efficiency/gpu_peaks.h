// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/efficiency/owned_work.h"
#include "core/analysis/names/classification.h"
#include "core/base/result.h"
#include "core/model/metadata.h"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace kinetoscope {

/// What a GPU can do at most, as its vendor says: dense rates of the units that multiply matrices, without sparsity.
/// 0 where no source says it, or where published figures disagree.
struct GpuPeaks {
    std::string_view device;     ///< "H100 SXM"
    std::array<double, 8> rates; ///< TFLOP/s: fp64, fp32, tf32, fp16, bf16, fp8, int8, fp4
    double bandwidth = 0;        ///< GB/s, of the device's memory
    double link = 0;             ///< GB/s, of its link to other GPUs, both directions together
    std::string_view source;     ///< "NVIDIA H100 data sheet"

    /// TFLOP/s; 0 of None.
    [[nodiscard]] double rate(ComputeSpec spec) const
    {
        return spec == ComputeSpec::None ? 0 : rates[static_cast<std::size_t>(spec) - 1];
    }
};

/// The peaks of a device by the words of its name, its memory, and where AMD gives no name its compute capability and
/// number of multiprocessors; nullptr where that does not tell which board it is. Valid for the life of the program.
[[nodiscard]] const GpuPeaks* findGpuPeaks(const DeviceProperties& device);

/// Peaks that a person gave instead of those of the table.
struct GivenGpuPeaks {
    std::array<double, 8> rates {}; ///< TFLOP/s, as GpuPeaks; 0: not given
    double bandwidth = 0;           ///< GB/s; 0: not given
    double link = 0;                ///< GB/s; 0: not given

    /// "450" for all types, or "bf16=989.4,fp32=67". InvalidArgument on anything else.
    [[nodiscard]] static Result<GivenGpuPeaks> parse(std::string_view rates, double bandwidth);
    /// What a rule says of a device: "bf16=989.4,bandwidth=3350,link=900". InvalidArgument on anything else.
    [[nodiscard]] static Result<GivenGpuPeaks> parseDevice(std::string_view figures);
};

/// The peaks of the devices of one trace, after what a person gave. A value.
class TracePeaks {
public:
    /// @param classifier  rules of the user for devices; what is wrong with them is not said here.
    TracePeaks(const TraceMetadata& metadata, const GivenGpuPeaks& given, const KernelClassifier& classifier);

    /// TFLOP/s; 0 where it is not known.
    [[nodiscard]] double rate(std::int64_t device, ComputeSpec spec) const;
    [[nodiscard]] double bandwidth(std::int64_t device) const; ///< GB/s; 0 where it is not known
    /// The name of the table of peaks, else that of the file; "" where there is none.
    [[nodiscard]] std::string_view deviceName(std::int64_t device) const;

private:
    struct Device {
        std::int64_t id = -1;
        std::string name;
        const GpuPeaks* peaks = nullptr;
        GivenGpuPeaks own; ///< by a rule of the user
    };
    [[nodiscard]] const Device* find(std::int64_t device) const;

    GivenGpuPeaks m_given;
    std::vector<Device> m_devices;
    bool m_isOneModel = false;
};

} // namespace kinetoscope
