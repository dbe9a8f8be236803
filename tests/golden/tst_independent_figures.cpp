// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/types/columns.h"
#include "tests/golden/golden_sets.h"
#include "tests/support/analysis_runs.h"
#include "tests/support/test_macros.h"

#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>

#include <cmath>
#include <map>

using namespace kinetoscope;
using namespace kinetoscope::tests;

/// Exact mode against figures that another program made of the raw JSON, on every public trace that lies beside the
/// project: equal to the nanosecond.
class TestIndependentFigures : public QObject {
    Q_OBJECT

private slots:
    void temporalBreakdown_data();
    void temporalBreakdown();
    void overlap_data();
    void overlap();
    void idleTime_data();
    void idleTime();

private:
    LoadedSet m_traces;
};

namespace {

QJsonObject independentFigures(const QString& set)
{
    QFile file(sharedPath(QStringLiteral("oracle/") + set + QStringLiteral("/independent.json")));
    return file.open(QIODevice::ReadOnly) ? QJsonDocument::fromJson(file.readAll()).object() : QJsonObject();
}

/// A single file is in there under the rank that the text names, ours may be another one.
QJsonObject figuresOfRank(const QJsonObject& ranks, std::int64_t rank)
{
    const QString key = QStringLiteral("rank%1").arg(rank);
    return ranks.contains(key) || ranks.size() != 1 ? ranks[key].toObject() : ranks.begin()->toObject();
}

/// Microseconds with three decimals.
Nanoseconds nanosecondsOf(const QJsonValue& us)
{
    return std::llround(us.toDouble() * 1000.0);
}

} // namespace

void TestIndependentFigures::temporalBreakdown_data()
{
    KT_REQUIRE_SHARED("oracle");
    QTest::addColumn<QString>("set");
    for (const QString& set : setsWith(QStringLiteral("independent.json")))
        QTest::addRow("%s", qPrintable(set)) << set;
}

void TestIndependentFigures::temporalBreakdown()
{
    QFETCH(QString, set);
    const QJsonObject ranks = independentFigures(set);
    const auto traces = m_traces.of(set);
    QVERIFY2(traces, "the traces do not load");
    const Result<AnalysisResult> result = runOn({ traces, {} }, "temporal-breakdown");
    KT_VERIFY_OK(result);
    const Table& table = result->tables.front();
    const std::map<QString, const char*> columns { { "idle_us", "idle_time(us)" }, { "compute_us", "compute_time(us)" },
        { "non_compute_us", "non_compute_time(us)" }, { "kernel_time_us", "kernel_time(us)" },
        { "communication_us", "comm_time" }, { "memory_us", "mem_time" } };
    int compared = 0;
    for (std::size_t row = 0; row < table.rowCount(); ++row) {
        const auto rank = std::get<std::int64_t>(table.cell(row, 0));
        const QJsonObject exact = figuresOfRank(ranks, rank)[QStringLiteral("whole_trace_exact")].toObject();
        if (exact.isEmpty())
            continue;
        QCOMPARE(std::get<std::int64_t>(table.cell(row, table.columnIndex("count"))), exact["events"].toInteger());
        for (const auto& [key, column] : columns) {
            const double ours =
                static_cast<double>(std::get<std::int64_t>(table.cell(row, table.columnIndex(column)))) / 1000.0;
            QVERIFY2(std::abs(ours - exact[key].toDouble()) < 0.0005,
                qPrintable(QStringLiteral("rank %1 %2: %3, ours %4")
                               .arg(rank)
                               .arg(key)
                               .arg(exact[key].toDouble(), 0, 'f', 3)
                               .arg(ours, 0, 'f', 3)));
        }
        ++compared;
    }
    if (compared == 0)
        QSKIP("There are no independent figures for these traces.");
}

void TestIndependentFigures::overlap_data()
{
    temporalBreakdown_data();
}

void TestIndependentFigures::overlap()
{
    QFETCH(QString, set);
    const QJsonObject ranks = independentFigures(set);
    const auto traces = m_traces.of(set);
    QVERIFY2(traces, "the traces do not load");
    const Result<AnalysisResult> result = runOn({ traces, {} }, "comm-comp-overlap");
    KT_VERIFY_OK(result);
    const Table& table = result->tables.front();
    int compared = 0;
    for (std::size_t row = 0; row < table.rowCount(); ++row) {
        const QJsonObject exact =
            figuresOfRank(ranks, std::get<std::int64_t>(table.cell(row, 0)))["whole_trace_exact"].toObject();
        if (exact.isEmpty())
            continue;
        QCOMPARE(nanosecondsOf(exact["overlap_us"]),
            std::get<std::int64_t>(table.cell(row, table.columnIndex("overlap_time"))));
        const Cell cell = inFiles(table.cell(row, 1), table.columns()[1]);
        const double* share = std::get_if<double>(&cell);
        QCOMPARE(share != nullptr, exact["overlap_pctg"].isDouble());
        if (share)
            QCOMPARE(*share, exact["overlap_pctg"].toDouble());
        ++compared;
    }
    if (compared == 0)
        QSKIP("There are no independent figures for these traces.");
}

void TestIndependentFigures::idleTime_data()
{
    temporalBreakdown_data();
}

void TestIndependentFigures::idleTime()
{
    QFETCH(QString, set);
    const QJsonObject ranks = independentFigures(set);
    const auto traces = m_traces.of(set);
    QVERIFY2(traces, "the traces do not load");
    int compared = 0;
    for (const RankTrace& rank : traces->ranks()) {
        const QJsonObject figures = figuresOfRank(ranks, rank.rank);
        if (!figures.contains("idle_by_stream_exact_whole_trace"))
            continue;
        // The figures follow HTA's rule for causes, by which a gap belongs to one cause as a whole; exact mode splits
        // it where the launch has returned ([DIFF-4.5], tst_second_implementation). What a stream idles is the same.
        std::map<QString, Nanoseconds> expected;
        const QJsonObject streams = figures["idle_by_stream_exact_whole_trace"].toObject();
        for (const QString& stream : streams.keys()) {
            const QJsonObject causes = streams[stream].toObject();
            for (const QString& cause : causes.keys()) {
                if (cause != QStringLiteral("overlapping_pairs"))
                    expected[stream] += nanosecondsOf(causes[cause]);
            }
        }
        Scope scope;
        scope.ranks = { rank.rank };
        const Result<AnalysisResult> result = runOn({ traces, scope }, "idle-time");
        KT_VERIFY_OK(result);
        const Table& table = result->tables.front();
        std::map<QString, Nanoseconds> actual;
        for (std::size_t row = 0; row < table.rowCount(); ++row) {
            const QString stream = QString::number(std::get<std::int64_t>(table.cell(row, 1)));
            if (expected.contains(stream)
                || std::get<std::int64_t>(table.cell(row, table.columnIndex("idle_time"))) != 0)
                actual[stream] += std::get<std::int64_t>(table.cell(row, table.columnIndex("idle_time")));
        }
        for (const auto& [stream, time] : expected)
            QVERIFY2(actual[stream] == time,
                qPrintable(QStringLiteral("rank %1 stream %2: %3 ns, ours %4")
                               .arg(rank.rank)
                               .arg(stream)
                               .arg(time)
                               .arg(actual[stream])));
        QCOMPARE(actual.size(), expected.size());
        ++compared;
    }
    if (compared == 0)
        QSKIP("There are no independent figures for these traces.");
}

QTEST_GUILESS_MAIN(TestIndependentFigures)
#include "tst_independent_figures.moc"
