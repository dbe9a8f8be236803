// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/ranks/first_event.h"
#include "core/analysis/ranks/lead_divider.h"
#include "core/analysis/ranks/wait_ledger.h"
#include "core/analysis/scope/per_rank.h"

#include <algorithm>
#include <limits>
#include <map>
#include <memory>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

namespace kinetoscope {

namespace {

/// Chains of ranks that hand a wait on are short; a longer one would be a circle.
constexpr int kMostSteps = 16;

constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();
constexpr auto kOtherWait = static_cast<std::size_t>(LatePart::OtherGroupWait);

/// A lead to be divided.
struct LeadTask {
    std::uint32_t instance = 0; ///< in WaitLedger::instances
    std::uint32_t before = 0;   ///< the rank's run before it, or kNone
    bool isOfLast = false;      ///< else of the median rank
};

/// What a lead is divided into.
struct DividedLead {
    LateParts parts {};
    Nanoseconds computeBefore = 0; ///< beside the run before it
};
/// One rank's, in the order of its tasks.
using DividedLeads = std::vector<DividedLead>;

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
        m_longerBefore.assign(m_ledger.instances.size(), 0);
        KT_TRY_DONE(divideAll(context));
        for (std::uint32_t i = 0; i < m_ledger.instances.size(); ++i) {
            Lateness* const lateness = latenessAt(i);
            if (lateness == nullptr)
                continue;
            nameReason(*lateness);
            limitComputedBefore(*lateness, m_longerBefore[i]);
        }
        for (std::uint32_t i = 0; i < m_ledger.instances.size(); ++i)
            findRoot(i);
        return Done {};
    }

private:
    /// As latenessOf(); it is there for every lead.
    [[nodiscard]] Lateness* latenessAt(std::uint32_t number)
    {
        WaitInstance& instance = m_ledger.instances[number];
        if (instance.lateness)
            return &*instance.lateness;
        const auto found = m_ledger.ofBroadcasts.find(instance.instance);
        return found == m_ledger.ofBroadcasts.end() ? nullptr : &found->second;
    }

    [[nodiscard]] TimeRange jobRange(std::uint32_t run) const
    {
        const CommunicationRun& own = m_matching.runs[run];
        return m_input.traces->ranks()[own.rank].toJobTime(own.range);
    }

    void readRuns()
    {
        const std::vector<CommunicationRun>& runs = m_matching.runs;
        m_waits.resize(runs.size(), 0);
        m_ledgerOf.resize(runs.size(), kNone);
        for (std::uint32_t i = 0; i < m_ledger.instances.size(); ++i) {
            for (const RankWait& rank : m_ledger.instances[i].ranks) {
                m_waits[rank.run] = rank.wait;
                m_ledgerOf[rank.run] = i;
            }
        }
        m_firstRun.assign(m_input.traces->ranks().size() + 1, 0);
        for (const CommunicationRun& run : runs)
            ++m_firstRun[run.rank + 1];
        std::partial_sum(m_firstRun.begin(), m_firstRun.end(), m_firstRun.begin());
        m_runs.resize(m_input.traces->ranks().size());
        m_before.resize(runs.size(), kNone);
        for (std::size_t rank = 0; rank < m_runs.size(); ++rank) {
            std::map<std::uint32_t, std::uint32_t> latest; // by group
            for (std::uint32_t run = m_firstRun[rank]; run < m_firstRun[rank + 1]; ++run) {
                const auto before = latest.find(runs[run].group);
                if (before != latest.end())
                    m_before[run] = before->second;
                if (isLeftTogether(run))
                    latest[runs[run].group] = run;
            }
        }
    }

    [[nodiscard]] bool isLeftTogether(std::uint32_t run) const
    {
        return m_matching.instances[m_matching.instanceOfRun[run]].isLeftTogether();
    }

    [[nodiscard]] RunsByTime runsByTime(std::uint32_t rank) const
    {
        std::vector<LeadRun> runs;
        runs.reserve(m_firstRun[rank + 1] - m_firstRun[rank]);
        for (std::uint32_t run = m_firstRun[rank]; run < m_firstRun[rank + 1]; ++run) {
            const CommunicationRun& own = m_matching.runs[run];
            runs.push_back({ .range = jobRange(run),
                .wait = m_waits[run],
                .group = own.group,
                .run = run,
                .isHost = own.stream() == Track::kNoStream,
                .isLeftTogether = isLeftTogether(run) });
        }
        return RunsByTime(std::move(runs));
    }

    void readFirstEvents(const Progress& progress)
    {
        for (const RankTrace& rank : m_input.traces->ranks())
            m_first.push_back(progress.shouldStop() ? kMaxTimestamp : rank.toJobTime(firstEventOf(rank)));
    }

    struct PlacedLead {
        std::size_t place = 0; ///< in the ranks of the instance
        Lead lead;
    };
    /// By place, of those that were together with the last one before; fewer than two where nothing says what ranks did
    /// since.
    using Leads = std::vector<PlacedLead>;
    [[nodiscard]] Leads leadsOf(const WaitInstance& instance, std::size_t last) const
    {
        const auto beforeOf = [&](std::size_t place) { return m_before[instance.ranks[place].run]; };
        const std::uint32_t before = beforeOf(last);
        if (before == kNone) {
            const bool isFirst =
                std::ranges::all_of(instance.ranks, [&](const RankWait& rank) { return m_before[rank.run] == kNone; });
            return isFirst ? firstLeadsOf(instance) : Leads {};
        }
        Leads leads; // others may have lost the run before, or have run one that the last one lost
        leads.reserve(instance.ranks.size());
        for (std::size_t place = 0; place < instance.ranks.size(); ++place) {
            const std::uint32_t own = beforeOf(place);
            if (own != kNone && m_matching.instanceOfRun[own] == m_matching.instanceOfRun[before])
                leads.push_back({ place, { { jobRange(own).end, jobRange(instance.ranks[place].run).begin } } });
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
            leads.push_back({ i,
                { { m_first[place], jobRange(run).begin },
                    saturatingSubtract(m_clocks.ranks[place].applied(m_first[place]), earliest) } });
        }
        return leads;
    }

    void chooseLeads(std::uint32_t number)
    {
        WaitInstance& instance = m_ledger.instances[number];
        const std::optional<std::size_t> last = instance.last();
        // A broadcast in which all wait for one rank is not left before that one has come.
        const bool isBroadcast = m_matching.instances[instance.instance].kind == CollectiveKind::Broadcast;
        const bool isHeldUp = isBroadcast && instance.heldUp > 0;
        if (!last || !(isHeldUp || m_matching.instances[instance.instance].isLeftTogether()))
            return;
        const Leads leads = leadsOf(instance, *last);
        if (leads.size() < 2)
            return;
        std::vector<std::pair<Nanoseconds, std::size_t>> others; // and then by rank
        others.reserve(leads.size());
        for (const auto& [place, lead] : leads) {
            if (place != *last)
                others.emplace_back(lead.length(), place);
        }
        const auto median = others.begin() + static_cast<std::ptrdiff_t>((others.size() - 1) / 2);
        std::nth_element(others.begin(), median, others.end());
        const auto leadAt = [&leads](std::size_t place) {
            return std::ranges::lower_bound(leads, place, {}, &PlacedLead::place)->lead;
        };
        const std::uint32_t lastRank = m_matching.runs[instance.ranks[*last].run].rank;
        const std::uint32_t medianRank = m_matching.runs[instance.ranks[median->second].run].rank;
        Lateness lateness { .median = medianRank, .lead = leadAt(*last), .medianLead = leadAt(median->second) };
        lateness.lateBy = saturatingSubtract(lateness.lead.length(), lateness.medianLead.length());
        const std::uint32_t before = m_before[instance.ranks[*last].run];
        if (before != kNone)
            lateness.before = m_matching.instanceOfRun[before];
        if (isBroadcast)
            m_ledger.ofBroadcasts.emplace(instance.instance, lateness);
        else
            instance.lateness = lateness;
        m_tasks[lastRank].push_back({ number, before, true });
        m_tasks[medianRank].push_back({ number, m_before[instance.ranks[median->second].run], false });
    }

    [[nodiscard]] const Lead& leadOf(const LeadTask& task) const
    {
        const Lateness& lateness = *latenessOf(m_ledger, m_ledger.instances[task.instance]);
        return task.isOfLast ? lateness.lead : lateness.medianLead;
    }

    /// What the rank did over the time of these leads.
    [[nodiscard]] Result<RankTimes> timesOf(std::uint32_t rank, const RunsByTime& runs,
        const std::vector<LeadTask>& tasks, const AnalysisContext& context) const
    {
        const RankTrace& trace = m_input.traces->ranks()[rank];
        if (const RankSummary* summary = trace.readsFrom())
            return RankTimes(*summary, trace);
        const auto extended = [](const TimeRange& a, const TimeRange& b) {
            return a.isEmpty() ? b : b.isEmpty() ? a : TimeRange { std::min(a.begin, b.begin), std::max(a.end, b.end) };
        };
        TimeRange hull {};
        TimeRange withRuns {}; // before the leads
        for (const LeadTask& task : tasks) {
            hull = extended(hull, leadOf(task).range);
            withRuns = task.before == kNone ? withRuns : extended(withRuns, jobRange(task.before));
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
        work->window = { extended(hull, withRuns) };
        return RankTimes(*work, *idle, hostRunsOf(runs), context.progress);
    }

    /// Of different ranks at once.
    [[nodiscard]] Result<DividedLeads> divide(
        std::uint32_t rank, const std::vector<LeadTask>& tasks, const AnalysisContext& context)
    {
        RunsByTime runs = runsByTime(rank);
        KT_TRY(const RankTimes times, timesOf(rank, runs, tasks, context));
        const LeadDivider divider(times, runs);
        DividedLeads parts;
        for (const LeadTask& task : tasks) {
            KT_TRY_DONE(context.progress.carryOn());
            const std::uint32_t instance = m_ledger.instances[task.instance].instance;
            parts.push_back({ divider.divide(leadOf(task), m_matching.instances[instance].group),
                task.before == kNone ? 0 : times.computeWithin(jobRange(task.before)) });
        }
        // Who hands a wait on has runs of other groups in its leads: only such ones are looked at again.
        if (std::ranges::any_of(parts, [](const DividedLead& own) { return own.parts[kOtherWait] != 0; }))
            m_runs[rank] = std::make_unique<const RunsByTime>(std::move(runs));
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
                    Lateness& lateness = *latenessAt(own.instance);
                    const DividedLead& lead = divided[task];
                    if (own.isOfLast)
                        lateness.ownParts = lead.parts;
                    for (std::size_t part = 0; part < kLatePartCount; ++part)
                        lateness.parts[part] += own.isOfLast ? lead.parts[part] : -lead.parts[part];
                    // What it computed there while it waited: for as long as its run is longer.
                    const Nanoseconds run = own.before == kNone ? 0 : m_matching.runs[own.before].range.length();
                    lateness.computedBefore += own.isOfLast ? -lead.computeBefore : lead.computeBefore;
                    m_longerBefore[own.instance] += own.isOfLast ? -run : run;
                }
            });
    }

    static void limitComputedBefore(Lateness& lateness, Nanoseconds longer)
    {
        const Nanoseconds most = std::min(longer, lateness.parts[static_cast<std::size_t>(LatePart::Compute)]);
        lateness.computedBefore = std::max<Nanoseconds>(0, std::min(lateness.computedBefore, most));
    }

    static void nameReason(Lateness& lateness)
    {
        if (lateness.lateBy <= 0)
            return;
        // One lost launch makes one idle cause of another: first all of them against the rest.
        constexpr auto kFirstIdle = static_cast<std::size_t>(LatePart::IdleHostWait);
        constexpr auto kAfterIdle = static_cast<std::size_t>(LatePart::BeforeRecording);
        const LateParts& parts = lateness.parts;
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
        lateness.reason = static_cast<LatePart>(largest);
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
        const std::unique_ptr<const RunsByTime>& runs = m_runs[lastRankOf(instance)];
        for (const LeadRun& run : runs ? runs->around(lead) : std::span<const LeadRun>()) {
            const TimeRange wait { run.range.begin, saturatingAdd(run.range.begin, run.wait) };
            const Nanoseconds within = wait.clippedTo(lead).length();
            if (run.isOther(group) && within > most) {
                most = within;
                next = m_ledgerOf[run.run];
            }
        }
        return next == kNone ? std::nullopt : next;
    }

    WaitLedger& m_ledger;
    const AnalysisInput& m_input;
    const CollectiveMatching& m_matching;
    const RankClocks& m_clocks;
    Nanoseconds m_kernelDelay;
    std::vector<Nanoseconds> m_waits;                       ///< by run
    std::vector<std::uint32_t> m_ledgerOf;                  ///< by run: its collective in the ledger, or kNone
    std::vector<Nanoseconds> m_longerBefore;                ///< by collective: the median's run before than the last's
    std::vector<std::uint32_t> m_before;                    ///< by run: the synchronising one of its group before it
    std::vector<std::uint32_t> m_firstRun;                  ///< by rank; then the number of all
    std::vector<std::unique_ptr<const RunsByTime>> m_runs;  ///< by rank; null where nobody hands a wait on
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
