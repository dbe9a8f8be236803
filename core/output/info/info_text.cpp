// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/info/info_report.h"

#include "core/analysis/words/clock_message.h"
#include "core/analysis/words/problem_message.h"
#include "core/base/number_text.h"
#include "core/base/text.h"
#include "core/base/wrapped_text.h"
#include "core/layout/table/column_units.h"
#include "core/output/info/info_facts.h"
#include "core/output/readable_text.h"
#include "core/words/english.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace kinetoscope {

namespace {

/// "1 stream", "3 streams".
std::string counted(std::size_t count, const char* thing)
{
    return fmt::format("{} {}{}", count, thing, count == 1 ? "" : "s");
}

/// "64.085 ms": three decimals in the unit that suits.
std::string timeText(Nanoseconds time)
{
    const ColumnUnit unit = unitFor(Quantity::Duration, static_cast<double>(time));
    const bool isWhole = unit.size == 1 || time == 0;
    return fmt::format(
        "{} {}", isWhole ? std::to_string(time) : fixedNumber(static_cast<double>(time) / unit.size, 3), unit.text);
}

std::string timesText(TimeRange range)
{
    return fmt::format("{} to {}, {} long", timeText(range.begin), timeText(range.end), timeText(range.length()));
}

/// "0-7 Tesla V100": devices of one name together.
std::string devicesText(const Trace& trace)
{
    std::vector<std::pair<std::string, std::vector<std::int64_t>>> byName;
    for (const DeviceProperties& device : devicesOf(trace)) {
        auto same = std::ranges::find(byName, device.name, &std::pair<std::string, std::vector<std::int64_t>>::first);
        if (same == byName.end())
            same = byName.insert(byName.end(), { device.name, {} });
        same->second.push_back(device.id);
    }
    std::string text;
    for (auto& [name, ids] : byName) {
        std::ranges::sort(ids);
        text += fmt::format("{}{}{}{}", text.empty() ? "" : ", ", formatNumberList(ids), name.empty() ? "" : " ", name);
    }
    return text.empty() ? "none" : text;
}

std::string tracksText(const Trace& trace)
{
    std::size_t threads = 0;
    std::size_t streams = 0;
    std::size_t counters = 0;
    for (const Track& track : trace.tracks()) {
        threads += track.kind == TrackKind::HostThread ? 1 : 0;
        streams += track.kind == TrackKind::Stream ? 1 : 0;
        counters += track.kind == TrackKind::Counter ? 1 : 0;
    }
    return fmt::format("{} ({}, {}, {})", trace.tracks().size(), counted(threads, "host thread"),
        counted(streams, "stream"), counted(counters, "counter"));
}

/// A label and what there is to say, in lines of `width` characters (0: one line).
std::string line(const char* label, const std::string& value, std::size_t width)
{
    constexpr std::size_t kIndent = 14;
    std::string text = label[0] == 0 ? "" : "  " + std::string(label);
    text.resize(kIndent, ' ');
    const std::size_t room = width == 0 ? 0 : std::max<std::size_t>(width, kIndent + 20) - kIndent;
    bool isFirst = true;
    for (const std::string& part : wrappedText(escapeForTerminal(value), room)) {
        text += (isFirst ? std::string() : std::string(kIndent, ' ')) + part + "\n";
        isFirst = false;
    }
    return text;
}

std::string healthText(const ImportReport& report, std::size_t width)
{
    std::string text = line("health", fmt::format("{} dropped, {} repaired", report.dropped, report.repaired), width);
    for (std::size_t i = 0; i < report.problems.size(); ++i) {
        if (report.problems[i].count == 0)
            continue;
        const Message problem = problemMessage(static_cast<Problem>(i), report.problems[i]);
        text += line("", fmt::format("{} x {}", report.problems[i].count, english(problem)), width);
    }
    return text;
}

std::string stepsText(std::size_t count, const std::vector<std::int64_t>& steps)
{
    if (steps.empty())
        return "none";
    return fmt::format("{} (number{} {})", count, steps.size() == 1 ? "" : "s", formatNumberList(steps));
}

/// A rank of which only a summary is there.
std::string summaryText(const RankTrace& rank, const RankSummary& summary, std::size_t width)
{
    const SummaryMeta& meta = summary.meta;
    std::string text = fmt::format("rank {}: {}\n", rank.rank, escapeForTerminal(summary.path));
    text += line("summary of", rank.path, width);
    text += line("host", meta.host + (meta.hostSource == "file name" ? "" : " (where it was summarized)"), width);
    text += line("events",
        fmt::format(
            "{}, {} GPU activities, {}", meta.events, meta.gpuWork, counted(summary.runs.size(), "communication run")),
        width);
    text += line("steps", stepsText(summary.steps.size(), summary.numbersOfSteps()), width);
    text += line("devices", meta.device.empty() ? "unknown" : meta.device, width);
    text += line("time", timesText(jobRange(rank)), width);
    return text + line("health", counted(summary.health.size(), "finding") + " of trace-health", width);
}

std::string rankText(const RankTrace& rank, std::size_t width)
{
    if (const RankSummary* summary = rank.readsFrom())
        return summaryText(rank, *summary, width);
    const Trace& trace = *rank.trace;
    const ImportReport& report = trace.report();
    std::string text = fmt::format("rank {}: {}\n", rank.rank, escapeForTerminal(trace.path()));
    std::string events = fmt::format("{}, {} drawable", report.events, report.drawable);
    for (const auto& [kind, count] : report.counted)
        events += fmt::format(", {} {}", count, kind);
    text += line("events", events, width);
    text += line("tracks", tracksText(trace), width);
    const std::vector<std::int64_t> steps = stepNumbersOf(trace);
    text += line("steps", stepsText(trace.steps().size(), steps), width);
    text += line("devices", devicesText(trace), width);
    text += line("time", timesText(jobRange(rank)), width);
    if (const Message clock = clockMessage(rank); !clock.isEmpty())
        text += line("clock", english(clock), width);
    return text + healthText(report, width);
}

/// What is inside of all ranks together, above the list of them.
std::string jobText(const TraceSet& traces, std::size_t width)
{
    std::uint64_t events = 0;
    std::uint64_t dropped = 0;
    std::uint64_t repaired = 0;
    for (const RankTrace& rank : traces.ranks()) {
        events += rank.readsFrom() != nullptr ? rank.readsFrom()->meta.events : rank.trace->report().events;
        dropped += rank.trace->report().dropped;
        repaired += rank.trace->report().repaired;
    }
    const std::string whole = fmt::format("{}, {} events, {} long, {} dropped, {} repaired",
        counted(traces.ranks().size(), "rank"), events, timeText(traces.range().length()), dropped, repaired);
    return joined(wrappedText(whole, width), "\n") + "\n";
}

} // namespace

std::string writeInfoText(const TraceSet& traces, std::size_t lineWidth)
{
    std::string text;
    if (traces.ranks().size() > 1)
        text = jobText(traces, lineWidth);
    for (const RankTrace& rank : traces.ranks())
        text += (text.empty() ? "" : "\n") + rankText(rank, lineWidth);
    return text;
}

} // namespace kinetoscope
