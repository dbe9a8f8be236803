// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/causes/replay/recording.h"

#include "core/analysis/causes/hand_over.h"
#include "core/base/parallel.h"
#include "core/base/vectors.h"
#include "core/numeric/intervals.h"

#include <utility>

namespace kinetoscope {

namespace {

/// Element (n - 1) / 2 of the sorted values; 0 of none.
Nanoseconds lowerMedian(std::vector<Nanoseconds> values)
{
    if (values.empty())
        return 0;
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>((values.size() - 1) / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

/// As std::upper_bound, looked for from `from` on, in steps that grow. O(log of how far away it is).
/// @param from  in [first, end).
template <typename Iterator> Iterator upperBoundNear(Iterator first, Iterator from, Iterator end, Timestamp time)
{
    std::ptrdiff_t step = 1;
    if (*from > time) {
        Iterator high = from;
        while (high - first >= step && *(high - step) > time) {
            high -= step;
            step *= 2;
        }
        return std::upper_bound(high - std::min(step, high - first), high, time);
    }
    Iterator low = from + 1;
    while (end - low >= step && *(low + (step - 1)) <= time) {
        low += step;
        step *= 2;
    }
    return std::upper_bound(low, low + std::min(step, end - low), time);
}

} // namespace

Recording::Recording(const Trace& trace, const CauseThresholds& thresholds, const Progress& progress,
    std::span<const Step> steps, Grain grain, int threads)
    : m_trace(trace)
    , m_grain(grain)
    , m_gap(thresholds.gap)
    , m_parts(std::make_shared<PathParts>(trace, thresholds, progress, threads))
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
    addWaits(thresholds, progress, threads);
    findPrefixEnds();
    if (!progress.shouldStop())
        makeOrder(progress);
    if (!progress.shouldStop())
        findRange(progress);
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
        const Timestamp begin = beginOf(operation);
        if (begin < from)
            break;
        if (kinds[operation] == OperationKind::Run) {
            for (const RunPart* part = &runParts[details[operation]];; ++part) {
                times[part->cause] = saturatingAdd(times[part->cause], Nanoseconds { part->time });
                if (part->isLast != 0)
                    break;
            }
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

/// The waits of the work from `first` on up to `end`.
struct Recording::WaitsOfSome {
    WorkNumber first = 0;
    WorkNumber end = 0;
    std::vector<Wait> waits;
    std::vector<bool> isBinding; ///< by wait
    // What usually lies between a launch, or other work, and the work that it let go.
    std::vector<Nanoseconds> ofLaunch;
    std::vector<Nanoseconds> ofWork;
};

/// How many waits each of the work has goes to `firstWait`, behind it.
void Recording::findWaits(WaitsOfSome& some, Nanoseconds gap, const Progress& progress)
{
    std::vector<Dependency> dependencies;
    OperationNumber near = kNoOperation;
    StopCheck check(progress);
    // Nearly all wait for their stream and their launch; those of a second part are put behind those of the first.
    some.waits.reserve(2 * (m_works.size() - some.first));
    for (WorkNumber work = some.first; work < some.end; ++work) {
        if (check.after(40))
            return;
        const Timestamp start = m_works.startOf(work);
        const SliceId launch = m_works.launchOf(work);
        const LineMoment moment = launch.isValid() ? momentOf(m_trace.trackOf(launch), m_works.handedOver(work), near)
                                                   : momentOf({}, start, near);
        near = moment.operation; // work runs about in the order of its launches
        handedIn[work] = moment.operation;
        handedAt[work] = moment.isBehind ? MomentPlace::Behind
            : moment.offset == 0         ? MomentPlace::Begin
                                         : MomentPlace::Inside;
        m_predecessors.of(work, dependencies);
        firstWait[work + 1] = static_cast<std::uint32_t>(dependencies.size());
        if (dependencies.empty())
            continue;
        std::size_t binding = 0;
        for (std::size_t i = 0; i < dependencies.size(); ++i) {
            const Dependency& each = dependencies[i];
            if (each.ready > dependencies[binding].ready)
                binding = i;
            some.waits.emplace_back(each.kind, each.work, saturatingSubtract(start, each.ready));
        }
        some.isBinding.resize(some.waits.size());
        const std::size_t bound = some.waits.size() - dependencies.size() + binding;
        some.isBinding[bound] = true;
        if (const Wait& wait = some.waits[bound]; wait.lag() < gap)
            (wait.kind() == DependencyKind::Launch ? some.ofLaunch : some.ofWork).push_back(wait.lag());
    }
}

void Recording::addWaits(const CauseThresholds& thresholds, const Progress& progress, int threads)
{
    const auto size = static_cast<WorkNumber>(m_works.size());
    handedIn.resize(size);
    handedAt.resize(size);
    firstWait.assign(std::size_t { size } + 1, 0);
    std::array<WaitsOfSome, 2> halves;
    halves[0].end = threads > 1 ? size / 2 : size;
    halves[1].first = halves[0].end;
    halves[1].end = size;
    parallelFor(halves.size(), threads, [&](std::size_t i) { findWaits(halves[i], thresholds.gap, progress); });
    if (progress.shouldStop())
        return;
    for (std::size_t work = 0; work < size; ++work)
        firstWait[work + 1] += firstWait[work];
    kinetoscope::append(halves[0].ofLaunch, halves[1].ofLaunch);
    kinetoscope::append(halves[0].ofWork, halves[1].ofWork);
    const Nanoseconds usualOfLaunch = lowerMedian(std::move(halves[0].ofLaunch));
    const Nanoseconds usualOfWork = lowerMedian(std::move(halves[0].ofWork));
    for (WaitsOfSome& half : halves) {
        for (std::size_t i = 0; i < half.waits.size(); ++i) {
            Wait& wait = half.waits[i];
            if (!half.isBinding[i])
                wait.setLag(std::min(wait.lag(), wait.kind() == DependencyKind::Launch ? usualOfLaunch : usualOfWork));
        }
    }
    waits = std::move(halves[0].waits);
    kinetoscope::append(waits, halves[1].waits);
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
    order.resize(m_works.size());
    std::vector<WorkNumber> lastOf(m_works.streamCount(), kNoWork); // by stream
    StopCheck check(progress);
    for (WorkNumber work = 0; work < m_works.size(); ++work) {
        if (check.after(10))
            return;
        order[work].work = work;
        const Timestamp start = m_works.startOf(work);
        bool late = !m_works.launchOf(work).isValid() || m_works.handedOver(work) == start;
        for (std::uint32_t i = firstWait[work]; i < firstWait[work + 1]; ++i) {
            const WorkNumber awaited = waits[i].work;
            late = late || (awaited != kNoWork && isLate[awaited] != 0 && m_works.startOf(awaited) == start);
        }
        const WorkNumber before = std::exchange(lastOf[m_works.streamOf(work)], work);
        late = late || (before != kNoWork && isLate[before] != 0 && m_works.startOf(before) == start);
        isLate[work] = late ? 1 : 0;
    }
    sortRuns(
        order,
        [&](const Turn& a, const Turn& b) {
            const Timestamp startA = m_works.startOf(a.work);
            const Timestamp startB = m_works.startOf(b.work);
            return startA != startB ? startA < startB : isLate[a.work] < isLate[b.work];
        },
        progress);
    if (m_lines.size() > 1) { // one line is in order
        operationOrder.resize(ends.size());
        for (OperationNumber i = 0; i < operationOrder.size() && !check.after(1); ++i)
            operationOrder[i] = i;
        sortRuns(
            operationOrder, [&](OperationNumber a, OperationNumber b) { return ends[a] < ends[b]; }, progress);
    }
    std::uint32_t done = 0; // operations
    for (Turn& turn : order) {
        const Timestamp start = m_works.startOf(turn.work);
        const bool late = isLate[turn.work] != 0;
        for (; done < ends.size(); ++done) {
            if (check.after(4))
                return;
            const Timestamp end = ends[operationAt(done)];
            if (start < end || (start == end && !late))
                break;
        }
        turn.operations = done;
    }
}

const LaunchesOfTrace& Recording::launches(const Progress& progress) const
{
    std::call_once(m_areLaunchesFound, [&] { m_launches = launchesOfTrace(m_trace, *m_parts, progress); });
    return m_launches;
}

} // namespace kinetoscope
