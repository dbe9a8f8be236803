// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/summaries.h"

#include "core/analysis/names/classification.h"
#include "core/io/trace_loader.h"
#include "core/summaries/summary_writer.h"
#include "tests/support/load_text.h"

namespace kinetoscope::tests {

Result<std::shared_ptr<const TraceSet>> summarized(
    const TraceSet& traces, const TempDir& folder, const SummaryOptions& options)
{
    const KernelClassifier classifier;
    AnalysisContext context;
    context.classifier = &classifier;
    std::vector<TraceArgument> arguments;
    for (const RankTrace& rank : traces.ranks()) {
        // As summarize does: one trace at a time, that knows of no other.
        const auto alone = std::make_shared<const TraceSet>(
            std::vector<std::pair<std::int64_t, std::shared_ptr<const Trace>>> { { rank.rank, rank.trace } },
            std::vector<Remark> {});
        Result<RankSummary> summary = makeSummary(alone, 0, options, context);
        if (!summary)
            return summary.error();
        summary->meta.trace = rank.path;
        const Result<std::vector<std::uint8_t>> bytes = summaryBytes(*summary);
        if (!bytes)
            return bytes.error();
        const std::string_view content(reinterpret_cast<const char*>(bytes->data()), bytes->size());
        arguments.push_back({ rank.rank, folder.write("rank" + std::to_string(rank.rank) + ".ksum", content) });
    }
    return loadTraceSet(arguments, testLoadOptions(), {});
}

} // namespace kinetoscope::tests
