// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/chart.h"
#include "core/analysis/gpu/idle_gaps.h"
#include "core/analysis/gpu/temporal_breakdown.h"

#include <array>

namespace kinetoscope {

/// One column of a table that splits a time: what every such table calls the part, and its colour.
struct PartColumn {
    const char* name;
    const char* title;
    PartKind kind;
};

/// The parts of what was chosen, in the order of timeParts().
inline constexpr std::array<PartColumn, kBusyPartCount> kBusyColumns { {
    { "compute_time", "Compute", PartKind::Compute },
    { "comm_exposed", "Communication exposed", PartKind::CommunicationExposed },
    { "mem_exposed", "Copies exposed", PartKind::MemoryExposed },
    { "other_exposed", "Other", PartKind::OtherExposed },
} };

/// Device time of the window in which only work of steps that were not chosen runs.
inline constexpr PartColumn kOtherStepsColumn { "other_steps", "Work of other steps", PartKind::OtherSteps };

/// The idle parts, in the order of IdleCause.
inline constexpr std::array<PartColumn, kIdleCauseCount> kIdleColumns { {
    { "idle_host_wait", "Idle: waiting for the host", PartKind::IdleHostWait },
    { "idle_kernel_wait", "Idle: between kernels", PartKind::IdleKernelWait },
    { "idle_other", "Idle: other", PartKind::IdleOther },
    { "idle_unknown_launch", "Idle: launch unknown", PartKind::IdleUnknownLaunch },
} };

} // namespace kinetoscope
