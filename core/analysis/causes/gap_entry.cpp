// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/causes/gap_entry.h"

#include "core/analysis/causes/cause_parameters.h"
#include "core/analysis/causes/idle_causes.h"
#include "core/analysis/causes/idle_ledger.h"
#include "core/analysis/run_analysis.h"
#include "core/base/sort_stably.h"

#include <algorithm>
#include <map>

namespace kinetoscope {

namespace {

/// The gaps of a line that lie in the window of `idle`, if together they are all of it.
std::vector<IdleGap> gapsThatFill(
    const RankIdle& idle, const IdleLine& line, const TimeRange& window, const Progress& progress)
{
    std::vector<IdleGap> gaps;
    Nanoseconds time = 0;
    idle.eachGap(
        line,
        [&](const IdleGap& gap) {
            if (gap.range.isEmpty())
                return;
            time = saturatingAdd(time, gap.range.length());
            gaps.push_back(gap);
        },
        progress);
    if (time != window.length())
        gaps.clear();
    return gaps;
}

/// What is idle the whole time: of the devices that one which the interval's stream belongs to, or the only one; else
/// that stream.
struct IdleFound {
    const IdleLine* line = nullptr;
    std::vector<IdleGap> gaps;
};
IdleFound findIdle(const RankIdle& idle, const IntervalRef& interval, const Progress& progress)
{
    const auto stream = std::ranges::find_if(idle.streams(),
        [&interval](const IdleLine& line) { return interval.track.isValid() && line.track == interval.track; });
    const bool hasStream = stream != idle.streams().end();
    IdleFound found;
    for (const IdleLine& device : idle.devices()) {
        if (hasStream && device.device != stream->device)
            continue;
        std::vector<IdleGap> gaps = gapsThatFill(idle, device, interval.range, progress);
        if (gaps.empty())
            continue;
        if (found.line)
            return {}; // which of them is meant, nobody said
        found = { &device, std::move(gaps) };
    }
    if (!found.line && hasStream) {
        std::vector<IdleGap> gaps = gapsThatFill(idle, *stream, interval.range, progress);
        if (!gaps.empty())
            return { &*stream, std::move(gaps) };
    }
    return found;
}

class GapShares {
public:
    explicit GapShares(const Trace& trace)
        : m_trace(trace)
    {
    }
    void add(const IdlePart& part)
    {
        const auto [known, isNew] = m_labels.try_emplace(part.owner);
        if (isNew)
            known->second = ownerLabels(m_trace, part.owner);
        GapShare& share = m_shares[{ part.cause, known->second }];
        const Nanoseconds length = part.range.length();
        share.time = saturatingAdd(share.time, length);
        if (length > share.longest.length()) {
            share.longest = part.range;
            share.owner = part.owner;
        }
        if (!part.afterCall.isValid())
            return;
        share.afterSync = saturatingAdd(share.afterSync, length);
        m_afterSync = saturatingAdd(m_afterSync, length);
        if (length > m_longestAfter) {
            m_longestAfter = length;
            m_afterCall = part.afterCall;
        }
    }
    void moveTo(GapEntry& entry)
    {
        for (auto& [key, share] : m_shares) {
            share.cause = key.first;
            share.labels = key.second;
            entry.shares.push_back(std::move(share));
        }
        sortStably(entry.shares, std::ranges::greater {}, &GapShare::time); // the map has the rest
        entry.afterSync = m_afterSync;
        entry.afterCall = m_afterCall;
    }

private:
    const Trace& m_trace;
    std::map<SliceId, OwnerLabels> m_labels;
    std::map<std::pair<Cause, OwnerLabels>, GapShare> m_shares;
    Nanoseconds m_afterSync = 0;
    Nanoseconds m_longestAfter = 0;
    SliceId m_afterCall;
};

} // namespace

Result<std::optional<GapEntry>> gapEntryOf(
    const std::shared_ptr<const TraceSet>& traces, const IntervalRef& interval, const Progress& progress)
{
    if (interval.range.isEmpty())
        return std::optional<GapEntry>();
    KT_TRY(const Parameters defaults, completeParameters(idleCauses(), {}, Mode::Exact));
    const CauseThresholds thresholds = causeThresholdsFrom(defaults);
    AnalysisInput input { traces, {} };
    input.scope.ranks = { traces->ranks()[interval.rank].rank };
    input.scope.range = interval.range; // gaps are explained as a whole, and then cut
    const KernelClassifier classifier;
    KT_TRY(const auto source, ScopedIdle::create(input, classifier, thresholds.gap));
    KT_TRY(const RankIdle idle, source->rank(0, progress));
    const IdleFound found = findIdle(idle, interval, progress);
    KT_TRY_DONE(progress.carryOn());
    if (!found.line)
        return std::optional<GapEntry>();
    const RankTrace& rank = source->rankTrace(0);
    IdleLedger ledger(rank, thresholds, progress);
    GapEntry entry { .stream = found.line->track, .device = found.line->device };
    GapShares shares(*rank.trace);
    for (const IdleGap& gap : found.gaps)
        ledger.explain(gap, [&shares](const IdlePart& part) { shares.add(part); });
    KT_TRY_DONE(progress.carryOn());
    shares.moveTo(entry);
    return std::optional<GapEntry>(std::move(entry));
}

} // namespace kinetoscope
