// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/words/clock_message.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <utility>
#include <vector>

namespace kinetoscope {

namespace {

/// One that is in step with a rank that was moved is moved with it.
bool isMoved(const RankAlignment& clock)
{
    return clock.map.offset != 0 || !clock.map.drift.isZero();
}

/// Why several clocks are not known, in few words.
Message whyNot(ClockStatus status)
{
    switch (status) {
    case ClockStatus::Few:
        return { KT_PHRASE("clocks", "too few collectives in common") };
    case ClockStatus::DriftImplausible:
        return { KT_PHRASE("clocks", "they run apart more than clocks do") };
    case ClockStatus::Worse:
        return { KT_PHRASE("clocks", "what their collectives say contradicts itself") };
    default:
        return { KT_PHRASE("clocks", "no collective in common is known") };
    }
}

} // namespace

Message clockMessage(const RankTrace& rank)
{
    if (!rank.alignment)
        return {};
    const RankAlignment& clock = *rank.alignment;
    switch (clock.status) {
    case ClockStatus::Reference:
        return { KT_PLURAL("clocks", "the other clocks are measured against this one (%1 collective)",
                     "the other clocks are measured against this one (%1 collectives)"),
            arg::Count { clock.instances } };
    case ClockStatus::Alone:
        return { KT_PHRASE("clocks", "its clock cannot be compared: no collective is known on another rank too") };
    case ClockStatus::Few:
        return { KT_PLURAL("clocks", "its clock cannot be compared: %1 collective with another rank is too few",
                     "its clock cannot be compared: %1 collectives with another rank are too few"),
            arg::Count { clock.instances } };
    case ClockStatus::DriftImplausible:
        return { KT_PHRASE(
                     "clocks", "its clock cannot be compared: it runs apart from that of rank %1 more than clocks do"),
            arg::Number { clock.reference } };
    case ClockStatus::Worse:
        return { KT_PHRASE("clocks", "its clock cannot be compared: what its collectives say contradicts itself") };
    case ClockStatus::InStep:
        if (isMoved(clock))
            break;
        return { KT_PLURAL("clocks", "in step with rank %2 (\u00b1%3, %1 collective)",
                     "in step with rank %2 (\u00b1%3, %1 collectives)"),
            arg::Count { clock.instances }, arg::Number { clock.reference }, arg::Duration { clock.error } };
    case ClockStatus::Aligned:
        break;
    }
    Message aligned { KT_PLURAL("clocks", "aligned by %2 (\u00b1%3, %1 collective)",
                          "aligned by %2 (\u00b1%3, %1 collectives)"),
        arg::Count { clock.instances }, arg::Duration { clock.map.offset }, arg::Duration { clock.error } };
    if (clock.map.drift.isZero())
        return aligned;
    return { KT_PHRASE("clocks", "%1, drift %2 parts in a million"), std::move(aligned),
        arg::Decimal { clock.map.drift.partsPerMillion(), 1 } };
}

Message clocksMessage(const TraceSet& traces)
{
    if (!traces.hasMeasuredClocks())
        return {};
    std::size_t moved = 0;
    std::size_t groups = 0; // of ranks whose clocks are measured against each other
    std::vector<ClockStatus> unknown;
    for (const RankTrace& rank : traces.ranks()) {
        if (!rank.alignment)
            continue;
        const ClockStatus status = rank.alignment->status;
        groups += status == ClockStatus::Reference ? 1 : 0;
        if (!isSound(status))
            unknown.push_back(status);
        else if (isMoved(*rank.alignment))
            ++moved;
    }
    const std::size_t all = traces.ranks().size();
    if (!unknown.empty()) {
        const bool isOneReason = std::ranges::count(unknown, unknown.front()) == std::ssize(unknown);
        const Message reason =
            isOneReason ? whyNot(unknown.front()) : Message { KT_PHRASE("clocks", "for several reasons") };
        if (unknown.size() == all)
            return { KT_PHRASE("clocks", "clocks cannot be compared: %1"), reason };
        const Message found { KT_PHRASE("clocks", "clocks of %1 of %2 ranks cannot be compared: %3"),
            arg::Count { unknown.size() }, arg::Count { all }, reason };
        if (unknown.size() + 1 == all)
            return found;
        if (groups > 1)
            return { KT_PHRASE("clocks", "%1; the others only within %2 groups of ranks"), found,
                arg::Count { groups } };
        return moved > 0 ? Message { KT_PHRASE("clocks", "%1; the others are aligned"), found }
                         : Message { KT_PHRASE("clocks", "%1; the others are in step"), found };
    }
    if (groups > 1)
        return { KT_PHRASE("clocks", "clocks can be compared only within %1 groups of ranks"), arg::Count { groups } };
    if (moved > 0)
        return { KT_PHRASE("clocks", "clocks aligned: %1 of %2 ranks moved"), arg::Count { moved },
            arg::Count { all } };
    return { KT_PHRASE("clocks", "clocks in step") };
}

} // namespace kinetoscope
