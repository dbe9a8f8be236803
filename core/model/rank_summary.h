// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/ids.h"
#include "core/base/nanoseconds.h"
#include "core/base/string_pool.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace kinetoscope {

/// What a job says of one trace of it and how the summary was made (`meta` of a `.ksum` file).
struct SummaryMeta {
    std::string version; ///< of the program that made it
    std::optional<std::int64_t> rank;
    std::optional<std::int64_t> worldSize;
    std::string trace;      ///< the trace as seen from `folder`
    std::string folder;     ///< where the trace lay, absolute
    std::string host;       ///< "" where nothing tells
    std::string hostSource; ///< "file name": the trace's name begins with it; "summarize": where the summary was made
    std::string device;     ///< name of the first GPU
    std::optional<std::int64_t> baseTime; ///< Unix ns of time 0 of the trace's clock; none: the file has none
    Nanoseconds resolution = 1'000;       ///< of times in the file
    Timestamp first = kMaxTimestamp; ///< earliest event with a duration, no profiler's span; kMaxTimestamp without any
    Timestamp last = kMinTimestamp;  ///< the latest end of such
    TimeRange range;                 ///< Trace::range()
    TimeRange coreRange;             ///< Trace::coreRange()
    TimeRange workRange;             ///< of recorded work: what TraceSet::workRange() is made of
    std::uint64_t events = 0;
    std::uint64_t gpuWork = 0;   ///< GPU activities
    Nanoseconds gpuSpan = 0;     ///< from the first start of them to the last end
    Nanoseconds kernelDelay = 0; ///< gap threshold that idle causes were told with
    double kernelShare = 0;      ///< kernels below this part of their step's wall are one row
    std::uint32_t rulesCrc = 0;  ///< of the rules file that kernels were classified with; 0: none
    std::string stepPattern;     ///< Trace::stepPattern()
    std::uint64_t traceSize = 0;
    std::int64_t traceTime = 0;     ///< modification, Unix ns
    std::uint32_t traceHeadCrc = 0; ///< CRC-32 of the first 64 KiB
    std::uint32_t traceTailCrc = 0; ///< and of the last
};

/// The parts of a step's wall: those of TimePart (compute to other exposed), then by IdleCause.
inline constexpr std::size_t kSummaryParts = 8;
using SummaryParts = std::array<Nanoseconds, kSummaryParts>;

/// One step, as the table `steps` has it; ns on the trace's clock.
struct SummaryStep {
    std::int64_t number = 0;
    StringId name;
    TimeRange range;               ///< of the annotation on the host
    SummaryParts parts {};         ///< add up to the length of `range`; 0 without GPU work in the trace
    Nanoseconds communication = 0; ///< a communication kernel runs, whatever else does
    std::int64_t launched = 0;
    Nanoseconds launchedBusy = 0;
    Nanoseconds launchedSpan = 0;
    Nanoseconds endLag = 0;
};

/// A process group as the runs of this rank name it.
struct SummaryGroup {
    std::string name;
    std::string description;
    std::vector<std::int64_t> ranks; ///< ascending; empty: unknown
    std::int64_t size = 0;           ///< 0: unknown
};

/// What most runs of a rank share with others: kept once.
struct SummaryRunShape {
    static constexpr std::int64_t kHostStream = -1; ///< Track::kNoStream

    std::uint32_t group = 0;   ///< in RankSummary::groups
    std::uint8_t kind = 0;     ///< as in the file: 0 unknown, 1 allgather, ... 13 sendrecv
    bool isKindByName = false; ///< nothing but the kernel's name tells the kind
    std::uint32_t part = 0;
    std::int64_t stream = kHostStream;
    std::optional<std::int64_t> elements {};
    std::optional<std::int64_t> peer {};
    std::optional<std::int64_t> sent {};     ///< elements, by any source
    std::optional<std::int64_t> received {}; ///< the same
    bool areAmountsOwn = false; ///< both are what its own arguments say, not the shapes of what a host op got
    StringId name {};           ///< of the kernel or the host range
    StringId streamText {};     ///< where the file names the stream by a text: `stream` is numberOfText() of it

    auto operator<=>(const SummaryRunShape&) const = default;
};

/// A communication run, 40 bytes; times on the trace's own clock.
struct SummaryRun {
    static constexpr std::uint32_t kNone = 0xffff'ffffU;

    Timestamp start = 0;
    Nanoseconds duration = 0;   ///< >= 0
    std::uint32_t shape = 0;    ///< in RankSummary::shapes
    std::uint32_t step = kNone; ///< in RankSummary::stepNumbers; kNone: in no step
    EventIndex event = kNoEvent;
    StringId commsId {};    ///< invalid: none
    std::uint32_t blob = 0; ///< where its varints begin in RankSummary::blobs
};
static_assert(sizeof(SummaryRun) == 40, "two million of them shall fit 100 MB");

/// Kernels of one name in one part of a step (ranks.md 4.3, windows of the host).
struct SummaryKernel {
    std::uint32_t step = SummaryRun::kNone; ///< in RankSummary::steps
    std::uint8_t part = 0;                  ///< 0 compute, 1 communication, 2 memory, 3 other
    StringId name;                          ///< invalid: all that are below the threshold
    std::int64_t calls = 0;
    Nanoseconds time = 0;
};

/// Something that trace-health found.
struct SummaryFinding {
    std::string code;
    std::int64_t count = 0;
    std::string severity;
    std::string sentence; ///< in English
};

/// What is kept of a trace that is not loaded: the content of one `.ksum` file. Immutable once read; any thread. Holds
/// no file. Numbers of a file that cannot be true never get here: every index is in its table, every duration >= 0.
struct RankSummary {
    std::string path; ///< of the `.ksum`
    SummaryMeta meta;
    StringPool names;
    std::vector<SummaryStep> steps; ///< by start
    std::vector<SummaryGroup> groups;
    std::vector<std::int64_t> stepNumbers; ///< distinct, of runs
    std::vector<SummaryRunShape> shapes;
    std::vector<SummaryRun> runs;        ///< in the order that matching takes them in (communicationRuns)
    std::vector<std::int64_t> sequences; ///< `Seq` by run; kNoSequence: none. Empty if no run has one
    std::vector<std::uint8_t> blobs;    ///< by run: compute under it, and sums before it; read with the functions below
    std::vector<SummaryKernel> kernels; ///< by step, part
    std::vector<SummaryFinding> health;

    static constexpr std::int64_t kNoSequence = INT64_MIN;

    /// @param run  of this summary, as below.
    [[nodiscard]] const SummaryRunShape& shapeOf(const SummaryRun& run) const { return shapes[run.shape]; }
    /// On the clock of the rank's file.
    [[nodiscard]] TimeRange rangeOf(const SummaryRun& run) const
    {
        return { run.start, saturatingAdd(run.start, run.duration) };
    }
    /// @param run  position in `runs`. Nothing where the file says none.
    [[nodiscard]] std::optional<std::int64_t> sequenceOf(std::size_t run) const
    {
        return sequences.empty() || sequences[run] == kNoSequence ? std::nullopt : std::optional(sequences[run]);
    }
    /// The number of the step that it is in; nothing in none.
    [[nodiscard]] std::optional<std::int64_t> stepOf(const SummaryRun& run) const
    {
        return run.step == SummaryRun::kNone ? std::nullopt : std::optional(stepNumbers[run.step]);
    }
    /// When compute kernels ran beside a run, inside it: disjoint, sorted. O(stretches).
    [[nodiscard]] std::vector<TimeRange> computeUnder(const SummaryRun& run) const;
    /// What the rank did from `meta.first` to the start of each run, by part: the sums of a lead are differences of
    /// two of these, and of what lies under a run. O(runs).
    [[nodiscard]] std::vector<SummaryParts> partsBeforeRuns() const;
    /// Distinct numbers of `steps`, ascending.
    [[nodiscard]] std::vector<std::int64_t> numbersOfSteps() const;
    [[nodiscard]] bool hasGpuWork() const { return meta.gpuWork > 0; }
    [[nodiscard]] std::size_t memoryBytes() const; ///< about
    /// Where the trace was: `meta.trace` below `meta.folder`.
    [[nodiscard]] std::string tracePath() const;
};

/// Appends what computeUnder() and partsBeforeRuns() read.
/// @param under   stretches inside the run, disjoint, sorted. @param before  parts, minus those of the run before.
void appendRunBlob(std::vector<std::uint8_t>& blobs, const SummaryRun& run, std::span<const TimeRange> under,
    const SummaryParts& beforeLessLast);

} // namespace kinetoscope
