// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/delegates/number_delegate.h"

#include "widgets/delegates/tree_place.h"
#include "widgets/delegates/whole_text.h"
#include "widgets/models/column_format.h"
#include "widgets/models/result_table_model.h"
#include "widgets/support/fonts.h"

#include <QApplication>
#include <QLocale>
#include <QPainter>

#include <algorithm>

namespace kinetoscope {
namespace {

/// Width of the digits (and the point) that a number lacks compared with the longest fraction of its column.
int missingWidth(const QString& text, int columnDigits, const QFontMetrics& metrics)
{
    if (columnDigits <= 0)
        return 0;
    const QString point = QLocale().decimalPoint();
    const qsizetype at = text.indexOf(point);
    const int digits = at < 0 ? 0 : static_cast<int>(text.size() - at - point.size());
    const int missing = (columnDigits - digits) * metrics.horizontalAdvance(QLatin1Char('0'));
    return std::max(0, missing + (at < 0 ? metrics.horizontalAdvance(point) : 0));
}

} // namespace

NumberDelegate::NumberDelegate(QObject* parent)
    : QStyledItemDelegate(parent)
{
}

int NumberDelegate::widthOf(const ColumnFormat& numbers, const QFont& tableFont)
{
    const QFontMetrics metrics(numberFont(tableFont));
    const QString& before = numbers.longestBeforePoint;
    return metrics.horizontalAdvance(before) + missingWidth(before, numbers.fractionDigits, metrics) + 2 * kMarginPx;
}

void NumberDelegate::initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const
{
    QStyledItemDelegate::initStyleOption(option, index);
    option->textElideMode = Qt::ElideMiddle;
    if (index.data(ResultTableModel::FractionDigitsRole).toInt() >= 0)
        option->font = numberFont(option->font);
    if (index.data(ResultTableModel::IsLinkRole).toBool()) {
        option->font.setUnderline(true);
        option->palette.setBrush(QPalette::Text, option->palette.brush(QPalette::Link));
    }
}

void NumberDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    QStyleOptionViewItem item = option;
    initStyleOption(&item, index);
    const QString text = item.text;
    // Names differ at their ends; sentences, and names each with its figure, are read from the beginning.
    if (text.endsWith(QLatin1Char('.')) || (text.endsWith(QLatin1Char(')')) && text.contains(kListSeparator)))
        item.textElideMode = Qt::ElideRight;
    item.text.clear();
    const QWidget* widget = option.widget;
    const QStyle* style = widget ? widget->style() : QApplication::style();
    style->drawControl(QStyle::CE_ItemViewItem, &item, painter, widget);

    const QFontMetrics metrics(item.font);
    drawArrow(painter, item, index);
    const QRect room = item.rect.adjusted(kMarginPx + treeIndent(index), 0, -kMarginPx, 0);
    // What a number lacks behind the point is left free, so that the points stand below each other; a column that was
    // made too narrow shows the number rather than the alignment.
    const int free = std::max(0, room.width() - metrics.horizontalAdvance(text));
    const int shift =
        std::min(missingWidth(text, index.data(ResultTableModel::FractionDigitsRole).toInt(), metrics), free);
    const QPalette::ColorGroup group = !item.state.testFlag(QStyle::State_Enabled) ? QPalette::Disabled
        : item.state.testFlag(QStyle::State_Active)                                ? QPalette::Active
                                                                                   : QPalette::Inactive;
    const bool isSelected = item.state.testFlag(QStyle::State_Selected);
    painter->save();
    painter->setFont(item.font);
    painter->setPen(item.palette.color(group, isSelected ? QPalette::HighlightedText : QPalette::Text));
    if (index.data(ResultTableModel::IsReadWholeRole).toBool() && room.height() >= 2 * metrics.lineSpacing()) {
        drawWholeText(painter, room.adjusted(0, kMarginPx / 2, 0, -kMarginPx / 2), text);
        painter->restore();
        return;
    }
    // In a row of several lines words go on in the next one, where that shows all of them.
    const QRect lines = room.adjusted(0, 3, 0, -3);
    const bool isCut = metrics.horizontalAdvance(text) > room.width();
    const bool wraps = room.height() >= 2 * metrics.lineSpacing()
        && (item.textElideMode == Qt::ElideRight
            || (isCut && lines.contains(metrics.boundingRect(lines, Qt::TextWordWrap, text))));
    // The name of a kernel is one word, and may be wider than the column.
    const bool goesOnInAWord = !wraps && isCut && room.height() >= 2 * metrics.lineSpacing()
        && wholeTextHeight(text, item.font, lines.width()) <= lines.height();
    if (goesOnInAWord)
        drawWholeText(painter, lines, text);
    else if (wraps)
        painter->drawText(lines, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextWordWrap, text);
    else
        painter->drawText(room.adjusted(0, 0, -shift, 0), static_cast<int>(item.displayAlignment) | Qt::TextSingleLine,
            metrics.elidedText(text, item.textElideMode, room.width()));
    painter->restore();
}

QSize NumberDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    QStyleOptionViewItem item = option;
    initStyleOption(&item, index);
    const QFontMetrics metrics(item.font);
    const int missing = missingWidth(item.text, index.data(ResultTableModel::FractionDigitsRole).toInt(), metrics);
    return { metrics.horizontalAdvance(item.text) + missing + 2 * kMarginPx + treeIndent(index), metrics.height() + 4 };
}

} // namespace kinetoscope

#include "moc_number_delegate.cpp"
