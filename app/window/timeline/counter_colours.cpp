// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/timeline/counter_colours.h"

#include "app/window/docks/analysis_docks.h"
#include "app/window/settings.h"
#include "widgets/support/slice_names.h"
#include "widgets/support/view_state.h"
#include "widgets/timeline/timeline_view.h"

#include <QAction>
#include <QActionGroup>
#include <QMenu>

#include <algorithm>

namespace kinetoscope {

namespace {

/// What a session calls the share of the peaks among the counters: no counter has a blank in its name.
const QString kPeakShareWord = QStringLiteral("share of peak");

} // namespace

CounterColours::CounterColours(TimelineView* timeline, ViewState* viewState, AnalysisDocks* docks,
    const Settings* settings, QActionGroup* modes, QObject* parent)
    : QObject(parent)
    , m_timeline(timeline)
    , m_viewState(viewState)
    , m_docks(docks)
    , m_settings(settings)
    , m_modes(modes)
    , m_job([this](const Result<KernelCounters>& counters) { take(counters); })
    , m_peakJob([this](const Result<KernelCounters>& shares) { takePeakShares(shares); })
{
    m_peakAction = new QAction(tr("Share of the &peak"), this);
    m_peakAction->setObjectName(QStringLiteral("colour-by-peak-share"));
    m_peakAction->setCheckable(true);
    m_modes->addAction(m_peakAction);
    connect(m_peakAction, &QAction::triggered, this, &CounterColours::showPeakShares);
    connect(viewState, &ViewState::traceSetChanged, this, &CounterColours::startReading);
}

CounterColours::~CounterColours() = default;

void CounterColours::fillMenu(QMenu* menu)
{
    menu->addAction(m_peakAction);
    m_menu = menu->addMenu(tr("Hardware &counter"));
    m_menu->setObjectName(QStringLiteral("colour-by-counter"));
    offer();
}

void CounterColours::startReading()
{
    m_job.cancel();
    m_peakJob.cancel();
    m_wanted.clear();
    m_counters = nullptr;
    m_peakShares = nullptr;
    leaveCounter();
    offer();
    if (!m_viewState->traceSet())
        return;
    start(m_job, readKernelCounters);
}

void CounterColours::start(LatestJob<KernelCounters>& job, ReadCounters* read)
{
    job.start([read, traces = m_viewState->traceSet(), classifier = m_docks->classifier()](std::stop_token stop) {
        AnalysisContext context;
        context.classifier = classifier.get();
        context.progress.stop = std::move(stop);
        return read({ traces, {} }, context);
    });
}

void CounterColours::take(const Result<KernelCounters>& counters)
{
    // What went wrong is said by the panel on counters, when somebody asks for them.
    if (!counters)
        return;
    m_counters = std::make_shared<const KernelCounters>(*counters);
    offer();
    if (!m_wanted.isEmpty())
        choose(std::exchange(m_wanted, {}));
}

/// The way to colour that the settings name, where a counter was shown.
void CounterColours::leaveCounter()
{
    if (m_timeline->scene().colourMode() != ColourMode::Counter)
        return;
    m_timeline->setColourMode(m_settings->colourMode());
    const QString name = QStringLiteral("colour-by-") + wordOf(m_settings->colourMode());
    for (QAction* action : m_modes->actions())
        action->setChecked(action->objectName() == name);
}

void CounterColours::showPeakShares()
{
    if (m_peakShares) {
        m_timeline->setColouring({ ColourMode::Counter, m_peakShares, 0 });
        return;
    }
    if (!m_viewState->traceSet())
        return;
    start(m_peakJob, readPeakShares);
}

void CounterColours::takePeakShares(const Result<KernelCounters>& shares)
{
    if (!shares)
        return;
    m_peakShares = std::make_shared<const KernelCounters>(*shares);
    if (m_peakAction->isChecked()) // and nobody chose something else meanwhile
        showPeakShares();
}

void CounterColours::offer()
{
    const KernelClassifier builtIn;
    const KernelClassifier* rules = m_docks->classifier() ? m_docks->classifier().get() : &builtIn;
    const bool canHaveShares = m_viewState->traceSet() && canHavePeakShares(*m_viewState->traceSet(), *rules);
    m_peakAction->setEnabled(canHaveShares);
    m_peakAction->setStatusTip(canHaveShares
            ? tr("Ops, launches and kernels by how near they come to what the GPU's peaks allow for their shapes; what "
                 "is not known grey")
            : tr("This trace has no shapes of ops (record_shapes=True), or nothing tells the peaks of its GPU."));
    for (QAction* action : m_actions)
        delete action;
    m_actions.clear();
    const std::size_t count = m_counters ? m_counters->names().size() : 0;
    for (std::size_t i = 0; i < count; ++i) {
        QString name = plainLine(m_counters->names()[i]);
        const QString tip = tr("Kernels by their value of %1, what was not measured grey").arg(name);
        name.replace(u'&', QStringLiteral("&&")); // or it would underline a letter
        auto* action = new QAction(name, this);
        action->setStatusTip(tip);
        action->setCheckable(true);
        connect(action, &QAction::triggered, this, [this, i] {
            m_timeline->setColouring({ ColourMode::Counter, m_counters, i });
        });
        m_modes->addAction(action);
        m_actions.push_back(action);
    }
    if (!m_menu)
        return;
    for (QAction* action : m_actions)
        m_menu->addAction(action);
    m_menu->setEnabled(count > 0);
    m_menu->menuAction()->setStatusTip(
        count > 0 ? QString() : tr("This trace has no hardware counters of single kernels."));
}

QString CounterColours::chosen() const
{
    const Colouring& colouring = m_timeline->scene().colouring();
    if (colouring.mode == ColourMode::Counter && colouring.counters && colouring.counters->arePeakShares())
        return kPeakShareWord;
    return colouring.mode == ColourMode::Counter && colouring.counters
        ? QString::fromStdString(colouring.counters->names()[colouring.counter])
        : QString();
}

void CounterColours::choose(const QString& name)
{
    if (name == kPeakShareWord) {
        if (m_peakAction->isEnabled())
            m_peakAction->trigger();
        return;
    }
    m_wanted = name;
    if (!m_counters)
        return;
    m_wanted.clear();
    const auto& names = m_counters->names();
    const auto at = std::ranges::find(names, name.toStdString());
    if (at != names.end())
        m_actions[static_cast<std::size_t>(at - names.begin())]->trigger();
}

} // namespace kinetoscope

#include "moc_counter_colours.cpp"
