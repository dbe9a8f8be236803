// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compat/host/hta_call_graph.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace kinetoscope::compat {

namespace {

/// One event opens or closes.
struct Record {
    double time = 0;
    double duration = 0;
    std::size_t row = 0;
    EventIndex index = 0;
    bool opens = false;

    [[nodiscard]] bool isEmpty() const { return duration == 0; }
};

/// Order of the records of one moment. HTA's own rules run in a circle where something of no length meets both an end
/// and a start: there it goes into what starts.
void sortMoment(std::vector<Record>::iterator begin, std::vector<Record>::iterator end)
{
    const bool starts = std::any_of(begin, end, [](const Record& r) { return r.opens && !r.isEmpty(); });
    const auto place = [starts](const Record& r) {
        if (r.isEmpty())
            return starts ? 2 : 0;
        return r.opens ? 1 : (starts ? 0 : 1);
    };
    std::stable_sort(begin, end, [&place](const Record& a, const Record& b) {
        if (place(a) != place(b))
            return place(a) < place(b);
        if (a.isEmpty())
            return a.index != b.index ? a.index < b.index : a.opens && !b.opens;
        if (a.opens)
            return a.duration != b.duration ? a.duration > b.duration : a.index < b.index;
        return a.duration != b.duration ? a.duration < b.duration : a.index > b.index;
    });
}

} // namespace

/// The rows of one (pid, tid), in table order, and what that thread is.
struct HtaCallGraph::Stack {
    std::vector<std::size_t> rows;
    StringId thread; ///< HTA keeps one root for all threads of a number, whatever their process
    bool isMain = false;
    bool isBackward = false;
};

HtaCallGraph::HtaCallGraph(const HtaRank& rank)
    : m_rank(rank)
    , m_parent(rank.rows.size(), kNone)
    , m_isInStack(rank.rows.size())
    , m_isKernel(rank.rows.size())
    , m_isLost(rank.rows.size())
    , m_children(rank.rows.size())
    , m_depth(rank.rows.size(), -1)
    , m_kernels(rank.rows.size())
    , m_kernelTime(rank.rows.size())
{
    const std::vector<Stack> all = stacks();
    for (const Stack& stack : all)
        walk(stack);
    linkKernels();
    setDepths();
    hangBackwardBelowMain(all);
    setDepths(); // what no root leads to any more keeps the depth that it had
    sumKernels();
}

std::vector<HtaCallGraph::Stack> HtaCallGraph::stacks() const
{
    std::map<std::pair<StringId, StringId>, Stack> byThread;
    for (std::size_t i = 0; i < m_rank.rows.size(); ++i) {
        const HtaRow& row = m_rank.rows[i];
        const Track& track = m_rank.trace->track(m_rank.trace->trackOf(row.slice));
        Stack& stack = byThread[{ track.pid, track.tid }];
        // Device 0 is the one that HTA knows; on the others, annotations pass for host events. A thread 0 passes for a
        // stream.
        if (row.hasStream() || m_rank.trace->text(track.pid) == "0" || m_rank.trace->text(track.tid) == "0")
            continue;
        stack.rows.push_back(i);
        stack.thread = track.tid;
        const std::string_view name = m_rank.name(row);
        stack.isMain |= name.find("ProfilerStep#") != std::string_view::npos;
        stack.isBackward |= name.find("autograd::") != std::string_view::npos;
    }
    std::vector<Stack> all;
    for (auto& [thread, stack] : byThread) {
        stack.isBackward = stack.isBackward && !stack.isMain;
        if (!stack.rows.empty())
            all.push_back(std::move(stack));
    }
    return all;
}

void HtaCallGraph::walk(const Stack& stack)
{
    std::vector<Record> records;
    for (const std::size_t row : stack.rows) {
        const HtaRow& event = m_rank.rows[row];
        // A duration of -1 closes before it opens: all that opens at that moment ends up nested, as in HTA.
        records.push_back({ event.ts, event.dur, row, event.index, true });
        records.push_back({ event.ts + event.dur, event.dur, row, event.index, false });
        m_isInStack[row] = true;
    }
    std::ranges::stable_sort(records, {}, &Record::time);
    for (auto begin = records.begin(); begin != records.end();) {
        const auto end = std::find_if(begin, records.end(), [begin](const Record& r) { return r.time != begin->time; });
        sortMoment(begin, end);
        begin = end;
    }
    std::vector<std::size_t> open;
    for (const Record& record : records) {
        if (record.opens) {
            m_parent[record.row] = open.empty() ? kNone : open.back();
            open.push_back(record.row);
        } else if (!open.empty()) {
            open.pop_back();
        }
    }
}

/// The top level of all threads of this number, by start.
std::vector<std::size_t> HtaCallGraph::topLevelOf(const std::vector<Stack>& stacks, StringId thread) const
{
    std::vector<std::size_t> rows;
    for (const Stack& stack : stacks) {
        if (stack.thread != thread)
            continue;
        std::ranges::copy_if(stack.rows, std::back_inserter(rows),
            [this](std::size_t row) { return m_parent[row] == kNone && !m_isLost[row]; });
    }
    std::ranges::stable_sort(rows, {}, [this](std::size_t a) { return m_rank.rows[a].ts; });
    return rows;
}

/// Hangs what lies in `host` and has nothing around it yet below it; returns how many rows.
std::size_t HtaCallGraph::hangBelow(std::size_t host, const std::vector<std::size_t>& topLevel)
{
    const double begin = m_rank.rows[host].ts;
    const double end = begin + m_rank.rows[host].dur;
    std::size_t hung = 0;
    for (auto row =
             std::ranges::partition_point(topLevel, [&](std::size_t each) { return m_rank.rows[each].ts < begin; });
         row != topLevel.end() && m_rank.rows[*row].ts <= end; ++row) {
        if (m_parent[*row] != kNone || m_isLost[*row] || m_rank.rows[*row].ts + m_rank.rows[*row].dur > end)
            continue;
        std::size_t around = host;
        while (around != kNone && around != *row)
            around = m_parent[around];
        // HTA makes it a part of itself here: no root leads to it any more.
        if (around == *row)
            m_isLost[*row] = true;
        else
            m_parent[*row] = host;
        ++hung;
    }
    return hung;
}

void HtaCallGraph::hangBackwardBelowMain(const std::vector<Stack>& stacks)
{
    const auto isMain = [](const Stack& stack) { return stack.isMain; };
    const auto isBackward = [](const Stack& stack) { return stack.isBackward; };
    if (std::ranges::count_if(stacks, isMain) != 1 || std::ranges::count_if(stacks, isBackward) != 1)
        return;
    const Stack& main = *std::ranges::find_if(stacks, isMain);
    const Stack& backward = *std::ranges::find_if(stacks, isBackward);
    std::vector<std::size_t> hosts;
    for (const std::string_view word : { std::string_view("## backward ##"), std::string_view("ProfilerStep#") }) {
        for (const std::size_t row : main.rows) {
            if (m_rank.name(m_rank.rows[row]).find(word) != std::string_view::npos)
                hosts.push_back(row);
        }
        if (!hosts.empty())
            break;
    }
    std::vector<std::size_t> topLevel = topLevelOf(stacks, backward.thread);
    std::size_t left = topLevel.size();
    bool isOfMain = main.thread == backward.thread;
    for (const std::size_t host : hosts) {
        const std::size_t hung = hangBelow(host, topLevel);
        left -= hung;
        if (hung == 0 || left > 0)
            continue;
        if (isOfMain) // HTA looks for a root for ever
            return;
        // With its last row the root of the backward thread goes away, and HTA goes on with that of the main thread: a
        // later step, being in itself, loses all that it holds.
        topLevel = topLevelOf(stacks, main.thread);
        left = topLevel.size();
        isOfMain = true;
    }
}

void HtaCallGraph::linkKernels()
{
    std::unordered_map<std::int64_t, std::size_t> rowOfIndex;
    for (std::size_t i = 0; i < m_rank.rows.size(); ++i) {
        if (m_isInStack[i])
            rowOfIndex.emplace(m_rank.rows[i].index, i);
    }
    for (std::size_t i = 0; i < m_rank.rows.size(); ++i) {
        const HtaRow& row = m_rank.rows[i];
        if (row.stream <= 0 || row.linkedIndex <= 0 || m_isInStack[i])
            continue;
        if (const auto launch = rowOfIndex.find(row.linkedIndex); launch != rowOfIndex.end()) {
            m_parent[i] = launch->second;
            m_isKernel[i] = true;
        }
    }
}

/// From the roots down; and which rows are in which.
void HtaCallGraph::setDepths()
{
    m_topDown.clear();
    for (std::vector<std::size_t>& children : m_children)
        children.clear();
    for (std::size_t i = 0; i < m_rank.rows.size(); ++i) {
        if (m_parent[i] != kNone)
            m_children[m_parent[i]].push_back(i);
        if (m_isInStack[i] && m_parent[i] == kNone && !m_isLost[i]) {
            m_depth[i] = 0;
            m_topDown.push_back(i);
        }
    }
    for (std::size_t next = 0; next < m_topDown.size(); ++next) {
        for (const std::size_t child : m_children[m_topDown[next]]) {
            m_depth[child] = m_depth[m_topDown[next]] + 1;
            m_topDown.push_back(child);
        }
    }
}

void HtaCallGraph::sumKernels()
{
    for (auto it = m_topDown.rbegin(); it != m_topDown.rend(); ++it) {
        if (m_isKernel[*it]) {
            m_kernels[*it] += 1;
            m_kernelTime[*it] += m_rank.rows[*it].dur;
        }
        if (m_parent[*it] != kNone) {
            m_kernels[m_parent[*it]] += m_kernels[*it];
            m_kernelTime[m_parent[*it]] += m_kernelTime[*it];
        }
    }
}

std::vector<std::size_t> HtaCallGraph::subtree(std::size_t row) const
{
    std::vector<std::size_t> found { row };
    for (std::size_t next = 0; next < found.size(); ++next)
        found.insert(found.end(), m_children[found[next]].begin(), m_children[found[next]].end());
    std::ranges::sort(found);
    return found;
}

} // namespace kinetoscope::compat
