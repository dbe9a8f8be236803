// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/name_search.h"
#include "tests/support/event_builder.h"
#include "tests/support/test_macros.h"

#include <QtTest>

#include <limits>
#include <set>

using namespace kinetoscope;
using tests::EventBuilder;

/// Finding slices by a part of their name or category.
class TestNameSearch : public QObject {
    Q_OBJECT

private slots:
    void countsHits_data();
    void countsHits();
    void walksAllHitsInTimeOrder();
    void stopsWhenAsked();
};

namespace {

std::shared_ptr<const TraceSet> makeJob()
{
    std::vector<std::pair<std::int64_t, std::shared_ptr<const Trace>>> ranks;
    for (int rank = 0; rank < 2; ++rank) {
        EventBuilder events;
        events.onThread("1", "1");
        events.slice("cpu_op", "aten::MatMul", rank * 10 + 100, rank * 10 + 200);
        events.slice("cpu_op", "aten::relu", 300, 400);
        events.onStream(0, 7);
        events.slice("kernel", "matmul_kernel", 500, 600);
        events.slice("kernel", "\xC3\xA9t\xC3\xA9", 700, 800);
        ranks.emplace_back(rank, events.build());
    }
    return std::make_shared<TraceSet>(std::move(ranks), std::vector<Remark> {});
}

} // namespace

void TestNameSearch::countsHits_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<quint64>("hits");
    QTest::newRow("nothing") << QByteArray() << quint64 { 0 };
    QTest::newRow("part of a name") << QByteArray("relu") << quint64 { 2 };
    QTest::newRow("any case") << QByteArray("mATmUL") << quint64 { 4 };
    QTest::newRow("a category") << QByteArray("cpu_") << quint64 { 4 };
    QTest::newRow("name or category, each once") << QByteArray("kernel") << quint64 { 4 };
    QTest::newRow("bytes beyond ASCII") << QByteArray("\xC3\xA9t") << quint64 { 2 };
    QTest::newRow("absent") << QByteArray("softmax") << quint64 { 0 };
    QTest::newRow("longer than every name") << QByteArray(5000, 'a') << quint64 { 0 };
}

void TestNameSearch::countsHits()
{
    QFETCH(QByteArray, text);
    QFETCH(quint64, hits);
    const Result<NameSearch> search = NameSearch::run(makeJob(), text.toStdString(), {});
    KT_VERIFY_OK(search);
    QCOMPARE(search->hitCount(), hits);
    QCOMPARE(search->next(std::nullopt, 1).has_value(), hits > 0);
}

void TestNameSearch::walksAllHitsInTimeOrder()
{
    const auto job = makeJob();
    const Result<NameSearch> search = NameSearch::run(job, "matmul", {});
    KT_VERIFY_OK(search);
    for (const int direction : { 1, -1 }) {
        std::set<SliceRef> met;
        std::optional<SliceRef> at = search->next(std::nullopt, direction);
        const SliceRef first = *at;
        Timestamp before =
            direction > 0 ? std::numeric_limits<Timestamp>::min() : std::numeric_limits<Timestamp>::max();
        for (std::uint64_t i = 0; i < search->hitCount(); ++i) {
            const RankTrace& rank = job->ranks()[at->rank];
            const Timestamp start = rank.toJobTime(rank.trace->slices().start[at->slice.index()]);
            QVERIFY(direction > 0 ? start >= before : start <= before);
            before = start;
            QVERIFY(met.insert(*at).second);
            at = search->next(at, direction);
        }
        QVERIFY(*at == first); // and round again
    }
    // From a slice that is no hit, and from one that does not exist.
    QVERIFY(search->next(SliceRef { 0, SliceId { 999U } }, 1).has_value());
}

void TestNameSearch::stopsWhenAsked()
{
    std::stop_source source;
    source.request_stop();
    Progress progress;
    progress.stop = source.get_token();
    const Result<NameSearch> search = NameSearch::run(makeJob(), "matmul", progress);
    QVERIFY(!search && search.error().code == ErrorCode::Cancelled);
}

QTEST_GUILESS_MAIN(TestNameSearch)
#include "tst_name_search.moc"
