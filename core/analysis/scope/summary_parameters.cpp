// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/scope/summary_parameters.h"

#include "core/analysis/names/classification.h"

#include <set>

namespace kinetoscope {

namespace {

template <typename Visit> void eachSummaryOf(const AnalysisInput& input, const Visit& visit)
{
    for (const RankTrace& rank : input.traces->ranks()) {
        if (isChosen(input.scope.ranks, rank.rank) && rank.readsFrom() != nullptr)
            visit(*rank.readsFrom());
    }
}

} // namespace

void remarkOnSummaryParameters(const AnalysisInput& input, Nanoseconds kernelDelay, const KernelClassifier& classifier,
    std::vector<Remark>& remarks)
{
    std::set<Nanoseconds> delays;
    bool hasOtherRules = false;
    eachSummaryOf(input, [&](const RankSummary& summary) {
        if (summary.meta.kernelDelay != kernelDelay)
            delays.insert(summary.meta.kernelDelay);
        hasOtherRules = hasOtherRules || summary.meta.rulesCrc != classifier.rulesCrc();
    });
    if (!delays.empty())
        remarks.push_back({ "summary-threshold",
            { KT_PHRASE("summaries",
                  "Summaries here were made with the gap threshold %1, not %2: idle time of their ranks has the causes "
                  "of that one."),
                arg::ExactDuration { *delays.begin() }, arg::ExactDuration { kernelDelay } } });
    if (hasOtherRules)
        remarks.push_back({ "summary-rules",
            { KT_PHRASE("summaries",
                "Summaries here were made with other rules for names than those of now: what counts as computation and "
                "as communication is as it was then.") } });
}

bool readsAnySummary(const AnalysisInput& input)
{
    bool reads = false;
    eachSummaryOf(input, [&reads](const RankSummary&) { reads = true; });
    return reads;
}

} // namespace kinetoscope
