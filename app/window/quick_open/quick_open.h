// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QMainWindow;

namespace kinetoscope {

class PickerPopup;
class Settings;
class TimelineView;

/// The two lists that are opened by a key and searched by typing: every command, and every track. Remembers which
/// commands were used last. GUI thread only.
class QuickOpen : public QObject {
    Q_OBJECT
public:
    /// `window` owns this; the others are not owned and outlive it.
    QuickOpen(QMainWindow* window, TimelineView* timeline, Settings& settings);

    [[nodiscard]] PickerPopup* popup() const { return m_popup; }

public slots:
    /// Asked again, closes.
    void toggleCommands();
    /// Asked again, closes. A picked track is shown, unfolded and marked for a moment.
    void toggleTracks();

signals:
    /// The menus are about to be read: those that fill themselves late should do it now.
    void commandsNeeded();

private:
    QMainWindow* m_window;
    TimelineView* m_timeline;
    Settings& m_settings;
    PickerPopup* m_popup;
};

} // namespace kinetoscope
