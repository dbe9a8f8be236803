// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/job/trace_candidates.h"

#include "core/base/ascii.h"
#include "core/base/sort_stably.h"
#include "core/io/summary_discovery.h"
#include "core/io/tables/cupti_tables.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <string_view>
#include <utility>

namespace kinetoscope {

namespace {

namespace fs = std::filesystem;

bool hasSubFolder(const std::string& path)
{
    std::error_code error;
    for (fs::directory_iterator it(path, error), end; !error && it != end; it.increment(error)) {
        std::error_code ignored;
        if (it->is_directory(ignored))
            return true;
    }
    return false;
}

bool isNamedLikeATrace(const std::string& fileName)
{
    const std::string name = asciiLower(fileName);
    return name.front() != '.' && (name.ends_with(".json") || name.ends_with(".json.gz"));
}

/// The folders below `path` in which files are named like traces, as seen from there, by depth and then by name. Looks
/// three levels down and no further where many files lie: a home folder would take minutes.
std::vector<std::string> foldersWithTraces(const std::string& path)
{
    constexpr int kMostEntries = 20'000;
    constexpr int kLevels = 3;
    int entries = 0;
    std::vector<std::string> found;
    std::vector<fs::path> level { fs::path() };
    for (int depth = 0; depth <= kLevels && !level.empty(); ++depth) {
        std::vector<fs::path> below;
        std::ranges::sort(level);
        for (const fs::path& folder : level) {
            std::error_code error;
            bool hasTraces = false;
            for (fs::directory_iterator it(path / folder, error), end; !error && it != end && entries < kMostEntries;
                 it.increment(error), ++entries) {
                std::error_code ignored;
                const std::string name = it->path().filename().string();
                if (it->is_directory(ignored)) {
                    if (!name.starts_with('.') && !it->is_symlink(ignored)) // links may lead round in a circle
                        below.push_back(folder / name);
                } else {
                    hasTraces = hasTraces || isNamedLikeATrace(name);
                }
            }
            if (hasTraces && depth > 0)
                found.push_back(folder.string());
        }
        level = std::move(below);
    }
    return found;
}

/// " Folders in it that seem to hold traces: a, b and 3 more.", or nothing.
Message whereTracesLie(const std::string& path)
{
    constexpr std::size_t kMostNamed = 5;
    const std::vector<std::string> folders = foldersWithTraces(path);
    if (folders.empty())
        return {};
    arg::List names;
    const std::size_t named = std::min(folders.size(), kMostNamed);
    for (std::size_t i = 0; i < named; ++i)
        names.parts.push_back(Message::verbatim(folders[i]));
    if (named < folders.size())
        names.parts.push_back({ KT_PHRASE("discovery", "%1 more"), arg::Count { folders.size() - named } });
    return { KT_PHRASE("discovery", " Folders in it that seem to hold traces: %1."), std::move(names) };
}

Message emptyFolder(const std::string& path)
{
    if (!hasSubFolder(path))
        return { KT_PHRASE("discovery", "The folder %1 holds no files."), arg::Text { path } };
    Message where = whereTracesLie(path);
    if (where.isEmpty())
        return { KT_PHRASE("discovery", "The folder %1 holds no files, only folders; open one of those."),
            arg::Text { path } };
    return { KT_PHRASE("discovery", "The folder %1 holds no files, only folders.%2"), arg::Text { path },
        std::move(where) };
}

/// Whether a person would list `a` before `b`: "TP-2" before "TP-10". Files that do not say their rank get theirs in
/// this order.
bool isListedBefore(const std::string& a, const std::string& b)
{
    const auto digitsAt = [](std::string_view text, std::size_t at) {
        const std::size_t end = std::min(text.find_first_not_of("0123456789", at), text.size());
        return text.substr(at, end - at);
    };
    std::size_t i = 0;
    std::size_t j = 0;
    while (i < a.size() && j < b.size()) {
        std::string_view left = digitsAt(a, i);
        std::string_view right = digitsAt(b, j);
        if (left.empty() || right.empty()) {
            if (a[i] != b[j])
                return a[i] < b[j];
            ++i;
            ++j;
            continue;
        }
        i += left.size();
        j += right.size();
        left.remove_prefix(std::min(left.find_first_not_of('0'), left.size()));
        right.remove_prefix(std::min(right.find_first_not_of('0'), right.size()));
        if (left != right)
            return left.size() != right.size() ? left.size() < right.size() : left < right;
    }
    const std::size_t leftOver = a.size() - i;
    return leftOver != b.size() - j ? leftOver < b.size() - j : a < b;
}

/// The files of a folder that may be traces, by name. Hidden files and sub-folders are passed over.
Result<std::vector<TraceCandidate>> listFolder(const std::string& path)
{
    std::vector<TraceCandidate> files;
    std::error_code error;
    for (fs::directory_iterator it(path, error), end; !error && it != end; it.increment(error)) {
        std::error_code ignored;
        const std::string name = it->path().filename().string();
        if (!name.empty() && name.front() != '.' && it->is_regular_file(ignored))
            files.push_back({ std::nullopt, it->path().string() });
    }
    if (error)
        return Error { ErrorCode::Unreadable,
            { KT_PHRASE("discovery", "Cannot list the folder %1: %2."), arg::Text { path },
                arg::Text { error.message() } } };
    sortStably(files, isListedBefore, &TraceCandidate::path);
    return files;
}

/// A folder that holds summaries is a job of them, those in the folders below it included; beside them only what is
/// named like a trace is looked at: logs of a cluster's jobs lie there, too.
void addSummaries(const std::string& path, std::vector<TraceCandidate>& files)
{
    const std::vector<std::string> summaries = summaryFilesIn(path);
    if (summaries.empty())
        return;
    std::erase_if(
        files, [](const TraceCandidate& file) { return !isNamedLikeATrace(fs::path(file.path).filename().string()); });
    for (const std::string& summary : summaries)
        files.push_back({ std::nullopt, summary });
}

/// The number that the user gave a folder, to the one trace in it: a file, or tables, which are one together.
Result<Done> giveRank(std::int64_t rank, const std::string& folder, std::vector<TraceCandidate>& files)
{
    const auto isTable = [](const TraceCandidate& file) { return !cuptiCategoryOfFile(file.path).empty(); };
    if (files.size() > 1 && !std::ranges::all_of(files, isTable))
        return invalidArgument({ KT_PHRASE("discovery",
                                     "Rank %1 is one trace, and the folder %2 holds %3 files, each a rank: give the "
                                     "number to one of them."),
            arg::Number { rank }, arg::Text { folder }, arg::Count { files.size() } });
    for (TraceCandidate& file : files)
        file.rank = rank;
    return Done {};
}

} // namespace

Error explainNothingOpened(const std::vector<TraceArgument>& arguments, std::size_t files, const Error& first)
{
    std::error_code ignored;
    if (arguments.size() != 1 || !fs::is_directory(fs::path(arguments.front().path), ignored))
        return first;
    const std::string& folder = arguments.front().path;
    Message where = whereTracesLie(folder);
    if (files < 2) {
        Error error = first;
        if (!where.isEmpty())
            error.message = { KT_PHRASE("discovery", "%1%2"), std::move(error.message), std::move(where) };
        return error;
    }
    if (hasSubFolder(folder) && where.isEmpty())
        return Error { first.code,
            { KT_PHRASE(
                  "discovery", "None of the %1 files in the folder %2 is a trace; the folders in it are not searched."),
                arg::Count { files }, arg::Text { folder } } };
    return Error { first.code,
        { KT_PHRASE("discovery", "None of the %1 files in the folder %2 is a trace.%3"), arg::Count { files },
            arg::Text { folder }, std::move(where) } };
}

Result<std::vector<TraceCandidate>> listCandidates(const std::vector<TraceArgument>& arguments)
{
    std::vector<TraceCandidate> candidates;
    for (const TraceArgument& argument : arguments) {
        if (argument.path.empty())
            return invalidArgument({ KT_PHRASE("discovery", "An empty text names no trace.") });
        std::error_code ignored;
        if (!fs::is_directory(fs::path(argument.path), ignored)) {
            candidates.push_back({ argument.rank, argument.path, true });
            continue;
        }
        KT_TRY(auto files, listFolder(argument.path));
        addSummaries(argument.path, files);
        if (files.empty())
            return Error { ErrorCode::NotATrace, emptyFolder(argument.path) };
        if (argument.rank)
            KT_TRY_DONE(giveRank(*argument.rank, argument.path, files));
        candidates.insert(candidates.end(), files.begin(), files.end());
    }
    return candidates;
}

void dropRepeated(std::vector<TraceCandidate>& candidates, std::vector<Remark>& remarks)
{
    std::map<std::string, std::set<std::optional<std::int64_t>>> known;
    std::erase_if(candidates, [&](const TraceCandidate& candidate) {
        std::error_code failure;
        const fs::path path = fs::weakly_canonical(fs::path(candidate.path), failure);
        auto& ranks = known[failure ? candidate.path : path.string()];
        const bool isRepeated = !ranks.empty() && (!candidate.rank || ranks.contains(candidate.rank));
        ranks.insert(candidate.rank);
        if (isRepeated)
            remarks.push_back({ "file-twice",
                { KT_PHRASE("discovery", "This file is named twice; it is opened once.") }, candidate.path });
        return isRepeated;
    });
}

std::vector<TraceFiles> groupTables(const std::vector<TraceCandidate>& candidates, const LoadLimits& limits)
{
    std::vector<TraceFiles> groups;
    std::map<std::string, std::size_t> groupOfFolder;
    for (const TraceCandidate& candidate : candidates) {
        const bool isTable = isCuptiTable(candidate.path, limits);
        if (!isTable || cuptiCategoryOfFile(candidate.path).empty()) {
            groups.push_back({ { candidate }, isTable });
            continue;
        }
        const std::string folder = fs::path(candidate.path).parent_path().string();
        const auto [group, isNew] = groupOfFolder.try_emplace(folder, groups.size());
        if (isNew)
            groups.push_back({ {}, true });
        groups[group->second].files.push_back(candidate);
    }
    return groups;
}

} // namespace kinetoscope
