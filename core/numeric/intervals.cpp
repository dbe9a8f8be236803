// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/numeric/intervals.h"

namespace kinetoscope {

std::vector<TimeRange> intersectionOf(
    const std::vector<TimeRange>& a, const std::vector<TimeRange>& b, const Progress& progress)
{
    std::vector<TimeRange> both;
    StopCheck check(progress);
    for (auto inA = a.begin(), inB = b.begin(); inA != a.end() && inB != b.end() && !check.after(1);) {
        const TimeRange shared { std::max(inA->begin, inB->begin), std::min(inA->end, inB->end) };
        if (shared.begin < shared.end)
            appendJoined(both, shared);
        (inA->end < inB->end ? inA : inB)++;
    }
    return both;
}

std::vector<TimeRange> differenceOf(
    const std::vector<TimeRange>& a, const std::vector<TimeRange>& b, const Progress& progress)
{
    std::vector<TimeRange> onlyA;
    StopCheck check(progress);
    auto taken = b.begin(); // the first that may reach into what is left of `a`
    for (TimeRange left : a) {
        while (taken != b.end() && taken->end <= left.begin && !check.after(1))
            ++taken;
        for (auto each = taken; each != b.end() && each->begin < left.end; ++each) {
            if (left.begin < each->begin)
                appendJoined(onlyA, { left.begin, each->begin });
            left.begin = std::max(left.begin, each->end);
            taken = each; // it may reach into the next one
            if (check.after(1))
                return onlyA;
        }
        if (left.begin < left.end)
            appendJoined(onlyA, left);
        if (check.after(1))
            return onlyA;
    }
    return onlyA;
}

} // namespace kinetoscope
