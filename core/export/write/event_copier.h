// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/ids.h"
#include "core/io/events/event_text_source.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace kinetoscope {

/// What becomes of the events of one trace on their way into a new file. Asked by several threads at once.
class EventPlan {
public:
    enum class Fate : std::uint8_t {
        Copy, ///< byte for byte
        Edit, ///< edit() decides
        LeaveOut,
    };
    virtual ~EventPlan() = default;
    /// Called for every event, so cheap. Of a plan that says nothing of its own all are copied.
    [[nodiscard]] virtual Fate fateOf(EventIndex /*event*/) const { return Fate::Copy; }
    enum class Outcome : std::uint8_t {
        Same,    ///< as it is; nothing was appended
        Edited,  ///< what was appended stands in its place
        LeftOut, ///< whatever was appended
    };
    /// What stands in the place of `json`, one strict JSON value (nearly always an object).
    virtual Outcome edit(EventIndex /*event*/, std::string_view /*json*/, std::string& /*out*/) const
    {
        return Outcome::Same;
    }
};

/// What happened to the events of a file. Counted by several threads.
struct CopyCounts {
    std::atomic<std::uint64_t> copied { 0 };
    std::atomic<std::uint64_t> edited { 0 };
    std::atomic<std::uint64_t> leftOut { 0 };
    std::atomic<std::uint64_t> mended { 0 }; ///< no strict JSON in the input; part of copied and edited
    std::atomic<std::uint64_t> lost { 0 };   ///< damaged beyond that, as the loader found too
};

/// A stretch of the text of a trace that begins with an event, padded for the scanner.
struct EventStretch {
    std::unique_ptr<char[]> bytes {};
    std::size_t size = 0;
    std::uint64_t offset = 0; ///< of bytes[0] in the text
    EventIndex first = 0;
    EventIndex end = 0;       ///< behind its last event
    std::string separator {}; ///< in front of its first event; "" where nothing stands before it in the output
    bool endsText = false;

    [[nodiscard]] std::string_view text() const { return { bytes.get(), size }; }
};

/// What stands between events where the input does not say.
inline constexpr std::string_view kEventSeparator = ",\n";

/// Writes the events of a stretch as a plan wants them, with what stands between them: whole runs of them byte for byte
/// where nothing changes. All that is written is strict JSON: an event that is not is mended as the loader mends it, or
/// lost where the loader loses it.
/// @return where the last event ends in the stretch, 0 if that is not known for sure (it was mended, lost or left out).
std::size_t copyEvents(const EventStretch& stretch, const EventTextSource& source, const EventPlan& plan,
    CopyCounts& counts, std::string& out);

/// The comma and white space at the end of `text`, as it separates two events; nothing if that is not what stands
/// there.
[[nodiscard]] std::string_view separatorAtEnd(std::string_view text);

} // namespace kinetoscope
