// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/names/classification.h"
#include "core/analysis/peaks/gpu_peaks.h"
#include "core/base/result.h"
#include "core/model/metadata.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kinetoscope {

/// Peaks that a person gave instead of those of the table.
struct GivenGpuPeaks {
    std::array<double, 8> rates {}; ///< TFLOP/s, as GpuPeaks; 0: not given
    double bandwidth = 0;           ///< GB/s; 0: not given
    double link = 0;                ///< GB/s; 0: not given

    [[nodiscard]] bool isEmpty() const { return bandwidth <= 0 && link <= 0 && rates == std::array<double, 8> {}; }
    /// "450" for all types, or "bf16=989.4,fp32=67". InvalidArgument on anything else.
    [[nodiscard]] static Result<GivenGpuPeaks> parse(std::string_view rates, double bandwidth);
    /// What a rule says of a device: "bf16=989.4,bandwidth=3350,link=900". InvalidArgument on anything else.
    [[nodiscard]] static Result<GivenGpuPeaks> parseDevice(std::string_view figures);
};

/// What is wrong with the user's rules about devices; nothing of good ones.
[[nodiscard]] std::optional<Error> wrongDeviceRule(const KernelClassifier& classifier);

/// The peaks of one device: a rule of the user before the table. A value.
class DevicePeaks {
public:
    /// @param classifier  what is wrong with its rules is not said here.
    DevicePeaks(const DeviceProperties& device, const KernelClassifier& classifier);

    [[nodiscard]] std::int64_t id() const { return m_id; }
    [[nodiscard]] double rate(ComputeSpec spec) const;      ///< TFLOP/s; 0 where it is not known
    [[nodiscard]] double vectorRate(VectorSpec spec) const; ///< the same
    [[nodiscard]] double bandwidth() const;                 ///< GB/s; 0 where it is not known
    [[nodiscard]] double link() const;                      ///< GB/s, both directions together; 0 where it is not known
    [[nodiscard]] std::string_view name() const;            ///< of the table, else of the file
    [[nodiscard]] std::string_view source() const;          ///< "NVIDIA H100 data sheet", "rules file"; "" of neither
    [[nodiscard]] bool isKnown() const { return m_known != nullptr || !m_own.isEmpty(); }
    /// Whether two devices are told to be the same.
    [[nodiscard]] bool isSameModel(const DevicePeaks& other) const
    {
        return m_known == other.m_known && m_name == other.m_name;
    }

private:
    std::int64_t m_id = -1;
    std::string m_name;
    const GpuPeaks* m_known = nullptr;
    const GpuPeaks* m_link = nullptr; ///< where the memory is not told
    GivenGpuPeaks m_own;              ///< by a rule of the user
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
    [[nodiscard]] const DevicePeaks* find(std::int64_t device) const;

    GivenGpuPeaks m_given;
    std::vector<DevicePeaks> m_devices;
    bool m_isOneModel = false;
};

} // namespace kinetoscope
