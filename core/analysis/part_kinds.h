// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/causes/cause.h"
#include "core/analysis/gpu/idle_gaps.h"
#include "core/analysis/names/classification.h"
#include "core/analysis/types/chart.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kinetoscope {

/// What GPU work of a type is drawn as.
[[nodiscard]] PartKind partKindOf(KernelType type);
/// What idle time, or time on a path, of a cause is drawn as.
[[nodiscard]] PartKind partKindOf(IdleCause cause);
[[nodiscard]] PartKind partKindOf(Cause cause);
/// What the words of tables mean that say which kind of work or call a row is about: types of kernels, alone and
/// overlapping, categories of activities, of host calls and of Inductor's report. None for a word that says nothing of
/// it: a name, a family of kernels.
[[nodiscard]] std::optional<PartKind> kindOfWork(std::string_view word);
/// What the words of tables mean that say why something idles.
[[nodiscard]] std::optional<PartKind> kindOfIdleTime(std::string_view word);

/// What the ids of causes mean (causes/cause.h).
[[nodiscard]] std::optional<PartKind> kindOfCause(std::string_view word);

/// Rows whose words in a text column say it.
[[nodiscard]] KindOfRow kindByWord(std::string column, std::optional<PartKind> (*meaning)(std::string_view word));
/// Rows of which each has its own. @param kinds  by row of the table.
[[nodiscard]] KindOfRow kindByRow(std::vector<std::optional<PartKind>> kinds);

} // namespace kinetoscope
