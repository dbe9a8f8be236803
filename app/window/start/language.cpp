// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/start/language.h"

#include "widgets/support/translator.h"

#include <QCoreApplication>
#include <QDir>
#include <QLibraryInfo>
#include <QLocale>

namespace kinetoscope {

namespace {

const QString kEnglish = QStringLiteral("en"); // of the sources
const QString kTranslations = QStringLiteral(":/translations");

/// Words that Qt writes into this program's own menus, buttons and lists of keys. Where Qt's translations are not
/// installed they come from ours: "Ctrl" in a menu beside "Strg" in a help is two keys to a reader.
[[maybe_unused]] constexpr const char* kWordsOfQt[] { QT_TRANSLATE_NOOP("QShortcut", "Ctrl"),
    QT_TRANSLATE_NOOP("QShortcut", "Shift"), QT_TRANSLATE_NOOP("QShortcut", "Alt"),
    QT_TRANSLATE_NOOP("QShortcut", "Meta"), QT_TRANSLATE_NOOP("QShortcut", "Space"),
    QT_TRANSLATE_NOOP("QShortcut", "Esc"), QT_TRANSLATE_NOOP("QShortcut", "Tab"),
    QT_TRANSLATE_NOOP("QShortcut", "Backspace"), QT_TRANSLATE_NOOP("QShortcut", "Return"),
    QT_TRANSLATE_NOOP("QShortcut", "Enter"), QT_TRANSLATE_NOOP("QShortcut", "Ins"),
    QT_TRANSLATE_NOOP("QShortcut", "Del"), QT_TRANSLATE_NOOP("QShortcut", "Home"),
    QT_TRANSLATE_NOOP("QShortcut", "End"), QT_TRANSLATE_NOOP("QShortcut", "Left"), QT_TRANSLATE_NOOP("QShortcut", "Up"),
    QT_TRANSLATE_NOOP("QShortcut", "Right"), QT_TRANSLATE_NOOP("QShortcut", "Down"),
    QT_TRANSLATE_NOOP("QShortcut", "PgUp"), QT_TRANSLATE_NOOP("QShortcut", "PgDown"),
    QT_TRANSLATE_NOOP("QPlatformTheme", "OK"), QT_TRANSLATE_NOOP("QPlatformTheme", "Cancel"),
    QT_TRANSLATE_NOOP("QPlatformTheme", "Close"), QT_TRANSLATE_NOOP("QPlatformTheme", "&Yes"),
    QT_TRANSLATE_NOOP("QPlatformTheme", "&No"), QT_TRANSLATE_NOOP("QLineEdit", "&Undo"),
    QT_TRANSLATE_NOOP("QLineEdit", "&Redo"), QT_TRANSLATE_NOOP("QLineEdit", "Cu&t"),
    QT_TRANSLATE_NOOP("QLineEdit", "&Copy"), QT_TRANSLATE_NOOP("QLineEdit", "&Paste"),
    QT_TRANSLATE_NOOP("QLineEdit", "Delete"), QT_TRANSLATE_NOOP("QLineEdit", "Select All"),
    QT_TRANSLATE_NOOP("QWidgetTextControl", "&Copy"), QT_TRANSLATE_NOOP("QWidgetTextControl", "Select All") };

} // namespace

QStringList languages()
{
    QStringList names { kEnglish };
    for (const QString& file : QDir(kTranslations).entryList({ QStringLiteral("kinetoscope_*.qm") }))
        names.append(file.section(u'_', 1).section(u'.', 0, 0));
    return names;
}

void applyLanguage(const QString& language)
{
    if (!language.isEmpty())
        QLocale::setDefault(QLocale(language));
    const QStringList known = languages();
    for (const QString& wanted : QLocale().uiLanguages()) {
        const QString name = wanted.section(u'-', 0, 0);
        if (!known.contains(name))
            continue;
        auto* words = new Translator(qApp);
        if (name != kEnglish && words->load(kTranslations + QStringLiteral("/kinetoscope_") + name))
            QCoreApplication::installTranslator(words);
        auto* qtWords = new QTranslator(qApp); // of its own dialogs, where they are installed
        if (qtWords->load(QStringLiteral("qtbase_") + name, QLibraryInfo::path(QLibraryInfo::TranslationsPath)))
            QCoreApplication::installTranslator(qtWords);
        return;
    }
}

} // namespace kinetoscope
