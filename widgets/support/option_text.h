// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/parameters.h"

#include <QString>

#include <span>
#include <string_view>

namespace kinetoscope {

/// The name of a field or panel in the quotation marks of the default locale's language.
[[nodiscard]] QString quotedName(const QString& name);

/// The field of the window that an option of the command line, without its dashes, stands for: “Scope > Step names” for
/// `step-pattern`, a parameter's title, “Flag” off for `no-flag`; "" where there is none.
/// @param parameters  those that it can name.
[[nodiscard]] QString fieldText(std::string_view option, std::span<const ParameterDescriptor> parameters = {});

/// A text that is no message yet (an error, the help of a parameter) with the fields in place of its options. What
/// stands in single quotes is a name of the trace and stays as it is.
[[nodiscard]] QString withFieldNames(const QString& text, std::span<const ParameterDescriptor> parameters = {});

} // namespace kinetoscope
