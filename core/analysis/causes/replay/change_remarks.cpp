// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/causes/replay/change_remarks.h"

#include "core/analysis/causes/replay/change_targets.h"
#include "core/base/sort_stably.h"
#include "core/base/vectors.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <utility>

namespace kinetoscope {

namespace {

/// @param isBeside  what it means is all on threads, or at times, that are not replayed.
Message meetsNothing(const NamedChange& change, bool isBeside)
{
    const arg::Name named { written(change) };
    if (isBeside)
        return { KT_PHRASE("what-if",
                     "All that is meant by %1 is on threads, or at times, that the replay does not look at, or takes "
                     "no time of its own, so it changes nothing."),
            named };
    const bool isName =
        change.kind != ChangeKind::Wait || (change.target != kAllTargets && change.target != kStandardWaits);
    switch (isName ? change.kind : ChangeKind::Host) { // whose targets are words of this program, too
    case ChangeKind::Kernel:
    case ChangeKind::Wait:
        return { KT_PHRASE("what-if",
                     "Nothing that was recorded is meant by %1, so it saves nothing. Names count as a whole; /part/ is "
                     "looked for anywhere in them."),
            named };
    case ChangeKind::Op:
        return { KT_PHRASE("what-if",
                     "No GPU work was launched in an op that is meant by %1, so it saves nothing: such a change is "
                     "about the GPU work of ops, %2 about what they do on the host. Names count as a whole; /part/ is "
                     "looked for anywhere in them. Annotations are no ops."),
            named, arg::Text { "host:op" } };
    case ChangeKind::Fuse:
        return { KT_PHRASE("what-if",
                     "No chain that was recorded is meant by %1, so it saves nothing. Names count as a whole."),
            named };
    case ChangeKind::Graph:
        if (change.target == kSingle)
            return { KT_PHRASE("what-if",
                         "Nothing that was recorded is meant by %1, so it saves nothing: it is for recordings in which "
                         "no sequence of launches comes again."),
                named };
        return { KT_PHRASE("what-if",
                     "Nothing that was recorded is meant by %1, so it saves nothing: no ten launches or more are "
                     "repeated in the same order without waiting for the GPU in between."),
            named };
    case ChangeKind::In:
    case ChangeKind::Keep:
        if (change.target == kGraphMaking)
            return { KT_PHRASE("what-if", "Nothing that was recorded is meant by %1, so it changes nothing."), named };
        return { KT_PHRASE("what-if",
                     "No op, annotation, Python frame or call on the host is meant by %1, so it changes nothing. Names "
                     "count as a whole; /part/ is looked for anywhere in them."),
            named };
    case ChangeKind::Host:
    case ChangeKind::Work:
    case ChangeKind::Listed:
        break;
    }
    return { KT_PHRASE("what-if", "Nothing that was recorded is meant by %1, so it saves nothing."), named };
}

} // namespace

Message savesNothing(
    const PathRank& rank, const RankOutcomes& outcomes, const CauseThresholds& thresholds, const Progress& progress)
{
    Nanoseconds touched = 0;
    for (const IntervalRef& link :
        touchedLinks(rank, outcomes.changes.front().parts, std::nullopt, thresholds, progress).intervals)
        touched = saturatingAdd(touched, link.range.length());
    if (touched > 0)
        return {
            KT_PHRASE("what-if",
                "nothing is saved, although what changes has %1 of the critical path: the replay keeps that time, or "
                "something else takes as long."),
            arg::Duration { touched }
        };
    constexpr std::size_t kMostNamed = 3;
    constexpr Nanoseconds kLeastShare = 20; // one in so many of the path
    const CriticalTimes& critical = outcomes.unchanged.critical;
    std::vector<std::size_t> order(critical.size());
    std::iota(order.begin(), order.end(), std::size_t { 0 });
    sortStably(order, [&](std::size_t a, std::size_t b) { return critical[a] > critical[b]; });
    arg::List parts;
    for (std::size_t i = 0; i < kMostNamed; ++i) {
        const Nanoseconds time = critical[order[i]];
        if (time > outcomes.unchanged.wall / kLeastShare || i == 0)
            parts.parts.push_back(
                { KT_PHRASE("what-if", "%1 (%2)"), causeInSentence(toString(static_cast<Cause>(order[i]))),
                    arg::Share { time, outcomes.unchanged.wall } });
    }
    return { KT_PHRASE("what-if",
                 "nothing is saved: what changes is nowhere on the critical path, which leads above all through %1."),
        std::move(parts) };
}

bool isSavingNothing(const WhatIfQuestion& question, const RankOutcomes& outcomes)
{
    const auto shortens = [](const NamedChange& each) {
        const bool isOfFactorOne =
            each.kind == ChangeKind::Fuse || each.kind == ChangeKind::Graph || each.kind == ChangeKind::Keep;
        return isOfFactorOne || each.factor.value() < 1;
    };
    const auto changesAnything = [](const NamedChange& each) { return each.kind != ChangeKind::Keep; };
    return std::ranges::all_of(question.changes, shortens) && std::ranges::any_of(question.changes, changesAnything)
        && std::ranges::find(outcomes.meets, true) != outcomes.meets.end()
        && outcomes.replayed.front().wall == outcomes.unchanged.wall;
}

void addRemarksOnChanges(const WhatIfQuestion& question, const MetChanges& met, std::vector<Remark> nothing,
    const Scope& scope, std::vector<Remark>& remarks, std::size_t before)
{
    std::vector<Remark> first;
    for (std::size_t i = 0; i < question.changes.size(); ++i) {
        if (!met.here[i])
            first.push_back({ "change-meets-nothing", meetsNothing(question.changes[i], met.beside[i]) });
    }
    append(first, nothing);
    if (scope.range || !scope.streams.empty())
        first.push_back({ "replays-of-the-whole",
            { KT_PHRASE("what-if",
                "Replays are of the whole trace: a chosen range or chosen streams change nothing here.") } });
    first.push_back({ "estimate",
        { KT_PHRASE("what-if",
            "An estimate, no promise: the recording is replayed with the dependencies and gaps that it shows. What "
            "kernels that share the device, other ranks, clocks, the allocator or a lock would do is not known, nor "
            "whether a value is needed that a removed wait waited for.") } });
    remarks.insert(remarks.begin() + static_cast<std::ptrdiff_t>(before), first.begin(), first.end());
    if (!scope.steps.empty())
        remarks.push_back({ "changes-of-the-whole",
            { KT_PHRASE("what-if",
                "The first table is of the whole trace; the chart and the other tables are of the chosen steps.") } });
}

} // namespace kinetoscope
