// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/support/registry_text.h"

#include "core/layout/table/category_words.h"
#include "core/words/wording.h"
#include "widgets/support/message_text.h"
#include "widgets/support/plain_text.h"

#include <QCoreApplication>

namespace kinetoscope {

QString registryText(std::string_view english, int maxCharacters)
{
    if (english.empty())
        return {};
    const QString text = QCoreApplication::translate(kRegistryContext, std::string(english).c_str());
    return displayText(text.toStdString(), maxCharacters);
}

QString wordText(std::string_view word, int maxCharacters)
{
    return displayText(shownWord(word, windowWords), maxCharacters);
}

QString columnText(const ColumnDescriptor& column, int maxCharacters)
{
    return column.named.isEmpty() ? registryText(column.title.empty() ? column.name : column.title, maxCharacters)
                                  : displayText(windowWords(column.named), maxCharacters);
}

QString chartTitle(const ChartDescription& chart, int maxCharacters)
{
    return chart.named.isEmpty() ? registryText(chart.title, maxCharacters)
                                 : displayText(windowWords(chart.named), maxCharacters);
}

std::string windowWords(const Message& message)
{
    return messageText(message).toStdString();
}

} // namespace kinetoscope
