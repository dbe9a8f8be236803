// SPDX-License-Identifier: GPL-3.0-or-later
// kinetoscope-make-sample FOLDER: writes the sample traces.
// kinetoscope-make-sample FOLDER KEY=NUMBER...: writes rank<N>.json of a job of your own making; keys are seed, ranks,
// steps, layers, small-ops, python (0 or 1), straggler.
#include "tests/support/sample_traces.h"
#include "tests/support/trace_generator.h"

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>

namespace {

using namespace kinetoscope::tests;

bool write(const std::filesystem::path& path, const std::string& bytes)
{
    std::filesystem::create_directories(path.parent_path());
    std::ofstream out(path, std::ios::binary | std::ios::trunc);
    out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    if (!out.flush()) {
        std::fprintf(stderr, "kinetoscope-make-sample: cannot write %s\n", path.c_str());
        return false;
    }
    std::printf("%s: %zu bytes\n", path.c_str(), bytes.size());
    return true;
}

/// False for a key that does not exist.
bool apply(GeneratorOptions& options, const std::string& argument)
{
    const std::size_t equals = argument.find('=');
    const std::string key = argument.substr(0, equals);
    const long value = equals == std::string::npos ? 0 : std::strtol(argument.c_str() + equals + 1, nullptr, 10);
    const std::map<std::string, int*> numbers { { "ranks", &options.ranks }, { "steps", &options.steps },
        { "layers", &options.layers }, { "small-ops", &options.smallOps }, { "straggler", &options.stragglerRank } };
    if (const auto number = numbers.find(key); number != numbers.end())
        *number->second = static_cast<int>(value);
    else if (key == "seed")
        options.seed = static_cast<std::uint64_t>(value);
    else if (key == "python")
        options.pythonFrames = value != 0;
    else
        return false;
    return true;
}

} // namespace

int main(int argc, char** argv)
{
    if (argc < 2) {
        std::fputs("usage: kinetoscope-make-sample FOLDER [KEY=NUMBER...]\n", stderr);
        return 2;
    }
    const std::filesystem::path folder = argv[1];
    bool isWritten = true;
    if (argc == 2) {
        for (const SampleFile& file : sampleFiles())
            isWritten = write(folder / file.path, gzip(file.text)) && isWritten;
        return isWritten ? 0 : 1;
    }
    GeneratorOptions options;
    for (int i = 2; i < argc; ++i) {
        if (!apply(options, argv[i])) {
            std::fprintf(stderr, "kinetoscope-make-sample: no such key: %s\n", argv[i]);
            return 2;
        }
    }
    int rank = 0;
    for (const std::string& text : generateTraces(options))
        isWritten = write(folder / ("rank" + std::to_string(rank++) + ".json"), text) && isWritten;
    return isWritten ? 0 : 1;
}
