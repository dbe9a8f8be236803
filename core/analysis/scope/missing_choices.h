// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/analysis.h"
#include "core/base/progress.h"
#include "core/base/result.h"

#include <span>
#include <string>
#include <vector>

namespace kinetoscope {

/// A value of a parameter that names what a job does not have.
struct MissingChoice {
    const ParameterDescriptor* parameter = nullptr; ///< one of those that were asked about
    std::vector<std::string> names;                 ///< what is not there, as it was written
    ParameterValue rest;                            ///< of a list what is there; otherwise the default
};

/// Which values that were chosen for other jobs name what these do not have; preferences (NamedThing::None) never do.
/// Names that cannot be read are left for the analysis to refuse. Ranks and steps are those of the whole job, with the
/// step pattern of the scope; of a job without any counter nothing can be said about formulas.
/// @param ids     of the parameters to look at.
/// @param values  complete.
/// @param inputs  as the analysis would get them; see ParameterDescriptor::namesInInput.
/// O(slices) for ops and calls; formulas read the counters from the file. Errors: Cancelled; of formulas those of
/// readProfilerRanges. Thread-safe.
[[nodiscard]] Result<std::vector<MissingChoice>> missingChoices(std::span<const ParameterDescriptor> parameters,
    std::span<const std::string> ids, const Parameters& values, AnalysisInputs inputs, const Progress& progress);

} // namespace kinetoscope
