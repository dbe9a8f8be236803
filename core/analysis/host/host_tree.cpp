// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/host/host_tree.h"

#include "core/analysis/scope/steps.h"
#include "core/analysis/types/parameter_ids.h"
#include "core/analysis/types/parameter_makers.h"
#include "core/base/release.h"
#include "core/base/sort_stably.h"
#include "core/base/vectors.h"
#include "core/numeric/intervals.h"

#include <array>
#include <utility>

namespace kinetoscope {

namespace {

constexpr std::size_t kHostTreeRowsPerCheck = 64 * 1024;
constexpr std::string_view kModulePrefix = "nn.Module: ";

struct KindName {
    const char* name;
    bool HostKinds::*flag;
};
constexpr std::array<KindName, 4> kKindNames { {
    { "ops", &HostKinds::ops },
    { "annotations", &HostKinds::annotations },
    { "calls", &HostKinds::calls },
    { "python", &HostKinds::python },
} };

/// PyTorch records these, but its key_averages() never shows them.
constexpr std::array<std::string_view, 6> kBookkeeping { "profiler::_record_function_enter",
    "profiler::_record_function_enter_new", "profiler::_record_function_exit", "aten::is_leaf", "aten::output_nr",
    "aten::_version" };

} // namespace

Result<HostKinds> HostKinds::from(const std::vector<std::string>& names)
{
    HostKinds kinds;
    for (const KindName& kind : kKindNames)
        kinds.*kind.flag = false;
    for (const std::string& name : names) {
        const auto known = std::ranges::find(kKindNames, name, &KindName::name);
        if (known == kKindNames.end())
            return invalidArgument(
                { KT_PHRASE("host-tree", "%1: there is no kind %2; the kinds are ops, annotations, calls and python."),
                    arg::Option { "kinds" }, arg::Name { name } });
        kinds.*known->flag = true;
    }
    if (names.empty())
        return invalidArgument({ KT_PHRASE("host-tree", "%1: name at least one of ops, annotations, calls and python."),
            arg::Option { "kinds" } });
    return kinds;
}

ParameterDescriptor hostKindsParameter(std::vector<std::string> defaults)
{
    ParameterDescriptor kinds = listParameter(parameter::kKinds, "Kinds shown",
        "What is shown of the host: ops, annotations, calls (of the runtime and driver), python (frames)");
    kinds.defaultValue = std::move(defaults);
    kinds.choices = mapped(kKindNames, [](const KindName& kind) { return std::string(kind.name); });
    return kinds;
}

std::string_view moduleName(std::string_view frame)
{
    return frame.starts_with(kModulePrefix) ? frame.substr(kModulePrefix.size()) : std::string_view {};
}

TimeRange HostTree::visibleRange(const HostNode& node) const
{
    const TimeRange whole = m_rank->jobRange(node.slice);
    return m_range ? whole.clippedTo(*m_range) : whole;
}

bool HostTree::isVisible(const HostNode& node) const
{
    if (!m_range)
        return true;
    const TimeRange visible = visibleRange(node);
    // A slice of no length is there if its moment is.
    return !visible.isEmpty()
        || (visible.begin == visible.end && m_range->contains(visible.begin)
            && m_rank->trace->slices().duration(node.slice) == 0);
}

void HostTree::addTo(Selection& selection, const HostNode& node) const
{
    if (isVisible(node))
        addVisible(selection, rankIndex, *m_rank->trace, node.slice, visibleRange(node));
}

void HostTree::addUncovered(Selection& selection, const HostNode& node, std::vector<TimeRange> nested) const
{
    const std::vector<TimeRange> whole { visibleRange(node) };
    if (whole.front().isEmpty())
        return;
    std::erase_if(nested, [](const TimeRange& range) { return range.isEmpty(); });
    const TrackId track = m_rank->trace->trackOf(node.slice);
    for (const TimeRange& range : differenceOf(whole, unionOf(std::move(nested))))
        selection.intervals.push_back({ rankIndex, track, range });
}

std::uint32_t HostTree::nodeAround(SliceId slice) const
{
    const auto after = std::ranges::upper_bound(m_threads, slice.value, {}, &ThreadRows::firstSlice);
    if (after == m_threads.begin())
        return HostNode::kNone;
    const ThreadRows& thread = *(after - 1);
    const std::uint32_t row = slice.value - thread.firstSlice;
    return row < thread.count ? m_around[thread.offset + row] : HostNode::kNone;
}

std::uint32_t HostTree::launcherOf(SliceId work) const
{
    const SliceId launch = m_rank->trace->slices().partner[work.index()];
    return launch.isValid() ? nodeAround(launch) : HostNode::kNone;
}

std::uint32_t nodeOf(const HostTree& tree, SliceId slice)
{
    const Trace& trace = *tree.rank().trace;
    switch (trace.track(trace.trackOf(slice)).kind) {
    case TrackKind::HostThread:
        return tree.nodeAround(slice);
    case TrackKind::Stream:
        return tree.launcherOf(slice);
    default:
        return HostNode::kNone;
    }
}

void HostTree::dropLookups()
{
    release(m_threads);
    release(m_around);
}

std::vector<std::uint32_t> workOwners(const HostTree& tree, const Progress& progress)
{
    const std::vector<HostNode>& nodes = tree.nodes;
    std::vector<std::uint32_t> owners(nodes.size(), HostNode::kNone);
    StopCheck check(progress);
    for (std::uint32_t i = 0; i < nodes.size() && !check.after(1); ++i) { // parents come before their children
        const std::uint32_t outer = nodes[i].parent == HostNode::kNone ? HostNode::kNone : owners[nodes[i].parent];
        const EventKind kind = tree.kindOf(nodes[i]);
        const bool isInOp = outer != HostNode::kNone && tree.kindOf(nodes[outer]) == EventKind::CpuOp;
        owners[i] = kind == EventKind::CpuOp || (kind == EventKind::UserAnnotation && !isInOp) ? i : outer;
    }
    for (std::uint32_t i = 0; i < nodes.size() && !check.after(1); ++i) {
        if (owners[i] == HostNode::kNone)
            owners[i] = i;
    }
    return owners;
}

std::vector<std::uint32_t> subtreeEnds(const std::vector<HostNode>& nodes)
{
    std::vector<std::uint32_t> ends(nodes.size());
    for (std::uint32_t i = 0; i < nodes.size(); ++i)
        ends[i] = i + 1;
    for (std::size_t i = nodes.size(); i-- > 0;) {
        if (nodes[i].parent != HostNode::kNone)
            ends[nodes[i].parent] = std::max(ends[nodes[i].parent], ends[i]);
    }
    return ends;
}

/// Fills one HostTree.
class ScopedHostTrees::Reader {
public:
    Reader(const ScopedHostTrees& source, std::size_t i)
        : m_kinds(source.m_kinds)
        , m_chosen(source.m_chosen[i])
        , m_rank(source.rankTrace(i))
        , m_slices(m_rank.trace->slices())
        , m_choosesSteps(!source.scope().steps.empty())
    {
        m_tree.rankIndex = source.rankIndex(i);
        m_tree.m_rank = &m_rank;
        m_tree.m_range = source.scope().range;
        if (m_kinds.withoutBookkeeping)
            findBookkeeping();
        if (m_kinds.modules && !m_kinds.python)
            findModules();
    }

    Result<HostTree> read(const Progress& progress)
    {
        reserve(progress);
        for (const Track& track : m_rank.trace->tracks()) {
            if (track.kind == TrackKind::HostThread && !readThread(track, progress))
                return Error::stopped();
        }
        sortStably(m_tree.m_threads, {}, &HostTree::ThreadRows::firstSlice);
        return std::move(m_tree);
    }

private:
    /// Exactly, as far as kinds tell: growing by doubling would take more than the tree itself.
    void reserve(const Progress& progress)
    {
        StopCheck check(progress);
        std::size_t rows = 0;
        std::size_t nodes = 0;
        for (const Track& track : m_rank.trace->tracks()) {
            if (track.kind != TrackKind::HostThread)
                continue;
            rows += track.sliceCount;
            for (std::uint32_t row = track.firstSlice; !m_choosesSteps && row < track.endSlice() && !check.after(1);
                 ++row)
                nodes += isShownKind(row) ? 1 : 0;
        }
        m_tree.m_around.reserve(rows);
        m_tree.nodes.reserve(nodes);
    }

    struct OpenNode {
        std::uint32_t node = 0;
        Timestamp coveredUntil = 0; ///< end of the nested ones so far
    };

    void findBookkeeping()
    {
        m_isBookkeeping.assign(m_rank.trace->strings().size(), 0);
        for (const std::string_view name : kBookkeeping) {
            if (const StringId id = m_rank.trace->strings().find(name); id.isValid())
                m_isBookkeeping[id.index()] = 1;
        }
    }
    void findModules()
    {
        m_isModule.assign(m_rank.trace->strings().size(), 0);
        for (std::size_t i = 0; i < m_isModule.size(); ++i)
            m_isModule[i] = moduleName(m_rank.trace->text(StringId { i })).empty() ? 0 : 1;
    }

    bool readThread(const Track& track, const Progress& progress)
    {
        const std::size_t offset = m_tree.m_around.size();
        m_path.clear();
        m_tree.m_threads.push_back({ track.firstSlice, track.sliceCount, offset });
        for (std::uint32_t row = track.firstSlice; row < track.endSlice(); ++row) {
            if ((row - track.firstSlice) % kHostTreeRowsPerCheck == 0 && progress.shouldStop())
                return false;
            const SliceId parent = m_slices.parent[row];
            const std::uint32_t around =
                parent.isValid() ? m_tree.m_around[offset + parent.index() - track.firstSlice] : HostNode::kNone;
            m_tree.m_around.push_back(isShown(row) ? add(SliceTable::at(row), around) : around);
        }
        progress.add(track.sliceCount);
        return true;
    }

    [[nodiscard]] bool isShownKind(std::uint32_t row) const
    {
        switch (m_slices.kind[row]) {
        case EventKind::CpuOp:
            return m_kinds.ops && (m_isBookkeeping.empty() || m_isBookkeeping[m_slices.name[row].index()] == 0);
        case EventKind::UserAnnotation:
            return m_kinds.annotations;
        case EventKind::RuntimeCall:
        case EventKind::DriverCall:
            return m_kinds.calls;
        case EventKind::PythonFunction:
            return m_kinds.python || (m_kinds.modules && m_isModule[m_slices.name[row].index()] != 0);
        default:
            return false;
        }
    }
    [[nodiscard]] bool isShown(std::uint32_t row) const
    {
        if (!isShownKind(row) || !m_slices.isSound(SliceTable::at(row)))
            return false;
        return !m_choosesSteps || isInRanges(m_chosen, m_rank.toJobTime(m_slices.start[row]));
    }

    std::uint32_t add(SliceId slice, std::uint32_t around)
    {
        const auto position = static_cast<std::uint32_t>(m_tree.nodes.size());
        m_tree.nodes.push_back({ slice, around, 0 });
        HostNode& node = m_tree.nodes.back();
        const TimeRange visible = m_tree.visibleRange(node);
        node.self = visible.length();
        while (!m_path.empty() && m_path.back().node != around)
            m_path.pop_back();
        if (!m_path.empty())
            coverPart(m_path.back(), visible);
        m_path.push_back({ position, visible.begin });
        return position;
    }

    /// Children come in order of their starts: what reaches beyond the earlier ones is new.
    void coverPart(OpenNode& outer, TimeRange inner)
    {
        HostNode& node = m_tree.nodes[outer.node];
        const TimeRange part { std::max(inner.begin, outer.coveredUntil),
            std::min(inner.end, m_tree.visibleRange(node).end) };
        node.self = saturatingSubtract(node.self, part.length());
        outer.coveredUntil = std::max(outer.coveredUntil, inner.end);
    }

    const HostKinds& m_kinds;
    const std::vector<TimeRange>& m_chosen;
    const RankTrace& m_rank;
    const SliceTable& m_slices;
    bool m_choosesSteps = false;
    std::vector<char> m_isBookkeeping; ///< by StringId; empty: nothing is
    std::vector<char> m_isModule;      ///< by StringId
    HostTree m_tree;
    std::vector<OpenNode> m_path; ///< the node that was added last, and those around it
};

Result<std::shared_ptr<const ScopedHostTrees>> ScopedHostTrees::create(
    const AnalysisInput& input, const HostKinds& kinds)
{
    std::shared_ptr<ScopedHostTrees> trees(new ScopedHostTrees(input, kinds));
    KT_TRY(trees->m_chosen, trees->chosenSteps());
    return std::shared_ptr<const ScopedHostTrees>(std::move(trees));
}

Result<HostTree> ScopedHostTrees::rank(std::size_t i, const Progress& progress) const
{
    return Reader(*this, i).read(progress);
}

std::string_view hostKindText(EventKind kind)
{
    switch (kind) {
    case EventKind::CpuOp:
        return "op";
    case EventKind::UserAnnotation:
        return "annotation";
    case EventKind::PythonFunction:
        return "python";
    default:
        return "call";
    }
}

} // namespace kinetoscope
