// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/event_kind.h"

#include "core/base/ascii.h"

#include <array>
#include <string>
#include <utility>

namespace kinetoscope {

namespace {

constexpr std::array<std::string_view, kEventKindCount> kNames {
    "other",
    "cpu_op",
    "user_annotation",
    "python_function",
    "runtime_call",
    "driver_call",
    "overhead",
    "trace_span",
    "host_instant",
    "kernel",
    "memcpy",
    "memset",
    "mtia_work",
    "hpu_work",
    "gpu_user_annotation",
    "device_sync",
    "device_event",
    "profiler_range",
    "memory_instant",
};

/// Whole category texts in lower case. Runtime and driver calls are told by their suffix, so that a new back end is
/// known at once.
constexpr std::pair<std::string_view, EventKind> kCategories[] = {
    { "cpu_op", EventKind::CpuOp },
    { "operator", EventKind::CpuOp },
    { "user_annotation", EventKind::UserAnnotation },
    { "python_function", EventKind::PythonFunction },
    { "runtime", EventKind::RuntimeCall },
    { "driver", EventKind::DriverCall },
    { "overhead", EventKind::Overhead },
    { "trace", EventKind::TraceSpan },
    { "cpu_instant_event", EventKind::HostInstant },
    { "kernel", EventKind::Kernel },
    { "gpu_memcpy", EventKind::Memcpy },
    { "memcpy", EventKind::Memcpy },
    { "gpu_memset", EventKind::Memset },
    { "memset", EventKind::Memset },
    { "mtia_ccp_events", EventKind::MtiaWork },
    { "hpu_op", EventKind::HpuWork },
    { "gpu_user_annotation", EventKind::GpuUserAnnotation },
    { "cuda_sync", EventKind::DeviceSync },
    { "xpu_sync", EventKind::DeviceSync },
    { "cuda_event", EventKind::DeviceEvent },
    { "mtia_insight", EventKind::DeviceEvent },
    { "mtia_counters", EventKind::DeviceEvent },
    { "xpu_scope_profiler", EventKind::DeviceEvent },
    { "collective_comm", EventKind::DeviceEvent },
    { "hardware_counters", EventKind::DeviceEvent },
    { "cuda_profiler_range", EventKind::ProfilerRange },
};

} // namespace

EventKind eventKindOf(std::string_view category)
{
    // Chrome's format allows several, with commas between them: the first one that is known counts.
    if (const std::size_t comma = category.find(','); comma != std::string_view::npos) {
        const EventKind first = eventKindOf(category.substr(0, comma));
        return first != EventKind::Other ? first : eventKindOf(category.substr(comma + 1));
    }
    // The longest known category has 19 letters; a longer text can only be known by its suffix.
    std::string lower;
    lower.reserve(category.size());
    for (const char c : category)
        lower.push_back(asciiLower(c));
    const std::string_view text = lower;
    for (const auto& [known, kind] : kCategories) {
        if (text == known)
            return kind;
    }
    if (text.ends_with("_runtime"))
        return EventKind::RuntimeCall;
    if (text.ends_with("_driver"))
        return EventKind::DriverCall;
    return EventKind::Other;
}

std::string_view toString(EventKind kind)
{
    return kNames[static_cast<std::size_t>(kind)];
}

} // namespace kinetoscope
