// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/document.h"

#include <chrono>
#include <set>

namespace kinetoscope {

namespace {

// Long enough that one wheel gesture or a held key is one place, short enough that a pause to look is another.
constexpr std::chrono::milliseconds kRestTime { 400 };

} // namespace

Document::Document(QObject* parent, LoadJob::Loader loader)
    : QObject(parent)
    , m_job(nullptr, std::move(loader))
    , m_rankLoader(m_viewState)
{
    m_restTimer.setSingleShot(true);
    m_restTimer.setInterval(kRestTime);
    connect(&m_restTimer, &QTimer::timeout, this, &Document::rememberVisibleRange);
    connect(&m_viewState, &ViewState::visibleRangeChanged, &m_restTimer, qOverload<>(&QTimer::start));

    connect(&m_rankLoader, &RankLoader::clockMoved, this, [this](Nanoseconds later) { m_history.shift(later); });
    connect(&m_job, &LoadJob::progressed, this, &Document::loadProgressed);
    connect(&m_job, &LoadJob::previewed, this, &Document::loadPreviewed);
    connect(&m_job, &LoadJob::cancelled, this, &Document::loadCancelled);
    connect(&m_job, &LoadJob::failed, this, [this](quint64, const Error& error) { emit loadFailed(m_loading, error); });
    connect(&m_job, &LoadJob::loaded, this,
        [this](quint64, const std::shared_ptr<const TraceSet>& traces) { takeTraces(traces); });
}

void Document::open(const std::vector<TraceArgument>& arguments)
{
    if (arguments.empty())
        return;
    m_loading = arguments;
    m_job.start(arguments);
    emit loadStarted(m_loading);
}

void Document::take(const std::vector<TraceArgument>& arguments, const std::shared_ptr<const TraceSet>& traces)
{
    m_job.cancel();
    m_loading = arguments;
    takeTraces(traces);
}

void Document::setLimits(const LoadLimits& limits)
{
    m_job.setLimits(limits);
    m_rankLoader.setLimits(limits);
}

void Document::reload()
{
    open(m_arguments);
}

void Document::cancelLoad()
{
    m_job.cancel();
}

void Document::close()
{
    m_job.cancel();
    if (!isOpen())
        return;
    m_arguments.clear();
    m_viewState.setTraceSet(nullptr);
    m_rankLoader.forget();
    m_restTimer.stop();
    m_history.clear();
    emit closed();
    emit historyChanged();
}

void Document::takeTraces(const std::shared_ptr<const TraceSet>& traces)
{
    m_arguments = m_loading;
    m_history.clear();
    m_viewState.setTraceSet(traces);
    m_rankLoader.forget();
    emit opened();
    emit historyChanged();
}

void Document::rememberVisibleRange()
{
    if (!isOpen())
        return;
    m_history.visit(m_viewState.visibleRange());
    emit historyChanged();
}

void Document::goBack()
{
    // A move that is not at rest yet counts as a place, or Back would jump over it.
    if (m_restTimer.isActive())
        rememberVisibleRange();
    if (const auto range = m_history.back())
        show(*range);
}

void Document::goForward()
{
    if (const auto range = m_history.forward())
        show(*range);
}

void Document::show(TimeRange range)
{
    m_viewState.setVisibleRange(range);
    m_restTimer.stop();
    emit historyChanged();
}

bool Document::canLimitScope() const
{
    return !m_viewState.jobRange(m_viewState.selection()).isEmpty();
}

void Document::limitScopeToSelection()
{
    if (!canLimitScope())
        return;
    Scope scope = m_viewState.scope();
    scope.range = m_viewState.jobRange(m_viewState.selection());
    m_viewState.setScope(scope);
}

void Document::selectRangeOfSelection()
{
    const Selection& selected = m_viewState.selection();
    const TimeRange range = m_viewState.jobRange(selected);
    if (selected.slices.empty() || range.isEmpty())
        return;
    std::set<std::uint32_t> ranks;
    for (const SliceRef& slice : selected.slices)
        ranks.insert(slice.rank);
    Selection intervals;
    for (const std::uint32_t rank : ranks)
        intervals.intervals.push_back({ rank, TrackId(), range });
    m_viewState.setSelection(intervals);
}

} // namespace kinetoscope
