// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/host/sequence_rows.h"

#include "core/analysis/host/kernel_sequences.h"
#include "core/analysis/host/sequence_traffic.h"
#include "core/analysis/peaks/gpu_peaks.h"
#include "core/analysis/scope/per_rank.h"
#include "core/analysis/types/parameter_ids.h"
#include "core/base/sort_stably.h"
#include "core/base/vectors.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <string_view>
#include <utility>

namespace kinetoscope {

namespace {

PatternRow rowOf(
    const Trace& trace, std::uint32_t rank, const SequencePattern& pattern, std::vector<KernelSequence> sequences)
{
    PatternRow row { .rank = rank, .pattern = std::string(trace.text(pattern.first)) };
    for (const StringId name : pattern.second)
        row.pattern.append(kPatternSeparator).append(trace.text(name));
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
        found.remarks.insert(found.remarks.end(), rank.remarks.begin(), rank.remarks.end());
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
