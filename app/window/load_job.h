// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/trace_loader.h"

#include <QObject>
#include <QTimer>

#include <functional>
#include <memory>
#include <vector>

namespace kinetoscope {

/// Loads a job on a thread of its own and reports to the GUI thread. The newest request wins: starting another one, or
/// cancelling, makes every later word of the old one unheard, at once; its thread ends by itself soon after.
///
/// The worker owns all it builds and shares nothing but two atomics and a locked mailbox; it knows no widget. The
/// destructor asks all threads to stop and joins them. GUI thread only.
class LoadJob : public QObject {
    Q_OBJECT
public:
    /// Same contract as loadTraceSet; tests give their own.
    using Loader = std::function<Result<std::shared_ptr<const TraceSet>>(
        const std::vector<TraceArgument>&, const LoadOptions&, const Progress&)>;

    explicit LoadJob(QObject* parent = nullptr, Loader loader = loadTraceSet);
    ~LoadJob() override;

    /// Starts loading `arguments`; what was loading is cancelled without a signal. Returns the request's number, from 1
    /// upwards.
    quint64 start(std::vector<TraceArgument> arguments) { return start(std::move(arguments), m_loader); }
    /// The same with a loader of this request's own.
    quint64 start(std::vector<TraceArgument> arguments, Loader loader);
    /// Of every load from now on.
    void setLimits(const LoadLimits& limits) { m_limits = limits; }
    [[nodiscard]] const LoadLimits& limits() const { return m_limits; }
    /// Stops the running request, if any: `cancelled` is emitted before this returns.
    void cancel();
    [[nodiscard]] bool isRunning() const { return m_current != nullptr; }

signals:
    /// Every 50 ms while loading: bytes on disk; `total` is 0 while unknown.
    void progressed(quint64 done, quint64 total);
    /// A coarse picture of what was read so far; only ever newer ones.
    void previewed(const std::shared_ptr<const kinetoscope::TracePreview>& preview);
    void loaded(quint64 request, const std::shared_ptr<const kinetoscope::TraceSet>& traces);
    void failed(quint64 request, const kinetoscope::Error& error);
    void cancelled(quint64 request);

private:
    struct Run;

    void collect();
    void report();
    void reap();

    Loader m_loader;
    LoadLimits m_limits;
    QTimer m_timer;
    quint64 m_lastRequest = 0;
    std::unique_ptr<Run> m_current;              ///< null when nothing loads
    std::vector<std::unique_ptr<Run>> m_retired; ///< asked to stop, not yet ended
};

} // namespace kinetoscope
