// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/collectives/named_group.h"
#include "core/analysis/types/rank_places.h"
#include "core/model/trace_set.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace kinetoscope {

/// What one rank tells of where it is.
struct PlacedRank {
    std::int64_t rank = 0;
    std::string path;               ///< of its trace: its name may say the host
    std::string host;               ///< where something else says it; "": the name of the trace decides
    std::string likelyHost {};      ///< where it was summarized, which is a guess; "": not known
    std::size_t devices = 0;        ///< of its host; 0: not known
    std::vector<NamedGroup> groups; ///< that it knows of, its own or not
};

/// The host in a name as PyTorch's tensorboard_trace_handler writes it (HOST_PID.MS.pt.trace.json); "" where there is
/// none.
[[nodiscard]] std::string hostOfTraceName(std::string_view path);

/// The words of a group's description that say what it divides: "tp", "pp", "dp", "ep", "cp", each once; none for a
/// description that tells nothing. Words are runs of letters, in lower case.
[[nodiscard]] std::vector<std::string> coordinatesOfDescription(std::string_view description);

/// Hosts and coordinates of a job (specification of ranks, section 6). Of the groups of a word that a rank is in the
/// one with the shortest description counts; groups whose descriptions tell nothing are named by their shape ("8 ranks,
/// stride 1"), but for those of all ranks and of one. Where no name says a host, it is counted: rank / devices, which
/// is a guess and called so. O(ranks x groups).
[[nodiscard]] RankPlaces placesOf(const std::vector<PlacedRank>& ranks);

/// The same of what was opened. O(bytes of the files' heads that were kept). @param chosen  rank numbers; empty: all.
[[nodiscard]] std::shared_ptr<const RankPlaces> placesOf(
    const TraceSet& traces, const std::vector<std::int64_t>& chosen = {});

} // namespace kinetoscope
