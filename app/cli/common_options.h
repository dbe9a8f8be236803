// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/options/scope_options.h"
#include "core/analysis/types/analysis.h"
#include "core/io/trace_loader.h"
#include "core/output/table_writer.h"

#include <functional>
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
    bool keepsClocks = false; ///< those of the files
    ScopeOptions scopeOptions;
    // Output
    std::string format = "table";
    std::string output;
    std::string progress = "auto";
    bool quiet = false;
    bool rawText = false;
    bool wide = false;
    std::vector<std::string> columns;
    std::string limit;

    /// @param hasClockOption  the command has an option of its own that says whether clocks are aligned.
    void addInput(CLI::App& app, bool hasClockOption = false);
    void addScope(CLI::App& app) { scopeOptions.add(app); }
    void addOutput(CLI::App& app);
    /// The part of addOutput that is -o.
    void addOutputFile(CLI::App& app, const char* group);
    /// Options of tables that have more than fits a screen: --limit, --wide, --columns.
    void addTableLook(CLI::App& app);
    /// The part of addOutput that is about what is said on the way: --progress and --quiet.
    void addProgress(CLI::App& app);

    /// See ScopeOptions.
    [[nodiscard]] Result<Scope> scope() const { return scopeOptions.scope(); }
    [[nodiscard]] Result<LoadOptions> loadOptions() const;
    /// --memory-limit, for everything after the load too; 0 where it was not given, or is none.
    [[nodiscard]] std::uint64_t memoryLimitBytes() const;
    [[nodiscard]] TableFormat tableFormat() const { return tableFormatFromName(format).value_or(TableFormat::Text); }
    /// How tables are written: in lines of the terminal and a screen of rows, whole in a file. InvalidArgument if what
    /// is about the format table comes with another.
    [[nodiscard]] Result<TableWriterOptions> writerOptions() const;
    [[nodiscard]] ProgressStyle progressStyle() const;
    /// `RANK=path` or a path, for each positional argument.
    [[nodiscard]] std::vector<TraceArgument> traceArguments() const;
};

/// `--mode` of commands that can answer as HTA does.
struct ModeOption {
    std::string word = "exact";

    void add(CLI::App& app, const char* help, const char* group);
    [[nodiscard]] Mode chosen() const { return word == "hta" ? Mode::Hta : Mode::Exact; }
};

} // namespace kinetoscope::cli
