// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/analysis_modes.h"
#include "tests/support/analysis_runs.h"
#include "tests/support/test_macros.h"
#include "tests/support/trace_text.h"

using namespace kinetoscope;
using namespace kinetoscope::tests;

/// Overlap of communication and computation (SPEC.md section 5).
class TestCommCompOverlap : public QObject {
    Q_OBJECT

private slots:
    void section5ExampleE1_data();
    void section5ExampleE1();
    void section5WithoutComputation_data();
    void section5WithoutComputation();
    void section5NoCommunicationIsEmpty_data();
    void section5NoCommunicationIsEmpty();
    void ownTimes();
    void copiesPlayNoPart();
    void collectivesByMetadata();
    void collectivesByKernelName();
    void rangesAddUp();
    void evidenceAddsUpToTheFigure();
};

namespace {

const std::vector<std::string_view> kShare { "rank", "comp_comm_overlap_pctg" };
const std::vector<std::string_view> kTimes { "comm_time", "overlap_time", "exposed_time", "comp_time", "count" };

std::string share(const std::string& text, Mode mode)
{
    return rowsOf(runOn(inputOf({ text }), "comm-comp-overlap", {}, mode), "ranks", kShare);
}

} // namespace

void TestCommCompOverlap::section5ExampleE1_data()
{
    addModes();
}

void TestCommCompOverlap::section5ExampleE1()
{
    KT_COMPARE_TEXT(share(exampleE1(), fetchMode()), "0 50\n");
}

void TestCommCompOverlap::section5WithoutComputation_data()
{
    addModes();
}

void TestCommCompOverlap::section5WithoutComputation()
{
    const std::string text = TraceText().kernel("ncclDevKernel_AllReduce", 15_us, 10_us, 20, 2).text();
    KT_COMPARE_TEXT(share(text, fetchMode()), "0 0\n");
}

void TestCommCompOverlap::section5NoCommunicationIsEmpty_data()
{
    addModes();
}

void TestCommCompOverlap::section5NoCommunicationIsEmpty()
{
    const std::string text = TraceText().kernel("gemm", 15_us, 10_us, 7, 2).text();
    KT_COMPARE_TEXT(share(text, fetchMode()), "0 \n");
    if (fetchMode() == Mode::Exact)
        QCOMPARE(runOn(inputOf({ text }), "comm-comp-overlap")->remarks.at(0).code, std::string("no-communication"));
}

void TestCommCompOverlap::ownTimes()
{
    KT_COMPARE_TEXT(rowsOf(runOn(inputOf({ exampleE1() }), "comm-comp-overlap"), "ranks", kTimes), "10 5 5 15 1\n");
}

void TestCommCompOverlap::copiesPlayNoPart()
{
    const std::string text = TraceText()
                                 .kernel("ncclDevKernel_AllReduce", 0_us, 10_us, 20)
                                 .copy("Memcpy HtoD", 0_us, 10_us, 22, 1, 100)
                                 .text();
    KT_COMPARE_TEXT(rowsOf(runOn(inputOf({ text }), "comm-comp-overlap"), "ranks", kTimes), "10 0 10 0 1\n");
}

void TestCommCompOverlap::collectivesByMetadata()
{
    const auto collective = [](const char* name, const char* group) {
        return ArgsText().add("Collective name", name).add("Process Group Name", group).text();
    };
    const std::string text = TraceText()
                                 .kernel("gemm", 0_us, 30_us, 7)
                                 .kernel("k1", 10_us, 10_us, 20, 0, collective("allreduce", "1"))
                                 .kernel("k2", 15_us, 10_us, 21, 0, collective("allreduce", "1"))
                                 .kernel("k3", 25_us, 10_us, 22, 0, collective("_allgather_base", "0"))
                                 .kernel("ncclDevKernel_SendRecv", 50_us, 10_us, 23)
                                 .text();
    const auto result = runOn(inputOf({ text }), "comm-comp-overlap");
    KT_COMPARE_TEXT(rowsOf(result, "ranks", kTimes), "35 20 15 30 4\n");
    KT_COMPARE_TEXT(rowsOf(result, "collectives",
                        { "rank", "process_group", "collective", "comp_comm_overlap_pctg", "comm_time", "overlap_time",
                            "exposed_time", "count" }),
        "0   0 10 0 10 1\n0 0 _allgather_base 50 10 5 5 1\n0 1 allreduce 100 15 15 0 2\n");
}

/// Metadata first; of kernels that send and receive the name does not tell what they are a part of.
void TestCommCompOverlap::collectivesByKernelName()
{
    const std::string text =
        TraceText()
            .kernel("ncclDevKernel_AllReduce_Sum_bf16_RING_LL(ncclDevKernelArgsStorage<4096ul>)", 10_us, 10_us, 20)
            .kernel("ncclKernel_AllReduce_RING_LL_Sum_float(ncclWorkElem)", 30_us, 10_us, 20)
            .kernel("ncclDevKernel_SendRecv(ncclDevKernelArgsStorage<4096ul>)", 50_us, 5_us, 20)
            .kernel("ncclDevKernel_SendRecv(ncclDevKernelArgsStorage<4096ul>)", 60_us, 5_us, 20, 0,
                ArgsText().add("Collective name", "all_to_allv").text())
            .text();
    const auto result = runOn(inputOf({ text }), "comm-comp-overlap");
    KT_COMPARE_TEXT(rowsOf(result, "collectives", { "process_group", "collective", "comm_time", "count" }),
        "  5 1\n all_to_allv 5 1\n allreduce 20 2\n");
    const Table& table = *result->findTable("collectives");
    QCOMPARE(table.evidence(2, table.columnIndex("count")).slices.size(), std::size_t { 2 });
}

void TestCommCompOverlap::rangesAddUp()
{
    const auto sum = [](Timestamp begin, Timestamp end, const char* column) {
        Scope scope;
        scope.range = TimeRange { begin, end };
        const auto result = runOn(inputOf({ exampleE1() }, scope), "comm-comp-overlap");
        const Table& table = result->tables.front();
        return std::get<std::int64_t>(table.cell(0, table.columnIndex(column)));
    };
    for (const char* column : { "comm_time", "overlap_time", "exposed_time", "comp_time" }) {
        Nanoseconds parts = 0;
        for (Timestamp begin = 0; begin < 60'000; begin += 1'500)
            parts += sum(begin, begin + 1'500, column);
        QCOMPARE(parts, sum(0, 60'000, column));
    }
}

void TestCommCompOverlap::evidenceAddsUpToTheFigure()
{
    const auto result = runOn(inputOf({ exampleE1() }), "comm-comp-overlap");
    KT_VERIFY_OK(result);
    for (const Table& table : result->tables) {
        for (std::size_t column = 0; column < table.columnCount(); ++column) {
            if (table.columns()[column].type != ColumnType::Duration)
                continue;
            Nanoseconds sum = 0;
            for (const IntervalRef& interval : table.evidence(0, column).intervals)
                sum += interval.range.length();
            QCOMPARE(sum, std::get<std::int64_t>(table.cell(0, column)));
        }
        QCOMPARE(table.evidence(0, table.columnIndex("count")).slices.size(), std::size_t { 1 });
    }
}

QTEST_GUILESS_MAIN(TestCommCompOverlap)
#include "tst_comm_comp_overlap.moc"
