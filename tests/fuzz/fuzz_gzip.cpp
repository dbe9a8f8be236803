// SPDX-License-Identifier: GPL-3.0-or-later
// Compressed files of any bytes: ISA-L and zlib must give the same trace and the same report. The input is taken as it
// is, or packed into members first and damaged in one place, so that the deflate code is reached.
#include "core/io/trace_loader.h"
#include "tests/support/dump_trace.h"
#include "tests/support/temp_dir.h"
#include "tests/support/trace_text.h"

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

std::string outcome(const std::string& path, bool useIsal, std::size_t blockBytes)
{
    LoadOptions options;
    options.workers = 1;
    options.useIsal = useIsal;
    options.blockBytes = blockBytes;
    options.limits.memoryBytes = std::uint64_t { 256 } << 20;
    const auto trace = loadTrace(path, options, Progress {});
    return trace ? tests::dumpTrace(*trace.value()) : trace.error().message;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    static const tests::TempDir folder;
    const std::string_view input(reinterpret_cast<const char*>(data), size);
    const std::string path = folder.write("input", input.starts_with("\x1f\x8b") ? std::string(input) : packed(input));
    if (outcome(path, false, 1 << 20) != outcome(path, true, 97)) {
        std::fprintf(stderr, "fuzz_gzip: engines or blocks give different results\n");
        std::abort();
    }
    return 0;
}
