// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/overview/candidates/idle_cures.h"

#include "core/analysis/causes/work/call_names.h"
#include "core/analysis/overview/facts/shares.h"
#include "core/analysis/overview/idle/profiler_frames.h"
#include "core/base/vectors.h"

#include <algorithm>
#include <utility>

namespace kinetoscope {

namespace {

/// Whether calls that allocate or free, as which the ledger has them, set something up.
bool isSetUpAmong(const IdleOf& found)
{
    return found.byCause[static_cast<std::size_t>(Cause::MemoryAllocation)] > 0;
}

bool isMakingGraphs(const RankFacts& facts)
{
    return facts.of(IdleGroup::Capture).idle.time > 0;
}

} // namespace

std::vector<HostPart> curableParts(const IdleOf& found, const RankFacts& facts)
{
    constexpr double kMuchWaiting = 0.01; // of all time, as what-if says it
    // A sleep lasts as long as before, whatever else gets faster: only what ends with something else is not known.
    const IdleOf& waits = facts.of(IdleGroup::PythonWait);
    const Nanoseconds asleep = waits.place.name == kSleepFrame ? waits.place.there : 0;
    const bool isPythonWork = facts.pythonWaits < kMuchWaiting
        && waits.idle.time - asleep <= found.byCause[static_cast<std::size_t>(Cause::Python)] / 2;
    const bool areCollectivesWork = found.forRanks <= found.byCause[static_cast<std::size_t>(Cause::Collective)] / 2;
    std::vector<HostPart> parts = mainHostParts(found);
    std::erase_if(parts, [isPythonWork, areCollectivesWork](const HostPart& part) {
        return std::ranges::any_of(part.causes, [isPythonWork, areCollectivesWork](Cause cause) {
            return !isHostCause(cause) || cause == Cause::Unrecorded || cause == Cause::CopyCall
                || cause == Cause::Synchronisation || (cause == Cause::Python && !isPythonWork)
                || (cause == Cause::Collective && !areCollectivesWork);
        });
    });
    return parts;
}

bool isHostElsewhere(const RankFacts& facts)
{
    const IdleOf& busy = facts.of(IdleGroup::HostBusy);
    return busy.inPlaceAlone > busy.idle.time / 2;
}

bool areWaitsRepeated(const RankFacts& facts)
{
    const Nanoseconds waits = facts.of(IdleGroup::HostBusy).idle.time;
    return facts.repeated.isMost && facts.areRepeatedSpread && facts.waitsInRepeated >= waits - waits / 2
        && !facts.areLaunchesBlocking;
}

bool isWorkForGraphs(const RankFacts& facts)
{
    return areWaitsRepeated(facts) && facts.repeatedGrids != RepeatedGrids::Other && !isHostElsewhere(facts);
}

bool isMaybeForGraph(const RankFacts& facts)
{
    constexpr std::size_t kFewestWorks = 50; // a small BERT has 61; less is hardly a model, and a graph saves little
    const Nanoseconds waits = facts.of(IdleGroup::HostBusy).idle.time;
    return facts.isSingleSpread && facts.waitsInSingle >= waits - waits / 2
        && facts.repeated.single.works() >= kFewestWorks && !facts.areLaunchesBlocking && facts.graphsMade.empty();
}

std::vector<NamedChange> halfOf(const std::vector<HostPart>& parts, const RankFacts& facts)
{
    std::vector<NamedChange> changes;
    bool isPython = false;
    for (const HostPart& part : parts) {
        for (const Cause cause : part.causes) {
            changes.push_back(twiceAsFast(ChangeKind::Host, toString(cause)));
            isPython = isPython || cause == Cause::Python;
        }
    }
    if (isPython && facts.sleepsInPython)
        changes.push_back(kept(kSleepFrame));
    return changes;
}

Message wordsOfHalf(const std::vector<HostPart>& parts, const RankFacts& facts)
{
    arg::List words { mapped(parts, &HostPart::word) };
    if (isMakingGraphs(facts))
        return { KT_PHRASE("overview", "with the host twice as fast in %1 while it makes no graphs"),
            std::move(words) };
    return { KT_PHRASE("overview", "with the host twice as fast in %1"), std::move(words) };
}

std::vector<NamedChange> outsideOfCaptures(std::vector<NamedChange> changes, const RankFacts& facts)
{
    if (!changes.empty() && isMakingGraphs(facts))
        changes.push_back(kept(kGraphMaking));
    return changes;
}

Nanoseconds timeOfHalf(const std::vector<HostPart>& parts)
{
    Nanoseconds sum = 0;
    for (const HostPart& part : parts)
        sum = saturatingAdd(sum, part.time);
    return sum - sum / 2;
}

bool isLoadingAmong(const IdleOf& found)
{
    return found.byCause[static_cast<std::size_t>(Cause::CodeLoading)] > 0;
}

bool isNearlyAllAfterStart(const IdleOf& found)
{
    constexpr double kNearlyAll = 0.95;
    return shareOf(found.afterStart, found.idle.time) >= kNearlyAll;
}

bool comesAgain(const IdleOf& found, Nanoseconds late)
{
    constexpr std::size_t kFewest = 3;
    return found.gaps >= kFewest && late >= found.idle.time / 4;
}

std::vector<NamedChange> cureOf(IdleGroup group, const RankFacts& facts)
{
    const IdleOf& found = facts.of(group);
    switch (group) {
    case IdleGroup::DataLoading:
        return { hostTimeGone(Cause::DataLoading) };
    case IdleGroup::Allocation:
        return { hostTimeGone(Cause::MemoryAllocation) };
    case IdleGroup::FirstUse:
        if (!isSetUpAmong(found))
            return { hostTimeGone(Cause::CodeLoading) };
        if (!isLoadingAmong(found))
            return { hostTimeGone(Cause::MemoryAllocation) };
        return { hostTimeGone(Cause::CodeLoading), hostTimeGone(Cause::MemoryAllocation) };
    case IdleGroup::Compilation:
        return { hostTimeGone(Cause::Compilation) };
    case IdleGroup::Capture:
        return { gone(ChangeKind::In, kGraphMaking) };
    case IdleGroup::Profiler:
        if (facts.isIdleInProfilerFrames)
            return { hostTimeGone(Cause::Profiler), gone(ChangeKind::In, ProfilerFrames::kPattern) };
        return { hostTimeGone(Cause::Profiler) };
    case IdleGroup::AfterSync: // waits of calls that allocate or free go with these
        if (facts.of(IdleGroup::Collective).idle.time > found.idle.time / 10)
            return {}; // what other ranks are waited for is not in a replay of one
        if (found.afterMemory == 0)
            return { waitingGone() };
        if (found.afterMemory == found.idle.time)
            return { hostTimeGone(Cause::MemoryAllocation) };
        return { waitingGone(), hostTimeGone(Cause::MemoryAllocation) };
    case IdleGroup::LaunchCalls:
        return outsideOfCaptures({ hostTimeGone(Cause::Launch) }, facts);
    case IdleGroup::HostBusy:
        if (isWorkForGraphs(facts))
            return { launchedAsGraphs() };
        return outsideOfCaptures(halfOf(curableParts(found, facts), facts), facts);
    case IdleGroup::InSync:
    case IdleGroup::PythonWait:
    case IdleGroup::Collective:
    case IdleGroup::KernelGaps:
    case IdleGroup::EventWait:
    case IdleGroup::LateStart:
    case IdleGroup::UnknownLaunch:
        break;
    }
    return {};
}

Message cureWordsOf(IdleGroup group, const RankFacts& facts)
{
    const IdleOf& found = facts.of(group);
    switch (group) {
    case IdleGroup::DataLoading:
        return { KT_PHRASE("overview", "with no time in data loading") };
    case IdleGroup::Allocation:
        return { KT_PHRASE("overview", "with no time in allocation") };
    case IdleGroup::FirstUse:
        if (comesAgain(found, found.again) && isLoadingAmong(found))
            return { KT_PHRASE("overview", "with no time in such calls") };
        if (!isSetUpAmong(found) && shareOf(found.afterStart, found.idle.time) >= kLeastShareSaid)
            return { KT_PHRASE("overview", "with no time in what counts as loading code") };
        if (!isSetUpAmong(found))
            return { KT_PHRASE("overview", "with no loading of code") };
        if (!isLoadingAmong(found))
            return { KT_PHRASE("overview", "with no time in allocation") };
        if (shareOf(found.afterStart, found.idle.time) >= kLeastShareSaid)
            return { KT_PHRASE("overview", "with no time in what counts as loading code, and none in allocation") };
        return { KT_PHRASE("overview", "with no loading of code and no time in allocation") };
    case IdleGroup::Compilation:
        return { KT_PHRASE("overview", "with no compilation") };
    case IdleGroup::Capture:
        return { KT_PHRASE("overview", "with no time in that") };
    case IdleGroup::Profiler:
        return { KT_PHRASE("overview", "with no time in the profiler") };
    case IdleGroup::AfterSync:
        // A replay without them is without that, too.
        if (found.afterMemory == 0 && facts.of(IdleGroup::InSync).idle.time > found.idle.time / 10)
            return { KT_PHRASE("overview",
                "with no synchronisation and no blocking copy, also where they outlast the recorded work") };
        if (found.afterMemory == 0)
            return { KT_PHRASE("overview", "with no synchronisation and no blocking copy") };
        if (found.afterMemory == found.idle.time)
            return { KT_PHRASE("overview", "with no time in allocation") };
        return { KT_PHRASE("overview", "with no synchronisation, no blocking copy and no time in allocation") };
    case IdleGroup::LaunchCalls:
        if (isMakingGraphs(facts))
            return { KT_PHRASE("overview", "with launch calls that take no time while the host makes no graphs") };
        return found.byCause[static_cast<std::size_t>(Cause::Launch)] < found.idle.time / 2
            ? Message { KT_PHRASE("overview",
                "with launch calls that take no time and the same time from their return to the start of the work") }
            : Message { KT_PHRASE("overview", "with launch calls that take no time") };
    case IdleGroup::HostBusy:
        return isWorkForGraphs(facts) ? Message { KT_PHRASE("overview", "with these launched as graphs at no cost") }
                                      : wordsOfHalf(curableParts(found, facts), facts);
    default:
        return {};
    }
}

} // namespace kinetoscope
