// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/parallel.h"
#include "core/base/release.h"
#include "core/base/text.h"
#include "core/base/vectors.h"
#include "core/io/load_budget.h"
#include "core/io/load_ranks.h"
#include "core/io/summary/summary_reader.h"
#include "core/io/summary_discovery.h"
#include "core/io/tables/cupti_tables.h"
#include "core/io/trace_candidates.h"
#include "core/io/trace_loader.h"
#include "core/io/trace_peek.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

namespace kinetoscope {

namespace {

namespace fs = std::filesystem;

Result<std::shared_ptr<const Trace>> loadGroup(
    const TraceFiles& group, const LoadOptions& options, const Progress& progress)
{
    if (!group.isTable)
        return loadTrace(group.files.front().path, options, progress);
    std::vector<std::string> paths = mapped(group.files, &TraceCandidate::path);
    return loadTables(paths, options, progress);
}

/// The options with previews that count the events of earlier files too. They refer to both arguments.
LoadOptions withEventsBefore(const LoadOptions& options, const std::uint64_t& eventsBefore)
{
    LoadOptions each = options;
    if (options.onPreview) {
        each.onPreview = [&options, &eventsBefore](const std::shared_ptr<const TracePreview>& preview) {
            auto together = std::make_shared<TracePreview>(*preview);
            together->events += eventsBefore;
            options.onPreview(std::move(together));
        };
    }
    return each;
}

/// What files take on disk, together; those that are gone nothing.
std::uint64_t bytesOnDisk(const std::vector<TraceCandidate>& files)
{
    std::uint64_t bytes = 0;
    for (const TraceCandidate& file : files) {
        std::error_code ignored;
        const std::uint64_t size = fs::file_size(fs::path(file.path), ignored);
        bytes += ignored ? 0 : size;
    }
    return bytes;
}

/// For which files of a job freed memory stays with the allocator for the next one. Hands it back at the end of its own
/// life, however the load ends.
class KeptMemory {
public:
    explicit KeptMemory(const std::vector<TraceCandidate>& files)
        : m_jobBytes(bytesOnDisk(files))
    {
    }
    KeptMemory(const KeptMemory&) = delete;
    KeptMemory& operator=(const KeptMemory&) = delete;
    ~KeptMemory()
    {
        if (m_isAnyKept)
            returnFreeMemory();
    }

    /// Of a file that is loaded next. What one leaves is up to twice what it holds itself: only where that is little
    /// beside the whole job, and fits its limit.
    [[nodiscard]] bool keepsAfter(const TracePeek& file, const LoadBudget& budget)
    {
        const bool isKept =
            file.fileBytes <= m_jobBytes / kLeastFiles && budget.fitsKeepingFreed(file.fileBytes, file.isGzip);
        m_isAnyKept = m_isAnyKept || isKept;
        return isKept;
    }

private:
    static constexpr std::uint64_t kLeastFiles = 4;
    std::uint64_t m_jobBytes;
    bool m_isAnyKept = false;
};

/// Rows of tables that could not be read: the user sees at once which.
void remarkOnBadRows(const Trace& trace, std::vector<Remark>& remarks)
{
    const auto& bad = trace.report().entry(Problem::DamagedEvent);
    if (trace.report().dropped > 0 && !bad.examples.empty())
        remarks.push_back({ "bad-rows",
            { KT_PLURAL("discovery", "%1 row cannot be read; %2.", "%1 rows cannot be read; %2."),
                arg::Count { trace.report().dropped }, arg::Text { bad.examples.front().text } },
            trace.path() });
}

struct Loaded {
    TraceCandidate from;
    std::shared_ptr<const Trace> trace;              ///< null where it is only listed, or only a summary is there
    std::shared_ptr<const RankSummary> summary = {}; ///< may be there beside a trace
    TracePeek listed = {};                           ///< of one that is only listed: what its file's head says

    [[nodiscard]] bool isListed() const { return !trace && listed.isTrace; }
    [[nodiscard]] std::string path() const { return trace ? trace->path() : isListed() ? from.path : summary->path; }
    [[nodiscard]] std::optional<std::int64_t> rank() const
    {
        return trace ? trace->metadata().rank : isListed() ? listed.rank : summary->meta.rank;
    }
};

RankTrace rankOf(std::int64_t number, Loaded loaded)
{
    RankTrace rank;
    rank.rank = number;
    rank.presence = loaded.trace ? RankPresence::Loaded : loaded.summary ? RankPresence::Summary : RankPresence::Listed;
    rank.path = loaded.trace ? loaded.trace->path()
        : loaded.isListed()  ? loaded.from.path
                             : loaded.summary->tracePath();
    if (loaded.isListed())
        rank.why = { KT_PHRASE("discovery", "It does not fit the memory limit beside those that are loaded.") };
    rank.trace = std::move(loaded.trace);
    rank.summary = std::move(loaded.summary);
    return rank;
}

/// A process that several traces are of, each recorded after the one before; "" without one. Ranks that run together
/// are recorded at the same time, and where they have the same number, as in containers, they are told by that.
std::string processOfCycles(const std::vector<Loaded>& traces, const std::vector<std::optional<std::int64_t>>& ranks)
{
    std::map<std::string, std::vector<TimeRange>> byProcess;
    for (std::size_t i = 0; i < traces.size(); ++i) {
        const Loaded& loaded = traces[i];
        if (!loaded.trace || ranks[i])
            continue;
        const auto tracks = loaded.trace->tracks();
        const auto main = std::ranges::find(tracks, true, &Track::isMainThread);
        const Nanoseconds base = loaded.trace->metadata().baseTimeNanoseconds.value_or(0);
        const TimeRange range = loaded.trace->coreRange();
        if (main != tracks.end())
            byProcess[std::string(loaded.trace->text(main->pid))].push_back(
                { saturatingAdd(base, range.begin), saturatingAdd(base, range.end) });
    }
    for (auto& [process, ranges] : byProcess) {
        std::ranges::sort(ranges, {}, &TimeRange::begin);
        const auto overlap = std::ranges::adjacent_find(
            ranges, [](const TimeRange& a, const TimeRange& b) { return b.begin < a.end || b.begin == a.begin; });
        if (ranges.size() > 1 && overlap == ranges.end())
            return process;
    }
    return {};
}

/// Gives every trace a number of its own: what the user said, then what the file says, then its name, then the next
/// free one.
std::vector<RankTrace> assignRanks(std::vector<Loaded> traces, std::vector<Remark>& remarks)
{
    struct Claim {
        std::int64_t rank = 0;
        Message source;
    };
    std::vector<std::optional<std::int64_t>> ranks(traces.size());
    std::vector<std::optional<Claim>> refused(traces.size()); // the first that another trace has
    std::set<std::int64_t> taken;
    const auto claim = [&](auto wanted, const Message& source) {
        for (std::size_t i = 0; i < traces.size(); ++i) {
            if (ranks[i])
                continue;
            const std::optional<std::int64_t> rank = wanted(traces[i]);
            if (!rank)
                continue;
            if (taken.insert(*rank).second)
                ranks[i] = rank;
            else if (!refused[i])
                refused[i] = Claim { *rank, source };
        }
    };
    claim([](const Loaded& t) { return t.from.rank; }, { KT_PHRASE("discovery", "as given") });
    claim([](const Loaded& t) { return t.rank(); }, Message::verbatim("distributedInfo"));
    claim([](const Loaded& t) { return rankInFileName(fs::path(t.path()).filename().string()); },
        { KT_PHRASE("discovery", "file name") });
    std::int64_t next = 0;
    bool isRecordedTwice = false;
    const std::string process = processOfCycles(traces, ranks);
    std::vector<RankTrace> result;
    for (std::size_t i = 0; i < traces.size(); ++i) {
        isRecordedTwice = isRecordedTwice || (refused[i] && traces[i].rank() == refused[i]->rank);
        const bool isGuessed = !ranks[i];
        if (isGuessed) {
            while (!taken.insert(next).second)
                ++next;
            ranks[i] = next;
        }
        if (refused[i])
            remarks.push_back({ "rank-twice",
                { KT_PHRASE("discovery", "Rank %1 (%2) is taken by another trace; this one is shown as rank %3."),
                    arg::Number { refused[i]->rank }, refused[i]->source, arg::Number { *ranks[i] } },
                traces[i].path() });
        else if (isGuessed && traces.size() > 1)
            remarks.push_back({ "rank-guessed",
                { KT_PHRASE("discovery", "The file does not say its rank; it is shown as rank %1."),
                    arg::Number { *ranks[i] } },
                traces[i].path() });
        result.push_back(rankOf(*ranks[i], std::move(traces[i])));
    }
    if (isRecordedTwice)
        remarks.push_back({ kRecordedTwice,
            { KT_PHRASE("discovery",
                "Several traces say that they are the same rank: cycles of a profiler's schedule, or several jobs. "
                "What is said of waits between ranks takes them for ranks of one job that ran together: open those of "
                "one recording for it.") } });
    else if (!process.empty())
        remarks.push_back({ kRecordedTwice,
            { KT_PHRASE("discovery",
                  "Traces of process %1 were recorded one after the other, probably as cycles of a profiler's "
                  "schedule: each is shown as a rank, but these did not run together."),
                arg::Text { process } } });
    return result;
}

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
bool isOfTrace(const RankSummary& summary, const Loaded& loaded)
{
    const auto nameOf = [](const std::string& path) { return fs::path(path).filename().string(); };
    const std::uint64_t bytes = loaded.trace ? loaded.trace->report().fileBytes : loaded.listed.fileBytes;
    return nameOf(summary.meta.trace) == nameOf(loaded.path()) && summary.meta.traceSize == bytes;
}

/// Adds what summaries say: beside the trace they were made of, else as ranks of their own.
void addSummaryRanks(const std::vector<TraceCandidate>& files,
    const std::vector<std::shared_ptr<const RankSummary>>& summaries, std::vector<Loaded>& traces)
{
    const std::size_t loaded = traces.size();
    for (std::size_t i = 0; i < summaries.size(); ++i) {
        if (!summaries[i])
            continue;
        const auto own = std::find_if(traces.begin(), traces.begin() + static_cast<std::ptrdiff_t>(loaded),
            [&](const Loaded& trace) { return !trace.summary && isOfTrace(*summaries[i], trace); });
        if (own != traces.begin() + static_cast<std::ptrdiff_t>(loaded))
            own->summary = summaries[i];
        else
            traces.push_back({ files[i], nullptr, summaries[i], {} });
    }
}

/// Why the first summary could not be read.
Error firstBadSummary(const std::vector<Remark>& remarks)
{
    const auto bad = std::ranges::find(remarks, "bad-summary", &Remark::code);
    return Error { ErrorCode::NotATrace, bad == remarks.end() ? Message {} : bad->message };
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
void setAsideMemoryTimelines(std::vector<Loaded>& traces, std::vector<Remark>& remarks)
{
    const auto isTrace = [](const Loaded& t) { return !t.trace || !t.trace->isMemoryTimeline(); };
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
void setAsideOtherJson(std::vector<Loaded>& traces, std::vector<Remark>& remarks)
{
    const auto isTrace = [](const Loaded& t) {
        return !t.trace || t.trace->report().drawable > 0 || t.trace->isMemoryTimeline()
            || !t.trace->metadata().entries.empty();
    };
    if (std::ranges::none_of(traces, isTrace))
        return;
    const auto rest = std::stable_partition(traces.begin(), traces.end(), isTrace);
    for (auto it = rest; it != traces.end(); ++it)
        remarks.push_back({ "not-a-trace",
            { KT_PHRASE("discovery", "%1 is JSON but holds no event of a trace: it is no rank."),
                arg::Text { it->trace->path() } },
            it->trace->path() });
    traces.erase(rest, traces.end());
}

/// Loads the files of a job one after the other, as long as they fit into memory; from the first on that does not they
/// are listed. Keeps references to all that it is given.
class FilesInOrder {
public:
    /// @param remarks  get what cannot be read.
    FilesInOrder(const std::vector<TraceCandidate>& candidates, const LoadOptions& options, const Progress& progress,
        std::vector<Remark>& remarks)
        : m_options(options)
        , m_progress(progress)
        , m_remarks(remarks)
        , m_isJob(candidates.size() > 1)
        , m_optionsOfEach(withEventsBefore(options, m_eventsBefore))
        , m_budget(options.limits.memoryBytes)
        , m_kept(candidates)
    {
    }

    /// Cancelled and OutOfMemory end it all; other errors are remarks.
    [[nodiscard]] Result<Done> add(const TraceFiles& group)
    {
        const TraceCandidate& candidate = group.files.front();
        if (!group.isTable && m_isJob && listIfFull(candidate))
            return Done {};
        auto trace = loadGroup(group, m_optionsOfEach, m_progress);
        if (!trace)
            return noteError(trace.error(), candidate);
        const ImportReport& report = trace.value()->report();
        if (!m_traces.empty() && isCutByMemory(report)) {
            // It took more than was estimated.
            list(candidate, { true, report.isGzip, report.fileBytes, trace.value()->metadata().rank });
            m_isFull = true;
            return Done {};
        }
        m_budget.take(*trace.value());
        m_eventsBefore += report.events;
        if (group.isTable)
            remarkOnBadRows(*trace.value(), m_remarks);
        m_traces.push_back({ candidate, std::move(trace).value() });
        return Done {};
    }

    [[nodiscard]] std::vector<Loaded> takeTraces() { return std::move(m_traces); }
    [[nodiscard]] const std::optional<Error>& firstError() const { return m_firstError; } ///< of those that are remarks

private:
    /// Lists a file that does not fit any more; else sets the options for it. Whether it is listed.
    [[nodiscard]] bool listIfFull(const TraceCandidate& candidate)
    {
        TracePeek peek = peekTrace(candidate.path, m_options.limits);
        m_isFull = m_isFull || (!m_traces.empty() && peek.isTrace && !m_budget.fits(peek.fileBytes, peek.isGzip));
        if (m_isFull && peek.isTrace) {
            m_progress.add(peek.fileBytes);
            list(candidate, std::move(peek));
            return true;
        }
        if (!m_traces.empty())
            m_optionsOfEach.limits.memoryBytes = m_budget.left();
        m_optionsOfEach.keepsFreedMemory = m_options.keepsFreedMemory || m_kept.keepsAfter(peek, m_budget);
        return false;
    }
    void list(const TraceCandidate& candidate, TracePeek peek)
    {
        m_traces.push_back({ candidate, nullptr, nullptr, std::move(peek) });
    }
    [[nodiscard]] Result<Done> noteError(const Error& error, const TraceCandidate& candidate)
    {
        if (error.code == ErrorCode::Cancelled || error.code == ErrorCode::OutOfMemory)
            return error;
        if (!m_firstError)
            m_firstError = error;
        m_remarks.push_back(
            { error.code == ErrorCode::NotATrace ? "not-a-trace" : "unreadable", error.message, candidate.path });
        return Done {};
    }

    const LoadOptions& m_options;
    const Progress& m_progress;
    std::vector<Remark>& m_remarks;
    bool m_isJob;
    std::uint64_t m_eventsBefore = 0; ///< in the files that are done
    LoadOptions m_optionsOfEach;      ///< refers to m_eventsBefore
    std::vector<Loaded> m_traces;
    std::optional<Error> m_firstError;
    LoadBudget m_budget;
    bool m_isFull = false;
    KeptMemory m_kept; ///< hands back what it kept before the traces go
};

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
    std::vector<Loaded> traces = files.takeTraces();
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
    std::vector<RankTrace> ranks = assignRanks(std::move(traces), remarks);
    remarkOnJobOfSummaries(ranks, summaryFiles.failed, remarks);
    const TraceSet set = TraceSet::ofRanks(ranks, {});
    if (Message listed = listedRanksMessage(set); !listed.isEmpty())
        remarks.push_back({ kRanksListed, std::move(listed), {} });
    return std::shared_ptr<const TraceSet>(
        std::make_shared<TraceSet>(TraceSet::ofRanks(std::move(ranks), std::move(remarks))));
}

} // namespace kinetoscope
