// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/delegates/tree_place.h"

#include "widgets/models/result_table_proxy.h"
#include "widgets/support/fonts.h"

#include <QApplication>
#include <QPainter>
#include <QStyleOptionViewItem>

#include <algorithm>

namespace kinetoscope {
namespace {

constexpr int kStepPx = 12; // stacks are forty deep
constexpr int kArrowPx = 16;
constexpr int kMostSteps = 24; // deeper rows stand below each other: a name that is out of sight helps nobody

int depthOf(const QModelIndex& index)
{
    const QVariant depth = index.data(ResultTableProxy::DepthRole);
    return depth.isValid() ? depth.toInt() : -1;
}

int arrowLeft(int depth)
{
    return std::min(depth, kMostSteps) * scaledPx(kStepPx);
}

} // namespace

int treeIndent(const QModelIndex& index)
{
    const int depth = depthOf(index);
    return depth < 0 ? 0 : arrowLeft(depth) + scaledPx(kArrowPx);
}

QRect arrowRect(const QModelIndex& index, const QRect& cell)
{
    const int depth = depthOf(index);
    if (depth < 0 || !index.data(ResultTableProxy::HasChildrenRole).toBool())
        return {};
    return { cell.left() + arrowLeft(depth), cell.top(), scaledPx(kArrowPx) + 4, cell.height() };
}

void drawArrow(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index)
{
    const QRect place = arrowRect(index, option.rect);
    if (place.isEmpty())
        return;
    const bool isSelected = option.state.testFlag(QStyle::State_Selected);
    const bool isOpen = index.data(ResultTableProxy::IsOpenRole).toBool();
    const double half = scaledPx(7) / 2.0;
    const QPointF middle = QRectF(place).center();
    const double along = half * 0.6;
    const QPointF corners[] {
        isOpen ? middle + QPointF(-half, -along) : middle + QPointF(-along, -half),
        isOpen ? middle + QPointF(0, along) : middle + QPointF(along, 0),
        isOpen ? middle + QPointF(half, -along) : middle + QPointF(-along, half),
    };
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(QPen(option.palette.color(isSelected ? QPalette::HighlightedText : QPalette::Text), 1.4));
    painter->drawPolyline(corners, 3);
    painter->restore();
}

} // namespace kinetoscope
