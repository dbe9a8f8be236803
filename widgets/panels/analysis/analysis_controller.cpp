// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/analysis/analysis_controller.h"

#include "core/analysis/run_analysis.h"
#include "core/analysis/words/remark_codes.h"
#include "core/io/load_ranks.h"
#include "core/words/joined_remarks.h"
#include "widgets/support/message_text.h"
#include "widgets/support/option_text.h"
#include "widgets/support/plain_text.h"
#include "widgets/support/registry_text.h"
#include "widgets/support/scope_text.h"
#include "widgets/support/view_state.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QTimer>

#include <algorithm>

namespace kinetoscope {

namespace {

bool hasFiguresIn(const Table& table)
{
    const std::size_t least = std::min<std::size_t>(2, table.columnCount());
    for (std::size_t row = 0; row < table.rowCount(); ++row) {
        std::size_t filled = 0;
        for (std::size_t column = 0; column < table.columnCount() && filled < least; ++column)
            filled += table.isMissing(row, column) ? 0 : 1;
        if (filled >= least)
            return true;
    }
    return false;
}

bool areFiguresZero(const Table& table)
{
    for (std::size_t column = 0; column < table.columnCount(); ++column) {
        if (table.columns()[column].text == TextKind::Sentence)
            return false; // it is read without its figures
        for (std::size_t row = 0; isFigure(table.columns()[column]) && row < table.rowCount(); ++row) {
            if (!table.isMissing(row, column) && !isZero(table.cell(row, column)))
                return false;
        }
    }
    return true;
}

/// Rows of ranks of which there is nothing to tell but that they are there.
bool saysNothing(const AnalysisResult& result)
{
    if (result.tables.empty())
        return true;
    std::size_t ranks = 0;
    bool isWithoutWork = false;
    for (const Remark& remark : result.remarks) {
        if (remark.code == "no-collectives") // of all ranks at once
            return true;
        ranks += remark.code == "no-communication" ? 1 : 0;
        isWithoutWork = isWithoutWork || remark.code == "no-gpu-work" || remark.code == kNotRecordable;
    }
    const Table& first = result.tables.front();
    if (isWithoutWork && first.rowCount() > 0 && areFiguresZero(first))
        return true;
    return ranks > 0 && ranks >= first.rowCount();
}

} // namespace

bool ShownResult::hasFigures() const
{
    return result && !saysNothing(*result)
        && std::ranges::any_of(result->tables, [](const Table& table) { return hasFiguresIn(table); });
}

QStringList ShownResult::remarks(const AnalysisDescriptor& analysis) const
{
    QStringList lines;
    if (traces) {
        if (const Message listed = listedRanksMessage(*traces); !listed.isEmpty())
            lines.append(messageText(listed));
    }
    for (const Remark& remark : joinedRemarks(result->remarks))
        lines.append(remarkText(remark, analysis.parameters));
    return lines;
}

QString ShownResult::scopeLine(const AnalysisDescriptor& analysis) const
{
    if (analysis.inputCount < 2) {
        // Of chosen ranks nobody doubts it, but beside a range or streams that change nothing.
        const bool isWholeOfRanks = scope != asked && !scope.ranks.empty() && scope.steps.empty();
        return analysis.isOfWholeTraces && isWholeOfRanks
            ? scopeText(scope) + QStringLiteral(" \u00b7 ") + scopeText({})
            : scopeText(scope);
    }
    // Ranks and steps are chosen for each side, and its name says them.
    QStringList words;
    if (baseline)
        words.append(QCoreApplication::translate("ShownResult", "control: the other trace, test: the open trace"));
    if (!asked.isWhole())
        words.append(scopeText(asked));
    return words.join(QStringLiteral(" \u00b7 "));
}

QString ShownResult::footer(const AnalysisDescriptor& analysis) const
{
    QStringList words { registryText(analysis.title), scopeText(scope) };
    if (traces && !traces->ranks().empty()) {
        const auto ranks = static_cast<int>(traces->ranks().size());
        const QString file = QFileInfo(fullText(openedPath(traces->ranks().front()))).fileName();
        words.append(ranks == 1 ? displayText(file.toStdString())
                                : QCoreApplication::translate("ShownResult", "%1 and %n more", nullptr, ranks - 1)
                                      .arg(displayText(file.toStdString())));
    }
    words << QCoreApplication::translate("ShownResult", "exact mode")
          << QStringLiteral("Kinetoscope " KINETOSCOPE_VERSION);
    return words.join(QStringLiteral(" \u00b7 "));
}

AnalysisController::AnalysisController(const AnalysisDescriptor& analysis, const ViewState& state)
    : m_analysis(analysis)
    , m_viewState(state)
    , m_classifier(std::make_shared<const KernelClassifier>())
    , m_first([this](Result<Outcome> outcome) { takeFirst(std::move(outcome)); })
    , m_runner([this](Result<Outcome> outcome) { take(std::move(outcome)); })
{
}

AnalysisRequest AnalysisController::request() const
{
    return AnalysisRequest { .analysis = &m_analysis,
        .traces = m_viewState.traceSet(),
        .scope = m_viewState.scope(),
        .classifier = m_classifier,
        .memoryLimit = m_memoryLimit };
}

void AnalysisController::requestRun(bool evenHidden)
{
    m_isOutOfDate = true;
    // What is under way answers an older question; its numbers must not pass for the answer to this one.
    m_runner.cancel();
    m_first.cancel();
    if (!m_viewState.traceSet()) {
        drop();
        setState(AnalysisState::NoTrace);
        return;
    }
    setState(m_shown.result ? AnalysisState::Stale : AnalysisState::Running);
    if ((!m_isVisible && !evenHidden) || m_isRequested)
        return;
    // A new trace changes scope and selection as well: one run for all of it. A session also sets parameters.
    m_isRequested = true;
    QTimer::singleShot(0, this, [this] {
        m_isRequested = false;
        if (m_viewState.traceSet())
            emit runDue();
    });
}

void AnalysisController::run(const AnalysisRequest& request, const std::string& chartId)
{
    if (!isDue())
        return;
    m_isOutOfDate = false;
    m_runner.start([request, chartId](std::stop_token stop) {
        return outcomeOf(request, runRequest(request, std::move(stop)), chartId);
    });
    if (request.analysis->runFirst && !m_shown.result)
        m_first.start([request, chartId](std::stop_token stop) {
            return outcomeOf(request, runFirstOf(request, std::move(stop)), chartId);
        });
}

Result<AnalysisController::Outcome> AnalysisController::outcomeOf(
    const AnalysisRequest& request, Result<AnalysisResult> made, const std::string& chartId)
{
    KT_TRY(AnalysisResult ran, std::move(made));
    KT_TRY(Parameters complete, completeParameters(*request.analysis, request.parameters, Mode::Exact));
    const auto result = std::make_shared<const AnalysisResult>(std::move(ran));
    ShownResult shown { result, request.traces, request.baseline, std::move(complete), scopeOfFigures(request),
        request.scope };
    return Outcome { std::make_shared<PreparedResult>(
                         prepareResult(result, chartId, { request.traces, request.scope })),
        std::move(shown) };
}

/// What is shown soon gives way to the whole of it.
void AnalysisController::takeFirst(Result<Outcome> outcome)
{
    if (!outcome || !m_runner.isRunning() || !outcome->shown.hasFigures())
        return;
    m_shown = std::move(outcome->shown);
    emit resultArrived(outcome->prepared);
    setState(AnalysisState::Partial);
}

void AnalysisController::take(Result<Outcome> outcome)
{
    m_first.cancel();
    if (outcome) {
        m_shown = std::move(outcome->shown);
        emit resultArrived(outcome->prepared);
        setState(m_shown.hasFigures() ? AnalysisState::Ready : AnalysisState::Empty);
        emit resultShown();
        return;
    }
    const Error& error = outcome.error();
    if (error.code == ErrorCode::Cancelled)
        return; // the request that replaced this one is on its way
    m_failure = messageText(error.message, m_analysis.parameters);
    if (error.code == ErrorCode::MemoryLimit || error.code == ErrorCode::OutOfMemory)
        m_failure = tr("%1 Fewer ranks, fewer steps or a shorter time range need less.").arg(m_failure);
    drop();
    setState(AnalysisState::Failed);
}

void AnalysisController::drop()
{
    m_shown = {};
    emit dropped();
}

void AnalysisController::setState(AnalysisState state)
{
    const bool isNew = state != m_state;
    m_state = state;
    emit refreshed();
    if (isNew)
        emit stateChanged();
}

bool AnalysisController::hasContents() const
{
    return m_state == AnalysisState::Ready || m_state == AnalysisState::Partial
        || (m_state == AnalysisState::Stale && m_shown.hasFigures());
}

QString AnalysisController::sentence() const
{
    if (hasContents())
        return {};
    switch (m_state) {
    case AnalysisState::NoTrace:
        return tr("No trace is open. Drop one on the window, or use File > Open.");
    case AnalysisState::Running:
    case AnalysisState::Partial:
    case AnalysisState::Stale:
        return tr("Computing…");
    case AnalysisState::Failed:
        return m_failure;
    case AnalysisState::Ready:
    case AnalysisState::Empty:
        break;
    }
    QStringList why = m_shown.remarks(m_analysis);
    if (why.isEmpty())
        why.append(tr("There is nothing to show in this scope."));
    // The remarks cannot know whether the rest of the trace has what they miss.
    if (const Scope& scope = m_viewState.scope(); !scope.isWhole())
        why.prepend(tr("Only this is looked at: %1. The cross beside \u201cScope\u201d, above the timeline, brings "
                       "back the whole trace.")
                        .arg(scopeText(scope)));
    return why.join(QLatin1Char('\n'));
}

QString AnalysisController::progressLine() const
{
    return m_state == AnalysisState::Partial ? tr("Computing…") : QString();
}

QString AnalysisController::recordingOption() const
{
    if (m_state != AnalysisState::Empty || !m_viewState.scope().isWhole())
        return {};
    const auto isNoHelp = [](const Remark& remark) {
        return remark.code == kNothingFits || remark.code == kNotRecordable;
    };
    // What lacks there is mostly another rank's file, or a job: where an option would help, the sentence names it.
    const bool isOfJob = m_analysis.group == PanelGroup::Communication;
    const bool isNamed = sentence().contains(QLatin1String("ProfilerActivity"));
    return std::ranges::any_of(m_shown.result->remarks, isNoHelp) || (isOfJob && !isNamed)
        ? QString()
        : fullText(m_analysis.recordingOption);
}

} // namespace kinetoscope

#include "moc_analysis_controller.cpp"
