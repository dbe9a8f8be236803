// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compat/critical_path/hta_path_graph.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <string_view>
#include <tuple>

namespace kinetoscope::compat {

namespace {

/// A pid or tid in the order of pandas: numbers by value before texts.
using ThreadKey = std::tuple<bool, std::int64_t, std::string_view>;

ThreadKey threadKey(std::string_view text)
{
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool isNumber = error == std::errc {} && end == text.data() + text.size();
    return { !isNumber, isNumber ? number : 0, isNumber ? std::string_view {} : text };
}

/// One end of a row on its thread.
struct ThreadRecord {
    double time = 0;
    double duration = 0;
    EventIndex index = 0;
    RowNumber row = kNoRow;
    bool opens = false;
};

/// At equal times what ends comes first, then what is longer opens first and what is shorter ends first.
bool isBefore(const ThreadRecord& a, const ThreadRecord& b)
{
    if (a.time != b.time)
        return a.time < b.time;
    if (a.opens != b.opens)
        return !a.opens;
    if (a.duration != b.duration)
        return a.opens ? a.duration > b.duration : a.duration < b.duration;
    return a.opens ? a.index < b.index : a.index > b.index;
}

/// Goes along one thread; what closes is whatever was opened last.
class ThreadWalk {
public:
    ThreadWalk(const HtaRank& rank, const PathNames& names, PathGraph& graph)
        : m_rank(rank)
        , m_names(names)
        , m_graph(graph)
    {
    }

    void take(const ThreadRecord& record)
    {
        if (record.opens) {
            enter(record.row, m_open.empty() ? kNoRow : m_open.back());
            m_open.push_back(record.row);
        } else if (!m_open.empty()) {
            const RowNumber row = m_open.back();
            m_open.pop_back();
            leave(row, m_open.empty() ? kNoRow : m_open.back());
        }
    }

private:
    void enter(RowNumber row, RowNumber parent)
    {
        const NodeNumber start = m_graph.startOf(row);
        if (start == kNoNode)
            return;
        if (m_last != kNoNode && !isLeftToTheLock(start)) {
            if (m_depth == 0)
                m_graph.add(m_last, start, PathEdgeType::Dependency);
            else
                m_graph.addOwned(m_last, start, PathEdgeType::OperatorKernel, ownerOf(start));
        }
        m_last = start;
        m_lastParent = parent;
        ++m_depth;
    }

    void leave(RowNumber row, RowNumber parent)
    {
        const NodeNumber end = m_graph.endOf(row);
        if (end == kNoNode)
            return;
        if (m_last != kNoNode && !isLeftToTheLock(end))
            m_graph.addOwned(
                m_last, end, PathEdgeType::OperatorKernel, ownerOf(end), m_names.isBlocking(m_rank.rows[row]));
        m_last = end;
        m_lastParent = parent;
        --m_depth;
    }

    /// The edges between calls that take the lock are addLockEdges' but for those from an end to the next start.
    [[nodiscard]] bool isLeftToTheLock(NodeNumber next) const
    {
        const PathNode& from = m_graph.nodes()[m_last];
        const PathNode& to = m_graph.nodes()[next];
        return m_names.isLocking(m_rank.rows[from.row]) && m_names.isLocking(m_rank.rows[to.row])
            && (from.isStart || !to.isStart);
    }

    [[nodiscard]] RowNumber ownerOf(NodeNumber next) const
    {
        const PathNode& from = m_graph.nodes()[m_last];
        const PathNode& to = m_graph.nodes()[next];
        return from.isStart ? from.row : to.isStart ? m_lastParent : to.row;
    }

    const HtaRank& m_rank;
    const PathNames& m_names;
    PathGraph& m_graph;
    std::vector<RowNumber> m_open;
    NodeNumber m_last = kNoNode;
    RowNumber m_lastParent = kNoRow;
    std::size_t m_depth = 0; ///< open rows that have nodes
};

/// The rows of one (pid, tid) of a region.
struct PathThread {
    std::vector<RowNumber> rows;
    bool isOfHost = true; ///< nothing on it has a stream
};

class PathThreads {
public:
    PathThreads(const HtaRank& rank, const std::vector<RowNumber>& rows, const PathNames& names)
        : m_rank(rank)
    {
        const std::optional<StringId> forward = onlyThreadWith("forward", rows, names);
        const std::optional<StringId> backward = onlyThreadWith("autograd", rows, names);
        const bool isMerged = forward && backward;
        std::map<std::pair<StringId, StringId>, PathThread*> known;
        for (const RowNumber row : rows) {
            const Track& track = trackOf(row);
            const StringId tid = isMerged && track.tid == *backward ? *forward : track.tid;
            PathThread*& thread = known[{ track.pid, tid }];
            if (!thread)
                thread = &m_threads[{ threadKey(rank.trace->text(track.pid)), threadKey(rank.trace->text(tid)) }];
            thread->rows.push_back(row);
            thread->isOfHost = thread->isOfHost && !rank.rows[row].hasStream();
        }
    }
    [[nodiscard]] const std::map<std::pair<ThreadKey, ThreadKey>, PathThread>& all() const { return m_threads; }

private:
    [[nodiscard]] const Track& trackOf(RowNumber row) const
    {
        return m_rank.trace->track(m_rank.trace->trackOf(m_rank.rows[row].slice));
    }

    /// The tid that alone has ops or annotations with `word` in the name, whatever their process; nothing for several.
    [[nodiscard]] std::optional<StringId> onlyThreadWith(
        std::string_view word, const std::vector<RowNumber>& rows, const PathNames& names) const
    {
        std::optional<StringId> found;
        for (const RowNumber row : rows) {
            const HtaRow& event = m_rank.rows[row];
            const std::string_view category = names.category(event);
            if ((category != "cpu_op" && category != "user_annotation")
                || m_rank.name(event).find(word) == std::string_view::npos)
                continue;
            const StringId tid = trackOf(row).tid;
            if (found && !(*found == tid))
                return std::nullopt;
            found = tid;
        }
        return found && m_rank.trace->text(*found) != "0" ? found : std::nullopt; // Python takes a 0 for nothing
    }

    const HtaRank& m_rank;
    std::map<std::pair<ThreadKey, ThreadKey>, PathThread> m_threads;
};

} // namespace

void addLockEdges(const PathSource& source, PathGraph& graph, const Progress& progress)
{
    const HtaRank& rank = source.rank;
    std::vector<NodeNumber> pending;
    NodeNumber last = kNoNode;
    StopCheck stop(progress);
    for (NodeNumber i = 0; i < graph.nodes().size() && !stop.after(1); ++i) {
        const PathNode& node = graph.nodes()[i];
        if (!source.names.isLocking(rank.rows[node.row]))
            continue;
        if (node.isStart) {
            pending.push_back(i);
            last = i;
            continue;
        }
        for (; !pending.empty(); pending.pop_back()) {
            const RowNumber row = graph.nodes()[pending.back()].row;
            if (row == node.row)
                graph.addOwned(pending.back(), i, PathEdgeType::OperatorKernel, row);
            else
                graph.add(pending.back(), i, PathEdgeType::Dependency);
        }
        if (last != kNoNode && !graph.nodes()[last].isStart)
            graph.add(last, i, PathEdgeType::Dependency);
        last = i;
    }
}

void addThreadEdges(const PathSource& source, PathGraph& graph, const Progress& progress)
{
    const HtaRank& rank = source.rank;
    const PathThreads threads(rank, source.rows, source.names);
    StopCheck stop(progress);
    std::vector<ThreadRecord> records;
    for (const auto& [key, thread] : threads.all()) {
        if (!thread.isOfHost)
            continue;
        records.clear();
        for (const RowNumber row : thread.rows) {
            const HtaRow& event = rank.rows[row];
            records.push_back({ event.ts, event.dur, event.index, row, true });
            records.push_back({ event.ts + event.dur, event.dur, event.index, row, false });
        }
        std::ranges::sort(records, isBefore);
        ThreadWalk walk(rank, source.names, graph);
        for (const ThreadRecord& record : records) {
            if (stop.after(1))
                return;
            walk.take(record);
        }
    }
}

} // namespace kinetoscope::compat
