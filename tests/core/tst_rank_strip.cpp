// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/timeline/rank_strip.h"

#include "core/io/trace_loader.h"
#include "core/model/colour_class.h"
#include "core/overlay/overlays.h"
#include "core/words/english.h"
#include "tests/support/analysis_runs.h"
#include "tests/support/summaries.h"
#include "tests/support/test_macros.h"

#include <cmath>
#include <map>
#include <set>

using namespace kinetoscope;
using namespace kinetoscope::tests;

/// The line of a rank that is known by its summary only: what it says of a stretch is what the trace says of it.
class TestRankStrip : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void stretchesSayWhatTheTraceSays();
    void theWholeIsTheSteps();
    void computeBesideRunsThatOverlapAtTheEnd();
    void cellsAreSharesOfPixels();
    void aMomentHasItsRunAndItsStretch();
    void waitsAreThoseOfTheTraces();

private:
    std::shared_ptr<const TraceSet> m_traces;
    std::shared_ptr<const TraceSet> m_summaries;
    std::unique_ptr<TempDir> m_folder;
};

namespace {

constexpr std::array kColumns { "compute_time(us)", "comm_exposed", "mem_exposed", "other_exposed" };

/// From the trace, ns by kind; nothing where no work was recorded in the range.
std::optional<std::array<double, RankStrip::kKinds>> busyOf(
    const std::shared_ptr<const TraceSet>& traces, std::int64_t rank, TimeRange range)
{
    Scope scope;
    scope.ranks = { rank };
    scope.range = range;
    const Result<AnalysisResult> result = runOn({ traces, scope }, "temporal-breakdown");
    if (!result || result->tables.empty() || result->tables.front().rowCount() != 1)
        return std::nullopt;
    const Table& table = result->tables.front();
    std::array<double, RankStrip::kKinds> busy {};
    for (std::size_t kind = 0; kind < busy.size(); ++kind) {
        const Cell cell = table.cell(0, table.columnIndex(kColumns[kind]));
        if (const auto* whole = std::get_if<std::int64_t>(&cell))
            busy[kind] = static_cast<double>(*whole);
        else if (const auto* real = std::get_if<double>(&cell))
            busy[kind] = *real;
        else
            return std::nullopt;
    }
    return busy;
}

} // namespace

void TestRankStrip::initTestCase()
{
    auto traces = loadTraceSet({ { std::nullopt, KINETOSCOPE_SOURCE_DIR "/resources/samples/job" } }, {}, {});
    KT_VERIFY_OK(traces);
    m_traces = *traces;
    m_folder = std::make_unique<TempDir>();
    auto summaries = summarized(*m_traces, *m_folder);
    KT_VERIFY_OK(summaries);
    m_summaries = *summaries;
}

void TestRankStrip::stretchesSayWhatTheTraceSays()
{
    std::size_t compared = 0;
    for (const RankTrace& rank : m_summaries->ranks()) {
        QVERIFY(rank.readsFrom());
        const RankStrip strip = RankStrip::ofRuns(*rank.readsFrom());
        Timestamp lastRun = kMinTimestamp;
        for (const SummaryRun& run : rank.summary->runs)
            lastRun = std::max(lastRun, rank.summary->rangeOf(run).end);
        Timestamp before = kMinTimestamp;
        for (std::size_t i = 0; i < strip.stretches().size(); ++i) {
            const RankStrip::Stretch& stretch = strip.stretches()[i];
            QVERIFY(!stretch.range.isEmpty());
            QVERIFY(stretch.range.begin >= before);
            before = stretch.range.end;
            if (stretch.range.end > lastRun)
                continue;
            const auto busy =
                busyOf(m_traces, rank.rank, { rank.toJobTime(stretch.range.begin), rank.toJobTime(stretch.range.end) });
            QVERIFY(busy);
            ++compared;
            for (std::size_t kind = 0; kind < RankStrip::kKinds; ++kind) {
                const double told =
                    static_cast<double>(stretch.shares[kind]) * static_cast<double>(stretch.range.length());
                const double error = 2 + static_cast<double>(stretch.range.length()) * 1e-6; // shares are floats
                QVERIFY2(std::abs(told - (*busy)[kind]) <= error,
                    qPrintable(QStringLiteral("rank %1, stretch %2 of %3 ns, kind %4: %5 for %6")
                                   .arg(rank.rank)
                                   .arg(i)
                                   .arg(stretch.range.length())
                                   .arg(kind)
                                   .arg(told)
                                   .arg((*busy)[kind])));
            }
        }
    }
    QVERIFY(compared > 10);
}

/// From the first step to the end of the last nothing is lost, whichever way a strip is made.
void TestRankStrip::theWholeIsTheSteps()
{
    for (const RankTrace& rank : m_summaries->ranks()) {
        const RankSummary& summary = *rank.readsFrom();
        QVERIFY(summary.steps.size() > 1);
        double steps = 0;
        for (const SummaryStep& step : summary.steps)
            steps += static_cast<double>(step.parts[0]);
        const auto computeOf = [](const RankStrip& strip) {
            double time = 0;
            for (const RankStrip::Stretch& stretch : strip.stretches())
                time += static_cast<double>(stretch.shares[0]) * static_cast<double>(stretch.range.length());
            return time;
        };
        QVERIFY(std::abs(computeOf(RankStrip::ofSteps(summary)) - steps) <= steps * 1e-6);
        // Compute outside of the steps is in the other strip only.
        const double byRuns = computeOf(RankStrip::ofRuns(summary));
        const auto whole = busyOf(m_traces, rank.rank, m_traces->range());
        QVERIFY(whole);
        QVERIFY2(byRuns >= steps * 0.999 && byRuns <= (*whole)[0] * 1.001,
            qPrintable(QStringLiteral("%1, in steps %2, in all %3").arg(byRuns).arg(steps).arg((*whole)[0])));
    }
}

/// The run that begins last is not the one that ends last, and compute lies beside the other.
void TestRankStrip::computeBesideRunsThatOverlapAtTheEnd()
{
    RankSummary summary;
    summary.meta.first = 0;
    summary.shapes.emplace_back();
    const auto add = [&summary](TimeRange range, const std::vector<TimeRange>& under, const SummaryParts& before) {
        SummaryRun run;
        run.start = range.begin;
        run.duration = range.length();
        run.blob = static_cast<std::uint32_t>(summary.blobs.size());
        appendRunBlob(summary.blobs, run, under, before);
        summary.runs.push_back(run);
    };
    add({ 0, 100 }, { { 10, 20 }, { 70, 90 } }, {});
    add({ 50, 60 }, {}, { 10, 40 });
    const RankStrip strip = RankStrip::ofRuns(summary);
    QCOMPARE(strip.stretches().size(), std::size_t { 2 });
    const RankStrip::Stretch& first = strip.stretches()[0];
    QCOMPARE(first.range, (TimeRange { 0, 50 }));
    QCOMPARE(first.shares[0], 0.2F);
    QCOMPARE(first.shares[1], 0.8F);
    const RankStrip::Stretch& last = strip.stretches()[1];
    QCOMPARE(last.range, (TimeRange { 50, 100 }));
    QCOMPARE(last.shares[0], 0.4F);
    QCOMPARE(last.shares[1], 0.6F);
}

void TestRankStrip::cellsAreSharesOfPixels()
{
    const RankSummary& summary = *m_summaries->ranks().front().readsFrom();
    const RankStrip strip = RankStrip::ofRuns(summary);
    // One pixel for all: its share is that of the whole.
    const TimeRange whole { strip.stretches().front().range.begin, strip.stretches().back().range.end };
    double busy = 0;
    for (const RankStrip::Stretch& stretch : strip.stretches()) {
        for (const float share : stretch.shares)
            busy += static_cast<double>(share) * static_cast<double>(stretch.range.length());
    }
    std::vector<PixelCell> cells(1);
    strip.fill(TimeScale(whole, 1), cells);
    QVERIFY(std::abs(cells[0].busy / 65535.0 - busy / static_cast<double>(whole.length())) < 1e-3);
    // A pixel inside of a run is communication, and what lies before all is nothing.
    const auto stretch = std::find_if(strip.stretches().begin(), strip.stretches().end(),
        [](const RankStrip::Stretch& each) { return each.shares[1] > 0.99F && each.range.length() > 1'000; });
    QVERIFY(stretch != strip.stretches().end());
    strip.fill(TimeScale({ stretch->range.begin, stretch->range.begin + 300 }, 3), cells = std::vector<PixelCell>(3));
    for (const PixelCell& cell : cells) {
        QCOMPARE(cell.colourClass, static_cast<std::uint8_t>(ColourClass::Communication));
        QVERIFY(cell.busy > 64'800);
    }
    strip.fill(TimeScale({ whole.begin - 1'000, whole.begin }, 4), cells = std::vector<PixelCell>(4));
    for (const PixelCell& cell : cells)
        QCOMPARE(cell.busy, 0);
}

void TestRankStrip::aMomentHasItsRunAndItsStretch()
{
    RankSummary summary;
    summary.meta.first = 0;
    summary.shapes.emplace_back();
    for (const TimeRange& range : { TimeRange { 200, 300 }, TimeRange { 250, 260 }, TimeRange { 0, 100 } }) {
        SummaryRun run;
        run.start = range.begin;
        run.duration = range.length();
        run.blob = static_cast<std::uint32_t>(summary.blobs.size());
        appendRunBlob(summary.blobs, run, {}, {});
        summary.runs.push_back(run);
    }
    QCOMPARE(runAt(summary, 0), std::optional<std::size_t>(2));
    QCOMPARE(runAt(summary, 99), std::optional<std::size_t>(2));
    QCOMPARE(runAt(summary, 100), std::nullopt);
    QCOMPARE(runAt(summary, 240), std::optional<std::size_t>(0));
    QCOMPARE(runAt(summary, 255), std::optional<std::size_t>(1)); // began last
    QCOMPARE(runAt(summary, 260), std::optional<std::size_t>(0));
    QCOMPARE(runAt(RankSummary(), 0), std::nullopt);
    const RankStrip strip = RankStrip::ofRuns(summary);
    QVERIFY(!strip.stretchAt(-1));
    QVERIFY(!strip.stretchAt(300));
    for (const Timestamp time : { 0, 99, 150, 299 }) {
        const RankStrip::Stretch* stretch = strip.stretchAt(time);
        QVERIFY(stretch && stretch->range.contains(time));
    }
}

/// The overlay of waits hatches the same stretches of a rank, and marks the same runs that came last, whether its trace
/// is loaded or only its summary.
void TestRankStrip::waitsAreThoseOfTheTraces()
{
    using Stretches = std::set<std::pair<Timestamp, Timestamp>>;
    struct Told {
        std::map<std::uint32_t, Stretches> waits; // by rank
        std::map<std::uint32_t, Stretches> last;
        std::multiset<std::string> sentences;
    };
    const auto toldBy = [](const std::shared_ptr<const TraceSet>& traces) {
        Told told;
        const auto overlay = buildOverlay(*findOverlay("waits"), { traces, {} }, {}, {});
        if (!overlay)
            return told;
        for (const OverlayRanges& ranges : overlay->ranges) {
            for (const RangeIndex* index : { &ranges.ranges, &ranges.parts }) {
                for (std::size_t i = 0; i < index->size(); ++i) {
                    const RunWait& wait = overlay->waits[index->entry(i).tag];
                    const TimeRange range = index->entry(i).range;
                    (wait.isLast ? told.last : told.waits)[ranges.rank].insert({ range.begin, range.end });
                    told.sentences.insert(english(runWaitMessage(wait)));
                }
            }
        }
        return told;
    };
    const Told byTraces = toldBy(m_traces);
    const Told bySummaries = toldBy(m_summaries);
    QVERIFY(!byTraces.waits.empty() && !byTraces.last.empty());
    QCOMPARE(bySummaries.waits == byTraces.waits, true);
    QCOMPARE(bySummaries.last == byTraces.last, true);
    QCOMPARE(bySummaries.sentences == byTraces.sentences, true);
    // Each is found by the run of the summary that it is about.
    const auto overlay = buildOverlay(*findOverlay("waits"), { m_summaries, {} }, {}, {});
    KT_VERIFY_OK(overlay);
    for (const RunWait& wait : overlay->waits) {
        const RankTrace& rank = m_summaries->ranks()[wait.run.rank];
        const TimeRange own = rank.summary->rangeOf(rank.summary->runs[wait.summaryRun]);
        QCOMPARE(wait.range, (TimeRange { rank.toJobTime(own.begin), rank.toJobTime(own.end) }));
    }
}

QTEST_GUILESS_MAIN(TestRankStrip)
#include "tst_rank_strip.moc"
