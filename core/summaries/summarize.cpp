// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/summaries/summarize.h"

#include "core/base/parallel.h"
#include "core/base/release.h"
#include "core/io/load_budget.h"
#include "core/io/summary/summary_format.h"
#include "core/summaries/summary_file.h"
#include "core/summaries/summary_writer.h"
#include "core/summaries/trace_list.h"
#include "core/words/english.h"

#include <fmt/core.h>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <optional>
#include <set>
#include <utility>

namespace kinetoscope {

namespace {

namespace fs = std::filesystem;

/// What `kinetoscope-cli` would end with if this trace were all.
int exitCodeOfFailure(ErrorCode code)
{
    constexpr int kInput = 3;
    constexpr int kMemory = 6;
    return code == ErrorCode::MemoryLimit || code == ErrorCode::OutOfMemory ? kMemory : kInput;
}

/// Whether a failure is that of one trace; else nothing more can be done.
bool isOfTraceAlone(ErrorCode code)
{
    return code != ErrorCode::NotWritable && code != ErrorCode::Cancelled && code != ErrorCode::InvalidArgument;
}

class Summarizer {
public:
    Summarizer(const SummarizeJob& job, const Progress& progress)
        : m_job(job)
        , m_progress(progress)
        , m_load(job.load)
    {
        const int jobs = std::max(1, job.jobs);
        if (m_load.workers == 0) // what the job slots leave of the cores
            m_load.workers = std::max(1, coreCount() / jobs - 1);
    }

    Result<SummarizeOutcome> run()
    {
        KT_TRY(std::vector<ListedTrace> all, listTraces(m_job.traces, m_job.outputFolder));
        if (all.empty())
            return Error { ErrorCode::NotATrace,
                { KT_PHRASE("summarize", "There is no trace (.json, .json.gz) to be summarized.") } };
        std::vector<ListedTrace> own;
        for (std::size_t i = m_job.shard.index; i < all.size(); i += m_job.shard.count)
            own.push_back(std::move(all[i]));
        prepare(own);
        std::vector<std::optional<Error>> failures(own.size());
        parallelFor(own.size(), std::max(1, m_job.jobs), [&](std::size_t i) {
            if (m_isEnding.load() || m_progress.shouldStop())
                return;
            failures[i] = summarizeOne(own[i]);
            if (failures[i] && !isOfTraceAlone(failures[i]->code))
                m_isEnding = true;
        });
        KT_TRY_DONE(m_progress.carryOn());
        for (std::size_t i = 0; i < own.size(); ++i) {
            if (!failures[i])
                continue;
            if (!isOfTraceAlone(failures[i]->code))
                return *failures[i];
            m_outcome.failures.push_back({ own[i].path, *failures[i] });
        }
        m_outcome.summarized = m_summarized.load();
        m_outcome.upToDate = m_upToDate.load();
        return std::move(m_outcome);
    }

private:
    void prepare(const std::vector<ListedTrace>& own)
    {
        std::set<std::string> folders;
        std::uint64_t bytes = 0;
        for (const ListedTrace& trace : own) {
            folders.insert(fs::path(trace.output).parent_path().string());
            std::error_code ignored;
            const std::uintmax_t size = fs::file_size(trace.path, ignored);
            bytes += ignored ? 0 : size;
        }
        m_progress.setTotal(bytes);
        for (const std::string& folder : folders)
            removeClusterLeftovers(folder);
    }

    [[nodiscard]] static std::string failedPathOf(const ListedTrace& trace)
    {
        const std::string stem = trace.output.substr(0, trace.output.size() - kSummaryEnding.size());
        return stem + std::string(kFailedEnding);
    }

    /// Why there is no summary of a trace; nothing where there is one now.
    std::optional<Error> summarizeOne(const ListedTrace& trace)
    {
        Result<bool> made = makeOne(trace);
        std::error_code ignored;
        if (made) {
            fs::remove(failedPathOf(trace), ignored);
            (*made ? m_summarized : m_upToDate).fetch_add(1);
            return std::nullopt;
        }
        const Error error = made.error();
        if (!isOfTraceAlone(error.code))
            return error;
        KT_TRY_DONE(writeOnCluster(
            failedPathOf(trace), failureText(trace.path, exitCodeOfFailure(error.code), english(error.message))));
        return error;
    }

    /// False if it was up to date.
    Result<bool> makeOne(const ListedTrace& trace)
    {
        KT_TRY(const TraceSignature signature, signatureOf(trace.path));
        if (!m_job.isForced && isUpToDate(trace.output, signature, m_job.options, m_job.classifier->rulesCrc())) {
            m_progress.add(signature.checksums.size);
            return false;
        }
        Result<std::vector<std::uint8_t>> bytes = bytesOf(trace, signature);
        returnFreeMemory();
        if (!bytes)
            return bytes.error();
        const std::string_view content(reinterpret_cast<const char*>(bytes->data()), bytes->size());
        KT_TRY_DONE(writeOnCluster(trace.output, content));
        return true;
    }

    Result<std::vector<std::uint8_t>> bytesOf(const ListedTrace& trace, const TraceSignature& signature)
    {
        KT_TRY(std::shared_ptr<const Trace> loaded, loadTrace(trace.path, m_load, m_progress));
        if (isCutByMemory(loaded->report())) // figures of a part would look like those of the whole
            return Error { ErrorCode::MemoryLimit,
                { KT_PHRASE("summarize", "%1 does not fit the memory limit."), arg::Text { trace.path } } };
        if (loaded->isMemoryTimeline())
            return Error { ErrorCode::NotATrace,
                { KT_PHRASE("summarize", "%1 is a raw memory timeline: there is nothing to summarize."),
                    arg::Text { trace.path } } };
        const std::int64_t number = trace.rank.value_or(loaded->metadata().rank.value_or(0));
        const auto set = std::make_shared<const TraceSet>(
            std::vector<std::pair<std::int64_t, std::shared_ptr<const Trace>>> { { number, loaded } },
            std::vector<Remark> {});
        AnalysisContext context { .classifier = m_job.classifier,
            .progress = { nullptr, m_progress.stop, m_progress.observer } };
        KT_TRY(RankSummary summary, makeSummary(set, 0, m_job.options, context));
        SummaryMeta& meta = summary.meta;
        if (trace.rank)
            meta.rank = trace.rank;
        meta.trace = trace.relative;
        meta.folder = trace.folder;
        meta.host = hostInFileName(fs::path(trace.path).filename().string());
        meta.hostSource = meta.host.empty() ? "summarize" : "file name";
        if (meta.host.empty())
            meta.host = hostName();
        meta.traceSize = signature.checksums.size;
        meta.traceTime = signature.time;
        meta.traceHeadCrc = signature.checksums.head;
        meta.traceTailCrc = signature.checksums.tail;
        return summaryBytes(summary);
    }

    const SummarizeJob& m_job;
    const Progress& m_progress;
    LoadOptions m_load;
    std::atomic<bool> m_isEnding { false };
    std::atomic<std::size_t> m_summarized { 0 };
    std::atomic<std::size_t> m_upToDate { 0 };
    SummarizeOutcome m_outcome;
};

} // namespace

std::string SummarizeOutcome::text(const Shard& shard) const
{
    return fmt::format("shard {} of {}: {} summarized, {} up to date, {} failed", shard.index, shard.count, summarized,
        upToDate, failures.size());
}

Result<SummarizeOutcome> summarize(const SummarizeJob& job, const Progress& progress)
{
    return Summarizer(job, progress).run();
}

} // namespace kinetoscope
