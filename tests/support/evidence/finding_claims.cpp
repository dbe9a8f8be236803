// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/evidence/finding_claims.h"

#include "core/numeric/intervals.h"
#include "core/words/english.h"
#include "tests/support/evidence/finding_rules.h"

#include <algorithm>
#include <cmath>
#include <regex>
#include <span>

namespace kinetoscope::tests {

namespace {

std::vector<TimeRange> unionOfVisible(
    const std::vector<SlowWork>& works, const Scope& scope, std::optional<KernelType> type = std::nullopt)
{
    std::vector<TimeRange> ranges;
    for (const SlowWork& work : works) {
        if (!type || work.type == *type) {
            if (const auto part = visiblePart(scope, { work.begin, work.end }))
                ranges.push_back(*part);
        }
    }
    return unionOf(std::move(ranges));
}

RankWork workOfRank(const RankTrace& rank, const Scope& scope)
{
    RankWork found;
    found.works = slowWork(rank, scope);
    found.all = unionOfVisible(found.works, scope);
    found.compute = unionOfVisible(found.works, scope, KernelType::Computation);
    found.communication = unionOfVisible(found.works, scope, KernelType::Communication);
    found.memory = unionOfVisible(found.works, scope, KernelType::Memory);
    Scope allSteps = scope;
    allSteps.steps.clear();
    found.busy = scope.steps.empty() ? found.all : unionOfVisible(slowWork(rank, allSteps), scope);
    return found;
}

std::string about(const FindingClaim& claim, const std::string& fault)
{
    return claim.kind + " (" + claim.sentence + "): " + fault;
}

/// ns of a time as sentences have it: "12.35 ms".
double timeIn(const std::string& number, const std::string& unit)
{
    const double value = std::stod(number);
    return value * (unit == "ns" ? 1.0 : unit == "us" ? 1e3 : unit == "ms" ? 1e6 : unit == "s" ? 1e9 : 60e9);
}

} // namespace

FindingClaims::FindingClaims(const AnalysisInput& input, const AnalysisResult& result)
    : m_input(input)
    , m_result(result)
{
    const std::span<const RankTrace> ranks = input.traces->ranks();
    for (std::uint32_t i = 0; i < ranks.size(); ++i)
        m_work.emplace(i, workOfRank(ranks[i], input.scope));
    const Table& table = *result.findTable("findings");
    for (std::size_t row = 0; row < table.rowCount(); ++row) {
        FindingClaim claim;
        claim.kind = table.text(row, table.columnIndex("kind"));
        claim.sentence = table.text(row, table.columnIndex("finding"));
        claim.figure = std::get<std::int64_t>(table.cell(row, table.columnIndex("figure")));
        if (const Cell saved = table.cell(row, table.columnIndex("saved")); std::holds_alternative<std::int64_t>(saved))
            claim.saved = std::get<std::int64_t>(saved);
        claim.changes = table.text(row, table.columnIndex("what_if"));
        const auto number = std::get<std::int64_t>(table.cell(row, table.columnIndex("rank")));
        claim.rank = static_cast<std::uint32_t>(
            std::ranges::find(ranks, number, [](const RankTrace& rank) { return rank.rank; }) - ranks.begin());
        claim.evidence = table.evidence(row, table.columnIndex("finding"));
        m_claims.push_back(std::move(claim));
    }
}

FindingClaims::SliceTimes FindingClaims::timesOf(const FindingClaim& claim) const
{
    std::set<SliceId> named;
    for (const SliceRef& slice : claim.evidence.slices)
        named.insert(slice.slice);
    std::vector<TimeRange> mine;
    std::vector<TimeRange> others;
    for (const SlowWork& work : workOf(claim.rank).works) {
        if (const auto part = visiblePart(m_input.scope, { work.begin, work.end }))
            (named.contains(work.slice) ? mine : others).push_back(*part);
    }
    SliceTimes times;
    times.covered = unionOf(std::move(mine));
    times.alone = differenceOf(times.covered, unionOf(std::move(others)));
    return times;
}

std::string FindingClaims::firstUntrue() const
{
    for (const FindingClaim& claim : m_claims) {
        const auto rule = findingRules().find(claim.kind);
        const std::string fault = rule == findingRules().end() ? "has no rule" : rule->second(claim, *this);
        if (!fault.empty())
            return about(claim, fault);
    }
    return {};
}

std::string FindingClaims::firstClaimedTwice() const
{
    std::map<SliceRef, const FindingClaim*> bySlice;
    std::map<std::uint32_t, std::vector<std::pair<TimeRange, const FindingClaim*>>> byRank;
    for (const FindingClaim& claim : m_claims) {
        // What a rank or a step has more than others is a part of its time of which nobody can say where it lies, and
        // what the host waits for the GPU is no time of the GPU.
        if (claim.kind == "slow-rank" || claim.kind == "slow-step" || claim.kind == "waits-for-gpu")
            continue;
        for (const SliceRef& slice : claim.evidence.slices) {
            if (!bySlice.emplace(slice, &claim).second)
                return about(claim, "has a slice of " + bySlice.at(slice)->kind);
        }
        if (!claim.evidence.slices.empty() && !workOf(claim.rank).works.empty()) {
            for (const TimeRange& alone : timesOf(claim).alone)
                byRank[claim.rank].emplace_back(alone, &claim);
        }
        for (const IntervalRef& interval : claim.evidence.intervals)
            byRank[interval.rank].emplace_back(interval.range, &claim);
    }
    for (auto& [rank, claimed] : byRank) {
        std::ranges::sort(claimed, {}, [](const auto& each) { return each.first.begin; });
        for (std::size_t i = 1; i < claimed.size(); ++i) {
            if (claimed[i - 1].first.end > claimed[i].first.begin && claimed[i].second != claimed[i - 1].second)
                return about(*claimed[i].second, "has a nanosecond of " + claimed[i - 1].second->kind);
        }
    }
    for (const FindingClaim& slow : m_claims) {
        const auto hasKernelsOf = [&](const FindingClaim& other) {
            return other.rank == slow.rank && !other.evidence.slices.empty() && !workOf(slow.rank).works.empty()
                && (slow.kind == "slow-rank"
                    || totalLength(intersectionOf(timesOf(other).covered, { slow.evidence.intervals.front().range }))
                        > 0);
        };
        if ((slow.kind == "slow-rank" || slow.kind == "slow-step") && std::ranges::any_of(m_claims, hasKernelsOf)
            && slow.sentence.find("Kernels of another finding") == std::string::npos)
            return about(slow, "has kernels of another finding, and does not say so");
    }
    for (const FindingClaim& outside : m_claims) {
        const auto savesThere = [&outside](const FindingClaim& other) {
            return other.rank == outside.rank && other.saved.value_or(0) > 0
                && other.sentence.find(" before or after it") != std::string::npos;
        };
        if (outside.kind == "outside-view" && std::ranges::any_of(m_claims, savesThere)
            && outside.sentence.find("stimated saving") == std::string::npos)
            return about(outside, "has time that another finding would save, and does not say so");
    }
    return {};
}

std::string FindingClaims::firstSavingBeyond() const
{
    // "447.5 us of the GPU time in view, and 393.5 ms before or after it"
    static const std::regex inView(R"(: ([0-9.]+) (ns|us|ms|s|min) of the GPU time in view)");
    for (const FindingClaim& claim : m_claims) {
        if (claim.saved.value_or(0) <= claim.figure
            || claim.sentence.find("also outside of this time") != std::string::npos
            || claim.sentence.find("these waits included") != std::string::npos)
            continue;
        std::smatch match;
        if (!std::regex_search(claim.sentence, match, inView))
            return about(
                claim, "saves " + std::to_string(*claim.saved) + " ns of " + std::to_string(claim.figure) + " ns");
        if (timeIn(match[1], match[2]) > static_cast<double>(claim.figure) * 1.0005)
            return about(claim, "saves more in view than " + std::to_string(claim.figure) + " ns");
    }
    return {};
}

} // namespace kinetoscope::tests
