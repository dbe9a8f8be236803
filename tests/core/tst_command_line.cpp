// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/analyses.h"
#include "core/export/exports.h"
#include "tests/core/command_line_test.h"
#include "tests/support/analysis_runs.h"
#include "tests/support/test_macros.h"

#include <QByteArray>
#include <QDir>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QProcessEnvironment>
#include <QString>
#include <QStringList>
#include <QTest>

#include <csignal>
#include <filesystem>

using namespace kinetoscope;
using namespace kinetoscope::tests;

/// kinetoscope-cli as a shell sees it: exit codes, help, what goes to which stream, formats, files.
class TestCommandLine : public CommandLineTest {
    Q_OBJECT

private slots:
    void initTestCase() { makeFiles(); }

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
    void formulasMayBeGivenAgain();
    void infoJsonKeepsTheContract();
    void infoForPeople();
    void infoCountsEveryEvent();
    void listJsonIsPinned();
    void listDescribesOneAnalysis();
    void outputFileIsWholeOrAbsent();
    void aDashIsTheStandardOutput();
    void outputNeverReplacesAnInput();
    void quietSaysNothing();
    void progressAsJson();
    void interruptLeavesNothingBehind_data();
    void interruptLeavesNothingBehind();
};

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
    const Run result = run({ "analyze", analysis, "middling.json" }, {}, columns);
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
    QCOMPARE(run({ "analyze", "call-tree", "--table", "ops", "-o", file, "middling.json" }, {}, "40").code, 0);
    QFile written(file);
    QVERIFY(written.open(QIODevice::ReadOnly));
    const QByteArray whole = written.readAll();
    QVERIFY(!whole.contains("--limit") && !whole.contains("--wide"));
    const Run all = run({ "analyze", "call-tree", "--table", "ops", "--limit", "all", "--wide", "middling.json" });
    QCOMPARE(all.out, whole);
    const Run some = run({ "analyze", "call-tree", "--table", "ops", "middling.json" });
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

void TestCommandLine::quietSaysNothing()
{
    QVERIFY(!run({ "info", "broken.json" }).err.isEmpty());
    QVERIFY(run({ "info", "-q", "broken.json" }).err.isEmpty());
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

QTEST_GUILESS_MAIN(TestCommandLine)
#include "tst_command_line.moc"
