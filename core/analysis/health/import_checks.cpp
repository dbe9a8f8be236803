// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/health/health_finding.h"
#include "core/analysis/words/problem_words.h"
#include "core/analysis/words/words.h"

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

std::string sentenceOf(Problem problem, const ImportReport::Entry& entry)
{
    std::string sentence = problemWords(problem, entry);
    if (problem == Problem::LimitReached)
        return sentence;
    if (entry.count > 1)
        sentence += " This happens " + std::to_string(entry.count) + " times.";
    if (entry.bytes > 0)
        sentence += " " + countWords(entry.bytes, "byte was", "bytes were") + " skipped.";
    if (!entry.examples.empty()) {
        sentence += " First at byte " + std::to_string(entry.examples.front().offset);
        if (!entry.examples.front().text.empty())
            sentence += ": " + quotedName(entry.examples.front().text);
        sentence += ".";
    }
    return sentence;
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
    switch (level) {
    case HealthLevel::Serious:
        return "serious";
    case HealthLevel::Warning:
        return "warning";
    case HealthLevel::Info:
        break;
    }
    return "info";
}

void checkImport(const Trace& trace, std::vector<HealthFinding>& findings)
{
    const ImportReport& report = trace.report();
    for (std::size_t i = 0; i < report.problems.size(); ++i) {
        const auto problem = static_cast<Problem>(i);
        const ImportReport::Entry& entry = report.problems[i];
        if (entry.count == 0 || isToldElsewhere(problem))
            continue;
        HealthFinding finding;
        finding.level = levelOf(problem);
        finding.check = problemInfo(problem).id;
        finding.sentence = sentenceOf(problem, entry);
        finding.count = entry.count;
        if (finding.level == HealthLevel::Info)
            finding.general = problemInfo(problem).sentence;
        if (const std::uint16_t flags = flagsOf(problem); flags != 0)
            finding.slices = slicesWith(trace.slices(), flags);
        findings.push_back(std::move(finding));
    }
    if (report.events == 0 || report.hasFractionalTimes || trace.slices().size() == 0)
        return;
    HealthFinding finding;
    finding.check = "whole-microseconds";
    finding.sentence =
        "Times are whole microseconds, as PyTorch wrote them until 2024: what takes less counts as 0 or 1 us.";
    finding.general = finding.sentence;
    finding.count = 1;
    findings.push_back(std::move(finding));
}

} // namespace kinetoscope
