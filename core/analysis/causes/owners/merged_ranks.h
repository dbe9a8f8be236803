// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>

namespace kinetoscope {

/// Ranks that were merged into one file: several processes of it launch work, each on devices of its own.
class MergedRanks {
public:
    /// O(launches log tracks) of several; of one rank O(slices of threads that launch nothing).
    explicit MergedRanks(const Trace& trace);

    /// Whether there are several, and the process is one of them.
    [[nodiscard]] bool has(StringId pid) const { return m_processes.size() > 1 && m_processes.contains(pid); }
    /// How many processes they are; 0 of one rank.
    [[nodiscard]] std::size_t count() const { return m_processes.size() > 1 ? m_processes.size() : 0; }
    /// The process that launches work of a device; invalid where there is none, or the file is of one rank.
    [[nodiscard]] StringId processOf(std::int64_t device) const;
    /// Whether a device is known to be another rank's than a process.
    [[nodiscard]] bool isOfAnother(std::int64_t device, StringId pid) const
    {
        const StringId process = processOf(device);
        return process.isValid() && process != pid && has(pid);
    }

private:
    std::set<StringId> m_processes;
    std::map<std::int64_t, StringId> m_ofDevice;
};

} // namespace kinetoscope
