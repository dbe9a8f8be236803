// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/export/write/event_copier.h"
#include "core/io/trace_loader.h"

#include <memory>
#include <string>

namespace kinetoscope {

/// The text of an open trace once more from front to back, cut in front of events.
class InputText {
public:
    /// Longest text in front of the first or behind the last event that is looked at; a longer one counts as damaged.
    static constexpr std::uint64_t kMostFrameBytes = 64ULL << 20;

    /// Errors: Unsupported for what was loaded from tables or is no trace; Unreadable if the file is gone or has
    /// changed.
    [[nodiscard]] static Result<std::unique_ptr<InputText>> open(const Trace& trace, const Progress& progress);

    [[nodiscard]] const EventTextSource& source() const { return m_source; }
    [[nodiscard]] EventIndex eventCount() const { return m_events; }

    /// Everything in front of the first event; the whole text where there is none. "" if it is longer than may be.
    /// Call first.
    [[nodiscard]] Result<std::string> head();
    /// The next stretch of events, about kStretchBytes of text, its separator not set; the last one ends with the text.
    /// Call until all events are given out. Behind the last event kMostFrameBytes are kept.
    [[nodiscard]] Result<EventStretch> next();
    /// Unreadable if the file has changed while it was read.
    [[nodiscard]] Result<Done> checkUnchanged() const;
    [[nodiscard]] bool isAtEnd() const { return m_next >= m_events; }

private:
    static constexpr std::uint64_t kStretchBytes = 2ULL << 20;

    InputText(const EventTextSource& source, EventIndex events, const Progress& progress)
        : m_source(source)
        , m_events(events)
        , m_progress(progress)
    {
    }
    [[nodiscard]] std::uint64_t positionOf(EventIndex event) const
    {
        return m_source.positionOf(event).value_or(m_source.textBytes());
    }
    /// Reads up to `end`, keeping at most `most` bytes in `bytes`; the rest is passed over.
    [[nodiscard]] Result<std::size_t> readUpTo(std::uint64_t end, std::uint64_t most, std::unique_ptr<char[]>& bytes);

    const EventTextSource& m_source;
    EventIndex m_events;
    Progress m_progress;
    LoadLimits m_limits;
    std::unique_ptr<TextReader> m_reader;
    ImportReport m_report; ///< what the loader has said already
    std::uint64_t m_position = 0;
    std::uint64_t m_reported = 0;
    EventIndex m_next = 0;
};

} // namespace kinetoscope
