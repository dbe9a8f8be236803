// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLineEdit>

#include <functional>

namespace kinetoscope {

/// A line to write the note of a mark, right where its flag stands. Enter and a click elsewhere accept, Escape gives
/// up; then it is gone and its parent has the focus. Keys typed here reach nobody else. Deletes itself.
class MarkNoteEditor : public QLineEdit {
    Q_OBJECT

public:
    static constexpr int kMostCharacters = 500;

    /// Shown at once, with the focus.
    /// @param accept  called with the note, at most once.
    MarkNoteEditor(
        QWidget* parent, const QPoint& place, const QString& note, std::function<void(const QString&)> accept);

    /// Takes what is written, or leaves everything as it was.
    void finish(bool isAccepted);

protected:
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    std::function<void(const QString&)> m_accept;
    bool m_isDone = false;
};

} // namespace kinetoscope
