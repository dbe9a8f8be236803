// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/trace_loader.h"
#include "core/output/table_writer.h"
#include "tests/golden/csv_frame.h"
#include "tests/support/analysis_runs.h"
#include "tests/support/load_text.h"
#include "tests/support/test_macros.h"

#include <QDir>
#include <QMap>
#include <QRegularExpression>

#include <algorithm>
#include <cmath>

using namespace kinetoscope;
using namespace kinetoscope::tests;

/// hta mode's long tables against HTA's, row by row and in HTA's order: whole where the golden is, else its first and
/// last rows and what describe() said of its columns.
class TestGoldenSeries : public QObject {
    Q_OBJECT

private slots:
    void seriesEqualHta_data();
    void seriesEqualHta();
    void kernelsByAnnotationEqualHta_data();
    void kernelsByAnnotationEqualHta();
    void countersEqualHta_data();
    void countersEqualHta();

private:
    CsvFrame frameOf(const QString& set, std::int64_t rank, const std::string& analysis, const std::string& table);

    QString m_loadedSet;
    std::shared_ptr<const TraceSet> m_loaded;
};

namespace {

/// Rows "set file" of all files of the oracle whose name matches; one column is the rank in the name.
void addFiles(const QString& pattern)
{
    QTest::addColumn<QString>("set");
    QTest::addColumn<QString>("file");
    QTest::addColumn<qint64>("rank");
    const QRegularExpression name(pattern);
    const QDir oracle(sharedPath(QStringLiteral("oracle")));
    for (const QString& set : oracle.entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
        if (!QDir(sharedPath(QStringLiteral("traces/") + set)).exists())
            continue;
        for (const QString& file : QDir(oracle.filePath(set)).entryList(QDir::Files)) {
            const auto match = name.match(file);
            if (match.hasMatch())
                QTest::addRow("%s %s", qPrintable(set), qPrintable(file))
                    << set << file << match.captured(QStringLiteral("rank")).toLongLong();
        }
    }
}

CsvFrame goldenOf(const QString& set, const QString& file, const QString& index = {})
{
    return readFrame(
        sharedPath(QStringLiteral("oracle/") + set + QChar('/') + file.section(QStringLiteral(".csv"), 0, 0)), index);
}

/// `count` rows of `frame` from `first` on, so that a row's place is its key.
QString differenceInOrder(const CsvFrame& golden, const CsvFrame& actual, std::size_t first)
{
    const QStringList place { QStringLiteral("place") };
    CsvFrame expected = golden;
    CsvFrame found { actual.header, {} };
    for (std::size_t i = 0; i < golden.rows.size() && first + i < actual.rows.size(); ++i)
        found.rows.push_back(actual.rows[first + i]);
    for (CsvFrame* frame : { &expected, &found }) {
        frame->header += place;
        for (std::size_t i = 0; i < frame->rows.size(); ++i)
            frame->rows[i] << QString::number(i);
    }
    return firstDifference(expected, found, place);
}

/// Rows, sum, least and greatest of every column that the statistics are about.
QString differenceFromStatistics(const CsvFrame& statistics, const CsvFrame& actual)
{
    const auto figure = [&statistics](const QStringList& row, const char* column) {
        return row.value(statistics.header.indexOf(QString::fromLatin1(column))).toDouble();
    };
    for (const QStringList& row : statistics.rows) {
        const QString name = row.value(statistics.header.indexOf(QStringLiteral("column")));
        const qsizetype column = actual.header.indexOf(name);
        if (column < 0)
            return QStringLiteral("no column ") + name;
        if (actual.rows.size() != static_cast<std::size_t>(figure(row, "rows")))
            return QStringLiteral("%1 rows, ours %2").arg(figure(row, "rows")).arg(actual.rows.size());
        double sum = 0;
        double least = INFINITY;
        double greatest = -INFINITY;
        for (const QStringList& cells : actual.rows) {
            const double value = cells.value(column).toDouble();
            sum += value;
            least = std::min(least, value);
            greatest = std::max(greatest, value);
        }
        const bool isSumKnown = std::abs(sum) < 9.2e18; // HTA's sums of larger integers wrapped round
        const double wrong = isSumKnown ? std::abs(sum - figure(row, "sum")) : 0;
        if (wrong > 1e-9 * std::max(1.0, std::abs(sum)) || least != figure(row, "min")
            || greatest != figure(row, "max"))
            return QStringLiteral("%1: sum %2, least %3, greatest %4").arg(name).arg(sum).arg(least).arg(greatest);
    }
    return {};
}

} // namespace

CsvFrame TestGoldenSeries::frameOf(
    const QString& set, std::int64_t rank, const std::string& analysis, const std::string& table)
{
    if (set != m_loadedSet) { // rows of one set come one after another
        m_loaded.reset();
        const auto traces = loadTraceSet(
            { { std::nullopt, sharedPath(QStringLiteral("traces/") + set).toStdString() } }, testLoadOptions(), {});
        m_loaded = traces ? traces.value() : nullptr;
        m_loadedSet = set;
    }
    if (!m_loaded)
        return {};
    AnalysisInput input { m_loaded, {} };
    input.scope.ranks = { rank };
    const auto result = runOn(input, analysis, {}, Mode::Hta);
    const Table* found = result ? result->findTable(table) : nullptr;
    TableWriterOptions options;
    options.rawText = true;
    return found ? parseCsv(writeTable(*found, TableFormat::Csv, options)) : CsvFrame {};
}

void TestGoldenSeries::seriesEqualHta_data()
{
    KT_REQUIRE_SHARED("oracle");
    addFiles(
        QStringLiteral("^(memory_bw|queue_length)_time_series\\.rank(?<rank>\\d+)\\..*csv|^memory_timeline\\..*csv"));
}

void TestGoldenSeries::seriesEqualHta()
{
    QFETCH(QString, set);
    QFETCH(QString, file);
    QFETCH(qint64, rank);
    const bool isStatistics = file.contains(QStringLiteral(".stats."));
    const CsvFrame golden = goldenOf(set, file, isStatistics ? QStringLiteral("column") : QString());
    if (golden.isEmpty())
        QSKIP("HTA returned an empty frame here.");
    const CsvFrame actual = frameOf(set, rank,
        file.startsWith(QStringLiteral("queue"))           ? "queue-length"
            : file.startsWith(QStringLiteral("memory_bw")) ? "memory-bandwidth"
                                                           : "memory-timeline",
        "series");
    QString difference;
    if (isStatistics) {
        difference = differenceFromStatistics(golden, actual);
    } else {
        const bool isTail = file.contains(QStringLiteral(".tail"));
        const bool isWhole = !isTail && !file.contains(QStringLiteral(".head"));
        if (isWhole)
            QCOMPARE(actual.rows.size(), golden.rows.size());
        QVERIFY(actual.rows.size() >= golden.rows.size());
        difference = differenceInOrder(golden, actual, isTail ? actual.rows.size() - golden.rows.size() : 0);
    }
    QVERIFY2(difference.isEmpty(), qPrintable(difference));
}

void TestGoldenSeries::kernelsByAnnotationEqualHta_data()
{
    KT_REQUIRE_SHARED("oracle");
    addFiles(QStringLiteral("^gpu_kernels_by_user_annotation\\.rank(?<rank>\\d+)\\.csv"));
}

void TestGoldenSeries::kernelsByAnnotationEqualHta()
{
    QFETCH(QString, set);
    QFETCH(QString, file);
    QFETCH(qint64, rank);
    const CsvFrame golden = goldenOf(set, file);
    const CsvFrame kernels = frameOf(set, rank, "annotation-kernels", "kernels");
    struct Total {
        int count = 0;
        double sum = 0;
    };
    QMap<QString, Total> totals;
    const qsizetype annotation = kernels.header.indexOf(QStringLiteral("s_user_annotation"));
    const qsizetype duration = kernels.header.indexOf(QStringLiteral("dur"));
    for (const QStringList& row : kernels.rows) {
        Total& total = totals[row.value(annotation)];
        ++total.count;
        total.sum += row.value(duration).toDouble();
    }
    CsvFrame actual { golden.header, {} };
    for (auto total = totals.cbegin(); total != totals.cend(); ++total)
        actual.rows.push_back({ total.key(), QString::number(total->count), QString::number(total->sum, 'g', 17) });
    const QString difference = firstDifference(golden, actual, { QStringLiteral("s_user_annotation") });
    QVERIFY2(difference.isEmpty(), qPrintable(difference));
}

void TestGoldenSeries::countersEqualHta_data()
{
    KT_REQUIRE_SHARED("oracle");
    addFiles(QStringLiteral("^cupti_counters\\.(?<rank>\\d+)\\.csv"));
}

void TestGoldenSeries::countersEqualHta()
{
    QFETCH(QString, set);
    QFETCH(QString, file);
    QFETCH(qint64, rank);
    CsvFrame golden = goldenOf(set, file);
    const qsizetype stack = golden.header.indexOf(QStringLiteral("op_stack"));
    for (QStringList& row : golden.rows) // Python writes lists in its own way
        row[stack] = row[stack].replace('\'', '"').replace(QStringLiteral(", "), QStringLiteral(","));
    const CsvFrame actual = frameOf(set, rank, "cupti-counters", "kernels");
    QCOMPARE(actual.rows.size(), golden.rows.size());
    const QString difference = differenceInOrder(golden, actual, 0);
    QVERIFY2(difference.isEmpty(), qPrintable(difference));
}

QTEST_GUILESS_MAIN(TestGoldenSeries)
#include "tst_golden_series.moc"
