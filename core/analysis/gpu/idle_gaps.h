// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/gpu/gpu_work.h"
#include "core/analysis/parameters.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace kinetoscope {

/// Why nothing runs (analyses.md section 4).
enum class IdleCause : std::uint8_t {
    HostWait,      ///< the host starts the launch of the next work only after the earlier work has ended, or never
    KernelWait,    ///< launched in time, and the gap is shorter than the usual distance of two kernels
    Other,         ///< launched in time, yet a long gap
    UnknownLaunch, ///< a long gap before work whose launch is not in the file ([DIFF-4.3])
};
inline constexpr std::size_t kIdleCauseCount = 4;
[[nodiscard]] std::string_view toString(IdleCause cause); ///< "host_wait", "kernel_wait", "other", "unknown_launch"

/// The parameter that tells a usual gap from a long one, the same wherever gaps have causes.
inline constexpr const char* kKernelDelayParameter = "consecutive-kernel-delay";
[[nodiscard]] ParameterDescriptor kernelDelayParameter();

/// Time between two pieces of work, or between work and an edge of the window.
struct IdleGap {
    TimeRange range; ///< job time, cut to the scope's range; empty where work follows without a gap
    IdleCause cause = IdleCause::Other;
    SliceId before; ///< the work that ended last; invalid at the beginning of the window
    SliceId after;  ///< the work that ends the gap; invalid at the end of the window
};

/// One stream, all streams of a device together ([DIFF-4.4]), or all devices of the rank together.
struct IdleLine {
    std::int64_t device = Track::kNoDevice;
    std::int64_t stream = Track::kNoStream; ///< kNoStream for a whole device, too
    TrackId track;                          ///< invalid for a whole device
    std::size_t firstRow = 0;               ///< of a stream in RankIdle::work().rows
    std::size_t rowCount = 0;
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
    [[nodiscard]] static IdleLine wholeRank();
    /// The work of the scope without its range.
    [[nodiscard]] const RankGpuWork& work() const { return m_work; }

    /// Calls `visit` for each gap of the line in time order. A gap reaches from the greatest end so far to the next
    /// start and is never negative ([DIFF-4.2]); the first work of a line has one only if a range or steps are chosen.
    /// What a chosen range cuts off a gap does not change its cause, so ranges that follow one another add up.
    /// O(rows of the line), a device n log streams and 4 bytes a row. Returns early when told to stop, as Progress
    /// says.
    void eachGap(
        const IdleLine& line, const std::function<void(const IdleGap&)>& visit, const Progress& progress = {}) const;
    /// The same, but a gap that waits for the host beyond the return of the launch, by more than the usual distance of
    /// two kernels, comes in two parts: up to there it is the host's, what follows is IdleCause::Other, since the work
    /// was in its queue by then. The parts of a gap follow one another; none is empty.
    /// @param visit  the part, and whether it is that second one
    void eachPart(const IdleLine& line, const std::function<void(const IdleGap& part, bool isAfterLaunch)>& visit,
        const Progress& progress = {}) const;
    /// The time the gaps of the line are part of: the chosen window, else its first start to its last end.
    [[nodiscard]] std::vector<TimeRange> viewOf(const IdleLine& line) const;
    /// The stream that a piece of work of this rank runs on.
    [[nodiscard]] const Track& trackOf(SliceId work) const
    {
        return m_rank->trace->track(m_rank->trace->trackOf(work));
    }

private:
    friend class ScopedIdle;
    using Visit = std::function<void(const IdleGap&)>;

    [[nodiscard]] static bool isOn(const IdleLine& line, const GpuStream& stream);
    [[nodiscard]] std::vector<std::uint32_t> rowsOf(const IdleLine& line, const Progress& progress) const;
    void visitPart(const std::vector<std::uint32_t>& rows, std::size_t first, std::size_t last,
        std::optional<TimeRange> edges, const Visit& visit, const Progress& progress) const;
    void report(IdleGap gap, const Visit& visit) const;
    [[nodiscard]] IdleCause causeOf(SliceId work, const TimeRange& gap) const;

    const RankTrace* m_rank = nullptr;
    RankGpuWork m_work;
    std::vector<IdleLine> m_streams;
    std::vector<IdleLine> m_devices;
    std::optional<TimeRange> m_range; ///< of the scope
    bool m_hasSteps = false;
    Nanoseconds m_delay = 0;
};

/// Access to the gaps of a scope, rank by rank. Keeps the traces alive. Immutable; thread-safe.
class ScopedIdle {
public:
    /// @param kernelDelay  gaps shorter than this are the usual distance of two kernels; >= 0.
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

    std::shared_ptr<const ScopedGpuWork> m_source; ///< the scope without its range
    Scope m_scope;
    Nanoseconds m_delay = 0;
};

} // namespace kinetoscope
