// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/overview/finding.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace kinetoscope {

namespace {

/// The one that is quoted first is the other one from now on.
void swapCures(Finding& finding)
{
    Candidate& candidate = finding.candidate;
    const Nanoseconds curable = candidate.curable.value_or(candidate.atStake);
    std::swap(candidate.cure, candidate.other.changes);
    std::swap(candidate.cureWords, candidate.other.words);
    candidate.curable = std::exchange(candidate.other.curable, curable);
    std::swap(finding.saving, finding.other);
    finding.cure.changes = candidate.cure;
}

bool launchesGraphs(const std::vector<NamedChange>& cure)
{
    return std::ranges::find(cure, ChangeKind::Graph, &NamedChange::kind) != cure.end();
}

bool savesTime(const std::optional<FindingSaving>& saving)
{
    return saving && saving->saved > 0;
}

/// Whether one cure does all that the other one does.
bool isPartOf(const std::vector<NamedChange>& part, const std::vector<NamedChange>& whole)
{
    return !part.empty() && std::ranges::all_of(part, [&whole](const NamedChange& each) {
        return each.kind == ChangeKind::Keep || std::ranges::any_of(whole, [&each](const NamedChange& other) {
            return other.kind == each.kind && other.target == each.target && other.listed == each.listed
                && (other.factorText == each.factorText || other.factorText == "0");
        });
    });
}

} // namespace

bool releasesWork(const std::vector<NamedChange>& cure)
{
    return launchesGraphs(cure) || std::ranges::find(cure, ChangeKind::Wait, &NamedChange::kind) != cure.end();
}

bool tellsEventWaits(const Finding& finding)
{
    return releasesWork(finding.candidate.cure) && savesTime(finding.saving) && finding.saving->eventWaits > 0;
}

bool areEventWaitsOfOther(const Finding& finding)
{
    const bool isSaid = finding.saving && releasesWork(finding.candidate.cure);
    return releasesWork(finding.candidate.other.changes) && !isSaid && savesTime(finding.other)
        && finding.other->eventWaits > 0;
}

void chooseCure(Finding& finding, std::optional<FindingSaving> other)
{
    Candidate& candidate = finding.candidate;
    if (candidate.other.isBeside && other && finding.saving
        && other->saved > std::max<Nanoseconds>(0, finding.saving->saved)) {
        finding.other = other;
        return;
    }
    const bool savesLittle = finding.saving && finding.saving->saved < candidate.atStake - candidate.atStake / 2;
    if (candidate.other.isBeside || !savesLittle || !other
        || other->saved <= std::max<Nanoseconds>(0, finding.saving->saved))
        return;
    candidate.promise = {}; // it is that of the cure that saves little
    finding.other = other;
    swapCures(finding);
}

void quoteOnce(std::vector<Finding>& all)
{
    // What a faster host would save is quoted where the most of that is at stake.
    for (std::size_t i = 0; i < all.size(); ++i) {
        for (std::size_t before = 0; before < i && all[i].other; ++before) {
            const Finding& larger = all[before];
            if (larger.rank != all[i].rank || !larger.saving || larger.saving->saved <= 0
                || !isPartOf(larger.candidate.cure, all[i].candidate.cure))
                continue;
            swapCures(all[i]);
            all[i].other.reset();
            all[i].ofAnother = larger.candidate.cureWords;
            all[i].stakeOfOther = larger.candidate.atStake;
        }
    }
    const auto quotedBy = [&all](std::size_t i) -> const Finding* {
        for (std::size_t j = 0; j < all.size(); ++j) {
            if (j == i || all[j].rank != all[i].rank || !all[j].saving || all[j].saving->saved <= 0)
                continue;
            if (isPartOf(all[i].candidate.cure, all[j].candidate.cure)
                && (j < i || !isPartOf(all[j].candidate.cure, all[i].candidate.cure)))
                return &all[j];
        }
        return nullptr;
    };
    std::vector<std::size_t> doubles;
    for (std::size_t i = 0; i < all.size(); ++i) {
        const Finding* const other = all[i].saving && all[i].saving->saved > 0 ? quotedBy(i) : nullptr;
        if (other == nullptr)
            continue;
        doubles.push_back(i);
        all[i].stakeOfOther = other->candidate.atStake;
    }
    for (const std::size_t i : doubles) {
        Finding& finding = all[i];
        finding.ofAnother = finding.candidate.cureWords;
        if (finding.other)
            swapCures(finding);
        (finding.other ? finding.other : finding.saving).reset();
    }
    // As graphs, first or second, launches cost nothing, either.
    const auto ofGraphs = [](const Finding& finding) {
        return savesTime(finding.saving) && launchesGraphs(finding.candidate.cure);
    };
    const auto areSecond = [](const Finding& finding) {
        return savesTime(finding.other) && launchesGraphs(finding.candidate.other.changes);
    };
    for (Finding& finding : all) {
        if (finding.candidate.idleGroup != IdleGroup::LaunchCalls || !savesTime(finding.saving))
            continue;
        const auto graphs = std::ranges::find_if(all, [&](const Finding& other) {
            const bool isOfSame = other.rank == finding.rank || (other.alike && finding.alike); // all have both
            return isOfSame && (ofGraphs(other) || areSecond(other));
        });
        if (graphs == all.end())
            continue;
        finding.stakeOfGraphs = graphs->candidate.atStake;
        finding.areGraphsSecond = !ofGraphs(*graphs);
    }
}

void tellEventWaitsOnce(std::vector<Finding>& all)
{
    std::set<std::size_t> told; // ranks
    for (Finding& finding : all) {
        if (tellsEventWaits(finding) || areEventWaitsOfOther(finding))
            finding.areEventWaitsTold = !told.insert(finding.rank).second;
    }
}

bool doSavingsOverlap(const std::vector<Finding>& all)
{
    struct OfRank {
        Nanoseconds sum = 0;
        int count = 0;
        bool isOfOthers = false; ///< one saves what others save, too
    };
    std::map<std::size_t, OfRank> byRank;
    for (const Finding& finding : all) {
        if (!finding.saving || finding.saving->saved <= 0)
            continue;
        OfRank& rank = byRank[finding.rank];
        rank.sum = saturatingAdd(rank.sum, finding.saving->saved);
        // As graphs, launches of a sequence cost nothing, either.
        const bool isOfSequence = finding.other && finding.candidate.other.isBeside;
        rank.isOfOthers = rank.isOfOthers || finding.candidate.kind == finding::kWaitsForGpu
            || launchesGraphs(finding.candidate.cure) || isOfSequence;
        rank.count += isOfSequence ? 2 : 1;
        if (rank.count > 1 && (rank.isOfOthers || rank.sum > finding.saving->wall / 2))
            return true;
    }
    return false;
}

} // namespace kinetoscope
