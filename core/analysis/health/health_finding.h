// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/names/classification.h"
#include "core/analysis/types/analysis.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace kinetoscope {

/// How much a finding matters.
enum class HealthLevel : std::uint8_t {
    Serious, ///< something of the file is lost, or figures of other analyses are wrong because of it
    Warning, ///< some analyses leave something out, or know less
    Info,    ///< good to know
};
[[nodiscard]] const char* toString(HealthLevel level); ///< "serious", "warning", "info"

/// One thing that a check found in one rank, or in the job.
struct HealthFinding {
    HealthLevel level = HealthLevel::Info;
    std::string check; ///< stable, kebab-case
    Message sentence;  ///< without the rank
    /// The same without figures: what is said once where several ranks have it; empty if that must not be.
    Message general {};
    std::uint64_t count = 0;            ///< of what the sentence says
    std::optional<Nanoseconds> time {}; ///< that it is about
    std::optional<double> share {};     ///< percent; of what, says the sentence
    std::vector<SliceId> slices {};     ///< the slices it is about; empty where it is about the file
};

/// The checks of one rank. Each appends what it finds, nothing where all is well.

/// What the loader lost, mended or could not use; about the whole file whatever the scope.
void checkImport(const Trace& trace, std::vector<HealthFinding>& findings);
/// Links, clocks, overlaps, doubles, overhead of the slices that a scope is about: by time, and by step as everywhere
/// (device work by its launch). O(slices). Cancelled; InvalidArgument if the step pattern is no regular expression.
/// @param muchOverhead  share of the trace from which on the profiler's own work is worth a warning.
[[nodiscard]] Result<Done> checkSlices(const RankTrace& rank, const Scope& scope, const KernelClassifier& classifier,
    double muchOverhead, const Progress& progress, std::vector<HealthFinding>& findings);
/// What was not recorded, and the option that would record it. O(slices), and the file up to the first ops. Cancelled;
/// never another error.
[[nodiscard]] Result<Done> checkRecording(
    const Trace& trace, const Progress& progress, std::vector<HealthFinding>& findings);
/// Steps that are missing. O(slices). Not complete if told to stop.
void checkSteps(const Trace& trace, const Progress& progress, std::vector<HealthFinding>& findings);

/// How many arguments are looked at (SPEC.md 15.7).
enum class ArgumentLevel : std::uint8_t {
    Minimal,  ///< those the loader reads anyway; its findings are checkImport's
    Standard, ///< those that analyses read
    Complete, ///< all of table 0.4b; keys that it does not know are counted
};
/// Types of arguments against table 0.4b. Reads the file again: some microseconds an event. Cancelled if told to stop,
/// Unreadable if the file is gone.
[[nodiscard]] Result<Done> checkArguments(
    const Trace& trace, ArgumentLevel level, const Progress& progress, std::vector<HealthFinding>& findings);

/// What concerns several ranks, or the job: clocks, missing ranks, steps that differ.
void checkJob(const TraceSet& traces, const std::vector<std::uint32_t>& ranks, std::vector<HealthFinding>& findings);

} // namespace kinetoscope
