// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/document.h"

#include "core/analysis/names/classification.h"
#include "core/analysis/names/rules_file.h"
#include "core/analysis/ranks/aligned_job.h"

#include <atomic>
#include <chrono>
#include <mutex>
#include <set>
#include <utility>

namespace kinetoscope {

namespace {

// Long enough that one wheel gesture or a held key is one place, short enough that a pause to look is another.
constexpr std::chrono::milliseconds kRestTime { 400 };

} // namespace

/// Where a load gets its traces from, and what it does with their clocks.
struct Document::Source {
    std::atomic<bool> alignsClocks { true };
    std::mutex mutex;
    std::shared_ptr<const TraceSet> again; ///< loaded already: taken instead of reading the files

    std::shared_ptr<const TraceSet> takeAgain()
    {
        const std::lock_guard lock(mutex);
        return std::exchange(again, nullptr);
    }

    /// By the user's own rules for names, as the panels do, where they can be used.
    Result<std::shared_ptr<const TraceSet>> onClocks(
        const std::shared_ptr<const TraceSet>& traces, const Progress& progress) const
    {
        if (!alignsClocks)
            return TraceSet::onOwnClocks(traces);
        const Result<KernelClassifier> rules = loadClassifier({});
        const KernelClassifier builtIn;
        return withAlignedClocks(traces, rules ? *rules : builtIn, progress);
    }
};

Document::Document(QObject* parent, LoadJob::Loader loader)
    : QObject(parent)
    , m_source(std::make_shared<Source>())
    , m_job(nullptr,
          [loader = std::move(loader), source = m_source](const std::vector<TraceArgument>& arguments,
              const LoadOptions& options, const Progress& progress) -> Result<std::shared_ptr<const TraceSet>> {
              if (const auto again = source->takeAgain())
                  return source->onClocks(again, progress);
              KT_TRY(const std::shared_ptr<const TraceSet> read, loader(arguments, options, progress));
              return source->onClocks(read, progress);
          })
    , m_rankLoader(m_viewState)
{
    m_rankLoader.setAfterLoad([source = m_source](const std::shared_ptr<const TraceSet>& traces,
                                  const Progress& progress) { return source->onClocks(traces, progress); });
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
    m_source->takeAgain();
    m_job.start(arguments);
    emit loadStarted(m_loading);
}

void Document::take(const std::vector<TraceArgument>& arguments, const std::shared_ptr<const TraceSet>& traces)
{
    m_job.cancel();
    m_loading = arguments;
    takeTraces(alignsClocks() ? traces : TraceSet::onOwnClocks(traces));
}

void Document::takeInScope(const std::vector<TraceArgument>& arguments, const std::shared_ptr<const TraceSet>& traces)
{
    Scope scope = m_viewState.scope();
    take(arguments, traces);
    const auto isThere = [&traces](std::int64_t rank) {
        return std::ranges::find(traces->ranks(), rank, &RankTrace::rank) != traces->ranks().end();
    };
    if (!std::ranges::all_of(scope.ranks, isThere))
        scope.ranks.clear();
    if (scope.range && scope.range->clippedTo(traces->range()).isEmpty())
        scope.range.reset();
    m_viewState.setScope(std::move(scope));
}

void Document::setLimits(const LoadLimits& limits)
{
    m_job.setLimits(limits);
    m_rankLoader.setLimits(limits);
}

bool Document::alignsClocks() const
{
    return m_source->alignsClocks;
}

void Document::setAlignsClocks(bool aligns)
{
    m_source->alignsClocks = aligns;
}

void Document::realign()
{
    if (!isOpen())
        return;
    m_loading = m_arguments;
    {
        const std::lock_guard lock(m_source->mutex);
        m_source->again = m_viewState.traceSet();
    }
    m_job.start(m_loading);
    emit loadStarted(m_loading);
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
    emit aboutToOpen();
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

#include "moc_document.cpp"
