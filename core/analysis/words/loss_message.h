// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/import_report.h"

namespace kinetoscope {

/// One line that says what of a file was lost or cannot be trusted, for whoever only reads figures: "" where nothing
/// was. Names the limit that stopped a load. English, without the path. Repairs that change no figure (a raw control
/// character) are counted, not named.
[[nodiscard]] Message lossMessage(const ImportReport& report);

} // namespace kinetoscope
