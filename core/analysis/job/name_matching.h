// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/job/trace_side.h"

#include <array>
#include <map>
#include <memory>
#include <set>
#include <string>

namespace kinetoscope {

/// The names of both sides of a comparison that are one row.
struct JoinedName {
    std::array<std::set<std::string, std::less<>>, 2> names; ///< by side
    std::string matchedBy; ///< what told that other names mean the same; "" for a name by itself
};
/// By the name of the row.
using JoinedNames = std::map<std::string, JoinedName, std::less<>>;

/// Every name is a row of its own, with what has the same name on the other side.
[[nodiscard]] JoinedNames joinEqualNames(const std::array<SideTotals, 2>& totals, const Progress& progress = {});

/// As joinEqualNames, but kernels that only one side has are joined with kernels that only the other has, because
/// another build gives them other names: (1) those of one short name, (2) of one short name but for its numbers (tile
/// sizes) and the architecture it is built for, (3) the only ones of both sides that the same ops launch, (4) matrix
/// kernels that the same ops launch, more of them on one side: other libraries solve one product with other kernels,
/// (5) the only ones at the same places in the call tree, (6) what is left of (4), (7) matrix kernels of ops that one
/// of them serves together, those that are launched outside of ops, too. A row of one name a side has the first side's
/// name, a row of several the short name or the op's. Cancelled if told to stop.
[[nodiscard]] Result<JoinedNames> joinSimilarKernels(const std::array<std::shared_ptr<const TraceSide>, 2>& sides,
    const std::array<SideTotals, 2>& totals, const Progress& progress);

/// `#_sgemm_#x#_tn` for `ampere_sgemm_128x64_tn`: numbers and names of GPU architectures left out.
[[nodiscard]] std::string withoutBuild(std::string_view name);

} // namespace kinetoscope
