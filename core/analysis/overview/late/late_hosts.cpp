// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/overview/late/late_hosts.h"

#include "core/analysis/causes/idle/idle_ledger.h"
#include "core/analysis/causes/owners/rank_causes.h"
#include "core/analysis/collectives/collective_kinds.h"
#include "core/analysis/overview/idle/host_places.h"
#include "core/analysis/scope/per_rank.h"
#include "core/numeric/intervals.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>
#include <vector>

namespace kinetoscope {

namespace {

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

/// Whether the name of what owns time of a cause says more than the cause.
bool isNamed(Cause cause)
{
    return cause == Cause::Op || cause == Cause::Python || cause == Cause::Unrecorded || cause == Cause::Compilation;
}

/// What the host of a rank did in some leads.
class HostTime {
public:
    explicit HostTime(const Trace& trace)
        : m_trace(trace)
        , m_steps(trace)
    {
    }
    /// @param lead  that it is a part of; trace time.
    void add(Cause cause, SliceId owner, Nanoseconds length, const TimeRange& lead)
    {
        if (length <= 0)
            return;
        Nanoseconds& time = m_byCause[static_cast<std::size_t>(cause)];
        time = saturatingAdd(time, length);
        if (!isNamed(cause))
            return;
        const bool hasName = owner.isValid() && !m_steps.contains(owner);
        Nanoseconds& named = m_byName[{ cause, hasName ? m_trace.slices().name[owner.index()] : StringId {} }];
        named = saturatingAdd(named, length);
        if (cause == Cause::Op)
            m_ofOps[annotationAround(owner, lead)] += length;
    }
    [[nodiscard]] const TimesByCause& byCause() const { return m_byCause; }
    /// Calls visit(cause, name, time) for causes that have names; "" is the name of what nothing but a step owns.
    template <typename Visit> void eachName(Visit visit) const
    {
        for (const auto& [of, time] : m_byName)
            visit(of.first, of.second.isValid() ? nameInSentence(m_trace.text(of.second)) : std::string(), time);
    }

    /// Calls visit(name, time) for the innermost annotations around ops that own time, "" where there is none.
    template <typename Visit> void eachAnnotationOfOps(Visit visit) const
    {
        for (const auto& [name, time] : m_ofOps)
            visit(name.isValid() ? nameInSentence(m_trace.text(name)) : std::string(), time);
    }

    void addElsewhere(Nanoseconds length) { m_elsewhere = saturatingAdd(m_elsewhere, length); }
    /// What other threads than the main one and those of its backward pass did, collectives aside; of jobs without GPU.
    [[nodiscard]] Nanoseconds elsewhere() const { return m_elsewhere; }

private:
    /// Name of the innermost annotation around, steps left out, and what is around all of a lead, which says nothing of
    /// it; invalid for none.
    [[nodiscard]] StringId annotationAround(SliceId slice, const TimeRange& lead) const
    {
        const SliceTable& slices = m_trace.slices();
        for (std::size_t i = 0; slice.isValid() && i < kMostSlicesAround; ++i, slice = slices.parent[slice.index()]) {
            const TimeRange range = slices.range(slice);
            if (m_trace.kind(slice) == EventKind::UserAnnotation && !m_steps.contains(slice)
                && (range.begin > lead.begin || range.end < lead.end))
                return slices.name[slice.index()];
        }
        return {};
    }

    const Trace& m_trace;
    Nanoseconds m_elsewhere = 0;
    StepSlices m_steps;
    TimesByCause m_byCause {};
    std::map<std::pair<Cause, StringId>, Nanoseconds> m_byName;
    std::map<StringId, Nanoseconds> m_ofOps; ///< by annotation
};

/// While the GPU idles and waits for the host. @param leads  disjoint and sorted, not empty.
Result<HostTime> hostTimeBesideGpu(const std::vector<TimeRange>& leads, const RankTrace& rank,
    const OverviewSource& source, const AnalysisContext& context)
{
    HostTime times(*rank.trace);
    AnalysisInput own = source.input();
    own.traces = TraceSet::onOwnClocks(own.traces); // as leads are
    own.scope = {};
    own.scope.ranks = { rank.rank };
    // In a range there are gaps before the first work, too. Of the time before its recording nothing is known.
    const TimeRange recorded = rank.toJobTime(rank.trace->coreRange());
    const TimeRange all = TimeRange { leads.front().begin, leads.back().end }.clippedTo(recorded);
    if (all.isEmpty())
        return times;
    own.scope.range = all;
    KT_TRY(const auto idle, ScopedIdle::create(own, *context.classifier, source.cutoffs().kernelDelay));
    KT_TRY(const RankIdle gaps, idle->rank(0, context.progress));
    IdleLedger ledger(rank, { source.cutoffs().kernelDelay }, context.progress);
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
                    times.add(part.cause, part.owner, part.range.clippedTo(*lead).length(),
                        { rank.toTraceTime(lead->begin), rank.toTraceTime(lead->end) });
            });
        },
        context.progress);
    KT_TRY_DONE(context.progress.carryOn());
    return times;
}

/// Ops and annotations of threads that are not among `known`, collectives aside; trace time, disjoint and sorted.
std::vector<TimeRange> workOfOthers(const Trace& trace, const std::vector<TrackId>& known, const Progress& progress)
{
    std::vector<TimeRange> ranges;
    StopCheck check(progress);
    for (std::size_t i = 0; i < trace.tracks().size(); ++i) {
        const Track& track = trace.tracks()[i];
        if (track.kind != TrackKind::HostThread || std::ranges::find(known, TrackId { i }) != known.end())
            continue;
        for (std::uint32_t row = track.firstSlice; row < track.endSlice() && !check.after(1); ++row) {
            const SliceId slice { row };
            const EventKind kind = trace.kind(slice);
            if ((kind == EventKind::CpuOp || kind == EventKind::UserAnnotation) && trace.slices().isSound(slice)
                && !isOfCpuBackend(trace.name(slice)))
                ranges.push_back(trace.slices().range(slice));
        }
    }
    return unionOf(std::move(ranges), progress);
}

/// In a file without GPU work. @param leads  as above.
Result<HostTime> hostTimeAlone(
    const std::vector<TimeRange>& leads, const RankTrace& rank, const AnalysisContext& context)
{
    HostTime times(*rank.trace);
    const RankCauses causes(*rank.trace, {}, context.progress);
    ThreadLines lines = causes.lines();
    if (!lines.mainThread().isValid())
        return times;
    for (const TimeRange& lead : leads) {
        const TimeRange inFile { rank.toTraceTime(lead.begin), rank.toTraceTime(lead.end) };
        lines.eachSegment({ LineId::Kind::Main, lines.mainThread() }, inFile.clippedTo(rank.trace->coreRange()),
            [&](const LineSegment& segment) {
                times.add(causes.rules().of(segment.owner), segment.owner, segment.range.length(), inFile);
            });
        KT_TRY_DONE(context.progress.carryOn());
    }
    for (const TimeRange& range : workOfOthers(*rank.trace, lines.mainThreads(), context.progress)) {
        const TimeRange inJob = rank.toJobTime(range);
        auto lead = std::ranges::upper_bound(leads, inJob.begin, {}, &TimeRange::end);
        for (; lead != leads.end() && lead->begin < inJob.end; ++lead)
            times.addElsewhere(inJob.clippedTo(*lead).length());
    }
    KT_TRY_DONE(context.progress.carryOn());
    return times;
}

/// Leaves the causes that the late rank spent more time on. Not where others spent much of that on something else: that
/// one did another thing then, not that it did more, may be why.
void onlyMore(HostReasons& host)
{
    Nanoseconds less = 0;
    for (const Nanoseconds time : host.more)
        less = saturatingAdd(less, std::max<Nanoseconds>(0, -time));
    for (Nanoseconds& time : host.more) {
        if (less <= time / 4)
            continue;
        host.rest = saturatingAdd(host.rest, std::max<Nanoseconds>(0, time));
        time = 0;
    }
}

/// Names what most of the time of a cause is in. Not where others spent as long under another name: what one has more
/// of is nothing then that it did more.
/// @param byName  how much more the late rank has of it; negative for less.
void nameMost(const std::map<std::pair<Cause, std::string>, Nanoseconds>& byName, HostReasons& host)
{
    TimesByCause longest {};
    TimesByCause less {};
    for (const auto& [of, time] : byName) {
        const auto cause = static_cast<std::size_t>(of.first);
        less[cause] = saturatingAdd(less[cause], std::max<Nanoseconds>(0, -time));
        if (time <= longest[cause])
            continue;
        longest[cause] = time;
        host.most[cause] = of.second;
    }
    for (std::size_t cause = 0; cause < kCauseCount; ++cause) {
        const Nanoseconds more = host.more[cause];
        if (longest[cause] <= more / 2 || longest[cause] > saturatingAdd(more, more / 4) || less[cause] > more / 4)
            host.most[cause].clear();
    }
}

/// The annotation that nearly all of what ops took longer is in says more than an op that has less of it. Not where
/// others spent as long in another.
/// @param byAnnotation  as `byName` above. @param ofNamed  what the op that is named took longer; 0 for none.
void nameAnnotation(const std::map<std::string, Nanoseconds>& byAnnotation, Nanoseconds ofNamed, HostReasons& host)
{
    constexpr auto kOp = static_cast<std::size_t>(Cause::Op);
    const Nanoseconds more = host.more[kOp];
    const auto isNearlyAll = [more](Nanoseconds time) {
        return time >= more - more / 10 && time <= saturatingAdd(more, more / 10);
    };
    Nanoseconds less = 0;
    for (const auto& [name, time] : byAnnotation)
        less = saturatingAdd(less, std::max<Nanoseconds>(0, -time));
    if (more <= 0 || less > more / 10 || ofNamed >= more - more / 3)
        return;
    const auto found = std::ranges::find_if(
        byAnnotation, [&](const auto& each) { return !each.first.empty() && isNearlyAll(each.second); });
    if (found != byAnnotation.end())
        host.most[kOp] = found->first;
}

} // namespace

Result<HostReasons> hostReasons(std::span<const Lateness* const> before, std::uint32_t late, const WaitFacts& facts,
    bool isOnGpu, const OverviewSource& source, const AnalysisContext& context)
{
    std::map<std::uint32_t, std::vector<TimeRange>> leads;
    for (const Lateness* const lateness : before) {
        leads[late].push_back(lateness->lead.range);
        leads[lateness->median].push_back(lateness->medianLead.range);
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
        const RankTrace& rank = facts.onOwnClocks->ranks()[byRank[i].first];
        const std::vector<TimeRange> disjoint = unionOf(byRank[i].second); // leads that overlap count once
        if (disjoint.empty())
            return Result<HostTime>(HostTime(*rank.trace));
        return isOnGpu ? hostTimeBesideGpu(disjoint, rank, source, context) : hostTimeAlone(disjoint, rank, context);
    }));
    std::map<std::pair<Cause, std::string>, Nanoseconds> byName;
    std::map<std::string, Nanoseconds> byAnnotation; // of ops
    for (std::size_t i = 0; i < byRank.size(); ++i) {
        const Nanoseconds sign = byRank[i].first == late ? 1 : -1;
        for (std::size_t cause = 0; cause < kCauseCount; ++cause)
            host.more[cause] += sign * times[i].byCause()[cause];
        times[i].eachName([&](Cause cause, std::string name, Nanoseconds time) {
            byName[{ cause, std::move(name) }] += sign * time;
        });
        times[i].eachAnnotationOfOps(
            [&](std::string name, Nanoseconds time) { byAnnotation[std::move(name)] += sign * time; });
    }
    onlyMore(host);
    const Nanoseconds all = std::accumulate(host.more.begin(), host.more.end(), host.rest, saturatingAdd);
    const bool isElsewhere = std::ranges::any_of(times, [all](const HostTime& of) { return of.elsewhere() > all / 4; });
    if (isElsewhere) { // the main thread may have waited for that
        host.more = {};
        host.rest = 0;
        return host;
    }
    nameMost(byName, host);
    const std::string& op = host.most[static_cast<std::size_t>(Cause::Op)];
    nameAnnotation(byAnnotation, op.empty() ? 0 : byName[{ Cause::Op, op }], host);
    return host;
}

} // namespace kinetoscope
