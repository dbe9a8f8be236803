// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractListModel>
#include <QString>

#include <cstddef>
#include <string>
#include <vector>

namespace kinetoscope {

/// One thing that can be picked.
struct PickerItem {
    QString text;     ///< its name; what typing looks for first
    QString place;    ///< where it belongs: a menu, the parents of a track; typing looks here too
    QString right;    ///< at the right end: a key, a count
    QString tip;      ///< a sentence more; "" for none
    QString words {}; ///< other names of it: found by typing, not shown
    bool isEnabled = true;
    bool isMarked = false; ///< switched on
};

/// The items that fit what was typed, best first; of those that fit as well what can be used now comes first. GUI
/// thread only. A new pattern costs O(pattern × all texts); nothing is kept for each row on screen, so thousands of
/// items are as quick as ten.
class PickerModel : public QAbstractListModel {
    Q_OBJECT
public:
    enum Role { PlaceRole = Qt::UserRole + 1, RightRole, MarkedRole, LettersRole };

    explicit PickerModel(QObject* parent = nullptr);

    void setItems(std::vector<PickerItem> items);
    void setPattern(const QString& pattern);
    /// Position in the items as they were set; `row` must be one of this model.
    [[nodiscard]] std::size_t itemAt(int row) const { return m_order[static_cast<std::size_t>(row)]; }

    /// Whether picking it would do something now.
    [[nodiscard]] bool isUsable(int row) const { return m_items[itemAt(row)].isEnabled; }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    /// LettersRole: QList<int> of the places in the display text that were typed.
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;

private:
    void rank();
    [[nodiscard]] QVariant typedLetters(std::size_t item) const;

    std::vector<PickerItem> m_items;
    std::vector<std::string> m_searched;   ///< UTF-8 of text, words and place, same order as m_items
    std::vector<std::size_t> m_titleBytes; ///< how much of each is its text
    std::vector<std::size_t> m_order;      ///< positions in m_items, as shown
    std::string m_pattern;
};

} // namespace kinetoscope
