// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/loss_sentence.h"

#include "core/analysis/words/problem_words.h"
#include "core/analysis/words/words.h"

#include <algorithm>
#include <array>

namespace kinetoscope {

namespace {

/// Problems after which figures may be those of a part, or of something else than was recorded.
constexpr std::array kUntrusted { Problem::Truncated, Problem::GzipDamaged, Problem::GzipChecksum,
    Problem::DataAfterGzip, Problem::NulBytes, Problem::ChangedWhileReading, Problem::ReadError,
    Problem::SecondDocument, Problem::MissingTimestamp, Problem::ImplausibleTime, Problem::BadNumber,
    Problem::TimeOverflow, Problem::TooDeep, Problem::TooLong, Problem::DamagedPreamble, Problem::DamagedTrailer };

} // namespace

std::string lossSentence(const ImportReport& report)
{
    if (report.isClean())
        return {};
    std::string sentence;
    const auto add = [&sentence](const std::string& part) {
        sentence += (sentence.empty() ? "" : " ") + part + (part.ends_with('.') ? "" : ".");
    };
    if (const ImportReport::Entry& limits = report.entry(Problem::LimitReached); limits.count > 0)
        add(problemWords(Problem::LimitReached, limits));
    for (const Problem problem : kUntrusted) {
        const ImportReport::Entry& entry = report.entry(problem);
        if (entry.count == 0)
            continue;
        add(std::string(problemInfo(problem).sentence)
            + (entry.count > 1 ? " (" + std::to_string(entry.count) + " times)" : ""));
    }
    const std::uint64_t dropped = report.dropped - std::min(report.dropped, report.cutByLimit); // no damage
    if (dropped > 0 || report.repaired > 0)
        add(countWords(dropped, "event", "events") + " lost to damage, " + std::to_string(report.repaired)
            + " repaired");
    else if (sentence.empty())
        add("It was read with repairs");
    return sentence;
}

} // namespace kinetoscope
