// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/types/parameter_makers.h"
#include "core/export/kinds/export_kinds.h"

#include "core/base/number_text.h"
#include "core/catalog/analyses.h"
#include "core/export/kinds/overlay_names.h"
#include "core/export/kinds/pattern_lanes.h"
#include "core/export/write/text_edits.h"
#include "core/io/events/raw_event.h"

#include <fmt/core.h>

#include <algorithm>
#include <optional>

namespace kinetoscope {

namespace {

constexpr std::string_view kPatterns = "Patterns";
constexpr std::string_view kExternalId = "External id";
constexpr std::string_view kOccupancy = "est. achieved occupancy %";
/// A loader may refuse one event above 16 MiB.
constexpr std::size_t kMostDictionaryBytes = 8u << 20;

/// Numbers for the names of a trace: the dictionary of a compressed one, in the order in which a load first meets
/// them ([DIFF-0.14]). Other texts that a load keeps have none: how many it keeps depends on where the file is cut into
/// blocks.
class NameNumbers {
public:
    /// @param withCategories  as HTA lists them.
    NameNumbers(const Trace& trace, bool withCategories)
        : m_trace(trace)
        , m_numbers(trace.strings().size(), kNone)
    {
        const SliceTable& slices = trace.slices();
        for (std::size_t i = 0; i < slices.size(); ++i) {
            if (slices.kind[i] != EventKind::TraceSpan)
                list(slices.name[i]);
            if (withCategories && slices.kind[i] != EventKind::TraceSpan)
                list(trace.categories()[slices.category[i]]);
        }
        std::uint32_t next = 0;
        for (std::uint32_t& number : m_numbers) {
            if (number != kNone)
                number = next++;
        }
    }
    /// The number of a name; nothing if it has none.
    [[nodiscard]] std::optional<std::uint32_t> find(std::string_view name) const
    {
        const StringId id = m_trace.strings().find(name);
        return id.isValid() && m_numbers[id.index()] != kNone ? std::optional(m_numbers[id.index()]) : std::nullopt;
    }
    [[nodiscard]] std::string dictionary() const
    {
        std::string json = "{";
        for (std::size_t i = 0; i < m_numbers.size(); ++i) {
            if (m_numbers[i] != kNone)
                json += fmt::format(R"({}"{}": {})", json.size() > 1 ? ", " : "", m_numbers[i],
                    jsonString(m_trace.text(StringId { i })));
        }
        return json + '}';
    }

private:
    void list(StringId id)
    {
        if (id.isValid() && !m_trace.text(id).empty())
            m_numbers[id.index()] = 0;
    }

    static constexpr std::uint32_t kNone = UINT32_MAX;

    const Trace& m_trace;
    std::vector<std::uint32_t> m_numbers; ///< by StringId
};

bool isComplete(const EventParts& event)
{
    return plainText(event.phase) == "X";
}

/// The event with another name and other args, whichever stands first; nothing: they stay.
void write(const EventParts& event, const std::optional<std::string>& name, const std::optional<std::string>& args,
    std::string& out)
{
    TextEdits edits(event.json, out);
    const bool isNameFirst = event.args.empty() || event.name.data() < event.args.data();
    const auto writeName = [&] {
        if (name && !event.name.empty())
            edits.replace(event.name, *name);
    };
    if (isNameFirst)
        writeName();
    if (args && !event.args.empty())
        edits.replace(event.args, *args);
    else if (args)
        edits.replace(placeForMember(event.json), (isEmptyObject(event.json) ? "\"args\": " : ", \"args\": ") + *args);
    if (!isNameFirst)
        writeName();
    edits.finish();
}

/// The arguments that a load reads, links and analyses: what makes a trace the same one when it is opened again.
std::string countedArgs(std::string_view args)
{
    std::string kept = "{";
    MemberScan scan(args);
    std::string room;
    for (RawMember member; scan.next(member);) {
        const std::string_view key = member.keyText(room);
        const bool isCounted = argumentField(key) != Field::None || key == kExternalId || key == kOccupancy;
        if (!isCounted)
            continue;
        kept += kept.size() > 1 ? ", \"" : "\"";
        kept.append(key).append("\": ").append(member.value);
    }
    return kept + '}';
}

class SequencePlan final : public EventPlan {
public:
    SequencePlan(const Trace& trace, RankPatterns patterns, const ExportInput& input)
        : m_patterns(std::move(patterns))
        , m_isOverlaid(trace.report().events)
        , m_marks(input.parameters.boolean("patterns"))
        , m_compresses(input.parameters.boolean("compress"))
        , m_keepsCounted(input.mode == Mode::Exact)
    {
        for (const auto& [event, pattern] : m_patterns.events)
            m_isOverlaid[event] = true;
        for (const ExportedPattern& pattern : m_patterns.patterns)
            m_texts.push_back(fmt::format("{}: {}", jsonString(pattern.text), pattern.count));
        if (!m_compresses)
            return;
        m_names.emplace(trace, input.mode == Mode::Hta);
        m_dictionary = m_names->dictionary();
        m_former = OverlayNames(trace);
        const std::vector<EventIndex> spans = profilerSpans(trace);
        if (!m_former.isEmpty())
            m_span = m_former.span();
        else if (!spans.empty())
            m_span = spans.front();
    }

    [[nodiscard]] const RankPatterns& patterns() const { return m_patterns; }
    [[nodiscard]] const std::string& dictionary() const { return m_dictionary; }
    [[nodiscard]] bool needsSpan() const { return m_compresses && m_span == kNoEvent; }

    [[nodiscard]] Fate fateOf(EventIndex event) const override
    {
        if (m_isOverlaid[event])
            return m_marks || event == m_span || !m_former.isEmpty() ? Fate::Edit : Fate::Copy;
        return m_compresses ? Fate::Edit : Fate::Copy;
    }

    Outcome edit(EventIndex event, std::string_view json, std::string& out) const override
    {
        if (!json.starts_with('{'))
            return Outcome::Same;
        const EventParts parts(json);
        if (event == m_span) {
            write(parts, std::nullopt, m_dictionary, out);
            return Outcome::Edited;
        }
        return m_isOverlaid[event] ? mark(event, parts, out) : compress(parts, out);
    }

private:
    /// The value of `Patterns` of one event.
    [[nodiscard]] std::string patternsOf(EventIndex event) const
    {
        std::string json = "{";
        for (auto it = std::ranges::lower_bound(m_patterns.events, std::pair(event, std::uint32_t { 0 }));
             it != m_patterns.events.end() && it->first == event; ++it)
            json += (json.size() > 1 ? ", " : "") + m_texts[it->second];
        return json + '}';
    }

    /// The name that a former dictionary, which this one replaces, has for the event; nothing if it stands there.
    [[nodiscard]] const std::string* formerName(const EventParts& parts) const
    {
        return isComplete(parts) ? m_former.find(parts.name) : nullptr;
    }

    [[nodiscard]] Outcome mark(EventIndex event, const EventParts& parts, std::string& out) const
    {
        std::optional<std::string> name;
        std::optional<std::string> args;
        if (const std::string* former = formerName(parts))
            name = jsonString(*former);
        if (m_marks)
            args = markedArgs(event, parts.args);
        if (!name && !args)
            return Outcome::Same;
        write(parts, name, args, out);
        return Outcome::Edited;
    }

    [[nodiscard]] std::string markedArgs(EventIndex event, std::string_view args) const
    {
        const std::string value = patternsOf(event);
        if (!args.starts_with('{'))
            return "{\"Patterns\": " + value + '}';
        std::string marked;
        TextEdits edits(args, marked);
        if (const auto former = findMember(args, kPatterns))
            edits.replace(former->value, value);
        else
            edits.replace(placeForMember(args), (isEmptyObject(args) ? "\"Patterns\": " : ", \"Patterns\": ") + value);
        edits.finish();
        return marked;
    }

    /// Complete events only, as HTA does: others need their arguments to mean anything.
    [[nodiscard]] Outcome compress(const EventParts& parts, std::string& out) const
    {
        if (!isComplete(parts))
            return Outcome::Same;
        std::optional<std::string> name;
        if (parts.name.starts_with('"')) {
            const std::string* former = formerName(parts);
            const std::string text = former ? *former : plainText(parts.name);
            if (const auto number = m_names->find(text))
                name = fmt::format(R"("{}")", *number);
            else if (former)
                name = jsonString(text);
        }
        std::optional<std::string> args;
        if (!parts.args.empty())
            args = m_keepsCounted && parts.args.starts_with('{') ? countedArgs(parts.args) : "{}";
        if (!name && !args)
            return Outcome::Same;
        write(parts, name, args, out);
        return Outcome::Edited;
    }

    RankPatterns m_patterns;
    std::vector<bool> m_isOverlaid;   ///< by event
    std::vector<std::string> m_texts; ///< by pattern: its member of `Patterns`
    bool m_marks;
    bool m_compresses;
    bool m_keepsCounted;   ///< compressed events keep the arguments that figures and links are made of; HTA's lose all
    OverlayNames m_former; ///< the dictionary that a compressed trace came with, where a new one replaces it
    std::optional<NameNumbers> m_names;
    std::string m_dictionary;
    EventIndex m_span = kNoEvent; ///< gets the dictionary
};

/// A span of the profiler for the dictionary, as Kineto writes it.
std::string profilerSpan(const Trace& trace, const std::string& dictionary)
{
    const TimeRange range = trace.range();
    return fmt::format(
        R"({{"ph": "X", "cat": "Trace", "ts": {}, "dur": {}, "pid": "Spans", "tid": "PyTorch Profiler", )"
        R"json("name": "PyTorch Profiler (0)", "args": {}}})json",
        microsecondsText(range.begin), microsecondsText(saturatingSubtract(range.end, range.begin)), dictionary);
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
    [[nodiscard]] bool isNothing() const override { return m_plan.patterns().patterns.empty(); }
    [[nodiscard]] bool hasTooManyNames() const { return m_plan.dictionary().size() > kMostDictionaryBytes; }

private:
    SequencePlan m_plan;
};

Result<std::unique_ptr<RankExport>> sequenceEventsPrepare(const ExportInput& input, std::size_t position)
{
    if (input.mode == Mode::Hta && input.parameters.boolean("lanes"))
        return invalidArgument(
            { KT_PHRASE("export", "HTA has no lanes: %1 belongs to exact mode."), arg::Option { "lanes" } });
    KT_TRY(RankPatterns patterns, findPatterns(input, position));
    const Trace& trace = *input.traces->ranks()[position].trace;
    auto rank = std::make_unique<OverlaidRank>(trace, std::move(patterns), input);
    if (rank->hasTooManyNames())
        return invalidArgument(
            { KT_PHRASE("export", "%1 has too many different names for a dictionary: do not compress (%2)."),
                arg::Text { trace.path() }, arg::Option { "no-compress" } });
    return std::unique_ptr<RankExport>(std::move(rank));
}

} // namespace

ExportDescriptor sequenceExport()
{
    ExportDescriptor kind { .id = "sequences",
        .title = "Overlaid trace",
        .purpose = "The trace with its frequent kernel sequences marked: search for Patterns in any viewer",
        .analyses = { "kernel-sequences" },
        .prefix = "overlaid_",
        .lowestRankByDefault = true,
        .hasHtaMode = true,
        .prepare = sequenceEventsPrepare };
    for (const ParameterDescriptor& parameter : findAnalysis("kernel-sequences")->parameters) {
        if (parameter.id == "max-ngram-len") // of a table that is not asked for
            continue;
        kind.parameters.push_back(parameter);
        if (parameter.id == "top-k") {
            kind.parameters.back().title = "Patterns";
            kind.parameters.back().help = "Patterns that are marked";
        }
    }
    ParameterDescriptor compress = switchParameter("compress", "Compress other events",
        "Leave complete events outside of patterns the args alone that figures need (hta mode: none) and write a "
        "number for their names; the profiler's span holds the dictionary",
        false);
    compress.htaDefault = true;
    for (const ParameterDescriptor& parameter :
        { switchParameter(
              "patterns", "Mark the events", "Write the patterns of an event and their counts into its args", true),
            compress,
            switchParameter(
                "lanes", "A lane for each pattern", "Add threads on which each occurrence is a slice", false) })
        kind.parameters.push_back(parameter);
    return kind;
}

} // namespace kinetoscope
