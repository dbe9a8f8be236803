// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/chart.h"
#include "core/analysis/types/table.h"

#include <QString>

#include <string>
#include <string_view>

namespace kinetoscope {

/// A text of the registry (a title, a question, a help, a choice, the name of a column) in the language of the window,
/// on one line; what is no such text, as a column named by a trace, stays as it is. Any thread.
[[nodiscard]] QString registryText(std::string_view english, int maxCharacters = 1024);

/// shownWord() in the language of the window, on one line. Any thread.
[[nodiscard]] QString wordText(std::string_view word, int maxCharacters = 80);

/// What a column is called: its title, or else its name.
[[nodiscard]] QString columnText(const ColumnDescriptor& column, int maxCharacters = 80);

/// What stands above a chart.
[[nodiscard]] QString chartTitle(const ChartDescription& chart, int maxCharacters = 200);

/// The Wording of the window (core/words/wording.h): messageText() as UTF-8.
[[nodiscard]] std::string windowWords(const Message& message);

} // namespace kinetoscope
