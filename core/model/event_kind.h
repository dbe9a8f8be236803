// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string_view>

namespace kinetoscope {

/// What a slice is, from its category alone (SPEC.md 0.4). Compared without regard to case, legacy spellings included.
enum class EventKind : std::uint8_t {
    Other,             ///< unknown or missing category, generic Chrome traces
    CpuOp,             ///< cpu_op, Operator
    UserAnnotation,    ///< user_annotation on the host
    PythonFunction,    ///< python_function
    RuntimeCall,       ///< *_runtime, Runtime
    DriverCall,        ///< *_driver
    Overhead,          ///< overhead (profiler buffers), host side
    TraceSpan,         ///< Trace: the profiling window
    HostInstant,       ///< cpu_instant_event
    Kernel,            ///< kernel, Kernel
    Memcpy,            ///< gpu_memcpy, Memcpy
    Memset,            ///< gpu_memset, Memset
    MtiaWork,          ///< mtia_ccp_events: GPU work without a finer kind
    HpuWork,           ///< hpu_op: the same
    GpuUserAnnotation, ///< gpu_user_annotation
    DeviceSync,        ///< cuda_sync, xpu_sync
    DeviceEvent,       ///< cuda_event and vendor device rows that are no work
    ProfilerRange,     ///< cuda_profiler_range (CUPTI counters)
    MemoryInstant,     ///< unused by categories; `[memory]` instants are told by name
};
inline constexpr int kEventKindCount = 19;

/// Kind of a category as written in the file; "" gives Other.
[[nodiscard]] EventKind eventKindOf(std::string_view category);
/// Short stable English name ("kernel", "cpu_op"), for reports and tests.
[[nodiscard]] std::string_view toString(EventKind kind);

/// GPU work ([DIFF-0.9]): what busy time, idle time and launches are about. By category, never by name or stream.
[[nodiscard]] constexpr bool isGpuWork(EventKind kind)
{
    return kind == EventKind::Kernel || kind == EventKind::Memcpy || kind == EventKind::Memset
        || kind == EventKind::MtiaWork || kind == EventKind::HpuWork;
}
/// Anything that lives on a device row.
[[nodiscard]] constexpr bool isDeviceSide(EventKind kind)
{
    return isGpuWork(kind) || kind == EventKind::GpuUserAnnotation || kind == EventKind::DeviceSync
        || kind == EventKind::DeviceEvent || kind == EventKind::ProfilerRange;
}
/// Takes part in the host call tree ([DIFF-12.3]).
[[nodiscard]] constexpr bool isHostCallTree(EventKind kind)
{
    return kind == EventKind::CpuOp || kind == EventKind::UserAnnotation || kind == EventKind::RuntimeCall
        || kind == EventKind::DriverCall || kind == EventKind::PythonFunction;
}
/// A host API call that may put work on a device.
[[nodiscard]] constexpr bool isApiCall(EventKind kind)
{
    return kind == EventKind::RuntimeCall || kind == EventKind::DriverCall;
}

} // namespace kinetoscope
