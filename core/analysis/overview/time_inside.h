// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/overview/host_places.h"
#include "core/base/progress.h"
#include "core/model/trace.h"

#include <algorithm>
#include <string_view>
#include <vector>

namespace kinetoscope {

/// Of pieces of host time, what is inside each op, annotation or Python function, with all that it calls. Keeps
/// references to the trace.
class TimeInside {
public:
    explicit TimeInside(const Trace& trace)
        : m_trace(trace)
    {
    }

    /// @param owner  what the host is in, a host slice; invalid for nothing.
    /// O(depth).
    void add(SliceId owner, Nanoseconds time)
    {
        const SliceTable& slices = m_trace.slices();
        if (m_names.empty())
            m_names.resize(m_trace.strings().size());
        ++m_piece;
        for (SliceId slice = owner; slice.isValid(); slice = slices.parent[slice.index()]) {
            const EventKind kind = slices.kind[slice.index()];
            if (!isHostCallTree(kind) || isApiCall(kind))
                continue;
            OfName& name = m_names[slices.name[slice.index()].index()];
            if (name.lastPiece == m_piece) // inside itself
                continue;
            name.lastPiece = m_piece;
            name.time = saturatingAdd(name.time, time);
            name.depth = std::max<std::uint32_t>(name.depth, slices.depth[slice.index()]);
        }
    }

    /// The innermost that has half of `all` or more, where it is not around most of what the thread does in `view`;
    /// `name` empty for none. Of PyTorch itself no function is named: these are around everything.
    /// @param view  trace time.
    [[nodiscard]] HostPlace innermost(Nanoseconds all, TrackId thread, TimeRange view, const Progress& progress) const
    {
        std::size_t best = m_names.size();
        for (std::size_t id = 0; id < m_names.size(); ++id) {
            const OfName& name = m_names[id];
            if (name.time < all - all / 2 || name.time == 0 || isOfEverything(m_trace.text(StringId { id })))
                continue;
            if (best == m_names.size() || name.time < m_names[best].time
                || (name.time == m_names[best].time && name.depth > m_names[best].depth))
                best = id;
        }
        if (best == m_names.size()
            || timeOf(StringId { best }, thread, view, progress) > view.length() - view.length() / 5)
            return {};
        return { nameInSentence(m_trace.text(StringId { best })), {}, m_names[best].time };
    }

private:
    struct OfName {
        Nanoseconds time = 0;
        std::uint32_t depth = 0;
        std::uint64_t lastPiece = 0;
    };
    static bool isOfEverything(std::string_view name)
    {
        return name.starts_with("torch/") || name.starts_with("<") || name.starts_with("ProfilerStep");
    }
    /// How long the thread is in slices of a name within a view.
    [[nodiscard]] Nanoseconds timeOf(StringId name, TrackId thread, TimeRange view, const Progress& progress) const
    {
        const SliceTable& slices = m_trace.slices();
        const Track& track = m_trace.track(thread);
        Nanoseconds time = 0;
        StopCheck check(progress);
        for (std::uint32_t row = track.firstSlice; row < track.endSlice() && !check.after(1); ++row) {
            if (slices.name[row] != name)
                continue;
            const TimeRange range { slices.start[row], slices.end(SliceTable::at(row)) };
            time += std::max<Nanoseconds>(0, range.clippedTo(view).length());
            view.begin = std::max(view.begin, range.end);
        }
        return time;
    }

    const Trace& m_trace;
    std::vector<OfName> m_names; ///< by StringId
    std::uint64_t m_piece = 0;
};

} // namespace kinetoscope
