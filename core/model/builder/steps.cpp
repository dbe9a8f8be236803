// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/ascii.h"
#include "core/model/builder/stages.h"

#include "core/base/sort_stably.h"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>

namespace kinetoscope::builder {

namespace {

/// Step markers of the frameworks that write no ProfilerStep, tried in this order.
struct Preset {
    std::string_view pattern; ///< as shown to the user
    std::string_view text;
    bool anywhere = false; ///< else the name begins with `text`
};
constexpr Preset kPresets[] = {
    { "execute_*", "execute_", false },                     // vLLM: execute_model, execute_context_1(8)_generation_0(0)
    { "step[...]", "step[", false },                        // SGLang: step[DECODE bs=16]
    { "*run_training_batch*", "run_training_batch", true }, // Lightning: [pl][profile]run_training_batch
    { "*training_step*", "training_step", true },           // Lightning: [pl][profile][Strategy]...training_step
    { "train_step*", "train_step", false },                 // Megatron
    { "iteration*", "iteration", false },                   // Megatron
};

/// Of the names that repeat, those with most time: a trace may have thousands.
constexpr std::size_t kMostGroupsTried = 16;

bool matches(const Preset& preset, std::string_view name)
{
    return preset.anywhere ? name.find(preset.text) != std::string_view::npos : name.starts_with(preset.text);
}

/// Annotations that repeat inside a step, or beside it, but are none.
bool isNeverStep(std::string_view name)
{
    if (name.empty() || name.starts_with("nccl:") || name.starts_with("Optimizer.") || name.starts_with("## "))
        return true;
    const std::string lower = asciiLower(name);
    // Getting a batch, looking whether code is compiled already, waiting: none of them is an iteration.
    static constexpr std::string_view kNever[] = { "dataload", "data_load", "__next__", "next_batch", "get_batch",
        "load_batch", "fetch_batch", "cache lookup", "cache_lookup", "wait(", "synchronize" };
    return lower == "wait" || std::any_of(std::begin(kNever), std::end(kNever), [&lower](std::string_view never) {
        return lower.find(never) != std::string::npos;
    });
}

/// `name` without the digits, and the '#' before them, at its end: "step 12" and "step 13" are the same annotation.
std::string_view withoutNumber(std::string_view name)
{
    const std::size_t last = name.find_last_not_of("0123456789");
    name = last == std::string_view::npos ? std::string_view {} : name.substr(0, last + 1);
    while (!name.empty() && (name.back() == '#' || name.back() == ' '))
        name.remove_suffix(1);
    return name;
}

class StepFinder {
public:
    explicit StepFinder(BuildState& state)
        : m_state(state)
        , m_slices(state.data.slices)
    {
        for (const Track& track : state.data.tracks) {
            if (track.kind == TrackKind::HostThread)
                collect(track);
        }
        std::ranges::sort(m_annotations, [this](std::uint32_t a, std::uint32_t b) { return startsBefore(a, b); });
    }

    void run()
    {
        if (findProfilerSteps())
            return;
        for (const Preset& preset : kPresets) {
            if (findPreset(preset))
                return;
        }
        findRepeating();
    }

private:
    void collect(const Track& track)
    {
        for (std::uint32_t row = track.firstSlice; row < track.endSlice(); ++row) {
            if (m_slices.kind[row] == EventKind::UserAnnotation && m_slices.isSound(SliceId { row }))
                m_annotations.push_back(row);
        }
    }

    [[nodiscard]] bool startsBefore(std::uint32_t a, std::uint32_t b) const
    {
        return m_slices.start[a] != m_slices.start[b] ? m_slices.start[a] < m_slices.start[b] : a < b;
    }
    [[nodiscard]] std::string_view name(std::uint32_t row) const { return m_state.text(m_slices.name[row]); }

    void add(std::uint32_t row, std::int64_t number)
    {
        const SliceId slice { row };
        m_state.data.steps.push_back({ number, m_slices.name[row], slice, m_slices.range(slice) });
    }

    bool findProfilerSteps()
    {
        addProfilerSteps(m_annotations);
        if (m_state.data.steps.empty())
            addProfilerSteps(namedOperators()); // Kineto wrote steps as operators before it had user annotations
        if (m_state.data.steps.empty())
            return false;
        m_state.data.stepPattern = "ProfilerStep#N";
        return true;
    }

    void addProfilerSteps(const std::vector<std::uint32_t>& rows)
    {
        for (const std::uint32_t row : rows) {
            const std::int64_t number = profilerStepNumber(name(row));
            if (number >= 0)
                add(row, number);
        }
    }

    /// Operators that have the name of a step, by start.
    [[nodiscard]] std::vector<std::uint32_t> namedOperators() const
    {
        std::vector<char> isStepName(m_state.parsed.strings.size());
        for (std::size_t i = 0; i < isStepName.size(); ++i)
            isStepName[i] = profilerStepNumber(m_state.text(StringId { i })) >= 0;
        std::vector<std::uint32_t> rows;
        for (std::uint32_t row = 0; row < m_slices.size(); ++row) {
            if (m_slices.kind[row] == EventKind::CpuOp && isStepName[m_slices.name[row].index()]
                && m_slices.isSound(SliceId { row }))
                rows.push_back(row);
        }
        std::ranges::sort(rows, [this](std::uint32_t a, std::uint32_t b) { return startsBefore(a, b); });
        return rows;
    }

    /// Only the outermost of nested matches is a step.
    bool findPreset(const Preset& preset)
    {
        Timestamp end = kMinTimestamp;
        std::int64_t number = 0;
        for (const std::uint32_t row : m_annotations) {
            if (!matches(preset, name(row)) || isNeverStep(name(row)) || m_slices.start[row] < end)
                continue;
            end = m_slices.end(SliceId { row });
            add(row, number++);
        }
        if (number > 0 && !coverMostWork()) {
            m_state.data.steps.clear();
            return false;
        }
        if (number == 0)
            return false;
        m_state.data.stepPattern = preset.pattern;
        return true;
    }

    [[nodiscard]] bool isTopLevel(std::uint32_t row) const
    {
        for (SliceId up = m_slices.parent[row]; up.isValid(); up = m_slices.parent[up.index()]) {
            if (m_slices.kind[up.index()] == EventKind::UserAnnotation)
                return false;
        }
        return true;
    }

    struct Repeating {
        std::vector<std::uint32_t> rows;
        Nanoseconds total = 0;
        Timestamp end = kMinTimestamp;
        bool overlapsItself = false;
    };

    void findRepeating()
    {
        std::map<std::string_view, Repeating> groups;
        for (const std::uint32_t row : m_annotations) {
            if (isNeverStep(name(row)) || !isTopLevel(row))
                continue;
            Repeating& group = groups[withoutNumber(name(row))];
            group.overlapsItself = group.overlapsItself || m_slices.start[row] < group.end;
            group.end = std::max(group.end, m_slices.end(SliceId { row }));
            group.total = saturatingAdd(group.total, m_slices.duration(SliceId { row }));
            group.rows.push_back(row);
        }
        std::vector<const std::pair<const std::string_view, Repeating>*> ranked;
        for (const auto& group : groups) {
            if (!group.first.empty() && group.second.rows.size() >= 2 && !group.second.overlapsItself)
                ranked.push_back(&group);
        }
        sortStably(ranked, std::greater {}, [](const auto* a) { return a->second.total; });
        if (ranked.size() > kMostGroupsTried)
            ranked.resize(kMostGroupsTried);
        for (const auto* group : ranked) {
            std::int64_t number = 0;
            for (const std::uint32_t row : group->second.rows)
                add(row, number++);
            if (coverMostWork()) {
                m_state.data.stepPattern = group->first;
                return;
            }
            m_state.data.steps.clear();
        }
    }

    /// Whether most of the work was launched, or where no launch is linked to any, most ops and calls begin inside the
    /// steps found so far: what repeats beside the work is no iteration of it. Always true of a trace without ops and
    /// calls. O(work log steps).
    [[nodiscard]] bool coverMostWork()
    {
        const std::vector<Step>& steps = m_state.data.steps;
        const std::vector<Timestamp>& starts = workStarts();
        const auto inside = static_cast<std::size_t>(
            std::ranges::count_if(starts, [&steps](Timestamp start) { return stepAt(steps, start) != nullptr; }));
        return inside * 2 >= starts.size();
    }
    /// When each launch of GPU work begins; where none is linked to any, each op and call.
    [[nodiscard]] const std::vector<Timestamp>& workStarts()
    {
        if (m_workStarts)
            return *m_workStarts;
        std::vector<Timestamp>& starts = m_workStarts.emplace();
        for (const LaunchTable::Link& link : m_state.data.launches.all()) {
            if (isGpuWork(m_slices.kind[link.work.index()]))
                starts.push_back(m_slices.start[link.launch.index()]);
        }
        const bool isLinked = !starts.empty();
        for (std::uint32_t row = 0; !isLinked && row < m_slices.size(); ++row) {
            if (m_slices.kind[row] == EventKind::CpuOp || isApiCall(m_slices.kind[row]))
                starts.push_back(m_slices.start[row]);
        }
        return starts;
    }

    BuildState& m_state;
    const SliceTable& m_slices;
    std::vector<std::uint32_t> m_annotations; ///< rows, by start
    std::optional<std::vector<Timestamp>> m_workStarts;
};

std::size_t trackIndexOf(const TraceData& data, const std::vector<std::size_t>& slicedTracks, SliceId slice)
{
    const auto it = std::ranges::upper_bound(
        slicedTracks, slice.value, {}, [&data](std::size_t track) { return data.tracks[track].firstSlice; });
    return *(it - 1);
}

void markMainThreads(TraceData& data)
{
    std::vector<std::size_t> slicedTracks;
    for (std::size_t i = 0; i < data.tracks.size(); ++i) {
        if (data.tracks[i].sliceCount > 0)
            slicedTracks.push_back(i);
    }
    std::vector<std::pair<std::uint64_t, std::uint64_t>> scores(data.tracks.size()); ///< steps, launches
    for (const Step& step : data.steps)
        ++scores[trackIndexOf(data, slicedTracks, step.slice)].first;
    for (const LaunchTable::Link& link : data.launches.all())
        ++scores[trackIndexOf(data, slicedTracks, link.launch)].second;
    std::unordered_map<StringId, std::size_t> best; ///< pid -> track
    for (std::size_t i = 0; i < data.tracks.size(); ++i) {
        if (data.tracks[i].kind != TrackKind::HostThread || scores[i] == std::pair<std::uint64_t, std::uint64_t> {})
            continue;
        const auto it = best.emplace(data.tracks[i].pid, i).first;
        if (scores[i] > scores[it->second])
            it->second = i;
    }
    for (const auto& [pid, track] : best)
        data.tracks[track].isMainThread = true;
}

} // namespace

std::int64_t profilerStepNumber(std::string_view name)
{
    constexpr std::string_view kPrefix = "ProfilerStep";
    if (!name.starts_with(kPrefix))
        return -1;
    name.remove_prefix(kPrefix.size());
    while (name.starts_with(' '))
        name.remove_prefix(1);
    if (!name.starts_with('#'))
        return -1;
    name.remove_prefix(1);
    std::int64_t number = -1;
    const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), number);
    return error == std::errc {} && end == name.data() + name.size() && number >= 0 ? number : -1;
}

void findSteps(BuildState& state)
{
    StepFinder(state).run();
    markMainThreads(state.data);
}

} // namespace kinetoscope::builder
