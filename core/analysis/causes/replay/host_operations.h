// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/causes/cause.h"
#include "core/analysis/causes/work/awaited_work.h"

#include <array>
#include <cstdint>
#include <map>
#include <vector>

namespace kinetoscope {

/// Position of an operation in Recording.
using OperationNumber = std::uint32_t;
inline constexpr OperationNumber kNoOperation = UINT32_MAX;

/// What a host thread does next.
enum class OperationKind : std::uint8_t {
    Plain,
    Run,      ///< several plain ones that follow each other; RunPart says what of
    Borrowed, ///< of another line than 0: it does nothing of its own, so line 0 must have come as far
    Blocking, ///< a call that waits for the GPU
    Begin,    ///< of a line; no time
};
inline constexpr std::size_t kOperationKindCount = 5;

/// How finely a recording tells the time of host threads apart.
enum class Grain : std::uint8_t {
    Runs,   ///< what follows each other is one operation: a twelfth of them, for host time as it is, halved or gone
    Pieces, ///< an operation for each stretch of one owner: for all changes
};

/// A moment of a host line, so that it can be said when it comes in a replay: `offset` after the begin of an operation.
struct LineMoment {
    OperationNumber operation = kNoOperation; ///< none: before line 0, `offset` is the moment itself
    bool isBehind = false;                    ///< the line's last operation was that before it
    Nanoseconds offset = 0;                   ///< 0 in a run
};

/// What a run of operations has of one cause, or some of it: what does not fit lies in several parts. Halves are
/// rounded up, each for itself, so odd times count; of a part as many as make the sum of both even, so that parts add
/// up. Replays read some millions of them each: the bits of a word, taken apart with a shift or a mask each.
class RunPart {
public:
    static constexpr std::uint32_t kMostTime = (1U << 20) - 1;
    static constexpr std::uint32_t kMostOdd = (1U << 6) - 1;

    /// @param time  ns, together; at most kMostTime.
    /// @param odd   how many of its times are odd; at most kMostOdd.
    RunPart(Cause cause, std::uint32_t time, std::uint32_t odd, bool isFirst)
        : m_bits(static_cast<std::uint32_t>(cause) << kCauseShift | (isFirst ? kFirst : 0U) | odd << kOddShift | time)
    {
    }
    [[nodiscard]] std::uint32_t time() const { return m_bits & kMostTime; }
    [[nodiscard]] std::uint32_t odd() const { return m_bits >> kOddShift & kMostOdd; }
    /// Of its run in HostOperations::runParts.
    [[nodiscard]] bool isFirst() const { return (m_bits & kFirst) != 0; }
    [[nodiscard]] std::size_t cause() const { return m_bits >> kCauseShift; } ///< position of a Cause

    bool operator==(const RunPart&) const = default;

private:
    static constexpr unsigned kOddShift = 20;
    static constexpr std::uint32_t kFirst = 1U << 26;
    static constexpr unsigned kCauseShift = 27;

    std::uint32_t m_bits;
};
static_assert(sizeof(RunPart) == 4 && kCauseCount <= 32);

/// A blocking call.
struct Blocking {
    OperationNumber operation = kNoOperation;
    SliceId call;
    BlockingWay way = BlockingWay::None;
    WorkNumber work = kNoWork; ///< Copy: it; FullQueue: what made room; Sync: of what is awaited the last by end
    std::uint32_t firstPrefix = 0;
    std::uint32_t prefixCount = 0; ///< Sync: of Recording::prefixes
    bool waitsForUnrecorded = false;
    bool isBoundByLaunch = false; ///< Copy: its work started when the call had come that far
    bool isFree = false;          ///< Sync: it frees memory, for which it first waits; else it does nothing but wait

    bool operator==(const Blocking&) const = default;
};

/// Where in an operation a moment lies.
enum class MomentPlace : std::uint8_t {
    Begin,  ///< at its begin, or somewhere in a run
    Inside, ///< so long after its begin, in which it is faster or slower as the operation is
    Behind, ///< so long after the end of the operation before, which was the last of its line
};

/// A part of an operation of line 0 that a backward thread's own line gives another cause: line 0 takes an annotation
/// of the main thread before one of a backward thread, the line of that thread its own (causes.md 1.2).
struct OtherCause {
    OperationNumber operation = kNoOperation;
    TimeRange range; ///< as recorded, inside the operation
    Cause cause = Cause::Unrecorded;

    bool operator==(const OtherCause&) const = default;
};

/// What a backward thread's own line says of a stretch in which line 0 may say something else.
struct OtherPart {
    TimeRange range;
    Cause cause = Cause::Unrecorded;
};
using OtherParts = std::map<TrackId, std::vector<OtherPart>>; ///< by backward thread, in time order

/// Operations of host lines, line after line, each line in recorded order; its first one is of kind Begin.
struct HostOperations {
    std::vector<Timestamp> ends;
    std::vector<SliceId>
        owners;                ///< of Grain::Pieces alone; a blocking call itself; invalid where nothing owns the time
    std::vector<Cause> causes; ///< not of runs
    std::vector<OperationKind> kinds;
    std::vector<std::uint32_t> details; ///< place in `runParts` (behind the last), `blocking` or Recording::borrowed
    std::vector<RunPart> runParts;
    std::vector<Blocking> blocking;            ///< by operation
    std::vector<AwaitedWork::Prefix> prefixes; ///< of synchronisations
    /// By backward thread, in the order of operations: whose time it is where a path comes from work that the thread
    /// launched. A replay does not need it.
    std::map<TrackId, std::vector<OtherCause>> otherCauses;
    std::array<std::size_t, kCauseCount> byCause {}; ///< how many have that cause, those in runs included

    /// @param pieces  how many operations there would be if none were in a run.
    /// @param marks   each but few ends a run.
    void reserveFor(Grain grain, std::size_t pieces, std::size_t marks);
    /// The parts of a run that is about to be added.
    /// @param time  of `odd` odd times and any even ones.
    void addPart(Cause cause, std::uint32_t time, std::uint32_t odd, bool isFirst);
    /// The parts of a run, in no order.
    template <typename Visit> void eachPartOf(OperationNumber run, Visit visit) const
    {
        const RunPart* part = runParts.data() + details[run];
        do {
            --part;
            visit(*part);
        } while (!part->isFirst());
    }
    /// What follows on the same line.
    /// @param share  of the line that is there then, in (0, 1], so that room for all of it can be made.
    void append(const HostOperations& more, double share);
    /// Holds nothing, but keeps its room.
    void clear();
    /// Gives back the room that nothing lies in, where that is worth a copy. O(n).
    void shrink();
};

} // namespace kinetoscope
