// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/table/table_order.h"
#include "tests/widgets/table_samples.h"
#include "widgets/models/column_format.h"
#include "widgets/models/result_table_model.h"
#include "widgets/models/result_table_proxy.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

#include <array>
#include <limits>
#include <numeric>
#include <random>

using namespace kinetoscope;
using namespace kinetoscope::tests;
using namespace Qt::StringLiterals;

/// The model of a result's table, its order and filter, and how cells are written.
class TestResultModel : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { QLocale::setDefault(QLocale::c()); }

    void modelKeepsItsContract()
    {
        ResultTableModel model;
        ResultTableProxy proxy(&model);
        QAbstractItemModelTester modelTester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QAbstractItemModelTester proxyTester(&proxy, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setTable(sample(), "kernels");
        proxy.sort(1, Qt::DescendingOrder);
        proxy.setFilterText(u"e"_s);
        proxy.sort(0, Qt::AscendingOrder);
        proxy.setFilterText({});
        model.setTable(sample(), "no such table");
        QCOMPARE(proxy.rowCount(), 0);
        model.setTable(nullptr, "");
        model.setTable(sample(), "kernels");
        QCOMPARE(proxy.rowCount(), 4);
    }

    void cellsShareTheirColumnsUnit()
    {
        ResultTableModel model;
        model.setTable(sample(), "kernels");
        QCOMPARE(model.headerData(1, Qt::Horizontal).toString(), u"sum (us) (ms)"_s);
        QCOMPARE(columnTexts(model, 1), QStringList({ u"12.34"_s, u"0.004567"_s, u"\u2013"_s, u"0.9990"_s }));
        QCOMPARE(columnTexts(model, 2), QStringList({ u"2\u202f000"_s, u"30"_s, u"7"_s, u"30"_s }));
        QCOMPARE(columnTexts(model, 3), QStringList({ u"61.3"_s, u"<\u00a00.1"_s, u"\u2013"_s, u"38.7"_s }));
        QCOMPARE(model.index(0, 4).data().toString(), u"mm \u203a cudaLaunchKernel"_s);
        QCOMPARE(model.index(0, 1).data(ResultTableModel::FractionDigitsRole).toInt(), 6);
        QCOMPARE(model.index(0, 0).data(ResultTableModel::FractionDigitsRole).toInt(), -1);
    }

    /// Times beside each other are compared: one unit for all that can be read in it. Nothing is a row of zeros.
    void timesBesideEachOtherHaveOneUnit()
    {
        const auto time = [](const char* name) { return column(name, ColumnType::Duration, Unit::Microseconds); };
        Table table("t", "",
            { time("sum"), time("half"), time("mean"), time("shortest"), column("begin", ColumnType::Time),
                column("none", ColumnType::Duration) });
        table.addRow({ std::int64_t { 9'000'000'000 }, std::int64_t { 250'000'000 }, std::int64_t { 45'000 },
            std::int64_t { 2'393 }, std::int64_t { 3'000'000 }, std::int64_t { 0 } });
        table.addRow({ std::int64_t { 2'393 }, std::int64_t { 900'000 }, std::int64_t { 12 }, std::int64_t { 1 },
            std::int64_t { 0 }, {} });
        const std::vector<ColumnFormat> formats = columnFormats(table);
        const auto unitOf = [&](std::size_t place) { return unitText(formats[place].timeUnit); };
        QCOMPARE(unitOf(0), u"ms"_s); // 2.393 us have no digits in seconds
        QCOMPARE(unitOf(1), u"ms"_s);
        QCOMPARE(unitOf(2), u"\u00b5s"_s); // would be 0.000 in seconds
        QCOMPARE(unitOf(3), unitOf(2));
        QCOMPARE(unitOf(4), u"ms"_s); // when, not how long
        QCOMPARE(unitOf(5), u"ms"_s);
        const auto cell = [&](std::size_t row, std::size_t place) {
            return cellText(table.cell(row, place), table.columns()[place], formats[place]);
        };
        QCOMPARE(cell(0, 0), u"9\u202f000"_s);
        QCOMPARE(cell(1, 0), u"0.002393"_s);
        QCOMPARE(cell(1, 1), u"0.9000"_s);
        QCOMPARE(cell(0, 1), u"250.0"_s);
        QCOMPARE(cell(0, 3), u"2.393"_s);
        QCOMPARE(cell(1, 3), u"0.001"_s);
        // Who wants seconds wants all digits.
        const auto restore = qScopeGuard([] { setNumberStyle({}); });
        setNumberStyle({ TimeUnit::Second, 4 });
        QCOMPARE(cellText(table.cell(1, 0), table.columns()[0], columnFormats(table)[0]), u"0.000002393"_s);
    }

    /// What has its four digits in seconds stays in them; so does what would be too long to read in milliseconds.
    void timesInSecondsKeepTheirDigits()
    {
        Table table("t", "", { column("saved", ColumnType::Duration, Unit::Microseconds) });
        table.addRow({ std::int64_t { 1'066'000'000 } });
        table.addRow({ std::int64_t { 16'190'000 } });
        table.addRow({ std::int64_t { 3'020'400 } });
        const auto cell = [&](std::size_t row) {
            return cellText(table.cell(row, 0), table.columns()[0], columnFormats(table)[0]);
        };
        QCOMPARE(unitText(columnFormats(table)[0].timeUnit), u"s"_s);
        QCOMPARE(cell(0), u"1.066"_s);
        QCOMPARE(cell(1), u"0.01619"_s);
        QCOMPARE(cell(2), u"0.003020"_s);
        table.addRow({ std::int64_t { 36'000'000'000 } });
        table.addRow({ std::int64_t { 190 } });
        QCOMPARE(unitText(columnFormats(table)[0].timeUnit), u"s"_s);
        QCOMPARE(cell(3), u"36.00"_s);
        QCOMPARE(cell(4), u"<\u00a00.000001"_s);
    }

    /// What is saved of a second is read in milliseconds, and the second beside it, too.
    void savingsOfASecondAreInMilliseconds()
    {
        Table table("t", "",
            { column("saved", ColumnType::Duration, Unit::Microseconds),
                column("wall", ColumnType::Duration, Unit::Microseconds) });
        table.addRow({ std::int64_t { 353'900'000 }, std::int64_t { 1'066'000'000 } });
        table.addRow({ std::int64_t { 16'190'000 }, std::int64_t { 1'066'000'000 } });
        const std::vector<ColumnFormat> formats = columnFormats(table);
        const auto cell = [&](std::size_t row, std::size_t place) {
            return cellText(table.cell(row, place), table.columns()[place], formats[place]);
        };
        QCOMPARE(cell(0, 0), u"353.9"_s);
        QCOMPARE(cell(1, 0), u"16.19"_s);
        QCOMPARE(cell(0, 1), u"1\u202f066"_s);
        table.addRow({ std::int64_t { 353'900'000 }, std::int64_t { 3'391'000'000 } });
        QCOMPARE(unitText(columnFormats(table)[0].timeUnit), u"s"_s); // of seconds, parts are read as such
    }

    /// Beside sums that are too long for milliseconds, means and quantiles of single calls have their digits.
    void meansBesideLongSumsHaveAFinerUnit()
    {
        Table table("t", "",
            { column("sum", ColumnType::Duration, Unit::Microseconds),
                column("union", ColumnType::Duration, Unit::Microseconds),
                column("mean", ColumnType::Float, Unit::Microseconds),
                column("longest", ColumnType::Float, Unit::Microseconds) });
        table.addRow({ std::int64_t { 36'000'000'000 }, std::int64_t { 9'000'000'000 }, 120'000.0, 36e6 });
        table.addRow({ std::int64_t { 692'000 }, std::int64_t { 692'000 }, 3.7, 3.7 });
        const std::vector<ColumnFormat> formats = columnFormats(table);
        const auto unitOf = [&](std::size_t place) { return unitText(formats[place].timeUnit); };
        QCOMPARE(unitOf(0), u"s"_s);
        QCOMPARE(unitOf(1), u"s"_s); // compared with the sum beside it
        QCOMPARE(unitOf(2), u"ms"_s);
        QCOMPARE(cellText(table.cell(1, 2), table.columns()[2], formats[2]), u"0.003700"_s);
        QCOMPARE(unitOf(3), u"s"_s); // the largest would be too long in milliseconds
    }

    void headingsAreShortAndTheirToolTipsAreNot()
    {
        ColumnDescriptor share { "share", ColumnType::Float, Unit::Percent, "Share of busy",
            "% of the time in which one of the types runs" };
        QCOMPARE(columnHeading(share, {}), u"Share of busy (%)"_s);
        QCOMPARE(columnDefinition(share, {}), u"Share of busy (%): % of the time in which one of the types runs"_s);
        share.title = "Compute";
        share.denominator = "% of busy";
        QCOMPARE(columnHeading(share, {}), u"Compute (% of busy)"_s);
        QCOMPARE(columnDefinition(share, {}), u"Compute (% of busy)"_s);
        // One unit of shares.
        const ColumnDescriptor ratio { "ratio", ColumnType::Float, Unit::Ratio, "Share of idle", "" };
        QCOMPARE(columnHeading(ratio, {}), u"Share of idle (%)"_s);
        QCOMPARE(cellText(0.9867, ratio, {}), u"98.7"_s);
        // One spelling of the unit.
        const ColumnDescriptor mean { "mean", ColumnType::Float, Unit::Microseconds, "Mean", "" };
        QCOMPARE(exactCellText(1.5, mean), u"1.5\u00a0\u00b5s"_s);
    }

    void bytesAreReadInTheirPrefix()
    {
        const ColumnDescriptor bytes { "bytes", ColumnType::Int, Unit::Bytes, "Bytes", "" };
        Table table("t", "", { bytes });
        table.addRow({ std::int64_t { 4'194'304 } });
        table.addRow({ std::int64_t { 8 } });
        table.addRow({ std::int64_t { -8 } });
        const ColumnFormat format = columnFormats(table).front();
        QCOMPARE(columnHeading(bytes, format), u"Bytes (MB)"_s);
        QCOMPARE(cellText(table.cell(0, 0), bytes, format), u"4.194"_s);
        QCOMPARE(cellText(table.cell(1, 0), bytes, format), u"8\u00a0B"_s); // "0.000008" is no figure
        QCOMPARE(cellText(table.cell(2, 0), bytes, format), u"-8\u00a0B"_s);
        QCOMPARE(exactCellText(table.cell(0, 0), bytes), u"4\u202f194\u202f304\u00a0B"_s);
    }

    void exactValuesAreInTheRoles()
    {
        ResultTableModel model;
        model.setTable(sample(), "kernels");
        QCOMPARE(model.index(0, 1).data(ResultTableModel::SortRole).toLongLong(), 12'340'000);
        QCOMPARE(model.index(0, 1).data(ResultTableModel::FullTextRole).toString(), u"12\u202f340\u202f000\u00a0ns"_s);
        QVERIFY(!model.index(2, 1).data(ResultTableModel::SortRole).isValid());
        QCOMPARE(model.index(3, 2).data(ResultTableModel::TableRowRole).toInt(), 3);
    }

    void traceTextNeverBecomesMarkup()
    {
        ResultTableModel model;
        model.setTable(sample(), "kernels");
        QVERIFY(model.index(0, 0).data(Qt::ToolTipRole).toString().contains(u"gemm&lt;"_s));
        QCOMPARE(model.index(0, 0).data().toString(), u"gemm<i>"_s);
    }

    void sortsByRawValuesWithMissingLast_data()
    {
        QTest::addColumn<int>("column");
        QTest::addColumn<bool>("descending");
        QTest::addColumn<QStringList>("names");
        QTest::newRow("table order") << -1 << false << QStringList({ u"gemm<i>"_s, u"Relu"_s, u"nccl"_s, u"add"_s });
        QTest::newRow("times up") << 1 << false << QStringList({ u"Relu"_s, u"add"_s, u"gemm<i>"_s, u"nccl"_s });
        QTest::newRow("times down") << 1 << true << QStringList({ u"gemm<i>"_s, u"add"_s, u"Relu"_s, u"nccl"_s });
        QTest::newRow("counts up, ties in table order")
            << 2 << false << QStringList({ u"nccl"_s, u"Relu"_s, u"add"_s, u"gemm<i>"_s });
        QTest::newRow("counts down, ties in table order")
            << 2 << true << QStringList({ u"gemm<i>"_s, u"Relu"_s, u"add"_s, u"nccl"_s });
        QTest::newRow("shares down") << 3 << true << QStringList({ u"gemm<i>"_s, u"add"_s, u"Relu"_s, u"nccl"_s });
        QTest::newRow("names by bytes") << 0 << false << QStringList({ u"Relu"_s, u"add"_s, u"gemm<i>"_s, u"nccl"_s });
        QTest::newRow("lists down") << 4 << true << QStringList({ u"gemm<i>"_s, u"Relu"_s, u"nccl"_s, u"add"_s });
    }

    void sortsByRawValuesWithMissingLast()
    {
        QFETCH(int, column);
        QFETCH(bool, descending);
        QFETCH(QStringList, names);
        ResultTableModel model;
        ResultTableProxy proxy(&model);
        model.setTable(sample(), "kernels");
        proxy.sort(column, descending ? Qt::DescendingOrder : Qt::AscendingOrder);
        QCOMPARE(columnTexts(proxy, 0), names);
    }

    void filterIgnoresCaseAndLooksIntoLists()
    {
        ResultTableModel model;
        ResultTableProxy proxy(&model);
        model.setTable(sample(), "kernels");
        proxy.setFilterText(u"RELU"_s);
        QCOMPARE(columnTexts(proxy, 0), QStringList({ u"Relu"_s }));
        proxy.setFilterText(u"cudalaunch"_s);
        QCOMPARE(columnTexts(proxy, 0), QStringList({ u"gemm<i>"_s }));
        QCOMPARE(proxy.viewRow(1), -1);
        QCOMPARE(proxy.tableRow(0), 0);
        proxy.setFilterText(u"no such name"_s);
        QCOMPARE(proxy.rowCount(), 0);
        QCOMPARE(proxy.headerData(0, Qt::Horizontal).toString(), u"name"_s);
    }

    void persistentIndexFollowsTheSort()
    {
        ResultTableModel model;
        ResultTableProxy proxy(&model);
        model.setTable(sample(), "kernels");
        const QPersistentModelIndex nccl = proxy.index(2, 0);
        QCOMPARE(nccl.data().toString(), u"nccl"_s);
        proxy.sort(2, Qt::AscendingOrder);
        QCOMPARE(nccl.row(), 0);
        QCOMPARE(nccl.data().toString(), u"nccl"_s);
    }

    void hugeTimesAndOddNumbersSortExactly()
    {
        Table table("t", "", { column("x", ColumnType::Int) });
        const std::int64_t large = std::int64_t { 1 } << 60;
        table.addRow({ large + 1 });
        table.addRow({ large });
        table.addRow({ std::monostate {} });
        table.addRow({ std::numeric_limits<std::int64_t>::min() });
        QCOMPARE(sortedRows(table, 0, false), (std::vector<std::uint32_t> { 3, 1, 0, 2 }));
        Table reals("r", "", { column("x", ColumnType::Float) });
        for (const double value : { 0.5, -0.5, std::nan(""), 1e300, -1e300, 0.25 })
            reals.addRow({ value });
        QCOMPARE(sortedRows(reals, 0, false), (std::vector<std::uint32_t> { 4, 1, 5, 0, 3, 2 }));
    }

    /// Against comparing the cells themselves, over columns with ties, gaps and texts that several cells share.
    void orderIsThatOfTheCells()
    {
        std::mt19937 random(7);
        Table table("t", "",
            { column("text", ColumnType::String), column("n", ColumnType::Int), column("x", ColumnType::Float) });
        const std::array names { "b", "a", "", "aa", "B", "\xc3\xa9" };
        for (int row = 0; row < 500; ++row) {
            const auto pick = random();
            table.addRow({ pick % 11 == 0 ? Cell() : Cell(std::string(names.at(pick % names.size()))),
                pick % 7 == 0 ? Cell() : Cell(static_cast<std::int64_t>(pick % 20) - 10),
                pick % 5 == 0 ? Cell() : Cell(static_cast<double>(pick % 40) / 8 - 2.5) });
        }
        const auto isBefore = [](const Cell& left, const Cell& right) { // of one column
            if (const auto* text = std::get_if<std::string>(&left))
                return *text < std::get<std::string>(right);
            if (const auto* whole = std::get_if<std::int64_t>(&left))
                return *whole < std::get<std::int64_t>(right);
            return std::get<double>(left) < std::get<double>(right);
        };
        for (std::size_t c = 0; c < table.columnCount(); ++c) {
            for (const bool descending : { false, true }) {
                std::vector<std::uint32_t> expected(table.rowCount());
                std::iota(expected.begin(), expected.end(), 0u);
                std::stable_sort(expected.begin(), expected.end(), [&](std::uint32_t a, std::uint32_t b) {
                    const Cell left = table.cell(a, c);
                    const Cell right = table.cell(b, c);
                    if (left.index() == 0 || right.index() == 0)
                        return left.index() != 0 && right.index() == 0;
                    return descending ? isBefore(right, left) : isBefore(left, right);
                });
                QCOMPARE(sortedRows(table, c, descending), expected);
            }
        }
        const std::vector<bool> matches = matchingRows(table, "A");
        for (std::size_t row = 0; row < table.rowCount(); ++row)
            QCOMPARE(matches[row], table.text(row, 0).find('a') != std::string_view::npos);
    }

    /// Shown, sorted and found as on the timeline; copied and tipped as they are.
    void namesOfKernelsAreReadable()
    {
        const std::string raw = "void at::native::vectorized_elementwise_kernel<4, at::native::CUDAFunctor_add<float>, "
                                "at::detail::Array<char*, 3>>(int, at::native::CUDAFunctor_add<float>)";
        Table table("t", "",
            { { "kernel", ColumnType::String, Unit::None, "", "", false, TextKind::Name },
                column("n", ColumnType::Int) });
        table.addRow({ std::string("b"), std::int64_t { 1 } });
        table.addRow({ raw, std::int64_t { 2 } });
        auto result = std::make_shared<AnalysisResult>();
        result->tables.push_back(std::move(table));
        ResultTableModel model;
        ResultTableProxy proxy(&model);
        const QAbstractItemModelTester tester(&proxy, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setTable(result, "t", {});
        const QString shown = model.index(1, 0).data().toString();
        QVERIFY2(shown.startsWith(u"add"_s), qPrintable(shown));
        QVERIFY(model.index(1, 0).data(Qt::ToolTipRole).toString().contains(u"vectorized_elementwise_kernel"_s));
        QCOMPARE(model.index(1, 0).data(ResultTableModel::FullTextRole).toString(), QString::fromStdString(raw));
        proxy.sort(0, Qt::AscendingOrder);
        QCOMPARE(columnTexts(proxy, 0), (QStringList { shown, u"b"_s }));
        for (const QString& needle : { shown, u"vectorized_"_s }) {
            proxy.setFilterText(needle);
            QCOMPARE(columnTexts(proxy, 0), QStringList { shown });
        }
    }

    void manyRowsAreArrangedOnAWorker()
    {
        auto result = std::make_shared<AnalysisResult>();
        Table table("many", "", { column("name", ColumnType::String), column("n", ColumnType::Int) });
        constexpr std::int64_t kRows = 120'000;
        for (std::int64_t row = 0; row < kRows; ++row)
            table.addRow({ std::string(row % 3 == 0 ? "gemm" : "relu"), row * 7919 % kRows });
        result->tables.push_back(std::move(table));
        ResultTableModel model;
        ResultTableProxy proxy(&model);
        QSignalSpy changes(&proxy, &ResultTableProxy::arrangingChanged);
        model.setTable(result, "many");
        QVERIFY(!proxy.isArranging());
        QCOMPARE(proxy.rowCount(), static_cast<int>(kRows));

        proxy.sort(1, Qt::AscendingOrder);
        proxy.sort(1, Qt::DescendingOrder); // the newest request wins
        QVERIFY(proxy.isArranging());
        QCOMPARE(proxy.tableRow(0), 0); // as it was
        const QPersistentModelIndex first = proxy.index(0, 1);
        QTRY_VERIFY(!proxy.isArranging());
        QCOMPARE(proxy.index(0, 1).data(ResultTableModel::SortRole).toLongLong(), kRows - 1);
        QCOMPARE(proxy.index(1, 1).data(ResultTableModel::SortRole).toLongLong(), kRows - 2);
        QCOMPARE(first.row(), static_cast<int>(kRows) - 1);
        QCOMPARE(changes.last().front().toBool(), false);

        proxy.setFilterText(u"GEMM"_s);
        QTRY_VERIFY(!proxy.isArranging());
        QCOMPARE(proxy.rowCount(), static_cast<int>(kRows) / 3);
        // A filter that is overtaken by a sort still filters, and does not keep what is no longer there.
        proxy.setFilterText(u"relu"_s);
        proxy.sort(1, Qt::AscendingOrder);
        QTRY_VERIFY(!proxy.isArranging());
        QCOMPARE(proxy.rowCount(), static_cast<int>(kRows) / 3 * 2);
        QVERIFY(proxy.index(0, 1).data(ResultTableModel::SortRole).toLongLong()
            < proxy.index(1, 1).data(ResultTableModel::SortRole).toLongLong());
        // Another table while one is arranged.
        proxy.sort(0, Qt::AscendingOrder);
        model.setTable(sample(), "kernels");
        QVERIFY(!proxy.isArranging());
        QCOMPARE(proxy.rowCount(), 1); // Relu
    }

    /// What hardware counted is in the millions: one prefix a column, said in its heading. Files keep the digits.
    void amountsHaveAPrefix()
    {
        const ColumnDescriptor name { "name", ColumnType::String, Unit::None, "", "" };
        const ColumnDescriptor flops { "flops", ColumnType::Float, Unit::Count, "Operations", "" };
        const ColumnDescriptor bytes { "bytes", ColumnType::Float, Unit::Bytes, "Traffic", "" };
        const ColumnDescriptor few { "few", ColumnType::Float, Unit::None, "Few", "" };
        const ColumnDescriptor calls { "calls", ColumnType::Int, Unit::Count, "Calls", "" };
        Table table("t", "", { name, flops, bytes, few, calls });
        table.addRow({ std::string("a"), 1.23456789e9, 2.5e6, 99'999.0, std::int64_t { 1'234'567 } });
        table.addRow({ std::string("b"), 2.5e6, 1e3, 12.0, std::int64_t { 1 } });
        table.addRow({ std::string("c"), std::monostate {}, 0.0, 0.5, std::int64_t { 2 } });
        const std::vector<ColumnFormat> formats = columnFormats(table);
        const auto cell = [&](std::size_t row, std::size_t column) {
            return cellText(table.cell(row, column), table.columns()[column], formats[column])
                .replace(QChar(0x202f), u' ');
        };
        QCOMPARE(columnHeading(flops, formats[1]), u"Operations (G)"_s);
        QCOMPARE(cell(0, 1), u"1.235"_s);
        QCOMPARE(cell(1, 1), u"0.002500"_s);
        QCOMPARE(cell(2, 1), u"\u2013"_s);
        QCOMPARE(columnHeading(bytes, formats[2]), u"Traffic (MB)"_s);
        QCOMPARE(cell(0, 2), u"2.500"_s);
        QCOMPARE(columnHeading(few, formats[3]), u"Few"_s);
        QCOMPARE(cell(0, 3), u"99 999"_s);
        QCOMPARE(columnHeading(calls, formats[4]), u"Calls"_s);
        QCOMPARE(cell(0, 4), u"1 234 567"_s);
    }

    void numbersOnScreen_data()
    {
        QTest::addColumn<double>("value");
        QTest::addColumn<QString>("text");
        QTest::newRow("zero") << 0.0 << u"0"_s;
        QTest::newRow("small") << 0.0123456 << u"0.01235"_s;
        QTest::newRow("carries") << 9.99996 << u"10.00"_s;
        QTest::newRow("whole") << 42.0 << u"42"_s;
        QTest::newRow("four digits") << 1234.56 << u"1\u202f235"_s;
        QTest::newRow("large") << 1234567.8 << u"1\u202f234\u202f568"_s;
        QTest::newRow("tiny") << 1e-9 << u"1.000e-09"_s;
        QTest::newRow("no number") << std::nan("") << u"\u2013"_s;
        QTest::newRow("infinite") << -std::numeric_limits<double>::infinity() << u"-\u221e"_s;
    }

    void numbersOnScreen()
    {
        QFETCH(double, value);
        QFETCH(QString, text);
        QCOMPARE(realNumber(value), text);
    }
};

QTEST_MAIN(TestResultModel)
#include "tst_result_model.moc"
