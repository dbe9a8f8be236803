// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/efficiency/formulas/op_arguments.h"
#include "core/catalog/analyses.h"
#include "core/compat/hta_table.h"
#include "core/export/exports.h"
#include "core/io/trace_peek.h"
#include "core/words/english.h"
#include "tests/support/analysis_runs.h"
#include "tests/support/load_text.h"
#include "tests/support/strict_json.h"
#include "tests/support/temp_dir.h"
#include "tests/support/test_macros.h"
#include "tests/support/trace_examples.h"
#include "tests/support/trace_text.h"

using namespace kinetoscope;
using namespace kinetoscope::tests;

/// JSON lets a writer spell any letter of a key as a number: "\u0070id" is "pid". Whatever is said of such a file and
/// made of it is what is said of the same file in plain letters.
class TestEscapedKeys : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void analysesSayTheSame_data();
    void analysesSayTheSame();
    void exportsWriteTheSame_data();
    void exportsWriteTheSame();
    void phasesWithEscapesAreKnownToExports();
    void finerTimesAreThoseWritten();
    void shapesAreKept();
    void shapesInTheFileAloneAreNoMissingShapes();
    void missingShapesAreSaid();
    void aFileIsKnownForATrace();

private:
    using Switches = std::vector<std::string>;
    /// The trace that an export makes of a job, in one spelling; a sentence where it makes none.
    [[nodiscard]] std::string written(const std::vector<std::string>& texts, const std::string& kind,
        const Switches& switches = {}, Mode mode = Mode::Exact) const;

    TempDir m_folder;
    std::vector<std::string> m_plain; ///< a job of two ranks
    std::vector<std::string> m_escaped;
};

namespace {

/// The text with the first letter of each key as a number.
std::string withEscapedKeys(const std::string& json)
{
    std::string escaped;
    for (std::size_t i = 0; i < json.size(); ++i) {
        escaped += json[i];
        if (json[i] != '"')
            continue;
        std::size_t end = i + 1;
        while (json[end] != '"')
            end += json[end] == '\\' ? 2 : 1;
        const std::size_t behind = json.find_first_not_of(" \n", end + 1);
        const bool isKey = behind != std::string::npos && json[behind] == ':' && end > i + 1 && json[i + 1] != '\\';
        if (isKey) {
            constexpr std::string_view kDigits = "0123456789abcdef";
            const auto letter = static_cast<unsigned char>(json[i + 1]);
            escaped.append("\\u00") += kDigits[letter / 16];
            escaped += kDigits[letter % 16];
        }
        escaped.append(json, isKey ? i + 2 : i + 1, end + 1 - (isKey ? i + 2 : i + 1));
        i = end;
    }
    return escaped;
}

std::string escapedKeysJob(std::int64_t rank)
{
    TraceText text;
    text.rank(rank, 2).top("deviceProperties", kH100Properties);
    for (int i = 0; i < 3; ++i) {
        const Timestamp at = Timestamp { i } * 1_ms;
        const std::int64_t id = 1 + i * 10;
        text.step(i + 1, at, 900_us)
            .op("aten::linear", at + 10_us, 60_us, R"("External id": )" + std::to_string(id))
            .op("aten::mm", at + 15_us, 20_us,
                std::string(kHalfProduct) + R"(, "Sequence number": 5, "Fwd thread id": 0, "mine": 1)")
            .launch(at + 18_us, 2_us, id)
            .op("aten::_local_scalar_dense", at + 40_us, 20_us,
                R"("Input Dims": [[]], "Input type": ["bool"], "Concrete Inputs": [""], "correlation": "no")")
            .launch(at + 45_us, 2_us, id + 1)
            .launch(at + 50_us, 2_us, id + 2)
            .runtime("cudaMemcpyAsync", at + 80_us, 2_us, id + 3)
            .memory(at + 85_us, 512, 512 * (i + 1))
            .flow('s', "ac2g", id, 100, 100, at + 18_us)
            .flow('f', "ac2g", id, 0, 7, at + 100_us)
            .kernel("gemm", at + 100_us, 20_us, 7, id, R"("External id": 1, "est. achieved occupancy %": 31)")
            .kernel("other", at + 130_us, 20_us, 7, id + 1)
            .kernel("ncclDevKernel_AllReduce_Sum_f32_RING_LL(ncclDevKernelArgsStorage<4096ul>)",
                at + 160_us + rank * 10_us, 100_us, 20, id + 2,
                R"("Collective name": "allreduce", "In msg nelems": 1000, "Out msg nelems": 1000, "Group size": 2, )"
                R"("dtype": "Float", "Process Group Name": "0", "Process Group Ranks": "[0, 1]", "Seq": )"
                    + std::to_string(i))
            .copy("Memcpy HtoD (Pageable -> Device)", at + 300_us, 10_us, 7, id + 3, 4096)
            .counter("queue", 100, at, R"("length": 1)");
    }
    return text.bottom("traceName", "\"a\"").text();
}

std::string allOf(const Result<AnalysisResult>& result)
{
    if (!result)
        return english(result.error().message);
    std::string all;
    for (const Table& table : result->tables) {
        std::vector<std::string_view> columns;
        for (const ColumnDescriptor& column : table.columns())
            columns.emplace_back(column.name);
        all += table.name() + '\n' + rowsOf(table, columns);
    }
    for (const Remark& remark : result->remarks) {
        std::string said = english(remark);
        // Each job lies in a numbered folder of its own.
        for (std::size_t at = said.find("/rank"); at != std::string::npos; at = said.find("/rank", at + 1)) {
            const std::size_t folder = said.find_last_not_of("0123456789", at - 1) + 1;
            said.erase(folder, at - folder);
            at = folder;
        }
        all += said + '\n';
    }
    return all;
}

/// A value in one spelling; members in file order.
void addPlain(const StrictJson& json, std::string& out)
{
    if (json.type == StrictJson::Type::String)
        out += jsonString(json.text);
    else
        out += json.text;
    for (const StrictJson& item : json.items) {
        out += out.ends_with('}') ? "\n[" : "[";
        addPlain(item, out);
        out += ']';
    }
    if (json.type == StrictJson::Type::Object)
        out += '{';
    for (const auto& [key, value] : json.members) {
        out += jsonString(key) + ':';
        addPlain(value, out);
        out += ' ';
    }
    if (json.type == StrictJson::Type::Object)
        out += '}';
}

} // namespace

void TestEscapedKeys::initTestCase()
{
    for (const std::int64_t rank : { 0, 1 }) {
        m_plain.push_back(escapedKeysJob(rank));
        m_escaped.push_back(withEscapedKeys(m_plain.back()));
        QVERIFY(m_escaped.back().find("\"\\u0070id\"") != std::string::npos);
        QVERIFY(m_escaped.back().find("\"pid\"") == std::string::npos);
    }
}

void TestEscapedKeys::analysesSayTheSame_data()
{
    QTest::addColumn<QByteArray>("id");
    for (const AnalysisDescriptor& analysis : analyses())
        QTest::newRow(analysis.id.c_str()) << QByteArray::fromStdString(analysis.id);
}

void TestEscapedKeys::analysesSayTheSame()
{
    QFETCH(QByteArray, id);
    const auto said = [&](const std::vector<std::string>& texts) {
        const std::string analysis = id.toStdString();
        const ParameterTexts parameters =
            analysis == "trace-health" ? ParameterTexts { { "level", "complete" } } : ParameterTexts {};
        if (findAnalysis(analysis)->inputCount == 1)
            return allOf(runOn(inputOf(texts), analysis, parameters));
        const std::vector<AnalysisInput> both { inputOf({ texts[0] }), inputOf({ texts[1] }) };
        return allOf(runOn(both, analysis, parameters));
    };
    KT_COMPARE_TEXT(said(m_escaped), said(m_plain));
}

std::string TestEscapedKeys::written(
    const std::vector<std::string>& texts, const std::string& kind, const Switches& switches, Mode mode) const
{
    ExportInput input;
    input.traces = loadTexts(kind == "merge" ? texts : std::vector<std::string> { texts.front() }).value();
    input.mode = mode;
    if (kind == "trim")
        input.scope.range = TimeRange { 1_ms, 2_ms };
    for (const std::string& each : switches)
        input.parameters.set(each, true);
    if (kind == "sequences")
        input.parameters.set("min-pattern-len", std::int64_t { 2 });
    const std::string target = m_folder.file("out.json");
    const auto result = runExport(*findExport(kind), input, target);
    if (!result)
        return english(result.error().message);
    std::string error;
    std::string plain;
    addPlain(readStrictJson(readFile(target), error), plain);
    return error.empty() ? plain : error;
}

void TestEscapedKeys::exportsWriteTheSame_data()
{
    QTest::addColumn<QByteArray>("kind");
    QTest::addColumn<QByteArrayList>("switches");
    QTest::addColumn<bool>("isHta");
    QTest::newRow("counters") << QByteArray("counters") << QByteArrayList {} << false;
    QTest::newRow("sequences") << QByteArray("sequences") << QByteArrayList { "lanes" } << false;
    QTest::newRow("sequences, compressed") << QByteArray("sequences") << QByteArrayList { "compress" } << false;
    QTest::newRow("trim") << QByteArray("trim") << QByteArrayList {} << false;
    QTest::newRow("merge") << QByteArray("merge") << QByteArrayList {} << false;
    QTest::newRow("critical path") << QByteArray("critical-path") << QByteArrayList {} << false;
    QTest::newRow("critical path, hta") << QByteArray("critical-path") << QByteArrayList {} << true;
}

void TestEscapedKeys::exportsWriteTheSame()
{
    QFETCH(QByteArray, kind);
    QFETCH(QByteArrayList, switches);
    QFETCH(bool, isHta);
    Switches names;
    for (const QByteArray& each : switches)
        names.push_back(each.toStdString());
    const Mode mode = isHta ? Mode::Hta : Mode::Exact;
    const std::string expected = written(m_plain, kind.toStdString(), names, mode);
    QVERIFY2(expected.starts_with('{'), expected.c_str());
    KT_COMPARE_TEXT(written(m_escaped, kind.toStdString(), names, mode), expected);
}

void TestEscapedKeys::phasesWithEscapesAreKnownToExports()
{
    std::vector<std::string> escaped = m_plain;
    for (std::string& text : escaped) {
        for (const auto& [plain, odd] :
            { std::pair(R"("X")", R"("\u0058")"), std::pair(R"("user_annotation")", R"("user\u005fannotation")") }) {
            for (std::size_t at = text.find(plain); at != std::string::npos; at = text.find(plain, at))
                text.replace(at, std::string_view(plain).size(), odd);
        }
        QVERIFY(text.find("\\u005f") != std::string::npos && text.find("\\u0058") != std::string::npos);
    }
    for (const char* kind : { "critical-path", "merge" })
        KT_COMPARE_TEXT(written(escaped, kind, {}, kind == std::string("merge") ? Mode::Exact : Mode::Hta),
            written(m_plain, kind, {}, kind == std::string("merge") ? Mode::Exact : Mode::Hta));
    KT_COMPARE_TEXT(written(escaped, "sequences", { "compress" }), written(m_plain, "sequences", { "compress" }));
}

/// Digits finer than a nanosecond are read from the text again.
void TestEscapedKeys::finerTimesAreThoseWritten()
{
    const std::string text =
        TraceText()
            .raw(R"({"ph": "X", "cat": "cpu_op", "name": "a", "pid": 1, "tid": 1, "ts": 100.70004, "dur": 5.63751})")
            .text();
    compat::HtaOptions options;
    options.roundToMicroseconds = false;
    for (const std::string& each : { text, withEscapedKeys(text) }) {
        const auto table = compat::buildHtaTable(*inputOf({ each }).traces, options, {});
        KT_VERIFY_OK(table);
        QCOMPARE(table->earliest, 100.70004);
        QCOMPARE(table->ranks.at(0).rows.at(0).dur, 5.63751);
    }
}

/// Nobody has to read the file again.
void TestEscapedKeys::shapesAreKept()
{
    const AnalysisInput input = inputOf({ m_escaped.front() });
    QVERIFY(!OpArgumentStore(*input.traces->ranks().front().trace).needsFile());
    KT_COMPARE_TEXT(rowsOf(runOn(input, "efficiency"), "ops", { "name", "Input Dims" }),
        rowsOf(runOn(inputOf({ m_plain.front() }), "efficiency"), "ops", { "name", "Input Dims" }));
}

/// An odd `Seq` leaves all arguments of an event to who reads the file. Of an op without a formula they are shown, too.
void TestEscapedKeys::shapesInTheFileAloneAreNoMissingShapes()
{
    const auto with = [](const std::string& args) {
        return wholeMicroseconds()
            .top("deviceProperties", kH100Properties)
            .step(1, 0_us, 200_us)
            .op("aten::mm", 0_us, 20_us, args + kHalfProduct)
            .launch(10_us, 2_us, 1)
            .op("aten::_local_scalar_dense", 30_us, 20_us, args + R"("Input Dims": [[]], "Input type": ["bool"])")
            .launch(40_us, 2_us, 2)
            .kernel("gemm", 50_us, 20_us, 7, 1)
            .kernel("copy", 80_us, 20_us, 7, 2)
            .text();
    };
    const AnalysisInput kept = inputOf({ with("") });
    const AnalysisInput file = inputOf({ with(R"("Seq": "x", )") });
    QVERIFY(OpArgumentStore(*file.traces->ranks().front().trace).needsFile());
    const auto rows = [](const AnalysisInput& input) {
        return rowsOf(runOn(input, "efficiency"), "ops", { "name", "Input Dims", "flops" });
    };
    KT_COMPARE_TEXT(rows(file), rows(kept));
    QVERIFY(rows(kept).find("_local_scalar_dense [[]]") != std::string::npos);
    const std::string said = remarkOf(runOn(file, "steps"), "no-mfu");
    QVERIFY2(said.find("no shapes of ops were recorded") == std::string::npos, said.c_str());
}

/// Whatever else is odd in the file: who has recorded none is told to.
void TestEscapedKeys::missingShapesAreSaid()
{
    const std::string text = wholeMicroseconds()
                                 .top("deviceProperties", kH100Properties)
                                 .step(1, 0_us, 200_us)
                                 .op("aten::mm", 0_us, 20_us, R"("Seq": "x", "Input Dims": 5)")
                                 .launch(10_us, 2_us, 1)
                                 .kernel("gemm", 50_us, 20_us, 7, 1)
                                 .text();
    for (const std::string& each : { text, withEscapedKeys(text) }) {
        const std::string said = remarkOf(runOn(inputOf({ each }), "steps"), "no-mfu");
        QVERIFY2(said.find("no shapes of ops were recorded") != std::string::npos, said.c_str());
    }
}

void TestEscapedKeys::aFileIsKnownForATrace()
{
    TempDir folder;
    const auto isTrace = [&folder](
                             const std::string& text) { return peekTrace(folder.write("x.json", text), {}).isTrace; };
    QVERIFY(isTrace(m_escaped.front()));
    QVERIFY(isTrace(withEscapedKeys(TraceText().op("a", 0_us, 1_us).array())));
    QVERIFY(!isTrace(R"({"\u0061": {"\u0074raceEvents": []}})"));
    QVERIFY(!isTrace(R"([{"\u0061": 1}])"));
}

QTEST_GUILESS_MAIN(TestEscapedKeys)
#include "tst_escaped_keys.moc"
