// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/table/column_units.h"
#include "tests/support/test_macros.h"

#include <QObject>
#include <QString>
#include <QTest>

#include <limits>

using namespace kinetoscope;

/// The units in which tables that people read write times and bytes.
class TestColumnUnits : public QObject {
    Q_OBJECT

private slots:
    void unitOfTheLargest_data();
    void unitOfTheLargest();
    void columnsOfOneQuantityShareAUnit();
    void whatWouldReadAsNothingHasAUnitOfItsOwn();
    void onlyShownRowsCount();
    void fewBytesHaveTheirOwnUnit();
};

void TestColumnUnits::unitOfTheLargest_data()
{
    QTest::addColumn<int>("quantity");
    QTest::addColumn<double>("largest");
    QTest::addColumn<QString>("unit");
    const auto row = [](const char* name, Quantity quantity, double largest, const char* unit) {
        QTest::newRow(name) << static_cast<int>(quantity) << largest << unit;
    };
    row("no time", Quantity::Duration, 0, "us");
    row("ns", Quantity::Duration, 999, "ns");
    row("us", Quantity::Duration, 1e3, "us");
    row("just no ms", Quantity::Duration, 999'999, "us");
    row("ms", Quantity::Moment, 1e6, "ms");
    row("negative", Quantity::Duration, -2e9, "s");
    row("largest", Quantity::Duration, 9.2e18, "s");
    row("bytes", Quantity::Bytes, 999, "B");
    row("no bytes", Quantity::Bytes, 0, "B");
    row("kB", Quantity::Bytes, 1e3, "kB");
    row("MB", Quantity::Bytes, 2.5e8, "MB");
    row("TB", Quantity::Bytes, 1e18, "TB");
    row("a count", Quantity::None, 1e9, "");
}

void TestColumnUnits::unitOfTheLargest()
{
    QFETCH(int, quantity);
    QFETCH(double, largest);
    QFETCH(QString, unit);
    const std::string_view text = unitFor(static_cast<Quantity>(quantity), largest).text;
    QCOMPARE(QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())), unit);
}

void TestColumnUnits::columnsOfOneQuantityShareAUnit()
{
    using Q = Quantity;
    const std::array quantities { Q::None, Q::Duration, Q::Bytes, Q::Duration, Q::Moment };
    const std::array largest { 5.0, 40e6, 3e6, 3e9, 20e6 };
    const std::vector<ColumnUnit> units = sharedUnits(quantities, largest);
    QCOMPARE(units[0].size, 1.0);
    QCOMPARE(units[1].size, 1e9); // 0.04 s beside 3 s
    QCOMPARE(units[3].size, 1e9);
    QCOMPARE(units[2].text, std::string_view("MB"));
    QCOMPARE(units[4].text, std::string_view("ms"));
}

void TestColumnUnits::whatWouldReadAsNothingHasAUnitOfItsOwn()
{
    const std::vector<Quantity> quantities(5, Quantity::Duration);
    const std::array largest { 3e9, 29e6, 2393.0, 0.0, 2.0 }; // sum, mean, shortest, never, ...
    const std::vector<ColumnUnit> units = sharedUnits(quantities, largest);
    QCOMPARE(units[0].text, std::string_view("s"));
    QCOMPARE(units[1].text, std::string_view("s"));
    QCOMPARE(units[2].text, std::string_view("us")); // "0.000002393 s" is no figure
    QCOMPARE(units[3].text, std::string_view("s"));  // nothing is nothing in any
    QCOMPARE(units[4].text, std::string_view("us")); // 0.002
}

void TestColumnUnits::onlyShownRowsCount()
{
    Table table("t", "",
        { { "name", ColumnType::String, Unit::None, "", "" },
            { "sum", ColumnType::Duration, Unit::Microseconds, "", "" },
            { "mean", ColumnType::Float, Unit::Microseconds, "", "" },
            { "size", ColumnType::Int, Unit::Bytes, "", "" } });
    table.addRow({ std::string("a"), std::int64_t { 5'000 }, 2.5, std::int64_t { 12 } });
    table.addRow(
        { std::string("b"), std::int64_t { 7'000'000'000 }, std::numeric_limits<double>::quiet_NaN(), Cell {} });
    const std::array<std::size_t, 4> columns { 0, 1, 2, 3 };
    const std::array<std::uint32_t, 1> first { 0 };
    std::vector<ColumnUnit> units = columnUnits(table, first, columns);
    QCOMPARE(units[0].text, std::string_view());
    QCOMPARE(units[1].text, std::string_view("us"));
    QCOMPARE(units[2].text, std::string_view("us")); // floats are in us: 2500 ns
    QCOMPARE(units[3].text, std::string_view("B"));
    const std::array<std::uint32_t, 2> all { 0, 1 };
    units = columnUnits(table, all, columns);
    QCOMPARE(units[1].text, std::string_view("s"));
    QCOMPARE(units[2].text, std::string_view("us"));
}

void TestColumnUnits::fewBytesHaveTheirOwnUnit()
{
    const ColumnUnit gigabytes = unitFor(Quantity::Bytes, 5e9);
    QVERIFY(hasOwnUnit(Quantity::Bytes, 8, gigabytes));
    QVERIFY(hasOwnUnit(Quantity::Bytes, -999'999, gigabytes));
    QVERIFY(!hasOwnUnit(Quantity::Bytes, 1e6, gigabytes));
    QVERIFY(!hasOwnUnit(Quantity::Bytes, 0, gigabytes)); // nothing is nothing in any
    QVERIFY(!hasOwnUnit(Quantity::Bytes, 1, unitFor(Quantity::Bytes, 900)));
    QVERIFY(!hasOwnUnit(Quantity::Duration, 8, unitFor(Quantity::Duration, 5e9)));
}

QTEST_GUILESS_MAIN(TestColumnUnits)
#include "tst_column_units.moc"
