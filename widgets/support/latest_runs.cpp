// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/support/latest_runs.h"

#include <algorithm>
#include <cstddef>
#include <system_error>
#include <utility>

namespace kinetoscope {

namespace {

constexpr std::size_t kMostAtOnce = 2;
constexpr std::chrono::milliseconds kBetweenTries { 500 }; ///< of a thread

} // namespace

LatestRuns::LatestRuns(std::chrono::milliseconds patience)
    : m_receiver(std::make_unique<QObject>())
    , m_patience(patience)
{
    m_nextTry.setSingleShot(true);
    QObject::connect(&m_nextTry, &QTimer::timeout, m_receiver.get(), [this] { launchWaiting(); });
}

LatestRuns::~LatestRuns()
{
    cancel();
    m_runs.clear(); // joins: after this nothing posts to m_receiver
}

void LatestRuns::start(Work work, Delivery refused)
{
    cancel();
    reap();
    m_isRunning = true;
    m_refused = std::move(refused);
    m_waited = {};
    if (m_runs.size() < kMostAtOnce)
        launch(std::move(work));
    else
        m_waiting = std::move(work);
}

void LatestRuns::cancel()
{
    ++m_newest;
    m_isRunning = false;
    m_waiting = nullptr;
    m_refused = nullptr;
    m_nextTry.stop();
    for (Run& run : m_runs)
        run.thread.request_stop();
}

void LatestRuns::launch(Work work)
{
    auto isFinished = std::make_shared<bool>(false);
    const auto own = std::make_shared<Work>(std::move(work)); // outlives a thread that cannot begin
    const auto run = [this, number = m_newest, isFinished, own](std::stop_token stop) {
        Delivery delivery = (*own)(std::move(stop));
        *own = nullptr; // may hold the last of a trace: not while the owner waits for the end of this thread
        QMetaObject::invokeMethod(
            m_receiver.get(),
            [this, number, isFinished, delivered = std::move(delivery)] {
                *isFinished = true;
                finish(number, delivered);
            },
            Qt::QueuedConnection);
    };
    try {
        m_runs.push_back({ std::jthread(run), isFinished });
    } catch (const std::system_error&) { // no more threads are to be had now
        waitForThread(std::move(*own));
    }
}

void LatestRuns::waitForThread(Work work)
{
    if (m_waited < m_patience) {
        const std::chrono::milliseconds next = std::min(kBetweenTries, m_patience - m_waited);
        m_waiting = std::move(work);
        m_waited += next;
        m_nextTry.start(next);
        return;
    }
    // Posted, as all that is delivered: whoever starts a run is not done with that yet.
    QMetaObject::invokeMethod(
        m_receiver.get(),
        [this, number = m_newest] {
            if (number != m_newest)
                return;
            m_isRunning = false;
            const Delivery refused = std::exchange(m_refused, nullptr);
            refused();
        },
        Qt::QueuedConnection);
}

void LatestRuns::launchWaiting()
{
    if (m_waiting && m_runs.size() < kMostAtOnce)
        launch(std::exchange(m_waiting, nullptr));
}

void LatestRuns::finish(std::uint64_t number, const Delivery& delivery)
{
    reap();
    launchWaiting();
    if (number != m_newest)
        return;
    m_isRunning = false;
    delivery();
}

void LatestRuns::reap()
{
    std::erase_if(m_runs, [](const Run& run) { return *run.isFinished; });
}

} // namespace kinetoscope
