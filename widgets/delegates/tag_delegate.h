// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/delegates/number_delegate.h"

#include <QHash>
#include <QString>

namespace kinetoscope {

/// What stands before a text that can be marked elsewhere: a letter, if it has one, and a box that is ticked while it
/// is shown there.
struct TextTag {
    QString letter;
    bool isOn = false;
    bool operator==(const TextTag&) const = default;
};
using TextTags = QHash<QString, TextTag>; ///< by the whole text of a cell

/// Cells with tags before their texts; others as NumberDelegate draws them. Needs ResultTableModel's FullTextRole.
class TagDelegate : public NumberDelegate {
    Q_OBJECT

public:
    explicit TagDelegate(QObject* parent = nullptr);

    void setTags(TextTags tags) { m_tags = std::move(tags); }
    [[nodiscard]] const TextTags& tags() const { return m_tags; }
    /// What a tag takes of the width of its cell, px.
    [[nodiscard]] static int widthIn(const QWidget* view);

signals:
    /// The box of a text was clicked.
    void toggled(const QString& text);

protected:
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    bool editorEvent(QEvent* event, QAbstractItemModel* model, const QStyleOptionViewItem& option,
        const QModelIndex& index) override;

private:
    [[nodiscard]] static QRect boxOf(const QStyleOptionViewItem& option);

    TextTags m_tags;
};

} // namespace kinetoscope
