// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace kinetoscope {

/// Writes one JSON document into a string: compact, keys in the order of the calls, valid whatever the texts hold
/// (ill-formed UTF-8 becomes U+FFFD). Calls must nest properly; that is the caller's job.
class JsonWriter {
public:
    /// Brackets and what stands in them. Commas are written where they belong; inside an object each value follows a
    /// key(), inside an array none does.
    void beginObject() { open('{'); }
    void endObject() { close('}'); }
    void beginArray() { open('['); }
    void endArray() { close(']'); }
    /// The name of the member whose value comes next. A name that stands there twice is written twice.
    void key(std::string_view name);

    /// A text, quoted and escaped; ill-formed UTF-8 is repaired. O(bytes).
    void value(std::string_view text);
    void value(const char* text) { value(std::string_view(text)); }
    void value(bool flag) { raw(flag ? "true" : "false"); }
    /// All digits: readers that make a double of it lose some above 2^53.
    void value(std::int64_t number) { raw(std::to_string(number)); }
    void value(std::uint64_t number) { raw(std::to_string(number)); }
    void value(double number); ///< shortest text that reads back; null for NaN and infinities
    void null() { raw("null"); }
    /// A number that is already text, such as exact microseconds. Nothing is checked.
    void number(std::string_view text) { raw(text); }
    /// JSON text from a file: taken over if it is valid JSON of at most 64 levels, else written as a string.
    void json(std::string_view text);
    /// A line break, for documents that people also look into. Only between values.
    void newLine() { m_pendingBreak = true; }

    /// A key and its value: any type that value() takes.
    template <typename T> void member(std::string_view name, const T& content)
    {
        key(name);
        value(content);
    }

    /// `[...]` of what `write` writes of each of `list`; without it of its values.
    template <typename List, typename Write> void array(const List& list, const Write& write)
    {
        beginArray();
        for (const auto& each : list)
            write(each);
        endArray();
    }
    template <typename List> void array(const List& list)
    {
        array(list, [this](const auto& each) { this->value(each); });
    }
    /// `[{...},...]`, an object a line, with the members that `write` writes of each of `list`.
    template <typename List, typename Write> void objects(const List& list, const Write& write)
    {
        array(list, [&](const auto& each) {
            newLine();
            beginObject();
            write(each);
            endObject();
        });
    }

    /// What was written since the last take(), UTF-8; a document once all brackets are closed. Valid until the next
    /// call.
    [[nodiscard]] const std::string& text() const { return m_text; }
    /// What was written since the last call; the document goes on.
    [[nodiscard]] std::string take() { return std::exchange(m_text, {}); }

private:
    void open(char bracket);
    void close(char bracket);
    void raw(std::string_view text);
    void separate();
    void quote(std::string_view text);

    std::string m_text;
    bool m_needsComma = false;
    bool m_pendingBreak = false;
};

} // namespace kinetoscope
