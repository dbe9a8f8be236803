// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/parameters/word_list.h"

#include "widgets/support/registry_text.h"

#include <algorithm>

namespace kinetoscope {

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

} // namespace kinetoscope
