// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/overview/idle/host_places.h"
#include "core/base/progress.h"
#include "core/model/trace.h"

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <vector>

namespace kinetoscope {

/// Of pieces of host time, what is inside each op, annotation or Python function, with all that it calls. Keeps
/// references to the trace.
class TimeInside {
public:
    enum class Of : std::uint8_t { All, PythonFunctions };
    explicit TimeInside(const Trace& trace, Of of = Of::All)
        : m_trace(trace)
        , m_of(of)
    {
    }

    /// @param owner  what the host is in, a host slice; invalid for nothing. They may come in any order, but are added
    ///               up faster in that of time: what is around one was around the one before, as a rule.
    /// O(slices around it that were not around the one before).
    void add(SliceId owner, Nanoseconds time)
    {
        if (!owner.isValid())
            return;
        const std::vector<SliceId>& parents = m_trace.slices().parent;
        if (m_names.empty())
            m_names.resize(m_trace.strings().size());
        m_added.clear();
        SliceId up = owner;
        for (; up.isValid(); up = parents[up.index()]) {
            while (!m_open.empty() && up < m_open.back().slice) // what is around a slice lies before it
                close();
            if (!m_open.empty() && m_open.back().slice == up)
                break;
            m_added.push_back(up);
        }
        if (!up.isValid())
            finish();
        for (auto added = m_added.rbegin(); added != m_added.rend(); ++added)
            open(*added);
        m_open.back().time = saturatingAdd(m_open.back().time, time);
    }
    /// When all is added.
    void finish()
    {
        while (!m_open.empty())
            close();
    }

    /// The innermost that has half of `all` or more, of Python functions alone three fifths, where it is not around
    /// most of what the thread does in `view`; `name` empty for none. Of PyTorch itself no function is named: these are
    /// around everything. After finish().
    /// @param view  trace time.
    [[nodiscard]] HostPlace innermost(Nanoseconds all, TrackId thread, TimeRange view, const Progress& progress) const
    {
        std::size_t best = m_names.size();
        for (std::size_t id = 0; id < m_names.size(); ++id) {
            const OfName& name = m_names[id];
            // Of two functions with half each, neither is the place.
            const Nanoseconds least = m_of == Of::PythonFunctions ? all - all * 2 / 5 : all - all / 2;
            if (name.time < least || name.time == 0 || isOfEverything(m_trace.text(StringId { id })))
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
        std::uint32_t depth = 0; ///< greatest of those that have some
        std::uint32_t open = 0;  ///< how many of m_open have the name
    };
    /// A slice around the piece that was added last, or that one.
    struct Open {
        SliceId slice;
        Nanoseconds time = 0; ///< of pieces in it, those in others that are open left out
    };
    /// nullptr where the name does not count.
    [[nodiscard]] OfName* nameOf(SliceId slice)
    {
        const EventKind kind = m_trace.kind(slice);
        const bool counts =
            m_of == Of::PythonFunctions ? kind == EventKind::PythonFunction : isHostCallTree(kind) && !isApiCall(kind);
        return counts ? &m_names[m_trace.slices().name[slice.index()].index()] : nullptr;
    }
    void open(SliceId slice)
    {
        m_open.push_back({ slice, 0 });
        if (OfName* const name = nameOf(slice))
            ++name->open;
    }
    void close()
    {
        const Open closed = m_open.back();
        m_open.pop_back();
        if (!m_open.empty())
            m_open.back().time = saturatingAdd(m_open.back().time, closed.time);
        OfName* const name = nameOf(closed.slice);
        if (name == nullptr)
            return;
        --name->open;
        if (closed.time == 0)
            return;
        name->depth = std::max<std::uint32_t>(name->depth, m_trace.slices().depth[closed.slice.index()]);
        if (name->open == 0) // else it is inside itself
            name->time = saturatingAdd(name->time, closed.time);
    }
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
    Of m_of;
    std::vector<OfName> m_names;  ///< by StringId
    std::vector<Open> m_open;     ///< outermost first
    std::vector<SliceId> m_added; ///< innermost first; its room is used again
};

} // namespace kinetoscope
