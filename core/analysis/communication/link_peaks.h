// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/metadata.h"

#include <string_view>

namespace kinetoscope {

/// How much a GPU can exchange with others of its host at most, as its vendor says.
struct LinkPeak {
    std::string_view device;   ///< "A100"
    std::string_view source;   ///< "NVIDIA A100 data sheet"
    double bothDirections = 0; ///< GB/s, of all links of the device, both directions together
};

/// The link of a device by the words of its name, of AMD devices without a name by what they are made of; nullptr where
/// that does not tell: "NVIDIA H100" is sold with links that differ by half. Valid for the life of the program.
[[nodiscard]] const LinkPeak* findLinkPeak(const DeviceProperties& device);

} // namespace kinetoscope
