// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/evidence/finding_claims.h"

#include <string>

namespace kinetoscope::tests {

/// The cure that a finding's sentence names first, as a person writes it for what-if; "" where none is named, or the
/// words alone do not tell it (what the peaks allow, Python without its sleeps).
[[nodiscard]] std::string writtenCureOf(const FindingClaim& claim, const TraceSet& traces);

} // namespace kinetoscope::tests
