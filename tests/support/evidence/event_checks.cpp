// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/numeric/intervals.h"
#include "tests/support/evidence/figure_checks.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <utility>

namespace kinetoscope::tests {

namespace {

/// The host slice around another one that operators() looks at: no Python frames.
SliceId callAround(const Trace& trace, SliceId slice)
{
    do
        slice = trace.slices().parent[slice.index()];
    while (slice.isValid() && trace.slices().kind[slice.index()] == EventKind::PythonFunction);
    return slice;
}

/// What key_averages() takes for the same call once more: the only one inside of another of its name.
bool isSameCallAgain(const Trace& trace, SliceId slice)
{
    const SliceTable& slices = trace.slices();
    const SliceId around = callAround(trace, slice);
    if (!around.isValid() || trace.name(around) != trace.name(slice)
        || slices.kind[around.index()] != slices.kind[slice.index()])
        return false;
    int inside = 0;
    for (std::uint32_t row = 0; row < slices.size(); ++row) {
        const bool isCall = slices.kind[row] != EventKind::PythonFunction && !isDeviceSide(slices.kind[row]);
        inside += isCall && callAround(trace, SliceTable::at(row)) == around ? 1 : 0;
    }
    return inside == 1;
}

/// How many calls of the row a host slice is in, itself included.
int callsAround(const Trace& trace, SliceId slice, const std::string& name, EventKind kind)
{
    int count = 0;
    for (; slice.isValid(); slice = callAround(trace, slice)) {
        // All steps are one row.
        const bool isNamed =
            trace.name(slice) == name || (name == "ProfilerStep*" && trace.name(slice).starts_with("ProfilerStep#"));
        const EventKind own = trace.slices().kind[slice.index()];
        const bool isOfRow = isNamed && (own == kind || (isApiCall(own) && isApiCall(kind)));
        count += isOfRow && !isSameCallAgain(trace, slice) ? 1 : 0;
    }
    return count;
}

/// Work belongs to the innermost op around its launch, where there is none to the innermost annotation, else to the
/// call.
SliceId ownerOfWork(const Trace& trace, SliceId work)
{
    const SliceId call = trace.slices().partner[work.index()];
    for (const EventKind kind : { EventKind::CpuOp, EventKind::UserAnnotation }) {
        for (SliceId up = call; up.isValid(); up = callAround(trace, up)) {
            if (trace.slices().kind[up.index()] == kind)
                return up;
        }
    }
    return call;
}

EventKind kindOfRow(const EvidencedCell& cell)
{
    const std::string kind = cell.text("kind");
    return kind == "annotation" ? EventKind::UserAnnotation : kind == "op" ? EventKind::CpuOp : EventKind::RuntimeCall;
}

} // namespace

bool isTimeOfOutermostCalls(const EvidencedCell& cell)
{
    Nanoseconds sum = 0;
    for (const SliceRef& slice : cell.evidence().slices) {
        const Trace& trace = cell.trace(slice);
        const EventKind kind = trace.slices().kind[slice.slice.index()];
        if (callsAround(trace, slice.slice, cell.text("name"), kind) == 1)
            sum += cell.rangeOf(slice).length();
    }
    return static_cast<double>(sum) == cell.value();
}

/// The work below each call, once for each call around its launch; or that for each call.
bool isWorkBelowCalls(const EvidencedCell& cell)
{
    Nanoseconds sum = 0;
    for (const SliceRef& slice : cell.evidence().slices) {
        const Trace& trace = cell.trace(slice);
        const SliceId owner = ownerOfWork(trace, slice.slice);
        sum += callsAround(trace, owner, cell.text("name"), kindOfRow(cell)) * cell.rangeOf(slice).length();
    }
    const bool isMean = cell.descriptor().name == "device_time";
    return isMean ? isNear(cell.value(), static_cast<double>(sum) / cell.value("count") / 1000.0)
                  : static_cast<double>(sum) == cell.value();
}

namespace {

/// All GPU work of the rank that the evidence is of.
std::vector<SliceRef> workOfRank(const EvidencedCell& cell)
{
    std::vector<SliceRef> work;
    const SliceTable& slices = cell.traces().ranks()[cell.rankIndex()].trace->slices();
    for (std::uint32_t row = 0; row < slices.size(); ++row) {
        if (isGpuWork(slices.kind[row]))
            work.push_back({ cell.rankIndex(), SliceTable::at(row) });
    }
    return work;
}

} // namespace

bool isPercentOfBusyTime(const EvidencedCell& cell)
{
    std::vector<TimeRange> ranges;
    for (const SliceRef& slice : workOfRank(cell))
        ranges.push_back(cell.rangeOf(slice));
    return isPercent(cell.value(), sumOf(asDoubles(cell.lengths())), static_cast<double>(lengthOfUnion(ranges)));
}

/// From the first launch (or work without one) to the last end of the work.
bool isWallTime(const EvidencedCell& cell)
{
    Timestamp first = std::numeric_limits<Timestamp>::max();
    Timestamp last = std::numeric_limits<Timestamp>::min();
    for (const SliceRef& slice : cell.evidence().slices) {
        const SliceId launch = cell.trace(slice).slices().partner[slice.slice.index()];
        const TimeRange range = cell.rangeOf(slice);
        first = std::min(
            { first, range.begin, launch.isValid() ? cell.rangeOf({ slice.rank, launch }).begin : range.begin });
        last = std::max(last, range.end);
    }
    return isNear(cell.value(), static_cast<double>(last - first) / 1000.0);
}

/// What a finding about slices says of their time.
bool isTimeConcerned(const EvidencedCell& cell)
{
    const std::string check = cell.text("check");
    if (check == "work-before-launch") {
        Nanoseconds sum = 0;
        for (const SliceRef& slice : cell.evidence().slices) {
            const SliceId launch = cell.trace(slice).slices().partner[slice.slice.index()];
            sum += cell.rangeOf({ slice.rank, launch }).begin - cell.rangeOf(slice).begin;
        }
        return static_cast<double>(sum) == cell.value();
    }
    if (check != "stream-overlap")
        return isTime(cell);
    Nanoseconds shared = 0; // with what of the stream ends last of all that starts before
    for (const SliceRef& slice : cell.evidence().slices) {
        const Trace& trace = cell.trace(slice);
        const Track& track = trace.track(trace.trackOf(slice.slice));
        Timestamp end = std::numeric_limits<Timestamp>::min();
        for (std::uint32_t row = track.firstSlice; row < slice.slice.index(); ++row) {
            if (isGpuWork(trace.slices().kind[row]))
                end = std::max(end, cell.rangeOf({ slice.rank, SliceTable::at(row) }).end);
        }
        shared += std::min(end, cell.rangeOf(slice).end) - cell.rangeOf(slice).begin;
    }
    return static_cast<double>(shared) == cell.value();
}

bool isShareConcerned(const EvidencedCell& cell)
{
    const std::string check = cell.text("check");
    double time = 0;
    const std::vector<SliceRef> work = workOfRank(cell);
    for (const SliceRef& slice : work)
        time += static_cast<double>(cell.rangeOf(slice).length());
    if (check == "unlinked-work" || check == "stream-overlap")
        return isPercent(cell.value(), cell.value("time"), time);
    if (check == "work-before-launch")
        return isPercent(cell.value(), cell.value("count"), static_cast<double>(work.size()));
    return check != "no-launches" || cell.value() == 100;
}

/// The greatest of a column of the series of the same rank and device.
EvidenceRule greatestOf(std::string column)
{
    return [column = std::move(column)](const EvidencedCell& cell) {
        const std::vector<double> all = cell.columnOf("series", column, { "rank", "device" });
        return !all.empty() && *std::max_element(all.begin(), all.end()) == cell.value();
    };
}

/// What of host ops and calls no other host slice inside of them covers, Python frames aside.
bool isSelfTimeOfOps(const EvidencedCell& cell)
{
    Nanoseconds sum = 0;
    for (const SliceRef& slice : cell.evidence().slices) {
        const SliceTable& slices = cell.trace(slice).slices();
        std::vector<TimeRange> nested;
        for (std::uint32_t row = 0; row < slices.size(); ++row) {
            for (SliceId up = slices.parent[row];
                 up.isValid() && isHostCallTree(slices.kind[row]) && slices.kind[row] != EventKind::PythonFunction;
                 up = slices.parent[up.index()]) {
                if (up == slice.slice)
                    nested.push_back(cell.rangeOf({ slice.rank, SliceTable::at(row) }));
            }
        }
        sum += cell.rangeOf(slice).length() - lengthOfUnion(nested);
    }
    return static_cast<double>(sum) == cell.value();
}

bool isTimeAtStake(const EvidencedCell& cell)
{
    if (cell.text("kind") == "large-op")
        return isSelfTimeOfOps(cell);
    const std::string kind = cell.text("kind");
    if (kind == "waits-for-gpu") // of a replay; its evidence is what the cure touches
        return !cell.evidence().slices.empty() || !cell.evidence().intervals.empty();
    const double sum = sumOf(asDoubles(cell.lengths()));
    const bool isHalf = kind == "large-kernel" || kind == "elementwise-runs";
    if (isHalf || kind == "waiting-kernel" || kind.starts_with("float32-")) {
        std::vector<TimeRange> ranges;
        std::set<SliceId> named;
        for (const SliceRef& slice : cell.evidence().slices) {
            ranges.push_back(cell.rangeOf(slice));
            named.insert(slice.slice);
        }
        if (kind.starts_with("float32-"))
            return static_cast<Nanoseconds>(cell.value()) == lengthOfUnion(std::move(ranges)) / 2;
        if (isHalf && cell.value("saved") > 0) // what the replay saves of it
            return cell.value() == cell.value("saved")
                && cell.value() * 2 <= static_cast<double>(lengthOfUnion(ranges));
        // What it takes alone: without the time in which other work runs beside it.
        const SliceRef first = cell.evidence().slices.front();
        const SliceTable& slices = cell.trace(first).slices();
        std::vector<TimeRange> others;
        for (std::uint32_t row = 0; row < slices.size(); ++row) {
            const SliceId slice = SliceTable::at(row);
            if (isGpuWork(slices.kind[row]) && slices.isSound(slice) && !named.contains(slice))
                others.push_back(cell.rangeOf({ first.rank, slice }));
        }
        const Nanoseconds alone = totalLength(differenceOf(unionOf(std::move(ranges)), unionOf(std::move(others))));
        return static_cast<Nanoseconds>(cell.value()) == (isHalf ? alone / 2 : alone);
    }
    if (kind == "late-rank") { // on average of those who wait, of the waits what is not computed in
        std::set<std::uint32_t> others;
        for (const IntervalRef& wait : cell.evidence().intervals)
            others.insert(wait.rank);
        return cell.value() * static_cast<double>(others.size()) <= sum;
    }
    if (kind == "slow-rank") {
        double others = 0;
        double count = 0;
        for (const double compute : cell.columnOf("split", "compute_time", {})) {
            others += compute;
            ++count;
        }
        return std::fabs(cell.value() - (sum - others / count)) <= 1;
    }
    return isTime(cell);
}

bool isShareAtStake(const EvidencedCell& cell)
{
    return cell.text("share_of") != "GPU time in view"
        || isPercent(cell.value(), cell.value("figure"), cell.elsewhere("split", "time", { "rank" }));
}

namespace {

/// Time between the kernels of each occurrence: from the first start to the last end, less what they cover.
Nanoseconds timeBetween(const EvidencedCell& cell, const std::vector<std::vector<SliceRef>>& occurrences)
{
    Nanoseconds gaps = 0;
    for (const std::vector<SliceRef>& kernels : occurrences) {
        std::vector<TimeRange> ranges;
        for (const SliceRef& kernel : kernels)
            ranges.push_back(cell.rangeOf(kernel));
        std::sort(
            ranges.begin(), ranges.end(), [](const TimeRange& a, const TimeRange& b) { return a.begin < b.begin; });
        Timestamp freeAt = ranges.front().end;
        for (const TimeRange& range : ranges) {
            const Nanoseconds gap = range.begin - freeAt;
            gaps += gap > 0 && gap < 30'000 ? gap : 0; // longer pauses no fusing removes
            freeAt = std::max(freeAt, range.end);
        }
    }
    return gaps;
}

} // namespace

/// Occurrences of so many kernels each.
bool isTimeBetweenKernels(const EvidencedCell& cell)
{
    const auto size = static_cast<std::size_t>(cell.value("kernels"));
    std::vector<std::vector<SliceRef>> occurrences;
    for (std::size_t i = 0; i < cell.slices(); ++i) {
        if (i % size == 0)
            occurrences.emplace_back();
        occurrences.back().push_back(cell.evidence().slices[i]);
    }
    return static_cast<double>(timeBetween(cell, occurrences)) == cell.value();
}

/// Occurrences of an op and its kernels.
bool isTimeBetweenKernelsOfOps(const EvidencedCell& cell)
{
    std::vector<std::vector<SliceRef>> occurrences;
    for (const SliceRef& slice : cell.evidence().slices) {
        if (cell.isOnHost(slice))
            occurrences.emplace_back();
        else
            occurrences.back().push_back(slice);
    }
    return static_cast<double>(timeBetween(cell, occurrences)) == cell.value();
}

bool isSkewOfStarts(const EvidencedCell& cell)
{
    Timestamp first = std::numeric_limits<Timestamp>::max();
    Timestamp last = std::numeric_limits<Timestamp>::min();
    for (const SliceRef& slice : cell.evidence().slices) {
        first = std::min(first, cell.rangeOf(slice).begin);
        last = std::max(last, cell.rangeOf(slice).begin);
    }
    return static_cast<double>(last - first) == cell.value();
}

/// What the two pieces of work have in common, or by how much the first outlasts the start of the second call.
bool isOverlap(const EvidencedCell& cell)
{
    const std::vector<SliceRef>& pair = cell.evidence().slices; // call, work, call, work
    return pair.size() == 4
        && static_cast<double>(cell.rangeOf(pair[1]).end - cell.rangeOf(pair[2]).begin) == cell.value();
}

/// What of each annotation no other one nested in it covers.
bool isTimeOutsideOfNested(const EvidencedCell& cell)
{
    Nanoseconds sum = 0;
    for (const SliceRef& slice : cell.evidence().slices) {
        const Trace& trace = cell.trace(slice);
        const Track& track = trace.track(trace.trackOf(slice.slice));
        const TimeRange whole = cell.rangeOf(slice);
        std::vector<TimeRange> nested;
        for (std::uint32_t row = track.firstSlice; row < track.endSlice(); ++row) {
            bool isBelow = false;
            for (SliceId up = trace.slices().parent[row]; up.isValid(); up = trace.slices().parent[up.index()])
                isBelow = isBelow || up == slice.slice;
            if (isBelow && trace.slices().kind[row] == trace.slices().kind[slice.slice.index()])
                nested.push_back(cell.rangeOf({ slice.rank, SliceTable::at(row) }).clippedTo(whole));
        }
        sum += whole.length() - lengthOfUnion(nested);
    }
    return static_cast<double>(sum) == cell.value();
}

/// Busy time of the annotation's device inside of each annotation; of a host annotation, of all devices of the rank.
bool isBusyTimeInside(const EvidencedCell& cell)
{
    Nanoseconds sum = 0;
    for (const SliceRef& slice : cell.evidence().slices) {
        const Trace& trace = cell.trace(slice);
        const bool isHost = cell.isOnHost(slice);
        std::vector<TimeRange> work;
        for (std::uint32_t row = 0; row < trace.slices().size(); ++row) {
            const SliceId other = SliceTable::at(row);
            const bool isSameDevice =
                isHost || trace.track(trace.trackOf(other)).device == trace.track(trace.trackOf(slice.slice)).device;
            if (isGpuWork(trace.slices().kind[row]) && isSameDevice)
                work.push_back(cell.rangeOf({ slice.rank, other }).clippedTo(cell.rangeOf(slice)));
        }
        sum += lengthOfUnion(work);
    }
    return static_cast<double>(sum) == cell.value();
}

EvidenceRule shareOfNames(bool (*isIn)(std::string_view), std::string whole)
{
    return [isIn, whole = std::move(whole)](const EvidencedCell& cell) {
        double sum = 0;
        for (const SliceRef& slice : cell.evidence().slices)
            sum += isIn(cell.trace(slice).name(slice.slice)) ? static_cast<double>(cell.rangeOf(slice).length()) : 0;
        return isPercent(cell.value(), sum, cell.value(whole) * (whole == "wall" ? 1000.0 : 1.0));
    };
}

} // namespace kinetoscope::tests
