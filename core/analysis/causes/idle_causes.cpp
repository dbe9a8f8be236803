// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/descriptors.h"

#include "core/analysis/causes/cause_parameters.h"
#include "core/analysis/causes/idle_ledger.h"
#include "core/analysis/causes/owner_keys.h"
#include "core/analysis/causes/path/path_notes.h"
#include "core/analysis/gpu/step_breakdown.h"
#include "core/analysis/names/classification.h"
#include "core/analysis/scope/per_rank.h"
#include "core/analysis/types/column_names.h"
#include "core/analysis/types/columns.h"
#include "core/analysis/types/stream_cell.h"
#include "core/numeric/intervals.h"

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <string>
#include <utility>

namespace kinetoscope {

namespace {

constexpr const char* kCausesTitle = "Whose fault the idle time of each device is";
constexpr const char* kOwnersTitle = "What the host did while each device was idle";
constexpr const char* kStepsTitle = "Whose fault the idle time of each step is";

std::vector<ColumnDescriptor> timeColumns()
{
    return {
        mainFigure(durationColumn(column::kIdleTime, "Idle time")),
        { column::kIdleTimeRatio, ColumnType::Float, Unit::Ratio, "Share of idle", "share of idle on this device" },
        percentColumn(column::kIdleTimePctg, "Share of time", "% of the device's time in view"),
        countColumn(column::kGaps, "Gaps"),
        { column::kLongest, ColumnType::Duration, Unit::Microseconds, "Longest", "most time in one gap" },
        { column::kMean, ColumnType::Duration, Unit::Microseconds, "Mean", "time for each gap" },
        { column::kAfterSync, ColumnType::Duration, Unit::Microseconds, "After a sync",
            "after the host had waited for the GPU" },
    };
}

std::vector<ColumnDescriptor> causeColumns()
{
    std::vector<ColumnDescriptor> all {
        numberColumn(column::kRank, "Rank"),
        numberColumn(column::kDevice, "Device"),
        textColumn(column::kCause, "Cause", TextKind::Category),
    };
    for (ColumnDescriptor& column : timeColumns())
        all.push_back(std::move(column));
    return all;
}

std::vector<ColumnDescriptor> ownerColumns()
{
    std::vector<ColumnDescriptor> all = causeColumns();
    all.insert(all.begin() + 3,
        { textColumn(column::kName, "Owner", TextKind::Name),
            { .name = "op_path", .type = ColumnType::String, .title = "Op path", .place = -1 },
            { .name = "python_line", .type = ColumnType::String, .title = "Python line", .place = -1 } });
    return all;
}

std::vector<ColumnDescriptor> stepColumns()
{
    return {
        numberColumn(column::kRank, "Rank"),
        numberColumn(column::kStep, "Step"),
        textColumn(column::kName, "Annotation"),
        numberColumn(column::kDevice, "Device"),
        textColumn(column::kCause, "Cause", TextKind::Category),
        mainFigure(durationColumn(column::kIdleTime, "Idle time")),
        percentColumn(column::kIdleTimePctg, "Share of step", "% of the step's wall time"),
        countColumn(column::kGaps, "Gaps"),
        { column::kLongest, ColumnType::Duration, Unit::Microseconds, "Longest", "most time in one gap" },
        { column::kAfterSync, ColumnType::Duration, Unit::Microseconds, "After a sync",
            "after the host had waited for the GPU" },
        durationColumn(column::kWall, "Wall time"),
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

/// Rows of a cause, or of an owner: a number of OwnerKeys.
using CauseSum = std::pair<Cause, Sum>;
using OwnerSum = std::pair<std::uint32_t, Sum>;

struct DeviceFigures {
    std::int64_t device = Track::kNoDevice;
    Nanoseconds view = 0;
    Nanoseconds idle = 0;
    std::vector<CauseSum> causes; ///< those with time, as rows are ordered
    std::vector<OwnerSum> owners;
};
struct StepFigures {
    std::size_t step = 0; ///< in ScopedSteps::stepsIn
    std::int64_t device = Track::kNoDevice;
    std::vector<CauseSum> causes;
};
struct RankFigures {
    std::shared_ptr<OwnerKeys> keys; ///< null without GPU work
    std::vector<DeviceFigures> devices;
    std::vector<StepFigures> steps;
    std::vector<Remark> remarks;
};

/// Longest first; of equal ones the order of the table's text columns.
template <typename Key, typename Less> void orderByTime(std::vector<std::pair<Key, Sum>>& rows, Less isBefore)
{
    std::sort(rows.begin(), rows.end(), [&isBefore](const auto& a, const auto& b) {
        return a.second.time != b.second.time ? a.second.time > b.second.time : isBefore(a.first, b.first);
    });
}

/// Sums by cause, only those with time.
class CauseSums {
public:
    void add(Cause cause, Nanoseconds length, bool isAfterSync, std::uint64_t gap)
    {
        m_sums[static_cast<std::size_t>(cause)].add(length, isAfterSync, gap);
    }
    [[nodiscard]] std::vector<CauseSum> rows() const
    {
        std::vector<CauseSum> rows;
        for (std::size_t i = 0; i < m_sums.size(); ++i) {
            if (m_sums[i].gaps > 0)
                rows.emplace_back(static_cast<Cause>(i), m_sums[i]);
        }
        orderByTime(rows, std::less<Cause> {});
        return rows;
    }

private:
    std::array<Sum, kCauseCount> m_sums;
};

/// Sums by owner, of one device after the other.
class OwnerSums {
public:
    void add(std::uint32_t key, Nanoseconds length, bool isAfterSync, std::uint64_t gap)
    {
        if (key >= m_sums.size())
            m_sums.resize(key + 1);
        if (m_sums[key].gaps == 0)
            m_touched.push_back(key);
        m_sums[key].add(length, isAfterSync, gap);
    }
    [[nodiscard]] std::vector<OwnerSum> takeRows(const OwnerKeys& keys)
    {
        std::vector<OwnerSum> rows;
        for (const std::uint32_t key : m_touched)
            rows.emplace_back(key, std::exchange(m_sums[key], {}));
        m_touched.clear();
        orderByTime(rows, [&keys](std::uint32_t a, std::uint32_t b) {
            return keys.causeOf(a) != keys.causeOf(b) ? keys.causeOf(a) < keys.causeOf(b)
                                                      : keys.labelsOf(a) < keys.labelsOf(b);
        });
        return rows;
    }

private:
    std::vector<Sum> m_sums; ///< by number of the key
    std::vector<std::uint32_t> m_touched;
};

/// The scopes that the tables look at.
struct Sources {
    CauseThresholds thresholds;
    std::shared_ptr<const ScopedIdle> idle;
    std::shared_ptr<const ScopedSteps> steps;
};

/// Calls visit(gap, number) for the gaps of a line that have time, numbered from 1.
template <typename Visit>
void eachGapOf(const RankIdle& idle, const IdleLine& line, const Progress& progress, Visit visit)
{
    constexpr std::size_t kItemsOfAGap = 50; // explaining one takes a microsecond or two
    std::uint64_t gaps = 0;
    StopCheck check(progress);
    bool isStopped = false;
    idle.eachGap(
        line,
        [&](const IdleGap& gap) {
            isStopped = isStopped || check.after(kItemsOfAGap);
            if (!gap.range.isEmpty() && !isStopped)
                visit(gap, ++gaps);
        },
        progress);
}

/// Time of a gap in which its work waited for an event, or started late.
Nanoseconds unexplainedIn(IdleLedger& ledger, const IdleGap& gap)
{
    Nanoseconds sum = 0;
    ledger.explain(gap, [&sum](const IdlePart& part) {
        if (part.cause == Cause::EventWait || part.cause == Cause::LateStart)
            sum = saturatingAdd(sum, part.range.length());
    });
    return sum;
}

/// Of all that the scope leaves of a rank.
Result<Done> measureDevices(
    const RankTrace& rank, const RankIdle& idle, IdleLedger& ledger, RankFigures& figures, const Progress& progress)
{
    figures.keys = std::make_shared<OwnerKeys>(*rank.trace);
    OwnerKeys& keys = *figures.keys;
    OwnerSums owners;
    Nanoseconds beforeFirst = 0;
    for (const IdleLine& line : idle.devices()) {
        DeviceFigures device { line.device, totalLength(idle.viewOf(line)), 0, {}, {} };
        CauseSums causes;
        eachGapOf(idle, line, progress, [&](const IdleGap& gap, std::uint64_t number) {
            if (isFirstOfStream(*rank.trace, gap.after))
                beforeFirst = saturatingAdd(beforeFirst, unexplainedIn(ledger, gap));
            ledger.sum(gap, gap.range, keys, [&](std::uint32_t key, Nanoseconds length, bool isAfter) {
                device.idle = saturatingAdd(device.idle, length);
                causes.add(keys.causeOf(key), length, isAfter, number);
                owners.add(key, length, isAfter, number);
            });
        });
        KT_TRY_DONE(progress.carryOn());
        device.causes = causes.rows();
        device.owners = owners.takeRows(keys);
        figures.devices.push_back(std::move(device));
    }
    if (beforeFirst > 0)
        figures.remarks.push_back(workBeforeRecording(rank, beforeFirst));
    return Done {};
}

/// Of each step that the scope names or touches, by cause.
Result<Done> measureSteps(const Sources& sources, std::size_t i, IdleLedger& ledger, std::vector<StepFigures>& figures,
    const Progress& progress)
{
    const std::vector<TimeRange>& walls = sources.steps->wallsIn(i);
    if (walls.empty())
        return Done {};
    KT_TRY(const RankIdle around, sources.steps->idleAround(i)->rank(0, progress));
    CauseKeys keys;
    for (const IdleLine& line : around.devices()) {
        std::vector<CauseSums> bySteps(walls.size());
        eachGapOf(around, line, progress, [&](const IdleGap& gap, std::uint64_t number) {
            auto wall = std::partition_point(
                walls.begin(), walls.end(), [&gap](const TimeRange& each) { return each.end <= gap.range.begin; });
            for (; wall != walls.end() && wall->begin < gap.range.end; ++wall) {
                CauseSums& causes = bySteps[static_cast<std::size_t>(wall - walls.begin())];
                ledger.sum(
                    gap, gap.range.clippedTo(*wall), keys, [&](std::uint32_t cause, Nanoseconds length, bool isAfter) {
                        causes.add(static_cast<Cause>(cause), length, isAfter, number);
                    });
            }
        });
        KT_TRY_DONE(progress.carryOn());
        for (std::size_t step = 0; step < walls.size(); ++step)
            figures.push_back({ step, line.device, bySteps[step].rows() });
    }
    return Done {};
}

/// @param threads  as many are used, two at most.
Result<RankFigures> measureRank(const Sources& sources, std::size_t i, const Progress& progress, int threads)
{
    KT_TRY(const RankIdle idle, sources.idle->rank(i, progress));
    const RankTrace& rank = sources.idle->rankTrace(i);
    RankFigures figures;
    remarkOnSelection(idle.work(), rank, figures.remarks);
    if (idle.devices().empty()) {
        figures.remarks.push_back(noGpuWork(rank));
        return figures;
    }
    IdleLedger ledger(rank, sources.thresholds, progress);
    KT_TRY_DONE(progress.carryOn());
    IdleLedger ofSteps = ledger;
    std::array<Result<Done>, 2> done { Done {}, Done {} };
    parallelFor(done.size(), threads, [&](std::size_t part) {
        done[part] = part == 0 ? measureDevices(rank, idle, ledger, figures, progress)
                               : measureSteps(sources, i, ofSteps, figures.steps, progress);
    });
    for (const Result<Done>& each : done)
        KT_TRY_DONE(each);
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
    const ScopedIdle& source = key.step ? *sources.steps->idleAround(key.rank) : *sources.idle;
    const RankIdle idle = source.rank(key.step ? 0 : key.rank, {}).value();
    const RankTrace& rank = source.rankTrace(key.step ? 0 : key.rank);
    const Progress none;
    IdleLedger ledger(rank, sources.thresholds, none);
    OwnerKeys keys(*rank.trace);
    struct InGap {
        TimeRange gap;
        std::vector<TimeRange> parts;
    };
    std::map<std::uint64_t, InGap> found;
    for (const IdleLine& line : idle.devices()) {
        if (line.device != key.device)
            continue;
        eachGapOf(idle, line, none, [&](const IdleGap& gap, std::uint64_t number) {
            ledger.explain(gap, [&](const IdlePart& part) {
                const TimeRange range = key.step ? part.range.clippedTo(*key.step) : part.range;
                if (part.cause != key.cause || range.isEmpty()
                    || (figure == Figure::AfterSync && !part.afterCall.isValid())
                    || (key.owner && keys.labelsOf(keys.of(part.cause, part.owner)) != *key.owner))
                    return;
                found[number].gap = key.step ? gap.range.clippedTo(*key.step) : gap.range;
                found[number].parts.push_back(range);
            });
        });
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
            figures.push_back(column.name == column::kAfterSync ? Figure::AfterSync
                    : column.name == column::kGaps              ? Figure::Gaps
                    : column.name == column::kLongest           ? Figure::Longest
                                                                : Figure::Time);
        m_table.setEvidence([sources, keys = std::move(m_keys), figures = std::move(figures),
                                first = m_table.columnIndex(column::kIdleTime),
                                wall = m_table.columnIndex(column::kWall)](std::size_t row, std::size_t column) {
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

ChartDescription chart()
{
    return { .id = "idle-causes",
        .table = "causes",
        .title = kCausesTitle,
        .labelColumn = column::kCause,
        .series = { { column::kIdleTime, "", PartKind::Idle } },
        .groupColumn = column::kRank,
        .form = BarChart {} };
}

Result<AnalysisResult> run(AnalysisInputs inputs, const Parameters& parameters, const AnalysisContext& context)
{
    auto sources = std::make_shared<Sources>();
    sources->thresholds = causeThresholdsFrom(parameters);
    KT_TRY(sources->idle, ScopedIdle::create(inputs[0], *context.classifier, sources->thresholds.gap));
    KT_TRY(sources->steps, ScopedSteps::create(inputs[0], *context.classifier, sources->thresholds.gap));
    const int threads = threadsWithin(sources->idle->rankCount(), context);
    KT_TRY(std::vector<RankFigures> ranks, forEachRank(sources->idle->rankCount(), context, [&](std::size_t i) {
        return measureRank(*sources, i, context.progress, threads);
    }));

    AnalysisResult result;
    CauseTable causes("causes", kCausesTitle, causeColumns());
    CauseTable owners("owners", kOwnersTitle, ownerColumns());
    CauseTable stepRows("steps", kStepsTitle, stepColumns());
    for (std::size_t i = 0; i < ranks.size(); ++i) {
        const RankTrace& rank = sources->idle->rankTrace(i);
        for (const DeviceFigures& device : ranks[i].devices) {
            const Cell name = deviceCell(*rank.trace, device.device);
            for (const auto& [cause, sum] : device.causes) {
                std::vector<Cell> cells { rank.rank, name, std::string(toString(cause)) };
                appendTimes(cells, sum, device);
                causes.add(std::move(cells), { i, device.device, cause, std::nullopt, std::nullopt });
            }
            for (const auto& [key, sum] : device.owners) {
                const Cause cause = ranks[i].keys->causeOf(key);
                const OwnerLabels& labels = ranks[i].keys->labelsOf(key);
                std::vector<Cell> cells { rank.rank, name, std::string(toString(cause)), labels.name, labels.opPath,
                    labels.pythonLine };
                appendTimes(cells, sum, device);
                owners.add(std::move(cells), { i, device.device, cause, labels, std::nullopt });
            }
        }
        for (const StepFigures& figures : ranks[i].steps) {
            const Step& step = sources->steps->stepsIn(i)[figures.step];
            const TimeRange& wall = sources->steps->wallsIn(i)[figures.step];
            for (const auto& [cause, sum] : figures.causes)
                stepRows.add(
                    { rank.rank, step.number, std::string(rank.trace->text(step.name)),
                        deviceCell(*rank.trace, figures.device), std::string(toString(cause)), sum.time,
                        ratioOf(sum.time, wall.length(), 100), sum.gaps, sum.longest, sum.afterSync, wall.length() },
                    { i, figures.device, cause, std::nullopt, wall });
        }
        for (Remark& remark : ranks[i].remarks)
            result.remarks.push_back(std::move(remark));
    }
    result.tables.push_back(causes.take(sources));
    result.tables.push_back(owners.take(sources));
    result.tables.push_back(stepRows.take(sources));
    result.charts = { chart() };
    return result;
}

} // namespace

AnalysisDescriptor idleCauses()
{
    return { .id = "idle-causes",
        .title = "Idle causes",
        .question = "Whose fault is each idle nanosecond of the GPU?",
        .group = PanelGroup::Causes,
        .parameters = causeParameters(),
        .tables = { { "causes", kCausesTitle, causeColumns() }, { "owners", kOwnersTitle, ownerColumns() },
            { "steps", kStepsTitle, stepColumns() } },
        .recordingOption = kGpuRecordingOption,
        .run = run };
}

} // namespace kinetoscope
