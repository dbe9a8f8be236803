// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/model/trace.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace kinetoscope {

struct LoadLimits;

/// Tables of CUPTI activities in CSV (SPEC.md 16.2), one file a kind: `kernel` (or `conc_kernel`), `cuda_runtime`,
/// `cuda_driver`, `gpu_memcpy`, `gpu_memset`. A header row names the columns; `start` with `end` or `dur` (us), `name`,
/// `correlation`, `device`, `stream` and `bytes` are read, all others can be looked at as the args of an event. A table
/// with names and no times is a list of kernel names.

/// Category that a file's name says ("/a/conc_kernel.csv.gz": "kernel"); "" if it is none of the kinds.
[[nodiscard]] std::string_view cuptiCategoryOfFile(const std::string& path);

/// Whether a file begins with the header of such a table. Reads its first bytes; false if they cannot be read.
[[nodiscard]] bool isCuptiTable(const std::string& path, const LoadLimits& limits);

/// A trace made of the rows of some tables, linked by correlation. Kinds: by file name, else by the column `cat`, else
/// kernels if the table has a column `stream` and runtime calls if not. A row that cannot be read is left out, counted
/// in the report and told with its line.
/// @param paths   at least one; the first one names the trace.
/// @param budget  bytes that the rows may take.
/// Errors: Unreadable; NotATrace if a header lacks a column that is needed, or no row at all can be read, each with the
/// column or line; MemoryLimit; Cancelled. Progress counts bytes on disk.
[[nodiscard]] Result<std::shared_ptr<const Trace>> loadCuptiTables(const std::vector<std::string>& paths,
    const LoadLimits& limits, bool useIsal, std::uint64_t budget, const Progress& progress);

} // namespace kinetoscope
