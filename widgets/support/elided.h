// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QComboBox>
#include <QLabel>

namespace kinetoscope {

/// A choice that may have less room than its words: what does not fit ends in an ellipsis, the tool tip has it all, and
/// the list that opens is as wide as its longest entry. Qt's own cuts through the middle of a letter.
class ElidedComboBox : public QComboBox {
public:
    using QComboBox::QComboBox;

    /// What is written in the box now: the current text, or what of it fits.
    [[nodiscard]] QString shownText() const;
    void showPopup() override;

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
};

/// An ElidedComboBox that a few letters are room enough for; it has the name of what is chosen for a tool tip.
[[nodiscard]] QComboBox* elidedChoice(QWidget* parent, const QString& objectName, const QString& accessibleName);

/// One line of plain text that may have less room than it takes, with the same marks.
class ElidedLabel : public QLabel {
public:
    using QLabel::QLabel;

    [[nodiscard]] QString shownText() const; ///< text(), or what of it fits
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
};

} // namespace kinetoscope
