// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/parallel.h"

#include <QTest>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <initializer_list>
#include <stdexcept>
#include <thread>
#include <vector>

using namespace kinetoscope;
using namespace std::chrono_literals;

/// parallelFor: what is called, in which order, and what comes back of it.
class TestParallel : public QObject {
    Q_OBJECT

private slots:
    void eachIsCalledOnce_data();
    void eachIsCalledOnce();
    void aCallMayWaitForAnEarlierOne_data();
    void aCallMayWaitForAnEarlierOne();
    void anExceptionIsThrownOn_data();
    void anExceptionIsThrownOn();

private:
    static void addThreads()
    {
        QTest::addColumn<int>("threads");
        for (const int threads : { -1, 1, 2, 8 })
            QTest::addRow("%d threads", threads) << threads;
    }
};

void TestParallel::eachIsCalledOnce_data()
{
    addThreads();
}

void TestParallel::eachIsCalledOnce()
{
    QFETCH(int, threads);
    for (const std::size_t count : std::initializer_list<std::size_t> { 0, 1, 2, 1000 }) {
        std::vector<std::atomic<int>> calls(count);
        parallelFor(count, threads, [&](std::size_t i) { ++calls[i]; });
        for (const std::atomic<int>& each : calls)
            QCOMPARE(each.load(), 1);
    }
}

void TestParallel::aCallMayWaitForAnEarlierOne_data()
{
    addThreads();
}

void TestParallel::aCallMayWaitForAnEarlierOne()
{
    QFETCH(int, threads);
    std::vector<std::atomic<bool>> isDone(100);
    std::atomic<bool> isStuck { false };
    parallelFor(isDone.size(), threads, [&](std::size_t i) {
        const auto until = std::chrono::steady_clock::now() + 10s;
        while (i > 0 && !isDone[i - 1] && !isStuck) {
            if (std::chrono::steady_clock::now() > until)
                isStuck = true;
            std::this_thread::yield();
        }
        isDone[i] = true;
    });
    QVERIFY(!isStuck);
}

void TestParallel::anExceptionIsThrownOn_data()
{
    addThreads();
}

void TestParallel::anExceptionIsThrownOn()
{
    QFETCH(int, threads);
    std::atomic<int> begun { 0 };
    std::atomic<int> ended { 0 };
    const auto run = [&] {
        parallelFor(1000, threads, [&](std::size_t i) {
            ++begun;
            if (i == 3) {
                ++ended;
                throw std::runtime_error("the fourth");
            }
            ++ended;
        });
    };
    QVERIFY_THROWS_EXCEPTION(std::runtime_error, run());
    QCOMPARE(ended.load(), begun.load()); // nobody is at work any more
    QVERIFY(begun >= 4);
}

QTEST_GUILESS_MAIN(TestParallel)
#include "tst_parallel.moc"
