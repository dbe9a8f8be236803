// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/export/save_dialog.h"

#include <QCoreApplication>
#include <QFileDialog>
#include <QFileInfo>
#include <QMessageBox>

#include <algorithm>

namespace kinetoscope {
namespace {

/// For the translations.
class SaveDialogText {
    Q_DECLARE_TR_FUNCTIONS(SaveDialog)
};

/// The first format with the ending that the name has; -1: none.
qsizetype formatOf(const QString& fileName, const QStringList& endings)
{
    const auto at = std::ranges::find_if(endings, [&fileName](const QString& ending) {
        return fileName.endsWith(QLatin1Char('.') + ending, Qt::CaseInsensitive);
    });
    return at == endings.end() ? -1 : at - endings.begin();
}

bool mayReplace(QWidget* parent, const QString& title, const QString& fileName)
{
    return QMessageBox::warning(parent, title,
               SaveDialogText::tr("%1 already exists.\nDo you want to replace it?").arg(QFileInfo(fileName).fileName()),
               QMessageBox::Yes | QMessageBox::No, QMessageBox::No)
        == QMessageBox::Yes;
}

} // namespace

std::optional<SaveChoice> askWhereToSave(
    QWidget* parent, const QString& title, const QString& suggested, const SaveFormats& formats)
{
    const QStringList& endings = formats.endings;
    const QFileInfo place(suggested);
    QFileDialog dialog(parent, title, place.isAbsolute() ? place.absolutePath() : QString());
    dialog.setAcceptMode(QFileDialog::AcceptSave);
    dialog.setNameFilters(formats.filters);
    dialog.selectFile(place.fileName());
    // The dialog itself completes the name, so that it also asks before it replaces a file.
    dialog.setDefaultSuffix(endings.front());
    const auto chosen = [&] {
        return std::clamp<qsizetype>(formats.filters.indexOf(dialog.selectedNameFilter()), 0, endings.size() - 1);
    };
    QObject::connect(&dialog, &QFileDialog::filterSelected, &dialog, [&](const QString& filter) {
        dialog.setDefaultSuffix(endings.at(std::max<qsizetype>(formats.filters.indexOf(filter), 0)));
    });
    if (dialog.exec() != QDialog::Accepted || dialog.selectedFiles().isEmpty())
        return std::nullopt;
    SaveChoice choice { dialog.selectedFiles().front(), chosen() };
    const qsizetype typed = formatOf(choice.fileName, endings);
    if (typed < 0) {
        // "run.2": it has an ending, but none that means anything here.
        choice.fileName += QLatin1Char('.') + endings.at(choice.format);
        if (QFileInfo::exists(choice.fileName) && !mayReplace(parent, title, choice.fileName))
            return std::nullopt;
    } else if (endings.at(typed) != endings.at(choice.format)) {
        choice.format = typed;
    }
    return choice;
}

} // namespace kinetoscope
