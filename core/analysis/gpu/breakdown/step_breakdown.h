// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/gpu/breakdown/temporal_breakdown.h"
#include "core/analysis/gpu/idle/idle_gaps.h"
#include "core/analysis/names/classification.h"
#include "core/analysis/types/analysis.h"

#include <array>
#include <functional>
#include <memory>
#include <vector>

namespace kinetoscope {

/// One step of one rank: what its GPUs do from the start to the end of the step on the host.
struct StepTimes {
    Step step;
    TimeRange wall; ///< the host's interval, job time, cut to the scope's range
    /// The same from completion to completion, as what-if has it but that copies may go on beside the next step where
    /// no work follows on their stream: a moment is complete when all other work launched until then is done. The work
    /// of earlier steps, which a host that runs ahead has left, is in none of it. Not of summaries.
    TimeRange complete;
    /// What each moment of `wall` counts as, whichever step launched it: Compute to OtherExposed, then by IdleCause.
    /// Together exactly the length of `wall`.
    std::array<Nanoseconds, kBusyPartCount> busy {};
    std::array<Nanoseconds, kIdleCauseCount> idle {};
    std::uint64_t launched = 0;   ///< GPU activities launched in the step
    Nanoseconds launchedBusy = 0; ///< the time that they cover, wherever they run
    Nanoseconds ownBusy = 0;      ///< the same without what was left over from before the recording; not of summaries
    TimeRange span;               ///< from the start of the first of them to the end of the last, job time
    Nanoseconds endLag = 0;       ///< from the end of the step to the end of the last of them; negative: it ends before
};

/// The steps of one rank, by start.
struct RankSteps {
    std::uint32_t rankIndex = 0; ///< position in TraceSet::ranks()
    bool hasGpuWork = false;     ///< without any, only `wall` of the steps means something
    std::vector<StepTimes> steps;
};

/// Access to the steps of a scope, rank by rank. Keeps the traces alive. Immutable; thread-safe.
class ScopedSteps {
public:
    /// @param kernelDelay  as for ScopedIdle.
    /// InvalidArgument if the scope's step pattern is no regular expression.
    [[nodiscard]] static Result<std::shared_ptr<const ScopedSteps>> create(
        const AnalysisInput& input, const KernelClassifier& classifier, Nanoseconds kernelDelay);

    [[nodiscard]] std::size_t rankCount() const { return m_work->rankCount(); }
    [[nodiscard]] const RankTrace& rankTrace(std::size_t i) const { return m_work->rankTrace(i); }
    [[nodiscard]] const Scope& scope() const { return m_scope; }

    /// The steps of a rank in the scope by start, job time; and what the scope's range leaves of each, never nothing.
    [[nodiscard]] const std::vector<Step>& stepsIn(std::size_t rank) const { return m_ranks[rank].steps; }
    [[nodiscard]] const std::vector<TimeRange>& wallsIn(std::size_t rank) const { return m_ranks[rank].walls; }
    /// The gaps of one rank, whose number there is 0, from the first of these to the last, whatever launched the work;
    /// null without steps.
    [[nodiscard]] const std::shared_ptr<const ScopedIdle>& idleAround(std::size_t rank) const
    {
        return m_ranks[rank].idle;
    }

    /// O(device-side slices log streams + steps log slices). Cancelled if `progress` says stop; never otherwise.
    [[nodiscard]] Result<RankSteps> rank(std::size_t i, const Progress& progress) const;
    /// What rank() reads and finds out, where the caller has it. Keeps references to what it is made of.
    struct KnownWork {
        const RankGpuWork& work; ///< all of the scope's streams, whatever steps or range the scope chooses
        /// When it runs, as timeParts() has it of a window around all of it; asked for once, when nothing else is left.
        std::function<const TimeParts&()> parts;
    };
    /// The same with it.
    [[nodiscard]] Result<RankSteps> rank(std::size_t i, const KnownWork& known, const Progress& progress) const;

    /// What one figure of a step is made of.
    [[nodiscard]] Selection busyEvidence(
        std::size_t rank, const StepTimes& step, TimePart part, const Progress& progress) const;
    [[nodiscard]] Selection idleEvidence(
        std::size_t rank, const StepTimes& step, IdleCause cause, const Progress& progress) const;
    [[nodiscard]] Selection launchedEvidence(std::size_t rank, const StepTimes& step, const Progress& progress) const;

private:
    struct RankEntry {
        std::vector<Step> steps;                ///< in the scope, by start
        std::vector<TimeRange> walls;           ///< job time, cut
        std::optional<TimeRange> hull;          ///< of the walls
        std::shared_ptr<const ScopedIdle> idle; ///< of that hull; null without steps
    };
    using IdleParts = std::array<std::vector<TimeRange>, kIdleCauseCount>;
    /// Around the steps of a rank, by cause. Only where the rank has steps.
    [[nodiscard]] Result<IdleParts> idleOf(std::size_t rank, const Progress& progress) const;
    [[nodiscard]] RankSteps emptySteps(std::size_t rank) const;
    void addLaunched(std::size_t rank, RankSteps& steps, const RankGpuWork& work, const Progress& progress) const;

    ScopedSteps() = default;

    Scope m_scope;
    std::shared_ptr<const ScopedGpuWork> m_work; ///< of all steps
    std::vector<RankEntry> m_ranks;
};

/// "Where does the time of each step go?" (product.md, Scope). Table `steps`.
[[nodiscard]] AnalysisDescriptor stepBreakdown();

} // namespace kinetoscope
