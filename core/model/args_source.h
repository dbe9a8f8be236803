// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/ids.h"
#include "core/base/result.h"

#include <string>

namespace kinetoscope {

/// Reads the text of one event again, from the file it came from. Implemented in core/io; the model only holds it.
/// Thread-safe: several views may ask at once.
class ArgsSource {
public:
    virtual ~ArgsSource() = default;
    /// The JSON object of event `event`, byte for byte as in the file. Unreadable if the file is gone or has changed.
    [[nodiscard]] virtual Result<std::string> eventText(EventIndex event) const = 0;
    [[nodiscard]] virtual std::size_t memoryBytes() const = 0;
};

} // namespace kinetoscope
