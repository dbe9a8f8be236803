// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/analyses.h"
#include "core/export/exports.h"
#include "core/io/load_budget.h"
#include "core/io/trace_loader.h"
#include "core/output/analysis_json.h"
#include "tests/support/analysis_runs.h"
#include "tests/support/temp_dir.h"
#include "tests/support/test_macros.h"
#include "tests/support/trace_generator.h"
#include "tests/support/trace_text.h"

#include <QDir>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QProcessEnvironment>

#include <csignal>
#include <filesystem>

using namespace kinetoscope;
using namespace kinetoscope::tests;

/// kinetoscope-cli as a shell sees it: exit codes, what goes to which stream, formats, files.
class TestCommandLine : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void exitCodes_data();
    void exitCodes();
    void helpHasTwoExamples_data();
    void helpHasTwoExamples();
    void errorsSayWhatIsWrong_data();
    void errorsSayWhatIsWrong();
    void wrongWordsComeWithTheNearest_data();
    void wrongWordsComeWithTheNearest();
    void dataGoesToStandardOutputAlone();
    void formats_data();
    void formats();
    void tablesFitTheTerminal_data();
    void tablesFitTheTerminal();
    void aFileHasTheWholeTable();
    void rowsAndColumnsAreChosen();
    void flagsTakeTrueAndFalse();
    void helpTellsTheTruth_data();
    void helpTellsTheTruth();
    void optionsMayStandAnywhere();
    void scopeOptionsReachTheAnalysis();
    void streamsAreChosenByTheirTexts();
    void rulesFileChangesTypes();
    void rulesOfTheConfigurationFolder();
    void formulasMayBeGivenAgain();
    void tablesArePickedUpByContent();
    void comparedArgumentsAreSeparateJobs();
    void rankOfAnArgument();
    void infoJsonKeepsTheContract();
    void infoForPeople();
    void infoCountsEveryEvent();
    void listJsonIsPinned();
    void listDescribesOneAnalysis();
    void outputFileIsWholeOrAbsent();
    void aDashIsTheStandardOutput();
    void outputNeverReplacesAnInput();
    void strictTellsRepairs();
    void quietSaysNothing();
    void progressAsJson();
    void ranksThatDoNotFitAreNamed();
    void memoryLimitBindsAnalyses();
    void interruptLeavesNothingBehind_data();
    void interruptLeavesNothingBehind();
    void hostileNamesStayText();
    void oneJobIsComparedWithItself();
    void standardInputIsATrace();
    void aFileNamedTwiceIsOneRank();
    void jsonThatIsNoTraceIsNoRank();
    void rangeOutsideIsRefused_data();
    void rangeOutsideIsRefused();
    void foldersOfTracesAreNamed();
    void remarksAreOfRanksHoweverManyThereAre();

private:
    struct Run {
        int code = -1;
        QByteArray out;
        QByteArray err;
    };
    [[nodiscard]] Run run(const QStringList& arguments, const QString& configurationFolder = {},
        const QString& columns = {}, const QString& standardInput = {}) const;

    TempDir m_dir;
    QString m_trace; ///< E1
};

namespace {

QString program()
{
    return QStringLiteral(KINETOSCOPE_BIN_DIR "/kinetoscope-cli");
}

QStringList words(const QString& text)
{
    return text.split(QLatin1Char(' '), Qt::SkipEmptyParts);
}

} // namespace

void TestCommandLine::initTestCase()
{
    QVERIFY2(QFileInfo::exists(program()), "kinetoscope-cli is not built");
    m_trace = QString::fromStdString(m_dir.write("e1.json", exampleE1()));
    m_dir.write("broken.json", "{\"traceEvents\": [" + exampleE1().substr(exampleE1().find('[') + 1, 900));
    m_dir.write("no_trace.json", "{\"a\": 1}");
    GeneratorOptions large; // several blocks of the reader
    large.layers = 40;
    large.steps = 12;
    m_dir.write("large.json", generateTrace(large));
    m_dir.write("rules.txt", "MEMORY ^gemm\n");
    m_dir.write("bad_rules.txt", "NONSENSE x\n");
}

TestCommandLine::Run TestCommandLine::run(const QStringList& arguments, const QString& configurationFolder,
    const QString& columns, const QString& standardInput) const
{
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    // Rules of whoever runs the tests must not change what they see.
    environment.insert(QStringLiteral("XDG_CONFIG_HOME"),
        configurationFolder.isEmpty() ? QString::fromStdString(m_dir.file("no configuration")) : configurationFolder);
    // The terminal of whoever runs them neither.
    environment.remove(QStringLiteral("COLUMNS"));
    if (!columns.isEmpty())
        environment.insert(QStringLiteral("COLUMNS"), columns);
#if defined(__SANITIZE_ADDRESS__)
    // What was given back counts as used while the sanitizer keeps it, 256 MiB otherwise: more than some limits here.
    environment.insert(QStringLiteral("ASAN_OPTIONS"),
        environment.value(QStringLiteral("ASAN_OPTIONS")) + QStringLiteral(":quarantine_size_mb=8"));
#endif
    process.setProcessEnvironment(environment);
    process.setWorkingDirectory(QString::fromStdString(m_dir.path()));
    if (!standardInput.isEmpty())
        process.setStandardInputFile(standardInput);
    process.start(program(), arguments);
    if (!process.waitForFinished(60'000))
        return {};
    return { process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1, process.readAllStandardOutput(),
        process.readAllStandardError() };
}

void TestCommandLine::exitCodes_data()
{
    QTest::addColumn<QString>("arguments");
    QTest::addColumn<int>("code");
    QTest::newRow("no arguments") << "" << 2;
    QTest::newRow("help") << "--help" << 0;
    QTest::newRow("version") << "--version" << 0;
    QTest::newRow("version of a command") << "info --version" << 0;
    QTest::newRow("unknown command") << "inform e1.json" << 2;
    QTest::newRow("info") << "info e1.json" << 0;
    QTest::newRow("info without a trace") << "info" << 2;
    QTest::newRow("missing file") << "info nothing.json" << 3;
    QTest::newRow("not a trace") << "info no_trace.json" << 3;
    QTest::newRow("damaged") << "info broken.json" << 0;
    QTest::newRow("damaged, strict") << "info --strict broken.json" << 4;
    QTest::newRow("sound, strict") << "info --strict e1.json" << 0;
    QTest::newRow("health, damaged") << "analyze trace-health broken.json" << 0;
    QTest::newRow("health, sound, strict") << "analyze trace-health --strict e1.json" << 0;
    QTest::newRow("list") << "list" << 0;
    QTest::newRow("list of an unknown one") << "list nonsense" << 2;
    QTest::newRow("analyze") << "analyze temporal-breakdown e1.json" << 0;
    QTest::newRow("analyze nothing") << "analyze" << 2;
    QTest::newRow("unknown analysis") << "analyze nonsense e1.json" << 2;
    QTest::newRow("analysis without a trace") << "analyze temporal-breakdown" << 2;
    QTest::newRow("unknown option") << "analyze temporal-breakdown --nonsense e1.json" << 2;
    QTest::newRow("option of another analysis") << "analyze temporal-breakdown --num-kernels 3 e1.json" << 2;
    QTest::newRow("bad value") << "analyze kernel-breakdown --num-kernels many e1.json" << 2;
    QTest::newRow("value out of range") << "analyze kernel-breakdown --duration-ratio 2 e1.json" << 2;
    QTest::newRow("bad format") << "analyze temporal-breakdown --format xml e1.json" << 2;
    QTest::newRow("unknown table") << "analyze temporal-breakdown --table nonsense e1.json" << 2;
    QTest::newRow("unknown rank") << "analyze temporal-breakdown --ranks 7 e1.json" << 2;
    QTest::newRow("unknown step") << "analyze temporal-breakdown --steps 7 e1.json" << 2;
    QTest::newRow("unknown stream") << "analyze temporal-breakdown --streams 99 e1.json" << 2;
    QTest::newRow("bad range") << "analyze temporal-breakdown --range 5:1 e1.json" << 2;
    QTest::newRow("bad step pattern") << "analyze idle-time --step-pattern [ e1.json" << 2;
    QTest::newRow("two jobs where one is looked at") << "analyze idle-time e1.json vs e1.json" << 2;
    QTest::newRow("two jobs that are one") << "analyze waterfall --one-job e1.json vs e1.json" << 2;
    QTest::newRow("export to the standard output") << "export counters -o - e1.json" << 2;
    QTest::newRow("export of no series") << "export counters --no-queue-length --no-copy-bandwidth -o x.json e1.json"
                                         << 2;
    QTest::newRow("hta") << "analyze temporal-breakdown --mode hta e1.json" << 0;
    QTest::newRow("hta with a range") << "analyze temporal-breakdown --mode hta --range 0:5 e1.json" << 2;
    QTest::newRow("hta with steps") << "analyze temporal-breakdown --mode hta --steps 1 e1.json" << 2;
    QTest::newRow("a table HTA has not") << "analyze temporal-breakdown --mode hta --table devices e1.json" << 2;
    QTest::newRow("hta parameter in exact mode") << "analyze temporal-breakdown --no-ns-rounding e1.json" << 2;
    QTest::newRow("hta parameters")
        << "analyze temporal-breakdown --mode hta --no-ns-rounding --include-last-profiler-step e1.json" << 0;
    QTest::newRow("flag and its opposite")
        << "analyze kernel-breakdown --include-memory-kernels --no-include-memory-kernels e1.json" << 2;
    QTest::newRow("flag with a value") << "analyze kernel-breakdown --include-memory-kernels=3x e1.json" << 2;
    QTest::newRow("range outside of the trace") << "analyze temporal-breakdown --range 1s:2s e1.json" << 2;
    QTest::newRow("rules") << "analyze kernel-breakdown --rules rules.txt e1.json" << 0;
    QTest::newRow("bad rules") << "analyze kernel-breakdown --rules bad_rules.txt e1.json" << 2;
    QTest::newRow("missing rules") << "analyze kernel-breakdown --rules none.txt e1.json" << 3;
    QTest::newRow("output in no folder") << "info -o nowhere/info.txt e1.json" << 5;
    QTest::newRow("output is a folder") << "info -o . e1.json" << 5;
    QTest::newRow("memory limit") << "info --memory-limit 1k large.json" << 6;
    QTest::newRow("bad memory limit") << "info --memory-limit much e1.json" << 2;
    QTest::newRow("jobs") << "info --jobs 1 e1.json" << 0;
}

void TestCommandLine::exitCodes()
{
    QFETCH(QString, arguments);
    QFETCH(int, code);
    const Run result = run(words(arguments));
    QVERIFY2(result.code == code,
        qPrintable(
            QStringLiteral("exit code %1, not %2: %3").arg(result.code).arg(code).arg(QString::fromUtf8(result.err))));
    if (code != 0 && code != 4) {
        QVERIFY2(result.out.isEmpty(), result.out.constData());
        QVERIFY(!result.err.isEmpty());
    }
}

void TestCommandLine::helpHasTwoExamples_data()
{
    QTest::addColumn<QString>("arguments");
    QTest::newRow("program") << "--help";
    QTest::newRow("info") << "info --help";
    QTest::newRow("list") << "list --help";
    QTest::newRow("analyze") << "analyze --help";
    QTest::newRow("export") << "export --help";
    for (const ExportDescriptor& kind : exports())
        QTest::addRow("export %s", kind.id.c_str()) << QStringLiteral("export %1 --help").arg(toQString(kind.id));
    for (const AnalysisDescriptor& analysis : analyses())
        QTest::addRow("%s", analysis.id.c_str()) << QStringLiteral("analyze %1 --help").arg(toQString(analysis.id));
}

void TestCommandLine::helpHasTwoExamples()
{
    QFETCH(QString, arguments);
    const Run result = run(words(arguments));
    QCOMPARE(result.code, 0);
    QVERIFY(result.err.isEmpty());
    const QByteArray examples = result.out.mid(result.out.indexOf("Examples:"));
    QCOMPARE(examples.count("  kinetoscope-cli "), 2);
}

void TestCommandLine::errorsSayWhatIsWrong_data()
{
    QTest::addColumn<QString>("arguments");
    QTest::addColumn<QString>("sentence");
    QTest::newRow("vs") << "analyze idle-time e1.json vs e1.json"
                        << "The word vs stands between jobs that are compared; here idle-time looks at one job.";
    QTest::newRow("one trace for two") << "analyze waterfall e1.json"
                                       << "(--control-ranks and --test-ranks, --control-steps and --test-steps).";
    QTest::newRow("step pattern") << "analyze idle-time --step-pattern [ e1.json"
                                  << "--step-pattern: '[' is not a regular expression";
    QTest::newRow("no series") << "export counters --no-queue-length --no-copy-bandwidth -o x.json e1.json"
                               << "No series is chosen: --queue-length and --copy-bandwidth are off";
    QTest::newRow("part without anything") << "export trim --ranks 0 --range 6us:6500ns -o x.json gap.json"
                                           << "Nothing was written. Rank 0: nothing of it lies there.";
    QTest::newRow("shard") << "summarize --shard 3/2 -o out e1.json"
                           << "--shard: 3/2 says part 3 of 2, and parts are counted from 0.";
    QTest::newRow("length of time") << "summarize --consecutive-kernel-delay 3h -o out e1.json"
                                    << "--consecutive-kernel-delay: '3h' is no time";
}

void TestCommandLine::errorsSayWhatIsWrong()
{
    QFETCH(QString, arguments);
    QFETCH(QString, sentence);
    m_dir.write("gap.json", TraceText().op("aten::a", 0_us, 5_us).op("aten::b", 8_us, 5_us).text());
    const Run result = run(words(arguments));
    QCOMPARE(result.code, 2);
    QVERIFY(result.out.isEmpty());
    QVERIFY2(result.err.contains(sentence.toUtf8()), result.err.constData());
}

void TestCommandLine::wrongWordsComeWithTheNearest_data()
{
    QTest::addColumn<QString>("arguments");
    QTest::addColumn<QString>("meant");
    QTest::newRow("command") << "inof e1.json"
                             << "info";
    QTest::newRow("analysis") << "analyze temporal-breakdwn e1.json"
                              << "temporal-breakdown";
    QTest::newRow("listed analysis") << "list kernel-brekdown"
                                     << "kernel-breakdown";
    QTest::newRow("option") << "analyze kernel-breakdown --num-kernel 3 e1.json"
                            << "--num-kernels";
    QTest::newRow("table") << "analyze kernel-breakdown --table kernel e1.json"
                           << "kernels";
}

void TestCommandLine::wrongWordsComeWithTheNearest()
{
    QFETCH(QString, arguments);
    QFETCH(QString, meant);
    const Run result = run(words(arguments));
    QCOMPARE(result.code, 2);
    QVERIFY2(result.err.contains("did you mean '" + meant.toUtf8() + "'?"), result.err.constData());
}

void TestCommandLine::dataGoesToStandardOutputAlone()
{
    const Run result = run({ "analyze", "temporal-breakdown", "--format", "csv", m_trace });
    QCOMPARE(result.code, 0);
    QVERIFY2(result.err.isEmpty(), result.err.constData());
    QVERIFY(result.out.startsWith("rank,idle_time(us),compute_time(us),non_compute_time(us),kernel_time(us),idle_time_"
                                  "pctg,compute_time_pctg,non_compute_time_pctg,"));
    QVERIFY(result.out.contains("\n0,10,15,15,40,25,37.5,37.5,"));
}

void TestCommandLine::formats_data()
{
    QTest::addColumn<QString>("format");
    QTest::addColumn<QString>("part");
    QTest::newRow("csv: the first table") << "csv"
                                          << "kernel_type,sum,percentage\nCOMPUTATION,10,33.3\n";
    QTest::newRow("tsv") << "tsv"
                         << "kernel_type\tsum\tpercentage\nCOMPUTATION\t10\t33.3\n";
    QTest::newRow("markdown: all tables") << "markdown"
                                          << "### Kernels by rank, type and name\n";
    QTest::newRow("table: all tables") << "table"
                                       << "Kernels by rank, type and name (--table kernels)\n";
    QTest::newRow("json: all tables") << "json"
                                      << "\"name\":\"kernels\"";
}

void TestCommandLine::formats()
{
    QFETCH(QString, format);
    QFETCH(QString, part);
    const Run result = run({ "analyze", "kernel-breakdown", "--format", format, m_trace });
    QCOMPARE(result.code, 0);
    QVERIFY2(result.out.contains(part.toUtf8()), result.out.constData());
    QVERIFY(result.out.endsWith('\n'));
    if (format == QLatin1String("csv"))
        QVERIFY(!result.out.contains("gemm"));
    if (format == QLatin1String("json"))
        QCOMPARE(QJsonDocument::fromJson(result.out).object()["schema"].toString(),
            QStringLiteral("kinetoscope.analysis/1"));
}

void TestCommandLine::tablesFitTheTerminal_data()
{
    QTest::addColumn<QString>("analysis");
    QTest::addColumn<QString>("columns");
    QTest::addColumn<int>("width");
    for (const char* analysis : { "kernel-breakdown", "operators", "idle-time", "call-tree", "overview", "steps" }) {
        for (const int width : { 40, 80, 200 })
            QTest::addRow("%s in %d", analysis, width) << analysis << QString::number(width) << width;
        QTest::addRow("%s in nonsense", analysis) << analysis << "wide" << 120;
        QTest::addRow("%s in a pipe", analysis) << analysis << "" << 120;
    }
}

void TestCommandLine::tablesFitTheTerminal()
{
    QFETCH(QString, analysis);
    QFETCH(QString, columns);
    QFETCH(int, width);
    const Run result = run({ "analyze", analysis, "large.json" }, {}, columns);
    QCOMPARE(result.code, 0);
    const QString text = QString::fromUtf8(result.out);
    int rows = 0;
    for (const QString& line : text.split(QLatin1Char('\n'))) {
        QVERIFY2(line.size() <= width, qPrintable(line));
        rows = line.isEmpty() ? 0 : rows + 1;
        QVERIFY2(rows < 250, qPrintable(line)); // findings take several lines each
    }
}

void TestCommandLine::aFileHasTheWholeTable()
{
    const QString file = QString::fromStdString(m_dir.file("ops.txt"));
    QCOMPARE(run({ "analyze", "call-tree", "--table", "ops", "-o", file, "large.json" }, {}, "40").code, 0);
    QFile written(file);
    QVERIFY(written.open(QIODevice::ReadOnly));
    const QByteArray whole = written.readAll();
    QVERIFY(!whole.contains("--limit") && !whole.contains("--wide"));
    const Run all = run({ "analyze", "call-tree", "--table", "ops", "--limit", "all", "--wide", "large.json" });
    QCOMPARE(all.out, whole);
    const Run some = run({ "analyze", "call-tree", "--table", "ops", "large.json" });
    QVERIFY(some.out.count('\n') < 60);
    QVERIFY2(some.out.contains(" more: --limit all)"), some.out.constData());
}

void TestCommandLine::rowsAndColumnsAreChosen()
{
    const Run result =
        run({ "analyze", "kernel-breakdown", "--table", "kernels", "--columns", "sum,name", "--limit", "1", m_trace });
    QCOMPARE(result.code, 0);
    const QList<QByteArray> lines = result.out.split('\n');
    QCOMPARE(lines.at(2).simplified(), QByteArray("sum name"));
    QCOMPARE(lines.at(4).simplified(), QByteArray("15 gemm"));
    QCOMPARE(lines.at(5), QByteArray("(1 of 3 rows, 2 more: --limit all)"));
    const Run wrong = run({ "analyze", "kernel-breakdown", "--columns", "summ", m_trace });
    QCOMPARE(wrong.code, 2);
    QVERIFY2(wrong.err.contains("did you mean 'sum'?"), wrong.err.constData());
    for (const QStringList& look : { QStringList { "--wide" }, { "--columns", "sum" }, { "--limit", "3" } }) {
        const Run other = run(QStringList { "analyze", "kernel-breakdown", "--format", "csv", m_trace } + look);
        QCOMPARE(other.code, 2);
        QVERIFY2(other.err.contains("is about the format table"), other.err.constData());
    }
    QCOMPARE(run({ "analyze", "kernel-breakdown", "--limit", "some", m_trace }).code, 2);
    QCOMPARE(run({ "analyze", "kernel-breakdown", "--limit", "-1", m_trace }).code, 2);
}

void TestCommandLine::flagsTakeTrueAndFalse()
{
    const auto types = [this](const char* flag) {
        return run({ "analyze", "kernel-breakdown", "--format", "csv", QString::fromLatin1(flag), m_trace }).out;
    };
    QVERIFY(types("--include-memory-kernels").contains("MEMORY"));
    QVERIFY(types("--include-memory-kernels=true").contains("MEMORY"));
    QVERIFY(!types("--include-memory-kernels=false").contains("MEMORY"));
    QVERIFY(!types("--no-include-memory-kernels").contains("MEMORY"));
    QVERIFY(types("--no-include-memory-kernels=false").contains("MEMORY"));
}

void TestCommandLine::helpTellsTheTruth_data()
{
    QTest::addColumn<QString>("arguments");
    QTest::addColumn<QString>("sentence");
    QTest::newRow("a flag that switches off") << "analyze temporal-breakdown --help"
                                              << "--no-ns-rounding Switch off (on by default): round the times";
    QTest::newRow("accepted words") << "analyze kernel-sequences --help"
                                    << "one of exact, contains, regex; default exact, in hta mode contains";
    QTest::newRow("names of tables") << "analyze idle-time --help"
                                     << "one of streams, intervals, devices, longest-gaps;";
    QTest::newRow("units of times") << "analyze idle-time --help"
                                    << "in ns, us, ms or s, without a unit us; default 30us";
    QTest::newRow("accepted words, list") << "list kernel-sequences"
                                          << "one of exact, contains, regex";
    QTest::newRow("flags, list") << "list kernel-breakdown"
                                 << "--no-include-memory-kernels (on by default)";
    for (const char* command : { "--help", "info --help", "list --help", "analyze --help", "analyze overview --help",
             "export --help", "list" })
        QTest::newRow(command) << command << "Exit codes: 0 done; 1 trace-health --strict found something serious; 2 ";
}

void TestCommandLine::helpTellsTheTruth()
{
    QFETCH(QString, arguments);
    QFETCH(QString, sentence);
    const Run result = run(words(arguments));
    QCOMPARE(result.code, 0);
    QVERIFY2(QString::fromUtf8(result.out).simplified().contains(sentence), result.out.constData());
}

void TestCommandLine::optionsMayStandAnywhere()
{
    const QStringList orders[] = { { "analyze", "--format", "csv", "--table", "kernels", "kernel-breakdown",
                                       "--num-kernels", "3", m_trace },
        { "analyze", "kernel-breakdown", m_trace, "--num-kernels=3", "--format=csv", "--table=kernels" } };
    const Run first = run(orders[0]);
    QCOMPARE(first.code, 0);
    QCOMPARE(run(orders[1]).out, first.out);
}

void TestCommandLine::scopeOptionsReachTheAnalysis()
{
    QVERIFY(run({ "analyze", "temporal-breakdown", "--format", "csv", "--range", "12:27us", m_trace })
                .out.contains("\n0,0,10,5,15,"));
    QVERIFY(run({ "analyze", "temporal-breakdown", "--format", "csv", "--streams", "20", m_trace })
                .out.contains("\n0,0,0,10,10,"));
    const QByteArray json =
        run({ "analyze", "temporal-breakdown", "--format", "json", "--ranks", "0", "--range", "12:27us", m_trace }).out;
    const QJsonObject scope = QJsonDocument::fromJson(json).object()["scope"].toObject();
    QCOMPARE(scope["ranks"][0].toInteger(), 0);
    QCOMPARE(scope["range_ns"][1].toInteger(), 27'000);
}

void TestCommandLine::streamsAreChosenByTheirTexts()
{
    TraceText text;
    text.complete("kernel", "a", 0, 7, 0_us, 10_us).complete("kernel", "b", 0, "default", 100_us, 20_us);
    text.complete("kernel", "c", 0, "a,b", 200_us, 40_us);
    m_dir.write("streams.json", text.text());
    const auto compute = [this](const QString& streams) {
        const Run result = run({ "analyze", "kernel-breakdown", "--format", "csv", "--table", "kernel-types",
            "--streams", streams, "streams.json" });
        return result.code == 0 ? QString::fromUtf8(result.out).section(QLatin1Char(','), 3, 3)
                                : QString::fromUtf8(result.err);
    };
    QCOMPARE(compute(QStringLiteral("7")), QStringLiteral("10"));
    QCOMPARE(compute(QStringLiteral("default")), QStringLiteral("20"));
    QCOMPARE(compute(QStringLiteral("\"a,b\"")), QStringLiteral("40"));
    QCOMPARE(compute(QStringLiteral("default,7")), QStringLiteral("30"));
    QCOMPARE(compute(QStringLiteral("all")), QStringLiteral("70"));
    QVERIFY2(compute(QStringLiteral("defualt"))
                 .contains(QStringLiteral("There is no stream defualt; did you mean 'default'?")),
        qPrintable(compute(QStringLiteral("defualt"))));
    QVERIFY2(
        compute(QStringLiteral("9")).contains(QStringLiteral("There is no stream 9; there are: 7,\"a,b\",default.")),
        qPrintable(compute(QStringLiteral("9"))));
    QVERIFY(compute(QStringLiteral("\"open")).contains(QStringLiteral("--streams: ")));
    const QByteArray json =
        run({ "analyze", "kernel-breakdown", "--format", "json", "--streams", "default", "streams.json" }).out;
    QCOMPARE(QJsonDocument::fromJson(json).object()["scope"].toObject()["streams"].toArray(),
        QJsonArray { QStringLiteral("default") });
}

void TestCommandLine::rulesFileChangesTypes()
{
    const Run result = run({ "analyze", "kernel-breakdown", "--format", "csv", "--rules", "rules.txt", m_trace });
    QVERIFY2(result.out.contains("MEMORY,20,"), result.out.constData());
    QVERIFY(!result.out.contains("COMPUTATION"));
}

void TestCommandLine::rulesOfTheConfigurationFolder()
{
    const TempDir folder;
    const QString path = QString::fromStdString(folder.path());
    folder.write("kinetoscope/rules.txt", "COMMUNICATION ^gemm\n");
    const QStringList arguments { "analyze", "kernel-breakdown", "--format", "csv", m_trace };
    const Run users = run(arguments, path);
    QVERIFY2(!users.out.contains("COMPUTATION") && users.out.contains("COMMUNICATION,"), users.out.constData());
    // --rules comes first.
    const Run both = run(arguments + QStringList { "--rules", "rules.txt" }, path);
    QVERIFY2(both.out.contains("MEMORY"), both.out.constData());
    folder.write("kinetoscope/rules.txt", "\nMEMORY (\n");
    const Run bad = run(arguments, path);
    QCOMPARE(bad.code, 2);
    QVERIFY2(bad.err.contains("kinetoscope/rules.txt: Rules, line 2"), bad.err.constData());
}

void TestCommandLine::formulasMayBeGivenAgain()
{
    m_dir.write("counters.json",
        TraceText()
            .launch(1'000, 1'000, 1)
            .complete("cuda_profiler_range", "k", 0, 0, 5'000, 1'000, R"("a.sum": 6, "b.sum": 2)")
            .text());
    const Run result = run({ "analyze", "cupti-counters", "--format", "csv", "--formula", "x=a.sum/b.sum", "--formula",
        "y=x+1", "counters.json" });
    QVERIFY2(result.out.endsWith(",3,4\n"), result.out + result.err);
    const Run bad = run({ "analyze", "cupti-counters", "--formula", "x=a.sum+", "counters.json" });
    QCOMPARE(bad.code, 2);
    QVERIFY2(bad.err.contains("character 9"), bad.err.constData());
}

void TestCommandLine::tablesArePickedUpByContent()
{
    m_dir.write("tables/kernel.csv", "name,start,end,stream,correlation\ngemm,8,20,7,1\nbad,x,9,7,2\n");
    m_dir.write("tables/cuda_runtime.csv", "name,start,end,correlation\ncudaLaunchKernel_v7000,0,5,1\n");
    const Run result = run({ "analyze", "launch-overlap", "--table", "launch-apis", "--format", "csv", "tables" });
    QVERIFY2(result.out.endsWith("0,cudaLaunchKernel,gemm,1,12,1,5\n"), result.out.constData());
    QVERIFY2(result.err.contains("1 row cannot be read; kernel.csv, line 3: start 'x' is no number."), result.err);
    m_dir.write("headless.csv", "a,b\n1,2\n");
    const Run bad = run({ "analyze", "duration-concentration", "headless.csv" });
    QCOMPARE(bad.code, 3);
    QVERIFY2(bad.err.contains("has no column 'name'"), bad.err.constData());
}

void TestCommandLine::comparedArgumentsAreSeparateJobs()
{
    const QStringList concentration { "analyze", "duration-concentration", "--format", "csv" };
    const Run compared = run(concentration + QStringList { "--table", "comparison", m_trace, "e1.json" });
    QVERIFY2(compared.out.contains("\n1,kernel,2,kernel,10,"), compared.out + compared.err);
    const Run ranks = run(concentration + QStringList { m_trace, "7=e1.json" });
    QVERIFY2(ranks.out.contains("\n7,kernel,"), ranks.out.constData());
    const Run names = run({ "analyze", "kernel-names", "--format", "csv", m_trace, "e1.json", "e1.json" });
    QVERIFY2(names.out.startsWith("name,found_in,missing_from,count_1,count_2,count_3\n"), names.out.constData());
    const Run one = run({ "analyze", "kernel-names", m_trace });
    QCOMPARE(one.code, 2);
    QVERIFY2(one.err.contains("kernel-names compares 2 traces or more; 1 given."), one.err.constData());
}

void TestCommandLine::rankOfAnArgument()
{
    const Run result = run({ "analyze", "temporal-breakdown", "--format", "csv", "5=e1.json" });
    QVERIFY2(result.out.contains("\n5,10,15,15,40,"), result.out.constData());
    m_dir.write("7=odd.json", exampleE1()); // a file that is there is a path, as in the window
    const Run odd = run({ "analyze", "temporal-breakdown", "--format", "csv", "7=odd.json" });
    QVERIFY2(odd.out.contains("\n0,10,15,15,40,"), odd.err.constData());
}

void TestCommandLine::infoJsonKeepsTheContract()
{
    const QJsonObject info = QJsonDocument::fromJson(run({ "info", "--format", "json", m_trace }).out).object();
    QCOMPARE(info["schema"].toString(), QStringLiteral("kinetoscope.info/1"));
    QVERIFY(info["remarks"].isArray());
    const QJsonObject trace = info["traces"][0].toObject();
    for (const char* key : { "path", "rank", "events", "drawable", "counted", "dropped", "repaired", "tracks", "steps",
             "devices", "range_ns", "metadata" })
        QVERIFY2(trace.contains(QLatin1String(key)), key);
    QCOMPARE(trace["path"].toString(), m_trace);
    QCOMPARE(trace["rank"].toInteger(), 0);
    QCOMPARE(trace["events"].toInteger(), 9);
    QCOMPARE(trace["drawable"].toInteger(), 9);
    QCOMPARE(trace["range_ns"].toArray(), QJsonArray({ 0, 50'000 }));
    QCOMPARE(trace["devices"][0]["id"].toInteger(), 0);
}

void TestCommandLine::infoForPeople()
{
    const Run one = run({ "info", m_trace });
    QVERIFY2(one.out.contains("  time        0 us to 50.000 us, 50.000 us long\n"), one.out.constData());
    QVERIFY(!one.out.contains("1 streams"));
    m_dir.write("jobs/rank0.json", generateTrace());
    m_dir.write("jobs/rank1.json", generateTrace());
    const Run job = run({ "info", "jobs" }, {}, "60");
    QVERIFY2(job.out.startsWith("2 ranks, "), job.out.constData()); // the sum before the list
    for (const QByteArray& text : { job.out, run({ "list" }, {}, "60").out, run({ "list", "steps" }, {}, "60").out }) {
        for (const QString& line : QString::fromUtf8(text).split(QLatin1Char('\n')))
            QVERIFY2(line.size() <= 60 || line.startsWith(QStringLiteral("  ")) == false, qPrintable(line));
    }
}

void TestCommandLine::infoCountsEveryEvent()
{
    m_dir.write("job/rank0.json", generateTrace());
    m_dir.write("job/notes.txt", "not a trace");
    const Run result = run({ "info", "--format", "json", "job" });
    QCOMPARE(result.code, 0);
    const QJsonObject info = QJsonDocument::fromJson(result.out).object();
    const QJsonObject trace = info["traces"][0].toObject();
    qint64 counted = 0;
    for (const QJsonValue value : trace["counted"].toObject())
        counted += value.toInteger();
    QCOMPARE(trace["drawable"].toInteger() + counted, trace["events"].toInteger());
    QCOMPARE(trace["steps"].toInteger(), 2);
    QCOMPARE(info["traces"].toArray().size(), qsizetype { 1 });
    QVERIFY2(!info["remarks"].toArray().isEmpty(), "a file that is no trace is named in remarks");
}

void TestCommandLine::listJsonIsPinned()
{
    const Run result = run({ "list", "--format", "json" });
    QCOMPARE(result.code, 0);
    KT_COMPARE_TEXT(result.out.toStdString(), readFile(KINETOSCOPE_SOURCE_DIR "/tests/golden/list.json"));
    QVERIFY(!QJsonDocument::fromJson(result.out).isNull());
}

void TestCommandLine::listDescribesOneAnalysis()
{
    const Run result = run({ "list", "kernel-breakdown" });
    for (const char* part : { "--num-kernels", "default 10", "Table kernels", "sum (us)" })
        QVERIFY2(result.out.contains(part), part);
}

void TestCommandLine::outputFileIsWholeOrAbsent()
{
    const std::string path = m_dir.file("out.csv");
    QCOMPARE(run({ "analyze", "temporal-breakdown", "--format", "csv", "-o", "out.csv", m_trace }).code, 0);
    QCOMPARE(QByteArray::fromStdString(readFile(path)),
        run({ "analyze", "temporal-breakdown", "--format", "csv", m_trace }).out);
    // A later failure leaves the earlier file as it was.
    const std::string before = readFile(path);
    QCOMPARE(run({ "analyze", "temporal-breakdown", "--format", "csv", "-o", "out.csv", "nothing.json" }).code, 3);
    KT_COMPARE_TEXT(readFile(path), before);
    for (const auto& entry : std::filesystem::directory_iterator(m_dir.path()))
        QVERIFY2(entry.path().extension() != ".kinetoscope-tmp", entry.path().c_str());
}

void TestCommandLine::aDashIsTheStandardOutput()
{
    const QStringList arguments { "analyze", "kernel-breakdown", m_trace };
    const Run dash = run(arguments + QStringList { "-o", "-" });
    QCOMPARE(dash.code, 0);
    QCOMPARE(dash.out, run(arguments).out);
    QCOMPARE(run({ "list", "-o", "-" }).out, run({ "list" }).out);
    QVERIFY(!QFileInfo::exists(QString::fromStdString(m_dir.file("-"))));
}

void TestCommandLine::outputNeverReplacesAnInput()
{
    const std::string before = readFile(m_trace.toStdString());
    QCOMPARE(run({ "info", "-o", "e1.json", m_trace }).code, 5);
    QVERIFY(readFile(m_trace.toStdString()) == before);
}

void TestCommandLine::strictTellsRepairs()
{
    const Run health = run({ "analyze", "trace-health", "--strict", "--format", "csv", "broken.json" });
    QCOMPARE(health.code, 1); // a serious finding says more than that there were repairs
    QVERIFY(health.out.startsWith("severity,"));
    const Run result = run({ "analyze", "temporal-breakdown", "--strict", "--format", "csv", "broken.json" });
    QCOMPARE(result.code, 4);
    QVERIFY(result.out.startsWith("rank,"));
    QVERIFY(result.err.contains("--strict"));
}

void TestCommandLine::quietSaysNothing()
{
    QVERIFY(!run({ "info", "broken.json" }).err.isEmpty());
    QVERIFY(run({ "info", "-q", "broken.json" }).err.isEmpty());
}

void TestCommandLine::ranksThatDoNotFitAreNamed()
{
    GeneratorOptions options;
    options.ranks = 6;
    options.steps = 6;
    options.layers = 12;
    const std::vector<std::string> texts = generateTraces(options);
    for (std::size_t rank = 0; rank < texts.size(); ++rank)
        m_dir.write("many/rank" + std::to_string(rank) + ".json", texts[rank]);
    const auto one = loadTraceSet({ { std::nullopt, m_dir.file("many/rank0.json") } }, {}, Progress {});
    QVERIFY(one);
    const QString limit = QString::number(bytesOf(*one.value()->ranks().front().trace) * 4 * 4 / 3);
    const QStringList arguments { "analyze", "temporal-breakdown", "--format", "csv", "many" };
    const Run whole = run(arguments);
    QCOMPARE(whole.code, 0);
    QVERIFY2(!whole.err.contains("ranks are loaded"), whole.err.constData());
    QCOMPARE(whole.out.count('\n'), 7);
    const Run part = run(arguments + QStringList { "--memory-limit", limit });
    QVERIFY2(part.code == 0, part.err.constData());
    const auto ranks = part.out.count('\n') - 1;
    QVERIFY2(ranks >= 1 && ranks < 6, part.out.constData());
    QVERIFY2(part.err.contains(QStringLiteral("%1 of 6 ranks are loaded").arg(ranks).toUtf8()), part.err.constData());
    QCOMPARE(part.err.count("ranks are loaded"), 1); // once
    QVERIFY(whole.out.startsWith(part.out));         // the figures of those are the same
    const Run absent = run(arguments + QStringList { "--memory-limit", limit, "--ranks", "5" });
    QCOMPARE(absent.code, 3);
    QVERIFY2(absent.err.contains("rank 5"), absent.err.constData());
}

void TestCommandLine::memoryLimitBindsAnalyses()
{
    // Two files whose names are all different load in some 30 MB and take 200 to compare.
    for (const char* side : { "a", "b" }) {
        std::string text = R"({"traceEvents":[{})";
        for (int i = 0; i < 90'000; ++i)
            text += R"(,{"ph":"X","cat":"cpu_op","name":"op_)" + std::string(side) + std::to_string(i)
                + R"(","pid":1,"tid":1,"ts":)" + std::to_string(2 * i) + R"(,"dur":1})";
        m_dir.write(std::string("names_") + side + ".json", text + "]}");
    }
    const QStringList arguments { "analyze", "trace-diff", "--limit", "1", "names_a.json", "names_b.json" };
    QCOMPARE(run(arguments).code, 0);
    const Run limited = run(arguments + QStringList { "--memory-limit", "64MiB" });
    QCOMPARE(limited.code, 6);
    QVERIFY2(limited.err.contains("does not fit the memory limit"), limited.err.constData());
    QVERIFY(limited.out.isEmpty());
}

void TestCommandLine::progressAsJson()
{
    const Run result = run({ "info", "--progress", "json", "large.json" });
    QCOMPARE(result.code, 0);
    int told = 0;
    for (const QByteArray& line : result.err.split('\n')) {
        if (line.isEmpty())
            continue;
        ++told;
        const QJsonObject progress = QJsonDocument::fromJson(line).object();
        QVERIFY2(
            progress.contains("phase") && progress.contains("done") && progress.contains("total"), line.constData());
    }
    QVERIFY(told > 0);
}

void TestCommandLine::interruptLeavesNothingBehind_data()
{
    QTest::addColumn<int>("signal");
#ifdef Q_OS_UNIX
    QTest::newRow("interrupted") << SIGINT;
    QTest::newRow("told to end") << SIGTERM;
    QTest::newRow("terminal closed") << SIGHUP;
#endif
}

void TestCommandLine::interruptLeavesNothingBehind()
{
#ifdef Q_OS_UNIX
    QFETCH(int, signal);
    // Its input never ends, so that it is at work when the signal comes.
    const QString output = QString::fromStdString(m_dir.file("interrupted.txt"));
    QDir(QString::fromStdString(m_dir.path())).mkdir(QStringLiteral("temporary"));
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("TMPDIR"), QString::fromStdString(m_dir.file("temporary")));
    process.setProcessEnvironment(environment);
    process.setWorkingDirectory(QString::fromStdString(m_dir.path()));
    process.start(program(), { "info", "-o", output, "-" });
    QVERIFY(process.waitForStarted());
    process.write("{\"traceEvents\":[");
    const QDir temporary(QString::fromStdString(m_dir.file("temporary")));
    QTRY_COMPARE(temporary.entryList(QDir::Files).size(), qsizetype { 1 });
    ::kill(static_cast<pid_t>(process.processId()), signal);
    QVERIFY(process.waitForFinished(30'000));
    QCOMPARE(process.exitCode(), 130);
    QVERIFY(process.readAllStandardOutput().isEmpty());
    QVERIFY(!QFileInfo::exists(output));
    QCOMPARE(temporary.entryList(QDir::Files), QStringList());
#else
    QSKIP("There are no signals to send on this system.");
#endif
}

void TestCommandLine::hostileNamesStayText()
{
    const std::string text =
        TraceText().kernel("=cmd|' /C calc'!A0", 0_us, 10_us, 7).kernel("\x1b[31mred", 20_us, 5_us, 7).text();
    m_dir.write("hostile.json", text);
    const QByteArray csv =
        run({ "analyze", "kernel-breakdown", "--table", "kernels", "--format", "csv", "hostile.json" }).out;
    QVERIFY2(csv.contains("'=cmd"), csv.constData());
    QVERIFY(
        run({ "analyze", "kernel-breakdown", "--table", "kernels", "--format", "csv", "--raw-text", "hostile.json" })
            .out.contains("\n=cmd"));
    QVERIFY(!run({ "analyze", "kernel-breakdown", "hostile.json" }).out.contains('\x1b'));
}

void TestCommandLine::oneJobIsComparedWithItself()
{
    const std::string text = TraceText()
                                 .step(1, 0_us, 10_us)
                                 .op("aten::a", 1_us, 2_us)
                                 .step(2, 10_us, 10_us)
                                 .op("aten::a", 11_us, 5_us)
                                 .text();
    m_dir.write("steps.json", text);
    const Run steps = run(words("analyze trace-diff --control-steps 1 --test-steps 2 --format csv steps.json"));
    QCOMPARE(steps.code, 0);
    QVERIFY2(steps.out.contains("aten::a,1,2,1,5,0,3,"), steps.out.constData());
    // A job of one file and one of two, then two ranks of one job.
    const Run jobs = run(words("analyze trace-diff --control-ranks 0 --test-ranks 0,1 --format csv 0=steps.json vs "
                               "0=steps.json 1=steps.json"));
    QCOMPARE(jobs.code, 0);
    QVERIFY2(jobs.out.contains("aten::a,1,2,2,4,1,2,"), jobs.out.constData());
    const Run one = run(
        words("analyze trace-diff --control-ranks 0 --test-ranks 1 --format csv --one-job 0=steps.json 1=steps.json"));
    QCOMPARE(one.code, 0);
    QVERIFY2(one.out.contains("aten::a,1,2,1,2,0,0,"), one.out.constData());
    for (const char* arguments :
        { "analyze trace-diff steps.json", "analyze trace-diff --control-steps 1 --test-steps 1 steps.json",
            "analyze trace-diff --control-steps 1 --test-steps 9 steps.json", "analyze trace-diff steps.json vs",
            "analyze trace-diff vs steps.json steps.json" })
        QCOMPARE(run(words(QString::fromLatin1(arguments))).code, 2);
}

void TestCommandLine::standardInputIsATrace()
{
    const QStringList arguments { QStringLiteral("analyze"), QStringLiteral("kernel-breakdown"),
        QStringLiteral("--format"), QStringLiteral("csv") };
    const Run file = run(arguments + QStringList { m_trace });
    const Run pipe = run(arguments + QStringList { QStringLiteral("-") }, {}, {}, m_trace);
    QCOMPARE(pipe.code, 0);
    QVERIFY(!pipe.out.isEmpty());
    QCOMPARE(pipe.out, file.out);
    // Args are read from it again.
    const Run again = run({ QStringLiteral("analyze"), QStringLiteral("trace-health"), QStringLiteral("--level"),
                              QStringLiteral("complete"), QStringLiteral("-") },
        {}, {}, m_trace);
    QCOMPARE(again.code, 0);
    const Run nothing = run({ QStringLiteral("info"), QStringLiteral("-") }, {}, {}, QStringLiteral("/dev/null"));
    QCOMPARE(nothing.code, 3);
    // The file in which it is kept means nothing to anybody.
    QCOMPARE(nothing.err, QByteArray("kinetoscope-cli: (standard input) is empty.\n"));
    for (const QStringList& asked : { QStringList { "info" }, QStringList { "info", "--format", "json" },
             QStringList { "info", "--format", "csv" }, QStringList { "analyze", "idle-time", "--format", "json" } }) {
        const Run named = run(asked + QStringList { "-" }, {}, {}, m_trace);
        QCOMPARE(named.code, 0);
        QVERIFY2(!named.out.contains("standard-input") && !named.err.contains("standard-input"), named.out.constData());
    }
    // Nothing stays behind.
    const QStringList left = QDir(QDir::tempPath()).entryList({ QStringLiteral("standard-input-*") }, QDir::Files);
    QCOMPARE(left.join(QLatin1Char(' ')), QString());
}

void TestCommandLine::aFileNamedTwiceIsOneRank()
{
    const Run twice = run({ QStringLiteral("info"), m_trace, QStringLiteral("./e1.json") });
    QCOMPARE(twice.code, 0);
    QVERIFY2(twice.err.contains("named twice") || twice.out.contains("named twice"), twice.err.constData());
    const Run once = run({ QStringLiteral("analyze"), QStringLiteral("kernel-breakdown"), QStringLiteral("--format"),
        QStringLiteral("csv"), m_trace });
    const Run both = run({ QStringLiteral("analyze"), QStringLiteral("kernel-breakdown"), QStringLiteral("--format"),
        QStringLiteral("csv"), m_trace, m_trace });
    QCOMPARE(both.out, once.out);
}

void TestCommandLine::jsonThatIsNoTraceIsNoRank()
{
    const TempDir folder;
    folder.write("trace.json", exampleE1());
    folder.write("config.json", "{\"name\": \"x\", \"list\": [1, 2]}");
    folder.write("numbers.json", "[1, 2, 3]");
    folder.write("empty.json", "[]");
    folder.write("words.json", "[\"a\", {\"name\": \"no event\"}]");
    const Run all = run({ QStringLiteral("analyze"), QStringLiteral("kernel-breakdown"), QStringLiteral("--format"),
        QStringLiteral("csv"), QString::fromStdString(folder.path()) });
    const Run once = run({ QStringLiteral("analyze"), QStringLiteral("kernel-breakdown"), QStringLiteral("--format"),
        QStringLiteral("csv"), m_trace });
    QCOMPARE(all.code, 0);
    QCOMPARE(all.out, once.out);
    for (const char* name : { "config.json", "numbers.json", "empty.json", "words.json" })
        QVERIFY2(all.err.contains(name), all.err.constData());
    const Run info = run({ QStringLiteral("info"), QStringLiteral("--format"), QStringLiteral("json"),
        QString::fromStdString(folder.path()) });
    QCOMPARE(info.out.count("\"rank\":"),
        run({ QStringLiteral("info"), QStringLiteral("--format"), QStringLiteral("json"), m_trace })
            .out.count("\"rank\":"));
}

void TestCommandLine::rangeOutsideIsRefused_data()
{
    QTest::addColumn<QString>("scope");
    QTest::addColumn<QByteArray>("sentence"); // empty: it is looked at
    QTest::newRow("past the end") << "--range 1s:2s" << QByteArray("outside of the job, which goes from 0us to 550us.");
    QTest::newRow("from the end on") << "--range 550:560" << QByteArray("which goes from 0us to 550us.");
    QTest::newRow("reaches in") << "--range 540:560" << QByteArray();
    QTest::newRow("past the end of its rank")
        << "--ranks 0 --range 200:300" << QByteArray("outside of this rank, which goes from 0us to 50us.");
    QTest::newRow("of its ranks") << "--ranks 0,1 --range 200:300"
                                  << QByteArray("outside of these ranks, which go from 0us to 150us.");
    QTest::newRow("between the chosen ranks") << "--ranks 0,2 --range 200:300" << QByteArray();
    QTest::newRow("of another rank") << "--range 200:300" << QByteArray();
}

void TestCommandLine::rangeOutsideIsRefused()
{
    QFETCH(QString, scope);
    QFETCH(QByteArray, sentence);
    const TempDir folder;
    for (int rank = 0; rank < 3; ++rank) {
        TraceText text(LayoutStyle::Kineto, TimeStyle::WholeMicroseconds);
        const Timestamp begin = rank == 2 ? 500_us : rank * 100_us;
        text.rank(rank, 3).baseTime(1'000'000'000).op("aten::mm", begin, 50_us).launch(begin + 1_us, 2_us, 1);
        text.kernel("gemm", begin + 10_us, 20_us, 7, 1);
        folder.write("rank" + std::to_string(rank) + ".json", text.text());
    }
    const QString path = QString::fromStdString(folder.path());
    const Run analysed = run(words(QStringLiteral("analyze idle-time ") + scope) << path);
    if (sentence.isEmpty()) {
        QVERIFY2(analysed.code == 0, analysed.err.constData());
        return;
    }
    const Run exported = run(words(QStringLiteral("export trim -o trimmed ") + scope) << path);
    for (const Run& result : { analysed, exported }) {
        QCOMPARE(result.code, 2);
        QVERIFY2(result.err.contains(sentence), result.err.constData());
        QVERIFY(result.out.isEmpty());
    }
}

void TestCommandLine::remarksAreOfRanksHoweverManyThereAre()
{
    TraceText early;
    early.kernel("a", 10'000, 5'000, 7, 1).launch(500'000, 1'000, 1);
    m_dir.write("early.json", early.text());
    TraceText twice = early;
    twice.kernel("b", 600'000, 5'000, 7, 2).kernel("c", 700'000, 5'000, 7, 2).launch(590'000, 1'000, 2);
    m_dir.write("twice.json", twice.text());
    for (const char* name : { "early.json", "twice.json" }) {
        const Run run = this->run({ QStringLiteral("analyze"), QStringLiteral("idle-causes"), QString(name) });
        QVERIFY2(run.err.contains("kinetoscope-cli: Rank 0: 1 GPU activity starts before"), run.err.constData());
        QVERIFY2(!run.err.contains(name), run.err.constData());
    }
}

void TestCommandLine::foldersOfTracesAreNamed()
{
    const TempDir folder;
    const auto infoOf = [&](const std::string& path) {
        return run({ QStringLiteral("info"), QString::fromStdString(path) });
    };
    folder.write("runs/a/rank0.json", exampleE1());
    folder.write("runs/b/deep/rank0.JSON.gz", "");
    folder.write("runs/c/notes.txt", "");
    folder.write("runs/.hidden/rank0.json", exampleE1());
    const Run named = infoOf(folder.file("runs"));
    QCOMPARE(named.code, 3);
    QVERIFY2(named.err.contains("holds no files, only folders. Folders in it that seem to hold traces: a and b/deep."),
        named.err.constData());
    folder.write("runs/README.md", "# Runs");
    QVERIFY2(infoOf(folder.file("runs")).err.contains("Folders in it that seem to hold traces: a and b/deep."),
        "beside one file");
    folder.write("runs/NOTES.md", "# Notes");
    const Run beside = infoOf(folder.file("runs"));
    QVERIFY2(
        beside.err.contains("None of the 2 files in the folder") && beside.err.contains("to hold traces: a and b/deep"),
        beside.err.constData());
    folder.write("other/empty/notes.txt", "");
    QVERIFY(infoOf(folder.file("other")).err.contains("only folders; open one of those."));
    for (int i = 0; i < 8; ++i)
        folder.write("many/" + std::to_string(i) + "/t.json", exampleE1());
    QVERIFY(infoOf(folder.file("many")).err.contains("to hold traces: 0, 1, 2, 3, 4 and 3 more."));
    QCOMPARE(infoOf(folder.file("runs/a")).code, 0);
}

QTEST_GUILESS_MAIN(TestCommandLine)
#include "tst_command_line.moc"
