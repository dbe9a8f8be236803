// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace kinetoscope::tests {

/// A trace file as another program reads it: gzip by zlib, one member; JSON by the strict reader.
struct ExportedTrace {
    std::shared_ptr<const std::string> text;
    std::vector<std::string_view> events; ///< as written, in file order
    std::string error;                    ///< "" if it is strict JSON
};
[[nodiscard]] ExportedTrace readExported(const std::string& path);

/// What in an event array breaks the rules that Perfetto and chrome://tracing rely on (Trace Event Format): known
/// phases, pid and tid numbers or strings, ts and dur numbers, names strings, args objects, values of counters numbers,
/// flows with an id. "" if nothing does, else the first sentence.
/// @param first  events from here on are looked at: what an export added behind what it took over.
[[nodiscard]] std::string brokenRule(const ExportedTrace& trace, std::size_t first = 0);

} // namespace kinetoscope::tests
