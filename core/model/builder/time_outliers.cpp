// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/builder/stages.h"

#include <algorithm>

namespace kinetoscope::builder {

namespace {

constexpr std::size_t kFewestEvents = 3;  ///< of two nobody can say which is wrong
constexpr std::size_t kLargestShare = 20; ///< one in so many may lie outside
constexpr std::size_t kClockProof = 10;   ///< so many events of a place inside for each outside

/// Phases whose `ts` is where something is drawn; ends and arrows only refer to such.
constexpr bool isDrawn(char phase)
{
    return std::string_view("XBbSiIRPnTpC").find(phase) != std::string_view::npos;
}

/// Calls take(batch, row) for each event with a time of its own.
template <typename Take> void forEachTime(BuildState& state, const Take& take)
{
    constexpr std::uint16_t kNoTime = kRawNoTimestamp | kRawBadTimestamp | kRawClamped;
    for (EventBatch& batch : state.parsed.batches) {
        for (std::size_t row = 0; row < batch.size(); ++row) {
            if ((batch.flags[row] & kNoTime) == 0 && (batch.phase[row] == 'X' || isDrawn(batch.phase[row])))
                take(batch, row);
        }
    }
}

struct Stretch {
    Timestamp first = 0;
    Timestamp last = 0;
    std::size_t events = 0;
};

/// The longest run, by events, of ascending times without an implausible hole.
Stretch largestStretch(const std::vector<Timestamp>& times)
{
    Stretch largest;
    std::size_t begin = 0;
    for (std::size_t i = 1; i <= times.size(); ++i) {
        const bool goesOn = i < times.size() && saturatingSubtract(times[i], times[i - 1]) <= kMaxPlausibleDuration;
        if (goesOn)
            continue;
        if (i - begin > largest.events)
            largest = { times[begin], times[i - 1], i - begin };
        begin = i;
    }
    return largest;
}

} // namespace

void markImplausibleTimes(BuildState& state)
{
    Timestamp first = kMaxTimestamp;
    Timestamp last = kMinTimestamp;
    std::size_t events = 0;
    forEachTime(state, [&](const EventBatch& batch, std::size_t row) {
        first = std::min(first, batch.ts[row]);
        last = std::max(last, batch.ts[row]);
        ++events;
    });
    if (events < kFewestEvents || saturatingSubtract(last, first) <= kMaxPlausibleDuration)
        return;
    std::vector<Timestamp> times;
    times.reserve(events);
    forEachTime(state, [&](const EventBatch& batch, std::size_t row) { times.push_back(batch.ts[row]); });
    std::ranges::sort(times);
    const Stretch recording = largestStretch(times);
    release(times);
    const std::size_t outside = events - recording.events;
    if (outside == 0 || outside > std::max<std::size_t>(1, events / kLargestShare))
        return;
    const auto isOutside = [&recording](Timestamp time) { return time < recording.first || time > recording.last; };
    std::vector<std::size_t> insideOf(state.parsed.places.size());
    std::vector<std::size_t> outsideOf(state.parsed.places.size());
    forEachTime(state, [&](const EventBatch& batch, std::size_t row) {
        ++(isOutside(batch.ts[row]) ? outsideOf : insideOf)[batch.place[row]];
    });
    forEachTime(state, [&](EventBatch& batch, std::size_t row) {
        const std::uint32_t place = batch.place[row];
        const bool isProven = outside == 1 || insideOf[place] / kClockProof >= outsideOf[place];
        if (isOutside(batch.ts[row]) && isProven)
            batch.flags[row] |= kRawImplausibleTime;
    });
}

} // namespace kinetoscope::builder
