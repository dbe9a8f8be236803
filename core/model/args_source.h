// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/ids.h"
#include "core/base/result.h"

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <string_view>

namespace kinetoscope {

/// Gets the position in the list of wanted events and the event's JSON object; false: no more, please.
using EventVisitor = std::function<bool(std::size_t, std::string_view)>;

/// Reads the text of one event again, from the file it came from. Implemented in core/io; the model only holds it.
/// Thread-safe: several views may ask at once.
class ArgsSource {
public:
    virtual ~ArgsSource() = default;
    /// The JSON object of event `event`, byte for byte as in the file. Unreadable if the file is gone or has changed.
    [[nodiscard]] virtual Result<std::string> eventText(EventIndex event) const = 0;
    /// The same for many events in one pass over the file, in their order; far cheaper than one by one.
    /// @param events  ascending, each of the trace.
    [[nodiscard]] virtual Result<Done> visitTexts(
        std::span<const EventIndex> events, const EventVisitor& visit) const = 0;
    [[nodiscard]] virtual std::size_t memoryBytes() const = 0;
};

} // namespace kinetoscope
