// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/import_report.h"

namespace kinetoscope {

/// What one entry of an import report says, for whoever lists it: the sentence of the problem, and of a limit which one
/// it was and how far the load came. The one source for command line, window and health.
[[nodiscard]] Message problemMessage(Problem problem, const ImportReport::Entry& entry);

} // namespace kinetoscope
