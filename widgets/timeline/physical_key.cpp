// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/physical_key.h"

#include <QGuiApplication>
#include <QKeyEvent>

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

} // namespace kinetoscope
