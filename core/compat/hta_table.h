// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/model/trace_set.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

/// What HTA computes, defects included, for people who compare with old notebooks and for our own tests. Nothing
/// outside this folder (and the registry) may look in here.
namespace kinetoscope::compat {

/// One row of the table that HTA builds from a trace (SPEC.md 0.6 to 0.10). Times are microseconds as doubles.
struct HtaRow {
    static constexpr std::int64_t kNone = -1;
    /// The value HTA leaves empty: device rows on stream 0 never get an iteration (0.9).
    static constexpr std::int64_t kNoIteration = INT64_MIN;

    EventIndex index = 0; ///< position in the file: HTA's `index`
    SliceId slice;
    double ts = 0;               ///< from the earliest row of all ranks
    double dur = 0;              ///< after rounding; -1 happens
    double staleEnd = 0;         ///< HTA's column `end`: computed before the ranks were aligned and never shifted
    std::int64_t stream = kNone; ///< `args.stream` alone, whatever the category; -1 when it is missing or no integer
    std::int64_t correlation = kNone;
    std::int64_t linkedIndex =
        kNone; ///< `index_correlation`: index of the linked row, 0 for "no partner", -1 without correlation
    std::int64_t iteration = kNone; ///< N of ProfilerStep#N
    std::uint32_t copies = 1;       ///< how often the join of 0.10 repeats this row

    /// Test (a) of 0.7: what most analyses take for GPU work.
    [[nodiscard]] bool hasStream() const { return stream != kNone; }
};

struct HtaRank {
    std::int64_t rank = 0;
    std::uint32_t rankIndex = 0; ///< in TraceSet::ranks()
    std::shared_ptr<const Trace> trace;
    std::vector<HtaRow>
        rows; ///< HTA's table order: the file's or, when a step was dropped, device rows before host rows (0.10)

    [[nodiscard]] std::string_view name(const HtaRow& row) const { return trace->name(row.slice); }
};

struct HtaOptions {
    bool includeLastStep = false;
    bool roundToMicroseconds = true;
    bool dropBySteps = true; ///< 0.10; not done for trace diff
};

/// The tables of all ranks of a job, as TraceAnalysis holds them. Ranks in which no event has both `dur` and `cat` are
/// left out.
struct HtaTable {
    std::vector<HtaRank> ranks; ///< ascending rank
    double earliest = 0;        ///< `min_ts`, us on the files' clock: bases of the ranks are taken for equal
};

/// Builds the tables of all ranks: the step rule and the alignment look at the whole job even if one rank is wanted.
/// Cost about 200 ns an event and 96 bytes a row; hta mode is for comparing, not for large traces. Cancelled if told to
/// stop.
[[nodiscard]] Result<HtaTable> buildHtaTable(
    const TraceSet& traces, const HtaOptions& options, const Progress& progress);

/// The double nearest to `ns` / 1000: what a JSON reader makes of the microsecond text.
[[nodiscard]] double nearestMicroseconds(std::int64_t ns);

/// N of "ProfilerStep#N" (spaces allowed before the #), wherever it stands in the name.
[[nodiscard]] std::optional<std::int64_t> profilerStepNumber(std::string_view name);

/// Fills linkedIndex of rows in file order (0.8).
void linkByCorrelation(const Trace& trace, std::vector<HtaRow>& rows);
/// Fills iteration of linked rows in file order (0.9).
void assignIterations(const Trace& trace, std::vector<HtaRow>& rows);
/// Test (b) of 0.7: HTA's device filter, used for linking and for dropping by step.
[[nodiscard]] bool passesDeviceFilter(const Trace& trace, const HtaRow& row);

} // namespace kinetoscope::compat
