// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/collectives/collective_matching.h"
#include "core/analysis/names/classification.h"

#include <string>
#include <vector>

namespace kinetoscope {

/// Over what the ranks of a group talk.
struct GroupLink {
    bool isOnOneHost = false;  ///< all ranks of it are loaded, and use different devices of one list
    double bothDirections = 0; ///< GB/s of the link of all their devices, both ways together; 0: unknown, or several
    std::string source;        ///< who says so: "NVIDIA A100 data sheet", "rules file"
};

/// By group of the matching. A trace does not name its host: ranks count as on one host where each of the group's was
/// recorded, each uses one device, no two the same, and every file lists them all. Hosts of their own would count their
/// devices from 0. O(runs log).
/// @param classifier  a rule of the user for a device goes before the table of peaks.
[[nodiscard]] std::vector<GroupLink> groupLinks(
    const TraceSet& traces, const CollectiveMatching& matching, const KernelClassifier& classifier);

} // namespace kinetoscope
