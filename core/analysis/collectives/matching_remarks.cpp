// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/collectives/matching_remarks.h"

#include <algorithm>
#include <utility>

namespace kinetoscope {

namespace {

Message nameOfGroup(const NamedGroup& group)
{
    if (group.name.empty())
        return Message::verbatim(group.description);
    return { KT_PHRASE("collectives", "process group %1"), arg::Name { group.name } };
}

} // namespace

Remark numbersDisagree(const NamedGroup& group)
{
    return { "numbers-disagree",
        { KT_PHRASE("collectives", "The ranks of %1 number their collectives differently: they are matched by place."),
            nameOfGroup(group) } };
}

void remarkOnStepShifts(const StepShifts& shifts, const TraceSet& traces, std::vector<Remark>& remarks)
{
    for (const auto& [rank, shift] : shifts.ofRanks) {
        const arg::Number own { traces.ranks()[rank].rank };
        const arg::Number by { shift < 0 ? -shift : shift };
        const arg::Number reference { traces.ranks()[shifts.reference].rank };
        Message message = shift < 0
            ? Message { KT_PHRASE("collectives",
                            "By the ends of its collectives, rank %1 seems to number its steps %2 lower than rank "
                            "%3: they are matched so."),
                  own, by, reference }
            : Message { KT_PHRASE("collectives",
                            "By the ends of its collectives, rank %1 seems to number its steps %2 higher than rank %3: "
                            "they are matched so."),
                  own, by, reference };
        if (std::ranges::find(remarks, message, &Remark::message) == remarks.end())
            remarks.push_back({ "step-numbers", std::move(message) });
    }
}

Remark notMatched(const NamedGroup& group, const NotMatched& untold)
{
    const arg::Number own { untold.rank };
    const arg::Number other { untold.hub };
    return { "not-matched",
        untold.isInSteps
            ? Message { KT_PLURAL("collectives",
                            "In %1 step rank %2 has other runs of %3 than rank %4, and nothing tells which "
                            "of them belong together.",
                            "In %1 steps rank %2 has other runs of %3 than rank %4, and nothing tells which "
                            "of them belong together."),
                arg::Count { untold.steps }, own, nameOfGroup(group), other }
            : Message { KT_PHRASE("collectives",
                            "Rank %1 has other runs of %2 than rank %3, and nothing tells which of them "
                            "belong together."),
                own, nameOfGroup(group), other } };
}

Remark transferCounts(std::int64_t from, std::size_t sends, std::int64_t to, std::size_t receives)
{
    return { "p2p-counts",
        { KT_PHRASE("collectives", "Rank %1 sends %2 times to rank %3, which receives %4 times: they are not matched."),
            arg::Number { from }, arg::Count { sends }, arg::Number { to }, arg::Count { receives } } };
}

} // namespace kinetoscope
