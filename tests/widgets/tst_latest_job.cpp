// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/support/latest_job.h"

#include <QTest>

#include <atomic>
#include <memory>
#include <vector>

using namespace kinetoscope;

namespace {

/// What jobs do until they are let go, and how many of them were at it at once.
struct Gate {
    std::atomic<bool> isOpen { false };
    std::atomic<int> inside { 0 };
    std::atomic<int> most { 0 };
    std::atomic<int> started { 0 };

    void pass()
    {
        ++started;
        const int now = ++inside;
        int before = most;
        while (before < now && !most.compare_exchange_weak(before, now)) { }
        while (!isOpen)
            std::this_thread::yield();
        --inside;
    }
};

} // namespace

class TestLatestJob : public QObject {
    Q_OBJECT

private slots:
    void theNewestWins()
    {
        std::vector<int> done;
        LatestJob<int> job([&done](Result<int> result) { done.push_back(result.value()); });
        for (int i = 0; i < 20; ++i)
            job.start([i](const std::stop_token&) -> Result<int> { return i; });
        QVERIFY(job.isRunning());
        QTRY_VERIFY(!job.isRunning());
        QCOMPARE(done, std::vector<int> { 19 });
        job.start([](const std::stop_token&) -> Result<int> { return 1; });
        job.cancel();
        QVERIFY(!job.isRunning());
        QTest::qWait(20);
        QCOMPARE(done.size(), std::size_t { 1 });
    }

    void whatCannotStopDoesNotPileUp()
    {
        Gate gate;
        std::vector<int> done;
        LatestJob<int> job([&done](Result<int> result) { done.push_back(result.value()); });
        // They do not look at the stop token, as a cell's evidence does not.
        for (int i = 0; i < 10; ++i) {
            job.start([i, &gate](const std::stop_token&) -> Result<int> {
                gate.pass();
                return i;
            });
        }
        QTRY_COMPARE(gate.started.load(), 2);
        QTest::qWait(20);
        QCOMPARE(gate.started.load(), 2);
        QVERIFY(done.empty());
        gate.isOpen = true;
        QTRY_VERIFY(!job.isRunning());
        QCOMPARE(done, std::vector<int> { 9 }); // it waited, and was not forgotten
        QCOMPARE(gate.most.load(), 2);
        QCOMPARE(gate.started.load(), 3); // those in between never began
    }

    void whatWaitsIsDroppedByACancel()
    {
        Gate gate;
        std::vector<int> done;
        LatestJob<int> job([&done](Result<int> result) { done.push_back(result.value()); });
        for (int i = 0; i < 3; ++i) {
            job.start([i, &gate](const std::stop_token&) -> Result<int> {
                gate.pass();
                return i;
            });
        }
        QTRY_COMPARE(gate.started.load(), 2);
        job.cancel();
        gate.isOpen = true;
        QTRY_COMPARE(gate.inside.load(), 0);
        QTest::qWait(20);
        QCOMPARE(gate.started.load(), 2);
        QVERIFY(done.empty());
    }

    void endingWaitsForWhatRuns()
    {
        Gate gate;
        gate.isOpen = true;
        bool isDone = false;
        {
            LatestJob<int> job([&isDone](const Result<int>&) { isDone = true; });
            for (int i = 0; i < 5; ++i) {
                job.start([&gate](const std::stop_token&) -> Result<int> {
                    gate.pass();
                    return 1;
                });
            }
        }
        QCOMPARE(gate.inside.load(), 0);
        QVERIFY(gate.started.load() <= 2);
        QCoreApplication::processEvents();
        QVERIFY(!isDone);
    }

    void whatAJobHoldsIsLetGoOfByItsThread()
    {
        auto held = std::make_shared<int>(7);
        std::weak_ptr<int> watched = held;
        bool isHeldWhenDone = true;
        LatestJob<int> job([&](const Result<int>&) { isHeldWhenDone = !watched.expired(); });
        job.start([held](const std::stop_token&) -> Result<int> { return *held; });
        held.reset();
        QTRY_VERIFY(!job.isRunning());
        QVERIFY(!isHeldWhenDone);
    }
};

QTEST_GUILESS_MAIN(TestLatestJob)
#include "tst_latest_job.moc"
