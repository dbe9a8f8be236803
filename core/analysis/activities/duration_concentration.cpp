// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/activities/duration_concentration.h"

#include "core/analysis/activities/scoped_activities.h"
#include "core/analysis/names/classification.h"
#include "core/analysis/part_kinds.h"
#include "core/analysis/scope/per_rank.h"
#include "core/analysis/scope/recorded_elsewhere.h"
#include "core/analysis/types/column_names.h"
#include "core/analysis/types/columns.h"
#include "core/analysis/types/parameter_ids.h"
#include "core/analysis/types/parameter_makers.h"
#include "core/base/text.h"
#include "core/base/vectors.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kinetoscope {

namespace {

/// Also `conc_kernel`; nothing for other names.
std::optional<ActivityKind> activityKindOf(std::string_view name)
{
    if (name == "conc_kernel")
        return ActivityKind::Kernel;
    const auto it = std::ranges::find(kActivityKindNames, name);
    if (it == kActivityKindNames.end())
        return std::nullopt;
    return static_cast<ActivityKind>(it - kActivityKindNames.begin());
}

constexpr const char* kKindsTitle = "Sum of durations by kind of activity";
constexpr const char* kConcentrationTitle = "What the longest activities of each kind amount to";
constexpr const char* kComparisonTitle = "The longest activities of two kinds or inputs side by side";
constexpr const char* kOfSum = "% of the sum of durations of the five kinds";
/// The longest 1 %, 5 % and 10 %: how many parts of that size make the whole.
constexpr std::array<std::pair<std::int64_t, std::size_t>, 3> kTops { { { 1, 100 }, { 5, 20 }, { 10, 10 } } };

std::vector<ColumnDescriptor> kindColumns()
{
    return {
        numberColumn(column::kRank, "Rank"),
        textColumn(column::kKind, "Kind", TextKind::Word),
        countColumn(column::kCount, "Activities"),
        mainFigure(durationColumn(column::kSum, "Sum of durations")),
        percentColumn("share_pctg", "Share of sum", kOfSum),
    };
}

std::vector<ColumnDescriptor> concentrationColumns()
{
    return {
        numberColumn(column::kRank, "Rank"),
        textColumn(column::kKind, "Kind", TextKind::Word),
        { column::kTopPctg, ColumnType::Int, Unit::Percent, "Longest", "% of the activities of the kind" },
        countColumn(column::kCount, "Activities"),
        countColumn(column::kNTop, "Longest ones", "Activities among the longest"),
        defined({ column::kRatio, ColumnType::Float, Unit::Ratio, "Part of sum" },
            "What the longest take of the sum of durations"),
        microsecondsColumn(column::kMeanTop, "Their mean"),
        durationColumn(column::kMax, "Longest"),
        durationColumn(column::kMin, "Shortest"),
    };
}

std::vector<ColumnDescriptor> comparisonColumns()
{
    return {
        numberColumn("first_input", "First input"),
        textColumn("first_kind", "First kind", TextKind::Word),
        numberColumn("second_input", "Second input"),
        textColumn("second_kind", "Second kind", TextKind::Word),
        { column::kTopPctg, ColumnType::Int, Unit::Percent, "Longest", "% of the activities of the kind" },
        microsecondsColumn("first_mean", "First mean", "Mean of the longest of the first"),
        microsecondsColumn("second_mean", "Second mean", "Mean of the longest of the second"),
        { column::kRatio, ColumnType::Float, Unit::Ratio, "First to second" },
    };
}

/// Mean of the longest, us; nothing if the part holds none.
std::optional<double> meanOfTop(const std::vector<Activity>& sorted, std::size_t parts)
{
    const std::size_t count = sorted.size() / parts;
    if (count == 0)
        return std::nullopt;
    return static_cast<double>(sumOfFirst(sorted, count)) / static_cast<double>(count) / 1000.0;
}

Selection selectionOfFirst(const std::vector<Activity>& activities, std::size_t count)
{
    Selection selection;
    count = std::min(count, activities.size());
    selection.slices.reserve(count); // of millions: what grows is copied again and again
    for (std::size_t i = 0; i < count; ++i)
        selection.slices.push_back(activities[i].slice);
    return selection;
}

/// One line of the first two tables.
struct ConcentrationKey {
    std::size_t rank = 0; ///< in ScopedActivities
    std::size_t kind = 0;
    std::size_t parts = 1; ///< of the kind's activities: 1 for all
    PartKind look = PartKind::Other;
};

PartKind lookOf(std::size_t kind, const std::set<KernelType>& kernelTypes)
{
    // By ActivityKind; kernels are what they compute or exchange.
    static constexpr std::array kKinds { PartKind::Other, PartKind::ApiCall, PartKind::ApiCall, PartKind::Memory,
        PartKind::Memset };
    if (kind != static_cast<std::size_t>(ActivityKind::Kernel) || kernelTypes.empty())
        return kKinds.at(kind);
    std::size_t mask = 0; // what has no type beside them adds no colour
    for (const KernelType type : kernelTypes)
        mask |= type == KernelType::Other ? 0 : std::size_t { 1 } << static_cast<std::size_t>(type);
    return partKindOfTypes(mask);
}

std::vector<std::optional<PartKind>> kindsOf(const std::vector<ConcentrationKey>& keys)
{
    return mapped(keys, [](const ConcentrationKey& key) { return std::optional(key.look); });
}

/// Builds the tables of one input.
class KindTables {
public:
    explicit KindTables(std::shared_ptr<const ScopedActivities> source)
        : m_source(std::move(source))
    {
    }

    /// @param activities  the longest first.
    void add(std::size_t rank, const ActivitiesByKind& activities)
    {
        Nanoseconds total = 0;
        std::array<Nanoseconds, kActivityKindNames.size()> sums {};
        for (std::size_t kind = 0; kind < activities.size(); ++kind) {
            sums[kind] = sumOfFirst(activities[kind], activities[kind].size());
            total = saturatingAdd(total, sums[kind]);
        }
        for (std::size_t kind = 0; kind < activities.size(); ++kind) {
            if (activities[kind].empty())
                continue;
            m_kinds.addRow({ m_source->rankNumber(rank), std::string(kActivityKindNames[kind]),
                static_cast<std::int64_t>(activities[kind].size()), sums[kind], exactPercentCell(sums[kind], total) });
            m_kindKeys.push_back({ rank, kind, 1, lookOf(kind, activities.kernelTypes) });
            addConcentration(m_kindKeys.back(), sums[kind], activities[kind]);
        }
    }

    void take(AnalysisResult& result)
    {
        m_kinds.setKinds(kindsOf(m_kindKeys));
        m_concentration.setKinds(kindsOf(m_keys));
        m_kinds.setEvidence(
            [source = m_source, keys = std::move(m_kindKeys)](std::size_t row, std::size_t, const Progress& progress) {
                const Result<ActivitiesByKind> all = source->rank(keys[row].rank, progress);
                return all ? selectionOfFirst((*all)[keys[row].kind], (*all)[keys[row].kind].size()) : Selection {};
            });
        m_concentration.setEvidence([source = m_source, keys = std::move(m_keys), names = concentrationColumns()](
                                        std::size_t row, std::size_t column, const Progress& progress) {
            Result<ActivitiesByKind> all = source->rank(keys[row].rank, progress);
            if (!all)
                return Selection {};
            std::vector<Activity>& activities = (*all)[keys[row].kind];
            putLongestFirst(activities);
            const std::string_view name = names[column].name;
            if (name == "max")
                return selectionOfFirst(activities, 1);
            if (name == "min")
                return selectionOfFirst({ shortestOf(activities) }, 1);
            const bool isAboutLongest = name == column::kNTop || name == column::kRatio || name == column::kMeanTop;
            return selectionOfFirst(
                activities, isAboutLongest ? activities.size() / keys[row].parts : activities.size());
        });
        result.tables.push_back(std::move(m_kinds));
        result.tables.push_back(std::move(m_concentration));
    }

private:
    void addConcentration(ConcentrationKey of, Nanoseconds sum, const std::vector<Activity>& activities)
    {
        const Nanoseconds shortest = shortestOf(activities).duration;
        for (const auto& [percent, parts] : kTops) {
            const std::size_t count = activities.size() / parts;
            const Cell ratio = count > 0 ? ratioCell(sumOfFirst(activities, count), sum) : Cell {};
            m_concentration.addRow({ m_source->rankNumber(of.rank), std::string(kActivityKindNames[of.kind]), percent,
                static_cast<std::int64_t>(activities.size()), static_cast<std::int64_t>(count), ratio,
                cellOrNothing(meanOfTop(activities, parts)), activities.front().duration, shortest });
            of.parts = parts;
            m_keys.push_back(of);
        }
    }

    std::shared_ptr<const ScopedActivities> m_source;
    Table m_kinds { "kinds", kKindsTitle, kindColumns() };
    Table m_concentration { "concentration", kConcentrationTitle, concentrationColumns() };
    std::vector<ConcentrationKey> m_kindKeys;
    std::vector<ConcentrationKey> m_keys;
};

/// One side of a comparison.
struct Side {
    std::size_t input = 0;
    std::size_t kind = 0;
    bool operator==(const Side&) const = default;
};
using SidePair = std::pair<Side, Side>;

/// The activities of all inputs, all ranks of each together, the longest first.
struct Inputs {
    std::vector<std::shared_ptr<const ScopedActivities>> sources;
    std::vector<ActivitiesByKind> sorted;

    [[nodiscard]] const std::vector<Activity>& of(const Side& side) const { return sorted[side.input][side.kind]; }
};

/// Kinds that `--kind` names: none, one or two. InvalidArgument otherwise.
Result<std::vector<std::size_t>> chosenKinds(const std::vector<std::string>& names)
{
    std::vector<std::size_t> kinds;
    for (const std::string& name : names) {
        const auto kind = activityKindOf(name);
        if (!kind) {
            return invalidArgument({ KT_PHRASE("duration-concentration", "%1: %2 is none of %3."),
                arg::Option { "kind" }, arg::Name { name }, arg::Text { joined(kActivityKindNames, ", ") } });
        }
        kinds.push_back(static_cast<std::size_t>(*kind));
    }
    if (kinds.size() > 2)
        return invalidArgument(
            { KT_PHRASE("duration-concentration", "%1 takes two names at most."), arg::Option { "kind" } });
    return kinds;
}

/// Of one input each kind with each other one; of several each input with each later one, kind by kind.
std::vector<SidePair> pairsOf(std::size_t inputCount, const std::vector<std::size_t>& kinds)
{
    std::vector<SidePair> pairs;
    if (inputCount == 1) {
        for (std::size_t a = 0; a < kActivityKindNames.size(); ++a) {
            for (std::size_t b = a + 1; b < kActivityKindNames.size(); ++b)
                pairs.push_back({ { 0, a }, { 0, b } });
        }
        if (kinds.size() == 2)
            pairs = { { { 0, kinds[0] }, { 0, kinds[1] } } };
        if (kinds.size() == 1)
            std::erase_if(pairs,
                [&](const SidePair& pair) { return pair.first.kind != kinds[0] && pair.second.kind != kinds[0]; });
        return pairs;
    }
    for (std::size_t a = 0; a < inputCount; ++a) {
        for (std::size_t b = a + 1; b < inputCount; ++b) {
            for (std::size_t kind = 0; kind < kActivityKindNames.size() && kinds.empty(); ++kind)
                pairs.push_back({ { a, kind }, { b, kind } });
            if (!kinds.empty())
                pairs.push_back({ { a, kinds.front() }, { b, kinds.back() } });
        }
    }
    return pairs;
}

Table comparisonTable(const Inputs& inputs, const std::vector<SidePair>& pairs, bool keepsEmpty)
{
    Table table("comparison", kComparisonTitle, comparisonColumns());
    std::vector<std::pair<SidePair, std::size_t>> keys; // pair, parts
    for (const SidePair& pair : pairs) {
        if (!keepsEmpty && (inputs.of(pair.first).empty() || inputs.of(pair.second).empty()))
            continue;
        for (const auto& [percent, parts] : kTops) {
            const auto first = meanOfTop(inputs.of(pair.first), parts);
            const auto second = meanOfTop(inputs.of(pair.second), parts);
            const auto ratio = first && second && *second > 0 ? std::optional(*first / *second) : std::nullopt;
            table.addRow(
                { static_cast<std::int64_t>(pair.first.input + 1), std::string(kActivityKindNames[pair.first.kind]),
                    static_cast<std::int64_t>(pair.second.input + 1), std::string(kActivityKindNames[pair.second.kind]),
                    percent, cellOrNothing(first), cellOrNothing(second), cellOrNothing(ratio) });
            keys.emplace_back(pair, parts);
        }
    }
    table.setEvidence(inputs.sources.size(),
        [sources = inputs.sources, keys = std::move(keys), names = comparisonColumns()](
            std::size_t row, std::size_t column, std::size_t input, const Progress& progress) {
            const auto& [pair, parts] = keys[row];
            const std::string_view name = names[column].name;
            const bool isAboutLongest = name.ends_with("_mean") || name == column::kRatio;
            Selection selection;
            std::optional<Result<ActivitiesByKind>> all; // of the input, for both sides
            for (const Side& side : { pair.first, pair.second }) {
                const bool isFirst = side == pair.first;
                if (side.input != input || name.starts_with(isFirst ? "second_" : "first_"))
                    continue;
                if (!all)
                    all = sources[side.input]->all(progress);
                if (!*all || progress.shouldStop())
                    return Selection {};
                std::vector<Activity>& activities = (**all)[side.kind];
                putLongestFirst(activities);
                if (progress.shouldStop())
                    return Selection {};
                if (selection.slices.empty()) // for both sides: what grows is copied
                    selection.slices.reserve((**all)[pair.first.kind].size() + (**all)[pair.second.kind].size());
                const std::size_t count = isAboutLongest ? activities.size() / parts : activities.size();
                StopCheck check(progress);
                for (std::size_t i = 0; i < count && !check.after(1); ++i)
                    selection.slices.push_back(activities[i].slice);
                if (pair.first == pair.second)
                    break;
            }
            return selection;
        });
    return table;
}

std::vector<ChartDescription> durationConcentrationCharts()
{
    ChartDescription kinds { .id = "activity-kinds",
        .table = "kinds",
        .title = kKindsTitle,
        .labelColumn = column::kKind,
        .series = { { column::kSum, "", std::nullopt } },
        .groupColumn = column::kRank,
        .kindOfRow = kindInTable,
        .form = BarChart {} };

    ChartDescription top { .id = "concentration",
        .table = "concentration",
        .title = kConcentrationTitle,
        .labelColumn = column::kTopPctg,
        .series = { { column::kRatio, "", std::nullopt } },
        .groupColumn = "rank,kind",
        .kindOfRow = kindInTable,
        .form = BarChart { .sortByValue = false } };
    return { kinds, top };
}

Result<AnalysisResult> runDurationConcentration(
    AnalysisInputs inputs, const Parameters& parameters, const AnalysisContext& context)
{
    KT_TRY(const std::vector<std::size_t> kinds, chosenKinds(parameters.list(parameter::kKind)));
    Inputs all;
    AnalysisResult result;
    for (const AnalysisInput& input : inputs) {
        KT_TRY(auto source, ScopedActivities::create(input, *context.classifier));
        all.sources.push_back(source);
        ActivitiesByKind& sorted = all.sorted.emplace_back();
        KindTables tables(source);
        KT_TRY(std::vector<ActivitiesByKind> ranks,
            forEachRank(source->rankCount(), context, [&](std::size_t i) -> Result<ActivitiesByKind> {
                KT_TRY(ActivitiesByKind activities, source->rank(i, context.progress));
                for (std::vector<Activity>& ofKind : activities) {
                    putLongestFirst(ofKind);
                    KT_TRY_DONE(context.progress.carryOn());
                }
                return activities;
            }));
        std::array<bool, kActivityKindNames.size()> areOfSeveral {}; // else they are in order
        for (std::size_t i = 0; i < ranks.size(); ++i) {
            KT_TRY_DONE(context.progress.carryOn());
            ActivitiesByKind& activities = ranks[i];
            tables.add(i, activities);
            for (std::size_t kind = 0; kind < sorted.size(); ++kind) {
                areOfSeveral[kind] = areOfSeveral[kind] || !sorted[kind].empty();
                if (sorted[kind].empty())
                    sorted[kind] = std::move(activities[kind]);
                else
                    append(sorted[kind], activities[kind]);
            }
        }
        for (std::size_t kind = 0; kind < sorted.size(); ++kind) {
            KT_TRY_DONE(context.progress.carryOn());
            if (areOfSeveral[kind])
                putLongestFirst(sorted[kind]);
        }
        if (all.sources.size() == 1)
            tables.take(result); // the first two tables are about the first input
    }
    result.tables.push_back(comparisonTable(all, pairsOf(inputs.size(), kinds), !kinds.empty()));
    result.charts = durationConcentrationCharts();
    if (result.tables.front().rowCount() == 0 && mayBeRecordedElsewhere(inputs[0]))
        result.remarks.push_back(
            { "no-activities", { KT_PHRASE("duration-concentration", "No kernel, copy or API call in this scope.") } });
    else if (result.tables.front().rowCount() == 0)
        result.remarks.push_back({ "no-activities",
            { KT_PHRASE("duration-concentration", "No kernel, copy or API call in this scope; record with %1."),
                arg::Text { kGpuRecordingOption } } });
    return result;
}

ParameterDescriptor kindParameter()
{
    ParameterDescriptor kind = listParameter(parameter::kKind, "Kinds compared",
        "For the comparison: one or two of kernel, cuda_runtime, cuda_driver, gpu_memcpy, gpu_memset");
    kind.choices.assign(kActivityKindNames.begin(), kActivityKindNames.end());
    return kind;
}

} // namespace

AnalysisDescriptor durationConcentration()
{
    return { .id = "duration-concentration",
        .title = "Pareto of durations",
        .question = "Do a few long activities make up most of the time?",
        .group = PanelGroup::HostAndLaunches,
        .parameters = { kindParameter() },
        .tables = { { "kinds", kKindsTitle, kindColumns() },
            { "concentration", kConcentrationTitle, concentrationColumns() },
            { "comparison", kComparisonTitle, comparisonColumns() } },
        .recordingOption = kGpuRecordingOption,
        .mostInputs = kMostInputs,
        .comparingTable = "comparison",
        .run = runDurationConcentration };
}

} // namespace kinetoscope
