// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QMenu;

namespace kinetoscope {

/// Gives each entry of the menu that has no letter to choose it by one of its own text that no other entry of the menu
/// has: the first of a word, or else any. Those whose letters are all taken stay without one. O(letters of the menu).
void giveLetters(QMenu& menu);

/// Does so with every menu of the program that opens, as long as it lives: names of analyses, tracks and traces have no
/// letters of their own, and what else a menu has is known only then. GUI thread only.
class MenuLetters : public QObject {
    Q_OBJECT
public:
    explicit MenuLetters(QObject* parent);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
};

} // namespace kinetoscope
