// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/thresholds.h"
#include "core/catalog/analyses.h"

namespace kinetoscope {

std::vector<Threshold> thresholds()
{
    std::vector<Threshold> all;
    for (const AnalysisDescriptor& analysis : analyses()) {
        for (const ParameterDescriptor& parameter : analysis.parameters) {
            if (parameter.isThreshold && !parameter.htaOnly)
                all.push_back({ &analysis, &parameter });
        }
    }
    return all;
}

} // namespace kinetoscope
