// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/overview/candidates.h"

#include "core/base/display_name.h"
#include "core/model/kernel_names.h"
#include "core/numeric/intervals.h"

#include <algorithm>
#include <utility>

namespace kinetoscope {

namespace {

constexpr Phrase kCandidatesInView = KT_PHRASE("overview", "GPU time in view");
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

/// What is tried against idle time of a group; empty where nobody can say what a cure would be.
std::vector<NamedChange> cureOf(IdleGroup group)
{
    switch (group) {
    case IdleGroup::DataLoading:
        return { hostTimeGone(Cause::DataLoading) };
    case IdleGroup::Allocation:
        return { hostTimeGone(Cause::MemoryAllocation) };
    case IdleGroup::FirstUse:
        return { hostTimeGone(Cause::CodeLoading) };
    case IdleGroup::Compilation:
        return { hostTimeGone(Cause::Compilation) };
    case IdleGroup::Profiler:
        return { hostTimeGone(Cause::Profiler) };
    case IdleGroup::AfterSync:
        return { waitingGone() };
    case IdleGroup::LaunchCalls:
        return { hostTimeGone(Cause::Launch) };
    case IdleGroup::HostBusy:
        return { hostTwiceAsFast() };
    case IdleGroup::InSync:
    case IdleGroup::KernelGaps:
    case IdleGroup::EventWait:
    case IdleGroup::LateStart:
    case IdleGroup::UnknownLaunch:
        break;
    }
    return {};
}

Message cureWordsOf(IdleGroup group)
{
    switch (group) {
    case IdleGroup::DataLoading:
        return { KT_PHRASE("overview", "with no time in data loading") };
    case IdleGroup::Allocation:
        return { KT_PHRASE("overview", "with no time in allocation") };
    case IdleGroup::FirstUse:
        return { KT_PHRASE("overview", "with no loading of code") };
    case IdleGroup::Compilation:
        return { KT_PHRASE("overview", "with no compilation") };
    case IdleGroup::Profiler:
        return { KT_PHRASE("overview", "with no time in the profiler") };
    case IdleGroup::AfterSync:
        return { KT_PHRASE("overview", "with no synchronisation and no blocking copy") };
    case IdleGroup::LaunchCalls:
        return { KT_PHRASE("overview", "with launch calls that take no time") };
    case IdleGroup::HostBusy:
        return { KT_PHRASE("overview", "with a host twice as fast") };
    default:
        return {};
    }
}

/// Collects the candidates of one rank.
class RankCandidates {
public:
    RankCandidates(const OverviewSource& source, std::size_t rank, const RankFacts& facts,
        const FindingThresholds& thresholds, const WaitsForLate& waits)
        : m_source(source)
        , m_rank(rank)
        , m_facts(facts)
        , m_thresholds(thresholds)
        , m_waits(waits)
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
        candidate.wholeName = { kCandidatesInView };
        return candidate;
    }
    void add(Candidate candidate, Message sentence)
    {
        candidate.sentence = std::move(sentence);
        if (isWorthASentence(candidate, m_thresholds))
            m_candidates.push_back(std::move(candidate));
    }
    /// "12.3 ms (4.5 % of GPU time in view)".
    [[nodiscard]] Message ofView(Nanoseconds time) const
    {
        return { KT_PHRASE("overview", "%1 (%2 of GPU time in view)"), arg::Duration { time },
            arg::Share { time, m_facts.split.window } };
    }
    [[nodiscard]] const Stretches& part(TimePart which) const { return m_facts.parts[static_cast<std::size_t>(which)]; }

    /// How several waits are made up: ", 12 us each on average", or that it is mostly one; empty for one.
    [[nodiscard]] static Message eachOf(const Stretches& waits)
    {
        if (waits.count <= 1)
            return {};
        if (waits.longest > waits.time / 2)
            return { KT_PHRASE("overview", ", %1 of it at one time"), arg::Duration { waits.longest } };
        return { KT_PHRASE("overview", ", %1 each on average"), arg::Duration { meanOf(waits.time, waits.count) } };
    }

    [[nodiscard]] const IdleOf& group(IdleGroup which) const
    {
        return m_facts.idleGroups[static_cast<std::size_t>(which)];
    }
    /// Where most of it was: before or after a call, in an op.
    enum class Where : std::uint8_t { In, After };
    /// " (98.0 % of it in 'cudaFree' in 'aten::conv2d')"; empty where nothing was recorded.
    [[nodiscard]] static Message mainPlace(const IdleOf& found, Where where)
    {
        if (found.name.empty())
            return {};
        const arg::Share share { found.there, found.idle.time };
        const arg::Name name { found.name };
        const arg::Name caller { found.caller };
        if (where == Where::In && found.caller.empty())
            return { KT_PHRASE("overview", " (%1 of it in %2)"), share, name };
        if (where == Where::In)
            return { KT_PHRASE("overview", " (%1 of it in %2 in %3)"), share, name, caller };
        if (found.caller.empty())
            return { KT_PHRASE("overview", " (%1 of it after %2)"), share, name };
        return { KT_PHRASE("overview", " (%1 of it after %2 in %3)"), share, name, caller };
    }
    /// ", at one time", or ", 12 times, 3.0 ms each on average".
    [[nodiscard]] static Message timesOf(const Stretches& waits)
    {
        if (waits.count == 1)
            return { KT_PHRASE("overview", ", at one time") };
        return { KT_PHRASE("overview", ", %1 times%2"), arg::Count { waits.count }, eachOf(waits) };
    }
    [[nodiscard]] Candidate idleCandidate(IdleGroup which, const char* kind) const
    {
        const IdleOf& found = group(which);
        Candidate candidate = make(kind, "idle-causes", found.idle.time);
        candidate.ranges = found.idle.ranges;
        candidate.cure = cureOf(which);
        candidate.cureWords = cureWordsOf(which);
        return candidate;
    }
    /// "... while the host is in its data loader (98 % of it in ...), 5 times, 12 ms each on average: advice."
    void addHostCause(IdleGroup which, const char* kind, FittingPhrase<3> sentence)
    {
        const IdleOf& found = group(which);
        add(idleCandidate(which, kind),
            { sentence, ofView(found.idle.time), mainPlace(found, Where::In), timesOf(found.idle) });
    }

    void addHostIdle()
    {
        addHostCause(IdleGroup::DataLoading, "data-loading",
            KT_PHRASE("overview",
                "The GPU is idle for %1 while the host is in its data loader%2%3: more workers, prefetching or less "
                "work "
                "per sample may hide it."));
        addHostCause(IdleGroup::Allocation, "device-allocation",
            KT_PHRASE("overview",
                "The GPU is idle for %1 while the host allocates or frees memory%2%3: PyTorch's caching allocator "
                "makes "
                "few such calls once it is warm, libraries with buffers of their own make more."));
        addHostCause(IdleGroup::FirstUse, "first-use",
            KT_PHRASE("overview",
                "The GPU is idle for %1 while the host loads code or sets something up%2%3: usually only first calls "
                "do "
                "so; record after some steps of warm-up to leave them out."));
        addHostCause(IdleGroup::Compilation, "compilation",
            KT_PHRASE("overview",
                "The GPU is idle for %1 while the host compiles code%2%3: usually only first steps do so; record after "
                "some steps of warm-up to leave them out."));
        addHostCause(IdleGroup::Profiler, "profiler-overhead",
            KT_PHRASE("overview",
                "The GPU is idle for %1 while the host is in work of the profiler itself%2%3: without recording it is "
                "gone."));
        addHostCause(IdleGroup::InSync, "sync-idle",
            KT_PHRASE("overview",
                "The GPU is idle for %1 while the host is in a synchronisation%2%3, and no recorded work runs: what it "
                "waits for was not recorded, or had ended."));
        const IdleOf& after = group(IdleGroup::AfterSync);
        add(idleCandidate(IdleGroup::AfterSync, "sync-wait"),
            { KT_PHRASE("overview",
                  "The GPU is idle for %1 after the host had waited for it%2%3: it has nothing queued then, until the "
                  "host has launched more. Fewer such waits let the host launch ahead."),
                ofView(after.idle.time), mainPlace(after, Where::After), timesOf(after.idle) });
        addHostBusy();
        addLaunchCalls();
    }
    void addHostBusy()
    {
        const IdleOf& busy = group(IdleGroup::HostBusy);
        const Message meanwhile = meanwhileOf(busy);
        const Message gaps { KT_PLURAL("overview", "%1 gap", "%1 gaps"), arg::Count { busy.gaps } };
        const Message places = busy.gaps == busy.idle.count
            ? gaps
            : Message { KT_PLURAL("overview", "%1 stretch of %2", "%1 stretches of %2"), arg::Count { busy.idle.count },
                  gaps };
        add(idleCandidate(IdleGroup::HostBusy, "host-wait"),
            { KT_PHRASE("overview",
                  "The GPU waits %1 for the host: it had nothing left to run until the host launched more, in %2%3%4."),
                ofView(busy.idle.time), places, eachOf(busy.idle),
                meanwhile.isEmpty() ? Message {}
                                    : Message { KT_PHRASE("overview", "; meanwhile the host is in %1"), meanwhile } });
    }
    void addLaunchCalls()
    {
        const ShortLaunches& launches = m_facts.shortLaunches;
        const IdleOf& found = group(IdleGroup::LaunchCalls);
        const Nanoseconds latency = found.byCause[static_cast<std::size_t>(Cause::LaunchLatency)];
        const Nanoseconds calls = saturatingSubtract(found.idle.time, latency);
        const Message when = latency == 0 ? Message { KT_PHRASE("overview", " while the host is in launch calls") }
            : calls == 0
            ? Message { KT_PHRASE("overview", " between launch calls and the start of what they launched") }
            : Message { KT_PHRASE("overview",
                            " while work is launched: %1 in launch calls, %2 from their return to the start of the "
                            "work"),
                  arg::Duration { calls }, arg::Duration { latency } };
        const bool areShort = launches.calls.size() * 2 >= launches.all && launches.all > 0;
        const Message advice = !areShort
            ? Message {}
            : Message { KT_PHRASE("overview",
                            "; %1 of the kernel launches take the host longer than their kernels take the GPU, %2 for "
                            "%3 of work: fused kernels (torch.compile) or CUDA graphs need fewer launches"),
                  arg::Share { launches.calls.size(), launches.all }, arg::Duration { launches.host },
                  arg::Duration { launches.gpu } };
        add(idleCandidate(IdleGroup::LaunchCalls, "short-kernels"),
            { KT_PHRASE("overview", "The GPU is idle for %1%2%3%4."), ofView(found.idle.time), when,
                timesOf(found.idle), advice });
    }

    /// Half of the GPU work is shorter than this where "small kernels" is a true word.
    static constexpr Nanoseconds kSmallWork = 20'000;
    static constexpr std::size_t kManyGaps = 100;

    /// "; 12 ms is before the first recorded work ..." where that is most of it.
    [[nodiscard]] static Message beforeFirstOf(const IdleOf& found)
    {
        if (found.beforeFirst <= found.idle.time / 2)
            return {};
        if (found.beforeFirst == found.idle.time)
            return { KT_PHRASE("overview",
                "; it is before the first recorded work of a stream, so the GPU may have been busy with work that was "
                "not recorded") };
        return { KT_PHRASE("overview",
                     "; %1 is before the first recorded work of a stream, so the GPU may have been busy with work that "
                     "was not recorded"),
            arg::Duration { found.beforeFirst } };
    }
    /// @param sentence  %1 of the view, %2 gaps, %3 the limit, %4 how they are made up, %5 what follows.
    void addGaps(IdleGroup which, const char* kind, FittingPhrase<5> sentence)
    {
        const IdleOf& found = group(which);
        add(idleCandidate(which, kind),
            { sentence, ofView(found.idle.time),
                Message { KT_PLURAL("overview", "%1 gap", "%1 gaps"), arg::Count { found.idle.count } },
                arg::ExactDuration { m_source.cutoffs().kernelDelay }, eachOf(found.idle), beforeFirstOf(found) });
    }

    void addOtherIdle()
    {
        const bool areSmall = m_facts.typicalWork < kSmallWork && group(IdleGroup::KernelGaps).idle.count >= kManyGaps;
        if (!areSmall)
            addGaps(IdleGroup::KernelGaps, "kernel-gaps",
                KT_PHRASE("overview",
                    "Between pieces of work that follow each other the GPU idles %1, in %2 shorter than %3%4%5."));
        else if (m_facts.shortLaunches.ofGraphs * 2 > m_facts.shortLaunches.all)
            addGaps(IdleGroup::KernelGaps, "kernel-gaps",
                KT_PHRASE("overview",
                    "Between pieces of work that follow each other the GPU idles %1, in %2 shorter than %3%4: the "
                    "price "
                    "of many small kernels, which fewer and larger ones would lower; most are launched by graphs%5."));
        else
            addGaps(IdleGroup::KernelGaps, "kernel-gaps",
                KT_PHRASE("overview",
                    "Between pieces of work that follow each other the GPU idles %1, in %2 shorter than %3%4: the "
                    "price "
                    "of many small kernels, which fewer and larger ones, or CUDA graphs, would lower%5."));
        addGaps(IdleGroup::EventWait, "event-gaps",
            KT_PHRASE("overview",
                "The GPU idles %1, in %2 of %3 or more%4: what runs next was in its queue, and its stream had been "
                "told "
                "to wait for an event%5."));
        addGaps(IdleGroup::LateStart, "long-gaps",
            KT_PHRASE("overview",
                "The GPU idles %1, in %2 of %3 or more%4: what runs next was in its queue by then, so the host is not "
                "the reason; it may wait for another stream, an event, another rank, or another program on the "
                "GPU%5."));
        addGaps(IdleGroup::UnknownLaunch, "unknown-gaps",
            KT_PHRASE("overview",
                "The GPU idles %1, in %2 of %3 or more%4: the launch of what runs next is not in the file, so the "
                "reason is not known%5."));
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
        candidate.wholeName = { KT_PHRASE("overview", "recorded time") };
        candidate.ranges = outside.before.ranges;
        candidate.ranges.insert(candidate.ranges.end(), outside.after.ranges.begin(), outside.after.ranges.end());
        const Message where = outside.after.time == 0
            ? Message { KT_PHRASE("overview", " before the first GPU activity") }
            : outside.before.time == 0
            ? Message { KT_PHRASE("overview", " after the last GPU activity") }
            : Message { KT_PHRASE("overview", " before the first and after the last GPU activity (%1 and %2)"),
                  arg::Duration { outside.before.time }, arg::Duration { outside.after.time } };
        const bool isNamed = !outside.name.empty() && shareOf(outside.there, time) >= kLeastShareNamed;
        const Message meanwhile = isNamed ? Message { KT_PHRASE("overview", "; for %1 of it the main thread is in %2"),
            arg::Duration { outside.there }, arg::Name { outside.name } }
                                          : Message {};
        add(std::move(candidate),
            { KT_PHRASE("overview", "Of %1 that were recorded, %2 (%3) lie%4 and are not in the GPU time in view%5."),
                arg::Duration { outside.recorded }, arg::Duration { time }, arg::Share { time, outside.recorded },
                where, meanwhile });
    }

    void addCommunication()
    {
        const Nanoseconds whole = m_facts.split.communicationExposed;
        const Nanoseconds all = m_facts.split.communication;
        std::vector<TimeRange> ranges = part(TimePart::CommunicationExposed).ranges;
        Nanoseconds exposed = whole;
        if (!m_waits.ranges.empty()) {
            ranges = differenceOf(ranges, m_waits.ranges);
            exposed = totalLength(ranges);
        }
        Candidate candidate = make("exposed-communication", "comm-comp-overlap", exposed);
        candidate.ranges = std::move(ranges);
        candidate.cure = { workGone(KernelType::Communication) };
        candidate.cureWords = { KT_PHRASE("overview", "with no communication") };
        const Nanoseconds hidden = saturatingSubtract(all, whole);
        const Message beside = exposed == whole
            ? Message {}
            : Message { KT_PHRASE("overview", ", without %1 in which it waits for rank %2"),
                  arg::Duration { saturatingSubtract(whole, exposed) }, arg::Number { m_waits.rank } };
        add(std::move(candidate),
            { KT_PHRASE("overview",
                  "Communication that no computation hides takes %1%4; of %2 of communication, waiting for other ranks "
                  "included, %3 runs beside computation."),
                ofView(exposed), arg::Duration { all },
                hidden == 0 ? Message { KT_PHRASE("overview", "nothing") }
                            : Message { KT_PHRASE("overview", "%1"), arg::Share { hidden, all } },
                beside });
    }

    void addCopies()
    {
        const Nanoseconds exposed = m_facts.split.memoryExposed;
        Candidate candidate = make("exposed-copies", "memory-bandwidth", exposed);
        candidate.ranges = part(TimePart::MemoryExposed).ranges;
        candidate.cure = { workGone(KernelType::Memory) };
        candidate.cureWords = { KT_PHRASE("overview", "with no copies") };
        Message pageable;
        const arg::Share share { m_facts.pageable.time, exposed };
        if (m_facts.pageable.time > exposed / 2) {
            if (m_facts.pageableBytes > 0 && m_facts.pageableBytes < kSmallCopy)
                pageable = { KT_PHRASE("overview",
                                 "; %1 of it is copying from or to pageable memory, only %2 a copy on average: what "
                                 "they cost is being many, and that the host waits for each"),
                    share, arg::Bytes { m_facts.pageableBytes } };
            else
                pageable = { KT_PHRASE("overview",
                                 "; %1 of it is copying from or to pageable memory, which pinned memory makes faster "
                                 "and lets overlap"),
                    share };
        }
        add(std::move(candidate),
            { KT_PHRASE("overview", "Copies and memsets that nothing hides take %1%2."), ofView(exposed), pageable });
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

    [[nodiscard]] bool isWaiting(const KernelNameTotals& kernel) const
    {
        return isWaitingKernelName(m_trace.text(kernel.names.front()));
    }
    [[nodiscard]] const KernelNameTotals* firstWaiting(const std::vector<KernelNameTotals>& kernels) const
    {
        const auto found =
            std::ranges::find_if(kernels, [this](const KernelNameTotals& kernel) { return isWaiting(kernel); });
        return found == kernels.end() ? nullptr : &*found;
    }
    /// A kernel that waits is no computation to be made faster.
    void addWaitingKernel()
    {
        const KernelNameTotals* const other = firstWaiting(m_facts.otherWork);
        // Work that is no CUDA kernel has HTA's class: what waits is among the rest.
        const KernelNameTotals* const kernel = other ? other : firstWaiting(m_facts.kernels);
        if (!kernel)
            return;
        NamedWork work = workNamed(kernel->names);
        if (shareOf(work.time, m_facts.busy) < m_thresholds.largeShare)
            return;
        Candidate waiting = make("waiting-kernel", other ? "temporal-breakdown" : "kernel-breakdown", work.alone);
        waiting.slices = std::move(work.slices);
        add(std::move(waiting),
            { KT_PHRASE(
                  "overview", "One kernel that only waits, %1: what it waits for is to be found, not sped up here."),
                takingOf(*kernel, work) });
    }

    /// "'k', takes 60 us in 1 call, 60 % of busy GPU time".
    [[nodiscard]] Message takingOf(const KernelNameTotals& kernel, const NamedWork& work) const
    {
        return { KT_PLURAL("overview", "%2, takes %3 in %1 call, %4 of busy GPU time",
                     "%2, takes %3 in %1 calls, %4 of busy GPU time"),
            arg::Count { kernel.statistics.count() }, arg::Name { displayName(m_trace.text(kernel.names.front())) },
            arg::Duration { work.time }, arg::Share { work.time, m_facts.busy } };
    }

    void addKernels()
    {
        addWaitingKernel();
        const auto first = std::ranges::find_if(
            m_facts.kernels, [this](const KernelNameTotals& kernel) { return !isWaiting(kernel); });
        if (first == m_facts.kernels.end())
            return;
        const KernelNameTotals& top = *first;
        const std::string_view topName = m_trace.text(top.names.front());
        const bool isToldBelow = (hasTensorCores() && isFloat32Product(topName)) || isLayoutConversion(topName);
        if (shareOf(top.statistics.sum(), m_facts.busy) >= m_thresholds.largeShare && !isToldBelow)
            addLargeKernel(top);
        if (hasTensorCores())
            addFamily("float32-matmul", isFloat32Product, 2,
                KT_PHRASE("overview",
                    "Matrix products in float32 that use no tensor cores take %1%2: "
                    "torch.set_float32_matmul_precision('high') lets them run as TF32, where that precision will do."));
        addFamily("layout-conversion", isLayoutConversion, 1,
            KT_PHRASE("overview",
                "Kernels that only convert between memory layouts take %1%2: keeping model and inputs in one layout "
                "(channels_last) avoids them."));
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
        candidate.cure = kernelsAt(kernel.names, 2);
        candidate.cureWords = { KT_PHRASE("overview", "with it twice as fast") };
        const bool isAlone = shareOf(work.alone, work.time) >= kNearlyAlone;
        add(std::move(candidate),
            { KT_PHRASE("overview", "One kernel, %1%2."), takingOf(kernel, work),
                isAlone ? Message {}
                        : Message { KT_PHRASE("overview", "; it runs alone for %1 of %2"), arg::Duration { work.alone },
                            arg::Duration { work.time } } });
    }

    /// Kernels of these names gone (`divisor` 1) or twice as fast (2).
    [[nodiscard]] std::vector<NamedChange> kernelsAt(const std::vector<StringId>& names, int divisor) const
    {
        std::vector<NamedChange> changes;
        for (const StringId name : names)
            changes.push_back(divisor == 1 ? kernelGone(m_trace.text(name)) : kernelTwiceAsFast(m_trace.text(name)));
        return changes;
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
    /// @param sentence  %1 what they take, %2 where they run alone.
    void addFamily(const char* kind, IsInFamily isIn, int divisor, FittingPhrase<2> sentence)
    {
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
        candidate.cure = kernelsAt(names, divisor);
        candidate.cureWords = divisor == 1 ? Message { KT_PHRASE("overview", "with none of them") }
                                           : Message { KT_PHRASE("overview", "with them twice as fast") };
        add(std::move(candidate),
            { sentence,
                Message { KT_PLURAL("overview", "%2 in %1 kernel, %3 of busy GPU time",
                              "%2 in %1 kernels, %3 of busy GPU time"),
                    arg::Count { count }, arg::Duration { work.time }, arg::Share { work.time, m_facts.busy } },
                shareOf(work.alone, work.time) >= kNearlyAlone
                    ? Message {}
                    : Message { KT_PHRASE("overview", ", and run alone for %1"), arg::Duration { work.alone } } });
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
            { KT_PHRASE("overview", "Step %1 takes %2, %3 more than the median of %4 steps (%5)."),
                arg::Number { slowest->step.number }, arg::Duration { slowest->wall.length() },
                arg::Duration { excess }, arg::Count { m_facts.steps.size() }, arg::Duration { median } });
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
        candidate.wholeName = { KT_PHRASE("overview", "self time of host ops") };
        const StringId name = m_trace.strings().find(top.name);
        for (std::size_t row = 0; row < m_trace.slices().size(); ++row) {
            if (m_trace.slices().name[row] == name && m_trace.slices().kind[row] == EventKind::CpuOp)
                candidate.slices.push_back(SliceTable::at(row));
        }
        add(std::move(candidate),
            { KT_PLURAL("overview",
                  "No GPU work was recorded. On the host, %2 itself takes %3 in %1 call, %4 of the self time of all "
                  "ops.",
                  "No GPU work was recorded. On the host, %2 itself takes %3 in %1 calls, %4 of the self time of all "
                  "ops."),
                arg::Count { top.count }, arg::Name { top.name }, arg::Duration { top.hostSelf },
                arg::Share { top.hostSelf, all } });
    }

    const OverviewSource& m_source;
    std::size_t m_rank;
    const RankFacts& m_facts;
    const FindingThresholds& m_thresholds;
    const WaitsForLate& m_waits;
    const Trace& m_trace;
    std::vector<Candidate> m_candidates;
};

} // namespace

bool isWorthASentence(const Candidate& candidate, const FindingThresholds& thresholds)
{
    return candidate.atStake > 0 && candidate.atStake >= thresholds.smallTime
        && shareOf(candidate.atStake, candidate.whole) >= thresholds.smallShare;
}

std::vector<Candidate> candidatesOf(const OverviewSource& source, std::size_t rank, const RankFacts& facts,
    const FindingThresholds& thresholds, const WaitsForLate& waits)
{
    return RankCandidates(source, rank, facts, thresholds, waits).take();
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
    candidate.wholeName = { kCandidatesInView };
    candidate.ranges = facts.parts[static_cast<std::size_t>(TimePart::Compute)].ranges;
    candidate.sentence = { KT_PHRASE("overview",
                               "Computes %1, %2 more than the average of the %3 ranks that communicate: in collectives "
                               "the others may wait for it."),
        arg::Duration { facts.split.compute }, arg::Duration { candidate.atStake }, arg::Count { count } };
    return isWorthASentence(candidate, thresholds) ? std::optional(std::move(found)) : std::nullopt;
}

} // namespace kinetoscope
