// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/delegates/number_delegate.h"

#include "widgets/models/result_table_model.h"
#include "widgets/support/fonts.h"

#include <QApplication>
#include <QLocale>
#include <QPainter>

namespace kinetoscope {

NumberDelegate::NumberDelegate(QObject* parent)
    : QStyledItemDelegate(parent)
{
}

void NumberDelegate::initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const
{
    QStyledItemDelegate::initStyleOption(option, index);
    option->textElideMode = Qt::ElideMiddle;
    if (index.data(ResultTableModel::FractionDigitsRole).toInt() >= 0)
        option->font = numberFont(option->font);
}

void NumberDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const int columnDigits = index.data(ResultTableModel::FractionDigitsRole).toInt();
    if (columnDigits <= 0) {
        QStyledItemDelegate::paint(painter, option, index);
        return;
    }
    // What this number lacks behind the point is left free, so that the points stand below each other.
    QStyleOptionViewItem item = option;
    initStyleOption(&item, index);
    const QString point = QLocale().decimalPoint();
    const qsizetype at = item.text.indexOf(point);
    const auto digits = at < 0 ? 0 : static_cast<int>(item.text.size() - at - point.size());
    const QFontMetrics metrics(item.font);
    int missing = (columnDigits - digits) * metrics.horizontalAdvance(QLatin1Char('0'));
    if (at < 0)
        missing += metrics.horizontalAdvance(point);
    const QString text = item.text;
    item.text.clear();
    const QWidget* widget = option.widget;
    const QStyle* style = widget ? widget->style() : QApplication::style();
    style->drawControl(QStyle::CE_ItemViewItem, &item, painter, widget);
    const int margin = style->pixelMetric(QStyle::PM_FocusFrameHMargin, &item, widget) + 1;
    const bool isSelected = item.state.testFlag(QStyle::State_Selected);
    const QPalette::ColorGroup group = !item.state.testFlag(QStyle::State_Enabled) ? QPalette::Disabled
        : item.state.testFlag(QStyle::State_Active)                                ? QPalette::Active
                                                                                   : QPalette::Inactive;
    painter->save();
    painter->setFont(item.font);
    painter->setPen(item.palette.color(group, isSelected ? QPalette::HighlightedText : QPalette::Text));
    const int room = item.rect.width() - 2 * margin;
    const int width = metrics.horizontalAdvance(text);
    // A column that was made too narrow shows the number rather than the alignment.
    const int shift = std::clamp(missing, 0, std::max(0, room - width));
    painter->drawText(item.rect.adjusted(margin, 0, -margin - shift, 0),
        Qt::AlignRight | Qt::AlignVCenter | Qt::TextSingleLine, metrics.elidedText(text, Qt::ElideLeft, room));
    painter->restore();
}

} // namespace kinetoscope
