// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/parts/window_keys.h"

#include <QAbstractButton>
#include <QContextMenuEvent>
#include <QCoreApplication>
#include <QKeyEvent>
#include <QMenu>
#include <QToolButton>

namespace kinetoscope {

namespace {

bool isEnter(const QKeyEvent& event)
{
    return (event.key() == Qt::Key_Return || event.key() == Qt::Key_Enter)
        && (event.modifiers() & ~Qt::KeypadModifier) == Qt::NoModifier && !event.isAutoRepeat();
}

bool asksForMenu(const QKeyEvent& event)
{
    return event.key() == Qt::Key_F10 && event.modifiers() == Qt::ShiftModifier && !event.isAutoRepeat();
}

/// Where Qt has it for the menu key, too.
void openMenu(QWidget& focused)
{
    const QPoint place = focused.inputMethodQuery(Qt::ImCursorRectangle).toRect().center();
    QContextMenuEvent asked(QContextMenuEvent::Keyboard, place, focused.mapToGlobal(place));
    QCoreApplication::sendEvent(&focused, &asked);
}

void press(QAbstractButton& button)
{
    auto* withMenu = qobject_cast<QToolButton*>(&button);
    if (withMenu && withMenu->menu() && withMenu->popupMode() == QToolButton::InstantPopup)
        withMenu->showMenu();
    else
        button.click();
}

} // namespace

void WindowKeys::watch(QWidget& window)
{
    window.installEventFilter(this);
}

bool WindowKeys::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() != QEvent::KeyPress)
        return QObject::eventFilter(watched, event);
    const auto& key = *static_cast<QKeyEvent*>(event);
    QWidget* focused = static_cast<QWidget*>(watched)->window()->focusWidget();
    auto* button = qobject_cast<QAbstractButton*>(focused);
    if (button && isEnter(key)) {
        press(*button);
        return true;
    }
    if (focused && asksForMenu(key)) {
        openMenu(*focused);
        return true;
    }
    return QObject::eventFilter(watched, event);
}

} // namespace kinetoscope

#include "moc_window_keys.cpp"
