// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/causes/work/repeated_launches.h"

#include "core/analysis/causes/work/blocking_calls.h"
#include "core/analysis/causes/work/hand_over.h"
#include "core/io/json/argument_scan.h"
#include "core/model/compiled_calls.h"
#include "core/numeric/intervals.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace kinetoscope {

namespace {

using Coming = RepeatedLaunches::Coming;

/// A graph of less work saves little.
constexpr std::size_t kFewestWorksOfGraph = 10;
/// What lies between two launches is a pause if it takes so many times as long as is usual there, and so long, ns.
constexpr Nanoseconds kTimesUsual = 4;
constexpr Nanoseconds kLeastPause = 100'000;

void mixIn(std::uint64_t value, std::uint64_t& hash)
{
    constexpr std::uint64_t kOdd = 0x9E3779B97F4A7C15;
    hash = (hash ^ value) * kOdd;
    hash ^= hash >> 29U;
}

/// When no sequence goes on; trace time, sorted.
std::vector<Timestamp> breaksOf(const Trace& trace, const BlockingCalls& blocking, const Progress& progress)
{
    std::vector<Timestamp> breaks;
    for (const Step& step : trace.steps())
        breaks.push_back(step.range.begin);
    // A loop that nothing calls steps has its optimizer's.
    const bool hasSteps = trace.steps().size() > 1;
    const SliceTable& slices = trace.slices();
    StopCheck check(progress);
    for (std::size_t row = 0; row < slices.size() && !check.after(1); ++row) {
        const SliceId call = SliceTable::at(row);
        if (!hasSteps && slices.kind[row] == EventKind::UserAnnotation && slices.isSound(call)
            && trace.name(call).starts_with("Optimizer.step"))
            breaks.push_back(slices.start[row]);
        if (!isApiCall(slices.kind[row]) || !slices.isSound(call))
            continue;
        // A copy that its call waits for stands by itself; launches into a full queue go on.
        switch (blocking.wayOf(call)) {
        case BlockingWay::Sync:
            breaks.push_back(slices.start[row]);
            break;
        case BlockingWay::Copy:
            breaks.push_back(slices.start[row]);
            breaks.push_back(slices.end(call));
            break;
        case BlockingWay::None:
        case BlockingWay::FullQueue:
            break;
        }
    }
    std::ranges::sort(breaks);
    return breaks;
}

/// Begins and ends of the calls of compiled code, of which torch.compile can make graphs; trace time, sorted.
struct CompiledEdges {
    std::vector<Timestamp> ofRegions;
    std::vector<Timestamp> ofGraphs; ///< a region has some of these in it
};
CompiledEdges edgesOfCompiledCalls(const Trace& trace, const Progress& progress)
{
    std::vector<CompiledCall> calls(trace.strings().size());
    for (std::size_t i = 0; i < calls.size(); ++i)
        calls[i] = compiledCallOf(trace.text(StringId { i }));
    CompiledEdges edges;
    if (std::ranges::all_of(calls, [](CompiledCall call) { return call == CompiledCall::None; }))
        return edges;
    const SliceTable& slices = trace.slices();
    StopCheck check(progress);
    for (std::size_t row = 0; row < slices.size() && !check.after(1); ++row) {
        const SliceId slice = SliceTable::at(row);
        const CompiledCall call = calls[slices.name[row].index()];
        if (call == CompiledCall::None || !isHostCallTree(slices.kind[row]) || !slices.isSound(slice))
            continue;
        std::vector<Timestamp>& own = call == CompiledCall::Region ? edges.ofRegions : edges.ofGraphs;
        own.push_back(slices.start[row]);
        own.push_back(slices.end(slice));
    }
    std::ranges::sort(edges.ofRegions);
    std::ranges::sort(edges.ofGraphs);
    return edges;
}

/// The sequences that breaks and launches of graphs leave of these launches, in time order.
std::vector<Coming> cutAt(const Trace& trace, std::span<const Launch> launches, const Coming& all,
    std::span<const Timestamp> breaks, const Progress& progress)
{
    std::vector<Coming> sequences;
    Coming now { all.first, all.first };
    const auto end = [&](std::size_t next) {
        if (now.works() >= kFewestWorksOfGraph)
            sequences.push_back(now);
        now = { next, next };
    };
    const auto from = all.works() > 0
        ? std::ranges::lower_bound(breaks, trace.slices().start[launches[all.first].call.index()])
        : breaks.begin();
    auto passed = static_cast<std::size_t>(from - breaks.begin()); // what begins with the first ends nothing
    StopCheck check(progress);
    for (std::size_t i = all.first; i < all.end && !check.after(2); ++i) {
        const SliceId call = launches[i].call;
        const std::size_t before = passed;
        while (passed < breaks.size() && breaks[passed] <= trace.slices().start[call.index()])
            ++passed;
        if (passed > before)
            end(i);
        if (isGraphLaunch(trace.name(call)))
            end(i + 1);
        else
            now.end = i + 1;
    }
    end(all.end);
    return sequences;
}

std::uint64_t hashOf(const Trace& trace, std::span<const Launch> launches)
{
    const SliceTable& slices = trace.slices();
    std::uint64_t hash = launches.size();
    for (const Launch& launch : launches) {
        const std::size_t row = launch.work.index();
        mixIn(slices.name[row].value, hash);
        mixIn(launch.stream.value, hash);
        if (slices.kind[row] != EventKind::Kernel)
            mixIn(static_cast<std::uint64_t>(trace.args().bytes.find(slices.eventIndex[row]).value_or(-1)), hash);
    }
    return hash;
}

/// What lies between two launches and takes longer is a pause: a pause is no part of launching.
/// @param times  between launches that usually take as long as each other, one or more; they change their order.
Nanoseconds longestBetween(std::vector<Nanoseconds>& times)
{
    const auto middle = times.begin() + static_cast<std::ptrdiff_t>((times.size() - 1) / 2);
    std::nth_element(times.begin(), middle, times.end());
    return std::max(kLeastPause, *middle * kTimesUsual);
}

/// A stretch of launching that begins with a launch at `time`; `open` is closed.
void beginStretch(Timestamp time, TimeRange& open, std::vector<TimeRange>& closed)
{
    if (!open.isEmpty())
        closed.push_back(open);
    open = { time, time };
}

/// The stretch goes on with a launch at `time`, or after a pause another begins with it.
void goOn(Timestamp time, bool isAfterPause, TimeRange& open, std::vector<TimeRange>& closed)
{
    if (isAfterPause)
        beginStretch(time, open, closed);
    open.end = std::max(open.end, time);
}

std::vector<Timestamp> handedOverAt(const Trace& trace, std::span<const Launch> launches)
{
    std::vector<Timestamp> handed;
    handed.reserve(launches.size());
    for (const Launch& launch : launches)
        handed.push_back(handedOver(trace, launch.work));
    return handed;
}

/// Of all comings of one sequence, from launch to launch, without pauses: usual is what most comings take between the
/// same two launches.
void addStretches(const Trace& trace, std::span<const Launch> launches, std::span<const Coming> comings,
    std::vector<TimeRange>& stretches)
{
    const std::size_t works = comings.front().works();
    std::vector<std::vector<Timestamp>> handed;  // by coming and place
    std::vector<TimeRange> open(comings.size()); // what the last stretch of each has so far
    for (std::size_t i = 0; i < comings.size(); ++i) {
        handed.push_back(handedOverAt(trace, launches.subspan(comings[i].first, works)));
        open[i] = { handed[i].front(), handed[i].front() };
    }
    std::vector<Nanoseconds> times(comings.size());
    for (std::size_t place = 1; place < works; ++place) {
        const auto timeBefore = [&](std::size_t i) {
            return saturatingSubtract(handed[i][place], handed[i][place - 1]);
        };
        for (std::size_t i = 0; i < comings.size(); ++i)
            times[i] = timeBefore(i);
        const Nanoseconds most = longestBetween(times);
        for (std::size_t i = 0; i < comings.size(); ++i)
            goOn(handed[i][place], timeBefore(i) > most, open[i], stretches);
    }
    for (TimeRange& stretch : open)
        beginStretch(stretch.end, stretch, stretches);
}

/// The same of a sequence that comes once: usual is what most of its launches take after the one before.
std::vector<TimeRange> stretchesOfOne(const Trace& trace, std::span<const Launch> launches)
{
    const std::vector<Timestamp> handed = handedOverAt(trace, launches);
    std::vector<Nanoseconds> times;
    for (std::size_t i = 1; i < handed.size(); ++i)
        times.push_back(saturatingSubtract(handed[i], handed[i - 1]));
    std::vector<TimeRange> stretches;
    if (times.empty())
        return stretches;
    const Nanoseconds most = longestBetween(times);
    TimeRange open { handed.front(), handed.front() };
    for (const Timestamp time : handed)
        goOn(time, saturatingSubtract(time, open.end) > most, open, stretches);
    beginStretch(open.end, open, stretches);
    return unionOf(std::move(stretches));
}

/// Grid and block of the kernels of a sequence, in order, as written; nothing where one has none.
std::optional<std::vector<std::string>> writtenGrids(
    const Trace& trace, std::span<const Launch> launches, const Progress& progress)
{
    const SliceTable& slices = trace.slices();
    std::vector<std::pair<EventIndex, std::size_t>> kernels; // and their place
    for (std::size_t i = 0; i < launches.size(); ++i) {
        const std::size_t row = launches[i].work.index();
        if (slices.kind[row] == EventKind::Kernel)
            kernels.emplace_back(slices.eventIndex[row], i);
    }
    std::ranges::sort(kernels);
    std::vector<EventIndex> events;
    events.reserve(kernels.size());
    for (const auto& kernel : kernels)
        events.push_back(kernel.first);
    std::vector<std::string> grids(launches.size());
    std::size_t known = 0;
    const auto read = [&](std::size_t i, std::string_view json) {
        const std::string_view grid = argumentOf(json, "grid");
        const std::string_view block = argumentOf(json, "block");
        if (grid.empty() || block.empty())
            return false;
        grids[kernels[i].second] = std::string(grid) + std::string(block);
        ++known;
        return !progress.shouldStop();
    };
    const Result<Done> done = trace.visitEventJson(events, read);
    if (!done || events.empty() || known < events.size())
        return std::nullopt;
    return grids;
}

} // namespace

namespace {

/// Sequences by what is launched in them.
class AlikeSequences {
public:
    AlikeSequences(const Trace& trace, std::span<const Launch> launches, const Progress& progress)
        : m_trace(trace)
        , m_launches(launches)
        , m_progress(progress)
    {
    }
    /// Told to stop they are not whole.
    void add(std::span<const Coming> sequences)
    {
        for (const Coming& each : sequences) {
            if (m_progress.shouldStop()) // some are long
                return;
            m_alike[hashOf(m_trace, m_launches.subspan(each.first, each.works()))].push_back(each);
        }
    }
    /// In time order.
    [[nodiscard]] std::vector<Coming> thatComeOnce() const
    {
        std::vector<Coming> once;
        for (const auto& [hash, comings] : m_alike) {
            if (comings.size() == 1)
                once.push_back(comings.front());
        }
        std::ranges::sort(once, {}, &Coming::first);
        return once;
    }
    /// Of what comes once, with more around it each time, parts between edges may come again.
    void cutThoseThatComeOnce(std::span<const Timestamp> edges)
    {
        if (edges.empty())
            return;
        const std::vector<Coming> once = thatComeOnce();
        std::erase_if(m_alike, [](const auto& sequence) { return sequence.second.size() == 1; });
        for (const Coming& each : once)
            add(cutAt(m_trace, m_launches, each, edges, m_progress));
    }
    /// Everything but the single ones.
    [[nodiscard]] RepeatedLaunches repeated()
    {
        RepeatedLaunches found;
        for (auto& [hash, comings] : m_alike) {
            if (comings.size() < 2)
                continue;
            std::ranges::sort(comings, {}, &Coming::first);
            const std::size_t works = comings.size() * comings.front().works();
            m_worksOfAll += works;
            // Of equals the first in time, whatever their hashes are.
            if (works > m_worksOfMost || (works == m_worksOfMost && comings.front().first < found.most.front().first)) {
                m_worksOfMost = works;
                found.most = comings;
            }
        }
        found.isMost = m_worksOfMost > 0 && m_worksOfMost >= m_worksOfAll - m_worksOfMost;
        return found;
    }
    void addStretchesTo(RepeatedLaunches& found) const
    {
        for (const auto& [hash, comings] : m_alike) {
            if (comings.size() >= 2)
                addStretches(m_trace, m_launches, comings, found.stretches);
        }
        found.stretches = unionOf(std::move(found.stretches));
    }
    // Once repeated() was asked:
    [[nodiscard]] std::size_t worksOfMost() const { return m_worksOfMost; } ///< in all
    [[nodiscard]] std::size_t worksOfAll() const { return m_worksOfAll; }   ///< that come again

private:
    const Trace& m_trace;
    std::span<const Launch> m_launches;
    const Progress& m_progress;
    std::map<std::uint64_t, std::vector<Coming>> m_alike;
    std::size_t m_worksOfMost = 0;
    std::size_t m_worksOfAll = 0;
};

} // namespace

RepeatedLaunches repeatedLaunches(
    const Trace& trace, std::span<const Launch> launches, const BlockingCalls& blocking, const Progress& progress)
{
    const std::vector<Coming> sequences =
        cutAt(trace, launches, { 0, launches.size() }, breaksOf(trace, blocking, progress), progress);
    AlikeSequences alike(trace, launches, progress);
    alike.add(sequences);
    const std::vector<Coming> once = alike.thatComeOnce();
    RepeatedLaunches found = alike.repeated();
    std::optional<AlikeSequences> best(std::move(alike));
    const CompiledEdges edges = edgesOfCompiledCalls(trace, progress);
    if (!edges.ofRegions.empty() || !edges.ofGraphs.empty()) {
        std::size_t works = 0;
        for (const Coming& each : sequences)
            works += each.works();
        // Where some come again as a whole, by chance perhaps, either these stay or all are cut.
        const std::vector<Timestamp>& outer = edges.ofRegions.empty() ? edges.ofGraphs : edges.ofRegions;
        const auto tryCut = [&](bool all) {
            AlikeSequences cut(trace, launches, progress);
            for (const Coming& each : sequences)
                cut.add(all ? cutAt(trace, launches, each, outer, progress) : std::vector { each });
            cut.cutThoseThatComeOnce(edges.ofRegions);
            cut.cutThoseThatComeOnce(edges.ofGraphs);
            RepeatedLaunches repeated = cut.repeated();
            const bool isMuch = !found.most.empty() || cut.worksOfAll() >= works - works / 2;
            if (!isMuch || cut.worksOfMost() <= best->worksOfMost())
                return;
            found = std::move(repeated);
            best.emplace(std::move(cut));
        };
        tryCut(false);
        tryCut(true);
    }
    best->addStretchesTo(found);
    for (const Coming& each : once) {
        if (found.most.empty()
            && (each.works() > found.single.works()
                || (each.works() == found.single.works() && each.first < found.single.first)))
            found.single = each;
    }
    found.stretchesOfSingle = stretchesOfOne(trace, launches.subspan(found.single.first, found.single.works()));
    return progress.shouldStop() ? RepeatedLaunches {} : found;
}

RepeatedGrids gridsOf(
    const Trace& trace, std::span<const Launch> launches, const RepeatedLaunches& repeated, const Progress& progress)
{
    const std::vector<Coming>& comings = repeated.most;
    if (comings.empty())
        return RepeatedGrids::Unknown;
    const std::size_t most = std::max<std::size_t>(2, kMostGridsCompared / comings.front().works());
    const std::size_t count = std::min(comings.size(), most);
    std::optional<std::vector<std::string>> first;
    for (std::size_t i = 0; i < count; ++i) { // the first and the last are among them
        const Coming& each = comings[i * (comings.size() - 1) / (count - 1)];
        auto grids = writtenGrids(trace, launches.subspan(each.first, each.works()), progress);
        if (!grids)
            return RepeatedGrids::Unknown;
        if (first && *first != *grids)
            return RepeatedGrids::Other;
        if (!first)
            first = std::move(grids);
    }
    return RepeatedGrids::Same;
}

} // namespace kinetoscope
