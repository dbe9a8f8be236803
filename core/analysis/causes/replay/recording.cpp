// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/causes/replay/recording.h"

#include "core/analysis/causes/replay/change_targets.h"
#include "core/analysis/causes/replay/lag_counts.h"
#include "core/analysis/causes/work/hand_over.h"
#include "core/base/parallel.h"
#include "core/base/vectors.h"
#include "core/model/track_cursor.h"
#include "core/numeric/intervals.h"
#include "core/numeric/near_search.h"

#include <array>
#include <numeric>
#include <utility>

namespace kinetoscope {

namespace {

LagCounts takeLast(std::vector<LagCounts>& counts)
{
    LagCounts last = std::move(counts.back());
    counts.pop_back();
    return last;
}

} // namespace

Recording::Recording(const Trace& trace, const CauseThresholds& thresholds, const Progress& progress,
    std::span<const Step> steps, Grain grain, int threads, std::shared_ptr<const RankCauses> known)
    : m_trace(trace)
    , m_grain(grain)
    , m_gap(thresholds.gap)
    , m_parts(known ? std::make_shared<PathParts>(std::move(known), trace, thresholds, progress, threads)
                    : std::make_shared<PathParts>(trace, thresholds, progress, threads))
    , m_threads(m_parts->lines())
    , m_blocking(m_parts->blocking())
    , m_rules(m_parts->rules())
    , m_works(m_parts->works())
    , m_awaited(m_parts->awaited())
    , m_predecessors(m_parts->predecessors())
{
    if (progress.shouldStop() || trace.range().length() > kLongest)
        return;
    addLines(steps, progress, threads);
    if (progress.shouldStop())
        return;
    addWaits(progress, threads);
    if (progress.shouldStop())
        return;
    parallelFor(2, threads, [&](std::size_t i) {
        if (i == 0) {
            makeOrder(progress);
            return;
        }
        findPrefixEnds();
        findRange(progress);
        if (m_grain == Grain::Runs)
            operationSums = OperationSums(*this, progress);
    });
}

LineMoment Recording::momentIn(const Line& line, Timestamp time, OperationNumber near) const
{
    const auto first = ends.begin() + line.first;
    const auto end = ends.begin() + line.end;
    if (time < *first)
        return &line == &m_lines.front() ? LineMoment { kNoOperation, false, time } : momentIn(m_lines.front(), time);
    const bool isNearKnown = line.first <= near && near < line.end;
    // What ends after the moment holds it.
    const auto at =
        isNearKnown ? upperBoundNear(first, ends.begin() + near, end, time) : std::upper_bound(first, end, time);
    const auto operation = static_cast<OperationNumber>(at - ends.begin());
    const bool isInRun = at != end && kinds[operation] == OperationKind::Run;
    return { operation, at == end, isInRun ? 0 : saturatingSubtract(time, ends[operation - 1]) };
}

LineMoment Recording::momentOf(TrackId thread, Timestamp time, OperationNumber near) const
{
    if (m_lines.empty())
        return { kNoOperation, false, time };
    if (!thread.isValid() || isOfLine0(thread))
        return momentIn(m_lines.front(), time, near);
    const auto line = std::ranges::find(m_lines, thread, &Line::thread);
    return momentIn(line != m_lines.end() ? *line : m_lines.front(), time, near);
}

Timestamp Recording::passLine0(
    TrackId thread, Timestamp time, Timestamp from, OperationNumber& near, TimesByCause& times) const
{
    if (m_lines.empty() || thread != m_lines.front().thread)
        return time;
    const LineMoment moment = momentIn(m_lines.front(), time, near);
    if (moment.operation == kNoOperation || moment.operation == 0 || ends[moment.operation - 1] != time)
        return time;
    OperationNumber operation = moment.operation - 1;
    for (; kinds[operation] == OperationKind::Run || kinds[operation] == OperationKind::Plain; --operation) {
        if (const std::span<const CauseSum> sums = operationSums.endingWith(operation);
            !sums.empty() && beginOf(operation - (OperationSums::kBlock - 1)) >= from) {
            for (const CauseSum& each : sums) {
                Nanoseconds& sum = times[static_cast<std::size_t>(each.cause)];
                sum = saturatingAdd(sum, each.time);
            }
            operation -= OperationSums::kBlock - 1;
            continue;
        }
        const Timestamp begin = beginOf(operation);
        if (begin < from)
            break;
        if (kinds[operation] == OperationKind::Run) {
            eachPartOf(operation, [&times](const RunPart& part) {
                times[part.cause()] = saturatingAdd(times[part.cause()], Nanoseconds { part.time() });
            });
        } else {
            Nanoseconds& sum = times[static_cast<std::size_t>(causes[operation])];
            sum = saturatingAdd(sum, saturatingSubtract(ends[operation], begin));
        }
    }
    near = operation;
    return ends[operation];
}

void Recording::findRange(const Progress& progress)
{
    TimeRange range { kMaxTimestamp, kMinTimestamp };
    if (!m_lines.empty())
        range = { ends[m_lines.front().first], ends[m_lines.front().end - 1] };
    StopCheck check(progress);
    for (WorkNumber work = 0; work < m_works.size() && !check.after(2); ++work) {
        range.begin = std::min(range.begin, m_works.startOf(work));
        range.end = std::max(range.end, m_works.endOf(work));
    }
    m_range = range.begin < range.end ? range : TimeRange {};
}

LineMoment Recording::handed(WorkNumber work) const
{
    const OperationNumber operation = handedIn[work];
    const Timestamp time = m_works.launchOf(work).isValid() ? m_works.handedOver(work) : m_works.startOf(work);
    if (operation == kNoOperation)
        return { kNoOperation, false, time };
    return { operation, handedAt[work] == MomentPlace::Behind,
        handedAt[work] == MomentPlace::Begin ? 0 : saturatingSubtract(time, ends[operation - 1]) };
}

/// @param part  of `waits`; nothing else of others is touched.
void Recording::findWaits(std::size_t part, Bindings& bindings, LagCounts& lags, const Progress& progress)
{
    std::vector<Dependency> dependencies;
    std::vector<Wait> found;
    TrackCursor launchers(m_trace);
    OperationNumber near = kNoOperation;
    StopCheck check(progress);
    const auto [first, end] = waits.worksOf(part);
    bindings.reserve(end - first);
    for (WorkNumber work = first; work < end; ++work) {
        if (check.after(40))
            return;
        const Timestamp start = m_works.startOf(work);
        const SliceId launch = m_works.launchOf(work);
        const LineMoment moment = launch.isValid() ? momentOf(launchers.of(launch), m_works.handedOver(work), near)
                                                   : momentOf({}, start, near);
        near = moment.operation; // work runs about in the order of its launches
        handedIn[work] = moment.operation;
        handedAt[work] = moment.isBehind ? MomentPlace::Behind
            : moment.offset == 0         ? MomentPlace::Begin
                                         : MomentPlace::Inside;
        const bool isBetween = moment.operation != kNoOperation && handedAt[work] == MomentPlace::Begin;
        if (const WorkNumber before = m_predecessors.onlyBefore(work); before != kNoWork) {
            const Nanoseconds behindWork = saturatingSubtract(start, m_works.endOf(before));
            const Nanoseconds behindLaunch = saturatingSubtract(start, m_works.handedOver(work));
            const bool isLaunch = behindLaunch < behindWork;
            const std::array both { Wait(DependencyKind::Stream, before, behindWork),
                Wait(DependencyKind::Launch, kNoWork, behindLaunch) };
            waits.put(work, both, isBetween);
            bindings.push_back(isLaunch ? 1 : 0);
            if (const Nanoseconds lag = std::max(std::min(behindWork, behindLaunch), Nanoseconds { 0 }); lag < m_gap)
                lags.add(isLaunch, lag);
            continue;
        }
        m_predecessors.of(work, dependencies);
        found.clear();
        std::uint32_t binding = 0;
        for (const Dependency& each : dependencies) {
            if (each.ready > dependencies[binding].ready)
                binding = static_cast<std::uint32_t>(found.size());
            found.emplace_back(each.kind, each.work, saturatingSubtract(start, each.ready));
        }
        waits.put(work, found, isBetween);
        bindings.push_back(binding);
        if (dependencies.empty())
            continue;
        const Nanoseconds lag = std::max(saturatingSubtract(start, dependencies[binding].ready), Nanoseconds { 0 });
        if (lag < m_gap)
            lags.add(found[binding].kind() == DependencyKind::Launch, lag);
    }
}

void Recording::addWaits(const Progress& progress, int threads)
{
    handedIn.resize(m_works.size());
    handedAt.resize(m_works.size());
    waits = WorkWaits(m_works.size());
    std::vector<Bindings> bindings(waits.partCount());
    std::vector<LagCounts> counts; // as many as threads count at once; what one has counted, the next part goes on with
    std::mutex mutex;
    parallelFor(bindings.size(), threads, [&](std::size_t part) {
        LagCounts own = [&] {
            const std::scoped_lock lock(mutex);
            return counts.empty() ? LagCounts(m_gap) : takeLast(counts);
        }();
        findWaits(part, bindings[part], own, progress);
        const std::scoped_lock lock(mutex);
        counts.push_back(std::move(own));
    });
    LagCounts lags(m_gap);
    for (const LagCounts& each : counts)
        lags.add(each);
    if (progress.shouldStop())
        return;
    parallelFor(2, threads,
        [&](std::size_t i) { (i == 0 ? m_usualOfLaunch : m_usualOfWork) = usualLag(i == 0, bindings, lags); });
    parallelFor(bindings.size(), threads, [&](std::size_t part) {
        const auto [first, end] = waits.worksOf(part);
        for (WorkNumber work = first; work < end; ++work) {
            if (waits.isUsual(work)) { // so both lags are short
                const WorkWaits::Usual usual = waits.usualOf(work);
                if (bindings[part][work - first] != 0 && usual.behindWork > m_usualOfWork)
                    waits.setUsual(work, 0, m_usualOfWork);
                else if (bindings[part][work - first] != 1 && usual.behindLaunch > m_usualOfLaunch)
                    waits.setUsual(work, 1, m_usualOfLaunch);
                continue;
            }
            const WaitsOfWork all = waits.of(work);
            for (std::size_t i = 0; i < all.size(); ++i) {
                const Wait wait = all[i];
                if (i != bindings[part][work - first] && lagOf(work, wait) > usualLagOf(wait.kind()))
                    waits.setUsual(work, i, usualLagOf(wait.kind()));
            }
        }
    });
}

/// The median of those that let work start; 0 of none. Where counts do not say it to the nanosecond, it is looked for
/// among those of its bucket.
Nanoseconds Recording::usualLag(bool isOfLaunch, std::span<const Bindings> bindings, const LagCounts& lags) const
{
    const auto [bucket, place] = lags.median(isOfLaunch);
    if (bucket == LagCounts::kNoBucket)
        return 0;
    if (lags.areExact())
        return static_cast<Nanoseconds>(bucket);
    std::vector<Nanoseconds> ofBucket;
    for (std::size_t part = 0; part < bindings.size(); ++part) {
        const auto [first, end] = waits.worksOf(part);
        for (WorkNumber work = first; work < end; ++work) {
            const WaitsOfWork all = waits.of(work);
            if (all.empty())
                continue;
            const Wait wait = all[bindings[part][work - first]];
            if ((wait.kind() == DependencyKind::Launch) != isOfLaunch)
                continue;
            const Nanoseconds lag = lagOf(work, wait);
            if (lag >= 0 && lag < m_gap && lags.bucketOf(lag) == bucket)
                ofBucket.push_back(lag);
        }
    }
    if (place >= ofBucket.size())
        return 0;
    const auto median = ofBucket.begin() + static_cast<std::ptrdiff_t>(place);
    std::nth_element(ofBucket.begin(), median, ofBucket.end());
    return *median;
}

Nanoseconds Recording::longLagOf(WorkNumber work, const Wait& wait) const
{
    if (wait.isUsual())
        return usualLagOf(wait.kind());
    const Timestamp ready = wait.kind() == DependencyKind::Launch ? m_works.handedOver(work) : m_works.endOf(wait.work);
    return saturatingSubtract(m_works.startOf(work), ready);
}

void Recording::findPrefixEnds()
{
    prefixEnds.resize(m_works.streamCount());
    for (const AwaitedWork::Prefix& prefix : prefixes)
        prefixEnds[prefix.stream].push_back(prefix.count - 1);
    for (std::vector<std::uint32_t>& each : prefixEnds)
        sortUnique(each);
}

void Recording::makeOrder(const Progress& progress)
{
    // At one moment: work, then what ends on the host, then work that waits for just that.
    std::vector<std::uint8_t> isLate(m_works.size());
    std::vector<WorkNumber> lastOf(m_works.streamCount(), kNoWork); // by stream
    StopCheck check(progress);
    bool isSorted = true;
    for (WorkNumber work = 0; work < m_works.size(); ++work) {
        if (check.after(10))
            return;
        const Timestamp start = m_works.startOf(work);
        const auto isLateThen = [&](WorkNumber each) {
            return each != kNoWork && isLate[each] != 0 && m_works.startOf(each) == start;
        };
        const WorkNumber before = std::exchange(lastOf[m_works.streamOf(work)], work);
        bool late = !m_works.launchOf(work).isValid() || m_works.handedOver(work) == start || isLateThen(before);
        if (waits.isUsual(work)) {
            late = late || isLateThen(waits.usualOf(work).before);
        } else {
            const WaitsOfWork all = waits.of(work);
            for (std::size_t i = 0; i < all.size(); ++i)
                late = late || isLateThen(all[i].work);
        }
        isLate[work] = late ? 1 : 0;
        // By start they are in order.
        isSorted = isSorted && (late || work == 0 || isLate[work - 1] == 0 || m_works.startOf(work - 1) != start);
    }
    if (!isSorted) {
        workOrder.resize(m_works.size());
        std::iota(workOrder.begin(), workOrder.end(), WorkNumber { 0 });
        const auto isBefore = [&](WorkNumber a, WorkNumber b) {
            const Timestamp startA = m_works.startOf(a);
            const Timestamp startB = m_works.startOf(b);
            return startA != startB ? startA < startB : isLate[a] < isLate[b];
        };
        sortRuns(workOrder, isBefore, progress);
    }
    if (m_lines.size() > 1) { // one line is in order
        operationOrder.resize(ends.size());
        for (OperationNumber i = 0; i < operationOrder.size() && !check.after(1); ++i)
            operationOrder[i] = i;
        sortRuns(
            operationOrder, [&](OperationNumber a, OperationNumber b) { return ends[a] < ends[b]; }, progress);
    }
    std::uint32_t done = 0; // operations
    operationsBetween.reserve(m_works.size());
    for (std::size_t turn = 0; turn < m_works.size(); ++turn) {
        const Timestamp start = m_works.startOf(workAt(turn));
        const bool late = isLate[workAt(turn)] != 0;
        const std::uint32_t before = done;
        const Timestamp until = late ? start : saturatingSubtract(start, 1); // operations that end then come before it
        while (done < ends.size() && ends[operationAt(done)] <= until)
            ++done;
        if (check.after(4 + (done - before)))
            return;
        operationsBetween.push_back(static_cast<std::uint8_t>(std::min(done - before, std::uint32_t { kMany })));
        if (done - before >= kMany)
            manyOperations.push_back(done - before);
    }
}

const LaunchesOfTrace& Recording::launches(const Progress& progress) const
{
    std::call_once(m_areLaunchesFound, [&] { m_launches = launchesOfTrace(m_trace, *m_parts, progress); });
    return m_launches;
}

Result<const std::vector<bool>*> Recording::launchedIn(std::string_view op, int threads, const Progress& progress) const
{
    const std::scoped_lock lock(m_opsMutex);
    auto known = m_launchedIn.find(op);
    if (known == m_launchedIn.end()) {
        KT_TRY(std::vector<bool> inside, launchedInside(m_trace, op, threads, progress));
        known = m_launchedIn.emplace(std::string(op), std::move(inside)).first;
    }
    return &known->second;
}

} // namespace kinetoscope
