// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/event_text_source.h"

#include "core/io/byte_scan.h"

#include <algorithm>
#include <limits>

namespace kinetoscope {

namespace {

constexpr std::uint64_t kFirstRead = 16 * 1024; ///< real events hold 200 to 5,000 bytes

} // namespace

EventTextSource::EventTextSource(const ByteSource& file, bool isGzip, std::vector<Positions> positions,
    std::vector<ResumePoint> resumePoints, std::uint64_t textBytes, std::uint64_t maxEventBytes)
    : m_path(file.path())
    , m_stamp(file.stamp())
    , m_isGzip(isGzip)
    , m_positions(std::move(positions))
    , m_resumePoints(std::move(resumePoints))
    , m_textBytes(textBytes)
    , m_maxEventBytes(maxEventBytes)
{
}

std::size_t EventTextSource::memoryBytes() const
{
    std::size_t bytes = m_positions.capacity() * sizeof(Positions);
    for (const Positions& batch : m_positions)
        bytes += batch.offsets.capacity() * sizeof(std::uint32_t);
    for (const ResumePoint& point : m_resumePoints)
        bytes += point.engine->stateBytes();
    return bytes;
}

std::optional<std::uint64_t> EventTextSource::positionOf(EventIndex event) const
{
    const auto after = std::upper_bound(m_positions.begin(), m_positions.end(), event,
        [](EventIndex e, const Positions& batch) { return e < batch.firstEvent; });
    if (after == m_positions.begin())
        return std::nullopt;
    const Positions& batch = *(after - 1);
    const std::size_t i = event - batch.firstEvent;
    if (i >= batch.offsets.size())
        return std::nullopt;
    return batch.textBase + batch.offsets[i];
}

Result<std::string> EventTextSource::readText(std::uint64_t begin, std::uint64_t size) const
{
    auto opened = ByteSource::open(m_path);
    if (!opened)
        return opened.error();
    const std::shared_ptr<const ByteSource> file = std::move(opened).value();
    if (file->stamp() != m_stamp)
        return Error { ErrorCode::Unreadable, m_path + " has changed since it was loaded.", begin };
    std::string text(static_cast<std::size_t>(std::min(size, m_textBytes - begin)), '\0');
    std::size_t done = 0;
    if (!m_isGzip) {
        const auto got = file->readAt(begin, text);
        if (!got)
            return got.error();
        done = *got;
    } else {
        const auto after = std::upper_bound(m_resumePoints.begin(), m_resumePoints.end(), begin,
            [](std::uint64_t position, const ResumePoint& point) { return position < point.textPosition; });
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

Result<std::string> EventTextSource::eventText(EventIndex event) const
{
    const auto begin = positionOf(event);
    if (!begin || *begin >= m_textBytes)
        return Error { ErrorCode::NotFound, "The file holds no such event.", Error::kNoOffset };
    const auto next = positionOf(event + 1);
    // The next event bounds this one; the last one is bounded by its own brackets.
    const std::uint64_t bound = next && *next > *begin ? *next - *begin : m_textBytes - *begin;
    for (std::uint64_t size = std::min(bound, kFirstRead);; size = std::min({ bound, size * 16, m_maxEventBytes })) {
        auto text = readText(*begin, size);
        if (!text)
            return text;
        const std::size_t length = text->size();
        text->append(kScanPadding, '\0');
        const char* const data = text->data();
        const char* const end =
            *data == '{' ? skipContainer(data, data + length, std::numeric_limits<std::size_t>::max()) : nullptr;
        if (end) {
            text->resize(static_cast<std::size_t>(end - data));
            return text;
        }
        if (size >= bound || size >= m_maxEventBytes) {
            // Not an object, or a damaged one: what stands there, without the separator.
            text->resize(length);
            while (!text->empty()
                && (text->back() == ',' || text->back() == ' ' || text->back() == '\n' || text->back() == '\r'
                    || text->back() == '\t'))
                text->pop_back();
            return text;
        }
    }
}

} // namespace kinetoscope
