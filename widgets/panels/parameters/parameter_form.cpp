// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/parameters/parameter_form.h"

#include "widgets/panels/parameters/name_completer.h"
#include "widgets/support/fonts.h"
#include "widgets/support/palette.h"
#include "widgets/support/plain_text.h"

#include <QAbstractItemView>
#include <QCheckBox>
#include <QComboBox>
#include <QEvent>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QSpinBox>

#include <algorithm>
#include <limits>

namespace kinetoscope {
namespace {

constexpr int kWidestEditor = 220; // px at interface size 1
constexpr int kNarrowestNameEditor = 200;

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
    return parameter.names == NamedThing::Counter ? ParameterForm::tr("name = a.sum / b.sum") : QString();
}

} // namespace

ParameterForm::ParameterForm(std::span<const ParameterDescriptor> parameters, QWidget* parent)
    : QWidget(parent)
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
        addField(layout, parameter);
    }
}

void ParameterForm::addField(QFormLayout* layout, const ParameterDescriptor& parameter)
{
    const QString title = displayText(parameter.title.empty() ? parameter.id : parameter.title, 80);
    Field field { &parameter, nullptr, nullptr };
    if (parameter.type == ParameterType::Bool) {
        auto* box = new QCheckBox(title, this);
        connect(box, &QCheckBox::toggled, this, [this, &parameter](bool on) { take(parameter, on); });
        field.editor = box;
    } else if (parameter.type == ParameterType::Choice) {
        auto* box = new QComboBox(this);
        for (const std::string& choice : parameter.choices)
            box->addItem(displayText(choice, 80), QString::fromStdString(choice));
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
        if (parameter.names != NamedThing::None)
            field.completer = new NameCompleter(line,
                parameter.names == NamedThing::Op ? NameCompleter::Scope::WholeText
                                                  : NameCompleter::Scope::WordAtCursor);
        connect(line, &QLineEdit::editingFinished, this, [this, field, line] {
            // Somebody choosing from the list has not finished.
            if (!field.completer || !field.completer->popup()->isVisible())
                takeText(field, line->text());
        });
        if (field.completer && parameter.names == NamedThing::Op)
            connect(field.completer, qOverload<const QString&>(&QCompleter::activated), this,
                [this, field](const QString& name) { takeText(field, name); });
    }
    field.editor->setObjectName(QStringLiteral("parameter-") + QString::fromStdString(parameter.id));
    field.editor->setAccessibleName(title);
    field.editor->setAccessibleDescription(displayText(parameter.help));
    field.editor->setToolTip(plainToolTip(fullText(parameter.help)));
    field.editor->setMaximumWidth(scaledPx(kWidestEditor));
    if (parameter.type == ParameterType::Bool) {
        layout->addRow(field.editor);
    } else {
        auto* label = new QLabel(title, this);
        label->setTextFormat(Qt::PlainText);
        label->setBuddy(field.editor);
        label->setToolTip(field.editor->toolTip());
        if (field.completer) {
            // Names are long: the field takes what the form has, whatever the other labels need.
            auto* row = new QHBoxLayout;
            row->addWidget(label);
            row->addWidget(field.editor, 1);
            layout->addRow(row);
            field.editor->setMinimumWidth(scaledPx(kNarrowestNameEditor));
            field.editor->setMaximumWidth(QWIDGETSIZE_MAX);
        } else {
            layout->addRow(label, field.editor);
        }
    }
    m_fields.push_back(field);
    showValue(field);
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
        line->setText(QString::fromStdString(formatParameter(*field.parameter, value)));
        line->setCursorPosition(0); // of a long list the beginning is seen
        line->setPalette({});
        line->setToolTip(plainToolTip(fullText(field.parameter->help)));
    }
    m_isShowing = false;
}

void ParameterForm::take(const ParameterDescriptor& parameter, const ParameterValue& value)
{
    if (m_isShowing || m_values.all().find(parameter.id)->second == value)
        return;
    m_values.set(parameter.id, value);
    emit changed();
}

void ParameterForm::takeText(const Field& field, const QString& text)
{
    const Result<ParameterValue> value = parseParameter(*field.parameter, text.toStdString());
    if (!value) {
        QPalette marked;
        marked.setColor(QPalette::Text, kinetoscope::Palette::of(*this).error);
        field.editor->setPalette(marked);
        field.editor->setToolTip(plainToolTip(fullText(value.error().message)));
        field.editor->setAccessibleDescription(fullText(value.error().message));
        return;
    }
    const bool isNew = !(m_values.all().find(field.parameter->id)->second == *value);
    m_values.set(field.parameter->id, *value);
    showValue(field);
    if (isNew)
        emit changed();
}

void ParameterForm::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() != QEvent::FontChange)
        return;
    for (const Field& field : m_fields)
        field.editor->setMaximumWidth(field.completer ? QWIDGETSIZE_MAX : scaledPx(kWidestEditor));
}

bool ParameterForm::asksFor(NamedThing thing) const
{
    return std::any_of(
        m_fields.begin(), m_fields.end(), [thing](const Field& field) { return field.parameter->names == thing; });
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
    for (const Field& field : m_fields) {
        const auto given = values.all().find(field.parameter->id);
        if (given == values.all().end() || given->second.index() != field.parameter->defaultValue.index())
            continue;
        if (m_values.all().find(field.parameter->id)->second == given->second)
            continue;
        m_values.set(field.parameter->id, given->second);
        showValue(field);
        isDifferent = true;
    }
    if (isDifferent)
        emit changed();
}

void ParameterForm::resetToDefaults()
{
    Parameters defaults;
    for (const Field& field : m_fields)
        defaults.set(field.parameter->id, field.parameter->defaultValue);
    setValues(defaults);
}

bool ParameterForm::isChangedFromDefault(const ParameterDescriptor& parameter) const
{
    const auto it = m_values.all().find(parameter.id);
    return it != m_values.all().end() && !(it->second == parameter.defaultValue);
}

} // namespace kinetoscope
