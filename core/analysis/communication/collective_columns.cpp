// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/communication/collective_columns.h"

#include "core/analysis/types/column_names.h"
#include "core/analysis/types/columns.h"

namespace kinetoscope {

namespace {

ColumnDescriptor groupSizeColumn()
{
    return countColumn("Group size", "Group size", "Ranks of the group; none where nothing tells");
}
ColumnDescriptor elementTypeColumn()
{
    return textColumn("dtype", "Element type");
}
ColumnDescriptor messageColumn()
{
    return defined({ column::kMessageBytes, ColumnType::Int, Unit::Bytes, "Message" },
        "What a rank passes; of an all-gather the whole result, of a reduce-scatter all that goes in");
}
ColumnDescriptor algorithmBandwidthColumn()
{
    return defined({ "algbw", ColumnType::Float, Unit::GigabytesPerSecond, "Algorithm bandwidth" },
        "Bytes of the messages by the latencies");
}
ColumnDescriptor busBandwidthColumn()
{
    return defined({ column::kBusBandwidth, ColumnType::Float, Unit::GigabytesPerSecond, "Bus bandwidth" },
        "What crosses the link of each rank, by the latencies: comparable between kinds and numbers of ranks");
}
ColumnDescriptor waitsColumn()
{
    return durationColumn("waits", "Waits", "What runs are longer than the shortest of their collective");
}
ColumnDescriptor lastCountColumn()
{
    return countColumn("last_count", "Came last", "Collectives in which its run was the shortest and others waited");
}
ColumnDescriptor firstCountColumn()
{
    return countColumn("first_count", "Came first", "Collectives in which its run was the longest");
}
ColumnDescriptor unmatchedColumn()
{
    return countColumn("unmatched", "Unmatched", "Runs that belong to no collective of another rank");
}

} // namespace

std::vector<ColumnDescriptor> collectiveColumns()
{
    return { numberColumn(column::kRank, "Rank"), textColumn("Process Group Name", "Group"),
        textColumn("Process Group Ranks", "Its ranks"), textColumn("Collective name", "Name"), groupSizeColumn(),
        elementTypeColumn(), countColumn("In msg nelems", "Elements in", "That a rank passes"),
        countColumn("Out msg nelems", "Elements out", "That a rank gets; derived where it is not recorded"),
        countColumn("operation_count", "Calls", "Operations of this kind, size and type"),
        mainFigure(durationColumn("dur_sum", "Time", "Sum over the operations, waiting included")),
        microsecondsColumn("dur_mean", "Mean time", "Of one operation, waiting included"),
        durationColumn("dur_min", "Shortest", "Of one operation"),
        durationColumn("dur_max", "Longest", "Of one operation"), textColumn(column::kCollective, "Kind"),
        messageColumn(), countColumn("instances", "Matched", "Operations of which another rank was recorded too"),
        countColumn("ranks", "Ranks", "That at most have a run of one of them"),
        textColumn(
            "matched_by", "Matched by", TextKind::Word, "How the runs of the ranks were found to be one collective"),
        microsecondsColumn("latency_mean", "Mean latency", "The shortest run of the ranks; of one rank alone its own"),
        algorithmBandwidthColumn(), busBandwidthColumn(),
        microsecondsColumn("skew_mean", "Mean skew", "From the shortest to the longest run of the ranks"),
        durationColumn("skew_max", "Largest skew", "From the shortest to the longest run of the ranks"),
        microsecondsColumn(
            "start_skew_mean", "Skew of starts", "From the first start to the last, clocks aligned; mean"),
        microsecondsColumn("end_skew_mean", "Skew of ends", "From the first end to the last, clocks aligned; mean"),
        waitsColumn(), lastCountColumn(), firstCountColumn(),
        textColumn("size_source", "Size from", TextKind::Word, "Where the size of the message was found"),
        textColumn("group_size_source", "Group size from", TextKind::Word, "Where the number of ranks was found"),
        textColumn("transport", "Transport", TextKind::Word,
            "In the switch: fewer bytes cross the link than the bus bandwidth assumes"),
        textColumn("reason", "Why no bandwidth", TextKind::Word, "What was not recorded") };
}

std::vector<ColumnDescriptor> collectiveGroupColumns()
{
    return { textColumn(column::kGroup, "Group"), textColumn("group_ranks", "Its ranks"), groupSizeColumn(),
        textColumn(column::kCollective, "Kind"), elementTypeColumn(), messageColumn(),
        countColumn("instances", "Collectives", "That two ranks or more ran"),
        countColumn("complete", "Complete", "Collectives that all ranks of the group are in"), unmatchedColumn(),
        mainFigure(durationColumn(
            column::kLatencySum, "Latency", "Sum of the shortest runs; of what is unmatched, of its own")),
        microsecondsColumn("latency_mean", "Mean latency", "Of one operation"),
        durationColumn("latency_min", "Least latency", "Of one operation"),
        durationColumn("latency_max", "Largest latency", "Of one operation"), algorithmBandwidthColumn(),
        busBandwidthColumn(),
        percentColumn("link_pctg", "Link share", "% of one direction",
            "Where all ranks share a host and their devices are known"),
        waitsColumn(), numberColumn("worst_rank", "Worst rank", "Others wait for it most") };
}

std::vector<ColumnDescriptor> collectiveInstanceColumns()
{
    return { numberColumn("instance", "Collective"), textColumn("Process Group Name", "Group"),
        textColumn(column::kCollective, "Kind"), textColumn("Collective name", "Name"), elementTypeColumn(),
        groupSizeColumn(), messageColumn(), numberColumn("seq", "Number"), numberColumn(column::kStep, "Step"),
        textColumn(
            "matched_by", "Matched by", TextKind::Word, "How the runs of the ranks were found to be one collective"),
        countColumn("ranks", "Ranks", "That have a run of it in this scope"),
        countColumn("ranks_expected", "Ranks expected", "Ranks of the group; none where nothing tells"),
        { column::kTs, ColumnType::Time, Unit::Microseconds, "Start" },
        mainFigure(durationColumn("comm_latency", "Latency", "The shortest run: that of who came last")),
        durationColumn("skew", "Skew", "From the shortest to the longest run"),
        durationColumn("start_skew", "Skew of starts", "From the first start to the last, clocks aligned"),
        durationColumn("end_skew", "Skew of ends", "From the first end to the last, clocks aligned"),
        numberColumn("last_rank", "Came last", "The lowest of those with the shortest run"),
        numberColumn("first_rank", "Came first", "The lowest of those with the longest run"),
        algorithmBandwidthColumn(), busBandwidthColumn(),
        durationColumn("exposed", "Exposed", "The part of its shortest run in which that rank computes nothing") };
}

std::vector<ColumnDescriptor> collectiveRankColumns()
{
    return { numberColumn(column::kRank, "Rank"),
        countColumn("instances", "Collectives", "That it ran with another rank of the scope"),
        mainFigure(durationColumn(column::kCommTime, "Time", "Sum over its operations, waiting included")),
        durationColumn(column::kLatencySum, "Latency", "Sum of the shortest runs; of what is unmatched, of its own"),
        waitsColumn(), percentColumn("waits_pctg", "Share of waits", "% of time"), lastCountColumn(),
        firstCountColumn(), percentColumn("last_pctg", "Came last", "% of collectives"),
        defined({ "message_bytes_sum", ColumnType::Int, Unit::Bytes, "Messages" }, "Of the operations with a size"),
        algorithmBandwidthColumn(), unmatchedColumn() };
}

} // namespace kinetoscope
