// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/builder/build_state.h"

#include <cstdint>
#include <vector>

namespace kinetoscope::builder {

/// Which processes of a merged file belong together. SGLang's merger puts the files of several ranks into one, leaves
/// their numbers of calls and arrows as they are and writes a label before each pid: "[TP00] 4242" is the host process
/// of rank 0 and "[TP00] 0" its GPU. So numbers mean the same under one label only.
class ProcessLabels {
public:
    /// After layOutTracks: labels count where threads of hosts and streams have two or more in common.
    explicit ProcessLabels(const BuildState& state);

    /// 0 where the pid has no such label, as in all files that are of one rank.
    [[nodiscard]] std::uint32_t of(StringId pid) const { return pid.value < m_ofPid.size() ? m_ofPid[pid.value] : 0; }

private:
    std::vector<std::uint32_t> m_ofPid; ///< empty where no label counts
};

} // namespace kinetoscope::builder
