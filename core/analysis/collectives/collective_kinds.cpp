// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/collectives/collective_kinds.h"

#include "core/base/ascii.h"

#include <array>
#include <string>
#include <utility>

namespace kinetoscope {

std::string_view toString(CollectiveKind kind)
{
    static constexpr std::array<std::string_view, 15> kNames { "barrier", "allreduce", "reducescatter", "allgather",
        "alltoall", "broadcast", "sendrecv", "send", "recv", "scatter", "gather", "reduce", "coalesced", "unknown",
        "sendrecv-pair" };
    return kNames[static_cast<std::size_t>(kind)];
}

CollectiveKind collectiveKindOf(std::string_view text)
{
    if (text.starts_with("nccl:"))
        text.remove_prefix(5);
    std::string letters;
    for (const char c : text) {
        if (isLetter(c))
            letters += asciiLower(c);
    }
    // The order decides: "reducescatter" holds "scatter" and "reduce".
    using Kind = CollectiveKind;
    static constexpr std::pair<std::string_view, Kind> kWords[] = { { "barrier", Kind::Barrier },
        { "allreduce", Kind::AllReduce }, { "crossdevicereduce", Kind::AllReduce },
        { "reducescatter", Kind::ReduceScatter }, { "allgather", Kind::AllGather }, { "alltoall", Kind::AllToAll },
        { "broadcast", Kind::Broadcast }, { "sendrecv", Kind::SendReceive }, { "send", Kind::Send },
        { "recv", Kind::Receive }, { "receive", Kind::Receive }, { "scatter", Kind::Scatter },
        { "gather", Kind::Gather }, { "reduce", Kind::Reduce }, { "coalesced", Kind::Coalesced } };
    for (const auto& [word, kind] : kWords) {
        if (letters.find(word) != std::string::npos)
            return kind;
    }
    return Kind::Unknown;
}

bool isSynchronising(CollectiveKind kind)
{
    using Kind = CollectiveKind;
    return kind == Kind::AllReduce || kind == Kind::AllGather || kind == Kind::ReduceScatter || kind == Kind::AllToAll
        || kind == Kind::Barrier;
}

bool hasEqualSizes(CollectiveKind kind)
{
    using Kind = CollectiveKind;
    return kind == Kind::AllReduce || kind == Kind::AllGather || kind == Kind::ReduceScatter || kind == Kind::Broadcast
        || kind == Kind::Reduce || kind == Kind::Barrier;
}

bool isOfCpuBackend(std::string_view annotation)
{
    return annotation.starts_with("gloo:") || annotation.starts_with("mpi:") || annotation.starts_with("ucc:");
}

} // namespace kinetoscope
