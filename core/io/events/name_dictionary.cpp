// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/events/name_dictionary.h"

#include "core/base/ascii.h"
#include "core/io/json/event_args.h"

namespace kinetoscope {

namespace {

/// Spans of the profiler, in file order.
std::vector<EventIndex> profilerSpans(const ParsedEvents& parsed)
{
    const StringId spans = parsed.strings.find(kSpanProcess);
    std::vector<EventIndex> found;
    if (!spans.isValid())
        return found;
    for (const EventBatch& batch : parsed.batches) {
        for (std::size_t row = 0; row < batch.size(); ++row) {
            const bool isSpan = batch.phase[row] == 'X' && parsed.places[batch.place[row]].pid == spans
                && parsed.strings.view(batch.name[row]).find(kProfilerSpanName) != std::string_view::npos;
            if (isSpan)
                found.push_back(batch.firstEvent + static_cast<EventIndex>(row));
        }
    }
    return found;
}

/// By StringId: the name that a number stands for. Empty if the event holds no dictionary.
std::vector<StringId> dictionaryIn(std::string_view eventJson, StringPool& strings)
{
    const std::vector<std::pair<std::string, std::string>> dictionary = readNameDictionary(eventJson);
    std::vector<StringId> names(dictionary.empty() ? 0 : strings.size());
    for (const auto& [key, text] : dictionary) {
        const StringId number = strings.find(key); // no event is called so: nothing to rename
        if (number.isValid() && number.index() < names.size())
            names[number.index()] = strings.intern(text);
    }
    return names;
}

} // namespace

std::vector<std::pair<std::string, std::string>> readNameDictionary(std::string_view eventJson)
{
    EventArgsReader reader;
    std::vector<std::pair<std::string, std::string>> names;
    for (const EventArgsReader::Arg& arg : reader.read(eventJson)) {
        if (!arg.isString || !areDigits(arg.key))
            return {};
        names.emplace_back(arg.key, arg.text);
    }
    return names;
}

void applyNameDictionary(ParsedEvents& parsed, const EventTextSource& texts)
{
    for (const EventIndex span : profilerSpans(parsed)) {
        const Result<std::string> json = texts.eventText(span);
        const std::vector<StringId> names = json ? dictionaryIn(*json, parsed.strings) : std::vector<StringId> {};
        if (names.empty())
            continue;
        for (EventBatch& batch : parsed.batches) {
            for (std::size_t row = 0; row < batch.size(); ++row) {
                const std::size_t name = batch.name[row].index();
                if (batch.phase[row] == 'X' && name < names.size() && names[name].isValid())
                    batch.name[row] = names[name];
            }
        }
        return;
    }
}

} // namespace kinetoscope
