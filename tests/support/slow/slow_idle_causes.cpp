// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/slow/slow_idle_causes.h"

#include <algorithm>
#include <set>

namespace kinetoscope::tests {

namespace {

/// The window of a scope; nothing where everything is asked about.
std::optional<TimeRange> windowOf(const SlowCauses& causes, const SlowIdleScope& scope)
{
    if (!scope.step)
        return scope.range;
    TimeRange window = scope.step->range;
    for (const SliceId work : causes.works()) {
        const SliceId call = causes.launch(work);
        if (scope.step->range.contains(causes.start(call.isValid() ? call : work)))
            window = { std::min(window.begin, causes.start(work)), std::max(window.end, causes.end(work)) };
    }
    return scope.range ? window.clippedTo(*scope.range) : window;
}

/// The blocking call that the owner of a moment is in, if it began before `a` and lasts until then; as in section 3 as
/// long as only calls are around.
SliceId waitedIn(const SlowCauses& causes, SliceId owner, Timestamp a)
{
    for (; owner.isValid() && causes.isCall(owner); owner = causes.around(owner)) {
        if (causes.wayOf(owner) != SlowWay::None && causes.start(owner) < a && a <= causes.end(owner))
            return owner;
    }
    return {};
}

/// `explain` of section 2. @param work  that ends the gap; invalid: the window does.
std::vector<SlowStretch> explain(const SlowCauses& causes, const TimeRange& gap, SliceId work, TrackId stepThread)
{
    const auto [a, b] = gap;
    if (work.isValid() && !causes.launch(work).isValid())
        return { causes.deviceCause(work, gap, true) };
    TrackId thread = stepThread;
    Timestamp h = b;
    if (work.isValid()) {
        const SliceId call = causes.launch(work);
        thread = causes.thread(call);
        const bool isInCall = causes.isCopyCall(call) && causes.end(call) >= b
            && (causes.handed(work) > a || b - a >= causes.thresholds().gap);
        h = isInCall ? b : std::max(a, std::min(b, causes.handed(work)));
    }
    std::vector<SlowStretch> parts;
    for (const SlowStretch& segment : causes.line(thread, { a, h })) {
        for (const SlowStretch& part : causes.split(segment.range, segment.owner))
            parts.push_back(part);
    }
    if (h < b)
        parts.push_back(causes.deviceCause(work, { h, b }, h == a));
    if (h <= a)
        return parts;
    SliceId call = waitedIn(causes, causes.owner(thread, a), a);
    if (!call.isValid())
        call = waitedIn(causes, causes.owner(thread, a - 1), a);
    if (!call.isValid())
        return parts;
    const Cause cause = causes.causeOf(call);
    const bool isItsOwnCost = cause == Cause::MemoryAllocation || cause == Cause::CodeLoading;
    std::vector<SlowStretch> marked;
    for (const SlowStretch& part : parts) {
        const Timestamp from =
            isItsOwnCost ? std::clamp(causes.end(call), part.range.begin, part.range.end) : part.range.begin;
        if (part.range.begin < from)
            marked.push_back({ { part.range.begin, from }, part.cause, part.owner, {} });
        if (from < part.range.end)
            marked.push_back({ { from, part.range.end }, part.cause, part.owner, call });
    }
    return marked;
}

} // namespace

std::vector<SlowIdlePart> slowIdleParts(const SlowCauses& causes, const SlowIdleScope& scope)
{
    const std::optional<TimeRange> window = windowOf(causes, scope);
    const TrackId stepThread = scope.step ? causes.thread(scope.step->slice) : causes.mainThread();
    Timestamp earliest = causes.rangeOf(causes.hostThreads()).begin;
    std::set<std::int64_t> devices;
    for (const SliceId work : causes.works()) {
        earliest = std::min(earliest, causes.start(work));
        devices.insert(causes.trace().track(causes.trace().trackOf(work)).device);
    }
    if (window)
        earliest = std::min(earliest, window->begin);
    std::vector<SlowIdlePart> all;
    for (const std::int64_t device : devices) {
        std::size_t gaps = 0;
        const auto addGap = [&](TimeRange gap, SliceId work) {
            if (gap.isEmpty())
                return;
            ++gaps;
            std::vector<SlowIdlePart> mine;
            for (SlowStretch part : explain(causes, gap, work, stepThread)) {
                part.range = window ? part.range.clippedTo(*window) : part.range;
                if (part.range.isEmpty())
                    continue;
                SlowStretch* last = mine.empty() ? nullptr : &mine.back().part;
                if (last && last->cause == part.cause && last->owner == part.owner && last->after == part.after)
                    last->range.end = part.range.end;
                else
                    mine.push_back({ device, gaps, part });
            }
            all.insert(all.end(), mine.begin(), mine.end());
        };
        std::optional<Timestamp> freeAt = window ? std::optional(earliest) : std::nullopt;
        for (const SliceId work : causes.works()) {
            if (causes.trace().track(causes.trace().trackOf(work)).device != device)
                continue;
            if (freeAt)
                addGap({ *freeAt, causes.start(work) }, work);
            freeAt = std::max(freeAt.value_or(kMinTimestamp), causes.end(work));
        }
        if (window)
            addGap({ *freeAt, window->end }, {});
    }
    return all;
}

} // namespace kinetoscope::tests
