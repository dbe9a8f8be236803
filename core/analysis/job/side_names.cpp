// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/job/side_names.h"

#include "core/analysis/job/input_words.h"

#include <algorithm>
#include <string_view>

namespace kinetoscope {

namespace {

constexpr std::size_t kLongestBrief = 14; ///< bytes; longer ones push the figure's name out of a heading

/// The file of the first rank that is compared; "" without one.
std::string_view pathOf(const AnalysisInput& side)
{
    const RankTrace* first = firstRankOf(side);
    return first ? std::string_view(first->trace->path()) : std::string_view();
}

/// A file with the folder it is in.
std::string_view fileWithFolder(std::string_view path)
{
    const std::size_t slash = path.find_last_of('/');
    return slash == std::string_view::npos || slash == 0 ? path : path.substr(path.find_last_of('/', slash - 1) + 1);
}

/// The name of a file before its endings.
std::string_view stemOf(std::string_view file)
{
    const std::size_t dot = file.find('.', 1);
    return file.substr(0, dot);
}

/// The first part between dots in which two file names differ, of each: recordings of one worker differ in their times.
std::array<std::string_view, 2> partsApart(std::array<std::string_view, 2> files)
{
    while (!files[0].empty() || !files[1].empty()) {
        std::array<std::string_view, 2> parts;
        for (std::size_t i = 0; i < files.size(); ++i) {
            parts[i] = files[i].substr(0, files[i].find('.'));
            files[i].remove_prefix(std::min(parts[i].size() + 1, files[i].size()));
        }
        if (parts[0] != parts[1])
            return parts;
    }
    return {};
}

} // namespace

std::array<SideName, 2> sideNames(const std::array<AnalysisInput, 2>& sides)
{
    const bool areTwoJobs = sides[0].traces != sides[1].traces;
    const std::string_view paths[] { pathOf(sides[0]), pathOf(sides[1]) };
    const bool haveOneName = fileOf(paths[0]) == fileOf(paths[1]);
    const std::array<std::string_view, 2> apart = partsApart({ fileOf(paths[0]), fileOf(paths[1]) });
    const bool stemsDiffer = stemOf(fileOf(paths[0])) != stemOf(fileOf(paths[1]));
    const bool ranksDiffer = sides[0].scope.ranks != sides[1].scope.ranks;
    const bool stepsDiffer = sides[0].scope.steps != sides[1].scope.steps;
    std::array<SideName, 2> names;
    for (std::size_t i = 0; i < names.size(); ++i) {
        const Scope& scope = sides[i].scope;
        const std::string ranks = numbered("rank", "ranks", scope.ranks);
        const std::string steps = numbered("step", "steps", scope.steps);
        SideName& name = names[i];
        if (areTwoJobs) {
            name.text = haveOneName ? fileWithFolder(paths[i]) : fileOf(paths[i]);
            name.brief = haveOneName ? std::string_view() : stemsDiffer ? stemOf(name.text) : apart[i];
        } else if (ranksDiffer != stepsDiffer) {
            name.brief = ranksDiffer ? ranks : steps;
        }
        if (!areTwoJobs || ranksDiffer || sides[i].traces->ranks().size() > 1)
            name.text = joined(std::move(name.text), ranks);
        name.text = joined(std::move(name.text), steps.empty() && !areTwoJobs ? "the whole trace" : steps);
    }
    const auto isTooLong = [](const SideName& name) { return name.brief.size() > kLongestBrief; };
    if (names[0].brief == names[1].brief || std::any_of(names.begin(), names.end(), isTooLong))
        names[0].brief = names[1].brief = std::string();
    return names;
}

std::vector<ColumnDescriptor> columnsOfSides(
    std::vector<ColumnDescriptor> columns, const std::array<SideName, 2>& names)
{
    const auto inBrackets = [](const SideName& name) { return name.brief.empty() ? "" : " (" + name.brief + ")"; };
    constexpr std::array<std::string_view, 2> kSides { "Control", "Test" };
    for (ColumnDescriptor& column : columns) {
        for (std::size_t i = 0; i < kSides.size(); ++i) {
            if (column.title.starts_with(std::string(kSides[i]) + ":"))
                column.title.insert(kSides[i].size(), inBrackets(names[i]));
        }
        if (column.title.starts_with("More "))
            column.title += " in test" + inBrackets(names[1]);
    }
    return columns;
}

} // namespace kinetoscope
