// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/memory_guard.h"
#include "core/base/memory_use.h"
#include "tests/support/test_macros.h"

#include <QObject>
#include <QTest>

#include <chrono>
#include <thread>
#include <vector>

using namespace kinetoscope;

/// A job that takes too much memory is told to stop, and what stopped it is said.
class TestMemoryGuard : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void jobThatGrowsIsStopped();
    void jobThatFitsIsLeftAlone();
    void tooMuchAtTheEndCounts();
    void stopFromOutsideIsNotMemory();
    void limitOfNobodyIsTheUsualOne();
};

namespace {

constexpr std::size_t kStep = 4U << 20;

/// Takes memory until told to stop, at most 400 MiB.
Result<int> grow(const std::stop_token& stop)
{
    std::vector<std::vector<char>> taken;
    for (int i = 0; i < 100; ++i) {
        if (stop.stop_requested())
            return Error::stopped();
        taken.emplace_back(kStep, 'x');
        std::this_thread::sleep_for(std::chrono::milliseconds(5)); // the guard looks by the clock
    }
    return static_cast<int>(taken.size());
}

} // namespace

void TestMemoryGuard::initTestCase()
{
    if (residentBytes() == 0)
        QSKIP("This system does not tell what a program holds.");
}

void TestMemoryGuard::jobThatGrowsIsStopped()
{
    const auto result = withinMemory(residentBytes() + (32U << 20), {}, grow);
    KT_VERIFY_ERROR(result, ErrorCode::MemoryLimit);
}

void TestMemoryGuard::jobThatFitsIsLeftAlone()
{
    const auto result = withinMemory(residentBytes() + (1U << 30), {}, [](const std::stop_token& stop) {
        return stop.stop_requested() ? Result<int>(Error::stopped()) : Result<int>(7);
    });
    KT_VERIFY_OK(result);
    QCOMPARE(*result, 7);
}

/// A job too short to be looked at.
void TestMemoryGuard::tooMuchAtTheEndCounts()
{
    KT_VERIFY_ERROR(withinMemory(1, {}, [](const std::stop_token&) { return Result<int>(7); }), ErrorCode::MemoryLimit);
}

void TestMemoryGuard::stopFromOutsideIsNotMemory()
{
    std::stop_source outside;
    const auto result =
        withinMemory(residentBytes() + (1U << 30), outside.get_token(), [&](const std::stop_token& stop) {
            outside.request_stop();
            return stop.stop_requested() ? Result<int>(Error::stopped()) : Result<int>(7);
        });
    KT_VERIFY_ERROR(result, ErrorCode::Cancelled);
}

void TestMemoryGuard::limitOfNobodyIsTheUsualOne()
{
    QCOMPARE(mostResidentBytes(), mostResidentBytes(usualMemoryLimit()));
    QVERIFY(mostResidentBytes(1) > 1); // the program itself
}

QTEST_GUILESS_MAIN(TestMemoryGuard)
#include "tst_memory_guard.moc"
