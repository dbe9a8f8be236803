// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/causes/work/blocking_calls.h"
#include "tests/support/event_builder.h"
#include "tests/support/load_text.h"
#include "tests/support/test_macros.h"

using namespace kinetoscope;
using namespace kinetoscope::tests;

/// What waits for room in a queue or for an event, where things come at the same moment (causes.md 1.6 and 1.7).
class TestBlockingCalls : public QObject {
    Q_OBJECT

private slots:
    void aLaunchWaitsForRoom_data();
    void aLaunchWaitsForRoom();
    void aCopyEndsInItsCall_data();
    void aCopyEndsInItsCall();
    void aCopyOfPinnedMemoryMayWait_data();
    void aCopyOfPinnedMemoryMayWait();
    void aWaitIsForTheNextLaunch_data();
    void aWaitIsForTheNextLaunch();
};

namespace {

constexpr Nanoseconds kGap = 1'000;

} // namespace

void TestBlockingCalls::aLaunchWaitsForRoom_data()
{
    QTest::addColumn<qint64>("before"); // when the last launch before the long one begins
    QTest::addColumn<qint64>("first");  // when the first of the two pieces of work before it starts
    QTest::addColumn<qint64>("length"); // of the long launch, which begins at 10 us
    QTest::addColumn<bool>("waits");
    QTest::newRow("two wait before it") << qint64 { 200 } << qint64 { 10'001 } << qint64 { 2'000 } << true;
    QTest::newRow("one of them has just started") << qint64 { 200 } << qint64 { 10'000 } << qint64 { 2'000 } << false;
    QTest::newRow("one is launched at the same time")
        << qint64 { 10'000 } << qint64 { 10'001 } << qint64 { 2'000 } << false;
    QTest::newRow("it is short") << qint64 { 200 } << qint64 { 10'001 } << qint64 { 999 } << false;
}

void TestBlockingCalls::aLaunchWaitsForRoom()
{
    QFETCH(qint64, before);
    QFETCH(qint64, first);
    QFETCH(qint64, length);
    EventBuilder events;
    events.onThread("1", "1");
    events.slice("cuda_runtime", "cudaLaunchKernel", 100, 150, 1);
    events.slice("cuda_runtime", "cuLaunchKernel", 10'000, 10'000 + length, 3);
    events.onThread("1", "2");
    events.slice("cuda_runtime", "cudaLaunchKernel", before, before + 50, 2);
    events.onStream(0, 7);
    events.slice("kernel", "a", first, first + 100, 1);
    events.slice("kernel", "b", 10'200, 10'300, 2);
    events.slice("kernel", "c", 20'000, 20'100, 3);
    const auto trace = events.build();
    const BlockingCalls calls(*trace, kGap, 2);
    QTEST(calls.wayOf(findSlice(*trace, "cuLaunchKernel")) == BlockingWay::FullQueue, "waits");
}

/// Where neither the call nor the copy has a name that tells.
void TestBlockingCalls::aCopyEndsInItsCall_data()
{
    QTest::addColumn<qint64>("end"); // of a copy of 2 us; the call takes from 10 to 20 us
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<bool>("waits");
    const QByteArray async = "hipMemcpyAsync";
    QTest::newRow("in it") << qint64 { 15'000 } << async << true;
    QTest::newRow("as it begins") << qint64 { 10'000 } << async << true;
    QTest::newRow("as it returns") << qint64 { 20'000 } << async << true;
    QTest::newRow("later") << qint64 { 20'001 } << async << false;
    QTest::newRow("before, by a clock that is behind") << qint64 { 9'999 } << async << false;
    QTest::newRow("before, of a call that always waits")
        << qint64 { 9'999 } << QByteArray("hipMemcpyWithStream") << true;
}

void TestBlockingCalls::aCopyEndsInItsCall()
{
    QFETCH(qint64, end);
    QFETCH(QByteArray, name);
    EventBuilder events;
    events.onThread("1", "1");
    events.slice("cuda_runtime", name.constData(), 10'000, 20'000, 1);
    events.onStream(0, 7);
    events.slice("gpu_memcpy", "Memcpy HtoD (Host -> Device)", end - 2'000, end, 1);
    const auto trace = events.build();
    const BlockingCalls calls(*trace, kGap, 1'000);
    QTEST(calls.wayOf(findSlice(*trace, name.constData())) == BlockingWay::Copy, "waits");
}

/// The CUDA runtime's "API synchronization behavior": a copy from or to pinned memory is waited for unless the call is
/// an asynchronous one; one within the device is not.
void TestBlockingCalls::aCopyOfPinnedMemoryMayWait_data()
{
    QTest::addColumn<QByteArray>("call");
    QTest::addColumn<QByteArray>("copy");
    QTest::addColumn<bool>("waits");
    QTest::newRow("to the host") << QByteArray("cudaMemcpy") << QByteArray("Memcpy DtoH (Device -> Pinned)") << true;
    QTest::newRow("to the GPU") << QByteArray("cudaMemcpy2D") << QByteArray("Memcpy HtoD (Pinned -> Device)") << true;
    QTest::newRow("asynchronous") << QByteArray("cudaMemcpyAsync") << QByteArray("Memcpy DtoH (Device -> Pinned)")
                                  << false;
    QTest::newRow("within the device") << QByteArray("cudaMemcpy") << QByteArray("Memcpy DtoD (Device -> Device)")
                                       << false;
}

void TestBlockingCalls::aCopyOfPinnedMemoryMayWait()
{
    QFETCH(QByteArray, call);
    QFETCH(QByteArray, copy);
    EventBuilder events;
    events.onThread("1", "1");
    events.slice("cuda_runtime", call.constData(), 10'000, 20'000, 1);
    events.onStream(0, 7);
    events.slice("gpu_memcpy", copy.constData(), 13'000, 18'000, 1);
    const auto trace = events.build();
    const BlockingCalls calls(*trace, kGap, 1'000);
    QTEST(calls.wayOf(findSlice(*trace, call.constData())) == BlockingWay::Copy, "waits");
}

void TestBlockingCalls::aWaitIsForTheNextLaunch_data()
{
    QTest::addColumn<qint64>("wait"); // when the stream is made to wait; launches begin at 1, 2 and 3 us
    QTest::addColumn<QString>("waiting");
    QTest::newRow("before all") << qint64 { 500 } << "a";
    QTest::newRow("between two") << qint64 { 1'500 } << "b";
    // It is over: it takes less than the file's unit of time. So the one behind it does not wait.
    QTest::newRow("at the time of a launch") << qint64 { 2'000 } << "b";
    QTest::newRow("behind all") << qint64 { 3'500 } << "";
}

void TestBlockingCalls::aWaitIsForTheNextLaunch()
{
    QFETCH(qint64, wait);
    EventBuilder events;
    events.onThread("1", "1");
    events.slice("cuda_runtime", "cudaStreamWaitEvent", wait, wait);
    for (int i = 1; i <= 3; ++i)
        events.slice("cuda_runtime", "cudaLaunchKernel", 1'000 * i, 1'000 * i + 10, i);
    events.onStream(0, 7);
    for (int i = 1; i <= 3; ++i)
        events.slice("kernel", i == 1 ? "a" : i == 2 ? "b" : "c", 10'000 * i, 10'000 * i + 100, i);
    const auto trace = events.build();
    const BlockingCalls calls(*trace, kGap, 1'000);
    QString waiting;
    for (const char* name : { "a", "b", "c" })
        waiting += calls.waitsForEvent(findSlice(*trace, name)) ? name : "";
    QTEST(waiting, "waiting");
}

QTEST_GUILESS_MAIN(TestBlockingCalls)
#include "tst_blocking_calls.moc"
