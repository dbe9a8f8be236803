// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/overview/saving_remarks.h"

#include "core/analysis/ranks/ranks_together.h"
#include "core/analysis/ranks/wait_facts.h"
#include "core/base/vectors.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <set>
#include <utility>
#include <vector>

namespace kinetoscope {

namespace {

bool hasSaving(const Finding& finding)
{
    const auto saves = [](const std::optional<FindingSaving>& saving) { return saving && saving->saved > 0; };
    return saves(finding.saving) || saves(finding.other);
}

/// Whether its saving is one that its rank alone gains. Where all ranks of a job have the finding alike they may gain
/// it all, and what traces of several jobs have alike helps no other rank of each; without communication none waits.
/// @param areOfOneJob  as areRanksOfOneJob() has it.
bool isOfItsRankAlone(const Finding& finding, bool areOfOneJob)
{
    return hasSaving(finding) && !(finding.alike && areOfOneJob)
        && finding.candidate.kind != finding::kExposedCommunication;
}

/// Ranks that run collectives with others, of the scope or not: positions in OverviewSource.
/// @param waits  of several ranks, else null.
std::set<std::size_t> ranksWithOthers(
    const OverviewSource& source, std::span<const RankFacts> facts, const WaitFacts* waits)
{
    std::set<std::uint32_t> matched; // positions in TraceSet::ranks()
    if (waits != nullptr) {
        for (const WaitInstance& instance : waits->ledger.instances) {
            for (const RankWait& rank : instance.ranks)
                matched.insert(waits->matching->runs[rank.run].rank);
        }
    }
    std::set<std::size_t> ranks;
    for (std::size_t i = 0; i < facts.size(); ++i) {
        const std::int64_t world = source.rankTrace(i).trace->metadata().worldSize.value_or(1);
        if (matched.contains(source.rankIndex(i)) || (world > 1 && facts[i].split.communication > 0))
            ranks.insert(i);
    }
    return ranks;
}

/// Of all savings but those that isOfItsRankAlone() leaves out: whole sentences, since not every language puts one
/// together like this.
Message savingsBesideOthers(const std::vector<Finding>& findings, bool areOfOneJob, bool isAnyOfCommunication)
{
    const auto isAlike = [areOfOneJob](const Finding& each) { return each.alike && areOfOneJob; };
    const bool isAnyAlike =
        std::ranges::any_of(findings, [&](const Finding& each) { return hasSaving(each) && isAlike(each); });
    if (!areOfOneJob)
        return isAnyOfCommunication
            ? Message { KT_PHRASE("overview",
                "Each saving but those with no communication is that of one rank alone, while the other ranks of its "
                "job stay as they are: one that then reaches a collective first waits there for these, so that its "
                "job may gain less.") }
            : Message { KT_PHRASE("overview",
                "Each saving is that of one rank alone, while the other ranks of its job stay as they are: one that "
                "then reaches a collective first waits there for these, so that its job may gain less.") };
    if (isAnyAlike && isAnyOfCommunication)
        return { KT_PHRASE("overview",
            "Each saving but those with no communication and of what ranks have alike is that of one rank alone, while "
            "the others stay as they are: a rank that then reaches a collective first waits there for the others, so "
            "that the job may gain less.") };
    if (isAnyAlike)
        return { KT_PHRASE("overview",
            "Each saving but those of what ranks have alike is that of one rank alone, while the others stay as they "
            "are: a rank that then reaches a collective first waits there for the others, so that the job may gain "
            "less.") };
    if (isAnyOfCommunication)
        return { KT_PHRASE("overview",
            "Each saving but those with no communication is that of one rank alone, while the others stay as they are: "
            "a rank that then reaches a collective first waits there for the others, so that the job may gain less.") };
    return { KT_PHRASE("overview",
        "Each saving is that of one rank alone, while the others stay as they are: a rank that then reaches a "
        "collective first waits there for the others, so that the job may gain less.") };
}

/// Whether its saving is that of a rank without communication, of which ranks that wait, as not all do alike, gain more
/// than others.
bool isOfCommunication(const Finding& finding, bool areOfOneJob)
{
    return hasSaving(finding) && !(finding.alike && areOfOneJob)
        && finding.candidate.kind == finding::kExposedCommunication;
}

/// The same, with what those are of that are without communication.
/// @param isAny  of one rank alone is any.
Message savingsOfOneRank(const std::vector<Finding>& findings, bool areOfOneJob, bool isAny)
{
    const bool isAnyOfCommunication =
        std::ranges::any_of(findings, [&](const Finding& each) { return isOfCommunication(each, areOfOneJob); });
    if (!isAny)
        return { KT_PHRASE("overview",
            "With no communication other ranks may gain less than the one of which it is told: then the job gains "
            "less, too.") };
    Message others = savingsBesideOthers(findings, areOfOneJob, isAnyOfCommunication);
    if (!isAnyOfCommunication)
        return others;
    return { KT_PHRASE("overview",
                 "%1 With no communication other ranks may gain less than the one of which it is told: then the job "
                 "gains less, too."),
        std::move(others) };
}

/// That a rank which comes sooner waits for others: said of those findings of which it is true.
void addSavingsOfOneRank(const OverviewSource& source, const std::vector<Finding>& findings, const WaitFacts* waits,
    std::span<const RankFacts> facts, std::vector<Remark>& remarks)
{
    const bool areOfOneJob = areRanksOfOneJob(source.input());
    if (std::ranges::none_of(findings, [&](const Finding& each) {
            return isOfItsRankAlone(each, areOfOneJob) || isOfCommunication(each, areOfOneJob);
        }))
        return;
    const std::set<std::size_t> together = ranksWithOthers(source, facts, waits);
    const auto isAnyTogether = [&](const auto& is) {
        return std::ranges::any_of(
            findings, [&](const Finding& each) { return is(each, areOfOneJob) && together.contains(each.rank); });
    };
    const bool isAny = isAnyTogether(isOfItsRankAlone);
    if (isAny || isAnyTogether(isOfCommunication))
        remarks.push_back({ "savings-of-one-rank", savingsOfOneRank(findings, areOfOneJob, isAny) });
}

/// That work of ranks may start too early in a replay, or keep a wait that would be over sooner.
/// @param ranks  with so many calls each, not empty; in OverviewSource.
Remark eventWaitsOf(const std::vector<std::size_t>& ranks, std::size_t count, const OverviewSource& source)
{
    constexpr const char* kCode = "event-waits";
    if (ranks.size() == 1)
        return remarkOfRank(source.rankTrace(ranks[0]), kCode,
            { KT_PLURAL("overview",
                  "%1 call makes a stream wait for work that the file does not name: where nothing else shows such a "
                  "wait, a replay lets work start too early or as late as it did, and less or more may be saved than "
                  "estimated.",
                  "%1 calls make streams wait for work that the file does not name: where nothing else shows such a "
                  "wait, a replay lets work start too early or as late as it did, and less or more may be saved than "
                  "estimated."),
                arg::Count { count } });
    Remark remark { kCode,
        { KT_PLURAL("overview",
              "%1 call of each makes a stream wait for work that the files do not name: where nothing else shows such "
              "a wait, a replay lets work start too early or as late as it did, and less or more may be saved than "
              "estimated.",
              "%1 calls of each make streams wait for work that the files do not name: where nothing else shows such "
              "a wait, a replay lets work start too early or as late as it did, and less or more may be saved than "
              "estimated."),
            arg::Count { count } },
        {}, mapped(ranks, [&source](std::size_t rank) { return source.rankTrace(rank).rank; }) };
    std::ranges::sort(remark.ranks);
    return remark;
}

/// Of ranks of which no finding says it beside its first saving; ranks with as many calls share a remark.
void addEventWaits(const OverviewSource& source, const std::vector<Finding>& findings, std::vector<Remark>& remarks)
{
    std::set<std::size_t> told; // ranks
    for (const Finding& finding : findings) {
        if (tellsEventWaits(finding))
            told.insert(finding.rank);
    }
    std::vector<std::pair<std::size_t, std::vector<std::size_t>>> byCount; // ranks, as the findings have them
    for (const Finding& finding : findings) {
        const std::size_t count = finding.saving ? finding.saving->eventWaits : 0;
        if (!hasSaving(finding) || count == 0 || !told.insert(finding.rank).second)
            continue;
        auto found = std::ranges::find(byCount, count, &decltype(byCount)::value_type::first);
        if (found == byCount.end())
            found = byCount.insert(found, { count, {} });
        found->second.push_back(finding.rank);
    }
    for (const auto& [count, ranks] : byCount)
        remarks.push_back(eventWaitsOf(ranks, count, source));
}

} // namespace

void addSavingRemarks(const OverviewSource& source, const std::vector<Finding>& findings, const WaitFacts* waits,
    std::span<const RankFacts> facts, std::vector<Remark>& remarks)
{
    if (doSavingsOverlap(findings))
        remarks.push_back({ "savings-alone",
            { KT_PHRASE("overview",
                "Each saving is that of one change alone: several together may save less than their sum.") } });
    addSavingsOfOneRank(source, findings, waits, facts, remarks);
    addEventWaits(source, findings, remarks);
}

} // namespace kinetoscope
