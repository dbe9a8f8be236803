// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/parameters/baseline_choice.h"

#include "core/analysis/names/classification.h"
#include "core/analysis/ranks/aligned_job.h"
#include "core/io/trace_loader.h"
#include "widgets/support/fonts.h"
#include "widgets/support/message_text.h"
#include "widgets/support/plain_text.h"

#include <QAction>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QLabel>
#include <QMenu>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace kinetoscope {

namespace {

/// What of a job could not be read, in words; "" where nothing is missing.
QString lossOf(const TraceSet& traces)
{
    for (const RankTrace& rank : traces.ranks()) {
        const ImportReport& report = rank.trace->report();
        for (std::size_t i = 0; i < report.problems.size(); ++i) {
            const ProblemInfo& problem = problemInfo(static_cast<Problem>(i));
            if (problem.severity == Severity::Lost && report.problems[i].count > 0)
                return BaselineChoice::tr("Not all of it could be read, which is part of the difference: %1")
                    .arg(messageText(Message::of(problem.sentence)));
        }
    }
    return {};
}

} // namespace

BaselineChoice::BaselineChoice(QWidget* parent)
    : QWidget(parent)
    , m_label(new QLabel(tr("Compare with"), this))
    , m_button(new QToolButton(this))
    , m_note(plainLabel(this, QStringLiteral("baselineNote")))
    , m_loader([this](Result<std::shared_ptr<const TraceSet>> loaded) {
        if (loaded) {
            m_traces = std::move(loaded).value();
            const std::string before = std::exchange(m_path, m_loadingPath);
            showChoice();
            showNote(lossOf(*m_traces));
            emit changed();
            if (m_isPicking)
                emit picked(before);
        } else if (loaded.error().code != ErrorCode::Cancelled) {
            const QString sentence = messageText(loaded.error().message);
            showChoice();
            showNote(tr("%1 Compared is what was chosen before.").arg(sentence));
            emit failed(sentence);
        }
    })
{
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 4, 0);
    layout->setSpacing(2);
    layout->addWidget(m_label);
    layout->addWidget(m_button);
    layout->addWidget(m_note);
    // A path is one long word: it must not make the form wider.
    m_note->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Minimum);
    m_note->hide();
    m_button->setMinimumWidth(170); // file names are cut in the middle, the choice itself never
    m_label->setBuddy(m_button);
    // Of what it will say, too: the form stays as wide as it is.
    m_label->setMinimumWidth(m_label->fontMetrics().horizontalAdvance(tr("Compare with, as control")) + 2);
    m_button->setObjectName(QStringLiteral("baseline"));
    m_button->setAccessibleName(tr("What the open trace is compared with"));
    m_button->setPopupMode(QToolButton::InstantPopup);
    m_button->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed); // a long name does not make the form wider
    auto* menu = new QMenu(m_button);
    menu->addAction(tr("The open trace itself"), this, &BaselineChoice::chooseOpenJob);
    menu->addAction(tr("Another trace\u2026"), this, &BaselineChoice::askForFile);
    menu->addAction(tr("A folder of ranks\u2026"), this, &BaselineChoice::askForFolder);
    menu->addSeparator();
    menu->setToolTipsVisible(true);
    m_swap = menu->addAction(tr("Swap control and test"), this, &BaselineChoice::swapRequested);
    m_swap->setObjectName(QStringLiteral("swapSides"));
    m_button->setMenu(menu);
    showChoice();
    setCanSwap(false);
}

void BaselineChoice::setCanSwap(bool canSwap)
{
    m_swap->setEnabled(canSwap);
    m_swap->setToolTip(canSwap ? QString() : tr("Control and test are the same: there is nothing to swap"));
}

void BaselineChoice::showChoice(const QString& state)
{
    const QString name = m_path.empty() ? tr("the open trace itself")
                                        : displayText(QFileInfo(fullText(m_path)).fileName().toStdString());
    m_label->setText(m_path.empty() ? tr("Compare with") : tr("Compare with, as control"));
    m_choice = state.isEmpty() ? name : state;
    fitChoice();
    m_button->setToolTip(
        plainToolTip(m_path.empty() ? tr("Two ranks or steps of it; choose them below")
                                    : tr("%1 is the control, the open trace the test.").arg(fullText(m_path))));
}

void BaselineChoice::fitChoice()
{
    constexpr int kBeside = 28; // px, the arrow of the menu and the margins
    const int room = std::max(m_button->width(), m_button->minimumWidth()) - scaledPx(kBeside);
    m_button->setText(m_button->fontMetrics().elidedText(m_choice, Qt::ElideMiddle, room));
}

void BaselineChoice::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    fitChoice();
}

void BaselineChoice::showNote(const QString& sentence)
{
    m_note->setText(sentence);
    m_note->setToolTip(plainToolTip(sentence));
    m_note->setVisible(!sentence.isEmpty());
}

void BaselineChoice::open(const std::string& path)
{
    m_loadingPath = path;
    m_isPicking = false;
    showNote({});
    showChoice(tr("Loading\u2026"));
    m_loader.start([path](std::stop_token stop) {
        Progress progress;
        progress.stop = std::move(stop);
        auto read = loadTraceSet({ { std::nullopt, path } }, LoadOptions {}, progress);
        if (read)
            read = withAlignedClocks(*read, KernelClassifier(), progress);
        return read;
    });
}

void BaselineChoice::pick(const std::string& path)
{
    open(path);
    m_isPicking = true; // it loads on another thread, and this one hears of it later
}

void BaselineChoice::chooseOpenJob()
{
    m_loader.cancel();
    const bool isNew = m_traces != nullptr;
    m_traces.reset();
    m_path.clear();
    showChoice();
    showNote({});
    if (isNew)
        emit changed();
}

void BaselineChoice::take(const std::shared_ptr<const TraceSet>& traces, const std::string& path)
{
    m_loader.cancel();
    m_traces = traces;
    m_path = path;
    showChoice();
    showNote(m_traces ? lossOf(*m_traces) : QString());
    emit changed();
}

void BaselineChoice::askForFile()
{
    const QString name = QFileDialog::getOpenFileName(this, tr("Compare with"), m_folder,
        tr("Traces (*.json *.json.gz *.gz)") + QStringLiteral(";;") + tr("All files (*)"));
    if (!name.isEmpty())
        pick(QFile::encodeName(name).toStdString());
}

void BaselineChoice::askForFolder()
{
    const QString name = QFileDialog::getExistingDirectory(this, tr("Compare with the ranks of a folder"), m_folder);
    if (!name.isEmpty())
        pick(QFile::encodeName(name).toStdString());
}

} // namespace kinetoscope

#include "moc_baseline_choice.cpp"
