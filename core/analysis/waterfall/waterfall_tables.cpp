// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/waterfall/waterfall_tables.h"

#include "core/analysis/gpu/breakdown/part_columns.h"
#include "core/analysis/types/column_names.h"
#include "core/analysis/types/columns.h"
#include "core/base/sort_stably.h"
#include "core/base/vectors.h"
#include "core/numeric/rounding.h"
#include "core/numeric/statistics.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>
#include <utility>

namespace kinetoscope {

namespace {

constexpr const char* kPartsTitle = "What makes the difference";
constexpr const char* kWaterfallKernelsTitle = "Which kernels make it";
/// Below that many ways to deal the windows out to the sides not even the clearest of them is told from chance.
constexpr double kFewestWays = 40;
constexpr double kSignificant = 0.05;

/// In the order of WaterfallTimes; as in `steps` but for the shorter first.
std::string_view partName(std::size_t part)
{
    if (part == 0)
        return column::kWall;
    if (part == 1)
        return "compute";
    return part <= kBusyPartCount ? kBusyColumns[part - 1].name : kIdleColumns[part - 1 - kBusyPartCount].name;
}

std::vector<ColumnDescriptor> waterfallPartColumns()
{
    return { textColumn("part", "Part", TextKind::Category),
        durationColumn("control", "Control", "In the window that stands for the control: that of the median wall time"),
        durationColumn("test", "Test", "In the window that stands for the test: that of the median wall time"),
        difference(
            durationColumn("delta", "Difference", "Test less control; the parts add up to that of the wall time")),
        difference(percentColumn("delta_share_pctg", "Share", "% of the wall time in control")),
        durationColumn("control_median", "Control median", "Over all windows of the control"),
        durationColumn("test_median", "Test median", "Over all windows of the test"),
        difference(durationColumn("shift", "Shift", "Median of the differences of all windows")),
        difference(durationColumn("shift_low", "Least shift", "With 95 % confidence the true shift is not less")),
        difference(durationColumn("shift_high", "Greatest shift", "With 95 % confidence the true shift is not more")),
        defined({ "p_value", ColumnType::Float, Unit::None, "p-value" },
            "Chance of such a shift by accident (test of Mann and Whitney)"),
        textColumn("verdict", "Verdict", TextKind::Word,
            "Whether the windows of the sides differ by more than those of one side do") };
}

std::vector<ColumnDescriptor> waterfallKernelColumns()
{
    const auto calls = [](const char* name, const char* title) {
        return countColumn(name, title, "That start in the window");
    };
    return { textColumn("part", "Part", TextKind::Category), textColumn(column::kName, "Name", TextKind::Name),
        calls("control_calls", "Control calls"), calls("test_calls", "Test calls"),
        durationColumn(
            "control_time", "Control time", "Its part of the time; where several run, each has an even part"),
        durationColumn("test_time", "Test time", "Its part of the time; where several run, each has an even part"),
        mainFigure(difference(durationColumn("delta", "Difference", "Test less control"))),
        difference(durationColumn("count_effect", "By count", "What more or fewer calls make of it")),
        difference(durationColumn("price_effect", "By price", "What longer or shorter calls make of it")) };
}

Cell significant(double p)
{
    if (p <= 0)
        return 0.0;
    const int digits = 5 - static_cast<int>(std::floor(std::log10(p)));
    return digits > 15 ? p : roundHalfEven(p, digits);
}

ShiftVerdict verdictOf(const TimeShift& shift, std::size_t controls, std::size_t tests)
{
    if (controls == 1 && tests == 1)
        return ShiftVerdict::OneWindow;
    double ways = 1; // to deal the windows out: (m + n) over m
    const std::size_t fewer = std::min(controls, tests);
    for (std::size_t i = 1; i <= fewer && ways < kFewestWays; ++i)
        ways *= static_cast<double>(controls + tests - fewer + i) / static_cast<double>(i);
    if (std::round(ways) < kFewestWays)
        return ShiftVerdict::TooFewWindows;
    if (shift.p >= kSignificant || (shift.interval.first <= 0 && shift.interval.second >= 0))
        return ShiftVerdict::WithinNoise;
    return shift.shift > 0 ? ShiftVerdict::Longer : ShiftVerdict::Shorter;
}

bool isTold(ShiftVerdict verdict)
{
    return verdict != ShiftVerdict::OneWindow && verdict != ShiftVerdict::TooFewWindows;
}

/// The sides that a column is about: none for labels, both for differences.
bool isAboutSide(std::string_view column, std::size_t side)
{
    const std::string_view other = kComparedSides[1 - side];
    return !column.starts_with(other);
}

} // namespace

std::string_view toString(ShiftVerdict verdict)
{
    static constexpr std::array kWords { "one window a side", "too few windows", "within noise", "longer", "shorter" };
    return kWords[static_cast<std::size_t>(verdict)];
}

CallEffects effectsOf(const NameTime& control, const NameTime& test)
{
    __extension__ using WideCount = __int128;
    const Nanoseconds delta = saturatingSubtract(test.time, control.time);
    if (control.calls == test.calls)
        return { 0, delta };
    if (control.calls == 0 || test.calls == 0)
        return { delta, 0 };
    // Each change of the count at the mean of both prices, rounded half to even.
    const WideCount whole = WideCount { 2 } * control.calls * test.calls;
    const WideCount part = WideCount { test.calls - control.calls }
        * (WideCount { control.time } * test.calls + WideCount { test.time } * control.calls);
    WideCount count = part / whole;
    const WideCount rest = 2 * (part % whole < 0 ? -(part % whole) : part % whole);
    if (rest > whole || (rest == whole && count % 2 != 0))
        count += part < 0 ? -1 : 1;
    return { static_cast<Nanoseconds>(count), saturatingSubtract(delta, static_cast<Nanoseconds>(count)) };
}

void compareWindows(WaterfallFacts& facts)
{
    for (std::size_t side = 0; side < facts.used.size(); ++side) {
        std::vector<const SideWindow*> order =
            mapped(facts.used[side], [](const SideWindow& window) { return &window; });
        sortStably(order, {}, [](const SideWindow* a) { return std::tie(a->times[0], a->rank, a->range.begin); });
        facts.chosen[side] = *order[(order.size() - 1) / 2];
        facts.arePartsKnown = facts.arePartsKnown && std::ranges::all_of(facts.used[side], &SideWindow::hasGpuWork);
    }
    for (std::size_t part = 0; part < kWaterfallParts; ++part) {
        PartChange& change = facts.parts[part];
        std::array<std::vector<Nanoseconds>, 2> times;
        for (std::size_t side = 0; side < times.size(); ++side) {
            for (const SideWindow& window : facts.used[side])
                times[side].push_back(window.times[part]);
            change.times[side] = facts.chosen[side].times[part];
            change.medians[side] = medianTime(times[side]);
        }
        change.shift = *shiftOf(times[0], times[1]);
        change.verdict = verdictOf(change.shift, times[0].size(), times[1].size());
    }
}

std::vector<TableDescriptor> waterfallTables()
{
    return { { "parts", kPartsTitle, waterfallPartColumns() },
        { "kernels", kWaterfallKernelsTitle, waterfallKernelColumns() } };
}

std::vector<Table> emptyWaterfallTables()
{
    std::vector<Table> tables;
    for (const TableDescriptor& table : waterfallTables())
        tables.emplace_back(table.name, table.title, table.columns);
    return tables;
}

Table waterfallPartsTable(const std::shared_ptr<const WaterfallFacts>& facts)
{
    Table table("parts", kPartsTitle, waterfallPartColumns());
    const Nanoseconds wall = facts->parts[0].times[0];
    for (std::size_t part = 0; part < kWaterfallParts; ++part) {
        if (part > 0 && !facts->arePartsKnown) {
            std::vector<Cell> unknown(waterfallPartColumns().size());
            unknown.front() = std::string(partName(part));
            table.addRow(std::move(unknown));
            continue;
        }
        const PartChange& change = facts->parts[part];
        const bool hasTest = isTold(change.verdict);
        const auto ifTold = [hasTest](const Cell& cell) { return hasTest ? cell : Cell(); };
        table.addRow({ std::string(partName(part)), change.times[0], change.times[1], change.delta(),
            percentCell(change.delta(), wall, 4), change.medians[0], change.medians[1], change.shift.shift,
            ifTold(change.shift.interval.first), ifTold(change.shift.interval.second),
            ifTold(significant(change.shift.p)), std::string(toString(change.verdict)) });
    }
    table.setEvidence(2,
        [facts, names = waterfallPartColumns()](
            std::size_t row, std::size_t column, std::size_t side, const Progress& progress) {
            Selection selection;
            if (!isAboutSide(names[column].name, side))
                return selection;
            if (column <= 4) // those of the windows that stand for the sides; what the row is called, the windows
                return facts->sides[side]->evidence(facts->chosen[side], column == 0 ? 0 : row, progress);
            for (const SideWindow& window : facts->used[side])
                append(selection.intervals, facts->sides[side]->evidence(window, 0, progress).intervals);
            return selection;
        });
    return table;
}

Table waterfallKernelsTable(const std::shared_ptr<const WaterfallFacts>& facts)
{
    struct PartKernel {
        std::size_t part = 0;
        std::string name;
        std::array<NameTime, 2> sides;
        [[nodiscard]] Nanoseconds delta() const { return saturatingSubtract(sides[1].time, sides[0].time); }
    };
    std::map<std::pair<std::size_t, std::string>, std::array<NameTime, 2>> times; // by part and name
    for (std::size_t side = 0; side < facts->names.size(); ++side) {
        for (const auto& [key, time] : facts->names[side])
            times[key][side] = time;
    }
    std::vector<PartKernel> rows = mapped(times, [](const auto& each) {
        return PartKernel { each.first.first, each.first.second, each.second };
    });
    sortStably(rows, [](const PartKernel& a, const PartKernel& b) {
        return a.part != b.part ? a.part < b.part : std::llabs(a.delta()) > std::llabs(b.delta());
    });
    Table table("kernels", kWaterfallKernelsTitle, waterfallKernelColumns());
    for (const PartKernel& row : rows) {
        const CallEffects effects = effectsOf(row.sides[0], row.sides[1]);
        table.addRow({ std::string(partName(1 + row.part)), row.name, row.sides[0].calls, row.sides[1].calls,
            row.sides[0].time, row.sides[1].time, row.delta(), effects.count, effects.price });
    }
    table.setEvidence(2,
        [facts, rows = std::move(rows), names = waterfallKernelColumns()](
            std::size_t row, std::size_t column, std::size_t side, const Progress& progress) {
            if (!isAboutSide(names[column].name, side))
                return Selection {};
            const bool isCalls = names[column].unit == Unit::Count;
            return facts->sides[side]->evidence(
                facts->chosen[side], { rows[row].part, rows[row].name, facts->useShortNames, isCalls }, progress);
        });
    return table;
}

} // namespace kinetoscope
