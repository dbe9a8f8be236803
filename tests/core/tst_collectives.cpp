// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/analysis_runs.h"
#include "tests/support/test_macros.h"
#include "tests/support/trace_text.h"

#include <algorithm>
#include <random>

using namespace kinetoscope;
using namespace kinetoscope::tests;

/// Sizes, bandwidth and skew of collectives (efficiency.md, section 8).
class TestCollectives : public QObject {
    Q_OBJECT

private slots:
    void bandwidthIsARatioOfSums();
    void operationsOfMissingRanksAreMarked();
    void timeOfCommunicationSaysHowItIsAddedUp();
    void theWholeResultOfAnAllGatherCounts();
    void anUnevenAllToAllHasTheLargestSize();
    void earlyLeaversAreThoseOfWaitCauses();
    void anOpOfC10dSaysWhatGoesOut();
    void anAnnotationSaysWhatGoesIn();
    void oneRankAloneIsALowerBound();
    void whatIsNotRecordedIsSaid();
    void whatIsNotRecordedIsSaidOfTheChosenRanks();
    void kernelsOfOneOpAreOneOperation();
    void sendsAreAsFastAsTheShorterEnd();
    void kindsAndGroupsAreChosen();
    void theLinkIsKnownOnOneHostOnly();
    void groupsThatNothingTellsAreNotCharged();
    void ofSeveralGroupsOnTheHostNoSizeIsAssumed();
    void recordingsOfOneRankAreNotCompared();
    void startsAndClocksChangeNoBandwidth_data();
    void startsAndClocksChangeNoBandwidth();
    void sumsAgreeBetweenTables_data();
    void sumsAgreeBetweenTables();
};

namespace {

struct Passed {
    std::string_view name = "allreduce";
    std::int64_t in = 0;
    std::int64_t out = 0;
    std::string_view type = "BFloat16";
    std::int64_t sequence = 0;
    std::int64_t size = 4;
    std::string_view group = "0";
};

std::string passedArgs(const Passed& passed)
{
    return ArgsText()
        .add("Collective name", passed.name)
        .add("Process Group Name", passed.group)
        .add("Process Group Description", "default_pg")
        .add("Group size", passed.size)
        .add("In msg nelems", passed.in)
        .add("Out msg nelems", passed.out)
        .add("dtype", passed.type)
        .add("Seq", passed.sequence)
        .text();
}

constexpr std::string_view kKernel = "ncclDevKernel_AllReduce_Sum_bf16_RING_LL";

/// A rank that ends one all-reduce of a million elements at each of the ends.
std::string reducingRank(int rank, const std::vector<TimeRange>& runs, Nanoseconds moved = 0)
{
    TraceText text;
    text.rank(rank, 4).device(rank);
    for (std::size_t i = 0; i < runs.size(); ++i)
        text.kernel(kKernel, runs[i].begin + moved, runs[i].length(), 20, 0,
            passedArgs({ .in = 1'000'000, .out = 1'000'000, .sequence = static_cast<std::int64_t>(i) }));
    return text.text();
}

/// The fourth example of efficiency.md, section 9: 100, 80, 50 and 120 us, all ending together; then 150 us and more.
AnalysisInput reducingRanks(Nanoseconds moved = 0)
{
    std::vector<std::string> texts;
    const Nanoseconds lengths[4][2] { { 100_us, 150_us }, { 80_us, 160_us }, { 50_us, 170_us }, { 120_us, 180_us } };
    for (int rank = 0; rank < 4; ++rank)
        texts.push_back(reducingRank(rank,
            { { 500_us - lengths[rank][0], 500_us }, { 900_us - lengths[rank][1], 900_us } }, rank == 3 ? moved : 0));
    return inputOf(texts);
}

bool hasRemark(const AnalysisResult& result, std::string_view code)
{
    return std::any_of(
        result.remarks.begin(), result.remarks.end(), [code](const Remark& remark) { return remark.code == code; });
}

/// One kernel of one rank below an op, launched from it.
TraceText launched(std::string_view op, std::string_view opArgs, std::string_view kernel, bool isAnnotation = false)
{
    TraceText text;
    text.rank(0, 8);
    if (isAnnotation)
        text.annotation(op, 10_us, 50_us, opArgs);
    else
        text.op(op, 10_us, 50_us, opArgs);
    text.launch(20_us, 5_us, 1).kernel(kernel, 100_us, 10_us, 84, 1);
    return text;
}

} // namespace

void TestCollectives::bandwidthIsARatioOfSums()
{
    const auto both = runOn(reducingRanks(), "collectives");
    KT_VERIFY_OK(both);
    KT_COMPARE_TEXT(tests::rowsOf(both, "instances",
                        { "message_bytes", "comm_latency", "algbw", "busbw", "skew", "last_rank", "first_rank" }),
        "2000000 50 40 60 70 2 3\n2000000 150 13.3333 20 30 0 3\n");
    KT_COMPARE_TEXT(tests::rowsOf(both, "collectives", { "rank", "waits", "last_count", "first_count" }),
        "0 50 1 0\n1 40 0 0\n2 20 1 0\n3 100 0 2\n");
    // A ratio of sums, not 26.6667 and 40.
    KT_COMPARE_TEXT(
        tests::rowsOf(both, "groups", { "instances", "complete", "latency_sum", "algbw", "busbw" }), "2 2 200 20 30\n");
}

/// The last to come, whose run is the transfer alone, may be the one that is not loaded.
void TestCollectives::operationsOfMissingRanksAreMarked()
{
    QVERIFY(!hasRemark(*runOn(reducingRanks(), "collectives"), "ranks-missing"));
    const std::vector<std::string> texts { reducingRank(0, { { 400_us, 500_us } }),
        reducingRank(1, { { 420_us, 500_us } }), reducingRank(3, { { 380_us, 500_us } }) };
    const auto result = runOn(inputOf(texts), "collectives");
    KT_VERIFY_OK(result);
    const std::string said = remarkOf(result, "ranks-missing");
    QVERIFY2(said.starts_with("For 1 of 1 operations some ranks' runs are not loaded"), said.c_str());
}

/// One name, two figures: sums here, the time that is covered there.
void TestCollectives::timeOfCommunicationSaysHowItIsAddedUp()
{
    const auto definitionIn = [](const char* analysis, const char* name) {
        const auto result = runOn(reducingRanks(), analysis);
        const Table* const table = result ? result->findTable(name) : nullptr;
        return table != nullptr ? table->columns()[table->columnIndex("comm_time")].definition : std::string();
    };
    QVERIFY(definitionIn("collectives", "ranks").starts_with("Summed over"));
    QVERIFY(definitionIn("comm-comp-overlap", "ranks").starts_with("Covered by"));
}

void TestCollectives::theWholeResultOfAnAllGatherCounts()
{
    TraceText text;
    text.rank(0, 8).kernel("ncclDevKernel_AllGather_RING_LL", 10_us, 21'953_ns, 7, 0,
        passedArgs({ .name = "_allgather_base", .in = 25'136, .out = 201'088, .size = 8, .group = "3" }));
    const auto result = runOn(inputOf({ text.text() }), "collectives");
    KT_VERIFY_OK(result);
    KT_COMPARE_TEXT(tests::rowsOf(result, "collectives", { "message_bytes", "algbw", "busbw", "size_source" }),
        "402176 18.3199 16.0299 kernel\n");
}

void TestCollectives::anUnevenAllToAllHasTheLargestSize()
{
    const auto rank = [](int number, std::int64_t in, std::int64_t out) {
        TraceText text;
        text.rank(number, 2).kernel("ncclDevKernel_SendRecv", 100_us, 10_us, 20, 0,
            passedArgs({ .name = "all_to_allv", .in = in, .out = out, .type = "Float", .size = 2 }));
        return text.text();
    };
    const auto result = runOn(inputOf({ rank(0, 10, 15), rank(1, 20, 15) }), "collectives");
    KT_VERIFY_OK(result);
    KT_COMPARE_TEXT(tests::rowsOf(result, "instances", { "message_bytes" }), "80\n");
    KT_COMPARE_TEXT(tests::rowsOf(result, "collectives", { "rank", "message_bytes" }), "0 60\n1 80\n");
    QVERIFY(hasRemark(*result, "uneven"));
}

/// Amounts of the collective itself tell that ranks leave it one by one, shapes of a host op do not: as wait-causes.
void TestCollectives::earlyLeaversAreThoseOfWaitCauses()
{
    const auto waitsAreTold = [](const AnalysisInput& input) {
        const auto waits = runOn(input, "wait-causes");
        return waits && tests::rowsOf(waits, "instances", { "waits" }) == "20\n";
    };
    const auto byOwn = [](int number, Nanoseconds duration, std::int64_t in) {
        TraceText text;
        text.rank(number, 2).kernel("ncclDevKernel_SendRecv", 100_us, duration, 20, 0,
            passedArgs({ .name = "all_to_allv", .in = in, .out = 15, .type = "Float", .size = 2 }));
        return text.text();
    };
    const AnalysisInput own = inputOf({ byOwn(0, 10_us, 10), byOwn(1, 30_us, 20) });
    QVERIFY(hasRemark(*runOn(own, "collectives"), "early-leavers"));
    QVERIFY(!waitsAreTold(own)); // who has less may leave earlier
    QVERIFY(hasRemark(*runOn(own, "collectives"), "uneven-waits"));

    const auto byAnnotation = [](int number, Nanoseconds duration, const char* dims) {
        TraceText text;
        text.rank(number, 2)
            .annotation("nccl:all_to_all", 10_us, 50_us,
                ArgsText().addJson("Input Dims", dims).addJson("Input type", R"(["float"])").text())
            .launch(12_us, 1_us, 1)
            .kernel("ncclDevKernel_SendRecv", 100_us, duration, 20, 1);
        return text.text();
    };
    const AnalysisInput annotated = inputOf({ byAnnotation(0, 10_us, "[[10]]"), byAnnotation(1, 30_us, "[[20]]") });
    QVERIFY(waitsAreTold(annotated));
    QVERIFY(!hasRemark(*runOn(annotated, "collectives"), "early-leavers"));
    QVERIFY(!hasRemark(*runOn(annotated, "collectives"), "uneven-waits"));
    QVERIFY(hasRemark(*runOn(annotated, "collectives"), "uneven")); // of its size
}

void TestCollectives::anOpOfC10dSaysWhatGoesOut()
{
    const auto args =
        ArgsText().addJson("Input Dims", "[[768], [3392], []]").addJson("Input type", R"(["int", "int", ""])").text();
    const auto result =
        runOn(inputOf({ launched("c10d::alltoall_base_", args, "ncclKernel_SendRecv_RING_SIMPLE_Sum_int8_t").text() }),
            "collectives");
    KT_VERIFY_OK(result);
    KT_COMPARE_TEXT(tests::rowsOf(result, "collectives",
                        { "dtype", "In msg nelems", "Out msg nelems", "message_bytes", "size_source", "Group size",
                            "group_size_source" }),
        "Int 3392 768 13568 c10d op 8 world_size\n");
}

void TestCollectives::anAnnotationSaysWhatGoesIn()
{
    const auto args =
        ArgsText().addJson("Input Dims", "[[2, 512]]").addJson("Input type", R"(["c10::BFloat16"])").text();
    const auto result =
        runOn(inputOf({ launched("nccl:all_reduce", args, "ncclKernel_AllReduce_RING_LL_Sum_float", true).text() }),
            "collectives");
    KT_VERIFY_OK(result);
    KT_COMPARE_TEXT(tests::rowsOf(result, "collectives",
                        { "Collective name", "dtype", "Out msg nelems", "message_bytes", "size_source" }),
        "nccl:all_reduce BFloat16 1024 2048 annotation\n");
}

void TestCollectives::oneRankAloneIsALowerBound()
{
    const auto result = runOn(inputOf({ reducingRank(0, { { 100_us, 200_us } }) }), "collectives");
    KT_VERIFY_OK(result);
    KT_COMPARE_TEXT(tests::rowsOf(result, "collectives", { "matched_by", "instances", "latency_mean", "algbw" }),
        "alone 0 100 20\n");
    KT_COMPARE_TEXT(tests::rowsOf(result, "collectives", { "waits", "skew_max", "last_count" }), "  \n");
    KT_COMPARE_TEXT(tests::rowsOf(result, "instances", { "instance" }), "");
    QVERIFY(hasRemark(*result, "waiting-included"));
}

void TestCollectives::whatIsNotRecordedIsSaid()
{
    TraceText text;
    text.rank(0, 8)
        .kernel("ncclKernel_AllReduce_RING_LL_Sum_float", 10_us, 5_us, 7)
        .kernel("ncclDevKernel_Broadcast_RING_LL", 20_us, 5_us, 7, 0,
            passedArgs({ .name = "broadcast", .in = 100, .out = 100, .type = "", .size = 8 }))
        .kernel("ncclDevKernel_AllReduce_Sum_f32", 30_us, 5_us, 7, 0,
            passedArgs({ .name = "barrier", .in = 1, .out = 1, .type = "Int", .size = 8 }));
    const auto result = runOn(inputOf({ text.text() }), "collectives");
    KT_VERIFY_OK(result);
    std::vector<std::string> reasons;
    const Table& table = *result->findTable("collectives");
    for (std::size_t row = 0; row < table.rowCount(); ++row) {
        QVERIFY(table.isMissing(row, table.columnIndex("busbw")));
        reasons.emplace_back(table.text(row, table.columnIndex("reason")));
    }
    std::sort(reasons.begin(), reasons.end());
    QCOMPARE(reasons, (std::vector<std::string> { "no message", "size not recorded", "type not recorded" }));
    QVERIFY(hasRemark(*result, "no-size"));
    QVERIFY(result->charts.empty());
    const auto nothing = runOn(inputOf({ TraceText().kernel("gemm", 0_us, 5_us, 7).text() }), "collectives");
    KT_VERIFY_OK(nothing);
    QVERIFY(hasRemark(*nothing, "no-communication"));
    const auto calledBy = [](std::int64_t ranks) {
        TraceText called = TraceText().kernel("gemm", 0_us, 5_us, 7);
        called.rank(0, ranks).annotation("nccl:all_reduce", 0_us, 20_us).annotation("nccl:all_reduce", 30_us, 20_us);
        return tests::remarkOf(runOn(inputOf({ called.text() }), "collectives"), "no-communication");
    };
    KT_COMPARE_TEXT(
        calledBy(1), "2 calls of collectives were recorded, and no communication kernel: the job has one rank.\n");
    KT_COMPARE_TEXT(calledBy(2),
        "2 calls of collectives were recorded, and no communication kernel. Whether none ran, as in groups of one GPU, "
        "or none was recorded is not known.\n");
}

/// What other ranks called, or what their files may lack, is not theirs.
void TestCollectives::whatIsNotRecordedIsSaidOfTheChosenRanks()
{
    const auto said = [](const std::vector<TraceText>& ranks, std::vector<std::int64_t> chosen) {
        std::vector<std::string> texts;
        for (const TraceText& rank : ranks)
            texts.push_back(rank.text());
        Scope scope;
        scope.ranks = std::move(chosen);
        return tests::remarkOf(runOn(inputOf(texts, scope), "collectives"), "no-communication");
    };
    const std::string advice = "No GPU work was recorded, and no collective on the host. Record with "
                               "activities=[ProfilerActivity.CPU, ProfilerActivity.CUDA].\n";
    const std::string none = "No communication was recorded in this scope.\n";
    const auto host = [](std::int64_t rank) { return TraceText().rank(rank, 2).op("aten::mm", 0_us, 10_us); };
    const std::vector<TraceText> oneIsCut { host(0), host(1).top("trimmedToNanoseconds", "[0, 10000]") };
    KT_COMPARE_TEXT(said(oneIsCut, { 0 }), advice);
    KT_COMPARE_TEXT(said(oneIsCut, { 1 }), none);
    KT_COMPARE_TEXT(said(oneIsCut, {}), none);
    const std::vector<TraceText> oneCalls { host(0).kernel("gemm", 0_us, 5_us, 7),
        host(1).kernel("gemm", 0_us, 5_us, 7).annotation("nccl:all_reduce", 0_us, 20_us) };
    KT_COMPARE_TEXT(said(oneCalls, { 0 }), none);
    QVERIFY(said(oneCalls, { 1 }).starts_with("1 call of a collective was recorded, and no communication kernel"));
}

/// The message counts once, and the time in which one of them runs.
void TestCollectives::kernelsOfOneOpAreOneOperation()
{
    TraceText text;
    text.rank(0, 2)
        .op("record_param_comms", 0_us, 90_us,
            passedArgs({ .in = 1'000'000, .out = 1'000'000, .type = "Float", .size = 2 }))
        .launch(10_us, 5_us, 1)
        .kernel(kKernel, 100_us, 30_us, 7, 1)
        .launch(20_us, 5_us, 2)
        .kernel(kKernel, 120_us, 20_us, 20, 2);
    const auto result = runOn(inputOf({ text.text() }), "collectives");
    KT_VERIFY_OK(result);
    KT_COMPARE_TEXT(tests::rowsOf(result, "collectives",
                        { "operation_count", "dur_sum", "message_bytes", "algbw", "busbw", "size_source" }),
        "1 40 4000000 100 100 record_param_comms\n");
    const Table& table = *result->findTable("collectives");
    QCOMPARE(table.evidence(0, 0).slices.size(), std::size_t { 2 });
}

void TestCollectives::sendsAreAsFastAsTheShorterEnd()
{
    const auto peer = [](std::string_view name, std::string_view key, std::int64_t other) {
        return ArgsText()
            .add("Collective name", name)
            .add("Process Group Name", "0")
            .add("Group size", std::int64_t { 8 })
            .add("In msg nelems", std::int64_t { 1000 })
            .add("Out msg nelems", std::int64_t { 1000 })
            .add("dtype", "Half")
            .add(key, other)
            .text();
    };
    TraceText first;
    first.rank(0, 2).kernel("ncclDevKernel_SendRecv", 100_us, 30_us, 20, 0, peer("send", "Dst Rank", 1));
    TraceText second;
    second.rank(1, 2).kernel("ncclDevKernel_SendRecv", 30_us, 100_us, 20, 0, peer("recv", "Src Rank", 0));
    const auto result = runOn(inputOf({ first.text(), second.text() }), "collectives");
    KT_VERIFY_OK(result);
    KT_COMPARE_TEXT(tests::rowsOf(result, "instances",
                        { "collective", "ranks", "ranks_expected", "message_bytes", "comm_latency", "busbw" }),
        "sendrecv-pair 2 2 2000 30 0.0667\n");
    KT_COMPARE_TEXT(
        tests::rowsOf(result, "collectives", { "rank", "collective", "busbw" }), "0 send 0.0667\n1 recv 0.0667\n");
    QVERIFY(hasRemark(*result, "early-leavers"));
}

void TestCollectives::kindsAndGroupsAreChosen()
{
    TraceText text;
    text.rank(0, 8)
        .kernel(kKernel, 10_us, 5_us, 7, 0, passedArgs({ .in = 10, .out = 10, .group = "a" }))
        .kernel(kKernel, 20_us, 5_us, 7, 0, passedArgs({ .name = "broadcast", .in = 10, .out = 10, .group = "a" }))
        .kernel(kKernel, 30_us, 5_us, 7, 0, passedArgs({ .in = 10, .out = 10, .group = "b" }));
    const AnalysisInput input = inputOf({ text.text() });
    KT_COMPARE_TEXT(tests::rowsOf(runOn(input, "collectives", { { "kinds", "broadcast" } }), "collectives",
                        { "Process Group Name", "collective" }),
        "a broadcast\n");
    // There is communication, but not of those.
    const char* const nothing = "No communication of the chosen group and kinds is in this scope.\n";
    KT_COMPARE_TEXT(remarkOf(runOn(input, "collectives", { { "group", "no such" } }), "no-communication"), nothing);
    KT_COMPARE_TEXT(remarkOf(runOn(input, "wait-causes", { { "group", "no such" } }), "no-collectives"), nothing);
    KT_COMPARE_TEXT(tests::rowsOf(runOn(input, "collectives", { { "group", "b" } }), "collectives",
                        { "Process Group Name", "collective" }),
        "b allreduce\n");
    QVERIFY(!runOn(input, "collectives", { { "kinds", "all-reduce" } }));
}

void TestCollectives::theLinkIsKnownOnOneHostOnly()
{
    const auto rank = [](int number, int device, const char* second = "NVIDIA A100-SXM4-80GB") {
        TraceText text;
        text.rank(number, 2).device(device);
        text.top("deviceProperties",
            std::string(R"([{"id": 0, "name": "NVIDIA A100-SXM4-80GB"}, {"id": 1, "name": ")") + second + "\"}]");
        text.kernel(kKernel, 100_us, 40_us, 20, 0,
            passedArgs({ .in = 3'000'000, .out = 3'000'000, .type = "Float", .size = 2 }));
        return text.text();
    };
    const auto together = runOn(inputOf({ rank(0, 0), rank(1, 1) }), "collectives");
    KT_VERIFY_OK(together);
    // 12 MB in 40 us are 300 GB/s: all that one direction of 600 GB/s can.
    KT_COMPARE_TEXT(tests::rowsOf(together, "groups", { "busbw", "link_pctg" }), "300 100\n");
    QCOMPARE(together->charts.size(), std::size_t { 1 });
    QCOMPARE(together->charts.front().as<ScatterChart>()->roofs.size(), std::size_t { 1 });
    QCOMPARE(together->charts.front().as<ScatterChart>()->roofs.front().peak, 300.0);
    const auto apart = runOn(inputOf({ rank(0, 0), rank(1, 0) }), "collectives"); // each the first of its host
    KT_VERIFY_OK(apart);
    KT_COMPARE_TEXT(tests::rowsOf(apart, "groups", { "busbw", "link_pctg" }), "300 \n");
    QVERIFY(hasRemark(*apart, "hosts-unknown"));
    QVERIFY(apart->charts.front().as<ScatterChart>()->roofs.empty());
    const auto mixedWith = [&](const char* second) {
        return runOn(inputOf({ rank(0, 0, second), rank(1, 1, second) }), "collectives");
    };
    QVERIFY(hasRemark(*mixedWith("NVIDIA H100 80GB HBM3"), "links-differ"));
    QVERIFY(!hasRemark(*mixedWith("NVIDIA H100 80GB HBM3"), "link-unknown"));
    QVERIFY(hasRemark(*mixedWith("a GPU"), "link-unknown"));
    const auto alone = runOn(inputOf({ rank(0, 0) }), "collectives");
    KT_VERIFY_OK(alone);
    KT_COMPARE_TEXT(tests::rowsOf(alone, "groups", { "link_pctg" }), "\n");
}

/// What a rank gets of an all-gather depends on how many take part: here four or two, which no annotation tells.
void TestCollectives::ofSeveralGroupsOnTheHostNoSizeIsAssumed()
{
    const auto rank = [](int number) {
        const std::string groups = R"(, "world_size": 4, "pg_config": [{"pg_name": "0", "ranks": [0, 1, 2, 3]},)"
                                   R"( {"pg_name": "1", "ranks": [0, 1]}]})";
        return TraceText()
            .top("distributedInfo", R"({"backend": "gloo", "rank": )" + std::to_string(number) + groups)
            .raw(R"({"ph":"X","cat":"user_annotation","name":"gloo:all_gather","pid":1,"tid":1,"ts":10,"dur":20,)"
                 R"("args":{"Input Dims":[[4]],"Input type":["float"]}})")
            .text();
    };
    const auto result = runOn(inputOf({ rank(0), rank(1) }), "collectives");
    KT_VERIFY_OK(result);
    QVERIFY(hasRemark(*result, "groups-unknown"));
    QVERIFY(!hasRemark(*result, "group-size-assumed"));
    QVERIFY(!hasRemark(*result, "no-size"));
    KT_COMPARE_TEXT(remarkOf(result, "no-group-size"),
        "Of 2 of 2 runs the size of the message is not known, since they do not say how many ranks take part: no "
        "bandwidth.\n");
    KT_COMPARE_TEXT(tests::rowsOf(result, "groups", { "Group size", "message_bytes", "complete" }), "  0\n");
}

/// Ranks without metadata that communicate on one stream and on two.
void TestCollectives::groupsThatNothingTellsAreNotCharged()
{
    const auto rank = [](int number, int streams) {
        TraceText text;
        text.rank(number, 2);
        for (int i = 0; i < 4; ++i) {
            for (int stream = 0; stream < streams; ++stream)
                text.kernel(kKernel, (i + 1) * 100_us, 50_us + number * 10_us, 84 + stream);
        }
        return text.text();
    };
    const AnalysisInput input = inputOf({ rank(0, 1), rank(1, 2) });
    const auto waits = runOn(input, "wait-causes");
    KT_VERIFY_OK(waits);
    QVERIFY(hasRemark(*waits, "groups-unknown"));
    // That is not 0: they may well wait.
    KT_COMPARE_TEXT(
        tests::rowsOf(waits, "ranks", { "rank", "instances", "waits_caused", "waits_suffered" }), "0 4  \n1 4  \n");
    KT_COMPARE_TEXT(tests::rowsOf(waits, "rank-groups", { "rank", "waits_caused", "waits_exposed" }), "0  \n1  \n");
    KT_COMPARE_TEXT(tests::rowsOf(waits, "groups", { "instances", "waits", "worst_rank" }), "4  \n0  \n");
    const auto result = runOn(input, "collectives");
    KT_VERIFY_OK(result);
    KT_COMPARE_TEXT(tests::rowsOf(result, "ranks", { "rank", "instances", "unmatched" }), "0 0 4\n1 0 8\n");
    const auto clocks = runOn(input, "clock-alignment");
    KT_COMPARE_TEXT(tests::rowsOf(clocks, "clocks", { "status" }), "alone\nalone\n");
}

/// Two recordings of two ranks each: what is alike in them is no operation of both. Matching told so before, and
/// collectives had the waits, the latencies and the skew of ranks that never met.
void TestCollectives::recordingsOfOneRankAreNotCompared()
{
    const auto rank = [](std::int64_t number, Nanoseconds later) {
        TraceText text;
        text.rank(number, 2);
        for (int i = 0; i < 4; ++i)
            text.kernel(kKernel, later + (i + 1) * 100_us, 50_us + number * 10_us, 84);
        return text.text();
    };
    const AnalysisInput pairs = inputOf({ rank(0, 0), rank(1, 0), rank(0, 7_us), rank(1, 7_us) });
    const auto result = runOn(pairs, "collectives");
    KT_VERIFY_OK(result);
    KT_COMPARE_TEXT(tests::rowsOf(result, "ranks", { "rank", "instances", "unmatched", "latency_sum", "waits" }),
        "0 0 4 200 \n1 0 4 240 \n2 0 4 200 \n3 0 4 240 \n");
    QCOMPARE(result->findTable("instances")->rowCount(), std::size_t { 0 });
    KT_COMPARE_TEXT(remarkOf(result, "no-collectives"),
        "Several of the traces are recordings of one rank, so not all ran together: nothing here tells who waits for "
        "whom. The ranks of one recording alone, opened or chosen, do.\n");
    QVERIFY(hasRemark(*result, "waiting-included"));
    AnalysisInput chosen = pairs;
    chosen.scope.ranks = { 0, 1 };
    const auto ofOne = runOn(chosen, "collectives");
    KT_VERIFY_OK(ofOne);
    KT_COMPARE_TEXT(tests::rowsOf(ofOne, "ranks", { "rank", "instances", "unmatched", "latency_sum", "waits" }),
        "0 4 0 200 0\n1 4 0 200 40\n");
    QVERIFY(!hasRemark(*ofOne, "no-collectives"));
}

void TestCollectives::startsAndClocksChangeNoBandwidth_data()
{
    QTest::addColumn<int>("seed");
    for (int seed = 0; seed < 20; ++seed)
        QTest::addRow("seed %d", seed) << seed;
}

void TestCollectives::startsAndClocksChangeNoBandwidth()
{
    QFETCH(int, seed);
    std::mt19937 random(static_cast<unsigned>(seed));
    const auto below = [&random](
                           int limit) { return static_cast<Nanoseconds>(random() % static_cast<unsigned>(limit)); };
    const int count = 1 + static_cast<int>(below(6));
    std::vector<std::vector<TimeRange>> runs(4);
    for (int i = 0; i < count; ++i) {
        const Timestamp end = (i + 1) * 1_ms;
        for (std::size_t rank = 0; rank < runs.size(); ++rank)
            runs[rank].push_back({ end - (rank == 0 ? 50_us : 50_us + below(200'000)), end });
    }
    const auto figures = [&](const std::vector<std::string>& texts) {
        const auto result = runOn(inputOf(texts), "collectives");
        return tests::rowsOf(result, "groups", { "message_bytes", "instances", "latency_sum", "algbw", "busbw" });
    };
    std::vector<std::string> plain;
    std::vector<std::string> moved;
    for (std::size_t rank = 0; rank < runs.size(); ++rank) {
        plain.push_back(reducingRank(static_cast<int>(rank), runs[rank]));
        std::vector<TimeRange> earlier = runs[rank];
        for (TimeRange& run : earlier)
            run.begin -= rank == 0 ? 0 : below(100'000);
        moved.push_back(reducingRank(static_cast<int>(rank), earlier, 1_s * below(5)));
    }
    const std::string expected = figures(plain);
    QVERIFY(!expected.empty());
    KT_COMPARE_TEXT(figures(moved), expected);
    std::reverse(moved.begin(), moved.end());
    KT_COMPARE_TEXT(figures(moved), expected);
}

void TestCollectives::sumsAgreeBetweenTables_data()
{
    startsAndClocksChangeNoBandwidth_data();
}

/// Groups, kinds and sizes at random; some runs are lost.
void TestCollectives::sumsAgreeBetweenTables()
{
    QFETCH(int, seed);
    std::mt19937 random(static_cast<unsigned>(seed));
    const auto below = [&random](int limit) { return static_cast<int>(random() % static_cast<unsigned>(limit)); };
    std::vector<TraceText> texts(3);
    for (int rank = 0; rank < 3; ++rank)
        texts[static_cast<std::size_t>(rank)].rank(rank, 3);
    static constexpr std::string_view kNames[] { "allreduce", "_allgather_base", "broadcast", "barrier" };
    std::int64_t sequences[2] {};
    for (int i = 0; i < 30; ++i) {
        const int group = below(2);
        const std::string_view name = kNames[below(4)];
        const std::int64_t in = 100 * (1 + below(3));
        for (TraceText& text : texts) {
            const Nanoseconds length = 1'000 + 1'000 * below(50);
            if (below(10) > 0)
                text.kernel(kKernel, (i + 1) * 100_us - length, length, 20, 0,
                    passedArgs({ .name = name,
                        .in = in,
                        .out = name == kNames[1] ? 3 * in : in,
                        .sequence = sequences[group],
                        .size = 3,
                        .group = group == 0 ? "a" : "b" }));
        }
        ++sequences[group];
    }
    const auto result = runOn(inputOf({ texts[0].text(), texts[1].text(), texts[2].text() }), "collectives");
    KT_VERIFY_OK(result);
    const auto sumOf = [&](std::string_view name, std::string_view column) {
        const Table& table = *result->findTable(name);
        std::int64_t sum = 0;
        for (std::size_t row = 0; row < table.rowCount(); ++row) {
            const Cell cell = table.cell(row, table.columnIndex(column));
            sum += std::holds_alternative<std::int64_t>(cell) ? std::get<std::int64_t>(cell) : 0;
        }
        return sum;
    };
    QCOMPARE(sumOf("collectives", "dur_sum"), sumOf("ranks", "comm_time"));
    QCOMPARE(sumOf("collectives", "waits"), sumOf("ranks", "waits"));
    QCOMPARE(sumOf("collectives", "waits"), sumOf("groups", "waits"));
    QCOMPARE(sumOf("ranks", "comm_time"), sumOf("ranks", "latency_sum") + sumOf("ranks", "waits"));
    QCOMPARE(sumOf("ranks", "unmatched"), sumOf("groups", "unmatched"));
    QCOMPARE(sumOf("collectives", "operation_count"), sumOf("ranks", "instances") + sumOf("ranks", "unmatched"));
    QCOMPARE(sumOf("collectives", "last_count"), sumOf("ranks", "last_count"));
    const Table& instances = *result->findTable("instances");
    QCOMPARE(static_cast<std::int64_t>(instances.rowCount()), sumOf("groups", "instances"));
    const auto waits = runOn(inputOf({ texts[0].text(), texts[1].text(), texts[2].text() }), "wait-causes");
    KT_COMPARE_TEXT(tests::rowsOf(waits, "instances", { "instance", "ts", "transfer" }),
        tests::rowsOf(result, "instances", { "instance", "ts", "comm_latency" }));
}

QTEST_GUILESS_MAIN(TestCollectives)
#include "tst_collectives.moc"
