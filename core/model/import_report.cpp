// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/import_report.h"

#include <algorithm>

namespace kinetoscope {

namespace {

constexpr std::size_t kProblemCount = static_cast<std::size_t>(Problem::Count_);
constexpr std::size_t kMaxExampleBytes = 120;

/// In the order of Problem. Severity: Info = nothing of the file is missing or changed; Repaired = read another way
/// than written; Lost = something of the file is not there.
constexpr std::array<ProblemInfo, kProblemCount> kProblems { {
    { "truncated", Severity::Lost,
        KT_PHRASE("import", "The file ends before the trace does; everything complete before that point is there.") },
    { "damaged-event", Severity::Lost, KT_PHRASE("import", "An event is not valid JSON and was skipped.") },
    { "not-an-object", Severity::Info,
        KT_PHRASE("import", "An element of traceEvents is not an object; there is nothing to draw.") },
    { "missing-comma", Severity::Repaired, KT_PHRASE("import", "A comma is missing between two events.") },
    { "extra-comma", Severity::Info, KT_PHRASE("import", "There is a comma without an event.") },
    { "invalid-utf8", Severity::Repaired,
        KT_PHRASE("import", "A text holds bytes that are not UTF-8; they are shown as U+FFFD.") },
    { "invalid-escape", Severity::Repaired,
        KT_PHRASE("import", "A text holds an unknown escape sequence; its backslash is read literally.") },
    { "control-character", Severity::Repaired,
        KT_PHRASE("import", "A text holds a raw control character, shown as a control picture.") },
    { "unescaped-quote", Severity::Repaired, KT_PHRASE("import", "A text holds a quote that is not escaped.") },
    { "lone-surrogate", Severity::Repaired,
        KT_PHRASE("import", "A text holds half of a surrogate pair, shown as U+FFFD.") },
    { "non-finite-number", Severity::Lost, KT_PHRASE("import", "A number is NaN or infinite and is read as missing.") },
    { "bad-number", Severity::Lost,
        KT_PHRASE("import", "A time, duration or argument is not a usable number and is read as missing.") },
    { "time-overflow", Severity::Repaired,
        KT_PHRASE("import", "A time is beyond the range of 64-bit nanoseconds and was moved to its edge.") },
    { "negative-duration", Severity::Info,
        KT_PHRASE(
            "import", "An event has a negative duration; it is drawn as unfinished and left out of every analysis.") },
    { "implausible-duration", Severity::Info,
        KT_PHRASE("import", "An event lasts longer than seven days; it is drawn and left out of every analysis.") },
    { "implausible-time", Severity::Lost,
        KT_PHRASE("import",
            "An event lies more than seven days from the recording: its time is wrong, and it is left out of every "
            "analysis and of the view.") },
    { "missing-timestamp", Severity::Lost,
        KT_PHRASE("import", "An event needs a time and has none that can be read; it cannot be drawn.") },
    { "missing-duration", Severity::Info,
        KT_PHRASE("import", "An event has no duration; it is drawn as unfinished and left out of every analysis.") },
    { "unmatched-end", Severity::Info, KT_PHRASE("import", "An end has no beginning.") },
    { "unmatched-begin", Severity::Info,
        KT_PHRASE("import", "A beginning has no end; it is drawn as unfinished and left out of every analysis.") },
    { "crossed-pair", Severity::Info, KT_PHRASE("import", "An end names another slice than the innermost open one.") },
    { "unpaired-flow", Severity::Info,
        KT_PHRASE("import", "A flow event finds no slice or no other end; there is no arrow to draw.") },
    { "overlapping-slices", Severity::Info,
        KT_PHRASE("import", "Slices of one track overlap without nesting; they are drawn on extra lanes.") },
    { "unknown-phase", Severity::Info,
        KT_PHRASE("import", "An event has no known phase (ph); there is nothing to draw.") },
    { "counter-without-value", Severity::Info, KT_PHRASE("import", "A counter event holds no number.") },
    { "duplicate-key", Severity::Repaired, KT_PHRASE("import", "An event has a key twice; the last counts.") },
    { "too-deep", Severity::Lost, KT_PHRASE("import", "A value is nested too deeply and was not read.") },
    { "too-long", Severity::Lost,
        KT_PHRASE("import", "A text, a list of keys or an event is longer than its limit and was cut.") },
    { "damaged-args", Severity::Lost,
        KT_PHRASE("import", "The args of an event are not valid JSON; the event is kept without them.") },
    { "damaged-preamble", Severity::Lost,
        KT_PHRASE("import", "The text before traceEvents is not valid JSON; its metadata may be incomplete.") },
    { "damaged-trailer", Severity::Lost,
        KT_PHRASE("import", "The text after traceEvents is not valid JSON; its metadata may be incomplete.") },
    { "second-document", Severity::Lost,
        KT_PHRASE("import", "More text follows the end of the trace and was not read.") },
    { "repeated-event-array", Severity::Info,
        KT_PHRASE("import", "The file holds traceEvents more than once; all were read.") },
    { "data-after-gzip", Severity::Lost, KT_PHRASE("import", "Bytes follow the compressed data and were not read.") },
    { "gzip-checksum", Severity::Repaired,
        KT_PHRASE("import", "A checksum or length of the compressed data is wrong; the data may be damaged.") },
    { "gzip-damaged", Severity::Lost,
        KT_PHRASE("import", "The compressed data is damaged or cut; everything before that point is there.") },
    { "nul-bytes", Severity::Lost,
        KT_PHRASE("import", "The file holds a block of zero bytes, as a crashed file system leaves it.") },
    { "wrong-type", Severity::Repaired,
        KT_PHRASE("import", "A field has the wrong JSON type; its text is used, or it is read as missing.") },
    { "changed-while-reading", Severity::Lost,
        KT_PHRASE("import", "The file changed while it was read; open it again to see all of it.") },
    { "limit-reached", Severity::Lost, KT_PHRASE("import", "A limit stopped the load; what was read is there.") },
    { "read-error", Severity::Lost, KT_PHRASE("import", "The system could not read on; what was read is there.") },
} };

/// `text` cut to the example length without splitting a UTF-8 character.
std::string exampleText(std::string_view text)
{
    std::size_t length = std::min(text.size(), kMaxExampleBytes);
    while (length < text.size() && length > 0 && (static_cast<unsigned char>(text[length]) & 0xC0u) == 0x80u)
        --length;
    return std::string(text.substr(0, length));
}

} // namespace

const ProblemInfo& problemInfo(Problem problem)
{
    return kProblems[static_cast<std::size_t>(problem)];
}

void ImportReport::note(Problem problem, std::uint64_t offset, std::string_view text, std::uint64_t bytes)
{
    Entry& entry = problems[static_cast<std::size_t>(problem)];
    ++entry.count;
    entry.bytes += bytes;
    if (entry.examples.size() < kMaxExamples)
        entry.examples.push_back({ offset, exampleText(text) });
}

void ImportReport::noteQuote(Problem problem, std::uint64_t offset, std::string_view text)
{
    std::vector<Example>& examples = problems[static_cast<std::size_t>(problem)].examples;
    const std::size_t before = examples.size();
    note(problem, offset, text);
    if (examples.size() > before)
        examples.back().isQuote = true;
}

bool ImportReport::isClean() const
{
    if (dropped != 0 || repaired != 0)
        return false;
    for (std::size_t i = 0; i < kProblemCount; ++i) {
        if (problems[i].count != 0 && kProblems[i].severity != Severity::Info)
            return false;
    }
    return true;
}

void ImportReport::merge(const ImportReport& later)
{
    events += later.events;
    drawable += later.drawable;
    for (const auto& [kind, count] : later.counted)
        counted[kind] += count;
    dropped += later.dropped;
    cutByLimit += later.cutByLimit;
    repaired += later.repaired;
    for (std::size_t i = 0; i < kProblemCount; ++i) {
        problems[i].count += later.problems[i].count;
        problems[i].bytes += later.problems[i].bytes;
        for (const Example& example : later.problems[i].examples) {
            if (problems[i].examples.size() < kMaxExamples)
                problems[i].examples.push_back(example);
        }
    }
    fileBytes += later.fileBytes;
    textBytes += later.textBytes;
    isGzip = isGzip || later.isGzip;
    hasFinerTimes = hasFinerTimes || later.hasFinerTimes;
    hasFractionalTimes = hasFractionalTimes || later.hasFractionalTimes;
}

} // namespace kinetoscope
