// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/golden/cause_promises.h"

#include "core/analysis/run_analysis.h"
#include "core/catalog/analyses.h"
#include "core/output/table_writer.h"
#include "core/words/english.h"
#include "tests/support/analysis_runs.h"
#include "tests/support/busy_devices.h"
#include "tests/support/slow/slow_gpu.h"
#include "tests/support/test_macros.h"

#include <algorithm>
#include <map>
#include <optional>
#include <random>
#include <set>

namespace kinetoscope::tests {

namespace {

/// Figures of rows that have the same words and numbers in the columns `keys`, added up.
using Sums = std::map<std::string, std::int64_t>;

void addTo(Sums& sums, const Table& table, const std::vector<const char*>& keys, const char* figure, std::int64_t sign)
{
    for (std::size_t row = 0; row < table.rowCount(); ++row) {
        std::string key;
        for (const char* column : keys) {
            const Cell& cell = table.cell(row, table.columnIndex(column));
            if (const auto* text = std::get_if<std::string>(&cell))
                key += *text + " | ";
            else
                key += std::to_string(integerAt(table, row, column)) + " | ";
        }
        sums[key + figure] += sign * integerAt(table, row, figure);
    }
    std::erase_if(sums, [](const auto& sum) { return sum.second == 0; });
}

Sums sumsOf(const Table& table, const std::vector<const char*>& keys, const char* figure)
{
    Sums sums;
    addTo(sums, table, keys, figure, 1);
    return sums;
}

std::string textOf(const TimeRange& range)
{
    return "[" + std::to_string(range.begin) + ", " + std::to_string(range.end) + ")";
}

/// "" where all are the same.
std::string differenceOf(const Sums& actual, const Sums& expected)
{
    Sums rest = expected;
    for (const auto& [key, value] : actual)
        rest[key] -= value;
    for (const auto& [key, value] : rest) {
        if (value != 0)
            return key + ": " + std::to_string(value) + " ns are missing";
    }
    return {};
}

AnalysisInput inputOf(const std::shared_ptr<const TraceSet>& traces, const RankTrace& rank)
{
    AnalysisInput input { traces, {} };
    input.scope.ranks = { rank.rank };
    return input;
}

AnalysisResult resultOf(const AnalysisInput& input, const char* analysis, const ParameterTexts& parameters = {})
{
    Result<AnalysisResult> result = runOn(input, analysis, parameters);
    if (!result)
        qFatal("%s: %s", analysis, english(result.error().message).c_str());
    return std::move(result).value();
}

/// Moments in and around a recording, each once, ascending: also well before it began and after it ended.
std::vector<Timestamp> randomCuts(std::mt19937& random, const TimeRange& recorded, int count)
{
    const Nanoseconds length = std::max<Nanoseconds>(recorded.length(), 1'000);
    std::set<Timestamp> cuts { recorded.begin - length, recorded.begin - length / 2, recorded.end + length / 2,
        recorded.end + length };
    for (int i = 0; i < count; ++i)
        cuts.insert(recorded.begin - length / 20
            + static_cast<Timestamp>((static_cast<std::uint64_t>(random()) << 32 | random())
                % static_cast<std::uint64_t>(length / 10 * 11)));
    return { cuts.begin(), cuts.end() };
}

/// Of each device of a rank: the time of a window without work.
Sums idleOf(const BusyDevices& devices, const std::vector<TimeRange>& windows, std::int64_t rank)
{
    Sums sums;
    for (const auto& [device, busy] : devices.all()) {
        Nanoseconds idle = 0;
        for (const TimeRange& window : windows)
            idle += window.length() - busyTimeIn(busy, window);
        if (idle != 0)
            sums[std::to_string(rank) + " | " + std::to_string(device) + " | idle_time"] = idle;
    }
    return sums;
}

/// Of the tables `causes` and `owners`.
std::string idleDifference(const AnalysisInput& input, const Sums& expected)
{
    const AnalysisResult result = resultOf(input, "idle-causes");
    for (const char* table : { "causes", "owners" }) {
        const std::string difference =
            differenceOf(sumsOf(*result.findTable(table), { "rank", "device" }, "idle_time"), expected);
        if (!difference.empty())
            return std::string(table) + ": " + difference;
    }
    return {};
}

/// The annotations of the steps of this number; job time.
std::vector<TimeRange> annotationsOf(const RankTrace& rank, std::int64_t number)
{
    std::vector<TimeRange> ranges;
    for (const Step& step : rank.trace->steps()) {
        if (step.number == number)
            ranges.push_back(rank.toJobTime(step.range));
    }
    return ranges;
}

/// The annotations of chosen steps, each with the work that was launched in it; those that overlap are one.
std::vector<TimeRange> windowsOf(const RankTrace& rank, const std::vector<std::int64_t>& numbers)
{
    const std::vector<SlowWork> works = slowWork(rank, {});
    std::vector<TimeRange> windows;
    for (const std::int64_t number : numbers) {
        for (const TimeRange& annotation : annotationsOf(rank, number)) {
            TimeRange window = annotation;
            for (const SlowWork& work : works) {
                if (!annotation.contains(work.launch.value_or(work.begin)))
                    continue;
                window = { std::min(window.begin, work.begin), std::max(window.end, work.end) };
            }
            windows.push_back(window);
        }
    }
    std::ranges::sort(windows, {}, &TimeRange::begin);
    std::vector<TimeRange> united;
    for (const TimeRange& window : windows) {
        if (!united.empty() && window.begin <= united.back().end)
            united.back().end = std::max(united.back().end, window.end);
        else
            united.push_back(window);
    }
    return united;
}

/// What is wrong with a path; "" if it leads through all of the window, or of that which it says itself.
std::string pathDifference(const AnalysisResult& result, const std::optional<TimeRange>& window)
{
    const Table& links = *result.findTable("links");
    const Table& summary = *result.findTable("summary");
    if (links.rowCount() == 0)
        return window && !window->isEmpty() ? "no link" : "";
    const TimeRange first { integerAt(links, 0, "ts"), integerAt(links, 0, "ts") };
    Timestamp time = first.begin;
    for (std::size_t row = 0; row < links.rowCount(); ++row) {
        if (integerAt(links, row, "ts") != time || integerAt(links, row, "duration") <= 0)
            return "link " + std::to_string(row) + " does not begin where the one before ends";
        time += integerAt(links, row, "duration");
    }
    if (window && (first.begin != window->begin || time != window->end))
        return "from " + textOf({ first.begin, time }) + " instead of " + textOf(*window);
    const Nanoseconds wall = time - first.begin;
    if (integerAt(summary, 0, "wall") != wall)
        return "another wall time";
    for (const char* name : { "summary", "owners" }) {
        const Sums sum = sumsOf(*result.findTable(name), {}, "time");
        if (sum != Sums { { "time", wall } })
            return std::string(name) + " does not add up";
    }
    return {};
}

/// At most so many steps of a rank are looked at one by one.
std::vector<std::int64_t> someSteps(const RankTrace& rank)
{
    constexpr std::size_t kMost = 3;
    std::vector<std::int64_t> numbers = rank.stepNumbers();
    numbers.resize(std::min(numbers.size(), kMost));
    return numbers;
}

/// What the table `steps` has of a step.
/// @param wall  of the step.
Sums causesOfStep(const AnalysisResult& whole, const RankTrace& rank, std::int64_t number, Nanoseconds wall)
{
    Sums sums;
    const Table& table = *whole.findTable("steps");
    for (std::size_t row = 0; row < table.rowCount(); ++row) {
        if (integerAt(table, row, "step") != number)
            continue;
        sums["wall"] = integerAt(table, row, "wall") - wall;
        const Cell cause = table.cell(row, table.columnIndex("cause"));
        sums[std::to_string(rank.rank) + " | " + std::to_string(integerAt(table, row, "device")) + " | "
            + std::get<std::string>(cause) + " | idle_time"] += integerAt(table, row, "idle_time");
    }
    return sums;
}

} // namespace

std::string faultOfIdle(const Traces& traces, const RankTrace& rank)
{
    const BusyDevices devices(rank);
    AnalysisInput input = inputOf(traces, rank);
    Sums whole;
    for (const auto& [device, busy] : devices.all()) {
        const TimeRange hull { busy.front().begin, busy.back().end };
        if (const Nanoseconds idle = hull.length() - busyTimeIn(busy, hull); idle != 0)
            whole[std::to_string(rank.rank) + " | " + std::to_string(device) + " | idle_time"] = idle;
    }
    if (std::string difference = idleDifference(input, whole); !difference.empty())
        return difference;
    std::mt19937 random(static_cast<std::uint32_t>(rank.rank) + 1);
    const std::vector<Timestamp> cuts = randomCuts(random, traces->range(), 4);
    for (std::size_t i = 1; i < cuts.size(); ++i) {
        for (const std::size_t first : { i - 1, i / 2 }) {
            if (cuts[first] >= cuts[i])
                continue;
            input.scope.range = TimeRange { cuts[first], cuts[i] };
            const std::string difference = idleDifference(input, idleOf(devices, { *input.scope.range }, rank.rank));
            if (!difference.empty())
                return textOf(*input.scope.range) + " " + difference;
        }
    }
    return {};
}

std::string faultOfIdleOfChosenSteps(const Traces& traces, const RankTrace& rank)
{
    const BusyDevices devices(rank);
    std::vector<std::vector<std::int64_t>> choices { someSteps(rank) };
    for (const std::int64_t number : choices.front())
        choices.push_back({ number });
    for (const std::vector<std::int64_t>& steps : choices) {
        if (steps.empty() || devices.all().empty())
            continue;
        AnalysisInput input = inputOf(traces, rank);
        input.scope.steps = steps;
        const std::string difference = idleDifference(input, idleOf(devices, windowsOf(rank, steps), rank.rank));
        if (!difference.empty())
            return "step " + std::to_string(steps.front()) + " " + difference;
    }
    return {};
}

std::string faultOfPieces(const Traces& traces, const RankTrace& rank)
{
    std::mt19937 random(7 + static_cast<std::uint32_t>(rank.rank));
    const std::vector<Timestamp> cuts = randomCuts(random, traces->range(), 3);
    AnalysisInput input = inputOf(traces, rank);
    std::map<std::string, Sums> rest;
    const auto add = [&](const TimeRange& range, std::int64_t sign) {
        input.scope.range = range;
        const AnalysisResult result = resultOf(input, "idle-causes");
        for (const char* figure : { "idle_time", "after_sync" }) {
            addTo(rest["causes"], *result.findTable("causes"), { "rank", "device", "cause" }, figure, sign);
            addTo(rest["owners"], *result.findTable("owners"),
                { "rank", "device", "cause", "name", "op_path", "python_line" }, figure, sign);
            addTo(
                rest["steps"], *result.findTable("steps"), { "rank", "step", "name", "device", "cause" }, figure, sign);
        }
    };
    add({ cuts.front(), cuts.back() }, 1);
    for (std::size_t i = 1; i < cuts.size(); ++i)
        add({ cuts[i - 1], cuts[i] }, -1);
    for (const auto& [table, sums] : rest) {
        if (const std::string difference = differenceOf({}, sums); !difference.empty())
            return table + ": " + difference;
    }
    return {};
}

std::string faultOfSteps(const Traces& traces, const RankTrace& rank)
{
    const BusyDevices devices(rank);
    AnalysisInput input = inputOf(traces, rank);
    const AnalysisResult whole = resultOf(input, "idle-causes");
    for (const std::int64_t number : someSteps(rank)) {
        const std::vector<TimeRange> steps = annotationsOf(rank, number);
        if (steps.size() != 1 || steps.front().isEmpty())
            continue; // several steps of one number have rows that cannot be told apart
        input.scope.range = steps.front();
        const AnalysisResult ofRange = resultOf(input, "idle-causes");
        std::string difference = differenceOf(causesOfStep(whole, rank, number, steps.front().length()),
            sumsOf(*ofRange.findTable("causes"), { "rank", "device", "cause" }, "idle_time"));
        if (difference.empty())
            difference = idleDifference(input, idleOf(devices, steps, rank.rank));
        if (!difference.empty())
            return "step " + std::to_string(number) + ": " + difference;
    }
    return {};
}

std::string faultOfPaths(const Traces& traces, const RankTrace& rank)
{
    AnalysisInput input = inputOf(traces, rank);
    if (std::string difference = pathDifference(resultOf(input, "critical-path"), std::nullopt); !difference.empty())
        return difference;
    std::mt19937 random(5);
    const std::vector<Timestamp> cuts = randomCuts(random, traces->range(), 3);
    for (std::size_t i = 1; i < cuts.size(); ++i) {
        input.scope.range = TimeRange { cuts[i / 2], cuts[i] };
        const std::string difference = pathDifference(resultOf(input, "critical-path"), input.scope.range);
        if (!difference.empty())
            return textOf(*input.scope.range) + ": " + difference;
    }
    input.scope.range.reset();
    for (const std::int64_t number : someSteps(rank)) {
        if (annotationsOf(rank, number).size() != 1)
            continue;
        input.scope.steps = { number };
        const std::string difference =
            pathDifference(resultOf(input, "critical-path"), windowsOf(rank, { number }).front());
        if (!difference.empty())
            return "step " + std::to_string(number) + ": " + difference;
    }
    return {};
}

std::string firstFault(const Traces& traces, std::string (*faultOf)(const Traces&, const RankTrace&))
{
    for (const RankTrace& rank : traces->ranks()) {
        if (const std::string fault = faultOf(traces, rank); !fault.empty())
            return "rank " + std::to_string(rank.rank) + ", " + fault;
    }
    return {};
}

std::string faultOfThreads(const Traces& traces)
{
    for (const char* analysis : { "idle-causes", "critical-path", "what-if" }) {
        const std::vector<AnalysisInput> inputs { { traces, {} } };
        std::map<int, std::string> texts;
        for (const int threads : { 1, 2, 8 }) {
            AnalysisContext context;
            context.threads = threads;
            const auto result = runAnalysis(*findAnalysis(analysis), inputs, {}, Mode::Exact, context);
            texts[threads] =
                result ? writeResult(*result, {}, nullptr, TableFormat::Json) : english(result.error().message);
            if (const QByteArray difference = firstDifference(texts[threads], texts[1]); !difference.isEmpty())
                return std::string(analysis) + ": " + difference.toStdString();
        }
    }
    return {};
}

} // namespace kinetoscope::tests
