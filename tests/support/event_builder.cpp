// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/event_builder.h"

#include <algorithm>
#include <cstdlib>
#include <string>

namespace kinetoscope::tests {

namespace {

constexpr Nanoseconds kNoEnd = -1;

std::uint32_t placeIndex(std::vector<EventPlace>& places, const EventPlace& place)
{
    const auto it = std::find(places.begin(), places.end(), place);
    if (it != places.end())
        return static_cast<std::uint32_t>(it - places.begin());
    places.push_back(place);
    return static_cast<std::uint32_t>(places.size() - 1);
}

/// The entries of a by-row column in [first, last), counted from `first`.
template <typename Value>
std::vector<Value> rowsOf(const std::vector<Value>& column, std::size_t first, std::size_t last)
{
    std::vector<Value> result;
    for (Value value : column) {
        if (value.row < first || value.row >= last)
            continue;
        value.row -= static_cast<std::uint32_t>(first);
        result.push_back(value);
    }
    return result;
}

template <typename Value>
std::vector<Value> slicedOf(const std::vector<Value>& column, std::size_t first, std::size_t last)
{
    return { column.begin() + static_cast<std::ptrdiff_t>(first), column.begin() + static_cast<std::ptrdiff_t>(last) };
}

} // namespace

EventBuilder::EventBuilder()
{
    m_parsed.categories.push_back(m_parsed.strings.intern(""));
    m_categories[""] = 0;
    onThread("1", "1");
}

EventBuilder& EventBuilder::onThread(std::string_view pid, std::string_view tid)
{
    EventPlace place;
    place.pid = m_parsed.strings.intern(pid);
    place.tid = m_parsed.strings.intern(tid);
    m_hostPlace = placeIndex(m_parsed.places, place);
    m_onStream = false;
    return *this;
}

EventBuilder& EventBuilder::onStream(std::int64_t device, std::int64_t stream)
{
    onThread(std::to_string(device), std::to_string(stream)); // flows and metadata of a stream carry no device
    EventPlace place = m_parsed.places[m_hostPlace];
    place.device = device;
    place.stream = stream;
    place.deviceSide = true;
    m_devicePlace = placeIndex(m_parsed.places, place);
    m_onStream = true;
    return *this;
}

CategoryId EventBuilder::categoryId(std::string_view category)
{
    const auto it = m_categories.find(category);
    if (it != m_categories.end())
        return it->second;
    const auto id = static_cast<CategoryId>(m_parsed.categories.size());
    m_parsed.categories.push_back(m_parsed.strings.intern(category));
    m_categories.emplace(category, id);
    return id;
}

EventIndex EventBuilder::add(
    char phase, std::string_view category, std::string_view name, Timestamp ts, Nanoseconds duration, std::int64_t link)
{
    const auto row = static_cast<std::uint32_t>(m_all.size());
    std::uint32_t duration32 = EventBatch::kNoDuration;
    if (duration >= Nanoseconds { EventBatch::kLongDuration }) {
        duration32 = EventBatch::kLongDuration;
        m_all.longDurations.push_back({ row, duration });
    } else if (duration >= 0) {
        duration32 = static_cast<std::uint32_t>(duration);
    }
    std::uint32_t link32 = EventBatch::kNoLink;
    if (link < -1 || link >= std::int64_t { EventBatch::kLongLink }) {
        link32 = EventBatch::kLongLink;
        m_all.longLinks.push_back({ row, link });
    } else if (link >= 0) {
        link32 = static_cast<std::uint32_t>(link);
    }
    m_all.ts.push_back(ts);
    m_all.duration32.push_back(duration32);
    m_all.name.push_back(m_parsed.strings.intern(name));
    m_all.category.push_back(categoryId(category));
    m_all.phase.push_back(phase);
    m_all.flags.push_back(static_cast<std::uint16_t>(category.empty() ? kRawNoCategory : 0));
    m_all.place.push_back(m_onStream && isDeviceSide(eventKindOf(category)) ? m_devicePlace : m_hostPlace);
    m_all.link.push_back(link32);
    m_all.textOffset.push_back(row * 100);
    return row;
}

EventIndex EventBuilder::slice(
    std::string_view category, std::string_view name, Timestamp begin, Timestamp end, std::int64_t correlation)
{
    return add('X', category, name, begin, end - begin, correlation);
}

EventIndex EventBuilder::sliceWithoutEnd(std::string_view category, std::string_view name, Timestamp begin)
{
    return add('X', category, name, begin, kNoEnd, kNone);
}

EventIndex EventBuilder::negativeSlice(
    std::string_view category, std::string_view name, Timestamp begin, Nanoseconds duration)
{
    const EventIndex event = add('X', category, name, begin, -duration, kNone);
    withFlags(kRawNegativeDuration);
    return event;
}

EventIndex EventBuilder::event(
    char phase, std::string_view category, std::string_view name, Timestamp ts, std::int64_t id)
{
    return add(phase, category, name, ts, kNoEnd, id);
}

EventIndex EventBuilder::counter(
    std::string_view name, Timestamp ts, const std::vector<std::pair<std::string_view, double>>& values)
{
    const EventIndex event = add('C', "", name, ts, kNoEnd, kNone);
    for (const auto& [series, value] : values)
        m_all.counters.push_back({ event, m_parsed.strings.intern(series), value });
    return event;
}

EventIndex EventBuilder::metadata(std::string_view name, std::string_view text)
{
    const EventIndex event = add('M', "", name, 0, kNoEnd, kNone);
    m_all.metadata.push_back({ event, m_parsed.strings.intern(text), 0, false });
    return event;
}

EventIndex EventBuilder::metadata(std::string_view name, std::int64_t number)
{
    const EventIndex event = add('M', "", name, 0, kNoEnd, kNone);
    m_all.metadata.push_back({ event, StringId { 0u }, number, true });
    return event;
}

EventIndex EventBuilder::notAnObject()
{
    return add('\0', "", "", 0, kNoEnd, kNone);
}

EventBuilder& EventBuilder::withFlags(std::uint16_t rawFlags)
{
    m_all.flags.back() = static_cast<std::uint16_t>(m_all.flags.back() | rawFlags);
    return *this;
}

EventBuilder& EventBuilder::withArg(ArgKey key, std::int64_t value)
{
    m_all.args.push_back({ static_cast<std::uint32_t>(m_all.size() - 1), key, value });
    return *this;
}

EventBuilder& EventBuilder::withIntegerMicroseconds()
{
    m_parsed.integerMicroseconds = true;
    return *this;
}

ParsedEvents EventBuilder::take(std::size_t batchRows)
{
    for (std::size_t first = 0; first < m_all.size(); first += batchRows) {
        const std::size_t last = std::min(first + batchRows, m_all.size());
        EventBatch batch;
        batch.firstEvent = static_cast<EventIndex>(first);
        batch.ts = slicedOf(m_all.ts, first, last);
        batch.duration32 = slicedOf(m_all.duration32, first, last);
        batch.name = slicedOf(m_all.name, first, last);
        batch.category = slicedOf(m_all.category, first, last);
        batch.phase = slicedOf(m_all.phase, first, last);
        batch.flags = slicedOf(m_all.flags, first, last);
        batch.place = slicedOf(m_all.place, first, last);
        batch.link = slicedOf(m_all.link, first, last);
        batch.textOffset = slicedOf(m_all.textOffset, first, last);
        batch.longDurations = rowsOf(m_all.longDurations, first, last);
        batch.longLinks = rowsOf(m_all.longLinks, first, last);
        batch.args = rowsOf(m_all.args, first, last);
        batch.counters = rowsOf(m_all.counters, first, last);
        batch.metadata = rowsOf(m_all.metadata, first, last);
        m_parsed.batches.push_back(std::move(batch));
    }
    m_parsed.report.events = m_all.size();
    return std::move(m_parsed);
}

std::shared_ptr<const Trace> EventBuilder::build(int threads, std::size_t batchRows)
{
    auto data = buildTrace(take(batchRows), threads, Progress {});
    if (!data)
        std::abort();
    return std::make_shared<const Trace>(std::move(data).value());
}

} // namespace kinetoscope::tests
