// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/overview/chosen_findings.h"

#include "core/analysis/overview/candidates/candidate_list.h"
#include "core/base/sort_stably.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <utility>

namespace kinetoscope {

namespace {

constexpr std::size_t kMostFindings = 5;
/// As many ranks at most are replayed to find the one whose waits for the GPU cost most.
constexpr std::ptrdiff_t kMostTried = 8;

void sortByStake(std::vector<Finding>& all)
{
    sortStably(all, std::greater {}, [](const Finding& a) { return a.candidate.atStake; });
}

/// Keeps the least and the greatest of the shares that were added; of equals the first.
void addShare(const Candidate& ofRank, AlikeRanks& ranks)
{
    const double share = shareOf(ofRank.atStake, ofRank.whole);
    if (ranks.count == 0 || share > shareOf(ranks.most, ranks.wholeOfMost)) {
        ranks.most = ofRank.atStake;
        ranks.wholeOfMost = ofRank.whole;
    }
    if (ranks.count == 0 || share < shareOf(ranks.least, ranks.wholeOfLeast)) {
        ranks.least = ofRank.atStake;
        ranks.wholeOfLeast = ofRank.whole;
    }
    ++ranks.count;
}

/// Whether all ranks have a candidate of the kind, about the same op or kernel, with nearly the same share at stake:
/// that it is more on one of them is chance, and no rank's fault. What a doubtful rank has of it says little of how
/// alike they are.
/// @param tellGpuTime  by rank: where some do, those that do not cannot have it.
std::optional<AlikeRanks> alikeIn(
    const std::vector<std::vector<Candidate>>& byRank, const std::vector<bool>& tellGpuTime, const std::string& kind)
{
    constexpr double kAlike = 0.9; // of the largest share
    const bool doSomeTell = std::ranges::find(tellGpuTime, true) != tellGpuTime.end();
    std::vector<const Candidate*> all;
    for (std::size_t rank = 0; rank < byRank.size(); ++rank) {
        const std::vector<Candidate>& ofRank = byRank[rank];
        const auto found = std::ranges::find(ofRank, kind, &Candidate::kind);
        if (found == ofRank.end() && doSomeTell && !tellGpuTime[rank])
            continue;
        if (found == ofRank.end() || found->isPotential)
            return std::nullopt;
        if (!all.empty() && found->subject != all.front()->subject)
            return std::nullopt;
        all.push_back(&*found);
    }
    AlikeRanks alike;
    alike.doubtful = static_cast<std::size_t>(std::ranges::count_if(all, &Candidate::isDoubtful));
    if (alike.doubtful == all.size())
        alike.doubtful = 0;
    for (const Candidate* found : all) {
        if (found->isDoubtful && alike.doubtful > 0)
            continue;
        addShare(*found, alike);
    }
    const bool areAlike =
        alike.count > 1 && shareOf(alike.least, alike.wholeOfLeast) >= kAlike * shareOf(alike.most, alike.wholeOfMost);
    if (!all.empty() && !all.front()->subject.empty()) {
        // The share is of all ops: it may be the same though each call takes one rank several times as long.
        const auto [least, most] = std::ranges::minmax_element(all, {}, &Candidate::atStake);
        if ((*least)->atStake < (*most)->atStake / 5 * 4)
            return std::nullopt;
    }
    return areAlike ? std::optional(alike) : std::nullopt;
}

/// Of idle time that two ranks or more have worth a sentence: which shares of it. Without doubtful ranks, whose idle
/// time may be none; where one is left, nothing. How many of these have it is told.
std::optional<AlikeRanks> unlikeIn(const std::vector<std::vector<Candidate>>& byRank, const std::string& kind)
{
    AlikeRanks found;
    for (const std::vector<Candidate>& ofRank : byRank) {
        const auto one = std::ranges::find(ofRank, kind, &Candidate::kind);
        if (one == ofRank.end() || !one->idleGroup)
            continue;
        if (one->isDoubtful) {
            ++found.doubtful;
            continue;
        }
        addShare(*one, found);
    }
    return found.count > 1 ? std::optional(found) : std::nullopt;
}

/// Whether the cure makes GPU work faster.
bool isOfWork(const Candidate& candidate)
{
    return candidate.isPotential && candidate.kind != finding::kWaitsForGpu;
}

/// Much that is saved beside little waiting for recorded work is not of these waits, or of what was not recorded.
bool isMuchUnexplained(const FindingSaving& saving)
{
    return saving.waits.time < saving.saved / 2 || saving.waits.afterWork > saving.saved / 10;
}

/// What is at stake less what may be none: kernels that are not in the file may have run in it.
Nanoseconds sureStakeOf(const Candidate& candidate)
{
    return saturatingSubtract(candidate.atStake, candidate.lost);
}

} // namespace

bool tellsGpuTime(const OverviewSource& source, const RankFacts& facts, std::size_t rank)
{
    return facts.hasGpuWork && source.rankTrace(rank).readsFrom() == nullptr;
}

std::vector<Finding> chosenOf(std::vector<std::vector<Candidate>> byRank, const std::vector<bool>& tellGpuTime,
    std::optional<SlowRank> slow, const std::optional<LateRank>& late)
{
    // Of waits for each other the sentence is about one rank, a slow step is one rank's, and without communication each
    // rank saves as much as it waits for others in it.
    const auto isOfOneRank = [](const std::string& kind) {
        return kind == finding::kWaitsForRanks || kind == finding::kSlowStep || kind == finding::kExposedCommunication;
    };
    std::map<std::string, std::optional<AlikeRanks>> alike;
    std::map<std::string, std::optional<AlikeRanks>> unlike;
    for (const std::vector<Candidate>& ofRank : byRank) {
        for (const Candidate& candidate : ofRank) {
            if (!alike.contains(candidate.kind))
                alike[candidate.kind] =
                    isOfOneRank(candidate.kind) ? std::nullopt : alikeIn(byRank, tellGpuTime, candidate.kind);
            if (!alike[candidate.kind] && !unlike.contains(candidate.kind))
                unlike[candidate.kind] = unlikeIn(byRank, candidate.kind);
        }
    }
    std::map<std::string, Finding> byKind;
    std::vector<Finding> ofWaits;
    for (std::size_t rank = 0; rank < byRank.size(); ++rank) {
        for (Candidate& candidate : byRank[rank]) {
            if (candidate.kind == finding::kWaitsForGpu) {
                ofWaits.push_back({ rank, std::move(candidate) });
                continue;
            }
            const auto [place, isNew] = byKind.try_emplace(candidate.kind, Finding {});
            const Candidate& chosen = place->second.candidate;
            // Where the shares of several ranks are told, the sentence is about one of these.
            const bool isSurer =
                (alike[place->first] || unlike[place->first]) && chosen.isDoubtful != candidate.isDoubtful;
            if (isNew || (isSurer ? chosen.isDoubtful : sureStakeOf(chosen) < sureStakeOf(candidate)))
                place->second = { rank, std::move(candidate), alike[place->first], unlike[place->first] };
        }
    }
    if (late)
        byKind[late->candidate.kind] = { late->rank, late->candidate };
    // That the others wait for a rank because it computes longer says all that its longer computation would.
    const bool isSaid = slow && late && late->rank == slow->rank && late->isForCompute;
    if (slow && !isSaid)
        byKind[slow->candidate.kind] = { slow->rank, std::move(slow->candidate) };
    // Which rank's waits cost most a replay tells: of a large job not of all.
    sortByStake(ofWaits);
    std::vector<Finding> all(std::make_move_iterator(ofWaits.begin()),
        std::make_move_iterator(ofWaits.begin() + std::min(std::ssize(ofWaits), kMostTried)));
    for (auto& [kind, finding] : byKind)
        all.push_back(std::move(finding));
    sortByStake(all);
    const auto potential = static_cast<std::size_t>(
        std::ranges::count_if(all, [](const Finding& finding) { return finding.candidate.isPotential; }));
    if (all.size() > kMostFindings + potential)
        all.resize(kMostFindings + potential);
    return all;
}

Result<Done> estimateSavings(const OverviewSource& source, const std::vector<RankFacts>& facts, const PathRanks& ranks,
    const KnownOfRank& known, const AnalysisContext& context, std::vector<Finding>& all)
{
    constexpr double kMuchWaiting = 0.1; // of all recorded time
    constexpr double kMostWaiting = 0.5;
    std::vector<RankCure> cures; // of each finding its own, then the other one
    for (Finding& finding : all) {
        const auto rank = std::ranges::find(ranks, source.rankIndex(finding.rank), &PathRank::index);
        const RankFacts& ofRank = facts[finding.rank];
        // A replay without launches lets work start however late the host is, and the host go on however late work is.
        if (const bool isBlind = ofRank.unlinkedWorks > ofRank.works / 2; isBlind && !source.input().scope.range) {
            if (!finding.candidate.cure.empty())
                finding.unknownSaving = { KT_PHRASE("overview", "%1 of %2 GPU activities are linked to no launch"),
                    arg::Count { ofRank.unlinkedWorks }, arg::Count { ofRank.works } };
        } else if (rank != ranks.end() && source.rankTrace(finding.rank).readsFrom() == nullptr)
            finding.cure = { *rank, finding.candidate.cure,
                finding.candidate.isPotential ? 0 : finding.candidate.atStake / 10,
                isOfWork(finding.candidate) ? finding.candidate.atStake : 0 };
        cures.push_back(finding.cure);
        cures.push_back(
            { finding.cure.rank, finding.cure.rank ? finding.candidate.other.changes : std::vector<NamedChange> {} });
    }
    KT_TRY(const std::vector<std::optional<FindingSaving>> savings,
        savingsOf(cures, source.input(), { source.cutoffs().kernelDelay }, context, known));
    const auto doubted = [](std::optional<FindingSaving> saving, const RankFacts& ofRank) {
        if (!saving)
            return saving;
        saving->isPythonDoubtful = ofRank.costlyFrame && saving->changesPython;
        saving->areOpsSlow = ofRank.slowOps && saving->changesOps;
        return saving;
    };
    for (std::size_t i = 0; i < all.size(); ++i) {
        Finding& finding = all[i];
        const RankFacts& ofRank = facts[finding.rank];
        finding.saving = doubted(savings[2 * i], ofRank);
        chooseCure(finding, doubted(savings[2 * i + 1], ofRank));
        // Who waits for other threads goes on sooner with them: what little a replay finds is not what is saved then.
        const Candidate& candidate = finding.candidate;
        if (ofRank.pythonWaits >= kMostWaiting && finding.saving
            && finding.saving->saved < candidate.curable.value_or(candidate.atStake) / 4)
            finding.saving->saved = 0;
        for (std::size_t group = 0; group < kIdleGroupCount; ++group)
            finding.lostInRank +=
                static_cast<IdleGroup>(group) == IdleGroup::InSync ? 0 : ofRank.idleGroups[group].lost;
        finding.waitsInPython = ofRank.pythonWaits >= kMuchWaiting;
        const IdleOf& loading = ofRank.of(IdleGroup::DataLoading);
        finding.forLoader = loading.idle.time - loading.withoutWorkers;
    }
    return Done {};
}

void settleStakes(std::vector<Finding>& all, const FindingThresholds& thresholds)
{
    const auto isOfWaits = [](const Finding& finding) { return finding.candidate.kind == finding::kWaitsForGpu; };
    for (Finding& finding : all) {
        Candidate& candidate = finding.candidate;
        if (!candidate.isPotential || !finding.saving)
            continue;
        const FindingSaving& saving = *finding.saving;
        if (isOfWaits(finding)) { // its sentence has no other figure, and no other whole
            candidate.atStake = saving.saved;
            candidate.whole = saving.wall;
            candidate.wholeName = saving.isOfSteps ? Message { KT_PHRASE("overview", "time from step to step") }
                                                   : Message { KT_PHRASE("overview", "wall time") };
        } else {
            // Other work beside it need not be in its way: as far as the replay saves it, it could be gained.
            candidate.atStake = std::min(std::max(candidate.atStake, candidate.named), saving.saved);
        }
    }
    const bool isSaid =
        std::ranges::any_of(all, [](const Finding& each) { return each.candidate.kind == finding::kSyncWait; });
    std::erase_if(all, [&](const Finding& finding) {
        // In a chosen range no saving is known.
        const bool isUnknown = isOfWaits(finding) && (isSaid || !finding.saving || isMuchUnexplained(*finding.saving));
        return isUnknown || !isWorthASentence(finding.candidate, thresholds);
    });
    sortByStake(all);
    // What waits cost later is idle time of the findings about the host: it stands behind all and takes no place.
    const auto ofWaits = std::stable_partition(all.begin(), all.end(), std::not_fn(isOfWaits));
    const auto others = static_cast<std::size_t>(ofWaits - all.begin());
    if (all.size() > others + 1)
        all.resize(others + 1); // of the rank where they cost most
    if (others > kMostFindings)
        all.erase(all.begin() + static_cast<std::ptrdiff_t>(kMostFindings),
            all.begin() + static_cast<std::ptrdiff_t>(others));
}

} // namespace kinetoscope
