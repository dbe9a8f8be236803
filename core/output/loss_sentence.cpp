// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/loss_sentence.h"

#include "core/analysis/words.h"

#include <array>
#include <string_view>
#include <utility>

namespace kinetoscope {

namespace {

/// What the loader notes of a limit, and what a person calls it.
std::string limitWords(const ImportReport::Example& example)
{
    static constexpr std::array<std::pair<std::string_view, std::string_view>, 3> kLimits { {
        { "memory", "the memory limit" },
        { "gzip ratio", "the limit of how far compressed data may expand" },
        { "gzip members", "the limit of gzip members in one file" },
    } };
    for (const auto& [noted, words] : kLimits) {
        if (example.text == noted)
            return std::string(words) + " stopped the load after "
                + sizeWords(static_cast<std::int64_t>(example.offset)) + " of text; what follows was not read";
    }
    return example.text;
}

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
    for (const ImportReport::Example& example : report.entry(Problem::LimitReached).examples) {
        std::string words = limitWords(example);
        if (!words.empty() && words.front() >= 'a' && words.front() <= 'z')
            words.front() = static_cast<char>(words.front() - 'a' + 'A');
        add(words);
    }
    const bool isCut = report.entry(Problem::LimitReached).count > 0;
    for (const Problem problem : kUntrusted) {
        const ImportReport::Entry& entry = report.entry(problem);
        if (entry.count == 0 || (isCut && problem == Problem::Truncated)) // the limit cut it, not the file
            continue;
        add(std::string(problemInfo(problem).sentence)
            + (entry.count > 1 ? " (" + std::to_string(entry.count) + " times)" : ""));
    }
    // What stopped in the middle of an event lost that event to the limit, not to damage.
    const std::uint64_t dropped = isCut && report.dropped > 0 ? report.dropped - 1 : report.dropped;
    if (dropped > 0 || report.repaired > 0)
        add(countWords(dropped, "event", "events") + " lost to damage, " + std::to_string(report.repaired)
            + " repaired");
    else if (sentence.empty())
        add("It was read with repairs");
    return sentence;
}

} // namespace kinetoscope
