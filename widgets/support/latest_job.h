// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/support/latest_runs.h"

#include "core/base/result.h"

#include <chrono>
#include <functional>
#include <memory>
#include <new>
#include <utility>

namespace kinetoscope {

/// Runs one kind of job off the GUI thread; the newest request wins, as LatestRuns has it. Used from one thread (the
/// GUI's), which also gets the results.
///
///     LatestJob<Selection> m_evidence { [this](Result<Selection> selection) { show(selection); } };
///     m_evidence.start([table, row](std::stop_token) -> Result<Selection> { return table->evidence(row, 0); });
///
/// The job owns what it needs and never sees a widget. Destruction asks all jobs to stop and waits for them.
template <typename T> class LatestJob {
public:
    using Work = std::function<Result<T>(std::stop_token)>;
    using Done = std::function<void(Result<T>)>;

    /// @param patience  how long a job waits for a thread where the system gives none; an Error then.
    explicit LatestJob(Done done, std::chrono::milliseconds patience = std::chrono::seconds { 30 })
        : m_done(std::move(done))
        , m_runs(patience)
    {
    }

    void start(Work work)
    {
        m_runs.start(
            [this, own = std::move(work)](std::stop_token stop) -> LatestRuns::Delivery {
                return [this, result = std::make_shared<Result<T>>(resultOf(own, std::move(stop)))] {
                    m_done(std::move(*result));
                };
            },
            [this] { m_done(noThread()); });
    }
    /// Drops what is running. No result will come of it.
    void cancel() { m_runs.cancel(); }
    [[nodiscard]] bool isRunning() const { return m_runs.isRunning(); }

private:
    static Result<T> noThread()
    {
        return Error { ErrorCode::Unreadable, // as for a load: memory is not what lacks
            { KT_PHRASE("latest-job", "The system gives no thread for this: its limit of processes is reached.") } };
    }
    static Result<T> resultOf(const Work& work, std::stop_token stop)
    {
        try {
            return work(std::move(stop));
        } catch (const std::bad_alloc&) {
            return Error { ErrorCode::OutOfMemory,
                { KT_PHRASE("latest-job", "There is not enough memory for this.") } };
        }
    }

    Done m_done;
    LatestRuns m_runs; ///< last: destroyed first
};

} // namespace kinetoscope
