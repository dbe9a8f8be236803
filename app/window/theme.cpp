// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/theme.h"

#include "app/window/framed_style.h"
#include "widgets/support/palette.h"

#include <QApplication>
#include <QStyle>
#include <QStyleFactory>
#include <QToolTip>

namespace kinetoscope {

namespace {

QColor colour(const char* name)
{
    return QColor(QLatin1String(name));
}

/// The program's surfaces as the roles that Qt's styles paint with.
QPalette applicationPalette(Theme theme)
{
    const bool isDark = theme == Theme::Dark;
    const Palette& look = Palette::of(theme);
    QPalette palette;
    palette.setColor(QPalette::Window, look.panel);
    palette.setColor(QPalette::WindowText, look.text);
    palette.setColor(QPalette::Base, look.canvas);
    palette.setColor(QPalette::AlternateBase, mixed(look.canvas, look.panel, 0.6));
    palette.setColor(QPalette::Text, look.text);
    palette.setColor(QPalette::PlaceholderText, look.secondText);
    palette.setColor(QPalette::Button, isDark ? colour("#2A3037") : look.panel);
    palette.setColor(QPalette::ButtonText, look.text);
    palette.setColor(QPalette::BrightText, isDark ? Qt::white : Qt::black);
    palette.setColor(QPalette::Light, isDark ? colour("#3A424B") : Qt::white);
    palette.setColor(QPalette::Midlight, isDark ? colour("#2F363E") : colour("#E6E9ED"));
    palette.setColor(QPalette::Mid, look.grid);
    palette.setColor(QPalette::Dark, isDark ? colour("#0F1114") : colour("#A3ACB6"));
    palette.setColor(QPalette::Shadow, isDark ? Qt::black : colour("#5A636D"));
    palette.setColor(QPalette::Highlight, look.accent);
    palette.setColor(QPalette::HighlightedText, isDark ? look.ink : Qt::white);
    palette.setColor(QPalette::Link, look.accent);
    palette.setColor(QPalette::LinkVisited, look.accent);
    palette.setColor(QPalette::ToolTipBase, isDark ? colour("#2A3037") : look.canvas);
    palette.setColor(QPalette::ToolTipText, look.text);
    for (const QPalette::ColorRole role : { QPalette::WindowText, QPalette::Text, QPalette::ButtonText })
        palette.setColor(QPalette::Disabled, role, mixed(look.panel, look.text, 0.42));
    palette.setColor(QPalette::Disabled, QPalette::Highlight, look.grid);
    palette.setColor(QPalette::Disabled, QPalette::HighlightedText, look.text);
    return palette;
}

/// What the desktop gave us, kept from before our first change.
struct DesktopLook {
    QPalette palette;
    QString style;
    bool hasOpinion = false;
};

const DesktopLook& desktopLook()
{
    static const DesktopLook look = [] {
        const QString style = QApplication::style()->name();
        const bool isPlain = style.compare(QLatin1String("fusion"), Qt::CaseInsensitive) == 0
            && QApplication::palette() == QApplication::style()->standardPalette();
        return DesktopLook { QApplication::palette(), style, !isPlain };
    }();
    return look;
}

void setStyle(const QString& name)
{
    if (name.compare(QLatin1String("fusion"), Qt::CaseInsensitive) == 0) {
        if (!qobject_cast<FramedStyle*>(QApplication::style()))
            QApplication::setStyle(new FramedStyle);
    } else if (QApplication::style()->name().compare(name, Qt::CaseInsensitive) != 0) {
        QApplication::setStyle(QStyleFactory::create(name));
    }
}

} // namespace

void applyTheme(ThemeChoice choice)
{
    const DesktopLook& desktop = desktopLook();
    if (choice == ThemeChoice::System && desktop.hasOpinion) {
        setStyle(desktop.style);
        QApplication::setPalette(QPalette()); // no opinion of ours: changes of the desktop come through
        return;
    }
    setStyle(QStringLiteral("fusion"));
    const QPalette palette = applicationPalette(choice == ThemeChoice::Dark ? Theme::Dark : Theme::Light);
    QApplication::setPalette(palette);
    QToolTip::setPalette(palette);
}

} // namespace kinetoscope
