// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/events/selection_facts.h"

#include "core/model/trace_set.h"
#include "widgets/support/cause_text.h"
#include "widgets/support/number_text.h"
#include "widgets/support/plain_text.h"
#include "widgets/support/slice_names.h"

#include <QCoreApplication>

#include <algorithm>

namespace kinetoscope {
namespace {

constexpr std::size_t kMostActivities = 12;

/// Whose translations these are.
class SelectionText {
    Q_DECLARE_TR_FUNCTIONS(SelectionFacts)
};

/// Every nanosecond; as whole nanoseconds in the tool tip.
void addTime(TextTree& facts, int section, const QString& field, Nanoseconds ns)
{
    facts.node(facts.add(section, { field, momentText(ns) })).toolTip = exactDurationText(ns);
}

void addPlace(TextTree& facts, int section, const SliceNames& names, const SelectionPlace& place)
{
    const bool isSlice = !place.part.slices.empty();
    const int entry = facts.add(section,
        { isSlice ? names.displayName(place.part.slices.front())
                  : SelectionText::tr("At %1").arg(shortMomentText(place.range.begin)),
            durationText(place.range.length()) });
    facts.node(entry).link = place.part;
    facts.node(entry).toolTip = isSlice ? names.fullName(place.part.slices.front())
                                        : SelectionText::tr("At %1").arg(momentText(place.range.begin));
}

/// One row for what has a share of a gap, and below it what the row has no room for.
void addShare(TextTree& facts, int section, const SliceNames& names, std::uint32_t rank, const GapShare& share)
{
    const QString cause = causeText(share.cause);
    // Kernels have long names.
    const QString owner = share.owner.isValid() && !isHostCause(share.cause) ? names.displayName({ rank, share.owner })
                                                                             : plainLine(share.labels.name);
    const int row = facts.add(
        section, { owner.isEmpty() ? cause : SelectionText::tr("%1: %2").arg(cause, owner), durationText(share.time) });
    TextTree::Node& node = facts.node(row);
    if (share.owner.isValid()) {
        node.link.slices = { { rank, share.owner } };
        node.toolTip = names.fullName(node.link.slices.front());
    } else {
        node.link.intervals = { { rank, TrackId {}, share.longest } };
    }
    // In the first column, which has more room.
    const auto add = [&](const QString& text, const std::string& value) {
        if (!value.empty())
            facts.node(facts.add(row, { text.arg(plainLine(value)) })).toolTip = plainLine(value);
    };
    add(SelectionText::tr("Op path: %1"), share.labels.opPath);
    add(SelectionText::tr("Python line: %1"), share.labels.pythonLine);
    if (share.afterSync > 0)
        facts.add(row, { SelectionText::tr("After a sync"), durationText(share.afterSync) });
}

/// How many a list is too long for.
int addMore(TextTree& facts, int section, std::size_t count)
{
    constexpr std::size_t kMostCounted = 1'000'000'000; // what fits a plural form
    return facts.add(section,
        { SelectionText::tr("and %1 more", nullptr, static_cast<int>(std::min(count, kMostCounted)))
                .arg(countText(static_cast<std::int64_t>(count))) });
}

/// What takes those for which a list is too long.
int addFolded(TextTree& facts, int section, std::size_t count)
{
    const int more = addMore(facts, section, count);
    facts.node(more).isFolded = true;
    return more;
}

/// The heading of an entry, which says what it is about: of a gap of a stream the device may be idle for a part.
int addLedgerHeading(TextTree& facts, const Trace& trace, const GapEntry& entry, std::span<const GapEntry> all)
{
    const QString whose = SelectionText::tr("Whose each part of the gap is, as Idle causes has it");
    if (!entry.stream.isValid()) {
        const bool isPart = all.size() > 1;
        const int section =
            facts.addHeading(isPart ? SelectionText::tr("Device idle for %1").arg(durationText(entry.time))
                                    : SelectionText::tr("Why the device is idle"));
        facts.node(section).toolTip =
            isPart ? SelectionText::tr("In these parts of the gap nothing runs on any stream. %1").arg(whose) : whose;
        return section;
    }
    const int section =
        facts.addHeading(SelectionText::tr("Why %1 has no work").arg(displayText(trace.track(entry.stream).name)));
    const Nanoseconds others = saturatingSubtract(entry.time, all.size() > 1 ? all.front().time : 0);
    facts.node(section).toolTip =
        SelectionText::tr("What the next work of this stream waited for. Other streams of the device work for %1 of it")
            .arg(durationText(others));
    return section;
}

/// Whose each part of an idle stretch is.
void addLedger(TextTree& facts, const SliceNames& names, std::uint32_t rank, int section, const GapEntry& entry)
{
    const std::size_t shown = std::min(entry.shares.size(), kMostActivities);
    for (std::size_t i = 0; i < shown; ++i)
        addShare(facts, section, names, rank, entry.shares[i]);
    if (entry.shares.size() > shown) {
        const int more = addFolded(facts, section, entry.shares.size() - shown);
        for (std::size_t i = shown; i < entry.shares.size(); ++i)
            addShare(facts, more, names, rank, entry.shares[i]);
    }
    if (!entry.afterCall.isValid())
        return;
    const SliceRef call { rank, entry.afterCall };
    const int after = facts.add(
        section, { SelectionText::tr("After a sync: %1").arg(names.displayName(call)), durationText(entry.afterSync) });
    facts.node(after).link.slices = { call };
    facts.node(after).toolTip = SelectionText::tr(
        "The host had waited for the GPU in this call, so the queue was empty: what it did next was not hidden");
}

} // namespace

TextTree selectionFacts(const SliceNames& names, const SelectionTotals& totals)
{
    TextTree facts;
    const int section = facts.addHeading(SelectionText::tr("Selection"));
    if (totals.slices > 0)
        facts.add(section, { SelectionText::tr("Slices"), countText(static_cast<std::int64_t>(totals.slices)) });
    if (totals.intervals > 0)
        facts.add(section, { SelectionText::tr("Intervals"), countText(static_cast<std::int64_t>(totals.intervals)) });
    addTime(facts, section, SelectionText::tr("Sum of durations"), totals.sum);
    addTime(facts, section, SelectionText::tr("Time covered"), totals.covered);
    facts.node(facts.children(section).back()).toolTip += QLatin1Char('\n') + SelectionText::tr("Overlaps count once");
    if (totals.longest.empty())
        return facts;
    const int list = facts.addHeading(SelectionText::tr("Longest first"));
    for (const SelectionPlace& place : totals.longest)
        addPlace(facts, list, names, place);
    const std::size_t parts = totals.slices + totals.intervals;
    if (parts > totals.longest.size())
        facts.node(addMore(facts, list, parts - totals.longest.size())).opensList = true;
    return facts;
}

TextTree intervalFacts(const TraceSet& traces, const IntervalRef& interval)
{
    TextTree facts;
    const int times = facts.addHeading(SelectionText::tr("Times"));
    addTime(facts, times, SelectionText::tr("Start"), interval.range.begin);
    addTime(facts, times, SelectionText::tr("Duration"), interval.range.length());
    addTime(facts, times, SelectionText::tr("End"), interval.range.end);
    const RankTrace& rank = traces.ranks()[interval.rank];
    const int place = facts.addHeading(SelectionText::tr("Place"));
    facts.add(place, { SelectionText::tr("Rank"), QString::number(rank.rank) });
    if (interval.track.isValid())
        facts.add(place, { SelectionText::tr("Track"), displayText(rank.trace->track(interval.track).name) });
    return facts;
}

void addSurroundings(TextTree& facts, const TraceSet& traces, const SliceNames& names, const IntervalRef& interval,
    const IntervalSurroundings& around, std::span<const GapEntry> idle)
{
    const RankTrace& rank = traces.ranks()[interval.rank];
    const Trace& trace = *rank.trace;
    const auto link = [&](int section, SliceId slice, const QString& name, const QString& value) {
        const SliceRef reference { interval.rank, slice };
        const int entry = facts.add(section, { name.arg(names.displayName(reference)), value });
        facts.node(entry).link.slices = { reference };
        facts.node(entry).toolTip = names.fullName(reference);
    };
    if (around.before.isValid() || around.after.isValid()) {
        const int section = facts.addHeading(SelectionText::tr("Work of the GPU around it"));
        if (around.before.isValid())
            link(section, around.before, SelectionText::tr("Before: %1"),
                durationText(trace.slices().duration(around.before)));
        if (around.after.isValid())
            link(section, around.after, SelectionText::tr("After: %1"),
                durationText(trace.slices().duration(around.after)));
        const SliceId launch = around.after.isValid() ? trace.launchOf(around.after) : SliceId {};
        if (launch.isValid()) {
            const Nanoseconds later =
                saturatingSubtract(rank.toJobTime(trace.slices().start[launch.index()]), interval.range.begin);
            link(section, launch, SelectionText::tr("Launched by: %1"),
                later < 0 ? SelectionText::tr("%1 before its start").arg(durationText(saturatingSubtract(0, later)))
                          : SelectionText::tr("%1 after its start").arg(durationText(later)));
            facts.node(facts.children(section).back()).toolTip +=
                QLatin1Char('\n') + SelectionText::tr("Counted from the start of the interval");
        }
    }
    for (const GapEntry& entry : idle)
        addLedger(facts, names, interval.rank, addLedgerHeading(facts, trace, entry, idle), entry);
    if (!idle.empty())
        return;
    if (!around.thread.isValid() || around.activities.empty())
        return;
    const int section =
        facts.addHeading(SelectionText::tr("Meanwhile on %1").arg(displayText(trace.track(around.thread).name)));
    facts.node(section).toolTip =
        SelectionText::tr("Time in which each is the innermost call of the thread that launches what comes after");
    int list = section;
    for (std::size_t i = 0; i < around.activities.size(); ++i) {
        if (i == kMostActivities)
            list = addFolded(facts, section, around.activities.size() - i);
        link(list, around.activities[i].longest, QStringLiteral("%1"), durationText(around.activities[i].self));
    }
    if (around.outside > 0)
        facts.node(facts.add(section, { SelectionText::tr("In no recorded call"), durationText(around.outside) }))
            .toolTip = SelectionText::tr("Python that was not recorded, waiting, or nothing at all");
}

} // namespace kinetoscope
