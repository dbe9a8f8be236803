// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QHash>
#include <QList>
#include <QObject>
#include <QPointer>
#include <QString>

class QMenu;

namespace kinetoscope {

/// An entry with its text before and after.
struct GivenLetter {
    QPointer<QAction> entry;
    QString without;
    QString with;
};
/// Gives each entry of the menu that has no letter to choose it by one of its own text that no other entry of the menu
/// has: the first of a word, or else any. One stays without only where others need all of its letters. At most as many
/// steps as entries times letters of the menu.
QList<GivenLetter> giveLetters(QMenu& menu);

/// Does so with every menu of the program that opens, as long as it lives, until it is closed: names of analyses,
/// tracks and traces have no letters of their own, what else a menu has is known only then, and an entry may be in
/// several. GUI thread only.
class MenuLetters : public QObject {
    Q_OBJECT
public:
    explicit MenuLetters(QObject* parent);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void takeLettersBack(const QObject* menu);

    QHash<const QObject*, QList<GivenLetter>> m_given; ///< of those menus that are open
};

} // namespace kinetoscope
