// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QWidget;

namespace kinetoscope {

/// Enter presses the button that has the keys, in windows that are no dialogs: Qt's buttons know Space only there. One
/// with a menu opens it. Enter with a modifier, or held down, presses nothing. GUI thread only.
class ButtonKeys : public QObject {
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
