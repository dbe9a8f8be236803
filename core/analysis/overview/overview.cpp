// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/overview/overview.h"

#include "core/analysis/gpu/idle_gaps.h"
#include "core/analysis/health/host_clock.h"
#include "core/analysis/job/rank_step_table.h"
#include "core/analysis/launch/kernel_launches.h"
#include "core/analysis/launch/launch_charts.h"
#include "core/analysis/names/classification.h"
#include "core/analysis/overview/candidate_list.h"
#include "core/analysis/overview/candidates.h"
#include "core/analysis/overview/finding.h"
#include "core/analysis/overview/late_rank.h"
#include "core/analysis/overview/overview_remarks.h"
#include "core/analysis/overview/overview_split.h"
#include "core/analysis/overview/step_grid.h"
#include "core/analysis/ranks/wait_facts.h"
#include "core/analysis/scope/per_rank.h"
#include "core/analysis/scope/summary_parameters.h"
#include "core/analysis/types/column_names.h"
#include "core/analysis/types/columns.h"
#include "core/analysis/types/parameter_ids.h"
#include "core/analysis/types/parameter_makers.h"
#include "core/base/release.h"
#include "core/base/sort_stably.h"
#include "core/base/vectors.h"
#include "core/io/load_ranks.h"
#include "core/model/kernel_names.h"
#include "core/numeric/intervals.h"
#include "core/words/english.h"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <iterator>
#include <map>
#include <memory>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace kinetoscope {

namespace {

constexpr std::size_t kMostFindings = 5;
/// As many ranks at most are replayed to find the one whose waits for the GPU cost most.
constexpr std::ptrdiff_t kMostTried = 8;
constexpr const char* kFindingsTitle = "What to look at first";
std::vector<ColumnDescriptor> findingColumns()
{
    std::vector<ColumnDescriptor> all {
        { .name = column::kFinding, .type = ColumnType::String, .title = "Finding", .text = TextKind::Sentence },
        durationColumn("figure", "Time at stake"),
        { .name = column::kUnit, .type = ColumnType::String, .title = "Unit", .isInFilesOnly = true },
        percentColumn("share_pctg", "Share", "% of what the next column names"),
        textColumn("share_of", "Of"),
        durationColumn(column::kSaved, "Estimated saving",
            "What the trace, replayed with the cure that the sentence names first and nothing else, would take less: "
            "savings do not add up. Empty for none, where another finding has it, and where a time range is chosen"),
        numberColumn(column::kRank, "Rank"),
        textColumn(column::kAnalysis, "Shown by"), // the way to more
        textColumn(column::kKind, "Kind"),
    };
    // What a cure saves stays longest beside what is at stake, where a line has no room for all.
    return readFirst({ column::kFinding, column::kAnalysis, "figure", column::kSaved }, std::move(all));
}

using PathRanks = std::vector<std::shared_ptr<const PathRank>>;

/// Replays the cures of the findings.
/// @param prepared  of one of the ranks, or null.
Result<Done> estimateSavings(const OverviewSource& source, const std::vector<RankFacts>& facts, const PathRanks& ranks,
    const PreparedReplays* prepared, const AnalysisContext& context, std::vector<Finding>& all)
{
    constexpr double kMuchWaiting = 0.1; // of all recorded time
    std::vector<RankCure> cures;         // of each finding its own, then the other one
    for (Finding& finding : all) {
        const auto rank = std::ranges::find(ranks, source.rankIndex(finding.rank), &PathRank::index);
        const RankFacts& ofRank = facts[finding.rank];
        // A replay without launches lets work start however late the host is, and the host go on however late work is.
        if (const bool isBlind = ofRank.unlinkedWorks > ofRank.works / 2; isBlind && !source.input().scope.range) {
            if (!finding.candidate.cure.empty())
                finding.unknownSaving = { KT_PHRASE("overview", "%1 of %2 GPU activities are linked to no launch"),
                    arg::Count { ofRank.unlinkedWorks }, arg::Count { ofRank.works } };
        } else if (rank != ranks.end() && source.rankTrace(finding.rank).readsFrom() == nullptr)
            finding.cure = { *rank, finding.candidate.cure,
                finding.candidate.isPotential ? 0 : finding.candidate.atStake / 10 };
        cures.push_back(finding.cure);
        cures.push_back(
            { finding.cure.rank, finding.cure.rank ? finding.candidate.other.changes : std::vector<NamedChange> {} });
    }
    KT_TRY(const std::vector<std::optional<FindingSaving>> savings,
        savingsOf(cures, source.input(), { source.cutoffs().kernelDelay }, context, prepared));
    const auto isOfPython = [](const NamedChange& change) {
        return change.kind == ChangeKind::Graph
            || (change.kind == ChangeKind::Host && change.target == toString(Cause::Python));
    };
    for (std::size_t i = 0; i < all.size(); ++i) {
        Finding& finding = all[i];
        finding.saving = savings[2 * i];
        chooseCure(finding, savings[2 * i + 1]);
        finding.waitsInPython = facts[finding.rank].pythonWaits >= kMuchWaiting;
        finding.isPythonDoubtful =
            facts[finding.rank].costlyFrame && std::ranges::any_of(finding.candidate.cure, isOfPython);
    }
    return Done {};
}

void sortByStake(std::vector<Finding>& all)
{
    sortStably(all, std::greater {}, [](const Finding& a) { return a.candidate.atStake; });
}

/// Whether all ranks have a candidate of the kind with nearly the same share at stake: that it is more on one of them
/// is chance, and no rank's fault. What a doubtful rank has of it says little of how alike they are.
std::optional<AlikeRanks> alikeIn(const std::vector<std::vector<Candidate>>& byRank, const std::string& kind)
{
    constexpr double kAlike = 0.9; // of the largest share
    std::vector<const Candidate*> all;
    for (const std::vector<Candidate>& ofRank : byRank) {
        const auto found = std::ranges::find(ofRank, kind, &Candidate::kind);
        if (found == ofRank.end() || found->isPotential)
            return std::nullopt;
        all.push_back(&*found);
    }
    double most = 0;
    double least = 0;
    AlikeRanks alike;
    alike.doubtful = static_cast<std::size_t>(std::ranges::count_if(all, &Candidate::isDoubtful));
    if (alike.doubtful == all.size())
        alike.doubtful = 0;
    for (const Candidate* found : all) {
        if (found->isDoubtful && alike.doubtful > 0)
            continue;
        const double share = shareOf(found->atStake, found->whole);
        if (alike.count == 0 || share > most) {
            most = share;
            alike.most = found->atStake;
            alike.wholeOfMost = found->whole;
        }
        if (alike.count == 0 || share < least) {
            least = share;
            alike.least = found->atStake;
            alike.wholeOfLeast = found->whole;
        }
        ++alike.count;
    }
    return alike.count > 1 && least >= kAlike * most ? std::optional(alike) : std::nullopt;
}

/// Else several traces are recordings of one rank: the number that the second is shown under is no other rank.
bool areRanksTogether(const TraceSet& traces)
{
    return std::ranges::find(traces.remarks(), kRecordedTwice, &Remark::code) == traces.remarks().end();
}

/// "Rank 5: ", or that all ranks, or traces that are none of ranks that ran together, have it alike.
Message ofRanks(const Finding& finding, std::int64_t rank, bool areTogether)
{
    const arg::Number most { rank };
    if (!finding.alike)
        return { KT_PHRASE("overview", "Rank %1: %2"), most, sentenceOf(finding) };
    const Message least { KT_PHRASE("overview", "%1"),
        arg::Share { finding.alike->least, finding.alike->wholeOfLeast } };
    const Message greatest { KT_PHRASE("overview", "%1"),
        arg::Share { finding.alike->most, finding.alike->wholeOfMost } };
    const bool isSame = english(least) == english(greatest);
    const Message shares = isSame ? least : Message { KT_PHRASE("overview", "%1 to %2"), least, greatest };
    if (!areTogether)
        return { KT_PHRASE("overview", "%1 traces alike (%2), here the one that is shown as rank %3: %4"),
            arg::Count { finding.alike->count }, shares, most, sentenceOf(finding) };
    const Message which { KT_PHRASE("overview", "here rank %1"), most };
    if (finding.alike->doubtful > 0)
        return { KT_PHRASE("overview",
                     "%1 of %2 ranks alike (%3; recordings of the others lack kernels or launches), %4: %5"),
            arg::Count { finding.alike->count }, arg::Count { finding.alike->count + finding.alike->doubtful }, shares,
            which, sentenceOf(finding) };
    if (finding.alike->count == 2)
        return { KT_PHRASE("overview", "Both ranks alike (%1), %2: %3"), shares, which, sentenceOf(finding) };
    return { KT_PHRASE("overview", "All %1 ranks alike (%2), %3: %4"), arg::Count { finding.alike->count }, shares,
        which, sentenceOf(finding) };
}

/// What is at stake less what may be none: kernels that are not in the file may have run in it.
Nanoseconds sureStakeOf(const Candidate& candidate)
{
    return saturatingSubtract(candidate.atStake, candidate.lost);
}

/// Of each kind the rank where most is at stake, the greatest first: those that can be among the findings when
/// potential ones have turned out to be none. Of waits for the GPU several ranks, until savings are known.
std::vector<Finding> chosenOf(
    std::vector<std::vector<Candidate>> byRank, std::optional<SlowRank> slow, const std::optional<LateRank>& late)
{
    // Of waits for each other the sentence is about one rank, a slow step is one rank's, and without communication each
    // rank saves as much as it waits for others in it.
    const auto isOfOneRank = [](const std::string& kind) {
        return kind == finding::kWaitsForRanks || kind == finding::kSlowStep || kind == finding::kExposedCommunication;
    };
    std::map<std::string, std::optional<AlikeRanks>> alike;
    for (const Candidate& candidate : byRank.empty() ? std::span<const Candidate> {} : std::span(byRank.front()))
        alike[candidate.kind] = isOfOneRank(candidate.kind) ? std::nullopt : alikeIn(byRank, candidate.kind);
    std::map<std::string, Finding> byKind;
    std::vector<Finding> ofWaits;
    for (std::size_t rank = 0; rank < byRank.size(); ++rank) {
        for (Candidate& candidate : byRank[rank]) {
            if (candidate.kind == finding::kWaitsForGpu) {
                ofWaits.push_back({ rank, std::move(candidate) });
                continue;
            }
            const auto [place, isNew] = byKind.try_emplace(candidate.kind, Finding {});
            const Candidate& chosen = place->second.candidate;
            // Where all have it alike, the sentence is about one whose figures nothing makes doubtful.
            const bool isSurer = alike[place->first] && chosen.isDoubtful != candidate.isDoubtful;
            if (isNew || (isSurer ? chosen.isDoubtful : sureStakeOf(chosen) < sureStakeOf(candidate)))
                place->second = { rank, std::move(candidate), alike[place->first] };
        }
    }
    if (late)
        byKind[late->candidate.kind] = { late->rank, late->candidate };
    // That the others wait for a rank because it computes longer says all that its longer computation would.
    const bool isSaid = slow && late && late->rank == slow->rank && late->isForCompute;
    if (slow && !isSaid)
        byKind[slow->candidate.kind] = { slow->rank, std::move(slow->candidate) };
    // Which rank's waits cost most a replay tells: of a large job not of all.
    sortByStake(ofWaits);
    std::vector<Finding> all(std::make_move_iterator(ofWaits.begin()),
        std::make_move_iterator(ofWaits.begin() + std::min(std::ssize(ofWaits), kMostTried)));
    for (auto& [kind, finding] : byKind)
        all.push_back(std::move(finding));
    sortByStake(all);
    const auto potential = static_cast<std::size_t>(
        std::ranges::count_if(all, [](const Finding& finding) { return finding.candidate.isPotential; }));
    if (all.size() > kMostFindings + potential)
        all.resize(kMostFindings + potential);
    return all;
}

/// At stake is what a cure saves: where nothing waits for a kernel, a faster one is no finding.
void settleStakes(std::vector<Finding>& all, const FindingThresholds& thresholds)
{
    const auto isOfWaits = [](const Finding& finding) { return finding.candidate.kind == finding::kWaitsForGpu; };
    for (Finding& finding : all) {
        Candidate& candidate = finding.candidate;
        if (!candidate.isPotential || !finding.saving)
            continue;
        const FindingSaving& saving = *finding.saving;
        if (isOfWaits(finding)) { // its sentence has no other figure, and no other whole
            candidate.atStake = saving.saved;
            candidate.whole = saving.wall;
            candidate.wholeName = saving.isOfSteps ? Message { KT_PHRASE("overview", "time from step to step") }
                                                   : Message { KT_PHRASE("overview", "wall time") };
        } else {
            candidate.atStake = std::min(candidate.atStake, saving.saved);
        }
    }
    const bool isSaid =
        std::ranges::any_of(all, [](const Finding& each) { return each.candidate.kind == finding::kSyncWait; });
    std::erase_if(all, [&](const Finding& finding) {
        // In a chosen range no saving is known; and much that is saved beside little waiting is not of these waits.
        const bool isUnknown =
            isOfWaits(finding) && (isSaid || !finding.saving || finding.saving->waits.time < finding.saving->saved / 2);
        return isUnknown || !isWorthASentence(finding.candidate, thresholds);
    });
    sortByStake(all);
    // What waits cost later is idle time of the findings about the host: it stands behind all and takes no place.
    const auto ofWaits = std::stable_partition(all.begin(), all.end(), std::not_fn(isOfWaits));
    const auto others = static_cast<std::size_t>(ofWaits - all.begin());
    if (all.size() > others + 1)
        all.resize(others + 1); // of the rank where they cost most
    if (others > kMostFindings)
        all.erase(all.begin() + static_cast<std::ptrdiff_t>(kMostFindings),
            all.begin() + static_cast<std::ptrdiff_t>(others));
}

Selection selectionOf(std::uint32_t rankIndex, const Candidate& candidate)
{
    Selection selection = intervalsOfRank(rankIndex, candidate.ranges);
    selection.slices = slicesOfRank(rankIndex, candidate.slices).slices;
    return selection;
}

/// The candidate again, with all that it is made of.
Selection findingEvidence(const OverviewSource& source, std::size_t rank, const std::string& kind,
    const FindingThresholds& thresholds, const CollectiveWaits& waits, const PeakFacts& peaks)
{
    std::vector<RankFacts> facts;
    for (std::size_t i = 0; i < source.rankCount(); ++i) {
        if (i == rank || kind == finding::kSlowRank)
            facts.push_back(source.facts(i, true, {}).value());
        if (i == rank)
            facts.back().peaks = peaks;
    }
    if (source.rankTrace(rank).readsFrom() != nullptr)
        return intervalsOfRank(
            source.rankIndex(rank), mapped(source.facts(rank, false, {}).value().steps, &StepTimes::wall));
    if (kind == finding::kSlowRank) {
        const std::optional<SlowRank> slow = slowestRank(source, facts, thresholds);
        return slow ? selectionOf(source.rankIndex(slow->rank), slow->candidate) : Selection {};
    }
    for (const Candidate& candidate : candidatesOf(source, rank, facts.front(), thresholds, waits)) {
        if (candidate.kind == kind)
            return selectionOf(source.rankIndex(rank), candidate);
    }
    return {};
}

/// As the sentence has it. With a change a step may even take longer, since the one before is complete sooner.
Cell savedCell(const Finding& finding)
{
    if (!finding.saving || (finding.saving->saved <= 0 && finding.waitsInPython))
        return {};
    return std::max<Nanoseconds>(0, finding.saving->saved);
}

/// @param allFacts  by rank.
Table findingsTable(const std::shared_ptr<const OverviewSource>& source, const std::vector<Finding>& findings,
    const std::vector<RankFacts>& allFacts, const LatestRank& latest, const FindingThresholds& thresholds)
{
    struct Key {
        std::size_t rank = 0; ///< in OverviewSource
        std::string kind;
        RankCure cure;
        CollectiveWaits waits;
        PeakFacts peaks;
    };
    KeyedTable<Key> made { { "findings", kFindingsTitle, findingColumns() } };
    for (const Finding& finding : findings) {
        const Candidate& candidate = finding.candidate;
        const std::int64_t rank = source->rankTrace(finding.rank).rank;
        const bool areTogether = areRanksTogether(*source->input().traces);
        const bool hasSeveral = source->input().traces->ranks().size() > 1;
        made.add({ hasSeveral ? ofRanks(finding, rank, areTogether) : sentenceOf(finding), candidate.atStake,
                     std::string("us"), exactPercentCell(candidate.atStake, candidate.whole), candidate.wholeName,
                     savedCell(finding), rank, candidate.analysis, candidate.kind },
            { finding.rank, candidate.kind, finding.cure, waitsOf(*source, finding.rank, latest),
                allFacts[finding.rank].peaks });
    }
    Table& table = made.table;
    table.setEvidence(
        [source, keys = std::move(made.keys), saved = table.columnIndex(column::kSaved),
            ranks = table.columnIndex(column::kRank), kinds = table.columnIndex(column::kKind), thresholds,
            waits = latest.late ? latest.late->waits : Selection {}](std::size_t row, std::size_t column) {
            const Key& key = keys[row];
            if (column == saved || (key.kind == finding::kWaitsForGpu && column != ranks && column != kinds))
                return savingEvidence(key.cure, source->input(), { source->cutoffs().kernelDelay });
            if (column == ranks || column == kinds)
                return Selection {};
            return key.kind == finding::kLateRank
                ? waits
                : findingEvidence(*source, key.rank, key.kind, thresholds, key.waits, key.peaks);
        });
    return std::move(made.table);
}

FindingThresholds thresholdsFrom(const Parameters& parameters)
{
    return { .smallShare = parameters.number(parameter::kLeastShare),
        .smallTime = parameters.integer(parameter::kLeastTime),
        .largeShare = parameters.number(parameter::kLargeShare),
        .outsideView = parameters.number(parameter::kOutsideView),
        .slowStep = parameters.number(parameter::kSlowStep) };
}

/// The facts of a rank with those that the rules are needed for, and without what no finding asks for.
Result<RankFacts> factsOf(const OverviewSource& source, std::size_t rank, const AnalysisContext& context)
{
    const RankTrace& ofRank = source.rankTrace(rank);
    const auto isWait = [&ofRank](const KernelNameTotals& kernel) {
        return isWaitingKernelName(ofRank.trace->text(kernel.names.front()));
    };
    KT_TRY(RankFacts found, source.facts(rank, false, context.progress));
    if (found.hasGpuWork) {
        KT_TRY(found.peaks,
            peakFactsOf(
                source.input(), source.gpuWork(), rank, found.split.window, *context.classifier, context.progress));
        if (std::ranges::any_of(found.kernels, isWait)) // hardly ever: the work is read again for it
            found.waiting =
                waitingInComputation(*ofRank.trace, source.work(rank), *context.classifier, context.progress);
    }
    release(found.stepsInView);
    if (ofRank.readsFrom() != nullptr)
        release(found.steps); // added up; a thousand ranks have forty megabytes of them
    return found;
}

std::vector<std::vector<Candidate>> candidatesByRank(const OverviewSource& source, const std::vector<RankFacts>& facts,
    const LatestRank& latest, const FindingThresholds& thresholds)
{
    std::vector<std::vector<Candidate>> byRank;
    for (std::size_t i = 0; i < facts.size(); ++i) {
        CollectiveWaits waits = waitsOf(source, i, latest);
        const auto ofSummary = latest.ofSummaries.find(source.rankIndex(i));
        byRank.push_back(source.rankTrace(i).readsFrom() == nullptr
                ? candidatesOf(source, i, facts[i], thresholds, waits)
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

Result<KnownRanks> knownRanks(
    const OverviewSource& source, const FindingThresholds& thresholds, const AnalysisContext& context)
{
    KnownRanks known;
    const auto ofRank = [&](std::size_t i) { return factsOf(source, i, context); };
    KT_TRY(known.facts, forEachRank(source.rankCount(), context, ofRank));
    if (source.rankCount() > 1) {
        WaitOptions options;
        options.kernelDelay = source.cutoffs().kernelDelay;
        KT_TRY(known.waits, readWaits(source.input(), options, context));
        if (areRanksTogether(*source.input().traces)) {
            KT_TRY(known.latest, latestRank(source, known.facts, *known.waits, thresholds, context));
        }
    }
    known.candidates = candidatesByRank(source, known.facts, known.latest, thresholds);
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
    if (areRanksTogether(*input.traces)) {
        if (!isOfWaits && !latest.untold)
            addWaitsRemark(waits, latest.whomAll, facts, progress, remarks);
        addAll("runs-missing");
    } else if (std::ranges::any_of(facts, [](const RankFacts& each) { return each.split.communication > 0; })) {
        remarks.push_back({ "ranks-not-together",
            { KT_PHRASE("overview",
                "Who waits for whom and which rank computes longest is not told: several of the traces are of one "
                "rank, so not all ran together.") } });
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
    // Of one rank, threads that are left make ready what replays of the cures take, whatever these will be.
    const bool isAlone = context.threads > 1 && ranks.size() == 1 && source->rankCount() == 1
        && mayHaveCures(ranks.front()->rank, input.scope);
    Result<KnownRanks> known = KnownRanks {};
    std::shared_ptr<const PreparedReplays> prepared;
    parallelFor(2, isAlone ? context.threads : 1, [&](std::size_t i) {
        if (i == 0)
            known = knownRanks(*source, thresholds, context);
        else if (isAlone)
            prepared = prepareReplays(ranks.front(), source->input(), { cutoffs.kernelDelay }, context);
    });
    KT_TRY(KnownRanks found, std::move(known));
    const std::vector<RankFacts>& facts = found.facts;
    const std::shared_ptr<const WaitFacts>& waits = found.waits;
    const LatestRank& latest = found.latest;
    std::vector<Finding> findings = chosenOf(std::move(found.candidates),
        latest.isNobodyWaiting || !areRanksTogether(*input.traces) ? std::nullopt
                                                                   : slowestRank(*source, facts, thresholds),
        latest.late);
    KT_TRY_DONE(estimateSavings(*source, facts, ranks, prepared.get(), context, findings));
    prepared.reset();
    settleStakes(findings, thresholds);
    quoteOnce(findings);

    AnalysisResult result;
    result.tables = tableList(findingsTable(source, findings, facts, latest, thresholds), splitTable(source, facts));
    result.charts = { splitChart() };
    KT_TRY_DONE(addRankSteps(input, cutoffs.kernelDelay, context, waits, source->rankCount(), result));
    remarkOnHostClock(input, context.progress, context.threads, result.remarks);
    if (latest.untold)
        result.remarks.push_back(*latest.untold);
    if (waits)
        addRemarksOfWaits(*waits, latest, findings, facts, input, context.progress, result.remarks);
    addOverviewRemarks(*source, facts, !findings.empty() || latest.untold, thresholds, result.remarks);
    if (doSavingsOverlap(findings))
        result.remarks.push_back({ "savings-alone",
            { KT_PHRASE("overview",
                "Each saving is that of one change alone: several together may save less than their sum.") } });
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
