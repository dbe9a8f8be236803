// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/parallel.h"
#include "core/base/vectors.h"
#include "core/io/job/files_in_order.h"
#include "core/io/job/rank_numbers.h"
#include "core/io/load_ranks.h"
#include "core/io/summary/summary_reader.h"
#include "core/io/summary_discovery.h"
#include "core/io/trace_loader.h"

#include <algorithm>
#include <filesystem>

namespace kinetoscope {

namespace {

namespace fs = std::filesystem;

/// Takes the candidates that are summaries, or say why there is none, out of the list.
struct SummaryFiles {
    std::vector<TraceCandidate> summaries;
    std::vector<std::string> failed;
};
SummaryFiles takeSummaries(std::vector<TraceCandidate>& candidates)
{
    SummaryFiles taken;
    std::erase_if(candidates, [&taken](const TraceCandidate& candidate) {
        if (isFailedSummaryName(candidate.path)) {
            taken.failed.push_back(candidate.path);
            return true;
        }
        const bool isSummary = isDatabaseFile(candidate.path);
        if (isSummary)
            taken.summaries.push_back(candidate);
        return isSummary;
    });
    return taken;
}

/// Whether a summary is that of a loaded or listed trace: by name and size.
bool isOfTrace(const RankSummary& summary, const LoadedFile& loaded)
{
    const auto nameOf = [](const std::string& path) { return fs::path(path).filename().string(); };
    const std::uint64_t bytes = loaded.trace ? loaded.trace->report().fileBytes : loaded.listed.fileBytes;
    return nameOf(summary.meta.trace) == nameOf(loaded.path()) && summary.meta.traceSize == bytes;
}

/// Adds what summaries say: beside the trace they were made of, else as ranks of their own.
void addSummaryRanks(const std::vector<TraceCandidate>& files,
    const std::vector<std::shared_ptr<const RankSummary>>& summaries, std::vector<LoadedFile>& traces)
{
    const std::size_t loaded = traces.size();
    for (std::size_t i = 0; i < summaries.size(); ++i) {
        if (!summaries[i])
            continue;
        const auto own = std::find_if(traces.begin(), traces.begin() + static_cast<std::ptrdiff_t>(loaded),
            [&](const LoadedFile& trace) { return !trace.summary && isOfTrace(*summaries[i], trace); });
        if (own != traces.begin() + static_cast<std::ptrdiff_t>(loaded))
            own->summary = summaries[i];
        else
            traces.push_back({ files[i], nullptr, summaries[i], {} });
    }
}

/// Why the first summary could not be read.
Error firstBadSummary(const std::vector<Remark>& remarks)
{
    const auto bad = std::ranges::find(remarks, kBadSummary, &Remark::code);
    return Error { ErrorCode::NotATrace, bad == remarks.end() ? Message {} : bad->message };
}

/// A summary that the user named is missing like a trace that cannot be opened; in a folder it is one of many.
void markNamedSummaries(const std::vector<TraceCandidate>& summaries, std::vector<Remark>& remarks)
{
    for (Remark& remark : remarks) {
        const auto isNamed = [&remark](const TraceCandidate& file) { return file.isNamed && file.path == remark.path; };
        if (remark.code == kBadSummary && std::ranges::any_of(summaries, isNamed))
            remark.code = kUnreadable;
    }
}

void remarkOnJobOfSummaries(
    const std::vector<RankTrace>& ranks, const std::vector<std::string>& failed, std::vector<Remark>& remarks)
{
    std::vector<std::shared_ptr<const RankSummary>> summaries;
    std::vector<std::int64_t> numbers;
    for (const RankTrace& rank : ranks) {
        numbers.push_back(rank.rank);
        if (rank.presence == RankPresence::Summary)
            summaries.push_back(rank.summary);
    }
    std::ranges::sort(numbers);
    if (!summaries.empty())
        remarkOnSummaries(summaries, numbers, failed, remarks);
}

/// A memory timeline beside traces is no rank of their job.
void setAsideMemoryTimelines(std::vector<LoadedFile>& traces, std::vector<Remark>& remarks)
{
    const auto isTrace = [](const LoadedFile& t) { return !t.trace || !t.trace->isMemoryTimeline(); };
    if (std::ranges::none_of(traces, isTrace))
        return;
    const auto rest = std::stable_partition(traces.begin(), traces.end(), isTrace);
    for (auto it = rest; it != traces.end(); ++it)
        remarks.push_back({ "memory-timeline",
            { KT_PHRASE("discovery", "This is a raw memory timeline, not a rank; open it on its own.") },
            it->trace->path() });
    traces.erase(rest, traces.end());
}

/// JSON that is no trace may lie beside traces: a list without any event and without what a trace says of itself.
void setAsideOtherJson(std::vector<LoadedFile>& traces, std::vector<Remark>& remarks)
{
    const auto isTrace = [](const LoadedFile& t) {
        return !t.trace || t.trace->report().drawable > 0 || t.trace->isMemoryTimeline()
            || !t.trace->metadata().entries.empty();
    };
    if (std::ranges::none_of(traces, isTrace))
        return;
    const auto rest = std::stable_partition(traces.begin(), traces.end(), isTrace);
    for (auto it = rest; it != traces.end(); ++it)
        remarks.push_back({ codeOfUnusable(it->from, ErrorCode::NotATrace),
            { KT_PHRASE("discovery", "%1 is JSON but holds no event of a trace: it is no rank."),
                arg::Text { it->trace->path() } },
            it->trace->path() });
    traces.erase(rest, traces.end());
}

} // namespace

Result<std::shared_ptr<const TraceSet>> loadTraceSet(
    const std::vector<TraceArgument>& arguments, const LoadOptions& options, const Progress& progress)
{
    KT_TRY(auto candidates, listCandidates(arguments));
    std::vector<Remark> remarks;
    dropRepeated(candidates, remarks);
    progress.setTotal(bytesOnDisk(candidates));

    const std::size_t fileCount = candidates.size();
    const SummaryFiles summaryFiles = takeSummaries(candidates);
    std::vector<std::string> summaryPaths = mapped(summaryFiles.summaries, &TraceCandidate::path);
    const int threads = options.workers > 0 ? options.workers : coreCount();
    KT_TRY(const auto summaries, readSummaries(summaryPaths, threads, remarks, progress));

    FilesInOrder files(candidates, options, progress, remarks);
    for (const TraceFiles& group : groupTables(candidates, options.limits))
        KT_TRY_DONE(files.add(group));
    std::vector<LoadedFile> traces = files.takeTraces();
    std::optional<Error> firstError = files.firstError();
    setAsideMemoryTimelines(traces, remarks);
    setAsideOtherJson(traces, remarks);
    addSummaryRanks(summaryFiles.summaries, summaries, traces);
    if (traces.empty()) {
        if (!firstError && !summaryPaths.empty())
            firstError = firstBadSummary(remarks);
        return explainNothingOpened(arguments, fileCount,
            firstError.value_or(
                Error { ErrorCode::NotATrace, { KT_PHRASE("discovery", "There is nothing to open.") } }));
    }
    markNamedSummaries(summaryFiles.summaries, remarks);
    std::vector<RankTrace> ranks = assignRanks(std::move(traces), remarks);
    remarkOnJobOfSummaries(ranks, summaryFiles.failed, remarks);
    const TraceSet set = TraceSet::ofRanks(ranks, {});
    if (Message listed = listedRanksMessage(set); !listed.isEmpty())
        remarks.push_back({ kRanksListed, std::move(listed), {} });
    return std::shared_ptr<const TraceSet>(
        std::make_shared<TraceSet>(TraceSet::ofRanks(std::move(ranks), std::move(remarks))));
}

} // namespace kinetoscope
