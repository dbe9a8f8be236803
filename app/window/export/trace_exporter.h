// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/export/exports.h"
#include "widgets/support/latest_job.h"

#include <QObject>
#include <QTimer>

#include <memory>
#include <string>

namespace kinetoscope {

/// Writes traces on a worker thread. One export at a time. GUI thread only.
class TraceExporter : public QObject {
    Q_OBJECT

public:
    explicit TraceExporter(QObject* parent = nullptr);

    /// @param rules  of the user; nullptr: the built-in ones.
    void start(const ExportDescriptor& kind, ExportInput input, std::string target,
        std::shared_ptr<const KernelClassifier> rules);
    /// Stops, without a file; cancelled() is emitted before this returns. Nothing where nothing is written.
    void cancel();
    [[nodiscard]] bool isRunning() const { return m_job.isRunning(); }

signals:
    void progressed(quint64 done, quint64 total); ///< bytes of the inputs; `total` 0: not known yet
    void written(const kinetoscope::ExportResult& result);
    void failed(const kinetoscope::Error& error);
    void cancelled();

private:
    void take(const Result<ExportResult>& result);

    std::shared_ptr<ProgressCounters> m_counters; ///< shared with the worker
    QTimer m_timer;
    LatestJob<ExportResult> m_job; ///< last: destroyed first
};

} // namespace kinetoscope
