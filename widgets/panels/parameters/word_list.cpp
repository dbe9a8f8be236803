// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/parameters/word_list.h"

#include "core/layout/table/category_words.h"
#include "widgets/support/option_text.h"
#include "widgets/support/registry_text.h"

#include <QRegularExpression>

#include <algorithm>

namespace kinetoscope {

namespace {

constexpr const char* kAll = "all";

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

QString helpText(const ParameterDescriptor& parameter, std::span<const ParameterDescriptor> all)
{
    const QString help = withFieldNames(registryText(parameter.help), all);
    if (parameter.names == NamedThing::Change)
        return help; // it says what is written, letter by letter
    static const QRegularExpression kId(QStringLiteral("\\b[a-z]+(_[a-z]+)+\\b"));
    QString words;
    qsizetype end = 0;
    for (const QRegularExpressionMatch& match : kId.globalMatch(help)) {
        const std::string id = match.captured().toStdString();
        const std::string shown = categoryWords(id, windowWords);
        words += help.sliced(end, match.capturedStart() - end)
            + (shown == id ? match.captured() : quotedName(QString::fromStdString(shown)));
        end = match.capturedEnd();
    }
    return words + help.sliced(end);
}

} // namespace kinetoscope
