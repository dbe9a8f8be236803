// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/trace_loader.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace kinetoscope::tests {

/// Options that make a test repeatable: one worker.
[[nodiscard]] LoadOptions testLoadOptions();

/// Writes `text` to a temporary file and loads it. The file lives until the program ends, so that args of the trace
/// stay readable.
[[nodiscard]] Result<std::shared_ptr<const Trace>> loadText(
    std::string_view text, const LoadOptions& options = testLoadOptions(), std::string_view fileName = "trace.json");

/// The same for several texts as ranks of one job: texts[i] becomes the file rank<i>.json.
[[nodiscard]] Result<std::shared_ptr<const TraceSet>> loadTexts(
    const std::vector<std::string>& texts, const LoadOptions& options = testLoadOptions());

/// Files, or folders of them, as the ranks of one job; nullptr where they cannot be loaded.
[[nodiscard]] std::shared_ptr<const TraceSet> loadFiles(const std::vector<std::string>& paths);

/// The names of all slices, sorted.
[[nodiscard]] std::vector<std::string> namesOf(const Trace& trace);

/// Row of the first slice with this name; invalid when there is none.
[[nodiscard]] SliceId findSlice(const Trace& trace, std::string_view name);

} // namespace kinetoscope::tests
