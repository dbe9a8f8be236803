// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/text_number.h"
#include "core/session/session_file.h"
#include "core/session/session_format.h"
#include "core/session/session_paths.h"
#include "core/words/english.h"
#include "tests/support/temp_dir.h"
#include "tests/support/test_macros.h"

#include <QByteArray>
#include <QFile>
#include <QObject>
#include <QString>
#include <QTest>

#include <limits>
#include <random>

using namespace kinetoscope;
using namespace kinetoscope::tests;

namespace {

constexpr std::int64_t kLeast = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();

/// Everything that can be in a session, at its odd ends too.
Session fullSession()
{
    Session session;
    session.traces = { { std::nullopt, "/data/run/rank0.json" }, { 1, "/data/run/deep/rank \"1\".json.gz" },
        { kMost, "/elsewhere/\xff\xfe%41.json" } };
    session.files = { { "/data/run/rank0.json", 123, 1'700'000'000'123'456'789 }, { "/elsewhere/x", kMost, kLeast } };
    session.scope.ranks = { 0, 1 };
    session.scope.steps = { 3, 4, kMost };
    session.scope.streams = { -1, 7, numberOfText("default, \"2\"") };
    session.scope.streamTexts = { { numberOfText("default, \"2\""), "default, \"2\"" } };
    session.scope.range = TimeRange { 5, 6 };
    session.scope.stepPattern = "iter (\\d+)";
    session.slices = { { 0, 4'294'967'294, kLeast, "void gemm<float>(\n)" }, { 1, 0, 0, "" } };
    session.intervals = { { 0, std::nullopt, { 0, 10 } },
        { 1, SessionTrack { 12, "stream", "0", "stream 7", "stream 7" }, { kLeast, kMost } } };
    session.visible = { 1, 1'000'000'007 };
    session.scroll = 4711;
    session.places = { { 1, { 0, 5 }, 0 }, { 9, { 7, 7 }, kMost } };
    session.colourBy = "op";
    session.density = "roomy";
    session.alignsClocks = true;
    session.rows = { { 0, std::nullopt, std::nullopt, false, std::nullopt },
        { 1, "python · 12", std::nullopt, true, std::nullopt },
        { 1, std::nullopt, SessionTrack { 1, "thread", "12", "13", "thread 13" }, std::nullopt, true, false, true, 3,
            4 },
        { 1, std::nullopt, std::nullopt, std::nullopt, std::nullopt, true, true, std::nullopt, 0 } };
    session.filter = "stream \"7\"";
    session.overlays = { "idle-gaps", "" };
    session.windowLayout = "AAAA/w==";
    session.windowLayoutVersion = 7;
    const PanelLook look { "idle", "intervals",
        { { "streams", { "device", "\"x\"" }, "idle_time", true }, { "é", {}, "", false } },
        { "compute_time", "coordinate", "8 ranks, stride 1", true, true } };
    session.panels = { { "idle-time", true, true, { { "threshold", "30us" }, { "", "é" } }, "", look },
        { "trace-diff", false, false, {}, "/data/run/before" } };
    session.marks = { { { 5, 5 }, "here: \"why\"?", true }, { { 1, 9 }, "", false } };
    return session;
}

std::string wrapped(const std::string& members)
{
    return R"({"kinetoscope-session":1,"traces":[{"path":"a.json"}])" + (members.empty() ? "" : "," + members) + "}";
}

} // namespace

class TestSessionFormat : public QObject {
    Q_OBJECT

private slots:
    void roundTrip_data();
    void roundTrip();
    void theFolderMovesAsAWhole();
    void paths_data();
    void paths();
    void percentEncoding();
    void cutAnywhereIsAnError();
    void damageIsAnErrorOrASession();
    void rejects_data();
    void rejects();
    void unknownKeysAreSkipped();
    void newerVersionSaysSo();
    void deepNestingIsSurvived();
    void recognisesByContent_data();
    void recognisesByContent();
    void filesOnDisk();
    void neverReplacesATrace();
};

void TestSessionFormat::roundTrip_data()
{
    QTest::addColumn<QString>("folder");
    QTest::newRow("beside") << "/data/run";
    QTest::newRow("above") << "/data";
    QTest::newRow("root") << "/";
    QTest::newRow("elsewhere") << "/elsewhere/sessions";
}

void TestSessionFormat::roundTrip()
{
    QFETCH(QString, folder);
    Session leastSession;
    leastSession.traces = { { std::nullopt, "/a" } };
    for (const Session& session : { fullSession(), leastSession }) {
        const std::string text = writeSession(session, folder.toStdString());
        const Result<Session> read = readSession(text, folder.toStdString());
        KT_VERIFY_OK(read);
        QVERIFY2(*read == session, text.c_str());
        QCOMPARE(writeSession(*read, folder.toStdString()), text);
        QVERIFY(beginsLikeSession(text));
    }
}

void TestSessionFormat::theFolderMovesAsAWhole()
{
    const std::string text = writeSession(fullSession(), "/data/run");
    const Result<Session> read = readSession(text, "/mnt/copy");
    KT_VERIFY_OK(read);
    QCOMPARE(read->traces[0].path, std::string("/mnt/copy/rank0.json"));
    QCOMPARE(read->traces[1].path, std::string("/mnt/copy/deep/rank \"1\".json.gz"));
    QCOMPARE(read->traces[2].path, std::string("/elsewhere/\xff\xfe%41.json"));
    QCOMPARE(read->panels[1].baseline, std::string("/mnt/copy/before"));
}

void TestSessionFormat::paths_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("folder");
    QTest::addColumn<QString>("written");
    QTest::newRow("beside") << "/a/b/t.json"
                            << "/a/b"
                            << "t.json";
    QTest::newRow("below") << "/a/b/c/t.json"
                           << "/a/b"
                           << "c/t.json";
    QTest::newRow("above") << "/a/t.json"
                           << "/a/b"
                           << "/a/t.json";
    QTest::newRow("the folder itself") << "/a/b"
                                       << "/a/b"
                                       << ".";
    QTest::newRow("name that only begins alike") << "/a/bc/t.json"
                                                 << "/a/b"
                                                 << "/a/bc/t.json";
    QTest::newRow("name of two dots and more") << "/a/b/..t.json"
                                               << "/a/b"
                                               << "..t.json";
    QTest::newRow("dots inside") << "/a/x/../b/t.json"
                                 << "/a/b"
                                 << "t.json";
}

void TestSessionFormat::paths()
{
    QFETCH(QString, path);
    QFETCH(QString, folder);
    QFETCH(QString, written);
    QCOMPARE(QString::fromStdString(pathInSession(path.toStdString(), folder.toStdString())), written);
    const std::string back = pathFromSession(written.toStdString(), folder.toStdString());
    QCOMPARE(pathInSession(back, folder.toStdString()), written.toStdString());
}

void TestSessionFormat::percentEncoding()
{
    std::string all;
    for (int byte = 0; byte < 256; ++byte)
        all.push_back(static_cast<char>(byte));
    QCOMPARE(percentDecoded(percentEncoded(all)), std::optional(all));
    for (const char* broken : { "%", "%4", "a%", "%G0", "%-1", "% 1" })
        QVERIFY2(!percentDecoded(broken), broken);
}

void TestSessionFormat::cutAnywhereIsAnError()
{
    const std::string text = writeSession(fullSession(), "/data/run");
    // The last byte is a line break, which means nothing.
    for (std::size_t size = 0; size + 1 < text.size(); ++size) {
        const Result<Session> read = readSession(std::string_view(text).substr(0, size), "/data/run");
        QVERIFY2(!read, std::to_string(size).c_str());
        QVERIFY(!english(read.error().message).empty());
    }
}

void TestSessionFormat::damageIsAnErrorOrASession()
{
    const std::string text = writeSession(fullSession(), "/data/run");
    std::mt19937 random(7);
    for (int round = 0; round < 20'000; ++round) {
        std::string damaged = text;
        for (int i = 0; i < 3; ++i)
            damaged[random() % damaged.size()] = static_cast<char>(random());
        const Result<Session> read = readSession(damaged, "/data/run");
        if (read)
            QVERIFY(!read->traces.empty());
        else
            QVERIFY(!english(read.error().message).empty());
    }
}

void TestSessionFormat::rejects_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("says");
    const auto row = [](const char* name, const std::string& text, const char* says) {
        QTest::newRow(name) << QString::fromStdString(text) << says;
    };
    row("nothing", "", "byte 0");
    row("no JSON", "hello", "byte 0");
    row("a list", "[]", "no session");
    row("a trace", R"({"traceEvents":[]})", "no session");
    row("version is a word", R"({"kinetoscope-session":"1"})", "no session");
    row("version 0", R"({"kinetoscope-session":0})", "no session");
    row("version -1", R"({"kinetoscope-session":-1})", "no session");
    row("no trace", R"({"kinetoscope-session":1})", "names no trace");
    row("empty traces", R"({"kinetoscope-session":1,"traces":[]})", "names no trace");
    row("traces no list", R"({"kinetoscope-session":1,"traces":{}})", "'traces' is no list");
    row("trace no object", R"({"kinetoscope-session":1,"traces":[3]})", "no object");
    row("trace without a path", R"({"kinetoscope-session":1,"traces":[{}]})", "no path");
    row("path with a zero byte", R"({"kinetoscope-session":1,"traces":[{"path":"a\u0000b"}]})", "zero byte");
    row("path badly encoded", R"({"kinetoscope-session":1,"traces":[{"path-encoded":"%"}]})", "not encoded");
    row("rank is no number", R"({"kinetoscope-session":1,"traces":[{"rank":"0","path":"a"}]})", "'rank'");
    row("rank is a fraction", R"({"kinetoscope-session":1,"traces":[{"rank":0.5,"path":"a"}]})", "'rank'");
    row("rank beyond 64 bits", R"({"kinetoscope-session":1,"traces":[{"rank":9223372036854775808,"path":"a"}]})",
        "'rank'");
    row("scope no object", wrapped(R"("scope":[])"), "'scope'");
    row("range of one", wrapped(R"("scope":{"range-ns":[1]})"), "pair");
    row("range backwards", wrapped(R"("view":{"visible-ns":[2,1]})"), "ends before");
    row("view without a range", wrapped(R"("view":{})"), "pair");
    row("row beyond 32 bits", wrapped(R"("selected-slices":[{"rank":0,"row":4294967296,"start-ns":0,"name":""}])"),
        "range");
    row("negative row", wrapped(R"("selected-slices":[{"rank":0,"row":-1,"start-ns":0,"name":""}])"), "range");
    row("digit 0", wrapped(R"("stored-views":[{"digit":0,"visible-ns":[0,1]}])"), "'digit'");
    row("parameter is a number", wrapped(R"("panels":[{"analysis":"idle-time","parameters":{"x":1}}])"), "'x'");
    row("flag is a word", wrapped(R"("marks":[{"range-ns":[0,1],"kept":"yes"}])"), "'kept'");
    row("text after the end", wrapped("") + "x", "damaged at byte");
    row("ill-formed UTF-8", "{\"kinetoscope-session\":1,\"traces\":[{\"path\":\"\\ud800\"}]}", "damaged at byte");
}

void TestSessionFormat::rejects()
{
    QFETCH(QString, text);
    QFETCH(QString, says);
    const Result<Session> read = readSession(text.toStdString(), "/");
    QVERIFY(!read);
    QVERIFY2(english(read.error().message).find(says.toStdString()) != std::string::npos,
        english(read.error().message).c_str());
    QCOMPARE(static_cast<int>(read.error().code), static_cast<int>(ErrorCode::NotATrace));
}

void TestSessionFormat::unknownKeysAreSkipped()
{
    const Result<Session> read =
        readSession(wrapped(R"("new thing":{"deep":[1,2]},"view":{"visible-ns":[1,2],"x":0})"), "/");
    KT_VERIFY_OK(read);
    QVERIFY((read->visible == TimeRange { 1, 2 }));
}

void TestSessionFormat::newerVersionSaysSo()
{
    const Result<Session> read = readSession(R"({"kinetoscope-session":2,"traces":"of another kind"})", "/");
    QVERIFY(!read);
    QCOMPARE(static_cast<int>(read.error().code), static_cast<int>(ErrorCode::Unsupported));
    QVERIFY2(english(read.error().message).find("newer") != std::string::npos, english(read.error().message).c_str());
}

void TestSessionFormat::deepNestingIsSurvived()
{
    constexpr std::size_t kDepth = 2'000'000;
    QVERIFY(!readSession(std::string(kDepth, '['), "/"));
    KT_VERIFY_OK(readSession(wrapped("\"x\":" + std::string(kDepth, '[') + std::string(kDepth, ']')), "/"));
}

void TestSessionFormat::recognisesByContent_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<bool>("isSession");
    QTest::newRow("session") << "s.kinetoscope" << QByteArray(wrapped("").c_str()) << true;
    QTest::newRow("another ending") << "s.json" << QByteArray(" {\n \"kinetoscope-session\": 1") << true;
    QTest::newRow("empty, but named so") << "s.kinetoscope" << QByteArray() << true;
    QTest::newRow("empty") << "s.json" << QByteArray() << false;
    QTest::newRow("trace") << "t.json" << QByteArray(R"({"schemaVersion":1,"traceEvents":[]})") << false;
    QTest::newRow("key somewhere else") << "t.json" << QByteArray(R"({"a":1,"kinetoscope-session":1})") << false;
}

void TestSessionFormat::recognisesByContent()
{
    QFETCH(QString, name);
    QFETCH(QByteArray, content);
    QFETCH(bool, isSession);
    const TempDir folder;
    QCOMPARE(isSessionFile(folder.write(name.toStdString(), content.toStdString())), isSession);
    QVERIFY(!isSessionFile(folder.file("absent.kinetoscope")));
    QVERIFY(!isSessionFile(folder.file("")));
}

void TestSessionFormat::filesOnDisk()
{
    const TempDir folder;
    Session session;
    const std::string trace = folder.write("t.json", "{}");
    session.traces = { { std::nullopt, trace } };
    session.files = { *sessionFileOf(trace) };
    const std::string path = folder.file("s.kinetoscope");
    KT_VERIFY_OK(saveSession(session, path));
    const Result<Session> read = loadSession(path);
    KT_VERIFY_OK(read);
    QVERIFY(*read == session);
    QVERIFY(missingTraces(*read).empty());
    QVERIFY(changedFiles(*read).empty());
    folder.write("t.json", "{ }");
    QCOMPARE(changedFiles(*read).size(), std::size_t { 1 });
    QVERIFY(QFile::remove(QString::fromStdString(trace)));
    QCOMPARE(missingTraces(*read), std::vector<std::string> { trace });
    QVERIFY(!loadSession(folder.file("absent.kinetoscope")));
    QVERIFY(!loadSession(folder.file("")));
    const Result<Session> large = loadSession(folder.write("large.kinetoscope", std::string((16U << 20) + 1, ' ')));
    QVERIFY(!large);
    QVERIFY(english(large.error().message).find("too large") != std::string::npos);
}

void TestSessionFormat::neverReplacesATrace()
{
    const TempDir folder;
    Session session;
    const std::string trace = folder.write("t.json", "{}");
    session.traces = { { std::nullopt, trace } };
    QVERIFY(!saveSession(session, trace));
    QVERIFY(!isSessionFile(trace));
}

QTEST_GUILESS_MAIN(TestSessionFormat)
#include "tst_session_format.moc"
