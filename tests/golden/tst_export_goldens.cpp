// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/exports.h"
#include "tests/golden/csv_frame.h"
#include "tests/golden/golden_sets.h"
#include "tests/support/exported_trace.h"
#include "tests/support/strict_json.h"
#include "tests/support/temp_dir.h"
#include "tests/support/test_macros.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QMap>
#include <QRegularExpression>

#include <algorithm>
#include <vector>

using namespace kinetoscope;
using namespace kinetoscope::tests;

/// What hta mode writes against what HTA wrote.
class TestExportGoldens : public QObject {
    Q_OBJECT

private slots:
    void countersEqualHta_data();
    void countersEqualHta();
    void overlaysEqualHta_data();
    void overlaysEqualHta();
    void criticalPathsEqualHta_data();
    void criticalPathsEqualHta();

private:
    [[nodiscard]] Result<ExportResult> write(const QString& set, const char* kind, const Parameters& parameters);

    LoadedSet m_traces;
    TempDir m_dir;
};

namespace {

/// One event as HTA's Python prints it: numbers as numbers, so that 5 and 5.0 are equal.
QJsonObject objectOf(std::string_view event)
{
    return QJsonDocument::fromJson(QByteArray(event.data(), static_cast<qsizetype>(event.size()))).object();
}

/// Whether a word can stand in the text of an event, as it is or with escapes: else it need not be parsed.
bool mayHave(std::string_view event, std::string_view word)
{
    return event.find(word) != std::string_view::npos || event.find("\\u") != std::string_view::npos;
}

} // namespace

Result<ExportResult> TestExportGoldens::write(const QString& set, const char* kind, const Parameters& parameters)
{
    ExportInput input;
    input.traces = m_traces.of(set);
    if (!input.traces)
        return Error { ErrorCode::Unreadable, Message::verbatim("the traces do not load") };
    input.scope.ranks = { input.traces->ranks().front().rank };
    input.mode = Mode::Hta;
    input.parameters = parameters;
    input.context.threads = 2;
    return runExport(*findExport(kind), input, m_dir.file("out.json"));
}

void TestExportGoldens::countersEqualHta_data()
{
    KT_REQUIRE_SHARED("oracle");
    QTest::addColumn<QString>("set");
    for (const QString& set : setsWith(QStringLiteral("trace_with_counters.json")))
        QTest::newRow(qPrintable(set)) << set;
}

void TestExportGoldens::countersEqualHta()
{
    QFETCH(QString, set);
    QFile file(sharedPath(QStringLiteral("oracle/%1/trace_with_counters.json").arg(set)));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QJsonObject golden = QJsonDocument::fromJson(file.readAll()).object();
    const Result<ExportResult> result = write(set, "counters", {});
    KT_VERIFY_OK(result);
    const ExportedTrace out = readExported(m_dir.file("out.json"));
    QCOMPARE(QString::fromStdString(out.error), QString());
    // All that HTA wrote; its golden looks closer at the queue lengths.
    QCOMPARE(qint64(out.events.size()), qint64(golden[QStringLiteral("events_total")].toInteger()));
    const qsizetype count = golden[QStringLiteral("counter_events")].toInteger();
    const std::size_t old = static_cast<std::size_t>(result->files.front().copied);
    std::vector<QJsonObject> added;
    for (std::size_t i = old; i < out.events.size(); ++i) {
        if (!mayHave(out.events[i], "Queue Length"))
            continue;
        const QJsonObject event = objectOf(out.events[i]);
        if (event[QStringLiteral("name")] == QStringLiteral("Queue Length"))
            added.push_back(event);
    }
    QCOMPARE(qsizetype(added.size()), count);
    QCOMPARE(qint64(golden[QStringLiteral("by_name")].toObject()[QStringLiteral("Queue Length")].toInteger()), count);
    const QJsonArray first = golden[QStringLiteral("first20")].toArray();
    for (qsizetype i = 0; i < first.size(); ++i)
        QCOMPARE(added[static_cast<std::size_t>(i)], first[i].toObject());
    const QJsonArray last = golden[QStringLiteral("last20")].toArray();
    for (qsizetype i = 0; i < last.size(); ++i)
        QCOMPARE(added[static_cast<std::size_t>(count - last.size() + i)], last[i].toObject());
}

void TestExportGoldens::overlaysEqualHta_data()
{
    KT_REQUIRE_SHARED("oracle");
    QTest::addColumn<QString>("set");
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("op");
    QTest::addColumn<int>("length");
    for (const SequenceGolden& golden : sequenceGoldens())
        QTest::addRow("%s %s", qPrintable(golden.set), qPrintable(golden.file))
            << golden.set << golden.file << golden.op << golden.length.toInt();
}

/// The patterns that events carry are HTA's first five with its counts, and no event carries another.
void TestExportGoldens::overlaysEqualHta()
{
    QFETCH(QString, set);
    QFETCH(QString, file);
    QFETCH(QString, op);
    QFETCH(int, length);
    const CsvFrame golden = readFrame(sharedPath(QStringLiteral("oracle/") + set + u'/' + file));
    Parameters parameters;
    parameters.set("operator-name", op.toStdString());
    parameters.set("min-pattern-len", std::int64_t { length });
    const Result<ExportResult> result = write(set, "sequences", parameters);
    if (golden.isEmpty()) {
        KT_VERIFY_ERROR(result, ErrorCode::InvalidArgument);
        return;
    }
    KT_VERIFY_OK(result);
    QMap<QString, qint64> expected; // goldens keep 240 characters of a text
    for (std::size_t i = 0; i < std::min<std::size_t>(5, golden.rows.size()); ++i)
        expected[golden.rows[i][0].left(239)] = golden.rows[i][1].toLongLong();
    const ExportedTrace out = readExported(m_dir.file("out.json"));
    QCOMPARE(QString::fromStdString(out.error), QString());
    QMap<QString, qint64> found;
    std::size_t marked = 0;
    for (const std::string_view event : out.events) {
        if (!mayHave(event, "Patterns"))
            continue;
        const QJsonObject args = objectOf(event)[QStringLiteral("args")].toObject();
        const QJsonObject patterns = args[QStringLiteral("Patterns")].toObject();
        marked += patterns.isEmpty() ? 0 : 1;
        for (auto it = patterns.begin(); it != patterns.end(); ++it)
            found[it.key().left(239)] = it.value().toInteger();
    }
    QCOMPARE(found, expected);
    QVERIFY(marked > 0);
}

void TestExportGoldens::criticalPathsEqualHta_data()
{
    KT_REQUIRE_SHARED("oracle");
    QTest::addColumn<QString>("set");
    QTest::addColumn<QString>("file");
    const QDir oracle(sharedPath(QStringLiteral("oracle")));
    for (const QString& set : oracle.entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
        const QStringList files =
            QDir(oracle.filePath(set)).entryList({ QStringLiteral("critical_path.*.result.json") }, QDir::Files);
        for (const QString& file : files)
            QTest::addRow("%s %s", qPrintable(set), qPrintable(file)) << set << QString(set + u'/' + file);
    }
}

/// As many events and arrows as HTA wrote; HTA's marks are those of its events (tst_critical_path_goldens).
void TestExportGoldens::criticalPathsEqualHta()
{
    QFETCH(QString, set);
    QFETCH(QString, file);
    QFile result(sharedPath(QStringLiteral("oracle/") + file));
    QVERIFY(result.open(QIODevice::ReadOnly));
    const QJsonObject golden = QJsonDocument::fromJson(result.readAll()).object();
    Parameters parameters;
    parameters.set("annotation", golden[QStringLiteral("annotation")].toString().toStdString());
    parameters.set("instance", std::int64_t { golden[QStringLiteral("instance")].toInteger() });
    const Result<ExportResult> written = write(set, "critical-path", parameters);
    KT_VERIFY_OK(written);
    const ExportedTrace out = readExported(m_dir.file("out.json"));
    QCOMPARE(QString::fromStdString(out.error), QString());
    const QJsonObject overlay = golden[QStringLiteral("overlay_only_critical")].toObject();
    const qint64 arrows = overlay[QStringLiteral("cp_edges")].toInteger();
    const auto isArrow = [](std::string_view event) {
        return mayHave(event, "critical_path")
            && objectOf(event)[QStringLiteral("name")] == QStringLiteral("critical_path");
    };
    // One of the traces was written by HTA and has arrows already: HTA counts them too.
    QCOMPARE(qint64(std::count_if(out.events.begin(), out.events.end(), isArrow)), arrows);
    QCOMPARE(qint64(written->files.front().edited), golden[QStringLiteral("critical_path_events")].toInteger());
    QCOMPARE(qint64(out.events.size()), overlay[QStringLiteral("events")].toInteger());
    QCOMPARE(
        brokenRule(out, out.events.size() - static_cast<std::size_t>(written->files.front().added)), std::string());
}

QTEST_GUILESS_MAIN(TestExportGoldens)
#include "tst_export_goldens.moc"
