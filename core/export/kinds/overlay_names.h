// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace.h"

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace kinetoscope {

/// Events of the profiler's spans, in file order.
[[nodiscard]] std::vector<EventIndex> profilerSpans(const Trace& trace);

/// What the complete events of a compressed overlaid trace are called: the open trace has their names, its text has
/// numbers (see core/io/events/name_dictionary.h). Immutable; any thread.
class OverlayNames {
public:
    OverlayNames() = default;
    /// Reads the spans of the profiler again. Other traces have none: nothing is renamed.
    explicit OverlayNames(const Trace& trace);

    [[nodiscard]] bool isEmpty() const { return m_names.empty(); }
    /// The event whose args are the dictionary; kNoEvent without one.
    [[nodiscard]] EventIndex span() const { return m_span; }
    /// @param token  JSON of the name of a complete event as it stands in the file. nullptr if that is its name.
    [[nodiscard]] const std::string* find(std::string_view token) const;

private:
    std::unordered_map<std::string, std::string> m_names;
    EventIndex m_span = kNoEvent;
};

} // namespace kinetoscope
