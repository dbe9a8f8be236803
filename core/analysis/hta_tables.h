// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/analysis.h"

#include <string_view>
#include <vector>

namespace kinetoscope {

// What tables of exact mode and of hta mode have in common. Each is defined in the file of its analysis.

// The columns that HTA's frames have, in their order; tables of hta mode have these and no others, but a `rank` where
// HTA has a frame for each.
[[nodiscard]] std::vector<ColumnDescriptor> temporalBreakdownColumnsOfHta();
[[nodiscard]] std::vector<ColumnDescriptor> kernelTypeColumnsOfHta();
[[nodiscard]] std::vector<ColumnDescriptor> kernelColumnsOfHta();
[[nodiscard]] std::vector<ColumnDescriptor> idleStreamColumnsOfHta();
[[nodiscard]] std::vector<ColumnDescriptor> idleIntervalColumnsOfHta();
[[nodiscard]] std::vector<ColumnDescriptor> commCompOverlapColumnsOfHta();
[[nodiscard]] std::vector<ColumnDescriptor> bandwidthSummaryColumnsOfHta();
[[nodiscard]] std::vector<ColumnDescriptor> bandwidthSeriesColumnsOfHta();
[[nodiscard]] std::vector<ColumnDescriptor> queueSummaryColumnsOfHta();
[[nodiscard]] std::vector<ColumnDescriptor> queueSeriesColumnsOfHta();
[[nodiscard]] std::vector<ColumnDescriptor> queueBlockedColumnsOfHta();
[[nodiscard]] std::vector<ColumnDescriptor> annotationColumnsOfHta();
[[nodiscard]] std::vector<ColumnDescriptor> annotationKernelColumnsOfHta();

// Empty tables with the columns of hta mode.
[[nodiscard]] Table emptyOpDelayTableOfHta();
[[nodiscard]] Table emptySequenceTableOfHta();
[[nodiscard]] Table emptyStragglerTableOfHta();

inline constexpr const char* kCounterKernelsTitle = "What the hardware counted while each kernel ran";
inline constexpr const char* kMemorySeriesTitle = "Memory in use over time";

/// What separates the kernels of a sequence, as HTA writes it.
inline constexpr std::string_view kKernelArrow = " -> ";
/// Begins the name of every ATen op.
inline constexpr std::string_view kAtenPrefix = "aten::";
/// A collective is long if it takes at least this share of a step.
inline constexpr double kLongCollectiveShare = 0.01;

} // namespace kinetoscope
