// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/scope.h"
#include "core/model/trace_set.h"

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace kinetoscope::tests {

/// Second implementations of the two series (SPEC.md 6.1 and 7.1), as slow and obvious as it gets: straight from
/// the slices, each point of a bandwidth by adding what runs then. They share no code with the product. Of the
/// scope's steps, streams and range; quadratic in the copies of one line.

/// By (device, kind of copy): bandwidth from each moment at which a copy starts or ends. Times are job time.
using SlowBandwidth = std::map<std::pair<std::int64_t, std::string>, std::map<Timestamp, double>>;
[[nodiscard]] SlowBandwidth slowBandwidth(const RankTrace& rank, const Scope& scope);

/// By (device, stream): (time, length) after each launch and each start of a piece of work; what was queued when a
/// range begins is a point of its own.
using SlowQueue = std::map<std::pair<std::int64_t, std::int64_t>, std::vector<std::pair<Timestamp, std::int64_t>>>;
[[nodiscard]] SlowQueue slowQueue(const RankTrace& rank, const Scope& scope);

} // namespace kinetoscope::tests
