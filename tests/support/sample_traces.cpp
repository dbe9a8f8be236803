// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/sample_traces.h"

#include "tests/support/trace_generator.h"

namespace kinetoscope::tests {

std::vector<SampleFile> sampleFiles()
{
    GeneratorOptions options;
    options.seed = 20'260;
    options.ranks = 4;
    options.steps = 2;
    options.layers = 3;
    options.pythonFrames = true;
    options.stragglerRank = 3;
    std::vector<SampleFile> files;
    int rank = 0;
    for (std::string& text : generateTraces(options))
        files.push_back({ "job/rank" + std::to_string(rank++) + ".pt.trace.json.gz", std::move(text) });
    files.push_back({ "counters/cupti_forward.pt.trace.json.gz", generateCuptiTrace(20'261, 4) });
    return files;
}

} // namespace kinetoscope::tests
