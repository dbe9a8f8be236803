// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/quick_open/picker_model.h"

#include "core/query/fuzzy_match.h"
#include "widgets/support/plain_text.h"

#include <algorithm>
#include <string_view>

namespace kinetoscope {

PickerModel::PickerModel(QObject* parent)
    : QAbstractListModel(parent)
{
}

void PickerModel::setItems(std::vector<PickerItem> items)
{
    beginResetModel();
    m_items = std::move(items);
    m_pattern.clear();
    m_searched.clear();
    m_searched.reserve(m_items.size());
    m_titleBytes.clear();
    for (const PickerItem& item : m_items) {
        m_titleBytes.push_back(static_cast<std::size_t>(item.text.toUtf8().size()));
        m_searched.push_back(QStringLiteral("%1 %2 %3").arg(item.text, item.words, item.place).toStdString());
    }
    rank();
    endResetModel();
}

void PickerModel::setPattern(const QString& pattern)
{
    beginResetModel();
    m_pattern = pattern.toStdString();
    rank();
    endResetModel();
}

void PickerModel::rank()
{
    const std::vector<std::string_view> texts(m_searched.begin(), m_searched.end());
    m_order = fuzzyRanking(m_pattern, texts, m_titleBytes);
    const bool isAll = m_pattern.find_first_not_of(' ') == std::string::npos; // in the order of the menus
    if (isAll || std::ranges::all_of(m_items, &PickerItem::isEnabled))
        return;
    // Enter should not do nothing: of those that fit as well, what can be used comes first.
    const auto closeness = [this](std::size_t item) { return fuzzyMatch(m_pattern, m_searched[item])->score; };
    for (auto begin = m_order.begin(); begin != m_order.end();) {
        const int score = closeness(*begin);
        const auto end = std::find_if(begin, m_order.end(), [&](std::size_t item) { return closeness(item) != score; });
        std::stable_partition(begin, end, [this](std::size_t item) { return m_items[item].isEnabled; });
        begin = end;
    }
}

int PickerModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_order.size());
}

QVariant PickerModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const std::size_t position = itemAt(index.row());
    const PickerItem& item = m_items[position];
    switch (role) {
    case Qt::DisplayRole:
        return item.text;
    case Qt::ToolTipRole:
        return item.tip.isEmpty() ? QString() : plainToolTip(item.tip);
    case Qt::AccessibleDescriptionRole:
        return QStringList({ item.place, item.right, item.tip }).join(QStringLiteral(", "));
    case PlaceRole:
        return item.place;
    case RightRole:
        return item.right;
    case MarkedRole:
        return item.isMarked;
    case LettersRole:
        return typedLetters(position);
    default:
        return {};
    }
}

Qt::ItemFlags PickerModel::flags(const QModelIndex& index) const
{
    if (!index.isValid())
        return Qt::NoItemFlags;
    // One that cannot be used now is greyed, but the keys walk over it: it is there, with its key to learn.
    return Qt::ItemIsSelectable | Qt::ItemIsEnabled | Qt::ItemNeverHasChildren;
}

QVariant PickerModel::typedLetters(std::size_t item) const
{
    const auto match = fuzzyMatch(m_pattern, m_searched[item]);
    QList<int> letters;
    if (!match)
        return QVariant::fromValue(letters);
    // Byte offsets to places in the QString: count the UTF-16 units of each character that starts before.
    const std::string& bytes = m_searched[item];
    int place = 0;
    std::size_t next = 0;
    for (std::size_t at = 0; at < bytes.size() && next < match->positions.size(); ++at) {
        const auto byte = static_cast<unsigned char>(bytes[at]);
        const bool isContinued = (byte & 0xC0u) == 0x80u;
        if (match->positions[next] == at) {
            const int letter = isContinued ? place - 1 : place;
            if (letter < m_items[item].text.size() && (letters.isEmpty() || letters.last() != letter))
                letters.append(letter);
            ++next;
        }
        if (!isContinued)
            place += byte >= 0xF0u ? 2 : 1;
    }
    return QVariant::fromValue(letters);
}

} // namespace kinetoscope

#include "moc_picker_model.cpp"
