// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/load_budget.h"
#include "core/io/trace_loader.h"
#include "tests/core/command_line_test.h"
#include "tests/support/analysis_runs.h"

#include <QByteArray>
#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QString>
#include <QStringList>
#include <QTest>

using namespace kinetoscope;
using namespace kinetoscope::tests;

/// What kinetoscope-cli reads: files, folders and the standard input as ranks and jobs, the part of them that is asked
/// for, rules.
class TestCommandLineInputs : public CommandLineTest {
    Q_OBJECT

private slots:
    void initTestCase() { makeFiles(); }

    void scopeOptionsReachTheAnalysis();
    void streamsAreChosenByTheirTexts();
    void rulesFileChangesTypes();
    void rulesOfTheConfigurationFolder();
    void tablesArePickedUpByContent();
    void comparedArgumentsAreSeparateJobs();
    void rankOfAnArgument();
    void strictTellsRepairs();
    void ranksThatDoNotFitAreNamed();
    void memoryLimitBindsAnalyses();
    void hostileNamesStayText();
    void oneJobIsComparedWithItself();
    void standardInputIsATrace();
    void aFileNamedTwiceIsOneRank();
    void jsonThatIsNoTraceIsNoRank();
    void rangeOutsideIsRefused_data();
    void rangeOutsideIsRefused();
    void rangesBeyondTheRecordingAreTold();
    void foldersOfTracesAreNamed();
    void remarksAreOfRanksHoweverManyThereAre();
};

void TestCommandLineInputs::scopeOptionsReachTheAnalysis()
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

void TestCommandLineInputs::streamsAreChosenByTheirTexts()
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

void TestCommandLineInputs::rulesFileChangesTypes()
{
    const Run result = run({ "analyze", "kernel-breakdown", "--format", "csv", "--rules", "rules.txt", m_trace });
    QVERIFY2(result.out.contains("MEMORY,20,"), result.out.constData());
    QVERIFY(!result.out.contains("COMPUTATION"));
}

void TestCommandLineInputs::rulesOfTheConfigurationFolder()
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

void TestCommandLineInputs::tablesArePickedUpByContent()
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

void TestCommandLineInputs::comparedArgumentsAreSeparateJobs()
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

void TestCommandLineInputs::rankOfAnArgument()
{
    const Run result = run({ "analyze", "temporal-breakdown", "--format", "csv", "5=e1.json" });
    QVERIFY2(result.out.contains("\n5,10,15,15,40,"), result.out.constData());
    m_dir.write("7=odd.json", exampleE1()); // a file that is there is a path, as in the window
    const Run odd = run({ "analyze", "temporal-breakdown", "--format", "csv", "7=odd.json" });
    QVERIFY2(odd.out.contains("\n0,10,15,15,40,"), odd.err.constData());
}

void TestCommandLineInputs::strictTellsRepairs()
{
    const Run health = run({ "analyze", "trace-health", "--strict", "--format", "csv", "broken.json" });
    QCOMPARE(health.code, 1); // a serious finding says more than that there were repairs
    QVERIFY(health.out.startsWith("severity,"));
    const Run result = run({ "analyze", "temporal-breakdown", "--strict", "--format", "csv", "broken.json" });
    QCOMPARE(result.code, 4);
    QVERIFY(result.out.startsWith("rank,"));
    QVERIFY(result.err.contains("--strict"));
}

void TestCommandLineInputs::ranksThatDoNotFitAreNamed()
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

void TestCommandLineInputs::memoryLimitBindsAnalyses()
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

void TestCommandLineInputs::hostileNamesStayText()
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

void TestCommandLineInputs::oneJobIsComparedWithItself()
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

void TestCommandLineInputs::standardInputIsATrace()
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

void TestCommandLineInputs::aFileNamedTwiceIsOneRank()
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

void TestCommandLineInputs::jsonThatIsNoTraceIsNoRank()
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

void TestCommandLineInputs::rangeOutsideIsRefused_data()
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

void TestCommandLineInputs::rangeOutsideIsRefused()
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

/// Of the time after the last event, or before the first one, nothing is known: that the GPU waited then nobody saw.
void TestCommandLineInputs::rangesBeyondTheRecordingAreTold()
{
    const TempDir folder;
    TraceText text(LayoutStyle::Kineto, TimeStyle::WholeMicroseconds);
    text.op("aten::mm", 0, 5_us)
        .launch(1_us, 2_us, 1)
        .kernel("gemm", 10_us, 20_us, 7, 1)
        .op("aten::view", 40_us, 10_us);
    const QString path = QString::fromStdString(folder.write("short.json", text.text()));
    const auto remarks = [this](const QString& analysis, const QString& range, const QString& of) {
        return run(words(QStringLiteral("analyze %1 --format csv --range %2").arg(analysis, range)) << of).err;
    };
    const QByteArray told = "--range: 5us:10s reaches beyond what was recorded, from 0us to 50us.";
    for (const char* analysis : { "overview", "idle-time", "temporal-breakdown", "idle-causes", "critical-path" }) {
        const QByteArray beyond = remarks(QLatin1String(analysis), QStringLiteral("5us:10s"), path);
        QVERIFY2(beyond.contains(told), beyond.constData());
        QVERIFY(!remarks(QLatin1String(analysis), QStringLiteral("5us:50us"), path).contains("reaches beyond"));
    }
    // A part of a longer trace holds whole slices that reach beyond it; what else lay there is missing.
    const QString part = QString::fromStdString(folder.file("part.json"));
    QCOMPARE(run(words(QStringLiteral("export trim --range 7us:45us -o ")) << part << path).code, 0);
    const QByteArray ofPart = remarks(QStringLiteral("idle-time"), QStringLiteral("0:1s"), part);
    QVERIFY2(ofPart.contains("reaches beyond what was recorded, from 7us to 45us."), ofPart.constData());
    QCOMPARE(run(words(QStringLiteral("analyze idle-time --range 0:6us")) << part).code, 2);
    // A part that was asked for beyond the recording holds no more than was recorded.
    const QString beyond = QString::fromStdString(folder.file("beyond.json"));
    QCOMPARE(run(words(QStringLiteral("export trim --range 7us:1s -o ")) << beyond << path).code, 0);
    const QByteArray ofBeyond = remarks(QStringLiteral("idle-time"), QStringLiteral("7us:90us"), beyond);
    QVERIFY2(ofBeyond.contains("reaches beyond what was recorded, from 7us to 50us."), ofBeyond.constData());
    // Of a comparison it is said of which side.
    const QString longer = QString::fromStdString(folder.write(
        "longer.json", TraceText(LayoutStyle::Kineto, TimeStyle::WholeMicroseconds).op("aten::mm", 0, 90_us).text()));
    const QByteArray compared =
        run(words(QStringLiteral("analyze trace-diff --format csv --range 0us:90us")) << longer << path).err;
    QVERIFY2(compared.contains("short.json: --range: 0us:90us reaches beyond what was recorded, from 0us to 50us."),
        compared.constData());
    QVERIFY2(!compared.contains("longer.json: --range"), compared.constData());
    // Ranks of a job begin and end at other times.
    const QString late = QString::fromStdString(folder.write(
        "late.json", TraceText(LayoutStyle::Kineto, TimeStyle::WholeMicroseconds).op("aten::mm", 30_us, 20_us).text()));
    const auto ofBoth = [&](const QString& range) {
        return run(words(QStringLiteral("analyze idle-time --format csv --range %1").arg(range))
            << QStringLiteral("0=") + path << QStringLiteral("1=") + late)
            .err;
    };
    QVERIFY2(ofBoth(QStringLiteral("20us:50us")).contains("reaches beyond what was recorded of 1 rank."),
        ofBoth(QStringLiteral("20us:50us")).constData());
    QVERIFY(!ofBoth(QStringLiteral("30us:50us")).contains("reaches beyond"));
}

void TestCommandLineInputs::foldersOfTracesAreNamed()
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

void TestCommandLineInputs::remarksAreOfRanksHoweverManyThereAre()
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

QTEST_GUILESS_MAIN(TestCommandLineInputs)
#include "tst_command_line_inputs.moc"
