// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/nanoseconds.h"

#include <cstdint>
#include <string>
#include <vector>

namespace kinetoscope::tests {

/// A made program of which it can be computed how long it runs, as it is and with a change in effect: what an estimate
/// of an analysis is held against, as no analysis has a part in it.
///
/// A host does ops and loads data, launches kernels and graphs, copies, waits for the GPU, and hands its backward
/// passes to another thread. Work starts when it has reached the GPU, the work before it on its stream has ended, and
/// so has what its stream was made to wait for. The same program for the same seed on every machine.
class SimulatedProgram {
public:
    explicit SimulatedProgram(std::uint32_t seed);

    /// What of it is different in a run.
    struct Change {
        std::int64_t kernelsBy = 1; ///< kernels take one part in so many of their time
        std::string onlyKernel {};  ///< of this name; empty: all of them
        std::int64_t opsBy = 1;     ///< the same of what ops do on the host
        bool waitsForGpu = true;    ///< false: no synchronisation, and copies that nobody waits for
        bool loadsData = true;
        bool copiesTakeTime = true;
    };
    struct Run {
        std::string text;     ///< its trace
        Nanoseconds wall = 0; ///< from its begin until its last work or host activity has ended
    };
    [[nodiscard]] Run run(const Change& change) const;

    /// One thing after another that a thread does.
    struct Item {
        enum class Kind : std::uint8_t {
            Op,
            Load,
            Pause, ///< nothing of it is recorded
            Launch,
            Graph,     ///< of `items`, kernels
            Copy,      ///< to pageable memory: the host waits for it
            EventWait, ///< of `stream` for what is on `other` by now
            Synchronize,
            Backward, ///< `items`, on another thread
            Step,     ///< `items`, in an annotation
        };
        Kind kind = Kind::Pause;
        std::string name {};
        Nanoseconds time = 0;
        std::int64_t stream = 0;
        std::int64_t other = 0;
        std::vector<Item> items {};
    };

private:
    std::vector<Item> m_items;
};

} // namespace kinetoscope::tests
