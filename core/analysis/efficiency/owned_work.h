// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/efficiency/formulas/formula.h"
#include "core/analysis/gpu/gpu_work.h"
#include "core/analysis/peaks/gpu_peaks.h"

#include <cstdint>
#include <deque>
#include <string_view>
#include <vector>

namespace kinetoscope {

/// Whose a piece of GPU work is: a call of an op, or nobody's for one of these reasons.
enum class WorkOwner : std::uint8_t { Call, Communication, Unlinked, Graph, NoOp };

/// What calls with the same figures have in common. A trace has few of them, so that a call stays small.
struct CallKind {
    Figures figures;           ///< of a whole call; of a cut one what the scope shows of it
    std::string_view category; ///< "GEMM", ...; "" without a formula
    ComputeSpec spec = ComputeSpec::None;
    std::int64_t device = Track::kNoDevice; ///< of the first work
    std::uint32_t index = 0;                ///< in RankOwnedWork::kinds
};

/// An op event that owns GPU work. All work below it is its own, so calls never lie inside each other. There may be
/// millions, gone through by every table: 40 bytes.
struct OwningCall {
    const CallKind* kind = nullptr; ///< in RankOwnedWork::kinds; never nullptr in a result
    Nanoseconds kernelTime = 0;     ///< union of its work
    Nanoseconds kernelSum = 0;      ///< sum of durations
    SliceId op;
    SliceId launch;                                   ///< of its first work; of a cut call that of the whole one
    std::uint32_t arguments = OpArgumentStore::kNone; ///< in RankOwnedWork::arguments
    std::uint32_t firstWork = 0;                      ///< in RankOwnedWork::workOfCalls
    std::uint32_t workCount : 30 = 0;                 ///< kMostWork at most: there are no more slices in memory
    std::uint32_t isRecomputed : 1 = 0;               ///< forward work inside of the backward pass
    std::uint32_t isCut : 1 = 0;                      ///< the scope shows a part of it

    [[nodiscard]] const Figures& figures() const { return kind->figures; }
    [[nodiscard]] std::string_view category() const { return kind->category; }
    [[nodiscard]] ComputeSpec spec() const { return kind->spec; }
    [[nodiscard]] std::int64_t device() const { return kind->device; }

    static constexpr std::uint32_t kMostWork = (1U << 30) - 1;
};

/// The GPU work of one rank in a scope, by owner. Calls point into `kinds`, so it moves and is not copied.
struct RankOwnedWork {
    RankOwnedWork() = default;
    RankOwnedWork(RankOwnedWork&&) = default;
    RankOwnedWork& operator=(RankOwnedWork&&) = default;

    RankGpuWork work;
    std::vector<WorkOwner> owners;          ///< by position in work.rows
    std::vector<std::uint32_t> callOfRow;   ///< the same; kNoCall
    std::vector<OwningCall> calls;          ///< by first row
    std::vector<std::uint32_t> workOfCalls; ///< positions in work.rows, by call, each call's by start
    std::deque<CallKind> kinds;             ///< each at its place while it moves
    OpArgumentStore arguments;
    Message problem; ///< why arguments could not be read; empty if they were

    [[nodiscard]] Nanoseconds sumOfDurations() const; ///< of all work; O(work)

    static constexpr std::uint32_t kNoCall = 0xffff'ffffu;
};

struct OwnedWorkOptions {
    int threads = 1;       ///< that read the file; never changes the result
    bool readsFile = true; ///< false: ops whose arguments the loader has not kept count as recorded without shapes
};

/// Finds the owner of each piece of work, reads the arguments of the ops around it, and evaluates their formulas.
/// O(work x depth), and where the loader has
/// not kept all arguments one pass over the file for the ops. Cancelled if `progress` says stop; never another error.
/// @param source  of `input`; `i` a rank of it.
[[nodiscard]] Result<RankOwnedWork> ownedWorkOf(const AnalysisInput& input, const ScopedGpuWork& source, std::size_t i,
    const KernelClassifier& classifier, const OwnedWorkOptions& options, const Progress& progress);

} // namespace kinetoscope
