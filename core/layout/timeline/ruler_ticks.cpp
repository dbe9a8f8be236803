// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/timeline/ruler_ticks.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace kinetoscope {

namespace {

struct TickUnit {
    std::int64_t nanoseconds;
    int digits; ///< decimals that reach 1 ns
    const char* name;
};

constexpr std::array kUnits { TickUnit { 1'000'000'000, 9, "s" }, TickUnit { 1'000'000, 6, "ms" },
    TickUnit { 1000, 3, "\u00b5s" }, TickUnit { 1, 0, "ns" } };

constexpr const char* kThinSpace = "\u202f";

/// The n-th step of 1, 2, 5, 10, 20, 50 ... ns; stops at 5e18.
std::int64_t stepAt(int n)
{
    std::int64_t step = 1;
    for (int i = 0; i < n / 3 && step < 1'000'000'000'000'000'000; ++i)
        step *= 10;
    constexpr std::array<std::int64_t, 3> kFactors { 1, 2, 5 };
    return step * kFactors[static_cast<std::size_t>(n % 3)];
}

constexpr int kStepCount = 57; // 5e18 is the largest

int decimalsFor(const TickUnit& unit, std::int64_t step)
{
    int decimals = unit.digits;
    while (decimals > 0 && step % 10 == 0) {
        step /= 10;
        --decimals;
    }
    return decimals;
}

std::string labelOf(Timestamp time, const TickUnit& unit, int decimals)
{
    const bool negative = time < 0;
    const std::uint64_t magnitude = negative ? ~static_cast<std::uint64_t>(time) + 1 : static_cast<std::uint64_t>(time);
    const auto size = static_cast<std::uint64_t>(unit.nanoseconds);
    std::string whole = std::to_string(magnitude / size);
    for (auto at = static_cast<std::ptrdiff_t>(whole.size()) - 3; at > 0; at -= 3)
        whole.insert(static_cast<std::size_t>(at), kThinSpace);
    std::string text = (negative ? "-" : "") + whole;
    if (decimals > 0) {
        std::string fraction = std::to_string(magnitude % size);
        fraction.insert(0, static_cast<std::size_t>(unit.digits) - fraction.size(), '0');
        fraction.resize(static_cast<std::size_t>(decimals));
        for (std::size_t at = (fraction.size() - 1) / 3 * 3; at > 0; at -= 3)
            fraction.insert(at, kThinSpace);
        text += '.' + fraction;
    }
    return text + kThinSpace + unit.name;
}

/// Characters of a label, thin spaces at half a character.
double lengthOf(const std::string& label)
{
    double length = 0;
    for (const char c : label) {
        if ((static_cast<unsigned char>(c) & 0xc0) != 0x80)
            length += static_cast<unsigned char>(c) == 0xe2 ? 0.5 : 1.0;
    }
    return length;
}

} // namespace

std::vector<Tick> rulerTicks(const TimeScale& scale, double characterWidth, std::int64_t wanted)
{
    const TimeRange visible = scale.visible();
    const auto reach = std::max(visible.begin == kMinTimestamp ? kMaxTimestamp : std::abs(visible.begin),
        visible.end == kMinTimestamp ? kMaxTimestamp : std::abs(visible.end));
    const auto* unit = std::find_if(kUnits.begin(), kUnits.end() - 1,
        [reach, wanted](const TickUnit& u) { return wanted > 0 ? wanted >= u.nanoseconds : reach >= u.nanoseconds; });

    std::int64_t step = 1;
    int decimals = 0;
    for (int n = 0; n < kStepCount; ++n) {
        step = stepAt(n);
        decimals = decimalsFor(*unit, step);
        const std::string longest = labelOf(reach == visible.end ? visible.end : visible.begin, *unit, decimals);
        const double room = static_cast<double>(step) / scale.nanosecondsPerPixel();
        if (room >= (lengthOf(longest) + 3) * characterWidth)
            break;
    }

    std::vector<Tick> ticks;
    // Floor division: the first multiple at or after begin, also left of zero.
    Timestamp time = visible.begin / step * step;
    if (time < visible.begin)
        time = saturatingAdd(time, step);
    while (time <= visible.end && ticks.size() < 1000) {
        ticks.push_back({ time, scale.xOf(time), labelOf(time, *unit, decimals) });
        const Timestamp next = saturatingAdd(time, step);
        if (next == time || next == kMaxTimestamp)
            break;
        time = next;
    }
    return ticks;
}

} // namespace kinetoscope
