// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/causes/owners/rank_causes.h"
#include "core/analysis/causes/remarks/missing_steps.h"
#include "core/analysis/causes/remarks/polling.h"
#include "core/analysis/causes/remarks/python_cost.h"
#include "core/analysis/causes/remarks/slow_ops.h"
#include "core/analysis/causes/work/repeated_launches.h"
#include "core/analysis/gpu/breakdown/step_breakdown.h"
#include "core/analysis/gpu/breakdown/temporal_breakdown.h"
#include "core/analysis/gpu/idle/idle_gaps.h"
#include "core/analysis/gpu/kernels/kernel_names_table.h"
#include "core/analysis/gpu/slipped_names.h"
#include "core/analysis/gpu/waiting_work.h"
#include "core/analysis/launch/launches.h"
#include "core/analysis/overview/facts/compiled_versions.h"
#include "core/analysis/overview/facts/copy_facts.h"
#include "core/analysis/overview/facts/exposed_collective.h"
#include "core/analysis/overview/facts/host_facts.h"
#include "core/analysis/overview/facts/launch_facts.h"
#include "core/analysis/overview/facts/outside_view.h"
#include "core/analysis/overview/facts/peak_facts.h"
#include "core/analysis/overview/facts/program_settings.h"
#include "core/analysis/overview/facts/step_facts.h"
#include "core/analysis/overview/idle/idle_groups.h"
#include "core/analysis/overview/idle/stretches.h"
#include "core/model/kernel_names.h"

#include <algorithm>
#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace kinetoscope {

/// What a device of several is idle by itself.
struct IdleOfOneDevice {
    std::int64_t device = Track::kNoDevice;
    Nanoseconds view = 0;
    Nanoseconds idle = 0;
};

/// All that the overview says about one rank, from the functions of the analyses it sums up.
struct RankFacts {
    std::uint32_t rankIndex = 0; ///< position in TraceSet::ranks()
    bool hasGpuWork = false;     ///< in the scope, or outside a chosen range or steps that are idle then
    /// temporal-breakdown; without GPU work only a window: the walls of the steps, else all recorded time
    TimeSplit split;
    bool isSplitKnown = true;                    ///< false: a summary without steps, which tells the window alone
    std::array<Stretches, kTimePartCount> parts; ///< the same as stretches; exposed communication of a job with ranges
    /// idle-time of the rank as one; without gaps of 0 ns.
    std::array<Stretches, kIdleCauseCount> idle;
    IdleGroups idleGroups; ///< the same idle time but that in missing steps, by what the host did meanwhile
    std::optional<CostlyFrame> costlyFrame; ///< of the main thread, where Python has much of that
    std::optional<SlowOps> slowOps;         ///< of the view, where the GPU waits much in it for a busy host
    std::optional<Polling> polling;         ///< of the main thread, the whole recording through
    ProgramSettings settings;
    CompiledVersions compiled;
    bool isOfWindow = false;             ///< steps or a range are chosen
    bool isPythonRecorded = false;       ///< frames, of any thread
    bool isHostRecorded = false;         ///< ops, annotations or frames: with only calls, options for them are no help
    bool isIdleInProfilerFrames = false; ///< the GPU is idle in the profiler, and ProfilerFrames has some
    std::vector<TimeRange> graphsMade;   ///< GraphMaking::all in trace time
    bool makesGraphsLater = false;       ///< a quarter of them in the later half of all steps, chosen or not
    std::size_t idleCaptures = 0;        ///< captures with time of IdleGroup::Capture
    Nanoseconds idleInCaptures = 0;      ///< of that group's time: the rest is instantiating
    double pythonWaits = 0;      ///< of all recorded time, what the main thread waits in Python, 0 to 1; no sleeps
    bool sleepsInPython = false; ///< the main thread, as kSleepFrame has it
    std::vector<IdleOfOneDevice> devices; ///< only of several
    OutsideView outside;                  ///< only without a chosen range or steps
    Stretches pageable;                   ///< exposed copies to or from pageable memory
    Nanoseconds copiesBehindSteps = 0;    ///< of exposed copies, after the last step and the work that it launched
    ExposedCopies mostCopies;
    ExposedCollective mostCommunication;
    std::int64_t pageableBytes = 0;          ///< that one such copy moves on average; 0: not known
    std::vector<KernelNameTotals> kernels;   ///< computation, by sum descending
    std::vector<KernelNameTotals> otherWork; ///< of no kind, kernels that only wait among it, by sum descending
    bool areLaunchesBlocking = false;        ///< as BlockingLaunches has it; only where launch calls take long
    std::size_t works = 0;                   ///< GPU activities
    bool isOfMtia = false;                   ///< all of them are of accelerators of Meta, which are no GPUs
    std::size_t unlinkedWorks = 0;           ///< of them, linked to no launch
    Nanoseconds clockLateBy = 0;             ///< that of the GPU may be, as LateStarts has it; 0: nothing says so
    Nanoseconds typicalWork = 0;             ///< median duration of a GPU activity
    ShortLaunches shortLaunches;
    RepeatedLaunches repeated; ///< only where the GPU waits for the host; in all steps, whichever are chosen
    RepeatedGrids repeatedGrids = RepeatedGrids::Unknown;
    bool areRepeatedSpread = false;     ///< many waits make up waitsInRepeated, in each coming
    Nanoseconds waitsInRepeated = 0;    ///< of IdleGroup::HostBusy, between the launches of a sequence that comes again
    bool isSingleSpread = false;        ///< many waits make up waitsInSingle
    Nanoseconds waitsInSingle = 0;      ///< of IdleGroup::HostBusy, between the launches of RepeatedLaunches::single
    std::vector<StepTimes> stepsInView; ///< not of summaries; those that a range cuts, too
    std::vector<StepTimes> steps;       ///< those that are compared: a piece of one is no step to compare others with
    std::optional<StepCut> stepCut;     ///< the longest that the ends of the view cut, where another one is the longest
    std::vector<TimeRange> stepWindows; ///< by step: what of StepTimes::complete is in the GPU time in view
    /// By step, what its window has of the parts of the busy time, then of the idle causes.
    std::array<std::vector<Nanoseconds>, kBusyPartCount + kIdleCauseCount> ofSteps;
    /// Other steps that launch as many kernels that compute, of the same names, as the longest, where it may be slow.
    std::size_t sameKernels = 0;
    Nanoseconds sameKernelsTime = 0;       ///< what they take in it, added up
    Nanoseconds sameKernelsUsual = 0;      ///< the median of that in those steps
    std::size_t newKernels = 0;            ///< of it, that compute, of names which no other step of the recording has
    Nanoseconds newKernelsTime = 0;        ///< in which one of them runs and nothing else of the step computes
    HostPlace frameOfLongest;              ///< as StepGrowth has it, of the longest step where it may be a slow one
    Nanoseconds waitsInFrameOfLongest = 0; ///< of its time, in calls that wait for the GPU
    std::array<std::vector<Nanoseconds>, kIdleGroupCount> idleOfSteps; ///< by group and step, what its window has of it
    std::array<Nanoseconds, kIdleGroupCount> idleOfLaterSteps {};      ///< of the later half of four steps or more
    std::vector<MissingSteps> missingSteps;                            ///< whichever steps are chosen
    Nanoseconds idleInMissingSteps = 0;
    Nanoseconds hostWaitInMissingSteps = 0; ///< of that, of IdleCause::HostWait
    /// Of compilation, in steps after one with GPU work that began in view and in which the GPU waits for none.
    Nanoseconds compiledAnew = 0;
    PeakFacts peaks;                          ///< left to the caller of facts(), who has the rules that they need
    std::optional<WaitingWork> waiting;       ///< the same
    std::optional<SlippedNames> slippedNames; ///< of the whole trace, whatever was chosen
    Nanoseconds busy = 0;                     ///< with work that was chosen
    HostFacts host;                           ///< only without GPU work

    [[nodiscard]] const IdleOf& of(IdleGroup group) const { return idleGroups[static_cast<std::size_t>(group)]; }
};

/// From where on the analyses that the facts come from count something; the parameters of the same names.
struct OverviewCutoffs {
    Nanoseconds kernelDelay = 0; ///< idle-time, steps: the gap threshold
    Nanoseconds runtime = 0;     ///< kernel-launches: a call that takes longer is no short launch
};

/// Access to the facts of a scope, rank by rank. Keeps the traces alive. Immutable; thread-safe.
class OverviewSource {
public:
    /// InvalidArgument if the scope's step pattern is no regular expression.
    [[nodiscard]] static Result<std::shared_ptr<const OverviewSource>> create(
        const AnalysisInput& input, const KernelClassifier& classifier, const OverviewCutoffs& cutoffs);

    [[nodiscard]] const AnalysisInput& input() const { return m_input; }
    [[nodiscard]] const OverviewCutoffs& cutoffs() const { return m_cutoffs; }
    [[nodiscard]] std::size_t rankCount() const { return m_work->rankCount(); }
    [[nodiscard]] const RankTrace& rankTrace(std::size_t i) const { return m_work->rankTrace(i); }
    [[nodiscard]] std::uint32_t rankIndex(std::size_t i) const { return m_work->rankIndex(i); }
    /// GPU work of a rank; without rows if told to stop.
    [[nodiscard]] RankGpuWork work(std::size_t i, const Progress& progress) const
    {
        return m_work->rowsOf(i, progress);
    }
    [[nodiscard]] const ScopedGpuWork& gpuWork() const { return *m_work; }

    /// How facts are gathered.
    struct Gathering {
        bool withRanges = false; ///< keep the stretches themselves: evidence needs them, figures do not
        int threads = 1;         ///< as many are used
        /// Makes those of the rank, by the gap threshold, for the caller, too; called once. Without it they are made
        /// for the facts alone.
        std::function<std::shared_ptr<const RankCauses>()> causes {};
        /// What else is done for the rank at the same time, and once the GPU time in view is known.
        std::function<void()> meanwhile {};
        std::function<void(Nanoseconds view)> inView {};
    };
    /// O(slices log streams). Cancelled if `progress` says stop; never otherwise. What else is to be done is done of a
    /// loaded rank with GPU work.
    [[nodiscard]] Result<RankFacts> facts(std::size_t i, const Gathering& gathering, const Progress& progress) const;

private:
    OverviewSource() = default;
    class FactsMaker;
    /// What the facts have of idle time, but what grew in the slow step; the steps are there. Returns the time in view.
    [[nodiscard]] Result<std::vector<TimeRange>> addIdle(std::size_t i, const std::shared_ptr<const RankCauses>& causes,
        bool withRanges, RankFacts& facts, const Progress& progress) const;
    /// What they have of the host; the idle groups are there. @param view  as addIdle() returns it.
    [[nodiscard]] Result<Done> addHost(std::size_t i, const RankCauses& causes, const std::vector<TimeRange>& view,
        RankFacts& facts, const Progress& progress) const;
    /// What they have of short and repeated launches; the idle groups are there.
    [[nodiscard]] Result<Done> addLaunches(
        std::size_t i, const BlockingCalls& blocking, RankFacts& facts, const Progress& progress) const;

    AnalysisInput m_input;
    OverviewCutoffs m_cutoffs;
    std::shared_ptr<const ScopedGpuWork> m_work;
    std::shared_ptr<const ScopedIdle> m_idle;
    std::shared_ptr<const ScopedLaunches> m_launches;
    std::shared_ptr<const ScopedLaunches> m_allLaunches; ///< of no chosen steps or range
    std::shared_ptr<const ScopedSteps> m_steps;
    std::shared_ptr<const ScopedHostTrees> m_trees;
};

} // namespace kinetoscope
