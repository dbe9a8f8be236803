// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <cstddef>
#include <map>
#include <string>
#include <string_view>

namespace kinetoscope {

/// The part of a list that one of several processes takes: positions index, index + count, ...
struct Shard {
    std::size_t index = 0; ///< < count
    std::size_t count = 1;
    bool operator==(const Shard&) const = default;
};

/// Variables of the environment by name.
using Environment = std::map<std::string, std::string, std::less<>>;
/// Of this process.
[[nodiscard]] Environment processEnvironment();

/// What `--shard` means here (ranks.md 5.2): `I/N`, counted from 0; `auto`: what the launcher says, `auto/N` where it
/// says the part and not how many there are; `node`: among the tasks of this node.
///
/// `auto` is a Slurm array, times the tasks of the launcher inside it; or that launcher alone: Open MPI, MPICH and
/// Intel MPI (PMI), MVAPICH, srun; or an LSF array. MPI's own numbers come before those of srun, which starts one
/// helper a node for them. A batch script of Slurm is no task of srun: only SLURM_STEP_NUM_TASKS tells those.
///
/// Errors: InvalidArgument, with the list of what was looked for: never quietly all of it.
[[nodiscard]] Result<Shard> resolveShard(std::string_view text, const Environment& environment);

} // namespace kinetoscope
