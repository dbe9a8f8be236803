// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/kinds/sequence_events.h"

#include "core/base/number_text.h"
#include "core/export/kinds/pattern_lanes.h"
#include "core/export/write/text_edits.h"

#include <algorithm>
#include <optional>

namespace kinetoscope {

namespace {

constexpr std::string_view kPatterns = "Patterns";
constexpr std::string_view kProfilerSpan = "PyTorch Profiler";
constexpr std::string_view kSpans = "Spans";
/// A loader may refuse one event above 16 MiB.
constexpr std::size_t kMostDictionaryBytes = 8u << 20;

/// Numbers for the names of a trace: the dictionary of a compressed one. An id is the place of a name among the texts
/// of the file in order of first appearance ([DIFF-0.14]).
class NameNumbers {
public:
    /// @param withCategories  as HTA lists them.
    NameNumbers(const Trace& trace, bool withCategories)
        : m_trace(trace)
        , m_isListed(trace.strings().size())
    {
        const SliceTable& slices = trace.slices();
        for (std::size_t i = 0; i < slices.size(); ++i) {
            if (slices.kind[i] != EventKind::TraceSpan)
                list(slices.name[i]);
            if (withCategories && slices.kind[i] != EventKind::TraceSpan)
                list(trace.categories()[slices.category[i]]);
        }
    }
    /// The number of a name; nothing if it has none.
    [[nodiscard]] std::optional<std::uint32_t> find(std::string_view name) const
    {
        const StringId id = m_trace.strings().find(name);
        return id.isValid() && m_isListed[id.index()] ? std::optional(id.value) : std::nullopt;
    }
    [[nodiscard]] std::string dictionary() const
    {
        std::string json = "{";
        for (std::uint32_t i = 0; i < m_isListed.size(); ++i) {
            if (!m_isListed[i])
                continue;
            json += json.size() > 1 ? ", \"" : "\"";
            json += std::to_string(i) + "\": " + jsonString(m_trace.text(StringId { i }));
        }
        return json + '}';
    }

private:
    void list(StringId id)
    {
        if (id.isValid() && !m_trace.text(id).empty())
            m_isListed[id.index()] = true;
    }

    const Trace& m_trace;
    std::vector<bool> m_isListed;
};

/// Event of the first span of the profiler; kNoEvent where the file has none.
EventIndex profilerSpanOf(const Trace& trace)
{
    EventIndex first = kNoEvent;
    for (const Track& track : trace.tracks()) {
        if (trace.text(track.pid) != kSpans)
            continue;
        for (std::uint32_t row = track.firstSlice; row < track.endSlice(); ++row) {
            if (trace.name(SliceId { row }).find(kProfilerSpan) != std::string_view::npos)
                first = std::min(first, trace.slices().eventIndex[row]);
        }
    }
    return first;
}

class SequencePlan final : public EventPlan {
public:
    SequencePlan(const Trace& trace, RankPatterns patterns, const ExportInput& input)
        : m_patterns(std::move(patterns))
        , m_isOverlaid(trace.report().events)
        , m_marks(input.parameters.boolean("patterns"))
        , m_compresses(input.parameters.boolean("compress"))
    {
        for (const auto& [event, pattern] : m_patterns.events)
            m_isOverlaid[event] = true;
        for (const ExportedPattern& pattern : m_patterns.patterns)
            m_texts.push_back(jsonString(pattern.text) + ": " + std::to_string(pattern.count));
        if (!m_compresses)
            return;
        m_names.emplace(trace, input.mode == Mode::Hta);
        m_dictionary = m_names->dictionary();
        m_span = profilerSpanOf(trace);
    }

    [[nodiscard]] const RankPatterns& patterns() const { return m_patterns; }
    [[nodiscard]] const std::string& dictionary() const { return m_dictionary; }
    [[nodiscard]] bool needsSpan() const { return m_compresses && m_span == kNoEvent; }

    [[nodiscard]] Fate fateOf(EventIndex event) const override
    {
        if (m_isOverlaid[event])
            return m_marks || event == m_span ? Fate::Edit : Fate::Copy;
        return m_compresses ? Fate::Edit : Fate::Copy;
    }

    Outcome edit(EventIndex event, std::string_view json, std::string& out) const override
    {
        if (!json.starts_with('{'))
            return Outcome::Same;
        if (event == m_span)
            return replaceArgs(json, m_dictionary, out);
        return m_isOverlaid[event] ? mark(event, json, out) : compress(json, out);
    }

private:
    static Outcome replaceArgs(std::string_view json, std::string_view value, std::string& out)
    {
        TextEdits edits(json, out);
        if (const auto args = findMember(json, "args"))
            edits.replace(args->value, value);
        else
            edits.replace(
                placeForMember(json), std::string(isEmptyObject(json) ? "" : ", ") + "\"args\": " + std::string(value));
        edits.finish();
        return Outcome::Edited;
    }

    /// The value of `Patterns` of one event.
    [[nodiscard]] std::string patternsOf(EventIndex event) const
    {
        std::string json = "{";
        for (auto it = std::lower_bound(
                 m_patterns.events.begin(), m_patterns.events.end(), std::pair(event, std::uint32_t { 0 }));
             it != m_patterns.events.end() && it->first == event; ++it)
            json += (json.size() > 1 ? ", " : "") + m_texts[it->second];
        return json + '}';
    }

    [[nodiscard]] Outcome mark(EventIndex event, std::string_view json, std::string& out) const
    {
        const std::string value = patternsOf(event);
        const auto args = findMember(json, "args");
        if (!args || !args->value.starts_with('{'))
            return replaceArgs(json, "{\"Patterns\": " + value + '}', out);
        TextEdits edits(json, out);
        if (const auto former = findMember(args->value, kPatterns))
            edits.replace(former->value, value);
        else
            edits.replace(placeForMember(args->value),
                (isEmptyObject(args->value) ? "\"Patterns\": " : ", \"Patterns\": ") + value);
        edits.finish();
        return Outcome::Edited;
    }

    /// Complete events only, as HTA does: others need their arguments to mean anything.
    [[nodiscard]] Outcome compress(std::string_view json, std::string& out) const
    {
        std::optional<RawMember> name;
        std::optional<RawMember> args;
        bool isComplete = false;
        MemberScan scan(json);
        for (RawMember member; scan.next(member);) {
            if (member.key == "ph")
                isComplete = member.value == "\"X\"";
            else if (member.key == "name" && !name)
                name = member;
            else if (member.key == "args" && !args)
                args = member;
        }
        if (!isComplete)
            return Outcome::Same;
        std::optional<std::uint32_t> number;
        if (name && name->value.starts_with('"'))
            number = m_names->find(plainText(name->value));
        const bool isNameFirst = name && args && name->value.data() < args->value.data();
        TextEdits edits(json, out);
        const auto replaceName = [&] {
            if (number)
                edits.replace(name->value, '"' + std::to_string(*number) + '"');
        };
        if (isNameFirst || !args)
            replaceName();
        if (args)
            edits.replace(args->value, "{}");
        if (args && !isNameFirst)
            replaceName();
        edits.finish();
        return number || args ? Outcome::Edited : Outcome::Same;
    }

    RankPatterns m_patterns;
    std::vector<bool> m_isOverlaid;   ///< by event
    std::vector<std::string> m_texts; ///< by pattern: its member of `Patterns`
    bool m_marks;
    bool m_compresses;
    std::optional<NameNumbers> m_names;
    std::string m_dictionary;
    EventIndex m_span = kNoEvent; ///< gets the dictionary
};

/// A span of the profiler for the dictionary, as Kineto writes it.
std::string profilerSpan(const Trace& trace, const std::string& dictionary)
{
    const TimeRange range = trace.range();
    return "{\"ph\": \"X\", \"cat\": \"Trace\", \"ts\": " + microsecondsText(range.begin)
        + ", \"dur\": " + microsecondsText(saturatingSubtract(range.end, range.begin))
        + ", \"pid\": \"Spans\", \"tid\": \"PyTorch Profiler\", \"name\": \"PyTorch Profiler (0)\", \"args\": "
        + dictionary + '}';
}

class OverlaidRank final : public RankExport {
public:
    OverlaidRank(const Trace& trace, RankPatterns patterns, const ExportInput& input)
        : m_plan(trace, std::move(patterns), input)
    {
        m_remarks = m_plan.patterns().remarks;
        std::string text;
        if (m_plan.needsSpan()) {
            text = profilerSpan(trace, m_plan.dictionary());
            m_added.count = 1;
        }
        if (input.parameters.boolean("lanes")) {
            std::uint64_t count = 0;
            const std::string lanes = patternLanes(trace, m_plan.patterns(), count);
            text += (text.empty() || lanes.empty() ? "" : std::string(kEventSeparator)) + lanes;
            m_added.count += count;
        }
        m_added.pieces = text.empty() ? 0 : 1;
        m_added.write = [text = std::move(text)](std::size_t, std::string& out) { out += text; };
    }
    [[nodiscard]] const EventPlan& plan() const override { return m_plan; }
    [[nodiscard]] const AddedEvents& added() const override { return m_added; }
    [[nodiscard]] bool isNothing() const override { return m_plan.patterns().patterns.empty(); }
    [[nodiscard]] bool hasTooManyNames() const { return m_plan.dictionary().size() > kMostDictionaryBytes; }

private:
    SequencePlan m_plan;
    AddedEvents m_added;
};

Result<std::unique_ptr<RankExport>> prepare(const ExportInput& input, std::size_t position)
{
    if (input.mode == Mode::Hta && input.parameters.boolean("lanes"))
        return Error { ErrorCode::InvalidArgument, "HTA has no lanes: --lanes belongs to exact mode.",
            Error::kNoOffset };
    Result<RankPatterns> patterns = findPatterns(input, position);
    if (!patterns)
        return patterns.error();
    const Trace& trace = *input.traces->ranks()[position].trace;
    auto rank = std::make_unique<OverlaidRank>(trace, std::move(patterns).value(), input);
    if (rank->hasTooManyNames())
        return Error { ErrorCode::InvalidArgument,
            trace.path() + " has too many different names for a dictionary: do not compress (--no-compress).",
            Error::kNoOffset };
    return std::unique_ptr<RankExport>(std::move(rank));
}

} // namespace

ExportDescriptor sequenceExport()
{
    ExportDescriptor kind;
    kind.id = "sequences";
    kind.title = "Overlaid trace";
    kind.purpose = "The trace with its frequent kernel sequences marked: search for Patterns in any viewer";
    for (const ParameterDescriptor& parameter : findAnalysis("kernel-sequences")->parameters) {
        if (parameter.id == "max-ngram-len") // of a table that is not asked for
            continue;
        kind.parameters.push_back(parameter);
        if (parameter.id == "top-k") {
            kind.parameters.back().title = "Patterns";
            kind.parameters.back().help = "Patterns that are marked";
        }
    }
    const auto flag = [&kind](const char* id, const char* title, const char* help, bool isOn) {
        kind.parameters.push_back(
            { id, title, help, ParameterType::Bool, isOn, std::nullopt, std::nullopt, std::nullopt, {}, false });
    };
    flag("patterns", "Mark the events", "Write the patterns of an event and their counts into its args", true);
    flag("compress", "Compress other events",
        "Empty the args of complete events outside of patterns and write a number for their names; the profiler's span "
        "holds the dictionary",
        true);
    flag("lanes", "A lane for each pattern", "Add threads on which each occurrence is a slice", false);
    kind.analyses = { "kernel-sequences" };
    kind.prefix = "overlaid_";
    kind.lowestRankByDefault = true;
    kind.hasHtaMode = true;
    kind.prepare = prepare;
    return kind;
}

} // namespace kinetoscope
