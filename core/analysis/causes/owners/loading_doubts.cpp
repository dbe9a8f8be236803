// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/causes/owners/loading_doubts.h"

#include <algorithm>
#include <string>

namespace kinetoscope {

namespace {

bool isLonger(const Trace& trace, SliceId one, SliceId other)
{
    const Nanoseconds ofOne = trace.slices().duration(one);
    const Nanoseconds ofOther = trace.slices().duration(other);
    return ofOne != ofOther ? ofOne > ofOther : one < other;
}

Remark calledAgain(const RankTrace& rank, const DoubtfulTime& found)
{
    const arg::Duration time { found.time };
    const arg::Name name { std::string(rank.trace->name(found.longest)) };
    return remarkOfRank(rank, "late-loading",
        found.areSeveral
            ? Message { KT_PHRASE("causes",
                            "%1 of code loading is in slow calls that launch nothing and had been made before, such as "
                            "%2: they may have waited for something else, such as a lock."),
                time, name }
            : Message { KT_PHRASE("causes",
                            "%1 of code loading is in a slow call that launches nothing and had been made before, %2: "
                            "it may have waited for something else, such as a lock."),
                time, name });
}

Remark alreadyStarted(const RankTrace& rank, const DoubtfulTime& found)
{
    const arg::Duration time { found.time };
    const arg::Name name { std::string(rank.trace->name(found.longest)) };
    return remarkOfRank(rank, "loading-after-start",
        found.areSeveral
            ? Message { KT_PHRASE("causes",
                            "%1 of code loading is in slow launches, such as %2, after all that they launch for the "
                            "first time had started to run: its code was loaded by then, and what these calls went on "
                            "with was not recorded."),
                time, name }
            : Message { KT_PHRASE("causes",
                            "%1 of code loading is in a slow launch, %2, after all that it launches for the first time "
                            "had started to run: its code was loaded by then, and what the call went on with was not "
                            "recorded."),
                time, name });
}

} // namespace

void DoubtfulTime::add(const Trace& trace, const DoubtfulTime& other)
{
    time = saturatingAdd(time, other.time);
    areSeveral =
        areSeveral || other.areSeveral || (longest.isValid() && other.longest.isValid() && longest != other.longest);
    if (!longest.isValid() || (other.longest.isValid() && isLonger(trace, other.longest, longest)))
        longest = other.longest;
}

void LoadingDoubts::add(const Trace& trace, std::span<const DoubtfulCall> calls, SliceId owner, TimeRange range)
{
    const auto found = std::ranges::lower_bound(calls, owner, {}, &DoubtfulCall::call);
    if (!owner.isValid() || found == calls.end() || found->call != owner)
        return;
    const Nanoseconds time = TimeRange { std::max(range.begin, found->from), range.end }.length();
    if (time > 0)
        (found->hasWork ? started : again).add(trace, { time, owner });
}

void LoadingDoubts::add(const Trace& trace, const LoadingDoubts& other)
{
    again.add(trace, other.again);
    started.add(trace, other.started);
}

void addRemarks(const RankTrace& rank, const LoadingDoubts& doubts, Nanoseconds least, std::vector<Remark>& remarks)
{
    if (doubts.again.time > least)
        remarks.push_back(calledAgain(rank, doubts.again));
    if (doubts.started.time > least)
        remarks.push_back(alreadyStarted(rank, doubts.started));
}

} // namespace kinetoscope
