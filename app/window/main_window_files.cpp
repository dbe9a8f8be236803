// SPDX-License-Identifier: GPL-3.0-or-later
// What the window writes: sessions, pictures, traces and reports.
#include "app/window/main_window.h"

#include "app/window/docks/analysis_docks.h"
#include "app/window/export/trace_export_dialog.h"
#include "app/window/notices/message_banner.h"
#include "app/window/parts/file_dialogs.h"
#include "app/window/report/report_dialog.h"
#include "app/window/session/sessions.h"
#include "app/window/start/trace_arguments.h"
#include "app/window/status/job_indicator.h"
#include "app/window/status/status_line.h"
#include "app/window/timeline/overlay_control.h"
#include "widgets/export/picture_export.h"
#include "widgets/support/message_text.h"
#include "widgets/support/translator.h"
#include "widgets/timeline/timeline_view.h"

#include <QMessageBox>
#include <QPushButton>

#include <algorithm>

namespace kinetoscope {

namespace {

constexpr int kSavedMessageTimeMs = 8000;

} // namespace

void MainWindow::saveSession(bool asksForName)
{
    if (!m_document.isOpen())
        return;
    std::string path = m_sessions->path();
    if (asksForName || path.empty())
        path = askForSession(this, m_settings, path, m_document.arguments());
    if (path.empty())
        return;
    using About = MessageBanner::About;
    if (const Result<Done> saved = m_sessions->saveAs(path); !saved) {
        m_banner->showFailure(messageText(saved.error().message), About::WritingSession);
        return;
    }
    m_banner->clearIfAbout(About::WritingSession);
    m_recentFiles.add(m_sessions->recentEntry());
    updateTitle();
}

void MainWindow::showTraceExport(const QString& kind, const Parameters& parameters)
{
    if (!m_document.isOpen())
        return;
    auto* dialog = new TraceExportDialog(*m_document.viewState(), m_analysisDocks->classifier(), m_settings, this);
    dialog->choose(kind.toStdString(), parameters);
    if (!kind.isEmpty()) // its panel is what the marks are about
        dialog->offerChains(m_overlays->markedChains());
    showWritingDialog(dialog);
}

void MainWindow::showReportDialog()
{
    if (!m_document.isOpen())
        return;
    const auto title = [this] {
        const InEnglish reportLanguage;
        return jobName(m_document.arguments());
    };
    showWritingDialog(new ReportDialog(*m_analysisDocks, *m_document.viewState(), title(),
        plainJobName(m_document.arguments()) + QStringLiteral("-report"), m_settings, this));
}

void MainWindow::showWritingDialog(WritingDialog* dialog)
{
    m_statusLine->addPermanentWidget(new JobIndicator(*dialog, m_statusLine));
    connect(dialog, &WritingDialog::messageShown, this,
        [this](const QString& sentence) { m_statusLine->showMessage(sentence, kSavedMessageTimeMs); });
    dialog->show();
}

bool MainWindow::mayEndWriting()
{
    const auto isWriting = [this] {
        const QList<WritingDialog*> dialogs = findChildren<WritingDialog*>();
        return std::ranges::any_of(dialogs, [](const WritingDialog* each) { return each->isWriting(); });
    };
    if (!isWriting())
        return true;
    QMessageBox question(QMessageBox::Question, tr("Close"), tr("A file is still being written."), {}, this);
    question.setInformativeText(tr("What stood there before stays if you stop it."));
    QPushButton* const stop = question.addButton(tr("Stop and close"), QMessageBox::DestructiveRole);
    QPushButton* const stay = question.addButton(tr("Go on writing"), QMessageBox::RejectRole);
    question.setDefaultButton(stay);
    question.exec();
    if (question.clickedButton() != stop)
        return false;
    for (WritingDialog* dialog : findChildren<WritingDialog*>())
        dialog->stop();
    return true;
}

void MainWindow::saveTimelinePicture(const QString& fileName)
{
    const auto format = pictureFormatOf(fileName);
    const Result<Done> saved = format
        ? m_timeline->savePicture(fileName, m_timeline->size(), *format)
        : Result<Done>(
            invalidArgument({ KT_PHRASE("main-window-menus", "A picture's name ends in .png, .svg or .pdf.") }));
    using About = MessageBanner::About;
    if (!saved) {
        m_banner->showFailure(messageText(saved.error().message), About::WritingPicture);
        return;
    }
    m_banner->clearIfAbout(About::WritingPicture);
    m_statusLine->showMessage(tr("Saved %1").arg(fileName), kSavedMessageTimeMs);
}

} // namespace kinetoscope
