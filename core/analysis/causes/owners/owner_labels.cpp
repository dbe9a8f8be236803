// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/causes/owners/owner_labels.h"

#include "core/base/ascii.h"
#include "core/base/text.h"

#include <algorithm>

namespace kinetoscope {

bool namesALine(std::string_view frame)
{
    for (std::size_t at = frame.find("): "); at != std::string_view::npos; at = frame.find("): ", at + 1)) {
        std::size_t digits = at;
        while (digits > 0 && isDigit(frame[digits - 1]))
            --digits;
        if (digits < at && digits > 0 && frame[digits - 1] == '(')
            return true;
    }
    return false;
}

bool isStepSlice(const Trace& trace, SliceId slice)
{
    const auto steps = trace.steps();
    const Timestamp start = trace.slices().start[slice.index()];
    auto it = std::partition_point(
        steps.begin(), steps.end(), [start](const Step& step) { return step.range.begin < start; });
    for (; it != steps.end() && it->range.begin == start; ++it) {
        if (it->slice == slice)
            return true;
    }
    return false;
}

StepSlices::StepSlices(const Trace& trace)
    : m_trace(trace)
    , m_names(trace.strings().size())
{
    for (const Step& step : trace.steps())
        m_names[trace.slices().name[step.slice.index()].index()] = true;
}

std::string withoutAddress(std::string_view name)
{
    constexpr std::string_view kMark = " at 0x";
    std::string text;
    for (std::size_t at = name.find(kMark); at != std::string_view::npos; at = name.find(kMark)) {
        text += name.substr(0, at);
        name.remove_prefix(std::min(name.size(), name.find_first_not_of("0123456789abcdefABCDEF", at + kMark.size())));
    }
    return text.append(name);
}

std::string ownerName(const Trace& trace, SliceId owner)
{
    if (!owner.isValid())
        return {};
    const std::string_view name = trace.name(owner);
    return !isDeviceSide(trace.kind(owner)) && isStepSlice(trace, owner)
        ? std::string(name.substr(0, name.find_first_of("0123456789#([")))
        : withoutAddress(name);
}

OwnerLabels ownerLabels(const Trace& trace, SliceId owner)
{
    OwnerLabels labels;
    labels.name = ownerName(trace, owner);
    if (!owner.isValid() || isDeviceSide(trace.kind(owner)))
        return labels;
    std::vector<std::string> path;
    SliceId up = owner;
    for (std::size_t i = 0; up.isValid() && i < kMostSlicesAround; up = trace.slices().parent[up.index()], ++i) {
        const EventKind kind = trace.kind(up);
        if ((kind == EventKind::CpuOp || kind == EventKind::UserAnnotation) && !isStepSlice(trace, up))
            path.push_back(withoutAddress(trace.name(up)));
        else if (kind == EventKind::PythonFunction && labels.pythonLine.empty() && namesALine(trace.name(up)))
            labels.pythonLine = withoutAddress(trace.name(up));
    }
    std::ranges::reverse(path);
    labels.opPath = joined(path, " > ");
    return labels;
}

} // namespace kinetoscope
