// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/causes/replay/changes.h"
#include "core/analysis/causes/work/work_order.h"
#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/model/selection.h"
#include "core/model/trace.h"

#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace kinetoscope {

struct PathRank; // core/analysis/causes/path/rank_path.h

/// Which names of a trace a target means, a name or a pattern between slashes; ascending. Each is looked at once. A
/// name that the trace does not have may be one as it is displayed, which people copy. O(names).
[[nodiscard]] std::vector<StringId> idsMeant(const Trace& trace, std::string_view target);
/// The same, by StringId.
[[nodiscard]] std::vector<bool> namesMeant(const Trace& trace, std::string_view target);

/// By row: whether a slice of the host is in an op that the target of ChangeKind::Op means, or is one. O(slices), and
/// one pass over the file where sizes are meant that the loader has not kept.
/// Errors: Unreadable if the file is needed and gone or has changed; Cancelled.
[[nodiscard]] Result<std::vector<bool>> launchedInside(
    const Trace& trace, std::string_view target, int threads, const Progress& progress);

/// By row: whether a slice of the host is in one of a name that `target` means, or is one: of ChangeKind::In and Keep.
/// O(slices). Not complete if told to stop.
[[nodiscard]] std::vector<bool> inSlicesOf(const Trace& trace, std::string_view target, const Progress& progress);

/// By WorkNumber: the work that kElementwiseRuns means. O(work). Not complete if told to stop.
[[nodiscard]] std::vector<bool> elementwiseRunsOf(
    const Trace& trace, const WorkOrder& works, const Progress& progress = {});

/// The names of a target of ChangeKind::Fuse, in order; parts of it.
[[nodiscard]] std::vector<std::string_view> namesOfChain(std::string_view target);

/// Whether a trace has a name that the target of a change means, also as it is displayed; true of changes by cause or
/// type. O(names). Cheaper than touchesAnything(): something of that name may be no work.
[[nodiscard]] bool hasTarget(const Trace& trace, const NamedChange& change);

/// The links of the recorded critical path that a change touches, of the whole rank or of a step's window: nothing but
/// these can be saved. Job time. Empty or not complete if told to stop. O(n log n).
[[nodiscard]] Selection touchedLinks(const PathRank& rank, std::span<const NamedChange> changes,
    const std::optional<Step>& step, const CauseThresholds& thresholds, const Progress& progress);

} // namespace kinetoscope
