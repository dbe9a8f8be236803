// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/output/report/report.h"
#include "widgets/charts/chart_pages.h"
#include "widgets/panels/analysis/analysis_request.h"
#include "widgets/support/latest_job.h"

#include <QObject>
#include <QString>

#include <memory>
#include <vector>

namespace kinetoscope {

class ChartView;

/// What a report is to hold. Every request is about the same open job.
struct ReportRequest {
    std::vector<AnalysisRequest> parts; ///< in the order of the sections; at least one
    QString title;
    std::size_t mostRows = 20; ///< of each table
    QString fileName;          ///< written whole or not at all; never one of the traces
};

/// Makes a report: each analysis and the writing of the file on a worker thread, the charts one by one between the
/// events of the GUI thread, since only there widgets can draw. One report at a time. GUI thread only.
class ReportMaker : public QObject {
    Q_OBJECT

public:
    explicit ReportMaker(QObject* parent = nullptr);
    ~ReportMaker() override;

    /// Begins a report; one that is being made is cancelled. Returns at once: progressed(), then one of saved(),
    /// failed() and cancelled() say what became of it.
    void start(ReportRequest request);
    /// Stops, without a file; cancelled() is emitted before this returns. Nothing where nothing is made.
    void cancel();
    [[nodiscard]] bool isRunning() const { return m_isRunning; }

signals:
    /// `done` of `total` parts are finished; `now` names the one under way.
    void progressed(int done, int total, const QString& now);
    void saved(const QString& fileName, qint64 bytes); ///< the whole file is there
    /// There is no file, or the one that was there before. An analysis that fails does not end a report: its section
    /// says so.
    void failed(const kinetoscope::Error& error);
    void cancelled(); ///< from cancel() or start(), before it returns; no file was written

private:
    /// What the worker brings back of one analysis; an error of the analysis is a section, too.
    struct Analysed {
        std::shared_ptr<const AnalysisResult> result;
        std::string problem;
        Parameters parameters; ///< complete
    };

    void analyseNext();
    void takeAnalysed(Result<Analysed> analysed);
    void drawNext();
    void beginChart();
    void drawPage();
    void endChart();
    void write();
    void end();

    ReportRequest m_request;
    Report m_report;
    std::vector<std::string> m_waitingCharts; ///< ids of the last section's charts that are not drawn yet, last first
    std::vector<PicturePage> m_waitingPages;  ///< of the chart that is being drawn, last first
    std::unique_ptr<ChartView> m_chart;       ///< draws; never shown
    bool m_isRunning = false;
    quint64 m_run = 0; ///< number of the report that is or was made last
    // Last: destroyed first.
    LatestJob<Analysed> m_analysing;
    LatestJob<qint64> m_writing;
};

} // namespace kinetoscope
