// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/table.h"
#include "core/model/trace_set.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace kinetoscope {

/// What a column of streams says of Track::stream: its number, or its text where the file names it by one ("default").
/// @param none  the cell of kNoStream.
[[nodiscard]] inline Cell streamCell(const Trace& trace, std::int64_t stream, Cell none = {})
{
    if (stream >= 0)
        return stream;
    const std::string_view text = trace.streamText(stream);
    return text.empty() ? none : Cell { std::string(text) };
}

/// The same of Track::device.
[[nodiscard]] inline Cell deviceCell(const Trace& trace, std::int64_t device)
{
    if (device >= 0)
        return device;
    const std::string_view text = trace.deviceText(device);
    return text.empty() ? Cell {} : Cell { std::string(text) };
}

/// The same for a stream of any of the ranks.
[[nodiscard]] inline Cell streamCell(const TraceSet& traces, std::int64_t stream, Cell none = {})
{
    for (const RankTrace& rank : traces.ranks()) {
        if (const Cell cell = streamCell(*rank.trace, stream); cell != Cell {})
            return cell;
    }
    return none;
}

} // namespace kinetoscope
