// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/health/health_finding.h"
#include "core/analysis/words/problem_message.h"

#include <array>
#include <utility>

namespace kinetoscope {

namespace {

/// Problems that checkSlices tells with more detail.
bool isToldElsewhere(Problem problem)
{
    return problem == Problem::OverlappingSlices;
}

HealthLevel levelOf(Problem problem)
{
    switch (problem) {
    case Problem::NegativeDuration:
    case Problem::ImplausibleDuration:
    case Problem::MissingDuration:
    case Problem::UnmatchedBegin:
        return HealthLevel::Warning; // left out of every analysis
    default:
        break;
    }
    switch (problemInfo(problem).severity) {
    case Severity::Lost:
        return HealthLevel::Serious;
    case Severity::Repaired:
        return HealthLevel::Warning;
    case Severity::Info:
        break;
    }
    return HealthLevel::Info;
}

/// Where it was met first; nothing where nobody knows.
Message firstPlace(const ImportReport::Entry& entry)
{
    if (entry.examples.empty())
        return {};
    const ImportReport::Example& first = entry.examples.front();
    if (first.text.empty())
        return { KT_PHRASE("trace-health", " First at byte %1."), arg::Number { first.offset } };
    return { KT_PHRASE("trace-health", " First at byte %1: %2."), arg::Number { first.offset },
        arg::Name { first.text } };
}

Message importChecksSentenceOf(Problem problem, const ImportReport::Entry& entry)
{
    Message sentence = problemMessage(problem, entry);
    if (problem == Problem::LimitReached)
        return sentence;
    const Message times = entry.count > 1
        ? Message { KT_PHRASE("trace-health", " This happens %1 times."), arg::Count { entry.count } }
        : Message {};
    const Message skipped = entry.bytes > 0
        ? Message { KT_PLURAL("trace-health", " %1 byte was skipped.", " %1 bytes were skipped."),
              arg::Count { entry.bytes } }
        : Message {};
    return { KT_PHRASE("trace-health", "%1%2%3%4"), std::move(sentence), times, skipped, firstPlace(entry) };
}

/// Slices that the file has and no analysis sums, whatever the reason.
std::vector<SliceId> slicesWith(const SliceTable& slices, std::uint16_t flags)
{
    std::vector<SliceId> found;
    for (std::size_t row = 0; row < slices.size(); ++row) {
        if ((slices.flags[row] & flags) != 0)
            found.push_back(SliceTable::at(row));
    }
    return found;
}

std::uint16_t flagsOf(Problem problem)
{
    switch (problem) {
    case Problem::NegativeDuration:
        return kSliceNegativeDuration;
    case Problem::MissingDuration:
        return kSliceMissingDuration;
    case Problem::ImplausibleDuration:
        return kSliceCorrupt;
    case Problem::ImplausibleTime:
        return kSliceImplausibleTime;
    case Problem::TimeOverflow:
        return kSliceClamped;
    case Problem::UnmatchedBegin:
        return kSliceUnfinished;
    default:
        return 0;
    }
}

} // namespace

const char* toString(HealthLevel level)
{
    constexpr std::array kNames { "serious", "warning", "info" };
    return kNames[static_cast<std::size_t>(level)];
}

void checkImport(const Trace& trace, std::vector<HealthFinding>& findings)
{
    const ImportReport& report = trace.report();
    for (std::size_t i = 0; i < report.problems.size(); ++i) {
        const auto problem = static_cast<Problem>(i);
        const ImportReport::Entry& entry = report.problems[i];
        if (entry.count == 0 || isToldElsewhere(problem))
            continue;
        HealthFinding finding { .level = levelOf(problem),
            .check = std::string(problemInfo(problem).id),
            .sentence = importChecksSentenceOf(problem, entry),
            .count = entry.count };
        if (finding.level == HealthLevel::Info)
            finding.general = Message::of(problemInfo(problem).sentence);
        if (const std::uint16_t flags = flagsOf(problem); flags != 0)
            finding.slices = slicesWith(trace.slices(), flags);
        findings.push_back(std::move(finding));
    }
    if (report.events == 0 || report.hasFractionalTimes || trace.slices().size() == 0)
        return;
    HealthFinding finding { .check = "whole-microseconds",
        .sentence = { KT_PHRASE("trace-health",
            "Times are whole microseconds, as PyTorch wrote them until 2024: what takes less counts as none or as "
            "one.") },
        .count = 1 };
    finding.general = finding.sentence;
    findings.push_back(std::move(finding));
}

} // namespace kinetoscope
