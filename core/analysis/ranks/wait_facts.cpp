// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/ranks/wait_facts.h"

#include "core/analysis/collectives/summary_runs.h"
#include "core/analysis/ranks/group_words.h"
#include "core/analysis/ranks/lateness.h"
#include "core/analysis/ranks/measured_job.h"
#include "core/analysis/scope/summary_parameters.h"
#include "core/base/release.h"

#include <algorithm>
#include <utility>

namespace kinetoscope {

namespace {

/// Said where figures are about the ranks that are there.
void remarkOnMissing(WaitFacts& facts)
{
    const std::vector<WaitInstance>& instances = facts.ledger.instances;
    const auto missing = std::ranges::count_if(instances, [&](const WaitInstance& each) {
        return static_cast<std::int64_t>(each.ranks.size())
            < ranksExpected(*facts.matching, facts.matching->instances[each.instance]);
    });
    if (missing > 0)
        facts.remarks.push_back({ "ranks-missing",
            { KT_PHRASE("wait-causes",
                  "%1 of %2 collectives lack ranks of their group in this scope: of these the transfer may be shorter "
                  "than it looks, and the last of the ranks that are there may itself have waited."),
                arg::Count { missing }, arg::Count { instances.size() } } });
}

/// Said where more than a little of the waits stands on ends that lie apart.
void remarkOnEnds(WaitFacts& facts)
{
    constexpr Nanoseconds kLittle = 10; // a tenth
    std::size_t apart = 0;
    Nanoseconds waits = 0;
    for (const WaitInstance& instance : facts.ledger.instances) {
        apart += instance.areEndsApart ? 1 : 0;
        waits = saturatingAdd(waits, instance.areEndsApart ? instance.waits : 0);
    }
    if (waits == 0 || waits < facts.ledger.charged / kLittle)
        return;
    facts.remarks.push_back({ "ends-apart",
        { KT_PLURAL("wait-causes",
              "In %1 collective, with %2 of the %3 of waits, the ends of the ranks lie or scatter, by the clocks as "
              "they "
              "are known, at least half as far apart as the longest wait: who came late there is not known, since a "
              "longer run may be a longer transfer and no wait.",
              "In %1 collectives, with %2 of the %3 of waits, the ends of the ranks lie or scatter, by the clocks as "
              "they are known, at least half as far apart as the longest wait: who came late there is not known, since "
              "a longer run may be a longer transfer and no wait."),
            arg::Count { apart }, arg::Duration { waits }, arg::Duration { facts.ledger.charged } } });
}

/// Keeps the collectives that were asked for.
void choose(WaitLedger& ledger, const CollectiveMatching& matching, const WaitOptions& options)
{
    const auto isWanted = [&](std::uint32_t group, CollectiveKind kind) {
        const NamedGroup& named = matching.groups[group];
        return (options.group.empty() || options.group == named.name || options.group == groupText(named))
            && isChosen(options.kinds, kind);
    };
    std::erase_if(ledger.runs, [&](std::uint32_t run) {
        const CollectiveInstance& instance = matching.instances[matching.instanceOfRun[run]];
        return !isWanted(instance.group, instance.kind);
    });
    std::erase_if(ledger.instances, [&](const WaitInstance& each) {
        const CollectiveInstance& instance = matching.instances[each.instance];
        return !isWanted(instance.group, instance.kind);
    });
    ledger.charged = 0;
    for (const WaitInstance& instance : ledger.instances)
        ledger.charged = saturatingAdd(ledger.charged, instance.waits);
}

/// Reasons and roots of the collectives that have the same ranks in a narrower scope.
void takeReasons(WaitLedger& ledger, const WaitLedger& whole, std::size_t instanceCount)
{
    std::vector<const WaitInstance*> byInstance(instanceCount, nullptr);
    for (const WaitInstance& instance : whole.instances)
        byInstance[instance.instance] = &instance;
    for (WaitInstance& instance : ledger.instances) {
        const WaitInstance* const known = byInstance[instance.instance];
        if (known == nullptr || known->ranks.size() != instance.ranks.size())
            continue;
        instance.lateness = known->lateness;
        instance.root = known->root;
        instance.rootInstance = known->rootInstance;
    }
}

/// Of millions of runs the lists by run that are done with are holes of a hundred megabytes.
void returnWhatWasLarge(const CollectiveMatching& matching)
{
    constexpr std::size_t kMany = 1'000'000;
    if (matching.runs.size() >= kMany)
        returnFreeMemory();
}

} // namespace

Selection WaitFacts::selectionOf(const std::vector<std::uint32_t>& runs) const
{
    Selection selection;
    for (const std::uint32_t run : runs)
        addRun(selection, *traces, matching->runs[run]);
    return selection;
}

TimeRange WaitFacts::jobRangeOf(std::uint32_t rank, TimeRange own) const
{
    return movedTo(traces->ranks()[rank], onOwnClocks->ranks()[rank], own);
}

std::int64_t ranksExpected(const CollectiveMatching& matching, const CollectiveInstance& instance)
{
    return instance.kind == CollectiveKind::Pair ? 2 : matching.groups[instance.group].size;
}

Result<std::shared_ptr<const WaitFacts>> readWaits(
    const AnalysisInput& input, const WaitOptions& options, const AnalysisContext& context)
{
    KT_TRY(MeasuredJob measured, measuredJob(input.traces, *context.classifier, options.clockLimits, context.progress));
    const std::shared_ptr<const CollectiveMatching> matching = measured.matching;
    const std::shared_ptr<const RankClocks> clocks =
        options.areClocksAligned ? measured.clocks : notApplied(*measured.clocks);
    const std::shared_ptr<const TraceSet> own = TraceSet::onOwnClocks(input.traces);
    AnalysisInput wide = input; // what ranks did before a collective may lie outside of its step
    wide.scope = {};
    wide.scope.ranks = input.scope.ranks;
    KT_TRY(WaitLedger ledger, waitLedger(wide, *matching, *clocks, context));
    wide.traces = own;
    KT_TRY_DONE(findReasons(ledger, wide, *matching, *clocks, options.kernelDelay, context));
    if (input.scope.hasWindow() || !input.scope.streams.empty()) {
        KT_TRY(WaitLedger narrow, waitLedger(input, *matching, *clocks, context));
        takeReasons(narrow, ledger, matching->instances.size());
        ledger = std::move(narrow);
    }
    auto facts = std::make_shared<WaitFacts>();
    facts->traces = input.traces;
    facts->onOwnClocks = own;
    facts->matching = matching;
    facts->clocks = clocks;
    letGoMeasured(*input.traces); // the result has them
    findEndsApart(ledger, *own, *matching, *measured.clocks);
    facts->ledger = std::move(ledger);
    choose(facts->ledger, *facts->matching, options);
    facts->totals = totalsOf(facts->ledger, *facts->matching);
    returnWhatWasLarge(*facts->matching);
    facts->remarks = facts->matching->remarks;
    facts->remarks.insert(facts->remarks.end(), facts->clocks->remarks.begin(), facts->clocks->remarks.end());
    if (facts->ledger.instances.empty())
        facts->remarks.push_back({ "no-collectives",
            { KT_PHRASE("wait-causes",
                  "No collective was found on two ranks or more in this scope: record every rank of the job, with %1."),
                arg::Text { kGpuRecordingOption } } });
    remarkOnMissing(*facts);
    remarkOnEnds(*facts);
    remarkOnSummaryParameters(input, options.kernelDelay, *context.classifier, facts->remarks);
    return std::shared_ptr<const WaitFacts>(std::move(facts));
}

} // namespace kinetoscope
