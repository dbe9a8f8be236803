// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/types/columns.h"
#include "core/base/number_text.h"
#include "core/output/column_worth.h"
#include "core/output/json_writer.h"
#include "core/output/readable_text.h"
#include "core/output/table_writer.h"
#include "core/output/text_table.h"
#include "core/output/text_table_layout.h"
#include "core/words/english.h"
#include "tests/support/test_macros.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <array>
#include <cmath>
#include <limits>

using namespace kinetoscope;

/// Tables as text: every format, every kind of cell, hostile texts.
class TestTableWriter : public QObject {
    Q_OBJECT

private slots:
    void csv();
    void csvQuotes_data();
    void csvQuotes();
    void formulasAreGuarded_data();
    void formulasAreGuarded();
    void rawTextLeavesFormulas();
    void tsvHasNoTabsInFields();
    void json();
    void jsonOfAResult();
    void markdown();
    void alignedText();
    void sentencesAreBrokenAndNamesCut();
    void columnsFitTheLine_data();
    void columnsFitTheLine();
    void wideTablesHaveEverything();
    void theUnitOfFilesIsForFiles();
    void chosenColumns();
    void largestFirstAndTheRestCounted();
    void filesRoundWhatTheirColumnSays();
    void whatIsNotAllDoesNotRead100();
    void oneUnitForWhatIsCompared();
    void columnsThatAreLeftOutChooseNoUnit();
    void whatTellsRowsApartStaysLongest();
    void textsBehindTheFigureStayWhereNamesAreTheSame();
    void halvesGoUp();
    void microsecondsHaveOneSpelling();
    void shortTablesComeFirst();
    void longTablesArriveInPieces_data();
    void longTablesArriveInPieces();
    void numbersArePrintedForReading_data();
    void numbersArePrintedForReading();
    void terminalsAreSafe();
    void microseconds_data();
    void microseconds();
    void jsonWriterTakesAnyText_data();
    void jsonWriterTakesAnyText();
    void foreignJsonIsCheckedBeforeItIsTakenOver();
};

namespace {

Table sample()
{
    Table table("sample", "A sample",
        { { "name", ColumnType::String, Unit::None, "", "" },
            { "time", ColumnType::Duration, Unit::Microseconds, "", "" },
            { "share", ColumnType::Float, Unit::Percent, "", "" }, { "count", ColumnType::Int, Unit::Count, "", "" },
            { "parts", ColumnType::List, Unit::None, "", "" } });
    table.addRow({ std::string("gemm"), std::int64_t { 12'345 }, 33.3, std::int64_t { 2 },
        std::vector<std::string> { "a", "b,c" } });
    table.addRow({ std::string(""), Cell {}, Cell {}, Cell {}, Cell {} });
    return table;
}

/// Columns for more than most lines, of which the last is the main figure; rows in the order of their names.
Table wideTable()
{
    std::vector<ColumnDescriptor> columns { { "name", ColumnType::String, Unit::None, "", "" } };
    for (int i = 0; i < 12; ++i)
        columns.push_back({ "figure_" + std::to_string(i), ColumnType::Int, Unit::Count, "", "" });
    columns.push_back(mainFigure({ "sum (us)", ColumnType::Duration, Unit::Microseconds, "", "" }));
    Table table("wide", "A wide table", columns);
    for (int row = 0; row < 4; ++row) {
        const std::array sums { 500, 2000, 3000, 1000 };
        std::vector<Cell> cells { "some_very_long_kernel_name_that_differs_only_at_its_end_number_"
            + std::to_string(row) };
        for (int i = 0; i < 12; ++i)
            cells.emplace_back(std::int64_t { i });
        cells.emplace_back(std::int64_t { sums[static_cast<std::size_t>(row)] } * 1'000'000);
        table.addRow(std::move(cells));
    }
    return table;
}

Table oneText(const std::string& text)
{
    Table table("one", "", { { "name", ColumnType::String, Unit::None, "", "" } });
    table.addRow({ text });
    return table;
}

} // namespace

void TestTableWriter::csv()
{
    KT_COMPARE_TEXT(writeTable(sample(), TableFormat::Csv),
        "name,time,share,count,parts\ngemm,12.345,33.3,2,\"[\"\"a\"\",\"\"b,c\"\"]\"\n,,,,\n");
}

void TestTableWriter::csvQuotes_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("field");
    QTest::newRow("plain") << "a b"
                           << "a b";
    QTest::newRow("comma") << "a,b"
                           << "\"a,b\"";
    QTest::newRow("quote") << "a\"b"
                           << "\"a\"\"b\"";
    QTest::newRow("line break") << "a\nb"
                                << "\"a\nb\"";
    QTest::newRow("carriage return") << "a\rb"
                                     << "\"a\rb\"";
}

void TestTableWriter::csvQuotes()
{
    QFETCH(QString, text);
    QFETCH(QString, field);
    KT_COMPARE_TEXT(writeTable(oneText(text.toStdString()), TableFormat::Csv), "name\n" + field.toStdString() + "\n");
}

void TestTableWriter::formulasAreGuarded_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("isGuarded");
    QTest::newRow("equals") << "=1+1" << true;
    QTest::newRow("plus") << "+1" << true;
    QTest::newRow("minus") << "-1" << true;
    QTest::newRow("at") << "@SUM(A1)" << true;
    QTest::newRow("blank in front") << " =1" << true;
    QTest::newRow("kernel") << "void k<1>(int)" << false;
    QTest::newRow("inside") << "a=b" << false;
    QTest::newRow("empty") << "" << false;
}

void TestTableWriter::formulasAreGuarded()
{
    QFETCH(QString, text);
    QFETCH(bool, isGuarded);
    const std::string expected = "name\n" + std::string(isGuarded ? "'" : "") + text.toStdString() + "\n";
    KT_COMPARE_TEXT(writeTable(oneText(text.toStdString()), TableFormat::Csv), expected);
    KT_COMPARE_TEXT(writeTable(oneText(text.toStdString()), TableFormat::Tsv), expected);
}

void TestTableWriter::rawTextLeavesFormulas()
{
    TableWriterOptions options;
    options.rawText = true;
    KT_COMPARE_TEXT(writeTable(oneText("=1+1"), TableFormat::Csv, options), "name\n=1+1\n");
}

void TestTableWriter::tsvHasNoTabsInFields()
{
    KT_COMPARE_TEXT(writeTable(oneText("a\tb\nc"), TableFormat::Tsv), "name\na b c\n");
}

void TestTableWriter::json()
{
    const QJsonDocument document =
        QJsonDocument::fromJson(QByteArray::fromStdString(writeTable(sample(), TableFormat::Json)));
    const QJsonObject table = document.object();
    QCOMPARE(table["name"].toString(), QStringLiteral("sample"));
    QCOMPARE(table["columns"][1]["type"].toString(), QStringLiteral("float"));
    QCOMPARE(table["columns"][1]["unit"].toString(), QStringLiteral("us"));
    QCOMPARE(table["rows"][0][1].toDouble(), 12.345);
    QCOMPARE(table["rows"][0][4].toArray().size(), qsizetype { 2 });
    QVERIFY(table["rows"][1][1].isNull());
}

void TestTableWriter::jsonOfAResult()
{
    AnalysisResult result;
    result.tables = { sample(), oneText("x") };
    result.remarks.push_back({ "code", { KT_PHRASE("test", "A sentence.") } });
    ResultInfo info;
    info.analysis = "some-analysis";
    info.mode = Mode::Hta;
    ParameterDescriptor delay;
    delay.id = "delay";
    delay.type = ParameterType::Duration;
    info.parameters.emplace_back(delay, std::int64_t { 30'000 });
    info.traces.push_back({ 3, "a\"b.json" });
    info.scope.range = TimeRange { 0, 5 };
    const QJsonObject all =
        QJsonDocument::fromJson(QByteArray::fromStdString(writeResult(result, info, nullptr, TableFormat::Json)))
            .object();
    QCOMPARE(all["schema"].toString(), QStringLiteral("kinetoscope.analysis/1"));
    QCOMPARE(all["analysis"].toString(), QStringLiteral("some-analysis"));
    QCOMPARE(all["mode"].toString(), QStringLiteral("hta"));
    QCOMPARE(all["parameters"]["delay"].toString(), QStringLiteral("30us"));
    QCOMPARE(all["traces"][0]["path"].toString(), QStringLiteral("a\"b.json"));
    QCOMPARE(all["tables"].toArray().size(), qsizetype { 2 });
    QCOMPARE(all["remarks"][0]["code"].toString(), QStringLiteral("code"));
    const QJsonObject one = QJsonDocument::fromJson(
        QByteArray::fromStdString(writeResult(result, info, &result.tables[1], TableFormat::Json)))
                                .object();
    QCOMPARE(one["tables"][0]["name"].toString(), QStringLiteral("one"));
}

void TestTableWriter::markdown()
{
    const auto field = [](const char* text) {
        const std::string table = writeTable(oneText(text), TableFormat::Markdown);
        const std::size_t begin = table.rfind("\n| ") + 3;
        return table.substr(begin, table.rfind(" |") - begin);
    };
    KT_COMPARE_TEXT(writeTable(oneText("a|b<c>"), TableFormat::Markdown), "| name |\n| --- |\n| a\\|b\\<c> |\n");
    // Emphasis would take the underscores away, a reference become a character, a pair of tildes a struck word.
    KT_COMPARE_TEXT(field("nn/module.py(5): __init__"), "nn/module.py(5): \\_\\_init__");
    KT_COMPARE_TEXT(field("_a_ aten::_to_copy add_"), "\\_a_ aten::\\_to_copy add_");
    KT_COMPARE_TEXT(field("&lt; &#60; a && b & c"), "\\&lt; \\&#60; a && b & c");
    KT_COMPARE_TEXT(field("~~a~~"), "\\~\\~a\\~\\~");
}

void TestTableWriter::alignedText()
{
    KT_COMPARE_TEXT(writeTable(sample(), TableFormat::Text),
        "name    time  share  count  parts\n"
        "          us      %\n"
        "gemm  12.345   33.3      2  a › b,c\n"
        "           -      -      -  -\n");
}

void TestTableWriter::sentencesAreBrokenAndNamesCut()
{
    const ColumnDescriptor count { "count", ColumnType::Int, Unit::Count, "", "" };
    Table findings(
        "one", "", { { "finding", ColumnType::String, Unit::None, "", "", false, TextKind::Sentence }, count });
    findings.addRow({ Message { KT_PHRASE("test",
                                    "The GPU waits for the host, which is busy with something else, %1 times in all, "
                                    "and then for nobody."),
                          arg::Count { 7 } },
        std::int64_t { 7 } });
    KT_COMPARE_TEXT(writeTable(findings, TableFormat::Text),
        "finding                                                       count\n"
        "The GPU waits for the host, which is busy with something          7\n"
        "else, 7 times in all, and then for nobody.\n");
    KT_COMPARE_TEXT(english(*findings.message(0, 0)), std::string(findings.text(0, 0)));
    QVERIFY(!findings.message(0, 1));
    // Short ones, too, where the line has no room for them; the end is what a change does.
    Table changes("three", "",
        { { .name = "description", .type = ColumnType::String, .title = "What if", .text = TextKind::Sentence },
            durationColumn("saved", "Saved") });
    changes.addRow({ std::string("gemm segment bf16 128x128x64 tn twice as fast"), std::int64_t { 4'000'000 } });
    changes.addRow({ std::string("_matmul_ogs_bf16xbf16xmxfp4\u00e4 twice as fast"), std::int64_t { 1'000'000 } });
    TableWriterOptions narrow;
    narrow.lineWidth = 30;
    narrow.exactUnits = true;
    KT_COMPARE_TEXT(writeTable(changes, TableFormat::Text, narrow),
        "description              saved\n"
        "gemm segment bf16         4000\n"
        "128x128x64 tn twice as\n"
        "fast\n"
        "_matmul_ogs_bf16xbf16xm   1000\n"
        "xfp4\u00e4 twice as fast\n");
    Table kernels("two", "", { { "name", ColumnType::String, Unit::None, "", "" }, count });
    kernels.addRow({ std::string("at::native::vectorized_elementwise_kernel<4, some_functor>(int, float, at::Tensor)"),
        std::int64_t { 8 } });
    KT_COMPARE_TEXT(writeTable(kernels, TableFormat::Text),
        "name                                                          count\n"
        "at::native::vectorized_elementwise_kernel<4, some_fun…ensor)      8\n");
}

void TestTableWriter::columnsFitTheLine_data()
{
    QTest::addColumn<int>("width");
    for (const int width : { 20, 40, 80, 120, 200 })
        QTest::addRow("%d", width) << width;
}

void TestTableWriter::columnsFitTheLine()
{
    QFETCH(int, width);
    TableWriterOptions options;
    options.lineWidth = static_cast<std::size_t>(width);
    const QString text = QString::fromStdString(writeTable(wideTable(), TableFormat::Text, options));
    for (const QString& line : text.split(QLatin1Char('\n')))
        QVERIFY2(line.size() <= width, qPrintable(line));
    // The figure that the table is about stays, and every column is there or named.
    const QString words = text.simplified();
    QVERIFY2(text.contains(QStringLiteral("sum")), qPrintable(text));
    const Table table = wideTable();
    for (const ColumnDescriptor& column : table.columns()) {
        const QString name = QString::fromStdString(column.name).section(QLatin1Char(' '), 0, 0);
        QVERIFY2(words.contains(name), qPrintable(text));
    }
    QCOMPARE(text.contains(QStringLiteral("--wide")), width < 200);
}

void TestTableWriter::wideTablesHaveEverything()
{
    TableWriterOptions options;
    options.maxCellWidth = 0;
    const QString text = QString::fromStdString(writeTable(wideTable(), TableFormat::Text, options));
    QVERIFY(text.contains(QStringLiteral("some_very_long_kernel_name_that_differs_only_at_its_end_number_2")));
    QVERIFY(!text.contains(QStringLiteral("not shown")));
}

/// Read in a unit of their own, figures do not stand beside the one that they have in files.
void TestTableWriter::theUnitOfFilesIsForFiles()
{
    Table table("t", "",
        { { "figure", ColumnType::Duration, Unit::Microseconds, "Figure" },
            { .name = "unit", .type = ColumnType::String, .title = "Unit", .isInFilesOnly = true } });
    table.addRow({ std::int64_t { 2'000'000'000 }, std::string("us") });
    TableWriterOptions options;
    options.maxCellWidth = 0;
    options.exactUnits = false;
    const QString read = QString::fromStdString(writeTable(table, TableFormat::Text, options));
    QVERIFY2(!read.contains(QStringLiteral("us")), qPrintable(read));
    options.exactUnits = true;
    const QString exact = QString::fromStdString(writeTable(table, TableFormat::Text, options));
    QVERIFY2(exact.contains(QStringLiteral("us")), qPrintable(exact));
}

void TestTableWriter::chosenColumns()
{
    TableWriterOptions options;
    options.lineWidth = 80;
    options.columns = { "sum", "name" };
    const QString head =
        QString::fromStdString(writeTable(wideTable(), TableFormat::Text, options)).section(QLatin1Char('\n'), 0, 0);
    QCOMPARE(head.simplified(), QStringLiteral("sum name"));
    QVERIFY(isColumnName("sum (us)", "sum"));
    QVERIFY(isColumnName("sum (us)", "sum (us)"));
    QVERIFY(!isColumnName("sum (us)", "su"));
    options.columns = { "nothing" };
    QVERIFY(!hasChosenColumn(wideTable(), options));
}

void TestTableWriter::largestFirstAndTheRestCounted()
{
    TableWriterOptions options;
    options.mostRows = 2;
    options.lineWidth = 41;
    options.columns = { "name", "sum" };
    KT_COMPARE_TEXT(writeTable(wideTable(), TableFormat::Text, options),
        "name                                  sum\n"
        "                                        s\n"
        "some_very_long_kernel_name_th…mber_2    3\n"
        "some_very_long_kernel_name_th…mber_1    2\n"
        "(2 of 4 rows, 2 more: --limit all)\n");
}

void TestTableWriter::filesRoundWhatTheirColumnSays()
{
    const ColumnDescriptor share { "share", ColumnType::Float, Unit::Percent, "", "% of all" };
    Table table("t", "", { share, roundedInFiles(share) });
    table.addRow({ 12.9494, 12.9494 });
    table.addRow({ Cell {}, Cell {} });
    KT_COMPARE_TEXT(writeTable(table, TableFormat::Csv), "share,share\n12.9494,12.95\n,\n");
    QCOMPARE(std::get<double>(inFiles(table.cell(0, 1), table.columns()[1])), 12.95);
    QCOMPARE(std::get<double>(table.cell(0, 1)), 12.9494); // what a screen rounds
}

/// Files have the number.
void TestTableWriter::whatIsNotAllDoesNotRead100()
{
    Table table("t", "",
        { { "share", ColumnType::Float, Unit::Percent, "", "% of all" },
            { "ratio", ColumnType::Float, Unit::Ratio, "", "share of idle" } });
    table.addRow({ 99.997, 0.99997 });
    table.addRow({ 99.97, 0.9997 });
    table.addRow({ 100.0, 1.0 });
    table.addRow({ 100 * (0.1 + 0.2 + 0.7), 0.1 + 0.2 + 0.7 }); // all but rounding
    table.addRow({ 0.0, 0.0 });
    table.addRow({ 0.003, 0.00003 });
    table.addRow({ -0.003, -0.00003 });
    KT_COMPARE_TEXT(writeTable(table, TableFormat::Text),
        " share   ratio\n"
        "     %       %\n"
        ">99.99  >99.99\n"
        " 99.97   99.97\n"
        "100.00  100.00\n"
        "100.00  100.00\n"
        "     0       0\n"
        " <0.01   <0.01\n"
        ">-0.01  >-0.01\n");
    QVERIFY(writeTable(table, TableFormat::Csv).starts_with("share,ratio\n99.997,0.99997\n"));

    Table whole("t", "", { { "share", ColumnType::Float, Unit::Percent, "", "% of all" } });
    whole.addRow({ 99.999999 });
    whole.addRow({ 0.000001 });
    whole.addRow({ 100.0 });
    KT_COMPARE_TEXT(writeTable(whole, TableFormat::Text), "share\n    %\n>99.9\n <0.1\n  100\n");
}

void TestTableWriter::oneUnitForWhatIsCompared()
{
    Table table("t", "",
        { { "name", ColumnType::String, Unit::None, "", "" },
            { "sum (us)", ColumnType::Duration, Unit::Microseconds, "", "" },
            { "max", ColumnType::Duration, Unit::Microseconds, "", "" },
            { "mean", ColumnType::Float, Unit::Microseconds, "", "" },
            { "ts", ColumnType::Time, Unit::Microseconds, "", "" }, { "size", ColumnType::Int, Unit::Bytes, "", "" },
            { "ratio", ColumnType::Float, Unit::Ratio, "", "share of idle" } });
    table.addRow({ std::string("a"), std::int64_t { 2'393'000'000 }, std::int64_t { 30'000'000 }, 2.393,
        std::int64_t { 1'234'567'891 }, std::int64_t { 2'500'000 }, 0.9867 });
    table.addRow({ std::string("b"), std::int64_t { 2'393 }, std::int64_t { 0 }, 0.5, std::int64_t { 5 },
        std::int64_t { 0 }, 0.00001 });
    table.addRow({ std::string("c"), Cell {}, Cell {}, Cell {}, Cell {}, std::int64_t { 8 }, Cell {} });
    KT_COMPARE_TEXT(writeTable(table, TableFormat::Text),
        "name     sum   max   mean           ts  size  ratio\n"
        "           s     s     us           us    MB      %\n"
        "a      2.393  0.03  2.393  1234567.891   2.5  98.67\n"
        "b     <0.001     0  0.500        0.005     0  <0.01\n"
        "c          -     -      -            -   8 B      -\n");
    TableWriterOptions options;
    options.exactUnits = true; // hta mode
    KT_COMPARE_TEXT(writeTable(table, TableFormat::Text, options),
        "name  sum (us)    max   mean           ts     size   ratio\n"
        "a      2393000  30000  2.393  1234567.891  2500000  0.9867\n"
        "b        2.393      0    0.5        0.005        0   1e-05\n"
        "c            -      -      -            -        8       -\n");
}

void TestTableWriter::textsBehindTheFigureStayWhereNamesAreTheSame()
{
    const ColumnDescriptor name { .name = "name", .type = ColumnType::String, .text = TextKind::Name };
    const ColumnDescriptor time { .name = "idle_time", .type = ColumnType::Duration, .isMainFigure = true };
    const ColumnDescriptor path { .name = "op_path", .type = ColumnType::String };
    const std::vector<ColumnLook> looks { { .column = &name }, { .column = &time, .isMainFigure = true },
        { .column = &path, .isNeeded = true }, { .column = &path }, { .column = &path, .isSameInAll = true } };
    const std::vector<ColumnWorth> expected { ColumnWorth::Naming, ColumnWorth::Most, ColumnWorth::TellsApart,
        ColumnWorth::AfterFigure, ColumnWorth::Empty };
    QVERIFY(columnWorths(looks) == expected);
}

/// As in sentences.
void TestTableWriter::halvesGoUp()
{
    Table table("t", "", { { "name", ColumnType::String }, { "saved", ColumnType::Duration, Unit::Microseconds } });
    table.addRow({ std::string("a"), std::int64_t { 1'651'500 } });
    table.addRow({ std::string("b"), std::int64_t { 40'953'500 } });
    const QString text = QString::fromStdString(writeTable(table, TableFormat::Text, {}));
    QVERIFY2(text.contains(QStringLiteral("1.652")) && text.contains(QStringLiteral("40.954")), qPrintable(text));
}

void TestTableWriter::whatTellsRowsApartStaysLongest()
{
    // As idle-causes has its owners: paths first, which some rows have not, and one of them none of those shown.
    const auto owners = [](std::int64_t lastRank) {
        Table table("owners", "",
            { { "op_path", ColumnType::String }, { "python_line", ColumnType::String }, { "rank", ColumnType::Int },
                { .name = "cause", .type = ColumnType::String, .text = TextKind::Category },
                { .name = "name", .type = ColumnType::String, .text = TextKind::Name },
                { .name = "idle_time", .type = ColumnType::Duration, .unit = Unit::Microseconds, .isMainFigure = true },
                { "gaps", ColumnType::Int, Unit::Count } });
        table.addRow({ std::string(), std::string(), std::int64_t { 0 }, std::string("late_start"),
            std::string("triton_per_fused_layer_norm"), std::int64_t { 3'000 }, std::int64_t { 5 } });
        table.addRow({ std::string("aten::layer_norm > aten::native_layer_norm > aten::empty"), std::string(),
            std::int64_t { lastRank }, std::string("op"), std::string("aten::empty"), std::int64_t { 2'000 },
            std::int64_t { 4 } });
        return table;
    };
    const auto written = [](const Table& table, std::size_t width) {
        TableWriterOptions options;
        options.lineWidth = width;
        return QString::fromStdString(writeTable(table, TableFormat::Text, options));
    };
    const auto headOf = [](const QString& text) { return text.section(QLatin1Char('\n'), 0, 0).simplified(); };
    const QString narrow = written(owners(0), 72);
    QCOMPARE(headOf(narrow), QStringLiteral("op_path cause name idle_time"));
    QVERIFY2(narrow.contains(QStringLiteral("(columns not shown: python_line, rank, gaps;")), qPrintable(narrow));
    // Cut in the middle.
    QVERIFY2(narrow.contains(QStringLiteral("\naten::layer_norm \u2026:empty  op ")), qPrintable(narrow));
    // A rank that is not the same in all rows tells them apart.
    QCOMPARE(headOf(written(owners(1), 72)), QStringLiteral("op_path rank cause name idle_time"));
    QCOMPARE(headOf(written(owners(1), 50)), QStringLiteral("rank cause name idle_time"));
    QCOMPARE(headOf(written(owners(1), 200)), QStringLiteral("op_path rank python_line cause name idle_time gaps"));
}

void TestTableWriter::columnsThatAreLeftOutChooseNoUnit()
{
    Table table("t", "",
        { { "name", ColumnType::String, Unit::None, "", "" },
            { "device", ColumnType::Duration, Unit::Microseconds, "", "" },
            { "some_long_heading_of_the_host", ColumnType::Duration, Unit::Microseconds, "", "" } });
    table.addRow({ std::string("mm"), std::int64_t { 111'000'000 }, std::int64_t { 1'200'000'000 } });
    TableWriterOptions options;
    options.lineWidth = 30;
    KT_COMPARE_TEXT(writeTable(table, TableFormat::Text, options),
        "name  device\n"
        "          ms\n"
        "mm       111\n"
        "(columns not shown:\n"
        "some_long_heading_of_the_host;\n"
        "--wide shows all, --columns\n"
        "A,B chooses)\n");
    KT_COMPARE_TEXT(writeTable(table, TableFormat::Text),
        "name  device  some_long_heading_of_the_host\n"
        "           s                              s\n"
        "mm     0.111                            1.2\n");
}

void TestTableWriter::microsecondsHaveOneSpelling()
{
    QCOMPARE(withMicroSign("op (39.9 us) and 5us, 3 usual buses of 7 us."),
        std::string("op (39.9 µs) and 5µs, 3 usual buses of 7 µs."));
    QCOMPARE(withMicroSign("us"), std::string("us"));
}

void TestTableWriter::shortTablesComeFirst()
{
    Table longOne("series", "A series", { { "value", ColumnType::Int, Unit::Count, "", "" } });
    for (int i = 0; i < 30; ++i)
        longOne.addRow({ std::int64_t { i } });
    AnalysisResult result;
    result.tables = { longOne, oneText("x") };
    const std::string text = writeResult(result, {}, nullptr, TableFormat::Text);
    QVERIFY(text.starts_with(" (--table one)\n\nname\nx\n\nA series (--table series)\n\n"));
    ResultInfo hta;
    hta.mode = Mode::Hta; // as HTA has them
    QVERIFY(writeResult(result, hta, nullptr, TableFormat::Text).starts_with("A series"));
    QVERIFY(writeResult(result, {}, nullptr, TableFormat::Markdown).starts_with("### A series"));
}

void TestTableWriter::longTablesArriveInPieces_data()
{
    QTest::addColumn<int>("format");
    QTest::newRow("table") << static_cast<int>(TableFormat::Text);
    QTest::newRow("csv") << static_cast<int>(TableFormat::Csv);
    QTest::newRow("tsv") << static_cast<int>(TableFormat::Tsv);
    QTest::newRow("json") << static_cast<int>(TableFormat::Json);
    QTest::newRow("markdown") << static_cast<int>(TableFormat::Markdown);
}

void TestTableWriter::longTablesArriveInPieces()
{
    QFETCH(int, format);
    Table table("t", "",
        { { "name", ColumnType::String, Unit::None, "", "" },
            { "time", ColumnType::Duration, Unit::Microseconds, "", "" } });
    for (int i = 0; i < 50'000; ++i)
        table.addRow({ std::string("kernel"), std::int64_t { i } });
    std::size_t pieces = 0;
    std::size_t longest = 0;
    std::string all;
    writeTable(table, static_cast<TableFormat>(format), {}, [&](std::string_view piece) {
        ++pieces;
        longest = std::max(longest, piece.size());
        all += piece;
    });
    QVERIFY(pieces > 4);
    QVERIFY(longest < 100'000);
    QVERIFY(all == writeTable(table, static_cast<TableFormat>(format)));
    if (static_cast<TableFormat>(format) == TableFormat::Json)
        QCOMPARE(
            QJsonDocument::fromJson(QByteArray::fromStdString(all))["rows"].toArray().size(), qsizetype { 50'000 });
}

void TestTableWriter::numbersArePrintedForReading_data()
{
    QTest::addColumn<double>("value");
    QTest::addColumn<QString>("text");
    QTest::newRow("zero") << 0.0 << "0";
    QTest::newRow("minus zero") << -0.0 << "0";
    QTest::newRow("whole") << 1200.0 << "1200";
    QTest::newRow("a third") << 1.0 / 3 << "0.3333";
    QTest::newRow("rounds to a whole") << 2.99999 << "3";
    QTest::newRow("small") << 0.00012345678 << "0.0001235";
    QTest::newRow("very small") << -1.23456e-9 << "-1.235e-09";
    QTest::newRow("long") << 338440633.1239 << "338440633.1239";
    QTest::newRow("beyond decimals") << 1.5e300 << "1.5e+300";
    QTest::newRow("not a number") << std::numeric_limits<double>::quiet_NaN() << "-";
}

void TestTableWriter::numbersArePrintedForReading()
{
    QFETCH(double, value);
    QFETCH(QString, text);
    Table table("one", "", { { "share", ColumnType::Float, Unit::None, "", "" } });
    table.addRow({ value });
    const QString lines = QString::fromStdString(writeTable(table, TableFormat::Text));
    QCOMPARE(lines.section(QLatin1Char('\n'), 1, 1).trimmed(), text);
    if (std::isfinite(value)) // what another program reads is exact
        QCOMPARE(
            QString::fromStdString(writeTable(table, TableFormat::Csv)).section(QLatin1Char('\n'), 1, 1).toDouble(),
            value);
}

void TestTableWriter::terminalsAreSafe()
{
    const std::string text = writeTable(oneText("\x1b[31mred\n"), TableFormat::Text);
    QVERIFY(text.find('\x1b') == std::string::npos);
    QCOMPARE(std::count(text.begin(), text.end(), '\n'), std::ptrdiff_t { 2 });
}

void TestTableWriter::microseconds_data()
{
    QTest::addColumn<qint64>("ns");
    QTest::addColumn<QString>("text");
    QTest::newRow("zero") << qint64 { 0 } << "0";
    QTest::newRow("whole") << qint64 { 12'000 } << "12";
    QTest::newRow("one decimal") << qint64 { 300 } << "0.3";
    QTest::newRow("three decimals") << qint64 { -1'005 } << "-1.005";
    QTest::newRow("beyond a double") << qint64 { 1'700'000'000'123'456'789 } << "1700000000123456.789";
    QTest::newRow("smallest") << std::numeric_limits<qint64>::min() << "-9223372036854775.808";
}

void TestTableWriter::microseconds()
{
    QFETCH(qint64, ns);
    QFETCH(QString, text);
    QCOMPARE(microsecondsText(ns), text.toStdString());
}

void TestTableWriter::jsonWriterTakesAnyText_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("expected");
    QTest::newRow("quotes") << QByteArray("a\"b\\c") << "a\"b\\c";
    QTest::newRow("control characters") << QByteArray("a\x01\n\t\x7f") << "a\x01\n\t\x7f";
    QTest::newRow("bad UTF-8") << QByteArray("a\xff") << QStringLiteral("a\uFFFD");
    QTest::newRow("UTF-8") << QByteArray("µs → 字") << QStringLiteral("µs → 字");
}

void TestTableWriter::jsonWriterTakesAnyText()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, expected);
    JsonWriter json;
    json.beginArray();
    json.value(std::string_view(text.constData(), static_cast<std::size_t>(text.size())));
    json.value(std::numeric_limits<double>::quiet_NaN());
    json.endArray();
    const QJsonArray array = QJsonDocument::fromJson(QByteArray::fromStdString(json.text())).array();
    QCOMPARE(array[0].toString(), expected);
    QVERIFY(array[1].isNull());
}

void TestTableWriter::foreignJsonIsCheckedBeforeItIsTakenOver()
{
    JsonWriter json;
    json.beginArray();
    json.json("{\"a\": [1, 2]}");
    json.json("{\"a\": [1, 2");
    json.json(std::string(100'000, '['));
    json.endArray();
    const QJsonArray array = QJsonDocument::fromJson(QByteArray::fromStdString(json.text())).array();
    QCOMPARE(array.size(), qsizetype { 3 });
    QVERIFY(array[0].isObject());
    QVERIFY(array[1].isString());
    QVERIFY(array[2].isString());
}

QTEST_GUILESS_MAIN(TestTableWriter)
#include "tst_table_writer.moc"
