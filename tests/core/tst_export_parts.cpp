// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/names/classification.h"
#include "core/analysis/ranks/aligned_job.h"
#include "core/export/exports.h"
#include "core/words/english.h"
#include "tests/support/analysis_runs.h"
#include "tests/support/exported_trace.h"
#include "tests/support/load_text.h"
#include "tests/support/strict_json.h"
#include "tests/support/temp_dir.h"
#include "tests/support/test_macros.h"
#include "tests/support/trace_generator.h"
#include "tests/support/trace_text.h"

#include <algorithm>
#include <map>
#include <random>
#include <set>

using namespace kinetoscope;
using namespace kinetoscope::tests;

/// Parts of traces, several in one, and overlaid ones that come in again.
class TestExportParts : public QObject {
    Q_OBJECT

private slots:
    void rangeKeepsWhatBelongsTogether();
    void stepsKeepTheirWorkWhereverItRuns();
    void partsKnowThatTheyAreParts();
    void figuresOfTheWindowAreThoseOfTheInput_data();
    void figuresOfTheWindowAreThoseOfTheInput();
    void chosenRanksAreWholeCopies();
    void beginAndEndStayTogether();
    void endsOfOneTimeStayWithTheirBeginnings();
    void randomPairsStayWhole();
    void mergedRanksKeepTheirContent();
    void mergedRanksDoNotMix();
    void mergedDevicesKeepTheirModel();
    void mergedClocksAreAligned();
    void mergedWholeMicrosecondsStay();
    void mergedClocksThatAreNotKnownAreSaid();
    void oneMergedRankKeepsTheSizeOfItsJob();
    void partsBeyondTheRecordingAreSaid();
    void dictionaryIsAppliedOnLoad();
    void numbersThatAreNamesStay_data();
    void numbersThatAreNamesStay();
    void hostileDictionaries_data();
    void hostileDictionaries();

private:
    Result<ExportResult> write(const char* kind, const std::shared_ptr<const TraceSet>& traces,
        const std::string& target, const Scope& scope = {}, const Parameters& parameters = {});

    TempDir m_dir;
};

namespace {

/// Names of the slices of a trace, sorted.
using Names = std::vector<std::string>;

} // namespace

Result<ExportResult> TestExportParts::write(const char* kind, const std::shared_ptr<const TraceSet>& traces,
    const std::string& target, const Scope& scope, const Parameters& parameters)
{
    ExportInput input;
    input.traces = traces;
    input.scope = scope;
    input.parameters = parameters;
    input.context.threads = 2;
    return runExport(*findExport(kind), input, target);
}

void TestExportParts::rangeKeepsWhatBelongsTogether()
{
    const std::string text = TraceText()
                                 .metadata("process_name", 100, 0, R"("name": "python")")
                                 .metadata("thread_name", 100, 100, R"("name": "main")")
                                 .metadata("thread_name", 100, 200, R"("name": "idle thread")")
                                 .metadata("process_name", 999, 0, R"("name": "gone")")
                                 .op("outer", 0, 100_us)
                                 .op("before", 1_us, 4_us)
                                 .op("inner", 10_us, 20_us)
                                 .launch(12_us, 2_us, 1)
                                 .flow('s', "ac2g", 1, 100, 100, 12_us)
                                 .kernel("runs later", 90_us, 5_us, 7, 1)
                                 .flow('f', "ac2g", 1, 0, 7, 90_us)
                                 .op("launches from before", 5_us, 3_us)
                                 .launch(6_us, 1_us, 2)
                                 .kernel("runs inside", 15_us, 1_us, 7, 2)
                                 .launch(40_us, 1_us, 3)
                                 .kernel("between", 50_us, 1_us, 7, 3)
                                 .launch(96_us, 1_us, 4)
                                 .kernel("outside", 98_us, 1_us, 7, 4)
                                 .counter("c", 100, 1_us, R"("v": 1)")
                                 .counter("c", 100, 3_us, R"("v": 2)")
                                 .counter("c", 100, 15_us, R"("v": 3)")
                                 .counter("c", 100, 60_us, R"("v": 4)")
                                 .thread(100, 200)
                                 .op("other thread", 70_us, 1_us)
                                 .text();
    const auto traces = loadFiles({ m_dir.write("range.json", text) });
    const std::string target = m_dir.file("range_out.json");
    KT_VERIFY_OK(write("trim", traces, target, rangeScope(11_us, 20_us)));
    const auto again = loadFiles({ target });
    const Trace& trace = *again->ranks().front().trace;
    // "between" runs before the last work that was launched inside: without it, its time would be idle.
    const Names expected { "between", "cudaLaunchKernel", "cudaLaunchKernel", "cudaLaunchKernel", "inner",
        "launches from before", "outer", "runs inside", "runs later" };
    QCOMPARE(namesOf(trace), expected);
    QCOMPARE(trace.launches().all().size(), std::size_t { 3 });
    QCOMPARE(trace.flows().all().size(), std::size_t { 1 });
    QCOMPARE(trace.counters().value, (std::vector<double> { 2, 3 })); // what holds at the beginning, and inside
    const std::string written = readFile(target);
    QVERIFY(written.find("python") != std::string::npos && written.find("main") != std::string::npos);
    QVERIFY(written.find("gone") == std::string::npos && written.find("idle thread") == std::string::npos);
    const ExportedTrace out = readExported(target);
    QCOMPARE(QString::fromStdString(out.error), QString());
    std::string error;
    std::multiset<std::string_view> before;
    const std::vector<std::string_view> events = strictEvents(text, error);
    before.insert(events.begin(), events.end());
    for (const std::string_view event : out.events)
        QVERIFY2(before.contains(event), std::string(event).c_str());
}

void TestExportParts::stepsKeepTheirWorkWhereverItRuns()
{
    const std::string text = TraceText()
                                 .step(1, 0, 100_us)
                                 .launch(50_us, 1_us, 1)
                                 .kernel("of step 1", 150_us, 10_us, 7, 1)
                                 .step(2, 100_us, 100_us)
                                 .launch(120_us, 1_us, 2)
                                 .kernel("of step 2", 250_us, 10_us, 7, 2)
                                 .step(3, 200_us, 100_us)
                                 .launch(220_us, 1_us, 3)
                                 .kernel("of step 3", 290_us, 10_us, 7, 3)
                                 .gpuAnnotation("ProfilerStep#2", 249_us, 12_us, 7)
                                 .gpuAnnotation("ProfilerStep#3", 289_us, 12_us, 7)
                                 .text();
    const auto traces = loadFiles({ m_dir.write("steps.json", text) });
    Scope scope;
    scope.steps = { 2 };
    const std::string target = m_dir.file("steps_out.json.gz");
    KT_VERIFY_OK(write("trim", traces, target, scope));
    const auto again = loadFiles({ target });
    // "of step 1" runs in the window of step 2: it is work of other steps there, not idle time.
    const Names expected { "ProfilerStep#2", "ProfilerStep#2", "cudaLaunchKernel", "cudaLaunchKernel", "of step 1",
        "of step 2" };
    QCOMPARE(namesOf(*again->ranks().front().trace), expected);
}

/// What encloses a part is kept whole: the file says which time is complete, and what lies outside is no idle time.
void TestExportParts::partsKnowThatTheyAreParts()
{
    TraceText text;
    text.op("forward", 0, 100_ms);
    for (int i = 0; i < 100; ++i)
        text.launch(1_ms * i, 5_us, i + 1).kernel("k", 1_ms * i + 10_us, 900_us, 7, i + 1);
    const auto traces = loadFiles({ m_dir.write("whole.json", text.text()) });
    const RankTrace& whole = traces->ranks().front();
    QVERIFY(!whole.trace->metadata().trimmedTo());
    const std::string target = m_dir.file("part.json");
    KT_VERIFY_OK(write("trim", traces, target, rangeScope(40_ms, 50_ms)));
    QCOMPARE(QString::fromStdString(readExported(target).error), QString());
    const auto part = loadFiles({ target });
    const RankTrace& rank = part->ranks().front();
    const TimeRange chosen { whole.toTraceTime(40_ms), whole.toTraceTime(50_ms) };
    QCOMPARE(rank.trace->metadata().trimmedTo().value_or(TimeRange {}), chosen);
    QCOMPARE(std::ranges::count(namesOf(*rank.trace), "forward"), 1);
    QVERIFY(rank.trace->range().length() >= 100_ms);
    QCOMPARE(part->workRange(), rank.toJobTime(chosen)); // the first view
    const auto overview = runOn({ part, {} }, "overview");
    const Table& findings = *overview->findTable("findings");
    for (std::size_t row = 0; row < findings.rowCount(); ++row)
        QVERIFY(findings.text(row, findings.columnIndex("kind")) != "outside-view");
    QVERIFY(remarkOf(overview, "trimmed").find("trimmed to 10.00 ms") != std::string::npos);
    QVERIFY(remarkOf(runOn({ traces, {} }, "overview"), "trimmed").empty());

    // A part of a part: once in the file, and no more than both have.
    const std::string smaller = m_dir.file("smaller.json.gz");
    const Timestamp middle = rank.toJobTime(chosen).begin + 5_ms;
    KT_VERIFY_OK(write("trim", part, smaller, rangeScope(middle, middle + 20_ms)));
    const ExportedTrace again = readExported(smaller);
    QCOMPARE(QString::fromStdString(again.error), QString());
    QCOMPARE(again.text->find(kTrimmedToKey), again.text->rfind(kTrimmedToKey));
    const auto smallest = loadFiles({ smaller });
    QCOMPARE(smallest->ranks().front().trace->metadata().trimmedTo().value_or(TimeRange {}),
        (TimeRange { rank.toTraceTime(middle), chosen.end }));
    // Several ranks on one clock are no part of one of them.
    const std::string merged = m_dir.file("parts_merged.json");
    KT_VERIFY_OK(write("merge", part, merged));
    QVERIFY(readFile(merged).find(kTrimmedToKey) == std::string::npos);

    const auto read = [](const char* json) {
        TraceMetadata metadata;
        metadata.entries = { { std::string(kTrimmedToKey), json } };
        return metadata.trimmedTo();
    };
    QCOMPARE(read(" [ -5,\n7 ] ").value_or(TimeRange {}), (TimeRange { -5, 7 }));
    for (const char* json : { "", "[", "[]", "[1]", "[2,1]", "[1,1]", "[1,2,3]", "[1,2", "{}", "[1e3,2e3]", ",",
             "[1,99999999999999999999]", "null" })
        QVERIFY2(!read(json), json);
}

void TestExportParts::figuresOfTheWindowAreThoseOfTheInput_data()
{
    QTest::addColumn<QString>("analysis");
    QTest::addColumn<bool>("bySteps");
    for (const char* analysis : { "temporal-breakdown", "kernel-breakdown", "comm-comp-overlap", "idle-time" }) {
        QTest::addRow("%s of a range", analysis) << QString::fromLatin1(analysis) << false;
        QTest::addRow("%s of a step", analysis) << QString::fromLatin1(analysis) << true;
    }
}

/// A figure about a part is the same on the part alone.
void TestExportParts::figuresOfTheWindowAreThoseOfTheInput()
{
    QFETCH(QString, analysis);
    QFETCH(bool, bySteps);
    GeneratorOptions options;
    options.steps = 3;
    options.ranks = 2;
    const std::vector<std::string> texts = generateTraces(options);
    const auto traces = loadFiles({ m_dir.write("job/0.json", texts[0]), m_dir.write("job/1.json", texts[1]) });
    Scope scope;
    if (bySteps) {
        scope.steps = { traces->stepNumbers()[1] };
    } else {
        const TimeRange core = traces->coreRange();
        const Nanoseconds part = (core.end - core.begin) / 5;
        scope.range = TimeRange { core.begin + 2 * part, core.begin + 3 * part };
    }
    const TempDir folder;
    KT_VERIFY_OK(write("trim", traces, folder.path(), scope));
    const auto again = loadFiles({ folder.file("0_trimmed.json"), folder.file("1_trimmed.json") });
    QVERIFY(again);
    Scope same = scope;
    if (scope.range) { // the job's clock begins with its earliest event
        const Nanoseconds moved = saturatingSubtract(again->unixOrigin(), traces->unixOrigin());
        same.range = TimeRange { scope.range->begin - moved, scope.range->end - moved };
    }
    const auto figures = [&](const std::shared_ptr<const TraceSet>& job, const Scope& part) {
        const auto result = runOn({ job, part }, analysis.toStdString());
        std::vector<std::string_view> columns;
        if (!result)
            return english(result.error().message);
        for (const ColumnDescriptor& column : result->tables.front().columns())
            columns.push_back(column.name);
        return rowsOf(result->tables.front(), columns);
    };
    KT_COMPARE_TEXT(figures(again, same), figures(traces, scope));
}

void TestExportParts::chosenRanksAreWholeCopies()
{
    GeneratorOptions options;
    options.ranks = 3;
    const std::vector<std::string> texts = generateTraces(options);
    std::vector<std::string> paths;
    for (std::size_t i = 0; i < texts.size(); ++i)
        paths.push_back(m_dir.write("ranks/" + std::to_string(i) + ".json", texts[i]));
    Scope scope;
    scope.ranks = { 0, 2 };
    const TempDir folder;
    KT_VERIFY_OK(write("trim", loadFiles(paths), folder.path(), scope));
    KT_COMPARE_TEXT(readFile(folder.file("0_trimmed.json")), texts[0]);
    KT_COMPARE_TEXT(readFile(folder.file("2_trimmed.json")), texts[2]);
    QVERIFY(readFile(folder.file("1_trimmed.json")).empty());
}

void TestExportParts::beginAndEndStayTogether()
{
    const std::string text = TraceText()
                                 .begin("early", 0)
                                 .end(5_us, "early")
                                 .begin("outer", 6_us)
                                 .begin("inner", 12_us)
                                 .end(14_us, "inner")
                                 .end(30_us, "outer")
                                 .begin("late", 40_us)
                                 .end(50_us, "late")
                                 .async('b', "io", "request", 1, 13_us)
                                 .async('e', "io", "request", 1, 35_us)
                                 .async('b', "io", "request", 2, 36_us)
                                 .async('e', "io", "request", 2, 37_us)
                                 .text();
    const std::string target = m_dir.file("pairs_out.json");
    KT_VERIFY_OK(write("trim", loadFiles({ m_dir.write("pairs.json", text) }), target, rangeScope(11_us, 20_us)));
    const auto again = loadFiles({ target });
    const Trace& trace = *again->ranks().front().trace;
    QCOMPARE(namesOf(trace), (Names { "inner", "outer", "request" }));
    QVERIFY(trace.report().isClean());
    QCOMPARE(trace.slices().duration(findSlice(trace, "outer")), Nanoseconds { 24_us });
    QCOMPARE(trace.slices().duration(findSlice(trace, "request")), Nanoseconds { 22_us });
}

/// Three threads end something at one time; only one of these slices overlaps the range.
void TestExportParts::endsOfOneTimeStayWithTheirBeginnings()
{
    const std::string text = R"({"traceEvents": [
        {"ph": "B", "name": "stays", "pid": 1, "tid": 1, "ts": 5},
        {"ph": "B", "name": "goes", "pid": 1, "tid": 2, "ts": 12},
        {"ph": "B", "name": "open", "pid": 1, "tid": 3, "ts": 2},
        {"ph": "B", "name": "goes too", "pid": 1, "tid": 3, "ts": 13},
        {"ph": "E", "pid": 1, "tid": 2, "ts": 20},
        {"ph": "E", "pid": 1, "tid": 1, "ts": 20},
        {"ph": "E", "pid": 1, "tid": 3, "ts": 20},
        {"ph": "E", "pid": 1, "tid": 4, "ts": 6}
        ]})";
    const std::string target = m_dir.file("ends_out.json");
    KT_VERIFY_OK(write("trim", loadFiles({ m_dir.write("ends.json", text) }), target, rangeScope(4_us, 10_us)));
    const ExportedTrace out = readExported(target);
    QCOMPARE(out.events.size(), std::size_t { 3 }); // one pair, and the slice that never ends
    const auto again = loadFiles({ target });
    const Trace& trace = *again->ranks().front().trace;
    QCOMPARE(namesOf(trace), (Names { "open", "stays" }));
    QCOMPARE(trace.slices().duration(findSlice(trace, "stays")), Nanoseconds { 15_us });
    QVERIFY(trace.slices().has(findSlice(trace, "open"), kSliceUnfinished));
    QVERIFY(!trace.report().counted.contains("unmatched-end"));
}

/// Beginnings and ends at few times on few threads, some without the other: what stays pairs as before.
void TestExportParts::randomPairsStayWhole()
{
    std::minstd_rand random(11);
    const auto linesOf = [](const Trace& trace, const TimeRange* range) {
        Names lines;
        for (std::size_t i = 0; i < trace.slices().size(); ++i) {
            const SliceId id = SliceTable::at(i);
            const TimeRange at = trace.slices().range(id);
            if (range && (at.begin >= range->end || at.end <= range->begin))
                continue;
            const bool isOpen = trace.slices().has(id, kSliceUnfinished);
            lines.push_back(std::string(trace.name(id)) + ' ' + std::to_string(at.begin) + ' '
                + (isOpen ? "open" : std::to_string(at.length())));
        }
        std::sort(lines.begin(), lines.end());
        return lines;
    };
    int checked = 0;
    for (int round = 0; round < 300; ++round) {
        std::string text = "[";
        for (int i = 0; i < 40; ++i) {
            const bool isEnd = random() % 2 == 0;
            text += (i > 0 ? ",\n" : "") + std::string("{\"ph\": \"") + (isEnd ? "E" : "B")
                + "\", \"pid\": 1, \"tid\": " + std::to_string(random() % 3) + ", \"ts\": " + std::to_string(i / 4);
            if (!isEnd || random() % 2 == 0)
                text += ", \"name\": \"" + std::string(1, static_cast<char>('a' + random() % 4)) + '"';
            text += '}';
        }
        const auto traces = loadFiles({ m_dir.write("random.json", text + ']') });
        const Timestamp begin = static_cast<Timestamp>(random() % 8) * 1000;
        const TimeRange window { begin, begin + 2000 };
        const std::string target = m_dir.file("random_out.json");
        const RankTrace& rank = traces->ranks().front();
        const Trace& before = *rank.trace;
        const TimeRange ofTrace { rank.toTraceTime(window.begin), rank.toTraceTime(window.end) };
        const Names inside = linesOf(before, &ofTrace);
        const auto result = write("trim", traces, target, rangeScope(window.begin, window.end));
        if (!result) {
            QVERIFY(inside.empty());
            continue;
        }
        const auto again = loadFiles({ target });
        const Names after = linesOf(*again->ranks().front().trace, nullptr);
        const Names all = linesOf(before, nullptr);
        QVERIFY2(std::includes(after.begin(), after.end(), inside.begin(), inside.end()), text.c_str());
        QVERIFY2(std::includes(all.begin(), all.end(), after.begin(), after.end()), text.c_str());
        QVERIFY(!again->ranks().front().trace->report().counted.contains("unmatched-end"));
        checked += after.size() < all.size() ? 1 : 0;
    }
    QVERIFY(checked > 50);
}

/// Every rank's slices, launches and arrows are in the one file, under its own processes.
void TestExportParts::mergedRanksKeepTheirContent()
{
    GeneratorOptions options;
    options.ranks = 3;
    const std::vector<std::string> texts = generateTraces(options);
    std::vector<std::string> paths;
    for (std::size_t i = 0; i < texts.size(); ++i)
        paths.push_back(m_dir.write("merge/" + std::to_string(i) + ".json", texts[i]));
    const auto traces = loadFiles(paths);
    const std::string target = m_dir.file("merged.json.gz");
    KT_VERIFY_OK(write("merge", traces, target));
    const ExportedTrace out = readExported(target);
    QCOMPARE(QString::fromStdString(out.error), QString());
    QCOMPARE(QString::fromStdString(brokenRule(out)), QString());
    const auto again = loadFiles({ target });
    const Trace& merged = *again->ranks().front().trace;
    std::size_t slices = 0;
    std::size_t launches = 0;
    std::size_t flows = 0;
    std::size_t samples = 0;
    const RankTrace& reference = traces->ranks().front();
    for (const RankTrace& rank : traces->ranks()) {
        slices += rank.trace->slices().size();
        launches += rank.trace->launches().all().size();
        flows += rank.trace->flows().all().size();
        samples += rank.trace->counters().size();
        std::multiset<std::string> expected;
        for (const Track& track : rank.trace->tracks()) {
            for (std::uint32_t row = track.firstSlice; row < track.endSlice(); ++row)
                expected.insert(std::string(rank.trace->name(SliceId { row })) + ' '
                    + std::to_string(rank.toJobTime(rank.trace->slices().start[row]) - reference.clockOffset) + ' '
                    + std::to_string(rank.trace->slices().duration(SliceId { row })));
        }
        std::multiset<std::string> found;
        const std::string prefix = "rank " + std::to_string(rank.rank) + ": ";
        for (const Track& track : merged.tracks()) {
            for (std::uint32_t row = track.firstSlice; track.processName.starts_with(prefix) && row < track.endSlice();
                 ++row)
                found.insert(std::string(merged.name(SliceId { row })) + ' '
                    + std::to_string(merged.slices().start[row]) + ' '
                    + std::to_string(merged.slices().duration(SliceId { row })));
        }
        QVERIFY(found == expected);
    }
    QCOMPARE(merged.slices().size(), slices);
    QCOMPARE(merged.launches().all().size(), launches);
    QCOMPARE(merged.flows().all().size(), flows);
    QCOMPARE(merged.counters().size(), samples);
}

/// Two ranks with the same pids, devices, streams, correlation and flow ids.
void TestExportParts::mergedRanksDoNotMix()
{
    const auto rank = [](const char* op) {
        return TraceText()
            .op(op, 0, 10_us)
            .launch(1_us, 1_us, 5)
            .flow('s', "ac2g", 5, 100, 100, 1_us)
            .kernel(std::string(op) + " kernel", 3_us, 2_us, 7, 5)
            .flow('f', "ac2g", 5, 0, 7, 3_us)
            .complete("cpu_op", "in words", "Spans", "t", 0, 1_us)
            .text();
    };
    const auto traces = loadFiles({ m_dir.write("mix/a.json", rank("a")), m_dir.write("mix/b.json", rank("b")) });
    const std::string target = m_dir.file("mixed.json");
    KT_VERIFY_OK(write("merge", traces, target));
    const auto again = loadFiles({ target });
    const Trace& trace = *again->ranks().front().trace;
    std::set<std::pair<std::string, std::int64_t>> streams;
    for (const Track& track : trace.tracks()) {
        if (track.kind == TrackKind::Stream)
            streams.emplace(track.processName, track.device);
    }
    QCOMPARE(
        streams, (std::set<std::pair<std::string, std::int64_t>> { { "rank 0: GPU 0", 0 }, { "rank 1: GPU 0", 1 } }));
    for (const char* op : { "a", "b" }) {
        const SliceId kernel = findSlice(trace, std::string(op) + " kernel");
        const std::vector<SliceId> stack = trace.opStack(kernel);
        QVERIFY(!stack.empty());
        QCOMPARE(toQString(trace.name(stack.front())), QString::fromLatin1(op));
    }
    QCOMPARE(trace.flows().all().size(), std::size_t { 2 });
    QVERIFY(trace.report().isClean());
}

/// ROCm may number a device in events otherwise than in deviceProperties: what all listed devices are it is, too, as
/// for the ranks on their own. Of several models none is told.
void TestExportParts::mergedDevicesKeepTheirModel()
{
    const auto rank = [](std::int64_t device, std::string_view properties) {
        return TraceText()
            .top("deviceProperties", properties)
            .op("aten::mm", 0, 10_us)
            .launch(1_us, 1_us, 5)
            .device(device)
            .kernel("Cijk_gemm", 3_us, 2_us, 7, 5)
            .text();
    };
    const auto traces = loadFiles({
        m_dir.write("model/a.json", rank(2, R"([{"id": 0, "name": "MI300X"}])")),
        m_dir.write("model/b.json", rank(1, R"([{"id": 0, "name": "MI210"}, {"id": 1, "name": "MI250"}])")),
        m_dir.write("model/c.json", rank(5, R"([{"id": 0, "name": "MI210"}, {"id": 1, "name": "MI250"}])")),
        m_dir.write("model/d.json", rank(4, R"([{"id": 0, "name": "H100"}, {"id": 1, "name": "H100"}])")),
    });
    const std::string target = m_dir.file("models.json");
    KT_VERIFY_OK(write("merge", traces, target));
    const auto again = loadFiles({ target });
    std::map<std::int64_t, std::string> models;
    for (const DeviceProperties& device : again->ranks().front().trace->metadata().devices)
        models.emplace(device.id, device.name);
    QCOMPARE(models, (std::map<std::int64_t, std::string> { { 0, "MI300X" }, { 1, "MI250" }, { 3, "H100" } }));
}

void TestExportParts::mergedClocksAreAligned()
{
    const auto rank = [](const char* name, Nanoseconds base, Timestamp at) {
        return TraceText().baseTime(base).op(name, at, 1'001_ns).text();
    };
    const auto traces = loadFiles({ m_dir.write("clock/a.json", rank("a", 1'000'000'000'000'000'000, 5'000'123_ns)),
        m_dir.write("clock/b.json", rank("b", 1'000'000'000'000'000'500, 5'000'123_ns)) });
    const std::string target = m_dir.file("clock.json");
    KT_VERIFY_OK(write("merge", traces, target));
    const auto again = loadFiles({ target });
    const Trace& trace = *again->ranks().front().trace;
    QCOMPARE(trace.slices().start[findSlice(trace, "a").index()], Timestamp { 5'000'123 });
    QCOMPARE(trace.slices().start[findSlice(trace, "b").index()], Timestamp { 5'000'623 });
    QCOMPARE(trace.metadata().baseTimeNanoseconds.value_or(0), std::int64_t { 1'000'000'000'000'000'000 });
}

/// HTA would shorten every event of a file in which one time has a fraction, and other analyses would take its clock
/// for a finer one.
void TestExportParts::mergedWholeMicrosecondsStay()
{
    const auto rank = [](const char* name, Nanoseconds base) {
        return wholeMicroseconds().baseTime(base).op(name, 5_us, 7_us).text();
    };
    const auto traces = loadFiles({ m_dir.write("whole/a.json", rank("a", 1'000'000'000'000'000'000)),
        m_dir.write("whole/b.json", rank("b", 1'000'000'000'000'003'600)) });
    const std::string target = m_dir.file("whole.json");
    KT_VERIFY_OK(write("merge", traces, target));
    const auto again = loadFiles({ target });
    const Trace& trace = *again->ranks().front().trace;
    QVERIFY(!trace.report().hasFractionalTimes);
    QCOMPARE(trace.slices().start[findSlice(trace, "a").index()], Timestamp { 5_us });
    QCOMPARE(trace.slices().start[findSlice(trace, "b").index()], Timestamp { 9_us }); // 8.6, to the nearest
}

void TestExportParts::mergedClocksThatAreNotKnownAreSaid()
{
    const auto rank = [](std::int64_t number, Nanoseconds ahead, std::string_view kernel) {
        TraceText text;
        text.rank(number, 3);
        for (int i = 0; i < 6; ++i)
            text.kernel(kernel, ahead + 10_ms * i, 1_ms, 20);
        return text.text();
    };
    const auto own = loadFiles({ m_dir.write("clocks/0.json", rank(0, 0, "ncclDevKernel_AllReduce")),
        m_dir.write("clocks/1.json", rank(1, 30_us, "ncclDevKernel_AllReduce")),
        m_dir.write("clocks/2.json", rank(2, 0, "gemm")) });
    const auto aligned = withAlignedClocks(own, KernelClassifier(), {});
    KT_VERIFY_OK(aligned);
    const auto said = [&](const std::shared_ptr<const TraceSet>& traces, std::vector<std::int64_t> ranks) {
        Scope scope;
        scope.ranks = std::move(ranks);
        const auto result = write("merge", traces, m_dir.file("clocks.json"), scope);
        const auto remark =
            result ? std::ranges::find(result->remarks, "merged", &Remark::code) : result->remarks.end();
        return result && remark != result->remarks.end() ? english(remark->message) : std::string("nothing");
    };
    KT_COMPARE_TEXT(said(*aligned, { 0, 1 }), "2 ranks on the clock of rank 0.");
    KT_COMPARE_TEXT(said(*aligned, { 0, 1, 2 }),
        "3 ranks in one file. How far the clock of 1 of them is from that of rank 0 is not known: the times of rank 2 "
        "are those of its file.");
    KT_COMPARE_TEXT(said(own, { 0, 1, 2 }),
        "3 ranks in one file. How far the clocks of 2 of them are from that of rank 0 is not known: the times of ranks "
        "1,2 are those of their files.");
    KT_COMPARE_TEXT(said(own, { 1 }), "1 rank on the clock of rank 1.");
}

void TestExportParts::oneMergedRankKeepsTheSizeOfItsJob()
{
    const auto traces = loadFiles({ m_dir.write("size.json", TraceText().rank(3, 8).op("a", 0, 5_us).text()) });
    const std::string target = m_dir.file("size_merged.json");
    KT_VERIFY_OK(write("merge", traces, target));
    const auto merged = loadFiles({ target });
    const TraceMetadata& metadata = merged->ranks().front().trace->metadata();
    QCOMPARE(metadata.worldSize.value_or(0), std::int64_t { 8 });
    QCOMPARE(metadata.rank.value_or(0), std::int64_t { 3 });
}

void TestExportParts::partsBeyondTheRecordingAreSaid()
{
    const auto traces =
        loadFiles({ m_dir.write("short.json", TraceText().op("a", 0, 5_us).op("b", 20_us, 30_us).text()) });
    const std::string target = m_dir.file("beyond.json");
    const auto result = write("trim", traces, target, rangeScope(10_us, 1_s));
    KT_VERIFY_OK(result);
    const auto said = std::ranges::find(result->remarks, "trim-beyond-recording", &Remark::code);
    QVERIFY(said != result->remarks.end());
    KT_COMPARE_TEXT(english(said->message),
        "--range: 10us:1s reaches beyond what was recorded, from 0us to 50us: no more than that is kept.");
    QCOMPARE(loadFiles({ target })->ranks().front().trace->metadata().trimmedTo().value_or(TimeRange {}),
        (TimeRange { 10_us, 50_us }));
    const auto inside = write("trim", traces, target, rangeScope(10_us, 40_us));
    KT_VERIFY_OK(inside);
    QVERIFY(std::ranges::find(inside->remarks, "trim-beyond-recording", &Remark::code) == inside->remarks.end());
}

void TestExportParts::dictionaryIsAppliedOnLoad()
{
    // As HTA writes it.
    const std::string text = TraceText()
                                 .complete("cpu_op", "12", 1, 1, 0, 5_us)
                                 .complete("cpu_op", "99", 1, 1, 10_us, 5_us)
                                 .complete("kernel", "3", 0, 7, 20_us, 5_us)
                                 .instant("12", 30_us)
                                 .complete("Trace", "PyTorch Profiler (0)", "Spans", "PyTorch Profiler", 0, 50_us,
                                     R"("3": "void gemm<\"a\">", "12": "aten::mm", "7": "cpu_op")")
                                 .text();
    const auto traces = loadFiles({ m_dir.write("dictionary.json", text) });
    const Names expected { "12", "99", "PyTorch Profiler (0)", "aten::mm", "void gemm<\"a\">" };
    QCOMPARE(namesOf(*traces->ranks().front().trace), expected);
}

void TestExportParts::numbersThatAreNamesStay_data()
{
    QTest::addColumn<QByteArray>("args");
    QTest::newRow("Kineto's own") << QByteArray(R"("Op count": 3)");
    QTest::newRow("a number is no name") << QByteArray(R"("12": 5)");
    QTest::newRow("something else beside") << QByteArray(R"("12": "x", "Op count": "3")");
    QTest::newRow("nothing") << QByteArray();
}

void TestExportParts::numbersThatAreNamesStay()
{
    QFETCH(QByteArray, args);
    const std::string text =
        TraceText()
            .complete("cpu_op", "12", 1, 1, 0, 5_us)
            .complete("Trace", "PyTorch Profiler (0)", "Spans", "PyTorch Profiler", 0, 50_us, args.toStdString())
            .text();
    const auto traces = loadFiles({ m_dir.write("no_dictionary.json", text) });
    QCOMPARE(namesOf(*traces->ranks().front().trace), (Names { "12", "PyTorch Profiler (0)" }));
}

void TestExportParts::hostileDictionaries_data()
{
    QTest::addColumn<QByteArray>("args");
    QTest::newRow("empty name") << QByteArray(R"("12": "")");
    QTest::newRow("one number twice") << QByteArray(R"("12": "a", "12": "b")");
    QTest::newRow("names of numbers") << QByteArray(R"("12": "13", "13": "12")");
    QTest::newRow("enormous number") << QByteArray(R"("99999999999999999999999999": "x", "12": "y")");
    QTest::newRow("damaged") << QByteArray("\"12\": \"a\nb\"");
}

void TestExportParts::hostileDictionaries()
{
    QFETCH(QByteArray, args);
    const std::string text =
        TraceText()
            .complete("cpu_op", "12", 1, 1, 0, 5_us)
            .complete("cpu_op", "13", 1, 1, 10_us, 5_us)
            .complete("Trace", "PyTorch Profiler (0)", "Spans", "PyTorch Profiler", 0, 50_us, args.toStdString())
            .text();
    const auto traces = loadFiles({ m_dir.write("hostile.json", text) });
    QVERIFY(traces);
    QCOMPARE(traces->ranks().front().trace->slices().size(), std::size_t { 3 });
}

QTEST_GUILESS_MAIN(TestExportParts)
#include "tst_export_parts.moc"
