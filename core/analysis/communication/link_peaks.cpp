// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/communication/link_peaks.h"

#include <algorithm>
#include <array>

namespace kinetoscope {

namespace {

struct KnownLink {
    std::array<std::string_view, 2> words; ///< all of them are in the name; "" for none
    LinkPeak link;                         ///< 0: another board than the entries below, whose link nobody has checked
};

// More words first: the first that fits is taken. Of boards without NVLink or Infinity Fabric it is the slot, PCIe.
constexpr std::array kLinks {
    KnownLink { { "V100", "SXM2" }, { "V100 SXM2", "NVIDIA V100 data sheet", 300 } },
    KnownLink { { "V100", "DGXS" }, { "V100 DGXS", "NVIDIA V100 data sheet", 300 } },
    KnownLink { { "V100", "PCIE" }, { "V100 PCIe", "NVIDIA V100 data sheet", 32 } },
    KnownLink { { "A100", "" }, { "A100", "NVIDIA A100 data sheet", 600 } },
    KnownLink { { "PG509", "" }, { "A100", "NVIDIA A100 data sheet", 600 } },
    KnownLink { { "A10", "" }, { "A10", "NVIDIA A10 data sheet", 64 } },
    KnownLink { { "L40S", "" }, { "L40S", "NVIDIA L40S data sheet", 64 } },
    KnownLink { { "L4", "" }, { "L4", "NVIDIA L4 data sheet", 64 } },
    KnownLink { { "GB200", "" }, { "GB200", "NVIDIA GB200 data sheet", 1800 } },
    KnownLink { { "B200", "" }, { "B200", "NVIDIA HGX B200 data sheet", 1800 } },
    KnownLink { { "B300", "" }, { "B300", "NVIDIA HGX B300 data sheet", 1800 } },
    KnownLink { { "H200", "NVL" }, {} },
    KnownLink { { "H200", "" }, { "H200 SXM", "NVIDIA H200 data sheet", 900 } },
    KnownLink { { "H100", "PCIe" }, { "H100 PCIe", "NVIDIA H100 data sheet", 600 } },
    KnownLink { { "H100", "NVL" }, { "H100 NVL", "NVIDIA H100 data sheet", 600 } },
    KnownLink { { "H100", "HBM3" }, { "H100 SXM", "NVIDIA H100 data sheet", 900 } },
    KnownLink { { "H800", "PCIe" }, {} },
    KnownLink { { "H800", "" }, { "H800 SXM", "published tables", 400 } },
    KnownLink { { "GP100", "" }, { "Quadro GP100", "NVIDIA Quadro GP100 data sheet", 160 } },
    KnownLink { { "2080", "Ti" }, { "RTX 2080 Ti", "NVIDIA Turing white paper", 100 } },
    KnownLink { { "3090", "Ti" }, {} },
    KnownLink { { "3090", "" }, { "RTX 3090", "NVIDIA Ampere GA102 white paper", 112.5 } },
    KnownLink { { "4090", "" }, { "RTX 4090", "NVIDIA Ada white paper", 64 } },
    KnownLink { { "5090", "" }, { "RTX 5090", "NVIDIA Blackwell white paper", 128 } },
    KnownLink { { "H20", "" }, { "H20", "published tables", 900 } },
    KnownLink { { "MI100", "" }, { "MI100", "AMD MI100 data sheet", 276 } },
    KnownLink { { "MI210", "" }, { "MI210", "AMD MI210 data sheet", 300 } },
    KnownLink { { "MI250X", "" }, { "MI250X, one die", "AMD MI250X data sheet", 400 } },
    KnownLink { { "MI250", "" }, { "MI250, one die", "AMD MI250 data sheet", 300 } },
    KnownLink { { "MI300X", "" }, { "MI300X", "AMD MI300X data sheet", 896 } },
    KnownLink { { "MI325X", "" }, { "MI325X", "AMD MI325X data sheet", 896 } },
    KnownLink { { "MI355X", "" }, { "MI355X", "AMD MI355X data sheet", 1075 } },
};

/// AMD's own names may be empty or say nothing ("AMD Radeon Graphics"): what the device has tells.
struct KnownMake {
    int major = 0;
    int minor = 0;
    int multiprocessors = 0;
    std::string_view device; ///< of kLinks
};
constexpr std::array kMakes {
    KnownMake { 9, 0, 120, "MI100" },
    KnownMake { 9, 0, 110, "MI250X, one die" },
    KnownMake { 9, 0, 104, "MI210" },  // a die of MI250 has the same link
    KnownMake { 9, 4, 304, "MI300X" }, // MI325X has the same link
    KnownMake { 9, 5, 256, "MI355X" },
};

char lowerCase(char c)
{
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

/// Whether one of the parts of `name` between blanks and hyphens is `word`, whatever the case.
bool hasPart(std::string_view name, std::string_view word)
{
    while (!name.empty()) {
        const std::size_t end = std::min(name.find_first_of(" -"), name.size());
        const std::string_view part = name.substr(0, end);
        if (std::equal(part.begin(), part.end(), word.begin(), word.end(),
                [](char a, char b) { return lowerCase(a) == lowerCase(b); }))
            return true;
        name.remove_prefix(std::min(end + 1, name.size()));
    }
    return false;
}

const LinkPeak* linkOfMake(const DeviceProperties& device)
{
    for (const KnownMake& make : kMakes) {
        if (make.major != device.computeMajor || make.minor != device.computeMinor
            || make.multiprocessors != device.multiprocessors)
            continue;
        for (const KnownLink& known : kLinks) {
            if (known.link.device == make.device)
                return &known.link;
        }
    }
    return nullptr;
}

} // namespace

const LinkPeak* findLinkPeak(const DeviceProperties& device)
{
    for (const KnownLink& known : kLinks) {
        const bool hasAll = std::all_of(known.words.begin(), known.words.end(),
            [&](std::string_view word) { return word.empty() || hasPart(device.name, word); });
        if (hasAll)
            return known.link.bothDirections > 0 ? &known.link : nullptr;
    }
    const bool saysNothing = device.name.empty() || hasPart(device.name, "AMD");
    return saysNothing ? linkOfMake(device) : nullptr;
}

} // namespace kinetoscope
