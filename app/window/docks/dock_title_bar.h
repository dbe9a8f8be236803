// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QDockWidget;
class QLabel;
class QToolButton;

namespace kinetoscope {

/// Title bar of a dock that holds a widget, tabs or a question, instead of the title, which its tab says already,
/// beside the buttons to float, to close it and, while it is below the timeline, to make it higher. Dragging its free
/// part moves the dock. GUI thread only.
class DockTitleBar : public QWidget {
    Q_OBJECT
public:
    /// `content` is taken over; nullptr: the title after all, of a dock that View > Panels shows.
    DockTitleBar(QWidget* content, QDockWidget* dock);

    [[nodiscard]] QSize minimumSizeHint() const override;

signals:
    void heightToggled();

protected:
    void changeEvent(QEvent* event) override;

private:
    void refreshIcons();

    QLabel* m_name = nullptr; ///< of the dock, while it floats
    QToolButton* m_float = nullptr;
    QToolButton* m_close = nullptr;
    QToolButton* m_height = nullptr; ///< hidden where the height is not the timeline's to give
};

} // namespace kinetoscope
