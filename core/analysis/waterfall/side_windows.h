// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/gpu/breakdown/temporal_breakdown.h"
#include "core/analysis/gpu/idle/idle_gaps.h"
#include "core/analysis/job/chosen_side.h"
#include "core/analysis/waterfall/shared_time.h"

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace kinetoscope {

/// What is compared: the whole window, then what each moment of it counts as, in the order of TimePart and IdleCause.
inline constexpr std::size_t kWaterfallParts = 1 + kBusyPartCount + kIdleCauseCount;
using WaterfallTimes = std::array<Nanoseconds, kWaterfallParts>; ///< ns; the first is the sum of the others

/// A stretch of one rank.
struct SideWindow {
    std::size_t rank = 0;             ///< in SideWindows
    TimeRange range;                  ///< job time
    std::optional<std::int64_t> step; ///< of which it is
    bool isLastStep = false;          ///< on the GPU it has no end: the window ends with its last work
    bool hasGpuWork = true;           ///< the rank, anywhere; else nothing but times[0] is known
    WaterfallTimes times {};
};

/// Calls of one name in a window and their part of the time.
struct NameTime {
    std::int64_t calls = 0; ///< that start in the window
    Nanoseconds time = 0;
};
/// By part (of the busy ones) and name.
using NameTimes = std::map<std::pair<std::size_t, std::string>, NameTime>;
/// What stands for the kernels of a summary that are below its threshold.
inline constexpr const char* kRestName = "(rest)";

/// The windows of one side of a comparison. Keeps the traces alive. Immutable; thread-safe.
class SideWindows {
public:
    /// @param areHostWindows  of traces; of summaries always: steps as the host has them; else from the first GPU work
    /// of a step to that of the next. Errors: Cancelled, or a step pattern that is no regular expression.
    [[nodiscard]] static Result<std::shared_ptr<const SideWindows>> create(
        const AnalysisInput& side, bool areHostWindows, Nanoseconds kernelDelay, const AnalysisContext& context);

    /// By rank, then by start, with the last step of each rank, unless it is not chosen.
    [[nodiscard]] const std::vector<SideWindow>& windows() const { return m_windows; }
    [[nodiscard]] bool hasSteps() const { return m_hasSteps; }
    [[nodiscard]] const RankTrace& rankTrace(const SideWindow& window) const { return m_work->rankTrace(window.rank); }
    /// Names in a window, each with its part of the time of the work that runs then: they add up to the parts.
    [[nodiscard]] Result<NameTimes> namesIn(
        const SideWindow& window, bool useShortNames, const Progress& progress) const;
    /// When a part of a window is; the window itself for part 0.
    [[nodiscard]] Selection evidence(const SideWindow& window, std::size_t part, const Progress& progress) const;
    /// The work of a name in a window.
    struct WorkOfName {
        std::size_t part = 0; ///< of the busy ones
        std::string name;
        bool isShortName = false;
        bool startsInside = false; ///< only what starts in the window: its calls
    };
    [[nodiscard]] Selection evidence(
        const SideWindow& window, const WorkOfName& wanted, const Progress& progress) const;

private:
    SideWindows() = default;
    [[nodiscard]] Result<std::vector<SideWindow>> windowsOf(
        std::size_t rank, bool areHostWindows, const AnalysisContext& context) const;
    [[nodiscard]] Result<std::vector<SideWindow>> windowsOfSummary(std::size_t rank, const RankSummary& summary) const;
    [[nodiscard]] NameTimes namesOfSummary(
        const SideWindow& window, const RankSummary& summary, bool useShortNames) const;
    /// When each part but the first is, from the first window of the rank to its last.
    using PartRanges = std::array<std::vector<TimeRange>, kWaterfallParts>;
    struct RankParts {
        PartRanges ranges;
        bool hasGpuWork = false; ///< anywhere
    };
    [[nodiscard]] Result<RankParts> partsOf(std::size_t rank, TimeRange hull, const Progress& progress) const;

    AnalysisInput m_input;
    std::shared_ptr<const ScopedGpuWork> m_work;           ///< of all steps
    std::vector<std::shared_ptr<const ScopedIdle>> m_idle; ///< by rank, around its windows; null without any
    std::vector<TimeRange> m_hulls;                        ///< by rank
    std::vector<SideWindow> m_windows;
    bool m_hasSteps = false;
};

} // namespace kinetoscope
