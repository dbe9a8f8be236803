// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/delegates/whole_text.h"

#include "core/base/vectors.h"
#include "core/layout/table/chain_text.h"

#include <QFont>
#include <QFontMetrics>
#include <QPainter>
#include <QStringList>
#include <QTextLayout>
#include <QTextOption>

#include <algorithm>
#include <string>
#include <vector>

namespace kinetoscope {
namespace {

QString arrow()
{
    return QString::fromUtf8(kChainArrow.data(), static_cast<qsizetype>(kChainArrow.size()));
}

/// `text` with its arrows at the ends of lines, not at their beginnings.
QString unbroken(QString text)
{
    QString glue = arrow();
    glue[0] = QChar(0x00a0); // no-break space
    return text.replace(arrow(), glue);
}

/// Breaks the lines; the height of all of them.
double layOut(QTextLayout& layout, int width)
{
    QTextOption option;
    option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    layout.setTextOption(option);
    double height = 0;
    layout.beginLayout();
    for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
        line.setLineWidth(width);
        line.setPosition({ 0, height });
        height += line.height();
    }
    layout.endLayout();
    return height;
}

} // namespace

int wholeTextHeight(const QString& text, const QFont& font, int width)
{
    const QFontMetrics metrics(font);
    if (metrics.horizontalAdvance(text) <= width)
        return metrics.height();
    QTextLayout layout(unbroken(text), font);
    return static_cast<int>(layOut(layout, width) + 0.999);
}

QString fittedWholeText(const QString& text, const QFont& font, QSize room)
{
    if (wholeTextHeight(text, font, room.width()) <= room.height())
        return text;
    std::vector<std::string> steps = mapped(text.split(arrow()), &QString::toStdString);
    return QString::fromStdString(fitChain(steps, [&](const std::string& shortened) {
        return wholeTextHeight(QString::fromStdString(shortened), font, room.width()) <= room.height();
    }));
}

void drawWholeText(QPainter* painter, const QRect& room, const QString& text)
{
    const QFont font = painter->font();
    QTextLayout layout(unbroken(fittedWholeText(text, font, room.size())), font);
    const double height = layOut(layout, room.width());
    painter->setClipRect(room, Qt::IntersectClip);
    layout.draw(painter, QPointF(room.left(), room.top() + std::max(0.0, (room.height() - height) / 2)));
}

} // namespace kinetoscope
