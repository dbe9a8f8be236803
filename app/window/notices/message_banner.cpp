// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/notices/message_banner.h"

#include "app/window/parts/themed_icon.h"
#include "widgets/support/palette.h"
#include "widgets/support/wrapping_label.h"

#include <QEvent>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QPushButton>
#include <QToolButton>

namespace kinetoscope {

MessageBanner::MessageBanner(QWidget* parent)
    : QFrame(parent)
    , m_text(new WrappingLabel(this))
    , m_action(new QPushButton(this))
    , m_close(new QToolButton(this))
{
    setObjectName(QStringLiteral("message-banner"));
    setAccessibleName(tr("Message"));
    setAutoFillBackground(true);
    m_text->setTextFormat(Qt::PlainText);
    m_text->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    m_close->setAutoRaise(true);
    m_close->setToolTip(tr("Close this message"));
    m_close->setAccessibleName(m_close->toolTip());

    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(12, 4, 4, 4);
    layout->addWidget(m_text, 1);
    layout->addWidget(m_action);
    layout->addWidget(m_close);

    connect(m_action, &QPushButton::clicked, this, &MessageBanner::actionRequested);
    connect(m_close, &QToolButton::clicked, this, &MessageBanner::clear);
    applyColours();
    hide();
}

void MessageBanner::showMessage(Kind kind, const QString& sentence, const QString& buttonText, About about)
{
    m_kind = kind;
    m_about = about;
    m_who = nullptr;
    m_text->setText(sentence);
    m_action->setText(buttonText);
    m_action->setVisible(!buttonText.isEmpty());
    applyColours();
    show();
}

void MessageBanner::clear()
{
    hide();
    m_text->clear();
}

void MessageBanner::clearIfAbout(About about, const QObject* who)
{
    if (m_about == about && m_who == who)
        clear();
}

QString MessageBanner::sentence() const
{
    return m_text->text();
}

void MessageBanner::changeEvent(QEvent* event)
{
    QFrame::changeEvent(event);
    // Our own setPalette arrives here as well, and changes nothing then.
    if (event->type() == QEvent::PaletteChange)
        applyColours();
}

void MessageBanner::applyColours()
{
    const Palette& look = Palette::of(Palette::themeOf(QGuiApplication::palette()));
    const bool isError = m_kind == Kind::Error;
    QPalette palette; // what it does not say follows the application
    palette.setColor(QPalette::Window, mixed(look.canvas, isError ? look.error : look.accent, isError ? 0.16 : 0.10));
    setPalette(palette);
    m_close->setIcon(themedIcon(QStringLiteral("close")));
}

} // namespace kinetoscope

#include "moc_message_banner.cpp"
