// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QTimer>

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <stop_token>
#include <thread>
#include <vector>

namespace kinetoscope {

/// What all LatestJobs have in common, compiled once: threads of which the newest counts. A newer request asks the
/// older ones to stop and drops their results, whenever they come. Two run at once at most, so that jobs which cannot
/// stop soon do not pile up: a third waits for one of them, and is dropped for a newer one. Used from one thread (the
/// GUI's), which also gets what they leave.
class LatestRuns {
public:
    /// Hands over what a run has found; called in the owner's thread.
    using Delivery = std::function<void()>;
    /// Called in a thread of its own, which destroys it then; does not throw.
    using Work = std::function<Delivery(std::stop_token)>;

    /// @param patience  how long a run waits for a thread where the system gives none.
    explicit LatestRuns(std::chrono::milliseconds patience);
    /// Asks all to stop and waits for them.
    ~LatestRuns();
    LatestRuns(const LatestRuns&) = delete;
    LatestRuns& operator=(const LatestRuns&) = delete;

    /// @param refused  called in the owner's thread in place of what the work delivers if no thread could be had.
    void start(Work work, Delivery refused);
    /// Drops what is running. Nothing will be delivered of it.
    void cancel();
    [[nodiscard]] bool isRunning() const { return m_isRunning; }

private:
    struct Run {
        std::jthread thread;
        std::shared_ptr<bool> isFinished; ///< touched by the owner's thread only
    };

    /// Where no thread is to be had, it waits for one.
    void launch(Work work);
    void launchWaiting();
    void waitForThread(Work work);
    void finish(std::uint64_t number, const Delivery& delivery);
    void reap();

    std::unique_ptr<QObject> m_receiver; ///< lives in the owner's thread; results are posted to it
    std::vector<Run> m_runs;
    Work m_waiting;     ///< empty: none
    Delivery m_refused; ///< of the newest
    QTimer m_nextTry;
    std::chrono::milliseconds m_patience;
    std::chrono::milliseconds m_waited { 0 }; ///< for a thread, by the newest
    std::uint64_t m_newest = 0;
    bool m_isRunning = false;
};

} // namespace kinetoscope
