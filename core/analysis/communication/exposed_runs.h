// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/communication/collective_facts.h"

#include <optional>
#include <vector>

namespace kinetoscope {

/// By operation: the part of its shortest run in which that rank computes nothing, ns; nothing for what one rank alone
/// has. Of a host range all of it. Errors: Cancelled, or a step pattern that is no regular expression.
[[nodiscard]] Result<std::vector<std::optional<Nanoseconds>>> exposedOfShortest(
    const AnalysisInput& input, const CollectiveFacts& facts, const AnalysisContext& context);

} // namespace kinetoscope
