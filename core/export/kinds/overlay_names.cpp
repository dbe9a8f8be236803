// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/kinds/overlay_names.h"

#include "core/export/write/text_edits.h"
#include "core/io/events/name_dictionary.h"

#include <algorithm>

namespace kinetoscope {

std::vector<EventIndex> profilerSpans(const Trace& trace)
{
    std::vector<EventIndex> spans;
    for (const Track& track : trace.tracks()) {
        if (trace.text(track.pid) != kSpanProcess)
            continue;
        for (std::uint32_t row = track.firstSlice; row < track.endSlice(); ++row) {
            if (trace.name(SliceId { row }).find(kProfilerSpanName) != std::string_view::npos)
                spans.push_back(trace.slices().eventIndex[row]);
        }
    }
    std::ranges::sort(spans);
    return spans;
}

OverlayNames::OverlayNames(const Trace& trace)
{
    const ArgsSource* const source = trace.argsSource();
    for (const EventIndex span : source ? profilerSpans(trace) : std::vector<EventIndex> {}) {
        const Result<std::string> json = source->eventText(span);
        for (auto& [number, name] : json ? readNameDictionary(*json) : decltype(readNameDictionary({})) {})
            m_names.insert_or_assign(std::move(number), std::move(name));
        if (m_names.empty())
            continue;
        m_span = span; // the first one counts, as in a load
        return;
    }
}

const std::string* OverlayNames::find(std::string_view token) const
{
    // Nearly all names begin with neither a digit nor an escape: nothing is looked up for them.
    const bool mayBeNumber = token.size() > 2 && ((token[1] >= '0' && token[1] <= '9') || token[1] == '\\');
    if (m_names.empty() || !mayBeNumber)
        return nullptr;
    const auto it = m_names.find(plainText(token));
    return it != m_names.end() ? &it->second : nullptr;
}

} // namespace kinetoscope
