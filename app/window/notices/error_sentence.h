// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QString>

namespace kinetoscope {

/// What a person reads when `what` (a file or job name, already safe to show) could not be opened: one sentence with
/// the facts of the error and, where there is something to do about it, a second one that says what. Plain text.
/// Translated here and nowhere else.
[[nodiscard]] QString loadErrorSentence(const Error& error, const QString& what);

} // namespace kinetoscope
