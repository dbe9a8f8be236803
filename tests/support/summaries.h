// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/model/trace_set.h"
#include "core/summaries/summary_maker.h"
#include "tests/support/temp_dir.h"

#include <memory>
#include <string>

namespace kinetoscope::tests {

/// The same job with a summary in place of each trace: made, written to files of `folder`, and opened again as a user
/// would. The traces keep their numbers.
[[nodiscard]] Result<std::shared_ptr<const TraceSet>> summarized(
    const TraceSet& traces, const TempDir& folder, const SummaryOptions& options = {});

} // namespace kinetoscope::tests
