// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/quick_open/picker_delegate.h"

#include "app/window/quick_open/picker_model.h"
#include "widgets/support/palette.h"

#include <QPainter>
#include <QTextLayout>

namespace kinetoscope {

namespace {

constexpr int kMargin = 8;
constexpr int kRoomAbove = 4;
constexpr double kRightShare = 0.4; ///< of the row, at most, for what stands at the right

/// One line with some letters strong. Not elided: the caller did that.
void drawLetters(
    QPainter& painter, const QRect& area, const QString& text, const QFont& font, const QList<int>& letters)
{
    QTextCharFormat strong;
    strong.setFontWeight(QFont::Bold);
    strong.setFontUnderline(true); // weight alone is hard to see in some fonts
    QList<QTextLayout::FormatRange> ranges;
    for (const int letter : letters) {
        if (letter < text.size())
            ranges.append({ letter, 1, strong });
    }
    QTextLayout layout(text, font);
    layout.setFormats(ranges);
    layout.beginLayout();
    QTextLine line = layout.createLine();
    if (!line.isValid())
        return;
    line.setLineWidth(1'000'000);
    layout.endLayout();
    layout.draw(&painter, QPointF(area.left(), area.top() + (area.height() - line.height()) / 2));
}

} // namespace

void PickerDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const bool isChosen = option.state.testFlag(QStyle::State_Selected);
    const auto* model = qobject_cast<const PickerModel*>(index.model());
    const bool isEnabled = !model || model->isUsable(index.row());
    const QPalette& colours = option.palette;
    const QPalette::ColorGroup group = isEnabled ? QPalette::Active : QPalette::Disabled;
    QColor first = colours.color(group, QPalette::Text);
    QColor second = mixed(colours.color(QPalette::Base), first, 0.65);
    painter->save();
    if (isChosen) {
        // A quiet wash keeps greyed rows and second colours readable, unlike the full accent.
        const QColor accent = colours.color(QPalette::Highlight);
        painter->fillRect(option.rect, mixed(colours.color(QPalette::Base), accent, 0.25));
        painter->fillRect(QRect(option.rect.topLeft(), QSize(3, option.rect.height())), accent);
    }
    const QRect row = option.rect.adjusted(kMargin, 0, -kMargin, 0);
    const QFontMetrics metrics(option.font);
    painter->setFont(option.font);

    const int markWidth = metrics.horizontalAdvance(QStringLiteral("\u2713 "));
    painter->setPen(first);
    if (index.data(PickerModel::MarkedRole).toBool())
        painter->drawText(row, Qt::AlignVCenter | Qt::AlignLeft, QStringLiteral("\u2713"));

    painter->setPen(second);
    const int mostRight = static_cast<int>(row.width() * kRightShare);
    const QString right = metrics.elidedText(index.data(PickerModel::RightRole).toString(), Qt::ElideRight, mostRight);
    painter->drawText(row, Qt::AlignVCenter | Qt::AlignRight, right);

    QRect left = row.adjusted(markWidth, 0, right.isEmpty() ? 0 : -metrics.horizontalAdvance(right) - kMargin, 0);
    // Names of tracks and files differ at their ends.
    const QString whole = index.data(Qt::DisplayRole).toString();
    const QString name = metrics.elidedText(whole, Qt::ElideMiddle, left.width());
    painter->setPen(first);
    drawLetters(*painter, left, name, option.font,
        name == whole ? index.data(PickerModel::LettersRole).value<QList<int>>() : QList<int>());
    left.setLeft(left.left() + metrics.horizontalAdvance(name) + 2 * kMargin);
    painter->setPen(second);
    if (left.width() > metrics.averageCharWidth() * 4) {
        const QString place = index.data(PickerModel::PlaceRole).toString();
        painter->drawText(
            left, Qt::AlignVCenter | Qt::AlignLeft, metrics.elidedText(place, Qt::ElideRight, left.width()));
    }
    painter->restore();
}

QSize PickerDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex&) const
{
    return { 0, QFontMetrics(option.font).height() + 2 * kRoomAbove };
}

} // namespace kinetoscope

#include "moc_picker_delegate.cpp"
