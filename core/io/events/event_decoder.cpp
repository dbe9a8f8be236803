// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/events/event_decoder.h"

#include "core/io/bytes/byte_scan.h"
#include "core/io/events/argument_keeper.h"
#include "core/io/json/json_repair.h"
#include "core/io/json/json_text_stream.h"

#include <rapidjson/reader.h>

#include <deque>
#include <limits>

namespace kinetoscope {

/// SAX handler that fills a RawEvent. Depth 1 is inside the event, depth 2 inside args (or id2).
struct EventDecoder::Handler : rapidjson::BaseReaderHandler<rapidjson::UTF8<>, EventDecoder::Handler> {
    RawEvent* event = nullptr;
    std::vector<Problem>* problems = nullptr;
    const JsonTextStream* stream = nullptr;
    std::deque<std::string> texts; ///< stable addresses for the views in the event
    std::size_t maxDepth = 0;
    std::size_t depth = 0;
    Field field = Field::None;    ///< whose value comes next, at depth 1
    Field argument = Field::None; ///< whose value comes next, inside args
    bool inArgs = false;
    bool inId2 = false;
    bool isIdFromId2 = false;
    std::uint32_t given = 0; ///< bitOf(Field) of the keys that came, whatever their values
    std::string id2Key;      ///< whose value comes next
    std::string takenId2Key; ///< of which event->id is the value
    bool isTooDeep = false;
    std::size_t argsBegin = 0;
    std::string_view scope;

    void reset(RawEvent& target, std::vector<Problem>& notes, const JsonTextStream& source)
    {
        event = &target;
        problems = &notes;
        stream = &source;
        texts.clear();
        depth = 0;
        field = argument = Field::None;
        inArgs = inId2 = isIdFromId2 = isTooDeep = false;
        given = 0;
        argsBegin = 0;
        scope = {};
    }
    std::string_view keep(const char* text, std::size_t size) { return texts.emplace_back(text, size); }

    bool enter()
    {
        if (depth >= maxDepth) {
            isTooDeep = true;
            return false;
        }
        ++depth;
        return true;
    }
    bool StartObject()
    {
        if (depth == 1 && field == Field::Args) {
            inArgs = true;
            argsBegin = stream->Tell(); // the iterative parser calls before it takes the bracket
        } else if (depth == 1 && field == Field::Id2) {
            inId2 = true;
        } else {
            wrongType();
        }
        return enter();
    }
    bool EndObject(rapidjson::SizeType)
    {
        --depth;
        if (depth == 1 && inArgs) {
            inArgs = false;
            event->argsText = stream->text().substr(argsBegin, stream->Tell() + 1 - argsBegin);
            event->seen |= bitOf(Field::Args);
        }
        if (depth == 1)
            inId2 = false;
        done();
        return true;
    }
    bool StartArray()
    {
        wrongType();
        return enter();
    }
    bool EndArray(rapidjson::SizeType)
    {
        --depth;
        done();
        return true;
    }
    bool Key(const char* text, rapidjson::SizeType size, bool)
    {
        const std::string_view key(text, size);
        if (depth == 1) {
            field = topLevelField(key);
            comesAgain(field);
        } else if (depth == 2 && inArgs) {
            argument = argumentField(key);
            comesAgain(argument);
            event->hasInputs = event->hasInputs || inputListOf(key);
            event->hasCollectiveFacts = event->hasCollectiveFacts || isCollectiveFact(key);
        } else if (depth == 2 && inId2) {
            id2Key = key;
        }
        return true;
    }
    bool takeScalar(std::string_view text, bool isString)
    {
        if (depth == 1)
            takeText(text, isString);
        else if (depth == 2 && inArgs)
            takeArgument(text, isString);
        else if (depth == 2 && inId2)
            takeId2(text);
        done();
        return true;
    }
    bool String(const char* text, rapidjson::SizeType size, bool) { return takeScalar({ text, size }, true); }
    bool RawNumber(const char* text, rapidjson::SizeType size, bool) { return takeScalar({ text, size }, false); }
    bool Null()
    {
        done(); // as if the key were absent
        return true;
    }
    bool Bool(bool)
    {
        wrongType();
        done();
        return true;
    }
    bool Default()
    {
        done();
        return true;
    }

    /// Of a key given twice the last value counts, whatever it is, as in JavaScript and Python.
    void comesAgain(Field key)
    {
        if (key == Field::None)
            return;
        if (given & bitOf(key)) {
            problems->push_back(Problem::DuplicateKey);
            forgetKey(key);
        }
        given |= bitOf(key);
        if (key == Field::Id && isIdFromId2) // `id` counts before id2, wherever it stands
            forgetKey(Field::Id2);
    }
    void forgetKey(Field key)
    {
        if (key == Field::Args)
            given &= ~kArgumentFields;
        if (key == Field::Scope)
            scope = {};
        const bool isShared = key == Field::Id || key == Field::Id2;
        if (!isShared || isIdFromId2 == (key == Field::Id2)) {
            forget(*event, key == Field::Id2 ? Field::Id : key);
            isIdFromId2 = isIdFromId2 && !isShared;
        }
    }
    void done()
    {
        if (depth == 1)
            field = Field::None;
        else if (depth == 2)
            argument = Field::None;
    }
    /// A container or a truth value where a text or number should be.
    void wrongType()
    {
        if (depth != 1 || field == Field::None || field == Field::Args || field == Field::Id2) {
            if (depth == 1 && field == Field::Args)
                problems->push_back(Problem::WrongType);
            return;
        }
        problems->push_back(Problem::WrongType);
        if (field == Field::Ts || field == Field::Dur)
            takeNumber(*event, field, "-");
    }
    void takeId(std::string_view text)
    {
        event->id = keep(text.data(), text.size());
        event->seen |= bitOf(Field::Id);
    }
    /// The first of `local` and `global`; of the same twice the last.
    void takeId2(std::string_view text)
    {
        if (event->has(Field::Id) && !(isIdFromId2 && id2Key == takenId2Key))
            return;
        takeId(text);
        isIdFromId2 = true;
        takenId2Key = id2Key;
    }
    void takeText(std::string_view text, bool isString)
    {
        switch (field) {
        case Field::Ts:
        case Field::Dur:
            takeNumber(*event, field, text);
            return;
        case Field::Name:
            event->name = keep(text.data(), text.size());
            break;
        case Field::Category:
            event->category = keep(text.data(), text.size());
            break;
        case Field::Phase:
            if (!isString) {
                problems->push_back(Problem::WrongType);
                return;
            }
            event->phase = keep(text.data(), text.size());
            break;
        case Field::Pid:
            event->pid = keep(text.data(), text.size());
            break;
        case Field::Tid:
            event->tid = keep(text.data(), text.size());
            break;
        case Field::Id:
            takeId(text);
            return;
        case Field::Scope:
            scope = keep(text.data(), text.size());
            return;
        case Field::BindPoint:
            event->bindPoint = text.size() == 1 ? text.front() : '\0';
            break;
        case Field::Args:
            problems->push_back(Problem::WrongType);
            return;
        default:
            return;
        }
        event->seen |= bitOf(field);
    }
    void takeArgument(std::string_view text, bool isString)
    {
        if (argument == Field::CollectiveName || argument == Field::ProcessGroup) {
            if (!isString)
                return;
            (argument == Field::CollectiveName ? event->collectiveName : event->processGroup) =
                keep(text.data(), text.size());
            event->seen |= bitOf(argument);
        } else if (argument != Field::None) {
            takeNumber(*event, argument, text);
        }
    }
    /// Async ids are unique only inside their scope.
    void finish()
    {
        if (scope.empty() || !event->has(Field::Id))
            return;
        std::string joined(scope);
        joined.push_back('\0');
        joined += event->id;
        event->id = keep(joined.data(), joined.size());
    }
};

EventDecoder::EventDecoder(std::size_t maxDepth)
    : m_maxDepth(maxDepth)
    , m_handler(std::make_unique<Handler>())
{
}

EventDecoder::~EventDecoder() = default;

EventDecoder::Outcome EventDecoder::parse(std::string_view text, RawEvent& event)
{
    event.clear();
    JsonTextStream stream(text);
    m_handler->maxDepth = m_maxDepth;
    m_handler->reset(event, m_problems, stream);
    rapidjson::Reader reader;
    constexpr unsigned kFlags = rapidjson::kParseIterativeFlag | rapidjson::kParseNumbersAsStringsFlag
        | rapidjson::kParseStopWhenDoneFlag | rapidjson::kParseValidateEncodingFlag;
    const rapidjson::ParseResult result = reader.Parse<kFlags>(stream, *m_handler);
    if (!result.IsError()) {
        m_handler->finish();
        return { Status::Ok, stream.Tell() };
    }
    if (m_handler->isTooDeep)
        return { Status::TooDeep, 0 };
    return { stream.reachedEnd() ? Status::Incomplete : Status::Damaged, 0 };
}

EventDecoder::Outcome EventDecoder::decode(std::string_view text, RawEvent& event)
{
    m_problems.clear();
    return parse(text, event);
}

EventDecoder::Outcome EventDecoder::decodeDamaged(std::string_view text, RawEvent& event)
{
    m_problems.clear();
    RepairedJson repaired = repairJson(text);
    if (!repaired.problems.empty()) {
        m_repaired = std::move(repaired.text);
        const Outcome outcome = parse(m_repaired, event);
        if (outcome.status == Status::Ok) {
            const std::size_t consumed = repaired.originalPosition(outcome.consumed);
            m_mended = std::string_view(m_repaired).substr(0, outcome.consumed);
            // The object may end before later text that was mended too: count only what belongs to it.
            std::vector<Problem> own;
            for (std::size_t i = 0; i < repaired.problems.size() && i < repaired.marks.size(); ++i) {
                if (repaired.marks[i].first <= outcome.consumed)
                    own.push_back(repaired.problems[i]);
            }
            m_problems.insert(m_problems.end(), own.begin(), own.end());
            return { Status::Ok, consumed };
        }
        m_problems.clear();
    }
    return decodeWithoutArgs(text, event);
}

EventDecoder::Outcome EventDecoder::decodeWithoutArgs(std::string_view text, RawEvent& event)
{
    // Parse once more to learn where args begin; the handler stops inside them or behind them.
    const Outcome first = parse(text, event);
    m_problems.clear();
    if (first.status == Status::Ok) {
        m_mended = text.substr(0, first.consumed);
        return first;
    }
    const std::size_t argsBegin = m_handler->argsBegin;
    const bool stoppedInArgs = m_handler->inArgs;
    if (argsBegin == 0 || !stoppedInArgs)
        return { Status::Damaged, 0 };
    std::string padded(text);
    padded.append(kScanPadding, '\0');
    const char* const begin = padded.data();
    const char* const argsEnd =
        skipContainer(begin + argsBegin, begin + text.size(), std::numeric_limits<std::size_t>::max());
    const Problem cause = first.status == Status::TooDeep ? Problem::TooDeep : Problem::DamagedArgs;
    m_repaired.assign(text.substr(0, argsBegin));
    m_repaired += "{}";
    const std::size_t resumeAt = argsEnd ? static_cast<std::size_t>(argsEnd - begin) : text.size();
    const std::size_t prefix = m_repaired.size();
    if (argsEnd)
        m_repaired += text.substr(resumeAt);
    else
        m_repaired += '}';
    const Outcome second = parse(m_repaired, event);
    if (second.status != Status::Ok) {
        // The brackets inside args did not match: what stood in front of args is still good.
        m_repaired.assign(text.substr(0, argsBegin));
        m_repaired += "{}}";
        m_problems.clear();
        const Outcome third = parse(m_repaired, event);
        if (third.status != Status::Ok || !event.has(Field::Phase) || !event.has(Field::Ts))
            return { Status::Damaged, 0 };
        m_problems.push_back(cause);
        m_mended = std::string_view(m_repaired).substr(0, third.consumed);
        return { Status::Ok, text.size() };
    }
    if (!event.has(Field::Phase))
        return { Status::Damaged, 0 };
    m_problems.push_back(cause);
    m_mended = std::string_view(m_repaired).substr(0, second.consumed);
    return { Status::Ok, argsEnd ? resumeAt + (second.consumed - prefix) : text.size() };
}

} // namespace kinetoscope
