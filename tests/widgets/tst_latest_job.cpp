// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/support/latest_job.h"

#include <QScopeGuard>
#include <QTest>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#ifdef __GLIBC__
#include <pthread.h>
#endif

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

    void whereNoThreadIsToBeHadItSaysSo()
    {
#ifdef __GLIBC__
        pthread_attr_t before {};
        QCOMPARE(pthread_getattr_default_np(&before), 0);
        pthread_attr_t hopeless {};
        QCOMPARE(pthread_attr_init(&hopeless), 0);
        QCOMPARE(pthread_attr_setstacksize(&hopeless, std::size_t { 1 } << 50), 0);
        QCOMPARE(pthread_setattr_default_np(&hopeless), 0);
        const auto restore = qScopeGuard([&before] { QCOMPARE(pthread_setattr_default_np(&before), 0); });

        std::vector<std::string> errors;
        int ends = 0;
        const auto done = [&](Result<int> result) {
            ++ends;
            if (!result)
                errors.push_back(english(result.error().message));
        };
        const auto work = [](const std::stop_token&) -> Result<int> { return 1; };
        LatestJob<int> hasty(done, std::chrono::milliseconds { 50 });
        hasty.start(work);
        hasty.start(work); // the first one's wait is over with it
        QVERIFY(hasty.isRunning());
        QCOMPARE(ends, 0);
        QTRY_VERIFY(!hasty.isRunning());
        QCOMPARE(errors,
            std::vector<std::string> { "The system gives no thread for this: its limit of processes is reached." });

        hasty.start(work);
        hasty.cancel();
        QTest::qWait(100);
        QCOMPARE(ends, 1);

        LatestJob<int> patient(done);
        patient.start(work);
        QTest::qWait(100);
        QVERIFY(patient.isRunning());
        QCOMPARE(pthread_setattr_default_np(&before), 0);
        QTRY_VERIFY(!patient.isRunning()); // there is one again
        QCOMPARE(ends, 2);
        QCOMPARE(errors.size(), std::size_t { 1 });
#else
        QSKIP("threads are taken away by glibc's defaults here");
#endif
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
