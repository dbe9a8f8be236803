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

template <typename What> void Message::add(What argument)
{
    m_arguments.push_back({ std::move(argument) });
}
template void Message::add(arg::Count);
template void Message::add(arg::Number);
template void Message::add(arg::Numbers);
template void Message::add(arg::Duration);
template void Message::add(arg::ExactDuration);
template void Message::add(arg::Microseconds);
template void Message::add(arg::Share);
template void Message::add(arg::Percent);
template void Message::add(arg::Bytes);
template void Message::add(arg::Decimal);
template void Message::add(arg::Name);
template void Message::add(arg::Text);
template void Message::add(arg::Option);
template void Message::add(arg::List);
template void Message::add(Message);

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

bool Message::operator==(const Message& other) const
{
    // Texts, not only pointers: two files may say the same.
    const auto isSame = [](const char* a, const char* b) { return a == b || std::string_view(a) == b; };
    return isSame(m_phrase.english, other.m_phrase.english) && isSame(m_phrase.context, other.m_phrase.context)
        && m_arguments == other.m_arguments;
}

} // namespace kinetoscope
