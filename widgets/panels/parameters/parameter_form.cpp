// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/parameters/parameter_form.h"

#include "widgets/panels/parameters/name_completer.h"
#include "widgets/panels/parameters/word_list.h"
#include "widgets/support/fonts.h"
#include "widgets/support/message_text.h"
#include "widgets/support/palette.h"
#include "widgets/support/plain_text.h"
#include "widgets/support/registry_text.h"

#include <QAbstractItemView>
#include <QCheckBox>
#include <QComboBox>
#include <QEvent>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QSpinBox>

#include <algorithm>
#include <limits>

namespace kinetoscope {
namespace {

constexpr int kWidestEditor = 220; // px at interface size 1
constexpr int kNarrowestNameEditor = 200;
constexpr int kLineFrame = 12; // around the text of a line

/// A spin box holds 32 bits; parameters beyond that are typed.
bool fitsSpinBox(const ParameterDescriptor& parameter)
{
    return parameter.type == ParameterType::Int && parameter.minimum
        && *parameter.minimum >= std::numeric_limits<int>::min();
}

int spinLimit(const std::optional<double>& limit, int otherwise)
{
    return limit ? static_cast<int>(std::clamp(*limit, -2e9, 2e9)) : otherwise;
}

QString hint(const ParameterDescriptor& parameter)
{
    if (parameter.type == ParameterType::Duration)
        return ParameterForm::tr("ns, us, ms or s; without a unit us");
    if (parameter.names == NamedThing::Op)
        return ParameterForm::tr("any op");
    if (isWordList(parameter))
        return wordsFor(parameter).join(QStringLiteral(", "));
    if (parameter.names == NamedThing::Change)
        return ParameterForm::tr("such as op:aten::copy_=0.5");
    return parameter.names == NamedThing::Counter ? ParameterForm::tr("a counter, or name = a.sum / b.sum") : QString();
}

bool hasDecimals(const ParameterDescriptor& parameter)
{
    return parameter.type == ParameterType::Double || parameter.type == ParameterType::Duration;
}

/// What a line shows and takes; decimals with the sign of the locale.
QString lineText(const ParameterDescriptor& parameter, const ParameterValue& value)
{
    if (isWordList(parameter))
        return wordListText(value);
    QString text = QString::fromStdString(formatParameter(parameter, value));
    if (takesAll(parameter))
        return withAllShown(text);
    return hasDecimals(parameter) ? text.replace(QLatin1Char('.'), QLocale().decimalPoint()) : text;
}

/// A value as words about the field say it.
QString valueText(const ParameterDescriptor& parameter, const ParameterValue& value)
{
    if (const bool* isOn = std::get_if<bool>(&value))
        return *isOn ? ParameterForm::tr("on") : ParameterForm::tr("off");
    if (parameter.type == ParameterType::Choice)
        return wordText(std::get<std::string>(value));
    const QString text = lineText(parameter, value);
    return text.isEmpty() ? ParameterForm::tr("nothing") : displayText(text.toStdString(), 80);
}

} // namespace

ParameterForm::ParameterForm(
    std::span<const ParameterDescriptor> parameters, QWidget* parent, const AnalysisDescriptor* analysis)
    : QWidget(parent)
    , m_parameters(parameters)
    , m_analysis(analysis)
{
    setObjectName(QStringLiteral("parameterForm"));
    setAccessibleName(tr("Parameters"));
    auto* layout = new QFormLayout(this);
    layout->setContentsMargins(0, 0, 4, 0);
    layout->setRowWrapPolicy(QFormLayout::WrapLongRows);
    layout->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    for (const ParameterDescriptor& parameter : parameters) {
        if (parameter.htaOnly)
            continue;
        m_values.set(parameter.id, parameter.defaultValue);
        m_usual.set(parameter.id, parameter.defaultValue);
        addField(layout, parameter);
    }
}

void ParameterForm::addField(QFormLayout* layout, const ParameterDescriptor& parameter)
{
    Field field { &parameter, nullptr, nullptr, nullptr, false };
    const QString title = titleOf(field);
    if (parameter.type == ParameterType::Bool) {
        auto* box = new QCheckBox(title, this);
        connect(box, &QCheckBox::toggled, this, [this, &parameter](bool on) { take(parameter, on); });
        field.editor = box;
    } else if (parameter.type == ParameterType::Choice) {
        auto* box = new QComboBox(this);
        for (const std::string& choice : parameter.choices)
            box->addItem(wordText(choice), QString::fromStdString(choice));
        connect(box, &QComboBox::currentIndexChanged, this,
            [this, &parameter, box] { take(parameter, box->currentData().toString().toStdString()); });
        field.editor = box;
    } else if (fitsSpinBox(parameter)) {
        auto* box = new QSpinBox(this);
        box->setRange(spinLimit(parameter.minimum, 0), spinLimit(parameter.maximum, std::numeric_limits<int>::max()));
        box->setKeyboardTracking(false); // not one analysis a digit
        connect(box, &QSpinBox::valueChanged, this,
            [this, &parameter](int value) { take(parameter, std::int64_t { value }); });
        field.editor = box;
    } else {
        auto* line = new QLineEdit(this);
        line->setPlaceholderText(hint(parameter));
        field.editor = line;
        if (parameter.names == NamedThing::Op || parameter.names == NamedThing::Counter)
            field.completer = new NameCompleter(line,
                parameter.names == NamedThing::Op ? NameCompleter::Scope::WholeText
                                                  : NameCompleter::Scope::WordAtCursor);
        connect(line, &QLineEdit::editingFinished, this, [this, &parameter, line, completer = field.completer] {
            // Somebody who chose from the list has not finished: the name comes next. Who only saw it has.
            const bool isListOpen = completer && completer->popup()->isVisible();
            if (isListOpen && completer->popup()->currentIndex().isValid())
                return;
            if (isListOpen)
                completer->popup()->hide();
            takeText(fieldOf(parameter), line->text());
        });
        if (field.completer && parameter.names == NamedThing::Op)
            connect(field.completer, qOverload<const QString&>(&QCompleter::activated), this,
                [this, &parameter](const QString& name) { takeText(fieldOf(parameter), name); });
    }
    field.editor->setFocusPolicy(Qt::StrongFocus);
    field.editor->installEventFilter(this);
    field.editor->setObjectName(QStringLiteral("parameter-") + QString::fromStdString(parameter.id));
    setWidths(field);
    placeField(layout, field, title);
    m_fields.push_back(field);
    showValue(field);
}

/// Who turns the wheel over a form scrolls it: a box takes it once it was clicked.
bool ParameterForm::eventFilter(QObject* watched, QEvent* event)
{
    const auto* editor = qobject_cast<QWidget*>(watched);
    if (event->type() == QEvent::Wheel && editor && !editor->hasFocus()) {
        event->ignore(); // the form's scroll area gets it
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

void ParameterForm::placeField(QFormLayout* layout, Field& field, const QString& title)
{
    const ParameterDescriptor& parameter = *field.parameter;
    if (parameter.type == ParameterType::Bool) {
        layout->addRow(field.editor);
    } else {
        field.label = new QLabel(title, this);
        field.label->setTextFormat(Qt::PlainText);
        field.label->setBuddy(field.editor);
        if (field.completer) {
            // Names are long: the field takes what the form has, whatever the other labels need.
            auto* row = new QHBoxLayout;
            row->addWidget(field.label);
            row->addWidget(field.editor, 1);
            layout->addRow(row);
        } else if (parameter.names == NamedThing::Change) {
            // What it holds is as long as a sentence.
            layout->addRow(field.label);
            layout->addRow(field.editor);
        } else {
            layout->addRow(field.label, field.editor);
        }
    }
}

void ParameterForm::setWidths(const Field& field)
{
    QWidget& editor = *field.editor;
    auto* box = qobject_cast<QCheckBox*>(&editor); // what it is called is in it
    const bool isWide = box || field.completer || field.parameter->names == NamedThing::Change;
    editor.setMaximumWidth(isWide ? QWIDGETSIZE_MAX : scaledPx(kWidestEditor));
    if (box) {
        box->setMinimumWidth(std::min(box->sizeHint().width(), scaledPx(kWidestEditor)));
    } else if (field.completer) {
        editor.setMinimumWidth(scaledPx(kNarrowestNameEditor));
    } else if (auto* line = qobject_cast<QLineEdit*>(&editor)) {
        // What the field usually holds is read whole.
        const QString usual = lineText(*field.parameter, field.parameter->defaultValue);
        const int whole = QFontMetrics(line->font()).horizontalAdvance(usual) + scaledPx(kLineFrame);
        line->setMinimumWidth(std::min(whole, scaledPx(kWidestEditor)));
    }
}

void ParameterForm::showValue(const Field& field)
{
    m_isShowing = true;
    const ParameterValue& value = m_values.all().find(field.parameter->id)->second;
    if (auto* check = qobject_cast<QCheckBox*>(field.editor)) {
        check->setChecked(std::get<bool>(value));
    } else if (auto* choice = qobject_cast<QComboBox*>(field.editor)) {
        choice->setCurrentIndex(choice->findData(QString::fromStdString(std::get<std::string>(value))));
    } else if (auto* spin = qobject_cast<QSpinBox*>(field.editor)) {
        spin->setValue(static_cast<int>(std::clamp<std::int64_t>(
            std::get<std::int64_t>(value), std::numeric_limits<int>::min(), std::numeric_limits<int>::max())));
    } else if (auto* line = qobject_cast<QLineEdit*>(field.editor)) {
        // Who types goes on where they are; else of a long list the beginning is seen.
        if (const QString text = lineText(*field.parameter, value); line->text() != text)
            line->setText(text);
        if (!line->hasFocus())
            line->setCursorPosition(0);
        line->setPalette({});
        m_bad.erase(line);
    }
    describe(field);
    m_isShowing = false;
}

QString ParameterForm::titleOf(const Field& field)
{
    const ParameterDescriptor& parameter = *field.parameter;
    return registryText(parameter.title.empty() ? parameter.id : parameter.title, 80);
}

ParameterForm::Field& ParameterForm::fieldOf(const ParameterDescriptor& parameter)
{
    return *std::ranges::find(m_fields, &parameter, &Field::parameter);
}

bool ParameterForm::isUsual(const Field& field) const
{
    const std::string& id = field.parameter->id;
    return m_values.all().find(id)->second == m_usual.all().find(id)->second;
}

void ParameterForm::describe(const Field& field)
{
    const bool isChanged = !isUsual(field);
    const QString title = titleOf(field);
    const QString marked = isChanged ? tr("\u2022 %1").arg(title) : title;
    QWidget* titled = field.editor;
    if (auto* box = qobject_cast<QCheckBox*>(field.editor))
        box->setText(marked);
    else if (titled = field.label; titled)
        field.label->setText(marked);
    QStringList words { helpText(*field.parameter, m_parameters, m_analysis) };
    if (isWordList(*field.parameter))
        words.append(tr("Known here: %1").arg(wordsFor(*field.parameter).join(QStringLiteral(", "))));
    if (isChanged)
        words.append(tr("Changed; usually %1.")
                         .arg(valueText(*field.parameter, m_usual.all().find(field.parameter->id)->second)));
    field.editor->setAccessibleName(isChanged ? tr("%1, changed").arg(title) : title);
    field.editor->setAccessibleDescription(words.join(QStringLiteral(". ")));
    field.editor->setToolTip(plainToolTip(words.join(QLatin1Char('\n'))));
    if (!titled)
        return;
    titled->setToolTip(field.editor->toolTip());
    QFont font = titled->font();
    font.setBold(isChanged);
    titled->setFont(font);
}

void ParameterForm::take(const ParameterDescriptor& parameter, const ParameterValue& value)
{
    if (m_isShowing || m_values.all().find(parameter.id)->second == value)
        return;
    m_values.set(parameter.id, value);
    fieldOf(parameter).isOfOtherTrace = false;
    describe(fieldOf(parameter));
    emit usualChanged(isUsual());
    emit changed();
}

void ParameterForm::takeText(Field& field, const QString& text)
{
    // A point is a decimal sign in any locale: that is how the command line and the guide write it.
    QString plain = text;
    if (hasDecimals(*field.parameter))
        plain.replace(QLocale().decimalPoint(), QLatin1String("."));
    QString unknown;
    if (takesAll(*field.parameter))
        plain = withAllWritten(text);
    if (isWordList(*field.parameter))
        plain = wordListInput(*field.parameter, text, unknown);
    if (!unknown.isEmpty()) {
        setBad(field,
            tr("%1 is none of %2.")
                .arg(displayText(unknown.toStdString(), 80), wordsFor(*field.parameter).join(QStringLiteral(", "))));
        return;
    }
    const Result<ParameterValue> value = parseParameter(*field.parameter, plain.toStdString());
    if (!value) {
        setBad(field, messageText(value.error().message, m_parameters));
        return;
    }
    const bool isNew = !(m_values.all().find(field.parameter->id)->second == *value);
    field.isOfOtherTrace = field.isOfOtherTrace && !isNew; // who only went through the field chose nothing
    m_values.set(field.parameter->id, *value);
    showValue(field);
    if (!isNew)
        return;
    emit usualChanged(isUsual());
    emit changed();
}

void ParameterForm::setBad(const Field& field, const QString& sentence)
{
    m_bad.insert(field.editor);
    markBad(*field.editor);
    field.editor->setToolTip(plainToolTip(sentence));
    field.editor->setAccessibleDescription(sentence);
}

void ParameterForm::markBad(QWidget& editor)
{
    QPalette marked;
    marked.setColor(QPalette::Text, kinetoscope::Palette::of(*this).error);
    editor.setPalette(marked);
}

void ParameterForm::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    for (const Field& field : m_fields) {
        if (event->type() == QEvent::FontChange)
            setWidths(field);
        else if (event->type() == QEvent::LocaleChange && !m_bad.contains(field.editor))
            showValue(field);
        else if (event->type() == QEvent::PaletteChange && m_bad.contains(field.editor))
            markBad(*field.editor);
    }
}

bool ParameterForm::asksFor(NamedThing thing) const
{
    return std::ranges::any_of(m_fields, [thing](const Field& field) { return field.parameter->names == thing; });
}

void ParameterForm::setNames(NamedThing thing, const QStringList& names)
{
    for (const Field& field : m_fields) {
        if (field.completer && field.parameter->names == thing)
            field.completer->setNames(names);
    }
}

void ParameterForm::setValues(const Parameters& values)
{
    bool isDifferent = false;
    for (Field& field : m_fields) {
        const auto given = values.all().find(field.parameter->id);
        if (given == values.all().end() || given->second.index() != field.parameter->defaultValue.index())
            continue;
        field.isOfOtherTrace = false;
        if (m_values.all().find(field.parameter->id)->second == given->second)
            continue;
        m_values.set(field.parameter->id, given->second);
        showValue(field);
        isDifferent = true;
    }
    if (!isDifferent)
        return;
    emit usualChanged(isUsual());
    emit changed();
}

void ParameterForm::showUnchosen(const Parameters& inForce)
{
    for (const Field& field : m_fields) {
        auto* line = qobject_cast<QLineEdit*>(field.editor);
        const auto held = inForce.all().find(field.parameter->id);
        if (!line || held == inForce.all().end() || held->second.index() != field.parameter->defaultValue.index())
            continue;
        const bool isChosen = held->second == m_values.all().find(field.parameter->id)->second;
        line->setPlaceholderText(isChosen ? hint(*field.parameter) : lineText(*field.parameter, held->second));
    }
}

void ParameterForm::setUsual(const Parameters& preferred)
{
    Parameters followed;
    for (const Field& field : m_fields) {
        const ParameterDescriptor& parameter = *field.parameter;
        const auto given = preferred.all().find(parameter.id);
        const bool isGiven = given != preferred.all().end() && given->second.index() == parameter.defaultValue.index();
        const ParameterValue& value = isGiven ? given->second : parameter.defaultValue;
        if (isUsual(field))
            followed.set(parameter.id, value);
        m_usual.set(parameter.id, value);
    }
    for (const Field& field : m_fields)
        describe(field);
    emit usualChanged(isUsual());
    setValues(followed);
}

void ParameterForm::reset()
{
    // What is typed but bad goes too.
    for (const Field& field : m_fields)
        showValue(field);
    setValues(m_usual);
}

void ParameterForm::setOtherTrace(std::size_t input)
{
    for (Field& field : m_fields) {
        const ParameterDescriptor& parameter = *field.parameter;
        if (parameter.names != NamedThing::None && parameter.namesInInput == input && !isUsual(field))
            field.isOfOtherTrace = true;
    }
}

std::vector<std::string> ParameterForm::ofOtherTrace() const
{
    std::vector<std::string> ids;
    for (const Field& field : m_fields) {
        if (field.isOfOtherTrace)
            ids.push_back(field.parameter->id);
    }
    return ids;
}

void ParameterForm::confirmTrace()
{
    for (Field& field : m_fields)
        field.isOfOtherTrace = false;
}

Parameters ParameterForm::changedValues() const
{
    Parameters changed;
    for (const Field& field : m_fields) {
        if (!isUsual(field))
            changed.set(field.parameter->id, m_values.all().find(field.parameter->id)->second);
    }
    return changed;
}

} // namespace kinetoscope

#include "moc_parameter_form.cpp"
