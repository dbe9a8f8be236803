// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace_set.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace kinetoscope {

/// Numbers that tell ranks apart in one file: of devices, processes, correlations and other ids. Immutable; any thread.
class MergeNumbers {
public:
    /// @param ranks  positions in TraceSet::ranks(), in the order of the file.
    MergeNumbers(const TraceSet& traces, const std::vector<std::size_t>& ranks);

    /// One process of the merged file.
    struct Process {
        std::size_t place = 0; ///< of its rank in `ranks`
        std::string pid;       ///< in its own file, text
        std::string token;     ///< in the merged file, JSON
        std::string name;      ///< "rank 3: python"
    };
    /// In the order in which they should be shown.
    [[nodiscard]] const std::vector<Process>& processes() const { return m_processes; }

    /// Devices are counted through, rank after rank: 0, 1, 2, ... in the order of their own numbers.
    [[nodiscard]] std::int64_t device(std::size_t place, std::int64_t device) const;
    /// Whether a rank has events of that device of its own.
    [[nodiscard]] bool hasDevice(std::size_t place, std::int64_t device) const
    {
        return m_devices[place].contains(device);
    }
    /// JSON token of a pid. Whole numbers that no rank before has stay; those of devices become the device's number.
    [[nodiscard]] std::string pidToken(std::size_t place, std::string_view pid) const;
    /// An id that is unique inside one rank's file: id * ranks + place. Negative ones mean none and stay.
    [[nodiscard]] std::int64_t id(std::size_t place, std::int64_t id) const;

private:
    void addProcesses(const RankTrace& rank, std::size_t place);

    std::size_t m_count;
    std::vector<std::map<std::int64_t, std::int64_t>> m_devices;           ///< by place
    std::vector<std::map<std::string, std::string, std::less<>>> m_tokens; ///< by place: pid to token
    std::vector<Process> m_processes;
    std::int64_t m_deviceCount = 0;
    std::int64_t m_nextPid = 0;
};

} // namespace kinetoscope
