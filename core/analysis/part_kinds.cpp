// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/part_kinds.h"

#include "core/analysis/gpu/breakdown/part_columns.h"
#include "core/analysis/types/table.h"

#include <array>
#include <utility>

namespace kinetoscope {

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

PartKind partKindOfTypes(std::size_t mask)
{
    static constexpr std::array kKinds { PartKind::Other, PartKind::Compute, PartKind::Communication,
        PartKind::ComputeAndCommunication, PartKind::Memory, PartKind::ComputeAndMemory,
        PartKind::CommunicationAndMemory, PartKind::ComputeCommunicationMemory };
    return mask < kKinds.size() ? kKinds[mask] : PartKind::Other;
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
    case Cause::CodeLoading:
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
    case Cause::KernelGap:
    case Cause::EventWait:
    case Cause::LateStart:
    case Cause::UnknownLaunch:
        return idleKindOf(cause);
    case Cause::Compute:
        return PartKind::Compute;
    case Cause::Communication:
        return PartKind::Communication;
    case Cause::Copy:
        return PartKind::Memory;
    case Cause::Compilation:
    case Cause::OtherWork:
        break;
    }
    return PartKind::Other;
}

PartKind idleKindOf(Cause cause)
{
    switch (cause) {
    case Cause::LaunchLatency:
        return PartKind::IdleHandOver;
    case Cause::KernelGap:
        return PartKind::IdleKernelWait;
    case Cause::EventWait:
    case Cause::LateStart:
        return PartKind::IdleOther;
    case Cause::UnknownLaunch:
        return PartKind::IdleUnknownLaunch;
    case Cause::DataLoading:
        return PartKind::IdleHostData;
    case Cause::Synchronisation:
        return PartKind::IdleHostSync;
    case Cause::MemoryAllocation:
    case Cause::CodeLoading:
    case Cause::Graph:
    case Cause::Launch:
    case Cause::CopyCall:
    case Cause::OtherCall:
        return PartKind::IdleHostCall;
    case Cause::Collective:
        return PartKind::IdleHostCollective;
    case Cause::Op:
        return PartKind::IdleHostOp;
    case Cause::Python:
        return PartKind::IdleHostPython;
    case Cause::Unrecorded:
        return PartKind::IdleHostUnrecorded;
    default:
        return PartKind::IdleHostOther;
    }
}

std::optional<PartKind> kindInTable(const Table& table, std::size_t row)
{
    return table.kindOfRow(row);
}

KindOfRow kindByRow(std::vector<std::optional<PartKind>> kinds)
{
    return [kinds = std::move(kinds)](
               const Table&, std::size_t row) { return row < kinds.size() ? kinds[row] : std::nullopt; };
}

} // namespace kinetoscope
