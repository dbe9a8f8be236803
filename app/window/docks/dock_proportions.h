// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QPointer>
#include <QTimer>

#include <vector>

class QDockWidget;
class QMainWindow;

namespace kinetoscope {

/// The room of docks while the window changes its size. Qt squeezes docks when a window becomes small and leaves them
/// so when it is large again. Here the room is a function of the window's size and of what somebody wanted it to be: a
/// smaller window gives all of them less, a taller one the lower docks more, the same size as before the same room as
/// before. Floating docks are left alone. GUI thread only.
class DockProportions : public QObject {
    Q_OBJECT
public:
    /// @param window  owns this.
    explicit DockProportions(QMainWindow* window);

    /// Docks of one side; the one in front stands for those that are tabs of one place. @param across  Qt::Horizontal:
    /// their width counts, Qt::Vertical: their height.
    void watch(const std::vector<QDockWidget*>& docks, Qt::Orientation across);

    /// Somebody wants a dock below the centre to be as high as the window allows, where it is that as high as before.
    void toggleHeight(const QDockWidget* dock);

    bool eventFilter(QObject* object, QEvent* event) override;

private:
    struct Side {
        std::vector<QPointer<QDockWidget>> docks;
        Qt::Orientation across = Qt::Vertical;
        int wanted = 0;      ///< px; 0: nobody knows yet
        int window = 0;      ///< px of the window when that was wanted
        bool isHigh = false; ///< as high as the window allows instead, until somebody drags it
    };

    [[nodiscard]] int windowSize(Qt::Orientation across) const;
    [[nodiscard]] QDockWidget* inFront(const Side& side) const;
    [[nodiscard]] int tabsBeside(QDockWidget* dock, Qt::Orientation across) const;
    [[nodiscard]] int roomFor(const Side& side, const QDockWidget& dock) const;
    [[nodiscard]] int roomAbove() const;
    [[nodiscard]] bool isAsApplied(const Side& side, const QDockWidget& dock) const;
    void noteSides(bool isUnknownOnly);
    void apply();

    QMainWindow* m_window = nullptr;
    std::vector<Side> m_sides;
    bool m_isResizing = false; ///< of the window: what docks become then, nobody wanted
    int m_passes = 0;
    QTimer m_applying;
    QTimer m_noting;
    QTimer m_settling;
};

} // namespace kinetoscope
