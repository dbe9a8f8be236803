// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/load_text.h"

#include <algorithm>

#include "tests/support/temp_dir.h"

namespace kinetoscope::tests {

namespace {
/// One folder for all traces of a test program: removed at exit.
std::string keepFile(std::string_view name, std::string_view text)
{
    static const TempDir folder;
    static int number = 0;
    return folder.write(std::to_string(number++) + "/" + std::string(name), text);
}
} // namespace

LoadOptions testLoadOptions()
{
    LoadOptions options;
    options.workers = 1;
    // Tests load small texts by the thousand. A block as large as usual costs the address sanitizer more than they do:
    // it marks every byte of it, twice.
    options.blockBytes = std::size_t { 128 } << 10;
    return options;
}

Result<std::shared_ptr<const Trace>> loadText(
    std::string_view text, const LoadOptions& options, std::string_view fileName)
{
    return loadTrace(keepFile(fileName, text), options, Progress {});
}

Result<std::shared_ptr<const TraceSet>> loadTexts(const std::vector<std::string>& texts, const LoadOptions& options)
{
    std::vector<TraceArgument> arguments;
    for (std::size_t i = 0; i < texts.size(); ++i)
        arguments.push_back({ std::nullopt, keepFile("rank" + std::to_string(i) + ".json", texts[i]) });
    return loadTraceSet(arguments, options, Progress {});
}

std::shared_ptr<const TraceSet> loadFiles(const std::vector<std::string>& paths)
{
    std::vector<TraceArgument> arguments;
    for (const std::string& path : paths)
        arguments.push_back({ std::nullopt, path });
    const auto loaded = loadTraceSet(arguments, testLoadOptions(), Progress {});
    return loaded ? loaded.value() : nullptr;
}

std::vector<std::string> namesOf(const Trace& trace)
{
    std::vector<std::string> names;
    for (std::size_t i = 0; i < trace.slices().size(); ++i)
        names.emplace_back(trace.name(SliceTable::at(i)));
    std::sort(names.begin(), names.end());
    return names;
}

SliceId findSlice(const Trace& trace, std::string_view name)
{
    for (std::size_t row = 0; row < trace.slices().size(); ++row) {
        if (trace.name(SliceId { row }) == name)
            return SliceId { row };
    }
    return {};
}

} // namespace kinetoscope::tests
