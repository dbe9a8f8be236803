// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/causes/remarks/python_cost.h"

#include "core/analysis/causes/owners/owner_labels.h"
#include "core/analysis/causes/work/call_names.h"
#include "core/base/display_name.h"

#include <algorithm>

namespace kinetoscope {

namespace {

/// A frame is remarkable with this share of the wall time, in so many pieces,
constexpr double kLargeFrame = 0.1;
constexpr std::int64_t kManyPieces = 1'000;
/// each this many times as long as those of the other frames, if there are enough to compare with.
constexpr std::int64_t kTimesOthers = 20;
constexpr std::int64_t kEnoughOthers = 100;

/// @param countedOf  what counts of a piece that a frame has for itself; pieces without any are none.
template <typename LengthOf>
std::vector<FrameTime> frameTimesOf(
    const Trace& trace, TrackId thread, const CauseRules& rules, const Progress& progress, LengthOf countedOf)
{
    const SliceTable& slices = trace.slices();
    std::vector<FrameTime> frames;
    struct Open {
        SliceId slice;
        Timestamp until = 0; ///< what it did up to there is known
    };
    std::vector<Open> open;
    const auto addOwn = [&](const Open& each, Timestamp end) {
        const bool isPython =
            trace.kind(each.slice) == EventKind::PythonFunction && rules.of(each.slice) == Cause::Python;
        const Nanoseconds counted = isPython && end > each.until ? countedOf(TimeRange { each.until, end }) : 0;
        if (counted <= 0)
            return;
        if (frames.empty())
            frames.resize(trace.strings().size());
        FrameTime& frame = frames[slices.name[each.slice.index()].index()];
        frame.time = saturatingAdd(frame.time, counted);
        ++frame.pieces;
    };
    const auto close = [&] {
        addOwn(open.back(), slices.end(open.back().slice));
        open.pop_back();
    };
    const Track& track = trace.track(thread);
    StopCheck check(progress);
    for (std::uint32_t row = track.firstSlice; row < track.endSlice() && !check.after(2); ++row) {
        const SliceId slice = SliceTable::at(row);
        if (!isHostCallTree(slices.kind[row]) || !slices.isSound(slice))
            continue;
        while (!open.empty() && open.back().slice != slices.parent[row])
            close();
        if (!open.empty()) {
            addOwn(open.back(), slices.start[row]);
            open.back().until = std::max(open.back().until, slices.end(slice));
        }
        open.push_back({ slice, slices.start[row] });
    }
    while (!open.empty())
        close();
    return frames;
}

Nanoseconds meanOf(const FrameTime& frame)
{
    return frame.time / std::max(std::int64_t { 1 }, frame.pieces);
}

} // namespace

std::optional<CostlyFrame> costlyFrame(std::span<const FrameTime> frames, Nanoseconds wall)
{
    const auto largest = std::ranges::max_element(frames, {}, &FrameTime::time);
    if (largest == frames.end())
        return std::nullopt;
    CostlyFrame found { StringId { static_cast<std::size_t>(largest - frames.begin()) }, *largest, {} };
    for (const FrameTime& each : frames) {
        found.others.time = saturatingAdd(found.others.time, each.time);
        found.others.pieces += each.pieces;
    }
    found.others.time = saturatingSubtract(found.others.time, largest->time);
    found.others.pieces -= largest->pieces;
    const bool isCostly = largest->pieces >= kManyPieces && found.others.pieces >= kEnoughOthers
        && static_cast<double>(largest->time) >= kLargeFrame * static_cast<double>(wall)
        && meanOf(*largest) / kTimesOthers >= std::max(Nanoseconds { 1 }, meanOf(found.others));
    return isCostly ? std::optional(found) : std::nullopt;
}

std::vector<FrameTime> frameTimes(const Trace& trace, TrackId thread, const CauseRules& rules, const Progress& progress)
{
    return frameTimesOf(trace, thread, rules, progress, [](const TimeRange& piece) { return piece.length(); });
}

std::vector<FrameTime> frameTimesIn(std::span<const TimeRange> ranges, const Trace& trace, TrackId thread,
    const CauseRules& rules, const Progress& progress)
{
    return frameTimesOf(trace, thread, rules, progress, [ranges](const TimeRange& piece) {
        Nanoseconds length = 0;
        for (auto range = std::ranges::upper_bound(ranges, piece.begin, {}, &TimeRange::end);
             range != ranges.end() && range->begin < piece.end; ++range)
            length += std::min(range->end, piece.end) - std::max(range->begin, piece.begin);
        return length;
    });
}

Nanoseconds waitsAmong(const Trace& trace, std::span<const FrameTime> frames)
{
    Nanoseconds sum = 0;
    for (std::size_t i = 0; i < frames.size(); ++i) {
        if (frames[i].time > 0 && isWaitingFrame(trace.text(StringId { i })))
            sum = saturatingAdd(sum, frames[i].time);
    }
    return sum;
}

Remark recordingPython(const RankTrace& rank, const CostlyFrame& frame, Nanoseconds wall, FrameOf where)
{
    const arg::Share share { frame.own.time, wall };
    const arg::Name name { displayName(withoutAddress(rank.trace->text(frame.name))) };
    const arg::Count pieces { frame.own.pieces };
    const arg::Duration mean { meanOf(frame.own) };
    const arg::Duration meanOfOthers { std::max(Nanoseconds { 1 }, meanOf(frame.others)) };
    Message sentence { KT_PHRASE("causes",
                           "%1 of the path is the frame %2 itself, in %3 pieces of %4 on average, those of other "
                           "frames take %5: it may be the cost of recording Python. Record without stacks to see."),
        share, name, pieces, mean, meanOfOthers };
    if (where == FrameOf::MainThread)
        sentence = {
            KT_PHRASE("causes",
                "the main thread is in the frame %2 itself for %1 of the time, in %3 pieces of %4 on average, those of "
                "other frames take %5: it may be the cost of recording Python. Record without stacks to see."),
            share, name, pieces, mean, meanOfOthers
        };
    else if (where == FrameOf::Replay)
        sentence = {
            KT_PHRASE("causes",
                "the main thread is in the frame %2 itself for %1 of the time, in %3 pieces of %4 on average, those of "
                "other frames take %5: it may be the cost of recording Python, and so may what changes of Python or of "
                "all host time save. Record without stacks to see."),
            share, name, pieces, mean, meanOfOthers
        };
    else if (where == FrameOf::ReplayOfPlaces)
        sentence = {
            KT_PHRASE("causes",
                "the main thread is in the frame %2 itself for %1 of the time, in %3 pieces of %4 on average, those of "
                "other frames take %5: it may be the cost of recording Python, and so may part of what is saved where "
                "host time is taken away. Record without stacks to see."),
            share, name, pieces, mean, meanOfOthers
        };
    return remarkOfRank(rank, "recording-python", std::move(sentence));
}

} // namespace kinetoscope
