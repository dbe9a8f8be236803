// SPDX-License-Identifier: GPL-3.0-or-later
// What tests of the overview share: its findings as they compare them, and the traces that several of them begin with.
#pragma once

#include "core/analysis/types/analysis.h"
#include "tests/support/analysis_runs.h"
#include "tests/support/test_macros.h"
#include "tests/support/trace_text.h"

#include <QString>

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace kinetoscope::tests {

/// Columns of the split of the wall time, the time itself first.
inline const std::vector<std::string_view> kSplit { "time", "compute_time", "comm_exposed", "mem_exposed",
    "other_exposed", "idle_host_wait", "idle_kernel_wait", "idle_other", "idle_unknown_launch" };

/// Figure of a kind of finding, us; -1 if it is none.
inline std::int64_t figureOf(const Result<AnalysisResult>& result, std::string_view kind)
{
    const Table& table = result->tables[0];
    for (std::size_t row = 0; row < table.rowCount(); ++row) {
        if (table.text(row, table.columnIndex("kind")) == kind)
            return std::get<std::int64_t>(table.cell(row, table.columnIndex("figure"))) / 1'000;
    }
    return -1;
}

/// Sentence of a kind of finding; "" if there is none.
inline std::string sentenceOf(const Result<AnalysisResult>& result, std::string_view kind)
{
    const Table& table = result->tables[0];
    for (std::size_t row = 0; row < table.rowCount(); ++row) {
        if (table.text(row, table.columnIndex("kind")) == kind)
            return std::string(table.text(row, table.columnIndex("finding")));
    }
    return {};
}

/// Kinds of the findings, in their order, a line each.
inline std::string kindsOf(const Result<AnalysisResult>& result)
{
    return rowsOf(result, "findings", { "kind" });
}

/// Work [10, 20) and [110, 120); the second launch starts at 100: the GPU waits 90 for the host.
inline TraceText waiting()
{
    return wholeMicroseconds()
        .launch(0_us, 5_us, 1)
        .kernel("a", 10_us, 10_us, 7, 1)
        .launch(100_us, 5_us, 2)
        .kernel("b", 110_us, 10_us, 7, 2);
}

/// Work [10, 70) and [160, 170); the host waits [12, 72) for the first, and launches again at 150.
inline TraceText waitingAfterSync()
{
    return wholeMicroseconds()
        .launch(0_us, 5_us, 1)
        .kernel("a", 10_us, 60_us, 7, 1)
        .runtime("cudaStreamSynchronize", 12_us, 60_us, 9)
        .launch(150_us, 5_us, 2)
        .kernel("b", 160_us, 10_us, 7, 2);
}

/// Eight rounds of a millisecond: `host` adds what the host does from 100 us on, then a kernel is launched at 900 us.
template <typename Host> std::string eightRounds(const Host& host, Nanoseconds round = 1'000_us)
{
    TraceText text = wholeMicroseconds();
    for (int i = 0; i < 8; ++i) {
        const Timestamp begin = i * round;
        host(text, begin + 100_us, i);
        text.launch(begin + round - 100_us, 5_us, i + 1).kernel("k", begin + round - 90_us, 20_us, 7, i + 1);
    }
    return text.text();
}

/// Sentence of a kind of finding that the overview of the input has; "" if it has none.
inline std::string findingOf(const AnalysisInput& input, std::string_view kind)
{
    const Result<AnalysisResult> result = runOn(input, "overview");
    return result ? sentenceOf(result, kind) : "the overview failed";
}

/// The same of a trace.
inline QString findingOf(const std::string& text, const char* kind)
{
    return toQString(findingOf(inputOf({ text }), kind));
}

/// Whether a sentence has these words, one after the other.
inline bool isSaid(const QString& sentence, const char* words)
{
    return sentence.contains(QString(words));
}

} // namespace kinetoscope::tests
