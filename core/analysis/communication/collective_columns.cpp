// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/communication/collective_columns.h"

#include "core/analysis/types/column_names.h"

namespace kinetoscope {

namespace {

ColumnDescriptor exactTime(const char* name, const char* title, const char* definition)
{
    return defined({ name, ColumnType::Duration, Unit::Microseconds, title }, definition);
}
ColumnDescriptor meanTime(const char* name, const char* title, const char* definition)
{
    return defined({ name, ColumnType::Float, Unit::Microseconds, title }, definition);
}
ColumnDescriptor number(const char* name, const char* title, const char* definition)
{
    return defined({ name, ColumnType::Int, Unit::Count, title }, definition);
}
ColumnDescriptor word(const char* name, const char* title, const char* definition)
{
    return defined({ .name = name, .type = ColumnType::String, .title = title, .text = TextKind::Word }, definition);
}
ColumnDescriptor plainText(const char* name, const char* title)
{
    return { .name = name, .type = ColumnType::String, .title = title };
}

ColumnDescriptor groupSizeColumn()
{
    return number("Group size", "Group size", "Ranks of the group; none where nothing tells");
}
ColumnDescriptor elementTypeColumn()
{
    return plainText("dtype", "Element type");
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
    return exactTime("waits", "Waits", "What runs are longer than the shortest of their collective");
}
ColumnDescriptor lastCountColumn()
{
    return number("last_count", "Came last", "Collectives in which its run was the shortest and others waited");
}
ColumnDescriptor firstCountColumn()
{
    return number("first_count", "Came first", "Collectives in which its run was the longest");
}
ColumnDescriptor unmatchedColumn()
{
    return number("unmatched", "Unmatched", "Runs that belong to no collective of another rank");
}

} // namespace

std::vector<ColumnDescriptor> collectiveColumns()
{
    return { { column::kRank, ColumnType::Int, Unit::None, "Rank" }, plainText("Process Group Name", "Group"),
        plainText("Process Group Ranks", "Its ranks"), plainText("Collective name", "Name"), groupSizeColumn(),
        elementTypeColumn(), number("In msg nelems", "Elements in", "That a rank passes"),
        number("Out msg nelems", "Elements out", "That a rank gets; derived where it is not recorded"),
        number("operation_count", "Calls", "Operations of this kind, size and type"),
        mainFigure(exactTime("dur_sum", "Time", "Sum over the operations, waiting included")),
        meanTime("dur_mean", "Mean time", "Of one operation, waiting included"),
        exactTime("dur_min", "Shortest", "Of one operation"), exactTime("dur_max", "Longest", "Of one operation"),
        plainText(column::kCollective, "Kind"), messageColumn(),
        number("instances", "Matched", "Operations of which another rank was recorded too"),
        number("ranks", "Ranks", "That at most have a run of one of them"),
        word("matched_by", "Matched by", "How the runs of the ranks were found to be one collective"),
        meanTime("latency_mean", "Mean latency", "The shortest run of the ranks; of one rank alone its own"),
        algorithmBandwidthColumn(), busBandwidthColumn(),
        meanTime("skew_mean", "Mean skew", "From the shortest to the longest run of the ranks"),
        exactTime("skew_max", "Largest skew", "From the shortest to the longest run of the ranks"),
        meanTime("start_skew_mean", "Skew of starts", "From the first start to the last, clocks aligned; mean"),
        meanTime("end_skew_mean", "Skew of ends", "From the first end to the last, clocks aligned; mean"),
        waitsColumn(), lastCountColumn(), firstCountColumn(),
        word("size_source", "Size from", "Where the size of the message was found"),
        word("group_size_source", "Group size from", "Where the number of ranks was found"),
        word("transport", "Transport", "In the switch: fewer bytes cross the link than the bus bandwidth assumes"),
        word("reason", "Why no bandwidth", "What was not recorded") };
}

std::vector<ColumnDescriptor> collectiveGroupColumns()
{
    return { plainText(column::kGroup, "Group"), plainText("group_ranks", "Its ranks"), groupSizeColumn(),
        plainText(column::kCollective, "Kind"), elementTypeColumn(), messageColumn(),
        number("instances", "Collectives", "That two ranks or more ran"),
        number("complete", "Complete", "Collectives that all ranks of the group are in"), unmatchedColumn(),
        mainFigure(
            exactTime(column::kLatencySum, "Latency", "Sum of the shortest runs; of what is unmatched, of its own")),
        meanTime("latency_mean", "Mean latency", "Of one operation"),
        exactTime("latency_min", "Least latency", "Of one operation"),
        exactTime("latency_max", "Largest latency", "Of one operation"), algorithmBandwidthColumn(),
        busBandwidthColumn(),
        defined({ "link_pctg", ColumnType::Float, Unit::Percent, "Link share", "% of one direction" },
            "Where all ranks share a host and their devices are known"),
        waitsColumn(),
        defined({ "worst_rank", ColumnType::Int, Unit::None, "Worst rank" }, "Others wait for it most") };
}

std::vector<ColumnDescriptor> collectiveInstanceColumns()
{
    return { { "instance", ColumnType::Int, Unit::None, "Collective" }, plainText("Process Group Name", "Group"),
        plainText(column::kCollective, "Kind"), plainText("Collective name", "Name"), elementTypeColumn(),
        groupSizeColumn(), messageColumn(), { "seq", ColumnType::Int, Unit::None, "Number" },
        { column::kStep, ColumnType::Int, Unit::None, "Step" },
        word("matched_by", "Matched by", "How the runs of the ranks were found to be one collective"),
        number("ranks", "Ranks", "That have a run of it in this scope"),
        number("ranks_expected", "Ranks expected", "Ranks of the group; none where nothing tells"),
        { column::kTs, ColumnType::Time, Unit::Microseconds, "Start" },
        mainFigure(exactTime("comm_latency", "Latency", "The shortest run: that of who came last")),
        exactTime("skew", "Skew", "From the shortest to the longest run"),
        exactTime("start_skew", "Skew of starts", "From the first start to the last, clocks aligned"),
        exactTime("end_skew", "Skew of ends", "From the first end to the last, clocks aligned"),
        defined({ "last_rank", ColumnType::Int, Unit::None, "Came last" }, "The lowest of those with the shortest run"),
        defined(
            { "first_rank", ColumnType::Int, Unit::None, "Came first" }, "The lowest of those with the longest run"),
        algorithmBandwidthColumn(), busBandwidthColumn(),
        exactTime("exposed", "Exposed", "The part of its shortest run in which that rank computes nothing") };
}

std::vector<ColumnDescriptor> collectiveRankColumns()
{
    return { { column::kRank, ColumnType::Int, Unit::None, "Rank" },
        number("instances", "Collectives", "That it ran with another rank of the scope"),
        mainFigure(exactTime(column::kCommTime, "Time", "Sum over its operations, waiting included")),
        exactTime(column::kLatencySum, "Latency", "Sum of the shortest runs; of what is unmatched, of its own"),
        waitsColumn(), { "waits_pctg", ColumnType::Float, Unit::Percent, "Share of waits", "% of time" },
        lastCountColumn(), firstCountColumn(),
        { "last_pctg", ColumnType::Float, Unit::Percent, "Came last", "% of collectives" },
        defined({ "message_bytes_sum", ColumnType::Int, Unit::Bytes, "Messages" }, "Of the operations with a size"),
        algorithmBandwidthColumn(), unmatchedColumn() };
}

} // namespace kinetoscope
