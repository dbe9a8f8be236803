// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/gpu/kernel_rows.h"

#include "core/analysis/part_kinds.h"
#include "core/analysis/types/column_names.h"
#include "core/analysis/types/column_places.h"
#include "core/analysis/types/columns.h"
#include "core/base/display_name.h"
#include "core/base/sort_stably.h"
#include "core/base/vectors.h"
#include "core/numeric/rounding.h"
#include "core/query/op_names.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

namespace kinetoscope {
namespace {

std::string_view kernelRowsNameOf(const ScopedGpuWork& source, const KernelRow& row)
{
    return row.totals.isOthers ? kOthersName : source.rankTrace(row.rank).trace->text(row.totals.names.front());
}

void addKernelRow(Table& table, const ScopedGpuWork& source, const KernelRow& row, const DisplayNames& shortNames)
{
    const RunningStatistics<Nanoseconds>& statistics = row.totals.statistics;
    const std::string name(kernelRowsNameOf(source, row));
    table.addRow({
        name,
        statistics.sum(),
        statistics.max(),
        statistics.min(),
        statistics.deviation() / 1000.0,
        statistics.mean() / 1000.0,
        std::string(toString(row.type)),
        source.rankNumber(row.rank),
        static_cast<std::int64_t>(statistics.count()),
        percentCell(statistics.sum(), row.typeSum, 2),
        percentCell(statistics.sum(), row.busy, 2),
        static_cast<std::int64_t>(row.totals.names.size()),
        row.totals.isOthers ? name : std::string(shortNames.view(row.totals.names.front())),
        row.peakShare ? Cell { roundHalfEven(*row.peakShare, 2) } : Cell {},
    });
}

/// What a cell of a row is made of: all calls of its names, or the longest or the shortest of them.
Selection callsOf(const ScopedGpuWork& source, const KernelRow& row, bool onlyLongest, bool onlyShortest)
{
    const RankTrace& rank = source.rankTrace(row.rank);
    const RankGpuWork work = source.rank(row.rank);
    const SliceTable& slices = rank.trace->slices();
    std::vector<StringId> names = row.totals.names;
    std::ranges::sort(names);
    return selectionWhere(source, rank, work, [&](const GpuWorkRow& candidate) {
        if (candidate.type != row.type || !std::ranges::binary_search(names, slices.name[candidate.slice.index()]))
            return false;
        const Nanoseconds length = candidate.range.length();
        if (onlyLongest)
            return length == row.totals.statistics.max();
        return !onlyShortest || length == row.totals.statistics.min();
    });
}

/// The names that were folded into a row, a row each; none for the row of one name.
std::vector<KernelRow> membersOf(const ScopedGpuWork& source, const KernelRow& row)
{
    std::vector<KernelRow> members;
    if (!row.totals.isOthers)
        return members;
    std::vector<StringId> names = row.totals.names;
    std::ranges::sort(names);
    for (KernelNameTotals& totals : totalsByName(*source.rankTrace(row.rank).trace, source.rank(row.rank), row.type)) {
        if (std::ranges::binary_search(names, totals.names.front())) {
            KernelRow& member = members.emplace_back();
            member.rank = row.rank;
            member.type = row.type;
            member.totals = std::move(totals);
            member.typeSum = row.typeSum;
            member.busy = row.busy;
            setPeakShare(member, row.sharesByName);
        }
    }
    return members;
}

} // namespace

void setPeakShare(KernelRow& row, const std::shared_ptr<const std::vector<PeakShare>>& sharesByName)
{
    row.sharesByName = sharesByName;
    if (!sharesByName || row.type != KernelType::Computation)
        return;
    PeakShare all;
    for (const StringId name : row.totals.names)
        all.add((*sharesByName)[name.index()]);
    row.peakShare = all.percentOf(row.totals.statistics.sum());
}

std::vector<ColumnDescriptor> kernelColumns()
{
    return readFirst({ column::kName, column::kSumUs, column::kTypePctg, column::kCount, column::kKernelType },
        {
            textColumn(column::kName, "Kernel", TextKind::Name),
            mainFigure(durationColumn(column::kSumUs, "Sum")),
            durationColumn(column::kMaxUs, "Longest"),
            durationColumn(column::kMinUs, "Shortest"),
            microsecondsColumn("stddev", "Standard deviation"),
            microsecondsColumn(column::kMeanUs, "Mean"),
            textColumn(column::kKernelType, "Type", TextKind::Category),
            numberColumn(column::kRank, "Rank"),
            countColumn(column::kCount, "Calls"),
            percentColumn(column::kTypePctg, "Share of type", "% of the sum of durations of the type"),
            percentColumn("busy_pctg", "Share of busy", "% of the time in which the rank's GPUs are busy"),
            countColumn(column::kNames, "Distinct names"),
            { .name = "short_name", .type = ColumnType::String, .title = "Short name", .isInFilesOnly = true },
            peakShareColumn(),
        });
}

Table kernelsTable(const std::shared_ptr<const ScopedGpuWork>& source, std::vector<KernelRow> rows)
{
    sortStably(rows, [&source](const KernelRow& a, const KernelRow& b) {
        if (a.type != b.type)
            return toString(a.type) < toString(b.type);
        const std::string_view left = kernelRowsNameOf(*source, a);
        const std::string_view right = kernelRowsNameOf(*source, b);
        return left != right ? left < right : a.rank < b.rank;
    });
    Table table("kernels", kKernelsTitle, kernelColumns());
    std::map<std::size_t, DisplayNames> shortNames; // by rank
    for (const KernelRow& row : rows) {
        const Trace& trace = *source->rankTrace(row.rank).trace;
        const auto names = shortNames.find(row.rank);
        addKernelRow(table, *source, row,
            names != shortNames.end()
                ? names->second
                : shortNames.try_emplace(row.rank, trace.strings(), sliceNames(trace)).first->second);
    }
    table.setKinds(mapped(rows, [](const KernelRow& row) { return std::optional(partKindOf(row.type)); }));
    const auto shared = std::make_shared<const std::vector<KernelRow>>(std::move(rows));
    const std::size_t longest = table.columnIndex(column::kMaxUs);
    const std::size_t shortest = table.columnIndex(column::kMinUs);
    table.setEvidence([source, shared, longest, shortest](std::size_t row, std::size_t column) {
        return callsOf(*source, (*shared)[row], column == longest, column == shortest);
    });
    table.setMembers(
        [source, shared](std::size_t row) { return kernelsTable(source, membersOf(*source, (*shared)[row])); });
    return table;
}

} // namespace kinetoscope
