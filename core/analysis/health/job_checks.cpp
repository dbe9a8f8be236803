// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/health/health_finding.h"
#include "core/base/analysis_name.h"
#include "core/base/vectors.h"
#include "core/model/job_sizes.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>

namespace kinetoscope {

namespace {

HealthFinding jobChecksFinding(HealthLevel level, const char* check, std::uint64_t count, Message sentence)
{
    return HealthFinding { .level = level, .check = check, .sentence = std::move(sentence), .count = count };
}

/// Whether collectives put the clocks of all of them onto one.
bool areClocksMeasured(const std::vector<const RankTrace*>& ranks)
{
    return std::ranges::all_of(ranks, [first = ranks.front()->alignment](const RankTrace* rank) {
        return first && rank->alignment && isSound(rank->alignment->status)
            && rank->alignment->reference == first->reference;
    });
}

void checkClocks(const std::vector<const RankTrace*>& ranks, std::vector<HealthFinding>& findings)
{
    const auto hasBase = [](const RankTrace* rank) { return rank->trace->metadata().baseTimeNanoseconds.has_value(); };
    const auto with = static_cast<std::size_t>(std::ranges::count_if(ranks, hasBase));
    if (with > 0 && with < ranks.size() && areClocksMeasured(ranks))
        findings.push_back(jobChecksFinding(HealthLevel::Info, "clocks-differ", ranks.size() - with,
            { KT_PLURAL("trace-health",
                  "%1 rank has no baseTimeNanoseconds that can be used, and the others have one: the ends of "
                  "collectives put the clocks of these ranks together, as %2 tells.",
                  "%1 ranks have no baseTimeNanoseconds that can be used, and the others have one: the ends of "
                  "collectives put the clocks of these ranks together, as %2 tells."),
                arg::Count { ranks.size() - with }, analysisName("clock-alignment") }));
    else if (with > 0 && with < ranks.size())
        findings.push_back(jobChecksFinding(HealthLevel::Serious, "clocks-differ", ranks.size() - with,
            { KT_PLURAL("trace-health",
                  "%1 rank has no baseTimeNanoseconds that can be used, and the others have one: times of these ranks "
                  "cannot be "
                  "compared.",
                  "%1 ranks have no baseTimeNanoseconds that can be used, and the others have one: times of these "
                  "ranks cannot be "
                  "compared."),
                arg::Count { ranks.size() - with } }));
    Timestamp latestStart = kMinTimestamp;
    Timestamp earliestEnd = kMaxTimestamp;
    for (const RankTrace* rank : ranks) {
        const RankSummary* summary = rank->readsFrom();
        const TimeRange range = summary != nullptr ? summary->meta.coreRange : rank->trace->coreRange();
        if (summary != nullptr ? range.isEmpty() : rank->trace->slices().size() == 0)
            continue;
        latestStart = std::max(latestStart, rank->toJobTime(range.begin));
        earliestEnd = std::min(earliestEnd, rank->toJobTime(range.end));
    }
    if (latestStart > earliestEnd) {
        HealthFinding found = jobChecksFinding(HealthLevel::Warning, "ranks-apart", ranks.size(),
            { KT_PHRASE("trace-health",
                  "The ranks have no moment in common: one ends %1 before another one starts. They were recorded at "
                  "different times, or their clocks differ."),
                arg::Duration { saturatingSubtract(latestStart, earliestEnd) } });
        found.time = saturatingSubtract(latestStart, earliestEnd);
        findings.push_back(std::move(found));
    }
}

/// Ranks that were merged into one file are processes of it; `distributedInfo` is that of the first one.
bool hasSeveralLaunchingProcesses(const Trace& trace)
{
    const SliceTable& slices = trace.slices();
    std::set<StringId> processes;
    for (const Track& track : trace.tracks()) {
        if (track.kind != TrackKind::HostThread || processes.contains(track.pid))
            continue;
        const std::uint32_t end = track.firstSlice + track.sliceCount;
        for (std::uint32_t row = track.firstSlice; row < end; ++row) {
            if (isApiCall(slices.kind[row]) && slices.partner[row].isValid()) {
                processes.insert(track.pid);
                break;
            }
        }
    }
    return processes.size() > 1;
}

void checkWorld(const std::vector<const RankTrace*>& ranks, std::vector<HealthFinding>& findings)
{
    JobSizes sizes;
    for (const RankTrace* rank : ranks)
        sizes.add(rank->trace->metadata().worldSize);
    const std::int64_t world = sizes.only().value_or(0);
    if (world > static_cast<std::int64_t>(ranks.size()) && std::ranges::none_of(ranks, [](const RankTrace* rank) {
            return hasSeveralLaunchingProcesses(*rank->trace);
        }))
        findings.push_back(
            jobChecksFinding(HealthLevel::Info, "ranks-missing", static_cast<std::uint64_t>(world) - ranks.size(),
                { KT_PLURAL("trace-health", "%1 of the job's %2 ranks is looked at; the slowest one may be another.",
                      "%1 of the job's %2 ranks are looked at; the slowest one may not be among them."),
                    arg::Count { ranks.size() }, arg::Count { world } }));
}

void checkStepsAgree(const std::vector<const RankTrace*>& ranks, std::vector<HealthFinding>& findings)
{
    std::set<std::vector<std::int64_t>> different;
    for (const RankTrace* rank : ranks) {
        different.insert(rank->stepNumbers());
    }
    if (different.size() > 1)
        findings.push_back(jobChecksFinding(HealthLevel::Info, "steps-differ", different.size(),
            { KT_PHRASE(
                "trace-health", "The ranks have different steps: figures of whole ranks are about different work.") }));
}

/// The model of the GPUs that a rank used; empty where its file does not say, or names several.
std::string modelOf(const Trace& trace)
{
    std::set<std::string> names;
    for (const Track& track : trace.tracks()) {
        if (track.kind != TrackKind::Stream || track.sliceCount == 0)
            continue;
        const auto& devices = trace.metadata().devices;
        const auto device = std::ranges::find(devices, track.device, &DeviceProperties::id);
        names.insert(device == devices.end() ? std::string() : device->name);
    }
    return names.size() == 1 ? *names.begin() : std::string();
}

/// A rank on a slower GPU is behind through no fault of its own.
void checkModels(const std::vector<const RankTrace*>& ranks, std::vector<HealthFinding>& findings)
{
    std::map<std::string, std::vector<std::int64_t>> byModel;
    for (const RankTrace* rank : ranks) {
        if (std::string model = modelOf(*rank->trace); !model.empty())
            byModel[std::move(model)].push_back(rank->rank);
    }
    if (byModel.size() < 2)
        return;
    Message all;
    for (auto& [model, numbers] : byModel) {
        std::ranges::sort(numbers);
        const Message one = numbers.size() == 1
            ? Message { KT_PHRASE("trace-health", "rank %1 %2"), arg::Number { numbers.front() }, arg::Name { model } }
            : Message { KT_PHRASE("trace-health", "ranks %1 %2"), arg::Numbers { numbers }, arg::Name { model } };
        all = all.isEmpty() ? one : Message { KT_PHRASE("trace-health", "%1, %2"), all, one };
    }
    findings.push_back(jobChecksFinding(HealthLevel::Info, "gpu-models-differ", byModel.size(),
        { KT_PHRASE(
              "trace-health", "The ranks used GPUs of different models: %1. The same work need not take them as long."),
            all }));
}

} // namespace

void checkJob(const TraceSet& traces, const std::vector<std::uint32_t>& ranks, std::vector<HealthFinding>& findings)
{
    std::vector<const RankTrace*> chosen =
        mapped(ranks, [&](const std::uint32_t rank) { return &traces.ranks()[rank]; });
    for (const Remark& remark : traces.remarks())
        findings.push_back(jobChecksFinding(HealthLevel::Warning, remark.code.c_str(), 1, remark.message));
    if (chosen.empty())
        return;
    checkWorld(chosen, findings);
    if (chosen.size() < 2)
        return;
    checkClocks(chosen, findings);
    checkModels(chosen, findings);
    checkStepsAgree(chosen, findings);
}

} // namespace kinetoscope
