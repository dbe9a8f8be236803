// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/parameters/word_list.h"

#include "core/analysis/causes/cause.h"
#include "core/analysis/gpu/idle/idle_gaps.h"
#include "core/layout/table/category_words.h"
#include "widgets/support/option_text.h"
#include "widgets/support/registry_text.h"

#include <QRegularExpression>

#include <algorithm>

namespace kinetoscope {

namespace {

constexpr const char* kAll = "all";

/// What the panel of `analysis` calls what help texts name by its id.
QString nameOnScreen(const QString& id, const ParameterDescriptor& parameter, const AnalysisDescriptor* analysis)
{
    const std::string written = id.toStdString();
    if (std::ranges::find(parameter.choices, written) != parameter.choices.end())
        return wordText(written);
    // The same gaps, by another name among causes.
    const bool isOfCauses = analysis && analysis->group == PanelGroup::Causes;
    if (isOfCauses && written == toString(IdleCause::KernelWait))
        return quotedName(QString::fromStdString(categoryWords(Cause::KernelGap, windowWords)));
    if (const std::string shown = categoryWords(written, windowWords); shown != written)
        return quotedName(QString::fromStdString(shown));
    if (!analysis)
        return id;
    for (const TableDescriptor& table : analysis->tables) {
        const auto column = std::ranges::find(table.columns, written, &ColumnDescriptor::name);
        if (column != table.columns.end() && !column->title.empty())
            return quotedName(registryText(column->title));
    }
    return id;
}

} // namespace

bool isWordList(const ParameterDescriptor& parameter)
{
    return parameter.type == ParameterType::StringList && !parameter.choices.empty();
}

QStringList wordsFor(const ParameterDescriptor& parameter)
{
    QStringList words;
    for (const std::string& choice : parameter.choices)
        words.append(wordText(choice));
    return words;
}

QString wordListText(const ParameterValue& value)
{
    QStringList words;
    for (const std::string& word : std::get<std::vector<std::string>>(value))
        words.append(wordText(word));
    return words.join(QStringLiteral(", "));
}

QString wordListInput(const ParameterDescriptor& parameter, const QString& text, QString& unknown)
{
    QStringList input;
    for (const QString& part : text.split(QLatin1Char(','), Qt::SkipEmptyParts)) {
        const QString written = part.simplified();
        const auto known = std::ranges::find_if(parameter.choices, [&written](const std::string& choice) {
            return written.compare(QString::fromStdString(choice), Qt::CaseInsensitive) == 0
                || written.compare(wordText(choice), Qt::CaseInsensitive) == 0;
        });
        if (known == parameter.choices.end() && unknown.isEmpty())
            unknown = written;
        if (!written.isEmpty())
            input.append(known == parameter.choices.end() ? written : QString::fromStdString(*known));
    }
    return input.join(QLatin1Char(','));
}

bool takesAll(const ParameterDescriptor& parameter)
{
    return parameter.type == ParameterType::String
        && (parameter.names == NamedThing::Rank || parameter.names == NamedThing::Step);
}

QString withAllShown(const QString& text)
{
    return text == QLatin1String(kAll) ? wordText(kAll) : text;
}

QString withAllWritten(const QString& text)
{
    return text.simplified().compare(wordText(kAll), Qt::CaseInsensitive) == 0 ? QString::fromLatin1(kAll) : text;
}

QString helpText(
    const ParameterDescriptor& parameter, std::span<const ParameterDescriptor> all, const AnalysisDescriptor* analysis)
{
    const QString help = withFieldNames(registryText(parameter.help), all);
    if (parameter.names == NamedThing::Change)
        return help; // it says what is written, letter by letter
    static const QRegularExpression kId(QStringLiteral("\\b[a-z]+(_[a-z]+)+\\b"));
    QString words;
    qsizetype end = 0;
    for (const QRegularExpressionMatch& match : kId.globalMatch(help)) {
        words += help.sliced(end, match.capturedStart() - end) + nameOnScreen(match.captured(), parameter, analysis);
        end = match.capturedEnd();
    }
    return words + help.sliced(end);
}

} // namespace kinetoscope
