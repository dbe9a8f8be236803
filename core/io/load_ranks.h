// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/trace_loader.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace kinetoscope {

/// Code of the remark that not all ranks of a job are loaded.
inline constexpr const char* kRanksListed = "ranks-listed";
/// Code of the remark that files say that their jobs have other sizes.
inline constexpr const char* kJobSizesDiffer = "world-sizes-differ";
/// Code of the remark that more files say one size of their job than it has ranks.
inline constexpr const char* kMoreThanRanks = "more-traces-than-ranks";
/// Code of the remark that traces are of one rank, so not all of ranks of one job that ran together.
inline constexpr const char* kRecordedTwice = "recorded-twice";
/// The same where each of them is a copy of another one: nothing but the copies is too many.
inline constexpr const char* kCopies = "copies";
/// Codes of the remarks on a file that it is shown as a rank whose number neither it nor its name says: it says none,
/// or one that another file has.
inline constexpr const char* kRankGuessed = "rank-guessed";
inline constexpr const char* kRankTwice = "rank-twice";
/// Code of the remark that a file cannot be read: the job is that of the others.
inline constexpr const char* kUnreadable = "unreadable";
/// Code of the remark that a rank's trace is another one than its summary was made of.
inline constexpr const char* kOtherTrace = "other-trace";

/// `traces` with the trace of one rank, which was not loaded. All else stays; positions of ranks keep their meaning.
/// @param position  in TraceSet::ranks().
[[nodiscard]] std::shared_ptr<const TraceSet> withTrace(
    const TraceSet& traces, std::size_t position, std::shared_ptr<const Trace> trace);

/// `traces` with what could not be done with one rank: it has failed, and why.
[[nodiscard]] std::shared_ptr<const TraceSet> withFailure(const TraceSet& traces, std::size_t position, Message why);

/// `traces` without the traces of some ranks: each is as it was before it was loaded, told by its summary or listed.
/// @param positions  in TraceSet::ranks(), of loaded ones.
[[nodiscard]] std::shared_ptr<const TraceSet> withoutTraces(
    const TraceSet& traces, std::span<const std::size_t> positions);

/// Which loaded ranks to give up so that one more fits the limit, as few as do, the oldest first; positions. All of
/// them where even that may not be enough: one trace alone can always be tried.
/// @param wanted       position of the rank that is to be loaded.
/// @param oldestFirst  positions of loaded ranks.
/// @param limit        bytes; 0: the usual limit.
[[nodiscard]] std::vector<std::size_t> tracesToGiveUp(
    const TraceSet& traces, std::size_t wanted, std::span<const std::size_t> oldestFirst, std::uint64_t limit);

/// Reads the trace of a rank that is not loaded, from RankTrace::path, and puts it into `traces`; with a remark where
/// it is not the one that the rank's summary was made of. Errors: those of loadTrace; MemoryLimit where it does not fit
/// `options.limits` alone.
[[nodiscard]] Result<std::shared_ptr<const TraceSet>> loadRank(const std::shared_ptr<const TraceSet>& traces,
    std::size_t position, const LoadOptions& options, const Progress& progress);

/// The file that a rank is opened from again: its trace, or its summary where only that is there.
[[nodiscard]] const std::string& openedPath(const RankTrace& rank);

/// "8 of 64 ranks are loaded; ..." for a job of which some are only listed; no message where none is.
[[nodiscard]] Message listedRanksMessage(const TraceSet& traces);

} // namespace kinetoscope
