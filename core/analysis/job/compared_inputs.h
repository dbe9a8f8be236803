// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/analysis.h"

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace kinetoscope {

/// Which traces a comparison is about, in words: "Input 1: before.json; input 2: after.json." Of a job of several ranks
/// the first file and how many more; the ranks and steps that an input's scope names. Where all inputs are the same it
/// says so instead, before all other remarks. Different files of one name come with their folders. @param names  what
/// the tables call each input, the first with a capital.
void addComparedInputs(AnalysisInputs inputs, std::span<const Message> names, std::vector<Remark>& remarks);
/// Whether the same ranks and steps of the same files are compared: then nothing can differ.
[[nodiscard]] bool areSameInputs(AnalysisInputs inputs);

/// A sentence about one of several inputs, with the input's name before it, as addComparedInputs() has it.
/// @param which  position in `inputs`.
[[nodiscard]] Message saidOfInput(AnalysisInputs inputs, std::size_t which, Message sentence);

// The words of which comparisons make what they call their inputs.

/// The first rank that is in the input's scope; nullptr where none is.
[[nodiscard]] const RankTrace* firstRankOf(const AnalysisInput& input);
/// A path without its folders.
[[nodiscard]] std::string_view fileOf(std::string_view path);
/// A path without its folders but the last one.
[[nodiscard]] std::string_view fileWithFolder(std::string_view path);
/// "rank 4", "ranks 4-5"; empty without numbers.
[[nodiscard]] Message ranksMessage(const std::vector<std::int64_t>& ranks);
/// The same of steps.
[[nodiscard]] Message stepsMessage(const std::vector<std::int64_t>& steps);
/// Two parts of a name with a comma between them, where there are two.
[[nodiscard]] Message joined(Message text, Message more);

} // namespace kinetoscope
