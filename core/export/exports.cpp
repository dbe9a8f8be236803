// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/exports.h"

#include "core/analysis/names/classification.h"
#include "core/base/vectors.h"
#include "core/export/export_targets.h"
#include "core/export/kinds/export_kinds.h"

#include <fmt/core.h>

#include <algorithm>

namespace kinetoscope {

namespace {

/// Positions of the ranks that are written.
Result<std::vector<std::size_t>> chosenRanks(const ExportDescriptor& kind, const ExportInput& input)
{
    const std::span<const RankTrace> ranks = input.traces->ranks();
    std::vector<std::size_t> chosen;
    for (const std::int64_t rank : input.scope.ranks) {
        const std::size_t position = input.traces->indexOfRank(rank);
        if (position == ranks.size())
            return invalidArgument({ KT_PHRASE("export", "There is no rank %1."), arg::Number { rank } });
        chosen.push_back(position);
    }
    if (input.scope.ranks.empty()) {
        for (std::size_t i = 0; i < (kind.lowestRankByDefault ? std::min<std::size_t>(1, ranks.size()) : ranks.size());
             ++i)
            chosen.push_back(i);
    }
    sortUnique(chosen);
    return chosen;
}

/// A trace that was loaded up to the memory limit only: its copy would look whole.
Result<Done> checkWhole(const Trace& trace)
{
    const auto& examples = trace.report().entry(Problem::LimitReached).examples;
    const bool isCut =
        std::ranges::any_of(examples, [](const ImportReport::Example& example) { return example.text == "memory"; });
    if (isCut)
        return Error { ErrorCode::MemoryLimit,
            { KT_PHRASE("export", "%1 was loaded only as far as the memory limit allowed."),
                arg::Text { trace.path() } } };
    return Done {};
}

std::uint64_t bytesOf(const ExportInput& input, const std::vector<std::size_t>& ranks)
{
    std::uint64_t bytes = 0;
    for (const std::size_t position : ranks)
        bytes += input.traces->ranks()[position].trace->report().fileBytes;
    return bytes;
}

/// Counts as the work of an export only what it reads itself: its analyses report nothing.
AnalysisContext silentContext(const AnalysisContext& context)
{
    AnalysisContext silent = context;
    silent.progress.counters = nullptr;
    return silent;
}

/// Two series of one analysis say the same.
void addRemarks(const std::vector<Remark>& remarks, std::vector<Remark>& all)
{
    for (const Remark& remark : remarks) {
        if (std::ranges::find(all, remark) == all.end())
            all.push_back(remark);
    }
}

Result<Done> writeEach(const ExportDescriptor& kind, const ExportInput& input, const std::vector<std::size_t>& ranks,
    const ExportTargets& targets, ExportResult& result)
{
    ExportInput own = input;
    own.context = silentContext(input.context);
    for (std::size_t i = 0; i < ranks.size(); ++i) {
        const Trace& trace = *input.traces->ranks()[ranks[i]].trace;
        KT_TRY(std::unique_ptr<RankExport> rank, kind.prepare(own, ranks[i]));
        addRemarks(rank->remarks(), result.remarks);
        if (rank->isNothing()) {
            input.context.progress.add(trace.report().fileBytes);
            continue;
        }
        KT_TRY(auto writer,
            TraceWriter::create(targets.paths[i], targets.inputs, input.context.threads, input.context.progress));
        KT_TRY_DONE(writer->copyTrace(trace, rank->plan(), rank->added(), rank->members()));
        KT_TRY(WrittenTrace written, writer->finish());
        result.files.push_back(std::move(written));
    }
    return Done {};
}

Result<Done> writeTogether(const ExportDescriptor& kind, const ExportInput& input,
    const std::vector<std::size_t>& ranks, const ExportTargets& targets, ExportResult& result)
{
    KT_TRY(auto writer,
        TraceWriter::create(targets.paths.front(), targets.inputs, input.context.threads, input.context.progress));
    KT_TRY_DONE(kind.writeAll(input, ranks, *writer, result.remarks));
    KT_TRY(WrittenTrace written, writer->finish());
    result.files.push_back(std::move(written));
    return Done {};
}

std::string sizeText(std::uint64_t bytes)
{
    constexpr const char* kUnits[] = { "B", "KiB", "MiB", "GiB", "TiB" };
    std::size_t unit = 0;
    std::uint64_t tenths = bytes * 10;
    for (; tenths >= 10240 && unit + 1 < std::size(kUnits); ++unit)
        tenths = (tenths + 512) / 1024;
    if (unit > 0 && tenths % 10 != 0)
        return fmt::format("{}.{} {}", tenths / 10, tenths % 10, kUnits[unit]);
    return fmt::format("{} {}", tenths / 10, kUnits[unit]);
}

} // namespace

std::span<const ExportDescriptor> exports()
{
    static const std::vector<ExportDescriptor> all { counterExport(), sequenceExport(), trimExport(), mergeExport(),
        criticalPathExport() };
    return all;
}

const ExportDescriptor* findExport(std::string_view id)
{
    const auto all = exports();
    const auto it = std::ranges::find(all, id, &ExportDescriptor::id);
    return it == all.end() ? nullptr : &*it;
}

Result<Parameters> completeParameters(const ExportDescriptor& kind, const Parameters& given, Mode mode)
{
    return completeParameters(
        kind.parameters, { KT_PHRASE("export", "The export %1"), arg::Text { kind.id } }, given, mode);
}

Result<Done> checkExport(const ExportDescriptor& kind, Mode mode, const Scope& scope)
{
    if (mode == Mode::Hta && !kind.hasHtaMode)
        return Error { ErrorCode::Unsupported,
            { KT_PHRASE("export", "HTA has no counterpart of the export %1: it runs in exact mode only."),
                arg::Text { kind.id } } };
    if (!kind.takesWindow && scope.hasWindow())
        return invalidArgument(
            { KT_PHRASE("export", "The export %1 writes whole traces: steps and a range belong to trim."),
                arg::Text { kind.id } });
    if (!scope.streams.empty())
        return invalidArgument(
            { KT_PHRASE("export", "An export takes all streams: %1 belongs to analyses."), arg::Option { "streams" } });
    return Done {};
}

Result<ExportResult> runExport(const ExportDescriptor& kind, const ExportInput& input, const std::string& target)
{
    KT_TRY_DONE(checkExport(kind, input.mode, input.scope));
    ExportInput complete = input;
    KT_TRY(complete.parameters, completeParameters(kind, input.parameters, input.mode));
    const KernelClassifier builtIn;
    if (!complete.context.classifier)
        complete.context.classifier = &builtIn;
    KT_TRY(const std::vector<std::size_t> ranks, chosenRanks(kind, input));
    for (const std::size_t position : ranks) {
        KT_TRY_DONE(checkWhole(*input.traces->ranks()[position].trace));
    }
    KT_TRY(const ExportTargets targets, findTargets(kind, *input.traces, ranks, target));
    input.context.progress.setTotal(bytesOf(input, ranks));

    ExportResult result;
    const Result<Done> done = (kind.writeAll ? writeTogether : writeEach)(kind, complete, ranks, targets, result);
    if (!done) {
        Error error = done.error();
        for (const WrittenTrace& file : result.files)
            error.message = { KT_PHRASE("export", "%1 Written before that: %2."), std::move(error.message),
                arg::Text { file.path } };
        return error;
    }
    if (result.files.empty()) {
        Message why { KT_PHRASE("export", "Nothing was written.") };
        for (const Remark& remark : result.remarks)
            why = remark.ranks.empty() ? Message { KT_PHRASE("export", "%1 %2"), std::move(why), remark.message }
                                       : Message { KT_PHRASE("export", "%1 Rank %2: %3"), std::move(why),
                                             arg::Numbers { remark.ranks }, remark.message };
        return invalidArgument(std::move(why));
    }
    return result;
}

std::string describeExport(const WrittenTrace& file)
{
    std::string text =
        fmt::format("{}: {}, {} events", file.path, sizeText(file.fileBytes), file.copied + file.edited + file.added);
    auto add = [&text, separator = " ("](std::uint64_t count, const char* what) mutable {
        if (count == 0)
            return;
        text += fmt::format("{}{}{}", separator, count, what);
        separator = ", ";
    };
    add(file.added, " added");
    add(file.edited, " changed");
    add(file.leftOut, " left out");
    add(file.mended, " mended");
    add(file.lost, " lost to damage in the input");
    const bool hasDetails = file.added + file.edited + file.leftOut + file.mended + file.lost > 0;
    return text + (hasDetails ? ")." : ".");
}

} // namespace kinetoscope
