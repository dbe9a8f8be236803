// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/types/table.h"
#include "core/layout/table/row_evidence.h"

#include <QTest>

#include <cmath>
#include <limits>

using namespace kinetoscope;

namespace {

ColumnDescriptor column(const char* name, ColumnType type)
{
    return { name, type, Unit::None, "", "" };
}

Table everyColumn()
{
    return { "every", "Every type",
        { column("text", ColumnType::String), column("count", ColumnType::Int), column("share", ColumnType::Float),
            column("time", ColumnType::Duration), column("names", ColumnType::List) } };
}

} // namespace

/// Cells come out as they went in, whatever they hold.
class TestTable : public QObject {
    Q_OBJECT

private slots:
    void cellsComeBack()
    {
        const std::string odd("a\0b\xff", 4);
        const std::vector<std::vector<Cell>> rows {
            { std::string("gemm"), std::int64_t { -3 }, 0.1, std::numeric_limits<std::int64_t>::max(),
                std::vector<std::string> { "a", "" } },
            { std::string(), std::int64_t { 0 }, -std::numeric_limits<double>::infinity(),
                std::numeric_limits<std::int64_t>::min(), std::vector<std::string> {} },
            { odd, Cell {}, Cell {}, Cell {}, Cell {} },
            { Cell {}, std::int64_t { 1 }, -0.0, std::int64_t { 2 }, std::vector<std::string> { odd } },
        };
        Table table = everyColumn();
        for (const auto& row : rows)
            table.addRow(row);
        QCOMPARE(table.rowCount(), rows.size());
        for (std::size_t row = 0; row < rows.size(); ++row) {
            for (std::size_t i = 0; i < table.columnCount(); ++i) {
                QVERIFY2(table.cell(row, i) == rows[row][i], qPrintable(QStringLiteral("%1, %2").arg(row).arg(i)));
                QCOMPARE(table.isMissing(row, i), std::holds_alternative<std::monostate>(rows[row][i]));
            }
        }
        QVERIFY(std::signbit(std::get<double>(table.cell(3, 2))));
        QVERIFY(table.text(2, 0) == odd);
        QVERIFY(table.text(0, 1).empty() && table.list(0, 1).empty());
        QCOMPARE(table.list(0, 4).size(), std::size_t { 2 });
    }

    void notANumberIsKept()
    {
        Table table("one", "", { column("share", ColumnType::Float) });
        table.addRow({ std::numeric_limits<double>::quiet_NaN() });
        QVERIFY(std::isnan(std::get<double>(table.cell(0, 0))));
        QVERIFY(!table.isMissing(0, 0));
    }

    void copiesGoTheirOwnWay()
    {
        Table first("one", "", { column("name", ColumnType::String) });
        first.addRow({ std::string("a") });
        Table second = first;
        first.addRow({ std::string("b") });
        second.addRow({ std::string("c") });
        QVERIFY(first.text(1, 0) == "b" && second.text(1, 0) == "c");
        QVERIFY(first.text(0, 0) == "a" && second.text(0, 0) == "a");
    }

    void aNameShowsWhatItsMainFigureIsMadeOf()
    {
        const auto rowOf = [](std::string name, std::int64_t count) {
            return std::vector<Cell> { std::move(name), std::int64_t { 0 }, 0.5, count, std::int64_t { 7 } };
        };
        const ColumnDescriptor time = column("time", ColumnType::Duration);
        const std::vector<ColumnDescriptor> columns { column("name", ColumnType::String),
            column("rank", ColumnType::Int), column("share", ColumnType::Float),
            { "count", ColumnType::Int, Unit::Count }, time };
        Table table("one", "", columns);
        table.addRow(rowOf("a", 3));
        table.addRow(rowOf("b", 0));
        QCOMPARE(evidenceColumn(table, 0, 0), std::size_t { 0 }); // of a table without any
        const auto made = [](std::size_t row, std::size_t of) {
            Selection selection;
            if (of == 4 || (of == 3 && row == 0))
                selection.slices.push_back({ 0, SliceId { 1u } });
            return selection;
        };
        table.setEvidence(made);
        QCOMPARE(evidenceColumn(table, 0, 3), std::size_t { 3 }); // its own
        QCOMPARE(evidenceColumn(table, 0, 0), std::size_t { 3 }); // the first figure
        QCOMPARE(evidenceColumn(table, 0, 1), std::size_t { 3 }); // rank 0 is no figure
        QCOMPARE(evidenceColumn(table, 1, 2), std::size_t { 4 });
        QCOMPARE(evidenceColumn(table, 1, 3), std::size_t { 3 }); // 0 is made of nothing
        Table main("one", "", { columns[0], columns[1], columns[2], columns[3], mainFigure(time) });
        main.addRow(rowOf("a", 3));
        main.setEvidence(made);
        QCOMPARE(evidenceColumn(main, 0, 0), std::size_t { 4 });
        QCOMPARE(evidenceColumn(main, 0, 3), std::size_t { 3 });
        main.setEvidence([](std::size_t, std::size_t) { return Selection {}; });
        QCOMPARE(evidenceColumn(main, 0, 0), std::size_t { 0 });
    }

    /// What is selected is looked for in what a finding says, not in all that its cure would touch.
    void theWidestColumnOfSentencesIsTheirOwn()
    {
        ColumnDescriptor sentence = column("finding", ColumnType::String);
        sentence.text = TextKind::Sentence;
        const ColumnDescriptor saved = column("saved", ColumnType::Duration);
        const auto made = [](std::size_t row, std::size_t of) {
            Selection selection;
            for (std::uint32_t i = 0; i < (of == 0 ? row : 3); ++i)
                selection.slices.push_back({ 0, SliceId { i } });
            return selection;
        };
        Table table("findings", "", { sentence, saved });
        for (int row = 0; row < 3; ++row)
            table.addRow({ std::string("The GPU waits."), std::int64_t { 1 } });
        table.setEvidence(made);
        QCOMPARE(widestColumn(table, 0), std::size_t { 0 });
        table.setEvidence([made](std::size_t row, std::size_t of) { return of == 0 ? Selection {} : made(row, of); });
        QCOMPARE(widestColumn(table, 0), std::size_t { 1 }); // sentences that are made of nothing
    }

    void textsAreStoredOnce()
    {
        Table table("one", "", { column("name", ColumnType::String), column("count", ColumnType::Int) });
        const std::string name(1000, 'k');
        for (std::int64_t i = 0; i < 100'000; ++i)
            table.addRow({ name, i });
        QVERIFY(table.memoryBytes() < 100'000 * 2 * 20);
    }

    void sentencesAreStoredOnce()
    {
        Table table("one", "", { column("finding", ColumnType::String), column("count", ColumnType::Int) });
        const auto sentence = [](std::int64_t kernels) {
            return Message { KT_PHRASE("test", "%1 kernels wait."), arg::Number { kernels } };
        };
        constexpr std::int64_t kSentences = 100; // more than are looked at, so that some are there twice
        for (std::int64_t round = 0; round < 2; ++round) {
            for (std::int64_t i = 0; i < kSentences; ++i) {
                for (std::int64_t row = 0; row < 3; ++row)
                    table.addRow({ sentence(i), i });
            }
        }
        for (std::size_t row = 0; row < table.rowCount(); ++row) {
            const std::int64_t kernels = std::get<std::int64_t>(table.cell(row, 1));
            QVERIFY(table.message(row, 0) != nullptr && table.message(row, 1) == nullptr);
            QVERIFY(*table.message(row, 0) == sentence(kernels));
            QCOMPARE(QString::fromStdString(std::string(table.text(row, 0))),
                QStringLiteral("%1 kernels wait.").arg(kernels));
            QVERIFY(table.message(row, 0) == table.message(row - row % 3, 0));
        }
        const Table copy = table;
        QVERIFY(*copy.message(599, 0) == sentence(99));
    }
};

QTEST_GUILESS_MAIN(TestTable)
#include "tst_table.moc"
