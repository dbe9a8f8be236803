// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/table_writer.h"
#include "tests/golden/csv_frame.h"
#include "tests/support/analysis_runs.h"
#include "tests/support/test_macros.h"

#include <QFile>

using namespace kinetoscope;
using namespace kinetoscope::tests;
using namespace Qt::StringLiterals;

/// hta mode against HTA's figures of two small ranks that lie in the project: what make_small_golden.py worked out. So
/// HTA's rules are held where no public trace lies beside the project, too.
class TestSmallGolden : public QObject {
    Q_OBJECT

private slots:
    void htaModeEqualsTheFigures_data();
    void htaModeEqualsTheFigures();
};

namespace {

QString smallFile(const QString& name)
{
    return QStringLiteral(KINETOSCOPE_SOURCE_DIR "/tests/golden/small/") + name;
}

std::string textOf(const QString& name)
{
    QFile file(smallFile(name));
    return file.open(QIODevice::ReadOnly) ? file.readAll().toStdString() : std::string();
}

} // namespace

void TestSmallGolden::htaModeEqualsTheFigures_data()
{
    QTest::addColumn<QString>("analysis");
    QTest::addColumn<QString>("table");
    QTest::addColumn<QStringList>("keys");
    const QStringList perName { "rank", "kernel_type", "name" };
    const QStringList perCause { "rank", "stream", "idle_category" };
    QTest::newRow("temporal_breakdown") << u"temporal-breakdown"_s << u"ranks"_s << QStringList { "rank" };
    QTest::newRow("gpu_kernel_breakdown.types")
        << u"kernel-breakdown"_s << u"kernel-types"_s << QStringList { "kernel_type" };
    QTest::newRow("gpu_kernel_breakdown.kernels") << u"kernel-breakdown"_s << u"kernels"_s << perName;
    QTest::newRow("idle_time_breakdown") << u"idle-time"_s << u"streams"_s << perCause;
    QTest::newRow("comm_comp_overlap") << u"comm-comp-overlap"_s << u"ranks"_s << QStringList { "rank" };
}

void TestSmallGolden::htaModeEqualsTheFigures()
{
    QFETCH(QString, analysis);
    QFETCH(QString, table);
    QFETCH(QStringList, keys);
    const CsvFrame expected = readFrame(smallFile(QString::fromLatin1(QTest::currentDataTag())));
    QVERIFY(!expected.isEmpty());
    const AnalysisInput input = inputOf({ textOf(u"rank-0.json"_s), textOf(u"rank-1.json"_s) });
    const Result<AnalysisResult> result = runOn(input, analysis.toStdString(), {}, Mode::Hta);
    KT_VERIFY_OK(result);
    TableWriterOptions options;
    options.rawText = true;
    const CsvFrame actual = parseCsv(writeTable(*result->findTable(table.toStdString()), TableFormat::Csv, options));
    QCOMPARE(actual.rows.size(), expected.rows.size());
    const QString difference = firstDifference(expected, actual, keys);
    QVERIFY2(difference.isEmpty(), qPrintable(difference));
}

QTEST_GUILESS_MAIN(TestSmallGolden)
#include "tst_small_golden.moc"
