// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/job/trace_side.h"

#include "core/analysis/steps.h"
#include "core/base/names/short_name.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace kinetoscope {

namespace {

constexpr std::size_t kRowsPerCheck = 64 * 1024;

/// "ProfilerStep#5" and "ProfilerStep#9" are the same op ([DIFF-13.2]).
std::string withoutNumber(std::string_view name)
{
    const std::size_t mark = name.rfind('#');
    const bool isNumbered = mark != std::string_view::npos && mark + 1 < name.size()
        && name.find_first_not_of("0123456789", mark + 1) == std::string_view::npos;
    return isNumbered ? std::string(name.substr(0, mark)) + "#N" : std::string(name);
}

} // namespace

/// Names under which the slices of one trace are compared, each made once.
class TraceSide::Names {
public:
    Names(const Trace& trace, bool useShortNames)
        : m_trace(trace)
        , m_useShortNames(useShortNames)
        , m_plain(trace.strings().size())
        , m_numbered(trace.strings().size())
    {
    }

    [[nodiscard]] const std::string& of(SliceId slice)
    {
        const StringId name = m_trace.slices().name[slice.index()];
        const bool isAnnotation = m_trace.kind(slice) == EventKind::UserAnnotation;
        std::optional<std::string>& known = (isAnnotation ? m_numbered : m_plain)[name.index()];
        if (!known) {
            const std::string_view text = m_trace.text(name);
            known = isAnnotation ? withoutNumber(text) : m_useShortNames ? shortName(text) : std::string(text);
        }
        return *known;
    }

private:
    const Trace& m_trace;
    bool m_useShortNames = false;
    std::vector<std::optional<std::string>> m_plain;    ///< by StringId
    std::vector<std::optional<std::string>> m_numbered; ///< the same for annotations
};

Result<std::shared_ptr<const TraceSide>> TraceSide::create(
    const AnalysisInput& input, const ComparedOps& ops, const KernelClassifier& classifier)
{
    std::shared_ptr<TraceSide> side(new TraceSide);
    side->m_ops = ops;
    auto work = ScopedGpuWork::create(input, classifier);
    if (!work)
        return work.error();
    side->m_work = std::move(work).value();
    std::int64_t parts = 0;
    for (std::size_t i = 0; i < side->m_work->rankCount(); ++i) {
        const RankTrace& rank = side->m_work->rankTrace(i);
        Result<std::vector<TimeRange>> chosen = chosenStepRanges(rank, input.scope);
        if (!chosen)
            return chosen.error();
        const auto index = static_cast<std::uint32_t>(input.traces->indexOfRank(rank.rank));
        side->m_hosts.push_back({ index, std::move(chosen).value() });
        if (input.scope.steps.empty()) {
            ++parts;
            continue;
        }
        const Result<std::vector<Step>> steps = stepsOf(*rank.trace, input.scope);
        if (!steps)
            return steps.error();
        for (const Step& step : *steps)
            parts += std::count(input.scope.steps.begin(), input.scope.steps.end(), step.number);
    }
    side->m_parts = std::max(std::int64_t { 1 }, parts);
    return std::shared_ptr<const TraceSide>(std::move(side));
}

template <typename Visit> Result<Done> TraceSide::visitHost(std::size_t i, const Progress& progress, Visit visit) const
{
    const RankTrace& rank = m_work->rankTrace(i);
    const Scope& scope = m_work->scope();
    const SliceTable& slices = rank.trace->slices();
    for (const Track& track : rank.trace->tracks()) {
        if (track.kind != TrackKind::HostThread)
            continue;
        for (std::uint32_t row = track.firstSlice; row < track.endSlice(); ++row) {
            if ((row - track.firstSlice) % kRowsPerCheck == 0 && progress.shouldStop())
                return Error { ErrorCode::Cancelled, "The analysis was stopped." };
            const SliceId slice = SliceTable::at(row);
            if (!isHostCallTree(slices.kind[row]) || !slices.isSound(slice))
                continue;
            const TimeRange whole { rank.toJobTime(slices.start[row]), rank.toJobTime(slices.end(slice)) };
            if (!scope.steps.empty() && !isInRanges(m_hosts[i].steps, whole.begin))
                continue;
            const TimeRange visible = scope.range ? whole.clippedTo(*scope.range) : whole;
            if (scope.range && visible.isEmpty() && !(whole.isEmpty() && scope.range->contains(whole.begin)))
                continue;
            visit(slice, visible.length());
        }
        progress.add(track.sliceCount);
    }
    return Done {};
}

template <typename Visit> Result<Done> TraceSide::visitRank(std::size_t i, const Progress& progress, Visit visit) const
{
    if (m_ops.host) {
        if (const Result<Done> done = visitHost(i, progress, visit); !done)
            return done;
    }
    if (m_ops.device) {
        const Result<RankGpuWork> work = m_work->rank(i, progress);
        if (!work)
            return work.error();
        for (const GpuWorkRow& row : work->rows)
            visit(row.slice, row.range.length());
    }
    return Done {};
}

Result<OpTotalsByName<Nanoseconds>> TraceSide::totals(const Progress& progress) const
{
    OpTotalsByName<Nanoseconds> totals;
    for (std::size_t i = 0; i < m_work->rankCount(); ++i) {
        const Trace& trace = *m_work->rankTrace(i).trace;
        Names names(trace, m_ops.useShortNames);
        // By id first: a map of texts is slow for millions of slices.
        std::vector<OpTotals<Nanoseconds>> byId[2];
        for (auto& list : byId)
            list.resize(trace.strings().size());
        std::vector<SliceId> examples[2];
        for (auto& list : examples)
            list.resize(trace.strings().size());
        const auto visit = [&](SliceId slice, Nanoseconds duration) {
            const std::size_t annotation = trace.kind(slice) == EventKind::UserAnnotation ? 1 : 0;
            const std::size_t name = trace.slices().name[slice.index()].index();
            OpTotals<Nanoseconds>& sums = byId[annotation][name];
            ++sums.count;
            sums.duration = saturatingAdd(sums.duration, duration);
            examples[annotation][name] = slice;
        };
        if (const Result<Done> done = visitRank(i, progress, visit); !done)
            return done.error();
        for (std::size_t list = 0; list < 2; ++list) {
            for (std::size_t name = 0; name < byId[list].size(); ++name) {
                if (byId[list][name].count == 0)
                    continue;
                OpTotals<Nanoseconds>& sums = totals[names.of(examples[list][name])];
                sums.count += byId[list][name].count;
                sums.duration = saturatingAdd(sums.duration, byId[list][name].duration);
            }
        }
    }
    return totals;
}

Selection TraceSide::evidence(std::string_view name) const
{
    Selection selection;
    for (std::size_t i = 0; i < m_work->rankCount(); ++i) {
        const RankTrace& rank = m_work->rankTrace(i);
        const std::uint32_t rankIndex = m_hosts[i].rankIndex;
        Names names(*rank.trace, m_ops.useShortNames);
        const auto visit = [&](SliceId slice, Nanoseconds duration) {
            if (names.of(slice) != name)
                return;
            if (duration == rank.trace->slices().duration(slice)) {
                selection.slices.push_back({ rankIndex, slice });
                return;
            }
            const Timestamp start =
                std::max(m_work->scope().range->begin, rank.toJobTime(rank.trace->slices().start[slice.index()]));
            selection.intervals.push_back(
                { rankIndex, rank.trace->trackOf(slice), { start, saturatingAdd(start, duration) } });
        };
        if (!visitRank(i, Progress {}, visit))
            break; // never: nothing stops it
    }
    return selection;
}

} // namespace kinetoscope
