// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/activities/activities.h"

#include "core/analysis/scope/steps.h"

#include <algorithm>
#include <utility>

namespace kinetoscope {

namespace {

std::vector<Activity>& ofKind(ActivitiesByKind& activities, ActivityKind kind)
{
    return activities[static_cast<std::size_t>(kind)];
}

ActivityKind kindOfEvent(EventKind kind)
{
    if (kind == EventKind::Memcpy)
        return ActivityKind::Memcpy;
    return kind == EventKind::Memset ? ActivityKind::Memset : ActivityKind::Kernel;
}

} // namespace

std::string_view toString(ActivityKind kind)
{
    return kActivityKindNames[static_cast<std::size_t>(kind)];
}

std::optional<ActivityKind> activityKindOf(std::string_view name)
{
    if (name == "conc_kernel")
        return ActivityKind::Kernel;
    const auto it = std::ranges::find(kActivityKindNames, name);
    if (it == kActivityKindNames.end())
        return std::nullopt;
    return static_cast<ActivityKind>(it - kActivityKindNames.begin());
}

Result<std::shared_ptr<const ScopedActivities>> ScopedActivities::create(
    const AnalysisInput& input, const KernelClassifier& classifier)
{
    KT_TRY(auto work, ScopedGpuWork::create(input, classifier));
    std::shared_ptr<ScopedActivities> activities(new ScopedActivities);
    activities->m_work = std::move(work);
    for (std::size_t i = 0; i < activities->rankCount() && !input.scope.steps.empty(); ++i) {
        KT_TRY(std::vector<TimeRange> steps, chosenStepRanges(activities->rankTrace(i), input.scope, input.stop));
        activities->m_steps.push_back(std::move(steps));
    }
    return std::shared_ptr<const ScopedActivities>(std::move(activities));
}

Result<ActivitiesByKind> ScopedActivities::rank(std::size_t i, const Progress& progress) const
{
    KT_TRY(const RankGpuWork work, m_work->rank(i, progress));
    ActivitiesByKind activities;
    const SliceTable& slices = rankTrace(i).trace->slices();
    for (const GpuWorkRow& row : work.rows)
        ofKind(activities, kindOfEvent(slices.kind[row.slice.index()]))
            .push_back({ row.range.length(), { work.rankIndex, row.slice } });
    addHostCalls(i, work.rankIndex, activities);
    KT_TRY_DONE(progress.carryOn());
    return activities;
}

Result<ActivitiesByKind> ScopedActivities::all(const Progress& progress) const
{
    ActivitiesByKind sum;
    for (std::size_t i = 0; i < rankCount(); ++i) {
        Result<ActivitiesByKind> part = rank(i, progress);
        if (!part)
            return part;
        for (std::size_t kind = 0; kind < sum.size(); ++kind)
            sum[kind].insert(sum[kind].end(), part.value()[kind].begin(), part.value()[kind].end());
    }
    return sum;
}

void ScopedActivities::addHostCalls(std::size_t i, std::uint32_t rankIndex, ActivitiesByKind& activities) const
{
    const RankTrace& rank = rankTrace(i);
    const SliceTable& slices = rank.trace->slices();
    const Scope& scope = m_work->scope();
    for (const Track& track : rank.trace->tracks()) {
        if (track.kind != TrackKind::HostThread)
            continue;
        for (std::uint32_t row = track.firstSlice; row < track.endSlice(); ++row) {
            const SliceId slice = SliceTable::at(row);
            if (!isApiCall(slices.kind[row]) || !slices.isSound(slice))
                continue;
            const TimeRange whole = rank.jobRange(slice);
            const std::optional<TimeRange> range = scope.visible(whole);
            if (!range || (!scope.steps.empty() && !isInRanges(m_steps[i], whole.begin)))
                continue;
            const bool isRuntime = slices.kind[row] == EventKind::RuntimeCall;
            ofKind(activities, isRuntime ? ActivityKind::RuntimeCall : ActivityKind::DriverCall)
                .push_back({ range->length(), { rankIndex, slice } });
        }
    }
}

} // namespace kinetoscope
