// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/english.h"
#include "tests/golden/golden_sets.h"
#include "tests/support/analysis_runs.h"
#include "tests/support/random_trace.h"
#include "tests/support/slow/slow_gpu.h"
#include "tests/support/slow/slow_host.h"
#include "tests/support/slow/slow_series.h"
#include "tests/support/test_macros.h"

#include <QDir>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

using namespace kinetoscope;
using namespace kinetoscope::tests;

/// Exact mode against slow, obvious second implementations: equal to the nanosecond, on every public trace that lies
/// beside the project and on a thousand random small ones.
class TestSecondImplementation : public QObject {
    Q_OBJECT

private slots:
    void sharedTraces_data();
    void sharedTraces();
    void randomTraces_data();
    void randomTraces();
    void idleOfStepsOfRandomTraces();
    void slowOnesSeeADifference();

private:
    using Traces = std::shared_ptr<const TraceSet>;
    using CheckOfTraces = void (TestSecondImplementation::*)(const Traces& traces);
    static const std::array<std::pair<const char*, CheckOfTraces>, 3> kChecksOfTraces;
    void analysesAreTheSlowOnes(const Traces& traces);
    void idleOfStepsIsIdleOfTheTrace(const Traces& traces);
    void findingsClaimNoTimeTwice(const Traces& traces);

    LoadedSet m_traces;
};

namespace {

constexpr Nanoseconds kDelay = 30'000;

std::int64_t whole(const Table& table, std::size_t row, const char* column)
{
    const Cell& cell = table.cell(row, table.columnIndex(column));
    const auto* number = std::get_if<std::int64_t>(&cell);
    return number ? *number : -1;
}

std::string word(const Table& table, std::size_t row, const char* column)
{
    return std::get<std::string>(table.cell(row, table.columnIndex(column)));
}

/// The result for one rank alone; the test fails hard where there is none.
AnalysisResult resultOf(
    const char* analysis, const AnalysisInput& input, const RankTrace& rank, const ParameterTexts& parameters = {})
{
    AnalysisInput own = input;
    own.scope.ranks = { rank.rank };
    Result<AnalysisResult> result = runOn(own, analysis, parameters);
    if (!result)
        qFatal("%s: %s", analysis, english(result.error().message).c_str());
    return std::move(result).value();
}

Figures columnsAsFigures(const Table& table, const std::vector<std::pair<const char*, const char*>>& columns)
{
    Figures figures;
    for (const auto& [column, name] : columns)
        figures[name] = whole(table, 0, column);
    return figures;
}

std::string temporalBreakdown(const AnalysisInput& input, const RankTrace& rank)
{
    const AnalysisResult result = resultOf("temporal-breakdown", input, rank);
    Figures slow = slowTimeSplit(rank, input.scope);
    slow.erase("overlap");
    slow.erase("beside_other_steps");
    return firstDifference(
        columnsAsFigures(result.tables.front(),
            { { "idle_time(us)", "idle" }, { "compute_time(us)", "compute" }, { "non_compute_time(us)", "non_compute" },
                { "kernel_time(us)", "window" }, { "comm_exposed", "comm_exposed" }, { "mem_exposed", "mem_exposed" },
                { "other_exposed", "other_exposed" }, { "comm_time", "comm" }, { "mem_time", "mem" },
                { "other_steps", "other_steps" } }),
        slow);
}

std::string overlap(const AnalysisInput& input, const RankTrace& rank)
{
    const AnalysisResult result = resultOf("comm-comp-overlap", input, rank);
    const Figures split = slowTimeSplit(rank, input.scope);
    const Figures slow { { "comm", split.at("comm") }, { "compute", split.at("compute") },
        { "overlap", split.at("overlap") },
        { "exposed", split.at("comm") - split.at("overlap") - split.at("beside_other_steps") },
        { "beside", split.at("beside_other_steps") } };
    return firstDifference(columnsAsFigures(result.tables.front(),
                               { { "comm_time", "comm" }, { "comp_time", "compute" }, { "overlap_time", "overlap" },
                                   { "exposed_time", "exposed" }, { "other_steps", "beside" } }),
        slow);
}

std::string idleTime(const AnalysisInput& input, const RankTrace& rank)
{
    const AnalysisResult result = resultOf("idle-time", input, rank);
    Figures fast;
    for (const char* name : { "streams", "devices" }) {
        const Table& table = *result.findTable(name);
        for (std::size_t row = 0; row < table.rowCount(); ++row) {
            std::string line = table.name() == "streams" ? "stream " : "device ";
            line += std::to_string(whole(table, row, "device"));
            if (table.name() == "streams")
                line += "/" + std::to_string(whole(table, row, "stream"));
            if (const std::int64_t time = whole(table, row, "idle_time"); time != 0)
                fast[line + " " + word(table, row, "idle_category")] += time;
        }
    }
    return firstDifference(fast, slowIdle(rank, input.scope, kDelay));
}

std::string queueLength(const AnalysisInput& input, const RankTrace& rank)
{
    const AnalysisResult result = resultOf("queue-length", input, rank);
    const Table& series = *result.findTable("series");
    Figures fast;
    std::map<std::string, int> places;
    const auto keyOf = [&places](
                           const std::string& line) { return line + " point " + std::to_string(places[line]++) + " "; };
    for (std::size_t row = 0; row < series.rowCount(); ++row) {
        const std::string key =
            keyOf(std::to_string(whole(series, row, "device")) + "/" + std::to_string(whole(series, row, "stream")));
        fast[key + "time"] = whole(series, row, "ts");
        fast[key + "length"] = whole(series, row, "queue_length");
    }
    places.clear();
    Figures slow;
    for (const auto& [line, points] : slowQueue(rank, input.scope)) {
        for (const auto& [time, length] : points) {
            const std::string key = keyOf(std::to_string(line.first) + "/" + std::to_string(line.second));
            slow[key + "time"] = time;
            slow[key + "length"] = length;
        }
    }
    return firstDifference(fast, slow);
}

/// Values within the last digits: the order of additions is free there.
std::string memoryBandwidth(const AnalysisInput& input, const RankTrace& rank)
{
    const AnalysisResult result = resultOf("memory-bandwidth", input, rank);
    const Table& series = *result.findTable("series");
    const SlowBandwidth slow = slowBandwidth(rank, input.scope);
    std::size_t points = 0;
    for (const auto& [key, line] : slow)
        points += line.size();
    if (points != series.rowCount())
        return std::to_string(series.rowCount()) + " points, by the slow one " + std::to_string(points);
    for (std::size_t row = 0; row < series.rowCount(); ++row) {
        const std::pair key { whole(series, row, "device"), word(series, row, "name") };
        const auto line = slow.find(key);
        const Timestamp time = whole(series, row, "ts");
        if (line == slow.end() || line->second.count(time) == 0)
            return key.second + ": a point at " + std::to_string(time) + ", by the slow one none";
        const double value = std::get<double>(series.cell(row, series.columnIndex("memory_bw_gbps")));
        const double expected = line->second.at(time);
        if (std::abs(value - expected) > 1e-9 * std::max(1.0, expected))
            return key.second + " at " + std::to_string(time) + ": " + std::to_string(value) + ", by the slow one "
                + std::to_string(expected);
    }
    return {};
}

Figures fastSequences(const AnalysisResult& result)
{
    const Table& table = *result.findTable("sequences");
    Figures fast;
    for (std::size_t row = 0; row < table.rowCount(); ++row) {
        const std::string pattern = word(table, row, "pattern");
        fast[pattern + " count"] += whole(table, row, "count");
        fast[pattern + " gpu"] += whole(table, row, "GPU kernel duration (us)");
        fast[pattern + " op"] += whole(table, row, "CPU op duration (us)");
        fast[pattern + " gaps"] += whole(table, row, "saving_gaps");
    }
    return fast;
}

/// Every repeated chain, and the ops whose names stand in these.
std::string kernelSequences(const AnalysisInput& input, const RankTrace& rank)
{
    for (const char* order : { "start", "launch" }) {
        const ParameterTexts parameters { { "min-pattern-len", "2" }, { "order", order } };
        const bool isLaunchOrder = order == std::string_view("launch");
        const Figures chains = slowSequences(rank, input.scope, "", 2, isLaunchOrder);
        const std::string difference =
            firstDifference(fastSequences(resultOf("kernel-sequences", input, rank, parameters)), chains);
        if (!difference.empty())
            return difference;
        std::set<std::string> ops;
        for (const auto& [name, value] : chains)
            ops.insert(name.substr(0, name.find('|')));
        int looked = 0;
        for (const std::string& op : ops) {
            if (op.empty() || ++looked > 3)
                break;
            ParameterTexts named = parameters;
            named.emplace_back("operator-name", op);
            const std::string ofOp = firstDifference(fastSequences(resultOf("kernel-sequences", input, rank, named)),
                slowSequences(rank, input.scope, op, 2, isLaunchOrder));
            if (!ofOp.empty())
                return op + ": " + ofOp;
        }
    }
    return {};
}

/// The rows of the analysis.
std::string callTreeTable(const AnalysisInput& input, const RankTrace& rank)
{
    const AnalysisResult result = resultOf("call-tree", input, rank, { { "kinds", "ops,annotations,calls,python" } });
    const Table& table = result.tables.front();
    const std::map<std::int64_t, SlowNode> slow = slowCallTree(rank, input.scope);
    if (table.rowCount() != slow.size())
        return std::to_string(table.rowCount()) + " rows, by the slow one " + std::to_string(slow.size());
    for (std::size_t row = 0; row < table.rowCount(); ++row) {
        const auto count = [&](const char* column) { return std::max<std::int64_t>(0, whole(table, row, column)); };
        const SlowNode fast { whole(table, row, "parent"), whole(table, row, "depth"), whole(table, row, "height"),
            count("num_kernels"), count("kernel_dur_sum"), count("kernel_span"), whole(table, row, "self_time") };
        const auto found = slow.find(whole(table, row, "index"));
        if (found == slow.end())
            return "event " + std::to_string(whole(table, row, "index")) + " is not in the slow tree";
        const auto text = [](const SlowNode& node) {
            std::string all;
            for (const std::int64_t value :
                { node.parent, node.depth, node.height, node.kernels, node.kernelSum, node.kernelSpan, node.self })
                all += " " + std::to_string(value);
            return all;
        };
        if (!(fast == found->second))
            return "event " + std::to_string(found->first) + " parent depth height kernels sum span self:" + text(fast)
                + ", by the slow one" + text(found->second);
    }
    return {};
}

std::string callTree(const AnalysisInput& input, const RankTrace& rank)
{
    if (const std::string difference = callTreeTable(input, rank); !difference.empty())
        return difference;
    const Trace& trace = *rank.trace;
    for (const Track& track : trace.tracks()) {
        if (track.kind != TrackKind::HostThread)
            continue;
        const std::vector<SliceId> slow = slowParents(trace, track);
        for (std::size_t i = 0; i < slow.size(); ++i) {
            const SliceId slice = SliceTable::at(track.firstSlice + i);
            if (trace.slices().parent[slice.index()] != slow[i])
                return "parent of " + std::string(trace.name(slice)) + " at "
                    + std::to_string(trace.slices().start[slice.index()]);
        }
    }
    return {};
}

struct Check {
    const char* name;
    std::string (*difference)(const AnalysisInput& input, const RankTrace& rank);
};

constexpr Check kChecks[] = {
    { "temporal-breakdown", temporalBreakdown },
    { "comm-comp-overlap", overlap },
    { "idle-time", idleTime },
    { "queue-length", queueLength },
    { "memory-bandwidth", memoryBandwidth },
    { "kernel-sequences", kernelSequences },
    { "call tree", callTree },
};

std::vector<TimeRange> evidenceOf(const AnalysisResult& result, const char* column)
{
    const Table& table = result.tables.front();
    std::vector<TimeRange> ranges;
    for (const IntervalRef& interval : table.evidence(0, table.columnIndex(column)).intervals)
        ranges.push_back(interval.range);
    return ranges;
}

/// "" if the idle time of the chosen steps is what the gaps of the whole trace have in their window, its time before
/// the first and after the last work included.
std::string idleOfSteps(
    const AnalysisInput& input, const RankTrace& rank, const AnalysisResult& whole, std::vector<TimeRange> gaps)
{
    const AnalysisResult steps = resultOf("temporal-breakdown", input, rank);
    const std::vector<TimeRange> seen = evidenceOf(whole, "kernel_time(us)");
    if (!seen.empty()) { // before the first work and after the last one
        gaps.push_back({ kMinTimestamp, seen.front().begin });
        gaps.push_back({ seen.back().end, kMaxTimestamp });
    }
    Figures expected { { "idle", 0 }, { "window", 0 } };
    for (const TimeRange& window : evidenceOf(steps, "kernel_time(us)")) {
        expected["window"] += window.length();
        for (const TimeRange& gap : gaps)
            expected["idle"] += gap.clippedTo(window).length();
    }
    return firstDifference(
        columnsAsFigures(steps.tables.front(), { { "idle_time(us)", "idle" }, { "kernel_time(us)", "window" } }),
        expected);
}

/// The same for some steps of a rank: single ones and two at once.
std::string idleOfSomeSteps(const std::shared_ptr<const TraceSet>& traces, const RankTrace& rank)
{
    const AnalysisResult whole = resultOf("temporal-breakdown", { traces, {} }, rank);
    const std::vector<TimeRange> gaps = evidenceOf(whole, "idle_time(us)");
    const bool hasWork = !evidenceOf(whole, "kernel_time(us)").empty(); // else there is nothing to be idle
    const std::vector<std::int64_t> numbers = traces->stepNumbers();
    const std::size_t stride = std::max<std::size_t>(1, numbers.size() / 4);
    for (std::size_t i = 0; i < numbers.size(); i += stride) {
        for (const std::size_t last : { i, std::min(i + 1, numbers.size() - 1) }) {
            AnalysisInput input { traces, {} };
            input.scope.steps = { numbers[i] };
            if (last != i)
                input.scope.steps.push_back(numbers[last]);
            std::string difference = idleOfSteps(input, rank, whole, gaps);
            for (std::size_t check = 0; check < 3 && last == i && hasWork && difference.empty(); ++check)
                difference = kChecks[check].difference(input, rank);
            if (!difference.empty())
                return "steps " + std::to_string(numbers[i]) + ", " + std::to_string(numbers[last]) + ": " + difference;
        }
    }
    return {};
}

/// Windows of all kinds, told by the round.
Scope scopeOf(int round)
{
    Scope scope;
    const Timestamp begin = (round * 37) % 900;
    if (round % 4 == 1 || round % 8 == 7)
        scope.range = TimeRange { begin, begin + 300 + (round * 53) % 1'500 };
    if (round % 4 == 2 || round % 8 == 7)
        scope.steps = { 5 + round % 3 };
    if (round % 16 == 10)
        scope.steps = { 5, 7 };
    if (round % 5 == 3)
        scope.streams = { 7, 14 };
    return scope;
}

} // namespace

const std::array<std::pair<const char*, TestSecondImplementation::CheckOfTraces>, 3>
    TestSecondImplementation::kChecksOfTraces {
        { { "analyses are the slow ones", &TestSecondImplementation::analysesAreTheSlowOnes },
            { "idle of steps is idle of the trace", &TestSecondImplementation::idleOfStepsIsIdleOfTheTrace },
            { "findings claim no time twice", &TestSecondImplementation::findingsClaimNoTimeTwice } }
    };

/// The rows of a set come one after another: it is loaded once.
void TestSecondImplementation::sharedTraces_data()
{
    KT_REQUIRE_SHARED("traces");
    QTest::addColumn<QString>("set");
    QTest::addColumn<int>("check");
    const QDir root(sharedPath(QStringLiteral("traces")));
    for (const QString& set : root.entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
        for (int i = 0; i < static_cast<int>(kChecksOfTraces.size()); ++i)
            QTest::addRow("%s: %s", qPrintable(set), kChecksOfTraces.at(static_cast<std::size_t>(i)).first) << set << i;
    }
}

void TestSecondImplementation::sharedTraces()
{
    QFETCH(QString, set);
    QFETCH(int, check);
    const auto traces = m_traces.of(set);
    if (!traces)
        QSKIP("No trace among these files.");
    (this->*kChecksOfTraces.at(static_cast<std::size_t>(check)).second)(traces);
}

void TestSecondImplementation::analysesAreTheSlowOnes(const Traces& traces)
{
    for (const RankTrace& rank : traces->ranks()) {
        for (const Check& check : kChecks) {
            const std::string difference = check.difference({ traces, {} }, rank);
            QVERIFY2(difference.empty(),
                qPrintable(QStringLiteral("%1 of rank %2: %3")
                               .arg(QString::fromLatin1(check.name))
                               .arg(rank.rank)
                               .arg(toQString(difference))));
        }
    }
}

void TestSecondImplementation::randomTraces_data()
{
    QTest::addColumn<int>("check");
    for (int i = 0; i < static_cast<int>(std::size(kChecks)); ++i)
        QTest::addRow("%s", kChecks[i].name) << i;
}

void TestSecondImplementation::randomTraces()
{
    QFETCH(int, check);
    const Check& chosen = kChecks[check];
    for (int round = 0; round < 1'000; ++round) {
        RandomTraceOptions options;
        options.isOrderly = round % 3 == 0;
        options.launches = 5 + round % 40;
        const AnalysisInput input { randomJob(static_cast<std::uint32_t>(round), 1, options), scopeOf(round) };
        const std::string difference = chosen.difference(input, input.traces->ranks()[0]);
        QVERIFY2(difference.empty(), qPrintable(QStringLiteral("round %1: %2").arg(round).arg(toQString(difference))));
    }
}

/// Without any rule of our own about whose work it is: a device is idle in a step when nothing at all runs on it.
void TestSecondImplementation::idleOfStepsIsIdleOfTheTrace(const Traces& traces)
{
    if (traces->stepNumbers().empty())
        QSKIP("No trace with steps among these files.");
    for (const RankTrace& rank : traces->ranks()) {
        const std::string difference = idleOfSomeSteps(traces, rank);
        QVERIFY2(
            difference.empty(), qPrintable(QStringLiteral("rank %1: %2").arg(rank.rank).arg(toQString(difference))));
    }
}

/// What findings say about idle time: every claim is its selection, all of them are idle, and none overlaps another.
void TestSecondImplementation::findingsClaimNoTimeTwice(const Traces& traces)
{
    for (const RankTrace& rank : traces->ranks()) {
        const AnalysisResult result =
            resultOf("overview", { traces, {} }, rank, { { "least-share", "0" }, { "least-time", "0" } });
        const Table& findings = *result.findTable("findings");
        std::vector<TimeRange> claimed;
        for (std::size_t row = 0; row < findings.rowCount(); ++row) {
            if (word(findings, row, "analysis") != "idle-causes" || word(findings, row, "kind") == "outside-view")
                continue;
            Nanoseconds sum = 0;
            for (const IntervalRef& interval : findings.evidence(row, 0).intervals) {
                claimed.push_back(interval.range);
                sum += interval.range.length();
            }
            QCOMPARE(qint64 { sum }, qint64 { whole(findings, row, "figure") });
        }
        std::sort(claimed.begin(), claimed.end(), [](TimeRange a, TimeRange b) { return a.begin < b.begin; });
        Nanoseconds sum = 0;
        for (std::size_t i = 0; i < claimed.size(); ++i) {
            QVERIFY(i == 0 || claimed[i - 1].end <= claimed[i].begin);
            sum += claimed[i].length();
        }
        const Table& split = *result.findTable("split");
        Nanoseconds idle = 0;
        for (const char* cause : { "idle_host_wait", "idle_kernel_wait", "idle_other", "idle_unknown_launch" })
            idle += split.rowCount() > 0 ? std::max<std::int64_t>(0, whole(split, 0, cause)) : 0;
        QVERIFY2(sum <= idle, qPrintable(QStringLiteral("%1 of %2 ns").arg(sum).arg(idle)));
    }
}

void TestSecondImplementation::idleOfStepsOfRandomTraces()
{
    for (int round = 0; round < 500; ++round) {
        RandomTraceOptions options;
        options.isOrderly = round % 3 == 0;
        options.launches = 5 + round % 40;
        const auto traces = randomJob(static_cast<std::uint32_t>(round), 1, options);
        const std::string difference = idleOfSomeSteps(traces, traces->ranks()[0]);
        QVERIFY2(difference.empty(), qPrintable(QStringLiteral("round %1: %2").arg(round).arg(toQString(difference))));
    }
}

void TestSecondImplementation::slowOnesSeeADifference()
{
    // The comparison itself: it must be able to fail.
    QCOMPARE(tests::firstDifference(Figures { { "a", 1 } }, Figures { { "a", 1 } }), std::string());
    for (const Figures& other : { Figures {}, Figures { { "a", 2 } }, Figures { { "a", 1 }, { "b", 0 } } }) {
        QVERIFY(!tests::firstDifference(Figures { { "a", 1 } }, other).empty());
        QVERIFY(!tests::firstDifference(other, Figures { { "a", 1 } }).empty());
    }
}

QTEST_GUILESS_MAIN(TestSecondImplementation)
#include "tst_second_implementation.moc"
