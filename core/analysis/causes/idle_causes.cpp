// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/causes/idle_causes.h"

#include "core/analysis/causes/idle_ledger.h"
#include "core/analysis/causes/owner_labels.h"
#include "core/analysis/per_rank.h"
#include "core/analysis/steps.h"
#include "core/analysis/stream_cell.h"
#include "core/numeric/intervals.h"

#include <algorithm>
#include <map>
#include <string>
#include <tuple>
#include <utility>

namespace kinetoscope {

namespace {

constexpr const char* kCausesTitle = "Whose fault the idle time of each device is";
constexpr const char* kOwnersTitle = "What the host did while each device was idle";
constexpr const char* kStepsTitle = "Whose fault the idle time of each step is";
constexpr const char* kRecordingOption = "activities=[ProfilerActivity.CPU, ProfilerActivity.CUDA]";

std::vector<ColumnDescriptor> timeColumns()
{
    return {
        mainFigure({ "idle_time", ColumnType::Duration, Unit::Microseconds, "Idle time", "" }),
        { "idle_time_ratio", ColumnType::Float, Unit::Ratio, "Share of idle", "share of idle on this device" },
        { "idle_time_pctg", ColumnType::Float, Unit::Percent, "Share of time", "% of the device's time in view" },
        { "gaps", ColumnType::Int, Unit::Count, "Gaps", "" },
        { "longest", ColumnType::Duration, Unit::Microseconds, "Longest", "most time in one gap" },
        { "mean", ColumnType::Duration, Unit::Microseconds, "Mean", "time for each gap" },
        { "after_sync", ColumnType::Duration, Unit::Microseconds, "After a sync", "after the host had waited for the GPU" },
    };
}

std::vector<ColumnDescriptor> causeColumns()
{
    std::vector<ColumnDescriptor> all {
        { "rank", ColumnType::Int, Unit::None, "Rank", "" },
        { "device", ColumnType::Int, Unit::None, "Device", "" },
        { "cause", ColumnType::String, Unit::None, "Cause", "", false, TextKind::Category },
    };
    for (ColumnDescriptor& column : timeColumns())
        all.push_back(std::move(column));
    return all;
}

std::vector<ColumnDescriptor> ownerColumns()
{
    std::vector<ColumnDescriptor> all = causeColumns();
    all.insert(all.begin() + 3,
        { { "name", ColumnType::String, Unit::None, "Owner", "", false, TextKind::Name },
            { "op_path", ColumnType::String, Unit::None, "Op path", "", false, TextKind::Plain, -1 },
            { "python_line", ColumnType::String, Unit::None, "Python line", "", false, TextKind::Plain, -1 } });
    return all;
}

std::vector<ColumnDescriptor> stepColumns()
{
    return {
        { "rank", ColumnType::Int, Unit::None, "Rank", "" },
        { "step", ColumnType::Int, Unit::None, "Step", "" },
        { "name", ColumnType::String, Unit::None, "Annotation", "" },
        { "device", ColumnType::Int, Unit::None, "Device", "" },
        { "cause", ColumnType::String, Unit::None, "Cause", "", false, TextKind::Category },
        mainFigure({ "idle_time", ColumnType::Duration, Unit::Microseconds, "Idle time", "" }),
        { "idle_time_pctg", ColumnType::Float, Unit::Percent, "Share of step", "% of the step's wall time" },
        { "gaps", ColumnType::Int, Unit::Count, "Gaps", "" },
        { "longest", ColumnType::Duration, Unit::Microseconds, "Longest", "most time in one gap" },
        { "after_sync", ColumnType::Duration, Unit::Microseconds, "After a sync", "after the host had waited for the GPU" },
        { "wall", ColumnType::Duration, Unit::Microseconds, "Wall time", "" },
    };
}

/// What the parts of one row add up to. Parts come gap by gap.
struct Sum {
    Nanoseconds time = 0;
    Nanoseconds afterSync = 0;
    Nanoseconds longest = 0;
    std::int64_t gaps = 0;

    void add(Nanoseconds length, bool isAfterSync, std::uint64_t gap)
    {
        if (gaps == 0 || gap != m_gap) {
            ++gaps;
            m_inGap = 0;
            m_gap = gap;
        }
        time = saturatingAdd(time, length);
        m_inGap = saturatingAdd(m_inGap, length);
        longest = std::max(longest, m_inGap);
        if (isAfterSync)
            afterSync = saturatingAdd(afterSync, length);
    }
    [[nodiscard]] Nanoseconds mean() const { return gaps == 0 ? 0 : (2 * time + gaps) / (2 * gaps); }

private:
    std::uint64_t m_gap = 0;
    Nanoseconds m_inGap = 0;
};

Cell ratioOf(Nanoseconds part, Nanoseconds whole, double factor)
{
    return whole > 0 ? Cell { factor * static_cast<double>(part) / static_cast<double>(whole) } : Cell {};
}

using OwnerKey = std::pair<Cause, OwnerLabels>;

struct DeviceFigures {
    std::int64_t device = Track::kNoDevice;
    Nanoseconds view = 0;
    Nanoseconds idle = 0;
    std::map<Cause, Sum> causes;
    std::map<OwnerKey, Sum> owners;
};
struct StepFigures {
    Step step;
    std::int64_t device = Track::kNoDevice;
    Nanoseconds wall = 0;
    std::map<Cause, Sum> causes;
};
struct RankFigures {
    std::vector<DeviceFigures> devices;
    std::vector<StepFigures> steps;
    std::vector<Remark> remarks;
};

/// The scopes that the tables look at.
struct Sources {
    AnalysisInput input;
    LedgerThresholds thresholds;
    std::shared_ptr<const ScopedIdle> idle;
    std::vector<std::vector<Step>> steps;                      ///< by rank: chosen ones, job time, cut to the range
    std::vector<std::shared_ptr<const ScopedIdle>> aroundSteps; ///< by rank: the stretch they lie in; null without steps
};

/// Labels of owners, each worked out once.
class LabelCache {
public:
    explicit LabelCache(const Trace& trace)
        : m_trace(trace)
    {
    }
    const OwnerLabels& of(SliceId owner)
    {
        const auto [place, isNew] = m_labels.try_emplace(owner);
        if (isNew)
            place->second = ownerLabels(m_trace, owner);
        return place->second;
    }

private:
    const Trace& m_trace;
    std::unordered_map<SliceId, OwnerLabels> m_labels;
};

template <typename Visit>
void explainLine(IdleLedger& ledger, const RankIdle& idle, const IdleLine& line, const Progress& progress, Visit visit)
{
    std::uint64_t gaps = 0;
    const auto explain = [&](const IdleGap& gap) {
        if (gap.range.isEmpty())
            return;
        ++gaps;
        ledger.explain(gap, [&](const IdlePart& part) { visit(part, gaps, gap); });
    };
    idle.eachGap(line, explain, progress);
}

Error stopped()
{
    return { ErrorCode::Cancelled, "The analysis was stopped." };
}

Result<RankFigures> measureRank(const Sources& sources, std::size_t i, const Progress& progress)
{
    const Result<RankIdle> idle = sources.idle->rank(i, progress);
    if (!idle)
        return idle.error();
    const RankTrace& rank = sources.idle->rankTrace(i);
    RankFigures figures;
    remarkOnSelection(idle->work(), rank.trace->path(), figures.remarks);
    if (idle->devices().empty()) {
        figures.remarks.push_back({ "no-gpu-work",
            "Rank " + std::to_string(rank.rank) + ": no GPU work in this scope; record with " + kRecordingOption
                + " to have some.",
            rank.trace->path() });
        return figures;
    }
    IdleLedger ledger(rank, sources.thresholds, progress);
    LabelCache labels(*rank.trace);
    for (const IdleLine& line : idle->devices()) {
        DeviceFigures device { line.device, totalLength(idle->viewOf(line)), 0, {}, {} };
        explainLine(ledger, *idle, line, progress, [&](const IdlePart& part, std::uint64_t gap, const IdleGap&) {
            const Nanoseconds length = part.range.length();
            const bool isAfter = part.afterCall.isValid();
            device.idle = saturatingAdd(device.idle, length);
            device.causes[part.cause].add(length, isAfter, gap);
            device.owners[{ part.cause, labels.of(part.owner) }].add(length, isAfter, gap);
        });
        if (progress.shouldStop())
            return stopped();
        figures.devices.push_back(std::move(device));
    }
    const std::vector<Step>& steps = sources.steps[i];
    if (steps.empty())
        return figures;
    const Result<RankIdle> around = sources.aroundSteps[i]->rank(0, progress);
    if (!around)
        return around.error();
    for (const IdleLine& line : around->devices()) {
        const std::size_t first = figures.steps.size();
        for (const Step& step : steps)
            figures.steps.push_back({ step, line.device, step.range.length(), {} });
        explainLine(ledger, *around, line, progress, [&](const IdlePart& part, std::uint64_t gap, const IdleGap&) {
            auto step = std::partition_point(steps.begin(), steps.end(),
                [&part](const Step& each) { return each.range.end <= part.range.begin; });
            for (; step != steps.end() && step->range.begin < part.range.end; ++step) {
                const TimeRange inside = part.range.clippedTo(step->range);
                if (!inside.isEmpty())
                    figures.steps[first + static_cast<std::size_t>(step - steps.begin())].causes[part.cause].add(
                        inside.length(), part.afterCall.isValid(), gap);
            }
        });
        if (progress.shouldStop())
            return stopped();
    }
    return figures;
}

/// What a row is about, so that its evidence can be read again.
struct RowKey {
    std::size_t rank = 0; ///< in ScopedIdle
    std::int64_t device = Track::kNoDevice;
    Cause cause = Cause::Unrecorded;
    std::optional<OwnerLabels> owner;
    std::optional<TimeRange> step;
};

/// What a figure of a row is made of.
enum class Figure : std::uint8_t { Time, AfterSync, Gaps, Longest };

Selection evidenceOf(const Sources& sources, const RowKey& key, Figure figure)
{
    const ScopedIdle& source = key.step ? *sources.aroundSteps[key.rank] : *sources.idle;
    const RankIdle idle = source.rank(key.step ? 0 : key.rank, {}).value();
    const RankTrace& rank = source.rankTrace(key.step ? 0 : key.rank);
    const Progress none;
    IdleLedger ledger(rank, sources.thresholds, none);
    LabelCache labels(*rank.trace);
    struct InGap {
        TimeRange gap;
        std::vector<TimeRange> parts;
    };
    std::map<std::uint64_t, InGap> found;
    for (const IdleLine& line : idle.devices()) {
        if (line.device != key.device)
            continue;
        const auto visit = [&](const IdlePart& part, std::uint64_t number, const IdleGap& gap) {
            const TimeRange range = key.step ? part.range.clippedTo(*key.step) : part.range;
            if (part.cause != key.cause || range.isEmpty()
                || (figure == Figure::AfterSync && !part.afterCall.isValid())
                || (key.owner && labels.of(part.owner) != *key.owner))
                return;
            found[number].gap = key.step ? gap.range.clippedTo(*key.step) : gap.range;
            found[number].parts.push_back(range);
        };
        explainLine(ledger, idle, line, none, visit);
    }
    const auto longest = std::max_element(found.begin(), found.end(),
        [](const auto& a, const auto& b) { return totalLength(a.second.parts) < totalLength(b.second.parts); });
    Selection selection;
    const auto add = [&](TimeRange range) {
        selection.intervals.push_back({ idle.work().rankIndex, TrackId {}, range });
    };
    for (auto it = found.begin(); it != found.end(); ++it) {
        if (figure == Figure::Gaps)
            add(it->second.gap);
        else if (figure != Figure::Longest || it == longest)
            std::for_each(it->second.parts.begin(), it->second.parts.end(), add);
    }
    return selection;
}

/// A table under construction with what its rows are about.
class CauseTable {
public:
    CauseTable(const char* name, const char* title, std::vector<ColumnDescriptor> columns)
        : m_table(name, title, std::move(columns))
    {
    }
    void add(std::vector<Cell> cells, RowKey key)
    {
        m_table.addRow(std::move(cells));
        m_keys.push_back(std::move(key));
    }
    Table take(const std::shared_ptr<const Sources>& sources)
    {
        std::vector<Figure> figures;
        for (const ColumnDescriptor& column : m_table.columns())
            figures.push_back(column.name == "after_sync" ? Figure::AfterSync
                    : column.name == "gaps"               ? Figure::Gaps
                    : column.name == "longest"            ? Figure::Longest
                                                          : Figure::Time);
        m_table.setEvidence([sources, keys = std::move(m_keys), figures = std::move(figures),
                                first = m_table.columnIndex("idle_time"),
                                wall = m_table.columnIndex("wall")](std::size_t row, std::size_t column) {
            if (column < first)
                return Selection {};
            if (column != wall)
                return evidenceOf(*sources, keys[row], figures[column]);
            Selection selection;
            selection.intervals.push_back({ sources->idle->rankIndex(keys[row].rank), TrackId {}, *keys[row].step });
            return selection;
        });
        return std::move(m_table);
    }

private:
    Table m_table;
    std::vector<RowKey> m_keys;
};

void appendTimes(std::vector<Cell>& cells, const Sum& sum, const DeviceFigures& device)
{
    cells.emplace_back(sum.time);
    cells.push_back(ratioOf(sum.time, device.idle, 1));
    cells.push_back(ratioOf(sum.time, device.view, 100));
    cells.emplace_back(sum.gaps);
    cells.emplace_back(sum.longest);
    cells.emplace_back(sum.mean());
    cells.emplace_back(sum.afterSync);
}

/// Longest first; of equal ones the order of the map.
template <typename Key> std::vector<std::pair<Key, Sum>> byTime(const std::map<Key, Sum>& sums)
{
    std::vector<std::pair<Key, Sum>> rows(sums.begin(), sums.end());
    std::stable_sort(
        rows.begin(), rows.end(), [](const auto& a, const auto& b) { return a.second.time > b.second.time; });
    return rows;
}

ChartDescription chart()
{
    ChartDescription chart;
    chart.id = "idle-causes";
    chart.kind = ChartKind::Bars;
    chart.table = "causes";
    chart.title = kCausesTitle;
    chart.labelColumn = "cause";
    chart.groupColumn = "rank";
    chart.series = { { "idle_time", "", PartKind::Idle } };
    return chart;
}

/// The steps of the scope and the stretch they lie in, rank by rank.
std::optional<Error> readSteps(Sources& sources, const KernelClassifier& classifier)
{
    const Scope& scope = sources.input.scope;
    for (std::size_t i = 0; i < sources.idle->rankCount(); ++i) {
        const RankTrace& rank = sources.idle->rankTrace(i);
        Result<std::vector<Step>> found = stepsOf(*rank.trace, scope);
        if (!found)
            return found.error();
        std::vector<Step>& steps = sources.steps.emplace_back();
        std::optional<TimeRange> hull;
        for (Step& step : found.value()) {
            step.range = { rank.toJobTime(step.range.begin), rank.toJobTime(step.range.end) };
            if (scope.range)
                step.range = step.range.clippedTo(*scope.range);
            if (step.range.isEmpty()
                || (!scope.steps.empty()
                    && std::find(scope.steps.begin(), scope.steps.end(), step.number) == scope.steps.end()))
                continue;
            hull = TimeRange { std::min(hull.value_or(step.range).begin, step.range.begin),
                std::max(hull.value_or(step.range).end, step.range.end) };
            steps.push_back(step);
        }
        std::shared_ptr<const ScopedIdle> around;
        if (hull) {
            AnalysisInput input = sources.input;
            input.scope.ranks = { rank.rank };
            input.scope.steps.clear();
            input.scope.range = hull;
            auto idle = ScopedIdle::create(input, classifier, sources.thresholds.gap);
            if (!idle)
                return idle.error();
            around = std::move(idle).value();
        }
        sources.aroundSteps.push_back(std::move(around));
    }
    return std::nullopt;
}

Result<AnalysisResult> run(
    std::span<const AnalysisInput> inputs, const Parameters& parameters, const AnalysisContext& context)
{
    auto sources = std::make_shared<Sources>();
    sources->input = inputs[0];
    sources->thresholds.gap = parameters.integer(kKernelDelayParameter);
    sources->thresholds.slowCall = parameters.integer("slow-call");
    sources->thresholds.queueLength = parameters.integer("max-queue-length");
    auto idle = ScopedIdle::create(inputs[0], *context.classifier, sources->thresholds.gap);
    if (!idle)
        return idle.error();
    sources->idle = std::move(idle).value();
    if (const std::optional<Error> error = readSteps(*sources, *context.classifier))
        return *error;
    Result<std::vector<RankFigures>> ranks = forEachRank(sources->idle->rankCount(), context,
        [&](std::size_t i) { return measureRank(*sources, i, context.progress); });
    if (!ranks)
        return ranks.error();

    AnalysisResult result;
    CauseTable causes("causes", kCausesTitle, causeColumns());
    CauseTable owners("owners", kOwnersTitle, ownerColumns());
    CauseTable steps("steps", kStepsTitle, stepColumns());
    for (std::size_t i = 0; i < ranks->size(); ++i) {
        const RankTrace& rank = sources->idle->rankTrace(i);
        for (const DeviceFigures& device : (*ranks)[i].devices) {
            const Cell name = deviceCell(*rank.trace, device.device);
            for (const auto& [cause, sum] : byTime(device.causes)) {
                std::vector<Cell> cells { rank.rank, name, std::string(toString(cause)) };
                appendTimes(cells, sum, device);
                causes.add(std::move(cells), { i, device.device, cause, std::nullopt, std::nullopt });
            }
            for (const auto& [key, sum] : byTime(device.owners)) {
                const auto& [cause, labels] = key;
                std::vector<Cell> cells { rank.rank, name, std::string(toString(cause)), labels.name, labels.opPath,
                    labels.pythonLine };
                appendTimes(cells, sum, device);
                owners.add(std::move(cells), { i, device.device, cause, labels, std::nullopt });
            }
        }
        for (const StepFigures& step : (*ranks)[i].steps) {
            for (const auto& [cause, sum] : byTime(step.causes))
                steps.add({ rank.rank, step.step.number, std::string(rank.trace->text(step.step.name)),
                              deviceCell(*rank.trace, step.device), std::string(toString(cause)), sum.time,
                              ratioOf(sum.time, step.wall, 100), sum.gaps, sum.longest, sum.afterSync, step.wall },
                    { i, step.device, cause, std::nullopt, step.step.range });
        }
        for (Remark& remark : (*ranks)[i].remarks)
            result.remarks.push_back(std::move(remark));
    }
    result.tables.push_back(causes.take(sources));
    result.tables.push_back(owners.take(sources));
    result.tables.push_back(steps.take(sources));
    result.charts = { chart() };
    return result;
}

} // namespace

AnalysisDescriptor idleCauses()
{
    AnalysisDescriptor analysis;
    analysis.id = "idle-causes";
    analysis.title = "Idle causes";
    analysis.question = "Whose fault is each idle nanosecond of the GPU?";
    analysis.group = PanelGroup::HostAndLaunches;
    ParameterDescriptor slow { "slow-call", "Slow call",
        "A set-up call or a first launch that takes this long loads code", ParameterType::Duration,
        std::int64_t { 1'000'000 }, std::nullopt, 0.0, 3.6e12, {}, false };
    ParameterDescriptor queue { "max-queue-length", "Full queue", "A launch waits for room behind this much work",
        ParameterType::Int, std::int64_t { 1000 }, std::nullopt, 1.0, 1e9, {}, false };
    analysis.parameters = { kernelDelayParameter(), slow, queue };
    analysis.tables = { { "causes", kCausesTitle, causeColumns() }, { "owners", kOwnersTitle, ownerColumns() },
        { "steps", kStepsTitle, stepColumns() } };
    analysis.recordingOption = kRecordingOption;
    analysis.run = run;
    return analysis;
}

} // namespace kinetoscope
