// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/builder/flow_binding.h"

#include "core/model/builder/run_sort.h"

#include <algorithm>
#include <map>
#include <string>
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
            std::stable_sort(candidates.hostFirst.begin(), candidates.hostFirst.end(),
                [&](TrackId a, TrackId b) { return rank(a) < rank(b); });
            candidates.deviceFirst = candidates.hostFirst;
            std::stable_partition(candidates.deviceFirst.begin(), candidates.deviceFirst.end(),
                [this](TrackId id) { return m_data.tracks[id.index()].isDeviceSide(); });
        }
        for (const StringId category : state.parsed.categories)
            m_families.push_back(familyOf(state.text(category)));
    }

    [[nodiscard]] SliceId bind(const FlowMark& mark) const
    {
        const Place& place = m_state.parsed.places[mark.place];
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

/// Makes arrows of the marks of one id, given in time order.
class ArrowMaker {
public:
    ArrowMaker(const FlowBinder& binder, std::vector<Flow>& arrows)
        : m_binder(binder)
        , m_arrows(arrows)
    {
    }

    /// Fills `isUsed` for each mark that became an end of an arrow.
    void make(std::span<const FlowMark> marks, std::vector<char>& isUsed)
    {
        isUsed.assign(marks.size(), 0);
        const auto isStart = [](const FlowMark& m) { return m.phase == 's'; };
        const auto firstStart = std::find_if(marks.begin(), marks.end(), isStart);
        if (firstStart == marks.end())
            return;
        m_lastOfPath = {};
        // Skewed clocks put ends before the start: with a single start they still can only belong to it.
        const bool hasOneStart = std::none_of(firstStart + 1, marks.end(), isStart);
        if (hasOneStart)
            take(marks, static_cast<std::size_t>(firstStart - marks.begin()), isUsed);
        for (std::size_t i = 0; i < marks.size(); ++i) {
            if (!hasOneStart || !isStart(marks[i]))
                take(marks, i, isUsed);
        }
    }

private:
    struct End {
        SliceId slice;
        std::size_t mark = 0;
    };

    void take(std::span<const FlowMark> marks, std::size_t i, std::vector<char>& isUsed)
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
    End m_lastOfPath;
};

} // namespace

bool bindFlows(BuildState& state)
{
    auto& marks = state.flows;
    const auto keyOf = [](const FlowMark& m) { return std::tie(m.category, m.name, m.id); };
    sortRuns(marks, [&keyOf](const FlowMark& a, const FlowMark& b) {
        const auto ka = keyOf(a);
        const auto kb = keyOf(b);
        return ka != kb ? ka < kb : std::tie(a.ts, a.event) < std::tie(b.ts, b.event);
    });
    const FlowBinder binder(state);
    std::vector<Flow> arrows;
    ArrowMaker maker(binder, arrows);
    std::vector<char> isUsed;
    for (std::size_t first = 0; first < marks.size();) {
        if (state.progress.shouldStop())
            return false;
        std::size_t last = first + 1;
        while (last < marks.size() && keyOf(marks[last]) == keyOf(marks[first]))
            ++last;
        maker.make(std::span(marks).subspan(first, last - first), isUsed);
        for (std::size_t i = first; i < last; ++i) {
            if (isUsed[i - first])
                continue;
            state.countUndrawn(Undrawn::UnpairedFlow);
            noteProblem(state, Problem::UnpairedFlow, marks[i].event, marks[i].name);
        }
        first = last;
    }
    release(marks);
    state.data.flows = FlowTable(std::move(arrows));
    return true;
}

} // namespace kinetoscope::builder
