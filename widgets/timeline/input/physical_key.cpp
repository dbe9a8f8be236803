// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/input/physical_key.h"

#include <QGuiApplication>
#include <QKeyEvent>

#include <algorithm>
#include <iterator>

namespace kinetoscope {

int physicalLetter(const QKeyEvent& event)
{
    const QString platform = QGuiApplication::platformName();
    if (platform == QStringLiteral("xcb") || platform.startsWith(QStringLiteral("wayland"))) {
        // Key codes of X11 and Wayland: evdev's numbers plus 8.
        switch (event.nativeScanCode()) {
        case 25:
            return Qt::Key_W;
        case 38:
            return Qt::Key_A;
        case 39:
            return Qt::Key_S;
        case 40:
            return Qt::Key_D;
        default:
            break;
        }
    }
    return event.key();
}

bool isTimelineKey(const QKeyEvent& event)
{
    constexpr int kKeys[] = { Qt::Key_W, Qt::Key_S, Qt::Key_A, Qt::Key_D, Qt::Key_F, Qt::Key_N, Qt::Key_P,
        Qt::Key_Space, Qt::Key_0, Qt::Key_End, Qt::Key_Period, Qt::Key_Comma, Qt::Key_BracketLeft, Qt::Key_BracketRight,
        Qt::Key_M, Qt::Key_Delete, Qt::Key_Backspace };
    constexpr int kShiftedKeys[] = { Qt::Key_Period, Qt::Key_Comma, Qt::Key_Greater, Qt::Key_Less, Qt::Key_Colon,
        Qt::Key_Semicolon, Qt::Key_M };
    if (event.modifiers() == Qt::ShiftModifier)
        return std::ranges::find(kShiftedKeys, event.key()) != std::end(kShiftedKeys);
    const bool isDigit = event.key() >= Qt::Key_1 && event.key() <= Qt::Key_9;
    if (isDigit && (event.modifiers() & ~Qt::KeypadModifier) == Qt::ControlModifier)
        return true;
    const auto isOwn = [&kKeys](int key) { return std::ranges::find(kKeys, key) != std::end(kKeys); };
    return event.modifiers() == Qt::NoModifier && (isDigit || isOwn(event.key()) || isOwn(physicalLetter(event)));
}

} // namespace kinetoscope
