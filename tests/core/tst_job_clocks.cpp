// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/names/classification.h"
#include "core/analysis/ranks/aligned_job.h"
#include "core/analysis/ranks/run_waits.h"
#include "core/analysis/ranks/wait_facts.h"
#include "core/analysis/words/clock_message.h"
#include "core/catalog/analyses.h"
#include "core/layout/timeline/rank_scale.h"
#include "core/overlay/overlays.h"
#include "core/session/session_job.h"
#include "core/words/english.h"
#include "tests/support/analysis_runs.h"
#include "tests/support/test_macros.h"
#include "tests/support/trace_examples.h"
#include "tests/support/trace_text.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

using namespace kinetoscope;
using namespace kinetoscope::tests;

/// One clock for all ranks of an open job (ranks.md, sections 2.3, 6 and 8).
class TestJobClocks : public QObject {
    Q_OBJECT

private slots:
    void mapsAreInverted();
    void fiveEndsMoveARank();
    void driftMovesEveryTime();
    void shiftedRanksGiveTheSamePicture_data();
    void shiftedRanksGiveTheSamePicture();
    void figuresThatMeasureClocksStay_data();
    void figuresThatMeasureClocksStay();
    void lengthsStayThoseOfTheOwnClock();
    void evidenceLiesWhereItIsDrawn();
    void pixelsOfADriftingClock();
    void whoHasNoClockStays();
    void whatIsSaidOfAllClocksHoldsForEach_data();
    void whatIsSaidOfAllClocksHoldsForEach();
    void whoIsInStepWithAMovedRankIsMovedToo();
    void ranksOfDifferentRunsContradictEachOther();
    void oneRankIsLeftAlone();
    void stoppedMeansCancelled();
    void waitsAreThoseOfTheLedger();
    void waitsInWords();
    void sessionsMoveWithTheOrigin();
};

namespace {

constexpr std::string_view kReduce = "ncclDevKernel_AllReduce";

/// A rank with an all-reduce at each of the ranges, a step around all of it and computation between.
std::string rankWith(int rank, int size, const std::vector<TimeRange>& ranges, Nanoseconds base = 0)
{
    TraceText text;
    text.rank(rank, size).baseTime(1'700'000'000'000'000'000 + base);
    for (std::size_t i = 0; i < ranges.size(); ++i) {
        const auto number = static_cast<std::int64_t>(i);
        text.launch(ranges[i].begin - 30_us, 2_us, 10 * number + 1)
            .launch(ranges[i].begin - 20_us, 2_us, 10 * number + 2);
        text.kernel("gemm", ranges[i].begin - 15_us, 10_us, 7, 10 * number + 1);
        text.kernel(kReduce, ranges[i].begin, ranges[i].length(), 20, 10 * number + 2, allReduceArgs(number, size));
    }
    return text.text();
}

/// Ranks arrive at random and leave together, up to `jitter`; `ahead` and `ppm` are those of the last rank's clock.
std::vector<std::string> randomJob(int seed, Nanoseconds jitter, Nanoseconds ahead = 0, int ppm = 0)
{
    constexpr int kRanks = 3;
    std::mt19937 random(static_cast<std::mt19937::result_type>(seed));
    const auto upTo = [&random](Nanoseconds most) {
        return static_cast<Nanoseconds>(random() % static_cast<std::uint64_t>(most + 1));
    };
    std::vector<std::vector<TimeRange>> ranges(kRanks);
    Timestamp now = 1_ms;
    for (int i = 0; i < 16; ++i) {
        now += 100_ms + upTo(1_ms);
        for (std::vector<TimeRange>& own : ranges)
            own.push_back({ now - upTo(90_us), now + 40_us + upTo(jitter) });
    }
    for (TimeRange& range : ranges.back()) {
        for (Timestamp* time : { &range.begin, &range.end })
            *time += *time / 1'000'000 * ppm;
    }
    std::vector<std::string> texts;
    for (int rank = 0; rank < kRanks; ++rank)
        texts.push_back(rankWith(rank, kRanks, ranges[static_cast<std::size_t>(rank)], rank == kRanks - 1 ? ahead : 0));
    return texts;
}

std::shared_ptr<const TraceSet> alignedJob(const std::vector<std::string>& texts)
{
    return withAlignedClocks(inputOf(texts).traces, KernelClassifier(), {}).value();
}

/// Job time of every slice, rank by rank.
std::vector<Timestamp> picture(const TraceSet& traces)
{
    std::vector<Timestamp> times;
    for (const RankTrace& rank : traces.ranks()) {
        for (const Timestamp start : rank.trace->slices().start)
            times.push_back(rank.toJobTime(start));
    }
    return times;
}

/// All tables of a result, cell by cell.
std::string textOf(const Result<AnalysisResult>& result, bool withTimes = true)
{
    if (!result)
        return "not run";
    std::string text;
    for (const Table& table : result->tables) {
        std::vector<std::string_view> columns;
        for (const ColumnDescriptor& column : table.columns()) {
            if (withTimes || column.type != ColumnType::Time)
                columns.push_back(column.name);
        }
        text += table.name() + "\n" + tests::rowsOf(table, columns);
    }
    return text;
}

std::string clockOf(const TraceSet& traces, std::size_t rank)
{
    return english(clockMessage(traces.ranks()[rank]));
}

} // namespace

void TestJobClocks::mapsAreInverted()
{
    std::mt19937_64 random(3);
    std::uniform_int_distribution<std::int64_t> ppm(-999'000, 2'000'000);
    std::uniform_int_distribution<std::int64_t> times(-4'000'000'000'000'000, 4'000'000'000'000'000);
    for (int i = 0; i < 2'000; ++i) {
        const ClockMap map { times(random), { i % 10 == 0 ? 0 : ppm(random), 1'000'000 }, times(random) };
        const Timestamp t = times(random);
        QVERIFY(map(t) <= map(t + 1));
        const Timestamp back = map.inverse(map(t));
        QVERIFY(back <= t);
        QCOMPARE(map(back), map(t));
        const Timestamp time = times(random);
        const Timestamp least = map.inverse(time);
        QVERIFY(map(least) >= time);
        QVERIFY(map(least - 1) < time);
        if (map.drift.numerator >= 0) // no two times are one
            QCOMPARE(back, t);
        for (const Timestamp far : { kMinTimestamp, kMaxTimestamp }) {
            QVERIFY(map(far) <= map(kMaxTimestamp));
            QVERIFY(map.inverse(far) <= map.inverse(kMaxTimestamp));
        }
    }
    QVERIFY(!(ClockMap { 0, { -2, 1 }, 0 }).keepsOrder());
}

void TestJobClocks::fiveEndsMoveARank()
{
    std::vector<TimeRange> first;
    std::vector<TimeRange> second;
    Timestamp at = 100_us;
    for (const Nanoseconds later : { 1000_us, 1002_us, 999_us, 1000_us, 1030_us }) {
        first.push_back({ at, at + 50_us });
        second.push_back({ at + 1020_us, at + 50_us + later });
        at += 100_us;
    }
    const auto traces = alignedJob({ rankWith(0, 2, first), rankWith(1, 2, second) });
    const RankTrace& rank = traces->ranks()[1];
    QVERIFY(traces->hasMeasuredClocks());
    QVERIFY(rank.alignment->status == ClockStatus::Aligned);
    QCOMPARE(rank.alignment->map.offset, -1000_us);
    QCOMPARE(rank.alignment->error, 1'483_ns);
    QCOMPARE(rank.toJobTime(second[0].end), traces->ranks()[0].toJobTime(first[0].end));
    QCOMPARE(rank.toTraceTime(rank.toJobTime(second[3].end)), second[3].end);
    KT_COMPARE_TEXT(clockOf(*traces, 1), "aligned by -1.000 ms (\u00b11.483 us, 5 collectives)");
    KT_COMPARE_TEXT(clockOf(*traces, 0), "the other clocks are measured against this one (5 collectives)");
    KT_COMPARE_TEXT(english(clocksMessage(*traces)), "clocks aligned: 1 of 2 ranks moved");
    // Job time begins at the earliest event of the aligned job, and the files' clocks stay at hand.
    const auto own = TraceSet::onOwnClocks(traces);
    QVERIFY(!own->hasMeasuredClocks());
    QCOMPARE(traces->range().begin, Timestamp { 0 });
    QCOMPARE(own->ranks()[1].toJobTime(second[0].end) - own->ranks()[0].toJobTime(first[0].end), 1000_us);
}

void TestJobClocks::driftMovesEveryTime()
{
    std::vector<TimeRange> first;
    std::vector<TimeRange> second;
    for (std::int64_t n = 0; n < 10; ++n) {
        first.push_back({ n * 1_s + 50_us, n * 1_s + 500_us });
        second.push_back({ n * 1_s + 100_us, n * 1_s + 1200_us + n * 100_us });
    }
    const auto traces = alignedJob({ rankWith(0, 2, first), rankWith(1, 2, second) });
    const RankTrace& rank = traces->ranks()[1];
    QVERIFY(rank.alignment->status == ClockStatus::Aligned);
    QCOMPARE(std::round(rank.alignment->map.drift.partsPerMillion() * 1000), -99'990.0);
    for (std::size_t n = 0; n < first.size(); ++n) {
        const Nanoseconds apart = rank.toJobTime(second[n].end) - traces->ranks()[0].toJobTime(first[n].end);
        QVERIFY(std::abs(apart) <= 1);
        QVERIFY(std::abs(rank.toTraceTime(rank.toJobTime(second[n].end)) - second[n].end) <= 1);
    }
    QVERIFY(clockOf(*traces, 1).ends_with(", drift -100.0 parts in a million"));
    QVERIFY(
        std::ranges::is_sorted(second, {}, [&rank](const TimeRange& range) { return rank.toJobTime(range.begin); }));
}

void TestJobClocks::shiftedRanksGiveTheSamePicture_data()
{
    QTest::addColumn<qint64>("jitter");
    QTest::addColumn<qint64>("shift");
    for (const qint64 jitter : { 0LL, 3'000LL }) {
        for (const qint64 shift : { 1LL, -40'000LL, 2'500'000LL, -800'000'000'000LL, 86'400'000'000'000LL })
            QTest::addRow("jitter %lld ns, shift %lld ns", jitter, shift) << jitter << shift;
    }
}

void TestJobClocks::shiftedRanksGiveTheSamePicture()
{
    QFETCH(qint64, jitter);
    QFETCH(qint64, shift);
    for (int seed = 1; seed <= 3; ++seed) {
        const auto still = alignedJob(randomJob(seed, jitter));
        const auto shifted = alignedJob(randomJob(seed, jitter, shift));
        const std::vector<Timestamp> expected = picture(*still);
        const std::vector<Timestamp> found = picture(*shifted);
        QCOMPARE(found.size(), expected.size());
        // In step is left as it is, so the two may differ by what counts as in step.
        const Nanoseconds error = jitter == 0 ? 3 : 2 * jitter;
        const Nanoseconds most = std::transform_reduce(
            found.begin(), found.end(), expected.begin(), Nanoseconds { 0 },
            [](Nanoseconds a, Nanoseconds b) { return std::max(a, b); },
            [](Timestamp a, Timestamp b) { return std::abs(a - b); });
        QVERIFY2(most <= error, std::to_string(most).c_str());
        QVERIFY(shifted->range().length() - still->range().length() <= error);
    }
}

void TestJobClocks::figuresThatMeasureClocksStay_data()
{
    QTest::addColumn<QByteArray>("analysis");
    for (const char* analysis : { "wait-causes", "clock-alignment", "collectives" })
        QTest::newRow(analysis) << QByteArray(analysis);
}

void TestJobClocks::figuresThatMeasureClocksStay()
{
    QFETCH(QByteArray, analysis);
    const std::vector<std::string> texts = randomJob(5, 2'000, 3'000'000, 120);
    const AnalysisInput own = inputOf(texts);
    AnalysisInput aligned = own;
    aligned.traces = withAlignedClocks(own.traces, KernelClassifier(), {}).value();
    QVERIFY(!aligned.traces->ranks()[2].drift.isZero());
    const auto expected = runOn(own, analysis.toStdString());
    KT_VERIFY_OK(expected);
    KT_COMPARE_TEXT(textOf(runOn(aligned, analysis.toStdString())), textOf(expected));
}

void TestJobClocks::lengthsStayThoseOfTheOwnClock()
{
    const AnalysisInput own = inputOf(randomJob(6, 2'000, 3'000'000, 120));
    AnalysisInput aligned = own;
    aligned.traces = withAlignedClocks(own.traces, KernelClassifier(), {}).value();
    QVERIFY(!aligned.traces->ranks()[2].drift.isZero());
    int seen = 0;
    for (const AnalysisDescriptor& analysis : analyses()) {
        if (analysis.inputCount > 1)
            continue;
        const std::string expected = textOf(runOn(own, analysis.id), false);
        seen += expected.size() > 200 ? 1 : 0;
        KT_COMPARE_TEXT(analysis.id + "\n" + textOf(runOn(aligned, analysis.id), false), analysis.id + "\n" + expected);
    }
    QVERIFY(seen >= 8);
}

void TestJobClocks::evidenceLiesWhereItIsDrawn()
{
    AnalysisInput input = inputOf(randomJob(7, 0, -2'000'000, 150));
    input.traces = withAlignedClocks(input.traces, KernelClassifier(), {}).value();
    QVERIFY(!input.traces->ranks()[2].drift.isZero());
    const auto result = runOn(input, "wait-causes");
    KT_VERIFY_OK(result);
    const Table& instances = *result->findTable("instances");
    const std::size_t waits = instances.columnIndex("waits");
    int seen = 0;
    for (std::size_t row = 0; row < instances.rowCount(); ++row) {
        for (const IntervalRef& interval : instances.evidence(row, waits).intervals) {
            // A wait begins with a run, on the clock that the timeline draws.
            const RankTrace& rank = input.traces->ranks()[interval.rank];
            const auto& starts = rank.trace->slices().start;
            seen += std::ranges::any_of(starts,
                        [&](Timestamp start) { return std::abs(rank.toJobTime(start) - interval.range.begin) <= 1; })
                ? 1
                : 0;
            QVERIFY(interval.range.begin >= 0);
        }
    }
    QVERIFY(seen > 20);
    const Result<Overlay> overlay = buildOverlay(*findOverlay("waits"), input, {}, {});
    KT_VERIFY_OK(overlay);
    for (const RunWait& wait : overlay->waits) {
        const RankTrace& rank = input.traces->ranks()[wait.run.rank];
        QVERIFY(std::abs(rank.toJobTime(rank.trace->slices().start[wait.run.slice.index()]) - wait.range.begin) <= 1);
    }
}

void TestJobClocks::pixelsOfADriftingClock()
{
    const auto traces = alignedJob(randomJob(8, 0, 5'000'000, 180));
    const RankTrace& rank = traces->ranks()[2];
    QVERIFY(!rank.drift.isZero());
    for (const TimeRange& visible :
        { traces->range(), TimeRange { 200_ms, 201_ms }, TimeRange { 900_ms, 900_ms + 10_us } }) {
        const TimeScale scale(visible, 1000);
        const TimeScale own = rankScale(scale, rank);
        for (int i = 0; i <= 10; ++i) {
            const Timestamp time = visible.begin + visible.length() / 10 * i;
            const double nanosecond = 1.5 / scale.nanosecondsPerPixel();
            QVERIFY(std::abs(own.xOf(rank.toTraceTime(time)) - scale.xOf(time)) <= nanosecond + 1e-6 * 1000);
            QVERIFY(static_cast<double>(std::abs(own.timeAt(100.0 * i) - rank.toTraceTime(time)))
                <= 2 + scale.nanosecondsPerPixel() * 1e-3);
        }
    }
    // Without drift it is the shifted scale, to the bit.
    const TimeScale scale(TimeRange { 17, 1'000'019 }, 777);
    const RankTrace& still = traces->ranks()[0];
    QCOMPARE(rankScale(scale, still).visible(), scale.shiftedBy(-still.clockOffset).visible());
    QCOMPARE(rankScale(scale, still).xOf(12'345), scale.shiftedBy(-still.clockOffset).xOf(12'345));
}

void TestJobClocks::whoHasNoClockStays()
{
    const std::vector<TimeRange> two { { 100_us, 150_us }, { 300_us, 350_us } };
    const std::vector<TimeRange> later { { 1100_us, 1150_us }, { 1300_us, 1350_us } };
    const auto few = alignedJob({ rankWith(0, 2, two), rankWith(1, 2, later) });
    QVERIFY(few->ranks()[1].alignment->status == ClockStatus::Few);
    QCOMPARE(few->ranks()[1].toJobTime(later[0].end) - few->ranks()[0].toJobTime(two[0].end), 1000_us);
    KT_COMPARE_TEXT(clockOf(*few, 1), "its clock cannot be compared: 2 collectives with another rank are too few");
    KT_COMPARE_TEXT(
        english(clocksMessage(*few)), "clocks of 1 of 2 ranks cannot be compared: too few collectives in common");
    const auto none = alignedJob({ rankWith(0, 2, {}), rankWith(1, 2, {}) });
    QVERIFY(none->ranks()[0].alignment->status == ClockStatus::Alone);
    KT_COMPARE_TEXT(english(clocksMessage(*none)), "clocks cannot be compared: no collective in common is known");
}

void TestJobClocks::whatIsSaidOfAllClocksHoldsForEach_data()
{
    using enum ClockStatus;
    QTest::addColumn<QList<ClockStatus>>("statuses");
    QTest::addColumn<QString>("said");
    QTest::newRow("in step") << QList { Reference, InStep, InStep } << "clocks in step";
    QTest::newRow("one moved") << QList { Reference, Aligned, InStep } << "clocks aligned: 1 of 3 ranks moved";
    QTest::newRow("two jobs in one") << QList { Reference, InStep, Reference, Aligned }
                                     << "clocks can be compared only within 2 groups of ranks";
    QTest::newRow("some unknown") << QList { Reference, InStep, DriftImplausible }
                                  << "clocks of 1 of 3 ranks cannot be compared: they run apart more than clocks do; "
                                     "the others are in step";
    QTest::newRow("some unknown, others moved")
        << QList { Reference, Aligned, Worse, Worse }
        << "clocks of 2 of 4 ranks cannot be compared: what their collectives say contradicts itself; the others are "
           "aligned";
    QTest::newRow("some unknown, others in groups")
        << QList { Reference, InStep, Reference, InStep, Alone, Few }
        << "clocks of 2 of 6 ranks cannot be compared: for several reasons; the others only within 2 groups of ranks";
}

void TestJobClocks::whatIsSaidOfAllClocksHoldsForEach()
{
    QFETCH(QList<ClockStatus>, statuses);
    std::vector<std::string> texts;
    std::vector<RankAlignment> clocks;
    for (const ClockStatus status : statuses) {
        texts.push_back(rankWith(static_cast<int>(texts.size()), static_cast<int>(statuses.size()), {}));
        clocks.emplace_back().status = status;
        clocks.back().map.offset = status == ClockStatus::Aligned ? 5_us : 0;
    }
    const auto traces = TraceSet::withClocks(inputOf(texts).traces, clocks);
    QTEST(QString::fromStdString(english(clocksMessage(*traces))), "said");
}

void TestJobClocks::whoIsInStepWithAMovedRankIsMovedToo()
{
    std::vector<RankAlignment> clocks(2);
    clocks[0].status = ClockStatus::Reference;
    clocks[1].status = ClockStatus::InStep;
    clocks[1].map.offset = 5_ms;
    clocks[1].error = 300_ns;
    clocks[1].instances = 24;
    const auto traces = TraceSet::withClocks(inputOf({ rankWith(0, 2, {}), rankWith(1, 2, {}) }).traces, clocks);
    KT_COMPARE_TEXT(clockOf(*traces, 1), "aligned by 5.000 ms (\u00b1300 ns, 24 collectives)");
    KT_COMPARE_TEXT(english(clocksMessage(*traces)), "clocks aligned: 1 of 2 ranks moved");
}

/// The same program twice: as many collectives of the same names, 5 ms apart in one and at random in the other.
void TestJobClocks::ranksOfDifferentRunsContradictEachOther()
{
    const auto job = [](Nanoseconds most, Nanoseconds ahead) {
        std::vector<std::vector<TimeRange>> ranges(3);
        for (int i = 0; i < 10; ++i) {
            for (std::size_t rank = 0; rank < ranges.size(); ++rank) {
                const Timestamp begin = 1_ms + i * 5_ms + (rank == 2 ? i * 7 % 5 * most : 0);
                ranges[rank].push_back({ begin, begin + 100_us });
            }
        }
        return inputOf({ rankWith(0, 3, ranges[0]), rankWith(1, 3, ranges[1]), rankWith(2, 3, ranges[2], ahead) });
    };
    const char* const contradicts =
        "The collectives of at least 1 pair of ranks contradict each other (ranks 0 and 2): no offset or usual drift "
        "of "
        "their clocks explains why one left some of them before the other came. These may be recordings of different "
        "runs, what counts as one collective here may be several, a clock may have been set meanwhile, or one passes "
        "the other nothing in them.\n";
    for (const Nanoseconds ahead : { 0_ms, 3'600'000_ms }) {
        for (const char* analysis : { "clock-alignment", "wait-causes", "collectives", "overview" })
            KT_COMPARE_TEXT(remarkOf(runOn(job(500_us, ahead), analysis), "clocks-contradict"), contradicts);
        KT_COMPARE_TEXT(remarkOf(runOn(job(20_us, ahead), "clock-alignment"), "clocks-contradict"), "");
    }
}

void TestJobClocks::oneRankIsLeftAlone()
{
    const auto own = inputOf({ rankWith(0, 2, { { 100_us, 150_us } }) }).traces;
    const auto opened = withAlignedClocks(own, KernelClassifier(), {}).value();
    QCOMPARE(opened, own);
    QVERIFY(!opened->hasMeasuredClocks());
    QVERIFY(clocksMessage(*opened).isEmpty());
    QVERIFY(clockMessage(opened->ranks()[0]).isEmpty());
}

void TestJobClocks::stoppedMeansCancelled()
{
    std::stop_source stop;
    stop.request_stop();
    Progress progress;
    progress.stop = stop.get_token();
    const auto opened = withAlignedClocks(inputOf(randomJob(1, 0)).traces, KernelClassifier(), progress);
    QVERIFY(!opened);
    QVERIFY(opened.error().code == ErrorCode::Cancelled);
}

void TestJobClocks::waitsAreThoseOfTheLedger()
{
    AnalysisInput input = inputOf(randomJob(9, 2'000, 1'000'000));
    input.traces = withAlignedClocks(input.traces, KernelClassifier(), {}).value();
    const Result<Overlay> overlay = buildOverlay(*findOverlay("waits"), input, {}, {});
    KT_VERIFY_OK(overlay);
    const auto result = runOn(input, "wait-causes");
    const Table& waits = *result->findTable("waits");
    QCOMPARE(overlay->waits.size(), waits.rowCount());
    const std::size_t instanceColumn = waits.columnIndex("instance");
    const std::size_t rankColumn = waits.columnIndex("rank");
    const std::size_t waitColumn = waits.columnIndex("wait");
    std::size_t hatched = 0;
    for (std::size_t row = 0; row < waits.rowCount(); ++row) {
        const auto found = std::ranges::find_if(overlay->waits, [&](const RunWait& wait) {
            return std::int64_t { wait.collective } == std::get<std::int64_t>(waits.cell(row, instanceColumn))
                && input.traces->ranks()[wait.run.rank].rank == std::get<std::int64_t>(waits.cell(row, rankColumn));
        });
        QVERIFY(found != overlay->waits.end());
        QCOMPARE(found->wait, std::get<std::int64_t>(waits.cell(row, waitColumn)));
        hatched += found->wait > 0 || found->isLast ? 1 : 0;
    }
    std::size_t drawn = 0;
    for (const OverlayRanges& ranges : overlay->ranges) {
        for (std::size_t i = 0; i < ranges.ranges.size(); ++i, ++drawn) {
            const RangeIndex::Entry entry = ranges.ranges.entry(i);
            const RunWait& wait = overlay->waits[entry.tag];
            QCOMPARE(entry.range.begin, wait.range.begin);
            QCOMPARE(entry.range.length(), wait.isLast ? wait.range.length() : wait.wait);
            QCOMPARE(input.traces->ranks()[wait.run.rank].trace->trackOf(wait.run.slice), ranges.track);
        }
    }
    QCOMPARE(drawn, hatched);
}

void TestJobClocks::waitsInWords()
{
    // ranks.md 7.1.
    const AnalysisInput input = inputOf({ rankWith(0, 3, { { 100_us, 200_us } }),
        rankWith(1, 3, { { 160_us, 200_us } }), rankWith(2, 3, { { 140_us, 200_us } }) });
    const KernelClassifier classifier;
    AnalysisContext context;
    context.classifier = &classifier;
    const auto facts = readWaits(input, {}, context);
    KT_VERIFY_OK(facts);
    const std::vector<RunWait> waits = runWaits(**facts);
    QCOMPARE(waits.size(), std::size_t { 3 });
    KT_COMPARE_TEXT(english(runWaitMessage(waits[0])), "Waits 60.00 us for rank 1.");
    KT_COMPARE_TEXT(english(runWaitMessage(waits[1])),
        "Came last: the other ranks wait 80.00 us together. Rank 2 would have been next, 20.00 us earlier.");
    KT_COMPARE_TEXT(english(runWaitMessage(waits[2])), "Waits 20.00 us for rank 1.");
    // Both start together, and one ends later: nothing tells that it waits.
    const AnalysisInput apart =
        inputOf({ rankWith(0, 2, { { 100_us, 200_us } }), rankWith(1, 2, { { 100_us, 260_us } }) });
    const auto factsApart = readWaits(apart, {}, context);
    KT_VERIFY_OK(factsApart);
    const std::vector<RunWait> waitsApart = runWaits(**factsApart);
    QCOMPARE(waitsApart.size(), std::size_t { 2 });
    KT_COMPARE_TEXT(english(runWaitMessage(waitsApart[0])),
        "Those of the other ranks take 60.00 us longer together. Whether they wait for it is not known: the ends lie "
        "apart, or scatter as much.");
    KT_COMPARE_TEXT(english(runWaitMessage(waitsApart[1])),
        "Takes 60.00 us longer than that of rank 0. Whether it waits is not known: the ends lie apart, or scatter as "
        "much.");
}

void TestJobClocks::sessionsMoveWithTheOrigin()
{
    Session session;
    session.visible = { 10, 20 };
    session.scope.range = TimeRange { 12, 14 };
    session.intervals.push_back({ 0, std::nullopt, { 11, 13 } });
    session.places.push_back({ 1, { 5, 6 }, 0 });
    session.marks.push_back({ { 15, 15 }, "here", true });
    moveTimes(session, 100);
    QCOMPARE(session.visible, (TimeRange { 110, 120 }));
    QCOMPARE(*session.scope.range, (TimeRange { 112, 114 }));
    QCOMPARE(session.intervals.front().range, (TimeRange { 111, 113 }));
    QCOMPARE(session.places.front().visible, (TimeRange { 105, 106 }));
    QCOMPARE(session.marks.front().range, (TimeRange { 115, 115 }));
}

QTEST_GUILESS_MAIN(TestJobClocks)
#include "tst_job_clocks.moc"
