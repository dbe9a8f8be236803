// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCompleter>
#include <QStringList>

class QLineEdit;

namespace kinetoscope {

/// Offers names while somebody types into a field: for the whole text, or for the name at the cursor inside a formula.
/// Any part of a name finds it, whatever the case. GUI thread only.
class NameCompleter : public QCompleter {
    Q_OBJECT

public:
    enum class Scope {
        WholeText,
        /// Of `NAME=EXPR`; a name that is no plain word is put in quotes. One that begins a formula gets `NAME=` too.
        WordAtCursor,
    };

    /// @param line  owns this.
    NameCompleter(QLineEdit* line, Scope scope);

    void setNames(const QStringList& names);

private:
    /// Where the word at the cursor begins; it ends at the cursor.
    [[nodiscard]] int wordBegin() const;
    /// Whether the word at the cursor stands where a formula has its own name.
    [[nodiscard]] bool isAtNewName() const;
    void offer();
    void insert(const QString& name);

    QLineEdit* m_line = nullptr;
    Scope m_scope = Scope::WholeText;
};

/// `name` as a formula writes it: as it is where it is a plain word, else in single quotes.
[[nodiscard]] QString formulaWord(const QString& name);

} // namespace kinetoscope
