// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/model/rank_summary.h"

#include <memory>
#include <string>

namespace kinetoscope {

/// Whether a file begins like a SQLite database, which no trace does. False for what cannot be read.
[[nodiscard]] bool isDatabaseFile(const std::string& path);

/// Reads one `.ksum` file whole. Everything in it is checked: what cannot be true makes the file a damaged one.
/// Errors: Unreadable; NotATrace, in a sentence that says why: another database, cut short, not complete, damaged;
/// Unsupported of a newer format, with its number; Cancelled, OutOfMemory. Blocks on I/O; about a millisecond for 2,000
/// runs. Thread-safe.
[[nodiscard]] Result<std::shared_ptr<const RankSummary>> readSummary(const std::string& path, const Progress& progress);

/// The table `meta` alone: for who only asks whether a summary is up to date. Errors as readSummary.
[[nodiscard]] Result<SummaryMeta> readSummaryMeta(const std::string& path);

} // namespace kinetoscope
