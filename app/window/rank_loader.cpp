// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/rank_loader.h"

#include "core/base/vectors.h"
#include "core/io/load_ranks.h"
#include "widgets/support/view_state.h"

#include <algorithm>
#include <filesystem>

namespace kinetoscope {

RankLoader::RankLoader(ViewState& state, QObject* parent)
    : QObject(parent)
    , m_state(state)
{
    connect(&m_job, &LoadJob::progressed, this, &RankLoader::progressed);
    connect(&m_job, &LoadJob::loaded, this,
        [this](quint64, const std::shared_ptr<const TraceSet>& traces) { take(traces); });
    connect(&m_job, &LoadJob::failed, this, [this](quint64, const Error& error) {
        const std::optional<std::uint32_t> position = std::exchange(m_current, std::nullopt);
        if (!position)
            return;
        // Memory may be free later; what cannot be read is marked.
        if (error.code != ErrorCode::MemoryLimit && error.code != ErrorCode::OutOfMemory)
            replace(withFailure(*m_state.traceSet(), *position, error.message));
        emit failed(*position, error);
        startNext();
    });
}

void RankLoader::forget()
{
    m_waiting.clear();
    m_current.reset();
    m_job.cancel();
    m_oldestFirst.clear();
    if (!m_state.traceSet())
        return;
    m_oldestFirst = placesWhere(m_state.traceSet()->ranks(), &RankTrace::isLoaded);
}

void RankLoader::load(std::uint32_t position)
{
    const RankTrace* rank = m_state.rankOf(position);
    if (!rank || rank->isLoaded() || m_current == position || std::ranges::find(m_waiting, position) != m_waiting.end())
        return;
    m_waiting.push_back(position);
    if (!m_current)
        startNext();
}

void RankLoader::loadFrom(std::uint32_t position, const std::string& path)
{
    namespace fs = std::filesystem;
    const RankTrace* rank = m_state.rankOf(position);
    if (!rank || rank->isLoaded())
        return;
    const fs::path before = fs::path(rank->path).parent_path();
    std::vector<RankTrace> ranks(m_state.traceSet()->ranks().begin(), m_state.traceSet()->ranks().end());
    for (RankTrace& each : ranks) {
        const fs::path place(each.path);
        if (!each.isLoaded() && place.parent_path() == before)
            each.path = (fs::path(path).parent_path() / place.filename()).string();
    }
    ranks[position].path = path;
    const std::span<const Remark> remarks = m_state.traceSet()->remarks();
    replace(std::make_shared<const TraceSet>(TraceSet::ofRanks(std::move(ranks), { remarks.begin(), remarks.end() })));
    load(position);
}

void RankLoader::cancel()
{
    m_waiting.clear();
    if (!std::exchange(m_current, std::nullopt))
        return;
    m_job.cancel();
    emit cancelled();
}

void RankLoader::startNext()
{
    if (m_waiting.empty())
        return;
    m_current = m_waiting.front();
    m_waiting.pop_front();
    emit started(*m_current);
    // What is given up must be gone before the next one is read: two steps, each with a set of its own.
    m_stage = Stage::MakeRoom;
    m_job.start({},
        [traces = m_state.traceSet(), position = *m_current, oldest = m_oldestFirst, after = m_after](
            const std::vector<TraceArgument>&, const LoadOptions& options,
            const Progress& progress) -> Result<std::shared_ptr<const TraceSet>> {
            const std::vector<std::size_t> given =
                tracesToGiveUp(*traces, position, oldest, options.limits.memoryBytes);
            if (given.empty())
                return traces;
            const std::shared_ptr<const TraceSet> left = withoutTraces(*traces, given);
            return after ? after(left, progress) : Result(left);
        });
}

void RankLoader::read()
{
    m_stage = Stage::Read;
    m_job.start({},
        [traces = m_state.traceSet(), position = *m_current, after = m_after](const std::vector<TraceArgument>&,
            const LoadOptions& options, const Progress& progress) -> Result<std::shared_ptr<const TraceSet>> {
            KT_TRY(const std::shared_ptr<const TraceSet> read, loadRank(traces, position, options, progress));
            return after ? after(read, progress) : Result(read);
        });
}

void RankLoader::take(const std::shared_ptr<const TraceSet>& traces)
{
    if (!m_current)
        return;
    replace(traces);
    std::erase_if(m_oldestFirst, [&traces](std::size_t position) { return !traces->ranks()[position].isLoaded(); });
    if (m_stage == Stage::MakeRoom) {
        read();
        return;
    }
    const std::uint32_t position = *std::exchange(m_current, std::nullopt);
    m_oldestFirst.push_back(position);
    emit loaded(position);
    startNext();
}

void RankLoader::replace(const std::shared_ptr<const TraceSet>& traces)
{
    const std::shared_ptr<const TraceSet> before = m_state.traceSet();
    if (before == traces)
        return;
    const Nanoseconds later = before ? saturatingSubtract(before->unixOrigin(), traces->unixOrigin()) : 0;
    m_state.replaceTraceSet(traces);
    if (later != 0)
        emit clockMoved(later);
}

} // namespace kinetoscope

#include "moc_rank_loader.cpp"
