// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/preferences/key_map.h"

#include <QDialog>

class QComboBox;
class QFormLayout;
class QKeySequenceEdit;
class QLabel;
class QLineEdit;
class QPushButton;
class QTreeWidget;

namespace kinetoscope {

class Settings;

/// Looks, numbers, thresholds and keys, remembered. What is chosen holds at once; there is nothing to confirm. Looks
/// are the actions of the View menu in another place. Deletes itself when closed. GUI thread only.
class PreferencesDialog : public QDialog {
    Q_OBJECT

public:
    /// Neither reference is owned; both outlive the dialog.
    PreferencesDialog(Settings& settings, Actions& actions, QWidget* parent = nullptr);

    /// Makes the action the one whose keys are edited.
    void chooseAction(ActionId id);

signals:
    /// Remembered already; from now on it holds.
    void keysChanged();
    void numberStyleChanged();
    void thresholdsChanged();

private:
    QWidget* makeLooksPage();
    QWidget* makeKeysPage();
    void connectKeysPage();
    QWidget* makeThresholdsPage();
    void addLanguages(QFormLayout* form);
    void addNumbers(QFormLayout* form);
    QComboBox* makeChoice(const char* objectName, std::initializer_list<ActionId> ids);
    void fillKeys();
    void filterKeys(const QString& text);
    [[nodiscard]] const ActionSpec* chosenSpec() const;
    void showChosen();
    void checkTyped();
    void addKey();
    void change(const KeyMap& keys);

    Settings& m_settings;
    Actions& m_actions;
    KeyMap m_keys;
    QComboBox* m_preset = nullptr;
    QLineEdit* m_filter = nullptr;
    QTreeWidget* m_tree = nullptr;
    QKeySequenceEdit* m_typed = nullptr;
    QLabel* m_words = nullptr;
    QPushButton* m_add = nullptr;
    QPushButton* m_remove = nullptr;
    QPushButton* m_reset = nullptr;
    QPushButton* m_resetAll = nullptr;
};

} // namespace kinetoscope
