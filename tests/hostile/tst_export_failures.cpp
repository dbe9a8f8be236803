// SPDX-License-Identifier: GPL-3.0-or-later
// Exports that must fail: kinetoscope-cli export on full disks, without permission, onto its input, killed. What stood
// at the target stays, and nothing else is left. KINETOSCOPE_LONG_TESTS=1 kills a thousand times.
#include "tests/support/exported_trace.h"
#include "tests/support/long_tests.h"
#include "tests/support/temp_dir.h"
#include "tests/support/test_macros.h"
#include "tests/support/trace_generator.h"
#include "tests/support/trace_text.h"

#include <QElapsedTimer>
#include <QProcess>

#include <algorithm>
#include <filesystem>
#include <random>

#ifdef Q_OS_UNIX
#include <csignal>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#endif

using namespace kinetoscope;
using namespace kinetoscope::tests;

class TestExportFailures : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void inputIsNeverWrittenOver_data();
    void inputIsNeverWrittenOver();
    void outputThatCannotBeWritten_data();
    void outputThatCannotBeWritten();
    void fileSizeLimitIsSaidInWords();
    void fullDiskIsSaidInWords_data();
    void fullDiskIsSaidInWords();
    void wrongUsage_data();
    void wrongUsage();
    void interruptLeavesNothing();
    void killedExportLeavesOldOrNew();

private:
    struct Run {
        int code = -1;
        QString out;
        QString err;
    };
    [[nodiscard]] Run run(const QStringList& arguments) const;
    [[nodiscard]] QStringList leftovers() const;

    TempDir m_dir;
    std::string m_input; ///< content of in.json
};

namespace {

QString program()
{
    return QStringLiteral(KINETOSCOPE_BIN_DIR "/kinetoscope-cli");
}

} // namespace

TestExportFailures::Run TestExportFailures::run(const QStringList& arguments) const
{
    QProcess process;
    process.setWorkingDirectory(QString::fromStdString(m_dir.path()));
    process.start(program(), arguments);
    if (!process.waitForFinished(60'000))
        return {};
    return { process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1,
        QString::fromUtf8(process.readAllStandardOutput()), QString::fromUtf8(process.readAllStandardError()) };
}

/// Temporary files in the folder.
QStringList TestExportFailures::leftovers() const
{
    return QDir(QString::fromStdString(m_dir.path()))
        .entryList({ QStringLiteral(".*kinetoscope-tmp*") }, QDir::Files | QDir::Hidden);
}

void TestExportFailures::initTestCase()
{
#ifndef Q_OS_UNIX
    QSKIP("Signals, limits and links of Unix.");
#endif
    GeneratorOptions options;
    options.steps = 6;
    options.smallOps = 40;
    m_input = generateTrace(options);
    m_dir.write("in.json", m_input);
}

void TestExportFailures::inputIsNeverWrittenOver_data()
{
    QTest::addColumn<QString>("target");
    QTest::addColumn<QString>("input");
    const auto row = [](const char* name, const char* target, const char* input) {
        QTest::newRow(name) << QString::fromLatin1(target) << QString::fromLatin1(input);
    };
    row("the name itself", "in.json", "in.json");
    row("another spelling", "./sub/../in.json", "in.json");
    row("a symbolic link", "link.json", "in.json");
    row("a hard link", "hard.json", "in.json");
    row("the link is read", "in.json", "link.json");
    row("in a folder of ranks", "in.json", ".");
    row("as a rank", "in.json", "0=in.json");
}

void TestExportFailures::inputIsNeverWrittenOver()
{
    QFETCH(QString, target);
    QFETCH(QString, input);
    namespace fs = std::filesystem;
    std::error_code ignored;
    fs::create_directory(m_dir.file("sub"), ignored);
    fs::create_symlink("in.json", m_dir.file("link.json"), ignored);
    fs::create_hard_link(m_dir.file("in.json"), m_dir.file("hard.json"), ignored);
    const Run result = run({ QStringLiteral("export"), QStringLiteral("counters"), QStringLiteral("--progress"),
        QStringLiteral("json"), QStringLiteral("-o"), target, input });
    QCOMPARE(result.code, 5);
    QVERIFY2(result.err.contains(QStringLiteral("it is the file that is being read")), qPrintable(result.err));
    QVERIFY2(!result.err.contains(QStringLiteral("Loading")), "refused only after work was done");
    QVERIFY(readFile(m_dir.file("in.json")) == m_input);
    QCOMPARE(leftovers(), QStringList());
    fs::remove(m_dir.file("link.json"));
    fs::remove(m_dir.file("hard.json"));
}

void TestExportFailures::outputThatCannotBeWritten_data()
{
    QTest::addColumn<QString>("target");
    QTest::addColumn<QString>("words");
    const auto row = [](const char* target, const char* words) {
        QTest::newRow(target) << QString::fromLatin1(target) << QString::fromLatin1(words);
    };
    row("/dev/full", "not a regular file");
    row("absent/out.json", "folder does not exist");
    row("absent/", "There is no folder");
    row("/proc/out.json", "out.json\":");
}

void TestExportFailures::outputThatCannotBeWritten()
{
    QFETCH(QString, target);
    QFETCH(QString, words);
    const Run result = run({ QStringLiteral("export"), QStringLiteral("counters"), QStringLiteral("-o"), target,
        QStringLiteral("in.json") });
    QCOMPARE(result.code, 5);
    QVERIFY2(result.err.contains(words), qPrintable(result.err));
}

void TestExportFailures::fileSizeLimitIsSaidInWords()
{
#ifdef Q_OS_UNIX
    m_dir.write("limited.json", "old");
    QProcess process;
    process.setWorkingDirectory(QString::fromStdString(m_dir.path()));
    process.setChildProcessModifier([] {
        const rlimit limit { 100'000, 100'000 };
        setrlimit(RLIMIT_FSIZE, &limit);
    });
    process.start(program(),
        { QStringLiteral("export"), QStringLiteral("counters"), QStringLiteral("-o"), QStringLiteral("limited.json"),
            QStringLiteral("in.json") });
    QVERIFY(process.waitForFinished(60'000));
    QCOMPARE(process.exitCode(), 5);
    QVERIFY(QString::fromUtf8(process.readAllStandardError()).contains(QStringLiteral("File too large")));
    QVERIFY(readFile(m_dir.file("limited.json")) == "old");
    QCOMPARE(leftovers(), QStringList());
#endif
}

void TestExportFailures::fullDiskIsSaidInWords_data()
{
    QTest::addColumn<QString>("target");
    QTest::newRow("plain") << QStringLiteral("small/out.json");
    QTest::newRow("gzip") << QStringLiteral("small/out.json.gz");
}

/// A file system of a few pages: what stood there stays whole, and the room that was taken is free again.
void TestExportFailures::fullDiskIsSaidInWords()
{
#ifdef Q_OS_LINUX
    QFETCH(QString, target);
    const std::string disk = m_dir.file("small");
    std::filesystem::create_directory(disk);
    if (mount("tmpfs", disk.c_str(), "tmpfs", 0, "size=64k") != 0)
        QSKIP("Only root may mount a small file system here.");
    struct Unmount {
        const std::string& disk;
        ~Unmount() { umount2(disk.c_str(), MNT_DETACH); }
    };
    {
        const Unmount unmount { disk };
        m_dir.write(target.toStdString(), "old");
        const Run result = run({ QStringLiteral("export"), QStringLiteral("counters"), QStringLiteral("-o"), target,
            QStringLiteral("in.json") });
        QCOMPARE(result.code, 5);
        QVERIFY2(result.err.contains(QStringLiteral("No space left on device")), qPrintable(result.err));
        QVERIFY(readFile(m_dir.file(target.toStdString())) == "old");
        const QStringList left = QDir(QString::fromStdString(disk)).entryList(QDir::Files | QDir::Hidden);
        QCOMPARE(left, QStringList(target.section(u'/', 1)));
        m_dir.write("small/room.bin", std::string(40'000, 'x')); // there is room again
        QCOMPARE(readFile(m_dir.file("small/room.bin")).size(), std::size_t { 40'000 });
    }
    std::filesystem::remove(disk);
#else
    QSKIP("A file system made for the test, on Linux.");
#endif
}

void TestExportFailures::wrongUsage_data()
{
    QTest::addColumn<QString>("arguments");
    QTest::addColumn<int>("code");
    QTest::addColumn<QString>("words");
    const auto row = [](const char* arguments, int code, const char* words) {
        QTest::newRow(arguments) << QString::fromLatin1(arguments) << code << QString::fromLatin1(words);
    };
    row("export", 2, "KIND");
    row("export countres -o out.json in.json", 2, "did you mean 'counters'?");
    row("export counters in.json", 2, "--output");
    row("export counters -o out.json", 2, "TRACE");
    row("export counters -o out.json absent.json", 3, "absent.json");
    row("export counters --steps 1 -o out.json in.json", 2, "trim");
    row("export counters --streams 7 -o out.json in.json", 2, "--streams");
    row("export counters --ranks 9 -o out.json in.json", 2, "There is no rank 9");
    row("export counters --ns-rounding -o out.json in.json", 2, "--mode hta");
    row("export sequences --top-k 0 -o out.json in.json", 2, "top-k");
    row("export sequences --mode hta -o out.json in.json", 2, "--operator-name");
    row("export sequences --operator-name nobody -o out.json in.json", 2, "Nothing was written");
}

void TestExportFailures::wrongUsage()
{
    QFETCH(QString, arguments);
    QFETCH(int, code);
    QFETCH(QString, words);
    const Run result = run(arguments.split(u' '));
    QCOMPARE(result.code, code);
    QVERIFY2(result.err.contains(words), qPrintable(result.err));
    QVERIFY(result.out.isEmpty());
    QVERIFY(!std::filesystem::exists(m_dir.file("out.json")));
}

void TestExportFailures::interruptLeavesNothing()
{
#ifdef Q_OS_UNIX
    GeneratorOptions options;
    options.steps = 40;
    options.smallOps = 120;
    m_dir.write("large.json", generateTrace(options));
    const QString target = QString::fromStdString(m_dir.file("stopped.json.gz"));
    for (int attempt = 0; attempt < 10; ++attempt) {
        QProcess process;
        process.setWorkingDirectory(QString::fromStdString(m_dir.path()));
        process.setReadChannel(QProcess::StandardError);
        process.start(program(),
            { QStringLiteral("export"), QStringLiteral("counters"), QStringLiteral("--progress"),
                QStringLiteral("json"), QStringLiteral("-o"), QStringLiteral("stopped.json.gz"),
                QStringLiteral("large.json") });
        QVERIFY(process.waitForStarted());
        while (process.waitForReadyRead(30'000) && !process.readAll().contains("Exporting")) { }
        ::kill(static_cast<pid_t>(process.processId()), SIGINT);
        QVERIFY(process.waitForFinished(30'000) || process.state() == QProcess::NotRunning);
        QCOMPARE(leftovers(), QStringList());
        if (process.exitCode() == 0) { // done before the signal came
            QVERIFY(QFile::remove(target));
            continue;
        }
        QCOMPARE(process.exitCode(), 130);
        QVERIFY(!QFile::exists(target));
        return;
    }
    QSKIP("Every attempt was done before it could be interrupted.");
#endif
}

/// At any moment the target is the old file or the new one, and at most one temporary file is left, which the next
/// export removes.
void TestExportFailures::killedExportLeavesOldOrNew()
{
#ifdef Q_OS_UNIX
    const QStringList arguments { QStringLiteral("export"), QStringLiteral("counters"), QStringLiteral("-q"),
        QStringLiteral("-o"), QStringLiteral("target.json.gz"), QStringLiteral("in.json") };
    QElapsedTimer timer;
    timer.start();
    QCOMPARE(run(arguments).code, 0);
    const auto most = static_cast<unsigned>(timer.nsecsElapsed() / 1000 * 2);
    // Of a gzip file the text counts: what it is deflated to may differ by who of the threads made which piece.
    const std::string fresh = gunzip(readFile(m_dir.file("target.json.gz")));
    const ExportedTrace whole = readExported(m_dir.file("target.json.gz"));
    QVERIFY2(whole.error.empty() && !whole.events.empty(), whole.error.c_str());
    const std::string old = "what stood there before";
    m_dir.write("target.json.gz", old);

    const int rounds = isLongRun() ? 1000 : static_cast<int>(50 / sanitizedStride());
    std::minstd_rand random(7);
    int killed = 0;
    int written = 0;
    // The first run may have been slow: who was done before is given half the time then, and again, so that some are
    // not.
    unsigned longest = std::max(100U, most);
    for (int i = 0; i < rounds; ++i) {
        QProcess process;
        process.setWorkingDirectory(QString::fromStdString(m_dir.path()));
        process.start(program(), arguments);
        QVERIFY(process.waitForStarted());
        usleep(static_cast<useconds_t>(random() % longest));
        ::kill(static_cast<pid_t>(process.processId()), SIGKILL);
        QVERIFY(process.waitForFinished(30'000) || process.state() == QProcess::NotRunning);
        const bool wasKilled = process.exitStatus() == QProcess::CrashExit;
        longest = wasKilled ? std::min(most, longest * 2) : std::max(100U, longest / 2);
        killed += wasKilled ? 1 : 0;
        const std::string content = readFile(m_dir.file("target.json.gz"));
        const bool isFresh = content != old && gunzip(content) == fresh;
        QVERIFY2(content == old || isFresh, "the target is torn");
        QVERIFY(leftovers().size() <= 1);
        if (isFresh) {
            ++written;
            m_dir.write("target.json.gz", old);
        }
    }
    QCOMPARE(run(arguments).code, 0);
    QCOMPARE(leftovers(), QStringList());
    QVERIFY(gunzip(readFile(m_dir.file("target.json.gz"))) == fresh);
    QVERIFY(killed > 0);
    qInfo("%d of %d were killed, %d had written", killed, rounds, written);
#endif
}

QTEST_GUILESS_MAIN(TestExportFailures)
#include "tst_export_failures.moc"
