// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/export_targets.h"
#include "core/export/exports.h"
#include "core/io/json/json_check.h"
#include "tests/support/analysis_runs.h"
#include "tests/support/dump_trace.h"
#include "tests/support/exported_trace.h"
#include "tests/support/load_text.h"
#include "tests/support/strict_json.h"
#include "tests/support/temp_dir.h"
#include "tests/support/test_macros.h"
#include "tests/support/trace_generator.h"
#include "tests/support/trace_text.h"

#include <filesystem>
#include <random>

using namespace kinetoscope;
using namespace kinetoscope::tests;

/// Traces out: what is written, byte by byte, and what must never be written over.
class TestExport : public QObject {
    Q_OBJECT

private slots:
    void strictCheckAgreesWithTheIndependentReader_data();
    void strictCheckAgreesWithTheIndependentReader();
    void strictCheckOfRandomDamage();
    void untouchedTextStaysByteForByte_data();
    void untouchedTextStaysByteForByte();
    void damagedInputBecomesStrict_data();
    void damagedInputBecomesStrict();
    void sectionElevenCounters();
    void countersKeepExactTimes();
    void switchedOffCountersAreNotThere();
    void overlayCountersOpenAgain();
    void patternsAreOnEveryEventOfAnOccurrence();
    void compressionKeepsADictionary();
    void dictionaryGoesOnTheProfilerSpan();
    void lanesShowPatternsWithoutASearch();
    void nothingToAddIsAnErrorAndNoFile();
    void namesInAFolder_data();
    void namesInAFolder();
    void ranksOfOneNameDoNotMeet();
    void severalRanksDoNotGoIntoOneFile();
    void changedInputIsRefused();
    void tablesAreRefused();

private:
    Result<ExportResult> write(const std::string& kind, const std::shared_ptr<const TraceSet>& traces,
        const std::string& target, const ParameterTexts& parameters = {}, Mode mode = Mode::Exact, Scope scope = {});

    TempDir m_dir;
};

namespace {

/// Example 7b and 6 of the analyses in one trace, 1000 us after zero.
std::string counterExample()
{
    TraceText text(LayoutStyle::Kineto, TimeStyle::WholeMicroseconds);
    const auto launch = [&](Timestamp at, std::int64_t correlation, Timestamp start, std::int64_t stream) {
        text.launch(at + 1_ms, 1_us, correlation).kernel("k", start + 1_ms, 1_us, stream, correlation);
    };
    text.op("first", 1_ms, 60_us);
    launch(1_us, 1, 10_us, 7);
    launch(3_us, 2, 25_us, 7);
    return text.text();
}

TraceText sequenceExample()
{
    TraceText text;
    for (int i = 0; i < 2; ++i) {
        const Timestamp at = Timestamp { i } * 100_us;
        const std::int64_t id = i * 10;
        text.op("aten::linear", at + 10_us, 40_us, R"("External id": 1)")
            .op("aten::addmm", at + 20_us, 25_us)
            .launch(at + 22_us, 1_us, id + 1)
            .launch(at + 25_us, 1_us, id + 2)
            .launch(at + 30_us, 1_us, id + 3)
            .kernel("gemm", at + 30_us, 10_us, 7, id + 1)
            .memset(at + 28_us, 1_us, 7, id + 2, 64)
            .kernel("bias<\"float\">", at + 45_us, 10_us, 20, id + 3);
    }
    return text.op("aten::other", 300_us, 5_us, R"("note": "kept")").instant("[memory]", 301_us, R"("Bytes": 4)");
}

std::string patternText()
{
    return "aten::linear|Memset (Device)|gemm|bias<\"float\">";
}

std::vector<StrictJson> parsed(const ExportedTrace& trace)
{
    std::vector<StrictJson> events;
    for (const std::string_view event : trace.events) {
        std::string error;
        events.push_back(readStrictJson(event, error));
    }
    return events;
}

} // namespace

Result<ExportResult> TestExport::write(const std::string& kind, const std::shared_ptr<const TraceSet>& traces,
    const std::string& target, const ParameterTexts& parameters, Mode mode, Scope scope)
{
    const ExportDescriptor& descriptor = *findExport(kind);
    ExportInput input;
    input.traces = traces;
    input.scope = std::move(scope);
    input.mode = mode;
    input.context.threads = 3;
    for (const auto& [id, text] : parameters) {
        for (const ParameterDescriptor& parameter : descriptor.parameters) {
            if (parameter.id == id)
                input.parameters.set(id, parseParameter(parameter, text).value());
        }
    }
    return runExport(descriptor, input, target);
}

void TestExport::strictCheckAgreesWithTheIndependentReader_data()
{
    QTest::addColumn<QByteArray>("text");
    const char* const texts[] = { "{}", "[]", "{ }", "[ ]", "0", "-0", "01", "-", "1.", "1.5", ".5", "1e5", "1E+5",
        "1e", "1e400", "true", "True", "nul", "null", "NaN", "Infinity", "\"\"", "\"a", "\"\\n\"", "\"\\x\"",
        "\"\\u12\"", "\"\\u1234\"", "\"\\ud800\"", "\"\\ud800\\udc00\"", "\"\\udc00\"", "\"\\ud800x\"", "\"\t\"",
        "{\"a\":1}", "{\"a\":1,}", "{,}", "{\"a\" 1}", "{a:1}", "{'a':1}", "[1,2]", "[1,]", "[,1]", "[1 2]", "[[[]]]",
        "[{]}", "{\"a\":[{\"b\":{}}]}", "{\"a\":1}}", "[1]]", "// x", "{\"a\":\"\xC3\xA9\"}", "\"\xC3\"",
        "\"\xED\xA0\x80\"", "\"\xF4\x90\x80\x80\"", "\"\xC0\x80\"", "\"\xE2\x82\xAC\xF0\x9F\x98\x80\"", "" };
    for (const char* text : texts)
        QTest::addRow("%s", QByteArray(text).toPercentEncoding().constData()) << QByteArray(text);
}

void TestExport::strictCheckAgreesWithTheIndependentReader()
{
    QFETCH(QByteArray, text);
    std::string error;
    (void)readStrictJson({ text.constData(), static_cast<std::size_t>(text.size()) }, error);
    QVERIFY2(isStrictJson({ text.constData(), static_cast<std::size_t>(text.size()) }) == error.empty(), error.c_str());
}

void TestExport::strictCheckOfRandomDamage()
{
    const std::string good = sequenceExample().text();
    std::mt19937 random(1);
    int strict = 0;
    for (int i = 0; i < 4000; ++i) {
        std::string text = good.substr(0, 1500) + "}}";
        for (unsigned n = random() % 4; n > 0; --n)
            text[random() % text.size()] = "\"\\{}[],:0eE.-\x01\xC3\x80 u"[random() % 19];
        std::string error;
        (void)readStrictJson(text, error);
        QVERIFY2(isStrictJson(text) == error.empty(), (error + '\n' + text).c_str());
        strict += error.empty() ? 1 : 0;
    }
    // Both answers occur on values that are whole, too.
    std::string error;
    QVERIFY(isStrictJson(good));
    (void)readStrictJson(good, error);
    QCOMPARE(QString::fromStdString(error), QString());
    QVERIFY(strict < 4000);
}

void TestExport::untouchedTextStaysByteForByte_data()
{
    QTest::addColumn<QByteArray>("text");
    const auto row = [](const char* name, const std::string& text) {
        QTest::newRow(name) << QByteArray(text.data(), static_cast<qsizetype>(text.size()));
    };
    TraceText trace = TraceText()
                          .op("op", 10_us, 5_us)
                          .launch(11_us, 1_us, 1)
                          .kernel("k", 13_us, 1_us, 7, 1)
                          .top("displayTimeUnit", "\"ms\"")
                          .bottom("traceName", "\"a\\u00e9 \\/ b\"");
    row("object", trace.text());
    row("array", trace.array());
    std::string spaced = trace.text();
    spaced.insert(0, " \n\t");
    row("white space around", spaced + "  \n\n");
    GeneratorOptions options;
    row("generated", generateTrace(options));
    options.layout = LayoutStyle::Compact;
    row("compact", generateTrace(options));
    row("digits and escapes",
        TraceText()
            .raw(
                R"({"ph":"X","ts":1.50000,"dur":1e0,"pid":1,"tid":1,"cat":"cpu_op","name":"\u0061\/é","extra":[1.0,{"a":-0}]})")
            .launch(11_us, 1_us, 1)
            .kernel("k", 13_us, 1_us, 7, 1)
            .text());
}

/// The counters aside, the output is the input.
void TestExport::untouchedTextStaysByteForByte()
{
    QFETCH(QByteArray, text);
    const std::string input = text.toStdString();
    for (const char* name : { "out.json", "out.json.gz" }) {
        const auto traces = loadFiles({ m_dir.write("in.json", input) });
        QVERIFY(traces);
        const std::string target = m_dir.file(name);
        const auto result = write("counters", traces, target);
        KT_VERIFY_OK(result);
        const ExportedTrace out = readExported(target);
        QCOMPARE(QString::fromStdString(out.error), QString());
        std::string error;
        const std::vector<std::string_view> before = strictEvents(input, error);
        QCOMPARE(out.events.size(), before.size() + result->files.front().added);
        QCOMPARE(result->files.front().copied, std::uint64_t { before.size() });
        // Cut out what was added: the rest must be the input, to the byte.
        const char* const lastOld = out.events[before.size() - 1].data() + out.events[before.size() - 1].size();
        const char* const lastNew = out.events.back().data() + out.events.back().size();
        std::string rest(out.text->data(), lastOld);
        rest.append(lastNew, out.text->data() + out.text->size());
        KT_COMPARE_TEXT(rest, input);
    }
}

void TestExport::damagedInputBecomesStrict_data()
{
    QTest::addColumn<QByteArray>("text");
    const std::string start = R"({"schemaVersion": 1, "traceEvents": [)";
    const std::string work =
        R"({"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":1,"dur":1,"args":{"correlation":5}},
{"ph":"X","cat":"kernel","name":"k","pid":0,"tid":7,"ts":3,"dur":1,"args":{"stream":7,"device":0,"correlation":5}})";
    const auto op = [](const std::string& members) {
        return R"({"ph":"X","cat":"cpu_op","pid":1,"tid":1,"ts":0,"dur":9,)" + members + "}";
    };
    const auto row = [](const char* name, const std::string& text) {
        QTest::newRow(name) << QByteArray(text.data(), static_cast<qsizetype>(text.size()));
    };
    const auto rowOf = [&](const char* name, const std::string& event) {
        row(name, start + work + ",\n" + event + "], \"after\": 1}");
    };
    rowOf("nan in args", op(R"("name":"a","args":{"x":NaN,"y":[-Infinity,1]})"));
    rowOf("control in an argument", op("\"name\":\"a\",\"args\":{\"x\":\"a\x01\x02\"}"));
    rowOf("line feed in the name", op("\"name\":\"a\nb\""));
    rowOf("bad escape in an argument", op(R"("name":"a","args":{"x":"C:\dir\q"})"));
    rowOf("bad UTF-8 in an argument", op("\"name\":\"a\",\"args\":{\"x\":\"\xC3(\xFF\"}"));
    rowOf("half a surrogate", op(R"("name":"a","args":{"x":"\ud800"})"));
    rowOf("comma in args", op(R"("name":"a","args":{"x":1,,"y":2})"));
    rowOf("args beyond repair", op(R"("name":"a","args":{"x":[1,2})"));
    rowOf("quotes in the name", op(R"x("name":"f("a", "b")")x"));
    row("trailing comma", start + work + ", ], \"after\": 1}");
    row("missing comma", start + work + op("\"name\":\"a\"") + "]}");
    row("cut in an event", start + work + R"(, {"ph":"X","name":"cu)");
    row("cut behind an event", start + work);
    row("cut behind a comma", start + work + ",");
    row("array without end", "[" + work);
    row("byte order mark", "\xEF\xBB\xBF" + start + work + "]}");
    row("two documents", start + work + "]} {\"more\": 1}");
    row("zeros behind", start + work + "]}" + std::string(64, '\0'));
    row("two arrays",
        start + work + "], \"middle\": 2, \"traceEvents\": [" + op("\"name\":\"a\"") + "], \"after\": 3}");
    row("broken preamble", "{ { \"id\": 6 } ], \"traceEvents\": [" + work + "], \"after\": 1}");
    row("nan in metadata", R"({"x": NaN, "y": "a\q", "traceEvents": [)" + work + "], \"z\": -inf}");
    row("scalars between", start + "1, null, \"x\", " + work + ", {}, true]}");
    row("text between", start + work + ", what is this, " + op("\"name\":\"a\"") + "]}");
}

/// What is written is strict, and opens again as what the damaged input was read as.
void TestExport::damagedInputBecomesStrict()
{
    QFETCH(QByteArray, text);
    const auto traces = loadFiles({ m_dir.write("in.json", text.toStdString()) });
    QVERIFY(traces);
    const std::string target = m_dir.file("out.json");
    const auto result = write("counters", traces, target);
    KT_VERIFY_OK(result);
    const ExportedTrace out = readExported(target);
    QVERIFY2(out.error.empty(), (out.error + '\n' + *out.text).c_str());
    const auto again = loadFiles({ target });
    QVERIFY(again);
    const Trace& before = *traces->ranks().front().trace;
    const Trace& after = *again->ranks().front().trace;
    QCOMPARE(after.report().repaired, std::uint64_t { 0 });
    QCOMPARE(after.slices().size(), before.slices().size());
    for (std::size_t i = 0; i < before.slices().size(); ++i) {
        const SliceId id = SliceTable::at(i);
        QCOMPARE(toQString(after.name(id)), toQString(before.name(id)));
        QCOMPARE(after.slices().start[i], before.slices().start[i]);
        QCOMPARE(after.slices().duration(id), before.slices().duration(id));
    }
    // Whatever the loader knows of the metadata is there again.
    for (const auto& [key, json] : before.metadata().entries)
        QVERIFY2(after.metadata().find(key), key.c_str());
}

void TestExport::sectionElevenCounters()
{
    const auto traces = loadFiles({ m_dir.write("eleven.json", counterExample()) });
    const std::string exact = m_dir.file("exact.json");
    KT_VERIFY_OK(write("counters", traces, exact));
    const ExportedTrace out = readExported(exact);
    const std::string first =
        R"({"ph": "C", "cat": "counter", "name": "Queue Length", "pid": 0, "id": "7", "ts": 1001, )"
        R"("args": {"Queue Length": 1}})";
    std::string error;
    const std::size_t old = strictEvents(readFile(m_dir.file("eleven.json")), error).size();
    QCOMPARE(toQString(out.events[old]), QString::fromStdString(first));
    QCOMPARE(out.events.size(), old + 4);
    QCOMPARE(QString::fromStdString(brokenRule(out, old)), QString());

    // HTA's own event, key by key.
    const std::string like = m_dir.file("hta.json");
    KT_VERIFY_OK(write("counters", traces, like, {}, Mode::Hta));
    const std::vector<StrictJson> events = parsed(readExported(like));
    QCOMPARE(events.size(), old + 4);
    const StrictJson& event = events[old];
    QCOMPARE(QString::fromStdString(event.textOf("ts")), QStringLiteral("1001"));
    QCOMPARE(QString::fromStdString(event.textOf("pid")), QStringLiteral("0"));
    QVERIFY(event.find("id")->type == StrictJson::Type::Number && event.textOf("id") == "7");
    QVERIFY(!event.find("cat"));
}

void TestExport::countersKeepExactTimes()
{
    TraceText text;
    text.top("baseTimeNanoseconds", "1700000000000000123");
    text.op("first", 1712195495519689'813_ns, 1_us)
        .launch(1712195495519689'813_ns, 1_us, 1)
        .kernel("k", 1712195495519699'001_ns, 1_us, 7, 1);
    const auto traces = loadFiles({ m_dir.write("exact.json", text.text()) });
    const std::string target = m_dir.file("exact_out.json");
    KT_VERIFY_OK(write("counters", traces, target));
    const std::vector<StrictJson> events = parsed(readExported(target));
    QCOMPARE(QString::fromStdString(events[3].textOf("ts")), QStringLiteral("1712195495519689.813"));
}

void TestExport::switchedOffCountersAreNotThere()
{
    const auto traces = loadFiles({ m_dir.write("off.json", counterExample()) });
    const auto result = write("counters", traces, m_dir.file("none.json"), { { "queue-length", "false" } });
    KT_VERIFY_ERROR(result, ErrorCode::InvalidArgument);
    QVERIFY(!std::filesystem::exists(m_dir.file("none.json")));
    KT_VERIFY_ERROR(write("counters", traces, m_dir.file("none.json"), { { "active-kernels", "true" } }, Mode::Hta),
        ErrorCode::InvalidArgument);
}

void TestExport::overlayCountersOpenAgain()
{
    GeneratorOptions options;
    options.memoryInstants = true;
    const auto traces = loadFiles({ m_dir.write("all.json", generateTrace(options)) });
    const std::string target = m_dir.file("all_out.json.gz");
    KT_VERIFY_OK(write(
        "counters", traces, target, { { "active-kernels", "true" }, { "occupancy", "true" }, { "memory", "true" } }));
    const auto again = loadFiles({ target });
    std::map<std::string, int> names;
    for (const Track& track : again->ranks().front().trace->tracks()) {
        if (track.kind == TrackKind::Counter)
            ++names[track.name.substr(0, track.name.find(" of "))];
    }
    for (const char* name : { "Active Kernels", "Allocated Memory", "Reserved Memory" }) {
        const bool isThere = std::any_of(
            names.begin(), names.end(), [name](const auto& entry) { return entry.first.starts_with(name); });
        QVERIFY2(isThere, name);
    }
}

void TestExport::patternsAreOnEveryEventOfAnOccurrence()
{
    const std::string input = sequenceExample().text();
    const auto traces = loadFiles({ m_dir.write("seq.json", input) });
    const std::string target = m_dir.file("seq_out.json");
    const auto result =
        write("sequences", traces, target, { { "operator-name", "aten::linear" }, { "compress", "false" } });
    KT_VERIFY_OK(result);
    QCOMPARE(result->files.front().edited, std::uint64_t { 16 });
    const ExportedTrace out = readExported(target);
    QCOMPARE(QString::fromStdString(out.error), QString());
    std::string error;
    const std::vector<std::string_view> before = strictEvents(input, error);
    QCOMPARE(out.events.size(), before.size());
    const std::string added = "\"Patterns\": {" + tests::jsonString(patternText()) + ": 2}";
    for (std::size_t i = 0; i < before.size(); ++i) {
        std::string expected(before[i]);
        if (i < 16) { // the ops, their launches and kernels; not the last op and the instant
            const std::size_t args = expected.find("\"args\"");
            if (args == std::string::npos) {
                expected.insert(
                    expected.find_last_not_of(" \n", expected.size() - 2) + 1, ", \"args\": {" + added + "}");
            } else {
                const std::size_t close = expected.rfind('}', expected.size() - 2);
                const std::size_t last = expected.find_last_not_of(" \n", close - 1);
                expected.insert(last + 1, (expected[last] == '{' ? "" : ", ") + added);
            }
        }
        QCOMPARE(toQString(out.events[i]), QString::fromStdString(expected));
    }
}

void TestExport::compressionKeepsADictionary()
{
    const std::string input = sequenceExample().text();
    const auto traces = loadFiles({ m_dir.write("comp.json", input) });
    const std::string target = m_dir.file("comp_out.json");
    KT_VERIFY_OK(write("sequences", traces, target, { { "operator-name", "aten::linear" }, { "compress", "true" } }));
    const std::vector<StrictJson> events = parsed(readExported(target));
    QCOMPARE(events.size(), std::size_t { 19 }); // and the span for the dictionary
    const StrictJson& other = events[16];
    QVERIFY(other.find("args")->members.empty());
    const StrictJson& span = events[18];
    QCOMPARE(QString::fromStdString(span.textOf("pid")), QStringLiteral("Spans"));
    QCOMPARE(QString::fromStdString(span.find("args")->textOf(other.textOf("name"))), QStringLiteral("aten::other"));
    // Numbers follow each other, whatever other texts a load keeps.
    for (std::size_t i = 0; i < span.find("args")->members.size(); ++i)
        QCOMPARE(QString::fromStdString(span.find("args")->members[i].key), QString::number(i));
    // What is no complete event stays, and so does what is marked.
    QCOMPARE(QString::fromStdString(events[17].textOf("name")), QStringLiteral("[memory]"));
    QCOMPARE(QString::fromStdString(events[17].find("args")->textOf("Bytes")), QStringLiteral("4"));
    QCOMPARE(QString::fromStdString(events[0].textOf("name")), QStringLiteral("aten::linear"));
}

void TestExport::dictionaryGoesOnTheProfilerSpan()
{
    TraceText text = sequenceExample();
    text.complete("Trace", "PyTorch Profiler (0)", "Spans", "PyTorch Profiler", 0, 400_us, R"("Op count": 3)");
    const auto traces = loadFiles({ m_dir.write("span.json", text.text()) });
    const std::string target = m_dir.file("span_out.json");
    KT_VERIFY_OK(write("sequences", traces, target, { { "operator-name", "aten::linear" }, { "compress", "true" } }));
    const std::vector<StrictJson> events = parsed(readExported(target));
    QCOMPARE(events.size(), std::size_t { 19 });
    QCOMPARE(QString::fromStdString(events[18].textOf("name")), QStringLiteral("PyTorch Profiler (0)"));
    QVERIFY(!events[18].find("args")->find("Op count"));
    QCOMPARE(QString::fromStdString(events[18].find("args")->textOf(events[16].textOf("name"))),
        QStringLiteral("aten::other"));
}

void TestExport::lanesShowPatternsWithoutASearch()
{
    const auto traces = loadFiles({ m_dir.write("lanes.json", sequenceExample().text()) });
    const std::string target = m_dir.file("lanes_out.json");
    KT_VERIFY_OK(write("sequences", traces, target,
        { { "operator-name", "aten::linear" }, { "compress", "false" }, { "patterns", "false" },
            { "lanes", "true" } }));
    const ExportedTrace out = readExported(target);
    QCOMPARE(QString::fromStdString(brokenRule(out)), QString());
    const auto again = loadFiles({ target });
    const Trace& trace = *again->ranks().front().trace;
    std::vector<std::string> lanes;
    for (const Track& track : trace.tracks()) {
        if (!track.name.starts_with("pattern "))
            continue;
        for (std::uint32_t row = track.firstSlice; row < track.endSlice(); ++row)
            lanes.push_back(std::string(trace.text(track.pid)) + ' ' + std::string(trace.name(SliceId { row })) + ' '
                + std::to_string(trace.slices().start[row]) + ' '
                + std::to_string(trace.slices().duration(SliceId { row })));
    }
    const std::vector<std::string> expected { "100 A aten::linear 10000 40000", "100 A aten::linear 110000 40000",
        "0 A aten::linear 28000 27000", "0 A aten::linear 128000 27000" };
    QCOMPARE(lanes, expected);
}

void TestExport::nothingToAddIsAnErrorAndNoFile()
{
    const auto traces = loadFiles({ m_dir.write("nothing.json", TraceText().op("op", 0, 5_us).text()) });
    const std::string target = m_dir.file("nothing_out.json");
    KT_VERIFY_ERROR(write("counters", traces, target), ErrorCode::InvalidArgument);
    KT_VERIFY_ERROR(write("sequences", traces, target, { { "operator-name", "absent" } }), ErrorCode::InvalidArgument);
    KT_VERIFY_ERROR(
        write("sequences", traces, target, { { "operator-name", "absent" } }, Mode::Hta), ErrorCode::InvalidArgument);
    QVERIFY(!std::filesystem::exists(target));
}

void TestExport::namesInAFolder_data()
{
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QString>("input");
    QTest::addColumn<QString>("name");
    const auto row = [](const char* kind, const char* input, const char* name) {
        QTest::addRow("%s of %s", kind, input)
            << QString::fromLatin1(kind) << QString::fromLatin1(input) << QString::fromLatin1(name);
    };
    row("counters", "/a/x.pt.trace.json.gz", "x.pt.trace_with_counters.json.gz");
    row("counters", "x.json", "x_with_counters.json");
    row("counters", "/b.json/trace.gz", "trace_with_counters.gz");
    row("counters", "trace", "trace_with_counters");
    row("counters", "x.json.tmp", "x_with_counters.json.tmp");
    row("counters", ".json", ".json_with_counters");
    row("sequences", "/a/x.json.gz", "overlaid_x.json.gz");
}

void TestExport::namesInAFolder()
{
    QFETCH(QString, kind);
    QFETCH(QString, input);
    QFETCH(QString, name);
    QCOMPARE(QString::fromStdString(exportFileName(*findExport(kind.toStdString()), input.toStdString())), name);
}

void TestExport::ranksOfOneNameDoNotMeet()
{
    const auto traces =
        loadFiles({ m_dir.write("0/t.json", counterExample()), m_dir.write("1/t.json", counterExample()) });
    QCOMPARE(traces->ranks().size(), std::size_t { 2 });
    const TempDir out;
    const auto result = write("counters", traces, out.path());
    KT_VERIFY_OK(result);
    QCOMPARE(result->files.size(), std::size_t { 2 });
    QVERIFY(std::filesystem::exists(out.file("t_rank0_with_counters.json")));
    QVERIFY(std::filesystem::exists(out.file("t_rank1_with_counters.json")));
}

void TestExport::severalRanksDoNotGoIntoOneFile()
{
    const auto traces =
        loadFiles({ m_dir.write("0/s.json", counterExample()), m_dir.write("1/s.json", counterExample()) });
    KT_VERIFY_ERROR(write("counters", traces, m_dir.file("both.json")), ErrorCode::InvalidArgument);
    Scope one;
    one.ranks = { 1 };
    KT_VERIFY_OK(write("counters", traces, m_dir.file("both.json"), {}, Mode::Exact, one));
}

void TestExport::changedInputIsRefused()
{
    const std::string path = m_dir.write("changed.json", counterExample());
    const auto traces = loadFiles({ path });
    m_dir.write("changed.json", counterExample() + " ");
    KT_VERIFY_ERROR(write("counters", traces, m_dir.file("changed_out.json")), ErrorCode::Unreadable);
    QVERIFY(!std::filesystem::exists(m_dir.file("changed_out.json")));
}

void TestExport::tablesAreRefused()
{
    m_dir.write("tables/kernel.csv",
        "start,device,context,block,name,stream,shared memory,grid,end,cat,correlation,dur\n"
        "8,0,1,\"[1, 1, 1]\",k,7,0,\"[1]\",20,kernel,1,12\n");
    m_dir.write("tables/cuda_runtime.csv",
        "start,end,name,cbid,correlation,cat,pid,tid,dur\n1,2,cudaLaunchKernel,211,1,cuda_runtime,1,1,1\n");
    const auto traces = loadFiles({ m_dir.file("tables") });
    QVERIFY(traces);
    KT_VERIFY_ERROR(write("counters", traces, m_dir.file("tables.json")), ErrorCode::Unsupported);
}

QTEST_GUILESS_MAIN(TestExport)
#include "tst_export.moc"
