// SPDX-License-Identifier: GPL-3.0-or-later
// The whole way from a file to a trace: any bytes are refused with a sentence, or become a trace that keeps its
// promises.
#include "core/io/trace_loader.h"
#include "core/words/english.h"
#include "tests/support/temp_dir.h"

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace {

using namespace kinetoscope;

[[noreturn]] void fail(const char* what)
{
    std::fprintf(stderr, "fuzz_loader: %s\n", what);
    std::abort();
}

void requireAccount(const ImportReport& report)
{
    std::uint64_t counted = 0;
    for (const auto& [kind, count] : report.counted)
        counted += count;
    if (report.events != report.drawable + counted)
        fail("events are not drawable + counted");
    if (report.dropped > counted)
        fail("more dropped than counted");
}

void requireOrder(const Trace& trace)
{
    const SliceTable& slices = trace.slices();
    std::size_t row = 0;
    for (const Track& track : trace.tracks()) {
        for (std::uint32_t i = track.firstSlice; i < track.endSlice(); ++i, ++row) {
            const SliceId slice { i };
            if (i > track.firstSlice && slices.start[i] < slices.start[i - 1])
                fail("a track is not sorted");
            const SliceId parent = slices.parent[i];
            if (parent.isValid() && (parent.index() < track.firstSlice || parent.index() >= i))
                fail("a parent does not stand before its child");
            if (trace.laneOf(slice) >= track.laneCount)
                fail("a slice has no lane");
        }
    }
    if (row != slices.size())
        fail("a slice has no track");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    static const tests::TempDir folder;
    const std::string path = folder.write("input", { reinterpret_cast<const char*>(data), size });
    LoadOptions options;
    options.workers = 1;
    // Small blocks put borders everywhere; the first byte chooses, so that the fuzzer can look for the bad ones.
    options.blockBytes = size > 0 ? 1 + static_cast<std::size_t>(data[0] % 61) * 67 : 1;
    options.limits.memoryBytes = std::uint64_t { 256 } << 20;
    const Result<std::shared_ptr<const Trace>> trace = loadTrace(path, options, Progress {});
    if (!trace) {
        if (english(trace.error().message).empty())
            fail("refused without a sentence");
        return 0;
    }
    requireAccount((*trace)->report());
    requireOrder(**trace);
    return 0;
}
