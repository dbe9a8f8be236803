// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/timeline/overlay_control.h"

#include "app/window/docks/analysis_docks.h"
#include "app/window/timeline/idle_legend.h"
#include "core/analysis/host/kernel_sequences.h"
#include "core/analysis/types/column_names.h"
#include "core/base/memory_guard.h"
#include "core/base/memory_use.h"
#include "core/base/parallel.h"
#include "core/base/vectors.h"
#include "core/catalog/analyses.h"
#include "core/io/load_ranks.h"
#include "core/layout/table/chain_text.h"
#include "core/overlay/sequence_overlay.h"
#include "widgets/panels/analysis/analysis_panel.h"
#include "widgets/support/message_text.h"
#include "widgets/support/number_text.h"
#include "widgets/support/option_text.h"
#include "widgets/support/plain_text.h"
#include "widgets/support/registry_text.h"
#include "widgets/support/view_state.h"
#include "widgets/timeline/timeline_view.h"

#include <QAction>
#include <QMenu>
#include <QSignalBlocker>

#include <algorithm>
#include <span>

namespace kinetoscope {

namespace {

constexpr std::string_view kPatternAnalysis = "kernel-sequences"; ///< whose panel lists the patterns
constexpr qsizetype kLongestPattern = 80; ///< characters of a pattern in the menu; the status bar has all of it

std::size_t patternOverlay()
{
    const auto at = std::ranges::find(overlays(), kPatternAnalysis, &OverlayDescriptor::analysis);
    return static_cast<std::size_t>(at - overlays().begin());
}

QString letterText(qsizetype place)
{
    return QString(QLatin1Char(static_cast<char>('A' + place)));
}

constexpr QLatin1String kOpeningOverlay("idle-gaps");
constexpr QLatin1String kOpeningOfRanks("waits"); // the waiting part of communication is hatched where it is known

QStringList pathsOf(const TraceSet* traces)
{
    QStringList paths;
    for (const RankTrace& rank : traces ? traces->ranks() : std::span<const RankTrace> {})
        paths.append(QString::fromStdString(openedPath(rank)));
    return paths;
}

/// What of a scope an overlay is made of. Not its ranks: each has a path of its own, and the others are dimmed.
Scope scopeOf(const OverlayDescriptor& overlay, const Scope& scope)
{
    if (!overlay.isOfWindow)
        return {};
    Scope window;
    window.steps = scope.steps;
    window.stepPattern = scope.stepPattern;
    window.range = scope.range;
    return window;
}

} // namespace

/// One overlay: its job, what it made, and of what.
struct OverlayControl::Slot {
    std::unique_ptr<LatestJob<Overlay>> job;
    std::shared_ptr<const Overlay> overlay;
    Parameters parameters;
    Scope scope;
    QStringList patterns; ///< that it was asked for; empty: those that come first
    bool isAsked = false; ///< the user waits for it: tell them if there is nothing to see
};

OverlayControl::OverlayControl(TimelineView* timeline, ViewState* viewState, AnalysisDocks* docks, QObject* parent)
    : QObject(parent)
    , m_timeline(timeline)
    , m_viewState(viewState)
    , m_docks(docks)
{
    for (std::size_t i = 0; i < overlays().size(); ++i) {
        const OverlayDescriptor& overlay = overlays()[i];
        auto* action = new QAction(registryText(overlay.title), this);
        action->setObjectName(QStringLiteral("overlay-%1").arg(plainLine(overlay.id)));
        action->setStatusTip(registryText(overlay.question));
        action->setCheckable(true);
        action->setChecked(plainLine(overlay.id) == kOpeningOverlay);
        connect(action, &QAction::toggled, this, [this, i] { switchOverlay(i); });
        m_actions.push_back(action);
        m_slots.push_back(std::make_unique<Slot>());
        m_slots.back()->job =
            std::make_unique<LatestJob<Overlay>>([this, i](Result<Overlay> made) { take(i, std::move(made)); });
    }
    connect(viewState, &ViewState::traceSetChanged, this, [this] {
        // What was chosen was chosen for what was open.
        if (const QStringList paths = pathsOf(m_viewState->traceSet().get()); !paths.isEmpty() && paths != m_paths) {
            m_paths = paths;
            choose(
                paths.size() > 1 ? QStringList { kOpeningOverlay, kOpeningOfRanks } : QStringList { kOpeningOverlay });
        }
        startAll();
    });
    connect(viewState, &ViewState::scopeChanged, this, &OverlayControl::followScope);
    connect(docks, &AnalysisDocks::resultShown, this, &OverlayControl::followPanels);
    connect(docks, &AnalysisDocks::panelMade, this, &OverlayControl::followPanel);
}

OverlayControl::~OverlayControl() = default;

void OverlayControl::fillMenu(QMenu* menu)
{
    m_menu = menu;
    connect(menu, &QMenu::aboutToShow, this, &OverlayControl::fillIdleLegend); // in the colours of the theme of now
    for (QAction* action : m_actions)
        menu->addAction(action);
}

void OverlayControl::fillIdleLegend()
{
    for (QAction* action : m_idleLegend)
        delete action;
    m_idleLegend.clear();
    for (std::size_t i = 0; i < m_slots.size(); ++i) {
        if (!m_slots[i]->overlay)
            continue;
        for (QAction* entry : kinetoscope::idleLegend(*m_slots[i]->overlay, m_timeline->scene().palette(), this)) {
            const std::string_view analysis = overlays()[i].analysis;
            connect(entry, &QAction::triggered, this, [this, analysis] { m_docks->raise(analysis); });
            if (m_menu)
                m_menu->insertAction(m_legend.empty() ? nullptr : m_legend.front(), entry);
            m_idleLegend.push_back(entry);
        }
    }
}

void OverlayControl::fillLegend()
{
    fillIdleLegend();
    for (QAction* action : m_legend)
        delete action;
    m_legend.clear();
    for (const auto& slot : m_slots) {
        if (!slot->overlay || slot->overlay->patterns.empty())
            continue;
        for (const OverlayPattern& pattern : slot->overlay->patterns) {
            const QString full = plainLine(pattern.pattern);
            const QString read = displayText(chainText(pattern.steps), 4000);
            QString name = read.size() > kLongestPattern ? read.left(kLongestPattern) + QChar(0x2026) : read;
            name.replace(u'&', QStringLiteral("&&")); // or it would underline a letter
            auto* action = new QAction(tr("%1   %2 ×   %3")
                                           .arg(letterText(static_cast<qsizetype>(m_legend.size())),
                                               countText(static_cast<std::int64_t>(pattern.count)), name),
                this);
            const QString key = fullText(pattern.pattern);
            action->setStatusTip(full);
            action->setCheckable(true);
            action->setChecked(!m_hidden.contains(key));
            connect(action, &QAction::toggled, this, [this, key](bool isShown) {
                if (isShown)
                    m_hidden.remove(key);
                else
                    m_hidden.insert(key);
                applyHidden();
                tagRows();
            });
            m_legend.push_back(action);
        }
    }
    if (m_menu) {
        for (QAction* action : m_legend)
            m_menu->addAction(action);
    }
    applyHidden();
    tagRows();
}

void OverlayControl::applyHidden()
{
    const std::shared_ptr<const Overlay>& overlay = m_slots[patternOverlay()]->overlay;
    std::uint32_t hidden = 0;
    for (std::size_t i = 0; overlay && i < overlay->patterns.size(); ++i)
        hidden |= m_hidden.contains(fullText(overlay->patterns[i].pattern)) ? 1u << i : 0u;
    m_timeline->setHiddenPatterns(hidden);
}

void OverlayControl::followPanel(AnalysisPanel* panel)
{
    if (panel->analysis().id != kPatternAnalysis)
        return;
    connect(panel, &AnalysisPanel::textTagToggled, this, &OverlayControl::togglePattern);
    connect(panel, &AnalysisPanel::rowMenuOpening, this, &OverlayControl::addToRowMenu);
    tagRows();
}

const Table* OverlayControl::patternTable(const char* name) const
{
    const AnalysisPanel* panel = m_docks->existingPanel(*findAnalysis(kPatternAnalysis));
    return panel && panel->result() ? panel->result()->findTable(name) : nullptr;
}

QStringList OverlayControl::letteredPatterns() const
{
    QStringList patterns;
    if (const Table* table = patternTable("occurrences")) {
        const std::size_t column = table->columnIndex(column::kPattern);
        for (std::size_t row = 0; row < table->rowCount() && patterns.size() < qsizetype { kMostPatterns }; ++row) {
            if (const QString pattern = fullText(table->text(row, column)); !patterns.contains(pattern))
                patterns.append(pattern);
        }
    }
    for (const QString& pattern : m_ticked) {
        if (!patterns.contains(pattern) && patterns.size() < qsizetype { kMostChosenPatterns })
            patterns.append(pattern);
    }
    return patterns;
}

void OverlayControl::dropMissingPatterns()
{
    if (m_ticked.isEmpty() || !patternTable("sequences"))
        return;
    m_ticked.removeIf([this](const QString& pattern) { return !m_tags.contains(pattern); });
}

void OverlayControl::tagRows()
{
    AnalysisPanel* panel = m_docks->existingPanel(*findAnalysis(kPatternAnalysis));
    if (!panel)
        return;
    m_tags.clear();
    const bool isOn = m_actions[patternOverlay()]->isChecked();
    const QStringList lettered = letteredPatterns();
    for (const char* name : { "sequences", "ngrams" }) { // chains that an op launches, chains of the streams
        const Table* table = patternTable(name);
        const std::size_t column = table ? table->columnIndex(column::kPattern) : 0;
        for (std::size_t row = 0; table && row < table->rowCount(); ++row)
            m_tags.insert(fullText(table->text(row, column)), {});
    }
    for (qsizetype i = 0; i < lettered.size(); ++i) {
        if (const auto tag = m_tags.find(lettered[i]); tag != m_tags.end())
            *tag = { letterText(i), isOn && !m_hidden.contains(lettered[i]) };
    }
    panel->setTextTags(m_tags);
}

void OverlayControl::togglePattern(const QString& pattern)
{
    const std::size_t index = patternOverlay();
    QAction* all = m_actions[index];
    const QStringList lettered = letteredPatterns();
    const bool isLettered = lettered.contains(pattern);
    if (!isLettered && lettered.size() == qsizetype { kMostChosenPatterns }) {
        emit messageShown(tr("All letters are in use: untick another chain first."));
        return;
    }
    if (!all->isChecked()) {
        // Somebody who ticks one wants to see that one.
        m_hidden = QSet<QString>(lettered.begin(), lettered.end());
        m_hidden.remove(pattern);
    } else if (isLettered && !m_hidden.remove(pattern)) {
        m_hidden.insert(pattern);
    }
    if (!isLettered)
        m_ticked.append(pattern);
    if (!all->isChecked() || !isLettered) {
        const QSignalBlocker quiet(all);
        all->setChecked(true);
        start(index, true);
    }
    show();
}

void OverlayControl::addToRowMenu(QMenu* menu, const QString& pattern)
{
    const auto tag = m_tags.constFind(pattern);
    if (tag == m_tags.constEnd())
        return;
    menu->addSeparator();
    QAction* one = menu->addAction(
        tag->letter.isEmpty() ? tr("Mark on the timeline") : tr("Mark on the timeline as %1").arg(tag->letter));
    one->setCheckable(true);
    one->setChecked(tag->isOn);
    connect(one, &QAction::triggered, this, [this, pattern] { togglePattern(pattern); });
    QAction* all = m_actions[patternOverlay()];
    QAction* first = menu->addAction(tr("Mark the first patterns on the timeline"));
    first->setEnabled(!all->isChecked() || !m_hidden.isEmpty());
    connect(first, &QAction::triggered, this, [this, all] {
        m_hidden.clear();
        if (all->isChecked())
            show();
        else
            all->setChecked(true);
    });
}

std::vector<std::string> OverlayControl::markedChains() const
{
    std::vector<std::string> chains;
    const std::shared_ptr<const Overlay>& overlay = m_slots[patternOverlay()]->overlay;
    if (m_ticked.isEmpty() && m_hidden.isEmpty())
        return chains;
    for (std::size_t i = 0; overlay && i < overlay->patterns.size(); ++i) {
        if (!m_hidden.contains(fullText(overlay->patterns[i].pattern)))
            chains.push_back(overlay->patterns[i].pattern);
    }
    return chains;
}

QStringList OverlayControl::chosen() const
{
    QStringList on;
    for (std::size_t i = 0; i < m_actions.size(); ++i) {
        if (m_actions[i]->isChecked())
            on << plainLine(overlays()[i].id);
    }
    return on;
}

void OverlayControl::choose(const QStringList& ids)
{
    for (std::size_t i = 0; i < m_actions.size(); ++i) {
        const bool isOn = ids.contains(plainLine(overlays()[i].id));
        if (m_actions[i]->isChecked() == isOn)
            continue;
        const QSignalBlocker quiet(m_actions[i]); // nobody switched it by hand
        m_actions[i]->setChecked(isOn);
        start(i, false);
    }
    for (std::size_t i = 0; i < m_actions.size(); ++i) {
        if (m_actions[i]->isChecked())
            leaveFamily(i);
    }
}

bool OverlayControl::isBusy() const
{
    return std::ranges::any_of(m_slots, [](const auto& slot) { return slot->job->isRunning(); });
}

void OverlayControl::startAll()
{
    m_ticked.clear();
    m_hidden.clear();
    for (const auto& slot : m_slots)
        slot->overlay = nullptr;
    for (std::size_t i = 0; i < m_slots.size(); ++i)
        start(i, false);
}

void OverlayControl::followPanels()
{
    tagRows();
    dropMissingPatterns();
    for (std::size_t i = 0; i < m_slots.size(); ++i) {
        const std::string_view analysis = overlays()[i].analysis;
        if (!m_actions[i]->isChecked() || analysis.empty())
            continue;
        const bool hasOtherPatterns = i == patternOverlay() && letteredPatterns() != m_slots[i]->patterns;
        if (hasOtherPatterns || m_docks->parametersOf(analysis) != m_slots[i]->parameters)
            start(i, false);
    }
}

void OverlayControl::followScope()
{
    for (std::size_t i = 0; i < m_actions.size(); ++i) {
        if (m_actions[i]->isChecked() && scopeOf(overlays()[i], m_viewState->scope()) != m_slots[i]->scope)
            start(i, false);
    }
}

void OverlayControl::switchOverlay(std::size_t index)
{
    // Who switches all of them on wants those that come first.
    if (index == patternOverlay()) {
        m_ticked.clear();
        m_hidden.clear();
    }
    if (m_actions[index]->isChecked())
        leaveFamily(index);
    start(index, true);
}

void OverlayControl::leaveFamily(std::size_t index)
{
    const std::string_view family = overlays()[index].family;
    for (std::size_t i = 0; i < m_actions.size(); ++i) {
        if (i == index || family.empty() || overlays()[i].family != family || !m_actions[i]->isChecked())
            continue;
        const QSignalBlocker quiet(m_actions[i]); // both would be drawn in the same places
        m_actions[i]->setChecked(false);
        start(i, false);
    }
}

void OverlayControl::start(std::size_t index, bool isAsked)
{
    const OverlayDescriptor& descriptor = overlays()[index];
    Slot& slot = *m_slots[index];
    slot.job->cancel();
    if (!m_actions[index]->isChecked() || !m_viewState->traceSet()) {
        slot.overlay = nullptr;
        show();
        return;
    }
    slot.isAsked = isAsked;
    slot.scope = scopeOf(descriptor, m_viewState->scope());
    slot.parameters = descriptor.analysis.empty() ? Parameters {} : m_docks->parametersOf(descriptor.analysis);
    slot.patterns = index == patternOverlay() ? letteredPatterns() : QStringList();
    slot.job->start([&descriptor, patterns = mapped(slot.patterns, &QString::toStdString),
                        traces = m_viewState->traceSet(), parameters = slot.parameters, scope = slot.scope,
                        classifier = m_docks->classifier()](std::stop_token stop) {
        AnalysisContext context { .classifier = classifier.get(), .threads = coreCount() };
        return withinMemory(mostResidentBytes(), std::move(stop), [&](std::stop_token both) {
            context.progress.stop = std::move(both);
            return patterns.empty() ? buildOverlay(descriptor, { traces, scope }, parameters, context)
                                    : chosenSequenceOverlay({ traces, scope }, parameters, patterns, context);
        });
    });
}

void OverlayControl::take(std::size_t index, Result<Overlay> made)
{
    Slot& slot = *m_slots[index];
    const QString title = registryText(overlays()[index].title);
    const AnalysisDescriptor* analysis = findAnalysis(overlays()[index].analysis);
    const auto parameters = analysis ? std::span(analysis->parameters) : std::span<const ParameterDescriptor>();
    if (!made) {
        slot.overlay = nullptr;
        emit messageShown(tr("%1: %2").arg(title, messageText(made.error().message, parameters)));
    } else {
        slot.overlay = std::make_shared<const Overlay>(std::move(made).value());
        if (slot.isAsked && slot.overlay->isEmpty()) {
            const std::vector<Remark>& remarks = slot.overlay->remarks;
            emit messageShown(tr("%1: %2").arg(title,
                remarks.empty() ? tr("there is nothing to show in this trace.")
                                : remarkText(remarks.front(), parameters)));
        }
    }
    slot.isAsked = false;
    show();
}

void OverlayControl::show()
{
    std::vector<std::shared_ptr<const Overlay>> all;
    for (const auto& slot : m_slots) {
        if (slot->overlay && !slot->overlay->isEmpty()) // a path of nothing would dim everything
            all.push_back(slot->overlay);
    }
    m_timeline->setOverlays(std::move(all));
    fillLegend();
    emit shown();
}

} // namespace kinetoscope

#include "moc_overlay_control.cpp"
