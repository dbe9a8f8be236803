// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/causes/owners/track_owners.h"
#include "core/analysis/causes/replay/host_operations.h"

#include <algorithm>
#include <bit>
#include <functional>
#include <utility>
#include <vector>

namespace kinetoscope {

/// The stretch of one owner and cause, of what a thread borrows of the main thread's line, that holds a moment.
struct BorrowedStretch {
    Timestamp begin = 0; ///< at most the moment
    Cause cause = Cause::Unrecorded;
    SliceId owner {};
};

/// Writes the operations of one line, in recorded order. Plain ones that follow each other become a run, but for those
/// that somebody may ask about alone: with a moment inside, or with another cause on the line of a backward thread.
class LineMaker {
public:
    /// @param marks    moments that are asked for, sorted; the line's operations begin there, or hold them alone.
    /// @param isFirst  line 0: what nothing owns is an operation of its own there, not borrowed.
    LineMaker(HostOperations& operations, Grain grain, const std::vector<Timestamp>& marks, bool isFirst)
        : m_operations(operations)
        , m_grain(grain)
        , m_mark(marks.begin())
        , m_lastMark(marks.end())
        , m_isFirst(isFirst)
    {
    }
    /// What backward threads have; kept by reference.
    void setOthers(const OtherParts& others)
    {
        for (const auto& [thread, parts] : others)
            m_others.push_back({ thread, &parts });
    }

    /// The moments that are asked for of a line that borrows, sorted, and what it borrows then; both kept by reference.
    void setAsked(const std::vector<Timestamp>& moments, const std::function<BorrowedStretch(Timestamp)>& borrowedAt)
    {
        m_asked = moments.begin();
        m_lastAsked = moments.end();
        m_borrowedAt = &borrowedAt;
    }

    [[nodiscard]] bool isFirst() const { return m_isFirst; }
    [[nodiscard]] bool hasBegun() const { return m_hasBegun; }
    [[nodiscard]] Timestamp time() const { return m_time; }
    void begin(Timestamp time)
    {
        m_hasBegun = true;
        m_time = time;
        m_quietUntil = time;
        add(OperationKind::Begin, Cause::Unrecorded, {}, time);
    }
    /// In place of begin(): what goes before is made by another one. `time` is a mark, or there are none.
    void goOnAt(Timestamp time)
    {
        m_hasBegun = true;
        m_time = time;
        m_quietUntil = time;
        m_mark = std::upper_bound(m_mark, m_lastMark, time);
    }
    void addPiece(Cause cause, SliceId owner, Timestamp end)
    {
        ++m_operations.byCause[static_cast<std::size_t>(cause)];
        if (end <= m_plainUntil && m_runTime + (end - m_time) <= kMostTime && m_pieces < kMostPieces) {
            addToRun(cause, owner, { m_time, end });
            m_time = end;
        } else {
            addSpecial(cause, owner, end);
        }
    }
    /// Pieces that end up to there are part of the run that is being made, whatever they are of: addPieces() may add
    /// them. Before time() where the next one is to be looked at.
    [[nodiscard]] Timestamp plainUntil() const
    {
        // A piece takes a nanosecond or more, and fewer pieces fit than time.
        return std::min(m_plainUntil, m_time - m_runTime + Nanoseconds { kMostPieces });
    }
    /// Several of one cause that follow each other, up to plainUntil().
    /// @param owner  of the last.
    /// @param odd    how many take an odd time.
    void addPieces(Cause cause, SliceId owner, Timestamp end, std::uint32_t pieces, std::uint32_t odd)
    {
        m_operations.byCause[static_cast<std::size_t>(cause)] += pieces;
        m_cause = cause;
        m_owner = owner;
        m_pieces += pieces;
        m_touched |= 1U << static_cast<unsigned>(cause);
        m_times[static_cast<std::size_t>(cause)] += static_cast<std::uint32_t>(end - m_time);
        m_odd[static_cast<std::size_t>(cause)] += odd;
        m_runTime += end - m_time;
        m_time = end;
    }
    [[nodiscard]] std::vector<AwaitedWork::Prefix>& prefixes() { return m_operations.prefixes; }
    void addBlocking(const Blocking& blocking, Cause cause, SliceId call, Timestamp end)
    {
        close();
        ++m_operations.byCause[static_cast<std::size_t>(cause)];
        const auto place = static_cast<std::uint32_t>(m_operations.blocking.size());
        m_operations.blocking.push_back(blocking);
        m_operations.blocking.back().operation = static_cast<OperationNumber>(m_operations.ends.size());
        add(OperationKind::Blocking, cause, call, end, place);
        m_time = end;
    }
    /// What is borrowed is one operation but where a moment is asked for in it: in between the thread goes on as the
    /// stretch around the moment does (causes.md 4.1), so one begins with that.
    void addBorrowed(Timestamp end)
    {
        close();
        Cause cause = Cause::Unrecorded;
        SliceId owner;
        for (; m_asked != m_lastAsked && *m_asked < end; ++m_asked) {
            if (*m_asked <= m_time)
                continue;
            const BorrowedStretch around = (*m_borrowedAt)(*m_asked);
            if (around.begin > m_time) {
                add(OperationKind::Borrowed, cause, owner, around.begin);
                m_time = around.begin;
            }
            cause = around.cause;
            owner = around.owner;
            ++m_operations.byCause[static_cast<std::size_t>(cause)];
        }
        add(OperationKind::Borrowed, cause, owner, end);
        m_time = end;
    }
    void close()
    {
        if (m_pieces > 1) {
            for (bool isFirst = true; m_touched != 0; m_touched &= m_touched - 1, isFirst = false) {
                const auto cause = static_cast<std::size_t>(std::countr_zero(m_touched));
                m_operations.addPart(static_cast<Cause>(cause), std::exchange(m_times[cause], 0),
                    std::exchange(m_odd[cause], 0), isFirst);
            }
            add(OperationKind::Run, Cause::Unrecorded, {}, m_time,
                static_cast<std::uint32_t>(m_operations.runParts.size()));
        } else if (m_pieces == 1) {
            m_times[static_cast<std::size_t>(m_cause)] = 0;
            m_odd[static_cast<std::size_t>(m_cause)] = 0;
            add(OperationKind::Plain, m_cause, m_owner, m_time);
        }
        m_pieces = 0;
        m_runTime = 0;
        m_touched = 0;
    }

private:
    /// Of a run, so that its times fit their sums.
    static constexpr Nanoseconds kMostTime = UINT32_MAX;
    static constexpr std::uint32_t kMostPieces = (1U << 26) - 1;

    struct Others {
        TrackId thread;
        const std::vector<OtherPart>* parts = nullptr;
        std::size_t next = 0; ///< the first that may end behind the line's end
    };

    void add(OperationKind kind, Cause cause, SliceId owner, Timestamp end, std::uint32_t detail = 0)
    {
        m_operations.ends.push_back(end);
        if (m_grain == Grain::Pieces)
            m_operations.owners.push_back(owner);
        m_operations.causes.push_back(cause);
        m_operations.kinds.push_back(kind);
        m_operations.details.push_back(detail);
    }
    void addAlone(Cause cause, SliceId owner, Timestamp end) { add(OperationKind::Plain, cause, owner, end); }
    /// A piece that may be no part of a run, or end it.
    void addSpecial(Cause cause, SliceId owner, Timestamp end)
    {
        const TimeRange range { m_time, end };
        const bool isAlone = m_grain == Grain::Pieces || range.length() > kMostTime || holdsMark(range);
        if (end > m_quietUntil && othersIn(range, cause)) {
            close();
            addOthersOf(range, cause);
            addAlone(cause, owner, end);
        } else if (isAlone) {
            close();
            addAlone(cause, owner, end);
        } else {
            if (m_runTime + range.length() > kMostTime || m_pieces == kMostPieces)
                close();
            addToRun(cause, owner, range);
            m_time = end; // of the run, too
            if (m_mark != m_lastMark && *m_mark == end)
                close();
        }
        m_time = end;
        if (m_grain == Grain::Pieces)
            return;
        while (m_mark != m_lastMark && *m_mark <= end)
            ++m_mark;
        m_plainUntil = m_mark == m_lastMark ? m_quietUntil : std::min(m_quietUntil, *m_mark - 1);
    }
    void addToRun(Cause cause, SliceId owner, const TimeRange& range)
    {
        m_cause = cause;
        m_owner = owner;
        ++m_pieces;
        m_runTime += range.length();
        m_touched |= 1U << static_cast<unsigned>(cause);
        const auto length = static_cast<std::uint32_t>(range.length());
        m_times[static_cast<std::size_t>(cause)] += length;
        m_odd[static_cast<std::size_t>(cause)] += length & 1U;
    }
    /// Goes on to the first mark behind the begin of the range.
    [[nodiscard]] bool holdsMark(const TimeRange& range)
    {
        while (m_mark != m_lastMark && *m_mark <= range.begin)
            ++m_mark;
        return m_mark != m_lastMark && *m_mark < range.end;
    }
    /// Whether a backward thread has another cause in the range.
    [[nodiscard]] bool othersIn(const TimeRange& range, Cause cause)
    {
        bool isAny = false;
        m_quietUntil = kMaxTimestamp;
        for (Others& each : m_others) {
            const std::vector<OtherPart>& parts = *each.parts;
            while (each.next < parts.size() && parts[each.next].range.end <= range.begin)
                ++each.next;
            std::size_t i = each.next;
            for (; i < parts.size() && parts[i].range.begin < range.end; ++i)
                isAny = isAny || parts[i].cause != cause;
            const bool isOpen = i > each.next && parts[i - 1].range.end > range.end;
            if (isOpen || i < parts.size())
                m_quietUntil = std::min(m_quietUntil, isOpen ? range.end : parts[i].range.begin);
        }
        return isAny;
    }
    void addOthersOf(const TimeRange& range, Cause cause)
    {
        const auto operation = static_cast<OperationNumber>(m_operations.ends.size());
        for (const Others& each : m_others) {
            const std::vector<OtherPart>& parts = *each.parts;
            for (std::size_t i = each.next; i < parts.size() && parts[i].range.begin < range.end; ++i) {
                if (parts[i].cause != cause)
                    m_operations.otherCauses[each.thread].push_back(
                        { operation, parts[i].range.clippedTo(range), parts[i].cause });
            }
        }
    }

    HostOperations& m_operations;
    Grain m_grain;
    std::vector<Timestamp>::const_iterator m_mark;
    std::vector<Timestamp>::const_iterator m_lastMark;
    std::vector<Timestamp>::const_iterator m_asked;
    std::vector<Timestamp>::const_iterator m_lastAsked;
    const std::function<BorrowedStretch(Timestamp)>* m_borrowedAt = nullptr; ///< where any is asked for
    std::vector<Others> m_others;
    Timestamp m_quietUntil = kMinTimestamp; ///< no backward thread has a part before
    Timestamp m_plainUntil = kMinTimestamp; ///< nor is a mark up to here, or what ends here is special anyway
    Timestamp m_time = 0;
    bool m_isFirst;
    bool m_hasBegun = false;
    // The run that is being made: by cause its time and how many of its times are odd.
    std::array<std::uint32_t, kCauseCount> m_times {};
    std::array<std::uint32_t, kCauseCount> m_odd {};
    std::uint32_t m_pieces = 0;
    Nanoseconds m_runTime = 0;
    std::uint32_t m_touched = 0;       ///< a bit a cause that it has time of
    Cause m_cause = Cause::Unrecorded; ///< of its last piece
    SliceId m_owner;
};

/// Plain pieces of one cause that follow each other, as most do, on their way to a line: they are added together.
class PlainPieces {
public:
    /// @param line  kept by reference; it has nothing yet, or ends where the first one begins.
    explicit PlainPieces(LineMaker& line)
        : m_line(line)
        , m_time(line.time())
    {
    }
    /// True if it is one, and the line will have it.
    [[nodiscard]] bool take(const LineSegment& segment, Cause cause)
    {
        if (segment.range.begin != m_time || segment.range.end > m_until)
            return false;
        if (cause != m_cause)
            add();
        m_cause = cause;
        m_owner = segment.owner;
        ++m_count;
        m_odd += static_cast<std::uint32_t>(segment.range.length() & 1);
        m_time = segment.range.end;
        return true;
    }
    /// The line has all that were taken: before anything else is done with it, and at the end.
    void add()
    {
        if (m_count > 0)
            m_line.addPieces(m_cause, m_owner, m_time, m_count, m_odd);
        m_count = 0;
        m_odd = 0;
    }
    /// Behind something else. @param until  all that ends up to there is whole.
    void goOn(Timestamp until)
    {
        m_time = m_line.time();
        m_until = std::min(m_line.plainUntil(), until);
    }

private:
    LineMaker& m_line;
    Timestamp m_time;
    Timestamp m_until = kMinTimestamp;
    Cause m_cause = Cause::Unrecorded;
    SliceId m_owner; ///< of the last
    std::uint32_t m_count = 0;
    std::uint32_t m_odd = 0; ///< how many of them take an odd time
};

} // namespace kinetoscope
