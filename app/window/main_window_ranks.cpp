// SPDX-License-Identifier: GPL-3.0-or-later
// What the window does about ranks whose traces are not loaded.
#include "app/window/docks/analysis_docks.h"
#include "app/window/main_window.h"
#include "app/window/notices/load_notice.h"
#include "app/window/notices/message_banner.h"
#include "app/window/parts/file_dialogs.h"
#include "app/window/status/status_line.h"
#include "core/layout/timeline/time_scale.h"
#include "widgets/panels/trace/traces_panel.h"
#include "widgets/support/message_text.h"
#include "widgets/support/plain_text.h"
#include "widgets/timeline/timeline_view.h"

#include <QFileInfo>

#include <algorithm>
#include <utility>

namespace kinetoscope {

namespace {

constexpr double kStepMargin = 0.05; // of a step, beside it

} // namespace

void MainWindow::connectRanks(TracesPanel* traces)
{
    RankLoader& loader = m_document.rankLoader();
    connect(traces, &TracesPanel::loadRequested, &loader, &RankLoader::load);
    connect(m_analysisDocks, &AnalysisDocks::rankRequested, this, &MainWindow::openRank);
    connect(&loader, &RankLoader::started, this, [this](std::uint32_t position) {
        if (const RankTrace* rank = m_document.viewState()->rankOf(position))
            m_statusLine->showLoading(tr("rank %1").arg(rank->rank));
    });
    connect(&loader, &RankLoader::progressed, m_statusLine, &StatusLine::setLoadProgress);
    connect(&loader, &RankLoader::cancelled, m_statusLine, &StatusLine::hideLoading);
    connect(m_statusLine, &StatusLine::cancelRequested, &loader, &RankLoader::cancel);
    connect(&loader, &RankLoader::loaded, this, [this](std::uint32_t position) {
        m_statusLine->hideLoading();
        showRankNotice(position);
        showWantedRank(position);
    });
    connect(&loader, &RankLoader::failed, this, &MainWindow::showRankFailure);
}

void MainWindow::showRankNotice(std::uint32_t position)
{
    const RankTrace* rank = m_document.viewState()->rankOf(position);
    const QString notice = rank ? rankNotice(*m_document.viewState()->traceSet(), rank->rank) : QString();
    if (notice.isEmpty())
        return;
    m_banner->disconnect(this);
    m_banner->showMessage(MessageBanner::Kind::Note, notice, {});
}

void MainWindow::openRank(std::int64_t number, std::optional<std::int64_t> step)
{
    const std::shared_ptr<const TraceSet>& traces = m_document.viewState()->traceSet();
    const std::size_t position = traces ? traces->indexOfRank(number) : 0;
    if (!traces || position == traces->ranks().size())
        return;
    m_wantedRank = WantedRank { static_cast<std::uint32_t>(position), step };
    if (traces->ranks()[position].isLoaded())
        showWantedRank(m_wantedRank->position);
    else
        m_document.rankLoader().load(m_wantedRank->position);
}

void MainWindow::showWantedRank(std::uint32_t position)
{
    if (!m_wantedRank || m_wantedRank->position != position)
        return;
    const std::optional<std::int64_t> step = std::exchange(m_wantedRank, std::nullopt)->step;
    ViewState* state = m_document.viewState();
    const RankTrace* rank = state->rankOf(position);
    if (!rank || !rank->isLoaded())
        return;
    if (step) {
        const std::span<const Step> steps = rank->trace->steps();
        const auto found = std::ranges::find(steps, *step, &Step::number);
        if (found != steps.end()) {
            const TimeRange range { rank->toJobTime(found->range.begin), rank->toJobTime(found->range.end) };
            state->setVisibleRange(withMargin(range, kStepMargin));
        }
    }
    m_timeline->reveal().showRank(position);
}

void MainWindow::showRankFailure(std::uint32_t position, const Error& error)
{
    m_statusLine->hideLoading();
    const RankTrace* rank = m_document.viewState()->rankOf(position);
    if (!rank)
        return;
    m_banner->disconnect(this);
    const bool isGone = !QFileInfo::exists(fullText(rank->path));
    const QString sentence = isGone
        ? tr("The trace of rank %1 is not there any more; it was at %2.").arg(rank->rank).arg(fullText(rank->path))
        : tr("The trace of rank %1 was not loaded: %2").arg(rank->rank).arg(messageText(error.message));
    if (isGone) {
        connect(m_banner, &MessageBanner::actionRequested, this, [this, position, path = rank->path] {
            const std::string found = askForMovedTrace(this, m_settings, path, false);
            if (!found.empty())
                m_document.rankLoader().loadFrom(position, found);
        });
    }
    m_banner->showMessage(MessageBanner::Kind::Error, sentence, isGone ? tr("Locate…") : QString());
}

} // namespace kinetoscope
