// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/causes/owners/thread_roles.h"

#include "core/analysis/causes/work/call_names.h"
#include "core/base/vectors.h"
#include "core/model/kernel_names.h"
#include "core/model/track_cursor.h"
#include "core/numeric/intervals.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string_view>
#include <tuple>

namespace kinetoscope {

namespace {

/// The stretches in which Python of a thread waits for the backward pass that other threads run, in the order of time.
std::vector<TimeRange> waitsForBackward(const Trace& trace, TrackId thread, const Progress& progress)
{
    constexpr std::string_view kWaits = "run_backward"; // of torch._C._EngineBase, and of torch/autograd around it
    std::vector<bool> isOne(trace.strings().size());
    for (std::size_t i = 0; i < isOne.size(); ++i)
        isOne[i] = trace.text(StringId { i }).find(kWaits) != std::string_view::npos;
    std::vector<TimeRange> found;
    if (std::ranges::find(isOne, true) == isOne.end())
        return found;
    const SliceTable& slices = trace.slices();
    const Track& track = trace.track(thread);
    StopCheck check(progress);
    for (std::uint32_t row = track.firstSlice; row < track.endSlice() && !check.after(1); ++row) {
        if (slices.kind[row] == EventKind::PythonFunction && isOne[slices.name[row].index()]
            && slices.isSound(SliceTable::at(row)))
            found.push_back(slices.range(SliceTable::at(row)));
    }
    return unionOf(std::move(found), progress);
}

/// Where no ops are recorded, which tell threads of the backward pass: the threads that launch kernels, and whose
/// launches all lie where the main thread waits for that pass. A thread that copies input ahead launches no kernels.
std::vector<TrackId> launchersOfBackward(const Trace& trace, TrackId main, const Progress& progress)
{
    const std::vector<TimeRange> waits = waitsForBackward(trace, main, progress);
    if (waits.empty())
        return {};
    struct Launches {
        bool hasKernel = false;
        bool areAllMeanwhile = true;
    };
    std::vector<Launches> byTrack(trace.tracks().size());
    TrackCursor threads(trace);
    const SliceTable& slices = trace.slices();
    StopCheck check(progress);
    for (const LaunchTable::Link& link : trace.launches().all()) {
        if (check.after(1))
            return {};
        const TrackId thread = threads.of(link.launch);
        const Timestamp start = slices.start[link.launch.index()];
        const auto wait = std::ranges::upper_bound(waits, start, {}, &TimeRange::begin);
        const bool isMeanwhile = wait != waits.begin() && start < (wait - 1)->end;
        Launches& own = byTrack[thread.index()];
        own.areAllMeanwhile = own.areAllMeanwhile && isMeanwhile;
        own.hasKernel = own.hasKernel || slices.kind[link.work.index()] == EventKind::Kernel;
    }
    std::vector<TrackId> found;
    for (std::size_t i = 0; i < byTrack.size(); ++i) {
        if (byTrack[i].hasKernel && byTrack[i].areAllMeanwhile)
            found.emplace_back(i);
    }
    return found;
}

/// What tells which thread drives the rank, and which ones work for it.
struct ThreadFacts {
    TrackId track;
    std::uint64_t steps = 0;
    std::uint64_t launched = 0;
    bool isBackward = false;
    bool isFirst = false; ///< its number is that of its process, and it has host slices
    EventIndex event = std::numeric_limits<EventIndex>::max();
};

/// Forward and backward are also told by the arrows between them. @param threads  by track.
void addArrows(const Trace& trace, std::vector<ThreadFacts>& threads)
{
    std::vector<std::uint8_t> starts(threads.size());
    std::vector<std::uint8_t> ends(threads.size());
    std::vector<bool> isArrow; // by category
    for (std::size_t i = 0; i < trace.categories().size(); ++i) {
        const std::string_view name = trace.category(static_cast<CategoryId>(i));
        isArrow.push_back(name == "fwdbwd" || name == "forward_backward"); // the latter in old files
    }
    if (std::ranges::find(isArrow, true) == isArrow.end())
        return;
    for (const Flow& flow : trace.flows().all()) {
        if (!isArrow[flow.category])
            continue;
        starts[trace.trackOf(flow.from).index()] = 1;
        ends[trace.trackOf(flow.to).index()] = 1;
    }
    for (std::size_t i = 0; i < threads.size(); ++i)
        threads[i].isBackward = threads[i].isBackward || (ends[i] != 0 && starts[i] == 0);
}

/// The thread that drives the rank; nullptr for none. @param process  invalid: of any.
const ThreadFacts* mainAmong(const Trace& trace, const std::vector<ThreadFacts>& threads, StringId process)
{
    const auto key = [](const ThreadFacts& thread) {
        return std::tuple(thread.steps, !thread.isBackward, thread.isFirst, thread.launched,
            std::numeric_limits<EventIndex>::max() - thread.event);
    };
    const ThreadFacts* best = nullptr;
    for (const ThreadFacts& thread : threads) {
        const Track& track = trace.track(thread.track);
        if (track.kind != TrackKind::HostThread || track.sliceCount == 0 || (process.isValid() && track.pid != process)
            || (thread.steps == 0 && !thread.isFirst && thread.launched == 0))
            continue;
        if (!best || key(*best) < key(thread))
            best = &thread;
    }
    return best;
}

/// The other threads of its process that run the backward pass, in file order.
std::vector<TrackId> backwardAmong(const Trace& trace, const std::vector<ThreadFacts>& threads, TrackId main)
{
    std::vector<const ThreadFacts*> backward;
    for (const ThreadFacts& thread : threads) {
        const Track& track = trace.track(thread.track);
        if (thread.track != main && thread.isBackward && track.kind == TrackKind::HostThread
            && track.pid == trace.track(main).pid)
            backward.push_back(&thread);
    }
    std::ranges::sort(backward, {}, &ThreadFacts::event);
    return mapped(backward, &ThreadFacts::track);
}

} // namespace

ThreadRoles threadRolesOf(const Trace& trace, const Progress& progress, StringId process)
{
    ThreadRoles roles;
    const auto isOfProcess = [process](const Track& track) { return !process.isValid() || track.pid == process; };
    const SliceTable& slices = trace.slices();
    std::vector<ThreadFacts> threads(trace.tracks().size());
    for (const Step& step : trace.steps())
        ++threads[trace.trackOf(step.slice).index()].steps;
    TrackCursor launchers(trace);
    for (const LaunchTable::Link& link : trace.launches().all())
        ++threads[launchers.of(link.launch).index()].launched;
    StopCheck check(progress);
    enum : std::uint8_t { Unknown, Backward, Forward };
    std::vector<std::uint8_t> backwardNames(trace.strings().size(), Unknown);
    roles.isAnnotation.assign(trace.strings().size(), false);
    bool hasOps = false;
    for (std::size_t i = 0; i < threads.size(); ++i) {
        const Track& track = trace.tracks()[i];
        ThreadFacts& thread = threads[i];
        thread.track = TrackId { i };
        if ((track.kind != TrackKind::HostThread && track.kind != TrackKind::HostAsync) || !isOfProcess(track))
            continue;
        const auto events = std::span(slices.eventIndex).subspan(track.firstSlice, track.sliceCount);
        if (!events.empty())
            thread.event = std::ranges::min(events);
        // Events of other tools say nothing of who drives the rank, as of a server beside it.
        const auto kinds = std::span(slices.kind).subspan(track.firstSlice, track.sliceCount);
        thread.isFirst = track.pid == track.tid && std::ranges::any_of(kinds, isHostCallTree);
        constexpr std::uint32_t kRowsPerCheck = 16; // a row takes less than a check
        for (std::uint32_t row = track.firstSlice; row < track.endSlice() && !check.after(kRowsPerCheck);) {
            for (const std::uint32_t end = std::min(track.endSlice(), row + kRowsPerCheck); row < end; ++row) {
                if (slices.kind[row] != EventKind::CpuOp)
                    continue;
                hasOps = true;
                const StringId name = slices.name[row];
                std::uint8_t& known = backwardNames[name.index()];
                if (known == Unknown) {
                    known = isBackwardOp(trace.text(name)) ? Backward : Forward;
                    roles.isAnnotation[name.index()] = isLegacyAnnotation(trace.text(name));
                    roles.hasAnnotations = roles.hasAnnotations || roles.isAnnotation[name.index()];
                }
                thread.isBackward = thread.isBackward || known == Backward;
            }
        }
    }
    addArrows(trace, threads);
    const ThreadFacts* main = mainAmong(trace, threads, process);
    if (!main)
        return roles;
    roles.main = main->track;
    if (!hasOps) {
        for (const TrackId thread : launchersOfBackward(trace, roles.main, progress))
            threads[thread.index()].isBackward = true;
    }
    roles.backward = backwardAmong(trace, threads, roles.main);
    roles.isBackward.assign(threads.size(), false);
    for (const TrackId thread : roles.backward)
        roles.isBackward[thread.index()] = true;
    return roles;
}

} // namespace kinetoscope
