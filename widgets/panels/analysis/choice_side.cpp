// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/analysis/choice_side.h"

#include "core/query/op_names.h"
#include "widgets/panels/analysis/compared_ranks.h"
#include "widgets/panels/parameters/baseline_choice.h"
#include "widgets/panels/parameters/parameter_form.h"
#include "widgets/support/plain_text.h"
#include "widgets/support/registry_text.h"

#include <QHBoxLayout>
#include <QScrollArea>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace kinetoscope {

ChoiceSide::ChoiceSide(const AnalysisDescriptor& analysis, QWidget* parent)
    : QWidget(parent)
    , m_analysis(analysis)
    , m_baseline(analysis.inputCount == 2 ? new BaselineChoice(this) : nullptr)
    , m_form(new ParameterForm(analysis.parameters, this, &analysis))
    , m_reset(new QToolButton(this))
    , m_opNames([this](const Result<QStringList>& names) {
        if (names)
            m_form->setNames(NamedThing::Op, *names);
    })
    , m_check([this](const Result<std::vector<MissingChoice>>& missing) { takeMissing(missing); })
{
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    if (m_baseline) {
        layout->addWidget(m_baseline);
        connect(m_baseline, &BaselineChoice::changed, this, [this] {
            setOtherTrace(true);
            emit changed();
        });
        connect(m_baseline, &BaselineChoice::failed, this, &ChoiceSide::failed);
    }
    m_reset->setObjectName(QStringLiteral("resetParameters"));
    m_reset->setText(tr("Reset"));
    m_reset->setAccessibleName(tr("Reset the parameters"));
    m_reset->setToolTip(tr("Puts back what Edit > Preferences says, or else the default"));
    m_reset->setEnabled(false);
    auto* scroll = new QScrollArea(this);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setWidget(m_form);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    layout->addWidget(scroll, 1);
    const auto changes = std::ranges::find(analysis.parameters, NamedThing::Change, &ParameterDescriptor::names);
    if (changes != analysis.parameters.end())
        addGraphs(*changes);
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(m_reset);
    if (m_graphs)
        buttons->addWidget(m_graphs);
    buttons->addStretch();
    layout->addLayout(buttons);
    // Fields and buttons that are cut at the side cannot be read; the scroll bar comes on top.
    constexpr int kWidestForm = 300;
    const int widest = std::max({ m_form->sizeHint().width() + 20, buttons->sizeHint().width(),
        m_baseline ? m_baseline->sizeHint().width() : 0 });
    setMinimumWidth(std::min(kWidestForm, widest));
    setVisible(!m_form->isEmpty());
    connect(m_form, &ParameterForm::changed, this, [this] {
        m_takenBack.clear();
        emit changed();
    });
    connect(m_form, &ParameterForm::usualChanged, this, [this](bool isUsual) {
        m_reset->setEnabled(!isUsual);
        emit usualChanged(isUsual);
    });
    connect(m_reset, &QToolButton::clicked, m_form, &ParameterForm::reset);
}

void ChoiceSide::addGraphs(const ParameterDescriptor& changes)
{
    static const std::string kGraphs = "graph:repeated=1";
    m_graphs = new QToolButton(this);
    m_graphs->setObjectName(QStringLiteral("addGraphs"));
    m_graphs->setText(tr("Repeated as graphs"));
    m_graphs->setToolTip(
        tr("Adds %1: what is launched again and again in the same order comes as CUDA or HIP graphs. Reset brings back "
           "the usual changes.")
            .arg(fullText(kGraphs)));
    const auto chosen = [this, id = changes.id] { return m_form->values().list(id); };
    connect(m_graphs, &QToolButton::clicked, this, [this, chosen, id = changes.id] {
        std::vector<std::string> all = chosen();
        all.push_back(kGraphs);
        Parameters parameters;
        parameters.set(id, ParameterValue { std::move(all) });
        m_form->setValues(parameters);
    });
    connect(m_form, &ParameterForm::changed, m_graphs, [this, chosen] {
        const std::vector<std::string> all = chosen();
        m_graphs->setEnabled(std::ranges::find(all, kGraphs) == all.end());
    });
}

AnalysisRequest ChoiceSide::filled(AnalysisRequest request) const
{
    if (m_baseline) {
        request.baseline = m_baseline->traces();
        request.baselinePath = m_baseline->path();
    }
    request.parameters = m_form->values();
    compareTwoRanks(request);
    return request;
}

void ChoiceSide::setOtherTrace(bool isBaseline)
{
    m_takenBack.clear();
    m_check.cancel();
    const bool isAgainstItself = m_baseline && !m_baseline->traces();
    const std::size_t open = m_analysis.inputCount < 2 ? 0 : 1;
    if (!isBaseline)
        m_form->setOtherTrace(open);
    if (isBaseline || isAgainstItself)
        m_form->setOtherTrace(0);
}

bool ChoiceSide::isOfOtherTrace() const
{
    return !m_form->ofOtherTrace().empty();
}

void ChoiceSide::showWhatHolds(const AnalysisRequest& asked)
{
    m_form->showUnchosen(asked.parameters);
    if (m_baseline)
        m_baseline->setCanSwap(areSidesDifferent(asked));
}

bool ChoiceSide::startCheck(const AnalysisRequest& request)
{
    m_check.cancel();
    std::vector<std::string> ids = m_form->ofOtherTrace();
    if (ids.empty())
        return false;
    m_check.start([request, ids = std::move(ids)](std::stop_token stop) {
        Progress progress;
        progress.stop = std::move(stop);
        return missingChoices(request.analysis->parameters, ids, request.parameters, inputsOf(request), progress);
    });
    return true;
}

void ChoiceSide::takeMissing(const Result<std::vector<MissingChoice>>& missing)
{
    // What cannot be checked is for the analysis to refuse.
    m_form->confirmTrace();
    QStringList sentences;
    Parameters changed;
    for (const MissingChoice& choice : missing ? *missing : std::vector<MissingChoice> {}) {
        const ParameterDescriptor& parameter = *choice.parameter;
        const bool isList = parameter.type == ParameterType::StringList;
        changed.set(parameter.id, isList ? choice.rest : m_form->usual().all().find(parameter.id)->second);
        QStringList names;
        for (const std::string& name : choice.names)
            names.append(displayText(name, 80));
        sentences.append(tr("%1: %2 is not in this trace and no longer chosen.")
                             .arg(registryText(parameter.title), names.join(QStringLiteral(", "))));
    }
    m_form->setValues(changed);
    m_takenBack = sentences;
    emit checked();
}

void ChoiceSide::offerOps(const std::shared_ptr<const TraceSet>& traces)
{
    if (m_graphs)
        m_graphs->setVisible(std::ranges::any_of(
            traces->ranks(), [](const RankTrace& rank) { return !rank.trace->launches().all().empty(); }));
    if (!m_form->asksFor(NamedThing::Op) || m_opsOf.lock() == traces)
        return;
    m_opsOf = traces;
    m_opNames.start([traces](std::stop_token stop) -> Result<QStringList> {
        Progress progress;
        progress.stop = std::move(stop);
        KT_TRY(const std::vector<std::string> names, opNames(*traces, progress));
        QStringList texts;
        for (const std::string& name : names)
            texts.append(QString::fromStdString(name));
        return texts;
    });
}

void ChoiceSide::offerCounters(const AnalysisResult& result)
{
    if (!m_form->asksFor(NamedThing::Counter) || result.tables.empty())
        return;
    QStringList names;
    for (const ColumnDescriptor& column : result.tables.front().columns()) {
        if (column.type == ColumnType::Float)
            names.append(QString::fromStdString(column.name));
    }
    m_form->setNames(NamedThing::Counter, names);
}

} // namespace kinetoscope

#include "moc_choice_side.cpp"
