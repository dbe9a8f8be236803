// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/support/elided.h"

#include "widgets/support/plain_text.h"

#include <QAbstractItemView>
#include <QHelpEvent>
#include <QStyle>
#include <QStyleOptionComboBox>
#include <QStylePainter>
#include <QToolTip>

#include <algorithm>

namespace kinetoscope {
namespace {

/// Shows all of a text that is cut; false where the widget's own tool tip is wanted.
bool showWhole(const QEvent& event, QWidget* widget, const QString& whole, const QString& shown)
{
    if (event.type() != QEvent::ToolTip || whole == shown)
        return false;
    QToolTip::showText(static_cast<const QHelpEvent&>(event).globalPos(), plainToolTip(whole), widget);
    return true;
}

} // namespace

QString ElidedComboBox::shownText() const
{
    QStyleOptionComboBox option;
    initStyleOption(&option);
    const QRect field = style()->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, this);
    constexpr int kInset = 2; // styles leave a pixel free at both sides
    return fontMetrics().elidedText(currentText(), Qt::ElideRight, field.width() - kInset);
}

void ElidedComboBox::showPopup()
{
    const int margins = view()->width() - view()->viewport()->width() + 16;
    view()->setMinimumWidth(std::max(width(), view()->sizeHintForColumn(0) + margins));
    QComboBox::showPopup();
}

bool ElidedComboBox::event(QEvent* event)
{
    return showWhole(*event, this, currentText(), shownText()) || QComboBox::event(event);
}

void ElidedComboBox::paintEvent(QPaintEvent*)
{
    QStylePainter painter(this);
    painter.setPen(palette().color(QPalette::Text));
    QStyleOptionComboBox option;
    initStyleOption(&option);
    painter.drawComplexControl(QStyle::CC_ComboBox, option);
    option.currentText = shownText();
    painter.drawControl(QStyle::CE_ComboBoxLabel, option);
}

QComboBox* elidedChoice(QWidget* parent, const QString& objectName, const QString& accessibleName)
{
    auto* box = new ElidedComboBox(parent);
    box->setObjectName(objectName);
    box->setAccessibleName(accessibleName);
    box->setToolTip(accessibleName);
    box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    box->setMinimumContentsLength(6);
    return box;
}

QString ElidedLabel::shownText() const
{
    return fontMetrics().elidedText(text(), Qt::ElideRight, contentsRect().width());
}

QSize ElidedLabel::minimumSizeHint() const
{
    return { fontMetrics().averageCharWidth() * 4, QLabel::minimumSizeHint().height() };
}

bool ElidedLabel::event(QEvent* event)
{
    return showWhole(*event, this, text(), shownText()) || QLabel::event(event);
}

void ElidedLabel::paintEvent(QPaintEvent*)
{
    QStylePainter painter(this);
    painter.drawItemText(contentsRect(), static_cast<int>(alignment()) | Qt::TextSingleLine, palette(), isEnabled(),
        shownText(), foregroundRole());
}

} // namespace kinetoscope
