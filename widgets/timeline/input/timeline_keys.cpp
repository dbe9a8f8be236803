// SPDX-License-Identifier: GPL-3.0-or-later
// TimelineView: the keyboard.
#include "widgets/timeline/timeline_view.h"

#include "widgets/support/view_state.h"
#include "widgets/timeline/input/physical_key.h"

#include <QKeyEvent>
#include <QScrollBar>

#include <algorithm>

namespace kinetoscope {

namespace {

constexpr double kKeyZoom = 1.25;
constexpr double kFastestKeyZoom = 1.8; ///< while the key is held
constexpr double kKeyPan = 0.1;         ///< of the visible range

} // namespace

void TimelineView::keyPressEvent(QKeyEvent* event)
{
    if (handleKey(event))
        event->accept();
    else
        QWidget::keyPressEvent(event);
}

void TimelineView::keyReleaseEvent(QKeyEvent* event)
{
    if (!event->isAutoRepeat()) {
        m_repeats = 0;
        if (event->key() == Qt::Key_Space)
            m_spaceHeld = false;
    }
    QWidget::keyReleaseEvent(event);
}

/// Ctrl+digit stores what is looked at, the digit alone shows it again. Digits of the number pad are the same ones.
bool TimelineView::handlePlaceKey(const QKeyEvent& event)
{
    if (event.key() < Qt::Key_1 || event.key() > Qt::Key_9 || !m_viewState->traceSet())
        return false;
    const Qt::KeyboardModifiers modifiers = event.modifiers() & ~Qt::KeypadModifier;
    std::optional<TimelinePlace>& place = m_places[static_cast<std::size_t>(event.key() - Qt::Key_1)];
    if (modifiers == Qt::ControlModifier) {
        place = TimelinePlace { m_viewState->visibleRange(), m_scroll.rest };
        return true;
    }
    if (modifiers != Qt::NoModifier)
        return false;
    if (place) {
        setVisible(place->visible);
        scrollTo(place->scrollY);
    }
    return true;
}

bool TimelineView::handleKey(QKeyEvent* event)
{
    if (handlePlaceKey(*event))
        return true;
    if (event->modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier))
        return false;
    m_repeats = event->isAutoRepeat() ? m_repeats + 1 : 0;
    const int page = m_scrollBar->pageStep() * 9 / 10;
    switch (event->key()) {
    case Qt::Key_Left:
        panBy(-kKeyPan);
        return true;
    case Qt::Key_Right:
        panBy(kKeyPan);
        return true;
    case Qt::Key_Up:
        scrollTo(m_scroll.rest - m_scrollBar->singleStep());
        return true;
    case Qt::Key_Down:
        scrollTo(m_scroll.rest + m_scrollBar->singleStep());
        return true;
    case Qt::Key_PageUp:
        scrollTo(m_scroll.rest - page);
        return true;
    case Qt::Key_PageDown:
        scrollTo(m_scroll.rest + page);
        return true;
    case Qt::Key_Home:
    case Qt::Key_0:
        fitAll();
        return true;
    case Qt::Key_End:
        showLastStep();
        return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (m_currentRow)
            toggleRow(*m_currentRow);
        return m_currentRow.has_value();
    case Qt::Key_Escape:
        if (cancelRowDrag())
            return true;
        if (m_viewState->selection().isEmpty())
            return false; // the window has more to leave
        m_viewState->clearSelection();
        return true;
    case Qt::Key_Delete:
    case Qt::Key_Backspace: // what a Mac's keyboard calls Delete
        removeMark();
        return true;
    case Qt::Key_Space:
        m_spaceHeld = true;
        return true;
    case Qt::Key_Period:
    case Qt::Key_Comma:
        if (event->modifiers() & Qt::ShiftModifier) {
            stepSameName(event->key() == Qt::Key_Period ? 1 : -1);
            return true;
        }
        stepSlice(event->key() == Qt::Key_Period ? 1 : -1);
        return true;
    // Shift makes another character of the key on most layouts, and which one depends on the layout.
    case Qt::Key_Greater:
    case Qt::Key_Less:
    case Qt::Key_Colon:
    case Qt::Key_Semicolon:
        if (!(event->modifiers() & Qt::ShiftModifier))
            return false;
        stepSameName(event->key() == Qt::Key_Greater || event->key() == Qt::Key_Colon ? 1 : -1);
        return true;
    case Qt::Key_BracketRight:
    case Qt::Key_BracketLeft:
    case Qt::Key_BraceRight: // what Shift makes of them on a US layout
    case Qt::Key_BraceLeft: {
        const bool isRight = event->key() == Qt::Key_BracketRight || event->key() == Qt::Key_BraceRight;
        if (event->modifiers() & Qt::ShiftModifier)
            followCollective(isRight ? 1 : -1);
        else
            followFlow(isRight ? 1 : -1);
        return true;
    }
    default:
        if (event->key() == Qt::Key_M) {
            if (!event->isAutoRepeat())
                placeMark(event->modifiers() & Qt::ShiftModifier);
            return true;
        }
        return handleLetter(physicalLetter(*event), event->isAutoRepeat());
    }
}

bool TimelineView::handleLetter(int letter, bool repeated)
{
    const TimelineGeometry geometry = m_scene.geometry(viewport().size);
    const double x = QRectF(geometry.lanes).contains(m_lastPosition) ? m_lastPosition.x() : geometry.lanes.center().x();
    const double zoom = std::min(kFastestKeyZoom, kKeyZoom + 0.03 * m_repeats);
    switch (letter) {
    case Qt::Key_W:
        zoomBy(1 / zoom, x);
        return true;
    case Qt::Key_S:
        zoomBy(zoom, x);
        return true;
    case Qt::Key_A:
        panBy(-kKeyPan);
        return true;
    case Qt::Key_D:
        panBy(kKeyPan);
        return true;
    case Qt::Key_F:
        if (!repeated)
            focusSelection();
        return true;
    case Qt::Key_N:
        stepStep(1);
        return true;
    case Qt::Key_P:
        stepStep(-1);
        return true;
    default:
        return false;
    }
}

} // namespace kinetoscope
