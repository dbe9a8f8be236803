// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/peaks/gpu_peaks.h"

#include "core/base/ascii.h"

#include <algorithm>
#include <string>

namespace kinetoscope {

namespace {

struct KnownGpu {
    std::string_view words; ///< all of them are parts of the name, in lower case; "" for no name
    GpuPeaks peaks;
    double leastMemory = 0; ///< GB
    int capability = 0;     ///< major * 10 + minor, of AMD devices whose name says nothing; else 0
    int multiprocessors = 0;
};

constexpr double kUnknownRate = 0;

// Figures: rates of vector units fp64, fp32; of matrix units fp64, fp32, tf32, fp16, bf16, fp8, int8, fp4; memory;
// link. Checked as units x operations a clock x boost clock. Where published figures disagree the cell is left out.
// Data sheets show sparse rates first; these are dense. GeForce: with accumulation in fp32.

// Boards that files name in more than one way.
constexpr GpuPeaks kA100With80 { "A100 80 GB SXM", { 9.7, 19.5 }, { 19.5, 19.5, 156, 312, 312, 0, 624 }, 2039, 600,
    "NVIDIA A100 data sheet" };
constexpr GpuPeaks kA100With40 { "A100 40 GB", { 9.7, 19.5 }, { 19.5, 19.5, 156, 312, 312, 0, 624 }, 1555, 600,
    "NVIDIA A100 data sheet" };
constexpr GpuPeaks kV100Sxm2 { "V100 SXM2", { 7.8, 15.7 }, { 7.8, 15.7, 0, 125 }, 900, 300, "NVIDIA V100 data sheet" };
constexpr GpuPeaks kMi325x { "MI325X", { 81.7, 163.4 }, { 163.4, 163.4, 653.7, 1307.4, 1307.4, 2614.9, 2614.9 }, 6000,
    896, "AMD MI325X data sheet" };
constexpr GpuPeaks kMi300x { "MI300X", { 81.7, 163.4 }, { 163.4, 163.4, 653.7, 1307.4, 1307.4, 2614.9, 2614.9 }, 5325,
    896, "AMD MI300X data sheet" };

// An entry without figures is another board than those below it, which nobody has checked. More words and more memory
// first: the first that fits is taken.
constexpr KnownGpu kKnownGpus[] = {
    { "v100 pcie", { "V100 PCIe", { 7, 14 }, { 7, 14, 0, 112 }, 900, 32, "NVIDIA V100 data sheet" } },
    { "v100 sxm2", kV100Sxm2 },
    { "v100 dgxs", kV100Sxm2 },
    { "a100 pcie",
        { "A100 80 GB PCIe", { 9.7, 19.5 }, { 19.5, 19.5, 156, 312, 312, 0, 624 }, 1935, 600,
            "NVIDIA A100 data sheet" },
        60 },
    { "a100", kA100With80, 60 },
    { "a100", kA100With40, 30 },
    { "pg509 210", kA100With80, 60 },
    { "pg509 210", kA100With40, 30 },
    { "a10", { "A10", { 0, 31.2 }, { 0, 31.2, 62.5, 125, 125, 0, 250 }, 600, 64, "NVIDIA A10 data sheet" } },
    { "l4", { "L4", { 0, 30.3 }, { 0, 30.3, 60.5, 121, 121, 242.5, 242.5 }, 300, 64, "NVIDIA L4 data sheet" } },
    { "l40s", { "L40S", { 0, 91.6 }, { 0, 91.6, 183, 362.05, 362.05, 733, 733 }, 864, 64, "NVIDIA L40S data sheet" } },
    { "2080 ti",
        { "RTX 2080 Ti", { 0, 13.4 }, { 0, 13.4, 0, 53.8, 0, 0, 215.2 }, 616, 100, "NVIDIA Turing whitepaper" } },
    { "3090 ti", {} },
    { "3090",
        { "RTX 3090", { 0, 35.6 }, { 0, 35.6, 35.6, 71, 71, 0, 284 }, 936, 112.5, "NVIDIA Ampere GA102 whitepaper" } },
    { "4090",
        { "RTX 4090", { 0, 82.6 }, { 0, 82.6, 82.6, 165.2, 165.2, 330.3, 660.6 }, 1008, 64, "NVIDIA Ada whitepaper" } },
    { "5090",
        { "RTX 5090", { 0, 104.8 }, { 0, 104.8, 104.8, 209.5, 209.5, 419, 838, 1676 }, 1792, 128,
            "NVIDIA RTX Blackwell whitepaper" } },
    { "h200 nvl", {} },
    { "h200",
        { "H200 SXM", { 34, 67 }, { 67, 67, 494.7, 989.4, 989.4, 1978.9, 1978.9 }, 4800, 900,
            "NVIDIA H200 data sheet" } },
    { "h100 pcie",
        { "H100 PCIe", { 26, 51 }, { 51, 51, 378, 756.5, 756.5, 1513, 1513 }, 2000, 600, "NVIDIA H100 data sheet" } },
    { "h100 nvl",
        { "H100 NVL", { 30, 60 }, { 60, 60, 417.5, 835.5, 835.5, 1670.5, 1670.5 }, 3900, 600,
            "NVIDIA H100 data sheet" } },
    { "h100 hbm3",
        { "H100 SXM", { 34, 67 }, { 67, 67, 494.7, 989.4, 989.4, 1978.9, 1978.9 }, 3350, 900,
            "NVIDIA H100 data sheet" } },
    { "h800 pcie", {} },
    { "h800",
        { "H800 SXM", { 1, 0 }, { 1, kUnknownRate, 494.7, 989.4, 989.4, 1978.9, 1978.9 }, 3350, 400,
            "published tables that quote NVIDIA" } },
    { "h20", { "H20", { 1, 44 }, { 1, 44, 74, 148, 148, 296, 296 }, 4000, 900, "published tables that quote NVIDIA" } },
    { "gb200",
        { "GB200", { 0, 0 }, { kUnknownRate, kUnknownRate, 1250, 2500, 2500, 5000, 5000, 10000 }, 8000, 1800,
            "NVIDIA GB200 data sheet" } },
    { "b200",
        { "B200", { 0, 0 }, { kUnknownRate, kUnknownRate, 1125, 2250, 2250, 4500, 4500, 9000 }, 8000, 1800,
            "NVIDIA HGX B200 data sheet" } },
    { "b300",
        { "B300", { 1.25, 75 }, { 1.25, 75, 1125, 2250, 2250, 4500, kUnknownRate, kUnknownRate }, 8000, 1800,
            "NVIDIA HGX B300 data sheet" } },
    { "p100 sxm2",
        { "P100 SXM2", { 5.3, 10.6 }, { 5.3, 10.6, 0, kUnknownRate }, 732, kUnknownRate, "NVIDIA P100 data sheet" } },
    { "a40",
        { "A40", { kUnknownRate, 37.4 }, { kUnknownRate, 37.4, kUnknownRate, 149.7, 149.7, 0, kUnknownRate }, 696,
            kUnknownRate, "NVIDIA A40 data sheet" } },
    { "t4",
        { "T4", { kUnknownRate, 8.1 }, { kUnknownRate, 8.1, 0, 65, 0, 0, kUnknownRate }, 320, 32,
            "NVIDIA T4 product brief" } },
    { "gp100", { "Quadro GP100", { 5.2, 10.3 }, { 5.2, 10.3, 0, 20.7 }, 717, 160, "NVIDIA Quadro GP100 data sheet" } },
    { "mi100", { "MI100", { 11.5, 23.1 }, { 11.5, 46.1, 0, 184.6, 92.3, 0, 184.6 }, 1229, 276, "AMD MI100 data sheet" },
        0, 90, 120 },
    { "mi250x",
        { "MI250X, one die", { 23.9, 23.9 }, { 47.9, 47.9, 0, 191.5, 191.5, 0, 191.5 }, 1638, 400,
            "AMD MI250X data sheet" },
        0, 90, 110 },
    { "mi210",
        { "MI210 or MI250, one die", { 22.6, 22.6 }, { 45.3, 45.3, 0, 181, 181, 0, 181 }, 1638, 300,
            "AMD MI210 data sheet" },
        0, 90, 104 },
    { "mi250",
        { "MI210 or MI250, one die", { 22.6, 22.6 }, { 45.3, 45.3, 0, 181, 181, 0, 181 }, 1638, 300,
            "AMD MI250 data sheet" } },
    { "mi325x", kMi325x },
    { "mi300x", kMi300x },
    { "", kMi325x, 240, 94, 304 },
    { "", kMi300x, 0, 94, 304 },
    { "mi355x",
        { "MI355X", { 78.6, 157.3 }, { 78.6, 157.3, 0, 2516.6, 2516.6, 5033, 5033, 10066 }, 8000, 1075,
            "AMD MI355X data sheet" },
        0, 95, 256 },
};

/// The words of a name in lower case, with a blank before and behind each.
std::string wordsOf(std::string_view name)
{
    std::string words = " ";
    for (const char c : name) {
        if (isLetterOrDigit(c))
            words += asciiLower(c);
        else if (words.back() != ' ')
            words += ' ';
    }
    return words + ' ';
}

bool hasAllWords(const std::string& name, std::string_view words)
{
    while (!words.empty()) {
        const std::size_t end = std::min(words.find(' '), words.size());
        if (name.find(" " + std::string(words.substr(0, end)) + " ") == std::string::npos)
            return false;
        words.remove_prefix(std::min(end + 1, words.size()));
    }
    return true;
}

/// Whether an entry is about a device of this name, or of these numbers where the name says nothing.
bool isCalled(const KnownGpu& known, const DeviceProperties& device, const std::string& name, bool isNameless)
{
    const bool byName = !known.words.empty() && hasAllWords(name, known.words);
    const bool byNumbers = isNameless && known.capability > 0
        && device.computeMajor * 10 + device.computeMinor == known.capability
        && device.multiprocessors == known.multiprocessors;
    return byName || byNumbers;
}

} // namespace

const GpuPeaks* findGpuPeaks(const DeviceProperties& device)
{
    const double memory = static_cast<double>(device.totalMemoryBytes) / 1e9;
    const std::string name = wordsOf(device.name);
    // AMD's names may be empty, or of the driver.
    const bool isNameless = device.name.empty() || name.find(" amd radeon graphics ") != std::string::npos;
    for (const KnownGpu& known : kKnownGpus) {
        if (memory >= known.leastMemory && isCalled(known, device, name, isNameless))
            return known.peaks.bandwidth > 0 ? &known.peaks : nullptr;
    }
    return nullptr;
}

const GpuPeaks* findLinkPeak(const DeviceProperties& device)
{
    if (const GpuPeaks* peaks = findGpuPeaks(device))
        return peaks->link > 0 ? peaks : nullptr;
    // Boards of one name with more or less memory mostly have the same link.
    const std::string name = wordsOf(device.name);
    const GpuPeaks* found = nullptr;
    for (const KnownGpu& known : kKnownGpus) {
        if (known.leastMemory <= 0 || !isCalled(known, device, name, false))
            continue;
        if (found && found->link != known.peaks.link)
            return nullptr;
        found = &known.peaks;
    }
    return found;
}

std::string_view toString(ComputeSpec spec)
{
    static constexpr std::array<std::string_view, 9> kWords { "", "matrix_fp64", "matrix_fp32", "matrix_tf32",
        "matrix_fp16", "matrix_bf16", "matrix_fp8", "matrix_int8", "matrix_fp4" };
    static_assert(kWords.size() == 1 + std::tuple_size_v<decltype(GpuPeaks::rates)>);
    return kWords[static_cast<std::size_t>(spec)];
}

} // namespace kinetoscope
