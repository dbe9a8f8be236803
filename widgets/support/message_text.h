// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/parameters.h"
#include "core/base/remark.h"

#include <QString>

#include <span>

namespace kinetoscope {

/// A message of core as the window says it: its phrase translated, counts, times and sizes in the digits, units and
/// plurals of the locale, options as the fields that a person sees ("--step-pattern" as “Scope > Step names”, a
/// parameter by its title, "--no-flag" as “Flag” off). Where the line is broken a number keeps its unit.
/// @param parameters  those that it can name.
[[nodiscard]] QString messageText(const Message& message, std::span<const ParameterDescriptor> parameters = {});

/// A remark with the ranks it is about: "Ranks 0-7: no GPU work.".
[[nodiscard]] QString remarkText(const Remark& remark, std::span<const ParameterDescriptor> parameters = {});

} // namespace kinetoscope
