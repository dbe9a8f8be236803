// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/output/table_writer.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace kinetoscope {

/// One analysis in a report: what was asked, what came of it, and how to get it again.
struct ReportSection {
    const AnalysisDescriptor* analysis = nullptr; ///< never null
    std::shared_ptr<const AnalysisResult> result; ///< nullptr where there is none
    std::string problem;                          ///< a sentence why there is none
    std::vector<std::pair<ParameterDescriptor, ParameterValue>> parameters;
    std::string scope;                  ///< in words
    std::string command {};             ///< prints the same tables in a shell
    std::size_t ranksInScope = 0;       ///< 0: all that are open
    std::vector<std::string> charts {}; ///< each a complete <svg> element, trusted: its maker escaped what it draws
};

struct Report {
    std::string title;
    std::vector<ResultInfo::TraceInfo> traces;
    std::vector<ReportSection> sections;
    std::size_t mostRows = 20; ///< of each table, as a screen opens it; how many are left out is said below it
};

/// The report as one HTML document: no script, no link out of it, nothing to load, readable on paper. Every text of a
/// trace is escaped; names longer than a line are cut in the middle and whole in the tool tip. Times have one unit a
/// column and three decimals: the exact figures are what the commands print. The same report gives the same bytes.
/// Cost: O(cells shown), and one look at each time of the rows shown.
[[nodiscard]] std::string writeReport(const Report& report);

} // namespace kinetoscope
