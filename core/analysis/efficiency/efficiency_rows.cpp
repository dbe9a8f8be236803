// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/efficiency/efficiency_rows.h"

#include "core/analysis/efficiency/efficiency_column_names.h"
#include "core/analysis/efficiency/peak_shares.h"
#include "core/base/display_name.h"
#include "core/base/parallel.h"
#include "core/numeric/nearest_decimal.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <unordered_map>
#include <utility>

namespace kinetoscope {

namespace efficiency_rows {

/// What the evidence of a row is: pieces of GPU work, and the calls that own them.
struct EfficiencyEvidence {
    std::size_t rank = 0; ///< in ScopedGpuWork
    std::vector<SliceId> work;
    std::vector<SliceId> calls;
};

} // namespace efficiency_rows

using efficiency_rows::EfficiencyEvidence;

namespace {

constexpr double kMegabyte = 1024.0 * 1024.0; ///< as the column of the name has it elsewhere
constexpr int kRateDecimals = 4;

Cell rounded(const std::optional<double>& value, int decimals)
{
    return value ? Cell { nearestDecimal(*value, decimals) } : Cell {};
}
Cell textOrNothing(std::string_view text)
{
    return text.empty() ? Cell {} : Cell { std::string(text) };
}
std::int64_t asCount(std::uint64_t count)
{
    return static_cast<std::int64_t>(count);
}
/// Of one call: the calls of a row may differ in strides.
std::optional<std::int64_t> meanOf(std::int64_t sum, std::uint64_t count)
{
    return count > 0 ? std::optional(sum / static_cast<std::int64_t>(count)) : std::nullopt;
}
Cell integerCell(const std::optional<std::int64_t>& value)
{
    return value ? Cell { *value } : Cell {};
}

Selection efficiencySelection(const ScopedGpuWork& source, const EfficiencyEvidence& row, bool isOfCalls)
{
    Selection selection;
    const RankTrace& rank = source.rankTrace(row.rank);
    const std::uint32_t index = source.rankIndex(row.rank);
    if (isOfCalls) {
        for (const SliceId call : row.calls)
            selection.slices.push_back({ index, call });
        return selection;
    }
    for (const SliceId work : row.work) {
        const TimeRange range = source.visibleRange(rank, work);
        if (source.scope().range && range.length() != rank.trace->slices().duration(work))
            selection.intervals.push_back({ index, rank.trace->trackOf(work), range });
        else
            selection.slices.push_back({ index, work });
    }
    return selection;
}

} // namespace

struct EfficiencyTables::Impl {
    std::shared_ptr<const ScopedGpuWork> source;
    EfficiencyGrouping grouping = EfficiencyGrouping::Shapes;

    struct Part {
        Table table;
        std::vector<EfficiencyEvidence> evidence;
    };
    Part ops { { "ops", kEfficiencyOpsTitle, efficiencyOpColumns() }, {} };
    Part kernels { { "kernels", kEfficiencyKernelsTitle, efficiencyKernelColumns() }, {} };
    Part summary { { "summary", kEfficiencySummaryTitle, efficiencySummaryColumns() }, {} };

    /// A row of `summary` before it is written.
    struct Row {
        CallSums sums;
        Nanoseconds above = 0; ///< sum of what is above the roofline, call by call
        bool hasAbove = false;
        EfficiencyEvidence evidence;
    };

    [[nodiscard]] LargestRows addOps(
        std::size_t rank, const RankOwnedWork& work, const TracePeaks& peaks, Nanoseconds allWork);
    void writeOp(std::size_t rank, const RankOwnedWork& work, const CallRow& row, Nanoseconds allWork);
    void addSummary(std::size_t rank, const RankOwnedWork& work, const TracePeaks& peaks, Nanoseconds allWork);
    void addKernels(std::size_t rank, const RankOwnedWork& work, const TracePeaks& peaks);
};

namespace {

void addEvidence(EfficiencyEvidence& evidence, const RankOwnedWork& work, const OwningCall& call)
{
    evidence.calls.push_back(call.op);
    for (std::uint32_t w = 0; w < call.workCount; ++w)
        evidence.work.push_back(work.work.rows[work.workOfCalls[call.firstWork + w]].slice);
}

Cell shareCell(Nanoseconds part, Nanoseconds whole)
{
    return whole > 0
        ? Cell { nearestDecimal(100 * static_cast<double>(part) / static_cast<double>(whole), kRateDecimals) }
        : Cell {};
}

std::string_view boundOf(const CallSums& sums)
{
    if (sums.rooflineCalls == 0)
        return {};
    return sums.computeBoundCalls * 2 > sums.rooflineCalls ? kComputeBound : kMemoryBound;
}

} // namespace

LargestRows EfficiencyTables::Impl::addOps(
    std::size_t rank, const RankOwnedWork& work, const TracePeaks& peaks, Nanoseconds allWork)
{
    const Trace& trace = *source->rankTrace(rank).trace;
    std::vector<CallRow> rows = callRows(trace, work, peaks, grouping);
    for (const CallRow& row : rows)
        writeOp(rank, work, row, allWork);
    // What is said first is about shapes, whatever the rows of the table are.
    if (grouping != EfficiencyGrouping::Shapes)
        rows = callRows(trace, work, peaks, EfficiencyGrouping::Shapes);
    return largestRowsOf(std::move(rows), work, peaks);
}

void EfficiencyTables::Impl::writeOp(
    std::size_t rank, const RankOwnedWork& work, const CallRow& row, Nanoseconds allWork)
{
    const CallSums& sums = row.sums;
    const auto flops = meanOf(sums.flops, sums.flopsCalls);
    const auto bytes = meanOf(sums.bytes, sums.bytesCalls);
    const auto calls = static_cast<double>(sums.calls);
    const auto inGiga = [](std::int64_t value, double unit) { return static_cast<double>(value) / unit; };
    const std::optional<double> intensity = flops && bytes && *bytes > 0
        ? std::optional(static_cast<double>(*flops) / static_cast<double>(*bytes))
        : std::nullopt;
    const std::optional<double> gigabytes = sums.gigabytes();
    const std::optional<double> roofline = sums.rooflineCalls > 0
        ? std::optional(sums.rooflineTime / static_cast<double>(sums.rooflineCalls) / 1000)
        : std::nullopt;
    const auto above = sums.aboveRoofline();
    ops.table.addRow({ source->rankNumber(rank), textOrNothing(row.name), textOrNothing(row.category),
        row.arguments ? textOrNothing(row.arguments->dimsText) : Cell {},
        row.arguments ? textOrNothing(row.arguments->typesText) : Cell {},
        row.arguments ? textOrNothing(row.arguments->valuesText) : Cell {}, asCount(sums.calls), sums.kernelTime,
        nearestDecimal(static_cast<double>(sums.kernelTime) / calls / 1000, kRateDecimals),
        flops ? Cell { inGiga(*flops, 1e9) } : Cell {}, bytes ? Cell { inGiga(*bytes, kMegabyte) } : Cell {},
        rounded(intensity, kRateDecimals), sums.hasSeveralSpecs ? Cell {} : textOrNothing(toString(sums.spec)),
        rounded(sums.teraflops(), kRateDecimals),
        gigabytes ? Cell { nearestDecimal(*gigabytes / 1000, kRateDecimals) } : Cell {},
        rounded(roofline, kRateDecimals), textOrNothing(boundOf(sums)), rounded(sums.rooflinePercent(), kRateDecimals),
        integerCell(flops), textOrNothing(toString(sums.unit)), integerCell(bytes), textOrNothing(toString(sums.kind)),
        rounded(gigabytes, 3), asCount(sums.kernels), sums.kernelSum, shareCell(sums.kernelSum, allWork),
        above ? Cell { *above } : Cell {}, textOrNothing(toString(sums.lack)) });
    EfficiencyEvidence& evidence = ops.evidence.emplace_back();
    evidence.rank = rank;
    evidence.work.reserve(row.sums.kernels);
    evidence.calls.reserve(row.calls.size());
    for (const std::uint32_t call : row.calls)
        addEvidence(evidence, work, work.calls[call]);
}

void EfficiencyTables::Impl::addSummary(
    std::size_t rank, const RankOwnedWork& work, const TracePeaks& peaks, Nanoseconds allWork)
{
    std::map<std::string_view, Row> rows;
    std::string_view last;
    Row* row = nullptr;
    for (const OwningCall& call : work.calls) {
        const std::string_view category = call.category.empty() ? toString(call.figures.lack) : call.category;
        if (!row || category != last)
            row = &rows[category];
        last = category;
        const auto roofline = rooflineOf(call, peaks);
        row->sums.add(call, roofline);
        // Time that is above for one call is not made good by another.
        row->hasAbove = row->hasAbove || roofline;
        if (roofline)
            row->above += std::max<Nanoseconds>(0, call.kernelTime - std::llround(std::min(roofline->time, 9e17)));
        addEvidence(row->evidence, work, call);
    }
    for (std::size_t i = 0; i < work.owners.size(); ++i) {
        if (work.owners[i] == WorkOwner::Call)
            continue;
        Row& other = rows[toString(work.owners[i])];
        ++other.sums.kernels;
        other.sums.kernelSum = saturatingAdd(other.sums.kernelSum, work.work.rows[i].range.length());
        other.evidence.work.push_back(work.work.rows[i].slice);
    }
    std::vector<std::pair<std::string_view, Row*>> sorted;
    for (auto& [category, each] : rows)
        sorted.emplace_back(category, &each);
    std::stable_sort(sorted.begin(), sorted.end(),
        [](const auto& a, const auto& b) { return a.second->sums.kernelSum > b.second->sums.kernelSum; });
    for (auto& [category, each] : sorted) {
        const CallSums& sums = each->sums;
        const auto gigabytes = sums.gigabytes();
        summary.table.addRow(
            { source->rankNumber(rank), std::string(category), asCount(sums.calls), asCount(sums.kernels),
                sums.kernelSum, shareCell(sums.kernelSum, allWork), sums.flopsCalls > 0 ? Cell { sums.flops } : Cell {},
                sums.bytesCalls > 0 ? Cell { sums.bytes } : Cell {}, rounded(sums.teraflops(), kRateDecimals),
                gigabytes ? Cell { nearestDecimal(*gigabytes / 1000, kRateDecimals) } : Cell {},
                rounded(sums.rooflinePercent(), kRateDecimals), each->hasAbove ? Cell { each->above } : Cell {} });
        each->evidence.rank = rank;
        summary.evidence.push_back(std::move(each->evidence));
    }
}

void EfficiencyTables::Impl::addKernels(std::size_t rank, const RankOwnedWork& work, const TracePeaks& peaks)
{
    const Trace& trace = *source->rankTrace(rank).trace;
    const SliceTable& slices = trace.slices();
    struct Key {
        std::uint32_t kernel = 0;
        std::uint32_t op = 0xffff'ffffU;
        std::uint32_t arguments = OpArgumentStore::kNone;
        std::string_view reason;
        bool operator==(const Key&) const = default;
    };
    struct KeyHash {
        std::size_t operator()(const Key& key) const
        {
            const std::uint64_t both = (std::uint64_t { key.kernel } << 32 | key.op) * 0x9E3779B97F4A7C15ULL;
            return static_cast<std::size_t>((both ^ (both >> 29) ^ key.arguments) * 0xff51afd7ed558ccdULL)
                ^ key.reason.size();
        }
    };
    struct KernelRow {
        CallSums sums;
        std::string_view op;
        const OpArguments* arguments = nullptr;
        std::string_view reason;
        StringId name;
        std::uint64_t count = 0;
        Nanoseconds sum = 0;
        EfficiencyEvidence evidence;
    };
    const std::vector<std::uint32_t> theKernel = theKernels(trace, work);
    std::unordered_map<Key, std::size_t, KeyHash> places;
    std::vector<KernelRow> rows;
    ArgumentKeys keys;
    for (std::uint32_t i = 0; i < work.work.rows.size(); ++i) {
        const SliceId slice = work.work.rows[i].slice;
        Key key;
        key.kernel = slices.name[slice.index()].value;
        const OwningCall* call = work.owners[i] == WorkOwner::Call ? &work.calls[work.callOfRow[i]] : nullptr;
        const bool hasFigures = call && theKernel[work.callOfRow[i]] == i && call->figures.isKnown();
        if (call) {
            key.op = slices.name[call->op.index()].value;
            key.arguments = keys.of(work.arguments, call->arguments);
            key.reason = hasFigures        ? std::string_view()
                : !call->figures.isKnown() ? toString(call->figures.lack)
                                           : kSeveralKernels;
        } else {
            key.reason = toString(work.owners[i]);
        }
        const auto [known, isNew] = places.try_emplace(key, rows.size());
        if (isNew) {
            KernelRow& row = rows.emplace_back();
            row.name = slices.name[slice.index()];
            row.op = call ? trace.name(call->op) : std::string_view();
            row.arguments = key.arguments != OpArgumentStore::kNone ? &work.arguments[key.arguments] : nullptr;
            row.reason = key.reason;
            row.evidence.rank = rank;
        }
        KernelRow& row = rows[known->second];
        ++row.count;
        row.sum = saturatingAdd(row.sum, work.work.rows[i].range.length());
        row.evidence.work.push_back(slice);
        if (hasFigures)
            row.sums.add(*call, rooflineOf(*call, peaks));
    }
    std::stable_sort(rows.begin(), rows.end(), [&](const KernelRow& a, const KernelRow& b) {
        return a.sum != b.sum ? a.sum > b.sum : trace.text(a.name) < trace.text(b.name);
    });
    for (KernelRow& row : rows) {
        const std::string_view name = trace.text(row.name);
        const auto gigabytes = row.sums.gigabytes();
        kernels.table.addRow({ source->rankNumber(rank), std::string(name), displayName(std::string(name)),
            textOrNothing(row.op), row.arguments ? textOrNothing(row.arguments->dimsText) : Cell {},
            row.arguments ? textOrNothing(row.arguments->typesText) : Cell {}, asCount(row.count), row.sum,
            nearestDecimal(static_cast<double>(row.sum) / static_cast<double>(row.count) / 1000, kRateDecimals),
            integerCell(meanOf(row.sums.flops, row.sums.flopsCalls)),
            integerCell(meanOf(row.sums.bytes, row.sums.bytesCalls)), rounded(row.sums.teraflops(), kRateDecimals),
            gigabytes ? Cell { nearestDecimal(*gigabytes / 1000, kRateDecimals) } : Cell {},
            rounded(row.sums.rooflinePercent(), kRateDecimals), textOrNothing(row.reason) });
        kernels.evidence.push_back(std::move(row.evidence));
    }
}

EfficiencyTables::EfficiencyTables(std::shared_ptr<const ScopedGpuWork> source, EfficiencyGrouping grouping)
    : m_impl(std::make_unique<Impl>())
{
    m_impl->source = std::move(source);
    m_impl->grouping = grouping;
}

EfficiencyTables::~EfficiencyTables() = default;

LargestRows EfficiencyTables::add(std::size_t rank, const RankOwnedWork& work, const TracePeaks& peaks, int threads)
{
    Nanoseconds allWork = 0;
    for (const GpuWorkRow& row : work.work.rows)
        allWork = saturatingAdd(allWork, row.range.length());
    LargestRows largest;
    constexpr std::size_t kTables = 3; // none knows of another
    parallelFor(kTables, threads, [&](std::size_t table) {
        if (table == 0)
            largest = m_impl->addOps(rank, work, peaks, allWork);
        else if (table == 1)
            m_impl->addKernels(rank, work, peaks);
        else
            m_impl->addSummary(rank, work, peaks, allWork);
    });
    return largest;
}

void EfficiencyTables::take(AnalysisResult& result, Table steps)
{
    const auto finish = [this](Impl::Part& part) {
        const std::size_t calls = part.table.columnIndex(column::kOperationCount);
        part.table.setEvidence(
            [source = m_impl->source, rows = std::move(part.evidence), calls](std::size_t row, std::size_t column) {
                return efficiencySelection(*source, rows[row], column == calls);
            });
        return std::move(part.table);
    };
    result.tables.push_back(finish(m_impl->ops));
    result.tables.push_back(finish(m_impl->kernels));
    result.tables.push_back(std::move(steps));
    result.tables.push_back(finish(m_impl->summary));
}

} // namespace kinetoscope
