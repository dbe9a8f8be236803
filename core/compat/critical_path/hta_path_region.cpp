// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compat/critical_path/hta_path_region.h"

#include "core/base/vectors.h"

#include <algorithm>
#include <limits>
#include <string_view>

namespace kinetoscope::compat {

namespace {

/// Both ends belong to it. us
struct PathWindow {
    double begin = std::numeric_limits<double>::infinity();
    double end = -std::numeric_limits<double>::infinity();

    [[nodiscard]] bool has(const HtaRow& row) const { return row.dur > 0 && row.ts >= begin && row.ts <= end; }
};

std::optional<PathWindow> windowOf(const HtaRank& rank, const CriticalPathOptions& options)
{
    PathWindow window;
    std::int64_t instance = 0;
    for (const HtaRow& row : rank.rows) {
        if (options.annotation.empty()) {
            window.begin = std::min(window.begin, row.ts);
            window.end = std::max(window.end, row.staleEnd);
            continue;
        }
        if (rank.name(row).find(options.annotation) == std::string_view::npos)
            continue;
        for (std::uint32_t copy = 0; copy < row.copies; ++copy, ++instance) {
            if (instance < options.firstInstance || instance > options.lastInstance)
                continue;
            window.begin = std::min(window.begin, row.ts);
            window.end = std::max(window.end, row.ts + row.dur);
        }
    }
    return window.begin <= window.end ? std::optional(window) : std::nullopt;
}

} // namespace

RowsByIndex::RowsByIndex(const HtaRank& rank)
{
    EventIndex last = 0;
    for (const HtaRow& row : rank.rows)
        last = std::max(last, row.index);
    m_rows.assign(rank.rows.empty() ? 0 : std::size_t { last } + 1, kNoRow);
    for (RowNumber i = 0; i < rank.rows.size(); ++i)
        m_rows[rank.rows[i].index] = i;
}

std::optional<std::vector<RowNumber>> rowsOfRegion(
    const HtaRank& rank, const RowsByIndex& byIndex, const CriticalPathOptions& options, const Progress& progress)
{
    const std::optional<PathWindow> window = windowOf(rank, options);
    if (!window)
        return std::nullopt;
    std::vector<bool> isInside(rank.rows.size());
    StopCheck stop(progress);
    for (RowNumber i = 0; i < rank.rows.size() && !stop.after(1); ++i) {
        const HtaRow& row = rank.rows[i];
        if (row.hasStream()) {
            if (rank.name(row) == "Stream Wait Event")
                isInside[i] = true;
            continue;
        }
        if (!window->has(row))
            continue;
        isInside[i] = true;
        // 0 stands for "no partner" too: HTA then takes the first row of the file with it, if that has a stream.
        const RowNumber work = byIndex.find(row.linkedIndex);
        if (work != kNoRow && rank.rows[work].hasStream())
            isInside[work] = true;
    }
    std::vector<RowNumber> rows = placesWhere<RowNumber>(isInside, std::identity {});
    std::ranges::sort(rows, {}, [&rank](RowNumber a) { return rank.rows[a].index; });
    return rows;
}

} // namespace kinetoscope::compat
