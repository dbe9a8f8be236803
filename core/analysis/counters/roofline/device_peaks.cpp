// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/counters/roofline/device_peaks.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace kinetoscope {

namespace {

struct KnownDevice {
    std::array<std::string_view, 2> words; ///< all of them are in the name; "" for none
    double leastMemory = 0;                ///< GB; what tells boards of one name apart
    DevicePeaks peaks; ///< no bandwidth: another board than the entries below, whose figures nobody has checked
};

constexpr double kDevicePeaksTera = 1000;

// More words and more memory first: the first that fits is taken. Figures were compared with
// published tables that quote the vendor, but for the bandwidth of H200 and the rates of V100, found in none; where
// published tables differ a figure is left out (0), and so are boards for which none was found.
constexpr std::array kDevices {
    // FP64 and FP32 are published as 37 and 75 and as 40 and 80 TFLOP/s.
    KnownDevice { { "B200", "" }, 0, { "B200", "NVIDIA HGX B200 data sheet", 0, 0, 2250 * kDevicePeaksTera, 8000 } },
    KnownDevice { { "H200", "NVL" }, 0, {} },
    KnownDevice { { "H200", "" }, 0,
        { "H200 SXM", "NVIDIA H200 data sheet", 34 * kDevicePeaksTera, 67 * kDevicePeaksTera, 989.5 * kDevicePeaksTera,
            4800 } },
    KnownDevice { { "H100", "PCIe" }, 0,
        { "H100 PCIe", "NVIDIA H100 data sheet", 26 * kDevicePeaksTera, 51 * kDevicePeaksTera, 756.5 * kDevicePeaksTera,
            2000 } },
    KnownDevice { { "H100", "HBM3" }, 0,
        { "H100 SXM5", "NVIDIA H100 data sheet", 34 * kDevicePeaksTera, 67 * kDevicePeaksTera, 989.5 * kDevicePeaksTera,
            3350 } },
    KnownDevice { { "A100", "PCIe" }, 60, {} },
    KnownDevice { { "A100", "" }, 60,
        { "A100 SXM4 80 GB", "NVIDIA A100 data sheet", 9.7 * kDevicePeaksTera, 19.5 * kDevicePeaksTera,
            312 * kDevicePeaksTera, 2039 } },
    KnownDevice { { "A100", "" }, 30,
        { "A100 40 GB", "NVIDIA A100 data sheet", 9.7 * kDevicePeaksTera, 19.5 * kDevicePeaksTera,
            312 * kDevicePeaksTera, 1555 } },
    KnownDevice { { "V100", "SXM2" }, 0,
        { "V100 SXM2", "NVIDIA V100 data sheet", 7.8 * kDevicePeaksTera, 15.7 * kDevicePeaksTera,
            125 * kDevicePeaksTera, 900 } },
    KnownDevice { { "V100", "PCIE" }, 0,
        { "V100 PCIe", "NVIDIA V100 data sheet", 7 * kDevicePeaksTera, 14 * kDevicePeaksTera, 112 * kDevicePeaksTera,
            900 } },
    KnownDevice { { "P100", "SXM2" }, 0,
        { "P100 SXM2", "NVIDIA P100 data sheet", 5.3 * kDevicePeaksTera, 10.6 * kDevicePeaksTera, 0, 732 } },
    KnownDevice { { "L40S", "" }, 0,
        { "L40S", "NVIDIA L40S data sheet", 0, 91.6 * kDevicePeaksTera, 362.05 * kDevicePeaksTera, 864 } },
    KnownDevice {
        { "L4", "" }, 0, { "L4", "NVIDIA L4 data sheet", 0, 30.3 * kDevicePeaksTera, 121 * kDevicePeaksTera, 300 } },
    KnownDevice { { "A40", "" }, 0,
        { "A40", "NVIDIA A40 data sheet", 0, 37.4 * kDevicePeaksTera, 149.7 * kDevicePeaksTera, 696 } },
    KnownDevice {
        { "T4", "" }, 0, { "T4", "NVIDIA T4 product brief", 0, 8.1 * kDevicePeaksTera, 65 * kDevicePeaksTera, 320 } },
    KnownDevice { { "MI300X", "" }, 0,
        { "MI300X", "AMD MI300X data sheet", 81.7 * kDevicePeaksTera, 163.4 * kDevicePeaksTera,
            1307.4 * kDevicePeaksTera, 5300 } },
    // One of the two dies of an MI250 is what a trace calls a device.
    KnownDevice { { "MI250", "" }, 0,
        { "MI250, one die", "AMD MI250 data sheet", 22.65 * kDevicePeaksTera, 22.65 * kDevicePeaksTera,
            181 * kDevicePeaksTera, 1600 } },
    KnownDevice { { "MI210", "" }, 0,
        { "MI210", "AMD MI210 data sheet", 22.6 * kDevicePeaksTera, 22.6 * kDevicePeaksTera, 181 * kDevicePeaksTera,
            1600 } },
    KnownDevice { { "MI100", "" }, 0,
        { "MI100", "AMD MI100 data sheet", 11.5 * kDevicePeaksTera, 23.1 * kDevicePeaksTera, 184.6 * kDevicePeaksTera,
            1230 } },
};

char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

/// Whether one of the parts of `name` between blanks and hyphens is `word`, whatever the case.
bool hasWord(std::string_view name, std::string_view word)
{
    while (!name.empty()) {
        const std::size_t end = std::min(name.find_first_of(" -"), name.size());
        const std::string_view part = name.substr(0, end);
        if (std::equal(part.begin(), part.end(), word.begin(), word.end(),
                [](char a, char b) { return lower(a) == lower(b); }))
            return true;
        name.remove_prefix(std::min(end + 1, name.size()));
    }
    return false;
}

} // namespace

const DevicePeaks* findDevicePeaks(const DeviceProperties& device)
{
    const double memory = static_cast<double>(device.totalMemoryBytes) / 1e9;
    for (const KnownDevice& known : kDevices) {
        const bool hasAll = std::all_of(known.words.begin(), known.words.end(),
            [&](std::string_view word) { return word.empty() || hasWord(device.name, word); });
        if (hasAll && memory >= known.leastMemory)
            return known.peaks.bandwidth > 0 ? &known.peaks : nullptr;
    }
    return nullptr;
}

} // namespace kinetoscope
