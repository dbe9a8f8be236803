// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/export_targets.h"

#include "core/base/vectors.h"

#include <fmt/core.h>

#include <filesystem>
#include <map>

namespace kinetoscope {

namespace {

/// Where the stem of a file name ends: at ".json", else at ".gz", else at its end.
std::size_t stemEnd(const std::string& name)
{
    const std::size_t json = name.rfind(".json");
    if (json != std::string::npos && json > 0)
        return json;
    return name.ends_with(".gz") ? name.size() - 3 : name.size();
}

bool isFolder(const std::string& path)
{
    std::error_code ignored;
    return path.ends_with('/') || std::filesystem::is_directory(path, ignored);
}

std::vector<std::string> filesOf(const TraceSet& traces)
{
    return mapped(traces.ranks(), [](const RankTrace& rank) { return rank.trace->path(); });
}

std::string inFolder(const std::string& folder, const std::string& name)
{
    return folder.ends_with('/') ? folder + name : folder + '/' + name;
}

} // namespace

std::string exportFileName(const ExportDescriptor& kind, const std::string& inputPath, const std::string& tag)
{
    std::string name = inputPath.substr(inputPath.find_last_of('/') + 1); // npos + 1 is 0
    name.insert(stemEnd(name), tag + kind.suffix);
    return kind.prefix + name;
}

Result<Done> checkExportTarget(const std::string& target, std::span<const std::string> inputs)
{
    if (isFolder(target)) {
        std::error_code ignored;
        if (std::filesystem::is_directory(target, ignored))
            return Done {};
        return Error { ErrorCode::NotWritable,
            { KT_PHRASE("export", "There is no folder %1."), arg::Text { '"' + target + '"' } } };
    }
    return checkWritable(target, inputs);
}

Result<ExportTargets> findTargets(const ExportDescriptor& kind, const TraceSet& traces,
    const std::vector<std::size_t>& ranks, const std::string& target)
{
    ExportTargets targets;
    targets.inputs = filesOf(traces);
    const bool isOneFile = kind.writeAll != nullptr;
    if (ranks.empty())
        return invalidArgument({ KT_PHRASE("export-targets", "There is no rank to write.") });
    if (!isFolder(target)) {
        if (ranks.size() > 1 && !isOneFile)
            return invalidArgument(
                { KT_PHRASE("export", "%1 ranks do not go into one file: name a folder, or one rank."),
                    arg::Count { ranks.size() } });
        targets.paths.push_back(target);
    } else if (isOneFile) {
        targets.paths.push_back(inFolder(target, exportFileName(kind, traces.ranks()[ranks.front()].trace->path())));
    } else {
        std::map<std::string, int> uses;
        for (const std::size_t position : ranks)
            ++uses[exportFileName(kind, traces.ranks()[position].trace->path())];
        for (const std::size_t position : ranks) {
            const RankTrace& rank = traces.ranks()[position];
            const bool isShared = uses[exportFileName(kind, rank.trace->path())] > 1;
            targets.paths.push_back(inFolder(
                target, exportFileName(kind, rank.trace->path(), isShared ? fmt::format("_rank{}", rank.rank) : "")));
        }
    }
    for (const std::string& path : targets.paths) {
        KT_TRY_DONE(checkExportTarget(path, targets.inputs));
    }
    return targets;
}

} // namespace kinetoscope
