// SPDX-License-Identifier: GPL-3.0-or-later
// Every file of the folder of public traces: it opens with every event accounted for, or is refused with one sentence.
#include "core/words/english.h"
#include "tests/hostile/outcome.h"
#include "tests/hostile/shared_files.h"
#include "tests/support/load_text.h"
#include "tests/support/temp_dir.h"
#include "tests/support/test_macros.h"

#include <QDir>

#include <map>

using namespace kinetoscope;
using namespace kinetoscope::tests;

class TestPublicTraces : public QObject {
    Q_OBJECT

private slots:
    void everyFile_data();
    void everyFile();
    void damagedOnes_data();
    void damagedOnes();
};

namespace {

/// "set/file" -> number of events, from the table of sources; -1 where it has none.
std::map<QString, qlonglong> eventCounts()
{
    std::map<QString, qlonglong> counts;
    const QString text =
        QString::fromStdString(readFile(sharedPath(QStringLiteral("traces/SOURCES.md")).toStdString()));
    for (const QString& line : text.split(u'\n')) {
        const QStringList cells = line.split(u'|');
        if (cells.size() < 8 || !line.startsWith(QLatin1String("| ")))
            continue;
        bool isNumber = false;
        const qlonglong count = cells[5].trimmed().toLongLong(&isNumber);
        counts[cells[1].trimmed() + u'/' + cells[2].trimmed()] = isNumber ? count : -1;
    }
    return counts;
}

} // namespace

void TestPublicTraces::everyFile_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<qlonglong>("events");
    KT_REQUIRE_SHARED(QStringLiteral("traces/SOURCES.md"));
    const std::map<QString, qlonglong> counts = eventCounts();
    const QDir root(sharedPath(QStringLiteral("traces")));
    for (const QString& name : traceFilesBelow(root)) {
        const auto count = counts.find(name);
        QTest::newRow(qPrintable(name)) << root.filePath(name) << (count == counts.end() ? -1 : count->second);
    }
}

void TestPublicTraces::everyFile()
{
    QFETCH(QString, path);
    QFETCH(qlonglong, events);
    LoadOptions options;
    const auto loaded = loadTrace(path.toStdString(), options, Progress {});
    if (!loaded) {
        QVERIFY2(events <= 0, english(loaded.error().message).c_str());
        const QString message = QString::fromStdString(english(loaded.error().message));
        QCOMPARE(loaded.error().code, ErrorCode::NotATrace);
        QVERIFY2(message.endsWith(u'.') && !message.contains(u'\n'), qPrintable(message));
        return;
    }
    const Trace& trace = *loaded.value();
    QVERIFY2(isAccountedFor(loaded), outcomeOf(loaded).c_str());
    if (events >= 0)
        QCOMPARE(qlonglong(trace.report().events), events);

    // What the model promises about every slice.
    const SliceTable& slices = trace.slices();
    for (const Track& track : trace.tracks()) {
        for (std::uint32_t row = track.firstSlice; row < track.endSlice(); ++row) {
            const SliceId id { row };
            QVERIFY(trace.laneOf(id) < track.laneCount);
            QVERIFY(row == track.firstSlice || slices.start[row - 1] <= slices.start[row]);
            const SliceId parent = slices.parent[row];
            if (!parent.isValid())
                continue;
            QVERIFY(parent.value >= track.firstSlice && parent.value < row);
            QVERIFY(slices.start[parent.index()] <= slices.start[row]);
        }
    }
    // Clicks work: the text of the first and the last event. Damaged ones show what stands there.
    const bool isDamaged = trace.report().dropped > 0 || trace.report().repaired > 0;
    for (const SliceId id : { SliceId { std::size_t { 0 } }, SliceId { slices.size() - 1 } }) {
        if (slices.size() == 0)
            break;
        const auto text = trace.eventJson(slices.eventIndex[id.index()]);
        KT_VERIFY_OK(text);
        QVERIFY2(text.value().starts_with('{') && (isDamaged || text.value().ends_with('}')), text.value().c_str());
    }
}

void TestPublicTraces::damagedOnes_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("outcome");
    const auto row = [](const char* file, const char* outcome) {
        QTest::newRow(file) << QString::fromUtf8(file) << QString::fromUtf8(outcome);
    };
    row("broken_made/empty.json", "refused");
    row("broken_made/empty_object.json", "0/0");
    row("broken_made/empty_array.json", "0/0");
    row("broken_made/no_events.json", "0/0");
    row("broken_made/events_not_objects.json", "5/1 not-an-object 4 | not-an-object 4");
    row("broken_made/deep_array_100000.json", "1/0 not-an-object 1 | not-an-object 1");
    row("broken_made/array_unclosed.json", "2/2");
    row("streams_same_priority/same_priority_streams.json.gz",
        "2137/1900 metadata 36 unpaired-flow 201 | unpaired-flow 201 damaged-preamble 1");
    row("chrome_generic/cuik_c_compiler.json.gz", "5692/5692 | missing-comma 3");
}

void TestPublicTraces::damagedOnes()
{
    KT_REQUIRE_SHARED(QStringLiteral("traces"));
    QFETCH(QString, file);
    QFETCH(QString, outcome);
    const auto loaded =
        loadTrace(sharedPath(QStringLiteral("traces/") + file).toStdString(), testLoadOptions(), Progress {});
    QCOMPARE(QString::fromStdString(outcomeOf(loaded)), outcome);
}

QTEST_GUILESS_MAIN(TestPublicTraces)
#include "tst_public_traces.moc"
