// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/collectives/collective_matching.h"
#include "core/analysis/collectives/communication_runs.h"
#include "core/analysis/collectives/group_table.h"
#include "core/analysis/collectives/run_keys.h"
#include "core/analysis/names/classification.h"
#include "core/words/english.h"
#include "tests/support/load_text.h"
#include "tests/support/test_macros.h"
#include "tests/support/trace_text.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <numeric>
#include <random>
#include <set>

using namespace kinetoscope;
using namespace kinetoscope::tests;

/// Which runs of different ranks are one collective (ranks.md, section 1).
class TestCollectiveMatching : public QObject {
    Q_OBJECT

private slots:
    void kindsByText_data();
    void kindsByText();
    void numbersJoinWhateverTheClock();
    void numbersOfTwoCountersAreNotUsed();
    void sendsFindTheirReceives();
    void transfersWithoutPeerStayAlone();
    void streamsCountInOrder();
    void differentNumbersOfStreamsTellNoGroups();
    void collectivesOfTheHostAreOfTheOnlyGroup();
    void ofSeveralGroupsNothingTellsThatOfTheHost();
    void kernelsOfAStreamRunInOrderOfTheirStarts();
    void aKernelsNameAloneFitsAllItsKinds();
    void allToAllsAreUnevenByWhatIsPassed();
    void keysHavePlacesAsTheSlowWayHas_data();
    void keysHavePlacesAsTheSlowWayHas();
    void communicatorsMatchWhereNothingIsNumbered();
    void groupsAreJoinedAsTheSlowWayDoes_data();
    void groupsAreJoinedAsTheSlowWayDoes();
    void lostRunsBesideOneThatOnlyItsNameTells();
    void hubsThatLostRunsTellNoPlaces();
    void lostRunsNeverJoinWrongOnes_data();
    void lostRunsNeverJoinWrongOnes();
    void evenDistancesAreNoReasonToMove_data();
    void evenDistancesAreNoReasonToMove();
    void lateRecordingsMatchWhereClocksAgree();
    void stepsOfOtherNumbersAreFound_data();
    void stepsOfOtherNumbersAreFound();
    void keptArgumentsSayWhatTheFileSays_data();
    void keptArgumentsSayWhatTheFileSays();
};

namespace {

constexpr std::string_view kReduce = "ncclDevKernel_AllReduce";

std::string argsOf(std::string_view name, std::int64_t sequence)
{
    return ArgsText().add("Collective name", name).add("Process Group Name", "0").add("Seq", sequence).text();
}

CollectiveMatching matched(const std::vector<std::string>& texts)
{
    const auto traces = loadTexts(texts);
    Q_ASSERT(traces);
    auto matching = matchCollectives(**traces, KernelClassifier(), {});
    Q_ASSERT(matching);
    return std::move(matching).value();
}

/// "1.1 2.2": by instance the numbers that the runs have, ranks ascending; runs alone are left out.
std::string numbersOf(const CollectiveMatching& matching)
{
    std::string text;
    for (const CollectiveInstance& instance : matching.instances) {
        if (instance.runs.size() < 2)
            continue;
        std::string numbers;
        for (const std::uint32_t run : instance.runs)
            numbers += (numbers.empty() ? "" : ".") + std::to_string(matching.runs[run].sequence.value_or(-1));
        text += (text.empty() ? "" : " ") + numbers;
    }
    return text;
}

} // namespace

void TestCollectiveMatching::kindsByText_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("kind");
    const auto add = [](const char* text, const char* kind) {
        QTest::newRow(text) << QByteArray(text) << QByteArray(kind);
    };
    add("nccl:all_reduce", "allreduce");
    add("ncclDevKernel_ReduceScatter_Sum_bf16", "reducescatter");
    add("_allgather_base", "allgather");
    add("void vllm::cross_device_reduce_1stage<__half>", "allreduce");
    add("ncclKernel_SendRecv_RING_SIMPLE_Sum_int8_t", "sendrecv");
    add("nccl:all_to_all", "alltoall");
    add("recv", "recv");
    add("nccl:coalesced", "coalesced");
    add("wait", "unknown");
}

void TestCollectiveMatching::kindsByText()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, kind);
    QCOMPARE(QByteArray::fromStdString(std::string(toString(collectiveKindOf(text.toStdString())))), kind);
}

void TestCollectiveMatching::numbersJoinWhateverTheClock()
{
    // Rank 1 was recorded later, by a clock that is seconds behind.
    const auto rank = [](int number, std::int64_t first, Timestamp begin) {
        TraceText text;
        text.rank(number, 2);
        for (std::int64_t sequence = first; sequence < first + 4; ++sequence)
            text.kernel(kReduce, begin + sequence * 100_us, 50_us, 20, 0, argsOf("allreduce", sequence));
        return text.text();
    };
    const CollectiveMatching matching = matched({ rank(0, 5, 9'000'000_us), rank(1, 7, 1000_us) });
    QCOMPARE(numbersOf(matching), std::string("7.7 8.8"));
    QVERIFY(matching.remarks.empty());
    QCOMPARE(matching.instances.size(), std::size_t { 6 }); // every run is in one
}

void TestCollectiveMatching::numbersOfTwoCountersAreNotUsed()
{
    // One rank counts its group's collectives, the other all of its process.
    const auto rank = [](int number, std::int64_t by) {
        TraceText text;
        text.rank(number, 2);
        for (std::int64_t i = 0; i < 6; ++i)
            text.kernel(kReduce, (i + 1) * 100_us, 50_us, 20, 0, argsOf("allreduce", i * by));
        return text.text();
    };
    const CollectiveMatching matching = matched({ rank(0, 1), rank(1, 3) });
    QCOMPARE(numbersOf(matching), std::string("0.0 1.3 2.6 3.9 4.12 5.15"));
    QCOMPARE(matching.remarks.size(), std::size_t { 1 });
    QCOMPARE(matching.remarks.front().code, std::string("numbers-disagree"));
}

void TestCollectiveMatching::sendsFindTheirReceives()
{
    const auto peer = [](std::string_view name, std::string_view key, std::int64_t other) {
        return ArgsText().add("Collective name", name).add("Process Group Name", "0").add(key, other).text();
    };
    TraceText first;
    first.rank(0, 2).kernel("ncclDevKernel_SendRecv", 10_us, 5_us, 20, 0, peer("send", "Dst Rank", 1));
    first.kernel("ncclDevKernel_SendRecv", 50_us, 5_us, 20, 0, peer("recv", "Src Rank", 1));
    TraceText second;
    second.rank(1, 2).kernel("ncclDevKernel_SendRecv", 12_us, 5_us, 20, 0, peer("recv", "Src Rank", 0));
    second.kernel("ncclDevKernel_SendRecv", 60_us, 5_us, 20, 0, peer("send", "Dst Rank", 0));
    const CollectiveMatching matching = matched({ first.text(), second.text() });
    QCOMPARE(matching.instances.size(), std::size_t { 2 });
    for (const CollectiveInstance& instance : matching.instances) {
        QCOMPARE(toString(instance.kind), std::string_view("sendrecv-pair"));
        QVERIFY(matching.runs[instance.runs[0]].kind != matching.runs[instance.runs[1]].kind);
    }
}

void TestCollectiveMatching::transfersWithoutPeerStayAlone()
{
    const auto transfer = [](std::string_view name) {
        return ArgsText().add("Collective name", name).add("Process Group Name", "0").add("Seq", 1).text();
    };
    // Both ranks receive first, from a third that was not recorded.
    TraceText first;
    first.rank(0, 3).kernel("ncclDevKernel_SendRecv", 10_us, 5_us, 20, 0, transfer("recv"));
    TraceText second;
    second.rank(1, 3).kernel("ncclDevKernel_SendRecv", 30_us, 5_us, 20, 0, transfer("recv"));
    const CollectiveMatching matching = matched({ first.text(), second.text() });
    QCOMPARE(matching.instances.size(), std::size_t { 2 });
    for (const CollectiveInstance& instance : matching.instances) {
        QCOMPARE(instance.runs.size(), std::size_t { 1 });
        QCOMPARE(toString(instance.kind), std::string_view("recv"));
    }
}

/// Four collectives without metadata on each of the streams.
static std::string unnamedRank(int number, const std::vector<std::int64_t>& streams)
{
    TraceText text;
    text.rank(number, 3);
    for (int i = 0; i < 4; ++i) {
        for (const std::int64_t stream : streams)
            text.kernel(kReduce, (i + 1) * 1000_us + stream * 10_us, 50_us - number * 1_us, stream);
    }
    return text.text();
}

void TestCollectiveMatching::streamsCountInOrder()
{
    const CollectiveMatching matching =
        matched({ unnamedRank(0, { 20, 84 }), unnamedRank(1, { 20, 84 }), unnamedRank(2, { 24, 85 }) });
    QCOMPARE(matching.remarks.size(), std::size_t { 1 });
    QCOMPARE(matching.remarks.front().code, std::string("stream-numbers"));
    QCOMPARE(matching.instances.size(), std::size_t { 8 });
    for (const CollectiveInstance& instance : matching.instances) {
        QCOMPARE(instance.runs.size(), std::size_t { 3 });
        const bool isFirst = matching.runs[instance.runs[0]].stream() == 20;
        QCOMPARE(matching.runs[instance.runs[2]].stream(), std::int64_t { isFirst ? 24 : 85 });
    }
    QVERIFY(matching.untold.empty());
    QVERIFY(matched({ unnamedRank(0, { 84 }), unnamedRank(1, { 84 }), unnamedRank(2, { 84 }) }).remarks.empty());
}

void TestCollectiveMatching::differentNumbersOfStreamsTellNoGroups()
{
    const CollectiveMatching matching =
        matched({ unnamedRank(0, { 84 }), unnamedRank(1, { 84 }), unnamedRank(2, { 84, 85 }) });
    QCOMPARE(matching.remarks.size(), std::size_t { 1 });
    QCOMPARE(matching.remarks.front().code, std::string("groups-unknown"));
    QCOMPARE(matching.untold, (std::vector<std::uint32_t> { 0, 1 }));
}

namespace {

/// A rank of four on CPU, whose file describes groups; each reduces twice.
std::string rankOnHost(int number, const std::string& groups)
{
    const std::string described = R"({"backend": "gloo", "rank": )" + std::to_string(number)
        + R"(, "world_size": 4, "pg_config": [{"pg_name": "0", "pg_size": 4, "ranks": [0, 1, 2, 3]})" + groups + "]}";
    return TraceText()
        .top("distributedInfo", described)
        .annotation("gloo:all_reduce", 10_us, 20_us)
        .annotation("gloo:all_reduce", 50_us, 20_us)
        .text();
}

} // namespace

void TestCollectiveMatching::collectivesOfTheHostAreOfTheOnlyGroup()
{
    const CollectiveMatching matching = matched({ rankOnHost(0, ""), rankOnHost(1, "") });
    QVERIFY(matching.remarks.empty());
    QVERIFY(matching.untold.empty());
    QCOMPARE(matching.groups.size(), std::size_t { 1 });
    QCOMPARE(matching.groups[0].size, 4);
    QCOMPARE(matching.groups[0].ranks, (std::vector<std::int64_t> { 0, 1, 2, 3 }));
    QCOMPARE(matching.instances.size(), std::size_t { 2 });
}

/// Their annotations name none: what rank 0 does with rank 1 is not what rank 2 does with rank 0.
void TestCollectiveMatching::ofSeveralGroupsNothingTellsThatOfTheHost()
{
    const auto pair = [](const char* name, int a, int b) {
        return R"(, {"pg_name": ")" + std::string(name) + R"(", "pg_size": 2, "ranks": [)" + std::to_string(a) + ", "
            + std::to_string(b) + "]}";
    };
    const CollectiveMatching matching = matched({ rankOnHost(0, pair("1", 0, 1) + pair("2", 0, 2)),
        rankOnHost(1, pair("1", 0, 1)), rankOnHost(2, pair("2", 0, 2)) });
    QCOMPARE(matching.untold, (std::vector<std::uint32_t> { 0 }));
    QCOMPARE(matching.remarks.size(), std::size_t { 1 });
    QCOMPARE(matching.remarks.front().code, std::string("groups-unknown"));
    QCOMPARE(matching.groups[0].size, 0);
}

/// One graph launch has all of them, and the files have them in another order.
void TestCollectiveMatching::kernelsOfAStreamRunInOrderOfTheirStarts()
{
    const auto rank = [](int number) {
        TraceText text;
        text.rank(number, 2).runtime("cudaGraphLaunch", 1_us, 5_us, 1);
        static constexpr std::string_view kKernels[] { "ncclDevKernel_AllReduce", "ncclDevKernel_AllGather",
            "ncclDevKernel_ReduceScatter" };
        for (int i = 0; i < 3; ++i) {
            const int each = number == 0 ? i : 2 - i;
            text.kernel(kKernels[each], (each + 1) * 100_us, 50_us, 20, 1);
        }
        return text.text();
    };
    const CollectiveMatching matching = matched({ rank(0), rank(1) });
    QCOMPARE(matching.instances.size(), std::size_t { 3 });
    for (const CollectiveInstance& instance : matching.instances) {
        QCOMPARE(instance.runs.size(), std::size_t { 2 });
        QCOMPARE(toString(instance.matchedBy), std::string_view("place"));
    }
}

void TestCollectiveMatching::aKernelsNameAloneFitsAllItsKinds()
{
    const auto rank = [](int number, bool isAnnotated) {
        TraceText text;
        text.rank(number, 2);
        for (int i = 0; i < 3; ++i) {
            if (isAnnotated)
                text.annotation("nccl:all_to_all", (i + 1) * 100_us, 40_us);
            text.launch((i + 1) * 100_us + 10_us, 5_us, i + 1);
            text.kernel("ncclDevKernel_SendRecv", (i + 1) * 100_us + 50_us, 30_us, 20, i + 1);
        }
        return text.text();
    };
    for (const bool isFirst : { true, false }) {
        const CollectiveMatching matching = matched({ rank(0, isFirst), rank(1, !isFirst) });
        QCOMPARE(matching.instances.size(), std::size_t { 3 });
        for (const CollectiveInstance& instance : matching.instances) {
            QCOMPARE(instance.runs.size(), std::size_t { 2 });
            QCOMPARE(toString(instance.kind), std::string_view("alltoall"));
        }
    }
    // The name of another kernel does not fit.
    TraceText other;
    other.rank(1, 2);
    for (int i = 0; i < 3; ++i)
        other.kernel(kReduce, (i + 1) * 100_us + 50_us, 30_us, 20);
    QCOMPARE(numbersOf(matched({ rank(0, true), other.text() })), std::string());
}

void TestCollectiveMatching::allToAllsAreUnevenByWhatIsPassed()
{
    const auto isUneven = [](std::string_view name, std::int64_t in, std::int64_t out) {
        std::vector<std::string> texts;
        for (int number = 0; number < 2; ++number) {
            ArgsText args;
            args.add("Collective name", name).add("Process Group Name", "0").add("Seq", std::int64_t { 1 });
            if (in > 0)
                args.add("In msg nelems", number == 0 ? in : 20).add("Out msg nelems", number == 0 ? out : 20);
            TraceText text;
            text.rank(number, 2).kernel("ncclDevKernel_SendRecv", 100_us, 50_us, 20, 0, args);
            texts.push_back(text.text());
        }
        const CollectiveMatching matching = matched(texts);
        return matching.instances.size() == 1 && matching.instances.front().isUneven;
    };
    QVERIFY(!isUneven("all_to_all", 20, 20));
    QVERIFY(isUneven("all_to_all", 20, 30)); // within a rank
    QVERIFY(isUneven("all_to_all", 30, 30)); // between ranks
    QVERIFY(!isUneven("all_to_all", 0, 0));  // not known
    QVERIFY(!isUneven("allgather", 20, 30)); // what goes out is another amount always
}

namespace {

/// Groups and runs of a job, put together by comparing each group with each other one.
struct SlowGroups {
    std::vector<NamedGroup> groups;
    std::vector<std::uint32_t> groupOfRun;
    std::size_t remarks = 0;

    std::uint32_t idOf(const NamedGroup& group)
    {
        std::uint32_t id = 0;
        while (id < groups.size()
            && !(groups[id].name == group.name && groups[id].ranks == group.ranks
                && (!group.name.empty() || groups[id].description == group.description)))
            ++id;
        if (id == groups.size())
            groups.push_back(group);
        return id;
    }

    [[nodiscard]] bool isTheOnlyKnownOfTheName(const NamedGroup& unknown, const NamedGroup& known) const
    {
        return !unknown.name.empty() && unknown.ranks.empty() && !known.ranks.empty() && known.name == unknown.name
            && std::count_if(groups.begin(), groups.end(),
                   [&](const NamedGroup& each) { return each.name == unknown.name && !each.ranks.empty(); })
            == 1;
    }

    void join(const std::vector<CommunicationRun>& runs)
    {
        std::vector<std::set<std::uint32_t>> ranks(groups.size());
        for (const CommunicationRun& run : runs)
            ranks[run.group].insert(run.rank);
        std::vector<std::uint32_t> now(groups.size());
        std::iota(now.begin(), now.end(), 0U);
        for (std::uint32_t b = 0; b < groups.size(); ++b) {
            for (std::uint32_t a = 0; a < groups.size() && now[b] == b; ++a) {
                const NamedGroup& first = groups[a];
                const NamedGroup& second = groups[b];
                const bool areAlike = a < b && !first.name.empty() && !second.name.empty() && !first.ranks.empty()
                    && first.ranks == second.ranks && first.description == second.description
                    && std::none_of(
                        ranks[b].begin(), ranks[b].end(), [&](std::uint32_t rank) { return ranks[a].contains(rank); });
                if (a == b || now[a] != a || !(isTheOnlyKnownOfTheName(second, first) || areAlike))
                    continue;
                remarks += areAlike ? 1 : 0;
                now[b] = a;
                ranks[a].insert(ranks[b].begin(), ranks[b].end());
            }
        }
        for (const CommunicationRun& run : runs)
            groupOfRun.push_back(now[run.group]);
    }
};

} // namespace

void TestCollectiveMatching::keysHavePlacesAsTheSlowWayHas_data()
{
    QTest::addColumn<int>("seed");
    for (int seed = 0; seed < 60; ++seed)
        QTest::addRow("seed %d", seed) << seed;
}

/// Ranks have most keys in the order of the first, some of them moved, lost, given twice or only there.
void TestCollectiveMatching::keysHavePlacesAsTheSlowWayHas()
{
    QFETCH(int, seed);
    std::mt19937 random(static_cast<unsigned>(seed));
    const auto below = [&random](std::uint32_t limit) { return static_cast<std::uint32_t>(random() % limit); };
    RunKeys<std::int64_t> keys;
    std::map<std::pair<std::int64_t, int>, std::uint32_t> places; // by key and the number of earlier runs with it
    std::vector<std::int64_t> keyOfPlace;
    std::vector<std::pair<std::int64_t, std::int64_t>> spans;
    for (std::uint32_t rank = 0; rank < 9; ++rank) {
        std::vector<std::int64_t> own;
        for (std::int64_t key = below(4); key < 20; ++key) {
            for (std::uint32_t copies = below(6) == 0 ? below(3) : 1; copies > 0; --copies)
                own.push_back(key / 2);
        }
        for (std::uint32_t swaps = below(3); swaps > 0; --swaps)
            std::swap(own[below(static_cast<std::uint32_t>(own.size()))], own.front());
        std::map<std::int64_t, int> before;
        for (const std::int64_t key : own) {
            const auto place =
                places.try_emplace({ key, before[key]++ }, static_cast<std::uint32_t>(keyOfPlace.size()));
            if (place.second)
                keyOfPlace.push_back(key);
            QCOMPARE(keys.take(key, rank), place.first->second);
        }
        spans.emplace_back(*std::ranges::min_element(own), *std::ranges::max_element(own));
    }
    QCOMPARE(keys.size(), keyOfPlace.size());
    const std::vector<std::size_t> covering = keys.coveringRanks();
    for (std::size_t place = 0; place < keyOfPlace.size(); ++place) {
        const auto isCovering = [key = keyOfPlace[place]](
                                    const auto& span) { return span.first <= key && key <= span.second; };
        QCOMPARE(covering[place], static_cast<std::size_t>(std::ranges::count_if(spans, isCovering)));
    }
}

/// The third rank has lost a run; texts have no order in which the ranks run them.
void TestCollectiveMatching::communicatorsMatchWhereNothingIsNumbered()
{
    const auto rank = [](int number, const std::vector<const char*>& ids) {
        TraceText text;
        text.rank(number, 3);
        Timestamp now = 1_ms;
        for (const char* id : ids) {
            const std::string args = ArgsText()
                                         .add("Collective name", "allreduce")
                                         .add("Process Group Name", "0")
                                         .add("Comms Id", id)
                                         .text();
            text.kernel(kReduce, now, 50_us, 20, now / 1_us, args);
            now += 1_ms;
        }
        return text.text();
    };
    const CollectiveMatching matching =
        matched({ rank(0, { "z", "y", "x", "y" }), rank(1, { "z", "y", "x", "y" }), rank(2, { "z", "x", "y" }) });
    std::string joined;
    for (const CollectiveInstance& instance : matching.instances) {
        joined += std::string(toString(instance.matchedBy)) + " ";
        for (const std::uint32_t run : instance.runs)
            joined += *matching.runs[run].commsId;
        joined += "; ";
    }
    QCOMPARE(joined, std::string("comms-id zzz; comms-id yyy; comms-id xxx; comms-id yy; "));
    QCOMPARE(matching.runsByInstance.size(), matching.runs.size());
}

void TestCollectiveMatching::groupsAreJoinedAsTheSlowWayDoes_data()
{
    QTest::addColumn<int>("seed");
    for (int seed = 0; seed < 60; ++seed)
        QTest::addRow("seed %d", seed) << seed;
}

/// Few names, descriptions and sets of ranks, so that every rank knows some groups by other names or without ranks.
void TestCollectiveMatching::groupsAreJoinedAsTheSlowWayDoes()
{
    QFETCH(int, seed);
    std::mt19937 random(static_cast<unsigned>(seed));
    const auto below = [&random](unsigned limit) { return static_cast<std::uint32_t>(random() % limit); };
    const unsigned names = 2 + below(12);
    CollectiveMatching matching;
    GroupTable table(matching);
    SlowGroups slow;
    for (std::uint32_t rank = 0; rank < 12; ++rank) {
        for (std::uint32_t i = below(8); i > 0; --i) {
            NamedGroup group;
            if (below(10) > 0)
                group.name = std::to_string(below(names));
            group.description = below(2) > 0 ? "tensor" : "";
            for (std::int64_t member = 0, count = below(3) * 4; member < count; ++member)
                group.ranks.push_back(member);
            CommunicationRun run;
            run.rank = rank;
            run.group = table.idOf(group);
            QCOMPARE(run.group, slow.idOf(group));
            matching.runs.push_back(run);
        }
    }
    slow.join(matching.runs);
    table.join();
    QCOMPARE(matching.groups.size(), slow.groups.size());
    for (std::size_t run = 0; run < matching.runs.size(); ++run)
        QCOMPARE(matching.runs[run].group, slow.groupOfRun[run]);
    QCOMPARE(matching.remarks.size(), slow.remarks);
}

/// A run of which only the kernel's name tells the kind fits every kind of that kernel, also where runs are lost.
void TestCollectiveMatching::lostRunsBesideOneThatOnlyItsNameTells()
{
    const std::vector<Timestamp> ends { 10_us, 112_us, 330_us, 460_us, 700_us };
    const auto rankOf = [&ends](int rank, Nanoseconds offset, std::size_t lost, std::size_t untold) {
        TraceText text;
        text.rank(rank, 2);
        for (std::size_t i = 0; i < ends.size(); ++i) {
            if (i == lost)
                continue;
            const std::string args =
                ArgsText().add("Collective name", "all_to_all").add("Seq", static_cast<std::int64_t>(i)).text();
            text.kernel("ncclKernel_SendRecv_RING_SIMPLE_Sum_int8_t", ends[i] + offset, 5_us, 20, 0,
                i == untold ? std::string() : args);
        }
        return text.text();
    };
    QCOMPARE(QByteArray::fromStdString(numbersOf(matched({ rankOf(0, 0, 9, 9), rankOf(1, 5_ms, 1, 2) }))),
        QByteArray("0.0 2.-1 3.3 4.4"));
}

/// In the second step the rank with most runs lost its first, another one its last, which a third one has: three runs
/// each, of which the n-th are not one collective. The ends tell which are, if they tell anything.
void TestCollectiveMatching::hubsThatLostRunsTellNoPlaces()
{
    const auto rankOf = [](int rank, const std::vector<int>& ends) { // ms
        TraceText text;
        text.rank(rank, 3).step(1, 0, 100_ms).step(2, 100_ms, 100_ms);
        for (const int end : ends)
            text.kernel(end < 100 ? "ncclDevKernel_AllGather" : kReduce, end * 1_ms - 50_us + rank * 1_us, 50_us, 20);
        return text.text();
    };
    const auto endsOf = [](const std::vector<std::string>& texts) { // ms, of instances of several ranks
        const CollectiveMatching matching = matched(texts);
        std::string text;
        for (const CollectiveInstance& instance : matching.instances) {
            for (const std::uint32_t run : instance.runs) {
                if (instance.runs.size() > 1)
                    text += std::to_string(matching.runs[run].rank) + "@"
                        + std::to_string(matching.runs[run].range.end / 1_ms) + " ";
            }
            text += instance.runs.size() > 1 ? "\n" : "";
        }
        return text;
    };
    KT_COMPARE_TEXT(endsOf({ rankOf(0, { 3, 17, 26, 45, 81, 130, 160, 199 }), rankOf(1, { 17, 26, 81, 110, 130, 160 }),
                        rankOf(2, { 3, 26, 45, 110, 130, 160, 199 }) }),
        "0@3 2@3 \n0@17 1@17 \n0@26 1@26 2@26 \n0@45 2@45 \n0@81 1@81 \n0@130 1@130 2@130 \n0@160 1@160 2@160 \n"
        "0@199 2@199 \n");
    // Two pairs are too few to tell, and what the first step has of rank 1 is none of the hub's. Of the third rank more
    // are there.
    const std::vector<std::string> few { rankOf(0, { 3, 17, 26, 45, 81, 130, 160, 199 }),
        rankOf(1, { 60, 110, 130, 160 }), rankOf(2, { 3, 110, 130, 160, 199 }) };
    KT_COMPARE_TEXT(endsOf(few), "0@3 2@3 \n0@130 2@130 \n0@160 2@160 \n0@199 2@199 \n");
    const CollectiveMatching untold = matched(few);
    QVERIFY(std::ranges::any_of(untold.remarks, [](const Remark& remark) { return remark.code == "not-matched"; }));
}

void TestCollectiveMatching::lostRunsNeverJoinWrongOnes_data()
{
    QTest::addColumn<int>("seed");
    for (int seed = 0; seed < 40; ++seed)
        QTest::addRow("seed %d", seed) << seed;
}

/// Uneven distances, clocks seconds apart, a tenth of the runs lost.
void TestCollectiveMatching::lostRunsNeverJoinWrongOnes()
{
    QFETCH(int, seed);
    std::mt19937 random(static_cast<unsigned>(seed));
    const auto below = [&random](
                           int limit) { return static_cast<std::int64_t>(random() % static_cast<unsigned>(limit)); };
    constexpr int kRuns = 30;
    std::vector<Timestamp> ends;
    Timestamp at = 20'000'000_us;
    for (int i = 0; i < kRuns; ++i)
        ends.push_back(at += (200 + below(2000)) * 1_us);
    std::vector<std::string> texts;
    std::vector<std::vector<int>> kept; // by rank: which runs, in order
    for (int rank = 0; rank < 3; ++rank) {
        TraceText text;
        text.rank(rank, 3);
        const Nanoseconds offset = (below(10'000'000) - 5'000'000) * 1_us;
        std::vector<int>& own = kept.emplace_back();
        for (int i = 0; i < kRuns; ++i) {
            const Nanoseconds length = (20 + below(100)) * 1_us;
            if (below(10) == 0)
                continue;
            own.push_back(i);
            text.kernel(kReduce, ends[static_cast<std::size_t>(i)] + offset - length + below(5) * 1_us, length, 20, 0);
        }
        texts.push_back(text.text());
    }
    const CollectiveMatching matching = matched(texts);
    std::vector<std::size_t> firstOfRank(4, matching.runs.size());
    for (std::size_t run = matching.runs.size(); run-- > 0;)
        firstOfRank[matching.runs[run].rank] = run;
    std::set<int> joined;
    for (const CollectiveInstance& instance : matching.instances) {
        std::set<int> truths;
        for (const std::uint32_t run : instance.runs)
            truths.insert(kept[matching.runs[run].rank][run - firstOfRank[matching.runs[run].rank]]);
        QCOMPARE(truths.size(), std::size_t { 1 });
        if (instance.runs.size() > 1)
            joined.insert(*truths.begin());
    }
    QVERIFY2(joined.size() >= kRuns / 2, qPrintable(QString::number(joined.size())));
}

/// A run as it is written: 50 us long, with a later end of some ranks.
static void addRunThatEnds(TraceText& text, Timestamp end)
{
    text.kernel(kReduce, end - 50_us, 50_us, 20, 0);
}

/// Of the runs of two ranks that are one instance: "0.2 1.3" where the first of one is the third of the other.
static std::string placesOf(const CollectiveMatching& matching)
{
    const auto second = std::ranges::find(matching.runs, 1U, &CommunicationRun::rank) - matching.runs.begin();
    std::string text;
    for (const CollectiveInstance& instance : matching.instances) {
        if (instance.runs.size() == 2)
            text += (text.empty() ? "" : " ") + std::to_string(instance.runs[0]) + "."
                + std::to_string(instance.runs[1] - second);
    }
    return text;
}

void TestCollectiveMatching::evenDistancesAreNoReasonToMove_data()
{
    QTest::addColumn<int>("outlier"); // ns
    QTest::newRow("ends scatter a little, by chance least where moved") << 900;
    QTest::newRow("the first run of a step is left late by one rank") << 80'000;
}

void TestCollectiveMatching::evenDistancesAreNoReasonToMove()
{
    QFETCH(int, outlier);
    std::vector<std::string> texts;
    for (int rank = 0; rank < 2; ++rank) {
        TraceText text;
        text.rank(rank, 2);
        for (int step = 0; step < 3; ++step) {
            const Timestamp begin = (step + 1) * 10'000_us;
            text.step(step, begin, 9'000_us);
            for (int run = 0; run < 4; ++run)
                addRunThatEnds(text, begin + (run + 1) * 200_us + (rank == 1 && run == 0 ? outlier : 0));
        }
        texts.push_back(text.text());
    }
    const CollectiveMatching matching = matched(texts);
    QCOMPARE(placesOf(matching), std::string("0.0 1.1 2.2 3.3 4.4 5.5 6.6 7.7 8.8 9.9 10.10 11.11"));
    for (const CollectiveInstance& instance : matching.instances)
        QCOMPARE(toString(instance.matchedBy), std::string_view("place"));
    QVERIFY(matching.remarks.empty());
}

/// Ten runs at even distances fit eight of them at three places.
void TestCollectiveMatching::lateRecordingsMatchWhereClocksAgree()
{
    const auto matchingOf = [](Nanoseconds offset, Nanoseconds base = 1'700'000'000'000'000'000) {
        TraceText first;
        TraceText second;
        first.rank(0, 2).baseTime(base);
        second.rank(1, 2).baseTime(base);
        for (int run = 0; run < 10; ++run) {
            addRunThatEnds(first, (run + 1) * 1000_us);
            if (run >= 2)
                addRunThatEnds(second, (run + 1) * 1000_us + offset + run % 3 * 1_us);
        }
        return matched({ first.text(), second.text() });
    };
    const CollectiveMatching agreeing = matchingOf(0);
    QCOMPARE(placesOf(agreeing), std::string("2.0 3.1 4.2 5.3 6.4 7.5 8.6 9.7"));
    QVERIFY(agreeing.remarks.empty());
    QCOMPARE(placesOf(matchingOf(0, 0)), std::string()); // times from the start of each recording, for all we know
    const CollectiveMatching apart = matchingOf(5'300_us);
    QCOMPARE(placesOf(apart), std::string());
    QCOMPARE(apart.remarks.size(), std::size_t { 1 });
    QCOMPARE(english(apart.remarks.front().message),
        std::string(
            "Rank 1 has other runs of stream 20 than rank 0, and nothing tells which of them belong together."));
}

void TestCollectiveMatching::stepsOfOtherNumbersAreFound_data()
{
    QTest::addColumn<int>("shift");     // of the numbers of rank 1
    QTest::addColumn<int>("late");      // steps that rank 1 records later
    QTest::addColumn<bool>("isVaried"); // steps take different times
    QTest::addColumn<int>("offset");    // us, of the clock of rank 1
    QTest::addColumn<bool>("isFound");
    QTest::newRow("right numbers") << 0 << 0 << false << 0 << true;
    QTest::newRow("right numbers, begun later") << 0 << 1 << true << 0 << true;
    QTest::newRow("right numbers, another clock") << 0 << 0 << true << 3'000'000 << true;
    QTest::newRow("right numbers, a clock that is a step off") << 0 << 0 << false << 3'000 << true;
    QTest::newRow("right numbers, a clock that is some steps off") << 0 << 1 << false << 9'700 << true;
    QTest::newRow("lower by one") << -1 << 0 << false << 0 << true;
    QTest::newRow("lower by one, of a machine whose clock is a little ahead") << -1 << 0 << false << 700 << true;
    QTest::newRow("right numbers, begun later, such a machine") << 0 << 1 << false << 700 << true;
    QTest::newRow("lower by one, varied, another clock") << -1 << 0 << true << 3'000'000 << true;
    QTest::newRow("lower by one, begun by its own numbers") << -1 << 1 << true << 20 << true;
    QTest::newRow("higher by three") << 3 << 0 << true << 0 << true;
    QTest::newRow("higher by one, nothing tells") << 1 << 0 << false << 7'000 << false;
}

void TestCollectiveMatching::stepsOfOtherNumbersAreFound()
{
    QFETCH(int, shift);
    QFETCH(int, late);
    QFETCH(bool, isVaried);
    QFETCH(int, offset);
    QFETCH(bool, isFound);
    constexpr int kSteps = 8;
    constexpr int kRuns = 3;
    std::vector<std::string> texts;
    for (int rank = 0; rank < 2; ++rank) {
        TraceText text;
        text.rank(rank, 2).baseTime(1'700'000'000'000'000'000);
        Timestamp begin = 10'000'000_us + (rank == 1 ? offset * 1_us : 0);
        for (int step = 0; step < kSteps + late; ++step) {
            const Nanoseconds wall = (isVaried ? 2000 + step * step % 7 * 400 : 3000) * 1_us;
            if (rank == 0 ? step < kSteps : step >= late) {
                text.step(step + 10 + (rank == 1 ? shift : 0), begin, wall);
                for (int run = 0; run < kRuns; ++run)
                    addRunThatEnds(text, begin + 500_us + run * run * 200_us + (run + step) % 2 * rank * 2_us);
            }
            begin += wall;
        }
        texts.push_back(text.text());
    }
    const CollectiveMatching matching = matched(texts);
    std::string truth;
    for (int run = late * kRuns; run < kSteps * kRuns; ++run)
        truth += (truth.empty() ? "" : " ") + std::to_string(run) + "." + std::to_string(run - late * kRuns);
    QCOMPARE(placesOf(matching) == truth, isFound);
    QCOMPARE(matching.remarks.size(), std::size_t { isFound && shift != 0 });
    if (matching.remarks.empty())
        return;
    const std::string words = std::to_string(std::abs(shift)) + (shift < 0 ? " lower" : " higher");
    QCOMPARE(english(matching.remarks.front().message),
        "By the ends of its collectives, rank 1 seems to number its steps " + words
            + " than rank 0: they are matched so.");
}

namespace {

/// All that arguments say of the runs of the only rank, a line a run.
std::string factsOf(const TraceSet& traces)
{
    const auto read = communicationRuns(traces, 0, KernelClassifier(), {});
    Q_ASSERT(read);
    std::string text;
    const auto add = [&text](std::string_view part) { text.append(part).push_back(' '); };
    const auto addNumber = [&](const std::optional<std::int64_t>& number) {
        add(number ? std::to_string(*number) : std::string("-"));
    };
    for (const CommunicationRun& run : read->runs) {
        const NamedGroup& group = read->groups[run.group];
        add(toString(run.kind));
        add(group.name);
        add(group.description);
        for (const std::int64_t rank : group.ranks)
            add(std::to_string(rank));
        addNumber(group.size);
        addNumber(run.sequence);
        add(run.commsId ? *run.commsId : "-");
        addNumber(run.shape->peer);
        addNumber(run.message().in);
        addNumber(run.message().out);
        add(run.message().type);
        add(run.message().name);
        add(toString(run.message().source));
        addNumber(run.message().groupSize);
        text += '\n';
    }
    return text;
}

} // namespace

void TestCollectiveMatching::keptArgumentsSayWhatTheFileSays_data()
{
    QTest::addColumn<QByteArray>("args");
    QTest::addColumn<QByteArray>("fact"); // that stands in what is told
    const auto add = [](const char* name, const char* args, const char* fact) {
        QTest::newRow(name) << QByteArray(args) << QByteArray(fact);
    };
    add("all",
        R"("Collective name": "allreduce", "Process Group Name": "7", "Process Group Ranks": "[0, 1, 2]", "Seq": 5)",
        "allreduce 7  0 1 2 3 5 ");
    add("ranks as a list, alone", R"("Process Group Ranks": [0, 1])", "");
    add("ranks as a list", R"("Process Group Name": "7", "Process Group Ranks": [4, 8])", " 7  4 8 2 ");
    add("a name that is a number", R"("Process Group Name": 9)", " 9 ");
    add("what comes out, alone", R"("Out msg nelems": 12)", " - 12 ");
    add("what goes in, alone", R"("In msg nelems": 13)", " 13 - ");
    add("the type alone", R"("dtype": "BFloat16")", " BFloat16 ");
    add("the communicator alone", R"("Comms Id": "abc")", " abc ");
    add("the peer", R"("Collective name": "send", "Dst Rank": 3)", " 3 ");
    add("ranks by stride",
        R"("Process Group Name": "7", "Group size": 3, "Global rank start": 2, "Global rank stride": 4)", " 2 6 10 3 ");
    add("a number as text", R"("Process Group Name": "7", "Seq": "11")", " 11 ");
    add("a number given twice", R"("Process Group Name": "7", "In msg nelems": 1, "In msg nelems": 2)", " 2 - ");
    add("nothing", R"("grid": [1, 1, 1])", "");
}

/// An odd `Seq` lets none of the arguments be kept, so the file is read for them; the last one given counts.
void TestCollectiveMatching::keptArgumentsSayWhatTheFileSays()
{
    QFETCH(QByteArray, args);
    QFETCH(QByteArray, fact);
    const std::string text = TraceText().kernel(kReduce, 100_us, 50_us, 20, 0, args.toStdString()).text();
    const std::string odd =
        TraceText().kernel(kReduce, 100_us, 50_us, 20, 0, R"("Seq": "x", )" + args.toStdString()).text();
    const auto kept = loadTexts({ text });
    const auto file = loadTexts({ odd });
    KT_VERIFY_OK(kept);
    KT_VERIFY_OK(file);
    const std::string facts = factsOf(**kept);
    QCOMPARE(facts, factsOf(**file));
    QVERIFY2(facts.find(fact.toStdString()) != std::string::npos, facts.c_str());
}

QTEST_GUILESS_MAIN(TestCollectiveMatching)
#include "tst_collective_matching.moc"