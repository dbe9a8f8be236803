// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/types/columns.h"
#include "core/output/info/info_facts.h"
#include "core/output/info/info_report.h"

#include <utility>

namespace kinetoscope {

namespace {

Cell countCell(std::uint64_t count)
{
    return Cell(std::in_place_type<std::int64_t>, static_cast<std::int64_t>(count));
}

} // namespace

Table infoTable(const TraceSet& traces)
{
    Table table("traces", "What is inside",
        {
            numberColumn("rank", "Rank"),
            textColumn("path", "File"),
            countColumn("events", "Events"),
            countColumn("drawable", "Drawable"),
            countColumn("dropped", "Dropped"),
            countColumn("repaired", "Repaired"),
            countColumn("tracks", "Tracks"),
            countColumn("steps", "Steps"),
            countColumn("devices", "Devices"),
            { "begin", ColumnType::Time, Unit::Microseconds, "First event" },
            { "end", ColumnType::Time, Unit::Microseconds, "Last end" },
        });
    for (const RankTrace& rank : traces.ranks()) {
        const Trace& trace = *rank.trace;
        const ImportReport& report = trace.report();
        const TimeRange range = jobRange(rank);
        if (const RankSummary* summary = rank.readsFrom()) {
            table.addRow({ rank.rank, summary->path, countCell(summary->meta.events), {}, {}, {}, {},
                countCell(summary->steps.size()), {}, range.begin, range.end });
            continue;
        }
        table.addRow({ rank.rank, trace.path(), countCell(report.events), countCell(report.drawable),
            countCell(report.dropped), countCell(report.repaired), countCell(trace.tracks().size()),
            countCell(trace.steps().size()), countCell(devicesOf(trace).size()), range.begin, range.end });
    }
    return table;
}

} // namespace kinetoscope
