// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/causes/idle/idle_stretch.h"

#include "core/analysis/causes/idle/cause_sums.h"
#include "core/analysis/causes/path/path_notes.h"
#include "core/numeric/intervals.h"

#include <algorithm>
#include <initializer_list>

namespace kinetoscope {

namespace {

/// Sums by owner, of one device after the other.
class OwnerSums {
public:
    void add(std::uint32_t key, Nanoseconds length, bool isAfterSync, std::uint64_t gap)
    {
        sumOf(key).add(length, isAfterSync, gap);
    }
    void addOfOtherGaps(std::uint32_t key, const IdleSum& other) { sumOf(key).addOfOtherGaps(other); }
    [[nodiscard]] std::vector<IdleOfOwner> takeSums()
    {
        std::vector<IdleOfOwner> sums;
        for (const std::uint32_t key : m_touched)
            sums.emplace_back(key, std::exchange(m_sums[key], {}));
        m_touched.clear();
        return sums;
    }

private:
    [[nodiscard]] IdleSum& sumOf(std::uint32_t key)
    {
        if (key >= m_sums.size())
            m_sums.resize(key + 1);
        if (m_sums[key].gaps == 0)
            m_touched.push_back(key);
        return m_sums[key];
    }

    std::vector<IdleSum> m_sums; ///< by number of the key
    std::vector<std::uint32_t> m_touched;
};

/// Time of a gap that has one of these causes.
Nanoseconds timeIn(IdleLedger& ledger, const IdleGap& gap, std::initializer_list<Cause> causes)
{
    Nanoseconds sum = 0;
    ledger.explain(gap, [&](const IdlePart& part) {
        if (std::ranges::find(causes, part.cause) != causes.end())
            sum = saturatingAdd(sum, part.range.length());
    });
    return sum;
}

CoveredTime coveredBy(const Trace& trace, const std::vector<DoubtfulCall>& calls)
{
    std::vector<TimeRange> ranges;
    for (const DoubtfulCall& each : calls)
        ranges.push_back(trace.slices().range(each.call));
    return CoveredTime(unionOf(std::move(ranges)));
}

/// @param added  of other gaps.
void join(std::vector<IdleOfCause>& sums, const std::vector<IdleOfCause>& added)
{
    for (const IdleOfCause& each : added) {
        const auto same = std::ranges::find(sums, each.first, &IdleOfCause::first);
        if (same != sums.end())
            same->second.addOfOtherGaps(each.second);
        else
            sums.push_back(each);
    }
}

} // namespace

IdleStretch::IdleStretch(const RankTrace& rank, const TimeRange& range, std::span<const TimeRange> walls,
    IdleLedger ledger, const LostKernels& lostKernels)
    : m_rank(rank)
    , m_trace(*rank.trace)
    , m_range(range)
    , m_walls(walls)
    , m_ledger(std::move(ledger))
    , m_lostKernels(lostKernels)
    , m_keys(std::make_shared<OwnerKeys>(*rank.trace))
    , m_firstWorks(*rank.trace)
    , m_inDoubtful(coveredBy(*rank.trace, m_ledger.rules().doubtfulLoading()))
{
}

void IdleStretch::measure(const RankIdle& idle, const Progress& progress)
{
    for (const IdleLine& line : idle.devices()) {
        IdleOfGaps& sums = m_devices.emplace_back();
        StepSums steps(m_walls.size());
        addGaps(idle, line, sums, steps, progress);
        if (!m_walls.empty())
            addOuterGaps(idle, line, steps, progress);
        for (std::size_t i = 0; i < steps.size(); ++i) {
            if (std::vector<IdleOfCause> causes = steps[i].sums(); !causes.empty())
                sums.steps.emplace_back(i, std::move(causes));
        }
    }
}

template <typename Visit>
void IdleStretch::eachWindow(const TimeRange& range, StepSums& steps, const Visit& visit) const
{
    Timestamp time = range.begin;
    const auto visitUntil = [&](Timestamp end, CauseSums* step) {
        if (time < end)
            visit({ time, end }, step);
        time = end;
    };
    auto wall =
        std::ranges::partition_point(m_walls, [&range](const TimeRange& each) { return each.end <= range.begin; });
    for (; wall != m_walls.end() && wall->begin < range.end; ++wall) {
        const TimeRange inside = range.clippedTo(*wall);
        visitUntil(inside.begin, nullptr);
        visitUntil(inside.end, &steps[static_cast<std::size_t>(wall - m_walls.begin())]);
    }
    visitUntil(range.end, nullptr);
}

void IdleStretch::addGaps(
    const RankIdle& idle, const IdleLine& line, IdleOfGaps& sums, StepSums& steps, const Progress& progress)
{
    OwnerSums owners;
    CauseSums causes;
    std::uint64_t gapNumber = 0;
    CauseSums* step = nullptr;
    const IdleLedger::VisitTime add = [&](std::uint32_t key, Nanoseconds length, bool isAfter) {
        const Cause cause = m_keys->causeOf(key);
        sums.idle = saturatingAdd(sums.idle, length);
        causes.add(cause, length, isAfter, gapNumber);
        owners.add(key, length, isAfter, gapNumber);
        if (step != nullptr)
            step->add(cause, length, isAfter, gapNumber);
    };
    eachGapOf(idle, line, progress, [&](const IdleGap& gap, std::uint64_t number) {
        if (!m_range.contains(gap.range.begin))
            return;
        if (m_firstWorks.has(gap.after))
            m_beforeFirst = saturatingAdd(m_beforeFirst, timeIn(m_ledger, gap, { Cause::EventWait, Cause::LateStart }));
        if (gap.after.isValid() && !m_trace.slices().partner[gap.after.index()].isValid())
            m_unlaunched = saturatingAdd(m_unlaunched, timeIn(m_ledger, gap, { Cause::LaunchLatency }));
        const TimeRange inTrace { m_rank.toTraceTime(gap.range.begin), m_rank.toTraceTime(gap.range.end) };
        m_lost = saturatingAdd(m_lost, m_lostKernels.before(gap.after, inTrace).range.length());
        addDoubts(gap, inTrace);
        gapNumber = number;
        eachWindow(gap.range, steps, [&](const TimeRange& window, CauseSums* around) {
            step = around;
            m_ledger.sum(gap, window, *m_keys, add);
        });
    });
    sums.causes = causes.sums();
    sums.owners = owners.takeSums();
}

/// @param inTrace  the gap, trace time.
void IdleStretch::addDoubts(const IdleGap& gap, const TimeRange& inTrace)
{
    if (m_inDoubtful.within(inTrace) == 0) // hardly ever any
        return;
    m_ledger.explain(gap, [&](const IdlePart& part) {
        if (part.cause == Cause::CodeLoading)
            m_doubts.add(m_trace, m_ledger.rules().doubtfulLoading(), part.owner,
                { m_rank.toTraceTime(part.range.begin), m_rank.toTraceTime(part.range.end) });
    });
}

void IdleStretch::addOuterGaps(const RankIdle& idle, const IdleLine& line, StepSums& steps, const Progress& progress)
{
    CauseKeys keys;
    std::uint64_t gapNumber = UINT64_MAX; // numbers that no gap between work has
    CauseSums* step = nullptr;
    const IdleLedger::VisitTime add = [&](std::uint32_t cause, Nanoseconds length, bool isAfter) {
        step->add(static_cast<Cause>(cause), length, isAfter, gapNumber);
    };
    idle.eachOuterGap(
        line, { m_walls.front().begin, m_walls.back().end },
        [&](const IdleGap& gap) {
            if (!m_range.contains(gap.range.begin))
                return;
            eachWindow(gap.range, steps, [&](const TimeRange& window, CauseSums* around) {
                step = around;
                if (step != nullptr)
                    m_ledger.sum(gap, window, keys, add);
            });
            --gapNumber;
        },
        progress);
}

void IdleStretch::join(const IdleStretch& other)
{
    OwnerSums owners;
    for (std::size_t i = 0; i < m_devices.size(); ++i) {
        IdleOfGaps& sums = m_devices[i];
        const IdleOfGaps& added = other.m_devices[i];
        sums.idle = saturatingAdd(sums.idle, added.idle);
        kinetoscope::join(sums.causes, added.causes);
        for (const auto& [key, sum] : sums.owners)
            owners.addOfOtherGaps(key, sum);
        for (const auto& [key, sum] : added.owners)
            owners.addOfOtherGaps(m_keys->of(other.m_keys->causeOf(key), other.m_keys->labelsOf(key)), sum);
        sums.owners = owners.takeSums();
        for (const auto& [step, causes] : added.steps) {
            const auto same =
                std::ranges::lower_bound(sums.steps, step, {}, [](const auto& each) { return each.first; });
            if (same != sums.steps.end() && same->first == step)
                kinetoscope::join(same->second, causes);
            else
                sums.steps.emplace(same, step, causes);
        }
    }
    m_beforeFirst = saturatingAdd(m_beforeFirst, other.m_beforeFirst);
    m_unlaunched = saturatingAdd(m_unlaunched, other.m_unlaunched);
    m_doubts.add(m_trace, other.m_doubts);
    m_lost = saturatingAdd(m_lost, other.m_lost);
}

} // namespace kinetoscope
