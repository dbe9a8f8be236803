// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/options/exit_code.h"
#include "app/window/settings.h"
#include "core/analysis/types/analysis.h"
#include "core/base/nanoseconds.h"
#include "core/base/result.h"
#include "core/io/trace_loader.h"

#include <QSize>

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace kinetoscope {

/// `kinetoscope render`: draw one picture and end.
struct RenderOptions {
    std::string what;         ///< "timeline", or the id of an analysis
    QSize size { 1600, 900 }; ///< logical pixels
    ThemeChoice theme = ThemeChoice::Light;
    Scope scope;                       ///< of a timeline only the range
    std::vector<std::string> overlays; ///< timeline: ids, each of which exists
    std::string output;                ///< its ending decides the format
};

/// `kinetoscope report`: write one HTML file and end.
struct ReportOptions {
    std::vector<const AnalysisDescriptor*> analyses; ///< at least one, in the order asked for
    Scope scope;
    std::size_t mostRows = 20; ///< of each table
    std::string output;
};

/// What the arguments ask for.
struct Options {
    std::vector<TraceArgument> traces;
    bool resetSettings = false;
    bool alignsClocks = true;            ///< false: the clocks of ranks stay as the files have them
    std::uint64_t memoryLimit = 0;       ///< bytes; 0: the usual one. Of the window
    std::string language;                ///< of languages(); "": as in the preferences
    std::optional<RenderOptions> render; ///< nothing, and no report: open the window
    std::optional<ReportOptions> report;
};

/// Reads the arguments, paths as the bytes they are. An exit code where all is said already: 0 after --help and
/// --version (on stdout), kExitUsage after a mistake (a sentence on stderr).
[[nodiscard]] std::variant<Options, int> parseOptions(int argc, const char* const* argv);

/// To be called before QApplication: draws without a display where none is there and none is needed (render, --help,
/// --version). False where the window is asked for and cannot be shown; then a sentence on stderr says what to do
/// instead.
[[nodiscard]] bool choosePlatform(int argc, const char* const* argv);

/// Says what went wrong on stderr. @return the exit code that goes with it.
int failWith(const Error& error);

/// "1600x900", each 64 to 16384. InvalidArgument with a sentence.
[[nodiscard]] Result<QSize> parseSize(std::string_view text);

} // namespace kinetoscope
