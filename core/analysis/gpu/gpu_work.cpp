// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/gpu/gpu_work.h"

#include "core/analysis/counters/profiler_ranges.h"
#include "core/analysis/scope/steps.h"
#include "core/analysis/words/remark_codes.h"
#include "core/base/sort_stably.h"
#include "core/base/vectors.h"
#include "core/model/autograd_profiler.h"

#include <fmt/core.h>

#include <limits>
#include <map>
#include <numeric>
#include <span>

namespace kinetoscope {

namespace {

constexpr std::size_t kGpuWorkNoStep = std::numeric_limits<std::size_t>::max();
/// Rows between two looks at the stop flag: about a millisecond of work.
constexpr std::size_t kRowsPerCheck = 64 * 1024;

/// Position of the step that contains `time`, of several that which began last, kNoStep outside all of them. `hint` is
/// the last answer: launches come nearly in order.
std::size_t gpuWorkStepAt(const std::vector<Step>& steps, Timestamp time, std::size_t hint)
{
    const bool isLast = hint < steps.size() && (hint + 1 == steps.size() || time < steps[hint + 1].range.begin);
    if (isLast && steps[hint].range.contains(time))
        return hint;
    const auto after = std::ranges::upper_bound(steps, time, {}, [](const Step& step) { return step.range.begin; });
    for (auto it = after; it != steps.begin();) {
        --it;
        if (it->range.contains(time))
            return static_cast<std::size_t>(it - steps.begin());
        if (after - it > 8) // steps follow one another; nested ones are rare and shallow
            break;
    }
    return kGpuWorkNoStep;
}

/// Device work belongs to the step in which it was launched, wherever it runs; without a launch, to the one it starts
/// in.
Timestamp steppingTime(const RankTrace& rank, SliceId slice)
{
    const SliceTable& slices = rank.trace->slices();
    const SliceId launch = slices.partner[slice.index()];
    return rank.toJobTime(slices.start[(launch.isValid() ? launch : slice).index()]);
}

RankGpuWork emptyPartOf(const RankGpuWork& work)
{
    return RankGpuWork { .rankIndex = work.rankIndex, .rank = work.rank };
}

void addStream(RankGpuWork& part, const RankGpuWork& work, const GpuStream& stream)
{
    const auto first = work.rows.begin() + static_cast<std::ptrdiff_t>(stream.firstRow);
    part.streams.push_back({ stream.track, stream.device, stream.stream, part.rows.size(), stream.rowCount });
    part.rows.insert(part.rows.end(), first, first + static_cast<std::ptrdiff_t>(stream.rowCount));
}

void setWindow(RankGpuWork& part, const RankGpuWork& work, const Scope& scope)
{
    if (scope.hasWindow())
        part.window = work.window;
    else if (const TimeRange hull = hullOf(part.rows); !hull.isEmpty())
        part.window.push_back(hull);
}

/// Positions of what has a device, device by device.
template <typename Item> std::vector<std::size_t> gpuWorkOrderByDevice(const std::vector<Item>& items)
{
    std::vector<std::size_t> order(items.size());
    std::iota(order.begin(), order.end(), std::size_t { 0 });
    sortStably(order, {}, [&items](std::size_t a) { return items[a].device; });
    return order;
}

} // namespace

/// Fills one RankGpuWork.
class ScopedGpuWork::Reader {
public:
    Reader(const ScopedGpuWork& source, std::size_t i)
        : m_input(source.m_input)
        , m_entry(source.m_entries[i])
        , m_rank(source.rankTrace(i))
        , m_reach(mapped(m_entry.steps, &Step::range))
    {
        m_work.rankIndex = source.rankIndex(i);
        m_work.rank = m_rank.rank;
    }

    Result<RankGpuWork> read(const Progress& progress, bool keepsRows = true)
    {
        m_keepsRows = keepsRows;
        if (keepsRows)
            reserve();
        for (std::size_t i = 0; i < m_rank.trace->tracks().size(); ++i) {
            const Track& track = m_rank.trace->tracks()[i];
            if (!track.isDeviceSide() || !isChosen(m_input.scope.streams, track.stream))
                continue;
            if (!readTrack(track, TrackId { i }, progress))
                return Error::stopped();
        }
        setWindow();
        return std::move(m_work);
    }

private:
    void reserve()
    {
        std::size_t rows = 0;
        for (const Track& track : m_rank.trace->tracks())
            rows += track.kind == TrackKind::Stream ? track.sliceCount : 0;
        m_work.rows.reserve(rows);
    }

    bool readTrack(const Track& track, TrackId id, const Progress& progress)
    {
        const SliceTable& slices = m_rank.trace->slices();
        const std::size_t firstRow = m_work.rows.size();
        for (std::uint32_t row = track.firstSlice; row < track.endSlice(); ++row) {
            if ((row - track.firstSlice) % kRowsPerCheck == 0 && progress.shouldStop())
                return false;
            if (!isGpuWork(slices.kind[row]))
                continue;
            m_hasGpuWork = true;
            readSlice(slices, row, track.device);
        }
        progress.add(track.sliceCount);
        if (m_work.rows.size() > firstRow)
            m_work.streams.push_back({ id, track.device, track.stream, firstRow, m_work.rows.size() - firstRow });
        return true;
    }

    void readSlice(const SliceTable& slices, std::uint32_t row, std::int64_t device)
    {
        const SliceId slice = SliceTable::at(row);
        if (!slices.isSound(slice)) {
            ++m_work.corruptCount;
            return;
        }
        const TimeRange whole = m_rank.jobRange(slice);
        const bool isChosenWork = m_input.scope.steps.empty() || takeIntoStep(slices, slice, whole);
        const std::optional<TimeRange> range = m_input.scope.visible(whole);
        if (!range || !m_keepsRows)
            return;
        if (isChosenWork)
            m_work.rows.push_back({ *range, slice, m_entry.types.of(slices, row) });
        else if (!range->isEmpty())
            m_work.otherSteps.push_back({ *range, device, m_entry.types.of(slices, row) });
    }

    bool takeIntoStep(const SliceTable& slices, SliceId slice, const TimeRange& range)
    {
        m_stepHint = gpuWorkStepAt(m_entry.steps, steppingTime(m_rank, slice), m_stepHint);
        if (m_stepHint == kGpuWorkNoStep || !m_entry.chosen[m_stepHint])
            return false;
        if (!slices.partner[slice.index()].isValid())
            ++m_work.placedByTime;
        TimeRange& reach = m_reach[m_stepHint];
        reach = { std::min(reach.begin, range.begin), std::max(reach.end, range.end) };
        return true;
    }

    void setWindow()
    {
        if (!m_hasGpuWork)
            return;
        if (m_input.scope.steps.empty()) {
            const TimeRange window = m_input.scope.range ? *m_input.scope.range : hullOf(m_work.rows);
            if (!window.isEmpty())
                m_work.window.push_back(window);
            return;
        }
        for (std::size_t i = 0; i < m_reach.size(); ++i) {
            const TimeRange window = m_input.scope.range ? m_reach[i].clippedTo(*m_input.scope.range) : m_reach[i];
            if (m_entry.chosen[i] && !window.isEmpty())
                m_work.window.push_back(window);
        }
        m_work.window = unionOf(std::move(m_work.window));
    }

    const AnalysisInput& m_input;
    const RankEntry& m_entry;
    const RankTrace& m_rank;
    RankGpuWork m_work;
    std::vector<TimeRange> m_reach; ///< by step: host annotation united with the work it launched
    std::size_t m_stepHint = kGpuWorkNoStep;
    bool m_hasGpuWork = false;
    bool m_keepsRows = true;
};

Result<std::shared_ptr<const ScopedGpuWork>> ScopedGpuWork::create(
    const AnalysisInput& input, const KernelClassifier& classifier)
{
    std::shared_ptr<ScopedGpuWork> work(new ScopedGpuWork(input));
    std::vector<std::int64_t> wantedSteps = input.scope.steps; // may be all of a hundred thousand
    std::ranges::sort(wantedSteps);
    for (std::size_t i = 0; i < work->rankCount(); ++i) {
        const RankTrace& rank = work->rankTrace(i);
        RankEntry& entry = work->m_entries.emplace_back();
        entry.types = classifier.typesOf(*rank.trace);
        if (input.scope.steps.empty())
            continue;
        KT_TRY(entry.steps, stepsOf(*rank.trace, input.scope, input.stop));
        for (Step& step : entry.steps) {
            step.range = rank.toJobTime(step.range);
            entry.chosen.push_back(std::ranges::binary_search(wantedSteps, step.number));
        }
    }
    return std::shared_ptr<const ScopedGpuWork>(std::move(work));
}

Result<RankGpuWork> ScopedGpuWork::rank(std::size_t i, const Progress& progress) const
{
    return Reader(*this, i).read(progress);
}

Result<std::vector<TimeRange>> ScopedGpuWork::window(std::size_t i, const Progress& progress) const
{
    KT_TRY(RankGpuWork work, Reader(*this, i).read(progress, false));
    return std::move(work.window);
}

TimeRange ScopedGpuWork::visibleRange(const RankTrace& rank, SliceId work) const
{
    const TimeRange whole = rank.jobRange(work);
    return m_input.scope.range ? whole.clippedTo(*m_input.scope.range) : whole;
}

std::optional<std::int64_t> ScopedGpuWork::stepNumberOf(std::size_t i, SliceId slice) const
{
    const std::vector<Step>& steps = m_entries[i].steps;
    const std::size_t step = gpuWorkStepAt(steps, steppingTime(rankTrace(i), slice), kGpuWorkNoStep);
    return step == kGpuWorkNoStep ? std::nullopt : std::optional(steps[step].number);
}

TimeRange hullOf(const std::vector<GpuWorkRow>& rows)
{
    if (rows.empty())
        return {};
    TimeRange hull = rows.front().range;
    for (const GpuWorkRow& row : rows)
        hull = { std::min(hull.begin, row.range.begin), std::max(hull.end, row.range.end) };
    return hull;
}

RankGpuWork workOfDevice(const RankGpuWork& work, std::int64_t device, const Scope& scope)
{
    RankGpuWork part = emptyPartOf(work);
    for (const GpuStream& stream : work.streams) {
        if (stream.device == device)
            addStream(part, work, stream);
    }
    for (const RankGpuWork::OtherWork& other : work.otherSteps) {
        if (other.device == device)
            part.otherSteps.push_back(other);
    }
    setWindow(part, work, scope);
    return part;
}

void eachDevice(const RankGpuWork& work, const Scope& scope, const std::vector<std::int64_t>& idle,
    const std::function<bool(std::int64_t device, const RankGpuWork& part)>& visit)
{
    const std::vector<std::size_t> streams = gpuWorkOrderByDevice(work.streams);
    const std::vector<std::size_t> others = gpuWorkOrderByDevice(work.otherSteps);
    auto other = others.begin();
    auto next = streams.begin();
    std::vector<std::int64_t> devices = devicesOf(work);
    append(devices, idle);
    sortUnique(devices);
    for (const std::int64_t device : devices) {
        RankGpuWork part = emptyPartOf(work);
        for (; next != streams.end() && work.streams[*next].device == device; ++next)
            addStream(part, work, work.streams[*next]);
        while (other != others.end() && work.otherSteps[*other].device < device)
            ++other; // only other steps have work there
        for (; other != others.end() && work.otherSteps[*other].device == device; ++other)
            part.otherSteps.push_back(work.otherSteps[*other]);
        setWindow(part, work, scope);
        if (!visit(device, part))
            return;
    }
}

bool isOfOtherAccelerator(const Trace& trace)
{
    return std::ranges::any_of(
        trace.slices().kind, [](EventKind kind) { return kind == EventKind::MtiaWork || kind == EventKind::HpuWork; });
}

std::string recordingOptionOf(const Trace& trace)
{
    if (!isOfOtherAccelerator(trace))
        return kGpuRecordingOption;
    const auto& kinds = trace.slices().kind;
    const bool isHpu = std::ranges::find(kinds, EventKind::HpuWork) != kinds.end();
    return fmt::format("activities=[ProfilerActivity.CPU, ProfilerActivity.{}]", isHpu ? "HPU" : "MTIA");
}

std::vector<std::int64_t> devicesOf(const RankGpuWork& work)
{
    std::vector<std::int64_t> devices = mapped(work.streams, &GpuStream::device);
    sortUnique(devices);
    return devices;
}

std::vector<std::int64_t> idleDevicesOf(const RankGpuWork& work, const Trace& trace, const Scope& scope)
{
    std::vector<std::int64_t> idle;
    const std::vector<std::int64_t> busy = devicesOf(work);
    const auto isWork = [&slices = trace.slices()](std::uint32_t row) {
        return isGpuWork(slices.kind[row]) && slices.isSound(SliceTable::at(row));
    };
    for (const Track& track : trace.tracks()) {
        if (!scope.hasWindow() || !track.isDeviceSide() || !isChosen(scope.streams, track.stream)
            || std::ranges::binary_search(busy, track.device))
            continue;
        std::uint32_t row = track.firstSlice;
        while (row < track.endSlice() && !isWork(row))
            ++row;
        if (row < track.endSlice())
            idle.push_back(track.device);
    }
    sortUnique(idle);
    return idle;
}

Selection selectionOf(const RankGpuWork& work, const std::vector<TimeRange>& ranges, const Progress& progress)
{
    Selection selection;
    selection.intervals.reserve(ranges.size()); // a million and more: memory that grows is copied
    StopCheck check(progress);
    for (const TimeRange& range : ranges) {
        if (check.after(1))
            break;
        selection.intervals.push_back({ work.rankIndex, TrackId {}, range });
    }
    return selection;
}

Selection selectionWithin(std::uint32_t rankIndex, const std::vector<TimeRange>& ranges, const TimeRange& window)
{
    std::vector<TimeRange> parts =
        mapped(ranges, [&window](const TimeRange& range) { return range.clippedTo(window); });
    std::erase_if(parts, [](const TimeRange& part) { return part.isEmpty(); });
    return intervalsOfRank(rankIndex, parts);
}

Message slicesOfUnknownKind(const Trace& trace)
{
    constexpr std::size_t kMostNamed = 4;
    struct Process {
        bool isPyTorchs = false;
        std::uint64_t slices = 0;
    };
    std::map<StringId, Process> processes;
    const SliceTable& slices = trace.slices();
    for (const Track& track : trace.tracks()) {
        if (track.kind != TrackKind::HostThread)
            continue;
        Process& process = processes[track.pid];
        const auto kinds = std::span(slices.kind).subspan(track.firstSlice, track.sliceCount);
        process.isPyTorchs |= std::ranges::any_of(kinds, [](EventKind kind) { return kind != EventKind::Other; });
        process.slices += track.sliceCount;
    }
    std::uint64_t count = 0;
    std::vector<Message> names;
    for (const Track& track : trace.tracks()) { // in the order of the timeline
        const auto found = processes.find(track.pid);
        if (found == processes.end() || found->second.isPyTorchs)
            continue;
        count += found->second.slices;
        const std::string name(track.processName.empty() ? trace.text(track.pid) : track.processName);
        if (names.size() < kMostNamed)
            names.push_back({ KT_PHRASE("gpu-work", "%1"), arg::Name { name } });
        else if (names.size() == kMostNamed)
            names.push_back({ KT_PHRASE("gpu-work", "others") });
        processes.erase(found);
    }
    if (count == 0)
        return {};
    return { KT_PLURAL("gpu-work", "%1 slice of other processes (%2) has no category that is known here",
                 "%1 slices of other processes (%2) have no category that is known here"),
        arg::Count { count }, Message { KT_PHRASE("gpu-work", "%1"), arg::List { std::move(names) } } };
}

bool hasGpuWork(const TraceSet& traces)
{
    return std::ranges::any_of(traces.ranks(),
        [](const RankTrace& rank) { return std::ranges::any_of(rank.trace->slices().kind, isGpuWork); });
}

bool hasNcclOps(const Trace& trace)
{
    std::vector<bool> isNccl(trace.strings().size());
    bool isAny = false;
    for (std::size_t i = 0; i < isNccl.size(); ++i) {
        isNccl[i] = trace.text(StringId { static_cast<std::uint32_t>(i) }).starts_with("nccl:");
        isAny = isAny || isNccl[i];
    }
    const SliceTable& slices = trace.slices();
    for (std::size_t row = 0; isAny && row < slices.size(); ++row) {
        if (isNccl[slices.name[row].index()] && isHostCallTree(slices.kind[row]))
            return true;
    }
    return false;
}

Remark noGpuWork(const RankTrace& rank)
{
    const Trace& trace = *rank.trace;
    const bool isElsewhere = std::ranges::any_of(
        trace.tracks(), [](const Track& track) { return track.kind == TrackKind::Stream && track.sliceCount > 0; });
    if (isElsewhere)
        return remarkOfRank(rank, "no-gpu-work", { KT_PHRASE("gpu-work", "no GPU work in this scope.") });
    if (Message counted = countedNotTimed(trace); !counted.isEmpty())
        return remarkOfRank(rank, "counter-recording", std::move(counted));
    // What was recorded may be in the part that is lost.
    const auto has = [&trace](Problem problem) { return trace.report().entry(problem).count > 0; };
    if (has(Problem::Truncated) || has(Problem::GzipDamaged) || has(Problem::LimitReached) || has(Problem::ReadError))
        return remarkOfRank(rank, std::string(kNotRecordable),
            { KT_PHRASE(
                "gpu-work", "no GPU work is in the part of the file that could be read: it is cut or damaged.") });
    if (trace.metadata().trimmedTo())
        return remarkOfRank(rank, std::string(kNotRecordable),
            { KT_PHRASE("gpu-work", "no GPU work lies in the part to which the file was trimmed.") });
    // Where calls of the runtime were recorded the program uses a GPU, or may.
    const std::vector<EventKind>& kinds = trace.slices().kind;
    if (std::ranges::any_of(kinds, isApiCall))
        return remarkOfRank(rank, "no-gpu-work",
            { KT_PHRASE("gpu-work", "no GPU work was recorded; record with %1 to have some."),
                arg::Text { kGpuRecordingOption } });
    if (rank.readsFrom() != nullptr) // has no slices
        return remarkOfRank(
            rank, std::string(kNotRecordable), { KT_PHRASE("gpu-work", "no GPU work is in the summary.") });
    if (std::ranges::none_of(kinds, isHostCallTree)) // no option of PyTorch's profiler helps
        return remarkOfRank(rank, std::string(kNotRecordable),
            { KT_PHRASE("gpu-work",
                "no GPU work is in the file, nor an op, call, annotation or Python frame as PyTorch records them: "
                "another program may have written it, or nothing ran meanwhile.") });
    if (Message unknown = slicesOfUnknownKind(trace); !unknown.isEmpty())
        return remarkOfRank(rank, std::string(kNotRecordable),
            { KT_PHRASE("gpu-work",
                  "nothing in the file says that it is GPU work, but %1: some may be the work of a device, which is in "
                  "no figure then."),
                std::move(unknown) });
    if (isOfAutogradProfiler(trace))
        return remarkOfRank(rank, std::string(kNotRecordable),
            { KT_PHRASE("gpu-work", "no GPU work was recorded: files that PyTorch writes without Kineto have none.") });
    if (hasNcclOps(trace))
        return remarkOfRank(rank, "no-gpu-work",
            { KT_PHRASE("gpu-work",
                  "no GPU work was recorded, though collectives of GPUs (nccl) were: it is a recording without %1."),
                arg::Text { "ProfilerActivity.CUDA" } });
    return remarkOfRank(rank, "no-gpu-work",
        { KT_PHRASE("gpu-work", "no GPU work was recorded: a program that uses no GPU, or a recording without %1."),
            arg::Text { "ProfilerActivity.CUDA" } });
}

void remarkOnSelection(const RankGpuWork& work, const RankTrace& rank, std::vector<Remark>& remarks)
{
    if (work.corruptCount > 0)
        remarks.push_back(remarkOfRank(rank, "corrupt-excluded",
            { KT_PLURAL("gpu-work", "%1 GPU activity has impossible times, left out here.",
                  "%1 GPU activities have impossible times, left out here."),
                arg::Count { work.corruptCount } }));
    if (work.placedByTime > 0)
        remarks.push_back(remarkOfRank(rank, "step-by-time",
            { KT_PLURAL("gpu-work", "%1 GPU activity has no launch in the file: what counts is the step of the start.",
                  "%1 GPU activities have no launch in the file: what counts is the step of the start."),
                arg::Count { work.placedByTime } }));
}

} // namespace kinetoscope
