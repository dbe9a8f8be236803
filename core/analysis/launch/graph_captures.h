// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace.h"

#include <vector>

namespace kinetoscope {

/// When each thread of a trace records launches into a graph; most traces have none. Keeps a reference to the trace.
/// Immutable; read from any thread.
class GraphCaptures {
public:
    /// O(names), and O(slices) where some begin or end a capture.
    explicit GraphCaptures(const Trace& trace);

    /// Whether a launch goes into a graph in place of launching anything. O(log captures).
    [[nodiscard]] bool has(SliceId call) const;
    /// From the begins of the calls that begin captures to the ends of those that end them, of all threads together;
    /// trace time, disjoint and sorted. Without those whose end is not in the file.
    [[nodiscard]] std::vector<TimeRange> ranges() const;

private:
    struct Capture {
        TrackId thread;
        TimeRange range; ///< trace time
    };
    const Trace& m_trace;
    std::vector<Capture> m_captures; ///< by thread, then by begin; those of a thread are apart
};

} // namespace kinetoscope
