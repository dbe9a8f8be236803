// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/ranks/wait_tables.h"

#include "core/analysis/types/column_names.h"
#include "core/analysis/types/columns.h"

namespace kinetoscope {

namespace {

ColumnDescriptor latePart(const char* name, const char* title, const char* definition)
{
    return difference(durationColumn(name, title, definition));
}

ColumnDescriptor lastColumn()
{
    return countColumn("last_count", "Came last", "Collectives in which it came last, maybe with others");
}
ColumnDescriptor causedColumn()
{
    return durationColumn("waits_caused", "Waits caused",
        "Time that all others waited for it, summed over collectives, also over those in which one waits at once; of "
        "several that came last, its part");
}
ColumnDescriptor heldUpOfRankColumn()
{
    return durationColumn("held_up", "Held up", "What its collectives would gain had it alone come in time");
}
ColumnDescriptor sufferedColumn()
{
    return durationColumn("waits_suffered", "Waits",
        "Time that it waited for others in its collectives; in several at once it counts once");
}
ColumnDescriptor exposedWaitColumn()
{
    return durationColumn("waits_exposed", "Exposed waits", "The part of it in which the rank computes nothing");
}

} // namespace

std::vector<ColumnDescriptor> waitRankColumns()
{
    return { numberColumn(column::kRank, "Rank"),
        countColumn("instances", "Collectives", "That it ran with another rank of the scope"), lastColumn(),
        mainFigure(causedColumn()), percentColumn("caused_share_pctg", "Caused share", "% of all waits"),
        heldUpOfRankColumn(),
        durationColumn("waits_rooted", "Waits rooted",
            "Waits that it caused in the end: those charged to ranks that only waited for it in another group count "
            "here, not there"),
        sufferedColumn(), exposedWaitColumn(),
        durationColumn(column::kTime, "Time", "Its steps, or from its first to its last GPU work"),
        percentColumn("exposed_share_pctg", "Exposed share", "% of time"),
        textColumn("main_reason", "Main reason", TextKind::Category,
            "Why it was late, where that caused most waits; none where nothing tells"),
        durationColumn("main_reason_waits", "Waits for that", "That it caused for this reason") };
}

std::vector<ColumnDescriptor> waitInstanceColumns()
{
    return { numberColumn("instance", "Collective"), textColumn("group", "Group"), textColumn(column::kKind, "Kind"),
        numberColumn("seq", "Number"), numberColumn(column::kStep, "Step"),
        textColumn(
            "matched_by", "Matched by", TextKind::Word, "How the runs of the ranks were found to be one collective"),
        countColumn("ranks", "Ranks", "That have a run of it in this scope"),
        countColumn("ranks_expected", "Ranks expected", "Ranks of the group; none where the file does not say"),
        { column::kTs, ColumnType::Time, Unit::Microseconds, "Start" },
        durationColumn("transfer", "Transfer", "The shortest run: that of who came last"),
        numberColumn("last_rank", "Came last", "The lowest of those with the shortest run"),
        countColumn("tied", "Tied", "Ranks with the shortest run"),
        mainFigure(durationColumn("waits", "Waits", "Sum over the ranks")),
        durationColumn("longest_wait", "Longest wait", "Of one rank"),
        durationColumn("held_up", "Held up", "What it would gain if only the last rank had come in time"),
        numberColumn("next_rank", "Next late", "Who would then have been last; the lowest of several"),
        durationColumn("end_spread", "End spread", "From the first end to the last, clocks aligned"),
        numberColumn("root_rank", "Root rank",
            "Whom the last rank had itself waited for in another group, and so on to the end; else the last rank"),
        numberColumn("median_rank", "Compared with",
            "The middle one of the other ranks by the time since the group's collective before"),
        difference(durationColumn("late_by", "Late by",
            "What the last rank took longer than that one since the group's collective before; the columns that follow "
            "add up to it")),
        textColumn("reason", "Reason", TextKind::Category, "What it took longer for most; none where nothing tells"),
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
    return { numberColumn(column::kRank, "Rank"), numberColumn(column::kStep, "Step"), stepWallColumn(),
        countColumn("instances", "Collectives", "That it ran with another rank of the scope"), sufferedColumn(),
        exposedWaitColumn(), percentColumn("exposed_share_pctg", "Exposed share", "% of wall"), lastColumn(),
        causedColumn(), heldUpOfRankColumn() };
}

std::vector<ColumnDescriptor> waitGroupColumns()
{
    return { textColumn("group", "Group"), textColumn("group_ranks", "Its ranks"),
        countColumn("size", "Size", "Ranks of the group; none where the file does not say"),
        countColumn("ranks", "Ranks", "That have runs in this scope"),
        countColumn("instances", "Collectives", "That two ranks or more ran"),
        countColumn("complete", "Complete", "Collectives that all ranks of the group are in"),
        countColumn("unmatched", "Unmatched", "Runs that belong to no collective of another rank"),
        textColumn("kinds", "Kinds"), durationColumn("waits", "Waits", "Sum over collectives and ranks"),
        durationColumn("transfer", "Transfer", "Sum over collectives and ranks"),
        numberColumn("worst_rank", "Worst rank", "The one that others wait for most"),
        percentColumn("worst_share_pctg", "Worst rank's share", "% of waits"),
        percentColumn("top_3pct_share_pctg", "Worst 3 %", "% of waits",
            "What the worst 3 % of the ranks cause, at least one: near 100 a few bad ranks, near 3 none") };
}

std::vector<ColumnDescriptor> waitRankGroupColumns()
{
    return { numberColumn(column::kRank, "Rank"), textColumn("group", "Group"),
        countColumn("instances", "Collectives", "That it ran with another rank of the scope"), lastColumn(),
        mainFigure(causedColumn()), heldUpOfRankColumn(), sufferedColumn(), exposedWaitColumn() };
}

std::vector<ColumnDescriptor> waitRunColumns()
{
    return { numberColumn("instance", "Collective"), numberColumn(column::kRank, "Rank"),
        durationColumn("arrival", "Arrival", "After the first rank, clocks aligned"),
        durationColumn("duration", "Duration", "Of its run"),
        mainFigure(durationColumn("wait", "Wait", "At the beginning of its run")),
        durationColumn("wait_exposed", "Exposed wait", "The part of it in which the rank computes nothing") };
}

std::vector<ColumnDescriptor> waitLeadColumns()
{
    return { numberColumn("instance", "Collective"), numberColumn(column::kRank, "Rank"),
        textColumn("role", "Role", TextKind::Word),
        // No main figure: the two ranks of a collective stay together.
        durationColumn(
            "lead", "Lead", "Its time since the group's collective before; the columns that follow add up to it"),
        durationColumn("compute", "Computation", "Its computation"),
        durationColumn("comm_same", "Same group", "Other collectives of this group"),
        durationColumn("comm_other_wait", "Waits elsewhere", "Waiting in collectives of other groups"),
        durationColumn("comm_other", "Other groups", "Collectives of other groups beside their waits"),
        durationColumn("mem", "Copies", "Copies beside which nothing else ran"),
        durationColumn("other", "Other work", "Other work beside which nothing else ran"),
        durationColumn("idle_host_wait", "Idle: host", "Waiting for the host"),
        durationColumn("idle_kernel_wait", "Idle: between kernels", "Idle time between kernels"),
        durationColumn("idle_other", "Idle: other", "Idle time that nothing recorded explains"),
        durationColumn("idle_unknown_launch", "Idle: launch unknown", "Idle time before work of unknown launch"),
        durationColumn("before_recording", "Before recording",
            "From the first event of all ranks to its own; of a group's first collective only"),
        durationColumn("overlap", "Overlap", "Its collectives of this group overlap; less than nothing") };
}

} // namespace kinetoscope
