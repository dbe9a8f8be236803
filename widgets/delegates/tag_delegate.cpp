// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/delegates/tag_delegate.h"

#include "widgets/models/result_table_model.h"

#include <QApplication>
#include <QMouseEvent>
#include <QPainter>

namespace kinetoscope {
namespace {

QStyle* styleOf(const QStyleOptionViewItem& option)
{
    return option.widget ? option.widget->style() : QApplication::style();
}

} // namespace

TagDelegate::TagDelegate(QObject* parent)
    : NumberDelegate(parent)
{
}

QRect TagDelegate::boxOf(const QStyleOptionViewItem& option)
{
    const int side = styleOf(option)->pixelMetric(QStyle::PM_IndicatorWidth, nullptr, option.widget);
    return { option.rect.left() + kMarginPx, option.rect.center().y() - side / 2, side, side };
}

int TagDelegate::widthIn(const QWidget* view)
{
    QFont font = view->font();
    font.setBold(true);
    return view->style()->pixelMetric(QStyle::PM_IndicatorWidth, nullptr, view) + 2 * kMarginPx
        + QFontMetrics(font).horizontalAdvance(QLatin1Char('M'));
}

void TagDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const auto tag = m_tags.constFind(index.data(ResultTableModel::FullTextRole).toString());
    if (tag == m_tags.constEnd()) {
        NumberDelegate::paint(painter, option, index);
        return;
    }
    QStyleOptionViewItem item = option;
    styleOf(option)->drawPrimitive(QStyle::PE_PanelItemViewItem, &item, painter, option.widget);
    item.rect = boxOf(option);
    item.state.setFlag(QStyle::State_On, tag->isOn);
    item.state.setFlag(QStyle::State_Off, !tag->isOn);
    item.state.setFlag(QStyle::State_HasFocus, false);
    styleOf(option)->drawPrimitive(QStyle::PE_IndicatorItemViewItemCheck, &item, painter, option.widget);
    const bool isSelected = option.state.testFlag(QStyle::State_Selected);
    painter->save();
    QFont font = option.font;
    font.setBold(true);
    painter->setFont(font);
    painter->setPen(option.palette.color(isSelected ? QPalette::HighlightedText : QPalette::Text));
    painter->drawText(QRect(item.rect.right() + kMarginPx, option.rect.top(),
                          option.fontMetrics.horizontalAdvance(QLatin1Char('M')) + 2, option.rect.height()),
        Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, tag->letter);
    painter->restore();
    item = option;
    item.rect.setLeft(option.rect.left() + widthIn(option.widget));
    NumberDelegate::paint(painter, item, index);
}

bool TagDelegate::editorEvent(
    QEvent* event, QAbstractItemModel* model, const QStyleOptionViewItem& option, const QModelIndex& index)
{
    const QString text = index.data(ResultTableModel::FullTextRole).toString();
    const bool isPress = event->type() == QEvent::MouseButtonPress || event->type() == QEvent::MouseButtonRelease;
    if (!isPress || !m_tags.contains(text))
        return NumberDelegate::editorEvent(event, model, option, index);
    const auto* mouse = static_cast<QMouseEvent*>(event);
    // Box, letter and what is above and below them: a box alone is small for a pointer.
    const QRect tag(option.rect.left(), option.rect.top(), widthIn(option.widget), option.rect.height());
    if (mouse->button() != Qt::LeftButton || !tag.contains(mouse->position().toPoint()))
        return false;
    if (event->type() == QEvent::MouseButtonRelease)
        emit toggled(text);
    return true;
}

} // namespace kinetoscope

#include "moc_tag_delegate.cpp"
