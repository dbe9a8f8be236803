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
