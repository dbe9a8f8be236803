// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/causes/idle/idle_causes.h"
#include "core/overlay/overlay_makers.h"

#include "core/analysis/causes/cause_parameters.h"
#include "core/analysis/causes/idle/idle_ledger.h"
#include "core/analysis/names/classification.h"
#include "core/analysis/run_analysis.h"
#include "core/analysis/scope/per_rank.h"

#include <algorithm>
#include <array>

namespace kinetoscope {

namespace {

/// The gaps of a device as they are drawn: the host's part of each and the rest, and what these are made of.
class DeviceStretches {
public:
    /// Parts come in time order, gap by gap.
    void add(const IdlePart& part)
    {
        const auto cause = static_cast<std::uint32_t>(part.cause);
        if (!m_isOpen || isHostCause(part.cause) != m_isHost) {
            close();
            m_isOpen = true;
            m_isHost = isHostCause(part.cause);
            m_stretch = { part.range.begin, part.range.begin };
        }
        m_stretch.end = part.range.end;
        m_times[cause] = saturatingAdd(m_times[cause], part.range.length());
        if (m_isContinued && m_parts.back().tag == cause && m_parts.back().range.end == part.range.begin)
            m_parts.back().range.end = part.range.end;
        else
            m_parts.push_back({ part.range, cause });
        m_isContinued = true;
    }
    /// At the end of each gap.
    void close()
    {
        m_isContinued = false;
        if (!m_isOpen)
            return;
        const auto most = std::ranges::max_element(m_times);
        const StretchCause cause { static_cast<Cause>(most - m_times.begin()), *most > m_stretch.length() / 2 };
        m_stretches.push_back({ m_stretch, cause.tag() });
        m_times.fill(0);
        m_isOpen = false;
    }
    [[nodiscard]] std::vector<RangeIndex::Entry> takeStretches() { return std::move(m_stretches); }
    [[nodiscard]] std::vector<RangeIndex::Entry> takeParts() { return std::move(m_parts); }

private:
    std::vector<RangeIndex::Entry> m_stretches;
    std::vector<RangeIndex::Entry> m_parts;
    std::array<Nanoseconds, kCauseCount> m_times {}; ///< of the stretch that is open, by cause
    TimeRange m_stretch;
    bool m_isOpen = false;
    bool m_isHost = false;
    bool m_isContinued = false; ///< the last of the parts belongs to the stretch that is open
};

/// The gaps of one rank.
struct RankStretches {
    std::vector<OverlayRanges> ranges;
    std::vector<Nanoseconds> times; ///< by cause
};

Result<RankStretches> rankStretches(
    const ScopedIdle& source, std::size_t i, const CauseThresholds& thresholds, const Progress& progress)
{
    constexpr std::size_t kItemsOfAGap = 50; // explaining one takes a microsecond or two
    KT_TRY(const RankIdle idle, source.rank(i, progress));
    RankStretches found { {}, std::vector<Nanoseconds>(kCauseCount) };
    if (idle.devices().empty())
        return found;
    IdleLedger ledger(source.rankTrace(i), thresholds, progress);
    StopCheck check(progress);
    for (const IdleLine& device : idle.devices()) {
        DeviceStretches stretches;
        bool isStopped = progress.shouldStop();
        idle.eachGap(
            device,
            [&](const IdleGap& gap) {
                isStopped = isStopped || check.after(kItemsOfAGap);
                if (gap.range.isEmpty() || isStopped)
                    return;
                ledger.explain(gap, [&](const IdlePart& part) {
                    stretches.add(part);
                    Nanoseconds& time = found.times[static_cast<std::size_t>(part.cause)];
                    time = saturatingAdd(time, part.range.length());
                });
                stretches.close();
            },
            progress);
        if (isStopped || progress.shouldStop())
            return Error::stopped();
        const RangeIndex drawn(stretches.takeStretches());
        const RangeIndex parts(stretches.takeParts());
        for (const IdleLine& stream : idle.streams()) {
            if (stream.device == device.device && !drawn.isEmpty())
                found.ranges.push_back({ source.rankIndex(i), stream.track, 0, drawn, parts });
        }
    }
    return found;
}

} // namespace

Result<Overlay> idleCauseOverlay(
    const AnalysisInput& input, const Parameters& parameters, const AnalysisContext& context)
{
    KT_TRY(const Parameters complete, completeParameters(idleCauses(), parameters, Mode::Exact));
    const CauseThresholds thresholds = causeThresholdsFrom(complete);
    KT_TRY(const auto source, ScopedIdle::create(input, *context.classifier, thresholds.gap));
    Overlay overlay;
    overlay.style = OverlayStyle::IdleLedger;
    overlay.idleTimes.resize(kCauseCount);
    const auto gapsOf = [&](std::size_t i) { return rankStretches(*source, i, thresholds, context.progress); };
    KT_TRY_DONE(forEachRankInOrder(source->rankCount(), context, gapsOf, [&overlay](std::size_t, RankStretches found) {
        std::move(found.ranges.begin(), found.ranges.end(), std::back_inserter(overlay.ranges));
        for (std::size_t cause = 0; cause < kCauseCount; ++cause)
            overlay.idleTimes[cause] = saturatingAdd(overlay.idleTimes[cause], found.times[cause]);
    }));
    if (overlay.isEmpty())
        overlay.remarks.push_back(
            { "no-idle-gaps", { KT_PHRASE("overlays", "No device has two pieces of work with a gap between them.") } });
    return overlay;
}

} // namespace kinetoscope
