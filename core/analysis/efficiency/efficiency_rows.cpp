// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/efficiency/efficiency_rows.h"

#include "core/analysis/efficiency/efficiency_column_names.h"
#include "core/base/display_name.h"
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

    /// A row of `ops` or `summary` before it is written.
    struct Row {
        std::string_view name;
        const OpArguments* arguments = nullptr;
        std::string_view category;
        CallSums sums;
        EfficiencyEvidence evidence;
    };

    [[nodiscard]] LargestRows addOps(
        std::size_t rank, const RankOwnedWork& work, const TracePeaks& peaks, Nanoseconds allWork);
    void writeOp(std::int64_t rank, Row& row, Nanoseconds allWork);
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

/// By arguments as they are shown: calls that differ in strides alone are one row.
class ArgumentKeys {
public:
    std::uint32_t of(const OpArgumentStore& store, std::uint32_t id)
    {
        if (id == OpArgumentStore::kNone)
            return id;
        const auto [known, isNew] = m_byId.try_emplace(id, 0U);
        if (isNew) {
            const OpArguments& arguments = store[id];
            const std::string text = arguments.dimsText + '\n' + arguments.typesText + '\n' + arguments.valuesText;
            known->second = m_byText.try_emplace(text, id).first->second;
        }
        return known->second;
    }

private:
    std::unordered_map<std::uint32_t, std::uint32_t> m_byId;
    std::unordered_map<std::string, std::uint32_t> m_byText;
};

} // namespace

LargestRows EfficiencyTables::Impl::addOps(
    std::size_t rank, const RankOwnedWork& work, const TracePeaks& peaks, Nanoseconds allWork)
{
    const Trace& trace = *source->rankTrace(rank).trace;
    struct Key {
        std::uint32_t name = 0;
        std::uint32_t arguments = 0;
        std::string_view category;
        auto operator<=>(const Key&) const = default;
    };
    std::map<Key, std::size_t> places;
    std::vector<Row> rows;
    ArgumentKeys keys;
    for (const OwningCall& call : work.calls) {
        Key key { trace.slices().name[call.op.index()].value, keys.of(work.arguments, call.arguments), call.category };
        if (grouping != EfficiencyGrouping::Shapes)
            key.arguments = OpArgumentStore::kNone;
        if (grouping == EfficiencyGrouping::Category) {
            key.name = 0;
            key.category = call.category.empty() ? toString(call.figures.lack) : call.category;
        }
        const auto [known, isNew] = places.try_emplace(key, rows.size());
        if (isNew) {
            Row& row = rows.emplace_back();
            row.name = grouping == EfficiencyGrouping::Category ? std::string_view() : trace.name(call.op);
            row.arguments = key.arguments != OpArgumentStore::kNone ? &work.arguments[key.arguments] : nullptr;
            row.category = key.category;
            row.evidence.rank = rank;
        }
        Row& row = rows[known->second];
        row.sums.add(call, rooflineOf(call, peaks));
        addEvidence(row.evidence, work, call);
    }
    const auto dims = [](const Row& row) {
        return row.arguments ? std::string_view(row.arguments->dimsText) : std::string_view();
    };
    std::stable_sort(rows.begin(), rows.end(), [&](const Row& a, const Row& b) {
        const auto aboveA = a.sums.aboveRoofline();
        const auto aboveB = b.sums.aboveRoofline();
        if (aboveA != aboveB)
            return aboveA && (!aboveB || *aboveA > *aboveB);
        if (a.sums.kernelTime != b.sums.kernelTime)
            return a.sums.kernelTime > b.sums.kernelTime;
        return std::pair(a.name, dims(a)) < std::pair(b.name, dims(b));
    });
    LargestRows largest;
    for (Row& row : rows) {
        const NamedRow named { std::string(row.name), std::string(dims(row)), std::string(row.category), row.sums };
        if (row.sums.rooflineCalls > 0) {
            largest.withRoofline = saturatingAdd(largest.withRoofline, row.sums.kernelSum);
            largest.aboveRoofline = largest.aboveRoofline ? largest.aboveRoofline : std::optional(named);
        } else if (!largest.withoutRoofline) {
            largest.withoutRoofline = named;
        }
        writeOp(source->rankNumber(rank), row, allWork);
    }
    for (const Row& row : rows) {
        if (largest.aboveRoofline && row.category == largest.aboveRoofline->category)
            largest.categoryOfAbove.addRooflineOf(row.sums);
    }
    return largest;
}

void EfficiencyTables::Impl::writeOp(std::int64_t rank, Row& row, Nanoseconds allWork)
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
    ops.table.addRow({ rank, textOrNothing(row.name), textOrNothing(row.category),
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
    ops.evidence.push_back(std::move(row.evidence));
}

void EfficiencyTables::Impl::addSummary(
    std::size_t rank, const RankOwnedWork& work, const TracePeaks& peaks, Nanoseconds allWork)
{
    std::map<std::string_view, Row> rows;
    std::map<std::string_view, Nanoseconds> above;
    for (const OwningCall& call : work.calls) {
        const std::string_view category = call.category.empty() ? toString(call.figures.lack) : call.category;
        Row& row = rows[category];
        const auto roofline = rooflineOf(call, peaks);
        row.sums.add(call, roofline);
        // Time that is above for one call is not made good by another.
        if (roofline)
            above[category] += std::max<Nanoseconds>(0, call.kernelTime - std::llround(std::min(roofline->time, 9e17)));
        addEvidence(row.evidence, work, call);
    }
    for (std::size_t i = 0; i < work.owners.size(); ++i) {
        if (work.owners[i] == WorkOwner::Call)
            continue;
        Row& row = rows[toString(work.owners[i])];
        ++row.sums.kernels;
        row.sums.kernelSum = saturatingAdd(row.sums.kernelSum, work.work.rows[i].range.length());
        row.evidence.work.push_back(work.work.rows[i].slice);
    }
    std::vector<std::pair<std::string_view, Row*>> sorted;
    for (auto& [category, row] : rows)
        sorted.emplace_back(category, &row);
    std::stable_sort(sorted.begin(), sorted.end(),
        [](const auto& a, const auto& b) { return a.second->sums.kernelSum > b.second->sums.kernelSum; });
    for (auto& [category, row] : sorted) {
        const CallSums& sums = row->sums;
        const auto gigabytes = sums.gigabytes();
        const auto aboveHere = above.find(category);
        summary.table.addRow(
            { source->rankNumber(rank), std::string(category), asCount(sums.calls), asCount(sums.kernels),
                sums.kernelSum, shareCell(sums.kernelSum, allWork), sums.flopsCalls > 0 ? Cell { sums.flops } : Cell {},
                sums.bytesCalls > 0 ? Cell { sums.bytes } : Cell {}, rounded(sums.teraflops(), kRateDecimals),
                gigabytes ? Cell { nearestDecimal(*gigabytes / 1000, kRateDecimals) } : Cell {},
                rounded(sums.rooflinePercent(), kRateDecimals),
                aboveHere != above.end() ? Cell { aboveHere->second } : Cell {} });
        row->evidence.rank = rank;
        summary.evidence.push_back(std::move(row->evidence));
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
        auto operator<=>(const Key&) const = default;
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
    // The one kernel of a call, copies and fills aside; else the one piece.
    std::vector<std::uint32_t> theKernel(work.calls.size(), RankOwnedWork::kNoCall);
    for (std::size_t c = 0; c < work.calls.size(); ++c) {
        const OwningCall& call = work.calls[c];
        std::uint32_t kernelCount = 0;
        for (std::uint32_t w = 0; w < call.workCount; ++w) {
            const std::uint32_t row = work.workOfCalls[call.firstWork + w];
            const EventKind kind = slices.kind[work.work.rows[row].slice.index()];
            if (kind != EventKind::Memcpy && kind != EventKind::Memset) {
                ++kernelCount;
                theKernel[c] = row;
            }
        }
        if (kernelCount == 0 && call.workCount == 1)
            theKernel[c] = work.workOfCalls[call.firstWork];
        else if (kernelCount != 1)
            theKernel[c] = RankOwnedWork::kNoCall;
    }
    std::map<Key, std::size_t> places;
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

LargestRows EfficiencyTables::add(std::size_t rank, const RankOwnedWork& work, const TracePeaks& peaks)
{
    Nanoseconds allWork = 0;
    for (const GpuWorkRow& row : work.work.rows)
        allWork = saturatingAdd(allWork, row.range.length());
    LargestRows largest = m_impl->addOps(rank, work, peaks, allWork);
    m_impl->addKernels(rank, work, peaks);
    m_impl->addSummary(rank, work, peaks, allWork);
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
