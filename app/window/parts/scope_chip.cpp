// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/parts/scope_chip.h"

#include "app/window/parts/themed_icon.h"
#include "widgets/support/number_text.h"
#include "widgets/support/palette.h"

#include <QEvent>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QToolButton>

#include <algorithm>

namespace kinetoscope {

namespace {

constexpr int kMaxListed = 4;

/// "0, 1, 2" or "0, 1, 2, 3 and 12 more".
QString listed(const std::vector<std::int64_t>& numbers)
{
    QStringList shown;
    for (std::size_t i = 0; i < std::min<std::size_t>(numbers.size(), kMaxListed); ++i)
        shown.append(QLocale().toString(static_cast<qlonglong>(numbers[i])));
    const QString text = shown.join(QStringLiteral(", "));
    const int rest = static_cast<int>(numbers.size()) - static_cast<int>(shown.size());
    return rest > 0 ? ScopeChip::tr("%1 and %n more", nullptr, rest).arg(text) : text;
}

} // namespace

ScopeChip::ScopeChip(QWidget* parent)
    : QFrame(parent)
    , m_text(new QLabel(this))
    , m_clear(new QToolButton(this))
{
    setObjectName(QStringLiteral("scope-chip"));
    setFrameShape(QFrame::StyledPanel);
    setAutoFillBackground(true);
    setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Maximum);
    m_text->setTextFormat(Qt::PlainText);
    m_clear->setAutoRaise(true);
    m_clear->setIconSize(QSize(12, 12));
    m_clear->setToolTip(tr("Look at the whole trace again"));
    m_clear->setAccessibleName(m_clear->toolTip());

    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(8, 1, 2, 1);
    layout->setSpacing(2);
    layout->addWidget(m_text);
    layout->addWidget(m_clear);
    connect(m_clear, &QToolButton::clicked, this, &ScopeChip::clearRequested);
    setScope({});
}

void ScopeChip::setScope(const Scope& scope)
{
    m_isWhole = scope.isWhole();
    m_text->setText(tr("Scope: %1").arg(describe(scope)));
    m_clear->setVisible(!m_isWhole);
    setAccessibleName(m_text->text());
    setToolTip(m_isWhole
            ? tr("Panels count everything that was loaded. Select a range and press Shift+R to limit them.")
            : tr("Panels count only this part. What is outside is dimmed on the timeline."));
    applyColours();
}

QString ScopeChip::text() const
{
    return m_text->text();
}

QString ScopeChip::describe(const Scope& scope)
{
    if (scope.isWhole())
        return tr("whole trace");
    QStringList parts;
    if (scope.range)
        parts.append(tr("%1 to %2").arg(momentText(scope.range->begin), momentText(scope.range->end)));
    if (!scope.steps.empty())
        parts.append(tr("step %1", "one or several numbers follow").arg(listed(scope.steps)));
    if (!scope.ranks.empty())
        parts.append(tr("rank %1", "one or several numbers follow").arg(listed(scope.ranks)));
    if (!scope.streams.empty())
        parts.append(tr("stream %1", "one or several numbers follow").arg(listed(scope.streams)));
    return parts.join(QStringLiteral(" · "));
}

void ScopeChip::changeEvent(QEvent* event)
{
    QFrame::changeEvent(event);
    if (event->type() == QEvent::ApplicationPaletteChange)
        applyColours();
}

void ScopeChip::applyColours()
{
    QPalette palette = QGuiApplication::palette();
    const Palette& look = Palette::of(Palette::themeOf(palette));
    if (!m_isWhole)
        palette.setColor(QPalette::Window, mixed(look.canvas, look.accent, 0.18));
    setPalette(palette);
    m_clear->setIcon(themedIcon(QStringLiteral("close")));
}

} // namespace kinetoscope
