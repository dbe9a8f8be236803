// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/collectives/group_instances.h"
#include "core/base/progress.h"
#include "core/model/trace_set.h"

namespace kinetoscope {

/// Joins the runs of a group that no number joins: the n-th run of each rank in a step, or in the trace, where all
/// ranks run the same sequence; else, where ranks have lost runs, by the ends, which all ranks leave together
/// (ranks.md 1.3). What neither tells becomes an instance of its own, and is said: "step-numbers", "not-matched". Stops
/// early when asked to; then some runs have no instance. O(runs log runs), and more where ranks have lost runs
/// (realigned()).
void matchByPlace(GroupInstances& instances, const TraceSet& traces, const GroupRuns& ranks, const Progress& progress);

} // namespace kinetoscope
