// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <set>
#include <string>

namespace kinetoscope::tests {

/// Every text of the registry that the window shows, in English: titles, questions, helps, choices, columns, and what
/// charts say, of which a run over the sample traces makes each. Nothing of a trace.
[[nodiscard]] std::set<std::string> registryTexts();

} // namespace kinetoscope::tests
