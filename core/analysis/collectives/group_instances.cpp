// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/collectives/group_instances.h"

#include "core/base/vectors.h"

#include <algorithm>
#include <optional>

namespace kinetoscope {

bool GroupInstances::fits(std::uint32_t a, std::uint32_t b) const
{
    const CommunicationRun& first = runAt(a);
    const CommunicationRun& second = runAt(b);
    if (first.isKindByName == second.isKindByName)
        return symbolOf(a) == symbolOf(b);
    const CommunicationRun& told = first.isKindByName ? second : first;
    return first.kernelKind == second.kernelKind
        && (!hasEqualSizes(told.kind) || !first.shape->elements || !second.shape->elements
            || first.shape->elements == second.shape->elements);
}

bool GroupInstances::fitInOrder(const RankRunList& a, const RankRunList& b) const
{
    return std::ranges::equal(a, b, [this](std::uint32_t own, std::uint32_t other) { return fits(own, other); });
}

void GroupInstances::add(std::vector<std::uint32_t> runs, MatchedBy matchedBy)
{
    std::ranges::sort(runs, {}, [this](std::uint32_t a) { return runAt(a).rank; });
    std::vector<std::uint32_t>& all = m_matching.runsByInstance;
    append(all, runs);
    addInstance(std::span(all).last(runs.size()), matchedBy);
}

void GroupInstances::addAlone(const RankRunList& runs)
{
    for (const std::uint32_t run : runs)
        add({ run }, MatchedBy::Unmatched);
}

void GroupInstances::addPair(std::vector<std::uint32_t> runs, MatchedBy matchedBy)
{
    const bool isPair = runs.size() > 1;
    add(std::move(runs), matchedBy);
    if (isPair)
        m_matching.instances.back().kind = CollectiveKind::Pair;
}

void GroupInstances::addByPlace(
    const RankRunList& runs, const RankRunList& placeOfRun, std::vector<std::size_t> countAtPlace, MatchedBy matchedBy)
{
    std::vector<std::uint32_t>& all = m_matching.runsByInstance;
    const std::size_t before = all.size();
    all.resize(before + runs.size());
    std::vector<std::size_t> nextOfPlace =
        std::move(countAtPlace); // where the next run of a place goes, at last its end
    std::size_t begin = before;
    for (std::size_t& next : nextOfPlace)
        next = std::exchange(begin, begin + next);
    for (std::size_t i = 0; i < runs.size(); ++i)
        all[nextOfPlace[placeOfRun[i]]++] = runs[i];
    begin = before;
    for (const std::size_t end : nextOfPlace) {
        addInstance(std::span(all).subspan(begin, end - begin), matchedBy);
        begin = end;
    }
}

void GroupInstances::addInstance(std::span<const std::uint32_t> runs, MatchedBy matchedBy)
{
    CollectiveInstance instance;
    instance.group = m_group;
    const auto told = std::ranges::find_if(runs, [this](std::uint32_t run) { return !runAt(run).isKindByName; });
    instance.kind = runAt(told == runs.end() ? runs.front() : *told).kind;
    instance.matchedBy = runs.size() > 1 ? matchedBy : MatchedBy::Unmatched;
    instance.sequence = runAt(runs.front()).sequence;
    instance.isUneven = instance.kind == CollectiveKind::AllToAll && areUneven(runs);
    instance.isLeftApart = instance.isUneven
        && std::ranges::all_of(runs, [this](std::uint32_t run) { return hasOwnAmounts(runAt(run).message()); });
    instance.runs = runs;
    m_matching.instances.push_back(instance);
}

bool GroupInstances::areUneven(std::span<const std::uint32_t> runs) const
{
    std::optional<std::int64_t> one;
    for (const std::uint32_t run : runs) {
        for (const std::optional<std::int64_t>& elements : { runAt(run).message().in, runAt(run).message().out }) {
            if (elements && one && *elements != *one)
                return true;
            one = elements ? elements : one;
        }
    }
    return false;
}

} // namespace kinetoscope
