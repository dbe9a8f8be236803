// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/table_writer.h"
#include "tests/golden/csv_frame.h"
#include "tests/golden/golden_sets.h"
#include "tests/support/analysis_runs.h"
#include "tests/support/test_macros.h"

#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>

#include <cmath>

using namespace kinetoscope;
using namespace kinetoscope::tests;

/// What compares ranks, against another program's answer on the public jobs and against the truth of made ones.
class TestRankGoldens : public QObject {
    Q_OBJECT

private slots:
    void clocks_data();
    void clocks();
    void waits_data();
    void waits();
    void waterfalls_data();
    void waterfalls();
    void clocksOfMadeJobsAreTrue_data();
    void clocksOfMadeJobsAreTrue();

private:
    LoadedSet m_traces;
};

void TestRankGoldens::clocks_data()
{
    KT_REQUIRE_SHARED("oracle");
    QTest::addColumn<QString>("set");
    for (const QString& set : setsWith(QStringLiteral("clock_alignment")))
        QTest::addRow("%s", qPrintable(set)) << set;
}

void TestRankGoldens::clocks()
{
    QFETCH(QString, set);
    const auto traces = m_traces.of(set);
    QVERIFY2(traces, "the traces do not load");
    const Result<AnalysisResult> result = runOn({ traces, {} }, "clock-alignment");
    KT_VERIFY_OK(result);
    TableWriterOptions options;
    options.rawText = true;
    const CsvFrame actual = parseCsv(writeTable(*result->findTable("clocks"), TableFormat::Csv, options));
    const CsvFrame golden = readFrame(sharedPath(QStringLiteral("oracle/%1/clock_alignment").arg(set)));
    const QString difference = firstDifference(golden, actual, { QStringLiteral("rank") });
    QVERIFY2(difference.isEmpty(), qPrintable(difference));
    QCOMPARE(actual.rows.size(), golden.rows.size());
}

namespace {

/// Empties what follows from reasons that the golden does not give; how many there are. Takes the column out that it
/// does not have.
std::size_t withoutLostReasons(const CsvFrame& golden, CsvFrame& actual)
{
    std::size_t found = 0;
    const qsizetype next = actual.header.indexOf(QStringLiteral("next_rank"));
    if (next >= 0) {
        actual.header.removeAt(next);
        for (QStringList& row : actual.rows)
            row.removeAt(next);
    }
    const qsizetype lateBy = golden.header.indexOf(QStringLiteral("late_by"));
    const qsizetype root = golden.header.indexOf(QStringLiteral("root_rank"));
    if (lateBy < 0 || golden.header != actual.header || golden.rows.size() != actual.rows.size())
        return found;
    for (std::size_t row = 0; row < golden.rows.size(); ++row) {
        QStringList& own = actual.rows[row];
        if (!golden.rows[row].at(lateBy).isEmpty() || own.at(lateBy).isEmpty())
            continue;
        ++found;
        for (qsizetype column = root + 1; column < own.size(); ++column)
            own[column].clear();
        own[root] = golden.rows[row].at(root);
    }
    return found;
}

/// Empties what `ranks` sums up over reasons.
void withoutSumsOfReasons(CsvFrame& frame)
{
    for (const char* column : { "waits_rooted", "main_reason", "main_reason_waits" }) {
        for (QStringList& row : frame.rows)
            row[frame.header.indexOf(QLatin1String(column))].clear();
    }
}

} // namespace

void TestRankGoldens::waits_data()
{
    KT_REQUIRE_SHARED("oracle");
    QTest::addColumn<QString>("set");
    QTest::addColumn<QString>("table");
    for (const char* table : { "ranks", "instances", "steps", "groups" }) {
        for (const QString& set : setsWith(QStringLiteral("wait_causes.%1").arg(QLatin1String(table))))
            QTest::addRow("%s %s", qPrintable(set), table) << set << QString::fromLatin1(table);
    }
}

/// All columns, why a rank was late among them. The goldens give no reason where any rank lost the run before
/// (ranks.md, section 10): what is said of these is none of theirs.
void TestRankGoldens::waits()
{
    QFETCH(QString, set);
    QFETCH(QString, table);
    const auto traces = m_traces.of(set);
    QVERIFY2(traces, "the traces do not load");
    const Result<AnalysisResult> result = runOn({ traces, {} }, "wait-causes");
    KT_VERIFY_OK(result);
    TableWriterOptions options;
    options.rawText = true;
    const auto frameOf = [&](const QString& name) {
        return parseCsv(writeTable(*result->findTable(name.toStdString()), TableFormat::Csv, options));
    };
    const auto goldenOf = [&](const QString& name) {
        return readFrame(sharedPath(QStringLiteral("oracle/%1/wait_causes.%2").arg(set, name)));
    };
    CsvFrame instances = frameOf(QStringLiteral("instances"));
    const std::size_t lost = withoutLostReasons(goldenOf(QStringLiteral("instances")), instances);
    QCOMPARE(lost > 0, set == QLatin1String("made_ranks_lost")); // the only set whose ranks have lost runs
    CsvFrame actual = table == QLatin1String("instances") ? instances : frameOf(table);
    CsvFrame golden = goldenOf(table);
    if (lost > 0 && table == QLatin1String("ranks")) {
        withoutSumsOfReasons(golden);
        withoutSumsOfReasons(actual);
    }
    const QStringList keys = table == QLatin1String("steps")
        ? QStringList { QStringLiteral("rank"), QStringLiteral("step") }
        : QStringList { table.chopped(1) };
    const QString difference = firstDifference(golden, actual, keys);
    QVERIFY2(difference.isEmpty(), qPrintable(difference));
    QCOMPARE(actual.rows.size(), golden.rows.size());
}

void TestRankGoldens::waterfalls_data()
{
    KT_REQUIRE_SHARED("oracle");
    QTest::addColumn<QString>("set");
    QTest::addColumn<QString>("table");
    for (const char* table : { "parts", "kernels" }) {
        for (const QString& set : setsWith(QStringLiteral("waterfall")))
            QTest::addRow("%s %s", qPrintable(set), table) << set << QString::fromLatin1(table);
    }
}

/// Two traces, or two ranks or steps of one as the options beside the golden say.
void TestRankGoldens::waterfalls()
{
    QFETCH(QString, set);
    QFETCH(QString, table);
    const QString pair = set.startsWith(QLatin1String("trace_diff.")) ? set.mid(11) : QString();
    QStringList names = pair.isEmpty() ? QStringList { set, set } : pair.split(QStringLiteral(".vs."));
    ParameterTexts parameters;
    if (pair.isEmpty()) {
        QFile file(sharedPath(QStringLiteral("oracle/%1/waterfall.options.txt").arg(set)));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QList<QByteArray> words = file.readAll().simplified().split(' ');
        for (qsizetype i = 0; i + 1 < words.size(); i += 2)
            parameters.emplace_back(words.at(i).mid(2).toStdString(), words.at(i + 1).toStdString());
    }
    std::vector<AnalysisInput> inputs;
    for (const QString& name : names) {
        const auto traces = m_traces.of(name);
        QVERIFY2(traces, "the traces do not load");
        inputs.push_back({ traces, {} });
        if (pair.size() > 0) // as the command line: the lowest rank
            inputs.back().scope.ranks = { traces->ranks().front().rank };
    }
    const Result<AnalysisResult> result = runOn(inputs, "waterfall", parameters);
    KT_VERIFY_OK(result);
    TableWriterOptions options;
    options.rawText = true;
    const CsvFrame actual = parseCsv(writeTable(*result->findTable(table.toStdString()), TableFormat::Csv, options));
    const bool isKernels = table == QLatin1String("kernels");
    const CsvFrame golden = readFrame(sharedPath(
        QStringLiteral("oracle/%1/waterfall%2").arg(set, isKernels ? QStringLiteral(".kernels") : QString())));
    QStringList keys { QStringLiteral("part") };
    if (isKernels)
        keys.append(QStringLiteral("name"));
    const QString difference = firstDifference(golden, actual, keys);
    QVERIFY2(difference.isEmpty(), qPrintable(difference));
    QCOMPARE(actual.rows.size(), golden.rows.size());
}

void TestRankGoldens::clocksOfMadeJobsAreTrue_data()
{
    KT_REQUIRE_SHARED("oracle");
    QTest::addColumn<QString>("set");
    for (const char* set : { "made_ranks_late", "made_ranks_lost" })
        QTest::addRow("%s", set) << QString::fromLatin1(set);
}

/// Within the error bar; a drift too small to be told adds what it moves the clock by until the middle of the job.
void TestRankGoldens::clocksOfMadeJobsAreTrue()
{
    QFETCH(QString, set);
    const auto traces = m_traces.of(set);
    QVERIFY2(traces, "the traces do not load");
    QFile file(sharedPath(QStringLiteral("oracle/%1/truth.json").arg(set)));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QJsonObject truths =
        QJsonDocument::fromJson(file.readAll()).object().value(QLatin1String("clocks")).toObject();
    const Result<AnalysisResult> result = runOn({ traces, {} }, "clock-alignment");
    KT_VERIFY_OK(result);
    const Table& table = *result->findTable("clocks");
    const auto figure = [&table](std::size_t row, std::string_view column) {
        const Cell cell = table.cell(row, table.columnIndex(column));
        return std::holds_alternative<std::int64_t>(cell) ? std::get<std::int64_t>(cell) : 0;
    };
    QCOMPARE(static_cast<qsizetype>(table.rowCount()), truths.size());
    for (std::size_t row = 0; row < table.rowCount(); ++row) {
        const QJsonObject truth = truths.value(QString::number(figure(row, "rank"))).toObject();
        const double drift = std::fabs(truth.value(QLatin1String("drift_ppm")).toDouble()) / 1e6;
        const double off =
            static_cast<double>(figure(row, "offset")) + truth.value(QLatin1String("ahead_ns")).toDouble();
        const double most =
            static_cast<double>(figure(row, "error")) + drift * static_cast<double>(traces->workRange().length()) / 2;
        QVERIFY2(std::fabs(off) <= most, qPrintable(QStringLiteral("rank %1: %2 ns").arg(row).arg(off)));
    }
}

QTEST_GUILESS_MAIN(TestRankGoldens)
#include "tst_rank_goldens.moc"
