// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/timeline/overlay_control.h"

#include "app/window/docks/analysis_docks.h"
#include "app/window/settings.h"
#include "core/base/parallel.h"
#include "widgets/panels/analysis/analysis_panel.h"
#include "widgets/support/number_text.h"
#include "widgets/support/plain_text.h"
#include "widgets/support/view_state.h"
#include "widgets/timeline/timeline_view.h"

#include <QAction>
#include <QMenu>

#include <algorithm>

namespace kinetoscope {

namespace {

constexpr std::string_view kPatternAnalysis = "kernel-sequences"; ///< whose panel lists the patterns
constexpr qsizetype kLongestPattern = 80; ///< characters of a pattern in the menu; the status bar has all of it

} // namespace

/// One overlay: its job, what it made and of which parameters.
struct OverlayControl::Slot {
    std::unique_ptr<LatestJob<Overlay>> job;
    std::shared_ptr<const Overlay> overlay;
    Parameters parameters;
    bool isAsked = false; ///< the user waits for it: tell them if there is nothing to see
};

OverlayControl::OverlayControl(
    TimelineView* timeline, ViewState* viewState, AnalysisDocks* docks, Settings* settings, QObject* parent)
    : QObject(parent)
    , m_timeline(timeline)
    , m_viewState(viewState)
    , m_docks(docks)
    , m_settings(settings)
{
    const QStringList on = settings->overlays();
    for (std::size_t i = 0; i < overlays().size(); ++i) {
        const OverlayDescriptor& overlay = overlays()[i];
        auto* action = new QAction(plainLine(overlay.title), this);
        action->setObjectName(QStringLiteral("overlay-%1").arg(plainLine(overlay.id)));
        action->setStatusTip(plainLine(overlay.question));
        action->setCheckable(true);
        action->setChecked(on.contains(plainLine(overlay.id)));
        connect(action, &QAction::toggled, this, [this, i](bool) { start(i, true); });
        m_actions.push_back(action);
        m_slots.push_back(std::make_unique<Slot>());
        m_slots.back()->job =
            std::make_unique<LatestJob<Overlay>>([this, i](Result<Overlay> made) { take(i, std::move(made)); });
    }
    connect(viewState, &ViewState::traceSetChanged, this, &OverlayControl::startAll);
    connect(docks, &AnalysisDocks::resultShown, this, &OverlayControl::followPanels);
    connect(docks, &AnalysisDocks::panelMade, this, &OverlayControl::followPanel);
}

OverlayControl::~OverlayControl() = default;

void OverlayControl::fillMenu(QMenu* menu)
{
    m_menu = menu;
    for (QAction* action : m_actions)
        menu->addAction(action);
}

void OverlayControl::fillLegend()
{
    for (QAction* action : m_legend)
        delete action;
    m_legend.clear();
    for (const auto& slot : m_slots) {
        if (!slot->overlay || slot->overlay->patterns.empty())
            continue;
        for (const OverlayPattern& pattern : slot->overlay->patterns) {
            const auto letter = static_cast<std::uint8_t>(m_legend.size());
            const QString full = plainLine(pattern.pattern);
            QString name = full.size() > kLongestPattern ? full.left(kLongestPattern) + QChar(0x2026) : full;
            name.replace(u'&', QStringLiteral("&&")); // or it would underline a letter
            auto* action = new QAction(tr("%1   %2 ×   %3")
                                           .arg(QString(QLatin1Char(static_cast<char>('A' + letter))),
                                               countText(static_cast<std::int64_t>(pattern.count)), name),
                this);
            action->setStatusTip(full);
            action->setData(fullText(pattern.pattern));
            action->setCheckable(true);
            action->setChecked(m_timeline->scene().showsPattern(letter));
            connect(action, &QAction::toggled, this, [this] {
                std::uint32_t hidden = 0;
                for (std::size_t i = 0; i < m_legend.size(); ++i)
                    hidden |= m_legend[i]->isChecked() ? 0u : 1u << i;
                m_timeline->setHiddenPatterns(hidden);
                tagRows();
            });
            m_legend.push_back(action);
        }
    }
    if (m_menu) {
        for (QAction* action : m_legend)
            m_menu->addAction(action);
    }
    tagRows();
}

void OverlayControl::followPanel(AnalysisPanel* panel)
{
    if (panel->analysis().id != kPatternAnalysis)
        return;
    connect(panel, &AnalysisPanel::textTagToggled, this, &OverlayControl::togglePattern);
    connect(panel, &AnalysisPanel::rowMenuOpening, this, &OverlayControl::addToRowMenu);
    tagRows();
}

QAction* OverlayControl::legendOf(const QString& pattern) const
{
    const auto at = std::ranges::find_if(
        m_legend, [&pattern](const QAction* action) { return action->data().toString() == pattern; });
    return at == m_legend.end() ? nullptr : *at;
}

void OverlayControl::tagRows()
{
    AnalysisPanel* panel = m_docks->existingPanel(*findAnalysis(kPatternAnalysis));
    if (!panel)
        return;
    TextTags tags;
    for (std::size_t i = 0; i < m_legend.size(); ++i)
        tags.insert(m_legend[i]->data().toString(),
            { QString(QLatin1Char(static_cast<char>('A' + i))), m_legend[i]->isChecked() });
    panel->setTextTags(tags);
}

void OverlayControl::togglePattern(const QString& pattern)
{
    if (QAction* action = legendOf(pattern))
        action->toggle();
}

void OverlayControl::addToRowMenu(QMenu* menu, const QString& pattern)
{
    if (pattern.isEmpty())
        return;
    menu->addSeparator();
    if (QAction* shown = legendOf(pattern)) {
        QAction* entry = menu->addAction(
            tr("Marked on the timeline as %1")
                .arg(QLatin1Char(static_cast<char>('A' + (std::ranges::find(m_legend, shown) - m_legend.begin())))));
        entry->setCheckable(true);
        entry->setChecked(shown->isChecked());
        connect(entry, &QAction::triggered, shown, &QAction::toggle);
        return;
    }
    const auto overlay = std::ranges::find(overlays(), kPatternAnalysis, &OverlayDescriptor::analysis);
    if (overlay == overlays().end())
        return;
    QAction* all = m_actions[static_cast<std::size_t>(overlay - overlays().begin())];
    QAction* entry = menu->addAction(tr("Mark the first patterns on the timeline"));
    entry->setEnabled(!all->isChecked());
    connect(entry, &QAction::triggered, all, [all] { all->setChecked(true); });
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
        const QSignalBlocker quiet(m_actions[i]); // what toggled() does besides is to remember it
        m_actions[i]->setChecked(isOn);
        start(i, false);
    }
}

bool OverlayControl::isBusy() const
{
    return std::ranges::any_of(m_slots, [](const auto& slot) { return slot->job->isRunning(); });
}

void OverlayControl::startAll()
{
    for (const auto& slot : m_slots)
        slot->overlay = nullptr;
    for (std::size_t i = 0; i < m_slots.size(); ++i)
        start(i, false);
}

void OverlayControl::followPanels()
{
    for (std::size_t i = 0; i < m_slots.size(); ++i) {
        const std::string_view analysis = overlays()[i].analysis;
        if (m_actions[i]->isChecked() && !analysis.empty() && m_docks->parametersOf(analysis) != m_slots[i]->parameters)
            start(i, false);
    }
}

void OverlayControl::start(std::size_t index, bool isAsked)
{
    const OverlayDescriptor& descriptor = overlays()[index];
    Slot& slot = *m_slots[index];
    slot.job->cancel();
    if (isAsked)
        m_settings->setOverlays(chosen());
    if (!m_actions[index]->isChecked() || !m_viewState->traceSet()) {
        slot.overlay = nullptr;
        show();
        return;
    }
    slot.isAsked = isAsked;
    slot.parameters = descriptor.analysis.empty() ? Parameters {} : m_docks->parametersOf(descriptor.analysis);
    slot.job->start([&descriptor, traces = m_viewState->traceSet(), parameters = slot.parameters,
                        classifier = m_docks->classifier()](std::stop_token stop) {
        AnalysisContext context;
        context.classifier = classifier.get();
        context.progress.stop = std::move(stop);
        context.threads = coreCount();
        return buildOverlay(descriptor, { traces, {} }, parameters, context);
    });
}

void OverlayControl::take(std::size_t index, Result<Overlay> made)
{
    Slot& slot = *m_slots[index];
    const QString title = plainLine(overlays()[index].title);
    if (!made) {
        slot.overlay = nullptr;
        emit messageShown(tr("%1: %2").arg(title, plainLine(made.error().message)));
    } else {
        slot.overlay = std::make_shared<const Overlay>(std::move(made).value());
        if (slot.isAsked && slot.overlay->isEmpty()) {
            const std::vector<Remark>& remarks = slot.overlay->remarks;
            emit messageShown(tr("%1: %2").arg(title,
                remarks.empty() ? tr("there is nothing to show in this trace.") : plainLine(remarks.front().sentence)));
        }
    }
    slot.isAsked = false;
    show();
}

void OverlayControl::show()
{
    std::vector<std::shared_ptr<const Overlay>> all;
    for (const auto& slot : m_slots) {
        if (slot->overlay)
            all.push_back(slot->overlay);
    }
    m_timeline->setOverlays(std::move(all));
    fillLegend();
    emit shown();
}

} // namespace kinetoscope
