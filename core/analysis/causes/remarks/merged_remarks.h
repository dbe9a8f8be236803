// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/analysis.h"

#include <vector>

namespace kinetoscope {

/// Says of each rank of the scope whose file holds several ranks as MergedRanks has them ("merged-ranks") that they are
/// taken as one, and which process its main thread is of. O(launches) of files with one process that launches work.
void remarkOnMergedRanks(const AnalysisInput& input, const Progress& progress, std::vector<Remark>& remarks);

/// The same where no thread is the main one: that steps and GPUs are those of all ("merged-ranks").
void remarkOnMergedDevices(const AnalysisInput& input, std::vector<Remark>& remarks);

/// The same where ranks are compared: that those of one file are not, with this code.
void remarkOnMergedWaits(const AnalysisInput& input, const char* code, std::vector<Remark>& remarks);

} // namespace kinetoscope
