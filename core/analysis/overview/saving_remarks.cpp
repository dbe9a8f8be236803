// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/overview/saving_remarks.h"

#include "core/analysis/ranks/wait_facts.h"

#include <algorithm>
#include <set>

namespace kinetoscope {

namespace {

bool hasSaving(const Finding& finding)
{
    const auto saves = [](const std::optional<FindingSaving>& saving) { return saving && saving->saved > 0; };
    return saves(finding.saving) || saves(finding.other);
}

/// Whether its saving is one that its rank alone gains. Where all ranks have the finding alike they may gain it all;
/// without communication none waits.
bool isOfItsRankAlone(const Finding& finding)
{
    return hasSaving(finding) && !finding.alike && finding.candidate.kind != finding::kExposedCommunication;
}

/// Ranks that run collectives with others of the scope; positions in TraceSet::ranks().
std::set<std::uint32_t> ranksWithOthers(const WaitFacts& waits)
{
    std::set<std::uint32_t> ranks;
    for (const WaitInstance& instance : waits.ledger.instances) {
        for (const RankWait& rank : instance.ranks)
            ranks.insert(waits.matching->runs[rank.run].rank);
    }
    return ranks;
}

} // namespace

void addSavingRemarks(const OverviewSource& source, const std::vector<Finding>& findings, const WaitFacts* waits,
    std::span<const RankFacts> facts, std::vector<Remark>& remarks)
{
    if (doSavingsOverlap(findings))
        remarks.push_back({ "savings-alone",
            { KT_PHRASE("overview",
                "Each saving is that of one change alone: several together may save less than their sum.") } });
    if (waits != nullptr && std::ranges::any_of(findings, isOfItsRankAlone)) {
        const std::set<std::uint32_t> together = ranksWithOthers(*waits);
        const bool isAnyTogether = std::ranges::any_of(findings, [&](const Finding& each) {
            return isOfItsRankAlone(each) && together.contains(source.rankIndex(each.rank));
        });
        if (isAnyTogether)
            remarks.push_back({ "savings-of-one-rank",
                { KT_PHRASE("overview",
                    "Each saving is that of one rank alone, while the others stay as they are: where it then comes to "
                    "a collective before them it waits for them, so that the job may gain less.") } });
    }
    std::set<std::size_t> told; // ranks
    for (const Finding& finding : findings) {
        const std::size_t eventWaits = finding.saving ? finding.saving->eventWaits : 0;
        if (!hasSaving(finding) || tellsEventWaits(finding) || eventWaits <= facts[finding.rank].works / 100
            || !told.insert(finding.rank).second)
            continue;
        remarks.push_back(remarkOfRank(source.rankTrace(finding.rank), "event-waits",
            { KT_PLURAL("overview",
                  "%1 call makes a stream wait for work that the file does not name: where nothing else shows such a "
                  "wait, a replay lets work start too early, and less may be saved than estimated.",
                  "%1 calls make streams wait for work that the file does not name: where nothing else shows such a "
                  "wait, a replay lets work start too early, and less may be saved than estimated."),
                arg::Count { eventWaits } }));
    }
}

} // namespace kinetoscope
