// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/job/files_in_order.h"

#include "core/base/release.h"
#include "core/base/vectors.h"
#include "core/io/load_ranks.h"
#include "core/io/tables/cupti_tables.h"

#include <filesystem>
#include <system_error>
#include <utility>

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

} // namespace

const char* codeOfUnusable(const TraceCandidate& candidate, ErrorCode error)
{
    return error == ErrorCode::NotATrace && !candidate.isNamed ? "not-a-trace" : kUnreadable;
}

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

KeptMemory::~KeptMemory()
{
    if (m_isAnyKept)
        returnFreeMemory();
}

bool KeptMemory::keepsAfter(const TracePeek& file, const LoadBudget& budget)
{
    constexpr std::uint64_t kLeastFiles = 4;
    const bool isKept =
        file.fileBytes <= m_jobBytes / kLeastFiles && budget.fitsKeepingFreed(file.fileBytes, file.isGzip);
    m_isAnyKept = m_isAnyKept || isKept;
    return isKept;
}

FilesInOrder::FilesInOrder(const std::vector<TraceCandidate>& candidates, const LoadOptions& options,
    const Progress& progress, std::vector<Remark>& remarks)
    : m_options(options)
    , m_progress(progress)
    , m_remarks(remarks)
    , m_isJob(candidates.size() > 1)
    , m_optionsOfEach(withEventsBefore(options, m_eventsBefore))
    , m_budget(options.limits.memoryBytes)
    , m_kept(candidates)
{
}

Result<Done> FilesInOrder::add(const TraceFiles& group)
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

bool FilesInOrder::listIfFull(const TraceCandidate& candidate)
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

void FilesInOrder::list(const TraceCandidate& candidate, TracePeek peek)
{
    m_traces.push_back({ candidate, nullptr, nullptr, std::move(peek) });
}

Result<Done> FilesInOrder::noteError(const Error& error, const TraceCandidate& candidate)
{
    if (error.code == ErrorCode::Cancelled || error.code == ErrorCode::OutOfMemory)
        return error;
    if (!m_firstError)
        m_firstError = error;
    m_remarks.push_back({ codeOfUnusable(candidate, error.code), error.message, candidate.path });
    return Done {};
}

} // namespace kinetoscope
