// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/summaries/trace_list.h"

#include "core/base/ascii.h"
#include "core/base/sort_stably.h"
#include "core/base/vectors.h"
#include "core/io/summary/summary_format.h"

#include <filesystem>
#include <string_view>
#include <utility>

namespace kinetoscope {

namespace {

namespace fs = std::filesystem;

bool endsWith(std::string_view name, std::string_view ending)
{
    return asciiLower(name).ends_with(ending);
}

bool looksLikeATrace(std::string_view name)
{
    return !name.starts_with('.') && (endsWith(name, ".json") || endsWith(name, ".json.gz"));
}

/// A relative path without `.json`, `.gz`, with the ending of summaries.
std::string summaryNameOf(std::string relative)
{
    for (const std::string_view ending : { ".gz", ".json" }) {
        if (endsWith(relative, ending))
            relative.resize(relative.size() - ending.size());
    }
    return relative + std::string(kSummaryEnding);
}

Error unreadable(const std::string& path, const std::error_code& error)
{
    return Error { ErrorCode::Unreadable,
        { KT_PHRASE("discovery", "Cannot list the folder %1: %2."), arg::Text { path },
            arg::Text { error.message() } } };
}

} // namespace

Result<std::vector<ListedTrace>> listTraces(
    const std::vector<TraceArgument>& arguments, const std::string& outputFolder)
{
    std::vector<ListedTrace> traces;
    std::error_code error;
    for (const TraceArgument& argument : arguments) {
        const fs::path path(argument.path);
        const fs::path absolute = fs::absolute(path, error).lexically_normal();
        if (!fs::is_directory(path, error)) {
            if (!fs::exists(path, error))
                return Error { ErrorCode::Unreadable,
                    { KT_PHRASE("summarize", "There is no file or folder %1."), arg::Text { argument.path } } };
            traces.push_back(
                { argument.path, absolute.parent_path().string(), path.filename().string(), {}, argument.rank });
            continue;
        }
        std::string folder = absolute.string();
        if (folder.size() > 1 && folder.ends_with('/'))
            folder.pop_back();
        fs::recursive_directory_iterator it(path, error);
        if (error)
            return unreadable(argument.path, error);
        for (const fs::recursive_directory_iterator end; it != end; it.increment(error)) {
            if (error)
                return unreadable(argument.path, error);
            std::error_code ignored;
            const std::string name = it->path().filename().string();
            if (it->is_directory(ignored)) {
                if (name.starts_with('.'))
                    it.disable_recursion_pending();
                continue;
            }
            if (looksLikeATrace(name))
                traces.push_back({ it->path().string(), folder, it->path().lexically_relative(path).string(), {}, {} });
        }
        if (error)
            return unreadable(argument.path, error);
    }
    for (ListedTrace& trace : traces)
        trace.output = (fs::path(outputFolder) / summaryNameOf(trace.relative)).string();
    sortStably(traces, {}, [](const ListedTrace& a) { return std::pair(a.relative, a.path); });
    std::vector<const ListedTrace*> byOutput = mapped(traces, [](const ListedTrace& trace) { return &trace; });
    sortStably(byOutput, {}, &ListedTrace::output);
    for (std::size_t i = 1; i < byOutput.size(); ++i) {
        if (byOutput[i - 1]->output == byOutput[i]->output)
            return invalidArgument(
                { KT_PHRASE("summarize", "%1 and %2 would have one summary, %3."), arg::Text { byOutput[i - 1]->path },
                    arg::Text { byOutput[i]->path }, arg::Text { byOutput[i]->output } });
    }
    return traces;
}

std::string hostInFileName(const std::string& fileName)
{
    std::string_view name = fileName;
    for (const std::string_view ending : { ".gz", ".pt.trace.json" }) {
        if (endsWith(name, ending))
            name.remove_suffix(ending.size());
        else if (ending != ".gz")
            return {};
    }
    const auto digitsFrom = [&name](char before) {
        const std::size_t at = name.find_last_not_of("0123456789");
        if (at == std::string_view::npos || name[at] != before || at + 1 == name.size())
            return false;
        name = name.substr(0, at);
        return true;
    };
    return digitsFrom('.') && digitsFrom('_') ? std::string(name) : std::string();
}

} // namespace kinetoscope
