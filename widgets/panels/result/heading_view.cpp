// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/result/heading_view.h"

#include "widgets/panels/result/column_widths.h"

#include <QAbstractItemModel>
#include <QStyleOptionHeader>

namespace kinetoscope {

HeadingView::HeadingView(QWidget* parent)
    : QHeaderView(Qt::Horizontal, parent)
{
    setSectionsClickable(true);
    setTextElideMode(Qt::ElideNone); // see initStyleOptionForIndex
}

void HeadingView::setTwoLines(bool areTwo)
{
    if (m_hasTwoLines == areTwo)
        return;
    m_hasTwoLines = areTwo;
    if (count() > 0)
        headerDataChanged(Qt::Horizontal, 0, count() - 1); // heights are asked for anew
}

QString HeadingView::heading(int logicalIndex) const
{
    return model() ? model()->headerData(logicalIndex, Qt::Horizontal).toString() : QString();
}

QSize HeadingView::sizeOf(int logicalIndex, bool inTwoLines) const
{
    QStyleOptionHeader option;
    initStyleOption(&option);
    option.section = logicalIndex;
    option.text = heading(logicalIndex);
    if (inTwoLines)
        option.text = headingInTwoLines(option.text, option.fontMetrics);
    if (isSortIndicatorShown())
        option.sortIndicator = QStyleOptionHeader::SortDown;
    return style()->sizeFromContents(QStyle::CT_HeaderSection, &option, {}, this);
}

int HeadingView::neededWidth(int logicalIndex, bool inTwoLines) const
{
    return sizeOf(logicalIndex, inTwoLines).width();
}

void HeadingView::initStyleOptionForIndex(QStyleOptionHeader* option, int logicalIndex) const
{
    QHeaderView::initStyleOptionForIndex(option, logicalIndex);
    // The base class would cut where the whole header ends (Qt 6.4 asks for the room of a label before it has set the
    // section's rectangle), and at the end, where the unit is.
    option->rect.setWidth(sectionSize(logicalIndex));
    const int room = style()->subElementRect(QStyle::SE_HeaderLabel, option, this).width();
    const QString whole = heading(logicalIndex);
    const QFontMetrics& metrics = option->fontMetrics;
    const QString broken =
        m_hasTwoLines && metrics.horizontalAdvance(whole) > room ? headingInTwoLines(whole, metrics) : whole;
    option->text.clear();
    for (const QString& line : broken.split(u'\n'))
        option->text +=
            (option->text.isEmpty() ? QString() : QStringLiteral("\n")) + fittedHeading(line, metrics, room);
}

} // namespace kinetoscope

#include "moc_heading_view.cpp"
