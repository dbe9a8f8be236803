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
    DevicePeaks peaks;
};

constexpr double kTera = 1000;

// More words and more memory first: the first that fits is taken.
constexpr std::array kDevices {
    KnownDevice {
        { "H200", "NVL" }, 0, { "H200 NVL", "NVIDIA H200 data sheet", 30 * kTera, 60 * kTera, 835.5 * kTera, 4800 } },
    KnownDevice {
        { "H200", "" }, 0, { "H200 SXM", "NVIDIA H200 data sheet", 34 * kTera, 67 * kTera, 989.5 * kTera, 4800 } },
    KnownDevice {
        { "H100", "NVL" }, 0, { "H100 NVL", "NVIDIA H100 data sheet", 30 * kTera, 60 * kTera, 835.5 * kTera, 3900 } },
    KnownDevice {
        { "H100", "PCIe" }, 0, { "H100 PCIe", "NVIDIA H100 data sheet", 26 * kTera, 51 * kTera, 756 * kTera, 2000 } },
    KnownDevice {
        { "H100", "HBM3" }, 0, { "H100 SXM5", "NVIDIA H100 data sheet", 34 * kTera, 67 * kTera, 989.5 * kTera, 3350 } },
    KnownDevice { { "A100", "PCIe" }, 60,
        { "A100 PCIe 80 GB", "NVIDIA A100 data sheet", 9.7 * kTera, 19.5 * kTera, 312 * kTera, 1935 } },
    KnownDevice { { "A100", "" }, 60,
        { "A100 SXM4 80 GB", "NVIDIA A100 data sheet", 9.7 * kTera, 19.5 * kTera, 312 * kTera, 2039 } },
    KnownDevice {
        { "A100", "" }, 30, { "A100 40 GB", "NVIDIA A100 data sheet", 9.7 * kTera, 19.5 * kTera, 312 * kTera, 1555 } },
    KnownDevice {
        { "V100S", "" }, 0, { "V100S PCIe", "NVIDIA V100 data sheet", 8.2 * kTera, 16.4 * kTera, 130 * kTera, 1134 } },
    KnownDevice {
        { "V100", "SXM2" }, 0, { "V100 SXM2", "NVIDIA V100 data sheet", 7.8 * kTera, 15.7 * kTera, 125 * kTera, 900 } },
    KnownDevice {
        { "V100", "PCIE" }, 0, { "V100 PCIe", "NVIDIA V100 data sheet", 7 * kTera, 14 * kTera, 112 * kTera, 900 } },
    KnownDevice { { "L40S", "" }, 0, { "L40S", "NVIDIA L40S data sheet", 0, 91.6 * kTera, 362.05 * kTera, 864 } },
    KnownDevice { { "L4", "" }, 0, { "L4", "NVIDIA L4 data sheet", 0, 30.3 * kTera, 121 * kTera, 300 } },
    KnownDevice { { "A40", "" }, 0, { "A40", "NVIDIA A40 data sheet", 0, 37.4 * kTera, 149.7 * kTera, 696 } },
    KnownDevice { { "A30", "" }, 0, { "A30", "NVIDIA A30 data sheet", 5.2 * kTera, 10.3 * kTera, 165 * kTera, 933 } },
    KnownDevice { { "A10", "" }, 0, { "A10", "NVIDIA A10 data sheet", 0, 31.2 * kTera, 125 * kTera, 600 } },
    KnownDevice { { "T4", "" }, 0, { "T4", "NVIDIA T4 data sheet", 0, 8.1 * kTera, 65 * kTera, 300 } },
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
            return &known.peaks;
    }
    return nullptr;
}

} // namespace kinetoscope
