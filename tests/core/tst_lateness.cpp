// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/ranks/late_parts.h"
#include "tests/support/analysis_runs.h"
#include "tests/support/late_rank.h"
#include "tests/support/test_macros.h"
#include "tests/support/trace_text.h"

#include <algorithm>
#include <array>
#include <random>

using namespace kinetoscope;
using namespace kinetoscope::tests;

/// Why the last rank of a collective was late, and whom it had waited for itself (ranks.md, sections 3.3 and 3.4).
class TestLateness : public QObject {
    Q_OBJECT

private slots:
    void moreComputationAndALateHost();
    void waitForAThirdRankIsHandedOn();
    void waitForASenderOfTheSameGroupIsHandedOn();
    void firstCollectiveSeesWhatWasBeforeTheRecording();
    void firstCollectiveNeedsClocks();
    void overlappingRunsAreATimeLessThanNothing();
    void lostRunsLeaveTheOthersToCompareWith();
    void theNextLateOneIsNamed();
    void scopesKeepReasonsOfWholeCollectives();
    void groupAndKindsChooseCollectives();
    void unknownKindIsSaid();
    void hostRunsAreDivided();
    void partsAddUp_data();
    void partsAddUp();
    void shiftedClocksChangeNoReason();
};

namespace {

const std::vector<std::string_view> kReasonColumns { "last_rank", "waits", "root_rank", "median_rank", "late_by",
    "reason" };

std::vector<std::string_view> partColumns()
{
    return { "late_compute", "late_comm_same", "late_comm_other_wait", "late_comm_other", "late_mem", "late_other",
        "late_idle_host_wait", "late_idle_kernel_wait", "late_idle_other", "late_idle_unknown_launch",
        "late_before_recording", "late_overlap" };
}

/// The last line of some columns of the collectives.
std::string lastRow(const Result<AnalysisResult>& result, const std::vector<std::string_view>& columns)
{
    const std::string rows = tests::rowsOf(result, "instances", columns);
    const std::size_t end = rows.find_last_not_of('\n');
    const std::size_t before = rows.rfind('\n', end);
    return rows.substr(before == std::string::npos ? 0 : before + 1);
}

} // namespace

/// Section 7, example 4, 10 us later so that nothing is before 0.
void TestLateness::moreComputationAndALateHost()
{
    LateRank first(0, 3);
    first.reduce(0, 15_us, 20_us).gemm(22_us, 52_us, 6_us).reduce(1, 57_us, 90_us, 53_us);
    LateRank second(1, 3);
    second.reduce(0, 15_us, 20_us).gemm(22_us, 72_us, 6_us).reduce(1, 87_us, 90_us, 80_us);
    LateRank third(2, 3);
    third.reduce(0, 15_us, 20_us).gemm(22_us, 50_us, 6_us).reduce(1, 57_us, 90_us, 52_us);
    const auto result = runOn(inputOf({ first.text.text(), second.text.text(), third.text.text() }), "wait-causes");
    KT_COMPARE_TEXT(lastRow(result, kReasonColumns), "1 60 1 0 30 compute\n");
    KT_COMPARE_TEXT(lastRow(result, partColumns()), "20 0 0 0 0 0 10 0 0 0 0 0\n");
    // The leads themselves: [20,87) and [20,57); the first 2 us of both are between queued kernels.
    const std::string twoLeads = tests::rowsOf(result, "leads",
        { "instance", "rank", "role", "lead", "compute", "idle_host_wait", "idle_kernel_wait", "before_recording" });
    QVERIFY2(twoLeads.ends_with("1 1 late 67 50 15 2 0\n1 0 compared 37 30 5 2 0\n"), twoLeads.c_str());
    KT_COMPARE_TEXT(
        tests::rowsOf(result, "ranks", { "rank", "waits_caused", "waits_rooted", "main_reason", "main_reason_waits" }),
        "0 0 0  \n1 60 60 compute 60\n2 0 0  \n");
    const Table& table = *result->findTable("instances");
    const Selection leads = table.evidence(1, table.columnIndex("reason"));
    QCOMPARE(leads.intervals.size(), std::size_t { 2 });
    QCOMPARE(leads.intervals[0].range.length(), 67_us);
    QCOMPARE(leads.intervals[1].range.length(), 37_us);
}

/// Section 7, example 8.
void TestLateness::waitForAThirdRankIsHandedOn()
{
    LateRank first(0, 3);
    first.reduce(0, 5_us, 10_us).reduce(0, 12_us, 40_us, -1, "pair", 24).reduce(1, 42_us, 50_us);
    LateRank second(1, 3);
    second.reduce(0, 5_us, 10_us).reduce(0, 35_us, 40_us, -1, "pair", 24).reduce(1, 41'500, 50_us);
    LateRank third(2, 3);
    third.reduce(0, 5_us, 10_us).reduce(1, 20_us, 50_us);
    const auto result = runOn(inputOf({ first.text.text(), second.text.text(), third.text.text() }), "wait-causes");
    KT_COMPARE_TEXT(lastRow(result, kReasonColumns), "0 22.5 1 2 22 comm_other_wait\n");
    KT_COMPARE_TEXT(lastRow(result, partColumns()), "0 0 23 5 0 0 0 -6 0 0 0 0\n");
    KT_COMPARE_TEXT(
        tests::rowsOf(result, "ranks", { "rank", "waits_caused", "waits_rooted" }), "0 22.5 0\n1 23 45.5\n2 0 0\n");
}

/// Rank 1 was not recorded for its first 30 us, and comes late to the first collective.
void TestLateness::waitForASenderOfTheSameGroupIsHandedOn()
{
    // All-reduces end at 10 us on all three; rank 1 then receives from rank 0, which computes first, and all wait for
    // rank 1.
    const auto transfer = [](std::string_view kind, std::string_view key, std::int64_t peer) {
        return ArgsText().add("Collective name", kind).add("Process Group Name", "world").add(key, peer).text();
    };
    LateRank first(0, 3);
    first.reduce(0, 5_us, 10_us).gemm(10_us, 40_us);
    first.text.kernel("ncclDevKernel_SendRecv", 40_us, 5_us, 20, 0, transfer("send", "Dst Rank", 1));
    first.reduce(1, 45_us, 60_us);
    LateRank second(1, 3);
    second.reduce(0, 5_us, 10_us);
    second.text.kernel("ncclDevKernel_SendRecv", 10_us, 35_us, 20, 0, transfer("recv", "Src Rank", 0));
    second.reduce(1, 50_us, 60_us);
    LateRank third(2, 3);
    third.reduce(0, 5_us, 10_us).gemm(10_us, 20_us).reduce(1, 20_us, 60_us);
    const auto result = runOn(inputOf({ first.text.text(), second.text.text(), third.text.text() }), "wait-causes");
    KT_COMPARE_TEXT(tests::rowsOf(result, "instances",
                        { "kind", "last_rank", "root_rank", "reason", "late_comm_same", "late_comm_other_wait" }),
        "allreduce     \nsendrecv-pair 0 0   \nallreduce 1 0 comm_other_wait 5 30\n");
}

void TestLateness::firstCollectiveSeesWhatWasBeforeTheRecording()
{
    const auto job = [](Nanoseconds ahead) {
        std::vector<std::string> texts;
        for (int rank = 0; rank < 2; ++rank) {
            LateRank own(rank, 2);
            const Nanoseconds shift = rank == 1 ? ahead : 0;
            own.gemm(shift + (rank == 1 ? 30_us : 0), shift + 35_us);
            own.reduce(0, shift + (rank == 1 ? 40_us : 36_us), shift + 50_us);
            for (std::int64_t i = 1; i < 5; ++i)
                own.reduce(i, shift + i * 100_us, shift + i * 100_us + 10_us);
            texts.push_back(own.text.text());
        }
        return inputOf(texts);
    };
    for (const Nanoseconds ahead : { 0_us, 5000_us }) {
        const auto result = runOn(job(ahead), "wait-causes");
        KT_VERIFY_OK(result);
        const Table& table = *result->findTable("instances");
        std::string row;
        for (std::string_view column : { "last_rank", "late_by", "reason", "late_compute", "late_before_recording" }) {
            const std::size_t place = table.columnIndex(column);
            const Cell cell = table.cell(0, place);
            row += std::holds_alternative<std::string>(cell) ? std::get<std::string>(cell)
                                                             : std::to_string(std::get<std::int64_t>(cell));
            row += ' ';
        }
        // 30 us of the 35 us of computation were not recorded; both then wait for the next kernel.
        KT_COMPARE_TEXT(row, "1 4000 before_recording -30000 30000 ");
    }
}

void TestLateness::firstCollectiveNeedsClocks()
{
    LateRank first(0, 2);
    first.gemm(0_us, 5_us).reduce(0, 10_us, 30_us);
    LateRank second(1, 2);
    second.gemm(0_us, 5_us).reduce(0, 20_us, 30_us);
    const auto result = runOn(inputOf({ first.text.text(), second.text.text() }), "wait-causes");
    KT_COMPARE_TEXT(tests::rowsOf(result, "instances", kReasonColumns), "1 10 1   \n");
    KT_COMPARE_TEXT(tests::rowsOf(result, "ranks", { "rank", "waits_caused", "main_reason" }), "0 0 \n1 10 \n");
    const auto alone =
        runOn(inputOf({ first.text.text(), second.text.text() }), "wait-causes", { { "min-instances", "1" } });
    KT_COMPARE_TEXT(tests::rowsOf(alone, "instances", kReasonColumns), "1 10 1 0 10 idle_kernel_wait\n");
}

void TestLateness::overlappingRunsAreATimeLessThanNothing()
{
    LateRank first(0, 2);
    first.reduce(0, 0_us, 50_us).reduce(1, 45_us, 90_us, -1, "world", 21);
    LateRank second(1, 2);
    second.reduce(0, 0_us, 50_us).reduce(1, 60_us, 90_us, -1, "world", 21);
    const auto result = runOn(inputOf({ first.text.text(), second.text.text() }), "wait-causes");
    KT_COMPARE_TEXT(lastRow(result, kReasonColumns), "1 15 1 0 15 idle_kernel_wait\n");
    KT_COMPARE_TEXT(lastRow(result, partColumns()), "0 0 0 0 0 0 0 10 0 0 0 5\n");
}

/// Rank 3 lost the second collective: the third is still compared with those that were in it.
void TestLateness::lostRunsLeaveTheOthersToCompareWith()
{
    const auto job = [](Timestamp startOfOne, Timestamp startOfThree) {
        std::vector<std::string> texts;
        for (int rank = 0; rank < 4; ++rank) {
            LateRank own(rank, 4);
            own.reduce(0, 5_us, 10_us);
            if (rank != 3)
                own.reduce(1, 40_us, 50_us);
            const Timestamp start = rank == 1 ? startOfOne : rank == 3 ? startOfThree : 60_us + rank * 1_us;
            own.gemm(52_us, start - 5_us).reduce(2, start, 100_us);
            texts.push_back(own.text.text());
        }
        return inputOf(texts);
    };
    const auto result = runOn(job(80_us, 65_us), "wait-causes");
    KT_COMPARE_TEXT(lastRow(result, kReasonColumns), "1 53 1 0 20 compute\n");
    // What the last rank did since the first collective, the others did since the second: nothing to compare.
    const auto alone = runOn(job(65_us, 80_us), "wait-causes");
    KT_COMPARE_TEXT(lastRow(alone, kReasonColumns), "3 53 3   \n");
}

/// Only the last of two late ranks is charged.
void TestLateness::theNextLateOneIsNamed()
{
    std::vector<std::string> texts;
    const std::array<Timestamp, 4> starts { 10_us, 70_us, 20_us, 90_us };
    for (int rank = 0; rank < 4; ++rank)
        texts.push_back(LateRank(rank, 4).reduce(0, starts[static_cast<std::size_t>(rank)], 100_us).text.text());
    KT_COMPARE_TEXT(
        tests::rowsOf(runOn(inputOf(texts), "wait-causes"), "instances", { "last_rank", "held_up", "next_rank" }),
        "3 20 1\n");
    texts[1] = LateRank(1, 4).reduce(0, 90_us, 100_us).text.text();
    KT_COMPARE_TEXT(tests::rowsOf(runOn(inputOf(texts), "wait-causes"), "instances",
                        { "last_rank", "tied", "held_up", "next_rank" }),
        "1 2 0 \n");
}

/// A scope of steps or time looks at fewer collectives; why a rank was late may lie before it.
void TestLateness::scopesKeepReasonsOfWholeCollectives()
{
    LateRank first(0, 2);
    first.reduce(0, 5_us, 20_us).gemm(22_us, 52_us).reduce(1, 57_us, 90_us);
    LateRank second(1, 2);
    second.reduce(0, 5_us, 20_us).gemm(22_us, 72_us).reduce(1, 77_us, 90_us);
    AnalysisInput input = inputOf({ first.text.text(), second.text.text() });
    input.scope.range = TimeRange { 50_us, 90_us };
    const auto result = runOn(input, "wait-causes");
    KT_COMPARE_TEXT(tests::rowsOf(result, "instances", kReasonColumns), "1 20 1 0 20 compute\n");
    input.scope.range = TimeRange { 60_us, 90_us }; // only rank 1 came in it
    const auto half = runOn(input, "wait-causes");
    KT_COMPARE_TEXT(tests::rowsOf(half, "instances", kReasonColumns), "");
}

void TestLateness::groupAndKindsChooseCollectives()
{
    LateRank first(0, 2);
    first.reduce(0, 0_us, 50_us).reduce(0, 60_us, 90_us, -1, "other", 21);
    LateRank second(1, 2);
    second.reduce(0, 20_us, 50_us).reduce(0, 65_us, 90_us, -1, "other", 21);
    const AnalysisInput input = inputOf({ first.text.text(), second.text.text() });
    const auto waitsOf = [&input](const ParameterTexts& parameters) {
        return tests::rowsOf(runOn(input, "wait-causes", parameters), "ranks", { "rank", "waits_caused" });
    };
    KT_COMPARE_TEXT(waitsOf({}), "0 0\n1 25\n");
    KT_COMPARE_TEXT(waitsOf({ { "group", "other" } }), "0 0\n1 5\n");
    KT_COMPARE_TEXT(waitsOf({ { "group", "nobody" } }), "0 0\n1 0\n");
    KT_COMPARE_TEXT(waitsOf({ { "kinds", "allreduce" } }), "0 0\n1 25\n");
    KT_COMPARE_TEXT(waitsOf({ { "kinds", "broadcast,barrier" } }), "0 0\n1 0\n");
}

void TestLateness::unknownKindIsSaid()
{
    const auto result = runOn(inputOf({ LateRank(0, 1).text.text() }), "wait-causes", { { "kinds", "allreduced" } });
    QVERIFY(!result);
    QCOMPARE(result.error().code, ErrorCode::InvalidArgument);
}

/// A CPU backend has no kernels: its runs are host ranges, and what the GPU does beside them counts after them.
void TestLateness::hostRunsAreDivided()
{
    std::vector<std::string> texts;
    for (int rank = 0; rank < 2; ++rank) {
        TraceText text;
        text.rank(rank, 2).thread(100, 1);
        text.annotation("gloo:all_reduce", 0_us, 20_us);
        text.annotation("gloo:all_reduce", rank == 0 ? 60_us : 80_us, rank == 0 ? 40_us : 20_us);
        text.kernel("gemm", 30_us, rank == 0 ? 10_us : 35_us, 7);
        texts.push_back(text.text());
    }
    const auto result = runOn(inputOf(texts), "wait-causes");
    KT_COMPARE_TEXT(lastRow(result, { "last_rank", "late_by", "reason", "late_compute" }), "1 20 compute 25\n");
}

namespace {

/// A job whose ranks arrive at random in two groups, compute and copy between, and leave together.
std::vector<std::string> randomJob(unsigned seed, const std::vector<Nanoseconds>& ahead)
{
    std::mt19937 random(seed);
    const auto below = [&random](
                           int limit) { return static_cast<Nanoseconds>(random() % static_cast<unsigned>(limit)); };
    std::vector<LateRank> ranks;
    for (std::size_t rank = 0; rank < ahead.size(); ++rank)
        ranks.emplace_back(static_cast<int>(rank), static_cast<int>(ahead.size()));
    Timestamp at = 1'000'000;
    for (std::int64_t i = 0; i < 12; ++i) {
        const bool isWorld = i % 3 == 0;
        Timestamp last = at;
        std::vector<Timestamp> starts;
        for (std::size_t rank = 0; rank < ranks.size(); ++rank) {
            Timestamp now = at + below(40'000);
            const Timestamp shift = ahead[rank];
            for (Nanoseconds n = below(3); n > 0; --n) {
                const Nanoseconds length = 1 + below(30'000);
                if (below(3) == 0)
                    ranks[rank].text.copy("Memcpy HtoD (Pageable -> Device)", shift + now, length, 7, 0, 64);
                else
                    ranks[rank].gemm(shift + now, shift + now + length, below(2) == 0 ? shift + at : -1);
                now += length + below(20'000);
            }
            starts.push_back(now);
            last = std::max(last, now);
        }
        at = last + 5'000 + below(5'000);
        for (std::size_t rank = 0; rank < ranks.size(); ++rank) {
            const std::string group = isWorld ? "world" : "pair" + std::to_string(rank / 2);
            ranks[rank].reduce(i, ahead[rank] + starts[rank], ahead[rank] + at, -1, group, isWorld ? 20 : 24);
        }
    }
    std::vector<std::string> texts;
    for (const LateRank& rank : ranks)
        texts.push_back(rank.text.text());
    return texts;
}

} // namespace

void TestLateness::partsAddUp_data()
{
    QTest::addColumn<int>("seed");
    for (int seed = 0; seed < 30; ++seed)
        QTest::addRow("seed %d", seed) << seed;
}

void TestLateness::partsAddUp()
{
    QFETCH(int, seed);
    const auto result =
        runOn(inputOf(randomJob(static_cast<unsigned>(seed), { 0, 3'000'000, 7, 900'000, 12, 0 })), "wait-causes");
    KT_VERIFY_OK(result);
    const Table& table = *result->findTable("instances");
    const auto figure = [&table](std::size_t row, std::string_view column) {
        const Cell cell = table.cell(row, table.columnIndex(column));
        return std::holds_alternative<std::int64_t>(cell) ? std::get<std::int64_t>(cell) : 0;
    };
    std::size_t reasons = 0;
    Nanoseconds waits = 0;
    for (std::size_t row = 0; row < table.rowCount(); ++row) {
        waits += figure(row, "waits");
        Nanoseconds sum = 0;
        for (const std::string_view column : partColumns())
            sum += figure(row, column);
        QCOMPARE(sum, figure(row, "late_by"));
        reasons += table.isMissing(row, table.columnIndex("reason")) ? 0 : 1;
        if (!table.isMissing(row, table.columnIndex("reason")))
            QVERIFY(figure(row, "late_by") > 0);
    }
    QVERIFY(reasons > table.rowCount() / 3);
    const Table& leads = *result->findTable("leads");
    QVERIFY(leads.rowCount() > table.rowCount());
    const auto lead = [&leads](std::size_t row, std::size_t column) {
        return std::get<std::int64_t>(leads.cell(row, column));
    };
    const std::size_t length = leads.columnIndex("lead");
    for (std::size_t row = 0; row < leads.rowCount(); ++row) {
        Nanoseconds sum = 0;
        for (std::size_t part = length + 1; part < leads.columnCount(); ++part)
            sum += lead(row, part);
        QCOMPARE(sum, lead(row, length));
        if (row % 2 == 0)
            QCOMPARE(
                lead(row, length) - lead(row + 1, length), figure(static_cast<std::size_t>(lead(row, 0)), "late_by"));
    }
    const Table& ranks = *result->findTable("ranks");
    Nanoseconds rooted = 0;
    for (std::size_t row = 0; row < ranks.rowCount(); ++row)
        rooted += std::get<std::int64_t>(ranks.cell(row, ranks.columnIndex("waits_rooted")));
    QCOMPARE(rooted, waits);
}

/// Clocks tell nothing of waits and of reasons, but for the first collectives.
void TestLateness::shiftedClocksChangeNoReason()
{
    const auto reasonsOf = [](const std::vector<Nanoseconds>& ahead) {
        std::string rows = tests::rowsOf(runOn(inputOf(randomJob(4, ahead)), "wait-causes"), "instances",
            { "group", "seq", "last_rank", "root_rank", "median_rank", "late_by", "reason" });
        std::vector<std::string> lines;
        for (std::size_t from = 0; from < rows.size();) {
            const std::size_t end = rows.find('\n', from);
            lines.push_back(rows.substr(from, end - from));
            from = end + 1;
        }
        std::sort(lines.begin(), lines.end()); // their order is that of the starts on the ranks' own clocks
        return lines;
    };
    const std::vector<std::string> still = reasonsOf({ 0, 0, 0, 0 });
    QVERIFY(still.size() > 10);
    QVERIFY(reasonsOf({ 0, 40'000'000, 5'000, 123'456 }) == still);
}

QTEST_GUILESS_MAIN(TestLateness)
#include "tst_lateness.moc"
