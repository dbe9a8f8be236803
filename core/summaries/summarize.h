// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/names/classification.h"
#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/io/trace_loader.h"
#include "core/summaries/shard.h"
#include "core/summaries/summary_maker.h"

#include <cstddef>
#include <string>
#include <vector>

namespace kinetoscope {

/// One run of `summarize`.
struct SummarizeJob {
    std::vector<TraceArgument> traces;
    std::string outputFolder;
    Shard shard {};
    int jobs = 1;          ///< traces at once: so many are in memory
    bool isForced = false; ///< also what is up to date
    SummaryOptions options {};
    LoadOptions load {};
    const KernelClassifier* classifier = nullptr; ///< never null
};

/// What became of the traces of a shard.
struct SummarizeOutcome {
    struct Failure {
        std::string trace;
        Error error;
    };
    std::size_t summarized = 0;
    std::size_t upToDate = 0;
    std::vector<Failure> failures; ///< in the order of the list

    /// "shard 3 of 8: 61 summarized, 2 up to date, 1 failed".
    [[nodiscard]] std::string text(const Shard& shard) const;
};

/// Makes the summaries of a shard of the traces, one whole file each; of one that cannot be read a `.ksum.failed` file
/// says why. Stopped or killed at any moment it leaves whole files or none; the same again does the rest. Errors: what
/// ends the whole run: InvalidArgument, NotWritable, Cancelled, OutOfMemory; no trace at all is NotATrace. Returns when
/// the last trace is done.
[[nodiscard]] Result<SummarizeOutcome> summarize(const SummarizeJob& job, const Progress& progress);

} // namespace kinetoscope
