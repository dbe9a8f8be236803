// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/overview/candidates.h"

#include "core/analysis/words/words.h"
#include "core/base/display_name.h"
#include "core/model/kernel_names.h"
#include "core/numeric/intervals.h"

#include <algorithm>
#include <utility>

namespace kinetoscope {

namespace {

constexpr const char* kInView = "GPU time in view";
/// Copies of fewer bytes take about as long from pinned memory.
constexpr std::int64_t kSmallCopy = 64 * 1024;
constexpr std::size_t kFewestSteps = 3;
/// What the host does in a smaller part of the time outside of the view is not named.
constexpr double kLeastShareNamed = 0.1;
/// Of its time: from here on a kernel counts as running alone.
constexpr double kNearlyAlone = 0.95;

double shareOf(Nanoseconds part, Nanoseconds whole)
{
    return whole > 0 ? static_cast<double>(part) / static_cast<double>(whole) : 0.0;
}

Nanoseconds meanOf(Nanoseconds sum, std::size_t count)
{
    return count == 0 ? 0 : sum / static_cast<Nanoseconds>(count);
}

/// Collects the candidates of one rank.
class RankCandidates {
public:
    RankCandidates(
        const OverviewSource& source, std::size_t rank, const RankFacts& facts, const FindingThresholds& thresholds)
        : m_source(source)
        , m_rank(rank)
        , m_facts(facts)
        , m_thresholds(thresholds)
        , m_trace(*source.rankTrace(rank).trace)
    {
    }

    std::vector<Candidate> take()
    {
        if (!m_facts.hasGpuWork) {
            addHostOp();
            return std::move(m_candidates);
        }
        addHostIdle();
        addOtherIdle();
        addOutside();
        addCommunication();
        addCopies();
        addKernels();
        addSlowStep();
        return std::move(m_candidates);
    }

private:
    Candidate make(const char* kind, const char* analysis, Nanoseconds atStake) const
    {
        Candidate candidate;
        candidate.kind = kind;
        candidate.analysis = analysis;
        candidate.atStake = atStake;
        candidate.whole = m_facts.split.window;
        candidate.wholeName = kInView;
        return candidate;
    }
    void add(Candidate candidate, std::string sentence)
    {
        candidate.sentence = std::move(sentence);
        if (isWorthASentence(candidate, m_thresholds))
            m_candidates.push_back(std::move(candidate));
    }
    /// "12.3 ms (4.5 % of GPU time in view)".
    [[nodiscard]] std::string ofView(Nanoseconds time) const
    {
        return durationWords(time) + " (" + shareWords(time, m_facts.split.window) + " of " + kInView + ")";
    }
    [[nodiscard]] const Stretches& part(TimePart which) const { return m_facts.parts[static_cast<std::size_t>(which)]; }

    /// How several waits are made up: ", 12 us each on average", or that it is mostly one; "" for one.
    [[nodiscard]] static std::string eachOf(const Stretches& waits)
    {
        if (waits.count <= 1)
            return {};
        if (waits.longest > waits.time / 2)
            return ", " + durationWords(waits.longest) + " of it at one time";
        return ", " + durationWords(meanOf(waits.time, waits.count)) + " each on average";
    }

    [[nodiscard]] const IdleOf& group(IdleGroup which) const
    {
        return m_facts.idleGroups[static_cast<std::size_t>(which)];
    }
    /// "98.0 % of it in 'cudaFree' in 'aten::conv2d'"; "" where nothing was recorded.
    [[nodiscard]] static std::string mainPlace(const IdleOf& found, const char* where)
    {
        if (found.name.empty())
            return {};
        return shareWords(found.there, found.idle.time) + " of it " + where + " " + quotedName(found.name)
            + (found.caller.empty() ? "" : " in " + quotedName(found.caller));
    }
    /// ", once", or ", 12 times, 3.0 ms each on average".
    [[nodiscard]] static std::string timesOf(const Stretches& waits)
    {
        return waits.count == 1 ? ", at one time" : ", " + countWords(waits.count, "time", "times") + eachOf(waits);
    }
    void addIdle(IdleGroup which, const char* kind, const std::string& before, const std::string& after)
    {
        const IdleOf& found = group(which);
        Candidate candidate = make(kind, "idle-causes", found.idle.time);
        candidate.ranges = found.idle.ranges;
        add(std::move(candidate), before + ofView(found.idle.time) + after);
    }
    /// "... while the host is in its data loader (98 % of it in ...), 5 times, 12 ms each on average: advice".
    void addHostCause(IdleGroup which, const char* kind, const std::string& what, const std::string& advice)
    {
        const IdleOf& found = group(which);
        const std::string most = mainPlace(found, "in");
        addIdle(which, kind, "The GPU is idle for ",
            " while the host " + what + (most.empty() ? "" : " (" + most + ")") + timesOf(found.idle) + advice + ".");
    }

    void addHostIdle()
    {
        addHostCause(IdleGroup::DataLoading, "data-loading", "is in its data loader",
            ": more workers, prefetching or less work per sample may hide it");
        addHostCause(IdleGroup::Allocation, "device-allocation", "allocates or frees memory",
            ": PyTorch's caching allocator makes few such calls once it is warm, libraries with buffers of their own "
            "make "
            "more");
        addHostCause(IdleGroup::FirstUse, "first-use", "loads code or sets something up",
            ": usually only first calls do so; record after some steps of warm-up to leave them out");
        addHostCause(IdleGroup::Compilation, "compilation", "compiles code",
            ": usually only first steps do so; record after some steps of warm-up to leave them out");
        addHostCause(IdleGroup::Profiler, "profiler-overhead", "is in work of the profiler itself",
            ": without recording it is gone");
        addHostCause(IdleGroup::InSync, "sync-idle", "is in a synchronisation",
            ", and no recorded work runs: what it waits for was not recorded, or had ended");
        const IdleOf& after = group(IdleGroup::AfterSync);
        addIdle(IdleGroup::AfterSync, "sync-wait", "The GPU is idle for ",
            " after the host had waited for it (" + mainPlace(after, "after") + ")" + timesOf(after.idle)
                + ": it has nothing queued then, until the host has launched more. Fewer such waits let the host "
                  "launch "
                  "ahead.");
        const IdleOf& busy = group(IdleGroup::HostBusy);
        const std::string meanwhile = meanwhileWords(busy);
        addIdle(IdleGroup::HostBusy, "host-wait", "The GPU waits ",
            " for the host: it had nothing left to run until the host launched more, in "
                + (busy.gaps == busy.idle.count ? std::string()
                                                : countWords(busy.idle.count, "stretch", "stretches") + " of ")
                + countWords(busy.gaps, "gap", "gaps") + eachOf(busy.idle)
                + (meanwhile.empty() ? "" : "; meanwhile the host is in " + meanwhile) + ".");
        addLaunchCalls();
    }
    void addLaunchCalls()
    {
        const ShortLaunches& launches = m_facts.shortLaunches;
        const IdleOf& found = group(IdleGroup::LaunchCalls);
        const Nanoseconds latency = found.byCause[static_cast<std::size_t>(Cause::LaunchLatency)];
        const Nanoseconds calls = saturatingSubtract(found.idle.time, latency);
        std::string after = latency == 0 ? " while the host is in launch calls"
            : calls == 0                 ? " between launch calls and the start of what they launched"
                                         : " while work is launched: " + durationWords(calls) + " in launch calls, "
                + durationWords(latency) + " from their return to the start of the work";
        after += timesOf(found.idle);
        if (launches.calls.size() * 2 >= launches.all && launches.all > 0)
            after += "; "
                + shareWords(static_cast<Nanoseconds>(launches.calls.size()), static_cast<Nanoseconds>(launches.all))
                + " of the kernel launches take the host longer than their kernels take the GPU, "
                + durationWords(launches.host) + " for " + durationWords(launches.gpu)
                + " of work: fused kernels (torch.compile) or CUDA graphs need fewer launches";
        addIdle(IdleGroup::LaunchCalls, "short-kernels", "The GPU is idle for ", after + ".");
    }

    /// Half of the GPU work is shorter than this where "small kernels" is a true word.
    static constexpr Nanoseconds kSmallWork = 20'000;
    static constexpr std::size_t kManyGaps = 100;

    void addOtherIdle()
    {
        const std::string delay = exactDurationWords(m_source.cutoffs().kernelDelay);
        const auto addCause = [this](IdleGroup which, const char* kind, const char* before, const std::string& limit,
                                  const std::string& after) {
            const Stretches& gaps = group(which).idle;
            const Nanoseconds first = group(which).beforeFirst;
            addIdle(which, kind, before,
                ", in " + countWords(gaps.count, "gap", "gaps") + limit + eachOf(gaps) + after
                    + (first <= gaps.time / 2 ? ""
                                              : "; " + (first == gaps.time ? std::string("it") : durationWords(first))
                                + " is before the first recorded work of a stream, so the GPU may have been busy with "
                                  "work that was not recorded")
                    + ".");
        };
        const bool areSmall = m_facts.typicalWork < kSmallWork && group(IdleGroup::KernelGaps).idle.count >= kManyGaps;
        addCause(IdleGroup::KernelGaps, "kernel-gaps", "Between pieces of work that follow each other the GPU idles ",
            " shorter than " + delay,
            !areSmall ? ""
                : m_facts.shortLaunches.ofGraphs * 2 > m_facts.shortLaunches.all
                ? ": the price of many small kernels, which fewer and larger ones would lower; most are launched by "
                  "graphs"
                : ": the price of many small kernels, which fewer and larger ones, or CUDA graphs, would lower");
        addCause(IdleGroup::EventWait, "event-gaps", "The GPU idles ", " of " + delay + " or more",
            ": what runs next was in its queue, and its stream had been told to wait for an event");
        addCause(IdleGroup::LateStart, "long-gaps", "The GPU idles ", " of " + delay + " or more",
            ": what runs next was in its queue by then, so the host is not the reason; it may wait for another "
            "stream, an event, another rank, or another program on the GPU");
        addCause(IdleGroup::UnknownLaunch, "unknown-gaps", "The GPU idles ", " of " + delay + " or more",
            ": the launch of what runs next is not in the file, so the reason is not known");
    }

    /// Host work before the first and after the last GPU activity is in no figure of the view.
    void addOutside()
    {
        const OutsideView& outside = m_facts.outside;
        const Nanoseconds time = saturatingAdd(outside.before.time, outside.after.time);
        if (shareOf(time, outside.recorded) < m_thresholds.outsideView)
            return;
        Candidate candidate = make("outside-view", "idle-causes", time);
        candidate.whole = outside.recorded;
        candidate.wholeName = "recorded time";
        candidate.ranges = outside.before.ranges;
        candidate.ranges.insert(candidate.ranges.end(), outside.after.ranges.begin(), outside.after.ranges.end());
        const std::string where = outside.after.time == 0 ? " before the first GPU activity"
            : outside.before.time == 0                    ? " after the last GPU activity"
                                                          : " before the first and after the last GPU activity ("
                + durationWords(outside.before.time) + " and " + durationWords(outside.after.time) + ")";
        add(std::move(candidate),
            "Of " + durationWords(outside.recorded) + " that were recorded, " + durationWords(time) + " ("
                + shareWords(time, outside.recorded) + ") lie" + where + " and are not in the GPU time in view"
                + (outside.name.empty() || shareOf(outside.there, time) < kLeastShareNamed ? ""
                                                                                           : "; for "
                            + durationWords(outside.there) + " of it the main thread is in " + quotedName(outside.name))
                + ".");
    }

    void addCommunication()
    {
        const Nanoseconds exposed = m_facts.split.communicationExposed;
        const Nanoseconds all = m_facts.split.communication;
        Candidate candidate = make("exposed-communication", "comm-comp-overlap", exposed);
        candidate.ranges = part(TimePart::CommunicationExposed).ranges;
        const Nanoseconds hidden = saturatingSubtract(all, exposed);
        add(std::move(candidate),
            "Communication that no computation hides takes " + ofView(exposed) + "; of " + durationWords(all)
                + " of communication, waiting for other ranks included, "
                + (hidden == 0 ? "nothing" : shareWords(hidden, all)) + " runs beside computation.");
    }

    void addCopies()
    {
        const Nanoseconds exposed = m_facts.split.memoryExposed;
        Candidate candidate = make("exposed-copies", "memory-bandwidth", exposed);
        candidate.ranges = part(TimePart::MemoryExposed).ranges;
        std::string sentence = "Copies and memsets that nothing hides take " + ofView(exposed);
        if (m_facts.pageable.time > exposed / 2)
            sentence += "; " + shareWords(m_facts.pageable.time, exposed)
                + " of it is copying from or to pageable memory, "
                + (m_facts.pageableBytes > 0 && m_facts.pageableBytes < kSmallCopy
                        ? "only " + sizeWords(m_facts.pageableBytes)
                            + " a copy on average: what they cost is being many, and that the host waits for each"
                        : std::string("which pinned memory makes faster and lets overlap"));
        add(std::move(candidate), sentence + ".");
    }

    /// Work of the scope with one of these names.
    struct NamedWork {
        std::vector<SliceId> slices;
        Nanoseconds time = 0;  ///< in which at least one of them runs
        Nanoseconds alone = 0; ///< of it, in which no other work runs
    };
    [[nodiscard]] NamedWork workNamed(const std::vector<StringId>& names) const
    {
        const RankGpuWork work = m_source.work(m_rank);
        const auto isNamed = [&](const GpuWorkRow& row) {
            return std::find(names.begin(), names.end(), m_trace.slices().name[row.slice.index()]) != names.end();
        };
        NamedWork named;
        for (const GpuWorkRow& row : work.rows) {
            if (isNamed(row))
                named.slices.push_back(row.slice);
        }
        const std::vector<TimeRange> runs = unionWhere(work, isNamed);
        named.time = totalLength(runs);
        named.alone =
            totalLength(differenceOf(runs, unionWhere(work, [&](const GpuWorkRow& row) { return !isNamed(row); })));
        return named;
    }

    /// A kernel that waits is no computation to be made faster.
    void addWaitingKernel()
    {
        const auto kernel = std::ranges::find_if(m_facts.otherWork,
            [this](const KernelNameTotals& each) { return isWaitingKernelName(m_trace.text(each.names.front())); });
        if (kernel == m_facts.otherWork.end())
            return;
        NamedWork work = workNamed(kernel->names);
        if (shareOf(work.time, m_facts.busy) < m_thresholds.largeShare)
            return;
        Candidate waiting = make("waiting-kernel", "temporal-breakdown", work.alone);
        waiting.slices = std::move(work.slices);
        add(std::move(waiting),
            "One kernel that only waits, " + takingOf(*kernel, work)
                + ": what it waits for is to be found, not sped up here.");
    }

    /// "'k', takes 60 us in 1 call, 60 % of busy GPU time".
    [[nodiscard]] std::string takingOf(const KernelNameTotals& kernel, const NamedWork& work) const
    {
        return quotedName(displayName(m_trace.text(kernel.names.front()))) + ", takes " + durationWords(work.time)
            + " in " + countWords(kernel.statistics.count(), "call", "calls") + ", "
            + shareWords(work.time, m_facts.busy) + " of busy GPU time";
    }

    void addKernels()
    {
        addWaitingKernel();
        if (m_facts.kernels.empty())
            return;
        const KernelNameTotals& top = m_facts.kernels.front();
        const std::string_view topName = m_trace.text(top.names.front());
        const bool isToldBelow = (hasTensorCores() && isFloat32Product(topName)) || isLayoutConversion(topName);
        if (shareOf(top.statistics.sum(), m_facts.busy) >= m_thresholds.largeShare && !isToldBelow)
            addLargeKernel(top);
        addFamily("float32-matmul", isFloat32Product, hasTensorCores(), 2,
            "Matrix products in float32 that use no tensor cores take ",
            "torch.set_float32_matmul_precision('high') lets them run as TF32, where that precision will do.");
        addFamily("layout-conversion", isLayoutConversion, true, 1,
            "Kernels that only convert between memory layouts take ",
            "keeping model and inputs in one layout (channels_last) avoids them.");
    }

    void addLargeKernel(const KernelNameTotals& kernel)
    {
        NamedWork work = workNamed(kernel.names);
        if (shareOf(work.time, m_facts.busy) < m_thresholds.largeShare)
            return; // side by side with itself, it takes less than the sum of its durations
        // Where other work runs beside it, a faster kernel only leaves that work alone.
        const Nanoseconds saving = work.alone / 2;
        Candidate candidate = make("large-kernel", "kernel-breakdown", saving);
        candidate.slices = std::move(work.slices);
        const bool isAlone = shareOf(work.alone, work.time) >= kNearlyAlone;
        add(std::move(candidate),
            "One kernel, " + takingOf(kernel, work)
                + (isAlone ? ""
                           : "; it runs alone for " + durationWords(work.alone) + " of " + durationWords(work.time))
                + ": twice as fast, it would save up to " + durationWords(saving) + ".");
    }

    using IsInFamily = bool (*)(std::string_view);
    static bool isFloat32Product(std::string_view name)
    {
        return name.find("sgemm") != std::string_view::npos && name.find("tf32") == std::string_view::npos
            && name.find("tensorop") == std::string_view::npos;
    }
    static bool isLayoutConversion(std::string_view name)
    {
        return name.find("nchwToNhwc") != std::string_view::npos || name.find("nhwcToNchw") != std::string_view::npos;
    }
    /// NVIDIA GPUs have TF32 tensor cores from compute capability 8.0 on. Where the file says nothing of its devices,
    /// kernels that were built for such a GPU do.
    [[nodiscard]] bool hasTensorCores() const
    {
        const auto& devices = m_trace.metadata().devices;
        if (devices.empty())
            return std::any_of(m_facts.kernels.begin(), m_facts.kernels.end(), [this](const KernelNameTotals& kernel) {
                const std::string_view name = m_trace.text(kernel.names.front());
                return name.starts_with("ampere_") || name.starts_with("sm80_") || name.starts_with("sm90_")
                    || name.starts_with("sm100_");
            });
        return std::all_of(devices.begin(), devices.end(),
            [](const DeviceProperties& device) { return device.computeMajor >= 8 && device.warpSize == 32; });
    }
    /// @param divisor  what part of the time in which nothing else runs is at stake.
    void addFamily(const char* kind, IsInFamily isIn, bool applies, int divisor, const char* before, const char* after)
    {
        if (!applies)
            return;
        std::vector<StringId> names;
        Nanoseconds sum = 0;
        std::uint64_t count = 0;
        for (const KernelNameTotals& kernel : m_facts.kernels) {
            if (!isIn(m_trace.text(kernel.names.front())))
                continue;
            names.push_back(kernel.names.front());
            sum = saturatingAdd(sum, kernel.statistics.sum());
            count += kernel.statistics.count();
        }
        if (shareOf(sum / divisor, m_facts.split.window) < m_thresholds.smallShare)
            return;
        NamedWork work = workNamed(names);
        Candidate candidate = make(kind, "kernel-breakdown", work.alone / divisor);
        candidate.slices = std::move(work.slices);
        add(std::move(candidate),
            before + durationWords(work.time) + " in " + countWords(count, "kernel", "kernels") + ", "
                + shareWords(work.time, m_facts.busy) + " of busy GPU time"
                + (shareOf(work.alone, work.time) >= kNearlyAlone ? ""
                                                                  : ", and run alone for " + durationWords(work.alone))
                + ": " + after);
    }

    void addSlowStep()
    {
        if (m_facts.steps.size() < kFewestSteps)
            return;
        std::vector<Nanoseconds> walls;
        for (const StepTimes& step : m_facts.steps)
            walls.push_back(step.wall.length());
        std::sort(walls.begin(), walls.end());
        const Nanoseconds above = walls[walls.size() / 2];
        const Nanoseconds below = walls[(walls.size() - 1) / 2];
        const Nanoseconds median = below + (above - below) / 2;
        const auto slowest = std::max_element(m_facts.steps.begin(), m_facts.steps.end(),
            [](const StepTimes& a, const StepTimes& b) { return a.wall.length() < b.wall.length(); });
        const Nanoseconds excess = saturatingSubtract(slowest->wall.length(), median);
        if (median <= 0 || shareOf(excess, median) < m_thresholds.slowStep)
            return;
        Candidate candidate = make("slow-step", "steps", excess);
        candidate.slices = { slowest->step.slice };
        add(std::move(candidate),
            "Step " + std::to_string(slowest->step.number) + " takes " + durationWords(slowest->wall.length()) + ", "
                + durationWords(excess) + " more than the median of " + std::to_string(m_facts.steps.size())
                + " steps (" + durationWords(median) + ").");
    }

    void addHostOp()
    {
        Nanoseconds all = 0;
        for (const OperatorGroup& op : m_facts.hostOps)
            all = saturatingAdd(all, op.hostSelf);
        if (m_facts.hostOps.empty() || shareOf(m_facts.hostOps.front().hostSelf, all) < m_thresholds.largeShare)
            return;
        const OperatorGroup& top = m_facts.hostOps.front();
        Candidate candidate = make("large-op", "operators", top.hostSelf);
        candidate.whole = all;
        candidate.wholeName = "self time of host ops";
        const StringId name = m_trace.strings().find(top.name);
        for (std::size_t row = 0; row < m_trace.slices().size(); ++row) {
            if (m_trace.slices().name[row] == name && m_trace.slices().kind[row] == EventKind::CpuOp)
                candidate.slices.push_back(SliceTable::at(row));
        }
        add(std::move(candidate),
            "No GPU work was recorded. On the host, " + quotedName(top.name) + " itself takes "
                + durationWords(top.hostSelf) + " in " + countWords(top.count, "call", "calls") + ", "
                + shareWords(top.hostSelf, all) + " of the self time of all ops.");
    }

    const OverviewSource& m_source;
    std::size_t m_rank;
    const RankFacts& m_facts;
    const FindingThresholds& m_thresholds;
    const Trace& m_trace;
    std::vector<Candidate> m_candidates;
};

} // namespace

bool isWorthASentence(const Candidate& candidate, const FindingThresholds& thresholds)
{
    return candidate.atStake > 0 && candidate.atStake >= thresholds.smallTime
        && shareOf(candidate.atStake, candidate.whole) >= thresholds.smallShare;
}

std::vector<Candidate> candidatesOf(
    const OverviewSource& source, std::size_t rank, const RankFacts& facts, const FindingThresholds& thresholds)
{
    return RankCandidates(source, rank, facts, thresholds).take();
}

std::optional<SlowRank> slowestRank(const std::vector<RankFacts>& ranks, const FindingThresholds& thresholds)
{
    Nanoseconds sum = 0;
    std::size_t count = 0;
    std::optional<std::size_t> slowest;
    for (std::size_t i = 0; i < ranks.size(); ++i) {
        if (!ranks[i].hasGpuWork || ranks[i].split.communication == 0)
            continue; // nobody waits for it
        sum = saturatingAdd(sum, ranks[i].split.compute);
        ++count;
        if (!slowest || ranks[i].split.compute > ranks[*slowest].split.compute)
            slowest = i;
    }
    if (count < 2)
        return std::nullopt;
    const RankFacts& facts = ranks[*slowest];
    const Nanoseconds mean = meanOf(sum, count);
    SlowRank found;
    found.rank = *slowest;
    Candidate& candidate = found.candidate;
    candidate.kind = "slow-rank";
    candidate.analysis = "stragglers";
    candidate.atStake = saturatingSubtract(facts.split.compute, mean);
    candidate.whole = facts.split.window;
    candidate.wholeName = kInView;
    candidate.ranges = facts.parts[static_cast<std::size_t>(TimePart::Compute)].ranges;
    candidate.sentence = "Computes " + durationWords(facts.split.compute) + ", " + durationWords(candidate.atStake)
        + " more than the average of the " + std::to_string(count)
        + " ranks that communicate: in collectives the others may wait for it.";
    return isWorthASentence(candidate, thresholds) ? std::optional(std::move(found)) : std::nullopt;
}

} // namespace kinetoscope
