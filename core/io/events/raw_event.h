// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/nanoseconds.h"
#include "core/model/event_batch.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace kinetoscope {

/// The keys of an event object that the reader looks at; bits of RawEvent::seen. Arguments come after the top-level
/// ones.
enum class Field : std::uint8_t {
    Name,
    Category,
    Phase,
    Ts,
    Dur,
    Pid,
    Tid,
    Id,
    BindPoint,
    Args,
    Id2,
    Scope, // only the decoder reads these
    Stream,
    Device,
    Correlation,
    Bytes,
    Bandwidth,
    CollectiveName,
    ProcessGroup,
    Sequence,
    FwdThread,
    WaitOnStream,
    WaitOnRecordCorrelation,
    ExternalId,
    Size,
    None,
};
inline constexpr std::uint32_t kArgumentFields =
    ~((std::uint32_t { 1 } << static_cast<unsigned>(Field::Stream)) - 1); ///< bits of what stands in `args`
constexpr std::uint32_t bitOf(Field field)
{
    return std::uint32_t { 1 } << static_cast<unsigned>(field);
}

/// One event while it is being read. Texts are views: into the block (scanner), or into the decoder's own storage;
/// valid until the next event. Fields without their bit in `seen` hold rubbish.
struct RawEvent {
    std::uint32_t seen = 0;  ///< bitOf(Field)
    std::uint16_t flags = 0; ///< RawFlag
    bool hasFractionalTs = false;
    bool hasFinerTime = false; ///< `ts` or `dur` had digits finer than a nanosecond
    char bindPoint = 0;
    std::string_view name;
    std::string_view category;
    std::string_view phase;
    std::string_view pid;
    std::string_view tid;
    std::string_view id;       ///< text of `id`, of id2.local/global, with `scope` in front where present
    std::string_view argsText; ///< the args object, braces included, as in the file
    std::string_view collectiveName;
    std::string_view processGroup;
    Timestamp ts = 0;
    Nanoseconds dur = 0; ///< magnitude; sign in flags
    std::int64_t stream = 0;
    std::int64_t device = 0;
    std::int64_t correlation = 0;
    std::int64_t bytes = 0;
    std::int64_t sequence = 0;
    std::int64_t fwdThread = 0;
    std::int64_t waitOnStream = 0;
    std::int64_t waitOnRecordCorrelation = 0;
    std::int64_t externalId = 0;
    std::int64_t size = 0; ///< of a copy where others have `bytes`
    double bandwidth = 0;
    bool isScanned = false; ///< else the decoder has read it, which reads odd events, and does not set `inputs`
    bool hasInputs = false; ///< `args` have something of `inputs`
    bool hasCollectiveFacts = false; ///< `args` say more of a collective than the fields do
    static constexpr std::size_t kInputLists = 4;
    /// `Input Dims`, `Input type`, `Input Strides`, `Concrete Inputs`: lists as written, "" where there is none.
    std::array<std::string_view, kInputLists> inputs;

    [[nodiscard]] bool has(Field field) const { return (seen & bitOf(field)) != 0; }
    void clear()
    {
        seen = 0;
        flags = 0;
        hasFractionalTs = false;
        hasFinerTime = false;
        bindPoint = 0;
        isScanned = hasInputs = hasCollectiveFacts = false;
    }
};

/// Which top-level key this is. By length first: the same few keys stand in every event.
[[nodiscard]] Field topLevelField(std::string_view key);
/// Which key of `args` this is.
[[nodiscard]] Field argumentField(std::string_view key);

/// Takes a number token (or the text of a string that should be a number) for a field that wants one; notes what is odd
/// in flags. A time that is no number sets the flag and leaves the field seen; an argument that is no number is left
/// unseen.
void takeNumber(RawEvent& event, Field field, std::string_view token);

/// As if the key had not come yet: of a key given twice the last one counts, as in JavaScript and Python.
void forget(RawEvent& event, Field field);

} // namespace kinetoscope
