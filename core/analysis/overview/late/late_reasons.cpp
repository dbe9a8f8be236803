// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/overview/late/late_reasons.h"

#include "core/analysis/causes/idle/idle_ledger.h"
#include "core/analysis/causes/owners/owner_labels.h"
#include "core/analysis/overview/candidates/candidate_list.h"
#include "core/analysis/scope/per_rank.h"
#include "core/base/sort_stably.h"
#include "core/numeric/intervals.h"

#include <algorithm>
#include <functional>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <utility>

namespace kinetoscope {

namespace {

/// What the last rank took longer for, by reason. All idle time is that of its largest cause, since one lost launch
/// makes one of another, and all communication is one reason.
LateParts partsOfReasons(const Lateness& lateness)
{
    LateParts parts = lateness.parts;
    const auto putTogether = [&parts](LatePart first, LatePart last) {
        const auto all = std::span(parts).subspan(
            static_cast<std::size_t>(first), static_cast<std::size_t>(last) - static_cast<std::size_t>(first) + 1);
        const auto largest = std::ranges::max_element(all);
        const Nanoseconds sum = std::accumulate(all.begin(), all.end(), Nanoseconds { 0 });
        std::ranges::fill(all, 0);
        *largest = sum;
    };
    putTogether(LatePart::SameGroup, LatePart::OtherGroup);
    putTogether(LatePart::IdleHostWait, LatePart::IdleUnknownLaunch);
    for (Nanoseconds& part : parts)
        part = std::max<Nanoseconds>(0, part);
    return parts;
}

/// Waits divided in proportion, rounded down: they never add up to more.
template <std::size_t Count>
std::array<Nanoseconds, Count> divided(Nanoseconds waits, const std::array<Nanoseconds, Count>& parts)
{
    const Nanoseconds whole = std::accumulate(parts.begin(), parts.end(), Nanoseconds { 0 });
    std::array<Nanoseconds, Count> all {};
    std::ranges::transform(parts, all.begin(),
        [&](Nanoseconds part) { return static_cast<Nanoseconds>(static_cast<double>(waits) * shareOf(part, whole)); });
    return all;
}

/// Which kinds of host slices a rank records: calls, ops, Python frames.
std::array<bool, 3> hostKindsOf(const Trace& trace)
{
    std::array<bool, kEventKindCount> has {};
    for (const EventKind kind : trace.slices().kind)
        has[static_cast<std::size_t>(kind)] = true;
    const auto hasAny = [&has](EventKind kind) { return has[static_cast<std::size_t>(kind)]; };
    return { hasAny(EventKind::RuntimeCall) || hasAny(EventKind::DriverCall), hasAny(EventKind::CpuOp),
        hasAny(EventKind::PythonFunction) };
}

/// What the host did while the GPU of a rank idled in some leads.
struct HostTime {
    TimesByCause byCause {};
    std::map<std::string, Nanoseconds, std::less<>> inAnnotations; ///< by name: of Unrecorded, steps aside
};

/// Leads that overlap count once.
Result<HostTime> hostTimeIn(
    std::vector<TimeRange> ofLeads, const RankTrace& rank, const OverviewSource& source, const AnalysisContext& context)
{
    HostTime times;
    AnalysisInput own = source.input();
    own.traces = TraceSet::onOwnClocks(own.traces); // as leads are
    own.scope = {};
    own.scope.ranks = { rank.rank };
    const std::vector<TimeRange> leads = unionOf(std::move(ofLeads));
    if (leads.empty())
        return times;
    // In a range there are gaps before the first work, too. Of the time before its recording nothing is known.
    const TimeRange recorded = rank.toJobTime(rank.trace->coreRange());
    const TimeRange all = TimeRange { leads.front().begin, leads.back().end }.clippedTo(recorded);
    if (all.isEmpty())
        return times;
    own.scope.range = all;
    KT_TRY(const auto idle, ScopedIdle::create(own, *context.classifier, source.cutoffs().kernelDelay));
    KT_TRY(const RankIdle gaps, idle->rank(0, context.progress));
    IdleLedger ledger(rank, { source.cutoffs().kernelDelay }, context.progress);
    const StepSlices steps(*rank.trace);
    const auto add = [&](const IdlePart& part, Nanoseconds length) {
        times.byCause[static_cast<std::size_t>(part.cause)] += length;
        if (part.cause == Cause::Unrecorded && part.owner.isValid() && !steps.contains(part.owner) && length > 0)
            times.inAnnotations[withoutAddress(rank.trace->name(part.owner))] += length;
    };
    gaps.eachGap(
        RankIdle::wholeRank(),
        [&](const IdleGap& gap) {
            const auto first = std::ranges::partition_point(
                leads, [&gap](const TimeRange& lead) { return lead.end <= gap.range.begin; });
            if (first == leads.end() || first->begin >= gap.range.end)
                return;
            ledger.explain(gap, [&](const IdlePart& part) {
                if (!isHostCause(part.cause))
                    return;
                for (auto lead = first; lead != leads.end() && lead->begin < part.range.end; ++lead)
                    add(part, part.range.clippedTo(*lead).length());
            });
        },
        context.progress);
    KT_TRY_DONE(context.progress.carryOn());
    return times;
}

/// " For %1 of these waits the reason is ...", by reason.
/// @param host        what its host did, in words; empty for what is not known.
/// @param annotation  where it did that; "" for none.
Message reasonMessage(
    LatePart reason, Nanoseconds waits, const Message& host, const std::string& annotation, bool isComparable)
{
    const arg::Duration time { waits };
    switch (reason) {
    case LatePart::Compute:
        return { KT_PHRASE("overview", " For %1 of these waits the reason is that it computed longer before."), time };
    case LatePart::SameGroup:
    case LatePart::OtherGroup:
    case LatePart::OtherGroupWait:
        return { KT_PHRASE("overview", " For %1 of these waits the reason is other communication before."), time };
    case LatePart::Copies:
        return { KT_PHRASE("overview", " For %1 of these waits the reason is that it copied longer before."), time };
    case LatePart::OtherWork:
        return { KT_PHRASE("overview", " For %1 of these waits the reason is other work of its GPU before."), time };
    case LatePart::IdleHostWait:
        if (host.isEmpty() && !isComparable)
            return { KT_PHRASE("overview",
                         " For %1 of these waits the reason is that its host launched work late; what it did meanwhile "
                         "cannot be compared, since the ranks did not record the same of their hosts."),
                time };
        if (host.isEmpty())
            return { KT_PHRASE("overview", " For %1 of these waits the reason is that its host launched work late."),
                time };
        if (!annotation.empty())
            return { KT_PHRASE("overview",
                         " For %1 of these waits the reason is that its host launched work late: before them it spent "
                         "more time in %2, of which nothing more was recorded, than others."),
                time, arg::Name { annotation } };
        return { KT_PHRASE("overview",
                     " For %1 of these waits the reason is that its host launched work late: before them it spent more "
                     "time on %2 than others."),
            time, host };
    case LatePart::BeforeRecording:
        return {
            KT_PHRASE("overview",
                " For %1 of these waits the reason was not recorded: its recording began later than that of others."),
            time
        };
    case LatePart::IdleUnknownLaunch:
        return {
            KT_PHRASE("overview",
                " For %1 of these waits the reason is idle time before work that no launch in the file is linked to."),
            time
        };
    case LatePart::IdleKernelWait:
        return { KT_PHRASE("overview", " For %1 of these waits the reason is idle time between its kernels."), time };
    case LatePart::IdleOther:
        return { KT_PHRASE(
                     "overview", " For %1 of these waits the reason is idle time that nothing recorded explains."),
            time };
    case LatePart::Overlap:
        break;
    }
    return { KT_PHRASE("overview", " For %1 of these waits the reason is that its collectives overlap."), time };
}

} // namespace

RootReasons::RootReasons(const WaitFacts& facts)
    : m_facts(facts)
    , m_byInstance(facts.matching->instances.size(), nullptr)
    , m_partsOf(facts.ledger.instances.size(), 0)
{
    for (const WaitInstance& instance : facts.ledger.instances) {
        m_byInstance[instance.instance] = &instance;
        if (!isKnown(instance))
            continue; // of pairs of a thousand ranks there are a million
        // What it is carried over from is there already.
        ReasonParts parts = partsOf(instance);
        m_partsOf[placeOf(instance)] = m_parts.size();
        m_parts.push_back(parts);
    }
}

ReasonParts RootReasons::of(const WaitInstance& instance, Nanoseconds waits) const
{
    const WaitInstance* const root = explainedRootOf(instance);
    return root == nullptr ? ReasonParts {} : divided(waits, m_parts[m_partsOf[placeOf(*root)]]);
}

const WaitInstance* RootReasons::explainedRootOf(const WaitInstance& instance) const
{
    const WaitInstance* const root = rootOf(instance);
    if (root == nullptr || !isKnown(*root))
        return nullptr;
    return latenessOf(m_facts.ledger, *root)->lateBy >= root->longestWait / 2 ? root : nullptr;
}

const WaitInstance* RootReasons::carriedOverFrom(const WaitInstance& instance) const
{
    const Lateness* const lateness = isKnown(instance) ? latenessOf(m_facts.ledger, instance) : nullptr;
    if (lateness == nullptr || lateness->computedBefore == 0 || lateness->before == kNoInstance)
        return nullptr;
    const WaitInstance* const before = m_byInstance[lateness->before];
    const bool isBefore = before != nullptr && before < &instance;
    return isBefore && isKnown(*before) && lastRankOf(*before) == lastRankOf(instance) ? before : nullptr;
}

bool RootReasons::isKnown(const WaitInstance& instance) const
{
    const Lateness* const lateness = latenessOf(m_facts.ledger, instance);
    return !instance.areEndsApart && lateness != nullptr && lateness->reason
        && lateness->reason != LatePart::OtherGroupWait;
}

ReasonParts RootReasons::partsOf(const WaitInstance& instance) const
{
    ReasonParts parts {};
    const Lateness& lateness = *latenessOf(m_facts.ledger, instance);
    std::ranges::copy(partsOfReasons(lateness), parts.begin());
    const Nanoseconds carried = lateness.computedBefore;
    parts[static_cast<std::size_t>(LatePart::Compute)] -= carried;
    const WaitInstance* const before = carriedOverFrom(instance);
    ReasonParts from {};
    if (before != nullptr)
        from = divided(carried, m_parts[m_partsOf[placeOf(*before)]]);
    else
        from[kLateBefore] = carried;
    std::ranges::transform(parts, from, parts.begin(), saturatingAdd);
    return parts;
}

Result<HostReasons> hostReasons(std::span<const WaitInstance* const> instances, const WaitFacts& facts,
    const RootReasons& reasons, const OverviewSource& source, const AnalysisContext& context)
{
    std::set<const WaitInstance*> all; // several collectives may wait for one
    for (const WaitInstance* const instance : instances)
        reasons.eachOf(*instance, [&all](const WaitInstance& each) { return all.insert(&each).second; });
    const std::uint32_t late = *instances.front()->root;
    std::map<std::uint32_t, std::vector<TimeRange>> leads;
    for (const WaitInstance* const instance : all) {
        const Lateness& lateness = *latenessOf(facts.ledger, *instance);
        if (partsOfReasons(lateness)[static_cast<std::size_t>(LatePart::IdleHostWait)] == 0)
            continue;
        leads[late].push_back(lateness.lead.range);
        leads[lateness.median].push_back(lateness.medianLead.range);
    }
    const std::vector<std::pair<std::uint32_t, std::vector<TimeRange>>> byRank(leads.begin(), leads.end());
    const auto isSummary = [&facts](const auto& each) {
        return facts.onOwnClocks->ranks()[each.first].readsFrom() != nullptr;
    };
    HostReasons host;
    if (std::ranges::any_of(byRank, isSummary))
        return host;
    const auto kindsOf = [&facts](
                             const auto& each) { return hostKindsOf(*facts.onOwnClocks->ranks()[each.first].trace); };
    host.isComparable = byRank.empty()
        || std::ranges::all_of(
            byRank, [&, first = kindsOf(byRank.front())](const auto& each) { return kindsOf(each) == first; });
    if (!host.isComparable)
        return host;
    KT_TRY(const std::vector<HostTime> times, forEachRank(byRank.size(), context, [&](std::size_t i) {
        return hostTimeIn(byRank[i].second, facts.onOwnClocks->ranks()[byRank[i].first], source, context);
    }));
    std::map<std::string, Nanoseconds, std::less<>> inAnnotations;
    for (std::size_t i = 0; i < byRank.size(); ++i) {
        const Nanoseconds sign = byRank[i].first == late ? 1 : -1;
        for (std::size_t cause = 0; cause < kCauseCount; ++cause)
            host.more[cause] += sign * times[i].byCause[cause];
        for (const auto& [name, time] : times[i].inAnnotations)
            inAnnotations[name] += sign * time;
    }
    for (Nanoseconds& time : host.more)
        time = std::max<Nanoseconds>(0, time);
    const Nanoseconds unrecorded = host.more[static_cast<std::size_t>(Cause::Unrecorded)];
    const auto most = std::ranges::max_element(inAnnotations, {}, [](const auto& each) { return each.second; });
    if (most != inAnnotations.end() && most->second > 0 && most->second >= unrecorded / 2)
        host.annotation = most->first;
    return host;
}

Message reasonsMessage(
    const ReasonParts& byReason, Nanoseconds waits, const HostReasons& host, Nanoseconds slowBy, bool isOnGpu)
{
    const Nanoseconds much = std::max<Nanoseconds>(1, waits / 4);
    std::vector<std::pair<Nanoseconds, Message>> reasons;
    const auto add = [&](LatePart reason, Nanoseconds ofIt, std::optional<std::size_t> cause) {
        const Message words = cause ? causeInSentence(toString(static_cast<Cause>(*cause))) : Message {};
        if (reason == LatePart::IdleHostWait && !isOnGpu) {
            reasons.emplace_back(ofIt,
                Message {
                    KT_PHRASE("overview", " For %1 of these waits the reason is that its host took longer before."),
                    arg::Duration { ofIt } });
            return;
        }
        const bool isUnrecorded = cause && static_cast<Cause>(*cause) == Cause::Unrecorded;
        reasons.emplace_back(ofIt,
            reasonMessage(reason, ofIt, words, isUnrecorded ? host.annotation : std::string(), host.isComparable));
    };
    for (std::size_t part = 0; part < kLatePartCount; ++part) {
        const auto reason = static_cast<LatePart>(part);
        const Nanoseconds ofIt = byReason[part];
        const TimesByCause causes = reason == LatePart::IdleHostWait ? divided(ofIt, host.more) : TimesByCause {};
        const auto largest = std::ranges::max_element(causes);
        if (std::ranges::count_if(causes, [much](Nanoseconds each) { return each >= much; }) > 1) {
            for (std::size_t cause = 0; cause < kCauseCount; ++cause)
                add(reason, causes[cause], cause);
        } else {
            const bool isMost = *largest > 0 && *largest >= ofIt / 2;
            add(reason, ofIt, isMost ? std::optional<std::size_t>(largest - causes.begin()) : std::nullopt);
        }
    }
    reasons.emplace_back(byReason[kLateBefore],
        Message { KT_PHRASE("overview",
                      " For %1 of these waits the reason is that it was late already in the collective before."),
            arg::Duration { byReason[kLateBefore] } });
    sortStably(reasons, std::greater {}, &std::pair<Nanoseconds, Message>::first);
    const Message slow = slowBy == 0
        ? Message {}
        : Message { KT_PHRASE("overview", " It computes %1 more than the average of ranks that communicate."),
              arg::Duration { slowBy } };
    if (reasons.front().first == 0)
        return slow.isEmpty() ? Message { KT_PHRASE("overview", " Why it comes late is not known.") } : slow;
    Message said = std::move(reasons.front().second);
    for (std::size_t i = 1; i < reasons.size() && reasons[i].first >= much; ++i)
        said = { KT_PHRASE("overview", "%1%2"), std::move(said), std::move(reasons[i].second) };
    return slow.isEmpty() ? said : Message { KT_PHRASE("overview", "%1%2"), std::move(said), slow };
}

} // namespace kinetoscope
