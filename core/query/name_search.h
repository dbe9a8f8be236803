// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/model/selection.h"
#include "core/model/trace_set.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace kinetoscope {

/// Slices whose name or category holds a text, whatever the case of ASCII letters. Found through the distinct texts of
/// each rank, of which there are thousands where there are millions of slices. Immutable; keeps the job alive; any
/// thread.
class NameSearch {
public:
    /// Counts all hits. O(distinct texts + slices). Cancelled if asked to stop; an empty text finds nothing.
    [[nodiscard]] static Result<NameSearch> run(
        std::shared_ptr<const TraceSet> traces, std::string_view text, const Progress& progress);

    [[nodiscard]] std::uint64_t hitCount() const { return m_hitCount; }
    /// The hit that starts next after `from` (`direction` > 0) or last before it (< 0), in the order of time, rank,
    /// row; the first (last) of all without `from` and beyond the end. Nothing where there are no hits. O(slices).
    [[nodiscard]] std::optional<SliceRef> next(std::optional<SliceRef> from, int direction) const;

private:
    [[nodiscard]] bool matches(std::uint32_t rank, std::size_t row) const;

    std::shared_ptr<const TraceSet> m_traces;
    std::vector<std::vector<bool>> m_texts; ///< by rank and StringId: holds the text
    std::uint64_t m_hitCount = 0;
};

} // namespace kinetoscope
