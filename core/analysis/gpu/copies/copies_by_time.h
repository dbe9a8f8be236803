// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/gpu/copies/memory_bandwidth.h"
#include "core/model/selection.h"

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string>
#include <vector>

namespace kinetoscope {

/// The copies of one bandwidth series by moment: what each of its points is made of. Reads the rank's work when it is
/// first asked, once; every further point costs O(log copies + copies under way). Any thread; while one reads, others
/// wait.
class CopiesByTime {
public:
    /// @param rank  its position in `source`, which must be the one of every call.
    /// @param device, name  of the series.
    /// @return the copies that start, run or end at `time`, by their start; those that the scope's range cuts as
    /// stretches of their track. Empty if told to stop while it reads, which then is done when it is asked next.
    [[nodiscard]] Selection at(const ScopedGpuWork& source, std::size_t rank, std::int64_t device,
        const std::string& name, Timestamp time, const Progress& progress);

private:
    struct Copy {
        TimeRange range; ///< job time
        SliceId slice;
        bool isCut = false;
    };

    void read(const ScopedGpuWork& source, std::size_t rank, std::int64_t device, const std::string& name,
        const Progress& progress);

    std::mutex m_mutex; ///< of m_isRead, and of the others until then
    bool m_isRead = false;
    std::uint32_t m_rankIndex = 0;  ///< in the job
    std::vector<Copy> m_copies;     ///< by begin
    std::vector<Timestamp> m_reach; ///< by copy: greatest end so far
};

} // namespace kinetoscope
