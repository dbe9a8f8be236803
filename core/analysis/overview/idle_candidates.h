// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/overview/candidate_list.h"

namespace kinetoscope {

/// Whose the idle time of the rank is, a candidate a group of causes.
/// @param kernelDelay  the gap threshold that the facts were made with; ns.
void addIdleCandidates(CandidateList& list, Nanoseconds kernelDelay);
/// Host work before the first and after the last GPU activity, which is in no figure of the view.
void addTimeOutside(CandidateList& list);

} // namespace kinetoscope
