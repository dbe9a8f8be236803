// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/trace_text.h"

#include <cstdint>
#include <string>
#include <vector>

namespace kinetoscope::tests {

/// Damage of the kinds that real traces show; what the loader must make of each is said by the tests that ask for it.
enum class Defect {
    CutShort,           ///< the text stops inside the last third of the events
    NoClosingBracket,   ///< ends after the last complete event
    TrailingComma,      ///< a comma after the last event
    MissingComma,       ///< two events in the middle without a comma between them
    RawNewlineInName,   ///< one op's name holds a line feed
    BadUtf8InName,      ///< one op's name holds bytes that are no UTF-8
    QuoteInName,        ///< one op's name holds unescaped quotes
    BackslashInName,    ///< one op's name is a Windows path with single backslashes
    LowerCaseNan,       ///< one counter sample is nan
    NegativeDuration,   ///< one kernel lasts -1 us
    OverlappingKernels, ///< two kernels of one stream cross
};

/// A data-parallel training job of a small transformer, simulated: hosts run ahead of their GPUs, collectives end
/// together.
struct GeneratorOptions {
    std::uint64_t seed = 1;
    int ranks = 1;
    int steps = 2;
    int layers = 4;   ///< transformer blocks; a block is about 130 events a step
    int smallOps = 0; ///< more chains of tiny elementwise ops in each block, three events each
    bool pythonFrames = false;
    bool memoryInstants = true;
    bool inputShapes = true;
    bool stepMarks = true;   ///< ProfilerStep#N annotations
    int loseEveryLaunch = 0; ///< n: every n-th launch call is missing, its kernel is there
    bool baseTime = true;    ///< write baseTimeNanoseconds, times relative to it; else absolute Unix times
    int stragglerRank = -1;  ///< this rank's host and GPU are slower; -1: none
    TimeStyle times = TimeStyle::ThreeDecimals;
    LayoutStyle layout = LayoutStyle::Kineto;
    std::vector<Defect> defects;
};

/// The text of each rank's trace. Same options, same bytes, on every machine: integers only, own random numbers.
/// Cost about 1 us an event; everything is kept in memory.
[[nodiscard]] std::vector<std::string> generateTraces(const GeneratorOptions& options);
/// The first rank alone, for tests of one file.
[[nodiscard]] std::string generateTrace(const GeneratorOptions& options = {});

/// A forward pass recorded with CUPTI range profiling: launches and one `cuda_profiler_range` with counters for each,
/// no kernels.
[[nodiscard]] std::string generateCuptiTrace(std::uint64_t seed, int layers);

/// Puts one kind of damage into a text of LayoutStyle::Kineto made by generateTraces(); about its middle where it has a
/// place.
[[nodiscard]] std::string damage(std::string text, Defect defect);

} // namespace kinetoscope::tests
