// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/trace_loader.h"

#include <numeric>
#include <string>

namespace kinetoscope::tests {

/// What became of a load, in one line that a table can hold:
///
///     "3/2 metadata 1 | duplicate-key 1"   3 events, 2 drawable, 1 counted as metadata; then every problem noted
///     "refused"                            no trace (NotATrace or Unreadable)
[[nodiscard]] inline std::string outcomeOf(const Result<std::shared_ptr<const Trace>>& loaded)
{
    if (!loaded) {
        const ErrorCode code = loaded.error().code;
        const bool isRefusal = code == ErrorCode::NotATrace || code == ErrorCode::Unreadable;
        return isRefusal ? "refused" : "error " + std::to_string(static_cast<int>(code));
    }
    const ImportReport& report = loaded.value()->report();
    std::string out = std::to_string(report.events) + "/" + std::to_string(report.drawable);
    for (const auto& [kind, count] : report.counted)
        out += " " + kind + " " + std::to_string(count);
    std::string problems;
    for (std::size_t i = 0; i < report.problems.size(); ++i)
        if (report.problems[i].count > 0)
            problems += " " + std::string(problemInfo(static_cast<Problem>(i)).id) + " "
                + std::to_string(report.problems[i].count);
    return problems.empty() ? out : out + " |" + problems;
}

/// `events == drawable + sum(counted)`: no event disappears. True for a refusal too.
[[nodiscard]] inline bool isAccountedFor(const Result<std::shared_ptr<const Trace>>& loaded)
{
    if (!loaded)
        return true;
    const ImportReport& report = loaded.value()->report();
    const std::uint64_t counted = std::accumulate(report.counted.begin(), report.counted.end(), std::uint64_t { 0 },
        [](std::uint64_t sum, const auto& entry) { return sum + entry.second; });
    return report.events == report.drawable + counted;
}

/// The summary says how many events were repaired, the list what of: neither without the other, no entry with more
/// events than there were.
[[nodiscard]] inline bool repairsAgree(const Result<std::shared_ptr<const Trace>>& loaded)
{
    if (!loaded)
        return true;
    const ImportReport& report = loaded.value()->report();
    std::uint64_t listed = report.entry(Problem::ExtraComma).count; // between events, or in one
    for (const Problem problem :
        { Problem::MissingComma, Problem::InvalidUtf8, Problem::InvalidEscape, Problem::ControlCharacter,
            Problem::UnescapedQuote, Problem::LoneSurrogate, Problem::NonFiniteNumber, Problem::TimeOverflow,
            Problem::DuplicateKey, Problem::TooDeep, Problem::TooLong, Problem::DamagedArgs, Problem::WrongType }) {
        const std::uint64_t count = report.entry(problem).count;
        if (count > report.repaired + report.dropped)
            return false;
        listed += count;
    }
    return listed >= report.repaired;
}

} // namespace kinetoscope::tests
