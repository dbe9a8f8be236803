// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/load_job.h"
#include "app/window/rank_loader.h"
#include "app/window/view_history.h"
#include "widgets/support/view_state.h"

#include <QObject>
#include <QTimer>

#include <memory>
#include <vector>

namespace kinetoscope {

/// The open job and what a person does with it: files, load, view state, history of the visible range. One a window.
/// Everything that several views share is in the view state; the document alone replaces its trace set. GUI thread
/// only.
///
/// A load that fails or is cancelled leaves what was open untouched.
class Document : public QObject {
    Q_OBJECT
public:
    explicit Document(QObject* parent = nullptr, LoadJob::Loader loader = loadTraceSet);

    [[nodiscard]] ViewState* viewState() { return &m_viewState; }
    /// Loads traces of single ranks of the open job.
    [[nodiscard]] RankLoader& rankLoader() { return m_rankLoader; }
    /// What traces may take in memory and more, from the next load on.
    void setLimits(const LoadLimits& limits);
    [[nodiscard]] bool isOpen() const { return m_viewState.traceSet() != nullptr; }
    [[nodiscard]] bool isLoading() const { return m_job.isRunning(); }
    /// What the open job was opened from; empty when nothing is open.
    [[nodiscard]] const std::vector<TraceArgument>& arguments() const { return m_arguments; }

    /// Starts loading; a load under way is dropped: the newest wins. Nothing happens for no arguments.
    void open(const std::vector<TraceArgument>& arguments);
    /// Opens a job that is loaded already, as if it had just been read from there. Cancels what is loading.
    void take(const std::vector<TraceArgument>& arguments, const std::shared_ptr<const TraceSet>& traces);
    /// The same of the other side of a comparison, which the scope is about, too: it is kept, but for ranks or a range
    /// that the other job does not have.
    void takeInScope(const std::vector<TraceArgument>& arguments, const std::shared_ptr<const TraceSet>& traces);
    void reload() { open(m_arguments); }
    /// Whether the clocks of the ranks are measured at their collectives and put together when a job is opened; on at
    /// first. What is open stays as it is until realign().
    [[nodiscard]] bool alignsClocks() const;
    void setAlignsClocks(bool aligns);
    /// Opens what is open once more, on clocks as alignsClocks() says, without reading the files again.
    void realign();
    void cancelLoad() { m_job.cancel(); }
    /// Closes what is open and cancels what is loading.
    void close();

    [[nodiscard]] bool canGoBack() const { return m_history.canGoBack(); }
    [[nodiscard]] bool canGoForward() const { return m_history.canGoForward(); }
    void goBack();
    void goForward();

    /// Whether the selection says a time range that panels could be limited to.
    [[nodiscard]] bool canLimitScope() const { return !m_viewState.jobRange(m_viewState.selection()).isEmpty(); }
    /// Limits the scope to the time from the first start to the last end of the selection; the rest of the scope stays.
    void limitScopeToSelection();

    /// Replaces selected slices by one interval a rank: from the first start to the last end of all of them.
    void selectRangeOfSelection();

signals:
    void loadStarted(const std::vector<kinetoscope::TraceArgument>& arguments);
    void loadProgressed(quint64 done, quint64 total); ///< bytes; `total` is 0 while unknown
    void loadPreviewed(const std::shared_ptr<const kinetoscope::TracePreview>& preview);
    void loadFailed(const std::vector<kinetoscope::TraceArgument>& arguments, const kinetoscope::Error& error);
    void loadCancelled();
    void aboutToOpen(); ///< the view state still has the job before, if any
    void opened();      ///< the view state has the new job
    void closed();
    void historyChanged();

private:
    void takeTraces(const std::shared_ptr<const TraceSet>& traces);
    void rememberVisibleRange();
    void show(TimeRange range);

    struct Source;

    ViewState m_viewState;
    std::shared_ptr<Source> m_source; ///< shared with the worker
    LoadJob m_job;
    RankLoader m_rankLoader;
    std::vector<TraceArgument> m_arguments;
    std::vector<TraceArgument> m_loading;
    ViewHistory m_history;
    QTimer m_restTimer; ///< runs out when the visible range has come to rest
};

} // namespace kinetoscope
