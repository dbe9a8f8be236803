// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/collectives/shared_matching.h"

#include "core/analysis/names/classification.h"
#include "core/analysis/ranks/aligned_job.h"
#include "core/analysis/ranks/measured_job.h"
#include "core/analysis/ranks/wait_facts.h"
#include "core/base/made_once.h"
#include "tests/support/analysis_runs.h"
#include "tests/support/test_macros.h"
#include "tests/support/trace_text.h"

#include <atomic>
#include <memory>
#include <semaphore>
#include <thread>

using namespace kinetoscope;
using namespace kinetoscope::tests;

namespace {

constexpr std::string_view kReduce = "ncclDevKernel_AllReduce";
constexpr std::string_view kOwnKernel = "my_exchange";

/// Five all-reduces that the ranks leave together, and a kernel that only a rule calls communication.
std::string rankText(int rank, int size)
{
    TraceText text;
    text.rank(rank, size).baseTime(1'700'000'000'000'000'000);
    for (std::int64_t i = 0; i < 5; ++i) {
        const Timestamp end = (i + 1) * 1_ms;
        const Nanoseconds duration = 100_us + (rank + i) % size * 10_us;
        text.kernel(kReduce, end - duration, duration, 20, i + 1,
            ArgsText()
                .add("Collective name", "allreduce")
                .add("Process Group Name", "0")
                .add("Group size", std::int64_t { size })
                .add("Seq", i)
                .text());
    }
    text.kernel(kOwnKernel, 9_ms, 50_us, 21, 99);
    return text.text();
}

std::shared_ptr<const TraceSet> job(int size)
{
    std::vector<std::string> texts;
    for (int rank = 0; rank < size; ++rank)
        texts.push_back(rankText(rank, size));
    return inputOf(texts).traces;
}

std::shared_ptr<const CollectiveMatching> matchingOf(
    const std::shared_ptr<const TraceSet>& traces, const KernelClassifier& classifier = {})
{
    return sharedMatching({ traces, {} }, classifier, {}).value();
}

Result<std::shared_ptr<const WaitFacts>> waitsOf(const std::shared_ptr<const TraceSet>& traces)
{
    const KernelClassifier classifier;
    AnalysisContext context;
    context.classifier = &classifier;
    return readWaits({ traces, {} }, {}, context);
}

} // namespace

/// What was matched once is there for who asks next, and for nobody who asks about something else.
class TestSharedMatching : public QObject {
    Q_OBJECT

private slots:
    void allWhoHaveItHaveOne()
    {
        const auto own = job(3);
        const auto matching = matchingOf(own);
        QCOMPARE(matching->runs.size(), std::size_t { 15 });
        QCOMPARE(matchingOf(own), matching);
        const auto aligned = withAlignedClocks(own, KernelClassifier(), {}).value();
        QVERIFY(aligned != own);
        QCOMPARE(matchingOf(aligned), matching); // on other clocks: runs are on those of the traces
        const auto waits = waitsOf(aligned);
        KT_VERIFY_OK(waits);
        QCOMPARE(waits.value()->matching, matching);
    }

    void openingHoldsItForTheWaitsOnly()
    {
        const auto aligned = withAlignedClocks(job(3), KernelClassifier(), {}).value();
        std::weak_ptr<const CollectiveMatching> matching = matchingOf(aligned);
        std::weak_ptr<const RankClocks> clocks =
            measuredJob({ aligned, {} }, KernelClassifier(), {}, {}).value().clocks;
        QVERIFY(!matching.expired()); // though nobody has them
        QVERIFY(!clocks.expired());
        {
            const auto waits = waitsOf(aligned);
            KT_VERIFY_OK(waits);
            QCOMPARE(waits.value()->matching, matching.lock());
            QCOMPARE(waits.value()->clocks, clocks.lock());
        }
        QVERIFY(matching.expired()); // the result had them
        QVERIFY(clocks.expired());
    }

    void nobodyKeepsItWithoutAnOpening()
    {
        const auto own = job(2);
        std::weak_ptr<const CollectiveMatching> matching = matchingOf(own);
        QVERIFY(matching.expired());
        QVERIFY(matchingOf(own) != nullptr);
    }

    void aRankMoreIsAnotherJob()
    {
        const auto both = job(2);
        std::vector<RankTrace> ranks(both->ranks().begin(), both->ranks().end());
        ranks[1].trace = nullptr;
        ranks[1].presence = RankPresence::Listed;
        const auto listed = std::make_shared<const TraceSet>(TraceSet::ofRanks(ranks, {}));
        const auto before = withAlignedClocks(listed, KernelClassifier(), {}).value();
        QCOMPARE(matchingOf(before)->runs.size(), std::size_t { 5 });
        // As when the trace of a listed rank is loaded: of the other the loaded trace stays.
        const auto later =
            std::make_shared<const TraceSet>(TraceSet::ofRanks({ both->ranks().begin(), both->ranks().end() }, {}));
        QCOMPARE(matchingOf(withAlignedClocks(later, KernelClassifier(), {}).value())->runs.size(), std::size_t { 10 });
        QCOMPARE(matchingOf(before)->runs.size(), std::size_t { 5 });
    }

    void otherRulesMakeAnother()
    {
        const auto aligned = withAlignedClocks(job(2), KernelClassifier(), {}).value();
        const auto builtIn = matchingOf(aligned);
        const auto rules = KernelClassifier::withRules("COMMUNICATION my_exchange\n");
        KT_VERIFY_OK(rules);
        QCOMPARE(matchingOf(aligned, *rules)->runs.size(), std::size_t { 12 });
        QCOMPARE(matchingOf(aligned)->runs.size(), std::size_t { 10 });
        QCOMPARE(builtIn->runs.size(), std::size_t { 10 });
    }

    void clocksAreThoseOfTheirLimits()
    {
        const auto aligned = withAlignedClocks(job(2), KernelClassifier(), {}).value();
        const ClockLimits strict { .fewestInstances = 100 };
        const auto usual = measuredJob({ aligned, {} }, KernelClassifier(), {}, {}).value();
        const auto other = measuredJob({ aligned, {} }, KernelClassifier(), strict, {}).value();
        QVERIFY(usual.clocks->ranks[1].status != ClockStatus::Few);
        QVERIFY(other.clocks->ranks[1].status == ClockStatus::Few);
        QCOMPARE(other.matching, usual.matching);
        const auto again = measuredJob({ aligned, {} }, KernelClassifier(), {}, {}).value();
        QVERIFY(again.clocks->ranks[1].status != ClockStatus::Few);
    }

    void threadsGetOneThing()
    {
        MadeOnce<int, int> things;
        std::atomic<int> made { 0 };
        std::atomic<std::size_t> asking { 0 };
        std::vector<std::shared_ptr<const int>> got(8);
        {
            std::vector<std::jthread> threads;
            for (std::shared_ptr<const int>& own : got)
                threads.emplace_back([&] {
                    ++asking;
                    const auto make = [&]() -> Result<int> {
                        while (asking < got.size())
                            std::this_thread::yield();
                        return ++made;
                    };
                    own = things.of(7, {}, make).value();
                });
        }
        QCOMPARE(made.load(), 1);
        for (const std::shared_ptr<const int>& own : got)
            QCOMPARE(own, got.front());
    }

    void whoIsStoppedLeavesItToTheNext()
    {
        MadeOnce<int, int> things;
        std::binary_semaphore isMaking { 0 };
        std::binary_semaphore goOn { 0 };
        std::jthread first([&](const std::stop_token& stop) {
            Progress progress;
            progress.stop = stop;
            [[maybe_unused]] const auto made = things.of(7, progress, [&]() -> Result<int> {
                isMaking.release();
                goOn.acquire();
                return Error::stopped();
            });
            Q_ASSERT(!made);
        });
        isMaking.acquire();
        std::shared_ptr<const int> got;
        std::jthread second([&] { got = things.of(7, {}, []() -> Result<int> { return 2; }).value(); });
        std::stop_source stop;
        stop.request_stop();
        Progress stopped;
        stopped.stop = stop.get_token();
        const auto none = things.of(7, stopped, []() -> Result<int> { return 3; }); // while another makes it
        QVERIFY(!none);
        QCOMPARE(none.error().code, ErrorCode::Cancelled);
        goOn.release();
        second.join();
        QCOMPARE(*got, 2);
    }

    void anotherKeyWaitsForNobody()
    {
        MadeOnce<int, int> things;
        std::shared_ptr<const int> inner;
        const auto outer = things.of(7, {}, [&]() -> Result<int> {
            inner = things.of(8, {}, []() -> Result<int> { return 80; }).value();
            return 70;
        });
        KT_VERIFY_OK(outer);
        QCOMPARE(*inner, 80);
        QCOMPARE(*things.of(7, {}, []() -> Result<int> { return 0; }).value(), 70);
        QCOMPARE(*things.of(8, {}, []() -> Result<int> { return 81; }).value(), 81); // only the last is known
    }

    void whatIsHeldIsLetGo()
    {
        MadeOnce<int, int> things;
        const auto make = []() -> Result<int> { return 1; };
        std::weak_ptr<const int> thing;
        {
            const auto made = things.of(7, {}, make).value();
            thing = made;
            things.hold(made);
        }
        QVERIFY(!thing.expired());
        things.letGo();
        QVERIFY(thing.expired());
        const auto old = things.of(7, {}, make).value();
        const auto other = things.of(8, {}, make).value();
        thing = old;
        things.hold(old); // not the last any more
        QCOMPARE(thing.use_count(), 1L);
        QVERIFY(other != old);
    }
};

QTEST_GUILESS_MAIN(TestSharedMatching)

#include "tst_shared_matching.moc"
