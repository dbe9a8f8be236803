// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/events/event_scanner.h"

#include "core/base/ascii.h"
#include "core/base/text.h"
#include "core/io/bytes/byte_scan.h"
#include "core/io/events/argument_keeper.h"

namespace kinetoscope {

namespace {

/// End of a number token of the JSON grammar at p, nullptr if it is none. The token must be followed by something else
/// inside the buffer: a number that touches the end may be cut.
const char* numberEnd(const char* p, const char* end)
{
    if (*p == '-')
        ++p;
    if (!isDigit(*p))
        return nullptr;
    if (*p == '0' && isDigit(p[1]))
        return nullptr;
    while (p < end && isDigit(*p))
        ++p;
    if (p < end && *p == '.') {
        ++p;
        if (p >= end || !isDigit(*p))
            return nullptr;
        while (p < end && isDigit(*p))
            ++p;
    }
    if (p < end && (*p == 'e' || *p == 'E')) {
        ++p;
        if (p < end && (*p == '+' || *p == '-'))
            ++p;
        if (p >= end || !isDigit(*p))
            return nullptr;
        while (p < end && isDigit(*p))
            ++p;
    }
    return p < end ? p : nullptr;
}

/// End of true, false or null at p, nullptr if it is none of them.
const char* literalEnd(const char* p, const char* end)
{
    const std::string_view rest(p, static_cast<std::size_t>(end - p));
    if (rest.starts_with("true") || rest.starts_with("null"))
        return p + 4;
    return rest.starts_with("false") ? p + 5 : nullptr;
}

/// What one value was; the text without quotes.
struct ScannedValue {
    enum class Kind : std::uint8_t { Declined, String, Number, Literal, Container } kind = Kind::Declined;
    std::string_view text;
    const char* next = nullptr;
};

/// Reads the value at p. `wanted`: its text will be used, so it must be plain.
ScannedValue readValue(const char* p, const char* end, bool wanted, std::size_t maxDepth)
{
    if (*p == '"') {
        const char* const begin = p + 1;
        const char* close = nullptr;
        if (wanted) {
            StringFacts facts;
            close = findStringEnd(begin, end, facts);
            if (close >= end || facts.hasEscape || facts.hasControl)
                return {};
        } else {
            close = skipString(begin, end);
            if (close >= end)
                return {};
        }
        return { ScannedValue::Kind::String, { begin, static_cast<std::size_t>(close - begin) }, close + 1 };
    }
    if (*p == '{' || *p == '[') {
        const char* const next = skipContainer(p, end, maxDepth);
        if (!next)
            return {};
        return { ScannedValue::Kind::Container, { p, static_cast<std::size_t>(next - p) }, next };
    }
    if (const char* next = numberEnd(p, end))
        return { ScannedValue::Kind::Number, { p, static_cast<std::size_t>(next - p) }, next };
    if (const char* next = literalEnd(p, end))
        return { ScannedValue::Kind::Literal, { p, static_cast<std::size_t>(next - p) }, next };
    return {};
}

/// Walks the members of the object whose '{' is at p. `member(key, value begin)` returns the byte behind the value or
/// nullptr.
template <typename Member> const char* walkObject(const char* p, const char* end, Member member)
{
    p = skipWhiteSpace(p + 1, end);
    if (p < end && *p == '}')
        return p + 1;
    while (p < end && *p == '"') {
        StringFacts facts;
        const char* const keyBegin = p + 1;
        const char* const keyEnd = findStringEnd(keyBegin, end, facts);
        if (keyEnd >= end || facts.hasEscape || facts.hasControl)
            return nullptr;
        p = keyEnd + 1;
        if (*p != ':') {
            p = skipWhiteSpace(p, end);
            if (p >= end || *p != ':')
                return nullptr;
        }
        ++p;
        if (*p == ' ')
            ++p;
        p = skipWhiteSpace(p, end);
        if (p >= end)
            return nullptr;
        p = member(std::string_view(keyBegin, static_cast<std::size_t>(keyEnd - keyBegin)), p);
        if (!p)
            return nullptr;
        if (*p != ',') {
            p = skipWhiteSpace(p, end);
            if (p >= end)
                return nullptr;
            if (*p == '}')
                return p + 1;
            if (*p != ',')
                return nullptr;
        }
        p = skipWhiteSpace(p + 1, end);
    }
    return nullptr;
}

/// Remembers where a list of what an op was called with stands. Of a key given twice the last counts.
void takeInputs(std::string_view key, std::string_view list, RawEvent& event)
{
    const std::optional<std::size_t> which = inputListOf(key);
    if (!which || !list.starts_with('[')) {
        event.hasCollectiveFacts = event.hasCollectiveFacts || isCollectiveFact(key);
        return;
    }
    if (!event.hasInputs)
        event.inputs.fill({});
    event.hasInputs = true;
    event.inputs[*which] = list;
}

/// One member of `args`. Only the wanted keys are read; a wanted key with a container or literal is passed over, one
/// given twice is the decoder's.
const char* readArgument(std::string_view key, const char* p, const char* end, std::size_t maxDepth, RawEvent& event)
{
    const Field field = argumentField(key);
    const bool wanted = field != Field::None;
    if (wanted && event.has(field))
        return nullptr;
    const ScannedValue value = readValue(p, end, wanted, maxDepth);
    if (!wanted) {
        if (value.kind == ScannedValue::Kind::Container)
            takeInputs(key, value.text, event);
        else
            event.hasCollectiveFacts = event.hasCollectiveFacts || isCollectiveFact(key);
    }
    if (!wanted || value.kind == ScannedValue::Kind::Declined)
        return value.next;
    if (field == Field::CollectiveName || field == Field::ProcessGroup) {
        if (value.kind != ScannedValue::Kind::String) {
            event.hasCollectiveFacts = true;
            return value.next;
        }
        (field == Field::CollectiveName ? event.collectiveName : event.processGroup) = value.text;
        event.seen |= bitOf(field);
    } else if (value.kind == ScannedValue::Kind::Number || value.kind == ScannedValue::Kind::String) {
        takeNumber(event, field, value.text);
    }
    return value.next;
}

const char* readTopLevel(std::string_view key, const char* p, const char* end, std::size_t maxDepth, RawEvent& event)
{
    const Field field = topLevelField(key);
    if (field == Field::None)
        return readValue(p, end, false, maxDepth - 1).next;
    if (event.has(field) || field == Field::Id2 || field == Field::Scope)
        return nullptr;
    if (field == Field::Args) {
        if (*p != '{')
            return nullptr;
        const char* const next = walkObject(p, end, [&](std::string_view argument, const char* at) {
            return readArgument(argument, at, end, maxDepth - 2, event);
        });
        if (!next)
            return nullptr;
        event.argsText = { p, static_cast<std::size_t>(next - p) };
        event.seen |= bitOf(field);
        return next;
    }
    const ScannedValue value = readValue(p, end, true, maxDepth - 1);
    const bool isString = value.kind == ScannedValue::Kind::String;
    if (!isString && value.kind != ScannedValue::Kind::Number)
        return nullptr;
    switch (field) {
    case Field::Ts:
    case Field::Dur:
        takeNumber(event, field, value.text);
        return value.next;
    case Field::Pid:
        event.pid = value.text;
        break;
    case Field::Tid:
        event.tid = value.text;
        break;
    case Field::Id:
        event.id = value.text;
        break;
    case Field::BindPoint:
        event.bindPoint = value.text.size() == 1 ? value.text.front() : '\0';
        break;
    default:
        if (!isString)
            return nullptr;
        (field == Field::Name ? event.name : field == Field::Category ? event.category : event.phase) = value.text;
        break;
    }
    event.seen |= bitOf(field);
    return value.next;
}

} // namespace

const char* scanEvent(const char* begin, const char* end, std::size_t maxDepth, RawEvent& event)
{
    event.clear();
    if (maxDepth < 3)
        return nullptr;
    const char* const next = walkObject(
        begin, end, [&](std::string_view key, const char* at) { return readTopLevel(key, at, end, maxDepth, event); });
    if (!next)
        return nullptr;
    // Of counters and metadata every argument is wanted, whatever its key.
    if (event.has(Field::Args) && event.argsText.size() > 2 && event.has(Field::Phase)
        && (event.phase == "C" || event.phase == "M"))
        return nullptr;
    // In keys and in what nobody wants, too: one rule says which events hold bad UTF-8 and are counted as repaired.
    event.isScanned = true;
    return isValidUtf8({ begin, static_cast<std::size_t>(next - begin) }) ? next : nullptr;
}

} // namespace kinetoscope
