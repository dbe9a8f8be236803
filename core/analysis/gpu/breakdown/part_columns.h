// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/gpu/breakdown/temporal_breakdown.h"
#include "core/analysis/gpu/idle/idle_gaps.h"
#include "core/analysis/types/chart.h"
#include "core/analysis/types/column_names.h"
#include "core/analysis/types/table.h"

#include <array>
#include <string_view>
#include <utility>

namespace kinetoscope {

/// One column of a table that splits a time: what every such table calls the part, and its colour.
struct PartColumn {
    const char* name;
    const char* heading; ///< of a column: two or three words
    const char* title;   ///< where there is room: legends, tool tips
    PartKind kind;
    const char* category = nullptr; ///< where idle time is what is spoken of: legends of it, cells; none of busy parts
};

/// The parts of what was chosen, in the order of timeParts().
inline constexpr std::array<PartColumn, kBusyPartCount> kBusyColumns { {
    { "compute_time", "Compute", "Compute", PartKind::Compute },
    { column::kCommExposed, "Exposed communication", "Exposed communication", PartKind::CommunicationExposed },
    { "mem_exposed", "Exposed copies", "Exposed copies", PartKind::MemoryExposed },
    { "other_exposed", "Other", "Other", PartKind::OtherExposed },
} };

/// Device time of the window in which only work of steps that were not chosen runs.
inline constexpr PartColumn kOtherStepsColumn { column::kOtherSteps, "Other steps", "Work of other steps",
    PartKind::OtherSteps };

/// The idle parts, in the order of IdleCause.
inline constexpr std::array<PartColumn, kIdleCauseCount> kIdleColumns { {
    { column::kIdleHostWait, "Idle: host", "Idle: waiting for the host", PartKind::IdleHostWait,
        "Waiting for the host" },
    { "idle_kernel_wait", "Idle: between kernels", "Idle: between kernels", PartKind::IdleKernelWait,
        "Between kernels" },
    { "idle_other", "Idle: other", "Idle: other", PartKind::IdleOther, "Other" },
    { "idle_unknown_launch", "Idle: launch unknown", "Idle: launch unknown", PartKind::IdleUnknownLaunch,
        "Launch unknown" },
} };

/// The column of a part: its time.
[[nodiscard]] inline ColumnDescriptor columnOf(const PartColumn& part)
{
    ColumnDescriptor column { part.name, ColumnType::Duration, Unit::Microseconds, part.heading };
    return std::string_view(part.heading) == part.title ? column : defined(std::move(column), part.title);
}

} // namespace kinetoscope
