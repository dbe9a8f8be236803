// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/input/mark_note_editor.h"

#include <QKeyEvent>
#include <QWheelEvent>

#include <algorithm>
#include <utility>

namespace kinetoscope {

namespace {

constexpr int kWidth = 220;

} // namespace

MarkNoteEditor::MarkNoteEditor(
    QWidget* parent, const QPoint& place, const QString& note, std::function<void(const QString&)> accept)
    : QLineEdit(note, parent)
    , m_accept(std::move(accept))
{
    setObjectName(QStringLiteral("mark-note"));
    setMaxLength(kMostCharacters);
    setPlaceholderText(tr("Note (Enter keeps the mark)"));
    setAccessibleName(tr("Note of the mark"));
    const QSize size(std::min(kWidth, parent->width()), sizeHint().height());
    setGeometry(QRect(QPoint(std::clamp(place.x(), 0, parent->width() - size.width()), place.y()), size));
    selectAll();
    show();
    setFocus(Qt::OtherFocusReason);
}

void MarkNoteEditor::finish(bool isAccepted)
{
    if (std::exchange(m_isDone, true))
        return;
    if (isAccepted)
        m_accept(text().trimmed());
    const bool hadFocus = hasFocus();
    hide();
    if (hadFocus)
        parentWidget()->setFocus(Qt::OtherFocusReason);
    deleteLater();
}

bool MarkNoteEditor::event(QEvent* event)
{
    // Escape is also the window's "select nothing".
    if (event->type() == QEvent::ShortcutOverride && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape) {
        event->accept();
        return true;
    }
    return QLineEdit::event(event);
}

void MarkNoteEditor::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape)
        finish(false);
    else if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
        finish(true);
    else
        QLineEdit::keyPressEvent(event);
    event->accept(); // what it does not need is not for the timeline below
}

void MarkNoteEditor::wheelEvent(QWheelEvent* event)
{
    event->accept();
}

void MarkNoteEditor::focusOutEvent(QFocusEvent* event)
{
    QLineEdit::focusOutEvent(event);
    // A menu or another window in front is not the end of writing.
    if (event->reason() != Qt::PopupFocusReason && event->reason() != Qt::ActiveWindowFocusReason)
        finish(true);
}

} // namespace kinetoscope

#include "moc_mark_note_editor.cpp"
