// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/health/host_clock.h"

#include "core/analysis/causes/work/call_names.h"
#include "core/analysis/causes/work/hand_over.h"
#include "core/analysis/health/left_out_work.h"
#include "core/analysis/health/shared_correlations.h"
#include "core/base/parallel.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <queue>
#include <span>
#include <utility>

namespace kinetoscope {

namespace {

/// Less may be the copy's last bytes, or how finely the times are written.
constexpr Nanoseconds kLongBefore = 100'000;
constexpr std::size_t kFewestCalls = 3;

/// What the name of a call says; by StringId, 0 while nobody asked.
enum CallSort : unsigned char { kUnasked, kOther, kCopies, kSynchronisesStream };

class StreamSyncs {
public:
    StreamSyncs(const Trace& trace, const Progress& progress)
        : m_trace(trace)
        , m_sorts(trace.strings().size(), kUnasked)
    {
        StopCheck check(progress);
        for (const Track& track : trace.tracks()) {
            if (track.kind == TrackKind::HostThread && !readThread(track, check))
                return;
        }
    }

    [[nodiscard]] EarlyReturns take()
    {
        EarlyReturns found { .calls = std::move(m_early), .all = m_all };
        if (found.all < kFewestCalls || found.calls.size() < found.all - found.all / 10)
            return { .calls = {}, .all = found.all };
        const auto middle = m_before.begin() + static_cast<std::ptrdiff_t>(m_before.size() / 2);
        std::ranges::nth_element(m_before, middle);
        found.median = *middle;
        return found;
    }

private:
    bool readThread(const Track& track, StopCheck& check)
    {
        const SliceTable& slices = m_trace.slices();
        SliceId before; // the call before
        for (std::uint32_t row = track.firstSlice; row < track.endSlice(); ++row) {
            if (check.after(1))
                return false;
            const SliceId slice = SliceTable::at(row);
            if (!isApiCall(slices.kind[row]) || !slices.isSound(slice))
                continue;
            if (sortOf(slice) == kSynchronisesStream && before.isValid() && sortOf(before) == kCopies)
                look(before, slice);
            before = slice;
        }
        return true;
    }

    void look(SliceId copyCall, SliceId sync)
    {
        const SliceTable& slices = m_trace.slices();
        const SliceId copy = slices.partner[copyCall.index()];
        if (!copy.isValid() || slices.kind[copy.index()] != EventKind::Memcpy || !slices.isSound(copy))
            return;
        ++m_all;
        const Nanoseconds before = saturatingSubtract(slices.end(copy), slices.end(sync));
        if (before <= kLongBefore)
            return;
        m_early.push_back(sync);
        m_before.push_back(before);
    }

    [[nodiscard]] CallSort sortOf(SliceId call)
    {
        unsigned char& known = m_sorts[m_trace.slices().name[call.index()].index()];
        if (known == kUnasked) {
            const std::string_view name = m_trace.name(call);
            known = name.find("StreamSynchronize") != std::string_view::npos ? kSynchronisesStream
                : isCopyCall(name)                                           ? kCopies
                                                                             : kOther;
        }
        return static_cast<CallSort>(known);
    }

    const Trace& m_trace;
    std::vector<unsigned char> m_sorts;
    std::size_t m_all = 0;
    std::vector<SliceId> m_early;
    std::vector<Nanoseconds> m_before;
};

/// Empty where nothing starts before its launch.
Message workBeforeLaunchOf(const Trace& trace, const Progress& progress)
{
    const SliceTable& slices = trace.slices();
    std::size_t count = 0;
    Nanoseconds worst = 0;
    StopCheck check(progress);
    for (const LaunchTable::Link& link : trace.launches().all()) {
        if (check.after(1))
            return {};
        if (!isGpuWork(slices.kind[link.work.index()]) || !slices.isSound(link.work) || !slices.isSound(link.launch)
            || slices.start[link.work.index()] >= slices.start[link.launch.index()])
            continue;
        ++count;
        worst = std::max(worst, saturatingSubtract(slices.start[link.launch.index()], slices.start[link.work.index()]));
    }
    return count > 0 ? workBeforeLaunch(count, worst, !workOfSharedCorrelations(trace, progress).empty()) : Message {};
}

} // namespace

Message workBeforeLaunch(std::size_t number, Nanoseconds time, bool areNumbersShared)
{
    const arg::Count count { number };
    const arg::Duration worst { time };
    Message sentence { KT_PLURAL("trace-health",
                           "%1 GPU activity starts before the launch, by up to %2: the clocks of host and GPU "
                           "disagree, so launch delays and causes of idle time are off by as much.",
                           "%1 GPU activities start before the launch, by up to %2: the clocks of host and GPU "
                           "disagree, so launch delays and causes of idle time are off by as much."),
        count, worst };
    if (areNumbersShared)
        sentence = { KT_PLURAL("trace-health",
                         "%1 GPU activity starts before the launch that it is linked to, by up to %2. Correlation "
                         "numbers are used more than once in this file, so the link may be wrong; if it is right, the "
                         "clocks of host and GPU disagree.",
                         "%1 GPU activities start before the launch that they are linked to, by up to %2. Correlation "
                         "numbers are used more than once in this file, so links may be wrong; if they are right, the "
                         "clocks of host and GPU disagree."),
            count, worst };
    return sentence;
}

EarlyReturns earlyReturnsOf(const Trace& trace, const Progress& progress)
{
    return StreamSyncs(trace, progress).take();
}

Message earlyReturns(const EarlyReturns& found)
{
    return { KT_PHRASE("trace-health",
                 "%1 of %2 stream synchronisations right after a copy return before the copy has ended, by %3 in the "
                 "median: the clocks of host and GPU disagree, so launch delays and causes of idle time are off by "
                 "about as much."),
        arg::Count { found.calls.size() }, arg::Count { found.all }, arg::Duration { found.median } };
}

namespace {

/// Whether a synchronisation waits for what its thread launched last and returns behind its end: by a clock of the GPU
/// that is late it would return long before.
bool returnsBehindWork(const Trace& trace, const Progress& progress)
{
    const SliceTable& slices = trace.slices();
    std::vector<CallName> names(trace.strings().size(), CallName::Plain);
    std::vector<bool> isKnown(trace.strings().size());
    StopCheck check(progress);
    for (const Track& track : trace.tracks()) {
        SliceId last;
        for (std::uint32_t row = track.firstSlice; row < track.endSlice() && !check.after(2); ++row) {
            const SliceId call = SliceTable::at(row);
            if (!isApiCall(slices.kind[row]) || !slices.isSound(call))
                continue;
            const std::size_t name = slices.name[row].index();
            if (!isKnown[name])
                names[name] = callNameOf(trace.text(slices.name[row]));
            isKnown[name] = true;
            if (const SliceId work = slices.partner[row]; work.isValid() && isGpuWork(trace.kind(work)))
                last = work;
            else if (names[name] == CallName::Synchronisation && last.isValid() && slices.start[row] < slices.end(last)
                && slices.end(last) <= slices.end(call))
                return true;
        }
    }
    return false;
}

} // namespace

LateStarts lateStartsOf(const Trace& trace, const Progress& progress)
{
    constexpr Nanoseconds kIdle = 30'000;
    // 33 public traces have ten such starts or more: the soonest comes 5 to 30 us after its launch.
    constexpr Nanoseconds kLate = 100'000;
    constexpr std::size_t kFewest = 10;
    const SliceTable& slices = trace.slices();
    using Next = std::pair<Timestamp, std::uint32_t>; // its start, and the row
    std::priority_queue<Next, std::vector<Next>, std::greater<>> next;
    const auto push = [&](std::uint32_t row, const Track& track) {
        while (row < track.endSlice() && (!isGpuWork(slices.kind[row]) || !slices.isSound(SliceTable::at(row))))
            ++row;
        if (row < track.endSlice())
            next.emplace(slices.start[row], row);
    };
    for (const Track& track : trace.tracks()) {
        if (track.kind == TrackKind::Stream)
            push(track.firstSlice, track);
    }
    LateStarts found { .works = {}, .least = kMaxTimestamp };
    std::optional<Timestamp> freeAt; // of all devices: what runs on another one may be waited for
    StopCheck check(progress);
    for (; !next.empty() && !check.after(1);) {
        const auto [start, row] = next.top();
        next.pop();
        const SliceId work = SliceTable::at(row);
        push(row + 1, trace.track(trace.trackOf(work)));
        const bool isOnIdle = freeAt && saturatingSubtract(start, *freeAt) >= kIdle;
        freeAt = std::max(freeAt.value_or(kMinTimestamp), slices.end(work));
        const SliceId launch = slices.partner[row];
        // Later pieces of a launch wait for the first one.
        if (!isOnIdle || !launch.isValid() || slices.partner[launch.index()] != work)
            continue;
        const Nanoseconds delay = saturatingSubtract(start, slices.start[launch.index()]);
        if (delay < kLate)
            return {};
        // A call that loads code takes long, and its work starts when it returns: that says nothing about the clock.
        const Nanoseconds afterReturn = saturatingSubtract(start, slices.end(launch));
        if (slices.duration(launch) >= kLate && afterReturn < kIdle && afterReturn > -kIdle)
            continue;
        found.works.push_back(work);
        found.least = std::min(found.least, delay);
    }
    // Else another program may have the GPU, too.
    return found.works.size() < kFewest || returnsBehindWork(trace, progress) ? LateStarts {} : found;
}

Message lateStarts(const LateStarts& found)
{
    return { KT_PHRASE("trace-health",
                 "Each of %1 GPU activities that start on an idle GPU starts %2 or more after its launch, where 5 to "
                 "30 microseconds are usual: the clock of the GPU may be late by about as much. Launch delays are too "
                 "long then, and waiting for the host counts as waiting of queued work."),
        arg::Count { found.works.size() }, arg::Duration { found.least } };
}

BlockingLaunches blockingLaunchesOf(const Trace& trace, const Progress& progress)
{
    constexpr std::size_t kFewest = 10;
    const SliceTable& slices = trace.slices();
    const std::span<const LaunchTable::Link> links = trace.launches().all();
    const std::size_t mostOthers = links.size() / 10; // of more it cannot be nearly all: in most traces soon known
    BlockingLaunches found;
    Nanoseconds time = 0;
    Nanoseconds inCalls = 0;
    StopCheck check(progress);
    for (const LaunchTable::Link& link : links) {
        if (check.after(1) || found.all - found.kernels.size() > mostOthers)
            return {};
        if (slices.kind[link.work.index()] != EventKind::Kernel || !slices.isSound(link.work))
            continue;
        ++found.all;
        time = saturatingAdd(time, slices.duration(link.work));
        if (slices.start[link.work.index()] < slices.start[link.launch.index()]
            || slices.end(link.work) > slices.end(link.launch))
            continue;
        found.kernels.push_back(link.work);
        inCalls = saturatingAdd(inCalls, slices.duration(link.work));
    }
    const bool areMost = found.kernels.size() >= kFewest && found.kernels.size() >= found.all - found.all / 10
        && inCalls >= time - time / 10;
    return areMost ? found : BlockingLaunches {};
}

Message blockingLaunches(const BlockingLaunches& found)
{
    return {
        KT_PHRASE("trace-health",
            "%1 of %2 kernels begin and end inside their launch call: launches wait here, as with "
            "CUDA_LAUNCH_BLOCKING=1. The host never runs ahead, and the time of kernels is that of launch calls in "
            "causes, paths and replays."),
        arg::Count { found.kernels.size() }, arg::Count { found.all }
    };
}

namespace {

/// What tells that the clock of the GPU is behind that of the host; empty where nothing does.
Message onSlowClock(const Trace& trace, const Progress& progress)
{
    if (const EarlyReturns found = earlyReturnsOf(trace, progress); !found.calls.empty())
        return earlyReturns(found);
    const LateStarts found = lateStartsOf(trace, progress);
    return found.works.empty() ? Message {} : lateStarts(found);
}

} // namespace

void remarkOnHostClock(const AnalysisInput& input, const Progress& progress, int threads, std::vector<Remark>& remarks)
{
    struct Said {
        const RankTrace* rank = nullptr;
        Message beforeLaunch; ///< of the clocks of host and GPU, as the next
        Message slowClock;
        Message shared;
        Message blocking;
        Message leftOut;
    };
    std::vector<Said> ranks;
    for (const RankTrace& rank : input.traces->ranks()) {
        if (isChosen(input.scope.ranks, rank.rank) && rank.isLoaded())
            ranks.push_back({ &rank, {}, {}, {}, {}, {} });
    }
    constexpr std::size_t kTasks = 5; // of a rank; what may take longest first
    parallelFor(kTasks * ranks.size(), threads, [&](std::size_t i) {
        Said& said = ranks[i / kTasks];
        const Trace& trace = *said.rank->trace;
        switch (i % kTasks) {
        case 0:
            said.shared = manySharedCorrelations(trace, progress);
            break;
        case 1:
            said.slowClock = onSlowClock(trace, progress);
            break;
        case 2:
            said.beforeLaunch = workBeforeLaunchOf(trace, progress);
            break;
        case 3:
            if (const BlockingLaunches found = blockingLaunchesOf(trace, progress); !found.kernels.empty())
                said.blocking = blockingLaunches(found);
            break;
        case 4:
            said.leftOut = leftOutWork(trace);
            break;
        }
    });
    for (Said& said : ranks) {
        const auto add = [&](std::string_view code, Message message) {
            if (!message.isEmpty())
                remarks.push_back(remarkOfRank(*said.rank, std::string(code), std::move(message)));
        };
        add("host-clock", std::move(said.beforeLaunch.isEmpty() ? said.slowClock : said.beforeLaunch));
        add("shared-correlations", std::move(said.shared));
        add("blocking-launches", std::move(said.blocking));
        add("left-out-work", std::move(said.leftOut));
    }
}

} // namespace kinetoscope
