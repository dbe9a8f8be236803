// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/causes/work/blocking_calls.h"
#include "core/analysis/causes/work/work_order.h"
#include "core/analysis/names/classification.h"

#include <cstdint>
#include <vector>

namespace kinetoscope {

/// What a piece of work may have waited for.
enum class DependencyKind : std::uint8_t {
    None,
    Stream,          ///< the work before it on its stream
    Event,           ///< work of another stream that a sync row names
    Launch,          ///< the host
    NoRoom,          ///< work of another stream that filled the device; inferred
    UnrecordedEvent, ///< work of another stream that ended just before; inferred
};

/// One of them, and when it let the work go.
struct Dependency {
    DependencyKind kind = DependencyKind::None;
    WorkNumber work = kNoWork; ///< none for a launch
    Timestamp ready = 0;       ///< trace time
};

/// What each piece of work waited for (causes.md 1.5). Keeps references to the trace, the order and the calls.
/// Immutable; read from any thread.
class Predecessors {
public:
    /// @param gap  ns; the gap threshold: work that starts this long after all that was recorded waited for something
    ///             else.
    /// O(n log n + n streams that run at once), 12 bytes a piece of work. Not complete if told to stop.
    Predecessors(const Trace& trace, const WorkOrder& order, const BlockingCalls& calls, Nanoseconds gap,
        const Progress& progress);

    /// What was ready last; of equals the stream before an event before the launch.
    [[nodiscard]] Dependency binding(WorkNumber work) const;
    /// All of them in place of what `all` holds, whose room is used again; the inferred one last: at most one of a
    /// stream and of a launch.
    void of(WorkNumber work, std::vector<Dependency>& all) const;
    /// The work before it on its stream, where it waited for that and its launch alone, as nearly all does; else
    /// kNoWork.
    [[nodiscard]] WorkNumber onlyBefore(WorkNumber work) const
    {
        return m_inferredKind[work] == DependencyKind::None && m_calls.eventSources(m_order.slice(work)).empty()
                && m_order.launchOf(work).isValid()
            ? m_before[work]
            : kNoWork;
    }

private:
    struct Inferred {
        DependencyKind kind = DependencyKind::None;
        WorkNumber work = kNoWork;
    };
    struct Ending;
    struct Streams;
    class Device;
    template <typename Visit> void eachRecorded(WorkNumber work, Visit visit) const;
    template <typename Visit> void eachOf(WorkNumber work, Visit visit) const;
    static void takeLater(const Dependency& each, Dependency& last);
    [[nodiscard]] Inferred infer(WorkNumber work, const Device& device) const;

    const Trace& m_trace;
    const WorkOrder& m_order;
    const BlockingCalls& m_calls;
    Nanoseconds m_gap;
    NameTypes m_types; ///< copies need no room, also where a name alone tells that they are copies (MTIA, ROCm)
    std::vector<WorkNumber> m_before; ///< on the same stream
    std::vector<WorkNumber> m_inferred;
    std::vector<DependencyKind> m_inferredKind;
};

} // namespace kinetoscope
