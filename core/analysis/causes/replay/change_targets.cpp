// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/causes/replay/change_targets.h"

#include "core/analysis/causes/path/rank_path.h"
#include "core/analysis/causes/replay/launched_again.h"
#include "core/analysis/efficiency/formulas/op_arguments.h"
#include "core/analysis/gpu/elementwise_work.h"
#include "core/analysis/launch/graph_making.h"
#include "core/base/display_name.h"
#include "core/base/name_pattern.h"
#include "core/query/op_names.h"

#include <algorithm>
#include <utility>

namespace kinetoscope {

namespace {

/// Without blanks, as OpArguments::dimsText.
std::string withoutBlanks(std::string_view text)
{
    std::string result(text);
    std::erase(result, ' ');
    return result;
}

/// By row: whether a slice of the host lies in one that `isOne` accepts, or is one. Not complete if told to stop.
template <typename IsOne> std::vector<bool> rowsInside(const SliceTable& slices, const Progress& progress, IsOne isOne)
{
    std::vector<bool> isInside(slices.size()); // rows in tree order: what is around comes first
    StopCheck check(progress);
    for (std::uint32_t row = 0; row < slices.size() && !check.after(1); ++row) {
        if (!isHostCallTree(slices.kind[row]))
            continue;
        const SliceId parent = slices.parent[row];
        isInside[row] = (parent.isValid() && isInside[parent.index()]) || isOne(row);
    }
    return isInside;
}

bool isAnyOf(const std::vector<bool>& marks)
{
    return std::ranges::find(marks, true) != marks.end();
}

/// Whether one of the stretches, which are disjoint and sorted, has some of the range.
bool isMetBy(const std::vector<TimeRange>& stretches, const TimeRange& range)
{
    const auto after = std::ranges::upper_bound(stretches, range.begin, {}, &TimeRange::end);
    return after != stretches.end() && after->begin < range.end;
}

/// Whom changes are about, for links of a path. Keeps references to both.
class ChangeTargets {
public:
    /// O(slices) where an op or graphs are meant, else O(names).
    /// Looks at the stop flag; told to stop it is not whole, and nothing may be asked.
    ChangeTargets(
        const Trace& trace, const PathParts& parts, std::span<const NamedChange> changes, const Progress& progress)
        : m_trace(trace)
        , m_changes(changes)
        , m_names(changes.size())
        , m_inside(changes.size())
        , m_graphs(changes.size())
    {
        for (std::size_t i = 0; i < changes.size() && !progress.shouldStop(); ++i) {
            const std::string& target = changes[i].target;
            const bool isOfPlace = changes[i].kind == ChangeKind::In || changes[i].kind == ChangeKind::Keep;
            if (changes[i].kind == ChangeKind::Op)
                m_inside[i] = launchesIn(target, progress);
            if (isOfPlace && target == kGraphMaking)
                m_making = graphMakingOf(trace).all;
            else if (isOfPlace)
                m_inside[i] = inSlicesOf(trace, target, progress);
            if (changes[i].kind == ChangeKind::Work && target == kElementwiseRuns)
                m_inside[i] = rowsOfWork(parts.works(), elementwiseRunsOf(trace, parts.works(), progress));
            if (changes[i].kind == ChangeKind::Kernel || changes[i].kind == ChangeKind::Wait)
                m_names[i] = namesMeant(trace, target);
            if (changes[i].kind == ChangeKind::Graph)
                m_graphs[i] = graphsOf(launchesOfTrace(trace, parts, progress).again, target);
            if (changes[i].kind != ChangeKind::Fuse)
                continue;
            m_names[i].assign(trace.strings().size(), false);
            for (const std::string_view name : namesOfChain(target)) {
                const std::vector<bool> meant = namesMeant(trace, name);
                for (std::size_t id = 0; id < meant.size(); ++id)
                    m_names[i][id] = m_names[i][id] || meant[id];
            }
        }
    }

    /// Whether time of that cause and owner is touched by one of the changes.
    /// @param range  trace time.
    [[nodiscard]] bool has(Cause cause, SliceId owner, const TimeRange& range) const
    {
        if (isHostCause(cause) && isKeptHere(owner, range))
            return false;
        for (std::size_t i = 0; i < m_changes.size(); ++i) {
            if (isMeant(i, cause, owner, range))
                return true;
        }
        return false;
    }

private:
    /// None where the file that tells is gone.
    [[nodiscard]] std::vector<bool> launchesIn(std::string_view target, const Progress& progress) const
    {
        Result<std::vector<bool>> inside = launchedInside(m_trace, target, 1, progress);
        return inside ? std::move(inside).value() : std::vector<bool>(m_trace.slices().size());
    }
    [[nodiscard]] std::vector<bool> rowsOfWork(const WorkOrder& works, const std::vector<bool>& marks) const
    {
        std::vector<bool> rows(m_trace.slices().size());
        for (WorkNumber work = 0; work < marks.size(); ++work)
            rows[works.slice(work).index()] = marks[work];
        return rows;
    }
    /// Whether the place that a change is about has some of that time.
    [[nodiscard]] bool isInPlace(std::size_t change, SliceId owner, const TimeRange& range) const
    {
        return m_changes[change].target == kGraphMaking ? isMetBy(m_making, range)
                                                        : owner.isValid() && m_inside[change][owner.index()];
    }
    [[nodiscard]] bool isKeptHere(SliceId owner, const TimeRange& range) const
    {
        for (std::size_t i = 0; i < m_changes.size(); ++i) {
            if (m_changes[i].kind == ChangeKind::Keep && isInPlace(i, owner, range))
                return true;
        }
        return false;
    }
    [[nodiscard]] bool isMeant(std::size_t change, Cause cause, SliceId owner, const TimeRange& range) const
    {
        const NamedChange& each = m_changes[change];
        const SliceTable& slices = m_trace.slices();
        const auto isNamed = [&] { return owner.isValid() && m_names[change][slices.name[owner.index()].index()]; };
        const bool isWork = cause >= Cause::Compute;
        switch (each.kind) {
        case ChangeKind::Host:
            return isHostCause(cause) && (each.target == kAllTargets || each.target == toString(cause));
        case ChangeKind::Work:
            return isWork
                && (each.target == kElementwiseRuns ? owner.isValid() && m_inside[change][owner.index()]
                                                    : each.target == toString(cause));
        case ChangeKind::Kernel:
            return isWork && isNamed();
        case ChangeKind::Op: {
            const SliceId launch = isWork ? slices.partner[owner.index()] : SliceId {};
            return launch.isValid() && m_inside[change][launch.index()];
        }
        case ChangeKind::Listed:
            return isWork && std::ranges::binary_search(each.listed, owner);
        case ChangeKind::Wait:
            return isHostCause(cause)
                && (each.target == kAllTargets || each.target == kStandardWaits ? cause == Cause::Synchronisation
                                                                                : isNamed());
        case ChangeKind::Fuse:
            return isNamed()
                || (cause == Cause::Launch && owner.isValid() && slices.partner[owner.index()].isValid()
                    && m_names[change][slices.name[slices.partner[owner.index()].index()].index()]);
        case ChangeKind::Graph:
            return isHostCause(cause) && isMetBy(m_graphs[change], range);
        case ChangeKind::In:
            return isHostCause(cause) && isInPlace(change, owner, range);
        case ChangeKind::Keep:
            break;
        }
        return false;
    }

    const Trace& m_trace;
    std::span<const NamedChange> m_changes;
    std::vector<std::vector<bool>> m_names;  ///< by change: of kernels, waits and chains, the names meant by StringId
    std::vector<std::vector<bool>> m_inside; ///< by change: of ops and places what is inside, and work meant; by row
    /// By change: of graphs what they take the time of the host out of; trace time.
    std::vector<std::vector<TimeRange>> m_graphs;
    std::vector<TimeRange> m_making; ///< when graphs are made; trace time
};

} // namespace

std::vector<StringId> idsMeant(const Trace& trace, std::string_view target)
{
    std::vector<StringId> meant;
    const auto addAll = [&](auto isMeant) {
        for (std::size_t i = 0; i < trace.strings().size(); ++i) {
            if (isMeant(StringId { i }))
                meant.push_back(StringId { i });
        }
    };
    if (const std::optional<std::string_view> inner = patternIn(target)) {
        if (const auto pattern = NamePattern::compile(*inner))
            addAll([&](StringId name) { return pattern->isIn(trace.text(name)); });
        return meant;
    }
    if (const StringId name = trace.strings().find(target); name.isValid())
        return { name };
    const DisplayNames shown(trace.strings(), sliceNames(trace));
    addAll([&](StringId name) { return shown.view(name) == target; });
    return meant;
}

std::vector<bool> namesMeant(const Trace& trace, std::string_view target)
{
    std::vector<bool> meant(trace.strings().size());
    for (const StringId name : idsMeant(trace, target))
        meant[name.index()] = true;
    return meant;
}

Result<std::vector<bool>> launchedInside(
    const Trace& trace, std::string_view target, int threads, const Progress& progress)
{
    const SliceTable& slices = trace.slices();
    std::vector<bool> meant = namesMeant(trace, target);
    std::string shapes;
    if (const OpShapes parts = shapesOfOp(target); !parts.shapes.empty() && !isAnyOf(meant)) {
        meant = namesMeant(trace, parts.op);
        shapes = withoutBlanks(parts.shapes);
    }
    const auto isMeant = [&](std::uint32_t row) {
        return slices.kind[row] == EventKind::CpuOp && meant[slices.name[row].index()];
    };
    OpArgumentStore arguments(trace);
    if (!shapes.empty() && arguments.needsFile() && trace.argsSource() != nullptr) {
        std::vector<SliceId> ops;
        StopCheck check(progress);
        for (std::uint32_t row = 0; row < slices.size() && !check.after(1); ++row) {
            if (isMeant(row))
                ops.push_back(SliceTable::at(row));
        }
        KT_TRY_DONE(arguments.read(ops, threads, progress));
    }
    const auto hasShapes = [&](std::uint32_t row) {
        if (shapes.empty())
            return true;
        const std::uint32_t id = arguments.idOf(SliceTable::at(row));
        return id != OpArgumentStore::kNone && arguments[id].dimsText == shapes;
    };
    std::vector<bool> inside =
        rowsInside(slices, progress, [&](std::uint32_t row) { return isMeant(row) && hasShapes(row); });
    KT_TRY_DONE(progress.carryOn());
    return inside;
}

std::vector<bool> inSlicesOf(const Trace& trace, std::string_view target, const Progress& progress)
{
    const SliceTable& slices = trace.slices();
    const std::vector<bool> meant = namesMeant(trace, target);
    return rowsInside(slices, progress, [&](std::uint32_t row) { return meant[slices.name[row].index()]; });
}

std::vector<bool> elementwiseRunsOf(const Trace& trace, const WorkOrder& works, const Progress& progress)
{
    ElementwiseWork elementwise(trace);
    std::vector<bool> found(works.size());
    std::vector<SliceId> slices;
    for (std::uint32_t stream = 0; stream < works.streamCount(); ++stream) {
        const std::vector<WorkNumber>& all = works.worksOf(stream);
        slices.clear();
        for (const WorkNumber work : all)
            slices.push_back(works.slice(work));
        const std::vector<bool> runs = elementwise.runsIn(slices, progress);
        for (std::size_t i = 0; i < all.size(); ++i)
            found[all[i]] = runs[i];
    }
    return found;
}

std::vector<std::string_view> namesOfChain(std::string_view target)
{
    std::vector<std::string_view> names;
    while (true) {
        const std::size_t bar = target.find('|');
        names.push_back(target.substr(0, bar));
        if (bar == std::string_view::npos)
            return names;
        target.remove_prefix(bar + 1);
    }
}

bool hasTarget(const Trace& trace, const NamedChange& change)
{
    const auto isThere = [&trace](std::string_view target) {
        const std::vector<bool> meant = namesMeant(trace, target);
        return std::ranges::find(meant, true) != meant.end();
    };
    switch (change.kind) {
    case ChangeKind::Kernel:
        return isThere(change.target);
    case ChangeKind::Op:
        return isThere(change.target) || isThere(shapesOfOp(change.target).op);
    case ChangeKind::In:
    case ChangeKind::Keep:
        return change.target == kGraphMaking || isThere(change.target);
    case ChangeKind::Wait:
        return change.target == kAllTargets || change.target == kStandardWaits || isThere(change.target);
    case ChangeKind::Fuse:
        return std::ranges::all_of(namesOfChain(change.target), isThere);
    default:
        return true;
    }
}

Selection touchedLinks(const PathRank& rank, std::span<const NamedChange> changes, const std::optional<Step>& step,
    const CauseThresholds& thresholds, const Progress& progress)
{
    const Trace& trace = *rank.rank.trace;
    PathWalk walk(trace, thresholds, rank.types, progress);
    if (progress.shouldStop())
        return {};
    const PathWindow window = step ? walk.around({ &step->slice, 1 }).front() : walk.whole();
    const ChangeTargets targets(trace, *walk.parts(), changes, progress);
    if (progress.shouldStop())
        return {};
    const PathLinks links = walk.links(window);
    Selection selection;
    StopCheck check(progress);
    for (const PathLink& link : links) {
        if (check.after(1))
            break;
        if (targets.has(link.cause, link.owner, link.range))
            selection.intervals.push_back(rank.interval(link.place, link.range));
    }
    return selection;
}

} // namespace kinetoscope
