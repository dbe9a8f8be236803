// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/trace_parts.h"

#include "core/io/json/argument_scan.h"

#include <algorithm>

namespace kinetoscope::tests {

namespace {

TextMembers membersOf(std::string_view object)
{
    TextMembers members;
    MemberScan scan(object);
    for (RawMember member; scan.next(member);) {
        std::erase_if(members, [&member](const TextMember& each) { return each.key == member.key; });
        members.push_back({ std::string(member.key), std::string(member.value) });
    }
    return members;
}

/// Takes the member of that key out.
std::optional<std::string> taken(TextMembers& members, std::string_view key)
{
    const auto found = std::ranges::find(members, key, &TextMember::key);
    if (found == members.end())
        return std::nullopt;
    std::string value = std::move(found->value);
    members.erase(found);
    return value;
}

/// The objects of an array; nothing where there is anything else in it.
std::optional<std::vector<std::string_view>> objectsOf(std::string_view array)
{
    std::vector<std::string_view> objects;
    std::size_t depth = 0;
    std::size_t begin = 0;
    for (std::size_t i = 1; i < array.size(); ++i) {
        const char c = array[i];
        if (c == '"') {
            for (++i; i < array.size() && array[i] != '"'; ++i)
                i += array[i] == '\\' ? 1 : 0;
            if (depth == 0)
                return std::nullopt;
        } else if (c == '{' || c == '[') {
            if (depth == 0 && c == '[')
                return std::nullopt;
            begin = depth == 0 ? i : begin;
            ++depth;
        } else if ((c == '}' || c == ']') && depth > 0) {
            if (--depth == 0)
                objects.push_back(array.substr(begin, i + 1 - begin));
        }
    }
    return objects;
}

void write(std::string& text, const TextMembers& members, std::string_view colon, std::string_view comma)
{
    bool isFirst = true;
    for (const TextMember& member : members) {
        text.append(isFirst ? "" : comma).append("\"").append(member.key).append("\"").append(colon);
        text += member.value;
        isFirst = false;
    }
}

} // namespace

std::string_view TextEvent::get(std::string_view key) const
{
    const auto found = std::ranges::find(members, key, &TextMember::key);
    return found == members.end() ? std::string_view {} : found->value;
}

std::optional<TraceParts> partsOf(std::string_view text)
{
    TraceParts parts { membersOf(text.substr(std::min(text.size(), text.find('{')))), {} };
    const std::optional<std::string> array = taken(parts.document, "traceEvents");
    if (!array || !array->starts_with('['))
        return std::nullopt;
    const auto objects = objectsOf(*array);
    if (!objects)
        return std::nullopt;
    for (const std::string_view object : *objects) {
        TextEvent event { membersOf(object), {} };
        if (const std::optional<std::string> args = taken(event.members, "args"); args && args->starts_with('{'))
            event.args = membersOf(*args);
        else if (args)
            event.members.push_back({ "args", *args });
        parts.events.push_back(std::move(event));
    }
    return parts;
}

std::string textOf(const TraceParts& parts, Spacing spacing)
{
    const bool hasLines = spacing == Spacing::Lines;
    const std::string_view colon = hasLines ? ": " : ":";
    const std::string_view comma = hasLines ? ", " : ",";
    std::string text = "{";
    write(text, parts.document, colon, comma);
    text.append(parts.document.empty() ? "" : comma).append("\"traceEvents\"").append(colon).append("[");
    bool isFirst = true;
    for (const TextEvent& event : parts.events) {
        text.append(isFirst ? "" : ",").append(hasLines ? "\n{" : "{");
        isFirst = false;
        write(text, event.members, colon, comma);
        if (event.args) {
            text.append(event.members.empty() ? "" : comma).append("\"args\"").append(colon).append("{");
            write(text, *event.args, colon, comma);
            text += '}';
        }
        text += '}';
    }
    return text + "]}\n";
}

} // namespace kinetoscope::tests
