// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/overview/overview.h"

#include "core/analysis/causes/owners/rank_causes.h"
#include "core/analysis/causes/remarks/merged_remarks.h"
#include "core/analysis/gpu/idle/idle_gaps.h"
#include "core/analysis/health/host_clock.h"
#include "core/analysis/job/rank_step_table.h"
#include "core/analysis/launch/kernel_launches.h"
#include "core/analysis/launch/launch_charts.h"
#include "core/analysis/names/classification.h"
#include "core/analysis/overview/candidates/candidates.h"
#include "core/analysis/overview/candidates/slow_rank.h"
#include "core/analysis/overview/chosen_findings.h"
#include "core/analysis/overview/finding.h"
#include "core/analysis/overview/findings_table.h"
#include "core/analysis/overview/late/late_kernels.h"
#include "core/analysis/overview/late/late_rank.h"
#include "core/analysis/overview/overview_remarks.h"
#include "core/analysis/overview/overview_split.h"
#include "core/analysis/overview/saving_remarks.h"
#include "core/analysis/overview/shared_claims.h"
#include "core/analysis/overview/step_grid.h"
#include "core/analysis/overview/untold_saving.h"
#include "core/analysis/ranks/ranks_together.h"
#include "core/analysis/ranks/wait_facts.h"
#include "core/analysis/scope/per_rank.h"
#include "core/analysis/scope/summary_parameters.h"
#include "core/analysis/types/columns.h"
#include "core/analysis/types/parameter_ids.h"
#include "core/analysis/types/parameter_makers.h"
#include "core/base/release.h"
#include "core/model/kernel_names.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace kinetoscope {

namespace {

FindingThresholds thresholdsFrom(const Parameters& parameters)
{
    return { .smallShare = parameters.number(parameter::kLeastShare),
        .smallTime = parameters.integer(parameter::kLeastTime),
        .largeShare = parameters.number(parameter::kLargeShare),
        .outsideView = parameters.number(parameter::kOutsideView),
        .slowStep = parameters.number(parameter::kSlowStep) };
}

/// What is done for the only rank while its facts are gathered.
struct OnlyRank {
    std::function<std::shared_ptr<const RankCauses>()> causes; ///< nullptr: nothing else needs them
    std::function<void()> meanwhile;                           ///< after that
};

/// The facts of a rank with those that the rules are needed for, and without what no finding asks for.
Result<RankFacts> factsOf(
    const OverviewSource& source, std::size_t rank, const OnlyRank& only, const AnalysisContext& context)
{
    const RankTrace& ofRank = source.rankTrace(rank);
    const auto isWait = [&ofRank](const KernelNameTotals& kernel) {
        return isWaitingKernelName(ofRank.trace->text(kernel.names.front()));
    };
    Result<PeakFacts> peaks = PeakFacts {};
    const OverviewSource::Gathering gathering { .threads = only.meanwhile ? context.threads : 1,
        .causes = only.causes,
        .meanwhile = only.meanwhile,
        .inView = [&](Nanoseconds view) {
            peaks = peakFactsOf(source.input(), source.gpuWork(), rank, view, *context.classifier, context.progress);
        } };
    KT_TRY(RankFacts found, source.facts(rank, gathering, context.progress));
    KT_TRY(found.peaks, std::move(peaks));
    if (found.hasGpuWork && std::ranges::any_of(found.kernels, isWait)) // hardly ever: the work is read again for it
        found.waiting = waitingInComputation(
            *ofRank.trace, source.work(rank, context.progress), *context.classifier, context.progress);
    release(found.stepsInView);
    if (ofRank.readsFrom() != nullptr)
        release(found.steps); // added up; a thousand ranks have forty megabytes of them
    return found;
}

std::vector<std::vector<Candidate>> candidatesByRank(const OverviewSource& source, const std::vector<RankFacts>& facts,
    const LatestRank& latest, const FindingThresholds& thresholds, const Progress& progress)
{
    std::vector<std::vector<Candidate>> byRank;
    for (std::size_t i = 0; i < facts.size(); ++i) {
        CollectiveWaits waits = waitsOf(source, i, latest);
        const auto ofSummary = latest.ofSummaries.find(source.rankIndex(i));
        byRank.push_back(source.rankTrace(i).readsFrom() == nullptr
                ? candidatesOf(source, i, facts[i], thresholds, waits, progress)
                : candidatesOfSummary(facts[i], thresholds, std::move(waits),
                    ofSummary == latest.ofSummaries.end() ? SummaryWaits {} : ofSummary->second));
    }
    return byRank;
}

/// What is found out of all ranks before anything is replayed.
struct KnownRanks {
    std::vector<RankFacts> facts;           ///< by rank, as all of OverviewSource
    std::shared_ptr<const WaitFacts> waits; ///< of several ranks
    LatestRank latest;
    std::vector<std::vector<Candidate>> candidates; ///< by rank
};

Result<KnownRanks> knownRanks(const OverviewSource& source, const FindingThresholds& thresholds, const OnlyRank& only,
    const AnalysisContext& context)
{
    KnownRanks known;
    const auto ofRank = [&](std::size_t i) { return factsOf(source, i, only, context); };
    KT_TRY(known.facts, forEachRank(source.rankCount(), context, ofRank));
    if (source.rankCount() > 1) {
        WaitOptions options;
        options.kernelDelay = source.cutoffs().kernelDelay;
        KT_TRY(known.waits, readWaits(source.input(), options, context));
        if (areRanksTogether(source.input())) {
            KT_TRY(known.latest, latestRank(source, known.facts, *known.waits, thresholds, context));
        }
    }
    known.candidates = candidatesByRank(source, known.facts, known.latest, thresholds, context.progress);
    KT_TRY_DONE(context.progress.carryOn());
    return known;
}

/// Whether findings may have cures that a replay can try: without work of a GPU, and of a chosen range, none has.
bool mayHaveCures(const RankTrace& rank, const Scope& scope)
{
    return rank.readsFrom() == nullptr && !scope.range && !rank.trace->launches().all().empty();
}

/// What there is to say of the waits between ranks beside the findings, and where no finding is about them.
void addRemarksOfWaits(const WaitFacts& waits, const LatestRank& latest, const std::vector<Finding>& findings,
    const std::vector<RankFacts>& facts, const AnalysisInput& input, const Progress& progress,
    std::vector<Remark>& remarks)
{
    const auto addAll = [&](std::string_view code) {
        std::ranges::copy_if(
            waits.remarks, std::back_inserter(remarks), [code](const Remark& each) { return each.code == code; });
    };
    const bool isOfWaits =
        std::ranges::any_of(findings, [](const Finding& each) { return each.candidate.analysis == "wait-causes"; });
    const bool isOfCommunication = std::ranges::any_of(
        findings, [](const Finding& each) { return each.candidate.kind == finding::kExposedCommunication; });
    if (isOfWaits || isOfCommunication || readsAnySummary(input))
        addAll("ranks-missing");
    const RanTogether together = ranTogether(input);
    if (together == RanTogether::Yes) {
        if (!isOfWaits && !latest.untold)
            addWaitsRemark(waits, latest.whomAll, facts, progress, remarks);
        addAll("runs-missing");
        addAll("clocks-contradict");
        return;
    }
    if (std::ranges::any_of(facts, [](const RankFacts& each) { return each.split.communication > 0; })) {
        remarks.push_back(notTogether(together, input, "ranks-not-together",
            { KT_PHRASE("overview",
                "Who waits for whom and which rank computes longest is not told: several of the traces are of one "
                "rank, so not all ran together.") }));
    }
}

/// What the figures do not say of the scope and of the kind of input.
void addRemarksOfInput(const AnalysisInput& input, Nanoseconds gapThreshold, const KernelClassifier& classifier,
    std::vector<Remark>& remarks)
{
    if (!input.scope.streams.empty())
        remarks.push_back({ "chosen-streams",
            { KT_PHRASE("overview",
                "Only work of the chosen streams counts here: where the GPU is called idle it may run work of others, "
                "and work of others hides nothing. Savings are those of replays of all streams.") } });
    if (readsAnySummary(input))
        remarks.push_back({ "from-summaries",
            { KT_PHRASE("overview",
                "Of ranks of which only a summary is there the split is that of their steps, and findings are about "
                "who waits for whom and who computes longest; what single kernels, copies and gaps would tell takes "
                "the traces.") } });
    remarkOnSummaryParameters(input, gapThreshold, classifier, remarks);
}

Result<AnalysisResult> run(AnalysisInputs inputs, const Parameters& parameters, const AnalysisContext& context)
{
    const AnalysisInput& input = inputs[0];
    const FindingThresholds thresholds = thresholdsFrom(parameters);
    const OverviewCutoffs cutoffs { parameters.integer(kKernelDelayParameter),
        parameters.integer(kLaunchRuntimeCutoff) };
    KT_TRY(const std::shared_ptr<const OverviewSource> source,
        OverviewSource::create(input, *context.classifier, cutoffs));
    if (const auto wrong = wrongDeviceRule(*context.classifier))
        return *wrong;
    const PathRanks ranks = pathRanks(source->input(), *context.classifier);
    const bool isOne = ranks.size() == 1 && source->rankCount() == 1 && mayHaveCures(ranks.front()->rank, input.scope);
    const CauseThresholds causeThresholds { cutoffs.kernelDelay };
    OnlyRank only;
    KnownOfRank ofOne;
    std::shared_ptr<const PreparedReplays> prepared;
    if (isOne)
        only.causes = [&] {
            ofOne = { ranks.front().get(),
                std::make_shared<const RankCauses>(
                    *ranks.front()->rank.trace, causeThresholds, context.progress, context.threads),
                nullptr };
            return ofOne.causes;
        };
    // Threads that are left make ready what replays of the cures take, whatever these will be.
    if (isOne && context.threads > 1)
        only.meanwhile = [&] {
            prepared = prepareReplays(ranks.front(), source->input(), causeThresholds, context, ofOne.causes);
        };
    KT_TRY(KnownRanks found, knownRanks(*source, thresholds, only, context));
    ofOne.replays = prepared.get();
    const std::vector<RankFacts>& facts = found.facts;
    const std::shared_ptr<const WaitFacts>& waits = found.waits;
    const LatestRank& latest = found.latest;
    std::vector<bool> tellGpuTime;
    for (std::size_t i = 0; i < facts.size(); ++i)
        tellGpuTime.push_back(tellsGpuTime(*source, facts[i], i));
    std::optional<SlowRank> slow;
    if (!latest.isNobodyWaiting && areRanksTogether(input) && !(waits && doClocksContradict(*waits)))
        slow = slowestRank(*source, facts, thresholds);
    if (slow && slow->areMost)
        slow.reset();
    if (slow)
        slow->candidate.sentence = { KT_PHRASE("overview", "%1%2"), std::move(slow->candidate.sentence),
            kernelsOfLateRank(*source, facts, slow->rank, slow->alike) };
    std::vector<Finding> findings = chosenOf(std::move(found.candidates), tellGpuTime, std::move(slow), latest.late);
    KT_TRY_DONE(estimateSavings(*source, facts, ranks, ofOne, context, findings));
    settleStakes(findings, thresholds);
    quoteOnce(findings);
    tellEventWaitsOnce(findings);
    nameSharedClaims(*source, findings);
    std::optional<Remark> untold;
    if (isOne) {
        KT_TRY(untold, untoldSaving(*source, facts.front(), ranks.front(), ofOne, findings, thresholds, context));
    }
    prepared.reset();
    ofOne = {};

    AnalysisResult result;
    result.tables = tableList(findingsTable(source, findings, facts, latest, thresholds), splitTable(source, facts));
    result.charts = { splitChart() };
    KT_TRY_DONE(addRankSteps(input, cutoffs.kernelDelay, context, waits, source->rankCount(), result));
    remarkOnHostClock(input, context.progress, context.threads, result.remarks);
    remarkOnMergedRanks(input, context.progress, result.remarks);
    if (latest.untold)
        result.remarks.push_back(*latest.untold);
    if (waits)
        addRemarksOfWaits(*waits, latest, findings, facts, input, context.progress, result.remarks);
    if (untold) // before that nothing else stands out
        result.remarks.push_back(*untold);
    addOverviewRemarks(*source, facts, !findings.empty() || latest.untold, thresholds, result.remarks);
    addSavingRemarks(*source, findings, waits.get(), facts, result.remarks);
    addRemarksOfInput(input, cutoffs.kernelDelay, *context.classifier, result.remarks);
    return result;
}

/// The grid of ranks and steps: of a job of a thousand ranks it is there long before the waits are.
Result<AnalysisResult> runFirst(AnalysisInputs inputs, const Parameters& parameters, const AnalysisContext& context)
{
    AnalysisResult result;
    result.tables.emplace_back("findings", kFindingsTitle, findingColumns());
    result.tables.emplace_back("split", kSplitTitle, splitColumns());
    KT_TRY_DONE(addFirstRankSteps(inputs[0], parameters.integer(kKernelDelayParameter), context, result));
    return result;
}

std::vector<ParameterDescriptor> parameterDescriptors()
{
    const FindingThresholds usual;
    const auto share = [](const char* id, const char* title, const char* help, double value, double most = 1.0) {
        return threshold(numberParameter(id, title, help, value, { 0.0, most }));
    };
    return {
        share(parameter::kLeastShare, "Least share at stake",
            "A smaller share of the time at stake than this is no finding", usual.smallShare),
        threshold(durationParameter(
            parameter::kLeastTime, "Least time at stake", "Less at stake than this is no finding", usual.smallTime)),
        share(parameter::kLargeShare, "Large kernel or op, share of busy",
            "A kernel with this share of the busy GPU time is named; without GPU work, an op or call with this share "
            "of the self time of all, and code that was not recorded with this share of the recorded time",
            usual.largeShare),
        share(parameter::kOutsideView, "Time outside of the view",
            "More than this share of the recorded time without any GPU work before or after is told",
            usual.outsideView),
        share(parameter::kSlowStep, "Slow step, beyond the median",
            "A step that takes this share more than the median one is slow", usual.slowStep, 100.0),
        kernelDelayParameter(),
        launchRuntimeCutoffParameter(),
    };
}

} // namespace

AnalysisDescriptor overview()
{
    return { .id = "overview",
        .title = "Overview",
        .question = "Where does the time go, and what should I look at first?",
        .group = PanelGroup::Overview,
        .parameters = parameterDescriptors(),
        .tables = { { "findings", kFindingsTitle, findingColumns() }, { "split", kSplitTitle, splitColumns() },
            { kRankStepsTable, kRankStepsTitle, rankStepColumns() } },
        .recordingOption = kGpuRecordingOption,
        .readsSummaries = true,
        .run = run,
        .runFirst = runFirst };
}

} // namespace kinetoscope
