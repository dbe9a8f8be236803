// SPDX-License-Identifier: GPL-3.0-or-later
// What the cells of every table of every analysis are made of, over one loaded job: the longest time that one cell
// takes, of the first row, one in the middle and the last one, and the longest time in which nobody looks at the stop
// flag meanwhile. usage: bench_evidence TRACE.json[.gz] [ANALYSIS...]. Nothing is asserted. tests/bench/README.md says
// how to read it.
#include "core/analysis/names/classification.h"
#include "core/analysis/run_analysis.h"
#include "core/analysis/types/analysis.h"
#include "core/catalog/analyses.h"
#include "core/io/trace_loader.h"
#include "core/words/english.h"
#include "tests/bench/cpu_times.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <set>
#include <string>
#include <vector>

using namespace kinetoscope;
using namespace kinetoscope::bench;

namespace {

using Clock = std::chrono::steady_clock;

double milliseconds(Clock::duration duration)
{
    return std::chrono::duration<double, std::milli>(duration).count();
}

/// The longest time without a look at the stop flag, of the CPU of this thread, so that others do not count.
class LookTimer final : public StopObserver {
public:
    bool stopsHere() override
    {
        const double now = threadMilliseconds();
        m_longest = std::max(m_longest, now - m_last);
        m_last = now;
        return false;
    }
    [[nodiscard]] double longest() const { return m_longest; }

private:
    double m_last = threadMilliseconds();
    double m_longest = 0;
};

/// The first row, where the largest figures are as a rule, one in the middle and the last one.
std::set<std::size_t> someRows(std::size_t count)
{
    return { 0, count / 2, count - 1 };
}

void measure(const std::string& analysis, const Table& table)
{
    if (!table.hasEvidence() || table.rowCount() == 0)
        return;
    double longest = 0;
    double noLook = 0;
    std::size_t slowest = 0;
    std::size_t slowestRow = 0;
    std::size_t parts = 0;
    for (const std::size_t row : someRows(table.rowCount())) {
        for (std::size_t column = 0; column < table.columnCount(); ++column) {
            for (std::size_t input = 0; input < table.evidenceInputs(); ++input) {
                LookTimer looks;
                Progress progress;
                progress.observer = &looks;
                const auto begin = Clock::now();
                const Selection found = table.evidence(row, column, input, progress);
                const double time = milliseconds(Clock::now() - begin);
                (void)looks.stopsHere(); // the rest after the last look
                noLook = std::max(noLook, looks.longest());
                if (time <= longest)
                    continue;
                longest = time;
                slowest = column;
                slowestRow = row;
                parts = found.slices.size() + found.intervals.size();
            }
        }
    }
    std::printf("%-24s %-16s %8zu rows, slowest: row %zu, %s: %7.1f ms, %zu parts; no look %6.1f ms CPU\n",
        analysis.c_str(), table.name().c_str(), table.rowCount(), slowestRow, table.columns()[slowest].name.c_str(),
        longest, parts, noLook);
    std::fflush(stdout);
}

} // namespace

int main(int argc, char** argv)
{
    const std::vector<std::string> arguments(argv + 1, argv + argc);
    if (arguments.empty()) {
        std::fprintf(stderr, "usage: bench_evidence TRACE.json[.gz] [ANALYSIS...]\n");
        return 2;
    }
    const auto trace = loadTrace(arguments.front(), LoadOptions {}, Progress {});
    if (!trace) {
        std::fprintf(stderr, "%s\n", english(trace.error().message).c_str());
        return 3;
    }
    const auto traces = std::make_shared<const TraceSet>(
        std::vector<std::pair<std::int64_t, std::shared_ptr<const Trace>>> { { 0, trace.value() } },
        std::vector<Remark> {});
    const KernelClassifier classifier;
    for (const AnalysisDescriptor& analysis : analyses()) {
        if (arguments.size() > 1 && std::find(arguments.begin() + 1, arguments.end(), analysis.id) == arguments.end())
            continue;
        const Result<Parameters> parameters = completeParameters(analysis, {}, Mode::Exact);
        const std::vector<AnalysisInput> inputs(
            static_cast<std::size_t>(std::max(1, analysis.inputCount)), { traces, {} });
        const AnalysisContext context { &classifier, Progress {}, 2 };
        const auto result = runAnalysis(analysis, inputs, parameters.value(), Mode::Exact, context);
        if (!result)
            continue;
        for (const Table& table : result.value().tables)
            measure(analysis.id, table);
    }
    return 0;
}
