// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/kinds_by_word.h"

#include <map>
#include <utility>

namespace kinetoscope::tests {

std::optional<PartKind> kindOfWord(std::string_view word)
{
    static const std::map<std::string_view, PartKind> kKinds { { "COMPUTATION", PartKind::Compute },
        { "COMMUNICATION", PartKind::Communication }, { "MEMORY", PartKind::Memory },
        { "COMPUTATION overlapping COMMUNICATION", PartKind::ComputeAndCommunication },
        { "COMPUTATION overlapping MEMORY", PartKind::ComputeAndMemory },
        { "COMMUNICATION overlapping MEMORY", PartKind::CommunicationAndMemory },
        { "communication", PartKind::Communication }, { "memory", PartKind::Memory }, { "other", PartKind::Other },
        { "cuda_runtime", PartKind::ApiCall }, { "op", PartKind::HostOp }, { "host_wait", PartKind::IdleHostWait },
        { "kernel_wait", PartKind::IdleKernelWait } };
    const auto found = kKinds.find(word);
    return found != kKinds.end() ? std::optional(found->second) : std::nullopt;
}

KindOfRow kindByWord(std::string column)
{
    return [column = std::move(column)](
               const Table& table, std::size_t row) { return kindOfWord(table.text(row, table.columnIndex(column))); };
}

} // namespace kinetoscope::tests
