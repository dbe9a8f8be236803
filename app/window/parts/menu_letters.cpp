// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/parts/menu_letters.h"

#include <QAction>
#include <QCoreApplication>
#include <QEvent>
#include <QKeySequence>
#include <QMenu>
#include <QSet>
#include <QStringList>

#include <utility>

namespace kinetoscope {

namespace {

QChar letterOf(const QString& text)
{
    const QKeySequence letter = QKeySequence::mnemonic(text); // "Alt+X"
    return letter.isEmpty() ? QChar() : QChar(letter[0].key()).toUpper();
}

/// Where in the text letters stand that may be its own, those at the beginning of a word first.
QList<qsizetype> placesOfLetters(const QString& text, const QSet<QChar>& taken)
{
    QList<qsizetype> first;
    QList<qsizetype> others;
    for (qsizetype at = 0; at < text.size() && text[at] != u'\t'; ++at) {
        if (text[at].isLetterOrNumber() && !taken.contains(text[at].toUpper()))
            (at == 0 || !text[at - 1].isLetterOrNumber() ? first : others).append(at);
    }
    return first + others;
}

/// Gives each text one of its letters that no other has, as long as there are any: who has one that another needs takes
/// another one.
class LetterChoice {
public:
    LetterChoice(QStringList texts, const QSet<QChar>& taken)
        : m_texts(std::move(texts))
        , m_places(m_texts.size(), -1)
    {
        for (const QString& text : m_texts)
            m_choices.append(placesOfLetters(text, taken));
        for (qsizetype each = 0; each < m_texts.size(); ++each) {
            QSet<QChar> asked;
            give(each, asked);
        }
    }
    /// Where in the text its letter stands; -1 where it has none.
    [[nodiscard]] qsizetype placeIn(qsizetype text) const { return m_places[text]; }

private:
    bool give(qsizetype text, QSet<QChar>& asked) // NOLINT(misc-no-recursion): no deeper than there are letters
    {
        for (const bool mayTakeFromOthers : { false, true }) {
            for (const qsizetype place : m_choices[text]) {
                const QChar letter = m_texts[text][place].toUpper();
                const auto owner = m_owners.constFind(letter);
                const bool isFree = owner == m_owners.constEnd();
                if ((!isFree && !mayTakeFromOthers) || asked.contains(letter))
                    continue;
                if (!isFree) {
                    asked.insert(letter);
                    if (!give(*owner, asked))
                        continue;
                }
                m_owners[letter] = text;
                m_places[text] = place;
                return true;
            }
        }
        return false;
    }

    QStringList m_texts;
    QList<QList<qsizetype>> m_choices;
    QList<qsizetype> m_places;
    QHash<QChar, qsizetype> m_owners;
};

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
    QList<QAction*> without;
    QStringList texts;
    for (QAction* entry : entries) {
        if (entry->isVisible() && !entry->isSeparator() && letterOf(entry->text()).isNull()) {
            without.append(entry);
            texts.append(entry->text());
        }
    }
    const LetterChoice letters(texts, taken);
    for (qsizetype each = 0; each < without.size(); ++each) {
        const qsizetype at = letters.placeIn(each);
        if (at < 0)
            continue;
        const QString& text = texts[each];
        given.append({ without[each], text, text.left(at) + QLatin1Char('&') + text.mid(at) });
        without[each]->setText(given.back().with);
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
            takeLettersBack(menu);
            if (isShown) {
                m_given.insert(menu, giveLetters(*menu));
                // Who destroys an open menu hides none that is a menu still.
                connect(menu, &QObject::destroyed, this, &MenuLetters::takeLettersBack, Qt::UniqueConnection);
            }
        }
    }
    return QObject::eventFilter(watched, event);
}

void MenuLetters::takeLettersBack(const QObject* menu)
{
    for (const GivenLetter& given : m_given.take(menu)) {
        if (given.entry && given.entry->text() == given.with)
            given.entry->setText(given.without);
    }
}

} // namespace kinetoscope

#include "moc_menu_letters.cpp"
