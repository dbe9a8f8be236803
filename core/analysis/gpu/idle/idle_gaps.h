// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/gpu/gpu_work.h"
#include "core/analysis/types/parameters.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace kinetoscope {

/// Why nothing runs (SPEC.md section 4, product.md "Scope").
enum class IdleCause : std::uint8_t {
    HostWait,      ///< the launch of the next work had not returned yet, or nothing more was launched
    KernelWait,    ///< launched before the gap began, and the gap is shorter than the gap threshold
    Other,         ///< in its queue, and yet it started only after the gap threshold
    UnknownLaunch, ///< a long gap before work whose launch is not in the file ([DIFF-4.3])
};
inline constexpr std::size_t kIdleCauseCount = 4;
[[nodiscard]] std::string_view toString(IdleCause cause); ///< "host_wait", "kernel_wait", "other", "unknown_launch"

/// The gap threshold: shorter gaps are what lies between two kernels anyway. The same wherever gaps have causes.
inline constexpr const char* kKernelDelayParameter = "consecutive-kernel-delay";
[[nodiscard]] ParameterDescriptor kernelDelayParameter();

/// Time between two pieces of work, or between work and an edge of the window.
struct IdleGap {
    TimeRange range; ///< job time, the part that lies in the scope; empty where work follows without a gap
    TimeRange whole; ///< the same before a scope cut it; begins at kMinTimestamp where no work was before
    /// Until then the host was not done with the launch of the next work (hostLateUntil), in `whole`; `whole.begin`
    /// without a launch, `whole.end` where nothing more was launched.
    Timestamp launched = 0;
    /// Until then the gap waits for the host, in `range`: the launch of the next work returns (hostLateUntil). What
    /// follows and is shorter than the gap threshold is the launch's own latency and the host's, too.
    Timestamp hostUntil = 0;
    IdleCause rest = IdleCause::Other; ///< of what follows; of the whole gap if it is empty
    SliceId before;                    ///< the work that ended last; invalid at the beginning of the window
    SliceId after;                     ///< the work that ends the gap; invalid at the end of the window

    [[nodiscard]] TimeRange hostPart() const { return { range.begin, hostUntil }; }
    [[nodiscard]] TimeRange restPart() const { return { hostUntil, range.end }; }
    /// The cause of most of it; of two equal halves the host.
    [[nodiscard]] IdleCause mainCause() const
    {
        return !hostPart().isEmpty() && hostPart().length() >= restPart().length() ? IdleCause::HostWait : rest;
    }
};

/// Tells gaps apart as they are visited: parts of one that windows cut out of it are one gap.
class GapCounter {
public:
    /// Whether `gap` is another one than that which was asked about before.
    [[nodiscard]] bool isNext(const IdleGap& gap)
    {
        const bool isOther = !m_isAny || gap.whole != m_whole || gap.after != m_after;
        m_isAny = true;
        m_whole = gap.whole;
        m_after = gap.after;
        return isOther;
    }

private:
    bool m_isAny = false;
    TimeRange m_whole {};
    SliceId m_after; ///< gaps before work that starts at once, of no time, have one range
};

/// Calls visit(range, cause) for each part of a gap that has time, in time order; once for a gap without any.
template <typename Visit> void eachPartOf(const IdleGap& gap, Visit visit)
{
    if (!gap.hostPart().isEmpty())
        visit(gap.hostPart(), IdleCause::HostWait);
    if (!gap.restPart().isEmpty() || gap.range.isEmpty())
        visit(gap.restPart(), gap.rest);
}

/// One stream, all streams of a device together ([DIFF-4.4]), or all devices of the rank together.
struct IdleLine {
    std::int64_t device = Track::kNoDevice;
    std::int64_t stream = Track::kNoStream; ///< kNoStream for a whole device, too
    TrackId track {};                       ///< invalid for a whole device
    std::size_t firstRow = 0;               ///< of a stream in RankIdle::work().rows
    std::size_t rowCount = 0;
    std::size_t firstStream = 0; ///< of a device in RankIdle's list of streams by device
    std::size_t streamCount = 0;
    bool isWholeRank = false; ///< then `device` and `stream` mean nothing
};

/// The gaps of one rank. Keeps references to the source it came from.
class RankIdle {
public:
    /// Streams in track order. With a chosen range or steps every stream on which the trace has work is there, since an
    /// empty one is idle all the time; else those with work in the scope.
    [[nodiscard]] const std::vector<IdleLine>& streams() const { return m_streams; }
    /// The devices of these streams, ascending.
    [[nodiscard]] const std::vector<IdleLine>& devices() const { return m_devices; }
    /// All devices as one: idle is when nothing runs on any of them, as the temporal breakdown has it.
    [[nodiscard]] static IdleLine wholeRank() { return IdleLine { .isWholeRank = true }; }
    /// All work of the scope's streams, whatever range and steps it chooses: what runs outside of them ends gaps, too.
    [[nodiscard]] const RankGpuWork& work() const { return m_work; }

    /// Calls `visit` for each gap of the line in time order. A gap reaches from the greatest end so far to the next
    /// start of any work, that of other steps included, and is never negative ([DIFF-4.2]). With a range or steps
    /// chosen it is cut to their windows, once for each; only then has the first work of a line one, and the time after
    /// the last. Cutting changes no cause, so windows that follow one another add up; but the gap before the first work
    /// is longer in a window that begins before the trace, and its rest may be UnknownLaunch there alone.
    /// O(rows of the line + gaps log windows), a device n log streams and 4 bytes a row. Returns early when told to
    /// stop, as Progress says.
    void eachGap(
        const IdleLine& line, const std::function<void(const IdleGap&)>& visit, const Progress& progress = {}) const;
    /// The gap before the first work of the line and the one after the last, cut to `within`, whatever the scope
    /// chooses; neither where that leaves nothing. O(rows of the line).
    void eachOuterGap(const IdleLine& line, const TimeRange& within, const std::function<void(const IdleGap&)>& visit,
        const Progress& progress = {}) const;
    /// Whether the scope chooses no range and no steps.
    [[nodiscard]] bool isOfWholeTrace() const { return !m_windows; }
    /// The parts of all gaps, as eachPartOf.
    void eachPart(const IdleLine& line, const std::function<void(TimeRange part, IdleCause cause)>& visit,
        const Progress& progress = {}) const;
    /// The time the gaps of the line are part of: the chosen windows, else its first start to its last end.
    [[nodiscard]] std::vector<TimeRange> viewOf(const IdleLine& line) const;
    /// When only work of steps that were not chosen runs on the line: inside viewOf, neither idle nor busy with what
    /// was chosen. Disjoint, sorted; empty without chosen steps. O(rows of the line log streams).
    [[nodiscard]] std::vector<TimeRange> otherStepsOf(const IdleLine& line, const Progress& progress = {}) const;
    /// The stream that a piece of work of this rank runs on.
    [[nodiscard]] const Track& trackOf(SliceId work) const
    {
        return m_rank->trace->track(m_rank->trace->trackOf(work));
    }

private:
    friend class ScopedIdle;
    using Visit = std::function<void(const IdleGap&)>;

    [[nodiscard]] std::vector<std::uint32_t> rowsOf(const IdleLine& line, const Progress& progress) const;
    enum class Which : std::uint8_t { Inner, Outer, Both };
    /// Uncut.
    void eachWholeGap(const IdleLine& line, Which which, const Visit& visit, const Progress& progress) const;
    void report(const IdleGap& gap, const Visit& visit) const;
    [[nodiscard]] IdleGap gapBefore(SliceId work, const TimeRange& range) const;
    void reportIn(const TimeRange& window, const IdleGap& gap, const Visit& visit) const;

    const RankTrace* m_rank = nullptr;
    RankGpuWork m_work;
    RankGpuWork m_chosen; ///< what the chosen steps launched; only read with steps
    std::vector<IdleLine> m_streams;
    std::vector<IdleLine> m_devices;
    std::vector<std::uint32_t> m_byDevice;           ///< positions in m_work.streams, device by device
    std::vector<std::uint32_t> m_chosenByDevice;     ///< the same in m_chosen.streams
    std::optional<std::vector<TimeRange>> m_windows; ///< of the scope, disjoint and sorted
    bool m_hasSteps = false;
    Nanoseconds m_delay = 0;
    Timestamp m_firstMoment = kMinTimestamp; ///< job time: there the gap before the first work of a line begins
};

/// Access to the gaps of a scope, rank by rank. Keeps the traces alive. Immutable; thread-safe.
class ScopedIdle {
public:
    /// @param kernelDelay  the gap threshold, ns; >= 0.
    /// InvalidArgument if the scope's step pattern is no regular expression.
    [[nodiscard]] static Result<std::shared_ptr<const ScopedIdle>> create(
        const AnalysisInput& input, const KernelClassifier& classifier, Nanoseconds kernelDelay);

    [[nodiscard]] std::size_t rankCount() const { return m_source->rankCount(); }
    [[nodiscard]] const RankTrace& rankTrace(std::size_t i) const { return m_source->rankTrace(i); }
    /// Position in TraceSet::ranks().
    [[nodiscard]] std::uint32_t rankIndex(std::size_t i) const { return m_source->rankIndex(i); }
    /// Reads the work of rank `i`. Cost as ScopedGpuWork::rank; Cancelled if `progress` says stop.
    [[nodiscard]] Result<RankIdle> rank(std::size_t i, const Progress& progress) const;

private:
    ScopedIdle() = default;

    std::shared_ptr<const ScopedGpuWork> m_source; ///< the scope without its range and steps
    std::shared_ptr<const ScopedGpuWork> m_chosen; ///< the scope; null unless it chooses steps
    Scope m_scope;
    Nanoseconds m_delay = 0;
};

} // namespace kinetoscope
