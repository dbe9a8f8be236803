// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QObject>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <new>
#include <stop_token>
#include <thread>
#include <utility>
#include <vector>

namespace kinetoscope {

/// Runs one kind of job off the GUI thread; the newest request wins. A newer request asks the older ones to stop and
/// drops their results, whenever they come. Two run at once at most, so that jobs which cannot stop soon do not pile
/// up: a third waits for one of them, and is dropped for a newer one. Used from one thread (the GUI's), which also gets
/// the results.
///
///     LatestJob<Selection> m_evidence { [this](Result<Selection> selection) { show(selection); } };
///     m_evidence.start([table, row](std::stop_token) -> Result<Selection> { return table->evidence(row, 0); });
///
/// The job owns what it needs and never sees a widget. Destruction asks all jobs to stop and waits for them.
template <typename T> class LatestJob {
public:
    using Work = std::function<Result<T>(std::stop_token)>;
    using Done = std::function<void(Result<T>)>;

    explicit LatestJob(Done done)
        : m_done(std::move(done))
        , m_receiver(std::make_unique<QObject>())
    {
    }
    ~LatestJob()
    {
        cancel();
        m_runs.clear(); // joins: after this nothing posts to m_receiver
    }
    LatestJob(const LatestJob&) = delete;
    LatestJob& operator=(const LatestJob&) = delete;

    void start(Work work)
    {
        cancel();
        reap();
        m_isRunning = true;
        if (m_runs.size() < kMostAtOnce)
            launch(std::move(work));
        else
            m_waiting = std::move(work);
    }

    /// Drops what is running. No result will come of it.
    void cancel()
    {
        ++m_newest;
        m_isRunning = false;
        m_waiting = nullptr;
        for (Run& job : m_runs)
            job.thread.request_stop();
    }

    [[nodiscard]] bool isRunning() const { return m_isRunning; }

private:
    static constexpr std::size_t kMostAtOnce = 2;

    struct Run {
        std::jthread thread;
        std::shared_ptr<bool> isFinished; ///< touched by the owner's thread only
    };

    void launch(Work work)
    {
        const std::uint64_t number = m_newest;
        auto isFinished = std::make_shared<bool>(false);
        std::jthread thread([this, number, isFinished, work = std::move(work)](std::stop_token stop) mutable {
            auto result = std::make_shared<Result<T>>(run(work, stop));
            work = nullptr; // may hold the last of a trace: not while the owner waits for the end of this thread
            QMetaObject::invokeMethod(
                m_receiver.get(),
                [this, number, result, isFinished] {
                    *isFinished = true;
                    deliver(number, *result);
                },
                Qt::QueuedConnection);
        });
        m_runs.push_back({ std::move(thread), std::move(isFinished) });
    }

    static Result<T> run(const Work& work, std::stop_token stop)
    {
        try {
            return work(std::move(stop));
        } catch (const std::bad_alloc&) {
            return Error { ErrorCode::OutOfMemory,
                { KT_PHRASE("latest-job", "There is not enough memory for this.") } };
        }
    }

    void deliver(std::uint64_t number, Result<T>& result)
    {
        reap();
        if (m_waiting)
            launch(std::exchange(m_waiting, nullptr));
        if (number != m_newest)
            return;
        m_isRunning = false;
        m_done(std::move(result));
    }

    void reap()
    {
        std::erase_if(m_runs, [](const Run& job) { return *job.isFinished; });
    }

    Done m_done;
    std::unique_ptr<QObject> m_receiver; ///< lives in the owner's thread; results are posted to it
    std::vector<Run> m_runs;
    Work m_waiting; ///< empty: none
    std::uint64_t m_newest = 0;
    bool m_isRunning = false;
};

} // namespace kinetoscope
