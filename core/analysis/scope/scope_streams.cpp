// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/scope/scope_streams.h"

#include "core/analysis/scope/scope_text.h"
#include "core/base/ascii.h"
#include "core/base/vectors.h"
#include "core/model/text_number.h"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

namespace kinetoscope {

namespace {

/// Takes a text in quotation marks off the front of `text`; nothing where the mark that ends it is missing.
std::optional<std::string> takeQuoted(std::string_view& text)
{
    std::string taken;
    for (std::size_t i = 1; i < text.size(); ++i) {
        if (text[i] != '"') {
            taken.push_back(text[i]);
        } else if (i + 1 < text.size() && text[i + 1] == '"') {
            taken.push_back('"');
            ++i;
        } else {
            text.remove_prefix(i + 1);
            return taken;
        }
    }
    return std::nullopt;
}

void addText(StreamList& streams, std::string text)
{
    const std::int64_t number = numberOfText(text);
    streams.numbers.push_back(number);
    streams.texts[number] = std::move(text);
}

bool looksLikeNumbers(std::string_view part)
{
    return part.find_first_not_of("0123456789-") == std::string_view::npos;
}

/// As it stands in a list.
std::string listWord(const std::string& text)
{
    const bool isPlain = !text.empty() && trimmed(text).size() == text.size()
        && text.find_first_of(",\"") == std::string::npos && !looksLikeNumbers(text) && text != "all";
    if (isPlain)
        return text;
    std::string quoted = "\"";
    for (const char c : text)
        quoted.append(c == '"' ? 2 : 1, c);
    return quoted + '"';
}

} // namespace

Result<StreamList> parseStreamList(std::string_view text)
{
    const std::string whole(text);
    StreamList streams;
    std::string numbers; // parts that look like some
    while (true) {
        text = trimmed(text);
        if (text.starts_with('"')) {
            std::optional<std::string> quoted = takeQuoted(text);
            text = trimmed(text);
            if (!quoted || quoted->empty() || (!text.empty() && !text.starts_with(',')))
                return invalidArgument(
                    { KT_PHRASE("scope", "%1 is no list of streams such as 7,20-22,default."), arg::Name { whole } });
            addText(streams, std::move(*quoted));
        } else {
            const std::string_view part = trimmed(text.substr(0, text.find(',')));
            if (part.empty())
                return invalidArgument(
                    { KT_PHRASE("scope", "%1 is no list of streams such as 7,20-22,default."), arg::Name { whole } });
            if (looksLikeNumbers(part))
                numbers.append(numbers.empty() ? "" : ",").append(part);
            else
                addText(streams, std::string(part));
            text.remove_prefix(std::min(text.find(','), text.size()));
        }
        if (text.empty())
            break;
        text.remove_prefix(1);
    }
    if (!numbers.empty()) {
        KT_TRY(const std::vector<std::int64_t> parsed, parseNumberList(numbers));
        append(streams.numbers, parsed);
    }
    sortUnique(streams.numbers);
    return streams;
}

std::string formatStreamList(const StreamList& streams)
{
    std::vector<std::int64_t> numbers;
    std::set<std::string> words;
    for (const std::int64_t number : streams.numbers) {
        if (const auto text = streams.texts.find(number); text != streams.texts.end())
            words.insert(listWord(text->second));
        else
            numbers.push_back(number);
    }
    std::string list = formatNumberList(numbers);
    for (const std::string& word : words)
        list.append(list.empty() ? "" : ",").append(word);
    return list;
}

StreamList streamsOf(const Scope& scope)
{
    return { scope.streams, scope.streamTexts };
}

void setStreams(Scope& scope, StreamList streams)
{
    scope.streams = std::move(streams.numbers);
    scope.streamTexts = std::move(streams.texts);
}

StreamList streamsOf(const TraceSet& traces)
{
    std::set<std::int64_t> numbers;
    StreamList streams;
    for (const RankTrace& rank : traces.ranks()) {
        if (const RankSummary* summary = rank.readsFrom()) { // it knows those that communicate
            for (const SummaryRunShape& shape : summary->shapes) {
                if (shape.stream == Track::kNoStream)
                    continue;
                numbers.insert(shape.stream);
                if (shape.streamText.isValid())
                    streams.texts.try_emplace(shape.stream, summary->names.view(shape.streamText));
            }
        }
        for (const Track& track : rank.trace->tracks()) {
            if (track.kind == TrackKind::Stream && track.stream < Track::kNoStream)
                streams.texts.try_emplace(track.stream, rank.trace->streamText(track.stream));
            else if (!track.isDeviceSide() || track.stream < 0)
                continue;
            numbers.insert(track.stream);
        }
    }
    streams.numbers.assign(numbers.begin(), numbers.end());
    return streams;
}

std::string missingStream(const StreamList& wanted, const StreamList& there)
{
    for (const std::int64_t number : wanted.numbers) {
        if (std::ranges::binary_search(there.numbers, number))
            continue;
        StreamList one { { number }, {} };
        if (const auto text = wanted.texts.find(number); text != wanted.texts.end())
            one.texts.insert(*text);
        return formatStreamList(one);
    }
    return {};
}

} // namespace kinetoscope
