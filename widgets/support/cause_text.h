// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/causes/cause.h"

#include <QString>

namespace kinetoscope {

/// A cause in the words of tables and charts, in the window's language: "Kernel gap".
[[nodiscard]] QString causeText(Cause cause);

} // namespace kinetoscope
