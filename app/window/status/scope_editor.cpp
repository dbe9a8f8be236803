// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/status/scope_editor.h"

#include "core/analysis/scope/scope_text.h"
#include "core/base/name_pattern.h"
#include "core/base/vectors.h"
#include "widgets/support/message_text.h"
#include "widgets/support/number_text.h"
#include "widgets/support/palette.h"
#include "widgets/support/plain_text.h"
#include "widgets/support/scope_text.h"

#include <QCheckBox>
#include <QCompleter>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>

#include <algorithm>
#include <utility>

namespace kinetoscope {

namespace {

std::vector<std::int64_t> rankNumbers(const TraceSet& traces)
{
    return mapped(traces.ranks(), &RankTrace::rank);
}

QString listText(const StreamList& streams)
{
    return QString::fromStdString(formatStreamList(streams));
}

/// Completes the last entry of a list.
class ListCompleter : public QCompleter {
public:
    ListCompleter(const QStringList& words, QObject* parent)
        : QCompleter(words, parent)
    {
        setCaseSensitivity(Qt::CaseInsensitive);
        setFilterMode(Qt::MatchContains);
    }
    [[nodiscard]] QStringList splitPath(const QString& path) const override
    {
        return { path.sliced(path.lastIndexOf(QLatin1Char(',')) + 1).trimmed() };
    }
    [[nodiscard]] QString pathFromIndex(const QModelIndex& index) const override
    {
        const QString text = static_cast<QLineEdit*>(widget())->text();
        return text.first(text.lastIndexOf(QLatin1Char(',')) + 1) + QCompleter::pathFromIndex(index);
    }
};

} // namespace

ScopeEditor::ScopeEditor(const TraceSet& traces, Scope scope, QWidget* parent)
    : QFrame(parent, Qt::Popup)
    , m_scope(std::move(scope))
    , m_problem(plainLabel(this, QStringLiteral("scope-problem")))
{
    setObjectName(QStringLiteral("scope-editor"));
    setAttribute(Qt::WA_DeleteOnClose);
    setFrameShape(QFrame::StyledPanel);
    setAccessibleName(tr("What the panels count"));
    auto* layout = new QFormLayout(this);
    auto* heading = new QLabel(tr("Panels count only"), this);
    layout->addRow(heading);
    addField(layout, tr("&Ranks"), tr("rank"), rankNumbers(traces), &Scope::ranks, "scope-ranks");
    addField(layout, tr("&Steps"), tr("step"), traces.stepNumbers(), &Scope::steps, "scope-steps");
    addStepPattern(layout, traces);
    addStreams(layout, traces);
    if (m_scope.range) {
        m_range =
            new QCheckBox(tr("%1 to %2").arg(momentText(m_scope.range->begin), momentText(m_scope.range->end)), this);
        m_range->setObjectName(QStringLiteral("scope-range"));
        m_range->setChecked(true);
        layout->addRow(tr("Time"), m_range);
    } else {
        auto* hint = new QLabel(tr("Drag over the timeline, then press Shift+R."), this);
        hint->setObjectName(QStringLiteral("scope-range-hint"));
        hint->setForegroundRole(QPalette::PlaceholderText); // it is read, not switched off
        layout->addRow(tr("Time"), hint);
    }
    QPalette palette = m_problem->palette();
    palette.setColor(QPalette::WindowText, Palette::of(*this).error);
    m_problem->setPalette(palette);
    m_problem->hide();
    layout->addRow(m_problem);

    auto* buttons = new QHBoxLayout;
    auto* everything = new QPushButton(tr("&Whole trace"), this);
    everything->setObjectName(QStringLiteral("scope-whole"));
    everything->setAutoDefault(false);
    auto* apply = new QPushButton(tr("&Apply"), this);
    apply->setObjectName(QStringLiteral("scope-apply"));
    apply->setDefault(true);
    buttons->addWidget(everything);
    buttons->addStretch(1);
    buttons->addWidget(apply);
    layout->addRow(buttons);
    connect(apply, &QPushButton::clicked, this, &ScopeEditor::apply);
    connect(everything, &QPushButton::clicked, this, [this] {
        emit applied({});
        close();
    });
}

void ScopeEditor::addField(QFormLayout* layout, const QString& title, const QString& one,
    std::vector<std::int64_t> available, std::vector<std::int64_t> Scope::*chosen, const char* objectName)
{
    auto* editor = new QLineEdit(numberListText(m_scope.*chosen), this);
    editor->setObjectName(QString::fromLatin1(objectName));
    editor->setMinimumWidth(240);
    editor->setEnabled(!available.empty());
    editor->setPlaceholderText(
        available.empty() ? tr("none in this trace") : tr("all: %1").arg(elidedMiddle(numberListText(available), 40)));
    editor->setToolTip(tr("Numbers and ranges: 0,2-5. Empty: all of them."));
    connect(editor, &QLineEdit::returnPressed, this, &ScopeEditor::apply);
    layout->addRow(title, editor);
    m_fields.push_back({ one, editor, std::move(available), chosen });
}

void ScopeEditor::addStreams(QFormLayout* layout, const TraceSet& traces)
{
    m_streamsThere = streamsOf(traces);
    m_streams = new QLineEdit(listText(streamsOf(m_scope)), this);
    m_streams->setObjectName(QStringLiteral("scope-streams"));
    m_streams->setMinimumWidth(240);
    m_streams->setEnabled(!m_streamsThere.numbers.empty());
    m_streams->setPlaceholderText(m_streamsThere.numbers.empty()
            ? tr("none in this trace")
            : tr("all: %1").arg(elidedMiddle(listText(m_streamsThere), 40)));
    m_streams->setToolTip(tr("Numbers, ranges and names: 7,20-22,default. Empty: all of them."));
    if (!m_streamsThere.texts.empty()) {
        QStringList words;
        for (const std::int64_t number : m_streamsThere.numbers) {
            StreamList one { { number }, {} };
            if (const auto text = m_streamsThere.texts.find(number); text != m_streamsThere.texts.end())
                one.texts.insert(*text);
            words.append(listText(one));
        }
        m_streams->setCompleter(new ListCompleter(words, m_streams));
    }
    connect(m_streams, &QLineEdit::returnPressed, this, &ScopeEditor::apply);
    layout->addRow(tr("S&treams"), m_streams);
}

bool ScopeEditor::takeStreams(Scope& scope)
{
    const QString text = m_streams->text().trimmed();
    Result<StreamList> streams = text.isEmpty() ? StreamList {} : parseStreamList(text.toStdString());
    QString problem;
    if (!streams)
        problem = messageText(streams.error().message);
    else if (const std::string missing = missingStream(*streams, m_streamsThere); !missing.empty())
        problem = tr("There is no stream %1; there are %2.")
                      .arg(displayText(missing, 60), elidedMiddle(listText(m_streamsThere), 60));
    if (!problem.isEmpty()) {
        refuse(m_streams, problem);
        return false;
    }
    setStreams(scope, std::move(streams).value());
    return true;
}

void ScopeEditor::addStepPattern(QFormLayout* layout, const TraceSet& traces)
{
    m_stepPattern = new QLineEdit(fullText(m_scope.stepPattern), this);
    m_stepPattern->setObjectName(QStringLiteral("scope-step-pattern"));
    QString found;
    for (const RankTrace& rank : traces.ranks()) {
        if (found.isEmpty())
            found = displayText(rank.trace->stepPattern(), 40);
    }
    m_stepPattern->setPlaceholderText(found.isEmpty() ? tr("no annotations look like steps") : found);
    m_stepPattern->setToolTip(tr("Which annotations are steps: a regular expression that their names match, such as "
                                 "^forward. Empty: those the program has found."));
    connect(m_stepPattern, &QLineEdit::returnPressed, this, &ScopeEditor::apply);
    // The steps of a pattern are counted when it is used.
    QLineEdit* const steps = m_fields.back().editor;
    const bool hasSteps = !m_fields.back().available.empty();
    const auto enable = [this, steps, hasSteps] { steps->setEnabled(hasSteps || !m_stepPattern->text().isEmpty()); };
    connect(m_stepPattern, &QLineEdit::textChanged, steps, enable);
    enable();
    layout->addRow(tr("Step &names"), m_stepPattern);
}

void ScopeEditor::refuse(QLineEdit* editor, const QString& problem)
{
    m_problem->setText(problem);
    m_problem->show();
    adjustSize();
    editor->setFocus();
    editor->selectAll();
}

bool ScopeEditor::take(const Field& field, Scope& scope)
{
    (scope.*field.chosen).clear();
    const QString text = field.editor->text().trimmed();
    if (text.isEmpty())
        return true;
    const Result<std::vector<std::int64_t>> numbers = parseNumberList(text.toStdString());
    QString problem;
    if (!numbers) {
        problem = messageText(numbers.error().message);
    } else if (field.chosen != &Scope::steps || scope.stepPattern.empty()) {
        for (const std::int64_t number : *numbers) {
            if (problem.isEmpty() && !std::ranges::binary_search(field.available, number))
                problem =
                    tr("There is no %1 %2; there are %3.")
                        .arg(field.one, QString::number(number), elidedMiddle(numberListText(field.available), 60));
        }
    }
    if (problem.isEmpty()) {
        scope.*field.chosen = *numbers;
        return true;
    }
    refuse(field.editor, problem);
    return false;
}

void ScopeEditor::apply()
{
    m_problem->hide();
    Scope scope = m_scope;
    scope.stepPattern = m_stepPattern->text().trimmed().toStdString();
    if (!scope.stepPattern.empty()) {
        if (const auto pattern = NamePattern::compile(scope.stepPattern); !pattern) {
            refuse(m_stepPattern, messageText(pattern.error().message));
            return;
        }
    }
    for (const Field& field : m_fields) {
        if (!take(field, scope))
            return;
    }
    if (!takeStreams(scope))
        return;
    if (m_range && !m_range->isChecked())
        scope.range.reset();
    emit applied(scope);
    close();
}

} // namespace kinetoscope

#include "moc_scope_editor.cpp"
