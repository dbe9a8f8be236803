// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/status/scope_chip.h"

#include "app/window/parts/themed_icon.h"
#include "widgets/support/palette.h"
#include "widgets/support/scope_text.h"

#include <QEvent>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QToolButton>

namespace kinetoscope {

ScopeChip::ScopeChip(QWidget* parent)
    : QFrame(parent)
    , m_text(new QToolButton(this))
    , m_clear(new QToolButton(this))
{
    setObjectName(QStringLiteral("scope-chip"));
    setFrameShape(QFrame::StyledPanel);
    setAutoFillBackground(true);
    setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Maximum);
    m_text->setObjectName(QStringLiteral("scope-text"));
    m_text->setAutoRaise(true);
    m_text->setToolButtonStyle(Qt::ToolButtonTextOnly);
    m_clear->setAutoRaise(true);
    m_clear->setIconSize(QSize(12, 12));
    m_clear->setToolTip(tr("Look at the whole trace again"));
    m_clear->setAccessibleName(m_clear->toolTip());

    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(2, 0, 2, 0);
    layout->setSpacing(2);
    layout->addWidget(m_text);
    layout->addWidget(m_clear);
    connect(m_text, &QToolButton::clicked, this, &ScopeChip::editRequested);
    connect(m_clear, &QToolButton::clicked, this, &ScopeChip::clearRequested);
    setScope({});
}

void ScopeChip::setScope(const Scope& scope)
{
    const bool isWhole = scope == Scope {};
    m_scope = scope;
    const QString text = m_hasSteps || !scope.stepPattern.empty() ? tr("Scope: %1") : tr("Scope: %1, no steps");
    m_text->setText(text.arg(scopeText(scope)).replace(QLatin1Char('&'), QStringLiteral("&&")));
    m_clear->setVisible(!isWhole);
    setAccessibleName(m_text->text());
    setToolTip(isWhole
            ? tr("Panels count everything that was loaded. Click to choose ranks, steps or streams; select a range and "
                 "press Shift+R to choose a time.")
            : tr("Panels count only this part; what is outside is dimmed on the timeline. Click to change it."));
    applyColours();
}

void ScopeChip::setHasSteps(bool has)
{
    m_hasSteps = has;
    setScope(Scope(m_scope));
}

QString ScopeChip::text() const
{
    return m_text->text();
}

void ScopeChip::changeEvent(QEvent* event)
{
    QFrame::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        applyColours();
    else if (event->type() == QEvent::LocaleChange) // numbers are written otherwise
        setScope(Scope(m_scope));
}

void ScopeChip::applyColours()
{
    QPalette palette; // what it does not say follows the application
    const Palette& look = Palette::of(Palette::themeOf(QGuiApplication::palette()));
    if (m_scope != Scope {})
        palette.setColor(QPalette::Window, mixed(look.canvas, look.accent, 0.18));
    setPalette(palette);
    m_clear->setIcon(themedIcon(QStringLiteral("close")));
}

} // namespace kinetoscope

#include "moc_scope_chip.cpp"
