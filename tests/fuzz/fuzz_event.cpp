// SPDX-License-Identifier: GPL-3.0-or-later
// One event object: what the hand-written scanner accepts, the authority (RapidJSON) reads the same; mending never runs
// past its input.
#include "core/base/text.h"
#include "core/io/bytes/byte_scan.h"
#include "core/io/events/event_decoder.h"
#include "core/io/events/event_scanner.h"
#include "core/io/json/argument_scan.h"

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

namespace {

using namespace kinetoscope;

constexpr std::size_t kDepth = 64;

[[noreturn]] void fail(const char* what)
{
    std::fprintf(stderr, "fuzz_event: %s\n", what);
    std::abort();
}

bool isContainer(std::string_view value)
{
    return value.starts_with('{') || value.starts_with('[');
}

bool isText(Field argument)
{
    return argument == Field::CollectiveName || argument == Field::ProcessGroup;
}

/// Of a value nobody wants the scanner looks at quotes and brackets only (event_scanner.h). Nothing is wanted of a
/// container in place of a scalar, nor of a number in place of a text.
bool isWanted(std::string_view key, std::string_view value, bool inArgs)
{
    const Field field = inArgs ? argumentField(key) : topLevelField(key);
    if (field == Field::None || isContainer(value))
        return value.front() != '"' && !isContainer(value); // numbers and words are checked anywhere
    return !inArgs || !isText(field) || value.starts_with('"');
}

/// The object with null for every value that the scanner passes over.
std::string wantedPartOf(std::string_view object, bool inArgs)
{
    std::string part = "{";
    MemberScan scan(object);
    for (RawMember member; scan.next(member);) {
        part += part.size() > 1 ? ",\"" : "\"";
        part.append(member.key) += "\":";
        if (!inArgs && topLevelField(member.key) == Field::Args)
            part += wantedPartOf(member.value, true);
        else
            part += isWanted(member.key, member.value, inArgs) ? member.value : "null";
    }
    return part += '}';
}

void requireSame(const RawEvent& scanned, const RawEvent& decoded, bool withArgs)
{
    if (scanned.seen != decoded.seen)
        fail("scanner and decoder see different fields");
    const auto differs = [&](Field field, const auto& a, const auto& b) { return scanned.has(field) && a != b; };
    if (differs(Field::Name, scanned.name, decoded.name) || differs(Field::Category, scanned.category, decoded.category)
        || differs(Field::Phase, scanned.phase, decoded.phase) || differs(Field::Pid, scanned.pid, decoded.pid)
        || differs(Field::Tid, scanned.tid, decoded.tid) || differs(Field::Id, scanned.id, decoded.id)
        || (withArgs && differs(Field::Args, scanned.argsText, decoded.argsText)))
        fail("scanner and decoder read different texts");
    if (differs(Field::Ts, scanned.ts, decoded.ts) || differs(Field::Dur, scanned.dur, decoded.dur)
        || differs(Field::Stream, scanned.stream, decoded.stream)
        || differs(Field::Device, scanned.device, decoded.device)
        || differs(Field::Correlation, scanned.correlation, decoded.correlation)
        || differs(Field::Bytes, scanned.bytes, decoded.bytes) || scanned.flags != decoded.flags)
        fail("scanner and decoder read different numbers");
}

/// The scanner may be content with what the decoder refuses, where the fault lies in what nobody wants; but never with
/// bad UTF-8, which is always counted.
void requireSameWithoutUnwanted(std::string_view event, const RawEvent& scanned, EventDecoder& decoder)
{
    if (!isValidUtf8(event))
        fail("the scanner accepts bad UTF-8");
    const std::string wanted = wantedPartOf(event, false);
    RawEvent decoded;
    if (decoder.decode(wanted, decoded).status != EventDecoder::Status::Ok) {
        // RapidJSON refuses a number beyond a double; mending makes a text of it, and so does the scanner.
        if (decoder.decodeDamaged(wanted, decoded).status != EventDecoder::Status::Ok)
            fail("the scanner accepts what the decoder refuses");
        for (const Problem problem : decoder.problems()) {
            if (problem != Problem::BadNumber)
                fail("the scanner accepts what the decoder mends");
        }
    }
    requireSame(scanned, decoded, false);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    std::string text = "{";
    text.append(reinterpret_cast<const char*>(data), size);
    const std::size_t textBytes = text.size();
    text.append(kScanPadding, '\0');
    const std::string_view view(text.data(), textBytes);

    static EventDecoder decoder(kDepth);
    RawEvent decoded;
    const EventDecoder::Outcome outcome = decoder.decode(view, decoded);
    RawEvent scanned;
    scanned.clear();
    if (const char* const end = scanEvent(text.data(), text.data() + textBytes, kDepth, scanned)) {
        const auto length = static_cast<std::size_t>(end - text.data());
        if (outcome.status != EventDecoder::Status::Ok) {
            requireSameWithoutUnwanted(view.substr(0, length), scanned, decoder);
        } else {
            if (outcome.consumed != length)
                fail("scanner and decoder end at different bytes");
            requireSame(scanned, decoded, true);
        }
    }
    if (outcome.status == EventDecoder::Status::Damaged || outcome.status == EventDecoder::Status::TooDeep) {
        if (decoder.decodeDamaged(view, decoded).consumed > view.size())
            fail("mending runs past the input");
    }
    return 0;
}
