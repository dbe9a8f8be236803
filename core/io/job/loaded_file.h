// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/job/trace_candidates.h"
#include "core/io/trace_peek.h"
#include "core/model/trace_set.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace kinetoscope {

/// What came of a file of a job, before it has the number of a rank: its trace, or its head where it did not fit, or
/// the summary in it.
struct LoadedFile {
    TraceCandidate from;
    std::shared_ptr<const Trace> trace;              ///< null where it is only listed, or only a summary is there
    std::shared_ptr<const RankSummary> summary = {}; ///< may be there beside a trace
    TracePeek listed = {};                           ///< of one that is only listed: what its file's head says

    [[nodiscard]] bool isListed() const { return !trace && listed.isTrace; }
    [[nodiscard]] std::string path() const { return trace ? trace->path() : isListed() ? from.path : summary->path; }
    [[nodiscard]] std::optional<std::int64_t> rank() const
    {
        return trace ? trace->metadata().rank : isListed() ? listed.rank : summary->meta.rank;
    }
};

} // namespace kinetoscope
