// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/gpu/copies/copies_by_time.h"
#include "core/analysis/gpu/copies/memory_bandwidth.h"
#include "core/analysis/names/classification.h"
#include "core/analysis/words/remark_codes.h"
#include "core/io/trace_loader.h"
#include "core/numeric/exact_sum.h"
#include "tests/support/analysis_runs.h"
#include "tests/support/event_builder.h"
#include "tests/support/load_text.h"
#include "tests/support/slow/slow_series.h"
#include "tests/support/test_macros.h"
#include "tests/support/trace_text.h"

#include <algorithm>
#include <random>
#include <stop_token>
#include <vector>

using namespace kinetoscope;
using namespace kinetoscope::tests;

/// Memory bandwidth (SPEC.md section 6).
class TestMemoryBandwidth : public QObject {
    Q_OBJECT

private slots:
    void section6Example_data();
    void section6Example();
    void section6ExampleSummary_data();
    void section6ExampleSummary();
    void copyNames_data();
    void copyNames();
    void diff61NoResidueAfterTheLastCopy();
    void diff63DevicesHaveSeriesOfTheirOwn();
    void diff64BandwidthFromTheSize();
    void diff64SizeOfMtiaCopies();
    void copiesWithoutSizeAreSaid();
    void totalsOfTheSummary();
    void noCopiesGiveAnEmptyTableAndAReason();
    void rangeCutsCopies();
    void bytesOfAPartitionAddUp();
    void evidenceIsTheCopies();
    void agreesWithTheSlowOneOnRandomTraces();
    void agreesWithTheSlowOneOnSharedTraces_data();
    void agreesWithTheSlowOneOnSharedTraces();
    void exactSumHasNoOrder();
};

namespace {

const std::vector<std::string_view> kSeries { "name", "ts", "memory_bw_gbps" };
constexpr std::string_view kHtoD = "Memcpy HtoD (Pageable -> Device)";

std::string bandwidthArgs(std::string_view bandwidth)
{
    return R"~("stream": 7, "memory bandwidth (GB/s)": )~" + std::string(bandwidth);
}

/// The worked example of section 6.
std::string example()
{
    return TraceText(LayoutStyle::Kineto, TimeStyle::WholeMicroseconds)
        .op("dummy", 0_us, 1_us)
        .complete("gpu_memcpy", kHtoD, 0, 7, 25_us, 10_us, bandwidthArgs("2.0"))
        .complete("gpu_memcpy", kHtoD, 0, 7, 30_us, 10_us, bandwidthArgs("3.0"))
        .complete("gpu_memcpy", kHtoD, 0, 7, 35_us, 0_us, bandwidthArgs("5.0"))
        .complete("gpu_memcpy", "Memcpy PtoP (Device -> Device)", 0, 7, 55_us, 2_us, bandwidthArgs("7.0"))
        .text();
}

AnalysisInput inputOf(const std::shared_ptr<const Trace>& trace, Scope scope = {})
{
    return { std::make_shared<const TraceSet>(
                 std::vector { std::pair { std::int64_t { 0 }, trace } }, std::vector<Remark> {}),
        std::move(scope) };
}

/// What each point is made of, by looking at all copies.
bool copiesAreThoseOfEachPoint(const ScopedGpuWork& source, std::size_t rank, const BandwidthSeries& series)
{
    CopiesByTime copies;
    std::stop_source stopped;
    stopped.request_stop();
    if (!series.points.empty()
        && !copies.at(source, rank, series.device, series.name, series.points[0].time, { .stop = stopped.get_token() })
                .isEmpty())
        return false;                                         // and is read the next time
    const std::size_t every = series.points.size() / 200 + 1; // each of a trace would take minutes
    for (std::size_t i = 0; i < series.points.size(); i += every) {
        const Timestamp time = series.points[i].time;
        std::vector<SliceId> expected;
        for (const MemoryCopy& copy : series.copies) {
            if (copy.range.begin <= time && time <= copy.range.end)
                expected.push_back(copy.slice);
        }
        std::vector<SliceId> found;
        for (const SliceRef& slice : copies.at(source, rank, series.device, series.name, time, {}).slices)
            found.push_back(slice.rank == source.rankIndex(rank) ? slice.slice : SliceId {});
        std::sort(expected.begin(), expected.end());
        std::sort(found.begin(), found.end());
        if (expected.empty() || found != expected)
            return false;
    }
    return true;
}

/// The first difference between both implementations, "" if there is none.
QString differenceFromSlow(const AnalysisInput& input)
{
    const auto source = ScopedGpuWork::create(input, KernelClassifier()).value();
    for (std::size_t i = 0; i < source->rankCount(); ++i) {
        const RankTrace& rank = source->rankTrace(i);
        const SlowBandwidth slow = slowBandwidth(rank, {});
        const std::vector<BandwidthSeries> fast = bandwidthSeries(rank, source->rank(i, {}).value());
        if (fast.size() != slow.size())
            return QStringLiteral("%1 series, %2 by the slow one").arg(fast.size()).arg(slow.size());
        for (const BandwidthSeries& series : fast) {
            if (!copiesAreThoseOfEachPoint(*source, i, series))
                return QStringLiteral("copies at a moment of ") + toQString(series.name);
            const auto expected = slow.find({ series.device, series.name });
            if (expected == slow.end() || expected->second.size() != series.points.size())
                return QStringLiteral("points of ") + toQString(series.name);
            auto point = expected->second.begin();
            for (const BandwidthPoint& ours : series.points) {
                const bool isEqual = ours.time == point->first
                    && std::abs(ours.value - point->second) <= 1e-12 * std::max(1.0, point->second);
                if (!isEqual)
                    return QStringLiteral("%1 at %2: %3, %4 by the slow one")
                        .arg(toQString(series.name))
                        .arg(ours.time)
                        .arg(ours.value, 0, 'g', 17)
                        .arg(point->second, 0, 'g', 17);
                ++point;
            }
        }
    }
    return {};
}

} // namespace

void TestMemoryBandwidth::section6Example_data()
{
    QTest::addColumn<bool>("isHta");
    QTest::addColumn<QString>("expected");
    QTest::newRow("exact") << false
                           << "Memcpy HtoD 25 2\nMemcpy HtoD 30 5\nMemcpy HtoD 35 8\nMemcpy HtoD 36 3\n"
                              "Memcpy HtoD 40 0\nMemcpy PtoP 55 7\nMemcpy PtoP 57 0\n";
    QTest::newRow("hta") << true
                         << "Memcpy HtoD 25 2\nMemcpy HtoD 30 5\nMemcpy HtoD 35 10\nMemcpy HtoD 35 8\n"
                            "Memcpy HtoD 36 3\nMemcpy HtoD 40 0\nMemcpy PtoP 55 7\nMemcpy PtoP 57 0\n";
}

void TestMemoryBandwidth::section6Example()
{
    QFETCH(bool, isHta);
    QFETCH(QString, expected);
    const auto result = runOn(tests::inputOf({ example() }), "memory-bandwidth", {}, isHta ? Mode::Hta : Mode::Exact);
    KT_COMPARE_TEXT(rowsOf(result, "series", kSeries), expected.toStdString());
}

void TestMemoryBandwidth::section6ExampleSummary_data()
{
    QTest::addColumn<bool>("isHta");
    QTest::addColumn<double>("mean");
    QTest::addColumn<double>("deviation"); ///< 0: none
    QTest::addColumn<QString>("expected");
    QTest::newRow("hta") << true << 5.6 << 3.361547 << "0 Memcpy HtoD 5 2 3 5 8 10\n0 Memcpy PtoP 1 7 7 7 7 7\n";
    QTest::newRow("exact") << false << 4.5 << 2.645751
                           << "0 Memcpy HtoD 4 2 2.75 4 5.75 8\n0 Memcpy PtoP 1 7 7 7 7 7\n";
}

void TestMemoryBandwidth::section6ExampleSummary()
{
    QFETCH(bool, isHta);
    QFETCH(double, mean);
    QFETCH(double, deviation);
    QFETCH(QString, expected);
    const auto result = runOn(tests::inputOf({ example() }), "memory-bandwidth", {}, isHta ? Mode::Hta : Mode::Exact);
    KT_COMPARE_TEXT(rowsOf(result, "summary", { "rank", "name", "count", "min", "25%", "50%", "75%", "max" }),
        expected.toStdString());
    const Table& table = *result->findTable("summary");
    QVERIFY(std::abs(std::get<double>(table.cell(0, table.columnIndex("mean"))) - mean) < 1e-9);
    QVERIFY(std::abs(std::get<double>(table.cell(0, table.columnIndex("std"))) - deviation) < 1e-6);
    QVERIFY(std::holds_alternative<std::monostate>(table.cell(1, table.columnIndex("std"))));
}

void TestMemoryBandwidth::copyNames_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("expected");
    QTest::newRow("copy") << "Memcpy HtoD (Pageable -> Device)"
                          << "Memcpy HtoD";
    QTest::newRow("peer") << "Memcpy PtoP (Device -> Device)"
                          << "Memcpy PtoP";
    QTest::newRow("fill") << "Memset (Device)"
                          << "Memset";
    QTest::newRow("short") << "Memcpy"
                           << "Memcpy";
    QTest::newRow("hip") << "hipMemcpyAsync"
                         << "Memcpy Unknown";
    QTest::newRow("no half characters") << "Memcpy HtoÜ"
                                        << "Memcpy HtoÜ";
}

void TestMemoryBandwidth::copyNames()
{
    QFETCH(QString, name);
    QFETCH(QString, expected);
    QCOMPARE(toQString(memoryCopyName(name.toStdString())), expected);
}

void TestMemoryBandwidth::diff61NoResidueAfterTheLastCopy()
{
    // In plain doubles 0.1 + 0.7 - 0.1 - 0.7 leaves something.
    const std::string text = TraceText()
                                 .complete("gpu_memcpy", kHtoD, 0, 7, 10_us, 10_us, bandwidthArgs("0.1"))
                                 .complete("gpu_memcpy", kHtoD, 0, 7, 15_us, 10_us, bandwidthArgs("0.7"))
                                 .text();
    KT_COMPARE_TEXT(rowsOf(runOn(tests::inputOf({ text }), "memory-bandwidth"), "series", { "ts", "memory_bw_gbps" }),
        "0 0.1\n5 0.8\n10 0.7\n15 0\n");
}

void TestMemoryBandwidth::diff63DevicesHaveSeriesOfTheirOwn()
{
    const std::string text =
        TraceText()
            .complete("gpu_memcpy", kHtoD, 0, 7, 0_us, 10_us, R"("device": 0, )" + bandwidthArgs("1.0"))
            .complete("gpu_memcpy", kHtoD, 1, 7, 5_us, 10_us, R"("device": 1, )" + bandwidthArgs("2.0"))
            .text();
    KT_COMPARE_TEXT(rowsOf(runOn(tests::inputOf({ text }), "memory-bandwidth"), "series",
                        { "device", "pid", "ts", "memory_bw_gbps" }),
        "0 0 0 1\n0 0 10 0\n1 1 5 2\n1 1 15 0\n");
}

void TestMemoryBandwidth::diff64BandwidthFromTheSize()
{
    const std::string text =
        TraceText().complete("gpu_memcpy", kHtoD, 0, 7, 0_us, 10_us, R"("stream": 7, "bytes": 30000)").text();
    KT_COMPARE_TEXT(rowsOf(runOn(tests::inputOf({ text }), "memory-bandwidth"), "summary", { "name", "mean", "bytes" }),
        "Memcpy HtoD 3 30000\n");
}

/// MTIA writes `size` where others write `bytes`; where both stand, it is `bytes`.
void TestMemoryBandwidth::diff64SizeOfMtiaCopies()
{
    const std::string text =
        TraceText()
            .complete("mtia_ccp_events", "dma_request", 0, 105, 0_us, 10_us, R"("stream": 105, "size": 30000)")
            .complete("mtia_ccp_events", "dma_request", 0, 105, 20_us, 10_us,
                R"("stream": 105, "bytes": 10000, "size": 70000)")
            .text();
    KT_COMPARE_TEXT(rowsOf(runOn(tests::inputOf({ text }), "memory-bandwidth"), "series", kSeries),
        "Memcpy Unknown 0 3\nMemcpy Unknown 10 0\nMemcpy Unknown 20 1\nMemcpy Unknown 30 0\n");
}

void TestMemoryBandwidth::copiesWithoutSizeAreSaid()
{
    const std::string text = TraceText().complete("gpu_memcpy", kHtoD, 0, 7, 0_us, 10_us, R"("stream": 7)").text();
    const auto result = runOn(tests::inputOf({ text }), "memory-bandwidth");
    KT_COMPARE_TEXT(rowsOf(result, "summary", { "name" }), "");
    KT_COMPARE_TEXT(rowsOf(result, "series", kSeries), "Memcpy HtoD 0 0\nMemcpy HtoD 10 0\n");
    QCOMPARE(result->remarks.at(0).code, std::string("bandwidth-unknown"));
}

void TestMemoryBandwidth::totalsOfTheSummary()
{
    const std::string text = TraceText()
                                 .copy(kHtoD, 0_us, 10_us, 7, 1, 20'000) // 2 GB/s
                                 .copy(kHtoD, 5_us, 10_us, 8, 2, 40'000) // 4 GB/s
                                 .copy(kHtoD, 50_us, 5_us, 7, 3, 30'000) // 6 GB/s
                                 .text();
    KT_COMPARE_TEXT(rowsOf(runOn(tests::inputOf({ text }), "memory-bandwidth"), "summary",
                        { "count", "time_weighted_mean", "effective_bandwidth", "bytes", "busy_time", "copies" }),
        "4 4.5 4.5 90000 20 3\n");
}

void TestMemoryBandwidth::noCopiesGiveAnEmptyTableAndAReason()
{
    const std::string text = TraceText().kernel("gemm", 0_us, 10_us, 7).text();
    const auto result = runOn(tests::inputOf({ text }), "memory-bandwidth");
    KT_VERIFY_OK(result);
    QCOMPARE(result->findTable("summary")->rowCount(), std::size_t { 0 });
    // no recording option would help
    KT_COMPARE_TEXT(tests::remarkOf(result, kNothingFits), "no copy or fill of device memory in this scope.\n");
    const auto host = runOn(tests::inputOf({ TraceText().op("aten::mm", 0_us, 10_us).text() }), "memory-bandwidth");
    KT_COMPARE_TEXT(tests::remarkOf(host, "no-copies"),
        "no copy or fill of device memory in this scope; record with ProfilerActivity.CUDA to have them.\n");
}

void TestMemoryBandwidth::rangeCutsCopies()
{
    const auto result = runOn(tests::inputOf({ example() }, rangeScope(28'000, 33'000)), "memory-bandwidth");
    KT_COMPARE_TEXT(rowsOf(result, "series", kSeries), "Memcpy HtoD 28 2\nMemcpy HtoD 30 5\nMemcpy HtoD 33 0\n");
}

void TestMemoryBandwidth::bytesOfAPartitionAddUp()
{
    const std::string text =
        TraceText().copy(kHtoD, 0_us, 7_ns, 7, 1, 100).copy(kHtoD, 1_ns, 3_ns, 8, 2, 10'000'000'019).text();
    std::int64_t sum = 0;
    Nanoseconds busy = 0;
    for (Timestamp begin = 0; begin < 8; begin += 2) {
        const auto result = runOn(tests::inputOf({ text }, rangeScope(begin, begin + 2)), "memory-bandwidth");
        KT_VERIFY_OK(result);
        const Table& table = *result->findTable("summary");
        QCOMPARE(table.rowCount(), std::size_t { 1 });
        sum += std::get<std::int64_t>(table.cell(0, table.columnIndex("bytes")));
        busy += std::get<std::int64_t>(table.cell(0, table.columnIndex("busy_time")));
    }
    QCOMPARE(sum, std::int64_t { 10'000'000'119 });
    QCOMPARE(busy, Nanoseconds { 7 });
}

void TestMemoryBandwidth::evidenceIsTheCopies()
{
    const auto result = runOn(tests::inputOf({ example() }), "memory-bandwidth");
    KT_VERIFY_OK(result);
    const Table& summary = *result->findTable("summary");
    QCOMPARE(summary.evidence(0, summary.columnIndex("mean")).slices.size(), std::size_t { 3 });
    QCOMPARE(summary.evidence(0, summary.columnIndex("max")).slices.size(), std::size_t { 2 }); // B and C at 35 us
    const Table& series = *result->findTable("series");
    QCOMPARE(series.evidence(1, 3).slices.size(), std::size_t { 2 }); // A and B at 30 us
    QCOMPARE(series.evidence(5, 3).slices.size(), std::size_t { 1 }); // the peer copy
}

void TestMemoryBandwidth::agreesWithTheSlowOneOnRandomTraces()
{
    std::mt19937 random(6);
    const char* const names[] = { "Memcpy HtoD (Pageable -> Device)", "Memcpy DtoH", "Memset (Device)", "hipMemcpy" };
    for (int round = 0; round < 300; ++round) {
        EventBuilder events;
        if (round % 2 == 0)
            events.withIntegerMicroseconds();
        for (int i = 0; i < 25; ++i) {
            events.onStream(static_cast<std::int64_t>(random() % 2), static_cast<std::int64_t>(7 + random() % 3));
            const auto begin = static_cast<Timestamp>(random() % 60);
            const auto end = begin + static_cast<Nanoseconds>(random() % 9);
            const char* const name = names[random() % 4];
            events.slice(random() % 3 == 0 ? "kernel" : "gpu_memcpy", name[0] == 'h' ? "gemm" : name, begin, end);
            if (random() % 4 != 0)
                events.withArg(ArgKey::Bytes, static_cast<std::int64_t>(random() % 1000));
        }
        const QString difference = differenceFromSlow(inputOf(events.build()));
        QVERIFY2(difference.isEmpty(), qPrintable(QStringLiteral("round %1: %2").arg(round).arg(difference)));
    }
}

void TestMemoryBandwidth::agreesWithTheSlowOneOnSharedTraces_data()
{
    KT_REQUIRE_SHARED("traces");
    QTest::addColumn<QString>("set");
    for (const char* set : { "dlrm_8rank", "nccl_a100", "amd_mi250_toy", "bert_mi300", "cp_alexnet", "b200_eager" })
        QTest::addRow("%s", set) << QString::fromLatin1(set);
}

void TestMemoryBandwidth::agreesWithTheSlowOneOnSharedTraces()
{
    QFETCH(QString, set);
    const auto traces = loadTraceSet(
        { { std::nullopt, sharedPath(QStringLiteral("traces/") + set).toStdString() } }, testLoadOptions(), {});
    KT_VERIFY_OK(traces);
    const QString difference = differenceFromSlow({ traces.value(), {} });
    QVERIFY2(difference.isEmpty(), qPrintable(difference));
}

void TestMemoryBandwidth::exactSumHasNoOrder()
{
    std::vector<double> values { 1e100, 1.0, -1e100, 1e-30, 3.5, -2.25, 1e16, 1.0, -1e16 };
    std::mt19937 random(1);
    for (int round = 0; round < 50; ++round) {
        std::shuffle(values.begin(), values.end(), random);
        ExactSum sum;
        for (const double value : values)
            sum.add(value);
        QCOMPARE(sum.value(), 3.25);
        for (const double value : values)
            sum.add(-value);
        QCOMPARE(sum.value(), 0.0);
    }
}

QTEST_GUILESS_MAIN(TestMemoryBandwidth)
#include "tst_memory_bandwidth.moc"
