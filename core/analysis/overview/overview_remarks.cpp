// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/overview/overview_remarks.h"

#include "core/analysis/collectives/cpu_collectives.h"
#include "core/analysis/efficiency/step_mfu.h"
#include "core/analysis/gpu/gpu_work.h"
#include "core/analysis/overview/candidates/candidate_list.h"
#include "core/analysis/ranks/ranks_together.h"
#include "core/analysis/ranks/wait_facts.h"
#include "core/base/analysis_name.h"
#include "core/numeric/rounding.h"

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace kinetoscope {

namespace {

/// "2 %", exactly.
arg::Percent limitOf(double share)
{
    return { roundHalfEven(share * 100, 9) };
}

/// The device of several that is idle most beyond what all of them are together; nullptr where none is much.
const IdleOfOneDevice* mostIdleDevice(const RankFacts& rank, double leastShare)
{
    const auto idleShare = [](const IdleOfOneDevice& each) { return shareOf(each.idle, each.view); };
    const auto most = std::ranges::max_element(rank.devices, {}, idleShare);
    if (most == rank.devices.end() || rank.split.window <= 0)
        return nullptr;
    return idleShare(*most) - shareOf(rank.split.idle, rank.split.window) >= leastShare ? &*most : nullptr;
}

/// Of idle time, what the host was in meanwhile without anything that was recorded; what annotations name aside.
Nanoseconds unrecordedIdle(const RankFacts& rank)
{
    Nanoseconds sum = 0;
    for (const IdleOf& group : rank.idleGroups)
        sum = saturatingAdd(sum, group.byCause[static_cast<std::size_t>(Cause::Unrecorded)] - group.inAnnotations);
    return sum;
}

/// That what ran in steps which are not in the file is not known.
void addMissingSteps(const OverviewSource& source, std::span<const RankFacts> ranks, std::vector<Remark>& remarks)
{
    for (std::size_t i = 0; i < ranks.size(); ++i) {
        const std::vector<MissingSteps>& all = ranks[i].missingSteps;
        const Nanoseconds idle = ranks[i].idleInMissingSteps;
        if (idle == 0)
            continue;
        const arg::Number before { all.front().before };
        const arg::Number after { all.front().after };
        const arg::Duration time { idle };
        remarks.push_back(remarkOfRank(source.rankTrace(i), "steps-not-recorded",
            all.size() == 1
                ? Message { KT_PHRASE("overview",
                                "step %1 is followed by step %2, and for %3 in between nothing was recorded: the GPU "
                                "counts as idle there, though what it did is not known, and savings of this rank are "
                                "less sure."),
                    before, after, time }
                : Message { KT_PHRASE("overview",
                                "steps are missing in %1 places, the first between steps %2 and %3, and for %4 there "
                                "nothing was recorded: the GPU counts as idle then, though what it did is not known, "
                                "and savings of this rank are less sure."),
                    arg::Count { all.size() }, before, after, time }));
    }
}

/// Of the ranks whose idle time is mainly in code that was not recorded: what to record, once for all that have Python
/// frames and once for all that have none.
void addWhatToRecord(const OverviewSource& source, std::span<const RankFacts> ranks,
    const FindingThresholds& thresholds, std::vector<Remark>& remarks)
{
    constexpr double kMainPart = 0.3;
    for (const bool hasPython : { false, true }) {
        Remark remark { "unrecorded-code", {}, {}, {} };
        Nanoseconds unrecorded = 0;
        Nanoseconds idle = 0;
        for (std::size_t i = 0; i < ranks.size(); ++i) {
            const Nanoseconds time = unrecordedIdle(ranks[i]);
            const bool isWorthIt = time >= thresholds.smallTime
                && shareOf(time, ranks[i].split.window) >= thresholds.smallShare
                && shareOf(time, ranks[i].split.idle - ranks[i].idleInMissingSteps) >= kMainPart;
            if (!ranks[i].hasGpuWork || !ranks[i].isHostRecorded || ranks[i].isPythonRecorded != hasPython
                || !isWorthIt)
                continue;
            remark.ranks.push_back(source.rankTrace(i).rank);
            unrecorded = saturatingAdd(unrecorded, time);
            idle = saturatingAdd(idle, ranks[i].split.idle - ranks[i].idleInMissingSteps);
        }
        if (remark.ranks.empty())
            continue;
        const arg::Share share { unrecorded, idle };
        remark.message = hasPython
            ? Message { KT_PHRASE("overview",
                            "for %1 of the idle time the host is in code that was not recorded, though Python was: "
                            "record_function around parts of it would name it."),
                  share }
            : Message { KT_PHRASE("overview",
                            "for %1 of the idle time the host is in code that was not recorded: %2, or record_function "
                            "around parts of it, would name it."),
                  share, arg::Text { "with_stack=True" } };
        remarks.push_back(std::move(remark));
    }
}

/// Of all ranks with time in something: their time, and all that was recorded of them.
struct SharesOfRanks {
    Nanoseconds time = 0;
    Nanoseconds recorded = 0;
    std::vector<std::int64_t> ranks;
};
SharesOfRanks sharesOf(const OverviewSource& source, std::span<const RankFacts> ranks,
    Nanoseconds ProgramSettings::*time, double leastShare)
{
    SharesOfRanks all;
    for (std::size_t i = 0; i < ranks.size(); ++i) {
        const Nanoseconds own = ranks[i].settings.*time;
        const RankTrace& rank = source.rankTrace(i);
        if (own <= 0 || shareOf(own, rank.trace->coreRange().length()) < leastShare)
            continue;
        all.time = saturatingAdd(all.time, own);
        all.recorded = saturatingAdd(all.recorded, rank.trace->coreRange().length());
        all.ranks.push_back(rank.rank);
    }
    return all;
}

/// Where functions were compiled in parts.
void addGraphBreaks(const OverviewSource& source, std::span<const RankFacts> ranks, std::vector<Remark>& remarks)
{
    std::map<std::string, std::size_t, std::less<>> byName;
    std::size_t calls = 0;
    Remark remark { "graph-breaks", {}, {}, {} };
    for (std::size_t i = 0; i < ranks.size(); ++i) {
        for (const auto& [name, count] : ranks[i].settings.resumed) {
            byName[std::string(source.rankTrace(i).trace->text(name))] += count;
            calls += count;
        }
        if (!ranks[i].settings.resumed.empty())
            remark.ranks.push_back(source.rankTrace(i).rank);
    }
    if (calls == 0)
        return;
    const auto most = std::ranges::max_element(byName, {}, [](const auto& each) { return each.second; });
    const arg::Name name { most->first };
    const Message which = byName.size() == 1 ? Message { KT_PHRASE("overview", "%1"), name }
        : 2 * most->second > calls
        ? Message { KT_PHRASE("overview", "%1 most of all (%2)"), name, arg::Count { most->second } }
        : Message { KT_PHRASE("overview", "such as %1"), name };
    remark.message = { KT_PLURAL("overview",
                           "torch.compile splits functions at graph breaks: %1 recorded call goes on behind one, %2. "
                           "What lies at a break runs as without it; %3 tells why it is there.",
                           "torch.compile splits functions at graph breaks: %1 recorded calls go on behind one, %2. "
                           "What lies at a break runs as without it; %3 tells why it is there."),
        arg::Count { calls }, which, arg::Text { "TORCH_LOGS=graph_breaks" } };
    remarks.push_back(std::move(remark));
}

/// Functions that were compiled again and again: of each rank the one with most versions.
void addRecompiles(const OverviewSource& source, std::span<const RankFacts> ranks, std::vector<Remark>& remarks)
{
    std::map<std::pair<std::size_t, std::string>, std::vector<std::int64_t>, std::greater<>> byVersions;
    for (std::size_t i = 0; i < ranks.size(); ++i) {
        const CompiledVersions& own = ranks[i].compiled;
        const RankTrace& rank = source.rankTrace(i);
        if (own.most > 0)
            byVersions[{ own.most, std::string(rank.trace->text(own.region)) }].push_back(rank.rank);
    }
    for (auto& [versions, own] : byVersions)
        remarks.push_back({ "recompiles",
            { KT_PHRASE("overview",
                  "torch.compile has made %1 versions or more of a function (%2 ran, which counts from 0), each for "
                  "calls that those before do not fit, as where shapes or values differ. Compiling takes time, and "
                  "after a number of versions such calls run as they are: %3 tells what differs."),
                arg::Count { versions.first }, arg::Name { versions.second }, arg::Text { "TORCH_LOGS=recompiles" } },
            {}, std::move(own) });
}

/// Settings of the program that cost time, as far as the recording shows them.
void addSettings(const OverviewSource& source, std::span<const RankFacts> ranks, std::vector<Remark>& remarks)
{
    constexpr double kMuch = 0.01;
    if (SharesOfRanks tests = sharesOf(source, ranks, &ProgramSettings::nanTests, kMuch); !tests.ranks.empty()) {
        const bool isOnGpu = std::ranges::any_of(ranks, &RankFacts::hasGpuWork);
        bool mayHooksTest = false;
        for (std::size_t i = 0; i < ranks.size(); ++i)
            mayHooksTest = mayHooksTest
                || (ranks[i].settings.mayHooksTest
                    && std::ranges::find(tests.ranks, source.rankTrace(i).rank) != tests.ranks.end());
        remarks.push_back({ "anomaly-detection",
            { KT_PHRASE("overview",
                  "the backward pass tests gradients for NaN, as %2 makes it%4. These tests take the host %1 of the "
                  "recorded time%3; they are meant for debugging."),
                arg::Share { tests.time, tests.recorded }, arg::Text { "torch.autograd.set_detect_anomaly(True)" },
                isOnGpu ? Message { KT_PHRASE("overview", ", waits for the GPU included") } : Message {},
                mayHooksTest ? Message { KT_PHRASE("overview", ", or hooks behind its nodes") } : Message {} },
            {}, std::move(tests.ranks) });
    }
    if (SharesOfRanks searches = sharesOf(source, ranks, &ProgramSettings::parameterSearches, kMuch);
        !searches.ranks.empty())
        remarks.push_back({ "unused-parameters",
            { KT_PHRASE("overview",
                  "DDP searches for parameters that the forward pass did not use, as %2 makes it. This takes the host "
                  "%1 of the recorded time; where all parameters are used, nothing needs it."),
                arg::Share { searches.time, searches.recorded }, arg::Text { "find_unused_parameters=True" } },
            {}, std::move(searches.ranks) });
    if (SharesOfRanks copies = sharesOf(source, ranks, &ProgramSettings::bucketCopies, kMuch); !copies.ranks.empty())
        remarks.push_back({ "bucket-copies",
            { KT_PHRASE("overview",
                  "DDP copies gradients out of the buckets in which it had reduced them, which takes the host %1 of "
                  "the "
                  "recorded time; with %2 they stay there."),
                arg::Share { copies.time, copies.recorded }, arg::Text { "gradient_as_bucket_view=True" } },
            {}, std::move(copies.ranks) });
    addGraphBreaks(source, ranks, remarks);
    addRecompiles(source, ranks, remarks);
}

/// Figures of slices that reach beyond a trimmed trace, as the time of a step, are about more than the file has.
void addTrimmed(const OverviewSource& source, std::size_t ranks, std::vector<Remark>& remarks)
{
    std::map<Nanoseconds, std::vector<std::int64_t>> byLength;
    for (std::size_t i = 0; i < ranks; ++i) {
        const RankTrace& rank = source.rankTrace(i);
        if (const std::optional<TimeRange> part = rank.trace->metadata().trimmedTo())
            byLength[part->length()].push_back(rank.rank);
    }
    for (auto& [length, numbers] : byLength)
        remarks.push_back({ "trimmed",
            { KT_PHRASE("overview",
                  "the file is a part of a longer trace, trimmed to %1. Slices that reach beyond it, as steps do, are "
                  "whole; what else lay there is missing."),
                arg::Duration { length } },
            "", std::move(numbers) });
}

/// "devices-as-one". Whether there is one of which it is said.
bool addIdleDevices(const OverviewSource& source, std::span<const RankFacts> ranks, const FindingThresholds& thresholds,
    std::vector<Remark>& remarks)
{
    bool areDevicesIdle = false;
    for (std::size_t i = 0; i < ranks.size(); ++i) {
        const IdleOfOneDevice* const device = mostIdleDevice(ranks[i], thresholds.smallShare);
        if (device == nullptr)
            continue;
        areDevicesIdle = true;
        const std::string_view name = source.rankTrace(i).trace->deviceText(device->device);
        const Message which = name.empty() ? Message { KT_PHRASE("overview", "%1"), arg::Number { device->device } }
                                           : Message { KT_PHRASE("overview", "%1"), arg::Name { std::string(name) } };
        remarks.push_back(remarkOfRank(source.rankTrace(i), "devices-as-one",
            { KT_PHRASE("overview",
                  "its %1 GPUs are taken as one here, which is idle when none of them runs anything. GPU %2 alone is "
                  "idle for %3 (%4 of its time in view): Idle causes tells them apart."),
                arg::Count { ranks[i].devices.size() }, which, arg::Duration { device->idle },
                arg::Share { device->idle, device->view } }));
    }
    return areDevicesIdle;
}

/// What of the host's time recording and polling may make up.
void addCostsOfRecording(const OverviewSource& source, std::span<const RankFacts> ranks, std::vector<Remark>& remarks)
{
    std::vector<SlowOpsOfRank> slow;
    for (std::size_t i = 0; i < ranks.size(); ++i) {
        if (ranks[i].slowOps)
            slow.push_back({ source.rankTrace(i).rank, *ranks[i].slowOps });
    }
    remarkOnSlowOps(slow, SlowOpsOf::Recording, remarks);
    for (std::size_t i = 0; i < ranks.size(); ++i) {
        if (ranks[i].costlyFrame)
            remarks.push_back(recordingPython(
                source.rankTrace(i), *ranks[i].costlyFrame, ranks[i].outside.recorded, FrameOf::MainThread));
        if (ranks[i].polling)
            remarks.push_back(asksAgainAndAgain(source.rankTrace(i), *ranks[i].polling));
    }
}

/// Where there are no findings: of what was looked at nothing stands out.
void addNothingStandsOut(const OverviewSource& source, std::span<const RankFacts> ranks, bool areDevicesIdle,
    const FindingThresholds& thresholds, std::vector<Remark>& remarks)
{
    const bool hasGpuWork = std::ranges::any_of(ranks, &RankFacts::hasGpuWork);
    const bool hasOps = std::ranges::any_of(ranks, [](const RankFacts& rank) { return rank.host.selfOfAll > 0; });
    if (!hasGpuWork && hasOps)
        remarks.push_back({ "nothing-stands-out",
            { KT_PHRASE("overview",
                  "No op or call of the host stands out: none has %1 of the self time of all, and %2, at stake; nor do "
                  "the data loader, compilation, collectives of CPU backends, or code that was not recorded. What else "
                  "the host did, as in annotations, is not looked at here: Operators, Call tree and Annotation "
                  "breakdown show it."),
                limitOf(thresholds.largeShare), arg::ExactDuration { thresholds.smallTime } } });
    const bool areNamesSound =
        std::ranges::none_of(ranks, [](const RankFacts& rank) { return rank.slippedNames.has_value(); });
    // What is not known in missing steps may be any cause of waiting.
    const bool isMuchUnknown = std::ranges::any_of(ranks, [&thresholds](const RankFacts& rank) {
        return rank.idleInMissingSteps >= std::max<Nanoseconds>(thresholds.smallTime, 1)
            && shareOf(rank.idleInMissingSteps, rank.split.window) >= thresholds.smallShare;
    });
    bool areAllLoaded = true;
    for (std::size_t i = 0; i < ranks.size(); ++i)
        areAllLoaded = areAllLoaded && source.rankTrace(i).isLoaded();
    if (hasGpuWork && areAllLoaded && !areDevicesIdle && areNamesSound && !isMuchUnknown)
        remarks.push_back({ "nothing-stands-out",
            { KT_PHRASE("overview",
                  "Nothing stands out: no cause of waiting, no copy or communication has %1 of the GPU time in view "
                  "and %2 at stake, nor has the largest kernel, which counts from %3 of the busy GPU time on."),
                limitOf(thresholds.smallShare), arg::ExactDuration { thresholds.smallTime },
                limitOf(thresholds.largeShare) } });
    if (hasGpuWork && !areAllLoaded
        && areRanksTogether(source.input())) // of which most of what could stand out is not looked for
        remarks.push_back({ "nothing-in-summaries",
            { KT_PHRASE("overview",
                  "Of what summaries tell, who waits for whom and who computes longest, nothing stands out: none has "
                  "%1 of the time in view and %2 at stake."),
                limitOf(thresholds.smallShare), arg::ExactDuration { thresholds.smallTime } } });
}

} // namespace

void addWaitsRemark(const WaitFacts& waits, const Message& whom, std::span<const RankFacts> ranks,
    const Progress& progress, std::vector<Remark>& remarks)
{
    constexpr Nanoseconds kNextToNothing = 1000; // one in so many of the time of all ranks
    Nanoseconds time = 0;
    for (const RankFacts& rank : ranks)
        time = saturatingAdd(time, rank.split.window);
    Nanoseconds untold = 0;
    for (const WaitInstance& instance : waits.ledger.instances)
        untold = saturatingAdd(untold, instance.areEndsApart ? instance.waits : 0);
    const Nanoseconds all = waits.totals.suffered();
    if (all == 0 || all < time / kNextToNothing || untold > waits.ledger.charged / 2 || whom.isEmpty())
        return;
    std::set<std::uint32_t> onGpu; // the ranks whose runs are kernels
    for (const std::uint32_t run : waits.ledger.runs) {
        if (waits.matching->runs[run].stream() != Track::kNoStream)
            onGpu.insert(waits.matching->runs[run].rank);
    }
    const bool areOthersBeside = std::ranges::any_of(onGpu,
        [&](std::uint32_t rank) { return !cpuCollectivesOf(*waits.traces->ranks()[rank].trace, progress).empty(); });
    Nanoseconds exposed = 0;
    for (const auto& [rank, totals] : waits.totals.ranks)
        exposed = saturatingAdd(exposed, totals.exposed);
    const Message costly = exposed >= all / 2 ? Message {}
        : exposed == 0
        ? Message { KT_PHRASE("overview", ", all of it while they compute") }
        : Message { KT_PHRASE("overview", ", %1 of it while they compute nothing"), arg::Duration { exposed } };
    const Message analysis = analysisName("wait-causes");
    remarks.push_back({ "waits-in-all",
        areOthersBeside
            ? Message { KT_PHRASE("overview",
                            "Waits between ranks are none of the findings: %1, all ranks added up (%2 of their "
                            "time)%5.%3 What they wait in collectives of CPU backends is not in these figures. The "
                            "analysis %4 tells more."),
                arg::Duration { all }, arg::Share { all, time }, whom, analysis, costly }
            : Message { KT_PHRASE("overview",
                            "Waits between ranks are none of the findings: %1, all ranks added up (%2 of their "
                            "time)%5.%3 The analysis %4 tells more."),
                arg::Duration { all }, arg::Share { all, time }, whom, analysis, costly } });
}

void addOverviewRemarks(const OverviewSource& source, std::span<const RankFacts> ranks, bool hasFindings,
    const FindingThresholds& thresholds, std::vector<Remark>& remarks)
{
    addTrimmed(source, ranks.size(), remarks);
    for (std::size_t i = 0; i < ranks.size(); ++i) {
        if (!ranks[i].hasGpuWork)
            remarks.push_back(noGpuWork(source.rankTrace(i)));
    }
    for (std::size_t i = 0; i < ranks.size(); ++i) {
        if (ranks[i].waiting)
            remarks.push_back(
                waitingCountsAsComputation(source.rankTrace(i), *ranks[i].waiting, ranks[i].split.compute));
    }
    for (std::size_t i = 0; i < ranks.size(); ++i) {
        const RankTrace& rank = source.rankTrace(i);
        if (ranks[i].slippedNames)
            remarks.push_back(remarkOfRank(rank, "slipped-names", namesSlipped(*ranks[i].slippedNames, *rank.trace)));
    }
    addMissingSteps(source, ranks, remarks);
    const bool areDevicesIdle = addIdleDevices(source, ranks, thresholds, remarks);
    addCostsOfRecording(source, ranks, remarks);
    addWhatToRecord(source, ranks, thresholds, remarks);
    addSettings(source, ranks, remarks);
    if (!hasFindings)
        addNothingStandsOut(source, ranks, areDevicesIdle, thresholds, remarks);
    // Who recorded no shapes did not ask for an MFU: Steps and Efficiency say how to get one. A summary has none
    // either.
    for (std::size_t i = 0; i < ranks.size(); ++i) {
        const PeakFacts& peaks = ranks[i].peaks;
        if (ranks[i].hasGpuWork && !peaks.mfu && peaks.lack != MfuLack::NoShapes && source.rankTrace(i).isLoaded())
            remarks.push_back(remarkOfRank(source.rankTrace(i), "no-mfu", whyNoMfu(peaks.lack)));
    }
    for (std::size_t i = 0; i < ranks.size(); ++i) {
        if (ranks[i].isOfMtia)
            remarks.push_back(remarkOfRank(source.rankTrace(i), "no-gpu-device",
                { KT_PHRASE("overview",
                      "its work runs on an accelerator of Meta (%1), which is called GPU here as other devices are."),
                    arg::Text { "MTIA" } }));
    }
}

} // namespace kinetoscope
