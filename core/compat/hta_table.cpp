// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compat/hta_table.h"

#include "core/base/number_text.h"
#include "core/base/sort_stably.h"
#include "core/base/vectors.h"
#include "core/io/json/argument_scan.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>

namespace kinetoscope::compat {

namespace {

constexpr std::uint16_t kRowsHtaDrops = kSliceFromBeginEnd | kSliceMissingDuration | kSliceMissingCategory | kSliceAsync
    | kSliceInstant | kSliceCorruptTime;

/// `args.stream` as HTA reads it: any integer, so that an unsigned -1 (4294967295) of old traces counts as a stream
/// (0.7).
std::int64_t streamOf(const Trace& trace, SliceId slice)
{
    if (const auto stream = trace.streamArg(slice))
        return *stream;
    return trace.args().stream.find(trace.slices().eventIndex[slice.index()]).value_or(HtaRow::kNone);
}

/// Times as they are written: of digits finer than a nanosecond the model kept none, and a double has them.
Result<Done> readWrittenTimes(const Trace& trace, std::vector<HtaRow>& rows)
{
    std::vector<EventIndex> events = mapped(rows, &HtaRow::index);
    return trace.visitEventJson(events, [&rows](std::size_t i, std::string_view json) {
        MemberScan scan(json);
        for (RawMember member; scan.next(member);) {
            double* const time = member.isKey("ts") ? &rows[i].ts : member.isKey("dur") ? &rows[i].dur : nullptr;
            double value = 0;
            const char* const end = member.value.data() + member.value.size();
            if (time && std::from_chars(member.value.data(), end, value).ec == std::errc {})
                *time = value;
        }
        return true;
    });
}

/// Rows of one rank in file order, times rounded or not; neither linked nor aligned.
Result<std::vector<HtaRow>> readRows(const Trace& trace, const HtaOptions& options)
{
    const SliceTable& slices = trace.slices();
    std::vector<HtaRow> rows;
    rows.reserve(slices.size());
    for (std::size_t i = 0; i < slices.size(); ++i) {
        const SliceId slice = SliceTable::at(i);
        if ((slices.flags[i] & kRowsHtaDrops) != 0 || trace.category(slices.category[i]) == "Trace")
            continue;
        rows.push_back({ .index = slices.eventIndex[i],
            .slice = slice,
            .ts = nearestMicroseconds(slices.start[i]),
            .dur = nearestMicroseconds(trace.rawDuration(slice)),
            .stream = streamOf(trace, slice),
            .correlation = slices.correlation(slice) });
    }
    std::ranges::sort(rows, {}, &HtaRow::index);
    if (trace.report().hasFinerTimes) {
        KT_TRY_DONE(readWrittenTimes(trace, rows));
    }
    const bool round = options.roundToMicroseconds && trace.report().hasFractionalTimes;
    for (HtaRow& row : rows) {
        if (round) {
            const double end = std::floor(row.ts + row.dur);
            row.ts = std::ceil(row.ts);
            row.dur = end - row.ts;
        }
        row.staleEnd = row.ts + row.dur;
    }
    return rows;
}

/// Which step a moment belongs to when the last one of several overlapping ones wins.
class StepMap {
public:
    struct Step {
        double begin = 0;
        double end = 0;
        std::int64_t number = 0;
    };
    explicit StepMap(const std::vector<Step>& steps)
    {
        struct StepEdge {
            double time = 0;
            std::size_t step = 0;
            bool isBegin = false;
        };
        std::vector<StepEdge> edges;
        for (std::size_t i = 0; i < steps.size(); ++i) {
            if (steps[i].begin < steps[i].end) {
                edges.push_back({ steps[i].begin, i, true });
                edges.push_back({ steps[i].end, i, false });
            }
        }
        sortStably(edges, {}, &StepEdge::time);
        std::set<std::size_t> open;
        for (std::size_t i = 0; i < edges.size(); ++i) {
            if (edges[i].isBegin)
                open.insert(edges[i].step);
            else
                open.erase(edges[i].step);
            if (i + 1 == edges.size() || edges[i + 1].time > edges[i].time) {
                m_begins.push_back(edges[i].time);
                m_numbers.push_back(open.empty() ? HtaRow::kNone : steps[*open.rbegin()].number);
            }
        }
    }
    [[nodiscard]] std::int64_t at(double time) const
    {
        const auto after = std::ranges::upper_bound(m_begins, time);
        return after == m_begins.begin() ? HtaRow::kNone
                                         : m_numbers[static_cast<std::size_t>(after - m_begins.begin()) - 1];
    }

private:
    std::vector<double> m_begins; ///< of stretches with one answer, ascending
    std::vector<std::int64_t> m_numbers;
};

/// Distinct step names over all ranks (0.10 counts names, not annotations).
std::set<std::string_view> stepNames(const HtaTable& table)
{
    std::set<std::string_view> names;
    for (const HtaRank& rank : table.ranks) {
        for (const HtaRow& row : rank.rows) {
            if (profilerStepNumber(rank.name(row)))
                names.insert(rank.name(row));
        }
    }
    return names;
}

/// True for the host rows that 0.10 keeps.
class HostRowFilter {
public:
    HostRowFilter(const HtaRank& rank, const HtaOptions& options)
        : m_includeLast(options.includeLastStep)
    {
        for (const HtaRow& row : rank.rows) {
            if (passesDeviceFilter(*rank.trace, row) || !profilerStepNumber(rank.name(row)))
                continue;
            m_lastStart = std::max(m_lastStart, row.ts);
            m_lastEnd = std::max(m_lastEnd, row.staleEnd);
        }
    }
    [[nodiscard]] bool keeps(const HtaRow& row) const
    {
        return m_includeLast ? row.ts <= m_lastEnd : row.ts < m_lastStart;
    }

private:
    bool m_includeLast = false;
    // Without any step in this rank both stay below every time: nothing is kept, as in HTA.
    double m_lastStart = -std::numeric_limits<double>::infinity();
    double m_lastEnd = -std::numeric_limits<double>::infinity();
};

/// Device rows that a kept host row launched, grouped by correlation in order of first appearance; then the kept host
/// rows.
void dropBySteps(HtaRank& rank, const HtaOptions& options)
{
    const HostRowFilter filter(rank, options);
    std::vector<HtaRow> host;
    std::unordered_map<std::int64_t, std::uint32_t> launches; // correlation -> kept host rows that have it
    for (const HtaRow& row : rank.rows) {
        if (passesDeviceFilter(*rank.trace, row) || !filter.keeps(row))
            continue;
        host.push_back(row);
        ++launches[row.correlation];
    }

    std::vector<std::vector<HtaRow>> groups;
    std::unordered_map<std::int64_t, std::size_t> groupOf;
    for (const HtaRow& row : rank.rows) {
        if (!passesDeviceFilter(*rank.trace, row))
            continue;
        const auto launch = launches.find(row.correlation);
        if (launch == launches.end())
            continue;
        const auto [group, isNew] = groupOf.try_emplace(row.correlation, groups.size());
        if (isNew)
            groups.emplace_back();
        groups[group->second].push_back(row);
        groups[group->second].back().copies = launch->second;
    }
    std::vector<HtaRow> kept;
    for (const std::vector<HtaRow>& group : groups)
        kept.insert(kept.end(), group.begin(), group.end());
    kept.insert(kept.end(), host.begin(), host.end());
    rank.rows = std::move(kept);
}

} // namespace

double nearestMicroseconds(std::int64_t ns)
{
    constexpr std::int64_t kExact = std::int64_t { 1 } << 53;
    if (ns > -kExact && ns < kExact)
        return static_cast<double>(ns) / 1000.0; // one rounding, so the nearest
    const std::string text = microsecondsText(ns);
    double value = 0;
    std::from_chars(text.data(), text.data() + text.size(), value);
    return value;
}

std::optional<std::int64_t> profilerStepNumber(std::string_view name)
{
    constexpr std::string_view kWord = "ProfilerStep";
    for (std::size_t at = name.find(kWord); at != std::string_view::npos; at = name.find(kWord, at + 1)) {
        std::string_view rest = name.substr(at + kWord.size());
        rest.remove_prefix(std::min(rest.find_first_not_of(' '), rest.size()));
        if (!rest.starts_with('#'))
            continue;
        rest.remove_prefix(1);
        std::int64_t number = 0;
        if (std::from_chars(rest.data(), rest.data() + rest.size(), number).ec == std::errc {}
            && !rest.starts_with('-'))
            return number;
    }
    return std::nullopt;
}

bool passesDeviceFilter(const Trace& trace, const HtaRow& row)
{
    if (row.stream >= 0 && row.correlation >= 0)
        return true;
    const std::string_view name = trace.name(row.slice);
    return name == "Event Sync" || name == "Context Sync";
}

void linkByCorrelation(const Trace& trace, std::vector<HtaRow>& rows)
{
    struct Pair {
        std::int64_t host = HtaRow::kNone;
        std::int64_t device = HtaRow::kNone;
    };
    std::unordered_map<std::int64_t, Pair> pairs;
    for (const HtaRow& row : rows) {
        if (row.correlation == HtaRow::kNone)
            continue;
        Pair& pair = pairs[row.correlation];
        (passesDeviceFilter(trace, row) ? pair.device : pair.host) = row.index; // the last one stays
    }
    for (HtaRow& row : rows) {
        if (row.correlation == HtaRow::kNone)
            continue;
        const Pair& pair = pairs[row.correlation];
        const std::int64_t partner = passesDeviceFilter(trace, row) ? pair.host : pair.device;
        row.linkedIndex = partner == HtaRow::kNone ? 0 : partner;
    }
}

void assignIterations(const Trace& trace, std::vector<HtaRow>& rows)
{
    std::vector<StepMap::Step> steps;
    for (const HtaRow& row : rows) {
        if (const auto number = profilerStepNumber(trace.name(row.slice)))
            steps.push_back({ row.ts, row.ts + row.dur, *number });
    }
    const StepMap map(steps);
    for (HtaRow& row : rows) {
        const bool isTaggedOp =
            row.stream == 0 && trace.category(trace.slices().category[row.slice.index()]) == "cpu_op";
        row.iteration = row.stream < 0 || isTaggedOp ? map.at(row.ts) : HtaRow::kNoIteration;
    }
    for (HtaRow& row : rows) {
        if (row.stream <= 0)
            continue;
        row.iteration = HtaRow::kNone;
        if (row.linkedIndex <= 0)
            continue;
        const auto linked = std::ranges::lower_bound(
            rows, row.linkedIndex, {}, [](const HtaRow& candidate) { return std::int64_t { candidate.index }; });
        if (linked != rows.end() && std::int64_t { linked->index } == row.linkedIndex)
            row.iteration = linked->iteration;
    }
}

Result<HtaTable> buildHtaTable(const TraceSet& traces, const HtaOptions& options, const Progress& progress)
{
    HtaTable table;
    table.earliest = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < traces.ranks().size(); ++i) {
        KT_TRY_DONE(progress.carryOn());
        const RankTrace& source = traces.ranks()[i];
        KT_TRY(auto rows, readRows(*source.trace, options));
        HtaRank rank { source.rank, static_cast<std::uint32_t>(i), source.trace, std::move(rows) };
        if (rank.rows.empty())
            continue;
        linkByCorrelation(*rank.trace, rank.rows);
        assignIterations(*rank.trace, rank.rows);
        for (const HtaRow& row : rank.rows)
            table.earliest = std::min(table.earliest, row.ts);
        progress.add(rank.rows.size());
        table.ranks.push_back(std::move(rank));
    }
    if (table.ranks.empty())
        table.earliest = 0;
    for (HtaRank& rank : table.ranks) {
        for (HtaRow& row : rank.rows)
            row.ts -= table.earliest;
    }
    if (options.dropBySteps && stepNames(table).size() > 1) {
        for (HtaRank& rank : table.ranks)
            dropBySteps(rank, options);
    }
    return table;
}

} // namespace kinetoscope::compat
