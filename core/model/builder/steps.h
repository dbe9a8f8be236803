// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/builder/build_state.h"

namespace kinetoscope::builder {

/// Finds the steps (data.steps, data.stepPattern) among host user annotations, never among their GPU projections
/// ([DIFF-0.11]): `ProfilerStep#N` (old files write them as operators), else the first preset that matches (vLLM,
/// SGLang, Lightning, Megatron), else the annotation that repeats at the top level without overlapping itself and
/// covers most time. What is no ProfilerStep must hold the launches of at least half of the GPU work and must not be a
/// wait, a data loader or a cache lookup; where nothing is like that there are no steps. Then tells the main thread of
/// each process: the one with most steps, else the one that launches most GPU work.
void findSteps(BuildState& state);

/// N of `ProfilerStep#N` (spaces allowed before #), -1 for any other name or a number above int64.
[[nodiscard]] std::int64_t profilerStepNumber(std::string_view name);

} // namespace kinetoscope::builder
