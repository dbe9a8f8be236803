// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/exports.h"
#include "core/io/json/argument_scan.h"
#include "core/words/english.h"
#include "tests/support/exported_trace.h"
#include "tests/support/load_text.h"
#include "tests/support/temp_dir.h"
#include "tests/support/test_macros.h"
#include "tests/support/trace_generator.h"
#include "tests/support/trace_text.h"

#include <algorithm>

using namespace kinetoscope;
using namespace kinetoscope::tests;

/// Overlaid traces on the way out and in again: what is not marked must not be lost.
class TestExportOverlaid : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void opensAgainWithAllItHad_data();
    void opensAgainWithAllItHad();
    void mergeGivesNamesBack();
    void compressedAgainKeepsItsNames_data();
    void compressedAgainKeepsItsNames();
    void unknownOccupancyIsNoCounter();
    void membersAreFoundAtEveryLength();

private:
    using Texts = std::vector<std::pair<std::string, std::string>>;
    Result<ExportResult> write(const char* kind, const std::shared_ptr<const TraceSet>& traces,
        const std::string& target, const Texts& parameters, Mode mode = Mode::Exact) const;

    TempDir m_dir;
    std::shared_ptr<const TraceSet> m_job; ///< two ranks
};

namespace {

/// What a figure could be made of: one line a slice with its name, time, track, launch and copied bytes, sorted.
std::vector<std::string> linesOf(const Trace& trace)
{
    std::vector<std::string> lines;
    for (std::size_t i = 0; i < trace.slices().size(); ++i) {
        const SliceId id = SliceTable::at(i);
        const SliceId launch = isDeviceSide(trace.kind(id)) ? trace.launchOf(id) : SliceId {};
        const Track& track = trace.track(trace.trackOf(id));
        lines.push_back(std::string(trace.name(id)) + ' ' + std::to_string(trace.slices().start[i]) + ' '
            + std::to_string(trace.slices().duration(id)) + ' ' + std::to_string(track.device) + ' '
            + std::to_string(track.stream) + ' '
            + (launch.isValid() ? std::to_string(trace.slices().start[launch.index()]) : "-") + ' '
            + std::to_string(trace.args().bytes.find(trace.slices().eventIndex[i]).value_or(-1)));
    }
    std::sort(lines.begin(), lines.end());
    return lines;
}

const Trace& first(const std::shared_ptr<const TraceSet>& traces)
{
    return *traces->ranks().front().trace;
}

} // namespace

void TestExportOverlaid::initTestCase()
{
    GeneratorOptions options;
    options.ranks = 2;
    options.layers = 2;
    const std::vector<std::string> texts = generateTraces(options);
    m_job = loadFiles({ m_dir.write("job/a.json", texts[0]), m_dir.write("job/b.json", texts[1]) });
    QVERIFY(m_job && first(m_job).launches().all().size() > 20);
}

Result<ExportResult> TestExportOverlaid::write(const char* kind, const std::shared_ptr<const TraceSet>& traces,
    const std::string& target, const Texts& parameters, Mode mode) const
{
    const ExportDescriptor& descriptor = *findExport(kind);
    ExportInput input;
    input.traces = traces;
    input.mode = mode;
    input.context.threads = 2;
    for (const auto& [id, text] : parameters) {
        for (const ParameterDescriptor& parameter : descriptor.parameters) {
            if (parameter.id == id)
                input.parameters.set(id, parseParameter(parameter, text).value());
        }
    }
    return runExport(descriptor, input, target);
}

void TestExportOverlaid::opensAgainWithAllItHad_data()
{
    QTest::addColumn<bool>("compress");
    QTest::newRow("as by default") << false;
    QTest::newRow("compressed") << true;
}

void TestExportOverlaid::opensAgainWithAllItHad()
{
    QFETCH(bool, compress);
    const std::string target = m_dir.file("overlaid.json");
    Texts parameters { { "top-k", "1" }, { "min-pattern-len", "1" } };
    if (compress)
        parameters.emplace_back("compress", "true");
    KT_VERIFY_OK(write("sequences", m_job, target, parameters));
    const auto again = loadFiles({ target });
    const std::vector<std::string> before = linesOf(first(m_job));
    const std::vector<std::string> after = linesOf(first(again));
    // The span that holds the dictionary may be new.
    QVERIFY(std::includes(after.begin(), after.end(), before.begin(), before.end()));
    QCOMPARE(first(again).launches().all().size(), first(m_job).launches().all().size());
    QVERIFY(readFile(target).find("Patterns") != std::string::npos);
    QCOMPARE(readFile(target).find("\"Input Dims\"") == std::string::npos, compress);
}

void TestExportOverlaid::mergeGivesNamesBack()
{
    std::vector<std::string> overlaid;
    for (const char* name : { "a", "b" }) {
        const auto rank = loadFiles({ m_dir.file(std::string("job/") + name + ".json") });
        overlaid.push_back(m_dir.file(std::string("overlaid_") + name + ".json"));
        KT_VERIFY_OK(write("sequences", rank, overlaid.back(),
            { { "top-k", name == std::string("a") ? "1" : "3" }, { "min-pattern-len", "1" }, { "compress", "true" } }));
        QVERIFY(readFile(overlaid.back()).find("\"name\": \"aten::add\"") == std::string::npos);
    }
    const auto traces = loadFiles(overlaid);
    const std::string target = m_dir.file("merged.json");
    KT_VERIFY_OK(write("merge", traces, target, {}));
    const auto merged = loadFiles({ target });
    std::vector<std::string> expected;
    for (const RankTrace& rank : traces->ranks()) {
        const std::vector<std::string> names = namesOf(*rank.trace);
        expected.insert(expected.end(), names.begin(), names.end());
    }
    std::sort(expected.begin(), expected.end());
    QCOMPARE(namesOf(first(merged)), expected);
    // They stand in the text: another viewer applies no dictionary.
    const ExportedTrace out = readExported(target);
    QVERIFY2(out.error.empty(), out.error.c_str());
    for (const std::string_view event : out.events) {
        MemberScan scan(event);
        for (RawMember member; scan.next(member);) {
            if (member.key == "name")
                QVERIFY2(member.value.find_first_not_of("\"0123456789") != std::string_view::npos,
                    std::string(event).c_str());
        }
    }
}

void TestExportOverlaid::compressedAgainKeepsItsNames_data()
{
    QTest::addColumn<bool>("compress");
    QTest::addColumn<bool>("marks");
    QTest::newRow("with a new dictionary") << true << true;
    QTest::newRow("with a new dictionary, unmarked") << true << false;
    QTest::newRow("with the former dictionary") << false << true;
}

void TestExportOverlaid::compressedAgainKeepsItsNames()
{
    QFETCH(bool, compress);
    QFETCH(bool, marks);
    const std::string once = m_dir.file("once.json");
    KT_VERIFY_OK(
        write("sequences", m_job, once, { { "top-k", "1" }, { "min-pattern-len", "1" }, { "compress", "true" } }));
    const auto traces = loadFiles({ once });
    const std::string twice = m_dir.file("twice.json");
    KT_VERIFY_OK(write("sequences", traces, twice,
        { { "top-k", "3" }, { "min-pattern-len", "1" }, { "compress", compress ? "true" : "false" },
            { "patterns", marks ? "true" : "false" }, { "lanes", "false" } }));
    QCOMPARE(linesOf(first(loadFiles({ twice }))), linesOf(first(traces)));
}

/// A counter has no gaps: where one kernel of a stream says nothing, neither 0 nor the value before it is true.
void TestExportOverlaid::unknownOccupancyIsNoCounter()
{
    const std::string text = R"({"traceEvents": [
        {"ph": "X", "cat": "kernel", "name": "a", "pid": 0, "tid": 7, "ts": 0, "dur": 10,
            "args": {"device": 0, "stream": 7, "est. achieved occupancy %": 31}},
        {"ph": "X", "cat": "kernel", "name": "silent", "pid": 0, "tid": 7, "ts": 12, "dur": 5,
            "args": {"device": 0, "stream": 7}},
        {"ph": "X", "cat": "kernel", "name": "c", "pid": 0, "tid": 8, "ts": 20, "dur": 5,
            "args": {"device": 0, "stream": 8, "est. achieved occupancy %": 50}},
        {"ph": "X", "cat": "gpu_memset", "name": "Memset", "pid": 0, "tid": 8, "ts": 30, "dur": 5,
            "args": {"device": 0, "stream": 8}}
        ]})";
    const std::string target = m_dir.file("occupancy_out.json");
    const auto result = write("counters", loadFiles({ m_dir.write("occupancy.json", text) }), target,
        { { "occupancy", "true" }, { "queue-length", "false" }, { "copy-bandwidth", "false" } });
    KT_VERIFY_OK(result);
    QCOMPARE(result->files.front().added, std::uint64_t { 2 }); // of stream 8: when c runs, and then
    QVERIFY(std::any_of(result->remarks.begin(), result->remarks.end(),
        [](const Remark& remark) { return english(remark).find("stream 7") != std::string::npos; }));
}

/// Sixteen bytes are looked at together: strings and lists of every length around that, whole and cut.
void TestExportOverlaid::membersAreFoundAtEveryLength()
{
    for (std::size_t length = 0; length < 70; ++length) {
        const std::string text = '"' + std::string(length, 'x') + "\\\"}\\\\\"";
        const std::string list = "[{\"k\": \"]}\"}, " + std::string(length, ' ') + "[1]]";
        const std::string object = "{\"a\": " + text + " ,\n\"b\":" + list + ", \"last\": " + text + '}';
        MemberScan scan(object);
        RawMember member;
        for (const auto& [key, value] :
            { std::pair<std::string, std::string>("a", text), { "b", list }, { "last", text } }) {
            QVERIFY(scan.next(member));
            QCOMPARE(std::string(member.key), key);
            QCOMPARE(std::string(member.value), value);
        }
        QVERIFY(!scan.next(member));
        for (std::size_t cut = 0; cut + 1 < object.size(); ++cut) {
            const std::vector<char> exact(object.begin(), object.begin() + static_cast<std::ptrdiff_t>(cut));
            MemberScan cutScan(std::string_view(exact.data(), exact.size()));
            int members = 0;
            while (cutScan.next(member))
                ++members;
            QVERIFY(members < 3);
        }
    }
}

QTEST_GUILESS_MAIN(TestExportOverlaid)
#include "tst_export_overlaid.moc"
