// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/table/row_tree.h"
#include "tests/support/test_macros.h"

#include <algorithm>
#include <random>

using namespace kinetoscope;
using namespace kinetoscope::tests;

namespace {

struct Line {
    std::int64_t number = 0;
    std::int64_t parent = -1;
    std::string name;
    std::int64_t figure = 0;
};

Table tableOf(const std::vector<Line>& lines)
{
    Table table("tree", "",
        { inTree({ "index", ColumnType::Int, Unit::None, "", "" }, TreeRole::Row),
            inTree({ "parent", ColumnType::Int, Unit::None, "", "" }, TreeRole::Parent),
            inTree({ "name", ColumnType::String, Unit::None, "", "" }, TreeRole::Label),
            mainFigure({ "dur", ColumnType::Duration, Unit::Microseconds, "", "" }) });
    for (const Line& line : lines)
        table.addRow({ line.number, line.parent, line.name, line.figure });
    return table;
}

/// a(10) > b(7) > c(6), d(1); a > e(3); f(4) > g(4).
Table sample()
{
    return tableOf({ { 0, -1, "a", 10 }, { 1, 0, "b", 7 }, { 2, 1, "c", 6 }, { 3, 1, "d", 1 }, { 4, 0, "e", 3 },
        { 5, -1, "f", 4 }, { 6, 5, "g", 4 } });
}

std::vector<std::uint32_t> allRows(const Table& table)
{
    std::vector<std::uint32_t> rows(table.rowCount());
    for (std::uint32_t row = 0; row < rows.size(); ++row)
        rows[row] = row;
    return rows;
}

std::vector<bool> flags(const std::string& bits)
{
    std::vector<bool> is;
    for (const char bit : bits)
        is.push_back(bit == '1');
    return is;
}

std::string bits(const std::vector<bool>& is)
{
    std::string text;
    for (const bool each : is)
        text += each ? '1' : '0';
    return text;
}

std::string names(const Table& table, const std::vector<std::uint32_t>& rows)
{
    std::string text;
    for (const std::uint32_t row : rows)
        text += table.text(row, 2);
    return text;
}

/// What a person would draw: each row, then what hangs below it, found by looking at all rows for each.
void addSlowly(const std::vector<std::int64_t>& parents, const std::vector<std::uint32_t>& order,
    const std::vector<bool>& isOpen, std::int64_t below, std::vector<std::uint32_t>& rows)
{
    for (const std::uint32_t row : order) {
        if (parents[row] != below)
            continue;
        rows.push_back(row);
        if (isOpen[row])
            addSlowly(parents, order, isOpen, row, rows);
    }
}

} // namespace

class TestRowTree : public QObject {
    Q_OBJECT

private slots:
    void aTableWithoutRolesIsAList()
    {
        const Table list("list", "", { { "name", ColumnType::String, Unit::None, "", "" } });
        QVERIFY(!treeColumns(list.columns()));
        QVERIFY(!RowTree(list).isTree());
        QCOMPARE(RowTree(list).parentOf(3), RowTree::kNone);
        const Table half("half", "", { inTree({ "index", ColumnType::Int, Unit::None, "", "" }, TreeRole::Row) });
        QVERIFY(!treeColumns(half.columns()));
    }

    void parentsAndDepths_data()
    {
        QTest::addColumn<QString>("numbers"); // "number>parent", row by row
        QTest::addColumn<QString>("parents"); // by row; - at the top
        QTest::newRow("no rows") << QString() << QString();
        QTest::newRow("numbered from 0") << "0>-1 1>0 2>1 3>0"
                                         << "- 0 1 0";
        QTest::newRow("other numbers") << "70>-1 50>70 60>50"
                                       << "- 0 1";
        QTest::newRow("children first") << "2>1 1>0 0>-1"
                                        << "1 2 -";
        QTest::newRow("a parent that is not there") << "0>9 1>0"
                                                    << "- 0";
        QTest::newRow("below itself") << "0>0 1>0"
                                      << "- 0";
        QTest::newRow("a circle is cut once") << "0>2 1>0 2>1 3>2"
                                              << "- 0 1 2";
        QTest::newRow("two of one number: the first") << "5>-1 5>-1 6>5"
                                                      << "- - 0";
        QTest::newRow("two of one number 0") << "0>-1 0>-1 1>0"
                                             << "- - 0";
        QTest::newRow("far numbers")
            << "9223372036854775807>-1 -9223372036854775808>9223372036854775807 1>-9223372036854775808"
            << "- 0 1";
    }
    void parentsAndDepths()
    {
        QFETCH(QString, numbers);
        std::vector<Line> lines;
        for (const QString& line : numbers.split(u' ', Qt::SkipEmptyParts))
            lines.push_back({ line.section(u'>', 0, 0).toLongLong(), line.section(u'>', 1).toLongLong(), "x", 0 });
        const RowTree tree(tableOf(lines));
        QStringList parents;
        for (std::uint32_t row = 0; row < lines.size(); ++row)
            parents.append(
                tree.parentOf(row) == RowTree::kNone ? QStringLiteral("-") : QString::number(tree.parentOf(row)));
        QTEST(parents.join(u' '), "parents");
    }

    void rowsInView_data()
    {
        QTest::addColumn<QString>("open");
        QTest::addColumn<QString>("rows");
        QTest::newRow("closed") << "0000000"
                                << "af";
        QTest::newRow("one") << "1000000"
                             << "abef";
        QTest::newRow("below a closed one") << "0100000"
                                            << "af";
        QTest::newRow("all") << "1111111"
                             << "abcdefg";
    }
    void rowsInView()
    {
        QFETCH(QString, open);
        const Table table = sample();
        const RowTree tree(table);
        const SortedRowTree sorted(tree, allRows(table), table.rowCount());
        const std::vector<bool> isOpen = flags(open.toStdString());
        QTEST(toQString(names(table, sorted.inView(isOpen))), "rows");
    }

    void siblingsAreInTheOrderOfTheRows()
    {
        const Table table = sample();
        const RowTree tree(table);
        const std::vector<std::uint32_t> rows { 6, 5, 4, 3, 2, 1, 0 };
        const SortedRowTree sorted(tree, rows, table.rowCount());
        QCOMPARE(names(table, sorted.inView(flags("1111111"))), std::string("fgaebdc"));
        QCOMPARE(names(table, sorted.below(0, flags("1000000"))), std::string("eb"));
        // What is filtered out takes along what hangs below it.
        const std::vector<std::uint32_t> some { 0, 2, 3, 4 };
        QCOMPARE(names(table, SortedRowTree(tree, some, table.rowCount()).inView(flags("1111111"))), std::string("ae"));
    }

    void matchesKeepWhatIsAroundAndBelowThem_data()
    {
        QTest::addColumn<QString>("matches");
        QTest::addColumn<QString>("kept");
        QTest::addColumn<QString>("opened");
        QTest::newRow("none") << "0000000"
                              << "0000000"
                              << "0000000";
        QTest::newRow("a leaf") << "0010000"
                                << "1110000"
                                << "1100000";
        QTest::newRow("in the middle") << "0100000"
                                       << "1111000"
                                       << "1000000";
        QTest::newRow("the top") << "0000010"
                                 << "0000011"
                                 << "0000000";
        QTest::newRow("below a match") << "1010000"
                                       << "1111100"
                                       << "1100000";
    }
    void matchesKeepWhatIsAroundAndBelowThem()
    {
        QFETCH(QString, matches);
        const RowTree tree(sample());
        const std::vector<bool> is = flags(matches.toStdString());
        QTEST(toQString(bits(keptWithMatches(tree, is))), "kept");
        QTEST(toQString(bits(aroundMatches(tree, is))), "opened");
    }

    void theHeaviestPathEndsWhereNoneIsHalf_data()
    {
        QTest::addColumn<QList<qint64>>("figures"); // of the rows of the sample
        QTest::addColumn<QString>("path");
        QTest::newRow("to the last that has rows below") << QList<qint64> { 10, 7, 6, 1, 3, 4, 4 } << "ab";
        QTest::newRow("two halves") << QList<qint64> { 10, 5, 3, 2, 5, 4, 4 } << "ab";
        QTest::newRow("less than half") << QList<qint64> { 10, 4, 3, 1, 3, 4, 4 } << "a";
        QTest::newRow("another top") << QList<qint64> { 1, 1, 1, 1, 1, 40, 40 } << "f";
        QTest::newRow("nothing anywhere") << QList<qint64> { 0, 0, 0, 0, 0, 0, 0 } << "ab";
    }
    void theHeaviestPathEndsWhereNoneIsHalf()
    {
        QFETCH(QList<qint64>, figures);
        std::vector<Line> lines { { 0, -1, "a", 0 }, { 1, 0, "b", 0 }, { 2, 1, "c", 0 }, { 3, 1, "d", 0 },
            { 4, 0, "e", 0 }, { 5, -1, "f", 0 }, { 6, 5, "g", 0 } };
        for (std::size_t row = 0; row < lines.size(); ++row)
            lines[row].figure = figures[static_cast<qsizetype>(row)];
        const Table table = tableOf(lines);
        const SortedRowTree sorted(RowTree(table), allRows(table), table.rowCount());
        QTEST(toQString(names(table, heaviestPath(sorted, table, 3))), "path");
        const Table none = tableOf({});
        QVERIFY(heaviestPath(SortedRowTree(RowTree(none), {}, 0), none, 3).empty());
    }

    void openRowsAreFoundAgainByName()
    {
        const Table before = sample();
        const std::set<std::string> open = namesOfRows(before, RowTree(before), flags("1100010"));
        // The same names in other rows, one of them gone, one of the same name elsewhere.
        const Table after = tableOf({ { 0, -1, "f", 9 }, { 1, 0, "b", 1 }, { 2, 1, "x", 1 }, { 3, -1, "a", 8 },
            { 4, 3, "b", 8 }, { 5, 4, "y", 8 } });
        const SortedRowTree sorted(RowTree(after), allRows(after), after.rowCount());
        QCOMPARE(bits(rowsOfNames(after, sorted, open)), std::string("100110"));
    }

    void sameAsLookingAtAllRowsForEach()
    {
        std::mt19937 random(7);
        for (int round = 0; round < 300; ++round) {
            const auto count = static_cast<std::uint32_t>(random() % 40);
            std::vector<Line> lines;
            std::vector<std::int64_t> parents;
            for (std::uint32_t row = 0; row < count; ++row) {
                const std::int64_t parent =
                    row == 0 || random() % 4 == 0 ? -1 : static_cast<std::int64_t>(random() % row);
                parents.push_back(parent);
                lines.push_back({ row, parent, "n" + std::to_string(row), static_cast<std::int64_t>(random() % 9) });
            }
            std::vector<std::uint32_t> order(count);
            std::vector<bool> isOpen;
            for (std::uint32_t row = 0; row < count; ++row) {
                order[row] = row;
                isOpen.push_back(random() % 2 == 0);
            }
            std::shuffle(order.begin(), order.end(), random);
            const Table table = tableOf(lines);
            std::vector<std::uint32_t> slow;
            addSlowly(parents, order, isOpen, -1, slow);
            QCOMPARE(SortedRowTree(RowTree(table), order, count).inView(isOpen), slow);
        }
    }
};

QTEST_GUILESS_MAIN(TestRowTree)
#include "tst_row_tree.moc"
