// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/launch/op_kernel_delays.h"
#include "core/compat/hta_analyses.h"

#include "core/analysis/types/parameter_ids.h"
#include "core/base/sort_stably.h"
#include "core/base/text.h"
#include "core/compat/gpu/hta_gpu_rows.h"
#include "core/numeric/rounding.h"

#include <algorithm>
#include <map>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace kinetoscope::compat {

namespace {

bool htaOpKernelDelaysIsKnownLaunch(std::string_view name)
{
    if (name.starts_with("cuLaunchKernel") || name.starts_with("runFunction"))
        return true;
    return name.starts_with("cuda") && name.find("LaunchKernel") != std::string_view::npos;
}

/// The ATen ops of a rank, whatever their thread, for the question which of them encloses a call.
class AtenOps {
public:
    explicit AtenOps(const HtaRank& rank)
    {
        for (const HtaRow& row : rank.rows) {
            if (rank.name(row).starts_with(kAtenPrefix))
                m_ops.push_back(&row);
        }
        std::ranges::reverse(m_ops); // of equal starts the first in table order is met first
        std::ranges::stable_sort(m_ops, {}, &HtaRow::ts);
        for (const HtaRow* op : m_ops) {
            const double end = op->ts + op->dur;
            m_latestEnd.push_back(m_latestEnd.empty() ? end : std::max(m_latestEnd.back(), end));
        }
    }

    /// The op with the latest start that holds the whole of `call`, ends included; nullptr if none does.
    [[nodiscard]] const HtaRow* around(const HtaRow& call) const
    {
        const double end = call.ts + call.dur;
        const auto after = std::ranges::upper_bound(m_ops, call.ts, {}, &HtaRow::ts);
        for (auto i = static_cast<std::size_t>(after - m_ops.begin()); i > 0 && m_latestEnd[i - 1] >= end; --i) {
            if (m_ops[i - 1]->ts + m_ops[i - 1]->dur >= end)
                return m_ops[i - 1];
        }
        return nullptr;
    }

private:
    std::vector<const HtaRow*> m_ops; ///< by start
    std::vector<double> m_latestEnd;  ///< of the ops up to here
};

struct OpRun {
    double opDelay = 0; ///< of the first launch, as the next one
    double runtimeDelay = 0;
    std::vector<std::string> kernels;
};
using RunKey = std::tuple<std::string, std::string, double>; ///< thread, op, its start

/// Adds the launches of a rank to those of the ranks before.
void addRuns(const HtaRank& rank, std::map<RunKey, OpRun>& runs)
{
    std::unordered_map<std::int64_t, std::vector<const HtaRow*>> work;
    for (const HtaRow& row : rank.rows) {
        if (row.hasStream() && row.correlation != HtaRow::kNone)
            work[row.correlation].push_back(&row);
    }
    const AtenOps ops(rank);
    for (const HtaRow& call : rank.rows) {
        if (!htaOpKernelDelaysIsKnownLaunch(rank.name(call)))
            continue;
        const auto kernels = work.find(call.correlation);
        const HtaRow* op = kernels == work.end() ? nullptr : ops.around(call);
        if (!op)
            continue;
        const StringId thread = rank.trace->track(rank.trace->trackOf(call.slice)).tid;
        OpRun& run = runs[{ std::string(rank.trace->text(thread)), std::string(rank.name(*op)), op->ts }];
        for (const HtaRow* kernel : kernels->second) {
            if (run.kernels.empty()) {
                run.opDelay = call.ts - op->ts;
                run.runtimeDelay = kernel->ts - call.ts;
            }
            run.kernels.emplace_back(rank.name(*kernel));
        }
    }
}

struct Line {
    std::string op;
    std::vector<std::string> kernels;
    std::int64_t count = 0;
    double opDelay = 0; ///< sums first, means in the end
    double runtimeDelay = 0;
};

std::vector<Line> linesOf(const std::map<RunKey, OpRun>& runs, std::string_view sortBy)
{
    std::map<std::pair<std::string, std::string>, Line> found;
    for (const auto& [key, run] : runs) {
        Line& line = found[{ std::get<1>(key), joined(run.kernels, kKernelArrow) }];
        line.kernels = run.kernels;
        ++line.count;
        line.opDelay += run.opDelay;
        line.runtimeDelay += run.runtimeDelay;
    }
    std::vector<Line> lines;
    for (auto& [key, line] : found) {
        const double count = static_cast<double>(line.count);
        lines.push_back({ key.first, std::move(line.kernels), line.count, roundHalfEven(line.opDelay / count, 3),
            roundHalfEven(line.runtimeDelay / count, 3) });
    }
    const auto key = [sortBy](const Line& line) {
        if (sortBy == "avg_aten_op_launch_delay")
            return line.opDelay;
        return sortBy == "avg_runtime_delay" ? line.runtimeDelay : static_cast<double>(line.count);
    };
    sortStably(lines, std::greater {}, key);
    return lines;
}

} // namespace

Result<AnalysisResult> runOpKernelDelays(
    AnalysisInputs inputs, const Parameters& parameters, const AnalysisContext& context)
{
    const AnalysisInput& input = inputs[0];
    KT_TRY(const HtaTable table, buildHtaTable(*input.traces, optionsFrom(parameters), context.progress));
    Table sequences = emptyOpDelayTableOfHta();
    std::map<RunKey, OpRun> runs;
    for (const HtaRank& rank : table.ranks) {
        addRuns(rank, runs);
        if (!isChosen(input.scope.ranks, rank.rank))
            continue;
        for (Line& line : linesOf(runs, parameters.text(parameter::kSortBy)))
            sequences.addRow({ std::move(line.op), sequences.addChain(std::move(line.kernels), kKernelArrow),
                line.count, line.opDelay, line.runtimeDelay, rank.rank });
    }
    return resultOfTables(std::move(sequences));
}

} // namespace kinetoscope::compat
