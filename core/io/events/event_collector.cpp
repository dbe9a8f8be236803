// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/events/event_collector.h"

#include "core/base/release.h"
#include "core/io/bytes/byte_scan.h"
#include "core/io/trace_loader.h"

#include <algorithm>
#include <limits>

namespace kinetoscope {

namespace {

constexpr std::uint32_t kUnmapped = 0xffff'ffffu;
constexpr std::size_t kBytesPerEvent = 256; ///< of text: what room is made for

std::size_t bytesOf(const EventBatch& events)
{
    constexpr std::size_t kRow =
        sizeof(Timestamp) + sizeof(char) + 2 * sizeof(std::uint16_t) + 5 * sizeof(std::uint32_t);
    return events.size() * kRow + events.args.size() * sizeof(EventBatch::ArgValue)
        + events.counters.size() * sizeof(EventBatch::CounterValue)
        + events.metadata.size() * sizeof(EventBatch::MetadataValue);
}

/// Ids of one batch to ids of the whole trace.
class StringRemap {
public:
    StringRemap(const StringPool& from, StringPool& to)
        : m_from(&from)
        , m_to(&to)
        , m_map(from.size(), kUnmapped)
    {
    }
    StringId operator()(StringId id)
    {
        std::uint32_t& mapped = m_map[id.index()];
        if (mapped == kUnmapped)
            mapped = m_to->intern(m_from->view(id)).value;
        return StringId { mapped };
    }

private:
    const StringPool* m_from;
    StringPool* m_to;
    std::vector<std::uint32_t> m_map;
};

} // namespace

EventCollector::EventCollector(const LoadLimits& limits, const std::stop_token& stop)
    : m_elements(limits, stop)
    , m_writer(limits)
{
    m_parsed.categories.push_back(StringId { 0u });
    m_categoryByString.emplace(0u, CategoryId { 0 });
}

void EventCollector::add(const TextBlock& block, SpeculativeParse parse)
{
    m_document.keepHead(block.begin(), block.end());
    const bool isProven =
        parse.isPresent && m_carry.empty() && m_document.inEventArray() && m_state == ArrayState::AfterComma;
    if (isProven) {
        take(std::move(parse.batch));
        m_state = parse.outcome.state;
        const char* const next = parse.outcome.next;
        if (parse.outcome.stop == ElementReader::Stop::ArrayEnd) {
            m_document.leaveEventArray();
            readText(next, block.end(), block.offset + static_cast<std::uint64_t>(next - block.begin()), block.isLast);
        } else if (parse.outcome.stop == ElementReader::Stop::NeedMore) {
            m_carry.assign(next, block.end());
        }
        return;
    }
    if (m_carry.empty()) {
        readText(block.begin(), block.end(), block.offset, block.isLast);
        return;
    }
    std::string joined;
    joined.swap(m_carry);
    const std::uint64_t offset = block.offset - joined.size();
    const std::size_t size = joined.size() + block.size;
    joined.reserve(size + kScanPadding);
    joined.append(block.begin(), block.size);
    joined.append(kScanPadding, '\0');
    readText(joined.data(), joined.data() + size, offset, block.isLast);
}

void EventCollector::readText(const char* begin, const char* end, std::uint64_t offset, bool isFinal)
{
    const char* p = begin;
    const auto offsetOf = [&](const char* at) { return offset + static_cast<std::uint64_t>(at - begin); };
    // Room as for ordinary events, but after an array that ended only for twice as many: a text may hold many arrays.
    std::size_t expected = static_cast<std::size_t>(end - begin) / kBytesPerEvent;
    while (p < end || (isFinal && m_document.inEventArray())) {
        if (!m_document.inEventArray()) {
            p = m_document.read(p, end, offsetOf(p), m_parsed.report);
            if (m_document.inEventArray())
                m_state = ArrayState::AfterOpen;
            continue;
        }
        expected = std::min(expected, static_cast<std::size_t>(end - p) / kBytesPerEvent);
        m_writer.begin(offsetOf(p), expected + 16);
        const ElementReader::Outcome outcome = m_elements.read(p, end, offsetOf(p), m_state, isFinal, m_writer);
        expected = 2 * m_writer.size();
        take(m_writer.take());
        m_state = outcome.state;
        p = outcome.next;
        if (outcome.stop == ElementReader::Stop::ArrayEnd) {
            m_document.leaveEventArray();
        } else {
            if (outcome.stop == ElementReader::Stop::NeedMore)
                m_carry.assign(p, end);
            return;
        }
    }
}

void EventCollector::take(ParsedBatch batch)
{
    m_parsed.report.merge(batch.report);
    EventBatch& events = batch.events;
    if (events.size() == 0)
        return;
    StringRemap strings(batch.strings, m_parsed.strings);
    std::vector<std::uint32_t> categories(batch.categories.size(), kUnmapped);
    std::vector<std::uint32_t> places(batch.places.size(), kUnmapped);
    const auto categoryOf = [&](CategoryId id) {
        if (categories[id] == kUnmapped) {
            const StringId text = strings(batch.categories[id]);
            CategoryId mapped = 0;
            if (const auto it = m_categoryByString.find(text.value); it != m_categoryByString.end()) {
                mapped = it->second;
            } else if (m_parsed.categories.size() <= std::numeric_limits<CategoryId>::max()) {
                mapped = static_cast<CategoryId>(m_parsed.categories.size());
                m_parsed.categories.push_back(text);
                m_categoryByString.emplace(text.value, mapped);
            }
            categories[id] = mapped;
        }
        return static_cast<CategoryId>(categories[id]);
    };
    const auto placeOf = [&](std::uint32_t id) {
        if (places[id] == kUnmapped) {
            EventPlace place = batch.places[id];
            place.pid = strings(place.pid);
            place.tid = strings(place.tid);
            const auto [it, isNew] =
                m_placeIndex.try_emplace(place, static_cast<std::uint32_t>(m_parsed.places.size()));
            if (isNew)
                m_parsed.places.push_back(place);
            places[id] = it->second;
        }
        return places[id];
    };
    for (std::size_t row = 0; row < events.size(); ++row) {
        events.name[row] = strings(events.name[row]);
        events.category[row] = categoryOf(events.category[row]);
        events.place[row] = placeOf(events.place[row]);
    }
    for (EventBatch::ArgValue& arg : events.args) {
        if (arg.key == ArgKey::CollectiveName || arg.key == ArgKey::ProcessGroup)
            arg.integer = strings(StringId { static_cast<std::uint32_t>(arg.integer) }).value;
    }
    for (EventBatch::CounterValue& counter : events.counters)
        counter.series = strings(counter.series);
    for (EventBatch::MetadataValue& metadata : events.metadata)
        metadata.text = strings(metadata.text);
    for (EventBatch::LongValue& link : events.longLinks) {
        const char phase = events.phase[link.row];
        const bool isText = link.value <= -2 && usesIdText(phase);
        if (isText)
            link.value = -2 - std::int64_t { strings(StringId { static_cast<std::uint32_t>(-2 - link.value) }).value };
    }
    keep(batch);
    // Millions of objects without a phase ("{}") are a third of their own text otherwise.
    if (std::ranges::all_of(events.phase, [](char phase) { return phase <= '\x01'; })) {
        release(events.duration32);
        release(events.place);
        release(events.link);
    }
    events.firstEvent = static_cast<EventIndex>(m_events);
    m_events += events.size();
    m_memoryBytes += bytesOf(events);
    m_parsed.batches.push_back(std::move(events));
}

/// Hands the kept arguments of a batch on: their ids become those of the whole trace.
void EventCollector::keep(const ParsedBatch& batch)
{
    std::vector<StringId> ids(batch.keptTexts ? batch.keptTexts->size() : 0);
    std::vector<bool> isKnown(ids.size(), false);
    const std::size_t before = m_kept.memoryBytes();
    for (const ParsedBatch::KeptText& kept : batch.kept) {
        const auto event = static_cast<EventIndex>(m_events + kept.row);
        if (!kept.text.isValid()) {
            m_kept.append(event, StringId {});
            continue;
        }
        if (!isKnown[kept.text.index()]) {
            ids[kept.text.index()] = m_kept.idOf(batch.keptTexts->view(kept.text), event);
            isKnown[kept.text.index()] = true;
        }
        m_kept.append(event, ids[kept.text.index()]);
    }
    for (const ParsedBatch::KeptSequence& kept : batch.sequences)
        m_kept.appendSequence(static_cast<EventIndex>(m_events + kept.row), kept.sequence);
    if (batch.hasShapes)
        m_kept.noteShapes();
    m_memoryBytes += m_kept.memoryBytes() - before;
}

/// The last element was lost because no more text came: it stays lost, but was no damage.
void EventCollector::forgetCutEvent()
{
    if (!m_document.inEventArray() || m_state != ArrayState::Resync || m_parsed.batches.empty())
        return;
    const EventBatch& last = m_parsed.batches.back();
    const std::uint64_t offset = last.textBase + last.textOffset.back();
    ImportReport::Entry& damage = m_parsed.report.problems[static_cast<std::size_t>(Problem::DamagedEvent)];
    const auto forgotten =
        std::erase_if(damage.examples, [offset](const auto& example) { return example.offset == offset; });
    if (forgotten == 0 && damage.count <= ImportReport::kMaxExamples)
        return; // it was lost to something else
    ++m_parsed.report.cutByLimit;
    if (--damage.count == 0)
        damage = {};
}

ParsedEvents EventCollector::finish(std::uint64_t textBytes, bool isCutByLimit)
{
    if (isCutByLimit)
        forgetCutEvent();
    m_document.finish(textBytes, isCutByLimit, m_parsed.report);
    m_parsed.report.events = m_events;
    m_parsed.report.textBytes = textBytes;
    m_parsed.integerMicroseconds = !m_parsed.report.hasFractionalTimes;
    return std::move(m_parsed);
}

} // namespace kinetoscope
