// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/waterfall/alike_windows.h"

#include "core/analysis/waterfall/waterfall_words.h"
#include "core/base/display_name.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace kinetoscope {

namespace {

/// What a name differs by between the windows.
struct NameDifference {
    std::string name;
    Nanoseconds time = 0;
    std::int64_t calls = 0;
};

/// The names that differ most: in time, then in calls; of one direction each, default where there is none.
struct LargestDifferences {
    NameDifference less;
    NameDifference more;
};
LargestDifferences largestDifferences(const WaterfallFacts& facts)
{
    std::map<std::string, NameDifference> byName;
    for (std::size_t side = 0; side < facts.names.size(); ++side) {
        for (const auto& [key, found] : facts.names[side]) {
            NameDifference& sum = byName[key.second];
            sum.name = key.second;
            sum.time += side == 0 ? -found.time : found.time;
            sum.calls += side == 0 ? -found.calls : found.calls;
        }
    }
    LargestDifferences largest;
    for (const auto& [name, each] : byName) {
        const auto sizes = [](const NameDifference& of) { return std::pair(of.time, of.calls); };
        if (sizes(each) < sizes(largest.less))
            largest.less = each;
        if (sizes(each) > sizes(largest.more))
            largest.more = each;
    }
    return largest;
}

/// Windows of one step, one a side.
struct WindowPair {
    const SideWindow* control = nullptr;
    const SideWindow* test = nullptr;

    /// The part that differs most, the wall time before the others.
    [[nodiscard]] std::size_t largestPart() const
    {
        std::size_t largest = 0;
        for (std::size_t part = 1; part < kWaterfallParts; ++part)
            largest = std::llabs(delta(part)) > std::llabs(delta(largest)) ? part : largest;
        return largest;
    }
    [[nodiscard]] Nanoseconds delta(std::size_t part) const
    {
        return saturatingSubtract(test->times[part], control->times[part]);
    }
    [[nodiscard]] Nanoseconds size() const { return std::llabs(delta(largestPart())); }
};

bool isOfOneRank(const std::vector<SideWindow>& windows)
{
    return std::ranges::all_of(
        windows, [&windows](const SideWindow& each) { return each.rank == windows.front().rank; });
}

/// @param isOneRankEach  then the number of the rank may be another one on the other side.
std::vector<WindowPair> pairsOf(const WaterfallFacts& facts, bool isOneRankEach)
{
    const auto keyOf = [&](std::size_t side, const SideWindow& window) {
        return std::pair(isOneRankEach ? 0 : facts.sides[side]->rankTrace(window).rank, *window.step);
    };
    std::map<std::pair<std::int64_t, std::int64_t>, const SideWindow*> controls;
    for (const SideWindow& window : facts.used[0]) {
        if (window.step)
            controls.emplace(keyOf(0, window), &window);
    }
    std::vector<WindowPair> pairs;
    for (const SideWindow& window : facts.used[1]) {
        const auto control = window.step ? controls.find(keyOf(1, window)) : controls.end();
        if (control == controls.end())
            continue;
        pairs.push_back({ control->second, &window });
        controls.erase(control);
    }
    return pairs;
}

} // namespace

Message kernelsThatDiffer(const WaterfallFacts& facts)
{
    const LargestDifferences largest = largestDifferences(facts);
    const arg::Name less { displayName(largest.less.name) };
    const arg::Name more { displayName(largest.more.name) };
    const arg::Duration lessTime { -largest.less.time };
    const arg::Duration moreTime { largest.more.time };
    if (largest.less.time != 0 && largest.more.time != 0)
        return { KT_PHRASE("waterfall",
                     " Kernels of the median windows differ: in the test %1 takes %2 less and %3 takes %4 more."),
            less, lessTime, more, moreTime };
    if (largest.less.time != 0)
        return { KT_PHRASE("waterfall", " Kernels of the median windows differ: in the test %1 takes %2 less."), less,
            lessTime };
    if (largest.more.time != 0)
        return { KT_PHRASE("waterfall", " Kernels of the median windows differ: in the test %1 takes %2 more."), more,
            moreTime };
    if (largest.less.calls != 0)
        return { KT_PLURAL("waterfall", " Kernels of the median windows differ: in the test %2 has %1 call less.",
                     " Kernels of the median windows differ: in the test %2 has %1 calls less."),
            arg::Count { -largest.less.calls }, less };
    if (largest.more.calls != 0)
        return { KT_PLURAL("waterfall", " Kernels of the median windows differ: in the test %2 has %1 call more.",
                     " Kernels of the median windows differ: in the test %2 has %1 calls more."),
            arg::Count { largest.more.calls }, more };
    return {};
}

Message pairsThatDiffer(const WaterfallFacts& facts)
{
    const bool isOneRankEach = std::ranges::all_of(facts.used, isOfOneRank);
    const std::vector<WindowPair> pairs = pairsOf(facts, isOneRankEach);
    if (pairs.size() < 2)
        return {};
    const auto differing = std::ranges::count_if(pairs, [](const WindowPair& each) { return each.size() != 0; });
    const arg::Count all { pairs.size() };
    if (differing == 0)
        return { KT_PHRASE("waterfall", " Nor do the %1 pairs of windows of one step, part by part."), all };
    const WindowPair& most = *std::ranges::max_element(pairs, {}, &WindowPair::size);
    const arg::Number step { *most.test->step };
    const arg::Count differ { differing };
    Message how = differenceInWords(most.largestPart(), most.delta(most.largestPart()));
    if (isOneRankEach)
        return { KT_PLURAL("waterfall",
                     " Of the %2 pairs of windows of one step %1 does, that of step %3: in the test %4.",
                     " Of the %2 pairs of windows of one step %1 do, most of all that of step %3: in the test %4."),
            differ, all, step, std::move(how) };
    return { KT_PLURAL("waterfall",
                 " Of the %2 pairs of windows of one step %1 does, that of rank %5 in step %3: in the test %4.",
                 " Of the %2 pairs of windows of one step %1 do, most of all that of rank %5 in step %3: in the test "
                 "%4."),
        differ, all, step, std::move(how), arg::Number { facts.sides[1]->rankTrace(*most.test).rank } };
}

} // namespace kinetoscope
