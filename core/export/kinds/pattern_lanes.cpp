// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/kinds/pattern_lanes.h"

#include "core/analysis/host/kernel_sequences.h"
#include "core/analysis/run_analysis.h"
#include "core/base/number_text.h"
#include "core/base/vectors.h"
#include "core/catalog/analyses.h"
#include "core/export/write/text_edits.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace kinetoscope {

namespace {

/// What the analysis takes of the export's parameters.
Parameters analysisParameters(const ExportInput& input, const AnalysisDescriptor& analysis)
{
    Parameters own;
    const auto take = [&](const ParameterDescriptor& parameter) {
        const auto it = input.parameters.all().find(parameter.id);
        if (it != input.parameters.all().end())
            own.set(parameter.id, it->second);
    };
    for (const ParameterDescriptor& parameter : analysis.parameters)
        take(parameter);
    for (const ParameterDescriptor& parameter : htaParameters())
        take(parameter);
    return own;
}

std::string firstStep(const Table& table, std::string_view chain)
{
    const std::vector<std::string>* const steps = table.chainSteps(chain);
    return steps == nullptr || steps->empty() ? std::string(chain) : steps->front();
}

/// From the table `occurrences`: what each op called lies behind it, deeper.
void takeOccurrences(const Table& table, const Trace& trace, RankPatterns& found)
{
    const SliceTable& slices = trace.slices();
    const std::size_t column = table.columnIndex("pattern");
    std::map<std::string_view, std::uint32_t> numbers;
    for (std::size_t row = 0; row < table.rowCount(); ++row) {
        const std::string_view text = table.text(row, column);
        const auto [number, isNew] = numbers.emplace(text, static_cast<std::uint32_t>(found.patterns.size()));
        if (isNew)
            found.patterns.push_back({ std::string(text), 0, firstStep(table, text) });
        ++found.patterns[number->second].count;
        PatternOccurrence occurrence;
        occurrence.pattern = number->second;
        for (const SliceRef& ref : table.evidence(row, column).slices) {
            found.events.emplace_back(slices.eventIndex[ref.slice.index()], number->second);
            if (isDeviceSide(trace.kind(ref.slice))) {
                occurrence.kernels.push_back(ref.slice);
                continue;
            }
            occurrence.op = ref.slice;
            const std::uint32_t end = trace.track(trace.trackOf(ref.slice)).endSlice();
            for (std::uint32_t i = ref.slice.value + 1; i < end && slices.depth[i] > slices.depth[ref.slice.index()];
                 ++i)
                found.events.emplace_back(slices.eventIndex[i], number->second);
        }
        found.occurrences.push_back(std::move(occurrence));
    }
}

/// From HTA's table, whose rows know all their events.
void takeRows(const Table& table, const Trace& trace, std::size_t topK, RankPatterns& found)
{
    const std::size_t pattern = table.columnIndex("pattern");
    const std::size_t count = table.columnIndex("count");
    for (std::size_t row = 0; row < std::min(topK, table.rowCount()); ++row) {
        const Cell times = table.cell(row, count);
        const std::string_view text = table.text(row, pattern);
        found.patterns.push_back(
            { std::string(text), static_cast<std::uint64_t>(std::get<std::int64_t>(times)), firstStep(table, text) });
        for (const SliceRef& ref : table.evidence(row, pattern).slices)
            found.events.emplace_back(trace.slices().eventIndex[ref.slice.index()], static_cast<std::uint32_t>(row));
    }
}

Result<Table> chosenOccurrences(const ExportInput& input, const AnalysisInput& rank, const AnalysisDescriptor& analysis)
{
    KT_TRY(const Parameters complete, completeParameters(analysis, analysisParameters(input, analysis), Mode::Exact));
    return sequenceOccurrences(rank, complete, input.chains, input.context);
}

void finish(RankPatterns& found)
{
    sortUnique(found.events);
}

/// The lanes of one process: their numbers follow those of its threads, far behind what systems give out.
constexpr std::int64_t kFirstLane = 1'900'000'001;

std::string letterOf(std::uint32_t pattern)
{
    return pattern < 26 ? std::string(1, static_cast<char>('A' + pattern)) : fmt::format("#{}", pattern + 1);
}

class LaneWriter {
public:
    LaneWriter(const Trace& trace, const RankPatterns& patterns)
        : m_trace(trace)
        , m_patterns(patterns)
    {
        for (const Track& track : trace.tracks())
            m_usedThreads.emplace(trace.text(track.pid), trace.text(track.tid));
    }

    void add(const PatternOccurrence& occurrence)
    {
        const SliceTable& slices = m_trace.slices();
        if (occurrence.op.isValid())
            m_stretches[{ pidOf(occurrence.op), occurrence.pattern }].push_back(slices.range(occurrence.op));
        std::map<std::string_view, TimeRange> hulls;
        for (const SliceId kernel : occurrence.kernels) {
            const TimeRange range = slices.range(kernel);
            const auto [hull, isNew] = hulls.emplace(pidOf(kernel), range);
            if (!isNew)
                hull->second = { std::min(hull->second.begin, range.begin), std::max(hull->second.end, range.end) };
        }
        for (const auto& [pid, hull] : hulls)
            m_stretches[{ pid, occurrence.pattern }].push_back(hull);
    }

    std::string write(std::uint64_t& count)
    {
        for (auto& [key, stretches] : m_stretches)
            writeLanes(key.first, key.second, stretches);
        count = m_count;
        return std::move(m_out);
    }

private:
    [[nodiscard]] std::string_view pidOf(SliceId slice) const
    {
        return m_trace.text(m_trace.track(m_trace.trackOf(slice)).pid);
    }

    /// Puts each stretch on the first lane that is free.
    void writeLanes(std::string_view pid, std::uint32_t pattern, std::vector<TimeRange>& stretches)
    {
        std::ranges::sort(stretches, {}, [](const TimeRange& a) { return std::tie(a.begin, a.end); });
        struct Lane {
            Timestamp freeFrom;
            std::string tid;
        };
        std::vector<Lane> lanes;
        for (const TimeRange& stretch : stretches) {
            auto lane = std::ranges::find_if(lanes, [&](const Lane& l) { return l.freeFrom <= stretch.begin; });
            if (lane == lanes.end()) {
                lanes.push_back({ stretch.end, newThread(pid) });
                lane = lanes.end() - 1;
                nameThread(pid, lane->tid, pattern, lanes.size());
            }
            lane->freeFrom = stretch.end;
            const std::string& text = m_patterns.patterns[pattern].text;
            const std::string name = fmt::format("{} {}", letterOf(pattern), m_patterns.patterns[pattern].first);
            event(fmt::format(R"({{"ph": "X", "cat": "kernel_sequence", "name": {}, "pid": {}, "tid": {}, "ts": {}, )"
                              R"("dur": {}, "args": {{"Pattern": {}}}}})",
                jsonString(name), placeToken(pid), lane->tid, microsecondsText(stretch.begin),
                microsecondsText(saturatingSubtract(stretch.end, stretch.begin)), jsonString(text)));
        }
    }

    std::string newThread(std::string_view pid)
    {
        for (;; ++m_nextLane) {
            const std::string tid = std::to_string(m_nextLane);
            if (m_usedThreads.emplace(std::string(pid), tid).second)
                return tid;
        }
    }

    void nameThread(std::string_view pid, const std::string& tid, std::uint32_t pattern, std::size_t lane)
    {
        std::string name = "pattern " + letterOf(pattern);
        if (lane > 1)
            name += fmt::format(" ({})", lane);
        const auto metadata = [&](std::string_view kind, const std::string& args) {
            event(fmt::format(R"({{"ph": "M", "name": "{}", "pid": {}, "tid": {}, "ts": {}, "args": {{{}}}}})", kind,
                placeToken(pid), tid, microsecondsText(m_trace.range().begin), args));
        };
        metadata("thread_name", "\"name\": " + jsonString(name));
        metadata("thread_sort_index", "\"sort_index\": " + tid);
    }

    void event(const std::string& json)
    {
        if (m_count++ > 0)
            m_out += kEventSeparator;
        m_out += json;
    }

    const Trace& m_trace;
    const RankPatterns& m_patterns;
    std::map<std::pair<std::string_view, std::uint32_t>, std::vector<TimeRange>> m_stretches; ///< by pid and pattern
    std::set<std::pair<std::string, std::string>> m_usedThreads;
    std::int64_t m_nextLane = kFirstLane;
    std::string m_out;
    std::uint64_t m_count = 0;
};

} // namespace

Result<RankPatterns> findPatterns(const ExportInput& input, std::size_t rank)
{
    const RankTrace& rankTrace = input.traces->ranks()[rank];
    const AnalysisDescriptor& analysis = *findAnalysis("kernel-sequences");
    AnalysisInput one { input.traces, {} };
    one.scope.ranks = { rankTrace.rank };
    RankPatterns found;
    if (!input.chains.empty() && input.mode == Mode::Exact) {
        KT_TRY(const Table occurrences, chosenOccurrences(input, one, analysis));
        takeOccurrences(occurrences, *rankTrace.trace, found);
        if (found.patterns.empty())
            found.remarks.push_back({ "no-sequences",
                { KT_PHRASE("export", "None of the chains that are marked is on rank %1 with these parameters."),
                    arg::Number { rankTrace.rank } } });
        finish(found);
        return found;
    }
    KT_TRY(const AnalysisResult result,
        runAnalysis(analysis, { &one, 1 }, analysisParameters(input, analysis), input.mode, input.context));
    found.remarks = result.remarks;
    if (const Table* table = result.findTable(input.mode == Mode::Hta ? "sequences" : "occurrences")) {
        if (input.mode == Mode::Hta)
            takeRows(*table, *rankTrace.trace, static_cast<std::size_t>(input.parameters.integer("top-k")), found);
        else
            takeOccurrences(*table, *rankTrace.trace, found);
    }
    if (found.patterns.empty() && found.remarks.empty())
        found.remarks.push_back({ "no-sequences",
            { KT_PHRASE("export", "No op %1 launches enough kernels, or there is none."),
                arg::Name { input.parameters.text("operator-name") } } });
    finish(found);
    return found;
}

std::string patternLanes(const Trace& trace, const RankPatterns& patterns, std::uint64_t& count)
{
    LaneWriter writer(trace, patterns);
    for (const PatternOccurrence& occurrence : patterns.occurrences)
        writer.add(occurrence);
    return writer.write(count);
}

} // namespace kinetoscope
