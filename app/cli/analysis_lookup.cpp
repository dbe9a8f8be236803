// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/analysis_lookup.h"

#include "app/cli/session.h"
#include "core/analysis/scope/scope_text.h"
#include "core/catalog/analyses.h"

#include <fmt/core.h>

#include <algorithm>
#include <iterator>

namespace kinetoscope::cli {

const AnalysisDescriptor* findAnalysisOrExplain(const std::string& id)
{
    if (const AnalysisDescriptor* analysis = findAnalysis(id))
        return analysis;
    std::vector<std::string> ids;
    std::ranges::transform(analyses(), std::back_inserter(ids), &AnalysisDescriptor::id);
    printError(
        fmt::format("There is no analysis '{}'{}", id, didYouMean(id, ids, "; 'kinetoscope-cli list' shows them.")));
    return nullptr;
}

} // namespace kinetoscope::cli
