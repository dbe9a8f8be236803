// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/info_report.h"

#include "core/analysis/types/columns.h"
#include "core/analysis/words/clock_message.h"
#include "core/analysis/words/problem_message.h"
#include "core/base/text.h"
#include "core/layout/table/column_units.h"
#include "core/output/analysis_json.h"
#include "core/output/json_writer.h"
#include "core/output/readable_text.h"
#include "core/output/text_table.h"
#include "core/words/english.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <set>
#include <utility>
#include <vector>

namespace kinetoscope {

namespace {

std::vector<std::int64_t> stepNumbersOf(const Trace& trace)
{
    std::set<std::int64_t> numbers;
    for (const Step& step : trace.steps())
        numbers.insert(step.number);
    return { numbers.begin(), numbers.end() };
}

/// Devices the file describes, completed with those that only have work.
std::vector<DeviceProperties> devicesOf(const Trace& trace)
{
    std::vector<DeviceProperties> devices = trace.metadata().devices;
    std::set<std::int64_t> withWork;
    for (const Track& track : trace.tracks()) {
        if (track.kind == TrackKind::Stream && track.device >= 0) // a device named by a text has no id
            withWork.insert(track.device);
    }
    for (const std::int64_t id : withWork) {
        if (std::ranges::none_of(devices, [id](const DeviceProperties& device) { return device.id == id; })) {
            devices.push_back({ .id = id });
        }
    }
    return devices;
}

TimeRange jobRange(const RankTrace& rank)
{
    return rank.toJobTime(rank.readsFrom() != nullptr ? rank.readsFrom()->meta.range : rank.trace->range());
}

void writeDevice(JsonWriter& json, const DeviceProperties& device)
{
    json.beginObject();
    json.member("id", device.id);
    json.member("name", device.name);
    if (device.totalMemoryBytes > 0)
        json.member("memory_bytes", device.totalMemoryBytes);
    if (device.multiprocessors > 0)
        json.member("multiprocessors", std::int64_t { device.multiprocessors });
    if (device.computeMajor > 0)
        json.member("compute_capability", fmt::format("{}.{}", device.computeMajor, device.computeMinor));
    json.endObject();
}

void writeProblems(JsonWriter& json, const ImportReport& report)
{
    json.beginArray();
    for (std::size_t i = 0; i < report.problems.size(); ++i) {
        const ImportReport::Entry& entry = report.problems[i];
        if (entry.count == 0)
            continue;
        const ProblemInfo& info = problemInfo(static_cast<Problem>(i));
        constexpr std::array kSeverities { "info", "repaired", "lost" };
        json.newLine();
        json.beginObject();
        json.member("id", info.id);
        json.member("severity", kSeverities[static_cast<std::size_t>(info.severity)]);
        json.member("count", entry.count);
        json.member("sentence", english(problemMessage(static_cast<Problem>(i), entry)));
        json.key("examples");
        json.array(entry.examples, [&json](const ImportReport::Example& example) {
            json.beginObject();
            json.member("offset", example.offset);
            json.member("text", example.text);
            json.endObject();
        });
        json.endObject();
    }
    json.endArray();
}

void writeCounts(JsonWriter& json, const Trace& trace)
{
    const ImportReport& report = trace.report();
    json.member("events", report.events);
    json.member("drawable", report.drawable);
    json.key("counted");
    json.beginObject();
    for (const auto& [kind, count] : report.counted)
        json.member(kind, count);
    json.endObject();
    json.member("dropped", report.dropped);
    json.member("repaired", report.repaired);
    json.member("tracks", static_cast<std::uint64_t>(trace.tracks().size()));
    json.member("steps", static_cast<std::uint64_t>(trace.steps().size()));
    json.key("step_numbers");
    json.array(stepNumbersOf(trace));
}

void writeRange(JsonWriter& json, TimeRange range)
{
    json.key("range_ns");
    json.array(std::array { range.begin, range.end });
}

/// A rank of which only a summary is there: what that says, under the same names.
void writeSummary(JsonWriter& json, const RankTrace& rank, const RankSummary& summary)
{
    const SummaryMeta& meta = summary.meta;
    json.member("path", summary.path);
    json.member("rank", rank.rank);
    json.member("kind", "summary");
    json.member("trace", rank.path);
    json.member("host", meta.host);
    json.member("events", meta.events);
    json.member("gpu_work", meta.gpuWork);
    json.member("communication_runs", static_cast<std::uint64_t>(summary.runs.size()));
    json.member("steps", static_cast<std::uint64_t>(summary.steps.size()));
    json.key("step_numbers");
    json.array(summary.numbersOfSteps());
    json.key("devices");
    json.beginArray();
    if (!meta.device.empty()) {
        json.beginObject();
        json.member("name", meta.device);
        json.endObject();
    }
    json.endArray();
    writeRange(json, jobRange(rank));
    json.key("health");
    json.array(summary.health, [&json](const SummaryFinding& finding) {
        json.beginObject();
        json.member("check", finding.code);
        json.member("severity", finding.severity);
        json.member("count", finding.count);
        json.member("sentence", finding.sentence);
        json.endObject();
    });
}

void writeTrace(JsonWriter& json, const RankTrace& rank)
{
    const Trace& trace = *rank.trace;
    json.member("path", trace.path());
    json.member("rank", rank.rank);
    json.member("kind", trace.report().counted.contains("memory-timeline") ? "memory-timeline" : "trace");
    writeCounts(json, trace);
    json.key("devices");
    json.array(devicesOf(trace), [&json](const DeviceProperties& device) { writeDevice(json, device); });
    writeRange(json, jobRange(rank));
    if (rank.alignment) {
        const RankAlignment& clock = *rank.alignment;
        json.key("clock");
        json.beginObject();
        json.member("status", toString(clock.status));
        json.member("reference", clock.reference);
        json.member("offset_ns", clock.map.offset);
        json.member("drift_ppm", clock.map.drift.partsPerMillion());
        json.member("error_ns", clock.error);
        json.member("collectives", static_cast<std::uint64_t>(clock.instances));
        json.member("sentence", english(clockMessage(rank)));
        json.endObject();
    }
    json.member("file_bytes", trace.report().fileBytes);
    json.member("text_bytes", trace.report().textBytes);
    json.key("problems");
    writeProblems(json, trace.report());
    json.key("metadata");
    json.beginObject();
    for (const auto& [key, text] : trace.metadata().entries) {
        json.key(key);
        json.json(text);
    }
    json.endObject();
}

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

Cell countCell(std::uint64_t count)
{
    return Cell(std::in_place_type<std::int64_t>, static_cast<std::int64_t>(count));
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

std::string writeInfoJson(const TraceSet& traces)
{
    JsonWriter json;
    json.beginObject();
    json.member("schema", "kinetoscope.info/1");
    json.key("traces");
    json.objects(traces.ranks(), [&json](const RankTrace& rank) {
        if (const RankSummary* summary = rank.readsFrom())
            writeSummary(json, rank, *summary);
        else
            writeTrace(json, rank);
    });
    json.member("unix_origin_ns", traces.unixOrigin());
    json.key("remarks");
    writeRemarksJson(json, traces.remarks());
    json.endObject();
    return json.take() + '\n';
}

Table infoTable(const TraceSet& traces)
{
    Table table("traces", "What is inside",
        {
            numberColumn("rank", "Rank"),
            textColumn("path", "File"),
            countColumn("events", "Events"),
            countColumn("drawable", "Drawable"),
            countColumn("dropped", "Dropped"),
            countColumn("repaired", "Repaired"),
            countColumn("tracks", "Tracks"),
            countColumn("steps", "Steps"),
            countColumn("devices", "Devices"),
            { "begin", ColumnType::Time, Unit::Microseconds, "First event" },
            { "end", ColumnType::Time, Unit::Microseconds, "Last end" },
        });
    for (const RankTrace& rank : traces.ranks()) {
        const Trace& trace = *rank.trace;
        const ImportReport& report = trace.report();
        const TimeRange range = jobRange(rank);
        if (const RankSummary* summary = rank.readsFrom()) {
            table.addRow({ rank.rank, summary->path, countCell(summary->meta.events), {}, {}, {}, {},
                countCell(summary->steps.size()), {}, range.begin, range.end });
            continue;
        }
        table.addRow({ rank.rank, trace.path(), countCell(report.events), countCell(report.drawable),
            countCell(report.dropped), countCell(report.repaired), countCell(trace.tracks().size()),
            countCell(trace.steps().size()), countCell(devicesOf(trace).size()), range.begin, range.end });
    }
    return table;
}

} // namespace kinetoscope
