// SPDX-License-Identifier: GPL-3.0-or-later
// Files that are no files, paths with odd names, files that change while they are read, bombs.
#include "core/words/english.h"
#include "tests/hostile/outcome.h"
#include "tests/support/child_process.h"
#include "tests/support/load_text.h"
#include "tests/support/temp_dir.h"
#include "tests/support/test_macros.h"
#include "tests/support/trace_text.h"

#include <QElapsedTimer>

#include <atomic>
#include <filesystem>
#include <fstream>

#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

using namespace kinetoscope;
using namespace kinetoscope::tests;

class TestOddFiles : public QObject {
    Q_OBJECT

private slots:
    void specialFilesAreRefusedAtOnce_data();
    void specialFilesAreRefusedAtOnce();
    void unreadableFilesSayWhy();
    void oddPathsOpen_data();
    void oddPathsOpen();
    void linkToATraceOpens();
    void changesWhileReadingAreReported_data();
    void changesWhileReadingAreReported();
    void argsOfAChangedFileAreRefused();
    void gzipBombsStopAtTheRatio();
    void bombsStayWithinMemory();
    void manyMembersStopAtTheLimit();
    void cancelStopsSoon();
    void oneBadFileAmongMany();
};

namespace {

std::string smallTrace()
{
    return TraceText(LayoutStyle::Compact).op("a", 0_us, 5_us).op("b", 6_us, 2_us).text();
}

std::string longTrace(int events)
{
    TraceText trace;
    for (int i = 0; i < events; ++i)
        trace.op("op" + std::to_string(i % 7), i * 1'000, 500);
    return trace.text();
}

Result<std::shared_ptr<const Trace>> open(const std::string& path)
{
    return loadTrace(path, testLoadOptions(), Progress {});
}

} // namespace

void TestOddFiles::specialFilesAreRefusedAtOnce_data()
{
    QTest::addColumn<QByteArray>("kind");
    for (const char* const kind : { "fifo", "socket", "directory", "dangling", "loop", "absent", "/dev/zero",
             "/dev/null", "/dev/tty", "", "file/below" })
        QTest::newRow(*kind ? kind : "no name") << QByteArray(kind);
    QTest::newRow("name too long") << QByteArray(5000, 'n');
}

void TestOddFiles::specialFilesAreRefusedAtOnce()
{
    QFETCH(QByteArray, kind);
    const TempDir folder;
    QCOMPARE(mkfifo(folder.file("fifo").c_str(), 0600), 0);
    QCOMPARE(symlink("nowhere", folder.file("dangling").c_str()), 0);
    QCOMPARE(symlink("loop", folder.file("loop").c_str()), 0);
    QCOMPARE(mkdir(folder.file("directory").c_str(), 0700), 0);
    folder.write("file", smallTrace());
    sockaddr_un address {};
    address.sun_family = AF_UNIX;
    const std::string socketPath = folder.file("socket");
    QVERIFY(socketPath.size() < sizeof address.sun_path);
    socketPath.copy(address.sun_path, socketPath.size());
    const int descriptor = socket(AF_UNIX, SOCK_STREAM, 0);
    QCOMPARE(bind(descriptor, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);

    const bool isInFolder = !kind.isEmpty() && !kind.startsWith('/');
    QElapsedTimer timer;
    timer.start();
    const std::string path = isInFolder ? folder.file(kind.toStdString()) : kind.toStdString();
    const auto loaded = open(path);
    KT_VERIFY_ERROR(loaded, ErrorCode::Unreadable);
    // As an argument it is looked at first: a folder, a summary, a table, a trace?
    if (kind != "directory")
        QVERIFY(!loadTraceSet({ { std::nullopt, path } }, testLoadOptions(), {}));
    close(descriptor);
    QVERIFY2(timer.elapsed() < 5'000, "it waited for the file");
    const QByteArray message = QByteArray::fromStdString(english(loaded.error().message));
    QVERIFY2(message.endsWith('.') && message.size() < 600, message.constData());
}

void TestOddFiles::unreadableFilesSayWhy()
{
    const TempDir folder;
    QCOMPARE(chmod(folder.path().c_str(), 0755), 0);
    const std::string path = folder.write("secret.json", smallTrace());
    QCOMPARE(chmod(path.c_str(), 0), 0);
    const int status = inChild([&path] {
        if (geteuid() == 0 && seteuid(65534) != 0)
            return 5;
        const auto loaded = open(path);
        return !loaded && english(loaded.error().message).find("permission") != std::string::npos ? 3 : 4;
    });
    QCOMPARE(status, 3);
}

void TestOddFiles::oddPathsOpen_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::newRow("line feed") << QByteArray("two\nlines.json");
    QTest::newRow("quotes") << QByteArray("it's \"so\".json");
    QTest::newRow("right to left") << QByteArray("\xE2\x80\xAEnosj.json");
    QTest::newRow("no utf-8") << QByteArray("a\xFF\xFE.json");
    QTest::newRow("255 bytes") << QByteArray(250, 'n') + ".json";
    QTest::newRow("option") << QByteArray("-o.json");
    QTest::newRow("url") << QByteArray("file:%20.json");
    QTest::newRow("wrong suffix") << QByteArray("trace.gz");
    QTest::newRow("unfinished by its name") << QByteArray("x.pt.trace.json.tmp");
    QTest::newRow("percent") << QByteArray("%s%n.json");
}

void TestOddFiles::oddPathsOpen()
{
    QFETCH(QByteArray, name);
    const TempDir folder;
    const std::string path = folder.path() + "/" + name.toStdString();
    std::ofstream(path, std::ios::binary) << smallTrace();
    const auto loaded = open(path);
    KT_VERIFY_OK(loaded);
    QCOMPARE(loaded.value()->slices().size(), std::size_t { 2 });
    QCOMPARE(QByteArray::fromStdString(loaded.value()->path()), QByteArray::fromStdString(path));
}

void TestOddFiles::linkToATraceOpens()
{
    const TempDir folder;
    folder.write("real.json", smallTrace());
    QCOMPARE(symlink("real.json", folder.file("link.json").c_str()), 0);
    const auto loaded = open(folder.file("link.json"));
    KT_VERIFY_OK(loaded);
    QVERIFY(loaded.value()->path().ends_with("link.json"));
}

void TestOddFiles::changesWhileReadingAreReported_data()
{
    QTest::addColumn<QByteArray>("change");
    for (const char* const change : { "grows", "shrinks", "replaced", "deleted" })
        QTest::newRow(change) << QByteArray(change);
}

void TestOddFiles::changesWhileReadingAreReported()
{
    QFETCH(QByteArray, change);
    const TempDir folder;
    const std::string path = folder.write("trace.json", longTrace(20'000));
    LoadOptions options = testLoadOptions();
    options.blockBytes = 4096;
    std::atomic<bool> isDone = false;
    // The first blocks have been read when the first preview comes; a few more may wait behind them, the rest is still
    // on disk.
    options.onPreview = [&](const std::shared_ptr<const TracePreview>&) {
        if (isDone.exchange(true))
            return;
        if (change == "grows")
            std::ofstream(path, std::ios::app) << std::string(1000, ' ');
        else if (change == "shrinks")
            std::filesystem::resize_file(path, 200'000);
        else if (change == "replaced")
            std::filesystem::rename(folder.write("other.json", smallTrace()), path);
        else
            std::filesystem::remove(path);
    };
    const auto loaded = loadTrace(path, options, Progress {});
    QVERIFY(isDone);
    KT_VERIFY_OK(loaded);
    QVERIFY(isAccountedFor(loaded));
    const ImportReport& report = loaded.value()->report();
    QCOMPARE(report.entry(Problem::ChangedWhileReading).count, std::uint64_t { 1 });
    QVERIFY(report.events > 500);
    if (change == "shrinks")
        QVERIFY(report.events < 20'000 && report.entry(Problem::Truncated).count == 1);
    else
        QCOMPARE(report.events, std::uint64_t { 20'000 });
}

void TestOddFiles::argsOfAChangedFileAreRefused()
{
    const TempDir folder;
    const std::string path = folder.write("trace.json", smallTrace());
    const auto loaded = open(path);
    KT_VERIFY_OK(loaded);
    KT_VERIFY_OK(loaded.value()->eventJson(0));
    folder.write("trace.json", longTrace(10));
    KT_VERIFY_ERROR(loaded.value()->eventJson(0), ErrorCode::Unreadable);
    std::filesystem::remove(path);
    KT_VERIFY_ERROR(loaded.value()->eventJson(0), ErrorCode::Unreadable);
}

void TestOddFiles::gzipBombsStopAtTheRatio()
{
    const std::string head = R"({"traceEvents":[{"ph":"X","name":"a","pid":1,"tid":1,"ts":1,"dur":1},)";
    for (const std::string& filler : { std::string(24u << 20, ' '), "{\"name\":\"" + std::string(24u << 20, 'x') }) {
        for (const bool useIsal : { false, true }) {
            LoadOptions options = testLoadOptions();
            options.limits.gzipRatioAfter = 4u << 20;
            options.useIsal = useIsal;
            const auto loaded = loadText(gzip(head + filler), options);
            KT_VERIFY_OK(loaded);
            const ImportReport& report = loaded.value()->report();
            QVERIFY(isAccountedFor(loaded));
            QCOMPARE(report.entry(Problem::LimitReached).count, std::uint64_t { 1 });
            QCOMPARE(report.drawable, std::uint64_t { 1 });
            QVERIFY(report.textBytes < 8u << 20);
        }
    }
}

void TestOddFiles::bombsStayWithinMemory()
{
    // This test itself holds 70 MiB. A sanitizer keeps freed memory and shadows of it, a quarter of a gibibyte; still
    // far from the gibibyte of the bomb.
#if defined(__SANITIZE_ADDRESS__)
    constexpr long kMostKiB = 900 * 1024;
#else
    constexpr long kMostKiB = 400 * 1024;
#endif
    // One gibibyte of blanks in a megabyte, with the limits of a normal load.
    std::string bomb = gzip(R"({"traceEvents":[{"ph":"X","name":"a","pid":1,"tid":1,"ts":1,"dur":1},)");
    const std::string blanks = gzip(std::string(64u << 20, ' '));
    for (int i = 0; i < 16; ++i)
        bomb += blanks;
    const TempDir folder;
    const std::string path = folder.write("bomb.json.gz", bomb);
    const int status = inChild([&path] {
        const auto loaded = loadTrace(path, LoadOptions {}, Progress {});
        rusage usage {};
        getrusage(RUSAGE_SELF, &usage);
        if (!loaded || loaded.value()->report().entry(Problem::LimitReached).count != 1)
            return 4;
        return usage.ru_maxrss < kMostKiB ? 3 : 5;
    });
    QCOMPARE(status, 3);
}

void TestOddFiles::manyMembersStopAtTheLimit()
{
    const std::string text = smallTrace();
    std::string members;
    for (const char c : text)
        members += gzip(std::string_view(&c, 1));
    LoadOptions options = testLoadOptions();
    options.limits.gzipMembers = text.size() - 3;
    const auto loaded = loadText(members, options);
    KT_VERIFY_OK(loaded);
    QCOMPARE(loaded.value()->report().entry(Problem::LimitReached).count, std::uint64_t { 1 });
    QCOMPARE(loaded.value()->slices().size(), std::size_t { 2 });
}

void TestOddFiles::cancelStopsSoon()
{
    const TempDir folder;
    const std::string path = folder.write("trace.json", longTrace(100'000));
    for (const bool isBefore : { true, false }) {
        std::stop_source stop;
        LoadOptions options = testLoadOptions();
        options.blockBytes = 4096;
        if (isBefore)
            stop.request_stop();
        else
            options.onPreview = [&stop](const std::shared_ptr<const TracePreview>&) { stop.request_stop(); };
        ProgressCounters counters;
        const auto loaded = loadTrace(path, options, Progress { &counters, stop.get_token() });
        KT_VERIFY_ERROR(loaded, ErrorCode::Cancelled);
        QVERIFY(counters.done < std::filesystem::file_size(path));
    }
}

void TestOddFiles::oneBadFileAmongMany()
{
    const TempDir folder;
    std::vector<TraceArgument> arguments;
    for (int rank = 0; rank < 40; ++rank)
        arguments.push_back({ std::nullopt,
            folder.write("rank" + std::to_string(rank) + ".json",
                TraceText(LayoutStyle::Compact).rank(rank, 40).op("a", 0_us, 5_us).text()) });
    arguments.push_back({ std::nullopt, folder.write("bad.json", "<html>") });
    arguments.push_back(arguments.front());
    const auto loaded = loadTraceSet(arguments, testLoadOptions(), Progress {});
    KT_VERIFY_OK(loaded);
    QVERIFY(loaded.value()->ranks().size() >= 40);
    const bool namesTheBadOne = std::any_of(loaded.value()->remarks().begin(), loaded.value()->remarks().end(),
        [](const Remark& remark) { return remark.path.ends_with("bad.json"); });
    QVERIFY(namesTheBadOne);
}

QTEST_GUILESS_MAIN(TestOddFiles)
#include "tst_odd_files.moc"
