// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/info/info_report.h"

#include "core/analysis/words/clock_message.h"
#include "core/analysis/words/problem_message.h"
#include "core/output/analysis_json.h"
#include "core/output/info/info_facts.h"
#include "core/output/json_writer.h"
#include "core/words/english.h"

#include <fmt/core.h>

#include <array>

namespace kinetoscope {

namespace {

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

} // namespace

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

} // namespace kinetoscope
