// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/slow/slow_causes.h"

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace kinetoscope::tests {

/// One change: WHAT:TARGET, in millionths.
struct SlowChange {
    std::string what;
    std::string target;
    std::int64_t millionths = 0;
};

/// A rank walked through with other durations (causes.md section 4), each end looked for when it is asked for.
/// `fuse` and patterns of kernels are not there. Keeps a reference to the causes.
class SlowReplay {
public:
    SlowReplay(const SlowCauses& causes, std::vector<SlowChange> changes);

    [[nodiscard]] Nanoseconds wall();
    /// By step, ns.
    [[nodiscard]] std::vector<Nanoseconds> stepWalls();
    [[nodiscard]] Timestamp startOf(SliceId work);
    [[nodiscard]] Timestamp endOf(SliceId work);

private:
    struct Operation {
        TimeRange range;
        Cause cause = Cause::Unrecorded;
        SliceId owner;
        bool isBlocking = false;
        bool isBorrowed = false;
    };
    struct Line {
        std::vector<Operation> operations;
        std::map<std::size_t, Timestamp> ends; ///< replayed, of those asked for
    };
    [[nodiscard]] std::set<Timestamp> askedOf(TrackId thread) const;
    void addLine(const std::vector<TrackId>& threads, TrackId thread);
    [[nodiscard]] Nanoseconds scaledHost(Nanoseconds length, const Operation& operation) const;
    [[nodiscard]] bool isInside(SliceId owner, const std::string& name) const;
    [[nodiscard]] bool isKept(const Operation& operation) const;
    [[nodiscard]] Nanoseconds scaledWork(Nanoseconds length, SliceId work) const;
    [[nodiscard]] bool isMeant(const SlowChange& change, SliceId work) const;
    [[nodiscard]] bool isGone(const Operation& operation) const;
    [[nodiscard]] std::size_t lineOf(TrackId thread) const;
    [[nodiscard]] Timestamp beginOf(std::size_t line, std::size_t operation);
    [[nodiscard]] Timestamp endOf(std::size_t line, std::size_t operation);
    [[nodiscard]] Timestamp endOfBlocking(const Operation& operation, Timestamp previous);
    [[nodiscard]] Timestamp at(std::size_t line, Timestamp time);
    [[nodiscard]] Nanoseconds usualLag(bool ofLaunches) const;

    const SlowCauses& m_causes;
    std::vector<SlowChange> m_changes;
    std::vector<Line> m_lines;
    std::map<TrackId, std::size_t> m_lineOfThread;
    std::map<SliceId, Timestamp> m_starts;
    Nanoseconds m_launchLag = 0;
    Nanoseconds m_otherLag = 0;
};

} // namespace kinetoscope::tests
