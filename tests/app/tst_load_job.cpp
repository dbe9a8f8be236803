// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/load_job.h"
#include "core/words/english.h"
#include "tests/support/test_macros.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QObject>
#include <QSignalSpy>
#include <QTest>
#include <QVariantList>

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <new>

using namespace kinetoscope;

namespace {

std::shared_ptr<const TraceSet> emptyJob()
{
    using Ranks = std::vector<std::pair<std::int64_t, std::shared_ptr<const Trace>>>;
    return std::make_shared<const TraceSet>(Ranks(), std::vector<Remark>());
}

/// A loader that works until it is stopped, as a huge file would.
Result<std::shared_ptr<const TraceSet>> loadForever(
    const std::vector<TraceArgument>&, const LoadOptions&, const Progress& progress)
{
    std::mutex mutex;
    std::condition_variable_any stopped;
    std::unique_lock lock(mutex);
    stopped.wait(lock, progress.stop, [] { return false; });
    return Error::stopped();
}

/// Loads at once what is called "quick", and never anything else.
Result<std::shared_ptr<const TraceSet>> loadQuickOnly(
    const std::vector<TraceArgument>& arguments, const LoadOptions& options, const Progress& progress)
{
    if (arguments.front().path == "quick")
        return emptyJob();
    return loadForever(arguments, options, progress);
}

} // namespace

class TestLoadJob : public QObject {
    Q_OBJECT

private slots:
    void handsOverTheTraces();
    void reportsProgressInBytes();
    void handsOverPreviews();
    void newestRequestWins();
    void cancelIsHeardAtOnce();
    void cancelledLoadSaysNothingMore();
    void endsWhenDestroyedWhileLoading();
    void noMemoryIsAnError();
    void exceptionIsAnError();
    void loadsManyTimesInARow();
};

void TestLoadJob::handsOverTheTraces()
{
    LoadJob job(nullptr, loadQuickOnly);
    QSignalSpy loaded(&job, &LoadJob::loaded);
    const quint64 request = job.start({ { std::nullopt, "quick" } });
    QVERIFY(job.isRunning());
    QTRY_COMPARE(loaded.size(), 1);
    QCOMPARE(loaded.front().front().toULongLong(), request);
    QVERIFY(!job.isRunning());
}

void TestLoadJob::reportsProgressInBytes()
{
    LoadJob job(
        nullptr, [](const std::vector<TraceArgument>& arguments, const LoadOptions& options, const Progress& progress) {
            progress.setTotal(400);
            progress.add(100);
            return loadForever(arguments, options, progress);
        });
    QSignalSpy progressed(&job, &LoadJob::progressed);
    job.start({ { std::nullopt, "slow" } });
    QTRY_VERIFY(!progressed.isEmpty() && progressed.back() == (QVariantList { quint64 { 100 }, quint64 { 400 } }));
}

void TestLoadJob::handsOverPreviews()
{
    LoadJob job(
        nullptr, [](const std::vector<TraceArgument>& arguments, const LoadOptions& options, const Progress& progress) {
            auto preview = std::make_shared<TracePreview>();
            preview->events = 17;
            options.onPreview(std::move(preview));
            return loadForever(arguments, options, progress);
        });
    std::uint64_t events = 0;
    connect(&job, &LoadJob::previewed, this,
        [&events](const std::shared_ptr<const TracePreview>& preview) { events = preview->events; });
    job.start({ { std::nullopt, "slow" } });
    QTRY_COMPARE(events, std::uint64_t { 17 });
}

void TestLoadJob::newestRequestWins()
{
    LoadJob job(nullptr, loadQuickOnly);
    QSignalSpy loaded(&job, &LoadJob::loaded);
    QSignalSpy cancelled(&job, &LoadJob::cancelled);
    QSignalSpy failed(&job, &LoadJob::failed);
    job.start({ { std::nullopt, "slow" } });
    const quint64 second = job.start({ { std::nullopt, "quick" } });
    QTRY_COMPARE(loaded.size(), 1);
    QCOMPARE(loaded.front().front().toULongLong(), second);
    QCoreApplication::processEvents();
    QVERIFY(cancelled.isEmpty());
    QVERIFY(failed.isEmpty());
}

void TestLoadJob::cancelIsHeardAtOnce()
{
    LoadJob job(nullptr, loadForever);
    QSignalSpy cancelled(&job, &LoadJob::cancelled);
    const quint64 request = job.start({ { std::nullopt, "slow" } });
    job.cancel();
    QCOMPARE(cancelled.size(), 1);
    QCOMPARE(cancelled.front().front().toULongLong(), request);
    QVERIFY(!job.isRunning());
}

void TestLoadJob::cancelledLoadSaysNothingMore()
{
    // This loader does not listen: it comes back with a result long after nobody wants it.
    std::atomic<bool> goOn { false };
    LoadJob job(nullptr, [&goOn](const std::vector<TraceArgument>&, const LoadOptions&, const Progress&) {
        goOn.wait(false);
        return Result<std::shared_ptr<const TraceSet>>(emptyJob());
    });
    QSignalSpy loaded(&job, &LoadJob::loaded);
    job.start({ { std::nullopt, "deaf" } });
    job.cancel();
    goOn = true;
    goOn.notify_all();
    job.start({ { std::nullopt, "next" } });
    QTRY_COMPARE(loaded.size(), 1);
    QCOMPARE(loaded.front().front().toULongLong(), quint64 { 2 });
}

void TestLoadJob::endsWhenDestroyedWhileLoading()
{
    QElapsedTimer clock;
    {
        LoadJob job(nullptr, loadForever);
        for (int i = 0; i < 5; ++i)
            job.start({ { std::nullopt, "slow" } });
        clock.start();
    }
    QVERIFY2(clock.elapsed() < 5000, "all threads were asked to stop, and stopped");
}

void TestLoadJob::noMemoryIsAnError()
{
    LoadJob job(nullptr,
        [](const std::vector<TraceArgument>&, const LoadOptions&,
            const Progress&) -> Result<std::shared_ptr<const TraceSet>> { throw std::bad_alloc(); });
    ErrorCode code = ErrorCode::Cancelled;
    connect(&job, &LoadJob::failed, this, [&code](quint64, const Error& error) { code = error.code; });
    job.start({ { std::nullopt, "big" } });
    QTRY_VERIFY(!job.isRunning());
    QVERIFY(code == ErrorCode::OutOfMemory);
}

void TestLoadJob::exceptionIsAnError()
{
    LoadJob job(nullptr,
        [](const std::vector<TraceArgument>&, const LoadOptions&, const Progress&)
            -> Result<std::shared_ptr<const TraceSet>> { throw std::runtime_error("the disk is on fire"); });
    std::string message;
    connect(
        &job, &LoadJob::failed, this, [&message](quint64, const Error& error) { message = english(error.message); });
    job.start({ { std::nullopt, "odd" } });
    QTRY_VERIFY(!job.isRunning());
    QCOMPARE(message, std::string("the disk is on fire"));
}

void TestLoadJob::loadsManyTimesInARow()
{
    LoadJob job(nullptr, loadQuickOnly);
    QSignalSpy loaded(&job, &LoadJob::loaded);
    for (int i = 0; i < 200; ++i) {
        job.start({ { std::nullopt, "slow" } });
        if (i % 3 == 0)
            job.cancel();
        if (i % 7 == 0)
            QCoreApplication::processEvents();
    }
    job.start({ { std::nullopt, "quick" } });
    QTRY_COMPARE(loaded.size(), 1);
}

QTEST_GUILESS_MAIN(TestLoadJob)
#include "tst_load_job.moc"
