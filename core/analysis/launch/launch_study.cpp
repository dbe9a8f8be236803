// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/launch/launch_study.h"

#include "core/analysis/launch/launch_charts.h"
#include "core/analysis/types/parameter_ids.h"

#include <algorithm>
#include <cstddef>

namespace kinetoscope {

namespace {

/// Launches between two looks at the stop flag: about a millisecond of work.
constexpr std::size_t kLaunchesPerCheck = 16 * 1024;

/// By LaunchGroup: whether a launch belongs to it.
using InGroup = std::array<bool, kLaunchGroups.size()>;

void addTo(LaunchTotals& totals, const Launch& launch, const LaunchTimes& times, const InGroup& isIn)
{
    ++totals.count;
    const bool isNewCall = launch.call != totals.lastCall;
    if (isNewCall) {
        ++totals.calls;
        totals.call = saturatingAdd(totals.call, times.call.length());
        totals.lastCall = launch.call;
    }
    totals.work = saturatingAdd(totals.work, times.work.length());
    totals.delay = saturatingAdd(totals.delay, times.delay);
    totals.queueWait = saturatingAdd(totals.queueWait, times.queueWait);
    for (std::size_t group = 0; group < isIn.size(); ++group) {
        const bool counts = isNewCall || !isAboutCalls(static_cast<LaunchGroup>(group));
        totals.inGroup[group] += isIn[group] && counts ? 1 : 0;
    }
    totals.launches.push_back(launch);
}

} // namespace

LaunchStudy::LaunchStudy(
    std::shared_ptr<const ScopedLaunches> source, const KernelClassifier& classifier, const Parameters& parameters)
    : m_source(std::move(source))
    , m_classifier(classifier)
    , m_cutoffs { parameters.integer(kLaunchRuntimeCutoff), parameters.integer(kLaunchDelayCutoff) }
    , m_withMemory(parameters.boolean(parameter::kIncludeMemoryEvents))
    , m_apis(parameters.list(parameter::kLaunchApi))
{
    for (std::shared_ptr<LaunchRows>& rows : m_rows)
        rows = std::make_shared<LaunchRows>(m_source);
}

Result<Done> LaunchStudy::addRank(std::uint32_t i, const RankLaunches& rank, const Progress& progress)
{
    const RankTrace& rankTrace = m_source->rankTrace(i);
    const Trace& trace = *rankTrace.trace;
    const NameTypes types = m_classifier.typesOf(trace);
    EarlierWork earlier(trace);
    for (std::size_t n = 0; n < rank.launches.size(); ++n) {
        if (n % kLaunchesPerCheck == 0 && progress.shouldStop())
            return Error::stopped();
        const Launch& launch = rank.launches[n];
        const std::string_view api = launchApiName(trace.name(launch.call));
        if (!m_withMemory && types.of(trace.slices(), launch.work.index()) == KernelType::Memory)
            continue;
        if (!m_apis.empty() && std::ranges::find(m_apis, api) == m_apis.end())
            continue;
        add(i, launch, api, timesOf(rankTrace, launch, earlier));
    }
    return Done {};
}

void LaunchStudy::add(std::uint32_t rank, const Launch& launch, std::string_view api, const LaunchTimes& times)
{
    InGroup isIn {};
    for (const LaunchGroup group : kLaunchGroups) {
        const auto index = static_cast<std::size_t>(group);
        isIn[index] = m_cutoffs.isIn(group, times.call.length(), times.work.length(), times.delay);
        if (isIn[index])
            m_rows[index]->add({ launch.call, launch.work, times.queueWait, rank });
    }
    addTo(m_totals[{ rank, api }], launch, times, isIn);
}

} // namespace kinetoscope
