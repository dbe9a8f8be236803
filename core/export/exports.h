// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/run_analysis.h"
#include "core/analysis/types/analysis.h"
#include "core/export/write/trace_writer.h"

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kinetoscope {

/// What an export gets besides the file names.
struct ExportInput {
    std::shared_ptr<const TraceSet> traces;
    Scope scope {}; ///< ranks; steps and range where the export takes a window
    Parameters parameters;
    /// Chains of kernel-sequences that are overlaid whichever come first, as the analysis writes them; none: those that
    /// come first. Not in hta mode.
    std::vector<std::string> chains {};
    Mode mode = Mode::Exact;
    AnalysisContext context {}; ///< of the analyses it runs; its progress is the export's
};

/// What an export adds to or does with one rank before it is written.
class RankExport {
public:
    virtual ~RankExport() = default;
    [[nodiscard]] virtual const EventPlan& plan() const = 0;
    [[nodiscard]] const AddedEvents& added() const { return m_added; }
    /// Members of the document that say what the file is; each in place of the input's own.
    [[nodiscard]] const MetadataEntries& members() const { return m_members; }
    /// Whether the file would be the input again: it is not written, `remarks()` say why.
    [[nodiscard]] virtual bool isNothing() const = 0;
    [[nodiscard]] const std::vector<Remark>& remarks() const { return m_remarks; }

protected:
    AddedEvents m_added;
    MetadataEntries m_members;
    std::vector<Remark> m_remarks;
};

/// Prepares one rank. @param rank  position in TraceSet::ranks(). Cancelled if asked to stop.
using PrepareRank = Result<std::unique_ptr<RankExport>> (*)(const ExportInput& input, std::size_t rank);
/// Writes all chosen ranks into one file. @param ranks  positions in TraceSet::ranks().
using WriteRanks = Result<Done> (*)(
    const ExportInput& input, const std::vector<std::size_t>& ranks, TraceWriter& writer, std::vector<Remark>& remarks);

/// One kind of trace that can be written. Command line, help and the window's dialog follow from it.
struct ExportDescriptor {
    std::string id;         ///< "counters"
    std::string title;      ///< "Trace with counters"
    std::string purpose {}; ///< one sentence
    std::vector<ParameterDescriptor> parameters {};
    std::vector<std::string> analyses {}; ///< whose panels offer it: it writes what they show
    std::string prefix {};                ///< of the file's name in a folder: "overlaid_"
    std::string suffix {};                ///< of its stem: "_with_counters"
    bool takesWindow = false;             ///< steps and a range choose what is written
    bool lowestRankByDefault = false;     ///< else all ranks
    bool hasHtaMode = false;
    PrepareRank prepare = nullptr; ///< a file for each rank, or
    WriteRanks writeAll = nullptr; ///< one file of all
};

/// Every export, in the order of the menu. One line each in exports.cpp.
[[nodiscard]] std::span<const ExportDescriptor> exports();
/// nullptr when there is none of that id.
[[nodiscard]] const ExportDescriptor* findExport(std::string_view id);

/// The values given, completed with the mode's defaults. InvalidArgument on unknown ids.
[[nodiscard]] Result<Parameters> completeParameters(const ExportDescriptor& kind, const Parameters& given, Mode mode);

/// Whether an export can be done in this mode with this scope, whatever the traces hold. Errors: InvalidArgument,
/// Unsupported.
[[nodiscard]] Result<Done> checkExport(const ExportDescriptor& kind, Mode mode, const Scope& scope);

/// What an export did.
struct ExportResult {
    std::vector<WrittenTrace> files;
    std::vector<Remark> remarks;
};

/// Writes traces. `target` is a file, which then holds one rank (or all of a merge), or an existing folder, whose files
/// get HTA's names: prefix or suffix at the name of the input.
///
/// No input is ever written over, by whatever name; each file is whole or as it was before; after an error the files
/// that were finished before stay and are named. Nothing to write is an error that says why. Errors: InvalidArgument,
/// Unsupported, NotWritable, Unreadable, Cancelled, OutOfMemory. Progress counts bytes of the inputs on disk. Blocks.
[[nodiscard]] Result<ExportResult> runExport(
    const ExportDescriptor& kind, const ExportInput& input, const std::string& target);

/// Everything about a target that can be said before traces are loaded: that it is one of `inputs`, or no place for a
/// file. Errors: NotWritable.
[[nodiscard]] Result<Done> checkExportTarget(const std::string& target, std::span<const std::string> inputs);

/// One line about a file that was written: its path, size, and what happened to its events.
[[nodiscard]] std::string describeExport(const WrittenTrace& file);

} // namespace kinetoscope
