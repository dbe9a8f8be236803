// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/chart.h"
#include "core/analysis/types/table.h"

#include <optional>
#include <string>
#include <string_view>

namespace kinetoscope::tests {

/// What rows of tables that a test made itself are drawn as: the few words that such tables have.
[[nodiscard]] std::optional<PartKind> kindOfWord(std::string_view word);
/// Rows whose word in a text column says it.
[[nodiscard]] KindOfRow kindByWord(std::string column);

} // namespace kinetoscope::tests
