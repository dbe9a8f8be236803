// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/overlay/overlays.h"
#include "core/words/english.h"
#include "tests/support/analysis_runs.h"
#include "tests/support/random_trace.h"
#include "tests/support/test_macros.h"
#include "tests/support/trace_text.h"

#include <array>

using namespace kinetoscope;
using namespace kinetoscope::tests;

/// Where a gap stops waiting for the host (product.md, Scope), and that all that speaks of idle time means the same.
class TestIdleParts : public QObject {
    Q_OBJECT

private slots:
    void hostIsLateUntilTheCallReturns_data();
    void hostIsLateUntilTheCallReturns();
    void oneDefinitionEverywhere();
};

namespace {

constexpr std::array kCauses { "host_wait", "kernel_wait", "other", "unknown_launch" };
using CauseTimes = std::array<std::int64_t, kCauses.size()>;

/// Idle time by cause in a table with a row a cause.
CauseTimes byRow(const Table& table)
{
    CauseTimes times {};
    for (std::size_t row = 0; row < table.rowCount(); ++row) {
        const std::string cause = std::get<std::string>(table.cell(row, table.columnIndex("idle_category")));
        for (std::size_t i = 0; i < kCauses.size(); ++i)
            times[i] += cause == kCauses[i] ? integerAt(table, row, "idle_time") : 0;
    }
    return times;
}

/// The same in one with a column a cause.
CauseTimes byColumn(const Table& table, std::size_t row)
{
    CauseTimes times {};
    for (std::size_t i = 0; i < kCauses.size(); ++i)
        times[i] = integerAt(table, row, std::string("idle_") + kCauses[i]);
    return times;
}

AnalysisResult resultOf(const char* analysis, const AnalysisInput& input, const ParameterTexts& parameters)
{
    Result<AnalysisResult> result = runOn(input, analysis, parameters);
    if (!result)
        qFatal("%s: %s", analysis, english(result.error().message).c_str());
    return std::move(result).value();
}

} // namespace

void TestIdleParts::hostIsLateUntilTheCallReturns_data()
{
    QTest::addColumn<QString>("call");
    QTest::addColumn<qint64>("begin"); // us, of the call; the work before ends at 100 us
    QTest::addColumn<qint64>("end");
    QTest::addColumn<qint64>("start"); // of its work
    QTest::addColumn<QString>("parts");
    const auto row = [](const char* name, const char* call, qint64 begin, qint64 end, qint64 start, const char* parts) {
        QTest::newRow(name) << QString::fromLatin1(call) << begin << end << start << QString::fromLatin1(parts);
    };
    row("a call of 1.5 s that began in time", "cudaLaunchKernel", 90, 1'500'090, 1'500'095, "host_wait 1499995");
    row("it returns, the work waits for something else", "cudaLaunchKernel", 90, 300, 500, "host_wait 200, other 200");
    row("it returns, the rest is its latency", "cudaLaunchKernel", 90, 300, 329, "host_wait 229");
    row("the rest is just the threshold", "cudaLaunchKernel", 90, 300, 330, "host_wait 200, other 30");
    row("it returned before, short", "cudaLaunchKernel", 80, 90, 120, "kernel_wait 20");
    row("it returned before, long", "cudaLaunchKernel", 80, 90, 400, "other 300");
    row("it returns at the end of the work before", "cudaLaunchKernel", 80, 100, 400, "other 300");
    row("it returns after its work began", "cudaLaunchKernel", 90, 700, 400, "host_wait 300");
    row("a copy whose call outlasts the gap", "cudaMemcpyAsync", 90, 700, 400, "host_wait 300");
    row("the same in a short gap", "cudaMemcpyAsync", 90, 700, 120, "kernel_wait 20");
    row("a copy whose call returned", "cudaMemcpyAsync", 90, 200, 400, "host_wait 100, other 200");
}

void TestIdleParts::hostIsLateUntilTheCallReturns()
{
    QFETCH(QString, call);
    QFETCH(qint64, begin);
    QFETCH(qint64, end);
    QFETCH(qint64, start);
    QFETCH(QString, parts);
    TraceText text(LayoutStyle::Kineto, TimeStyle::WholeMicroseconds);
    text.launch(1_us, 1_us, 1).kernel("before", 10_us, 90_us, 7, 1);
    text.runtime(call.toStdString(), begin * 1'000, (end - begin) * 1'000, 2);
    if (call == QStringLiteral("cudaMemcpyAsync"))
        text.copy("Memcpy HtoD (Pageable -> Device)", start * 1'000, 10_us, 7, 2, 100);
    else
        text.kernel("after", start * 1'000, 10_us, 7, 2);
    const CauseTimes times = byRow(*resultOf("idle-time", inputOf({ text.text() }), {}).findTable("devices"));
    QString found;
    for (std::size_t i = 0; i < kCauses.size(); ++i) {
        if (times[i] != 0)
            found += (found.isEmpty() ? "" : ", ") + QString::fromLatin1(kCauses[i]) + ' '
                + QString::number(times[i] / 1'000);
    }
    QCOMPARE(found, parts);
}

/// The tables of idle-time, the overview, the steps and the hatching on the timeline.
void TestIdleParts::oneDefinitionEverywhere()
{
    ParameterTexts delay;
    delay.emplace_back("consecutive-kernel-delay", "40ns");
    ParameterTexts allGaps = delay;
    allGaps.emplace_back("num-gaps", "1000000");
    CauseTimes seen {};
    for (std::uint32_t round = 0; round < 300; ++round) {
        RandomTraceOptions options;
        options.devices = 1;
        options.isOrderly = round % 2 == 0;
        const AnalysisInput input { randomJob(round, 1, options), {} };
        const AnalysisResult idle = resultOf("idle-time", input, allGaps);
        const CauseTimes device = byRow(*idle.findTable("devices"));
        for (std::size_t i = 0; i < kCauses.size(); ++i)
            seen[i] += device[i];
        QCOMPARE(byColumn(*resultOf("overview", input, delay).findTable("split"), 0), device);

        const Table& longest = *idle.findTable("longest-gaps");
        std::int64_t ofHost = 0;
        for (std::size_t row = 0; row < longest.rowCount(); ++row)
            ofHost += integerAt(longest, row, "host_wait_time");
        QCOMPARE(ofHost, device[0]);

        Parameters parameters;
        parameters.set("consecutive-kernel-delay", std::int64_t { 40 });
        const Result<Overlay> overlay = buildOverlay(*findOverlay("idle-gaps"), input, parameters, AnalysisContext {});
        KT_VERIFY_OK(overlay);
        CauseTimes hatched {};
        for (const OverlayRanges& line : overlay->ranges) {
            for (std::size_t i = 0; i < line.ranges.size(); ++i)
                hatched[line.ranges.entry(i).tag] += line.ranges.entry(i).range.length();
        }
        QCOMPARE(hatched, byRow(*idle.findTable("streams")));

        const AnalysisResult steps = resultOf("steps", input, delay);
        for (std::size_t row = 0; row < steps.tables.front().rowCount(); ++row) {
            AnalysisInput window = input;
            const std::int64_t begin = integerAt(steps.tables.front(), row, "ts");
            window.scope.range = TimeRange { begin, begin + integerAt(steps.tables.front(), row, "wall") };
            QCOMPARE(
                byColumn(steps.tables.front(), row), byRow(*resultOf("idle-time", window, delay).findTable("devices")));
        }
    }
    for (const std::int64_t time : seen)
        QVERIFY(time > 0);
}

QTEST_GUILESS_MAIN(TestIdleParts)
#include "tst_idle_parts.moc"
