// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/analysis/analysis_request.h"

#include "core/analysis/run_analysis.h"
#include "core/base/memory_guard.h"
#include "core/base/memory_use.h"
#include "core/base/parallel.h"
#include "core/base/vectors.h"

#include <algorithm>

namespace kinetoscope {

std::vector<std::shared_ptr<const TraceSet>> jobsOf(const AnalysisRequest& request)
{
    if (request.analysis->inputCount < 2)
        return { request.traces };
    return { request.baseline ? request.baseline : request.traces, request.traces };
}

Scope scopeOfFigures(const AnalysisRequest& request)
{
    Scope scope = request.scope;
    if (request.analysis->lowestRankByDefault && scope.ranks.empty() && !request.traces->ranks().empty())
        scope.ranks = { request.traces->ranks().front().rank };
    if (request.analysis->isOfWholeTraces) {
        scope.range.reset();
        scope.streams.clear();
    }
    return scope;
}

std::vector<std::string> filesOf(const AnalysisRequest& request)
{
    std::vector<std::string> files;
    for (const std::shared_ptr<const TraceSet>& job : jobsOf(request)) {
        for (const RankTrace& rank : job->ranks())
            files.push_back(rank.trace->path());
    }
    sortUnique(files);
    return files;
}

std::vector<AnalysisInput> inputsOf(const AnalysisRequest& request)
{
    std::vector<AnalysisInput> inputs;
    // As on the command line: the same ranks and steps of both jobs, the same range from the start of each.
    for (const std::shared_ptr<const TraceSet>& job : jobsOf(request))
        inputs.push_back({ job, request.scope });
    return inputs;
}

Result<AnalysisResult> runRequest(const AnalysisRequest& request, std::stop_token stop)
{
    const std::vector<AnalysisInput> inputs = inputsOf(request);
    const KernelClassifier builtIn;
    AnalysisContext context { .classifier = request.classifier ? request.classifier.get() : &builtIn,
        .threads = coreCount() };
    return withinMemory(mostResidentBytes(request.memoryLimit), std::move(stop), [&](std::stop_token both) {
        context.progress.stop = std::move(both);
        return runAnalysis(*request.analysis, inputs, request.parameters, Mode::Exact, context);
    });
}

Result<AnalysisResult> runFirstOf(const AnalysisRequest& request, std::stop_token stop)
{
    AnalysisDescriptor first = *request.analysis;
    first.run = first.runFirst;
    AnalysisRequest own = request;
    own.analysis = &first;
    return runRequest(own, std::move(stop));
}

} // namespace kinetoscope
