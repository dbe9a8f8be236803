// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/export/trace_export_dialog.h"

#include "app/window/parts/file_dialogs.h"
#include "app/window/settings.h"
#include "core/analysis/scope/scope_text.h"
#include "core/catalog/analyses.h"
#include "core/export/export_targets.h"
#include "widgets/panels/parameters/parameter_form.h"
#include "widgets/support/fonts.h"
#include "widgets/support/message_text.h"
#include "widgets/support/number_text.h"
#include "widgets/support/option_text.h"
#include "widgets/support/plain_text.h"
#include "widgets/support/registry_text.h"
#include "widgets/support/scope_text.h"
#include "widgets/support/screen_room.h"
#include "widgets/support/view_state.h"

#include <QCheckBox>
#include <QComboBox>
#include <QEvent>
#include <QFile>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include <algorithm>

namespace kinetoscope {

namespace {

constexpr int kProgressSteps = 1000;

} // namespace

TraceExportDialog::TraceExportDialog(
    const ViewState& viewState, std::shared_ptr<const KernelClassifier> rules, Settings& settings, QWidget* parent)
    : WritingDialog(
        viewState, { QStringLiteral("trace-export"), tr("Write &trace…"), tr("Progress of the export"), {} }, parent)
    , m_viewState(viewState)
    , m_rules(std::move(rules))
    , m_settings(settings)
{
    setWindowTitle(tr("Export trace"));
    buildChoices();
    setChoices(m_choices);
    connect(&m_exporter, &TraceExporter::progressed, this, [this](quint64 done, quint64 total) {
        const double share = total > 0 ? static_cast<double>(done) / static_cast<double>(total) : 0;
        showProgress(static_cast<int>(std::min(1.0, share) * kProgressSteps), total > 0 ? kProgressSteps : 0);
    });
    connect(&m_exporter, &TraceExporter::written, this, [this](const ExportResult& result) {
        succeed(result.files.size() == 1 ? displayText(describeExport(result.files.front()), 2000)
                                         : tr("Wrote %n traces to %1", nullptr, int(result.files.size()))
                                               .arg(displayText(result.files.front().path, 2000)));
    });
    connect(&m_exporter, &TraceExporter::failed, this,
        [this](const Error& error) { fail(messageText(error.message, kind().parameters)); });
    connect(&m_exporter, &TraceExporter::cancelled, this, &TraceExportDialog::end);
    connect(&viewState, &ViewState::scopeChanged, this, &TraceExportDialog::showKind);
    connect(&viewState, &ViewState::selectionChanged, this, [this] {
        if (!isWriting())
            offerParts();
    });
    showKind();
    choose(m_settings.exportKind().toStdString());
    connect(m_kinds, &QComboBox::activated, this, [this] { m_settings.setExportKind(fullText(kind().id)); });
    resizeOnScreen(*this, { scaledPx(480), sizeHint().height() });
}

void TraceExportDialog::buildChoices()
{
    m_choices = new QWidget(this);
    auto* layout = new QVBoxLayout(m_choices);
    layout->setContentsMargins(0, 0, 0, 0);
    auto* rows = new QFormLayout;
    m_kinds = new QComboBox(m_choices);
    m_kinds->setObjectName(QStringLiteral("trace-export-kind"));
    m_kinds->setAccessibleName(tr("What to write"));
    for (const ExportDescriptor& each : exports())
        m_kinds->addItem(registryText(each.title));
    rows->addRow(tr("&Write:"), m_kinds);
    layout->addLayout(rows);
    m_purpose = plainLabel(m_choices);
    layout->addWidget(m_purpose);
    m_formPlace = new QVBoxLayout;
    layout->addLayout(m_formPlace);
    m_onlyMarked = new QCheckBox(m_choices);
    m_onlyMarked->setObjectName(QStringLiteral("trace-export-marked"));
    layout->addWidget(m_onlyMarked);
    auto* below = new QFormLayout;
    m_ranks = new QLineEdit(m_choices);
    m_ranks->setObjectName(QStringLiteral("trace-export-ranks"));
    m_ranksLabel = new QLabel(tr("&Ranks:"), m_choices);
    m_ranksLabel->setBuddy(m_ranks);
    below->addRow(m_ranksLabel, m_ranks);
    m_parts = new QComboBox(m_choices);
    m_parts->setObjectName(QStringLiteral("trace-export-part"));
    m_partsLabel = new QLabel(tr("&Part:"), m_choices);
    m_partsLabel->setBuddy(m_parts);
    below->addRow(m_partsLabel, m_parts);
    layout->addLayout(below);
    m_window = plainLabel(m_choices, QStringLiteral("trace-export-window"));
    layout->addWidget(m_window);
    layout->addStretch(1);
    const bool hasRanks = m_viewState.traceSet() && m_viewState.traceSet()->ranks().size() > 1;
    m_ranks->setVisible(hasRanks);
    m_ranksLabel->setVisible(hasRanks);
    m_ranks->setText(numberListText(m_viewState.scope().ranks));
    connect(m_kinds, &QComboBox::currentIndexChanged, this, &TraceExportDialog::showKind);
    connect(m_parts, &QComboBox::currentIndexChanged, this, &TraceExportDialog::showWindow);
}

const ExportDescriptor& TraceExportDialog::kind() const
{
    return exports()[static_cast<std::size_t>(std::max(0, m_kinds->currentIndex()))];
}

void TraceExportDialog::showKind()
{
    if (isWriting())
        return;
    const ExportDescriptor& chosen = kind();
    m_purpose->setText(registryText(chosen.purpose, 400));
    const Parameters kept = m_form ? m_form->values() : Parameters();
    delete m_form;
    m_form = new ParameterForm(chosen.parameters, m_choices);
    m_form->setValues(kept);
    m_form->setVisible(!m_form->isEmpty());
    m_formPlace->addWidget(m_form);
    connect(m_form, &ParameterForm::changed, this, &TraceExportDialog::dropChains);
    m_ranks->setPlaceholderText(chosen.lowestRankByDefault ? tr("the lowest; 0,2-5 for others") : tr("all; or 0,2-5"));
    m_onlyMarked->setVisible(takesChains());
    m_window->setVisible(chosen.takesWindow);
    offerParts();
    showState({});
}

void TraceExportDialog::offerParts()
{
    Scope window = m_viewState.scope();
    window.ranks.clear();
    window.streams.clear();
    const TimeRange selected = m_viewState.jobRange(m_viewState.selection());
    {
        const QSignalBlocker blocker(m_parts);
        m_parts->clear();
        const auto add = [this](const QString& text, Part part) { m_parts->addItem(text, static_cast<int>(part)); };
        if (window.hasWindow())
            add(tr("Scope: %1").arg(scopeText(window)), Part::Scope);
        if (!selected.isEmpty() && selected != window.range) {
            Scope asScope;
            asScope.range = selected;
            add(tr("Selected: %1 (%2)").arg(scopeText(asScope), durationText(selected.length())), Part::Selection);
        }
        add(tr("Whole traces"), Part::Whole);
        // Who drew a range means it; who clicked a kernel need not.
        const int drawn = m_parts->findData(static_cast<int>(Part::Selection));
        const bool isDrawn = drawn >= 0 && !m_viewState.selection().intervals.empty();
        const int whole = m_parts->count() - 1;
        m_parts->setCurrentIndex(isDrawn ? drawn : window.hasWindow() ? 0 : whole);
    }
    m_parts->setVisible(kind().takesWindow && m_parts->count() > 1);
    m_partsLabel->setVisible(m_parts->isVisibleTo(m_choices));
    showWindow();
}

TraceExportDialog::Part TraceExportDialog::part() const
{
    return static_cast<Part>(m_parts->currentData().toInt());
}

void TraceExportDialog::showWindow()
{
    m_window->setText(part() == Part::Whole
            ? tr("Traces are written whole. Select a range on the timeline, or limit the scope to steps, for a part.")
            : tr("What belongs to it is written too, each slice whole: launches, GPU work and op stacks."));
}

void TraceExportDialog::changeEvent(QEvent* event)
{
    WritingDialog::changeEvent(event);
    if (event->type() == QEvent::LocaleChange && m_window) // numbers are written otherwise
        offerParts();
}

void TraceExportDialog::choose(std::string_view id, const Parameters& parameters)
{
    const ExportDescriptor* wanted = findExport(id);
    if (!wanted)
        return;
    m_kinds->setCurrentIndex(static_cast<int>(wanted - exports().data()));
    m_form->setValues(parameters);
}

void TraceExportDialog::offerChains(std::vector<std::string> chains)
{
    m_chains = std::move(chains);
    if (!takesChains())
        m_chains.clear();
    m_onlyMarked->setText(tr("Only those that are marked on the timeline (%1)").arg(m_chains.size()));
    m_onlyMarked->setChecked(!m_chains.empty());
    m_chainsOf = m_form->values();
    m_onlyMarked->setVisible(takesChains());
}

void TraceExportDialog::dropChains()
{
    for (const ParameterDescriptor& parameter : findAnalysis("kernel-sequences")->parameters) {
        const auto now = m_form->values().all().find(parameter.id);
        const auto then = m_chainsOf.all().find(parameter.id);
        if (now != m_form->values().all().end() && then != m_chainsOf.all().end() && !(now->second == then->second))
            m_onlyMarked->setChecked(false);
    }
}

bool TraceExportDialog::takesChains() const
{
    return !m_chains.empty() && std::ranges::find(kind().analyses, "kernel-sequences") != kind().analyses.end();
}

Result<ExportInput> TraceExportDialog::input() const
{
    ExportInput input { .traces = m_viewState.traceSet(), .parameters = m_form->values() };
    if (kind().takesWindow && part() == Part::Scope)
        input.scope = m_viewState.scope();
    if (kind().takesWindow && part() == Part::Selection)
        input.scope.range = m_viewState.jobRange(m_viewState.selection());
    if (takesChains() && m_onlyMarked->isChecked())
        input.chains = m_chains;
    input.scope.streams.clear();
    input.scope.ranks.clear();
    const std::string ranks = m_ranks->text().trimmed().toStdString();
    if (!ranks.empty()) {
        KT_TRY(input.scope.ranks, parseNumberList(ranks));
    }
    return input;
}

bool TraceExportDialog::writesOneFile(const ExportInput& input) const
{
    const bool isOneRank = input.scope.ranks.size() == 1 || input.traces->ranks().size() == 1
        || (input.scope.ranks.empty() && kind().lowestRankByDefault);
    return kind().writeAll || isOneRank;
}

void TraceExportDialog::askAndSave()
{
    const Result<ExportInput> asked = input();
    if (!asked || !asked->traces) {
        showState(asked ? QString() : messageText(asked.error().message, kind().parameters));
        return;
    }
    const TraceSet& traces = *asked->traces;
    const std::int64_t first = asked->scope.ranks.empty() ? traces.ranks().front().rank : asked->scope.ranks.front();
    const RankTrace* rank = traces.findRank(first);
    const std::string path = rank ? rank->trace->path() : traces.ranks().front().trace->path();
    const QString target = writesOneFile(*asked)
        ? askForTraceFile(this, m_settings, QFile::decodeName(exportFileName(kind(), path).c_str()))
        : askForTargetFolder(this, m_settings);
    if (!target.isEmpty())
        save(target);
}

void TraceExportDialog::save(const QString& target)
{
    Result<ExportInput> asked = input();
    if (!asked || !asked->traces) {
        showState(asked ? QString() : messageText(asked.error().message, kind().parameters));
        return;
    }
    begin(tr("Writing %1").arg(target));
    m_exporter.start(kind(), std::move(asked).value(), QFile::encodeName(target).toStdString(), m_rules);
}

} // namespace kinetoscope

#include "moc_trace_export_dialog.cpp"
