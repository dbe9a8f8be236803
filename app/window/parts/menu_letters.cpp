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

QList<GivenLetter> giveLetters(QMenu& menu)
{
    QList<GivenLetter> given;
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
        given.append({ entry, text, text.left(at) + QLatin1Char('&') + text.mid(at) });
        entry->setText(given.back().with);
    }
    return given;
}

MenuLetters::MenuLetters(QObject* parent)
    : QObject(parent)
{
    QCoreApplication::instance()->installEventFilter(this);
}

bool MenuLetters::eventFilter(QObject* watched, QEvent* event)
{
    const bool isShown = event->type() == QEvent::Show;
    if (isShown || event->type() == QEvent::Hide) {
        if (auto* menu = qobject_cast<QMenu*>(watched)) {
            for (const GivenLetter& given : m_given.take(menu)) {
                if (given.entry && given.entry->text() == given.with)
                    given.entry->setText(given.without);
            }
            if (isShown)
                m_given.insert(menu, giveLetters(*menu));
        }
    }
    return QObject::eventFilter(watched, event);
}

} // namespace kinetoscope

#include "moc_menu_letters.cpp"
