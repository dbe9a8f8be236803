// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/causes/path/critical_path.h"
#include "core/base/vectors.h"
#include "core/export/kinds/export_kinds.h"

#include "core/analysis/causes/path/rank_path.h"
#include "core/analysis/types/parameter_makers.h"
#include "core/base/number_text.h"
#include "core/compat/critical_path/hta_critical_path.h"
#include "core/compat/gpu/hta_gpu_rows.h"
#include "core/export/write/text_edits.h"
#include "core/export/write/whole_microseconds.h"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
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

/// What HTA keeps beside the events of the path: whatever takes no time, annotations, Python, and what the input has
/// marked already.
bool staysUnmarked(const EventParts& event)
{
    const std::string category = plainText(event.category);
    if (plainText(event.phase) != "X" || category == "user_annotation" || category == "python_function")
        return true;
    const auto critical = event.args.starts_with('{') ? findMember(event.args, "critical") : std::nullopt;
    double value = 0;
    return critical
        && std::from_chars(critical->value.data(), critical->value.data() + critical->value.size(), value).ec
        == std::errc {}
    && value == 1;
}

void mark(const EventParts& event, std::string& out)
{
    TextEdits edits(event.json, out);
    if (event.args.empty()) {
        edits.replace(placeForMember(event.json),
            isEmptyObject(event.json) ? "\"args\": {\"critical\": 1}" : ", \"args\": {\"critical\": 1}");
    } else if (!event.args.starts_with('{')) {
        edits.replace(event.args, "{\"critical\": 1}");
    } else if (const auto former = findMember(event.args, "critical")) {
        edits.replace(former->value, "1");
    } else {
        edits.replace(placeForMember(event.args), isEmptyObject(event.args) ? "\"critical\": 1" : ", \"critical\": 1");
    }
    edits.finish();
}

class CriticalPathPlan final : public EventPlan {
public:
    /// @param events  of the trace, by number
    CriticalPathPlan(const Trace& trace, const std::vector<EventIndex>& events, bool onlyCritical)
        : m_isCritical(trace.report().events)
        , m_onlyCritical(onlyCritical)
    {
        for (const EventIndex event : events)
            m_isCritical[event] = true;
    }

    [[nodiscard]] Fate fateOf(EventIndex event) const override
    {
        return m_onlyCritical || m_isCritical[event] ? Fate::Edit : Fate::Copy;
    }

    Outcome edit(EventIndex event, std::string_view json, std::string& out) const override
    {
        if (!json.starts_with('{'))
            return Outcome::Same;
        const EventParts parts(json);
        if (!m_isCritical[event])
            return staysUnmarked(parts) ? Outcome::Same : Outcome::LeftOut;
        mark(parts, out);
        return Outcome::Edited;
    }

private:
    std::vector<bool> m_isCritical; ///< by event
    bool m_onlyCritical;
};

std::vector<EventIndex> eventsOf(const HtaRank& rank, const HtaCriticalPath& found)
{
    return mapped(
        found.events, [&rank](compat::RowNumber row) { return static_cast<EventIndex>(rank.rows[row].index); });
}

/// What both ends of an arrow say.
struct ArrowWords {
    std::size_t number = 0;
    std::string weight; ///< a JSON number, microseconds
    bool isCritical = true;
    std::string_view type;
};
/// One end of an arrow: on a track, at a time as the file writes it.
void appendArrowEnd(
    const Trace& trace, TrackId place, const std::string& time, bool begins, const ArrowWords& words, std::string& out)
{
    const Track& track = trace.track(place);
    out += fmt::format(
        R"({{"ph": "{}", "id": {}, "pid": {}, "tid": {}, "ts": {}, "cat": "critical_path", "name": "critical_path", )"
        R"("args": {{"weight": {}, "critical": {}, "type": {}}}{}}})",
        begins ? 's' : 'f', words.number, placeToken(trace.text(track.pid)), placeToken(trace.text(track.tid)), time,
        words.weight, words.isCritical, jsonString(words.type), begins ? "" : R"(, "bp": "e")");
}

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
            std::ranges::copy_if(m_found.path.edges, std::back_inserter(m_edges),
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
        const ArrowWords words { number, std::to_string(static_cast<std::int64_t>(edge.weight)),
            m_isCritical[m_edges[number]], toString(edge.type) };
        appendArrowEnd(
            trace, trace.trackOf(m_rank.rows[node.row].slice), std::to_string(timeOf(node)), begins, words, out);
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

/// The arrows of the links of our own path: where it goes from one track to another, or from each link to the next.
class LinkArrows {
public:
    LinkArrows(std::shared_ptr<const PathRank> rank, const RankPath& found, bool all)
        : m_rank(std::move(rank))
    {
        for (const WalkedPath& path : found.paths) {
            for (std::size_t i = 1; i < path.links.size(); ++i) {
                const PathLink& from = path.links[i - 1];
                const PathLink& to = path.links[i];
                // An end needs an event that viewers can tie it to.
                if (from.owner.isValid() && to.owner.isValid() && (all || from.place != to.place))
                    m_arrows.push_back({ from, to });
            }
        }
    }
    [[nodiscard]] std::size_t count() const { return m_arrows.size(); }

    /// Appends both ends of the arrow of this number.
    void append(std::size_t number, std::string& out) const
    {
        const auto& [from, to] = m_arrows[number];
        const Trace& trace = *m_rank->rank.trace;
        const SliceTable& slices = trace.slices();
        // The end of an event is not in it: viewers would find nothing there.
        const bool isWhole = !trace.report().hasFractionalTimes;
        const Nanoseconds inside = isWhole || trace.track(trace.trackOf(from.owner)).isDeviceSide() ? 1'000 : 1;
        const auto text = [isWhole](Timestamp time) {
            return microsecondsText(isWhole ? wholeMicrosecondsBefore(time) : time);
        };
        const bool isAtEnd = from.range.end >= slices.end(from.owner);
        const Nanoseconds back = isAtEnd ? std::min(inside, slices.duration(from.owner)) : 0;
        // What waits begins where its wait is over.
        const bool waits = !isHostCause(to.cause) && to.cause < Cause::Compute;
        const ArrowWords words { number, microsecondsText(to.range.length()), true, toString(to.cause) };
        appendArrowEnd(trace, trace.trackOf(from.owner), text(from.range.end - back), true, words, out);
        out += kEventSeparator;
        appendArrowEnd(trace, trace.trackOf(to.owner), text(waits ? to.range.end : to.range.begin), false, words, out);
    }

private:
    struct LinkArrow {
        PathLink from;
        PathLink to;
    };
    std::shared_ptr<const PathRank> m_rank;
    std::vector<LinkArrow> m_arrows;
};

template <typename Arrows> AddedEvents addedArrows(std::shared_ptr<const Arrows> arrows)
{
    AddedEvents added { .pieces = (arrows->count() + kArrowsPerPiece - 1) / kArrowsPerPiece,
        .count = 2 * arrows->count() };
    added.write = [arrows = std::move(arrows)](std::size_t piece, std::string& out) {
        const std::size_t end = std::min(arrows->count(), (piece + 1) * kArrowsPerPiece);
        for (std::size_t i = piece * kArrowsPerPiece; i < end; ++i) {
            if (i > piece * kArrowsPerPiece)
                out += kEventSeparator;
            arrows->append(i, out);
        }
    };
    return added;
}

class CriticalPathOverlay final : public RankExport {
public:
    CriticalPathOverlay(CriticalPathPlan plan, AddedEvents added)
        : m_plan(std::move(plan))
    {
        m_added = std::move(added);
    }
    [[nodiscard]] const EventPlan& plan() const override { return m_plan; }
    [[nodiscard]] bool isNothing() const override { return false; }

private:
    CriticalPathPlan m_plan;
};

/// A rank that has no path: there is no file, and a remark why.
class NoCriticalPath final : public RankExport {
public:
    explicit NoCriticalPath(Remark why) { m_remarks.push_back(std::move(why)); }
    [[nodiscard]] const EventPlan& plan() const override { return m_plan; }
    [[nodiscard]] bool isNothing() const override { return true; }

private:
    EventPlan m_plan;
};

Result<std::unique_ptr<RankExport>> prepareOwnPath(const ExportInput& input, std::size_t position)
{
    AnalysisInput ofRank { input.traces, {}, input.context.progress.stop };
    const std::int64_t number = input.traces->ranks()[position].rank;
    ofRank.scope.ranks = { number };
    const std::shared_ptr<const PathRank> rank = pathRanks(ofRank, *input.context.classifier).front();
    KT_TRY(const RankPath found, walkRank(*rank, ofRank, pathChoiceFrom(input.parameters), input.context.progress));
    const Trace& trace = *rank->rank.trace;
    std::vector<EventIndex> events;
    bool hasLinks = false;
    for (const WalkedPath& path : found.paths) {
        hasLinks = hasLinks || !path.links.empty();
        for (const PathLink& link : path.links) {
            if (link.owner.isValid())
                events.push_back(trace.slices().eventIndex[link.owner.index()]);
        }
    }
    if (!hasLinks)
        return std::unique_ptr<RankExport>(std::make_unique<NoCriticalPath>(Remark { "no-path",
            { KT_PHRASE("export", "Rank %1 has no critical path: it has no such annotation, or no recorded time."),
                arg::Number { number } } }));
    const bool onlyCritical = input.parameters.boolean("only-critical");
    const auto arrows =
        std::make_shared<const LinkArrows>(rank, found, input.parameters.boolean("all-edges") && !onlyCritical);
    return std::unique_ptr<RankExport>(
        std::make_unique<CriticalPathOverlay>(CriticalPathPlan(trace, events, onlyCritical), addedArrows(arrows)));
}

Result<std::unique_ptr<RankExport>> prepareCriticalPath(const ExportInput& input, std::size_t position)
{
    if (input.mode == Mode::Exact)
        return prepareOwnPath(input, position);
    KT_TRY(compat::HtaTable table,
        compat::buildHtaTable(*input.traces, compat::optionsFrom(input.parameters), input.context.progress));
    const compat::CriticalPathOptions options = compat::criticalPathOptionsFrom(input.parameters);
    const std::int64_t number = input.traces->ranks()[position].rank;
    const auto rank = std::ranges::find(table.ranks, position, &HtaRank::rankIndex);
    if (rank == table.ranks.end())
        return std::unique_ptr<RankExport>(
            std::make_unique<NoCriticalPath>(remarkOn(compat::PathFailure::Empty, options, number)));
    HtaCriticalPath found = findCriticalPath(*rank, options, input.context.progress);
    KT_TRY_DONE(input.context.progress.carryOn());
    if (found.failure != compat::PathFailure::None)
        return std::unique_ptr<RankExport>(std::make_unique<NoCriticalPath>(remarkOn(found.failure, options, number)));
    const bool onlyCritical = input.parameters.boolean("only-critical");
    CriticalPathPlan plan(*rank->trace, eventsOf(*rank, found), onlyCritical);
    const bool all = input.parameters.boolean("all-edges") && !onlyCritical;
    const auto arrows = std::make_shared<const PathArrows>(std::move(*rank), std::move(found), all);
    return std::unique_ptr<RankExport>(std::make_unique<CriticalPathOverlay>(std::move(plan), addedArrows(arrows)));
}

} // namespace

ExportDescriptor criticalPathExport()
{
    ExportDescriptor kind { .id = "critical-path",
        .title = "Trace with its critical path",
        .purpose =
            "The trace with the events of its critical path marked and joined by arrows that say what a link was",
        .parameters = criticalPath().parameters,
        .analyses = { "critical-path" },
        .prefix = "overlaid_critical_path_",
        .lowestRankByDefault = true,
        .hasHtaMode = true,
        .prepare = prepareCriticalPath };
    for (ParameterDescriptor& parameter : compat::criticalPathParametersOfHtaAlone())
        kind.parameters.push_back(std::move(parameter));
    kind.parameters.push_back(switchParameter("only-critical", "Nothing else",
        "Leave out complete events that are not on the path, but for annotations and Python functions", false));
    kind.parameters.back().htaDefault = true;
    kind.parameters.push_back(switchParameter("all-edges", "All arrows",
        "Draw every link of the path (in hta mode every edge of the graph), where other events stay", false));
    return kind;
}

} // namespace kinetoscope
