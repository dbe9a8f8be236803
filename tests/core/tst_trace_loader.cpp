// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/words/loss_message.h"
#include "core/io/bytes/byte_scan.h"
#include "core/io/json/argument_scan.h"
#include "core/io/json/element_reader.h"
#include "core/io/trace_loader.h"
#include "core/model/common_arguments.h"
#include "core/words/english.h"
#include "tests/support/load_text.h"
#include "tests/support/temp_dir.h"
#include "tests/support/test_macros.h"
#include "tests/support/trace_text.h"

#include <QByteArray>
#include <QElapsedTimer>
#include <QFileInfo>
#include <QObject>
#include <QString>
#include <QStringList>
#include <QStringLiteral>
#include <QTest>

#include <array>
#include <filesystem>
#include <mutex>
#include <thread>

using namespace kinetoscope;
using namespace kinetoscope::tests;

namespace {

/// A trace of `count` ops of 1 us, each with args of about `argBytes`.
std::string manyOps(int count, std::size_t argBytes = 20)
{
    TraceText text;
    const std::string filler(argBytes, 'x');
    for (int i = 0; i < count; ++i)
        text.op("aten::op" + std::to_string(i % 50), i * 2_us, 1_us,
            ArgsText().add("i", std::int64_t { i }).add("filler", filler));
    return text.text();
}

/// 30 MB of text: several resume points of a gzip file, more than one stretch.
const std::string& longTrace()
{
    static const std::string text = manyOps(60'000, 400);
    return text;
}

LoadOptions withIsal(bool useIsal)
{
    LoadOptions options = testLoadOptions();
    options.useIsal = useIsal;
    return options;
}

} // namespace

class TestTraceLoader : public QObject {
    Q_OBJECT
private slots:
    void aBaseTimeMustBeADate_data();
    void aBaseTimeMustBeADate();
    void metadataBeforeAndBehindTheEventsIsKept();
    void refusals_data();
    void refusals();
    void emptyTracesOpen_data();
    void emptyTracesOpen();
    void onlyTheDocumentsOwnTraceEventsCount();
    void twoEventArraysAreBothRead();
    void lastOfEqualKeysCountsEverywhere();
    void timesYearsFromAllOthersAreSetAside_data();
    void timesYearsFromAllOthersAreSetAside();
    void eventTextIsTheBytesOfTheFile_data();
    void eventTextIsTheBytesOfTheFile();
    void manyEventTextsInOnePass_data();
    void manyEventTextsInOnePass();
    void eventTextOfAChangedFileIsRefused();
    void gzipMembersMayCutAnEvent_data();
    void gzipMembersMayCutAnEvent();
    void bothInflatersReportTheSameDamage_data();
    void bothInflatersReportTheSameDamage();
    void damagedGzipIsReadOnceMoreByZlib();
    void gzipBombStopsAtTheRatio();
    void badUtf8IsRepairedWhereverItStands_data();
    void badUtf8IsRepairedWhereverItStands();
    void keysWithEscapesAreKnown();
    void metadataAndCountersAreMended();
    void mendingKeepsArgsWithANumberBeyondADouble();
    void memoryLimitKeepsWhatWasRead();
    void progressEndsAtTheSizeOfTheFile();
    void cancelReturnsAtOnce();
    void stopTakesEffectInsideABlock();
    void manyEventArraysAreReadAtOnce();
    void counterKeysBeyondTheLimitAreCutAndSaid();
    void previewsGrow();
    void previewsOfManyFilesCountThemAll();
    void rawMemoryTimelineOpens();
    void autogradProfilerOpsAreOps();
    void ranksComeFromArgumentsMetadataNamesAndFreeNumbers();
    void twoFilesOfOneRankAreBothKept();
    void cyclesOfAProcessAreNoRanksThatRanTogether();
    void filesOfAFolderAreRanksInTheOrderOfTheirNumbers();
    void folderWithABadFileOpensTheRest();
    void nothingUsableIsAnError();
};

void TestTraceLoader::aBaseTimeMustBeADate_data()
{
    QTest::addColumn<QString>("json");
    QTest::addColumn<bool>("isUsed");
    QTest::newRow("now") << "1700000000000000000" << true;
    QTest::newRow("2116") << "4611686018427387903" << true;
    QTest::newRow("later, where times of events do not fit beside it") << "4611686018427387904" << false;
    QTest::newRow("the last") << "9223372036854775807" << false;
    QTest::newRow("the first") << "-9223372036854775808" << false;
    QTest::newRow("more than 64 bits") << "99999999999999999999" << false;
    QTest::newRow("no whole number") << "1.7e18" << false;
}

/// Times count from 0 without one; with one that does not fit they would all be the same.
void TestTraceLoader::aBaseTimeMustBeADate()
{
    QFETCH(QString, json);
    QFETCH(bool, isUsed);
    const auto job = loadTexts(
        { TraceText().top("baseTimeNanoseconds", json.toStdString()).op("a", 5_us, 1_us).op("b", 7_us, 2_us).text() });
    KT_VERIFY_OK(job);
    const TraceMetadata& metadata = (*job)->ranks().front().trace->metadata();
    QCOMPARE(metadata.baseTimeNanoseconds.has_value(), isUsed);
    QCOMPARE(*metadata.find("baseTimeNanoseconds"), json.toStdString());
    QCOMPARE((*job)->range(), (TimeRange { 0, 4_us }));
}

void TestTraceLoader::metadataBeforeAndBehindTheEventsIsKept()
{
    const auto trace = loadText(TraceText()
                                    .rank(3, 8)
                                    .top("schemaVersion", "1")
                                    .op("a", 0, 1_us)
                                    .baseTime(1'700'000'000'000'000'000)
                                    .bottom("traceName", "\"x\\ty\"")
                                    .text());
    KT_VERIFY_OK(trace);
    const TraceMetadata& metadata = (*trace)->metadata();
    QCOMPARE(metadata.rank.value_or(-1), std::int64_t { 3 });
    QCOMPARE(metadata.worldSize.value_or(-1), std::int64_t { 8 });
    QCOMPARE(metadata.baseTimeNanoseconds.value_or(0), std::int64_t { 1'700'000'000'000'000'000 });
    QCOMPARE(metadata.traceName, std::string("x\ty"));
    QVERIFY(metadata.find("schemaVersion") && *metadata.find("schemaVersion") == "1");
    QVERIFY((*trace)->report().isClean());
}

void TestTraceLoader::refusals_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QByteArray>("mustSay");
    using namespace std::string_view_literals;
    const auto row = [](const char* name, std::string_view bytes, const char* say) {
        QTest::newRow(name) << QByteArray(bytes.data(), static_cast<qsizetype>(bytes.size())) << QByteArray(say);
    };
    row("empty file", "", "empty");
    row("white space", " \n\t ", "white space");
    row("only a BOM", "\xEF\xBB\xBF", "white space");
    row("other JSON", R"({"nodes": [1, 2]})", "no traceEvents");
    row("cut before the events", R"({"schemaVersion": 1, "deviceProp)", "ends at byte");
    row("HTML", "<!DOCTYPE html><html></html>", "HTML");
    row("Python", "{'traceEvents': []}", "single quotes");
    row("git-lfs pointer", "version https://git-lfs.github.com/spec/v1\noid sha256:00\n", "Git LFS");
    row("one event a line", "{\"ph\":\"X\",\"ts\":1}\n{\"ph\":\"X\",\"ts\":2}\n", "one event a line");
    row("tar", std::string(257, 'x') + "ustar" + R"({"traceEvents": []})", "tar archive");
    row("zip", "PK\x03\x04rest", "ZIP");
    row("zstd", "\x28\xb5\x2f\xfdrest", "Zstandard");
    row("xz",
        "\xfd"
        "7zXZ\0rest"sv,
        "xz");
    row("UTF-16", "{\0\"\0"sv, "UTF-16");
    row("words", "hello world", "no JSON");
    row("events are no array", R"({"traceEvents": null})", "no traceEvents");
}

void TestTraceLoader::refusals()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QByteArray, mustSay);
    const auto trace = loadText({ bytes.constData(), static_cast<std::size_t>(bytes.size()) });
    KT_VERIFY_ERROR(trace, ErrorCode::NotATrace);
    QVERIFY2(QByteArray::fromStdString(english(trace.error().message)).contains(mustSay),
        english(trace.error().message).c_str());
    QVERIFY(!QByteArray::fromStdString(english(trace.error().message)).contains('\n'));
}

void TestTraceLoader::emptyTracesOpen_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("array") << QByteArray("[]");
    QTest::newRow("object") << QByteArray("{}");
    QTest::newRow("object with an empty array") << QByteArray("{\"traceEvents\":[]}");
    QTest::newRow("array that was never closed") << QByteArray("[");
    // Where an archive would have its mark.
    const QByteArray before = R"( {"traceEvents": [], "model": ")";
    QTest::newRow("a name of an archive") << before + QByteArray(257 - before.size(), 'm') + R"(ustar"})";
}

void TestTraceLoader::emptyTracesOpen()
{
    QFETCH(QByteArray, text);
    const auto trace = loadText({ text.constData(), static_cast<std::size_t>(text.size()) });
    KT_VERIFY_OK(trace);
    QCOMPARE((*trace)->report().events, std::uint64_t { 0 });
    QVERIFY((*trace)->range().isEmpty());
}

void TestTraceLoader::onlyTheDocumentsOwnTraceEventsCount()
{
    const auto trace = loadText(
        R"({"metadata": {"traceEvents": [{"ph":"X","ts":1,"dur":1}]}, "x": "\"traceEvents\": [", "traceEvents": [
        {"ph":"X","name":"a","pid":1,"tid":1,"ts":1,"dur":1,"args":{"traceEvents":[{"ph":"X","ts":1,"dur":1}]}}]})");
    KT_VERIFY_OK(trace);
    QCOMPARE((*trace)->report().events, std::uint64_t { 1 });
}

void TestTraceLoader::twoEventArraysAreBothRead()
{
    const auto trace = loadText(R"({"traceEvents": [{"ph":"X","name":"a","pid":1,"tid":1,"ts":1,"dur":1}], "y": 0,
        "traceEvents": [{"ph":"X","name":"b","pid":1,"tid":1,"ts":5,"dur":1}]})");
    KT_VERIFY_OK(trace);
    QCOMPARE((*trace)->report().events, std::uint64_t { 2 });
    QCOMPARE((*trace)->report().entry(Problem::RepeatedEventArray).count, std::uint64_t { 1 });
}

void TestTraceLoader::lastOfEqualKeysCountsEverywhere()
{
    const auto trace = loadText(R"({"distributedInfo":{"rank":1,"rank":2},"traceEvents":[
        {"ph":"C","name":"c","pid":1,"ts":1,"args":{"a":1,"b":2,"a":3,"b":"gone","d":4}},
        {"ph":"C","name":"c","pid":1,"ts":2,"args":{"d":5,"a":6}},
        {"ph":"X","name":"op","cat":"cpu_op","pid":1,"tid":1,"ts":1,"dur":1,"args":{"Input Dims":[[1]],"Input Dims":[[2]]}}
        ]})");
    KT_VERIFY_OK(trace);
    QCOMPARE((*trace)->metadata().rank.value_or(-1), std::int64_t { 2 });
    QCOMPARE((*trace)->counters().value, (std::vector<double> { 3, 6, 4, 5 }));
    const auto json = (*trace)->eventJson(2);
    KT_VERIFY_OK(json);
    QCOMPARE(tidyList(argumentOf(*json, "Input Dims")), std::string("[[2]]"));
    KT_COMPARE_TEXT(
        argumentOf(R"({"\u0061rgs":{"\u0049nput Dims":[1],"Input Dim\u0073":[2],"a\\":3}})", "Input Dims"), "[2]");
}

void TestTraceLoader::timesYearsFromAllOthersAreSetAside_data()
{
    // 100 ops of thread 1 and 20 of thread 2, 10 us apart, and what each row adds.
    QTest::addColumn<QByteArray>("added");
    QTest::addColumn<int>("setAside");
    QTest::addColumn<bool>("isRangeSound");
    const auto x = [](const char* tid, const char* ts) {
        return QByteArray(R"(,{"ph":"X","cat":"cpu_op","name":"odd","pid":1,"tid":)") + tid + R"(,"ts":)" + ts
            + R"(,"dur":5})";
    };
    const QByteArray counter = R"(,{"ph":"C","name":"c","pid":1,"ts":)";
    QTest::newRow("nothing odd") << QByteArray() << 0 << true;
    QTest::newRow("years later") << x("1", "1700000000000000") << 1 << true;
    QTest::newRow("years before") << x("1", "-1700000000000000") << 1 << true;
    QTest::newRow("alone on its thread") << x("7", "1700000000000000") << 1 << true;
    QTest::newRow("six days later") << x("1", "518400000000") << 0 << true;
    QTest::newRow("six, then twelve days later: no hole of seven days")
        << x("1", "518400000000") + x("1", "1036800000000") << 0 << true;
    QTest::newRow("both sides") << x("1", "1700000000000000") + x("1", "-1700000000000000") << 2 << true;
    QTest::newRow("a begin") << x("1", "1700000000000000").replace("\"X\"", "\"B\"") << 1 << true;
    QTest::newRow("an instant") << x("1", "1700000000000000").replace("\"X\"", "\"i\"") << 1 << true;
    QTest::newRow("a counter") << counter + R"(1,"args":{"a":1}})" + counter + R"(1700000000000000,"args":{"a":2}})"
                               << 1 << true;
    QTest::newRow("a thread with a clock of its own")
        << x("7", "1700000000000000") + x("7", "1700000000000010") << 0 << false;
    QTest::newRow("a tenth of a thread") << x("2", "1700000000000000") + x("2", "1700000000000010")
            + x("2", "1700000000000020") << 0
                                         << false;
    QByteArray second;
    for (int i = 0; i < 20; ++i)
        second += x("1", QByteArray::number(1700000000000000 + 10 * i).constData());
    QTest::newRow("a second recording") << second << 0 << false;
}

void TestTraceLoader::timesYearsFromAllOthersAreSetAside()
{
    QFETCH(QByteArray, added);
    QFETCH(int, setAside);
    QFETCH(bool, isRangeSound);
    std::string text = R"({"traceEvents":[{"ph":"M","name":"process_name","pid":1,"ts":0,"args":{"name":"p"}})";
    for (int i = 0; i < 120; ++i)
        text += R"(,{"ph":"X","cat":"cpu_op","name":"op","pid":1,"tid":)" + std::to_string(i < 100 ? 1 : 2)
            + R"(,"ts":)" + std::to_string(10 * i) + R"(,"dur":5})";
    const auto loaded = loadText(text + added.toStdString() + "]}");
    KT_VERIFY_OK(loaded);
    const Trace& trace = **loaded;
    const ImportReport& report = trace.report();
    QCOMPARE(report.entry(Problem::ImplausibleTime).count, static_cast<std::uint64_t>(setAside));
    QCOMPARE(report.isClean(), setAside == 0);
    QCOMPARE(trace.range().length() <= 2 * kMaxPlausibleDuration, isRangeSound);
    QVERIFY(english(lossMessage(report)).empty() == (setAside == 0));
    const std::uint64_t samples = added.contains("\"C\"") ? 2 : 0;
    std::uint64_t sound = 0;
    for (std::size_t row = 0; row < trace.slices().size(); ++row)
        sound += trace.slices().has(SliceTable::at(row), kSliceImplausibleTime) ? 0 : 1;
    QCOMPARE(trace.slices().size() - sound + (samples - trace.counters().size()),
        static_cast<std::uint64_t>(setAside)); // and every other one is as it was
}

void TestTraceLoader::eventTextIsTheBytesOfTheFile_data()
{
    QTest::addColumn<bool>("compressed");
    QTest::addColumn<bool>("useIsal");
    QTest::newRow("plain") << false << true;
    QTest::newRow("gzip, zlib") << true << false;
    QTest::newRow("gzip, ISA-L where built in") << true << true;
}

void TestTraceLoader::eventTextIsTheBytesOfTheFile()
{
    QFETCH(bool, compressed);
    QFETCH(bool, useIsal);
    const std::string& text = longTrace();
    const TempDir folder;
    const std::string path = folder.write("t.json", compressed ? gzip(text, 1) : text);
    const auto trace = loadTrace(path, withIsal(useIsal), {});
    KT_VERIFY_OK(trace);
    QCOMPARE((*trace)->report().events, std::uint64_t { 60'000 });
    for (const EventIndex event : { 0u, 1u, 17'000u, 17'001u, 30'000u, 45'678u, 59'999u }) {
        const auto json = (*trace)->eventJson(event);
        KT_VERIFY_OK(json);
        QVERIFY2(json->front() == '{' && json->back() == '}', json->c_str());
        QVERIFY2(json->find("\"i\": " + std::to_string(event) + ",") != std::string::npos, json->c_str());
        QVERIFY(text.find(*json) != std::string::npos);
    }
    QVERIFY(!(*trace)->eventJson(60'000));
}

void TestTraceLoader::manyEventTextsInOnePass_data()
{
    QTest::addColumn<bool>("compressed");
    QTest::addColumn<int>("every");
    QTest::newRow("plain, all") << false << 1;
    QTest::newRow("plain, far apart") << false << 997;
    QTest::newRow("gzip, all") << true << 1;
    QTest::newRow("gzip, far apart") << true << 997;
}

void TestTraceLoader::manyEventTextsInOnePass()
{
    QFETCH(bool, compressed);
    QFETCH(int, every);
    const std::string& text = longTrace();
    const TempDir folder;
    const std::string path = folder.write("t.json", compressed ? gzip(text, 1) : text);
    const auto trace = loadTrace(path, testLoadOptions(), {});
    KT_VERIFY_OK(trace);
    std::vector<EventIndex> events;
    for (EventIndex event = 0; event < 60'000; event += static_cast<EventIndex>(every))
        events.push_back(event);
    std::size_t next = 0;
    bool allRight = true;
    const auto visit = [&](std::size_t i, std::string_view json) {
        allRight = allRight && i == next && json.front() == '{' && json.back() == '}'
            && json.find("\"i\": " + std::to_string(events[i]) + ",") != std::string_view::npos;
        ++next;
        return next < events.size() - 1; // the last one is not asked for
    };
    KT_VERIFY_OK((*trace)->visitEventJson(events, visit));
    QVERIFY(allRight);
    QCOMPARE(next, events.size() - 1);
    KT_VERIFY_ERROR((*trace)->visitEventJson(std::array<EventIndex, 1> { 60'000 }, visit), ErrorCode::NotFound);
    KT_VERIFY_OK((*trace)->visitEventJson({}, visit));
}

void TestTraceLoader::eventTextOfAChangedFileIsRefused()
{
    const TempDir folder;
    const std::string path = folder.write("t.json", manyOps(10));
    const auto trace = loadTrace(path, testLoadOptions(), {});
    KT_VERIFY_OK(trace);
    KT_VERIFY_OK((*trace)->eventJson(3));
    folder.write("t.json", manyOps(11));
    KT_VERIFY_ERROR((*trace)->eventJson(3), ErrorCode::Unreadable);
    std::filesystem::remove(path);
    KT_VERIFY_ERROR((*trace)->eventJson(3), ErrorCode::Unreadable);
}

void TestTraceLoader::gzipMembersMayCutAnEvent_data()
{
    QTest::addColumn<bool>("useIsal");
    QTest::newRow("zlib") << false;
    QTest::newRow("ISA-L where built in") << true;
}

void TestTraceLoader::gzipMembersMayCutAnEvent()
{
    QFETCH(bool, useIsal);
    const std::string text = manyOps(300);
    std::string bytes;
    // A thousand members, one of them empty, seams anywhere.
    const std::size_t piece = text.size() / 998 + 1;
    for (std::size_t at = 0; at < text.size(); at += piece)
        bytes += gzip(std::string_view(text).substr(at, piece));
    bytes += gzip("");
    const auto trace = loadText(bytes, withIsal(useIsal));
    KT_VERIFY_OK(trace);
    QCOMPARE((*trace)->report().events, std::uint64_t { 300 });
    QVERIFY((*trace)->report().isClean());
    const auto json = (*trace)->eventJson(299);
    KT_VERIFY_OK(json);
    QVERIFY(text.find(*json) != std::string::npos);
}

void TestTraceLoader::bothInflatersReportTheSameDamage_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<int>("problem");
    const std::string whole = gzip(manyOps(500));
    const auto row = [](const char* name, std::string bytes, Problem problem) {
        QTest::newRow(name) << QByteArray(bytes.data(), static_cast<qsizetype>(bytes.size()))
                            << static_cast<int>(problem);
    };
    row("cut", whole.substr(0, whole.size() / 2), Problem::GzipDamaged);
    row("cut in the trailer", whole.substr(0, whole.size() - 3), Problem::GzipChecksum);
    std::string bytes = whole;
    bytes[bytes.size() - 6] = static_cast<char>(bytes[bytes.size() - 6] ^ 1);
    row("bad checksum", bytes, Problem::GzipChecksum);
    bytes = whole;
    bytes[bytes.size() - 2] = static_cast<char>(bytes[bytes.size() - 2] ^ 1);
    row("bad length", bytes, Problem::GzipChecksum);
    row("garbage behind it", whole + "garbage", Problem::DataAfterGzip);
    row("garbage that begins like gzip", whole + "\x1f\x8b and then nothing", Problem::DataAfterGzip);
    row("zero padding", whole + std::string(512, '\0'), Problem::DataAfterGzip);
    bytes = whole;
    for (std::size_t i = 0; i < 40; ++i)
        bytes[bytes.size() / 3 + i] = static_cast<char>(0xff);
    row("overwritten in the middle", bytes, Problem::GzipDamaged);
}

void TestTraceLoader::bothInflatersReportTheSameDamage()
{
    QFETCH(QByteArray, bytes);
    QFETCH(int, problem);
    const std::string_view view(bytes.constData(), static_cast<std::size_t>(bytes.size()));
    const auto zlib = loadText(view, withIsal(false));
    const auto isal = loadText(view, withIsal(true));
    QCOMPARE(zlib.isOk(), isal.isOk());
    KT_VERIFY_OK(zlib);
    const ImportReport& a = (*zlib)->report();
    const ImportReport& b = (*isal)->report();
    QVERIFY(a.entry(static_cast<Problem>(problem)).count > 0);
    QCOMPARE(a.events, b.events);
    QCOMPARE(a.textBytes, b.textBytes);
    for (std::size_t i = 0; i < a.problems.size(); ++i)
        QCOMPARE(a.problems[i].count, b.problems[i].count);
}

/// What is read twice counts once.
void TestTraceLoader::damagedGzipIsReadOnceMoreByZlib()
{
    const TempDir folder;
    const std::string whole = gzip(manyOps(500));
    const std::string path = folder.write("t.json.gz", whole.substr(0, whole.size() / 2));
    ProgressCounters counters;
    const auto trace = loadTrace(path, withIsal(true), { &counters, {} });
    KT_VERIFY_OK(trace);
    QCOMPARE(counters.done.load(), std::uint64_t { whole.size() / 2 });
    // Events are looked at again as they were read.
    const auto last = static_cast<EventIndex>((*trace)->report().events - 2);
    KT_VERIFY_OK((*trace)->eventJson(last));
    QVERIFY((*trace)->eventJson(last)->ends_with('}'));
}

void TestTraceLoader::gzipBombStopsAtTheRatio()
{
    LoadOptions options = testLoadOptions();
    options.limits.gzipRatioAfter = 1 << 20;
    const auto trace = loadText(gzip("{\"traceEvents\":[" + std::string(64 << 20, ' ') + "]}"), options);
    KT_VERIFY_OK(trace);
    QCOMPARE((*trace)->report().entry(Problem::LimitReached).count, std::uint64_t { 1 });
    QVERIFY((*trace)->report().textBytes < 8u << 20);
}

void TestTraceLoader::badUtf8IsRepairedWhereverItStands_data()
{
    QTest::addColumn<QByteArray>("event");
    const auto row = [](const char* name, const char* category, const char* args) {
        QTest::newRow(name) << R"({"ph":"X","pid":1,"tid":1,"ts":1,"dur":2,"name":"a","cat":")" + QByteArray(category)
                + R"(","args":{)" + args + "}}";
    };
    row("wanted", "\xB0", "");
    row("key of an argument", "cpu_op", "\"\xB0\":1");
    row("argument", "cpu_op", "\"module\":\"\xB0\"");
    row("argument, with an escape elsewhere", "\\u0041", "\"module\":\"\xB0\"");
    row("in a list", "cpu_op", "\"shapes\":[\"\xB0\"]");
}

/// The scanner and the decoder have one rule.
void TestTraceLoader::badUtf8IsRepairedWhereverItStands()
{
    QFETCH(QByteArray, event);
    const auto trace = loadText("{\"traceEvents\":[" + event.toStdString() + "]}");
    KT_VERIFY_OK(trace);
    const ImportReport& report = (*trace)->report();
    QCOMPARE(report.drawable, std::uint64_t { 1 });
    QCOMPARE(report.repaired, std::uint64_t { 1 });
    QCOMPARE(report.entry(Problem::InvalidUtf8).count, std::uint64_t { 1 });
}

/// A key is what it reads as, however it is written.
void TestTraceLoader::keysWithEscapesAreKnown()
{
    const auto trace = loadText(R"({"\u0064eviceProperties":[{"\u0069d":0,"n\u0061me":"NVIDIA H100"}],
        "a \"quoted\" key":1, "\u0074raceEvents":[
        {"ph":"X","cat":"cpu_op","name":"aten::mm","pid":1,"tid":1,"ts":0,"dur":5,
         "args":{"\u0049nput Dims":[[4,8],[8,2]],"Input type":["float","float"]}},
        {"ph":"X","cat":"cpu_op","name":"aten::mm","pid":1,"tid":1,"ts":10,"dur":5,
         "args":{"In\u0070ut Dims":[[4,8],[8,2]]}},
        {"ph":"X","cat":"kernel","name":"nccl","pid":0,"tid":7,"ts":0,"dur":5,"args":{"\u0064type":"Float"}},
        {"ph":"X","cat":"cpu_op","name":"aten::mm","pid":1,"tid":1,"ts":20,"dur":5,"args":{"p\u0061th":"Input"}}]})");
    KT_VERIFY_OK(trace);
    QCOMPARE((*trace)->metadata().devices.size(), std::size_t { 1 });
    KT_COMPARE_TEXT((*trace)->metadata().devices[0].name, "NVIDIA H100");
    QVERIFY((*trace)->metadata().find("a \"quoted\" key") != nullptr);
    const auto* const source = dynamic_cast<const CommonArgumentsSource*>((*trace)->argsSource());
    QVERIFY(source != nullptr);
    const CommonArguments& common = source->commonArguments();
    std::vector<bool> areKept;
    for (const std::uint32_t event : { 0U, 1U, 2U, 3U })
        areKept.push_back(common.find(event).isKept);
    QVERIFY(areKept == std::vector<bool>({ true, true, true, true }));
    const auto textOf = [&](EventIndex event) { return std::string(common.text(common.find(event).text)); };
    KT_COMPARE_TEXT(textOf(0), R"({"args":{"Input Dims":[[4,8],[8,2]],"Input type":["float","float"]}})");
    KT_COMPARE_TEXT(textOf(1), R"({"args":{"Input Dims":[[4,8],[8,2]]}})");
    KT_COMPARE_TEXT(textOf(2), R"({"args":{"dtype":"Float"}})");
    KT_COMPARE_TEXT(textOf(3), "");
    QVERIFY(common.hasShapes());
}

/// All of their arguments count, so that none may be passed over unread.
void TestTraceLoader::metadataAndCountersAreMended()
{
    const auto trace =
        loadText("{\"traceEvents\":["
                 "{\"ph\":\"M\",\"name\":\"thread_name\",\"pid\":1,\"tid\":1,\"args\":{\"name\":\"a\tb\xB0\"}},"
                 "{\"ph\":\"X\",\"pid\":1,\"tid\":1,\"ts\":1,\"dur\":2},"
                 "{\"ph\":\"C\",\"name\":\"c\",\"pid\":1,\"ts\":1,\"args\":{\"unit\":\"\t\",\"\xB0\":2}}]}");
    KT_VERIFY_OK(trace);
    QCOMPARE((*trace)->report().repaired, std::uint64_t { 2 });
    QCOMPARE((*trace)->counters().size(), std::size_t { 1 });
    const auto& tracks = (*trace)->tracks();
    QVERIFY(std::any_of(tracks.begin(), tracks.end(), [](const Track& track) {
        return std::string_view(track.name).find("\xEF\xBF\xBD") != std::string_view::npos;
    }));
}

void TestTraceLoader::mendingKeepsArgsWithANumberBeyondADouble()
{
    const auto trace = loadText(
        R"({"traceEvents":[{"ph":"X","pid":1,"tid":1,"ts":1,"dur":2,"name":"\w","args":{"a":1e400,"b":1e-400,"c":[9e99,0e+0400]}}]})");
    KT_VERIFY_OK(trace);
    const ImportReport& report = (*trace)->report();
    QCOMPARE(report.entry(Problem::DamagedArgs).count, std::uint64_t { 0 });
    QCOMPARE(report.entry(Problem::BadNumber).count, std::uint64_t { 1 });
    QCOMPARE(report.entry(Problem::InvalidEscape).count, std::uint64_t { 1 });
}

void TestTraceLoader::memoryLimitKeepsWhatWasRead()
{
    LoadOptions options = testLoadOptions();
    options.limits.memoryBytes = 200'000;
    options.blockBytes = 64 * 1024;
    const auto trace = loadText(manyOps(50'000), options);
    KT_VERIFY_OK(trace);
    const ImportReport& report = (*trace)->report();
    QCOMPARE(report.entry(Problem::LimitReached).count, std::uint64_t { 1 });
    QVERIFY(report.events > 100 && report.events < 50'000);
}

void TestTraceLoader::progressEndsAtTheSizeOfTheFile()
{
    const TempDir folder;
    const std::string path = folder.write("t.json.gz", gzip(manyOps(1000)));
    ProgressCounters counters;
    Progress progress;
    progress.counters = &counters;
    const auto set = loadTraceSet({ { std::nullopt, path } }, testLoadOptions(), progress);
    KT_VERIFY_OK(set);
    QCOMPARE(counters.total.load(), std::uint64_t { std::filesystem::file_size(path) });
    QCOMPARE(counters.done.load(), counters.total.load());
}

void TestTraceLoader::cancelReturnsAtOnce()
{
    const TempDir folder;
    const std::string path = folder.write("t.json", manyOps(100'000, 200));
    std::stop_source source;
    Progress progress;
    progress.stop = source.get_token();
    source.request_stop();
    KT_VERIFY_ERROR(loadTrace(path, testLoadOptions(), progress), ErrorCode::Cancelled);
}

void TestTraceLoader::stopTakesEffectInsideABlock()
{
    const LoadLimits limits;
    std::string text;
    for (int i = 0; i < 100; ++i)
        text += R"({"ph":"X","name":"a","pid":1,"tid":1,"ts":1,"dur":1},)";
    const std::size_t size = text.size();
    text.append(kScanPadding, '\0');
    BatchWriter writer(limits);
    writer.begin(0, 1);
    std::stop_source source;
    ElementReader reader(limits, source.get_token());
    const auto read = [&] {
        return reader.read(text.data(), text.data() + size, 0, ArrayState::AfterComma, false, writer).next
            - text.data();
    };
    QCOMPARE(read(), static_cast<std::ptrdiff_t>(size));
    QCOMPARE(writer.size(), std::size_t { 100 });
    source.request_stop();
    QCOMPARE(read(), std::ptrdiff_t { 0 });
    QCOMPARE(writer.size(), std::size_t { 100 });
}

/// Four times as many take about four times as long; they took more than ten times as long when each gave memory back.
void TestTraceLoader::manyEventArraysAreReadAtOnce()
{
    const auto timeOf = [](std::size_t arrays) {
        std::string text = "{";
        for (std::size_t i = 0; i < arrays; ++i)
            text += R"("traceEvents":[{"ph":"X","name":"a","pid":1,"tid":1,"ts":1,"dur":1}],)";
        text += R"("end":1})";
        QElapsedTimer timer;
        timer.start();
        const auto trace = loadText(text);
        return trace && (*trace)->slices().size() == arrays ? timer.elapsed() : qint64 { -1 };
    };
    const qint64 few = timeOf(20'000);
    const qint64 many = timeOf(80'000);
    QVERIFY(few >= 0 && many >= 0);
    QVERIFY2(many < few * 9 + 1'000, qPrintable(QStringLiteral("%1 ms, %2 ms").arg(few).arg(many)));
}

void TestTraceLoader::counterKeysBeyondTheLimitAreCutAndSaid()
{
    std::string text = R"({"traceEvents":[{"ph":"C","name":"c","pid":1,"ts":1,"args":{"a":0)";
    for (int i = 0; i < 5'000; ++i)
        text += ",\"k" + std::to_string(i) + "\":1";
    const auto trace = loadText(text + "}}]}");
    KT_VERIFY_OK(trace);
    QCOMPARE((*trace)->counters().size(), LoadLimits {}.argKeys);
    QCOMPARE((*trace)->report().entry(Problem::TooLong).count, std::uint64_t { 1 });
    QCOMPARE((*trace)->report().repaired, std::uint64_t { 1 });
}

void TestTraceLoader::previewsGrow()
{
    LoadOptions options = testLoadOptions();
    options.blockBytes = 16 * 1024;
    std::mutex mutex;
    std::vector<std::shared_ptr<const TracePreview>> previews;
    options.onPreview = [&](std::shared_ptr<const TracePreview> preview) {
        const std::lock_guard lock(mutex);
        previews.push_back(std::move(preview));
    };
    const auto trace = loadText(manyOps(20'000), options);
    KT_VERIFY_OK(trace);
    QVERIFY(!previews.empty());
    std::uint64_t events = 0;
    for (const auto& preview : previews) {
        QVERIFY(preview->events >= events);
        events = preview->events;
        for (const TracePreview::Row& row : preview->rows)
            QVERIFY(std::any_of(row.density.begin(), row.density.end(), [](std::uint8_t d) { return d > 0; }));
    }
}

void TestTraceLoader::previewsOfManyFilesCountThemAll()
{
    const TempDir folder;
    LoadOptions options = testLoadOptions();
    options.blockBytes = 16 * 1024;
    std::mutex mutex;
    std::uint64_t newest = 0;
    bool isGrowing = true;
    options.onPreview = [&](const std::shared_ptr<const TracePreview>& preview) {
        const std::lock_guard lock(mutex);
        isGrowing = isGrowing && preview->events >= newest;
        newest = preview->events;
    };
    std::vector<TraceArgument> files;
    for (const char* name : { "rank0.json", "rank1.json", "rank2.json" })
        files.push_back({ std::nullopt, folder.write(name, manyOps(2'000)) });
    const auto traces = loadTraceSet(files, options, Progress {});
    KT_VERIFY_OK(traces);
    QVERIFY(isGrowing);
    // The first block of each file is told of at once.
    QVERIFY(newest > 2 * (*traces)->ranks().front().trace->report().events);
}

void TestTraceLoader::rawMemoryTimelineOpens()
{
    // SPEC.md 15.2, the worked example's input.
    const auto trace = loadText("[[-1,1,100,0],[-1,1,50,7],[1000,2,30,4],[2000,4,-30,4],[2000,3,-50,7],[2000,3,50,5]]",
        testLoadOptions(), "memory_timeline.raw");
    KT_VERIFY_OK(trace);
    QVERIFY((*trace)->isMemoryTimeline());
    QCOMPARE((*trace)->memoryTimeline().size(), std::size_t { 6 });
    QCOMPARE((*trace)->memoryTimeline()[3].bytes, std::int64_t { -30 });
    // It lasts as long as its records, without what was there before.
    QVERIFY((*trace)->range().begin >= 0 && (*trace)->range().length() > 0);
    QCOMPARE((*trace)->report().events, std::uint64_t { 6 });
    QCOMPARE((*trace)->report().counted.at("memory-timeline"), std::uint64_t { 6 });
    QVERIFY((*trace)->report().isClean());
}

/// PyTorch without Kineto writes neither categories nor numbers of processes; a comma ends each event.
void TestTraceLoader::autogradProfilerOpsAreOps()
{
    const auto trace = loadText(
        R"~([{"name": "ProfilerStep#4", "ph": "X", "ts": 35, "dur": 100, "tid": 1, "pid": "CPU functions", "args": {}}, )~"
        R"~({"name": "aten::mm", "ph": "X", "ts": 40, "dur": 50, "tid": 1, "pid": "CPU functions", "args": {}}, )~"
        R"~({"name": "other", "ph": "X", "ts": 60, "dur": 5, "tid": 1, "pid": "mine", "args": {}}])~");
    KT_VERIFY_OK(trace);
    const Trace& read = *trace.value();
    QVERIFY(read.kind(findSlice(read, "aten::mm")) == EventKind::CpuOp);
    QVERIFY(read.kind(findSlice(read, "other")) == EventKind::Other);
    QCOMPARE(read.category(read.slices().category[findSlice(read, "aten::mm").index()]), std::string_view());
    QCOMPARE(read.steps().size(), std::size_t { 1 });
}

void TestTraceLoader::ranksComeFromArgumentsMetadataNamesAndFreeNumbers()
{
    const TempDir folder;
    const std::string plain = TraceText().op("a", 0, 1_us).text();
    const std::string a = folder.write("a.json", plain);                                              // next free: 0
    const std::string b = folder.write("Rank_7.pt.trace.json", plain);                                // name: 7
    const std::string c = folder.write("rank3.json", TraceText().rank(5, 8).op("a", 0, 1_us).text()); // metadata: 5
    const std::string d = folder.write("d.json", TraceText().rank(5, 8).op("a", 0, 1_us).text());     // given: 2
    const auto set = loadTraceSet(
        { { std::nullopt, a }, { std::nullopt, b }, { std::nullopt, c }, { 2, d } }, testLoadOptions(), {});
    KT_VERIFY_OK(set);
    QStringList found;
    for (const RankTrace& rank : (*set)->ranks())
        found << QStringLiteral("%1=%2").arg(rank.rank).arg(
            QFileInfo(QString::fromStdString(rank.trace->path())).fileName());
    QCOMPARE(found, QStringList({ "0=a.json", "2=d.json", "5=rank3.json", "7=Rank_7.pt.trace.json" }));
}

void TestTraceLoader::twoFilesOfOneRankAreBothKept()
{
    const auto saidOf = [](const std::vector<Timestamp>& starts) {
        const TempDir folder;
        std::vector<TraceArgument> files;
        for (const Timestamp start : starts)
            files.push_back({ std::nullopt,
                folder.write("rank-4_" + std::string(files.size() + 1, 'a') + ".json",
                    TraceText().rank(4, 8).op("a", 0, 1_us).op("b", start, 1_us).text()) });
        const auto set = loadTraceSet(files, testLoadOptions(), {});
        std::string said = std::to_string((*set)->ranks().size()) + "\n";
        for (const Remark& remark : (*set)->remarks())
            said += remark.code + ": " + english(remark.message) + "\n";
        return said;
    };
    KT_COMPARE_TEXT(saidOf({ 5_us, 5_us }),
        "2\n"
        "rank-twice: Rank 4 (distributedInfo) is taken by another trace; this one is shown as rank 0.\n"
        "copies: 1 file holds the same recording as another one, of the same rank: waits between ranks and "
        "differences of clocks are told without it, where the others are opened or chosen alone.\n");
    // One copy and another recording: cycles or jobs there are anyway.
    QVERIFY(saidOf({ 5_us, 5_us, 6_us }).find("several jobs") != std::string::npos);
    KT_COMPARE_TEXT(saidOf({ 5_us, 6_us }),
        "2\n"
        "rank-twice: Rank 4 (distributedInfo) is taken by another trace; this one is shown as rank 0.\n"
        "recorded-twice: Several traces say that they are the same rank: cycles of a profiler's schedule, or several "
        "jobs. Not all of them ran together, so waits between ranks and differences of clocks are told only of those "
        "of one recording, opened or chosen alone.\n");
}

/// Cycles of a profiler's schedule are of one process, one after the other; ranks that run together overlap.
void TestTraceLoader::cyclesOfAProcessAreNoRanksThatRanTogether()
{
    const auto saidOf = [](Timestamp secondStart, std::int64_t secondProcess) {
        const TempDir folder;
        const auto trace = [](std::int64_t process, Timestamp start) {
            return TraceText()
                .thread(process, process)
                .launch(start, 5_us, 1)
                .kernel("k", start + 6_us, 5_us, 7, 1)
                .text();
        };
        const auto set = loadTraceSet({ { std::nullopt, folder.write("a.json", trace(4242, 0)) },
                                          { std::nullopt, folder.write("b.json", trace(secondProcess, secondStart)) } },
            testLoadOptions(), {});
        std::string said;
        for (const Remark& remark : set.value()->remarks())
            said += remark.code == "recorded-twice" ? english(remark.message) : "";
        return said;
    };
    KT_COMPARE_TEXT(saidOf(1'000_us, 4242),
        "Traces of process 4242 were recorded one after the other, probably as cycles of a profiler's schedule: each "
        "is shown as a rank, but these did not run together.");
    KT_COMPARE_TEXT(saidOf(10_us, 4242), "");
    KT_COMPARE_TEXT(saidOf(1'000_us, 4243), "");
}

void TestTraceLoader::filesOfAFolderAreRanksInTheOrderOfTheirNumbers()
{
    const TempDir folder;
    for (const char* name : { "tp-10", "tp-9", "tp-2", "tp-02", "tp", "tp-2b" })
        folder.write(std::string("job/") + name + ".json", TraceText().op("a", 0, 1_us).text());
    const auto set = loadTraceSet({ { std::nullopt, folder.file("job") } }, testLoadOptions(), {});
    KT_VERIFY_OK(set);
    QStringList names;
    for (const RankTrace& rank : (*set)->ranks())
        names << QFileInfo(QString::fromStdString(rank.trace->path())).completeBaseName();
    QCOMPARE(names, QStringList({ "tp-02", "tp-2", "tp-2b", "tp-9", "tp-10", "tp" }));
}

void TestTraceLoader::folderWithABadFileOpensTheRest()
{
    const TempDir folder;
    folder.write("job/good.json", TraceText().op("a", 0, 1_us).text());
    folder.write("job/notes.txt", "nothing");
    folder.write("job/.hidden", "nothing");
    const auto set = loadTraceSet({ { std::nullopt, folder.file("job") } }, testLoadOptions(), {});
    KT_VERIFY_OK(set);
    QCOMPARE((*set)->ranks().size(), std::size_t { 1 });
    QCOMPARE((*set)->remarks().size(), std::size_t { 1 });
    QCOMPARE((*set)->remarks()[0].code, std::string("not-a-trace"));
}

void TestTraceLoader::nothingUsableIsAnError()
{
    const TempDir folder;
    folder.write("job/notes.txt", "nothing");
    KT_VERIFY_ERROR(
        loadTraceSet({ { std::nullopt, folder.file("job") } }, testLoadOptions(), {}), ErrorCode::NotATrace);
    KT_VERIFY_ERROR(
        loadTraceSet({ { std::nullopt, folder.file("absent.json") } }, testLoadOptions(), {}), ErrorCode::Unreadable);
    KT_VERIFY_ERROR(loadTraceSet({}, testLoadOptions(), {}), ErrorCode::NotATrace);
}

QTEST_GUILESS_MAIN(TestTraceLoader)
#include "tst_trace_loader.moc"
