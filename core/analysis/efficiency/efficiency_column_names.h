// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

/// What columns of `efficiency` are called that charts and orders name too. Where TraceLens has the figure, its name:
/// people compare files of both.
namespace kinetoscope::column {

inline constexpr const char* kAboveRoofline = "above_roofline";
inline constexpr const char* kFlopsPerByte = "FLOPS/Byte";
inline constexpr const char* kGbPerSecond = "gb_per_s";
inline constexpr const char* kInputDims = "Input Dims";
inline constexpr const char* kKernelSum = "kernel_sum";
inline constexpr const char* kKernelTimeSum = "Kernel Time (µs)_sum";
inline constexpr const char* kKernels = "kernels";
inline constexpr const char* kMfuPctg = "mfu_pctg";
inline constexpr const char* kOpCategory = "op category";
inline constexpr const char* kOperationCount = "operation_count";
inline constexpr const char* kPctRoofline = "Pct Roofline";
inline constexpr const char* kReason = "reason";
inline constexpr const char* kTeraflopsPerSecond = "TFLOPS/s";

} // namespace kinetoscope::column
