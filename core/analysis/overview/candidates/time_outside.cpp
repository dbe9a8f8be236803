// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/overview/candidates/candidate_list.h"

#include "core/base/vectors.h"

#include <algorithm>
#include <utility>

namespace kinetoscope {

namespace {

/// What the host does in a smaller part of the time outside of the view is not named.
constexpr double kLeastShareNamed = 0.1;

} // namespace

void addTimeOutside(CandidateList& list)
{
    const OutsideView& outside = list.facts().outside;
    const Nanoseconds time = saturatingAdd(outside.before.time, outside.after.time);
    if (shareOf(time, outside.recorded) < list.thresholds().outsideView)
        return;
    Candidate candidate = list.make(finding::kOutsideView, "critical-path", time);
    candidate.whole = outside.recorded;
    candidate.wholeName = { KT_PHRASE("overview", "recorded time") };
    candidate.ranges = outside.before.ranges;
    append(candidate.ranges, outside.after.ranges);
    const Message where = outside.after.time == 0 ? Message { KT_PHRASE("overview", " before the first GPU activity") }
        : outside.before.time == 0
        ? Message { KT_PHRASE("overview", " after the last GPU activity") }
        : Message { KT_PHRASE("overview", " before the first and after the last GPU activity (%1 and %2)"),
              arg::Duration { outside.before.time }, arg::Duration { outside.after.time } };
    const bool isNamed = shareOf(outside.there, time) >= kLeastShareNamed;
    const arg::Duration there { outside.there };
    const arg::Name name { outside.name };
    const bool isCompiling = outside.compiling >= std::max(outside.there, outside.dataLoading)
        && shareOf(outside.compiling, time) >= kLeastShareNamed;
    const arg::Duration compiling { outside.compiling };
    const bool isInLoader =
        outside.dataLoading >= outside.there && shareOf(outside.dataLoading, time) >= kLeastShareNamed;
    const arg::Duration loading { outside.dataLoading };
    const arg::Name loader { outside.loader };
    const Message meanwhile = isCompiling
        ? Message { KT_PHRASE("overview",
                        "; for %1 of it the main thread compiles code or waits until it is compiled, %2 of that in %3"),
              compiling, arg::Duration { outside.inCompiler }, arg::Name { outside.compiler } }
        : isInLoader && outside.inLoader == outside.dataLoading
        ? Message { KT_PHRASE("overview", "; for %1 of it the main thread is in its data loader, in %2"), loading,
              loader }
        : isInLoader
        ? Message { KT_PHRASE("overview", "; for %1 of it the main thread is in its data loader, %2 of that in %3"),
              loading, arg::Duration { outside.inLoader }, loader }
        : !isNamed ? Message {}
        : !outside.annotation.empty()
        ? Message { KT_PHRASE("overview",
                        "; for %1 of it the main thread is in code that was not recorded, mostly in the annotation %2"),
              there, arg::Name { outside.annotation } }
        : outside.name.empty()
        ? Message { KT_PHRASE("overview", "; for %1 of it the main thread is in code that was not recorded"), there }
        : outside.isSync && outside.isFirstCall
        ? Message { KT_PHRASE("overview",
                        "; for %1 of it the main thread is in %2, for work that was not recorded or to set the GPU up"),
              there, name }
        : outside.isSync
        ? Message { KT_PHRASE("overview", "; for %1 of it the main thread is in %2, for work that was not recorded"),
              there, name }
        : outside.isLoading && outside.comesAgain
        ? Message { KT_PHRASE("overview",
                        "; for %1 of it the main thread is in %2, where it loads code or sets something up"),
              there, name }
        : outside.isLoading
        ? Message { KT_PHRASE("overview",
                        "; for %1 of it the main thread is in %2, where it loads code or sets something up: usually "
                        "only first calls do so"),
              there, name }
        : Message { KT_PHRASE("overview", "; for %1 of it the main thread is in %2"), there, name };
    const Message queued = outside.queued <= time / 2
        ? Message {}
        : Message { KT_PHRASE("overview",
                        "; the first one had been launched %1 before it started, so the GPU may have been busy with "
                        "work that was not recorded"),
              arg::Duration { outside.queued } };
    const Message lost = outside.lostLaunches == 0
        ? Message {}
        : Message { KT_PLURAL("overview",
                        "; after the last one the host launches %1 kernel that is not in the file, so the GPU may have "
                        "been busy with it",
                        "; after the last one the host launches %1 kernels that are not in the file, so the GPU may "
                        "have been busy with them"),
              arg::Count { outside.lostLaunches } };
    list.add(std::move(candidate),
        { KT_PHRASE("overview",
              "Of %1 from the first to the last host or GPU activity, %2 (%3) lie%4 and are not in the GPU time in "
              "view%5%6%7."),
            arg::Duration { outside.recorded }, arg::Duration { time }, arg::Share { time, outside.recorded }, where,
            meanwhile, queued, lost });
}

} // namespace kinetoscope
