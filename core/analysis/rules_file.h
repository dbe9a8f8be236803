// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/classification.h"
#include "core/base/result.h"

#include <string>

namespace kinetoscope {

/// Where a user's own rules for names stand: `kinetoscope/rules.txt` in the configuration folder ($XDG_CONFIG_HOME,
/// else ~/.config; %APPDATA% on Windows). "" if the system names none.
[[nodiscard]] std::string userRulesPath();

/// The classifier of this user: the rules of `rulesFile` first, then those of userRulesPath() where that file exists,
/// then the built-in tables.
/// @param rulesFile  "" for none.
/// Errors: Unreadable if a file is there and cannot be read, or `rulesFile` is not there; InvalidArgument with file and
/// line of a bad rule. Blocks on I/O.
[[nodiscard]] Result<KernelClassifier> loadClassifier(const std::string& rulesFile);

} // namespace kinetoscope
