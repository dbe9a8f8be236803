// SPDX-License-Identifier: GPL-3.0-or-later
// Compressed files of any bytes: ISA-L and zlib, large blocks and small ones, one thread and three must give the same
// trace and the same report. The input is taken as it
// is, or packed into members first and damaged in one place, so that the deflate code is reached.
#include "core/io/trace_loader.h"
#include "core/words/english.h"
#include "tests/support/dump_trace.h"
#include "tests/support/temp_dir.h"
#include "tests/support/trace_text.h"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

namespace {

using namespace kinetoscope;

std::string packed(std::string_view input)
{
    if (input.size() < 4)
        return "\x1f\x8b" + std::string(input);
    const auto byteAt = [input](
                            std::size_t i) { return static_cast<std::size_t>(static_cast<unsigned char>(input[i])); };
    const std::string_view text = input.substr(3);
    const std::size_t seam = text.size() * byteAt(0) / 256;
    std::string file = tests::gzip(text.substr(0, seam)) + tests::gzip(text.substr(seam));
    if (byteAt(2) != 0) {
        const std::size_t place = file.size() * byteAt(1) / 256;
        file[place] = static_cast<char>(static_cast<std::size_t>(static_cast<unsigned char>(file[place])) ^ byteAt(2));
    }
    return file;
}

struct Outcome {
    std::string text;
    bool isWhole = false; ///< a trace, of compressed data without damage
};

[[noreturn]] void fail(const char* what, const std::string& expected, const std::string& actual)
{
    const auto begin = static_cast<std::size_t>(
        std::mismatch(expected.begin(), expected.end(), actual.begin(), actual.end()).first - expected.begin());
    std::fprintf(stderr, "fuzz_gzip: %s give different results\n%s\n-- and --\n%s\n", what,
        expected.substr(begin - std::min<std::size_t>(begin, 80), 400).c_str(),
        actual.substr(begin - std::min<std::size_t>(begin, 80), 400).c_str());
    std::abort();
}

Outcome outcome(const std::string& path, LoadOptions options)
{
    const auto trace = loadTrace(path, options, Progress {});
    if (!trace)
        return { english(trace.error().message) };
    return { tests::dumpTrace(*trace.value()), (*trace)->report().entry(Problem::GzipDamaged).count == 0 };
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    static const tests::TempDir folder;
    const std::string_view input(reinterpret_cast<const char*>(data), size);
    const std::string path = folder.write("input", input.starts_with("\x1f\x8b") ? std::string(input) : packed(input));
    LoadOptions options;
    options.limits.memoryBytes = std::uint64_t { 256 } << 20;
    if (size % 2 == 0)
        options.limits.eventBytes = 300; // so that the limit is met at all
    options.workers = 1;
    options.blockBytes = 64 * 1024; // holds any input; the address sanitizer takes long for megabytes
    options.useIsal = false;
    const Outcome expected = outcome(path, options);
    options.workers = size % 4 == 1 ? 3 : 1; // threads take longer to start than the work
    options.blockBytes = 97;
    if (const Outcome small = outcome(path, options); small.text != expected.text)
        fail("blocks", expected.text, small.text);
    options.useIsal = true;
    // ISA-L takes incomplete Huffman codes, which zlib refuses. Where it finds a text with them that has the length and
    // the checksum of the trailer, nothing tells it that zlib would not; and it is the text that was packed.
    const Outcome fast = outcome(path, options);
    if (fast.text != expected.text && (!fast.isWhole || expected.isWhole))
        fail("engines", expected.text, fast.text);
    return 0;
}
