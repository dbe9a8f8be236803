// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/ids.h"
#include "core/base/nanoseconds.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace kinetoscope {

/// Facts about one event as read, before it becomes a slice, a sample or an arrow. Bits of EventBatch::flags.
enum RawFlag : std::uint16_t {
    kRawNoTimestamp = 1 << 0,      ///< no `ts`
    kRawBadTimestamp = 1 << 1,     ///< `ts` is no number; ts column holds 0
    kRawBadDuration = 1 << 2,      ///< `dur` is no number; duration column says none
    kRawClamped = 1 << 3,          ///< `ts` or `dur` left int64 ns and was clamped
    kRawNegativeDuration = 1 << 4, ///< `dur` below zero; duration column holds its absolute value
    kRawNoCategory = 1 << 5,       ///< no `cat`
    kRawCollective = 1 << 6,       ///< args hold `Collective name` or `Process Group Name`
    kRawStreamArg = 1 << 7,        ///< args hold an integer `stream` in [0, 2^31)
    kRawRepaired = 1 << 8,         ///< the event needed a repair and is counted as such
    kRawNoPlace = 1 << 9,          ///< neither pid nor tid
    kRawBindEnclosing = 1 << 10,   ///< flows: `bp` is "e"
    kRawImplausibleTime = 1 << 11, ///< `ts` lies days from everything else: set by the builder
};

/// Argument values that analyses need, by key. See ArgColumns.
enum class ArgKey : std::uint8_t {
    Stream,
    Bytes,
    Bandwidth,
    CollectiveName,
    ProcessGroup,
    Sequence,
    FwdThread,
    WaitOnStream,
    WaitOnRecordCorrelation,
    ExternalId, ///< only of calls and device work that have no correlation; none of ArgColumns
};
inline constexpr std::size_t kArgKeys = 10;

/// Where an event happened, as written. Device-side categories carry device and stream, host ones have none there.
struct EventPlace {
    StringId pid; ///< text of `pid`; "" where absent
    StringId tid;
    std::int64_t device = -1; ///< device side: `args.device`, else pid if a number; -1 if neither
    std::int64_t stream =
        -1; ///< device side: `args.stream` in [0, 2^31), else tid if such a number; -1 if neither (4294967295 too)
    bool deviceSide = false; ///< by category (isDeviceSide)
    bool operator==(const EventPlace&) const = default;
};
struct EventPlaceHash {
    std::size_t operator()(const EventPlace& place) const noexcept
    {
        std::uint64_t h = (std::uint64_t { place.pid.value } << 32 | place.tid.value) * 0x9E3779B97F4A7C15ULL;
        h ^= static_cast<std::uint64_t>(place.stream) + (static_cast<std::uint64_t>(place.device) << 40)
            + (place.deviceSide ? 1u : 0u);
        return static_cast<std::size_t>((h ^ (h >> 29)) * 0xff51afd7ed558ccdULL);
    }
};

/// A stretch of events in file order, as columns: what a parser worker hands over and buildTrace() consumes. All ids
/// (strings, categories, places) are already those of the whole trace. 33 bytes an event.
struct EventBatch {
    static constexpr std::uint32_t kNoDuration = 0xffff'ffffu;
    static constexpr std::uint32_t kLongDuration = 0xffff'fffeu; ///< see longDurations
    static constexpr std::uint32_t kNoLink = 0xffff'ffffu;
    static constexpr std::uint32_t kLongLink = 0xffff'fffeu; ///< see longLinks

    struct LongValue {
        std::uint32_t row = 0;
        std::int64_t value = 0;
    };
    struct ArgValue { ///< one wanted argument
        std::uint32_t row = 0;
        ArgKey key = ArgKey::Stream;
        std::int64_t integer = 0; ///< StringId::value for texts, the bits of a double for Bandwidth
    };
    struct CounterValue { ///< one number in the args of a C event; an event may have several
        std::uint32_t row = 0;
        StringId series; ///< the key
        double value = 0;
    };
    struct MetadataValue { ///< args of an M event
        std::uint32_t row = 0;
        StringId text;           ///< args.name or args.labels; "" when absent
        std::int64_t number = 0; ///< args.sort_index
        bool hasNumber = false;
    };

    EventIndex firstEvent = 0;             ///< event index of row 0; rows that are no objects have phase 0
    std::uint64_t textBase = 0;            ///< byte in the inflated text that textOffset counts from
    std::vector<Timestamp> ts;             ///< ns on the file's clock
    std::vector<std::uint32_t> duration32; ///< ns
    std::vector<StringId> name;
    std::vector<CategoryId> category;
    std::vector<char>
        phase; ///< the one character of `ph`; 0: not an object, or lost to damage; 1: an object with an unusable `ph`
    std::vector<std::uint16_t> flags;
    std::vector<std::uint32_t> place; ///< index into the trace's places
    /// X, i: correlation. s, t, f, b, n, e, C: `id` (or `id2`, with `scope`). A whole number in [0, 2^32 - 3] is stored
    /// as it is; any other whole number is in longLinks; a text that is no whole number is in longLinks as -2 -
    /// StringId::value. kNoLink: none. (Flow ids are running numbers: interning a million of them would cost more than
    /// the events.)
    std::vector<std::uint32_t> link;
    std::vector<std::uint32_t> textOffset; ///< of the event's first byte, from textBase
    std::vector<LongValue> longDurations;  ///< by row, ascending
    std::vector<LongValue> longLinks;      ///< by row, ascending; see link
    std::vector<ArgValue> args;            ///< by row
    std::vector<CounterValue> counters;    ///< by row
    std::vector<MetadataValue> metadata;   ///< by row

    [[nodiscard]] std::size_t size() const { return ts.size(); }
};

} // namespace kinetoscope
