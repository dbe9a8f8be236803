// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLineEdit>

class QLabel;

namespace kinetoscope {

class TimelineScene;

/// The line above the track names that says which of them are on show: there while it has a text or the focus. Escape
/// empties it; Enter and Down go to the tracks and keep the text. Keys typed here reach nobody else. GUI thread only.
class TrackFilterBox : public QLineEdit {
    Q_OBJECT

public:
    explicit TrackFilterBox(QWidget* timeline);

    /// Shown, with the focus, its text selected.
    void start();
    /// Takes text and counts from what the timeline shows now.
    void showRows(const TimelineScene& scene);
    void place(const QRect& rect, const QFont& font);
    [[nodiscard]] QString countText() const { return m_countText; } ///< "3 of 40 tracks"

signals:
    /// A person wrote another text.
    void filterChanged(const QString& text);

protected:
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void leave() { parentWidget()->setFocus(Qt::OtherFocusReason); }
    void placeCount();

    QLabel* m_count;
    QString m_countText;
};

} // namespace kinetoscope
