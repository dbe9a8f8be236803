// SPDX-License-Identifier: GPL-3.0-or-later
// What the panel reads on workers of the slice it shows, and what it does with it: arguments, work below, waits,
// figures.
#include "core/analysis/collectives/collective_matching.h"
#include "core/analysis/efficiency/call_figures.h"
#include "core/analysis/efficiency/peak_shares.h"
#include "core/analysis/names/classification.h"
#include "core/analysis/ranks/wait_facts.h"
#include "core/io/json/json_tree.h"
#include "core/model/trace_set.h"
#include "widgets/models/args_model.h"
#include "widgets/panels/events/details_panel.h"
#include "widgets/panels/events/details_panel_parts.h"
#include "widgets/panels/events/facts_tree.h"
#include "widgets/panels/events/selection_facts.h"
#include "widgets/panels/events/slice_facts.h"
#include "widgets/support/message_text.h"
#include "widgets/support/view_state.h"

#include <QLabel>
#include <QTreeView>

#include <algorithm>
#include <optional>
#include <utility>

namespace kinetoscope {

/// Leaves out those that have an entry among the facts. @return  whether any are left.
bool DetailsPanel::listArguments(const Read& read, std::uint32_t args)
{
    const auto& model = *m_parts->argsModel;
    const Trace& trace = *m_viewState->traceSet()->ranks()[read.slice.rank].trace;
    bool isAny = false;
    for (int row = 0; row < model.rowCount(); ++row) {
        const std::uint32_t node = read.tree->children(args)[static_cast<std::size_t>(row)];
        const bool isAbove = isSaidAbove(trace, read.slice.slice, read.tree->key(node), read.tree->value(node));
        m_parts->args->setRowHidden(row, {}, isAbove);
        isAny = isAny || !isAbove;
    }
    return isAny;
}

void DetailsPanel::takeRead(const Read& read)
{
    Parts& parts = *m_parts;
    parts.json = read.json;
    const std::uint32_t args = read.tree ? read.tree->find(0, "args") : JsonTree::kNone;
    parts.argsModel->setTree(read.tree, args);
    const bool isAnyListed = listArguments(read, args);
    parts.args->expandAll();
    parts.args->resizeColumnToContents(ArgsModel::KeyColumn);
    // A key of many letters leaves its value in view; both trees are as wide, and this one may be hidden yet.
    parts.args->setColumnWidth(
        ArgsModel::KeyColumn, std::min(parts.args->columnWidth(ArgsModel::KeyColumn), parts.facts->width() / 2));
    if (!read.problem.isEmpty())
        parts.argsState->setText(read.problem);
    else if (!read.tree->isComplete()) // what cannot be read may be any more of them
        parts.argsState->setText(tr("Arguments (damaged in the file, shown as far as readable)"));
    else if (parts.argsModel->isEmpty())
        parts.argsState->setText(tr("This event has no arguments."));
    else
        parts.argsState->setText(isAnyListed ? tr("Arguments") : tr("This event has no arguments but those above."));
    parts.args->setVisible(isAnyListed);
    TextTree facts = parts.facts->tree();
    if (args != JsonTree::kNone)
        addArgumentOrigins(facts, *m_viewState->traceSet(), read.slice, *read.tree, args);
    addLengthPlace(facts, *m_viewState->traceSet(), read.slice, read.length);
    if (!read.work.pieces.empty())
        addWorkBelow(facts, *m_viewState->traceSet(), m_viewState->names(), read.slice, read.work);
    parts.facts->setTree(std::move(facts));
    emit argumentsShown();
}

/// Who waits for whom in a collective is read once a job.
void DetailsPanel::requestWaits(SliceRef slice)
{
    Parts& parts = *m_parts;
    const std::shared_ptr<const TraceSet> traces = m_viewState->traceSet();
    if (traces->ranks().size() < 2 || !isCollective(*traces->ranks()[slice.rank].trace, slice.slice))
        return;
    if (parts.waitsOf.lock() == traces) {
        if (parts.waits)
            addWaits();
        return; // or when the job is done
    }
    parts.waitsOf = traces;
    parts.waits = nullptr;
    parts.waiter.start([traces](const std::stop_token& stop) -> Result<Parts::Waits> {
        const KernelClassifier classifier;
        AnalysisContext context;
        context.classifier = &classifier;
        context.progress.stop = stop;
        KT_TRY(const auto facts, readWaits({ TraceSet::withoutDrift(traces), {}, stop }, {}, context));
        return std::make_shared<const std::vector<RunWait>>(runWaits(*facts));
    });
}

void DetailsPanel::addWaits()
{
    Parts& parts = *m_parts;
    const std::shared_ptr<const TraceSet> traces = m_viewState->traceSet();
    if (!parts.shown || parts.waitsOf.lock() != traces)
        return;
    TextTree facts = parts.facts->tree();
    addRunWaits(facts, *traces, *parts.shown, *parts.waits);
    parts.facts->setTree(std::move(facts));
}

void DetailsPanel::setClassifierSource(std::function<std::shared_ptr<const KernelClassifier>()> source)
{
    m_parts->classifier = std::move(source);
}

/// Ops, launches and GPU work alone can have any.
void DetailsPanel::requestEfficiency(SliceRef slice)
{
    const std::shared_ptr<const TraceSet> traces = m_viewState->traceSet();
    const EventKind kind = traces->ranks()[slice.rank].trace->kind(slice.slice);
    if (kind != EventKind::CpuOp && !isApiCall(kind) && !isGpuWork(kind))
        return;
    const std::shared_ptr<const KernelClassifier> classifier = m_parts->classifier ? m_parts->classifier() : nullptr;
    // Where no shapes were recorded at all, Efficiency says so once.
    const KernelClassifier builtInRules;
    if (PeakShares::lackOf(*traces->ranks()[slice.rank].trace, classifier ? *classifier : builtInRules)
        == MfuLack::NoShapes)
        return;
    m_parts->measurer.start(
        [traces, slice, classifier](const std::stop_token& stop) -> Result<std::optional<CallFigures>> {
            Progress progress;
            progress.stop = stop;
            const KernelClassifier builtIn;
            return callFiguresOf(traces, slice, classifier ? *classifier : builtIn, progress);
        });
}

void DetailsPanel::takeLooked(const Looked& looked)
{
    if (!looked.interval) {
        m_parts->facts->setTree(selectionFacts(m_viewState->names(), looked.totals));
        return;
    }
    TextTree facts = m_parts->facts->tree();
    addSurroundings(
        facts, *m_viewState->traceSet(), m_viewState->names(), *looked.interval, looked.around, looked.entries);
    m_parts->facts->setTree(std::move(facts));
}

void DetailsPanel::requestArguments(SliceRef slice)
{
    m_parts->argsState->setText(tr("Reading arguments…"));
    m_parts->args->hide();
    m_parts->reader.start([traces = m_viewState->traceSet(), slice](std::stop_token stop) -> Result<Read> {
        const std::shared_ptr<const Trace>& trace = traces->ranks()[slice.rank].trace;
        Read read;
        read.slice = slice;
        const Result<std::string> json = trace->eventJson(trace->slices().eventIndex[slice.slice.index()]);
        if (json) {
            read.json = json.value();
            read.tree = std::make_shared<const JsonTree>(JsonTree::parse(read.json));
        } else {
            read.problem = messageText(json.error().message);
        }
        const EventKind kind = trace->kind(slice.slice);
        // A launch's own work is in the facts already.
        if (isHostCallTree(kind) && !isApiCall(kind))
            read.work = workBelow(*trace, slice.slice, stop);
        read.length = placeByLength(*traces, slice);
        return read;
    });
}

} // namespace kinetoscope
