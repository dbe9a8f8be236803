// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/causes/idle/gap_entry.h"

#include "core/analysis/causes/cause_parameters.h"
#include "core/analysis/causes/idle/idle_causes.h"
#include "core/analysis/causes/idle/idle_ledger.h"
#include "core/analysis/run_analysis.h"
#include "core/base/sort_stably.h"

#include <algorithm>
#include <map>

namespace kinetoscope {

namespace {

/// What of a stretch of time is idle on a line.
struct LineIdle {
    const IdleLine* line = nullptr;
    std::vector<IdleGap> gaps;
    Nanoseconds time = 0;
};
LineIdle idleOn(const IdleLine& line, const RankIdle& idle, const Progress& progress)
{
    LineIdle found { &line, {}, 0 };
    idle.eachGap(
        line,
        [&found](const IdleGap& gap) {
            if (gap.range.isEmpty())
                return;
            found.time = saturatingAdd(found.time, gap.range.length());
            found.gaps.push_back(gap);
        },
        progress);
    return found;
}

/// The lines that are to be explained: of the devices that one which the interval's stream belongs to, or the only one,
/// if it is idle the whole time; else that stream if it is, after its device if that is idle for a part of the time.
std::vector<LineIdle> findIdle(const RankIdle& idle, const IntervalRef& interval, const Progress& progress)
{
    const auto stream = std::ranges::find_if(idle.streams(),
        [&interval](const IdleLine& line) { return interval.track.isValid() && line.track == interval.track; });
    const bool hasStream = stream != idle.streams().end();
    std::vector<LineIdle> whole;
    std::vector<LineIdle> parts;
    for (const IdleLine& device : idle.devices()) {
        if (hasStream && device.device != stream->device)
            continue;
        LineIdle found = idleOn(device, idle, progress);
        if (found.time == interval.range.length())
            whole.push_back(std::move(found));
        else if (hasStream && found.time > 0)
            parts.push_back(std::move(found));
    }
    if (whole.size() > 1)
        return {}; // which of them is meant, nobody said
    if (!whole.empty() || !hasStream)
        return whole;
    parts.push_back(idleOn(*stream, idle, progress));
    if (parts.back().time != interval.range.length())
        return {};
    return parts;
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
        m_time = saturatingAdd(m_time, length);
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
        entry.time = m_time;
        entry.afterSync = m_afterSync;
        entry.afterCall = m_afterCall;
    }

private:
    const Trace& m_trace;
    std::map<SliceId, OwnerLabels> m_labels;
    std::map<std::pair<Cause, OwnerLabels>, GapShare> m_shares;
    Nanoseconds m_time = 0;
    Nanoseconds m_afterSync = 0;
    Nanoseconds m_longestAfter = 0;
    SliceId m_afterCall;
};

} // namespace

Result<std::vector<GapEntry>> gapEntriesOf(
    const std::shared_ptr<const TraceSet>& traces, const IntervalRef& interval, const Progress& progress)
{
    std::vector<GapEntry> entries;
    if (interval.range.isEmpty())
        return entries;
    KT_TRY(const Parameters defaults, completeParameters(idleCauses(), {}, Mode::Exact));
    const CauseThresholds thresholds = causeThresholdsFrom(defaults);
    AnalysisInput input { traces, {} };
    input.scope.ranks = { traces->ranks()[interval.rank].rank };
    input.scope.range = interval.range; // gaps are explained as a whole, and then cut
    const KernelClassifier classifier;
    KT_TRY(const auto source, ScopedIdle::create(input, classifier, thresholds.gap));
    KT_TRY(const RankIdle idle, source->rank(0, progress));
    const std::vector<LineIdle> lines = findIdle(idle, interval, progress);
    KT_TRY_DONE(progress.carryOn());
    if (lines.empty())
        return entries;
    const RankTrace& rank = source->rankTrace(0);
    IdleLedger ledger(rank, thresholds, progress);
    for (const LineIdle& each : lines) {
        GapShares shares(*rank.trace);
        for (const IdleGap& gap : each.gaps)
            ledger.explain(gap, [&shares](const IdlePart& part) { shares.add(part); });
        KT_TRY_DONE(progress.carryOn());
        entries.push_back({ .stream = each.line->track, .device = each.line->device });
        shares.moveTo(entries.back());
    }
    return entries;
}

} // namespace kinetoscope
