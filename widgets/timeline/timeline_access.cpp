// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/timeline_access.h"

#include "widgets/support/number_text.h"
#include "widgets/support/plain_text.h"
#include "widgets/support/view_state.h"
#include "widgets/timeline/painters/frame_painter.h"

#include <QAccessible>
#include <QAccessibleWidget>
#include <QCoreApplication>
#include <QPointer>
#include <QWindow>

#include <algorithm>
#include <map>

namespace kinetoscope {

namespace {

constexpr int kSpokenCharacters = 120; // a name of 5 000 characters is not listened to

/// For the translations.
class TimelineAccessText {
    Q_DECLARE_TR_FUNCTIONS(TimelineAccess)
};

/// How busy a row is where that was drawn, else how much there is on its track.
QString spokenSummary(const TimelineView& view, std::ptrdiff_t at)
{
    const TimelineRow& row = view.scene().rows().rows()[static_cast<std::size_t>(at)];
    const std::vector<RowSummary>& summaries = view.summaries();
    const auto drawn = std::ranges::find(summaries, at, &RowSummary::row);
    if (drawn != summaries.end() && drawn->isCounter)
        return TimelineAccessText::tr("up to %1").arg(quantityText(drawn->highest, drawn->unit));
    if (drawn != summaries.end() && drawn->slices > 0)
        return TimelineAccessText::tr("%1 busy, %2 events")
            .arg(percentText(drawn->busyShare * 100), countText(static_cast<std::int64_t>(drawn->slices)));
    if (row.key.kind != RowKind::Track)
        return {};
    const Track& track = view.scene().traces()->ranks()[row.key.rank].trace->track(row.track());
    return TimelineAccessText::tr("%1 events in all").arg(countText(std::max(track.sliceCount, track.sampleCount)));
}

/// A part of the timeline without an object of its own.
class PartAccess : public QAccessibleInterface {
public:
    explicit PartAccess(TimelineView* view)
        : m_view(view)
    {
    }

    QObject* object() const override { return nullptr; }
    QWindow* window() const override { return m_view ? m_view->window()->windowHandle() : nullptr; }
    QAccessibleInterface* childAt(int, int) const override { return nullptr; }
    QAccessibleInterface* parent() const override { return QAccessible::queryAccessibleInterface(m_view.data()); }
    QAccessibleInterface* child(int) const override { return nullptr; }
    int childCount() const override { return 0; }
    int indexOfChild(const QAccessibleInterface*) const override { return -1; }
    void setText(QAccessible::Text, const QString&) override { }

protected:
    [[nodiscard]] QRect onScreen(const QRect& area) const
    {
        return area.isEmpty() ? QRect() : QRect(m_view->mapToGlobal(area.topLeft()), area.size());
    }

    QPointer<TimelineView> m_view;
};

class RowAccess : public PartAccess {
public:
    RowAccess(TimelineView* view, const RowKey& key)
        : PartAccess(view)
        , m_key(key)
    {
    }

    [[nodiscard]] const RowKey& key() const { return m_key; }
    bool isValid() const override { return m_view && at() >= 0; }
    QAccessible::Role role() const override { return QAccessible::TreeItem; }
    QString text(QAccessible::Text kind) const override
    {
        if (!isValid())
            return {};
        if (kind == QAccessible::Name)
            return m_view->scene().title(row());
        return kind == QAccessible::Description ? spokenSummary(*m_view, at()) : QString();
    }
    QRect rect() const override { return isValid() ? onScreen(area()) : QRect(); }
    QAccessible::State state() const override
    {
        QAccessible::State state;
        state.focusable = true;
        if (!isValid()) {
            state.invalid = true;
            return state;
        }
        state.expandable = row().canFold;
        state.expanded = row().canFold && row().expanded;
        state.collapsed = row().canFold && !row().expanded;
        state.focused = m_view->hasFocus() && m_view->rows().current() == m_key;
        state.offscreen = area().isEmpty();
        return state;
    }

private:
    [[nodiscard]] std::ptrdiff_t at() const { return m_view->scene().rows().find(m_key); }
    [[nodiscard]] const TimelineRow& row() const
    {
        return m_view->scene().rows().rows()[static_cast<std::size_t>(at())];
    }
    [[nodiscard]] QRect area() const
    {
        const TimelineViewport viewport = m_view->viewport();
        const TimelineGeometry geometry = m_view->scene().geometry(viewport.size);
        QRect area = headerRect(m_view->scene(), viewport, row()) & headersOf(m_view->scene(), viewport, row());
        if (!area.isEmpty())
            area.setRight(geometry.lanes.right());
        return area;
    }

    RowKey m_key;
};

class EventAccess : public PartAccess {
public:
    using PartAccess::PartAccess;

    bool isValid() const override { return m_view && m_view->viewState().currentSlice(); }
    QAccessible::Role role() const override { return QAccessible::ListItem; }
    QString text(QAccessible::Text kind) const override
    {
        return isValid() && kind == QAccessible::Name
            ? spokenSlice(m_view->viewState(), *m_view->viewState().currentSlice())
            : QString();
    }
    QRect rect() const override
    {
        return isValid() ? onScreen(m_view->rectOf(*m_view->viewState().currentSlice()).toAlignedRect()) : QRect();
    }
    QAccessible::State state() const override
    {
        QAccessible::State state;
        state.focusable = state.selectable = true;
        state.selected = isValid();
        state.focused = isValid() && m_view->hasFocus();
        state.invalid = !isValid();
        return state;
    }
};

/// Children: the rows from top to bottom, the selected event if there is one, the widgets inside.
class TimelineAccess : public QAccessibleWidget {
public:
    explicit TimelineAccess(TimelineView* view)
        : QAccessibleWidget(view, QAccessible::Tree)
        , m_view(view)
        , m_event(QAccessible::registerAccessibleInterface(new EventAccess(view)))
    {
    }
    ~TimelineAccess() override
    {
        for (const auto& [key, id] : m_rows)
            QAccessible::deleteAccessibleInterface(id);
        QAccessible::deleteAccessibleInterface(m_event);
    }

    QAccessible::Role role() const override { return QAccessible::Tree; }
    int childCount() const override { return rowCount() + eventCount() + QAccessibleWidget::childCount(); }
    QAccessibleInterface* child(int index) const override
    {
        if (index < 0)
            return nullptr;
        if (index < rowCount())
            return rowAccess(m_view->scene().rows().rows()[static_cast<std::size_t>(index)].key);
        index -= rowCount();
        return index < eventCount() ? QAccessible::accessibleInterface(m_event)
                                    : QAccessibleWidget::child(index - eventCount());
    }
    int indexOfChild(const QAccessibleInterface* child) const override
    {
        if (const auto* row = dynamic_cast<const RowAccess*>(child))
            return row->isValid() ? static_cast<int>(m_view->scene().rows().find(row->key())) : -1;
        if (dynamic_cast<const EventAccess*>(child))
            return eventCount() == 0 ? -1 : rowCount();
        const int widget = QAccessibleWidget::indexOfChild(child);
        return widget < 0 ? -1 : rowCount() + eventCount() + widget;
    }
    QAccessibleInterface* childAt(int x, int y) const override
    {
        const TimelineHit hit = m_view->projection().hitAt(m_view->mapFromGlobal(QPoint(x, y)));
        return hit.row >= 0 ? child(static_cast<int>(hit.row)) : QAccessibleWidget::childAt(x, y);
    }
    QAccessibleInterface* focusChild() const override
    {
        if (!m_view->hasFocus())
            return QAccessibleWidget::focusChild();
        if (eventCount() > 0)
            return QAccessible::accessibleInterface(m_event);
        const auto& row = m_view->rows().current();
        return row && m_view->scene().rows().find(*row) >= 0 ? rowAccess(*row) : nullptr;
    }

private:
    [[nodiscard]] int rowCount() const { return static_cast<int>(m_view->scene().rows().rows().size()); }
    [[nodiscard]] int eventCount() const { return m_view->viewState().currentSlice() ? 1 : 0; }
    [[nodiscard]] QAccessibleInterface* rowAccess(const RowKey& key) const
    {
        const auto known = m_rows.find(key);
        if (known != m_rows.end())
            return QAccessible::accessibleInterface(known->second);
        auto* made = new RowAccess(m_view, key); // owned by Qt's table of interfaces
        m_rows.emplace(key, QAccessible::registerAccessibleInterface(made));
        return made;
    }

    TimelineView* m_view;
    QAccessible::Id m_event;
    mutable std::map<RowKey, QAccessible::Id> m_rows; ///< made when asked for
};

QAccessibleInterface* makeAccess(const QString&, QObject* object)
{
    auto* view = qobject_cast<TimelineView*>(object);
    return view ? new TimelineAccess(view) : nullptr;
}

} // namespace

void installTimelineAccess()
{
    static const bool isInstalled = [] {
        QAccessible::installFactory(makeAccess);
        return true;
    }();
    Q_UNUSED(isInstalled);
}

void announceSelection(TimelineView& view)
{
    if (!view.hasFocus() || !view.viewState().currentSlice())
        return;
    QAccessibleEvent event(&view, QAccessible::Focus);
    event.setChild(static_cast<int>(view.scene().rows().rows().size()));
    QAccessible::updateAccessibility(&event);
}

void announceRows(TimelineView& view)
{
    QAccessibleEvent event(&view, QAccessible::ObjectReorder);
    QAccessible::updateAccessibility(&event);
}

QString spokenSlice(const ViewState& state, SliceRef slice)
{
    if (!state.isValid(slice))
        return {};
    const RankTrace& rank = *state.rankOf(slice.rank);
    const Trace& trace = *rank.trace;
    return TimelineAccessText::tr("%1, %2, %3, starts at %4")
        .arg(elidedMiddle(state.names().displayName(slice), kSpokenCharacters),
            durationText(trace.slices().duration(slice.slice)),
            displayText(trace.track(trace.trackOf(slice.slice)).name), momentText(state.jobRange(slice).begin));
}

} // namespace kinetoscope
