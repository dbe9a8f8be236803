// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/analysis/analysis_panel_parts.h"

#include "core/output/table_writer.h"
#include "widgets/panels/analysis/state_page.h"
#include "widgets/panels/parameters/baseline_choice.h"
#include "widgets/panels/parameters/parameter_form.h"
#include "widgets/panels/remarks/remarks_view.h"
#include "widgets/support/elided.h"
#include "widgets/support/plain_text.h"
#include "widgets/support/scope_text.h"

#include <QAction>
#include <QFileInfo>
#include <QLabel>
#include <QMenu>
#include <QScrollArea>
#include <QSplitter>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace kinetoscope {
namespace {

/// The table that answers the question of a panel, where it is not the one that the first chart is about.
QString openingTable(const AnalysisDescriptor& analysis)
{
    if (analysis.group == PanelGroup::Overview)
        return fullText(analysis.tables.front().name);                                // the findings
    return analysis.id == "kernel-breakdown" ? QStringLiteral("kernels") : QString(); // types are in the chart beside
}

} // namespace

AnalysisPanel::Parts::Parts(AnalysisPanel* panel, LatestJob<Outcome>::Done takeOutcome,
    LatestJob<Evidence>::Done takeEvidence, LatestJob<Exported>::Done takeExported,
    LatestJob<Followed>::Done takeFollowed, LatestJob<std::shared_ptr<const Highlight>>::Done takePointed,
    LatestJob<std::vector<MissingChoice>>::Done takeMissing)
    : runner(std::move(takeOutcome))
    , evidence(std::move(takeEvidence))
    , exports(std::move(takeExported))
    , opNames([this](Result<QStringList> names) {
        if (names)
            form->setNames(NamedThing::Op, *names);
    })
    , following(std::move(takeFollowed))
    , pointing(std::move(takePointed))
    , checking(std::move(takeMissing))
{
    constexpr int kPointingDelayMs = 40;
    pointingDelay.setSingleShot(true);
    pointingDelay.setInterval(kPointingDelayMs);
    constexpr int kPointingSentenceMs = 500; // what comes sooner needs no words
    pointingSentence.setInterval(kPointingSentenceMs);
    auto* layout = new QVBoxLayout(panel);
    layout->setContentsMargins(6, 4, 6, 4);
    layout->setSpacing(4);
    auto* header = new QWidget(panel);
    buildHeader(panel, header);
    layout->addWidget(header);
    remarks = new RemarksView(panel);
    layout->addWidget(remarks);
    body = new QSplitter(Qt::Horizontal, panel);
    body->setObjectName(QStringLiteral("body"));
    body->setChildrenCollapsible(false);
    layout->addWidget(body, 1);
    buildForm(panel);
    pages = new QStackedWidget(body);
    statePage = new StatePage(panel);
    pages->addWidget(statePage);
    view = new ResultView(openingTable(panel->analysis()), pages);
    view->setObjectName(QStringLiteral("contents"));
    pages->addWidget(view);
    body->addWidget(formSide);
    body->addWidget(pages);
    body->setStretchFactor(0, 0);
    body->setStretchFactor(1, 1);
    body->setSizes({ formSide->minimumWidth(), 1100 });
    veil = new StaleVeil(pages); // a splitter would take it for one more of its parts
    buildActions(panel);
}

void AnalysisPanel::Parts::buildHeader(AnalysisPanel* panel, QWidget* row)
{
    auto* layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    question = new ElidedLabel(displayText(panel->analysis().question), row);
    question->setObjectName(QStringLiteral("question"));
    question->setTextFormat(Qt::PlainText);
    question->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    exportButton = new QToolButton(row);
    exportButton->setObjectName(QStringLiteral("exportButton"));
    exportButton->setText(tr("Export"));
    exportButton->setAccessibleName(tr("Export chart and table"));
    exportButton->setPopupMode(QToolButton::InstantPopup);
    exportButton->setToolButtonStyle(Qt::ToolButtonTextOnly);
    formToggle = new QToolButton(row);
    formToggle->setObjectName(QStringLiteral("formToggle"));
    showWhetherUsual(true);
    formToggle->setCheckable(true);
    formToggle->setChecked(true);
    layout->addWidget(question, 1);
    layout->addWidget(formToggle);
    layout->addWidget(exportButton);
}

void AnalysisPanel::Parts::buildForm(AnalysisPanel* panel)
{
    formSide = new QWidget(body);
    auto* formLayout = new QVBoxLayout(formSide);
    formLayout->setContentsMargins(0, 0, 0, 0);
    if (panel->analysis().inputCount == 2) {
        baseline = new BaselineChoice(formSide);
        formLayout->addWidget(baseline);
    }
    form = new ParameterForm(panel->analysis().parameters, formSide);
    resetButton = new QToolButton(formSide);
    resetButton->setObjectName(QStringLiteral("resetParameters"));
    resetButton->setText(tr("Reset"));
    resetButton->setAccessibleName(tr("Reset the parameters"));
    resetButton->setToolTip(tr("Puts back what Edit > Preferences says, or else the default"));
    resetButton->setEnabled(false);
    auto* scroll = new QScrollArea(formSide);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setWidget(form);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    formLayout->addWidget(scroll, 1);
    formLayout->addWidget(resetButton);
    // Fields that are cut at the side cannot be read; the scroll bar comes on top.
    constexpr int kWidestForm = 300;
    const int widest = std::max(form->sizeHint().width() + 20, baseline ? baseline->sizeHint().width() : 0);
    formSide->setMinimumWidth(std::min(kWidestForm, widest));
    formSide->setVisible(!form->isEmpty());
    formToggle->setVisible(!form->isEmpty());
}

void AnalysisPanel::Parts::showWhetherUsual(bool isUsual)
{
    if (resetButton)
        resetButton->setEnabled(!isUsual);
    formToggle->setText(isUsual ? tr("Parameters") : tr("\u2022 Parameters"));
    formToggle->setAccessibleName(isUsual ? tr("Show the parameters") : tr("Show the parameters; some are changed"));
}

void AnalysisPanel::Parts::buildActions(AnalysisPanel* panel)
{
    exportMenu = new QMenu(tr("Export"), panel);
    const auto add = [&](const char* objectName, const QString& text) {
        QAction* action = exportMenu->addAction(text);
        action->setObjectName(QLatin1String(objectName));
        return action;
    };
    saveChart = add("saveChart", tr("Save chart…"));
    copyChart = add("copyChart", tr("Copy chart"));
    exportMenu->addSeparator();
    saveTable = add("saveTable", tr("Save table…"));
    copyTable = add("copyTable", tr("Copy table"));
    copyTableAs = exportMenu->addMenu(tr("Copy whole table as"));
    copyTableAs->setObjectName(QStringLiteral("copyTableAs"));
    const auto addFormat = [this](const char* objectName, const QString& text, TableFormat format) {
        QAction* action = copyTableAs->addAction(text);
        action->setObjectName(QLatin1String(objectName));
        action->setData(static_cast<int>(format));
    };
    addFormat("copyCsv", tr("CSV"), TableFormat::Csv);
    addFormat("copyTsv", tr("TSV"), TableFormat::Tsv);
    addFormat("copyJson", tr("JSON"), TableFormat::Json);
    addFormat("copyMarkdown", tr("Markdown"), TableFormat::Markdown);
    exportMenu->addSeparator();
    copyCommand = add("copyCommand", tr("Copy as command"));
    exportButton->setMenu(exportMenu);
}

QString AnalysisPanel::Parts::scopeLine(const AnalysisDescriptor& analysis) const
{
    if (analysis.inputCount < 2)
        return scopeText(shown.scope);
    // Ranks and steps are chosen for each side, and its name says them.
    QStringList words;
    if (shown.baseline)
        words.append(tr("control: the other trace, test: the open trace"));
    if (!shown.asked.isWhole())
        words.append(scopeText(shown.asked));
    return words.join(QStringLiteral(" \u00b7 "));
}

QString AnalysisPanel::Parts::footer(const AnalysisDescriptor& analysis) const
{
    QStringList words { displayText(analysis.title), scopeText(shown.scope) };
    if (shown.traces && !shown.traces->ranks().empty()) {
        const auto ranks = static_cast<int>(shown.traces->ranks().size());
        const QString file = QFileInfo(fullText(shown.traces->ranks().front().trace->path())).fileName();
        words.append(ranks == 1 ? displayText(file.toStdString())
                                : tr("%1 and %n more", nullptr, ranks - 1).arg(displayText(file.toStdString())));
    }
    words << tr("exact mode") << QStringLiteral("Kinetoscope " KINETOSCOPE_VERSION);
    return words.join(QStringLiteral(" \u00b7 "));
}

} // namespace kinetoscope
