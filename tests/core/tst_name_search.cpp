// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text_finder.h"
#include "core/io/trace_loader.h"
#include "core/query/name_search.h"
#include "core/words/english.h"
#include "tests/support/event_builder.h"
#include "tests/support/load_text.h"
#include "tests/support/temp_dir.h"
#include "tests/support/test_macros.h"
#include "tests/support/trace_text.h"

#include <QByteArray>
#include <QObject>
#include <QTest>

#include <atomic>
#include <limits>
#include <map>
#include <random>
#include <set>

using namespace kinetoscope;
using namespace kinetoscope::tests;

/// Finding slices by a part of their name or category.
class TestNameSearch : public QObject {
    Q_OBJECT

private slots:
    void countsHits_data();
    void countsHits();
    void readsWhatWasTyped();
    void boundsAreTaken();
    void boundsLeaveOut();
    void badPatternIsAnError();
    void findsByRegexOrTextAsLookingOneByOne();
    void argumentsAreFoundToo_data();
    void argumentsAreFoundToo();
    void argumentsOfAFileThatIsGoneAreAnError();
    void placesAreWhereHitsBegin();
    void walksAllHitsInTimeOrder();
    void stopsWhenAsked();
    void stopsBetweenLongNames();
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

std::shared_ptr<const TraceSet> loadJob(const std::string& path)
{
    auto job = loadTraceSet({ TraceArgument { std::nullopt, path } }, testLoadOptions(), {});
    if (!job)
        qFatal("%s", english(job.error().message).c_str());
    return std::move(job).value();
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
    QTest::newRow("a pattern") << QByteArray("/^aten::.*l/") << quint64 { 4 };
    QTest::newRow("a pattern is about the case") << QByteArray("/MatMul/") << quint64 { 2 };
    QTest::newRow("slashes alone") << QByteArray("//") << quint64 { 0 };
    QTest::newRow("absent") << QByteArray("softmax") << quint64 { 0 };
    QTest::newRow("longer than every name") << QByteArray(5000, 'a') << quint64 { 0 };
}

void TestNameSearch::countsHits()
{
    QFETCH(QByteArray, text);
    QFETCH(quint64, hits);
    const Result<NameSearch> search = NameSearch::run(makeJob(), SearchQuery::parse(text.toStdString()), {});
    KT_VERIFY_OK(search);
    QCOMPARE(search->hitCount(), hits);
    QCOMPARE(search->next(std::nullopt, 1).has_value(), hits > 0);
}

void TestNameSearch::readsWhatWasTyped()
{
    const SearchQuery plain = SearchQuery::parse("gemm");
    QVERIFY(plain.text == "gemm" && !plain.isPattern && plain.key.empty() && plain.looksAtArguments());
    const SearchQuery pattern = SearchQuery::parse("/a=b/");
    QVERIFY(pattern.text == "a=b" && pattern.isPattern && pattern.key.empty() && !pattern.looksAtArguments());
    const SearchQuery argument = SearchQuery::parse("stream=7");
    QVERIFY(argument.text == "stream=7" && argument.key == "stream" && argument.value == "7");
    QVERIFY(SearchQuery::parse("name=\"a b\"").value == "a b");
    QVERIFY(SearchQuery::parse("=7").key.empty());
    QVERIFY(SearchQuery::parse("").isEmpty());
    QVERIFY(SearchQuery::parse("/").text == "/");
}

/// Durations: "find all copies that take longer than a millisecond".
void TestNameSearch::boundsAreTaken()
{
    const SearchQuery longer = SearchQuery::parse("cudaMemcpy > 1.5 ms");
    QVERIFY(longer.text == "cudaMemcpy" && longer.longerThan == 1'500'000 && !longer.shorterThan);
    const SearchQuery both = SearchQuery::parse("/^aten::/ >10us <2s");
    QVERIFY(both.text == "^aten::" && both.isPattern && both.longerThan == 10'000 && both.shorterThan == 2'000'000'000);
    const SearchQuery alone = SearchQuery::parse(">300ns");
    QVERIFY(alone.text.empty() && !alone.isEmpty() && !alone.looksAtArguments());
    QVERIFY(SearchQuery::parse("stream=7 >1ms").value == "7");
    for (const char* name : { "kernel<5s", "void f<4> 1ms", "a > b", "x >5", "x >ms", "operator< 3s" }) {
        const SearchQuery query = SearchQuery::parse(name);
        QVERIFY2(query.text == name && !query.longerThan && !query.shorterThan, name);
    }
}

void TestNameSearch::boundsLeaveOut()
{
    const auto job = makeJob();
    const auto countOf = [&job](std::string_view typed) {
        const Result<NameSearch> search = NameSearch::run(job, SearchQuery::parse(typed), {});
        return search ? search->hitCount() : std::uint64_t { 999 };
    };
    std::map<Nanoseconds, std::uint64_t> lengths;
    std::uint64_t all = 0;
    for (const RankTrace& rank : job->ranks()) {
        const SliceTable& slices = rank.trace->slices();
        for (std::size_t row = 0; row < slices.size(); ++row, ++all)
            ++lengths[slices.duration(SliceTable::at(row))];
    }
    QVERIFY(all > 0);
    std::uint64_t shorter = 0;
    for (const auto& [length, count] : lengths) {
        QCOMPARE(countOf("<" + std::to_string(length) + "ns"), shorter);
        QCOMPARE(countOf(">" + std::to_string(length) + "ns"), all - shorter - count);
        QVERIFY(countOf("matmul >" + std::to_string(length) + "ns") <= countOf("matmul"));
        shorter += count;
    }
    QCOMPARE(countOf("matmul >0ns <1s"), countOf("matmul"));
}

void TestNameSearch::badPatternIsAnError()
{
    const Result<NameSearch> search = NameSearch::run(makeJob(), SearchQuery::parse("/(/"), {});
    QVERIFY(!search && search.error().code == ErrorCode::InvalidArgument);
}

void TestNameSearch::findsByRegexOrTextAsLookingOneByOne()
{
    // Horspool's skips against the obvious way, over texts of few letters, where matches and near misses are many.
    std::mt19937 random(5);
    const auto text = [&random](std::size_t most) {
        std::string made;
        for (std::size_t i = random() % (most + 1); i > 0; --i)
            made.push_back("abAB\xC3"[random() % 5]);
        return made;
    };
    const auto lowered = [](std::string s) {
        for (char& c : s)
            c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
        return s;
    };
    for (int i = 0; i < 20'000; ++i) {
        const std::string wanted = text(5);
        const std::string in = text(30);
        QCOMPARE(TextFinder(wanted).isIn(in), lowered(in).find(lowered(wanted)) != std::string::npos);
    }
}

void TestNameSearch::argumentsAreFoundToo_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<quint64>("names");
    QTest::addColumn<quint64>("all");
    QTest::newRow("a key") << QByteArray("patterns") << quint64 { 0 } << quint64 { 2 };
    QTest::newRow("a value") << QByteArray("pattern_1") << quint64 { 0 } << quint64 { 1 };
    QTest::newRow("name and argument") << QByteArray("relu") << quint64 { 1 } << quint64 { 2 };
    QTest::newRow("key and value") << QByteArray("stream=7") << quint64 { 0 } << quint64 { 1 };
    QTest::newRow("not part of a value") << QByteArray("stream=1") << quint64 { 0 } << quint64 { 0 };
    QTest::newRow("outside of arguments") << QByteArray("traceEvents") << quint64 { 0 } << quint64 { 0 };
    QTest::newRow("a pattern looks at names") << QByteArray("/Patt/") << quint64 { 0 } << quint64 { 0 };
}

void TestNameSearch::argumentsAreFoundToo()
{
    QFETCH(const QByteArray, text);
    QFETCH(const quint64, names);
    QFETCH(const quint64, all);
    const std::string json = R"j({"traceEvents": [
        {"ph": "X", "cat": "cpu_op", "name": "aten::relu", "pid": 1, "tid": 1, "ts": 0, "dur": 10, "args": {"Patterns": ["pattern_0", "x"]}},
        {"ph": "X", "cat": "kernel", "name": "k1", "pid": 0, "tid": 7, "ts": 20, "dur": 5, "args": {"stream": 7, "device": 0, "Patterns": "PATTERN_1"}},
        {"ph": "X", "cat": "kernel", "name": "k2", "pid": 0, "tid": 17, "ts": 30, "dur": 5, "args": {"stream": 17, "device": 0, "of": "Relu6"}},
        {"ph": "X", "cat": "cpu_op", "name": "bare", "pid": 1, "tid": 1, "ts": 50, "dur": 10}]})j";
    for (const bool compressed : { false, true }) {
        TempDir folder;
        const std::string path = folder.write("a.json", compressed ? gzip(json) : json);
        const auto job = loadJob(path);
        const SearchQuery query = SearchQuery::parse(text.toStdString());
        const Result<NameSearch> search = NameSearch::run(job, query, {});
        KT_VERIFY_OK(search);
        QCOMPARE(search->hitCount(), names);
        const Result<NameSearch> more = search->withArguments(query, {});
        KT_VERIFY_OK(more);
        QCOMPARE(more->hitCount(), all);
        std::set<SliceRef> met;
        std::optional<SliceRef> at;
        for (quint64 i = 0; i < all; ++i) {
            at = more->next(at, 1);
            QVERIFY(at && met.insert(*at).second);
        }
    }
}

void TestNameSearch::argumentsOfAFileThatIsGoneAreAnError()
{
    std::shared_ptr<const TraceSet> job;
    {
        TempDir folder;
        job = loadJob(folder.write("a.json",
            R"j({"traceEvents": [{"ph": "X", "name": "a", "pid": 1, "tid": 1, "ts": 0, "dur": 10, "args": {"b": 1}}]})j"));
    }
    const SearchQuery query = SearchQuery::parse("b");
    const Result<NameSearch> search = NameSearch::run(job, query, {});
    KT_VERIFY_OK(search);
    const Result<NameSearch> more = search->withArguments(query, {});
    QVERIFY(!more);
}

void TestNameSearch::placesAreWhereHitsBegin()
{
    const auto job = makeJob();
    const Result<NameSearch> search = NameSearch::run(job, SearchQuery::parse("matmul"), {});
    KT_VERIFY_OK(search);
    // Four hits; the two kernels begin at one moment, and so close to a part's edge none lies further off than a part
    // is long.
    QVERIFY(search->places().size() >= 2 && search->places().size() <= 4);
    const double part = static_cast<double>(job->coreRange().length()) / 2048;
    for (std::optional<SliceRef> at = search->next(std::nullopt, 1); at; at.reset()) {
        const RankTrace& rank = job->ranks()[at->rank];
        const Timestamp start = rank.toJobTime(rank.trace->slices().start[at->slice.index()]);
        QVERIFY(std::abs(static_cast<double>(search->places().front() - start)) <= part + 1);
    }
    const Result<NameSearch> none = NameSearch::run(job, SearchQuery::parse("softmax"), {});
    KT_VERIFY_OK(none);
    QVERIFY(none->places().empty());
}

void TestNameSearch::walksAllHitsInTimeOrder()
{
    const auto job = makeJob();
    const Result<NameSearch> search = NameSearch::run(job, SearchQuery::parse("matmul"), {});
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
            QCOMPARE(search->placeOf(*at), direction > 0 ? i + 1 : search->hitCount() - i);
            at = search->next(at, direction);
        }
        QVERIFY(*at == first); // and round again
    }
    // From a slice that is no hit, and from one that does not exist.
    QVERIFY(search->next(SliceRef { 0, SliceId { 999U } }, 1).has_value());
    QCOMPARE(search->placeOf(SliceRef { 0, SliceId { 999U } }), std::uint64_t { 0 });
}

void TestNameSearch::stopsWhenAsked()
{
    std::stop_source source;
    source.request_stop();
    Progress progress;
    progress.stop = source.get_token();
    const Result<NameSearch> search = NameSearch::run(makeJob(), SearchQuery::parse("matmul"), progress);
    QVERIFY(!search && search.error().code == ErrorCode::Cancelled);
}

/// Closing the window waits for the search of a pattern: for a name or a few kilobytes, however many there are.
void TestNameSearch::stopsBetweenLongNames()
{
    class StopAtFifth final : public StopObserver {
    public:
        bool stopsHere() override { return ++looks >= 5; }
        std::atomic<int> looks { 0 };
    };
    EventBuilder events;
    events.onThread("1", "1");
    for (int i = 0; i < 50; ++i)
        events.slice("cpu_op", std::string(8 * 1024, 'a') + std::to_string(i), i * 10, i * 10 + 5);
    std::vector<std::pair<std::int64_t, std::shared_ptr<const Trace>>> ranks;
    ranks.emplace_back(0, events.build());
    const auto job = std::make_shared<const TraceSet>(std::move(ranks), std::vector<Remark> {});
    StopAtFifth observer;
    Progress progress;
    progress.observer = &observer;
    SearchQuery query;
    query.text = ".*zz";
    query.isPattern = true;
    KT_VERIFY_ERROR(NameSearch::run(job, query, progress), ErrorCode::Cancelled);
    QVERIFY2(observer.looks.load() < 10, "it went on after it was told to stop");
}

QTEST_GUILESS_MAIN(TestNameSearch)
#include "tst_name_search.moc"
