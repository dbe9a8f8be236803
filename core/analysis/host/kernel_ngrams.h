// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/gpu/gpu_work.h"
#include "core/analysis/host/sequence_finder.h"
#include "core/analysis/types/analysis.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace kinetoscope {

/// A chain of GPU activities that follow one another on a stream, whatever op launched them.
struct KernelNgram {
    std::vector<StringId> names;
    std::int64_t count = 0;  ///< occurrences that share no work
    Nanoseconds gpuTime = 0; ///< sum of durations over these occurrences
    Nanoseconds gaps = 0;    ///< between the works of each, summed
    std::uint32_t first = 0; ///< row of the work that it begins with for the first time
};

/// The chains of `shortest` to `longest` works of one rank that come at least twice, those with the longest gaps first.
/// A pause of kLongestPauseOfChain ends a chain.
/// Left out: a chain that a longer one, which comes as often, contains; of those of the `longest` length, which are
/// windows of chains that are longer still, what overlaps a chain before it by half or more and comes about as often;
/// and what `keep` has no room for.
/// O(rows x lengths), 24 bytes a row. Cancelled if told to stop.
[[nodiscard]] Result<std::vector<KernelNgram>> findNgrams(const Trace& trace, const RankGpuWork& work,
    std::size_t shortest, std::size_t longest, std::size_t keep, const Progress& progress);

inline constexpr const char* kNgramsTitle = "Which chains of kernels repeat on the streams, whatever op launched them";
[[nodiscard]] std::vector<ColumnDescriptor> ngramColumns();

/// Table `ngrams` of the ranks of an input. Errors as ScopedGpuWork::create and findNgrams.
[[nodiscard]] Result<Table> ngramsTable(
    const AnalysisInput& input, std::size_t shortest, std::size_t longest, const AnalysisContext& context);

/// Where the chains written as in the table `ngrams` stand: a row for each occurrence, with the column `pattern` and
/// its works as evidence. Nothing of a chain with a name that no rank of the input has. Errors as ngramsTable.
[[nodiscard]] Result<Table> ngramOccurrences(
    const AnalysisInput& input, std::span<const std::string> chains, const AnalysisContext& context);

} // namespace kinetoscope
