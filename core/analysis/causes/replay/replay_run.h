// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/causes/replay/replay.h"
#include "core/analysis/causes/replay/run_lengths.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace kinetoscope {

/// The walk through a recording that finds the times of a replay. Of a large recording it is done some twenty times, a
/// million turns each, so what nearly each turn needs lies in columns here, and what is not asked of a replay as a
/// whole is not asked in any of its turns. Keeps references; the replay has its room.
class ReplayRun {
public:
    explicit ReplayRun(Replay& replay);
    /// O(operations + work + what synchronisations wait for). Not complete if told to stop.
    void run(const Progress& progress);

private:
    /// Of a stream, how far it has come.
    struct Stream {
        Timestamp lastEnd = kMinTimestamp; ///< greatest so far
        std::uint32_t chained = 0;         ///< so many of the last waited for the one before, and are as recorded
        std::uint32_t count = 0;           ///< of its work that has ended
        std::uint32_t nextPrefix = 0;      ///< of Recording::prefixEnds
        std::uint32_t prefixEnd = 0;       ///< that one; UINT32_MAX behind the last
    };
    /// What is left of the time of work with a factor, without a branch for those that are usual: masks.
    struct WorkRule {
        std::uint64_t whole = 0;
        std::uint64_t half = 0;
        const Factor* other = nullptr; ///< the factor says it; null: the masks do
        std::uint32_t isOne = 0;       ///< 1 if the factor is
    };
    template <bool kIsHostAsRecorded, bool kIsWorkAsRecorded> void go(const Progress& progress);
    template <bool kIsHostAsRecorded> void doOperations(std::size_t first, std::size_t end);
    template <bool kIsWorkAsRecorded>
    void finish(WorkNumber work, Timestamp time, std::uint32_t wait, std::uint32_t follows, Stream& stream);
    void endPrefix(std::uint32_t number, Stream& stream);
    [[nodiscard]] std::vector<Stream> startedStreams() const;

    Replay& m_replay;
    const Change& m_change;
    const Recording& m_recording;
    const WorkOrder& m_works;
    const OperationKind* m_kinds;
    const OperationNumber* m_operationOrder; ///< null: as they are
    const WorkNumber* m_workOrder;           ///< null: as it is
    const OperationNumber* m_handedIn;
    const std::uint16_t* m_factorOfWork; ///< null: all the first
    Timestamp* m_ends;
    Timestamp* m_workEnds;
    BindingCode* m_bindings;
    RunLengths m_lengths;
    std::vector<WorkRule> m_rules; ///< by factor
    bool m_areLengthsKnown;        ///< those of runs: none is gone, and they come in their order
};

} // namespace kinetoscope
