// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/slow/slow_critical_path.h"

#include "tests/support/trace_text.h"

#include <algorithm>
#include <map>
#include <optional>
#include <random>
#include <tuple>
#include <utility>

namespace kinetoscope::tests {

namespace {

/// Threads with nested ops whose leaves are calls, and streams on which some of them put work.
class RandomCalls {
public:
    explicit RandomCalls(std::uint32_t seed)
        : m_random(seed)
    {
    }

    std::vector<SlowEvent> make()
    {
        m_events.push_back({ "user_annotation", "all", 1, 0, 9'000 });
        for (int tid = 1; tid <= 3; ++tid) {
            for (int at = 1 + below(20); at < 600; at += 1 + below(30))
                at = op(tid, at, 3);
        }
        return m_events;
    }

private:
    int below(int limit) { return static_cast<int>(m_random() % static_cast<unsigned>(limit)); }

    /// Adds an op with what it calls; returns where it ends.
    int op(int tid, int at, int depth)
    {
        const std::size_t place = m_events.size();
        m_events.push_back({ "cpu_op", "op", tid, at, 0 });
        int end = at + 1 + below(4);
        for (int i = below(3); i > 0; --i)
            end = (depth > 0 && below(2) == 0 ? op(tid, end, depth - 1) : call(tid, end)) + 1 + below(4);
        m_events[place].duration = end - at;
        return end;
    }

    int call(int tid, int at)
    {
        const int length = 1 + below(20);
        const int id = ++m_lastId;
        const auto add = [&](const char* name) {
            m_events.push_back({ "cuda_runtime", name, tid, at, length, -1, id });
        };
        switch (below(8)) {
        case 0:
            add("cudaHostAlloc");
            break;
        case 1:
            add("cudaEventRecord");
            m_records.emplace_back(id, 7 + below(2));
            break;
        case 2:
            add("cudaDeviceSynchronize");
            m_events.push_back({ "cuda_sync", "Context Sync", -1, at, length, -1, id });
            break;
        case 3:
            waitFor(at, length, id, add);
            break;
        default:
            add(below(4) == 0 ? "cudaMemcpyAsync" : "cudaLaunchKernel");
            work(at, id);
        }
        return at + length;
    }

    template <typename Add> void waitFor(int at, int length, int id, const Add& add)
    {
        const bool isHost = below(2) == 0;
        add(isHost ? "cudaEventSynchronize" : "cudaStreamWaitEvent");
        if (m_records.empty())
            return;
        const auto [record, stream] = m_records[m_random() % m_records.size()];
        const char* const name = isHost ? "Event Sync" : "Stream Wait Event";
        m_events.push_back(
            { "cuda_sync", name, -1, at, length, isHost ? -1 : (stream == 7 ? 8 : 7), id, stream, record });
    }

    void work(int at, int id)
    {
        const int stream = 7 + below(2);
        const int start = std::max(m_free[stream], at + 1 + below(10)) + (below(40) == 0 ? 1'600 : below(6));
        m_events.push_back({ "kernel", "k", -1, start, 1 + below(30), stream, id });
        m_free[stream] = start + m_events.back().duration;
    }

    std::mt19937 m_random;
    std::vector<SlowEvent> m_events;
    std::vector<std::pair<int, int>> m_records; ///< correlation, stream
    std::map<int, int> m_free;                  ///< by stream
    int m_lastId = 0;
};

/// Section 14 as it reads, event by event, each by a search through all of them. The whole trace is the window.
class SlowGraph {
public:
    using Node = std::pair<int, bool>; ///< event, at its end

    explicit SlowGraph(const std::vector<SlowEvent>& events)
        : m_events(events)
    {
        addLock();
        for (int tid = 1; tid <= 3; ++tid)
            addThread(tid);
        addDevices();
    }

    [[nodiscard]] bool waitsForItsOwnStream() const
    {
        return std::any_of(m_edges.begin(), m_edges.end(), [this](const auto& edge) {
            const SlowEvent& from = at(edge.first.first.first);
            return edge.second.first == "sync" && from.stream >= 0 && from.stream == at(edge.first.second.first).stream;
        });
    }
    /// Edges and their weight by type: "kernel 3 12".
    [[nodiscard]] std::string edgeText() const
    {
        std::map<std::string, std::pair<int, int>> sums;
        for (const auto& [nodes, edge] : m_edges) {
            ++sums[edge.first].first;
            sums[edge.first].second += std::max(edge.second, 0);
        }
        std::string text;
        for (const auto& [type, sum] : sums)
            text += type + ' ' + std::to_string(sum.first) + ' ' + std::to_string(sum.second) + '\n';
        return text;
    }
    /// -1 where the graph goes round.
    [[nodiscard]] int longest() const
    {
        std::map<Node, std::optional<int>> known;
        int most = 0;
        for (const auto& [nodes, edge] : m_edges) {
            const int length = lengthTo(nodes.second, known);
            if (length < 0)
                return -1;
            most = std::max(most, length);
        }
        return most;
    }

private:
    [[nodiscard]] const SlowEvent& at(int event) const { return m_events[static_cast<std::size_t>(event)]; }
    [[nodiscard]] int count() const { return static_cast<int>(m_events.size()); }
    [[nodiscard]] int timeOf(Node node) const { return node.second ? at(node.first).end() : at(node.first).start; }
    [[nodiscard]] bool hasNodes(int event) const
    {
        return at(event).category == "cpu_op" || at(event).category == "cuda_runtime" || at(event).stream >= 0;
    }
    [[nodiscard]] bool isLocking(int event) const
    {
        return at(event).name == "cudaHostAlloc" || at(event).name == "cudaLaunchKernel"
            || at(event).name == "cudaMemcpyAsync";
    }
    [[nodiscard]] bool isBlocking(int event) const
    {
        return at(event).name == "cudaDeviceSynchronize" || at(event).name == "cudaEventSynchronize"
            || at(event).name == "cudaMemcpyAsync";
    }
    void add(Node from, Node to, const std::string& type, bool isWeightless = false)
    {
        const bool counts = !isWeightless && type != "dependency" && type != "sync";
        m_edges[{ from, to }] = { type, counts ? timeOf(to) - timeOf(from) : 0 };
    }
    /// The event of the other side with this correlation; -1 for none.
    [[nodiscard]] int partner(int event) const
    {
        for (int i = 0; i < count(); ++i) {
            if (i != event && at(i).correlation >= 0 && at(i).correlation == at(event).correlation)
                return i;
        }
        return -1;
    }

    void addLock()
    {
        std::vector<Node> nodes;
        for (int i = 0; i < count(); ++i) {
            if (isLocking(i)) {
                nodes.push_back({ i, false });
                nodes.push_back({ i, true });
            }
        }
        std::sort(nodes.begin(), nodes.end(), [this](Node a, Node b) {
            return std::tuple(timeOf(a), a.first, a.second) < std::tuple(timeOf(b), b.first, b.second);
        });
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            if (!nodes[i].second)
                continue;
            if (i > 0 && nodes[i - 1].second)
                add(nodes[i - 1], nodes[i], "dependency");
            for (std::size_t j = i; j-- > 0 && !nodes[j].second;) {
                const bool isOwn = nodes[j].first == nodes[i].first;
                add(nodes[j], nodes[i], isOwn ? "operator" : "dependency");
            }
        }
    }

    /// The host event of the same thread right around another; -1 at top level.
    [[nodiscard]] int around(int event) const
    {
        int found = -1;
        for (int i = 0; i < count(); ++i) {
            if (i != event && at(i).tid == at(event).tid && at(i).start <= at(event).start
                && at(i).end() >= at(event).end() && (found < 0 || at(i).duration < at(found).duration))
                found = i;
        }
        return found;
    }

    void addThread(int tid)
    {
        m_last.reset();
        m_depth = 0;
        visitChildren(tid, -1);
    }
    void visitChildren(int tid, int parent)
    {
        std::vector<int> children;
        for (int i = 0; i < count(); ++i) {
            if (at(i).tid == tid && around(i) == parent)
                children.push_back(i);
        }
        std::sort(children.begin(), children.end(), [this](int a, int b) { return at(a).start < at(b).start; });
        for (const int child : children) {
            const bool counts = hasNodes(child);
            if (counts)
                goTo({ child, false });
            m_depth += counts ? 1 : 0;
            visitChildren(tid, child);
            if (counts)
                goTo({ child, true });
            m_depth -= counts ? 1 : 0;
        }
    }
    void goTo(Node node)
    {
        if (m_last) {
            const bool isLocks = isLocking(m_last->first) && isLocking(node.first) && !(m_last->second && !node.second);
            const char* const type = m_depth == 0 && !node.second ? "dependency" : "operator";
            if (!isLocks)
                add(*m_last, node, type, node.second && isBlocking(node.first));
        }
        m_last = node;
    }

    /// How long the queue of a stream is behind all that happens up to `node`: launches come before work.
    [[nodiscard]] int queued(int event, int stream) const
    {
        const bool isWork = at(event).stream >= 0;
        int length = 0;
        for (int i = 0; i < count(); ++i) {
            if (at(i).category != "kernel" || at(i).stream != stream)
                continue;
            const int call = partner(i);
            const auto isUpTo = [&](int other, bool otherIsWork) {
                return std::tuple(at(other).start, otherIsWork, other) <= std::tuple(at(event).start, isWork, event);
            };
            length += (isUpTo(call, false) ? 1 : 0) - (isUpTo(i, true) ? 1 : 0);
        }
        return length;
    }

    /// The work of the last launch on a stream up to a moment, or of the first behind it on a thread.
    [[nodiscard]] int launchedBy(int stream, int moment) const
    {
        int found = -1;
        for (int i = 0; i < count(); ++i) {
            const int call = at(i).category == "kernel" && at(i).stream == stream ? partner(i) : -1;
            if (call < 0 || at(call).start > moment)
                continue;
            if (found < 0 || std::pair(at(call).start, call) > std::pair(at(partner(found)).start, partner(found)))
                found = i;
        }
        return found;
    }
    [[nodiscard]] int launchedBehind(int tid, int stream, int moment) const
    {
        int found = -1;
        for (int i = 0; i < count(); ++i) {
            const int call = at(i).category == "kernel" && at(i).stream == stream ? partner(i) : -1;
            if (call >= 0 && at(call).tid == tid && at(call).start > moment
                && (found < 0 || at(call).start < at(partner(found)).start))
                found = i;
        }
        return found;
    }
    [[nodiscard]] int awaited(int sync) const
    {
        for (int i = 0; i < count(); ++i) {
            if (at(i).name == "cudaEventRecord" && at(i).correlation == at(sync).waitRecord)
                return launchedBy(at(sync).waitStream, at(i).start);
        }
        return -1;
    }

    void addDevices()
    {
        std::vector<int> turns;
        for (int i = 0; i < count(); ++i) {
            if (at(i).category == "kernel" || at(i).category == "cuda_sync")
                turns.push_back(i);
        }
        const auto turnTime = [this](int i) { return at(i).category == "kernel" ? at(i).start : at(i).end(); };
        std::stable_sort(turns.begin(), turns.end(), [&](int a, int b) { return turnTime(a) < turnTime(b); });
        std::map<int, int> last; // by stream
        std::map<int, int> sources;
        for (const int i : turns) {
            const int call = partner(i);
            if (at(i).name == "Context Sync") {
                for (const auto& [stream, kernel] : last)
                    add({ kernel, true }, { call, true }, "sync");
            } else if (at(i).name == "Event Sync" && awaited(i) >= 0) {
                add({ awaited(i), true }, { call, true }, "sync");
            } else if (at(i).name == "Stream Wait Event" && awaited(i) >= 0) {
                if (const int waiting = launchedBehind(at(call).tid, at(i).stream, at(call).start); waiting >= 0)
                    sources[waiting] = awaited(i);
            } else if (at(i).category == "kernel") {
                addKernel(i, call, last, sources);
            }
        }
    }
    void addKernel(int kernel, int call, std::map<int, int>& last, std::map<int, int>& sources)
    {
        const int stream = at(kernel).stream;
        add({ kernel, false }, { kernel, true }, "operator");
        const auto endOf = [this](const std::map<int, int>& map, int key) {
            const auto found = map.find(key);
            return found == map.end() ? std::nullopt : std::optional(at(found->second).end());
        };
        const std::optional<int> lastEnd = endOf(last, stream);
        const std::optional<int> sourceEnd = endOf(sources, kernel);
        if (sourceEnd)
            add({ sources[kernel], true }, { kernel, false }, "sync");
        if (queued(call, stream) == 1 && queued(kernel, stream) == 0 && lastEnd.value_or(-1) < at(call).start
            && sourceEnd.value_or(-1) < at(call).start)
            add({ call, false }, { kernel, false }, "launch");
        else if (lastEnd && at(kernel).start - *lastEnd < 1'500 && sourceEnd.value_or(-1) < *lastEnd)
            add({ last[stream], true }, { kernel, false }, "kernel");
        last[stream] = kernel;
    }

    int lengthTo(Node node, std::map<Node, std::optional<int>>& known) const
    {
        const auto [place, isNew] = known.try_emplace(node, std::nullopt);
        if (!isNew)
            return place->second.value_or(-1); // on the way to itself
        int most = 0;
        for (const auto& [nodes, edge] : m_edges) {
            if (nodes.second != node)
                continue;
            const int before = lengthTo(nodes.first, known);
            if (before < 0)
                return -1;
            most = std::max(most, before + std::max(edge.second, 0));
        }
        known[node] = most;
        return most;
    }

    const std::vector<SlowEvent>& m_events;
    std::map<std::pair<Node, Node>, std::pair<std::string, int>> m_edges; ///< type, weight
    std::optional<Node> m_last;
    int m_depth = 0;
};

} // namespace

std::vector<SlowEvent> randomCalls(std::uint32_t seed)
{
    return RandomCalls(seed).make();
}

std::string traceTextOf(const std::vector<SlowEvent>& events)
{
    TraceText text(LayoutStyle::Compact, TimeStyle::WholeMicroseconds);
    for (const SlowEvent& event : events) {
        ArgsText args;
        for (const auto& [key, value] : { std::pair { "stream", event.stream }, { "correlation", event.correlation },
                 { "wait_on_stream", event.waitStream }, { "wait_on_cuda_event_record_corr_id", event.waitRecord } }) {
            if (value >= 0)
                args.add(key, std::int64_t { value });
        }
        const bool isHost = event.tid > 0;
        text.complete(event.category, event.name, isHost ? 1 : 0, isHost ? event.tid : event.stream,
            Nanoseconds { event.start } * 1'000, Nanoseconds { event.duration } * 1'000, args);
    }
    return text.text();
}

SlowCriticalPath slowCriticalPath(const std::vector<SlowEvent>& events)
{
    const SlowGraph graph(events);
    return { graph.edgeText(), graph.waitsForItsOwnStream(), graph.longest() };
}

} // namespace kinetoscope::tests
