// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/events/batch_writer.h"

#include "core/base/decimal.h"
#include "core/base/release.h"
#include "core/io/json/json_text_stream.h"
#include "core/io/trace_loader.h"
#include "core/model/event_kind.h"

#include <rapidjson/reader.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <limits>

namespace kinetoscope {

namespace {

/// "7" of "7.0": the same number, as programs write it that keep numbers in a column with gaps (pandas). A file that
/// has both means one process.
std::string_view withoutZeroFraction(std::string_view id)
{
    const std::size_t point = id.find('.');
    if (point == std::string_view::npos || point + 1 == id.size())
        return id;
    const std::string_view whole = id.substr(0, point);
    const std::string_view digits = whole.substr(whole.starts_with('-') ? 1 : 0);
    const bool isWhole = !digits.empty() && digits.find_first_not_of("0123456789") == std::string_view::npos
        && id.find_first_not_of('0', point + 1) == std::string_view::npos;
    return isWhole ? whole : id;
}

constexpr std::uint32_t kNoRow = std::numeric_limits<std::uint32_t>::max();
constexpr std::int64_t kLargestStream = std::numeric_limits<std::int32_t>::max();

/// Walks the first level of an args object and hands over its scalars. Bad JSON ends the walk; what came before is
/// kept.
template <typename Scalar> struct ArgsHandler : rapidjson::BaseReaderHandler<rapidjson::UTF8<>, ArgsHandler<Scalar>> {
    explicit ArgsHandler(Scalar callback)
        : scalar(std::move(callback))
    {
    }
    Scalar scalar; ///< (key, text, isString)
    std::string key;
    int depth = 0;

    bool Key(const char* text, rapidjson::SizeType size, bool)
    {
        if (depth == 1)
            key.assign(text, size);
        return true;
    }
    bool String(const char* text, rapidjson::SizeType size, bool)
    {
        if (depth == 1)
            scalar(key, std::string_view(text, size), true);
        return true;
    }
    bool RawNumber(const char* text, rapidjson::SizeType size, bool)
    {
        if (depth == 1)
            scalar(key, std::string_view(text, size), false);
        return true;
    }
    bool StartObject() { return ++depth < 64; }
    bool EndObject(rapidjson::SizeType)
    {
        --depth;
        return true;
    }
    bool StartArray() { return ++depth < 64; }
    bool EndArray(rapidjson::SizeType)
    {
        --depth;
        return true;
    }
};

template <typename Scalar> void walkArgs(std::string_view args, Scalar scalar)
{
    JsonTextStream stream(args);
    ArgsHandler<Scalar> handler(std::move(scalar));
    rapidjson::Reader reader;
    constexpr unsigned kFlags =
        rapidjson::kParseIterativeFlag | rapidjson::kParseNumbersAsStringsFlag | rapidjson::kParseStopWhenDoneFlag;
    (void)reader.Parse<kFlags>(stream, handler).IsError();
}

bool parseDouble(std::string_view text, double& value)
{
    const char* const end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data(), end, value);
    return error == std::errc {} && rest == end;
}

} // namespace

void BatchWriter::begin(std::uint64_t textBase, std::size_t expectedEvents)
{
    m_batch = ParsedBatch {};
    m_categoryByString.clear();
    m_placeIndex.clear();
    release(m_placeOfSeries);
    m_lastCategory.clear();
    m_lastCategoryFacts = {};
    m_lastPid.clear();
    m_lastTid.clear();
    m_lastPidId = m_lastTidId = StringId { 0u };
    m_lastPlace = {};
    EventBatch& events = m_batch.events;
    events.textBase = textBase;
    events.ts.reserve(expectedEvents);
    events.duration32.reserve(expectedEvents);
    events.name.reserve(expectedEvents);
    events.category.reserve(expectedEvents);
    events.phase.reserve(expectedEvents);
    events.flags.reserve(expectedEvents);
    events.place.reserve(expectedEvents);
    events.link.reserve(expectedEvents);
    events.textOffset.reserve(expectedEvents);
}

ParsedBatch BatchWriter::take()
{
    EventBatch& events = m_batch.events;
    events.ts.shrink_to_fit();
    events.duration32.shrink_to_fit();
    events.name.shrink_to_fit();
    events.category.shrink_to_fit();
    events.phase.shrink_to_fit();
    events.flags.shrink_to_fit();
    events.place.shrink_to_fit();
    events.link.shrink_to_fit();
    events.textOffset.shrink_to_fit();
    events.args.shrink_to_fit();
    events.counters.shrink_to_fit();
    events.metadata.shrink_to_fit();
    m_batch.kept.shrink_to_fit();
    return std::move(m_batch);
}

void BatchWriter::addRow(Timestamp ts, char phase, std::uint64_t offset)
{
    EventBatch& events = m_batch.events;
    events.ts.push_back(ts);
    events.phase.push_back(phase);
    events.textOffset.push_back(static_cast<std::uint32_t>(offset - events.textBase));
}

void BatchWriter::addNonObject(std::uint64_t offset)
{
    EventBatch& events = m_batch.events;
    addRow(0, '\0', offset);
    events.duration32.push_back(EventBatch::kNoDuration);
    events.name.push_back(StringId { 0u });
    events.category.push_back(0);
    events.flags.push_back(kRawNoTimestamp | kRawNoCategory | kRawNoPlace);
    events.place.push_back(placeOf(RawEvent {}, false));
    events.link.push_back(EventBatch::kNoLink);
}

void BatchWriter::addLost(std::uint64_t offset)
{
    addNonObject(offset);
    ++m_batch.report.dropped;
}

BatchWriter::CategoryFacts BatchWriter::categoryOf(std::string_view text)
{
    if (text == m_lastCategory && !text.empty())
        return m_lastCategoryFacts;
    const StringId string = m_batch.strings.intern(text);
    auto [it, isNew] = m_categoryByString.try_emplace(string.value);
    if (isNew) {
        // A file with more than 65,535 categories keeps the rest under the missing one: the name still tells.
        if (m_batch.categories.size() <= std::numeric_limits<CategoryId>::max()) {
            it->second.id = string.value == 0 ? CategoryId { 0 } : static_cast<CategoryId>(m_batch.categories.size());
            if (string.value != 0)
                m_batch.categories.push_back(string);
        }
        const EventKind kind = eventKindOf(text);
        it->second.deviceSide = isDeviceSide(kind);
        it->second.isGpuWork = isGpuWork(kind);
        it->second.isLaunchSide = isApiCall(kind) || isGpuWork(kind);
    }
    m_lastCategory = text;
    m_lastCategoryFacts = it->second;
    return it->second;
}

StringId BatchWriter::internText(std::string_view text, std::uint64_t offset)
{
    if (text.size() <= m_limits->stringBytes)
        return m_batch.strings.intern(text);
    m_batch.report.note(Problem::TooLong, offset, text.substr(0, 100));
    std::size_t cut = m_limits->stringBytes;
    while (cut > 0 && (static_cast<unsigned char>(text[cut]) & 0xC0) == 0x80)
        --cut; // not inside a character
    std::string shortened(text.substr(0, cut));
    shortened += "\xE2\x80\xA6";
    return m_batch.strings.intern(shortened);
}

std::uint32_t BatchWriter::placeOf(const RawEvent& event, bool deviceSide)
{
    const std::string_view pid = event.has(Field::Pid) ? event.pid : std::string_view {};
    const std::string_view tid = event.has(Field::Tid) ? event.tid : std::string_view {};
    if (pid != m_lastPid) {
        m_lastPid = pid;
        m_lastPidId = m_batch.strings.intern(withoutZeroFraction(pid));
    }
    if (tid != m_lastTid) {
        m_lastTid = tid;
        m_lastTidId = m_batch.strings.intern(withoutZeroFraction(tid));
    }
    EventPlace place { m_lastPidId, m_lastTidId, -1, -1, deviceSide };
    if (deviceSide) {
        if (event.has(Field::Device) && event.device >= 0) {
            place.device = event.device;
        } else if (const DecimalInteger number = parseInteger(pid); number.isValid && number.value >= 0) {
            place.device = number.value;
        }
        if (event.has(Field::Stream) && event.stream >= 0 && event.stream <= kLargestStream) {
            place.stream = event.stream;
        } else if (const DecimalInteger number = parseInteger(tid);
                   number.isValid && number.value >= 0 && number.value <= kLargestStream) {
            place.stream = number.value;
        }
    }
    if (!m_batch.places.empty() && place == m_lastPlace)
        return m_lastPlaceIndex;
    const auto [it, isNew] = m_placeIndex.try_emplace(place, static_cast<std::uint32_t>(m_batch.places.size()));
    if (isNew)
        m_batch.places.push_back(place);
    m_lastPlace = place;
    m_lastPlaceIndex = it->second;
    return it->second;
}

void BatchWriter::addLink(std::int64_t value)
{
    EventBatch& events = m_batch.events;
    if (value >= 0 && value < std::int64_t { EventBatch::kLongLink }) {
        events.link.push_back(static_cast<std::uint32_t>(value));
        return;
    }
    events.longLinks.push_back({ static_cast<std::uint32_t>(events.link.size()), value });
    events.link.push_back(EventBatch::kLongLink);
}

void BatchWriter::addEvent(const RawEvent& event, std::uint64_t offset)
{
    EventBatch& events = m_batch.events;
    const auto row = static_cast<std::uint32_t>(events.size());
    const bool hasPhase = event.has(Field::Phase) && event.phase.size() == 1 && event.phase.front() > '\x1f';
    const char phase = hasPhase ? event.phase.front() : '\x01';
    std::uint16_t flags = event.flags;
    if (!event.has(Field::Ts))
        flags |= kRawNoTimestamp;
    if (!event.has(Field::Category))
        flags |= kRawNoCategory;
    if (!event.has(Field::Pid) && !event.has(Field::Tid))
        flags |= kRawNoPlace;
    if (event.has(Field::CollectiveName) || event.has(Field::ProcessGroup))
        flags |= kRawCollective;
    if (event.has(Field::Stream) && event.stream >= 0 && event.stream <= kLargestStream)
        flags |= kRawStreamArg;
    if (event.bindPoint == 'e')
        flags |= kRawBindEnclosing;
    m_batch.report.hasFractionalTimes |= event.has(Field::Ts) && event.hasFractionalTs;
    m_batch.report.hasFinerTimes |= event.hasFinerTime;

    const CategoryFacts category = event.has(Field::Category) ? categoryOf(event.category) : CategoryFacts {};
    addRow(event.has(Field::Ts) ? event.ts : 0, phase, offset);
    if (event.has(Field::Name) && event.name.size() > m_limits->stringBytes)
        flags |= kRawRepaired; // cut, and noted by internText
    if (flags & kRawRepaired)
        ++m_batch.report.repaired;
    events.name.push_back(event.has(Field::Name) ? internText(event.name, offset) : StringId { 0u });
    events.category.push_back(category.id);
    events.flags.push_back(flags);
    events.place.push_back(placeOf(event, category.deviceSide));
    if (!event.has(Field::Dur) || (flags & kRawBadDuration) != 0) {
        events.duration32.push_back(EventBatch::kNoDuration);
    } else if (event.dur < Nanoseconds { EventBatch::kLongDuration }) {
        events.duration32.push_back(static_cast<std::uint32_t>(event.dur));
    } else {
        events.longDurations.push_back({ row, event.dur });
        events.duration32.push_back(EventBatch::kLongDuration);
    }
    if (usesIdText(phase) && event.has(Field::Id)) {
        const DecimalInteger id = parseInteger(event.id);
        addLink(id.isValid && id.value >= 0 ? id.value : -2 - std::int64_t { m_batch.strings.intern(event.id).value });
    } else if (!usesIdText(phase) && event.has(Field::Correlation)) {
        addLink(event.correlation);
    } else {
        events.link.push_back(EventBatch::kNoLink);
    }
    if (!event.has(Field::Args))
        return;
    if (phase == 'C')
        addCounters(event.argsText, row, offset);
    else if (phase == 'M')
        addMetadata(event.argsText, row);
    else {
        addArguments(event, category, row);
        keepArguments(event, row);
    }
}

void BatchWriter::keepArguments(const RawEvent& event, std::uint32_t row)
{
    const ArgumentKeeper::Found found = m_keeper.take(event);
    if (found == ArgumentKeeper::Found::Nothing)
        return;
    m_batch.hasShapes = m_batch.hasShapes || m_keeper.hasShapes();
    if (found == ArgumentKeeper::Found::Unread) {
        m_batch.kept.push_back({ row, StringId {} });
        return;
    }
    if (!m_batch.keptTexts)
        m_batch.keptTexts = std::make_unique<StringPool>();
    m_batch.kept.push_back({ row, m_batch.keptTexts->intern(m_keeper.text()) });
    if (const auto sequence = m_keeper.sequence())
        m_batch.sequences.push_back({ row, *sequence });
}

void BatchWriter::addArguments(const RawEvent& event, const CategoryFacts& category, std::uint32_t row)
{
    constexpr std::uint32_t kWanted = bitOf(Field::Stream) | bitOf(Field::Bytes) | bitOf(Field::Bandwidth)
        | bitOf(Field::CollectiveName) | bitOf(Field::ProcessGroup) | bitOf(Field::Sequence) | bitOf(Field::FwdThread)
        | bitOf(Field::WaitOnStream) | bitOf(Field::WaitOnRecordCorrelation) | bitOf(Field::Size);
    std::vector<EventBatch::ArgValue>& args = m_batch.events.args;
    if (category.isLaunchSide && !event.has(Field::Correlation) && event.has(Field::ExternalId))
        args.push_back({ row, ArgKey::ExternalId, event.externalId });
    if ((event.seen & kWanted) == 0)
        return;
    const auto addInteger = [&](Field field, ArgKey key, std::int64_t value) {
        if (event.has(field))
            args.push_back({ row, key, value });
    };
    const auto addText = [&](Field field, ArgKey key, std::string_view text) {
        if (event.has(field))
            args.push_back({ row, key, std::int64_t { m_batch.strings.intern(text).value } });
    };
    addInteger(Field::Stream, ArgKey::Stream, event.stream);
    addInteger(Field::Bytes, ArgKey::Bytes, event.bytes);
    if (!event.has(Field::Bytes) && category.isGpuWork) // copies of MTIA; of a call of ROCm it is what it allocates
        addInteger(Field::Size, ArgKey::Bytes, event.size);
    if (event.has(Field::Bandwidth))
        args.push_back({ row, ArgKey::Bandwidth, std::bit_cast<std::int64_t>(event.bandwidth) });
    addText(Field::CollectiveName, ArgKey::CollectiveName, event.collectiveName);
    addText(Field::ProcessGroup, ArgKey::ProcessGroup, event.processGroup);
    addInteger(Field::Sequence, ArgKey::Sequence, event.sequence);
    addInteger(Field::FwdThread, ArgKey::FwdThread, event.fwdThread);
    addInteger(Field::WaitOnStream, ArgKey::WaitOnStream, event.waitOnStream);
    addInteger(Field::WaitOnRecordCorrelation, ArgKey::WaitOnRecordCorrelation, event.waitOnRecordCorrelation);
}

void BatchWriter::addCounters(std::string_view args, std::uint32_t row, std::uint64_t offset)
{
    std::vector<EventBatch::CounterValue>& counters = m_batch.events.counters;
    const std::size_t first = counters.size();
    bool hasDropped = false;
    std::size_t keys = 0;
    walkArgs(args, [&](const std::string& key, std::string_view text, bool) {
        if (++keys > m_limits->argKeys) // each would be a track
            return;
        double value = 0;
        const StringId series = m_batch.strings.intern(key);
        const bool isNumber = parseDouble(text, value);
        // Of a key given twice the last value counts. Whether one was given is looked up where it stands.
        if (m_placeOfSeries.size() <= series.index())
            m_placeOfSeries.resize(m_batch.strings.size(), 0);
        std::uint32_t& place = m_placeOfSeries[series.index()];
        const bool isAgain = place >= first && place < counters.size() && counters[place].series == series;
        if (isAgain) {
            counters[place].value = value;
            counters[place].row = isNumber ? row : kNoRow;
            hasDropped = hasDropped || !isNumber;
        } else if (isNumber) {
            place = static_cast<std::uint32_t>(counters.size());
            counters.push_back({ row, series, value });
        }
    });
    if (keys > m_limits->argKeys) {
        m_batch.report.note(Problem::TooLong, offset, args.substr(0, 100));
        if ((m_batch.events.flags[row] & kRawRepaired) == 0)
            ++m_batch.report.repaired;
        m_batch.events.flags[row] |= kRawRepaired;
    }
    if (hasDropped) {
        const auto from = counters.begin() + static_cast<std::ptrdiff_t>(first);
        counters.erase(std::remove_if(from, counters.end(),
                           [](const EventBatch::CounterValue& value) { return value.row == kNoRow; }),
            counters.end());
    }
}

void BatchWriter::addMetadata(std::string_view args, std::uint32_t row)
{
    EventBatch::MetadataValue metadata;
    metadata.row = row;
    metadata.text = StringId { 0u };
    walkArgs(args, [&](const std::string& key, std::string_view text, bool) {
        if (key == "name" || key == "labels") {
            metadata.text = m_batch.strings.intern(text.substr(0, m_limits->stringBytes));
        } else if (key == "sort_index") {
            const DecimalInteger number = parseInteger(text);
            metadata.hasNumber = number.isValid;
            metadata.number = number.value;
        }
    });
    m_batch.events.metadata.push_back(metadata);
}

} // namespace kinetoscope
