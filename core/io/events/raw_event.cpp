// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/events/raw_event.h"

#include "core/base/decimal.h"

#include <charconv>
#include <cstring>

namespace kinetoscope {

namespace {

/// key == text, which in a large unit becomes a call of a comparison of any two texts, for each key of each event.
template <std::size_t Size> bool isKey(std::string_view key, const char (&text)[Size])
{
    return key.size() == Size - 1 && std::memcmp(key.data(), text, Size - 1) == 0;
}

} // namespace

Field topLevelField(std::string_view key)
{
    switch (key.size()) {
    case 2:
        if (isKey(key, "ph"))
            return Field::Phase;
        if (isKey(key, "ts"))
            return Field::Ts;
        if (isKey(key, "id"))
            return Field::Id;
        return isKey(key, "bp") ? Field::BindPoint : Field::None;
    case 3:
        if (isKey(key, "cat"))
            return Field::Category;
        if (isKey(key, "pid"))
            return Field::Pid;
        if (isKey(key, "tid"))
            return Field::Tid;
        if (isKey(key, "dur"))
            return Field::Dur;
        return isKey(key, "id2") ? Field::Id2 : Field::None;
    case 4:
        if (isKey(key, "name"))
            return Field::Name;
        return isKey(key, "args") ? Field::Args : Field::None;
    case 5:
        return isKey(key, "scope") ? Field::Scope : Field::None;
    default:
        return Field::None;
    }
}

Field argumentField(std::string_view key)
{
    switch (key.size()) {
    case 4:
        return isKey(key, "size") ? Field::Size : Field::None;
    case 5:
        return isKey(key, "bytes") ? Field::Bytes : Field::None;
    case 6:
        if (isKey(key, "stream"))
            return Field::Stream;
        return isKey(key, "device") ? Field::Device : Field::None;
    case 11:
        if (isKey(key, "correlation"))
            return Field::Correlation;
        return isKey(key, "External id") ? Field::ExternalId : Field::None;
    case 13:
        return isKey(key, "Fwd thread id") ? Field::FwdThread : Field::None;
    case 14:
        return isKey(key, "wait_on_stream") ? Field::WaitOnStream : Field::None;
    case 15:
        if (isKey(key, "Sequence number"))
            return Field::Sequence;
        return isKey(key, "Collective name") ? Field::CollectiveName : Field::None;
    case 18:
        return isKey(key, "Process Group Name") ? Field::ProcessGroup : Field::None;
    case 23:
        return isKey(key, "memory bandwidth (GB/s)") ? Field::Bandwidth : Field::None;
    case 33:
        return isKey(key, "wait_on_cuda_event_record_corr_id") ? Field::WaitOnRecordCorrelation : Field::None;
    default:
        return Field::None;
    }
}

namespace {

void takeTimestamp(RawEvent& event, std::string_view token)
{
    const DecimalTime time = parseMicroseconds(token);
    event.ts = time.ns;
    event.hasFractionalTs = time.isFractional;
    event.hasFinerTime = event.hasFinerTime || time.isRounded;
    if (!time.isNumber)
        event.flags |= kRawBadTimestamp;
    if (time.isClamped)
        event.flags |= kRawClamped;
}

void takeDuration(RawEvent& event, std::string_view token)
{
    const DecimalTime time = parseMicroseconds(token);
    if (!time.isNumber) {
        event.flags |= kRawBadDuration;
        event.dur = 0;
        return;
    }
    if (time.isClamped)
        event.flags |= kRawClamped;
    if (time.ns < 0)
        event.flags |= kRawNegativeDuration;
    event.hasFinerTime = event.hasFinerTime || time.isRounded;
    event.dur = time.ns < 0 ? saturatingSubtract(0, time.ns) : time.ns;
}

std::int64_t* integerOf(RawEvent& event, Field field)
{
    switch (field) {
    case Field::Stream:
        return &event.stream;
    case Field::Device:
        return &event.device;
    case Field::Correlation:
        return &event.correlation;
    case Field::Bytes:
        return &event.bytes;
    case Field::Sequence:
        return &event.sequence;
    case Field::FwdThread:
        return &event.fwdThread;
    case Field::WaitOnStream:
        return &event.waitOnStream;
    case Field::WaitOnRecordCorrelation:
        return &event.waitOnRecordCorrelation;
    case Field::ExternalId:
        return &event.externalId;
    case Field::Size:
        return &event.size;
    default:
        return nullptr;
    }
}

bool isClamped(Timestamp time)
{
    return time == kMinTimestamp || time == kMaxTimestamp;
}

} // namespace

void forget(RawEvent& event, Field field)
{
    event.seen &= ~bitOf(field);
    if (field == Field::Args)
        event.seen &= ~kArgumentFields;
    else if (field == Field::BindPoint)
        event.bindPoint = 0;
    if (field != Field::Ts && field != Field::Dur)
        return;
    unsigned stale = kRawClamped; // one flag for both: the other one may still need it
    if (field == Field::Ts) {
        event.hasFractionalTs = false;
        stale |= kRawBadTimestamp;
        if (event.has(Field::Dur) && isClamped(event.dur))
            stale &= ~unsigned { kRawClamped };
    } else {
        stale |= kRawBadDuration | kRawNegativeDuration;
        if (event.has(Field::Ts) && isClamped(event.ts))
            stale &= ~unsigned { kRawClamped };
    }
    event.flags = static_cast<std::uint16_t>(event.flags & ~stale);
}

void takeNumber(RawEvent& event, Field field, std::string_view token)
{
    if (field == Field::Ts) {
        takeTimestamp(event, token);
        event.seen |= bitOf(field);
    } else if (field == Field::Dur) {
        takeDuration(event, token);
        event.seen |= bitOf(field);
    } else if (field == Field::Bandwidth) {
        double value = 0;
        const auto [rest, error] = std::from_chars(token.data(), token.data() + token.size(), value);
        if (error == std::errc {} && rest == token.data() + token.size()) {
            event.bandwidth = value;
            event.seen |= bitOf(field);
        }
    } else if (std::int64_t* slot = integerOf(event, field)) {
        const DecimalInteger integer = parseInteger(token);
        if (integer.isValid) {
            *slot = integer.value;
            event.seen |= bitOf(field);
        }
    }
}

} // namespace kinetoscope
