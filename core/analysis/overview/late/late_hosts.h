// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/causes/cause.h"
#include "core/analysis/overview/facts/rank_facts.h"
#include "core/analysis/ranks/wait_facts.h"

#include <array>
#include <cstdint>
#include <span>
#include <string>

namespace kinetoscope {

/// What the host of the late rank took longer for than that of the ranks it is compared with.
struct HostReasons {
    TimesByCause more {};
    Nanoseconds rest = 0; ///< more of other causes, which may be no reason
    /// By cause: the op, Python frame or annotation with most of that, of ops the annotation with nearly all of it
    /// where no op has two thirds; "" for none, and for causes of which the name says nothing.
    std::array<std::string, kCauseCount> most {};
    /// They record the same of their hosts; else `more` is empty, since what one lacks would count as done by another.
    bool isComparable = true;
};
/// Before collectives: while the GPU idles and waits for the host, or, in a job without GPU work, in all of the time of
/// the main thread, unless other threads work for much of that. Nothing where that takes traces which are not loaded.
/// @param late  position of the late rank in TraceSet::ranks(). Errors: Cancelled.
[[nodiscard]] Result<HostReasons> hostReasons(std::span<const Lateness* const> before, std::uint32_t late,
    const WaitFacts& facts, bool isOnGpu, const OverviewSource& source, const AnalysisContext& context);

} // namespace kinetoscope
