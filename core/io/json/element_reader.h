// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/events/batch_writer.h"
#include "core/io/events/event_decoder.h"

#include <cstdint>
#include <stop_token>

namespace kinetoscope {

/// Where a reader stands between the elements of `traceEvents`.
enum class ArrayState : std::uint8_t {
    AfterOpen,    ///< behind '['
    AfterComma,   ///< an element must follow
    AfterElement, ///< a comma or ']' must follow
    Resync,       ///< damage has been counted; looking for the next event
};

/// Reads elements of an event array out of a stretch of text. The result depends on the text alone, never on where it
/// was cut: whatever would need more text to decide is left for the next stretch.
class ElementReader {
public:
    /// @param stop  asked at every element: then what was read so far is returned as if more text were needed.
    explicit ElementReader(const LoadLimits& limits, std::stop_token stop = {});

    enum class Stop : std::uint8_t {
        NeedMore, ///< everything up to `next` is consumed; more text must follow behind it
        ArrayEnd, ///< `next` is behind the ']'
        TextEnd,  ///< only with isFinal: the text ended inside the array
    };
    struct Outcome {
        Stop stop = Stop::NeedMore;
        const char* next = nullptr;
        ArrayState state = ArrayState::AfterComma;
    };

    /// @param begin, end   kScanPadding readable bytes must follow `end`
    /// @param offset       of `begin` in the inflated text
    /// @param isFinal      nothing follows `end`
    Outcome read(
        const char* begin, const char* end, std::uint64_t offset, ArrayState state, bool isFinal, BatchWriter& writer);

private:
    struct Element {
        enum class Result : std::uint8_t { Taken, NeedMore, Lost } result = Result::Taken;
        const char* next = nullptr;
        bool isAtNextEvent = false; ///< the separator was part of what had to be given up
    };
    Element readObject(const char* p, BatchWriter& writer);
    Element readDamagedObject(const char* p, BatchWriter& writer, bool isTooDeep);
    Element readScalar(const char* p, BatchWriter& writer);
    /// Nothing usable at p: finds where to go on. NeedMore keeps p.
    Element resynchronise(const char* p, BatchWriter& writer);
    Element giveUp(const char* p, BatchWriter& writer, Problem problem);
    void noteProblems(BatchWriter& writer, std::uint64_t at, const char* p);
    [[nodiscard]] bool isBeyondLimit(const char* begin, const char* end) const;
    [[nodiscard]] std::uint64_t offsetOf(const char* p) const
    {
        return m_offset + static_cast<std::uint64_t>(p - m_begin);
    }
    [[nodiscard]] std::string_view textAt(const char* p) const;

    const LoadLimits* m_limits;
    std::stop_token m_stop;
    EventDecoder m_decoder;
    RawEvent m_event;
    const char* m_begin = nullptr;
    const char* m_end = nullptr;
    std::uint64_t m_offset = 0;
    bool m_isFinal = false;
    std::uint64_t m_noEventBefore = 0; ///< in the text; what resynchronise() has looked at and keeps for other reasons
};

/// Where an event seems to begin at or behind p: a '{' behind a comma, '[' or line break that holds "ph" at its own
/// level within 4 KiB. nullptr: none in the text. `undecided`: set when a candidate stands too near to the end to tell.
[[nodiscard]] const char* findEventStart(const char* p, const char* end, bool isFinal, const char*& undecided);

/// Whether the '{' at p opens an object with a "ph" key of its own, as far as the text shows. A guess, for cutting
/// blocks.
[[nodiscard]] bool opensEventAt(const char* p, const char* end);

} // namespace kinetoscope
