// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/support/screen_room.h"

#include <QScreen>
#include <QWidget>

namespace kinetoscope {

QSize roomOnScreen(const QWidget& widget)
{
    constexpr QSize kFrame { 16, 48 }; // title and borders; before a window is shown nobody knows them
    return widget.screen()->availableSize() - kFrame;
}

void resizeOnScreen(QWidget& window, QSize wanted)
{
    window.resize(wanted.boundedTo(roomOnScreen(window)));
}

} // namespace kinetoscope
