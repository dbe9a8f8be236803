// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/types/analysis.h"

#include <QString>

namespace kinetoscope {

/// `text` as one word of a POSIX shell: as it is where nothing in it is special, else in single quotes.
[[nodiscard]] QString shellWord(const QString& text);

/// The command that prints what a panel shows: analysis, parameters that differ from their defaults, scope, table,
/// traces. Several traces are given as RANK=path, so that no rank is guessed again; two jobs of them with `vs` between.
/// @param baseline  first job of an analysis that compares; nullptr compares the job with itself.
[[nodiscard]] QString analyzeCommand(const AnalysisDescriptor& analysis, const Parameters& parameters,
    const Scope& scope, const QString& tableName, const TraceSet& traces, const TraceSet* baseline = nullptr);

} // namespace kinetoscope
