// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/names/classification.h"
#include "core/base/result.h"

#include <string>
#include <string_view>

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

/// The rule that gives GPU work of this name, and of no other, a type: a line of a rules file. Of a name that is longer
/// than a rule may be, the beginning decides.
[[nodiscard]] std::string ruleForName(KernelType type, std::string_view name);
/// Writes a rule before all others into userRulesPath(), and makes file and folder where they are missing. Blocks on
/// I/O. Errors: InvalidArgument for what is no rule; NotWritable;
/// Unreadable where the file is there and cannot be read.
[[nodiscard]] Result<Done> addUserRule(const std::string& rule);

} // namespace kinetoscope
