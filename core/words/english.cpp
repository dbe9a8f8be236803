// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/english.h"

#include "core/base/analysis_name.h"
#include "core/base/message_argument.h"
#include "core/base/number_text.h"
#include "core/words/figures.h"
#include "core/words/titled_english.h"

#include <fmt/core.h>

#include <string_view>

namespace kinetoscope {

namespace {

std::string wordsOf(const Message& message, AnalysisTitle titleOf);

struct InEnglish {
    AnalysisTitle titleOf = nullptr; ///< nullptr: analyses are called by their ids, counts have no groups of digits

    std::string operator()(const arg::Count& count) const
    {
        return titleOf == nullptr ? std::to_string(count.value) : groupedCount(static_cast<std::int64_t>(count.value));
    }
    std::string operator()(const arg::Number& number) const { return std::to_string(number.value); }
    std::string operator()(const arg::Numbers& numbers) const { return formatNumberList(numbers.values); }
    std::string operator()(const arg::Duration& duration) const { return durationWords(duration.ns); }
    std::string operator()(const arg::ExactDuration& duration) const { return exactDurationWords(duration.ns); }
    std::string operator()(const arg::Microseconds& duration) const
    {
        return fmt::format("{} us", microsecondsText(duration.ns));
    }
    std::string operator()(const arg::Share& share) const { return shareWords(share.part, share.whole); }
    std::string operator()(const arg::Percent& share) const { return fmt::format("{} %", shortestText(share.value)); }
    std::string operator()(const arg::Bytes& size) const { return sizeWords(size.bytes); }
    std::string operator()(const arg::Decimal& number) const { return fixedText(number.value, number.decimals); }
    std::string operator()(const arg::Name& name) const { return quotedName(name.text); }
    std::string operator()(const arg::Text& text) const { return text.text; }
    std::string operator()(const arg::Option& option) const { return fmt::format("--{}", option.id); }
    std::string operator()(const Message& part) const { return wordsOf(part, titleOf); }
    std::string operator()(const arg::List& list) const
    {
        std::string text;
        for (std::size_t i = 0; i < list.parts.size(); ++i) {
            text.append(i == 0 ? "" : i + 1 == list.parts.size() ? " and " : ", ");
            text.append(wordsOf(list.parts[i], titleOf));
        }
        return text;
    }
};

bool isOne(const Message& message)
{
    const auto arguments = message.arguments();
    const auto* const count = arguments.empty() ? nullptr : std::get_if<arg::Count>(&arguments.front().value);
    return count != nullptr && count->value == 1;
}

std::string wordsOf(const Message& message, AnalysisTitle titleOf)
{
    const Phrase& phrase = message.phrase();
    if (titleOf != nullptr && std::string_view(phrase.context) == kAnalysisContext)
        return titleOf(phrase.english);
    const std::string_view text = phrase.plural == nullptr || isOne(message) ? phrase.english : phrase.plural;
    std::string words;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool isPlace = text[i] == '%' && i + 1 < text.size() && text[i + 1] >= '1' && text[i + 1] <= '9';
        if (!isPlace) {
            words += text[i];
            continue;
        }
        const auto place = static_cast<std::size_t>(text[++i] - '1');
        if (place < message.arguments().size()) // the compiler has seen to it
            words += std::visit(InEnglish { titleOf }, message.arguments()[place].value);
    }
    return words;
}

} // namespace

std::string english(const Message& message)
{
    return wordsOf(message, nullptr);
}

std::string english(const Message& message, AnalysisTitle titleOf)
{
    return wordsOf(message, titleOf);
}

std::string english(const Remark& remark)
{
    return english(remark, nullptr);
}

std::string english(const Remark& remark, AnalysisTitle titleOf)
{
    std::string words = wordsOf(remark.message, titleOf);
    if (remark.ranks.empty())
        return words;
    const char* const who = remark.ranks.size() == 1 ? "Rank"
        : remark.areOfOtherJobs                      ? "Traces shown as ranks"
                                                     : "Ranks";
    return fmt::format("{} {}{}: {}", who, formatNumberList(remark.ranks), remark.isOfEach ? ", each" : "", words);
}

} // namespace kinetoscope
