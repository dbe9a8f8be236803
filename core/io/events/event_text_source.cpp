// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/events/event_text_source.h"

#include "core/io/bytes/byte_scan.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace kinetoscope {

namespace {

constexpr std::uint64_t kFirstRead = 16 * 1024; ///< real events hold 200 to 5,000 bytes
/// Text read at once for many events. A gzip file is inflated from up to 4 MiB before it.
constexpr std::uint64_t kStretch = 16ULL << 20;
/// Text between two wanted events of a plain file that is read rather than skipped.
constexpr std::uint64_t kGapInPlain = 64 * 1024;

/// Length of the object at the front of `text`, which is readable for kScanPadding bytes more; 0 if there is no whole
/// one.
std::size_t objectLength(std::string_view text)
{
    if (!text.starts_with('{'))
        return 0;
    const char* const data = text.data();
    const char* const end = skipContainer(data, data + text.size(), std::numeric_limits<std::size_t>::max());
    return end ? static_cast<std::size_t>(end - data) : 0;
}

/// `text` without the separator behind it.
std::string_view withoutSeparator(std::string_view text)
{
    const std::size_t last = text.find_last_not_of(", \n\r\t");
    return last == std::string_view::npos ? std::string_view {} : text.substr(0, last + 1);
}

} // namespace

EventTextSource::EventTextSource(const ByteSource& file, bool isGzip, std::vector<Positions> positions,
    std::vector<ResumePoint> resumePoints, std::uint64_t textBytes, std::uint64_t maxEventBytes, bool useIsal,
    CommonArguments common)
    : m_path(file.path())
    , m_stamp(file.stamp())
    , m_isGzip(isGzip)
    , m_positions(std::move(positions))
    , m_resumePoints(std::move(resumePoints))
    , m_textBytes(textBytes)
    , m_maxEventBytes(maxEventBytes)
    , m_useIsal(useIsal)
    , m_common(std::move(common))
{
}

std::size_t EventTextSource::memoryBytes() const
{
    std::size_t bytes = m_common.memoryBytes() + m_positions.capacity() * sizeof(Positions);
    for (const Positions& batch : m_positions)
        bytes += batch.offsets.capacity() * sizeof(std::uint32_t);
    for (const ResumePoint& point : m_resumePoints)
        bytes += point.engine->stateBytes();
    return bytes;
}

std::optional<std::uint64_t> EventTextSource::positionOf(EventIndex event) const
{
    const auto after = std::ranges::upper_bound(m_positions, event, {}, &Positions::firstEvent);
    if (after == m_positions.begin())
        return std::nullopt;
    const Positions& batch = *(after - 1);
    const std::size_t i = event - batch.firstEvent;
    if (i >= batch.offsets.size())
        return std::nullopt;
    return batch.textBase + batch.offsets[i];
}

Result<std::shared_ptr<const ByteSource>> EventTextSource::openFile() const
{
    KT_TRY(std::shared_ptr<const ByteSource> file, ByteSource::open(m_path));
    if (file->stamp() != m_stamp)
        return Error { ErrorCode::Unreadable,
            { KT_PHRASE("event-text", "%1 has changed since it was loaded."), arg::Text { m_path } } };
    return file;
}

Result<std::unique_ptr<TextReader>> EventTextSource::openText(const LoadLimits& limits) const
{
    const auto file = openFile();
    return file ? TextReader::open(*file, limits, m_useIsal) : file.error();
}

Result<std::string> EventTextSource::readText(std::uint64_t begin, std::uint64_t size) const
{
    KT_TRY(const auto file, openFile());
    const auto expected = static_cast<std::size_t>(std::min(size, m_textBytes - begin));
    std::string text;
    text.reserve(expected + kScanPadding); // callers pad it: growing would take three times the memory
    text.resize(expected);
    std::size_t done = 0;
    if (!m_isGzip) {
        KT_TRY(done, file->readAt(begin, text));
    } else {
        const auto after = std::ranges::upper_bound(m_resumePoints, begin, {}, &ResumePoint::textPosition);
        const bool fromStart = after == m_resumePoints.begin();
        std::uint64_t position = fromStart ? 0 : (after - 1)->textPosition;
        InflateCursor cursor(file, fromStart ? nullptr : (after - 1)->engine->clone());
        std::vector<char> skipped(256 * 1024);
        while (position < begin) {
            const auto want = static_cast<std::size_t>(std::min<std::uint64_t>(begin - position, skipped.size()));
            const std::size_t got = cursor.read(std::span(skipped).first(want));
            if (got == 0)
                break;
            position += got;
        }
        while (position == begin && done < text.size()) {
            const std::size_t got = cursor.read(std::span(text).subspan(done));
            if (got == 0)
                break;
            done += got;
        }
    }
    text.resize(done);
    return text;
}

Result<std::string> EventTextSource::textAt(std::uint64_t begin, std::uint64_t size) const
{
    return begin < m_textBytes ? readText(begin, size) : Result<std::string>(std::string());
}

std::optional<EventTextSource::Extent> EventTextSource::extentOf(EventIndex event) const
{
    const auto begin = positionOf(event);
    if (!begin || *begin >= m_textBytes)
        return std::nullopt;
    // The next event bounds this one; the last one is bounded by its own brackets.
    const auto next = positionOf(event + 1);
    return Extent { *begin, next && *next > *begin ? std::min(*next, m_textBytes) : m_textBytes };
}

Result<std::string> EventTextSource::eventText(EventIndex event) const
{
    const std::optional<Extent> extent = extentOf(event);
    if (!extent)
        return Error { ErrorCode::NotFound, { KT_PHRASE("event-text-source", "The file holds no such event.") } };
    const std::uint64_t bound = extent->end - extent->begin;
    for (std::uint64_t size = std::min(bound, kFirstRead);; size = std::min({ bound, size * 16, m_maxEventBytes })) {
        auto text = readText(extent->begin, size);
        if (!text)
            return text;
        const std::size_t length = text->size();
        text->append(kScanPadding, '\0');
        if (const std::size_t end = objectLength(std::string_view(*text).substr(0, length))) {
            text->resize(end);
            return text;
        }
        if (size >= bound || size >= m_maxEventBytes) {
            // Not an object, or a damaged one: what stands there.
            text->resize(withoutSeparator(std::string_view(*text).substr(0, length)).size());
            return text;
        }
    }
}

Result<Done> EventTextSource::visitTexts(std::span<const EventIndex> events, const EventVisitor& visit) const
{
    std::vector<Extent> extents;
    for (std::size_t first = 0; first < events.size(); first += extents.size()) {
        extents.clear();
        for (std::size_t i = first; i < events.size(); ++i) {
            std::optional<Extent> extent = extentOf(events[i]);
            if (!extent)
                return Error { ErrorCode::NotFound,
                    { KT_PHRASE("event-text-source", "The file holds no such event.") } };
            extent->end = std::min(extent->end, extent->begin + m_maxEventBytes);
            const bool isFar = !extents.empty()
                && (extent->end - extents.front().begin > kStretch
                    || (!m_isGzip && extent->begin > extents.back().end + kGapInPlain));
            if (isFar)
                break;
            extents.push_back(*extent);
        }
        const std::uint64_t base = extents.front().begin;
        KT_TRY(auto text, readText(base, extents.back().end - base));
        const std::uint64_t got = text.size();
        text.append(kScanPadding, '\0');
        for (std::size_t i = 0; i < extents.size(); ++i) {
            const std::uint64_t begin = std::min(extents[i].begin - base, got);
            const std::string_view part =
                std::string_view(text).substr(begin, std::min(extents[i].end - base, got) - begin);
            const std::size_t length = objectLength(part);
            if (!visit(first + i, length > 0 ? part.substr(0, length) : withoutSeparator(part)))
                return Done {};
        }
    }
    return Done {};
}

} // namespace kinetoscope
