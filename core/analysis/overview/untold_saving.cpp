// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/overview/untold_saving.h"

#include "core/analysis/causes/replay/changes.h"
#include "core/analysis/overview/facts/shares.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

namespace kinetoscope {

namespace {

constexpr double kMuch = 0.1; ///< of the wall time: what saves less is not worth a sentence of its own
constexpr double kLittle = 0.05;

bool isSure(const OverviewSource& source, const RankFacts& facts, const std::vector<Finding>& findings)
{
    const Scope& scope = source.input().scope;
    const bool isWhole = !scope.range && scope.streams.empty() && facts.missingSteps.empty();
    const bool isLinked = facts.works > 0 && facts.unlinkedWorks <= facts.works / 20;
    const bool doesHostWait = facts.polling || facts.pythonWaits >= kLittle || facts.sleepsInPython;
    const bool isAlone = shareOf(facts.split.communication, facts.split.window) < kLittle;
    const bool isHostDoubtful = facts.costlyFrame || facts.slowOps;
    const bool isWorkDoubtful = facts.slippedNames.has_value();
    // Time before and after the GPU's is told as such, and what the host does there may be anything.
    const bool isInView = std::ranges::none_of(findings,
        [](const Finding& each) { return each.candidate.lost > 0 || each.candidate.kind == finding::kOutsideView; });
    return facts.hasGpuWork && isWhole && isLinked && !doesHostWait && !isHostDoubtful && !isWorkDoubtful && isAlone
        && isInView;
}

/// The largest of those that are quoted, of the wall time.
double toldShare(const std::vector<Finding>& findings)
{
    double most = 0;
    for (const Finding& finding : findings) {
        for (const std::optional<FindingSaving>& saving : { finding.saving, finding.other }) {
            if (saving)
                most = std::max(most, shareOf(saving->saved, saving->wall));
        }
    }
    return most;
}

} // namespace

Result<std::optional<Remark>> untoldSaving(const OverviewSource& source, const RankFacts& facts,
    const std::shared_ptr<const PathRank>& rank, const KnownOfRank& known, const std::vector<Finding>& findings,
    const FindingThresholds& thresholds, const AnalysisContext& context)
{
    constexpr double kMuchTogether = 0.25;
    constexpr std::size_t kHost = 3;
    constexpr std::size_t kWork = 4;
    constexpr std::size_t kBoth = 5;
    const double told = toldShare(findings);
    if (told >= kMuch || !isSure(source, facts, findings))
        return std::optional<Remark>();
    // Time of the host of which it is known that it is no waiting.
    std::vector<NamedChange> host;
    for (const Cause cause : { Cause::Op, Cause::Python, Cause::Launch })
        host.push_back(twiceAsFast(ChangeKind::Host, toString(cause)));
    const NamedChange work = twiceAsFast(ChangeKind::Work, wordOf(KernelType::Computation));
    std::vector<NamedChange> both = host;
    both.push_back(work);
    struct Tried {
        std::vector<NamedChange> changes;
        Message words;
    };
    const std::array<Tried, 6> all { {
        { { hostTimeGone(Cause::DataLoading) }, { KT_PHRASE("overview", "with no time in data loading") } },
        { { hostTimeGone(Cause::MemoryAllocation) }, { KT_PHRASE("overview", "with no time in allocation") } },
        { { hostTimeGone(Cause::Launch) }, { KT_PHRASE("overview", "with launch calls that take no time") } },
        { host, { KT_PHRASE("overview", "with the host twice as fast in ops, Python and launch calls") } },
        { { work }, { KT_PHRASE("overview", "with computation twice as fast") } },
        { both, {} },
    } };
    std::vector<RankCure> cures;
    for (const Tried& each : all)
        cures.push_back({ rank, each.changes });
    KT_TRY(const std::vector<std::optional<FindingSaving>> savings,
        savingsOf(cures, source.input(), { source.cutoffs().kernelDelay }, context, known));
    if (std::ranges::any_of(savings, [](const auto& saving) { return !saving.has_value(); }))
        return std::optional<Remark>();
    const auto shareAt = [&](std::size_t i) { return shareOf(savings[i]->saved, savings[i]->wall); };
    const auto shareTold = [&](std::size_t i) { return arg::Share { savings[i]->saved, savings[i]->wall }; };
    std::size_t best = 0; // of equals the first, which says more
    for (std::size_t i = 1; i + 1 < all.size(); ++i)
        best = shareAt(i) > shareAt(best) ? i : best;
    if (savings[best]->saved < thresholds.smallTime && savings[kBoth]->saved < thresholds.smallTime)
        return std::optional<Remark>();
    if (shareAt(best) >= std::max(kMuch, 2 * told))
        return std::optional(remarkOfRank(rank->rank, "untold-saving",
            told > 0 ? Message { KT_PHRASE("overview",
                                     "What-if estimates a saving of %1 (%2 of the wall time) %3, more than that of any "
                                     "finding."),
                arg::Duration { savings[best]->saved }, shareTold(best), all[best].words }
                     : Message { KT_PHRASE("overview", "What-if estimates a saving of %1 (%2 of the wall time) %3."),
                         arg::Duration { savings[best]->saved }, shareTold(best), all[best].words }));
    // A replay keeps gaps between kernels as they are, though some of them may be the host's.
    if (shareOf(facts.of(IdleGroup::KernelGaps).forLaunches, facts.split.window) >= kLittle)
        return std::optional<Remark>();
    if (shareAt(kBoth) < kMuchTogether || shareAt(best) >= kMuch) // one alone does much, as a finding says already
        return std::optional<Remark>();
    return std::optional(remarkOfRank(rank->rank, "balanced",
        { KT_PHRASE("overview",
              "Neither the host nor the GPU limits the time alone: What-if estimates a saving of %1 of the wall time "
              "with the host twice as fast in ops, Python and launch calls, of %2 with computation twice as fast, and "
              "of %3 with both."),
            shareTold(kHost), shareTold(kWork), shareTold(kBoth) }));
}

} // namespace kinetoscope
