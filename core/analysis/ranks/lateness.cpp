// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/ranks/lateness.h"

#include "core/analysis/ranks/first_event.h"
#include "core/analysis/ranks/lead_divider.h"
#include "core/analysis/scope/per_rank.h"

#include <algorithm>
#include <map>
#include <utility>

namespace kinetoscope {

namespace {

/// Chains of ranks that hand a wait on are short; a longer one would be a circle.
constexpr int kMostSteps = 16;

/// A lead to be divided.
struct LeadTask {
    std::uint32_t instance = 0; ///< in WaitLedger::instances
    bool isOfLast = false;      ///< else of the median rank
};

/// What one rank's leads are divided into, in the order of its tasks.
using DividedLeads = std::vector<LateParts>;

class LateReasons {
public:
    LateReasons(WaitLedger& ledger, const AnalysisInput& input, const CollectiveMatching& matching,
        const RankClocks& clocks, Nanoseconds kernelDelay)
        : m_ledger(ledger)
        , m_input(input)
        , m_matching(matching)
        , m_clocks(clocks)
        , m_kernelDelay(kernelDelay)
    {
    }

    Result<Done> find(const AnalysisContext& context)
    {
        readRuns();
        readFirstEvents(context.progress);
        StopCheck check(context.progress);
        for (std::uint32_t i = 0; i < m_ledger.instances.size(); ++i) {
            chooseLeads(i);
            if (check.after(m_ledger.instances[i].ranks.size() * 32))
                return Error::stopped();
        }
        if (const Result<Done> done = divideAll(context); !done)
            return done.error();
        for (WaitInstance& instance : m_ledger.instances)
            nameReason(instance);
        for (std::uint32_t i = 0; i < m_ledger.instances.size(); ++i)
            findRoot(i);
        return Done {};
    }

private:
    [[nodiscard]] TimeRange jobRange(std::uint32_t run) const
    {
        const CommunicationRun& own = m_matching.runs[run];
        const RankTrace& trace = m_input.traces->ranks()[own.rank];
        return { trace.toJobTime(own.range.begin), trace.toJobTime(own.range.end) };
    }

    void readRuns()
    {
        std::vector<Nanoseconds> waits(m_matching.runs.size(), 0);
        m_ledgerOf.resize(m_matching.runs.size());
        for (std::uint32_t i = 0; i < m_ledger.instances.size(); ++i) {
            for (const RankWait& rank : m_ledger.instances[i].ranks) {
                waits[rank.run] = rank.wait;
                m_ledgerOf[rank.run] = i;
            }
        }
        std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> latest; // by rank and group
        std::vector<std::vector<LeadRun>> byRank(m_input.traces->ranks().size());
        m_before.resize(m_matching.runs.size());
        for (std::uint32_t run = 0; run < m_matching.runs.size(); ++run) {
            const CommunicationRun& own = m_matching.runs[run];
            const bool isLeftTogether = m_matching.instances[m_matching.instanceOfRun[run]].isLeftTogether();
            byRank[own.rank].push_back(
                { jobRange(run), own.group, waits[run], own.stream() == Track::kNoStream, run, isLeftTogether });
            const auto before = latest.find({ own.rank, own.group });
            if (before != latest.end())
                m_before[run] = before->second;
            if (isLeftTogether)
                latest[{ own.rank, own.group }] = run;
        }
        for (std::vector<LeadRun>& runs : byRank)
            m_runs.emplace_back(std::move(runs));
    }

    void readFirstEvents(const Progress& progress)
    {
        for (const RankTrace& rank : m_input.traces->ranks())
            m_first.push_back(progress.shouldStop() ? kMaxTimestamp : rank.toJobTime(firstEventOf(rank)));
    }

    /// By place in the ranks of the instance, of those that were together with the last one before; fewer than two
    /// where nothing says what ranks did since.
    using Leads = std::map<std::size_t, Lead>;
    [[nodiscard]] Leads leadsOf(const WaitInstance& instance, std::size_t last) const
    {
        const auto beforeOf = [&](std::size_t place) { return m_before[instance.ranks[place].run]; };
        const std::optional<std::uint32_t> before = beforeOf(last);
        if (!before) {
            const bool isFirst = std::all_of(instance.ranks.begin(), instance.ranks.end(),
                [&](const RankWait& rank) { return !m_before[rank.run]; });
            return isFirst ? firstLeadsOf(instance) : Leads {};
        }
        Leads leads; // others may have lost the run before, or have run one that the last one lost
        for (std::size_t place = 0; place < instance.ranks.size(); ++place) {
            const std::optional<std::uint32_t> own = beforeOf(place);
            if (own && m_matching.instanceOfRun[*own] == m_matching.instanceOfRun[*before])
                leads[place] = { { jobRange(*own).end, jobRange(instance.ranks[place].run).begin } };
        }
        return leads;
    }

    /// Of the first collective of a group: since the first event of all its ranks.
    [[nodiscard]] Leads firstLeadsOf(const WaitInstance& instance) const
    {
        const std::uint32_t reference = m_clocks.ranks[m_matching.runs[instance.ranks.front().run].rank].reference;
        Timestamp earliest = kMaxTimestamp;
        for (const RankWait& rank : instance.ranks) {
            const std::uint32_t place = m_matching.runs[rank.run].rank;
            const RankClock& clock = m_clocks.ranks[place];
            if (!isSound(clock.status) || clock.reference != reference || m_first[place] == kMaxTimestamp)
                return {};
            earliest = std::min(earliest, clock.applied(m_first[place]));
        }
        Leads leads;
        for (std::size_t i = 0; i < instance.ranks.size(); ++i) {
            const std::uint32_t run = instance.ranks[i].run;
            const std::uint32_t place = m_matching.runs[run].rank;
            leads[i] = { { m_first[place], jobRange(run).begin },
                saturatingSubtract(m_clocks.ranks[place].applied(m_first[place]), earliest) };
        }
        return leads;
    }

    void chooseLeads(std::uint32_t number)
    {
        WaitInstance& instance = m_ledger.instances[number];
        const std::optional<std::size_t> last = instance.last();
        if (!last || !m_matching.instances[instance.instance].isLeftTogether())
            return;
        const Leads leads = leadsOf(instance, *last);
        if (leads.size() < 2)
            return;
        std::vector<std::pair<Nanoseconds, std::size_t>> others; // and then by rank
        for (const auto& [place, lead] : leads) {
            if (place != *last)
                others.emplace_back(lead.length(), place);
        }
        const auto median = others.begin() + static_cast<std::ptrdiff_t>((others.size() - 1) / 2);
        std::nth_element(others.begin(), median, others.end());
        const std::uint32_t lastRank = m_matching.runs[instance.ranks[*last].run].rank;
        const std::uint32_t medianRank = m_matching.runs[instance.ranks[median->second].run].rank;
        Lateness lateness;
        lateness.median = medianRank;
        lateness.lead = leads.at(*last);
        lateness.medianLead = leads.at(median->second);
        lateness.lateBy = saturatingSubtract(lateness.lead.length(), lateness.medianLead.length());
        instance.lateness = lateness;
        m_tasks[lastRank].push_back({ number, true });
        m_tasks[medianRank].push_back({ number, false });
    }

    [[nodiscard]] const Lead& leadOf(const LeadTask& task) const
    {
        const Lateness& lateness = *m_ledger.instances[task.instance].lateness;
        return task.isOfLast ? lateness.lead : lateness.medianLead;
    }

    /// What the rank did over the time of these leads.
    [[nodiscard]] Result<RankTimes> timesOf(
        std::uint32_t rank, const std::vector<LeadTask>& tasks, const AnalysisContext& context) const
    {
        const RankTrace& trace = m_input.traces->ranks()[rank];
        if (const RankSummary* summary = trace.readsFrom())
            return RankTimes(*summary, trace);
        TimeRange hull {};
        for (const LeadTask& task : tasks) {
            const TimeRange& range = leadOf(task).range;
            if (!range.isEmpty())
                hull = hull.isEmpty() ? range
                                      : TimeRange { std::min(hull.begin, range.begin), std::max(hull.end, range.end) };
        }
        AnalysisInput own = m_input;
        own.scope = {};
        own.scope.ranks = { trace.rank };
        const auto source = ScopedGpuWork::create(own, *context.classifier);
        own.scope.range = hull;
        const auto idleSource = ScopedIdle::create(own, *context.classifier, m_kernelDelay);
        if (!source || !idleSource)
            return source ? idleSource.error() : source.error();
        Result<RankGpuWork> work = source.value()->rank(0, context.progress);
        const Result<RankIdle> idle = idleSource.value()->rank(0, context.progress);
        if (!work || !idle)
            return work ? idle.error() : work.error();
        work->window = { hull };
        return RankTimes(*work, *idle, hostRunsOf(m_runs[rank]), context.progress);
    }

    [[nodiscard]] Result<DividedLeads> divide(
        std::uint32_t rank, const std::vector<LeadTask>& tasks, const AnalysisContext& context) const
    {
        const Result<RankTimes> times = timesOf(rank, tasks, context);
        if (!times)
            return times.error();
        const LeadDivider divider(*times, m_runs[rank]);
        DividedLeads parts;
        for (const LeadTask& task : tasks) {
            if (context.progress.shouldStop())
                return Error::stopped();
            const std::uint32_t instance = m_ledger.instances[task.instance].instance;
            parts.push_back(divider.divide(leadOf(task), m_matching.instances[instance].group));
        }
        return parts;
    }

    Result<Done> divideAll(const AnalysisContext& context)
    {
        std::vector<std::pair<std::uint32_t, const std::vector<LeadTask>*>> ranks;
        for (const auto& [rank, tasks] : m_tasks)
            ranks.emplace_back(rank, &tasks);
        return forEachRankInOrder(
            ranks.size(), context, [&](std::size_t i) { return divide(ranks[i].first, *ranks[i].second, context); },
            [&](std::size_t i, const DividedLeads& divided) {
                for (std::size_t task = 0; task < divided.size(); ++task) {
                    const LeadTask& own = (*ranks[i].second)[task];
                    Lateness& lateness = *m_ledger.instances[own.instance].lateness;
                    if (own.isOfLast)
                        lateness.ownParts = divided[task];
                    for (std::size_t part = 0; part < kLatePartCount; ++part)
                        lateness.parts[part] += own.isOfLast ? divided[task][part] : -divided[task][part];
                }
            });
    }

    static void nameReason(WaitInstance& instance)
    {
        if (!instance.lateness || instance.lateness->lateBy <= 0)
            return;
        // One lost launch makes one idle cause of another: first all of them against the rest.
        constexpr auto kFirstIdle = static_cast<std::size_t>(LatePart::IdleHostWait);
        constexpr auto kAfterIdle = static_cast<std::size_t>(LatePart::BeforeRecording);
        const LateParts& parts = instance.lateness->parts;
        std::size_t largestIdle = kFirstIdle;
        Nanoseconds idle = 0;
        for (std::size_t part = kFirstIdle; part < kAfterIdle; ++part) {
            idle += parts[part];
            if (parts[part] > parts[largestIdle])
                largestIdle = part;
        }
        std::size_t largest = 0;
        Nanoseconds most = parts[0];
        for (std::size_t part = 1; part < parts.size(); ++part) {
            const bool isIdle = part >= kFirstIdle && part < kAfterIdle;
            if (isIdle && part != kFirstIdle)
                continue;
            const Nanoseconds time = isIdle ? idle : parts[part];
            if (time > most) {
                most = time;
                largest = isIdle ? largestIdle : part;
            }
        }
        instance.lateness->reason = static_cast<LatePart>(largest);
    }

    [[nodiscard]] std::uint32_t lastRankOf(const WaitInstance& instance) const
    {
        return m_matching.runs[instance.ranks[*instance.last()].run].rank;
    }

    void findRoot(std::uint32_t place)
    {
        WaitInstance& instance = m_ledger.instances[place];
        if (!instance.last())
            return;
        for (int step = 0; step < kMostSteps; ++step) {
            const std::optional<std::uint32_t> next = handedOnBy(m_ledger.instances[place]);
            if (!next)
                break;
            place = *next;
        }
        instance.root = lastRankOf(m_ledger.instances[place]);
        instance.rootInstance = m_ledger.instances[place].instance;
    }

    /// The collective of another group, or the transfer that does not synchronise, in which the late rank waited most
    /// before it came; in the ledger.
    [[nodiscard]] std::optional<std::uint32_t> handedOnBy(const WaitInstance& instance) const
    {
        if (!instance.lateness || instance.lateness->reason != LatePart::OtherGroupWait)
            return std::nullopt;
        const std::uint32_t group = m_matching.instances[instance.instance].group;
        const TimeRange& lead = instance.lateness->lead.range;
        Nanoseconds most = 0;
        std::optional<std::uint32_t> next;
        for (const LeadRun& run : m_runs[lastRankOf(instance)].around(lead)) {
            const TimeRange wait { run.range.begin, saturatingAdd(run.range.begin, run.wait) };
            const Nanoseconds within = wait.clippedTo(lead).length();
            if (run.isOther(group) && within > most) {
                most = within;
                next = m_ledgerOf[run.run];
            }
        }
        return next;
    }

    WaitLedger& m_ledger;
    const AnalysisInput& m_input;
    const CollectiveMatching& m_matching;
    const RankClocks& m_clocks;
    Nanoseconds m_kernelDelay;
    std::vector<std::optional<std::uint32_t>> m_ledgerOf;   ///< by run: its collective in the ledger
    std::vector<std::optional<std::uint32_t>> m_before;     ///< by run: the synchronising run of its group before it
    std::vector<RunsByTime> m_runs;                         ///< by rank
    std::vector<Timestamp> m_first;                         ///< by rank: job time of its first event
    std::map<std::uint32_t, std::vector<LeadTask>> m_tasks; ///< by rank
};

} // namespace

Result<Done> findReasons(WaitLedger& ledger, const AnalysisInput& input, const CollectiveMatching& matching,
    const RankClocks& clocks, Nanoseconds kernelDelay, const AnalysisContext& context)
{
    return LateReasons(ledger, input, matching, clocks, kernelDelay).find(context);
}

} // namespace kinetoscope
