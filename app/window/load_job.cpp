// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/load_job.h"

#include <chrono>
#include <exception>
#include <mutex>
#include <new>
#include <optional>
#include <system_error>
#include <thread>
#include <utility>

namespace kinetoscope {

namespace {

constexpr std::chrono::milliseconds kPollInterval { 50 };

using LoadResult = Result<std::shared_ptr<const TraceSet>>;

/// Runs the loader; exceptions stop here, at the worker's edge.
LoadResult runLoader(const LoadJob::Loader& loader, const std::vector<TraceArgument>& arguments,
    const LoadOptions& options, const Progress& progress)
{
    try {
        return loader(arguments, options, progress);
    } catch (const std::bad_alloc&) {
        return Error { ErrorCode::OutOfMemory,
            { KT_PHRASE("load-job", "there is not enough memory to load this trace.") } };
    } catch (const std::exception& exception) {
        return Error { ErrorCode::Unreadable, Message::verbatim(exception.what()) };
    }
}

} // namespace

/// One request. The worker and the GUI thread meet in `progress` (atomics) and in the mailbox (locked), nowhere else.
struct LoadJob::Run {
    quint64 request = 0;
    std::vector<TraceArgument> arguments;
    ProgressCounters progress;

    std::mutex mutex;
    std::shared_ptr<const TracePreview> preview; ///< newest one that was not collected
    std::optional<LoadResult> result;
    std::atomic<bool> hasEnded { false };

    std::jthread thread; ///< last member: joined before what it uses goes away
};

LoadJob::LoadJob(QObject* parent, Loader loader)
    : QObject(parent)
    , m_loader(std::move(loader))
{
    m_timer.setInterval(kPollInterval);
    connect(&m_timer, &QTimer::timeout, this, &LoadJob::report);
}

LoadJob::~LoadJob()
{
    // Stop all first, then join: closing waits for the slowest one, not for their sum.
    if (m_current)
        m_current->thread.request_stop();
    for (const auto& run : m_retired)
        run->thread.request_stop();
    m_current.reset();
    m_retired.clear();
}

quint64 LoadJob::start(std::vector<TraceArgument> arguments, Loader loader)
{
    if (m_current) {
        m_current->thread.request_stop();
        m_retired.push_back(std::move(m_current));
    }
    m_current = std::make_unique<Run>();
    Run* run = m_current.get();
    run->request = ++m_lastRequest;
    run->arguments = std::move(arguments);
    // `this` is only used to post a wake-up. It outlives the thread: the destructor joins.
    const auto work = [this, run, loader = std::move(loader), limits = m_limits](const std::stop_token& stop) {
        const auto wake = [this] { QMetaObject::invokeMethod(this, &LoadJob::collect, Qt::QueuedConnection); };
        LoadOptions options;
        options.limits = limits;
        options.onPreview = [run, &wake](std::shared_ptr<const TracePreview> preview) {
            {
                const std::lock_guard lock(run->mutex);
                run->preview = std::move(preview);
            }
            wake();
        };
        LoadResult result = runLoader(loader, run->arguments, options, Progress { &run->progress, stop });
        // Nobody waits for a stopped one: the timer finds its end. Fewer posts from several threads, and TSan, which
        // cannot see into Qt's event queue, stays silent.
        const bool isWanted = !stop.stop_requested();
        if (isWanted) {
            const std::lock_guard lock(run->mutex);
            run->result = std::move(result);
        }
        run->hasEnded.store(true, std::memory_order_release);
        if (isWanted)
            wake();
    };
    try {
        run->thread = std::jthread(work);
    } catch (const std::system_error&) { // the timer finds it
        run->result = Error { ErrorCode::Unreadable,
            { KT_PHRASE(
                "load-job", "the system gives no thread to load it with: its limit of processes is reached.") } };
        run->hasEnded = true;
    }
    m_timer.start();
    return run->request;
}

void LoadJob::cancel()
{
    if (!m_current)
        return;
    const quint64 request = m_current->request;
    m_current->thread.request_stop();
    m_retired.push_back(std::move(m_current));
    emit cancelled(request);
}

void LoadJob::collect()
{
    reap();
    if (!m_current)
        return;
    std::shared_ptr<const TracePreview> preview;
    std::optional<LoadResult> result;
    {
        const std::lock_guard lock(m_current->mutex);
        preview = std::move(m_current->preview);
        m_current->preview.reset();
        result = std::move(m_current->result);
        m_current->result.reset();
    }
    if (!result) {
        if (preview)
            emit previewed(preview);
        return;
    }
    // The thread has nothing left to do but end; joining it here is a matter of microseconds.
    const std::unique_ptr<Run> done = std::move(m_current);
    if (done->thread.joinable())
        done->thread.join();
    if (m_retired.empty())
        m_timer.stop();
    if (*result)
        emit loaded(done->request, result->value());
    else if (result->error().code == ErrorCode::Cancelled)
        emit cancelled(done->request);
    else
        emit failed(done->request, result->error());
}

void LoadJob::report()
{
    collect();
    if (m_current) {
        emit progressed(m_current->progress.done.load(std::memory_order_relaxed),
            m_current->progress.total.load(std::memory_order_relaxed));
    }
}

void LoadJob::reap()
{
    std::erase_if(
        m_retired, [](const std::unique_ptr<Run>& run) { return run->hasEnded.load(std::memory_order_acquire); });
    if (!m_current && m_retired.empty())
        m_timer.stop();
}

} // namespace kinetoscope

#include "moc_load_job.cpp"
