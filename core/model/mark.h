// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/nanoseconds.h"

#include <string>

namespace kinetoscope {

/// A person's mark on the timeline: a moment or a range worth coming back to. A value.
struct Mark {
    TimeRange range;     ///< job time; end == begin is a moment, end < begin does not occur
    std::string note;    ///< UTF-8, one line, may be empty
    bool isKept = false; ///< otherwise temporary: there is at most one, and the next one replaces it

    [[nodiscard]] bool isMoment() const { return range.end <= range.begin; }
    bool operator==(const Mark&) const = default;
};

} // namespace kinetoscope
