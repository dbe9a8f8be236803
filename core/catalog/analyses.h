// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/analysis.h"
#include "core/base/message.h"

#include <span>
#include <string_view>
#include <vector>

namespace kinetoscope {

/// Every analysis, in the order of the product's table. One line each in analyses.cpp. Made once, at the first call;
/// lives as long as the program. Any thread, as all below.
[[nodiscard]] std::span<const AnalysisDescriptor> analyses();
/// The same by group, as the window's menu lists them; within a group in that order.
[[nodiscard]] std::vector<const AnalysisDescriptor*> analysesByGroup();
/// What a group is called where people choose from it.
[[nodiscard]] Phrase titleOf(PanelGroup group);
/// nullptr when there is none of that id. O(analyses).
[[nodiscard]] const AnalysisDescriptor* findAnalysis(std::string_view id);
/// Whether tables of the analysis may have columns that no descriptor knows, one for each counter or category that a
/// trace has: what a column is called is known only once it ran.
[[nodiscard]] bool findsColumnsInTraces(const AnalysisDescriptor& analysis);

} // namespace kinetoscope
