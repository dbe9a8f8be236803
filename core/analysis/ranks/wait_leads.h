// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/ranks/wait_facts.h"
#include "core/analysis/types/table.h"

#include <memory>
#include <string_view>

namespace kinetoscope {

inline constexpr const char* kWaitLeadsTitle = "What the late rank did, and the rank that it is compared with";
/// Words of the column `role`.
inline constexpr std::string_view kLateRole = "late";
inline constexpr std::string_view kComparedRole = "compared";

/// The two leads of each reason, one below the other: two rows a collective of which it is known, the late rank's
/// first.
[[nodiscard]] Table waitLeadsTable(const std::shared_ptr<const WaitFacts>& facts);

/// What the two ranks did before a collective, on the timeline; empty where that is not known.
[[nodiscard]] Selection leadsOf(const WaitFacts& facts, const WaitInstance& instance);

} // namespace kinetoscope
