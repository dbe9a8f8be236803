// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/overview/findings_table.h"

#include "core/analysis/overview/candidates/candidate_list.h"
#include "core/analysis/overview/candidates/slow_rank.h"
#include "core/analysis/overview/chosen_findings.h"
#include "core/analysis/overview/finding_sentence.h"
#include "core/analysis/ranks/ranks_together.h"
#include "core/analysis/types/column_names.h"
#include "core/analysis/types/columns.h"
#include "core/base/text.h"
#include "core/base/vectors.h"
#include "core/words/english.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>

namespace kinetoscope {

namespace {

constexpr const char* kEstimate = "estimate";

/// "5.8 % to 7.1 %".
Message sharesOf(const AlikeRanks& ranks)
{
    const Message least { KT_PHRASE("overview", "%1"), arg::Share { ranks.least, ranks.wholeOfLeast } };
    const Message greatest { KT_PHRASE("overview", "%1"), arg::Share { ranks.most, ranks.wholeOfMost } };
    const bool isSame = english(least) == english(greatest);
    return isSame ? least : Message { KT_PHRASE("overview", "%1 to %2"), least, greatest };
}

/// The same of ranks that have it unlike, with how many have it whose share is not known.
Message unlikeSharesOf(const AlikeRanks& ranks)
{
    if (ranks.doubtful == 0)
        return sharesOf(ranks);
    return { KT_PLURAL("overview", "%2; so has %1 other, whose recording lacks kernels or launches",
                 "%2; so have %1 others, whose recordings lack kernels or launches"),
        arg::Count { ranks.doubtful }, sharesOf(ranks) };
}

/// Those that a finding may be of.
struct RankCounts {
    std::size_t all = 0;
    std::size_t telling = 0;   ///< as tellsGpuTime() has it: those that a finding about GPU time may be of
    bool hasSummaries = false; ///< among the others
    bool isOfScope = false;    ///< the others may have GPU work outside of what was chosen
    bool areOfOneJob = false;  ///< as areRanksOfOneJob() has it: called ranks, else traces
};

/// " with GPU work": what the others lack.
Message withWork(const RankCounts& ranks)
{
    if (ranks.isOfScope && ranks.hasSummaries)
        return { KT_PHRASE("overview", " with GPU time in view and a trace") };
    if (ranks.isOfScope)
        return { KT_PHRASE("overview", " with GPU time in view") };
    return ranks.hasSummaries ? Message { KT_PHRASE("overview", " with GPU work and a trace") }
                              : Message { KT_PHRASE("overview", " with GPU work") };
}

/// "Both ranks", "All 8 ranks with GPU work".
/// @param count  two or more, of all or of those that tell.
Message allRanks(std::size_t count, const RankCounts& ranks)
{
    const Message which = count < ranks.all ? withWork(ranks) : Message {};
    if (ranks.areOfOneJob)
        return count == 2 ? Message { KT_PHRASE("overview", "Both ranks%1"), which }
                          : Message { KT_PHRASE("overview", "All %1 ranks%2"), arg::Count { count }, which };
    return count == 2 ? Message { KT_PHRASE("overview", "Both traces%1"), which }
                      : Message { KT_PHRASE("overview", "All %1 traces%2"), arg::Count { count }, which };
}

/// "2 of 8 ranks", the same.
Message someRanks(std::size_t some, std::size_t count, const RankCounts& ranks)
{
    const Message which = count < ranks.all ? withWork(ranks) : Message {};
    return ranks.areOfOneJob
        ? Message { KT_PHRASE("overview", "%1 of %2 ranks%3"), arg::Count { some }, arg::Count { count }, which }
        : Message { KT_PHRASE("overview", "%1 of %2 traces%3"), arg::Count { some }, arg::Count { count }, which };
}

/// "here rank 5": of whom the sentence is.
Message hereRank(std::int64_t rank, bool areOfOneJob)
{
    const arg::Number most { rank };
    return areOfOneJob ? Message { KT_PHRASE("overview", "here rank %1"), most }
                       : Message { KT_PHRASE("overview", "here the one that is shown as rank %1"), most };
}

/// That several have it, but not alike: where not all do, those with less of it than makes a finding are the others.
Message ofSeveral(const Finding& finding, const Message& here, const RankCounts& ranks)
{
    const std::size_t count = finding.unlike->count;
    const Message shares = unlikeSharesOf(*finding.unlike);
    if (count == ranks.telling)
        return { KT_PHRASE("overview", "%1 have this (%2), %3: %4"), allRanks(count, ranks), shares, here,
            sentenceOf(finding) };
    return { KT_PHRASE("overview", "%1 have enough of this for a finding (%2), %3: %4"),
        someRanks(count, ranks.telling, ranks), shares, here, sentenceOf(finding) };
}

/// "Rank 5: ", or that all ranks, or traces that are none of ranks that ran together, have it alike, or several at all.
Message ofRanks(const Finding& finding, std::int64_t rank, const RankCounts& ranks)
{
    const Message here = hereRank(rank, ranks.areOfOneJob);
    if (!finding.alike && finding.unlike)
        return ofSeveral(finding, here, ranks);
    if (!finding.alike)
        return { KT_PHRASE("overview", "Rank %1: %2"), arg::Number { rank }, sentenceOf(finding) };
    const AlikeRanks& alike = *finding.alike;
    const Message shares = sharesOf(alike);
    if (alike.doubtful > 0)
        return { KT_PHRASE("overview", "%1 alike (%2; recordings of the others lack kernels or launches), %3: %4"),
            someRanks(alike.count, alike.count + alike.doubtful, ranks), shares, here, sentenceOf(finding) };
    return { KT_PHRASE("overview", "%1 alike (%2), %3: %4"), allRanks(alike.count, ranks), shares, here,
        sentenceOf(finding) };
}

/// @param facts  by rank of the source.
RankCounts countsOf(const OverviewSource& source, const std::vector<RankFacts>& facts)
{
    const Scope& scope = source.input().scope;
    RankCounts ranks { source.rankCount(), 0, false, scope.hasWindow() || !scope.streams.empty(),
        areRanksOfOneJob(source.input()) };
    for (std::size_t i = 0; i < facts.size(); ++i) {
        ranks.telling += tellsGpuTime(source, facts[i], i) ? 1 : 0;
        ranks.hasSummaries = ranks.hasSummaries || source.rankTrace(i).readsFrom() != nullptr;
    }
    return ranks;
}

Selection selectionOf(std::uint32_t rankIndex, const Candidate& candidate)
{
    Selection selection = intervalsOfRank(rankIndex, candidate.ranges);
    selection.slices = slicesOfRank(rankIndex, candidate.slices).slices;
    return selection;
}

/// The candidate again, with all that it is made of.
Selection findingEvidence(const OverviewSource& source, std::size_t rank, const std::string& kind,
    const FindingThresholds& thresholds, const CollectiveWaits& waits, const PeakFacts& peaks, const Progress& progress)
{
    std::vector<RankFacts> facts;
    std::size_t own = 0; // in `facts`
    for (std::size_t i = 0; i < source.rankCount(); ++i) {
        if (i != rank && kind != finding::kSlowRank)
            continue;
        Result<RankFacts> read = source.facts(i, { .withRanges = true }, progress);
        if (!read)
            return {};
        if (i == rank) {
            own = facts.size();
            read->peaks = peaks;
        }
        facts.push_back(std::move(read).value());
    }
    if (source.rankTrace(rank).readsFrom() != nullptr)
        return intervalsOfRank(source.rankIndex(rank), mapped(facts[own].steps, &StepTimes::wall));
    if (kind == finding::kSlowRank) {
        const std::optional<SlowRank> slow = slowestRank(source, facts, thresholds);
        return slow ? selectionOf(source.rankIndex(slow->rank), slow->candidate) : Selection {};
    }
    for (const Candidate& candidate : candidatesOf(source, rank, facts.front(), thresholds, waits, progress)) {
        if (candidate.kind == kind)
            return selectionOf(source.rankIndex(rank), candidate);
    }
    return {};
}

/// What the host waits for the GPU, wait by wait, where that is what the finding is about.
Selection waitsForGpuOf(const OverviewSource& source, const Finding& finding)
{
    if (finding.candidate.kind != finding::kWaitsForGpu || !finding.saving)
        return {};
    const RankTrace& rank = source.rankTrace(finding.rank);
    return intervalsOfRank(source.rankIndex(finding.rank),
        mapped(finding.saving->waits.ranges, [&rank](const TimeRange& wait) { return rank.toJobTime(wait); }));
}

/// As the sentence has it. With a change a step may even take longer, since the one before is complete sooner.
Cell savedCell(const Finding& finding)
{
    if (!finding.saving || (finding.saving->saved <= 0 && finding.waitsInPython))
        return {};
    return std::max<Nanoseconds>(0, finding.saving->saved);
}

/// The cure that the saving is of, for what-if; "" where there is no saving, or nobody can write it.
std::string writtenCure(const Finding& finding)
{
    const std::vector<NamedChange>& changes = finding.candidate.cure;
    if (std::holds_alternative<std::monostate>(savedCell(finding)) || !std::ranges::all_of(changes, isWritable))
        return {};
    return joined(mapped(changes, written), ",");
}

} // namespace

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
        // What scripts tell findings by; people have the sentence.
        { .name = column::kKind, .type = ColumnType::String, .title = "Kind", .isInFilesOnly = true },
        defined({ .name = column::kWhatIf, .type = ColumnType::String, .title = "As changes", .isInFilesOnly = true },
            "The changes whose saving that is, as What if takes them; empty where nobody can write them"),
        // On a screen a card has it where there is no room for the sentence.
        defined({ .name = kEstimate,
                    .type = ColumnType::String,
                    .title = "Savings",
                    .isInFilesOnly = true,
                    .text = TextKind::Sentence },
            "What the sentence says of what its cures would save, in few words; empty where it says nothing of that"),
    };
    // What a cure saves stays longest beside what is at stake, where a line has no room for all.
    return readFirst({ column::kFinding, column::kAnalysis, "figure", column::kSaved }, std::move(all));
}

Table findingsTable(const std::shared_ptr<const OverviewSource>& source, const std::vector<Finding>& findings,
    const std::vector<RankFacts>& allFacts, const LatestRank& latest, const FindingThresholds& thresholds)
{
    struct Key {
        std::size_t rank = 0; ///< in OverviewSource
        std::string kind;
        RankCure cure;
        CollectiveWaits waits;
        PeakFacts peaks;
        Selection waitsForGpu; ///< of such a finding: what its sentence adds up
    };
    KeyedTable<Key> made { { "findings", kFindingsTitle, findingColumns() } };
    const RankCounts ranks = countsOf(*source, allFacts);
    const bool hasSeveral = source->input().traces->ranks().size() > 1;
    for (const Finding& finding : findings) {
        const Candidate& candidate = finding.candidate;
        const std::int64_t rank = source->rankTrace(finding.rank).rank;
        made.add(
            { hasSeveral ? ofRanks(finding, rank, ranks) : sentenceOf(finding), candidate.atStake, std::string("us"),
                exactPercentCell(candidate.atStake, candidate.whole), candidate.wholeName, savedCell(finding), rank,
                candidate.analysis, candidate.kind, writtenCure(finding), estimateOf(finding) },
            { finding.rank, candidate.kind, finding.cure, waitsOf(*source, finding.rank, latest),
                allFacts[finding.rank].peaks, waitsForGpuOf(*source, finding) });
    }
    Table& table = made.table;
    table.setEvidence([source, keys = std::move(made.keys), sentence = table.columnIndex(column::kFinding),
                          saved = table.columnIndex(column::kSaved), ranks = table.columnIndex(column::kRank),
                          kinds = table.columnIndex(column::kKind), changes = table.columnIndex(column::kWhatIf),
                          estimates = table.columnIndex(kEstimate), thresholds,
                          waits = latest.late ? latest.late->waits : Selection {}](
                          std::size_t row, std::size_t column, const Progress& progress) {
        const Key& key = keys[row];
        if (column == ranks || column == kinds || column == changes || column == estimates)
            return Selection {};
        const bool isOfWaits = key.kind == finding::kWaitsForGpu; // whose figure is what the cure saves
        if (isOfWaits && column == sentence)
            return key.waitsForGpu;
        if (column == saved || isOfWaits)
            return savingEvidence(key.cure, source->input(), { source->cutoffs().kernelDelay }, progress);
        return key.kind == finding::kLateRank
            ? waits
            : findingEvidence(*source, key.rank, key.kind, thresholds, key.waits, key.peaks, progress);
    });
    return std::move(made.table);
}

} // namespace kinetoscope
