// SPDX-License-Identifier: GPL-3.0-or-later
// `kinetoscope render`: pictures without a window, and its exit codes.
#include "app/window/start/commands.h"
#include "core/catalog/analyses.h"
#include "tests/support/temp_dir.h"
#include "tests/support/test_macros.h"
#include "tests/support/trace_generator.h"
#include "tests/support/trace_text.h"

#include <QByteArray>
#include <QFileInfo>
#include <QImage>
#include <QObject>
#include <QSize>
#include <QTest>

using namespace kinetoscope;
using namespace kinetoscope::tests;

class TestRender : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void drawsEveryFormat_data();
    void drawsEveryFormat();
    void pictureHasTheSizeAsked();
    void darkIsDark();
    void rangeShowsAnotherPicture();
    void overlaysAreDrawn();
    void annotationsOfTheHostAreDrawnWhereThereAreNoOthers();
    void failuresHaveTheirCodes_data();
    void failuresHaveTheirCodes();
    void failureLeavesNoFile();

private:
    [[nodiscard]] int render(const char* what, const std::string& output, const std::string& trace)
    {
        RenderOptions options;
        options.what = what;
        options.size = QSize(640, 480);
        options.output = output;
        return runRender(options, { { std::nullopt, trace } });
    }

    TempDir m_folder;
    std::string m_trace;
};

void TestRender::initTestCase()
{
    GeneratorOptions options;
    options.layers = 1;
    m_trace = m_folder.write("trace.json", generateTrace(options));
}

void TestRender::drawsEveryFormat_data()
{
    QTest::addColumn<QByteArray>("what");
    QTest::addColumn<QByteArray>("ending");
    QTest::addColumn<QByteArray>("start");
    for (const char* what : { "timeline", "kernel-breakdown", "temporal-breakdown" }) {
        QTest::addRow("%s png", what) << QByteArray(what) << QByteArray("png") << QByteArray("\x89PNG");
        QTest::addRow("%s svg", what) << QByteArray(what) << QByteArray("svg") << QByteArray("<?xml");
        QTest::addRow("%s pdf", what) << QByteArray(what) << QByteArray("pdf") << QByteArray("%PDF");
    }
}

void TestRender::drawsEveryFormat()
{
    QFETCH(QByteArray, what);
    QFETCH(QByteArray, ending);
    QFETCH(QByteArray, start);
    const std::string output = m_folder.file(what.toStdString() + "." + ending.toStdString());
    QCOMPARE(render(what.constData(), output, m_trace), static_cast<int>(kExitDone));
    const QByteArray bytes = QByteArray::fromStdString(readFile(output));
    QVERIFY(bytes.startsWith(start));
    QVERIFY(bytes.size() > 2000);
}

void TestRender::pictureHasTheSizeAsked()
{
    const std::string output = m_folder.file("size.png");
    QCOMPARE(render("timeline", output, m_trace), static_cast<int>(kExitDone));
    QCOMPARE(QImage(toQString(output)).size(), QSize(640, 480));
}

void TestRender::darkIsDark()
{
    RenderOptions options;
    options.what = "timeline";
    options.theme = ThemeChoice::Dark;
    options.output = m_folder.file("dark.png");
    QCOMPARE(runRender(options, { { std::nullopt, m_trace } }), static_cast<int>(kExitDone));
    const QImage picture(toQString(options.output));
    QVERIFY(picture.pixelColor(picture.width() - 3, picture.height() / 2).lightness() < 80);
}

void TestRender::rangeShowsAnotherPicture()
{
    RenderOptions options;
    options.what = "timeline";
    options.output = m_folder.file("all.png");
    QCOMPARE(runRender(options, { { std::nullopt, m_trace } }), static_cast<int>(kExitDone));
    options.output = m_folder.file("part.png");
    options.scope.range = TimeRange { 0, 500_us };
    QCOMPARE(runRender(options, { { std::nullopt, m_trace } }), static_cast<int>(kExitDone));
    QVERIFY(readFile(m_folder.file("all.png")) != readFile(m_folder.file("part.png")));
}

void TestRender::overlaysAreDrawn()
{
    RenderOptions options;
    options.what = "timeline";
    options.output = m_folder.file("plain.svg");
    QCOMPARE(runRender(options, { { std::nullopt, m_trace } }), static_cast<int>(kExitDone));
    options.output = m_folder.file("overlays.svg");
    options.overlays = { "queue-length", "active-kernels" };
    QCOMPARE(runRender(options, { { std::nullopt, m_trace } }), static_cast<int>(kExitDone));
    for (const char* name : { "queue length", "active kernels" }) {
        QVERIFY(readFile(m_folder.file("plain.svg")).find(name) == std::string::npos);
        QVERIFY(readFile(m_folder.file("overlays.svg")).find(name) != std::string::npos);
    }
}

/// As in the window: the defaults would draw nothing.
void TestRender::annotationsOfTheHostAreDrawnWhereThereAreNoOthers()
{
    const std::string host = m_folder.write(
        "host.json", TraceText().annotation("forward", 0_us, 100_us).annotation("backward", 120_us, 70_us).text());
    const std::string output = m_folder.file("annotations.svg");
    QCOMPARE(render("annotation-breakdown", output, host), static_cast<int>(kExitDone));
    QVERIFY(readFile(output).find("backward") != std::string::npos);
    ReportOptions report;
    report.analyses = { findAnalysis("annotation-breakdown") };
    report.output = m_folder.file("report.html");
    QCOMPARE(runReport(report, { { std::nullopt, host } }), static_cast<int>(kExitDone));
    QVERIFY(readFile(report.output).find("backward") != std::string::npos);
}

void TestRender::failuresHaveTheirCodes_data()
{
    QTest::addColumn<QByteArray>("trace");
    QTest::addColumn<QByteArray>("output");
    QTest::addColumn<int>("code");
    const QByteArray good = QByteArray::fromStdString(m_trace);
    QTest::newRow("missing trace") << QByteArray("/no/such/trace.json") << QByteArray("x.png")
                                   << static_cast<int>(kExitInput);
    QTest::newRow("no trace in it") << QByteArray::fromStdString(m_folder.write("notes.txt", "milk"))
                                    << QByteArray("x.png") << static_cast<int>(kExitInput);
    QTest::newRow("folder to write to is missing")
        << good << QByteArray("no/such/x.png") << static_cast<int>(kExitOutput);
    QTest::newRow("that is said before a trace is read")
        << QByteArray("/no/such/trace.json") << QByteArray("no/such/x.png") << static_cast<int>(kExitOutput);
}

void TestRender::failuresHaveTheirCodes()
{
    QFETCH(QByteArray, trace);
    QFETCH(QByteArray, output);
    QFETCH(int, code);
    QCOMPARE(render("timeline", m_folder.file(output.toStdString()), trace.toStdString()), code);
}

void TestRender::failureLeavesNoFile()
{
    const std::string output = m_folder.file("never.png");
    // Ops without any GPU work: there is no pie to draw.
    const std::string trace = m_folder.write("host.json", TraceText().op("aten::mm", 0_us, 10_us).text());
    QCOMPARE(render("kernel-breakdown", output, trace), static_cast<int>(kExitInput));
    QVERIFY(!QFileInfo::exists(toQString(output)));
}

QTEST_MAIN(TestRender)
#include "tst_render.moc"
