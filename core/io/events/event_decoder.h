// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/events/raw_event.h"
#include "core/model/import_report.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace kinetoscope {

/// The authority: reads one event object with RapidJSON (iterative, numbers as text, depth limit, validated UTF-8).
/// Slower than the scanner and never wrong; it also mends what trace writers are known to break.
///
/// One per thread. The texts of the last event live in the decoder until the next call.
class EventDecoder {
public:
    explicit EventDecoder(std::size_t maxDepth);
    ~EventDecoder();
    EventDecoder(const EventDecoder&) = delete;
    EventDecoder& operator=(const EventDecoder&) = delete;

    enum class Status : std::uint8_t {
        Ok,
        Incomplete, ///< valid as far as it goes; the text ended first
        Damaged,    ///< no JSON
        TooDeep,    ///< nested beyond the limit
    };
    struct Outcome {
        Status status = Status::Damaged;
        std::size_t consumed = 0; ///< bytes of the object, when Ok
    };

    /// Strict JSON. `text` begins at '{'; what follows the object is not looked at. Duplicate keys and wrong types are
    /// noted in `problems` (cleared first).
    Outcome decode(std::string_view text, RawEvent& event);
    /// After Damaged or TooDeep: mends `text`, or gives up `args` alone. `text` should end where the next event seems
    /// to begin. `consumed` counts bytes of the original. Ok means the event is usable; `problems` says what was
    /// mended.
    Outcome decodeDamaged(std::string_view text, RawEvent& event);

    /// The JSON that the last decodeDamaged() read, when Ok: the object as mended, alone. Valid until the next call.
    [[nodiscard]] std::string_view mendedText() const { return m_mended; }

    /// What the last call had to mend or pass over.
    [[nodiscard]] const std::vector<Problem>& problems() const { return m_problems; }

private:
    struct Handler;
    Outcome parse(std::string_view text, RawEvent& event);
    Outcome decodeWithoutArgs(std::string_view text, RawEvent& event);

    std::size_t m_maxDepth;
    std::vector<Problem> m_problems;
    std::string m_repaired;
    std::string_view m_mended; ///< into m_repaired or into the text given
    std::unique_ptr<Handler> m_handler;
};

} // namespace kinetoscope
