// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace_set.h"

#include <QString>

#include <cstdint>

namespace kinetoscope {

/// What a person should know after a load that succeeded: one quiet sentence and what the button beside it does.
struct LoadNotice {
    enum class Button { None, ImportReport, Reload };

    QString sentence; ///< "" where there is nothing to say; plain text
    Button button = Button::None;
    [[nodiscard]] QString buttonText() const;
};

/// Nothing for a clean load. Otherwise what was lost or repaired, in the words of the command line; files that were
/// left out are named, and so are ranks that are only listed.
[[nodiscard]] LoadNotice loadNotice(const TraceSet& traces);

/// What a person should know after the trace of one rank was loaded into an open job: that it is another one than its
/// summary was made of. "" where it is the same.
[[nodiscard]] QString rankNotice(const TraceSet& traces, std::int64_t rank);

} // namespace kinetoscope
