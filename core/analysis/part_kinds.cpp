// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/part_kinds.h"

#include "core/analysis/types/table.h"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

namespace kinetoscope {

namespace {

struct Word {
    std::string_view text;
    PartKind kind;
};

std::optional<PartKind> meaningOf(std::string_view text, std::span<const Word> words)
{
    const auto found = std::ranges::find(words, text, &Word::text);
    return found != words.end() ? std::optional(found->kind) : std::nullopt;
}

} // namespace

PartKind partKindOf(KernelType type)
{
    switch (type) {
    case KernelType::Computation:
        return PartKind::Compute;
    case KernelType::Communication:
        return PartKind::Communication;
    case KernelType::Memory:
        return PartKind::Memory;
    case KernelType::Other:
        break;
    }
    return PartKind::Other;
}

std::optional<PartKind> kindOfWork(std::string_view word)
{
    // HTA's words first: they are what the tables say; combinations in either order.
    static constexpr std::array kWords {
        Word { "COMPUTATION", PartKind::Compute },
        Word { "COMMUNICATION", PartKind::Communication },
        Word { "MEMORY", PartKind::Memory },
        Word { "OTHER", PartKind::Other },
        Word { "COMPUTATION overlapping COMMUNICATION", PartKind::ComputeAndCommunication },
        Word { "COMMUNICATION overlapping COMPUTATION", PartKind::ComputeAndCommunication },
        Word { "COMPUTATION overlapping MEMORY", PartKind::ComputeAndMemory },
        Word { "MEMORY overlapping COMPUTATION", PartKind::ComputeAndMemory },
        Word { "COMMUNICATION overlapping MEMORY", PartKind::CommunicationAndMemory },
        Word { "MEMORY overlapping COMMUNICATION", PartKind::CommunicationAndMemory },
        Word { "COMPUTATION overlapping COMMUNICATION overlapping MEMORY", PartKind::ComputeCommunicationMemory },
        // Categories of activities, of host calls and of Inductor's report.
        Word { "kernel", PartKind::Compute },
        Word { "gpu_memcpy", PartKind::Memory },
        Word { "gpu_memset", PartKind::Memset },
        Word { "cuda_runtime", PartKind::ApiCall },
        Word { "cuda_driver", PartKind::ApiCall },
        Word { "call", PartKind::ApiCall },
        Word { "op", PartKind::HostOp },
        Word { "annotation", PartKind::Annotation },
        Word { "module", PartKind::Annotation },
        Word { "python", PartKind::PythonFrame },
        Word { "communication", PartKind::Communication },
        Word { "memory", PartKind::Memory },
        Word { "others", PartKind::Others },
        Word { "other", PartKind::Other },
    };
    return meaningOf(word, kWords);
}

std::optional<PartKind> kindOfIdleTime(std::string_view word)
{
    static constexpr std::array kWords {
        Word { "host_wait", PartKind::IdleHostWait },
        Word { "kernel_wait", PartKind::IdleKernelWait },
        Word { "other", PartKind::IdleOther },
        Word { "unknown_launch", PartKind::IdleUnknownLaunch },
        Word { "idle", PartKind::Idle },
    };
    return meaningOf(word, kWords);
}

std::optional<PartKind> kindOfCause(std::string_view word)
{
    static constexpr std::array kWords {
        Word { "data_loading", PartKind::Annotation },
        Word { "synchronisation", PartKind::Sync },
        Word { "memory_allocation", PartKind::Memset },
        Word { "graph", PartKind::ApiCall },
        Word { "code_loading", PartKind::Other },
        Word { "profiler", PartKind::Others },
        Word { "compilation", PartKind::Other },
        Word { "launch", PartKind::ApiCall },
        Word { "copy_call", PartKind::ApiCall },
        Word { "other_call", PartKind::ApiCall },
        Word { "collective", PartKind::CommunicationHidden },
        Word { "op", PartKind::HostOp },
        Word { "python", PartKind::PythonFrame },
        Word { "unrecorded", PartKind::Others },
        Word { "launch_latency", PartKind::IdleHostWait },
        Word { "kernel_gap", PartKind::IdleKernelWait },
        Word { "event_wait", PartKind::IdleOther },
        Word { "late_start", PartKind::IdleOther },
        Word { "unknown_launch", PartKind::IdleUnknownLaunch },
        Word { "compute", PartKind::Compute },
        Word { "communication", PartKind::Communication },
        Word { "copy", PartKind::Memory },
        Word { "other_work", PartKind::Other },
    };
    return meaningOf(word, kWords);
}

KindOfRow kindByWord(std::string column, std::optional<PartKind> (*meaning)(std::string_view word))
{
    return [column = std::move(column), meaning](const Table& table, std::size_t row) -> std::optional<PartKind> {
        const std::size_t index = table.columnIndex(column);
        return index < table.columnCount() ? meaning(table.text(row, index)) : std::nullopt;
    };
}

KindOfRow kindByRow(std::vector<std::optional<PartKind>> kinds)
{
    return [kinds = std::move(kinds)](
               const Table&, std::size_t row) { return row < kinds.size() ? kinds[row] : std::nullopt; };
}

} // namespace kinetoscope
