// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/words/remark_codes.h"
#include "core/layout/chart/chart_data.h"
#include "core/model/raw_memory.h"
#include "core/words/english.h"
#include "tests/support/analysis_runs.h"
#include "tests/support/test_macros.h"
#include "tests/support/trace_text.h"

#include <limits>

#include <set>

using namespace kinetoscope;
using namespace kinetoscope::tests;

/// Memory in use over time (SPEC.md section 15.2).
class TestMemoryTimeline : public QObject {
    Q_OBJECT

private slots:
    void section15_2Example();
    void section15_2ExampleInHtaMode();
    void rawPeak();
    void rawOddities();
    void rawFilesAreDrawn();
    void instants();
    void peakOfInstants();
    void instantsLieInOps();
    void whoHoldsThePeak();
    void whatTheHostHeldBeforeIsNotCounted();
    void theHostComesLast();
    void devicesByTypeAndNumber();
    void withoutTotalsBytesAreSummed();
    void scopeCutsInstants();
    void evidence();
    void reasonsForEmptyTables();
    void otherAnalysesPointHere();
};

namespace {

constexpr const char* kExample = "[[-1,1,100,0],[-1,1,50,7],[1000,2,30,4],[2000,4,-30,4],[2000,3,-50,7],[2000,3,50,5]]";
const std::vector<std::string_view> kSizes { "ts", "parameter", "activation", "gradient", "unknown", "allocated" };

/// 100 bytes inside aten::a, 300 more inside aten::b in aten::a, 200 released outside.
TraceText example()
{
    return wholeMicroseconds()
        .op("aten::a", 0_us, 30_us)
        .memory(5_us, 100, 100, 1000)
        .op("aten::b", 10_us, 10_us)
        .memory(15_us, 300, 400, 1000)
        .memory(40_us, -200, 200, 500);
}

} // namespace

void TestMemoryTimeline::section15_2Example()
{
    const auto result = runOn(inputOf({ kExample }), "memory-timeline");
    KT_COMPARE_TEXT(rowsOf(result, "series", kSizes), "0 100 0 0 50 150\n0 100 30 0 50 180\n1 100 0 50 0 150\n");
}

void TestMemoryTimeline::section15_2ExampleInHtaMode()
{
    const auto result = runOn(inputOf({ kExample }), "memory-timeline", {}, Mode::Hta);
    KT_COMPARE_TEXT(rowsOf(result, "series", { "t", "c0", "c4", "c5", "c7" }),
        "1000 100 0 0 50\n1000 100 30 0 50\n2000 100 0 50 0\n");
}

void TestMemoryTimeline::rawPeak()
{
    const auto result = runOn(inputOf({ kExample }), "memory-timeline");
    KT_COMPARE_TEXT(
        rowsOf(result, "peaks", { "ts", "allocated", "allocations", "releases", "activation" }), "0 180 1 1 30\n");
    QCOMPARE(result->findTable("peaks")->columnIndex("reserved"), result->findTable("peaks")->columnCount());
    KT_COMPARE_TEXT(remarkOf(result, "memory-held"),
        "of the 180 B in use at the peak most are of the categories 'parameter' (100 B), 'unknown' (50 B) and "
        "'activation' (30 B).\n");
}

/// As counters: the whole, and each category that ever holds anything.
void TestMemoryTimeline::rawFilesAreDrawn()
{
    const AnalysisInput input = inputOf({ kExample });
    const Trace& trace = *input.traces->ranks()[0].trace;
    QVERIFY(trace.isMemoryTimeline());
    const std::vector<MemorySizes> sizes = memorySizesInTime(trace.memoryTimeline());
    QCOMPARE(input.traces->range().length(), sizes.back().timeNs - sizes.front().timeNs);
    std::set<std::size_t> drawn;
    for (const Track& track : trace.tracks()) {
        QVERIFY(track.kind == TrackKind::Counter);
        QCOMPARE(std::size_t { track.sampleCount }, sizes.size());
        const auto category = std::ranges::find_if(kMemoryCategories,
            [&](std::string_view each) { return track.name == "Memory in use: " + std::string(each); });
        QVERIFY(category != kMemoryCategories.end() || track.name == "Memory in use: total");
        const auto at = static_cast<std::size_t>(category - kMemoryCategories.begin());
        drawn.insert(at);
        for (std::size_t i = 0; i < sizes.size(); ++i) {
            const std::int64_t expected = at < sizes[i].bytes.size() ? sizes[i].bytes[at] : sizes[i].total();
            QCOMPARE(trace.counters().time[track.firstSample + i], sizes[i].timeNs);
            QCOMPARE(trace.counters().value[track.firstSample + i], static_cast<double>(expected));
        }
    }
    for (std::size_t i = 0; i < kMemoryCategories.size(); ++i)
        QCOMPARE(
            drawn.contains(i), std::ranges::any_of(sizes, [i](const MemorySizes& each) { return each.bytes[i] != 0; }));
    // Its rows are no events: they are counted as what they are.
    QCOMPARE(trace.report().drawable, std::uint64_t { 0 });
    QCOMPARE(trace.report().counted.at("memory-timeline"), trace.report().events);
}

void TestMemoryTimeline::rawOddities()
{
    const std::int64_t most = std::numeric_limits<std::int64_t>::max();
    // Unknown categories count as unknown; sums stop at the ends of the range.
    const std::vector<MemorySizes> rows =
        memorySizesOf(std::vector<MemoryTimelineEntry> { { 5, most, 2, 9 }, { 5, most, 2, -3 }, { 7, 10, 2, 0 } });
    QCOMPARE(rows.size(), std::size_t { 2 });
    QCOMPARE(rows[0].bytes[7], most);
    QCOMPARE(rows[1].total(), most);
    QVERIFY(memorySizesOf({}).empty());
    QCOMPARE(memorySizesOf(std::vector<MemoryTimelineEntry> { { -1, 5, 1, 0 } }).front().timeNs, std::int64_t { 0 });
    // Exact mode takes entries in time order, wherever they stand.
    const auto result = runOn(inputOf({ "[[2000,2,5,0],[1000,2,7,0],[-1,1,1,0]]" }), "memory-timeline");
    KT_COMPARE_TEXT(rowsOf(result, "series", { "ts", "parameter" }), "0 1\n0 8\n1 13\n");
}

void TestMemoryTimeline::instants()
{
    const auto result = runOn(inputOf({ example().text() }), "memory-timeline");
    KT_COMPARE_TEXT(rowsOf(result, "series", { "rank", "device", "ts", "allocated", "reserved", "delta" }),
        "0 cuda:0 5 100 1000 100\n0 cuda:0 15 400 1000 300\n0 cuda:0 40 200 500 -200\n");
    QCOMPARE(result->findTable("series")->columnIndex("parameter"), result->findTable("series")->columnCount());
}

void TestMemoryTimeline::peakOfInstants()
{
    const auto result = runOn(inputOf({ example().text() }), "memory-timeline");
    KT_COMPARE_TEXT(rowsOf(result, "peaks",
                        { "device", "ts", "allocated", "reserved", "fragmentation_pctg", "peak_reserved", "op",
                            "op_stack", "allocations", "releases" }),
        "cuda:0 15 400 1000 60 1000 aten::b [\"aten::a\",\"aten::b\"] 2 1\n");
}

/// The stack of an instant is that of its moment on its thread.
void TestMemoryTimeline::instantsLieInOps()
{
    const AnalysisInput input = inputOf({ example().text() });
    const Trace& trace = *input.traces->ranks().front().trace;
    std::vector<std::string> stacks;
    for (std::size_t i = 0; i < trace.slices().size(); ++i) {
        if (trace.name(SliceTable::at(i)) != "[memory]")
            continue;
        std::string names;
        for (const SliceId op : trace.opStack(SliceTable::at(i)))
            names += std::string(trace.name(op)) + ' ';
        stacks.push_back(names);
        QVERIFY(trace.pythonStack(SliceTable::at(i)).empty());
    }
    QVERIFY((stacks == std::vector<std::string> { "aten::a ", "aten::a aten::b ", "" }));
}

void TestMemoryTimeline::whoHoldsThePeak()
{
    const auto record = [](int time, int bytes, int total, int address) {
        return R"({"ph":"i","cat":"cpu_instant_event","name":"[memory]","pid":1,"tid":1,"ts":)" + std::to_string(time)
            + R"(,"args":{"Device Type":1,"Device Id":0,"Bytes":)" + std::to_string(bytes) + R"(,"Total Allocated":)"
            + std::to_string(total) + R"(,"Addr":)" + std::to_string(address) + "}}";
    };
    const auto op = [](const char* name, int begin, int length) {
        return R"({"ph":"X","cat":"cpu_op","name":")" + std::string(name) + R"(","pid":1,"tid":1,"ts":)"
            + std::to_string(begin) + R"(,"dur":)" + std::to_string(length) + "}";
    };
    // 1000 were there before; what is released before the peak, and what comes after it, is not held.
    const std::string text = R"({"traceEvents":[)" + op("aten::conv", 0, 20) + ',' + op("aten::empty", 1, 18) + ','
        + record(2, 300, 1300, 1) + ',' + record(3, 50, 1350, 2) + ',' + record(4, -50, 1300, 2) + ','
        + record(5, 400, 1700, 3) + ',' + op("aten::add", 30, 10) + ',' + record(31, 100, 1800, 2) + ','
        + record(32, -300, 1500, 1) + ',' + record(33, 10, 1510, 9) + "]}";
    const auto result = runOn(inputOf({ text }), "memory-timeline");
    KT_COMPARE_TEXT(rowsOf(result, "held", { "device", "op", "held", "held_pctg", "allocations", "largest" }),
        "cuda:0 aten::conv 700 38.89 2 400\ncuda:0 aten::add 100 5.56 1 100\n");
    const Table& held = *result->findTable("held");
    std::vector<Timestamp> times;
    for (const SliceRef& each : held.evidence(0, held.columnIndex("held")).slices)
        times.push_back(inputOf({ text }).traces->ranks()[0].trace->slices().start[each.slice.index()]);
    QCOMPARE(times, (std::vector<Timestamp> { 2'000, 5'000 }));
    KT_COMPARE_TEXT(remarkOf(result, "memory-held"),
        "of the 1.80 kB that cuda:0 holds at its peak, 800 B were allocated in view; the outermost ops that asked for "
        "most of it: 'aten::conv' (700 B), 'aten::add' (100 B).\n");
}

/// Its totals begin at 0 where the recording does, whatever parameters there are.
void TestMemoryTimeline::whatTheHostHeldBeforeIsNotCounted()
{
    const auto record = [](int time, int bytes, int total, int device) {
        return R"({"ph":"i","cat":"cpu_instant_event","name":"[memory]","pid":1,"tid":1,"ts":)" + std::to_string(time)
            + R"(,"args":{"Device Type":)" + std::to_string(device) + R"(,"Device Id":0,"Bytes":)"
            + std::to_string(bytes) + R"(,"Total Allocated":)" + std::to_string(total) + R"(,"Addr":7}})";
    };
    const std::string op = R"({"ph":"X","cat":"cpu_op","name":"aten::conv2d","pid":1,"tid":1,"ts":0,"dur":20})";
    const auto onHost =
        runOn(inputOf({ R"({"traceEvents":[)" + op + "," + record(2, 300, 300, 0) + "]}" }), "memory-timeline");
    KT_COMPARE_TEXT(remarkOf(onHost, "cpu-memory-counted"),
        "PyTorch counts memory of the CPU only while it records memory: what was allocated at other times, as "
        "parameters often are, is not in these totals.\n");
    KT_COMPARE_TEXT(remarkOf(onHost, "memory-held"),
        "of the 300 B that are counted at the peak of cpu, 300 B were allocated in view; the outermost ops that asked "
        "for most of it: 'aten::conv2d' (300 B).\n");
    const auto onDevice =
        runOn(inputOf({ R"({"traceEvents":[)" + op + "," + record(2, 300, 300, 1) + "]}" }), "memory-timeline");
    KT_COMPARE_TEXT(remarkOf(onDevice, "cpu-memory-counted"), "");
}

void TestMemoryTimeline::theHostComesLast()
{
    const std::string text =
        wholeMicroseconds().memory(1_us, 100, 100, 1000, -1).memory(2_us, 300, 300, 1000, 0).text();
    const auto result = runOn(inputOf({ text }), "memory-timeline");
    const ChartData data = chartData(*result->findTable("series"), result->charts.front());
    QCOMPARE(data.groups.size(), std::size_t { 2 });
    QVERIFY(data.groups.front().label.find("cuda:0") != std::string::npos);
    QCOMPARE(data.groups.front().points.front().y, 300.0);
}

void TestMemoryTimeline::devicesByTypeAndNumber()
{
    const auto instant = [](int type, int id, int bytes) {
        return R"({"ph":"i","cat":"cpu_instant_event","name":"[memory]","pid":1,"tid":1,"ts":)" + std::to_string(bytes)
            + R"(,"s":"t","args":{"Device Type":)" + std::to_string(type) + R"(,"Device Id":)" + std::to_string(id)
            + R"(,"Bytes":)" + std::to_string(bytes) + R"(,"Total Allocated":)" + std::to_string(bytes) + "}}";
    };
    const std::string text = R"({"traceEvents":[)" + instant(1, 1, 3) + "," + instant(0, -1, 1) + "," + instant(1, 0, 2)
        + "," + instant(77, 4, 4) + "]}";
    KT_COMPARE_TEXT(rowsOf(runOn(inputOf({ text }), "memory-timeline"), "peaks", { "device", "allocated", "reserved" }),
        "cpu 1 \ncuda:0 2 \ncuda:1 3 \ntype 77:4 4 \n");
}

void TestMemoryTimeline::withoutTotalsBytesAreSummed()
{
    const auto instant = [](int time, int bytes) {
        return R"({"ph":"i","cat":"cpu_instant_event","name":"[memory]","pid":1,"tid":1,"ts":)" + std::to_string(time)
            + R"(,"s":"t","args":{"Device Type":0,"Device Id":-1,"Bytes":)" + std::to_string(bytes) + "}}";
    };
    // Not in order of time.
    const std::string text = R"({"traceEvents":[)" + instant(3, -5) + "," + instant(1, 10) + "," + instant(2, 7) + "]}";
    const auto result = runOn(inputOf({ text }), "memory-timeline");
    KT_COMPARE_TEXT(rowsOf(result, "series", { "ts", "allocated" }), "0 10\n1 17\n2 12\n");
    KT_COMPARE_TEXT(remarkOf(result, "memory-summed"),
        "the records of cpu have no totals: what is in use counts from the start of the recording.\n");
    const std::string freed = R"({"traceEvents":[)" + instant(1, 10) + "," + instant(2, -30) + "]}";
    KT_COMPARE_TEXT(remarkOf(runOn(inputOf({ freed }), "memory-timeline"), "memory-summed"),
        "the records of cpu have no totals: what is in use counts from the start of the recording. It falls to 20 B "
        "below zero, since memory is freed whose allocation was not recorded, as of what was allocated before.\n");
}

void TestMemoryTimeline::scopeCutsInstants()
{
    AnalysisInput input = inputOf({ example().step(1, 0_us, 12_us).step(2, 12_us, 30_us).text() });
    input.scope.range = TimeRange { 10_us, 40_us };
    KT_COMPARE_TEXT(
        rowsOf(runOn(input, "memory-timeline"), "series", { "ts", "allocated", "delta" }), "10 100 0\n15 400 300\n");
    input.scope.range.reset();
    input.scope.steps = { 2 };
    KT_COMPARE_TEXT(
        rowsOf(runOn(input, "memory-timeline"), "series", { "ts", "allocated", "delta" }), "15 400 300\n40 200 -200\n");
    input.scope.steps = { 1 };
    KT_COMPARE_TEXT(rowsOf(runOn(input, "memory-timeline"), "peaks", { "allocated", "op" }), "100 aten::a\n");
}

void TestMemoryTimeline::evidence()
{
    const AnalysisInput input = inputOf({ example().text() });
    const auto result = runOn(input, "memory-timeline");
    KT_VERIFY_OK(result);
    const Trace& trace = *input.traces->ranks().front().trace;
    for (const char* name : { "series", "peaks" }) {
        const Table& table = *result->findTable(name);
        for (std::size_t row = 0; row < table.rowCount(); ++row) {
            const Selection selection = table.evidence(row, 0);
            QCOMPARE(selection.slices.size(), std::size_t { 1 });
            QCOMPARE(trace.name(selection.slices.front().slice), std::string_view("[memory]"));
            QCOMPARE(Cell { trace.slices().start[selection.slices.front().slice.index()] },
                table.cell(row, table.columnIndex("ts")));
        }
    }
    const auto raw = runOn(inputOf({ kExample }), "memory-timeline");
    KT_VERIFY_OK(raw);
    QCOMPARE(raw->findTable("series")->evidence(1, 0).intervals.front().range, (TimeRange { 0, 1000 }));
}

void TestMemoryTimeline::reasonsForEmptyTables()
{
    const auto result = runOn(inputOf({ exampleE1() }), "memory-timeline");
    KT_VERIFY_OK(result);
    QCOMPARE(result->findTable("series")->rowCount(), std::size_t { 0 });
    QVERIFY(english(result->remarks.front()).find("profile_memory=True") != std::string::npos);
    AnalysisInput input = inputOf({ example().text() });
    input.scope.range = TimeRange { 1_us, 2_us };
    const auto hidden = runOn(input, "memory-timeline");
    KT_VERIFY_OK(hidden);
    QCOMPARE(hidden->remarks.front().code, std::string("no-memory-records-in-scope"));
    QCOMPARE(runOn(inputOf({ exampleE1() }), "memory-timeline", {}, Mode::Hta)->remarks.front().code,
        std::string("no-raw-timeline"));
}

/// Such a file has no slices: what analyses of slices advise to record for theirs would be no such file.
void TestMemoryTimeline::otherAnalysesPointHere()
{
    const AnalysisInput raw = inputOf({ kExample });
    for (const char* analysis : { "overview", "cupti-counters", "kernel-launches", "what-if", "wait-causes",
             "memory-bandwidth", "operators" }) {
        const auto result = runOn(raw, analysis);
        KT_VERIFY_OK(result);
        QCOMPARE(result->remarks.size(), std::size_t { 1 });
        KT_COMPARE_TEXT(result->remarks.front().code, kNotRecordable);
        KT_COMPARE_TEXT(english(result->remarks.front()),
            "A raw memory timeline holds the memory in use over time, and no ops, calls or GPU work: Memory timeline "
            "(memory-timeline) shows it.");
    }
    for (const char* analysis : { "memory-timeline", "trace-health" }) {
        const auto result = runOn(raw, analysis);
        KT_VERIFY_OK(result);
        for (const Remark& remark : result->remarks)
            QVERIFY(remark.code != kNotRecordable);
    }
}

QTEST_GUILESS_MAIN(TestMemoryTimeline)
#include "tst_memory_timeline.moc"
