// SPDX-License-Identifier: GPL-3.0-or-later
// Grids of ranks and steps: which cell has which value, where a row stands, what is seen of it in how many pixels. Each
// against a second implementation, as slow and as plain as can be.
#include "core/analysis/job/rank_step_table.h"
#include "core/layout/chart/heat_blocks.h"
#include "core/layout/chart/heat_map.h"
#include "tests/support/test_macros.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <random>
#include <set>

using namespace kinetoscope;
using namespace kinetoscope::tests;

namespace {

constexpr double kNothing = std::numeric_limits<double>::quiet_NaN();

/// Values by rank and step, which some ranks and steps do not have.
using Grid = std::map<std::pair<std::int64_t, std::int64_t>, std::int64_t>;

Grid randomGrid(std::mt19937& random, int ranks, int steps)
{
    Grid grid;
    for (int rank = 0; rank < ranks; ++rank) {
        for (int step = 0; step < steps; ++step) {
            if (random() % 7 != 0)
                grid[{ rank * 3, step + 10 }] = static_cast<std::int64_t>(random() % 1'000'000);
        }
    }
    return grid;
}

Table tableOf(const Grid& grid)
{
    Table table("t", "",
        { { "rank", ColumnType::Int, Unit::None, "Rank", "" }, { "step", ColumnType::Int, Unit::None, "Step", "" },
            { "other", ColumnType::Duration, Unit::Microseconds, "Other", "" },
            { "wall", ColumnType::Duration, Unit::Microseconds, "Wall", "" } });
    for (const auto& [place, value] : grid)
        table.addRow({ place.first, place.second, std::int64_t { 7 }, value });
    return table;
}

ChartDescription chartOf()
{
    return rankStepMap("m", "t", "", { "other", "wall" });
}

HeatLook lookAt(HeatOrder order, bool isDifference = false, std::shared_ptr<const RankPlaces> places = nullptr)
{
    HeatLook look;
    look.places = std::move(places);
    look.series = 1;
    look.order = order;
    look.isDifference = isDifference;
    return look;
}

/// Of a row of a map, its rank and its values.
std::map<std::int64_t, std::vector<double>> rowsOfMap(const HeatMap& map)
{
    std::map<std::int64_t, std::vector<double>> rows;
    for (std::size_t row = 0; row < map.rows.size(); ++row) {
        for (std::size_t column = 0; column < map.columns.size(); ++column)
            rows[*map.ranks[row]].push_back(map.at(row, column).value);
    }
    return rows;
}

double slowMedian(std::vector<double> values)
{
    std::erase_if(values, [](double value) { return std::isnan(value); });
    std::sort(values.begin(), values.end());
    const std::size_t n = values.size();
    return n == 0 ? kNothing : n % 2 == 1 ? values[n / 2] : (values[n / 2 - 1] + values[n / 2]) / 2;
}

double slowDistance(const std::vector<double>& values, std::size_t columns, std::size_t a, std::size_t b)
{
    double sum = 0;
    int shared = 0;
    for (std::size_t i = 0; i < columns; ++i) {
        const double x = values[a * columns + i];
        const double y = values[b * columns + i];
        if (std::isnan(x) || std::isnan(y))
            continue;
        sum += std::abs(x - y);
        ++shared;
    }
    return shared > 0 ? sum / shared : std::numeric_limits<double>::infinity();
}

/// The nearest two clusters become one, again and again; all pairs are looked at each time.
std::vector<std::size_t> slowSimilarityOrder(const std::vector<double>& values, std::size_t rows)
{
    const std::size_t columns = values.size() / rows;
    std::vector<std::vector<std::size_t>> clusters;
    for (std::size_t row = 0; row < rows; ++row)
        clusters.push_back({ row });
    while (clusters.size() > 1) {
        std::size_t bestA = 0;
        std::size_t bestB = 1;
        double best = -1;
        for (std::size_t a = 0; a < clusters.size(); ++a) {
            for (std::size_t b = a + 1; b < clusters.size(); ++b) {
                double nearest = std::numeric_limits<double>::infinity();
                for (const std::size_t x : clusters[a]) {
                    for (const std::size_t y : clusters[b])
                        nearest = std::min(nearest, slowDistance(values, columns, x, y));
                }
                if (best < 0 || nearest < best) {
                    best = nearest;
                    bestA = a;
                    bestB = b;
                }
            }
        }
        // Clusters stay in the order of their lowest rows: a is the one with the lower.
        clusters[bestA].insert(clusters[bestA].end(), clusters[bestB].begin(), clusters[bestB].end());
        clusters.erase(clusters.begin() + static_cast<std::ptrdiff_t>(bestB));
    }
    return clusters.front();
}

std::shared_ptr<const RankPlaces> placesOfGrid(int ranks)
{
    auto places = std::make_shared<RankPlaces>();
    places->coordinates = { "tp", "dp" };
    for (int rank = 0; rank < ranks; ++rank) {
        RankPlaces::Location place;
        place.host = rank % 2 == 0 ? "beta" : "alpha";
        place.coordinates = { rank % 3, rank == 1 ? std::nullopt : std::optional<std::int64_t>(rank / 3) };
        places->ranks[rank * 3] = place;
    }
    return places;
}

} // namespace

class TestHeatMap : public QObject {
    Q_OBJECT

private slots:
    void cellsAreThoseOfTheTable()
    {
        std::mt19937 random(1);
        for (int round = 0; round < 20; ++round) {
            const Grid grid = randomGrid(random, 1 + round, 5);
            if (grid.empty())
                continue;
            const Table table = tableOf(grid);
            const HeatMap plain = heatMap(table, chartOf(), english, lookAt(HeatOrder::Label));
            const HeatMap differences = heatMap(table, chartOf(), english, lookAt(HeatOrder::Label, true));
            for (std::size_t column = 0; column < plain.columns.size(); ++column) {
                const std::int64_t step = std::stoll(plain.columns[column]);
                std::vector<double> values;
                for (const auto& [place, value] : grid) {
                    if (place.second == step)
                        values.push_back(static_cast<double>(value));
                }
                QCOMPARE(plain.medians[column], slowMedian(values));
                for (std::size_t row = 0; row < plain.rows.size(); ++row) {
                    const auto known = grid.find({ *plain.ranks[row], step });
                    const HeatMap::Cell& cell = plain.at(row, column);
                    QCOMPARE(std::isnan(cell.value), known == grid.end()); // missing is never 0
                    if (known == grid.end())
                        continue;
                    QCOMPARE(cell.value, static_cast<double>(known->second));
                    QCOMPARE(std::get<std::int64_t>(table.cell(cell.tableRow, 3)), known->second);
                    QCOMPARE(differences.at(row, column).value, cell.value - slowMedian(values));
                }
            }
        }
    }

    void everyRankOfTheJobHasARow()
    {
        const Grid grid { { { 0, 1 }, 5 }, { { 6, 1 }, 9 } };
        const HeatMap map =
            heatMap(tableOf(grid), chartOf(), english, lookAt(HeatOrder::Label, false, placesOfGrid(3)));
        QCOMPARE(map.rows, (std::vector<std::string> { "rank 0", "rank 3", "rank 6" }));
        QVERIFY(std::isnan(map.at(1, 0).value));
        QCOMPARE(map.medians.front(), 7.0); // of those that are there
    }

    void rampsEndWhereOneInAHundredLiesBeyond()
    {
        std::vector<double> values;
        for (int i = 1; i <= 200; ++i)
            values.push_back(i);
        const GridScale scale = GridScale::of(values, false);
        QCOMPARE(scale.limit, 198.0);
        QVERIFY(!scale.isBeyond(198));
        QVERIFY(scale.isBeyond(199));
        QCOMPARE(scale.share(0), 0.0);
        QCOMPARE(scale.share(99), 0.5);
        QCOMPARE(scale.share(500), 1.0);
        QCOMPARE(scale.share(kNothing), 0.0);
        // A few values among zeros are not all beyond the end.
        std::vector<double> few(500, 0.0);
        few.back() = 8;
        few.front() = kNothing;
        QCOMPARE(GridScale::of(few, false).limit, 8.0);
        QCOMPARE(GridScale::of(std::vector<double> { 0, 0 }, false).share(0), 0.0);
        QCOMPARE(GridScale::of({}, false).limit, 0.0);
        // Differences: as long on one side as on the other.
        const std::vector<double> differences { -40, -1, 0, 2, 10 };
        const GridScale sides = GridScale::of(differences, true);
        QCOMPARE(sides.limit, 40.0);
        QCOMPARE(sides.share(-40), -1.0);
        QCOMPARE(sides.share(10), 0.25);
        QCOMPARE(sides.share(0), 0.0);
        QVERIFY(sides.isBeyond(-41) && sides.isBeyond(41));
    }

    void ordersKeepEveryRowWhole()
    {
        std::mt19937 random(2);
        const Grid grid = randomGrid(random, 17, 6);
        const Table table = tableOf(grid);
        const ChartDescription chart = chartOf();
        const auto places = placesOfGrid(17);
        const auto expected = rowsOfMap(heatMap(table, chart, english, lookAt(HeatOrder::Label)));
        for (const HeatOrder order :
            { HeatOrder::Host, HeatOrder::Coordinate, HeatOrder::Value, HeatOrder::Similarity }) {
            HeatLook look = lookAt(order, false, places);
            look.coordinate = "tp";
            const HeatMap map = heatMap(table, chart, english, look);
            const auto rows = rowsOfMap(map);
            QCOMPARE(rows.size(), expected.size());
            for (const auto& [rank, values] : expected) {
                for (std::size_t i = 0; i < values.size(); ++i)
                    QVERIFY(rows.at(rank)[i] == values[i] || (std::isnan(values[i]) && std::isnan(rows.at(rank)[i])));
            }
            for (std::size_t row = 1; row < map.rows.size(); ++row) {
                const std::int64_t before = *map.ranks[row - 1];
                const std::int64_t after = *map.ranks[row];
                const auto meanOf = [&](std::int64_t rank) {
                    double sum = 0;
                    int count = 0;
                    for (const double value : expected.at(rank)) {
                        if (!std::isnan(value)) {
                            sum += value;
                            ++count;
                        }
                    }
                    return sum / count;
                };
                if (order == HeatOrder::Value)
                    QVERIFY(meanOf(before) >= meanOf(after));
                if (order == HeatOrder::Host)
                    QVERIFY(std::pair(before % 2 == 0, before) < std::pair(after % 2 == 0, after)); // alpha is odd
                if (order == HeatOrder::Coordinate)
                    QVERIFY(std::pair(before / 3 % 3, before) < std::pair(after / 3 % 3, after));
            }
        }
        HeatLook byHost = lookAt(HeatOrder::Host, false, places);
        QCOMPARE(heatMap(table, chart, english, byHost).rows.front(), std::string("alpha \u00b7 rank 3"));
        // Without places there is nothing to order by.
        QCOMPARE(heatMap(table, chart, english, lookAt(HeatOrder::Host)).rows.front(), std::string("rank 0"));
    }

    void similarRowsStandTogether()
    {
        std::mt19937 random(3);
        std::uniform_real_distribution<double> value(0, 1000);
        for (int round = 0; round < 30; ++round) {
            const std::size_t rows = 1 + random() % 14;
            std::vector<double> values(rows * 5);
            for (double& each : values)
                each = random() % 9 == 0 ? kNothing : value(random);
            QCOMPARE(similarityOrder(values, rows), slowSimilarityOrder(values, rows));
        }
        // Two kinds of rows, mixed.
        QCOMPARE(similarityOrder({ 10, 90, 11, 93, 12 }, 5), (std::vector<std::size_t> { 0, 2, 4, 1, 3 }));
        QVERIFY(similarityOrder({}, 0).empty());
    }

    void foldedRowsAreMedianAndWorst()
    {
        std::mt19937 random(4);
        for (const bool isDifference : { false, true }) {
            const Grid grid = randomGrid(random, 20, 4);
            const Table table = tableOf(grid);
            const auto places = placesOfGrid(20);
            const HeatMap plain = heatMap(table, chartOf(), english, lookAt(HeatOrder::Label, isDifference, places));
            HeatLook look = lookAt(HeatOrder::Coordinate, isDifference, places);
            look.coordinate = "dp";
            look.isFolded = true;
            const HeatMap folded = heatMap(table, chartOf(), english, look);
            std::map<std::int64_t, std::vector<std::size_t>> members;
            for (std::size_t row = 0; row < plain.rows.size(); ++row) {
                if (const auto at = places->ranks.at(*plain.ranks[row]).coordinates[1])
                    members[*at].push_back(row);
            }
            QCOMPARE(folded.rows.size(), 2 * members.size());
            std::size_t row = 0;
            for (const auto& [position, rows] : members) {
                QCOMPARE(folded.rows[row], "dp " + std::to_string(position) + " \u00b7 median");
                for (std::size_t column = 0; column < plain.columns.size(); ++column) {
                    std::vector<double> values;
                    for (const std::size_t member : rows) {
                        if (!std::isnan(plain.at(member, column).value))
                            values.push_back(plain.at(member, column).value);
                    }
                    std::sort(values.begin(), values.end());
                    const double median = folded.at(row, column).value;
                    const double worst = folded.at(row + 1, column).value;
                    QCOMPARE(std::isnan(median), values.empty());
                    if (values.empty())
                        continue;
                    QCOMPARE(median, values[(values.size() - 1) / 2]);
                    const double most = std::max(std::abs(values.front()), std::abs(values.back()));
                    QCOMPARE(isDifference ? std::abs(worst) : worst, isDifference ? most : values.back());
                    // Both are cells that can be looked up.
                    const std::int64_t found = std::get<std::int64_t>(table.cell(folded.at(row, column).tableRow, 3));
                    const double less = isDifference ? folded.medians[column] : 0;
                    QCOMPARE(static_cast<double>(found) - less, median);
                }
                row += 2;
            }
        }
    }

    void everyCellIsInOneBandAndEveryPixelInAtMostOne()
    {
        std::mt19937 random(5);
        for (int round = 0; round < 2000; ++round) {
            const std::size_t count = 1 + random() % 1500;
            const int pixels = 1 + static_cast<int>(random() % 700);
            double from = -0.5 + static_cast<double>(random() % 1000) / 1000 * static_cast<double>(count);
            double to = from + 0.3 + static_cast<double>(random() % 1000) / 1000 * static_cast<double>(count);
            if (round % 3 == 0) {
                from = 0;
                to = static_cast<double>(count);
            }
            const std::vector<HeatBand> bands = heatBands(count, from, to, pixels);
            std::set<std::size_t> seen;
            int last = 0;
            for (const HeatBand& band : bands) {
                QVERIFY(band.begin >= last && band.begin < band.end && band.end <= pixels); // at least one pixel
                QVERIFY(band.first < band.last && band.last <= count);
                QVERIFY(band.last - band.first == 1 || band.end - band.begin == 1);
                last = band.end;
                for (std::size_t cell = band.first; cell < band.last; ++cell)
                    QVERIFY(seen.insert(cell).second);
            }
            // All that is in sight by more than the width of a pixel is there.
            const double pixel = (to - from) / pixels;
            for (std::size_t cell = 0; cell < count; ++cell) {
                const double inSight =
                    std::min(to, static_cast<double>(cell) + 1) - std::max(from, static_cast<double>(cell));
                if (inSight > std::min(pixel, 1.0) * 1.01)
                    QVERIFY(seen.contains(cell));
                if (round % 3 == 0)
                    QVERIFY(seen.contains(cell));
                if (inSight < -pixel - 1)
                    QVERIFY(!seen.contains(cell));
            }
            for (int x = 0; x < pixels; ++x) {
                std::size_t expected = bands.size();
                for (std::size_t i = 0; i < bands.size(); ++i) {
                    if (x >= bands[i].begin && x < bands[i].end)
                        expected = i;
                }
                if (round % 20 == 0)
                    QCOMPARE(bandAt(bands, x), expected);
            }
        }
        QVERIFY(heatBands(0, 0, 1, 10).empty());
        QVERIFY(heatBands(5, 0, 5, 0).empty());
        QVERIFY(heatBands(5, 6, 9, 10).empty());
    }

    void aBlockShowsItsWorstCell()
    {
        std::mt19937 random(6);
        for (int round = 0; round < 300; ++round) {
            HeatMap map;
            map.isDifference = round % 2 == 1;
            map.rows.resize(1 + random() % 60);
            map.columns.resize(1 + random() % 60);
            // Few values, so that many are as bad as each other, and of some maps hardly any.
            const std::size_t kinds = 1 + random() % 40;
            const std::size_t holes = round % 5 == 0 ? 2 : 2 + random() % 9;
            for (std::size_t i = 0; i < map.rows.size() * map.columns.size(); ++i) {
                const double value = static_cast<double>(random() % kinds) - (map.isDifference ? 10 : 0);
                map.values.push_back((random() % holes == 0) != (round % 5 == 0) ? kNothing : value);
                map.tableRows.push_back(i);
            }
            const auto bandsOf = [&random](std::size_t count) {
                const double from = random() % 2 == 0 ? 0 : static_cast<double>(random() % (count * 10)) / 10;
                const double length = 0.1 + static_cast<double>(random() % (count * 10)) / 10;
                return random() % 2 == 0
                    ? heatBands(count, 0, static_cast<double>(count), 1 + static_cast<int>(random() % 90))
                    : heatBands(count, from, from + length, 1 + static_cast<int>(random() % 90));
            };
            const HeatBlocks blocks = heatBlocks(map, bandsOf(map.rows.size()), bandsOf(map.columns.size()));
            QCOMPARE(blocks.values.size(), blocks.rows.size() * blocks.columns.size());
            for (std::size_t row = 0; row < blocks.rows.size(); ++row) {
                for (std::size_t column = 0; column < blocks.columns.size(); ++column) {
                    std::optional<std::size_t> worst;
                    for (std::size_t r = blocks.rows[row].first; r < blocks.rows[row].last; ++r) {
                        for (std::size_t c = blocks.columns[column].first; c < blocks.columns[column].last; ++c) {
                            const std::size_t cell = r * map.columns.size() + c;
                            const double value = map.values[cell];
                            const double than = worst ? map.values[*worst] : 0;
                            const bool isWorse = map.isDifference ? std::abs(value) > std::abs(than) : value > than;
                            if (!std::isnan(value) && (!worst || isWorse))
                                worst = cell;
                        }
                    }
                    QVERIFY(worstCell(map, blocks.rows[row], blocks.columns[column]) == worst);
                    QCOMPARE(std::isnan(blocks.at(row, column)), !worst.has_value());
                    if (worst)
                        QCOMPARE(blocks.at(row, column), map.values[*worst]);
                }
            }
        }
    }

    void stepsAndWaitsStandSideBySide()
    {
        auto steps = std::make_shared<Table>("steps", "",
            std::vector<ColumnDescriptor> { { "rank", ColumnType::Int }, { "step", ColumnType::Int },
                { "wall", ColumnType::Duration }, { "compute_time", ColumnType::Duration } });
        steps->addRow({ std::int64_t { 0 }, std::int64_t { 4 }, std::int64_t { 100 }, std::int64_t { 60 } });
        steps->addRow({ std::int64_t { 1 }, std::int64_t { 4 }, std::int64_t { 110 }, {} });
        auto waits = std::make_shared<Table>("steps", "",
            std::vector<ColumnDescriptor> {
                { "rank", ColumnType::Int }, { "step", ColumnType::Int }, { "waits_caused", ColumnType::Duration } });
        waits->addRow({ std::int64_t { 1 }, {}, std::int64_t { 99 } }); // outside of steps
        waits->addRow({ std::int64_t { 1 }, std::int64_t { 4 }, std::int64_t { 7 } });
        waits->addRow({ std::int64_t { 2 }, std::int64_t { 4 }, std::int64_t { 8 } });
        const Table table = rankStepTable(steps, waits);
        QCOMPARE(table.rowCount(), std::size_t { 3 });
        const auto value = [&table](std::size_t row, const char* column) {
            return table.cell(row, table.columnIndex(column));
        };
        QCOMPARE(std::get<std::int64_t>(value(0, "compute_time")), 60);
        QVERIFY(std::holds_alternative<std::monostate>(value(0, "waits_caused")));
        QVERIFY(std::holds_alternative<std::monostate>(value(1, "compute_time")));
        QCOMPARE(std::get<std::int64_t>(value(1, "waits_caused")), 7);
        QCOMPARE(std::get<std::int64_t>(value(2, "waits_caused")), 8);
        QVERIFY(std::holds_alternative<std::monostate>(value(2, "wall")));
    }
};

QTEST_GUILESS_MAIN(TestHeatMap)
#include "tst_heat_map.moc"
