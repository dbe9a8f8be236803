// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/analysis_lookup.h"

#include "app/cli/session.h"
#include "core/analysis/scope/scope_text.h"
#include "core/catalog/analyses.h"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <system_error>

namespace kinetoscope::cli {

const AnalysisDescriptor* findAnalysisOrExplain(const std::string& id)
{
    if (const AnalysisDescriptor* analysis = findAnalysis(id))
        return analysis;
    std::error_code none;
    if (std::filesystem::exists(id, none)) {
        printError(fmt::format("'{}' is a file: what comes here is an analysis, such as overview.", id));
        return nullptr;
    }
    std::vector<std::string> ids;
    std::ranges::transform(analyses(), std::back_inserter(ids), &AnalysisDescriptor::id);
    printError(
        fmt::format("There is no analysis '{}'{}", id, didYouMean(id, ids, "; 'kinetoscope-cli list' shows them.")));
    return nullptr;
}

} // namespace kinetoscope::cli
