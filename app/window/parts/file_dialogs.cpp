// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/parts/file_dialogs.h"

#include "app/window/settings.h"
#include "app/window/start/trace_arguments.h"
#include "core/session/session.h"
#include "widgets/export/picture_export.h"
#include "widgets/export/save_dialog.h"
#include "widgets/support/plain_text.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>

namespace kinetoscope {

namespace {

/// For the translations.
class FileDialogs {
    Q_DECLARE_TR_FUNCTIONS(FileDialogs)
};

QString startFolder(const Settings& settings)
{
    const QString last = settings.lastFolder();
    return last.isEmpty() ? QDir::homePath() : last;
}

/// The one file or folder that somebody chooses in it; "" if nobody does.
QString chosenIn(QFileDialog& dialog, Settings& settings)
{
    if (dialog.exec() != QDialog::Accepted || dialog.selectedFiles().isEmpty())
        return {};
    const QString name = dialog.selectedFiles().front();
    settings.setLastFolder(QFileInfo(name).absolutePath());
    return name;
}

/// The name of a file to write, which ends in `suffix` where nobody gives it another ending; "" if nobody chooses one.
QString nameToWrite(QFileDialog& dialog, Settings& settings, const QStringList& filters, const QString& suffix)
{
    dialog.setAcceptMode(QFileDialog::AcceptSave);
    dialog.setNameFilters(filters);
    dialog.setDefaultSuffix(suffix);
    return chosenIn(dialog, settings);
}

} // namespace

QString plainJobName(const std::vector<TraceArgument>& job)
{
    if (job.empty())
        return {};
    QString path = QDir::cleanPath(QFile::decodeName(job.front().path.c_str()));
    if (job.size() > 1)
        path = QFileInfo(path).absolutePath();
    return withoutTraceEndings(QFileInfo(path).fileName());
}

std::vector<TraceArgument> askForTraces(QWidget* parent, Settings& settings)
{
    const QStringList filters { FileDialogs::tr("Traces and sessions (*.json *.json.gz *.gz *.csv *.kinetoscope)"),
        FileDialogs::tr("All files (*)") };
    const QStringList paths = QFileDialog::getOpenFileNames(
        parent, FileDialogs::tr("Open traces"), startFolder(settings), filters.join(QStringLiteral(";;")));
    if (!paths.isEmpty())
        settings.setLastFolder(QFileInfo(paths.front()).absolutePath());
    return traceArguments(paths);
}

std::string askForMovedTrace(QWidget* parent, Settings& settings, const std::string& path, bool isFolder)
{
    const QFileInfo old(QFile::decodeName(path.c_str()));
    QDir folder = old.absoluteDir();
    while (!folder.exists() && !folder.isRoot())
        folder = QFileInfo(folder.absolutePath()).absoluteDir();
    // Where everything is gone, its disk is: what was opened last is nearer.
    QFileDialog dialog(parent, FileDialogs::tr("Where is %1 now?").arg(displayText(old.fileName().toStdString())),
        folder.isRoot() ? startFolder(settings) : folder.absolutePath());
    dialog.setFileMode(isFolder ? QFileDialog::Directory : QFileDialog::ExistingFile);
    if (!isFolder)
        dialog.setNameFilters(
            { FileDialogs::tr("Traces (*.json *.json.gz *.gz *.csv)"), FileDialogs::tr("All files (*)") });
    return QFile::encodeName(chosenIn(dialog, settings)).toStdString();
}

std::vector<TraceArgument> askForFolder(QWidget* parent, Settings& settings)
{
    const QString folder =
        QFileDialog::getExistingDirectory(parent, FileDialogs::tr("Open a folder of traces"), startFolder(settings));
    if (folder.isEmpty())
        return {};
    settings.setLastFolder(folder);
    return traceArguments(QStringList { folder });
}

QString askForPicture(QWidget* parent, Settings& settings, const QString& suggestedName)
{
    const std::optional<SaveChoice> choice = askWhereToSave(parent, FileDialogs::tr("Save picture of timeline"),
        startFolder(settings) + QLatin1Char('/') + suggestedName,
        { { FileDialogs::tr("Picture (*.png)"), FileDialogs::tr("Drawing, text stays text (*.svg)"),
              FileDialogs::tr("Document (*.pdf)") },
            { QStringLiteral("png"), QStringLiteral("svg"), QStringLiteral("pdf") } });
    if (!choice)
        return {};
    settings.setLastFolder(QFileInfo(choice->fileName).absolutePath());
    return choice->fileName;
}

QString askForReport(QWidget* parent, Settings& settings, const QString& suggestedName)
{
    QFileDialog dialog(parent, FileDialogs::tr("Export report"), startFolder(settings));
    dialog.selectFile(suggestedName);
    return nameToWrite(dialog, settings, { FileDialogs::tr("Web page (*.html)") }, QStringLiteral("html"));
}

QString askForTraceFile(QWidget* parent, Settings& settings, const QString& suggestedName)
{
    QFileDialog dialog(parent, FileDialogs::tr("Write trace"), startFolder(settings));
    dialog.selectFile(suggestedName);
    return nameToWrite(dialog, settings,
        { FileDialogs::tr("Traces (*.json.gz *.json)"), FileDialogs::tr("All files (*)") }, QStringLiteral("json.gz"));
}

QString askForTargetFolder(QWidget* parent, Settings& settings)
{
    const QString folder =
        QFileDialog::getExistingDirectory(parent, FileDialogs::tr("Write traces into a folder"), startFolder(settings));
    if (!folder.isEmpty())
        settings.setLastFolder(folder);
    return folder;
}

std::string askForSession(
    QWidget* parent, Settings& settings, const std::string& path, const std::vector<TraceArgument>& job)
{
    QString suggested = QFile::decodeName(path.c_str());
    if (path.empty()) {
        // Beside the traces: the two can then be moved together.
        const QFileInfo first(job.empty() ? QString() : QFile::decodeName(job.front().path.c_str()));
        const QString folder =
            QFileInfo(first.absolutePath()).isWritable() ? first.absolutePath() : startFolder(settings);
        suggested =
            folder + QLatin1Char('/') + suggestedFileName(plainJobName(job), QString::fromLatin1(kSessionEnding));
    }
    QFileDialog dialog(parent, FileDialogs::tr("Save session"));
    dialog.setDirectory(QFileInfo(suggested).absolutePath());
    dialog.selectFile(QFileInfo(suggested).fileName());
    return QFile::encodeName(nameToWrite(dialog, settings, { FileDialogs::tr("Sessions (*.kinetoscope)") },
                                 QString::fromLatin1(kSessionEnding).mid(1)))
        .toStdString();
}

} // namespace kinetoscope
