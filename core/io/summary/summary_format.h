// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/rank_summary.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace kinetoscope {

/// What a `.ksum` file is, for reader and writer: a SQLite 3 database of this application and version.
inline constexpr std::uint32_t kSummaryApplicationId = 1'263'752'525; ///< "KSUM"
inline constexpr int kSummaryVersion = 1;                             ///< `user_version`
inline constexpr std::string_view kSummaryEnding = ".ksum";
inline constexpr std::string_view kFailedEnding = ".ksum.failed";

/// The tables, empty. Times `_ns` are integers; blobs are zigzag varints.
inline constexpr const char* kSummarySchema = R"(
CREATE TABLE meta (key TEXT PRIMARY KEY, value) WITHOUT ROWID;
CREATE TABLE names (id INTEGER PRIMARY KEY, text TEXT NOT NULL);
CREATE TABLE steps (step INTEGER NOT NULL, name INTEGER, start_ns INTEGER NOT NULL, wall_ns INTEGER NOT NULL,
  compute_ns INTEGER, comm_exposed_ns INTEGER, mem_exposed_ns INTEGER, other_exposed_ns INTEGER,
  idle_host_wait_ns INTEGER, idle_kernel_wait_ns INTEGER, idle_other_ns INTEGER, idle_unknown_launch_ns INTEGER,
  comm_ns INTEGER, launched INTEGER, launched_busy_ns INTEGER, launched_span_ns INTEGER, end_lag_ns INTEGER);
CREATE TABLE groups (id INTEGER PRIMARY KEY, name TEXT, description TEXT, ranks TEXT, size INTEGER);
CREATE TABLE runs (id INTEGER PRIMARY KEY, group_id INTEGER NOT NULL, kind INTEGER NOT NULL, seq INTEGER, comms_id TEXT,
  part INTEGER NOT NULL, step INTEGER, stream, start_ns INTEGER NOT NULL, duration_ns INTEGER NOT NULL, elements INTEGER,
  peer INTEGER, name INTEGER, event INTEGER, compute_under_ns INTEGER NOT NULL, compute_under BLOB, lead_run INTEGER,
  lead_ns INTEGER, lead BLOB, kind_by_name INTEGER NOT NULL, sent INTEGER, received INTEGER,
  own_amounts INTEGER NOT NULL);
CREATE TABLE kernels (step INTEGER, part INTEGER NOT NULL, name INTEGER, calls INTEGER NOT NULL, time_ns INTEGER NOT NULL);
CREATE TABLE health (code TEXT NOT NULL, count INTEGER NOT NULL, sentence TEXT NOT NULL, severity TEXT NOT NULL);
)";

/// Keys of the table `meta`.
namespace summary_key {
inline constexpr const char* kFormat = "format";
inline constexpr const char* kVersion = "kinetoscope";
inline constexpr const char* kRank = "rank";
inline constexpr const char* kWorldSize = "world_size";
inline constexpr const char* kTrace = "trace";
inline constexpr const char* kFolder = "folder";
inline constexpr const char* kHost = "host";
inline constexpr const char* kHostSource = "host_source";
inline constexpr const char* kDevice = "device";
inline constexpr const char* kBase = "base_ns";
inline constexpr const char* kHasBase = "has_base";
inline constexpr const char* kResolution = "resolution_ns";
inline constexpr const char* kFirst = "first_ns";
inline constexpr const char* kLast = "last_ns";
inline constexpr const char* kHasEvents = "has_events";
inline constexpr const char* kRangeBegin = "range_begin_ns";
inline constexpr const char* kRangeEnd = "range_end_ns";
inline constexpr const char* kCoreBegin = "core_begin_ns";
inline constexpr const char* kCoreEnd = "core_end_ns";
inline constexpr const char* kWorkBegin = "work_begin_ns";
inline constexpr const char* kWorkEnd = "work_end_ns";
inline constexpr const char* kEvents = "events";
inline constexpr const char* kGpuWork = "gpu_work";
inline constexpr const char* kGpuSpan = "gpu_span_ns";
inline constexpr const char* kKernelDelay = "consecutive_kernel_delay_ns";
inline constexpr const char* kKernelShare = "kernel_share";
inline constexpr const char* kRulesCrc = "rules_crc32";
inline constexpr const char* kStepPattern = "step_pattern";
inline constexpr const char* kTraceSize = "trace_size";
inline constexpr const char* kTraceTime = "trace_mtime_ns";
inline constexpr const char* kHeadCrc = "trace_head_crc32";
inline constexpr const char* kTailCrc = "trace_tail_crc32";
inline constexpr const char* kComplete = "complete"; ///< written last
} // namespace summary_key

/// The order of `lead` of a run: what the rank did since the end of the run `lead_run` (without one since `first_ns`)
/// until the run began, waits of other groups inside `comm_other`. Where the run began before that one had ended all
/// are 0 but the last, and eight numbers more follow: the parts from `first_ns` to the start of the run.
enum class LeadColumn : std::uint8_t {
    Compute,
    CommSame,
    CommOther,
    Memory,
    Other,
    IdleHostWait,
    IdleKernelWait,
    IdleOther,
    IdleUnknownLaunch,
    Overlap,
};
inline constexpr std::size_t kLeadColumns = 10;

/// Positions in SummaryParts.
enum class SummaryPart : std::uint8_t {
    Compute,
    Communication,
    Memory,
    Other,
    IdleHostWait,
    IdleKernelWait,
    IdleOther,
    IdleUnknownLaunch,
};

/// What a run adds to the sums while it runs: computing beside it, else communication.
[[nodiscard]] SummaryParts partsUnder(Nanoseconds duration, Nanoseconds compute);

/// Greatest number in `runs.kind`.
inline constexpr std::uint8_t kMostSummaryKinds = 13;

/// The ranks of "0-3,8-24:8", ascending, as `groups.ranks` has them. Nothing for what is no such list, or has more
/// than a million.
[[nodiscard]] std::optional<std::vector<std::int64_t>> ranksOfSet(std::string_view text);

} // namespace kinetoscope
