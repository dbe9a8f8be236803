// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/support/message_text.h"

#include "core/base/analysis_name.h"
#include "core/base/message_argument.h"
#include "core/catalog/analyses.h"
#include "widgets/support/number_text.h"
#include "widgets/support/option_text.h"
#include "widgets/support/plain_text.h"
#include "widgets/support/registry_text.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>

namespace kinetoscope {

namespace {

/// For the translations.
class MessageText {
    Q_DECLARE_TR_FUNCTIONS(MessageText)
};

constexpr QChar kMessageTextNoBreakSpace(0x00a0);
constexpr int kMessageTextMostCharacters = 80; ///< of a name inside a sentence

QString unbroken(QString amount)
{
    return amount.replace(u' ', kMessageTextNoBreakSpace);
}

/// A figure in the units of a column of files: digits as the command line gives them.
QString exactDuration(Nanoseconds ns)
{
    QString text = QString::fromStdString(formatDuration(ns));
    const auto unit = std::ranges::find_if(text, [](QChar c) { return c.isLetter(); }) - text.begin();
    QString number = text.first(unit).replace(u'.', QLocale().decimalPoint());
    return number + kMessageTextNoBreakSpace + text.sliced(unit).replace(QLatin1String("us"), QStringLiteral("µs"));
}

struct InWindow {
    std::span<const ParameterDescriptor> parameters;

    QString operator()(const arg::Count& count) const { return countText(count.value); }
    QString operator()(const arg::Number& number) const { return QString::number(number.value); }
    QString operator()(const arg::Numbers& numbers) const
    {
        return QString::fromStdString(formatNumberList(numbers.values));
    }
    QString operator()(const arg::Duration& duration) const { return unbroken(durationText(duration.ns)); }
    QString operator()(const arg::ExactDuration& duration) const { return exactDuration(duration.ns); }
    QString operator()(const arg::Microseconds& duration) const { return unbroken(durationText(duration.ns)); }
    QString operator()(const arg::Share& share) const
    {
        if (share.whole <= 0)
            return {};
        if (share.part == 0)
            return unbroken(QStringLiteral("0 %"));
        return percentText(shareFigureOf(share.part, share.whole));
    }
    QString operator()(const arg::Percent& share) const
    {
        return QString::fromStdString(shortestText(share.value)).replace(u'.', QLocale().decimalPoint())
            + kMessageTextNoBreakSpace + u'%';
    }
    QString operator()(const arg::Bytes& size) const
    {
        return unbroken(bytesText(static_cast<std::uint64_t>(std::max<std::int64_t>(0, size.bytes))));
    }
    QString operator()(const arg::Decimal& number) const { return decimalText(number.value, number.decimals); }
    QString operator()(const arg::Name& name) const
    {
        return u'\'' + displayText(name.text, kMessageTextMostCharacters) + u'\'';
    }
    QString operator()(const arg::Text& text) const { return displayText(text.text); }
    QString operator()(const arg::Option& option) const
    {
        const QString field = fieldText(option.id, parameters);
        return field.isEmpty() ? QStringLiteral("--") + displayText(option.id, kMessageTextMostCharacters) : field;
    }
    QString operator()(const Message& part) const { return messageText(part, parameters); }
    QString operator()(const arg::List& list) const
    {
        QStringList parts;
        for (const Message& part : list.parts)
            parts.append(messageText(part, parameters));
        // "a, b and c", as the command line has it; the locale C, which clusters have, would leave the "and" out.
        const QLocale locale;
        const bool isEnglish = locale.language() == QLocale::C || locale.language() == QLocale::English;
        return (isEnglish ? QLocale(QLocale::English, QLocale::UnitedKingdom) : locale).createSeparatedList(parts);
    }
};

/// What the panel of an analysis is called.
QString panelText(const char* id)
{
    const AnalysisDescriptor* const analysis = findAnalysis(id);
    return analysis == nullptr ? QString::fromUtf8(id) : quotedName(registryText(analysis->title));
}

/// The phrase in the language of the window; English has its own plural where there is no translation.
QString phraseText(const Message& message)
{
    const Phrase& phrase = message.phrase();
    if (std::string_view(phrase.context) == kAnalysisContext)
        return panelText(phrase.english);
    if (phrase.plural == nullptr)
        return QCoreApplication::translate(phrase.context, phrase.english);
    const auto* const count =
        message.arguments().empty() ? nullptr : std::get_if<arg::Count>(&message.arguments().front().value);
    const std::int64_t number = count != nullptr ? count->value : 0;
    const int plural = static_cast<int>(std::min<std::int64_t>(number, 1'000'000'000));
    const QString text = QCoreApplication::translate(phrase.context, phrase.english, phrase.plural, plural);
    return number != 1 && text == QString::fromUtf8(phrase.english) ? QString::fromUtf8(phrase.plural) : text;
}

} // namespace

QString messageText(const Message& message, std::span<const ParameterDescriptor> parameters)
{
    const QString phrase = message.isEmpty() ? QString() : phraseText(message);
    QString text;
    for (qsizetype i = 0; i < phrase.size(); ++i) {
        const bool isPlace =
            phrase[i] == u'%' && i + 1 < phrase.size() && phrase[i + 1] >= u'1' && phrase[i + 1] <= u'9';
        if (!isPlace) {
            text += phrase[i];
            continue;
        }
        const auto place = static_cast<std::size_t>(phrase[++i].unicode() - u'1');
        if (place < message.arguments().size()) // a translation may be wrong
            text += std::visit(InWindow { parameters }, message.arguments()[place].value);
    }
    return text;
}

QString remarkText(const Remark& remark, std::span<const ParameterDescriptor> parameters)
{
    const QString text = messageText(remark.message, parameters);
    if (remark.ranks.empty())
        return text;
    const QString ranks = QString::fromStdString(formatNumberList(remark.ranks));
    if (remark.ranks.size() == 1)
        return MessageText::tr("Rank %1: %2").arg(ranks, text);
    if (remark.areOfOtherJobs)
        return (remark.isOfEach ? MessageText::tr("Traces shown as ranks %1, each: %2")
                                : MessageText::tr("Traces shown as ranks %1: %2"))
            .arg(ranks, text);
    return (remark.isOfEach ? MessageText::tr("Ranks %1, each: %2") : MessageText::tr("Ranks %1: %2")).arg(ranks, text);
}

} // namespace kinetoscope
