// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/remark.h"
#include "core/io/job/loaded_file.h"
#include "core/io/load_budget.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace kinetoscope {

/// The code of the remark on a file that is no rank of the job because of `error`. One that the user named is missing
/// like one that cannot be opened, kUnreadable, also if it is no trace; in a folder other files may lie beside traces.
[[nodiscard]] const char* codeOfUnusable(const TraceCandidate& candidate, ErrorCode error);

/// What files take on disk, together, in bytes; those that are gone nothing.
[[nodiscard]] std::uint64_t bytesOnDisk(const std::vector<TraceCandidate>& files);

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
    ~KeptMemory();

    /// Of a file that is loaded next. What one leaves is up to twice what it holds itself: only where that is little
    /// beside the whole job, and fits its limit.
    [[nodiscard]] bool keepsAfter(const TracePeek& file, const LoadBudget& budget);

private:
    std::uint64_t m_jobBytes;
    bool m_isAnyKept = false;
};

/// Loads the files of a job one after the other, as long as they fit into memory; from the first on that does not they
/// are listed. Keeps references to all that it is given. Not thread-safe; add() blocks for as long as a load takes.
class FilesInOrder {
public:
    /// @param remarks  get what cannot be read.
    FilesInOrder(const std::vector<TraceCandidate>& candidates, const LoadOptions& options, const Progress& progress,
        std::vector<Remark>& remarks);

    /// Cancelled and OutOfMemory end it all; other errors are remarks.
    [[nodiscard]] Result<Done> add(const TraceFiles& group);

    /// In the order in which they were added.
    [[nodiscard]] std::vector<LoadedFile> takeTraces() { return std::move(m_traces); }
    [[nodiscard]] const std::optional<Error>& firstError() const { return m_firstError; } ///< of those that are remarks

private:
    /// Lists a file that does not fit any more; else sets the options for it. Whether it is listed.
    [[nodiscard]] bool listIfFull(const TraceCandidate& candidate);
    void list(const TraceCandidate& candidate, TracePeek peek);
    [[nodiscard]] Result<Done> noteError(const Error& error, const TraceCandidate& candidate);

    const LoadOptions& m_options;
    const Progress& m_progress;
    std::vector<Remark>& m_remarks;
    bool m_isJob;
    std::uint64_t m_eventsBefore = 0; ///< in the files that are done
    LoadOptions m_optionsOfEach;      ///< refers to m_eventsBefore
    std::vector<LoadedFile> m_traces;
    std::optional<Error> m_firstError;
    LoadBudget m_budget;
    bool m_isFull = false;
    KeptMemory m_kept; ///< hands back what it kept before the traces go
};

} // namespace kinetoscope
