// SPDX-License-Identifier: GPL-3.0-or-later
// What the window does when a job is opened, cannot be opened, or is closed.
#include "app/window/docks/analysis_docks.h"
#include "app/window/main_window.h"
#include "app/window/notices/load_notice.h"
#include "app/window/notices/message_banner.h"
#include "app/window/pages/loading_page.h"
#include "app/window/pages/start_page.h"
#include "app/window/parts/file_dialogs.h"
#include "app/window/session/sessions.h"
#include "app/window/settings.h"
#include "app/window/start/trace_arguments.h"
#include "app/window/status/scope_chip.h"
#include "app/window/status/scope_editor.h"
#include "app/window/status/status_line.h"
#include "core/base/result.h"
#include "core/base/vectors.h"
#include "widgets/panels/analysis/analysis_panel.h"
#include "widgets/panels/trace/import_report_dialog.h"
#include "widgets/support/message_text.h"
#include "widgets/timeline/timeline_view.h"

#include <QAbstractItemView>
#include <QAction>
#include <QApplication>
#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>
#include <QLocale>
#include <QStackedWidget>
#include <QString>
#include <QTimer>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace kinetoscope {

namespace {

/// For the translations.
class LoadErrorText {
    Q_DECLARE_TR_FUNCTIONS(LoadError)
};

/// What to do about it, where there is something to do.
QString advice(ErrorCode code)
{
    switch (code) {
    case ErrorCode::MemoryLimit:
    case ErrorCode::OutOfMemory:
        return LoadErrorText::tr("Fewer ranks at a time, or a shorter recording, need less memory.");
    case ErrorCode::NotATrace:
        return LoadErrorText::tr("Traces are what torch.profiler exports: .json or .json.gz.");
    case ErrorCode::NotFound:
    case ErrorCode::Unreadable:
    case ErrorCode::Unsupported:
    case ErrorCode::InvalidArgument:
    case ErrorCode::NotWritable:
    case ErrorCode::Cancelled:
        break;
    }
    return {};
}

/// What a person reads when `what` (a file or job name, already safe to show) could not be opened: one sentence with
/// the facts of the error and, where there is something to do about it, a second one that says what. Plain text.
/// Translated here and nowhere else.
QString loadErrorSentence(const Error& error, const QString& what)
{
    QString facts = messageText(error.message).trimmed();
    // "At byte 0" says nothing that "it begins with" did not say.
    if (error.byteOffset != Error::kNoOffset && error.byteOffset > 0)
        facts = LoadErrorText::tr("%1 (at byte %2)")
                    .arg(facts, QLocale().toString(static_cast<qulonglong>(error.byteOffset)));
    // The core's sentences mostly name the file themselves; naming it twice would hide the news.
    const QString bareName = what.section(QStringLiteral(" ("), 0, 0);
    if (!facts.contains(bareName))
        facts = LoadErrorText::tr("%1 was not opened: %2").arg(what, facts);
    const QString hint = advice(error.code);
    return hint.isEmpty() ? facts : LoadErrorText::tr("%1 %2").arg(facts, hint);
}

constexpr int kMainWindowDocumentMessageTimeMs = 8000;

} // namespace

void MainWindow::connectDocument()
{
    ViewState* viewState = m_document.viewState();
    connect(&m_document, &Document::loadStarted, this, &MainWindow::showLoadStarted);
    connect(&m_document, &Document::loadProgressed, m_statusLine, &StatusLine::setLoadProgress);
    connect(&m_document, &Document::loadPreviewed, m_loadingPage, &LoadingPage::showPreview);
    connect(&m_document, &Document::aboutToOpen, this, [this] {
        QWidget* now = QApplication::focusWidget() ? QApplication::focusWidget() : focusWidget();
        m_keysBefore = m_sessions->isReadingAgain() ? now : nullptr;
        m_wasActive = QApplication::activeWindow();
    });
    connect(&m_document, &Document::opened, this, &MainWindow::showOpened);
    connect(&m_document, &Document::closed, this, [this] {
        m_sessions->close();
        m_jobInFront.clear();
        m_banner->clear();
        showEmpty();
        updateTitle();
    });
    const auto endLoad = [this] {
        m_sessions->forget();
        m_statusLine->hideLoading();
        if (!m_document.isOpen())
            showEmpty();
    };
    connect(&m_document, &Document::loadCancelled, this, endLoad);
    connect(&m_document, &Document::loadFailed, this,
        [this, endLoad](const std::vector<TraceArgument>& arguments, const Error& error) {
            endLoad();
            m_banner->showMessage(MessageBanner::Kind::Error, loadErrorSentence(error, jobName(arguments)));
        });
    connect(
        viewState, &ViewState::scopeChanged, this, [this, viewState] { m_scopeChip->setScope(viewState->scope()); });
    connect(viewState, &ViewState::traceSetChanged, this, [this, viewState] {
        const auto& traces = viewState->traceSet();
        m_scopeChip->setHasSteps(!traces || !traces->stepNumbers().empty());
    });
    connect(m_statusLine, &StatusLine::importReportRequested, this, [this] { showImportReport(0); });
    connect(m_statusLine, &StatusLine::cancelRequested, &m_document, &Document::cancelLoad);

    connect(m_startPage, &StartPage::openRequested, (*m_actions)[ActionId::OpenFiles], &QAction::trigger);
    connect(m_startPage, &StartPage::openFolderRequested, (*m_actions)[ActionId::OpenFolder], &QAction::trigger);
    connect(m_startPage, &StartPage::sampleRequested, this, &MainWindow::openSample);
    connect(m_startPage, &StartPage::recentRequested, this, [this](int index) {
        const auto& entries = m_recentFiles.entries();
        if (static_cast<std::size_t>(index) < entries.size())
            open(RecentFiles::Arguments(entries[static_cast<std::size_t>(index)]));
    });
}

void MainWindow::connectSessions()
{
    connect(m_sessions, &Sessions::failed, this,
        [this](const QString& sentence) { m_banner->showMessage(MessageBanner::Kind::Error, sentence); });
    connect(m_sessions, &Sessions::traceMissing, this, &MainWindow::offerToLocate);
    connect(m_sessions, &Sessions::warned, this,
        [this](const QString& sentence) { m_banner->showMessage(MessageBanner::Kind::Note, sentence); });
    connect(m_sessions, &Sessions::saved, this,
        [this](const QString& sentence) { m_statusLine->showMessage(sentence, kMainWindowDocumentMessageTimeMs); });
}

void MainWindow::offerToLocate(const QString& sentence)
{
    m_banner->disconnect(this);
    connect(m_banner, &MessageBanner::actionRequested, this, [this] {
        const std::optional<MissingTrace> missing = m_sessions->missingTrace();
        if (!missing)
            return;
        const std::string found = askForMovedTrace(this, m_settings, missing->path, missing->isFolder);
        if (!found.empty())
            m_sessions->locate(missing->path, found);
    });
    m_banner->showMessage(MessageBanner::Kind::Error, sentence, tr("Locate…"));
}

void MainWindow::open(const std::vector<TraceArgument>& arguments)
{
    m_sessions->open(arguments);
}

void MainWindow::showLoadStarted(const std::vector<TraceArgument>& arguments)
{
    const QString name = jobName(arguments);
    m_banner->clear();
    m_statusLine->showLoading(name);
    if (!m_document.isOpen()) {
        m_loadingPage->start(name);
        m_pages->setCurrentWidget(m_loadingPage);
    }
}

void MainWindow::bringFirstPanelToFront()
{
    std::vector<std::string> job = mapped(m_document.arguments(), &TraceArgument::path);
    // A job that is read again, or the other side of a comparison, is looked at already; whoever hid all panels wants
    // the timeline alone.
    if (std::exchange(m_jobInFront, job) == job || !m_analysisDocks->isAnyDockedVisible())
        return;
    m_analysisDocks->putBack();
    const auto& ranks = m_document.viewState()->traceSet()->ranks();
    const bool isMemory =
        std::ranges::all_of(ranks, [](const RankTrace& rank) { return rank.trace->isMemoryTimeline(); });
    m_analysisDocks->raiseForNow(isMemory ? "memory-timeline" : "overview"); // all there is to such a file
}

void MainWindow::showOpened()
{
    m_statusLine->hideLoading();
    showOpen();
    bringFirstPanelToFront();
    m_sessions->showOpened();
    if (!m_sessions->path().empty())
        m_analysisDocks->keepInFront(); // the session says what is
    const RecentFiles::Arguments entry = m_sessions->recentEntry();
    m_recentFiles.add(entry);
    if (!entry.empty()) // the next file is beside it, however it was opened
        m_settings.setLastFolder(QFileInfo(QFile::decodeName(entry.front().path.c_str())).absolutePath());
    updateTitle();
    giveKeysBack();

    // The report of the reading is also in the status line; what became of the session is nowhere else.
    if (m_banner->isVisibleTo(this))
        return;
    const LoadNotice notice = loadNotice(*m_document.viewState()->traceSet());
    if (notice.sentence.isEmpty())
        return;
    m_banner->disconnect(this);
    connect(m_banner, &MessageBanner::actionRequested, this, [this, button = notice.button] {
        if (button == LoadNotice::Button::Reload)
            m_sessions->reload();
        else
            showImportReport(0);
    });
    m_banner->showMessage(MessageBanner::Kind::Note, notice.sentence, notice.buttonText());
}

void MainWindow::giveKeysBack()
{
    QPointer<QWidget> before = std::exchange(m_keysBefore, nullptr);
    QWidget* to = before;
    AnalysisPanel* panel = nullptr;
    for (QWidget* each = before; each && !panel; each = each->parentWidget())
        panel = qobject_cast<AnalysisPanel*>(each);
    if (panel && panel->isVisible() && !before->isVisible()) { // what it shows is computed again
        to = panel;
        auto* waiting = new QObject(before); // until this run has ended, whatever comes of it
        connect(panel, &AnalysisPanel::stateChanged, waiting, [panel, waiting] {
            if (panel->state() == AnalysisPanel::State::Failed || panel->state() == AnalysisPanel::State::NoTrace)
                delete waiting;
        });
        connect(panel, &AnalysisPanel::resultShown, waiting, [panel, before, waiting] {
            // Who has gone on to something else meanwhile stays there; the panel itself hands keys on to its rows.
            QWidget* now = QApplication::focusWidget();
            const bool isPanels =
                now == panel || (panel->isAncestorOf(now) && qobject_cast<QAbstractItemView*>(now) != nullptr);
            if (isPanels && before->isVisible())
                before->setFocus(Qt::OtherFocusReason);
            waiting->deleteLater();
        });
    }
    if (!to || !to->isVisible())
        to = m_timeline;
    to->setFocus(Qt::OtherFocusReason);
    if (to->window() != this && m_wasActive) // its dock floats, and is taken away for a moment
        QTimer::singleShot(0, to, &QWidget::activateWindow);
}

void MainWindow::showImportReport(int rankIndex)
{
    const auto& traces = m_document.viewState()->traceSet();
    if (!traces)
        return;
    auto* dialog = new ImportReportDialog(traces, rankIndex, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(&m_document, &Document::opened, dialog, &QDialog::close);
    connect(&m_document, &Document::closed, dialog, &QDialog::close);
    dialog->show();
}

void MainWindow::showScopeEditor()
{
    ViewState* viewState = m_document.viewState();
    if (!viewState->traceSet())
        return;
    auto* editor = new ScopeEditor(*viewState->traceSet(), viewState->scope(), this);
    connect(editor, &ScopeEditor::applied, viewState, &ViewState::setScope);
    editor->move(m_scopeChip->mapToGlobal(QPoint(0, m_scopeChip->height())));
    editor->show();
    editor->setFocus();
}

void MainWindow::updateTitle()
{
    const QString program = tr("Kinetoscope");
    QStringList parts { program };
    if (m_document.isOpen())
        parts.prepend(jobName(m_document.arguments()));
    if (!m_sessions->name().isEmpty())
        parts.prepend(m_sessions->name());
    setWindowTitle(parts.join(QStringLiteral(" \u2013 ")));
}

} // namespace kinetoscope
