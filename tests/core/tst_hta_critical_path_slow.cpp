// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compat/critical_path/hta_critical_path.h"
#include "tests/support/load_text.h"
#include "tests/support/random_trace.h"
#include "tests/support/slow/slow_critical_path.h"
#include "tests/support/test_macros.h"

#include <map>
#include <string>
#include <vector>

using namespace kinetoscope;
using namespace kinetoscope::tests;

/// HTA's critical path on random traces: what holds for every path, and a second implementation that is slow and
/// obvious and shares no code with the product.
class TestHtaCriticalPathSlow : public QObject {
    Q_OBJECT

private slots:
    void pathsAreConnectedAndLongest();
    void agreesWithTheSlowOne();
    void stopsWhenTold();
};

namespace {

/// The fast one's edges as SlowCriticalPath has them.
std::string edgeText(const compat::PathGraph& graph)
{
    static const std::map<compat::PathEdgeType, std::string> names { { compat::PathEdgeType::OperatorKernel,
                                                                         "operator" },
        { compat::PathEdgeType::Dependency, "dependency" }, { compat::PathEdgeType::KernelLaunchDelay, "launch" },
        { compat::PathEdgeType::KernelKernelDelay, "kernel" }, { compat::PathEdgeType::SyncDependency, "sync" } };
    std::map<std::string, std::pair<int, int>> sums;
    for (const compat::PathEdge& edge : graph.edges()) {
        ++sums[names.at(edge.type)].first;
        sums[names.at(edge.type)].second += static_cast<int>(edge.searchedWeight());
    }
    std::string text;
    for (const auto& [type, sum] : sums)
        text += type + ' ' + std::to_string(sum.first) + ' ' + std::to_string(sum.second) + '\n';
    return text;
}

double lengthOf(const compat::HtaCriticalPath& found)
{
    double length = 0;
    for (const std::uint32_t edge : found.path.edges)
        length += found.graph.edges()[edge].searchedWeight();
    return length;
}

/// "" or what is wrong with a path.
std::string faultOf(const compat::HtaCriticalPath& found)
{
    const compat::LongestPath& path = found.path;
    if (found.failure != compat::PathFailure::None)
        return path.edges.empty() ? "" : "a path in spite of a failure";
    if (path.nodes.size() != path.edges.size() + 1)
        return "nodes and edges do not alternate";
    for (std::size_t i = 0; i < path.edges.size(); ++i) {
        const compat::PathEdge& edge = found.graph.edges()[path.edges[i]];
        if (edge.from != path.nodes[i] || edge.to != path.nodes[i + 1])
            return "not connected at edge " + std::to_string(i);
    }
    // No edge makes a longer path of a node than the lengths along the path say.
    std::map<compat::NodeNumber, double> lengths;
    double length = 0;
    for (std::size_t i = 0; i < path.nodes.size(); ++i) {
        lengths[path.nodes[i]] = length;
        if (i < path.edges.size())
            length += found.graph.edges()[path.edges[i]].searchedWeight();
    }
    for (const compat::PathEdge& edge : found.graph.edges()) {
        const auto from = lengths.find(edge.from);
        const auto to = lengths.find(edge.to);
        if (from != lengths.end() && to != lengths.end() && from->second + edge.searchedWeight() > to->second + 1e-6)
            return "an edge leads past the path";
    }
    return {};
}

} // namespace

void TestHtaCriticalPathSlow::pathsAreConnectedAndLongest()
{
    int paths = 0;
    for (std::uint32_t seed = 1; seed <= 60; ++seed) {
        for (const bool rounds : { true, false }) {
            compat::HtaOptions options;
            options.roundToMicroseconds = rounds;
            const auto table = compat::buildHtaTable(*randomJob(seed, 1), options, {});
            KT_VERIFY_OK(table);
            for (const compat::HtaRank& rank : table->ranks) {
                const compat::HtaCriticalPath found = findCriticalPath(rank, {}, {});
                QCOMPARE(faultOf(found), std::string());
                paths += found.failure == compat::PathFailure::None ? 1 : 0;
            }
        }
    }
    QVERIFY2(paths > 40, std::to_string(paths).c_str());
}

void TestHtaCriticalPathSlow::agreesWithTheSlowOne()
{
    int paths = 0;
    for (std::uint32_t seed = 1; seed <= 150; ++seed) {
        const std::vector<SlowEvent> events = randomCalls(seed);
        const auto traces = loadTexts({ traceTextOf(events) });
        KT_VERIFY_OK(traces);
        const auto table = compat::buildHtaTable(**traces, {}, {});
        KT_VERIFY_OK(table);
        const compat::HtaCriticalPath found = findCriticalPath(table->ranks.front(), {}, {});
        const SlowCriticalPath slow = slowCriticalPath(events);
        KT_COMPARE_TEXT(edgeText(found.graph), slow.edges);
        QCOMPARE(found.failure == compat::PathFailure::SyncOnOneStream, slow.waitsForItsOwnStream);
        if (slow.waitsForItsOwnStream)
            continue;
        QCOMPARE(found.path.hasCycle, slow.longest < 0);
        if (slow.longest < 0)
            continue;
        QCOMPARE(static_cast<int>(lengthOf(found)), slow.longest);
        QCOMPARE(faultOf(found), std::string());
        ++paths;
    }
    QVERIFY2(paths > 50, std::to_string(paths).c_str()); // the others are refused, by both
}

void TestHtaCriticalPathSlow::stopsWhenTold()
{
    const auto table = compat::buildHtaTable(*randomJob(1, 1), {}, {});
    KT_VERIFY_OK(table);
    std::stop_source stop;
    stop.request_stop();
    Progress progress;
    progress.stop = stop.get_token();
    QVERIFY(findCriticalPath(table->ranks.front(), {}, progress).path.edges.empty());
}

QTEST_GUILESS_MAIN(TestHtaCriticalPathSlow)
#include "tst_hta_critical_path_slow.moc"
