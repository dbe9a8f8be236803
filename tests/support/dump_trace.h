// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace.h"

#include <string>

namespace kinetoscope::tests {

/// A report as text: counts, what was not drawn by kind, problems with examples. Size and kind of the file are left
/// out: the same trace gives the same text from plain and compressed files.
[[nodiscard]] std::string dumpReport(const ImportReport& report);

/// Everything a trace holds as text, one line for each slice, sample, arrow, track: equal texts mean equal traces. Ids
/// of strings do not occur, so that the order in which threads met them does not show. Path and file size are left out.
[[nodiscard]] std::string dumpTrace(const Trace& trace);

} // namespace kinetoscope::tests
