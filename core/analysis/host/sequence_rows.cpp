// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/host/sequence_rows.h"

#include "core/analysis/host/kernel_sequences.h"
#include "core/analysis/host/tree/forward_links.h"
#include "core/analysis/inductor/kernel_ops.h"
#include "core/analysis/peaks/gpu_peaks.h"
#include "core/analysis/scope/per_rank.h"
#include "core/analysis/types/parameter_ids.h"
#include "core/base/sort_stably.h"
#include "core/base/text.h"
#include "core/base/vectors.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <span>
#include <string_view>
#include <utility>

namespace kinetoscope {

namespace {

/// The ops of the kernels in their order, each once where it launches several in a row.
std::vector<SliceId> opsOf(const Trace& trace, const KernelSequence& sequence)
{
    std::vector<SliceId> ops;
    for (const SliceId kernel : sequence.kernels) {
        const SliceId op = opOfKernel(trace, kernel);
        if (op.isValid() && (ops.empty() || ops.back() != op))
            ops.push_back(op);
    }
    return ops;
}

/// Bytes of the tensors of each op.
struct OpTensors {
    std::optional<std::int64_t> first; ///< nothing for ops without shapes
    std::vector<std::int64_t> others;
};
Result<std::vector<OpTensors>> tensorsOf(const Trace& trace, std::span<const SliceId> ops, const Progress& progress)
{
    std::vector<OpTensors> tensors(ops.size());
    KT_TRY_DONE(visitKernelOps(trace, ops, progress, [&tensors](std::size_t i, const KernelOp& op) {
        tensors[i] = { op.firstBytes, op.otherBytes };
    }));
    return tensors;
}

/// Whether an op of the backward pass belongs to `op` or one around it: it may read again what `op` reads.
bool hasBackward(const Trace& trace, const ForwardLinks& links, SliceId op)
{
    constexpr int kMostSteps = 1'000; // real trees are some hundred deep
    for (int i = 0; op.isValid() && i < kMostSteps; op = trace.slices().parent[op.index()], ++i) {
        if (links.backwardOf(op).isValid())
            return true;
    }
    return false;
}

/// Whether an op behind `op` of the chain takes another tensor of this size: it may be the same one.
bool isReadLater(std::span<const OpTensors> chain, std::size_t op, std::int64_t bytes)
{
    return std::any_of(chain.begin() + static_cast<std::ptrdiff_t>(op), chain.end(),
        [bytes](const OpTensors& later) { return std::ranges::find(later.others, bytes) != later.others.end(); });
}

/// Memory traffic that one kernel for each of `sequences` would save, bytes: what every op but the first takes as its
/// first tensor is taken for a result of the op before, which is written and read again only because they are apart.
/// Left out is what something else may read: a later op of the
/// sequence with another tensor of that size, or the backward pass of the op. An estimate: shapes of results are not
/// recorded. Nothing for a sequence of a single op or where an op has no shapes.
///
/// Reads the args of the ops from the file in one pass, unless those of the first sequence tell that shapes were not
/// recorded. Errors: Unreadable if the file is gone or has changed; Cancelled.
/// @param sequences  of one trace; none is nullptr.
/// @return one entry a sequence.
Result<std::vector<std::optional<std::int64_t>>> savedTraffic(
    const Trace& trace, std::span<const KernelSequence* const> sequences, const Progress& progress)
{
    std::vector<std::optional<std::int64_t>> saved(sequences.size());
    std::vector<SliceId> ops;
    std::vector<std::size_t> ends; // of the ops of each sequence
    bool isRecorded = false;
    for (const KernelSequence* sequence : sequences) {
        const std::vector<SliceId> own = opsOf(trace, *sequence);
        append(ops, own);
        ends.push_back(ops.size());
        if (!isRecorded && own.size() > 1) {
            KT_TRY(const auto first, tensorsOf(trace, own, progress));
            isRecorded = std::ranges::any_of(first, [](const OpTensors& op) { return op.first.has_value(); });
            if (!isRecorded)
                return saved;
        }
    }
    KT_TRY(const auto tensors, tensorsOf(trace, ops, progress));
    KT_TRY(const auto links, ForwardLinks::create(trace, progress));
    for (std::size_t i = 0; i < sequences.size(); ++i) {
        const std::size_t begin = i == 0 ? 0 : ends[i - 1];
        if (ends[i] - begin < 2)
            continue;
        std::int64_t sum = 0;
        bool isKnown = true;
        const auto chain = std::span<const OpTensors>(tensors).subspan(begin, ends[i] - begin);
        for (std::size_t op = 1; op < chain.size(); ++op) {
            isKnown = isKnown && chain[op].first.has_value();
            const std::int64_t once = chain[op].first.value_or(0);
            if (!isReadLater(chain, op + 1, once) && !hasBackward(trace, links, ops[begin + op]))
                sum = saturatingAdd(sum, saturatingAdd(once, once));
        }
        if (isKnown)
            saved[i] = sum;
    }
    return saved;
}

PatternRow rowOf(
    const Trace& trace, std::uint32_t rank, const SequencePattern& pattern, std::vector<KernelSequence> sequences)
{
    PatternRow row;
    row.rank = rank;
    row.steps.emplace_back(trace.text(pattern.first));
    for (const StringId name : pattern.second)
        row.steps.emplace_back(trace.text(name));
    row.pattern = joined(row.steps, kPatternSeparator);
    row.kernelCount = pattern.second.size();
    for (const KernelSequence& sequence : sequences) {
        row.gpuTime = saturatingAdd(row.gpuTime, sequence.gpuTime);
        row.opTime = saturatingAdd(row.opTime, trace.slices().duration(sequence.op));
        row.gaps = saturatingAdd(row.gaps, sequence.gaps);
    }
    row.sequences = std::move(sequences);
    return row;
}

/// The most that a device of the trace can read and write, GB/s: that is bytes a nanosecond.
double memoryBandwidth(const Trace& trace)
{
    constexpr double kFastest = 8000; // of a board that is not known: no board of gpu_peaks.cpp has more
    double most = 0;
    for (const DeviceProperties& device : trace.metadata().devices) {
        const GpuPeaks* peaks = findGpuPeaks(device);
        most = std::max(most, peaks ? peaks->bandwidth : kFastest);
    }
    return most > 0 ? most : kFastest;
}

/// Fills `traffic` of the rows of one rank.
Result<Done> estimateTraffic(const Trace& trace, std::vector<PatternRow>& rows, const Progress& progress)
{
    std::vector<const KernelSequence*> firsts =
        mapped(rows, [](const PatternRow& row) { return &row.sequences.front(); });
    KT_TRY(const auto saved, savedTraffic(trace, firsts, progress));
    const double bandwidth = memoryBandwidth(trace);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const auto& bytes = saved[i];
        if (!bytes)
            continue;
        const double all = static_cast<double>(*bytes) * static_cast<double>(rows[i].sequences.size());
        // Shapes say more than was moved where an op touches a part of its tensor, or caches hold it.
        const double moved = bandwidth * static_cast<double>(rows[i].gpuTime);
        rows[i].traffic = all <= moved ? *bytes * static_cast<std::int64_t>(rows[i].sequences.size())
                                       : static_cast<std::int64_t>(std::min(moved, 9e18));
    }
    return Done {};
}

Result<FoundPatterns> findRows(
    const ScopedLaunches& source, std::size_t i, const SequenceRules& rules, bool withTraffic, const Progress& progress)
{
    const Trace& trace = *source.rankTrace(i).trace;
    KT_TRY(const RankLaunches launches, source.rank(i, progress));
    KT_TRY(SequencesByPattern found, findSequences(trace, launches, rules, progress));
    FoundPatterns rank;
    rank.launches = launches.launches.size();
    for (auto& [pattern, sequences] : found) {
        if (rules.matcher || sequences.size() > 1)
            rank.rows.push_back(rowOf(trace, static_cast<std::uint32_t>(i), pattern, std::move(sequences)));
    }
    if (!withTraffic)
        return rank;
    if (const Result<Done> done = estimateTraffic(trace, rank.rows, progress); !done) {
        if (done.error().code == ErrorCode::Cancelled)
            return done.error();
        rank.remarks.push_back(remarkOfRank(source.rankTrace(i), "traffic-unknown",
            { KT_PHRASE("kernel-sequences", "no estimate of memory traffic. %1"), done.error().message }));
    }
    return rank;
}

} // namespace

Result<SequenceRules> sequenceRules(const Parameters& parameters)
{
    SequenceRules rules;
    const std::string& name = parameters.text(parameter::kOperatorName);
    if (!name.empty()) {
        KT_TRY(rules.matcher, NameMatcher::create(name, parameters.text(parameter::kMatch)));
    }
    rules.minimumKernels = static_cast<std::size_t>(parameters.integer(parameter::kMinPatternLen));
    rules.inLaunchOrder = parameters.text(parameter::kOrder) == "launch";
    return rules;
}

Result<FoundPatterns> findPatternRows(
    const ScopedLaunches& source, const SequenceRules& rules, bool withTraffic, const AnalysisContext& context)
{
    FoundPatterns found;
    const auto find = [&](std::size_t i) { return findRows(source, i, rules, withTraffic, context.progress); };
    const auto add = [&](std::size_t, FoundPatterns rank) {
        std::move(rank.rows.begin(), rank.rows.end(), std::back_inserter(found.rows));
        found.launches += rank.launches;
        append(found.remarks, rank.remarks);
    };
    KT_TRY_DONE(forEachRankInOrder(source.rankCount(), context, find, add));
    return found;
}

void sortPatternRows(std::vector<PatternRow>& rows, bool isNamed)
{
    sortStably(rows, [isNamed](const PatternRow& a, const PatternRow& b) {
        if (a.rank != b.rank)
            return a.rank < b.rank;
        if (isNamed && a.sequences.size() != b.sequences.size())
            return a.sequences.size() > b.sequences.size();
        if (!isNamed && a.gaps != b.gaps)
            return a.gaps > b.gaps;
        return a.pattern < b.pattern;
    });
}

std::vector<std::size_t> firstPatternRows(const std::vector<PatternRow>& rows, std::size_t topK, bool isNamed)
{
    std::map<std::string_view, std::int64_t> weights;
    for (const PatternRow& row : rows) {
        std::int64_t& weight = weights[row.pattern];
        weight = saturatingAdd(weight, isNamed ? static_cast<std::int64_t>(row.sequences.size()) : row.gaps);
    }
    std::vector<std::pair<std::int64_t, std::string_view>> order;
    for (const auto& [pattern, weight] : weights)
        order.emplace_back(weight, pattern);
    std::ranges::sort(order,
        [](const auto& a, const auto& b) { return a.first != b.first ? a.first > b.first : a.second < b.second; });
    order.resize(std::min(topK, order.size()));
    std::set<std::string_view> first;
    for (const auto& [weight, pattern] : order)
        first.insert(pattern);
    return placesWhere(rows, [&first](const PatternRow& row) { return first.contains(row.pattern); });
}

} // namespace kinetoscope
