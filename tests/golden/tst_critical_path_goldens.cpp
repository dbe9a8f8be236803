// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/table_writer.h"
#include "tests/golden/csv_frame.h"
#include "tests/golden/golden_sets.h"
#include "tests/support/analysis_runs.h"
#include "tests/support/test_macros.h"

#include <QDir>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <vector>

using namespace kinetoscope;
using namespace kinetoscope::tests;

/// The critical path in hta mode against what HTA returned, on every public trace that lies beside the project.
class TestCriticalPathGoldens : public QObject {
    Q_OBJECT

private slots:
    void goldens_data();
    void goldens();
    void zeroWeightLaunchesEqualHta();
    void differencesAreSeen();

private:
    using Check = void (TestCriticalPathGoldens::*)();
    static const std::array<std::pair<const char*, Check>, 4> kChecks;
    void graphEqualsHta();
    void sumsEqualHta();
    void eventsEqualHta();
    void breakdownEqualsHta();
    [[nodiscard]] const Result<AnalysisResult>& runRow();

    LoadedSet m_traces;
    QString m_base;                                 ///< of m_result
    std::optional<Result<AnalysisResult>> m_result; ///< of the row before
};

namespace {

QString pathOf(const QString& base)
{
    return sharedPath(QStringLiteral("oracle/") + base);
}

QJsonObject resultOf(const QString& base)
{
    QFile file(pathOf(base) + QStringLiteral(".result.json"));
    return file.open(QIODevice::ReadOnly) ? QJsonDocument::fromJson(file.readAll()).object() : QJsonObject();
}

CsvFrame frameOf(const Result<AnalysisResult>& result, std::string_view table)
{
    TableWriterOptions options;
    options.rawText = true;
    return parseCsv(writeTable(*result->findTable(table), TableFormat::Csv, options));
}

/// Some columns of a frame as texts, one a row; numbers as one text whichever way they were written.
QStringList linesOf(const CsvFrame& frame, const QStringList& columns)
{
    std::vector<qsizetype> places;
    for (const QString& column : columns)
        places.push_back(frame.header.indexOf(column));
    QStringList lines;
    for (const QStringList& row : frame.rows) {
        QStringList cells;
        for (const qsizetype place : places) {
            const QString& cell = row[place];
            bool isNumber = false;
            const double number = cell.toDouble(&isNumber);
            cells << (isNumber ? QString::number(number, 'g', 15) : cell.left(239)); // goldens keep 240 characters
        }
        lines << cells.join(u'|');
    }
    return lines;
}

/// "" or how two lists of lines differ first.
QString firstDifferentLine(const QStringList& expected, const QStringList& actual)
{
    for (qsizetype i = 0; i < std::max(expected.size(), actual.size()); ++i) {
        if (expected.value(i) != actual.value(i))
            return QStringLiteral("line %1: expected %2, got %3").arg(i).arg(expected.value(i), actual.value(i));
    }
    return {};
}

/// Types of edges with their counts and weights, for the whole graph or for the path.
QStringList edgeLines(const QJsonObject& golden)
{
    const QJsonObject counts = golden[QStringLiteral("edge_types")].toObject();
    const QJsonObject weights = golden[QStringLiteral("edge_weight_by_type")].toObject();
    const QJsonObject critical = golden[QStringLiteral("critical_edge_weight_by_type")].toObject();
    static const std::map<QString, QString> names { { "OPERATOR_KERNEL", "critical_path_operator" },
        { "DEPENDENCY", "critical_path_dependency" }, { "KERNEL_LAUNCH_DELAY", "critical_path_kernel_launch_delay" },
        { "KERNEL_KERNEL_DELAY", "critical_path_kernel_kernel_delay" },
        { "SYNC_DEPENDENCY", "critical_path_sync_dependency" } };
    QStringList lines;
    for (const QString& type : counts.keys()) {
        const auto text = [](const QJsonValue& number) { return QString::number(number.toDouble(), 'g', 15); };
        lines << QStringList { names.at(type), text(counts[type]), text(weights[type]), text(critical[type]),
            text(golden[QStringLiteral("nodes")]) }
                     .join(u'|');
    }
    lines.sort();
    return lines;
}

} // namespace

const std::array<std::pair<const char*, TestCriticalPathGoldens::Check>, 4> TestCriticalPathGoldens::kChecks {
    { { "graph", &TestCriticalPathGoldens::graphEqualsHta }, { "sums", &TestCriticalPathGoldens::sumsEqualHta },
        { "events", &TestCriticalPathGoldens::eventsEqualHta },
        { "breakdown", &TestCriticalPathGoldens::breakdownEqualsHta } }
};

/// The rows of a golden come one after another: its path is found once.
void TestCriticalPathGoldens::goldens_data()
{
    KT_REQUIRE_SHARED("oracle");
    QTest::addColumn<QString>("set");
    QTest::addColumn<QString>("base");
    QTest::addColumn<int>("check");
    const QDir oracle(sharedPath(QStringLiteral("oracle")));
    for (const QString& set : oracle.entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
        const QDir folder(oracle.filePath(set));
        for (QString file : folder.entryList({ QStringLiteral("critical_path.*.result.json") }, QDir::Files)) {
            file.chop(int(qstrlen(".result.json")));
            for (int i = 0; i < static_cast<int>(kChecks.size()); ++i)
                QTest::addRow(
                    "%s %s: %s", qPrintable(set), qPrintable(file), kChecks.at(static_cast<std::size_t>(i)).first)
                    << set << QString(set + u'/' + file) << i;
        }
    }
}

void TestCriticalPathGoldens::goldens()
{
    QFETCH(int, check);
    (this->*kChecks.at(static_cast<std::size_t>(check)).second)();
}

const Result<AnalysisResult>& TestCriticalPathGoldens::runRow()
{
    QFETCH(QString, set);
    QFETCH(QString, base);
    if (m_result && m_base == base)
        return *m_result;
    m_base = base;
    const QJsonObject golden = resultOf(base);
    const auto traces = m_traces.of(set);
    if (!traces)
        return m_result.emplace(Error { ErrorCode::Unreadable, Message::verbatim("the traces do not load") });
    return m_result.emplace(runOn({ traces, {} }, "critical-path",
        { { "annotation", golden[QStringLiteral("annotation")].toString().toStdString() },
            { "instance", std::to_string(golden[QStringLiteral("instance")].toInteger()) } },
        Mode::Hta));
}

void TestCriticalPathGoldens::graphEqualsHta()
{
    QFETCH(QString, base);
    const Result<AnalysisResult>& result = runRow();
    KT_VERIFY_OK(result);
    const QJsonObject golden = resultOf(base);
    QStringList edges = linesOf(frameOf(result, "edges"), { "type", "edges", "weight", "critical_weight", "nodes" });
    edges.sort();
    QCOMPARE(firstDifferentLine(edgeLines(golden), edges), QString());
    QCOMPARE(qint64(result->findTable("path")->rowCount()), golden[QStringLiteral("critical_path_edges")].toInteger());
    QCOMPARE(
        qint64(result->findTable("events")->rowCount()), golden[QStringLiteral("critical_path_events")].toInteger());
    const QJsonObject summary = golden[QStringLiteral("summary")].toObject();
    const CsvFrame ours = frameOf(result, "summary");
    QCOMPARE(qsizetype(ours.rows.size()), summary.size());
    for (const QStringList& row : ours.rows) {
        const double expected = summary[row[ours.header.indexOf(QStringLiteral("bound_by"))]].toDouble(-1);
        const double actual = row[ours.header.indexOf(QStringLiteral("duration_pctg"))].toDouble();
        QVERIFY2(std::abs(actual - expected) <= 1e-9 * std::max(1.0, expected), qPrintable(row.join(u' ')));
    }
}

void TestCriticalPathGoldens::sumsEqualHta()
{
    QFETCH(QString, base);
    const CsvFrame expected = readFrame(pathOf(base) + QStringLiteral(".by_bound"));
    QVERIFY(!expected.isEmpty());
    const Result<AnalysisResult>& result = runRow();
    KT_VERIFY_OK(result);
    const QString difference =
        firstDifference(expected, frameOf(result, "bounds"), { QStringLiteral("bound_by"), QStringLiteral("type") });
    QVERIFY2(difference.isEmpty(), qPrintable(difference));
}

void TestCriticalPathGoldens::eventsEqualHta()
{
    QFETCH(QString, base);
    const QString path = pathOf(base) + QStringLiteral(".events");
    const QStringList columns { "ev_idx", "name", "ts", "dur", "stream" };
    const Result<AnalysisResult>& result = runRow();
    KT_VERIFY_OK(result);
    const QStringList actual = linesOf(frameOf(result, "events"), columns);
    const CsvFrame whole = readFrame(path);
    if (!whole.isEmpty()) {
        QCOMPARE(firstDifferentLine(linesOf(whole, columns), actual), QString());
        return;
    }
    const QStringList head = linesOf(readFrame(path + QStringLiteral(".head200")), columns);
    const QStringList tail = linesOf(readFrame(path + QStringLiteral(".tail200")), columns);
    QVERIFY(!head.isEmpty() && !tail.isEmpty());
    QCOMPARE(firstDifferentLine(head, actual.mid(0, head.size())), QString());
    QCOMPARE(firstDifferentLine(tail, actual.mid(actual.size() - tail.size())), QString());
}

/// HTA takes the rows from a set: whatever its order, every row that a golden kept must be one of ours.
void TestCriticalPathGoldens::breakdownEqualsHta()
{
    QFETCH(QString, base);
    const QString path = pathOf(base) + QStringLiteral(".breakdown");
    const QStringList columns { "event_idx", "duration", "type", "s_name", "pid", "tid", "stream", "index",
        "bound_by" };
    const Result<AnalysisResult>& result = runRow();
    KT_VERIFY_OK(result);
    QStringList actual = linesOf(frameOf(result, "path"), columns);
    actual.sort();
    const CsvFrame whole = readFrame(path);
    if (!whole.isEmpty()) {
        QStringList expected = linesOf(whole, columns);
        expected.sort();
        QCOMPARE(firstDifferentLine(expected, actual), QString());
        return;
    }
    QStringList kept = linesOf(readFrame(path + QStringLiteral(".head200")), columns)
        + linesOf(readFrame(path + QStringLiteral(".tail200")), columns);
    QVERIFY(!kept.isEmpty());
    for (const QString& line : std::as_const(kept)) { // head and tail are different rows of one frame
        const auto found = std::lower_bound(actual.begin(), actual.end(), line);
        QVERIFY2(found != actual.end() && *found == line, qPrintable(line));
        actual.erase(found);
    }
}

/// What HTA's own tests say of this trace (SPEC.md, section C).
void TestCriticalPathGoldens::zeroWeightLaunchesEqualHta()
{
    KT_REQUIRE_SHARED("traces/cp_simple_add_overlaid");
    const auto traces = m_traces.of(QStringLiteral("cp_simple_add_overlaid"));
    QVERIFY2(traces, "the traces do not load");
    const auto result = runOn({ traces, {} }, "critical-path",
        { { "annotation", "[param|pytorch.model.alex_net|0|0|0|measure|forward]" }, { "instance", "1" },
            { "zero-weight-launch-edges", "true" } },
        Mode::Hta);
    KT_VERIFY_OK(result);
    QCOMPARE(result->findTable("path")->rowCount() + 1, std::size_t { 315 });
    QCOMPARE(result->findTable("events")->rowCount(), std::size_t { 159 });
    const QStringList path = linesOf(frameOf(result, "path"), { "event_idx", "duration" });
    const qsizetype relu = path.indexOf(QStringLiteral("286|15"));
    QCOMPARE(path.mid(relu, 5), QStringList({ "286|15", "287|14", "1005|17", "287|15", "286|32" }));
}

void TestCriticalPathGoldens::differencesAreSeen()
{
    QCOMPARE(firstDifferentLine({ "a", "b" }, { "a", "b" }), QString());
    QVERIFY(!firstDifferentLine({ "a", "b" }, { "a", "c" }).isEmpty());
    QVERIFY(!firstDifferentLine({ "a" }, { "a", "b" }).isEmpty());
    QCOMPARE(linesOf(parseCsv("x,y\n1.0,a\n"), { "y", "x" }), QStringList { "a|1" });
}

QTEST_GUILESS_MAIN(TestCriticalPathGoldens)
#include "tst_critical_path_goldens.moc"
