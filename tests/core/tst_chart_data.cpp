// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/part_kinds.h"
#include "core/base/display_name.h"
#include "core/layout/chart/chart_data.h"
#include "core/layout/chart/opened_others.h"
#include "core/layout/table/chain_text.h"
#include "core/layout/table/shown_texts.h"
#include "tests/support/kinds_by_word.h"

#include <QTest>

#include <array>
#include <cmath>
#include <limits>
#include <set>
#include <string>
#include <string_view>

using namespace kinetoscope;

namespace {

Table shares(const std::vector<std::pair<std::string, std::int64_t>>& rows)
{
    Table table("t", "",
        { { "name", ColumnType::String, Unit::None, "", "" },
            { "sum", ColumnType::Duration, Unit::Microseconds, "", "" } });
    for (const auto& [name, value] : rows)
        table.addRow({ name, value });
    return table;
}

ChartDescription pie()
{
    ChartDescription chart;
    chart.form = PieChart {};
    chart.table = "t";
    chart.labelColumn = "name";
    chart.series = { { "sum", "", std::nullopt } };
    return chart;
}

std::string names(const ChartData::Group& group)
{
    std::string text;
    for (const ChartData::Row& row : group.rows)
        text.append(text.empty() ? "" : " ").append(row.label);
    return text;
}

} // namespace

class TestChartData : public QObject {
    Q_OBJECT

private slots:
    void largestFirstTiesByNameOthersLast()
    {
        const ChartData data = chartData(shares({ { "b", 5 }, { "others", 90 }, { "a", 5 }, { "c", 7 } }), pie());
        QCOMPARE(names(data.groups.front()), std::string("c a b others"));
        QVERIFY(data.isTime);
        QVERIFY(!data.labelsAreNumbers);
    }

    void othersOpenIntoTheirRows()
    {
        std::vector<std::pair<std::string, std::int64_t>> rows { { "others", 40 } };
        for (int i = 0; i < 10; ++i)
            rows.push_back({ std::string(1, static_cast<char>('a' + i)), 100 - i });
        Table table("t", "",
            { { "name", ColumnType::String, Unit::None, "", "" },
                { "sum", ColumnType::Duration, Unit::Microseconds, "", "" },
                { "names", ColumnType::Int, Unit::Count, "", "" } });
        for (const auto& [name, value] : rows)
            table.addRow({ name, value, std::int64_t { name == "others" ? 67 : 1 } });
        ChartDescription chart = pie();
        chart.form = PieChart { .namesColumn = "names" };
        const ChartData::Group group = chartData(table, chart).groups.front();
        const ChartData::Group ring = foldedForRing(group);
        QCOMPARE(names(ring), std::string("a b c d e f g others"));
        QCOMPARE(ring.rows.back().folded, std::size_t { 3 + 67 });
        const NamesShown shown = namesShown(ring);
        QCOMPARE(shown.shown, std::size_t { 7 });
        QCOMPARE(shown.all, std::size_t { 77 });
        QVERIFY(std::abs(shown.share - 679.0 / 995.0) < 1e-12);
        const ChartData::Group rest = othersOf(group);
        QCOMPARE(names(rest), std::string("h i j others"));
        QCOMPARE(rest.shareBase(), 995.0); // shares stay those of the ring
        QCOMPARE(rest.total(0), ring.rows.back().values.front());
        // A ring without others has nothing to open.
        QVERIFY(othersOf(chartData(shares({ { "a", 1 }, { "b", 2 } }), pie()).groups.front()).rows.empty());
    }

    void otherIsACauseOnlyOfIdleTime()
    {
        Table table = shares({ { "other", 3 }, { "memory", 2 }, { "triton_pointwise", 1 } });
        ChartDescription chart = pie();
        chart.kindOfRow = tests::kindByWord("name");
        const std::vector<ChartData::Row> rows = chartData(table, chart).groups.front().rows;
        QVERIFY(rows[0].kind == PartKind::Other);
        QVERIFY(rows[1].kind == PartKind::Memory);
        QVERIFY(!rows[2].kind); // the series says it
    }

    void rowsThatDoNotFitAreInOthersOrCounted()
    {
        std::vector<std::pair<std::string, std::int64_t>> rows { { "others", 400 } };
        for (int i = 0; i < 9; ++i)
            rows.push_back({ std::string(1, static_cast<char>('a' + i)), 100 - i });
        const ChartData::Group group = chartData(shares(rows), pie()).groups.front();
        QCOMPARE(names(group), std::string("a b c d e f g h i others"));
        for (std::size_t most = 2; most < 14; ++most) {
            // Parts of a whole: nothing is lost, neither time nor rows of the table.
            const ChartData::Group whole = firstRows(group, most, true);
            QCOMPARE(whole.rows.size(), std::min<std::size_t>(most, 10));
            QCOMPARE(whole.total(0), group.total(0));
            QCOMPARE(whole.rows.back().label, std::string("others"));
            QCOMPARE(whole.leftOut, std::size_t { 0 });
            std::size_t tableRows = 0;
            for (const ChartData::Row& row : whole.rows)
                tableRows += row.tableRows.size();
            QCOMPARE(tableRows, std::size_t { 10 });
            QCOMPARE(whole.rows.back().folded, most < 10 ? 10 - (most - 1) : 1);
            // What does not add up is counted; the largest, others, is there.
            const ChartData::Group list = firstRows(group, most, false);
            QCOMPARE(list.rows.size() + list.leftOut, std::size_t { 10 });
            QCOMPARE(list.rows.size(), std::min<std::size_t>(most, 10));
            QCOMPARE(list.rows.back().label, std::string("others"));
            QCOMPARE(list.rows.front().label, std::string("a"));
        }
        // Twice is as good as once.
        QCOMPARE(names(firstRows(firstRows(group, 7, true), 4, true)), std::string("a b c others"));
        QCOMPARE(firstRows(firstRows(group, 7, true), 4, true).rows.back().folded, std::size_t { 7 });
        QCOMPARE(firstRows(firstRows(group, 7, false), 4, false).leftOut, std::size_t { 6 });
    }

    void slicesKeepTheOrderThatWasShown()
    {
        const auto before = ringOrder(chartData(shares({ { "a", 5 }, { "b", 4 }, { "c", 3 } }), pie()));
        const ChartData now = chartData(shares({ { "c", 9 }, { "n", 8 }, { "a", 1 }, { "b", 2 } }), pie());
        QCOMPARE(names(foldedForRing(now.groups.front())), std::string("c n b a"));
        QCOMPARE(names(foldedForRing(inOrder(now, before).groups.front())), std::string("a b c n"));
        // A slice that was shown stays one, however small it became: a new name goes into others.
        std::vector<std::pair<std::string, std::int64_t>> many { { "new", 1000 } };
        std::vector<std::pair<std::string, std::int64_t>> old;
        for (int i = 0; i < 9; ++i) {
            const std::string name(1, static_cast<char>('a' + i));
            old.push_back({ name, 100 - i });
            many.push_back({ name, 1 + i });
        }
        const auto shown = ringOrder(chartData(shares(old), pie()));
        const ChartData::Group ring = foldedForRing(inOrder(chartData(shares(many), pie()), shown).groups.front());
        QCOMPARE(names(ring), std::string("a b c d e f g others"));
        QCOMPARE(ring.total(0), 1045.0);
        // Largest first again.
        QCOMPARE(names(foldedForRing(inOrder(inOrder(now, before), {}).groups.front())), std::string("c n b a"));
    }

    void namesKeepTheShadesThatWereShown()
    {
        const auto before = shadesOf(chartData(shares({ { "a", 5 }, { "b", 4 } }), pie()));
        const auto now = shadesOf(chartData(shares({ { "b", 9 }, { "n", 8 }, { "a", 1 } }), pie()), before);
        QCOMPARE(now.at({ std::nullopt, "a" }).index, 0);
        QCOMPARE(now.at({ std::nullopt, "b" }).index, 1);
        QCOMPARE(now.at({ std::nullopt, "n" }).index, 1);
        for (const auto& [key, shade] : now)
            QCOMPARE(shade.count, 2);
    }

    void othersOfTheTableOpenIntoTheirMembers()
    {
        std::vector<std::pair<std::string, std::int64_t>> rows { { "others", 40 } };
        for (int i = 0; i < 9; ++i)
            rows.push_back({ std::string(1, static_cast<char>('a' + i)), 100 - i });
        Table table = shares(rows);
        const ChartData data = chartData(table, pie());
        // Without members it stays the one bar it was.
        const OpenedOthers closed = openOthers(table, pie(), data.groups.front());
        QCOMPARE(names(closed.group), std::string("h i others"));
        table.setMembers([](std::size_t row, const Progress&) {
            return row == 0 ? shares({ { "x", 25 }, { "z", 5 }, { "y", 10 } }) : shares({});
        });
        const OpenedOthers opened = openOthers(table, pie(), data.groups.front());
        QCOMPARE(names(opened.group), std::string("h i x y z"));
        QCOMPARE(opened.group.total(0), closed.group.total(0));
        QCOMPARE(opened.group.shareBase(), closed.group.shareBase());
        std::string found;
        for (const ChartData::Row& row : opened.group.rows) {
            const auto place = opened.placeOf(table, row.tableRows.front());
            QVERIFY(place);
            found.append(place->table->text(place->row, 0));
        }
        QCOMPARE(found, std::string("hixyz"));
        QVERIFY(!opened.placeOf(table, table.rowCount() + 3));
        const RowSource source { nullptr, nullptr, &table };
        QVERIFY(source.placeOf(9) && !source.placeOf(10));
        QVERIFY(!RowSource {}.placeOf(0));
    }

    void aNameHasOneShadeInAllGroups()
    {
        Table table("t", "",
            { { "rank", ColumnType::Int, Unit::None, "", "" }, { "name", ColumnType::String, Unit::None, "", "" },
                { "sum", ColumnType::Duration, Unit::Microseconds, "", "" } });
        table.addRow({ std::int64_t { 0 }, std::string("a"), std::int64_t { 10 } });
        table.addRow({ std::int64_t { 0 }, std::string("b"), std::int64_t { 9 } });
        table.addRow({ std::int64_t { 1 }, std::string("b"), std::int64_t { 8 } });
        table.addRow({ std::int64_t { 1 }, std::string("c"), std::int64_t { 2 } });
        ChartDescription chart = pie();
        chart.groupColumn = "rank";
        const auto shades = shadesOf(chartData(table, chart));
        QCOMPARE(shades.size(), std::size_t { 3 });
        QCOMPARE(shades.at({ std::nullopt, "b" }).index, 0); // 17 over both
        QCOMPARE(shades.at({ std::nullopt, "a" }).index, 1);
        QCOMPARE(shades.at({ std::nullopt, "c" }).index, 2);
        QCOMPARE(shades.at({ std::nullopt, "c" }).count, 3);
    }

    void dotsHavePlaceAndSize()
    {
        Table table("t", "",
            { { "name", ColumnType::String, Unit::None, "", "" },
                { "intensity", ColumnType::Float, Unit::FlopsPerByte, "Operations a byte", "" },
                { "rate", ColumnType::Float, Unit::GigaflopsPerSecond, "Rate", "" },
                { "time", ColumnType::Duration, Unit::Microseconds, "", "" } });
        table.addRow({ std::string("a"), 2.5, 900.0, std::int64_t { 1000 } });
        table.addRow({ std::string("b"), std::monostate {}, 7.0, std::monostate {} });
        ChartDescription chart;
        chart.form = ScatterChart { .xColumn = "intensity", .sizeColumn = "time" };
        chart.labelColumn = "name";
        chart.series = { { "rate", "", std::nullopt } };
        const ChartData data = chartData(table, chart);
        QCOMPARE(data.xTitle, std::string("Operations a byte"));
        QCOMPARE(data.xUnit, Unit::FlopsPerByte);
        QCOMPARE(data.groups.front().rows[0].x, 2.5); // no share: not in percent
        QCOMPARE(data.groups.front().rows[0].size, 1000.0);
        QVERIFY(std::isnan(data.groups.front().rows[1].x));
        QVERIFY(std::isnan(data.groups.front().rows[1].size));
    }

    void gridsHaveAPlaceForEachPair()
    {
        Table table("t", "",
            { { "rank", ColumnType::Int, Unit::None, "", "" }, { "step", ColumnType::Int, Unit::None, "Step", "" },
                { "wall", ColumnType::Duration, Unit::Microseconds, "", "" } });
        table.addRow({ std::int64_t { 10 }, std::int64_t { 2 }, std::int64_t { 30 } });
        table.addRow({ std::int64_t { 2 }, std::int64_t { 11 }, std::int64_t { 50 } });
        table.addRow({ std::int64_t { 2 }, std::int64_t { 2 }, std::int64_t { 40 } });
        table.addRow({ std::int64_t { 2 }, {}, std::int64_t { 60 } }); // outside of all steps
        ChartDescription chart;
        chart.form = HeatMapChart { .xColumn = "step" };
        chart.labelColumn = "rank";
        chart.series = { { "wall", "", std::nullopt } };
        const ChartData data = chartData(table, chart);
        QVERIFY(!data.isEmpty());
        const HeatMap& map = data.heat;
        QCOMPARE(map.rows, (std::vector<std::string> { "rank 2", "rank 10" })); // by number, not by text
        QCOMPARE(map.columns, (std::vector<std::string> { "2", "11" }));
        QCOMPARE(map.columnTitle, std::string("Step"));
        QCOMPARE(map.at(0, 0).value, 40.0);
        QCOMPARE(map.at(0, 1).tableRow, std::size_t { 1 });
        QVERIFY(std::isnan(map.at(1, 1).value));
        QCOMPARE(map.scale.share(30), 0.6); // from 0
        QCOMPARE(map.scale.share(50), 1.0);
        chart.form = HeatMapChart { .xColumn = "no such column" };
        QVERIFY(chartData(table, chart).isEmpty());
    }

    void zeroHasABinOfItsOwn()
    {
        ChartDescription chart = pie();
        chart.form = HistogramChart {};
        const ChartData data = chartData(shares({ { "a", 0 }, { "b", 0 }, { "c", 3 }, { "d", 700 } }), chart);
        const std::vector<ChartData::Row>& bins = data.groups.front().rows;
        QCOMPARE(bins.front().minimum, 0.0);
        QCOMPARE(bins.front().values[0], 2.0);
        QCOMPARE(bins[1].minimum, 2.0);              // 1, 2, 5 times powers of ten from there on
        QVERIFY(data.groups.front().values.empty()); // no cut-off asks for them
    }

    /// Places on the axis and values are each other's inverse; counts on either side are what counting one by one
    /// gives.
    void cutoffsPartWhatIsCounted()
    {
        std::vector<std::pair<std::string, std::int64_t>> rows;
        std::uint32_t state = 12345;
        for (int i = 0; i < 500; ++i) {
            state = state * 1664525u + 1013904223u;
            rows.push_back({ "x", i % 9 == 0 ? 0 : static_cast<std::int64_t>(state >> (state % 24)) });
        }
        ChartDescription chart = pie();
        chart.form = HistogramChart { .cutoff = ChartCutoff { "limit", 100 } };
        const ChartData::Group group = chartData(shares(rows), chart).groups.front();
        QCOMPARE(group.values.size(), rows.size());
        const auto bins = static_cast<double>(group.rows.size());
        for (double place = -0.5; place < bins - 0.5; place += 0.07) {
            const double value = valueAtPlace(group.rows, place);
            QVERIFY2(std::abs(placeInBins(group.rows, value) - place) < 1e-6, qPrintable(QString::number(place)));
            const CutoffSides sides = sidesOf(group, value);
            std::size_t below = 0;
            double timeBelow = 0;
            double all = 0;
            for (const auto& [name, each] : rows) {
                const auto ns = static_cast<double>(each);
                below += ns <= value ? 1u : 0u;
                timeBelow += ns <= value ? ns : 0;
                all += ns;
            }
            QCOMPARE(sides.below, below);
            QCOMPARE(sides.below + sides.above, rows.size());
            QCOMPARE(sides.timeBelow, timeBelow);
            QCOMPARE(sides.timeBelow + sides.timeAbove, all);
        }
        QCOMPARE(valueAtPlace(group.rows, -7), 0.0);
        QCOMPARE(valueAtPlace({}, 3), 0.0);
        QCOMPARE(roundedToDrag(54'321), 54'000.0);
        QCOMPARE(roundedToDrag(0), 0.0);
    }

    void partsThatAreRowsMakeOneBar()
    {
        Table table("t", "",
            { { "stream", ColumnType::Int, Unit::None, "", "" },
                { "idle_category", ColumnType::String, Unit::None, "", "" },
                { "ratio", ColumnType::Float, Unit::Ratio, "", "" } });
        table.addRow({ std::int64_t { 7 }, std::string("other"), 0.25 });
        table.addRow({ std::int64_t { 7 }, std::string("host_wait"), 0.5 });
        table.addRow({ std::int64_t { 7 }, std::string("other"), 0.25 });
        table.addRow({ std::int64_t { 20 }, std::string("other"), std::monostate {} });
        ChartDescription chart;
        chart.form = StackedBarChart { .partColumn = "idle_category", .sortByValue = false };
        chart.labelColumn = "stream";
        chart.series = { { "ratio", "", std::nullopt } };
        table.setKinds({ PartKind::IdleOther, PartKind::IdleHostWait, PartKind::IdleOther, PartKind::IdleOther });
        chart.kindOfRow = kindInTable;
        const ChartData data = chartData(table, chart);
        QCOMPARE(data.unit, Unit::Percent);
        QCOMPARE(data.series.size(), std::size_t { 2 });
        QCOMPARE(data.series[0].label, std::string("Waiting for the host"));
        QVERIFY(data.series[1].kind == PartKind::IdleOther);
        QCOMPARE(names(data.groups.front()), std::string("7 20"));
        const ChartData::Row& bar = data.groups.front().rows.front();
        QCOMPARE(bar.values, (std::vector<double> { 50, 50 }));
        QCOMPARE(bar.partRows[1], (std::vector<std::size_t> { 0, 2 }));
        QVERIFY(std::isnan(data.groups.front().rows[1].values[1])); // no idle time: no share, nothing drawn
    }

    void ringFoldsTheRest_data()
    {
        QTest::addColumn<int>("rows");
        QTest::addColumn<bool>("hasOthers");
        QTest::addColumn<int>("slices");
        QTest::addColumn<int>("folded");
        QTest::newRow("none") << 0 << false << 0 << 0;
        QTest::newRow("one") << 1 << false << 1 << 0;
        QTest::newRow("eight fit") << 8 << false << 8 << 0;
        QTest::newRow("nine do not") << 9 << false << 8 << 2;
        QTest::newRow("seven and others fit") << 7 << true << 8 << 1;
        QTest::newRow("eight and others do not") << 8 << true << 8 << 2;
        QTest::newRow("many") << 500 << true << 8 << 494;
    }

    void ringFoldsTheRest()
    {
        QFETCH(int, rows);
        QFETCH(bool, hasOthers);
        QFETCH(int, slices);
        QFETCH(int, folded);
        std::vector<std::pair<std::string, std::int64_t>> entries;
        for (int i = 0; i < rows; ++i)
            entries.emplace_back("k" + std::to_string(i), 1000 - i);
        if (hasOthers)
            entries.emplace_back("others", 5000);
        const ChartData data = chartData(shares(entries), pie());
        const ChartData::Group ring = data.groups.empty() ? ChartData::Group {} : foldedForRing(data.groups.front());
        QCOMPARE(static_cast<int>(ring.rows.size()), slices);
        QCOMPARE(ring.rows.empty() ? 0 : static_cast<int>(ring.rows.back().folded), folded);
        if (!data.groups.empty())
            QCOMPARE(ring.total(0), data.groups.front().total(0));
    }

    void barsAreBetter_data()
    {
        QTest::addColumn<QList<int>>("values");
        QTest::addColumn<bool>("othersLast");
        QTest::addColumn<bool>("bars");
        QTest::newRow("clear order") << QList<int> { 50, 30, 20 } << false << false;
        QTest::newRow("two largest alike") << QList<int> { 41, 40, 19 } << false << true;
        QTest::newRow("others above 40 %") << QList<int> { 30, 20, 50 } << true << true;
        QTest::newRow("others at 30 %") << QList<int> { 50, 20, 30 } << true << false;
        QTest::newRow("negative") << QList<int> { 50, -1 } << false << true;
        QTest::newRow("nothing") << QList<int> { 0, 0 } << false << true;
    }

    void barsAreBetter()
    {
        QFETCH(QList<int>, values);
        QFETCH(bool, othersLast);
        QFETCH(bool, bars);
        std::vector<std::pair<std::string, std::int64_t>> entries;
        for (int i = 0; i < values.size(); ++i)
            entries.emplace_back(othersLast && i + 1 == values.size() ? "others" : "k" + std::to_string(i), values[i]);
        QCOMPARE(kinetoscope::barsAreBetter(chartData(shares(entries), pie())), bars);
    }

    void groupsAreNamedByTheirColumns()
    {
        Table table("t", "",
            { { "rank", ColumnType::Int, Unit::None, "", "" }, { "type", ColumnType::String, Unit::None, "", "" },
                { "name", ColumnType::String, Unit::None, "", "" },
                { "mean", ColumnType::Float, Unit::Microseconds, "", "" },
                { "low", ColumnType::Duration, Unit::Microseconds, "", "" } });
        table.addRow({ std::int64_t { 0 }, std::string("MEMORY"), std::string("a"), 1.5, std::int64_t { 900 } });
        table.addRow(
            { std::int64_t { 1 }, std::string("MEMORY"), std::string("a"), std::monostate {}, std::monostate {} });
        ChartDescription chart = pie();
        chart.series = { { "mean", "", std::nullopt }, { "no such column", "", std::nullopt } };
        chart.groupColumn = "rank,type";
        chart.kindOfRow = tests::kindByWord("type");
        chart.form = ErrorBarChart { .minimumColumn = "low" };
        const ChartData data = chartData(table, chart);
        QCOMPARE(data.series.size(), std::size_t { 1 });
        QCOMPARE(data.groups.size(), std::size_t { 2 });
        QCOMPARE(data.groups[0].label, std::string("rank 0 \u00b7 MEMORY"));
        QVERIFY(data.isTime);
        QCOMPARE(data.groups[0].rows[0].values[0], 1500.0); // us as a float, like times in ns
        QCOMPARE(data.groups[0].rows[0].minimum, 900.0);
        QVERIFY(data.groups[0].rows[0].kind == PartKind::Memory);
        QVERIFY(std::isnan(data.groups[1].rows[0].values[0]));
        QVERIFY(!data.isEmpty());
    }

    void histogramCountsEveryValueOnce_data()
    {
        QTest::addColumn<QList<qint64>>("values");
        QTest::addColumn<int>("bins");
        QTest::newRow("one value") << QList<qint64> { 7 } << 1;
        QTest::newRow("equal values") << QList<qint64> { 7, 7, 7 } << 1;
        QTest::newRow("within a decade") << QList<qint64> { 10, 20, 30, 99 } << 9;
        QTest::newRow("with zero") << QList<qint64> { 0, 10, 100 } << 5;
        QTest::newRow("three decades") << QList<qint64> { 1, 10, 100, 999 } << 9;
        QTest::newRow("on the edges") << QList<qint64> { 10, 20, 50, 100 } << 4;
        QTest::newRow("large and alike") << QList<qint64> { 1'000'000'000'000'000'000, 1'000'000'000'000'000'001 } << 1;
        QTest::newRow("beyond reason") << QList<qint64> { 1, std::numeric_limits<qint64>::max() } << 57;
    }

    void histogramCountsEveryValueOnce()
    {
        QFETCH(QList<qint64>, values);
        QFETCH(int, bins);
        std::vector<std::pair<std::string, std::int64_t>> entries;
        for (const qint64 value : values)
            entries.emplace_back("x", value);
        ChartDescription chart = pie();
        chart.form = HistogramChart {};
        const ChartData data = chartData(shares(entries), chart);
        const ChartData::Group& group = data.groups.front();
        QCOMPARE(static_cast<int>(group.rows.size()), bins);
        QCOMPARE(group.total(0), static_cast<double>(values.size()));
        QVERIFY(data.binsAreTime);
        for (std::size_t i = 0; i < group.rows.size(); ++i) {
            QVERIFY(group.rows[i].minimum < group.rows[i].maximum);
            QCOMPARE(group.rows[i].values[0], static_cast<double>(group.rows[i].tableRows.size()));
            for (const std::size_t row : group.rows[i].tableRows) {
                const auto value = static_cast<double>(values[static_cast<qsizetype>(row)]);
                QVERIFY(value >= group.rows[i].minimum && value <= group.rows[i].maximum);
            }
        }
    }

    void seriesArePointsInTimeOrder()
    {
        Table table("t", "",
            { { "ts", ColumnType::Time, Unit::Microseconds, "", "" },
                { "y", ColumnType::Float, Unit::GigabytesPerSecond, "", "" } });
        table.addRow({ std::int64_t { 30 }, 1.0 });
        table.addRow({ std::int64_t { 10 }, 2.0 });
        table.addRow({ std::int64_t { 20 }, std::monostate {} });
        ChartDescription chart = pie();
        chart.form = StepSeriesChart {};
        chart.labelColumn = "ts";
        chart.series = { { "y", "", std::nullopt } };
        const ChartData data = chartData(table, chart);
        QCOMPARE(data.groups.front().points.size(), std::size_t { 2 });
        QCOMPARE(data.groups.front().points.front().x, 10.0);
        QCOMPARE(data.groups.front().points.back().tableRow, std::size_t { 0 });
        QVERIFY(data.groups.front().rows.empty());
        QVERIFY(!data.isEmpty());
    }

    void areasStandOnEachOther()
    {
        Table table("t", "",
            { { "ts", ColumnType::Time, Unit::Microseconds, "", "" }, { "a", ColumnType::Int, Unit::Bytes, "", "" },
                { "b", ColumnType::Int, Unit::Bytes, "", "" } });
        table.addRow({ std::int64_t { 10 }, std::int64_t { 3 }, std::int64_t { 4 } });
        table.addRow({ std::int64_t { 20 }, std::monostate {}, std::int64_t { 5 } });
        ChartDescription chart = pie();
        chart.form = StackedAreaChart {};
        chart.labelColumn = "ts";
        chart.series = { { "a", "", std::nullopt }, { "b", "", std::nullopt } };
        const ChartData stacked = chartData(table, chart);
        QCOMPARE(stacked.groups.front().points.size(), std::size_t { 1 });
        QCOMPARE(stacked.groups.front().further.size(), std::size_t { 1 });
        QCOMPARE(stacked.groups.front().further[0][0].y, 7.0);
        QCOMPARE(stacked.groups.front().further[0][1].y, 5.0);
        chart.form = StepSeriesChart {};
        QCOMPARE(chartData(table, chart).groups.front().further[0][0].y, 4.0); // lines do not
    }

    void chainsAreReadable()
    {
        QCOMPARE(chainText({}), std::string());
        const std::vector<std::string> one { "aten::mm" };
        QCOMPARE(chainText(one), std::string("mm"));
        const std::vector<std::string> two { "aten::linear", "ncclDevKernel_AllReduce_Sum_f32_RING_LL(int)" };
        QCOMPARE(chainText(two), "linear \u203a " + displayName(two[1]));
    }

    /// Names of kernels have what stands between the steps of chains: only the table knows where a step ends.
    void separatorsInNamesAreNoSteps()
    {
        Table table("t", "", { { "pattern", ColumnType::String, Unit::None, "", "", false, TextKind::Chain } });
        const std::string copy = "Memcpy HtoD (Pageable -> Device)";
        const std::string arrows = table.addChain({ "a", copy, "b" }, " -> ");
        const std::string bars = table.addChain({ "a|b", "c" }, "|");
        table.addRow({ arrows });
        table.addRow({ bars });
        table.addRow({ std::string("a|c") }); // no chain that the table knows
        const ChainNames names(table, 0);
        QCOMPARE(names.text(arrows), "a \u203a " + displayName(copy) + " \u203a b");
        QCOMPARE(names.steps(bars), (std::vector<std::string> { "a|b", "c" }));
        QCOMPARE(names.steps("a|c"), std::vector<std::string> { "a|c" });
    }

    /// Kernels on an axis read as on the timeline; two names never become one, and the whole one is kept.
    void kernelsAreShownByTheirDisplayNames()
    {
        Table table("t", "",
            { { "kernel", ColumnType::String, Unit::None, "", "", false, TextKind::Name },
                { "sum", ColumnType::Duration, Unit::Microseconds, "", "" } });
        const std::string one = "void at::native::vectorized_elementwise_kernel<4, at::native::CUDAFunctor_add<float>, "
                                "at::detail::Array<char*, 2>>(int, at::native::CUDAFunctor_add<float>)";
        const std::string other =
            "void at::native::vectorized_elementwise_kernel<4, at::native::CUDAFunctor_add<float>, "
            "at::detail::Array<char*, 3>>(int, at::native::CUDAFunctor_add<float>)";
        QCOMPARE(displayName(one), displayName(other));
        for (const std::string& name : { one, other, std::string("others"), std::string("plain") })
            table.addRow({ name, std::int64_t { 1'000 } });
        ChartDescription chart = pie();
        chart.labelColumn = "kernel";
        const ChartData data = chartData(table, chart);
        std::set<std::string> labels;
        for (const ChartData::Row& row : data.groups.front().rows) {
            labels.insert(row.label);
            QVERIFY(row.label.find("void ") == std::string::npos);
            const bool isShort = row.label != "plain" && row.label != "others";
            QCOMPARE(!row.fullName.empty(), isShort);
            QVERIFY(!isShort || row.fullName == one || row.fullName == other);
            QCOMPARE(row.isTableOthers, row.label == "others");
        }
        QCOMPARE(labels.size(), std::size_t { 4 });
        const ShownTexts shown(table, 0);
        QCOMPARE(shown.of("not in the table"), std::string_view("not in the table"));
        QVERIFY(labels.contains(std::string(shown.of(one))));
        QCOMPARE(ShownTexts(table, 1).of(one), std::string_view(one));
        QCOMPARE(ShownTexts(table, 7).of(one), std::string_view(one));
    }

    void aTableMaySayTheDisplayNamesItself()
    {
        Table table("t", "",
            { { "name", ColumnType::String, Unit::None, "", "", false, TextKind::Name },
                { "short_name", ColumnType::String, Unit::None, "", "", true } });
        table.addRow({ std::string("void k<int>(int)"), std::string("k ~2") });
        QCOMPARE(ShownTexts(table, 0).of("void k<int>(int)"), std::string_view("k ~2"));
    }

    /// "rank 0" at each bar of one rank says nothing and makes the bars shorter.
    void labelsLeaveOutWhatAllBarsShare()
    {
        Table table("t", "",
            { { "rank", ColumnType::Int, Unit::None, "", "" }, { "stream", ColumnType::Int, Unit::None, "", "" },
                { "sum", ColumnType::Duration, Unit::Microseconds, "", "" } });
        ChartDescription chart = pie();
        chart.form = BarChart { .sortByValue = false };
        chart.labelColumn = "rank,stream";
        table.addRow({ std::int64_t { 3 }, std::int64_t { 7 }, std::int64_t { 1 } });
        QCOMPARE(chartData(table, chart).groups.front().rows[0].label, std::string("stream 7"));
        table.addRow({ std::int64_t { 3 }, std::int64_t { 40 }, std::int64_t { 1 } });
        const ChartData data = chartData(table, chart);
        QCOMPARE(data.groups.front().rows[1].label, std::string("stream 40"));
        QCOMPARE(data.groups.front().rows[1].fullName, std::string("rank 3 \u00b7 stream 40"));
        table.addRow({ std::int64_t { 4 }, std::int64_t { 7 }, std::int64_t { 1 } });
        QCOMPARE(chartData(table, chart).groups.front().rows[2].label, std::string("rank 4 \u00b7 stream 7"));
        QVERIFY(chartData(table, chart).groups.front().rows[2].fullName.empty());
    }

    /// "device 3" of rank 3 says nothing either where each rank has one.
    void labelsLeaveOutNumbersThatOthersTell()
    {
        const auto labelsOf = [](const std::vector<std::array<std::int64_t, 3>>& rows) {
            Table table("t", "",
                { { "rank", ColumnType::Int, Unit::None, "", "" }, { "device", ColumnType::Int, Unit::None, "", "" },
                    { "stream", ColumnType::Int, Unit::None, "", "" },
                    { "sum", ColumnType::Duration, Unit::Microseconds, "", "" } });
            for (const auto& [rank, device, stream] : rows)
                table.addRow({ rank, device, stream, std::int64_t { 1 } });
            ChartDescription chart = pie();
            chart.form = BarChart { .sortByValue = false };
            chart.labelColumn = "rank,device,stream";
            std::vector<std::string> labels;
            const ChartData data = chartData(table, chart);
            for (const ChartData::Row& row : data.groups.front().rows)
                labels.push_back(row.label);
            return labels;
        };
        QCOMPARE(labelsOf({ { 0, 0, 7 }, { 0, 0, 20 }, { 1, 1, 7 } }),
            (std::vector<std::string> {
                "rank 0 \u00b7 stream 7", "rank 0 \u00b7 stream 20", "rank 1 \u00b7 stream 7" }));
        QCOMPARE(labelsOf({ { 0, 0, 7 }, { 0, 1, 7 }, { 1, 0, 7 }, { 1, 0, 8 } }).front(),
            std::string("rank 0 \u00b7 device 0 \u00b7 stream 7"));
        // Of ranks that tell the stream, too, the last one stays: it is what the bar is about.
        QCOMPARE(labelsOf({ { 0, 0, 7 }, { 1, 1, 8 } }).front(), std::string("rank 0 \u00b7 stream 7"));
    }

    void someRowsWithTheirMarks()
    {
        ChartDescription chart = pie();
        chart.form = BarChart { .sortByValue = false };
        chart.rows = { { 1, "A" }, { 3, "" }, { 4, "B" } };
        const ChartData data = chartData(shares({ { "a", 5 }, { "b", 2 }, { "c", 9 }, { "d", 7 }, { "e", 8 } }), chart);
        QCOMPARE(names(data.groups.front()), std::string("A  b d B  e"));
        QCOMPARE(data.groups.front().rows[2].tableRows, std::vector<std::size_t> { 4 });
        chart.rows = std::vector<ChartRow> {};
        QVERIFY(chartData(shares({ { "a", 5 } }), chart).isEmpty());
        chart.rows.reset();
        QCOMPARE(names(chartData(shares({ { "a", 5 } }), chart).groups.front()), std::string("a"));
    }

    void chainsOfATableAreToldApart()
    {
        Table table("t", "", { { "pattern", ColumnType::String, Unit::None, "", "", false, TextKind::Chain } });
        const std::string half = "void at::native::vectorized_elementwise_kernel<4, at::native::Add<at::Half>>(int)";
        const std::string real = "void at::native::vectorized_elementwise_kernel<4, at::native::Add<float>>(int)";
        std::vector<std::string> chains;
        for (const std::vector<std::string>& steps :
            std::vector<std::vector<std::string>> { { "aten::mm", "f<1>(int)", "f<1>(int)", "f<1>(int)" },
                { "aten::mm", "f<1>(int)", "f<2>(int)", "f<1>(int)" },
                { "aten::mm", "f<1>(long)", "f<1>(int)", "f<1>(int)" }, { "aten::add", half }, { "aten::add", real },
                { "aten::mm" } })
            chains.push_back(table.addChain(steps, "|"));
        for (const std::string& chain : chains)
            table.addRow({ chain });
        const ChainNames names(table, 0);
        std::set<std::string> texts;
        for (const std::string& chain : chains) {
            texts.insert(names.text(chain));
            QVERIFY(names.text(chain).starts_with(chain.starts_with("aten::mm") ? "mm" : "add"));
        }
        QCOMPARE(texts.size(), chains.size());
        // A step that comes again and again stands once, with how often.
        QCOMPARE(names.steps(chains[0]).size(), std::size_t { 2 });
        QVERIFY(names.text(chains[0]).ends_with(" \u00d7 3"));
        QCOMPARE(names.steps(chains[1]).size(), std::size_t { 4 });
    }

    void chainsAreShortenedInTheMiddle()
    {
        std::vector<std::string> steps;
        for (int i = 0; i < 9; ++i)
            steps.push_back(std::string(1, static_cast<char>('a' + i)));
        const auto within = [&steps](std::size_t room) {
            return fitChain(steps, [room](const std::string& text) { return text.size() <= room; });
        };
        QCOMPARE(
            within(1000), std::string("a \u203a b \u203a c \u203a d \u203a e \u203a f \u203a g \u203a h \u203a i"));
        QCOMPARE(within(0), std::string("a \u203a \u2026 \u203a i")); // never less
        // As much as fits, whatever the room.
        std::size_t before = 0;
        for (std::size_t room = 20; room < 60; ++room) {
            const std::string text = within(room);
            QVERIFY(text.size() <= room);
            QVERIFY(text.size() >= before);
            QVERIFY(text.starts_with("a \u203a ") && text.ends_with(" \u203a i"));
            before = text.size();
        }
        QCOMPARE(fitChain({ "a", "b" }, [](const std::string&) { return false; }), std::string("a \u203a b"));
    }

    void groupsOfBarsBeginWithTheLargest()
    {
        Table table("t", "",
            { { "name", ColumnType::String, Unit::None, "", "" }, { "a", ColumnType::Int, Unit::Count, "", "" },
                { "b", ColumnType::Int, Unit::Count, "", "" } });
        table.addRow({ std::string("small"), std::int64_t { 1 }, std::int64_t { 2 } });
        table.addRow({ std::string("less"), std::int64_t { 1 }, std::int64_t { -9 } });
        table.addRow({ std::string("middle"), std::int64_t { 5 }, std::monostate {} });
        ChartDescription chart = pie();
        chart.form = GroupedBarChart {};
        chart.labelColumn = "name";
        chart.series = { { "a", "", std::nullopt }, { "b", "", std::nullopt } };
        const ChartData data = chartData(table, chart);
        QCOMPARE(data.groups.front().rows[0].label, std::string("less"));
        QCOMPARE(data.groups.front().rows[1].label, std::string("middle"));
        QCOMPARE(data.groups.front().rows[2].label, std::string("small"));
    }

    void withoutItsColumnsAChartIsEmpty()
    {
        ChartDescription chart = pie();
        chart.series = { { "nothing", "", std::nullopt } };
        QVERIFY(chartData(shares({ { "a", 1 } }), chart).isEmpty());
        QVERIFY(chartData(shares({}), pie()).isEmpty());
    }
};

QTEST_GUILESS_MAIN(TestChartData)
#include "tst_chart_data.moc"
