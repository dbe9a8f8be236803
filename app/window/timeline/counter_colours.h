// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/overlay/kernel_counters.h"
#include "widgets/support/latest_job.h"

#include <QObject>
#include <QString>

#include <memory>
#include <vector>

class QAction;
class QActionGroup;
class QMenu;

namespace kinetoscope {

class AnalysisDocks;
class Settings;
class TimelineView;
class ViewState;

/// Offers the hardware counters of the open job, and the share of the device's peaks, as colours of the timeline. They
/// are read off the GUI thread when a job is opened; most have none. A counter is a choice about this job: the next one
/// is coloured as the settings say. GUI thread only.
class CounterColours : public QObject {
    Q_OBJECT
public:
    /// Nothing is owned; all outlive this.
    /// @param modes  the group of the other ways to colour: of all of them one is chosen.
    CounterColours(TimelineView* timeline, ViewState* viewState, AnalysisDocks* docks, const Settings* settings,
        QActionGroup* modes, QObject* parent);
    ~CounterColours() override;

    /// The share of the device's peaks, and one entry a counter in a menu inside of `menu`.
    void fillMenu(QMenu* menu);
    [[nodiscard]] const std::vector<QAction*>& actions() const { return m_actions; } ///< as KernelCounters::names()
    [[nodiscard]] bool isBusy() const { return m_job.isRunning() || m_peakJob.isRunning(); }
    /// Name of the counter, or the word for the share of the peaks, that the timeline shows; "" for another way to
    /// colour.
    [[nodiscard]] QString chosen() const;
    /// Colours by the counter of this name, as soon as it is known; without it nothing changes. For sessions.
    void choose(const QString& name);

private:
    using ReadCounters = Result<KernelCounters>(const AnalysisInput& input, const AnalysisContext& context);
    void start(LatestJob<KernelCounters>& job, ReadCounters* read);
    void startReading();
    void take(const Result<KernelCounters>& counters);
    void leaveCounter();
    void offer();
    void showPeakShares();
    void takePeakShares(const Result<KernelCounters>& shares);

    TimelineView* m_timeline;
    ViewState* m_viewState;
    AnalysisDocks* m_docks;
    const Settings* m_settings;
    QActionGroup* m_modes;
    QMenu* m_menu = nullptr;
    std::shared_ptr<const KernelCounters> m_counters;
    std::vector<QAction*> m_actions;
    QString m_wanted; ///< by a session, before it was known
    LatestJob<KernelCounters> m_job;
    QAction* m_peakAction = nullptr;
    std::shared_ptr<const KernelCounters> m_peakShares; ///< once somebody asked for them
    LatestJob<KernelCounters> m_peakJob;
};

} // namespace kinetoscope
