// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/causes/owner_labels.h"
#include "core/analysis/causes/path/rank_path.h"
#include "core/analysis/types/table.h"

#include <memory>
#include <mutex>
#include <unordered_map>
#include <vector>

namespace kinetoscope {

/// A path with whose it is.
struct PathOfRank {
    std::shared_ptr<const PathRank> rank;
    WalkedPath walked;
};
using PathsOfRanks = std::vector<PathOfRank>;

/// The columns of the table `links`.
[[nodiscard]] std::vector<ColumnDescriptor> linkColumns();

/// Its rows: the links of all paths, path after path. What owners are called is worked out when it is asked for.
class LinkRows final : public ComputedRows {
public:
    explicit LinkRows(std::shared_ptr<const PathsOfRanks> paths);

    [[nodiscard]] std::size_t count() const override { return m_ends.empty() ? 0 : m_ends.back(); }
    [[nodiscard]] Cell figure(std::size_t row, std::size_t column) const override;
    [[nodiscard]] std::string_view text(std::size_t row, std::size_t column) const override;
    [[nodiscard]] std::size_t memoryBytes() const override;
    /// The link, as an interval of its place, and the event that owns it.
    [[nodiscard]] Selection evidence(std::size_t row) const;

private:
    struct Link {
        const PathOfRank& path;
        PathLink link;
    };
    [[nodiscard]] Link at(std::size_t row) const;
    [[nodiscard]] const OwnerLabels& labelsOf(const Link& link) const;
    /// nullptr where nothing was recorded.
    [[nodiscard]] static const Track* placeOf(const Link& link);

    std::shared_ptr<const PathsOfRanks> m_paths;
    std::vector<std::size_t> m_ends; ///< by path: the row behind its last
    mutable std::mutex m_mutex;      ///< of what follows; entries stay where they are
    mutable std::unordered_map<const PathRank*, std::unordered_map<SliceId, OwnerLabels>> m_labels;
};

} // namespace kinetoscope
