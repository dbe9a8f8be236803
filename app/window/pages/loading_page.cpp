// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/pages/loading_page.h"

#include "widgets/support/fonts.h"
#include "widgets/support/number_text.h"
#include "widgets/support/palette.h"
#include "widgets/support/plain_text.h"

#include <QPainter>

#include <algorithm>

namespace kinetoscope {

namespace {

constexpr int kRowHeight = 18;
constexpr int kRowGap = 3;
constexpr int kHeaderWidth = 220;
constexpr int kTop = 40;

} // namespace

LoadingPage::LoadingPage(QWidget* parent)
    : QWidget(parent)
{
    setObjectName(QStringLiteral("loading-page"));
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);
}

void LoadingPage::start(const QString& name)
{
    m_name = name;
    m_preview.reset();
    setAccessibleName(tr("Loading %1").arg(name));
    update();
}

void LoadingPage::showPreview(const std::shared_ptr<const TracePreview>& preview)
{
    m_preview = preview;
    update();
}

void LoadingPage::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setPen(Palette::of(*this).secondText);
    const QRect line(12, 0, width() - 24, scaledPx(kTop));
    if (!m_preview) {
        painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, tr("Loading %1").arg(m_name));
        return;
    }
    painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
        tr("Loading %1 · %2 events so far").arg(m_name, countText(static_cast<std::int64_t>(m_preview->events))));
    int y = scaledPx(kTop);
    for (const TracePreview::Row& row : m_preview->rows) {
        if (y > height())
            break;
        paintRow(painter, row, QRect(0, y, width(), scaledPx(kRowHeight)));
        y += scaledPx(kRowHeight) + kRowGap;
    }
}

void LoadingPage::paintRow(QPainter& painter, const TracePreview::Row& row, const QRect& area) const
{
    const Palette& look = Palette::of(*this);
    const QRect header(area.left(), area.top(), scaledPx(kHeaderWidth), area.height());
    painter.fillRect(header, look.panel);
    painter.setPen(look.secondText);
    const QString label = fontMetrics().elidedText(displayText(row.label), Qt::ElideRight, scaledPx(kHeaderWidth) - 20);
    painter.drawText(header.adjusted(12, 0, -8, 0), Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, label);

    const int width = area.width() - scaledPx(kHeaderWidth);
    if (row.density.empty() || width <= 0)
        return;
    const QColor fill = look.style(row.isDevice ? PartKind::Compute : PartKind::HostOp).fill;
    const auto buckets = static_cast<qint64>(row.density.size());
    for (int x = 0; x < width; ++x) {
        // The busiest bucket under the pixel: a lone burst must not vanish.
        const auto first = static_cast<std::size_t>(x * buckets / width);
        const auto last = std::max(first + 1, static_cast<std::size_t>((x + 1) * buckets / width));
        const auto busiest = *std::max_element(row.density.begin() + static_cast<std::ptrdiff_t>(first),
            row.density.begin() + static_cast<std::ptrdiff_t>(std::min(last, row.density.size())));
        if (busiest == 0)
            continue;
        const int barHeight = std::max(3, area.height() * busiest / 255);
        painter.fillRect(header.right() + 1 + x, area.bottom() + 1 - barHeight, 1, barHeight, fill);
    }
}

} // namespace kinetoscope

#include "moc_loading_page.cpp"
