// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/report/report_dialog.h"

#include "app/window/docks/analysis_docks.h"
#include "app/window/parts/file_dialogs.h"
#include "core/catalog/analyses.h"
#include "widgets/export/picture_export.h"
#include "widgets/support/fonts.h"
#include "widgets/support/message_text.h"
#include "widgets/support/number_text.h"
#include "widgets/support/plain_text.h"
#include "widgets/support/registry_text.h"
#include "widgets/support/screen_room.h"
#include "widgets/support/view_state.h"

#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QScrollBar>
#include <QSpinBox>
#include <QVBoxLayout>

#include <algorithm>

namespace kinetoscope {

ReportDialog::ReportDialog(const AnalysisDocks& docks, const ViewState& viewState, QString jobName,
    QString suggestedName, Settings& settings, QWidget* parent)
    : WritingDialog(viewState,
        { QStringLiteral("report"), tr("&Save report…"), tr("Progress of the report"),
            tr("The report was stopped: its trace was closed.") },
        parent)
    , m_docks(docks)
    , m_jobName(std::move(jobName))
    , m_suggestedName(std::move(suggestedName))
    , m_settings(settings)
    , m_analyses(analysesByGroup())
{
    setWindowTitle(tr("Export report"));
    buildList();
    setChoices(m_choices);
    connect(&m_maker, &ReportMaker::progressed, this, [this](int done, int total, const QString& now) {
        showProgress(done, total);
        showState(tr("Making the report: %1").arg(now));
    });
    connect(&m_maker, &ReportMaker::saved, this, [this](const QString& fileName, qint64 bytes) {
        succeed(tr("Saved %1, %2").arg(fileName, bytesText(static_cast<std::uint64_t>(bytes))));
    });
    connect(&m_maker, &ReportMaker::failed, this, [this](const Error& error) { fail(messageText(error.message)); });
    connect(&m_maker, &ReportMaker::cancelled, this, &ReportDialog::end);
    // Names are longer in some languages: none is read by scrolling to its end.
    constexpr int kAround = 30; // px: margins of the dialog, frame of the list
    const int list = m_list->sizeHintForColumn(0) + m_list->verticalScrollBar()->sizeHint().width();
    resizeOnScreen(*this, { std::max(scaledPx(460), list + scaledPx(kAround)), scaledPx(560) });
}

void ReportDialog::buildList()
{
    m_choices = new QWidget(this);
    auto* layout = new QVBoxLayout(m_choices);
    layout->setContentsMargins(0, 0, 0, 0);
    auto* words = new QLabel(
        tr("Panels in the report, with their parameters and the present scope. Checked are those that were looked at."),
        m_choices);
    words->setWordWrap(true);
    layout->addWidget(words);
    m_list = new QListWidget(m_choices);
    m_list->setObjectName(QStringLiteral("report-panels"));
    m_list->setAccessibleName(tr("Panels in the report"));
    m_list->viewport()->setAutoFillBackground(false); // the style draws boxes in the colour of a list
    for (const AnalysisDescriptor* analysis : m_analyses) {
        auto* item = new QListWidgetItem(
            AnalysisDocks::groupTitle(analysis->group) + QStringLiteral(" \u203a ") + registryText(analysis->title),
            m_list);
        item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable);
        const bool wasLookedAt = m_docks.existingPanel(*analysis) != nullptr;
        item->setCheckState(wasLookedAt ? Qt::Checked : Qt::Unchecked);
        item->setToolTip(plainToolTip(registryText(analysis->question)));
    }
    layout->addWidget(m_list, 1);
    auto* all = new QPushButton(tr("&All"), m_choices);
    auto* none = new QPushButton(tr("&None"), m_choices);
    connect(all, &QPushButton::clicked, this, [this] { setAllChecked(true); });
    connect(none, &QPushButton::clicked, this, [this] { setAllChecked(false); });
    connect(m_list, &QListWidget::itemChanged, this, [this] { saveButton()->setEnabled(canSave()); });
    m_rows = new QSpinBox(m_choices);
    m_rows->setObjectName(QStringLiteral("report-rows"));
    m_rows->setRange(0, 10'000);
    m_rows->setValue(20);
    auto* below = new QHBoxLayout;
    below->addWidget(all);
    below->addWidget(none);
    below->addStretch(1);
    auto* rowsLabel = new QLabel(tr("&Rows of each table, at most:"), m_choices);
    rowsLabel->setBuddy(m_rows);
    below->addWidget(rowsLabel);
    below->addWidget(m_rows);
    layout->addLayout(below);
}

std::vector<const AnalysisDescriptor*> ReportDialog::chosen() const
{
    std::vector<const AnalysisDescriptor*> chosen;
    for (int row = 0; row < m_list->count(); ++row) {
        if (m_list->item(row)->checkState() == Qt::Checked)
            chosen.push_back(m_analyses[static_cast<std::size_t>(row)]);
    }
    return chosen;
}

void ReportDialog::choose(const std::vector<const AnalysisDescriptor*>& wanted)
{
    for (int row = 0; row < m_list->count(); ++row) {
        const bool isWanted = std::ranges::find(wanted, m_analyses[static_cast<std::size_t>(row)]) != wanted.end();
        m_list->item(row)->setCheckState(isWanted ? Qt::Checked : Qt::Unchecked);
    }
}

void ReportDialog::setAllChecked(bool isChecked)
{
    for (int row = 0; row < m_list->count(); ++row)
        m_list->item(row)->setCheckState(isChecked ? Qt::Checked : Qt::Unchecked);
}

void ReportDialog::askAndSave()
{
    const QString suggested = suggestedFileName(m_suggestedName, QStringLiteral(".html"));
    const QString fileName = askForReport(this, m_settings, suggested);
    if (!fileName.isEmpty())
        save(fileName);
}

void ReportDialog::save(const QString& fileName)
{
    ReportRequest request;
    for (const AnalysisDescriptor* analysis : chosen())
        request.parts.push_back(m_docks.requestOf(*analysis));
    if (request.parts.empty())
        return;
    request.title = m_jobName;
    request.mostRows = static_cast<std::size_t>(m_rows->value());
    request.fileName = fileName;
    begin(tr("Writing %1").arg(fileName));
    m_maker.start(std::move(request));
}

} // namespace kinetoscope

#include "moc_report_dialog.cpp"
