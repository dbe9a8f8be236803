// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/message.h"

#include "core/base/message_argument.h"

#include <string_view>

namespace kinetoscope {

Message::Message() = default;
Message::Message(const Message& other) = default;
Message::Message(Message&& other) noexcept = default;
Message& Message::operator=(const Message& other) = default;
Message& Message::operator=(Message&& other) noexcept = default;
Message::~Message() = default;

Message::Message(const Phrase& phrase, Places places)
    : m_phrase(phrase)
{
    m_arguments.reserve(places.count);
}

Message Message::verbatim(std::string text)
{
    Message message;
    message.m_phrase.english = "%1";
    message.add(arg::Text { std::move(text) });
    return message;
}

Message Message::of(const Phrase& phrase)
{
    Message message;
    message.m_phrase = phrase;
    return message;
}

std::span<const Argument> Message::arguments() const
{
    return m_arguments;
}

void Message::add(arg::Count argument)
{
    m_arguments.push_back({ argument });
}
void Message::add(arg::Number argument)
{
    m_arguments.push_back({ argument });
}
void Message::add(arg::Numbers argument)
{
    m_arguments.push_back({ std::move(argument) });
}
void Message::add(arg::Duration argument)
{
    m_arguments.push_back({ argument });
}
void Message::add(arg::ExactDuration argument)
{
    m_arguments.push_back({ argument });
}
void Message::add(arg::Microseconds argument)
{
    m_arguments.push_back({ argument });
}
void Message::add(arg::Share argument)
{
    m_arguments.push_back({ argument });
}
void Message::add(arg::Percent argument)
{
    m_arguments.push_back({ argument });
}
void Message::add(arg::Bytes argument)
{
    m_arguments.push_back({ argument });
}
void Message::add(arg::Decimal argument)
{
    m_arguments.push_back({ argument });
}
void Message::add(arg::Name argument)
{
    m_arguments.push_back({ std::move(argument) });
}
void Message::add(arg::Text argument)
{
    m_arguments.push_back({ std::move(argument) });
}
void Message::add(arg::Option argument)
{
    m_arguments.push_back({ std::move(argument) });
}
void Message::add(arg::List argument)
{
    m_arguments.push_back({ std::move(argument) });
}
void Message::add(Message argument)
{
    m_arguments.push_back({ std::move(argument) });
}

bool Message::operator==(const Message& other) const
{
    // Texts, not pointers: two files may say the same.
    return std::string_view(m_phrase.context) == other.m_phrase.context
        && std::string_view(m_phrase.english) == other.m_phrase.english && m_arguments == other.m_arguments;
}

} // namespace kinetoscope
