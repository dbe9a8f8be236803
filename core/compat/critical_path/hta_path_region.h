// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/progress.h"
#include "core/compat/hta_table.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace kinetoscope::compat {

/// What HTA's critical path is asked for (SPEC.md 14.1, 14.3).
struct CriticalPathOptions {
    std::string annotation;               ///< part of the name of what limits the window; "": everything
    std::int64_t firstInstance = 0;       ///< counted from 0 among the annotations, in table order
    std::int64_t lastInstance = 0;        ///< inclusive
    std::vector<std::string> dataLoad {}; ///< rows with one of these in the name count as loading of data
    bool addZeroWeightLaunches = false;   ///< CRITICAL_PATH_ADD_ZERO_WEIGHT_LAUNCH_EDGE of HTA
};

/// Position of a row in HtaRank::rows.
using RowNumber = std::uint32_t;
inline constexpr RowNumber kNoRow = UINT32_MAX;

/// The rows of a rank by their HTA `index`. 4 bytes an event.
class RowsByIndex {
public:
    explicit RowsByIndex(const HtaRank& rank);
    /// kNoRow where the table has no such row, as for an index below 0.
    [[nodiscard]] RowNumber find(std::int64_t index) const
    {
        return index >= 0 && static_cast<std::size_t>(index) < m_rows.size() ? m_rows[static_cast<std::size_t>(index)]
                                                                             : kNoRow;
    }

private:
    std::vector<RowNumber> m_rows; ///< by index
};

/// The rows of the window by ascending index: host rows that start in it and last, device rows whose launch does, all
/// waits of streams. Nothing where no annotation of that number exists. Not complete if told to stop. O(n).
[[nodiscard]] std::optional<std::vector<RowNumber>> rowsOfRegion(
    const HtaRank& rank, const RowsByIndex& byIndex, const CriticalPathOptions& options, const Progress& progress);

} // namespace kinetoscope::compat
