// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/causes/cause.h"
#include "core/words/wording.h"

#include <string>
#include <string_view>

namespace kinetoscope {

/// An id of a category as a screen says it, the same in tables, legends and charts: "Waiting for the host" for
/// `host_wait`, "Computation + communication" for HTA's `COMPUTATION overlapping COMMUNICATION`. Files keep the ids. A
/// text that is no such id comes back as it is.
[[nodiscard]] std::string categoryWords(std::string_view id, Wording wording = english);
[[nodiscard]] std::string categoryWords(Cause cause, Wording wording = english);

/// A word of the program's own, in a cell (TextKind::Word) or as a choice, as a screen says it: "no shapes" for
/// `no-shapes`. Files and the command line keep the ids. A text that is no such id comes back as it is.
[[nodiscard]] std::string shownWord(std::string_view word, Wording wording = english);

/// What a table is called where its title is said already: "Longest gaps" for `longest-gaps`. English, a text of the
/// registry like the title.
[[nodiscard]] std::string shortTitle(std::string_view tableName);

} // namespace kinetoscope
