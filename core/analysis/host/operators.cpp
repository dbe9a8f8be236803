// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/host/operators.h"

#include "core/analysis/efficiency/peak_shares.h"
#include "core/analysis/gpu/gpu_work.h"
#include "core/analysis/host/host_tree.h"
#include "core/analysis/host/operator_evidence.h"
#include "core/analysis/host/operator_groups.h"
#include "core/analysis/host/operator_work.h"
#include "core/analysis/host/tree/call_paths.h"
#include "core/analysis/names/classification.h"
#include "core/analysis/part_kinds.h"
#include "core/analysis/scope/per_rank.h"
#include "core/analysis/scope/recorded_elsewhere.h"
#include "core/analysis/types/column_names.h"
#include "core/analysis/types/columns.h"
#include "core/analysis/types/parameter_ids.h"
#include "core/analysis/types/parameter_makers.h"
#include "core/base/sort_stably.h"
#include "core/base/vectors.h"
#include "core/model/kernel_names.h"
#include "core/numeric/rounding.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kinetoscope {

namespace {

constexpr const char* kOperatorsTitle = "Ops with their time on the host and on the GPU";

std::vector<ColumnDescriptor> operatorColumns()
{
    return readFirst({ column::kName, column::kSelfDeviceTimeTotal, column::kSelfDevicePctg, column::kSelfCpuTimeTotal,
                         column::kCount },
        {
            numberColumn(column::kRank, "Rank"),
            textColumn(column::kName, "Op"),
            textColumn(column::kKind, "Kind", TextKind::Word),
            countColumn(column::kCount, "Calls"),
            durationColumn(column::kSelfCpuTimeTotal, "Host self"),
            roundedInFiles(percentColumn(column::kSelfCpuPctg, "Host self", "% of the sum of host self time")),
            durationColumn("cpu_time_total", "Host total"),
            microsecondsColumn("cpu_time", "Host per call", "Host total, mean of a call"),
            mainFigure(durationColumn(column::kSelfDeviceTimeTotal, "Device self")),
            roundedInFiles(percentColumn(column::kSelfDevicePctg, "Device self", "% of the sum of GPU work")),
            durationColumn(column::kDeviceTimeTotal, "Device total"),
            microsecondsColumn(column::kDeviceTime, "Device per call", "Device total, mean of a call"),
            countColumn("kernels", "GPU activities", "GPU activities that the op launched itself"),
            durationColumn("cpu_time_outermost", "Host outermost",
                "Host total that counts calls nested in one of the same name once"),
            textColumn("input_shapes", "Input shapes"),
            textColumn("module", "Module"),
            { "stack", ColumnType::List, Unit::None, "Python stack" },
            peakShareColumn(),
        });
}

std::string kindText(EventKind kind, OperatorKey key)
{
    return key == OperatorKey::Module ? "module" : std::string(hostKindText(kind));
}

PartKind hostKindOf(const OperatorGroup& group, OperatorKey key)
{
    const EventKind kind = group.kind;
    if (key == OperatorKey::Module || kind == EventKind::UserAnnotation
        || (kind == EventKind::CpuOp && (isLegacyAnnotation(group.name) || group.name == kAllStepsName)))
        return PartKind::Annotation;
    return kind == EventKind::CpuOp         ? PartKind::HostOp
        : kind == EventKind::PythonFunction ? PartKind::PythonFrame
                                            : PartKind::ApiCall;
}

Cell meanOf(Nanoseconds sum, std::uint64_t count)
{
    return count == 0 ? Cell {} : Cell { static_cast<double>(sum) / static_cast<double>(count) / 1000.0 };
}

/// The table under construction.
class OperatorTable {
public:
    OperatorTable()
        : m_table("operators", kOperatorsTitle, operatorColumns())
    {
    }

    /// Most device self time first; where there is none, most host self time.
    /// @param shares  by group; empty where nothing is known.
    /// @return the groups of the rows that were added.
    std::vector<std::uint32_t> add(std::size_t rank, std::int64_t rankNumber, const std::vector<OperatorGroup>& groups,
        const std::vector<PeakShare>& shares, OperatorKey key)
    {
        Nanoseconds host = 0;
        Nanoseconds device = 0;
        std::vector<std::uint32_t> order;
        for (std::uint32_t i = 0; i < groups.size(); ++i) {
            host = saturatingAdd(host, groups[i].hostSelf);
            device = saturatingAdd(device, groups[i].deviceSelf);
            if (groups[i].count > 0 || groups[i].deviceTotal > 0) // else outside of the scope's range
                order.push_back(i);
        }
        sortStably(order, [&groups](std::uint32_t a, std::uint32_t b) {
            if (groups[a].deviceSelf != groups[b].deviceSelf)
                return groups[a].deviceSelf > groups[b].deviceSelf;
            if (groups[a].hostSelf != groups[b].hostSelf)
                return groups[a].hostSelf > groups[b].hostSelf;
            return groups[a].name < groups[b].name;
        });
        for (const std::uint32_t i : order) {
            addRow(rankNumber, groups[i], host, device, key,
                shares.empty() ? std::nullopt : shares[i].percentOf(groups[i].deviceTotal));
            m_keys.push_back({ rank, i });
            m_kinds.push_back(hostKindOf(groups[i], key));
        }
        return order;
    }

    [[nodiscard]] std::size_t rowCount() const { return m_table.rowCount(); }

    Table take(OperatorSource source)
    {
        std::vector<OperatorEvidence> kinds =
            mapped(m_table.columns(), [](const ColumnDescriptor& column) { return operatorEvidenceOf(column.name); });
        m_table.setKinds(std::move(m_kinds));
        m_table.setRowsOf([source, keys = m_keys](const SliceRef& slice, const Progress& progress) {
            return operatorRowsOf(source, keys, slice, progress);
        });
        m_table.setEvidence([source = std::move(source), keys = std::move(m_keys), kinds = std::move(kinds)](
                                std::size_t row, std::size_t column, const Progress& progress) {
            return operatorSelection(source, keys[row], kinds[column], progress);
        });
        return std::move(m_table);
    }

private:
    void addRow(std::int64_t rank, const OperatorGroup& group, Nanoseconds host, Nanoseconds device, OperatorKey key,
        const std::optional<double>& share)
    {
        m_table.addRow({ rank, group.name, kindText(group.kind, key), static_cast<std::int64_t>(group.count),
            group.hostSelf, exactPercentCell(group.hostSelf, host), group.hostTotal,
            meanOf(group.hostTotal, group.count), group.deviceSelf, exactPercentCell(group.deviceSelf, device),
            group.deviceTotal, meanOf(group.deviceTotal, group.count), static_cast<std::int64_t>(group.work),
            group.hostOutermost, key == OperatorKey::Shapes ? Cell { group.shapes } : Cell {},
            key == OperatorKey::Module ? Cell { group.module } : Cell {},
            key == OperatorKey::Stack ? Cell { group.stack } : Cell {},
            share ? Cell { roundHalfEven(*share, 2) } : Cell {} });
    }

    Table m_table;
    std::vector<OperatorRowKey> m_keys;
    std::vector<std::optional<PartKind>> m_kinds;
};

/// @param kinds  of the GPU work of each row.
std::vector<ChartDescription> operatorsCharts(std::vector<std::optional<PartKind>> kinds)
{
    const auto chartOf = [](const char* id, const char* title, const char* column, PartKind kind) {
        return ChartDescription { .id = id,
            .table = "operators",
            .title = title,
            .labelColumn = column::kName,
            .series = { { column, "", kind } },
            .groupColumn = column::kRank,
            .form = BarChart {} };
    };
    ChartDescription host =
        chartOf("host-self", "Host time of each op itself", column::kSelfCpuTimeTotal, PartKind::HostOp);
    host.kindOfRow = kindInTable;
    ChartDescription device =
        chartOf("device-self", "GPU work launched by each op itself", column::kSelfDeviceTimeTotal, PartKind::Compute);
    const bool hasGpuWork =
        std::ranges::any_of(kinds, [](const std::optional<PartKind>& kind) { return kind.has_value(); });
    device.kindOfRow = kindByRow(std::move(kinds));
    return hasGpuWork ? std::vector { device, host } : std::vector { host, device }; // what says something comes first
}

/// Why a rank shows less than was asked for, and what counts where key_averages() would not count it.
void addRemarks(const RankOperators& operators, const RankGpuWork& work, const OperatorGrouping& grouping,
    std::vector<Remark>& remarks)
{
    const OperatorKey key = grouping.key;
    const RankTrace& rank = operators.tree.rank();
    const auto say = [&](const char* code, Message message) {
        remarks.push_back(remarkOfRank(rank, code, std::move(message)));
    };
    if (key == OperatorKey::Module && !operators.hasKey)
        say("no-modules",
            { KT_PHRASE("operators", "no nn.Module call in this scope; record with %1 or %2 to have them."),
                arg::Text { "with_stack=True" }, arg::Text { "with_modules=True" } });
    else if (operators.groups.empty()
        && (isPartOfRecording(*rank.trace)
            || std::ranges::find(rank.trace->slices().kind, EventKind::CpuOp) != rank.trace->slices().kind.end()))
        say("no-ops", { KT_PHRASE("operators", "no host op in this scope.") });
    else if (operators.groups.empty())
        say("no-ops",
            { KT_PHRASE("operators", "no host op in this scope; record with %1."),
                arg::Text { "activities=[ProfilerActivity.CPU]" } });
    else if (key == OperatorKey::Shapes && !operators.hasKey)
        say("no-shapes",
            { KT_PHRASE("operators", "no op tells its input shapes; record with %1."),
                arg::Text { "record_shapes=True" } });
    else if (key == OperatorKey::Stack && !operators.hasKey)
        say("no-stacks",
            { KT_PHRASE("operators", "no op tells its Python stack; record with %1."),
                arg::Text { "with_stack=True" } });
    remarkOnSelection(work, rank, remarks);
    if (operators.unownedWork > 0 && !operators.groups.empty()) {
        const arg::Count count { operators.unownedWork };
        const arg::Microseconds time { operators.unownedTime };
        say("work-without-op",
            key == OperatorKey::Module
                ? Message { KT_PLURAL("operators", "%1 GPU activity launched by no module (%2) is in no row.",
                                "%1 GPU activities launched by no module (%2) are in no row."),
                    count, time }
                : Message { KT_PLURAL("operators", "%1 GPU activity without a launch in this scope (%2) is in no row.",
                                "%1 GPU activities without a launch in this scope (%2) are in no row."),
                    count, time });
    }
    if (operators.workOutsideOps > 0 && key != OperatorKey::Module && grouping.kinds.ops)
        say("work-outside-ops",
            { KT_PLURAL("operators",
                  "%1 GPU activity (%2) was launched in no op; it counts for the annotation or call around the launch, "
                  "while key_averages() leaves it out.",
                  "%1 GPU activities (%2) were launched in no op; they count for the annotation or call around the "
                  "launch, while key_averages() leaves it out."),
                arg::Count { operators.workOutsideOps }, arg::Microseconds { operators.timeOutsideOps } });
}

Result<OperatorGrouping> groupingFrom(const Parameters& parameters)
{
    OperatorGrouping grouping;
    const std::string& by = parameters.text(parameter::kGroupBy);
    grouping.key = by == "shapes" ? OperatorKey::Shapes
        : by == "module"          ? OperatorKey::Module
        : by == "stack"           ? OperatorKey::Stack
                                  : OperatorKey::Name;
    grouping.stackDepth = static_cast<std::size_t>(parameters.integer(parameter::kStackDepth));
    KT_TRY(grouping.kinds, HostKinds::from(parameters.list(parameter::kKinds)));
    grouping.kinds.withoutBookkeeping = true;
    return grouping;
}

Result<AnalysisResult> runOperators(AnalysisInputs inputs, const Parameters& parameters, const AnalysisContext& context)
{
    KT_TRY(OperatorGrouping grouping, groupingFrom(parameters));
    KT_TRY(auto trees, ScopedHostTrees::create(inputs[0], kindsOf(grouping)));
    KT_TRY(auto work, ScopedGpuWork::create(inputs[0], *context.classifier));
    if (const auto wrong = wrongDeviceRule(*context.classifier))
        return *wrong;
    OperatorSource source { trees, work, grouping };

    struct RankPart {
        std::vector<OperatorGroup> groups;
        std::vector<PeakShare> shares;              ///< by group; empty where nothing is known
        std::vector<std::optional<PartKind>> kinds; ///< by group
        std::vector<Remark> remarks;
    };
    const auto parts = forEachRank(source.trees->rankCount(), context, [&](std::size_t i) -> Result<RankPart> {
        KT_TRY(RankOperatorsRead rank, source.rank(i, context.progress));
        RankPart part;
        addRemarks(rank.operators, rank.work, source.grouping, part.remarks);
        part.kinds = kindsOfWork(rank.operators, rank.work);
        if (PeakShares::arePossible(*source.trees->rankTrace(i).trace, *context.classifier)) {
            KT_TRY(const PeakShares shares,
                PeakShares::of(inputs[0], *source.work, i, *context.classifier, context.progress));
            part.shares = peakSharesOf(rank.operators, shares, context.progress);
        }
        part.groups = std::move(rank.operators.groups);
        return part;
    });
    if (!parts)
        return parts.error();
    AnalysisResult result;
    OperatorTable table;
    std::vector<std::optional<PartKind>> kinds;
    for (std::size_t i = 0; i < parts->size(); ++i) {
        const RankPart& part = (*parts)[i];
        for (const std::uint32_t group :
            table.add(i, source.trees->rankTrace(i).rank, part.groups, part.shares, source.grouping.key))
            kinds.push_back(part.kinds[group]);
        append(result.remarks, part.remarks);
    }
    result.tables.push_back(table.take(std::move(source)));
    result.charts = operatorsCharts(std::move(kinds));
    return result;
}

std::vector<ParameterDescriptor> operatorsParameters()
{
    ParameterDescriptor by = choiceParameter(parameter::kGroupBy, "One row for each",
        "What makes two calls one row: the name; name and input shapes; the nn.Module call; name and Python stack",
        { "name", "shapes", "module", "stack" });
    ParameterDescriptor depth = countParameter(parameter::kStackDepth, "Frames of a stack",
        "Innermost Python frames that tell stacks apart (group-by stack)", 5, { 1.0, 1000.0 });
    return { by, hostKindsParameter({ "ops", "annotations", "calls" }), depth };
}

} // namespace

AnalysisDescriptor operators()
{
    return { .id = "operators",
        .title = "Operators",
        .question = "Which ops take the time, on the host and on the GPU?",
        .group = PanelGroup::HostAndLaunches,
        .parameters = operatorsParameters(),
        .tables = { { "operators", kOperatorsTitle, operatorColumns() } },
        .recordingOption = kGpuRecordingOption,
        .run = runOperators };
}

} // namespace kinetoscope
