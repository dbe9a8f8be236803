// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/chart_jobs.h"

#include "core/analysis/run_analysis.h"
#include "core/words/english.h"
#include "tests/support/analysis_runs.h"
#include "tests/support/load_text.h"
#include "tests/support/trace_generator.h"
#include "tests/support/trace_text.h"

#include <cstdio>
#include <cstdlib>

namespace kinetoscope::tests {

namespace {

AnalysisInput sample(const char* path)
{
    auto loaded = loadTraceSet(
        { { std::nullopt, std::string(KINETOSCOPE_SOURCE_DIR "/resources/samples/") + path } }, testLoadOptions(), {});
    if (!loaded) {
        std::fprintf(stderr, "%s\n", english(loaded.error().message).c_str());
        std::abort();
    }
    return { std::move(loaded).value(), {} };
}

/// What a roofline needs.
constexpr const char* kCounted =
    R"("smsp__sass_thread_inst_executed_op_fadd_pred_on.sum": 3e6, "dram__bytes_read.sum": 1e3, )"
    R"("dram__bytes_write.sum": 0, "gpu__time_duration.sum": 400)";

} // namespace

const std::vector<AnalysisInput>& jobsOfEveryChart()
{
    static const std::vector<AnalysisInput> all {
        sample("job"),
        sample("counters/cupti_forward.pt.trace.json.gz"),
        inputOf({ generateTrace() }),
        inputOf({ "[[-1,1,100,0],[1000,2,30,4],[2000,4,-30,4]]" }),
        inputOf({ TraceText().op("aten::a", 0_us, 30_us).memory(5_us, 100, 100, 1000).text() }),
        inputOf({ TraceText()
                      .op("aten::a", 10_us, 20_us)
                      .launch(13_us, 1_us, 1)
                      .complete("cuda_profiler_range", "gemm", 0, 0, 100_us, 10_us, kCounted)
                      .text() }),
        inputOf({ TraceText().launch(0_us, 1_us, 1).kernel("triton_poi_fused_add_0", 5_us, 9_us, 7, 1).text() }),
    };
    return all;
}

Result<AnalysisResult> chartsOf(const AnalysisDescriptor& analysis, const AnalysisInput& job, Mode mode)
{
    Parameters parameters;
    if (analysis.id == "kernel-sequences")
        parameters.set("operator-name", std::string("aten::linear"));
    const std::vector<AnalysisInput> inputs(static_cast<std::size_t>(analysis.inputCount), job);
    return runAnalysis(analysis, inputs, parameters, mode, {});
}

} // namespace kinetoscope::tests
