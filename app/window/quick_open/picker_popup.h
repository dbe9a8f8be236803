// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/quick_open/picker_model.h"

#include <QFrame>
#include <QPointer>

#include <cstddef>
#include <functional>
#include <vector>

class QLabel;
class QLineEdit;
class QListView;

namespace kinetoscope {

/// A list over the top of a window from which one thing is picked by typing a few of its letters. Up, Down, PageUp and
/// PageDown walk, Enter picks, Escape or a click elsewhere closes; the keyboard then goes back to where it was. A child
/// of the window, not a window of its own: no desktop can place it elsewhere. GUI thread only.
class PickerPopup : public QFrame {
    Q_OBJECT
public:
    /// What is to be picked, and what happens then.
    struct Request {
        QString title;       ///< for screen readers; also tells one list from another
        QString placeholder; ///< in the empty line
        QString nothingFits; ///< instead of an empty list
        std::vector<PickerItem> items;
        std::function<void(std::size_t)> pick; ///< gets the position in `items`; the popup is closed by then
    };

    /// Hidden at first. `window` owns it.
    explicit PickerPopup(QWidget* window);

    /// Shows a list; another one that was open is replaced.
    void open(Request request);
    /// Hides and gives the keyboard back. Nothing if it is not open.
    void dismiss();
    [[nodiscard]] const QString& title() const { return m_request.title; }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    bool handleKey(int key);
    void search(const QString& text);
    void walk(int rows);
    void pickCurrent();
    void place();

    Request m_request;
    PickerModel* m_model;
    QLineEdit* m_editor;
    QListView* m_list;
    QLabel* m_nothing;
    QPointer<QWidget> m_focusBefore;
};

} // namespace kinetoscope
