// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/scope.h"
#include "core/base/result.h"
#include "core/model/trace_set.h"

#include <string>

namespace CLI {
class App;
}

namespace kinetoscope {

/// The options that say what part of a job is looked at, as typed: --ranks, --steps, --streams, --range and
/// --step-pattern.
struct ScopeOptions {
    std::string ranks;
    std::string steps;
    std::string streams;
    std::string range;
    std::string stepPattern;

    /// Declares them. This object outlives `app`.
    void add(CLI::App& app);
    /// The scope without a look at the traces. InvalidArgument, naming the option, on malformed lists and ranges.
    [[nodiscard]] Result<Scope> scope() const;
};

/// InvalidArgument if the scope names a rank, step or stream that the job does not have, or a time outside of it; says
/// what it has.
[[nodiscard]] Result<Done> checkScope(const Scope& scope, const TraceSet& traces);

} // namespace kinetoscope
