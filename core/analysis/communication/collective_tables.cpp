// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/communication/collective_tables.h"

#include "core/analysis/ranks/group_words.h"
#include "core/analysis/types/column_names.h"
#include "core/base/sort_stably.h"
#include "core/base/vectors.h"

#include <algorithm>
#include <map>
#include <string>
#include <tuple>
#include <utility>

namespace kinetoscope {

namespace {

ColumnDescriptor groupSizeColumn()
{
    return countColumn("Group size", "Group size", "Ranks of the group; none where nothing tells");
}

ColumnDescriptor elementTypeColumn()
{
    return textColumn("dtype", "Element type");
}

ColumnDescriptor messageColumn()
{
    return defined({ column::kMessageBytes, ColumnType::Int, Unit::Bytes, "Message" },
        "What a rank passes; of an all-gather the whole result, of a reduce-scatter all that goes in");
}

ColumnDescriptor algorithmBandwidthColumn()
{
    return defined({ "algbw", ColumnType::Float, Unit::GigabytesPerSecond, "Algorithm bandwidth" },
        "Bytes of the messages by the latencies");
}

ColumnDescriptor busBandwidthColumn()
{
    return defined({ column::kBusBandwidth, ColumnType::Float, Unit::GigabytesPerSecond, "Bus bandwidth" },
        "What crosses the link of each rank, by the latencies: comparable between kinds and numbers of ranks");
}

ColumnDescriptor waitsColumn()
{
    return durationColumn("waits", "Waits", "What runs are longer than the shortest of their collective");
}

ColumnDescriptor lastCountColumn()
{
    return countColumn("last_count", "Came last", "Collectives in which its run was the shortest and others waited");
}

ColumnDescriptor firstCountColumn()
{
    return countColumn("first_count", "Came first", "Collectives in which its run was the longest");
}

ColumnDescriptor unmatchedColumn()
{
    return countColumn("unmatched", "Unmatched", "Runs that belong to no collective of another rank");
}

/// "0" or "stream 84": what a table calls the group where its description has a place of its own.
std::string nameOf(const NamedGroup& group)
{
    return group.name.empty() ? group.description : group.name;
}

Cell percentCellOf(double part, double whole)
{
    return whole > 0 ? Cell(withFourDecimals(part * 100 / whole)) : Cell();
}

/// Why a row has no bandwidth; "" where it has one.
std::string reasonOf(const CommunicationRun& run, const OperationRun& own)
{
    const bool hasNone = run.kind == CollectiveKind::Barrier || run.kind == CollectiveKind::Unknown;
    if (hasNone)
        return run.kind == CollectiveKind::Barrier ? "no message" : "kind not known";
    if (!run.message().in && !run.message().out)
        return "size not recorded";
    if (messageElementBytes(run.message().type) == 0)
        return "type not recorded";
    if (!own.bytes || !busFactor(run.kind, own.groupSize))
        return own.groupSize > 0 ? "size not recorded" : "group size not known";
    return {};
}

/// What operations of one row of `collectives` add up to.
struct KindSums {
    const Operation* operation = nullptr; ///< one of them, and what the rank has of it
    const OperationRun* own = nullptr;
    std::int64_t count = 0;
    Nanoseconds time = 0;
    Nanoseconds shortest = 0;
    Nanoseconds longest = 0;
    Nanoseconds latency = 0;
    Throughput throughput;
    std::int64_t matched = 0;
    std::size_t ranks = 1;
    MatchedBy matchedBy = MatchedBy::Unmatched;
    Nanoseconds skew = 0;
    Nanoseconds largestSkew = 0;
    Nanoseconds startSkew = 0;
    Nanoseconds endSkew = 0;
    std::int64_t placed = 0; ///< with a skew of starts and ends
    Nanoseconds waits = 0;
    std::int64_t last = 0;
    std::int64_t first = 0;
    bool isInSwitch = false;
    std::vector<std::uint32_t> runs;

    void add(const CollectiveFacts& facts, const Operation& of, std::size_t position)
    {
        const OperationRun& run = of.ranks[position];
        if (!own) {
            operation = &of;
            own = &run;
            shortest = run.duration;
        }
        ++count;
        time = saturatingAdd(time, run.duration);
        shortest = std::min(shortest, run.duration);
        longest = std::max(longest, run.duration);
        latency = saturatingAdd(latency, of.latencyOf(run));
        throughput.add(run.bytes, of.latencyOf(run));
        ranks = std::max(ranks, of.ranks.size());
        isInSwitch = isInSwitch || facts.runOf(run).message().isInSwitch;
        append(runs, run.runs);
        if (!of.isMatched)
            return;
        ++matched;
        matchedBy = std::max(matchedBy, facts.instanceOf(of).matchedBy); // the least certain of them
        skew = saturatingAdd(skew, of.skew);
        largestSkew = std::max(largestSkew, of.skew);
        if (of.startSkew) {
            startSkew = saturatingAdd(startSkew, *of.startSkew);
            endSkew = saturatingAdd(endSkew, of.endSkew.value_or(0));
            ++placed;
        }
        waits = saturatingAdd(waits, run.duration - of.latency);
        last += of.hasWaits() && of.last == position ? 1 : 0;
        first += of.hasWaits() && of.first == position ? 1 : 0;
    }
};

void addKindRow(Table& table, const CollectiveFacts& facts, const KindSums& sums)
{
    const OperationRun& own = *sums.own;
    const CommunicationRun& run = facts.runOf(own);
    const NamedGroup& group = facts.groupOf(*sums.operation);
    const auto ofMatched = [&sums](std::int64_t figure) { return sums.matched > 0 ? Cell(figure) : Cell(); };
    const bool isAlone = facts.traces->ranks().size() == 1;
    table.addRow({ facts.rankOf(own), nameOf(group), rankSetText(group.ranks), run.message().name,
        knownCell(own.groupSize), run.message().type, cellOrNothing(run.message().in), cellOrNothing(own.out),
        sums.count, sums.time, meanCell(sums.time, sums.count), sums.shortest, sums.longest,
        std::string(toString(run.kind)), cellOrNothing(own.bytes), sums.matched, static_cast<std::int64_t>(sums.ranks),
        isAlone ? std::string("alone") : std::string(toString(sums.matchedBy)), meanCell(sums.latency, sums.count),
        cellOrNothing(sums.throughput.algorithmBandwidth()),
        cellOrNothing(sums.throughput.busBandwidth(busFactor(run.kind, own.groupSize))),
        meanCell(sums.skew, sums.matched), ofMatched(sums.largestSkew), meanCell(sums.startSkew, sums.placed),
        meanCell(sums.endSkew, sums.placed), ofMatched(sums.waits), ofMatched(sums.last), ofMatched(sums.first),
        std::string(toString(run.message().source)), std::string(toString(own.sizedBy)),
        std::string(sums.isInSwitch ? "in-switch" : ""), reasonOf(run, own) });
}

/// What operations of one row of `groups` add up to.
struct SizeSums {
    const Operation* operation = nullptr;
    std::int64_t matched = 0;
    std::int64_t complete = 0;
    std::int64_t unmatched = 0;
    std::int64_t count = 0;
    Nanoseconds latency = 0;
    Nanoseconds shortest = kMaxTimestamp;
    Nanoseconds longest = 0;
    Throughput throughput;
    Nanoseconds waits = 0;
    bool isInSwitch = false;
    std::map<std::int64_t, Nanoseconds> caused; ///< by rank that came last
    std::vector<std::uint32_t> runs;

    void take(Nanoseconds took, std::optional<std::int64_t> bytes)
    {
        ++count;
        latency = saturatingAdd(latency, took);
        shortest = std::min(shortest, took);
        longest = std::max(longest, took);
        throughput.add(bytes, took);
    }

    void add(const CollectiveFacts& facts, const Operation& of)
    {
        operation = operation ? operation : &of;
        isInSwitch = isInSwitch || facts.isInSwitch(of);
        for (const OperationRun& own : of.ranks)
            append(runs, own.runs);
        if (!of.isMatched) {
            unmatched += static_cast<std::int64_t>(of.ranks.size());
            for (const OperationRun& own : of.ranks)
                take(own.duration, own.bytes);
            return;
        }
        ++matched;
        const bool isPair = facts.instanceOf(of).kind == CollectiveKind::Pair;
        complete += static_cast<std::int64_t>(of.ranks.size()) == (isPair ? 2 : of.ranks.front().groupSize) ? 1 : 0;
        take(of.latency, of.bytes);
        waits = saturatingAdd(waits, of.waits);
        if (of.hasWaits()) {
            Nanoseconds& own = caused[facts.rankOf(of.ranks[of.last])];
            own = saturatingAdd(own, of.waits);
        }
    }
};

void addSizeRow(Table& table, const CollectiveFacts& facts, const SizeSums& sums)
{
    const Operation& operation = *sums.operation;
    const NamedGroup& group = facts.groupOf(operation);
    const OperationRun& own = operation.ranks.front();
    const CollectiveKind kind = facts.instanceOf(operation).kind;
    const std::optional<double> busBandwidth = sums.throughput.busBandwidth(busFactor(kind, own.groupSize));
    const GroupLink& link = facts.links[facts.instanceOf(operation).group];
    Cell ofLink;
    if (busBandwidth && link.bothDirections > 0 && !sums.isInSwitch)
        ofLink = percentCellOf(*busBandwidth, link.bothDirections / 2);
    const auto worst = std::ranges::max_element(sums.caused, {}, &decltype(sums.caused)::value_type::second);
    const auto ofMatched = [&sums](Nanoseconds figure) { return sums.matched > 0 ? Cell(figure) : Cell(); };
    table.addRow({ groupText(group), rankSetText(group.ranks), knownCell(own.groupSize), std::string(toString(kind)),
        facts.runOf(own).message().type, cellOrNothing(operation.bytes), sums.matched, sums.complete, sums.unmatched,
        sums.latency, meanCell(sums.latency, sums.count), sums.shortest, sums.longest,
        cellOrNothing(sums.throughput.algorithmBandwidth()), cellOrNothing(busBandwidth), ofLink, ofMatched(sums.waits),
        worst == sums.caused.end() ? Cell() : Cell(worst->first) });
}

} // namespace

std::vector<ColumnDescriptor> collectiveColumns()
{
    return { numberColumn(column::kRank, "Rank"), textColumn("Process Group Name", "Group"),
        textColumn("Process Group Ranks", "Its ranks"), textColumn("Collective name", "Name"), groupSizeColumn(),
        elementTypeColumn(), countColumn("In msg nelems", "Elements in", "That a rank passes"),
        countColumn("Out msg nelems", "Elements out", "That a rank gets; derived where it is not recorded"),
        countColumn("operation_count", "Calls", "Operations of this kind, size and type"),
        mainFigure(durationColumn("dur_sum", "Time", "Sum over the operations, waiting included")),
        microsecondsColumn("dur_mean", "Mean time", "Of one operation, waiting included"),
        durationColumn("dur_min", "Shortest", "Of one operation"),
        durationColumn("dur_max", "Longest", "Of one operation"), textColumn(column::kCollective, "Kind"),
        messageColumn(), countColumn("instances", "Matched", "Operations of which another rank was recorded too"),
        countColumn("ranks", "Ranks", "That at most have a run of one of them"),
        textColumn(
            "matched_by", "Matched by", TextKind::Word, "How the runs of the ranks were found to be one collective"),
        microsecondsColumn("latency_mean", "Mean latency", "The shortest run of the ranks; of one rank alone its own"),
        algorithmBandwidthColumn(), busBandwidthColumn(),
        microsecondsColumn("skew_mean", "Mean skew", "From the shortest to the longest run of the ranks"),
        durationColumn("skew_max", "Largest skew", "From the shortest to the longest run of the ranks"),
        microsecondsColumn(
            "start_skew_mean", "Skew of starts", "From the first start to the last, clocks aligned; mean"),
        microsecondsColumn("end_skew_mean", "Skew of ends", "From the first end to the last, clocks aligned; mean"),
        waitsColumn(), lastCountColumn(), firstCountColumn(),
        textColumn("size_source", "Size from", TextKind::Word, "Where the size of the message was found"),
        textColumn("group_size_source", "Group size from", TextKind::Word, "Where the number of ranks was found"),
        textColumn("transport", "Transport", TextKind::Word,
            "In the switch: fewer bytes cross the link than the bus bandwidth assumes"),
        textColumn("reason", "Why no bandwidth", TextKind::Word, "What was not recorded") };
}

std::vector<ColumnDescriptor> collectiveGroupColumns()
{
    return { textColumn(column::kGroup, "Group"), textColumn("group_ranks", "Its ranks"), groupSizeColumn(),
        textColumn(column::kCollective, "Kind"), elementTypeColumn(), messageColumn(),
        countColumn("instances", "Collectives", "That two ranks or more ran"),
        countColumn("complete", "Complete", "Collectives that all ranks of the group are in"), unmatchedColumn(),
        mainFigure(durationColumn(
            column::kLatencySum, "Latency", "Sum of the shortest runs; of what is unmatched, of its own")),
        microsecondsColumn("latency_mean", "Mean latency", "Of one operation"),
        durationColumn("latency_min", "Least latency", "Of one operation"),
        durationColumn("latency_max", "Largest latency", "Of one operation"), algorithmBandwidthColumn(),
        busBandwidthColumn(),
        percentColumn("link_pctg", "Link share", "% of one direction",
            "Where all ranks share a host and their devices are known"),
        waitsColumn(), numberColumn("worst_rank", "Worst rank", "Others wait for it most") };
}

std::vector<ColumnDescriptor> collectiveInstanceColumns()
{
    return { numberColumn("instance", "Collective"), textColumn("Process Group Name", "Group"),
        textColumn(column::kCollective, "Kind"), textColumn("Collective name", "Name"), elementTypeColumn(),
        groupSizeColumn(), messageColumn(), numberColumn("seq", "Number"), numberColumn(column::kStep, "Step"),
        textColumn(
            "matched_by", "Matched by", TextKind::Word, "How the runs of the ranks were found to be one collective"),
        countColumn("ranks", "Ranks", "That have a run of it in this scope"),
        countColumn("ranks_expected", "Ranks expected", "Ranks of the group; none where nothing tells"),
        { column::kTs, ColumnType::Time, Unit::Microseconds, "Start" },
        mainFigure(durationColumn("comm_latency", "Latency", "The shortest run: that of who came last")),
        durationColumn("skew", "Skew", "From the shortest to the longest run"),
        durationColumn("start_skew", "Skew of starts", "From the first start to the last, clocks aligned"),
        durationColumn("end_skew", "Skew of ends", "From the first end to the last, clocks aligned"),
        numberColumn("last_rank", "Came last", "The lowest of those with the shortest run"),
        numberColumn("first_rank", "Came first", "The lowest of those with the longest run"),
        algorithmBandwidthColumn(), busBandwidthColumn(),
        durationColumn("exposed", "Exposed", "The part of its shortest run in which that rank computes nothing") };
}

std::vector<ColumnDescriptor> collectiveRankColumns()
{
    return { numberColumn(column::kRank, "Rank"),
        countColumn("instances", "Collectives", "That it ran with another rank of the scope"),
        mainFigure(durationColumn(
            column::kCommTime, "Time", "Summed over its operations, waiting and what runs at once included")),
        durationColumn(column::kLatencySum, "Latency", "Sum of the shortest runs; of what is unmatched, of its own"),
        waitsColumn(), percentColumn("waits_pctg", "Share of waits", "% of time"), lastCountColumn(),
        firstCountColumn(), percentColumn("last_pctg", "Came last", "% of collectives"),
        defined({ "message_bytes_sum", ColumnType::Int, Unit::Bytes, "Messages" }, "Of the operations with a size"),
        algorithmBandwidthColumn(), unmatchedColumn() };
}

Table collectivesTable(const SharedCollectives& facts)
{
    using Key = std::tuple<std::uint32_t, std::uint32_t, CollectiveKind, std::optional<std::int64_t>,
        std::optional<std::int64_t>, std::string>;
    std::map<Key, KindSums> rows;
    for (const Operation& operation : facts->operations) {
        for (std::size_t i = 0; i < operation.ranks.size(); ++i) {
            const OperationRun& own = operation.ranks[i];
            const CommunicationRun& run = facts->runOf(own);
            rows[{ own.rank, run.group, run.kind, run.message().in, own.out, run.message().type }].add(
                *facts, operation, i);
        }
    }
    std::vector<const std::pair<const Key, KindSums>*> order;
    for (const auto& row : rows)
        order.push_back(&row);
    sortStably(order, {}, [](const auto* a) { return std::pair(std::get<0>(a->first), -a->second.time); });
    Table table("collectives", kCollectivesTitle, collectiveColumns());
    RunsOfRows runs;
    for (const auto* row : order) {
        addKindRow(table, *facts, row->second);
        runs.push_back(row->second.runs);
    }
    setEvidenceOfRuns(table, facts, std::move(runs));
    return table;
}

Table collectiveGroupsTable(const SharedCollectives& facts)
{
    using Key = std::tuple<std::uint32_t, CollectiveKind, std::string, std::optional<std::int64_t>>;
    std::map<Key, SizeSums> rows;
    for (const Operation& operation : facts->operations) {
        const CollectiveInstance& instance = facts->instanceOf(operation);
        rows[{ instance.group, instance.kind, facts->runOf(operation.ranks.front()).message().type, operation.bytes }]
            .add(*facts, operation);
    }
    Table table("groups", kCollectiveGroupsTitle, collectiveGroupColumns());
    RunsOfRows runs;
    for (const auto& [key, sums] : rows) {
        addSizeRow(table, *facts, sums);
        runs.push_back(sums.runs);
    }
    setEvidenceOfRuns(table, facts, std::move(runs));
    return table;
}

Table collectiveInstancesTable(
    const SharedCollectives& facts, Timestamp origin, const std::vector<std::optional<Nanoseconds>>& exposed)
{
    Table table("instances", kCollectiveInstancesTitle, collectiveInstanceColumns());
    RunsOfRows runs;
    for (std::size_t i = 0; i < facts->operations.size(); ++i) {
        const Operation& operation = facts->operations[i];
        if (operation.ranks.size() < 2)
            continue;
        const CollectiveInstance& instance = facts->instanceOf(operation);
        const OperationRun& own = operation.ranks.front();
        const CommunicationRun& run = facts->runOf(own);
        Throughput throughput;
        throughput.add(operation.bytes, operation.latency);
        const auto rankAt = [&](std::size_t at) {
            return operation.hasWaits() ? Cell(facts->rankOf(operation.ranks[at])) : Cell();
        };
        const auto ofMatched = [&operation](Nanoseconds figure) { return operation.isMatched ? Cell(figure) : Cell(); };
        table.addRow({ static_cast<std::int64_t>(operation.number), nameOf(facts->groupOf(operation)),
            std::string(toString(instance.kind)), run.message().name, run.message().type, knownCell(own.groupSize),
            cellOrNothing(operation.bytes), cellOrNothing(instance.sequence), cellOrNothing(run.step),
            std::string(toString(instance.matchedBy)), static_cast<std::int64_t>(operation.ranks.size()),
            knownCell(instance.kind == CollectiveKind::Pair ? 2 : own.groupSize),
            saturatingSubtract(operation.start, origin), operation.latency, ofMatched(operation.skew),
            operation.isMatched ? cellOrNothing(operation.startSkew) : Cell(),
            operation.isMatched ? cellOrNothing(operation.endSkew) : Cell(), rankAt(operation.last),
            rankAt(operation.first), cellOrNothing(throughput.algorithmBandwidth()),
            cellOrNothing(throughput.busBandwidth(busFactor(instance.kind, own.groupSize))),
            cellOrNothing(exposed[i]) });
        std::vector<std::uint32_t>& kernels = runs.emplace_back();
        for (const OperationRun& each : operation.ranks)
            append(kernels, each.runs);
    }
    setEvidenceOfRuns(table, facts, std::move(runs));
    return table;
}

Table collectiveRanksTable(const SharedCollectives& facts)
{
    struct RankSums {
        std::int64_t matched = 0;
        std::int64_t unmatched = 0;
        Nanoseconds time = 0;
        Nanoseconds latency = 0;
        Nanoseconds waits = 0;
        std::int64_t last = 0;
        std::int64_t first = 0;
        Throughput throughput;
        std::vector<std::uint32_t> runs;
    };
    std::map<std::uint32_t, RankSums> ranks;
    for (const Operation& operation : facts->operations) {
        for (std::size_t i = 0; i < operation.ranks.size(); ++i) {
            const OperationRun& own = operation.ranks[i];
            RankSums& sums = ranks[own.rank];
            sums.matched += operation.isMatched ? 1 : 0;
            sums.unmatched += operation.isMatched ? 0 : 1;
            sums.time = saturatingAdd(sums.time, own.duration);
            sums.latency = saturatingAdd(sums.latency, operation.latencyOf(own));
            sums.waits = saturatingAdd(sums.waits, own.duration - operation.latencyOf(own));
            sums.last += operation.hasWaits() && operation.last == i ? 1 : 0;
            sums.first += operation.hasWaits() && operation.first == i ? 1 : 0;
            sums.throughput.add(own.bytes, operation.latencyOf(own));
            append(sums.runs, own.runs);
        }
    }
    Table table("ranks", kCollectiveRanksTitle, collectiveRankColumns());
    RunsOfRows runs;
    for (auto& [rank, sums] : ranks) {
        const auto ofMatched = [&sums = sums](std::int64_t figure) { return sums.matched > 0 ? Cell(figure) : Cell(); };
        table.addRow({ facts->traces->ranks()[rank].rank, sums.matched, sums.time, sums.latency, ofMatched(sums.waits),
            sums.matched > 0 ? percentCellOf(static_cast<double>(sums.waits), static_cast<double>(sums.time)) : Cell(),
            ofMatched(sums.last), ofMatched(sums.first),
            percentCellOf(static_cast<double>(sums.last), static_cast<double>(sums.matched)),
            sums.throughput.count > 0 ? Cell(sums.throughput.bytes) : Cell(),
            cellOrNothing(sums.throughput.algorithmBandwidth()), sums.unmatched });
        runs.push_back(std::move(sums.runs));
    }
    setEvidenceOfRuns(table, facts, std::move(runs));
    return table;
}

} // namespace kinetoscope
