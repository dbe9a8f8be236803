// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/job/side_names.h"

#include "core/analysis/job/compared_inputs.h"
#include "core/analysis/types/column_names.h"
#include "core/analysis/types/columns.h"
#include "core/words/english.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

namespace kinetoscope {

namespace {

constexpr std::size_t kLongestBrief = 14; ///< bytes; longer ones push the figure's name out of a heading

/// The file of the first rank that is compared; "" without one.
std::string_view pathOf(const AnalysisInput& side)
{
    const RankTrace* first = firstRankOf(side);
    return first ? std::string_view(first->trace->path()) : std::string_view();
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
        const Message ranks = ranksMessage(scope.ranks);
        const Message steps = stepsMessage(scope.steps);
        SideName& name = names[i];
        if (areTwoJobs) {
            const std::string_view file = haveOneName ? fileWithFolder(paths[i]) : fileOf(paths[i]);
            name.text = Message::verbatim(std::string(file));
            if (!haveOneName)
                name.brief = Message::verbatim(std::string(stemsDiffer ? stemOf(file) : apart[i]));
        } else if (ranksDiffer != stepsDiffer) {
            name.brief = ranksDiffer ? ranks : steps;
        }
        if (!areTwoJobs || ranksDiffer || sides[i].traces->ranks().size() > 1)
            name.text = joined(std::move(name.text), ranks);
        name.text = joined(std::move(name.text),
            steps.isEmpty() && !areTwoJobs ? Message { KT_PHRASE("trace-diff", "the whole trace") } : steps);
    }
    const auto isTooLong = [](const SideName& name) { return english(name.brief).size() > kLongestBrief; };
    if (names[0].brief == names[1].brief || std::ranges::any_of(names, isTooLong))
        names[0].brief = names[1].brief = Message();
    return names;
}

std::vector<ColumnDescriptor> columnsOfSides(
    std::vector<ColumnDescriptor> columns, const std::array<SideName, 2>& names)
{
    struct SideColumn {
        std::string_view column;
        std::size_t side;
        FittingPhrase<1> title; ///< with the side's name
    };
    static constexpr std::array kSideColumns {
        SideColumn { column::kControlCounts, 0, KT_PHRASE("trace-diff", "Control (%1): calls") },
        SideColumn { column::kControlTotalDuration, 0, KT_PHRASE("trace-diff", "Control (%1): time") },
        SideColumn { column::kTestCounts, 1, KT_PHRASE("trace-diff", "Test (%1): calls") },
        SideColumn { column::kTestTotalDuration, 1, KT_PHRASE("trace-diff", "Test (%1): time") },
        SideColumn { column::kDiffCounts, 1, KT_PHRASE("trace-diff", "More calls in test (%1)") },
        SideColumn { column::kDiffDuration, 1, KT_PHRASE("trace-diff", "More time in test (%1)") },
        SideColumn { column::kDurationChangePctg, 1, KT_PHRASE("trace-diff", "More time in test (%1)") },
        SideColumn { "diff_per_step", 1, KT_PHRASE("trace-diff", "More per step in test (%1)") },
    };
    for (ColumnDescriptor& each : columns) {
        const auto* const sided = std::ranges::find(kSideColumns, each.name, &SideColumn::column);
        if (sided != kSideColumns.end() && !names[sided->side].brief.isEmpty())
            each = withTitle(std::move(each), { sided->title, names[sided->side].brief });
        else if (each.title.starts_with("More "))
            each.title += " in test";
    }
    return columns;
}

} // namespace kinetoscope
