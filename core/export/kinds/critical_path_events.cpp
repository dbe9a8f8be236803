// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/kinds/critical_path_events.h"

#include "core/base/number_text.h"
#include "core/compat/critical_path/hta_critical_path.h"
#include "core/compat/gpu/hta_gpu_rows.h"
#include "core/export/write/text_edits.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <utility>

namespace kinetoscope {

namespace {

using compat::HtaCriticalPath;
using compat::HtaRank;
using compat::HtaRow;
using compat::PathEdge;
using compat::PathEdgeType;

constexpr std::size_t kArrowsPerPiece = 8 * 1024;

/// Changes of one event that may stay or go.
class MarkedEvent {
public:
    explicit MarkedEvent(std::string_view json)
        : m_json(json)
    {
        MemberScan scan(json);
        for (RawMember member; scan.next(member);) {
            if (member.key == "ph")
                m_phase = member.value;
            else if (member.key == "cat")
                m_category = member.value;
            else if (member.key == "args")
                m_args = member.value;
        }
    }

    /// What HTA keeps beside the events of the path: whatever takes no time, annotations, Python, and what the input
    /// has marked already.
    [[nodiscard]] bool staysUnmarked() const
    {
        if (m_phase != "\"X\"" || m_category == "\"user_annotation\"" || m_category == "\"python_function\"")
            return true;
        const auto critical = m_args.starts_with('{') ? findMember(m_args, "critical") : std::nullopt;
        double value = 0;
        return critical
            && std::from_chars(critical->value.data(), critical->value.data() + critical->value.size(), value).ec
            == std::errc {}
        && value == 1;
    }

    void mark(std::string& out) const
    {
        TextEdits edits(m_json, out);
        if (m_args.empty()) {
            edits.replace(placeForMember(m_json),
                isEmptyObject(m_json) ? "\"args\": {\"critical\": 1}" : ", \"args\": {\"critical\": 1}");
        } else if (!m_args.starts_with('{')) {
            edits.replace(m_args, "{\"critical\": 1}");
        } else if (const auto former = findMember(m_args, "critical")) {
            edits.replace(former->value, "1");
        } else {
            edits.replace(placeForMember(m_args), isEmptyObject(m_args) ? "\"critical\": 1" : ", \"critical\": 1");
        }
        edits.finish();
    }

private:
    std::string_view m_json;
    std::string_view m_phase;
    std::string_view m_category;
    std::string_view m_args;
};

class CriticalPathPlan final : public EventPlan {
public:
    CriticalPathPlan(const HtaRank& rank, const HtaCriticalPath& found, bool onlyCritical)
        : m_isCritical(rank.trace->report().events)
        , m_onlyCritical(onlyCritical)
    {
        for (const compat::RowNumber row : found.events)
            m_isCritical[rank.rows[row].index] = true;
    }

    [[nodiscard]] Fate fateOf(EventIndex event) const override
    {
        return m_onlyCritical || m_isCritical[event] ? Fate::Edit : Fate::Copy;
    }

    Outcome edit(EventIndex event, std::string_view json, std::string& out) const override
    {
        if (!json.starts_with('{'))
            return Outcome::Same;
        const MarkedEvent marked(json);
        if (!m_isCritical[event])
            return marked.staysUnmarked() ? Outcome::Same : Outcome::LeftOut;
        marked.mark(out);
        return Outcome::Edited;
    }

private:
    std::vector<bool> m_isCritical; ///< by event
    bool m_onlyCritical;
};

/// The arrows of a path, in the order of its edges or of the graph's.
class PathArrows {
public:
    PathArrows(HtaRank rank, HtaCriticalPath found, bool all)
        : m_rank(std::move(rank))
        , m_found(std::move(found))
        , m_isCritical(m_found.graph.edges().size())
    {
        for (const std::uint32_t edge : m_found.path.edges)
            m_isCritical[edge] = true;
        for (std::uint32_t edge = 0; all && edge < m_isCritical.size(); ++edge) {
            const PathEdge& each = m_found.graph.edges()[edge];
            if (each.type != PathEdgeType::KernelLaunchDelay || each.weight != 0)
                m_edges.push_back(edge);
        }
        if (!all)
            std::copy_if(m_found.path.edges.begin(), m_found.path.edges.end(), std::back_inserter(m_edges),
                [this](std::uint32_t edge) { return isShown(m_found.graph.edges()[edge].type); });
    }
    [[nodiscard]] std::size_t count() const { return m_edges.size(); }

    /// Appends both ends of the arrow of this number.
    void append(std::size_t number, std::string& out) const
    {
        const PathEdge& edge = m_found.graph.edges()[m_edges[number]];
        appendEnd(number, edge.from, true, out);
        out += kEventSeparator;
        appendEnd(number, edge.to, false, out);
    }

private:
    static bool isShown(PathEdgeType type)
    {
        return type == PathEdgeType::Dependency || type == PathEdgeType::KernelLaunchDelay
            || type == PathEdgeType::SyncDependency;
    }

    void appendEnd(std::size_t number, compat::NodeNumber place, bool begins, std::string& out) const
    {
        const PathEdge& edge = m_found.graph.edges()[m_edges[number]];
        const compat::PathNode& node = m_found.graph.nodes()[place];
        const Trace& trace = *m_rank.trace;
        const Track& track = trace.track(trace.trackOf(m_rank.rows[node.row].slice));
        const auto add = [&out](std::string_view key, std::string_view value) {
            out.append(", \"").append(key).append("\": ").append(value);
        };
        out += begins ? R"({"ph": "s")" : R"({"ph": "f")";
        add("id", std::to_string(number));
        add("pid", placeToken(trace.text(track.pid)));
        add("tid", placeToken(trace.text(track.tid)));
        add("ts", std::to_string(timeOf(node)));
        out += R"(, "cat": "critical_path", "name": "critical_path", "args": {"weight": )";
        out += std::to_string(static_cast<std::int64_t>(edge.weight));
        add("critical", m_isCritical[m_edges[number]] ? "true" : "false");
        add("type", jsonString(toString(edge.type)));
        out += begins ? "}}" : R"(}, "bp": "e"})";
    }

    /// Whole microseconds of the file. The end of a device event moves into it, so that viewers find the event there.
    [[nodiscard]] std::int64_t timeOf(const compat::PathNode& node) const
    {
        const Trace& trace = *m_rank.trace;
        const SliceId slice = m_rank.rows[node.row].slice;
        const double start = compat::nearestMicroseconds(trace.slices().start[slice.index()]);
        if (node.isStart)
            return static_cast<std::int64_t>(start);
        const double duration = compat::nearestMicroseconds(trace.rawDuration(slice));
        double end = start + duration;
        if (trace.track(trace.trackOf(slice)).isDeviceSide())
            end -= std::min(1.0, duration);
        return static_cast<std::int64_t>(end);
    }

    HtaRank m_rank;
    HtaCriticalPath m_found;
    std::vector<bool> m_isCritical; ///< by edge of the graph
    std::vector<std::uint32_t> m_edges;
};

class CriticalPathOverlay final : public RankExport {
public:
    CriticalPathOverlay(HtaRank rank, HtaCriticalPath found, bool onlyCritical, bool allEdges)
        : m_plan(rank, found, onlyCritical)
    {
        const auto arrows =
            std::make_shared<const PathArrows>(std::move(rank), std::move(found), allEdges && !onlyCritical);
        m_added.count = 2 * arrows->count();
        m_added.pieces = (arrows->count() + kArrowsPerPiece - 1) / kArrowsPerPiece;
        m_added.write = [arrows](std::size_t piece, std::string& out) {
            const std::size_t end = std::min(arrows->count(), (piece + 1) * kArrowsPerPiece);
            for (std::size_t i = piece * kArrowsPerPiece; i < end; ++i) {
                if (i > piece * kArrowsPerPiece)
                    out += kEventSeparator;
                arrows->append(i, out);
            }
        };
    }
    [[nodiscard]] const EventPlan& plan() const override { return m_plan; }
    [[nodiscard]] const AddedEvents& added() const override { return m_added; }
    [[nodiscard]] bool isNothing() const override { return false; }

private:
    CriticalPathPlan m_plan;
    AddedEvents m_added;
};

/// A rank that has no path: there is no file, and a remark why.
class NoCriticalPath final : public RankExport {
public:
    explicit NoCriticalPath(Remark why) { m_remarks.push_back(std::move(why)); }
    [[nodiscard]] const EventPlan& plan() const override { return m_plan; }
    [[nodiscard]] const AddedEvents& added() const override { return m_added; }
    [[nodiscard]] bool isNothing() const override { return true; }

private:
    class Whole final : public EventPlan {
        [[nodiscard]] Fate fateOf(EventIndex) const override { return Fate::Copy; }
    };
    Whole m_plan;
    AddedEvents m_added;
};

Result<std::unique_ptr<RankExport>> prepareCriticalPath(const ExportInput& input, std::size_t position)
{
    Result<compat::HtaTable> table =
        compat::buildHtaTable(*input.traces, compat::optionsFrom(input.parameters), input.context.progress);
    if (!table)
        return table.error();
    const compat::CriticalPathOptions options = compat::criticalPathOptionsFrom(input.parameters);
    const std::int64_t number = input.traces->ranks()[position].rank;
    const auto rank = std::find_if(table->ranks.begin(), table->ranks.end(),
        [position](const HtaRank& each) { return each.rankIndex == position; });
    if (rank == table->ranks.end())
        return std::unique_ptr<RankExport>(
            std::make_unique<NoCriticalPath>(remarkOn(compat::PathFailure::Empty, options, number)));
    HtaCriticalPath found = findCriticalPath(*rank, options, input.context.progress);
    if (input.context.progress.shouldStop())
        return Error::stopped();
    if (found.failure != compat::PathFailure::None)
        return std::unique_ptr<RankExport>(std::make_unique<NoCriticalPath>(remarkOn(found.failure, options, number)));
    return std::unique_ptr<RankExport>(std::make_unique<CriticalPathOverlay>(std::move(*rank), std::move(found),
        input.parameters.boolean("only-critical"), input.parameters.boolean("all-edges")));
}

} // namespace

ExportDescriptor criticalPathExport()
{
    ExportDescriptor kind;
    kind.id = "critical-path";
    kind.title = "Trace with its critical path";
    kind.purpose = "The trace with the events of HTA's critical path marked and joined by arrows; in hta mode only";
    kind.parameters = compat::criticalPathParametersOfHta();
    kind.parameters.push_back({ .id = "only-critical",
        .title = "Nothing else",
        .help = "Leave out complete events that are not on the path, but for annotations and Python functions",
        .type = ParameterType::Bool,
        .defaultValue = true,
        .htaOnly = true });
    kind.parameters.push_back({ .id = "all-edges",
        .title = "All arrows",
        .help = "Draw every edge of the graph that was searched, where other events stay",
        .type = ParameterType::Bool,
        .defaultValue = false,
        .htaOnly = true });
    kind.prefix = "overlaid_critical_path_";
    kind.lowestRankByDefault = true;
    kind.hasHtaMode = true;
    kind.isHtaOnly = true;
    kind.prepare = prepareCriticalPath;
    return kind;
}

} // namespace kinetoscope
