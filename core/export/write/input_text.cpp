// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/write/input_text.h"

#include "core/io/bytes/byte_scan.h"

#include <algorithm>
#include <cstring>

namespace kinetoscope {

Result<std::unique_ptr<InputText>> InputText::open(const Trace& trace, const Progress& progress)
{
    const auto* source = dynamic_cast<const EventTextSource*>(trace.argsSource());
    if (!source || trace.isMemoryTimeline())
        return Error { ErrorCode::Unsupported,
            { KT_PHRASE("export", "%1 is no trace in JSON: there are no events to copy into another one."),
                arg::Text { trace.path() } } };
    std::unique_ptr<InputText> text(new InputText(*source, static_cast<EventIndex>(trace.report().events), progress));
    KT_TRY(text->m_reader, source->openText(text->m_limits));
    return text;
}

Result<std::size_t> InputText::readUpTo(std::uint64_t end, std::uint64_t most, std::unique_ptr<char[]>& bytes)
{
    const std::uint64_t wanted = end - m_position;
    const auto kept = static_cast<std::size_t>(std::min(wanted, most));
    bytes.reset(new char[kept + kScanPadding]);
    std::memset(bytes.get() + kept, 0, kScanPadding);
    std::vector<char> passed;
    while (m_position < end) {
        KT_TRY_DONE(m_progress.carryOn());
        const std::uint64_t done = wanted - (end - m_position);
        std::span<char> place;
        if (done < kept) {
            place = { bytes.get() + done, std::min<std::size_t>(kept - static_cast<std::size_t>(done), kStretchBytes) };
        } else {
            passed.resize(static_cast<std::size_t>(kStretchBytes));
            place = std::span(passed).first(static_cast<std::size_t>(std::min(kStretchBytes, end - m_position)));
        }
        const std::size_t got = m_reader->read(place, m_report);
        (void)m_reader->takeResumePoints(); // nobody will ask for a place again
        m_progress.add(m_reader->filePosition() - m_reported);
        m_reported = m_reader->filePosition();
        if (got == 0)
            return Error { ErrorCode::Unreadable,
                { KT_PHRASE("input-text", "The trace ends earlier than when it was loaded.") }, m_position };
        m_position += got;
    }
    return kept;
}

Result<std::string> InputText::head()
{
    const std::uint64_t end = m_events > 0 ? positionOf(0) : m_source.textBytes();
    std::unique_ptr<char[]> bytes;
    KT_TRY(const std::size_t size, readUpTo(end, kMostFrameBytes, bytes));
    return size == end ? std::string(bytes.get(), size) : std::string();
}

Result<Done> InputText::checkUnchanged() const
{
    const auto again = m_source.openText(m_limits);
    return again ? Result<Done>(Done {}) : again.error();
}

Result<EventStretch> InputText::next()
{
    EventStretch stretch { .offset = m_position, .first = m_next };
    // The first event that begins kStretchBytes further on: by halves, positions ascend.
    EventIndex low = m_next + 1;
    EventIndex high = m_events;
    while (low < high) {
        const EventIndex middle = low + (high - low) / 2;
        if (positionOf(middle) < m_position + kStretchBytes)
            low = middle + 1;
        else
            high = middle;
    }
    stretch.end = low;
    stretch.endsText = stretch.end == m_events;
    const std::uint64_t end = stretch.endsText ? m_source.textBytes() : positionOf(stretch.end);
    const std::uint64_t events = positionOf(stretch.end - 1) - m_position; // but the last one
    const std::uint64_t most = events + m_limits.eventBytes + (stretch.endsText ? kMostFrameBytes : kStretchBytes);
    KT_TRY(stretch.size, readUpTo(end, most, stretch.bytes));
    m_next = stretch.end;
    return stretch;
}

} // namespace kinetoscope
