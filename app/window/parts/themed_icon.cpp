// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/parts/themed_icon.h"

#include <QFile>
#include <QGuiApplication>
#include <QPainter>
#include <QPalette>
#include <QPixmap>
#include <QSvgRenderer>

namespace kinetoscope {

namespace {

// Logical sizes in use, times 1, 1.5 and 2: QIcon takes the nearest larger one.
constexpr int kPixelSizes[] = { 16, 24, 32, 48, 64 };

QPixmap paint(const QByteArray& svg, int sizePx)
{
    QPixmap pixmap(sizePx, sizePx);
    pixmap.fill(Qt::transparent);
    QSvgRenderer renderer(svg);
    QPainter painter(&pixmap);
    renderer.render(&painter, QRectF(0, 0, sizePx, sizePx));
    return pixmap;
}

} // namespace

QIcon themedIcon(const QString& name)
{
    QFile file(QStringLiteral(":/icons/%1.svg").arg(name));
    if (!file.open(QIODevice::ReadOnly))
        return {};
    const QByteArray drawing = file.readAll();
    const QPalette palette = QGuiApplication::palette();
    QIcon icon;
    for (const auto& [mode, group] :
        { std::pair { QIcon::Normal, QPalette::Active }, { QIcon::Disabled, QPalette::Disabled } }) {
        // The drawings say currentColor; Qt's SVG renderer takes that for black.
        QByteArray coloured = drawing;
        coloured.replace("currentColor", palette.color(group, QPalette::WindowText).name().toLatin1());
        for (const int sizePx : kPixelSizes)
            icon.addPixmap(paint(coloured, sizePx), mode);
    }
    return icon;
}

} // namespace kinetoscope
