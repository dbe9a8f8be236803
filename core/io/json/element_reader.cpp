// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/json/element_reader.h"

#include "core/io/bytes/byte_scan.h"
#include "core/io/events/event_scanner.h"
#include "core/io/trace_loader.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <utility>

namespace kinetoscope {

namespace {

constexpr std::ptrdiff_t kPhaseWindow = 4096; ///< an event shows its "ph" this early; real ones within 300 bytes
/// And before this depth: brackets that only open would be looked at for 4 KiB each.
constexpr int kDeepestBeforePhase = 64;
constexpr std::size_t kExcerpt = 120;
// How far in front of an event its separator may stand. Fixed, so that the answer does not depend on where a block
// ends.
constexpr std::ptrdiff_t kLookBack = 256;

/// How far in front of the end of a text without another event the bracket that closes the array is looked for. So much
/// is kept while events are looked for: a smaller block must not lose it.
constexpr std::ptrdiff_t kTrailerReach = 1024 * 1024;

/// An event no longer than this is the scanner's, which is lax in what nobody wants; a longer one the decoder's. Fixed,
/// so that who reads an event does not depend on where a block ends.
constexpr std::uint64_t kScanReach = 64 * 1024;

/// How far the end of an object that nests too deeply is looked for.
constexpr std::size_t kDeepReach = 8 * 1024;

enum class Verdict : std::uint8_t { Event, NoEvent, Undecided };

/// Whether the '{' at p opens an object with a "ph" key at its own level.
Verdict opensEvent(const char* p, const char* end, bool isFinal)
{
    const char* const limit = std::min(end, p + kPhaseWindow);
    int depth = 0;
    const char* q = p;
    while (q < limit) {
        const char c = *q;
        if (c == '"') {
            const char* const close = skipString(q + 1, limit);
            if (close >= limit)
                break;
            if (depth == 1 && close - q == 3 && q[1] == 'p' && q[2] == 'h') {
                const char* const colon = skipWhiteSpace(close + 1, limit);
                if (colon < limit && *colon == ':')
                    return Verdict::Event;
                if (colon >= limit)
                    break;
            }
            q = close + 1;
            continue;
        }
        if (c == '{' || c == '[') {
            if (++depth > kDeepestBeforePhase)
                return Verdict::NoEvent;
        } else if (c == '}' || c == ']') {
            if (--depth <= 0)
                return Verdict::NoEvent;
        }
        ++q;
    }
    return limit == end && !isFinal ? Verdict::Undecided : Verdict::NoEvent;
}

/// The same for the first byte at or behind p that is no white space. Undecided where the text ends before one comes.
/// A long stretch of white space counts as no event: it must not pile up until its end is there.
Verdict verdictBehind(const char* p, const char* end, bool isFinal)
{
    const char* const limit = end - p > kPhaseWindow ? p + kPhaseWindow : end;
    p = skipWhiteSpace(p, limit);
    if (p >= limit)
        return limit == end && !isFinal ? Verdict::Undecided : Verdict::NoEvent;
    return *p == '{' ? opensEvent(p, end, isFinal) : Verdict::NoEvent;
}

/// Whether the event array goes on behind the ']' at p, which then is damage: an event follows, or a key that lost its
/// brace.
Verdict goesOnBehind(const char* p, const char* end, bool isFinal)
{
    const char* const limit = end - p > kPhaseWindow ? p + kPhaseWindow : end;
    const char* const next = skipWhiteSpace(p + 1, limit);
    if (next < limit && *next == '"')
        return Verdict::Event;
    return verdictBehind(next < limit && *next == ',' ? next + 1 : p + 1, end, isFinal);
}

/// Whether something stands in front of the '{' at p that may stand in front of an array element.
bool followsSeparator(const char* begin, const char* p)
{
    bool sawLineBreak = false;
    const char* const limit = p - begin > kLookBack ? p - kLookBack : begin;
    while (p > limit) {
        const char c = *--p;
        if (c == ' ' || c == '\t' || c == '\r')
            continue;
        if (c == '\n') {
            sawLineBreak = true;
            continue;
        }
        return c == ',' || c == '[' || sawLineBreak || c == '\0' || c == '}';
    }
    return limit > begin; // a cut of the text must not make a separator; blanks without end do
}

/// Whether the ']' at p closes the event array: an object or the opening bracket stands in front, and behind it the
/// document goes on as a document does.
bool closesArray(const char* begin, const char* p, const char* end)
{
    const char* const limit = p - begin > kLookBack ? p - kLookBack : begin;
    const char* before = p;
    while (before > limit && std::strchr(" \t\r\n", before[-1]) != nullptr)
        --before;
    if (before > begin && before[-1] != '}' && before[-1] != ',')
        return false;
    const char* after = skipWhiteSpace(p + 1, end);
    if (after >= end || *after == '}')
        return true;
    if (*after != ',')
        return false;
    after = skipWhiteSpace(after + 1, end);
    return after >= end || *after == '"';
}

} // namespace

const char* findEventStart(const char* p, const char* end, bool isFinal, const char*& undecided)
{
    undecided = nullptr;
    const char* const begin = p;
    while (p < end) {
        p = static_cast<const char*>(std::memchr(p, '{', static_cast<std::size_t>(end - p)));
        if (!p)
            return nullptr;
        if (followsSeparator(begin, p)) {
            const Verdict verdict = opensEvent(p, end, isFinal);
            if (verdict == Verdict::Event)
                return p;
            if (verdict == Verdict::Undecided) {
                undecided = p;
                return nullptr;
            }
        }
        ++p;
    }
    return nullptr;
}

bool opensEventAt(const char* p, const char* end)
{
    return opensEvent(p, end, true) == Verdict::Event;
}

ElementReader::ElementReader(const LoadLimits& limits, std::stop_token stop)
    : m_limits(&limits)
    , m_stop(std::move(stop))
    , m_decoder(limits.nesting)
{
}

std::string_view ElementReader::textAt(const char* p) const
{
    return { p, std::min(kExcerpt, static_cast<std::size_t>(m_end - p)) };
}

bool ElementReader::isBeyondLimit(const char* begin, const char* end) const
{
    return static_cast<std::uint64_t>(end - begin) > m_limits->eventBytes;
}

/// Each kind once: the lists of a report count events, so that they agree with how many were repaired.
void ElementReader::noteProblems(BatchWriter& writer, std::uint64_t at, const char* p)
{
    const std::vector<Problem>& problems = m_decoder.problems();
    for (auto problem = problems.begin(); problem != problems.end(); ++problem) {
        if (std::find(problems.begin(), problem, *problem) == problem)
            writer.report().noteQuote(*problem, at, textAt(p));
    }
    const bool isRepaired =
        std::ranges::any_of(problems, [](Problem problem) { return problemInfo(problem).severity != Severity::Info; });
    if (isRepaired)
        m_event.flags |= kRawRepaired;
}

ElementReader::Element ElementReader::readObject(const char* p, BatchWriter& writer)
{
    // No event is looked at beyond its limit, also where more of it is at hand: blocks must not decide.
    const bool isLimited = isBeyondLimit(p, m_end);
    const char* const end = isLimited ? p + m_limits->eventBytes : m_end;
    const std::uint64_t reach = std::min(kScanReach, m_limits->eventBytes);
    const bool isInReach = static_cast<std::uint64_t>(m_end - p) >= reach;
    const char* const scanned = isInReach ? p + reach : m_end;
    if (const char* const next = scanEvent(p, scanned, m_limits->nesting, m_event)) {
        writer.addEvent(m_event, offsetOf(p));
        return { Element::Result::Taken, next };
    }
    // The decoder may find damage in what the scanner would take, had it all of it.
    if (!m_isFinal && !isInReach && !skipContainer(p, m_end, std::numeric_limits<std::size_t>::max()))
        return { Element::Result::NeedMore, p };
    const std::string_view text(p, static_cast<std::size_t>(end - p));
    const EventDecoder::Outcome outcome = m_decoder.decode(text, m_event);
    switch (outcome.status) {
    case EventDecoder::Status::Ok:
        noteProblems(writer, offsetOf(p), p);
        writer.addEvent(m_event, offsetOf(p));
        return { Element::Result::Taken, p + outcome.consumed };
    case EventDecoder::Status::Incomplete:
        if (isLimited)
            return giveUp(p, writer, Problem::TooLong);
        if (!m_isFinal)
            return { Element::Result::NeedMore, p };
        return readDamagedObject(p, writer, false);
    case EventDecoder::Status::TooDeep:
        return readDamagedObject(p, writer, true);
    case EventDecoder::Status::Damaged:
        break;
    }
    return readDamagedObject(p, writer, false);
}

ElementReader::Element ElementReader::readDamagedObject(const char* p, BatchWriter& writer, bool isTooDeep)
{
    // How far the damage may reach: to where the next event seems to begin, or, if brackets match, to the object's own
    // end.
    const char* extent = nullptr;
    if (isTooDeep) {
        // No further than so far, whatever the text: a file of events that never close would be read again for each.
        const bool endsBefore = static_cast<std::size_t>(m_end - p) < kDeepReach;
        extent = skipContainer(p, endsBefore ? m_end : p + kDeepReach, std::numeric_limits<std::size_t>::max());
        if (!extent && endsBefore && !m_isFinal)
            return { Element::Result::NeedMore, p };
    }
    const char* undecided = nullptr;
    if (!extent)
        extent = findEventStart(p + 1, m_end, m_isFinal, undecided);
    if (!extent) {
        const char* const reached = undecided ? undecided : m_end;
        if (!m_isFinal && !isBeyondLimit(p, reached))
            return { Element::Result::NeedMore, p };
        extent = m_end;
    }
    if (isBeyondLimit(p, extent))
        return giveUp(p, writer, Problem::TooLong);
    const EventDecoder::Outcome outcome = m_decoder.decodeDamaged({ p, static_cast<std::size_t>(extent - p) }, m_event);
    if (outcome.status == EventDecoder::Status::Ok && (extent < m_end || p + outcome.consumed < m_end || isTooDeep)) {
        noteProblems(writer, offsetOf(p), p);
        m_event.flags |= kRawRepaired;
        writer.addEvent(m_event, offsetOf(p));
        const char* next = p + outcome.consumed;
        // Given up args may end anywhere; go on at the next event in that case.
        const char* const separator = skipWhiteSpace(next, m_end);
        if (next < extent && separator < m_end && *separator != ',' && *separator != ']' && *separator != '}')
            next = extent;
        const char* last = extent;
        while (last > p && (last[-1] == ' ' || last[-1] == '\n' || last[-1] == '\r' || last[-1] == '\t'))
            --last;
        return { Element::Result::Taken, next, next == extent && last > p && last[-1] == ',' };
    }
    return giveUp(p, writer, Problem::DamagedEvent);
}

ElementReader::Element ElementReader::readScalar(const char* p, BatchWriter& writer)
{
    const char* next = nullptr;
    if (*p == '"') {
        const char* const close = skipString(p + 1, m_end);
        next = close < m_end ? close + 1 : nullptr;
    } else if (*p == '[') {
        // A bracket in front of an event is damage: as an array it would swallow all events to the end.
        const Verdict verdict = verdictBehind(p + 1, m_end, m_isFinal);
        if (verdict == Verdict::Undecided)
            return { Element::Result::NeedMore, p };
        if (verdict == Verdict::Event)
            return giveUp(p, writer, Problem::DamagedEvent);
        next = skipContainer(p, m_end, m_limits->eventBytes);
    } else {
        // No further than its limit, also where more is at hand: blocks must not decide.
        const char* const limit = isBeyondLimit(p, m_end) ? p + m_limits->eventBytes + 1 : m_end;
        const char* q = p;
        while (q < limit && std::strchr(",]} \t\r\n{[\"", *q) == nullptr)
            ++q;
        const bool isWord = q > p && std::all_of(p, q, [](char c) {
            return (c >= '0' && c <= '9') || ((c | 0x20) >= 'a' && (c | 0x20) <= 'z') || c == '.' || c == '-'
                || c == '+';
        });
        if (q < limit)
            next = isWord ? q : nullptr;
        if (q < limit && !isWord)
            return giveUp(p, writer, Problem::DamagedEvent);
    }
    const bool isTooLong = isBeyondLimit(p, next ? next : m_end);
    if (!next || isTooLong) {
        if (!m_isFinal && !isTooLong)
            return { Element::Result::NeedMore, p };
        return giveUp(p, writer, isTooLong ? Problem::TooLong : Problem::DamagedEvent);
    }
    writer.report().noteQuote(Problem::NotAnObject, offsetOf(p), textAt(p));
    writer.addNonObject(offsetOf(p));
    return { Element::Result::Taken, next };
}

/// One element is lost; reading goes on in state Resync behind its first byte.
ElementReader::Element ElementReader::giveUp(const char* p, BatchWriter& writer, Problem problem)
{
    writer.addLost(offsetOf(p));
    if (problem == Problem::TooLong && *p != '\0')
        ++writer.report().cutByLimit;
    writer.report().noteQuote(*p == '\0' ? Problem::NulBytes : problem, offsetOf(p), textAt(p));
    return { Element::Result::Lost, p + 1 };
}

ElementReader::Element ElementReader::resynchronise(const char* p, BatchWriter& writer)
{
    ImportReport::Entry& damage = writer.report().problems[static_cast<std::size_t>(Problem::DamagedEvent)];
    const char* undecided = nullptr;
    const char* const from = m_noEventBefore > offsetOf(p) ? p + (m_noEventBefore - offsetOf(p)) : p;
    const char* const start = findEventStart(from, m_end, m_isFinal, undecided);
    if (start) {
        damage.bytes += static_cast<std::uint64_t>(start - p);
        return { Element::Result::Taken, start };
    }
    if (!m_isFinal) {
        // Enough in front of the candidate to see what it follows; everything before is known to hold no event.
        const char* const last = undecided ? undecided : m_end;
        const char* const next = last - from > kLookBack + 1 ? last - kLookBack - 1 : from;
        m_noEventBefore = offsetOf(next);
        constexpr std::ptrdiff_t kKept = kTrailerReach + kLookBack + 1;
        const char* const keep = std::min(next, m_end - p > kKept ? m_end - kKept : p);
        damage.bytes += static_cast<std::uint64_t>(keep - p);
        return { Element::Result::NeedMore, keep };
    }
    for (const char* q = m_end - p > kTrailerReach ? m_end - kTrailerReach : p; q < m_end; ++q) {
        q = static_cast<const char*>(std::memchr(q, ']', static_cast<std::size_t>(m_end - q)));
        if (!q)
            break;
        if (closesArray(p, q, m_end)) {
            damage.bytes += static_cast<std::uint64_t>(q - p);
            return { Element::Result::Taken, q };
        }
    }
    damage.bytes += static_cast<std::uint64_t>(m_end - p);
    return { Element::Result::Lost, m_end };
}

ElementReader::Outcome ElementReader::read(
    const char* begin, const char* end, std::uint64_t offset, ArrayState state, bool isFinal, BatchWriter& writer)
{
    m_begin = begin;
    m_end = end;
    m_offset = offset;
    m_isFinal = isFinal;
    const char* p = begin;
    for (;;) {
        if (m_stop.stop_requested())
            return { Stop::NeedMore, p, state };
        if (state == ArrayState::Resync) {
            const Element element = resynchronise(p, writer);
            if (element.result == Element::Result::NeedMore)
                return { Stop::NeedMore, element.next, state };
            p = element.next;
            if (element.result == Element::Result::Lost)
                return { Stop::TextEnd, m_end, state };
            state = ArrayState::AfterComma;
            if (*p == ']')
                return { Stop::ArrayEnd, p + 1, state };
        }
        p = skipWhiteSpace(p, end);
        if (p >= end)
            return { isFinal ? Stop::TextEnd : Stop::NeedMore, end, state };
        if (*p == ',') {
            if (state != ArrayState::AfterElement)
                writer.report().noteQuote(Problem::ExtraComma, offsetOf(p), textAt(p));
            state = ArrayState::AfterComma;
            ++p;
            continue;
        }
        if (*p == ']') {
            const Verdict verdict = goesOnBehind(p, end, isFinal);
            if (verdict == Verdict::Undecided)
                return { Stop::NeedMore, p, state };
            if (verdict == Verdict::Event) {
                p = giveUp(p, writer, Problem::DamagedEvent).next;
                state = ArrayState::Resync;
                continue;
            }
            if (state == ArrayState::AfterComma)
                writer.report().noteQuote(Problem::ExtraComma, offsetOf(p), textAt(p));
            return { Stop::ArrayEnd, p + 1, state };
        }
        if (state == ArrayState::AfterElement && *p != '{' && *p != '\0') {
            // Between two elements stands something that is no comma: damage, unless an event follows at once.
            const Element lost = giveUp(p, writer, Problem::DamagedEvent);
            p = lost.next;
            state = ArrayState::Resync;
            continue;
        }
        const bool isCommaMissing = state == ArrayState::AfterElement && *p == '{';
        const Element element = *p == '{' ? readObject(p, writer) : readScalar(p, writer);
        if (element.result == Element::Result::NeedMore)
            return { Stop::NeedMore, element.next, state };
        if (isCommaMissing) {
            writer.report().noteQuote(Problem::MissingComma, offsetOf(p), textAt(p));
            if (element.result == Element::Result::Taken && (m_event.flags & kRawRepaired) == 0)
                ++writer.report().repaired;
        }
        p = element.next;
        state = element.result == Element::Result::Lost ? ArrayState::Resync
            : element.isAtNextEvent                     ? ArrayState::AfterComma
                                                        : ArrayState::AfterElement;
    }
}

} // namespace kinetoscope
