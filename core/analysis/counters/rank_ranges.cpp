// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/counters/rank_ranges.h"

#include "core/analysis/scope/steps.h"
#include "core/analysis/words/remark_codes.h"
#include "core/base/vectors.h"

#include <algorithm>
#include <map>
#include <utility>

namespace kinetoscope {

namespace {

bool isRegionKind(EventKind kind)
{
    return kind == EventKind::UserAnnotation || kind == EventKind::CpuOp;
}

bool hasSameNameAround(const SliceTable& slices, std::uint32_t row)
{
    for (SliceId outer = slices.parent[row]; outer.isValid(); outer = slices.parent[outer.index()]) {
        if (slices.name[outer.index()] == slices.name[row] && isRegionKind(slices.kind[outer.index()]))
            return true;
    }
    return false;
}

/// Annotations and ops of the given names by start, then event index.
std::map<StringId, std::vector<SliceId>> sourcesOf(const Trace& trace, std::span<const SliceId> regions)
{
    const SliceTable& slices = trace.slices();
    std::map<StringId, std::vector<SliceId>> sources;
    for (const SliceId region : regions)
        sources[slices.name[region.index()]];
    for (std::uint32_t row = 0; row < slices.size(); ++row) {
        if (!isRegionKind(slices.kind[row]) || !slices.isSound(SliceTable::at(row)))
            continue;
        const auto found = sources.find(slices.name[row]);
        if (found != sources.end() && !hasSameNameAround(slices, row))
            found->second.push_back(SliceTable::at(row));
    }
    for (auto& [name, list] : sources)
        std::ranges::sort(list, [&slices](SliceId a, SliceId b) { return slices.startsBefore(a, b); });
    return sources;
}

RegionCover coverOf(const SliceTable& slices, SliceId source, std::span<const SliceId> launches)
{
    RegionCover cover { .isKnown = true,
        .source = source,
        .around = source,
        .time = { slices.start[source.index()], slices.end(source) } };
    const auto startOf = [&slices](SliceId launch) { return slices.start[launch.index()]; };
    cover.launches.assign(std::ranges::lower_bound(launches, cover.time.begin, {}, startOf),
        std::ranges::lower_bound(launches, cover.time.end, {}, startOf));
    return cover;
}

/// All launches, and what is around them.
RegionCover coverOfAll(const Trace& trace, std::span<const SliceId> launches)
{
    RegionCover cover;
    if (launches.empty())
        return cover;
    const SliceTable& slices = trace.slices();
    cover.isKnown = true;
    cover.launches.assign(launches.begin(), launches.end());
    cover.time = { slices.start[launches.front().index()], kMinTimestamp };
    Timestamp lastCall = kMinTimestamp;
    for (const SliceId launch : launches) {
        lastCall = std::max(lastCall, slices.end(launch));
        for (const LaunchTable::Link& link : trace.launches().of(launch)) {
            if (slices.isSound(link.work))
                cover.time.end = std::max(cover.time.end, slices.end(link.work));
        }
    }
    cover.time.end = std::max(cover.time.end, lastCall);
    for (const SliceId ancestor : trace.ancestors(launches.front())) { // outermost first: the last that fits stays
        if (isRegionKind(trace.kind(ancestor)) && slices.end(ancestor) >= lastCall)
            cover.around = ancestor;
    }
    return cover;
}

/// The device of a trace that CUPTI, which is NVIDIA's, cannot count on; empty where nothing tells of such a device.
Message deviceWithoutCupti(const Trace& trace)
{
    // ROCm's host calls begin with hip; recordings of the GPU alone have the name of the device at best.
    const auto isOfAmd = [](const DeviceProperties& device) { return device.name.starts_with("AMD "); };
    bool isAmd = std::ranges::any_of(trace.metadata().devices, isOfAmd);
    const SliceTable& slices = trace.slices();
    for (std::uint32_t row = 0; row < slices.size(); ++row) {
        if (slices.kind[row] == EventKind::MtiaWork)
            return { KT_PHRASE("cupti-counters", "an accelerator of Meta (%1)"), arg::Text { "MTIA" } };
        isAmd =
            isAmd || (slices.kind[row] == EventKind::RuntimeCall && trace.name(SliceTable::at(row)).starts_with("hip"));
    }
    return isAmd ? Message { KT_PHRASE("cupti-counters", "a GPU of AMD") } : Message {};
}

/// How sure it is which kernel each range is of.
void remarkOnMatch(const RankRanges& rank, const RankTrace& source, std::vector<Remark>& remarks)
{
    const auto say = [&](const char* code, Message message) {
        remarks.push_back(remarkOfRank(source, code, std::move(message)));
    };
    const arg::Count ranges { rank.kernels.size() };
    const arg::Count launches { rank.alignment.launchCount };
    if (rank.alignment.match == RangeMatch::None)
        say("counters-without-launches",
            { KT_PHRASE("cupti-counters", "%1 counter ranges, %2 kernel launches: no range has an op stack."), ranges,
                launches });
    else if (rank.alignment.match == RangeMatch::Position)
        say("counters-unreliable",
            { KT_PHRASE("cupti-counters",
                  "%1 counter ranges, %2 kernel launches: they were matched by position, so ops may belong to other "
                  "kernels."),
                ranges, launches });
    else if (rank.alignment.match == RangeMatch::DriverOrder)
        say("counters-matched",
            { KT_PHRASE("cupti-counters", "%1 counter ranges, %2 kernel launches: matched by order with driver calls."),
                ranges, launches });
    else if (rank.alignment.match == RangeMatch::ThreadOrder)
        say("counters-matched",
            { KT_PHRASE("cupti-counters", "%1 counter ranges, %2 kernel launches: matched by order of one thread."),
                ranges, launches });
    else if (rank.alignment.match == RangeMatch::KernelNames)
        say("counters-matched",
            { KT_PHRASE("cupti-counters", "%1 counter ranges, %2 kernel launches: matched by kernel names."), ranges,
                launches });
    else if (rank.alignment.threadCount > 1)
        say("counters-of-threads",
            { KT_PHRASE("cupti-counters",
                  "%1 threads launch kernels; where they do so at once, ops may belong to other kernels."),
                arg::Count { rank.alignment.threadCount } });
}

} // namespace

std::vector<bool> regionNames(const Trace& trace)
{
    const SliceTable& slices = trace.slices();
    std::vector<bool> isRegion(trace.strings().size(), false);
    std::vector<bool> isWork(trace.strings().size(), false);
    for (std::size_t row = 0; row < slices.size(); ++row) {
        if (isRegionKind(slices.kind[row]))
            isRegion[slices.name[row].index()] = true;
        else if (isGpuWork(slices.kind[row]))
            isWork[slices.name[row].index()] = true;
    }
    for (std::size_t i = 0; i < isRegion.size(); ++i)
        isRegion[i] = isRegion[i] && !isWork[i];
    return isRegion;
}

std::vector<RegionCover> coversOf(
    const Trace& trace, std::span<const SliceId> regions, std::span<const SliceId> launches)
{
    if (regions.empty())
        return {};
    const SliceTable& slices = trace.slices();
    const auto sources = sourcesOf(trace, regions);
    std::map<StringId, std::size_t> rangesOfName;
    for (const SliceId region : regions)
        ++rangesOfName[slices.name[region.index()]];
    std::map<StringId, std::size_t> taken;
    std::vector<RegionCover> covers;
    for (const SliceId region : regions) {
        const StringId name = slices.name[region.index()];
        const std::vector<SliceId>& named = sources.at(name);
        if (named.size() == rangesOfName[name])
            covers.push_back(coverOf(slices, named[taken[name]++], launches));
        else if (regions.size() == 1)
            covers.push_back(coverOfAll(trace, launches));
        else
            covers.emplace_back();
    }
    return covers;
}

void splitRanges(const Trace& trace, const KernelClassifier& classifier, RankRanges& rank)
{
    if (rank.ranges.slices.empty())
        return; // most traces: spares looking for launches
    const std::vector<bool> isRegionName = regionNames(trace);
    std::vector<SliceId> kernels;
    for (std::size_t i = 0; i < rank.ranges.slices.size(); ++i) {
        const SliceId slice = rank.ranges.slices[i];
        if (trace.name(slice) == kWholeRegion || isRegionName[trace.slices().name[slice.index()].index()]) {
            rank.regions.push_back(i);
        } else {
            rank.kernels.push_back(i);
            kernels.push_back(slice);
        }
    }
    rank.alignment = alignRanges(trace, kernels, classifier);
    const bool isOneForAll = kernels.size() == 1 && rank.alignment.match == RangeMatch::Position;
    if (isOneForAll) {
        rank.regions.push_back(rank.kernels.front());
        rank.kernels.clear();
    }
    const std::vector<SliceId> regions =
        mapped(rank.regions, [&rank](std::size_t region) { return rank.ranges.slices[region]; });
    rank.covers = coversOf(trace, regions, rank.alignment.allLaunches);
}

Result<RangeScope> RangeScope::create(const RankTrace& rank, const Scope& scope, const std::stop_token& stop)
{
    RangeScope chosen(rank, scope);
    if (!scope.steps.empty()) {
        KT_TRY(chosen.m_steps, chosenStepRanges(rank, scope, stop));
    }
    return chosen;
}

bool RangeScope::has(SliceId launch) const
{
    if (!launch.isValid())
        return !m_scope->hasWindow() && m_scope->streams.empty();
    const SliceTable& slices = m_rank->trace->slices();
    const Timestamp start = m_rank->toJobTime(slices.start[launch.index()]);
    if (m_scope->range && !m_scope->range->contains(start))
        return false;
    if (!m_scope->steps.empty() && !isInRanges(m_steps, start))
        return false;
    return m_scope->streams.empty() || isOnStream(slices.partner[launch.index()]);
}

bool RangeScope::isOnStream(SliceId work) const
{
    if (!work.isValid())
        return false;
    const std::int64_t stream = m_rank->trace->track(m_rank->trace->trackOf(work)).stream;
    return std::ranges::find(m_scope->streams, stream) != m_scope->streams.end();
}

void remarkOn(
    const RankRanges& rank, const RankTrace& source, const std::string& howToRecord, std::vector<Remark>& remarks)
{
    const auto say = [&](const char* code, Message message) {
        remarks.push_back(remarkOfRank(source, code, std::move(message)));
    };
    if (rank.ranges.slices.empty()) {
        if (Message device = deviceWithoutCupti(*source.trace); !device.isEmpty())
            return say(kNotRecordable.data(),
                { KT_PHRASE("cupti-counters",
                      "no hardware counters in this trace: they come from CUPTI, which counts on GPUs of NVIDIA alone, "
                      "and this was recorded on %1."),
                    std::move(device) });
        say("no-counters",
            { KT_PHRASE("cupti-counters", "no CUPTI counters in this trace; record with %1."),
                arg::Text { howToRecord } });
        return;
    }
    if (rank.ranges.valuesLeftOut > 0)
        say("too-many-counters",
            { KT_PHRASE("cupti-counters",
                  "the ranges name more counters than a table can have; the first %1 are kept, %2 values of others are "
                  "left out."),
                arg::Count { rank.ranges.counters.size() }, arg::Count { rank.ranges.valuesLeftOut } });
    if (!rank.regions.empty())
        say("counters-of-a-region",
            { KT_PHRASE("cupti-counters",
                "one range of counters covers a whole region; with profiler_measure_per_kernel=True there is one for "
                "each kernel.") });
    if (std::ranges::any_of(rank.covers, [](const RegionCover& cover) { return !cover.isKnown; }))
        say("regions-without-place",
            { KT_PHRASE("cupti-counters",
                "what part of the trace some counter ranges cover is not known: there is no annotation or op of their "
                "name for each of them, or no kernel launch.") });
    if (!rank.kernels.empty())
        remarkOnMatch(rank, source, remarks);
}

} // namespace kinetoscope
