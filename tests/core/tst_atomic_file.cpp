// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/atomic_file.h"
#include "core/words/english.h"
#include "tests/support/child_process.h"

#include <QByteArray>
#include <QDir>
#include <QFile>
#include <QLatin1String>
#include <QObject>
#include <QRegularExpression>
#include <QString>
#include <QStringList>
#include <QStringLiteral>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <fstream>

#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace kinetoscope;
using namespace kinetoscope::tests;

class TestAtomicFile : public QObject {
    Q_OBJECT

private slots:
    void init();
    void writesANewFile();
    void replacesAnOldFile();
    void writesMoreThanTheBuffer();
    void leavesNothingWithoutCommit();
    void keepsPermissions();
    void newFileFollowsTheUmask();
    void refusesWhatIsNoRegularFile_data();
    void refusesWhatIsNoRegularFile();
    void refusesAFifoThatAppearedMeanwhile();
    void refusesAReadOnlyFolder();
    void refusesAProtectedFile();
    void refusesTheInputByIdentity_data();
    void refusesTheInputByIdentity();
    void keepsASymbolicLink();
    void followsALinkToNothing();
    void refusesALinkLoop();
    void keepsTheOldFileAtTheSizeLimit();
    void keepsTheFirstErrorForCommit();
    void saysWhenTheFolderIsGone();
    void removesLeftoversOfTheDead();
    void twoWritersOfOneTargetDoNotDisturbEachOther();
    void killedWriterLeavesOldOrNew();

private:
    std::string at(const char* name) const { return (m_folder->path() + u'/' + QString::fromUtf8(name)).toStdString(); }
    QStringList entries() const
    {
        return QDir(m_folder->path()).entryList(QDir::AllEntries | QDir::Hidden | QDir::System | QDir::NoDotAndDotDot);
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

namespace {

std::string contentOf(const std::string& path)
{
    std::ifstream file(path, std::ios::binary);
    return { std::istreambuf_iterator<char>(file), {} };
}

void put(const std::string& path, const std::string& content)
{
    std::ofstream(path, std::ios::binary) << content;
}

/// The administrator may write anywhere: tests of permissions run as somebody else.
template <typename Work> int asOrdinaryUser(Work work)
{
    constexpr uid_t kNobody = 65534;
    return inChild([&work] { return geteuid() == 0 && seteuid(kNobody) != 0 ? 5 : work(); });
}

} // namespace

void TestAtomicFile::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(m_folder->isValid());
    QCOMPARE(chmod(m_folder->path().toUtf8().constData(), 0755), 0);
}

void TestAtomicFile::writesANewFile()
{
    QVERIFY(writeFileAtomically(at("a.csv"), "x,y\n"));
    QCOMPARE(contentOf(at("a.csv")), std::string("x,y\n"));
    QCOMPARE(entries(), QStringList { QStringLiteral("a.csv") });
}

void TestAtomicFile::replacesAnOldFile()
{
    put(at("a.csv"), "old and longer");
    QVERIFY(writeFileAtomically(at("a.csv"), "new"));
    QCOMPARE(contentOf(at("a.csv")), std::string("new"));
    QCOMPARE(entries().size(), 1);
}

void TestAtomicFile::writesMoreThanTheBuffer()
{
    Result<AtomicFile> file = AtomicFile::create(at("big"));
    QVERIFY(file);
    std::string expected;
    for (int i = 0; i < 50'000; ++i) {
        const std::string line = std::to_string(i) + "\n";
        QVERIFY(file->write(line));
        expected += line;
    }
    const std::string block(200'000, 'b');
    QVERIFY(file->write(block));
    QVERIFY(file->write("end"));
    QVERIFY(file->commit());
    QVERIFY(contentOf(at("big")) == expected + block + "end");
}

void TestAtomicFile::leavesNothingWithoutCommit()
{
    put(at("a"), "old");
    {
        Result<AtomicFile> file = AtomicFile::create(at("a"));
        QVERIFY(file);
        QVERIFY(file->write("half of the new"));
        QCOMPARE(entries().size(), 2);
    }
    QCOMPARE(contentOf(at("a")), std::string("old"));
    QCOMPARE(entries().size(), 1);
}

void TestAtomicFile::keepsPermissions()
{
    put(at("secret"), "old");
    QCOMPARE(chmod(at("secret").c_str(), 0600), 0);
    QVERIFY(writeFileAtomically(at("secret"), "new"));
    struct stat status { };
    QCOMPARE(stat(at("secret").c_str(), &status), 0);
    QCOMPARE(status.st_mode & 0777, mode_t { 0600 });
}

void TestAtomicFile::newFileFollowsTheUmask()
{
    const mode_t before = umask(027);
    const bool isWritten = writeFileAtomically(at("new"), "x").isOk();
    umask(before);
    QVERIFY(isWritten);
    struct stat status { };
    QCOMPARE(stat(at("new").c_str(), &status), 0);
    QCOMPARE(status.st_mode & 0777, mode_t { 0640 });
}

void TestAtomicFile::refusesWhatIsNoRegularFile_data()
{
    QTest::addColumn<QByteArray>("kind");
    QTest::addColumn<QByteArray>("reason");
    QTest::newRow("fifo") << QByteArray("fifo") << QByteArray("it is not a regular file.");
    QTest::newRow("link to a fifo") << QByteArray("link") << QByteArray("it is not a regular file.");
    QTest::newRow("folder") << QByteArray("folder") << QByteArray("it is a folder.");
    QTest::newRow("trailing slash") << QByteArray("folder/") << QByteArray("this is not the name of a file.");
    QTest::newRow("no name") << QByteArray("") << QByteArray("this is not the name of a file.");
    QTest::newRow("device") << QByteArray("/dev/null") << QByteArray("it is not a regular file.");
    QTest::newRow("missing folder") << QByteArray("missing/a") << QByteArray("its folder does not exist.");
#ifdef Q_OS_LINUX
    QTest::newRow("folder of the kernel") << QByteArray("/proc/a") << QByteArray("its folder takes no new files.");
    QTest::newRow("what is open") << QByteArray("open")
                                  << QByteArray("it is a file that a program has open, and would be replaced.");
#endif
    QTest::newRow("file as folder") << QByteArray("file/a") << QByteArray("Not a directory.");
}

void TestAtomicFile::refusesWhatIsNoRegularFile()
{
    QFETCH(QByteArray, kind);
    QFETCH(QByteArray, reason);
    QCOMPARE(mkfifo(at("fifo").c_str(), 0600), 0);
    QCOMPARE(symlink("fifo", at("link").c_str()), 0);
    QCOMPARE(mkdir(at("folder").c_str(), 0700), 0);
    put(at("file"), "x");
    QFile opened(QString::fromStdString(at("file")));
    QVERIFY(opened.open(QIODevice::ReadWrite));
    const std::string descriptor = "/proc/self/fd/" + std::to_string(opened.handle());
    QCOMPARE(symlink(descriptor.c_str(), at("open").c_str()), 0); // as /dev/stdout
    const QStringList before = entries();
    const bool isInFolder = !kind.isEmpty() && !kind.startsWith('/');
    const Result<Done> written = writeFileAtomically(isInFolder ? at(kind.constData()) : kind.toStdString(), "new");
    QVERIFY(!written);
    QCOMPARE(written.error().code, ErrorCode::NotWritable);
    const QByteArray message = QByteArray::fromStdString(english(written.error().message));
    QVERIFY2(message.endsWith(reason), message.constData());
    QCOMPARE(entries(), before);
    QVERIFY(contentOf(at("file")) == "x");
}

void TestAtomicFile::refusesAFifoThatAppearedMeanwhile()
{
    Result<AtomicFile> file = AtomicFile::create(at("a"));
    QVERIFY(file);
    QCOMPARE(mkfifo(at("a").c_str(), 0600), 0);
    QVERIFY(!file->commit());
    QCOMPARE(entries(), QStringList { QStringLiteral("a") });
}

void TestAtomicFile::refusesAReadOnlyFolder()
{
    QCOMPARE(mkdir(at("locked").c_str(), 0555), 0);
    const std::string path = at("locked/a");
    QCOMPARE(asOrdinaryUser([&path] {
        const Result<Done> written = writeFileAtomically(path, "new");
        return !written && english(written.error().message).ends_with("Permission denied.") ? 3 : 4;
    }),
        3);
}

void TestAtomicFile::refusesAProtectedFile()
{
    QCOMPARE(mkdir(at("open").c_str(), 0700), 0);
    QCOMPARE(chmod(at("open").c_str(), 0777), 0);
    put(at("open/a"), "old");
    QCOMPARE(chmod(at("open/a").c_str(), 0444), 0);
    const std::string path = at("open/a");
    QCOMPARE(asOrdinaryUser([&path] { return writeFileAtomically(path, "new") ? 4 : 3; }), 3);
    QCOMPARE(contentOf(path), std::string("old"));
}

void TestAtomicFile::refusesTheInputByIdentity_data()
{
    QTest::addColumn<QByteArray>("target");
    QTest::newRow("same name") << QByteArray("trace.json");
    QTest::newRow("hard link") << QByteArray("hard.json");
    QTest::newRow("symbolic link") << QByteArray("soft.json");
    QTest::newRow("other spelling") << QByteArray("./trace.json");
}

void TestAtomicFile::refusesTheInputByIdentity()
{
    QFETCH(QByteArray, target);
    put(at("trace.json"), "{}");
    QCOMPARE(link(at("trace.json").c_str(), at("hard.json").c_str()), 0);
    QCOMPARE(symlink("trace.json", at("soft.json").c_str()), 0);
    const std::vector<std::string> inputs { at("gone.json"), at("trace.json") };
    const Result<Done> written = writeFileAtomically(at(target.constData()), "new", inputs);
    QVERIFY(!written);
    QVERIFY(english(written.error().message).ends_with("it is the file that is being read."));
    QCOMPARE(contentOf(at("trace.json")), std::string("{}"));
}

void TestAtomicFile::keepsASymbolicLink()
{
    QCOMPARE(mkdir(at("sub").c_str(), 0700), 0);
    put(at("sub/real"), "old");
    QCOMPARE(symlink("sub/real", at("link").c_str()), 0);
    QCOMPARE(symlink("link", at("second").c_str()), 0);
    QVERIFY(writeFileAtomically(at("second"), "new"));
    struct stat status { };
    QCOMPARE(lstat(at("second").c_str(), &status), 0);
    QVERIFY(S_ISLNK(status.st_mode));
    QCOMPARE(contentOf(at("sub/real")), std::string("new"));
}

void TestAtomicFile::followsALinkToNothing()
{
    QCOMPARE(symlink("later", at("link").c_str()), 0);
    QVERIFY(writeFileAtomically(at("link"), "new"));
    QCOMPARE(contentOf(at("later")), std::string("new"));
    QCOMPARE(entries().size(), 2);
}

void TestAtomicFile::refusesALinkLoop()
{
    QCOMPARE(symlink("b", at("a").c_str()), 0);
    QCOMPARE(symlink("a", at("b").c_str()), 0);
    const Result<Done> written = writeFileAtomically(at("a"), "new");
    QVERIFY(!written);
    QCOMPARE(entries().size(), 2);
}

void TestAtomicFile::keepsTheOldFileAtTheSizeLimit()
{
    put(at("a"), "old");
    const std::string path = at("a");
    // The default action of SIGXFSZ would end the child: exit status 3 shows that the error came back instead.
    const int status = inChild([&path] {
        const rlimit limit { 100'000, 100'000 };
        setrlimit(RLIMIT_FSIZE, &limit);
        const Result<Done> written = writeFileAtomically(path, std::string(300'000, 'x'));
        return !written && english(written.error().message).ends_with("File too large.") ? 3 : 4;
    });
    QCOMPARE(status, 3);
    QCOMPARE(contentOf(path), std::string("old"));
    QCOMPARE(entries().size(), 1);
}

void TestAtomicFile::keepsTheFirstErrorForCommit()
{
    const std::string path = at("a");
    const int status = inChild([&path] {
        const rlimit limit { 100'000, 100'000 };
        setrlimit(RLIMIT_FSIZE, &limit);
        Result<AtomicFile> file = AtomicFile::create(path);
        if (!file)
            return 1;
        (void)file->write(std::string(300'000, 'x'));
        const Result<Done> second = file->write("y");
        const Result<Done> committed = file->commit();
        return !second && !committed && english(committed.error().message) == english(second.error().message) ? 3 : 4;
    });
    QCOMPARE(status, 3);
    QCOMPARE(entries().size(), 0);
}

void TestAtomicFile::saysWhenTheFolderIsGone()
{
    QCOMPARE(mkdir(at("sub").c_str(), 0700), 0);
    Result<AtomicFile> file = AtomicFile::create(at("sub/a"));
    QVERIFY(file);
    QVERIFY(QDir(m_folder->filePath(QStringLiteral("sub"))).removeRecursively());
    const Result<Done> committed = file->commit();
    QVERIFY(!committed);
    QVERIFY(english(committed.error().message).ends_with("its folder is gone."));
}

void TestAtomicFile::removesLeftoversOfTheDead()
{
    const std::string path = at("a");
    const pid_t child = fork();
    if (child == 0) {
        Result<AtomicFile> file = AtomicFile::create(path);
        raise(SIGKILL);
    }
    int status = 0;
    waitpid(child, &status, 0);
    QCOMPARE(entries().size(), 1);
    QVERIFY(entries().first().startsWith(QLatin1String(".a."))
        && entries().first().endsWith(QLatin1String(".kinetoscope-tmp")));
    // What is not ours stays, and so does what a living writer is at.
    put(at(".kinetoscope-tmp"), "no process");
    put(at(".a.x-1.kinetoscope-tmp"), "no number");
    Result<AtomicFile> living = AtomicFile::create(at("c"));
    QVERIFY(living);
    QVERIFY(writeFileAtomically(at("b"), "another target clears it away"));
    QCOMPARE(entries().size(), 4);
    QVERIFY(entries().filter(QRegularExpression(QStringLiteral("^\\.a\\.\\d"))).isEmpty());
    QVERIFY(living->write("c") && living->commit());
    QCOMPARE(contentOf(at("c")), std::string("c"));
}

void TestAtomicFile::twoWritersOfOneTargetDoNotDisturbEachOther()
{
    Result<AtomicFile> first = AtomicFile::create(at("a"));
    Result<AtomicFile> second = AtomicFile::create(at("a"));
    QVERIFY(first && second);
    QVERIFY(first->write("first"));
    QVERIFY(second->write("second"));
    QVERIFY(second->commit());
    QVERIFY(first->commit());
    QCOMPARE(contentOf(at("a")), std::string("first"));
    QCOMPARE(entries().size(), 1);
}

void TestAtomicFile::killedWriterLeavesOldOrNew()
{
    // Every delay from "before it began" to "long after": the target is one of two texts, never a third.
    const std::string path = at("a");
    const std::string old(1'000'000, 'o');
    const std::string fresh(2'000'000, 'n');
    put(path, old);
    for (int round = 0; round < 40; ++round) {
        const pid_t child = fork();
        if (child == 0) {
            (void)writeFileAtomically(path, fresh);
            _exit(0);
        }
        usleep(static_cast<useconds_t>(round * 150));
        kill(child, SIGKILL);
        int status = 0;
        waitpid(child, &status, 0);
        const std::string content = contentOf(path);
        QVERIFY(content == old || content == fresh);
        QVERIFY(entries().size() <= 2);
    }
    QVERIFY(writeFileAtomically(path, old));
    QCOMPARE(entries().size(), 1);
}

QTEST_GUILESS_MAIN(TestAtomicFile)
#include "tst_atomic_file.moc"
