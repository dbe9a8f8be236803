// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QWidget;

namespace kinetoscope {

/// Keys that people expect and Qt leaves out, in windows that are no dialogs. Enter presses the button that has the
/// focus, where Qt's know Space only; one with a menu opens it; with a modifier, or held down, it presses nothing.
/// Shift+F10 opens the menu of what has the focus, as the menu key does, which not every keyboard has. GUI thread only.
class WindowKeys : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    /// Keys that `window` itself hears, those that nothing inside of it took. Not owned. A dock is a window while it
    /// floats.
    void watch(QWidget& window);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
};

} // namespace kinetoscope
