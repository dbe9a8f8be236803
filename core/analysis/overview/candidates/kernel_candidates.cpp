// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/overview/candidates/candidate_list.h"
#include "core/analysis/overview/candidates/elementwise_runs.h"
#include "core/analysis/overview/candidates/launching_function.h"
#include "core/analysis/overview/candidates/peak_candidate.h"
#include "core/analysis/overview/facts/blocks_per_multiprocessor.h"
#include "core/base/display_name.h"
#include "core/model/kernel_names.h"
#include "core/numeric/intervals.h"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace kinetoscope {

namespace {

/// Adds candidates of kernels to a list.
class KernelCandidates {
public:
    KernelCandidates(CandidateList& list, const OverviewSource& source, std::size_t rank, const Progress& progress)
        : m_list(list)
        , m_source(source)
        , m_rank(rank)
        , m_progress(progress)
        , m_facts(list.facts())
        , m_thresholds(list.thresholds())
        , m_trace(*source.rankTrace(rank).trace)
    {
    }

    void addAll()
    {
        findPeak();
        findRuns();
        addKernels();
        if (m_peak)
            add(*m_peak, sentenceOfPeak(*m_peak));
        if (m_runs)
            add(*m_runs, m_runs->sentence);
    }

private:
    void add(Candidate candidate, Message sentence)
    {
        if (goesBySlippedNames(candidate.slices))
            return;
        if (isWorthASentence(candidate, m_thresholds))
            sentence = withFunction(std::move(sentence), candidate.slices);
        m_list.add(std::move(candidate), std::move(sentence));
    }
    /// With where in a person's own code the work is launched.
    [[nodiscard]] Message withFunction(Message sentence, const std::vector<SliceId>& works) const
    {
        if (!m_facts.isPythonRecorded) // there are millions of launches
            return sentence;
        const HostPlace function = launchingFunctionOf(m_trace, works, m_progress);
        if (function.name.empty())
            return sentence;
        Nanoseconds all = 0;
        for (const SliceId work : works)
            all = saturatingAdd(all, m_trace.slices().duration(work));
        return { KT_PHRASE("overview", "%1 By duration, %2 of the kernels are launched inside %3."),
            std::move(sentence), arg::Share { function.there, all }, arg::Name { function.name } };
    }
    /// Whose time it is, is not known of half of it or more: a remark says so.
    [[nodiscard]] bool goesBySlippedNames(const std::vector<SliceId>& works) const
    {
        if (!m_facts.slippedNames)
            return false;
        Nanoseconds all = 0;
        Nanoseconds slipped = 0;
        for (const SliceId work : works) {
            const Nanoseconds time = m_trace.slices().duration(work);
            all = saturatingAdd(all, time);
            if (std::ranges::binary_search(m_facts.slippedNames->kernels, work))
                slipped = saturatingAdd(slipped, time);
        }
        return slipped > all / 2;
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
    /// With what may be the reason: few blocks.
    [[nodiscard]] Message sentenceOfPeak(const Candidate& peak) const
    {
        const PeakFacts::Point& point = *m_facts.peaks.point;
        const Message blocks = point.isSmall ? Message() : fewBlocksOf(peak.slices, point.alone, point.time);
        if (blocks.isEmpty())
            return peak.sentence;
        return { KT_PHRASE("overview",
                     "%1 Their kernels are launched with no more than %2, so that a quarter of these or more have "
                     "nothing of them to do: larger batches may take hardly longer."),
            peak.sentence, blocks };
    }
    /// Of what is said of runs and of calls the one that says more.
    void findRuns()
    {
        m_runs = elementwiseRunsCandidate(m_list, m_source, m_rank, m_progress);
        if (!m_runs)
            return;
        for (const SliceId work : m_runs->slices)
            m_runNames.insert(m_trace.slices().name[work.index()]);
        if (m_peak && std::ranges::any_of(m_runNames, [this](StringId name) { return m_peakNames.contains(name); }))
            (m_peak->atStake < m_runs->atStake ? m_peak : m_runs).reset();
    }
    [[nodiscard]] bool isOfRuns(const std::vector<StringId>& names) const
    {
        return m_runs && std::ranges::any_of(names, [this](StringId name) { return m_runNames.contains(name); });
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
        const RankGpuWork work = m_source.work(m_rank, m_progress);
        std::vector<bool> isAmong(m_trace.strings().size()); // by StringId: a family has dozens
        for (const StringId name : names)
            isAmong[name.index()] = true;
        const auto isNamed = [&](const GpuWorkRow& row) {
            return static_cast<bool>(isAmong[m_trace.slices().name[row.slice.index()].index()]);
        };
        NamedWork named;
        for (const GpuWorkRow& row : work.rows) {
            if (isNamed(row))
                named.slices.push_back(row.slice);
        }
        const std::vector<TimeRange> runs = unionWhere(work, isNamed, m_progress);
        named.time = totalLength(runs);
        named.alone = totalLength(differenceOf(runs,
            unionWhere(
                work, [&](const GpuWorkRow& row) { return !isNamed(row); }, m_progress),
            m_progress));
        return named;
    }

    [[nodiscard]] bool isWaiting(const KernelNameTotals& kernel) const
    {
        const std::string_view name = m_trace.text(kernel.names.front());
        return isWaitingKernelName(name) || isSleepKernelName(name);
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
        waiting.subject = displayName(m_trace.text(kernel->names.front()));
        waiting.slices = std::move(work.slices);
        if (isSleepKernelName(m_trace.text(kernel->names.front()))) {
            add(std::move(waiting),
                { KT_PHRASE("overview",
                      "One kernel that only lets clock cycles pass, %1%2: torch.cuda._sleep() launches it, and it "
                      "computes nothing."),
                    takingOf(*kernel, work), aloneOf(work) });
            return;
        }
        add(std::move(waiting),
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
        const bool isToldBelow = (hasTf32 && isFloat32ProductName(topName))
            || (hasOnlyFp16 && isFloat32WorkName(topName)) || isLayoutConversionName(topName)
            || isUnalignedProductName(topName);
        if (shareOf(top.statistics.sum(), m_facts.busy) >= m_thresholds.largeShare && !isToldBelow)
            addLargeKernel(top);
        if (hasTf32)
            addFamily("float32-matmul", isFloat32ProductName, 2,
                KT_PHRASE("overview",
                    "Matrix products in float32 that use no tensor cores take %1%2: "
                    "torch.set_float32_matmul_precision('high') lets them run as TF32, where that precision will do."));
        if (hasOnlyFp16)
            addFamily("float32-work", isFloat32WorkName, 2,
                KT_PHRASE("overview",
                    "Matrix products and convolutions in float32, for which this GPU has no tensor cores, take %1%2: "
                    "torch.autocast('cuda', torch.float16) lets them run on those that it has, where that precision "
                    "will do."));
        addFamily("unaligned-matmul", isUnalignedProductName, 2,
            KT_PHRASE("overview",
                "Matrix products on tensor cores that read one or two numbers at a time ('align1' and 'align2' in the "
                "names of their kernels) take %1%2: where inner sizes and strides are multiples of 16 bytes (8 numbers "
                "of float16 or bfloat16, 4 of TF32), as by padding, faster kernels can take them."));
        addLayoutConversions();
    }

    void addLayoutConversions()
    {
        const bool isOfMiopen = std::ranges::any_of(m_facts.kernels, [this](const KernelNameTotals& kernel) {
            return isLayoutConversionOfMiopen(m_trace.text(kernel.names.front()));
        });
        if (isOfMiopen)
            addFamily("layout-conversion", isLayoutConversionName, 1,
                KT_PHRASE("overview",
                    "Kernels that only convert between memory layouts take %1%2: keeping model and inputs in one "
                    "layout (channels_last; some versions of PyTorch for ROCm want PYTORCH_MIOPEN_SUGGEST_NHWC=1, "
                    "too) avoids them."));
        else
            addFamily("layout-conversion", isLayoutConversionName, 1,
                KT_PHRASE("overview",
                    "Kernels that only convert between memory layouts take %1%2: keeping model and inputs in one "
                    "layout (channels_last) avoids them."));
    }

    void addLargeKernel(const KernelNameTotals& kernel)
    {
        NamedWork work = workNamed(kernel.names);
        if (shareOf(work.time, m_facts.busy) < m_thresholds.largeShare)
            return; // side by side with itself, it takes less than the sum of its durations
        // Where other work runs beside it, a faster kernel only leaves that work alone.
        const Nanoseconds saving = work.alone / 2;
        if (isOfRuns(kernel.names)) {
            if (m_runs->atStake >= saving)
                return;
            m_runs.reset();
        }
        // That one kernel takes long says less than why the calls behind it do.
        if (isOfPeak(kernel.names)) {
            if (m_peak->atStake >= saving)
                return;
            m_peak.reset();
        }
        Candidate candidate = m_list.make("large-kernel", "kernel-breakdown", saving);
        candidate.subject = displayName(m_trace.text(kernel.names.front()));
        candidate.named = work.time / 2;
        candidate.slices = std::move(work.slices);
        candidate.cure = kernelsAt(kernel.names, 2);
        candidate.cureWords = { KT_PHRASE("overview", "with it twice as fast") };
        candidate.isPotential = true;
        const Message blocks = fewBlocksOf(candidate.slices, work.alone, work.time);
        add(std::move(candidate),
            blocks.isEmpty()
                ? Message { KT_PHRASE("overview", "One kernel, %1%2."), takingOf(kernel, work), aloneOf(work) }
                : Message { KT_PHRASE("overview",
                                "One kernel, %1; it is launched with no more than %2, so that a quarter of "
                                "these or more have nothing of it to do: with larger batches it may take hardly "
                                "longer."),
                    takingOf(kernel, work), blocks });
    }

    /// "0.61 blocks for each multiprocessor of the GPU": no launch that is looked at has more, so that some of these
    /// have none of it. Empty where that is little, not known of one, or where other work runs beside them.
    [[nodiscard]] Message fewBlocksOf(const std::vector<SliceId>& launches, Nanoseconds alone, Nanoseconds time) const
    {
        constexpr double kFew = 0.75; // with more there is little to gain
        if (shareOf(alone, time) < kNearlyAlone)
            return {};
        const BlocksPerMultiprocessor blocks = blocksPerMultiprocessor(m_trace, launches, m_progress);
        if (blocks.most <= 0 || blocks.most > kFew)
            return {};
        const arg::Decimal most { blocks.most, 2 };
        if (blocks.looked == launches.size())
            return { KT_PHRASE("overview", "%1 blocks for each multiprocessor of the GPU"), most };
        return { KT_PHRASE("overview",
                     "%2 blocks for each multiprocessor of the GPU (in %1 launches, those that were looked at)"),
            arg::Count { blocks.looked }, most };
    }

    /// Kernels of these names gone (`divisor` 1) or twice as fast (2).
    [[nodiscard]] std::vector<NamedChange> kernelsAt(const std::vector<StringId>& names, int divisor) const
    {
        std::vector<NamedChange> changes;
        for (const StringId name : names)
            changes.push_back((divisor == 1 ? gone : twiceAsFast)(ChangeKind::Kernel, m_trace.text(name)));
        return changes;
    }

    /// NVIDIA GPUs have TF32 tensor cores from compute capability 8.0 on. Where the file says nothing of its devices,
    /// kernels that were built for such a GPU do.
    [[nodiscard]] bool hasTensorCores() const
    {
        const auto& devices = m_trace.metadata().devices;
        if (devices.empty())
            return std::ranges::any_of(m_facts.kernels, [this](const KernelNameTotals& kernel) {
                return isNamedForAmpereOrLater(m_trace.text(kernel.names.front()));
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
    using IsInFamily = bool (*)(std::string_view name);
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
        add(std::move(candidate),
            { sentence,
                Message { KT_PLURAL("overview", "%2 in %1 kernel, %3 of busy GPU time",
                              "%2 in %1 kernels, %3 of busy GPU time"),
                    arg::Count { count }, arg::Duration { work.time }, arg::Share { work.time, m_facts.busy } },
                CandidateList::andAlone(work.alone, work.time) });
    }

    CandidateList& m_list;
    const OverviewSource& m_source;
    std::size_t m_rank;
    const Progress& m_progress;
    const RankFacts& m_facts;
    const FindingThresholds& m_thresholds;
    const Trace& m_trace;
    std::optional<Candidate> m_peak; ///< until another finding says more of the same work
    std::set<StringId> m_peakNames;  ///< of its kernels
    std::optional<Candidate> m_runs; ///< the same
    std::set<StringId> m_runNames;
};

} // namespace

void addKernelCandidates(CandidateList& list, const OverviewSource& source, std::size_t rank, const Progress& progress)
{
    KernelCandidates(list, source, rank, progress).addAll();
}

} // namespace kinetoscope
