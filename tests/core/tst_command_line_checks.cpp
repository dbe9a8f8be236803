// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/analyses.h"
#include "core/export/exports.h"
#include "core/overlay/overlays.h"
#include "tests/support/temp_dir.h"
#include "tests/support/test_macros.h"
#include "tests/support/trace_text.h"

#include <QFileInfo>
#include <QProcess>
#include <QProcessEnvironment>
#include <QRegularExpression>

#include <filesystem>

using namespace kinetoscope;
using namespace kinetoscope::tests;

/// What kinetoscope-cli refuses, before it reads a trace, and how it says so.
class TestCommandLineChecks : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void outputIsCheckedBeforeAnythingIsRead_data();
    void outputIsCheckedBeforeAnythingIsRead();
    void aCheckedOutputStaysAsItWas();
    void wordsThatNameNothingAreRefused_data();
    void wordsThatNameNothingAreRefused();
    void standardOutputByItsFileNameIsAppendedTo();
    void aRankIsGivenToOneTrace();
    void wrongOptionsAreExplained_data();
    void wrongOptionsAreExplained();
    void helpOfACommand();
    void examplesOfHelpAreTaken_data();
    void examplesOfHelpAreTaken();
    void helpThatCannotBeWrittenIsSaid();
    void aNamedFileThatIsMissingIsSaid();
    void aNamedFileThatIsNoTraceIsSaid_data();
    void aNamedFileThatIsNoTraceIsSaid();
    void manualsNameWhatThereIs();

private:
    struct Run {
        int code = -1;
        QByteArray out;
        QByteArray err;
    };
    /// @param appendTo  file that the standard output is appended to; "": it is in the answer.
    [[nodiscard]] Run run(const QStringList& arguments, const QString& appendTo = {}) const;

    TempDir m_dir;
};

void TestCommandLineChecks::initTestCase()
{
    m_dir.write("e1.json", exampleE1());
    m_dir.write("job/rank0.json", exampleE1());
    m_dir.write("job/rank1.json", exampleE1());
    m_dir.write("one/trace.json", exampleE1());
}

TestCommandLineChecks::Run TestCommandLineChecks::run(const QStringList& arguments, const QString& appendTo) const
{
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("XDG_CONFIG_HOME"), QString::fromStdString(m_dir.file("no configuration")));
    environment.insert(QStringLiteral("COLUMNS"), QStringLiteral("120"));
    process.setProcessEnvironment(environment);
    process.setWorkingDirectory(QString::fromStdString(m_dir.path()));
    if (!appendTo.isEmpty())
        process.setStandardOutputFile(appendTo, QIODevice::Append);
    process.start(QStringLiteral(KINETOSCOPE_BIN_DIR "/kinetoscope-cli"), arguments);
    if (!process.waitForFinished(60'000) || process.exitStatus() != QProcess::NormalExit)
        return {};
    const QByteArray out = appendTo.isEmpty() ? process.readAllStandardOutput() : QByteArray();
    return { process.exitCode(), out, process.readAllStandardError() };
}

void TestCommandLineChecks::outputIsCheckedBeforeAnythingIsRead_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::newRow("info, no folder") << QStringList { "info", "-o", "nowhere/x.txt" };
    QTest::newRow("info, a folder") << QStringList { "info", "-o", "." };
    QTest::newRow("info, an input") << QStringList { "info", "-o", "e1.json" };
    QTest::newRow("info, a file of an input") << QStringList { "info", "-o", "job/rank1.json", "job" };
    QTest::newRow("analyze, no folder") << QStringList { "analyze", "overview", "-o", "nowhere/x.txt" };
    QTest::newRow("analyze, a device") << QStringList { "analyze", "overview", "-o", "/dev/full" };
    QTest::newRow("analyze, an input") << QStringList { "analyze", "overview", "-o", "./e1.json" };
    QTest::newRow("export, no folder") << QStringList { "export", "counters", "-o", "nowhere/x.json" };
}

void TestCommandLineChecks::outputIsCheckedBeforeAnythingIsRead()
{
    QFETCH(QStringList, arguments);
    const std::string before = readFile(m_dir.file("e1.json"));
    const Run result = run(arguments + QStringList { "--progress", "json", "e1.json" });
    QCOMPARE(result.code, 5);
    QVERIFY2(result.err.contains("Cannot write"), result.err.constData());
    QVERIFY2(!result.err.contains("Loading"), result.err.constData());
    KT_COMPARE_TEXT(readFile(m_dir.file("e1.json")), before);
}

void TestCommandLineChecks::aCheckedOutputStaysAsItWas()
{
    m_dir.write("kept.txt", "kept");
    QCOMPARE(run({ "info", "-o", "kept.txt", "nothing.json" }).code, 3);
    KT_COMPARE_TEXT(readFile(m_dir.file("kept.txt")), std::string("kept"));
    QCOMPARE(run({ "info", "-o", "new.txt", "nothing.json" }).code, 3);
    QVERIFY(!std::filesystem::exists(m_dir.file("new.txt")));
    for (const auto& entry : std::filesystem::directory_iterator(m_dir.path()))
        QVERIFY2(entry.path().extension() != ".kinetoscope-tmp", entry.path().c_str());
}

void TestCommandLineChecks::wordsThatNameNothingAreRefused_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QByteArray>("sentence");
    const QByteArray noFile = "cli: --output: an empty text names no file";
    QTest::newRow("info") << QStringList { "info", "-o", "", "e1.json" } << noFile;
    QTest::newRow("list") << QStringList { "list", "-o", "" } << noFile;
    QTest::newRow("list of one") << QStringList { "list", "" } << QByteArray("There is no analysis ''");
    QTest::newRow("a file for an analysis")
        << QStringList { "analyze", "e1.json" } << QByteArray("'e1.json' is a file: what comes here is an analysis");
    QTest::newRow("a part of an analysis")
        << QStringList { "diff", "e1.json", "e1.json" } << QByteArray("did you mean 'analyze trace-diff'?");
    QTest::newRow("analyze") << QStringList { "analyze", "idle-time", "-o", "", "e1.json" } << noFile;
    QTest::newRow("export") << QStringList { "export", "counters", "-o", "", "e1.json" } << noFile;
    QTest::newRow("summarize") << QStringList { "summarize", "-o", "", "e1.json" } << noFile;
    QTest::newRow("summarize to a dash") << QStringList { "summarize", "-o", "-", "e1.json" }
                                         << QByteArray("--output: summaries are files: name a folder for them");
    for (const char* option : { "--ranks", "--steps", "--streams", "--range", "--step-pattern" })
        QTest::addRow("%s", option) << QStringList { "analyze", "idle-time", option, "", "e1.json" }
                                    << QByteArray(option) + ": an empty text chooses nothing";
    QTest::newRow("scope of an export") << QStringList { "export", "counters", "-o", "x.json", "--steps", "",
        "e1.json" } << QByteArray("--steps: an empty text chooses nothing");
    const auto addOf = [](const QStringList& command, const char* option, const char* sentence) {
        QTest::addRow("%s of %s", option, qPrintable(command.front()))
            << command + QStringList { option, "", "e1.json" } << QByteArray(option) + sentence;
    };
    const QStringList analyze { "analyze", "idle-time" };
    const QStringList summarize { "summarize", "-o", "summaries" };
    addOf(analyze, "--table", ": an empty text names no table");
    addOf(analyze, "--limit", ": an empty text is neither a number of rows nor all");
    addOf(analyze, "--rules", ": an empty text names no file");
    addOf(analyze, "--memory-limit", ": an empty text is no size");
    addOf({ "export", "counters", "-o", "x.json" }, "--rules", ": an empty text names no file");
    addOf(summarize, "--rules", ": an empty text names no file");
    addOf(summarize, "--memory-limit", ": an empty text is no size");
    addOf(summarize, "--shard", ": an empty text names no part");
    addOf(summarize, "--consecutive-kernel-delay", ": an empty text is no time");
    addOf({ "analyze", "collectives" }, "--group", ": an empty text chooses nothing");
    addOf({ "analyze", "what-if" }, "--change", ": an empty text chooses nothing");
    for (const char* changes : { "host:op=0,", ",host:op=0", "host:op=0,,work:copy=0.5" })
        QTest::addRow("change of %s", changes) << QStringList { "analyze", "what-if", "--change", changes, "e1.json" }
                                               << "A change is missing beside a comma: '" + QByteArray(changes) + "'.";
    QTest::newRow("change of two") << QStringList { "analyze", "what-if", "--change", "host:op=0", "--change", "",
        "e1.json" } << QByteArray("A change is missing beside a comma: 'host:op=0,'.");
    QTest::newRow("trace") << QStringList { "info", "" } << QByteArray("An empty text names no trace.");
    QTest::newRow("trace of a rank") << QStringList { "info", "0=" } << QByteArray("An empty text names no trace.");
}

void TestCommandLineChecks::wordsThatNameNothingAreRefused()
{
    QFETCH(QStringList, arguments);
    QFETCH(QByteArray, sentence);
    const Run result = run(arguments);
    QCOMPARE(result.code, 2);
    QVERIFY2(result.err.contains(sentence), result.err.constData());
    QVERIFY(result.out.isEmpty());
    QVERIFY(!std::filesystem::exists(m_dir.file("e1.ksum")) && !std::filesystem::exists(m_dir.file("-")));
}

void TestCommandLineChecks::standardOutputByItsFileNameIsAppendedTo()
{
    if (!QFileInfo::exists(QStringLiteral("/dev/stdout")))
        QSKIP("This system has no /dev/stdout.");
    const std::string log = m_dir.write("log.txt", "before\n");
    std::string expected = "before\n";
    for (const char* name : { "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1" }) {
        QCOMPARE(run({ "list", "-o", name }, QString::fromStdString(log)).code, 0);
        expected += run({ "list" }).out.toStdString();
        KT_COMPARE_TEXT(readFile(log), expected);
    }
    // An export is no text for it, and what is behind an open file must not be replaced either.
    const std::string whole = readFile(log);
    QCOMPARE(run({ "export", "counters", "-o", "/dev/stdout", "e1.json" }, QString::fromStdString(log)).code, 5);
    KT_COMPARE_TEXT(readFile(log), whole);
    const Run descriptor = run({ "export", "counters", "-o", "/dev/fd/1", "e1.json" }, QString::fromStdString(log));
    QCOMPARE(descriptor.code, 5);
    QVERIFY2(descriptor.err.contains("that a program has open, and would be replaced"), descriptor.err.constData());
    KT_COMPARE_TEXT(readFile(log), whole);
    const Run pipe = run({ "export", "counters", "-o", "/dev/fd/1", "e1.json" });
    QVERIFY2(pipe.err.contains("it is not a regular file"), pipe.err.constData());
}

void TestCommandLineChecks::aRankIsGivenToOneTrace()
{
    const Run one = run({ "info", "5=one" });
    QVERIFY2(one.out.startsWith("rank 5: "), one.out.constData());
    const Run several = run({ "info", "5=job" });
    QCOMPARE(several.code, 2);
    QVERIFY2(several.err.contains("Rank 5 is one trace, and the folder job holds 2 files"), several.err.constData());
    // Tables of a folder are one rank together.
    m_dir.write("tables/kernel.csv", "name,start,end,deviceId,streamId,correlationId\ngemm,1000,2000,0,7,1\n");
    m_dir.write("tables/cuda_runtime.csv", "name,start,end,threadId,correlationId\ncudaLaunchKernel,500,600,1,1\n");
    const Run tables = run({ "info", "5=tables" });
    QCOMPARE(tables.code, 0);
    QVERIFY2(tables.out.startsWith("rank 5: "), tables.out.constData());
}

void TestCommandLineChecks::wrongOptionsAreExplained_data()
{
    QTest::addColumn<QString>("arguments");
    QTest::addColumn<QByteArray>("sentence");
    QTest::newRow("flag that help hides") << "analyze kernel-breakdown --include-memory-kernels=3x e1.json"
                                          << QByteArray("cli: --include-memory-kernels is true or false, not '3x'.");
    QTest::newRow("the other form of a flag")
        << "analyze kernel-breakdown --no-include-memory-kernels=3x e1.json"
        << QByteArray("cli: --no-include-memory-kernels is true or false, not '3x'.");
    QTest::newRow("twice") << "info --format csv --format json e1.json"
                           << QByteArray("cli: --format can be given once only.\n");
    QTest::newRow("large bounds") << "analyze kernel-breakdown --num-kernels 0 e1.json"
                                  << QByteArray("takes a value from 1 to 1000000000, not 0.");
    QTest::newRow("no number is in no range")
        << "summarize --kernel-share nan -o summaries e1.json" << QByteArray("--kernel-share: 'nan' is no number.");
    QTest::newRow("far from all") << "analyze efficiency --peak 3 e1.json"
                                  << QByteArray("There is no option '--peak' here.\n");
    QTest::newRow("near one") << "info --formt csv e1.json" << QByteArray("did you mean '--format'?");
    QTest::newRow("command of the other program")
        << "report e1.json" << QByteArray("'report' is a command of the other program: kinetoscope report -o");
    QTest::newRow("an analysis for a command")
        << "overview e1.json" << QByteArray("'overview' is an analysis: kinetoscope-cli analyze overview TRACE...\n");
    QTest::newRow("no such column") << "analyze idle-time --columns rnk nothing.json"
                                    << QByteArray("There is no column 'rnk' here; did you mean 'rank'?");
    QTest::newRow("column of another table") << "analyze idle-time --table devices --columns kernel_before nothing.json"
                                             << QByteArray("There is no column 'kernel_before' here");
    QTest::newRow("option before the command")
        << "--format csv info e1.json" << QByteArray("A command comes first, not '--format'.");
}

void TestCommandLineChecks::wrongOptionsAreExplained()
{
    QFETCH(QString, arguments);
    QFETCH(QByteArray, sentence);
    const Run result = run(arguments.split(u' '));
    QCOMPARE(result.code, 2);
    QVERIFY2(result.err.contains(sentence), result.err.constData());
}

void TestCommandLineChecks::helpOfACommand()
{
    QCOMPARE(run({ "help", "info" }).out, run({ "info", "--help" }).out);
    QCOMPARE(run({ "help", "analyze", "idle-time" }).out, run({ "analyze", "idle-time", "--help" }).out);
    QCOMPARE(run({ "help", "nonsense" }).code, 2);
    const QByteArray counters = run({ "export", "counters", "--help" }).out.simplified();
    QVERIFY2(counters.contains("(on by default): GB/s of copies"), counters.constData());
}

void TestCommandLineChecks::examplesOfHelpAreTaken_data()
{
    QTest::addColumn<QString>("command");
    for (const AnalysisDescriptor& analysis : analyses())
        QTest::addRow("%s", analysis.id.c_str()) << QStringLiteral("analyze %1").arg(toQString(analysis.id));
    for (const ExportDescriptor& kind : exports())
        QTest::addRow("export %s", kind.id.c_str()) << QStringLiteral("export %1").arg(toQString(kind.id));
}

/// As far as the files: none of those that are named is there.
void TestCommandLineChecks::examplesOfHelpAreTaken()
{
    QFETCH(QString, command);
    const QString help = QString::fromUtf8(run(command.split(u' ') + QStringList { "--help" }).out);
    const QStringList lines = help.mid(help.indexOf(QLatin1String("Examples:"))).split(u'\n');
    int examples = 0;
    std::filesystem::create_directory(m_dir.file("folder"));
    for (const QString& line : lines) {
        if (!line.startsWith(QLatin1String("  kinetoscope-cli ")))
            continue;
        ++examples;
        const Run result = run(line.simplified().split(u' ').mid(1));
        QVERIFY2(result.code == 3 && result.err.contains("There is no file"),
            qPrintable(line + u'\n' + QString::fromUtf8(result.err)));
    }
    QCOMPARE(examples, 2);
}

void TestCommandLineChecks::helpThatCannotBeWrittenIsSaid()
{
    if (!QFileInfo::exists(QStringLiteral("/dev/full")))
        QSKIP("This system has no /dev/full.");
    for (const QStringList& arguments :
        { QStringList { "--help" }, QStringList { "--version" }, QStringList { "info", "--help" } }) {
        const Run result = run(arguments, QStringLiteral("/dev/full"));
        QCOMPARE(result.code, 5);
        QVERIFY2(result.err.contains("The standard output cannot be written"), result.err.constData());
    }
}

/// Beside others it ends nothing; but figures of fewer ranks are never given without a word.
void TestCommandLineChecks::aNamedFileThatIsMissingIsSaid()
{
    const Run quiet = run({ "analyze", "kernel-breakdown", "-q", "e1.json", "nothing.json" });
    QCOMPARE(quiet.code, 0);
    QCOMPARE(quiet.err, QByteArray("kinetoscope-cli: There is no file nothing.json.\n"));
    const Run strict = run({ "analyze", "kernel-breakdown", "--strict", "e1.json", "nothing.json" });
    QCOMPARE(strict.code, 4);
    QVERIFY2(strict.err.contains("A trace could not be read (--strict)."), strict.err.constData());
    QVERIFY(!strict.out.isEmpty());
}

void TestCommandLineChecks::aNamedFileThatIsNoTraceIsSaid_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<QByteArray>("content");
    QTest::newRow("empty") << QByteArray("nothing.json") << QByteArray();
    QTest::newRow("damaged") << QByteArray("damaged.json") << QByteArray("{\"trace");
    QTest::newRow("no JSON") << QByteArray("page.json") << QByteArray("<html></html>");
    QTest::newRow("damaged, compressed") << QByteArray("packed.json.gz") << QByteArray("\x1f\x8b\x08\x00\x00", 5);
    QTest::newRow("other JSON") << QByteArray("list.json") << QByteArray("[1, 2, 3]");
    QTest::newRow("damaged summary") << QByteArray("rank.ksum") << QByteArray("SQLite format 3\0 and no more", 28);
}

/// Whoever names a file means a rank: its absence is an error like that of a missing one. In a folder it may be a note.
void TestCommandLineChecks::aNamedFileThatIsNoTraceIsSaid()
{
    QFETCH(QByteArray, name);
    QFETCH(QByteArray, content);
    const TempDir folder;
    folder.write("e1.json", exampleE1());
    folder.write(name.toStdString(), content.toStdString());
    const QString good = QString::fromStdString(folder.file("e1.json"));
    const QString bad = QString::fromStdString(folder.file(name.toStdString()));
    const QString both = QString::fromStdString(folder.path());
    const Run quiet = run({ "analyze", "kernel-breakdown", "-q", good, bad });
    QCOMPARE(quiet.code, 0);
    QVERIFY2(quiet.err.contains(name), quiet.err.constData());
    QCOMPARE(run({ "analyze", "kernel-breakdown", "--strict", good, bad }).code, 4);
    QCOMPARE(run({ "analyze", "kernel-breakdown", "--strict", both }).code, 0);
    QCOMPARE(run({ "analyze", "kernel-breakdown", "-q", both }).err, QByteArray());
}

/// Commands, exports, rules, overlays and the options that are not those of one analysis or export.
void TestCommandLineChecks::manualsNameWhatThereIs()
{
    const auto manual = [](const char* name) {
        QString text = QString::fromStdString(readFile(std::string(KINETOSCOPE_SOURCE_DIR "/packaging/man/") + name));
        return text.replace(QLatin1String("\\-"), QLatin1String("-"));
    };
    const QString cli = manual("kinetoscope-cli.1");
    QVERIFY(!cli.isEmpty());
    QStringList missing;
    const auto expect = [&missing](const QString& text, const QString& word) {
        if (!text.contains(word) && !missing.contains(word))
            missing.append(word);
    };
    static const QRegularExpression option(
        QStringLiteral("^ +(?:-\\w,)?(--[a-z-]+)"), QRegularExpression::MultilineOption);
    for (const char* command : { "info", "list", "analyze", "export", "summarize" }) {
        expect(cli, QString::fromLatin1(command));
        const QString help = QString::fromUtf8(run({ QString::fromLatin1(command), QStringLiteral("--help") }).out);
        for (auto it = option.globalMatch(help); it.hasNext();)
            expect(cli, it.next().captured(1));
    }
    for (const ExportDescriptor& kind : exports())
        expect(cli, QStringLiteral("\n.B %1\n").arg(toQString(kind.id)));
    for (const char* rule : { "INDUCTOR", "LAUNCH", "NO-LAUNCH", "FORMULA", "DEVICE" })
        expect(cli, QString::fromLatin1(rule));
    const QString window = manual("kinetoscope.1");
    for (const OverlayDescriptor& overlay : overlays())
        expect(window, toQString(overlay.id));
    QCOMPARE(missing.join(u' '), QString());
}

QTEST_GUILESS_MAIN(TestCommandLineChecks)
#include "tst_command_line_checks.moc"
