// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/slow/slow_causes.h"

#include <algorithm>
#include <regex>
#include <set>
#include <tuple>
#include <utility>

namespace kinetoscope::tests {

namespace {

/// The patterns of causes.md 1.3. They match from the beginning of a name unless they begin with ".*".
/// @{
constexpr const char* kDataNames = "(enumerate\\(DataLoader\\))|(.*\\b(data_?load(er|ing)?|(load|next|get|fetch|wait_"
                                   "for|wait_for_training)_batch)\\b)";
constexpr const char* kDataFrames = ".*(data_?loader|/dali/|webdataset|/datasets/).*\\(\\d+\\): __(next|iter)__$";
constexpr const char* kGraphCalls =
    "(cuda|cu|hip)(Graph|StreamBeginCapture|StreamEndCapture)|ur(Enqueue)?CommandBuffer";
constexpr const char* kSyncCalls = "(cuda|cu|hip|ze|ur|sycl|mu|musa).*Synchronize|(ur|pi)QueueFinish|urEventWait|"
                                   "piEventsWait|clFinish|synchronize(Stream|Device|Event)?$";
constexpr const char* kMemoryCalls =
    "(cuda|hip)(Malloc|Free|Host(Alloc|Malloc|Free|Register|Unregister)|Mem(Create|Map|Unmap|SetAccess|Release|"
    "Address|Pool))|cuMem(Alloc|Free|Host|Create|Map|Unmap|SetAccess|Release|Address|Pool)|"
    "ze(Mem(Alloc|Free)|VirtualMem|PhysicalMem)|urUSM.*(Alloc|Free)";
constexpr const char* kCodeCalls =
    "cu(Module|Library|Link|Init|CtxCreate|DevicePrimaryCtx)|cudaLibrary|nvrtc|hiprtc|"
    "hip(Module(Load|Unload|GetFunction)|Init|CtxCreate|DevicePrimaryCtx|rtc)|ze(Module|Kernel)Create|urProgram|"
    "urKernelCreate";
constexpr const char* kCompilerFrames =
    "(.*torch/_dynamo/convert_frame\\.py\\(\\d+\\): )|(.*triton/compiler/compiler\\.py\\(\\d+\\): compile$)|"
    "(.*triton/runtime/autotuner\\.py\\(\\d+\\): _bench$)|(.*\\): (benchmark_all_configs|autotune_to_one_config)$)";
constexpr const char* kCopyCalls = "((cuda|cu|hip)Mem(cpy|set))|(.*([Mm]emcpy|MemoryCopy|MemoryFill|USMFill))";
constexpr const char* kLaunchCalls = "(cuda|cu|hip).*Launch|(ur|pi)Enqueue|ze(CommandListAppend|CommandQueueExecute)|"
                                     "runFunction|enqueueCommand";
constexpr const char* kCollectives =
    "((nccl|gloo|mpi|ucc|hccl|xccl|_?c10d(_functional)?)::?)|(record_param_comms)|(.*wait\\(\\) ##$)|"
    "(.*(all_?reduce|all_?gather|reduce_?scatter|all_?to_?all))";
/// @}

bool contains(std::string_view text, std::string_view word)
{
    return text.find(word) != std::string_view::npos;
}

} // namespace

SlowCauses::SlowCauses(const Trace& trace, const CauseThresholds& thresholds)
    : m_trace(trace)
    , m_thresholds(thresholds)
{
    for (std::size_t row = 0; row < trace.slices().size(); ++row) {
        const SliceId slice = SliceTable::at(row);
        m_treeEnds.push_back(findTreeEnd(slice));
        if (isGpuWork(trace.kind(slice)) && trace.slices().isSound(slice))
            m_works.push_back(slice);
    }
    std::sort(m_works.begin(), m_works.end(), [this](SliceId a, SliceId b) { return isBefore(a, b); });
    findThreads();
}

// --- 1.1 ---

bool SlowCauses::isOp(SliceId slice) const
{
    return m_trace.kind(slice) == EventKind::CpuOp
        && !matches(slice, "ProfilerStep#|Optimizer\\.step#|Optimizer\\.zero_grad#|enumerate\\(DataLoader\\)|## ");
}

bool SlowCauses::isOpOrCall(SliceId slice) const
{
    return slice.isValid() && (isOp(slice) || isCall(slice));
}

bool SlowCauses::isBackwardByItself(TrackId thread) const
{
    bool starts = false;
    bool ends = false;
    for (const Flow& flow : m_trace.flows().all()) {
        if (m_trace.category(flow.category) != "fwdbwd")
            continue;
        starts = starts || m_trace.trackOf(flow.from) == thread;
        ends = ends || m_trace.trackOf(flow.to) == thread;
    }
    if (ends && !starts)
        return true;
    const Track& track = m_trace.track(thread);
    for (std::uint32_t row = track.firstSlice; row < track.endSlice(); ++row) {
        const SliceId slice { row };
        if (isOp(slice) && matches(slice, "(autograd::engine::evaluate_function)|(.*Backward\\d+$)"))
            return true;
    }
    return false;
}

void SlowCauses::findThreads()
{
    std::map<EventIndex, TrackId> inFileOrder;
    for (std::size_t i = 0; i < m_trace.tracks().size(); ++i) {
        const Track& track = m_trace.tracks()[i];
        EventIndex first = kNoEvent;
        for (std::uint32_t row = track.firstSlice; row < track.endSlice(); ++row) {
            if (isHostCallTree(m_trace.slices().kind[row]))
                first = std::min(first, m_trace.slices().eventIndex[row]);
        }
        if (first != kNoEvent)
            inFileOrder[first] = TrackId { i };
    }
    std::tuple<int, int, int, int> best { -1, 0, 0, 0 };
    for (const auto& [event, id] : inFileOrder) {
        m_threads.push_back(id);
        int steps = 0;
        for (const Step& step : m_trace.steps())
            steps += thread(step.slice) == id ? 1 : 0;
        int launched = 0;
        for (const SliceId work : m_works)
            launched += launch(work).isValid() && thread(launch(work)) == id ? 1 : 0;
        const bool isFirst = m_trace.track(id).tid == m_trace.track(id).pid;
        const std::tuple<int, int, int, int> merit { steps, isBackwardByItself(id) ? 0 : 1, isFirst ? 1 : 0, launched };
        if ((steps > 0 || isFirst || launched > 0) && merit > best) {
            best = merit;
            m_main = id;
        }
    }
    for (const TrackId id : m_threads) {
        if (m_main.isValid() && id != m_main && m_trace.track(id).pid == m_trace.track(m_main).pid
            && isBackwardByItself(id))
            m_backward.push_back(id);
    }
}

bool SlowCauses::isOfMainLine(TrackId thread) const
{
    return m_main.isValid()
        && (thread == m_main || std::find(m_backward.begin(), m_backward.end(), thread) != m_backward.end());
}

TimeRange SlowCauses::rangeOf(const std::vector<TrackId>& threads) const
{
    TimeRange range { kMaxTimestamp, kMinTimestamp };
    for (const TrackId id : threads) {
        const Track& track = m_trace.track(id);
        for (std::uint32_t row = track.firstSlice; row < track.endSlice(); ++row) {
            if (isHostCallTree(m_trace.slices().kind[row]))
                range = { std::min(range.begin, start(SliceId { row })),
                    std::max(range.end, treeEnd(SliceId { row })) };
        }
    }
    return range;
}

// --- 1.2 ---

/// With what it is nested in, at the latest.
Timestamp SlowCauses::findTreeEnd(SliceId slice) const
{
    Timestamp until = end(slice);
    for (SliceId outer = around(slice); outer.isValid(); outer = around(outer))
        until = std::min(until, end(outer));
    return until;
}

/// The last in the order of the call tree of those that run: what is nested comes after what it is nested in, and what
/// only overlaps another slice ends after it.
SliceId SlowCauses::own(TrackId thread, Timestamp time) const
{
    const Track& track = m_trace.track(thread);
    SliceId innermost;
    for (std::uint32_t row = track.firstSlice; row < track.endSlice(); ++row) {
        const SliceId slice { row };
        if (start(slice) <= time && time < treeEnd(slice) && isHostCallTree(m_trace.kind(slice)))
            innermost = slice;
    }
    return innermost;
}

std::vector<TrackId> SlowCauses::partners(TrackId thread) const
{
    if (!m_main.isValid() || m_trace.track(thread).pid != m_trace.track(m_main).pid)
        return {};
    return thread == m_main ? m_backward : std::vector { m_main };
}

SliceId SlowCauses::owner(TrackId thread, Timestamp time) const
{
    if (!thread.isValid())
        return {};
    const SliceId mine = own(thread, time);
    if (isOfMainLine(thread)) {
        if (isOpOrCall(mine))
            return mine;
        for (const TrackId partner : partners(thread)) {
            if (const SliceId theirs = own(partner, time); isOpOrCall(theirs))
                return theirs;
        }
    }
    if (mine.isValid())
        return mine;
    for (const TrackId partner : partners(thread)) {
        if (const SliceId theirs = own(partner, time); theirs.isValid())
            return theirs;
    }
    return {};
}

std::vector<Timestamp> SlowCauses::boundaries(TrackId thread) const
{
    std::vector<Timestamp> moments;
    std::vector<TrackId> threads = thread.isValid() ? partners(thread) : std::vector<TrackId> {};
    if (thread.isValid())
        threads.push_back(thread);
    for (const TrackId id : threads) {
        const Track& track = m_trace.track(id);
        for (std::uint32_t row = track.firstSlice; row < track.endSlice(); ++row) {
            moments.push_back(start(SliceId { row }));
            moments.push_back(end(SliceId { row }));
        }
    }
    std::sort(moments.begin(), moments.end());
    moments.erase(std::unique(moments.begin(), moments.end()), moments.end());
    return moments;
}

std::vector<SlowStretch> SlowCauses::line(TrackId thread, const TimeRange& range) const
{
    std::vector<Timestamp> cuts { range.begin };
    for (const Timestamp moment : boundaries(thread)) {
        if (range.begin < moment && moment < range.end)
            cuts.push_back(moment);
    }
    cuts.push_back(range.end);
    std::vector<SlowStretch> segments;
    for (std::size_t i = 0; i + 1 < cuts.size() && !range.isEmpty(); ++i) {
        const SliceId whose = owner(thread, cuts[i]);
        if (!segments.empty() && segments.back().owner == whose)
            segments.back().range.end = cuts[i + 1];
        else
            segments.push_back({ { cuts[i], cuts[i + 1] }, Cause::Unrecorded, whose, {} });
    }
    return segments;
}

// --- 1.3 ---

bool SlowCauses::matches(SliceId slice, const char* pattern, bool ignoresCase) const
{
    // Names and patterns come again and again, and a std::regex takes longer than all the rest.
    static std::map<std::pair<const char*, std::string>, bool> known;
    const auto [entry, isNew] = known.try_emplace({ pattern, name(slice) }, false);
    if (isNew) {
        const auto flags = ignoresCase ? std::regex::ECMAScript | std::regex::icase : std::regex::ECMAScript;
        entry->second = std::regex_search(entry->first.second, std::regex("^(?:" + std::string(pattern) + ")", flags));
    }
    return entry->second;
}

template <typename Predicate> bool SlowCauses::isAround(SliceId slice, Predicate predicate) const
{
    for (; slice.isValid(); slice = around(slice)) {
        if (predicate(slice))
            return true;
    }
    return false;
}

bool SlowCauses::isCopyCall(SliceId call) const
{
    return matches(call, kCopyCalls);
}

bool SlowCauses::isFirstOfItsName(SliceId work) const
{
    for (const SliceId other : m_works) {
        if (name(other) == name(work))
            return other == work;
    }
    return false;
}

Cause SlowCauses::causeOfCall(SliceId call) const
{
    const std::vector<SliceId> works = worksOf(call);
    const bool isSlow = end(call) - start(call) >= m_thresholds.slowCall;
    if (matches(call, kGraphCalls))
        return Cause::Graph;
    if (matches(call, kSyncCalls))
        return Cause::Synchronisation;
    if (matches(call, kMemoryCalls)) {
        bool isBeforeAll = true;
        for (const SliceId work : m_works)
            isBeforeAll = isBeforeAll && (!launch(work).isValid() || start(call) < start(launch(work)));
        return isSlow && isBeforeAll ? Cause::CodeLoading : Cause::MemoryAllocation;
    }
    if (matches(call, kCodeCalls))
        return Cause::CodeLoading;
    if (isAround(call, [this](SliceId s) {
            return m_trace.kind(s) == EventKind::PythonFunction ? matches(s, kCompilerFrames)
                                                                : !isCall(s) && contains(name(s), "(dynamo_timed)");
        }))
        return Cause::Compilation;
    const bool isNew = works.empty()
        || std::any_of(works.begin(), works.end(), [this](SliceId work) { return isFirstOfItsName(work); });
    if (matches(call, "(cuda|cu|hip)[A-Z]") && isSlow && !isCopyCall(call) && isNew)
        return Cause::CodeLoading;
    if (isCopyCall(call))
        return Cause::CopyCall;
    return !works.empty() || matches(call, kLaunchCalls) ? Cause::Launch : Cause::OtherCall;
}

Cause SlowCauses::causeOf(SliceId owner) const
{
    const auto isFrame = [this](SliceId s) { return m_trace.kind(s) == EventKind::PythonFunction; };
    if (isAround(owner, [&](SliceId s) {
            return isFrame(s) ? matches(s, kDataFrames) : !isCall(s) && matches(s, kDataNames, true);
        }))
        return Cause::DataLoading;
    if (owner.isValid() && isCall(owner))
        return causeOfCall(owner);
    if (isAround(owner, [&](SliceId s) {
            return isFrame(s) ? matches(s, kCompilerFrames) : !isCall(s) && contains(name(s), "(dynamo_timed)");
        }))
        return Cause::Compilation;
    if (isAround(owner, [&](SliceId s) {
            return isFrame(s) ? contains(name(s), "torch/distributed/distributed_c10d.py(")
                              : !isCall(s) && matches(s, kCollectives);
        }))
        return Cause::Collective;
    if (owner.isValid() && isOp(owner))
        return Cause::Op;
    return isAround(owner, isFrame) ? Cause::Python : Cause::Unrecorded;
}

/// The cause of one moment of what `owner` owns.
Cause SlowCauses::causeAt(SliceId owner, Timestamp time) const
{
    Cause cause = causeOf(owner);
    if (cause == Cause::CopyCall && wayOf(owner) != SlowWay::None && time >= end(lastPiece(owner)))
        cause = Cause::Synchronisation;
    if (cause == Cause::DataLoading || cause == Cause::Synchronisation || cause == Cause::MemoryAllocation)
        return cause;
    SliceId covering;
    for (std::size_t row = 0; row < m_trace.slices().size(); ++row) {
        const SliceId slice = SliceTable::at(row);
        if (m_trace.kind(slice) == EventKind::Overhead && start(slice) <= time && time < end(slice)
            && (!covering.isValid() || start(slice) < start(covering)))
            covering = slice;
    }
    if (!covering.isValid())
        return cause;
    return contains(name(covering), "Lazy") ? Cause::CodeLoading : Cause::Profiler;
}

std::vector<SlowStretch> SlowCauses::split(const TimeRange& range, SliceId owner) const
{
    std::set<Timestamp> cuts { range.begin, range.end };
    const auto addCut = [&](Timestamp moment) {
        if (range.contains(moment))
            cuts.insert(moment);
    };
    if (owner.isValid() && isCall(owner) && !worksOf(owner).empty())
        addCut(end(lastPiece(owner)));
    for (std::size_t row = 0; row < m_trace.slices().size(); ++row) {
        if (m_trace.slices().kind[row] == EventKind::Overhead) {
            addCut(start(SliceTable::at(row)));
            addCut(end(SliceTable::at(row)));
        }
    }
    std::vector<SlowStretch> parts;
    for (auto cut = cuts.begin(); std::next(cut) != cuts.end(); ++cut) {
        const Cause cause = causeAt(owner, *cut);
        if (!parts.empty() && parts.back().cause == cause)
            parts.back().range.end = *std::next(cut);
        else
            parts.push_back({ { *cut, *std::next(cut) }, cause, owner, {} });
    }
    return parts;
}

} // namespace kinetoscope::tests
