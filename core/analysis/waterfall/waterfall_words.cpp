// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/waterfall/waterfall_words.h"

#include "core/analysis/waterfall/alike_windows.h"
#include "core/base/sort_stably.h"
#include "core/base/vectors.h"

#include <algorithm>
#include <array>
#include <functional>
#include <utility>
#include <vector>

namespace kinetoscope {

namespace {

Message partWords(std::size_t part)
{
    static const std::array<Message, kWaterfallParts> kWords { Message { KT_PHRASE("waterfall", "wall time") },
        Message { KT_PHRASE("waterfall", "computation") }, Message { KT_PHRASE("waterfall", "exposed communication") },
        Message { KT_PHRASE("waterfall", "exposed copies") }, Message { KT_PHRASE("waterfall", "other work") },
        Message { KT_PHRASE("waterfall", "waiting for the host") },
        Message { KT_PHRASE("waterfall", "idle time between kernels") },
        Message { KT_PHRASE("waterfall", "idle time that nothing explains") },
        Message { KT_PHRASE("waterfall", "idle time before work of unknown launch") } };
    return kWords[part];
}

/// Of the parts, those that make most of a difference, the largest first; what is below one in so many of the
/// differences of all is not worth a word.
std::vector<std::size_t> partsToTell(const WaterfallFacts& facts)
{
    constexpr std::size_t kMostParts = 3;
    constexpr Nanoseconds kLeastShare = 50;
    std::vector<std::size_t> order;
    Nanoseconds all = 0;
    for (std::size_t part = 1; part < kWaterfallParts; ++part) {
        order.push_back(part);
        all = saturatingAdd(all, std::llabs(facts.parts[part].delta()));
    }
    sortStably(order, std::greater {}, [&facts](std::size_t a) { return std::llabs(facts.parts[a].delta()); });
    order.resize(kMostParts);
    std::erase_if(order, [&](std::size_t part) {
        const Nanoseconds delta = facts.parts[part].delta();
        return delta == 0 || std::llabs(delta) < all / kLeastShare;
    });
    return order;
}

/// " (step 9)", the window that stands for a side; empty where the side has no other, or nothing tells them apart.
Message windowInWords(const WaterfallFacts& facts, std::size_t side)
{
    const SideWindow& window = facts.chosen[side];
    const auto isOfRank = [&window](const SideWindow& other) { return other.rank == window.rank; };
    if (facts.used[side].size() < 2)
        return {};
    const arg::Number rank { facts.sides[side]->rankTrace(window).rank };
    const bool isOneRank = std::ranges::all_of(facts.used[side], isOfRank);
    if (!window.step)
        return isOneRank ? Message {} : Message { KT_PHRASE("waterfall", " (rank %1)"), rank };
    const arg::Number step { *window.step };
    return isOneRank ? Message { KT_PHRASE("waterfall", " (step %1)"), step }
                     : Message { KT_PHRASE("waterfall", " (rank %1, step %2)"), rank, step };
}

/// Where the medians over all windows, which the table has too, do not bear out what the windows that stand for the
/// sides differ by: what they differ by instead. The median window is that of the wall time: its parts need not be
/// those of most windows.
Message mediansInWords(const WaterfallFacts& facts, std::vector<std::size_t> told)
{
    told.insert(told.begin(), 0); // the wall time
    std::erase_if(told, [&facts](std::size_t part) {
        const PartChange& change = facts.parts[part];
        const Nanoseconds size = std::llabs(change.delta());
        const Nanoseconds medians = change.deltaOfMedians();
        return size == 0 ? medians == 0
                         : (medians < 0) == (change.delta() < 0) && std::llabs(medians) >= size / 2
                && std::llabs(medians) / 2 <= size;
    });
    if (told.empty())
        return {};
    if (std::ranges::all_of(told, [&facts](std::size_t part) { return facts.parts[part].deltaOfMedians() == 0; }))
        return { KT_PHRASE("waterfall", " The medians over all windows of the sides do not differ in %1."),
            arg::List { mapped(told, partWords) } };
    arg::List parts { mapped(
        told, [&facts](std::size_t part) { return differenceInWords(part, facts.parts[part].deltaOfMedians()); }) };
    return { KT_PHRASE("waterfall", " The medians over all windows of the sides differ otherwise: in the test %1."),
        std::move(parts) };
}

/// Whether the difference of the wall time is more than what windows of one side differ by.
Message noiseInWords(const WaterfallFacts& facts)
{
    const PartChange& wall = facts.parts[0];
    const arg::Count controls { facts.used[0].size() };
    const arg::Count tests { facts.used[1].size() };
    switch (wall.verdict) {
    case ShiftVerdict::OneWindow:
        return { KT_PHRASE("waterfall", "With one window a side nothing tells whether that is noise.") };
    case ShiftVerdict::TooFewWindows:
        return { KT_PHRASE("waterfall", "%1 and %2 windows are too few to tell whether that is noise."), controls,
            tests };
    case ShiftVerdict::WithinNoise:
        return { KT_PHRASE("waterfall", "Over all %1 and %2 windows the difference is within noise."), controls,
            tests };
    case ShiftVerdict::Longer:
        return { KT_PHRASE("waterfall", "Over all %1 and %2 windows the test is longer by more than noise: %3 to %4."),
            controls, tests, arg::Duration { wall.shift.interval.first },
            arg::Duration { wall.shift.interval.second } };
    case ShiftVerdict::Shorter:
        break;
    }
    return { KT_PHRASE("waterfall", "Over all %1 and %2 windows the test is shorter by more than noise: %3 to %4."),
        controls, tests, arg::Duration { -wall.shift.interval.second }, arg::Duration { -wall.shift.interval.first } };
}

/// Where nothing is known of its parts.
Message wallInWords(const WaterfallFacts& facts)
{
    const PartChange& wall = facts.parts[0];
    const bool isMedian = facts.used[0].size() > 1 || facts.used[1].size() > 1;
    const arg::Duration control { wall.times[0] };
    if (wall.delta() == 0)
        return isMedian ? Message { KT_PHRASE("waterfall", "Both median windows take %1."), control }
                        : Message { KT_PHRASE("waterfall", "Both windows take %1."), control };
    const arg::Duration time { std::llabs(wall.delta()) };
    const arg::Share share { std::llabs(wall.delta()), wall.times[0] };
    if (!isMedian)
        return wall.delta() < 0
            ? Message { KT_PHRASE("waterfall", "The test takes %1 (%2) less than the control."), time, share }
            : Message { KT_PHRASE("waterfall", "The test takes %1 (%2) more than the control."), time, share };
    const Message test = windowInWords(facts, 1);
    const Message own = windowInWords(facts, 0);
    return wall.delta() < 0
        ? Message { KT_PHRASE("waterfall", "The test's median window%1 takes %2 (%3) less than the control's%4."), test,
              time, share, own }
        : Message { KT_PHRASE("waterfall", "The test's median window%1 takes %2 (%3) more than the control's%4."), test,
              time, share, own };
}

/// Where the windows that stand for the sides do not differ in any part.
Message alikeInWords(const WaterfallFacts& facts, bool isMedian)
{
    const arg::Duration control { facts.parts[0].times[0] };
    const Message kernels = kernelsThatDiffer(facts);
    if (!isMedian)
        return kernels.isEmpty()
            ? Message { KT_PHRASE("waterfall",
                            "Nothing differs in the windows that were compared: both take %1, part by part."),
                  control }
            : Message { KT_PHRASE("waterfall", "Both windows take %1, part by part.%2"), control, kernels };
    const Message pairs = pairsThatDiffer(facts);
    const Message others = mediansInWords(facts, {});
    return pairs.isEmpty()
        ? Message { KT_PHRASE(
                        "waterfall", "The median windows do not differ: both take %1, part by part. Others may.%3%2"),
              control, others, kernels }
        : Message { KT_PHRASE("waterfall", "The median windows do not differ: both take %1, part by part.%4%3%2"),
              control, others, kernels, pairs };
}

} // namespace

Message differenceInWords(std::size_t part, Nanoseconds delta)
{
    if (delta == 0)
        return { KT_PHRASE("waterfall", "as much %1"), partWords(part) };
    return delta < 0 ? Message { KT_PHRASE("waterfall", "%1 less %2"), arg::Duration { -delta }, partWords(part) }
                     : Message { KT_PHRASE("waterfall", "%1 more %2"), arg::Duration { delta }, partWords(part) };
}

Remark waterfallInWords(const WaterfallFacts& facts)
{
    if (!facts.arePartsKnown)
        return { "in-words",
            { KT_PHRASE("waterfall",
                  "%1 %2 What of it is work of a GPU, and what is waiting, is not known: of a rank no GPU work was "
                  "recorded."),
                wallInWords(facts), noiseInWords(facts) } };
    const std::vector<std::size_t> told = partsToTell(facts);
    arg::List parts { mapped(
        told, [&facts](std::size_t part) { return differenceInWords(part, facts.parts[part].delta()); }) };
    const Nanoseconds delta = facts.parts[0].delta();
    const arg::Share share { std::llabs(delta), facts.parts[0].times[0] };
    const bool isMedian = facts.used[0].size() > 1 || facts.used[1].size() > 1;
    const arg::Duration control { facts.parts[0].times[0] };
    if (parts.parts.empty())
        return { "in-words", alikeInWords(facts, isMedian) };
    const Message others = mediansInWords(facts, told);
    if (delta == 0 && isMedian)
        return { "in-words",
            { KT_PHRASE("waterfall", "Both median windows take %1; in the test %2.%3 %4"), control, std::move(parts),
                others, noiseInWords(facts) } };
    if (delta == 0)
        return { "in-words",
            { KT_PHRASE("waterfall", "Both windows take %1; in the test %2.%3 %4"), control, std::move(parts), others,
                noiseInWords(facts) } };
    const arg::Duration time { std::llabs(delta) };
    const Message test = windowInWords(facts, 1);
    const Message own = windowInWords(facts, 0);
    const Message sides = isMedian && delta < 0
        ? Message { KT_PHRASE("waterfall", "The test's median window%1 takes %2 (%3) less than the control's%4: %5."),
              test, time, share, own, std::move(parts) }
        : isMedian
        ? Message { KT_PHRASE("waterfall", "The test's median window%1 takes %2 (%3) more than the control's%4: %5."),
              test, time, share, own, std::move(parts) }
        : delta < 0 ? Message { KT_PHRASE("waterfall", "The test takes %1 (%2) less than the control: %3."), time,
              share, std::move(parts) }
                    : Message { KT_PHRASE("waterfall", "The test takes %1 (%2) more than the control: %3."), time,
                          share, std::move(parts) };
    return { "in-words", { KT_PHRASE("waterfall", "%1%2 %3"), sides, others, noiseInWords(facts) } };
}

} // namespace kinetoscope
