// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/evidence/finding_claims.h"

#include <functional>
#include <map>
#include <string>

namespace kinetoscope::tests {

/// What is untrue of a finding, whose click gives FindingClaim::evidence; "" for nothing.
using FindingRule = std::function<std::string(const FindingClaim& claim, const FindingClaims& all)>;
/// By kind of finding, every kind that there is.
[[nodiscard]] const std::map<std::string, FindingRule>& findingRules();

} // namespace kinetoscope::tests
