// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/launch/graph_making.h"

#include "core/analysis/launch/graph_captures.h"
#include "core/numeric/intervals.h"

#include <string_view>
#include <utility>

namespace kinetoscope {

GraphMaking graphMakingOf(const Trace& trace)
{
    GraphMaking making;
    making.captures = GraphCaptures(trace).ranges();
    making.all = making.captures;
    std::vector<bool> instantiates(trace.strings().size());
    bool isAny = false;
    for (std::size_t name = 0; name < instantiates.size(); ++name) {
        instantiates[name] = trace.text(StringId { name }).find("GraphInstantiate") != std::string_view::npos;
        isAny = isAny || instantiates[name];
    }
    const SliceTable& slices = trace.slices();
    for (std::uint32_t row = 0; isAny && row < slices.size(); ++row) {
        const SliceId call = SliceTable::at(row);
        if (isApiCall(slices.kind[row]) && instantiates[slices.name[row].index()] && slices.isSound(call))
            making.all.push_back({ slices.start[row], slices.end(call) });
    }
    making.all = unionOf(std::move(making.all));
    return making;
}

GraphMaking graphMakingOf(const RankTrace& rank)
{
    GraphMaking making = graphMakingOf(*rank.trace);
    for (std::vector<TimeRange>* ranges : { &making.captures, &making.all }) {
        for (TimeRange& range : *ranges)
            range = rank.toJobTime(range);
    }
    return making;
}

} // namespace kinetoscope
