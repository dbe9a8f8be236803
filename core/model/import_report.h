// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/message.h"

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace kinetoscope {

/// Everything that can be wrong with a file and still leave a trace to look at. `problemInfo` gives id, severity and
/// sentence.
enum class Problem : std::uint8_t {
    Truncated,           ///< the file ends inside the event array or inside an event
    DamagedEvent,        ///< an element of traceEvents is no valid JSON; skipped to the next event
    NotAnObject,         ///< an element of traceEvents is not an object
    MissingComma,        ///< two elements without a comma between them
    ExtraComma,          ///< `, ,` or a comma before `]`
    InvalidUtf8,         ///< bytes that are no UTF-8, shown as U+FFFD
    InvalidEscape,       ///< `\c` and the like, read as a literal backslash
    ControlCharacter,    ///< raw control byte inside a string, shown as a control picture
    UnescapedQuote,      ///< a quote inside a string that was not escaped; repaired
    LoneSurrogate,       ///< half of a surrogate pair, shown as U+FFFD
    NonFiniteNumber,     ///< NaN, Infinity: read as missing
    BadNumber,           ///< ts, dur or a wanted argument that is no usable number
    TimeOverflow,        ///< time beyond int64 ns: clamped
    NegativeDuration,    ///< dur < 0: unfinished
    ImplausibleDuration, ///< dur above seven days
    ImplausibleTime,   ///< ts days from the whole recording: drawn there, out of every analysis; a counter's sample is
                       ///< lost
    MissingTimestamp,  ///< an event that needs `ts` and has none
    MissingDuration,   ///< X without dur: unfinished
    UnmatchedEnd,      ///< E (or e) without its B (or b)
    UnmatchedBegin,    ///< B (or b) without its E (or e): unfinished
    CrossedPair,       ///< E whose name differs from the innermost open B
    UnpairedFlow,      ///< s, t or f that finds no slice or no partner
    OverlappingSlices, ///< slices of one track that overlap without nesting: extra lanes
    UnknownPhase,      ///< `ph` missing, no string, or not of the format
    CounterWithoutValue, ///< C without a number in args
    DuplicateKey,        ///< a key twice in one event: the last counts
    TooDeep,             ///< nesting beyond the limit: that value is not read
    TooLong,             ///< a string, key list or event beyond its limit: cut
    DamagedArgs,         ///< args that are no valid JSON; the event is kept without them
    DamagedPreamble,     ///< text before traceEvents that is no valid JSON
    DamagedTrailer,      ///< text after traceEvents that is no valid JSON
    SecondDocument,      ///< more text after the end of the document
    RepeatedEventArray,  ///< `traceEvents` twice: both are read
    DataAfterGzip,       ///< bytes after the last gzip member
    GzipChecksum,        ///< CRC or length of a gzip member is wrong
    GzipDamaged,         ///< the compressed stream is damaged or cut
    NulBytes,            ///< blocks of NUL (crashed file system)
    WrongType,           ///< a field of the wrong JSON type (`"name": []`); its text is used, or it is read as missing
    ChangedWhileReading, ///< size or time of the file changed during the load
    LimitReached,        ///< a limit of the loader stopped it; what was read is kept
    ReadError,           ///< the system could not read on
    Count_,
};

enum class Severity : std::uint8_t { Info, Repaired, Lost };

struct ProblemInfo {
    std::string_view id; ///< stable, kebab-case
    Severity severity = Severity::Info;
    Phrase sentence;
};
[[nodiscard]] const ProblemInfo& problemInfo(Problem problem);

/// What a load met: how many events there were, how many became drawable, what happened to the rest, what was repaired.
/// `events == drawable + sum(counted)` always holds. Only written while loading; immutable in a Trace.
struct ImportReport {
    struct Example {
        std::uint64_t offset = 0; ///< byte in the inflated text
        std::string text;         ///< up to 120 characters around it, cleaned
        bool isQuote = false;     ///< the file's own text from `offset` on
    };
    struct Entry {
        std::uint64_t count = 0;       ///< events with it, where it is one of events
        std::uint64_t bytes = 0;       ///< bytes skipped, where the problem skips some
        std::vector<Example> examples; ///< the first three
    };
    static constexpr std::size_t kMaxExamples = 3;

    std::uint64_t events = 0;   ///< elements of traceEvents, plus elements lost to damage
    std::uint64_t drawable = 0; ///< became (part of) a slice, counter sample or arrow
    std::map<std::string, std::uint64_t, std::less<>>
        counted;                  ///< kind -> elements that are not drawable ("metadata", "not-an-object", ...)
    std::uint64_t dropped = 0;    ///< the part of `counted` lost to damage
    std::uint64_t cutByLimit = 0; ///< the part of `dropped` that a limit cut in the middle: of the load, or of an event
    std::uint64_t repaired = 0;   ///< events that needed a repair and are there; each is in the entry of what it needed
    std::array<Entry, static_cast<std::size_t>(Problem::Count_)> problems;
    std::uint64_t fileBytes = 0; ///< size on disk
    std::uint64_t textBytes = 0; ///< size of the inflated text
    bool isGzip = false;
    bool hasFinerTimes = false; ///< some `ts` or `dur` had digits finer than a nanosecond; the model has rounded them
    bool hasFractionalTimes = false; ///< some `ts` token had a fraction or an exponent (SPEC.md 0.6)

    /// One more of a problem. Changes none of the counts of events above.
    /// @param offset  byte in the inflated text.
    /// @param text    what an example of it says; cut and cleaned.
    /// @param bytes   of the text that were skipped.
    void note(Problem problem, std::uint64_t offset, std::string_view text = {}, std::uint64_t bytes = 0);
    /// The same with the text of the file at `offset`, as much of it as is at hand; the loader reads the rest.
    void noteQuote(Problem problem, std::uint64_t offset, std::string_view text);
    [[nodiscard]] const Entry& entry(Problem problem) const { return problems[static_cast<std::size_t>(problem)]; }
    [[nodiscard]] bool isClean() const; ///< nothing lost, nothing repaired
    /// Adds another report (a later block's) to this one; examples keep their order.
    void merge(const ImportReport& later);
};

} // namespace kinetoscope
