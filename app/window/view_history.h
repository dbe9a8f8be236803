// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/nanoseconds.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace kinetoscope {

/// The visible ranges a person went through, as a browser keeps pages: back, forward, and a new place forgets what was
/// ahead. Pure; the document decides when a range has come to rest and is worth remembering.
class ViewHistory {
public:
    /// Enough for an afternoon; older places fall off.
    static constexpr std::size_t kMaxPlaces = 200;

    void clear();
    /// The clock of the job was put `by` ns further: the places stay where they were.
    void shift(Nanoseconds by);
    /// The view came to rest at `range`. The place where it already is adds nothing.
    void visit(TimeRange range);
    [[nodiscard]] bool canGoBack() const { return m_at > 0; }
    [[nodiscard]] bool canGoForward() const { return m_at + 1 < m_places.size(); }
    [[nodiscard]] std::optional<TimeRange> back();
    [[nodiscard]] std::optional<TimeRange> forward();

private:
    std::vector<TimeRange> m_places;
    std::size_t m_at = 0; ///< index of the present place; 0 while empty
};

} // namespace kinetoscope
