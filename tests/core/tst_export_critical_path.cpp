// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/exports.h"
#include "core/io/trace_loader.h"
#include "tests/support/analysis_runs.h"
#include "tests/support/exported_trace.h"
#include "tests/support/load_text.h"
#include "tests/support/temp_dir.h"
#include "tests/support/test_macros.h"
#include "tests/support/trace_generator.h"
#include "tests/support/trace_text.h"

#include <string>

using namespace kinetoscope;
using namespace kinetoscope::tests;

/// The trace with its critical path as HTA overlays it (SPEC.md 14.4).
class TestExportCriticalPath : public QObject {
    Q_OBJECT

private slots:
    void criticalEventsAreMarkedAndJoined();
    void otherEventsStayIfWanted();
    void allEdgesAreDrawnIfWanted();
    void endsOnADeviceMoveIntoTheEvent();
    void noPathIsAnErrorAndNoFile();
    void ownPathIsMarkedAndJoined();
    void ownPathOfAnAbsentAnnotationIsNone();
    void ownPathKeepsWholeMicroseconds();
    void ownPathOpensAgain();
    void opensAgainWithItsEvents();

private:
    Result<ExportResult> write(const std::string& text, const Parameters& parameters, Mode mode = Mode::Hta);
    [[nodiscard]] std::string target() const { return m_dir.file("out.json"); }
    [[nodiscard]] std::string writtenEvents() const;

    TempDir m_dir;
};

namespace {

/// The path goes through the launch to the kernel; `beside` is on no path.
TraceText small()
{
    TraceText text(LayoutStyle::Compact, TimeStyle::Shortest);
    text.thread(1, 1).annotation("part", 0_us, 100_us).op("a", 1_us, 20_us, R"("note":1)").launch(5_us, 2_us, 1);
    text.python("f", 0_us, 50_us, 1).thread(1, 2).op("beside", 3_us, 1_us).thread(1, 1);
    return text.kernel("k", 30'500_ns, 10_us, 7, 1).instant("i", 3_us);
}

Parameters with(const char* id, ParameterValue value)
{
    Parameters parameters;
    parameters.set(id, std::move(value));
    return parameters;
}

} // namespace

Result<ExportResult> TestExportCriticalPath::write(const std::string& text, const Parameters& parameters, Mode mode)
{
    const auto traces = loadTexts({ text });
    if (!traces)
        return traces.error();
    ExportInput input;
    input.traces = traces.value();
    input.parameters = parameters;
    input.mode = mode;
    return runExport(*findExport("critical-path"), input, target());
}

std::string TestExportCriticalPath::writtenEvents() const
{
    const ExportedTrace out = readExported(target());
    std::string events = out.error;
    for (const std::string_view event : out.events)
        events.append(event).append("\n");
    return events;
}

void TestExportCriticalPath::criticalEventsAreMarkedAndJoined()
{
    const auto result = write(small().text(), {});
    KT_VERIFY_OK(result);
    QCOMPARE(result->files.front().leftOut, std::uint64_t { 1 }); // `beside`
    const std::string events = writtenEvents();
    const auto lineWith = [&events](const char* word) {
        const std::size_t at = events.find(word);
        const std::size_t begin = at == std::string::npos ? events.size() : events.rfind('\n', at) + 1;
        return events.substr(begin, events.find('\n', begin) - begin);
    };
    for (const char* name : { R"("name":"a")", R"("name":"cudaLaunchKernel")", R"("name":"k")" })
        QVERIFY2(lineWith(name).find(R"(, "critical": 1})") != std::string::npos, events.c_str());
    for (const char* name : { R"("name":"part")", R"("name":"f")", R"("name":"i")" }) {
        QVERIFY2(!lineWith(name).empty(), name);
        QVERIFY2(lineWith(name).find("critical") == std::string::npos, events.c_str());
    }
    // The launch at 5, the kernel from 31 on in HTA's whole microseconds; arrows have those of the file, cut off.
    KT_COMPARE_TEXT(events.substr(events.find("{\"ph\": \"s\"")),
        R"({"ph": "s", "id": 0, "pid": 1, "tid": 1, "ts": 5, "cat": "critical_path", "name": "critical_path", )"
        R"("args": {"weight": 26, "critical": true, "type": "critical_path_kernel_launch_delay"}})"
        "\n"
        R"({"ph": "f", "id": 0, "pid": 0, "tid": 7, "ts": 30, "cat": "critical_path", "name": "critical_path", )"
        R"("args": {"weight": 26, "critical": true, "type": "critical_path_kernel_launch_delay"}, "bp": "e"})"
        "\n");
}

void TestExportCriticalPath::otherEventsStayIfWanted()
{
    const auto result = write(small().text(), with("only-critical", false));
    KT_VERIFY_OK(result);
    QCOMPARE(result->files.front().leftOut, std::uint64_t { 0 });
    QCOMPARE(result->files.front().edited, std::uint64_t { 3 });
    QCOMPARE(result->files.front().added, std::uint64_t { 2 });
}

void TestExportCriticalPath::allEdgesAreDrawnIfWanted()
{
    Parameters parameters = with("all-edges", true);
    KT_VERIFY_OK(write(small().text(), parameters));
    QCOMPARE(write(small().text(), parameters)->files.front().added, std::uint64_t { 2 }); // where others are left out
    parameters.set("only-critical", false);
    // a to the launch, through it, to the end of a, `beside`, the launch's delay, the kernel: six.
    QCOMPARE(write(small().text(), parameters)->files.front().added, std::uint64_t { 12 });
}

void TestExportCriticalPath::endsOnADeviceMoveIntoTheEvent()
{
    TraceText text(LayoutStyle::Compact, TimeStyle::WholeMicroseconds);
    text.op("a", 0_us, 5_us).launch(6_us, 2_us, 1).runtime("cudaDeviceSynchronize", 10_us, 50_us, 2);
    text.kernel("k", 20_us, 30_us, 7, 1).op("b", 70_us, 5_us);
    text.complete("cuda_sync", "Context Sync", 0, -1, 10_us, 49_us, R"("correlation":2)");
    KT_VERIFY_OK(write(text.text(), {}));
    const std::string events = writtenEvents();
    const std::string expected = R"("ts": 49, "cat": "critical_path", "name": "critical_path", )"
                                 R"("args": {"weight": 0, "critical": true, "type": "critical_path_sync_dependency"}})";
    QVERIFY2(events.find(expected) != std::string::npos, events.c_str());
    QVERIFY2(events.find(R"("ts": 60, "cat": "critical_path")") != std::string::npos, events.c_str());
}

void TestExportCriticalPath::noPathIsAnErrorAndNoFile()
{
    QFile::remove(QString::fromStdString(target()));
    const auto result = write(small().text(), with("annotation", std::string("absent")));
    KT_VERIFY_ERROR(result, ErrorCode::InvalidArgument);
    QVERIFY(!QFile::exists(QString::fromStdString(target())));
}

/// a 5, launch 2, launch_latency 23.5, k 10: one arrow, from the launch to the kernel, which waited from 7 on.
void TestExportCriticalPath::ownPathIsMarkedAndJoined()
{
    TraceText text(LayoutStyle::Compact, TimeStyle::Shortest);
    text.thread(1, 1).op("a", 1_us, 20_us).launch(5_us, 2_us, 1).runtime("cudaDeviceSynchronize", 25_us, 20_us, 2);
    text.thread(1, 2).op("beside", 3_us, 1_us).thread(1, 1).kernel("k", 30'500_ns, 10_us, 7, 1);
    const auto result = write(text.text(), {}, Mode::Exact);
    KT_VERIFY_OK(result);
    QCOMPARE(result->files.front().leftOut, std::uint64_t { 0 });
    QCOMPARE(result->files.front().edited, std::uint64_t { 4 }); // all but `beside`
    QCOMPARE(result->files.front().added, std::uint64_t { 4 });
    const std::string events = writtenEvents();
    KT_COMPARE_TEXT(events.substr(events.find("{\"ph\": \"s\"")),
        R"({"ph": "s", "id": 0, "pid": 1, "tid": 1, "ts": 6.999, "cat": "critical_path", "name": "critical_path", )"
        R"("args": {"weight": 23.5, "critical": true, "type": "launch_latency"}})"
        "\n"
        R"({"ph": "f", "id": 0, "pid": 0, "tid": 7, "ts": 30.5, "cat": "critical_path", "name": "critical_path", )"
        R"("args": {"weight": 23.5, "critical": true, "type": "launch_latency"}, "bp": "e"})"
        "\n"
        R"({"ph": "s", "id": 1, "pid": 0, "tid": 7, "ts": 39.5, "cat": "critical_path", "name": "critical_path", )"
        R"("args": {"weight": 4.5, "critical": true, "type": "synchronisation"}})"
        "\n"
        R"({"ph": "f", "id": 1, "pid": 1, "tid": 1, "ts": 40.5, "cat": "critical_path", "name": "critical_path", )"
        R"("args": {"weight": 4.5, "critical": true, "type": "synchronisation"}, "bp": "e"})"
        "\n");
    // Every link: a to its launch, the latency to the kernel, too.
    QCOMPARE(write(text.text(), with("all-edges", true), Mode::Exact)->files.front().added, std::uint64_t { 8 });
    const auto alone = write(text.text(), with("only-critical", true), Mode::Exact);
    KT_VERIFY_OK(alone);
    QCOMPARE(alone->files.front().leftOut, std::uint64_t { 1 }); // `beside`
}

void TestExportCriticalPath::ownPathOfAnAbsentAnnotationIsNone()
{
    QFile::remove(QString::fromStdString(target()));
    KT_VERIFY_ERROR(
        write(small().text(), with("annotation", std::string("absent")), Mode::Exact), ErrorCode::InvalidArgument);
    QVERIFY(!QFile::exists(QString::fromStdString(target())));
    KT_VERIFY_OK(write(small().text(), with("annotation", std::string("part")), Mode::Exact));
}

/// One time with a fraction would make a file of whole microseconds look like one of nanoseconds when it is opened
/// again, and HTA would shorten its events.
void TestExportCriticalPath::ownPathKeepsWholeMicroseconds()
{
    TraceText text = wholeMicroseconds();
    text.thread(1, 1).op("a", 1_us, 20_us).launch(5_us, 2_us, 1).runtime("cudaDeviceSynchronize", 25_us, 20_us, 2);
    text.kernel("k", 30_us, 10_us, 7, 1);
    text.raw(R"({"ph":"X","cat":"cpu_op","name":"b","pid":1,"tid":1,"ts":50,"dur":2.5})");
    text.raw(R"({"ph":"X","cat":"cpu_op","name":"c","pid":1,"tid":1,"ts":48,"dur":9})");
    KT_VERIFY_OK(write(text.text(), with("all-edges", true), Mode::Exact));
    const auto again = loadTraceSet({ { std::nullopt, target() } }, testLoadOptions(), Progress {});
    KT_VERIFY_OK(again);
    const std::string events = writtenEvents();
    QVERIFY2(!(*again)->ranks().front().trace->report().hasFractionalTimes, events.c_str());
    // The launch ends at 7, b at 52.5: arrows begin inside.
    QVERIFY2(events.find(R"("tid": 1, "ts": 6, "cat": "critical_path")") != std::string::npos, events.c_str());
    QVERIFY2(events.find(R"("tid": 1, "ts": 51, "cat": "critical_path")") != std::string::npos, events.c_str());
}

/// What is new are the arrows, and the path is the same one when it is walked again.
void TestExportCriticalPath::ownPathOpensAgain()
{
    const std::string text = generateTrace({});
    const auto before = loadTexts({ text });
    KT_VERIFY_OK(before);
    const auto result = write(text, {}, Mode::Exact);
    KT_VERIFY_OK(result);
    QVERIFY(result->files.front().added > 10);
    const ExportedTrace out = readExported(target());
    QCOMPARE(QString::fromStdString(out.error), QString());
    QCOMPARE(brokenRule(out), std::string());
    const auto again = loadTraceSet({ { std::nullopt, target() } }, testLoadOptions(), Progress {});
    KT_VERIFY_OK(again);
    const Trace& old = *(*before)->ranks().front().trace;
    const Trace& after = *(*again)->ranks().front().trace;
    QCOMPARE(after.slices().start, old.slices().start);
    QCOMPARE(after.report().events, old.report().events + result->files.front().added);
    const auto linksOf = [](const std::shared_ptr<const TraceSet>& traces) {
        return runOn({ traces, {} }, "critical-path");
    };
    const auto oldPath = linksOf(*before);
    const auto newPath = linksOf(*again);
    KT_VERIFY_OK(oldPath);
    KT_VERIFY_OK(newPath);
    const Table& oldLinks = *oldPath->findTable("links");
    const Table& newLinks = *newPath->findTable("links");
    QCOMPARE(newLinks.rowCount(), oldLinks.rowCount());
    for (std::size_t row = 0; row < oldLinks.rowCount(); ++row)
        QCOMPARE(newLinks.evidence(row, 0), oldLinks.evidence(row, 0));
    // Each arrow joins two events of the path.
    std::size_t arrows = 0;
    for (const auto& flow : after.flows().all())
        arrows += after.trackOf(flow.from) != after.trackOf(flow.to) ? 1 : 0;
    std::size_t oldArrows = 0;
    for (const auto& flow : old.flows().all())
        oldArrows += old.trackOf(flow.from) != old.trackOf(flow.to) ? 1 : 0;
    QCOMPARE(arrows - oldArrows, std::size_t { result->files.front().added / 2 });
}

void TestExportCriticalPath::opensAgainWithItsEvents()
{
    const std::string text = generateTrace({});
    const auto before = loadText(text);
    KT_VERIFY_OK(before);
    KT_VERIFY_OK(write(text, with("only-critical", false)));
    const ExportedTrace out = readExported(target());
    QCOMPARE(QString::fromStdString(out.error), QString());
    QCOMPARE(brokenRule(out), std::string());
    const auto again = loadTraceSet({ { std::nullopt, target() } }, testLoadOptions(), Progress {});
    KT_VERIFY_OK(again);
    const Trace& after = *(*again)->ranks().front().trace;
    // Every slice is where it was; what is new are arrows.
    QCOMPARE(after.slices().size(), (*before)->slices().size());
    QCOMPARE(after.slices().start, (*before)->slices().start);
    QVERIFY(after.report().events > (*before)->report().events);
}

QTEST_GUILESS_MAIN(TestExportCriticalPath)
#include "tst_export_critical_path.moc"
