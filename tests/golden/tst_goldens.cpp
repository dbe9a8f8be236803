// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/trace_loader.h"
#include "core/output/table_writer.h"
#include "tests/golden/csv_frame.h"
#include "tests/golden/golden_sets.h"
#include "tests/support/analysis_runs.h"
#include "tests/support/load_text.h"
#include "tests/support/test_macros.h"

#include <QDir>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>

#include <array>
#include <map>
#include <optional>
#include <string_view>

using namespace kinetoscope;
using namespace kinetoscope::tests;

/// hta mode against what HTA returned, on every public trace that lies beside the project.
class TestGoldens : public QObject {
    Q_OBJECT

private slots:
    void htaModeEqualsHta_data();
    void htaModeEqualsHta();
    void sequencesEqualHta_data();
    void sequencesEqualHta();
    void stragglersEqualHta_data();
    void stragglersEqualHta();
    void traceDiffEqualsHta_data();
    void traceDiffEqualsHta();
    void goldensAreWellRead();

private:
    LoadedSet m_traces;
};

namespace {

/// Rows that were kept of HTA's delays of ops.
constexpr std::size_t kGoldenHead = 200;

/// The first rows of goldens() have files with other options of HTA's, too.
constexpr std::size_t kVariants = 6;

/// One file of HTA's and how we make it.
struct Golden {
    const char* file;
    const char* analysis;
    const char* table;
    ParameterTexts parameters;
    QStringList keys;
    std::optional<std::int64_t> rank {}; ///< files of one rank
};

std::vector<Golden> goldens()
{
    const QStringList perName { "rank", "kernel_type", "name" };
    const ParameterTexts n3 { { "num-kernels", "3" }, { "duration-ratio", "0.5" },
        { "include-memory-kernels", "false" } };
    const ParameterTexts n1000 { { "num-kernels", "1000" } };
    const QStringList perCause { "rank", "stream", "idle_category" };
    const std::pair<std::string, std::string> delay5 { "consecutive-kernel-delay", "5us" };
    const std::pair<std::string, std::string> hostSide { "use-gpu-annotation", "false" };
    std::vector<Golden> all {
        { "temporal_breakdown", "temporal-breakdown", "ranks", {}, { "rank" } },
        { "gpu_kernel_breakdown.types", "kernel-breakdown", "kernel-types", {}, { "kernel_type" } },
        { "gpu_kernel_breakdown.kernels", "kernel-breakdown", "kernels", {}, perName },
        { "idle_time_breakdown", "idle-time", "streams", {}, perCause },
        { "idle_interval_stats", "idle-time", "intervals", {}, perCause },
        { "comm_comp_overlap", "comm-comp-overlap", "ranks", {}, { "rank" } },
        { "gpu_kernel_breakdown_n3_nomem.types", "kernel-breakdown", "kernel-types", n3, { "kernel_type" } },
        { "gpu_kernel_breakdown_n3_nomem.kernels", "kernel-breakdown", "kernels", n3, perName },
        { "gpu_kernel_breakdown_n1000.types", "kernel-breakdown", "kernel-types", n1000, { "kernel_type" } },
        { "gpu_kernel_breakdown_n1000.kernels", "kernel-breakdown", "kernels", n1000, perName },
        { "idle_time_breakdown_ckd5", "idle-time", "streams", { delay5 }, perCause },
        { "idle_interval_stats_ckd5", "idle-time", "intervals", { delay5 }, perCause },
        { "memory_bw_summary", "memory-bandwidth", "summary", {}, { "rank", "name" } },
        { "queue_length_summary", "queue-length", "summary", {}, { "rank", "stream" } },
        { "blocked_on_full_queue", "queue-length", "blocked", {}, { "rank", "stream" } },
        { "blocked_on_full_queue_max5", "queue-length", "blocked", { { "max-queue-length", "5" } },
            { "rank", "stream" } },
        { "gpu_user_annotation_breakdown", "annotation-breakdown", "annotations", {}, { "rank", "name" } },
        { "cpu_user_annotation_breakdown", "annotation-breakdown", "annotations", { hostSide }, { "rank", "name" } },
        { "cpu_user_annotation_breakdown_n2", "annotation-breakdown", "annotations",
            { hostSide, { "num-kernels", "2" } }, { "rank", "name" } },
    };
    const QStringList perLaunch { "correlation", "gpu_duration", "launch_delay" };
    const QStringList perSequence { "aten_op_name", "kernel_sequence" };
    static std::array<std::pair<std::string, std::string>, 8> perRank; // the rows keep pointers
    std::vector<Golden> ranks;
    for (std::size_t rank = 0; rank < perRank.size(); ++rank) {
        const std::string suffix = ".rank" + std::to_string(rank);
        perRank[rank] = { "cuda_kernel_launch_stats" + suffix, "aten_op_kernels_and_delay" + suffix };
        const auto number = static_cast<std::int64_t>(rank);
        ranks.push_back({ perRank[rank].first.c_str(), "kernel-launches", "launches", {}, perLaunch, number });
        ranks.push_back({ perRank[rank].second.c_str(), "op-kernel-delays", "sequences", {}, perSequence, number });
    }
    for (const char* prefix : { "laststep.", "noround." }) {
        const auto option = prefix[0] == 'l'
            ? std::pair<std::string, std::string> { "include-last-profiler-step", "true" }
            : std::pair<std::string, std::string> { "ns-rounding", "false" };
        static std::map<std::string, std::string> names; // the rows keep pointers
        for (std::size_t i = 0; i < kVariants; ++i) {
            Golden golden = all[i];
            const std::string name = prefix + std::string(golden.file);
            golden.file = names.emplace(name, name).first->second.c_str();
            golden.parameters.push_back(option);
            all.push_back(golden);
        }
    }
    all.insert(all.end(), ranks.begin(), ranks.end());
    return all;
}

CsvFrame frameOf(const Table& table)
{
    TableWriterOptions options;
    options.rawText = true;
    return parseCsv(writeTable(table, TableFormat::Csv, options));
}

} // namespace

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
    const auto traces = m_traces.of(set);
    QVERIFY2(traces, "the traces do not load");
    if (row.analysis == std::string_view("op-kernel-delays") && expected.rows.size() >= kGoldenHead)
        QSKIP("Only the first rows of this frame were kept.");
    AnalysisInput input { traces, {} };
    if (row.rank)
        input.scope.ranks = { *row.rank };
    const Result<AnalysisResult> result = runOn(input, row.analysis, row.parameters, Mode::Hta);
    KT_VERIFY_OK(result);
    const CsvFrame actual = frameOf(*result->findTable(row.table));
    const QString difference = firstDifference(expected, actual, row.keys);
    QVERIFY2(difference.isEmpty(), qPrintable(difference));
}

void TestGoldens::sequencesEqualHta_data()
{
    KT_REQUIRE_SHARED("oracle");
    QTest::addColumn<QString>("set");
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("op");
    QTest::addColumn<QString>("length");
    for (const SequenceGolden& golden : sequenceGoldens())
        QTest::addRow("%s %s", qPrintable(golden.set), qPrintable(golden.file))
            << golden.set << golden.file << golden.op << golden.length;
}

void TestGoldens::sequencesEqualHta()
{
    QFETCH(QString, set);
    QFETCH(QString, file);
    QFETCH(QString, op);
    QFETCH(QString, length);
    const CsvFrame expected = readFrame(sharedPath(QStringLiteral("oracle/") + set + QChar('/') + file));
    if (expected.isEmpty())
        QSKIP("HTA returned an empty frame here.");
    const auto traces = m_traces.of(set);
    QVERIFY2(traces, "the traces do not load");
    const Result<AnalysisResult> result = runOn({ traces, {} }, "kernel-sequences",
        { { "operator-name", op.toStdString() }, { "min-pattern-len", length.toStdString() } }, Mode::Hta);
    KT_VERIFY_OK(result);
    const QString difference =
        firstDifference(expected, frameOf(*result->findTable("sequences")), { QStringLiteral("pattern") });
    QVERIFY2(difference.isEmpty(), qPrintable(difference));
}

void TestGoldens::stragglersEqualHta_data()
{
    KT_REQUIRE_SHARED("oracle");
    QTest::addColumn<QString>("set");
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("candidates");
    for (const auto& [file, candidates] :
        { std::pair { "stragglers.json", "2" }, std::pair { "stragglers_n1.json", "1" } }) {
        for (const QString& set : setsWith(QString::fromLatin1(file)))
            QTest::addRow("%s %s", qPrintable(set), file) << set << file << candidates;
    }
}

void TestGoldens::stragglersEqualHta()
{
    QFETCH(QString, set);
    QFETCH(QString, file);
    QFETCH(QString, candidates);
    QFile golden(sharedPath(QStringLiteral("oracle/") + set + QChar('/') + file));
    QVERIFY(golden.open(QIODevice::ReadOnly));
    QStringList expected;
    for (const QJsonValue& rank : QJsonDocument::fromJson(golden.readAll()).array())
        expected << QString::number(rank.toInt());
    if (expected.isEmpty())
        QSKIP("HTA named nobody here.");
    const auto traces = m_traces.of(set);
    QVERIFY2(traces, "the traces do not load");
    const auto result =
        runOn({ traces, {} }, "stragglers", { { "num-candidates", candidates.toStdString() } }, Mode::Hta);
    QCOMPARE(toQString(rowsOf(result, "candidates", { "rank" })).split('\n', Qt::SkipEmptyParts), expected);
}

void TestGoldens::traceDiffEqualsHta_data()
{
    KT_REQUIRE_SHARED("oracle");
    QTest::addColumn<QString>("folder");
    QTest::addColumn<QString>("device");
    QTest::addColumn<bool>("isShort");
    const QDir oracle(sharedPath(QStringLiteral("oracle")));
    for (const QString& folder : oracle.entryList({ QStringLiteral("trace_diff.*") }, QDir::Dirs)) {
        for (const char* device : { "ALL", "CPU", "GPU" }) {
            for (const bool isShort : { false, true })
                QTest::addRow("%s %s%s", qPrintable(folder), device, isShort ? " short" : "")
                    << folder << device << isShort;
        }
    }
}

void TestGoldens::traceDiffEqualsHta()
{
    QFETCH(QString, folder);
    QFETCH(QString, device);
    QFETCH(bool, isShort);
    const QString file = QStringLiteral("/compare_") + device + QLatin1String(isShort ? "_short" : "");
    const QString base = sharedPath(QStringLiteral("oracle/") + folder + file);
    const CsvFrame expected = readFrame(base, QStringLiteral("name"));
    if (expected.isEmpty())
        QSKIP("Only the first and last rows of this frame were kept.");
    std::vector<AnalysisInput> inputs;
    for (const QString& set : folder.mid(QStringLiteral("trace_diff.").size()).split(QStringLiteral(".vs."))) {
        const auto traces = loadTraceSet(
            { { std::nullopt, sharedPath(QStringLiteral("traces/") + set).toStdString() } }, testLoadOptions(), {});
        if (!traces)
            QSKIP("These traces are not beside the project.");
        inputs.push_back({ traces.value(), {} });
    }
    const auto result = runOn(inputs, "trace-diff",
        { { "device-type", device.toLower().toStdString() }, { "use-short-name", isShort ? "true" : "false" } },
        Mode::Hta);
    KT_VERIFY_OK(result);
    const QString difference =
        firstDifference(expected, frameOf(*result->findTable("ops")), { QStringLiteral("name") });
    QVERIFY2(difference.isEmpty(), qPrintable(difference));
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
