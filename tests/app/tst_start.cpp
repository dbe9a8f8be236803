// SPDX-License-Identifier: GPL-3.0-or-later
// What the program is asked for when it starts: arguments, dropped URLs, names to show.
#include "app/window/start/options.h"
#include "app/window/start/trace_arguments.h"
#include "app/window/view_history.h"
#include "core/analysis/scope/scope_text.h"
#include "core/catalog/analyses.h"
#include "tests/support/temp_dir.h"
#include "tests/support/test_macros.h"

#include <QByteArray>
#include <QByteArrayList>
#include <QDir>
#include <QList>
#include <QObject>
#include <QSize>
#include <QString>
#include <QStringLiteral>
#include <QTest>
#include <QUrl>

using namespace kinetoscope;
using kinetoscope::tests::TempDir;
using kinetoscope::tests::toQString;

namespace {

std::variant<Options, int> parse(std::vector<const char*> arguments)
{
    arguments.insert(arguments.begin(), "kinetoscope");
    return parseOptions(static_cast<int>(arguments.size()), arguments.data());
}

} // namespace

class TestStart : public QObject {
    Q_OBJECT

private slots:
    void argumentIsAPathOrARank_data();
    void argumentIsAPathOrARank();
    void existingFileIsAPathWhateverItsName();
    void droppedFilesKeepTheirBytes_data();
    void droppedFilesKeepTheirBytes();
    void foreignUrlsAreLeftOut();
    void jobIsNamedAfterItsFiles();

    void tracesAreForTheWindow();
    void renderTakesItsOptions();
    void reportTakesItsOptions();
    void wrongUseIsSaid_data();
    void wrongUseIsSaid();
    void rangesAndSizes();

    void historyGoesBackAndForward();
    void newPlaceForgetsWhatWasAhead();
    void historyIsBounded();
};

void TestStart::argumentIsAPathOrARank_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("rank"); // -1: none
    QTest::addColumn<QString>("path");
    QTest::newRow("path") << "a.json" << -1 << "a.json";
    QTest::newRow("rank") << "3=a.json" << 3 << "a.json";
    QTest::newRow("no number before the sign") << "x=a.json" << -1 << "x=a.json";
    QTest::newRow("nothing before the sign") << "=a.json" << -1 << "=a.json";
    QTest::newRow("negative") << "-1=a.json" << -1 << "-1=a.json";
    QTest::newRow("beyond 64 bits") << "99999999999999999999=a" << -1 << "99999999999999999999=a";
    QTest::newRow("sign in the path") << "3=a=b.json" << 3 << "a=b.json";
}

void TestStart::argumentIsAPathOrARank()
{
    QFETCH(QString, text);
    QFETCH(int, rank);
    QFETCH(QString, path);
    const TraceArgument argument = parseTraceArgument(text.toStdString());
    QCOMPARE(argument.rank, rank < 0 ? std::nullopt : std::optional<std::int64_t>(rank));
    QCOMPARE(toQString(argument.path), path);
}

void TestStart::existingFileIsAPathWhateverItsName()
{
    const TempDir folder;
    const std::string path = folder.write("3=odd.json", "{}");
    const std::string previous = QDir::currentPath().toStdString();
    QVERIFY(QDir::setCurrent(toQString(folder.path())));
    const TraceArgument argument = parseTraceArgument("3=odd.json");
    QDir::setCurrent(toQString(previous));
    QVERIFY(!argument.rank);
    QCOMPARE(argument.path, std::string("3=odd.json"));
}

void TestStart::droppedFilesKeepTheirBytes_data()
{
    QTest::addColumn<QByteArray>("url");
    QTest::addColumn<QByteArray>("path");
    QTest::newRow("plain") << QByteArray("file:///data/a.json") << QByteArray("/data/a.json");
    QTest::newRow("localhost") << QByteArray("file://localhost/data/a.json") << QByteArray("/data/a.json");
    QTest::newRow("blank and percent") << QByteArray("file:///a%20b%2525.json") << QByteArray("/a b%25.json");
    QTest::newRow("no UTF-8") << QByteArray("file:///%FF%FE.json") << QByteArray("/\xff\xfe.json");
    QTest::newRow("question mark and hash") << QByteArray("file:///a%3Fb%23c") << QByteArray("/a?b#c");
}

void TestStart::droppedFilesKeepTheirBytes()
{
    QFETCH(QByteArray, url);
    QFETCH(QByteArray, path);
    const auto arguments = traceArguments(QList<QUrl> { QUrl::fromEncoded(url) });
    QCOMPARE(arguments.size(), std::size_t { 1 });
    QCOMPARE(QByteArray::fromStdString(arguments.front().path), path);
}

void TestStart::foreignUrlsAreLeftOut()
{
    const QList<QUrl> urls { QUrl(QStringLiteral("https://example.org/a.json")),
        QUrl(QStringLiteral("file://server/share/a.json")), QUrl(QStringLiteral("file:///here.json")),
        QUrl(QStringLiteral("file:///here.json")), QUrl() };
    const auto arguments = traceArguments(urls);
    QCOMPARE(arguments.size(), std::size_t { 1 });
    QCOMPARE(arguments.front().path, std::string("/here.json"));
}

void TestStart::jobIsNamedAfterItsFiles()
{
    const TempDir folder;
    folder.write("run/rank0.json", "{}");
    const std::string run = folder.file("run");
    QCOMPARE(jobName({}), QString());
    QCOMPARE(jobName({ { std::nullopt, "/data/a.json" } }), QStringLiteral("a.json"));
    QCOMPARE(jobName({ { std::nullopt, run } }), QStringLiteral("run (folder)"));
    QCOMPARE(jobName({ { std::nullopt, run + "/" } }), QStringLiteral("run (folder)"));
    QVERIFY(jobName({ { 0, "/data/a.json" }, { 1, "/data/b.json" } }).contains(QStringLiteral("data")));
    QCOMPARE(jobName({ { 0, "/before/a.json" }, { 1, "/after/a.json" } }), QStringLiteral("2 files"));
}

void TestStart::tracesAreForTheWindow()
{
    const auto parsed = parse({ "--reset-settings", "1=b.json", "a.json" });
    QVERIFY(std::holds_alternative<Options>(parsed));
    const auto& options = std::get<Options>(parsed);
    QVERIFY(options.resetSettings);
    QVERIFY(!options.render);
    QCOMPARE(options.traces.size(), std::size_t { 2 });
    QCOMPARE(options.traces[0].rank, std::optional<std::int64_t>(1));
    QCOMPARE(options.traces[1].path, std::string("a.json"));
}

void TestStart::renderTakesItsOptions()
{
    const auto parsed = parse({ "render", "timeline", "--size", "800x600", "--theme", "dark", "--range", "1ms:2.5ms",
        "-o", "out.svg", "--overlays", "idle-gaps,memory", "a.json" });
    QVERIFY(std::holds_alternative<Options>(parsed));
    const auto& options = std::get<Options>(parsed);
    QVERIFY(options.render.has_value());
    QCOMPARE(options.render->what, std::string("timeline"));
    QCOMPARE(options.render->size, QSize(800, 600));
    QVERIFY(options.render->theme == ThemeChoice::Dark);
    QVERIFY(options.render->scope.range == (TimeRange { 1'000'000, 2'500'000 }));
    QCOMPARE(options.render->output, std::string("out.svg"));
    QCOMPARE(options.render->overlays, (std::vector<std::string> { "idle-gaps", "memory" }));
    QCOMPARE(options.traces.size(), std::size_t { 1 });
}

void TestStart::reportTakesItsOptions()
{
    const auto parsed = parse({ "report", "--analyses", "overview,idle-time,overview", "--rows", "7", "--ranks",
        "0,2-3", "--range", "1ms:2ms", "-o", "r.html", "a.json", "b.json" });
    QVERIFY(std::holds_alternative<Options>(parsed));
    const Options& options = std::get<Options>(parsed);
    QVERIFY(options.report.has_value());
    QVERIFY(options.report->analyses
        == (std::vector<const AnalysisDescriptor*> { findAnalysis("overview"), findAnalysis("idle-time") }));
    QCOMPARE(options.report->mostRows, std::size_t { 7 });
    QVERIFY(options.report->scope.ranks == (std::vector<std::int64_t> { 0, 2, 3 }));
    QVERIFY(options.report->scope.range == (TimeRange { 1'000'000, 2'000'000 }));
    QCOMPARE(options.traces.size(), std::size_t { 2 });
}

void TestStart::wrongUseIsSaid_data()
{
    QTest::addColumn<QByteArrayList>("arguments");
    QTest::newRow("unknown option") << QByteArrayList { "--nonsense" };
    QTest::newRow("render without output") << QByteArrayList { "render", "timeline", "a.json" };
    QTest::newRow("render without trace") << QByteArrayList { "render", "timeline", "-o", "a.png" };
    QTest::newRow("unknown picture") << QByteArrayList { "render", "nonsense", "-o", "a.png", "a.json" };
    QTest::newRow("unknown ending") << QByteArrayList { "render", "timeline", "-o", "a.bmp", "a.json" };
    QTest::newRow("bad size") << QByteArrayList { "render", "timeline", "--size", "big", "-o", "a.png", "a.json" };
    QTest::newRow("bad range") << QByteArrayList { "render", "timeline", "--range", "5:4", "-o", "a.png", "a.json" };
    QTest::newRow("unknown overlay") << QByteArrayList { "render", "timeline", "--overlays", "idle-gaps,x", "-o",
        "a.png", "a.json" };
    QTest::newRow("overlays of the same places")
        << QByteArrayList { "render", "timeline", "--overlays", "idle-gaps,idle-causes", "-o", "x.svg", "a" };
    QTest::newRow("overlays of a pie") << QByteArrayList { "render", "kernel-breakdown", "--overlays", "idle-gaps",
        "-o", "a.png", "a.json" };
    QTest::newRow("report without output") << QByteArrayList { "report", "a.json" };
    QTest::newRow("report of nothing known")
        << QByteArrayList { "report", "--analyses", "idle", "-o", "r.html", "a.json" };
    QTest::newRow("report of an empty text") << QByteArrayList { "report", "--analyses", "", "-o", "r.html", "a.json" };
    QTest::newRow("report of an empty name")
        << QByteArrayList { "report", "--analyses", "overview,", "-o", "r.html", "a.json" };
    QTest::newRow("empty memory limit") << QByteArrayList { "--memory-limit", "", "a.json" };
    QTest::newRow("report into no file") << QByteArrayList { "report", "-o", "-", "a.json" };
    QTest::newRow("report into an empty name") << QByteArrayList { "report", "-o", "", "a.json" };
    QTest::newRow("report of odd ranks") << QByteArrayList { "report", "--ranks", "x", "-o", "r.html", "a.json" };
    QTest::newRow("steps of a timeline") << QByteArrayList { "render", "timeline", "--steps", "3", "-o", "a.png",
        "a.json" };
    QTest::newRow("bad theme") << QByteArrayList { "render", "timeline", "--theme", "sepia", "-o", "a.png", "a.json" };
}

void TestStart::wrongUseIsSaid()
{
    QFETCH(QByteArrayList, arguments);
    std::vector<const char*> pointers;
    for (const QByteArray& argument : arguments)
        pointers.push_back(argument.constData());
    const auto parsed = parse(pointers);
    QVERIFY(std::holds_alternative<int>(parsed));
    QCOMPARE(std::get<int>(parsed), static_cast<int>(kExitUsage));
}

void TestStart::rangesAndSizes()
{
    QVERIFY(parseTimeRange("1:2").value() == (TimeRange { 1'000, 2'000 }));
    QVERIFY(parseTimeRange("0:5ns").value() == (TimeRange { 0, 5 }));
    for (const char* bad : { "", ":", "1", "1:", ":2", "2:1", "1:1", "a:b", "1:2:3" })
        QVERIFY2(!parseTimeRange(bad).isOk(), bad);
    QCOMPARE(parseSize("64x16384").value(), QSize(64, 16384));
    for (const char* bad : { "", "x", "64", "64x", "63x64", "64x16385", "64x64x", "-64x64", "64 x 64" })
        QVERIFY2(!parseSize(bad).isOk(), bad);
}

void TestStart::historyGoesBackAndForward()
{
    ViewHistory history;
    QVERIFY(!history.canGoBack() && !history.canGoForward());
    history.visit({ 0, 10 });
    history.visit({ 2, 5 });
    history.visit({ 2, 5 });
    QVERIFY(history.back() == (TimeRange { 0, 10 }));
    QVERIFY(!history.back());
    QVERIFY(history.forward() == (TimeRange { 2, 5 }));
    QVERIFY(!history.forward());
}

void TestStart::newPlaceForgetsWhatWasAhead()
{
    ViewHistory history;
    history.visit({ 0, 10 });
    history.visit({ 2, 5 });
    (void)history.back();
    history.visit({ 7, 8 });
    QVERIFY(!history.canGoForward());
    QVERIFY(history.back() == (TimeRange { 0, 10 }));
}

void TestStart::historyIsBounded()
{
    ViewHistory history;
    for (Timestamp i = 0; i < 1000; ++i)
        history.visit({ i, i + 1 });
    std::size_t places = 1;
    while (history.back())
        ++places;
    QCOMPARE(places, ViewHistory::kMaxPlaces);
}

QTEST_GUILESS_MAIN(TestStart)
#include "tst_start.moc"
