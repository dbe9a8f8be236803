// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/chart.h"
#include "core/analysis/types/parameters.h"
#include "core/analysis/types/scope.h"
#include "core/analysis/types/table.h"
#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/model/trace_set.h"

#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kinetoscope {

class KernelClassifier;

enum class Mode : std::uint8_t {
    Exact, ///< the product
    Hta,   ///< HTA's numbers, defects included; command line only
};

/// What an analysis looks at: a job and a part of it.
struct AnalysisInput {
    std::shared_ptr<const TraceSet> traces;
    Scope scope;
    std::stop_token stop = {}; ///< ends the search for the steps of the scope; runAnalysis() sets it
};

/// Those of an analysis, in the order in which they were given. Not owned.
using AnalysisInputs = std::span<const AnalysisInput>;

/// Everything an analysis gets besides its inputs.
struct AnalysisContext {
    const KernelClassifier* classifier = nullptr; ///< never null when run by runAnalysis()
    Progress progress {};
    int threads = 1; ///< ranks looked at at once; never changes a result
};

/// What an analysis returns: tables (first = default), charts over them, and sentences about what was left out or why a
/// table is empty. Immutable once returned.
struct AnalysisResult {
    std::vector<Table> tables;
    std::vector<ChartDescription> charts;
    std::vector<Remark> remarks;

    /// nullptr when there is none of that name; else lives as long as `tables`.
    [[nodiscard]] const Table* findTable(std::string_view name) const;
};

/// Tables in their order; an initializer list would copy them.
template <typename... Each> [[nodiscard]] std::vector<Table> tableList(Each&&... tables)
{
    std::vector<Table> all;
    all.reserve(sizeof...(tables));
    (all.push_back(std::forward<Each>(tables)), ...);
    return all;
}

/// A result of tables alone.
template <typename... Each> [[nodiscard]] AnalysisResult resultOfTables(Each&&... tables)
{
    return { tableList(std::forward<Each>(tables)...), {}, {} };
}

/// A table an analysis promises, for `list` and the forms.
struct TableDescriptor {
    std::string name;                      ///< Table::name(), unique in its analysis: "longest-gaps"
    std::string title;                     ///< for people
    std::vector<ColumnDescriptor> columns; ///< in the order of files
};

/// Where the window shows an analysis (product.md).
enum class PanelGroup : std::uint8_t {
    Overview,
    Causes,
    GpuTime,
    HostAndLaunches,
    Communication,
    Memory,
    Patterns,
    Counters,
    Compare,
    Health
};

/// What runAnalysis() calls, with complete parameters. Pure: any thread, several at once; blocks until done. Cancelled
/// when context.progress says stop; InvalidArgument for a scope or a parameter that cannot be; Unreadable where a file
/// that is read again is gone.
using AnalysisRun = Result<AnalysisResult> (*)(
    AnalysisInputs inputs, const Parameters& parameters, const AnalysisContext& context);

/// The option of the profiler that records host and device, which nearly every analysis needs.
inline constexpr const char* kGpuRecordingOption = "activities=[ProfilerActivity.CPU, ProfilerActivity.CUDA]";

/// Descriptor + pure function. Command line, `list`, help and panels follow from it by themselves.
struct AnalysisDescriptor {
    std::string id {};       ///< kebab-case: "temporal-breakdown"
    std::string title {};    ///< "Temporal breakdown"
    std::string question {}; ///< the question it answers
    PanelGroup group = PanelGroup::GpuTime;
    std::vector<ParameterDescriptor> parameters {};
    std::vector<TableDescriptor> tables {};      ///< first = default
    std::vector<TableDescriptor> tablesOfHta {}; ///< of hta mode, where HTA has others; empty: the same
    std::string recordingOption {}; ///< profiler option that fills it when empty: "activities=[ProfilerActivity.CUDA]"
    int inputCount = 1;             ///< 2: positional arguments are separate jobs
    int mostInputs = 0;             ///< where above inputCount: up to so many inputs
    /// Of an analysis of one input or more: asked for this table, positional arguments are separate jobs; "" otherwise.
    std::string comparingTable {};
    bool lowestRankByDefault = false;
    /// Exact mode answers for ranks of which only a summary is there, too (RankTrace::readsFrom).
    bool readsSummaries = false;
    bool isOfWholeTraces = false; ///< a chosen range or chosen streams change nothing; its remarks say so
    AnalysisRun run = nullptr;    ///< nullptr: in hta mode only
    /// What of a result that takes long is there soon, for who shows it until all of it comes: of its tables those that
    /// are known, the others without rows. No rows at all where it is not worth it. nullptr: nothing is there soon.
    AnalysisRun runFirst = nullptr;
    AnalysisRun runLikeHta = nullptr; ///< nullptr: no hta mode for it
};

/// The tables of a mode. Lives as long as `analysis`.
[[nodiscard]] inline const std::vector<TableDescriptor>& tablesOf(const AnalysisDescriptor& analysis, Mode mode)
{
    return mode == Mode::Hta && !analysis.tablesOfHta.empty() ? analysis.tablesOfHta : analysis.tables;
}

/// Where an analysis compares any number of inputs: as many as a person would.
inline constexpr int kMostInputs = 64;

} // namespace kinetoscope
