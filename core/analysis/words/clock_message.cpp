// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/words/clock_message.h"

#include <cstddef>
#include <utility>

namespace kinetoscope {

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
    std::size_t aligned = 0;
    std::size_t unknown = 0;
    for (const RankTrace& rank : traces.ranks()) {
        aligned += rank.alignment && rank.alignment->status == ClockStatus::Aligned ? 1 : 0;
        unknown += rank.alignment && !isSound(rank.alignment->status) ? 1 : 0;
    }
    const std::size_t all = traces.ranks().size();
    if (unknown == all)
        return { KT_PHRASE("clocks", "clocks cannot be compared") };
    if (unknown > 0)
        return { KT_PHRASE("clocks", "clocks of %1 of %2 ranks cannot be compared"), arg::Count { unknown },
            arg::Count { all } };
    if (aligned > 0)
        return { KT_PHRASE("clocks", "clocks of %1 of %2 ranks aligned"), arg::Count { aligned }, arg::Count { all } };
    return { KT_PHRASE("clocks", "clocks in step") };
}

} // namespace kinetoscope
