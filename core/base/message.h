// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/nanoseconds.h"

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace kinetoscope {

/// A text of the program as a person reads it in English; `%1` to `%9` stand for arguments. Context and text are what
/// Qt's tools find it by, and what the window asks its translations for: a phrase is its own stable id. The context is
/// the id of the analysis, or the room, that says it.
struct Phrase {
    const char* context = "";
    const char* english = "";
    const char* plural = nullptr; ///< where the first argument is a count that the words follow, for all but 1
};

/// Marks a text for translation: lupdate takes these macros for QT_TRANSLATE_NOOP and QT_TRANSLATE_N_NOOP
/// (resources/translations). Both need literals.
#define KT_PHRASE(context, english) (::kinetoscope::Phrase { context, english, nullptr })
#define KT_PLURAL(context, one, many) (::kinetoscope::Phrase { context, one, many })

class Message;

/// What a place of a phrase can hold. Each says what it is, so that every reader writes it in its own way: the command
/// line in English, the window with the digits, units and plurals of its locale.
namespace arg {

/// How many: groups of digits, plurals.
struct Count {
    template <std::integral T>
    constexpr Count(T number)
        : value(static_cast<std::int64_t>(number))
    {
    }
    std::int64_t value = 0;
    bool operator==(const Count&) const = default;
};
/// A number that is a name: of a rank, a step, a stream, a byte.
struct Number {
    template <std::integral T>
    constexpr Number(T number)
        : value(static_cast<std::int64_t>(number))
    {
    }
    std::int64_t value = 0;
    bool operator==(const Number&) const = default;
};
/// Such numbers, ascending: "0-3,7".
struct Numbers {
    std::vector<std::int64_t> values;
    bool operator==(const Numbers&) const = default;
};
/// Four digits in the unit that suits, in the window as many as are set there: "12.35 ms".
struct Duration {
    Nanoseconds ns = 0;
    bool operator==(const Duration&) const = default;
};
/// All digits, as somebody set it: "12.345 us".
struct ExactDuration {
    Nanoseconds ns = 0;
    bool operator==(const ExactDuration&) const = default;
};
/// All digits in the unit of the columns of files, so that the figure is found there: "12345.678 us".
struct Microseconds {
    Nanoseconds ns = 0;
    bool operator==(const Microseconds&) const = default;
};
/// "41.3 %". Nothing where there is no whole.
struct Share {
    template <std::integral P, std::integral W>
    constexpr Share(P partOfIt, W ofWhat)
        : part(static_cast<std::int64_t>(partOfIt))
        , whole(static_cast<std::int64_t>(ofWhat))
    {
    }
    std::int64_t part = 0;
    std::int64_t whole = 0;
    bool operator==(const Share&) const = default;
};
/// A share as somebody set it, all digits: "2.5 %".
struct Percent {
    double value = 0;
    bool operator==(const Percent&) const = default;
};
/// Three digits in decimal units: "2.22 MB".
struct Bytes {
    std::int64_t bytes = 0;
    bool operator==(const Bytes&) const = default;
};
/// A figure with so many decimals: "2.50".
struct Decimal {
    double value = 0;
    int decimals = 0;
    bool operator==(const Decimal&) const = default;
};
/// Text of the trace or of a person, in single quotes on one line and no longer than a sentence bears.
struct Name {
    std::string text;
    bool operator==(const Name&) const = default;
};
/// What is the same in every language: a path, an expression, an identifier of PyTorch, words of another program.
struct Text {
    std::string text;
    bool operator==(const Text&) const = default;
};
/// A parameter of the analysis, or one of the scope, by its id: "--step-pattern"; the window names its field.
struct Option {
    std::string id;
    bool operator==(const Option&) const = default;
};
struct List;

} // namespace arg

struct Argument; // core/base/message_argument.h

/// A phrase whose places fit the number of arguments, which the compiler checks.
template <std::size_t Arguments> class FittingPhrase {
public:
    consteval FittingPhrase(Phrase phrase) // NOLINT(google-explicit-constructor): a check, not another thing
        : m_phrase(phrase)
    {
        if (!fits(phrase.english) || (phrase.plural != nullptr && !fits(phrase.plural)))
            throw "the places of the phrase are not those of the arguments";
    }
    [[nodiscard]] constexpr const Phrase& phrase() const { return m_phrase; }

private:
    static consteval bool fits(const char* text)
    {
        unsigned found = 0;
        for (const char* p = text; *p != '\0'; ++p) {
            if (p[0] == '%' && p[1] >= '1' && p[1] <= '9')
                found |= 1U << static_cast<unsigned>(p[1] - '1');
        }
        return found == (1U << Arguments) - 1U;
    }
    Phrase m_phrase;
};

/// A sentence, or a part of one, as facts: a phrase and what stands in its places. Words are made of it where a person
/// reads it, and nowhere else: `english()` (core/words) for the command line and reports, `messageText()`
/// (widgets/support) in the window. Two are equal if they say the same of the same.
class Message {
public:
    Message(); ///< says nothing
    template <typename... Arguments>
    Message(FittingPhrase<sizeof...(Arguments)> phrase, Arguments... arguments); // NOLINT(google-explicit-constructor)
    Message(const Message& other);
    Message(Message&& other) noexcept;
    Message& operator=(const Message& other);
    Message& operator=(Message&& other) noexcept;
    ~Message();

    /// Text that is the same in every language, as a message.
    [[nodiscard]] static Message verbatim(std::string text);
    /// A phrase without places that the compiler does not see, from a table of them.
    [[nodiscard]] static Message of(const Phrase& phrase);

    [[nodiscard]] bool isEmpty() const { return *m_phrase.english == '\0'; }
    [[nodiscard]] const Phrase& phrase() const { return m_phrase; }
    [[nodiscard]] std::span<const Argument> arguments() const;
    bool operator==(const Message& other) const;

private:
    struct Places {
        std::size_t count = 0;
    };
    Message(const Phrase& phrase, Places places);
    // Compiled once for each alternative of Argument, so that no file that says something compiles the variant.
    template <typename What> void add(What argument);

    Phrase m_phrase;
    std::vector<Argument> m_arguments;
};

namespace arg {

/// Several of a kind: "a, b and c".
struct List {
    std::vector<Message> parts;
    bool operator==(const List&) const = default;
};

} // namespace arg

template <typename... Arguments>
Message::Message(FittingPhrase<sizeof...(Arguments)> phrase, Arguments... arguments)
    : Message(phrase.phrase(), Places { sizeof...(Arguments) })
{
    (add(std::move(arguments)), ...);
}

} // namespace kinetoscope
