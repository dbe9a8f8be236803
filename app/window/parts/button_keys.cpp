// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/parts/button_keys.h"

#include <QAbstractButton>
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

void press(QAbstractButton& button)
{
    auto* withMenu = qobject_cast<QToolButton*>(&button);
    if (withMenu && withMenu->menu() && withMenu->popupMode() == QToolButton::InstantPopup)
        withMenu->showMenu();
    else
        button.click();
}

} // namespace

void ButtonKeys::watch(QWidget& window)
{
    window.installEventFilter(this);
}

bool ButtonKeys::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::KeyPress && isEnter(*static_cast<QKeyEvent*>(event))) {
        const QWidget* window = static_cast<QWidget*>(watched)->window();
        if (auto* button = qobject_cast<QAbstractButton*>(window->focusWidget())) {
            press(*button);
            return true;
        }
    }
    return QObject::eventFilter(watched, event);
}

} // namespace kinetoscope

#include "moc_button_keys.cpp"
