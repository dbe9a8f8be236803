// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/english.h"
#include "tests/support/analysis_modes.h"
#include "tests/support/analysis_runs.h"
#include "tests/support/test_macros.h"
#include "tests/support/trace_text.h"

using namespace kinetoscope;
using namespace kinetoscope::tests;

/// GPU kernel breakdown (SPEC.md section 3).
class TestKernelBreakdown : public QObject {
    Q_OBJECT

private slots:
    void section3ExampleATypes_data();
    void section3ExampleATypes();
    void section3ExampleAKernels_data();
    void section3ExampleAKernels();
    void section3ExampleB_data();
    void section3ExampleB();
    void memoryKernelsCanBeLeftOut();
    void diff32SharesAndCounts();
    void diff33NoRowsOfNoTime_data();
    void diff33NoRowsOfNoTime();
    void ranksShareTheTypesTable();
    void coverageIsTheIntuitiveRule();
    void aKernelCalledOthersKeepsItsRow();
    void whatWasFoldedComesByName();
    void evidenceAddsUpToTheFigure();
    void rangeCutsDurations();
    void whatIsLeftOutIsNamed();
    void withoutGpuWorkTheReasonIsSaid();
};

namespace {

const std::vector<std::string_view> kStatistics { "name", "sum (us)", "max (us)", "min (us)", "stddev", "mean (us)" };

/// Example 3b: five compute kernels called once.
std::string exampleB()
{
    TraceText text(LayoutStyle::Kineto, TimeStyle::WholeMicroseconds);
    Timestamp at = 0;
    for (const auto& [name, duration] :
        { std::pair { "a", 100_us }, { "b", 50_us }, { "c", 30_us }, { "d", 15_us }, { "e", 5_us } }) {
        text.kernel(name, at, duration, 7);
        at += 200_us;
    }
    return text.text();
}

} // namespace

void TestKernelBreakdown::whatIsLeftOutIsNamed()
{
    const std::string text = TraceText(LayoutStyle::Kineto, TimeStyle::WholeMicroseconds)
                                 .kernel("ssd::event_wait", 0_us, 60_us, 7)
                                 .kernel("gemm", 60_us, 40_us, 7)
                                 .text();
    const auto result = runOn(inputOf({ text }), "kernel-breakdown");
    KT_VERIFY_OK(result);
    KT_COMPARE_TEXT(rowsOf(result, "kernel-types", { "kernel_type", "sum" }), "COMPUTATION 40\n");
    QVERIFY(!result->remarks.empty());
    QCOMPARE(QByteArray::fromStdString(english(result->remarks.front())),
        QByteArray("Device work that is neither compute, communication nor memory is left out of this breakdown: "
                   "60.00 us, its largest part 'ssd::event_wait', by its name a kernel that waits."));
}

void TestKernelBreakdown::withoutGpuWorkTheReasonIsSaid()
{
    const AnalysisInput input = inputOf({ TraceText().launch(0_us, 10_us, 1).text() });
    KT_COMPARE_TEXT(remarkOf(runOn(input, "kernel-breakdown"), "no-gpu-work"),
        "no GPU work was recorded; record with activities=[ProfilerActivity.CPU, ProfilerActivity.CUDA] to have "
        "some.\n");
}

void TestKernelBreakdown::section3ExampleATypes_data()
{
    addModes();
}

void TestKernelBreakdown::section3ExampleATypes()
{
    KT_COMPARE_TEXT(rowsOf(runOn(inputOf({ exampleE1() }), "kernel-breakdown", {}, fetchMode()), "kernel-types",
                        { "kernel_type", "sum", "percentage" }),
        "COMPUTATION 10 33.3\n"
        "MEMORY 10 33.3\n"
        "COMMUNICATION 5 16.7\n"
        "COMPUTATION overlapping COMMUNICATION 5 16.7\n");
}

void TestKernelBreakdown::section3ExampleAKernels_data()
{
    addModes();
}

void TestKernelBreakdown::section3ExampleAKernels()
{
    KT_COMPARE_TEXT(rowsOf(runOn(inputOf({ exampleE1() }), "kernel-breakdown", {}, fetchMode()), "kernels",
                        { "name", "sum (us)", "max (us)", "min (us)", "stddev", "mean (us)", "kernel_type", "rank" }),
        "ncclDevKernel_AllReduce 10 10 10 0 10 COMMUNICATION 0\n"
        "gemm 15 10 5 3.53553390593 7.5 COMPUTATION 0\n"
        "Memcpy HtoD (Pageable -> Device) 10 10 10 0 10 MEMORY 0\n");
}

void TestKernelBreakdown::section3ExampleB_data()
{
    QTest::addColumn<QString>("count");
    QTest::addColumn<QString>("ratio");
    QTest::addColumn<QString>("kept");
    QTest::addColumn<QString>("others"); ///< the same in both modes: each kernel is called once
    QTest::newRow("10, 0.8") << "10"
                             << "0.8"
                             << "a b c d e"
                             << "";
    QTest::newRow("4, 0.8") << "4"
                            << "0.8"
                            << "a b c d"
                            << "5 5 5 0 5";
    QTest::newRow("3, 0.8") << "3"
                            << "0.8"
                            << "a b c"
                            << "20 15 5 7.07106781187 10";
    QTest::newRow("2, 0.8") << "2"
                            << "0.8"
                            << "a b"
                            << "50 30 5 12.5830573921 16.6666666667";
    QTest::newRow("4, 0.5") << "4"
                            << "0.5"
                            << "a b c"
                            << "20 15 5 7.07106781187 10";
}

void TestKernelBreakdown::section3ExampleB()
{
    QFETCH(QString, count);
    QFETCH(QString, ratio);
    QFETCH(QString, kept);
    QFETCH(QString, others);
    const std::map<QString, int> sums { { "a", 100 }, { "b", 50 }, { "c", 30 }, { "d", 15 }, { "e", 5 } };
    QString expected;
    for (const QString& name : kept.split(QLatin1Char(' ')))
        expected += QStringLiteral("%1 %2 %2 %2 0 %2\n").arg(name).arg(sums.at(name));
    if (!others.isEmpty())
        expected += QStringLiteral("others ") + others + QLatin1Char('\n');
    for (const Mode mode : { Mode::Exact, Mode::Hta }) {
        const auto result = runOn(inputOf({ exampleB() }), "kernel-breakdown",
            { { "num-kernels", count.toStdString() }, { "duration-ratio", ratio.toStdString() } }, mode);
        KT_COMPARE_TEXT(rowsOf(result, "kernels", kStatistics), expected.toStdString());
    }
}

void TestKernelBreakdown::memoryKernelsCanBeLeftOut()
{
    for (const Mode mode : { Mode::Exact, Mode::Hta }) {
        const auto result =
            runOn(inputOf({ exampleE1() }), "kernel-breakdown", { { "include-memory-kernels", "false" } }, mode);
        KT_COMPARE_TEXT(rowsOf(result, "kernel-types", { "kernel_type", "sum", "percentage" }),
            "COMPUTATION 10 50\n"
            "COMMUNICATION 5 25\n"
            "COMPUTATION overlapping COMMUNICATION 5 25\n");
    }
}

void TestKernelBreakdown::diff32SharesAndCounts()
{
    const auto result = runOn(inputOf({ exampleE1() }), "kernel-breakdown");
    KT_COMPARE_TEXT(rowsOf(result, "kernels", { "name", "count", "type_pctg", "busy_pctg", "names" }),
        "ncclDevKernel_AllReduce 1 100 33.33 1\n"
        "gemm 2 100 50 1\n"
        "Memcpy HtoD (Pageable -> Device) 1 100 33.33 1\n");
}

void TestKernelBreakdown::diff33NoRowsOfNoTime_data()
{
    addModes();
}

void TestKernelBreakdown::diff33NoRowsOfNoTime()
{
    QFETCH(bool, isHta);
    const std::string text = TraceText(LayoutStyle::Kineto, TimeStyle::WholeMicroseconds)
                                 .copy("Memcpy HtoD", 0_us, 10_us, 7, 1, 100)
                                 .kernel("gemm", 10_us, 10_us, 7)
                                 .text();
    std::string expected = "COMPUTATION 10 50\n";
    if (isHta)
        expected += "MEMORY 10 50\nCOMPUTATION overlapping MEMORY 0 0\n";
    else
        expected += "MEMORY 10 50\n";
    KT_COMPARE_TEXT(rowsOf(runOn(inputOf({ text }), "kernel-breakdown", {}, fetchMode()), "kernel-types",
                        { "kernel_type", "sum", "percentage" }),
        expected);
}

void TestKernelBreakdown::ranksShareTheTypesTable()
{
    const auto result = runOn(inputOf({ exampleE1(), exampleE1() }), "kernel-breakdown");
    KT_COMPARE_TEXT(rowsOf(result, "kernel-types", { "kernel_type", "sum" }),
        "COMPUTATION 20\nMEMORY 20\nCOMMUNICATION 10\nCOMPUTATION overlapping COMMUNICATION 10\n");
    KT_COMPARE_TEXT(rowsOf(result, "kernels", { "name", "rank" }),
        "ncclDevKernel_AllReduce 0\nncclDevKernel_AllReduce 1\ngemm 0\ngemm 1\nMemcpy HtoD (Pageable -> Device) "
        "0\nMemcpy HtoD (Pageable -> Device) 1\n");
}

void TestKernelBreakdown::coverageIsTheIntuitiveRule()
{
    const auto result = runOn(inputOf({ exampleB() }), "kernel-breakdown",
        { { "num-kernels", "4" }, { "duration-ratio", "0.5" }, { "ratio-rule", "coverage" } });
    KT_COMPARE_TEXT(rowsOf(result, "kernels", { "name", "sum (us)", "names" }), "a 100 1\nothers 100 4\n");
}

void TestKernelBreakdown::aKernelCalledOthersKeepsItsRow()
{
    const std::string text =
        TraceText().kernel("others", 0_us, 100_us, 7).kernel("x", 200_us, 10_us, 7).kernel("y", 300_us, 5_us, 7).text();
    const auto result = runOn(inputOf({ text }), "kernel-breakdown", { { "num-kernels", "1" } });
    KT_COMPARE_TEXT(rowsOf(result, "kernels", { "name", "sum (us)", "names" }), "others 100 1\nothers 15 2\n");
}

void TestKernelBreakdown::whatWasFoldedComesByName()
{
    const AnalysisInput input = inputOf({ exampleB(), exampleB() });
    const auto result = runOn(
        input, "kernel-breakdown", { { "num-kernels", "3" }, { "duration-ratio", "1" }, { "ratio-rule", "coverage" } });
    KT_VERIFY_OK(result);
    const auto whole = runOn(input, "kernel-breakdown", { { "num-kernels", "100" } });
    KT_VERIFY_OK(whole);
    const Table& table = *result->findTable("kernels");
    QVERIFY(table.hasMembers());
    int folded = 0;
    for (std::size_t row = 0; row < table.rowCount(); ++row) {
        const Table members = table.members(row);
        if (table.text(row, 0) != "others") {
            QCOMPARE(members.rowCount(), std::size_t { 0 });
            continue;
        }
        ++folded;
        // Each as it stands in the table that folds nothing, with the calls it is made of.
        QCOMPARE(members.rowCount(), std::size_t { 2 });
        QCOMPARE(std::string(members.text(0, 0)), std::string("d"));
        QCOMPARE(std::string(members.text(1, 0)), std::string("e"));
        Nanoseconds sum = 0;
        for (std::size_t i = 0; i < members.rowCount(); ++i) {
            bool isThere = false;
            const Table& all = *whole->findTable("kernels");
            for (std::size_t other = 0; other < all.rowCount(); ++other) {
                bool isSame = true;
                for (std::size_t column = 0; column < all.columnCount(); ++column)
                    isSame = isSame && all.cell(other, column) == members.cell(i, column);
                isThere = isThere || isSame;
            }
            QVERIFY(isThere);
            for (const SliceRef& slice : members.evidence(i, 1).slices)
                sum += input.traces->ranks()[slice.rank].trace->slices().duration(slice.slice);
            QCOMPARE(members.members(i).rowCount(), std::size_t { 0 });
        }
        QCOMPARE(sum, std::get<std::int64_t>(table.cell(row, 1)));
    }
    QCOMPARE(folded, 2); // one on each rank
}

void TestKernelBreakdown::evidenceAddsUpToTheFigure()
{
    const AnalysisInput input = inputOf({ exampleE1() });
    const auto result = runOn(input, "kernel-breakdown", { { "num-kernels", "1" } });
    KT_VERIFY_OK(result);
    const Table& types = *result->findTable("kernel-types");
    for (std::size_t row = 0; row < types.rowCount(); ++row) {
        Nanoseconds sum = 0;
        for (const IntervalRef& interval : types.evidence(row, 1).intervals)
            sum += interval.range.length();
        QCOMPARE(sum, std::get<std::int64_t>(types.cell(row, 1)));
    }
    const Table& kernels = *result->findTable("kernels");
    const SliceTable& slices = input.traces->ranks()[0].trace->slices();
    const auto sumOf = [&](std::size_t row, const char* column) {
        Nanoseconds sum = 0;
        for (const SliceRef& slice : kernels.evidence(row, kernels.columnIndex(column)).slices)
            sum += slices.duration(slice.slice);
        return sum;
    };
    for (std::size_t row = 0; row < kernels.rowCount(); ++row) {
        for (const char* column : { "sum (us)", "max (us)", "min (us)" })
            QCOMPARE(sumOf(row, column), std::get<std::int64_t>(kernels.cell(row, kernels.columnIndex(column))));
    }
}

void TestKernelBreakdown::rangeCutsDurations()
{
    Scope scope;
    scope.range = TimeRange { 15'000, 28'000 };
    const auto result = runOn(inputOf({ exampleE1() }, scope), "kernel-breakdown");
    KT_COMPARE_TEXT(rowsOf(result, "kernels", kStatistics),
        "ncclDevKernel_AllReduce 10 10 10 0 10\n"
        "gemm 8 5 3 1.41421356237 4\n");
    const Table& kernels = *result->findTable("kernels");
    Nanoseconds sum = 0;
    for (const IntervalRef& interval : kernels.evidence(1, 1).intervals)
        sum += interval.range.length();
    QCOMPARE(sum, Nanoseconds { 8'000 });
}

QTEST_GUILESS_MAIN(TestKernelBreakdown)
#include "tst_kernel_breakdown.moc"
