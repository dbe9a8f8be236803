// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/efficiency/efficiency_rows.h"

#include "core/analysis/efficiency/efficiency_column_names.h"
#include "core/analysis/efficiency/peak_shares.h"
#include "core/analysis/types/columns.h"
#include "core/base/display_name.h"
#include "core/base/sort_stably.h"
#include "core/numeric/nearest_decimal.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <unordered_map>
#include <utility>

namespace kinetoscope {

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
Cell shareCell(Nanoseconds part, Nanoseconds whole)
{
    return whole > 0
        ? Cell { nearestDecimal(100 * static_cast<double>(part) / static_cast<double>(whole), kRateDecimals) }
        : Cell {};
}

Cell terabytesCell(const CallSums& sums)
{
    const std::optional<double> gigabytes = sums.gigabytes();
    return gigabytes ? Cell { nearestDecimal(*gigabytes / 1000, kRateDecimals) } : Cell {};
}

std::string_view boundOf(const CallSums& sums)
{
    if (sums.rooflineCalls == 0)
        return {};
    return sums.computeBoundCalls * 2 > sums.rooflineCalls ? kComputeBound : kMemoryBound;
}

/// What kernels that share a row of the table have in common.
struct KernelKey {
    std::uint32_t kernel = 0;
    std::uint32_t op = 0xffff'ffffU;
    std::uint32_t arguments = OpArgumentStore::kNone;
    std::string_view reason;
    bool operator==(const KernelKey&) const = default;
};

struct KernelKeyHash {
    std::size_t operator()(const KernelKey& key) const
    {
        const std::uint64_t both = (std::uint64_t { key.kernel } << 32 | key.op) * 0x9E3779B97F4A7C15ULL;
        return static_cast<std::size_t>((both ^ (both >> 29) ^ key.arguments) * 0xff51afd7ed558ccdULL)
            ^ key.reason.size();
    }
};

/// Kernels of one name, op and arguments, with the same reason to have no figures.
struct KernelRow {
    CallSums sums;
    std::string_view op;
    const OpArguments* arguments = nullptr;
    std::string_view reason;
    StringId name;
    std::uint64_t count = 0;
    Nanoseconds sum = 0;
    std::uint32_t number = 0; ///< in EfficiencyEvidence
};

void writeKernel(std::int64_t rank, std::string_view name, const KernelRow& row, Table& table)
{
    table.addRow({ rank, std::string(name), displayName(std::string(name)), textOrNothing(row.op),
        row.arguments ? textOrNothing(row.arguments->dimsText) : Cell {},
        row.arguments ? textOrNothing(row.arguments->typesText) : Cell {}, asCount(row.count), row.sum,
        nearestDecimal(static_cast<double>(row.sum) / static_cast<double>(row.count) / 1000, kRateDecimals),
        cellOrNothing(meanOf(row.sums.flops, row.sums.flopsCalls)),
        cellOrNothing(meanOf(row.sums.bytes, row.sums.bytesCalls)), rounded(row.sums.teraflops(), kRateDecimals),
        terabytesCell(row.sums), rounded(row.sums.rooflinePercent(), kRateDecimals), textOrNothing(row.reason) });
}

} // namespace

void EfficiencyEvidence::take(RankOwnedWork&& owned)
{
    work.reserve(owned.work.rows.size());
    for (const GpuWorkRow& row : owned.work.rows)
        work.push_back(row.slice);
    owners = std::move(owned.owners);
    ops.reserve(owned.calls.size());
    firstWork.reserve(owned.calls.size() + 1);
    for (const OwningCall& call : owned.calls) {
        ops.push_back(call.op);
        firstWork.push_back(call.firstWork);
    }
    firstWork.push_back(static_cast<std::uint32_t>(owned.workOfCalls.size()));
    workOfCalls = std::move(owned.workOfCalls);
}

Selection EfficiencyEvidence::select(const ScopedGpuWork& source, const std::vector<SliceId>& chosen) const
{
    Selection selection;
    const RankTrace& trace = source.rankTrace(rank);
    const std::uint32_t index = source.rankIndex(rank);
    for (const SliceId slice : chosen) {
        const TimeRange range = source.visibleRange(trace, slice);
        if (source.scope().range && range.length() != trace.trace->slices().duration(slice))
            selection.intervals.push_back({ index, trace.trace->trackOf(slice), range });
        else
            selection.slices.push_back({ index, slice });
    }
    return selection;
}

Selection EfficiencyEvidence::selectOps(const ScopedGpuWork& source, const std::vector<SliceId>& chosen) const
{
    return slicesOfRank(source.rankIndex(rank), chosen);
}

void EfficiencyTables::writeOp(const EfficiencyInput& input, const CallRow& row)
{
    const CallSums& sums = row.sums;
    const auto flops = meanOf(sums.flops, sums.flopsCalls);
    const auto bytes = meanOf(sums.bytes, sums.bytesCalls);
    const auto calls = static_cast<double>(sums.calls);
    const auto inGiga = [](std::int64_t value, double unit) { return static_cast<double>(value) / unit; };
    const std::optional<double> intensity = flops && bytes && *bytes > 0
        ? std::optional(static_cast<double>(*flops) / static_cast<double>(*bytes))
        : std::nullopt;
    const std::optional<double> roofline = sums.rooflineCalls > 0
        ? std::optional(sums.rooflineTime / static_cast<double>(sums.rooflineCalls) / 1000)
        : std::nullopt;
    const auto above = sums.aboveRoofline();
    m_ops.table.addRow({ m_source->rankNumber(input.rank), textOrNothing(row.name), textOrNothing(row.category),
        textOrNothing(row.dims()), textOrNothing(row.types()),
        row.arguments ? textOrNothing(row.arguments->valuesText) : Cell {}, asCount(sums.calls), sums.kernelTime,
        nearestDecimal(static_cast<double>(sums.kernelTime) / calls / 1000, kRateDecimals),
        flops ? Cell { inGiga(*flops, 1e9) } : Cell {}, bytes ? Cell { inGiga(*bytes, kMegabyte) } : Cell {},
        rounded(intensity, kRateDecimals), sums.hasSeveralSpecs ? Cell {} : textOrNothing(toString(sums.spec)),
        rounded(sums.teraflops(), kRateDecimals), terabytesCell(sums), rounded(roofline, kRateDecimals),
        textOrNothing(boundOf(sums)), rounded(sums.rooflinePercent(), kRateDecimals), cellOrNothing(flops),
        textOrNothing(toString(sums.unit)), cellOrNothing(bytes), textOrNothing(toString(sums.kind)),
        rounded(sums.gigabytes(), 3), asCount(sums.kernels), sums.kernelSum, shareCell(sums.kernelSum, input.allWork),
        cellOrNothing(above), textOrNothing(toString(sums.lack)) });
}

Result<LargestRows> EfficiencyTables::addOps(
    const EfficiencyInput& input, const std::shared_ptr<EfficiencyEvidence>& evidence)
{
    const Trace& trace = *m_source->rankTrace(input.rank).trace;
    const auto rowsBy = [&](EfficiencyGrouping grouping) {
        return CallRows::of(trace, input.work, input.rooflines, grouping, input.progress);
    };
    KT_TRY(CallRows rows, rowsBy(m_grouping));
    for (std::uint32_t i = 0; i < rows.rows.size(); ++i) {
        writeOp(input, rows.rows[i]);
        m_ops.rows.push_back({ evidence, i });
    }
    evidence->opsRowOfCall = std::move(rows.rowOfCall);
    // What is said first is about shapes, whatever the rows of the table are.
    if (m_grouping != EfficiencyGrouping::Shapes) {
        KT_TRY(rows, rowsBy(EfficiencyGrouping::Shapes));
    }
    return largestRowsOf(rows, input.work);
}

Result<Done> EfficiencyTables::addSummary(
    const EfficiencyInput& input, const std::shared_ptr<EfficiencyEvidence>& evidence)
{
    const RankOwnedWork& work = input.work;
    /// A row before it is written.
    struct Row {
        CallSums sums;
        Nanoseconds above = 0; ///< sum of what is above the roofline, call by call
        bool hasAbove = false;
        std::uint16_t number = 0; ///< in EfficiencyEvidence
    };
    std::map<std::string_view, Row> rows;
    std::vector<Row*> rowOfKind(work.kinds.size(), nullptr);
    constexpr std::uint16_t kFirstOfCalls = static_cast<std::uint16_t>(WorkOwner::NoOp) + 1;
    StopCheck check(input.progress);
    evidence->categoryOfCall.reserve(work.calls.size());
    for (const OwningCall& call : work.calls) {
        if (check.after(1))
            return Error::stopped();
        Row*& row = rowOfKind[call.kind->index];
        if (!row) {
            const std::string_view category = call.category().empty() ? toString(call.figures().lack) : call.category();
            const auto next = static_cast<std::uint16_t>(kFirstOfCalls + rows.size());
            const auto [known, isNew] = rows.try_emplace(category);
            row = &known->second;
            row->number = isNew ? next : row->number;
        }
        const auto roofline = input.rooflines.of(call);
        row->sums.add(call, roofline);
        // Time that is above for one call is not made good by another.
        row->hasAbove = row->hasAbove || roofline;
        if (roofline)
            row->above += std::max<Nanoseconds>(0, call.kernelTime - std::llround(std::min(roofline->time, 9e17)));
        evidence->categoryOfCall.push_back(row->number);
    }
    for (std::size_t i = 0; i < work.owners.size(); ++i) {
        if (work.owners[i] == WorkOwner::Call)
            continue;
        Row& other = rows[toString(work.owners[i])];
        other.number = static_cast<std::uint16_t>(work.owners[i]);
        ++other.sums.kernels;
        other.sums.kernelSum = saturatingAdd(other.sums.kernelSum, work.work.rows[i].range.length());
    }
    std::vector<std::pair<std::string_view, const Row*>> sorted;
    for (const auto& [category, each] : rows)
        sorted.emplace_back(category, &each);
    sortStably(sorted, std::greater {}, [](const auto& a) { return a.second->sums.kernelSum; });
    for (const auto& [category, each] : sorted) {
        const CallSums& sums = each->sums;
        m_summary.table.addRow({ m_source->rankNumber(input.rank), std::string(category), asCount(sums.calls),
            asCount(sums.kernels), sums.kernelSum, shareCell(sums.kernelSum, input.allWork),
            sums.flopsCalls > 0 ? Cell { sums.flops } : Cell {}, sums.bytesCalls > 0 ? Cell { sums.bytes } : Cell {},
            rounded(sums.teraflops(), kRateDecimals), terabytesCell(sums),
            rounded(sums.rooflinePercent(), kRateDecimals), each->hasAbove ? Cell { each->above } : Cell {} });
        m_summary.rows.push_back({ evidence, each->number });
    }
    return Done {};
}

Result<Done> EfficiencyTables::addKernels(
    const EfficiencyInput& input, const std::shared_ptr<EfficiencyEvidence>& evidence)
{
    const RankOwnedWork& work = input.work;
    const Trace& trace = *m_source->rankTrace(input.rank).trace;
    const SliceTable& slices = trace.slices();
    const std::vector<std::uint32_t> theKernel = theKernels(trace, work);
    std::unordered_map<KernelKey, std::size_t, KernelKeyHash> places;
    std::vector<KernelRow> rows;
    ArgumentKeys keys;
    StopCheck check(input.progress);
    evidence->kernelsRowOfWork.reserve(work.work.rows.size());
    for (std::uint32_t i = 0; i < work.work.rows.size(); ++i) {
        if (check.after(1))
            return Error::stopped();
        const SliceId slice = work.work.rows[i].slice;
        KernelKey key;
        key.kernel = slices.name[slice.index()].value;
        const OwningCall* call = work.owners[i] == WorkOwner::Call ? &work.calls[work.callOfRow[i]] : nullptr;
        const bool hasFigures = call && theKernel[work.callOfRow[i]] == i && call->figures().isKnown();
        if (call) {
            key.op = slices.name[call->op.index()].value;
            key.arguments = keys.of(work.arguments, call->arguments);
            key.reason = hasFigures          ? std::string_view()
                : !call->figures().isKnown() ? toString(call->figures().lack)
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
            row.number = static_cast<std::uint32_t>(known->second);
        }
        KernelRow& row = rows[known->second];
        ++row.count;
        row.sum = saturatingAdd(row.sum, work.work.rows[i].range.length());
        evidence->kernelsRowOfWork.push_back(row.number);
        if (hasFigures)
            row.sums.add(*call, input.rooflines.of(*call));
    }
    sortStably(rows, [&](const KernelRow& a, const KernelRow& b) {
        return a.sum != b.sum ? a.sum > b.sum : trace.text(a.name) < trace.text(b.name);
    });
    for (const KernelRow& row : rows) {
        writeKernel(m_source->rankNumber(input.rank), trace.text(row.name), row, m_kernels.table);
        m_kernels.rows.push_back({ evidence, row.number });
    }
    return Done {};
}

void EfficiencyTables::take(AnalysisResult& result, Table steps)
{
    const std::shared_ptr<const ScopedGpuWork> source = m_source;
    const std::size_t opCalls = m_ops.table.columnIndex(column::kOperationCount);
    m_ops.table.setEvidence([source, rows = std::move(m_ops.rows), opCalls](std::size_t row, std::size_t column) {
        const EfficiencyEvidence& evidence = *rows[row].evidence;
        const auto isWanted = [&, number = rows[row].number](
                                  std::size_t call) { return evidence.opsRowOfCall[call] == number; };
        return column == opCalls ? evidence.selectOps(*source, evidence.opsOf(isWanted))
                                 : evidence.select(*source, evidence.workOf(isWanted));
    });
    m_kernels.table.setEvidence([source, rows = std::move(m_kernels.rows)](std::size_t row, std::size_t) {
        const EfficiencyEvidence& evidence = *rows[row].evidence;
        return evidence.select(*source, evidence.workAt([&, number = rows[row].number](std::size_t position) {
            return evidence.kernelsRowOfWork[position] == number;
        }));
    });
    const std::size_t summaryCalls = m_summary.table.columnIndex(column::kOperationCount);
    m_summary.table.setEvidence(
        [source, rows = std::move(m_summary.rows), summaryCalls](std::size_t row, std::size_t column) {
            const EfficiencyEvidence& evidence = *rows[row].evidence;
            const std::uint32_t number = rows[row].number;
            const auto isWanted = [&](std::size_t call) { return evidence.categoryOfCall[call] == number; };
            if (column == summaryCalls)
                return evidence.selectOps(*source, evidence.opsOf(isWanted));
            if (number > static_cast<std::uint32_t>(WorkOwner::NoOp))
                return evidence.select(*source, evidence.workOf(isWanted));
            return evidence.select(*source, evidence.workAt([&](std::size_t position) {
                return static_cast<std::uint32_t>(evidence.owners[position]) == number;
            }));
        });
    result.tables =
        tableList(std::move(m_ops.table), std::move(m_kernels.table), std::move(steps), std::move(m_summary.table));
}

} // namespace kinetoscope
