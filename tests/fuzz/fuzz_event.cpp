// SPDX-License-Identifier: GPL-3.0-or-later
// One event object: what the hand-written scanner accepts, the authority (RapidJSON) reads the same; mending never runs
// past its input.
#include "core/io/byte_scan.h"
#include "core/io/event_decoder.h"
#include "core/io/event_scanner.h"

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

void requireSame(const RawEvent& scanned, const RawEvent& decoded)
{
    if (scanned.seen != decoded.seen)
        fail("scanner and decoder see different fields");
    const auto differs = [&](Field field, const auto& a, const auto& b) { return scanned.has(field) && a != b; };
    if (differs(Field::Name, scanned.name, decoded.name) || differs(Field::Category, scanned.category, decoded.category)
        || differs(Field::Phase, scanned.phase, decoded.phase) || differs(Field::Pid, scanned.pid, decoded.pid)
        || differs(Field::Tid, scanned.tid, decoded.tid) || differs(Field::Id, scanned.id, decoded.id)
        || differs(Field::Args, scanned.argsText, decoded.argsText))
        fail("scanner and decoder read different texts");
    if (differs(Field::Ts, scanned.ts, decoded.ts) || differs(Field::Dur, scanned.dur, decoded.dur)
        || differs(Field::Stream, scanned.stream, decoded.stream)
        || differs(Field::Device, scanned.device, decoded.device)
        || differs(Field::Correlation, scanned.correlation, decoded.correlation)
        || differs(Field::Bytes, scanned.bytes, decoded.bytes) || scanned.flags != decoded.flags)
        fail("scanner and decoder read different numbers");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    std::string text = "{";
    text.append(reinterpret_cast<const char*>(data), size);
    const std::size_t length = text.size();
    text.append(kScanPadding, '\0');
    const std::string_view view(text.data(), length);

    static EventDecoder decoder(kDepth);
    RawEvent decoded;
    const EventDecoder::Outcome outcome = decoder.decode(view, decoded);
    RawEvent scanned;
    scanned.clear();
    if (const char* const end = scanEvent(text.data(), text.data() + length, kDepth, scanned)) {
        if (outcome.status != EventDecoder::Status::Ok)
            fail("the scanner accepts what the decoder refuses");
        if (outcome.consumed != static_cast<std::size_t>(end - text.data()))
            fail("scanner and decoder end at different bytes");
        requireSame(scanned, decoded);
    }
    if (outcome.status == EventDecoder::Status::Damaged || outcome.status == EventDecoder::Status::TooDeep) {
        if (decoder.decodeDamaged(view, decoded).consumed > view.size())
            fail("mending runs past the input");
    }
    return 0;
}
