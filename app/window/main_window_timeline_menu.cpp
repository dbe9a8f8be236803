// SPDX-License-Identifier: GPL-3.0-or-later
// The menu of a slice, of a gap or a range, and of an empty place of the timeline.
#include "app/window/main_window.h"

#include "app/window/docks/analysis_docks.h"
#include "app/window/parts/search_box.h"
#include "app/window/timeline/place_walk.h"
#include "core/analysis/causes/work/call_names.h"
#include "core/analysis/scope/steps.h"
#include "core/base/name_pattern.h"
#include "core/model/kernel_names.h"
#include "widgets/panels/events/details_panel.h"
#include "widgets/timeline/timeline_view.h"

#include <QAction>
#include <QDockWidget>
#include <QMenu>

#include <algorithm>
#include <span>
#include <string>
#include <vector>

namespace kinetoscope {

namespace {

/// What the search box takes for exactly this name. Of a name that is longer than a pattern may be, the beginning
/// counts.
QString patternOfName(std::string_view name)
{
    constexpr std::size_t kMostBytes = NamePattern::kLongest / 2 - 8;
    std::string pattern = "/^";
    for (const char c : name.substr(0, kMostBytes)) {
        if (std::string_view("\\^$.|?*+()[]{}").find(c) != std::string_view::npos)
            pattern += '\\';
        pattern += c;
    }
    return QString::fromStdString(pattern + (name.size() <= kMostBytes ? "$/" : "/"));
}

/// The innermost op around the launch of a kernel that launches more than it; the innermost one where none does.
SliceId opOfSequence(const Trace& trace, SliceId kernel)
{
    SliceId innermost;
    const SliceId launch = trace.launchOf(kernel);
    if (!launch.isValid())
        return innermost;
    const SliceTable& slices = trace.slices();
    for (SliceId up = slices.parent[launch.index()]; up.isValid(); up = slices.parent[up.index()]) {
        if (slices.kind[up.index()] != EventKind::CpuOp)
            continue;
        if (!innermost.isValid())
            innermost = up;
        // Rows of a thread ascend by start: what an op holds stands behind it.
        std::size_t launches = 0;
        const Track& track = trace.track(trace.trackOf(up));
        for (std::uint32_t row = up.value + 1;
             launches < 2 && row < track.endSlice() && slices.start[row] < slices.end(up); ++row)
            launches += trace.launches().of(SliceId { row }).size();
        if (launches > 1)
            return up;
    }
    return innermost;
}

/// As parameters take them, neighbours as ranges: "5-8,10". @param numbers  as they come.
std::string textOfNumbers(std::span<const std::int64_t> numbers)
{
    std::string text;
    for (std::size_t first = 0; first < numbers.size();) {
        std::size_t last = first;
        while (last + 1 < numbers.size() && numbers[last + 1] == numbers[last] + 1)
            ++last;
        text += (text.empty() ? "" : ",") + std::to_string(numbers[first]);
        if (last > first)
            text += '-' + std::to_string(numbers[last]);
        first = last + 1;
    }
    return text;
}

} // namespace

/// Entries that find what is like a slice.
void MainWindow::addSearches(QMenu& menu, const Trace& trace, SliceId slice)
{
    menu.addAction(tr("Find all of this name"), this,
            [this, pattern = patternOfName(trace.name(slice))] { m_searchBox->searchFor(pattern); })
        ->setObjectName(QStringLiteral("find-name"));
    if (!isGpuWork(trace.kind(slice)))
        return;
    const SliceId op = opOfSequence(trace, slice);
    QAction* repeats = menu.addAction(tr("Find repeats of this sequence"), this,
        [this, name = op.isValid() ? std::string(trace.name(op)) : std::string()] {
            Parameters parameters;
            parameters.set("operator-name", ParameterValue { name });
            parameters.set("min-pattern-len", ParameterValue { std::int64_t { 1 } });
            m_analysisDocks->open("kernel-sequences", parameters);
        });
    repeats->setObjectName(QStringLiteral("find-repeats"));
    repeats->setEnabled(op.isValid());
}

/// The entries that ask what a change would save in a step, and what makes it longer or shorter than the others of its
/// rank, where there are any. Steps as the scope numbers them: both questions keep its step pattern. Their times as the
/// host has them: that is what was clicked, and the last one has an end there.
void MainWindow::addStepQuestions(QMenu& menu, const RankTrace& rank, SliceId slice)
{
    const Scope& scope = m_document.viewState()->scope();
    // All annotations are looked through for those that match a pattern, so not for what cannot.
    if (!scope.stepPattern.empty() && rank.trace->kind(slice) != EventKind::UserAnnotation)
        return;
    const Result<std::vector<Step>> steps = stepsOf(*rank.trace, scope);
    if (!steps)
        return;
    const auto step = std::ranges::find(*steps, slice, &Step::slice);
    if (step == steps->end())
        return;
    m_analysisDocks->addWhatIfInStep(&menu, rank.rank, step->number);
    std::vector<std::int64_t> others;
    for (const Step& other : *steps) {
        if (other.number != step->number)
            others.push_back(other.number);
    }
    if (others.empty())
        return;
    Parameters parameters;
    parameters.set("control-ranks", std::to_string(rank.rank));
    parameters.set("test-ranks", std::to_string(rank.rank));
    parameters.set("control-steps", textOfNumbers(others));
    parameters.set("test-steps", std::to_string(step->number));
    parameters.set("window", std::string("host"));
    menu.addAction(tr("Compare this step with the others"), this,
            [this, parameters] { m_analysisDocks->compare("waterfall", parameters); })
        ->setObjectName(QStringLiteral("compare-step"));
}

/// Entries that ask what a change of a slice would save.
void MainWindow::addWhatIf(QMenu& menu, const Trace& trace, SliceId slice)
{
    const std::string name(trace.name(slice));
    const auto add = [&](const QString& text, const std::string& change) {
        m_analysisDocks->addWhatIf(&menu, text, change);
    };
    const EventKind kind = trace.kind(slice);
    if (isGpuWork(kind)) {
        m_analysisDocks->addWhatIfFaster(&menu, name);
    } else if (kind == EventKind::CpuOp && !isLegacyAnnotation(name)) {
        add(tr("What if the GPU work of all ops of this name were twice as fast?"), "op:" + name + "=0.5");
        // A change of host time is by cause: of one name there is none.
        add(tr("What if the host were twice as fast in all ops, whatever their name?"), "host:op=0.5");
    } else if (isApiCall(kind) && callNameOf(name) == CallName::Synchronisation)
        add(tr("What if nothing waited in calls of this name?"), "wait:" + name + "=0");
    if (isApiCall(kind) && !trace.launches().of(slice).empty())
        add(tr("What if launches that are repeated came as CUDA or HIP graphs?"), "graph:repeated=1");
}

void MainWindow::showTimelineMenu(std::optional<SliceRef> slice, const QPoint& globalPosition)
{
    ViewState* viewState = m_document.viewState();
    // What the menu is about must be what is selected, or its entries would act on something else.
    if (slice && viewState->currentSlice() != slice)
        viewState->selectSlice(*slice);
    QMenu menu;
    const auto add = [&menu](const QString& text, bool isEnabled, auto handler) {
        QAction* action = menu.addAction(text);
        action->setEnabled(isEnabled);
        connect(action, &QAction::triggered, &menu, handler);
    };
    if (slice) {
        const SliceRef ref = *slice;
        const RankTrace* rank = viewState->rankOf(ref.rank);
        const SliceId launch = rank ? rank->trace->launchOf(ref.slice) : SliceId();
        const bool isLaunch = rank && !rank->trace->launches().of(ref.slice).empty();
        if (launch.isValid())
            add(tr("Show launch"), true, [this] { m_timeline->walk().followLaunch(-1); });
        if (isLaunch)
            add(tr("Show kernel"), true, [this] { m_timeline->walk().followLaunch(1); });
        menu.addAction((*m_actions)[ActionId::GoToDetails]);
        if (rank) {
            addSearches(menu, *rank->trace, ref.slice);
            addStepQuestions(menu, *rank, ref.slice);
            addWhatIf(menu, *rank->trace, ref.slice);
        }
        if (rank && rank->trace->slices().kind[ref.slice.index()] == EventKind::Kernel)
            m_analysisDocks->addClassMenu(
                &menu, std::string(rank->trace->text(rank->trace->slices().name[ref.slice.index()])));
        menu.addSeparator();
    }
    const bool isStretch = !slice && viewState->selection().slices.empty() && m_document.canLimitScope();
    if (isStretch) {
        menu.addAction((*m_actions)[ActionId::GoToDetails]);
        menu.addAction(tr("Idle causes in this range"), this,
                [this] {
                    m_document.limitScopeToSelection();
                    m_analysisDocks->raise("idle-causes");
                })
            ->setObjectName(QStringLiteral("idle-causes-here"));
        menu.addSeparator();
    }
    menu.addAction((*m_actions)[ActionId::FitSelection]);
    menu.addAction((*m_actions)[ActionId::LimitToRange]);
    menu.addAction((*m_actions)[ActionId::FitAll]);
    menu.addSeparator();
    // Nothing of a stretch of time is written in the file.
    if (isStretch) {
        add(tr("Copy times and details"), true, [this] { m_details->copyText(); });
    } else {
        menu.addAction((*m_actions)[ActionId::CopyDetails]);
        menu.addAction((*m_actions)[ActionId::CopyJson]);
    }
    menu.exec(globalPosition);
}

} // namespace kinetoscope
