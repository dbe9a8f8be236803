// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/timeline/idle_legend.h"

#include "widgets/support/cause_text.h"
#include "widgets/support/number_text.h"
#include "widgets/timeline/painters/range_painter.h"

#include <QAction>
#include <QCoreApplication>
#include <QGuiApplication>
#include <QPixmap>
#include <QStringList>

#include <algorithm>

namespace kinetoscope {

namespace {

class IdleLegendText {
    Q_DECLARE_TR_FUNCTIONS(OverlayControl)
};

constexpr QSize kSwatch(16, 16); ///< logical pixels; menus shrink larger ones

QPixmap swatchOf(const Palette& palette, Cause cause)
{
    const double ratio = qApp ? qApp->devicePixelRatio() : 1;
    const QSize size = kSwatch * ratio;
    QImage image(size, QImage::Format_RGB32);
    image.fill(palette.canvas);
    ImageCanvas canvas(image);
    RangePainter(palette, ratio).drawSwatch(canvas, size.width(), size.height(), cause);
    image.setDevicePixelRatio(ratio);
    return QPixmap::fromImage(image);
}

} // namespace

std::vector<QAction*> idleLegend(const Overlay& overlay, const Palette& palette, QObject* parent)
{
    // Causes that look alike are one entry, named by those that have time.
    struct LegendEntry {
        Cause first;
        Nanoseconds time = 0;
        QStringList causes;
    };
    std::vector<LegendEntry> entries;
    Nanoseconds all = 0;
    for (std::size_t i = 0; i < overlay.idleTimes.size(); ++i) {
        const auto cause = static_cast<Cause>(i);
        if (overlay.idleTimes[i] == 0)
            continue;
        all = saturatingAdd(all, overlay.idleTimes[i]);
        auto found = std::ranges::find_if(
            entries, [&](const LegendEntry& each) { return lookOf(palette, each.first) == lookOf(palette, cause); });
        if (found == entries.end())
            found = entries.insert(entries.end(), { cause, 0, {} });
        found->time = saturatingAdd(found->time, overlay.idleTimes[i]);
        found->causes << causeText(cause);
    }
    std::vector<QAction*> legend;
    for (const LegendEntry& each : entries) {
        const QString causes = each.causes.join(QStringLiteral(", "));
        const QString share = percentText(100.0 * static_cast<double>(each.time) / static_cast<double>(all));
        const QString name = isHostCause(each.first) ? IdleLegendText::tr("Host: %1").arg(causes) : causes;
        auto* entry = new QAction(QIcon(swatchOf(palette, each.first)),
            IdleLegendText::tr("%1   %2   %3").arg(name, durationText(each.time), share), parent);
        entry->setStatusTip(causes);
        legend.push_back(entry);
    }
    return legend;
}

} // namespace kinetoscope
