// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/ranks/wait_facts.h"
#include "core/analysis/types/analysis.h"

namespace kinetoscope {

/// Its table `steps`, from waits that were read of the same input.
/// Errors: Cancelled, or a step pattern that is no regular expression.
[[nodiscard]] Result<Table> waitStepsOf(
    const std::shared_ptr<const WaitFacts>& facts, const AnalysisInput& input, const AnalysisContext& context);

/// What complete parameters of it say. InvalidArgument for a kind of collective that there is none of.
[[nodiscard]] Result<WaitOptions> waitOptionsFrom(const Parameters& parameters);

/// "Who do the others wait for in collectives, and how long?" (ranks.md 3.1, 3.2). Tables `ranks`, `instances`,
/// `steps`, `groups`; in each the waits of the scope add up to the same sum.
[[nodiscard]] AnalysisDescriptor waitCauses();

} // namespace kinetoscope
