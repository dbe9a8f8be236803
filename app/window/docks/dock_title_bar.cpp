// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/docks/dock_title_bar.h"

#include "app/window/parts/themed_icon.h"
#include "widgets/support/plain_text.h"

#include <QDockWidget>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QScreen>
#include <QToolButton>

#include <algorithm>

namespace kinetoscope {

namespace {

/// Exactly where it was before it floats, nobody would see that it does.
void moveAside(QWidget& dock)
{
    constexpr QPoint kAside { 24, -56 }; // px: the tabs below it are seen again
    const QRect room = dock.screen()->availableGeometry();
    const QPoint wanted = dock.pos() + kAside;
    dock.move(
        std::max(room.left(), std::min(wanted.x(), room.right() - dock.width())), std::max(room.top(), wanted.y()));
}

} // namespace

DockTitleBar::DockTitleBar(QWidget* content, QDockWidget* dock)
    : QWidget(dock)
    , m_name(plainLabel(this, QStringLiteral("dock-name")))
    , m_float(new QToolButton(this))
    , m_close(new QToolButton(this))
    , m_height(new QToolButton(this))
{
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(4, 0, 2, 0);
    layout->setSpacing(0);
    layout->addWidget(m_name);
    if (content)
        layout->addWidget(content);
    layout->addStretch(1);
    QFont bold; // of whatever size the interface has
    bold.setBold(content != nullptr);
    m_name->setFont(bold);
    m_name->setWordWrap(false);
    m_name->setMargin(4);
    m_name->setText(dock->windowTitle());
    if (content) { // the tab of the window says it
        m_name->hide();
        connect(dock, &QDockWidget::topLevelChanged, m_name, &QLabel::setVisible);
    }
    m_height->setObjectName(QStringLiteral("dock-height"));
    m_height->setToolTip(tr("As high as the window allows, or as before"));
    m_float->setToolTip(tr("Float, or put back"));
    m_close->setToolTip(
        content ? tr("Close; the Analyse menu opens it again") : tr("Close; View > Panels opens it again"));
    for (QToolButton* button : { m_height, m_float, m_close }) {
        button->setAutoRaise(true);
        button->setFocusPolicy(Qt::TabFocus);
        button->setAccessibleName(button->toolTip());
        button->setIconSize(QSize(12, 12));
        layout->addWidget(button);
    }
    connect(m_height, &QToolButton::clicked, this, &DockTitleBar::heightToggled);
    connect(dock, &QDockWidget::topLevelChanged, m_height, &QToolButton::setHidden);
    connect(dock, &QDockWidget::dockLocationChanged, m_height,
        [this](Qt::DockWidgetArea area) { m_height->setVisible(area == Qt::BottomDockWidgetArea); });
    connect(m_float, &QToolButton::clicked, dock, [dock] {
        dock->setFloating(!dock->isFloating());
        if (dock->isFloating())
            moveAside(*dock);
        else
            dock->raise(); // or it would be behind the others of its place
    });
    connect(m_close, &QToolButton::clicked, dock, &QDockWidget::close);
    refreshIcons();
}

QSize DockTitleBar::minimumSizeHint() const
{
    // The tabs scroll; they must not decide how narrow the dock may be.
    return { 160, sizeHint().height() };
}

void DockTitleBar::refreshIcons()
{
    m_height->setIcon(themedIcon(QStringLiteral("height")));
    m_float->setIcon(themedIcon(QStringLiteral("float")));
    m_close->setIcon(themedIcon(QStringLiteral("close")));
}

void DockTitleBar::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        refreshIcons();
}

} // namespace kinetoscope

#include "moc_dock_title_bar.cpp"
