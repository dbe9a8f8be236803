// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/model/trace_set.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace kinetoscope {

/// Limits of one load (reliability.md section 4). Every message about a limit names it.
struct LoadLimits {
    std::size_t nesting = 64;               ///< depth inside one event
    std::uint64_t eventBytes = 16ULL << 20; ///< of the text of one event
    std::size_t stringBytes = 1ULL << 20;   ///< of one text, kept; the rest is cut and counted
    std::size_t argKeys = 4096;             ///< of one event
    std::uint64_t gzipRatio = 200;          ///< inflated to deflated bytes, once gzipRatioAfter bytes came out
    std::uint64_t gzipRatioAfter = 64ULL << 20;
    std::uint64_t gzipMembers = 65536;
    std::uint64_t memoryBytes = 0; ///< 0: 60 % of physical memory
    std::size_t tracks = 100'000;
};

/// A coarse picture of what has been read so far, published while loading; immutable.
struct TracePreview {
    struct Row {
        std::string label;
        bool isDevice = false;
        std::vector<std::uint8_t> density; ///< busy share per bucket, 0..255
    };
    std::vector<Row> rows;
    TimeRange range;          ///< ns on the trace's clock
    std::uint64_t events = 0; ///< read so far, those of files that are done included
};

struct LoadOptions {
    LoadLimits limits;
    int workers = 0;                     ///< parser threads; 0: one per core besides the reader, at least 1
    std::size_t blockBytes = 2ULL << 20; ///< any size gives the same result; tests use 1
    bool useIsal = true;                 ///< where built in; false: zlib alone
    /// What is freed while the trace is built stays with the allocator, for the file that is loaded next, in place of
    /// going back to the system several times. Then more is held at the peak, up to three times the finished trace in
    /// place of one and a half, and until the caller calls returnFreeMemory(). loadTraceSet decides it by itself for
    /// each file of a job.
    bool keepsFreedMemory = false;
    /// Called from a worker thread with newer and newer previews; may be empty.
    std::function<void(std::shared_ptr<const TracePreview>)> onPreview;
};

/// Loads one file completely: sorted, nested, linked, drawable. Content decides (gzip, object or array form), not the
/// name. Errors: Unreadable, NotATrace, MemoryLimit, Cancelled, OutOfMemory. Damage is no error: it is in the report.
/// Progress counts bytes on disk. Blocks; call from a worker thread.
[[nodiscard]] Result<std::shared_ptr<const Trace>> loadTrace(
    const std::string& path, const LoadOptions& options, const Progress& progress);

/// Loads tables of CUPTI activities (cupti_tables.h), one file a kind, as one trace. Errors and cost as loadTrace.
[[nodiscard]] Result<std::shared_ptr<const Trace>> loadTables(
    const std::vector<std::string>& paths, const LoadOptions& options, const Progress& progress);

/// What a user named: a file, a folder, or `RANK=path`.
struct TraceArgument {
    std::optional<std::int64_t> rank;
    std::string path;
};

/// Loads files and folders as the ranks of one job ([DIFF-0.13]): rank from metadata, else from the file name, else the
/// next free number; never two traces on one rank. Tables of CUPTI activities that lie in one folder and are named
/// after their kinds are one rank. Files that are no traces become remarks. NotATrace only if none remains.
///
/// Traces are loaded in the order of their files as long as they fit the memory limit beside each other (LoadBudget);
/// the others are listed, with what the beginning of their files says (RankPresence::Listed), and a remark says so. The
/// first one is loaded in any case.
///
/// Of several files, one that is a small part of the job leaves what it freed to the next one, as long as that fits the
/// limit too (LoadOptions::keepsFreedMemory); it goes back to the system once, after the last file.
[[nodiscard]] Result<std::shared_ptr<const TraceSet>> loadTraceSet(
    const std::vector<TraceArgument>& arguments, const LoadOptions& options, const Progress& progress);

} // namespace kinetoscope
