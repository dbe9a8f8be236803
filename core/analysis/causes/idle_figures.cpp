// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/causes/idle_figures.h"

#include "core/analysis/causes/call_names.h"
#include "core/analysis/causes/path/path_notes.h"
#include "core/base/parallel.h"
#include "core/numeric/intervals.h"

#include <algorithm>
#include <array>
#include <functional>
#include <initializer_list>

namespace kinetoscope {

namespace {

/// Longest first; of equal ones the order of the table's text columns.
template <typename Key, typename Less> void orderByTime(std::vector<std::pair<Key, IdleSum>>& rows, Less isBefore)
{
    std::sort(rows.begin(), rows.end(), [&isBefore](const auto& a, const auto& b) {
        return a.second.time != b.second.time ? a.second.time > b.second.time : isBefore(a.first, b.first);
    });
}

/// Sums by cause, only those with time.
class CauseSums {
public:
    void add(Cause cause, Nanoseconds length, bool isAfterSync, std::uint64_t gap)
    {
        m_sums[static_cast<std::size_t>(cause)].add(length, isAfterSync, gap);
    }
    [[nodiscard]] std::vector<IdleOfCause> rows() const
    {
        std::vector<IdleOfCause> rows;
        for (std::size_t i = 0; i < m_sums.size(); ++i) {
            if (m_sums[i].gaps > 0)
                rows.emplace_back(static_cast<Cause>(i), m_sums[i]);
        }
        orderByTime(rows, std::less<Cause> {});
        return rows;
    }

private:
    std::array<IdleSum, kCauseCount> m_sums;
};

/// Sums by owner, of one device after the other.
class OwnerSums {
public:
    void add(std::uint32_t key, Nanoseconds length, bool isAfterSync, std::uint64_t gap)
    {
        if (key >= m_sums.size())
            m_sums.resize(key + 1);
        if (m_sums[key].gaps == 0)
            m_touched.push_back(key);
        m_sums[key].add(length, isAfterSync, gap);
    }
    [[nodiscard]] std::vector<IdleOfOwner> takeRows(const OwnerKeys& keys)
    {
        std::vector<IdleOfOwner> rows;
        for (const std::uint32_t key : m_touched)
            rows.emplace_back(key, std::exchange(m_sums[key], {}));
        m_touched.clear();
        orderByTime(rows, [&keys](std::uint32_t a, std::uint32_t b) {
            return keys.causeOf(a) != keys.causeOf(b) ? keys.causeOf(a) < keys.causeOf(b)
                                                      : keys.labelsOf(a) < keys.labelsOf(b);
        });
        return rows;
    }

private:
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

/// Synchronisation of a device in copy calls, which the ledger has only behind their copies.
Nanoseconds afterCopiesOf(const IdleOfDevice& device, const OwnerKeys& keys)
{
    Nanoseconds sum = 0;
    for (const auto& [key, owned] : device.owners) {
        if (keys.causeOf(key) == Cause::Synchronisation && callNameOf(keys.labelsOf(key).name) == CallName::Copy)
            sum = saturatingAdd(sum, owned.time);
    }
    return sum;
}

/// Of all that the scope leaves of a rank.
Result<Done> measureDevices(
    const RankTrace& rank, const RankIdle& idle, IdleLedger& ledger, IdleOfRank& figures, const Progress& progress)
{
    figures.keys = std::make_shared<OwnerKeys>(*rank.trace);
    OwnerKeys& keys = *figures.keys;
    OwnerSums owners;
    Nanoseconds idleOfAll = 0;
    Nanoseconds beforeFirst = 0;
    Nanoseconds unlaunched = 0;
    Nanoseconds behindCopies = 0;
    for (const IdleLine& line : idle.devices()) {
        IdleOfDevice device { line.device, totalLength(idle.viewOf(line)), 0, {}, {} };
        CauseSums causes;
        eachGapOf(idle, line, progress, [&](const IdleGap& gap, std::uint64_t number) {
            if (isFirstOfStream(*rank.trace, gap.after))
                beforeFirst = saturatingAdd(beforeFirst, timeIn(ledger, gap, { Cause::EventWait, Cause::LateStart }));
            if (gap.after.isValid() && !rank.trace->slices().partner[gap.after.index()].isValid())
                unlaunched = saturatingAdd(unlaunched, timeIn(ledger, gap, { Cause::LaunchLatency }));
            ledger.sum(gap, gap.range, keys, [&](std::uint32_t key, Nanoseconds length, bool isAfter) {
                device.idle = saturatingAdd(device.idle, length);
                causes.add(keys.causeOf(key), length, isAfter, number);
                owners.add(key, length, isAfter, number);
            });
        });
        KT_TRY_DONE(progress.carryOn());
        device.causes = causes.rows();
        device.owners = owners.takeRows(keys);
        idleOfAll = saturatingAdd(idleOfAll, device.idle);
        behindCopies = saturatingAdd(behindCopies, afterCopiesOf(device, keys));
        figures.devices.push_back(std::move(device));
    }
    if (beforeFirst > 0)
        figures.remarks.push_back(workBeforeRecording(rank, beforeFirst));
    if (behindCopies > idleOfAll / 100)
        figures.remarks.push_back(afterCopies(rank, behindCopies));
    if (unlaunched > idleOfAll / 100)
        figures.remarks.push_back(launchNotRecorded(rank, unlaunched));
    return Done {};
}

/// Of each step that the scope names or touches, by cause.
Result<Done> measureSteps(const IdleSources& sources, std::size_t i, IdleLedger& ledger,
    std::vector<IdleOfStep>& figures, const Progress& progress)
{
    const std::vector<TimeRange>& walls = sources.steps->wallsIn(i);
    if (walls.empty())
        return Done {};
    KT_TRY(const RankIdle around, sources.steps->idleAround(i)->rank(0, progress));
    CauseKeys keys;
    for (const IdleLine& line : around.devices()) {
        std::vector<CauseSums> bySteps(walls.size());
        eachGapOf(around, line, progress, [&](const IdleGap& gap, std::uint64_t number) {
            auto wall = std::partition_point(
                walls.begin(), walls.end(), [&gap](const TimeRange& each) { return each.end <= gap.range.begin; });
            for (; wall != walls.end() && wall->begin < gap.range.end; ++wall) {
                CauseSums& causes = bySteps[static_cast<std::size_t>(wall - walls.begin())];
                ledger.sum(
                    gap, gap.range.clippedTo(*wall), keys, [&](std::uint32_t cause, Nanoseconds length, bool isAfter) {
                        causes.add(static_cast<Cause>(cause), length, isAfter, number);
                    });
            }
        });
        KT_TRY_DONE(progress.carryOn());
        for (std::size_t step = 0; step < walls.size(); ++step)
            figures.push_back({ step, line.device, bySteps[step].rows() });
    }
    return Done {};
}

} // namespace

Result<IdleOfRank> measureIdle(const IdleSources& sources, std::size_t i, const Progress& progress, int threads)
{
    KT_TRY(const RankIdle idle, sources.idle->rank(i, progress));
    const RankTrace& rank = sources.idle->rankTrace(i);
    IdleOfRank figures;
    remarkOnSelection(idle.work(), rank, figures.remarks);
    if (idle.devices().empty()) {
        figures.remarks.push_back(noGpuWork(rank));
        return figures;
    }
    IdleLedger ledger(rank, sources.thresholds, progress);
    KT_TRY_DONE(progress.carryOn());
    IdleLedger ofSteps = ledger;
    std::array<Result<Done>, 2> done { Done {}, Done {} };
    parallelFor(done.size(), threads, [&](std::size_t part) {
        done[part] = part == 0 ? measureDevices(rank, idle, ledger, figures, progress)
                               : measureSteps(sources, i, ofSteps, figures.steps, progress);
    });
    for (const Result<Done>& each : done)
        KT_TRY_DONE(each);
    return figures;
}

} // namespace kinetoscope
