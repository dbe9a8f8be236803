// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/input/timeline_keys.h"

#include "widgets/support/view_state.h"
#include "widgets/timeline/input/physical_key.h"
#include "widgets/timeline/input/timeline_mouse.h"
#include "widgets/timeline/timeline_parts.h"

#include <QKeyEvent>
#include <QKeySequence>

#include <algorithm>

namespace kinetoscope {

namespace {

constexpr double kKeyZoom = 1.25;
constexpr double kFastestKeyZoom = 1.8; ///< while the key is held
constexpr double kKeyPan = 0.1;         ///< of the visible range

} // namespace

TimelineKeys::TimelineKeys(TimelineParts& parts, TimelineMouse& mouse)
    : m_parts(parts)
    , m_mouse(mouse)
{
}

void TimelineKeys::release(const QKeyEvent& event)
{
    if (event.isAutoRepeat())
        return;
    m_repeats = 0;
    if (event.key() == Qt::Key_Space)
        m_mouse.setSpaceHeld(false);
}

bool TimelineKeys::pressDigit(const QKeyEvent& event)
{
    if (event.key() < Qt::Key_1 || event.key() > Qt::Key_9 || !m_parts.state.traceSet())
        return false;
    const Qt::KeyboardModifiers modifiers = event.modifiers() & ~Qt::KeypadModifier;
    std::optional<TimelinePlace>& place = m_places[static_cast<std::size_t>(event.key() - Qt::Key_1)];
    const int digit = event.key() - Qt::Key_0;
    if (modifiers == Qt::ControlModifier) {
        place = TimelinePlace { m_parts.state.visibleRange(), m_parts.camera.scroll().rest };
        emit noticed(tr("This view is stored: %1 shows it again.").arg(digit));
        return true;
    }
    if (modifiers != Qt::NoModifier)
        return false;
    if (place) {
        m_parts.camera.setVisible(place->visible);
        m_parts.camera.scrollTo(place->scrollY);
    } else {
        const QKeySequence storing(Qt::CTRL | static_cast<Qt::Key>(event.key()));
        emit noticed(
            tr("No view is stored here: %1 stores the one in sight.").arg(storing.toString(QKeySequence::NativeText)));
    }
    return true;
}

bool TimelineKeys::press(const QKeyEvent& event)
{
    if (pressDigit(event))
        return true;
    if (event.modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier))
        return false;
    m_repeats = event.isAutoRepeat() ? m_repeats + 1 : 0;
    if (pressViewKey(event.key()))
        return true;
    if (const std::optional<bool> isTaken = pressWalkKey(event))
        return *isTaken;
    switch (event.key()) {
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (!m_parts.rows.current())
            return false;
        m_parts.rows.toggle(RowKey(*m_parts.rows.current()));
        return true;
    case Qt::Key_Escape:
        if (m_mouse.cancelDrag())
            return true;
        if (m_parts.state.selection().isEmpty())
            return false; // the window has more to leave
        m_parts.state.clearSelection();
        return true;
    case Qt::Key_Delete:
    case Qt::Key_Backspace: // what a Mac's keyboard calls Delete
        m_parts.marks.remove();
        return true;
    case Qt::Key_Space:
        m_mouse.setSpaceHeld(true);
        return true;
    default:
        if (event.key() == Qt::Key_M) {
            if (!event.isAutoRepeat())
                m_parts.marks.place(event.modifiers() & Qt::ShiftModifier);
            return true;
        }
        return pressLetter(physicalLetter(event), event.isAutoRepeat());
    }
}

bool TimelineKeys::pressViewKey(int key)
{
    TimelineCamera& camera = m_parts.camera;
    const std::int64_t y = camera.scroll().rest;
    const int page = camera.projection().panes().rest().height * 9 / 10;
    switch (key) {
    case Qt::Key_Left:
        camera.panBy(-kKeyPan);
        return true;
    case Qt::Key_Right:
        camera.panBy(kKeyPan);
        return true;
    case Qt::Key_Up:
        camera.scrollTo(y - camera.rowStep());
        return true;
    case Qt::Key_Down:
        camera.scrollTo(y + camera.rowStep());
        return true;
    case Qt::Key_PageUp:
        camera.scrollTo(y - page);
        return true;
    case Qt::Key_PageDown:
        camera.scrollTo(y + page);
        return true;
    case Qt::Key_Home:
    case Qt::Key_0:
        camera.fitAll();
        return true;
    case Qt::Key_End:
        m_parts.walk.showLastStep();
        return true;
    default:
        return false;
    }
}

std::optional<bool> TimelineKeys::pressWalkKey(const QKeyEvent& event)
{
    const bool isShifted = event.modifiers().testFlag(Qt::ShiftModifier);
    switch (event.key()) {
    case Qt::Key_L:
        m_parts.walk.stepLink(isShifted ? -1 : 1);
        return true;
    case Qt::Key_Period:
    case Qt::Key_Comma:
        if (isShifted) {
            m_parts.walk.stepSameName(event.key() == Qt::Key_Period ? 1 : -1);
            return true;
        }
        m_parts.walk.stepSlice(event.key() == Qt::Key_Period ? 1 : -1);
        return true;
    // Shift makes another character of the key on most layouts, and which one depends on the layout.
    case Qt::Key_Greater:
    case Qt::Key_Less:
    case Qt::Key_Colon:
    case Qt::Key_Semicolon:
        if (!isShifted)
            return false;
        m_parts.walk.stepSameName(event.key() == Qt::Key_Greater || event.key() == Qt::Key_Colon ? 1 : -1);
        return true;
    case Qt::Key_BracketRight:
    case Qt::Key_BracketLeft:
    case Qt::Key_BraceRight: // what Shift makes of them on a US layout
    case Qt::Key_BraceLeft: {
        const bool isRight = event.key() == Qt::Key_BracketRight || event.key() == Qt::Key_BraceRight;
        if (isShifted)
            m_parts.walk.followCollective(isRight ? 1 : -1);
        else
            m_parts.walk.followFlow(isRight ? 1 : -1);
        return true;
    }
    default:
        return std::nullopt;
    }
}

bool TimelineKeys::pressLetter(int letter, bool repeated)
{
    TimelineCamera& camera = m_parts.camera;
    const TimelineProjection shown = camera.projection();
    const double x = shown.isOnLanes(camera.pointer()) ? camera.pointer().x() : shown.geometry().lanes.center().x();
    const double zoom = std::min(kFastestKeyZoom, kKeyZoom + 0.03 * m_repeats);
    switch (letter) {
    case Qt::Key_W:
        camera.zoomBy(1 / zoom, x);
        return true;
    case Qt::Key_S:
        camera.zoomBy(zoom, x);
        return true;
    case Qt::Key_A:
        camera.panBy(-kKeyPan);
        return true;
    case Qt::Key_D:
        camera.panBy(kKeyPan);
        return true;
    case Qt::Key_F:
        if (!repeated)
            m_parts.reveal.focusSelected();
        return true;
    case Qt::Key_N:
        m_parts.walk.stepStep(1);
        return true;
    case Qt::Key_P:
        m_parts.walk.stepStep(-1);
        return true;
    default:
        return false;
    }
}

} // namespace kinetoscope

#include "moc_timeline_keys.cpp"
