// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/communication/collective_facts.h"
#include "core/base/remark.h"

#include <vector>

namespace kinetoscope {

/// What figures of collectives stand on, and what they cannot say: "no-communication", "no-size",
/// "group-size-assumed", "waiting-included", "early-leavers", "in-switch", "uneven", "link-unknown".
void addCollectiveRemarks(std::vector<Remark>& remarks, const CollectiveFacts& facts);

} // namespace kinetoscope
