// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/table_writer.h"
#include "tests/golden/csv_frame.h"
#include "tests/golden/golden_sets.h"
#include "tests/support/analysis_runs.h"
#include "tests/support/test_macros.h"

#include <map>

using namespace kinetoscope;
using namespace kinetoscope::tests;

/// Idle causes, critical paths and what-if of whole traces against the references of the specification (causes.md), on
/// every public trace that lies beside the project.
class TestCauseGoldens : public QObject {
    Q_OBJECT

private slots:
    void wholeTraceEqualsTheReference_data();
    void wholeTraceEqualsTheReference();
    void differencesAreSeen();

private:
    LoadedSet m_traces;
};

namespace {

CsvFrame frameOf(const Result<AnalysisResult>& result, std::string_view table)
{
    TableWriterOptions options;
    options.rawText = true;
    return parseCsv(writeTable(*result->findTable(table), TableFormat::Csv, options));
}

/// The rows of the whole trace, without the column that says so.
CsvFrame wholeOf(CsvFrame frame)
{
    const qsizetype scope = frame.header.indexOf(QStringLiteral("scope"));
    std::erase_if(frame.rows, [scope](const QStringList& row) { return row[scope] != QStringLiteral("whole"); });
    frame.header.removeAt(scope);
    for (QStringList& row : frame.rows)
        row.removeAt(scope);
    return frame;
}

/// Where this program differs on purpose or for a reason that is known: set and file, and the reason.
const std::map<QString, const char*>& knownDifferences()
{
    static const char* const arrows = "Here work is linked to its launches by arrows, too: it has no numbers.";
    static const char* const steps = "The reference takes the first of several annotations for a step.";
    static const char* const mtia = "More is read of the threads that drive MTIA than by the reference; not settled.";
    static const std::map<QString, const char*> known {
        { QStringLiteral("unit_gemm_few_tiles critical_path_exact.summary"), arrows },
        { QStringLiteral("unit_gemm_few_tiles critical_path_exact.owners"), arrows },
        { QStringLiteral("unit_gemm_few_tiles what_if"), arrows },
        { QStringLiteral("normalization_mi300 idle_causes"), steps },
        { QStringLiteral("mtia_inference idle_causes"), mtia },
        { QStringLiteral("mtia_inference critical_path_exact.summary"), mtia },
        { QStringLiteral("mtia_inference critical_path_exact.owners"), mtia },
        { QStringLiteral("mtia_inference what_if"), mtia },
    };
    return known;
}

} // namespace

void TestCauseGoldens::wholeTraceEqualsTheReference_data()
{
    KT_REQUIRE_SHARED("oracle");
    QTest::addColumn<QString>("set");
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("analysis");
    QTest::addColumn<QString>("table");
    QTest::addColumn<QStringList>("keys");
    const auto add = [](const char* file, const char* analysis, const char* table, const char* keys) {
        for (const QString& set : setsWith(QString::fromLatin1(file)))
            QTest::addRow("%s %s", qPrintable(set), file)
                << set << QString::fromLatin1(file) << QString::fromLatin1(analysis) << QString::fromLatin1(table)
                << QString::fromLatin1(keys).split(u' ');
    };
    add("idle_causes", "idle-causes", "owners", "rank device cause name op_path python_line");
    add("critical_path_exact.summary", "critical-path", "summary", "rank kind");
    add("critical_path_exact.owners", "critical-path", "owners", "rank kind name");
    add("what_if", "what-if", "changes", "rank change target factor");
}

void TestCauseGoldens::wholeTraceEqualsTheReference()
{
    QFETCH(QString, set);
    QFETCH(QString, file);
    QFETCH(QString, analysis);
    QFETCH(QString, table);
    QFETCH(QStringList, keys);
    const CsvFrame golden = wholeOf(readFrame(sharedPath(QStringLiteral("oracle/") + set + u'/' + file)));
    if (golden.isEmpty())
        QSKIP("The reference has only steps of it.");
    const auto traces = m_traces.of(set);
    QVERIFY(traces);
    const auto result = runOn({ traces, {} }, analysis.toStdString());
    KT_VERIFY_OK(result);
    const QString difference = firstDifference(golden, frameOf(result, table.toStdString()), keys);
    if (const auto known = knownDifferences().find(set + u' ' + file); known != knownDifferences().end())
        QEXPECT_FAIL("", known->second, Continue);
    QVERIFY2(difference.isEmpty(), qPrintable(difference));
}

/// One nanosecond more is another figure.
void TestCauseGoldens::differencesAreSeen()
{
    const CsvFrame golden = parseCsv("rank,kind,time\n0,op,1.001\n");
    QVERIFY(firstDifference(golden, golden, { QStringLiteral("rank"), QStringLiteral("kind") }).isEmpty());
    QVERIFY(!firstDifference(
        golden, parseCsv("rank,kind,time\n0,op,1.002\n"), { QStringLiteral("rank"), QStringLiteral("kind") })
                 .isEmpty());
}

QTEST_GUILESS_MAIN(TestCauseGoldens)
#include "tst_cause_goldens.moc"
