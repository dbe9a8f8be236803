// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/events/document_reader.h"

#include "core/io/bytes/byte_scan.h"
#include "core/io/json/json_tree.h"

#include <algorithm>
#include <string_view>

namespace kinetoscope {

namespace {

constexpr std::string_view kWanted = "\"traceEvents\"";
constexpr std::size_t kHeadBytes = 262; // to the magic of a tar archive

} // namespace

void DocumentReader::keepHead(const char* begin, const char* end)
{
    m_head.append(begin, std::min(kHeadBytes - m_head.size(), static_cast<std::size_t>(end - begin)));
}

const char* DocumentReader::read(const char* begin, const char* end, std::uint64_t offset, ImportReport& report)
{
    const char* p = begin;
    while (p < end && !m_inArray) {
        step(*p, offset + static_cast<std::uint64_t>(p - begin), report);
        ++p;
    }
    return p;
}

bool DocumentReader::hasKey(std::string_view key) const
{
    return std::ranges::any_of(m_entries, [key](const auto& entry) { return entry.first == key; });
}

void DocumentReader::leaveEventArray()
{
    m_inArray = false;
    m_state = m_shape == Shape::BareArray ? State::Done : m_isDamaged ? State::Search : State::AfterValue;
    m_matched = 0;
}

void DocumentReader::enterArray(std::uint64_t at, ImportReport& report)
{
    if (m_arrays > 0)
        report.note(Problem::RepeatedEventArray, at);
    ++m_arrays;
    m_inArray = true;
}

/// The text in front of (or behind) the events is no JSON: only the events matter from here.
void DocumentReader::damage(std::uint64_t at, ImportReport& report)
{
    report.note(m_arrays == 0 ? Problem::DamagedPreamble : Problem::DamagedTrailer, at, m_key);
    m_isDamaged = true;
    m_state = State::Search;
    m_matched = 0;
}

void DocumentReader::keep(char c)
{
    if (m_value.size() < kMaxValueBytes && m_keptBytes < kMaxAllBytes) {
        m_value.push_back(c);
        ++m_keptBytes;
    }
}

void DocumentReader::endValue()
{
    if (m_key != "traceEvents")
        m_entries.emplace_back(std::move(m_key), std::move(m_value));
    m_key.clear();
    m_value.clear();
    m_state = State::AfterValue;
}

void DocumentReader::step(char c, std::uint64_t at, ImportReport& report)
{
    switch (m_state) {
    case State::Start:
        stepStart(c, at, report);
        return;
    case State::ExpectKey:
        stepExpectKey(c, at, report);
        return;
    case State::InKey:
        stepKey(c);
        return;
    case State::ExpectColon:
        if (c == ':')
            m_state = State::ExpectValue;
        else if (!isJsonSpace(c))
            damage(at, report);
        return;
    case State::ExpectValue:
        if (!isJsonSpace(c))
            stepValueStart(c, at, report);
        return;
    case State::InString:
        keep(c);
        if (m_escape)
            m_escape = false;
        else if (c == '\\')
            m_escape = true;
        else if (c == '"')
            endValue();
        return;
    case State::InScalar:
        if (c == ',' || c == '}' || isJsonSpace(c)) {
            endValue();
            if (!isJsonSpace(c))
                stepAfterValue(c, at, report);
        } else if (c == '{' || c == '[' || c == '"' || c == ':') {
            damage(at, report);
        } else {
            keep(c);
        }
        return;
    case State::InContainer:
        keep(c);
        stepContainer(c);
        return;
    case State::AfterValue:
        if (!isJsonSpace(c))
            stepAfterValue(c, at, report);
        return;
    case State::Done:
        if (!isJsonSpace(c) && !m_notedSecond) {
            m_notedSecond = true;
            report.note(c == '\0' ? Problem::NulBytes : Problem::SecondDocument, at, std::string_view(&c, 1));
        }
        return;
    case State::Search:
    case State::SearchColon:
    case State::SearchBracket:
        stepSearch(c);
        if (m_inArray) {
            m_inArray = false;
            enterArray(at, report);
        }
        return;
    }
}

void DocumentReader::stepStart(char c, std::uint64_t at, ImportReport& report)
{
    constexpr std::string_view kBom = "\xEF\xBB\xBF";
    if (at < kBom.size() && m_bomBytes == static_cast<int>(at) && c == kBom[at]) {
        ++m_bomBytes;
        return;
    }
    if (isJsonSpace(c))
        return;
    m_shape = c == '{' ? Shape::Object : c == '[' ? Shape::BareArray : Shape::NoJson;
    if (c == '[')
        enterArray(at, report);
    else if (c == '{')
        m_state = State::ExpectKey;
    else
        damage(at, report);
}

void DocumentReader::stepExpectKey(char c, std::uint64_t at, ImportReport& report)
{
    if (isJsonSpace(c))
        return;
    if (c == '"') {
        m_key.clear();
        m_state = State::InKey;
        m_escape = false;
    } else if (c == '}') {
        m_state = State::Done;
    } else {
        damage(at, report);
    }
}

void DocumentReader::stepKey(char c)
{
    if (c == '"' && !m_escape) {
        m_state = State::ExpectColon;
        ++m_keyCount;
        if (m_key.find('\\') != std::string::npos)
            m_key = unescapedJson(m_key);
        return;
    }
    m_escape = c == '\\' && !m_escape;
    if (m_key.size() < 4096)
        m_key.push_back(c);
}

void DocumentReader::stepValueStart(char c, std::uint64_t at, ImportReport& report)
{
    m_value.clear();
    if (m_key == "traceEvents" && c == '[') {
        m_key.clear();
        enterArray(at, report);
        return;
    }
    if (m_key == "traceEvents")
        report.note(Problem::WrongType, at, "traceEvents is not an array");
    keep(c);
    m_escape = false;
    if (c == '"') {
        m_state = State::InString;
    } else if (c == '{' || c == '[') {
        m_state = State::InContainer;
        m_depth = 1;
        m_inInnerString = false;
    } else if (c == ',' || c == '}' || c == ']' || c == ':') {
        damage(at, report);
    } else {
        m_state = State::InScalar;
    }
}

void DocumentReader::stepContainer(char c)
{
    if (m_inInnerString) {
        if (m_escape)
            m_escape = false;
        else if (c == '\\')
            m_escape = true;
        else if (c == '"')
            m_inInnerString = false;
        return;
    }
    if (c == '"')
        m_inInnerString = true;
    else if (c == '{' || c == '[')
        ++m_depth;
    else if ((c == '}' || c == ']') && --m_depth == 0)
        endValue();
}

void DocumentReader::stepAfterValue(char c, std::uint64_t at, ImportReport& report)
{
    if (c == ',') {
        m_state = State::ExpectKey;
    } else if (c == '}') {
        m_state = State::Done;
    } else {
        damage(at, report);
    }
}

/// `"traceEvents"`, colon, bracket, with white space between. The text is short and has no repeated prefix but the
/// quote.
void DocumentReader::stepSearch(char c)
{
    if (m_state == State::SearchColon) {
        if (c == ':')
            m_state = State::SearchBracket;
        else if (!isJsonSpace(c))
            m_state = State::Search;
    } else if (m_state == State::SearchBracket) {
        if (c == '[') {
            m_inArray = true;
            m_state = State::Search;
            m_isDamaged = false; // the object's own members follow behind the array
            if (m_shape != Shape::BareArray)
                m_shape = Shape::Object;
        } else if (!isJsonSpace(c)) {
            m_state = State::Search;
        }
    } else if (c == kWanted[m_matched]) {
        if (++m_matched == kWanted.size()) {
            m_matched = 0;
            m_state = State::SearchColon;
        }
    } else {
        m_matched = c == '"' ? 1 : 0;
    }
}

void DocumentReader::finish(std::uint64_t textBytes, bool isCutByLimit, ImportReport& report)
{
    if (m_shape == Shape::Object && m_state != State::Done && m_state != State::Search && !m_inArray) {
        m_isTruncated = true;
        if (m_arrays > 0 && !isCutByLimit)
            report.note(Problem::Truncated, textBytes, "the file ends before the last '}'");
    } else if (m_inArray && m_shape == Shape::Object) {
        m_isTruncated = true;
        if (!isCutByLimit)
            report.note(Problem::Truncated, textBytes, "the file ends inside traceEvents");
    }
}

} // namespace kinetoscope
