// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/collectives/collective_matching.h"
#include "core/analysis/communication/link_peaks.h"

#include <vector>

namespace kinetoscope {

/// Over what the ranks of a group talk.
struct GroupLink {
    bool isOnOneHost = false;       ///< all ranks of it are loaded, and use different devices of one list
    const LinkPeak* link = nullptr; ///< that of all their devices; nullptr: unknown, or several
};

/// By group of the matching. A trace does not name its host: ranks count as on one host where each of the group's was
/// recorded, each uses one device, no two the same, and every file lists them all. Hosts of their own would count their
/// devices from 0. O(runs log).
[[nodiscard]] std::vector<GroupLink> groupLinks(const TraceSet& traces, const CollectiveMatching& matching);

} // namespace kinetoscope
