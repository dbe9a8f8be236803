// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace kinetoscope::tests {

/// An event as the slow implementation has it; whole us.
struct SlowEvent {
    std::string category;
    std::string name;
    int tid = 0; ///< of host events
    int start = 0;
    int duration = 0;
    int stream = -1;
    int correlation = -1;
    int waitStream = -1;
    int waitRecord = -1;

    [[nodiscard]] int end() const { return start + duration; }
};

/// Random threads with nested ops whose calls overlap, put work on two streams and wait for it. The same for the same
/// seed on every machine.
[[nodiscard]] std::vector<SlowEvent> randomCalls(std::uint32_t seed);
/// The text of a trace with these events, in this order.
[[nodiscard]] std::string traceTextOf(const std::vector<SlowEvent>& events);

/// What HTA's graph of a whole trace comes to (SPEC.md section 14).
struct SlowCriticalPath {
    std::string edges;                 ///< how many of each type and their weight: "kernel 3 12", a line each
    bool waitsForItsOwnStream = false; ///< HTA refuses such a graph
    int longest = 0;                   ///< us; -1 where the graph goes round
};
/// A second implementation as slow and obvious as it gets: event by event, each by a search through all. It shares no
/// code with the product. Cubic; for events whose calls nest properly on each thread.
[[nodiscard]] SlowCriticalPath slowCriticalPath(const std::vector<SlowEvent>& events);

} // namespace kinetoscope::tests
