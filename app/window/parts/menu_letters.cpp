// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/parts/menu_letters.h"

#include <QAction>
#include <QCoreApplication>
#include <QEvent>
#include <QKeySequence>
#include <QMenu>
#include <QSet>

namespace kinetoscope {

namespace {

QChar letterOf(const QString& text)
{
    const QKeySequence letter = QKeySequence::mnemonic(text); // "Alt+X"
    return letter.isEmpty() ? QChar() : QChar(letter[0].key()).toUpper();
}

/// Where in the text a letter stands that is free; -1 for nowhere.
qsizetype placeOfFreeLetter(const QString& text, const QSet<QChar>& taken)
{
    qsizetype other = -1;
    for (qsizetype at = 0; at < text.size() && text[at] != u'\t'; ++at) {
        if (!text[at].isLetterOrNumber() || taken.contains(text[at].toUpper()))
            continue;
        if (at == 0 || !text[at - 1].isLetterOrNumber())
            return at;
        if (other < 0)
            other = at;
    }
    return other;
}

} // namespace

void giveLetters(QMenu& menu)
{
    QSet<QChar> taken;
    const QList<QAction*> entries = menu.actions();
    for (const QAction* entry : entries) {
        if (entry->isVisible())
            taken.insert(letterOf(entry->text()));
    }
    for (QAction* entry : entries) {
        const QString text = entry->text();
        if (!entry->isVisible() || entry->isSeparator() || !letterOf(text).isNull())
            continue;
        const qsizetype at = placeOfFreeLetter(text, taken);
        if (at < 0)
            continue;
        taken.insert(text[at].toUpper());
        entry->setText(text.left(at) + QLatin1Char('&') + text.mid(at));
    }
}

MenuLetters::MenuLetters(QObject* parent)
    : QObject(parent)
{
    QCoreApplication::instance()->installEventFilter(this);
}

bool MenuLetters::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Show) {
        if (auto* menu = qobject_cast<QMenu*>(watched))
            giveLetters(*menu);
    }
    return QObject::eventFilter(watched, event);
}

} // namespace kinetoscope

#include "moc_menu_letters.cpp"
