// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/pyramid/colour_classes.h"

#include "core/model/kernel_names.h"
#include "core/model/trace.h"

#include <array>
#include <string_view>

namespace kinetoscope {

namespace {

constexpr std::uint8_t kUnknownClass = 0xff;

std::uint8_t colourClassesRaw(ColourClass colourClass)
{
    return static_cast<std::uint8_t>(colourClass);
}

ColourClass kernelClass(std::string_view name)
{
    if (isCommunicationKernelName(name))
        return ColourClass::Communication;
    switch (kernelFamilyOf(name)) {
    case KernelFamily::Matrix:
        return ColourClass::ComputeMatrix;
    case KernelFamily::Reduction:
        return ColourClass::ComputeReduction;
    case KernelFamily::Elementwise:
        break;
    }
    return ColourClass::ComputeElementwise;
}

ColourClass copyClass(std::string_view name)
{
    switch (copyDirectionOf(name)) {
    case CopyDirection::HostToDevice:
        return ColourClass::MemcpyHtoD;
    case CopyDirection::DeviceToHost:
        return ColourClass::MemcpyDtoH;
    case CopyDirection::DeviceToDevice:
        return ColourClass::MemcpyDtoD;
    case CopyDirection::Unknown:
        break;
    }
    return ColourClass::MemcpyOther;
}

ColourClass hostOpClass(std::string_view name)
{
    if (isLegacyAnnotation(name)) // a step has one colour, whatever version of the profiler wrote it
        return ColourClass::Annotation;
    std::uint32_t hash = 2166136261u; // FNV-1a: the same shade on every machine and in every build
    for (const char c : name)
        hash = (hash ^ static_cast<std::uint8_t>(c)) * 16777619u;
    constexpr std::array kShades { ColourClass::HostOpDark, ColourClass::HostOpBase, ColourClass::HostOpLight };
    return kShades[(hash >> 8) % kShades.size()];
}

} // namespace

ColourClasses::ColourClasses(const TraceData& data)
    : m_names(data.strings.size(), { kUnknownClass, kUnknownClass, kUnknownClass, kUnknownClass })
{
    const SliceTable& slices = data.slices;
    for (std::size_t row = 0; row < slices.size(); ++row) {
        const StringId name = slices.name[row];
        if (name.index() >= m_names.size())
            continue;
        NameClasses& known = m_names[name.index()];
        switch (slices.kind[row]) {
        case EventKind::Kernel:
        case EventKind::MtiaWork:
        case EventKind::HpuWork:
            if (known.kernel == kUnknownClass) {
                const std::string_view text = data.strings.view(name);
                // Rule 2 of [DIFF-1.1] comes before rule 3.
                if (!isCommunicationKernelName(text) && isMemoryKernelName(text))
                    known.kernel = colourClassesRaw(isMemsetName(text) ? ColourClass::Memset : copyClass(text));
                else
                    known.kernel = colourClassesRaw(isWaitingKernelName(text) ? ColourClass::Sync : kernelClass(text));
            }
            break;
        case EventKind::Memcpy:
            if (known.copy == kUnknownClass)
                known.copy = colourClassesRaw(copyClass(data.strings.view(name)));
            break;
        case EventKind::RuntimeCall:
        case EventKind::DriverCall:
            if (known.apiCall == kUnknownClass)
                known.apiCall = colourClassesRaw(
                    isHostSyncCallName(data.strings.view(name)) ? ColourClass::Sync : ColourClass::ApiCall);
            break;
        case EventKind::CpuOp:
            if (known.hostOp == kUnknownClass)
                known.hostOp = colourClassesRaw(hostOpClass(data.strings.view(name)));
            break;
        default:
            break;
        }
    }
}

ColourClass ColourClasses::classOf(EventKind kind, StringId name, std::uint16_t flags) const
{
    const auto byName = [&](std::uint8_t NameClasses::*member) {
        const std::uint8_t found = name.index() < m_names.size() ? m_names[name.index()].*member : kUnknownClass;
        return found != kUnknownClass ? static_cast<ColourClass>(found) : ColourClass::Other;
    };
    switch (kind) {
    case EventKind::Kernel:
    case EventKind::MtiaWork:
    case EventKind::HpuWork:
        return (flags & kSliceCollective) != 0 ? ColourClass::Communication : byName(&NameClasses::kernel);
    case EventKind::Memcpy:
        return byName(&NameClasses::copy);
    case EventKind::Memset:
        return ColourClass::Memset;
    case EventKind::RuntimeCall:
    case EventKind::DriverCall:
        return byName(&NameClasses::apiCall);
    case EventKind::CpuOp:
        return byName(&NameClasses::hostOp);
    case EventKind::DeviceSync:
        return ColourClass::Sync;
    case EventKind::UserAnnotation:
    case EventKind::GpuUserAnnotation:
    case EventKind::TraceSpan:
    case EventKind::ProfilerRange:
        return ColourClass::Annotation;
    case EventKind::PythonFunction:
        return ColourClass::PythonFrame;
    case EventKind::Overhead:
    case EventKind::HostInstant:
    case EventKind::MemoryInstant:
    case EventKind::DeviceEvent:
    case EventKind::Other:
        break;
    }
    return ColourClass::Other;
}

} // namespace kinetoscope
