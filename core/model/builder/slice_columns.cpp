// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/builder/stages.h"

#include "core/base/parallel.h"
#include "core/model/autograd_profiler.h"
#include "core/model/builder/run_sort.h"

#include <algorithm>
#include <numeric>

namespace kinetoscope::builder {

namespace {

/// Calls `take(batch, row of batch, slice row)` for every event that became a slice, in file order.
template <typename Take> bool forEachSlice(BuildState& state, const Take& take)
{
    for (EventBatch& batch : state.parsed.batches) {
        if (state.progress.shouldStop())
            return false;
        const std::uint32_t* const rowOf = state.rowOf.data() + batch.firstEvent;
        const std::size_t size = batch.name.size(); // the last column to go
        for (std::size_t i = 0; i < size; ++i) {
            if (rowOf[i] != kNoRow)
                take(batch, i, rowOf[i]);
        }
    }
    return true;
}

/// One column: `pick(batch)` is the vector of the batch, `target` the one of the slice table.
template <typename Target, typename Pick>
bool gather(BuildState& state, std::vector<Target>& target, std::size_t rows, const Pick& pick)
{
    target.resize(rows);
    BatchTrim trim(state);
    for (EventBatch& batch : state.parsed.batches) {
        if (state.progress.shouldStop())
            return false;
        auto& source = pick(batch);
        const std::uint32_t* const rowOf = state.rowOf.data() + batch.firstEvent;
        for (std::size_t i = 0; i < source.size(); ++i) {
            if (rowOf[i] != kNoRow)
                target[rowOf[i]] = source[i];
        }
        const std::size_t released = source.size();
        release(source);
        trim(released);
    }
    returnFreedBy(state);
    return true;
}

/// Order of slices that start at the same time; see gatherSlices.
class TieOrder {
public:
    TieOrder(const SliceTable& slices, const std::vector<CategoryFacts>& categories,
        const std::unordered_map<EventIndex, Nanoseconds>& longDurations)
        : m_slices(slices)
        , m_categories(categories)
        , m_longDurations(longDurations)
    {
    }

    /// A call, so that what compares starts first is small enough to be inlined into the sort.
    [[nodiscard, gnu::noinline]] bool less(std::uint32_t a, std::uint32_t b) const
    {
        const std::uint8_t levelA = m_categories[m_slices.category[a]].level;
        const std::uint8_t levelB = m_categories[m_slices.category[b]].level;
        if (levelA != levelB)
            return levelA < levelB;
        const Nanoseconds durationA = duration(a);
        const Nanoseconds durationB = duration(b);
        return durationA != durationB ? durationA > durationB : m_slices.eventIndex[a] < m_slices.eventIndex[b];
    }

private:
    /// An unfinished slice may hold everything after it, so it counts as longest.
    [[nodiscard]] Nanoseconds duration(std::uint32_t row) const
    {
        const std::uint32_t d = m_slices.duration32[row];
        if (d == EventBatch::kNoDuration)
            return kMaxTimestamp;
        if (d != EventBatch::kLongDuration)
            return d;
        const auto it = m_longDurations.find(m_slices.eventIndex[row]);
        return it != m_longDurations.end() ? it->second : 0;
    }

    const SliceTable& m_slices;
    const std::vector<CategoryFacts>& m_categories;
    const std::unordered_map<EventIndex, Nanoseconds>& m_longDurations;
};

template <typename Column>
void permute(std::vector<Column>& column, std::uint32_t first, const std::vector<std::uint32_t>& rows)
{
    std::vector<Column> sorted(rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i)
        sorted[i] = column[rows[i]];
    std::ranges::copy(sorted, column.begin() + static_cast<std::ptrdiff_t>(first));
}

/// Sorts the rows of one track; touches no row of another track.
void sortTrack(BuildState& state, const Track& track)
{
    SliceTable& slices = state.data.slices;
    const TieOrder ties(slices, state.categories, state.longDurations);
    bool isSorted = true;
    for (std::uint32_t row = track.firstSlice + 1; row < track.endSlice() && isSorted; ++row) {
        const Timestamp before = slices.start[row - 1];
        isSorted = before < slices.start[row] || (before == slices.start[row] && ties.less(row - 1, row));
    }
    if (isSorted)
        return;
    // Rows alone, not with their starts: with two threads at their largest tracks this is where a load takes most
    // memory.
    std::vector<std::uint32_t> rows(track.sliceCount);
    std::iota(rows.begin(), rows.end(), track.firstSlice);
    sortRuns(rows, [&slices, &ties](std::uint32_t a, std::uint32_t b) {
        return slices.start[a] != slices.start[b] ? slices.start[a] < slices.start[b] : ties.less(a, b);
    });
    permute(slices.start, track.firstSlice, rows);
    permute(slices.duration32, track.firstSlice, rows);
    permute(slices.category, track.firstSlice, rows);
    permute(slices.eventIndex, track.firstSlice, rows);
    for (std::uint32_t row = track.firstSlice; row < track.endSlice(); ++row)
        state.rowOf[slices.eventIndex[row]] = row;
}

/// Turns track numbers in rowOf into rows, still in file order inside each track, and fills eventIndex.
void numberRows(BuildState& state, std::size_t rows)
{
    std::vector<std::uint32_t> next(state.tracks.size(), 0);
    for (std::size_t i = 0; i < next.size(); ++i) {
        if (state.tracks[i].final.isValid())
            next[i] = state.data.tracks[state.tracks[i].final.index()].firstSlice;
    }
    auto& eventIndex = state.data.slices.eventIndex;
    eventIndex.resize(rows);
    for (std::size_t event = 0; event < state.rowOf.size(); ++event) {
        std::uint32_t& entry = state.rowOf[event];
        if (entry == kNoRow)
            continue;
        entry = next[entry]++;
        eventIndex[entry] = static_cast<EventIndex>(event);
    }
}

std::uint16_t flagsFromRaw(std::uint16_t raw)
{
    std::uint16_t flags = 0;
    const auto translate = [&](RawFlag from, std::uint16_t to) {
        if (raw & from)
            flags = static_cast<std::uint16_t>(flags | to);
    };
    translate(kRawClamped, kSliceClamped);
    translate(kRawNoCategory, kSliceMissingCategory);
    translate(kRawCollective, kSliceCollective);
    translate(kRawStreamArg, kSliceStreamArg);
    translate(kRawBadDuration, kSliceCorruptTime);
    translate(kRawImplausibleTime, kSliceImplausibleTime | kSliceCorrupt);
    translate(kRawNegativeDuration, kSliceNegativeDuration | kSliceCorrupt | kSliceUnfinished);
    return flags;
}

std::uint16_t flagsFromPhase(char phase)
{
    switch (phase) {
    case 'X':
        return 0;
    case 'B':
        return kSliceFromBeginEnd;
    case 'b':
    case 'S':
        return kSliceAsync;
    case 'n':
    case 'T':
    case 'p':
        return kSliceAsync | kSliceInstant;
    default:
        return kSliceInstant;
    }
}

void flagSlice(BuildState& state, const EventBatch& batch, std::size_t i, std::uint32_t row)
{
    SliceTable& slices = state.data.slices;
    const char phase = batch.phase[i];
    auto flags = static_cast<std::uint16_t>(flagsFromRaw(batch.flags[i]) | flagsFromPhase(phase));
    const EventIndex event = slices.eventIndex[row];
    if (slices.duration32[row] == EventBatch::kNoDuration) {
        flags = static_cast<std::uint16_t>(flags | kSliceUnfinished | (phase == 'X' ? kSliceMissingDuration : 0));
        if (phase == 'X')
            noteProblem(
                state, flags & kSliceCorruptTime ? Problem::BadNumber : Problem::MissingDuration, event, batch.name[i]);
    } else if (slices.duration32[row] == EventBatch::kLongDuration) {
        const Nanoseconds duration = state.longDurations[event];
        if (duration > kMaxPlausibleDuration) {
            flags = static_cast<std::uint16_t>(flags | kSliceCorrupt);
            noteProblem(state, Problem::ImplausibleDuration, event, batch.name[i]);
        }
        if (slices.start[row] > kMaxTimestamp - duration)
            flags = static_cast<std::uint16_t>(flags | kSliceClamped);
    } else if (slices.start[row] > kMaxTimestamp - Nanoseconds { slices.duration32[row] }) {
        flags = static_cast<std::uint16_t>(flags | kSliceClamped);
    }
    if (flags & kSliceImplausibleTime)
        noteProblem(state, Problem::ImplausibleTime, event, batch.name[i]);
    if (flags & kSliceNegativeDuration)
        noteProblem(state, Problem::NegativeDuration, event, batch.name[i]);
    if (flags & kSliceClamped) {
        noteProblem(state, Problem::TimeOverflow, event, batch.name[i]);
        if ((batch.flags[i] & kRawRepaired) == 0)
            ++state.parsed.report.repaired;
    }
    slices.flags[row] = flags;
}

bool gatherCorrelations(BuildState& state)
{
    SliceTable& slices = state.data.slices;
    slices.correlation32.assign(slices.size(), SliceTable::kNoCorrelation);
    const bool done = forEachSlice(state, [&](const EventBatch& batch, std::size_t i, std::uint32_t row) {
        constexpr std::string_view kWithCorrelation = "XBiIRP"; // elsewhere `link` is an id of flows or asyncs
        if (kWithCorrelation.find(batch.phase[i]) != std::string_view::npos)
            slices.correlation32[row] = batch.link[i];
    });
    static_assert(
        SliceTable::kNoCorrelation == EventBatch::kNoLink && SliceTable::kLongCorrelation == EventBatch::kLongLink);
    for (EventBatch& batch : state.parsed.batches) {
        for (const EventBatch::LongValue& link : batch.longLinks) {
            const std::uint32_t row = link.row < batch.link.size() ? state.rowOf[batch.firstEvent + link.row] : kNoRow;
            if (row == kNoRow || slices.correlation32[row] != SliceTable::kLongCorrelation)
                continue;
            if (link.value == -1)
                slices.correlation32[row] = SliceTable::kNoCorrelation; // how some producers write "none"
            else
                slices.longCorrelations[row] = link.value;
        }
        release(batch.link);
        release(batch.longLinks);
    }
    return done;
}

/// By category, which ops of the autograd profiler do not have.
void setKinds(BuildState& state)
{
    SliceTable& slices = state.data.slices;
    slices.kind.resize(slices.category.size());
    for (const Track& track : state.data.tracks) {
        const bool isAutogradProfiler = state.text(track.pid) == kAutogradProfilerOps;
        for (std::uint32_t row = track.firstSlice; row < track.endSlice(); ++row) {
            const CategoryId category = slices.category[row];
            slices.kind[row] = category == 0 && isAutogradProfiler ? EventKind::CpuOp : state.categories[category].kind;
        }
    }
}

} // namespace

bool gatherSlices(BuildState& state)
{
    SliceTable& slices = state.data.slices;
    std::size_t rows = 0;
    for (const Track& track : state.data.tracks)
        rows += track.sliceCount;
    numberRows(state, rows);
    // The widest column last: what the others left is free by then.
    if (!gather(
            state, slices.category, rows, [](EventBatch & b) -> auto& { return b.category; })
        || !gather(
            state, slices.duration32, rows, [](EventBatch & b) -> auto& { return b.duration32; })
        || !gather(
            state, slices.start, rows, [](EventBatch & b) -> auto& { return b.ts; }))
        return false;
    parallelFor(state.data.tracks.size(), state.threads, [&state](std::size_t i) {
        if (!state.progress.shouldStop())
            sortTrack(state, state.data.tracks[i]);
    });
    slices.flags.resize(rows);
    if (!forEachSlice(state,
            [&state](const EventBatch& batch, std::size_t i, std::uint32_t row) { flagSlice(state, batch, i, row); }))
        return false;
    if (!gatherCorrelations(state))
        return false;
    for (EventBatch& batch : state.parsed.batches) {
        release(batch.flags);
        release(batch.phase);
        release(batch.longDurations);
    }
    returnFreedBy(state);
    if (!gather(
            state, slices.name, rows, [](EventBatch & b) -> auto& { return b.name; }))
        return false;
    setKinds(state);
    return !state.progress.shouldStop();
}

void settleLongDurations(BuildState& state)
{
    auto& byRow = state.data.slices.longDurations;
    byRow.reserve(byRow.size() + state.longDurations.size());
    for (const auto& [event, duration] : state.longDurations) {
        const std::uint32_t row = state.rowOf[event];
        if (row == kNoRow)
            continue;
        state.data.slices.duration32[row] = SliceTable::kLongDuration;
        byRow.emplace(row, duration); // an entry that is there already is a drawn end and stays
    }
    release(state.longDurations);
}

} // namespace kinetoscope::builder
