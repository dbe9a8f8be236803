// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/slow/slow_gpu.h"

#include "core/io/json/argument_scan.h"

#include <algorithm>
#include <array>
#include <limits>
#include <list>
#include <memory>
#include <regex>
#include <tuple>
#include <unordered_map>

namespace kinetoscope::tests {

namespace {

bool beginsWithAny(std::string_view name, std::initializer_list<std::string_view> words)
{
    return std::any_of(words.begin(), words.end(), [name](std::string_view word) { return name.find(word) == 0; });
}

bool containsAny(std::string_view name, std::initializer_list<std::string_view> words)
{
    return std::any_of(words.begin(), words.end(),
        [name](std::string_view word) { return name.find(word) != std::string_view::npos; });
}

KernelType typeByNameAlone(std::string_view name)
{
    if (beginsWithAny(name, { "nccl", "hip", "hccl" }) || containsAny(name, { "ncclKernel" }))
        return KernelType::Communication;
    if (beginsWithAny(name, { "Memcpy", "Memset", "hipMemcpy", "hipMemset", "dma" }))
        return KernelType::Memory;
    static const std::regex launch("^cuda.*LaunchKernel");
    if (containsAny(name, { "Memcpy", "Memset", "dma", "Sync" })
        || beginsWithAny(name,
            { "Stream Wait Event", "runFunction", "job_exe", "packet", "pe_exe", "cpum_exe_subgraph",
                "collective_subgraph_execution" })
        || std::regex_search(std::string(name), launch))
        return KernelType::Other;
    return KernelType::Computation;
}

bool soundsLikeCommunication(const std::string& name)
{
    static const std::regex anywhere(
        "nccl|rccl|msccl|oneccl|hccl|nvshmem|cross_device_reduce|multimem_|symm_mem|deep_ep|"
        "symmetric_memory::|userbuffers_|::int(ra|er)node(_ll)?::.*(dispatch|combine|notify)",
        std::regex::icase);
    static const std::regex words(
        "(^|[^a-z])(all_?reduce|all_?gather|reduce_?scatter|all_?to_?all)", std::regex::icase);
    static const std::regex camels(
        "[a-z](All(_?[Rr]educe|_?[Gg]ather|_?[Tt]o_?[Aa]ll)|Reduce_?[Ss]catter)|Ep(Dispatch|Combine)");
    // Nine tenths of the events have names that were met before, and a std::regex takes longer than all the rest.
    thread_local std::unordered_map<std::string, bool> known;
    const auto [entry, isNew] = known.try_emplace(name, false);
    if (isNew)
        entry->second = name.find("triton_") != 0
            && (std::regex_search(name, anywhere) || std::regex_search(name, words) || std::regex_search(name, camels));
    return entry->second;
}

bool isWork(EventKind kind)
{
    return kind == EventKind::Kernel || kind == EventKind::Memcpy || kind == EventKind::Memset
        || kind == EventKind::MtiaWork || kind == EventKind::HpuWork;
}

/// The chosen steps of the trace, job time.
std::vector<TimeRange> chosenSteps(const RankTrace& rank, const Scope& scope)
{
    std::vector<TimeRange> ranges;
    for (const Step& step : rank.trace->steps()) {
        if (std::find(scope.steps.begin(), scope.steps.end(), step.number) != scope.steps.end())
            ranges.push_back({ step.range.begin + rank.clockOffset, step.range.end + rank.clockOffset });
    }
    return ranges;
}

/// What idle time is measured in; may overlap.
std::vector<TimeRange> windowOf(const RankTrace& rank, const Scope& scope, const std::vector<SlowWork>& works)
{
    std::vector<TimeRange> window;
    for (TimeRange step : chosenSteps(rank, scope)) {
        const TimeRange annotation = step;
        for (const SlowWork& work : works) {
            const Timestamp time = work.launch.value_or(work.begin);
            if (time < annotation.begin || time >= annotation.end)
                continue;
            step.begin = std::min(step.begin, work.begin);
            step.end = std::max(step.end, work.end);
        }
        window.push_back(step);
    }
    if (scope.steps.empty() && scope.range)
        window.push_back(*scope.range);
    if (scope.steps.empty() && !scope.range && !works.empty()) {
        TimeRange hull { works.front().begin, works.front().end };
        for (const SlowWork& work : works)
            hull = { std::min(hull.begin, work.begin), std::max(hull.end, work.end) };
        window.push_back(hull);
    }
    for (TimeRange& part : window) {
        if (scope.range)
            part = { std::max(part.begin, scope.range->begin), std::min(part.end, scope.range->end) };
    }
    return window;
}

constexpr const char* kCauses[] = { "host_wait", "kernel_wait", "other", "unknown_launch" };

/// The same, sorted, those that touch or overlap as one.
std::vector<TimeRange> joined(std::vector<TimeRange> windows)
{
    std::sort(windows.begin(), windows.end(), [](const TimeRange& a, const TimeRange& b) { return a.begin < b.begin; });
    std::vector<TimeRange> all;
    for (const TimeRange& window : windows) {
        if (!all.empty() && window.begin <= all.back().end)
            all.back().end = std::max(all.back().end, window.end);
        else
            all.push_back(window);
    }
    return all;
}

bool hasWord(std::string_view name, std::string_view word)
{
    return name.find(word) != std::string_view::npos;
}

/// When the host stops being late for `work`, which ends the gap [begin, work.begin) (causes.md, `explain`).
Timestamp lateUntil(
    const RankTrace& rank, const SlowWork& work, Timestamp firstPiece, Timestamp begin, Nanoseconds delay)
{
    const SliceTable& slices = rank.trace->slices();
    const std::string_view name = rank.trace->name(work.call);
    const Timestamp callBegin = *work.launch;
    const Timestamp callEnd = slices.end(work.call) + rank.clockOffset;
    const bool isCopy = hasWord(name, "emcpy") || beginsWithAny(name, { "cudaMemset", "cuMemset", "hipMemset" })
        || hasWord(name, "MemoryCopy") || hasWord(name, "MemoryFill") || hasWord(name, "USMFill");
    Timestamp handed = std::min(callEnd, firstPiece);
    if (isCopy)
        handed = callEnd <= work.begin ? callEnd : std::min(callBegin, work.begin);
    if (isCopy && callEnd >= work.begin && (handed > begin || saturatingSubtract(work.begin, begin) >= delay))
        return work.begin;
    return std::max(begin, std::min(work.begin, handed));
}

/// How the gaps of a line are found and cut.
struct GapRules {
    const RankTrace& rank;
    const std::map<SliceId, Timestamp>& firstPieces; ///< of each call, job time
    std::optional<std::vector<TimeRange>> windows;   ///< without: no edges
    Nanoseconds delay = 0;
    Timestamp earliest = 0; ///< host slice or work of the rank, job time
};

/// The start of the first host slice or GPU work of a rank, job time.
Timestamp earliestOf(const RankTrace& rank)
{
    const SliceTable& slices = rank.trace->slices();
    Timestamp earliest = std::numeric_limits<Timestamp>::max();
    for (std::size_t row = 0; row < slices.size(); ++row) {
        const bool isHostOrWork = isHostCallTree(slices.kind[row]) || isGpuWork(slices.kind[row]);
        if (isHostOrWork && slices.isSound(SliceTable::at(row)))
            earliest = std::min(earliest, slices.start[row] + rank.clockOffset);
    }
    return earliest;
}

/// The gaps of one line added to `figures`.
void addGaps(Figures& figures, const std::string& line, const std::vector<SlowWork>& works, const GapRules& rules)
{
    const auto addBy = [&](Timestamp begin, Timestamp end, const auto& causeIn) {
        for (const TimeRange& window : rules.windows.value_or(std::vector { TimeRange { begin, end } })) {
            const Timestamp from = std::max(begin, window.begin);
            const Timestamp to = std::min(end, window.end);
            if (from < to)
                figures[line + " " + kCauses[causeIn(window)]] += to - from;
        }
    };
    const auto add = [&](Timestamp begin, Timestamp end, int cause) {
        addBy(begin, end, [cause](const TimeRange&) { return cause; });
    };
    std::optional<Timestamp> freeAt;
    constexpr Timestamp kNever = std::numeric_limits<Timestamp>::min();
    if (rules.windows)
        freeAt = kNever;
    for (const SlowWork& work : works) {
        if (freeAt && work.begin > *freeAt) {
            if (!work.launch) {
                // Before the first work it begins with the trace, at the window's begin if that is earlier.
                addBy(*freeAt, work.begin, [&](const TimeRange& window) {
                    const Timestamp begin = *freeAt == kNever ? std::min(rules.earliest, window.begin) : *freeAt;
                    return saturatingSubtract(work.begin, begin) < rules.delay ? 1 : 3;
                });
            } else {
                const Timestamp until =
                    lateUntil(rules.rank, work, rules.firstPieces.at(work.call), *freeAt, rules.delay);
                const bool isShort = saturatingSubtract(work.begin, until) < rules.delay;
                add(*freeAt, until, 0);
                add(until, work.begin, !isShort ? 2 : until > *freeAt ? 0 : 1);
            }
        }
        freeAt = freeAt ? std::max(*freeAt, work.end) : work.end;
    }
    if (freeAt && rules.windows)
        add(*freeAt, std::numeric_limits<Timestamp>::max(), 0);
}

} // namespace

std::string firstDifference(const Figures& fast, const Figures& slow)
{
    for (const auto& [name, value] : slow) {
        const auto found = fast.find(name);
        const std::string ours = found == fast.end() ? "nothing" : std::to_string(found->second);
        if (found == fast.end() || found->second != value)
            return name + ": " + ours + ", by the slow one " + std::to_string(value);
    }
    for (const auto& [name, value] : fast) {
        if (slow.count(name) == 0)
            return name + ": " + std::to_string(value) + ", by the slow one nothing";
    }
    return {};
}

KernelType slowKernelType(EventKind kind, std::string_view name, bool hasCollectiveMetadata)
{
    if (kind == EventKind::Memcpy || kind == EventKind::Memset)
        return KernelType::Memory;
    if (kind != EventKind::Kernel)
        return typeByNameAlone(name);
    if (hasCollectiveMetadata || soundsLikeCommunication(std::string(name)))
        return KernelType::Communication;
    if (beginsWithAny(name,
            { "Memcpy", "Memset", "hipMemcpy", "hipMemset", "dma", "__amd_rocclr_copyBuffer",
                "__amd_rocclr_fillBuffer" }))
        return KernelType::Memory;
    return KernelType::Computation;
}

namespace {

bool handsWorkOver(std::string_view call)
{
    for (const char* word : { "aunch", "emcpy", "emset" }) {
        if (call.find(word) != std::string_view::npos)
            return true;
    }
    return false;
}

/// Calls of one number that are not one inside the other, or the launch of one kernel that has several.
bool isShared(const Trace& trace, const std::vector<SliceId>& calls, int kernels)
{
    bool doesAnyHandOver = false;
    bool areApart = false;
    for (const SliceId call : calls) {
        doesAnyHandOver = doesAnyHandOver || handsWorkOver(trace.name(call));
        areApart = areApart || trace.trackOf(call) != trace.trackOf(calls.front())
            || trace.slices().start[call.index()] >= trace.slices().end(calls.front());
    }
    return areApart ? doesAnyHandOver
                    : kernels > 1 && trace.name(calls.front()).find("LaunchKernel") != std::string_view::npos;
}

} // namespace

std::map<std::int64_t, SliceId> slowCalls(const Trace& trace)
{
    const SliceTable& slices = trace.slices();
    std::map<std::int64_t, std::vector<SliceId>> calls;
    std::map<std::int64_t, std::vector<SliceId>> otherHosts;
    std::map<std::int64_t, int> kernels;
    int worksOfZero = 0;
    for (std::size_t row = 0; row < slices.size(); ++row) {
        const SliceId slice = SliceTable::at(row);
        const std::int64_t id = slices.correlation(slice);
        const EventKind kind = slices.kind[row];
        if (id < 0)
            continue;
        kernels[id] += kind == EventKind::Kernel ? 1 : 0;
        if (kind == EventKind::RuntimeCall || kind == EventKind::DriverCall)
            calls[id].push_back(slice);
        else if (!isDeviceSide(kind))
            otherHosts[id].push_back(slice);
        else if (id == 0 && isWork(kind))
            ++worksOfZero;
    }
    calls.merge(otherHosts); // adds those of which no call is known
    if (const auto zero = calls.find(0); zero != calls.end() && (zero->second.size() != 1 || worksOfZero != 1))
        calls.erase(zero); // what many producers write for "none"
    std::map<std::int64_t, SliceId> last;
    for (const auto& [id, slicesOfId] : calls) {
        if (isApiCall(trace.kind(slicesOfId.front())) && isShared(trace, slicesOfId, kernels[id])) {
            last[id] = SliceId {};
            continue;
        }
        last[id] = *std::max_element(slicesOfId.begin(), slicesOfId.end(),
            [&slices](SliceId a, SliceId b) { return slices.eventIndex[a.index()] < slices.eventIndex[b.index()]; });
    }
    return last;
}

namespace {

/// `External id` of an event without a correlation, as text; "" for others.
std::string externalIdOf(const Trace& trace, SliceId slice)
{
    const Result<std::string> json = trace.eventJson(trace.slices().eventIndex[slice.index()]);
    return trace.slices().correlation(slice) < 0 && json ? std::string(argumentOf(*json, "External id"))
                                                         : std::string();
}

std::optional<SliceId> callByArrow(const Trace& trace, SliceId work)
{
    for (const Flow& flow : trace.flows().all()) {
        if (flow.to == work && trace.category(flow.category) == "ac2g" && isApiCall(trace.kind(flow.from)))
            return flow.from;
    }
    return std::nullopt;
}

std::optional<SliceId> findCall(const Trace& trace, const std::map<std::int64_t, SliceId>& calls, SliceId work)
{
    const std::int64_t correlation = trace.slices().correlation(work);
    if (correlation >= 0) {
        const auto call = calls.find(correlation);
        if (call == calls.end())
            return std::nullopt;
        const SliceId launch = call->second.isValid() ? call->second : trace.launchOf(work);
        return launch.isValid() ? std::optional(launch) : std::nullopt;
    }
    if (const auto call = callByArrow(trace, work))
        return call;
    const std::string id = externalIdOf(trace, work);
    if (id.empty())
        return std::nullopt;
    std::vector<SliceId> callsOfId;
    std::vector<SliceId> worksOfId;
    for (std::size_t row = 0; row < trace.slices().size(); ++row) {
        const SliceId slice = SliceTable::at(row);
        const std::string_view name = trace.name(slice);
        if (isApiCall(trace.kind(slice)) && externalIdOf(trace, slice) == id && handsWorkOver(name))
            callsOfId.push_back(slice);
        else if (isWork(trace.kind(slice)) && externalIdOf(trace, slice) == id && !callByArrow(trace, slice))
            worksOfId.push_back(slice);
    }
    const auto byStart = [&trace](SliceId a, SliceId b) {
        return std::pair(trace.slices().start[a.index()], a) < std::pair(trace.slices().start[b.index()], b);
    };
    std::sort(callsOfId.begin(), callsOfId.end(), byStart);
    std::sort(worksOfId.begin(), worksOfId.end(), byStart);
    if (callsOfId.size() == 1)
        return callsOfId.front();
    const auto place =
        static_cast<std::size_t>(std::find(worksOfId.begin(), worksOfId.end(), work) - worksOfId.begin());
    return callsOfId.size() == worksOfId.size() && place < callsOfId.size() ? std::optional(callsOfId[place])
                                                                            : std::nullopt;
}

/// What does not depend on a scope, found once for a trace.
struct KnownTrace {
    std::weak_ptr<const Trace> trace;
    std::map<std::int64_t, SliceId> calls;
    std::vector<std::optional<SliceId>> callOfRow; ///< where asked for; invalid: no call
    std::optional<std::vector<SlowWork>> works;    ///< in the trace's own time

    /// That of the trace; of those asked for last some are kept, as long as the trace itself is there.
    static KnownTrace& of(const std::shared_ptr<const Trace>& trace)
    {
        constexpr std::size_t kMost = 16;
        thread_local std::list<KnownTrace> all;
        all.remove_if([](const KnownTrace& each) { return each.trace.expired(); });
        for (KnownTrace& each : all) {
            if (each.trace.lock() == trace)
                return each;
        }
        if (all.size() == kMost)
            all.pop_front();
        return all.emplace_back(KnownTrace {
            trace, slowCalls(*trace), std::vector<std::optional<SliceId>>(trace->slices().size()), std::nullopt });
    }
};

} // namespace

std::optional<SliceId> slowCallOf(const std::shared_ptr<const Trace>& trace, SliceId work)
{
    KnownTrace& known = KnownTrace::of(trace);
    std::optional<SliceId>& call = known.callOfRow[work.index()];
    if (!call)
        call = findCall(*trace, known.calls, work).value_or(SliceId {});
    return call->isValid() ? call : std::nullopt;
}

bool isInSteps(const RankTrace& rank, const Scope& scope, Timestamp time)
{
    if (scope.steps.empty())
        return true;
    const std::vector<TimeRange> steps = chosenSteps(rank, scope);
    return std::any_of(
        steps.begin(), steps.end(), [time](const TimeRange& s) { return s.begin <= time && time < s.end; });
}

std::optional<TimeRange> visiblePart(const Scope& scope, TimeRange range)
{
    if (!scope.range)
        return range;
    const bool isMoment = range.begin == range.end;
    const TimeRange part { std::max(range.begin, scope.range->begin), std::min(range.end, scope.range->end) };
    if (part.begin < part.end)
        return part;
    const bool isInside = scope.range->begin <= range.begin && range.begin < scope.range->end;
    return isMoment && isInside ? std::optional(range) : std::nullopt;
}

bool isOnStream(const Scope& scope, std::int64_t stream)
{
    return scope.streams.empty()
        || std::find(scope.streams.begin(), scope.streams.end(), stream) != scope.streams.end();
}

namespace {

/// In the trace's own time.
std::vector<SlowWork> wholeWork(const std::shared_ptr<const Trace>& shared)
{
    const Trace& trace = *shared;
    const SliceTable& slices = trace.slices();
    std::map<std::tuple<EventKind, std::uint32_t, bool>, KernelType> types; // a regular expression for each row: no
    std::vector<SlowWork> works;
    for (std::size_t row = 0; row < slices.size(); ++row) {
        const SliceId slice = SliceTable::at(row);
        const EventKind kind = slices.kind[row];
        if (!isWork(kind) || !slices.isSound(slice))
            continue;
        const Track& track = trace.track(trace.trackOf(slice));
        const bool hasMetadata = slices.has(slice, kSliceCollective);
        const auto [type, isNew] = types.try_emplace({ kind, slices.name[row].value, hasMetadata });
        if (isNew)
            type->second = slowKernelType(kind, trace.name(slice), hasMetadata);
        SlowWork work { slices.start[row], slices.end(slice), track.device, track.stream, type->second, std::nullopt,
            slice, SliceId {} };
        if (const auto call = slowCallOf(shared, slice)) {
            work.call = *call;
            work.launch = slices.start[call->index()];
        }
        works.push_back(work);
    }
    return works;
}

} // namespace

std::vector<SlowWork> slowWork(const RankTrace& rank, const Scope& scope)
{
    std::optional<std::vector<SlowWork>>& whole = KnownTrace::of(rank.trace).works;
    if (!whole)
        whole = wholeWork(rank.trace);
    const std::vector<TimeRange> steps = chosenSteps(rank, scope);
    std::vector<SlowWork> works;
    for (SlowWork work : *whole) {
        if (!isOnStream(scope, work.stream))
            continue;
        work.begin += rank.clockOffset;
        work.end += rank.clockOffset;
        if (work.launch)
            *work.launch += rank.clockOffset;
        const Timestamp time = work.launch.value_or(work.begin);
        const bool isInStep = std::any_of(
            steps.begin(), steps.end(), [time](const TimeRange& s) { return s.begin <= time && time < s.end; });
        if (scope.steps.empty() || isInStep)
            works.push_back(work);
    }
    return works;
}

Figures slowTimeSplit(const RankTrace& rank, const Scope& scope)
{
    enum { Window, Busy, Compute, Communication, Memory, Others, OthersCompute, Count };
    std::map<Timestamp, std::array<int, Count>> changes;
    const auto addRange = [&changes, &scope](Timestamp begin, Timestamp end, int what) {
        if (scope.range) {
            begin = std::max(begin, scope.range->begin);
            end = std::min(end, scope.range->end);
        }
        if (begin >= end)
            return;
        changes[begin][static_cast<std::size_t>(what)] += 1;
        changes[end][static_cast<std::size_t>(what)] -= 1;
    };
    const std::vector<SlowWork> works = slowWork(rank, scope);
    for (const SlowWork& work : works) {
        addRange(work.begin, work.end, Busy);
        if (work.type == KernelType::Computation)
            addRange(work.begin, work.end, Compute);
        if (work.type == KernelType::Communication)
            addRange(work.begin, work.end, Communication);
        if (work.type == KernelType::Memory)
            addRange(work.begin, work.end, Memory);
    }
    for (const TimeRange& window : windowOf(rank, scope, works))
        addRange(window.begin, window.end, Window);
    Scope allSteps = scope;
    allSteps.steps.clear();
    for (const SlowWork& work : slowWork(rank, allSteps)) {
        if (isInSteps(rank, scope, work.launch.value_or(work.begin)))
            continue;
        addRange(work.begin, work.end, Others);
        if (work.type == KernelType::Computation)
            addRange(work.begin, work.end, OthersCompute);
    }

    Figures split { { "idle", 0 }, { "compute", 0 }, { "non_compute", 0 }, { "window", 0 }, { "comm_exposed", 0 },
        { "mem_exposed", 0 }, { "other_exposed", 0 }, { "comm", 0 }, { "mem", 0 }, { "overlap", 0 },
        { "other_steps", 0 }, { "beside_other_steps", 0 } };
    std::array<int, Count> active {};
    for (auto moment = changes.begin(); moment != changes.end(); ++moment) {
        for (std::size_t what = 0; what < Count; ++what)
            active[what] += moment->second[what];
        const auto next = std::next(moment);
        if (next == changes.end())
            break;
        const Nanoseconds length = next->first - moment->first;
        const auto addIf = [&split, length](bool condition, const char* name) {
            if (condition)
                split[name] += length;
        };
        addIf(active[Window] > 0, "window");
        addIf(active[Window] > 0 && active[Busy] == 0 && active[Others] == 0, "idle");
        addIf(active[Window] > 0 && active[Busy] == 0 && active[Others] > 0, "other_steps");
        addIf(active[Communication] > 0 && active[Compute] == 0 && active[OthersCompute] > 0, "beside_other_steps");
        addIf(active[Compute] > 0, "compute");
        addIf(active[Busy] > 0 && active[Compute] == 0, "non_compute");
        addIf(active[Communication] > 0, "comm");
        addIf(active[Memory] > 0, "mem");
        addIf(active[Communication] > 0 && active[Compute] > 0, "overlap");
        if (active[Busy] > 0 && active[Compute] == 0) {
            addIf(active[Communication] > 0, "comm_exposed");
            addIf(active[Communication] == 0 && active[Memory] > 0, "mem_exposed");
            addIf(active[Communication] == 0 && active[Memory] == 0, "other_exposed");
        }
    }
    return split;
}

Figures slowIdle(const RankTrace& rank, const Scope& scope, Nanoseconds delay)
{
    // With a window chosen every stream with work anywhere in the trace counts.
    Scope everything;
    everything.streams = scope.streams;
    std::map<std::string, std::vector<SlowWork>> lines;
    const auto namesOf = [](const SlowWork& work) {
        const std::string device = std::to_string(work.device);
        return std::array { "stream " + device + "/" + std::to_string(work.stream), "device " + device };
    };
    // Work of all steps ends gaps; the windows cut them.
    for (const SlowWork& work : slowWork(rank, everything)) {
        for (const std::string& name : namesOf(work))
            lines[name].push_back(work);
    }
    std::map<SliceId, Timestamp> firstPieces;
    for (const SlowWork& work : slowWork(rank, {})) {
        if (work.launch) {
            const auto [place, isNew] = firstPieces.try_emplace(work.call, work.begin);
            if (!isNew)
                place->second = std::min(place->second, work.begin);
        }
    }
    GapRules rules { rank, firstPieces, std::nullopt, delay, earliestOf(rank) };
    if (scope.hasWindow())
        rules.windows = joined(windowOf(rank, scope, slowWork(rank, scope)));
    Figures figures;
    for (auto& [name, works] : lines) {
        // Rows of one moment: in the order of causes.md 1.5.
        std::sort(works.begin(), works.end(), [&rank](const SlowWork& a, const SlowWork& b) {
            const std::vector<EventIndex>& events = rank.trace->slices().eventIndex;
            return std::tuple(a.begin, a.stream, events[a.slice.index()])
                < std::tuple(b.begin, b.stream, events[b.slice.index()]);
        });
        addGaps(figures, name, works, rules);
    }
    return figures;
}

} // namespace kinetoscope::tests
