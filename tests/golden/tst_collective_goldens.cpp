// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/collectives/collective_matching.h"
#include "core/analysis/names/classification.h"
#include "tests/golden/golden_sets.h"
#include "tests/support/analysis_runs.h"
#include "tests/support/test_macros.h"

#include <QFile>

#include <algorithm>

using namespace kinetoscope;
using namespace kinetoscope::tests;

/// Which runs of different ranks are one collective, against another program's answer on the public jobs: the shortest
/// run and the sum of the waits of an instance agree only if its runs do.
class TestCollectiveGoldens : public QObject {
    Q_OBJECT

private slots:
    void instances_data();
    void instances();

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

QTEST_GUILESS_MAIN(TestCollectiveGoldens)
#include "tst_collective_goldens.moc"
