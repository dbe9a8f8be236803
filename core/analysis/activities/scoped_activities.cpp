// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/activities/scoped_activities.h"

#include "core/analysis/scope/steps.h"
#include "core/base/vectors.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace kinetoscope {

namespace {

ActivityKind kindOfEvent(EventKind kind)
{
    if (kind == EventKind::Memcpy)
        return ActivityKind::Memcpy;
    return kind == EventKind::Memset ? ActivityKind::Memset : ActivityKind::Kernel;
}

} // namespace

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
    std::optional<KernelType> lastType;
    StopCheck check(progress);
    for (const GpuWorkRow& row : work.rows) {
        if (check.after(1))
            break;
        const ActivityKind kind = kindOfEvent(slices.kind[row.slice.index()]);
        ofKind(activities, kind).push_back({ row.range.length(), { work.rankIndex, row.slice } });
        if (kind == ActivityKind::Kernel && lastType != row.type)
            activities.kernelTypes.insert(*(lastType = row.type));
    }
    addHostCalls(i, work.rankIndex, activities, progress);
    KT_TRY_DONE(progress.carryOn());
    return activities;
}

Result<ActivitiesByKind> ScopedActivities::all(const Progress& progress) const
{
    ActivitiesByKind sum;
    for (std::size_t i = 0; i < rankCount(); ++i) {
        KT_TRY(ActivitiesByKind part, rank(i, progress));
        for (std::size_t kind = 0; kind < sum.size(); ++kind) {
            if (sum[kind].empty())
                sum[kind] = std::move(part[kind]);
            else
                append(sum[kind], part[kind]);
        }
    }
    return sum;
}

void ScopedActivities::addHostCalls(
    std::size_t i, std::uint32_t rankIndex, ActivitiesByKind& activities, const Progress& progress) const
{
    const RankTrace& rank = rankTrace(i);
    const SliceTable& slices = rank.trace->slices();
    const Scope& scope = m_work->scope();
    if (!scope.hasWindow()) { // all of them: what grows is copied, without a look at the stop flag
        const auto countOf = [&slices](EventKind kind) {
            return static_cast<std::size_t>(std::ranges::count(slices.kind, kind));
        };
        ofKind(activities, ActivityKind::RuntimeCall).reserve(countOf(EventKind::RuntimeCall));
        ofKind(activities, ActivityKind::DriverCall).reserve(countOf(EventKind::DriverCall));
    }
    StopCheck check(progress);
    for (const Track& track : rank.trace->tracks()) {
        if (track.kind != TrackKind::HostThread)
            continue;
        for (std::uint32_t row = track.firstSlice; row < track.endSlice() && !check.after(1); ++row) {
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

void putLongestFirst(std::vector<Activity>& activities)
{
    const auto isBefore = [](const Activity& a, const Activity& b) {
        return a.duration != b.duration ? a.duration > b.duration : a.slice < b.slice;
    };
    if (activities.empty())
        return;
    const auto end = activities.begin() + static_cast<std::ptrdiff_t>(std::max<std::size_t>(1, activities.size() / 10));
    std::nth_element(activities.begin(), end, activities.end(), isBefore);
    std::sort(activities.begin(), end, isBefore);
}

const Activity& shortestOf(const std::vector<Activity>& activities)
{
    return *std::ranges::min_element(activities, {}, &Activity::duration);
}

Nanoseconds sumOfFirst(const std::vector<Activity>& activities, std::size_t count)
{
    Nanoseconds sum = 0;
    for (std::size_t i = 0; i < count; ++i)
        sum = saturatingAdd(sum, activities[i].duration);
    return sum;
}

} // namespace kinetoscope
