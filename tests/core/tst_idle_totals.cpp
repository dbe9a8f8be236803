// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/causes/idle/idle_ledger.h"
#include "core/analysis/causes/idle/line_totals.h"
#include "core/analysis/causes/owners/slice_causes.h"
#include "core/analysis/names/classification.h"
#include "tests/support/analysis_runs.h"
#include "tests/support/random_trace.h"
#include "tests/support/test_macros.h"
#include "tests/support/trace_text.h"

#include <QObject>
#include <QString>
#include <QStringLiteral>
#include <QTest>

#include <array>
#include <atomic>
#include <map>
#include <random>
#include <tuple>

using namespace kinetoscope;
using namespace kinetoscope::tests;

/// Idle time summed by owner, against the parts one by one; and that many devices do not each walk the whole host.
class TestIdleTotals : public QObject {
    Q_OBJECT

private slots:
    void totalsAreTheSumOfTheirPieces();
    void aLineThatEndsNowhereIsNotTooLong();
    void sumsAreThoseOfTheParts_data();
    void sumsAreThoseOfTheParts();
    void manyDevicesWalkTheHostOnce_data();
    void manyDevicesWalkTheHostOnce();
    void buildingLooksAtTheStopFlag();
    void slowLaunchesLookAtTheStopFlag();
};

namespace {

using Sums = std::map<std::tuple<Cause, OwnerLabels, bool>, Nanoseconds>;

std::vector<IdleGap> gapsOf(const RankIdle& idle)
{
    std::vector<IdleGap> gaps;
    for (const IdleLine& line : idle.devices()) {
        idle.eachGap(line, [&gaps](const IdleGap& gap) {
            if (!gap.range.isEmpty())
                gaps.push_back(gap);
        });
    }
    return gaps;
}

/// Host threads that lend one another their time, and devices whose gaps reach from one launch to a later one.
AnalysisInput crowdedHost(unsigned seed, int launchingThreads, int devices, bool hasBackward)
{
    std::mt19937 random(seed);
    const auto below = [&random](int end) { return static_cast<Timestamp>(random() % static_cast<unsigned>(end)); };
    constexpr int kEnd = 40'000;
    TraceText text(LayoutStyle::Kineto, TimeStyle::WholeMicroseconds);
    text.thread(100, 100);
    for (int step = 0; step < 4; ++step)
        text.step(step, step * (kEnd / 4) * 1_us, (kEnd / 4) * 1_us);
    static constexpr std::array<const char*, 5> kCalls { "cudaMemcpyAsync", "cudaLaunchKernel", "cudaMalloc",
        "cudaStreamSynchronize", "cudaEventRecord" };
    for (int at = 0; at < kEnd; at += 40) {
        text.op("aten::m" + std::to_string(below(5)), at * 1_us, 35_us);
        if (below(2) == 0)
            text.runtime(kCalls[static_cast<std::size_t>(below(5))], (at + 4) * 1_us, 20_us, 0);
    }
    std::int64_t correlation = 1;
    for (int device = 0; device < devices; ++device) {
        for (int i = 0; i < 3; ++i) {
            const auto thread = below(launchingThreads);
            const Timestamp at = below(kEnd - 200);
            text.thread(100, 200 + thread);
            if (hasBackward && thread % 2 == 0)
                text.op("autograd::engine::evaluate_function: MulBackward0", at * 1_us, 20_us);
            else
                text.annotation("work", at * 1_us, 60_us);
            text.launch((at + 2) * 1_us, 5_us, correlation);
            text.device(device).kernel("k", (at + 9 + below(40)) * 1_us, 3_us, 7, correlation);
            ++correlation;
        }
    }
    return inputOf({ text.text() });
}

class Looks final : public StopObserver {
public:
    explicit Looks(std::size_t most)
        : m_most(most)
    {
    }
    bool stopsHere() override { return ++count > m_most; }
    [[nodiscard]] std::size_t itemsPerLook() const override { return 16; }
    std::atomic<std::size_t> count { 0 };

private:
    const std::size_t m_most;
};

} // namespace

void TestIdleTotals::totalsAreTheSumOfTheirPieces()
{
    std::mt19937 random(7);
    for (int round = 0; round < 300; ++round) {
        const auto below = [&random](unsigned end) { return static_cast<Timestamp>(random() % end); };
        std::vector<LineTotals::Piece> pieces { { kMinTimestamp, 3 } };
        for (Timestamp time = 0, left = below(60); left > 0; --left)
            pieces.push_back({ time += below(4), static_cast<std::uint32_t>(below(9)) });
        const LineTotals totals(pieces, 1 + static_cast<std::size_t>(below(5)));
        for (int i = 0; i < 30; ++i) {
            const Timestamp begin = below(140) - 10;
            const TimeRange range { begin, begin + below(100) };
            std::map<std::uint32_t, Nanoseconds> expected;
            for (std::size_t k = 0; k < pieces.size(); ++k) {
                const Timestamp end = k + 1 < pieces.size() ? pieces[k + 1].begin : kMaxTimestamp;
                const TimeRange part = TimeRange { pieces[k].begin, end }.clippedTo(range);
                if (!part.isEmpty())
                    expected[pieces[k].key] += part.length();
            }
            std::map<std::uint32_t, Nanoseconds> actual;
            totals.within(range, [&actual](std::uint32_t key, Nanoseconds length) { actual[key] += length; });
            QCOMPARE(actual, expected);
        }
    }
}

void TestIdleTotals::aLineThatEndsNowhereIsNotTooLong()
{
    const LineTotals totals(
        { { kMinTimestamp, 0 }, { kMinTimestamp + 1, 0 }, { kMaxTimestamp - 2, 0 }, { kMaxTimestamp - 1, 0 } }, 1);
    Nanoseconds longest = 0;
    totals.within({ kMinTimestamp, kMaxTimestamp },
        [&longest](std::uint32_t, Nanoseconds length) { longest = std::max(longest, length); });
    QCOMPARE(longest, kMaxTimestamp);
    totals.within({ 3, 3 }, [](std::uint32_t, Nanoseconds) { QFAIL("nothing lies in an empty range"); });
    LineTotals().within({ 0, 9 }, [](std::uint32_t, Nanoseconds) { QFAIL("a line of nothing has no time"); });
}

void TestIdleTotals::sumsAreThoseOfTheParts_data()
{
    QTest::addColumn<int>("threads");
    QTest::addColumn<bool>("hasBackward");
    QTest::newRow("one thread") << 1 << false;
    QTest::newRow("many threads") << 30 << false;
    QTest::newRow("one backward thread") << 1 << true;
    QTest::newRow("many backward threads") << 30 << true;
}

void TestIdleTotals::sumsAreThoseOfTheParts()
{
    QFETCH(int, threads);
    QFETCH(bool, hasBackward);
    for (unsigned seed = 1; seed <= 4; ++seed) {
        const AnalysisInput input = crowdedHost(seed, threads, 60, hasBackward);
        const auto source = ScopedIdle::create(input, KernelClassifier(), 30'000);
        KT_VERIFY_OK(source);
        const auto idle = (*source)->rank(0, {});
        KT_VERIFY_OK(idle);
        const RankTrace& rank = (*source)->rankTrace(0);
        const Progress progress;
        IdleLedger ledger(rank, {}, progress);
        IdleLedger slow(rank, {}, progress);
        OwnerKeys keys(*rank.trace);
        std::mt19937 random(seed);
        for (int round = 0; round < 3; ++round) { // later rounds look totals up that earlier ones had made
            for (const IdleGap& gap : gapsOf(*idle)) {
                TimeRange window = gap.range;
                if (round > 0) {
                    window.begin += static_cast<Timestamp>(random() % 20'000'000);
                    window.end -= static_cast<Timestamp>(random() % 9'000'000);
                }
                Sums expected;
                slow.explain(gap, [&](const IdlePart& part) {
                    const TimeRange range = part.range.clippedTo(window);
                    if (!range.isEmpty())
                        expected[{ part.cause, ownerLabels(*rank.trace, part.owner), part.afterCall.isValid() }] +=
                            range.length();
                });
                Sums actual;
                ledger.sum(gap, window, keys, [&](std::uint32_t key, Nanoseconds length, bool isAfter) {
                    actual[{ keys.causeOf(key), keys.labelsOf(key), isAfter }] += length;
                });
                QVERIFY(actual == expected);
            }
        }
    }
}

void TestIdleTotals::manyDevicesWalkTheHostOnce_data()
{
    QTest::addColumn<int>("threads");
    QTest::newRow("one launching thread") << 1;
    QTest::newRow("each its own") << 400;
}

void TestIdleTotals::manyDevicesWalkTheHostOnce()
{
    QFETCH(int, threads);
    const AnalysisInput input = crowdedHost(1, threads, 400, false);
    const auto source = ScopedIdle::create(input, KernelClassifier(), 30'000);
    KT_VERIFY_OK(source);
    const auto idle = (*source)->rank(0, {});
    KT_VERIFY_OK(idle);
    const RankTrace& rank = (*source)->rankTrace(0);
    const Progress progress;
    IdleLedger ledger(rank, {}, progress);
    OwnerKeys keys(*rank.trace);
    std::size_t parts = 0;
    std::size_t visits = 0;
    for (const IdleGap& gap : gapsOf(*idle)) {
        ledger.explain(gap, [&parts](const IdlePart&) { ++parts; });
        ledger.sum(gap, gap.range, keys, [&visits](std::uint32_t, Nanoseconds, bool) { ++visits; });
    }
    QVERIFY2(parts > 200'000, qPrintable(QString::number(parts))); // so the question is worth asking
    QVERIFY2(visits * 5 < parts, qPrintable(QStringLiteral("%1 of %2").arg(visits).arg(parts)));
}

/// Closing the window waits for this.
void TestIdleTotals::buildingLooksAtTheStopFlag()
{
    const AnalysisInput input = crowdedHost(1, 3, 400, true);
    const RankTrace& rank = input.traces->ranks().front();
    Looks launches(~std::size_t { 0 });
    const BlockingCalls calls(*rank.trace, 30'000, 1000, { nullptr, {}, &launches });
    QVERIFY(launches.count > rank.trace->launches().all().size() / 2);
    Looks slices(~std::size_t { 0 });
    const Progress progress { nullptr, {}, &slices };
    const IdleLedger ledger(rank, {}, progress);
    QVERIFY(slices.count > launches.count + rank.trace->slices().size() / 8);
    for (std::size_t most = 0; most < slices.count; most += 7) { // what is not complete does no harm
        Looks early(most);
        const Progress stopped { nullptr, {}, &early };
        IdleLedger partial(rank, {}, stopped);
        QVERIFY(early.count <= most + 60);
    }
}

/// Launches of kernels that start long before they return, beside rows of the profiler's overhead.
void TestIdleTotals::slowLaunchesLookAtTheStopFlag()
{
    constexpr int kLaunches = 800;
    constexpr int kRows = 1'600;
    const auto inputWith = [](Nanoseconds length) {
        TraceText text(LayoutStyle::Kineto, TimeStyle::WholeMicroseconds);
        text.thread(100, 100);
        for (int i = 0; i < kLaunches; ++i)
            text.launch(i * 3'000_us, length, i + 1)
                .kernel("k" + std::to_string(i), i * 3'000_us + 10_us, 3_us, 7, i + 1);
        for (int i = 0; i < kRows; ++i)
            text.complete("overhead", "Buffer Flush", -1, 0, i * 1'000_us, 5_us);
        return inputOf({ text.text() });
    };
    const auto looksAt = [&](Nanoseconds length, std::size_t doubtful) {
        const AnalysisInput input = inputWith(length);
        Looks looks(~std::size_t { 0 });
        const SliceCauses causes(*input.traces->ranks().front().trace, {}, { nullptr, {}, &looks });
        return causes.doubtfulLoading().size() == doubtful ? looks.count.load() : 0;
    };
    const std::size_t slow = looksAt(2'500_us, kLaunches);
    const std::size_t fast = looksAt(500_us, 0);
    QVERIFY(fast > 0);
    // Each of both is looked at once.
    QVERIFY2(slow >= fast + (kLaunches + kRows) / 16, qPrintable(QStringLiteral("%1, %2").arg(slow).arg(fast)));
    QVERIFY2(slow <= fast + 4 * (kLaunches + kRows) / 16, qPrintable(QStringLiteral("%1, %2").arg(slow).arg(fast)));
}

QTEST_GUILESS_MAIN(TestIdleTotals)
#include "tst_idle_totals.moc"
