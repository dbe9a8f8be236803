// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/host/sequence_finder.h"
#include "core/analysis/types/analysis.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace kinetoscope {

/// All that one pattern is made of on one rank.
struct PatternRow {
    std::uint32_t rank = 0;         ///< in ScopedLaunches
    std::vector<std::string> steps; ///< names, the op first
    std::string pattern;            ///< the same joined by kPatternSeparator
    std::size_t kernelCount = 0;
    std::vector<KernelSequence> sequences {};
    Nanoseconds gpuTime = 0;
    Nanoseconds opTime = 0;
    Nanoseconds gaps = 0;
    /// In bytes, as if all were like the first; not more than the device can move in `gpuTime`.
    std::optional<std::int64_t> traffic {};
};

using PatternRows = std::shared_ptr<const std::vector<PatternRow>>;

/// The patterns of all ranks and what is to be said about them.
struct FoundPatterns {
    std::vector<PatternRow> rows; ///< rank by rank, in no other order
    std::vector<Remark> remarks;
    std::size_t launches = 0; ///< that the ranks were searched for
};

/// What the parameters of kernel-sequences ask for. InvalidArgument on a bad expression.
[[nodiscard]] Result<SequenceRules> sequenceRules(const Parameters& parameters);

/// Errors as findSequences. @param withTraffic  also estimates `traffic`, which reads the texts of some events again.
[[nodiscard]] Result<FoundPatterns> findPatternRows(
    const ScopedLaunches& source, const SequenceRules& rules, bool withTraffic, const AnalysisContext& context);

/// Rank by rank; as HTA does for a named op; without one, what fusing could save first.
void sortPatternRows(std::vector<PatternRow>& rows, bool isNamed);

/// The rows of the `topK` patterns that come first when the ranks are taken together, ascending. A pattern has a row on
/// each rank: of one rank these are its first rows. `rows` in the order of sortPatternRows.
[[nodiscard]] std::vector<std::size_t> firstPatternRows(
    const std::vector<PatternRow>& rows, std::size_t topK, bool isNamed);

} // namespace kinetoscope
