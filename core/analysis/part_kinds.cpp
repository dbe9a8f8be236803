// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/part_kinds.h"

#include "core/analysis/gpu/part_columns.h"
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

/// The kind of the value whose id a word is.
template <typename Enum, std::size_t kCount> std::optional<PartKind> kindOfId(std::string_view word)
{
    for (std::size_t i = 0; i < kCount; ++i) {
        if (toString(static_cast<Enum>(i)) == word)
            return partKindOf(static_cast<Enum>(i));
    }
    return std::nullopt;
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

PartKind partKindOf(IdleCause cause)
{
    return kIdleColumns[static_cast<std::size_t>(cause)].kind;
}

PartKind partKindOf(Cause cause)
{
    switch (cause) {
    case Cause::DataLoading:
        return PartKind::Annotation;
    case Cause::Synchronisation:
        return PartKind::Sync;
    case Cause::MemoryAllocation:
        return PartKind::Memset;
    case Cause::Graph:
    case Cause::Launch:
    case Cause::CopyCall:
    case Cause::OtherCall:
        return PartKind::ApiCall;
    case Cause::Profiler:
    case Cause::Unrecorded:
        return PartKind::Others;
    case Cause::Collective:
        return PartKind::CommunicationHidden;
    case Cause::Op:
        return PartKind::HostOp;
    case Cause::Python:
        return PartKind::PythonFrame;
    case Cause::LaunchLatency:
        return PartKind::IdleHostWait;
    case Cause::KernelGap:
        return PartKind::IdleKernelWait;
    case Cause::EventWait:
    case Cause::LateStart:
        return PartKind::IdleOther;
    case Cause::UnknownLaunch:
        return PartKind::IdleUnknownLaunch;
    case Cause::Compute:
        return PartKind::Compute;
    case Cause::Communication:
        return PartKind::Communication;
    case Cause::Copy:
        return PartKind::Memory;
    case Cause::CodeLoading:
    case Cause::Compilation:
    case Cause::OtherWork:
        break;
    }
    return PartKind::Other;
}

std::optional<PartKind> kindOfIdleTime(std::string_view word)
{
    const auto kind = kindOfId<IdleCause, kIdleCauseCount>(word);
    return !kind && word == "idle" ? std::optional(PartKind::Idle) : kind;
}

std::optional<PartKind> kindOfCause(std::string_view word)
{
    return kindOfId<Cause, kCauseCount>(word);
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
