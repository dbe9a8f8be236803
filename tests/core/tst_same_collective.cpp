// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/collectives/collective_matching.h"
#include "core/analysis/names/classification.h"
#include "core/io/trace_loader.h"
#include "tests/support/load_text.h"
#include "tests/support/test_macros.h"
#include "tests/support/trace_text.h"

#include <QFileInfo>
#include <QObject>
#include <QString>
#include <QStringLiteral>
#include <QTest>

#include <vector>

using namespace kinetoscope;
using namespace kinetoscope::tests;

/// From a collective to the same one on other ranks.
class TestSameCollective : public QObject {
    Q_OBJECT

private slots:
    void findsTheRunOnAnotherRank_data();
    void findsTheRunOnAnotherRank();
    void walkingComesBack();
    void metadataTellsCollectivesApart_data();
    void metadataTellsCollectivesApart();
    void nothingForWhatIsNoCollective();
    void realRanksAreWalkedRound();
};

namespace {

std::optional<SliceRef> sameCollective(const TraceSet& traces, SliceRef from, int direction)
{
    const auto matching = matchCollectives(traces, KernelClassifier(), {});
    Q_ASSERT(matching);
    return kinetoscope::sameCollective(*matching, from, direction);
}

constexpr std::string_view kReduce = "ncclDevKernel_AllReduce";

std::shared_ptr<const TraceSet> jobOf(const std::vector<std::string>& texts)
{
    const auto loaded = loadTexts(texts);
    Q_ASSERT(loaded);
    return loaded.value();
}

/// Steps `first` to 3, numbered from `first` + `shift`, with `runs` all-reduces each at 100, 200, ... us of the step,
/// and a gemm before them.
std::string rankText(int rank, std::int64_t first, int runs, std::int64_t shift = 0)
{
    TraceText text;
    text.rank(rank, 3);
    std::int64_t correlation = 1;
    for (std::int64_t step = first; step <= 3; ++step) {
        const Timestamp begin = step * 1000_us;
        text.step(step + shift, begin, 990_us);
        text.launch(begin + 5_us, 2_us, correlation);
        text.kernel("gemm", begin + 20_us, 50_us, 7, correlation++);
        for (int i = 0; i < runs; ++i) {
            text.launch(begin + (10 + i) * 1_us, 1_us, correlation);
            text.kernel(kReduce, begin + (i + 1) * 100_us, 50_us, 20, correlation++);
        }
    }
    return text.text();
}

/// Position of `row` among the runs of `name` on its rank, by start; -1 if it is none.
int placeOf(const TraceSet& traces, SliceRef slice, std::string_view name)
{
    const Trace& trace = *traces.ranks()[slice.rank].trace;
    if (trace.name(slice.slice) != name)
        return -1;
    int before = 0;
    for (std::size_t row = 0; row < trace.slices().size(); ++row)
        before +=
            trace.name(SliceId { row }) == name && trace.slices().start[row] < trace.slices().start[slice.slice.index()]
            ? 1
            : 0;
    return before;
}

SliceRef runAt(const TraceSet& traces, std::uint32_t rank, int place, std::string_view name = kReduce)
{
    const Trace& trace = *traces.ranks()[rank].trace;
    for (std::size_t row = 0; row < trace.slices().size(); ++row) {
        if (placeOf(traces, { rank, SliceId { row } }, name) == place)
            return { rank, SliceId { row } };
    }
    return {};
}

} // namespace

void TestSameCollective::findsTheRunOnAnotherRank_data()
{
    QTest::addColumn<std::vector<std::string>>("texts");
    QTest::addColumn<int>("rank");
    QTest::addColumn<int>("place");
    QTest::addColumn<int>("direction");
    QTest::addColumn<int>("toRank"); // -1: nowhere
    QTest::addColumn<int>("toPlace");
    using Texts = std::vector<std::string>;
    const Texts alike { rankText(0, 1, 2), rankText(1, 1, 2), rankText(2, 1, 2) };
    QTest::newRow("first, next rank") << alike << 0 << 0 << 1 << 1 << 0;
    QTest::newRow("fourth, next rank") << alike << 0 << 3 << 1 << 1 << 3;
    QTest::newRow("previous rank") << alike << 2 << 5 << -1 << 1 << 5;
    QTest::newRow("after the last rank comes the first") << alike << 2 << 1 << 1 << 0 << 1;
    QTest::newRow("before the first rank comes the last") << alike << 0 << 1 << -1 << 2 << 1;
    QTest::newRow("one rank") << Texts { rankText(0, 1, 2) } << 0 << 0 << 1 << -1 << 0;
    // Rank 1 was recorded from step 2 on: its first run is everybody else's third.
    const Texts late { rankText(0, 1, 2), rankText(1, 2, 2), rankText(2, 1, 2) };
    QTest::newRow("same step, other place in the file") << late << 0 << 3 << 1 << 1 << 1;
    QTest::newRow("and back") << late << 1 << 1 << -1 << 0 << 3;
    QTest::newRow("a rank without this step is passed over") << late << 0 << 1 << 1 << 2 << 1;
    const Texts numbered { rankText(0, 3, 2), rankText(1, 3, 2, 100) };
    QTest::newRow("no step numbers in common") << numbered << 0 << 1 << 1 << 1 << 1;
    const Texts fewer { rankText(0, 1, 3), rankText(1, 1, 2), rankText(2, 1, 3) };
    QTest::newRow("a rank that did not take part is passed over") << fewer << 0 << 2 << 1 << 2 << 2;
    // At even distances nothing tells which run rank 1 has lost.
    QTest::newRow("a rank that lost a run, nobody knows which") << fewer << 1 << 0 << 1 << -1 << 0;
    const Texts without { rankText(0, 1, 2), rankText(1, 1, 0) };
    QTest::newRow("no other rank has it") << without << 0 << 0 << 1 << -1 << 0;
}

void TestSameCollective::findsTheRunOnAnotherRank()
{
    QFETCH(std::vector<std::string>, texts);
    QFETCH(int, rank);
    QFETCH(int, place);
    QFETCH(int, direction);
    QFETCH(int, toRank);
    QFETCH(int, toPlace);
    const auto traces = jobOf(texts);
    const SliceRef from = runAt(*traces, static_cast<std::uint32_t>(rank), place);
    QVERIFY(from.slice.isValid());
    const auto to = sameCollective(*traces, from, direction);
    QCOMPARE(to ? static_cast<int>(to->rank) : -1, toRank);
    if (to)
        QCOMPARE(placeOf(*traces, *to, kReduce), toPlace);
}

void TestSameCollective::walkingComesBack()
{
    const auto traces = jobOf({ rankText(0, 1, 2), rankText(1, 2, 2), rankText(2, 1, 2) });
    const SliceRef start = runAt(*traces, 0, 4);
    SliceRef at = start;
    for (int i = 0; i < 3; ++i)
        at = sameCollective(*traces, at, 1).value();
    QVERIFY(at == start);
    for (int i = 0; i < 3; ++i)
        at = sameCollective(*traces, at, -1).value();
    QVERIFY(at == start);
}

void TestSameCollective::metadataTellsCollectivesApart_data()
{
    QTest::addColumn<QString>("group");
    QTest::addColumn<QString>("otherKernel");
    QTest::addColumn<int>("place"); // of the partner on rank 1; -1: none
    QTest::newRow("second group of the same kernel") << "b"
                                                     << "ncclDevKernel_AllReduce" << 1;
    QTest::newRow("another algorithm of the same collective") << "b"
                                                              << "ncclDevKernel_AllReduce_TREE" << 0;
    QTest::newRow("a group that the other rank is not in") << "c"
                                                           << "ncclDevKernel_AllReduce" << -1;
}

void TestSameCollective::metadataTellsCollectivesApart()
{
    QFETCH(QString, group);
    QFETCH(QString, otherKernel);
    QFETCH(int, place);
    const auto meta = [](std::string_view name) {
        return ArgsText().add("Collective name", "allreduce").add("Process Group Name", name).text();
    };
    const std::string other = otherKernel.toStdString();
    TraceText home;
    home.rank(0, 2).kernel(kReduce, 10_us, 5_us, 20, 0, meta(group.toStdString()));
    TraceText away;
    away.rank(1, 2).kernel(kReduce, 10_us, 5_us, 20, 0, meta("a")).kernel(other, 20_us, 5_us, 20, 0, meta("b"));
    const auto traces = jobOf({ home.text(), away.text() });
    const auto to = sameCollective(*traces, runAt(*traces, 0, 0), 1);
    QCOMPARE(to ? placeOf(*traces, *to, other) : -1, place);
}

void TestSameCollective::nothingForWhatIsNoCollective()
{
    const auto traces = jobOf({ rankText(0, 1, 1), rankText(1, 1, 1) });
    const Trace& trace = *traces->ranks()[0].trace;
    QVERIFY(isCollective(trace, runAt(*traces, 0, 0).slice));
    const SliceRef gemm = runAt(*traces, 0, 0, "gemm");
    QVERIFY(gemm.slice.isValid() && !isCollective(trace, gemm.slice));
    QVERIFY(!isCollective(trace, runAt(*traces, 0, 0, "cudaLaunchKernel").slice));
    QVERIFY(!isCollective(trace, {}));
    QVERIFY(!sameCollective(*traces, gemm, 1));
    QVERIFY(!sameCollective(*traces, {}, 1));
    QVERIFY(!sameCollective(*traces, { 9, SliceId { 0U } }, 1));
    QVERIFY(!sameCollective(*traces, { 0, SliceId { 99'999U } }, -1));
}

void TestSameCollective::realRanksAreWalkedRound()
{
    const QString job = QStringLiteral("traces/dlrm_8rank");
    KT_REQUIRE_SHARED(job);
    const auto loaded = loadTraceSet({ { std::nullopt, sharedPath(job).toStdString() } }, {}, {});
    KT_VERIFY_OK(loaded);
    const TraceSet& traces = *loaded.value();
    const std::size_t ranks = traces.ranks().size();
    const Trace& first = *traces.ranks()[0].trace;
    int collectives = 0;
    for (std::size_t row = 0; row < first.slices().size(); ++row) {
        const SliceRef start { 0, SliceId { row } };
        if (!isCollective(first, start.slice))
            continue;
        ++collectives;
        SliceRef at = start;
        for (std::size_t i = 0; i < ranks; ++i) {
            const std::optional<SliceRef> next = sameCollective(traces, at, 1);
            QVERIFY(next);
            QCOMPARE(std::size_t { next->rank }, (at.rank + 1) % ranks);
            QVERIFY(sameCollective(traces, *next, -1) == at);
            at = *next;
        }
        QVERIFY(at == start);
    }
    QVERIFY(collectives > 0);
}

QTEST_GUILESS_MAIN(TestSameCollective)
#include "tst_same_collective.moc"
