// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/names/classification.h"
#include "core/analysis/types/analysis.h"

#include <cstdint>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace kinetoscope {

/// An analysis of the open job as a panel or a report asks for it. A value: it keeps alive what it needs, and can go to
/// a worker thread.
struct AnalysisRequest {
    const AnalysisDescriptor* analysis = nullptr;       ///< never null; outlives the request
    std::shared_ptr<const TraceSet> traces;             ///< the open job; never null
    std::shared_ptr<const TraceSet> baseline {};        ///< of a comparison with another job; else null
    std::string baselinePath {};                        ///< what that was opened from; "" without one
    Scope scope;                                        ///< of each job
    Parameters parameters {};                           ///< what is missing has its default
    std::shared_ptr<const KernelClassifier> classifier; ///< nullptr: the built-in one
    std::uint64_t memoryLimit = 0;                      ///< bytes; 0: the usual one. See mostResidentBytes
};

/// The jobs that are compared, the baseline first as on the command line; the open one alone where nothing is compared.
[[nodiscard]] std::vector<std::shared_ptr<const TraceSet>> jobsOf(const AnalysisRequest& request);

/// Each of those jobs with the scope: what the analysis gets.
[[nodiscard]] std::vector<AnalysisInput> inputsOf(const AnalysisRequest& request);

/// What of its scope the figures are about, for who says so.
[[nodiscard]] Scope scopeOfFigures(const AnalysisRequest& request);

/// The files that a request is about, each once: nothing that is made of them may replace one.
[[nodiscard]] std::vector<std::string> filesOf(const AnalysisRequest& request);

/// Runs it in exact mode with all cores. Thread-safe; blocks until done, stopped (Cancelled) or over its memory limit
/// (MemoryLimit), as on the command line.
[[nodiscard]] Result<AnalysisResult> runRequest(const AnalysisRequest& request, std::stop_token stop);
/// The same of what is there soon (AnalysisDescriptor::runFirst), which it must have.
[[nodiscard]] Result<AnalysisResult> runFirstOf(const AnalysisRequest& request, std::stop_token stop);

} // namespace kinetoscope
