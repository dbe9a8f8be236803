// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>

namespace kinetoscope {

/// What files say of the size of the job that each is a rank of (`world_size`). A file that says none, or one that no
/// job has, tells nothing.
class JobSizes {
public:
    void add(std::optional<std::int64_t> size); ///< what one more file says

    [[nodiscard]] std::size_t files() const { return m_files; } ///< that say one
    [[nodiscard]] bool areDifferent() const { return m_bySize.size() > 1; }
    /// Whether more files say one size than a job of it has ranks.
    [[nodiscard]] bool areMoreThanRanks() const;
    /// Whether all files may be of ranks of one job: not of jobs of other sizes, nor too many.
    [[nodiscard]] bool mayBeOneJob() const { return !areDifferent() && !areMoreThanRanks(); }
    [[nodiscard]] std::optional<std::int64_t> only() const; ///< the size, where files say exactly one
    [[nodiscard]] std::int64_t least() const;               ///< of all sizes; 0 without one
    [[nodiscard]] std::int64_t greatest() const;            ///< of all sizes; 0 without one

private:
    std::map<std::int64_t, std::int64_t> m_bySize; ///< files
    std::size_t m_files = 0;
};

} // namespace kinetoscope
