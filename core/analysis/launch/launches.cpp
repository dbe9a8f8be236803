// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/launch/launches.h"

#include "core/analysis/scope/steps.h"
#include "core/base/ascii.h"
#include "core/numeric/intervals.h"

namespace kinetoscope {

namespace {

/// Links between two looks at the stop flag: about a millisecond of work.
constexpr std::size_t kLinksPerCheck = 64 * 1024;

} // namespace

Result<std::shared_ptr<const ScopedLaunches>> ScopedLaunches::create(const AnalysisInput& input)
{
    std::shared_ptr<ScopedLaunches> launches(new ScopedLaunches(input));
    if (!input.scope.steps.empty()) {
        KT_TRY(launches->m_chosen, launches->chosenSteps());
    }
    return std::shared_ptr<const ScopedLaunches>(std::move(launches));
}

bool ScopedLaunches::isInScope(std::size_t i, const Launch& launch) const
{
    const RankTrace& rank = rankTrace(i);
    const SliceTable& slices = rank.trace->slices();
    if (!isApiCall(slices.kind[launch.call.index()]) || !slices.isSound(launch.call) || !slices.isSound(launch.work))
        return false;
    const Timestamp start = rank.toJobTime(slices.start[launch.call.index()]);
    if (!m_input.scope.steps.empty() && !isInRanges(m_chosen[i], start))
        return false;
    if (m_input.scope.range && !m_input.scope.range->contains(start))
        return false;
    return isChosen(m_input.scope.streams, rank.trace->track(launch.stream).stream);
}

Result<RankLaunches> ScopedLaunches::rank(std::size_t i, const Progress& progress) const
{
    const RankTrace& rank = rankTrace(i);
    const SliceTable& slices = rank.trace->slices();
    RankLaunches found { rankIndex(i), rank.rank, {} };
    const auto links = rank.trace->launches().all();
    found.launches.reserve(links.size());
    for (std::size_t link = 0; link < links.size(); ++link) {
        if (link % kLinksPerCheck == 0 && progress.shouldStop())
            return Error::stopped();
        const Launch launch { links[link].launch, links[link].work, rank.trace->trackOf(links[link].work) };
        if (isInScope(i, launch))
            found.launches.push_back(launch);
    }
    progress.add(links.size());
    // Links come thread by thread and by time inside each.
    sortRuns(found.launches, [&slices](const Launch& a, const Launch& b) {
        if (a.call == b.call)
            return slices.start[a.work.index()] < slices.start[b.work.index()];
        return slices.startsBefore(a.call, b.call);
    });
    return found;
}

std::string_view launchApiName(std::string_view name)
{
    for (bool isShorter = true; isShorter;) {
        isShorter = false;
        for (const std::string_view suffix : { std::string_view("_ptsz"), std::string_view("_ptds") }) {
            if (name.size() > suffix.size() && name.ends_with(suffix)) {
                name.remove_suffix(suffix.size());
                isShorter = true;
            }
        }
        const std::size_t version = name.rfind("_v");
        if (version != std::string_view::npos && version > 0 && areDigits(name.substr(version + 2))) {
            name = name.substr(0, version);
            isShorter = true;
        }
    }
    return name;
}

bool isGraphLaunch(std::string_view call)
{
    return call.starts_with("cudaGraphLaunch") || call.starts_with("cuGraphLaunch")
        || call.starts_with("hipGraphLaunch");
}

} // namespace kinetoscope
