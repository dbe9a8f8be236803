// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/trace_loader.h"
#include "core/output/table_writer.h"
#include "tests/golden/csv_frame.h"
#include "tests/support/analysis_runs.h"
#include "tests/support/load_text.h"
#include "tests/support/test_macros.h"

#include <QDir>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>

#include <map>

using namespace kinetoscope;
using namespace kinetoscope::tests;

/// hta mode against what HTA returned, exact mode against an independent recomputation, on every public trace that lies
/// beside the project.
class TestGoldens : public QObject {
    Q_OBJECT

private slots:
    void htaModeEqualsHta_data();
    void htaModeEqualsHta();
    void exactModeEqualsTheIndependentFigures_data();
    void exactModeEqualsTheIndependentFigures();
    void goldensAreWellRead();

private:
    std::shared_ptr<const TraceSet> tracesOf(const QString& set);

    QString m_loadedSet;
    std::shared_ptr<const TraceSet> m_loaded;
};

namespace {

/// One file of HTA's and how we make it.
struct Golden {
    const char* file;
    const char* analysis;
    const char* table;
    ParameterTexts parameters;
    QStringList keys;
};

std::vector<Golden> goldens()
{
    const QStringList perName { "rank", "kernel_type", "name" };
    const ParameterTexts n3 { { "num-kernels", "3" }, { "duration-ratio", "0.5" },
        { "include-memory-kernels", "false" } };
    const ParameterTexts n1000 { { "num-kernels", "1000" } };
    std::vector<Golden> all {
        { "temporal_breakdown", "temporal-breakdown", "ranks", {}, { "rank" } },
        { "gpu_kernel_breakdown.types", "kernel-breakdown", "kernel-types", {}, { "kernel_type" } },
        { "gpu_kernel_breakdown.kernels", "kernel-breakdown", "kernels", {}, perName },
        { "gpu_kernel_breakdown_n3_nomem.types", "kernel-breakdown", "kernel-types", n3, { "kernel_type" } },
        { "gpu_kernel_breakdown_n3_nomem.kernels", "kernel-breakdown", "kernels", n3, perName },
        { "gpu_kernel_breakdown_n1000.types", "kernel-breakdown", "kernel-types", n1000, { "kernel_type" } },
        { "gpu_kernel_breakdown_n1000.kernels", "kernel-breakdown", "kernels", n1000, perName },
    };
    for (const char* prefix : { "laststep.", "noround." }) {
        const auto option = prefix[0] == 'l'
            ? std::pair<std::string, std::string> { "include-last-profiler-step", "true" }
            : std::pair<std::string, std::string> { "ns-rounding", "false" };
        static std::map<std::string, std::string> names; // the rows keep pointers
        for (std::size_t i = 0; i < 3; ++i) {
            Golden golden = all[i];
            const std::string name = prefix + std::string(golden.file);
            golden.file = names.emplace(name, name).first->second.c_str();
            golden.parameters.push_back(option);
            all.push_back(golden);
        }
    }
    return all;
}

QStringList setsWith(const QString& file)
{
    QStringList sets;
    for (const QString& set : QDir(sharedPath(QStringLiteral("oracle"))).entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
        const QString base = sharedPath(QStringLiteral("oracle/") + set + QChar('/') + file);
        const bool exists =
            QFileInfo::exists(base) || QFileInfo::exists(base + ".csv") || QFileInfo::exists(base + ".csv.gz");
        if (exists && QFileInfo::exists(sharedPath(QStringLiteral("traces/") + set)))
            sets << set;
    }
    return sets;
}

} // namespace

std::shared_ptr<const TraceSet> TestGoldens::tracesOf(const QString& set)
{
    if (set != m_loadedSet) { // rows of one set come one after another
        m_loaded.reset();
        const auto traces = loadTraceSet(
            { { std::nullopt, sharedPath(QStringLiteral("traces/") + set).toStdString() } }, testLoadOptions(), {});
        if (traces)
            m_loaded = traces.value();
        m_loadedSet = set;
    }
    return m_loaded;
}

void TestGoldens::htaModeEqualsHta_data()
{
    KT_REQUIRE_SHARED("oracle");
    QTest::addColumn<QString>("set");
    QTest::addColumn<int>("golden");
    const std::vector<Golden> all = goldens();
    std::map<QString, std::vector<int>> bySet;
    for (std::size_t i = 0; i < all.size(); ++i) {
        for (const QString& set : setsWith(QString::fromLatin1(all[i].file)))
            bySet[set].push_back(static_cast<int>(i));
    }
    for (const auto& [set, indices] : bySet) {
        for (const int i : indices)
            QTest::addRow("%s %s", qPrintable(set), all[static_cast<std::size_t>(i)].file) << set << i;
    }
}

void TestGoldens::htaModeEqualsHta()
{
    QFETCH(QString, set);
    QFETCH(int, golden);
    const Golden row = goldens()[static_cast<std::size_t>(golden)];
    const CsvFrame expected =
        readFrame(sharedPath(QStringLiteral("oracle/") + set + QChar('/') + QString::fromLatin1(row.file)));
    if (expected.isEmpty())
        QSKIP("HTA returned an empty frame here.");
    const auto traces = tracesOf(set);
    QVERIFY2(traces, "the traces do not load");
    const Result<AnalysisResult> result = runOn({ traces, {} }, row.analysis, row.parameters, Mode::Hta);
    KT_VERIFY_OK(result);
    TableWriterOptions options;
    options.rawText = true;
    const CsvFrame actual = parseCsv(writeTable(*result->findTable(row.table), TableFormat::Csv, options));
    const QString difference = firstDifference(expected, actual, row.keys);
    QVERIFY2(difference.isEmpty(), qPrintable(difference));
}

void TestGoldens::exactModeEqualsTheIndependentFigures_data()
{
    KT_REQUIRE_SHARED("oracle");
    QTest::addColumn<QString>("set");
    for (const QString& set : setsWith(QStringLiteral("independent.json")))
        QTest::addRow("%s", qPrintable(set)) << set;
}

void TestGoldens::exactModeEqualsTheIndependentFigures()
{
    QFETCH(QString, set);
    QFile file(sharedPath(QStringLiteral("oracle/") + set + QStringLiteral("/independent.json")));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QJsonObject ranks = QJsonDocument::fromJson(file.readAll()).object();
    const auto traces = tracesOf(set);
    QVERIFY2(traces, "the traces do not load");
    const Result<AnalysisResult> result = runOn({ traces, {} }, "temporal-breakdown");
    KT_VERIFY_OK(result);
    const Table& table = result->tables.front();
    const std::map<QString, const char*> columns { { "idle_us", "idle_time(us)" }, { "compute_us", "compute_time(us)" },
        { "non_compute_us", "non_compute_time(us)" }, { "kernel_time_us", "kernel_time(us)" },
        { "communication_us", "comm_time" }, { "memory_us", "mem_time" } };
    int compared = 0;
    for (std::size_t row = 0; row < table.rowCount(); ++row) {
        const QString rank = QStringLiteral("rank%1").arg(std::get<std::int64_t>(table.cell(row, 0)));
        const QJsonObject figures =
            ranks.contains(rank) || ranks.size() != 1 ? ranks[rank].toObject() : ranks.begin()->toObject();
        const QJsonObject exact = figures[QStringLiteral("whole_trace_exact")].toObject();
        if (exact.isEmpty())
            continue;
        QCOMPARE(std::get<std::int64_t>(table.cell(row, table.columnIndex("count"))), exact["events"].toInteger());
        for (const auto& [key, column] : columns) {
            const double ours =
                static_cast<double>(std::get<std::int64_t>(table.cell(row, table.columnIndex(column)))) / 1000.0;
            QVERIFY2(std::abs(ours - exact[key].toDouble()) < 0.0005,
                qPrintable(QStringLiteral("%1 %2: %3, ours %4")
                               .arg(rank, key)
                               .arg(exact[key].toDouble(), 0, 'f', 3)
                               .arg(ours, 0, 'f', 3)));
        }
        ++compared;
    }
    if (compared == 0)
        QSKIP("There are no independent figures for these traces.");
}

void TestGoldens::goldensAreWellRead()
{
    // The comparison itself: it must be able to fail.
    const CsvFrame golden = parseCsv(",rank,name,sum\n0,1,\"a,b\",2.0\n1,2,\"c\"\"d\",3.5\n");
    QCOMPARE(golden.header, QStringList({ "rank", "name", "sum" }));
    QCOMPARE(golden.rows.at(1), QStringList({ "2", "c\"d", "3.5" }));
    QVERIFY(firstDifference(golden, parseCsv("name,rank,sum,more\n\"c\"\"d\",2,3.5,x\n\"a,b\",1,2,y\n"), { "rank" })
                .isEmpty());
    QVERIFY(
        !firstDifference(golden, parseCsv("name,rank,sum\n\"c\"\"d\",2,3.50001\n\"a,b\",1,2\n"), { "rank" }).isEmpty());
    QVERIFY(!firstDifference(golden, parseCsv("name,rank,sum\n\"a,b\",1,2\n"), { "rank" }).isEmpty());
    QVERIFY(!firstDifference(golden, parseCsv("name,rank\n\"a,b\",1\n\"c\"\"d\",2\n"), { "rank" }).isEmpty());
}

QTEST_GUILESS_MAIN(TestGoldens)
#include "tst_goldens.moc"
