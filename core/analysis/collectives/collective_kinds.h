// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string_view>

namespace kinetoscope {

/// What ranks do together in one run of a communication kernel.
enum class CollectiveKind : std::uint8_t {
    Barrier,
    AllReduce,
    ReduceScatter,
    AllGather,
    AllToAll,
    Broadcast,
    SendReceive, ///< one kernel that sends and receives
    Send,
    Receive,
    Scatter,
    Gather,
    Reduce,
    Coalesced, ///< several operations in one launch
    Unknown,
    Pair, ///< a send of one rank and the receive of another, joined
};
[[nodiscard]] std::string_view toString(CollectiveKind kind); ///< "allreduce", "sendrecv-pair"

/// The kind that a text names: a collective's name in metadata, an annotation (`nccl:all_reduce`), a kernel.
[[nodiscard]] CollectiveKind collectiveKindOf(std::string_view text);

/// Whether no rank can leave before the last one has come.
[[nodiscard]] bool isSynchronising(CollectiveKind kind);

/// Whether one rank's run is half of a transfer: another kind of run on another rank is the rest of it.
[[nodiscard]] constexpr bool isTransfer(CollectiveKind kind)
{
    return kind == CollectiveKind::Send || kind == CollectiveKind::Receive;
}

/// Whether all ranks pass the same number of elements.
[[nodiscard]] bool hasEqualSizes(CollectiveKind kind);

/// Whether an annotation is a collective of a backend without kernels: `gloo:`, `mpi:`, `ucc:`.
[[nodiscard]] bool isOfCpuBackend(std::string_view annotation);

} // namespace kinetoscope
