// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/numeric/heat_scale.h"
#include "core/overlay/kernel_counters.h"
#include "core/words/english.h"
#include "tests/support/analysis_runs.h"
#include "tests/support/test_macros.h"
#include "tests/support/trace_text.h"

#include <cmath>
#include <limits>

using namespace kinetoscope;
using namespace kinetoscope::tests;

/// Hardware counters by slice, and the scale their colours are on.
class TestKernelCounters : public QObject {
    Q_OBJECT

private slots:
    void scales_data();
    void scales();
    void rangeLaunchAndKernelHaveTheValue();
    void ranksMayHaveOtherCounters();
    void uncertainLaunchesAreLeftOut();
    void mostTracesHaveNone();
    void stopsWhenAsked();
};

namespace {

constexpr double kNothing = std::numeric_limits<double>::quiet_NaN();

/// Launches, the ranges of their kernels and, with `hasKernels`, the kernels themselves.
std::string job(int launches, int ranges, std::string_view counter, bool hasKernels = true)
{
    TraceText text(LayoutStyle::Kineto, TimeStyle::WholeMicroseconds);
    for (int i = 0; i < launches; ++i) {
        text.launch((10 + 10 * i) * 1_us, 1_us, i + 1);
        if (hasKernels)
            text.kernel("k" + std::to_string(i), (100 + 10 * i) * 1_us, 5_us, 7, i + 1);
    }
    for (int i = 0; i < ranges; ++i)
        text.complete("cuda_profiler_range", "k" + std::to_string(i), 0, 0, (1000 + 10 * i) * 1_us, 10_us,
            "\"" + std::string(counter) + "\": " + std::to_string(i + 1));
    return text.text();
}

KernelCounters read(const AnalysisInput& input)
{
    Result<KernelCounters> counters = readKernelCounters(input, {});
    if (!counters)
        qFatal("%s", english(counters.error().message).c_str());
    return std::move(counters).value();
}

/// Values of counter `counter` over the slices of one kind, by start; "-" for none.
QString valuesOf(const AnalysisInput& input, const KernelCounters& counters, std::uint32_t rank, EventKind kind,
    std::size_t counter = 0)
{
    const Trace& trace = *input.traces->ranks()[rank].trace;
    std::vector<std::pair<Timestamp, double>> found;
    for (std::size_t i = 0; i < trace.slices().size(); ++i) {
        if (trace.kind(SliceId { i }) == kind)
            found.emplace_back(trace.slices().start[i], counters.value({ rank, SliceId { i } }, counter));
    }
    std::ranges::sort(found, {}, &std::pair<Timestamp, double>::first);
    QStringList words;
    for (const auto& [start, value] : found)
        words << (std::isnan(value) ? QStringLiteral("-") : QString::number(value));
    return words.join(u' ');
}

} // namespace

void TestKernelCounters::scales_data()
{
    QTest::addColumn<QList<double>>("values");
    QTest::addColumn<double>("value");
    QTest::addColumn<double>("share");
    QTest::addColumn<bool>("isLogarithmic");
    QTest::newRow("lowest") << QList<double> { 2, 10 } << 2.0 << 0.0 << false;
    QTest::newRow("middle") << QList<double> { 2, 10 } << 6.0 << 0.5 << false;
    QTest::newRow("highest") << QList<double> { 2, 10 } << 10.0 << 1.0 << false;
    QTest::newRow("below") << QList<double> { 2, 10 } << -5.0 << 0.0 << false;
    QTest::newRow("above") << QList<double> { 2, 10 } << 50.0 << 1.0 << false;
    QTest::newRow("two decades are linear") << QList<double> { 1, 100 } << 50.5 << 0.5 << false;
    QTest::newRow("more are logarithmic") << QList<double> { 1, 10'000 } << 100.0 << 0.5 << true;
    QTest::newRow("not with a zero") << QList<double> { 0, 10'000 } << 5'000.0 << 0.5 << false;
    QTest::newRow("nor below zero") << QList<double> { -10, 10 } << 0.0 << 0.5 << false;
    QTest::newRow("all the same") << QList<double> { 7, 7 } << 7.0 << 1.0 << false;
    QTest::newRow("none") << QList<double> {} << 0.0 << 1.0 << false;
    QTest::newRow("what is not known is no end") << QList<double> { kNothing, 4, 8 } << 6.0 << 0.5 << false;
    QTest::newRow("not a number") << QList<double> { 2, 10 } << kNothing << 0.0 << false;
    constexpr double kMost = std::numeric_limits<double>::max();
    QTest::newRow("as far apart as can be") << QList<double> { -kMost, kMost } << 0.0 << 0.5 << false;
}

void TestKernelCounters::scales()
{
    QFETCH(QList<double>, values);
    QFETCH(double, value);
    QFETCH(double, share);
    QFETCH(bool, isLogarithmic);
    const HeatScale scale = HeatScale::of(std::vector<double>(values.begin(), values.end()));
    QCOMPARE(scale.isLogarithmic, isLogarithmic);
    QVERIFY(std::abs(scale.share(value) - share) < 1e-12);
}

void TestKernelCounters::rangeLaunchAndKernelHaveTheValue()
{
    const AnalysisInput input = inputOf({ job(3, 3, "dram__bytes_read.sum") });
    const KernelCounters counters = read(input);
    QCOMPARE(counters.names(), std::vector<std::string> { "dram__bytes_read.sum" });
    QVERIFY(counters.unit(0) == Unit::Bytes);
    for (const EventKind kind : { EventKind::ProfilerRange, EventKind::RuntimeCall, EventKind::Kernel })
        QCOMPARE(valuesOf(input, counters, 0, kind), QStringLiteral("1 2 3"));
    QCOMPARE(counters.scale(0).lowest, 1.0);
    QCOMPARE(counters.scale(0).highest, 3.0);
}

void TestKernelCounters::ranksMayHaveOtherCounters()
{
    const AnalysisInput input = inputOf({ job(2, 2, "one.sum"), job(2, 2, "other.sum") });
    const KernelCounters counters = read(input);
    QCOMPARE(counters.names(), (std::vector<std::string> { "one.sum", "other.sum" }));
    QCOMPARE(valuesOf(input, counters, 0, EventKind::Kernel, 0), QStringLiteral("1 2"));
    QCOMPARE(valuesOf(input, counters, 0, EventKind::Kernel, 1), QStringLiteral("- -"));
    QCOMPARE(valuesOf(input, counters, 1, EventKind::Kernel, 1), QStringLiteral("1 2"));
}

void TestKernelCounters::uncertainLaunchesAreLeftOut()
{
    // More launches than ranges, and no kernels whose names could tell which.
    const AnalysisInput input = inputOf({ job(5, 3, "one.sum", false) });
    const KernelCounters counters = read(input);
    QCOMPARE(valuesOf(input, counters, 0, EventKind::ProfilerRange), QStringLiteral("1 2 3"));
    QCOMPARE(valuesOf(input, counters, 0, EventKind::RuntimeCall), QStringLiteral("- - - - -"));
}

void TestKernelCounters::mostTracesHaveNone()
{
    const AnalysisInput input = inputOf({ job(2, 0, "") });
    const KernelCounters counters = read(input);
    QVERIFY(counters.names().empty());
}

void TestKernelCounters::stopsWhenAsked()
{
    std::stop_source stop;
    stop.request_stop();
    AnalysisContext context;
    context.progress.stop = stop.get_token();
    const auto stopped = readKernelCounters(inputOf({ job(3, 3, "one.sum") }), context);
    QVERIFY(!stopped);
    QVERIFY(stopped.error().code == ErrorCode::Cancelled);
}

QTEST_GUILESS_MAIN(TestKernelCounters)
#include "tst_kernel_counters.moc"
