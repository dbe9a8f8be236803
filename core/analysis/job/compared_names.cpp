// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/job/compared_names.h"

#include "core/analysis/job/chosen_side.h"
#include "core/numeric/statistics.h"

#include <map>

namespace kinetoscope {

namespace {

/// Sums of the rows that names are joined to.
OpTotalsByName<Nanoseconds> totalsOfRows(
    const JoinedNames& rows, std::size_t side, const SideTotals& totals, const Progress& progress)
{
    OpTotalsByName<Nanoseconds> sums;
    StopCheck check(progress);
    for (const auto& [rowName, joined] : rows) {
        if (check.after(kItemsPerName))
            return sums;
        for (const std::string& name : joined.names[side]) {
            const OpTotals<Nanoseconds>& own = totals.byName.find(name)->second;
            OpTotals<Nanoseconds>& sum = sums[rowName];
            sum.count += own.count;
            sum.duration = saturatingAdd(sum.duration, own.duration);
        }
    }
    return sums;
}

} // namespace

Result<Done> Comparison::setRows(const std::array<SideTotals, 2>& sums, const Progress& progress)
{
    for (std::size_t i = 0; i < totals.size(); ++i)
        totals[i] = totalsOfRows(names, i, sums[i], progress);
    KT_TRY_DONE(progress.carryOn());
    rows = compareTotals(totals[0], totals[1]);
    return Done {};
}

Selection Comparison::evidence(
    std::size_t row, std::string_view column, std::size_t side, const Progress& progress) const
{
    const bool isOfOther = column.starts_with(kComparedSides[1 - side]);
    return isOfOther ? Selection {} : sides[side]->evidence(names.find(rows[row].name)->second.names[side], progress);
}

SampleSummary sampleOf(const SideTotals& totals, const std::set<std::string, std::less<>>& names, std::int64_t parts)
{
    std::map<std::uint32_t, Nanoseconds> times;
    for (const std::string& name : names) {
        const auto found = totals.byPart.find(name);
        if (found == totals.byPart.end())
            continue;
        for (const auto& [part, time] : found->second)
            times[part] = saturatingAdd(times[part], time);
    }
    RunningStatistics<double> statistics;
    for (const auto& [part, time] : times)
        statistics.add(static_cast<double>(time) / 1000.0);
    for (auto missing = static_cast<std::int64_t>(times.size()); missing < parts; ++missing)
        statistics.add(0.0);
    return { statistics.count(), statistics.mean(), statistics.deviation() };
}

} // namespace kinetoscope
