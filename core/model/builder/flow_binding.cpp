// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/builder/stages.h"

#include "core/model/builder/process_labels.h"
#include "core/model/builder/run_sort.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <tuple>

namespace kinetoscope::builder {

namespace {

enum class FlowFamily : std::uint8_t { Other, Ac2g, ForwardBackward };

FlowFamily familyOf(std::string_view category)
{
    if (category == "ac2g" || category == "async_gpu" || category == "async_cpu_to_gpu")
        return FlowFamily::Ac2g;
    if (category == "fwdbwd" || category == "forward_backward")
        return FlowFamily::ForwardBackward;
    return FlowFamily::Other;
}

/// The tracks of one (pid, tid) in both orders of preference.
struct Candidates {
    std::vector<TrackId> hostFirst;
    std::vector<TrackId> deviceFirst;
};

class FlowBinder {
public:
    explicit FlowBinder(const BuildState& state)
        : m_state(state)
        , m_data(state.data)
    {
        for (std::size_t i = 0; i < m_data.tracks.size(); ++i) {
            const Track& track = m_data.tracks[i];
            if (track.kind == TrackKind::HostThread || track.kind == TrackKind::Stream
                || track.kind == TrackKind::DeviceSync || track.kind == TrackKind::DeviceOther)
                m_tracks[{ track.pid, track.tid }].hostFirst.push_back(TrackId { i });
        }
        for (auto& [place, candidates] : m_tracks) {
            const auto rank = [this](TrackId id) { return m_data.tracks[id.index()].kind; };
            std::ranges::stable_sort(candidates.hostFirst, {}, rank);
            candidates.deviceFirst = candidates.hostFirst;
            std::stable_partition(candidates.deviceFirst.begin(), candidates.deviceFirst.end(),
                [this](TrackId id) { return m_data.tracks[id.index()].isDeviceSide(); });
        }
        for (const StringId category : state.parsed.categories)
            m_families.push_back(familyOf(state.text(category)));
    }

    [[nodiscard]] SliceId bind(const FlowMark& mark) const
    {
        const EventPlace& place = m_state.parsed.places[mark.place];
        const auto it = m_tracks.find({ place.pid, place.tid });
        if (it == m_tracks.end())
            return {};
        const FlowFamily family = m_families[mark.category];
        const bool isDeviceEnd = family == FlowFamily::Ac2g && mark.phase != 's';
        for (const TrackId track : isDeviceEnd ? it->second.deviceFirst : it->second.hostFirst) {
            const SliceId slice = bindOn(m_data.tracks[track.index()], mark, family);
            if (slice.isValid())
                return slice;
        }
        return {};
    }

private:
    [[nodiscard]] SliceId bindOn(const Track& track, const FlowMark& mark, FlowFamily family) const
    {
        const auto begin = m_data.slices.start.begin() + static_cast<std::ptrdiff_t>(track.firstSlice);
        const auto end = begin + static_cast<std::ptrdiff_t>(track.sliceCount);
        if (mark.phase == 'f' && !mark.bindEnclosing && family == FlowFamily::Other) {
            const auto next = std::lower_bound(begin, end, mark.ts);
            return next == end ? SliceId {} : SliceId { static_cast<std::size_t>(next - m_data.slices.start.begin()) };
        }
        const auto after = std::upper_bound(begin, end, mark.ts);
        if (after == begin)
            return {};
        return enclosing(static_cast<std::uint32_t>(after - m_data.slices.start.begin()) - 1, mark, family);
    }

    /// From the last slice that begins at or before the flow, outwards.
    [[nodiscard]] SliceId enclosing(std::uint32_t row, const FlowMark& mark, FlowFamily family) const
    {
        SliceId innermost;
        for (SliceId slice { row }; slice.isValid(); slice = m_data.slices.parent[slice.index()]) {
            const bool contains = mark.ts < m_data.slices.end(slice) || mark.ts == m_data.slices.start[slice.index()];
            if (!contains)
                continue;
            if (family == FlowFamily::ForwardBackward) {
                if (m_data.slices.kind[slice.index()] == EventKind::CpuOp)
                    return slice;
                continue;
            }
            if (!innermost.isValid())
                innermost = slice;
            if (family != FlowFamily::Ac2g || m_data.slices.correlation(slice) == mark.id)
                return slice;
        }
        return innermost;
    }

    const BuildState& m_state;
    const TraceData& m_data;
    std::map<std::pair<StringId, StringId>, Candidates> m_tracks;
    std::vector<FlowFamily> m_families;
};

/// The marks of one id in time order.
class MarkGroup {
public:
    MarkGroup(const std::vector<FlowMark>& marks, std::span<const std::uint32_t> order)
        : m_marks(marks)
        , m_order(order)
    {
    }
    [[nodiscard]] std::size_t size() const { return m_order.size(); }
    [[nodiscard]] const FlowMark& operator[](std::size_t i) const { return m_marks[m_order[i]]; }

private:
    const std::vector<FlowMark>& m_marks;
    std::span<const std::uint32_t> m_order;
};

/// Makes arrows of the marks of one id.
class ArrowMaker {
public:
    ArrowMaker(const FlowBinder& binder, std::vector<Flow>& arrows, std::vector<EventIndex>& reused)
        : m_binder(binder)
        , m_arrows(arrows)
        , m_reused(reused)
    {
    }

    /// Fills `isUsed` for each mark that became an end of an arrow.
    void make(MarkGroup marks, std::vector<char>& isUsed)
    {
        isUsed.assign(marks.size(), 0);
        const auto isStart = [](const FlowMark& m) { return m.phase == 's'; };
        std::size_t starts = 0;
        std::size_t firstStart = 0;
        for (std::size_t i = marks.size(); i-- > 0;) {
            if (isStart(marks[i])) {
                ++starts;
                firstStart = i;
            }
        }
        if (starts == 0)
            return;
        m_lastOfPath = {};
        // Skewed clocks put ends before the start: with a single start they still can only belong to it.
        const bool hasOneStart = starts == 1;
        if (hasOneStart)
            take(marks, firstStart, isUsed);
        for (std::size_t i = 0; i < marks.size(); ++i) {
            if (!hasOneStart || !isStart(marks[i]))
                take(marks, i, isUsed);
            if (!hasOneStart && !isStart(marks[i]))
                m_reused.push_back(marks[i].event);
        }
    }

private:
    struct End {
        SliceId slice;
        std::size_t mark = 0;
    };

    void take(MarkGroup marks, std::size_t i, std::vector<char>& isUsed)
    {
        const SliceId slice = m_binder.bind(marks[i]);
        if (marks[i].phase == 's') {
            m_lastOfPath = { slice, i };
            return;
        }
        if (!slice.isValid() || !m_lastOfPath.slice.isValid())
            return;
        const FlowMark& from = marks[m_lastOfPath.mark];
        m_arrows.push_back({ m_lastOfPath.slice, slice, from.category, from.event, marks[i].event });
        isUsed[m_lastOfPath.mark] = 1;
        isUsed[i] = 1;
        if (marks[i].phase == 't')
            m_lastOfPath = { slice, i };
    }

    const FlowBinder& m_binder;
    std::vector<Flow>& m_arrows;
    std::vector<EventIndex>& m_reused;
    End m_lastOfPath;
};

} // namespace

bool bindFlows(BuildState& state)
{
    auto& marks = state.flows;
    const ProcessLabels labels(state);
    const auto keyOf = [&](std::uint32_t i) {
        const std::uint32_t label = labels.of(state.parsed.places[marks[i].place].pid);
        return std::make_tuple(marks[i].category, marks[i].name, label, marks[i].id);
    };
    std::vector<std::uint32_t> order(marks.size()); // a second copy of the marks would be eight times as large
    std::iota(order.begin(), order.end(), 0u);
    sortRuns(order, [&marks, &keyOf](std::uint32_t a, std::uint32_t b) {
        const auto ka = keyOf(a);
        const auto kb = keyOf(b);
        return ka != kb ? ka < kb : std::tie(marks[a].ts, marks[a].event) < std::tie(marks[b].ts, marks[b].event);
    });
    const FlowBinder binder(state);
    std::vector<Flow> arrows;
    arrows.reserve(
        static_cast<std::size_t>(std::ranges::count_if(marks, [](const FlowMark& mark) { return mark.phase != 's'; })));
    ArrowMaker maker(binder, arrows, state.reusedFlows);
    std::vector<char> isUsed;
    for (std::size_t first = 0; first < order.size();) {
        if (state.progress.shouldStop())
            return false;
        std::size_t last = first + 1;
        while (last < order.size() && keyOf(order[last]) == keyOf(order[first]))
            ++last;
        const MarkGroup group(marks, std::span(order).subspan(first, last - first));
        maker.make(group, isUsed);
        for (std::size_t i = 0; i < group.size(); ++i) {
            if (isUsed[i])
                continue;
            state.countUndrawn(Undrawn::UnpairedFlow);
            noteProblem(state, Problem::UnpairedFlow, group[i].event, group[i].name);
        }
        first = last;
    }
    release(order);
    release(marks);
    std::ranges::sort(state.reusedFlows);
    returnFreedBy(state);
    state.data.flows = FlowTable(std::move(arrows));
    return true;
}

} // namespace kinetoscope::builder
