// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/scope.h"
#include "core/io/trace_loader.h"
#include "core/output/table_writer.h"

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace kinetoscope::cli {

enum class ProgressStyle { Auto, Bar, Json, None };

/// Options that several commands have, as typed; `complete` turns them into values.
struct CommonOptions {
    // Input
    std::vector<std::string> traces;
    int jobs = 0;
    std::string memoryLimit;
    bool strict = false;
    // Scope
    std::string ranks;
    std::string steps;
    std::string streams;
    std::string range;
    std::string stepPattern;
    // Output
    std::string format = "table";
    std::string output;
    std::string progress = "auto";
    bool quiet = false;
    bool rawText = false;

    void addInput(CLI::App& app);
    void addScope(CLI::App& app);
    void addOutput(CLI::App& app);
    /// The part of addOutput that is about what is said on the way: --progress and --quiet.
    void addProgress(CLI::App& app);

    /// Scope without a check against the traces. InvalidArgument on malformed lists and ranges.
    [[nodiscard]] Result<Scope> scope() const;
    [[nodiscard]] Result<LoadOptions> loadOptions() const;
    [[nodiscard]] TableFormat tableFormat() const;
    [[nodiscard]] TableWriterOptions writerOptions() const;
    [[nodiscard]] ProgressStyle progressStyle() const;
    /// `RANK=path` or a path, for each positional argument.
    [[nodiscard]] std::vector<TraceArgument> traceArguments() const;
};

/// "3=path" to rank 3 and the path; anything else is a path. A file that really is called "3=path" needs "./3=path".
[[nodiscard]] TraceArgument parseTraceArgument(const std::string& text);

/// InvalidArgument if the scope names a rank, step or stream that the job does not have; lists those it has.
[[nodiscard]] Result<Done> checkScope(const Scope& scope, const TraceSet& traces);

} // namespace kinetoscope::cli
