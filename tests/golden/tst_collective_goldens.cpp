// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/collectives/collective_matching.h"
#include "core/analysis/names/classification.h"
#include "core/output/table_writer.h"
#include "tests/golden/csv_frame.h"
#include "tests/golden/golden_sets.h"
#include "tests/support/analysis_runs.h"
#include "tests/support/test_macros.h"

#include <QFile>

#include <algorithm>
#include <map>
#include <vector>

using namespace kinetoscope;
using namespace kinetoscope::tests;

/// Which runs of different ranks are one collective, against another program's answer on the public jobs: the shortest
/// run and the sum of the waits of an instance agree only if its runs do.
class TestCollectiveGoldens : public QObject {
    Q_OBJECT

private slots:
    void instances_data();
    void instances();
    void bandwidths_data();
    void bandwidths();

private:
    LoadedSet m_traces;
};

namespace {

const QStringList kColumns { QStringLiteral("group"), QStringLiteral("kind"), QStringLiteral("seq"),
    QStringLiteral("step"), QStringLiteral("matched_by"), QStringLiteral("ranks"), QStringLiteral("transfer"),
    QStringLiteral("waits") };

QStringList goldenRows(const QString& set)
{
    QFile file(sharedPath(QStringLiteral("oracle/%1/wait_causes.instances.csv").arg(set)));
    if (!file.open(QIODevice::ReadOnly))
        return {};
    const QStringList header = QString::fromUtf8(file.readLine()).trimmed().split(QLatin1Char(','));
    QStringList rows;
    while (!file.atEnd()) {
        const QStringList cells = QString::fromUtf8(file.readLine()).trimmed().split(QLatin1Char(','));
        QStringList row;
        for (const QString& column : kColumns)
            row.append(cells.value(header.indexOf(column)));
        rows.append(row.join(QLatin1Char(' ')));
    }
    std::sort(rows.begin(), rows.end());
    return rows;
}

QString text(std::string_view view)
{
    return QString::fromUtf8(view.data(), static_cast<qsizetype>(view.size()));
}

/// Microseconds as the golden has them: "7", "7.5".
QString microseconds(Nanoseconds ns)
{
    return QString::number(static_cast<double>(ns) / 1000.0, 'g', 15);
}

QString rowOf(const CollectiveMatching& matching, const CollectiveInstance& instance)
{
    const NamedGroup& group = matching.groups[instance.group];
    const CommunicationRun& first = matching.runs[instance.runs.front()];
    Nanoseconds shortest = kMaxTimestamp;
    Nanoseconds sum = 0;
    for (const std::uint32_t run : instance.runs) {
        shortest = std::min(shortest, matching.runs[run].range.length());
        sum += matching.runs[run].range.length();
    }
    const QString name = group.name.empty() ? text(group.description)
                                            : QStringLiteral("%1 (%2)").arg(text(group.name), text(group.description));
    const auto numberOrNone = [](const std::optional<std::int64_t>& number) {
        return number ? QString::number(*number) : QString();
    };
    return QStringList { name, text(toString(instance.kind)), numberOrNone(instance.sequence), numberOrNone(first.step),
        text(toString(instance.matchedBy)), QString::number(instance.runs.size()), microseconds(shortest),
        microseconds(sum - static_cast<Nanoseconds>(instance.runs.size()) * shortest) }
        .join(QLatin1Char(' '));
}

} // namespace

void TestCollectiveGoldens::instances_data()
{
    KT_REQUIRE_SHARED("oracle");
    QTest::addColumn<QString>("set");
    for (const QString& set : setsWith(QStringLiteral("wait_causes.instances")))
        QTest::addRow("%s", qPrintable(set)) << set;
}

void TestCollectiveGoldens::instances()
{
    QFETCH(QString, set);
    const auto traces = m_traces.of(set);
    QVERIFY2(traces, "the traces do not load");
    const Result<CollectiveMatching> matching = matchCollectives(*traces, KernelClassifier(), {});
    KT_VERIFY_OK(matching);
    QStringList rows;
    for (const CollectiveInstance& instance : matching->instances) {
        if (instance.runs.size() > 1)
            rows.append(rowOf(*matching, instance));
    }
    std::sort(rows.begin(), rows.end());
    QCOMPARE(rows.join(QLatin1Char('\n')), goldenRows(set).join(QLatin1Char('\n')));
}

namespace {

struct GoldenColumn {
    const char* golden = nullptr;
    const char* own = nullptr;
};
/// Columns of a table as the golden calls them; the first so many tell rows apart.
struct GoldenColumns {
    std::vector<GoldenColumn> columns;
    qsizetype keys = 0;
};

GoldenColumns bandwidthColumns(const QString& golden)
{
    if (golden == QLatin1String("collectives"))
        return { { { "rank", "rank" }, { "group", "Process Group Name" }, { "collective", "collective" },
                     { "in_msg_nelems", "In msg nelems" }, { "out_msg_nelems", "Out msg nelems" }, { "dtype", "dtype" },
                     { "collective_name", "Collective name" }, { "message_bytes", "message_bytes" },
                     { "group_size", "Group size" }, { "group_size_source", "group_size_source" },
                     { "size_source", "size_source" }, { "count", "operation_count" }, { "dur_sum_us", "dur_sum" },
                     { "dur_mean_us", "dur_mean" }, { "dur_min_us", "dur_min" }, { "dur_max_us", "dur_max" },
                     { "instances_matched", "instances" }, { "ranks_matched", "ranks" }, { "matched_by", "matched_by" },
                     { "latency_mean_us", "latency_mean" }, { "algbw_gb_s", "algbw" }, { "busbw_gb_s", "busbw" },
                     { "skew_mean_us", "skew_mean" }, { "skew_max_us", "skew_max" }, { "wait_sum_us", "waits" },
                     { "times_last", "last_count" }, { "times_first", "first_count" } },
            6 };
    return { { { "instance", "instance" }, { "collective", "collective" }, { "collective_name", "Collective name" },
                 { "dtype", "dtype" }, { "group", "Process Group Name" }, { "group_size", "Group size" },
                 { "message_bytes", "message_bytes" }, { "ranks", "ranks" }, { "latency_us", "comm_latency" },
                 { "skew_us", "skew" }, { "last_rank", "last_rank" }, { "first_rank", "first_rank" },
                 { "algbw_gb_s", "algbw" }, { "busbw_gb_s", "busbw" }, { "matched_by", "matched_by" } },
        1 };
}

/// "1" and "1.0" are one number.
QString plainNumber(const QString& text)
{
    bool isNumber = false;
    const double number = text.toDouble(&isNumber);
    return isNumber ? QString::number(number, 'g', 15) : text;
}

/// Cells by key, all as "column=value"; of a golden with doubts the rows that it trusts.
std::map<QString, QString> cellsByKey(const CsvFrame& frame, const GoldenColumns& columns, bool isGolden)
{
    std::map<QString, QString> rows;
    const qsizetype trust = frame.header.indexOf(QStringLiteral("trust"));
    for (const QStringList& row : frame.rows) {
        if (isGolden && trust >= 0 && row.at(trust) != QLatin1String("yes"))
            continue;
        QStringList cells;
        for (const GoldenColumn& column : columns.columns) {
            const qsizetype place = frame.header.indexOf(QLatin1String(isGolden ? column.golden : column.own));
            cells.append(QLatin1String(column.own) + QLatin1Char('=') + plainNumber(row.value(place)));
        }
        rows[cells.mid(0, columns.keys).join(QLatin1Char(' '))] = cells.join(QLatin1Char(' '));
    }
    return rows;
}

} // namespace

void TestCollectiveGoldens::bandwidths_data()
{
    KT_REQUIRE_SHARED("oracle");
    QTest::addColumn<QString>("set");
    QTest::addColumn<QString>("golden");
    for (const QString& golden : { QStringLiteral("collectives"), QStringLiteral("collective_instances") }) {
        for (const QString& set : setsWith(golden))
            QTest::addRow("%s %s", qPrintable(set), qPrintable(golden)) << set << golden;
    }
}

/// Every row that the golden trusts, to the last digit; what we have beside them has no size.
void TestCollectiveGoldens::bandwidths()
{
    QFETCH(QString, set);
    QFETCH(QString, golden);
    const auto traces = m_traces.of(set);
    QVERIFY2(traces, "the traces do not load");
    const Result<AnalysisResult> result = runOn({ traces, {} }, "collectives");
    KT_VERIFY_OK(result);
    TableWriterOptions options;
    options.rawText = true;
    const bool isKinds = golden == QLatin1String("collectives");
    const CsvFrame frame =
        parseCsv(writeTable(*result->findTable(isKinds ? "collectives" : "instances"), TableFormat::Csv, options));
    const GoldenColumns columns = bandwidthColumns(golden);
    const auto expected =
        cellsByKey(readFrame(sharedPath(QStringLiteral("oracle/%1/%2").arg(set, golden))), columns, true);
    std::map<QString, QString> actual = cellsByKey(frame, columns, false);
    QVERIFY(!expected.empty());
    for (const auto& [key, cells] : expected) {
        QCOMPARE(actual[key], cells);
        actual.erase(key);
    }
    for (const auto& [key, cells] : actual)
        QVERIFY2(cells.contains(QLatin1String(" message_bytes= ")), qPrintable(cells));
}

QTEST_GUILESS_MAIN(TestCollectiveGoldens)
#include "tst_collective_goldens.moc"
