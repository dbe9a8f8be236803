// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/overview/candidate_list.h"

#include "core/base/display_name.h"
#include "core/model/kernel_names.h"
#include "core/numeric/intervals.h"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <utility>

namespace kinetoscope {

namespace {

/// Copies of fewer bytes take about as long from pinned memory.
constexpr std::int64_t kSmallCopy = 64 * 1024;
/// Of its time: from here on a kernel counts as running alone.
constexpr double kNearlyAlone = 0.95;
/// ns; less of a wait is not named beside others.
constexpr Nanoseconds kLeastWaitTold = 10'000;

/// What calls of a kind are, at the beginning of a sentence.
Message wordsOfCategory(const std::string& category)
{
    static constexpr std::pair<std::string_view, Phrase> kWords[] = {
        { "GEMM", KT_PHRASE("overview", "Matrix products") },
        { "CONV_fwd", KT_PHRASE("overview", "Convolutions") },
        { "CONV_bwd", KT_PHRASE("overview", "Convolutions of the backward pass") },
        { "SDPA_fwd", KT_PHRASE("overview", "Calls of attention") },
        { "SDPA_bwd", KT_PHRASE("overview", "Calls of attention of the backward pass") },
        { "elementwise", KT_PHRASE("overview", "Element-wise ops") },
        { "reduce", KT_PHRASE("overview", "Reductions") },
        { "softmax_fwd", KT_PHRASE("overview", "Calls of softmax") },
        { "NORM_fwd", KT_PHRASE("overview", "Normalisations") },
    };
    for (const auto& [known, words] : kWords) {
        if (known == category)
            return Message::of(words);
    }
    return { KT_PHRASE("overview", "Calls of the kind %1"), arg::Text { category } };
}

/// "Matrix products (aten::mm, 64 x 4096, 4096 x 4096)", or "Matrix products of all shapes".
Message whichCalls(const PeakFacts::Point& point)
{
    const Message kind = wordsOfCategory(point.category);
    if (point.op.empty())
        return { KT_PHRASE("overview", "%1, all shapes together,"), kind };
    if (point.shapes.empty())
        return { KT_PHRASE("overview", "%1 (%2)"), kind, arg::Name { point.op } };
    return { KT_PHRASE("overview", "%1 (%2, shapes %3)"), kind, arg::Name { point.op }, arg::Text { point.shapes } };
}

/// Calls far from what the device's peaks allow for their shapes: at stake is what they take beyond it while no other
/// work runs. Nothing where efficiency has no point to make.
std::optional<Candidate> peakCandidate(const CandidateList& list)
{
    if (!list.facts().peaks.point)
        return std::nullopt;
    const PeakFacts::Point& point = *list.facts().peaks.point;
    if (point.kernelTime <= 0 || point.shortest >= point.kernelTime || point.calls == 0)
        return std::nullopt;
    const double reached = static_cast<double>(point.shortest) / static_cast<double>(point.kernelTime);
    // Where other work runs beside it, faster calls only leave that work alone.
    const auto beyond = static_cast<Nanoseconds>(static_cast<double>(point.alone) * (1 - reached));
    Candidate found = list.make(point.isSmall ? "small-calls" : "below-peak", "efficiency", beyond);
    found.slices = point.work;
    found.named = static_cast<Nanoseconds>(static_cast<double>(point.time) * (1 - reached));
    found.isPotential = true; // where the GPU waits for the host, faster calls gain nothing
    found.cure = { listedWorkAt(point.work, reached) };
    found.cureWords = { KT_PHRASE("overview", "with them at what the peaks allow") };
    const Message which = whichCalls(point);
    const Message taking { KT_PLURAL("overview", "%2 in %1 call", "%2 in %1 calls"), arg::Count { point.calls },
        list.ofView(point.time) };
    const auto count = static_cast<Nanoseconds>(point.calls);
    const arg::Share share { point.shortest, point.kernelTime };
    if (point.isSmall)
        found.sentence = { KT_PHRASE("overview",
                               "%1 are small: each takes %2 on average, where the GPU's peaks allow %3. They take %4; "
                               "fused or batched, fewer of them would do the same."),
            which, arg::Duration { point.kernelTime / count }, arg::Duration { point.shortest / count }, taking };
    else if (point.isComputeBound)
        found.sentence = { KT_PHRASE("overview", "%1 reach %2 of the GPU's peak rate. They take %3."), which, share,
            taking };
    else
        found.sentence = { KT_PHRASE("overview", "%1 reach %2 of the bandwidth of the GPU's memory. They take %3."),
            which, share, taking };
    return found;
}

/// Adds candidates of work to a list.
class WorkCandidates {
public:
    WorkCandidates(CandidateList& list, const OverviewSource& source, std::size_t rank, const CollectiveWaits& waits)
        : m_list(list)
        , m_source(source)
        , m_rank(rank)
        , m_facts(list.facts())
        , m_thresholds(list.thresholds())
        , m_waits(waits)
        , m_trace(*source.rankTrace(rank).trace)
    {
    }

    void addAll()
    {
        addCommunication();
        addCopies();
        findPeak();
        addKernels();
        if (m_peak)
            m_list.add(*m_peak, m_peak->sentence);
    }

private:
    void addCommunication()
    {
        const Nanoseconds whole = m_facts.split.communicationExposed;
        const Nanoseconds all = m_facts.split.communication;
        const std::vector<TimeRange> part = m_list.part(TimePart::CommunicationExposed).ranges;
        const std::vector<TimeRange> notForLate = differenceOf(part, m_waits.ranges);
        std::vector<TimeRange> ranges = differenceOf(notForLate, m_waits.others);
        const bool isKnown = !m_waits.ranges.empty() || !m_waits.others.empty();
        const Nanoseconds exposed = isKnown ? totalLength(ranges) : whole;
        const Nanoseconds forLate = isKnown ? saturatingSubtract(whole, totalLength(notForLate)) : 0;
        const Nanoseconds forOthers = saturatingSubtract(saturatingSubtract(whole, exposed), forLate);
        // Less than clocks and rounding are off is no time to be told apart.
        const auto isTold = [whole](Nanoseconds wait) { return wait >= kLeastWaitTold && wait >= whole / 100; };
        const Nanoseconds hidden = saturatingSubtract(all, whole);
        const arg::Number late { m_waits.rank };
        const Message beside = !isTold(forLate) && !isTold(forOthers) ? Message {}
            : !isTold(forOthers) ? Message { KT_PHRASE("overview", ", without %1 in which it waits for rank %2"),
                  arg::Duration { forLate }, late }
            : !isTold(forLate) && m_waits.onlyOther
            ? Message { KT_PHRASE("overview", ", without %1 in which it waits for rank %2"),
                  arg::Duration { forOthers }, arg::Number { *m_waits.onlyOther } }
            : !isTold(forLate)
            ? Message { KT_PHRASE("overview", ", without %1 in which it waits for other ranks"),
                  arg::Duration { forOthers } }
            : Message { KT_PHRASE("overview", ", without %1 in which it waits for rank %2 and %3 for others"),
                  arg::Duration { forLate }, late, arg::Duration { forOthers } };
        Candidate candidate = m_list.make(finding::kExposedCommunication, "comm-comp-overlap", exposed);
        candidate.named = whole;
        candidate.ranges = std::move(ranges);
        candidate.cure = { gone(ChangeKind::Work, wordOf(KernelType::Communication)) };
        candidate.cureWords = beside.isEmpty()
            ? Message { KT_PHRASE("overview", "with no communication") }
            : Message { KT_PHRASE("overview", "with no communication, these waits included") };
        m_list.add(std::move(candidate),
            { KT_PHRASE("overview",
                  "Communication that no computation hides takes %1%4; of %2 of communication, waiting for other ranks "
                  "included, %3 runs beside computation."),
                m_list.ofView(exposed), arg::Duration { all },
                hidden == 0 ? Message { KT_PHRASE("overview", "nothing") }
                            : Message { KT_PHRASE("overview", "%1"), arg::Share { hidden, all } },
                beside });
        addWaitsForOthers(m_list, m_waits, forOthers, intersectionOf(notForLate, m_waits.others), forLate > 0);
    }

    void addCopies()
    {
        const Nanoseconds exposed = m_facts.split.memoryExposed;
        Candidate candidate = m_list.make(finding::kExposedCopies, "memory-bandwidth", exposed);
        candidate.ranges = m_list.part(TimePart::MemoryExposed).ranges;
        candidate.cure = { gone(ChangeKind::Work, wordOf(KernelType::Memory)) };
        candidate.cureWords = { KT_PHRASE("overview", "with no copies") };
        const Message behind = m_facts.copiesBehindSteps <= exposed / 2
            ? Message {}
            : Message { KT_PHRASE("overview", ", %1 of it behind the last step"),
                  arg::Share { m_facts.copiesBehindSteps, exposed } };
        m_list.add(std::move(candidate),
            { KT_PHRASE("overview", "Copies and memsets that nothing hides take %1%2%3."), m_list.ofView(exposed),
                behind, m_facts.pageable.time > exposed / 2 ? pageableCopies(exposed) : mostCopies(exposed) });
    }
    /// "; 97 % of it is copying from pageable memory to the GPU, in 4 copies, which pinned memory makes faster ..."
    [[nodiscard]] Message pageableCopies(Nanoseconds exposed) const
    {
        const Message advice = m_facts.pageableBytes <= 0
            ? Message { KT_PHRASE("overview", ", of how many bytes is not known") }
            : m_facts.pageableBytes < kSmallCopy
            ? Message { KT_PHRASE("overview",
                            ", only %1 a copy on average: what they cost is being many, and that the host waits for "
                            "each"),
                  arg::Bytes { m_facts.pageableBytes } }
            : Message { KT_PHRASE("overview", ", which pinned memory makes faster and lets overlap") };
        const Nanoseconds pageable = m_facts.pageable.time;
        const ExposedCopies& most = m_facts.mostCopies;
        const bool isUp = most.direction == CopyDirection::HostToDevice;
        const bool isOneWay = (isUp || most.direction == CopyDirection::DeviceToHost) && most.pageable > pageable / 2;
        const arg::Share share { pageable, exposed };
        const arg::Count count { most.pageableCount };
        if (isOneWay && most.pageable >= pageable - pageable / 1000)
            return { KT_PLURAL("overview", "; %2 of it is copying %3, in %1 copy%4",
                         "; %2 of it is copying %3, in %1 copies%4"),
                count, share,
                isUp ? Message { KT_PHRASE("overview", "from pageable memory to the GPU") }
                     : Message { KT_PHRASE("overview", "from the GPU to pageable memory") },
                advice };
        if (isOneWay)
            return { KT_PLURAL("overview", "; %2 of it is copying from or to pageable memory, mostly %3 (%1 copy)%4",
                         "; %2 of it is copying from or to pageable memory, mostly %3 (%1 copies)%4"),
                count, share, wayOf(most.direction), advice };
        return { KT_PHRASE("overview", "; %1 of it is copying from or to pageable memory%2"), share, advice };
    }
    [[nodiscard]] static Message wayOf(CopyDirection direction)
    {
        return direction == CopyDirection::HostToDevice ? Message { KT_PHRASE("overview", "from the host to the GPU") }
            : direction == CopyDirection::DeviceToHost
            ? Message { KT_PHRASE("overview", "from the GPU to the host") }
            : Message { KT_PHRASE("overview", "from GPU memory to GPU memory") };
    }
    /// "; 90 % of it is copying from the host to the GPU, in 4 copies"; empty where no kind is most of it.
    [[nodiscard]] Message mostCopies(Nanoseconds exposed) const
    {
        const ExposedCopies& most = m_facts.mostCopies;
        if (most.time <= exposed / 2 || (!most.areMemsets && most.direction == CopyDirection::Unknown))
            return {};
        const arg::Count count { most.count };
        const arg::Share share { most.time, exposed };
        if (most.areMemsets)
            return { KT_PLURAL("overview", "; %2 of it is %1 memset", "; %2 of it is %1 memsets"), count, share };
        return { KT_PLURAL(
                     "overview", "; %2 of it is copying %3, in %1 copy", "; %2 of it is copying %3, in %1 copies"),
            count, share, wayOf(most.direction) };
    }

    /// Never two findings claim one nanosecond: what is said of calls goes where more is said of their kernels.
    void findPeak()
    {
        m_peak = peakCandidate(m_list);
        if (!m_peak)
            return;
        for (const SliceId work : m_peak->slices)
            m_peakNames.insert(m_trace.slices().name[work.index()]);
    }
    [[nodiscard]] bool isOfPeak(const std::vector<StringId>& names) const
    {
        return m_peak && std::ranges::any_of(names, [this](StringId name) { return m_peakNames.contains(name); });
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
            return std::ranges::find(names, m_trace.slices().name[row.slice.index()]) != names.end();
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

    /// torch.cuda._sleep(): counts as computation, as a kernel does.
    static bool isSleepKernel(std::string_view name)
    {
        return name.starts_with("at::") && name.find("::spin_kernel(") != std::string_view::npos;
    }
    [[nodiscard]] bool isWaiting(const KernelNameTotals& kernel) const
    {
        const std::string_view name = m_trace.text(kernel.names.front());
        return isWaitingKernelName(name) || isSleepKernel(name);
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
        Candidate waiting =
            m_list.make("waiting-kernel", other ? "temporal-breakdown" : "kernel-breakdown", work.alone);
        waiting.slices = std::move(work.slices);
        if (isSleepKernel(m_trace.text(kernel->names.front()))) {
            m_list.add(std::move(waiting),
                { KT_PHRASE("overview",
                      "One kernel that only lets clock cycles pass, %1%2: torch.cuda._sleep() launches it, and it "
                      "computes nothing."),
                    takingOf(*kernel, work), aloneOf(work) });
            return;
        }
        m_list.add(std::move(waiting),
            { KT_PHRASE(
                  "overview", "One kernel that only waits, %1%2: what it waits for is to be found, not sped up here."),
                takingOf(*kernel, work), aloneOf(work) });
    }

    /// "; it runs alone for 2 us of 60 us"; empty where it is nearly all of it.
    [[nodiscard]] static Message aloneOf(const NamedWork& work)
    {
        if (shareOf(work.alone, work.time) >= kNearlyAlone)
            return {};
        return { KT_PHRASE("overview", "; it runs alone for %1 of %2"), arg::Duration { work.alone },
            arg::Duration { work.time } };
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
        const bool hasTf32 = hasTensorCores();
        const bool hasOnlyFp16 = !hasTf32 && hasOnlyFp16TensorCores();
        const bool isToldBelow = (hasTf32 && isFloat32Product(topName)) || (hasOnlyFp16 && isFloat32Work(topName))
            || isLayoutConversion(topName);
        if (shareOf(top.statistics.sum(), m_facts.busy) >= m_thresholds.largeShare && !isToldBelow)
            addLargeKernel(top);
        if (hasTf32)
            addFamily("float32-matmul", isFloat32Product, 2,
                KT_PHRASE("overview",
                    "Matrix products in float32 that use no tensor cores take %1%2: "
                    "torch.set_float32_matmul_precision('high') lets them run as TF32, where that precision will do."));
        if (hasOnlyFp16)
            addFamily("float32-work", isFloat32Work, 2,
                KT_PHRASE("overview",
                    "Matrix products and convolutions in float32, for which this GPU has no tensor cores, take %1%2: "
                    "torch.autocast('cuda', torch.float16) lets them run on those that it has, where that precision "
                    "will do."));
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
        // That one kernel takes long says less than why the calls behind it do.
        if (isOfPeak(kernel.names)) {
            if (m_peak->atStake >= saving)
                return;
            m_peak.reset();
        }
        Candidate candidate = m_list.make("large-kernel", "kernel-breakdown", saving);
        candidate.named = work.time / 2;
        candidate.slices = std::move(work.slices);
        candidate.cure = kernelsAt(kernel.names, 2);
        candidate.cureWords = { KT_PHRASE("overview", "with it twice as fast") };
        candidate.isPotential = true;
        m_list.add(std::move(candidate),
            { KT_PHRASE("overview", "One kernel, %1%2."), takingOf(kernel, work), aloneOf(work) });
    }

    /// Kernels of these names gone (`divisor` 1) or twice as fast (2).
    [[nodiscard]] std::vector<NamedChange> kernelsAt(const std::vector<StringId>& names, int divisor) const
    {
        std::vector<NamedChange> changes;
        for (const StringId name : names)
            changes.push_back((divisor == 1 ? gone : twiceAsFast)(ChangeKind::Kernel, m_trace.text(name)));
        return changes;
    }

    using IsInFamily = bool (*)(std::string_view);
    static bool isFloat32Product(std::string_view name)
    {
        return name.find("sgemm") != std::string_view::npos && name.find("tf32") == std::string_view::npos
            && name.find("tensorop") == std::string_view::npos && !namesHalf(name);
    }
    /// In float32 these compute, too, what comes in half as many bits: "volta_fp16_sgemm_fp16_32x128_nn".
    static bool namesHalf(std::string_view name)
    {
        return name.find("fp16") != std::string_view::npos || name.find("bf16") != std::string_view::npos
            || name.find("half") != std::string_view::npos;
    }
    /// Products and convolutions of cuBLAS and cuDNN: "volta_scudnn_128x64_relu_small_nn_v1", "dgrad_engine<float,
    /// ..>".
    static bool isFloat32Work(std::string_view name)
    {
        const auto has = [name](std::string_view part) { return name.find(part) != std::string_view::npos; };
        const bool isConvolution = has("_scudnn_") || has("grad_engine<float") || has("alg0_engine<float")
            || has("alg1_engine<float") || (has("winograd") && has("<float"));
        return isFloat32Product(name) || (isConvolution && !namesHalf(name));
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
            return std::ranges::any_of(m_facts.kernels, [this](const KernelNameTotals& kernel) {
                const std::string_view name = m_trace.text(kernel.names.front());
                return name.starts_with("ampere_") || name.starts_with("sm80_") || name.starts_with("sm90_")
                    || name.starts_with("sm100_");
            });
        return std::ranges::all_of(
            devices, [](const DeviceProperties& device) { return device.computeMajor >= 8 && device.warpSize == 32; });
    }
    /// NVIDIA GPUs of compute capability 7.x have tensor cores for float16, but neither for TF32 nor for bfloat16;
    /// those of 7.5 without any, as the GTX 16 series, have other names.
    [[nodiscard]] bool hasOnlyFp16TensorCores() const
    {
        static constexpr std::array<std::string_view, 4> kNames { "V100", "TITAN V", "TITAN RTX", "RTX " };
        const auto& devices = m_trace.metadata().devices;
        return !devices.empty() && std::ranges::all_of(devices, [](const DeviceProperties& device) {
            const auto isNamed = [&device](
                                     std::string_view part) { return device.name.find(part) != std::string::npos; };
            return device.computeMajor == 7 && device.warpSize == 32
                && (std::ranges::any_of(kNames, isNamed) || device.name.ends_with(" T4"));
        });
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
        if (isOfPeak(names))
            m_peak.reset(); // this one has a cure
        NamedWork work = workNamed(names);
        Candidate candidate = m_list.make(kind, "kernel-breakdown", work.alone / divisor);
        candidate.named = work.time / divisor;
        candidate.slices = std::move(work.slices);
        candidate.cure = kernelsAt(names, divisor);
        candidate.isPotential = true;
        candidate.cureWords = divisor == 1 ? Message { KT_PHRASE("overview", "with none of them") }
                                           : Message { KT_PHRASE("overview", "with them twice as fast") };
        m_list.add(std::move(candidate),
            { sentence,
                Message { KT_PLURAL("overview", "%2 in %1 kernel, %3 of busy GPU time",
                              "%2 in %1 kernels, %3 of busy GPU time"),
                    arg::Count { count }, arg::Duration { work.time }, arg::Share { work.time, m_facts.busy } },
                shareOf(work.alone, work.time) >= kNearlyAlone
                    ? Message {}
                    : Message { KT_PHRASE("overview", ", and run alone for %1"), arg::Duration { work.alone } } });
    }

    CandidateList& m_list;
    const OverviewSource& m_source;
    std::size_t m_rank;
    const RankFacts& m_facts;
    const FindingThresholds& m_thresholds;
    const CollectiveWaits& m_waits;
    const Trace& m_trace;
    std::optional<Candidate> m_peak; ///< until another finding says more of the same work
    std::set<StringId> m_peakNames;  ///< of its kernels
};

} // namespace

void addWorkCandidates(
    CandidateList& list, const OverviewSource& source, std::size_t rank, const CollectiveWaits& waits)
{
    WorkCandidates(list, source, rank, waits).addAll();
}

} // namespace kinetoscope
