// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/words/loss_message.h"
#include "core/analysis/words/problem_message.h"
#include "core/words/english.h"
#include "tests/support/load_text.h"
#include "tests/support/test_macros.h"
#include "tests/support/trace_text.h"

#include <QByteArray>
#include <QLatin1String>
#include <QObject>
#include <QString>
#include <QTest>

using namespace kinetoscope;
using namespace kinetoscope::tests;

/// What the command line says of a file of which not all is there.
class TestLossSentence : public QObject {
    Q_OBJECT

private slots:
    void namesWhatWasLost_data();
    void namesWhatWasLost();
    void limitsAreNoDamage_data();
    void limitsAreNoDamage();
    void anEventBeyondItsLimitIsNoDamage();
    void theLimitOfTracksIsSaidOnce();
    void damagedFilesAreNeverSilent_data();
    void damagedFilesAreNeverSilent();
};

void TestLossSentence::namesWhatWasLost_data()
{
    QTest::addColumn<int>("problem");
    QTest::addColumn<QString>("text");
    QTest::addColumn<qint64>("dropped");
    QTest::addColumn<QString>("sentence");
    const auto add = [](const char* name, Problem problem, const char* text, qint64 dropped, const char* sentence) {
        QTest::newRow(name) << static_cast<int>(problem) << QString(text) << dropped << QString(sentence);
    };
    add("checksum", Problem::GzipChecksum, "", 0,
        "A checksum or length of the compressed data is wrong; the data may be damaged.");
    add("cut", Problem::Truncated, "", 1,
        "The file ends before the trace does; everything complete before that point is there. 1 event lost to damage, "
        "0 "
        "repaired.");
    add("the limit is named, and what it cut is no damage", Problem::LimitReached, "gzip ratio", 1,
        "The limit of how far compressed data may expand stopped the load after 67.1 MB of text; what follows was not "
        "read.");
    add("members", Problem::LimitReached, "gzip members", 0,
        "The limit of gzip members in one file stopped the load after 67.1 MB of text; what follows was not read.");
    add("tracks", Problem::LimitReached, "tracks", 0,
        "There are more than 100000 tracks; further ones share one track of each kind.");
    add("no loss", Problem::ExtraComma, "", 0, "");
}

void TestLossSentence::namesWhatWasLost()
{
    QFETCH(int, problem);
    QFETCH(QString, text);
    QFETCH(qint64, dropped);
    QFETCH(QString, sentence);
    ImportReport report;
    report.note(static_cast<Problem>(problem), 67'108'864, text.toStdString());
    report.dropped = static_cast<std::uint64_t>(dropped);
    report.cutByLimit = report.entry(Problem::LimitReached).count > 0 ? report.dropped : 0;
    KT_COMPARE_TEXT(english(lossMessage(report)), sentence.toStdString());
}

void TestLossSentence::limitsAreNoDamage_data()
{
    // Where the limit, which is looked at after each MiB, cuts a text of events of 128 bytes each.
    QTest::addColumn<int>("eventBytes");
    QTest::addColumn<bool>("isDamagedBefore");
    QTest::newRow("in the middle of an event") << 125 << false;
    QTest::newRow("between two events") << 128 << false;
    QTest::newRow("an event before is damaged") << 125 << true;
}

void TestLossSentence::limitsAreNoDamage()
{
    QFETCH(int, eventBytes);
    QFETCH(bool, isDamagedBefore);
    std::string text = R"({"traceEvents":[)";
    text.resize(127, ' ');
    text += '\n';
    const auto event = [eventBytes](int i) {
        std::string json = R"({"ph":"X","name":"a","pid":1,"tid":1,"dur":1,"ts":)" + std::to_string(i);
        json.resize(static_cast<std::size_t>(eventBytes) - 3, ' ');
        return json + "},\n";
    };
    if (isDamagedBefore)
        text += R"({"ph":"X",)" + std::string(20, '[') + "\n";
    for (int i = 0; i < 10'000; ++i)
        text += event(i);
    text += "{}]}";
    LoadOptions options = testLoadOptions();
    options.limits.gzipRatio = 5;
    options.limits.gzipRatioAfter = 30'000;
    const auto trace = loadText(gzip(text), options, "trace.json.gz");
    KT_VERIFY_OK(trace);
    const ImportReport& report = (*trace)->report();
    QCOMPARE(report.entry(Problem::LimitReached).count, std::uint64_t { 1 });
    QCOMPARE(report.entry(Problem::Truncated).count, std::uint64_t { 0 });
    QCOMPARE(report.entry(Problem::DamagedEvent).count, std::uint64_t { isDamagedBefore ? 1u : 0u });
    const QString loss = QString::fromStdString(english(lossMessage(report)));
    QVERIFY2(loss.startsWith(QLatin1String("The limit of how far compressed data may expand")), qPrintable(loss));
    QCOMPARE(loss.contains(QLatin1String("1 event lost to damage")), isDamagedBefore);
    QVERIFY2(!loss.contains(QLatin1String("file ends")), qPrintable(loss));
    QCOMPARE(report.dropped - report.cutByLimit, std::uint64_t { isDamagedBefore ? 1u : 0u });
    // What lists say of it is the same sentence.
    const QString words =
        QString::fromStdString(english(problemMessage(Problem::LimitReached, report.entry(Problem::LimitReached))));
    QVERIFY(loss.startsWith(words));
}

void TestLossSentence::anEventBeyondItsLimitIsNoDamage()
{
    LoadOptions options = testLoadOptions();
    options.limits.eventBytes = 1'000;
    const auto trace =
        loadText(TraceText().op("a", 0_us, 5_us).op(std::string(5'000, 'b'), 10_us, 5_us).op("c", 20_us, 5_us).text(),
            options, "trace.json");
    KT_VERIFY_OK(trace);
    QCOMPARE((*trace)->slices().size(), std::size_t { 2 });
    KT_COMPARE_TEXT(english(lossMessage((*trace)->report())),
        "A text, a list of keys or an event is longer than its limit and was cut.");
}

void TestLossSentence::theLimitOfTracksIsSaidOnce()
{
    std::string text = R"({"traceEvents":[)";
    for (int i = 0; i < 100'001; ++i) {
        for (const char* kind : { "kernel", "cpu_op" }) // tracks of two kinds
            text += std::string(R"({"ph":"X","name":"a","ts":1,"dur":1,"cat":")") + kind + R"(","pid":)"
                + (*kind == 'k' ? "0" : "1") + R"(,"tid":)" + std::to_string(i) + "},";
    }
    const auto trace = loadText(text + "{}]}");
    KT_VERIFY_OK(trace);
    KT_COMPARE_TEXT(english(lossMessage((*trace)->report())),
        "There are more than 100000 tracks; further ones share one track of each kind.");
}

void TestLossSentence::damagedFilesAreNeverSilent_data()
{
    QTest::addColumn<QByteArray>("bytes");
    const std::string whole = TraceText().launch(0_us, 5_us, 1).kernel("k", 10_us, 10_us, 7, 1).text();
    std::string wrongSum = gzip(whole);
    wrongSum[wrongSum.size() - 6] = static_cast<char>(wrongSum[wrongSum.size() - 6] ^ 0x55);
    QTest::newRow("wrong checksum") << QByteArray::fromStdString(wrongSum);
    // Cut between two events: every event that is there is whole.
    QTest::newRow("cut between events") << QByteArray::fromStdString(
        whole.substr(0, whole.find("},", whole.find("cudaLaunchKernel")) + 1));
    QTest::newRow("cut in the compressed data") << QByteArray::fromStdString(gzip(whole).substr(0, 120));
}

void TestLossSentence::damagedFilesAreNeverSilent()
{
    QFETCH(QByteArray, bytes);
    const auto trace = loadText(bytes.toStdString());
    KT_VERIFY_OK(trace);
    QVERIFY(!english(lossMessage((*trace)->report())).empty());
}

QTEST_GUILESS_MAIN(TestLossSentence)
#include "tst_loss_sentence.moc"
