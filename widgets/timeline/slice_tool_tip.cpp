// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/slice_tool_tip.h"

#include "core/analysis/gpu/breakdown/part_columns.h"
#include "core/analysis/ranks/group_words.h"
#include "core/analysis/words/clock_message.h"
#include "core/model/event_kind.h"
#include "widgets/support/cause_text.h"
#include "widgets/support/message_text.h"
#include "widgets/support/number_text.h"
#include "widgets/support/registry_text.h"
#include "widgets/support/view_state.h"
#include "widgets/timeline/painters/counter_painter.h"
#include "widgets/timeline/timeline_projection.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace kinetoscope {

namespace {

// A tool tip as tall as the screen helps nobody; the details panel has the whole name.
constexpr qsizetype kLongestName = 1200;

/// For the translations.
class SliceToolTipText {
    Q_DECLARE_TR_FUNCTIONS(Timeline)
};

/// Zero-width spaces after the places where a C++ name may break.
QString breakable(QString name)
{
    if (name.size() > kLongestName)
        name = name.left(kLongestName - 200) + QStringLiteral(" \u2026 ") + name.right(200);
    const QChar zeroWidth(u'\u200b');
    return name.replace(QStringLiteral("::"), QStringLiteral("::") + zeroWidth)
        .replace(u'<', QStringLiteral("<") + zeroWidth)
        .replace(u',', QStringLiteral(",") + zeroWidth);
}

bool isWorkLink(Cause cause)
{
    return cause >= Cause::Compute;
}

/// Waits whose end the recording explains.
bool isKnownWait(Cause cause)
{
    return cause == Cause::LaunchLatency || cause == Cause::KernelGap || cause == Cause::EventWait;
}

/// What a link of a path followed.
struct FollowedLink {
    const OverlayLink* link = nullptr; ///< nullptr: it is the first
    bool isWaitedFor = false;          ///< the recording says so, not only that it came before
};

/// Between work and what it waited for there may be a link of its own, which is passed over.
FollowedLink followedBy(const TimelineScene& scene, std::uint32_t rank, const OverlayLink& link)
{
    if (!scene.path(rank) || !link.isFollowing)
        return {};
    const OverlayLink* before = &link - 1; // of path->links, as linkAt gives it
    if (isHostCause(link.cause))
        return { before, isWorkLink(before->cause) }; // a call that blocked until then
    if (!isWorkLink(link.cause))
        return { before, isKnownWait(link.cause) };
    const bool isOwnWait = isKnownWait(before->cause) && before->owner == link.owner && before->isFollowing;
    return isOwnWait ? FollowedLink { before - 1, true } : FollowedLink { before, isWorkLink(before->cause) };
}

bool isOneOfSeveralStreams(const TimelineScene& scene, const TimelineRow& row)
{
    if (row.key.kind != RowKind::Track)
        return false;
    const Trace& trace = *scene.traces()->ranks()[row.key.rank].trace;
    const Track& track = trace.track(row.track());
    return std::ranges::count_if(trace.tracks(), [&track](const Track& each) {
        return each.kind == TrackKind::Stream && each.device == track.device;
    }) > 1;
}

/// How busy a row is, where that was drawn.
QStringList busyLines(const std::vector<RowSummary>& drawn, std::ptrdiff_t row)
{
    const auto summary = std::ranges::find(drawn, row, &RowSummary::row);
    if (summary == drawn.end() || summary->isCounter || summary->slices == 0)
        return {};
    return { SliceToolTipText::tr("%1 busy in view, %2 events")
                 .arg(percentText(summary->busyShare * 100), countText(static_cast<std::int64_t>(summary->slices))) };
}

} // namespace

QString toolTipAt(
    const ViewState& state, const TimelineProjection& shown, QPointF point, const std::vector<RowSummary>& drawn)
{
    const TimelineRow* row = shown.rowAt(point);
    // What a folded row stands for is told of all of it, too.
    const auto ofRow = [&] {
        QStringList lines = row && !row->expanded ? busyLines(drawn, shown.hitAt(point).row) : QStringList();
        if (!lines.isEmpty())
            lines.front() = QStringLiteral("%1: %2").arg(shown.scene().title(*row), lines.front());
        return lines;
    };
    const OverlayLink* link =
        row && shown.isOnLanes(point) ? shown.scene().linkAt(*row, shown.timeAt(point.x())) : nullptr;
    const QStringList ofPath = link ? linkLines(state, shown.scene(), row->key.rank, *link) : QStringList();
    if (const auto slice = shown.hitAt(point).slice) {
        const RunWait* wait = shown.scene().waitOf(*slice);
        return asToolTip(sliceLines(state, *slice) + (wait ? waitLines(*wait) : QStringList()) + ofPath + ofRow());
    }
    if (const auto gap = shown.gapAt(point)) {
        const bool isOneOfSeveral = row && isOneOfSeveralStreams(shown.scene(), *row);
        return asToolTip(gapLines(gap->gap, isOneOfSeveral) + ofPath + ofRow());
    }
    if (!ofPath.isEmpty())
        return asToolTip(ofPath);
    if (row && row->key.kind == RowKind::Rank && shown.isOnLanes(point)) {
        const QStringList ofStrip = stripLines(shown.scene(), row->key.rank, shown.timeAt(point.x()));
        if (!ofStrip.isEmpty())
            return asToolTip(ofStrip);
    }
    if (row && shown.isOnHeaders(point))
        return rowToolTip(shown.scene(), *row, busyLines(drawn, shown.hitAt(point).row));
    if (row && (row->key.kind == RowKind::Track || row->key.kind == RowKind::Series))
        return counterToolTip(shown.scene(), *row, shown.timeAt(point.x()));
    return {};
}

QString asToolTip(const QStringList& lines)
{
    QString html = QStringLiteral("<qt>");
    for (const QString& line : lines)
        html += QStringLiteral("<div>") + line.toHtmlEscaped() + QStringLiteral("</div>");
    return html + QStringLiteral("</qt>");
}

QStringList sliceLines(const ViewState& state, SliceRef slice)
{
    if (!state.isValid(slice))
        return {};
    const RankTrace& rank = *state.rankOf(slice.rank);
    const Trace& trace = *rank.trace;
    const TimeRange range = state.jobRange(slice);
    const Nanoseconds duration = trace.slices().duration(slice.slice);
    const QString full = state.names().fullName(slice);
    const QString shown = state.names().displayName(slice);
    QStringList lines { breakable(shown) };
    if (full != shown)
        lines << breakable(full);
    lines << SliceToolTipText::tr("%1 (%2)").arg(durationText(duration), exactDurationText(duration));
    lines << SliceToolTipText::tr("starts at %1").arg(momentText(range.begin));
    const Track& track = trace.track(trace.trackOf(slice.slice));
    lines << SliceToolTipText::tr("%1 \u00b7 rank %2 \u00b7 %3")
                 .arg(plainLine(track.name), QString::number(rank.rank), wordText(toString(trace.kind(slice.slice))));
    if (trace.slices().has(slice.slice, kSliceUnfinished))
        lines << SliceToolTipText::tr("has no end in the file");
    return lines;
}

QStringList waitLines(const RunWait& wait)
{
    const Message message = runWaitMessage(wait);
    return message.isEmpty() ? QStringList() : QStringList { messageText(message) };
}

QStringList stripLines(const TimelineScene& scene, std::uint32_t rank, Timestamp time)
{
    const RankStrip* strip = scene.stripOf(rank);
    if (!strip)
        return {};
    const RankTrace& from = scene.traces()->ranks()[rank];
    const RankSummary& summary = *from.readsFrom();
    const Timestamp own = from.toTraceTime(time);
    QStringList lines;
    const auto addTimes = [&](TimeRange range) {
        lines << SliceToolTipText::tr("%1 (%2)").arg(durationText(range.length()), exactDurationText(range.length()));
        lines << SliceToolTipText::tr("from %1 to %2")
                     .arg(momentText(from.toJobTime(range.begin)), momentText(from.toJobTime(range.end)));
    };
    const QString title = plainLine(scene.tree().ranks[rank].title);
    if (const std::optional<std::size_t> at = runAt(summary, own)) {
        const SummaryRun& run = summary.runs[*at];
        const SummaryRunShape& shape = summary.shapeOf(run);
        const SummaryGroup& group = summary.groups[shape.group];
        lines << breakable(plainLine(summary.names.view(shape.name)));
        addTimes(summary.rangeOf(run));
        lines << QStringLiteral("%1 \u00b7 %2")
                     .arg(title, plainLine(groupText({ group.name, group.description, {}, group.size })));
        if (const RunWait* wait = scene.waitOf(rank, *at))
            lines << waitLines(*wait);
        return lines;
    }
    const RankStrip::Stretch* stretch = strip->stretchAt(own);
    if (!stretch)
        return {};
    double idle = 1;
    for (std::size_t kind = 0; kind < RankStrip::kKinds; ++kind) {
        const double share = stretch->shares[kind];
        idle -= share;
        if (share > 0)
            lines << QStringLiteral("%1: %2").arg(registryText(kBusyColumns[kind].title), percentText(share * 100));
    }
    constexpr double kSmallestIdle = 0.0005; // shares are floats, and rounded where they are shown
    if (idle >= kSmallestIdle)
        lines << SliceToolTipText::tr("Idle: %1").arg(percentText(idle * 100));
    addTimes(stretch->range);
    lines << title;
    lines << SliceToolTipText::tr("These are sums of its summary: what ran when is in the trace.");
    return lines;
}

QString rowToolTip(const TimelineScene& scene, const TimelineRow& row, const QStringList& busy)
{
    QStringList lines { breakable(scene.title(row)) };
    const RankTrace& rank = scene.traces()->ranks()[row.key.rank];
    if (row.key.kind == RowKind::Rank) {
        lines << plainLine(rank.trace->path());
        if (const Message clock = clockMessage(rank); !clock.isEmpty())
            lines << messageText(clock);
    }
    if (row.key.kind == RowKind::Track) {
        const Track& track = rank.trace->track(row.track());
        if (!track.processName.empty())
            lines << plainLine(track.processName);
        const QString process = plainLine(rank.trace->text(track.pid));
        const QString thread = plainLine(rank.trace->text(track.tid));
        if (!thread.isEmpty())
            lines << SliceToolTipText::tr("process %1, thread %2").arg(process, thread);
        else if (!process.isEmpty()) // counters are of no thread
            lines << SliceToolTipText::tr("process %1").arg(process);
        if (track.kind == TrackKind::Counter)
            lines << SliceToolTipText::tr("%1 samples").arg(countText(track.sampleCount));
        else if (track.laneCount == 1)
            lines << SliceToolTipText::tr("%1 slices on one lane").arg(countText(track.sliceCount));
        else
            lines << SliceToolTipText::tr("%1 slices on %2 lanes")
                         .arg(countText(track.sliceCount), countText(track.laneCount));
    }
    lines << busy;
    // Who has folded a row themselves knows why.
    const TreeTrack* tree = row.expanded ? nullptr : scene.treeTrack(row);
    if (tree && tree->foldedForStreams && !scene.choices().expanded.contains(row.key))
        lines << SliceToolTipText::tr(
            "folded at first so that streams are in view; a click on the triangle unfolds it");
    if (row.isPinned && row.key.kind == RowKind::Track)
        lines << SliceToolTipText::tr("pinned");
    return asToolTip(lines);
}

QStringList gapLines(const TimelineScene::Gap& gap, bool isOneOfSeveral)
{
    QStringList lines;
    if (const auto* cause = std::get_if<IdleCause>(&gap.cause))
        lines << registryText(kIdleColumns[static_cast<std::size_t>(*cause)].title);
    else
        lines << SliceToolTipText::tr("Idle: %1").arg(causeText(std::get<Cause>(gap.cause)));
    if (isOneOfSeveral && std::holds_alternative<IdleCause>(gap.cause))
        lines << SliceToolTipText::tr(
            "of this stream alone: the GPU as a whole may be busy, or wait for something else");
    if (gap.part == gap.range)
        lines << durationText(gap.part.length());
    else
        lines << SliceToolTipText::tr("%1 of a gap of %2")
                     .arg(durationText(gap.part.length()), durationText(gap.range.length()));
    lines << SliceToolTipText::tr("Click: what the GPU did before and after it, and whose each part of it is");
    return lines;
}

QStringList linkLines(const ViewState& state, const TimelineScene& scene, std::uint32_t rank, const OverlayLink& link)
{
    const auto nameOf = [&](const OverlayLink& each) {
        return each.owner.isValid() ? state.names().displayName({ rank, each.owner }) : causeText(each.cause);
    };
    QStringList lines;
    lines << SliceToolTipText::tr("On the critical path: %1, %2")
                 .arg(causeText(link.cause), durationText(link.range.length()));
    if (link.owner.isValid())
        lines << SliceToolTipText::tr("whose it is: %1").arg(breakable(nameOf(link)));
    const FollowedLink before = followedBy(scene, rank, link);
    if (!before.link)
        return lines;
    const QString text = before.isWaitedFor ? SliceToolTipText::tr("waited for: %1 (%2)")
                                            : SliceToolTipText::tr("before it on the path: %1 (%2)");
    lines << (before.link->owner.isValid()
            ? text.arg(breakable(nameOf(*before.link)), causeText(before.link->cause))
            : SliceToolTipText::tr("before it on the path: %1").arg(causeText(before.link->cause)));
    return lines;
}

QString counterToolTip(const TimelineScene& scene, const TimelineRow& row, Timestamp time)
{
    double value = 0;
    Unit unit = Unit::None;
    if (const OverlaySeries* series = scene.series(row)) {
        value = counterValueAt({ series->time, series->value }, time);
        unit = series->unit;
    } else {
        const RankTrace& rank = scene.traces()->ranks()[row.key.rank];
        const Track& track = rank.trace->track(row.track());
        if (track.kind != TrackKind::Counter)
            return {};
        if (rank.trace->isMemoryTimeline())
            unit = Unit::Bytes;
        value = counterValueAt(samplesOf(*rank.trace, track), rank.toTraceTime(time));
    }
    if (!std::isfinite(value))
        return {};
    return asToolTip({ scene.title(row), quantityText(value, unit), momentText(time) });
}

} // namespace kinetoscope
