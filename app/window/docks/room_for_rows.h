// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QPointer>

namespace kinetoscope {

class AnalysisPanel;
class DockProportions;

/// In a low window the docks below have what the timeline leaves of it, in which the table of a panel may have no row
/// in sight. Who asks for a panel gets some rows of it, as far as DockProportions has them; where there is room for
/// both, nothing moves. Until another panel is asked for, or forget(). GUI thread only.
class RoomForRows : public QObject {
    Q_OBJECT
public:
    /// @param proportions  of the docks of the panels; owns this.
    explicit RoomForRows(DockProportions* proportions);

    /// Somebody chose this panel; its rows may come later.
    void ask(AnalysisPanel* panel);
    /// Nobody has asked for any panel: another job is open, or the layout is kept as somebody made it.
    void forget();

private:
    void give();

    DockProportions* m_proportions = nullptr;
    QPointer<AnalysisPanel> m_asked;
};

} // namespace kinetoscope
