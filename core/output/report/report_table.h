// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/table.h"
#include "core/output/report/html_writer.h"
#include "core/words/titled_english.h"

#include <cstddef>

namespace kinetoscope {

/// A table of a report, which has rows, under its title: at most `mostRows` rows, in the order in which a screen opens
/// it, and a sentence below how many are left out. Each column has one unit; times have three decimals, and up to six
/// where they are small in it; names that are longer than a line are cut in the middle, and whole in the tool tip.
/// Sentences call analyses as `titleOf` does.
void writeTableHtml(HtmlWriter& html, const Table& table, std::size_t mostRows, AnalysisTitle titleOf);

} // namespace kinetoscope
