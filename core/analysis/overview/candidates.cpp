// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/overview/candidates.h"

#include "core/analysis/words.h"
#include "core/base/display_name.h"
#include "core/model/kernel_names.h"
#include "core/numeric/intervals.h"

#include <algorithm>
#include <utility>

namespace kinetoscope {

namespace {

constexpr const char* kInView = "GPU time in view";
/// Between the time of a cause and the cause.
constexpr const char* kPartOfWait = ", part of its waits for the host, ";
/// Copies of fewer bytes take about as long from pinned memory.
constexpr std::int64_t kSmallCopy = 64 * 1024;
constexpr std::size_t kFewestSteps = 3;

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
        addHostWait();
        addOtherIdle();
        addCommunication();
        addCopies();
        addKernels();
        addShortLaunches();
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
    [[nodiscard]] const Stretches& idle(IdleCause cause) const { return m_facts.idle[static_cast<std::size_t>(cause)]; }
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

    void addHostWait()
    {
        const Stretches& waits = idle(IdleCause::HostWait);
        const bool hasMainCause =
            std::max({ m_facts.afterSync.idle.time, m_facts.loadingData.idle.time, m_facts.allocating.idle.time })
            > static_cast<Nanoseconds>(m_thresholds.mainCause * static_cast<double>(waits.time));
        if (!hasMainCause) {
            Candidate candidate = make("host-wait", "idle-time", waits.time);
            candidate.ranges = waits.ranges;
            add(std::move(candidate),
                "The GPU waits " + ofView(waits.time) + " for the host: "
                    + (waits.count == 1 ? std::string("once") : countWords(waits.count, "time", "times"))
                    + " it had nothing left to run until the host launched more" + eachOf(waits) + ".");
        }
        addHostCause(m_facts.afterSync, "sync-wait", [](const IdleWhile& found, const std::string& time) {
            return "The GPU is idle for " + time + kPartOfWait + "after "
                + countWords(found.calls, "synchronisation", "synchronisations") + " of the host (mostly "
                + quotedName(found.name) + (found.caller.empty() ? "" : " in " + quotedName(found.caller))
                + "): the host waits for the GPU before it launches more, so the GPU then waits for the host.";
        });
        addHostCause(m_facts.loadingData, "data-loading", [](const IdleWhile& found, const std::string& time) {
            return "The GPU is idle for " + time + kPartOfWait + "while the host waits for "
                + countWords(found.calls, "batch", "batches")
                + " of a DataLoader: more workers or prefetching would hide it.";
        });
        addHostCause(m_facts.allocating, "device-allocation", [](const IdleWhile& found, const std::string& time) {
            return "The GPU is idle for " + time + kPartOfWait + "while the host allocates or frees memory, in "
                + countWords(found.calls, "call", "calls") + " (mostly " + quotedName(found.name)
                + (found.caller.empty() ? "" : " in " + quotedName(found.caller))
                + "): PyTorch's caching allocator makes few once it is warm; empty_cache(), memory that runs short, "
                  "and "
                  "libraries with buffers of their own make more.";
        });
    }
    template <typename Words> void addHostCause(const IdleWhile& found, const char* kind, Words words)
    {
        Candidate candidate = make(kind, "idle-time", found.idle.time);
        candidate.ranges = found.idle.ranges;
        add(std::move(candidate), words(found, ofView(found.idle.time)));
    }

    void addOtherIdle()
    {
        const std::string delay = exactDurationWords(m_source.cutoffs().kernelDelay);
        const auto addCause = [this](IdleCause cause, const char* kind, const char* before, const std::string& limit,
                                  const char* after) {
            const Stretches& gaps = idle(cause);
            Candidate candidate = make(kind, "idle-time", gaps.time);
            candidate.ranges = gaps.ranges;
            add(std::move(candidate),
                before + ofView(gaps.time) + ", in " + countWords(gaps.count, "gap", "gaps") + limit + eachOf(gaps)
                    + ": " + after);
        };
        addCause(IdleCause::KernelWait, "kernel-gaps", "Between pieces of work that follow each other the GPU idles ",
            " shorter than " + delay,
            m_facts.shortLaunches.ofGraphs * 2 > m_facts.shortLaunches.all
                ? "the price of many small kernels, which fewer and larger ones would lower; most are launched by "
                  "graphs."
                : "the price of many small kernels, which fewer and larger ones, or CUDA graphs, would lower.");
        addCause(IdleCause::Other, "long-gaps", "The GPU idles ", " of " + delay + " or more",
            "what runs next had been launched by then, so the host is not the reason; it may wait for another "
            "stream, an event, another rank, or another program on the GPU.");
        addCause(IdleCause::UnknownLaunch, "unknown-gaps", "The GPU idles ", " of " + delay + " or more",
            "the launch of what runs next is not in the file, so the reason is not known.");
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
        Nanoseconds time = 0; ///< in which at least one of them runs
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
        named.time = totalLength(unionWhere(work, isNamed));
        return named;
    }

    void addKernels()
    {
        if (m_facts.kernels.empty())
            return;
        const KernelNameTotals& top = m_facts.kernels.front();
        const bool isToldBelow = hasTensorCores() && isFloat32Product(m_trace.text(top.names.front()));
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
        Candidate candidate = make("large-kernel", "kernel-breakdown", work.time / 2);
        candidate.slices = std::move(work.slices);
        add(std::move(candidate),
            "One kernel, " + quotedName(displayName(m_trace.text(kernel.names.front()))) + ", takes "
                + durationWords(work.time) + " in " + countWords(kernel.statistics.count(), "call", "calls") + ", "
                + shareWords(work.time, m_facts.busy) + " of busy GPU time: twice as fast, it would save up to "
                + durationWords(work.time / 2) + ".");
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
    /// NVIDIA GPUs have TF32 tensor cores from compute capability 8.0 on.
    [[nodiscard]] bool hasTensorCores() const
    {
        const auto& devices = m_trace.metadata().devices;
        return !devices.empty() && std::all_of(devices.begin(), devices.end(), [](const DeviceProperties& device) {
            return device.computeMajor >= 8 && device.warpSize == 32;
        });
    }
    /// @param divisor  what part of the time is at stake.
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
        Candidate candidate = make(kind, "kernel-breakdown", work.time / divisor);
        candidate.slices = std::move(work.slices);
        add(std::move(candidate),
            before + durationWords(work.time) + " in " + countWords(count, "kernel", "kernels") + ", "
                + shareWords(work.time, m_facts.busy) + " of busy GPU time: " + after);
    }

    void addShortLaunches()
    {
        const ShortLaunches& launches = m_facts.shortLaunches;
        if (launches.calls.size() * 2 < launches.all)
            return; // most kernels outlast their launch
        const Nanoseconds excess = saturatingSubtract(launches.host, launches.gpu);
        Candidate candidate =
            make("short-kernels", "kernel-launches", std::min(excess, idle(IdleCause::HostWait).time));
        candidate.slices = launches.calls;
        add(std::move(candidate),
            std::to_string(launches.calls.size()) + " of " + std::to_string(launches.all)
                + " kernel launches are calls of at most " + exactDurationWords(m_source.cutoffs().runtime)
                + " that take the host longer than the kernel takes the GPU: " + durationWords(launches.host)
                + " of launching for " + durationWords(launches.gpu)
                + " of work. Fused kernels (torch.compile) or CUDA graphs need fewer launches.");
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
            "There is no GPU work. On the host, " + quotedName(top.name) + " itself takes "
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
