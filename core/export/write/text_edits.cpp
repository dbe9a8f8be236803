// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/write/text_edits.h"

#include "core/base/number_text.h"
#include "core/io/json/json_tree.h"
#include "core/output/json_writer.h"

namespace kinetoscope {

namespace {

constexpr std::string_view kSpace = " \t\r\n";

} // namespace

void TextEdits::replace(std::string_view part, std::string_view with)
{
    const auto begin = static_cast<std::size_t>(part.data() - m_text.data());
    m_out.append(m_text.substr(m_done, begin - m_done));
    m_out.append(with);
    m_done = begin + part.size();
}

EventParts::EventParts(std::string_view event)
    : json(event)
{
    MemberScan scan(event);
    for (RawMember member; scan.next(member);) {
        if (member.isKey("ph"))
            phase = member.value;
        else if (member.isKey("cat"))
            category = member.value;
        else if (member.isKey("name"))
            name = member.value;
        else if (member.isKey("args"))
            args = member.value;
    }
}

std::optional<RawMember> findMember(std::string_view object, std::string_view key)
{
    std::optional<RawMember> found;
    MemberScan scan(object);
    for (RawMember member; scan.next(member);) {
        if (member.isKey(key))
            found = member;
    }
    return found;
}

std::string_view placeForMember(std::string_view object)
{
    const std::size_t last = object.find_last_not_of(kSpace, object.size() - 2);
    return object.substr(last + 1, 0);
}

bool isEmptyObject(std::string_view object)
{
    return object.find_first_not_of(kSpace, 1) == object.size() - 1;
}

std::string jsonString(std::string_view text)
{
    JsonWriter json;
    json.value(text);
    return json.take();
}

std::string plainText(std::string_view token)
{
    if (!token.starts_with('"'))
        return std::string(token);
    if (token.find('\\') == std::string_view::npos)
        return std::string(token.substr(1, token.size() - 2));
    const JsonTree tree = JsonTree::parse(token);
    return tree.isEmpty() ? std::string() : std::string(tree.value(0));
}

std::string placeToken(std::string_view text)
{
    const auto number = wholeNumber(text);
    return number && std::to_string(*number) == text ? std::string(text) : jsonString(text);
}

} // namespace kinetoscope
