// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/efficiency/owned_work.h"

namespace kinetoscope {

/// Cuts the figures of calls to what a scope shows of them: operations and bytes in proportion to the kernel time.
/// O(calls). @param cut  the work of one rank in the scope. @param whole  all of that rank, which has the calls in
/// full.
void cutToScope(RankOwnedWork& cut, const RankOwnedWork& whole);

} // namespace kinetoscope
