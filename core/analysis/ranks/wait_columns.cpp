// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/ranks/wait_columns.h"

#include "core/analysis/types/column_names.h"

namespace kinetoscope {

namespace {

ColumnDescriptor timeColumn(const char* name, const char* title, const char* definition)
{
    return defined({ name, ColumnType::Duration, Unit::Microseconds, title }, definition);
}
ColumnDescriptor countColumn(const char* name, const char* title, const char* definition)
{
    return defined({ name, ColumnType::Int, Unit::Count, title }, definition);
}
ColumnDescriptor percentColumn(const char* name, const char* title, const char* denominator)
{
    return { name, ColumnType::Float, Unit::Percent, title, denominator };
}

ColumnDescriptor latePart(const char* name, const char* title, const char* definition)
{
    return difference(timeColumn(name, title, definition));
}

ColumnDescriptor lastColumn()
{
    return countColumn("last_count", "Came last", "Collectives in which it came last, maybe with others");
}
ColumnDescriptor causedColumn()
{
    return timeColumn(
        "waits_caused", "Waits caused", "Time that all others waited for it; of several that came last, its part");
}
ColumnDescriptor heldUpOfRankColumn()
{
    return timeColumn("held_up", "Held up", "What its collectives would gain had it alone come in time");
}
ColumnDescriptor sufferedColumn()
{
    return timeColumn("waits_suffered", "Waits", "Time that it waited for others in its collectives");
}
ColumnDescriptor exposedWaitColumn()
{
    return timeColumn("waits_exposed", "Exposed waits", "The part of it in which the rank computes nothing");
}

} // namespace

std::vector<ColumnDescriptor> waitRankColumns()
{
    return { { column::kRank, ColumnType::Int, Unit::None, "Rank" },
        countColumn("instances", "Collectives", "That it ran with another rank of the scope"), lastColumn(),
        mainFigure(causedColumn()), percentColumn("caused_share_pctg", "Caused share", "% of all waits"),
        heldUpOfRankColumn(),
        timeColumn("waits_rooted", "Waits rooted",
            "Waits that it caused in the end: those charged to ranks that only waited for it in another group count "
            "here, not there"),
        sufferedColumn(), exposedWaitColumn(),
        timeColumn(column::kTime, "Time", "Its steps, or from its first to its last GPU work"),
        percentColumn("exposed_share_pctg", "Exposed share", "% of time"),
        defined(
            { .name = "main_reason", .type = ColumnType::String, .title = "Main reason", .text = TextKind::Category },
            "Why it was late, where that caused most waits; none where nothing tells"),
        timeColumn("main_reason_waits", "Waits for that", "That it caused for this reason") };
}

std::vector<ColumnDescriptor> waitInstanceColumns()
{
    return { { "instance", ColumnType::Int, Unit::None, "Collective" },
        { .name = "group", .type = ColumnType::String, .title = "Group" },
        { .name = column::kKind, .type = ColumnType::String, .title = "Kind" },
        { "seq", ColumnType::Int, Unit::None, "Number" }, { column::kStep, ColumnType::Int, Unit::None, "Step" },
        defined({ .name = "matched_by", .type = ColumnType::String, .title = "Matched by", .text = TextKind::Word },
            "How the runs of the ranks were found to be one collective"),
        countColumn("ranks", "Ranks", "That have a run of it in this scope"),
        countColumn("ranks_expected", "Ranks expected", "Ranks of the group; none where the file does not say"),
        { column::kTs, ColumnType::Time, Unit::Microseconds, "Start" },
        timeColumn("transfer", "Transfer", "The shortest run: that of who came last"),
        defined({ "last_rank", ColumnType::Int, Unit::None, "Came last" }, "The lowest of those with the shortest run"),
        countColumn("tied", "Tied", "Ranks with the shortest run"),
        mainFigure(timeColumn("waits", "Waits", "Sum over the ranks")),
        timeColumn("longest_wait", "Longest wait", "Of one rank"),
        timeColumn("held_up", "Held up", "What it would gain if only the last rank had come in time"),
        defined({ "next_rank", ColumnType::Int, Unit::None, "Next late" },
            "Who would then have been last; the lowest of several"),
        timeColumn("end_spread", "End spread", "From the first end to the last, clocks aligned"),
        defined({ "root_rank", ColumnType::Int, Unit::None, "Root rank" },
            "Whom the last rank had itself waited for in another group, and so on to the end; else the last rank"),
        defined({ "median_rank", ColumnType::Int, Unit::None, "Compared with" },
            "The middle one of the other ranks by the time since the group's collective before"),
        difference(timeColumn("late_by", "Late by",
            "What the last rank took longer than that one since the group's collective before; the columns that follow "
            "add up to it")),
        defined({ .name = "reason", .type = ColumnType::String, .title = "Reason", .text = TextKind::Category },
            "What it took longer for most; none where nothing tells"),
        latePart("late_compute", "Computation", "More computation than the other rank"),
        latePart("late_comm_same", "Same group", "More of other collectives of this group"),
        latePart("late_comm_other_wait", "Waits elsewhere", "More waiting in collectives of other groups"),
        latePart("late_comm_other", "Other groups", "More of collectives of other groups beside their waits"),
        latePart("late_mem", "Copies", "More copies beside which nothing else ran"),
        latePart("late_other", "Other work", "More of other work beside which nothing else ran"),
        latePart("late_idle_host_wait", "Idle: host", "More waiting for the host"),
        latePart("late_idle_kernel_wait", "Idle: between kernels", "More idle time between kernels"),
        latePart("late_idle_other", "Idle: other", "More idle time that nothing recorded explains"),
        latePart("late_idle_unknown_launch", "Idle: launch unknown", "More idle time before work of unknown launch"),
        latePart("late_before_recording", "Before recording",
            "How much later its recording began; of a group's first collective only"),
        latePart("late_overlap", "Overlap", "Its collectives of this group overlap; less than nothing") };
}

std::vector<ColumnDescriptor> waitStepColumns()
{
    return { { column::kRank, ColumnType::Int, Unit::None, "Rank" },
        { column::kStep, ColumnType::Int, Unit::None, "Step" },
        { column::kWall, ColumnType::Duration, Unit::Microseconds, "Wall time" },
        countColumn("instances", "Collectives", "That it ran with another rank of the scope"), sufferedColumn(),
        exposedWaitColumn(), percentColumn("exposed_share_pctg", "Exposed share", "% of wall"), lastColumn(),
        causedColumn(), heldUpOfRankColumn() };
}

std::vector<ColumnDescriptor> waitGroupColumns()
{
    return { { .name = "group", .type = ColumnType::String, .title = "Group" },
        { .name = "group_ranks", .type = ColumnType::String, .title = "Its ranks" },
        countColumn("size", "Size", "Ranks of the group; none where the file does not say"),
        countColumn("ranks", "Ranks", "That have runs in this scope"),
        countColumn("instances", "Collectives", "That two ranks or more ran"),
        countColumn("complete", "Complete", "Collectives that all ranks of the group are in"),
        countColumn("unmatched", "Unmatched", "Runs that belong to no collective of another rank"),
        { .name = "kinds", .type = ColumnType::String, .title = "Kinds" },
        timeColumn("waits", "Waits", "Sum over collectives and ranks"),
        timeColumn("transfer", "Transfer", "Sum over collectives and ranks"),
        defined({ "worst_rank", ColumnType::Int, Unit::None, "Worst rank" }, "The one that others wait for most"),
        percentColumn("worst_share_pctg", "Worst rank's share", "% of waits"),
        defined(percentColumn("top_3pct_share_pctg", "Worst 3 %", "% of waits"),
            "What the worst 3 % of the ranks cause, at least one: near 100 a few bad ranks, near 3 none") };
}

std::vector<ColumnDescriptor> waitRankGroupColumns()
{
    return { { column::kRank, ColumnType::Int, Unit::None, "Rank" },
        { .name = "group", .type = ColumnType::String, .title = "Group" },
        countColumn("instances", "Collectives", "That it ran with another rank of the scope"), lastColumn(),
        mainFigure(causedColumn()), heldUpOfRankColumn(), sufferedColumn(), exposedWaitColumn() };
}

std::vector<ColumnDescriptor> waitRunColumns()
{
    return { { "instance", ColumnType::Int, Unit::None, "Collective" },
        { column::kRank, ColumnType::Int, Unit::None, "Rank" },
        timeColumn("arrival", "Arrival", "After the first rank, clocks aligned"),
        timeColumn("duration", "Duration", "Of its run"),
        mainFigure(timeColumn("wait", "Wait", "At the beginning of its run")),
        timeColumn("wait_exposed", "Exposed wait", "The part of it in which the rank computes nothing") };
}

std::vector<ColumnDescriptor> waitLeadColumns()
{
    return { { "instance", ColumnType::Int, Unit::None, "Collective" },
        { column::kRank, ColumnType::Int, Unit::None, "Rank" },
        { .name = "role", .type = ColumnType::String, .title = "Role", .text = TextKind::Word },
        // No main figure: the two ranks of a collective stay together.
        timeColumn(
            "lead", "Lead", "Its time since the group's collective before; the columns that follow add up to it"),
        timeColumn("compute", "Computation", "Its computation"),
        timeColumn("comm_same", "Same group", "Other collectives of this group"),
        timeColumn("comm_other_wait", "Waits elsewhere", "Waiting in collectives of other groups"),
        timeColumn("comm_other", "Other groups", "Collectives of other groups beside their waits"),
        timeColumn("mem", "Copies", "Copies beside which nothing else ran"),
        timeColumn("other", "Other work", "Other work beside which nothing else ran"),
        timeColumn("idle_host_wait", "Idle: host", "Waiting for the host"),
        timeColumn("idle_kernel_wait", "Idle: between kernels", "Idle time between kernels"),
        timeColumn("idle_other", "Idle: other", "Idle time that nothing recorded explains"),
        timeColumn("idle_unknown_launch", "Idle: launch unknown", "Idle time before work of unknown launch"),
        timeColumn("before_recording", "Before recording",
            "From the first event of all ranks to its own; of a group's first collective only"),
        timeColumn("overlap", "Overlap", "Its collectives of this group overlap; less than nothing") };
}

} // namespace kinetoscope
