// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/builder/build_state.h"

#include <map>
#include <optional>

namespace kinetoscope::builder {

/// What the M events say about processes and threads, by the text of pid and tid.
class NameTable {
public:
    /// Before events are assigned, which takes the places of the batches.
    explicit NameTable(const BuildState& state);

    /// Fills names and sort indices of `track` from its pid, tid, device and kind. A device and a process with the same
    /// number share their M events: streams prefer names that speak of a stream, threads prefer the others.
    void describe(Track& track, const BuildState& state) const;

private:
    struct Process {
        StringId name;
        std::optional<std::int64_t> sortIndex;
    };
    struct Thread {
        StringId hostName;
        StringId streamName;
        std::optional<std::int64_t> sortIndex;
    };
    void read(const EventBatch& batch, const EventBatch::MetadataValue& value, const BuildState& state);

    StringId m_processName, m_processSort, m_threadName, m_threadSort; ///< invalid where the file has none
    std::map<StringId, Process> m_processes;
    std::map<std::pair<StringId, StringId>, Thread> m_threads;
};

/// Puts the pending tracks that hold slices and the counter groups into display order: process sort index, process or
/// device, kind, sort index, number of the stream, first appearance. Fills data.tracks and data.counters; each pending
/// track learns its final number.
void layOutTracks(BuildState& state, const NameTable& names);

} // namespace kinetoscope::builder
